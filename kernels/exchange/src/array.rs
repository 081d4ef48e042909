//! `ndarray` arrays as tensors, and tensors as arrays.
//!
//! ```
//! use ndarray::array;
//! use tfrt_exchange::array::{from_array, view};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tensor = from_array(array![[1.0f32, 2.0], [3.0, 4.0]])?;
//! assert_eq!(tensor.values::<f32>(), Some(&[1.0, 2.0, 3.0, 4.0][..]));
//! assert_eq!(view::<f32>(&tensor).map(|array| array[[1, 0]]), Some(3.0));
//! # Ok(())
//! # }
//! ```

use ndarray::{Array, ArrayViewD, Dimension, IxDyn};
use tfrt_executor::tensor::{DenseHostTensor, Element};

use crate::{ExchangeError, foreign, metadata};

/// An array as a tensor. The elements of an array in row-major order are not copied; as the array's memory they are never
/// changed in place.
pub fn from_array<T: Element, D: Dimension>(array: Array<T, D>) -> Result<DenseHostTensor, ExchangeError> {
    let metadata = metadata(T::DTYPE, array.shape(), array.len() * size_of::<T>())?;
    if !array.is_standard_layout() {
        let values: Vec<T> = array.iter().copied().collect();
        return foreign::of_vec(metadata, values, 0);
    }
    let (values, start) = array.into_raw_vec_and_offset();
    foreign::of_vec(metadata, values, start.unwrap_or(0))
}

/// A tensor's elements as an array; `None` if they have another type.
pub fn view<T: Element>(tensor: &DenseHostTensor) -> Option<ArrayViewD<'_, T>> {
    let shape: Vec<usize> = tensor.shape().dims().iter().map(|&dim| dim as usize).collect();
    ArrayViewD::from_shape(IxDyn(&shape), tensor.values::<T>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, Array3, s};

    #[test]
    fn arrays_of_any_order_become_row_major_tensors() {
        let array = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as i32);
        let expected: Vec<i32> = array.iter().copied().collect();
        let at = array.as_ptr();
        let tensor = from_array(array.clone()).unwrap();
        assert_eq!(tensor.values::<i32>(), Some(&expected[..]));
        assert_ne!(tensor.buffer().as_ptr().as_ptr().cast_const().cast(), at);
        let tensor = from_array(array.clone().reversed_axes()).unwrap();
        assert_eq!(tensor.shape().dims()[..], [4, 3]);
        assert_eq!(tensor.values::<i32>().unwrap()[..4], [0, 10, 20, 1]);
        let tensor = from_array(array.slice_move(s![1.., ..])).unwrap();
        assert_eq!(tensor.values::<i32>(), Some(&expected[4..]));
        assert_eq!(tensor.buffer().as_ptr().as_ptr().cast_const().cast::<i32>(), at.wrapping_add(4));
    }

    #[test]
    fn views_have_the_tensors_shape() {
        let array = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as f64);
        let tensor = from_array(array.clone()).unwrap();
        assert_eq!(view::<f64>(&tensor).unwrap(), array.into_dyn());
        assert!(view::<f32>(&tensor).is_none());
        let empty = from_array(Array2::<u8>::zeros((0, 3))).unwrap();
        assert_eq!(view::<u8>(&empty).unwrap().shape(), [0, 3]);
    }
}
