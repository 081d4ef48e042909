//! Prepared functions: what a function becomes when it first runs.

#![expect(unsafe_code, reason = "instructions refer to tables that live in the same allocation unit")]

use super::{
    ProgramInner,
    code::{KernelInst, KernelInstSpec, LAST_USE, OBJECT, REGISTER, ThunkFn},
    load::register_kinds,
    native::{self, JitState, NativeInst},
    ops,
    order::{Graph, straight_order},
};
use crate::{
    kernel::{Control, KernelDef, KernelFlags},
    value::ScalarKind,
};
use std::sync::OnceLock;
use tfrt_bef::{AttrView, FunctionId, FunctionKind, FunctionView, KernelView};

/// How a kernel is run outside the straight loop; in the top bits of its entry.
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
const COUNTED: u32 = 1 << 29;
/// The start of the instruction in an entry.
const OFFSET: u32 = COUNTED - 1;

/// Kernels between two looks at the request's cancellation in a run of scalar kernels.
const CHECK_INTERVAL: u32 = 128;

/// A control flow kernel of a prepared function.
pub(crate) struct ControlInst {
    pub(crate) control: Control,
    pub(crate) functions: Box<[u32]>,
    /// Register of the condition, index or count.
    pub(crate) selector: u32,
    /// Operands that are passed on: register, [`OBJECT`], [`LAST_USE`].
    pub(crate) operands: Box<[u32]>,
    /// What the registers of these operands hold.
    operand_kinds: Box<[Option<ScalarKind>]>,
    pub(crate) first_result: u32,
    /// Position in the order of the code.
    pub(crate) step: u32,
    pub(crate) kernel: u32,
    /// `tfrt.while`: bodies run in tasks.
    pub(crate) parallel: bool,
}

impl ControlInst {
    /// What the registers of the operands hold.
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
pub(crate) struct Code {
    pub(crate) function: *const Prepared,
    pub(crate) words: Box<[u32]>,
    /// For each kernel by position: start of its instruction and class.
    entries: Box<[u32]>,
    /// For each kernel by position: its first result; then the number of registers.
    first_results: Box<[u32]>,
    /// How many kernels a frame counts.
    pub(crate) counted: u32,
    /// The order; textual if there is none.
    order: Option<Box<[u32]>>,
    /// Whether the straight loop may run it.
    pub(crate) straight: bool,
    /// Whether the order is that of the dataflow rules.
    pub(crate) exact: bool,
    pub(crate) num_kernels: u32,
    pub(crate) num_registers: u32,
    /// Whether it is compiled before it first runs, or there may be code from an earlier run.
    pub(crate) eager: bool,
    /// What is known of its compilation; in the original code only.
    pub(crate) jit: JitState,
    /// The code without compiled parts; null if this is it.
    original: *const Code,
    /// What the instructions' addresses refer to.
    _tables: Tables,
    natives: Box<[NativeInst]>,
}

type Tables = (Box<[KernelInst]>, Box<[ControlInst]>, Box<[u32]>);

// SAFETY: everything is constant after preparation (but for the sites, which are locks), and pointers refer to what the
// code itself or its function owns.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Code {
    #[inline]
    pub(crate) fn function(&self) -> &Prepared {
        // SAFETY: the function owns the code.
        unsafe { &*self.function }
    }

    #[inline]
    pub(crate) fn entry(&self, position: u32) -> (*const u32, KernelClass) {
        let entry = self.entries[position as usize];
        let class = match entry >> CLASS_SHIFT {
            0 => KernelClass::Fast,
            1 => KernelClass::Framed,
            2 => KernelClass::Control,
            _ => KernelClass::FastCtx,
        };
        let offset = (entry & OFFSET) as usize;
        (&raw const self.words[offset], class)
    }

    /// Whether a frame counts the end of this kernel.
    ///
    /// A kernel with one result that somebody uses is not counted: its users end after it, and a frame is not touched
    /// for it after they have been counted down.
    #[inline]
    pub(crate) fn is_counted(&self, position: u32) -> bool {
        self.entries[position as usize] & COUNTED != 0
    }

