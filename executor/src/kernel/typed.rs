//! Turns Rust functions into kernels.
//!
//! The bound `F: Fn(A) -> R + for<'a> Fn(A::Item<'a>) -> R` lets a kernel borrow from its frame: the first part tells
//! the compiler the parameter types, the second that the function takes them with any lifetime.

#![expect(unsafe_code, reason = "thunks read registers, whose contents the loader has checked")]

use super::{
    KernelFlags, KernelFrame, Signature,
    params::{Cursor, FastPlace, Param},
    results::{KernelResults, Unstored},
    sealed,
};
use crate::{
    kernel::instruction::{Next, Runner, Thunk, fail_fast, stage_fast},
    value::KernelError,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::null_mut,
};

/// A kernel of scalars as a function that compiled code calls: takes the bits of its operands, up to [`SCALAR_FN_OPERANDS`], and
/// of no meaning for those that it does not have.
pub type ScalarFn = unsafe extern "C" fn(u64, u64, u64, u64) -> ScalarOutcome;

/// The result of a [`ScalarFn`]; compiled code takes it from two registers.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ScalarOutcome {
    /// The bits of the result; 0 if the kernel has none.
    pub bits: u64,
    /// 1 if the kernel has failed or panicked. The caller runs it again where the failure can be reported.
    pub failed: u64,
}

/// Operands of a [`ScalarFn`], at most.
pub const SCALAR_FN_OPERANDS: usize = 4;

/// Register numbers for the operands and the result of a [`ScalarFn`].
const SCALAR_FN_REGISTERS: [u32; SCALAR_FN_OPERANDS + 1] = [0, 1, 2, 3, 4];

/// A Rust function that is a kernel. `M` is made of its types.
pub trait TypedKernel<M>: sealed::TypedKernel<M> + Send + Sync + 'static {
    /// The flags that follow from the return type.
    #[doc(hidden)]
    const FLAGS: KernelFlags;
    /// The thunk, if the kernel is one of scalars only.
    #[doc(hidden)]
    const THUNK: Option<Thunk>;
    /// The function for compiled code, if the kernel is one of few scalars only.
    #[doc(hidden)]
    const SCALAR_FN: Option<ScalarFn>;

    /// Whether the thunk needs the kernel's place: a word after its address.
    #[doc(hidden)]
    const NEEDS_CTX: bool;

    /// The kernel's signature.
    fn signature() -> Signature;

    /// Runs it on a frame.
    fn run(&self, frame: &mut KernelFrame<'_>);
}

