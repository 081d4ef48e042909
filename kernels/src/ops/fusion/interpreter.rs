//! A loop's body, run block by block with the members' functions.
//!
//! Intermediate values stay in scratch memory that fits the first-level cache. Members none of whose arguments moves in the loop
//! are hoisted: they are computed once per run, on one element, and spread over a block for members that use them.

#![expect(unsafe_code, reason = "the members' functions work on untyped memory")]

use std::cell::RefCell;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::BlockFn;

use crate::ops::elementwise::broadcast::fill;

/// Elements that are computed at once.
pub(super) const BLOCK: usize = 1024;

/// Arguments of a member at most, and a parameter.
pub(super) const MAX_ARGS: usize = 8;

/// Memory that blocks start at multiples of.
const ALIGN: usize = 64;

/// A member, as the interpreter needs it.
#[derive(Clone)]
pub(super) struct Member {
    /// The function of a block.
    pub function: BlockFn,
    /// Bytes of an element of its result.
    pub size: usize,
    /// The numbers of its arguments: inputs first, then members.
    pub args: SmallVec<[u16; 3]>,
    /// A number that the function takes as one argument more.
    pub parameter: Option<f64>,
}

/// An input.
#[derive(Clone, Copy)]
pub(super) struct Input {
    /// Bytes of an element.
    pub size: usize,
    /// Whether it moves in the loop.
    pub moves: bool,
}

/// Where an argument is.
#[derive(Clone, Copy)]
enum Source {
    /// An input that moves, or the one element of one that does not.
    Input(u16),
    /// In scratch memory, from this byte on.
    Scratch(u32),
}

#[derive(Clone, Copy)]
enum Target {
    Scratch(u32),
    Out,
}

/// Where a result is that is not the last member's alone.
#[derive(Clone, Copy)]
enum Also {
    /// In scratch memory.
    Scratch(u32),
    /// It is the last member's.
    Last,
}

struct Step {
    function: BlockFn,
    args: SmallVec<[Source; 3]>,
    parameter: Option<f64>,
    to: Target,
}

impl Step {
    /// Computes a block.
    ///
    /// # Safety
    /// As [`BlockFn`], for arguments that are in this scratch memory and among these inputs.
    #[inline(always)]
    unsafe fn run(&self, scratch: *mut u8, inputs: &[*const u8], to: *mut u8, count: usize) {
        let mut args = [std::ptr::null(); MAX_ARGS + 1];
        for (to, &arg) in args.iter_mut().zip(&self.args) {
            // SAFETY: `arg` is a place of this plan: in the scratch memory at `scratch`, or one of `inputs`; the caller promises both.
            *to = unsafe { place(arg, scratch, inputs) };
        }
        if let Some(parameter) = &self.parameter {
            args[self.args.len()] = std::ptr::from_ref(parameter).cast();
        }
        // SAFETY: `args` holds one pointer per argument to `count` elements and then the parameter; `to` has room for `count` results
        // and is an argument or overlaps none: the caller promises it of scratch memory, inputs and `to`.
        unsafe { (self.function)(args.as_ptr(), to, count) }
    }
}

/// An element that is spread over a block.
struct Spread {
    from: Source,
    size: u32,
    to: u32,
}

/// The steps of a run.
pub(super) struct Program {
    sizes: SmallVec<[u32; 6]>,
    moves: SmallVec<[bool; 6]>,
    once: Vec<Step>,
    spread: Vec<Spread>,
    steps: Vec<Step>,
    out_size: usize,
    /// Other results: where a block of each is kept, and the bytes of an element.
    also: SmallVec<[(Also, usize); 2]>,
    scratch: usize,
}

/// Aligned memory that is kept by its thread.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; ALIGN]);

thread_local! {
    static SCRATCH: RefCell<Vec<Line>> = const { RefCell::new(Vec::new()) };
}

