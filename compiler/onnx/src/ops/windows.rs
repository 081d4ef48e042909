//! Convolutions and pools. Channels come second in ONNX and last in the ops of the program.

use tfrt_ops::DType;

use super::Table;
use super::arrays::padded;
use super::normalize::{one_for_all, quantized};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::{Node, line};

pub(super) const OPS: Table = &[
    ("Conv", |b, n| Ok(vec![conv(b, n, n.input(0)?, n.input(1)?, n.optional(2))?])),
    ("ConvInteger", |b, n| {
        Ok(vec![integer_conv(b, n, [n.input(0)?, n.input(1)?], [n.optional(2), n.optional(3)], None)?])
    }),
    ("QLinearConv", |b, n| {
        let zeros = [n.optional(2), n.optional(5)];
        let sum = integer_conv(b, n, [n.input(0)?, n.input(3)?], zeros, n.optional(8))?;
        let sum = b.cast(&sum, DType::F32)?;
        let scale = of_filters(b, n.input(4)?, sum.rank()?, 1)?;
        let scale = b.op("tf.Mul", &[one_for_all(n.input(1)?, "x_scale")?, &scale], NONE)?;
        let result = b.op("tf.Mul", &[&sum, &scale], NONE)?;
        let scale = one_for_all(n.input(6)?, "y_scale")?;
        quantized(b, n, &result, scale, Some(one_for_all(n.input(7)?, "y_zero_point")?))
    }),
    ("ConvTranspose", conv_transpose),
    ("MaxPool", |b, n| pool(b, n, Pool::Max)),
    ("AveragePool", |b, n| pool(b, n, Pool::Mean)),
    ("GlobalAveragePool", |b, n| global(b, n, "tf.Mean")),
    ("GlobalMaxPool", |b, n| global(b, n, "tf.Max")),
    ("LpPool", lp_pool),
    ("MaxUnpool", max_unpool),
    ("Col2Im", columns_to_image),
];

/// The windows of a node along each dimension of an image.
struct Windows {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
    /// What is added before and after each dimension.
    pads: Vec<[i64; 2]>,
}

impl Windows {
    fn of(n: &Node<'_>, x: &Tensor, sizes: Vec<i64>) -> Result<Windows> {
        let spatial = sizes.len();
        let list = |name: &str| {
            let list = n.ints(name).unwrap_or_else(|| vec![1; spatial]);
            let fits = list.len() == spatial && list.iter().all(|&number| number > 0);
            fits.then_some(list).ok_or_else(|| format!("{name} is not for {spatial} dimensions"))
        };
        let (strides, dilations) = (list("strides")?, list("dilations")?);
        let extent = |axis: usize| (sizes[axis] - 1).saturating_mul(dilations[axis]).saturating_add(1);
        let same = |is_upper: bool| -> Result<Vec<[i64; 2]>> {
            (0..spatial)
                .map(|axis| {
                    let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
                    let count = (size + strides[axis] - 1) / strides[axis];
                    let all = ((count - 1) * strides[axis] + extent(axis) - size).max(0);
                    Ok(if is_upper { [all / 2, all - all / 2] } else { [all - all / 2, all / 2] })
                })
                .collect()
        };
        let pads = match n.text("auto_pad", "NOTSET")? {
            "NOTSET" | "" => {
                let pads = n.ints("pads").unwrap_or_else(|| vec![0; 2 * spatial]);
                if pads.len() != 2 * spatial || pads.iter().any(|&pad| pad < 0) {
                    return Err(format!("pads {pads:?} is not for {spatial} dimensions"));
                }
                (0..spatial).map(|axis| [pads[axis], pads[spatial + axis]]).collect()
            }
            "VALID" => vec![[0, 0]; spatial],
            "SAME_UPPER" => same(true)?,
            "SAME_LOWER" => same(false)?,
            other => return Err(n.refuse("auto_pad", &format!("'{other}'"))),
        };
        Ok(Windows { sizes, strides, dilations, pads })
    }

    /// As attributes of an op on images with channels last.
    fn attrs(&self, with_dilations: bool, explicit: bool) -> Vec<(&'static str, Attribute)> {
        let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
        let padding = self.pads.iter().flatten();
        let pads: Vec<i64> = [0, 0].iter().chain(padding).chain(&[0, 0]).copied().collect();
        let is_padded = explicit && pads.iter().any(|&pad| pad > 0);
        let mut attrs = vec![
            ("strides", around(&self.strides)),
            ("padding", Attribute::Text(if is_padded { "EXPLICIT" } else { "VALID" })),
            ("explicit_paddings", Attribute::Ints(if is_padded { pads } else { Vec::new() })),
            ("data_format", Attribute::Text("NHWC")),
        ];
        if with_dilations {
            attrs.push(("dilations", around(&self.dilations)));
        }
        attrs
    }
}

