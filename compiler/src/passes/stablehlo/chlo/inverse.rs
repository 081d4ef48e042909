//! Inverse trigonometric and hyperbolic functions of complex numbers as formulas.
//!
//! W. Kahan, "Branch cuts for complex elementary functions", 1987: of square roots of 1 - z and 1 + z the angles and inverse hyperbolic sines of products of
//! their parts, computed in double precision. Zeros keep their signs, which tell the sides of a cut.

use tfrt_ir::entity::Value;
use tfrt_ir::types::TypeKind;

use super::super::emit::Emit;
use super::formula::{Formula, Parts, on_parts};
use super::special::doubles::asinh as real_asinh;

fn root(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let z = f.e.complex(x, y);
    let root = f.f("sqrt", z);
    [f.e.part("stablehlo.real", root), f.e.part("stablehlo.imag", root)]
}

/// The square roots of 1 - z and 1 + z.
fn roots(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> [Parts; 2] {
    let less = f.sub(1.0, x);
    let turned = f.f("negate", y);
    let more = f.add(x, 1.0);
    [root(f, [less, turned]), root(f, [more, y])]
}

/// The difference of two products, the first of a's real part and b's imaginary one.
fn crossed(f: &mut Formula<'_, '_, '_>, a: Parts, b: Parts) -> Value {
    let first = f.mul(a[0], b[1]);
    let second = f.mul(a[1], b[0]);
    f.sub(first, second)
}

/// The real part of the product of two numbers.
fn real_of_product(f: &mut Formula<'_, '_, '_>, a: Parts, b: Parts) -> Value {
    let first = f.mul(a[0], b[0]);
    let second = f.mul(a[1], b[1]);
    f.sub(first, second)
}

fn asin_parts(f: &mut Formula<'_, '_, '_>, z: Parts) -> Parts {
    let [less, more] = roots(f, z);
    let leg = real_of_product(f, less, more);
    let real = f.atan2(z[0], leg);
    let height = crossed(f, less, more);
    [real, real_asinh(f, height)]
}

fn acos_parts(f: &mut Formula<'_, '_, '_>, z: Parts) -> Parts {
    let [less, more] = roots(f, z);
    let half = f.atan2(less[0], more[0]);
    let height = crossed(f, more, less);
    [f.add(half, half), real_asinh(f, height)]
}

fn acosh_parts(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let (less, more) = (f.sub(x, 1.0), f.add(x, 1.0));
    let (less, more) = (root(f, [less, y]), root(f, [more, y]));
    let first = f.mul(less[0], more[0]);
    let second = f.mul(less[1], more[1]);
    let sum = f.add(first, second);
    let half = f.atan2(less[1], more[0]);
    [real_asinh(f, sum), f.add(half, half)]
}

/// Numbers whose squares would be infinite have a quarter turn, and little else.
fn atanh_parts(f: &mut Formula<'_, '_, '_>, [x, y]: Parts) -> Parts {
    let (width, height) = (f.f("abs", x), f.f("abs", y));
    let size = f.max(width, height);
    let is_large = f.ge(size, 1e150);
    let limited = [f.min(width, 1e150), f.min(height, 1e150)];
    let less = f.sub(1.0, limited[0]);
    let square = f.mul(less, less);
    let other = f.mul(limited[1], limited[1]);
    let divisor = f.add(square, other);
    let fourfold = f.mul(limited[0], 4.0);
    let quotient = f.div(fourfold, divisor);
    let log = f.f("log_plus_one", quotient);
    let small = f.mul(log, 0.25);
    let (p, q) = (f.div(width, size), f.div(height, size));
    let squares = [f.mul(p, p), f.mul(q, q)];
    let sum = f.add(squares[0], squares[1]);
    let quotient = f.div(p, sum);
    let large = f.div(quotient, size);
    let is_infinite = f.eq(size, f64::INFINITY);
    let large = f.select(is_infinite, 0.0, large);
    let real = f.select(is_large, large, small);
    let real = f.signed(real, x);
    let more = f.add(limited[0], 1.0);
    let product = f.mul(less, more);
    let below = f.sub(product, other);
    let twice = f.add(y, y);
    let angle = f.atan2(twice, below);
    let small = f.mul(angle, 0.5);
    let quarter = f.atan2(y, 0.0);
    let turned = f.eq(y, 0.0);
    // On the axis the sign of zero tells the side.
    let above = f.atan2(y, -1.0);
    let above = f.mul(above, 0.5);
    let quarter = f.select(turned, above, quarter);
    [real, f.select(is_large, quarter, small)]
}

/// A function of z turned by a quarter, turned back.
fn turned(
    f: &mut Formula<'_, '_, '_>,
    [x, y]: Parts,
    function: fn(&mut Formula<'_, '_, '_>, Parts) -> Parts,
) -> Parts {
    let minus = f.f("negate", y);
    let [real, imaginary] = function(f, [minus, x]);
    [imaginary, f.f("negate", real)]
}

pub(super) fn asin(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, asin_parts)
}

pub(super) fn acos(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, acos_parts)
}

pub(super) fn acosh(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, acosh_parts)
}

pub(super) fn atanh(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, atanh_parts)
}

pub(super) fn asinh(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, |f, z| turned(f, z, asin_parts))
}

pub(super) fn atan(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, |f, z| turned(f, z, atanh_parts))
}

/// The parts that arc sine and arc cosine share: the leg of the angle, and the height without its sign.
pub(super) fn kernel(e: &mut Emit<'_, '_>, z: Value, kind: &TypeKind) -> Option<Value> {
    on_parts(e, z, kind, |f, z| {
        let [less, more] = roots(f, z);
        let leg = real_of_product(f, less, more);
        let height = crossed(f, less, more);
        let height = real_asinh(f, height);
        [leg, f.f("abs", height)]
    })
}
