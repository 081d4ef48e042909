//! Normalisations and softmax.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("Softmax", |b, n| softmax(b, n, "tf.Softmax")),
    ("LogSoftmax", |b, n| softmax(b, n, "tf.LogSoftmax")),
    ("Hardmax", hardmax),
    ("BatchNormalization", batch_normalization),
    ("InstanceNormalization", instance_normalization),
    ("LayerNormalization", layer_normalization),
    ("GroupNormalization", group_normalization),
    ("RMSNormalization", rms_normalization),
    // What exporters for ONNX Runtime wrote before the operator was part of the default domain.
    ("SimplifiedLayerNormalization", rms_normalization),
    ("MeanVarianceNormalization", mean_variance),
    ("LpNormalization", lp_normalization),
    ("LRN", lrn),
];

/// Along one axis; versions before 13 take all dimensions from the axis on together.
fn softmax(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    if n.opset >= 13 {
        let at = n.axis(-1, rank)?;
        return along(b, x, at, |b, x| b.op(op, &[x], NONE)).map(|result| vec![result]);
    }
    let at = n.axis(1, rank)?;
    if at + 1 == rank {
        return Ok(vec![b.op(op, &[x], NONE)?]);
    }
    as_rows(b, x, at, |b, x| b.op(op, &[x], NONE)).map(|result| vec![result])
}

/// A function of rows, applied to all dimensions from an axis on together.
fn as_rows(
    b: &mut Builder<'_>,
    x: &Tensor,
    at: usize,
    function: impl FnOnce(&mut Builder<'_>, &Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    let flat = super::arrays::flattened(b, x, at)?;
    let result = function(b, &flat)?;
    let sizes = b.all_sizes(x)?;
    b.reshape_to(&result, &sizes)
}

/// A function of the last dimension, applied to another dimension.
fn along(
    b: &mut Builder<'_>,
    x: &Tensor,
    at: usize,
    function: impl FnOnce(&mut Builder<'_>, &Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    let rank = x.rank()?;
    let mut order: Vec<i64> = (0..rank as i64).collect();
    order.swap(at, rank - 1);
    let moved = b.transpose(x, &order)?;
    let result = function(b, &moved)?;
    b.transpose(&result, &order)
}

fn hardmax(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let dtype = x.dtype()?;
    let one_hot = |b: &mut Builder<'_>, x: &Tensor| {
        let last = x.rank()? - 1;
        let size = b.size_of(x, last)?;
        let axis = b.int32(last as i64)?;
        let place = b.op("tf.ArgMax", &[x, &axis], [("output_type", Attribute::Type(DType::I64))])?;
        let (depth, on, off) = (b.cast(&size, DType::I32)?, b.number(dtype, 1.0)?, b.number(dtype, 0.0)?);
        b.op("tf.OneHot", &[&place, &depth, &on, &off], [("axis", Attribute::Int(-1))])
    };
    if n.opset >= 13 {
        let at = n.axis(-1, rank)?;
        return along(b, x, at, one_hot).map(|result| vec![result]);
    }
    let at = n.axis(1, rank)?;
    as_rows(b, x, at, one_hot).map(|result| vec![result])
}

/// A number for each channel, so that it is broadcast over a tensor of this rank.
fn of_channels(b: &mut Builder<'_>, x: &Tensor, rank: usize) -> Result<Tensor> {
    let mut dims = vec![1; rank.max(2)];
    dims[1] = -1;
    if let Some(size) = x.dim(0) {
        dims[1] = size;
    }
    b.reshape(x, &dims)
}

fn batch_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let epsilon = n.float("epsilon", 1e-5);
    if n.int("training_mode", 0) != 0 {
        return normalized_batch(b, n);
    }
    if n.opset < 7 && n.int("is_test", 0) == 0 {
        return Err(n.refuse("is_test", "0"));
    }
    let [scale, bias, mean, variance] = [n.input(1)?, n.input(2)?, n.input(3)?, n.input(4)?];
    let dtype = x.dtype()?;
    let rank = x.rank()?;
    let is_image = rank == 4
        && dtype == DType::F32
        && [scale, bias, mean, variance].iter().all(|t| t.known_dtype() == Some(DType::F32));
    if is_image {
        let last = b.last(x)?;
        let attrs = [
            ("epsilon", Attribute::Float(epsilon)),
            ("data_format", Attribute::Text("NHWC")),
            ("is_training", Attribute::Bool(false)),
            ("exponential_avg_factor", Attribute::Float(1.0)),
        ];
        let results = b.ops("tf.FusedBatchNormV3", &[&last, scale, bias, mean, variance], attrs, 6)?;
        let sizes = last.open_sizes()?;
        let result = results.into_iter().next().ok_or("no result")?.with_dims(&sizes);
        return Ok(vec![Tensor::of_last(result)?]);
    }
    let epsilon = b.number(variance.dtype()?, f64::from(epsilon))?;
    let sum = b.op("tf.AddV2", &[variance, &epsilon], NONE)?;
    let factor = b.op("tf.Rsqrt", &[&sum], NONE)?;
    let factor = b.cast(&factor, scale.dtype()?)?;
    let factor = b.op("tf.Mul", &[&factor, scale], NONE)?;
    let (mean, factor) = (b.cast(mean, dtype)?, b.cast(&factor, dtype)?);
    let bias = b.cast(bias, dtype)?;
    let [mean, factor, bias] =
        [of_channels(b, &mean, rank)?, of_channels(b, &factor, rank)?, of_channels(b, &bias, rank)?];
    let centered = b.elementwise("tf.Sub", &[x, &mean], NONE)?;
    let scaled = b.elementwise("tf.Mul", &[&centered, &factor], NONE)?;
    Ok(vec![b.elementwise("tf.AddV2", &[&scaled, &bias], NONE)?])
}

