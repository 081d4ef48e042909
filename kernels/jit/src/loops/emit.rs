//! Straight-line vector code as a function over elements: registers, the loop around it, and its last, partial step.
//!
//! The function is a [`LoopEntry`](tfrt_executor::jit::loops::LoopEntry). Values that stay the same are computed before the loop; those that the
//! loop takes keep their registers; all others have one from their definition to their last use. Code that needs more registers than
//! there are is not made: the body is interpreted then.
//!
//! | register | holds |
//! |--|--|
//! | `rsi` | the result |
//! | `rcx` | the element of the step |
//! | `rdx` | the elements that are left |
//! | `k1` | the lanes of the last step |

use super::assembler::{self as asm, Assembler, Condition, Form, Gpr, Opcode, Rm};
use super::vector::{Binary, Code, Kind, MaskOp, Memory, Number, Operand, Unary, V, Width};

/// Registers for pointers; those from `SAVED` on belong to the caller. The first comes last: it has the list of pointers, and keeps it
/// where there are more pointers than registers; those without one are read from the list when they are needed.
const POINTERS: [Gpr; 9] = [Gpr::RDI, Gpr(8), Gpr(9), Gpr(10), Gpr(11), Gpr::RBX, Gpr(13), Gpr(14), Gpr(15)];
const SAVED: usize = 5;

/// The mask of the last step.
const LAST: u8 = 1;

/// A result: the value, and how its elements lie in memory.
pub(super) type Stored = (V, Memory);

/// Registers that are not in use.
#[derive(Clone)]
struct Free {
    vectors: Vec<u8>,
    masks: Vec<u8>,
}

struct Emitter<'a> {
    code: &'a Code,
    /// The results, the one at `rsi` last.
    results: &'a [Stored],
    asm: Assembler,
    registers: Vec<Option<u8>>,
    last_use: Vec<usize>,
    /// Values that stay and that the loop takes.
    kept: Vec<bool>,
    free: Free,
    /// The register of each input's pointer, and of each result's; `None` for those in the list.
    pointers: Vec<Option<Gpr>>,
    /// What lanes of 32 bits are.
    single: Form,
}

/// The function; `None` if there are too few registers. Of several results the last goes where the function is told, the others where
/// the list of pointers says after the inputs.
pub(super) fn emit(code: &Code, results: &[Stored], num_inputs: usize) -> Option<Vec<u8>> {
    let mut last_use = vec![0; code.instructions.len()];
    let mut kept = vec![false; code.instructions.len()];
    for (i, kind) in code.instructions.iter().enumerate() {
        for value in kind.values().map(|value| value.0 as usize) {
            last_use[value] = i;
            kept[value] |= code.stays[value] && !code.stays[i];
        }
    }
    results.iter().for_each(|(value, _)| last_use[value.0 as usize] = usize::MAX);
    let free = Free { vectors: (0..32).rev().collect(), masks: (LAST + 1..8).rev().collect() };
    let registers = vec![None; code.instructions.len()];
    let mut emitter = Emitter {
        code,
        results,
        asm: Assembler::default(),
        registers,
        last_use,
        kept,
        free,
        pointers: vec![None; num_inputs + results.len()],
        single: if code.lanes() == 16 { Form::Single } else { Form::Short },
    };
    emitter.function(num_inputs)?;
    Some(emitter.asm.finish())
}

