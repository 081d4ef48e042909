//! Straight-line vector code as a function over elements: registers, the loop around it, and its last, partial step.
//!
//! The function is a [`LoopEntry`](tfrt_executor::jit::loops::LoopEntry). Values that stay the same are computed before the loop and
//! keep their registers; all others get one from their definition to their last use. Code that needs more registers than
//! there are is not made: the body is interpreted then.
//!
//! | register | holds |
//! |--|--|
//! | `rsi` | the result |
//! | `rcx` | the element of the step |
//! | `rdx` | the elements that are left |
//! | `k1` | the lanes of the last step |

use super::assembler::{self as asm, Assembler, Condition, Gpr, Rm};
use super::vector::{Binary, Code, Kind, MaskOp, Operand, Unary, V};

/// Elements of a step.
const LANES: i8 = 16;

/// Registers for pointers to inputs; those from `SAVED` on belong to the caller. The first comes last: it has the list of
/// pointers.
const POINTERS: [Gpr; 9] = [Gpr::RDI, Gpr(8), Gpr(9), Gpr(10), Gpr(11), Gpr::RBX, Gpr(13), Gpr(14), Gpr(15)];
const SAVED: usize = 5;

/// The mask of the last step.
const LAST: u8 = 1;

/// Registers that are not in use.
#[derive(Clone)]
struct Free {
    vectors: Vec<u8>,
    masks: Vec<u8>,
}

struct Emitter<'a> {
    code: &'a Code,
    result: V,
    asm: Assembler,
    registers: Vec<Option<u8>>,
    last_use: Vec<usize>,
    free: Free,
    /// The register of each input's pointer.
    pointers: Vec<Option<Gpr>>,
}

/// The function, whose result is `result`; `None` if there are too few registers. `past_caches`: the result goes to memory, which must be
/// aligned to 64 bytes then.
pub(super) fn emit(code: &Code, result: V, num_inputs: usize, past_caches: bool) -> Option<Vec<u8>> {
    let mut last_use = vec![0; code.instructions.len()];
    for (i, kind) in code.instructions.iter().enumerate() {
        kind.values().for_each(|value| last_use[value.0 as usize] = i);
    }
    last_use[result.0 as usize] = usize::MAX;
    let free = Free { vectors: (0..32).rev().collect(), masks: (LAST + 1..8).rev().collect() };
    let registers = vec![None; code.instructions.len()];
    let mut emitter = Emitter {
        code,
        result,
        asm: Assembler::default(),
        registers,
        last_use,
        free,
        pointers: vec![None; num_inputs],
    };
    emitter.function(past_caches)?;
    Some(emitter.asm.finish())
}

