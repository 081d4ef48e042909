//! The custom forms of operations with regions.
//!
//! The text omits the arguments of a region: inside it, the names of the operands stand for them. An operation that passes one value twice has
//! two arguments of one name then, so it is printed in generic form. The two spaces before an opening brace are upstream's.

use std::collections::HashSet;

use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter, UnresolvedOperand};

/// Whether the operands from `first` on, which name the arguments of a region, are different values.
pub(crate) fn names_differ(op: OpRef<'_>, first: usize) -> bool {
    differ(op.operands().skip(first))
}

/// The same for `tfrt.parallel_for.i32`, whose block size is no argument of the region.
pub(super) fn parallel_for_names_differ(op: OpRef<'_>) -> bool {
    differ(op.operands().take(2).chain(op.operands().skip(3)))
}

fn differ(mut values: impl Iterator<Item = Value>) -> bool {
    let mut seen = HashSet::new();
    values.all(|value| seen.insert(value))
}

/// Operands with their types, as arguments of a region.
fn arguments<'s>(operands: &[UnresolvedOperand<'s>], types: &[Type]) -> Vec<Argument<'s>> {
    operands.iter().zip(types).map(|(&operand, &ty)| argument(operand, ty)).collect()
}

/// An operand that names the argument of a region.
pub(crate) fn argument(operand: UnresolvedOperand<'_>, ty: Type) -> Argument<'_> {
    Argument { operand, ty, attrs: SmallVec::new(), loc: None }
}

/// `%cond, %x, … [attributes {…}] : (T, …) -> (U, …) { … } [else { … }]`
pub(super) fn parse_if(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict_with_keyword(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    let Some((cond, rest)) = operands.split_first() else {
        let here = p.offset();
        return Err(p.error(here, "expected condition"));
    };
    p.resolve(cond, p.ctx().i1(), &mut state.operands)?;
    p.resolve_all(rest, inputs, at, &mut state.operands)?;
    state.result_types.extend(results.iter().copied());

    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments(rest, inputs))?;
    let otherwise = p.offset();
    if p.optional_keyword("else") {
        p.isolated_region(&mut body, &arguments(rest, inputs))?;
    } else if results.is_empty() {
        let region = body.add_root_region();
        let block = body.append_block(region);
        for &ty in inputs {
            body.add_block_arg(block, ty, p.loc_at(p.name_offset()));
        }
        let end =
            body.create_op(p.ctx(), OpState::new(p.ctx().ident("tfrt.return"), p.loc_at(p.name_offset())));
        body.append_op(block, end);
    } else {
        return Err(p.error(otherwise, "expected 'else' in 'tfrt.if' with result values"));
    }
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

pub(super) fn print_if(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_header(p, op, 1);
    print_body(p, op, 0, op.operands().skip(1), "  ");
    p.text(" else");
    print_body(p, op, 1, op.operands().skip(1), "  ");
}

/// `%x, … [attributes {…}] : (T, …) -> (U, …) { … }`
pub(crate) fn parse_do_async(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict_with_keyword(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    p.resolve_all(&operands, inputs, at, &mut state.operands)?;
    state.result_types.extend(results.iter().copied());
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments(&operands, inputs))?;
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

pub(crate) fn print_do_async(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_header(p, op, 0);
    print_body(p, op, 0, op.operands(), "  ");
}

/// Operands, attributes and `: (T, …) -> (U, …)` without the first operands' types.
fn print_header(p: &mut OpPrinter<'_>, op: OpRef<'_>, implied: usize) {
    if op.num_operands() > 0 {
        p.text(" ");
        p.operands(op.operands());
    }
    print_attributes(p, op);
    p.text(" : (");
    p.types(op.operand_types().skip(implied));
    p.text(") -> (");
    p.types(op.result_types());
    p.text(")");
}

fn print_attributes(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if !op.attrs().is_empty() {
        // The dictionary brings another space.
        p.text(" attributes ");
        p.attr_dict(op, &[]);
    }
}

fn print_body(
    p: &mut OpPrinter<'_>,
    op: OpRef<'_>,
    index: usize,
    names: impl Iterator<Item = Value>,
    space: &str,
) {
    let Some(region) = op.region(index) else { return };
    p.text(space);
    let names: Vec<Value> = names.collect();
    p.shadow_region_args(region, &names);
    p.region(region, false, true);
}

/// `%count[, %x, …] [attributes {…}] [: T, …] { … }`
pub(super) fn parse_repeat(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict_with_keyword(&mut state.attrs)?;
    let types = p.optional_colon_type_list()?;
    let Some((count, rest)) = operands.split_first() else {
        let here = p.offset();
        return Err(p.error(here, "expected trip count"));
    };
    p.resolve(count, p.ctx().i32(), &mut state.operands)?;
    p.resolve_all(rest, &types, at, &mut state.operands)?;
    state.result_types.extend(types.iter().copied());
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments(rest, &types))?;
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

pub(super) fn print_repeat(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    print_attributes(p, op);
    print_types(p, op.operand_types().skip(1));
    print_body(p, op, 0, op.operands().skip(1), " ");
}

fn print_types(p: &mut OpPrinter<'_>, types: impl ExactSizeIterator<Item = Type>) {
    if types.len() > 0 {
        p.text(" : ");
        p.types(types);
    }
}

/// `%start to %end fixed %block_size[, %x, …] [attributes {…}] [: T, …] { … }`
pub(super) fn parse_parallel_for(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let i32 = p.ctx().i32();
    let start = p.operand()?;
    p.keyword("to")?;
    let end = p.operand()?;
    p.keyword("fixed")?;
    let block_size = p.operand()?;
    let at = p.offset();
    let rest = if p.optional_comma() { p.operand_list(Delimiter::None)? } else { SmallVec::new() };
    p.attr_dict_with_keyword(&mut state.attrs)?;
    let types = p.optional_colon_type_list()?;
    for operand in [&start, &end, &block_size] {
        p.resolve(operand, i32, &mut state.operands)?;
    }
    p.resolve_all(&rest, &types, at, &mut state.operands)?;
    state.result_types.push(p.ctx().opaque_type("tfrt", "chain"));
    let mut args = arguments(&[start, end], &[i32, i32]);
    args.extend(arguments(&rest, &types));
    let mut body = Body::new();
    p.isolated_region(&mut body, &args)?;
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

pub(super) fn print_parallel_for(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    for (before, operand) in [" ", " to ", " fixed "].into_iter().zip(op.operands()) {
        p.text(before);
        p.operand(operand);
    }
    for operand in op.operands().skip(3) {
        p.text(", ");
        p.operand(operand);
    }
    print_attributes(p, op);
    print_types(p, op.operand_types().skip(3));
    print_body(p, op, 0, op.operands().take(2).chain(op.operands().skip(3)), " ");
}
