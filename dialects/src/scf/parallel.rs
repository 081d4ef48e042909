//! Parallel loops: `scf.parallel`, whose iterations may run in any order, and `scf.reduce`, which ends an iteration and joins what
//! iterations give.
//!
//! Operands of a loop are four groups: lower bounds, upper bounds and steps, one for each dimension, then the initial values of the
//! reductions, one for each result. Each region of `scf.reduce` joins two values of a reduction to one.

use smallvec::SmallVec;
use tfrt_ir::body::{OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{
    AttrConstraint, CanonicalizeHook, OpDefinition, RegionShape, Traits, TypeConstraint, constant_value,
};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use tfrt_ir::verify::OpVerifier;

use super::loop_patterns::trips;
use super::named;
use super::patterns::block_of;
use super::verify::{LOOP_END_NOTE, argument_types, last};

const SEGMENTS: &str = "operandSegmentSizes";

/// The messages of [`verify_parallel`].
const PARALLEL_MESSAGES: [&str; 7] = [
    "needs at least one tuple element for lowerBound, upperBound and step",
    "constant step operand must be positive",
    "expects the same number of induction variables: {} as bound and step values: {}",
    "expects arguments for the induction variable to be of index type",
    "expects body to terminate with 'scf.reduce'",
    "expects number of results: {} to be the same as number of reductions: {}",
    "expects number of results: {} to be the same as number of initial values: {}",
];

/// The messages of [`verify_reduce`].
const REDUCE_MESSAGES: [&str; 5] = [
    "expects parent op 'scf.parallel'",
    "expects type of {}-th reduction operand: {} to be the same as the {}-th result type: {}",
    "expects number of reduction regions: {} to be the same as number of reduction operands: {}",
    "expected two block arguments with type {} in the {}-th reduction region",
    "reduction bodies must be terminated with an 'scf.reduce.return' op",
];

/// The messages of [`verify_return`].
const RETURN_MESSAGES: [&str; 2] =
    ["expects parent op 'scf.reduce'", "must have type {} (the type of the reduction inputs)"];

/// The operations.
pub(super) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    let index = || TypeConstraint::exactly("index", |ctx| ctx.index());
    vec![
        OpDefinition::new("scf.parallel")
            .summary("Runs a region for each point of a grid, in any order; its results join what the iterations give.")
            .variadic_operand("lowerBound", index())
            .variadic_operand("upperBound", index())
            .variadic_operand("step", index())
            .variadic_operand("initVals", any())
            .attribute(SEGMENTS, AttrConstraint::any())
            .variadic_result("results", any())
            .region("region", RegionShape::Blocks(1))
            .traits(Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS | Traits::ATTR_SIZED_OPERANDS)
            .patterns(PARALLEL)
            .parse_hook(parse_parallel)
            .print_hook(print_parallel)
            .verify_hook(verify_parallel)
            .verify_messages(&PARALLEL_MESSAGES),
        OpDefinition::new("scf.reduce")
            .summary("Ends the region of a `scf.parallel`; each of its own regions joins two values of a reduction.")
            .variadic_operand("operands", any())
            .variadic_region("reductions", RegionShape::Blocks(1))
            .traits(Traits::TERMINATOR | Traits::RECURSIVE_EFFECTS)
            .parse_hook(parse_reduce)
            .print_hook(print_reduce)
            .verify_hook(verify_reduce)
            .verify_messages(&REDUCE_MESSAGES),
        OpDefinition::new("scf.reduce.return")
            .summary("Ends a region of a `scf.reduce` with the joined value.")
            .operand("result", any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .verify_hook(verify_return)
            .verify_messages(&RETURN_MESSAGES)
            .format("$result attr-dict `:` type($result)"),
    ]
}

/// The operands of a `scf.parallel`, group by group.
#[derive(Clone, Debug, Default)]
pub struct ParallelOperands {
    /// The first number of each dimension.
    pub lower: Vec<Value>,
    /// The number at which each dimension ends.
    pub upper: Vec<Value>,
    /// The distance between numbers of each dimension.
    pub step: Vec<Value>,
    /// The initial values of the reductions.
    pub inits: Vec<Value>,
}

impl ParallelOperands {
    /// The operands of a loop. Groups are empty where their sizes are wrong, which the verifier excludes.
    #[must_use]
    pub fn of(op: OpRef<'_>) -> ParallelOperands {
        let sizes = op.group_sizes(SEGMENTS).unwrap_or_default();
        let mut operands = op.operands();
        let mut group = |index: usize| -> Vec<Value> {
            operands.by_ref().take(sizes.get(index).copied().unwrap_or_default()).collect()
        };
        ParallelOperands { lower: group(0), upper: group(1), step: group(2), inits: group(3) }
    }

    fn all(&self) -> Vec<Value> {
        [&self.lower, &self.upper, &self.step, &self.inits].into_iter().flatten().copied().collect()
    }

    fn sizes(&self) -> [usize; 4] {
        [self.lower.len(), self.upper.len(), self.step.len(), self.inits.len()]
    }

    /// A loop with these operands, whose region has no blocks.
    fn state(&self, rewriter: &mut Rewriter<'_>, op: Op, results: &[Type]) -> OpState {
        let view = rewriter.op(op);
        let (name, loc) = (view.name(), view.loc());
        let ctx = rewriter.ctx();
        let region = rewriter.body_mut().create_region();
        let mut state = OpState::new(name, loc).operands(&self.all()).results(results);
        state.attrs.push((ctx.ident(SEGMENTS), crate::cf::segments(ctx, &self.sizes())));
        state.regions = OpRegions::Inline([region].into_iter().collect());
        state
    }
}

type Operands<'s> = SmallVec<[UnresolvedOperand<'s>; 4]>;

