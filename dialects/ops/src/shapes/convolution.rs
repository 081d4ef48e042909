//! Convolutions and pools, and their gradients.

use smallvec::smallvec;

use super::elementwise::{same, same_as_second};
use super::{
    Attrs, Call, DataFormat, Dim, Operand, Outcome, Results, ShapeRow, Sliding, at_least, dtype_attr,
    rank_five, rank_four, takes,
};
use crate::window::Padding;
use crate::{DType, Epilogue, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    convolution, takes(2) => "tf.Conv2D";
    convolution_and_bias, at_least(2) => "tf._FusedConv2D";
    convolution_by_channel, takes(2) => "tf.DepthwiseConv2dNative";
    volume_convolution, takes(2) => "tf.Conv3D";
    pool, takes(1) => "tf.MaxPool" "tf.AvgPool";
    pool_of_sizes, takes(3).needing(&[1, 2]) => "tf.MaxPoolV2";
    volume_pool, takes(1) => "tf.MaxPool3D" "tf.AvgPool3D";
    [pool_with_places], takes(1) => "tf.MaxPoolWithArgmax";
    dilation, takes(2) => "tf.Dilation2D";
    patches, takes(1) => "tf.ExtractImagePatches";
    volume_patches, takes(1) => "tf.ExtractVolumePatches";
    boxes_drawn, takes(2) => "tf.DrawBoundingBoxes";
    boxes_drawn, takes(3) => "tf.DrawBoundingBoxesV2";
    glimpse, takes(3).needing(&[1]) => "tf.ExtractGlimpse" "tf.ExtractGlimpseV2";
    pool_grad, takes(2).needing(&[0]) => "tf.AvgPoolGrad" "tf.AvgPool3DGrad";
    same, takes(3).unchecked() => "tf.MaxPoolGrad" "tf.MaxPool3DGrad";
    same, takes(5).unchecked() => "tf.MaxPoolGradV2";
    same_as_second, takes(3).unchecked() => "tf.MaxPoolGradGrad" "tf.MaxPool3DGradGrad";
    same_as_second, takes(5).unchecked() => "tf.MaxPoolGradGradV2";
    input_grad, takes(3).needing(&[0]) => "tf.Conv3DBackpropInputV2" "tf.DepthwiseConv2dNativeBackpropInput";
    image_grad, takes(3).needing(&[0]) => "tf.Conv2DBackpropInput";
    filter_grad, takes(3).needing(&[1]) =>
        "tf.Conv2DBackpropFilter" "tf.DepthwiseConv2dNativeBackpropFilter" "tf.Conv3DBackpropFilterV2";
};

fn pool_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[1].dtype, call.shape_in(0)))
}

fn input_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0)))
}

/// The sizes may leave out all but height and width; then the shape is not known.
fn image_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0).filter(|dims| dims.len() == 4)))
}

fn filter_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(1)))
}

/// Refuses a filter without elements, as TensorFlow does.
fn expect_elements(filter: &Operand<'_>) -> Result<(), OpError> {
    if filter.shape.num_elements().is(0) {
        return Err(format!("filter must not have zero elements, but has shape {}", filter.shape).into());
    }
    Ok(())
}

/// The product of two dimensions.
fn product(a: Dim, b: Dim, too_large: &str) -> Result<Dim, OpError> {
    match (a.known(), b.known()) {
        (Some(a), Some(b)) => a.checked_mul(b).map(Dim::of).ok_or_else(|| too_large.into()),
        _ => Ok(Dim::UNKNOWN),
    }
}

/// The convolution of images with a filter, as `tf.Conv2D` describes it.
///
/// # Errors
/// The filter does not fit the images, or attributes are missing or wrong.
pub fn image_convolution(
    input: &Operand<'_>,
    filter: &Operand<'_>,
    attrs: &dyn Attrs,
) -> Result<Outcome, OpError> {
    DataFormat::of(attrs)?;
    if let (Some(a), Some(b)) = (input.rank(), filter.rank())
        && a != b
    {
        return Err("Input and filter must have same rank.".into());
    }
    if !input.same_dtype(filter) {
        return Err("incompatible dtypes for tf.Conv2D".into());
    }
    convolved(input.dtype.or(filter.dtype), input, filter, attrs)
}

