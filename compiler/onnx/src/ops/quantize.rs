//! Quantised tensors: integers that stand for their differences from a zero point, times a scale.
//!
//! What a dequantised tensor was made of stays known ([`Quantized`]), and products are computed from the integers ([`super::integers`]). Two more things
//! follow from it:
//!
//! - Where elements are only moved, the integers are moved ([`moved`]). Numbers that are quantised again as they were before are those integers.
//! - Where dequantised numbers, or sums of two, are quantised ([`Scaled`]), the quotients of both scales are computed here. ONNX leaves open how a
//!   quantised network rounds between its integers: a number half-way between two integers may become either.

use tfrt_ops::{DType, SmallFloat};

use super::integers::is_narrow;
use super::{Converter, Table};
use crate::builder::{Attribute, Builder, NONE, Quantized, Result, Scaled, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::{Node, axis, line};
use crate::small::{self, Element, Rounding, Schema as _, Small};

pub(super) const OPS: Table = &[
    ("QuantizeLinear", quantize),
    ("DequantizeLinear", dequantize),
    ("DynamicQuantizeLinear", dynamic_quantize),
];

/// A scale or zero point, so that it is broadcast over the tensor: one, one for each place of an axis, or one for each block.
fn over(b: &mut Builder<'_>, n: &Node<'_>, x: &Tensor, of: &Tensor) -> Result<Tensor> {
    if of.rank()? == 0 {
        return Ok(of.clone());
    }
    let rank = x.rank()?;
    let at = axis(n.int("axis", 1), rank);
    if of.rank()? == 1 && of.dim(0) == Some(1) {
        return b.reshape(of, &[]);
    }
    let at = at?;
    match n.int("block_size", 0) {
        ..=0 => {
            let mut dims = vec![1; rank];
            dims[at] = of.dim(0).unwrap_or(-1);
            b.reshape(of, &dims)
        }
        block => {
            let size = x.dim(at).ok_or("the size of the dimension of blocks is not known")?;
            let places: Vec<i64> = line(size)?.map(|place| place / block).collect();
            let (places, axis) = (b.int64s(&places)?, b.int32(at as i64)?);
            b.op("tf.GatherV2", &[of, &places, &axis], NONE)
        }
    }
}

fn range_of(n: &Node<'_>, dtype: DType) -> Result<(f64, f64)> {
    Ok(match dtype {
        DType::UI8 => (0.0, 255.0),
        DType::I8 => (-128.0, 127.0),
        DType::UI16 => (0.0, 65535.0),
        DType::I16 => (-32768.0, 32767.0),
        _ => return Err(n.refuse("output", &format!("of {dtype}"))),
    })
}

fn quantize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    quantized(b, n, n.input(0)?, n.input(1)?, n.optional(2))
}

/// A scale or zero point that is one number for all elements.
pub(super) fn one_for_all<'t>(of: &'t Tensor, name: &str) -> Result<&'t Tensor> {
    let is_one = of.rank()? == 0 || of.rank()? == 1 && of.dim(0) == Some(1);
    is_one.then_some(of).ok_or_else(|| format!("{name} of several numbers is not supported"))
}

/// Quantised by this scale and zero point, as the node's attributes say.
pub(super) fn quantized(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: &Tensor,
    scale: &Tensor,
    zero: Option<&Tensor>,
) -> Result<Vec<Tensor>> {
    let given = n.element("output_dtype")?.filter(|_| n.int("output_dtype", 0) != 0);
    let to = match (zero, given) {
        (Some(zero), Some(given)) if zero.element()? != given => {
            return Err("the zero point has another element type than output_dtype says".into());
        }
        (Some(zero), _) => zero.element()?,
        (None, Some(given)) => given,
        (None, None) => DType::UI8.into(),
    };
    let dtype = to.dtype;
    if let Some(values) = quantized_before(x, scale, zero, to) {
        return Ok(vec![values]);
    }
    // The scale says how the quotient is rounded, unless the node does.
    let precision = match n.dtype("precision")?.filter(|_| n.int("precision", 0) != 0) {
        Some(precision) => precision,
        None => match scale.dtype()? {
            dtype @ (DType::F16 | DType::BF16) if n.opset >= 21 => dtype,
            _ => DType::F32,
        },
    };
    let ratio = match requantized(b, x, scale).filter(|_| precision == DType::F32) {
        Some(ratio) => ratio?,
        None => {
            let wide = b.cast(x, precision)?;
            let scale = b.cast(scale, precision)?;
            let scale = over(b, n, x, &scale)?;
            b.elementwise("tf.RealDiv", &[&wide, &scale], NONE)?
        }
    };
    if let Some(small @ Small::Float(format)) = to.small {
        if format == SmallFloat::F8E8M0Fnu {
            return Err(n.refuse("output", "of float8e8m0"));
        }
        let mut moved = ratio;
        let is_nothing = |zero: &Tensor| {
            zero.constant().and_then(Constant::floats).is_some_and(|all| all.iter().all(|&one| one == 0.0))
        };
        if let Some(zero) = zero.filter(|zero| !is_nothing(zero)) {
            let zero = over(b, n, x, zero)?;
            let wide = b.cast(&moved, DType::F32)?;
            moved = b.elementwise("tf.AddV2", &[&wide, &zero], NONE)?;
        }
        return Ok(vec![small::cast(b, &moved, small, Rounding::of(n)?)?]);
    }
    let (least, most) = match to.small.and_then(Small::range) {
        Some([least, most]) => (least, most),
        None => range_of(n, dtype)?,
    };
    let ratio = b.cast(&ratio, DType::F32)?;
    let mut rounded = b.elementwise("tf.Rint", &[&ratio], NONE)?;
    if let Some(zero) = zero {
        let zero = b.cast(zero, DType::F32)?;
        let zero = over(b, n, x, &zero)?;
        rounded = b.elementwise("tf.AddV2", &[&rounded, &zero], NONE)?;
    }
    let (least, most) = (b.number(DType::F32, least)?, b.number(DType::F32, most)?);
    let clipped = b.elementwise("tf.ClipByValue", &[&rounded, &least, &most], NONE)?;
    Ok(vec![b.cast(&clipped, dtype)?.with_small(to.small)])
}