/// With the mean and the variance of the batch itself; also the running ones that were given, moved towards them.
fn normalized_batch(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let (rank, dtype) = (x.rank()?, x.dtype()?);
    let axes: Vec<i64> = (0..rank as i64).filter(|&axis| axis != 1).collect();
    let places = b.int32s(&axes)?;
    let drop = [("keep_dims", Attribute::Bool(false))];
    let mean = b.op("tf.Mean", &[x, &places], drop.clone())?;
    let spread = of_channels(b, &mean, rank)?;
    let centered = b.elementwise("tf.Sub", &[x, &spread], NONE)?;
    let square = b.elementwise("tf.Square", &[&centered], NONE)?;
    let variance = b.op("tf.Mean", &[&square, &places], drop)?;
    let epsilon = b.number(dtype, f64::from(n.float("epsilon", 1e-5)))?;
    let sum = b.op("tf.AddV2", &[&variance, &epsilon], NONE)?;
    let inverse = b.op("tf.Rsqrt", &[&sum], NONE)?;
    let scale = b.cast(n.input(1)?, dtype)?;
    let factor = b.op("tf.Mul", &[&inverse, &scale], NONE)?;
    let bias = b.cast(n.input(2)?, dtype)?;
    let (factor, bias) = (of_channels(b, &factor, rank)?, of_channels(b, &bias, rank)?);
    let scaled = b.elementwise("tf.Mul", &[&centered, &factor], NONE)?;
    let mut results = vec![b.elementwise("tf.AddV2", &[&scaled, &bias], NONE)?];
    let momentum = f64::from(n.float("momentum", 0.9));
    for (running, own) in [(n.input(3)?, &mean), (n.input(4)?, &variance)] {
        let of = running.dtype()?;
        let own = b.cast(own, of)?;
        let (keep, take) = (b.number(of, momentum)?, b.number(of, 1.0 - momentum)?);
        let (kept, taken) = (b.op("tf.Mul", &[running, &keep], NONE)?, b.op("tf.Mul", &[&own, &take], NONE)?);
        results.push(b.op("tf.AddV2", &[&kept, &taken], NONE)?);
    }
    Ok(results)
}