impl Emitter<'_> {
    fn function(&mut self, num_inputs: usize) -> Option<()> {
        let mut listed: Vec<u16> = Vec::new();
        for kind in &self.code.instructions {
            if let Kind::Load(input, _) = *kind
                && !listed.contains(&input)
            {
                listed.push(input);
            }
        }
        let others = self.results.len().checked_sub(1)?;
        listed.extend((num_inputs..num_inputs + others).map(|place| place as u16));
        let pointers = POINTERS.get(..listed.len()).unwrap_or(&POINTERS[1..]);
        let is_saved = |register: &&Gpr| POINTERS[SAVED..].contains(register);
        let saved: Vec<Gpr> = pointers.iter().filter(is_saved).copied().collect();
        for &register in &saved {
            self.asm.push(register);
        }
        for i in (0..self.code.instructions.len()).filter(|&i| self.code.stays[i]) {
            self.instruction(i, 0)?;
        }
        for (&place, &register) in listed.iter().zip(pointers).rev() {
            self.pointers[usize::from(place)] = Some(register);
            self.asm.load_pointer(register, place);
        }
        self.pointers[num_inputs + others] = Some(Gpr::RSI);
        let lanes = self.code.lanes() as i8;
        let [step, last, end] = [self.asm.label(), self.asm.label(), self.asm.label()];
        self.asm.clear(Gpr::RCX);
        self.asm.subtract(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::Below, last);
        self.asm.align();
        self.asm.bind(step);
        self.step(0, num_inputs)?;
        self.asm.add(Gpr::RCX, lanes);
        self.asm.subtract(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::AboveOrEqual, step);
        self.asm.bind(last);
        self.asm.add(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::Equal, end);
        self.asm.low_bits();
        self.asm.mask_from(LAST, Gpr::RAX);
        self.step(LAST, num_inputs)?;
        self.asm.bind(end);
        for &register in saved.iter().rev() {
            self.asm.pop(register);
        }
        self.asm.end();
        Some(())
    }

    /// One step of the loop, for all lanes or those of a mask. Results are stored when all inputs are loaded, so they may be in their
    /// places.
    fn step(&mut self, mask: u8, num_inputs: usize) -> Option<()> {
        let before = (self.free.clone(), self.registers.clone());
        for i in (0..self.code.instructions.len()).filter(|&i| !self.code.stays[i]) {
            self.instruction(i, mask)?;
        }
        for (i, &(value, memory)) in self.results.iter().enumerate() {
            let register = self.register(value)?;
            let place = self.pointer(num_inputs + i);
            if memory == Memory::Bool {
                let &vector = self.free.vectors.last()?;
                self.asm.store_mask(self.single, register, vector, place, Gpr::RCX, mask);
            } else {
                // Only halves need another register.
                let &scratch = self.free.vectors.last().or((memory != Memory::BF16).then_some(&0))?;
                let form = self.form(value);
                self.asm.store(memory, form, register, scratch, place, Gpr::RCX, mask);
            }
        }
        (self.free, self.registers) = before;
        Some(())
    }

    /// A register with a pointer.
    fn pointer(&mut self, place: usize) -> Gpr {
        self.pointers[place].unwrap_or_else(|| {
            self.asm.load_pointer(Gpr::RAX, place as u16);
            Gpr::RAX
        })
    }

    /// The lanes of a value that is a vector.
    fn form(&self, value: V) -> Form {
        self.form_of(self.code.width(value))
    }

    fn form_of(&self, width: Width) -> Form {
        if width == Width::Double { Form::Double } else { self.single }
    }

    fn register(&self, value: V) -> Option<u8> {
        self.registers[value.0 as usize]
    }

    /// Whether a value's register is free for the result of instruction `i`.
    fn dies(&self, value: V, i: usize) -> bool {
        self.last_use[value.0 as usize] == i && !self.kept[value.0 as usize]
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
        self.asm.vector(asm::MOVE, Form::Single, to, 0, Rm::Register(from), 0, None);
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
            let (is_mask, makes_mask) = (self.code.is_mask(value), self.code.is_mask(V(i as u32)));
            if self.dies(value, i) && (is_mask != makes_mask || register != to) {
                if is_mask { self.free.masks.push(register) } else { self.free.vectors.push(register) }
            }
        }
        Some(())
    }

    /// Writes an instruction; the register of its value.
    fn write(&mut self, i: usize, kind: Kind, mask: u8) -> Option<u8> {
        let form = self.form(V(i as u32));
        Some(match kind {
            Kind::Load(input, Memory::Bool) => {
                let (to, pointer) = (self.free.masks.pop()?, self.pointer(usize::from(input)));
                let &vector = self.free.vectors.last()?;
                self.asm.load_mask(self.single, to, vector, pointer, Gpr::RCX, mask);
                to
            }
            Kind::Load(input, memory) => {
                let (to, pointer) = (self.free.vectors.pop()?, self.pointer(usize::from(input)));
                self.asm.load(memory, form, to, pointer, Gpr::RCX, mask);
                to
            }
            Kind::LoadOne(input, Memory::Bool) => {
                let to = self.free.masks.pop()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.spread_byte();
                self.asm.mask_from(to, Gpr::RAX);
                to
            }
            Kind::LoadOne(input, memory) => {
                let to = self.free.vectors.pop()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.load_one(memory, form, to);
                to
            }
            Kind::Constant(_, 0) => {
                let to = self.free.vectors.pop()?;
                self.asm.vector(asm::XOR, Form::Single, to, to, Rm::Register(to), 0, None);
                to
            }
            Kind::Constant(_, bits) => {
                let to = self.free.vectors.pop()?;
                self.asm.spread_constant(to, form, bits, 0);
                to
            }
            Kind::Unary(op, x) => {
                let (from, to) = (self.register(x)?, self.free.vectors.pop()?);
                let wide = form == Form::Double;
                let mut plain = |op, form, how| self.asm.vector(op, form, to, 0, Rm::Register(from), 0, how);
                match op {
                    Unary::Sqrt => plain(floats(asm::SQRT, wide), form, None),
                    Unary::Round(how) if wide => plain(asm::WIDE_ROUND, form, Some(how)),
                    Unary::Round(how) => plain(asm::ROUND, form, Some(how)),
                    Unary::IntegerAbs if wide => plain(asm::WIDE_INTEGER_ABS, form, None),
                    Unary::IntegerAbs => plain(asm::INTEGER_ABS, form, None),
                    Unary::Convert(Number::I64 | Number::U64, Number::I32) => self.asm.narrow(to, from),
                    Unary::Convert(of, number) => {
                        let op = conversion(of, number)?;
                        // Of lanes of both widths the wider ones say how many there are.
                        let form = match (of.width(), number.width()) {
                            (Width::Single, Width::Single) => self.single,
                            (Width::Double, _) => Form::Double,
                            _ => Form::Single,
                        };
                        self.asm.vector(op, form, to, 0, Rm::Register(from), 0, None);
                    }
                    Unary::RoundToF16 => self.asm.round_to_halves(form, to, from),
                    Unary::UnsignedShiftRight(by) => self.asm.shift(2, form, to, from, by),
                    Unary::ShiftRight(by) => self.asm.shift(4, form, to, from, by),
                    Unary::ShiftLeft(by) => self.asm.shift(6, form, to, from, by),
                }
                to
            }
            Kind::Binary(op, a, b) => {
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.vectors.pop()?);
                self.asm.vector(opcode(op, form == Form::Double), form, to, a, b, 0, None);
                to
            }
            Kind::Fma(a, b, c) => self.fma(i, a, b, c)?,
            Kind::Compare(how, a, b) => {
                let form = self.form(a);
                let op = floats(asm::COMPARE, form == Form::Double);
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.masks.pop()?);
                self.asm.vector(op, form, to, a, b, 0, Some(how as u8));
                to
            }
            Kind::CompareIntegers(how, a, b) | Kind::CompareUnsigned(how, a, b) => {
                let is_signed = matches!(kind, Kind::CompareIntegers(..));
                let op = if is_signed { asm::INTEGER_COMPARE } else { asm::UNSIGNED_COMPARE };
                let form = self.form(a);
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.masks.pop()?);
                self.asm.vector(op, form, to, a, b, 0, Some(how as u8));
                to
            }
            Kind::Select(mask, a, b) => {
                let (mask, a, b) = (self.register(mask)?, self.operand(a)?, self.register(b)?);
                let to = self.free.vectors.pop()?;
                self.asm.vector(asm::BLEND, form, to, b, a, mask, None);
                to
            }
            Kind::TakeBits(a, b, bits) => {
                let to = self.own(a, i)?;
                let b = self.register(b)?;
                self.asm.take_bits(form, to, b, bits);
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
        let form = self.form(a);
        Some(match (b, c) {
            (Operand::Value(b), Operand::Constant(_)) => {
                let to = self.own(a, i)?;
                let (b, c) = (self.register(b)?, self.operand(c)?);
                self.asm.vector(asm::FMA_213, form, to, b, c, 0, None);
                to
            }
            (Operand::Constant(_), Operand::Constant(bits)) => {
                let to = self.free.vectors.pop()?;
                let (a, b) = (self.register(a)?, self.operand(b)?);
                self.asm.spread_constant(to, form, bits, 0);
                self.asm.vector(asm::FMA_231, form, to, a, b, 0, None);
                to
            }
            (_, Operand::Value(c)) => {
                let to = self.own(c, i)?;
                let (a, b) = (self.register(a)?, self.operand(b)?);
                self.asm.vector(asm::FMA_231, form, to, a, b, 0, None);
                to
            }
        })
    }
}

