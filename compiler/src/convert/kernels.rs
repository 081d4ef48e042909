//! Patterns for operations of `arith`, `math`, `func` and `cf` without control flow: each becomes a kernel of one type.
//!
//! `index` is an integer of 64 bits, for blocks and for operations of other dialects too. Terminators keep their names, for
//! [`super::emit`], which turns them into nested regions.

use std::sync::LazyLock;

use tfrt_convert::{
    Benefit, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, Legality, NoMatch,
    Operands, Root, TargetIndex, TypeConverter,
};
use tfrt_ir::body::OpState;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::rewrite::InsertionPoint;

use super::arith::{self, Kernel};
use super::{PLAIN, converted_type};

/// The operations that the kernels leave: terminators, and operations of other dialects that contain nothing to
/// convert.
pub(super) static TARGET: LazyLock<ConversionTarget> = LazyLock::new(|| {
    ConversionTarget::new()
        .illegal_dialects(&["arith", "cf", "func", "math", "scf"])
        .ops_legal_if(&["cf.br", "cf.cond_br", "cf.switch", "func.return"], has_no_index)
        .others_legal_if(|op| has_no_index(op) && stands_alone(op))
});

/// The types of kernels.
pub(super) static TYPES: LazyLock<TypeConverter> = LazyLock::new(|| {
    TypeConverter::identity().conversion(|ctx, ty| Some(Converted::To(converted_type(ctx, ty))))
});

/// The patterns.
pub(super) static PATTERNS: LazyLock<ConversionPatterns> = LazyLock::new(|| {
    let mut patterns = ConversionPatterns::new();
    for dialect in ["arith", "math"] {
        patterns.add(Root::Dialect(dialect.into()), Benefit::default(), Box::new(arithmetic));
    }
    patterns.on("cf.assert", assert);
    patterns.on("func.call", call);
    patterns.add(Root::Any, Benefit(0), Box::new(retype));
    patterns
});

fn has_no_index(op: OpRef<'_>) -> bool {
    let index = op.ctx.index();
    op.operand_types().chain(op.result_types()).all(|ty| ty != index)
}

/// Whether an operation can be kept: its regions are isolated, and they contain nothing to convert.
fn stands_alone(op: OpRef<'_>) -> bool {
    let nested = op.body.nested(op.op);
    op.body.inline_regions(op.op).is_empty()
        && nested.is_none_or(|nested| !TargetIndex::new(&PLAIN).has_illegal(op.ctx, nested))
}

fn arithmetic(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let (ctx, loc) = (rewriter.ctx(), view.loc());
    let Some(kernel) = arith::kernel(view) else { return Err(unsupported(view)) };
    let types = rewriter.result_types(op)?;
    match kernel {
        Kernel::Same => rewriter.replace_op(op, operands.all()),
        Kernel::Constant { name, value } => {
            let Some(ty) = ctx.attr_type(value) else { return Err(unsupported(view)) };
            let state = OpState::new(ctx.ident(name), loc).attr(ctx.ident("value"), value).results(&[ty]);
            rewriter.replace_with(op, state);
        }
        Kernel::Call { name, swapped } => {
            let mut operands = operands.all().to_vec();
            if swapped {
                operands.reverse();
            }
            let state = OpState::new(ctx.ident(&name), loc).operands(&operands).results(&types);
            rewriter.replace_with(op, state);
        }
        Kernel::Widened { extend, name, truncate, wide } => {
            let Some(&ty) = types.first() else { return Err(unsupported(view)) };
            let mut kernel = |name: &str, operands: &[Value], ty: Type| {
                let state = OpState::new(ctx.ident(name), loc).operands(operands).results(&[ty]);
                let op = rewriter.create(InsertionPoint::Before(op), state);
                rewriter.body().result(op, 0)
            };
            let mut operands = operands.all().to_vec();
            if let Some(extend) = extend {
                for operand in &mut operands {
                    *operand = kernel(&extend, &[*operand], wide);
                }
            }
            let result = kernel(&name, &operands, if truncate.is_some() { wide } else { ty });
            let result = truncate.map_or(result, |truncate| kernel(&truncate, &[result], ty));
            rewriter.replace_op(op, &[result]);
        }
    }
    Ok(())
}

fn assert(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let Some(message) = view.attr("msg") else { return Err(unsupported(view)) };
    let ctx = rewriter.ctx();
    let state = OpState::new(ctx.ident("tfrt_arith.assert"), view.loc())
        .operands(operands.all())
        .results(&[ctx.opaque_type("tfrt", "chain")])
        .attr(ctx.ident("msg"), message);
    rewriter.create(InsertionPoint::Before(op), state);
    rewriter.erase_op(op);
    Ok(())
}

fn call(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let Some(callee) = view.attr("callee") else { return Err(unsupported(view)) };
    let (ctx, types) = (rewriter.ctx(), rewriter.result_types(op)?);
    let state = OpState::new(ctx.ident("tfrt.call"), view.loc())
        .operands(operands.all())
        .results(&types)
        .attr(ctx.ident("callee"), callee);
    rewriter.replace_with(op, state);
    Ok(())
}

/// Whether an operation is declared with values of type `index` that cannot be integers.
fn requires_index(op: OpRef<'_>) -> bool {
    let [index, integer] = [op.ctx.index(), converted_type(op.ctx, op.ctx.index())];
    let Some(definition) = op.definition() else { return false };
    definition
        .operand_definitions()
        .iter()
        .chain(definition.result_definitions())
        .any(|value| value.constraint.matches(op.ctx, index) && !value.constraint.matches(op.ctx, integer))
}

/// Gives an operation that keeps its name operands and results of other types.
fn retype(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    if PLAIN.legality(view) == Legality::Illegal && !view.has(Traits::TERMINATOR)
        || !stands_alone(view)
        || view.body.nested(op).is_some()
        || requires_index(view)
    {
        return Err(unsupported(view));
    }
    rewriter.retype(op, operands).map(drop)
}

/// The error for an operation that no kernel computes on its types.
fn unsupported(op: OpRef<'_>) -> NoMatch {
    let types = op.operand_types().chain(op.result_types());
    let mut types: Vec<String> = types.map(|ty| tfrt_ir::syntax::type_to_string(op.ctx, ty)).collect();
    types.dedup();
    let on = if types.is_empty() { String::new() } else { format!(" on {}", types.join(", ")) };
    NoMatch::refuse(format!("'{}' op{on} cannot be converted to the tfrt dialect", op.name_str()))
}
