//! Straight-line vector code as a function over elements: registers, the loop around it, and its last, partial step.
//!
//! The function is a [`LoopEntry`](tfrt_executor::jit::loops::LoopEntry). Loop-invariant values are hoisted out of the loop; they and the
//! loop's inputs keep their registers; all other values have one from their definition to their last use. Where registers are too few, values
//! wait on the stack ([`registers`]); those that nothing else needs have constants, which would be loaded in each step: elementary functions
//! have so many that they are bound by it.
//!
//! | register | holds |
//! |--|--|
//! | `rsi` | the result |
//! | `rcx` | the element of the step |
//! | `rdx` | the elements that are left |
//! | `k1` | the lanes of the last step |
//!
//! Without masks the last step works on copies of the remaining elements, on the stack, where there is room for whole vectors;
//! `r12` and `rbp` serve for copying. Partial sums of a reduction stay in registers as long as there are elements for all of them; other
//! loops do two vectors a step, instruction by instruction in turn, so that a long line of arithmetic waits half as long for its own results.
//!
//! [`instructions`] has the encoding of each instruction.

mod instructions;
mod registers;

use tfrt_executor::jit::loops::PARTS;

use super::Vectors;
use super::assembler::{Assembler, At, Condition, Form, Gpr, Label, Rm};
use super::encode::SCRATCH;
use super::opcodes as asm;
use super::vector::{Code, Kind, Memory, Operand, V, Width};
use registers::{Lives, Registers};

/// Registers for pointers; those from `SAVED` on belong to the caller. The first comes last: it has the list of pointers, and keeps it
/// where there are more pointers than registers; those without one are read from the list when they are needed.
const POINTERS: [Gpr; 9] = [Gpr::RDI, Gpr(8), Gpr(9), Gpr(10), Gpr(11), Gpr::RBX, Gpr(13), Gpr(14), Gpr(15)];
const SAVED: usize = 5;

/// Registers that parts of a reduction may stay in.
const MOST_PARTS: usize = 4;

/// The mask of the last step.
const LAST: u8 = 1;

/// Bytes of a vector on the stack.
const SLOT: i32 = 32;

/// A result: the value, and how its elements lie in memory.
pub(super) type Stored = (V, Memory);

/// The step of the loop that is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepKind {
    /// All lanes, where the elements are.
    Whole,
    /// The lanes of the mask of the last step.
    Masked,
    /// All lanes, of copies on the stack.
    Copied,
    /// All lanes, where the parts of a reduction that they join stay in this register.
    Kept(u8),
}

struct Emitter<'a> {
    code: &'a Code,
    /// The results, the one at `rsi` last.
    results: &'a [Stored],
    asm: Assembler,
    lives: &'a Lives,
    registers: Registers,
    /// The register of each input's pointer, and of each result's; `None` for those in the list.
    pointers: Vec<Option<Gpr>>,
    /// The form of lanes of 32 bits.
    single: Form,
    /// The label to jump to in order to exit before anything of a step is stored.
    leave: Label,
    /// The stack slots of the copies of inputs and results, by pointer.
    slots: Vec<i32>,
    kind: StepKind,
    /// Elements between those of the loop's counter and those of the step.
    ahead: i32,
    how: How,
    /// The registers of constants that have one.
    constants: Vec<(u64, u8)>,
}

/// The parts of a function beside the loop over vectors. Each needs registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// A loop in which the parts of a reduction stay in registers.
    KeptParts,
    /// A loop over two vectors a step.
    Pairs,
    /// Nothing.
    Plain,
}

/// A function, and what its registers did not suffice for.
struct Emitted {
    code: Vec<u8>,
    /// Places on the stack.
    slots: usize,
    /// Values that were stored there, and that were loaded from there.
    moves: usize,
    /// Registers that nothing used.
    spare: usize,
}

