//! The coefficients of the elementary functions of `f32`: shared by [`super::scalar`], [`super::wide`] and code generators that must give
//! the same bits.
//!
//! The polynomials are minimax fits on the interval that is left after the reduction of the argument, the constant first;
//! [`super::scalar`] says what each approximates, and how accurate the functions are.

/// The logarithm of two in two parts; their sum is exact to 2^-58.
pub const LN2_HIGH: f32 = std::f32::consts::LN_2;
/// See [`LN2_HIGH`].
pub const LN2_LOW: f32 = -1.904_654_2e-9;

/// Adding it to a small number rounds that to an integer, which then is in the low bits of the sum.
pub const TO_INTEGER: f32 = 12_582_912.0;

/// Arguments of the exponential beyond which the result is zero or infinite.
pub const EXP_RANGE: [f32; 2] = [-104.0, 89.0];

/// Arguments of the exponential less one beyond which the result is minus one or infinite.
pub const EXP_M1_RANGE: [f32; 2] = [-20.0, 89.0];

/// `(e^r - 1 - r) / r^2` for |r| <= ln 2 / 2.
pub const EXP: [f32; 5] = [0.499_999_94, 0.166_665_15, 0.041_668_456, 0.008_369_419, 0.001_381_314_5];

/// The bits of the square root of a half, up to which mantissas of logarithms go down.
pub const ROOT_OF_HALF: u32 = 0x3f35_04f3;

/// 2^23, and its exponent: what makes a subnormal number a normal one.
pub const SUBNORMAL: [f32; 2] = [8_388_608.0, 23.0];

/// `(ln(1 + f) - f + f^2 / 2) / f^3` for 1 + f between the square roots of a half and of two.
pub const LN: [f32; 9] = [
    0.333_333_13,
    -0.250_000_1,
    0.200_021_19,
    -0.166_679_96,
    0.142_195_52,
    -0.124_055_89,
    0.118_881_63,
    -0.116_756_51,
    0.067_466_386,
];

/// Magnitudes up to which the logarithm of one more is the argument.
pub const LN_1P_TINY: f32 = 1e-8;

/// Past it nothing but one is left of the hyperbolic tangent.
pub const TANH_END: f32 = 10.0;

/// `(erf(x) - x) / x` in `x^2`, for |x| < [`ERF_SMALL`].
pub const ERF: [f32; 7] = [
    0.128_379_17,
    -0.376_126_35,
    0.112_836_94,
    -0.026_859_27,
    0.005_200_634_2,
    -0.000_813_743_8,
    8.345_227e-5,
];
/// `-ln(1 - erf(t)) / t - 1`, from [`ERF_SMALL`] to [`ERF_END`].
pub const ERFC: [f32; 8] = [
    0.128_551_75,
    0.635_625_3,
    0.105_262_69,
    -0.022_674_127,
    0.002_930_150_1,
    -4.958_398e-5,
    -4.558_174_3e-5,
    4.938_261e-6,
];
/// The start of the other form of the error function.
pub const ERF_SMALL: f32 = 0.93;
/// Past it nothing but one is left.
pub const ERF_END: f32 = 4.0;

/// The scale of the scaled exponential linear unit, and its product with alpha.
pub const SELU: [f32; 2] = [1.050_701, 1.758_099_3];

/// Angles that are reduced without branches; those of [`super::wide`] as all that follows.
pub const LARGEST_ANGLE: f32 = 281_474_976_710_656.0;

/// Half of pi in two parts; their sum is exact to 2^-108.
pub const QUARTER_HIGH: f64 = std::f64::consts::FRAC_PI_2;
/// See [`QUARTER_HIGH`].
pub const QUARTER_LOW: f64 = 6.123_233_995_736_766e-17;

/// As [`TO_INTEGER`], for `f64`.
pub const WIDE_TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The series of sine, `(sin(r) - r) / r^3` in `r^2`: to a 2^-40th of the result for |r| up to an eighth of a turn.
pub const SINE: [f64; 6] =
    [-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0, -1.0 / 39_916_800.0, 1.0 / 6_227_020_800.0];
/// The series of cosine, `(cos(r) - 1) / r^2` in `r^2`, as exact.
pub const COSINE: [f64; 6] =
    [-0.5, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0, 1.0 / 479_001_600.0];

/// The bits of the square root of a half, as `f64`.
pub const WIDE_ROOT_OF_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
/// `(artanh(s) - s) / s^3` in `s^2`.
pub const ARTANH: [f64; 8] =
    [1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0];
/// The series of the exponential.
pub const SERIES_OF_EXP: [f64; 11] = [
    1.0,
    1.0,
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5040.0,
    1.0 / 40_320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
];
/// Exponents of two beyond which results of `f32` are zero or infinite.
pub const EXP2_END: f64 = 200.0;
/// From here on every `f32` is even.
pub const ALL_EVEN: f32 = 16_777_216.0;
