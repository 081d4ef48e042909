//! Memory that an op fills: the metadata by which a result is allocated, and vectors whose allocation may fail.

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::TensorMetadata;

/// The metadata of a result; ops that call this have a metadata function.
pub(crate) fn result_metadata<'a>(
    frame: &DispatchFrame<'a>,
    i: usize,
) -> Result<&'a TensorMetadata, OpError> {
    frame.result_metadata(i).ok_or_else(|| OpError::from("the op's metadata is missing"))
}

/// A vector of equal elements, as many as a shape says: more than there is memory for is the op's error.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, OpError> {
    let mut values = room(count)?;
    values.resize(count, value);
    Ok(values)
}

/// Whether there is memory for so many elements, which a function that cannot fail will take in many parts: an error of the op before it
/// begins, not the end of the process later.
pub(crate) fn try_room<T>(count: usize) -> Result<(), OpError> {
    room::<T>(count).map(drop)
}

/// An empty vector with room for so many elements: more than there is memory for is the op's error.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, OpError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| {
        OpError::from(format!("out of memory for {count} elements of {} bytes", size_of::<T>()))
    })?;
    Ok(values)
}
