//! Instructions of vector registers and of constants.

use super::*;

/// The order of the operands of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `to, a, b`
    Three,
    /// `mask, a, b`
    ToMask,
    /// `to, from`
    Two,
    /// `to, from`, of which the source has half as many bits.
    Widening,
    /// `to, from`, of which the result has half as many bits.
    Narrowing,
}
use Shape::{Narrowing, Three, ToMask, Two, Widening};

/// An instruction, its forms, its name, its operands, and its immediate.
type Row = (Opcode, &'static [Form], &'static str, Shape, Option<u8>);

const NARROW: &[Form] = &[Single, Short];
const WIDE: &[Form] = &[Double];

/// The instructions of vectors that both instruction sets have.
const BOTH: &[Row] = &[
    (asm::ADD, NARROW, "vaddps", Three, None),
    (asm::ADD.doubles(), WIDE, "vaddpd", Three, None),
    (asm::SUB, NARROW, "vsubps", Three, None),
    (asm::SUB.doubles(), WIDE, "vsubpd", Three, None),
    (asm::MUL, NARROW, "vmulps", Three, None),
    (asm::MUL.doubles(), WIDE, "vmulpd", Three, None),
    (asm::DIV, NARROW, "vdivps", Three, None),
    (asm::DIV.doubles(), WIDE, "vdivpd", Three, None),
    (asm::MIN, NARROW, "vminps", Three, None),
    (asm::MIN.doubles(), WIDE, "vminpd", Three, None),
    (asm::MAX, NARROW, "vmaxps", Three, None),
    (asm::MAX.doubles(), WIDE, "vmaxpd", Three, None),
    (asm::INTEGER_ADD, NARROW, "vpaddd", Three, None),
    (asm::WIDE_INTEGER_ADD, WIDE, "vpaddq", Three, None),
    (asm::INTEGER_SUB, NARROW, "vpsubd", Three, None),
    (asm::WIDE_INTEGER_SUB, WIDE, "vpsubq", Three, None),
    (asm::INTEGER_MUL, NARROW, "vpmulld", Three, None),
    (asm::MUL_LOW_HALVES, WIDE, "vpmuludq", Three, None),
    (asm::INTEGER_MIN, NARROW, "vpminsd", Three, None),
    (asm::INTEGER_MAX, NARROW, "vpmaxsd", Three, None),
    (asm::UNSIGNED_MIN, NARROW, "vpminud", Three, None),
    (asm::UNSIGNED_MAX, NARROW, "vpmaxud", Three, None),
    (asm::SHIFT_LEFT_BY, NARROW, "vpsllvd", Three, None),
    (asm::SHIFT_LEFT_BY, WIDE, "vpsllvq", Three, None),
    (asm::SHIFT_RIGHT_BY, NARROW, "vpsravd", Three, None),
    (asm::UNSIGNED_SHIFT_RIGHT_BY, NARROW, "vpsrlvd", Three, None),
    (asm::UNSIGNED_SHIFT_RIGHT_BY, WIDE, "vpsrlvq", Three, None),
    (asm::FMA_213, NARROW, "vfmadd213ps", Three, None),
    (asm::FMA_213, WIDE, "vfmadd213pd", Three, None),
    (asm::FMA_231, NARROW, "vfmadd231ps", Three, None),
    (asm::FMA_231, WIDE, "vfmadd231pd", Three, None),
    (asm::SQRT, NARROW, "vsqrtps", Two, None),
    (asm::SQRT.doubles(), WIDE, "vsqrtpd", Two, None),
    (asm::MOVE, NARROW, "vmovaps", Two, None),
    (asm::INTEGER_ABS, NARROW, "vpabsd", Two, None),
    (asm::INTEGER_TO_FLOAT, NARROW, "vcvtdq2ps", Two, None),
    (asm::FLOAT_TO_INTEGER, NARROW, "vcvttps2dq", Two, None),
    (asm::FLOAT_TO_DOUBLE, &[Single], "vcvtps2pd", Widening, None),
    (asm::INTEGER_TO_DOUBLE, &[Single], "vcvtdq2pd", Widening, None),
    (asm::EXTEND_SIGN, &[Single], "vpmovsxdq", Widening, None),
    (asm::EXTEND_ZERO, &[Single], "vpmovzxdq", Widening, None),
    (asm::DOUBLE_TO_FLOAT, WIDE, "vcvtpd2ps", Narrowing, None),
    (asm::DOUBLE_TO_INTEGER, WIDE, "vcvttpd2dq", Narrowing, None),
];

