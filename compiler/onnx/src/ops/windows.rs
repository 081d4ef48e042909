//! Convolutions, and what windows over an image are. Channels come second in ONNX and last in the ops of the program.

use tfrt_ops::DType;
use tfrt_ops::window::{Padding, Window};

use super::Table;
use super::integers;
use super::pads::padded;
use super::quantize::{one_for_all, quantized};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::{Node, line};

pub(super) const OPS: Table = &[
    ("Conv", |b, n| {
        let (x, filter, bias) = (n.input(0)?, n.input(1)?, n.optional(2));
        Ok(vec![match dequantized_conv(b, n, x, filter, bias)? {
            Some(result) => result,
            None => conv(b, n, [x, filter], bias, None)?,
        }])
    }),
    ("ConvInteger", |b, n| {
        Ok(vec![integer_conv(b, n, [n.input(0)?, n.input(1)?], [n.optional(2), n.optional(3)], None)?])
    }),
    ("QLinearConv", |b, n| {
        let zeros = [n.optional(2), n.optional(5)];
        let sum = integer_conv(b, n, [n.input(0)?, n.input(3)?], zeros, n.optional(8))?;
        let sum = b.cast(&sum, DType::F32)?;
        let scales = [one_for_all(n.input(1)?, "x_scale")?, n.input(4)?];
        let scale = integers::scale(b, scales, Some(sum.rank()?))?;
        let result = b.elementwise("tf.Mul", &[&sum, &scale], NONE)?;
        let scale = one_for_all(n.input(6)?, "y_scale")?;
        quantized(b, n, &result, scale, Some(one_for_all(n.input(7)?, "y_zero_point")?))
    }),
    ("ConvTranspose", conv_transpose),
];

/// The windows of a node along each dimension of an image.
pub(super) struct Windows {
    pub sizes: Vec<i64>,
    pub strides: Vec<i64>,
    pub dilations: Vec<i64>,
    /// The padding before and after each dimension.
    pub pads: Vec<[i64; 2]>,
    /// Whether the program finds out what is added, from sizes that are not known here: as much as makes the result as large as the image,
    /// by strides, more of it behind than before.
    pub is_same: bool,
}

