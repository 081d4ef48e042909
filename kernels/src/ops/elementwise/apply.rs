//! Element-wise ops over any block function: threads, broadcasting and reuse of buffers, written once for all functions and dtypes.
//!
//! An op is a [`Blocks`]: the block function for the dtypes of its arguments. [`op!`] makes an op of it, of which [`apply`] is the dispatch form.
//! That does not know the types of elements: operands are bytes, or storage of as many bytes an element. Ops whose functions have data, or
//! that are not worth a function for several instruction sets, use [`unary`], [`unary_into`], [`binary`] and [`binary_into`], which run
//! a closure over the elements in the same way.
//!
//! Invariants: results do not depend on how elements are cut into blocks. A block function never sees an argument that is its result:
//! where a buffer is reused, the argument's elements are copied first.
#![expect(unsafe_code, reason = "block functions take untyped memory")]

use std::mem::MaybeUninit;

use bytemuck::Pod;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, Elementwise, OpContext, OpError, Output};
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, Shape, TensorMetadata};
use tfrt_numerics::stream;

use super::broadcast::{BinaryKernel, Plan};
use crate::ops::support::{TASK, result_metadata, unsupported};

/// The block function of an op for the dtypes of its arguments; `None` for dtypes that the op does not take.
pub(crate) type Blocks = fn(&[DType]) -> Option<Elementwise>;

/// A block function with what it needs beside the arguments. As for [`BlockFn`](tfrt_executor::core_runtime::BlockFn), the pointers are
/// valid for as many elements as the count says, of the dtypes that it was made for; the result overlaps no argument.
type Block<'a> = &'a (dyn Fn(*const *const u8, *mut u8, usize) + Sync);

/// An op of `arity` arguments of one dtype, from its [`Blocks`]: the body of each dtype is written once, and all
/// forms of the op run it. Where only some dtypes are fused, a function of the dtypes says which; where only some are computed directly,
/// another one.
macro_rules! op {
    ($arity:literal, $blocks:expr) => {
        $crate::ops::elementwise::apply::op!($arity, $blocks, fused |_| true, direct |_| true)
    };
    ($arity:literal, $blocks:expr, fused $fused:expr) => {
        $crate::ops::elementwise::apply::op!($arity, $blocks, fused $fused, direct |_| true)
    };
    ($arity:literal, $blocks:expr, fused $fused:expr, direct $direct:expr) => {{
        const BLOCKS: $crate::ops::elementwise::apply::Blocks = $blocks;
        const FUSED: fn(::tfrt_executor::tensor::DType) -> bool = $fused;
        const DIRECT: fn(::tfrt_executor::tensor::DType) -> bool = $direct;
        ::tfrt_executor::core_runtime::OpEntry::new()
            .dispatch(|frame: &mut ::tfrt_executor::core_runtime::DispatchFrame<'_>| {
                $crate::ops::elementwise::apply::apply::<$arity>(frame, BLOCKS)
            })
            .direct(|args| {
                args.apply(|dtypes| if dtypes.len() == $arity && DIRECT(dtypes[0]) { BLOCKS(dtypes) } else { None })
            })
            .elementwise(|dtypes, _| if dtypes.iter().all(|&dtype| FUSED(dtype)) { BLOCKS(dtypes) } else { None })
    }};
}
pub(crate) use op;

/// The dispatch form of an op of `N` arguments, one or two, of one dtype, with NumPy broadcasting.
pub(crate) fn apply<const N: usize>(frame: &mut DispatchFrame<'_>, blocks: Blocks) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let Some(function) = blocks(&[dtype; N]) else { return Err(unsupported(dtype)) };
    frame.expect_args(N)?;
    apply_function(frame, dtype, function)
}

