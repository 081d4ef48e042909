//! The allocation of registers: which value is in which register, and which waits on the stack.
//!
//! A value that is needed finds its register by [`Emitter::register`]. Where none is free for another, the value whose next use is farthest gives up
//! its own; it is on the stack then, where it stays as long as it lives, and comes back to a register when an instruction takes it.
//!
//! Invariants: what the loop takes from before it (values that stay) keeps its register, or its place on the stack, over all steps. Masks of
//! processors that have registers for them do not wait on the stack; code that needs more of those is not written.

use super::super::Vectors;
use super::super::assembler::{At, Form, Gpr};
use super::super::encode::SCRATCH;
use super::super::vector::{Code, Kind, Memory, V};
use super::{Emitter, LAST, StepKind, Stored};

/// Places on the stack at most: less than a page, so that nothing has to touch it first.
const MOST_SLOTS: usize = 48;

/// Vector registers that are free at each step, where values may wait on the stack: values that stay get the others.
const FREE: [usize; 2] = [11, 20];

/// When values are used.
pub(super) struct Lives {
    /// The last instruction that takes each; `usize::MAX` for results.
    pub last: Vec<usize>,
    /// Values that stay and that the loop takes.
    kept: Vec<bool>,
    /// The instructions that take each, in order.
    uses: Vec<Vec<usize>>,
}

impl Lives {
    pub(super) fn of(code: &Code, results: &[Stored]) -> Lives {
        let count = code.instructions.len();
        let mut lives =
            Lives { last: vec![0; count], kept: vec![false; count], uses: vec![Vec::new(); count] };
        for (i, kind) in code.instructions.iter().enumerate() {
            for value in kind.values().map(|value| value.0 as usize) {
                lives.last[value] = i;
                lives.uses[value].push(i);
                lives.kept[value] |= code.stays[value] && !code.stays[i];
            }
        }
        results.iter().for_each(|(value, _)| lives.last[value.0 as usize] = usize::MAX);
        lives
    }

    /// The first instruction from `now` on that takes a value.
    fn next(&self, value: usize, now: usize) -> usize {
        let uses = &self.uses[value];
        uses.get(uses.partition_point(|&at| at < now)).copied().unwrap_or(usize::MAX)
    }
}

/// Registers that are not in use.
#[derive(Clone)]
pub(super) struct Free {
    pub vectors: Vec<u8>,
    masks: Vec<u8>,
    slots: Vec<usize>,
    /// The first place on the stack that nothing had yet.
    next_slot: usize,
}

/// Where the values of a vector are.
#[derive(Clone)]
struct Places {
    registers: Vec<Option<u8>>,
    /// Places on the stack; a value that has one may be in a register as well.
    slots: Vec<Option<usize>>,
}

/// Where everything is, while code is written.
pub(super) struct Registers {
    pub free: Free,
    /// The values of the vector that is being written, and of the other one if two are.
    places: [Places; 2],
    /// Values that must keep their registers.
    pub pinned: Vec<V>,
    /// The instruction that is being written.
    pub now: usize,
    in_loop: bool,
    /// Whether values may wait on the stack.
    waits: bool,
    /// Places on the stack at most.
    pub slots: usize,
    /// Values that were stored there, and that were loaded from there.
    pub moves: usize,
    /// Bytes between the end of the stack and those places.
    pub room: i32,
    /// Vector registers that were free at least, always.
    pub least: usize,
}

/// The registers that are free, and the places of values, which a step of the loop must leave as they were.
pub(super) struct State(Free, [Places; 2]);

impl Registers {
    pub(super) fn of(vectors: Vectors, values: usize, waits: bool) -> Registers {
        let free = match vectors {
            Vectors::Avx512 => Free {
                vectors: (0..32).rev().collect(),
                masks: (LAST + 1..8).rev().collect(),
                slots: Vec::new(),
                next_slot: 0,
            },
            Vectors::Avx2 => Free {
                vectors: (0..SCRATCH).rev().collect(),
                masks: Vec::new(),
                slots: Vec::new(),
                next_slot: 0,
            },
        };
        let least = free.vectors.len();
        let places = Places { registers: vec![None; values], slots: vec![None; values] };
        let none = Places { registers: Vec::new(), slots: Vec::new() };
        Registers {
            free,
            places: [places, none],
            pinned: Vec::new(),
            now: 0,
            in_loop: false,
            waits,
            slots: 0,
            moves: 0,
            room: 0,
            least,
        }
    }

    pub(super) fn state(&self) -> State {
        State(self.free.clone(), self.places.clone())
    }

    pub(super) fn restore(&mut self, State(free, places): State) {
        (self.free, self.places) = (free, places);
    }

    /// From here on there is a second vector: of what stays it has the same.
    pub(super) fn begin_second(&mut self) {
        self.places[1] = self.places[0].clone();
    }

    /// Turns to the other vector for the instructions that follow.
    pub(super) fn swap(&mut self) {
        self.places.swap(0, 1);
    }

    pub(super) fn set(&mut self, value: V, register: Option<u8>) {
        self.places[0].registers[value.0 as usize] = register;
    }
}