/// The function; `None` if an instruction has no encoding, or far too few registers are there. Of several results the last goes where the
/// function is told, the others where the list of pointers says after the inputs.
pub(super) fn emit(code: &Code, results: &[Stored], num_inputs: usize, vectors: Vectors) -> Option<Vec<u8>> {
    let lives = Lives::of(code, results);
    let emit = |how, slots| emit_with(code, &lives, results, num_inputs, vectors, how, slots, &[]);
    let best = if code.reduces() { How::KeptParts } else { How::Pairs };
    if let Some(emitted) = emit(best, None) {
        let constants = constants(code);
        let held = &constants[..emitted.spare.min(constants.len())];
        if held.is_empty() {
            return Some(emitted.code);
        }
        let again = emit_with(code, &lives, results, num_inputs, vectors, best, None, held);
        return Some(again.unwrap_or(emitted).code);
    }
    // How many places on the stack there are to be is known when all is written.
    let with_stack = |how| {
        let first = emit(how, Some(0))?;
        if first.slots == 0 { Some(first) } else { emit(how, Some(first.slots)) }
    };
    // Two vectors a step are worth some moves, and not many.
    let is_worth = |emitted: &Emitted| emitted.moves * 2 <= code.instructions.len();
    let of_two = if best == How::Pairs { with_stack(best).filter(is_worth) } else { None };
    of_two.or_else(|| emit(How::Plain, None)).or_else(|| with_stack(How::Plain)).map(|emitted| emitted.code)
}

