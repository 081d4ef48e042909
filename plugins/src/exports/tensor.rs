//! `tf_tensor.h` and `tf_datatype.h`.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_int, c_void};

use tfrt_executor::tensor::{Dims, Shape};

use super::exports;
use crate::abi::data_type::size_of_type;
use crate::status::{Code, Status};
use crate::tensor::{Deallocator, Memory, TfTensor, element_count};

/// What tensors are aligned to.
const ALIGNMENT: usize = 64;

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
    // SAFETY: what the caller promises.
    Some(Dims::from_slice(unsafe { std::slice::from_raw_parts(dims, count) }))
}

/// Hands a tensor to a plugin.
pub(crate) fn give(tensor: Option<TfTensor>) -> *mut TfTensor {
    tensor.map_or(std::ptr::null_mut(), |tensor| Box::into_raw(Box::new(tensor)))
}

exports! {
    fn TF_DataTypeSize(dtype: c_int) -> usize {
        if dtype == crate::abi::data_type::TF_STRING { 0 } else { size_of_type(dtype) }
    }

    fn TF_NewTensor(
        dtype: c_int, dims: *const i64, num_dims: c_int, data: *mut c_void, len: usize,
        deallocator: Deallocator, arg: *mut c_void,
    ) -> *mut TfTensor {
        give(dims_of(dims, num_dims).and_then(|dims| TfTensor::foreign(dtype, dims, data, len, deallocator, arg)))
    }

    fn TF_TensorDefaultAlignment() -> usize {
        ALIGNMENT
    }

    fn TF_AllocateTensor(dtype: c_int, dims: *const i64, num_dims: c_int, len: usize) -> *mut TfTensor {
        give(dims_of(dims, num_dims).and_then(|dims| TfTensor::allocate(dtype, dims, len)))
    }

    fn TF_TensorMaybeMove(tensor: *mut TfTensor) -> *mut TfTensor {
        match tensor.as_ref() {
            Some(given) if given.is_exclusive() => {
                let moved = give(Some(given.share()));
                drop(Box::from_raw(tensor));
                moved
            }
            _ => std::ptr::null_mut(),
        }
    }

    fn TF_DeleteTensor(tensor: *mut TfTensor) {
        if !tensor.is_null() {
            drop(Box::from_raw(tensor));
        }
    }

    fn TF_TensorType(tensor: *const TfTensor) -> c_int {
        tensor.as_ref().map_or(0, |tensor| tensor.dtype)
    }

    fn TF_SetShape(tensor: *mut TfTensor, dims: *const i64, num_dims: c_int) {
        if let (Some(tensor), Some(dims)) = (tensor.as_mut(), dims_of(dims, num_dims)) {
            tensor.dims = dims;
        }
    }

    fn TF_NumDims(tensor: *const TfTensor) -> c_int {
        tensor.as_ref().map_or(-1, |tensor| tensor.dims.len() as c_int)
    }

    fn TF_Dim(tensor: *const TfTensor, index: c_int) -> i64 {
        let dims = tensor.as_ref().map(|tensor| &tensor.dims);
        dims.zip(usize::try_from(index).ok()).and_then(|(dims, at)| dims.get(at).copied()).unwrap_or(-1)
    }

    fn TF_TensorByteSize(tensor: *const TfTensor) -> usize {
        tensor.as_ref().map_or(0, |tensor| tensor.data().1)
    }

    fn TF_TensorData(tensor: *const TfTensor) -> *mut c_void {
        tensor.as_ref().map_or(std::ptr::null_mut(), |tensor| tensor.data().0)
    }

    fn TF_TensorElementCount(tensor: *const TfTensor) -> i64 {
        tensor.as_ref().and_then(|tensor| element_count(&tensor.dims)).map_or(-1, |count| count as i64)
    }

    fn TF_TensorBitcastFrom(
        from: *const TfTensor, dtype: c_int, to: *mut TfTensor, dims: *const i64, num_dims: c_int,
        status: *mut Status,
    ) {
        let outcome = bitcast(from, dtype, to, dims_of(dims, num_dims));
        if let Some(status) = status.as_mut() {
            match outcome {
                Ok(()) => status.set(Code::OK, ""),
                Err(message) => status.set(Code::INVALID_ARGUMENT, message),
            }
        }
    }

    fn TF_TensorIsAligned(tensor: *const TfTensor) -> bool {
        tensor.as_ref().is_some_and(|tensor| tensor.data().0.addr().is_multiple_of(ALIGNMENT))
    }
}

/// Makes `to` the elements of `from` in another type and shape of the same size.
unsafe fn bitcast(
    from: *const TfTensor,
    dtype: c_int,
    to: *mut TfTensor,
    dims: Option<Dims>,
) -> Result<(), String> {
    // SAFETY: the caller passes null or tensors.
    let (Some(from), Some(to)) = (unsafe { from.as_ref() }, unsafe { to.as_mut() }) else {
        return Err("TF_TensorBitcastFrom: a tensor is null".into());
    };
    let dims = dims.ok_or("TF_TensorBitcastFrom: the dimensions are no shape")?;
    let bytes = |dims: &[i64], dtype| element_count(dims)?.checked_mul(size_of_type(dtype));
    let (old, new) = (bytes(&from.dims, from.dtype), bytes(&dims, dtype));
    if old.is_none() || old != new || size_of_type(dtype) == 0 {
        return Err(format!(
            "input tensor cannot be bitcast: {} bytes of type {} are not {} bytes of type {dtype}",
            old.unwrap_or(0),
            from.dtype,
            new.unwrap_or(0)
        ));
    }
    let memory = from.memory.clone();
    *to = TfTensor::new(
        dtype,
        dims,
        match memory {
            Memory::Strings(_) => return Err("strings cannot be bitcast".into()),
            memory => memory,
        },
    );
    Ok(())
}
