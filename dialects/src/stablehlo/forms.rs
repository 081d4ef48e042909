//! Custom forms that no assembly format can say: constants, loops, reductions, and types that follow from others.

use smallvec::SmallVec;
use tfrt_ir::body::{OpRegions, OpState, RegionRef};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use tfrt_ir::types::TypeKind;

use super::directives::{i64_array, integers};

/// `[{…}] dense<…> : T`, or `() <{value = …}> [{…}] : () -> T` where the type of the result is not that of the value.
pub(crate) fn parse_constant(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    if p.optional_l_paren() {
        p.r_paren()?;
        // All attributes may stand in one dictionary.
        if p.optional_punctuation("<") {
            p.attr_dict(&mut state.attrs)?;
            p.punctuation(">")?;
        }
        p.attr_dict(&mut state.attrs)?;
        p.colon()?;
        let at = p.offset();
        let (inputs, results) = p.function_type()?;
        if !inputs.is_empty() || results.len() != 1 {
            return Err(p.error(at, "expected no operands and one result"));
        }
        state.result_types.extend_from_slice(results);
        return Ok(());
    }
    p.attr_dict(&mut state.attrs)?;
    let at = p.offset();
    let value = p.attribute(None)?;
    let Some(ty) = p.ctx().attr_type(value) else {
        return Err(p.error(at, "expected elements attribute"));
    };
    state.attrs.push((p.ctx().ident("value"), value));
    state.result_types.push(ty);
    Ok(())
}

pub(crate) fn print_constant(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let value = op.attr("value");
    let ty = op.result_types().next();
    match value {
        Some(value) if op.ctx.attr_type(value) == ty => {
            p.attr_dict(op, &["value"]);
            p.text(" ");
            p.attr(value);
        }
        _ => {
            p.text("()");
            if let Some(value) = value {
                p.text(" <");
                p.attr_entries(&[(op.ctx.ident("value"), value)]);
                p.text(">");
            }
            p.attr_dict(op, &["value"]);
            p.text(" : ");
            p.functional_type(op);
        }
    }
}

/// `%c` for integers, `%cst` for everything else.
pub(super) fn name_constant(op: OpRef<'_>, name: &mut dyn FnMut(usize, &str)) {
    let elem = op.result_types().next().and_then(|ty| op.ctx.type_kind(ty).element_type());
    let is_integer = elem.is_some_and(|elem| matches!(op.ctx.type_kind(elem), TypeKind::Integer { .. }));
    name(0, if is_integer { "c" } else { "cst" });
}

fn operand_types(p: &mut OpParser<'_, '_>, at: usize, count: usize, given: &[Type]) -> Result<(), Failed> {
    if given.len() == count {
        return Ok(());
    }
    Err(p.error(at, format!("{count} operands present, but expected {}", given.len())))
}

/// The types of a form that says them in short, `short` taking what is no function type.
fn parse_types<'s>(
    p: &mut OpParser<'_, 's>,
    operands: &[UnresolvedOperand<'s>],
    operands_at: usize,
    state: &mut OpState,
    short: impl FnOnce(&mut OpParser<'_, 's>, &[Type], usize) -> Result<(Vec<Type>, Type), Failed>,
) -> Result<(), Failed> {
    p.colon()?;
    let at = p.offset();
    let types = p.type_list()?;
    let function = match types.as_slice() {
        [one] => match p.ctx().type_kind(*one) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        },
        _ => None,
    };
    let (inputs, result) = match function {
        Some((inputs, results)) => {
            operand_types(p, at, operands.len(), inputs)?;
            let [result] = **results else { return Err(p.error(at, "expected single output")) };
            (inputs.to_vec(), result)
        }
        None => short(p, &types, at)?,
    };
    p.resolve_all(operands, &inputs, operands_at, &mut state.operands)?;
    state.result_types.push(result);
    Ok(())
}

/// `%p, %a, %b : P, T`
pub(super) fn parse_select(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict(&mut state.attrs)?;
    parse_types(p, &operands, at, state, |p, types, at| match *types {
        [predicate, ty] => Ok((vec![predicate, ty, ty], ty)),
        _ => Err(p.error(at, "expected functional type or list of two types")),
    })
}

pub(super) fn print_select(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    let operands: SmallVec<[Type; 4]> = op.operand_types().collect();
    let results: SmallVec<[Type; 4]> = op.result_types().collect();
    match (operands.as_slice(), results.as_slice()) {
        ([predicate, a, b], [result]) if a == result && b == result => p.types([*predicate, *result]),
        _ => p.functional_type(op),
    }
}

fn print_operands(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
}