    /// Registers of a kernel's results, by its position.
    #[inline]
    pub(crate) fn results(&self, position: u32) -> std::ops::Range<u32> {
        self.first_results[position as usize]..self.first_results[position as usize + 1]
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
    pub(crate) fn original(&self) -> *const Code {
        if self.original.is_null() { self } else { self.original }
    }

    /// The same code, with instructions for compiled parts.
    pub(crate) fn with_natives(&self, natives: Vec<NativeInst>) -> Code {
        let mut builder = Builder::new(self.function(), self.order.clone());
        builder.natives = natives;
        let mut code = builder.build(self.straight, self.exact);
        code.original = self;
        code.eager = false;
        code
    }

    /// The step of the kernel whose instruction starts here.
    pub(crate) fn step_at(&self, pc: *const u32) -> Option<u32> {
        let offset = (pc as usize - self.words.as_ptr() as usize) / size_of::<u32>();
        let start = |step: u32| (self.entries[self.position(step) as usize] & OFFSET) as usize;
        let (mut low, mut high) = (0, self.num_kernels);
        while low < high {
            let middle = low + (high - low) / 2;
            if start(middle) < offset { low = middle + 1 } else { high = middle }
        }
        (low < self.num_kernels && start(low) == offset).then_some(low)
    }

    /// The kernel whose instruction starts here, the function that it stands in, and how many kernels, this one first, are
    /// compiled to one instruction; 0 when it is interpreted.
    pub(crate) fn describe(&self, pc: *const u32) -> Option<(KernelView<'_>, FunctionView<'_>, u32)> {
        let function = self.function().view();
        let step = self.step_at(pc)?;
        let compiled = self.natives.iter().find(|native| native.steps.start == step);
        let compiled = compiled.map_or(0, |native| native.steps.end - native.steps.start);
        Some((function.kernel(self.position(step) as usize), function, compiled))
    }

    #[inline]
    pub(crate) fn thunk(pc: *const u32) -> ThunkFn {
        // SAFETY: instructions start with the address of a thunk.
        unsafe { pc.cast::<ThunkFn>().read_unaligned() }
    }
}

/// A function, ready to run.
pub(crate) struct Prepared {
    pub(crate) id: u32,
    pub(crate) program: *const ProgramInner,
    /// Kind of each register; `None` where a register holds an object, be it of a scalar.
    pub(crate) kinds: Box<[Option<ScalarKind>]>,
    /// Kinds of the results as the function's type has them.
    pub(crate) num_args: u32,
    pub(crate) num_results: u32,
    pub(crate) pure: bool,
    /// Whether a register holds an object where its type is a scalar.
    boxed: bool,
    graph: OnceLock<Graph>,
    textual: OnceLock<Code>,
    main: OnceLock<Code>,
    pub(crate) frames: super::frame::FrameCache,
}

// SAFETY: the program owns the function and is not moved.
unsafe impl Send for Prepared {}
// SAFETY: as above; the rest is constant or a lock.
unsafe impl Sync for Prepared {}

impl Prepared {
    pub(crate) fn new(program: &ProgramInner, id: u32) -> Prepared {
        let function = program.file.function(FunctionId(id));
        let mut kinds = register_kinds(function);
        let mut boxed = false;
        let wants_objects = |code: tfrt_bef::KernelCode| {
            program.kernels[code.index()].flags().has(KernelFlags::WANTS_OBJECTS)
        };
        if function.kind() != FunctionKind::Native && program.any_wants_objects {
            for kernel in function.kernels().filter(|kernel| wants_objects(kernel.code())) {
                for register in kernel.operands().iter().copied().chain(kernel.results()) {
                    boxed |= kinds[register as usize].take().is_some();
                }
            }
        }
        Prepared {
            id,
            program,
            kinds,
            num_args: function.num_args() as u32,
            num_results: function.num_results() as u32,
            pure: program.purity.pure[id as usize],
            boxed,
            graph: OnceLock::new(),
            textual: OnceLock::new(),
            main: OnceLock::new(),
            frames: super::frame::FrameCache::default(),
        }
    }

    pub(crate) fn program(&self) -> &ProgramInner {
        // SAFETY: the program owns the function.
        unsafe { &*self.program }
    }

    pub(crate) fn view(&self) -> FunctionView<'_> {
        self.program().file.function(FunctionId(self.id))
    }

