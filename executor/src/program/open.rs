//! The executable form of open programs.
//!
//! It consists of the [loaded](super::loading) form of the file and, from the first call of each function on, that
//! function's [code](super::code). It does not depend on how code is run: the executor's own instructions are an
//! [`Engine`](super::code::instruction::Engine) that it holds. Kernels hold it as a [`Program`].

#![expect(unsafe_code, reason = "says of which type the executable form of every program is")]

use crate::{
    jit::JitCompiler,
    kernel::{
        KernelRegistry,
        opened::{Calls, Program},
    },
    program::{
        code::{function::Prepared, instruction::Engine},
        loading::{LoadError, Loaded},
    },
    trace::record::{self, Generation},
};
use std::sync::{Arc, OnceLock, atomic::AtomicU32};
use tfrt_bef::{BefFile, FunctionId, FunctionKind};

/// The executable form of an open program.
pub(crate) struct ProgramInner {
    pub(in crate::program) loaded: Loaded,
    engine: &'static Engine,
    /// Filled as functions run; native functions have none.
    pub(in crate::program) prepared: Box<[OnceLock<Box<Prepared>>]>,
    /// Kernels that have run before anything could be hot.
    pub(in crate::program) jit_kernels: AtomicU32,
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
}

impl Program {
    /// Loads a file for this engine and these calls.
    pub(in crate::program) fn load(
        file: BefFile,
        registry: &KernelRegistry,
        engine: &'static Engine,
        calls: &'static Calls,
    ) -> Result<Program, LoadError> {
        let loaded = Loaded::new(file, registry)?;
        let (file, converted) = (loaded.file.clone(), loaded.converted.clone());
        let prepared = (0..file.function_records().len()).map(|_| OnceLock::new()).collect();
        let inner = ProgramInner { loaded, engine, prepared, jit_kernels: AtomicU32::new(0) };
        // SAFETY: this is the only caller, and passes a `ProgramInner`.
        Ok(unsafe { Program::new(file, converted, Box::new(inner), calls) })
    }

    /// The executable form.
    #[inline(always)]
    pub(in crate::program) fn inner(&self) -> &ProgramInner {
        // SAFETY: `Program::load`, the only caller of `Program::new`, passes a `ProgramInner`.
        unsafe { self.executable() }
    }

    /// Keeps the program until the current recording is dropped, if there is one.
    #[inline]
    pub(in crate::program) fn keep_recorded(&self) -> Generation {
        record::keep(self.address(), || self.keeper())
    }

    /// The compiler of machine code for the program.
    pub(crate) fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.inner().jit()
    }
}