/// Those of AVX-512 alone, and those that have other names there.
const ONLY_AVX512: &[Row] = &[
    (asm::AND, NARROW, "vpandd", Three, None),
    (asm::AND, WIDE, "vpandq", Three, None),
    (asm::OR, NARROW, "vpord", Three, None),
    (asm::OR, WIDE, "vporq", Three, None),
    (asm::XOR, NARROW, "vpxord", Three, None),
    (asm::XOR, WIDE, "vpxorq", Three, None),
    (asm::INTEGER_MUL, WIDE, "vpmullq", Three, None),
    (asm::INTEGER_MIN, WIDE, "vpminsq", Three, None),
    (asm::INTEGER_MAX, WIDE, "vpmaxsq", Three, None),
    (asm::UNSIGNED_MIN, WIDE, "vpminuq", Three, None),
    (asm::UNSIGNED_MAX, WIDE, "vpmaxuq", Three, None),
    (asm::SHIFT_RIGHT_BY, WIDE, "vpsravq", Three, None),
    (asm::SCALE, NARROW, "vscalefps", Three, None),
    (asm::SCALE.doubles(), WIDE, "vscalefpd", Three, None),
    (asm::BLEND, NARROW, "vblendmps", Three, None),
    (asm::BLEND, WIDE, "vblendmpd", Three, None),
    (asm::TERNARY_LOGIC, NARROW, "vpternlogd", Three, Some(0xd8)),
    (asm::TERNARY_LOGIC, WIDE, "vpternlogq", Three, Some(0xd8)),
    (asm::COMPARE, NARROW, "vcmpps", ToMask, Some(13)),
    (asm::COMPARE.doubles(), WIDE, "vcmppd", ToMask, Some(13)),
    (asm::INTEGER_COMPARE, NARROW, "vpcmpd", ToMask, Some(6)),
    (asm::INTEGER_COMPARE, WIDE, "vpcmpq", ToMask, Some(6)),
    (asm::UNSIGNED_COMPARE, NARROW, "vpcmpud", ToMask, Some(1)),
    (asm::UNSIGNED_COMPARE, WIDE, "vpcmpuq", ToMask, Some(1)),
    (asm::TEST, NARROW, "vptestmd", ToMask, None),
    (asm::ROUND, NARROW, "vrndscaleps", Two, Some(8)),
    (asm::WIDE_ROUND, WIDE, "vrndscalepd", Two, Some(11)),
    (asm::WIDE_INTEGER_ABS, WIDE, "vpabsq", Two, None),
    (asm::UNSIGNED_TO_FLOAT, NARROW, "vcvtudq2ps", Two, None),
    (asm::FLOAT_TO_UNSIGNED, NARROW, "vcvttps2udq", Two, None),
    (asm::INTEGER_TO_DOUBLE, WIDE, "vcvtqq2pd", Two, None),
    (asm::UNSIGNED_TO_DOUBLE, WIDE, "vcvtuqq2pd", Two, None),
    (asm::TO_WIDE_INTEGER, WIDE, "vcvttpd2qq", Two, None),
    (asm::TO_WIDE_UNSIGNED, WIDE, "vcvttpd2uqq", Two, None),
    (asm::UNSIGNED_TO_DOUBLE, &[Single], "vcvtudq2pd", Widening, None),
    (asm::TO_WIDE_INTEGER, &[Single], "vcvttps2qq", Widening, None),
    (asm::TO_WIDE_UNSIGNED, &[Single], "vcvttps2uqq", Widening, None),
    (asm::INTEGER_TO_FLOAT, WIDE, "vcvtqq2ps", Narrowing, None),
    (asm::UNSIGNED_TO_FLOAT, WIDE, "vcvtuqq2ps", Narrowing, None),
    (asm::FLOAT_TO_UNSIGNED, WIDE, "vcvttpd2udq", Narrowing, None),
];

/// Those of AVX2 alone, and those that have other names there.
const ONLY_AVX2: &[Row] = &[
    (asm::AND, NARROW, "vpand", Three, None),
    (asm::AND, WIDE, "vpand", Three, None),
    (asm::OR, NARROW, "vpor", Three, None),
    (asm::OR, WIDE, "vpor", Three, None),
    (asm::XOR, NARROW, "vpxor", Three, None),
    (asm::XOR, WIDE, "vpxor", Three, None),
    (asm::COMPARE, NARROW, "vcmpps", Three, Some(13)),
    (asm::COMPARE.doubles(), WIDE, "vcmppd", Three, Some(13)),
    (asm::INTEGER_EQUAL, NARROW, "vpcmpeqd", Three, None),
    (asm::WIDE_INTEGER_EQUAL, WIDE, "vpcmpeqq", Three, None),
    (asm::INTEGER_GREATER, NARROW, "vpcmpgtd", Three, None),
    (asm::WIDE_INTEGER_GREATER, WIDE, "vpcmpgtq", Three, None),
    (asm::ROUND, NARROW, "vroundps", Two, Some(8)),
    (asm::WIDE_ROUND, WIDE, "vroundpd", Two, Some(11)),
];

