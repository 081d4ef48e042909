//! The instructions that loops consist of, as bytes: EVEX for vectors, VEX for masks, and a few of the base set.
//!
//! Cranelift's vectors have 128 bits; the loops of fused ops are a straight line of arithmetic between loads and stores, for
//! which these few forms are all that is needed. Encodings are those of Intel's manual (volume 2, 2.7 for EVEX).
//!
//! Invariants: vector registers are numbered 0 to 31, mask registers 0 to 7, general ones 0 to 15 in the order of their encoding.
//! Jumps go to labels of the same buffer, constants stand behind the code and are reached relative to it.

use super::vector::Memory;

/// A general register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gpr(pub u8);

impl Gpr {
    pub const RAX: Gpr = Gpr(0);
    pub const RCX: Gpr = Gpr(1);
    pub const RDX: Gpr = Gpr(2);
    pub const RBX: Gpr = Gpr(3);
    pub const RSI: Gpr = Gpr(6);
    pub const RDI: Gpr = Gpr(7);
}

/// The last operand of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rm {
    /// A vector register.
    Register(u8),
    /// A number, the same in each lane.
    Constant(u64),
}

/// The lanes of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Sixteen of 32 bits.
    Single,
    /// Eight of 64 bits.
    Double,
    /// Eight of 32 bits.
    Short,
}

/// Opcode map and mandatory prefix of a vector instruction, and its opcode.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    map: u8,
    prefix: u8,
    byte: u8,
}

const fn opcode(map: u8, prefix: u8, byte: u8) -> Opcode {
    Opcode { map, prefix, byte }
}

impl Opcode {
    /// The instruction for lanes of 64 bits of one that is for `f32`.
    pub const fn doubles(self) -> Opcode {
        opcode(self.map, P66, self.byte)
    }
}

/// No prefix, 66, F3, F2.
const NONE: u8 = 0;
const P66: u8 = 1;
const PF3: u8 = 2;
const PF2: u8 = 3;

