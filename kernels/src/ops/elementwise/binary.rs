//! Functions of two and more numbers that are longer than a line of [`super::table`]: sums, powers, selection, and what integers refuse.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, TensorHandle, TypedBlockFn};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, Shape, StringHostTensor};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{apply, apply_function, apply_viewed};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::elementwise::broadcast::{Plan, broadcast_shape};
use crate::ops::elementwise::complex_functions;
use crate::ops::memory::{joined, result_metadata, texts};
use crate::ops::number::{Float, Number, Real};
use tfrt_numerics::{double, wide};

pub(super) fn sums(dtypes: &[DType]) -> Option<TypedBlockFn> {
    elementwise!(dtypes, 2, [ints floats halves complex], block_functions::binary::<T, T, _>(T::plus))
}

/// `tf.Add`, of strings too.
pub(super) fn add(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if frame.tensor(0)?.metadata().dtype == DType::String {
        return join(frame);
    }
    apply::<2>(frame, sums)
}

pub(super) fn angles(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::F32, DType::F32] => Some(block_functions::binary(double::single::atan2)),
        [DType::F64, DType::F64] => Some(block_functions::binary(double::atan2)),
        _ => elementwise!(dtypes, 2, [halves], {
            block_functions::binary(|a: T, b: T| T::rounded(double::atan2(a.work().into(), b.work().into())))
        }),
    }
}

/// Whether an equality op has shapes that do not compare: then the tensors are unequal as a whole.
pub(super) fn is_incomparable(frame: &DispatchFrame<'_>) -> Result<bool, OpError> {
    frame.expect_args(2)?;
    let (a, b) = (frame.dense(0)?, frame.dense(1)?);
    Ok(a.shape() != b.shape() && broadcast_shape(a.shape(), b.shape()).is_err())
}

pub(super) fn set_boolean(frame: &mut DispatchFrame<'_>, value: bool) -> Result<(), OpError> {
    let tensor = DenseHostTensor::from_values(Shape::scalar(), &[I1::from(value)])?;
    frame.set(0, tensor);
    Ok(())
}

/// `tf.Add` of strings joins them.
fn join(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (a, b) = (frame.strings(0)?, frame.strings(1)?);
    let plan = Plan::new(&metadata.shape, &[&a.metadata().shape, &b.metadata().shape]);
    let pairs = plan.pairs(metadata.shape.num_elements())?;
    let both = |[i, j]: [usize; 2]| joined([&a.strings()[i][..], &b.strings()[j][..]].into_iter(), b"");
    let tensor = StringHostTensor::new(metadata.shape.clone(), texts(pairs.into_iter().map(both))?)?;
    frame.set(0, tensor);
    Ok(())
}

/// Integer division by zero is an error, before anything is computed.
pub(super) fn refuse_zero_divisor(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.dense(0)?;
    frame.expect_args(2)?;
    let divisor = frame.dense(1)?;
    let zero = for_dtype!(
        divisor.dtype(),
        [ints],
        divisor.values::<T>().unwrap_or_default().iter().position(|&x| x == 0),
        else None
    );
    match zero {
        // Nothing is divided when the other tensor is empty.
        Some(at) if frame.dense(0)?.num_elements() > 0 => Err(OpError::from("Integer division by zero")
            .with_details(format!("element {at} of the divisor, {}, is 0", divisor.metadata()))),
        _ => Ok(()),
    }
}

pub(super) fn squared_difference<T: Number>(a: T, b: T) -> T {
    let difference = a.minus(b);
    difference.conjugated().times(difference)
}

/// Shifts by the amount clamped to the width less one, as TensorFlow does.
pub(super) fn shift<T: Real>(a: T, by: T, bits: u32, f: impl Fn(T, u32) -> T) -> T {
    if by <= T::ZERO {
        return a;
    }
    let mut amount = 0;
    let mut reached = T::ZERO;
    while amount < bits - 1 && reached < by {
        amount += 1;
        reached = reached.plus(T::ONE);
    }
    f(a, amount)
}

pub(super) fn powers(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::F32, DType::F32] => Some(block_functions::binary(wide::pow)),
        [DType::F64, DType::F64] => Some(block_functions::binary(double::pow)),
        [DType::Complex64, DType::Complex64] => {
            Some(block_functions::binary(complex_functions::power::<f32>))
        }
        [DType::Complex128, DType::Complex128] => {
            Some(block_functions::binary(complex_functions::power::<f64>))
        }
        [DType::F16 | DType::BF16, _] => elementwise!(dtypes, 2, [halves], {
            block_functions::binary(|a: T, b: T| T::rounded(double::pow(a.work().into(), b.work().into())))
        }),
        _ => elementwise!(dtypes, 2, [signed], block_functions::binary(integer_power::<T>)),
    }
}

