//! Vector instructions as bytes: EVEX for vectors of 512 bits and their masks, VEX for those of 256.
//!
//! Opcodes are the same in both ([`opcodes`](super::opcodes)); encodings are those of Intel's manual (volume 2, 2.3 for VEX and 2.7 for
//! EVEX). Without AVX-512 masks are vectors of lanes of 32 bits that are all ones or all zeros, constants lie behind the code in
//! all lanes, and register 15 is a scratch register of the instructions here.

use super::Vectors;
use super::assembler::{Assembler, At, Form, Gpr, Rm};
use super::opcodes::*;
use super::vector::Memory;

/// The register that instructions of 256-bit vectors may overwrite.
pub(super) const SCRATCH: u8 = 15;

impl Assembler {
    fn has_masks(&self) -> bool {
        self.vectors == Vectors::Avx512
    }

    /// The prefix of an instruction with these fields; `rm` has its extension in bit 4.
    #[expect(clippy::too_many_arguments, reason = "the fields of the prefix")]
    fn prefix(
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
        let registers = inverted(reg >> 3, 7) | inverted(x, 6) | inverted(b, 5);
        if !self.has_masks() {
            let wide = u8::from(form == Form::Double && op.has_wide_form()) << 7;
            let length = u8::from(form != Form::Short) << 2;
            let rest = wide | (!vvvv & 15) << 3 | length | op.prefix;
            self.code.extend_from_slice(&[0xc4, registers | op.map, rest, op.byte]);
            return;
        }
        let wide = u8::from(form == Form::Double) << 7;
        let length = if form == Form::Short { 1 } else { 2 } << 5;
        self.code.extend_from_slice(&[
            0x62,
            registers | inverted(reg >> 4, 4) | op.map,
            wide | ((!vvvv & 15) << 3) | 4 | op.prefix,
            u8::from(zeroing) << 7 | length | u8::from(broadcast) << 4 | inverted(vvvv >> 4, 3) | mask,
            op.byte,
        ]);
    }

