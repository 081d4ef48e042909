//! Gradients of functions of single numbers, and ops on quantised numbers.

use smallvec::{SmallVec, smallvec};

use super::arrays::reshape;
use super::elementwise::broadcast_shape;
use super::{
    Attrs, Call, Dim, KnownShape, Operand, Outcome, Results, ShapeRow, ShapeView, at_least, dtype_attr,
    image_convolution, image_pool, takes, unsupported,
};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    gradient, takes(2) =>
        "tf.Relu6Grad" "tf.SoftplusGrad" "tf.SoftsignGrad" "tf.EluGrad" "tf.SeluGrad" "tf.SigmoidGrad" "tf.TanhGrad" "tf.SqrtGrad"
        "tf.RsqrtGrad" "tf.ReciprocalGrad" "tf.InvGrad" "tf.LeakyReluGrad" "tf.FakeQuantWithMinMaxArgsGradient";
    [fake_gradient], takes(4) => "tf.FakeQuantWithMinMaxVarsGradient";
    [fake_gradient_per_channel], takes(4) => "tf.FakeQuantWithMinMaxVarsPerChannelGradient";
    fake, takes(1) => "tf.FakeQuantWithMinMaxArgs";
    fake_in_range, takes(3) => "tf.FakeQuantWithMinMaxVars";
    fake_per_channel, takes(3) => "tf.FakeQuantWithMinMaxVarsPerChannel";
    there_and_back, at_least(0) => "tf.QuantizeAndDequantizeV2" "tf.QuantizeAndDequantizeV3" "tf.QuantizeAndDequantizeV4";
    [limits], at_least(1) => "tf.RequantizationRange" "tf.RequantizationRangePerChannel";
    [narrowed], at_least(1) => "tf.Requantize" "tf.QuantizeDownAndShrinkRange" "tf.RequantizePerChannel";
    [activation], takes(3) => "tf.QuantizedRelu" "tf.QuantizedRelu6";
    [convolution], takes(6) => "tf.QuantizedConv2D";
    [product], takes(6) => "tf.QuantizedMatMul";
    [pool], takes(3) => "tf.QuantizedMaxPool" "tf.QuantizedAvgPool";
    [pairs], takes(6) => "tf.QuantizedAdd" "tf.QuantizedMul";
    [biased], takes(6) => "tf.QuantizedBiasAdd";
    uniform_integers, takes(3) => "tf.UniformQuantize";
    uniform_numbers, takes(3) => "tf.UniformDequantize";
    uniform_moved, takes(5) => "tf.UniformRequantize";
    uniform_sum, takes(8) => "tf.UniformQuantizedAdd";
    uniform_clip, takes(5) => "tf.UniformQuantizedClipByValue";
    uniform_dot, takes(8) => "tf.UniformQuantizedDot";
    uniform_dot, takes(4) => "tf.UniformQuantizedDotHybrid";
    [reshaped], takes(4).needing(&[1]) => "tf.QuantizedReshape";
};

/// The dtypes that wide integers may become.
pub const NARROW: [DType; 5] = [DType::QUI8, DType::QI8, DType::QUI16, DType::QI16, DType::QI32];

/// Gradients have the type and shape of the operands they belong to.
fn alike(a: &Operand<'_>, b: &Operand<'_>) -> Result<Outcome, OpError> {
    if !a.may_equal(b) {
        return Err(format!("the arguments must be alike, but are {a} and {b}").into());
    }
    Ok(Outcome::new(a.dtype.or(b.dtype), a.shape.or(&b.shape)))
}

fn gradient(call: &Call<'_>) -> Result<Outcome, OpError> {
    alike(&call.operands[0], &call.operands[1])
}

/// The gradient, and those of the limits, whose shape follows from the gradient's.
fn with_limits(
    call: &Call<'_>,
    limits: impl FnOnce(&KnownShape) -> Result<KnownShape, OpError>,
) -> Result<Results, OpError> {
    let like = alike(&call.operands[0], &call.operands[1])?;
    let limits = limits(&like.shape)?;
    let [min, max] = [&call.operands[2].shape, &call.operands[3].shape];
    let fits = limits.view().agrees(min) && limits.view().agrees(max);
    if !fits || like.dtype.is_some_and(|dtype| dtype != DType::F32) {
        let limits = limits.view();
        return Err(OpError::incomplete(format!(
            "min and max must have shape {limits}, and gradients dtype f32"
        )));
    }
    let limit = Outcome::new(DType::F32, limits);
    Ok(smallvec![Outcome { dtype: Some(DType::F32), ..like }, limit.clone(), limit])
}

fn fake_gradient(call: &Call<'_>) -> Result<Results, OpError> {
    with_limits(call, |_| KnownShape::of(&[]))
}