impl Emitter<'_> {
    /// Bytes of a place on the stack.
    pub(super) fn slot_bytes(&self) -> i32 {
        if self.has_masks() { 64 } else { 32 }
    }

    fn slot_at(&self, slot: usize) -> At {
        let displacement = self.registers.room + self.slot_bytes() * slot as i32;
        At { base: Gpr::RSP, index: None, displacement }
    }

    /// The register of a value, to which it comes if it was on the stack.
    pub(super) fn register(&mut self, value: V) -> Option<u8> {
        let at = value.0 as usize;
        let places = &self.registers.places[0];
        if let Some(register) = places.registers[at] {
            return Some(register);
        }
        let slot = places.slots[at]?;
        let to = self.new_vector()?;
        let from = self.slot_at(slot);
        self.asm.load(Memory::Bits32, Form::Single, to, from, 0);
        self.registers.moves += 1;
        self.registers.set(value, Some(to));
        Some(to)
    }

    /// A register for a vector.
    pub(super) fn new_vector(&mut self) -> Option<u8> {
        let register = self.registers.free.vectors.pop();
        self.registers.least = self.registers.least.min(self.registers.free.vectors.len());
        register.or_else(|| self.evict())
    }

    /// A register for a mask.
    pub(super) fn new_mask(&mut self) -> Option<u8> {
        if self.has_masks() { self.registers.free.masks.pop() } else { self.new_vector() }
    }

    /// A register that may be overwritten by one instruction.
    pub(super) fn scratch(&mut self) -> Option<u8> {
        if !self.has_masks() {
            return Some(SCRATCH);
        }
        let register = self.new_vector()?;
        self.registers.free.vectors.push(register);
        Some(register)
    }

    /// Takes its register from the value that is used last; `None` if no value can wait.
    fn evict(&mut self) -> Option<u8> {
        if !self.registers.waits {
            return None;
        }
        let registers = &self.registers;
        let mut farthest: Option<(usize, usize, usize)> = None;
        for (which, places) in registers.places.iter().enumerate() {
            for (value, register) in places.registers.iter().enumerate() {
                let is_pinned =
                    which == 0 && registers.pinned.iter().any(|pinned| pinned.0 as usize == value);
                let stays = registers.in_loop && self.code.stays[value] && places.slots[value].is_none();
                let is_part = matches!(self.kind, StepKind::Kept(_)) && self.is_parts(V(value as u32));
                if register.is_none() || is_pinned || stays || is_part || self.is_mask(V(value as u32)) {
                    continue;
                }
                let next = self.lives.next(value, registers.now);
                if farthest.is_none_or(|(known, ..)| next > known) {
                    farthest = Some((next, which, value));
                }
            }
        }
        let (_, which, value) = farthest?;
        let register = self.registers.places[which].registers[value].take()?;
        if self.registers.places[which].slots[value].is_none() {
            let free = &mut self.registers.free;
            let slot = free.slots.pop().unwrap_or(free.next_slot);
            if slot >= MOST_SLOTS {
                return None;
            }
            free.next_slot = free.next_slot.max(slot + 1);
            self.registers.slots = self.registers.slots.max(slot + 1);
            let at = self.slot_at(slot);
            self.asm.store(Memory::Bits32, Form::Single, register, SCRATCH, at, 0);
            self.registers.moves += 1;
            self.registers.places[which].slots[value] = Some(slot);
        }
        Some(register)
    }

    /// Before the loop begins: what stays leaves registers to the steps.
    pub(super) fn enter_loop(&mut self) {
        self.registers.now = 0;
        self.registers.pinned.clear();
        let enough = FREE[usize::from(self.has_masks())];
        while self.registers.waits && self.registers.free.vectors.len() < enough {
            let Some(register) = self.evict() else { break };
            self.registers.free.vectors.push(register);
        }
        self.registers.in_loop = true;
    }

    fn is_parts(&self, value: V) -> bool {
        self.code.instructions[value.0 as usize] == Kind::LoadParts
    }

    /// Whether a value's register is free for the result of instruction `i`.
    pub(super) fn dies(&self, value: V, i: usize) -> bool {
        let at = value.0 as usize;
        // Parts that stay in registers do so for the next step.
        let is_part = matches!(self.kind, StepKind::Kept(_)) && self.is_parts(value);
        // What stays and is on the stack needs no register of its own in the loop.
        let is_held = !self.registers.in_loop || self.registers.places[0].slots[at].is_none();
        let is_kept = self.lives.kept[at] && is_held;
        self.lives.last[at] == i && !is_kept && !is_part
    }

    /// After an instruction, whose value is in the register `to`: registers and places of those that nothing takes any more are free.
    pub(super) fn end_lives(&mut self, i: usize, to: Option<u8>) {
        let mut values: Vec<V> = self.code.instructions[i].values().collect();
        values.sort_unstable_by_key(|value| value.0);
        values.dedup();
        let makes_mask = self.is_mask(V(i as u32));
        for value in values.into_iter().filter(|&value| self.dies(value, i)).collect::<Vec<_>>() {
            let (at, is_mask) = (value.0 as usize, self.is_mask(value));
            let stays = self.code.stays[at];
            let Registers { places: [places, _], free, in_loop, .. } = &mut self.registers;
            if let Some(register) = places.registers[at].take()
                && (is_mask != makes_mask || Some(register) != to)
            {
                if is_mask { free.masks.push(register) } else { free.vectors.push(register) }
            }
            // What stays is needed by the next step.
            if !(stays && *in_loop) {
                free.slots.extend(places.slots[at].take());
            }
        }
    }
}
