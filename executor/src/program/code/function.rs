//! Prepared functions, and their codes.

#![expect(unsafe_code, reason = "instructions refer to tables that live in the same allocation unit")]

use crate::{
    kernel::{Control, KernelFlags},
    program::{
        code::{
            build::Builder,
            instruction::{Engine, KernelInst, ThunkFn},
            order::{Graph, straight_order},
            start::Start,
            tiers::{JitState, NativeInst},
        },
        loading::{Loaded, register_kinds},
    },
    trace::record::Instructions,
    value::ScalarKind,
};
use parking_lot::Mutex;
use std::{any::Any, ptr::with_exposed_provenance, sync::OnceLock};
use tfrt_bef::{FunctionId, FunctionView, KernelView};

/// The way in which a kernel is run outside the straight loop; in the top bits of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KernelClass {
    /// A thunk of scalars.
    Fast,
    /// A [`KernelInst`], whose address follows the thunk's.
    Framed,
    /// A [`ControlInst`], whose address follows the thunk's.
    Control,
    /// A thunk of scalars that may queue tasks.
    FastCtx,
}

const CLASS_SHIFT: u32 = 30;
/// Bit of an entry: the kernel is one of those whose end a frame counts.
pub(in crate::program) const COUNTED: u32 = 1 << 29;
/// The start of the instruction in an entry.
const OFFSET: u32 = COUNTED - 1;

/// The data that dataflow reads to run a kernel.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct KernelEntry {
    /// Start of the instruction, class, [`COUNTED`].
    word: u32,
    pub(crate) first_result: u32,
    /// The kernel that uses the only result of this one, if that is a scalar, used once, and no result of the function;
    /// otherwise [`u32::MAX`].
    pub(crate) only_user: u32,
    pub(crate) stream: u32,
}

impl KernelEntry {
    /// The instruction starts at this word.
    pub(in crate::program) fn new(start: usize, class: KernelClass, first_result: u32) -> KernelEntry {
        let word = start as u32 | (class as u32) << CLASS_SHIFT | COUNTED;
        KernelEntry { word, first_result, only_user: u32::MAX, stream: 0 }
    }

    /// Marks the kernel as not counted by the frame.
    pub(in crate::program) fn uncounted(&mut self) {
        self.word &= !COUNTED;
    }

    #[inline(always)]
    pub(crate) fn class(self) -> KernelClass {
        match self.word >> CLASS_SHIFT {
            0 => KernelClass::Fast,
            1 => KernelClass::Framed,
            2 => KernelClass::Control,
            _ => KernelClass::FastCtx,
        }
    }

    #[inline(always)]
    fn offset(self) -> usize {
        (self.word & OFFSET) as usize
    }

    #[inline(always)]
    pub(crate) fn is_counted(self) -> bool {
        self.word & COUNTED != 0
    }
}

/// A control flow kernel of a prepared function.
pub(crate) struct ControlInst {
    pub(crate) control: Control,
    pub(crate) functions: Box<[u32]>,
    /// Register of the condition, index or count.
    pub(crate) selector: u32,
    /// Operands that are passed on: register, [`OBJECT`], [`LAST_USE`].
    pub(crate) operands: Box<[u32]>,
    /// The kinds of the registers of these operands.
    pub(in crate::program) operand_kinds: Box<[Option<ScalarKind>]>,
    pub(crate) first_result: u32,
    /// Position in the order of the code.
    pub(crate) step: u32,
    pub(crate) kernel: u32,
    /// `tfrt.while`: bodies run in tasks.
    pub(crate) parallel: bool,
}

impl ControlInst {
    /// The kinds of the operands' registers.
    pub(crate) fn kinds(&self) -> &[Option<ScalarKind>] {
        &self.operand_kinds
    }

    /// The function for an index: the last one if it is out of range.
    #[inline]
    pub(crate) fn case(&self, index: u64) -> u32 {
        let last = self.functions.len() - 1;
        let index = usize::try_from(index as u32 as i32).map_or(last, |index| index.min(last));
        self.functions[index]
    }
}