/// The constants that the steps of a loop take, those first that are taken most.
fn constants(code: &Code) -> Vec<u64> {
    // With lanes of two widths one number is two constants.
    if code.has_wide_lanes() {
        return Vec::new();
    }
    let mut counted: Vec<(u64, usize)> = Vec::new();
    let steps = code.instructions.iter().zip(&code.stays).filter(|(_, stays)| !**stays);
    for number in steps.flat_map(|(kind, _)| kind.constants()) {
        match counted.iter_mut().find(|(known, _)| *known == number) {
            Some((_, count)) => *count += 1,
            None => counted.push((number, 1)),
        }
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.into_iter().map(|(number, _)| number).collect()
}

/// As [`emit`], with so many places on the stack for values that find no register; `None` for no such places, and the function is `None` then if
/// some value needs one. These constants have registers.
#[expect(clippy::too_many_arguments, reason = "what `emit` has, and what it tries")]
fn emit_with(
    code: &Code,
    lives: &Lives,
    results: &[Stored],
    num_inputs: usize,
    vectors: Vectors,
    how: How,
    slots: Option<usize>,
    constants: &[u64],
) -> Option<Emitted> {
    let mut asm = Assembler::new(vectors);
    let leave = asm.label();
    let mut emitter = Emitter {
        code,
        results,
        asm,
        lives,
        registers: Registers::of(vectors, code.instructions.len(), slots.is_some()),
        pointers: vec![None; num_inputs + results.len()],
        single: if code.has_wide_lanes() { Form::Short } else { Form::Single },
        leave,
        slots: vec![0; num_inputs + results.len()],
        kind: StepKind::Whole,
        ahead: 0,
        how,
        constants: Vec::new(),
    };
    emitter.function(num_inputs, slots.unwrap_or(0), constants)?;
    let Registers { slots, moves, least, .. } = emitter.registers;
    Some(Emitted { code: emitter.asm.finish(), slots, moves, spare: least })
}

impl Emitter<'_> {
    fn function(&mut self, num_inputs: usize, slots: usize, constants: &[u64]) -> Option<()> {
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
        let frame = self.slot_bytes() * slots as i32;
        if frame > 0 {
            self.asm.move_stack(-frame);
        }
        self.asm.clear(Gpr::RCX);
        for i in (0..self.code.instructions.len()).filter(|&i| self.code.stays[i]) {
            self.instruction(i)?;
        }
        for &bits in constants {
            let register = self.new_vector()?;
            self.asm.spread_constant(register, self.single, bits, 0);
            self.constants.push((bits, register));
        }
        self.enter_loop();
        for (&place, &register) in listed.iter().zip(pointers).rev() {
            self.pointers[usize::from(place)] = Some(register);
            self.asm.load_pointer(register, place);
        }
        self.pointers[num_inputs + others] = Some(Gpr::RSI);
        match self.how {
            How::KeptParts => self.whole_parts(num_inputs)?,
            How::Pairs => self.pairs(num_inputs)?,
            How::Plain => {}
        }
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
        if frame > 0 {
            self.asm.move_stack(frame);
        }
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

    /// A loop over two vectors at each step; the other loop does the rest.
    fn pairs(&mut self, num_inputs: usize) -> Option<()> {
        let both = 2 * self.lanes();
        let [step, rest] = [(); 2].map(|()| self.asm.label());
        self.asm.subtract(Gpr::RDX, both);
        self.asm.jump_if(Condition::Below, rest);
        self.asm.align();
        self.asm.bind(step);
        self.step_of_two(num_inputs)?;
        self.asm.add(Gpr::RCX, both);
        self.asm.subtract(Gpr::RDX, both);
        self.asm.jump_if(Condition::AboveOrEqual, step);
        self.asm.bind(rest);
        self.asm.add(Gpr::RDX, both);
        Some(())
    }

    /// Two steps of the loop, instruction by instruction.
    fn step_of_two(&mut self, num_inputs: usize) -> Option<()> {
        let (before, lanes) = (self.registers.state(), i32::from(self.lanes()));
        self.registers.begin_second();
        self.kind = StepKind::Whole;
        for i in (0..self.code.instructions.len()).filter(|&i| !self.code.stays[i]) {
            for ahead in [0, lanes] {
                self.ahead = ahead;
                self.instruction(i)?;
                self.registers.swap();
            }
        }
        for ahead in [0, lanes] {
            self.ahead = ahead;
            self.store(num_inputs)?;
            self.registers.swap();
        }
        self.ahead = 0;
        self.registers.restore(before);
        Some(())
    }

    /// A loop over as many elements as there are parts at each step, which stay in registers; the other loop does the rest.
    fn whole_parts(&mut self, num_inputs: usize) -> Option<()> {
        let lanes = self.lanes();
        let count = PARTS / lanes as usize;
        if count > MOST_PARTS || self.registers.free.vectors.len() <= count {
            return Some(());
        }
        let before = self.registers.state();
        let parts: Vec<u8> = (0..count).map(|_| self.new_vector()).collect::<Option<_>>()?;
        let place = |i: usize| At {
            base: Gpr::RSI,
            index: None,
            displacement: (i * lanes as usize * size_of::<f32>()) as i32,
        };
        let (form, all) = (self.single, PARTS as i8);
        let [step, rest] = [(); 2].map(|()| self.asm.label());
        self.asm.subtract(Gpr::RDX, all);
        self.asm.jump_if(Condition::Below, rest);
        for (i, &part) in parts.iter().enumerate() {
            self.asm.load(Memory::Bits32, form, part, place(i), 0);
        }
        let outer = std::mem::replace(&mut self.leave, self.asm.label());
        self.asm.align();
        self.asm.bind(step);
        for &part in &parts {
            self.step(StepKind::Kept(part), num_inputs)?;
            self.asm.add(Gpr::RCX, lanes);
        }
        self.asm.subtract(Gpr::RDX, all);
        self.asm.jump_if(Condition::AboveOrEqual, step);
        let store = |asm: &mut Assembler| {
            for (i, &part) in parts.iter().enumerate() {
                asm.store(Memory::Bits32, form, part, part, place(i), 0);
            }
        };
        store(&mut self.asm);
        let inner = std::mem::replace(&mut self.leave, outer);
        if self.code.leaves() {
            self.asm.jump(rest);
            self.asm.bind(inner);
            store(&mut self.asm);
            self.asm.jump(outer);
        }
        self.asm.bind(rest);
        self.asm.add(Gpr::RDX, all);
        self.registers.restore(before);
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
        self.registers.room = room;
        for (slot, &(place, size)) in copies.iter().enumerate() {
            self.slots[place] = slot as i32 * SLOT;
            if slot < inputs {
                // The result does not depend on the old content.
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
        self.registers.room = 0;
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
        let before = self.registers.state();
        self.kind = kind;
        for i in (0..self.code.instructions.len()).filter(|&i| !self.code.stays[i]) {
            self.instruction(i)?;
        }
        self.store(num_inputs)?;
        self.registers.restore(before);
        Some(())
    }

    /// Stores the results of a step.
    fn store(&mut self, num_inputs: usize) -> Option<()> {
        let mask = self.mask();
        for (i, &(value, memory)) in self.results.iter().enumerate() {
            self.registers.pinned.clear();
            self.registers.pinned.push(value);
            let register = self.register(value)?;
            let is_last = i + 1 == self.results.len();
            let at = match self.kind {
                StepKind::Kept(part) if is_last => {
                    self.asm.vector(asm::MOVE, Form::Single, part, 0, Rm::Register(register), 0, None);
                    continue;
                }
                StepKind::Whole | StepKind::Masked if is_last && self.code.reduces() => self.parts(),
                _ => self.element(num_inputs + i, memory),
            };
            if memory == Memory::Bool {
                let vector = self.scratch()?;
                self.asm.store_mask(self.single, register, vector, at, mask);
            } else {
                // Only halves need another register.
                let scratch = if memory == Memory::BF16 { self.scratch()? } else { SCRATCH };
                let form = self.form(value);
                self.asm.store(memory, form, register, scratch, at, mask);
            }
        }
        Some(())
    }

    /// The place of the parts that the elements of the step join.
    fn parts(&mut self) -> At {
        self.asm.part();
        At::element(Gpr::RSI, Gpr::RAX)
    }

    /// The place of the elements of the step, which lie as `memory` says.
    fn element(&mut self, place: usize, memory: Memory) -> At {
        match self.kind {
            StepKind::Copied => At { base: Gpr::RSP, index: None, displacement: self.slots[place] },
            StepKind::Whole | StepKind::Masked | StepKind::Kept(_) => {
                let displacement = self.ahead << memory.scale();
                At { displacement, ..At::element(self.pointer(place), Gpr::RCX) }
            }
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

    fn operand(&mut self, operand: Operand) -> Option<Rm> {
        Some(match operand {
            Operand::Value(value) => Rm::Register(self.register(value)?),
            Operand::Constant(bits) => self.constant(bits).map_or(Rm::Constant(bits), Rm::Register),
        })
    }

    /// The register of a constant that has one.
    fn constant(&self, bits: u64) -> Option<u8> {
        self.constants.iter().find(|(held, _)| *held == bits).map(|(_, register)| *register)
    }

    /// Writes a constant to a register.
    fn write_constant(&mut self, to: u8, form: Form, bits: u64) {
        match self.constant(bits) {
            Some(from) => self.asm.vector(asm::MOVE, Form::Single, to, 0, Rm::Register(from), 0, None),
            None => self.asm.spread_constant(to, form, bits, 0),
        }
    }

    /// A register with a value that may be changed: its own if it dies, else a new one with a copy.
    fn own(&mut self, value: V, i: usize) -> Option<u8> {
        let from = self.register(value)?;
        if self.dies(value, i) {
            return Some(from);
        }
        let to = self.new_vector()?;
        self.asm.vector(asm::MOVE, Form::Single, to, 0, Rm::Register(from), 0, None);
        Some(to)
    }

    /// Whether a value is in a mask register.
    fn is_mask(&self, value: V) -> bool {
        self.has_masks() && self.code.is_mask(value)
    }

    fn instruction(&mut self, i: usize) -> Option<()> {
        let kind = self.code.instructions[i];
        self.registers.now = i;
        self.registers.pinned.clear();
        self.registers.pinned.extend(kind.values());
        let to = match kind {
            // In the instructions that took it.
            Kind::Constant(..) if self.lives.last[i] == 0 => return Some(()),
            Kind::LeaveIf(mask) => {
                let mask = self.register(mask)?;
                self.asm.test_mask(self.single, mask);
                self.asm.jump_if(Condition::NotEqual, self.leave);
                None
            }
            kind => Some(self.write(i, kind)?),
        };
        self.end_lives(i, to);
        self.registers.set(V(i as u32), to);
        Some(())
    }
}
