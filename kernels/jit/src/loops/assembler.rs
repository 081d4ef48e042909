//! The assembler of loops: instructions of general registers here, vector instructions in [`encode`](super::encode).
//!
//! Cranelift's vectors have 128 bits; the loops of fused ops are a straight line of arithmetic between loads and stores, for
//! which these few forms suffice. Encodings are those of Intel's manual (volume 2).
//!
//! Invariants: vector registers are numbered 0 to 31 (with 256 bits: to 15), mask registers 0 to 7, general ones 0 to 15 in the order of
//! their encoding. Jumps go to labels of the same buffer; constants follow the code, which addresses them relative to itself.

use super::Vectors;

/// A general register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gpr(pub u8);

impl Gpr {
    pub(super) const RAX: Gpr = Gpr(0);
    pub(super) const RCX: Gpr = Gpr(1);
    pub(super) const RDX: Gpr = Gpr(2);
    pub(super) const RBX: Gpr = Gpr(3);
    pub(super) const RSP: Gpr = Gpr(4);
    pub(super) const RBP: Gpr = Gpr(5);
    pub(super) const RSI: Gpr = Gpr(6);
    pub(super) const RDI: Gpr = Gpr(7);
    pub(super) const R12: Gpr = Gpr(12);
}

/// The address `base + index * size of an element + displacement`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct At {
    pub base: Gpr,
    pub index: Option<Gpr>,
    pub displacement: i32,
}

impl At {
    /// An element of an array.
    pub(super) fn element(base: Gpr, index: Gpr) -> At {
        At { base, index: Some(index), displacement: 0 }
    }
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
    /// As many of 32 bits as a register holds: sixteen, or eight.
    Single,
    /// As many of 64 bits: eight, or four.
    Double,
    /// As many of 32 bits as there are of 64.
    Short,
}

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(usize);

/// Conditions of jumps.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    Below = 2,
    AboveOrEqual = 3,
    Equal = 4,
    NotEqual = 5,
}

/// Code while it is written.
pub(super) struct Assembler {
    /// The encoding of vectors.
    pub(super) vectors: Vectors,
    pub(super) code: Vec<u8>,
    labels: Vec<Option<usize>>,
    /// Ends of four-byte distances, and where they lead.
    jumps: Vec<(usize, Label)>,
    /// Numbers of eight bytes, whatever the lanes; with vectors of 256 bits, all lanes.
    constants: Vec<[u64; 4]>,
    /// Ends of four-byte distances (an immediate may follow), the end of the instruction, and the constant.
    pub(super) references: Vec<(usize, usize, usize)>,
}

