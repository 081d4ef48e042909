//! Straight-line vector code as a function over elements: registers, the loop around it, and its last, partial step.
//!
//! The function is a [`LoopEntry`](tfrt_executor::jit::loops::LoopEntry). Loop-invariant values are hoisted out of the loop; they and the
//! loop's inputs keep their registers; all other values have one from their definition to their last use. Code that needs more registers
//! than there are is not generated, since nothing is spilled: the body is interpreted then.
//!
//! | register | holds |
//! |--|--|
//! | `rsi` | the result |
//! | `rcx` | the element of the step |
//! | `rdx` | the elements that are left |
//! | `k1` | the lanes of the last step |
//!
//! Without masks the last step works on copies of the remaining elements, on the stack, where there is room for whole vectors;
//! `r12` and `rbp` serve for copying. Partial sums of a reduction stay in registers as long as there are elements for all of them.
//!
//! [`instructions`] has the encoding of each instruction.

mod instructions;

use tfrt_executor::jit::loops::PARTS;

use super::Vectors;
use super::assembler::{Assembler, At, Condition, Form, Gpr, Label, Rm};
use super::encode::SCRATCH;
use super::opcodes as asm;
use super::vector::{Code, Kind, Memory, Operand, V, Width};

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

/// Registers that are not in use.
#[derive(Clone)]
struct Free {
    vectors: Vec<u8>,
    masks: Vec<u8>,
}

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
    registers: Vec<Option<u8>>,
    last_use: Vec<usize>,
    /// Values that stay and that the loop takes.
    kept: Vec<bool>,
    free: Free,
    /// The register of each input's pointer, and of each result's; `None` for those in the list.
    pointers: Vec<Option<Gpr>>,
    /// The form of lanes of 32 bits.
    single: Form,
    /// The label to jump to in order to exit before anything of a step is stored.
    leave: Label,
    /// The stack slots of the copies of inputs and results, by pointer.
    slots: Vec<i32>,
    kind: StepKind,
    /// Whether parts of a reduction stay in registers.
    keeps_parts: bool,
}

/// The function; `None` if there are too few registers. Of several results the last goes where the function is told, the others where
/// the list of pointers says after the inputs.
pub(super) fn emit(code: &Code, results: &[Stored], num_inputs: usize, vectors: Vectors) -> Option<Vec<u8>> {
    let emit = |keeps_parts| emit_with(code, results, num_inputs, vectors, keeps_parts);
    // Where registers are too few parts need not stay in some.
    emit(true).or_else(|| code.reduces().then(|| emit(false)).flatten())
}

fn emit_with(
    code: &Code,
    results: &[Stored],
    num_inputs: usize,
    vectors: Vectors,
    keeps_parts: bool,
) -> Option<Vec<u8>> {
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
        keeps_parts,
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
        if self.keeps_parts && self.code.reduces() {
            self.whole_parts(num_inputs)?;
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

    /// A loop over as many elements as there are parts at each step, which stay in registers; the other loop does the rest.
    fn whole_parts(&mut self, num_inputs: usize) -> Option<()> {
        let lanes = self.lanes();
        let count = PARTS / lanes as usize;
        if count > MOST_PARTS || self.free.vectors.len() <= count {
            return Some(());
        }
        let before = self.free.clone();
        let parts: Vec<u8> = (0..count).filter_map(|_| self.free.vectors.pop()).collect();
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
        self.free = before;
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
                StepKind::Kept(part) if is_last => {
                    self.asm.vector(asm::MOVE, Form::Single, part, 0, Rm::Register(register), 0, None);
                    continue;
                }
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

    /// The place of the parts that the elements of the step join.
    fn parts(&mut self) -> At {
        self.asm.part();
        At::element(Gpr::RSI, Gpr::RAX)
    }

    /// The place of the elements of the step.
    fn element(&mut self, place: usize) -> At {
        match self.kind {
            StepKind::Copied => At { base: Gpr::RSP, index: None, displacement: self.slots[place] },
            StepKind::Whole | StepKind::Masked | StepKind::Kept(_) => {
                At::element(self.pointer(place), Gpr::RCX)
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

    fn register(&self, value: V) -> Option<u8> {
        self.registers[value.0 as usize]
    }

    /// Whether a value's register is free for the result of instruction `i`.
    fn dies(&self, value: V, i: usize) -> bool {
        let at = value.0 as usize;
        // Parts that stay in registers do so for the next step.
        let is_part = matches!(self.kind, StepKind::Kept(_)) && self.code.instructions[at] == Kind::LoadParts;
        self.last_use[at] == i && !self.kept[at] && !is_part
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
            // In the instructions that took it.
            Kind::Constant(..) if self.last_use[i] == 0 => return Some(()),
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
}