/// A tensor type with the parts of complex elements as its elements.
fn real_type(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { dims, elem, encoding } => match *ctx.type_kind(*elem) {
            TypeKind::Complex(part) => Some(ctx.intern_type(TypeKind::RankedTensor {
                dims: dims.clone(),
                elem: part,
                encoding: *encoding,
            })),
            _ => None,
        },
        _ => None,
    }
}

/// `%a, %b : tensor<…xcomplex<T>>`
pub(super) fn parse_complex(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict(&mut state.attrs)?;
    parse_types(p, &operands, at, state, |p, types, at| match *types {
        [ty] => match real_type(p.ctx(), ty) {
            Some(part) => Ok((vec![part, part], ty)),
            None => Err(p.error(at, "expected tensor with complex element type")),
        },
        _ => Err(p.error(at, "expected tensor with complex element type")),
    })
}

pub(super) fn print_complex(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    match op.result_types().next() {
        Some(ty) if op.operand_types().all(|operand| real_type(op.ctx, ty) == Some(operand)) => p.ty(ty),
        _ => p.functional_type(op),
    }
}

/// `%a, %b : tuple<A, B>`
pub(super) fn parse_tuple(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let type_at = p.offset();
    let ty = p.ty()?;
    let TypeKind::Tuple(types) = p.ctx().type_kind(ty) else {
        return Err(p.error(type_at, "expected tuple type"));
    };
    p.resolve_all(&operands, types, at, &mut state.operands)?;
    state.result_types.push(ty);
    Ok(())
}

pub(super) fn print_tuple(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.types(op.result_types());
}

fn named<'s>(operand: UnresolvedOperand<'s>, ty: Type) -> Argument<'s> {
    Argument { operand, ty, attrs: SmallVec::new(), loc: None }
}

/// `(%x = %init, …) : T, … [attributes {…}] cond {…} do {…}`
pub(super) fn parse_while(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    let at = p.offset();
    p.l_paren()?;
    while !p.optional_punctuation(")") {
        if !names.is_empty() {
            p.comma()?;
        }
        names.push(p.operand()?);
        p.equal()?;
        inits.push(p.operand()?);
    }
    let types = if inits.is_empty() { SmallVec::new() } else { p.colon_type_list()? };
    p.resolve_all(&inits, &types, at, &mut state.operands)?;
    p.attr_dict_with_keyword(&mut state.attrs)?;
    let arguments: Vec<Argument<'_>> =
        names.into_iter().zip(&types).map(|(name, &ty)| named(name, ty)).collect();
    p.keyword("cond")?;
    let condition = p.inline_region(&arguments)?;
    p.end_inline_region(condition, "stablehlo.return");
    p.keyword("do")?;
    let body = p.inline_region(&arguments)?;
    p.end_inline_region(body, "stablehlo.return");
    state.result_types.extend(types);
    state.regions = OpRegions::Inline([condition, body].into_iter().collect());
    Ok(())
}

pub(super) fn print_while(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text("(");
    let arguments = op.region(0).map(entry_arguments).unwrap_or_default();
    for (index, (&argument, init)) in arguments.iter().zip(op.operands()).enumerate() {
        p.text(if index > 0 { ", " } else { "" });
        p.operand(argument);
        p.text(" = ");
        p.operand(init);
    }
    p.text(")");
    if op.num_operands() > 0 {
        p.text(" : ");
        p.types(op.operand_types());
    }
    p.attr_dict_with_keyword(op, &[]);
    p.newline();
    for (index, region) in op.regions().enumerate() {
        p.text(if index == 0 { "cond " } else { " do " });
        p.region(region, false, true);
    }
}

fn entry_arguments(region: RegionRef<'_>) -> &[Value] {
    region.entry_block().map(|block| region.body.block_args(block)).unwrap_or_default()
}

/// The operation that a reduction's region applies to its arguments and returns, if it does nothing else and commutes.
fn applied(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let region = op.region(0)?;
    let block = region.entry_block()?;
    let &[a, b] = region.body.block_args(block) else { return None };
    let mut ops = region.body.ops(block);
    let (inner, end) = (ops.next()?, ops.next()?);
    if ops.next().is_some() || region.body.next_block(block).is_some() || op.num_operands() != 2 {
        return None;
    }
    let inner = OpRef { ctx: op.ctx, body: region.body, op: inner };
    let end = OpRef { ctx: op.ctx, body: region.body, op: end };
    // The short form has no place for attributes.
    if !inner.attrs().is_empty() || !end.attrs().is_empty() {
        return None;
    }
    let commutes = inner.name_str().starts_with("stablehlo.") && inner.has(Traits::COMMUTATIVE);
    let applies = inner.operands().eq([a, b]) && inner.num_results() == 1 && inner.regions().len() == 0;
    let returns = end.name_str() == "stablehlo.return" && end.operands().eq(inner.results());
    if !(commutes && applies && returns) {
        return None;
    }
    let elem = op.ctx.type_kind(op.operand_types().next()?).element_type()?;
    let ty = op.ctx.tensor(&[], elem);
    let same = inner.operand_types().chain(inner.result_types()).all(|found| found == ty);
    same.then_some(inner)
}

