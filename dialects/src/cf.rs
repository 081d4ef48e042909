//! The `cf` dialect: branches between the blocks of a function, for programs of other producers.
//!
//! These operations do not run: the pass `convert-to-tfrt` converts branches to calls, conditions and loops
//! of `tfrt`.

pub(crate) mod patterns;

pub use patterns::{switch, taken_successor};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, type_to_string};
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("cf")
        .summary("MLIR's branches. They are converted to calls, conditions and loops of `tfrt`, and so run.")
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    vec![
        OpDefinition::new("cf.br")
            .summary("Goes on in another block.")
            .variadic_operand("destOperands", any())
            .successor("dest")
            .traits(Traits::PURE | Traits::TERMINATOR)
            .patterns(patterns::BRANCH)
            .parse_hook(parse_br)
            .print_hook(print_br)
            .verify_hook(verify_successors)
            .verify_messages(&[OPERAND_COUNT, OPERAND_TYPE]),
        OpDefinition::new("cf.cond_br")
            .summary("Goes on in one of two blocks, as a condition says.")
            .operand("condition", TypeConstraint::integer(1))
            .variadic_operand("trueDestOperands", any())
            .variadic_operand("falseDestOperands", any())
            .optional_attribute("branch_weights", AttrConstraint::any())
            .attribute("operandSegmentSizes", AttrConstraint::any())
            .successor("trueDest")
            .successor("falseDest")
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::ATTR_SIZED_OPERANDS)
            .patterns(patterns::CONDITIONAL)
            .parse_hook(parse_cond_br)
            .print_hook(print_cond_br)
            .verify_hook(verify_successors)
            .verify_messages(&[OPERAND_COUNT, OPERAND_TYPE]),
        OpDefinition::new("cf.switch")
            .summary("Goes on in the block that an integer selects, or in the first if it selects none.")
            .operand(
                "flag",
                TypeConstraint::new("integer", |ctx, ty| {
                    matches!(ctx.type_kind(ty), TypeKind::Integer { .. })
                }),
            )
            .variadic_operand("defaultOperands", any())
            .variadic_operand("caseOperands", any())
            .optional_attribute("case_values", AttrConstraint::elements())
            .attribute("case_operand_segments", AttrConstraint::any())
            .attribute("operandSegmentSizes", AttrConstraint::any())
            .successor("defaultDestination")
            .variadic_successor("caseDestinations")
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::ATTR_SIZED_OPERANDS)
            .patterns(patterns::SWITCH)
            .parse_hook(parse_switch)
            .print_hook(print_switch)
            .verify_hook(verify_switch)
            .verify_messages(&[
                "has operands that its attributes do not divide among its successors",
                OPERAND_COUNT,
                OPERAND_TYPE,
                "'flag' type ({}) should match case value type ({})",
                "number of case values ({}) should match number of case destinations ({})",
            ]),
        OpDefinition::new("cf.assert")
            .summary("Ends the program with a message unless a condition holds.")
            .operand("arg", TypeConstraint::integer(1))
            .attribute("msg", AttrConstraint::string())
            .patterns(patterns::ASSERT)
            .format("$arg `,` $msg attr-dict"),
    ]
}

/// For each successor of a terminator of this dialect, the operands that it passes on; `None` if its attributes do not fit.
pub fn successor_operands(op: OpRef<'_>) -> Option<Vec<Vec<Value>>> {
    let operands: Vec<Value> = op.operands().collect();
    let sizes: Vec<usize> = match op.name_str() {
        "cf.br" => vec![operands.len()],
        "cf.cond_br" => op.group_sizes("operandSegmentSizes")?.get(1..)?.to_vec(),
        "cf.switch" => {
            let groups = op.group_sizes("operandSegmentSizes")?;
            let mut sizes = vec![*groups.get(1)?];
            sizes.extend(op.group_sizes("case_operand_segments")?);
            sizes
        }
        _ => return None,
    };
    let mut at = operands.len().checked_sub(sizes.iter().sum())?;
    let mut groups = Vec::with_capacity(sizes.len());
    for size in sizes {
        groups.push(operands[at..at + size].to_vec());
        at += size;
    }
    (groups.len() == op.body.successors(op.op).len()).then_some(groups)
}

