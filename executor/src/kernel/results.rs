//! Results of typed kernels: the results that a Rust return type puts into the frame.
//!
//! | Return type | Results |
//! |---|---|
//! | `()` | none |
//! | a scalar or [`Chain`](crate::value::Chain) | itself |
//! | [`Out<T>`] | an object with payload `T` |
//! | [`AsyncRef<T>`], [`AsyncResult<T>`] | a value that comes later |
//! | [`Value`] | whatever it is |
//! | a tuple of these | one result each |
//! | `Result<R, KernelError>` | as `R`; on failure a diagnostic, and the error in every result |

use super::{KernelFlags, KernelFrame, OperandSpec, Signature, sealed};
use crate::value::settle::{Settled, settle};
use crate::value::{AsyncRef, KernelError, Scalar, Value, kind_of};

/// A value that comes later, as returned by [`ExecCtx::spawn`](super::ExecCtx::spawn).
pub type AsyncResult<T> = AsyncRef<T>;

/// An object as a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Out<T>(pub T);

/// A result on its way into a register.
#[doc(hidden)]
#[derive(Debug)]
pub enum FastResult {
    Bits(u64),
    Later(Settled),
}

/// One result of a typed kernel. The implementations are those of the module's table; the trait is sealed, because the executor relies
/// on its constants.
///
/// ```compile_fail,E0277
/// use tfrt_executor::kernel::{OperandSpec, results::KernelResult};
/// use tfrt_executor::value::Value;
/// struct Forged;
/// impl KernelResult for Forged {
///     fn spec() -> OperandSpec {
///         OperandSpec::Object
///     }
///     fn into_value(self) -> Value {
///         Value::CHAIN
///     }
/// }
/// ```
pub trait KernelResult: sealed::KernelResult {
    /// The requirement on its register.
    fn spec() -> OperandSpec;
    /// Whether it can be written to a register directly.
    const FAST: bool = false;
    /// Whether that is so where it is the only result.
    const FAST_ALONE: bool = Self::FAST;
    /// Assumptions that the executor may make about a kernel with this result.
    const FLAGS: KernelFlags = KernelFlags::NONE;

    /// As a value.
    fn into_value(self) -> Value;

    /// The value for a register: bits, or a value that comes later.
    #[doc(hidden)]
    #[inline(always)]
    fn into_fast(self) -> FastResult
    where
        Self: Sized,
    {
        FastResult::Bits(self.into_bits())
    }

    /// As the bits of a register.
    #[doc(hidden)]
    #[inline(always)]
    fn into_bits(self) -> u64
    where
        Self: Sized,
    {
        unreachable!("only results with `FAST` are written this way")
    }
}

impl<T: Scalar> sealed::KernelResult for T {}

impl<T: Scalar> KernelResult for T {
    const FAST: bool = true;

    fn spec() -> OperandSpec {
        OperandSpec::Scalar(T::KIND)
    }

    #[inline]
    fn into_value(self) -> Value {
        Value::scalar(self)
    }

    #[inline(always)]
    fn into_bits(self) -> u64 {
        self.to_bits()
    }
}

impl<T: Send + Sync + 'static> sealed::KernelResult for Out<T> {}

impl<T: Send + Sync + 'static> KernelResult for Out<T> {
    fn spec() -> OperandSpec {
        OperandSpec::Object
    }

    fn into_value(self) -> Value {
        Value::new(self.0)
    }
}

impl<T: Send + Sync + 'static> sealed::KernelResult for AsyncRef<T> {}

impl<T: Send + Sync + 'static> KernelResult for AsyncRef<T> {
    const FAST_ALONE: bool = true;
    const FLAGS: KernelFlags = KernelFlags::ASYNC;

    #[inline(always)]
    fn into_fast(self) -> FastResult {
        let value = self.into_any();
        if !value.is_available() {
            return FastResult::Later(Settled::Pending(value));
        }
        match settle(kind_of::<T>(), Value::Async(value)) {
            Settled::Bits(bits) => FastResult::Bits(bits),
            later => FastResult::Later(later),
        }
    }

    fn spec() -> OperandSpec {
        kind_of::<T>().map_or(OperandSpec::Object, OperandSpec::Scalar)
    }

    fn into_value(self) -> Value {
        Value::Async(self.into_any())
    }
}

impl sealed::KernelResult for Value {}

impl KernelResult for Value {
    fn spec() -> OperandSpec {
        OperandSpec::Any
    }

    fn into_value(self) -> Value {
        self
    }
}

/// The reason why results are not in their registers.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unstored {
    Error(KernelError),
    Later(Settled),
}

/// The results of a typed kernel.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a kernel; see `tfrt_executor::kernel::results`"
)]
pub trait KernelResults: sealed::KernelResults {
    /// The number of results.
    const COUNT: usize;
    /// Whether they can be written to registers directly.
    const FAST: bool;
    /// Assumptions that the executor may make about a kernel with these results.
    const FLAGS: KernelFlags = KernelFlags::INFALLIBLE;