/// The rows of one instruction set.
fn rows(vectors: Vectors) -> impl Iterator<Item = Row> {
    let more = if vectors == Avx512 { ONLY_AVX512 } else { ONLY_AVX2 };
    BOTH.iter().chain(more).copied()
}

#[test]
fn vector_instructions_have_the_registers_and_masks_that_they_were_given() {
    for vectors in [Avx2, Avx512] {
        for (op, forms, mnemonic, shape, immediate) in rows(vectors) {
            for &form in forms {
                for to in registers(vectors).filter(|&to| shape != ToMask || to < 8) {
                    for a in registers(vectors).filter(|&a| matches!(shape, Three | ToMask) || a == 0) {
                        for b in registers(vectors) {
                            for &mask in masks(vectors) {
                                let write = |assembler: &mut Assembler| {
                                    assembler.vector(op, form, to, a, Rm::Register(b), mask, immediate);
                                };
                                let expected =
                                    operands(vectors, form, mnemonic, shape, (to, a, b), mask, immediate);
                                check(vectors, write, &[expected]);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The text of an instruction of registers.
fn operands(
    vectors: Vectors,
    form: Form,
    mnemonic: &str,
    shape: Shape,
    (to, a, b): (u8, u8, u8),
    mask: u8,
    immediate: Option<u8>,
) -> String {
    let to = match shape {
        ToMask => format!("k{to}"),
        Narrowing => half(vectors, form, to),
        Three | Two | Widening => full(vectors, form, to),
    };
    let b = if shape == Widening { half(vectors, form, b) } else { full(vectors, form, b) };
    let mask = if mask == 0 { String::new() } else { format!("{{k{mask}}}") };
    let immediate = immediate.map_or(String::new(), |immediate| format!(", {immediate}"));
    match shape {
        Three | ToMask => format!("{mnemonic} {to}{mask}, {}, {b}{immediate}", full(vectors, form, a)),
        Two | Widening | Narrowing => format!("{mnemonic} {to}{mask}, {b}{immediate}"),
    }
}

#[test]
fn constants_lie_behind_the_code_and_are_in_all_lanes() {
    const BITS: u64 = 0x4009_21fb_5444_2d18;
    for vectors in [Avx2, Avx512] {
        for (op, forms, mnemonic, shape, immediate) in
            rows(vectors).filter(|row| matches!(row.3, Three | ToMask))
        {
            for &form in forms {
                for (to, a) in [(0, 1), (7, 15), (3, 8), (5, 31)] {
                    if vectors == Avx2 && a > 15 {
                        continue;
                    }
                    let (texts, numbers) = decoded(vectors, |assembler| {
                        // Others before it, so that it is not the first.
                        assembler.constant([1; 4]);
                        assembler.vector(op, form, to, a, Rm::Constant(BITS), 0, immediate);
                    });
                    let to = if shape == ToMask { format!("k{to}") } else { full(vectors, form, to) };
                    let broadcast = if vectors == Avx512 { "{1toN}" } else { "" };
                    let how = immediate.map_or(String::new(), |immediate| format!(", {immediate}"));
                    let a = full(vectors, form, a);
                    assert_eq!(texts, [format!("{mnemonic} {to}, {a}, [rip]{broadcast}{how}")]);
                    let low = BITS & 0xffff_ffff;
                    match (vectors, form) {
                        // Only as many bytes as a lane has are read.
                        (Avx512, Single | Short) => assert_eq!(numbers[0] & 0xffff_ffff, low),
                        (Avx2, Single | Short) => assert_eq!(numbers[0], low | low << 32),
                        (_, Double) => assert_eq!(numbers[0], BITS),
                    }
                }
            }
        }
        for to in registers(vectors) {
            for form in [Single, Double, Short] {
                for &mask in masks(vectors) {
                    let (texts, _) =
                        decoded(vectors, |assembler| assembler.spread_constant(to, form, BITS, mask));
                    let mnemonic = match (vectors, form) {
                        (Avx2, _) => "vmovups",
                        (_, Double) => "vbroadcastsd",
                        _ => "vbroadcastss",
                    };
                    let mask = if mask == 0 { String::new() } else { format!("{{k{mask}}}{{z}}") };
                    assert_eq!(texts, [format!("{mnemonic} {}{mask}, [rip]", full(vectors, form, to))]);
                }
            }
        }
    }
    check(
        Avx512,
        |assembler| assembler.take_bits(Double, 9, 30, BITS),
        &["vpternlogq zmm9, zmm30, [rip]{1toN}, 216".to_owned()],
    );
}