/// Sets the operands that a terminator of this dialect passes on to each of its successors.
///
/// # Panics
/// If there are not as many lists as successors.
pub fn set_successor_operands(ctx: &Context, body: &mut Body, op: Op, groups: &[Vec<Value>]) {
    assert_eq!(groups.len(), body.successors(op).len(), "each successor has its operands");
    let view = OpRef { ctx, body, op };
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let attrs = successor_sizes(view, &sizes);
    let selects = usize::from(view.name_str() != "cf.br");
    let operands: Vec<Value> =
        view.operands().take(selects).chain(groups.iter().flatten().copied()).collect();
    for (name, attr) in attrs {
        body.set_attr(ctx, op, name, attr);
    }
    body.set_operands(op, &operands);
}

/// The attributes that say how many operands each successor of a terminator of this dialect gets.
fn successor_sizes(op: OpRef<'_>, sizes: &[usize]) -> Vec<NamedAttr> {
    let attr = |name: &str, sizes: &[usize]| (op.ctx.ident(name), segments(op.ctx, sizes));
    match (op.name_str(), sizes) {
        ("cf.cond_br", &[yes, no]) => vec![attr("operandSegmentSizes", &[1, yes, no])],
        ("cf.switch", [default, cases @ ..]) => vec![
            attr("operandSegmentSizes", &[1, *default, cases.iter().sum()]),
            attr("case_operand_segments", cases),
        ],
        _ => Vec::new(),
    }
}

/// Takes operands that a terminator of this dialect passes on away from it; they are given by index, in order.
///
/// # Panics
/// If an operand does not exist.
pub fn erase_operands(ctx: &Context, body: &mut Body, op: Op, dead: &[usize]) {
    let view = OpRef { ctx, body, op };
    let mut sizes = Vec::new();
    for name in ["operandSegmentSizes", "case_operand_segments"] {
        let Some(mut groups) = view.group_sizes(name) else { continue };
        // The operands of the cases are the last ones.
        let mut start =
            if name.starts_with("case") { view.num_operands() - groups.iter().sum::<usize>() } else { 0 };
        for size in &mut groups {
            let end = start + *size;
            *size -= dead.iter().filter(|&&index| (start..end).contains(&index)).count();
            start = end;
        }
        sizes.push((name, groups));
    }
    let operands: Vec<Value> = view.operands().collect();
    let kept: Vec<Value> =
        operands.iter().enumerate().filter(|(index, _)| !dead.contains(index)).map(|(_, &v)| v).collect();
    for (name, groups) in sizes {
        body.set_attr(ctx, op, ctx.ident(name), segments(ctx, &groups));
    }
    body.set_operands(op, &kept);
}

/// The attribute that says how many operands each group has.
#[must_use]
pub fn segments(ctx: &Context, sizes: &[usize]) -> Attr {
    let data: Vec<u8> = sizes.iter().flat_map(|&size| (size as i32).to_le_bytes()).collect();
    ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i32(), data: data.into() })
}

const OPERAND_COUNT: &str = "branch has {} operands for successor #{}, but target block has {}";
const OPERAND_TYPE: &str = "type mismatch for bb argument #{} of successor #{}";

fn verify_successors(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(groups) = successor_operands(op) else {
        return Err(
            verifier.op_error(op, "has operands that its attributes do not divide among its successors")
        );
    };
    for (index, (&block, operands)) in op.body.successors(op.op).iter().zip(&groups).enumerate() {
        let arguments = op.body.block_args(block);
        if arguments.len() != operands.len() {
            let message = format!(
                "branch has {} operands for successor #{index}, but target block has {}",
                operands.len(),
                arguments.len()
            );
            return Err(verifier.error(op, message));
        }
        for (at, (&argument, &operand)) in arguments.iter().zip(operands).enumerate() {
            if op.value_type(argument) != op.value_type(operand) {
                let message = format!("type mismatch for bb argument #{at} of successor #{index}");
                return Err(verifier.error(op, message));
            }
        }
    }
    Ok(())
}