pub(super) const ADD: Opcode = opcode(1, NONE, 0x58);
pub(super) const MUL: Opcode = opcode(1, NONE, 0x59);
pub(super) const SUB: Opcode = opcode(1, NONE, 0x5c);
pub(super) const MIN: Opcode = opcode(1, NONE, 0x5d);
pub(super) const DIV: Opcode = opcode(1, NONE, 0x5e);
pub(super) const MAX: Opcode = opcode(1, NONE, 0x5f);
pub(super) const SQRT: Opcode = opcode(1, NONE, 0x51);
pub(super) const MOVE: Opcode = opcode(1, NONE, 0x28);
const LOAD: Opcode = opcode(1, NONE, 0x10);
const STORE: Opcode = opcode(1, NONE, 0x11);
pub(super) const COMPARE: Opcode = opcode(1, NONE, 0xc2);
pub(super) const INTEGER_TO_FLOAT: Opcode = opcode(1, NONE, 0x5b);
pub(super) const AND: Opcode = opcode(1, P66, 0xdb);
pub(super) const OR: Opcode = opcode(1, P66, 0xeb);
pub(super) const XOR: Opcode = opcode(1, P66, 0xef);
pub(super) const INTEGER_ADD: Opcode = opcode(1, P66, 0xfe);
pub(super) const INTEGER_SUB: Opcode = opcode(1, P66, 0xfa);
pub(super) const INTEGER_MUL: Opcode = opcode(2, P66, 0x40);
pub(super) const INTEGER_MIN: Opcode = opcode(2, P66, 0x39);
pub(super) const INTEGER_MAX: Opcode = opcode(2, P66, 0x3d);
pub(super) const INTEGER_ABS: Opcode = opcode(2, P66, 0x1e);
pub(super) const INTEGER_COMPARE: Opcode = opcode(3, P66, 0x1f);
pub(super) const FLOAT_TO_INTEGER: Opcode = opcode(1, PF3, 0x5b);
pub(super) const WIDE_INTEGER_ADD: Opcode = opcode(1, P66, 0xd4);
pub(super) const WIDE_INTEGER_SUB: Opcode = opcode(1, P66, 0xfb);
pub(super) const WIDE_INTEGER_ABS: Opcode = opcode(2, P66, 0x1f);
pub(super) const UNSIGNED_MIN: Opcode = opcode(2, P66, 0x3b);
pub(super) const UNSIGNED_MAX: Opcode = opcode(2, P66, 0x3f);
pub(super) const UNSIGNED_COMPARE: Opcode = opcode(3, P66, 0x1e);
pub(super) const SHIFT_LEFT_BY: Opcode = opcode(2, P66, 0x47);
pub(super) const SHIFT_RIGHT_BY: Opcode = opcode(2, P66, 0x46);
pub(super) const UNSIGNED_SHIFT_RIGHT_BY: Opcode = opcode(2, P66, 0x45);
pub(super) const UNSIGNED_TO_FLOAT: Opcode = opcode(1, PF2, 0x7a);
pub(super) const FLOAT_TO_UNSIGNED: Opcode = opcode(1, NONE, 0x78);
pub(super) const FLOAT_TO_DOUBLE: Opcode = opcode(1, NONE, 0x5a);
pub(super) const DOUBLE_TO_FLOAT: Opcode = opcode(1, P66, 0x5a);
pub(super) const INTEGER_TO_DOUBLE: Opcode = opcode(1, PF3, 0xe6);
pub(super) const UNSIGNED_TO_DOUBLE: Opcode = opcode(1, PF3, 0x7a);
pub(super) const DOUBLE_TO_INTEGER: Opcode = opcode(1, P66, 0xe6);
pub(super) const TO_WIDE_INTEGER: Opcode = opcode(1, P66, 0x7a);
pub(super) const TO_WIDE_UNSIGNED: Opcode = opcode(1, P66, 0x78);
pub(super) const EXTEND_SIGN: Opcode = opcode(2, P66, 0x25);
pub(super) const EXTEND_ZERO: Opcode = opcode(2, P66, 0x35);
pub(super) const NARROW: Opcode = opcode(2, PF3, 0x35);
const TERNARY_LOGIC: Opcode = opcode(3, P66, 0x25);
const TO_HALVES: Opcode = opcode(3, P66, 0x1d);
const FROM_HALVES: Opcode = opcode(2, P66, 0x13);
const LOAD_SIGNED_BYTES: Opcode = opcode(2, P66, 0x21);
const LOAD_SIGNED_WORDS: Opcode = opcode(2, P66, 0x23);
const LOAD_WORDS: Opcode = opcode(2, P66, 0x33);
const STORE_WORDS: Opcode = opcode(2, PF3, 0x33);
const SPREAD: Opcode = opcode(2, P66, 0x7c);
const TEST: Opcode = opcode(2, P66, 0x27);
const LOAD_BYTES: Opcode = opcode(2, P66, 0x31);
const STORE_BYTES: Opcode = opcode(2, PF3, 0x31);
const SHIFT: Opcode = opcode(1, P66, 0x72);
/// Shifts of lanes of 64 bits to the left or with zeros.
const WIDE_SHIFT: Opcode = opcode(1, P66, 0x73);
pub(super) const BLEND: Opcode = opcode(2, P66, 0x65);
pub(super) const SCALE: Opcode = opcode(2, P66, 0x2c);
const BROADCAST: Opcode = opcode(2, P66, 0x18);
const WIDE_BROADCAST: Opcode = opcode(2, P66, 0x19);
pub(super) const FMA_213: Opcode = opcode(2, P66, 0xa8);
pub(super) const FMA_231: Opcode = opcode(2, P66, 0xb8);
pub(super) const ROUND: Opcode = opcode(3, P66, 0x08);
pub(super) const WIDE_ROUND: Opcode = opcode(3, P66, 0x09);

/// Opcodes of operations on masks.
pub(super) const MASK_AND: u8 = 0x41;
pub(super) const MASK_OR: u8 = 0x45;
pub(super) const MASK_XOR: u8 = 0x47;

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(usize);

/// Conditions of jumps.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    Below = 2,
    AboveOrEqual = 3,
    Equal = 4,
}

/// Code while it is written.
#[derive(Default)]
pub(super) struct Assembler {
    code: Vec<u8>,
    labels: Vec<Option<usize>>,
    /// Ends of four-byte distances, and where they lead.
    jumps: Vec<(usize, Label)>,
    /// Eight bytes each, whatever the lanes.
    constants: Vec<u64>,
    /// Ends of four-byte distances (an immediate may follow), the end of the instruction, and the constant.
    references: Vec<(usize, usize, usize)>,
}

