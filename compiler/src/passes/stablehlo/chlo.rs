//! The pass `chlo-legalize-to-stablehlo`: operations of CHLO become those of StableHLO.
//!
//! For programs that other tools read: the runtime has functions of its own for what CHLO names, except for what
//! [`expand`] lists. Ranks are known; other operations are errors with their names.

mod broadcasts;
pub(super) mod formula;
mod high_product;
mod inverse;
mod ragged_dot;
mod special;

use smallvec::smallvec;
use tfrt_convert::{Benefit, Conversion, ConversionPatterns, ConversionTarget, NoMatch, Root};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::i64_array;
use tfrt_dialects::stablehlo::words::{ComparisonDirection, ComparisonType};
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::types::{FloatKind, TypeKind};

pub(crate) use broadcasts::places as broadcast_places;

use super::emit::{Emit, splat, state, with_element};
use special::{bessel_i1e, digamma, erf, erf_inv, erfc, lgamma};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "chlo-legalize-to-stablehlo",
    title: "ChloLegalizeToStablehloPass",
    summary: "Expands operations of CHLO into those of StableHLO",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(LegalizeChlo)),
};

struct LegalizeChlo;

impl Pass for LegalizeChlo {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = ConversionPatterns::new();
        let mut add = |name: &'static str, pattern: fn(Op, &mut Rewriter<'_>) -> Result<(), NoMatch>| {
            patterns.add_rewrite(Root::Op(name.into()), Benefit::default(), pattern);
        };
        add("chlo.constant", constant);
        add("chlo.next_after", next_after);
        add("chlo.top_k", top_k);
        add("chlo.polygamma", of_two_numbers);
        add("chlo.zeta", of_two_numbers);
        for &(name, _) in FUNCTIONS.iter().filter(|(name, _)| *name != "chlo._asin_acos_kernel") {
            add(name, function);
        }
        add_common(&mut patterns);
        let conversion = ConversionTarget::new().illegal_dialects(&["chlo"]);
        Conversion::partial(&conversion, &patterns).run(ctx, body, cx.diagnostics).map(|_| ())
    }
}

/// Adds the patterns of operations that the runtime has no function for.
fn add_common(patterns: &mut ConversionPatterns) {
    patterns.add_rewrite(Root::Op("chlo.broadcast_select".into()), Benefit::default(), broadcasts::select);
    patterns.add_rewrite(Root::Op("chlo.constant_like".into()), Benefit::default(), constant_like);
    patterns.add_rewrite(Root::Op("chlo.ragged_dot".into()), Benefit::default(), ragged_dot::ragged_dot);
    patterns.add_rewrite(Root::Op("chlo.mulhi".into()), Benefit::default(), high_product::mulhi);
    patterns.add_rewrite(Root::Op("chlo._asin_acos_kernel".into()), Benefit::default(), function);
    patterns.add_rewrite(Root::Dialect("chlo".into()), Benefit::default(), broadcasts::binary);
}

/// Expands the operations of a function that the runtime has no function for: ragged products, high halves of products, the arc functions' kernel, comparisons of
/// operands that are broadcast, and whatever is broadcast to sizes that are not known.
pub(crate) fn expand(ctx: &Context, body: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let has_function = |op: OpRef<'_>| {
        let is_static = |ty: Type| op.ctx.type_kind(ty).has_static_shape();
        match op.name_str() {
            "chlo.ragged_dot" | "chlo.mulhi" | "chlo._asin_acos_kernel" | "chlo.broadcast_compare" => false,
            "chlo.constant_like" => op.result_types().all(is_static),
            name if name.starts_with("chlo.broadcast_") => {
                op.operand_types().chain(op.result_types()).all(is_static)
            }
            _ => true,
        }
    };
    let mut is_needed = false;
    body.walk(&mut |body, op| is_needed |= !has_function(OpRef { ctx, body, op }));
    if !is_needed {
        return Ok(());
    }
    let mut patterns = ConversionPatterns::new();
    add_common(&mut patterns);
    let conversion = ConversionTarget::new().dialects_legal_if(&["chlo"], has_function);
    Conversion::partial(&conversion, &patterns).run(ctx, body, diagnostics).map(|_| ())
}

/// The formula of a function of one operand, which has elements of the given type.
type Formula = fn(&mut Emit<'_, '_>, Value, &TypeKind) -> Option<Value>;

