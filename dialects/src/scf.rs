//! The `scf` dialect: structured branches and loops, for programs that come from elsewhere.
//!
//! Nothing here runs: the pass `convert-to-tfrt` turns these operations into conditions and loops of `tfrt`.

use smallvec::SmallVec;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use tfrt_ir::verify::OpVerifier;

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("scf")
        .summary("MLIR's structured branches and loops. They are converted to conditions and loops of `tfrt`, and so run.")
        .allow_unknown_ops()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    vec![
        OpDefinition::new("scf.if")
            .summary("Runs one of two regions, as a condition says; its results are the region's.")
            .operand("condition", TypeConstraint::integer(1))
            .variadic_result("results", any())
            .region("thenRegion", RegionShape::Any)
            .region("elseRegion", RegionShape::Any)
            .traits(Traits::NO_REGION_ARGUMENTS | Traits::SINGLE_BLOCK)
            .parse_hook(parse_if)
            .print_hook(print_if)
            .verify_hook(verify_if)
            .verify_messages(&[
                "must have an else block if defining values",
                "expects region #0 to yield its results",
                "expects region #1 to yield its results",
            ]),
        OpDefinition::new("scf.for")
            .summary("Runs a region for each number of a range, each on the values that the one before gave.")
            .operand("lowerBound", any())
            .operand("upperBound", any())
            .operand("step", any())
            .variadic_operand("initArgs", any())
            .optional_attribute("unsignedCmp", AttrConstraint::unit())
            .variadic_result("results", any())
            .region("region", RegionShape::Blocks(1))
            .parse_hook(parse_for)
            .print_hook(print_for)
            .verify_hook(verify_for)
            .verify_messages(&[
                "requires bounds and step of one type",
                "requires the types of its initial values and results to be the same",
                "requires a body that takes the number and the values that it carries",
                "expects region #0 to yield its results",
            ]),
        OpDefinition::new("scf.while")
            .summary("Runs a region that says whether to go on, and another that makes the next values, in turns.")
            .variadic_operand("inits", any())
            .variadic_result("results", any())
            .region("before", RegionShape::Blocks(1))
            .region("after", RegionShape::Blocks(1))
            .parse_hook(parse_while)
            .print_hook(print_while)
            .verify_hook(verify_while)
            .verify_messages(&[WHILE_REGIONS]),
        OpDefinition::new("scf.index_switch")
            .summary("Runs the region for the case that a number is, or the first if it is none; its results are the region's.")
            .operand("arg", TypeConstraint::exactly("index", |ctx| ctx.index()))
            .attribute("cases", AttrConstraint::any())
            .variadic_result("results", any())
            .region("defaultRegion", RegionShape::Blocks(1))
            .variadic_region("caseRegions", RegionShape::Blocks(1))
            .traits(Traits::NO_REGION_ARGUMENTS)
            .parse_hook(parse_switch)
            .print_hook(print_switch)
            .verify_hook(verify_switch)
            .verify_messages(&[
                "has {} case regions but {} case values",
                "has duplicate case value: {}",
                "expects region #{} to yield its results",
            ]),
        OpDefinition::new("scf.execute_region")
            .summary("Runs a region of any number of blocks once; its results are the region's.")
            .optional_attribute("no_inline", AttrConstraint::unit())
            .variadic_result("results", any())
            .region("region", RegionShape::Any)
            .traits(Traits::NO_REGION_ARGUMENTS)
            .parse_hook(parse_execute)
            .print_hook(print_execute),
        OpDefinition::new("scf.yield")
            .summary("Ends a region; its operands are what that gives.")
            .variadic_operand("results", any())
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::RETURN_LIKE)
            .format("attr-dict ($results^ `:` type($results))?"),
        OpDefinition::new("scf.condition")
            .summary("Ends the first region of a `scf.while`: whether to go on, and the values for that or for the results.")
            .operand("condition", TypeConstraint::integer(1))
            .variadic_operand("args", any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .format("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    ]
}

const WHILE_REGIONS: &str = "requires a first region from its operands to its results, ending in scf.condition, and a second \
                             one back, ending in scf.yield";

fn named<'s>(operand: UnresolvedOperand<'s>, ty: Type) -> Argument<'s> {
    Argument { operand, ty, attrs: SmallVec::new(), loc: None }
}

/// What ends a region, and the types that it gives on.
fn end_types(op: OpRef<'_>, region: usize, name: &str, skipped: usize) -> Option<Vec<Type>> {
    let region = op.region(region)?;
    let end = region.blocks().last().and_then(|block| region.body.last_op(block))?;
    let end = OpRef { ctx: op.ctx, body: region.body, op: end };
    (end.name_str() == name).then(|| end.operand_types().skip(skipped).collect())
}

