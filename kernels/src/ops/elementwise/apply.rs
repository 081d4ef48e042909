//! Element-wise ops over any block function: threads, broadcasting and reuse of buffers, implemented once for all functions and
//! dtypes.
//!
//! An op is a [`Blocks`]: the block function for the dtypes of its arguments. [`op!`] makes an op of it, of which [`apply`] is the dispatch
//! form. [`apply`] does not depend on element types: operands are bytes, with a number of bytes per element. Ops whose functions have data,
//! or that do not deserve a function for several instruction sets, use [`unary`], [`unary_into`], [`binary`] and [`binary_into`], which run
//! a closure over the elements in the same way.
//!
//! Invariants: results do not depend on how elements are split into blocks. An argument of a block function is the result's place itself,
//! where a buffer is reused, or does not overlap it.
#![expect(unsafe_code, reason = "block functions take untyped memory")]

use std::mem::MaybeUninit;
use std::ops::Range;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, ElementwiseFn, OpError, Output, TypedBlockFn};
use tfrt_executor::tensor::{DType, Element, Shape, TensorMetadata};
use tfrt_numerics::stream;

use super::block_functions::{element, write_all};
use super::broadcast::{Plan, broadcasts_to};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::result_metadata;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::tasks::TASK;

/// The block function of an op for the dtypes of its arguments; `None` for dtypes that the op does not take.
pub(crate) type Blocks = fn(&[DType]) -> Option<TypedBlockFn>;

/// A block function with what it needs beside the arguments: pointers and count are as
/// [`BlockFn`](tfrt_executor::core_runtime::BlockFn) takes them.
pub(super) type Block<'a> = &'a (dyn Fn(*const *const u8, *mut u8, usize) + Sync);

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
            .direct($arity, |dtypes| if DIRECT(dtypes[0]) { BLOCKS(dtypes) } else { None })
            .elementwise(|dtypes, _| if dtypes.iter().all(|&dtype| FUSED(dtype)) { BLOCKS(dtypes) } else { None })
    }};
}
pub(crate) use op;

/// The dispatch form of an op of `N` arguments, one or two, of one dtype, with NumPy broadcasting.
pub(crate) fn apply<const N: usize>(frame: &mut DispatchFrame<'_>, blocks: Blocks) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let dtypes = [dtype; N];
    let Some(function) = blocks(&dtypes) else { return Err(unsupported(dtype)) };
    apply_function(frame, &dtypes, function)
}

/// As [`apply`], of an op whose function depends on an attribute.
pub(crate) fn apply_with<const N: usize>(
    frame: &mut DispatchFrame<'_>,
    function: ElementwiseFn,
) -> Result<(), OpError> {
    let dtypes = [frame.dense(0)?.dtype(); N];
    let Some(function) = function(&dtypes, frame.attrs()) else { return Err(unsupported(dtypes[0])) };
    apply_function(frame, &dtypes, function)
}

/// As [`apply`], with the block function for arguments of these dtypes.
pub(crate) fn apply_function(
    frame: &mut DispatchFrame<'_>,
    dtypes: &[DType],
    elementwise: TypedBlockFn,
) -> Result<(), OpError> {
    apply_viewed(frame, dtypes, &[], elementwise)
}

/// As [`apply_function`], where the first arguments are taken to have other shapes, as many as are given, of as many elements as theirs.
pub(crate) fn apply_viewed(
    frame: &mut DispatchFrame<'_>,
    dtypes: &[DType],
    views: &[Shape],
    elementwise: TypedBlockFn,
) -> Result<(), OpError> {
    if !elementwise.takes(dtypes) {
        return Err("the op's function is not for these arguments".into());
    }
    let parameter = elementwise.parameter().unwrap_or_default();
    let function = elementwise.function();
    run_viewed(frame, dtypes, views, elementwise.result(), &|args, out, count| {
        let mut pointers = [std::ptr::null(); MAX_ARGS + 1];
        for (i, pointer) in pointers.iter_mut().enumerate().take(dtypes.len()) {
            // SAFETY: there is a pointer for each argument.
            *pointer = unsafe { *args.add(i) };
        }
        pointers[dtypes.len()] = (&raw const parameter).cast();
        // SAFETY: the function is that for arguments of these dtypes; a parameter comes after them.
        unsafe { function(pointers.as_ptr(), out, count) }
    })
}