/// Instructions of a function in one order.
pub(crate) struct FunctionCode {
    pub(crate) function: *const Prepared,
    pub(crate) words: Box<[u32]>,
    /// For each kernel by position; then one whose first result is the number of registers.
    pub(in crate::program) entries: Box<[KernelEntry]>,
    /// The number of kernels that a frame counts.
    pub(crate) counted: u32,
    /// The order; textual if there is none.
    pub(in crate::program) order: Option<Box<[u32]>>,
    /// Whether the straight loop may run it.
    pub(crate) straight: bool,
    /// Whether the order is that of the dataflow rules.
    pub(crate) exact: bool,
    pub(crate) num_kernels: u32,
    pub(crate) num_registers: u32,
    /// Whether it is compiled before it first runs, or there may be code from an earlier run.
    pub(crate) eager: bool,
    /// The state of its compilation; in the original code only.
    pub(crate) jit: JitState,
    /// The code without compiled parts; null if this is it.
    pub(in crate::program) original: *const FunctionCode,
    /// The owner of the tables to which the instructions' addresses refer.
    pub(in crate::program) _tables: Tables,
    pub(in crate::program) natives: Box<[NativeInst]>,
}

pub(in crate::program) type Tables = (Box<[KernelInst]>, Box<[ControlInst]>, Box<[u32]>);

// SAFETY: everything is constant after preparation (but for the sites, which are locks), and pointers refer to what the
// code itself or its function owns.
unsafe impl Send for FunctionCode {}
// SAFETY: everything is constant after preparation (but for the sites, which are locks), and pointers refer to what the code
// itself or its function owns.
unsafe impl Sync for FunctionCode {}

impl FunctionCode {
    #[inline]
    pub(crate) fn function(&self) -> &Prepared {
        // SAFETY: the function owns this code, so it lives at least as long and is not moved.
        unsafe { &*self.function }
    }

    #[inline]
    pub(crate) fn entry(&self, position: u32) -> (*const u32, KernelClass) {
        let entry = self.entries[position as usize];
        (&raw const self.words[entry.offset()], entry.class())
    }

    /// The data that dataflow reads to run a kernel, and its instruction.
    ///
    /// # Safety
    /// The position is that of a kernel.
    #[inline(always)]
    pub(crate) unsafe fn step_unchecked(&self, position: u32) -> (KernelEntry, *const u32) {
        // SAFETY: the caller says that `position` is a kernel's; there is an entry for each kernel, and its
        // offset is that of an instruction in `words`.
        unsafe {
            let entry = *self.entries.as_ptr().add(position as usize);
            (entry, self.words.as_ptr().add(entry.offset()))
        }
    }

    /// Whether a frame counts the end of this kernel.
    ///
    /// A kernel with one result that has users is not counted: its users end after it, and the frame is not touched
    /// for it after they have been counted down.
    #[inline]
    pub(crate) fn is_counted(&self, position: u32) -> bool {
        self.entries[position as usize].is_counted()
    }

    /// Registers of a kernel's results, by its position.
    #[inline]
    pub(crate) fn results(&self, position: u32) -> std::ops::Range<u32> {
        self.entries[position as usize].first_result..self.entries[position as usize + 1].first_result
    }

    /// Position of the kernel whose result this register is; the register is not an argument's.
    pub(crate) fn kernel_of(&self, register: u32) -> u32 {
        self.entries.partition_point(|entry| entry.first_result <= register) as u32 - 1
    }

    /// Position in the function of the kernel that runs in this step.
    pub(crate) fn position(&self, step: u32) -> u32 {
        self.order.as_ref().map_or(step, |order| order[step as usize])
    }

    /// The instruction of a step; of the function's end, if there are no steps.
    pub(crate) fn start_of(&self, step: u32) -> *const u32 {
        if self.num_kernels == 0 {
            return self.words.as_ptr();
        }
        self.entry(self.position(step)).0
    }

    /// The code without compiled parts.
    #[inline]
    pub(crate) fn original(&self) -> *const FunctionCode {
        if self.original.is_null() { self } else { self.original }
    }