fn verify_switch(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let destinations = op.body.successors(op.op).len().saturating_sub(1);
    let values = op.attr("case_values");
    let flag = op.operand_types().next();
    let elem =
        values.and_then(|values| op.ctx.attr_type(values)).and_then(|ty| op.ctx.type_kind(ty).element_type());
    if let (Some(flag), Some(elem)) = (flag, elem)
        && flag != elem
    {
        let message = format!(
            "'flag' type ({}) should match case value type ({})",
            verifier.quoted(op.ctx, flag),
            verifier.quoted(op.ctx, elem)
        );
        return Err(verifier.op_error(op, message));
    }
    let values = values.and_then(|values| tfrt_ir::dense::DenseView::new(op.ctx, values));
    let values = values.and_then(|values| Some(values.integers()?.count())).unwrap_or_default();
    if values != destinations {
        let message = format!(
            "number of case values ({values}) should match number of case destinations ({destinations})"
        );
        return Err(verifier.op_error(op, message));
    }
    verify_successors(verifier, op)
}

/// `^bb[(%a, … : T, …)]`; returns the number of operands.
fn parse_successor(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<usize, Failed> {
    state.successors.push(p.successor()?);
    if !p.optional_l_paren() {
        return Ok(0);
    }
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    let types = p.colon_type_list()?;
    p.r_paren()?;
    p.resolve_all(&operands, &types, at, &mut state.operands)?;
    Ok(operands.len())
}

fn print_successor(p: &mut OpPrinter<'_>, op: OpRef<'_>, block: Block, operands: &[Value]) {
    p.successors(&[block]);
    if !operands.is_empty() {
        p.text("(");
        p.operands(operands.iter().copied());
        p.text(" : ");
        p.types(operands.iter().map(|&value| op.value_type(value)));
        p.text(")");
    }
}

fn sizes_attr(p: &OpParser<'_, '_>, sizes: &[usize]) -> Attr {
    let ctx = p.ctx();
    let data: Vec<u8> = sizes.iter().flat_map(|&size| (size as i32).to_le_bytes()).collect();
    ctx.intern_attr(tfrt_ir::AttrKind::DenseArray { elem: ctx.i32(), data: data.into() })
}

fn parse_br(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    parse_successor(p, state)?;
    p.attr_dict(&mut state.attrs)
}

fn print_br(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let operands: Vec<Value> = op.operands().collect();
    p.text(" ");
    for &block in op.body.successors(op.op) {
        print_successor(p, op, block, &operands);
    }
    p.attr_dict(op, &[]);
}

fn parse_cond_br(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let condition = p.operand()?;
    p.resolve(&condition, ctx.i1(), &mut state.operands)?;
    if p.optional_keyword("weights") {
        p.l_paren()?;
        p.l_square()?;
        let mut weights = vec![p.integer()? as i32];
        while p.optional_comma() {
            weights.push(p.integer()? as i32);
        }
        p.r_square()?;
        p.r_paren()?;
        let data: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let weights = ctx.intern_attr(tfrt_ir::AttrKind::DenseArray { elem: ctx.i32(), data: data.into() });
        state.attrs.push((ctx.ident("branch_weights"), weights));
    }
    p.comma()?;
    let first = parse_successor(p, state)?;
    p.comma()?;
    let second = parse_successor(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let sizes = sizes_attr(p, &[1, first, second]);
    state.attrs.push((ctx.ident("operandSegmentSizes"), sizes));
    Ok(())
}

fn print_cond_br(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands().take(1));
    let weights =
        op.attr("branch_weights").and_then(|weights| tfrt_ir::dense::DenseView::new(op.ctx, weights));
    if let Some(weights) = weights.and_then(|weights| Some(weights.integers()?.collect::<Vec<i64>>())) {
        let weights: Vec<String> = weights.iter().map(i64::to_string).collect();
        p.text(&format!(" weights([{}])", weights.join(", ")));
    }
    for (&block, operands) in op.body.successors(op.op).iter().zip(successor_operands(op).unwrap_or_default())
    {
        p.text(", ");
        print_successor(p, op, block, &operands);
    }
    p.attr_dict(op, &["operandSegmentSizes", "branch_weights"]);
}

/// `%flag : T, [ default: ^bb, 1: ^bb(%a : U), … ]`
fn parse_switch(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let flag = p.operand()?;
    p.colon()?;
    let at = p.offset();
    let ty = p.ty()?;
    let TypeKind::Integer { width, .. } = *ctx.type_kind(ty) else {
        let found = type_to_string(ctx, ty);
        let message =
            format!("invalid kind of type specified: expected builtin.integer, but found '{found}'");
        return Err(p.error(at, message));
    };
    p.resolve(&flag, ty, &mut state.operands)?;
    p.comma()?;
    p.l_square()?;
    p.keyword("default")?;
    p.colon()?;
    let mut sizes = vec![1, parse_successor(p, state)?];
    let (mut values, mut counts) = (Vec::new(), Vec::new());
    while p.optional_comma() {
        values.push(p.integer()?);
        p.colon()?;
        counts.push(parse_successor(p, state)?);
    }
    p.r_square()?;
    p.attr_dict(&mut state.attrs)?;
    sizes.push(counts.iter().sum());
    if !values.is_empty() {
        let bytes = width.div_ceil(8).max(1) as usize;
        let data: Vec<u8> = values
            .iter()
            .flat_map(|value| i128::from(*value).to_le_bytes()[..bytes.min(16)].to_vec())
            .collect();
        let elements = vector_of(p, values.len(), ty);
        let values = tfrt_ir::dense::make_dense(ctx, elements, data);
        state.attrs.push((ctx.ident("case_values"), values));
    }
    let counts = sizes_attr(p, &counts);
    state.attrs.push((ctx.ident("case_operand_segments"), counts));
    let sizes = sizes_attr(p, &sizes);
    state.attrs.push((ctx.ident("operandSegmentSizes"), sizes));
    Ok(())
}

fn vector_of(p: &OpParser<'_, '_>, len: usize, elem: Type) -> Type {
    p.ctx().intern_type(TypeKind::Vector { dims: [len as i64].into(), scalable: [].into(), elem })
}

/// The values of the cases of a switch, in the order of its successors after the first.
pub fn case_values(op: OpRef<'_>) -> Vec<i64> {
    let values = op.attr("case_values").and_then(|values| tfrt_ir::dense::DenseView::new(op.ctx, values));
    values.and_then(|values| Some(values.integers()?.collect())).unwrap_or_default()
}

fn print_switch(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands().take(1));
    p.text(" : ");
    p.types(op.operand_types().take(1));
    p.text(", [\n");
    // Upstream prints the bits as a number without a sign.
    let width = op.operand_types().next().and_then(|ty| op.ctx.int_or_float_width(ty)).unwrap_or(64);
    let mask = if width < 64 { (1u64 << width) - 1 } else { u64::MAX };
    let cases: Vec<u64> = case_values(op).into_iter().map(|value| value as u64 & mask).collect();
    let successors = op.body.successors(op.op);
    let groups = successor_operands(op).unwrap_or_default();
    for (index, (&block, operands)) in successors.iter().zip(&groups).enumerate() {
        let label = match index.checked_sub(1) {
            None => "default".to_owned(),
            Some(case) => cases.get(case).copied().unwrap_or_default().to_string(),
        };
        p.text(&format!("      {label}: "));
        print_successor(p, op, block, operands);
        if index + 1 < successors.len() {
            p.text(",\n");
        }
    }
    // Upstream puts the bracket behind a default that stands alone.
    p.text(if cases.is_empty() { "]" } else { "\n    ]" });
    p.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}
