//! The parts of a function that can be compiled, and their description for the compiler.
//!
//! A scalar kernel can be compiled if the compiler knows it; a control flow kernel, if all of its possible callees can.
//! Other kernels are left out, so a function may consist of several units with interpreted kernels between them. Long runs
//! of kernels are split, because compilers take more than linear time.

use crate::{
    jit::{JitCompiler, Unit, UnitEntry, UnitFunction, UnitStep},
    kernel::{Control, KernelDef, KernelFlags},
    program::{code::function::FunctionCode, open::ProgramInner},
    value::ScalarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use tfrt_bef::{AttrView, FunctionId, FunctionKind, KernelView};

/// Kernels of a unit's own function, at most.
pub(in crate::program) const LONGEST: u32 = 2048;
/// Kernels of all functions of a unit together, at most.
const LARGEST: usize = 8192;
/// Functions of a unit, at most.
const MOST_FUNCTIONS: usize = 256;
/// Kernels for which entering compiled code pays.
pub(in crate::program) const SHORTEST: u32 = 4;

/// A unit and the codes of its functions.
pub(in crate::program) struct Described {
    pub(in crate::program) unit: Unit,
    pub(in crate::program) codes: Vec<*const FunctionCode>,
}

/// Finds units.
pub(in crate::program) struct Describer<'a> {
    pub(in crate::program) program: &'a ProgramInner,
    pub(in crate::program) jit: &'a dyn JitCompiler,
    /// The code by which a function is called, if the straight loop can run it.
    pub(in crate::program) resolve: &'a dyn Fn(u32) -> Option<&'a FunctionCode>,
}

