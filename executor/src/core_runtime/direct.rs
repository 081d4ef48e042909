//! The short way to run an op: on a few small dense tensors that are there and alike.
//!
//! An op may have, beside its metadata and dispatch functions, a [`DirectFn`]. It gets the arguments where they lie, in a
//! program's registers or in the caller's handles, and either does all of the op at once or *declines*, leaving everything as it
//! was; then the op runs as always. So a direct function never reports an error and never converts, broadcasts, splits
//! or waits: what is not plain is declined, and gives the same results and errors as without it.
//!
//! Invariants: a call that is not declined gives one result, available, on the host. An argument's tensor is changed only
//! when the call was *given* the argument and has the only reference to it and to its buffer; the first such argument of
//! the result's dtype and shape is, as with [`DispatchFrame::output`](super::DispatchFrame::output).

#![expect(unsafe_code, reason = "writes into tensors whose only reference the call was given")]

use std::mem::MaybeUninit;

use super::elementwise::{BlockFn, Elementwise};
use super::handle::TensorHandle;
use crate::device::DeviceRef;
use crate::kernel::{Quick, QuickFrame};
use crate::tensor::{Buffer, DType, DenseHostTensor, Tensor, TensorMetadata};
use crate::value::{AnyRef, AsyncRef, Borrowed};

/// What an op does with arguments that are plain enough.
pub type DirectFn = fn(&DirectArgs<'_>) -> Direct;

/// Arguments that direct functions take at most.
pub(super) const MAX_ARGS: usize = 2;

/// Tensors above this many bytes go the usual way, which uses all threads.
const LARGEST: usize = 64 << 10;

/// Bytes that are copied together, where an output is an input.
const COPIED: usize = 2048;

/// What a direct function did.
#[derive(Debug)]
pub struct Direct(Outcome);

#[derive(Debug)]
enum Outcome {
    Declined,
    /// The result is in the tensor of this argument.
    InPlace(usize),
    New(AnyRef),
}

impl Direct {
    /// Nothing: the op is to run as always.
    #[inline]
    pub fn declined() -> Direct {
        Direct(Outcome::Declined)
    }
}

/// An argument of a direct call.
#[derive(Clone, Copy)]
struct DirectArg<'a> {
    value: Borrowed<'a>,
    /// Whether the call may consume this reference.
    given: bool,
}

impl<'a> DirectArg<'a> {
    #[inline]
    fn dense(&self) -> Option<&'a DenseHostTensor> {
        match self.value.get::<Tensor>()? {
            Tensor::Dense(dense) => Some(dense),
            _ => None,
        }
    }

    /// Whether a result of the argument's own metadata may be written into the argument's tensor.
    #[inline]
    fn is_reusable(&self, dense: &DenseHostTensor) -> bool {
        self.given && self.value.is_unique() && dense.buffer().is_exclusive()
    }
}

/// The arguments of a direct call.
pub struct DirectArgs<'a>(&'a [DirectArg<'a>]);

impl std::fmt::Debug for DirectArgs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DirectArgs").field("count", &self.0.len()).finish_non_exhaustive()
    }
}

/// Where to read and write, for a call that is not declined.
struct Places {
    left: *const u8,
    right: *const u8,
    out: *mut u8,
    count: usize,
    /// Bytes of an element of the arguments.
    size: usize,
    outcome: Outcome,
}

impl<'a> DirectArgs<'a> {
    /// The dtype of the first argument, if that is a dense tensor.
    #[inline]
    pub fn dtype(&self) -> Option<DType> {
        Some(self.0.first()?.dense()?.dtype())
    }

    /// Computes all elements with the block function for the dtype of the first argument, in place of an argument where possible.
    /// Declines where there is no such function, or where it takes a parameter.
    #[inline]
    pub fn apply(&self, function: impl FnOnce(&[DType]) -> Option<Elementwise>) -> Direct {
        let (count, Some(dtype)) = (self.0.len().clamp(1, MAX_ARGS), self.dtype()) else {
            return Direct::declined();
        };
        let Some(Elementwise { function, result, parameter: None }) = function(&[dtype; MAX_ARGS][..count])
        else {
            return Direct::declined();
        };
        let Some(places) = self.places(dtype, result, count, dtype == result) else {
            return Direct::declined();
        };
        let Places { left, right, out, count, .. } = places;
        // SAFETY: the places hold `count` elements of the dtypes that the function is for, and an input is the output or apart from it;
        // nobody else has access to the output.
        unsafe {
            match places.outcome {
                Outcome::InPlace(_) => in_place(function, [left, right], out, count, places.size),
                _ => function([left, right].as_ptr(), out, count),
            }
        }
        Direct(places.outcome)
    }