/// Functions of one operand.
const FUNCTIONS: &[(&str, Formula)] = &[
    ("chlo._asin_acos_kernel", inverse::kernel),
    ("chlo.acos", acos),
    ("chlo.acosh", acosh),
    ("chlo.asin", asin),
    ("chlo.asinh", asinh),
    ("chlo.atan", atan),
    ("chlo.atanh", atanh),
    ("chlo.bessel_i1e", bessel_i1e),
    ("chlo.conj", conj),
    ("chlo.cosh", cosh),
    ("chlo.digamma", digamma),
    ("chlo.erf", erf),
    ("chlo.erf_inv", erf_inv),
    ("chlo.erfc", erfc),
    ("chlo.is_inf", is_inf),
    ("chlo.is_neg_inf", is_neg_inf),
    ("chlo.is_pos_inf", is_pos_inf),
    ("chlo.lgamma", lgamma),
    ("chlo.sinh", sinh),
    ("chlo.square", square),
    ("chlo.tan", tan),
];

fn function(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let formula = FUNCTIONS.iter().find(|(name, _)| *name == view.name_str()).ok_or_else(NoMatch::quiet)?.1;
    let operand = view.operand(0);
    let kind = ctx.type_kind(view.value_type(operand));
    let elem = kind.element_type().ok_or_else(NoMatch::quiet)?;
    if kind.dims().is_none() {
        return Err(NoMatch::because("an operand's rank is not known"));
    }
    let kind = ctx.type_kind(elem);
    let emit = &mut Emit::before(rewriter, op);
    let new = formula(emit, operand, kind).or_else(|| {
        // Floats of a few bits, whose largest number the formula does not know.
        let TypeKind::Float(_) = kind else { return None };
        let wide = emit.convert(operand, ctx.f32());
        let value = formula(emit, wide, &TypeKind::Float(FloatKind::F32))?;
        Some(emit.convert(value, elem))
    });
    let new = new.ok_or_else(|| NoMatch::because("there is no formula for elements of this type"))?;
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// Functions of two floats.
fn of_two_numbers(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let operands = [view.operand(0), view.operand(1)];
    let kind = ctx.type_kind(view.value_type(operands[0]));
    let elem = kind.element_type().filter(|_| kind.dims().is_some()).ok_or_else(NoMatch::quiet)?;
    let function = match view.name_str() {
        "chlo.zeta" => special::doubles::zeta,
        _ => special::doubles::polygamma,
    };
    let kind = ctx.type_kind(elem);
    let emit = &mut Emit::before(rewriter, op);
    let value = special::of_doubles(emit, &operands, kind, |f, args| function(f, args[0], args[1]));
    let value = value.ok_or_else(|| NoMatch::because("there is no formula for elements of this type"))?;
    rewriter.replace_op(op, &[value]);
    Ok(())
}

impl Emit<'_, '_> {
    fn add(&mut self, a: Value, b: Value) -> Value {
        self.elementwise("stablehlo.add", &[a, b])
    }

    fn subtract(&mut self, a: Value, b: Value) -> Value {
        self.elementwise("stablehlo.subtract", &[a, b])
    }

    fn multiply(&mut self, a: Value, b: Value) -> Value {
        self.elementwise("stablehlo.multiply", &[a, b])
    }

    fn divide(&mut self, a: Value, b: Value) -> Value {
        self.elementwise("stablehlo.divide", &[a, b])
    }

    fn function(&mut self, name: &str, x: Value) -> Value {
        self.elementwise(&format!("stablehlo.{name}"), &[x])
    }

    fn select(&mut self, which: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        self.op("stablehlo.select", &[which, yes, no], ty, &[])
    }

    /// A number in each element of the shape and type of a value.
    fn like(&mut self, x: Value, number: f64) -> Option<Value> {
        let (ctx, ty) = (self.ctx(), self.ty(x));
        if let Some(value) = self.splat(ty, number) {
            return Some(value);
        }
        let elem = ctx.type_kind(ty).element_type()?;
        let scalar = splat(ctx, ctx.tensor(&[], elem), number)?;
        self.filled(x, scalar)
    }

    /// A function of floats of a few bits, computed with those of 32.
    fn widened(
        &mut self,
        x: Value,
        kind: &TypeKind,
        formula: fn(&mut Self, Value) -> Option<Value>,
    ) -> Option<Value> {
        let is_narrow =
            matches!(kind, TypeKind::Float(kind) if !matches!(kind, FloatKind::F32 | FloatKind::F64));
        if !is_narrow {
            return formula(self, x);
        }
        let ctx = self.ctx();
        let elem = ctx.type_kind(self.ty(x)).element_type()?;
        let wide = self.convert(x, ctx.f32());
        let value = formula(self, wide)?;
        Some(self.convert(value, elem))
    }
}

fn is_complex(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Complex(_))
}