impl Program {
    /// The program of a body, with the values besides the last member's that are results; `None` if one does not move.
    pub(super) fn new(inputs: &[Input], members: &[Member], also: &[u16]) -> Option<Program> {
        let first = inputs.len();
        let mut moves: Vec<bool> = inputs.iter().map(|input| input.moves).collect();
        let mut sizes: Vec<usize> = inputs.iter().map(|input| input.size).collect();
        for member in members {
            moves.push(member.args.iter().any(|&arg| moves[usize::from(arg)]));
            sizes.push(member.size);
        }
        if !*moves.last()? || !also.iter().all(|&value| moves[usize::from(value)]) {
            return None;
        }
        // The last member that takes each value.
        let mut last_use = vec![0; moves.len()];
        for (i, member) in members.iter().enumerate() {
            member.args.iter().for_each(|&arg| last_use[usize::from(arg)] = i);
        }
        also.iter().for_each(|&value| last_use[usize::from(value)] = usize::MAX);
        let mut places = Places::default();
        let mut sources: Vec<Option<Source>> = vec![None; moves.len()];
        for (source, i) in sources.iter_mut().zip(0..first as u16) {
            *source = Some(Source::Input(i));
        }
        let mut program = Program {
            sizes: inputs.iter().map(|input| input.size as u32).collect(),
            moves: inputs.iter().map(|input| input.moves).collect(),
            once: Vec::new(),
            spread: Vec::new(),
            steps: Vec::new(),
            out_size: *sizes.last()?,
            also: SmallVec::new(),
            scratch: 0,
        };
        for (i, member) in members.iter().enumerate().filter(|(i, _)| !moves[first + i]) {
            let args = member.args.iter().map(|&arg| sources[usize::from(arg)]).collect::<Option<_>>()?;
            let to = places.take(ALIGN);
            program.once.push(Step {
                function: member.function,
                args,
                parameter: member.parameter,
                to: Target::Scratch(to),
            });
            sources[first + i] = Some(Source::Scratch(to));
        }
        let mut blocks: Vec<Option<Source>> = sources.clone();
        let mut is_spread = vec![false; moves.len()];
        // Places of their own: they are filled before anything else happens.
        for (_, member) in members.iter().enumerate().filter(|(i, _)| moves[first + i]) {
            for arg in member.args.iter().map(|&arg| usize::from(arg)) {
                if !moves[arg] && !std::mem::replace(&mut is_spread[arg], true) {
                    let to = places.take(BLOCK * sizes[arg]);
                    program.spread.push(Spread { from: sources[arg]?, size: sizes[arg] as u32, to });
                    blocks[arg] = Some(Source::Scratch(to));
                }
            }
        }
        for (i, member) in members.iter().enumerate().filter(|(i, _)| moves[first + i]) {
            let args = member.args.iter().map(|&arg| blocks[usize::from(arg)]).collect::<Option<_>>()?;
            // The result's place is none of the arguments', which go only after it is chosen.
            let is_result = i + 1 == members.len();
            let to = if is_result { None } else { Some(places.take(BLOCK * member.size)) };
            program.steps.push(Step {
                function: member.function,
                args,
                parameter: member.parameter,
                to: to.map_or(Target::Out, Target::Scratch),
            });
            blocks[first + i] = to.map(Source::Scratch);
            for (n, &arg) in member.args.iter().enumerate() {
                let arg = usize::from(arg);
                let is_first = member.args[..n].iter().all(|&other| usize::from(other) != arg);
                if arg >= first
                    && moves[arg]
                    && last_use[arg] == i
                    && is_first
                    && let Some(Source::Scratch(at)) = blocks[arg]
                {
                    places.give(at, BLOCK * sizes[arg]);
                }
            }
        }
        for value in also.iter().map(|&value| usize::from(value)) {
            let from = match blocks[value] {
                Some(Source::Scratch(at)) => Also::Scratch(at),
                _ if value + 1 == blocks.len() => Also::Last,
                _ => return None,
            };
            program.also.push((from, sizes[value]));
        }
        program.scratch = places.end;
        Some(program)
    }

    /// Computes `count` elements of one run.
    ///
    /// # Safety
    /// `inputs` has, for each input, a pointer to `count` elements if it moves, else to one, and then one to room for as many elements
    /// of each result but the last; `out` has that for the last. A result is an input that moves, with elements of the same size, or does
    /// not overlap any.
    pub(super) unsafe fn run(&self, inputs: &[*const u8], out: *mut u8, count: usize) {
        SCRATCH.with_borrow_mut(|scratch| {
            let lines = self.scratch.div_ceil(ALIGN);
            if scratch.len() < lines {
                scratch.resize(lines, Line([0; ALIGN]));
            }
            let scratch = scratch.as_mut_ptr().cast::<u8>();
            // SAFETY: the scratch memory is as large as the program says, and the rest is the caller's.
            unsafe { self.run_in(scratch, inputs, out, count) }
        });
    }