/// An image with one dimension as one with two, of which the first is one.
fn flat(b: &mut Builder<'_>, x: &Tensor, at: i64) -> Result<Tensor> {
    super::arrays::unsqueezed(b, x, &[at])
}

/// The convolution of integers less their zero points, in 32 bits.
fn integer_conv(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    [x, filter]: [&Tensor; 2],
    [of_x, of_filter]: [Option<&Tensor>; 2],
    bias: Option<&Tensor>,
) -> Result<Tensor> {
    let (mut x, mut filter) = (b.cast(x, DType::I32)?, b.cast(filter, DType::I32)?);
    if x.rank()? == 5 {
        return Err(n.refuse("an input", "of rank 5"));
    }
    if let Some(zero) = of_x {
        let zero = b.cast(one_for_all(zero, "x_zero_point")?, DType::I32)?;
        x = b.op("tf.Sub", &[&x, &zero], NONE)?;
    }
    if let Some(zero) = of_filter {
        let zero = b.cast(zero, DType::I32)?;
        let zero = of_filters(b, &zero, filter.rank()?, 0)?;
        filter = b.op("tf.Sub", &[&filter, &zero], NONE)?;
    }
    conv(b, n, &x, &filter, bias)
}

/// A scale or zero point of all filters, or one for each, so that it is broadcast over a tensor of this rank with the filters along `axis`.
fn of_filters(b: &mut Builder<'_>, of: &Tensor, rank: usize, axis: usize) -> Result<Tensor> {
    if of.rank()? == 0 {
        return Ok(of.clone());
    }
    let mut dims = vec![1; rank.max(axis + 1)];
    dims[axis] = of.dim(0).unwrap_or(-1);
    b.reshape(of, &dims)
}

fn conv(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: &Tensor,
    filter: &Tensor,
    bias: Option<&Tensor>,
) -> Result<Tensor> {
    let rank = x.rank()?;
    let sizes = filter.sizes().ok_or("the sizes of the filter are not known")?;
    if sizes.len() != rank || !(3..=5).contains(&rank) {
        return Err(format!("a filter of sizes {sizes:?} does not fit an input of rank {rank}"));
    }
    let mut windows = Windows::of(n, x, sizes[2..].to_vec())?;
    let groups = n.int("group", 1);
    // [out, in, ...] becomes [..., in, out].
    let mut order: Vec<i64> = (2..rank as i64).collect();
    order.extend([1, 0]);
    let mut filter = b.transpose(filter, &order)?;
    let mut image = b.last(x)?;
    if rank == 3 {
        image = flat(b, &image, 1)?;
        filter = flat(b, &filter, 0)?;
        windows.sizes.insert(0, 1);
        windows.strides.insert(0, 1);
        windows.dilations.insert(0, 1);
        windows.pads.insert(0, [0, 0]);
    }
    let mut result = match (rank, groups) {
        (5, _) => {
            let zero = b.number(x.dtype()?, 0.0)?;
            let pads: Vec<[i64; 2]> =
                [[0, 0]].into_iter().chain(windows.pads.clone()).chain([[0, 0]]).collect();
            let image = padded(b, &image, &pads, &zero)?;
            let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
            let attrs = [
                ("strides", around(&windows.strides)),
                ("dilations", around(&windows.dilations)),
                ("padding", Attribute::Text("VALID")),
                ("data_format", Attribute::Text("NDHWC")),
            ];
            let whole = sizes[1].checked_mul(groups).filter(|_| groups > 0 && sizes[0] % groups == 0);
            if whole.is_none() || x.dim(1).is_some_and(|channels| Some(channels) != whole) {
                return Err(format!("the channels do not fit {groups} groups of {}", sizes[1]));
            }
            let made = sizes[0] / groups;
            by_group(b, groups, |b, group| {
                let image = part_of_last(b, &image, groups, group * sizes[1], sizes[1])?;
                let filter = part_of_last(b, &filter, groups, group * made, made)?;
                b.op("tf.Conv3D", &[&image, &filter], attrs.clone())
            })?
        }
        (_, groups) => {
            let channels = x.dim(1).ok_or("the number of channels is not known")?;
            // That op has no integers.
            let is_depthwise =
                groups > 1 && groups == channels && sizes[1] == 1 && x.known_dtype() != Some(DType::I32);
            let mut attrs = windows.attrs(true, true);
            if is_depthwise {
                // The channels made of one channel are neighbours.
                let dims = filter.open_sizes()?;
                let filter = b.reshape(&filter, &[dims[0], dims[1], channels, sizes[0] / channels])?;
                b.op("tf.DepthwiseConv2dNative", &[&image, &filter], attrs)?
            } else {
                if groups < 1 || channels != sizes[1] * groups {
                    return Err(format!("{channels} channels do not fit {groups} groups of {}", sizes[1]));
                }
                attrs.push(("use_cudnn_on_gpu", Attribute::Bool(true)));
                b.op("tf.Conv2D", &[&image, &filter], attrs)?
            }
        }
    };
    if let Some(bias) = bias {
        result = b.op("tf.BiasAdd", &[&result, bias], [("data_format", Attribute::Text("NHWC"))])?;
    }
    if rank == 3 {
        result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    }
    Tensor::of_last(result)
}