impl Assembler {
    pub(super) fn new(vectors: Vectors) -> Assembler {
        Assembler {
            vectors,
            code: Vec::new(),
            labels: Vec::new(),
            jumps: Vec::new(),
            constants: Vec::new(),
            references: Vec::new(),
        }
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Here is the label.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label.0] = Some(self.code.len());
    }

    /// The code with its constants, in place.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for &(end, label) in &self.jumps {
            let to = self.labels[label.0].unwrap_or(end);
            let distance = to.wrapping_sub(end) as i32;
            self.code[end - 4..end].copy_from_slice(&distance.to_le_bytes());
        }
        while !self.code.len().is_multiple_of(64) {
            self.code.push(0xcc);
        }
        let pool = self.code.len();
        let words = if self.vectors == Vectors::Avx512 { 1 } else { 4 };
        for &(end, next, constant) in &self.references {
            let distance = (pool + 8 * words * constant).wrapping_sub(next) as i32;
            self.code[end - 4..end].copy_from_slice(&distance.to_le_bytes());
        }
        for constant in &self.constants {
            self.code.extend(constant[..words].iter().flat_map(|word| word.to_le_bytes()));
        }
        self.code
    }

    /// The number of a constant behind the code: the value of a vector of 256 bits, of which others take the first
    /// word.
    pub(super) fn constant(&mut self, words: [u64; 4]) -> usize {
        let known = self.constants.iter().position(|&known| known == words);
        known.unwrap_or_else(|| {
            self.constants.push(words);
            self.constants.len() - 1
        })
    }

    /// `eax = -[rax]`, a byte: all bits of a true one.
    pub(super) fn spread_byte(&mut self) {
        // movzx eax, byte ptr [rax]; neg eax
        self.code.extend_from_slice(&[0x0f, 0xb6, 0x00, 0xf7, 0xd8]);
    }

    /// `eax`: as many low bits as `rdx` says, 0 to 31.
    pub(super) fn low_bits(&mut self) {
        // mov eax, -1; bzhi eax, eax, edx
        self.code.extend_from_slice(&[0xb8, 0xff, 0xff, 0xff, 0xff, 0xc4, 0xe2, 0x68, 0xf5, 0xc0]);
    }

    /// `to = [rdi + 8 * i]`
    pub(super) fn load_pointer(&mut self, to: Gpr, i: u16) {
        self.code.extend_from_slice(&[0x48 | (to.0 >> 3) << 2, 0x8b, 0x80 | (to.0 & 7) << 3 | 7]);
        self.code.extend_from_slice(&(i32::from(i) * 8).to_le_bytes());
    }

    /// `register += number`, or less.
    pub(super) fn add(&mut self, register: Gpr, number: i8) {
        self.code.extend_from_slice(&[0x48 | register.0 >> 3, 0x83, 0xc0 | register.0 & 7, number as u8]);
    }

    /// `register -= number`, with flags.
    pub(super) fn subtract(&mut self, register: Gpr, number: i8) {
        self.code.extend_from_slice(&[0x48 | register.0 >> 3, 0x83, 0xe8 | register.0 & 7, number as u8]);
    }

    /// `register = 0`
    pub(super) fn clear(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x31, 0xc0 | register.0 << 3 | register.0]);
    }

    pub(super) fn push(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x40 | register.0 >> 3, 0x50 | register.0 & 7]);
    }

    pub(super) fn pop(&mut self, register: Gpr) {
        self.code.extend_from_slice(&[0x40 | register.0 >> 3, 0x58 | register.0 & 7]);
    }

    pub(super) fn jump_if(&mut self, condition: Condition, to: Label) {
        self.code.extend_from_slice(&[0x0f, 0x80 | condition as u8, 0, 0, 0, 0]);
        self.jumps.push((self.code.len(), to));
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.code.extend_from_slice(&[0xe9, 0, 0, 0, 0]);
        self.jumps.push((self.code.len(), to));
    }

    /// `to = from`
    pub(super) fn copy(&mut self, to: Gpr, from: Gpr) {
        self.code.extend_from_slice(&[
            0x48 | (from.0 >> 3) << 2 | to.0 >> 3,
            0x89,
            0xc0 | (from.0 & 7) << 3 | to.0 & 7,
        ]);
    }

    /// `eax = ecx modulo` the parts of a reduction, of which there are 32.
    pub(super) fn part(&mut self) {
        // mov eax, ecx; and eax, 31
        self.code.extend_from_slice(&[0x89, 0xc8, 0x83, 0xe0, 0x1f]);
    }

    /// `to = a + b`
    pub(super) fn add_up(&mut self, to: Gpr, a: Gpr, b: Gpr) {
        self.address(to, At::element(a, b), 1);
    }

    /// `to = the address` of elements of so many bytes, a power of two.
    pub(super) fn address(&mut self, to: Gpr, at: At, size: u8) {
        self.general(true, &[0x8d], to, at, size);
    }

    /// `rax = [at]`, so many bytes.
    pub(super) fn load_bytes(&mut self, at: At, size: u8) {
        let opcode: &[u8] = match size {
            1 => &[0x0f, 0xb6],
            2 => &[0x0f, 0xb7],
            _ => &[0x8b],
        };
        self.general(size == 8, opcode, Gpr::RAX, at, size);
    }

    /// `[at] = rax`, so many bytes.
    pub(super) fn store_bytes(&mut self, at: At, size: u8) {
        if size == 2 {
            self.code.push(0x66);
        }
        self.general(size == 8, if size == 1 { &[0x88] } else { &[0x89] }, Gpr::RAX, at, size);
    }

    fn general(&mut self, wide: bool, opcode: &[u8], reg: Gpr, at: At, size: u8) {
        let index = at.index.map_or(0, |index| index.0 >> 3);
        self.code.push(0x40 | u8::from(wide) << 3 | (reg.0 >> 3) << 2 | index << 1 | at.base.0 >> 3);
        self.code.extend_from_slice(opcode);
        self.operand(reg.0, at, size.trailing_zeros() as u8);
    }

    /// An address as operand: register, scale-index-base and a displacement.
    pub(super) fn operand(&mut self, reg: u8, at: At, scale: u8) {
        // The stack pointer's number stands for no index.
        let index = at.index.unwrap_or(Gpr::RSP).0;
        self.code
            .extend_from_slice(&[0x80 | (reg & 7) << 3 | 4, scale << 6 | (index & 7) << 3 | at.base.0 & 7]);
        self.code.extend_from_slice(&at.displacement.to_le_bytes());
    }

    /// `rsp += bytes`
    pub(super) fn move_stack(&mut self, bytes: i32) {
        self.code.extend_from_slice(&[0x48, 0x81, 0xc4]);
        self.code.extend_from_slice(&bytes.to_le_bytes());
    }

    /// Leaves vectors as other code expects them.
    pub(super) fn end_vectors(&mut self) {
        self.code.extend_from_slice(&[0xc5, 0xf8, 0x77]);
    }

    pub(super) fn end(&mut self) {
        self.code.push(0xc3);
    }

    /// Pads to a multiple of 32 bytes with an instruction that does nothing.
    pub(super) fn align(&mut self) {
        while !self.code.len().is_multiple_of(32) {
            self.code.push(0x90);
        }
    }
}
