//! Builds the instructions of a function, in textual order or in another one.

#![expect(unsafe_code, reason = "instructions refer to tables that live in the same allocation unit")]

use crate::{
    kernel::{Control, KernelDef},
    program::{
        code::{
            function::{ControlInst, FunctionCode, KernelClass, KernelEntry, Prepared},
            instruction::{KernelInst, KernelInstSpec, LAST_USE, OBJECT, REGISTER, ThunkFn},
            tiers::{JitState, NativeInst},
        },
        protocol::counts::is_counted,
    },
};
use tfrt_bef::{AttrView, FunctionView, KernelView};

/// Kernels between two checks of the request's cancellation in a run of scalar kernels.
const CHECK_INTERVAL: u32 = 128;

/// Writes instructions.
pub(in crate::program) struct Builder<'a> {
    prepared: &'a Prepared,
    view: FunctionView<'a>,
    order: Option<Box<[u32]>>,
    words: Vec<u32>,
    entries: Vec<KernelEntry>,
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
    pub(in crate::program) natives: Vec<NativeInst>,
}

impl<'a> Builder<'a> {
    pub(in crate::program) fn new(prepared: &'a Prepared, order: Option<Box<[u32]>>) -> Builder<'a> {
        let view = prepared.view();
        Builder {
            prepared,
            view,
            order,
            words: Vec::with_capacity(view.num_kernels() * 6 + 8),
            entries: Vec::with_capacity(view.num_kernels() + 1),
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
            let holds = self.def(&kernel).control().is_some_and(Control::holds_operands);
            self.operand_starts[position] = self.operand_words.len() as u32;
            for (i, &register) in operands.iter().enumerate() {
                let first_sight = self.is_object(register) && !self.last_seen[register as usize];
                let twice =
                    first_sight && operands.iter().enumerate().any(|(other, &r)| other != i && r == register);
                // Operands of a call die after the call.
                let held = first_sight && holds;
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
        self.thunk(self.prepared.engine().drop_object);
        self.words.push(register);
    }

    pub(in crate::program) fn build(mut self, straight: bool, exact: bool) -> FunctionCode {
        let view = self.view;
        let registers = view.num_registers() as u32;
        let first_results = view.kernel_records().iter().map(|record| record.first_result).chain([registers]);
        self.entries.extend(first_results.map(|first| KernelEntry::new(0, KernelClass::Fast, first)));
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
                self.thunk(self.prepared.engine().check);
                self.words.push(step as u32);
                since_check = 0;
            }
            if let Some(inst) = next_native.next_if(|inst| inst.steps.start as usize == step) {
                compiled = inst.steps.start as usize..inst.steps.end as usize;
                native_start = self.words.len();
                self.thunk(self.prepared.engine().native);
                self.wide(std::ptr::from_ref(inst) as u64);
                since_check = CHECK_INTERVAL;
            }
            if compiled.contains(&step) {
                // Dataflow, which reads entries, never runs this code.
                self.enter(position, native_start, KernelClass::Fast);
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
                        self.thunk((self.prepared.engine().control)(control));
                        patches.push((self.words.len(), controls.len(), KernelClass::Control));
                        controls.push(self.control_inst(control, &kernel, operands, step));
                        KernelClass::Control
                    }
                    None => {
                        quick = def.quick.filter(|_| {
                            let mut results = kernel.results();
                            results.len() == 1 && results.all(|result| self.is_object(result))
                        });
                        let engine = self.prepared.engine();
                        self.thunk(if quick.is_some() { engine.quick } else { engine.framed });
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
                        // SAFETY: `operands` lies in the table of operand words that is moved into the code
                        // with the instance; moving its box does not move the words.
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
            self.enter(position, start, class);
        }
        self.thunk(self.prepared.engine().give_back);
        let results = std::mem::take(&mut self.result_words);
        self.words.push(results.len() as u32);
        self.words.extend(results);

        let counted = if exact { self.link() } else { kernels as u32 };
        let (insts, controls): (Box<[KernelInst]>, Box<[ControlInst]>) = (insts.into(), controls.into());
        for (word, index, class) in patches {
            let address = match class {
                KernelClass::Control => &raw const controls[index] as u64,
                _ => &raw const insts[index] as u64,
            };
            self.words[word] = address as u32;
            self.words[word + 1] = (address >> 32) as u32;
        }
        FunctionCode {
            function: self.prepared,
            words: self.words.into(),
            entries: self.entries.into(),
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

    fn enter(&mut self, position: usize, start: usize, class: KernelClass) {
        self.entries[position] = KernelEntry::new(start, class, self.entries[position].first_result);
    }

    /// Writes what dataflow wants to know of the graph into the entries, and finds the kernels whose end a frame counts: see
    /// [`FunctionCode::is_counted`].
    fn link(&mut self) -> u32 {
        let graph = self.prepared.graph();
        let mut counted = 0;
        for position in 0..self.entries.len() - 1 {
            let (result, end) =
                (self.entries[position].first_result, self.entries[position + 1].first_result);
            let entry = &mut self.entries[position];
            entry.stream = graph.streams[position];
            let uses = if result < end { graph.users(result).len() } else { 0 };
            if is_counted((end - result) as usize, uses) {
                counted += 1;
            } else {
                entry.uncounted();
                let simple = self.prepared.kinds[result as usize].is_some() && !graph.is_result(result);
                entry.only_user = graph.only_user(result).filter(|_| simple).unwrap_or(u32::MAX);
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
        let program = self.prepared.program();
        for (&ix, &spec) in kernel.attrs().iter().zip(&signature.attrs) {
            // The loader has checked that these are numbers.
            let bits = match program.attr(ix, spec) {
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
