//! Executable memory, by `cranelift-jit`: first written, then made executable, never both at once.
//!
//! Each unit has a module of its own, which owns its pages. They are unmapped when the [`CodeMemory`] is dropped; a program keeps its
//! units as long as its functions can run.

#![expect(unsafe_code, reason = "turns memory into functions and gives it back")]

use crate::jit::JitError;
use cranelift_codegen::{ir::Signature, isa::OwnedTargetIsa};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, ModuleError, default_libcall_names};
use parking_lot::Mutex;
use tfrt_executor::jit::NativeEntry;
use tfrt_executor::jit::rounds::RoundsEntry;

/// The alignment of an image, unless its functions need less: a line of the cache.
const ALIGNMENT: u64 = 64;

/// Code that can run.
pub struct CodeMemory {
    /// The owner of the pages; taken when this is dropped.
    module: Mutex<Option<JITModule>>,
    start: *const u8,
    length: usize,
}

impl std::fmt::Debug for CodeMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeMemory")
            .field("start", &self.start)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

// SAFETY: the code at `start` is never written again, and the module is behind a lock.
unsafe impl Send for CodeMemory {}
// SAFETY: the code at `start` is never written again, and the module is behind a lock.
unsafe impl Sync for CodeMemory {}

impl CodeMemory {
    /// Puts code that refers to nothing outside of itself into memory of its own.
    pub fn new(isa: OwnedTargetIsa, code: &[u8]) -> Result<CodeMemory, JitError> {
        let failed = |error: ModuleError| JitError(error.to_string());
        let signature = Signature::new(isa.default_call_conv());
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let placed = (|| {
            let id = module.declare_function("unit", Linkage::Local, &signature).map_err(failed)?;
            module.define_function_bytes(id, ALIGNMENT, code, &[]).map_err(failed)?;
            module.finalize_definitions().map_err(failed)?;
            Ok(module.get_finalized_function(id))
        })();
        let memory = |start| CodeMemory { module: Mutex::new(Some(module)), start, length: code.len() };
        match placed {
            Ok(start) => Ok(memory(start)),
            Err(error) => {
                // Frees the module's memory.
                drop(memory(std::ptr::null()));
                Err(error)
            }
        }
    }

    /// The address of a byte of the code.
    pub fn address(&self, offset: u32) -> usize {
        self.at(offset).addr()
    }

    fn at(&self, offset: u32) -> *const u8 {
        assert!((offset as usize) < self.length, "images have their functions within their code");
        self.start.wrapping_add(offset as usize)
    }

    /// The function that starts here.
    ///
    /// # Safety
    /// The code there is a function of this type. It may be called as long as this memory is kept.
    pub unsafe fn entry(&self, offset: u32) -> NativeEntry {
        // SAFETY: the caller says that the code at `offset` is a function of the type `NativeEntry`, and calls it only while
        // it keeps this memory.
        unsafe { std::mem::transmute::<*const u8, NativeEntry>(self.at(offset)) }
    }

    /// The function of rounds that the code is.
    ///
    /// # Safety
    /// The code is a function of this type. It may be called as long as this memory is kept.
    pub(crate) unsafe fn rounds(&self) -> RoundsEntry {
        // SAFETY: the caller says that the code is a function of the type `RoundsEntry`, and calls it only while it keeps this memory.
        unsafe { std::mem::transmute::<*const u8, RoundsEntry>(self.at(0)) }
    }
}

impl Drop for CodeMemory {
    fn drop(&mut self) {
        if let Some(module) = self.module.get_mut().take() {
            // SAFETY: a caller of the code holds a share of this memory, and the last share is being dropped;
            // so no thread runs the code.
            unsafe { module.free_memory() };
        }
    }
}
