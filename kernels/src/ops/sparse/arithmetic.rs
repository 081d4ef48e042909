//! Arithmetic on sparse tensors: reductions, sums, products, softmax.

use std::collections::BTreeMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use super::{Sparse, axis_of, set_sparse};
use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::image::resize::Pixel as _;
use crate::ops::index_arguments::integers;
use crate::ops::memory::{copied, filled};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SparseReduceSum", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves complex], reduce::<T>(frame, T::plus, false), else Err(unsupported(dtype)))
    }));
    ops.add("tf.SparseReduceSumSparse", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves complex], reduce::<T>(frame, T::plus, true), else Err(unsupported(dtype)))
    }));
    ops.add("tf.SparseReduceMaxSparse", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves], reduce::<T>(frame, T::larger, true), else Err(unsupported(dtype)))
    }));
    ops.add("tf.SparseReduceMax", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves], reduce::<T>(frame, T::larger, false), else Err(unsupported(dtype)))
    }));
    ops.add("tf.SparseTensorDenseMatMul", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves complex], multiply::<T>(frame), else Err(unsupported(dtype)))
    }));
    ops.add("tf.SparseTensorDenseAdd", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
        let dtype = frame.dense(1)?.dtype();
        for_dtype!(dtype, [ints floats halves complex], add_to_dense::<T>(frame), else Err(unsupported(dtype)))
    }));
    ops.add(
        "tf.SparseAdd",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(1)?.dtype();
            for_dtype!(dtype, [ints floats halves complex], add::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.SparseSoftmax",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(1)?.dtype();
            for_dtype!(dtype, [floats halves], softmax::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    macro_rules! with_dense {
        ($($name:literal $f:ident;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(1)?.dtype();
                for_dtype!(dtype, [ints floats halves complex], combine::<T>(frame, T::$f), else Err(unsupported(dtype)))
            }));
        )*};
    }
    with_dense! {
        "tf.SparseDenseCwiseAdd" plus;
        "tf.SparseDenseCwiseMul" times;
        "tf.SparseDenseCwiseDiv" over;
    }
    macro_rules! unions {
        ($($name:literal $f:ident;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(1)?.dtype();
                for_dtype!(dtype, [ints floats halves], united::<T>(frame, T::$f), else Err(unsupported(dtype)))
            }));
        )*};
    }
    unions! {
        "tf.SparseSparseMaximum" larger;
        "tf.SparseSparseMinimum" smaller;
    }
}

fn dense<T: Number>(dims: &[i64], values: &[T]) -> Result<DenseHostTensor, OpError> {
    Ok(DenseHostTensor::from_values(Shape::new(dims)?, values)?)
}

/// Reduces along axes, to a dense tensor, or to a sparse one of the places that have values.
fn reduce<T: Number>(
    frame: &mut DispatchFrame<'_>,
    join: fn(T, T) -> T,
    to_sparse: bool,
) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let rank = sparse.rank();
    let mut gone = vec![false; rank];
    let axes = positions(frame, 3)?;
    for &axis in &axes {
        gone[axis_of(axis, rank, "Invalid reduction dimension: it")?] = true;
    }
    // Without axes all are meant, but for a sparse result none.
    if axes.is_empty() && !to_sparse {
        gone.fill(true);
    }
    let keep = frame.attrs().get_bool("keep_dims").unwrap_or(false);
    let kept: Vec<usize> = (0..rank).filter(|&axis| !gone[axis]).collect();
    let dims: Dims = (0..rank)
        .filter_map(|axis| match gone[axis] {
            false => Some(sparse.shape[axis]),
            true => keep.then_some(1),
        })
        .collect();
    if to_sparse {
        let mut sums: BTreeMap<Vec<i64>, T> = BTreeMap::new();
        for (at, &value) in frame.values::<T>(1)?.iter().enumerate() {
            let row = sparse.row(at);
            let index = |axis: usize| match gone[axis] {
                false => Some(row[axis]),
                true => keep.then_some(0),
            };
            let place: Vec<i64> = (0..rank).filter_map(index).collect();
            sums.entry(place).and_modify(|sum| *sum = join(*sum, value)).or_insert(value);
        }
        let indices: Vec<i64> = sums.keys().flatten().copied().collect();
        let values: Vec<T> = sums.values().copied().collect();
        return set_sparse(frame, 0, &indices, dense(&[values.len() as i64], &values)?, &dims);
    }
    let shape = Shape::new(&dims)?;
    let mut results: Vec<Option<T>> = filled(None, shape.num_elements())?;
    for (at, &value) in frame.values::<T>(1)?.iter().enumerate() {
        let row = sparse.row(at);
        let place =
            kept.iter().fold(0, |place, &axis| place * sparse.shape[axis] as usize + row[axis] as usize);
        results[place] = Some(results[place].map_or(value, |sum| join(sum, value)));
    }
    let results: Vec<T> = results.into_iter().map(|value| value.unwrap_or(T::ZERO)).collect();
    frame.set(0, DenseHostTensor::from_values(shape, &results)?);
    Ok(())
}