/// The integers that a tensor was dequantised from, if it is quantised so again: they come back, since the quotient of a product and its factor is within a
/// rounding of the other one.
fn quantized_before(x: &Tensor, scale: &Tensor, zero: Option<&Tensor>, to: Element) -> Option<Tensor> {
    let before = x.quantized().filter(|before| before.is_single())?;
    let number = |of: Option<&Tensor>| of.map_or(Some(0.0), Tensor::one_number);
    let scale = scale.one_number()?;
    let is_same = before.scale.one_number()? == scale && number(before.zero.as_ref())? == number(zero)?;
    let is_plain = scale.is_normal() && is_narrow(&before.values) && before.values.element().ok() == Some(to);
    (is_same && is_plain).then(|| before.values.clone())
}

/// The quotient of a scaled tensor and one scale that is known; `None` for others.
fn requantized(b: &mut Builder<'_>, x: &Tensor, scale: &Tensor) -> Option<Result<Tensor>> {
    let scaled = x.scaled()?;
    let by = scale.one_number().filter(|_| scale.known_dtype() == Some(DType::F32))?;
    let quotient = |(_, scale): &(Tensor, Tensor)| {
        let constant = scale.constant()?;
        let quotients = constant.floats()?.into_iter().map(|own| (own / by) as f32);
        let bytes = quotients.map(|q| q.is_normal().then(|| q.to_le_bytes())).collect::<Option<Vec<_>>>()?;
        let elements = Elements::Bytes(bytes.into_flattened().into());
        Some(Constant { dtype: DType::F32, dims: constant.dims.clone(), elements })
    };
    let factors: Vec<Constant> = scaled.terms.iter().map(quotient).collect::<Option<_>>()?;
    if scaled.is_rectified && by <= 0.0 {
        return None;
    }
    let sum = || {
        let mut sum: Option<Tensor> = None;
        for ((numbers, _), factor) in scaled.terms.iter().zip(factors) {
            let factor = Tensor::of_constant(factor)?;
            let term = b.elementwise("tf.Mul", &[numbers, &factor], NONE)?;
            sum = Some(match sum {
                Some(sum) => b.elementwise("tf.AddV2", &[&sum, &term], NONE)?,
                None => term,
            });
        }
        let sum = sum.ok_or("a sum of nothing")?;
        if scaled.is_rectified { b.elementwise("tf.Relu", &[&sum], NONE) } else { Ok(sum) }
    };
    Some(sum())
}

/// Converts a node that only moves elements of its first input, or takes some of them: of dequantised numbers, it moves the integers.
pub(super) fn moved(b: &mut Builder<'_>, n: &Node<'_>, convert: Converter) -> Result<Vec<Tensor>> {
    let before = n.optional(0).and_then(Tensor::quantized).filter(|before| before.is_single());
    let Some(before) = before else { return convert(b, n) };
    let mut inputs = n.inputs.clone();
    inputs[0] = Some(before.values.clone());
    let results = convert(b, &n.with(inputs))?;
    let numbers = |values: Tensor| dequantized(b, n, &Quantized { values, ..(*before).clone() });
    results.into_iter().map(numbers).collect()
}

/// As [`moved`], of a node whose results are the largest of some elements: larger integers stand for larger numbers.
pub(super) fn moved_in_order(b: &mut Builder<'_>, n: &Node<'_>, convert: Converter) -> Result<Vec<Tensor>> {
    let before = n.optional(0).and_then(Tensor::quantized);
    let is_growing = before.is_some_and(|before| before.scale.one_number().is_some_and(|scale| scale > 0.0));
    if is_growing && !n.has_output(1) { moved(b, n, convert) } else { convert(b, n) }
}

