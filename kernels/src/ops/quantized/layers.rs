//! Layers on quantised integers: convolutions, products, sums, pooling, activations.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape};
use tfrt_ops::shapes::{DataFormat, dtype_attr, pool_sizes};

use super::{Scale, integers, range, range_of_products, set, tensor};
use crate::ops::arrays::gather::product;
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::Images as _;
use crate::ops::index_arguments::{normalize_axis, number, vector};
use crate::ops::memory::{filled, result_metadata};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.QuantizedConv2D", OpEntry::new().dispatch(convolution));
    ops.add("tf.QuantizedMatMul", OpEntry::new().dispatch(matrix_product));
    ops.add("tf.QuantizedBiasAdd", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| sum(frame, true)));
    ops.add("tf.QuantizedAdd", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| sum(frame, false)));
    ops.add("tf.QuantizedMul", OpEntry::new().dispatch(products));
    for (name, six) in [("tf.QuantizedRelu", false), ("tf.QuantizedRelu6", true)] {
        ops.add(name, OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| activation(frame, six)));
    }
    for (name, largest) in [("tf.QuantizedMaxPool", true), ("tf.QuantizedAvgPool", false)] {
        ops.add(name, OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| pool(frame, largest)));
    }
    ops.add(
        "tf.QuantizedConcat",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| concat(frame, true)),
    );
    ops.add(
        "tf.QuantizedConcatV2",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| concat(frame, false)),
    );
    ops.add("tf.QuantizedReshape", OpEntry::new().dispatch(reshape));
}

fn convolution(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let a = Scale::new(frame.dense(0)?.dtype(), range(frame, 2, "input")?)?;
    let b = Scale::new(frame.dense(1)?.dtype(), range(frame, 4, "filter")?)?;
    let attrs = frame.attrs();
    let format = DataFormat::of(&*attrs)?;
    let image = format.image(frame.dense(0)?.shape(), "input")?;
    let weights = frame.dense(1)?.shape().dims();
    let Windows { rows, columns } = windows(format, attrs, [image[1], image[2]], [weights[0], weights[1]])?;
    let [channels, outputs] = [weights[2] as usize, weights[3] as usize];
    if image[3] as usize != channels {
        return Err(format!("input must have the {channels} channels of filter, but has {}", image[3]).into());
    }
    // Positions outside of the image are zero, whatever the integer of zero is.
    let less = |values: Vec<i32>, zero: i64| -> Vec<i32> {
        values.into_iter().map(|x| (i64::from(x) - zero) as i32).collect()
    };
    let input = less(format.last(image, &integers(frame, 0)?)?.into_owned(), a.zero());
    let filter = less(integers(frame, 1)?, b.zero());
    let dims = [image[0], rows.output as i64, columns.output as i64, outputs as i64];
    let mut made = filled(0_i32, product(&dims))?;
    let pixels = rows.input * columns.input * channels;
    let sum = |(at, sums): (usize, &mut [i32])| {
        let (column, rest) = (at % columns.output, at / columns.output);
        let (row, batch) = (rest % rows.output, rest / rows.output);
        let image = &input[batch * pixels..][..pixels];
        for tap in 0..rows.filter * columns.filter {
            let (y, x) = (tap / columns.filter, tap % columns.filter);
            let (Some(y), Some(x)) = (rows.position(row, y), columns.position(column, x)) else { continue };
            let pixel = &image[(y * columns.input + x) * channels..][..channels];
            let weights = &filter[tap * channels * outputs..][..channels * outputs];
            for (&value, weights) in pixel.iter().zip(weights.chunks_exact(outputs.max(1))) {
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(value.wrapping_mul(weight));
                }
            }
        }
    };
    format.fill(dims, &mut made, |sums| {
        sums.chunks_exact_mut(outputs.max(1)).enumerate().for_each(sum);
        Ok(())
    })?;
    let made = tensor(DType::QI32, format.shape(dims)?, made.into_iter().map(i64::from))?;
    set(frame, made, range_of_products(a, b))
}

fn matrix_product(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let a = Scale::new(frame.dense(0)?.dtype(), range(frame, 2, "a")?)?;
    let b = Scale::new(frame.dense(1)?.dtype(), range(frame, 4, "b")?)?;
    let attrs = frame.attrs();
    let flag = |name| attrs.get_bool(name).unwrap_or(false);
    let shape = result_metadata(frame, 0)?.shape.clone();
    let depth = frame.dense(0)?.shape().dim(usize::from(!flag("transpose_a")));
    let [rows, depth, columns] = [shape.dim(0), depth, shape.dim(1)].map(|dim| dim as usize);
    let (left, right) = (integers(frame, 0)?, integers(frame, 1)?);
    let [down, across] = if flag("transpose_a") { [1, rows] } else { [depth, 1] };
    let [over, along] = if flag("transpose_b") { [1, depth] } else { [columns, 1] };
    let mut sums = filled(0_i32, shape.num_elements())?;
    for (row, sums) in sums.chunks_exact_mut(columns.max(1)).enumerate() {
        for k in 0..depth {
            let value = (i64::from(left[row * down + k * across]) - a.zero()) as i32;
            for (column, sum) in sums.iter_mut().enumerate() {
                let weight = (i64::from(right[k * over + column * along]) - b.zero()) as i32;
                *sum = sum.wrapping_add(value.wrapping_mul(weight));
            }
        }
    }
    let made = tensor(DType::QI32, shape, sums.into_iter().map(i64::from))?;
    set(frame, made, range_of_products(a, b))
}

