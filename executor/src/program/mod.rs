//! Programs: BEF files that run.
//!
//! * [`load`]: finds the kernels of a file and checks every use of them, once.
//! * [`purity`]: which functions only compute scalars.
//! * [`prepare`]: what a function becomes when it first runs; [`build`] writes its instructions, [`order`] finds the order of
//!   effects, [`start`] what is ready when a call begins.
//! * [`machine`]: runs instructions as a straight loop, with control flow on a stack of its own; [`states`] goes from there to
//!   dataflow and to whoever waits for results; [`room`] makes room for calls, up to a limit; [`lend`] keeps a thread's
//!   machines, [`host_function`] calls functions of the host.
//! * [`blocks`]: calls of a function for the blocks of a range.
//! * [`dataflow`]: runs kernels as they become ready, when something is not there yet, is an error, or when streams say so;
//!   [`frame`] is the state of such a call, [`leave`] turns a straight call into one, [`store`] hands on what kernels give,
//!   [`wake`] goes on when something is there.
//! * [`recorded`]: the same while kernels are recorded. [`origin`] says which kernel a task comes from.
//! * [`units`]: which parts of functions can be compiled to machine code; [`native`] finds what is hot and swaps compiled code in,
//!   [`enter`] takes over where it leaves. [`flow_runs`] does this within dataflow calls, [`flow_plan`] finds what follows what
//!   there, [`cold`] names what was not asked for. Who compiles is the business of [`jit`](crate::jit).

mod blocks;
mod build;
mod code;
mod cold;
mod control;
mod dataflow;
mod enter;
mod flow_plan;
mod flow_runs;
mod frame;
mod host_function;
mod leave;
mod lend;
mod load;
mod machine;
mod native;
mod ops;
mod order;
mod origin;
mod prepare;
mod purity;
mod recorded;
mod room;
mod run;
mod settle;
mod start;
mod states;
mod store;
mod units;
mod wake;

use crate::{
    jit::JitCompiler,
    kernel::{Func, KernelDef, NativeFn},
    runtime::{Runtime, WeakRuntime},
    value::SourceLocation,
};
pub(crate) use blocks::call_blocks;
pub(crate) use code::{KernelInst, LAST_USE, Next, OBJECT, REGISTER, Thunk};
pub use load::LoadError;
pub(crate) use load::source_location;
#[doc(hidden)]
pub use machine::Machine;
pub(crate) use machine::{fail_fast, stage_fast};
pub(crate) use origin::{Origin, number_host, remove_host};
pub(crate) use prepare::Code;
use prepare::Prepared;
pub(crate) use run::{call, call_async, call_async_at, call_at, call_sync};
use rustc_hash::FxHashMap;
#[doc(hidden)]
pub use settle::Settled;
pub(crate) use settle::settle;
use std::sync::{Arc, OnceLock, atomic::AtomicU32};
use tfrt_bef::{BefFile, FunctionId, FunctionKind, FunctionView, KernelIx, TypeIx};

pub(crate) struct ProgramInner {
    /// For [`Origin`].
    number: u32,
    file: Arc<BefFile>,
    kernels: Vec<Arc<KernelDef>>,
    natives: FxHashMap<u32, NativeFn>,
    /// Filled as functions run; native functions have none.
    prepared: Box<[OnceLock<Box<Prepared>>]>,
    purity: purity::Purity,
    any_wants_objects: bool,
    /// Who compiles hot functions, if anybody.
    jit: Option<Arc<dyn JitCompiler>>,
    /// Kernels that have run before anything could be hot.
    jit_kernels: AtomicU32,
    by_name: OnceLock<FxHashMap<Box<str>, u32>>,
}

impl ProgramInner {
    /// The function, ready to run. Not for native functions.
    #[inline]
    fn prepared(&self, id: u32) -> &Prepared {
        self.prepared[id as usize].get_or_init(|| Box::new(Prepared::new(self, id)))
    }

    /// The function, ready to run, if it has kernels.
    #[inline]
    fn straight_function(&self, id: u32) -> Option<&Prepared> {
        if let Some(function) = self.prepared[id as usize].get() {
            return Some(function);
        }
        (self.file.function(FunctionId(id)).kind() == FunctionKind::Async).then(|| self.prepared(id))
    }
}

/// An open program; cheap to clone, usable from any thread.
#[derive(Clone)]
pub struct Program {
    inner: Arc<ProgramInner>,
    /// Where its functions are called when nothing else is said.
    runtime: WeakRuntime,
}

impl Program {
    #[inline]
    pub(crate) fn inner(&self) -> &ProgramInner {
        &self.inner
    }

    /// The same program, called on this runtime.
    pub(crate) fn on(self, runtime: &Runtime) -> Program {
        Program { runtime: runtime.downgrade(), ..self }
    }

    /// The runtime that opened the program, if there was one and it still exists.
    pub fn runtime(&self) -> Option<Runtime> {
        self.runtime.get()
    }

    /// The file.
    pub fn file(&self) -> &BefFile {
        &self.inner.file
    }

    /// Where the open program is.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.inner).addr()
    }

    /// Whether both are the same open program.
    pub fn same(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// What owns the file's bytes, apart from the program: constants that refer to them keep this alive.
    pub fn file_owner(&self) -> Arc<BefFile> {
        self.inner.file.clone()
    }

    /// What makes machine code for the program.
    pub(crate) fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.inner.jit.as_ref()
    }

    /// All functions, in file order.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function> + '_ {
        (0..self.inner.prepared.len() as u32).map(|id| self.function_by_id(id))
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<Function> {
        let names = self.inner.by_name.get_or_init(|| {
            let named = self.file().functions().filter(|function| !function.is_region());
            // The first function of a name wins.
            named.rev().map(|function| (function.name().into(), function.id().0)).collect()
        });
        names.get(name).map(|&id| self.function_by_id(id))
    }

    pub(crate) fn function_by_id(&self, id: u32) -> Function {
        Function { program: self.clone(), id }
    }

    pub(crate) fn function_view(&self, id: u32) -> FunctionView<'_> {
        self.file().function(FunctionId(id))
    }

    /// The printed form of a type.
    pub fn type_name(&self, ix: TypeIx) -> &str {
        self.file().type_view(ix).name
    }

    /// Where a kernel stands in its source.
    pub fn kernel_location(&self, kernel: KernelIx) -> SourceLocation {
        if kernel.index() >= self.file().kernel_records().len() {
            return SourceLocation::Unknown;
        }
        load::source_location(self.file().kernel_location(kernel))
    }

    /// What the named location of a kernel says.
    pub fn debug_info(&self, kernel: KernelIx) -> Option<String> {
        if kernel.index() >= self.file().kernel_records().len() {
            return None;
        }
        self.file().kernel_location(kernel)?.debug_info()
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({} functions)", self.inner.prepared.len())
    }
}

/// A function of a program; cheap to clone, callable from any thread.
#[derive(Debug, Clone)]
pub struct Function {
    program: Program,
    id: u32,
}

impl Function {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// As kernels get it.
    pub fn as_func(&self) -> Func<'_> {
        Func { program: &self.program, id: self.id }
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Its name, empty for regions.
    pub fn name(&self) -> &str {
        self.program.function_view(self.id).name()
    }

    /// Its record in the file: kind, types, location.
    pub fn view(&self) -> FunctionView<'_> {
        self.program.function_view(self.id)
    }
}
