//! Every encoding that the assembler can make, read back by an independent decoder.
//!
//! Bytes are compared as text of operations and operands, so that a wrong field of a prefix shows as a wrong register, width or mask.
//! Instructions of AVX-512 are checked on machines that cannot run them, too.

use iced_x86::{Decoder, DecoderOptions, Instruction, OpKind, Register};

use super::super::Vectors;
use super::super::assembler::{Assembler, At, Condition, Form, Gpr, Rm};
use super::super::opcodes::{self as asm, Opcode};
use super::super::vector::Memory;
use Form::{Double, Short, Single};
use Vectors::{Avx2, Avx512};

/// Registers that differ in each bit of their numbers.
const REGISTERS: [u8; 10] = [0, 1, 2, 5, 7, 8, 15, 16, 24, 31];

/// The registers that vectors of this length have.
fn registers(vectors: Vectors) -> impl Iterator<Item = u8> + Clone {
    REGISTERS.into_iter().filter(move |&number| vectors == Avx512 || number < 16)
}

/// The masks that an instruction may have, 0 for none.
fn masks(vectors: Vectors) -> &'static [u8] {
    if vectors == Avx512 { &[0, 1, 6, 7] } else { &[0] }
}

/// A vector register of a form.
fn full(vectors: Vectors, form: Form, number: u8) -> String {
    let name = match (vectors, form) {
        (Avx512, Single | Double) => "zmm",
        (Avx512, Short) | (Avx2, Single | Double) => "ymm",
        (Avx2, Short) => "xmm",
    };
    format!("{name}{number}")
}

/// The register of half as many bits.
fn half(vectors: Vectors, form: Form, number: u8) -> String {
    match (vectors, form) {
        (Avx512, Single | Double) => format!("ymm{number}"),
        _ => format!("xmm{number}"),
    }
}

fn general(register: Gpr) -> &'static str {
    const NAMES: [&str; 16] = [
        "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
        "r14", "r15",
    ];
    NAMES[usize::from(register.0)]
}

fn name(register: Register) -> String {
    format!("{register:?}").to_lowercase()
}

/// An instruction as text: `op a{k1}{z}, b, [base+index*scale+displacement]{1toN}, immediate`; addresses of constants as `[rip]`.
fn text(instruction: &Instruction) -> String {
    let mut out = format!("{:?}", instruction.mnemonic()).to_lowercase();
    for i in 0..instruction.op_count() {
        out += if i == 0 { " " } else { ", " };
        out += &match instruction.op_kind(i) {
            OpKind::Register => name(instruction.op_register(i)),
            OpKind::Memory if instruction.is_ip_rel_memory_operand() => "[rip]".to_owned(),
            OpKind::Memory => memory(instruction),
            OpKind::NearBranch64 => instruction.near_branch_target().to_string(),
            _ => (instruction.immediate(i) as i64).to_string(),
        };
        if instruction.op_kind(i) == OpKind::Memory && instruction.is_broadcast() {
            out += "{1toN}";
        }
        if i == 0 && instruction.op_mask() != Register::None {
            out += &format!("{{{}}}", name(instruction.op_mask()));
        }
        if i == 0 && instruction.zeroing_masking() {
            out += "{z}";
        }
    }
    out
}

fn memory(instruction: &Instruction) -> String {
    let mut out = format!("[{}", name(instruction.memory_base()));
    if instruction.memory_index() != Register::None {
        out += &format!("+{}*{}", name(instruction.memory_index()), instruction.memory_index_scale());
    }
    out + &format!("{:+}]", instruction.memory_displacement64() as i64)
}

/// The text of an operand in memory of elements of `2^scale` bytes.
fn at_text(at: At, scale: u8) -> String {
    let index = at.index.map_or(String::new(), |index| format!("+{}*{}", general(index), 1 << scale));
    format!("[{}{index}{:+}]", general(at.base), at.displacement)
}

