//! Direct calls: the fast path of an op on a few small dense tensors that are available and alike.
//!
//! An element-wise op may have, beside its metadata and dispatch functions, a [`Direct`]: its block functions by the dtype of its
//! arguments. A direct call gets the arguments in place, in a program's registers or in the caller's handles, and either does all of the op
//! at once or *declines* without effects; then the op runs as usual. So a direct call never reports an error and never converts,
//! broadcasts, splits or waits: it declines every case that is not plain, and the usual path gives the same results and errors.
//!
//! Invariants: a call that is not declined gives one result, available, on the host. An argument's tensor is changed only
//! when the call was *given* the argument and has the only reference to it and to its buffer; the first such argument of
//! the result's dtype and shape is, as with [`DispatchFrame::output`](super::DispatchFrame::output).

#![expect(unsafe_code, reason = "writes into tensors whose only reference the call was given")]

use super::elementwise::{BlockFn, TypedBlockFn};
use super::handle::TensorHandle;
use crate::device::DeviceRef;
use crate::kernel::{Quick, QuickFrame};
use crate::tensor::{Buffer, DType, DenseHostTensor, Tensor, TensorMetadata};
use crate::value::{AnyRef, AsyncRef, Borrowed};

/// Arguments that direct calls take at most.
const MAX_ARGS: usize = 2;

/// Tensors above this many bytes go the usual way, which uses all threads.
const LARGEST: usize = 64 << 10;

/// Places of a table by dtype.
const DTYPES: usize = {
    let mut last = 0;
    let mut i = 0;
    while i < DType::ALL.len() {
        if DType::ALL[i].code() > last {
            last = DType::ALL[i].code();
        }
        i += 1;
    }
    last as usize + 1
};

/// The block functions of an op for one or two arguments of one dtype, by that dtype.
#[derive(Debug, Clone)]
pub struct Direct {
    args: usize,
    functions: [Option<Function>; DTYPES],
}

/// A block function with what a call needs to know.
#[derive(Debug, Clone, Copy)]
struct Function {
    function: BlockFn,
    result: DType,
    /// Binary logarithms of the bytes of an element: of the arguments, of the result.
    shifts: [u8; 2],
}

impl Direct {
    /// The functions for so many arguments of each dtype. Those with a parameter are left out, as are those made for other dtypes.
    pub(super) fn new(args: usize, function: impl Fn(&[DType]) -> Option<TypedBlockFn>) -> Direct {
        let mut functions = [None; DTYPES];
        let shift = |dtype: DType| Some(dtype.size().filter(|size| size.is_power_of_two())?.ilog2() as u8);
        for &dtype in DType::ALL.iter().filter(|_| (1..=MAX_ARGS).contains(&args)) {
            let dtypes = &[dtype; MAX_ARGS][..args];
            let made = function(dtypes).filter(|made| made.takes(dtypes) && made.parameter().is_none());
            functions[usize::from(dtype.code())] = made.and_then(|made| {
                let shifts = [shift(dtype)?, shift(made.result())?];
                Some(Function { function: made.function(), result: made.result(), shifts })
            });
        }
        Direct { args, functions }
    }

