//! Tests of the bounds, against the C library's functions, whose own error is below one unit, and of the values at the
//! edges, which are those of C.

use super::*;

/// The distance from another result, in units in the last place of that.
fn ulps(got: f64, expected: f64) -> f64 {
    if got == expected || (got.is_nan() && expected.is_nan()) {
        return 0.0;
    }
    if got.is_infinite() || expected.is_infinite() {
        return f64::INFINITY;
    }
    let magnitude = expected.abs().max(f64::MIN_POSITIVE);
    (got - expected).abs() / (f64::from_bits(magnitude.to_bits() + 1) - magnitude)
}

/// All exponents and ever other mantissas, what is usual, and what is special.
fn numbers(step: usize) -> impl Iterator<Item = f64> {
    let all = (0..=u64::MAX).step_by(step).map(f64::from_bits);
    let usual = (-100_000..100_000).map(|i| f64::from(i) * 2.5e-4 + 1e-9 * f64::from(i % 997));
    let special = [
        0.0,
        -0.0,
        0.5,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        5e-324,
        -5e-324,
    ];
    all.chain(usual).chain(special)
}

const STEP: usize = 92_233_720_368_547_793;

fn check(name: &str, bound: f64, function: fn(f64) -> f64, expected: fn(f64) -> f64) {
    let mut worst = (0.0, 0.0f64);
    for x in numbers(STEP) {
        let (got, expected) = (function(x), expected(x));
        let distance = ulps(got, expected);
        if distance > worst.0 {
            worst = (distance, x);
        }
        if !got.is_nan() {
            assert_eq!(got.is_sign_negative(), expected.is_sign_negative(), "sign of {name}({x})");
        }
    }
    // The reference may be off by one itself.
    let (distance, x) = worst;
    assert!(distance <= bound + 1.0, "{name}({x:e}) is {}, off by {distance} units", function(x));
}

#[test]
fn functions_keep_their_bounds() {
    check("exp", 1.0, exp, f64::exp);
    check("exp_m1", 2.0, exp_m1, f64::exp_m1);
    check("ln", 1.0, ln, f64::ln);
    check("ln_1p", 2.0, ln_1p, f64::ln_1p);
    check("tanh", 2.0, tanh, libm::tanh);
    check("sinh", 2.0, sinh, libm::sinh);
    check("cosh", 2.0, cosh, libm::cosh);
    check("asinh", 2.0, asinh, libm::asinh);
    check("acosh", 2.0, acosh, libm::acosh);
    check("atanh", 2.0, atanh, libm::atanh);
    check("erf", 2.0, erf, libm::erf);
    check("erfc", 2.0, erfc, libm::erfc);
    check("asin", 2.0, asin, f64::asin);
    check("acos", 2.0, acos, f64::acos);
    check("atan", 2.0, atan, f64::atan);
    check("softplus", 2.0, softplus, |x| if x.is_nan() { x } else { x.max(0.0) + (-x.abs()).exp().ln_1p() });
}

#[test]
fn angles_keep_their_bounds() {
    check("sin", 1.0, sin_of_any, f64::sin);
    check("cos", 1.0, cos_of_any, f64::cos);
    check("tan", 2.0, tan_of_any, f64::tan);
    // Close to multiples of a quarter turn, where all digits are those that the multiple lacks.
    for k in 1..100_000 {
        let x = f64::from(k * 9931) * std::f64::consts::FRAC_PI_2;
        for (got, expected) in [(sin_of_any(x), x.sin()), (cos_of_any(x), x.cos())] {
            assert!(ulps(got, expected) <= 2.0, "of {x}: {got:e}, not {expected:e}");
        }
    }
}

/// 1 / (1 + e^-x) without what rounding loses.
#[test]
fn the_logistic_function_keeps_its_bound() {
    for x in numbers(STEP) {
        let (got, power) = (sigmoid(x), (-x.abs()).exp());
        let expected = if x < 0.0 { power / (1.0 + power) } else { 1.0 / (1.0 + power) };
        assert!(ulps(got, expected) <= 4.0, "sigmoid({x:e}) is {got:e}, not {expected:e}");
    }
}

#[test]
fn functions_of_two_numbers_keep_their_bounds() {
    let numbers: Vec<f64> = (0..=u64::MAX)
        .step_by(usize::MAX / 167)
        .map(f64::from_bits)
        .chain((-60..60).map(|i| f64::from(i) * 0.25))
        .chain((0..100).map(|i| 0.9 + f64::from(i) * 0.002))
        .chain([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324, -5e-324])
        .chain([9_007_199_254_740_991.0, 9_007_199_254_740_992.0, -9_007_199_254_740_991.0, -1e300])
        .collect();
    for &x in &numbers {
        for &y in &numbers {
            for (name, bound, got, expected) in
                [("pow", 2.0, pow(x, y), x.powf(y)), ("atan2", 2.0, atan2(x, y), x.atan2(y))]
            {
                let distance = ulps(got, expected);
                assert!(distance <= bound + 1.0, "{name}({x:e}, {y:e}) is {got:e}, not {expected:e}");
                assert!(
                    got.is_nan() || got.is_sign_negative() == expected.is_sign_negative(),
                    "sign of {name}({x:e}, {y:e})"
                );
            }
            let (got, expected) = (power::remainder(&mut Scalar, x, y), x % y);
            // Where it leaves, the result is not read.
            if !((x / y).abs() >= 4e15 && x.is_finite() && y != 0.0) {
                let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                assert!(same, "the remainder of {x:e} by {y:e} is {got:e}, not {expected:e}");
            }
        }
    }
}