/// As [`apply`], with the block function for arguments of this dtype.
pub(crate) fn apply_function(
    frame: &mut DispatchFrame<'_>,
    dtype: DType,
    Elementwise { function, result, parameter }: Elementwise,
) -> Result<(), OpError> {
    let dtypes = [dtype, result];
    let parameter = parameter.unwrap_or_default();
    let parameter = (&raw const parameter).cast::<u8>();
    let parameter = Address(parameter);
    if frame.num_args() < 2 {
        return run_unary(frame, dtypes, &|args, out, count| {
            // SAFETY: the function is that for arguments of this dtype; a parameter comes after the argument.
            unsafe { function([*args, parameter.get()].as_ptr(), out, count) }
        });
    }
    run_binary(frame, dtypes, &|args, out, count| {
        // SAFETY: the function is that for two arguments of this dtype; a parameter comes after them.
        unsafe { function([*args, *args.add(1), parameter.get()].as_ptr(), out, count) }
    })
}

/// The address of a number that outlives the call.
#[derive(Clone, Copy)]
struct Address(*const u8);

// SAFETY: all threads only read the number.
unsafe impl Sync for Address {}

impl Address {
    fn get(self) -> *const u8 {
        self.0
    }
}

/// `out = f(x)` element by element, in place when the argument can be taken over.
pub(crate) fn unary<T: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> T + Sync,
) -> Result<(), OpError> {
    unary_into(frame, f)
}

/// `out = f(x)` element by element, into another dtype.
pub(crate) fn unary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> U + Sync,
) -> Result<(), OpError> {
    run_unary(frame, [T::DTYPE, U::DTYPE], &|args, out, count| {
        // SAFETY: the block has `count` elements of these types, whose result overlaps no argument.
        let (from, to) = unsafe {
            (
                std::slice::from_raw_parts((*args).cast::<T>(), count),
                std::slice::from_raw_parts_mut(out.cast::<U>(), count),
            )
        };
        for (to, &from) in to.iter_mut().zip(from) {
            *to = f(from);
        }
    })
}

/// `out = f(a, b)` with broadcasting, in place of an argument that can be taken over.
pub(crate) fn binary<T: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T, T) -> T + Sync,
) -> Result<(), OpError> {
    binary_into(frame, f)
}

/// `out = f(a, b)` with broadcasting, into another dtype.
pub(crate) fn binary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T, T) -> U + Sync,
) -> Result<(), OpError> {
    run_binary(frame, [T::DTYPE, U::DTYPE], &|args, out, count| {
        // SAFETY: the block has `count` elements of these types, whose result overlaps no argument.
        let (a, b, to) = unsafe {
            (
                std::slice::from_raw_parts((*args).cast::<T>(), count),
                std::slice::from_raw_parts((*args.add(1)).cast::<T>(), count),
                std::slice::from_raw_parts_mut(out.cast::<U>(), count),
            )
        };
        for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
            *to = f(a, b);
        }
    })
}

/// The bytes of an element.
fn size_of_dtype(dtype: DType) -> Result<usize, OpError> {
    dtype.size().ok_or_else(|| unsupported(dtype))
}

/// The result, with room for elements of this dtype, in an argument's buffer where the argument has the same dtype.
fn output(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    [from, to]: [DType; 2],
) -> Result<Output, OpError> {
    if metadata.dtype != to {
        let (to, got) = (to.label(), metadata.dtype.label());
        return Err(format!("the result must have dtype {to}, but has {got}").into());
    }
    if from == to { frame.output(metadata) } else { DispatchFrame::fresh(metadata) }
}

/// The elements of an argument in storage of the same size.
fn operand<S: Pod>(tensor: &DenseHostTensor, i: usize, dtype: DType) -> Result<&[S], OpError> {
    if tensor.dtype() == dtype {
        return Ok(bytemuck::cast_slice(tensor.bytes()));
    }
    let (expected, got) = (dtype.label(), tensor.dtype().label());
    Err(format!("argument {i} must have dtype {expected}, but has {got}").into())
}

/// Runs `body(first element, bytes)` over the elements of a result, on all threads if there are many.
fn for_elements(
    context: &dyn OpContext,
    out: &mut [u8],
    size: usize,
    body: &(dyn Fn(usize, &mut [u8]) + Sync),
) {
    if out.len() < 2 * TASK * size {
        return body(0, out);
    }
    let tasks: Vec<Mutex<&mut [u8]>> = out.chunks_mut(TASK * size).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            body(at * TASK, &mut task.lock());
        }
    });
}