/// The result of a convolution of images, of a dtype.
pub(super) fn convolved(
    dtype: impl Into<Option<DType>>,
    input: &Operand<'_>,
    filter: &Operand<'_>,
    attrs: &dyn Attrs,
) -> Result<Outcome, OpError> {
    let format = DataFormat::of(attrs)?;
    let [batch, height, width, channels] = format.dims(&input.shape, "input")?;
    let [rows, columns, filter_channels, out] = rank_four(&filter.shape, "filter")?;
    expect_elements(filter)?;
    if let (Some(channels), Some(of_filter)) = (channels.known(), filter_channels.known()) {
        let groups = channels.checked_div(of_filter).unwrap_or(0);
        let is_uneven = out.known().is_some_and(|out| groups > 0 && out % groups != 0);
        if groups == 0 || channels % of_filter != 0 || is_uneven {
            return Err(format!("Dimensions does not match: L is {channels} and R is {of_filter}").into());
        }
    }
    let sliding = Sliding::over_images(format, attrs)?;
    let [rows, columns] = sliding.counts_of_filter([height, width], [rows, columns])?;
    Outcome::of_dims(dtype, &format.from_last([batch, rows, columns, out]))
}

fn convolution(call: &Call<'_>) -> Result<Outcome, OpError> {
    image_convolution(&call.operands[0], &call.operands[1], call.attrs)
}

/// A convolution with a bias for each channel, and perhaps an activation.
fn convolution_and_bias(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, filter, args @ ..] = call.operands else { return Err("input and filter are missing".into()) };
    let result = image_convolution(input, filter, call.attrs)?;
    if let Some(format) = call.attrs.get_string("filter_format").filter(|format| *format != b"HWIO") {
        let format = String::from_utf8_lossy(format);
        return Err(format!("filter_format must be HWIO, but is {format}").into());
    }
    Epilogue::after_bias(call.attrs)?;
    let [bias] = args else {
        return Err(format!(
            "tf._FusedConv2D with BiasAdd takes 3 arguments, but got {}",
            call.operands.len()
        )
        .into());
    };
    let format = DataFormat::of(call.attrs)?;
    let [batch, height, width, channels] = format.dims(&result.shape.view(), "result")?;
    match bias.shape.dims_of_rank() {
        Some([count]) if count.agrees(channels) && bias.same_dtype(input) => {
            let dims = format.from_last([batch, height, width, channels.or(count)]);
            Outcome::of_dims(result.dtype.or(bias.dtype), &dims)
        }
        _ => Err(format!("bias {bias} does not fit a convolution {result}").into()),
    }
}

/// The convolution of each channel of images by itself, as `tf.DepthwiseConv2dNative` describes it.
///
/// # Errors
/// The filter does not fit the images, or attributes are missing or wrong.
pub fn depthwise_convolution(
    input: &Operand<'_>,
    filter: &Operand<'_>,
    attrs: &dyn Attrs,
) -> Result<Outcome, OpError> {
    let format = DataFormat::of(attrs)?;
    if !input.same_dtype(filter) {
        return Err("incompatible dtypes for tf.DepthwiseConv2dNative".into());
    }
    let [batch, height, width, channels] = format.dims(&input.shape, "input")?;
    let [rows, columns, filter_channels, multiplier] = rank_four(&filter.shape, "filter")?;
    expect_elements(filter)?;
    if !channels.agrees(filter_channels) {
        return Err(format!("Dimensions does not match: L is {channels} and R is {filter_channels}").into());
    }
    let sliding = Sliding::over_images(format, attrs)?;
    let [rows, columns] = sliding.counts_of_filter([height, width], [rows, columns])?;
    let out = product(channels.or(filter_channels), multiplier, "too many output channels")?;
    Outcome::of_dims(input.dtype.or(filter.dtype), &format.from_last([batch, rows, columns, out]))
}

fn convolution_by_channel(call: &Call<'_>) -> Result<Outcome, OpError> {
    depthwise_convolution(&call.operands[0], &call.operands[1], call.attrs)
}

