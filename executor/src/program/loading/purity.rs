//! Purity: functions that only compute scalars.
//!
//! The order in which kernels of such a function run is not observable, so it runs as a straight loop in textual order whatever
//! its streams are. If its kernels cannot fail either, it is *pure*. If they can, it is *replayable*: after a failure the whole
//! run is discarded and repeated in the fixed order, since the order of errors is observable.
//!
//! A function is of these kinds if all its kernels are such kernels of scalars, or control flow over functions of the same kind;
//! recursion is fine, so this is the greatest fixed point.

use super::objects::Objects;
use crate::kernel::{KernelDef, KernelFlags};
use std::sync::Arc;
use tfrt_bef::{BefFile, FunctionKind};

/// The purity of functions.
pub(in crate::program) struct Purity {
    /// Functions that only compute scalars and cannot fail.
    pub(in crate::program) pure: Box<[bool]>,
    /// Functions that only compute scalars.
    pub(in crate::program) replayable: Box<[bool]>,
}

impl Purity {
    pub(super) fn of(file: &BefFile, kernels: &[Arc<KernelDef>], objects: &Objects) -> Purity {
        let has = |def: &KernelDef, flags: KernelFlags| def.is_scalar() && def.flags().has(flags);
        let pure = KernelFlags::PURE | KernelFlags::INFALLIBLE;
        Purity {
            pure: analyse(file, kernels, objects, |def| has(def, pure)),
            replayable: analyse(file, kernels, objects, |def| {
                has(def, KernelFlags::PURE) && !def.flags().has(KernelFlags::ASYNC)
            }),
        }
    }
}

/// The functions that consist of kernels that `fits` takes, and of control flow, and have no objects.
fn analyse(
    file: &BefFile,
    kernels: &[Arc<KernelDef>],
    objects: &Objects,
    fits: impl Fn(&KernelDef) -> bool,
) -> Box<[bool]> {
    let count = file.function_records().len();
    // A caller's list for each function, so that a function found impure is handed on once.
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut result = vec![true; count].into_boxed_slice();
    let mut impure = Vec::new();
    for function in file.functions() {
        let id = function.id();
        let plain = function.kind() == FunctionKind::Async
            && !objects.any_in(id.0)
            && function.kernel_records().iter().all(|record| {
                let def = &kernels[record.code.index()];
                fits(def) || def.control().is_some()
            });
        if plain {
            for kernel in function.kernels().filter(|kernel| !kernel.functions().is_empty()) {
                for callee in kernel.functions() {
                    callers[callee.index()].push(id.0);
                }
            }
        } else {
            result[id.index()] = false;
            impure.push(id.0);
        }
    }
    while let Some(id) = impure.pop() {
        for caller in std::mem::take(&mut callers[id as usize]) {
            if std::mem::replace(&mut result[caller as usize], false) {
                impure.push(caller);
            }
        }
    }
    result
}
