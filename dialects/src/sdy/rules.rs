//! The rules of meshes and shardings: which axes a sharding may name, in which order, and what it may say of a value.
//!
//! A rule that is broken is a message in the words of upstream's verifier. What a sharding is of, such as `arg 0`, stands before the message and
//! is the caller's. Where the module is not in sight, as for a function that a pass verifies by itself, meshes have no names and nothing is
//! wrong.

use std::borrow::Cow;
use std::collections::HashSet;

use tfrt_ir::body::ValueDef;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

use super::attributes::{
    AxisRef, DimensionSharding, ManualAxes, Mesh, MeshOrName, ShardingPerValue, SubAxis, TensorSharding,
};
use crate::dialect_attr::DialectAttr;

/// The messages of the hooks of the dialect's operations, of which most state shardings.
pub(super) static MESSAGES: [&str; 47] = [
    "unknown mesh: {}",
    "a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.",
    "sharding doesn't match tensor rank: {} != {}",
    "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: {}, sharding: {}",
    "unknown axis name: {}",
    "sub-axis pre-size must be at least 1: {}",
    "sub-axis sizes must be greater than 1: {}",
    "sub-axis size is equal to the full axis size: {}",
    "sub-axis next pre-size {} doesn't divide the size of the full axis {}: {}",
    "duplicate axis ref: {}",
    "two consecutive sub-axes can be merged: {}, {}",
    "both sub-axis and full-axis are used for axis name: {}",
    "overlapping sub-axes: {}, {}",
    "replicated axes are not ordered w.r.t. mesh",
    "unreduced axes are not ordered w.r.t. mesh",
    "dim {} is empty and closed but has a priority",
    "operates on axis \"{}\" which is already bound by a parent sdy.manual_computation op",
    "{} shardings don't match number of values: {} shardings vs {} values",
    "{} - {}",
    // Manual computations.
    "number of op {}s and region {}s must match. Op has {} op {}s and {} region {}s",
    "all in and out shardings must be bound to the same mesh or an empty mesh.",
    "{} sharding at index {} must have all manual axes come before free axes in its dimension sharding at index {}. Saw manual axis {} after free axis {}",
    "{} shape, corresponding sharding, and region {} shape at index {} must match. Expected local shape {}, actual local shape {}",
    // Collectives.
    "collective on operand without sharding",
    "result mesh does not match operand mesh",
    "result mesh has different axes than operand mesh",
    "result mesh name is different but same device ids as operand",
    "result sharding has rank {} but collective axes has rank {}",
    "result sharding doesn't match expected sharding {} on dimension {}",
    "can't apply {} axis {} to operand sharding on dimension {}",
    "{} axes are not ordered w.r.t. mesh",
    "operand and result shardings are not equivalent",
    "{} axis {} overlaps with {}",
    "parameter list is empty",
    "{} dimension {} is out of range [0, {})",
    "overlapping source/target dimensions in all-to-all params: {}",
    "source dimensions are not sorted in ascending order: {} appears after {}",
    "sharded size of result doesn't match operand on dimension {}: {} != {}",
    "r2u axes must not be empty",
    "input and output must share the same dimension shardings",
    "out_unreduced_axes should be in_unreduced_axes + {}_axes",
    // Operations through which shardings pass.
    "inferred type(s) {} are incompatible with return type(s) of operation {}",
    "expected input of sdy.data_flow_edge to have a single user",
    "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).",
    "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.",
    "number of block arguments must match the number of operands: {} != {}",
    "expected the type of the {}'th block argument to match the type of the corresponding operand: {} vs {}",
];

/// The mesh that a sharding is over; `None` where the module is not in sight.
///
/// # Errors
/// No mesh has the name.
pub(super) fn mesh_of<'m>(
    verifier: &OpVerifier<'m>,
    op: OpRef<'_>,
    sharding: &'m TensorSharding,
) -> Result<Option<&'m Mesh>, String> {
    match &sharding.mesh {
        MeshOrName::Mesh(mesh) => Ok(Some(mesh)),
        MeshOrName::Name(_) if !verifier.sees_symbols() => Ok(None),
        MeshOrName::Name(name) => {
            let found = verifier.lookup_symbol(op, op.ctx.ident(name));
            match found.and_then(|found| Mesh::named(found, "mesh")) {
                Some(mesh) => Ok(Some(mesh)),
                None => Err(format!("unknown mesh: @{name}")),
            }
        }
    }
}

impl Mesh {
    /// The place of an axis, and its size.
    fn place_and_size(&self, name: &str) -> Option<(usize, i64)> {
        let at = self.axis(name).ok()?;
        Some((at, self.axes[at].size))
    }

