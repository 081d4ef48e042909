//! The `scf` dialect: structured branches and loops, for programs of other producers.
//!
//! These operations do not run: the pass `convert-to-tfrt` converts them to conditions and loops of `tfrt`.

mod loop_patterns;
mod parallel;
mod patterns;
mod successors;
mod verify;

use smallvec::SmallVec;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::effects;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Argument, OpParser, OpPrinter, UnresolvedOperand};

use crate::constraints::signless_integer_or_index;

pub use parallel::ParallelOperands;

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("scf")
        .summary("MLIR's structured branches and loops. They are converted to conditions and loops of `tfrt`, and so run.")
        .allow_unknown_ops()
        .materialize_hook(crate::arith::materialize)
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    let mut ops = vec![
        OpDefinition::new("scf.if")
            .summary("Runs one of two regions, as a condition says; its results are the region's.")
            .operand("condition", TypeConstraint::integer(1))
            .variadic_result("results", any())
            .region("thenRegion", RegionShape::Blocks(1))
            .region("elseRegion", RegionShape::Any)
            .traits(Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS)
            .speculation_hook(effects::has_speculatable_regions)
            .patterns(patterns::IF)
            .parse_hook(parse_if)
            .print_hook(print_if)
            .verify_hook(verify::branch)
            .verify_messages(&verify::BRANCH_MESSAGES),
        OpDefinition::new("scf.for")
            .summary("Runs a region for each number of a range, each on the values that the one before gave.")
            .operand("lowerBound", signless_integer_or_index())
            .operand("upperBound", signless_integer_or_index())
            .operand("step", signless_integer_or_index())
            .variadic_operand("initArgs", any())
            .optional_attribute("unsignedCmp", AttrConstraint::unit())
            .variadic_result("results", any())
            .region("region", RegionShape::Blocks(1))
            .traits(Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS)
            .speculation_hook(loop_patterns::ends_surely)
            .patterns(loop_patterns::FOR)
            .parse_hook(parse_for)
            .print_hook(print_for)
            .verify_hook(verify::count)
            .verify_messages(&verify::COUNT_EDGE_MESSAGES),
        OpDefinition::new("scf.while")
            .summary("Runs a region that says whether to go on, and another that makes the next values, in turns.")
            .variadic_operand("inits", any())
            .variadic_result("results", any())
            .region("before", RegionShape::Blocks(1))
            .region("after", RegionShape::Blocks(1))
            .traits(Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS)
            .patterns(loop_patterns::WHILE)
            .parse_hook(parse_while)
            .print_hook(print_while)
            .verify_hook(verify::repeat)
            .verify_messages(&verify::REPEAT_MESSAGES),
        OpDefinition::new("scf.index_switch")
            .summary("Runs the region for the case that a number is, or the first if it is none; its results are the region's.")
            .operand("arg", TypeConstraint::exactly("index", |ctx| ctx.index()))
            .attribute("cases", AttrConstraint::any())
            .variadic_result("results", any())
            .region("defaultRegion", RegionShape::Blocks(1))
            .variadic_region("caseRegions", RegionShape::Blocks(1))
            .traits(Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS)
            .patterns(patterns::SWITCH)
            .parse_hook(parse_switch)
            .print_hook(print_switch)
            .verify_hook(verify::switch)
            .verify_messages(&verify::SWITCH_MESSAGES),
        OpDefinition::new("scf.execute_region")
            .summary("Runs a region of any number of blocks once; its results are the region's.")
            .optional_attribute("no_inline", AttrConstraint::unit())
            .variadic_result("results", any())
            .region("region", RegionShape::Any)
            .traits(Traits::RECURSIVE_EFFECTS)
            .patterns(patterns::EXECUTE)
            .parse_hook(parse_execute)
            .print_hook(print_execute)
            .verify_hook(verify::execute)
            .verify_messages(&verify::EXECUTE_MESSAGES),
        OpDefinition::new("scf.yield")
            .summary("Ends a region; its operands are what that gives.")
            .variadic_operand("results", any())
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::RETURN_LIKE)
            .verify_hook(verify::end)
            .verify_messages(&verify::YIELD_MESSAGES)
            .format("attr-dict ($results^ `:` type($results))?"),
        OpDefinition::new("scf.condition")
            .summary("Ends the first region of a `scf.while`: whether to go on, and the values for that or for the results.")
            .operand("condition", TypeConstraint::integer(1))
            .variadic_operand("args", any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .verify_hook(verify::condition)
            .verify_messages(&verify::CONDITION_MESSAGES)
            .format("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    ];
    ops.extend(parallel::ops());
    ops
}

fn named<'s>(operand: UnresolvedOperand<'s>, ty: Type) -> Argument<'s> {
    Argument { operand, ty, attrs: SmallVec::new(), loc: None }
}