/// So many of the last dimension, from a place on; all of them if there is one group only.
fn part_of_last(b: &mut Builder<'_>, x: &Tensor, groups: i64, start: i64, count: i64) -> Result<Tensor> {
    if groups == 1 {
        return Ok(x.clone());
    }
    let rank = x.rank()?;
    let (mut begin, mut size) = (vec![0; rank], vec![-1; rank]);
    (begin[rank - 1], size[rank - 1]) = (start, count);
    let (begin, size) = (b.int64s(&begin)?, b.int64s(&size)?);
    b.op("tf.Slice", &[x, &begin, &size], NONE)
}

/// Groups of a convolution at most, where each has ops of its own in the program.
const MOST_GROUPS: i64 = 4096;

/// What is made of each group, one behind the other along the last dimension.
fn by_group(
    b: &mut Builder<'_>,
    groups: i64,
    mut make: impl FnMut(&mut Builder<'_>, i64) -> Result<Tensor>,
) -> Result<Tensor> {
    if groups > MOST_GROUPS {
        return Err(format!("{groups} groups are not supported, at most {MOST_GROUPS} are"));
    }
    let mut parts = line(groups)?.map(|group| make(b, group)).collect::<Result<Vec<_>>>()?;
    if parts.len() == 1 {
        return Ok(parts.swap_remove(0));
    }
    let rank = parts.first().ok_or("there are no groups")?.rank()?;
    let axis = b.int32(rank as i64 - 1)?;
    let operands: Vec<&Tensor> = parts.iter().chain([&axis]).collect();
    b.op("tf.ConcatV2", &operands, [("N", Attribute::Int(groups))])
}

fn conv_transpose(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, filter) = (n.input(0)?, n.input(1)?);
    let rank = x.rank()?;
    let sizes = filter.sizes().ok_or("the sizes of the filter are not known")?;
    let groups = n.int("group", 1);
    if sizes.len() != rank || !(3..=5).contains(&rank) {
        return Err(format!(
            "a filter of sizes {sizes:?} does not fit an input of rank {rank}, other than 3 to 5 is not supported"
        ));
    }
    let spatial = rank - 2;
    let list = |name: &str, default: i64| {
        let list = n.ints(name).unwrap_or_else(|| vec![default; spatial]);
        (list.len() == spatial)
            .then_some(list)
            .ok_or_else(|| format!("{name} is not for {spatial} dimensions"))
    };
    let (strides, dilations, more) = (list("strides", 1)?, list("dilations", 1)?, list("output_padding", 0)?);
    let mut pads = match n.ints("pads") {
        Some(pads) if pads.len() == 2 * spatial => pads,
        Some(pads) => return Err(format!("pads {pads:?} is not for {spatial} dimensions")),
        None => vec![0; 2 * spatial],
    };
    let wanted = n.ints("output_shape");
    let auto = n.text("auto_pad", "NOTSET")?;
    // What windows cover, and what of it is the result.
    let (mut large, mut outputs) = (Vec::new(), Vec::new());
    for axis in 0..spatial {
        let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
        let covered = strides[axis] * (size - 1) + (sizes[2 + axis] - 1) * dilations[axis] + 1;
        let whole = covered + more[axis];
        let target = match (&wanted, auto) {
            (Some(wanted), _) => Some(wanted[wanted.len().saturating_sub(spatial) + axis]),
            (None, "SAME_UPPER" | "SAME_LOWER") => Some(size * strides[axis]),
            _ => None,
        };
        if let Some(target) = target {
            let all = (whole - target).max(0);
            let half = all / 2;
            let (before, after) = if auto == "SAME_UPPER" { (half, all - half) } else { (all - half, half) };
            (pads[axis], pads[spatial + axis]) = (before, after);
        }
        let output = target.unwrap_or(whole - pads[axis] - pads[spatial + axis]);
        if output < 0 {
            return Err(format!("the image would have the size {output}"));
        }
        outputs.push(output);
        large.push(covered);
    }
    // The gradient of a convolution: [in, out, ...] is a filter [..., out, in] of the convolution from the output to the input.
    let mut order: Vec<i64> = (2..rank as i64).collect();
    order.extend([1, 0]);
    let mut filter = b.transpose(filter, &order)?;
    let mut image = b.last(x)?;
    let covered = large.clone();
    let (mut strides, mut dilations) = (strides, dilations);
    if rank == 3 {
        image = flat(b, &image, 1)?;
        filter = flat(b, &filter, 0)?;
        large.insert(0, 1);
        strides.insert(0, 1);
        dilations.insert(0, 1);
    }
    let per_group = sizes[1];
    let channels = sizes[0] / groups.max(1);
    let batch = x.dim(0).ok_or("the number of images is not known")?;
    let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
    let target = b.int32s(&[&[batch], &large[..], &[per_group]].concat())?;
    let mut result = by_group(b, groups, |b, group| {
        let own = part_of_last(b, &image, groups, group * channels, channels)?;
        let of = part_of_last(b, &filter, groups, group * channels, channels)?;
        let (op, format) = match rank {
            5 => ("tf.Conv3DBackpropInputV2", "NDHWC"),
            _ => ("tf.Conv2DBackpropInput", "NHWC"),
        };
        let mut attrs = vec![
            ("strides", around(&strides)),
            ("dilations", around(&dilations)),
            ("padding", Attribute::Text("VALID")),
            ("data_format", Attribute::Text(format)),
        ];
        if rank != 5 {
            attrs.push(("explicit_paddings", Attribute::Ints(Vec::new())));
        }
        b.op(op, &[&target, &of, &own], attrs)
    })?;
    if rank == 3 {
        result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    }
    // Behind the windows there is nothing.
    let missing: Vec<i64> =
        (0..spatial).map(|axis| (pads[axis] + outputs[axis] - covered[axis]).max(0)).collect();
    if missing.iter().any(|&pad| pad > 0) {
        let mut around = vec![[0, 0]; rank];
        missing.iter().enumerate().for_each(|(axis, &pad)| around[1 + axis][1] = pad);
        let zero = b.number(x.dtype()?, 0.0)?;
        result = padded(b, &result, &around, &zero)?;
    }
    if pads.iter().any(|&pad| pad > 0) {
        let mut begin = vec![0; rank];
        begin[1..=spatial].copy_from_slice(&pads[..spatial]);
        let mut size = vec![-1; rank];
        size[1..=spatial].copy_from_slice(&outputs);
        let (begin, size) = (b.int64s(&begin)?, b.int64s(&size)?);
        result = b.op("tf.Slice", &[&result, &begin, &size], NONE)?;
    }
    if let Some(bias) = n.optional(2) {
        result = b.op("tf.BiasAdd", &[&result, bias], [("data_format", Attribute::Text("NHWC"))])?;
    }
    Ok(vec![Tensor::of_last(result)?])
}