    /// Adds them to the kernel's signature.
    fn describe(signature: &mut Signature);

    /// Gives them to the frame.
    fn store(self, frame: &mut KernelFrame<'_>);

    /// Writes them to registers.
    ///
    /// # Safety
    /// `words` points at the numbers of the result registers.
    #[doc(hidden)]
    #[expect(unsafe_code, reason = "the loader has checked what is written here")]
    unsafe fn store_fast(self, words: &mut *const u32, registers: *mut u64) -> Result<(), Unstored>;
}

/// # Safety
/// `words` points at the number of a register.
#[expect(unsafe_code, reason = "the loader has checked what is written here")]
#[inline(always)]
unsafe fn store_one(bits: u64, words: &mut *const u32, registers: *mut u64) {
    // SAFETY: the caller says that `words` points at the number of one of these registers, which is a
    // result's.
    unsafe {
        registers.add(words.read() as usize).write(bits);
        *words = words.add(1);
    }
}

impl<T: KernelResult> sealed::KernelResults for T {}

impl<T: KernelResult> KernelResults for T {
    const COUNT: usize = 1;
    const FAST: bool = T::FAST_ALONE;
    const FLAGS: KernelFlags =
        if T::FLAGS.has(KernelFlags::ASYNC) { KernelFlags::ASYNC } else { KernelFlags::INFALLIBLE };

    fn describe(signature: &mut Signature) {
        signature.results.push(T::spec());
    }

    #[inline]
    fn store(self, frame: &mut KernelFrame<'_>) {
        if frame.num_results() > 0 {
            frame.set_result(0, self.into_value());
        }
    }

    #[expect(unsafe_code, reason = "the loader has checked what is written here")]
    #[inline(always)]
    unsafe fn store_fast(self, words: &mut *const u32, registers: *mut u64) -> Result<(), Unstored> {
        match self.into_fast() {
            FastResult::Bits(bits) => {
                // SAFETY: the caller says that `words` points at the numbers of the kernel's result registers, of which
                // there is one.
                unsafe { store_one(bits, words, registers) };
                Ok(())
            }
            FastResult::Later(value) => Err(Unstored::Later(value)),
        }
    }
}

impl<R: KernelResults> sealed::KernelResults for Result<R, KernelError> {}

impl<R: KernelResults> KernelResults for Result<R, KernelError> {
    const COUNT: usize = R::COUNT;
    const FAST: bool = R::FAST;
    const FLAGS: KernelFlags =
        if R::FLAGS.has(KernelFlags::ASYNC) { KernelFlags::ASYNC } else { KernelFlags::NONE };

    fn describe(signature: &mut Signature) {
        R::describe(signature);
    }

    #[inline]
    fn store(self, frame: &mut KernelFrame<'_>) {
        match self {
            Ok(results) => results.store(frame),
            Err(error) => frame.fail(error),
        }
    }

    #[expect(unsafe_code, reason = "the loader has checked what is written here")]
    #[inline(always)]
    unsafe fn store_fast(self, words: &mut *const u32, registers: *mut u64) -> Result<(), Unstored> {
        match self {
            // SAFETY: the caller says that `words` points at the numbers of the kernel's result registers, as many
            // as `R` has results.
            Ok(results) => unsafe { results.store_fast(words, registers) },
            Err(error) => Err(Unstored::Error(error)),
        }
    }
}

macro_rules! tuple_results {
    ($($name:ident $index:tt),*) => {
        impl<$($name: KernelResult),*> sealed::KernelResults for ($($name,)*) {}

        impl<$($name: KernelResult),*> KernelResults for ($($name,)*) {
            const COUNT: usize = <[usize]>::len(&[$($index),*]);
            const FAST: bool = true $(&& $name::FAST)*;

            fn describe(signature: &mut Signature) {
                let _ = &signature;
                $(signature.results.push($name::spec());)*
            }

            #[inline]
            fn store(self, frame: &mut KernelFrame<'_>) {
                let _ = &frame;
                $(if $index < frame.num_results() { frame.set_result($index, self.$index.into_value()); })*
            }

            #[expect(unsafe_code, reason = "the loader has checked what is written here")]
            #[inline(always)]
            unsafe fn store_fast(self, words: &mut *const u32, registers: *mut u64) -> Result<(), Unstored> {
                let _ = (&words, registers);
                // SAFETY: the caller says that `words` points at the numbers of the kernel's result registers, one for
                // each element of the tuple.
                $(unsafe { store_one(self.$index.into_bits(), words, registers) };)*
                Ok(())
            }
        }
    };
}

tuple_results!();
tuple_results!(A 0);
tuple_results!(A 0, B 1);
tuple_results!(A 0, B 1, C 2);
tuple_results!(A 0, B 1, C 2, D 3);
tuple_results!(A 0, B 1, C 2, D 3, E 4);