    /// Computes all elements, in place of an argument where possible.
    #[inline]
    fn run(&self, args: &[DirectArg<'_>]) -> Outcome {
        self.try_run(args).unwrap_or(Outcome::Declined)
    }

    /// As [`Self::run`]; `None` to decline.
    #[inline]
    fn try_run(&self, args: &[DirectArg<'_>]) -> Option<Outcome> {
        let (left, right) = (args.first()?, args.last()?);
        if args.len() != self.args {
            return None;
        }
        let (x, y) = (left.dense()?, right.dense()?);
        let from = x.dtype();
        let Function { function, result, shifts: [from_shift, to_shift] } =
            self.functions[usize::from(from.code())]?;
        let bytes = x.buffer().len();
        if (args.len() > 1 && x.metadata() != y.metadata()) || bytes > LARGEST {
            return None;
        }
        let count = bytes >> from_shift;
        let (a, b) = (x.buffer().as_ptr().as_ptr(), y.buffer().as_ptr().as_ptr());
        let (out, outcome) = if from == result && left.is_reusable(x) {
            (a, Outcome::InPlace(0))
        } else if from == result && right.is_reusable(y) {
            (b, Outcome::InPlace(args.len() - 1))
        } else {
            let buffer = Buffer::uninitialized(count << to_shift).ok()?;
            let out = buffer.as_ptr().as_ptr();
            let metadata = TensorMetadata { dtype: result, shape: x.shape().clone() };
            let value = AsyncRef::available_from(|| {
                // SAFETY: the buffer was made for as many elements as `x` has, whose shape this is.
                Tensor::Dense(unsafe { DenseHostTensor::from_parts(metadata, buffer) })
            });
            (out, Outcome::New(value.into_any()))
        };
        // SAFETY: the function takes as many arguments of this dtype. They have `count` elements each, and so does the result, which is an
        // argument of the result's dtype or overlaps no argument. This call holds the only reference to the result's buffer.
        unsafe { function([a.cast_const(), b.cast_const()].as_ptr(), out, count) };
        Some(outcome)
    }
}

/// The outcome of a direct call.
#[derive(Debug)]
enum Outcome {
    /// Nothing: the op is to run as always.
    Declined,
    /// The result is in the tensor of this argument.
    InPlace(usize),
    New(AnyRef),
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

/// The value of a handle to a tensor on the host.
#[inline]
fn host_value(handle: &TensorHandle) -> Option<Borrowed<'_>> {
    let value = handle.as_async()?;
    (handle.device() == DeviceRef::HOST).then(|| value.into())
}

/// Runs an op directly on handles that are the call's own. On success the result is set and all arguments
/// are null; else nothing has changed.
#[inline]
pub(super) fn invoke_handles(direct: &Direct, args: &mut [TensorHandle], result: &mut TensorHandle) -> bool {
    let arg = |i: usize| host_value(&args[i]).map(|value| DirectArg { value, given: true });
    let outcome = match args.len() {
        1 => match arg(0) {
            Some(a) => direct.run(&[a]),
            None => return false,
        },
        2 => match (arg(0), arg(1)) {
            (Some(a), Some(b)) => direct.run(&[a, b]),
            _ => return false,
        },
        _ => return false,
    };
    let value = match outcome {
        Outcome::Declined => return false,
        Outcome::New(value) => value,
        Outcome::InPlace(i) => match args[i].take_async() {
            Some(value) => value,
            // An argument that was written into is there.
            None => return false,
        },
    };
    result.set_host_tensor(value);
    // Word by word, as callers write handles: a handle that is copied as a whole waits until those words are in memory.
    for arg in args {
        drop(arg.take_async());
    }
    true
}

/// Runs an op directly on handles that stay the caller's; gives its result, or nothing if it declines.
#[inline]
pub(super) fn invoke_shared(direct: &Direct, args: &[&TensorHandle]) -> Option<TensorHandle> {
    let arg = |handle| host_value(handle).map(|value| DirectArg { value, given: false });
    let outcome = match args {
        [a] => direct.run(&[arg(a)?]),
        [a, b] => direct.run(&[arg(a)?, arg(b)?]),
        _ => return None,
    };
    match outcome {
        Outcome::New(value) => Some(TensorHandle::from_async(value)),
        // Nothing was given, so nothing was written into.
        Outcome::Declined | Outcome::InPlace(_) => None,
    }
}

/// Runs an op directly on a kernel's operands, from `first` on.
#[inline]
pub fn invoke_quick<'call>(direct: &Direct, frame: QuickFrame<'call>, first: usize) -> Quick<'call> {
    let arg = |i: usize| frame.object(i).map(|value| DirectArg { value, given: frame.owns(i) });
    let outcome = match frame.num_operands() - first {
        1 => match arg(first) {
            Some(a) => direct.run(&[a]),
            None => Outcome::Declined,
        },
        2 => match (arg(first), arg(first + 1)) {
            (Some(a), Some(b)) => direct.run(&[a, b]),
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