/// `(x - mean) / sqrt(variance + epsilon)` over these axes; also the mean and the inverse of the deviation.
fn normalized(b: &mut Builder<'_>, x: &Tensor, axes: &[i64], epsilon: f32) -> Result<[Tensor; 3]> {
    let axes = b.int32s(axes)?;
    let keep = [("keep_dims", Attribute::Bool(true))];
    let mean = b.op("tf.Mean", &[x, &axes], keep.clone())?;
    let centered = b.op("tf.Sub", &[x, &mean], NONE)?;
    let square = b.op("tf.Square", &[&centered], NONE)?;
    let variance = b.op("tf.Mean", &[&square, &axes], keep)?;
    let epsilon = b.number(x.dtype()?, f64::from(epsilon))?;
    let sum = b.op("tf.AddV2", &[&variance, &epsilon], NONE)?;
    let inverse = b.op("tf.Rsqrt", &[&sum], NONE)?;
    Ok([b.op("tf.Mul", &[&centered, &inverse], NONE)?, mean, inverse])
}

fn scaled(b: &mut Builder<'_>, x: &Tensor, scale: &Tensor, bias: Option<&Tensor>) -> Result<Tensor> {
    let result = b.op("tf.Mul", &[x, scale], NONE)?;
    match bias {
        Some(bias) => b.op("tf.AddV2", &[&result, bias], NONE),
        None => Ok(result),
    }
}

/// Normalises the channels of an image with these last, in groups that are normalised together; `None` where sizes are not known.
fn normalized_groups(
    b: &mut Builder<'_>,
    last: &Tensor,
    groups: i64,
    epsilon: f32,
) -> Result<Option<Tensor>> {
    let dims = last.open_sizes()?;
    let Some((&channels, rest)) = dims.split_last() else { return Ok(None) };
    let pixels = rest.iter().skip(1).try_fold(1_i64, |all, &size| all.checked_mul(size).filter(|_| size > 0));
    let Some(pixels) = pixels.filter(|_| groups > 0 && channels > 0 && channels % groups == 0) else {
        return Ok(None);
    };
    let result = if groups == 1 || groups == channels {
        let cut: &[i64] = if groups == 1 { &[pixels * channels] } else { &[pixels, channels] };
        let cut = b.reshape(last, &[&dims[..1], cut].concat())?;
        let [result, ..] = normalized(b, &cut, &[1], epsilon)?;
        result
    } else {
        // The mean of a group is that of the means of its channels.
        let cut = b.reshape(last, &[dims[0], pixels, groups, channels / groups])?;
        let mean = mean_of_groups(b, &cut)?;
        let centered = b.op("tf.Sub", &[&cut, &mean], NONE)?;
        let square = b.op("tf.Square", &[&centered], NONE)?;
        let variance = mean_of_groups(b, &square)?;
        let epsilon = b.number(last.dtype()?, f64::from(epsilon))?;
        let sum = b.op("tf.AddV2", &[&variance, &epsilon], NONE)?;
        let inverse = b.op("tf.Rsqrt", &[&sum], NONE)?;
        b.op("tf.Mul", &[&centered, &inverse], NONE)?
    };
    Ok(Some(b.reshape(&result, &dims)?))
}

/// The means over pixels and channels of `[batch, pixels, groups, channels of a group]`.
fn mean_of_groups(b: &mut Builder<'_>, x: &Tensor) -> Result<Tensor> {
    let mut mean = x.clone();
    for axis in [1, 3] {
        let axis = b.int32s(&[axis])?;
        mean = b.op("tf.Mean", &[&mean, &axis], [("keep_dims", Attribute::Bool(true))])?;
    }
    Ok(mean)
}