/// `(%x init: %i), … [applies d.op] across dimensions = […] {…} : type [reducer(…) … {…}]`
pub(super) fn parse_reduce(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let at = p.offset();
    let (mut inputs, mut inits) = (Vec::new(), Vec::new());
    while p.optional_punctuation("(") {
        inputs.push(p.operand()?);
        p.keyword("init")?;
        p.colon()?;
        inits.push(p.operand()?);
        p.r_paren()?;
        p.optional_comma();
    }
    let applied = if p.optional_keyword("applies") {
        let at = p.offset();
        Some((at, p.keyword_or_string()?))
    } else {
        None
    };
    p.keyword("across")?;
    p.keyword("dimensions")?;
    p.equal()?;
    let mut dimensions = Vec::new();
    p.list(Delimiter::Square, "", |p| {
        dimensions.push(p.integer()?);
        Ok(())
    })?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let (operand_types, result_types) = p.function_type()?;
    inputs.extend(inits);
    p.resolve_all(&inputs, operand_types, at, &mut state.operands)?;
    state.result_types.extend_from_slice(result_types);
    state.attrs.push((ctx.ident("dimensions"), i64_array(ctx, &dimensions)));
    let region = match applied {
        Some((at, name)) => {
            let known = name.starts_with("stablehlo.")
                && ctx.dialects().definition_by_name(&name).is_some_and(|op| op.has(Traits::COMMUTATIVE));
            if !known {
                return Err(p.error(
                    at,
                    "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, \
                     producing single result",
                ));
            }
            let elem = operand_types.first().and_then(|&ty| ctx.type_kind(ty).element_type());
            let Some(elem) = elem else { return Err(p.error(at, "expected tensors to reduce")) };
            let ty = ctx.tensor(&[], elem);
            let loc = p.loc_at(p.name_offset());
            p.filled_region(&[ty, ty], loc, |body, block| {
                let arguments: SmallVec<[Value; 2]> = body.block_args(block).iter().copied().collect();
                let inner = OpState::new(ctx.ident(&name), loc).operands(&arguments).results(&[ty]);
                let inner = body.create_op(ctx, inner);
                body.append_op(block, inner);
                let result = body.result(inner, 0);
                let end = OpState::new(ctx.ident("stablehlo.return"), loc).operands(&[result]);
                let end = body.create_op(ctx, end);
                body.append_op(block, end);
            })
        }
        None => {
            p.keyword("reducer")?;
            let (mut first, mut second) = (Vec::new(), Vec::new());
            while p.optional_punctuation("(") {
                first.push(p.argument(false)?);
                p.comma()?;
                second.push(p.argument(false)?);
                p.r_paren()?;
            }
            first.extend(second);
            let region = p.inline_region(&first)?;
            p.end_inline_region(region, "stablehlo.return");
            region
        }
    };
    state.regions = OpRegions::Inline([region].into_iter().collect());
    Ok(())
}

pub(super) fn print_reduce(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let operands: SmallVec<[Value; 4]> = op.operands().collect();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    for (index, (&input, &init)) in inputs.iter().zip(inits).enumerate() {
        p.text(if index > 0 { ", (" } else { "(" });
        p.operand(input);
        p.text(" init: ");
        p.operand(init);
        p.text(")");
    }
    let inner = applied(op);
    if let Some(inner) = inner {
        p.text(" applies ");
        p.text(inner.name_str());
    }
    let dimensions = op.attr("dimensions").and_then(|attr| integers(op.ctx, attr)).unwrap_or_default();
    let texts: Vec<String> = dimensions.iter().map(i64::to_string).collect();
    p.text(&format!(" across dimensions = [{}]", texts.join(", ")));
    p.attr_dict(op, &["dimensions"]);
    p.text(" : ");
    p.functional_type(op);
    if inner.is_some() {
        return;
    }
    let Some(region) = op.region(0) else { return };
    p.newline();
    p.text(" reducer");
    let arguments = entry_arguments(region);
    let (first, second) = arguments.split_at(arguments.len() / 2);
    for (&a, &b) in first.iter().zip(second) {
        p.text("(");
        p.argument(region, a, &[]);
        p.text(", ");
        p.argument(region, b, &[]);
        p.text(") ");
    }
    p.text(" ");
    p.region(region, false, true);
}