fn fake_gradient_per_channel(call: &Call<'_>) -> Result<Results, OpError> {
    with_limits(call, |shape| match shape.view().dims() {
        Some(dims) => KnownShape::of(dims.last().map_or(&[][..], std::slice::from_ref)),
        None => Ok(KnownShape::Unranked),
    })
}

fn fake(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    match x.dtype {
        Some(other) if other != DType::F32 => Err(unsupported(other)),
        _ => Ok(x.with_dtype(DType::F32)),
    }
}

/// Refuses limits that cannot have these dimensions.
fn expect_limits(limits: &[Operand<'_>], expected: &[Dim]) -> Result<(), OpError> {
    let shape = KnownShape::of(expected)?;
    match limits.iter().find(|limit| !limit.shape.agrees(&shape.view())) {
        Some(limit) => {
            Err(format!("min and max must have shape {expected:?}, but one has {}", limit.shape).into())
        }
        None => Ok(()),
    }
}

fn fake_in_range(call: &Call<'_>) -> Result<Outcome, OpError> {
    expect_limits(&call.operands[1..], &[])?;
    fake(call)
}

fn fake_per_channel(call: &Call<'_>) -> Result<Outcome, OpError> {
    let channels = match call.operands[0].dims() {
        Some(dims) => *dims.last().ok_or("inputs must be at least 1-dimensional")?,
        None => Dim::UNKNOWN,
    };
    expect_limits(&call.operands[1..], &[channels])?;
    fake(call)
}

fn there_and_back(call: &Call<'_>) -> Result<Outcome, OpError> {
    match call.operands {
        [x, ..] => Ok(x.like()),
        [] => Err("an input is missing".into()),
    }
}

fn limits(_: &Call<'_>) -> Result<Results, OpError> {
    Ok(SmallVec::from_elem(Outcome::scalar(DType::F32), 2))
}

/// A tensor of integers, and the range of numbers that they stand for.
fn ranged(integers: Outcome) -> Results {
    smallvec![integers, Outcome::scalar(DType::F32), Outcome::scalar(DType::F32)]
}

fn narrowed(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = dtype_attr(call.attrs, "out_type", DType::QUI8, &NARROW)?;
    Ok(ranged(call.operands[0].with_dtype(dtype)))
}

fn activation(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(ranged(call.operands[0].like()))
}

/// The dtype of sums of products.
fn wide(attrs: &dyn Attrs, name: &str) -> Result<DType, OpError> {
    dtype_attr(attrs, name, DType::QI32, &[DType::QI32])
}

fn convolution(call: &Call<'_>) -> Result<Results, OpError> {
    let [input, filter] = [&call.operands[0], &call.operands[1]];
    let dtype = wide(call.attrs, "out_type")?;
    // Integers of the filter may have another width.
    let filter = Operand { dtype: input.dtype, ..*filter };
    let shape = image_convolution(input, &filter, call.attrs)?.shape;
    Ok(ranged(Outcome::new(dtype, shape)))
}

fn product(call: &Call<'_>) -> Result<Results, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    let (Some([a0, a1]), Some([b0, b1])) = (a.shape.dims_of_rank(), b.shape.dims_of_rank()) else {
        return Err(format!("a and b must be matrices, but have shapes {} and {}", a.shape, b.shape).into());
    };
    let [rows, depth] = if call.flag("transpose_a") { [a1, a0] } else { [a0, a1] };
    let [same, columns] = if call.flag("transpose_b") { [b1, b0] } else { [b0, b1] };
    if !depth.agrees(same) {
        return Err(format!("Matrix size-incompatible: In[0]: {}, In[1]: {}", a.shape, b.shape).into());
    }
    Ok(ranged(Outcome::of_dims(wide(call.attrs, "Toutput")?, &[rows, columns])?))
}

fn pool(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(ranged(image_pool(&call.operands[0], call.attrs)?))
}

fn pairs(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = wide(call.attrs, "Toutput")?;
    let shape = broadcast_shape(&call.operands[0].shape, &call.operands[1].shape)?;
    Ok(ranged(Outcome::new(dtype, shape)))
}

fn biased(call: &Call<'_>) -> Result<Results, OpError> {
    let [x, bias] = [&call.operands[0].shape, &call.operands[1].shape];
    let dtype = wide(call.attrs, "out_type")?;
    let last = x.dims().map(|dims| dims.last().copied());
    let fits = match (last, bias.dims_of_rank()) {
        (None, Some([_])) => true,
        (Some(Some(last)), Some([channels])) => last.agrees(channels),
        _ => false,
    };
    if !fits {
        return Err(
            format!("bias must be a vector of the last dimension of {x}, but has shape {bias}").into()
        );
    }
    Ok(ranged(Outcome::new(dtype, broadcast_shape(x, bias)?)))
}

