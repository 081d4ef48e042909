//! Normalizations, of batches and over nearby channels, and their gradients.

use smallvec::SmallVec;

use super::{Attrs, Call, Dim, Operand, Outcome, Results, ShapeRow, rank_four, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [batch_norm], takes(5) => "tf.FusedBatchNorm" "tf.FusedBatchNormV2";
    [batch_norm_for_gpu], takes(5) => "tf.FusedBatchNormV3";
    [batch_norm_gradient], takes(5) => "tf.FusedBatchNormGrad" "tf.FusedBatchNormGradV2";
    [batch_norm_gradient], takes(6) => "tf.FusedBatchNormGradV3";
    global_norm, takes(5) => "tf.BatchNormWithGlobalNormalization";
    channel_norm, takes(1) => "tf.LRN";
    channel_norm_gradient, takes(3) => "tf.LRNGrad";
};

/// Whether the channels are the second dimension, of a tensor of this rank, as the attribute of `tf.FusedBatchNorm` says.
///
/// # Errors
/// It says anything else, or the tensor has another rank.
pub fn channels_second(attrs: &dyn Attrs, rank: Option<usize>) -> Result<bool, OpError> {
    let format = attrs.get_string("data_format").unwrap_or(b"NHWC");
    let (first, expected) = match format {
        b"NHWC" => (false, 4),
        b"NCHW" => (true, 4),
        b"NDHWC" => (false, 5),
        b"NCDHW" => (true, 5),
        other => {
            let other = String::from_utf8_lossy(other);
            return Err(format!("data_format must be NHWC, NCHW, NDHWC or NCDHW, but is {other}").into());
        }
    };
    // Channels that come last are found in a tensor of any rank.
    if let Some(rank) = rank.filter(|&rank| (first && rank != expected) || rank == 0) {
        let format = String::from_utf8_lossy(format);
        return Err(
            format!("x must have rank {expected} for data_format {format}, but has rank {rank}").into()
        );
    }
    Ok(first)
}

/// The dimension of the channels, if it is known.
fn channel_axis(x: &Operand<'_>, attrs: &dyn Attrs) -> Result<Option<usize>, OpError> {
    let first = channels_second(attrs, x.rank())?;
    Ok(if first { Some(1) } else { x.rank().map(|rank| rank - 1) })
}

/// A result like `x`, of which one dimension is known from elsewhere.
fn with_channels(x: &Operand<'_>, axis: Option<usize>, channels: Dim) -> Result<Outcome, OpError> {
    match (axis, x.dims()) {
        (Some(axis), Some(mut dims)) if dims[axis].known().is_none() => {
            dims[axis] = channels;
            x.with_dims(&dims)
        }
        _ => Ok(x.like()),
    }
}

/// The part of a new statistic in the running one.
pub fn averaging_factor(attrs: &dyn Attrs) -> f32 {
    attrs.get_float("exponential_avg_factor").map_or(1.0, |factor| factor as f32)
}

/// The result of `tf.FusedBatchNorm` for `x`, and what each of the statistics is, new and old; the operands are `x`, scale, offset, mean
/// and variance.
///
/// # Errors
/// They do not fit, or an attribute is missing.
pub fn batch_normalized(
    [x, scale, offset, mean, variance]: [&Operand<'_>; 5],
    attrs: &dyn Attrs,
) -> Result<[Outcome; 2], OpError> {
    if attrs.get_float("epsilon").is_none() {
        return Err("missing epsilon attribute".into());
    }
    let axis = channel_axis(x, attrs)?;
    // Statistics that are computed anew may come in empty.
    let anew = attrs.get_bool("is_training").unwrap_or(true) && averaging_factor(attrs) == 1.0;
    let fits = |statistic: &Operand<'_>| {
        statistic.may_equal(scale)
            || (anew && statistic.same_dtype(scale) && statistic.shape.num_elements().may_be(0))
    };
    if !offset.may_equal(scale) || !fits(mean) || !fits(variance) || !scale.shape.may_have_rank(1) {
        return Err("Mean, variance, bias, and scale are expected to have the same shape".into());
    }
    if let Some(axis) = axis.filter(|&axis| !x.dim(axis).agrees(scale.dim(0))) {
        return Err(format!("scale {scale} does not fit dimension {axis} of x {x}").into());
    }
    let channels = scale.dim(0).or(offset.dim(0));
    let y = with_channels(x, axis, channels)?;
    let channels = channels.or(axis.map_or(Dim::UNKNOWN, |axis| x.dim(axis)));
    Ok([y, Outcome::of_dims(scale.dtype.or(offset.dtype), &[channels])?])
}