/// `(%a, %b)`, as many as there are dimensions.
fn parse_tuple<'s>(p: &mut OpParser<'_, 's>, count: usize) -> Result<Operands<'s>, Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::Paren)?;
    if operands.len() != count {
        return Err(p.error(at, format!("expected {count} operands")));
    }
    Ok(operands)
}

/// `(%i, …) = (…) to (…) step (…) [init (…)] [-> (T, …)] { … } attr-dict`
fn parse_parallel(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let variables = p.operand_list(Delimiter::Paren)?;
    let count = variables.len();
    p.equal()?;
    let lower = parse_tuple(p, count)?;
    p.keyword("to")?;
    let upper = parse_tuple(p, count)?;
    p.keyword("step")?;
    let step = parse_tuple(p, count)?;
    let inits = if p.optional_keyword("init") { p.operand_list(Delimiter::Paren)? } else { Operands::new() };
    let results = p.optional_arrow_type_list()?;
    let arguments: Vec<Argument<'_>> =
        variables.into_iter().map(|variable| named(variable, ctx.index())).collect();
    let region = p.inline_region(&arguments)?;
    p.end_inline_region(region, "scf.reduce");
    p.attr_dict(&mut state.attrs)?;
    for operand in lower.iter().chain(&upper).chain(&step) {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    let at = p.name_offset();
    p.resolve_all(&inits, &results, at, &mut state.operands)?;
    let sizes = [lower.len(), upper.len(), step.len(), inits.len()];
    state.attrs.push((ctx.ident(SEGMENTS), crate::cf::segments(ctx, &sizes)));
    state.result_types.extend(results);
    state.regions = OpRegions::Inline([region].into_iter().collect());
    Ok(())
}

fn print_parallel(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let Some(region) = op.region(0) else { return };
    let operands = ParallelOperands::of(op);
    let variables =
        region.entry_block().map_or_else(Vec::new, |block| region.body.block_args(block).to_vec());
    let groups = [variables, operands.lower, operands.upper, operands.step, operands.inits];
    for (before, group) in [" (", ") = (", ") to (", ") step (", ") init ("].into_iter().zip(groups) {
        if before != ") init (" || !group.is_empty() {
            p.text(before);
            p.operands(group);
        }
    }
    p.text(")");
    if op.num_results() > 0 {
        p.text(" -> ");
        p.result_types(op.result_types());
    }
    p.text(" ");
    p.region(region, false, true);
    p.attr_dict(op, &[SEGMENTS]);
}

/// `[(%v, … : T, …)] [{ … }, …] attr-dict`
fn parse_reduce(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    if p.optional_l_paren() {
        let at = p.offset();
        let operands = p.operand_list(Delimiter::None)?;
        let types = p.colon_type_list()?;
        p.r_paren()?;
        p.resolve_all(&operands, &types, at, &mut state.operands)?;
    }
    let mut regions = SmallVec::new();
    if p.at("{") {
        regions.push(p.inline_region(&[])?);
        while p.optional_comma() {
            regions.push(p.inline_region(&[])?);
        }
    }
    if !regions.is_empty() {
        state.regions = OpRegions::Inline(regions);
    }
    p.attr_dict(&mut state.attrs)
}

fn print_reduce(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if op.num_operands() > 0 {
        p.text("(");
        p.operands(op.operands());
        p.text(" : ");
        p.types(op.operand_types());
        p.text(")");
    }
    // Upstream writes the space without regions, too.
    p.text(" ");
    for (index, region) in op.regions().enumerate() {
        if index > 0 {
            p.text(", ");
        }
        p.region(region, true, true);
    }
    p.attr_dict(op, &[]);
}

fn known(op: OpRef<'_>, value: Value) -> Option<i64> {
    op.ctx.attr_as_i64(constant_value(op.ctx, op.body, value)?)
}

fn verify_parallel(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let operands = ParallelOperands::of(op);
    if operands.step.is_empty() {
        return Err(verifier.op_error(op, PARALLEL_MESSAGES[0]));
    }
    if operands.step.iter().any(|&step| known(op, step).is_some_and(|step| step <= 0)) {
        return Err(verifier.op_error(op, PARALLEL_MESSAGES[1]));
    }
    let variables = argument_types(op, 0);
    if variables.len() != operands.step.len() {
        let message = format!(
            "expects the same number of induction variables: {} as bound and step values: {}",
            variables.len(),
            operands.step.len()
        );
        return Err(verifier.op_error(op, message));
    }
    if variables.iter().any(|&ty| ty != op.ctx.index()) {
        return Err(verifier.op_error(op, PARALLEL_MESSAGES[3]));
    }
    let end = last(op, 0);
    let Some(end) = end.filter(|end| end.name_str() == "scf.reduce") else {
        let note = end.map(|end| (end.loc(), LOOP_END_NOTE.to_owned()));
        return Err(verifier.op_error_with_notes(op, PARALLEL_MESSAGES[4], note));
    };
    let results: Vec<Type> = op.result_types().collect();
    let counts = [("reductions", end.regions().len()), ("initial values", operands.inits.len())];
    for (what, count) in counts {
        if results.len() != count {
            let message = format!(
                "expects number of results: {} to be the same as number of {what}: {count}",
                results.len()
            );
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}

/// Whether an operation stands where it may, in an operation of this name.
fn has_parent(verifier: &OpVerifier<'_>, op: OpRef<'_>, name: &str) -> bool {
    verifier.parent(op).is_none_or(|parent| parent.name_str() == name)
}

fn verify_reduce(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if !has_parent(verifier, op, "scf.parallel") {
        return Err(verifier.op_error(op, REDUCE_MESSAGES[0]));
    }
    let wanted: Vec<Type> =
        verifier.parent(op).map(|parent| parent.result_types().collect()).unwrap_or_default();
    if let Some(at) = op.operand_types().zip(&wanted).position(|(given, &wanted)| given != wanted) {
        let given = verifier.quoted(op.ctx, op.value_type(op.operand(at)));
        let wanted = verifier.quoted(op.ctx, wanted[at]);
        let message = format!(
            "expects type of {at}-th reduction operand: {given} to be the same as the {at}-th result type: {wanted}"
        );
        return Err(verifier.op_error(op, message));
    }
    let regions = op.regions().len();
    if regions != op.num_operands() {
        let message = format!(
            "expects number of reduction regions: {regions} to be the same as number of reduction operands: {}",
            op.num_operands()
        );
        return Err(verifier.op_error(op, message));
    }
    for (index, ty) in op.operand_types().enumerate() {
        // The verifier complains about a block without operations elsewhere.
        let Some(end) = last(op, index) else { continue };
        if argument_types(op, index) != [ty, ty] {
            let ty = verifier.quoted(op.ctx, ty);
            let message =
                format!("expected two block arguments with type {ty} in the {index}-th reduction region");
            return Err(verifier.op_error(op, message));
        }
        let is_terminator = end.definition().is_none_or(|definition| definition.has(Traits::TERMINATOR));
        if is_terminator && end.name_str() != "scf.reduce.return" {
            return Err(verifier.op_error(op, REDUCE_MESSAGES[4]));
        }
    }
    Ok(())
}

fn verify_return(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if !has_parent(verifier, op, "scf.reduce") {
        return Err(verifier.op_error(op, RETURN_MESSAGES[0]));
    }
    let argument = op.body.block_of(op.op).and_then(|block| op.body.block_args(block).first().copied());
    match argument.map(|argument| op.value_type(argument)) {
        Some(ty) if ty != op.value_type(op.operand(0)) => {
            let ty = verifier.quoted(op.ctx, ty);
            Err(verifier.op_error(op, format!("must have type {ty} (the type of the reduction inputs)")))
        }
        _ => Ok(()),
    }
}

const PARALLEL: &[CanonicalizeHook] = &[drop_single_dimensions, merge_nested];

/// A loop that runs never becomes its initial values. Dimensions of one iteration go; a loop without others becomes its body.
fn drop_single_dimensions(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(block) = block_of(view, 0) else { return false };
    let operands = ParallelOperands::of(view);
    let dimensions = operands.lower.iter().zip(&operands.upper).zip(&operands.step);
    let counts: Vec<Option<u64>> =
        dimensions.map(|((&lower, &upper), &step)| trips(view, lower, upper, step, false)).collect();
    if counts.contains(&Some(0)) {
        rewriter.replace_op(op, &operands.inits);
        return true;
    }
    if !counts.contains(&Some(1)) {
        return false;
    }
    if counts.iter().all(|&count| count == Some(1)) {
        inline(rewriter, op, block, &operands);
        return true;
    }
    let results: Vec<Type> = view.result_types().collect();
    let region = view.body.inline_regions(op)[0];
    let kept = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(&counts).filter(|(_, count)| **count != Some(1)).map(|(&value, _)| value).collect()
    };
    let fewer = ParallelOperands {
        lower: kept(&operands.lower),
        upper: kept(&operands.upper),
        step: kept(&operands.step),
        inits: operands.inits.clone(),
    };
    let state = fewer.state(rewriter, op, &results);
    let new = rewriter.create(InsertionPoint::Before(op), state);
    for index in (0..counts.len()).rev().filter(|&index| counts[index] == Some(1)) {
        let variable = rewriter.body().block_args(block)[index];
        rewriter.replace_all_uses(variable, operands.lower[index]);
        rewriter.body_mut().erase_block_arg(block, index);
    }
    let target = rewriter.body().inline_regions(new)[0];
    rewriter.body_mut().move_blocks(region, target);
    let values: Vec<Value> = rewriter.body().results(new).collect();
    rewriter.replace_op(op, &values);
    true
}

/// Replaces a loop of one iteration by what that does.
fn inline(rewriter: &mut Rewriter<'_>, op: Op, block: Block, operands: &ParallelOperands) {
    let Some(end) = rewriter.body().last_op(block) else { return };
    rewriter.inline_block_before(block, op, &operands.lower);
    let given: Vec<Value> = rewriter.body().operands(end).collect();
    let mut results = Vec::with_capacity(given.len());
    for (index, value) in given.into_iter().enumerate() {
        let join = block_of(rewriter.op(end), index);
        let joined = join.and_then(|join| Some((join, rewriter.body().last_op(join)?)));
        let Some((join, last)) = joined else { return };
        rewriter.inline_block_before(join, op, &[operands.inits[index], value]);
        results.push(rewriter.body().operand(last, 0));
        rewriter.erase_op(last);
    }
    rewriter.replace_op(op, &results);
    rewriter.erase_op(end);
}

/// A loop that does nothing but run another one, whose bounds do not depend on it, becomes one with it.
fn merge_nested(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(block) = block_of(view, 0) else { return false };
    let (Some(first), Some(end)) = (view.body.first_op(block), view.body.last_op(block)) else {
        return false;
    };
    let inner = view.at(first);
    if inner.name_str() != "scf.parallel" || view.body.next_op(first) != Some(end) {
        return false;
    }
    let (outer, within) = (ParallelOperands::of(view), ParallelOperands::of(inner));
    let variables = view.body.block_args(block).to_vec();
    let depends = inner.operands().any(|operand| variables.contains(&operand));
    let Some(inner_block) = block_of(inner, 0).filter(|_| !depends) else { return false };
    if !outer.inits.is_empty() || !within.inits.is_empty() {
        return false;
    }
    let inner_region = view.body.inline_regions(first)[0];
    let join = |one: &[Value], other: &[Value]| [one, other].concat();
    let both = ParallelOperands {
        lower: join(&outer.lower, &within.lower),
        upper: join(&outer.upper, &within.upper),
        step: join(&outer.step, &within.step),
        inits: Vec::new(),
    };
    let state = both.state(rewriter, op, &[]);
    let new = rewriter.create(InsertionPoint::Before(op), state);
    let target = rewriter.body().inline_regions(new)[0];
    rewriter.body_mut().move_blocks(inner_region, target);
    let inner_variables = rewriter.body().block_args(inner_block).to_vec();
    let index = rewriter.ctx().index();
    // Outer variables come first: all are added anew behind the inner ones, which then go.
    for &variable in variables.iter().chain(&inner_variables) {
        let loc = rewriter.body().value_loc(variable);
        let value = rewriter.body_mut().add_block_arg(inner_block, index, loc);
        rewriter.replace_all_uses(variable, value);
    }
    for at in (0..inner_variables.len()).rev() {
        rewriter.body_mut().erase_block_arg(inner_block, at);
    }
    rewriter.replace_op(op, &[]);
    true
}