    /// The same code, with instructions for compiled parts.
    pub(crate) fn with_natives(&self, natives: Vec<NativeInst>) -> FunctionCode {
        let mut builder = Builder::new(self.function(), self.order.clone());
        builder.natives = natives;
        let mut code = builder.build(self.straight, self.exact);
        code.original = self;
        code.eager = false;
        code
    }

    /// The step of the kernel whose instruction starts here.
    pub(crate) fn step_at(&self, pc: *const u32) -> Option<u32> {
        let offset = (pc as usize).checked_sub(self.words.as_ptr() as usize)? / size_of::<u32>();
        let start = |step: u32| self.entries[self.position(step) as usize].offset();
        let (mut low, mut high) = (0, self.num_kernels);
        while low < high {
            let middle = low + (high - low) / 2;
            if start(middle) < offset { low = middle + 1 } else { high = middle }
        }
        (low < self.num_kernels && start(low) == offset).then_some(low)
    }

    /// The mark of a compiled run of a dataflow call in records: an address within the instruction of its first kernel.
    #[inline]
    pub(crate) fn mark_of(pc: *const u32) -> *const u32 {
        pc.wrapping_add(1)
    }

    /// The kernel whose instruction starts here, the function that it stands in, and how many kernels, this one first, are
    /// compiled to one instruction; 0 when it is interpreted.
    fn describe(&self, pc: *const u32) -> Option<(KernelView<'_>, FunctionView<'_>, u32)> {
        let function = self.function().view();
        let Some(step) = self.step_at(pc) else {
            let first = self.position(self.step_at(pc.wrapping_sub(1))?);
            let count = self.jit.flow.units.get()?.as_ref()?.length_of(first)?;
            return Some((function.kernel(first as usize), function, count));
        };
        let compiled = self.natives.iter().find(|native| native.steps.start == step);
        let compiled = compiled.map_or(0, |native| native.steps.end - native.steps.start);
        Some((function.kernel(self.position(step) as usize), function, compiled))
    }

    /// The thunk of the instruction at `pc`.
    ///
    /// # Safety
    /// An instruction starts there.
    #[inline]
    pub(crate) unsafe fn thunk(pc: *const u32) -> ThunkFn {
        // SAFETY: instructions start with the address of a thunk, which the builder exposed when it wrote it there.
        unsafe {
            let thunk = pc.cast::<u64>().read_unaligned() as usize;
            std::mem::transmute::<*const (), ThunkFn>(with_exposed_provenance(thunk))
        }
    }
}

impl Instructions for FunctionCode {
    fn words(&self) -> *const u32 {
        self.words.as_ptr()
    }

    fn describe_at(&self, place: u32) -> Option<(KernelView<'_>, FunctionView<'_>, u32)> {
        self.describe(self.words.as_ptr().wrapping_add(place as usize))
    }
}

/// Things that a function keeps for reuse, of a type that is not known here.
#[derive(Default)]
pub(in crate::program) struct Spares(Mutex<Vec<Box<dyn Any + Send>>>);

impl Spares {
    /// A kept frame, if it is a `T`.
    #[inline]
    pub(in crate::program) fn take<T: Any + Send>(&self) -> Option<Box<T>> {
        self.0.lock().pop()?.downcast().ok()
    }

    /// Keeps one, if `has_room` for it beside so many.
    pub(in crate::program) fn keep<T: Any + Send>(
        &self,
        spare: Box<T>,
        has_room: impl FnOnce(usize) -> bool,
    ) {
        let mut spares = self.0.lock();
        if has_room(spares.len()) {
            spares.push(spare);
        }
    }
}

/// A function, ready to run.
pub(crate) struct Prepared {
    pub(crate) id: u32,
    /// The loaded program.
    loaded: *const Loaded,
    engine: &'static Engine,
    /// Kind of each register; `None` where a register holds an object, also if the object is a scalar's.
    pub(crate) kinds: Box<[Option<ScalarKind>]>,
    /// Kinds of the results as the function's type has them.
    pub(crate) num_args: u32,
    pub(crate) num_results: u32,
    /// Registers that may have an async value: objects, and what comes later.
    pub(in crate::program) cells: u32,
    pub(crate) pure: bool,
    /// Whether a register holds an object where its type is a scalar.
    boxed: bool,
    graph: OnceLock<Graph>,
    start: OnceLock<Start>,
    textual: OnceLock<FunctionCode>,
    main: OnceLock<FunctionCode>,
    /// Frames of calls that are not in use.
    pub(in crate::program) frames: Spares,
}

