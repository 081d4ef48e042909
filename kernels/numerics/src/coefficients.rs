//! The coefficients of the elementary functions of `f32`: for [`super::exponential`], [`super::scalar`] and [`super::wide`].
//!
//! The polynomials are minimax fits on the interval that is left after the reduction of the argument, the constant first;
//! [`super::scalar`] says what each approximates, and how accurate the functions are.

use super::exponential::Elementary;
use super::lanes::Lanes;

impl Elementary for f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // Their sum is exact to 2^-58.
    const LN2: [f32; 2] = [std::f32::consts::LN_2, -1.904_654_2e-9];
    const EXP_RANGE: [f32; 2] = [-104.0, 89.0];
    const EXP_M1_RANGE: [f32; 2] = [-20.0, 89.0];
    const ROOT_OF_HALF: u64 = 0x3f35_04f3;
    const SUBNORMAL: [f32; 2] = [8_388_608.0, 23.0];
    const TINY: f32 = 1e-8;
    const TANH_END: f32 = 10.0;
    const SELU: [f32; 2] = [1.050_701, 1.758_099_3];

    #[inline(always)]
    fn exp_series<L: Lanes<f32>>(l: &mut L, r: L::V) -> L::V {
        l.polynomial(r, &EXP)
    }

    #[inline(always)]
    fn ln_tail<L: Lanes<f32>>(l: &mut L, f: L::V) -> L::V {
        let p = l.polynomial(f, &LN);
        let square = l.mul(f, f);
        let cube = l.mul(square, f);
        let half = l.mul_number(square, -0.5);
        l.fma(cube, p, half)
    }
}

/// `(e^r - 1 - r) / r^2` for |r| <= ln 2 / 2.
pub(super) const EXP: [f32; 5] = [0.499_999_94, 0.166_665_15, 0.041_668_456, 0.008_369_419, 0.001_381_314_5];

/// `(ln(1 + f) - f + f^2 / 2) / f^3` for 1 + f between the square roots of a half and of two.
pub(super) const LN: [f32; 9] = [
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

/// `-ln(1 - erf(t)) / t - 1`, up to [`ERF_END`]: least in the largest error of `erf(t)`, relative to it.
pub(super) const ERF: [f32; 9] = [
    0.128_379_17,
    0.636_619_57,
    0.102_776_304,
    -0.019_147_823,
    -0.000_169_504_68,
    0.001_675_677_8,
    -0.000_637_365_2,
    0.000_118_862_25,
    -9.388_132e-6,
];
/// From here on the complementary error function of `f32` is zero.
pub(super) const ERFC_END: f32 = 10.06;

/// Where `q = (a - c) / (a + c)`, the variable of [`ERFC_RATIO`], is zero.
pub(super) const ERFC_CENTRE: f32 = 1.4375;

/// A power of two by which the complementary error function is larger until its last multiplication.
pub(super) const ERFC_LIFT: f32 = 18_446_744_073_709_551_616.0;

/// `(a + c) e^(a^2) erfc(a)` for a from 0 to [`ERFC_END`] is `ERFC_FIRST + q ERFC_RATIO(q)`.
pub(super) const ERFC_FIRST: f32 = 0.954_838;
/// See [`ERFC_FIRST`].
pub(super) const ERFC_RATIO: [f32; 11] = [
    -0.479_588_3,
    0.050_103_486,
    0.051_181_804,
    -0.002_755_169,
    -0.009_650_684,
    -0.002_235_304_6,
    0.001_378_416_5,
    0.001_112_227_3,
    0.000_109_253_3,
    -0.000_219_074_35,
    -8.633_469e-5,
];

/// Past it nothing but one is left of the error function.
pub(super) const ERF_END: f32 = 4.0;

/// Angles that are reduced without branches; those of [`super::wide`] as all that follows.
pub const LARGEST_ANGLE: f32 = 281_474_976_710_656.0;

/// Half of pi in two parts; their sum is exact to 2^-108.
pub(super) const QUARTER_HIGH: f64 = std::f64::consts::FRAC_PI_2;
/// See [`QUARTER_HIGH`].
pub(super) const QUARTER_LOW: f64 = 6.123_233_995_736_766e-17;

/// The series of sine, `(sin(r) - r) / r^3` in `r^2`: to a 2^-40th of the result for |r| up to an eighth of a turn.
pub(super) const SINE: [f64; 6] =
    [-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0, -1.0 / 39_916_800.0, 1.0 / 6_227_020_800.0];
/// The series of cosine, `(cos(r) - 1) / r^2` in `r^2`, as exact.
pub(super) const COSINE: [f64; 6] =
    [-0.5, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0, 1.0 / 479_001_600.0];

/// The bits of the square root of a half, as `f64`.
pub(super) const WIDE_ROOT_OF_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
/// `(artanh(s) - s) / s^3` in `s^2`.
pub(super) const ARTANH: [f64; 8] =
    [1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0];
/// The series of the exponential.
pub(super) const SERIES_OF_EXP: [f64; 11] = [
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
pub(super) const EXP2_END: f64 = 200.0;
/// From here on every `f32` is even.
pub(super) const ALL_EVEN: f32 = 16_777_216.0;

/// Polynomials of M. Giles for the inverse of the error function, the highest power first: in the middle,
pub(super) const ERF_INV_MIDDLE: [f32; 9] = [
    2.810_226_4e-8,
    3.432_739_4e-7,
    -3.523_387_7e-6,
    -4.391_506_5e-6,
    2.185_808_7e-4,
    -1.253_725e-3,
    -4.177_681_6e-3,
    0.246_640_73,
    1.501_409_4,
];
/// and at the ends.
pub(super) const ERF_INV_ENDS: [f32; 9] = [
    -2.002_142_6e-4,
    1.009_505_6e-4,
    1.349_343_2e-3,
    -3.673_428_4e-3,
    5.739_507_7e-3,
    -7.622_461_3e-3,
    9.438_870_5e-3,
    1.001_674,
    2.832_976_8,
];