    pub(crate) fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(self.view()))
    }

    /// Code in textual order, for functions whose order cannot be seen and for sync functions.
    #[inline]
    pub(crate) fn textual(&self) -> &Code {
        self.textual.get_or_init(|| Builder::new(self, None).build(true, false))
    }

    /// Code for all others: in the order of the dataflow rules, if there is one.
    #[inline]
    pub(crate) fn main(&self) -> &Code {
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

    /// The registers of the function's results.
    pub(crate) fn result_registers(&self) -> &[u32] {
        self.view().result_registers()
    }
}

/// Writes instructions.
struct Builder<'a> {
    prepared: &'a Prepared,
    view: FunctionView<'a>,
    order: Option<Box<[u32]>>,
    words: Vec<u32>,
    entries: Vec<u32>,
    /// Object registers whose last use, in reverse order, has been met.
    last_seen: Vec<bool>,
    operand_words: Vec<u32>,
    /// For each kernel by position: start of its words in `operand_words`.
    operand_starts: Vec<u32>,
    /// Objects to drop after each kernel: registers used twice in their last kernel.
    drops: Vec<(u32, u32)>,
    result_words: Vec<u32>,
    has_objects: bool,
    /// Compiled runs of kernels, in order.
    natives: Vec<NativeInst>,
}

