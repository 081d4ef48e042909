//! Open programs, and their functions.
//!
//! A program consists of the [loaded](super::loading) form of its file and, from the first call of each function on, that
//! function's [code](super::code). It does not depend on how code is run: the executor's own instructions are an
//! [`Engine`](super::code::instruction::Engine) that it holds.

use crate::{
    jit::JitCompiler,
    kernel::{Func, KernelRegistry},
    program::{
        code::{function::Prepared, instruction::Engine},
        loading::{LoadError, Loaded},
    },
    runtime::{Runtime, WeakRuntime},
    trace::record::{self, Generation},
    value::{Locates, Places, SourceLocation},
};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, atomic::AtomicU32};
use tfrt_bef::{BefFile, FunctionId, FunctionKind, FunctionView, KernelIx, TypeIx};

/// An open program, without the runtime that calls it.
pub(crate) struct ProgramInner {
    pub(in crate::program) loaded: Loaded,
    engine: &'static Engine,
    /// Filled as functions run; native functions have none.
    pub(in crate::program) prepared: Box<[OnceLock<Box<Prepared>>]>,
    /// Kernels that have run before anything could be hot.
    pub(in crate::program) jit_kernels: AtomicU32,
    by_name: OnceLock<FxHashMap<Box<str>, u32>>,
    /// By which its kernels are found when a task of theirs panics.
    places: Places,
}

impl ProgramInner {
    /// The function, ready to run. Not for native functions.
    #[inline]
    pub(in crate::program) fn prepared(&self, id: u32) -> &Prepared {
        self.prepared[id as usize].get_or_init(|| Box::new(Prepared::new(&self.loaded, self.engine, id)))
    }

    /// The function, ready to run, if it has kernels.
    #[inline]
    pub(in crate::program) fn straight_function(&self, id: u32) -> Option<&Prepared> {
        if let Some(function) = self.prepared[id as usize].get() {
            return Some(function);
        }
        (self.loaded.file.function(FunctionId(id)).kind() == FunctionKind::Async).then(|| self.prepared(id))
    }

    /// The executor's own instructions.
    #[inline]
    pub(in crate::program) fn engine(&self) -> &'static Engine {
        self.engine
    }

    /// The compiler of machine code for the program.
    #[inline]
    pub(in crate::program) fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.loaded.jit.as_ref()
    }

    /// By which its kernels are found when a task of theirs panics.
    #[inline]
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    fn kernel_location(&self, kernel: KernelIx) -> SourceLocation {
        if kernel.index() >= self.loaded.file.kernel_records().len() {
            return SourceLocation::Unknown;
        }
        SourceLocation::of(self.loaded.file.kernel_location(kernel))
    }
}

impl Locates for ProgramInner {
    fn locate(&self, kernel: u32) -> SourceLocation {
        self.kernel_location(KernelIx(kernel))
    }
}

/// An open program; cheap to clone, usable from any thread.
#[derive(Clone)]
pub struct Program {
    inner: Arc<ProgramInner>,
    /// The runtime that calls its functions by default.
    runtime: WeakRuntime,
}

impl Program {
    /// Loads a file for this engine.
    pub(in crate::program) fn load(
        file: BefFile,
        registry: &KernelRegistry,
        engine: &'static Engine,
    ) -> Result<Program, LoadError> {
        let loaded = Loaded::new(file, registry)?;
        let prepared = (0..loaded.file.function_records().len()).map(|_| OnceLock::new()).collect();
        let inner = Places::of(|places| {
            Arc::new(ProgramInner {
                loaded,
                engine,
                prepared,
                jit_kernels: AtomicU32::new(0),
                by_name: OnceLock::new(),
                places,
            })
        });
        Ok(Program { inner, runtime: WeakRuntime::default() })
    }

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
        &self.inner.loaded.file
    }

    /// Keeps the program until the current recording is dropped, if there is one.
    #[inline]
    pub(in crate::program) fn keep_recorded(&self) -> Generation {
        record::keep(Arc::as_ptr(&self.inner).addr(), || self.inner.clone())
    }

    /// Whether both are the same open program.
    pub fn same(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The owner of the file's bytes, apart from the program: constants that refer to them keep it alive.
    pub fn file_owner(&self) -> Arc<BefFile> {
        self.inner.loaded.file.clone()
    }

    /// The compiler of machine code for the program.
    pub(crate) fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.inner.jit()
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

    /// The source location of a kernel.
    pub fn kernel_location(&self, kernel: KernelIx) -> SourceLocation {
        self.inner.kernel_location(kernel)
    }

    /// The name in the location of a kernel.
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
