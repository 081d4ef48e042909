//! The operations by which devices exchange a tensor so that it is divided in another way: the whole tensor stays as it is, only its sharding
//! changes, or becomes a sum over more or fewer axes.
//!
//! A collective states the sharding of its result; its rule derives the same sharding from that of its operand.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

use super::attributes::{AxisRef, Mesh, TensorSharding};
use super::axis_lists::{AxisList, AxisLists, AxisMoves};
use super::rules::{MESSAGES, check_axes, mesh_of, sharding_of, verify_sharding};
use crate::dialect_attr::{DialectAttr, own};

/// The operations, made of definitions that have the dialect's directives.
pub(super) fn ops(op: impl Fn(&'static str, &'static str) -> OpDefinition) -> Vec<OpDefinition> {
    let collective = |name, summary, attribute: Option<(&'static str, _)>, format: &'static str| {
        let definition = op(name, summary)
            .operand("tensor", TypeConstraint::any())
            .attribute("out_sharding", own::<TensorSharding>("Tensor sharding"));
        let definition = match attribute {
            Some((name, constraint)) => definition.attribute(name, constraint),
            None => definition,
        };
        definition
            .result("result", TypeConstraint::any())
            .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format(format)
            .verify_hook(verify)
            .verify_messages(&MESSAGES)
    };
    let lists = || own::<AxisLists>("List of axis ref lists");
    let list = || own::<AxisList>("List of axis refs");
    macro_rules! form {
        ($before:literal) => {
            concat!(
                $before,
                "$tensor `out_sharding` `` `=` `` custom<Sharding>($out_sharding) attr-dict `:` type($result)"
            )
        };
    }
    vec![
        collective(
            "all_gather",
            "Gathers the parts of a tensor along axes that divide its dimensions.",
            Some(("gathering_axes", lists())),
            form!("custom<AxisLists>($gathering_axes) "),
        ),
        collective(
            "all_slice",
            "Divides the dimensions of a tensor by further axes.",
            Some(("slicing_axes", lists())),
            form!("custom<AxisLists>($slicing_axes) "),
        ),
        collective(
            "all_reduce",
            "Sums the tensors of devices along axes.",
            Some(("reduction_axes", list())),
            form!("custom<AxisList>($reduction_axes) "),
        ),
        collective(
            "reduce_scatter",
            "Sums the tensors of devices along axes, and divides the sum's dimensions by these.",
            Some(("reduce_scatter_axes", lists())),
            form!("custom<AxisLists>($reduce_scatter_axes) "),
        ),
        collective(
            "all_to_all",
            "Moves axes from the dimensions that they divide to others.",
            Some(("params", own::<AxisMoves>("List of all-to-all parameters"))),
            form!("custom<AxisMoves>($params) "),
        ),
        collective(
            "collective_permute",
            "Divides each dimension into as many parts as before, by other axes or by a mesh with another order of devices.",
            None,
            form!(""),
        ),
        collective(
            "replicated_to_unreduced",
            "Takes a tensor that is the same along axes for the summands along these, all but one of them zero.",
            Some(("axes", list())),
            form!("custom<AxisList>($axes) "),
        ),
        collective(
            "sharded_to_unreduced",
            "Takes the parts of a tensor along axes for summands of the whole tensor.",
            Some(("axes", lists())),
            form!("custom<AxisLists>($axes) "),
        ),
    ]
}

/// A collective with the shardings before and after it.
struct Collective<'a> {
    op: OpRef<'a>,
    mesh: &'a Mesh,
    before: &'a TensorSharding,
    after: &'a TensorSharding,
}

/// The axes that divide a dimension of the operand, and those by which a collective changes that.
type Divided<'a> = (Vec<AxisRef>, &'a [AxisRef]);

/// A list of axes in a message: `["a", "b"]`.
fn text_of(axes: &[AxisRef]) -> String {
    format!("[{}]", axes.iter().map(AxisRef::text).collect::<Vec<_>>().join(", "))
}

fn verify(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(after) = TensorSharding::named(op, "out_sharding") else { return Ok(()) };
    verify_sharding(verifier, op, (after, op.value_type(op.operand(0))), "")?;
    let outcome = rule(verifier, op, after);
    outcome.map_err(|Fault { message, operand_mesh }| match operand_mesh {
        None => verifier.op_error(op, message),
        Some(mesh) => {
            verifier.op_error_with_notes(op, message, [(op.body.value_loc(op.operand(0)), note_of(&mesh))])
        }
    })
}

/// The note at an operand that says its mesh.
fn note_of(mesh: &Mesh) -> String {
    format!("operand mesh: #sdy.{mesh}")
}

/// A broken rule of a collective.
struct Fault {
    message: String,
    /// The mesh of the operand, where the message is about it.
    operand_mesh: Option<Mesh>,
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault { message, operand_mesh: None }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_owned().into()
    }
}