    /// The places for an element-wise op on `count` arguments of dtype `from`; `None` to decline.
    fn places(&self, from: DType, to: DType, count: usize, in_place: bool) -> Option<Places> {
        if self.0.len() != count {
            return None;
        }
        let (left, right) = (self.0.first()?, self.0.last()?);
        let (x, y) = (left.dense()?, right.dense()?);
        let bytes = x.buffer().len();
        if x.dtype() != from || (count > 1 && x.metadata() != y.metadata()) || bytes > LARGEST {
            return None;
        }
        let size = from.size()?;
        let elements = bytes / size;
        let (a, b) = (x.buffer().as_ptr().as_ptr(), y.buffer().as_ptr().as_ptr());
        let (out, outcome) = if in_place && left.is_reusable(x) {
            (a, Outcome::InPlace(0))
        } else if in_place && count > 1 && right.is_reusable(y) {
            (b, Outcome::InPlace(1))
        } else {
            let buffer = Buffer::uninitialized(elements * to.size()?).ok()?;
            let (out, shape) = (buffer.as_ptr().as_ptr(), x.shape());
            let value = AsyncRef::available_from(|| {
                let metadata = TensorMetadata { dtype: to, shape: shape.clone() };
                // SAFETY: the buffer was made for as many elements as `x` has, whose shape this is.
                Tensor::Dense(unsafe { DenseHostTensor::from_parts(metadata, buffer) })
            });
            (out, Outcome::New(value.into_any()))
        };
        Some(Places { left: a, right: b, out, count: elements, size, outcome })
    }
}

/// Computes all elements of an output that is one of the inputs, or both. Block functions do not take such an output, so the inputs that it
/// is are copied, a block at a time.
///
/// # Safety
/// The inputs and the output have `count` elements, of `size` bytes, of the dtype that the function is for; an input is the output or apart
/// from it. Nobody else has access to the output.
unsafe fn in_place(function: BlockFn, inputs: [*const u8; 2], out: *mut u8, count: usize, size: usize) {
    #[repr(align(64))]
    struct Block(MaybeUninit<[u8; COPIED]>);
    let mut block = Block(MaybeUninit::uninit());
    let block = block.0.as_mut_ptr().cast::<u8>();
    let step = COPIED / size;
    let mut at = 0;
    while at < count {
        let n = step.min(count - at);
        // SAFETY: the caller promises elements up to `count`; the block has room for `step` of them, and no input overlaps the output then.
        unsafe {
            let out = out.add(at * size);
            // Most op-by-op tensors have one element: no call for that.
            match n * size {
                4 => block.cast::<u32>().write(out.cast::<u32>().read()),
                8 => block.cast::<[u32; 2]>().write(out.cast::<[u32; 2]>().read()),
                bytes => block.copy_from_nonoverlapping(out, bytes),
            }
            let inputs = inputs.map(|input| {
                let input = input.add(at * size);
                if std::ptr::eq(input, out) { block.cast_const() } else { input }
            });
            function(inputs.as_ptr(), out, n);
        }
        at += n;
    }
}

/// Runs the direct function of an op on handles that are the call's own. On success the result is set and all arguments
/// are null; else nothing has changed.
#[inline]
pub(super) fn invoke_handles(direct: DirectFn, args: &mut [TensorHandle], result: &mut TensorHandle) -> bool {
    let direct = {
        let mut few = [const { None::<DirectArg<'_>> }; MAX_ARGS];
        if args.len() > MAX_ARGS {
            return false;
        }
        for (to, from) in few.iter_mut().zip(args.iter()) {
            match from.as_async() {
                Some(value) if from.device() == DeviceRef::HOST => {
                    *to = Some(DirectArg { value: value.into(), given: true });
                }
                _ => return false,
            }
        }
        match few {
            [Some(a), Some(b)] => direct(&DirectArgs(&[a, b])),
            [Some(a), None] => direct(&DirectArgs(&[a])),
            _ => return false,
        }
    };
    let value = match direct.0 {
        Outcome::Declined => return false,
        Outcome::New(value) => value,
        Outcome::InPlace(i) => match std::mem::take(&mut args[i]).into_async() {
            Some(value) => value,
            // An argument that was written into is there.
            None => return false,
        },
    };
    result.set_host_tensor(value);
    for arg in args {
        if !arg.is_null() {
            drop(std::mem::take(arg));
        }
    }
    true
}

/// Runs the direct function of an op on handles that stay the caller's; gives its result, or nothing if it declines.
#[inline]
pub(super) fn invoke_shared(direct: DirectFn, args: &[&TensorHandle]) -> Option<TensorHandle> {
    fn arg(handle: &TensorHandle) -> Option<DirectArg<'_>> {
        if handle.device() != DeviceRef::HOST {
            return None;
        }
        Some(DirectArg { value: handle.as_async()?.into(), given: false })
    }
    let direct = match args {
        [a] => direct(&DirectArgs(&[arg(a)?])),
        [a, b] => direct(&DirectArgs(&[arg(a)?, arg(b)?])),
        _ => return None,
    };
    match direct.0 {
        Outcome::New(value) => Some(TensorHandle::from_async(value)),
        // Nothing was given, so nothing was written into.
        Outcome::Declined | Outcome::InPlace(_) => None,
    }
}

/// Runs the direct function of an op on a kernel's operands, from `first` on.
#[inline]
pub fn invoke_quick<'call>(direct: DirectFn, frame: QuickFrame<'call>, first: usize) -> Quick<'call> {
    let arg = |i: usize| frame.object(i).map(|value| DirectArg { value, given: frame.owns(i) });
    let outcome = match frame.num_operands() - first {
        1 => match arg(first) {
            Some(a) => direct(&DirectArgs(&[a])).0,
            None => Outcome::Declined,
        },
        2 => match (arg(first), arg(first + 1)) {
            (Some(a), Some(b)) => direct(&DirectArgs(&[a, b])).0,
            _ => Outcome::Declined,
        },
        _ => Outcome::Declined,
    };
    match outcome {
        Outcome::Declined => frame.decline(),
        Outcome::InPlace(i) => frame.finish_moving(first + i),
        Outcome::New(value) => frame.finish(value),
    }
}
