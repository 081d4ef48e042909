//! The short way to run a kernel with one result: directly on the registers of the straight loop, without a frame.
//!
//! A kernel may have, beside its function, a [`QuickFn`]. It reads the operands in their registers and either finishes the
//! kernel or *declines* before it has had any effect; then the function runs on a [`KernelFrame`](super::KernelFrame) as usual.
//! References are as there: an operand is owned where this is the last use of its register.
//!
//! A [`Quick`] is the executor's proof that the call it came from has ended and how. It carries the lifetime of that call's frame,
//! invariantly, and a [`QuickFn`] takes frames of every lifetime: so the `Quick` of one call cannot be returned for another one.

#![expect(unsafe_code, reason = "reads and writes registers, whose contents the loader has checked")]

use super::{ExecCtx, Site};
use crate::{
    kernel::instruction::{KernelInst, LAST_USE, OBJECT, REGISTER},
    value::{AnyRef, Borrowed, State},
};
use std::marker::PhantomData;

/// The fast path of a kernel, for operands that are plain enough.
pub type QuickFn = for<'call> fn(QuickFrame<'call>) -> Quick<'call>;

/// Ties an answer to the call that it is for: neither a longer nor a shorter lifetime will do.
type Call<'call> = PhantomData<fn(&'call ()) -> &'call ()>;

/// A kernel's operands in the registers, and the register of its one result.
pub struct QuickFrame<'a> {
    inst: &'a KernelInst,
    registers: *mut u64,
    ctx: ExecCtx<'a>,
    call: Call<'a>,
}

impl std::fmt::Debug for QuickFrame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QuickFrame").field("operands", &self.num_operands()).finish_non_exhaustive()
    }
}

/// The outcome of a quick run of a kernel.
///
/// The `Quick` of one call cannot be the answer of another one, even if it is kept until then:
///
/// ```compile_fail
/// use std::cell::Cell;
/// use tfrt_executor::kernel::{Quick, QuickFrame};
/// thread_local!(static KEPT: Cell<Option<Quick<'static>>> = const { Cell::new(None) });
/// fn quick<'call>(frame: QuickFrame<'call>) -> Quick<'call> {
///     KEPT.replace(Some(frame.decline())).unwrap()
/// }
/// ```
///
/// Nor is the answer of a call that runs inside of another one:
///
/// ```compile_fail
/// use tfrt_executor::kernel::{Quick, QuickFrame};
/// fn exchange<'outer, 'inner>(outer: QuickFrame<'outer>, inner: QuickFrame<'inner>) -> Quick<'inner> {
///     outer.decline()
/// }
/// ```
///
/// A kernel that answers for its own call is fine:
///
/// ```
/// use tfrt_executor::kernel::{Quick, QuickFn, QuickFrame};
/// fn quick<'call>(frame: QuickFrame<'call>) -> Quick<'call> {
///     if frame.owns(0) { frame.finish_moving(0) } else { frame.decline() }
/// }
/// let _: QuickFn = quick;
/// ```
#[derive(Debug)]
pub struct Quick<'call> {
    pub(crate) end: QuickEnd,
    call: Call<'call>,
}

impl Quick<'_> {
    #[inline]
    fn new(end: QuickEnd) -> Self {
        Quick { end, call: PhantomData }
    }
}

#[derive(Debug)]
pub(crate) enum QuickEnd {
    /// The result is in its register.
    Done,
    /// Nothing has happened.
    Declined,
    /// The kernel has run; this is its result, not there yet or an error.
    Later(AnyRef),
}

impl<'a> QuickFrame<'a> {
    /// # Safety
    /// `registers` are those of a straight call whose kernel `inst` is next: operands are there and no errors, and those
    /// marked as last uses are references that the kernel may consume. The kernel has one result, which is an object.
    #[inline]
    pub(crate) unsafe fn new(inst: &'a KernelInst, registers: *mut u64, ctx: ExecCtx<'a>) -> QuickFrame<'a> {
        QuickFrame { inst, registers, ctx, call: PhantomData }
    }

    /// The kernel's surroundings.
    #[inline]
    pub fn ctx(&self) -> ExecCtx<'a> {
        self.ctx
    }

    /// Number of operands, those that only order execution included.
    #[inline]
    pub fn num_operands(&self) -> usize {
        self.inst.operands().len()
    }

    /// The slot in which this instance of the kernel may cache data.
    #[inline]
    pub fn site(&self) -> &'a Site {
        self.inst.site()
    }

    /// The operand's object; `None` for scalars.
    #[inline]
    pub fn object(&self, index: usize) -> Option<Borrowed<'_>> {
        let word = *self.inst.operands().get(index)?;
        // SAFETY: register numbers are in range, and the flag says that the register holds an object's reference. It stays there until
        // the call ends, which consumes this frame.
        (word & OBJECT != 0).then(|| unsafe { AnyRef::borrow_bits(self.register(word).read()) })
    }

    /// Whether the kernel consumes this operand's reference.
    #[inline]
    pub fn owns(&self, index: usize) -> bool {
        self.inst.operands().get(index).is_some_and(|word| word & LAST_USE != 0)
    }

    #[inline]
    fn register(&self, word: u32) -> *mut u64 {
        // SAFETY: `word` is an operand word of the instance, whose register is one of the call's: the loader
        // has checked the numbers.
        unsafe { self.registers.add((word & REGISTER) as usize) }
    }

    /// Drops the operands that the kernel owns, all but one.
    #[inline]
    fn drop_operands(&self, but: usize) {
        for (index, &word) in self.inst.operands().iter().enumerate() {
            if word & LAST_USE != 0 && index != but {
                // SAFETY: the flag says that this use owns the register's reference, so nothing reads the
                // register after it; it is dropped once.
                drop(unsafe { AnyRef::from_bits(self.register(word).read()) });
            }
        }
    }

    /// Ends the run before it has done anything.
    #[inline]
    pub fn decline(self) -> Quick<'a> {
        Quick::new(QuickEnd::Declined)
    }

    /// Ends the run with this result.
    #[inline]
    pub fn finish(self, result: AnyRef) -> Quick<'a> {
        self.drop_operands(usize::MAX);
        if result.state() != State::Concrete {
            return Quick::new(QuickEnd::Later(result));
        }
        // SAFETY: the kernel has one result, an object, whose register is one of the call's and owns no
        // reference yet.
        unsafe { self.register(self.inst.first_result()).write(result.into_bits()) };
        Quick::new(QuickEnd::Done)
    }

    /// Ends the run with an operand as the result: moved if the kernel owns it, else another reference.
    #[inline]
    pub fn finish_moving(self, index: usize) -> Quick<'a> {
        let Some(operand) = self.object(index) else { return self.decline() };
        if !self.owns(index) {
            operand.add_refs(1);
        }
        self.drop_operands(index);
        let word = self.inst.operands()[index];
        // SAFETY: the reference is owned by this run; the result's register is in range and holds nothing.
        unsafe { self.register(self.inst.first_result()).write(self.register(word).read()) };
        Quick::new(QuickEnd::Done)
    }
}
