//! The vector instructions that loops consist of: opcode maps, prefixes and opcodes, the same in EVEX and in VEX.

/// Opcode map and mandatory prefix of a vector instruction, and its opcode.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    pub map: u8,
    pub prefix: u8,
    pub byte: u8,
}

const fn opcode(map: u8, prefix: u8, byte: u8) -> Opcode {
    Opcode { map, prefix, byte }
}

impl Opcode {
    /// The instruction for lanes of 64 bits of one that is for `f32`.
    pub(super) const fn doubles(self) -> Opcode {
        opcode(self.map, P66, self.byte)
    }

    /// Whether a bit of the VEX prefix says that lanes have 64 bits; it must be zero in others.
    pub(super) fn has_wide_form(self) -> bool {
        let is_fma = matches!(self.byte, 0x96..=0xbf);
        let shifts_by = matches!(self.byte, 0x45 | 0x47);
        self.map == 2 && (is_fma || shifts_by) || self.map == 3 && self.byte == PERMUTE.byte
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
pub(super) const LOAD: Opcode = opcode(1, NONE, 0x10);
pub(super) const STORE: Opcode = opcode(1, NONE, 0x11);
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
pub(super) const TERNARY_LOGIC: Opcode = opcode(3, P66, 0x25);
pub(super) const TO_HALVES: Opcode = opcode(3, P66, 0x1d);
pub(super) const FROM_HALVES: Opcode = opcode(2, P66, 0x13);
pub(super) const LOAD_SIGNED_BYTES: Opcode = opcode(2, P66, 0x21);
pub(super) const LOAD_SIGNED_WORDS: Opcode = opcode(2, P66, 0x23);
pub(super) const LOAD_WORDS: Opcode = opcode(2, P66, 0x33);
pub(super) const STORE_WORDS: Opcode = opcode(2, PF3, 0x33);
pub(super) const SPREAD: Opcode = opcode(2, P66, 0x7c);
pub(super) const TEST: Opcode = opcode(2, P66, 0x27);
pub(super) const LOAD_BYTES: Opcode = opcode(2, P66, 0x31);
pub(super) const STORE_BYTES: Opcode = opcode(2, PF3, 0x31);
pub(super) const SHIFT: Opcode = opcode(1, P66, 0x72);
/// Shifts of lanes of 64 bits to the left or with zeros.
pub(super) const WIDE_SHIFT: Opcode = opcode(1, P66, 0x73);
pub(super) const BLEND: Opcode = opcode(2, P66, 0x65);
pub(super) const SCALE: Opcode = opcode(2, P66, 0x2c);
pub(super) const BROADCAST: Opcode = opcode(2, P66, 0x18);
pub(super) const WIDE_BROADCAST: Opcode = opcode(2, P66, 0x19);
pub(super) const FMA_213: Opcode = opcode(2, P66, 0xa8);
pub(super) const FMA_231: Opcode = opcode(2, P66, 0xb8);
pub(super) const ROUND: Opcode = opcode(3, P66, 0x08);
pub(super) const WIDE_ROUND: Opcode = opcode(3, P66, 0x09);

/// Further instructions for processors without AVX-512.
pub(super) const INTEGER_EQUAL: Opcode = opcode(1, P66, 0x76);
pub(super) const WIDE_INTEGER_EQUAL: Opcode = opcode(2, P66, 0x29);
pub(super) const INTEGER_GREATER: Opcode = opcode(1, P66, 0x66);
pub(super) const WIDE_INTEGER_GREATER: Opcode = opcode(2, P66, 0x37);
/// The product of the low halves of lanes of 64 bits.
pub(super) const MUL_LOW_HALVES: Opcode = opcode(1, P66, 0xf4);
/// With the mask's register in an immediate.
pub(super) const BLEND_BY: Opcode = opcode(3, P66, 0x4a);
pub(super) const WIDE_BLEND_BY: Opcode = opcode(3, P66, 0x4b);
/// The upper half of a register.
pub(super) const UPPER: Opcode = opcode(3, P66, 0x39);
/// Lanes of 32 bits of two registers.
pub(super) const SHUFFLE: Opcode = opcode(1, NONE, 0xc6);
pub(super) const SHUFFLE_BYTES: Opcode = opcode(2, P66, 0x00);
pub(super) const SHUFFLE_LANES: Opcode = opcode(1, P66, 0x70);
/// Quarters of a register.
pub(super) const PERMUTE: Opcode = opcode(3, P66, 0x00);
pub(super) const FROM_GENERAL: Opcode = opcode(1, P66, 0x6e);
pub(super) const SPREAD_FIRST: Opcode = opcode(2, P66, 0x58);
pub(super) const STORE_FOUR_BYTES: Opcode = opcode(1, P66, 0x7e);
pub(super) const STORE_EIGHT_BYTES: Opcode = opcode(1, P66, 0xd6);
pub(super) const SIGNS: Opcode = opcode(1, NONE, 0x50);

/// Opcodes of operations on masks.
pub(super) const MASK_AND: u8 = 0x41;
pub(super) const MASK_OR: u8 = 0x45;
pub(super) const MASK_XOR: u8 = 0x47;
