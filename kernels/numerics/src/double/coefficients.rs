//! The coefficients of the elementary functions of `f64`. Polynomials are near-minimax fits, the constant first, with an error below
//! 2^-54 of the value to which they are added.

use super::super::exponential::Elementary;
use super::super::lanes::Lanes;

impl Elementary for f64 {
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LN2: [f64; 2] = LN2;
    const EXP_RANGE: [f64; 2] = [-746.0, 710.0];
    const EXP_M1_RANGE: [f64; 2] = [-40.0, 710.0];
    const ROOT_OF_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const SUBNORMAL: [f64; 2] = [18_014_398_509_481_984.0, 54.0];
    const TINY: f64 = 1e-17;
    const TANH_END: f64 = 22.0;
    const SELU: [f64; 2] = [1.050_700_987_355_480_5, 1.758_099_340_847_376_6];

    #[inline(always)]
    fn exp_series<L: Lanes<f64>>(l: &mut L, r: L::V) -> L::V {
        l.polynomial(r, &EXP)
    }

    #[inline(always)]
    fn ln_tail<L: Lanes<f64>>(l: &mut L, f: L::V) -> L::V {
        // The logarithm is 2 artanh(s), and 2 s is f - f s.
        let sum = l.add_number(f, 2.0);
        let s = l.div(f, sum);
        let square = l.mul(s, s);
        let series = l.polynomial(square, &LN);
        let series = l.mul(square, series);
        let half = l.mul_number(f, 0.5);
        let half = l.mul(half, f);
        let sum = l.add(half, series);
        let product = l.mul(s, sum);
        l.sub(product, half)
    }
}

/// The logarithm of two in two parts; their sum is exact to 2^-108.
pub(super) const LN2: [f64; 2] = [std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17];

/// A quarter of a turn in three parts; their sum is exact to 2^-161.
pub(super) const QUARTER: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_17e-33];

/// Two thirds in two parts.
pub(super) const TWO_THIRDS: [f64; 2] = [0.666_666_666_666_666_6, 3.700_743_415_417_188e-17];

/// Past it the hyperbolic sine is infinite.
pub(super) const SINH_END: f64 = 711.0;

/// From here on the square of a number and one more are the same number.
pub(super) const LARGE: f64 = 1e9;

/// The start of the other form of the error function.
pub(super) const ERF_SMALL: f64 = 0.9;
/// Past it nothing but one is left.
pub(super) const ERF_END: f64 = 6.0;
/// Angles that are reduced without branches.
pub const LARGEST_ANGLE: f64 = 1_073_741_824.0;

/// From here on every `f64` is even.
pub(super) const ALL_EVEN: f64 = 9_007_199_254_740_992.0;

/// Logarithms of powers that are zero or infinite.
pub(super) const POWER_END: f64 = 800.0;

/// `(e^r - 1 - r) / r^2` for |r| <= ln 2 / 2.
pub(super) const EXP: [f64; 11] = [
    0.5,
    0.166_666_666_666_666_7,
    0.041_666_666_666_666_67,
    0.008_333_333_333_326_136,
    0.001_388_888_888_888_374_8,
    0.000_198_412_698_748_206_27,
    2.480_158_732_554_774_3e-5,
    2.755_725_540_020_642_2e-6,
    2.755_727_364_311_03e-7,
    2.510_521_700_472_074_5e-8,
    2.091_468_696_808_687_6e-9,
];
/// `(ln((1 + s) / (1 - s)) - 2 s) / s^3` in `s^2`, where `(1 + s) / (1 - s)` is between the square roots of a half and of two.
pub(super) const LN: [f64; 7] = [
    0.666_666_666_666_667,
    0.399_999_999_998_994_44,
    0.285_714_286_260_032_7,
    0.222_222_111_302_598_78,
    0.181_828_894_556_749_47,
    0.153_317_106_182_107_73,
    0.146_165_854_248_886_23,
];
/// `(artanh(s) - s - s^3 / 3) / s^5` in `s^2`, for the same `s`.
pub(super) const ARTANH: [f64; 8] = [
    0.2,
    0.142_857_142_857_146_82,
    0.111_111_111_108_279_43,
    0.090_909_091_676_964_01,
    0.076_922_974_812_592_15,
    0.066_674_023_469_236_55,
    0.058_531_181_697_456_03,
    0.058_615_893_119_382_59,
];
/// `(sinh(x) - x) / x^3` in `x^2`, for |x| <= 1.
pub(super) const SINH: [f64; 7] = [
    0.166_666_666_666_666_66,
    0.008_333_333_333_333_299,
    0.000_198_412_698_413_241_98,
    2.755_731_919_138_181_6e-6,
    2.505_211_769_590_782_3e-8,
    1.605_767_962_380_163_8e-10,
    7.746_178_593_018_827e-13,
];
/// `(sin(r) - r) / r^3` in `r^2`, for |r| up to an eighth of a turn.
pub(super) const SINE: [f64; 6] = [
    -0.166_666_666_666_666_66,
    0.008_333_333_333_330_936,
    -0.000_198_412_698_367_405_32,
    2.755_731_609_319_840_4e-6,
    -2.505_112_989_645_018_5e-8,
    1.591_798_897_939_743_5e-10,
];
/// `(cos(r) - 1 + r^2 / 2) / r^4` in `r^2`, for |r| up to an eighth of a turn.
pub(super) const COSINE: [f64; 6] = [
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_738_9,
    2.480_158_729_875_44e-5,
    -2.755_731_726_587_808e-7,
    2.087_614_504_941_318e-9,
    -1.138_254_464_534_925e-11,
];
/// `(atan(t) - t) / t^3` in `t^2`, for |t| up to the tangent of a sixteenth of a turn.
pub(super) const ATAN: [f64; 11] = [
    -0.333_333_333_333_333_3,
    0.199_999_999_999_955_16,
    -0.142_857_142_846_656_82,
    0.111_111_110_151_870_18,
    -0.090_909_045_753_064_9,
    0.076_921_831_253_768_92,
    -0.066_645_105_255_089_36,
    0.058_581_409_048_663_28,
    -0.050_854_078_345_894_844,
    0.039_230_447_784_793_09,
    -0.019_175_404_711_104_935,
];
/// `(asin(x) - x) / x^3` in `x^2`, for |x| <= 1/2.
pub(super) const ASIN: [f64; 13] = [
    0.166_666_666_666_666_69,
    0.074_999_999_999_984_33,
    0.044_642_857_146_355_43,
    0.030_381_944_138_531_247,
    0.022_372_172_942_149_89,
    0.017_352_392_720_869_973,
    0.013_971_212_973_552_933,
    0.011_479_177_415_184_906,
    0.010_322_814_350_185_78,
    0.005_457_506_718_640_358,
    0.017_400_879_442_694_02,
    -0.014_851_887_071_247_204,
    0.028_757_851_367_421_566,
];
/// `(erf(x) - x) / x` in `x^2`, for |x| < [`ERF_SMALL`].
pub(super) const ERF: [f64; 12] = [
    0.128_379_167_095_512_6,
    -0.376_126_389_031_837_3,
    0.112_837_916_709_537_94,
    -0.026_866_170_644_823_73,
    0.005_223_977_621_770_372_5,
    -0.000_854_832_676_446_654_3,
    0.000_120_553_213_824_811_22,
    -1.492_530_753_550_859e-5,
    1.645_532_874_793_809_6e-6,
    -1.627_652_672_258_620_5e-7,
    1.405_148_276_698_991_3e-8,
    -8.493_998_797_080_943e-10,
];