#[derive(Clone, Copy, PartialEq)]
enum Pool {
    Max,
    Mean,
}

fn pool(b: &mut Builder<'_>, n: &Node<'_>, kind: Pool) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let sizes = n.ints("kernel_shape").ok_or("kernel_shape is missing")?;
    if sizes.len() + 2 != rank || !(3..=5).contains(&rank) {
        return Err(format!("windows of {sizes:?} do not fit an input of rank {rank}"));
    }
    let dtype = x.dtype()?;
    let mut windows = Windows::of(n, x, sizes)?;
    let is_dilated = windows.dilations.iter().any(|&dilation| dilation != 1);
    let is_open = (2..rank).any(|axis| x.dim(axis).is_none());
    if n.has_output(1) || is_dilated || is_open {
        let op = if kind == Pool::Max { "onnx.MaxPool" } else { "onnx.AveragePool" };
        return general_pool(b, n, op, &windows);
    }
    let given = windows.pads.clone();
    // A last window that is not full begins in the image or in the padding before it.
    if n.int("ceil_mode", 0) != 0 {
        for axis in 0..rank - 2 {
            let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
            let [before, after] = windows.pads[axis];
            let (stride, window) = (windows.strides[axis], windows.sizes[axis]);
            let room = size + before + after - window;
            let mut count = (room + stride - 1).div_euclid(stride) + 1;
            if (count - 1) * stride >= size + before {
                count -= 1;
            }
            windows.pads[axis][1] = after.max((count - 1) * stride + window - size - before);
        }
    }
    let spatial = windows.sizes.len();
    let mut image = b.last(x)?;
    if rank == 3 {
        image = flat(b, &image, 1)?;
        windows.sizes.insert(0, 1);
        windows.strides.insert(0, 1);
        windows.pads.insert(0, [0, 0]);
    }
    let lowest = match (kind, dtype) {
        (Pool::Mean, _) => 0.0,
        (Pool::Max, DType::I8) => f64::from(i8::MIN),
        (Pool::Max, DType::UI8) => 0.0,
        (Pool::Max, _) => f64::NEG_INFINITY,
    };
    let lowest = b.number(dtype, lowest)?;
    let pads: Vec<[i64; 2]> = [[0, 0]].into_iter().chain(windows.pads.clone()).chain([[0, 0]]).collect();
    let image = padded(b, &image, &pads, &lowest)?;
    windows.pads.fill([0, 0]);
    let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
    let mut result = if rank == 5 {
        let op = if kind == Pool::Max { "tf.MaxPool3D" } else { "tf.AvgPool3D" };
        let attrs = [
            ("ksize", around(&windows.sizes)),
            ("strides", around(&windows.strides)),
            ("padding", Attribute::Text("VALID")),
            ("data_format", Attribute::Text("NDHWC")),
        ];
        b.op(op, &[&image], attrs)?
    } else {
        let mut attrs = windows.attrs(false, false);
        attrs.push(("ksize", around(&windows.sizes)));
        if kind == Pool::Mean {
            attrs.retain(|(name, _)| *name != "explicit_paddings");
        }
        b.op(if kind == Pool::Max { "tf.MaxPool" } else { "tf.AvgPool" }, &[&image], attrs)?
    };
    if rank == 3 {
        result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    }
    // Means are over the elements under the window: those of the image, or with the padding that was asked for.
    let pads_count = n.int("count_include_pad", 0) != 0;
    let is_padded = pads.iter().flatten().any(|&pad| pad > 0);
    if kind == Pool::Mean && is_padded {
        let result_sizes = result.open_sizes()?;
        let offset = usize::from(rank == 3);
        let mut factors = vec![1.0_f64];
        for axis in 0..spatial {
            let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
            let (stride, window) = (windows.strides[axis + offset], windows.sizes[axis + offset]);
            let [before, after] = given[axis];
            let count = |place: i64| {
                let start = place * stride - before;
                let (least, most) = if pads_count { (-before, size + after) } else { (0, size) };
                ((start + window).min(most) - start.max(least)).max(1)
            };
            let line: Vec<f64> = crate::node::line(result_sizes[1 + axis])?
                .map(|place| window as f64 / count(place) as f64)
                .collect();
            crate::node::line((factors.len() as i64).saturating_mul(line.len() as i64))?;
            factors = factors.iter().flat_map(|factor| line.iter().map(move |own| factor * own)).collect();
        }
        if factors.iter().any(|&factor| factor != 1.0) {
            let mut dims = vec![1];
            dims.extend_from_slice(&result_sizes[1..=spatial]);
            dims.push(1);
            let bytes = factors.iter().flat_map(|factor| factor.to_le_bytes()).collect();
            let factors = Constant { dtype: DType::F64, dims, elements: Elements::Bytes(bytes) };
            let factors = Tensor::of_constant(factors)?;
            let factors = b.cast(&factors, dtype)?;
            result = b.op("tf.Mul", &[&result, &factors], NONE)?;
        }
    }
    Ok(vec![Tensor::of_last(result)?])
}

