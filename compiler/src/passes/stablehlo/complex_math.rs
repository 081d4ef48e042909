//! The pass `stablehlo-complex-math-expander`: functions of complex numbers become functions of their parts.
//!
//! Expanded are the exponential, the logarithms and the square root, which targets without complex numbers lack; sums, products and quotients stay. Parts are
//! computed in double precision.

use std::f64::consts::FRAC_1_SQRT_2;

use tfrt_convert::{GreedyOptions, NoMatch, RewritePatterns, apply_greedily};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::Rewriter;

use super::chlo::formula::{Formula, Parts, on_parts};
use super::emit::Emit;

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-complex-math-expander",
    title: "StablehloComplexMathExpanderPass",
    summary: "Expands functions of complex numbers to functions of their parts",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(ComplexMathExpander)),
};

struct ComplexMathExpander;

impl Pass for ComplexMathExpander {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = RewritePatterns::new();
        patterns.on("stablehlo.exponential", |op, rewriter| expand(op, rewriter, exponential));
        patterns.on("stablehlo.log", |op, rewriter| expand(op, rewriter, log));
        patterns.on("stablehlo.log_plus_one", |op, rewriter| expand(op, rewriter, log_plus_one));
        patterns.on("stablehlo.sqrt", |op, rewriter| expand(op, rewriter, sqrt));
        apply_greedily(ctx, body, &patterns, &GreedyOptions::default());
        Ok(())
    }
}

fn expand(
    op: Op,
    rewriter: &mut Rewriter<'_>,
    function: fn(&mut Formula<'_, '_, '_>, Parts) -> Parts,
) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let operand = view.operand(0);
    let elem = ctx.type_kind(view.value_type(operand)).element_type().ok_or_else(NoMatch::quiet)?;
    let new = on_parts(&mut Emit::before(rewriter, op), operand, ctx.type_kind(elem), function);
    rewriter.replace_op(op, &[new.ok_or_else(NoMatch::quiet)?]);
    Ok(())
}

/// Half the exponent is taken twice, so that a result which is finite does not pass through an infinite number. Real numbers stay real.
fn exponential(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let half = f.mul(x, 0.5);
    let half = f.f("exponential", half);
    let is_real = f.eq(y, 0.0);
    let [real, imaginary] = ["cosine", "sine"].map(|name| {
        let wave = f.f(name, y);
        let once = f.mul(half, wave);
        f.mul(once, half)
    });
    let power = f.f("exponential", x);
    // Without a real part that is finite the angle may be any.
    let is_nothing = f.eq(x, f64::NEG_INFINITY);
    let real = f.select(is_real, power, real);
    let imaginary = f.select(is_real, y, imaginary);
    [f.select(is_nothing, 0.0, real), f.select(is_nothing, 0.0, imaginary)]
}

/// The greater and the lesser of the parts' absolute values.
fn ordered(f: &mut Formula<'_, '_, '_>, x: Value, y: Value) -> [Value; 2] {
    let (width, height) = (f.f("abs", x), f.f("abs", y));
    [f.max(width, height), f.min(width, height)]
}

/// The lesser as a part of the greater; 1 where both are infinite, 0 where both are zero.
fn ratio(f: &mut Formula<'_, '_, '_>, most: Value, least: Value) -> Value {
    let quotient = f.div(least, most);
    let is_same = f.eq(most, least);
    let quotient = f.select(is_same, 1.0, quotient);
    let is_zero = f.eq(most, 0.0);
    f.select(is_zero, 0.0, quotient)
}

/// The logarithm of the absolute value; near 1 by the difference of its square from 1.
fn log_of_size(f: &mut Formula<'_, '_, '_>, x: Value, y: Value) -> Value {
    let [most, least] = ordered(f, x, y);
    let part = ratio(f, most, least);
    let square = f.mul(part, part);
    let rest = f.f("log_plus_one", square);
    let rest = f.mul(rest, 0.5);
    let log = f.f("log", most);
    let far = f.add(log, rest);
    let near = f.min(most, 2.0);
    let (less, more) = (f.sub(near, 1.0), f.add(near, 1.0));
    let product = f.mul(less, more);
    let square = f.mul(least, least);
    let sum = f.add(product, square);
    let near = f.f("log_plus_one", sum);
    let near = f.mul(near, 0.5);
    let is_above = f.ge(most, 0.5);
    let is_below = f.le(most, 1.5);
    let is_near = f.both(is_above, is_below);
    f.select(is_near, near, far)
}

fn log(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    [log_of_size(f, x, y), f.atan2(y, x)]
}

/// Of small numbers the logarithm of 1 + x (2 + x) + y².
fn log_plus_one(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let more = f.add(x, 1.0);
    let far = log_of_size(f, more, y);
    let [most, _] = ordered(f, x, y);
    let is_near = f.lt(most, 0.5);
    let two = f.add(x, 2.0);
    let product = f.mul(x, two);
    let square = f.mul(y, y);
    let sum = f.add(product, square);
    let near = f.f("log_plus_one", sum);
    let near = f.mul(near, 0.5);
    [f.select(is_near, near, far), f.atan2(y, more)]
}

/// The root of half the sum of the real part and the absolute value, and what makes the imaginary part of twice their product.
fn sqrt(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let [most, least] = ordered(f, x, y);
    let part = ratio(f, most, least);
    let square = f.mul(part, part);
    let sum = f.add(square, 1.0);
    let size = f.f("sqrt", sum);
    // The size and the real part, both as parts of the greater part.
    let width = f.f("abs", x);
    let real = {
        let quotient = f.div(width, most);
        let is_most = f.eq(width, most);
        f.select(is_most, 1.0, quotient)
    };
    let sum = f.add(size, real);
    let root = f.f("sqrt", sum);
    let root = f.mul(root, FRAC_1_SQRT_2);
    let scale = f.f("sqrt", most);
    let main = f.mul(root, scale);
    let height = f.f("abs", y);
    let twice = f.add(main, main);
    let other = f.div(height, twice);
    let is_zero = f.eq(most, 0.0);
    let other = f.select(is_zero, 0.0, other);
    let is_infinite = f.eq(height, f64::INFINITY);
    let other = f.select(is_infinite, f64::INFINITY, other);
    let main = f.select(is_infinite, f64::INFINITY, main);
    let is_left = f.lt(x, 0.0);
    let real = f.select(is_left, other, main);
    let imaginary = f.select(is_left, main, other);
    // Zeros keep the sign of the imaginary part.
    let side = f.atan2(y, -1.0);
    [real, f.signed(imaginary, side)]
}