/// The tensor, and four statistics of its channels.
fn batch_norm(call: &Call<'_>) -> Result<Results, OpError> {
    let [y, statistic] = batch_normalized(std::array::from_fn(|i| &call.operands[i]), call.attrs)?;
    let mut results = Results::with_capacity(6);
    results.push(y);
    results.resize(5, statistic);
    Ok(results)
}

/// With an empty tensor, for what only a GPU needs.
fn batch_norm_for_gpu(call: &Call<'_>) -> Result<Results, OpError> {
    let mut results = batch_norm(call)?;
    let dtype = call.operands[1].dtype.or(call.operands[2].dtype);
    results.push(Outcome::of_dims(dtype, &[Dim::of(0)])?);
    Ok(results)
}

/// The last version is given one more result of the op, which only a GPU needs.
fn batch_norm_gradient(call: &Call<'_>) -> Result<Results, OpError> {
    let [dy, x, scale, mean, variance] = std::array::from_fn(|i| &call.operands[i]);
    let axis = channel_axis(x, call.attrs)?;
    if !dy.may_equal(x) {
        return Err(format!("y_backprop and x must be alike, but are {dy} and {x}").into());
    }
    let mut channels = axis.map_or(Dim::UNKNOWN, |axis| x.dim(axis).or(dy.dim(axis)));
    for statistic in [scale, mean, variance] {
        match statistic.shape.dims_of_rank() {
            Some([count]) if count.agrees(channels) && statistic.may_be(DType::F32) => {
                channels = channels.or(count);
            }
            _ => {
                return Err(format!(
                    "scale and statistics must have an f32 for each channel of {x}, but one is {statistic}"
                )
                .into());
            }
        }
    }
    let (dtype, shape) = (x.dtype.or(dy.dtype), x.shape.or(&dy.shape));
    let like = with_channels(&Operand { dtype, shape: shape.view(), elements: None }, axis, channels)?;
    let scales = Outcome::of_dims(DType::F32, &[channels])?;
    let nothing = Outcome::of_dims(DType::F32, &[Dim::of(0)])?;
    Ok(SmallVec::from_vec(vec![like, scales.clone(), scales, nothing.clone(), nothing]))
}

/// The tensor, of four parameters for each of its last channels.
fn global_norm(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let Some([batch, height, width, mut channels]) = x.shape.dims_of_rank() else {
        return Err(format!("input must be 4-dimensional, but has shape {}", x.shape).into());
    };
    let mut dtype = x.dtype;
    for parameter in &call.operands[1..] {
        match parameter.shape.dims_of_rank() {
            Some([count]) if count.agrees(channels) && parameter.same_dtype(x) => {
                channels = channels.or(count);
                dtype = dtype.or(parameter.dtype);
            }
            _ => {
                return Err(format!(
                    "mean, variance, beta and gamma must fit the channels of {x}, but one is {parameter}"
                )
                .into());
            }
        }
    }
    Outcome::of_dims(dtype, &[batch, height, width, channels])
}

fn channel_norm(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    input.with_dims(&rank_four(&input.shape, "input")?)
}

fn channel_norm_gradient(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [dy, x, y] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let mut dims = rank_four(&x.shape, "input_image")?;
    if !dy.may_equal(x) || !y.may_equal(x) {
        return Err(format!("input_grads {dy}, input_image {x} and output_image {y} must be alike").into());
    }
    for (axis, dim) in dims.iter_mut().enumerate() {
        *dim = dim.or(dy.dim(axis)).or(y.dim(axis));
    }
    Outcome::of_dims(x.dtype.or(dy.dtype).or(y.dtype), &dims)
}