impl<'a> Builder<'a> {
    fn new(prepared: &'a Prepared, order: Option<Box<[u32]>>) -> Builder<'a> {
        let view = prepared.view();
        Builder {
            prepared,
            view,
            order,
            words: Vec::with_capacity(view.num_kernels() * 6 + 8),
            entries: vec![0; view.num_kernels()],
            last_seen: Vec::new(),
            operand_words: Vec::new(),
            operand_starts: Vec::new(),
            drops: Vec::new(),
            result_words: Vec::new(),
            has_objects: prepared.kinds.iter().any(Option::is_none),
            natives: Vec::new(),
        }
    }

    fn position(&self, step: usize) -> usize {
        self.order.as_ref().map_or(step, |order| order[step] as usize)
    }

    fn is_object(&self, register: u32) -> bool {
        self.prepared.kinds[register as usize].is_none()
    }

    fn def(&self, kernel: &KernelView<'_>) -> &'a KernelDef {
        &self.prepared.program().kernels[kernel.code().index()]
    }

    /// Whether the kernel runs as a thunk: it has one, and no register it touches holds an object.
    fn is_fast(&self, kernel: &KernelView<'_>) -> bool {
        let def = self.def(kernel);
        def.fast.is_some()
            && (!self.has_objects
                || !kernel.operands().iter().copied().chain(kernel.results()).any(|r| self.is_object(r)))
    }

    /// Finds the last use of every object, from the end.
    fn find_last_uses(&mut self) {
        let view = self.view;
        self.last_seen = vec![false; view.num_registers()];
        let mut results: Vec<u32> = Vec::with_capacity(view.num_results());
        for &register in view.result_registers().iter().rev() {
            results.push(self.use_word(register));
        }
        results.reverse();
        self.result_words = results;
        self.operand_starts = vec![0; view.num_kernels()];
        let records = view.kernel_records();
        for step in (0..view.num_kernels()).rev() {
            let position = self.position(step);
            let fast = self.prepared.program().kernels[records[position].code.index()].fast.is_some();
            if fast && !self.has_objects {
                continue;
            }
            let kernel = view.kernel(position);
            if fast && self.is_fast(&kernel) {
                continue;
            }
            let operands = kernel.operands();
            let is_loop = self.def(&kernel).control() == Some(Control::Repeat);
            self.operand_starts[position] = self.operand_words.len() as u32;
            for (i, &register) in operands.iter().enumerate() {
                let first_sight = self.is_object(register) && !self.last_seen[register as usize];
                let twice =
                    first_sight && operands.iter().enumerate().any(|(other, &r)| other != i && r == register);
                // A loop's operands die after the loop.
                let held = first_sight && is_loop;
                let word = if twice || held {
                    self.last_seen[register as usize] = true;
                    self.drops.push((position as u32, register));
                    register | OBJECT
                } else {
                    self.use_word(register)
                };
                self.operand_words.push(word);
            }
        }
    }

    fn use_word(&mut self, register: u32) -> u32 {
        if !self.is_object(register) {
            return register;
        }
        let seen = std::mem::replace(&mut self.last_seen[register as usize], true);
        register | OBJECT | if seen { 0 } else { LAST_USE }
    }

    fn thunk(&mut self, thunk: ThunkFn) {
        self.wide(thunk as usize as u64);
    }

    fn wide(&mut self, value: u64) {
        self.words.extend([value as u32, (value >> 32) as u32]);
    }

    fn drop_object(&mut self, register: u32) {
        self.thunk(ops::drop_object);
        self.words.push(register);
    }

    fn build(mut self, straight: bool, exact: bool) -> Code {
        let view = self.view;
        self.find_last_uses();
        let kernels = view.num_kernels();
        let operand_words: Box<[u32]> = std::mem::take(&mut self.operand_words).into();
        let mut insts: Vec<KernelInst> = Vec::new();
        let mut controls: Vec<ControlInst> = Vec::new();
        // Where instructions hold the address of an instance: word, instance, class.
        let mut patches: Vec<(usize, usize, KernelClass)> = Vec::new();
        self.drops.sort_unstable();
        if self.has_objects {
            for arg in 0..view.num_args() as u32 {
                if self.is_object(arg) && !self.last_seen[arg as usize] {
                    self.drop_object(arg);
                }
            }
        }
        let (mut since_check, mut native_start) = (0, 0);
        let natives: Box<[NativeInst]> = std::mem::take(&mut self.natives).into();
        let mut next_native = natives.iter().peekable();
        let mut compiled = 0..0;
        for step in 0..kernels {
            let position = self.position(step);
            if since_check >= CHECK_INTERVAL && !compiled.contains(&step) {
                self.thunk(ops::check);
                self.words.push(step as u32);
                since_check = 0;
            }
            if let Some(inst) = next_native.next_if(|inst| inst.steps.start as usize == step) {
                compiled = inst.steps.start as usize..inst.steps.end as usize;
                native_start = self.words.len();
                self.thunk(native::native);
                self.wide(std::ptr::from_ref(inst) as u64);
                since_check = CHECK_INTERVAL;
            }
            if compiled.contains(&step) {
                // Dataflow, which looks at entries, never runs this code.
                self.entries[position] = native_start as u32 | COUNTED;
                continue;
            }
            let kernel = view.kernel(position);
            let def = self.def(&kernel);
            let start = self.words.len();
            let mut quick = None;
            let class = if self.is_fast(&kernel) {
                self.emit_fast(def, &kernel);
                // A kernel with a context may cancel the request.
                since_check = if def.fast_ctx { CHECK_INTERVAL } else { since_check + 1 };
                if def.fast_ctx { KernelClass::FastCtx } else { KernelClass::Fast }
            } else {
                since_check = CHECK_INTERVAL;
                let at = self.operand_starts[position] as usize;
                let operands = &operand_words[at..at + kernel.operands().len()];
                match def.control() {
                    Some(control) => {
                        self.thunk(ops::of_control(control));
                        patches.push((self.words.len(), controls.len(), KernelClass::Control));
                        controls.push(self.control_inst(control, &kernel, operands, step));
                        KernelClass::Control
                    }
                    None => {
                        quick = def.quick.filter(|_| {
                            let mut results = kernel.results();
                            results.len() == 1 && results.all(|result| self.is_object(result))
                        });
                        self.thunk(if quick.is_some() { ops::quick } else { ops::framed });
                        patches.push((self.words.len(), insts.len(), KernelClass::Framed));
                        let spec = KernelInstSpec {
                            operands,
                            first_result: kernel.results().start,
                            num_results: kernel.results().len() as u32,
                            code: kernel.code().0,
                            kernel: kernel.ix().0,
                            trailing: kernel.record().words + operands.len() as u32,
                            num_attrs: kernel.record().num_attrs,
                            num_functions: kernel.record().num_functions,
                        };
                        // SAFETY: the operand words are moved into the code, whose box is not reallocated.
                        insts.push(unsafe { KernelInst::new(spec) });
                        KernelClass::Framed
                    }
                }
            };
            if matches!(class, KernelClass::Framed | KernelClass::Control) {
                self.wide(0);
                if let Some(quick) = quick {
                    self.wide(quick as usize as u64);
                }
                self.emit_drops(position as u32, &kernel);
            }
            self.entries[position] = start as u32 | (class as u32) << CLASS_SHIFT | COUNTED;
        }
        self.thunk(ops::give_back);
        let results = std::mem::take(&mut self.result_words);
        self.words.push(results.len() as u32);
        self.words.extend(results);

        let registers = view.num_registers() as u32;
        let first_results: Box<[u32]> =
            view.kernel_records().iter().map(|record| record.first_result).chain([registers]).collect();
        let counted = if exact { self.count(&first_results) } else { kernels as u32 };
        let (insts, controls): (Box<[KernelInst]>, Box<[ControlInst]>) = (insts.into(), controls.into());
        for (word, index, class) in patches {
            let address = match class {
                KernelClass::Control => &raw const controls[index] as u64,
                _ => &raw const insts[index] as u64,
            };
            self.words[word] = address as u32;
            self.words[word + 1] = (address >> 32) as u32;
        }
        Code {
            function: self.prepared,
            words: self.words.into(),
            entries: self.entries.into(),
            first_results,
            counted,
            order: self.order,
            straight,
            exact,
            num_kernels: kernels as u32,
            num_registers: view.num_registers() as u32,
            eager: self
                .prepared
                .program()
                .jit
                .as_ref()
                .is_some_and(|jit| jit.threshold() == 0 || jit.remembers()),
            jit: JitState::default(),
            original: std::ptr::null(),
            _tables: (insts, controls, operand_words),
            natives,
        }
    }

    /// Finds the kernels whose end a frame counts: see [`Code::is_counted`].
    fn count(&mut self, first_results: &[u32]) -> u32 {
        let graph = self.prepared.graph();
        let mut counted = 0;
        for (entry, results) in self.entries.iter_mut().zip(first_results.windows(2)) {
            if results[1] - results[0] == 1 && !graph.users(results[0]).is_empty() {
                *entry &= !COUNTED;
            } else {
                counted += 1;
            }
        }
        counted
    }

    fn emit_fast(&mut self, def: &KernelDef, kernel: &KernelView<'_>) {
        let Some(thunk) = def.fast else { return };
        let signature = def.signature();
        self.thunk(thunk.0);
        if def.fast_ctx {
            self.words.push(kernel.ix().0);
        }
        self.words.extend_from_slice(&kernel.operands()[..signature.operands.len()]);
        let file = &self.prepared.program().file;
        for &ix in &kernel.attrs()[..signature.attrs.len()] {
            // The loader has checked that these are numbers.
            let bits = match file.attr(ix) {
                AttrView::Scalar { bits, .. } => bits,
                _ => 0,
            };
            self.wide(bits);
        }
        self.words.extend(kernel.results());
    }

    /// Drops objects that are dead after the kernel but were not consumed by it.
    fn emit_drops(&mut self, position: u32, kernel: &KernelView<'_>) {
        if !self.has_objects {
            return;
        }
        let first = self.drops.partition_point(|&(at, _)| at < position);
        let registers: Vec<u32> = self.drops[first..]
            .iter()
            .take_while(|&&(at, _)| at == position)
            .map(|&(_, register)| register)
            .collect();
        for register in registers {
            self.drop_object(register);
        }
        for register in kernel.results() {
            if self.is_object(register) && !self.last_seen[register as usize] {
                self.drop_object(register);
            }
        }
    }

    fn control_inst(
        &self,
        control: Control,
        kernel: &KernelView<'_>,
        operands: &[u32],
        step: usize,
    ) -> ControlInst {
        let skip = usize::from(control != Control::Call);
        let parallel = control == Control::While
            && kernel
                .attrs()
                .first()
                .and_then(|&ix| self.prepared.program().file.attr(ix).as_int())
                .is_some_and(|iterations| iterations > 1);
        ControlInst {
            control,
            functions: kernel.functions().iter().map(|id| id.0).collect(),
            selector: kernel.operands().first().copied().unwrap_or(0),
            operands: operands[skip..].into(),
            operand_kinds: operands[skip..]
                .iter()
                .map(|&word| self.prepared.kinds[(word & REGISTER) as usize])
                .collect(),
            first_result: kernel.results().start,
            step: step as u32,
            kernel: kernel.ix().0,
            parallel,
        }
    }
}
