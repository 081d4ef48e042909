//! Attributes and operands as elements of tensors.

use std::borrow::Cow;

use tfrt_bef::AttrView;
use tfrt_executor::kernel::{AttrAny, Rest, convert_integers};
use tfrt_executor::tensor::{Complex, DType, Element, I1, code_of, dtype_of};
use tfrt_executor::value::KernelError;

use crate::host_tensor::dense::TensorElement;

/// The values of an attribute that is a number or an array of numbers of this type. Integers of another width or sign are converted.
///
/// # Errors
/// An integer that does not fit, any other attribute.
pub(super) fn parts<'a, P: Element>(attr: &AttrAny<'a>) -> Result<Cow<'a, [P]>, KernelError> {
    if let Some(parts) = parts_of(**attr) {
        return Ok(parts);
    }
    let integers = convert_integers(attr, code_of(P::DTYPE)).ok_or_else(|| wrong(P::DTYPE, attr))??;
    let parts = parts_of(integers.view()).ok_or_else(|| wrong(P::DTYPE, attr))?;
    Ok(Cow::Owned(parts.into_owned()))
}

/// The values of an attribute of this very type.
fn parts_of<P: Element>(attr: AttrView<'_>) -> Option<Cow<'_, [P]>> {
    match attr {
        AttrView::Array { len: 0, .. } => Some(Cow::Borrowed(&[])),
        AttrView::Array { dtype, data, .. } if dtype_of(dtype) == P::DTYPE => {
            Some(bytemuck::try_cast_slice(data).map_or_else(|_| Cow::Owned(read_all(data)), Cow::Borrowed))
        }
        AttrView::Scalar { dtype, bits } if dtype_of(dtype) == P::DTYPE => {
            let bytes = bits.to_le_bytes();
            Some(Cow::Owned(vec![bytemuck::pod_read_unaligned(&bytes[..size_of::<P>()])]))
        }
        _ => None,
    }
}

fn read_all<P: Element>(data: &[u8]) -> Vec<P> {
    data.chunks_exact(size_of::<P>()).map(bytemuck::pod_read_unaligned).collect()
}

fn wrong(dtype: DType, attr: &AttrAny<'_>) -> KernelError {
    KernelError::new(format!(
        "the kernel takes values of type {}, but got a {}",
        dtype.label(),
        attr.describe()
    ))
}

/// The strings of an attribute that is a list of strings.
///
/// # Errors
/// Any other attribute.
pub(super) fn strings(attr: &AttrAny<'_>) -> Result<Vec<Box<[u8]>>, KernelError> {
    let wrong =
        || KernelError::new(format!("the kernel takes a list of strings, but got a {}", attr.describe()));
    match &**attr {
        AttrView::Array { len: 0, .. } => Ok(Vec::new()),
        AttrView::Aggregate(elements) => elements
            .iter()
            .map(|element| match element {
                AttrView::String(text) => Ok(text.into()),
                _ => Err(wrong()),
            })
            .collect(),
        _ => Err(wrong()),
    }
}

/// Elements that kernels take as operands.
pub(super) trait OperandElement: TensorElement {
    /// The operand at this position.
    ///
    /// # Errors
    /// It is of another type.
    fn from_operand(operands: &Rest<'_>, index: usize) -> Result<Self, KernelError>;
}

macro_rules! scalar_operands {
    ($($ty:ty as $scalar:ty),*) => {$(
        impl OperandElement for $ty {
            fn from_operand(operands: &Rest<'_>, index: usize) -> Result<Self, KernelError> {
                let value: $scalar = operands.scalar::<$scalar>(index)?;
                Ok(value.into())
            }
        }
    )*};
}
scalar_operands!(
    u8 as u8, u32 as u32, u64 as u64, f32 as f32, f64 as f64, i8 as i8, i32 as i32, i64 as i64, I1 as bool,
    half::f16 as half::f16, half::bf16 as half::bf16, Complex<f32> as Complex<f32>
);

impl OperandElement for Complex<f64> {
    fn from_operand(operands: &Rest<'_>, index: usize) -> Result<Self, KernelError> {
        operands.get::<Complex<f64>>(index).copied()
    }
}

/// All further operands as elements of one type.
///
/// # Errors
/// One of them is of another type.
pub(super) fn elements<T: OperandElement>(operands: &Rest<'_>) -> Result<Vec<T>, KernelError> {
    (0..operands.len()).map(|index| T::from_operand(operands, index)).collect()
}