/// The largest number of a float type.
fn largest(kind: &TypeKind) -> Option<f64> {
    match kind {
        TypeKind::Float(FloatKind::F16) => Some(65504.0),
        TypeKind::Float(FloatKind::BF16) => Some(f64::from(f32::from_bits(0x7f7f_0000))),
        TypeKind::Float(FloatKind::F32) => Some(f64::from(f32::MAX)),
        TypeKind::Float(FloatKind::F64) => Some(f64::MAX),
        _ => None,
    }
}

/// The square root of 1 - x², without cancellation near 1; and one.
fn other_leg(e: &mut Emit<'_, '_>, x: Value) -> Option<(Value, Value)> {
    let one = e.like(x, 1.0)?;
    let less = e.subtract(one, x);
    let more = e.add(one, x);
    let product = e.multiply(less, more);
    Some((e.function("sqrt", product), one))
}

fn acos(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::acos(e, x, kind);
    }
    largest(kind)?;
    let (leg, _) = other_leg(e, x)?;
    Some(e.elementwise("stablehlo.atan2", &[leg, x]))
}

/// Twice the angle of half the tangent.
fn asin(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::asin(e, x, kind);
    }
    largest(kind)?;
    let (leg, one) = other_leg(e, x)?;
    let sum = e.add(one, leg);
    let half = e.elementwise("stablehlo.atan2", &[x, sum]);
    Some(e.add(half, half))
}

fn atan(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::atan(e, x, kind);
    }
    largest(kind)?;
    let one = e.like(x, 1.0)?;
    Some(e.elementwise("stablehlo.atan2", &[x, one]))
}

/// The logarithm of x + √(x² - 1) from that of one more; of large numbers that of 2x.
fn acosh(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::acosh(e, x, kind);
    }
    let most = e.like(x, largest(kind)?)?;
    let two = e.like(x, 2.0)?;
    let limit = e.divide(most, two);
    let is_large = e.compare(ComparisonDirection::Ge, x, limit);
    let log_two = e.function("log", two);
    let log = e.function("log", x);
    let large = e.add(log_two, log);
    let one = e.like(x, 1.0)?;
    let less = e.subtract(x, one);
    let less = e.function("sqrt", less);
    let more = e.add(x, one);
    let more = e.function("sqrt", more);
    let sum = e.add(more, less);
    let product = e.multiply(less, sum);
    let small = e.function("log_plus_one", product);
    Some(e.select(is_large, large, small))
}

/// Of the absolute value a the logarithm of a + √(a² + 1), from that of one more; of large numbers that of 2a.
fn asinh(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::asinh(e, x, kind);
    }
    let most = largest(kind)?;
    let sign = e.function("sign", x);
    let absolute = e.function("abs", x);
    let most = e.like(x, most)?;
    let limit = e.function("sqrt", most);
    let is_large = e.compare(ComparisonDirection::Ge, absolute, limit);
    let two = e.like(x, 2.0)?;
    let log_two = e.function("log", two);
    let log = e.function("log", absolute);
    let large = e.add(log_two, log);
    let square = e.multiply(absolute, absolute);
    let one = e.like(x, 1.0)?;
    let sum = e.add(one, square);
    let root = e.function("sqrt", sum);
    let root = e.add(one, root);
    let quotient = e.divide(square, root);
    let argument = e.add(absolute, quotient);
    let small = e.function("log_plus_one", argument);
    let value = e.select(is_large, large, small);
    Some(e.multiply(sign, value))
}