fn instance_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let epsilon = n.float("epsilon", 1e-5);
    // Channels in groups, whose scales are one and biases zero, as exporters write it.
    if let (Some(image), [Some(scale), Some(bias)]) = (x.grouped(), [n.input(1)?, n.input(2)?].map(same)) {
        let (groups, size) = (x.dim(1).unwrap_or(0), x.dim(2).unwrap_or(0));
        let last = b.last(&image)?;
        if scale == 1.0
            && bias == 0.0
            && let Some(result) = normalized_groups(b, &last, groups, epsilon)?
        {
            return Ok(vec![Tensor::of_groups(Tensor::of_last(result)?, groups, size)?]);
        }
    }
    if rank > 2 && x.is_kept_last() {
        let last = b.last(x)?;
        let channels = x.dim(1).unwrap_or(0);
        if let Some(result) = normalized_groups(b, &last, channels, epsilon)? {
            let result = scaled(b, &result, n.input(1)?, Some(n.input(2)?))?;
            return Ok(vec![Tensor::of_last(result)?]);
        }
    }
    let axes: Vec<i64> = (2..rank as i64).collect();
    let [result, ..] = normalized(b, x, &axes, epsilon)?;
    let (scale, bias) = (of_channels(b, n.input(1)?, rank)?, of_channels(b, n.input(2)?, rank)?);
    Ok(vec![scaled(b, &result, &scale, Some(&bias))?])
}

/// The value that all elements of a constant have.
fn same(x: &Tensor) -> Option<f64> {
    let numbers = x.constant()?.floats()?;
    let first = *numbers.first()?;
    numbers.iter().all(|&number| number == first).then_some(first)
}

fn layer_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = n.axis(-1, rank)?;
    let axes: Vec<i64> = (at as i64..rank as i64).collect();
    let dtype = x.dtype()?;
    let wide = if n.int("stash_type", 1) == 1 { b.cast(x, DType::F32)? } else { x.clone() };
    let [result, mean, inverse] = normalized(b, &wide, &axes, n.float("epsilon", 1e-5))?;
    let result = b.cast(&result, dtype)?;
    Ok(vec![scaled(b, &result, n.input(1)?, n.optional(2))?, mean, inverse])
}

fn group_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let groups = n.int("num_groups", 1);
    let dtype = x.dtype()?;
    let sizes = b.all_sizes(x)?;
    let channels = x.dim(1).ok_or("the number of channels is not known")?;
    if groups < 1 || channels % groups != 0 {
        return Err(format!("{channels} channels are no {groups} groups"));
    }
    let wide = if n.int("stash_type", 1) == 1 { b.cast(x, DType::F32)? } else { x.clone() };
    let epsilon = n.float("epsilon", 1e-5);
    if n.opset >= 21 && sizes.len() > 2 && wide.is_kept_last() {
        let last = b.last(&wide)?;
        if let Some(result) = normalized_groups(b, &last, groups, epsilon)? {
            let result = b.cast(&result, dtype)?;
            let result = scaled(b, &result, n.input(1)?, Some(n.input(2)?))?;
            return Ok(vec![Tensor::of_last(result)?]);
        }
    }
    let parts = [sizes[0].clone(), b.int64(groups)?, b.int64(-1)?];
    let cut = b.reshape_to(&wide, &parts)?;
    let [result, ..] = normalized(b, &cut, &[2], epsilon)?;
    let result = b.cast(&result, dtype)?;
    // Before version 21 there is a scale for each group.
    if n.opset < 21 {
        let (scale, bias) = (of_channels(b, n.input(1)?, 3)?, of_channels(b, n.input(2)?, 3)?);
        let result = scaled(b, &result, &scale, Some(&bias))?;
        return Ok(vec![b.reshape_to(&result, &sizes)?]);
    }
    let result = b.reshape_to(&result, &sizes)?;
    let rank = sizes.len();
    let (scale, bias) = (of_channels(b, n.input(1)?, rank)?, of_channels(b, n.input(2)?, rank)?);
    Ok(vec![scaled(b, &result, &scale, Some(&bias))?])
}

