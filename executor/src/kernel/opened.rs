//! Open programs, as kernels know them: a file, its functions by name, and a way to call them.
//!
//! The executable form of the file is opaque here: [`program`](crate::program) supplies it when a program is opened, together with the
//! [`Calls`] that run it. So a kernel can hold programs and call functions without any knowledge of how they run, and the modules of
//! `program` can use kernels.

#![expect(unsafe_code, reason = "the executable form of a program is of the type that its opener says")]

use super::{AttrSpec, Converted, ExecCtx, Func, Values};
use crate::{
    request::RequestContext,
    value::{Error, Locates, Places, SourceLocation, Value},
};
use rustc_hash::FxHashMap;
use std::{
    any::Any,
    ops::Range,
    sync::{Arc, OnceLock, Weak},
};
use tfrt_bef::{AttrIx, AttrView, BefFile, FunctionId, FunctionView, KernelIx, TypeIx};

/// The calls of a program's functions, each with the surroundings of its caller, the function's number and the arguments.
pub(crate) struct Calls {
    pub(crate) call: fn(ExecCtx<'_>, u32, Values) -> Values,
    pub(crate) call_async: fn(ExecCtx<'_>, u32, Values) -> Values,
    pub(crate) call_blocks: fn(ExecCtx<'_>, u32, Range<i32>, u32, Values) -> Value,
    pub(crate) call_sync: fn(&Program, u32, &RequestContext, Values) -> Result<Values, Error>,
}

/// An open program, without the runtime that calls it.
struct Opened {
    file: Arc<BefFile>,
    converted: Arc<Converted>,
    calls: &'static Calls,
    /// The executable form, see [`Program::executable`].
    executable: Box<dyn Any + Send + Sync>,
    by_name: OnceLock<FxHashMap<Box<str>, u32>>,
    /// The number by which the kernels are found when a task of theirs panics.
    places: Places,
}

impl Locates for Opened {
    fn locate(&self, kernel: u32) -> SourceLocation {
        let kernel = KernelIx(kernel);
        if kernel.index() >= self.file.kernel_records().len() {
            return SourceLocation::Unknown;
        }
        SourceLocation::of(self.file.kernel_location(kernel))
    }
}

/// An open program; cheap to clone, usable from any thread.
#[derive(Clone)]
pub struct Program {
    opened: Arc<Opened>,
    /// The runtime that calls its functions by default.
    runtime: Option<Weak<dyn Any + Send + Sync>>,
}

impl Program {
    /// A program whose functions these calls run.
    ///
    /// # Safety
    /// Every caller passes an executable form of the same type, the one that [`Program::executable`] is asked for.
    pub(crate) unsafe fn new(
        file: Arc<BefFile>,
        converted: Arc<Converted>,
        executable: Box<dyn Any + Send + Sync>,
        calls: &'static Calls,
    ) -> Program {
        let by_name = OnceLock::new();
        let opened =
            Places::of(|places| Arc::new(Opened { file, converted, calls, executable, by_name, places }));
        Program { opened, runtime: None }
    }

    /// The executable form of the program.
    ///
    /// # Safety
    /// `T` is the type of all executable forms that [`Program::new`] was given.
    #[inline(always)]
    pub(crate) unsafe fn executable<T: Any>(&self) -> &T {
        debug_assert!(self.opened.executable.is::<T>());
        // SAFETY: the caller says that the box holds a `T`; the reference ends before the program does.
        unsafe { &*(&raw const *self.opened.executable).cast::<T>() }
    }

    /// The calls of its functions.
    #[inline]
    pub(crate) fn calls(&self) -> &'static Calls {
        self.opened.calls
    }

    /// The number by which its kernels are found when a task of theirs panics.
    #[inline]
    pub(crate) fn places(&self) -> &Places {
        &self.opened.places
    }

    /// An owner of the program, apart from its runtime.
    #[inline]
    pub(crate) fn keeper(&self) -> Arc<dyn Any + Send + Sync> {
        self.opened.clone()
    }

    /// The place of the program in memory: distinct programs that exist have distinct ones.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.opened).addr()
    }

    /// The same program, called on this runtime.
    pub(crate) fn with_runtime(self, runtime: Weak<dyn Any + Send + Sync>) -> Program {
        Program { runtime: Some(runtime), ..self }
    }

    /// The runtime that it was given, if it still exists.
    pub(crate) fn any_runtime(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        self.runtime.as_ref()?.upgrade()
    }

    /// The file.
    pub fn file(&self) -> &BefFile {
        &self.opened.file
    }

    /// An attribute as a kernel with this requirement reads it.
    #[inline]
    pub(crate) fn attr(&self, ix: AttrIx, spec: AttrSpec) -> AttrView<'_> {
        self.opened.converted.view(&self.opened.file, ix, spec)
    }

    /// Whether both are the same open program.
    pub fn same(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.opened, &other.opened)
    }

    /// The owner of the file's bytes, apart from the program: constants that refer to them keep it alive.
    pub fn file_owner(&self) -> Arc<BefFile> {
        self.opened.file.clone()
    }

    /// All functions, in file order.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function> + '_ {
        (0..self.file().function_records().len() as u32).map(|id| self.function_by_id(id))
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<Function> {
        let names = self.opened.by_name.get_or_init(|| {
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
        self.opened.locate(kernel.0)
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
        write!(f, "Program({} functions)", self.file().function_records().len())
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
