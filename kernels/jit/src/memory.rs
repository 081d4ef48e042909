//! Memory with code in it: written, and then made executable, never both.

#![expect(unsafe_code, reason = "turns memory into functions")]

use memmap2::{Mmap, MmapMut};
use std::{io, sync::Arc};
use tfrt_executor::jit::NativeEntry;

/// Code that can run. It is unmapped with the last reference.
#[derive(Debug, Clone)]
pub struct CodeMemory(Arc<Mmap>);

impl CodeMemory {
    /// Puts code into memory of its own.
    pub fn new(code: &[u8]) -> io::Result<CodeMemory> {
        let mut memory = MmapMut::map_anon(code.len())?;
        memory.copy_from_slice(code);
        // SAFETY: the memory is mapped; a processor whose instruction cache does not see writes is told of them.
        unsafe { wasmtime_internal_jit_icache_coherence::clear_cache(memory.as_ptr().cast(), code.len())? };
        let memory = memory.make_exec()?;
        wasmtime_internal_jit_icache_coherence::pipeline_flush_mt()?;
        Ok(CodeMemory(Arc::new(memory)))
    }

    /// The address of a byte of the code.
    pub fn address(&self, offset: u32) -> usize {
        self.0[offset as usize..].as_ptr().addr()
    }

    /// The function that starts here.
    ///
    /// # Safety
    /// The code there is a function of this type. It may be called as long as this memory, or a clone of it, is kept.
    pub unsafe fn entry(&self, offset: u32) -> NativeEntry {
        let start = self.0[offset as usize..].as_ptr();
        // SAFETY: by the contract.
        unsafe { std::mem::transmute::<*const u8, NativeEntry>(start) }
    }
}