/// `%c [-> (T, …)] { … } [else { … }]`
fn parse_if(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let condition = p.operand()?;
    p.resolve(&condition, p.ctx().i1(), &mut state.operands)?;
    state.result_types.extend(p.optional_arrow_type_list()?);
    let first = p.inline_region(&[])?;
    p.end_inline_region(first, "scf.yield");
    let second = if p.optional_keyword("else") {
        let region = p.inline_region(&[])?;
        p.end_inline_region(region, "scf.yield");
        region
    } else {
        p.empty_region()
    };
    state.regions = OpRegions::Inline([first, second].into_iter().collect());
    p.attr_dict(&mut state.attrs)
}

fn print_if(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    let gives = op.num_results() > 0;
    if gives {
        p.text(" -> (");
        p.types(op.result_types());
        p.text(")");
    }
    for (index, region) in op.regions().enumerate() {
        if index == 0 || region.entry_block().is_some() {
            p.text(if index == 0 { " " } else { " else " });
            p.region(region, false, gives);
        }
    }
    p.attr_dict(op, &[]);
}

/// `[unsigned] %i = %lb to %ub step %s [iter_args(%x = %init, …) -> (T, …)] [: T] { … }`
fn parse_for(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    if p.optional_keyword("unsigned") {
        state.attrs.push((ctx.ident("unsignedCmp"), ctx.unit()));
    }
    let variable = p.operand()?;
    p.equal()?;
    let lower = p.operand()?;
    p.keyword("to")?;
    let upper = p.operand()?;
    p.keyword("step")?;
    let step = p.operand()?;
    let (names, inits, at) = parse_assignments(p, "iter_args")?;
    let types = if inits.is_empty() { SmallVec::new() } else { p.arrow_type_list()? };
    if types.len() != inits.len() {
        let at = p.name_offset();
        return Err(p.error(at, "mismatch in number of loop-carried values and defined values"));
    }
    let ty = if p.optional_colon() { p.ty()? } else { ctx.index() };
    for operand in [&lower, &upper, &step] {
        p.resolve(operand, ty, &mut state.operands)?;
    }
    p.resolve_all(&inits, &types, at, &mut state.operands)?;
    let mut arguments = vec![named(variable, ty)];
    arguments.extend(names.into_iter().zip(&types).map(|(name, &ty)| named(name, ty)));
    let region = p.inline_region(&arguments)?;
    p.end_inline_region(region, "scf.yield");
    state.result_types.extend(types);
    state.regions = OpRegions::Inline([region].into_iter().collect());
    p.attr_dict(&mut state.attrs)
}

type Assignments<'s> = (Vec<UnresolvedOperand<'s>>, Vec<UnresolvedOperand<'s>>, usize);

/// `word(%x = %init, …)`, if it is there; without a word, the parentheses.
fn parse_assignments<'s>(p: &mut OpParser<'_, 's>, word: &str) -> Result<Assignments<'s>, Failed> {
    let at = p.offset();
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    let has_word = !word.is_empty() && p.optional_keyword(word);
    if has_word && !p.at("(") {
        return Err(p.error(p.offset(), "expected '('"));
    }
    if has_word || word.is_empty() && p.at("(") {
        p.l_paren()?;
        let mut more = !p.optional_r_paren();
        while more {
            names.push(p.operand()?);
            p.equal()?;
            inits.push(p.operand()?);
            more = p.optional_comma();
            if !more && !p.optional_r_paren() {
                return Err(p.wrong_token("expected ',' or ')'"));
            }
        }
    }
    Ok((names, inits, at))
}

fn print_assignments(p: &mut OpPrinter<'_>, op: OpRef<'_>, region: usize, skipped: (usize, usize)) {
    let Some(region) = op.region(region) else { return };
    let Some(entry) = region.entry_block() else { return };
    let arguments = region.body.block_args(entry).iter().skip(skipped.0);
    p.text("(");
    for (index, (&argument, init)) in arguments.zip(op.operands().skip(skipped.1)).enumerate() {
        if index > 0 {
            p.text(", ");
        }
        p.operand(argument);
        p.text(" = ");
        p.operand(init);
    }
    p.text(")");
}

fn print_for(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let Some(region) = op.region(0) else { return };
    if op.attr("unsignedCmp").is_some() {
        p.text(" unsigned");
    }
    let variable = region.entry_block().and_then(|block| region.body.block_args(block).first());
    let mut operands = op.operands();
    for (before, value) in [" ", " = ", " to ", " step "]
        .into_iter()
        .zip(variable.copied().into_iter().chain(operands.by_ref().take(3)))
    {
        p.text(before);
        p.operand(value);
    }
    let carries = op.num_results() > 0;
    if carries {
        p.text(" iter_args");
        print_assignments(p, op, 0, (1, 3));
        p.text(" -> (");
        p.types(op.result_types());
        p.text(")");
    }
    if let Some(ty) = op.operand_types().next().filter(|&ty| ty != op.ctx.index()) {
        // The second space is upstream's.
        p.text("  : ");
        p.ty(ty);
    }
    p.text(" ");
    p.region(region, false, carries);
    p.attr_dict(op, &["unsignedCmp"]);
}

