//! The vector instructions of the processor, and functions compiled for each set of them.

use std::sync::atomic::{AtomicU8, Ordering};

/// Sets of vector instructions that code is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// The instructions of every processor of the architecture.
    Baseline,
    /// 256-bit vectors with fused multiplication and addition, and conversions of half-precision numbers.
    Avx2,
    /// 512-bit vectors.
    Avx512,
}

/// The best set of this processor.
#[inline]
pub fn instruction_set() -> InstructionSet {
    static KNOWN: AtomicU8 = AtomicU8::new(u8::MAX);
    match KNOWN.load(Ordering::Relaxed) {
        0 => InstructionSet::Baseline,
        1 => InstructionSet::Avx2,
        2 => InstructionSet::Avx512,
        _ => {
            let set = detect();
            KNOWN.store(set as u8, Ordering::Relaxed);
            set
        }
    }
}

#[cold]
fn detect() -> InstructionSet {
    #[cfg(target_arch = "x86_64")]
    {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (avx2, avx512) {
            (true, true) => return InstructionSet::Avx512,
            (true, false) => return InstructionSet::Avx2,
            _ => {}
        }
    }
    InstructionSet::Baseline
}

/// Defines functions whose bodies are compiled once for each [`InstructionSet`], and that call the best one.
///
/// The module that uses it must expect `unsafe_code`: calling a function that needs instructions is unsafe, and sound because the
/// processor was asked first.
macro_rules! multiversioned {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        $(#[$meta])*
        $vis fn $name($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn body($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
                fn avx512($($arg: $ty),*) $(-> $ret)? {
                    body($($arg),*)
                }
                #[target_feature(enable = "avx2,fma,f16c")]
                fn avx2($($arg: $ty),*) $(-> $ret)? {
                    body($($arg),*)
                }
                match $crate::cpu::instruction_set() {
                    // SAFETY: `instruction_set` has found that the processor has these instructions.
                    $crate::cpu::InstructionSet::Avx512 => return unsafe { avx512($($arg),*) },
                    // SAFETY: `instruction_set` has found that the processor has these instructions.
                    $crate::cpu::InstructionSet::Avx2 => return unsafe { avx2($($arg),*) },
                    $crate::cpu::InstructionSet::Baseline => {}
                }
            }
            body($($arg),*)
        }
    )*};
}
pub(crate) use multiversioned;