impl Assembler {
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Here is the label.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0] = Some(self.code.len());
    }

    /// The code with its constants, in place.
    pub fn finish(mut self) -> Vec<u8> {
        for &(end, label) in &self.jumps {
            let to = self.labels[label.0].unwrap_or(end);
            let distance = to.wrapping_sub(end) as i32;
            self.code[end - 4..end].copy_from_slice(&distance.to_le_bytes());
        }
        while !self.code.len().is_multiple_of(64) {
            self.code.push(0xcc);
        }
        let pool = self.code.len();
        for &(end, next, constant) in &self.references {
            let distance = (pool + 8 * constant).wrapping_sub(next) as i32;
            self.code[end - 4..end].copy_from_slice(&distance.to_le_bytes());
        }
        for constant in self.constants {
            self.code.extend_from_slice(&constant.to_le_bytes());
        }
        self.code
    }

    fn constant(&mut self, bits: u64) -> usize {
        let known = self.constants.iter().position(|&known| known == bits);
        known.unwrap_or_else(|| {
            self.constants.push(bits);
            self.constants.len() - 1
        })
    }

    /// The prefix: registers are what the instruction's fields name, `rm` with its extension in bit 4.
    #[expect(clippy::too_many_arguments, reason = "the fields of the prefix")]
    fn evex(
        &mut self,
        op: Opcode,
        form: Form,
        reg: u8,
        vvvv: u8,
        rm: (u8, u8),
        mask: u8,
        zeroing: bool,
        broadcast: bool,
    ) {
        let inverted = |bit: u8, at: u8| (!bit & 1) << at;
        let (b, x) = rm;
        let wide = u8::from(form == Form::Double) << 7;
        let length = if form == Form::Short { 1 } else { 2 } << 5;
        self.code.extend_from_slice(&[
            0x62,
            inverted(reg >> 3, 7) | inverted(x, 6) | inverted(b, 5) | inverted(reg >> 4, 4) | op.map,
            wide | ((!vvvv & 15) << 3) | 4 | op.prefix,
            u8::from(zeroing) << 7 | length | u8::from(broadcast) << 4 | inverted(vvvv >> 4, 3) | mask,
            op.byte,
        ]);
    }

    /// `reg = op(vvvv, rm)`; `mask` 0 for none, `immediate` if the instruction has one. Instructions of one operand have 0 for
    /// `vvvv`.
    #[expect(clippy::too_many_arguments, reason = "the parts of an instruction")]
    pub fn vector(
        &mut self,
        op: Opcode,
        form: Form,
        reg: u8,
        vvvv: u8,
        rm: Rm,
        mask: u8,
        immediate: Option<u8>,
    ) {
        match rm {
            Rm::Register(rm) => {
                self.evex(op, form, reg, vvvv, (rm >> 3 & 1, rm >> 4 & 1), mask, false, false);
                self.code.push(0xc0 | (reg & 7) << 3 | rm & 7);
                self.code.extend(immediate);
            }
            Rm::Constant(bits) => {
                let constant = self.constant(bits);
                self.evex(op, form, reg, vvvv, (0, 0), mask, false, true);
                self.constant_operand(reg, constant, immediate);
            }
        }
    }

    /// The operand that is a constant behind the code, and the immediate after it.
    fn constant_operand(&mut self, reg: u8, constant: usize, immediate: Option<u8>) {
        self.code.push((reg & 7) << 3 | 5);
        self.code.extend_from_slice(&[0; 4]);
        let end = self.code.len();
        self.code.extend(immediate);
        self.references.push((end, self.code.len(), constant));
    }

    /// The same number in each lane, or in those of a mask and zero in the others.
    pub fn spread_constant(&mut self, to: u8, form: Form, bits: u64, mask: u8) {
        let constant = self.constant(bits);
        let op = if form == Form::Double { WIDE_BROADCAST } else { BROADCAST };
        self.evex(op, form, to, 0, (0, 0), mask, mask != 0, false);
        self.constant_operand(to, constant, None);
    }

    /// `to = bits ? from : to`, bit by bit.
    pub fn take_bits(&mut self, form: Form, to: u8, from: u8, bits: u64) {
        self.vector(TERNARY_LOGIC, form, to, from, Rm::Constant(bits), 0, Some(0xd8));
    }

    /// An instruction of one operand whose fields are the other way round.
    fn reversed(&mut self, op: Opcode, form: Form, to: u8, from: u8, immediate: Option<u8>) {
        self.vector(op, form, from, 0, Rm::Register(to), 0, immediate);
    }

    /// The low halves of lanes of 64 bits.
    pub fn narrow(&mut self, to: u8, from: u8) {
        self.reversed(NARROW, Form::Single, to, from, None);
    }

    /// Rounds `f32` to the nearest `f16`, and back.
    pub fn round_to_halves(&mut self, form: Form, to: u8, from: u8) {
        self.reversed(TO_HALVES, form, to, from, Some(0));
        self.vector(FROM_HALVES, form, to, 0, Rm::Register(to), 0, None);
    }

    /// Shifts each lane as an integer: 2 right with zeros, 4 right with the sign, 6 left.
    pub fn shift(&mut self, kind: u8, form: Form, to: u8, from: u8, by: u8) {
        let op = if form == Form::Double && kind != 4 { WIDE_SHIFT } else { SHIFT };
        self.evex(op, form, kind, to, (from >> 3 & 1, from >> 4 & 1), 0, false, false);
        // The kind is no register: its extension bits are not inverted ones of a register beyond 7.
        self.code.extend_from_slice(&[0xc0 | kind << 3 | from & 7, by]);
    }

    /// The operand `[base + index * 2^scale]`, as register, scale-index-base and a displacement of zero.
    fn indexed(&mut self, reg: u8, base: Gpr, index: Gpr, scale: u8) {
        self.code
            .extend_from_slice(&[0x80 | (reg & 7) << 3 | 4, scale << 6 | (index.0 & 7) << 3 | base.0 & 7]);
        self.code.extend_from_slice(&[0; 4]);
    }

    /// Loads elements from `[base + index * size]` into lanes; those that the mask leaves out (0 for none) are zero and not touched in
    /// memory.
    pub fn load(&mut self, memory: Memory, form: Form, to: u8, base: Gpr, index: Gpr, mask: u8) {
        let (op, scale) = match memory {
            Memory::Bits32 => (LOAD, 2),
            Memory::Bits64 => (LOAD.doubles(), 3),
            Memory::I8 => (LOAD_SIGNED_BYTES, 0),
            Memory::U8 | Memory::Bool => (LOAD_BYTES, 0),
            Memory::I16 => (LOAD_SIGNED_WORDS, 1),
            Memory::U16 | Memory::BF16 => (LOAD_WORDS, 1),
            Memory::F16 => (FROM_HALVES, 1),
        };
        self.evex(op, form, to, 0, (base.0 >> 3 & 1, index.0 >> 3 & 1), mask, mask != 0, false);
        self.indexed(to, base, index, scale);
        if memory == Memory::BF16 {
            self.shift(6, form, to, to, 16);
        }
    }

    /// Stores lanes as elements to `[base + index * size]`; those that the mask leaves out are not touched. `scratch` is a register
    /// that may be overwritten.
    #[expect(clippy::too_many_arguments, reason = "the parts of an instruction")]
    pub fn store(
        &mut self,
        memory: Memory,
        form: Form,
        from: u8,
        scratch: u8,
        base: Gpr,
        index: Gpr,
        mask: u8,
    ) {
        let (op, scale) = match memory {
            Memory::Bits32 => (STORE, 2),
            Memory::Bits64 => (STORE.doubles(), 3),
            Memory::I8 | Memory::U8 | Memory::Bool => (STORE_BYTES, 0),
            Memory::I16 | Memory::U16 | Memory::BF16 => (STORE_WORDS, 1),
            Memory::F16 => (TO_HALVES, 1),
        };
        let from = if memory == Memory::BF16 {
            self.shift(2, form, scratch, from, 16);
            scratch
        } else {
            from
        };
        self.evex(op, form, from, 0, (base.0 >> 3 & 1, index.0 >> 3 & 1), mask, false, false);
        self.indexed(from, base, index, scale);
        if memory == Memory::F16 {
            self.code.push(0);
        }
    }

    /// The mask of the bytes at `[base + index]` that are not zero, of lanes that `lanes` has (0 for all); `vector` is overwritten.
    pub fn load_mask(&mut self, form: Form, to: u8, vector: u8, base: Gpr, index: Gpr, lanes: u8) {
        self.load(Memory::Bool, form, vector, base, index, lanes);
        self.vector(TEST, form, to, vector, Rm::Register(vector), 0, None);
    }

    /// Stores a mask as bytes to `[base + index]`, those of lanes that `lanes` has (0 for all); `vector` is overwritten.
    pub fn store_mask(&mut self, form: Form, mask: u8, vector: u8, base: Gpr, index: Gpr, lanes: u8) {
        self.spread_constant(vector, form, 1, mask);
        self.store(Memory::Bool, form, vector, vector, base, index, lanes);
    }

    /// `eax = -[rax]`, a byte: all bits of a true one.
    pub fn spread_byte(&mut self) {
        // movzx eax, byte ptr [rax]; neg eax
        self.code.extend_from_slice(&[0x0f, 0xb6, 0x00, 0xf7, 0xd8]);
    }

    /// All lanes from the one element at `[rax]`, which is overwritten.
    pub fn load_one(&mut self, memory: Memory, form: Form, to: u8) {
        let through: &[u8] = match memory {
            Memory::Bits32 | Memory::Bits64 => {
                let op = if memory == Memory::Bits64 { WIDE_BROADCAST } else { BROADCAST };
                self.evex(op, form, to, 0, (0, 0), 0, false, false);
                self.code.push((to & 7) << 3);
                return;
            }
            // movsx or movzx eax, byte ptr [rax]
            Memory::I8 => &[0x0f, 0xbe, 0x00],
            Memory::U8 | Memory::Bool => &[0x0f, 0xb6, 0x00],
            // movsx or movzx eax, word ptr [rax]
            Memory::I16 => &[0x0f, 0xbf, 0x00],
            Memory::U16 => &[0x0f, 0xb7, 0x00],
            // … imul eax, eax, 0x10001: both halves of each lane
            Memory::F16 => &[0x0f, 0xb7, 0x00, 0x69, 0xc0, 0x01, 0x00, 0x01, 0x00],
            // … shl eax, 16
            Memory::BF16 => &[0x0f, 0xb7, 0x00, 0xc1, 0xe0, 0x10],
        };
        self.code.extend_from_slice(through);
        self.vector(SPREAD, form, to, 0, Rm::Register(Gpr::RAX.0), 0, None);
        if memory == Memory::F16 {
            self.vector(FROM_HALVES, form, to, 0, Rm::Register(to), 0, None);
        }
    }

    /// `to = a op b` of masks.
    pub fn mask(&mut self, op: u8, to: u8, a: u8, b: u8) {
        self.code.extend_from_slice(&[0xc5, 0x80 | (!a & 15) << 3 | 4, op, 0xc0 | to << 3 | b]);
    }

    /// `to = not from` of masks.
    pub fn mask_not(&mut self, to: u8, from: u8) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x44, 0xc0 | to << 3 | from]);
    }

    /// A mask from a general register's low bits.
    pub fn mask_from(&mut self, to: u8, from: Gpr) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x92, 0xc0 | to << 3 | from.0]);
    }

    /// `eax`: as many low bits as `rdx` says, 0 to 31.
    pub fn low_bits(&mut self) {
        // mov eax, -1; bzhi eax, eax, edx
        self.code.extend_from_slice(&[0xb8, 0xff, 0xff, 0xff, 0xff, 0xc4, 0xe2, 0x68, 0xf5, 0xc0]);
    }

    /// `to = [rdi + 8 * i]`
    pub fn load_pointer(&mut self, to: Gpr, i: u16) {
        self.code.extend_from_slice(&[0x48 | (to.0 >> 3) << 2, 0x8b, 0x80 | (to.0 & 7) << 3 | 7]);
        self.code.extend_from_slice(&(i32::from(i) * 8).to_le_bytes());
    }

    /// `register += number`, or less.
    pub fn add(&mut self, register: Gpr, number: i8) {
        self.code.extend_from_slice(&[0x48 | register.0 >> 3, 0x83, 0xc0 | register.0 & 7, number as u8]);
    }

    /// `register -= number`, with flags.
    pub fn subtract(&mut self, register: Gpr, number: i8) {
        self.code.extend_from_slice(&[0x48 | register.0 >> 3, 0x83, 0xe8 | register.0 & 7, number as u8]);
    }

    /// `register = 0`
    pub fn clear(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x31, 0xc0 | register.0 << 3 | register.0]);
    }

    pub fn push(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x40 | register.0 >> 3, 0x50 | register.0 & 7]);
    }

    pub fn pop(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x40 | register.0 >> 3, 0x58 | register.0 & 7]);
    }

    pub fn jump_if(&mut self, condition: Condition, to: Label) {
        self.code.extend_from_slice(&[0x0f, 0x80 | condition as u8, 0, 0, 0, 0]);
        self.jumps.push((self.code.len(), to));
    }

    /// Leaves vectors as other code expects them, and returns.
    pub fn end(&mut self) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x77, 0xc3]);
    }

    /// Pads to a multiple of 32 bytes with an instruction that does nothing.
    pub fn align(&mut self) {
        while !self.code.len().is_multiple_of(32) {
            self.code.push(0x90);
        }
    }
}