impl Emitter<'_> {
    fn function(&mut self, past_caches: bool) -> Option<()> {
        let mut moving: Vec<u16> = Vec::new();
        for kind in &self.code.instructions {
            if let Kind::Load(input) | Kind::LoadMask(input) = *kind
                && !moving.contains(&input)
            {
                moving.push(input);
            }
        }
        let pointers = POINTERS.get(..moving.len())?;
        let saved = pointers.get(SAVED..).unwrap_or_default();
        for &register in saved {
            self.asm.push(register);
        }
        for i in (0..self.code.instructions.len()).filter(|&i| self.code.stays[i]) {
            self.instruction(i, 0)?;
        }
        for (&input, &register) in moving.iter().zip(pointers).rev() {
            self.pointers[usize::from(input)] = Some(register);
            self.asm.load_pointer(register, input);
        }
        let [step, last, end] = [self.asm.label(), self.asm.label(), self.asm.label()];
        self.asm.clear(Gpr::RCX);
        self.asm.subtract(Gpr::RDX, LANES);
        self.asm.jump_if(Condition::Below, last);
        self.asm.align();
        self.asm.bind(step);
        self.step(0, past_caches)?;
        self.asm.add(Gpr::RCX, LANES);
        self.asm.subtract(Gpr::RDX, LANES);
        self.asm.jump_if(Condition::AboveOrEqual, step);
        self.asm.bind(last);
        self.asm.add(Gpr::RDX, LANES);
        self.asm.jump_if(Condition::Equal, end);
        self.asm.low_bits();
        self.asm.mask_from(LAST, Gpr::RAX);
        self.step(LAST, false)?;
        self.asm.bind(end);
        if past_caches {
            self.asm.store_fence();
        }
        for &register in saved.iter().rev() {
            self.asm.pop(register);
        }
        self.asm.end();
        Some(())
    }

    /// One step of the loop, for all lanes or those of a mask.
    fn step(&mut self, mask: u8, past_caches: bool) -> Option<()> {
        let before = (self.free.clone(), self.registers.clone());
        for i in (0..self.code.instructions.len()).filter(|&i| !self.code.stays[i]) {
            self.instruction(i, mask)?;
        }
        let result = self.register(self.result)?;
        if self.code.instructions[self.result.0 as usize].is_mask() {
            let vector = self.free.vectors.pop()?;
            self.asm.store_mask(result, vector, Gpr::RSI, Gpr::RCX, mask);
        } else {
            self.asm.store(result, Gpr::RSI, Gpr::RCX, mask, past_caches);
        }
        (self.free, self.registers) = before;
        Some(())
    }

    fn register(&self, value: V) -> Option<u8> {
        self.registers[value.0 as usize]
    }

    /// Whether a value's register is free for the result of instruction `i`.
    fn dies(&self, value: V, i: usize) -> bool {
        self.last_use[value.0 as usize] == i && !self.code.stays[value.0 as usize]
    }

    fn operand(&self, operand: Operand) -> Option<Rm> {
        Some(match operand {
            Operand::Value(value) => Rm::Register(self.register(value)?),
            Operand::Constant(bits) => Rm::Constant(bits),
        })
    }

    /// A register with a value that may be changed: its own if it dies, else a new one with a copy.
    fn own(&mut self, value: V, i: usize) -> Option<u8> {
        let from = self.register(value)?;
        if self.dies(value, i) {
            return Some(from);
        }
        let to = self.free.vectors.pop()?;
        self.asm.vector(asm::MOVE, to, 0, Rm::Register(from), 0, None);
        Some(to)
    }

    fn instruction(&mut self, i: usize, mask: u8) -> Option<()> {
        let kind = self.code.instructions[i];
        let to = self.write(i, kind, mask)?;
        self.registers[i] = Some(to);
        let mut values: Vec<V> = kind.values().collect();
        values.dedup();
        values.sort_unstable_by_key(|value| value.0);
        values.dedup();
        for value in values {
            let register = self.register(value)?;
            let is_mask = self.code.instructions[value.0 as usize].is_mask();
            if self.dies(value, i) && (is_mask != kind.is_mask() || register != to) {
                if is_mask { self.free.masks.push(register) } else { self.free.vectors.push(register) }
            }
        }
        Some(())
    }

    /// Writes an instruction; the register of its value.
    fn write(&mut self, i: usize, kind: Kind, mask: u8) -> Option<u8> {
        Some(match kind {
            Kind::Load(input) => {
                let (to, pointer) = (self.free.vectors.pop()?, self.pointers[usize::from(input)]?);
                self.asm.load(to, pointer, Gpr::RCX, mask);
                to
            }
            Kind::LoadOne(input) => {
                let to = self.free.vectors.pop()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.broadcast_from(to, Gpr::RAX);
                to
            }
            Kind::LoadMask(input) => {
                let (to, pointer) = (self.free.masks.pop()?, self.pointers[usize::from(input)]?);
                let &vector = self.free.vectors.last()?;
                self.asm.load_mask(to, vector, pointer, Gpr::RCX, mask);
                to
            }
            Kind::LoadMaskOne(input) => {
                let to = self.free.masks.pop()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.spread_byte();
                self.asm.mask_from(to, Gpr::RAX);
                to
            }
            Kind::Unary(op, x) => {
                let (x, to) = (self.operand(x)?, self.free.vectors.pop()?);
                match (op, x) {
                    (Unary::Copy, Rm::Constant(0)) => {
                        self.asm.vector(asm::XOR, to, to, Rm::Register(to), 0, None);
                    }
                    (Unary::Copy, Rm::Constant(_)) => self.asm.vector(asm::BROADCAST, to, 0, x, 0, None),
                    (Unary::Copy, Rm::Register(_)) => self.asm.vector(asm::MOVE, to, 0, x, 0, None),
                    (Unary::Sqrt, _) => self.asm.vector(asm::SQRT, to, 0, x, 0, None),
                    (Unary::Round(how), _) => self.asm.vector(asm::ROUND, to, 0, x, 0, Some(how)),
                    (Unary::IntegerToFloat, _) => self.asm.vector(asm::INTEGER_TO_FLOAT, to, 0, x, 0, None),
                    (Unary::FloatToInteger, _) => self.asm.vector(asm::FLOAT_TO_INTEGER, to, 0, x, 0, None),
                    (Unary::IntegerAbs, _) => self.asm.vector(asm::INTEGER_ABS, to, 0, x, 0, None),
                    (Unary::ShiftLeft(by), Rm::Register(x)) => self.asm.shift(6, to, x, by),
                    (Unary::ShiftRight(by), Rm::Register(x)) => self.asm.shift(4, to, x, by),
                    (Unary::ShiftLeft(_) | Unary::ShiftRight(_), Rm::Constant(_)) => return None,
                }
                to
            }
            Kind::Binary(op, a, b) => {
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.vectors.pop()?);
                let op = match op {
                    Binary::Add => asm::ADD,
                    Binary::Sub => asm::SUB,
                    Binary::Mul => asm::MUL,
                    Binary::Div => asm::DIV,
                    Binary::Min => asm::MIN,
                    Binary::Max => asm::MAX,
                    Binary::And => asm::AND,
                    Binary::Or => asm::OR,
                    Binary::Xor => asm::XOR,
                    Binary::IntegerAdd => asm::INTEGER_ADD,
                    Binary::IntegerSub => asm::INTEGER_SUB,
                    Binary::IntegerMul => asm::INTEGER_MUL,
                    Binary::IntegerMin => asm::INTEGER_MIN,
                    Binary::IntegerMax => asm::INTEGER_MAX,
                    Binary::Scale => asm::SCALE,
                };
                self.asm.vector(op, to, a, b, 0, None);
                to
            }
            Kind::Fma(a, b, c) => self.fma(i, a, b, c)?,
            Kind::Compare(how, a, b) => {
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.masks.pop()?);
                self.asm.vector(asm::COMPARE, to, a, b, 0, Some(how as u8));
                to
            }
            Kind::CompareIntegers(how, a, b) => {
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.masks.pop()?);
                self.asm.vector(asm::INTEGER_COMPARE, to, a, b, 0, Some(how as u8));
                to
            }
            Kind::Select(mask, a, b) => {
                let (mask, a, b) = (self.register(mask)?, self.operand(a)?, self.register(b)?);
                let to = self.free.vectors.pop()?;
                self.asm.vector(asm::BLEND, to, b, a, mask, None);
                to
            }
            Kind::Mask(op, a, b) => {
                let (a, b, to) = (self.register(a)?, self.register(b)?, self.free.masks.pop()?);
                let op = match op {
                    MaskOp::And => asm::MASK_AND,
                    MaskOp::Or => asm::MASK_OR,
                    MaskOp::Xor => asm::MASK_XOR,
                };
                self.asm.mask(op, to, a, b);
                to
            }
            Kind::MaskNot(a) => {
                let (a, to) = (self.register(a)?, self.free.masks.pop()?);
                self.asm.mask_not(to, a);
                to
            }
        })
    }

    /// The instructions write over one of their operands, which therefore dies or is copied.
    fn fma(&mut self, i: usize, a: V, b: Operand, c: Operand) -> Option<u8> {
        Some(match (b, c) {
            (Operand::Value(b), Operand::Constant(_)) => {
                let to = self.own(a, i)?;
                let (b, c) = (self.register(b)?, self.operand(c)?);
                self.asm.vector(asm::FMA_213, to, b, c, 0, None);
                to
            }
            (Operand::Constant(_), Operand::Constant(_)) => {
                let to = self.free.vectors.pop()?;
                let (a, b, c) = (self.register(a)?, self.operand(b)?, self.operand(c)?);
                self.asm.vector(asm::BROADCAST, to, 0, c, 0, None);
                self.asm.vector(asm::FMA_231, to, a, b, 0, None);
                to
            }
            (_, Operand::Value(c)) => {
                let to = self.own(c, i)?;
                let (a, b) = (self.register(a)?, self.operand(b)?);
                self.asm.vector(asm::FMA_231, to, a, b, 0, None);
                to
            }
        })
    }
}