/// Refuses channels of a volume and of a filter that cannot go together.
///
/// # Errors
/// They cannot.
pub fn expect_volume_channels(channels: Dim, filter: [Dim; 5]) -> Result<(), OpError> {
    let [_, _, _, taken, made] = filter;
    let (Some(channels), Some(taken)) = (channels.known(), taken.known()) else { return Ok(()) };
    let groups = channels.checked_div(taken).unwrap_or(0).max(1);
    if taken == 0 || channels % taken != 0 || made.known().is_some_and(|made| made % groups != 0) {
        return Err(format!(
            "The input has {channels} channels, which the filter's {taken} and {made} do not divide"
        )
        .into());
    }
    Ok(())
}

fn volume_convolution(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, filter] = [&call.operands[0], &call.operands[1]];
    if !input.same_dtype(filter) {
        return Err("input and filter must have one dtype".into());
    }
    let [batch, depth, height, width, channels] = rank_five(&input.shape, "input")?;
    let sizes = rank_five(&filter.shape, "filter")?;
    expect_volume_channels(channels, sizes)?;
    let sliding = Sliding::over_volumes(call.attrs)?;
    let [planes, rows, columns] =
        sliding.counts_of_filter([depth, height, width], [sizes[0], sizes[1], sizes[2]])?;
    let dims = [batch, planes, rows, columns, sizes[4]];
    Outcome::of_dims(input.dtype.or(filter.dtype), &dims)
}

/// The sizes of a pool's windows.
///
/// # Errors
/// They are missing, or one is not positive.
pub fn pool_sizes(format: DataFormat, attrs: &dyn Attrs) -> Result<[i64; 2], OpError> {
    let sizes = format.four(attrs, "ksize", None)?;
    match sizes.into_iter().find(|&size| size <= 0) {
        Some(bad) => Err(format!("Sliding window ksize must be > 0, but got {bad}").into()),
        None => Ok(sizes),
    }
}

/// Refuses windows of nothing but padding, which have no largest element.
fn expect_narrow_padding(format: DataFormat, attrs: &dyn Attrs, sizes: [i64; 2]) -> Result<(), OpError> {
    if !attrs.get_str("padding").is_some_and(|padding| Padding::parse(padding) == Ok(Padding::Explicit)) {
        return Ok(());
    }
    let names = [["Top", "Bottom"], ["Left", "Right"]];
    for ((names, paddings), size) in names.into_iter().zip(format.paddings(attrs)?).zip(sizes) {
        for (name, padding) in names.into_iter().zip(paddings) {
            if padding as i64 >= size {
                return Err(format!(
                    "{name} padding {padding} needs to be smaller than the window size {size}"
                )
                .into());
            }
        }
    }
    Ok(())
}

/// The pool of images, as `tf.MaxPool` describes it.
///
/// # Errors
/// The input is not of images, or attributes are missing or wrong.
pub fn image_pool(input: &Operand<'_>, attrs: &dyn Attrs) -> Result<Outcome, OpError> {
    let format = DataFormat::of(attrs)?;
    let [batch, height, width, channels] = format.dims(&input.shape, "input")?;
    let sizes = pool_sizes(format, attrs)?;
    let [rows, columns] = Sliding::over_images(format, attrs)?.counts([height, width], sizes)?;
    expect_narrow_padding(format, attrs, sizes)?;
    input.with_dims(&format.from_last([batch, rows, columns, channels]))
}

fn pool(call: &Call<'_>) -> Result<Outcome, OpError> {
    image_pool(&call.operands[0], call.attrs)
}

/// The sizes and strides of windows are operands.
fn pool_of_sizes(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let format = DataFormat::of(call.attrs)?;
    let [batch, height, width, channels] = format.dims(&input.shape, "input")?;
    let four = |i: usize| {
        let values = <[i64; 4]>::try_from(call.elements(i)?).ok()?;
        match format.to_last(values) {
            [1, rows, columns, 1] => Some([rows, columns]),
            _ => None,
        }
    };
    let [rows, columns] = match (four(1), four(2)) {
        (Some(sizes), Some(strides)) => {
            Sliding::of_strides(strides, call.attrs)?.counts([height, width], sizes)?
        }
        _ => [Dim::UNKNOWN; 2],
    };
    input.with_dims(&format.from_last([batch, rows, columns, channels]))
}

/// The volumes that are pooled, and what comes of them.
fn volume_pool(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let [batch, depth, height, width, channels] = rank_five(&input.shape, "input")?;
    let sizes = Sliding::sizes_over_volumes(call.attrs)?;
    let [planes, rows, columns] = Sliding::over_volumes(call.attrs)?.counts([depth, height, width], sizes)?;
    input.with_dims(&[batch, planes, rows, columns, channels])
}