/// Sums in a range that leaves room for many more of them; a bias has the last dimension of the other operand.
fn sum(frame: &mut DispatchFrame<'_>, bias: bool) -> Result<(), OpError> {
    // The factor by which the range of a sum exceeds the required one.
    let room = if bias { 131_072.0 } else { 16384.0 };
    frame.expect_args(6)?;
    let a = Scale::new(frame.dense(0)?.dtype(), range(frame, 2, "the first argument")?)?;
    let b = Scale::new(frame.dense(1)?.dtype(), range(frame, 4, "the second argument")?)?;
    let most = (-a.min.min(b.min)).max(a.max.max(b.max)) * room;
    let result = Scale::new(DType::QI32, (-most, most))?;
    let (left, right) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let shape = &result_metadata(frame, 0)?.shape;
    let moved = |scale: Scale, values: Vec<i32>| -> Vec<i64> {
        values.into_iter().map(|x| result.integer(scale.number(i64::from(x)))).collect()
    };
    let (x, y) = (moved(a, integers(frame, 0)?), moved(b, integers(frame, 1)?));
    let sums = pairs(left, right, shape).map(|(i, j)| x[i] + y[j]);
    let made = tensor(DType::QI32, shape.clone(), sums)?;
    set(frame, made, (-most, most))
}

fn products(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let a = Scale::new(frame.dense(0)?.dtype(), range(frame, 2, "x")?)?;
    let b = Scale::new(frame.dense(1)?.dtype(), range(frame, 4, "y")?)?;
    let (left, right) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let shape = &result_metadata(frame, 0)?.shape;
    let (x, y) = (integers(frame, 0)?, integers(frame, 1)?);
    let values =
        pairs(left, right, shape).map(|(i, j)| (i64::from(x[i]) - a.zero()) * (i64::from(y[j]) - b.zero()));
    let made = tensor(DType::QI32, shape.clone(), values)?;
    set(frame, made, range_of_products(a, b))
}

/// The elements of two tensors that meet at each element of the shape that both are broadcast to.
pub(super) fn pairs(a: &Shape, b: &Shape, to: &Shape) -> impl Iterator<Item = (usize, usize)> {
    let whole = to.dims();
    let steps = |shape: &Shape| -> Vec<usize> {
        let dims = shape.dims();
        let mut steps = vec![0; whole.len()];
        let mut step = 1;
        for (at, &dim) in dims.iter().enumerate().rev() {
            steps[at + whole.len() - dims.len()] = if dim == 1 { 0 } else { step };
            step *= dim as usize;
        }
        steps
    };
    let (a, b) = (steps(a), steps(b));
    (0..product(&whole)).map(move |place| {
        let (mut rest, mut i, mut j) = (place, 0, 0);
        for (axis, &dim) in whole.iter().enumerate().rev() {
            let at = rest % dim as usize;
            rest /= dim as usize;
            i += at * a[axis];
            j += at * b[axis];
        }
        (i, j)
    })
}

fn activation(frame: &mut DispatchFrame<'_>, six: bool) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (dtype, limits) = (frame.dense(0)?.dtype(), range(frame, 1, "features")?);
    dtype_attr(&*frame.attrs(), "out_type", DType::QUI8, &[dtype])
        .map_err(|error| error.with_details(format!("features of {}", dtype.name())))?;
    let scale = Scale::new(dtype, limits)?;
    let (zero, most) = (scale.integer(0.0), if six { scale.integer(6.0) } else { i64::MAX });
    let shape = frame.dense(0)?.shape().clone();
    let values = integers(frame, 0)?.into_iter().map(|x| i64::from(x).max(zero).min(most));
    let made = tensor(dtype, shape, values)?;
    set(frame, made, limits)
}

