//! `sdy.manual_computation`: its written form, and what must hold of it.

use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ir::verify::OpVerifier;

use super::attributes::{AxisRef, ManualAxes, Mesh, MeshOrName, ShardingPerValue, TensorSharding};
use super::rules::{MESSAGES, mesh_of, verify_shardings};
use crate::dialect_attr::{DialectAttr, own};

pub(super) fn definition(op: OpDefinition) -> OpDefinition {
    op.variadic_operand("tensors", TypeConstraint::any())
        .attribute("in_shardings", own::<ShardingPerValue>("Tensor sharding per operand/result of an op"))
        .attribute("out_shardings", own::<ShardingPerValue>("Tensor sharding per operand/result of an op"))
        .attribute("manual_axes", own::<ManualAxes>("A list of axes that a ManualComputationOp is manual on"))
        .variadic_result("results", TypeConstraint::any())
        .region("body", RegionShape::Blocks(1))
        .traits(Traits::ISOLATED)
        .parse_hook(parse)
        .print_hook(print)
        .verify_hook(verify)
        .verify_messages(&MESSAGES)
}

/// `name=[…]` or `name={…}`, of an attribute whose text between `<` and `>`, or in braces, stands here.
pub(super) fn field(p: &mut OpParser<'_, '_>, name: &str, state: &mut OpState) -> Result<(), Failed> {
    p.equal()?;
    let around = |list: &str| match list.starts_with('{') {
        true => ["manual_axes", ""],
        false => ["sharding_per_value<", ">"],
    };
    super::parse_in_brackets(p, name, (&['[', '{'], "expected a list"), around, state)
}

/// `(%b : T, …) {…} {…} : (T, …) -> (T, …)`, the part behind operands that stand at an offset.
pub(super) fn parse_body<'s>(
    p: &mut OpParser<'_, 's>,
    (at, operands): (usize, &[UnresolvedOperand<'s>]),
    state: &mut OpState,
) -> Result<(), Failed> {
    let arguments = p.argument_list(false)?;
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments)?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    p.resolve_all(operands, inputs, at, &mut state.operands)?;
    state.result_types.extend(results.iter().copied());
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

/// Prints operands, lists of these names, the body, and the attributes but those of the form's own.
pub(super) fn print_with_body(p: &mut OpPrinter<'_>, op: OpRef<'_>, lists: &[&str], own: &[&str]) {
    p.text("(");
    p.operands(op.operands());
    p.text(")");
    for name in lists {
        let Some(attr) = op.attr(name) else { continue };
        let text = match (ShardingPerValue::of(op.ctx, attr), ManualAxes::of(op.ctx, attr)) {
            (Some(shardings), _) => shardings.to_string(),
            (None, Some(axes)) => axes.to_string(),
            (None, None) => continue,
        };
        let list = text.strip_prefix("sharding_per_value<").and_then(|text| text.strip_suffix('>'));
        let text = list.unwrap_or_else(|| text.trim_start_matches("manual_axes"));
        p.text(&format!(" {name}={text}"));
    }
    p.text(" (");
    if let Some(region) = op.region(0) {
        let arguments = region.entry_block().map(|block| region.body.block_args(block)).unwrap_or_default();
        for (index, &argument) in arguments.iter().enumerate() {
            p.text(if index > 0 { ", " } else { "" });
            p.argument(region, argument, &[]);
        }
        p.text(") ");
        p.region(region, false, true);
    } else {
        p.text(") {}");
    }
    p.attr_dict(op, own);
    p.text(" : ");
    p.functional_type(op);
}

/// The lists in the written form.
const LISTS: [&str; 3] = ["in_shardings", "out_shardings", "manual_axes"];

/// `(%a, …) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b : T, …) {…} {…} : (T, …) -> (T, …)`
fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::Paren)?;
    for name in LISTS {
        p.keyword(name)?;
        field(p, name, state)?;
    }
    parse_body(p, (at, &operands), state)
}

fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_with_body(p, op, &LISTS, &LISTS);
}

/// The values on one side of a manual computation.
struct Side<'a> {
    what: &'static str,
    shardings: &'a [TensorSharding],
    /// The types of the whole values, outside.
    whole: Vec<Type>,
    /// The types of the parts, in the body.
    parts: Vec<Type>,
}