/// The largest elements, and their places.
fn pool_with_places(call: &Call<'_>) -> Result<Results, OpError> {
    let input = &call.operands[0];
    if DataFormat::of(call.attrs)? != DataFormat::ChannelsLast {
        return Err("tf.MaxPoolWithArgmax computes images with channels last only".into());
    }
    let [batch, height, width, channels] = rank_four(&input.shape, "input")?;
    let sizes = pool_sizes(DataFormat::ChannelsLast, call.attrs)?;
    let sliding = Sliding::over_images(DataFormat::ChannelsLast, call.attrs)?;
    let [rows, columns] = sliding.counts([height, width], sizes)?;
    let places = dtype_attr(call.attrs, "Targmax", DType::I64, &[DType::I32, DType::I64])?;
    let largest = input.with_dims(&[batch, rows, columns, channels])?;
    let places = Outcome { dtype: Some(places), ..largest.clone() };
    Ok(smallvec![largest, places])
}

fn dilation(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, filter] = [&call.operands[0], &call.operands[1]];
    if !input.same_dtype(filter) {
        return Err(format!("input {input} and filter {filter} must have one dtype").into());
    }
    let [batch, height, width, channels] = rank_four(&input.shape, "input")?;
    let Some([rows, columns, depth]) = filter.shape.dims_of_rank() else {
        return Err(format!("filter must be 3-dimensional: {}", filter.shape).into());
    };
    if !depth.agrees(channels) {
        return Err(format!("input and filter must have the same depth: {channels} vs {depth}").into());
    }
    let [rows, columns] =
        Sliding::of_dilation(call.attrs)?.counts_of_filter([height, width], [rows, columns])?;
    let dims = [batch, rows, columns, channels.or(depth)];
    Outcome::of_dims(input.dtype.or(filter.dtype), &dims)
}

/// The elements of windows of these sizes.
fn taps(channels: Dim, sizes: &[i64]) -> Result<Dim, OpError> {
    let sides = sizes.iter().copied().map(Dim::of).chain([channels]);
    sides.into_iter().try_fold(Dim::of(1), |taps, side| product(taps, side, "ksizes are too large"))
}

fn patches(call: &Call<'_>) -> Result<Outcome, OpError> {
    let images = &call.operands[0];
    let [batch, height, width, channels] = rank_four(&images.shape, "images")?;
    let (sliding, sizes) = Sliding::of_patches(call.attrs)?;
    let [rows, columns] = sliding.counts([height, width], sizes)?;
    images.with_dims(&[batch, rows, columns, taps(channels, &sizes)?])
}

fn volume_patches(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let [batch, depth, height, width, channels] = rank_five(&input.shape, "input")?;
    let (sliding, sizes) = Sliding::of_volume_patches(call.attrs)?;
    let [planes, rows, columns] = sliding.counts([depth, height, width], sizes)?;
    input.with_dims(&[batch, planes, rows, columns, taps(channels, &sizes)?])
}

/// Windows of the size that the second operand gives.
fn glimpse(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [batch, .., channels] = rank_four(&call.operands[0].shape, "input")?;
    let [rows, columns] = match call.elements(1) {
        Some(&[rows, columns]) => [Dim::of(rows), Dim::of(columns)],
        _ => [Dim::UNKNOWN; 2],
    };
    Outcome::of_dims(DType::F32, &[batch, rows, columns, channels])
}

/// Images with boxes around parts of them.
fn boxes_drawn(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [images, boxes] = [&call.operands[0], &call.operands[1]];
    let [batch, height, width, channels] = rank_four(&images.shape, "images")?;
    if let Some(channels) = channels.known().filter(|channels| !matches!(channels, 1 | 3 | 4)) {
        return Err(format!(
            "Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA), but is {channels}"
        )
        .into());
    }
    match boxes.shape.dims_of_rank() {
        Some([count, _, corners]) if count.agrees(batch) && corners.may_be(4) && boxes.may_be(DType::F32) => {
            images.with_dims(&[batch.or(count), height, width, channels])
        }
        _ => Err(format!("boxes must have shape [{batch}, any, 4] and dtype f32, but are {boxes}").into()),
    }
}