fn pool(frame: &mut DispatchFrame<'_>, largest: bool) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let limits = range(frame, 1, "input")?;
    let attrs = frame.attrs();
    let metadata = frame.dense(0)?.metadata().clone();
    let result = result_metadata(frame, 0)?.shape.clone();
    let format = DataFormat::of(&*attrs)?;
    let dims @ [batches, height, width, channels] = format.image(&metadata.shape, "input")?;
    let Windows { rows, columns } = windows(format, attrs, [height, width], pool_sizes(format, &*attrs)?)?;
    let input = integers(frame, 0)?;
    let input = format.last(dims, &input)?;
    let to = [batches, rows.output as i64, columns.output as i64, channels];
    let channels = channels as usize;
    let mut made = filled(0_i64, result.num_elements())?;
    let pool = |(at, out): (usize, &mut [i64])| {
        let (column, rest) = (at % columns.output, at / columns.output);
        let (row, batch) = (rest % rows.output, rest / rows.output);
        let mut count = 0_i64;
        for y in rows.range(row) {
            for x in columns.range(column) {
                let pixel = &input[((batch * rows.input + y) * columns.input + x) * channels..][..channels];
                for (out, &value) in out.iter_mut().zip(pixel) {
                    let value = i64::from(value);
                    *out = match largest {
                        true if count == 0 => value,
                        true => value.max(*out),
                        false => *out + value,
                    };
                }
                count += 1;
            }
        }
        if !largest {
            let count = count.max(1) as f64;
            out.iter_mut().for_each(|out| *out = (*out as f64 / count).round_ties_even() as i64);
        }
    };
    format.fill(to, &mut made, |out| {
        out.chunks_exact_mut(channels.max(1)).enumerate().for_each(pool);
        Ok(())
    })?;
    let made = tensor(metadata.dtype, result, made.into_iter())?;
    set(frame, made, limits)
}

/// Tensors side by side, in a range that holds all of theirs.
fn concat(frame: &mut DispatchFrame<'_>, axis_first: bool) -> Result<(), OpError> {
    let count = frame.num_args() / 3;
    if count == 0 || frame.num_args() != 3 * count + 1 {
        return Err(format!(
            "expected an axis and 3 arguments for each tensor, but got {}",
            frame.num_args()
        )
        .into());
    }
    let (axis, first) = if axis_first { (0, 1) } else { (count, 0) };
    let limits = count + 1;
    let axis = number(frame, axis, "axis")?;
    let mut dims = frame.dense(first)?.shape().dims();
    let at = normalize_axis(axis, dims.len())
        .ok_or_else(|| format!("axis {axis} is not a dimension of {:?}", &dims[..]))?;
    let dtype = frame.dense(first)?.dtype();
    let (mut ranges, mut lengths) = (Vec::new(), Vec::new());
    for i in 0..count {
        let number = |at: usize| match frame.values::<f32>(at)? {
            &[number] => Ok(number),
            _ => Err(OpError::from("the ranges must be scalars")),
        };
        ranges.push((number(limits + i)?, number(limits + count + i)?));
        let mut own = frame.dense(first + i)?.shape().dims();
        if own.len() != dims.len() || frame.dense(first + i)?.dtype() != dtype {
            let [first, other] = [first, first + i].map(|at| frame.dense(at).map(|x| x.metadata().clone()));
            let (first, other) = (first?, other?);
            return Err(format!(
                "tensors must be alike in rank and dtype, but one is {first} and another {other}"
            )
            .into());
        }
        lengths.push(own[at]);
        own[at] = dims[at];
        if own != dims {
            return Err(format!(
                "tensors must be alike in all dimensions but {at}, but one has shape {}",
                frame.dense(first + i)?.shape()
            )
            .into());
        }
    }
    let min = ranges.iter().fold(0.0_f32, |min, range| min.min(range.0));
    let max = ranges.iter().fold(f32::MIN, |max, range| max.max(range.1));
    let result = Scale::new(dtype, (min, max))?;
    dims[at] = lengths.iter().sum();
    let (outer, inner) = (product(&dims[..at]), product(&dims[at + 1..]));
    let mut parts = Vec::new();
    for (i, &own) in ranges.iter().enumerate() {
        let scale = Scale::new(dtype, own)?;
        let values = integers(frame, first + i)?.into_iter().map(i64::from);
        let values: Vec<i64> = match own == (min, max) {
            true => values.collect(),
            false => values.map(|x| result.integer(scale.number(x))).collect(),
        };
        parts.push((values, lengths[i] as usize * inner));
    }
    let values = (0..outer).flat_map(|row| {
        parts.iter().flat_map(move |(values, length)| values[row * length..][..*length].iter().copied())
    });
    let made = tensor(dtype, Shape::new(&dims)?, values)?;
    set(frame, made, (min, max))
}

fn reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let limits = range(frame, 2, "tensor")?;
    let mut dims = vector(frame, 1, "shape")?;
    let given = frame.dense(0)?;
    let count = given.num_elements();
    let known: usize = dims.iter().filter(|&&dim| dim >= 0).map(|&dim| dim as usize).product();
    if let Some(open) = dims.iter().position(|&dim| dim == -1) {
        dims[open] = (count / known.max(1)) as i64;
    }
    let shape = Shape::new(&dims)?;
    if shape.num_elements() != count {
        return Err(format!(
            "Input to reshape is a tensor with {count} values, but the requested shape has {}",
            shape.num_elements()
        )
        .into());
    }
    let dtype = given.dtype();
    let values = integers(frame, 0)?;
    let made = tensor(dtype, shape, values.into_iter().map(i64::from))?;
    set(frame, made, limits)
}
