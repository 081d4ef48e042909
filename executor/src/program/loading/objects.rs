//! Registers that hold objects although their types are scalars.
//!
//! Some kernels look at the objects themselves ([`KernelFlags::WANTS_OBJECTS`]): at their identity, or at the number of their
//! references. The registers of such a kernel's operands and results hold objects, and so does every register through which the same
//! value gets there: an operand of a call whose argument is one, and a callee's result whose register in the caller is one. This is the
//! least fixed point. A program without such kernels, as most are, has no such registers.

use crate::kernel::{Control, KernelDef, KernelFlags};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tfrt_bef::{BefFile, FunctionId, FunctionKind, KernelView};

/// These registers, by function.
#[derive(Default)]
pub(in crate::program) struct Objects(FxHashMap<u32, FxHashSet<u32>>);

impl Objects {
    /// Those of a file.
    pub(super) fn of(file: &BefFile, kernels: &[Arc<KernelDef>]) -> Objects {
        let mut objects = Objects::default();
        if !kernels.iter().any(|def| def.flags().has(KernelFlags::WANTS_OBJECTS)) {
            return objects;
        }
        // Calls by callee, and control flow by the registers of its results.
        let mut calls: FxHashMap<u32, Vec<(u32, KernelView<'_>)>> = FxHashMap::default();
        let mut control_of: FxHashMap<(u32, u32), KernelView<'_>> = FxHashMap::default();
        let mut new = Vec::new();
        for function in file.functions().filter(|function| function.kind() != FunctionKind::Native) {
            let caller = function.id().0;
            for kernel in function.kernels() {
                let def = &kernels[kernel.code().index()];
                if def.flags().has(KernelFlags::WANTS_OBJECTS) {
                    let registers = kernel.operands().iter().copied().chain(kernel.results());
                    new.extend(registers.map(|register| (caller, register)));
                }
                if def.control().is_some() {
                    for callee in kernel.functions() {
                        calls.entry(callee.0).or_default().push((caller, kernel.clone()));
                    }
                    control_of.extend(kernel.results().map(|register| ((caller, register), kernel.clone())));
                }
            }
        }
        while let Some((function, register)) = new.pop() {
            if !objects.0.entry(function).or_default().insert(register) {
                continue;
            }
            if register < file.function(FunctionId(function)).num_args() as u32 {
                for (caller, kernel) in calls.get(&function).into_iter().flatten() {
                    let control = kernels[kernel.code().index()].control();
                    let skip = usize::from(control != Some(Control::Call));
                    new.extend(
                        kernel.operands().get(skip + register as usize).map(|&operand| (*caller, operand)),
                    );
                }
            }
            if let Some(kernel) = control_of.get(&(function, register)) {
                let position = (register - kernel.results().start) as usize;
                for &callee in kernel.functions() {
                    let view = file.function(callee);
                    if view.kind() != FunctionKind::Native {
                        new.extend(view.result_registers().get(position).map(|&result| (callee.0, result)));
                    }
                }
            }
        }
        objects
    }

    /// Those of a function.
    pub(in crate::program) fn in_function(&self, id: u32) -> impl Iterator<Item = u32> {
        self.0.get(&id).into_iter().flatten().copied()
    }

    /// Whether a function has such registers.
    pub(super) fn any_in(&self, id: u32) -> bool {
        self.0.contains_key(&id)
    }
}
