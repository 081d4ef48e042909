//! Kernels that write into a tensor that other values may refer to.
//!
//! In a program, kernels write tensors in place and chains order writers and readers. So a kernel gets the elements of
//! its output for writing through a shared reference. [`update`] is the only way to do that: it checks types, refuses
//! read-only memory (mapped constants), and first copies an input that shares memory with the output, so that inside one
//! kernel no element is both borrowed for reading and for writing.
//!
//! It cannot detect a program that lacks a chain between a writer and a reader: with several threads such a program
//! reads old or new elements. Elements are plain data for which every bit pattern is a value.
#![expect(unsafe_code, reason = "in-place kernels write to shared buffers, ordered by chains")]

use std::borrow::Cow;

use smallvec::SmallVec;
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, Shape};

use tfrt_numerics::arrays::{View, ViewMut};

/// Dimensions as the numerics take them.
pub type UDims = SmallVec<[usize; 8]>;

/// The dimensions of a shape.
pub fn dims_of(shape: &Shape) -> UDims {
    // Dimensions are not negative and their product fits.
    shape.dims().iter().map(|&dim| usize::try_from(dim).unwrap_or(0)).collect()
}

/// The elements of a tensor.
///
/// # Errors
/// They are of another type.
pub fn values<T: Element>(tensor: &DenseHostTensor) -> Result<&[T], String> {
    tensor.values().ok_or_else(|| wrong_type(tensor, T::DTYPE))
}

/// The message for a tensor of another element type.
pub fn wrong_type(tensor: &DenseHostTensor, expected: DType) -> String {
    format!("tensor has element type {}, but {} is expected", tensor.dtype().label(), expected.label())
}

/// Calls `compute` with the elements of `inputs` and, for writing, those of `out`.
///
/// # Errors
/// Elements of other types, an output in read-only memory, and what `compute` reports.
pub fn update<I: Element, O: Element, const N: usize>(
    inputs: [&DenseHostTensor; N],
    out: &DenseHostTensor,
    compute: impl FnOnce([View<'_, I>; N], ViewMut<'_, O>) -> Result<(), String>,
) -> Result<(), String> {
    if out.dtype() != O::DTYPE {
        return Err(wrong_type(out, O::DTYPE));
    }
    for input in inputs {
        if input.dtype() != I::DTYPE {
            return Err(wrong_type(input, I::DTYPE));
        }
    }
    let data = inputs.map(|input| {
        let values = input.values::<I>().unwrap_or_default();
        if overlap(input.bytes(), out) { Cow::Owned(values.to_vec()) } else { Cow::Borrowed(values) }
    });
    let input_dims = inputs.map(|input| dims_of(input.shape()));
    let out_dims = dims_of(out.shape());
    // SAFETY: no borrow of these bytes lives here: inputs that overlap them were copied, and other kernels that touch them
    // are ordered before or after this one by the program's chains (see the module's text).
    let bytes = unsafe { out.buffer().shared_bytes_mut() }.ok_or("tensor is in read-only memory")?;
    let views = std::array::from_fn(|i| View { dims: &input_dims[i], data: &data[i] });
    compute(views, ViewMut { dims: &out_dims, data: bytemuck::cast_slice_mut(bytes) })
}

/// Writes all elements of `out`.
///
/// # Errors
/// As [`update`].
pub fn write<O: Element>(
    out: &DenseHostTensor,
    compute: impl FnOnce(&mut [O]) -> Result<(), String>,
) -> Result<(), String> {
    update::<O, O, 0>([], out, |[], out| compute(out.data))
}

fn overlap(bytes: &[u8], out: &DenseHostTensor) -> bool {
    let (start, length) = (bytes.as_ptr() as usize, bytes.len());
    let (out_start, out_length) = (out.buffer().as_ptr().as_ptr() as usize, out.buffer().len());
    start < out_start + out_length && out_start < start + length
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_numerics::arrays::layout;

    #[test]
    fn an_output_that_is_an_input_too_is_read_as_it_was() {
        let tensor =
            DenseHostTensor::from_values(Shape::new(&[2, 2]).unwrap(), &[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
        update::<f32, f32, 1>([&tensor], &tensor.clone(), |[input], out| layout::transpose(input, out))
            .unwrap();
        assert_eq!(tensor.values::<f32>().unwrap(), [1.0, 3.0, 2.0, 4.0]);
    }

    #[test]
    fn types_are_checked() {
        let tensor = DenseHostTensor::from_values(Shape::new(&[1]).unwrap(), &[1_i32]).unwrap();
        let error = write::<f32>(&tensor, |_| Ok(())).unwrap_err();
        assert_eq!(error, "tensor has element type i32, but f32 is expected");
    }
}