macro_rules! typed_kernel {
    ($($name:ident),*) => {
        impl<F, R, $($name),*> sealed::TypedKernel<fn($($name),*) -> R> for F
        where
            F: Fn($($name),*) -> R + for<'a> Fn($($name::Item<'a>),*) -> R,
            R: KernelResults,
            $($name: Param,)*
        {
        }

        impl<F, R, $($name),*> TypedKernel<fn($($name),*) -> R> for F
        where
            F: Fn($($name),*) -> R + for<'a> Fn($($name::Item<'a>),*) -> R + Send + Sync + 'static,
            R: KernelResults,
            $($name: Param,)*
        {
            const FLAGS: KernelFlags = R::FLAGS;
            const NEEDS_CTX: bool = false $(|| $name::NEEDS_CTX)*;
            // A thunk makes its function out of nothing, which is sound for those without state only.
            const THUNK: Option<Thunk> = if size_of::<F>() == 0 && R::FAST $(&& $name::FAST)* {
                /// # Safety
                /// The [thunk contract](crate::kernel::instruction::ThunkFn), for an instruction that the builder made from this kernel's
                /// signature: its words are the kernel's place, if that is needed, operands, attributes and results.
                #[allow(non_snake_case, reason = "variables named after their types, if there are any")]
                unsafe fn thunk<F, R, $($name),*>(pc: *const u32, registers: *mut u64, machine: *mut Runner) -> Next
                where
                    F: Fn($($name),*) -> R + for<'a> Fn($($name::Item<'a>),*) -> R,
                    R: KernelResults,
                    $($name: Param,)*
                {
                    // SAFETY: `F` has no size, so there is nothing to read; a value of it exists in the registry.
                    let f: F = unsafe { std::ptr::NonNull::dangling().read() };
                    let f = std::mem::ManuallyDrop::new(f);
                    // SAFETY: the loader made these words from the kernel's signature and checked the registers' kinds.
                    unsafe {
                        // Words: the thunk, the kernel's place if it is needed, operands, attributes, results.
                        let needs_ctx = false $(|| $name::NEEDS_CTX)*;
                        let place = FastPlace { machine, kernel: if needs_ctx { pc.add(2).read() } else { 0 } };
                        let mut words = pc.add(2 + needs_ctx as usize);
                        let mut attrs = words.add(0 $(+ $name::OPERAND_WORDS)*);
                        let mut results = attrs.add(0 $(+ $name::ATTR_WORDS)*);
                        $(let $name = $name::load_fast(&mut words, &mut attrs, registers, place);)*
                        let _ = (&mut words, &mut attrs, place);
                        match (*f)($($name),*).store_fast(&mut results, registers) {
                            Ok(()) => Next { pc: results, registers },
                            Err(Unstored::Error(error)) => fail_fast(machine, error, registers),
                            Err(Unstored::Later(value)) => stage_fast(machine, value, registers),
                        }
                    }
                }
                Some(Thunk(thunk::<F, R, $($name),*>))
            } else {
                None
            };

            // As above. The pair of words comes back in registers in the conventions of Unix.
            const SCALAR_FN: Option<ScalarFn> = if cfg!(unix)
                && <Self as TypedKernel<fn($($name),*) -> R>>::THUNK.is_some()
                && !R::FLAGS.has(KernelFlags::ASYNC)
                && R::COUNT <= 1
                && (0 $(+ $name::OPERAND_WORDS)*) < SCALAR_FN_OPERANDS + 1
                $(&& !$name::NEEDS_CTX && $name::ATTR_WORDS == 0)*
            {
                /// # Safety
                /// The arguments are the bits of as many scalars as the kernel has operands, of the kinds that its signature asks
                /// for.
                #[allow(non_snake_case, reason = "variables named after their types, if there are any")]
                unsafe extern "C" fn direct<F, R, $($name),*>(a: u64, b: u64, c: u64, d: u64) -> ScalarOutcome
                where
                    F: Fn($($name),*) -> R + for<'a> Fn($($name::Item<'a>),*) -> R,
                    R: KernelResults,
                    $($name: Param,)*
                {
                    let run = || {
                        // SAFETY: `F` has no size, so there is nothing to read; a value of it exists in the registry.
                        let f: F = unsafe { std::ptr::NonNull::dangling().read() };
                        let f = std::mem::ManuallyDrop::new(f);
                        let mut registers = [a, b, c, d, 0];
                        let base = registers.as_mut_ptr();
                        // SAFETY: the words are the numbers of the registers in this array, which the caller has filled with
                        // scalars of the kinds in the signature; `NEEDS_CTX` and `ATTR_WORDS` exclude parameters that read the
                        // place or attributes.
                        let stored = unsafe {
                            let place = FastPlace { machine: null_mut(), kernel: 0 };
                            let (mut words, mut attrs) = (SCALAR_FN_REGISTERS.as_ptr(), SCALAR_FN_REGISTERS.as_ptr());
                            let mut results = words.add(SCALAR_FN_OPERANDS);
                            $(let $name = $name::load_fast(&mut words, &mut attrs, base, place);)*
                            let _ = (&mut words, &mut attrs, place);
                            (*f)($($name),*).store_fast(&mut results, base)
                        };
                        ScalarOutcome { bits: registers[SCALAR_FN_OPERANDS], failed: u64::from(stored.is_err()) }
                    };
                    catch_unwind(AssertUnwindSafe(run)).unwrap_or(ScalarOutcome { bits: 0, failed: 1 })
                }
                Some(direct::<F, R, $($name),*>)
            } else {
                None
            };

            fn signature() -> Signature {
                let mut signature = Signature::empty();
                $($name::describe(&mut signature);)*
                R::describe(&mut signature);
                signature
            }

            #[allow(non_snake_case, reason = "variables named after their types, if there are any")]
            #[allow(clippy::redundant_closure_call, reason = "it is what `?` returns from, where there are parameters")]
            fn run(&self, frame: &mut KernelFrame<'_>) {
                let result = {
                    let mut cursor = Cursor::new(frame);
                    let run = |cursor: &mut Cursor<'_>| -> Result<R, KernelError> {
                        let _ = &cursor;
                        $(let $name = $name::load(cursor)?;)*
                        Ok((self)($($name),*))
                    };
                    run(&mut cursor)
                };
                match result {
                    Ok(results) => results.store(frame),
                    Err(error) => frame.fail(error),
                }
            }
        }
    };
}

typed_kernel!();
typed_kernel!(A);
typed_kernel!(A, B);
typed_kernel!(A, B, C);
typed_kernel!(A, B, C, D);
typed_kernel!(A, B, C, D, E);
typed_kernel!(A, B, C, D, E, G);
typed_kernel!(A, B, C, D, E, G, H);
typed_kernel!(A, B, C, D, E, G, H, I);
typed_kernel!(A, B, C, D, E, G, H, I, J);
typed_kernel!(A, B, C, D, E, G, H, I, J, K);