fn verify(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    let arguments = region.entry_block().map(|block| region.body.block_args(block)).unwrap_or_default();
    let given = region.terminator(op.ctx).map(|end| end.operand_types().collect()).unwrap_or_default();
    let inside = arguments.iter().map(|&argument| region.body.value_type(argument)).collect();
    let mut sides = Vec::new();
    for (name, what, whole, parts) in [
        ("in_shardings", "operand", op.operand_types().collect::<Vec<_>>(), inside),
        ("out_shardings", "result", op.result_types().collect(), given),
    ] {
        let Some(shardings) = ShardingPerValue::named(op, name) else { return Ok(()) };
        verify_shardings(verifier, op, shardings, whole.iter().copied(), what)?;
        sides.push(Side { what, shardings: &shardings.0, whole, parts });
    }
    let Some(ManualAxes(manual)) = ManualAxes::named(op, "manual_axes") else { return Ok(()) };
    for side in &sides {
        if side.whole.len() != side.parts.len() {
            let (what, whole, parts) = (side.what, side.whole.len(), side.parts.len());
            return Err(verifier.op_error(
                op,
                format!("number of op {what}s and region {what}s must match. Op has {whole} op {what}s and {parts} region {what}s"),
            ));
        }
    }
    let shardings = || sides.iter().flat_map(|side| side.shardings);
    let mesh = shardings()
        .filter_map(|sharding| mesh_of(verifier, op, sharding).ok().flatten())
        .find(|mesh| !mesh.axes.is_empty());
    let is_empty = |mesh: &MeshOrName| matches!(mesh, MeshOrName::Mesh(mesh) if mesh.axes.is_empty());
    let mut meshes = shardings().map(|sharding| &sharding.mesh).filter(|mesh| !is_empty(mesh));
    let first = meshes.next();
    if meshes.any(|mesh| Some(mesh) != first) {
        let message = "all in and out shardings must be bound to the same mesh or an empty mesh.";
        return Err(verifier.op_error(op, message));
    }
    let Some(mesh) = mesh else { return Ok(()) };
    for side in &sides {
        side.check(verifier, op, mesh, manual).map_err(|message| verifier.op_error(op, message))?;
    }
    Ok(())
}

impl Side<'_> {
    /// Whether manual axes stand before the free ones, and the body's values are the parts that the manual axes make.
    fn check(
        &self,
        verifier: &OpVerifier<'_>,
        op: OpRef<'_>,
        mesh: &Mesh,
        manual: &[Box<str>],
    ) -> Result<(), String> {
        let what = self.what;
        for (index, sharding) in self.shardings.iter().enumerate() {
            for (at, dimension) in sharding.dimensions.iter().enumerate() {
                let is_manual = |axis: &&AxisRef| manual.contains(&axis.name);
                let mut axes = dimension.axes.iter().skip_while(is_manual);
                let free = axes.next();
                if let Some((free, late)) = free.zip(axes.find(is_manual)) {
                    return Err(format!(
                        "{what} sharding at index {index} must have all manual axes come before free axes in its dimension sharding at index {at}. Saw manual axis {} after free axis {}",
                        late.text(),
                        free.text()
                    ));
                }
            }
            let (whole, part) = (self.whole[index], self.parts[index]);
            let expected = local(op, whole, sharding, mesh, manual);
            if expected != part {
                let [expected, part] = [expected, part].map(|ty| verifier.quoted(op.ctx, ty));
                return Err(format!(
                    "{what} shape, corresponding sharding, and region {what} shape at index {index} must match. Expected local shape {expected}, actual local shape {part}"
                ));
            }
        }
        Ok(())
    }
}

/// The type of the part that the manual axes make of a value of a type.
fn local(op: OpRef<'_>, whole: Type, sharding: &TensorSharding, mesh: &Mesh, manual: &[Box<str>]) -> Type {
    let TypeKind::RankedTensor { dims, elem, encoding } = op.ctx.type_kind(whole) else { return whole };
    let parts = dims.iter().zip(&sharding.dimensions).map(|(&dim, dimension)| {
        let axes: Vec<_> =
            dimension.axes.iter().filter(|axis| manual.contains(&axis.name)).cloned().collect();
        if dim == DYNAMIC { dim } else { dim / mesh.product(&axes) }
    });
    op.ctx.intern_type(TypeKind::RankedTensor { dims: parts.collect(), elem: *elem, encoding: *encoding })
}