fn multiply<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let a = Sparse::of(frame, 0, 1, 2)?;
    let attrs = frame.attrs();
    let flip = |name: &str| attrs.get_bool(name).unwrap_or(false);
    let (flip_a, flip_b) = (flip("adjoint_a"), flip("adjoint_b"));
    let b_shape = frame.dense(3)?.shape();
    let (&[a_rows, a_columns], &[b_rows, b_columns]) = (&a.shape[..], &b_shape.dims()[..]) else {
        return Err(format!(
            "both factors must be matrices, but have shapes {:?} and {b_shape}",
            &a.shape[..]
        )
        .into());
    };
    let (rows, inner) = if flip_a { (a_columns, a_rows) } else { (a_rows, a_columns) };
    let (b_inner, columns) = if flip_b { (b_columns, b_rows) } else { (b_rows, b_columns) };
    if inner != b_inner {
        return Err(format!("Cannot multiply A and B because inner dimension does not match: {inner} vs. {b_inner} (adjoint_a = {flip_a}, adjoint_b = {flip_b})").into());
    }
    let metadata = TensorMetadata::new(T::DTYPE, Shape::new(&[rows, columns])?);
    let mut sums = filled(T::SUM_ZERO, metadata.shape.num_elements())?;
    let b = frame.values::<T>(3)?;
    let (columns, b_columns) = (columns as usize, b_columns as usize);
    for (at, &value) in frame.values::<T>(1)?.iter().enumerate() {
        let (row, k) = (a.row(at)[0] as usize, a.row(at)[1] as usize);
        let (row, k, value) = if flip_a { (k, row, value.conjugated()) } else { (row, k, value) };
        for (column, sum) in sums[row * columns..][..columns].iter_mut().enumerate() {
            let factor =
                if flip_b { b[column * b_columns + k].conjugated() } else { b[k * b_columns + column] };
            *sum = T::sum_plus(*sum, T::sum_times(value.widen(), factor.widen()));
        }
    }
    let mut out = DispatchFrame::fresh(&metadata)?;
    for (out, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
        *out = T::narrow(sum);
    }
    frame.finish(0, out);
    Ok(())
}

fn add_to_dense<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let shape = frame.dense(3)?.shape().clone();
    if shape.dims() != sparse.shape {
        return Err(format!(
            "Shapes of the operands differ: {:?} (sparse) and {shape} (dense)",
            &sparse.shape[..]
        )
        .into());
    }
    let mut sum = copied(frame.values::<T>(3)?)?;
    for (at, &value) in frame.values::<T>(1)?.iter().enumerate() {
        let place = sparse.place(at);
        sum[place] = sum[place].plus(value);
    }
    frame.set(0, DenseHostTensor::from_values(shape, &sum)?);
    Ok(())
}

/// The positions of the two tensors' values, in order: the index, and the value's number in each.
type Pairs = Vec<(Dims, Option<usize>, Option<usize>)>;

fn pairs(a: &Sparse, b: &Sparse) -> Result<Pairs, OpError> {
    if a.shape != b.shape {
        return Err(
            format!("Operands' shapes do not match: got {:?} and {:?}", &a.shape[..], &b.shape[..]).into()
        );
    }
    let mut all: Pairs = (0..a.count).map(|at| (Dims::from_slice(a.row(at)), Some(at), None)).collect();
    all.extend((0..b.count).map(|at| (Dims::from_slice(b.row(at)), None, Some(at))));
    all.sort_by(|x, y| x.0.cmp(&y.0));
    let mut merged: Pairs = Vec::with_capacity(all.len());
    for (row, left, right) in all {
        match merged.last_mut() {
            Some(last) if last.0 == row && last.2.is_none() && right.is_some() => last.2 = right,
            _ => merged.push((row, left, right)),
        }
    }
    Ok(merged)
}

fn add<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(7)?;
    let (a, b) = (Sparse::of(frame, 0, 1, 2)?, Sparse::of(frame, 3, 4, 5)?);
    let threshold = frame.dense(6)?;
    if threshold.num_elements() != 1 {
        return Err(
            format!("The magnitude threshold must be a scalar: got shape {}", threshold.shape()).into()
        );
    }
    let threshold_dtype = threshold.dtype();
    let threshold: f64 = for_dtype!(threshold_dtype, [ints floats halves], {
        f64::from(frame.values::<T>(6)?[0].to_f32())
    }, else return Err(unsupported(threshold_dtype)));
    let (left, right) = (frame.values::<T>(1)?, frame.values::<T>(4)?);
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    for (row, i, j) in pairs(&a, &b)? {
        // Small sums are left out, values that nothing is added to are not.
        let (sum, stays) = match (i, j) {
            (Some(i), Some(j)) => {
                let sum = left[i].plus(right[j]);
                (sum, size_of_number(sum) >= threshold)
            }
            (Some(i), None) => (left[i], true),
            (None, Some(j)) => (right[j], true),
            (None, None) => continue,
        };
        if stays {
            indices.extend(row);
            values.push(sum);
        }
    }
    let values = dense(&[values.len() as i64], &values)?;
    set_sparse(frame, 0, &indices, values, &a.shape)
}