/// Bytes of a block that is copied or computed beside the result: few enough to stay in the first cache.
const BLOCK: usize = 4096;

/// A block of elements of any dtype.
#[repr(align(64))]
struct Room(MaybeUninit<[u8; BLOCK]>);

impl Room {
    fn new() -> Room {
        Room(MaybeUninit::uninit())
    }

    fn bytes(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Whether the caches will not hold a tensor until it is read.
fn is_large(bytes: usize) -> bool {
    bytes >= stream::LARGE
}

/// Computes `out` in blocks beside it, `block(first byte, place, elements)`, which go to memory past the caches.
fn past_caches(out: &mut [u8], size: usize, block: &dyn Fn(usize, *mut u8, usize)) {
    let mut room = Room::new();
    for (i, out) in out.chunks_mut(BLOCK / size * size).enumerate() {
        block(i * (BLOCK / size * size), room.bytes(), out.len() / size);
        // SAFETY: the block function has written as many bytes.
        stream::copy(unsafe { std::slice::from_raw_parts(room.bytes(), out.len()) }, out);
    }
    stream::finish();
}

fn run_unary(frame: &mut DispatchFrame<'_>, dtypes: [DType; 2], block: Block<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let (from, to) = (size_of_dtype(dtypes[0])?, size_of_dtype(dtypes[1])?);
    let mut out = output(frame, metadata, dtypes)?;
    let in_place = out.source().is_some();
    let input: &[u8] = if in_place { &[] } else { operand(frame.dense(0)?, 0, dtypes[0])? };
    let bytes = out.bytes_mut().len();
    if !in_place && input.len() / from != bytes / to {
        return Err(format!("the result {metadata} has not as many elements as the argument").into());
    }
    for_elements(frame.context(), out.bytes_mut(), to, &|at, out| {
        // Arguments of one element size are cast to storage of that size when they are read by type; here only addresses count.
        let call = |first: usize, to_place: *mut u8, count: usize| {
            let from = input[first * from..][..count * from].as_ptr();
            block(&raw const from, to_place, count);
        };
        if in_place {
            let mut room = Room::new();
            for out in out.chunks_mut(BLOCK / to * to) {
                // SAFETY: the room is as large as a block and apart from it.
                unsafe { room.bytes().copy_from_nonoverlapping(out.as_ptr(), out.len()) };
                let from = room.bytes().cast_const();
                block(&raw const from, out.as_mut_ptr(), out.len() / to);
            }
        } else if is_large(bytes) {
            past_caches(out, to, &|first, place, count| call(at + first / to, place, count));
        } else {
            call(at, out.as_mut_ptr(), out.len() / to);
        }
    });
    frame.finish(0, out);
    Ok(())
}

fn run_binary(frame: &mut DispatchFrame<'_>, dtypes: [DType; 2], block: Block<'_>) -> Result<(), OpError> {
    match (size_of_dtype(dtypes[0])?, size_of_dtype(dtypes[1])?) {
        (1, 1) => binary_of_storage::<u8, u8>(frame, dtypes, block),
        (2, 1) => binary_of_storage::<u16, u8>(frame, dtypes, block),
        (4, 1) => binary_of_storage::<u32, u8>(frame, dtypes, block),
        (8, 1) => binary_of_storage::<[u32; 2], u8>(frame, dtypes, block),
        (16, 1) => binary_of_storage::<[u32; 4], u8>(frame, dtypes, block),
        (2, 2) => binary_of_storage::<u16, u16>(frame, dtypes, block),
        (4, 4) => binary_of_storage::<u32, u32>(frame, dtypes, block),
        (4, 8) => binary_of_storage::<u32, [u32; 2]>(frame, dtypes, block),
        (8, 8) => binary_of_storage::<[u32; 2], [u32; 2]>(frame, dtypes, block),
        (8, 16) => binary_of_storage::<[u32; 2], [u32; 4]>(frame, dtypes, block),
        (16, 16) => binary_of_storage::<[u32; 4], [u32; 4]>(frame, dtypes, block),
        _ => Err(unsupported(dtypes[0])),
    }
}

/// As [`run_binary`], for elements of the arguments and the result that are as large as `S` and `R`.
fn binary_of_storage<S: Pod + Sync, R: Pod>(
    frame: &mut DispatchFrame<'_>,
    dtypes: [DType; 2],
    block: Block<'_>,
) -> Result<(), OpError> {
    let kernel = |a: &[S], b: &[S], out: &mut [R]| {
        assert!(a.len() == out.len() && b.len() == out.len(), "as many elements as results");
        let args = [a.as_ptr().cast::<u8>(), b.as_ptr().cast()];
        block(args.as_ptr(), out.as_mut_ptr().cast(), out.len());
    };
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = output(frame, metadata, dtypes)?;
    let source = out.source();
    let other = |i: usize| if source == Some(i) { Ok(None) } else { frame.dense(i).map(Some) };
    let (a, b) = (other(0)?, other(1)?);
    let shape = &metadata.shape;
    let same = |tensor: Option<&DenseHostTensor>| tensor.is_none_or(|tensor| tensor.shape() == shape);
    fn shape_of<'s>(tensor: Option<&'s DenseHostTensor>, result: &'s Shape) -> &'s Shape {
        tensor.map_or(result, DenseHostTensor::shape)
    }
    let plan = (!same(a) || !same(b)).then(|| Plan::new(shape, &[shape_of(a, shape), shape_of(b, shape)]));
    let values = |i: usize, tensor: Option<_>| tensor.map_or(Ok(&[][..]), |t| operand::<S>(t, i, dtypes[0]));
    let (a, b) = (values(0, a)?, values(1, b)?);
    let large = is_large(out.bytes_mut().len());
    for_elements(frame.context(), out.bytes_mut(), size_of::<R>(), &|at, bytes| match (&plan, source) {
        (Some(plan), None) => plan.binary(at, bytemuck::cast_slice_mut(bytes), a, b, &kernel),
        (None, None) if large => past_caches(bytes, size_of::<R>(), &|first, place, count| {
            let first = at + first / size_of::<R>();
            // SAFETY: the place has room for so many elements, aligned for all.
            let out = unsafe { std::slice::from_raw_parts_mut(place.cast::<R>(), count) };
            kernel(&a[first..][..count], &b[first..][..count], out);
        }),
        (None, None) => {
            let out: &mut [R] = bytemuck::cast_slice_mut(bytes);
            kernel(&a[at..][..out.len()], &b[at..][..out.len()], out);
        }
        // The result is in an argument's buffer, so that `R` is as large as `S`.
        (plan, Some(left)) => {
            let (left, other) = (left == 0, if left == 0 { b } else { a });
            let kernel: BinaryKernel<'_, S, S, S> =
                &|a: &[S], b: &[S], out: &mut [S]| kernel(a, b, bytemuck::cast_slice_mut(out));
            let out: &mut [S] = bytemuck::cast_slice_mut(bytes);
            match plan {
                Some(plan) => plan.binary_in_place(at, out, other, left, kernel),
                None => in_place(out, &other[at..], left, kernel),
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}

/// One operand is the output itself: it is copied block by block, so that the kernel's slices do not overlap.
fn in_place<S: Pod>(out: &mut [S], other: &[S], left: bool, kernel: BinaryKernel<'_, S, S, S>) {
    let mut room = Room::new();
    let length = BLOCK / size_of::<S>();
    for (out, other) in out.chunks_mut(length).zip(other.chunks(length)) {
        // SAFETY: the room is as large as a block and apart from it, and aligned for all elements.
        let own = unsafe {
            room.bytes().copy_from_nonoverlapping(out.as_ptr().cast(), size_of_val(out));
            std::slice::from_raw_parts(room.bytes().cast::<S>().cast_const(), out.len())
        };
        let other = &other[..out.len()];
        if left { kernel(own, other, out) } else { kernel(other, own, out) }
    }
}