impl<'a> Describer<'a> {
    fn def(&self, kernel: &KernelView<'_>) -> &'a KernelDef {
        &self.program.loaded.kernels[kernel.code().index()]
    }

    /// Under which number the compiler knows a kernel.
    fn lowering(&self, def: &KernelDef) -> Option<u32> {
        def.flags().has(KernelFlags::LOWERED).then(|| self.jit.lowering(def.name())).flatten()
    }

    /// The functions a kernel may call, if it is control flow.
    fn callees(&self, kernel: &KernelView<'a>) -> &'a [FunctionId] {
        match self.def(kernel).control() {
            None => &[],
            Some(Control::Call | Control::Repeat | Control::While) => &kernel.functions()[..1],
            Some(Control::If) => &kernel.functions()[..2],
            Some(Control::Case) => kernel.functions(),
        }
    }

    /// Whether the kernel itself can be compiled, regardless of what it calls; why not.
    fn kernel_fits(&self, code: &FunctionCode, kernel: &KernelView<'_>) -> Result<(), String> {
        let kinds = &code.function().kinds;
        if kernel.operands().iter().copied().chain(kernel.results()).any(|r| kinds[r as usize].is_none()) {
            return Err(format!("'{}' works on objects", kernel.name()));
        }
        let def = self.def(kernel);
        match def.control() {
            Some(Control::While) if !code.function().pure && self.is_parallel(kernel) => {
                Err(format!("'{}' runs in parallel", kernel.name()))
            }
            Some(_) => Ok(()),
            None if def.fast.is_none() => Err(format!("'{}' does more than compute scalars", kernel.name())),
            None if self.lowering(def).is_some() || def.scalar_fn.is_some() => Ok(()),
            None => {
                Err(format!("there is no machine code for '{}', {}", kernel.name(), why_not_callable(def)))
            }
        }
    }

    fn is_parallel(&self, kernel: &KernelView<'_>) -> bool {
        let first = kernel.attrs().first();
        first
            .and_then(|&ix| self.program.loaded.file.attr(ix).as_int())
            .is_some_and(|iterations| iterations > 1)
    }

    /// Whether a function and all that it calls can be compiled as one; why not.
    pub(in crate::program) fn whole(&self, root: &'a FunctionCode) -> Result<(), String> {
        if let Some(known) = root.jit.whole.get() {
            return known.clone();
        }
        let result = self.find_whole(root);
        root.jit.whole.get_or_init(|| result).clone()
    }

    fn find_whole(&self, root: &'a FunctionCode) -> Result<(), String> {
        let mut seen: FxHashSet<*const FunctionCode> = FxHashSet::default();
        let mut pending = vec![root];
        let mut steps = 0;
        while let Some(code) = pending.pop() {
            if !seen.insert(code) {
                continue;
            }
            let view = code.function().view();
            steps += view.num_kernels();
            if seen.len() > MOST_FUNCTIONS || steps > LARGEST || code.num_kernels > LONGEST {
                return Err("a function and what it calls are too large".to_owned());
            }
            // The requester calls the root, and may not know its callees.
            let within = |reason: String| format!("of what it calls, {}: {reason}", code.display_name());
            if code.function().kinds.iter().any(Option::is_none) {
                return Err(within("it has values that are objects".to_owned()));
            }
            for kernel in view.kernels() {
                self.kernel_fits(code, &kernel).map_err(within)?;
                for &callee in self.callees(&kernel) {
                    pending.push(self.resolve_callee(&kernel, callee).map_err(within)?);
                }
            }
        }
        Ok(())
    }

    fn resolve_callee(
        &self,
        kernel: &KernelView<'_>,
        callee: FunctionId,
    ) -> Result<&'a FunctionCode, String> {
        (self.resolve)(callee.0).ok_or_else(|| {
            let function = self.program.loaded.file.function(callee);
            match function.kind() {
                FunctionKind::Async => {
                    let code = self.program.prepared(callee.0).main();
                    let name = code.display_name();
                    format!("'{}' calls what runs as dataflow: {name}, on several streams", kernel.name())
                }
                _ => format!("'{}' calls what is no function of kernels: {}", kernel.name(), function.name()),
            }
        })
    }

    /// The parts of a function to compile, and why the rest is not.
    pub(in crate::program) fn segments(
        &self,
        code: &'a FunctionCode,
        shortest: u32,
    ) -> (Vec<Range<u32>>, Vec<String>) {
        let view = code.function().view();
        let (mut segments, mut reasons) = (Vec::new(), Vec::new());
        let (mut start, mut useful, mut calls) = (0, 0, 0);
        let mut end_at = |end: u32, start: u32, useful: u32| {
            if useful >= shortest {
                segments.push(start..end);
            }
        };
        for step in 0..code.num_kernels {
            let kernel = view.kernel(code.position(step) as usize);
            match self.step_fits(code, &kernel) {
                Ok(called) => {
                    let weight = self.weight(&kernel).max(u32::from(shortest <= 1));
                    if step - start >= LONGEST || calls + called > LARGEST {
                        end_at(step, start, useful);
                        (start, useful, calls) = (step, 0, 0);
                    }
                    useful += weight;
                    calls += called;
                }
                Err(reason) => {
                    end_at(step, start, useful);
                    (start, useful, calls) = (step + 1, 0, 0);
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
            }
        }
        end_at(code.num_kernels, start, useful);
        (segments, reasons)
    }

    /// Whether a step can be part of a unit, and how many kernels of called functions come with it.
    pub(in crate::program) fn step_fits(
        &self,
        code: &FunctionCode,
        kernel: &KernelView<'a>,
    ) -> Result<usize, String> {
        self.kernel_fits(code, kernel)?;
        let mut called = 0;
        for &callee in self.callees(kernel) {
            let callee = self.resolve_callee(kernel, callee)?;
            self.whole(callee)?;
            called += callee.num_kernels as usize;
        }
        Ok(called)
    }

    /// Describes a loop around this function.
    pub(in crate::program) fn describe_loop(
        &self,
        body: &'a FunctionCode,
        entry: UnitEntry,
    ) -> Option<Described> {
        let mut called = Called { numbers: FxHashMap::default(), codes: vec![body] };
        called.numbers.insert(body, 0);
        let mut functions = Vec::new();
        self.describe_called(&mut called, &mut functions)?;
        Some(called.described(entry, functions))
    }

    /// Describes kernels of a call of this function, by position and in their order. `results` are registers that they write and
    /// that others read.
    pub(in crate::program) fn describe_kernels(
        &self,
        code: &'a FunctionCode,
        kernels: impl Iterator<Item = u32>,
        results: &[u32],
    ) -> Option<Described> {
        // That function itself is no function of the unit: it may be called as well.
        let mut called = Called { numbers: FxHashMap::default(), codes: vec![code] };
        let mut touched = Touched { kinds: &code.function().kinds, ..Touched::default() };
        let view = code.function().view();
        let mut steps = Vec::new();
        for position in kernels {
            let kernel = view.kernel(position as usize);
            steps.push(self.describe_step(&kernel, &mut called, &mut |register| touched.number(register))?);
        }
        let results = results.iter().map(|&register| touched.number(register)).collect::<Option<_>>()?;
        let Touched { places, registers, .. } = touched;
        let mut functions = vec![UnitFunction {
            registers,
            arguments: 0,
            results,
            steps,
            is_region: false,
            recursive: false,
        }];
        self.describe_called(&mut called, &mut functions)?;
        Some(called.described(UnitEntry::Steps { places }, functions))
    }

    /// Describes what is called and not described yet.
    fn describe_called(&self, called: &mut Called<'a>, functions: &mut Vec<UnitFunction>) -> Option<()> {
        while let Some(&code) = called.codes.get(functions.len()) {
            let function = code.function();
            let view = function.view();
            let positions = (0..code.num_kernels).map(|step| code.position(step) as usize);
            let steps = positions
                .map(|position| self.describe_step(&view.kernel(position), called, &mut Some))
                .collect::<Option<_>>()?;
            functions.push(UnitFunction {
                registers: function.kinds.iter().copied().collect::<Option<_>>()?,
                arguments: function.num_args,
                results: function.result_registers().to_vec(),
                steps,
                is_region: view.is_region(),
                recursive: false,
            });
            if called.codes.len() > MOST_FUNCTIONS {
                return None;
            }
        }
        Some(())
    }

    /// Describes a kernel, with registers numbered anew.
    fn describe_step(
        &self,
        kernel: &KernelView<'a>,
        called: &mut Called<'a>,
        number: &mut dyn FnMut(u32) -> Option<u32>,
    ) -> Option<UnitStep> {
        let def = self.def(kernel);
        let control = def.control();
        let (selector, operands) = match control {
            Some(Control::Call) => (None, kernel.operands()),
            Some(_) => (Some(number(kernel.operands()[0])?), &kernel.operands()[1..]),
            None => (None, &kernel.operands()[..def.signature().operands.len()]),
        };
        let operands = operands.iter().map(|&register| number(register)).collect::<Option<_>>()?;
        // A kernel's results are consecutive, and no earlier kernel has them.
        let mut results = 0..0;
        for (i, register) in kernel.results().enumerate() {
            let number = number(register)?;
            results = if i == 0 { number..number + 1 } else { results.start..number + 1 };
        }
        Some(if let Some(control) = control {
            let mut functions = Vec::new();
            for callee in self.callees(kernel) {
                functions.push(called.number((self.resolve)(callee.0)?));
            }
            UnitStep::Control { control, selector: selector.unwrap_or(0), functions, operands, results }
        } else if let Some(lowering) = self.lowering(def) {
            let attrs = kernel.attrs().iter().zip(&def.signature().attrs);
            let bits = attrs.map(|(&ix, &spec)| match self.program.loaded.attr(ix, spec) {
                AttrView::Scalar { bits, .. } => bits,
                _ => 0,
            });
            UnitStep::Scalar { lowering, operands, attrs: bits.collect(), results }
        } else {
            UnitStep::Function {
                name: kernel.name().into(),
                address: def.scalar_fn? as usize,
                operands,
                results,
            }
        })
    }

    /// The last step that reads each register; [`u32::MAX`] for results; 0 if none does.
    pub(in crate::program) fn last_reads(code: &FunctionCode) -> Vec<u32> {
        let view = code.function().view();
        let mut last = vec![0; view.num_registers()];
        for step in 0..code.num_kernels {
            for &register in view.kernel(code.position(step) as usize).operands() {
                last[register as usize] = step;
            }
        }
        for &register in view.result_registers() {
            last[register as usize] = u32::MAX;
        }
        last
    }

    /// The registers that these steps write and that are read after them.
    pub(in crate::program) fn results_of(
        code: &FunctionCode,
        steps: Range<u32>,
        last_reads: &[u32],
    ) -> Vec<u32> {
        let end = steps.end;
        let written = steps.flat_map(|step| code.results(code.position(step)));
        written.filter(|&register| last_reads[register as usize] >= end).collect()
    }

    /// The weight of a kernel towards [`SHORTEST`]. A constant alone is not worth compiling.
    pub(in crate::program) fn weight(&self, kernel: &KernelView<'_>) -> u32 {
        match self.def(kernel).control() {
            Some(_) => SHORTEST,
            None => u32::from(!kernel.operands().is_empty()),
        }
    }
}

/// Functions of a unit.
struct Called<'a> {
    numbers: FxHashMap<*const FunctionCode, u32>,
    codes: Vec<&'a FunctionCode>,
}

impl<'a> Called<'a> {
    fn number(&mut self, callee: &'a FunctionCode) -> u32 {
        *self.numbers.entry(callee).or_insert_with(|| {
            self.codes.push(callee);
            self.codes.len() as u32 - 1
        })
    }