/// `out = f(x)` element by element, in place when the argument can be taken over.
pub(crate) fn unary<T: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> T + Sync,
) -> Result<(), OpError> {
    unary_into(frame, f)
}

/// `out = f(x)` element by element for any float, computed in double precision and rounded once.
pub(crate) fn unary_in_double(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(f64) -> f64 + Sync,
) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [floats halves], {
        unary::<T>(frame, |x| T::unwork(<T as Float>::Work::of(f(f64::from(x.work())))))
    }, else Err(unsupported(dtype)))
}

/// `out = f(x)` element by element, into another dtype.
pub(crate) fn unary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> U + Sync,
) -> Result<(), OpError> {
    run(frame, &[T::DTYPE], U::DTYPE, &|args, out, count| {
        // SAFETY: the block has `count` elements of these types.
        unsafe { write_all(out, count, |i| f(element(args, 0, i))) }
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
    run(frame, &[T::DTYPE; 2], U::DTYPE, &|args, out, count| {
        // SAFETY: the block has `count` elements of these types.
        unsafe { write_all(out, count, |i| f(element(args, 0, i), element(args, 1, i))) }
    })
}

/// Arguments of an op at most: more than three only where all have the result's shape.
const MAX_ARGS: usize = 8;

/// Bytes of a block that is computed beside the result: few enough to stay in the first cache.
const BLOCK: usize = 4096;

/// A block of elements of any dtype.
#[repr(align(64))]
struct Room(MaybeUninit<[u8; BLOCK]>);

/// An operand of a loop.
pub(super) struct Operand {
    /// Its first element.
    pub start: *const u8,
    /// Bytes of an element.
    pub size: usize,
}

/// The operands and the result of a loop, which tasks share.
struct Places<'a> {
    operands: SmallVec<[Operand; 3]>,
    out: *mut u8,
    /// Bytes of an element of the result.
    size: usize,
    /// The broadcast of operands, if not all have the result's shape.
    plan: Option<Plan>,
    /// Whether the result goes to memory past the caches.
    is_large: bool,
    block: Block<'a>,
}

// SAFETY: operands are read, and a task writes the elements of its range alone, of which one that is an operand is read by that task only.
unsafe impl Sync for Places<'_> {}

/// The bytes of an element.
fn size_of_dtype(dtype: DType) -> Result<usize, OpError> {
    dtype.size().ok_or_else(|| unsupported(dtype))
}

/// The result, in an argument's buffer where an argument has the same metadata.
fn output(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    dtypes: &[DType],
    result: DType,
) -> Result<Output, OpError> {
    if metadata.dtype != result {
        let (to, got) = (result.label(), metadata.dtype.label());
        return Err(format!("the result must have dtype {to}, but has {got}").into());
    }
    if dtypes.contains(&result) { frame.output(metadata) } else { DispatchFrame::fresh(metadata) }
}

/// Computes a result of dtype `to` from arguments of these dtypes, which are broadcast.
fn run(frame: &mut DispatchFrame<'_>, dtypes: &[DType], to: DType, block: Block<'_>) -> Result<(), OpError> {
    run_viewed(frame, dtypes, &[], to, block)
}

/// As [`run`], where the first arguments are taken to have other shapes, as many as are given, of as many elements as theirs.
fn run_viewed(
    frame: &mut DispatchFrame<'_>,
    dtypes: &[DType],
    views: &[Shape],
    to: DType,
    block: Block<'_>,
) -> Result<(), OpError> {
    frame.expect_args(dtypes.len())?;
    let metadata = result_metadata(frame, 0)?;
    let size = size_of_dtype(to)?;
    let mut out = output(frame, metadata, dtypes, to)?;
    let source = out.source();
    let place = out.bytes_mut().as_mut_ptr();
    let shape = &metadata.shape;
    let mut operands: SmallVec<[Operand; 3]> = SmallVec::new();
    let mut shapes: SmallVec<[&Shape; 3]> = SmallVec::new();
    for (i, &dtype) in dtypes.iter().enumerate() {
        let start = if source == Some(i) {
            shapes.push(shape);
            place.cast_const()
        } else {
            let tensor = frame.dense(i)?;
            if tensor.dtype() != dtype {
                let (expected, got) = (dtype.label(), tensor.dtype().label());
                return Err(format!("argument {i} must have dtype {expected}, but has {got}").into());
            }
            let own = tensor.shape();
            let view = views.get(i).filter(|view| view.num_elements() == own.num_elements()).unwrap_or(own);
            if !broadcasts_to(view, shape) {
                return Err(format!("argument {i} of shape {view} does not broadcast to {shape}").into());
            }
            shapes.push(view);
            tensor.bytes().as_ptr()
        };
        operands.push(Operand { start, size: size_of_dtype(dtype)? });
    }
    let plan = shapes.iter().any(|operand| *operand != shape).then(|| Plan::new(shape, &shapes));
    drop(shapes);
    let count = shape.num_elements();
    let is_large = source.is_none() && plan.is_none() && count * size >= stream::LARGE;
    let places = Places { operands, out: place, size, plan, is_large, block };
    if count < 2 * TASK {
        // SAFETY: the result is this call's alone, and operands broadcast to it, as was checked.
        unsafe { places.run(0..count) };
    } else {
        frame.context().parallel_for(count.div_ceil(TASK), 1, &|begin, end| {
            for task in begin..end {
                // SAFETY: the result is this call's alone, operands broadcast to it, and each task has its own elements.
                unsafe { places.run(task * TASK..count.min((task + 1) * TASK)) };
            }
        });
    }
    frame.finish(0, out);
    Ok(())
}

impl Places<'_> {
    /// Computes the elements in a range.
    ///
    /// # Safety
    /// The result has these elements, which no other task reads or writes, and operands have the elements of the shapes of the plan, or all
    /// of the result's; one that is the result has its shape and dtype.
    unsafe fn run(&self, range: Range<usize>) {
        // SAFETY: the caller promises that the result and the operands have the elements of the range, and that no other task accesses
        // those of the result; `range.start` is among them, so `out` is in the result's buffer.
        unsafe {
            let out = self.out.add(range.start * self.size);
            match &self.plan {
                Some(plan) => plan.blocks(range, &self.operands, out, self.size, self.block),
                None if self.is_large => self.past_caches(range, out),
                None => self.straight(range, out),
            }
        }
    }

    /// Calls the block function for elements of operands that have the result's shape.
    ///
    /// # Safety
    /// As [`Self::run`], for operands of the result's shape; `out` has room for the elements.
    unsafe fn straight(&self, range: Range<usize>, out: *mut u8) {
        let mut args = [std::ptr::null(); MAX_ARGS];
        for (arg, operand) in args.iter_mut().zip(&self.operands) {
            // SAFETY: the caller promises that the operand has all elements of the result.
            *arg = unsafe { operand.start.add(range.start * operand.size) };
        }
        (self.block)(args.as_ptr(), out, range.len());
    }

    /// Computes blocks beside the result, which go to memory past the caches.
    ///
    /// # Safety
    /// As [`Self::run`], for operands of the result's shape that are not the result; `out` is where the first element goes.
    unsafe fn past_caches(&self, range: Range<usize>, out: *mut u8) {
        let mut room = Room(MaybeUninit::uninit());
        let place = room.0.as_mut_ptr().cast::<u8>();
        let step = BLOCK / self.size;
        for start in range.clone().step_by(step) {
            let block = start..range.end.min(start + step);
            let bytes = block.len() * self.size;
            let done = (start - range.start) * self.size;
            // SAFETY: the caller says that the operands have the elements of the range and the result has room for them. A block has at most as many
            // bytes as `place`, which the block function writes before they are read.
            unsafe {
                self.straight(block, place);
                let to = std::slice::from_raw_parts_mut(out.add(done), bytes);
                stream::copy(std::slice::from_raw_parts(place, bytes), to);
            }
        }
        stream::finish();
    }
}