impl Windows {
    pub(super) fn of(n: &Node<'_>, x: &Tensor, sizes: Vec<i64>) -> Result<Windows> {
        let spatial = sizes.len();
        let list = |name: &str| {
            let list = n.ints(name).unwrap_or_else(|| vec![1; spatial]);
            let fits = list.len() == spatial && list.iter().all(|&number| number > 0);
            fits.then_some(list).ok_or_else(|| format!("{name} is not for {spatial} dimensions"))
        };
        let (strides, dilations) = (list("strides")?, list("dilations")?);
        let extent = |axis: usize| (sizes[axis] - 1).saturating_mul(dilations[axis]).saturating_add(1);
        let mut is_same = false;
        let mut same = |is_upper: bool| -> Result<Vec<[i64; 2]>> {
            let one = |axis: usize| {
                let all = match (x.dim(2 + axis), strides[axis]) {
                    (_, 1) => extent(axis) - 1,
                    (Some(size), stride) => {
                        let count = (size + stride - 1) / stride;
                        ((count - 1) * stride + extent(axis) - size).max(0)
                    }
                    (None, _) if is_upper => {
                        is_same = true;
                        0
                    }
                    (None, _) => return Err("the sizes of the image are not known".to_owned()),
                };
                Ok(if is_upper { [all / 2, all - all / 2] } else { [all - all / 2, all / 2] })
            };
            (0..spatial).map(one).collect()
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
        let pads = if is_same { vec![[0, 0]; spatial] } else { pads };
        Ok(Windows { sizes, strides, dilations, pads, is_same })
    }

    /// Refuses what is added by the program, for ops that are told it.
    pub(super) fn with_known_pads(self) -> Result<Windows> {
        match self.is_same {
            false => Ok(self),
            true => Err("the sizes of the image are not known".into()),
        }
    }

    /// Whether windows over images of these sizes are at the places of those with padding `SAME`.
    pub(super) fn are_same(&self, sizes: &[i64]) -> bool {
        sizes.iter().enumerate().all(|(axis, &size)| {
            let padding = self.pads[axis].map(usize::try_from);
            let (Ok(size), Ok(filter), [Ok(before), Ok(after)]) =
                (usize::try_from(size), usize::try_from(self.sizes[axis]), padding)
            else {
                return false;
            };
            let over = |padding, explicit| {
                Window::new(size, filter, self.strides[axis], self.dilations[axis], padding, explicit).ok()
            };
            let given = over(Padding::Explicit, Some((before, after)));
            size > 0 && given.is_some() && given == over(Padding::Same, None)
        })
    }

    /// As attributes of an op on images with channels last.
    pub(super) fn attrs(&self, with_dilations: bool, explicit: bool) -> Vec<(&'static str, Attribute)> {
        let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
        let padding = self.pads.iter().flatten();
        let pads: Vec<i64> = [0, 0].iter().chain(padding).chain(&[0, 0]).copied().collect();
        let is_padded = explicit && pads.iter().any(|&pad| pad > 0);
        let mut attrs = vec![
            ("strides", around(&self.strides)),
            (
                "padding",
                Attribute::Text(match (self.is_same, is_padded) {
                    (true, _) => "SAME",
                    (false, true) => "EXPLICIT",
                    (false, false) => "VALID",
                }),
            ),
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
pub(super) fn flat(b: &mut Builder<'_>, x: &Tensor, at: i64) -> Result<Tensor> {
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
    if x.rank()? == 5 {
        return Err(n.refuse("an input", "of rank 5"));
    }
    let is_narrow = integers::is_narrow(x) && integers::is_narrow(filter);
    let groups = n.int("group", 1);
    if is_narrow
        && groups == 1
        && let Some(zeros) = integers::zero_points(b, [x, filter], [of_x, of_filter])?
    {
        return conv(b, n, [x, filter], bias, Some(zeros));
    }
    if groups > 1 && is_narrow && has_few_products(filter) {
        let sum = few_products(b, n, [x, filter], [of_x, of_filter])?;
        let sum = b.cast(&sum, DType::I32)?;
        return match bias {
            Some(bias) => with_bias(b, &sum, bias),
            None => Ok(sum),
        };
    }
    let [x, filter] = differences(b, DType::I32, [x, filter], [of_x, of_filter])?;
    conv(b, n, [&x, &filter], bias, None)
}

/// An image and its filters less their zero points, as numbers of this type.
fn differences(
    b: &mut Builder<'_>,
    dtype: DType,
    [x, filter]: [&Tensor; 2],
    [of_x, of_filter]: [Option<&Tensor>; 2],
) -> Result<[Tensor; 2]> {
    let (mut x, mut filter) = (b.cast(x, dtype)?, b.cast(filter, dtype)?);
    if let Some(zero) = of_x {
        let zero = b.cast(one_for_all(zero, "x_zero_point")?, dtype)?;
        x = b.elementwise("tf.Sub", &[&x, &zero], NONE)?;
    }
    if let Some(zero) = of_filter {
        let zero = b.cast(zero, dtype)?;
        let zero = of_filters(b, &zero, filter.rank()?, 0)?;
        filter = b.op("tf.Sub", &[&filter, &zero], NONE)?;
    }
    Ok([x, filter])
}

/// Whether the sums of products with these filters of 8 bits are integers that `f32` has; it has more kernels.
fn has_few_products(filter: &Tensor) -> bool {
    filter.sizes().is_some_and(|sizes| sizes.iter().skip(1).product::<i64>() <= MOST_EXACT)
}

/// The convolution of few integers less their zero points, as numbers of `f32`.
fn few_products(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    factors: [&Tensor; 2],
    zeros: [Option<&Tensor>; 2],
) -> Result<Tensor> {
    let [x, filter] = differences(b, DType::F32, factors, zeros)?;
    conv(b, n, [&x, &filter], None, None)
}

/// Products of integers of 8 bits less their zero points whose sum is exact in `f32`: each is less than 2^16.
const MOST_EXACT: i64 = 1 << 8;

/// The convolution of dequantised numbers, computed from the integers behind them; `None` if a factor was not dequantised, or their scales do not fit.
fn dequantized_conv(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: &Tensor,
    filter: &Tensor,
    bias: Option<&Tensor>,
) -> Result<Option<Tensor>> {
    let rank = x.rank()?;
    if !(3..=4).contains(&rank) {
        return Ok(None);
    }
    let Some([x, filter]) = integers::behind(x, filter, 0) else { return Ok(None) };
    let factors = [&x.values, &filter.values];
    let zeros = [x.zero.as_ref(), filter.zero.as_ref()];
    let scale = integers::scale(b, [&x.scale, &filter.scale], Some(rank))?;
    let of_bias = bias.and_then(|bias| integers::of_bias(bias, &scale));
    let numbers = if n.int("group", 1) == 1 {
        let Some(zeros) = integers::zero_points(b, factors, zeros)? else { return Ok(None) };
        let sum = conv(b, n, factors, of_bias.as_ref(), Some(zeros))?;
        b.cast(&sum, DType::F32)?
    } else if has_few_products(&filter.values) {
        let sum = few_products(b, n, factors, zeros)?;
        match &of_bias {
            Some(bias) => {
                let bias = b.cast(bias, DType::F32)?;
                with_bias(b, &sum, &bias)?
            }
            None => sum,
        }
    } else {
        return Ok(None);
    };
    let result = integers::scaled(b, numbers, scale)?;
    match bias.filter(|_| of_bias.is_none()) {
        Some(bias) => with_bias(b, &result, bias).map(Some),
        None => Ok(Some(result)),
    }
}

/// An image with a number added to each channel.
fn with_bias(b: &mut Builder<'_>, image: &Tensor, bias: &Tensor) -> Result<Tensor> {
    let last = b.last(image)?;
    let last = b.op("tf.BiasAdd", &[&last, bias], [("data_format", Attribute::Text("NHWC"))])?;
    Tensor::of_last(last)
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

/// A convolution; of integers of 8 bits in 32 bits, if there are zero points, which is of one group.
fn conv(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    [x, filter]: [&Tensor; 2],
    bias: Option<&Tensor>,
    zeros: Option<[Tensor; 2]>,
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
            let own: Option<Vec<i64>> = (2..rank).map(|axis| x.dim(axis)).collect();
            if own.is_some_and(|own| windows.are_same(&own)) {
                windows.is_same = true;
            } else {
                let zero = b.number(x.dtype()?, 0.0)?;
                let pads: Vec<[i64; 2]> =
                    [[0, 0]].into_iter().chain(windows.pads.clone()).chain([[0, 0]]).collect();
                image = padded(b, &image, &pads, &zero)?;
            }
            let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
            let attrs = [
                ("strides", around(&windows.strides)),
                ("dilations", around(&windows.dilations)),
                ("padding", Attribute::Text(if windows.is_same { "SAME" } else { "VALID" })),
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
            let filtered = sizes[1].checked_mul(groups).ok_or("there are too many channels")?;
            let channels = x.dim(1).unwrap_or(filtered);
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
                match zeros {
                    Some([of_image, of_filter]) => {
                        b.op("onnx.ConvInteger", &[&image, &filter, &of_image, &of_filter], attrs)?
                    }
                    None => {
                        attrs.push(("use_cudnn_on_gpu", Attribute::Bool(true)));
                        b.op("tf.Conv2D", &[&image, &filter], attrs)?
                    }
                }
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

/// The results for the groups, one behind the other along the last dimension.
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
    // What windows cover, and what of it is the result: numbers of elements beyond the size of the image times the stride.
    let (mut large, mut outputs, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for axis in 0..spatial {
        let (size, stride) = (b.size_of(x, 2 + axis)?, strides[axis]);
        let covered = (sizes[2 + axis] - 1) * dilations[axis] + 1 - stride;
        let whole = covered + more[axis];
        let known = size.ints().map(|size| size[0]);
        let target = match (&wanted, auto) {
            (Some(wanted), _) => {
                let size = known.ok_or("the sizes of the image are not known")?;
                Some(wanted[wanted.len().saturating_sub(spatial) + axis] - size * stride)
            }
            (None, "SAME_UPPER" | "SAME_LOWER") => Some(0),
            _ => None,
        };
        if let Some(target) = target {
            let all = (whole - target).max(0);
            let half = all / 2;
            let (before, after) = if auto == "SAME_UPPER" { (half, all - half) } else { (all - half, half) };
            (pads[axis], pads[spatial + axis]) = (before, after);
        }
        let output = target.unwrap_or(whole - pads[axis] - pads[spatial + axis]);
        if known.is_some_and(|size| size * stride + output < 0) {
            return Err("the image would have a negative size".into());
        }
        missing.push((pads[axis] + output - covered).max(0));
        let mut from_size = |more: i64| {
            let (stride, more) = (b.int64(stride)?, b.int64(more)?);
            let most = b.op("tf.Mul", &[&size, &stride], NONE)?;
            b.op("tf.AddV2", &[&most, &more], NONE)
        };
        large.push(from_size(covered)?);
        outputs.push(from_size(output)?);
    }
    // The gradient of a convolution: [in, out, ...] is a filter [..., out, in] of the convolution from the output to the input.
    let mut order: Vec<i64> = (2..rank as i64).collect();
    order.extend([1, 0]);
    let mut filter = b.transpose(filter, &order)?;
    let mut image = b.last(x)?;
    let (mut strides, mut dilations) = (strides, dilations);
    if rank == 3 {
        image = flat(b, &image, 1)?;
        filter = flat(b, &filter, 0)?;
        large.insert(0, b.int64(1)?);
        strides.insert(0, 1);
        dilations.insert(0, 1);
    }
    let per_group = sizes[1];
    let channels = sizes[0] / groups.max(1);
    large.insert(0, b.size_of(x, 0)?);
    large.push(b.int64(per_group)?);
    let open: Vec<i64> = large.iter().map(|size| size.ints().map_or(-1, |size| size[0])).collect();
    let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
    let target = b.list_of(&large)?;
    let target = b.cast(&target, DType::I32)?;
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
        Ok(b.op(op, &[&target, &of, &own], attrs)?.with_dims(&open))
    })?;
    if rank == 3 {
        result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    }
    // Behind the windows there is nothing.
    if missing.iter().any(|&pad| pad > 0) {
        let mut around = vec![[0, 0]; rank];
        missing.iter().enumerate().for_each(|(axis, &pad)| around[1 + axis][1] = pad);
        let zero = b.number(x.dtype()?, 0.0)?;
        result = padded(b, &result, &around, &zero)?;
    }
    if pads.iter().any(|&pad| pad > 0) {
        let mut begin = vec![0; rank];
        begin[1..=spatial].copy_from_slice(&pads[..spatial]);
        let all = b.int64(-1)?;
        let mut size = vec![all; rank];
        size[1..=spatial].clone_from_slice(&outputs);
        let mut dims = result.open_sizes()?;
        for (dim, size) in dims[1..=spatial].iter_mut().zip(&outputs) {
            *dim = size.ints().map_or(-1, |size| size[0]);
        }
        let (begin, size) = (b.int64s(&begin)?, b.list_of(&size)?);
        result = b.op("tf.Slice", &[&result, &begin, &size], NONE)?.with_dims(&dims);
    }
    if let Some(bias) = n.optional(2) {
        result = b.op("tf.BiasAdd", &[&result, bias], [("data_format", Attribute::Text("NHWC"))])?;
    }
    Ok(vec![Tensor::of_last(result)?])
}