    fn described(self, entry: UnitEntry, mut functions: Vec<UnitFunction>) -> Described {
        mark_recursion(&mut functions);
        let codes = self.codes.into_iter().map(std::ptr::from_ref).collect();
        Described { unit: Unit { entry, functions }, codes }
    }
}

/// Registers of a call that some of its kernels touch, numbered in the order in which they do.
#[derive(Default)]
struct Touched<'a> {
    kinds: &'a [Option<ScalarKind>],
    numbers: FxHashMap<u32, u32>,
    places: Vec<u32>,
    registers: Vec<ScalarKind>,
}

impl Touched<'_> {
    /// `None` for an object.
    fn number(&mut self, register: u32) -> Option<u32> {
        let kind = self.kinds[register as usize]?;
        Some(*self.numbers.entry(register).or_insert_with(|| {
            self.places.push(register);
            self.registers.push(kind);
            self.places.len() as u32 - 1
        }))
    }
}

/// The reason why compiled code cannot call a kernel of scalars that the compiler does not know.
fn why_not_callable(def: &KernelDef) -> &'static str {
    let flags = def.flags();
    if def.fast_ctx {
        "which looks at its surroundings"
    } else if flags.has(KernelFlags::ASYNC) {
        "whose result may come later"
    } else if !flags.has(KernelFlags::PURE) && !flags.has(KernelFlags::INFALLIBLE) {
        "which has effects and may fail"
    } else {
        "which has attributes, a state of its own, or too many operands or results to be called"
    }
}

/// Finds the functions that may call themselves.
fn mark_recursion(functions: &mut [UnitFunction]) {
    let callees: Vec<Vec<u32>> = functions
        .iter()
        .map(|function| {
            let called = function.steps.iter().filter_map(|step| match step {
                UnitStep::Control { functions, .. } => Some(functions.as_slice()),
                _ => None,
            });
            called.flatten().copied().collect()
        })
        .collect();
    for start in 0..functions.len() {
        let mut seen = vec![false; functions.len()];
        let mut pending = callees[start].clone();
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut seen[at as usize], true) {
                pending.extend(&callees[at as usize]);
            }
        }
        functions[start].recursive = seen[start];
    }
}
