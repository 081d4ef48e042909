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
//!
//! Without masks the last step works on copies of the elements that are left, on the stack, where there is room for whole vectors;
//! `r12` and `rbp` serve for copying.

use super::Vectors;
use super::assembler::{Assembler, At, Condition, Form, Gpr, Label, Rm};
use super::encode::SCRATCH;
use super::opcodes::{self as asm, Opcode};
use super::vector::{
    Binary, Code, IntegerComparison, Kind, MaskOp, Memory, Number, Operand, Unary, V, Width,
};

/// Registers for pointers; those from `SAVED` on belong to the caller. The first comes last: it has the list of pointers, and keeps it
/// where there are more pointers than registers; those without one are read from the list when they are needed.
const POINTERS: [Gpr; 9] = [Gpr::RDI, Gpr(8), Gpr(9), Gpr(10), Gpr(11), Gpr::RBX, Gpr(13), Gpr(14), Gpr(15)];
const SAVED: usize = 5;

/// The mask of the last step.
const LAST: u8 = 1;

/// Bytes of a vector on the stack.
const SLOT: i32 = 32;

/// A result: the value, and how its elements lie in memory.
pub(super) type Stored = (V, Memory);

/// Registers that are not in use.
#[derive(Clone)]
struct Free {
    vectors: Vec<u8>,
    masks: Vec<u8>,
}

/// Which step of the loop is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepKind {
    /// All lanes, where the elements are.
    Whole,
    /// The lanes of the mask of the last step.
    Masked,
    /// All lanes, of copies on the stack.
    Copied,
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
    /// Where to go to leave before anything of a step is stored.
    leave: Label,
    /// Where each input's copy and each result's is on the stack, by pointer.
    slots: Vec<i32>,
    kind: StepKind,
}

