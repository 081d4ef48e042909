//! Products of integers of 8 bits: where the model has such, and of the integers behind numbers that were dequantised.
//!
//! A product of dequantised numbers is the product of the integers less their zero points, which is exact, times the scales. This holds where the left
//! factor has one scale and the right one has one, or one for each column.

use std::rc::Rc;

use tfrt_ops::DType;

use super::quantize::one_for_all;
use crate::builder::{Builder, NONE, Quantized, Result, Scaled, Tensor};
use crate::constant::{Constant, Elements};

/// Whether a tensor has integers that are multiplied as they are.
pub(super) fn is_narrow(x: &Tensor) -> bool {
    x.small().is_none() && matches!(x.known_dtype(), Some(DType::I8 | DType::UI8))
}

/// The zero points of both factors, one number for the left one, and one or one for each column for the right one; `None` where there are others.
pub(super) fn zero_points(
    b: &mut Builder<'_>,
    factors: [&Tensor; 2],
    zeros: [Option<&Tensor>; 2],
) -> Result<Option<[Tensor; 2]>> {
    let mut made = Vec::new();
    for ((factor, zero), is_left) in factors.into_iter().zip(zeros).zip([true, false]) {
        made.push(match zero {
            None => b.number(factor.dtype()?, 0.0)?,
            Some(zero) if !is_narrow(zero) => return Ok(None),
            Some(zero) if one_for_all(zero, "").is_ok() => b.reshape(zero, &[])?,
            Some(zero) if !is_left && zero.rank()? == 1 => zero.clone(),
            Some(_) => return Ok(None),
        });
    }
    Ok(made.try_into().ok())
}

/// The product of a factor with a matrix of integers, in 32 bits, if both are narrow and their zero points fit.
pub(super) fn product(
    b: &mut Builder<'_>,
    x: &Tensor,
    y: &Tensor,
    zeros: [Option<&Tensor>; 2],
) -> Result<Option<Tensor>> {
    if !is_narrow(x) || !is_narrow(y) || x.rank()? < 2 || y.rank()? != 2 {
        return Ok(None);
    }
    let Some([of_x, of_y]) = zero_points(b, [x, y], zeros)? else { return Ok(None) };
    b.op("onnx.MatMulInteger", &[x, y, &of_x, &of_y], NONE).map(Some)
}

/// The factors that two tensors were dequantised from, if they have a product of integers: there is one scale for the left one, and one for the right
/// one or one for each place of its axis `columns`.
pub(super) fn behind(x: &Tensor, y: &Tensor, columns: usize) -> Option<[Rc<Quantized>; 2]> {
    let (x, y) = (x.quantized()?, y.quantized()?);
    let is_one = |scale: &Tensor| one_for_all(scale, "").is_ok();
    let are_narrow = is_narrow(&x.values) && is_narrow(&y.values);
    let fits = are_narrow && is_one(&x.scale) && (is_one(&y.scale) || y.axis == Some(columns));
    fits.then_some([x, y])
}

/// The product of two dequantised tensors, the second a matrix that may be transposed; `None` if a factor was not dequantised, or their scales do not
/// fit.
pub(super) fn dequantized_product(
    b: &mut Builder<'_>,
    x: &Tensor,
    y: &Tensor,
    is_transposed: bool,
) -> Result<Option<Tensor>> {
    if y.rank() != Ok(2) {
        return Ok(None);
    }
    let Some([x, y]) = behind(x, y, usize::from(!is_transposed)) else { return Ok(None) };
    let values = match is_transposed {
        // Others would be moved in each call.
        true if y.values.constant().is_none() => return Ok(None),
        true => b.transpose(&y.values, &[1, 0])?,
        false => y.values.clone(),
    };
    let Some(sum) = product(b, &x.values, &values, [x.zero.as_ref(), y.zero.as_ref()])? else {
        return Ok(None);
    };
    let scale = scale(b, [&x.scale, &y.scale], None)?;
    let sum = b.cast(&sum, DType::F32)?;
    scaled(b, sum, scale).map(Some)
}

/// Integers, as numbers of `f32`, times a scale.
pub(super) fn scaled(b: &mut Builder<'_>, numbers: Tensor, scale: Tensor) -> Result<Tensor> {
    let product = b.elementwise("tf.Mul", &[&numbers, &scale], NONE)?;
    Ok(product.with_scaled(Scaled::one(numbers, scale)))
}

/// The integers that a bias was dequantised from, if these have the scale of the products that it is added to, and no zero point.
pub(super) fn of_bias(bias: &Tensor, scale: &Tensor) -> Option<Tensor> {
    let before = bias.quantized()?;
    let is_zero = |zero: &Tensor| zero.constant().is_some_and(Constant::is_zero);
    let (own, all) = (of_single(&before.scale)?, of_single(scale)?);
    let is_same = own.len() == all.len() && own == all;
    let fits = before.values.known_dtype() == Some(DType::I32) && before.zero.as_ref().is_none_or(is_zero);
    (is_same && fits).then(|| before.values.clone())
}

/// The product of the scales of both factors; with the channels of an image of this rank as the second dimension, if it is for one.
pub(super) fn scale(b: &mut Builder<'_>, [x, y]: [&Tensor; 2], image: Option<usize>) -> Result<Tensor> {
    let x = b.reshape(x, &[])?;
    let y = match (image, y.rank()?) {
        _ if one_for_all(y, "").is_ok() => b.reshape(y, &[])?,
        (Some(rank), 1) => {
            let mut dims = vec![1; rank];
            dims[1] = y.dim(0).unwrap_or(-1);
            b.reshape(y, &dims)?
        }
        _ => y.clone(),
    };
    match (of_single(&x), of_single(&y)) {
        (Some(one), Some(all)) if y.known_dtype() == Some(DType::F32) => {
            let [one] = one[..] else { return Err("a scale has several numbers".to_owned()) };
            let bytes = all.iter().flat_map(|scale| (one * scale).to_le_bytes()).collect();
            let dims = y.sizes().unwrap_or_default();
            Tensor::of_constant(Constant { dtype: DType::F32, dims, elements: Elements::Bytes(bytes) })
        }
        _ => b.op("tf.Mul", &[&x, &y], NONE),
    }
}

/// The elements of a constant of `f32`.
fn of_single(x: &Tensor) -> Option<Vec<f32>> {
    let constant = x.constant().filter(|constant| constant.dtype == DType::F32)?;
    Some(constant.floats()?.into_iter().map(|number| number as f32).collect())
}