/// The magnitude of a number of any kind.
fn size_of_number<T: Number>(value: T) -> f64 {
    let bytes = bytemuck::bytes_of(&value);
    let one = |at: usize, width: usize| -> f64 {
        let bytes = &bytes[at..at + width];
        match T::DTYPE {
            DType::F32 | DType::Complex64 => f64::from(bytemuck::pod_read_unaligned::<f32>(bytes)),
            DType::F64 | DType::Complex128 => bytemuck::pod_read_unaligned::<f64>(bytes),
            DType::F16 => bytemuck::pod_read_unaligned::<half::f16>(bytes).to_f64(),
            DType::BF16 => bytemuck::pod_read_unaligned::<half::bf16>(bytes).to_f64(),
            DType::I8 => f64::from(bytemuck::pod_read_unaligned::<i8>(bytes)),
            DType::I16 => f64::from(bytemuck::pod_read_unaligned::<i16>(bytes)),
            DType::I32 => f64::from(bytemuck::pod_read_unaligned::<i32>(bytes)),
            DType::I64 => bytemuck::pod_read_unaligned::<i64>(bytes) as f64,
            DType::UI8 => f64::from(bytes[0]),
            DType::UI16 => f64::from(bytemuck::pod_read_unaligned::<u16>(bytes)),
            DType::UI32 => f64::from(bytemuck::pod_read_unaligned::<u32>(bytes)),
            _ => bytemuck::pod_read_unaligned::<u64>(bytes) as f64,
        }
    };
    match T::DTYPE {
        DType::Complex64 => one(0, 4).hypot(one(4, 4)),
        DType::Complex128 => one(0, 8).hypot(one(8, 8)),
        _ => one(0, bytes.len()).abs(),
    }
}

fn united<T: Real>(frame: &mut DispatchFrame<'_>, join: fn(T, T) -> T) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let (a, b) = (Sparse::of(frame, 0, 1, 2)?, Sparse::of(frame, 3, 4, 5)?);
    let (left, right) = (frame.values::<T>(1)?, frame.values::<T>(4)?);
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    for (row, i, j) in pairs(&a, &b)? {
        indices.extend(row);
        values.push(join(i.map_or(T::ZERO, |i| left[i]), j.map_or(T::ZERO, |j| right[j])));
    }
    let count = values.len() as i64;
    frame.set(0, integers(DType::I64, &[count, a.rank() as i64], &indices)?);
    frame.set(1, dense(&[count], &values)?);
    Ok(())
}

/// A value for each of the sparse tensor's, made with the dense tensor's element at its place.
fn combine<T: Number>(frame: &mut DispatchFrame<'_>, join: fn(T, T) -> T) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let shape = frame.dense(3)?.shape();
    let dims = shape.dims();
    let Some(lead) = sparse.rank().checked_sub(dims.len()) else {
        return Err(format!(
            "the dense operand has more dimensions, {shape}, than the sparse one, {:?}",
            &sparse.shape[..]
        )
        .into());
    };
    if dims.iter().zip(&sparse.shape[lead..]).any(|(&dim, &own)| dim != 1 && dim != own) {
        return Err(format!(
            "SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: [{:?}] vs. {shape}",
            &sparse.shape[..]
        )
        .into());
    }
    let other = frame.values::<T>(3)?;
    let values: Vec<T> = frame
        .values::<T>(1)?
        .iter()
        .enumerate()
        .map(|(at, &value)| {
            let row = &sparse.row(at)[lead..];
            let place = row.iter().zip(&dims).fold(0, |place, (&index, &dim)| {
                place * dim as usize + if dim == 1 { 0 } else { index as usize }
            });
            join(value, other[place])
        })
        .collect();
    debug_assert!(product(&dims) == other.len());
    frame.set(0, dense(&[sparse.count as i64], &values)?);
    Ok(())
}

fn softmax<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let Some(outer) = sparse.rank().checked_sub(1).filter(|&outer| outer > 0) else {
        return Err(format!("Input should have rank >= 2, but received shape {:?}", &sparse.shape[..]).into());
    };
    let values = frame.values::<T>(1)?;
    let mut results = values.to_vec();
    let order = sparse.ordered();
    for run in order.chunk_by(|&a, &b| sparse.row(a)[..outer] == sparse.row(b)[..outer]) {
        let largest = run.iter().map(|&at| values[at]).fold(T::LOWEST, T::larger).work();
        let power = |at: usize| values[at].work().minus(largest).exp();
        let sum = run.iter().fold(T::Work::ZERO, |sum, &at| sum.plus(power(at)));
        for &at in run {
            results[at] = T::unwork(power(at).over(sum));
        }
    }
    frame.set(0, dense(&[sparse.count as i64], &results)?);
    Ok(())
}