/// `[(%x = %init, …)] : (T, …) -> (U, …) { … } do { … } [attributes {…}]`
fn parse_while(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let (names, inits, at) = parse_assignments(p, "")?;
    p.colon()?;
    let type_at = p.offset();
    let (inputs, results) = p.function_type()?;
    if inputs.len() != inits.len() {
        let message = format!(
            "expected as many input types as operands (expected {} got {})",
            inits.len(),
            inputs.len()
        );
        return Err(p.error(type_at, message));
    }
    p.resolve_all(&inits, inputs, at, &mut state.operands)?;
    let arguments: Vec<Argument<'_>> =
        names.into_iter().zip(inputs).map(|(name, &ty)| named(name, ty)).collect();
    let before = p.inline_region(&arguments)?;
    p.keyword("do")?;
    let after = p.inline_region(&[])?;
    p.end_inline_region(after, "scf.yield");
    state.result_types.extend_from_slice(results);
    state.regions = OpRegions::Inline([before, after].into_iter().collect());
    p.attr_dict_with_keyword(&mut state.attrs)
}

fn print_while(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if op.num_operands() > 0 {
        p.text(" ");
        print_assignments(p, op, 0, (0, 0));
    }
    p.text(" : ");
    p.functional_type(op);
    for (index, region) in op.regions().enumerate() {
        p.text(if index == 0 { " " } else { " do " });
        p.region(region, index == 1, true);
    }
    p.attr_dict_with_keyword(op, &[]);
}

/// The numbers of the cases of a `scf.index_switch`, in the order of its regions behind the first.
pub fn cases(op: OpRef<'_>) -> Vec<i64> {
    match op.attr("cases").map(|cases| op.ctx.attr_kind(cases)) {
        Some(AttrKind::DenseArray { elem, data }) if *elem == op.ctx.i64() => {
            data.as_chunks().0.iter().map(|case| i64::from_le_bytes(*case)).collect()
        }
        _ => Vec::new(),
    }
}

/// `%i attr-dict [-> T, …] case 1 { … } … default { … }`
fn parse_switch(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let index = p.operand()?;
    p.resolve(&index, ctx.index(), &mut state.operands)?;
    p.attr_dict(&mut state.attrs)?;
    if p.optional_punctuation("->") {
        state.result_types.extend(p.type_list()?);
    }
    let (mut cases, mut regions) = (Vec::new(), SmallVec::new());
    while p.optional_keyword("case") {
        cases.extend_from_slice(&p.integer()?.to_le_bytes());
        regions.push(p.inline_region(&[])?);
    }
    p.keyword("default")?;
    regions.insert(0, p.inline_region(&[])?);
    for &region in &regions {
        p.end_inline_region(region, "scf.yield");
    }
    let cases = ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i64(), data: cases.into() });
    state.attrs.push((ctx.ident("cases"), cases));
    state.regions = OpRegions::Inline(regions);
    Ok(())
}

fn print_switch(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.attr_dict(op, &["cases"]);
    if op.num_results() > 0 {
        p.text(" -> ");
        p.types(op.result_types());
    }
    // The space at the end of the line is upstream's.
    p.text(" ");
    let labels = cases(op).into_iter().map(|case| format!("case {case} "));
    for (label, region) in labels.zip(op.regions().skip(1)) {
        p.newline();
        p.text(&label);
        // Upstream shows the end of each case, though not that of the default.
        p.region(region, false, true);
    }
    if let Some(region) = op.region(0) {
        p.newline();
        p.text("default ");
        p.region(region, false, op.num_results() > 0);
    }
}

/// `[-> (T, …)] [no_inline] { … }`
fn parse_execute(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    state.result_types.extend(p.optional_arrow_type_list()?);
    if p.optional_keyword("no_inline") {
        state.attrs.push((ctx.ident("no_inline"), ctx.unit()));
    }
    let region = p.inline_region(&[])?;
    state.regions = OpRegions::Inline([region].into_iter().collect());
    p.attr_dict(&mut state.attrs)
}

fn print_execute(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if op.num_results() > 0 {
        p.text(" -> ");
        p.result_types(op.result_types());
    }
    if op.attr("no_inline").is_some() {
        p.text(" no_inline");
    }
    p.text(" ");
    if let Some(region) = op.region(0) {
        p.region(region, false, true);
    }
    p.attr_dict(op, &["no_inline"]);
}