// SAFETY: pointers in a function and its codes refer to the function itself or to its program, which owns it
// and does not move it; any thread may drop them.
unsafe impl Send for Prepared {}
// SAFETY: pointers refer to the function or to its program; everything that they reach is constant after
// preparation, atomic, or behind a lock.
unsafe impl Sync for Prepared {}

impl Prepared {
    /// The function with this number. The loaded program stays in place, and outlives the function.
    pub(crate) fn new(program: &Loaded, engine: &'static Engine, id: u32) -> Prepared {
        let function = program.file.function(FunctionId(id));
        let mut kinds = register_kinds(function);
        let mut boxed = false;
        for register in program.objects.in_function(id) {
            boxed |= kinds[register as usize].take().is_some();
        }
        let is_async = |code: usize| program.kernels[code].flags().has(KernelFlags::ASYNC);
        let later = function.kernels().filter(|kernel| is_async(kernel.record().code.index()));
        let later: usize = later.map(|kernel| kernel.results().len()).sum();
        let objects = kinds.iter().filter(|kind| kind.is_none()).count();
        let cells = u32::try_from((objects + later).min(kinds.len())).unwrap_or(u32::MAX);
        Prepared {
            id,
            cells,
            loaded: program,
            engine,
            kinds,
            num_args: function.num_args() as u32,
            num_results: function.num_results() as u32,
            pure: program.purity.pure[id as usize],
            boxed,
            graph: OnceLock::new(),
            start: OnceLock::new(),
            textual: OnceLock::new(),
            main: OnceLock::new(),
            frames: Spares::default(),
        }
    }

    /// The loaded program.
    pub(crate) fn program(&self) -> &Loaded {
        // SAFETY: the program owns this function and what was loaded, and is not moved.
        unsafe { &*self.loaded }
    }

    /// The executor's own instructions.
    pub(in crate::program) fn engine(&self) -> &'static Engine {
        self.engine
    }

    pub(crate) fn view(&self) -> FunctionView<'_> {
        self.program().file.function(FunctionId(self.id))
    }

    pub(crate) fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(self.view()))
    }

    /// The kernels that are ready when a call begins with all arguments available.
    pub(crate) fn start(&self) -> &Start {
        self.start.get_or_init(|| Start::new(self.graph(), self.num_args))
    }

    /// Code in textual order, for functions whose order cannot be seen and for sync functions.
    #[inline]
    pub(crate) fn textual(&self) -> &FunctionCode {
        self.textual.get_or_init(|| Builder::new(self, None).build(true, false))
    }

    /// Code for all others: in the order of the dataflow rules, if there is one.
    #[inline]
    pub(crate) fn main(&self) -> &FunctionCode {
        self.main.get_or_init(|| {
            let view = self.view();
            let program = self.program();
            let asynchronous = view
                .kernel_records()
                .iter()
                .any(|record| program.kernels[record.code.index()].flags().has(KernelFlags::ASYNC));
            if self.boxed || asynchronous {
                return Builder::new(self, None).build(false, true);
            }
            match straight_order(view, self.graph()) {
                None => Builder::new(self, None).build(false, true),
                Some(order) => {
                    let textual = order.iter().enumerate().all(|(i, &k)| i as u32 == k);
                    Builder::new(self, (!textual).then(|| order.into())).build(true, true)
                }
            }
        })
    }

    /// The codes that have been used.
    pub(in crate::program) fn codes(&self) -> impl Iterator<Item = &FunctionCode> {
        [&self.main, &self.textual].into_iter().filter_map(|code| code.get())
    }

    /// The registers of the function's results.
    pub(crate) fn result_registers(&self) -> &[u32] {
        self.view().result_registers()
    }
}