    /// `reg = op(vvvv, rm)`; `mask` 0 for none, `immediate` if the instruction has one. Instructions of one operand have 0 for
    /// `vvvv`.
    #[expect(clippy::too_many_arguments, reason = "the parts of an instruction")]
    pub(super) fn vector(
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
                self.prefix(op, form, reg, vvvv, (rm >> 3 & 1, rm >> 4 & 1), mask, false, false);
                self.code.push(0xc0 | (reg & 7) << 3 | rm & 7);
                self.code.extend(immediate);
            }
            Rm::Constant(bits) => {
                let constant = self.constant_of(form, bits);
                self.prefix(op, form, reg, vvvv, (0, 0), mask, false, true);
                self.constant_operand(reg, constant, immediate);
            }
        }
    }

    /// As [`Self::vector`], without a mask.
    fn plain(&mut self, op: Opcode, form: Form, reg: u8, vvvv: u8, rm: u8, immediate: Option<u8>) {
        self.vector(op, form, reg, vvvv, Rm::Register(rm), 0, immediate);
    }

    fn constant_of(&mut self, form: Form, bits: u64) -> usize {
        let low = bits & 0xffff_ffff;
        match form {
            _ if self.has_masks() => self.constant([bits, 0, 0, 0]),
            Form::Double => self.constant([bits; 4]),
            Form::Single | Form::Short => self.constant([low | low << 32; 4]),
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
    pub(super) fn spread_constant(&mut self, to: u8, form: Form, bits: u64, mask: u8) {
        let constant = self.constant_of(form, bits);
        let op = match form {
            // All lanes are there.
            _ if !self.has_masks() => LOAD,
            Form::Double => WIDE_BROADCAST,
            Form::Single | Form::Short => BROADCAST,
        };
        self.prefix(op, form, to, 0, (0, 0), mask, mask != 0, false);
        self.constant_operand(to, constant, None);
    }

    /// `to = bits ? from : to`, bit by bit.
    pub(super) fn take_bits(&mut self, form: Form, to: u8, from: u8, bits: u64) {
        self.vector(TERNARY_LOGIC, form, to, from, Rm::Constant(bits), 0, Some(0xd8));
    }

    /// An instruction of one operand whose fields are the other way round.
    fn reversed(&mut self, op: Opcode, form: Form, to: u8, from: u8, immediate: Option<u8>) {
        self.plain(op, form, from, 0, to, immediate);
    }

    /// The low halves of lanes of 64 bits.
    pub(super) fn narrow(&mut self, to: u8, from: u8) {
        if self.has_masks() {
            return self.reversed(NARROW, Form::Single, to, from, None);
        }
        self.reversed(UPPER, Form::Single, SCRATCH, from, Some(1));
        self.plain(SHUFFLE, Form::Short, to, from, SCRATCH, Some(0x88));
    }

    /// Rounds `f32` to the nearest `f16`, and back.
    pub(super) fn round_to_halves(&mut self, form: Form, to: u8, from: u8) {
        self.reversed(TO_HALVES, form, to, from, Some(0));
        self.plain(FROM_HALVES, form, to, 0, to, None);
    }

    /// Shifts each lane as an integer: 2 right with zeros, 4 right with the sign, 6 left.
    pub(super) fn shift(&mut self, kind: u8, form: Form, to: u8, from: u8, by: u8) {
        let op = if form == Form::Double && kind != 4 { WIDE_SHIFT } else { SHIFT };
        self.prefix(op, form, kind, to, (from >> 3 & 1, from >> 4 & 1), 0, false, false);
        // The kind is no register: its extension bits are not inverted ones of a register beyond 7.
        self.code.extend_from_slice(&[0xc0 | kind << 3 | from & 7, by]);
    }

    /// An instruction with an operand in memory, of elements of `2^scale` bytes; for the lanes of a mask, which may set the others to zero.
    fn memory(&mut self, op: Opcode, form: Form, reg: u8, at: At, scale: u8, (mask, zeroing): (u8, bool)) {
        let index = at.index.map_or(0, |index| index.0 >> 3 & 1);
        self.prefix(op, form, reg, 0, (at.base.0 >> 3 & 1, index), mask, zeroing, false);
        self.operand(reg, at, scale);
    }

    /// Loads elements into lanes; those that the mask leaves out (0 for none) are zero and not touched in memory.
    pub(super) fn load(&mut self, memory: Memory, form: Form, to: u8, at: At, mask: u8) {
        let op = match memory {
            Memory::Bits32 => LOAD,
            Memory::Bits64 => LOAD.doubles(),
            Memory::I8 => LOAD_SIGNED_BYTES,
            Memory::U8 | Memory::Bool => LOAD_BYTES,
            Memory::I16 => LOAD_SIGNED_WORDS,
            Memory::U16 | Memory::BF16 => LOAD_WORDS,
            Memory::F16 => FROM_HALVES,
        };
        self.memory(op, form, to, at, memory.scale(), (mask, mask != 0));
        if memory == Memory::BF16 {
            self.shift(6, form, to, to, 16);
        }
    }

    /// Stores lanes as elements; those that the mask leaves out are not touched. `scratch` is a register that may be overwritten.
    pub(super) fn store(&mut self, memory: Memory, form: Form, from: u8, scratch: u8, at: At, mask: u8) {
        let from = if memory == Memory::BF16 {
            self.shift(2, form, scratch, from, 16);
            scratch
        } else {
            from
        };
        let op = match memory {
            Memory::Bits32 => STORE,
            Memory::Bits64 => STORE.doubles(),
            Memory::F16 => TO_HALVES,
            _ if !self.has_masks() => return self.store_narrow(memory.scale(), form, from, at),
            Memory::I8 | Memory::U8 | Memory::Bool => STORE_BYTES,
            Memory::I16 | Memory::U16 | Memory::BF16 => STORE_WORDS,
        };
        self.memory(op, form, from, at, memory.scale(), (mask, false));
        if memory == Memory::F16 {
            self.code.push(0);
        }
    }

    /// Stores the low bytes, or words, of lanes: they come first in each half of a register, and then the halves together.
    fn store_narrow(&mut self, scale: u8, form: Form, from: u8, at: At) {
        const REST: u64 = 0x8080_8080_8080_8080;
        let (low, bytes) = match scale {
            0 => (0x8080_8080_0c08_0400, 4),
            _ => (0x0d0c_0908_0504_0100, 8),
        };
        let order = self.constant([low, REST, low, REST]);
        self.prefix(SHUFFLE_BYTES, form, SCRATCH, from, (0, 0), 0, false, false);
        self.constant_operand(SCRATCH, order, None);
        if form == Form::Single {
            self.plain(PERMUTE, Form::Double, SCRATCH, 0, SCRATCH, Some(0x08));
            if bytes == 4 {
                self.plain(SHUFFLE_LANES, Form::Short, SCRATCH, 0, SCRATCH, Some(0x08));
            }
        }
        let op = match (form, bytes) {
            (Form::Single, 8) => STORE,
            (Form::Single, _) | (_, 8) => STORE_EIGHT_BYTES,
            _ => STORE_FOUR_BYTES,
        };
        self.memory(op, Form::Short, SCRATCH, at, scale, (0, false));
    }

    /// The mask of the bytes that are not zero, of lanes that `lanes` has (0 for all); `vector` is overwritten.
    pub(super) fn load_mask(&mut self, form: Form, to: u8, vector: u8, at: At, lanes: u8) {
        if self.has_masks() {
            self.load(Memory::Bool, form, vector, at, lanes);
            return self.plain(TEST, form, to, vector, vector, None);
        }
        self.load(Memory::Bool, form, to, at, 0);
        self.not_zero(form, to);
    }

    /// Lanes that are greater than zero as a mask, in place.
    fn not_zero(&mut self, form: Form, to: u8) {
        self.plain(XOR, form, SCRATCH, SCRATCH, SCRATCH, None);
        self.plain(INTEGER_GREATER, form, to, to, SCRATCH, None);
    }

    /// Stores a mask as bytes, those of lanes that `lanes` has (0 for all); `vector` is overwritten.
    pub(super) fn store_mask(&mut self, form: Form, mask: u8, vector: u8, at: At, lanes: u8) {
        if self.has_masks() {
            self.spread_constant(vector, form, 1, mask);
            return self.store(Memory::Bool, form, vector, vector, at, lanes);
        }
        self.shift(2, form, SCRATCH, mask, 31);
        self.store_narrow(0, form, SCRATCH, at);
    }

    /// All lanes from the one element at `[rax]`, which is overwritten.
    pub(super) fn load_one(&mut self, memory: Memory, form: Form, to: u8) {
        let through: &[u8] = match memory {
            Memory::Bits32 | Memory::Bits64 => {
                let op = if memory == Memory::Bits64 { WIDE_BROADCAST } else { BROADCAST };
                self.prefix(op, form, to, 0, (0, 0), 0, false, false);
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
        if self.has_masks() {
            self.plain(SPREAD, form, to, 0, Gpr::RAX.0, None);
        } else {
            self.plain(FROM_GENERAL, Form::Short, to, 0, Gpr::RAX.0, None);
            self.plain(SPREAD_FIRST, form, to, 0, to, None);
        }
        if memory == Memory::F16 {
            self.plain(FROM_HALVES, form, to, 0, to, None);
        }
    }

    /// The mask of the one condition at `[rax]`, which is overwritten.
    pub(super) fn load_one_mask(&mut self, form: Form, to: u8) {
        if self.has_masks() {
            self.spread_byte();
            return self.mask_from(to, Gpr::RAX);
        }
        self.load_one(Memory::Bool, form, to);
        self.not_zero(form, to);
    }

    /// `to = a op b` of masks.
    pub(super) fn mask(&mut self, op: u8, to: u8, a: u8, b: u8) {
        self.code.extend_from_slice(&[0xc5, 0x80 | (!a & 15) << 3 | 4, op, 0xc0 | to << 3 | b]);
    }

    /// `to = not from` of masks.
    pub(super) fn mask_not(&mut self, to: u8, from: u8) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x44, 0xc0 | to << 3 | from]);
    }

    /// A mask from a general register's low bits.
    pub(super) fn mask_from(&mut self, to: u8, from: Gpr) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x92, 0xc0 | to << 3 | from.0]);
    }

    /// Sets the flags for whether a mask has no lane; `eax` may be overwritten.
    pub(super) fn test_mask(&mut self, form: Form, mask: u8) {
        if self.has_masks() {
            // kortestw mask, mask
            self.code.extend_from_slice(&[0xc5, 0xf8, 0x98, 0xc0 | mask << 3 | mask]);
            return;
        }
        self.plain(SIGNS, form, Gpr::RAX.0, 0, mask, None);
        // test eax, eax
        self.code.extend_from_slice(&[0x85, 0xc0]);
    }

    /// A comparison of 256-bit vectors: the mask of lanes of 32 bits.
    pub(super) fn compare_to_vector(
        &mut self,
        op: Opcode,
        form: Form,
        to: u8,
        a: u8,
        b: Rm,
        how: Option<u8>,
    ) {
        self.vector(op, form, to, a, b, 0, how);
        if form == Form::Double {
            self.narrow(to, to);
        }
    }

    /// `to = mask ? a : b` with 256-bit vectors; the mask has lanes of 32 bits.
    pub(super) fn blend_by_vector(&mut self, form: Form, to: u8, mask: u8, a: Rm, b: u8) {
        let (op, mask) = match form {
            Form::Double => {
                self.plain(EXTEND_SIGN, form, SCRATCH, 0, mask, None);
                (WIDE_BLEND_BY, SCRATCH)
            }
            Form::Single | Form::Short => (BLEND_BY, mask),
        };
        self.vector(op, form, to, b, a, 0, Some(mask << 4));
    }
}
