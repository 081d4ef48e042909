//! The end of a program: reports the functions that were never compiled.

use crate::jit::JitCompiler;
use crate::program::{code::function::Prepared, open::ProgramInner};

/// Functions that are named; of more, it is said how many they are.
const NAMED: usize = 100;

impl Drop for ProgramInner {
    fn drop(&mut self) {
        if let Some(jit) = &self.loaded.jit
            && jit.names_what_is_cold()
        {
            self.name_what_is_cold(&**jit);
        }
    }
}

impl ProgramInner {
    fn name_what_is_cold(&self, jit: &dyn JitCompiler) {
        let reason = match jit.threshold() {
            0 => "it has not run".to_owned(),
            kernels => {
                format!(
                    "it is not hot: with what it calls, but without what runs as machine code, it has run about {kernels} kernels at most"
                )
            }
        };
        let prepared = self.prepared.iter().filter_map(|function| function.get());
        let mut cold = prepared.filter(|function| function.view().num_kernels() > 0 && function.is_cold());
        for code in cold.by_ref().take(NAMED).filter_map(|function| function.codes().next()) {
            jit.stays_interpreted(&code.display_name(), &reason);
        }
        let others = cold.count();
        if others > 0 {
            jit.stays_interpreted(&format!("each of {others} other functions"), &reason);
        }
    }
}

impl Prepared {
    /// Whether neither a part of it, nor a unit that contains it, was ever requested from the compiler.
    fn is_cold(&self) -> bool {
        self.codes().all(|code| code.jit.is_cold())
    }
}