    /// The range of an axis of this mesh that a part of it is: the product of the sizes before it, and its own size.
    fn part(&self, axis: &AxisRef) -> SubAxis {
        let whole =
            SubAxis { pre_size: 1, size: self.place_and_size(&axis.name).map_or(1, |(_, size)| size) };
        axis.part.unwrap_or(whole)
    }

    /// Whether two parts of axes have devices in common that they tell apart.
    pub(super) fn overlap(&self, a: &AxisRef, b: &AxisRef) -> bool {
        let end = |part: SubAxis| part.pre_size.saturating_mul(part.size);
        let (first, second) = (self.part(a), self.part(b));
        a.name == b.name && first.pre_size < end(second) && second.pre_size < end(first)
    }

    /// The product of the sizes of axes.
    pub(super) fn product(&self, axes: &[AxisRef]) -> i64 {
        axes.iter().map(|axis| self.part(axis).size).fold(1, i64::saturating_mul)
    }

    /// Whether axes have the order of the mesh.
    pub(super) fn has_order(&self, axes: &[AxisRef]) -> bool {
        let place =
            |axis: &AxisRef| (self.place_and_size(&axis.name).map(|(at, _)| at), self.part(axis).pre_size);
        axes.is_sorted_by_key(place)
    }

    /// The axis of this range, which is written as a whole where it is one.
    fn axis_ref(&self, name: &str, part: SubAxis) -> AxisRef {
        let is_whole =
            part.pre_size == 1 && self.place_and_size(name).is_some_and(|(_, size)| size == part.size);
        AxisRef { name: name.into(), part: (!is_whole).then_some(part) }
    }

    /// Takes an axis from the end of axes; `false` if they do not end with it.
    pub(super) fn take_last(&self, axes: &mut Vec<AxisRef>, axis: &AxisRef) -> bool {
        let Some(last) = axes.pop() else { return false };
        if last == *axis {
            return true;
        }
        let (whole, end) = (self.part(&last), self.part(axis));
        let ends_alike = whole.pre_size.saturating_mul(whole.size) == end.pre_size.saturating_mul(end.size);
        if last.name != axis.name
            || !ends_alike
            || end.pre_size <= whole.pre_size
            || end.pre_size % whole.pre_size != 0
        {
            return false;
        }
        axes.push(
            self.axis_ref(
                &last.name,
                SubAxis { pre_size: whole.pre_size, size: end.pre_size / whole.pre_size },
            ),
        );
        true
    }

    /// Puts an axis behind axes; two parts of an axis that follow each other become one.
    pub(super) fn put_last(&self, axes: &mut Vec<AxisRef>, axis: &AxisRef) {
        let next = self.part(axis);
        if let Some(last) =
            axes.last_mut().filter(|last| last.name == axis.name && (last.part, axis.part) != (None, None))
        {
            let before = self.part(last);
            if before.pre_size.saturating_mul(before.size) == next.pre_size {
                *last = self
                    .axis_ref(&axis.name, SubAxis { size: before.size.saturating_mul(next.size), ..before });
                return;
            }
        }
        axes.push(axis.clone());
    }
}

/// What is true of the axes in several lists together: the mesh has them, no two overlap, and parts that follow each other in a list are written
/// as one.
///
/// # Errors
/// A rule is broken.
pub(super) fn check_axes<'a>(
    mesh: &Mesh,
    lists: impl Iterator<Item = &'a [AxisRef]> + Clone,
) -> Result<(), String> {
    lists.clone().flatten().try_for_each(|axis| check_name(mesh, axis))?;
    check_apart(mesh, lists)
}

/// Whether the mesh has an axis.
fn check_name(mesh: &Mesh, axis: &AxisRef) -> Result<(), String> {
    match mesh.place_and_size(&axis.name) {
        Some(_) => Ok(()),
        None => Err(format!("unknown axis name: \"{}\"", axis.name)),
    }
}

/// Whether no two axes of the mesh overlap, and parts that follow each other in a list are written as one.
fn check_apart<'a>(mesh: &Mesh, lists: impl Iterator<Item = &'a [AxisRef]> + Clone) -> Result<(), String> {
    let mut seen = HashSet::new();
    for list in lists.clone() {
        for (at, axis) in list.iter().enumerate() {
            if !seen.insert(axis) {
                return Err(format!("duplicate axis ref: {}", axis.text()));
            }
            let before = at.checked_sub(1).map(|before| &list[before]);
            if let Some((before, (first, second))) = before
                .filter(|before| before.name == axis.name)
                .and_then(|b| Some((b, b.part.zip(axis.part)?)))
                && first.pre_size.saturating_mul(first.size) == second.pre_size
            {
                return Err(format!(
                    "two consecutive sub-axes can be merged: {}, {}",
                    before.text(),
                    axis.text()
                ));
            }
        }
    }
    let mut all: Vec<&AxisRef> = lists.flatten().collect();
    all.sort_by_key(|axis| (&axis.name, mesh.part(axis).pre_size));
    for pair in all.windows(2) {
        let [a, b] = pair else { continue };
        if a.name == b.name && a.part.is_some() != b.part.is_some() {
            return Err(format!("both sub-axis and full-axis are used for axis name: \"{}\"", a.name));
        }
        if mesh.overlap(a, b) {
            return Err(format!("overlapping sub-axes: {}, {}", a.text(), b.text()));
        }
    }
    Ok(())
}