fn global(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()? as i64;
    let last = b.last(x)?;
    let axes = b.int32s(&(1..rank - 1).collect::<Vec<_>>())?;
    let result = b.op(op, &[&last, &axes], [("keep_dims", Attribute::Bool(true))])?;
    Ok(vec![Tensor::of_last(result)?])
}

/// Windows with distances between their elements, the places of the largest elements, and pools of norms.
fn general_pool(b: &mut Builder<'_>, n: &Node<'_>, op: &str, windows: &Windows) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let pads = windows.pads.iter().map(|pad| pad[0]).chain(windows.pads.iter().map(|pad| pad[1])).collect();
    let mut attrs = vec![
        ("kernel_shape", Attribute::Ints(windows.sizes.clone())),
        ("strides", Attribute::Ints(windows.strides.clone())),
        ("dilations", Attribute::Ints(windows.dilations.clone())),
        ("pads", Attribute::Ints(pads)),
        ("ceil_mode", Attribute::Bool(n.int("ceil_mode", 0) != 0)),
    ];
    match op {
        "onnx.MaxPool" => attrs.push(("storage_order", Attribute::Int(n.int("storage_order", 0)))),
        "onnx.LpPool" => attrs.push(("p", Attribute::Int(n.int("p", 2)))),
        _ => attrs.push(("count_include_pad", Attribute::Bool(n.int("count_include_pad", 0) != 0))),
    }
    b.ops(op, &[x], attrs, if op == "onnx.MaxPool" { 2 } else { 1 })
}