fn argument_types(op: OpRef<'_>, region: usize) -> Vec<Type> {
    let block = op.region(region).and_then(|region| Some((region.body, region.entry_block()?)));
    block.map_or_else(Vec::new, |(body, block)| {
        body.block_args(block).iter().map(|&argument| body.value_type(argument)).collect()
    })
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

fn verify_if(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let results: Vec<Type> = op.result_types().collect();
    let lacks_else = op.region(1).is_some_and(|region| region.entry_block().is_none());
    if lacks_else && !results.is_empty() {
        return Err(verifier.op_error(op, "must have an else block if defining values"));
    }
    for region in 0..if lacks_else { 1 } else { 2 } {
        if end_types(op, region, "scf.yield", 0).as_ref() != Some(&results) {
            return Err(verifier.op_error(op, format!("expects region #{region} to yield its results")));
        }
    }
    Ok(())
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
    if (word.is_empty() && p.at("(")) || (!word.is_empty() && p.optional_keyword(word)) {
        p.list(Delimiter::Paren, "", |p| {
            names.push(p.operand()?);
            p.equal()?;
            inits.push(p.operand()?);
            Ok(())
        })?;
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
        p.text(if carries { "  : " } else { " : " });
        p.ty(ty);
    }
    p.text(" ");
    p.region(region, false, carries);
    p.attr_dict(op, &["unsignedCmp"]);
}

fn verify_for(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<Type> = op.operand_types().collect();
    let results: Vec<Type> = op.result_types().collect();
    if types[1] != types[0] || types[2] != types[0] {
        return Err(verifier.op_error(op, "requires bounds and step of one type"));
    }
    if types[3..] != results {
        return Err(
            verifier.op_error(op, "requires the types of its initial values and results to be the same")
        );
    }
    let mut arguments = vec![types[0]];
    arguments.extend_from_slice(&results);
    if argument_types(op, 0) != arguments {
        return Err(
            verifier.op_error(op, "requires a body that takes the number and the values that it carries")
        );
    }
    if end_types(op, 0, "scf.yield", 0).as_ref() != Some(&results) {
        return Err(verifier.op_error(op, "expects region #0 to yield its results"));
    }
    Ok(())
}

/// `[(%x = %init, …)] : (T, …) -> (U, …) { … } do { … } [attributes {…}]`
fn parse_while(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let (names, inits, at) = parse_assignments(p, "")?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
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

fn verify_while(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let inits: Vec<Type> = op.operand_types().collect();
    let results: Vec<Type> = op.result_types().collect();
    let fits = argument_types(op, 0) == inits
        && end_types(op, 0, "scf.condition", 1).as_ref() == Some(&results)
        && argument_types(op, 1) == results
        && end_types(op, 1, "scf.yield", 0).as_ref() == Some(&inits);
    if fits {
        return Ok(());
    }
    Err(verifier.op_error(op, WHILE_REGIONS))
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

fn verify_switch(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let cases = cases(op);
    let regions = op.regions().len() - 1;
    if cases.len() != regions {
        let message = format!("has {regions} case regions but {} case values", cases.len());
        return Err(verifier.op_error(op, message));
    }
    if let Some(case) = (1..cases.len()).find(|&index| cases[..index].contains(&cases[index])) {
        return Err(verifier.op_error(op, format!("has duplicate case value: {}", cases[case])));
    }
    let results: Vec<Type> = op.result_types().collect();
    for region in 0..=regions {
        if end_types(op, region, "scf.yield", 0).as_ref() != Some(&results) {
            return Err(verifier.op_error(op, format!("expects region #{region} to yield its results")));
        }
    }
    Ok(())
}

/// `[-> (T, …)] { … }`
fn parse_execute(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    if p.optional_keyword("no_inline") {
        state.attrs.push((ctx.ident("no_inline"), ctx.unit()));
    }
    state.result_types.extend(p.optional_arrow_type_list()?);
    let region = p.inline_region(&[])?;
    p.end_inline_region(region, "scf.yield");
    state.regions = OpRegions::Inline([region].into_iter().collect());
    p.attr_dict(&mut state.attrs)
}

fn print_execute(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if op.attr("no_inline").is_some() {
        p.text(" no_inline");
    }
    if op.num_results() > 0 {
        p.text(" -> ");
        p.result_types(op.result_types());
    }
    p.text(" ");
    if let Some(region) = op.region(0) {
        p.region(region, false, true);
    }
    p.attr_dict(op, &["no_inline"]);
}