/// What is true of a part of an axis by itself.
fn check_part(mesh: &Mesh, axis: &AxisRef) -> Result<(), String> {
    let (Some(part), Some((_, full))) = (axis.part, mesh.place_and_size(&axis.name)) else { return Ok(()) };
    let next = part.pre_size.saturating_mul(part.size);
    let fault = if part.pre_size < 1 {
        "sub-axis pre-size must be at least 1".to_owned()
    } else if part.size <= 1 {
        "sub-axis sizes must be greater than 1".to_owned()
    } else if part.size == full {
        "sub-axis size is equal to the full axis size".to_owned()
    } else if full % next != 0 {
        format!("sub-axis next pre-size {next} doesn't divide the size of the full axis {full}")
    } else {
        return Ok(());
    };
    Err(format!("{fault}: {}", axis.text()))
}

impl TensorSharding {
    /// The lists of its axes: those of each dimension, replicated ones, and those to sum over.
    fn lists(&self) -> impl Iterator<Item = &[AxisRef]> + Clone {
        let dimensions = self.dimensions.iter().map(|dimension| &dimension.axes[..]);
        dimensions.chain([&self.replicated[..], &self.unreduced[..]])
    }

    /// Whether it says nothing but a mesh.
    pub(super) fn is_plain(&self) -> bool {
        self.dimensions.is_empty() && self.replicated.is_empty() && self.unreduced.is_empty()
    }

    /// What is true of it over a mesh, of a value of a type.
    ///
    /// # Errors
    /// A rule is broken.
    fn check(
        &self,
        ctx: &Context,
        mesh: &Mesh,
        ty: Type,
        quoted: impl FnOnce() -> String,
    ) -> Result<(), String> {
        if mesh.axes.is_empty() && !mesh.device_ids.is_empty() {
            return match self.is_plain() {
                true => Ok(()),
                false => Err("a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.".into()),
            };
        }
        let kind = match ctx.type_kind(ty) {
            TypeKind::Tuple(parts) => match parts[..] {
                [only] => ctx.type_kind(only),
                _ => return Err(format!("ops can only have a sharding for a tuple of size 1: {}", quoted())),
            },
            kind => kind,
        };
        match kind {
            TypeKind::UnrankedTensor { .. } => {
                return Err(format!("only ranked tensors can have a sharding. type: {}", quoted()));
            }
            TypeKind::RankedTensor { dims, .. } if dims.len() != self.dimensions.len() => {
                let rank = self.dimensions.len();
                return Err(format!("sharding doesn't match tensor rank: {rank} != {}", dims.len()));
            }
            TypeKind::RankedTensor { .. } | TypeKind::MemRef { .. } => {}
            _ if self.is_plain() => {}
            _ => {
                return Err(format!(
                    "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: {}, sharding: #sdy.{self}",
                    quoted()
                ));
            }
        }
        for axis in self.lists().flatten() {
            check_name(mesh, axis)?;
            check_part(mesh, axis)?;
        }
        check_apart(mesh, self.lists())?;
        for (axes, which) in [(&self.replicated, "replicated"), (&self.unreduced, "unreduced")] {
            if !mesh.has_order(axes) {
                return Err(format!("{which} axes are not ordered w.r.t. mesh"));
            }
        }
        let has_needless_priority = |dimension: &DimensionSharding| {
            dimension.axes.is_empty() && dimension.is_closed && dimension.priority.is_some()
        };
        match self.dimensions.iter().enumerate().find(|(_, dimension)| has_needless_priority(dimension)) {
            Some((at, _)) => Err(format!("dim {at} is empty and closed but has a priority")),
            None => Ok(()),
        }
    }
}

/// Verifies the sharding that an operation states of a value of a type: the rules of shardings, and that no manual computation around the
/// operation handles an axis of it.
///
/// # Errors
/// A rule is broken, and reported. `what` stands before the message.
pub(super) fn verify_sharding(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    (sharding, ty): (&TensorSharding, Type),
    what: &str,
) -> Result<(), Failed> {
    let outcome = match mesh_of(verifier, op, sharding) {
        Ok(None) => return Ok(()),
        Ok(Some(mesh)) => sharding.check(op.ctx, mesh, ty, || verifier.quoted(op.ctx, ty)),
        Err(message) => Err(message),
    };
    outcome.map_err(|message| verifier.op_error(op, format!("{what}{message}")))?;
    // Upstream checks the axes of its own operations apart, and names no value there.
    let what = if op.name_str().starts_with("sdy.") { "" } else { what };
    verify_free(verifier, op, sharding.lists().flatten().map(|axis| &*axis.name), what)
}

