//! `tf_tensor.h` and `tf_datatype.h`.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_int, c_void};

use tfrt_executor::tensor::{Dims, Shape};

use super::exports;
use crate::abi::data_type::{TF_STRING, size_of_type};
use crate::boxes;
use crate::status::{Code, Status};
use crate::tensor::{ALIGNMENT, Deallocator, TfTensor};

/// Dimensions as a plugin passes them; `None` for a rank that no tensor has.
///
/// # Safety
/// `dims` points to as many integers, if there are any.
pub(crate) unsafe fn dims_of(dims: *const i64, count: c_int) -> Option<Dims> {
    let count = usize::try_from(count).ok().filter(|&count| count <= Shape::MAX_RANK)?;
    if count == 0 {
        return Some(Dims::new());
    }
    if dims.is_null() {
        return None;
    }
    // SAFETY: the caller says: `dims` points to as many integers, if there are any.
    Some(Dims::from_slice(unsafe { std::slice::from_raw_parts(dims, count) }))
}

/// As [`dims_of`], as a shape; `None` for what is none.
///
/// # Safety
/// As for [`dims_of`].
#[inline(always)]
pub(crate) unsafe fn shape_of(dims: *const i64, count: c_int) -> Option<Shape> {
    match usize::try_from(count).ok()? {
        0 => Some(Shape::scalar()),
        _ if dims.is_null() => None,
        // SAFETY: `dims` is not null, so the caller passes `count` integers there.
        count => Shape::new(unsafe { std::slice::from_raw_parts(dims, count) }).ok(),
    }
}

/// Hands a tensor to a plugin.
#[inline]
pub(crate) fn give(tensor: Option<TfTensor>) -> *mut TfTensor {
    tensor.map_or(std::ptr::null_mut(), boxes::give)
}

exports! {
    fn TF_DataTypeSize(dtype: c_int) -> usize {
        if dtype == TF_STRING { 0 } else { size_of_type(dtype) }
    }

    fn TF_NewTensor(
        dtype: c_int, dims: *const i64, num_dims: c_int, data: *mut c_void, len: usize,
        deallocator: Deallocator, arg: *mut c_void,
    ) -> *mut TfTensor {
        give(shape_of(dims, num_dims).and_then(|shape| TfTensor::foreign(dtype, shape, data, len, deallocator, arg)))
    }

    fn TF_TensorDefaultAlignment() -> usize {
        ALIGNMENT
    }

    fn TF_AllocateTensor(dtype: c_int, dims: *const i64, num_dims: c_int, len: usize) -> *mut TfTensor {
        give(shape_of(dims, num_dims).and_then(|shape| TfTensor::allocate(dtype, shape, len)))
    }

    fn TF_TensorMaybeMove(tensor: *mut TfTensor) -> *mut TfTensor {
        match tensor.as_ref() {
            Some(given) if given.is_exclusive() && !boxes::is_lent(tensor) => {
                let moved = give(Some(given.share()));
                drop(boxes::take(tensor));
                moved
            }
            _ => std::ptr::null_mut(),
        }
    }

    fn TF_DeleteTensor(tensor: *mut TfTensor) {
        drop(boxes::take(tensor));
    }

    fn TF_TensorType(tensor: *const TfTensor) -> c_int {
        tensor.as_ref().map_or(0, |tensor| tensor.dtype)
    }

    fn TF_SetShape(tensor: *mut TfTensor, dims: *const i64, num_dims: c_int) {
        if let (Some(tensor), Some(shape)) = (tensor.as_mut(), shape_of(dims, num_dims)) {
            tensor.shape = shape;
        }
    }

    fn TF_NumDims(tensor: *const TfTensor) -> c_int {
        tensor.as_ref().map_or(-1, |tensor| tensor.shape.rank() as c_int)
    }

    fn TF_Dim(tensor: *const TfTensor, index: c_int) -> i64 {
        match (tensor.as_ref(), usize::try_from(index)) {
            (Some(tensor), Ok(at)) if at < tensor.shape.rank() => tensor.shape.dim(at),
            _ => -1,
        }
    }

    fn TF_TensorByteSize(tensor: *const TfTensor) -> usize {
        tensor.as_ref().map_or(0, TfTensor::size)
    }

    fn TF_TensorData(tensor: *const TfTensor) -> *mut c_void {
        tensor.as_ref().map_or(std::ptr::null_mut(), |tensor| tensor.data().0)
    }

    fn TF_TensorElementCount(tensor: *const TfTensor) -> i64 {
        tensor.as_ref().map_or(-1, |tensor| tensor.shape.num_elements() as i64)
    }

    fn TF_TensorBitcastFrom(
        from: *const TfTensor, dtype: c_int, to: *mut TfTensor, dims: *const i64, num_dims: c_int,
        status: *mut Status,
    ) {
        let outcome = bitcast(from, dtype, to, shape_of(dims, num_dims));
        if let Some(status) = status.as_mut() {
            match outcome {
                Ok(()) => status.set_ok(),
                Err(message) => status.set(Code::INVALID_ARGUMENT, message),
            }
        }
    }

    fn TF_TensorIsAligned(tensor: *const TfTensor) -> bool {
        tensor.as_ref().is_some_and(|tensor| {
            let (data, size) = tensor.data();
            size == 0 || data.addr().is_multiple_of(ALIGNMENT)
        })
    }
}

/// Makes `to` the elements of `from` in another type and shape of the same size.
///
/// # Safety
/// `from` is null or a tensor, `to` is null or another tensor that nothing else uses.
unsafe fn bitcast(
    from: *const TfTensor,
    dtype: c_int,
    to: *mut TfTensor,
    shape: Option<Shape>,
) -> Result<(), String> {
    // SAFETY: the caller passes null or tensors.
    let (Some(from), Some(to)) = (unsafe { from.as_ref() }, unsafe { to.as_mut() }) else {
        return Err("TF_TensorBitcastFrom: a tensor is null".into());
    };
    let shape = shape.ok_or("TF_TensorBitcastFrom: the dimensions are no shape")?;
    for (what, dtype) in [("input", from.dtype), ("output", dtype)] {
        if dtype == TF_STRING || size_of_type(dtype) == 0 {
            return Err(format!("specified {what} type is zero-sized"));
        }
    }
    let bytes = |shape: &Shape, dtype| shape.num_elements().checked_mul(size_of_type(dtype));
    let (old, new) = (bytes(&from.shape, from.dtype), bytes(&shape, dtype));
    if old.is_none() || old != new {
        return Err("input and output shapes/data type sizes are not compatible".into());
    }
    *to = TfTensor::new(dtype, shape, from.share().memory);
    Ok(())
}