fn rms_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = n.axis(-1, rank)?;
    let dtype = x.dtype()?;
    let wide = if n.int("stash_type", 1) == 1 { b.cast(x, DType::F32)? } else { x.clone() };
    let axes = b.int32s(&(at as i64..rank as i64).collect::<Vec<_>>())?;
    let square = b.op("tf.Square", &[&wide], NONE)?;
    let mean = b.op("tf.Mean", &[&square, &axes], [("keep_dims", Attribute::Bool(true))])?;
    let epsilon = b.number(wide.dtype()?, f64::from(n.float("epsilon", 1e-5)))?;
    let sum = b.op("tf.AddV2", &[&mean, &epsilon], NONE)?;
    let inverse = b.op("tf.Rsqrt", &[&sum], NONE)?;
    let result = b.op("tf.Mul", &[&wide, &inverse], NONE)?;
    let result = b.cast(&result, dtype)?;
    Ok(vec![scaled(b, &result, n.input(1)?, None)?])
}

fn mean_variance(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let is_before = n.opset < 9;
    // Versions before 9 say only whether channels are among the axes, and may leave the variance as it is.
    let axes = match n.ints("axes").filter(|_| !is_before) {
        Some(axes) => axes,
        None if is_before && n.int("across_channels", 0) != 0 => vec![0, 1, 2, 3],
        None => vec![0, 2, 3],
    };
    let list = b.int32s(&axes)?;
    let keep = [("keep_dims", Attribute::Bool(true))];
    let mean = b.op("tf.Mean", &[x, &list], keep.clone())?;
    let centered = b.op("tf.Sub", &[x, &mean], NONE)?;
    if is_before && n.int("normalize_variance", 1) == 0 {
        return Ok(vec![centered]);
    }
    let square = b.op("tf.Square", &[&centered], NONE)?;
    let variance = b.op("tf.Mean", &[&square, &list], keep)?;
    let deviation = b.op("tf.Sqrt", &[&variance], NONE)?;
    let epsilon = b.number(x.dtype()?, 1e-9)?;
    let deviation = b.op("tf.AddV2", &[&deviation, &epsilon], NONE)?;
    Ok(vec![b.op("tf.RealDiv", &[&centered, &deviation], NONE)?])
}

fn lp_normalization(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let at = n.axis(-1, x.rank()?)?;
    let axes = b.int32s(&[at as i64])?;
    let keep = [("keep_dims", Attribute::Bool(true))];
    let norm = match n.int("p", 2) {
        1 => {
            let absolute = b.op("tf.Abs", &[x], NONE)?;
            b.op("tf.Sum", &[&absolute, &axes], keep)?
        }
        2 => {
            let square = b.op("tf.Square", &[x], NONE)?;
            let sum = b.op("tf.Sum", &[&square, &axes], keep)?;
            b.op("tf.Sqrt", &[&sum], NONE)?
        }
        p => return Err(n.refuse("p", &p.to_string())),
    };
    Ok(vec![b.op("tf.DivNoNan", &[x, &norm], NONE)?])
}

fn lrn(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let size = n.int("size", 1);
    if size % 2 == 0 || n.input(0)?.rank()? != 4 {
        return Err(n.refuse("size", &size.to_string()));
    }
    let last = b.last(n.input(0)?)?;
    let attrs = [
        ("depth_radius", Attribute::Int(size / 2)),
        ("bias", Attribute::Float(n.float("bias", 1.0))),
        ("alpha", Attribute::Float(n.float("alpha", 1e-4) / size as f32)),
        ("beta", Attribute::Float(n.float("beta", 0.75))),
    ];
    Ok(vec![Tensor::of_last(b.op("tf.LRN", &[&last], attrs)?)?])
}