/// The function; `None` if there are too few registers. Of several results the last goes where the function is told, the others where
/// the list of pointers says after the inputs.
pub(super) fn emit(code: &Code, results: &[Stored], num_inputs: usize, vectors: Vectors) -> Option<Vec<u8>> {
    let mut last_use = vec![0; code.instructions.len()];
    let mut kept = vec![false; code.instructions.len()];
    for (i, kind) in code.instructions.iter().enumerate() {
        for value in kind.values().map(|value| value.0 as usize) {
            last_use[value] = i;
            kept[value] |= code.stays[value] && !code.stays[i];
        }
    }
    results.iter().for_each(|(value, _)| last_use[value.0 as usize] = usize::MAX);
    let free = match vectors {
        Vectors::Avx512 => Free { vectors: (0..32).rev().collect(), masks: (LAST + 1..8).rev().collect() },
        Vectors::Avx2 => Free { vectors: (0..SCRATCH).rev().collect(), masks: Vec::new() },
    };
    let registers = vec![None; code.instructions.len()];
    let mut asm = Assembler::new(vectors);
    let leave = asm.label();
    let mut emitter = Emitter {
        code,
        results,
        asm,
        registers,
        last_use,
        kept,
        free,
        pointers: vec![None; num_inputs + results.len()],
        single: if code.has_wide_lanes() { Form::Short } else { Form::Single },
        leave,
        slots: vec![0; num_inputs + results.len()],
        kind: StepKind::Whole,
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
        let mut saved: Vec<Gpr> = pointers.iter().filter(is_saved).copied().collect();
        if !self.has_masks() {
            saved.extend([Gpr::R12, Gpr::RBP]);
        }
        for &register in &saved {
            self.asm.push(register);
        }
        self.asm.clear(Gpr::RCX);
        for i in (0..self.code.instructions.len()).filter(|&i| self.code.stays[i]) {
            self.instruction(i)?;
        }
        for (&place, &register) in listed.iter().zip(pointers).rev() {
            self.pointers[usize::from(place)] = Some(register);
            self.asm.load_pointer(register, place);
        }
        self.pointers[num_inputs + others] = Some(Gpr::RSI);
        let lanes = self.lanes();
        let [step, last, end, out] = [(); 4].map(|()| self.asm.label());
        self.asm.subtract(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::Below, last);
        self.asm.align();
        self.asm.bind(step);
        self.step(StepKind::Whole, num_inputs)?;
        self.asm.add(Gpr::RCX, lanes);
        self.asm.subtract(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::AboveOrEqual, step);
        self.asm.bind(last);
        self.asm.add(Gpr::RDX, lanes);
        self.asm.jump_if(Condition::Equal, end);
        if self.has_masks() {
            self.asm.low_bits();
            self.asm.mask_from(LAST, Gpr::RAX);
            self.step(StepKind::Masked, num_inputs)?;
        } else {
            self.copied_step(num_inputs)?;
        }
        self.asm.bind(end);
        self.asm.add_up(Gpr::RAX, Gpr::RCX, Gpr::RDX);
        self.asm.bind(out);
        self.asm.end_vectors();
        for &register in saved.iter().rev() {
            self.asm.pop(register);
        }
        self.asm.end();
        if self.code.leaves() {
            self.asm.bind(self.leave);
            self.asm.copy(Gpr::RAX, Gpr::RCX);
            self.asm.jump(out);
        }
        Some(())
    }

    /// The last step, on copies.
    fn copied_step(&mut self, num_inputs: usize) -> Option<()> {
        let mut copies: Vec<(usize, u8)> = Vec::new();
        for kind in &self.code.instructions {
            if let Kind::Load(input, memory) = *kind
                && copies.iter().all(|(place, _)| *place != usize::from(input))
            {
                copies.push((usize::from(input), 1 << memory.scale()));
            }
        }
        let inputs = copies.len();
        let results = self.results.iter().enumerate();
        copies.extend(results.map(|(i, (_, memory))| (num_inputs + i, 1 << memory.scale())));
        let room = SLOT * copies.len() as i32;
        self.asm.move_stack(-room);
        for (slot, &(place, size)) in copies.iter().enumerate() {
            self.slots[place] = slot as i32 * SLOT;
            if slot < inputs {
                // What is computed does not depend on what was there.
                self.asm.vector(asm::XOR, Form::Single, SCRATCH, SCRATCH, Rm::Register(SCRATCH), 0, None);
                let at = At { base: Gpr::RSP, index: None, displacement: self.slots[place] };
                self.asm.store(Memory::Bits32, Form::Single, SCRATCH, SCRATCH, at, 0);
                self.copy_elements(place, size, true);
            }
        }
        let outer = std::mem::replace(&mut self.leave, self.asm.label());
        self.step(StepKind::Copied, num_inputs)?;
        for &(place, size) in &copies[inputs..] {
            self.copy_elements(place, size, false);
        }
        self.asm.move_stack(room);
        let inner = std::mem::replace(&mut self.leave, outer);
        if self.code.leaves() {
            let over = self.asm.label();
            self.asm.jump(over);
            self.asm.bind(inner);
            self.asm.move_stack(room);
            self.asm.jump(outer);
            self.asm.bind(over);
        }
        Some(())
    }

    /// Copies the elements that are left, of so many bytes each, to the stack or from there.
    fn copy_elements(&mut self, place: usize, size: u8, to_stack: bool) {
        let at = if self.code.reduces() && place + 1 == self.pointers.len() {
            self.parts()
        } else {
            At::element(self.pointer(place), Gpr::RCX)
        };
        self.asm.address(Gpr::R12, at, size);
        self.asm.copy(Gpr::RBP, Gpr::RDX);
        let next = self.asm.label();
        self.asm.bind(next);
        self.asm.subtract(Gpr::RBP, 1);
        let memory = At::element(Gpr::R12, Gpr::RBP);
        let stack = At { displacement: self.slots[place], ..At::element(Gpr::RSP, Gpr::RBP) };
        let (from, to) = if to_stack { (memory, stack) } else { (stack, memory) };
        self.asm.load_bytes(from, size);
        self.asm.store_bytes(to, size);
        // Moving changes no flags.
        self.asm.jump_if(Condition::NotEqual, next);
    }

    fn has_masks(&self) -> bool {
        self.asm.vectors == Vectors::Avx512
    }

    /// Elements of a step.
    fn lanes(&self) -> i8 {
        let whole = if self.has_masks() { 16 } else { 8 };
        if self.code.has_wide_lanes() { whole / 2 } else { whole }
    }

    /// The mask under which the step loads and stores; 0 for none.
    fn mask(&self) -> u8 {
        if self.kind == StepKind::Masked { LAST } else { 0 }
    }

    /// One step of the loop. Results are stored when all inputs are loaded, so they may be in their places.
    fn step(&mut self, kind: StepKind, num_inputs: usize) -> Option<()> {
        let before = (self.free.clone(), self.registers.clone());
        self.kind = kind;
        for i in (0..self.code.instructions.len()).filter(|&i| !self.code.stays[i]) {
            self.instruction(i)?;
        }
        let mask = self.mask();
        for (i, &(value, memory)) in self.results.iter().enumerate() {
            let register = self.register(value)?;
            let is_last = i + 1 == self.results.len();
            let at = match self.kind {
                StepKind::Whole | StepKind::Masked if is_last && self.code.reduces() => self.parts(),
                _ => self.element(num_inputs + i),
            };
            if memory == Memory::Bool {
                let vector = if self.has_masks() { *self.free.vectors.last()? } else { SCRATCH };
                self.asm.store_mask(self.single, register, vector, at, mask);
            } else {
                // Only halves need another register.
                let scratch = match self.free.vectors.last() {
                    _ if !self.has_masks() => SCRATCH,
                    Some(&free) => free,
                    None if memory != Memory::BF16 => 0,
                    None => return None,
                };
                let form = self.form(value);
                self.asm.store(memory, form, register, scratch, at, mask);
            }
        }
        (self.free, self.registers) = before;
        Some(())
    }

    /// Where the parts are that the elements of the step join.
    fn parts(&mut self) -> At {
        self.asm.part();
        At::element(Gpr::RSI, Gpr::RAX)
    }

    /// Where the elements of the step are.
    fn element(&mut self, place: usize) -> At {
        match self.kind {
            StepKind::Copied => At { base: Gpr::RSP, index: None, displacement: self.slots[place] },
            StepKind::Whole | StepKind::Masked => At::element(self.pointer(place), Gpr::RCX),
        }
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

    /// A register for a mask.
    fn new_mask(&mut self) -> Option<u8> {
        if self.has_masks() { self.free.masks.pop() } else { self.free.vectors.pop() }
    }

    /// Whether a value is in a mask register.
    fn is_mask(&self, value: V) -> bool {
        self.has_masks() && self.code.is_mask(value)
    }

    fn instruction(&mut self, i: usize) -> Option<()> {
        let kind = self.code.instructions[i];
        let to = match kind {
            Kind::LeaveIf(mask) => {
                let mask = self.register(mask)?;
                self.asm.test_mask(self.single, mask);
                self.asm.jump_if(Condition::NotEqual, self.leave);
                None
            }
            kind => Some(self.write(i, kind)?),
        };
        self.registers[i] = to;
        let mut values: Vec<V> = kind.values().collect();
        values.sort_unstable_by_key(|value| value.0);
        values.dedup();
        for value in values {
            let register = self.register(value)?;
            let (is_mask, makes_mask) = (self.is_mask(value), self.is_mask(V(i as u32)));
            if self.dies(value, i) && (is_mask != makes_mask || Some(register) != to) {
                if is_mask { self.free.masks.push(register) } else { self.free.vectors.push(register) }
            }
        }
        Some(())
    }

    /// Writes an instruction; the register of its value.
    fn write(&mut self, i: usize, kind: Kind) -> Option<u8> {
        let form = self.form(V(i as u32));
        let mask = self.mask();
        Some(match kind {
            Kind::Load(input, Memory::Bool) => {
                let (to, at) = (self.new_mask()?, self.element(usize::from(input)));
                let vector = if self.has_masks() { *self.free.vectors.last()? } else { SCRATCH };
                self.asm.load_mask(self.single, to, vector, at, mask);
                to
            }
            Kind::Load(input, memory) => {
                let (to, at) = (self.free.vectors.pop()?, self.element(usize::from(input)));
                self.asm.load(memory, form, to, at, mask);
                to
            }
            Kind::LoadParts => {
                let (to, at) = (self.free.vectors.pop()?, self.parts());
                self.asm.load(Memory::Bits32, form, to, at, mask);
                to
            }
            Kind::LoadOne(input, Memory::Bool) => {
                let to = self.new_mask()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.load_one_mask(self.single, to);
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
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.new_mask()?);
                if self.has_masks() {
                    self.asm.vector(op, form, to, a, b, 0, Some(how as u8));
                } else {
                    self.asm.compare_to_vector(op, form, to, a, b, Some(how as u8));
                }
                to
            }
            Kind::CompareIntegers(how, a, b) if !self.has_masks() => {
                let form = self.form(a);
                let op = match (how, form == Form::Double) {
                    (IntegerComparison::Equal, false) => asm::INTEGER_EQUAL,
                    (IntegerComparison::Equal, true) => asm::WIDE_INTEGER_EQUAL,
                    (IntegerComparison::Greater, false) => asm::INTEGER_GREATER,
                    (IntegerComparison::Greater, true) => asm::WIDE_INTEGER_GREATER,
                    _ => return None,
                };
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.free.vectors.pop()?);
                self.asm.compare_to_vector(op, form, to, a, b, None);
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
                if self.has_masks() {
                    self.asm.vector(asm::BLEND, form, to, b, a, mask, None);
                } else {
                    self.asm.blend_by_vector(form, to, mask, a, b);
                }
                to
            }
            Kind::TakeBits(a, b, bits) => {
                let to = self.own(a, i)?;
                let b = self.register(b)?;
                self.asm.take_bits(form, to, b, bits);
                to
            }
            Kind::Mask(op, a, b) if !self.has_masks() => {
                let (a, b, to) = (self.register(a)?, self.register(b)?, self.free.vectors.pop()?);
                let op = match op {
                    MaskOp::And => asm::AND,
                    MaskOp::Or => asm::OR,
                    MaskOp::Xor => asm::XOR,
                };
                self.asm.vector(op, self.single, to, a, Rm::Register(b), 0, None);
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
            Kind::MaskNot(a) if !self.has_masks() => {
                let (a, to) = (self.register(a)?, self.free.vectors.pop()?);
                self.asm.vector(asm::XOR, self.single, to, a, Rm::Constant(u64::MAX), 0, None);
                to
            }
            Kind::MaskNot(a) => {
                let (a, to) = (self.register(a)?, self.free.masks.pop()?);
                self.asm.mask_not(to, a);
                to
            }
            Kind::LeaveIf(_) => return None,
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
        Binary::MulLowHalves => asm::MUL_LOW_HALVES,
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