/// Integers to negative powers are an error, before anything is computed.
pub(super) fn refuse_negative_exponent(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    if !dtype.is_integer() {
        return Ok(());
    }
    let negative = for_dtype!(
        dtype,
        [signed],
        frame.values::<T>(1)?.iter().find(|&&exponent| exponent < 0).map(ToString::to_string),
        else return Err(unsupported(dtype))
    );
    match negative {
        Some(exponent) if frame.dense(0)?.num_elements() > 0 => {
            Err(format!("Integers to negative integer powers are not allowed: {exponent}").into())
        }
        _ => Ok(()),
    }
}

pub(super) fn integer_power<T: Real>(base: T, exponent: T) -> T {
    let two = T::ONE.plus(T::ONE);
    let (mut result, mut square, mut left) = (T::ONE, base, exponent);
    while left > T::ZERO {
        if left.truncate_mod(two) == T::ONE {
            result = result.times(square);
        }
        square = square.times(square);
        left = left.over(two);
    }
    result
}

pub(super) fn sum_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    let first = *dtypes.first()?;
    for_dtype!(
        first,
        [ints floats halves complex],
        block_functions::folded::<T, _>(dtypes.len(), T::plus),
        else None
    )
}

/// Arguments that one block function adds up.
const SUMMED_AT_ONCE: usize = 8;

pub(super) fn add_n(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let dtype = metadata.dtype;
    if dtype == DType::Variant {
        return crate::ops::collections::list::sum::add_n(frame);
    }
    let sum = |frame: &mut DispatchFrame<'_>| {
        let dtypes = &[dtype; SUMMED_AT_ONCE][..frame.num_args()];
        apply_function(frame, dtypes, sum_blocks(dtypes).ok_or_else(|| unsupported(dtype))?)
    };
    let count = frame.num_args();
    if count <= SUMMED_AT_ONCE {
        return sum(frame);
    }
    // The sum of the first ones is the first of the next.
    let mut rest: Vec<TensorHandle> = (0..count).rev().map(|i| frame.take(i)).collect();
    let mut summed: Option<TensorHandle> = None;
    while !rest.is_empty() {
        let more = rest.split_off(rest.len().saturating_sub(SUMMED_AT_ONCE - usize::from(summed.is_some())));
        let mut args: Vec<TensorHandle> = summed.take().into_iter().chain(more.into_iter().rev()).collect();
        summed = frame.nested(&mut args, std::slice::from_ref(metadata), sum)?.into_iter().next();
    }
    frame.set_handle(0, summed.unwrap_or_default());
    Ok(())
}

/// An op that selects by conditions.
pub(super) fn selecting(entry: OpEntry) -> OpEntry {
    entry.strings().elementwise(|dtypes, _| select_blocks(dtypes))
}

fn select_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match *dtypes {
        [DType::I1, a, b] => elementwise!([a, b], 2, [bool ints floats halves complex], {
            block_functions::ternary(|c: I1, a: T, b: T| if c.get() { a } else { b })
        }),
        _ => None,
    }
}

pub(super) fn select(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let condition = frame.dense(0)?.shape().clone();
    select_by(condition, frame)
}

/// A vector of conditions over rows is a column; broadcasting would take it as the last dimension.
pub(super) fn select_v1(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (mut condition, rank) = (frame.dense(0)?.shape().clone(), frame.dense(1)?.shape().rank());
    if condition.rank() == 1 && rank > 1 {
        let mut dims = condition.dims();
        dims.resize(rank, 1);
        condition = Shape::new(&dims)?;
    }
    select_by(condition, frame)
}

/// Selects by conditions that are taken to have this shape.
fn select_by(condition: Shape, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(1)?.dtype();
    let dtypes = [DType::I1, dtype, dtype];
    let function = select_blocks(&dtypes).ok_or_else(|| unsupported(dtype))?;
    apply_viewed(frame, &dtypes, &[condition], function)
}

/// `x`, at most `high`, and then at least `low`; bounds that are no numbers bound nothing, and what is none itself stays.
fn clipped<T: PartialOrd>(x: T, low: T, high: T) -> T {
    let x = if high < x { high } else { x };
    if x < low { low } else { x }
}

pub(super) fn clip_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    elementwise!(dtypes, 3, [ints floats halves], block_functions::ternary(clipped::<T>))
}

/// A bound of one element holds for all elements, whatever its rank.
pub(super) fn clip(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let function = clip_blocks(&[dtype; 3]).ok_or_else(|| unsupported(dtype))?;
    let view = |i: usize| {
        let shape = frame.dense(i)?.shape();
        Ok::<_, OpError>(if i > 0 && shape.num_elements() == 1 { Shape::scalar() } else { shape.clone() })
    };
    let views = [view(0)?, view(1)?, view(2)?];
    apply_viewed(frame, &[dtype; 3], &views, function)
}
