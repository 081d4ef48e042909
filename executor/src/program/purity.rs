//! Which functions do nothing but compute scalars.
//!
//! The order in which kernels of such a function run cannot be seen, nor can it fail: it runs as a straight loop in textual
//! order whatever its streams are. A function is of this kind if all its kernels are pure, infallible kernels of scalars,
//! or control flow over such functions; recursion is fine, so this is the greatest fixed point.

use crate::kernel::{KernelDef, KernelFlags};
use std::sync::Arc;
use tfrt_bef::{BefFile, FunctionKind};

pub(super) fn analyse(file: &BefFile, kernels: &[Arc<KernelDef>]) -> Box<[bool]> {
    let count = file.function_records().len();
    let pure = KernelFlags::PURE | KernelFlags::INFALLIBLE;
    // A caller's list for each function, so that a function found impure is handed on once.
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut result = vec![true; count].into_boxed_slice();
    let mut impure = Vec::new();
    for function in file.functions() {
        let id = function.id();
        let plain = function.kind() == FunctionKind::Async
            && function.kernel_records().iter().all(|record| {
                let def = &kernels[record.code.index()];
                (def.is_scalar() && def.flags().has(pure)) || def.control().is_some()
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