/// The rules of a collective whose own sharding is sound.
fn rule(verifier: &OpVerifier<'_>, op: OpRef<'_>, after: &TensorSharding) -> Result<(), Fault> {
    if !verifier.sees_symbols() {
        return Ok(());
    }
    let Some(before) = sharding_of(verifier, op, op.operand(0)) else {
        return Err("collective on operand without sharding".into());
    };
    let Some(mesh) = mesh_of(verifier, op, after)? else { return Ok(()) };
    let Some(operand_mesh) = mesh_of(verifier, op, &before)? else { return Ok(()) };
    let fault =
        |message: &str| Fault { message: message.to_owned(), operand_mesh: Some(operand_mesh.clone()) };
    let is_permutation = op.name_str() == "sdy.collective_permute";
    if is_permutation && before.mesh != after.mesh {
        if mesh.axes != operand_mesh.axes {
            return Err(fault("result mesh has different axes than operand mesh"));
        }
        if mesh.device_ids == operand_mesh.device_ids {
            return Err(fault("result mesh name is different but same device ids as operand"));
        }
    } else if mesh != operand_mesh {
        return Err(fault("result mesh does not match operand mesh"));
    }
    let collective = Collective { op, mesh, before: &before, after };
    Ok(match op.name_str() {
        "sdy.all_gather" => collective.gathers("gathering_axes", "gathering"),
        "sdy.all_slice" => collective.slices("slicing_axes"),
        "sdy.reduce_scatter" => collective.slices("reduce_scatter_axes"),
        "sdy.all_reduce" => collective.reduces(),
        "sdy.all_to_all" => collective.moves(),
        "sdy.collective_permute" => collective.permutes(),
        "sdy.replicated_to_unreduced" => collective.leaves_replicated(),
        _ => collective.leaves_sharded(),
    }?)
}