/// The note at the manual computation that handles an axis.
fn binding(loc: Loc) -> (Loc, String) {
    (loc, "parent bounding this axis as manual".to_owned())
}

/// Verifies that no manual computation around an operation handles one of the axes. `what` stands before the message.
///
/// # Errors
/// One does, and that is reported.
pub(super) fn verify_free<'a>(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    axes: impl Iterator<Item = &'a str> + Clone,
    what: &str,
) -> Result<(), Failed> {
    let bound = verifier.isolated_ancestors().find_map(|around| {
        let ManualAxes(manual) = ManualAxes::named(around, "manual_axes")?;
        let axis = axes.clone().find(|axis| manual.iter().any(|manual| **manual == **axis))?;
        Some((axis, around.loc()))
    });
    let Some((axis, loc)) = bound else { return Ok(()) };
    let message = format!(
        "{what}operates on axis \"{axis}\" which is already bound by a parent sdy.manual_computation op"
    );
    Err(verifier.op_error_with_notes(op, message, [binding(loc)]))
}

/// Verifies that there is a sharding for each of several values, and each by itself. `what` names the values, and `list` the shardings.
///
/// # Errors
/// A rule is broken, and reported.
pub(super) fn verify_shardings(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    shardings: &ShardingPerValue,
    types: impl ExactSizeIterator<Item = Type>,
    what: &str,
) -> Result<(), Failed> {
    let (count, values) = (shardings.0.len(), types.len());
    if count != values {
        let message =
            format!("{what} shardings don't match number of values: {count} shardings vs {values} values");
        return Err(verifier.op_error(op, message));
    }
    for (index, (sharding, ty)) in shardings.0.iter().zip(types).enumerate() {
        verify_sharding(verifier, op, (sharding, ty), &numbered(what, index, count))?;
    }
    Ok(())
}

/// How messages name one of several values of a kind: without its number where it is the only one.
pub(super) fn numbered(what: &str, index: usize, count: usize) -> String {
    match count {
        1 => format!("{what} - "),
        _ => format!("{what} {index} - "),
    }
}

/// The sharding that the definition of a value states of it, at an operation that uses it; `None` if none is stated.
pub(super) fn sharding_of<'a>(
    verifier: &OpVerifier<'a>,
    op: OpRef<'a>,
    value: Value,
) -> Option<Cow<'a, TensorSharding>> {
    let stated = |owner: OpRef<'a>, name: &str, index: u32| {
        ShardingPerValue::named(owner, name)?.0.get(index as usize).map(Cow::Borrowed)
    };
    match op.body.value_def(value) {
        ValueDef::Result(def, index) => {
            let def = op.at(def);
            match def.name_str() {
                "sdy.sharding_constraint" | "sdy.reshard" | "sdy.data_flow_edge" => {
                    TensorSharding::named(def, "sharding").map(Cow::Borrowed)
                }
                "sdy.manual_computation" | "sdy.named_computation" => stated(def, "out_shardings", index),
                name if name.starts_with("sdy.") => {
                    TensorSharding::named(def, "out_sharding").map(Cow::Borrowed)
                }
                _ => stated(def, "sdy.sharding", index),
            }
        }
        ValueDef::Argument(block, index) => {
            let owns =
                |owner: &OpRef<'a>| owner.region(0).and_then(|region| region.entry_block()) == Some(block);
            let owner = verifier.isolated_ancestors().next().filter(owns)?;
            match (owner.name_str(), ManualAxes::named(owner, "manual_axes")) {
                ("func.func", _) => argument_sharding(owner.ctx, owner.attr("arg_attrs")?, index),
                (_, Some(ManualAxes(manual))) => {
                    let mut sharding = stated(owner, "in_shardings", index)?.into_owned();
                    let is_free = |axis: &AxisRef| !manual.contains(&axis.name);
                    sharding.dimensions.iter_mut().for_each(|dimension| dimension.axes.retain(is_free));
                    sharding.replicated.retain(is_free);
                    sharding.unreduced.retain(is_free);
                    Some(Cow::Owned(sharding))
                }
                _ => stated(owner, "in_shardings", index),
            }
        }
    }
}

/// The sharding in the dictionary of a function's argument.
fn argument_sharding<'c>(ctx: &'c Context, attrs: Attr, index: u32) -> Option<Cow<'c, TensorSharding>> {
    let own = ctx.dict_get(*ctx.array_elems(attrs)?.get(index as usize)?, ctx.ident("sdy.sharding"))?;
    TensorSharding::of(ctx, own).map(Cow::Borrowed)
}