    /// The number of pointers that [`Self::run`] takes.
    pub(super) fn num_pointers(&self) -> usize {
        self.sizes.len() + self.also.len()
    }

    /// Bytes of an element of the last result.
    pub(super) fn out_size(&self) -> usize {
        self.out_size
    }

    /// Moves pointers to inputs and results but the last over some elements.
    ///
    /// # Safety
    /// The pointers are those of [`Self::run`], for as many elements or more.
    pub(super) unsafe fn skip(&self, pointers: &mut [*const u8], count: usize) {
        let (inputs, results) = pointers.split_at_mut(self.sizes.len());
        // SAFETY: the caller says that the pointers are those of `run` for at least `count` elements. An input that does not move has one element, and
        // its pointer stays.
        unsafe {
            for ((input, &size), &moves) in inputs.iter_mut().zip(&self.sizes).zip(&self.moves) {
                *input = input.add(if moves { count * size as usize } else { 0 });
            }
            for (result, (_, size)) in results.iter_mut().zip(&self.also) {
                *result = result.add(count * size);
            }
        }
    }

    /// # Safety
    /// As [`Self::run`]; `scratch` is memory of the size that the program says, and has no other user.
    unsafe fn run_in(&self, scratch: *mut u8, inputs: &[*const u8], out: *mut u8, count: usize) {
        let block = count.min(BLOCK);
        // SAFETY: places in scratch memory do not overlap while they are in use, and are large enough for a block; the
        // pointers to inputs and result are advanced within what the caller promised.
        unsafe {
            for step in &self.once {
                if let Target::Scratch(to) = step.to {
                    step.run(scratch, inputs, scratch.add(to as usize), 1);
                }
            }
            for spread in &self.spread {
                let from = place(spread.from, scratch, inputs);
                fill(scratch.add(spread.to as usize), from, spread.size as usize, block);
            }
            let mut current: SmallVec<[*const u8; 8]> = SmallVec::from_slice(inputs);
            let mut out = out;
            let mut left = count;
            while left > 0 {
                let n = left.min(BLOCK);
                for step in &self.steps {
                    let to = match step.to {
                        Target::Scratch(to) => scratch.add(to as usize),
                        Target::Out => out,
                    };
                    step.run(scratch, &current, to, n);
                }
                for (&(from, size), to) in self.also.iter().zip(&mut current[self.sizes.len()..]) {
                    let from = match from {
                        Also::Scratch(at) => scratch.add(at as usize),
                        Also::Last => out,
                    };
                    to.cast_mut().copy_from_nonoverlapping(from, n * size);
                    *to = to.add(n * size);
                }
                left -= n;
                if left > 0 {
                    out = out.add(n * self.out_size);
                    for ((input, &size), &moves) in current.iter_mut().zip(&self.sizes).zip(&self.moves) {
                        if moves {
                            *input = input.add(n * size as usize);
                        }
                    }
                }
            }
        }
    }
}

/// # Safety
/// The source is in the scratch memory or among the inputs.
#[inline(always)]
unsafe fn place(source: Source, scratch: *mut u8, inputs: &[*const u8]) -> *const u8 {
    match source {
        Source::Input(i) => inputs[usize::from(i)],
        // SAFETY: the caller promises: the source is in the scratch memory or among the inputs.
        Source::Scratch(at) => unsafe { scratch.add(at as usize).cast_const() },
    }
}

/// Scratch memory while it is given out.
#[derive(Default)]
struct Places {
    end: usize,
    free: Vec<(u32, usize)>,
}

impl Places {
    fn take(&mut self, bytes: usize) -> u32 {
        let bytes = bytes.next_multiple_of(ALIGN);
        if let Some(i) = self.free.iter().rposition(|&(_, free)| free == bytes) {
            return self.free.swap_remove(i).0;
        }
        let at = self.end;
        self.end += bytes;
        at as u32
    }

    fn give(&mut self, at: u32, bytes: usize) {
        self.free.push((at, bytes.next_multiple_of(ALIGN)));
    }
}