fn atanh(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        return inverse::atanh(e, x, kind);
    }
    largest(kind)?;
    let absolute = e.function("abs", x);
    let one = e.like(x, 1.0)?;
    let is_outside = e.compare(ComparisonDirection::Gt, absolute, one);
    let nan = e.like(x, f64::NAN)?;
    let more = e.function("log_plus_one", x);
    let negative = e.function("negate", x);
    let less = e.function("log_plus_one", negative);
    let difference = e.subtract(more, less);
    let half = e.like(x, 0.5)?;
    let value = e.multiply(difference, half);
    Some(e.select(is_outside, nan, value))
}

fn conj(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if !is_complex(kind) {
        return Some(x);
    }
    let real = e.part("stablehlo.real", x);
    let imaginary = e.part("stablehlo.imag", x);
    let imaginary = e.function("negate", imaginary);
    Some(e.complex(real, imaginary))
}

/// Half of eˣ and of e⁻ˣ; the exponents are less by the logarithm of two, so neither is infinite before its half is.
fn half_exponentials(e: &mut Emit<'_, '_>, x: Value) -> Option<(Value, Value)> {
    let half = e.like(x, 0.5)?;
    let log_half = e.function("log", half);
    let exponent = e.add(x, log_half);
    let rising = e.function("exponential", exponent);
    let exponent = e.subtract(log_half, x);
    let falling = e.function("exponential", exponent);
    Some((rising, falling))
}

fn cosh(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    e.widened(x, kind, |e, x| {
        let (rising, falling) = half_exponentials(e, x)?;
        Some(e.add(rising, falling))
    })
}

/// The difference of exponentials, or with m = eˣ - 1 of small numbers (m + m / (m + 1)) / 2.
fn sinh(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if is_complex(kind) {
        let (rising, falling) = half_exponentials(e, x)?;
        return Some(e.subtract(rising, falling));
    }
    e.widened(x, kind, |e, x| {
        let (rising, falling) = half_exponentials(e, x)?;
        let large = e.subtract(rising, falling);
        let less = e.function("exponential_minus_one", x);
        let one = e.like(x, 1.0)?;
        let half = e.like(x, 0.5)?;
        let sum = e.add(less, one);
        let quotient = e.divide(less, sum);
        let sum = e.add(less, quotient);
        let small = e.multiply(half, sum);
        let absolute = e.function("abs", x);
        let is_small = e.compare(ComparisonDirection::Lt, absolute, one);
        Some(e.select(is_small, small, large))
    })
}

fn is_inf(e: &mut Emit<'_, '_>, x: Value, _: &TypeKind) -> Option<Value> {
    let absolute = e.function("abs", x);
    let infinity = e.like(x, f64::INFINITY)?;
    Some(e.compare(ComparisonDirection::Eq, absolute, infinity))
}

fn is_pos_inf(e: &mut Emit<'_, '_>, x: Value, _: &TypeKind) -> Option<Value> {
    let infinity = e.like(x, f64::INFINITY)?;
    Some(e.compare(ComparisonDirection::Eq, x, infinity))
}

fn is_neg_inf(e: &mut Emit<'_, '_>, x: Value, _: &TypeKind) -> Option<Value> {
    let infinity = e.like(x, f64::NEG_INFINITY)?;
    Some(e.compare(ComparisonDirection::Eq, x, infinity))
}

/// Of a complex number a + bi the real part is (a - b)(a + b), and zero where these are finite and equal but for signs.
fn square(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
    if !is_complex(kind) {
        return Some(e.multiply(x, x));
    }
    let ctx = e.ctx();
    let real = e.part("stablehlo.real", x);
    let finite_type = with_element(ctx, e.ty(real), ctx.i1());
    let is_finite = e.op("stablehlo.is_finite", &[real], finite_type, &[]);
    let absolute = e.function("abs", real);
    let imaginary = e.part("stablehlo.imag", x);
    let other = e.function("abs", imaginary);
    let is_equal = e.compare(ComparisonDirection::Eq, absolute, other);
    let is_zero = e.elementwise("stablehlo.and", &[is_finite, is_equal]);
    let zero = e.like(real, 0.0)?;
    let difference = e.subtract(real, imaginary);
    let sum = e.add(real, imaginary);
    let product = e.multiply(difference, sum);
    let new_real = e.select(is_zero, zero, product);
    let two = e.like(real, 2.0)?;
    let product = e.multiply(real, imaginary);
    let new_imaginary = e.multiply(two, product);
    Some(e.complex(new_real, new_imaginary))
}