impl Collective<'_> {
    /// The axes of each dimension of the operand, and the operation's own.
    fn dimensions(&self, name: &str) -> Result<Vec<Divided<'_>>, String> {
        let Some(AxisLists(own)) = AxisLists::named(self.op, name) else { return Ok(Vec::new()) };
        check_axes(self.mesh, own.iter().map(|list| &list.0[..]))?;
        let rank = self.after.dimensions.len();
        if own.len() != rank {
            return Err(format!(
                "result sharding has rank {rank} but collective axes has rank {}",
                own.len()
            ));
        }
        let before = self.before.dimensions.iter().map(|dimension| dimension.axes.clone());
        Ok(before.zip(own.iter().map(|list| &list.0[..])).collect())
    }

    /// Whether the result's dimensions are divided by these axes.
    fn expect(&self, expected: &[Vec<AxisRef>]) -> Result<(), String> {
        let given = self.after.dimensions.iter().map(|dimension| &dimension.axes);
        match given.zip(expected).enumerate().find(|(_, (given, expected))| given != expected) {
            None => Ok(()),
            Some((dimension, (_, expected))) => Err(format!(
                "result sharding doesn't match expected sharding {} on dimension {dimension}",
                text_of(expected)
            )),
        }
    }

    /// Whether the dimensions of operand and result are divided alike.
    fn keeps_dimensions(&self) -> bool {
        let [before, after] = [self.before, self.after]
            .map(|sharding| sharding.dimensions.iter().map(|dimension| &dimension.axes));
        self.before.mesh == self.after.mesh && before.eq(after)
    }

    /// The dimensions of the operand end with the operation's axes, and lose them.
    fn gathers(&self, name: &str, what: &str) -> Result<(), String> {
        let mut expected = Vec::new();
        for (dimension, (mut axes, own)) in self.dimensions(name)?.into_iter().enumerate() {
            self.take(&mut axes, own, what, dimension)?;
            expected.push(axes);
        }
        self.expect(&expected)
    }

    /// Takes axes, the innermost first, from the end of those of a dimension.
    fn take(
        &self,
        axes: &mut Vec<AxisRef>,
        own: &[AxisRef],
        what: &str,
        dimension: usize,
    ) -> Result<(), String> {
        match own.iter().rev().find(|axis| !self.mesh.take_last(axes, axis)) {
            None => Ok(()),
            Some(axis) => Err(format!(
                "can't apply {what} axis {} to operand sharding on dimension {dimension}",
                axis.text()
            )),
        }
    }

    /// The operation's axes are put behind those of the operand.
    fn slices(&self, name: &str) -> Result<(), String> {
        let mut expected = Vec::new();
        for (mut axes, own) in self.dimensions(name)? {
            own.iter().for_each(|axis| self.mesh.put_last(&mut axes, axis));
            expected.push(axes);
        }
        self.expect(&expected)
    }

    /// The operation's list of axes, which has the order of the mesh. `what` names them.
    fn ordered(&self, name: &str, what: &str) -> Result<&[AxisRef], String> {
        let Some(AxisList(own)) = AxisList::named(self.op, name) else { return Ok(&[]) };
        check_axes(self.mesh, std::iter::once(&own[..]))?;
        if !self.mesh.has_order(own) {
            return Err(format!("{what} axes are not ordered w.r.t. mesh"));
        }
        Ok(own)
    }

    /// Refuses axes that overlap with others. `what` names the first, `others` the second.
    fn apart<'s>(
        &self,
        own: &[AxisRef],
        from: impl Iterator<Item = &'s AxisRef> + Clone,
        [what, others]: [&str; 2],
    ) -> Result<(), String> {
        let overlaps = |axis: &&AxisRef| from.clone().any(|other| self.mesh.overlap(axis, other));
        match own.iter().find(overlaps) {
            None => Ok(()),
            Some(axis) => Err(format!("{what} axis {} overlaps with {others}", axis.text())),
        }
    }

    fn reduces(&self) -> Result<(), String> {
        let own = self.ordered("reduction_axes", "reduction")?;
        if !self.keeps_dimensions() {
            return Err("operand and result shardings are not equivalent".into());
        }
        let divided = self.before.dimensions.iter().flat_map(|dimension| &dimension.axes);
        let words = ["reduction", "operand dimension sharding or replicated axes"];
        self.apart(own, divided.chain(&self.before.replicated), words)?;
        self.apart(own, self.after.unreduced.iter(), ["reduction", "result unreduced axes"])
    }

    fn moves(&self) -> Result<(), String> {
        let Some(AxisMoves(moves)) = AxisMoves::named(self.op, "params") else { return Ok(()) };
        if moves.is_empty() {
            return Err("parameter list is empty".into());
        }
        check_axes(self.mesh, moves.iter().map(|moved| &moved.axes[..]))?;
        let rank = self.after.dimensions.len();
        let place = |dimension: i64, which: &str| {
            usize::try_from(dimension)
                .ok()
                .filter(|&dimension| dimension < rank)
                .ok_or_else(|| format!("{which} dimension {dimension} is out of range [0, {rank})"))
        };
        let mut seen = vec![false; rank];
        let mut last = None;
        let mut expected: Vec<Vec<AxisRef>> =
            self.before.dimensions.iter().map(|dimension| dimension.axes.clone()).collect();
        let mut places = Vec::new();
        for moved in moves {
            let (source, target) = (place(moved.source, "source")?, place(moved.target, "target")?);
            for dimension in [source, target] {
                if std::mem::replace(&mut seen[dimension], true) {
                    return Err(format!(
                        "overlapping source/target dimensions in all-to-all params: {dimension}"
                    ));
                }
            }
            if let Some(last) = last.replace(source).filter(|last| *last > source) {
                return Err(format!(
                    "source dimensions are not sorted in ascending order: {source} appears after {last}"
                ));
            }
            places.push((source, target, &moved.axes));
        }
        for (source, target, axes) in places {
            self.take(&mut expected[source], axes, "all-to-all", source)?;
            axes.iter().for_each(|axis| self.mesh.put_last(&mut expected[target], axis));
        }
        self.expect(&expected)
    }

    fn permutes(&self) -> Result<(), String> {
        for (dimension, (before, after)) in
            self.before.dimensions.iter().zip(&self.after.dimensions).enumerate()
        {
            let (had, has) = (self.mesh.product(&before.axes), self.mesh.product(&after.axes));
            if had != has {
                return Err(format!(
                    "sharded size of result doesn't match operand on dimension {dimension}: {has} != {had}"
                ));
            }
        }
        Ok(())
    }

    /// Whether the axes along which the result is a sum are those of the operand and these; `what` names them.
    fn expect_unreduced(&self, own: &[AxisRef], what: &str) -> Result<(), String> {
        let mut expected: Vec<&AxisRef> = self.before.unreduced.iter().chain(own).collect();
        let mut given: Vec<&AxisRef> = self.after.unreduced.iter().collect();
        expected.sort_by_key(|axis| axis.text());
        given.sort_by_key(|axis| axis.text());
        match given == expected {
            true => Ok(()),
            false => Err(format!("out_unreduced_axes should be in_unreduced_axes + {what}_axes")),
        }
    }

    fn leaves_replicated(&self) -> Result<(), String> {
        if AxisList::named(self.op, "axes").is_some_and(|AxisList(own)| own.is_empty()) {
            return Err("r2u axes must not be empty".into());
        }
        let own = self.ordered("axes", "r2u")?;
        if !self.keeps_dimensions() {
            return Err("input and output must share the same dimension shardings".into());
        }
        let divided = self.before.dimensions.iter().flat_map(|dimension| &dimension.axes);
        self.apart(own, divided, ["r2u", "operand dimension sharding"])?;
        self.apart(own, self.before.unreduced.iter(), ["r2u", "operand unreduced axes"])?;
        self.expect_unreduced(own, "r2u")
    }

    fn leaves_sharded(&self) -> Result<(), String> {
        self.gathers("axes", "shard-to-unreduce")?;
        let Some(AxisLists(own)) = AxisLists::named(self.op, "axes") else { return Ok(()) };
        let own: Vec<AxisRef> = own.iter().flat_map(|list| list.0.clone()).collect();
        self.expect_unreduced(&own, "sharded_to_unreduced")
    }
}