/// An instruction of floats, for lanes of 64 bits or of 32.
fn floats(op: Opcode, wide: bool) -> Opcode {
    if wide { op.doubles() } else { op }
}

fn opcode(op: Binary, wide: bool) -> Opcode {
    match op {
        Binary::Add => floats(asm::ADD, wide),
        Binary::Sub => floats(asm::SUB, wide),
        Binary::Mul => floats(asm::MUL, wide),
        Binary::Div => floats(asm::DIV, wide),
        Binary::Min => floats(asm::MIN, wide),
        Binary::Max => floats(asm::MAX, wide),
        Binary::And => asm::AND,
        Binary::Or => asm::OR,
        Binary::Xor => asm::XOR,
        Binary::IntegerAdd if wide => asm::WIDE_INTEGER_ADD,
        Binary::IntegerAdd => asm::INTEGER_ADD,
        Binary::IntegerSub if wide => asm::WIDE_INTEGER_SUB,
        Binary::IntegerSub => asm::INTEGER_SUB,
        Binary::IntegerMul => asm::INTEGER_MUL,
        Binary::IntegerMin => asm::INTEGER_MIN,
        Binary::IntegerMax => asm::INTEGER_MAX,
        Binary::UnsignedMin => asm::UNSIGNED_MIN,
        Binary::UnsignedMax => asm::UNSIGNED_MAX,
        Binary::ShiftLeftBy => asm::SHIFT_LEFT_BY,
        Binary::ShiftRightBy => asm::SHIFT_RIGHT_BY,
        Binary::UnsignedShiftRightBy => asm::UNSIGNED_SHIFT_RIGHT_BY,
        Binary::Scale => asm::SCALE,
    }
}

/// The instruction that converts lanes; floats are truncated to integers.
fn conversion(from: Number, to: Number) -> Option<Opcode> {
    use Number::{F32, F64, I32, I64, U32, U64};
    Some(match (from, to) {
        (I32 | I64, F32) => asm::INTEGER_TO_FLOAT,
        (U32 | U64, F32) => asm::UNSIGNED_TO_FLOAT,
        (I32 | I64, F64) => asm::INTEGER_TO_DOUBLE,
        (U32 | U64, F64) => asm::UNSIGNED_TO_DOUBLE,
        (F32, F64) => asm::FLOAT_TO_DOUBLE,
        (F64, F32) => asm::DOUBLE_TO_FLOAT,
        (F32, I32) => asm::FLOAT_TO_INTEGER,
        (F64, I32) => asm::DOUBLE_TO_INTEGER,
        (F32 | F64, U32) => asm::FLOAT_TO_UNSIGNED,
        (F32 | F64, I64) => asm::TO_WIDE_INTEGER,
        (F32 | F64, U64) => asm::TO_WIDE_UNSIGNED,
        (I32, I64) => asm::EXTEND_SIGN,
        (U32, I64) => asm::EXTEND_ZERO,
        _ => return None,
    })
}