/// As [`moved`], of a node that puts a number around its input: zero, in whose place the zero point comes.
pub(super) fn moved_with_zeros(b: &mut Builder<'_>, n: &Node<'_>, convert: Converter) -> Result<Vec<Tensor>> {
    let before = n.optional(0).and_then(Tensor::quantized).filter(|before| before.is_single());
    let is_zero = n.optional(2).is_none_or(|value| value.constant().is_some_and(Constant::is_zero));
    let (Some(before), true) = (before, is_zero && n.attr("value").is_none() && n.optional(1).is_some())
    else {
        return convert(b, n);
    };
    let zero = match &before.zero {
        Some(zero) => b.reshape(zero, &[])?,
        None => b.number(before.values.dtype()?, 0.0)?,
    };
    let mut inputs = n.inputs.clone();
    inputs.resize(inputs.len().max(3), None);
    inputs[2] = Some(zero);
    moved(b, &n.with(inputs), convert)
}

fn dequantize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, scale) = (n.input(0)?, n.input(1)?);
    let dtype = match (n.dtype("output_dtype")?.filter(|_| n.int("output_dtype", 0) != 0), scale.small()) {
        (Some(dtype), _) => dtype,
        (None, Some(small)) => return Err(n.refuse("output", &format!("of {}", small.name()))),
        (None, None) => scale.dtype()?,
    };
    let zero = n.optional(2);
    if let Some(zero) = zero
        && zero.element()? != x.element()?
    {
        return Err("the zero point has another element type than what is dequantised".into());
    }
    let number = wide_difference(b, n, x, zero)?;
    let given = scale;
    let scale = b.cast(scale, dtype)?;
    let scale = over(b, n, x, &scale)?;
    let number = b.cast(&number, dtype)?;
    let numbers = b.elementwise("tf.Mul", &[&number, &scale], NONE)?;
    let is_integer = is_narrow(x) || x.small().is_none() && x.known_dtype() == Some(DType::I32);
    if dtype != DType::F32 || given.dtype()? != dtype || n.int("block_size", 0) > 0 || !is_integer {
        return Ok(vec![numbers]);
    }
    let at = axis(n.int("axis", 1), x.rank()?).ok();
    let (values, given, zero) = (x.clone(), given.clone(), zero.cloned());
    let numbers = numbers.with_scaled(Scaled::one(number, scale));
    Ok(vec![numbers.with_quantized(Quantized { values, scale: given, zero, axis: at })])
}

/// Integers less their zero point.
fn wide_difference(b: &mut Builder<'_>, n: &Node<'_>, x: &Tensor, zero: Option<&Tensor>) -> Result<Tensor> {
    let between = if matches!(x.small(), Some(Small::Float(_))) { DType::F32 } else { DType::I32 };
    let wide = b.cast(x, between)?;
    let Some(zero) = zero else { return Ok(wide) };
    let zero = b.cast(zero, between)?;
    let zero = over(b, n, x, &zero)?;
    b.elementwise("tf.Sub", &[&wide, &zero], NONE)
}

/// The numbers that integers with one scale stand for.
fn dequantized(b: &mut Builder<'_>, n: &Node<'_>, of: &Quantized) -> Result<Tensor> {
    let scale = b.reshape(&of.scale, &[])?;
    let zero = of.zero.as_ref().map(|zero| b.reshape(zero, &[])).transpose()?;
    let number = wide_difference(b, n, &of.values, zero.as_ref())?;
    let number = b.cast(&number, DType::F32)?;
    let numbers = b.elementwise("tf.Mul", &[&number, &scale], NONE)?;
    Ok(numbers.with_scaled(Scaled::one(number, scale)).with_quantized(of.clone()))
}

fn dynamic_quantize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()? as i64;
    let axes = b.int32s(&(0..rank).collect::<Vec<_>>())?;
    let keep = [("keep_dims", Attribute::Bool(false))];
    let zero = b.number(DType::F32, 0.0)?;
    let most = b.op("tf.Max", &[x, &axes], keep.clone())?;
    let most = b.op("tf.Maximum", &[&most, &zero], NONE)?;
    let least = b.op("tf.Min", &[x, &axes], keep)?;
    let least = b.op("tf.Minimum", &[&least, &zero], NONE)?;
    let width = b.op("tf.Sub", &[&most, &least], NONE)?;
    let steps = b.number(DType::F32, 255.0)?;
    let scale = b.op("tf.RealDiv", &[&width, &steps], NONE)?;
    let clip = |b: &mut Builder<'_>, x: &Tensor| {
        let clipped = b.op("tf.Maximum", &[x, &zero], NONE)?;
        b.op("tf.Minimum", &[&clipped, &steps], NONE)
    };
    let start = b.op("tf.RealDiv", &[&least, &scale], NONE)?;
    let start = b.op("tf.Neg", &[&start], NONE)?;
    let start = clip(b, &start)?;
    let start = b.op("tf.Rint", &[&start], NONE)?;
    let ratio = b.op("tf.RealDiv", &[x, &scale], NONE)?;
    let rounded = b.op("tf.Rint", &[&ratio], NONE)?;
    let moved = b.op("tf.AddV2", &[&rounded, &start], NONE)?;
    let clipped = clip(b, &moved)?;
    Ok(vec![b.cast(&clipped, DType::UI8)?, scale, b.cast(&start, DType::UI8)?])
}