fn reshaped(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(ranged(reshape(call)?))
}

/// Refuses scales and zero points that cannot be one for all elements of an operand or, with an axis, one for each position along it.
fn expect_scales(
    call: &Call<'_>,
    whole: &ShapeView<'_>,
    first: usize,
    prefix: &str,
    each: &[&str],
) -> Result<(), OpError> {
    let axis = call.attrs.get_int(&format!("{prefix}quantization_axis")).unwrap_or(-1);
    let count = match (axis, whole.dims()) {
        (-1, _) => None,
        (_, None) => Some(Dim::UNKNOWN),
        (axis, Some(dims)) => {
            let dim = usize::try_from(axis).ok().and_then(|axis| dims.get(axis).copied());
            Some(dim.ok_or_else(|| {
                format!("{prefix}quantization_axis must be -1 or a dimension of shape {whole}, but is {axis}")
            })?)
        }
    };
    let expected = KnownShape::of(count.as_slice())?;
    let operands = &call.operands[first..first + each.len()];
    let wrong: Vec<String> = std::iter::zip(each, operands)
        .filter(|(_, operand)| !operand.shape.agrees(&expected.view()))
        .map(|(name, operand)| format!("{prefix}{name} has {}", operand.shape))
        .collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "with {prefix}quantization_axis {axis}, shapes must be {}, but {}",
        expected.view(),
        wrong.join(", ")
    )
    .into())
}

const SCALES: [&str; 2] = ["scales", "zero_points"];

fn uniform_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    if let Some(other) = x.dtype.filter(|&dtype| dtype != DType::F32) {
        return Err(unsupported(other));
    }
    expect_scales(call, &x.shape, 1, "", &SCALES)?;
    Ok(x.with_dtype(dtype_attr(call.attrs, "Tout", DType::QI8, &[DType::QI8, DType::QUI8, DType::QI32])?))
}

fn uniform_numbers(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    expect_scales(call, &x.shape, 1, "", &SCALES)?;
    Ok(x.with_dtype(dtype_attr(call.attrs, "Tout", DType::F32, &[DType::F32])?))
}

fn uniform_moved(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    expect_scales(call, &x.shape, 1, "input_", &SCALES)?;
    expect_scales(call, &x.shape, 3, "output_", &SCALES)?;
    Ok(x.with_dtype(dtype_attr(call.attrs, "Tout", DType::QI8, &[DType::QI8, DType::QI32])?))
}

fn uniform_sum(call: &Call<'_>) -> Result<Outcome, OpError> {
    let shape = broadcast_shape(&call.operands[0].shape, &call.operands[1].shape)?;
    expect_scales(call, &call.operands[0].shape, 2, "lhs_", &SCALES)?;
    expect_scales(call, &call.operands[1].shape, 4, "rhs_", &SCALES)?;
    expect_scales(call, &shape.view(), 6, "output_", &SCALES)?;
    Ok(Outcome::new(wide(call.attrs, "T")?, shape))
}

fn uniform_clip(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    expect_scales(call, &x.shape, 1, "", &["min", "max", "scales", "zero_points"])?;
    Ok(x.like())
}

/// A product of integers has three scales; one whose left factor is numbers has that of the right one.
fn uniform_dot(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    let (Some([rows, depth]), Some([same, columns])) = (a.shape.dims_of_rank(), b.shape.dims_of_rank())
    else {
        return Err(
            format!("lhs and rhs must be matrices, but have shapes {} and {}", a.shape, b.shape).into()
        );
    };
    if !depth.agrees(same) {
        return Err(format!("lhs {} and rhs {} cannot be multiplied", a.shape, b.shape).into());
    }
    let result = KnownShape::of(&[rows, columns])?;
    let hybrid = call.operands.len() == 4;
    let prefixes: &[(&str, &ShapeView<'_>, usize)] = match hybrid {
        true => &[("rhs_", &b.shape, 2)],
        false => &[("lhs_", &a.shape, 2), ("rhs_", &b.shape, 4), ("output_", &result.view(), 6)],
    };
    for &(prefix, shape, first) in prefixes {
        let axis = call.attrs.get_int(&format!("{prefix}quantization_axis")).unwrap_or(-1);
        let free = if prefix == "lhs_" { -1 } else { 1 };
        if axis != -1 && axis != free {
            return Err(format!(
                "{prefix}quantization_axis must be -1{}, but is {axis}",
                if free == 1 { " or 1" } else { "" }
            )
            .into());
        }
        expect_scales(call, shape, first, prefix, &SCALES)?;
    }
    let dtype = if hybrid { DType::F32 } else { wide(call.attrs, "Tout")? };
    Ok(Outcome::new(dtype, result))
}