fn tan(e: &mut Emit<'_, '_>, x: Value, _: &TypeKind) -> Option<Value> {
    Some(e.function("tan", x))
}

fn constant(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let value = rewriter.op(op).attr("value").ok_or_else(NoMatch::quiet)?;
    let new = Emit::before(rewriter, op).constant(value);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

fn constant_like(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = view.value_type(view.body.result(op, 0));
    let like = view.operand(0);
    let value = view.attr("value").ok_or_else(NoMatch::quiet)?;
    let elem = ctx.type_kind(ty).element_type().ok_or_else(NoMatch::quiet)?;
    let new = match dense_of(ctx, ty, value) {
        Some(value) => Some(Emit::before(rewriter, op).constant(value)),
        None => dense_of(ctx, ctx.tensor(&[], elem), value)
            .and_then(|scalar| Emit::before(rewriter, op).filled(like, scalar)),
    };
    let why = "the operand's rank is not known, or the value is no number of its elements";
    let new = new.ok_or_else(|| NoMatch::because(why))?;
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// A number that an attribute is, in each element of a static type.
fn dense_of(ctx: &Context, ty: Type, value: Attr) -> Option<Attr> {
    use tfrt_ir::attributes::AttrKind;
    use tfrt_ir::dense::{element_layout, make_dense};
    let kind = ctx.type_kind(ty);
    let elem = kind.element_type().filter(|_| kind.has_static_shape())?;
    let size = element_layout(ctx, elem)?.bytes();
    let bits = match ctx.attr_kind(value) {
        AttrKind::Float { bits, .. } => bits.get(),
        AttrKind::DenseElements { splat: true, data, .. } => return Some(make_dense(ctx, ty, data.to_vec())),
        _ => ctx.attr_as_i64(value).or_else(|| ctx.attr_as_bool(value).map(i64::from))? as i128 as u128,
    };
    Some(make_dense(ctx, ty, bits.to_le_bytes().get(..size)?.to_vec()))
}

/// The number beside another one, by its bits: those of floats of one sign are ordered as their values are.
fn next_after(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    use ComparisonDirection::{Eq, Gt, Ne};
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let (from, to, ty) = (view.operand(0), view.operand(1), view.value_type(view.body.result(op, 0)));
    let unknown = || {
        NoMatch::because("an operand's rank is not known, or its elements are no floats of 16 bits or more")
    };
    let kind = ctx.type_kind(ty);
    let width = kind.element_type().filter(|_| kind.dims().is_some()).map(|elem| ctx.type_kind(elem));
    let Some(&TypeKind::Float(float)) = width else { return Err(unknown()) };
    let width = float.width();
    if !matches!(float, FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64) {
        return Err(unknown());
    }
    let bits = with_element(ctx, ty, ctx.int(width));
    let e = &mut Emit::before(rewriter, op);
    let is_static = kind.has_static_shape();
    let number = |e: &mut Emit<'_, '_>, value: i64| {
        let data = value.to_le_bytes()[..width as usize / 8].to_vec();
        if is_static {
            return Ok(e.constant(tfrt_ir::dense::make_dense(ctx, bits, data)));
        }
        let scalar = ctx.tensor(&[], ctx.int(width));
        e.filled(from, tfrt_ir::dense::make_dense(ctx, scalar, data)).ok_or_else(unknown)
    };
    let as_bits = |e: &mut Emit<'_, '_>, value: Value| e.op("stablehlo.bitcast_convert", &[value], bits, &[]);
    let or = |e: &mut Emit<'_, '_>, a: Value, b: Value| e.elementwise("stablehlo.or", &[a, b]);
    let and = |e: &mut Emit<'_, '_>, a: Value, b: Value| e.elementwise("stablehlo.and", &[a, b]);
    let from_bits = as_bits(e, from);
    let to_bits = as_bits(e, to);
    let from_nan = e.compare(Ne, from, from);
    let to_nan = e.compare(Ne, to, to);
    let is_nan = or(e, from_nan, to_nan);
    let nan = e.like(from, f64::NAN).ok_or_else(unknown)?;
    let nan = as_bits(e, nan);
    let sign = number(e, i64::MIN >> (64 - width))?;
    let magnitude = number(e, !(i64::MIN >> (64 - width)))?;
    let from_magnitude = and(e, from_bits, magnitude);
    let to_magnitude = and(e, to_bits, magnitude);
    let is_equal = e.compare(Eq, from, to);
    let zero = number(e, 0)?;
    let from_zero = e.compare(Eq, from_magnitude, zero);
    let to_zero = e.compare(Eq, to_magnitude, zero);
    let from_sign = and(e, from_bits, sign);
    let to_sign = and(e, to_bits, sign);
    let one = number(e, 1)?;
    let least = or(e, to_sign, one);
    let other_sign = e.compare(Ne, from_sign, to_sign);
    let is_larger = e.compare(Gt, from_magnitude, to_magnitude);
    let goes_down = or(e, is_larger, other_sign);
    let minus_one = number(e, -1)?;
    let step = e.select(goes_down, minus_one, one);
    let stepped = e.add(from_bits, step);
    let of_zero = e.select(to_zero, to_bits, least);
    let value = e.select(from_zero, of_zero, stepped);
    let value = e.select(is_equal, to_bits, value);
    let value = e.select(is_nan, nan, value);
    let new = e.op("stablehlo.bitcast_convert", &[value], ty, &[]);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// A stable sort of the elements with their positions, from the largest down, and its first elements.
fn top_k(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let loc = view.loc();
    let operand = view.operand(0);
    let ty = view.value_type(operand);
    let kind = ctx.type_kind(ty);
    let unknown = || NoMatch::because("the operand's sizes are not known");
    let dims = kind.dims().filter(|_| kind.has_static_shape()).ok_or_else(unknown)?;
    let elem = kind.element_type().ok_or_else(NoMatch::quiet)?;
    let results: Vec<Type> = view.result_types().collect();
    let k = view.attr("k").and_then(|k| ctx.attr_as_i64(k)).ok_or_else(NoMatch::quiet)?;
    let last = dims.len() as i64 - 1;
    let positions = Emit::before(rewriter, op).iota(with_element(ctx, ty, ctx.i32()), last);
    let positions_type = rewriter.body().value_type(positions);
    let attrs = [("dimension", ctx.i64_attr(last)), ("is_stable", ctx.bool_attr(true))];
    let sort = state(ctx, "stablehlo.sort", loc, &[operand, positions], &[ty, positions_type], &attrs);
    let region = rewriter.body_mut().create_region();
    let sort = OpState { regions: OpRegions::Inline(smallvec![region]), ..sort };
    let sort = rewriter.create(InsertionPoint::Before(op), sort);
    let body = rewriter.body_mut();
    let block = body.append_block(region);
    let [number, index] = [elem, ctx.i32()].map(|elem| ctx.tensor(&[], elem));
    let arguments = [number, number, index, index].map(|ty| body.add_block_arg(block, ty, loc));
    let mut compared = vec![("comparison_direction", ComparisonDirection::Gt.into_attr(ctx))];
    if matches!(ctx.type_kind(elem), TypeKind::Float(_)) {
        compared.push(("compare_type", ComparisonType::TotalOrder.into_attr(ctx)));
    }
    let flag = ctx.tensor(&[], ctx.i1());
    let compare = state(ctx, "stablehlo.compare", loc, &arguments[..2], &[flag], &compared);
    let compare = body.insert_op(ctx, InsertionPoint::End(block), compare);
    let is_larger = body.result(compare, 0);
    body.insert_op(
        ctx,
        InsertionPoint::End(block),
        state(ctx, "stablehlo.return", loc, &[is_larger], &[], &[]),
    );
    let mut limit = dims.to_vec();
    if let Some(size) = limit.last_mut() {
        *size = k;
    }
    let slice = [
        ("start_indices", i64_array(ctx, &vec![0; dims.len()])),
        ("limit_indices", i64_array(ctx, &limit)),
        ("strides", i64_array(ctx, &vec![1; dims.len()])),
    ];
    let mut new = Vec::with_capacity(2);
    for (index, &ty) in results.iter().enumerate() {
        let sorted = rewriter.body().result(sort, index);
        new.push(Emit::before(rewriter, op).op("stablehlo.slice", &[sorted], ty, &slice));
    }
    rewriter.replace_op(op, &new);
    Ok(())
}
