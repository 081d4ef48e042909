//! The pass `stablehlo-aggressive-simplification`: patterns that replace operations by simpler ones, or by their operands.
//!
//! Each pattern keeps the results of the program, bit for bit: sums and products of floats are neither reassociated nor dropped where a zero's sign
//! or a NaN would differ, which upstream's pass does in places. [`arithmetic`] has the patterns of element-wise operations, [`shape`] those that
//! move elements, [`control`] those of regions and tuples. Folding constants is `super::folder`'s.

mod arithmetic;
mod control;
mod shape;

use tfrt_convert::{Benefit, GreedyOptions, NoMatch, RewritePatterns, Root, apply_greedily};
use tfrt_ir::context::Context;
use tfrt_ir::dense::{DenseView, read_bits};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::float;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::{FloatKind, TypeKind};

use super::folder;
use crate::passes::walk::for_each_body;

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-aggressive-simplification",
    title: "StablehloAggressiveSimplificationPass",
    summary: "Replaces operations by simpler ones that give the same results",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: folder::STATISTICS,
    build: |_| Ok(Box::new(Simplify { folds: None })),
};

pub(in crate::passes) const WITH_FOLDER: PassInfo = PassInfo {
    name: "stablehlo-target-independent-optimization",
    title: "StablehloTargetIndependentOptimizationPass",
    summary: "Simplifies operations and folds constants until nothing changes",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: folder::OPTIONS,
    statistics: folder::STATISTICS,
    build: |options| Ok(Box::new(Simplify { folds: Some(folder::Limits::of(options)?) })),
};

struct Simplify {
    /// Whether constants are folded too.
    folds: Option<folder::Limits>,
}

impl Pass for Simplify {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = patterns();
        if let Some(limits) = self.folds {
            patterns.append(folder::patterns(limits));
        }
        for_each_body(ctx, body, &mut |body| {
            let outcome = apply_greedily(ctx, body, &patterns, &GreedyOptions::default());
            cx.statistics[0] += outcome.rewritten;
        });
        Ok(())
    }
}

/// All patterns of simplification.
fn patterns() -> RewritePatterns {
    let mut patterns = RewritePatterns::new();
    let tables: [&[(&str, Pattern)]; 3] = [arithmetic::PATTERNS, shape::PATTERNS, control::PATTERNS];
    for &(name, pattern) in tables.into_iter().flatten() {
        patterns.add(Root::Op(format!("stablehlo.{name}").into()), Benefit::default(), Box::new(pattern));
    }
    patterns.add(Root::Dialect("stablehlo".into()), Benefit::default(), Box::new(shape::empty_result));
    patterns
}

/// The outcome of a pattern.
type Outcome = Result<(), NoMatch>;

/// A pattern.
type Pattern = fn(Op, &mut Rewriter<'_>) -> Outcome;

/// Puts a value in the place of the only result of an operation, if it has the same type.
fn replace(rewriter: &mut Rewriter<'_>, op: Op, value: Value) -> Outcome {
    let view = rewriter.op(op);
    if view.num_results() != 1 || view.value_type(value) != view.value_type(view.body.result(op, 0)) {
        return Err(NoMatch::quiet());
    }
    rewriter.replace_op(op, &[value]);
    Ok(())
}

/// A pattern goes on only if this holds.
fn need(holds: bool) -> Outcome {
    if holds { Ok(()) } else { Err(NoMatch::quiet()) }
}

/// The type of an operation's only result.
fn result_type(view: OpRef<'_>) -> Result<Type, NoMatch> {
    need(view.num_results() == 1)?;
    view.result_types().next().ok_or_else(NoMatch::quiet)
}

/// The sizes of a tensor, if all are known.
fn static_dims(ctx: &Context, ty: Type) -> Result<&[i64], NoMatch> {
    let kind = ctx.type_kind(ty);
    kind.dims().filter(|_| kind.has_static_shape()).ok_or_else(NoMatch::quiet)
}

/// The operation that defines a value, if it is of this name.
fn defined_by<'a>(view: OpRef<'a>, value: Value, name: &str) -> Option<OpRef<'a>> {
    let def = view.at(view.body.defining_op(value)?);
    (def.name_str() == name).then_some(def)
}

fn constant_of(view: OpRef<'_>, value: Value) -> Option<Attr> {
    constant_value(view.ctx, view.body, value)
}

/// A number that is in each element of a constant.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    /// The bits of an integer, as many as it has.
    Integer {
        bits: u128,
        width: u32,
    },
    Float {
        kind: FloatKind,
        bits: u128,
    },
}

impl Number {
    /// The number that all elements of a constant are; `None` for other values, and for complex and quantized elements.
    fn of(view: OpRef<'_>, value: Value) -> Option<Number> {
        let attr = constant_of(view, value)?;
        let elem = view.ctx.type_kind(view.ctx.attr_type(attr)?).element_type()?;
        let dense = DenseView::new(view.ctx, attr)?;
        let mut stored = dense.stored();
        let (first, None) = (stored.next()?, stored.next()) else { return None };
        match *view.ctx.type_kind(elem) {
            TypeKind::Integer { width, .. } => {
                let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
                Some(Number::Integer { bits: read_bits(first) & mask, width })
            }
            TypeKind::Float(kind) => Some(Number::Float { kind, bits: read_bits(first) }),
            _ => None,
        }
    }

    fn is_integer(self, number: i64) -> bool {
        match self {
            Number::Integer { bits, width } => {
                let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
                bits == number as i128 as u128 & mask
            }
            Number::Float { .. } => false,
        }
    }

    /// Whether it is this float, with its sign.
    fn is_float(self, number: f64) -> bool {
        matches!(self, Number::Float { kind, bits } if bits == float::from_f64(kind, number))
    }

    fn is_one(self) -> bool {
        self.is_integer(1) || self.is_float(1.0)
    }
}

/// Whether elements are integers or booleans.
fn has_integers(ctx: &Context, ty: Type) -> bool {
    let elem = ctx.type_kind(ty).element_type();
    elem.is_some_and(|elem| matches!(ctx.type_kind(elem), TypeKind::Integer { .. }))
}