/// Addresses with each kind of base and index.
fn addresses() -> Vec<At> {
    let mut all = Vec::new();
    for base in [Gpr::RAX, Gpr::RSP, Gpr::RBP, Gpr(8), Gpr::R12, Gpr(13), Gpr(15)] {
        for index in [None, Some(Gpr::RAX), Some(Gpr::RCX), Some(Gpr::RBP), Some(Gpr(9)), Some(Gpr::R12)] {
            for displacement in [0, 64, -8, 1 << 20] {
                all.push(At { base, index, displacement });
            }
        }
    }
    all
}

/// The written code, decoded; with the numbers behind the code that instructions refer to.
fn decoded(vectors: Vectors, write: impl FnOnce(&mut Assembler)) -> (Vec<String>, Vec<u64>) {
    let mut assembler = Assembler::new(vectors);
    write(&mut assembler);
    let length = assembler.code.len();
    let bytes = assembler.finish();
    let mut decoder = Decoder::with_ip(64, &bytes[..length], 0, DecoderOptions::NONE);
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    while decoder.can_decode() {
        let instruction = decoder.decode();
        assert!(!instruction.is_invalid(), "behind {texts:?}: {:02x?}", &bytes[..length]);
        texts.push(text(&instruction));
        if instruction.is_ip_rel_memory_operand() {
            let at = instruction.ip_rel_memory_address() as usize;
            assert!(at >= length, "a constant lies in the code: {texts:?}");
            numbers.push(u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")));
        }
    }
    (texts, numbers)
}

#[track_caller]
fn check(vectors: Vectors, write: impl FnOnce(&mut Assembler), expected: &[String]) {
    assert_eq!(decoded(vectors, write).0, expected);
}

/// How the operands of a vector instruction stand.
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

/// How elements are loaded, and how they are stored; what follows a load, and what comes before a store.
fn moves(vectors: Vectors, memory: Memory) -> (&'static str, &'static str) {
    match (memory, vectors) {
        (Memory::Bits32, _) => ("vmovups", "vmovups"),
        (Memory::Bits64, _) => ("vmovupd", "vmovupd"),
        (Memory::F16, _) => ("vcvtph2ps", "vcvtps2ph"),
        (Memory::I8, _) => ("vpmovsxbd", "vpmovdb"),
        (Memory::U8 | Memory::Bool, _) => ("vpmovzxbd", "vpmovdb"),
        (Memory::I16, _) => ("vpmovsxwd", "vpmovdw"),
        (Memory::U16 | Memory::BF16, _) => ("vpmovzxwd", "vpmovdw"),
    }
}

const MEMORIES: [Memory; 9] = [
    Memory::Bits32,
    Memory::Bits64,
    Memory::I8,
    Memory::U8,
    Memory::I16,
    Memory::U16,
    Memory::F16,
    Memory::BF16,
    Memory::Bool,
];

#[test]
fn loads_and_stores_have_their_addresses_and_masks() {
    for vectors in [Avx2, Avx512] {
        for memory in MEMORIES {
            let forms: &[Form] = if memory == Memory::Bits64 { &[Double] } else { &[Single, Short] };
            for (&form, at) in forms.iter().flat_map(|form| addresses().into_iter().map(move |at| (form, at)))
            {
                for register in registers(vectors) {
                    for &mask in masks(vectors) {
                        load_and_store(vectors, memory, form, at, register, mask);
                    }
                }
            }
        }
    }
}

fn load_and_store(vectors: Vectors, memory: Memory, form: Form, at: At, register: u8, mask: u8) {
    let (load, store) = moves(vectors, memory);
    let (place, name) = (at_text(at, memory.scale()), full(vectors, form, register));
    let (zeroed, kept) = match mask {
        0 => (String::new(), String::new()),
        mask => (format!("{{k{mask}}}{{z}}"), format!("{{k{mask}}}")),
    };
    let mut expected = vec![format!("{load} {name}{zeroed}, {place}")];
    if memory == Memory::BF16 {
        expected.push(format!("vpslld {name}, {name}, 16"));
    }
    check(vectors, |assembler| assembler.load(memory, form, register, at, mask), &expected);

    let scratch = if register == 2 { 3 } else { 2 };
    let mut expected = Vec::new();
    let mut from = name;
    if memory == Memory::BF16 {
        expected.push(format!("vpsrld {}, {from}, 16", full(vectors, form, scratch)));
        from = full(vectors, form, scratch);
    }
    let narrow =
        matches!(memory, Memory::I8 | Memory::U8 | Memory::Bool | Memory::I16 | Memory::U16 | Memory::BF16);
    if narrow && vectors == Avx2 {
        expected.extend(stored_narrow(memory.scale(), form, &from, &place));
    } else {
        let how = if memory == Memory::F16 { ", 0" } else { "" };
        expected.push(format!("{store} {place}{kept}, {from}{how}"));
    }
    check(vectors, |assembler| assembler.store(memory, form, register, scratch, at, mask), &expected);
}

/// How AVX2 stores the low bytes, or words, of lanes.
fn stored_narrow(scale: u8, form: Form, from: &str, place: &str) -> Vec<String> {
    let mut all = vec![format!("vpshufb {}, {from}, [rip]", full(Avx2, form, 15))];
    if form == Single {
        all.push("vpermq ymm15, ymm15, 8".into());
        if scale == 0 {
            all.push("vpshufd xmm15, xmm15, 8".into());
        }
    }
    let store = match (form, scale) {
        (Single, 1) => "vmovups",
        (Single, _) | (_, 1) => "vmovq",
        _ => "vmovd",
    };
    all.push(format!("{store} {place}, xmm15"));
    all
}

#[test]
fn shifts_and_changes_of_width() {
    for vectors in [Avx2, Avx512] {
        for (to, from) in registers(vectors).flat_map(|to| registers(vectors).map(move |from| (to, from))) {
            for (kind, single, double) in
                [(2, "vpsrld", "vpsrlq"), (4, "vpsrad", "vpsraq"), (6, "vpslld", "vpsllq")]
            {
                for form in [Single, Double, Short] {
                    if vectors == Avx2 && form == Double && kind == 4 {
                        continue;
                    }
                    let mnemonic = if form == Double { double } else { single };
                    let (a, b) = (full(vectors, form, to), full(vectors, form, from));
                    check(
                        vectors,
                        |assembler| assembler.shift(kind, form, to, from, 23),
                        &[format!("{mnemonic} {a}, {b}, 23")],
                    );
                }
            }
            for form in [Single, Short] {
                let halves = half(vectors, form, to);
                let expected = [
                    format!("vcvtps2ph {halves}, {}, 0", full(vectors, form, from)),
                    format!("vcvtph2ps {}, {halves}", full(vectors, form, to)),
                ];
                check(vectors, |assembler| assembler.round_to_halves(form, to, from), &expected);
            }
        }
    }
    check(Avx512, |assembler| assembler.narrow(17, 30), &["vpmovqd ymm17, zmm30".into()]);
    let expected = ["vextracti128 xmm15, ymm9, 1".into(), "vshufps xmm3, xmm9, xmm15, 136".into()];
    check(Avx2, |assembler| assembler.narrow(3, 9), &expected);
}

#[test]
fn one_element_fills_all_lanes() {
    for memory in MEMORIES {
        let form = if memory == Memory::Bits64 { Double } else { Single };
        for vectors in [Avx2, Avx512] {
            for to in registers(vectors) {
                let name = full(vectors, form, to);
                let mut expected: Vec<String> = match memory {
                    Memory::Bits32 => vec![format!("vbroadcastss {name}, [rax+0]")],
                    Memory::Bits64 => vec![format!("vbroadcastsd {name}, [rax+0]")],
                    Memory::I8 => vec!["movsx eax, [rax+0]".into()],
                    Memory::I16 => vec!["movsx eax, [rax+0]".into()],
                    Memory::U8 | Memory::Bool | Memory::U16 => vec!["movzx eax, [rax+0]".into()],
                    Memory::F16 => vec!["movzx eax, [rax+0]".into(), "imul eax, eax, 65537".into()],
                    Memory::BF16 => vec!["movzx eax, [rax+0]".into(), "shl eax, 16".into()],
                };
                if !matches!(memory, Memory::Bits32 | Memory::Bits64) {
                    if vectors == Avx512 {
                        expected.push(format!("vpbroadcastd {name}, eax"));
                    } else {
                        expected.push(format!("vmovd xmm{to}, eax"));
                        expected.push(format!("vpbroadcastd {name}, xmm{to}"));
                    }
                }
                if memory == Memory::F16 {
                    expected.push(format!("vcvtph2ps {name}, {}", half(vectors, form, to)));
                }
                check(vectors, |assembler| assembler.load_one(memory, form, to), &expected);
            }
        }
    }
}

#[test]
fn masks_are_registers_of_their_own_or_vectors() {
    for (to, a, b) in (0..8).flat_map(|to| (0..8).flat_map(move |a| (0..8).map(move |b| (to, a, b)))) {
        for (op, mnemonic) in [(asm::MASK_AND, "kandw"), (asm::MASK_OR, "korw"), (asm::MASK_XOR, "kxorw")] {
            check(
                Avx512,
                |assembler| assembler.mask(op, to, a, b),
                &[format!("{mnemonic} k{to}, k{a}, k{b}")],
            );
        }
        check(Avx512, |assembler| assembler.mask_not(to, a), &[format!("knotw k{to}, k{a}")]);
        check(Avx512, |assembler| assembler.test_mask(Single, a), &[format!("kortestw k{a}, k{a}")]);
    }
    check(Avx512, |assembler| assembler.mask_from(5, Gpr::RCX), &["kmovw k5, ecx".into()]);
    let at = At::element(Gpr::RBX, Gpr::RCX);
    let expected = ["vpmovzxbd zmm20{k2}{z}, [rbx+rcx*1+0]".into(), "vptestmd k3, zmm20, zmm20".into()];
    check(Avx512, |assembler| assembler.load_mask(Single, 3, 20, at, 2), &expected);
    let expected = ["vbroadcastss zmm20{k3}{z}, [rip]".into(), "vpmovdb [rbx+rcx*1+0]{k2}, zmm20".into()];
    check(Avx512, |assembler| assembler.store_mask(Single, 3, 20, at, 2), &expected);
    let expected = ["movzx eax, [rax+0]".into(), "neg eax".into(), "kmovw k4, eax".into()];
    check(Avx512, |assembler| assembler.load_one_mask(Single, 4), &expected);

    let not_zero =
        |to: u8| ["vpxor ymm15, ymm15, ymm15".to_owned(), format!("vpcmpgtd ymm{to}, ymm{to}, ymm15")];
    let mut expected = vec!["vpmovzxbd ymm3, [rbx+rcx*1+0]".to_owned()];
    expected.extend(not_zero(3));
    check(Avx2, |assembler| assembler.load_mask(Single, 3, 15, at, 0), &expected);
    let mut expected = vec!["vpsrld ymm15, ymm3, 31".to_owned()];
    expected.extend(stored_narrow(0, Single, "ymm15", "[rbx+rcx*1+0]"));
    check(Avx2, |assembler| assembler.store_mask(Single, 3, 15, at, 0), &expected);
    let mut expected: Vec<String> =
        vec!["movzx eax, [rax+0]".into(), "vmovd xmm9, eax".into(), "vpbroadcastd ymm9, xmm9".into()];
    expected.extend(not_zero(9));
    check(Avx2, |assembler| assembler.load_one_mask(Single, 9), &expected);
    for mask in registers(Avx2) {
        let expected = [format!("vmovmskps eax, ymm{mask}"), "test eax, eax".into()];
        check(Avx2, |assembler| assembler.test_mask(Single, mask), &expected);
        let (a, b) = (Rm::Register(9), 14);
        let expected = [format!("vblendvps ymm1, ymm14, ymm9, ymm{mask}")];
        check(Avx2, |assembler| assembler.blend_by_vector(Single, 1, mask, a, b), &expected);
        let expected =
            [format!("vpmovsxdq ymm15, xmm{mask}"), "vblendvpd ymm1, ymm14, ymm9, ymm15".to_owned()];
        check(Avx2, |assembler| assembler.blend_by_vector(Double, 1, mask, a, b), &expected);
    }
    let expected = [
        "vcmppd ymm3, ymm8, ymm9, 17".into(),
        "vextracti128 xmm15, ymm3, 1".into(),
        "vshufps xmm3, xmm3, xmm15, 136".into(),
    ];
    let compare = asm::COMPARE.doubles();
    check(
        Avx2,
        |assembler| assembler.compare_to_vector(compare, Double, 3, 8, Rm::Register(9), Some(17)),
        &expected,
    );
}

#[test]
fn general_registers() {
    const ALL: [Gpr; 7] = [Gpr::RAX, Gpr::RCX, Gpr::RBP, Gpr::RDI, Gpr(8), Gpr::R12, Gpr(15)];
    for register in ALL {
        let name = general(register);
        check(Avx2, |assembler| assembler.load_pointer(register, 3), &[format!("mov {name}, [rdi+24]")]);
        check(Avx2, |assembler| assembler.add(register, -7), &[format!("add {name}, -7")]);
        check(Avx2, |assembler| assembler.subtract(register, 16), &[format!("sub {name}, 16")]);
        check(Avx2, |assembler| assembler.push(register), &[format!("push {name}")]);
        check(Avx2, |assembler| assembler.pop(register), &[format!("pop {name}")]);
        for from in ALL {
            check(
                Avx2,
                |assembler| assembler.copy(register, from),
                &[format!("mov {name}, {}", general(from))],
            );
        }
        for at in addresses() {
            for size in [1u8, 2, 4, 8] {
                let place = at_text(at, size.trailing_zeros() as u8);
                check(
                    Avx2,
                    |assembler| assembler.address(register, at, size),
                    &[format!("lea {name}, {place}")],
                );
            }
        }
    }
    let expected = ["lea r12, [rbp+r15*1+0]".into()];
    check(Avx2, |assembler| assembler.add_up(Gpr::R12, Gpr::RBP, Gpr(15)), &expected);
    for (register, name) in [(Gpr::RAX, "eax"), (Gpr::RBX, "ebx"), (Gpr::RDI, "edi")] {
        check(Avx2, |assembler| assembler.clear(register), &[format!("xor {name}, {name}")]);
    }
    for at in addresses() {
        for (size, load, register) in
            [(1u8, "movzx eax", "al"), (2, "movzx eax", "ax"), (4, "mov eax", "eax"), (8, "mov rax", "rax")]
        {
            let place = at_text(at, size.trailing_zeros() as u8);
            check(Avx2, |assembler| assembler.load_bytes(at, size), &[format!("{load}, {place}")]);
            check(Avx2, |assembler| assembler.store_bytes(at, size), &[format!("mov {place}, {register}")]);
        }
    }
    check(Avx2, |assembler| assembler.move_stack(-4096), &["add rsp, -4096".into()]);
    check(Avx2, |assembler| assembler.part(), &["mov eax, ecx".into(), "and eax, 31".into()]);
    check(
        Avx2,
        |assembler| assembler.low_bits(),
        &["mov eax, 4294967295".into(), "bzhi eax, eax, edx".into()],
    );
    check(Avx2, |assembler| assembler.end_vectors(), &["vzeroupper".into()]);
    check(Avx2, |assembler| assembler.end(), &["ret".into()]);
}

#[test]
fn jumps_lead_to_their_labels() {
    let write = |assembler: &mut Assembler| {
        let (start, end) = (assembler.label(), assembler.label());
        assembler.align();
        assembler.bind(start);
        assembler.part();
        for condition in [Condition::Below, Condition::AboveOrEqual, Condition::Equal, Condition::NotEqual] {
            assembler.jump_if(condition, start);
        }
        assembler.jump(end);
        assembler.end();
        assembler.align();
        assembler.bind(end);
        assembler.end();
    };
    let (texts, _) = decoded(Avx2, write);
    let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| *text != "nop").collect();
    assert_eq!(
        texts,
        ["mov eax, ecx", "and eax, 31", "jb 0", "jae 0", "je 0", "jne 0", "jmp 64", "ret", "ret"]
    );
}