fn lp_pool(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let sizes = n.ints("kernel_shape").ok_or("kernel_shape is missing")?;
    let windows = Windows::of(n, n.input(0)?, sizes)?;
    general_pool(b, n, "onnx.LpPool", &windows)
}

/// The values of a pool at the places where they were in the image, which is zero elsewhere.
fn max_unpool(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, places) = (n.input(0)?, n.input(1)?);
    let sizes = x.sizes().ok_or("the sizes of the image are not known")?;
    let windows = Windows::of(n, x, n.ints("kernel_shape").ok_or("kernel_shape is missing")?)?;
    if windows.sizes.len() + 2 != sizes.len() {
        return Err(format!("windows of {:?} do not fit an input of rank {}", windows.sizes, sizes.len()));
    }
    let mut dims = sizes[..2].to_vec();
    for (axis, &size) in sizes[2..].iter().enumerate() {
        let [before, after] = windows.pads[axis];
        dims.push((size - 1) * windows.strides[axis] + windows.sizes[axis] - before - after);
    }
    let count = dims.iter().try_fold(1_i64, |count, &dim| count.checked_mul(dim).filter(|_| dim >= 0));
    let count = count.ok_or_else(|| format!("the image would have the sizes {dims:?}"))?;
    let places = b.cast(places, DType::I64)?;
    let (places, values) = (b.reshape(&places, &[-1, 1])?, b.reshape(x, &[-1])?);
    let shape = b.int64s(&[count])?;
    let zero = b.number(x.dtype()?, 0.0)?;
    let zeros = b.op("tf.Fill", &[&shape, &zero], NONE)?;
    // Windows that overlap may have one place in common, and its value.
    let flat = b.op("tf.TensorScatterUpdate", &[&zeros, &places, &values], NONE)?;
    let image = b.reshape(&flat, &dims)?;
    let Some(wanted) = n.optional(2) else { return Ok(vec![image]) };
    // Places are those of the image that the windows cover, which begins where a larger one does.
    let (wanted, own) = (b.cast(wanted, DType::I64)?, b.int64s(&dims)?);
    let more = b.op("tf.Sub", &[&wanted, &own], NONE)?;
    let none = b.int64s(&vec![0; dims.len()])?;
    let pads = b.op("tf.Pack", &[&none, &more], [("N", Attribute::Int(2)), ("axis", Attribute::Int(1))])?;
    let zero = b.number(x.dtype()?, 0.0)?;
    Ok(vec![b.op("tf.PadV2", &[&image, &pads, &zero], NONE)?.with_dims(&vec![-1; dims.len()])])
}

/// The sum of all windows at their places in an image.
fn columns_to_image(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (image, block) = (b.cast(n.input(1)?, DType::I64)?, b.cast(n.input(2)?, DType::I64)?);
    let mut attrs = Vec::new();
    for name in ["strides", "dilations", "pads"] {
        if let Some(list) = n.ints(name) {
            attrs.push((name, Attribute::Ints(list)));
        }
    }
    Ok(vec![b.op("onnx.Col2Im", &[n.input(0)?, &image, &block], attrs)?])
}
