//! Every encoding that the assembler can make, read back by an independent decoder.
//!
//! Bytes are compared as text of operations and operands, so that a wrong field of a prefix shows as a wrong register, width or mask.
//! Instructions of AVX-512 are checked on machines that cannot run them, too.

mod general;
mod moves;
mod vectors;

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
