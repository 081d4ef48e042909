//! Special functions of real numbers as formulas: the error functions, gamma and its relatives, zeta, a Bessel function.
//!
//! All of them are computed in double precision and rounded once, so that results of less precision are the nearest numbers or those beside them. Sources are
//! Abramowitz and Stegun; the coefficients of series that are no rational numbers were computed with 40 digits. In double precision the logarithm of the gamma
//! function and its derivative lose digits near their zeros below 1.

use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, PI};

use tfrt_ir::entity::Value;
use tfrt_ir::types::{FloatKind, TypeKind};
use tfrt_ops::special::{ERFC, ERFC_END, ERFC_SMALL};

use super::super::emit::Emit;
use super::formula::Formula;

type Real = fn(&mut Formula<'_, '_, '_>, Value) -> Value;

/// A function of doubles, of floats of any width.
fn in_double(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind, function: Real) -> Option<Value> {
    of_doubles(e, &[x], kind, |f, args| function(f, args[0]))
}

/// As [`in_double`], of several operands.
pub(super) fn of_doubles(
    e: &mut Emit<'_, '_>,
    operands: &[Value],
    kind: &TypeKind,
    function: impl FnOnce(&mut Formula<'_, '_, '_>, &[Value]) -> Value,
) -> Option<Value> {
    let &TypeKind::Float(kind) = kind else { return None };
    let ctx = e.ctx();
    let is_double = kind == FloatKind::F64;
    let wide: Vec<Value> =
        operands.iter().map(|&x| if is_double { x } else { e.convert(x, ctx.f64()) }).collect();
    let like = *wide.first()?;
    let value = function(&mut Formula::new(e, like), &wide);
    Some(if is_double { value } else { e.convert(value, ctx.float(kind)) })
}

macro_rules! functions {
    ($($name:ident)*) => {
        $(pub(super) fn $name(e: &mut Emit<'_, '_>, x: Value, kind: &TypeKind) -> Option<Value> {
            in_double(e, x, kind, doubles::$name)
        })*
    };
}

functions!(erf erfc erf_inv lgamma digamma bessel_i1e);

/// The functions of doubles.
pub(super) mod doubles {
    use super::*;

    /// The error function of numbers below 1, by its series, and what it is less than 1 of greater ones; without signs.
    fn parts(f: &mut Formula<'_, '_, '_>, magnitude: Value) -> [Value; 2] {
        let mut factorial = 1.0;
        let series: Vec<f64> = (0..20)
            .map(|n: u32| {
                let n = f64::from(n);
                if n > 0.0 {
                    factorial *= -n;
                }
                FRAC_2_SQRT_PI / (factorial * (2.0 * n + 1.0))
            })
            .collect();
        let near = f.min(magnitude, 1.0);
        let square = f.mul(near, near);
        let small = f.polynomial(square, &series);
        let small = f.mul(small, near);

        let t = f.max(magnitude, ERFC_SMALL);
        let t = f.min(t, ERFC_END);
        // The exponential of minus the square, without the square's rounding: the product of those of a part with few digits and of the rest.
        let scaled = f.mul(t, 134_217_729.0);
        let rest = f.sub(scaled, t);
        let high = f.sub(scaled, rest);
        let low = f.sub(t, high);
        let square = f.mul(high, high);
        let square = f.f("negate", square);
        let power = f.f("exponential", square);
        let sum = f.add(high, t);
        let lost = f.mul(low, sum);
        let lost = f.f("negate", lost);
        let lost = f.f("exponential_minus_one", lost);
        let correction = f.mul(power, lost);
        let power = f.add(power, correction);
        let above = f.sub(t, 3.0);
        let below = f.add(t, 3.0);
        let u = f.div(above, below);
        let p = f.polynomial(u, &ERFC);
        let divisor = f.mul(t, 2.0);
        let divisor = f.add(divisor, 1.0);
        let product = f.mul(power, p);
        [small, f.div(product, divisor)]
    }

    pub(super) fn erf(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let magnitude = f.f("abs", x);
        let [small, rest] = parts(f, magnitude);
        let large = f.sub(1.0, rest);
        let is_small = f.lt(magnitude, 0.9);
        let value = f.select(is_small, small, large);
        let value = f.signed(value, x);
        // Zero keeps its sign.
        let is_zero = f.eq(x, 0.0);
        f.select(is_zero, x, value)
    }

    pub(super) fn erfc(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let magnitude = f.f("abs", x);
        let [small, rest] = parts(f, magnitude);
        let small = f.signed(small, x);
        let small = f.sub(1.0, small);
        let most = f.sub(2.0, rest);
        let is_negative = f.lt(x, 0.0);
        let large = f.select(is_negative, most, rest);
        let is_small = f.lt(magnitude, ERFC_SMALL);
        f.select(is_small, small, large)
    }

    /// From a first guess by Halley's method.
    pub(super) fn erf_inv(f: &mut Formula<'_, '_, '_>, y: Value) -> Value {
        /// S. Winitzki's constant, by which the guess is within 2 per mille.
        const A: f64 = 0.147;
        let magnitude = f.f("abs", y);
        let complement = f.sub(1.0, magnitude);
        let log = f.f("log", complement);
        let log_more = f.f("log_plus_one", magnitude);
        let log = f.add(log, log_more);
        let half = f.mul(log, 0.5);
        let t = f.add(half, 2.0 / (PI * A));
        let square = f.mul(t, t);
        let quotient = f.div(log, A);
        let difference = f.sub(square, quotient);
        let root = f.f("sqrt", difference);
        let difference = f.sub(root, t);
        let far = f.f("sqrt", difference);
        // Near zero the guess is that of the series.
        let square = f.mul(magnitude, magnitude);
        let series = f.polynomial(square, &[1.0, PI / 12.0, 7.0 * PI * PI / 480.0]);
        let series = f.mul(series, magnitude);
        let near = f.mul(series, 1.0 / FRAC_2_SQRT_PI);
        let is_near = f.lt(magnitude, 0.3);
        let mut x = f.select(is_near, near, far);
        let is_low = f.lt(magnitude, 0.5);
        for _ in 0..3 {
            let [small, rest] = parts(f, x);
            let low = f.sub(1.0, rest);
            let is_small = f.lt(x, 0.9);
            let low = f.select(is_small, small, low);
            let low = f.sub(low, magnitude);
            let high = f.sub(1.0, small);
            let is_small = f.lt(x, ERFC_SMALL);
            let high = f.select(is_small, high, rest);
            let high = f.sub(complement, high);
            let excess = f.select(is_low, low, high);
            let square = f.mul(x, x);
            let power = f.f("exponential", square);
            let step = f.mul(excess, power);
            let step = f.mul(step, 1.0 / FRAC_2_SQRT_PI);
            let bend = f.mul(x, step);
            let bend = f.add(bend, 1.0);
            let step = f.div(step, bend);
            x = f.sub(x, step);
        }
        let is_end = f.eq(magnitude, 1.0);
        let x = f.select(is_end, f64::INFINITY, x);
        let value = f.signed(x, y);
        let is_zero = f.eq(y, 0.0);
        f.select(is_zero, y, value)
    }

    /// `(-1)^k (zeta(k) - 1) / k`, from `k = 2` on.
    const SERIES: [f64; 30] = [
        0.322_467_033_424_113_2,
        -0.067_352_301_053_198_1,
        0.020_580_808_427_784_546,
        -0.007_385_551_028_673_986,
        0.002_890_510_330_741_523_4,
        -0.001_192_753_911_703_261,
        0.000_509_669_524_743_042_5,
        -0.000_223_154_758_453_579_4,
        9.945_751_278_180_853e-5,
        -4.492_623_673_813_314e-5,
        2.050_721_277_567_069e-5,
        -9.439_488_275_268_397e-6,
        4.374_866_789_907_488e-6,
        -2.039_215_753_801_366e-6,
        9.551_412_130_407_42e-7,
        -4.492_469_198_764_566e-7,
        2.120_718_480_555_466_5e-7,
        -1.004_322_482_396_81e-7,
        4.769_810_169_363_98e-8,
        -2.271_109_460_894_316_4e-8,
        1.083_865_921_489_695_5e-8,
        -5.183_475_041_970_047e-9,
        2.483_674_543_802_478_5e-9,
        -1.192_140_140_586_091_2e-9,
        5.731_367_241_678_862e-10,
        -2.759_522_885_124_233_4e-10,
        1.330_476_437_424_449e-10,
        -6.422_964_563_838_1e-11,
        3.104_424_774_732_227_6e-11,
        -1.502_138_408_075_414_2e-11,
    ];
    /// One less Euler's constant.
    const ONE_LESS_EULER: f64 = 0.422_784_335_098_467_13;
    /// `B(2k) / (2k (2k - 1))`.
    const STIRLING: [f64; 10] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
        -3617.0 / 122_400.0,
        43867.0 / 244_188.0,
        -174_611.0 / 125_400.0,
    ];

    /// The logarithm of the gamma function from a half on: of numbers below 8 that of a product and a series around 1 or 2, of greater ones Stirling's.
    fn lgamma_of_positive(f: &mut Formula<'_, '_, '_>, w: Value) -> Value {
        let large = f.max(w, 8.0);
        let log = f.f("log", large);
        let less = f.sub(large, 0.5);
        let product = f.mul(less, log);
        let difference = f.sub(product, large);
        let inverse = f.div(1.0, large);
        let square = f.mul(inverse, inverse);
        let series = f.polynomial(square, &STIRLING);
        let series = f.mul(series, inverse);
        let series = f.add(series, (2.0 * PI).ln() / 2.0);
        let of_large = f.add(difference, series);

        let mut t = f.min(w, 8.0);
        let mut product = f.div(t, t);
        for _ in 0..6 {
            let is_above = f.ge(t, 2.5);
            let less = f.sub(t, 1.0);
            t = f.select(is_above, less, t);
            let longer = f.mul(product, t);
            product = f.select(is_above, longer, product);
        }
        let is_around_one = f.lt(t, 1.5);
        let less = f.sub(t, 1.0);
        let other = f.sub(t, 2.0);
        let z = f.select(is_around_one, less, other);
        let mut coefficients = vec![ONE_LESS_EULER];
        coefficients.extend(SERIES);
        let series = f.polynomial(z, &coefficients);
        let series = f.mul(series, z);
        let log = f.f("log_plus_one", z);
        let around_one = f.sub(series, log);
        let value = f.select(is_around_one, around_one, series);
        let log = f.f("log", product);
        let of_small = f.add(value, log);
        let is_large = f.ge(w, 8.0);
        f.select(is_large, of_large, of_small)
    }

    pub(super) fn lgamma(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let is_low = f.lt(x, 0.5);
        let is_negative = f.le(x, 0.0);
        let more = f.add(x, 1.0);
        let mirrored = f.sub(1.0, x);
        let w = f.select(is_negative, mirrored, more);
        let w = f.select(is_low, w, x);
        let value = lgamma_of_positive(f, w);
        // Above zero one less by the logarithm; below by the reflection.
        let log = f.f("log", x);
        let between = f.sub(value, log);
        let magnitude = f.f("abs", x);
        let whole = f.f("floor", magnitude);
        let fraction = f.sub(magnitude, whole);
        let other = f.sub(1.0, fraction);
        let fraction = f.min(fraction, other);
        let angle = f.mul(fraction, PI);
        let sine = f.f("sine", angle);
        let quotient = f.div(PI, sine);
        let log = f.f("log", quotient);
        let below = f.sub(log, value);
        let low = f.select(is_negative, below, between);
        let value = f.select(is_low, low, value);
        let is_infinite = f.eq(magnitude, f64::INFINITY);
        f.select(is_infinite, f64::INFINITY, value)
    }

    pub(in crate::passes::stablehlo::chlo) fn digamma(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let is_low = f.lt(x, 0.5);
        let mirrored = f.sub(1.0, x);
        let mut t = f.select(is_low, mirrored, x);
        let mut sum = f.sub(t, t);
        for _ in 0..10 {
            let is_below = f.lt(t, 10.0);
            let inverse = f.div(1.0, t);
            let more = f.add(sum, inverse);
            sum = f.select(is_below, more, sum);
            let next = f.add(t, 1.0);
            t = f.select(is_below, next, t);
        }
        let inverse = f.div(1.0, t);
        let square = f.mul(inverse, inverse);
        /// `B(2k) / 2k`.
        const TERMS: [f64; 10] = [
            1.0 / 12.0,
            -1.0 / 120.0,
            1.0 / 252.0,
            -1.0 / 240.0,
            1.0 / 132.0,
            -691.0 / 32760.0,
            1.0 / 12.0,
            -3617.0 / 8160.0,
            43867.0 / 14364.0,
            -174_611.0 / 6600.0,
        ];
        let series = f.polynomial(square, &TERMS);
        let series = f.mul(series, square);
        let half = f.mul(inverse, 0.5);
        let log = f.f("log", t);
        let value = f.sub(log, half);
        let value = f.sub(value, series);
        let value = f.sub(value, sum);
        let value = {
            // An infinite number is its own logarithm.
            let is_infinite = f.eq(x, f64::INFINITY);
            f.select(is_infinite, x, value)
        };
        let above = f.add(x, 0.5);
        let whole = f.f("floor", above);
        let fraction = f.sub(x, whole);
        let angle = f.mul(fraction, PI);
        let tangent = f.f("tan", angle);
        let rest = f.div(PI, tangent);
        let reflected = f.sub(value, rest);
        let value = f.select(is_low, reflected, value);
        let whole = f.f("floor", x);
        let is_whole = f.eq(x, whole);
        let is_low = f.le(x, 0.0);
        let is_pole = f.both(is_whole, is_low);
        f.select(is_pole, f64::NAN, value)
    }

    /// Twice the coefficients of Chebyshev's series of `I1(x) e^-x / x` in `x / 4 - 1`, up to 8.
    const NEAR: [f64; 29] = [
        0.252_587_186_443_633_65,
        -0.176_416_518_357_834_06,
        0.102_643_658_689_847_1,
        -0.052_945_981_208_094_99,
        0.024_726_449_030_626_516,
        -0.010_564_084_894_626_197,
        0.004_156_422_944_312_888,
        -0.001_513_572_450_631_253_2,
        0.000_512_285_956_168_575_8,
        -0.000_161_760_815_825_896_74,
        4.781_565_107_550_054e-5,
        -1.327_316_365_603_943_6e-5,
        3.470_251_308_137_678_5e-6,
        -8.568_720_264_695_455e-7,
        2.003_294_753_552_135_3e-7,
        -4.445_059_128_796_328e-8,
        9.381_537_386_495_773e-9,
        -1.887_249_751_722_829_4e-9,
        3.625_590_281_552_117e-10,
        -6.663_489_723_502_027e-11,
        1.173_618_629_889_090_1e-11,
        -1.983_974_397_764_943_6e-12,
        3.223_793_365_945_575e-13,
        -5.042_185_504_727_912e-14,
        7.600_684_294_735_408e-15,
        -1.105_596_947_735_386_2e-15,
        1.553_631_957_736_200_5e-16,
        -2.111_421_214_358_166e-17,
        2.777_914_112_761_046_4e-18,
    ];
    /// Those of `I1(x) e^-x sqrt(x)` in `16 / x - 1`, from 8 on.
    const FAR: [f64; 25] = [
        0.778_576_235_018_280_1,
        -0.009_761_097_491_361_469,
        -0.000_110_588_938_762_623_71,
        -3.882_564_808_877_691e-6,
        -2.512_236_237_870_209e-7,
        -2.631_468_846_889_519_6e-8,
        -3.835_380_385_964_237e-9,
        -5.589_743_462_196_584e-10,
        -1.897_495_812_350_541_3e-11,
        3.252_603_583_015_488_4e-11,
        1.412_580_774_366_137_8e-11,
        2.035_628_544_147_089_6e-12,
        -7.198_551_776_245_908e-13,
        -4.083_551_111_092_197_4e-13,
        -2.101_541_842_772_664_3e-14,
        4.272_440_016_711_951e-14,
        1.042_027_698_412_880_2e-14,
        -3.814_403_072_437_007_5e-15,
        -1.880_354_775_510_782_5e-15,
        3.308_202_310_920_928_5e-16,
        2.962_628_997_645_95e-16,
        -3.209_525_921_993_424e-17,
        -4.650_305_368_489_358_6e-17,
        4.414_348_323_071_708e-18,
        7.517_296_310_842_105e-18,
    ];

    pub(super) fn bessel_i1e(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let magnitude = f.f("abs", x);
        let near = f.min(magnitude, 8.0);
        let y = f.mul(near, 0.25);
        let y = f.sub(y, 1.0);
        let series = f.chebyshev(y, &NEAR);
        let near = f.mul(series, near);
        let far = f.max(magnitude, 8.0);
        let y = f.div(16.0, far);
        let y = f.sub(y, 1.0);
        let series = f.chebyshev(y, &FAR);
        let root = f.f("sqrt", far);
        let far = f.div(series, root);
        let is_near = f.le(magnitude, 8.0);
        let value = f.select(is_near, near, far);
        let value = f.signed(value, x);
        let is_zero = f.eq(x, 0.0);
        f.select(is_zero, x, value)
    }

    /// Hurwitz' zeta function, by Euler and Maclaurin's formula.
    pub(in crate::passes::stablehlo::chlo) fn zeta(f: &mut Formula<'_, '_, '_>, x: Value, q: Value) -> Value {
        const TERMS: u32 = 12;
        /// `B(2k) / (2k)!`.
        const FACTORS: [f64; 12] = [
            1.0 / 12.0,
            -1.0 / 720.0,
            1.0 / 30240.0,
            -1.0 / 1_209_600.0,
            1.0 / 47_900_160.0,
            -691.0 / 1_307_674_368_000.0,
            1.0 / 74_724_249_600.0,
            -3617.0 / 10_670_622_842_880_000.0,
            43867.0 / 5_109_094_217_170_944_000.0,
            -174_611.0 / 802_857_662_698_291_200_000.0,
            77683.0 / 14_101_100_039_391_805_440_000.0,
            -236_364_091.0 / 1_693_824_136_731_743_669_452_800_000.0,
        ];
        let exponent = f.f("negate", x);
        let mut a = q;
        let mut sum = f.pow(a, exponent);
        for _ in 1..TERMS {
            a = f.add(a, 1.0);
            let term = f.pow(a, exponent);
            sum = f.add(sum, term);
        }
        a = f.add(a, 1.0);
        let mut power = f.pow(a, exponent);
        let product = f.mul(power, a);
        let less = f.sub(x, 1.0);
        let integral = f.div(product, less);
        sum = f.add(sum, integral);
        let half = f.mul(power, 0.5);
        sum = f.add(sum, half);
        let mut rising = f.div(a, a);
        let mut rest = f.sub(a, a);
        for (k, factor) in FACTORS.into_iter().enumerate() {
            let k = 2.0 * k as f64;
            let next = f.add(x, k);
            rising = f.mul(rising, next);
            power = f.div(power, a);
            let term = f.mul(rising, power);
            let term = f.mul(term, factor);
            rest = f.add(rest, term);
            let next = f.add(x, k + 1.0);
            rising = f.mul(rising, next);
            power = f.div(power, a);
        }
        let value = f.add(sum, rest);
        // Below 1 there is no sum; at zero and below there are poles, and powers of negative numbers.
        let whole = f.f("floor", q);
        let is_whole = f.eq(q, whole);
        let half = f.mul(x, 0.5);
        let floor = f.f("floor", half);
        let is_even = f.eq(half, floor);
        let pole = f.select(is_even, f64::INFINITY, f64::NAN);
        let floor = f.f("floor", x);
        let is_integer = f.eq(x, floor);
        let below = f.select(is_integer, value, f64::NAN);
        let below = f.select(is_whole, pole, below);
        let is_low = f.le(q, 0.0);
        let value = f.select(is_low, below, value);
        let is_one = f.eq(x, 1.0);
        let is_below = f.lt(x, 1.0);
        let value = f.select(is_below, f64::NAN, value);
        f.select(is_one, f64::INFINITY, value)
    }

    pub(in crate::passes::stablehlo::chlo) fn polygamma(
        f: &mut Formula<'_, '_, '_>,
        n: Value,
        x: Value,
    ) -> Value {
        let order = f.add(n, 1.0);
        let log = lgamma(f, order);
        let factorial = f.f("exponential", log);
        let of_zeta = zeta(f, order, x);
        let half = f.mul(n, 0.5);
        let floor = f.f("floor", half);
        let is_even = f.eq(half, floor);
        let sign = f.select(is_even, -1.0, 1.0);
        let product = f.mul(factorial, of_zeta);
        let value = f.mul(product, sign);
        let of_zero = digamma(f, x);
        let is_zero = f.eq(n, 0.0);
        let value = f.select(is_zero, of_zero, value);
        let floor = f.f("floor", n);
        let is_whole = f.eq(n, floor);
        let is_order = f.ge(n, 0.0);
        let is_order = f.both(is_whole, is_order);
        f.select(is_order, value, f64::NAN)
    }

    /// The inverse hyperbolic sine of a number, by the logarithm of one more than what is lost near zero otherwise.
    pub(in crate::passes::stablehlo::chlo) fn asinh(f: &mut Formula<'_, '_, '_>, x: Value) -> Value {
        let magnitude = f.f("abs", x);
        let is_large = f.ge(magnitude, 1e150);
        let near = f.min(magnitude, 1e150);
        let square = f.mul(near, near);
        let sum = f.add(square, 1.0);
        let root = f.f("sqrt", sum);
        let root = f.add(root, 1.0);
        let quotient = f.div(square, root);
        let sum = f.add(near, quotient);
        let small = f.f("log_plus_one", sum);
        let log = f.f("log", magnitude);
        let large = f.add(log, LN_2);
        let value = f.select(is_large, large, small);
        let value = f.signed(value, x);
        let is_zero = f.eq(x, 0.0);
        f.select(is_zero, x, value)
    }
}
