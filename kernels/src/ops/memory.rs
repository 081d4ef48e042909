//! Memory that an op fills: the metadata by which a result is allocated, and vectors and strings whose allocation may fail.

use std::collections::TryReserveError;

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

/// The elements of an iterator that knows how many it has: more than there is memory for is the op's error.
pub(crate) fn collected<T>(elements: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OpError> {
    let mut all = room(elements.len())?;
    all.extend(elements);
    Ok(all)
}

/// A vector of its own with these elements: more than there is memory for is the op's error.
pub(crate) fn copied<T: Copy>(elements: &[T]) -> Result<Vec<T>, OpError> {
    let mut all = room(elements.len())?;
    all.extend_from_slice(elements);
    Ok(all)
}

/// The elements of an iterator that does not know how many it has: more than there is memory for is the op's error.
pub(crate) fn gathered<T>(elements: impl Iterator<Item = T>) -> Result<Vec<T>, OpError> {
    let mut all = Vec::new();
    for element in elements {
        push(&mut all, element)?;
    }
    Ok(all)
}

/// Adds an element to a vector whose length is known only at its end.
#[inline]
pub(crate) fn push<T>(elements: &mut Vec<T>, element: T) -> Result<(), OpError> {
    if elements.len() == elements.capacity() {
        grow(elements)?;
    }
    elements.push(element);
    Ok(())
}

#[cold]
fn grow<T>(elements: &mut Vec<T>) -> Result<(), OpError> {
    let count = elements.len();
    elements.try_reserve(1).map_err(|_| {
        OpError::from(format!("out of memory for more than {count} elements of {} bytes", size_of::<T>()))
    })
}

/// Adds bytes to a text whose length is known only at its end.
pub(crate) fn append(text: &mut Vec<u8>, bytes: &[u8]) -> Result<(), TryReserveError> {
    text.try_reserve(bytes.len())?;
    text.extend_from_slice(bytes);
    Ok(())
}

/// A string of its own with these bytes.
pub(crate) fn text(bytes: &[u8]) -> Result<Box<[u8]>, TryReserveError> {
    let mut text = Vec::new();
    text.try_reserve_exact(bytes.len())?;
    text.extend_from_slice(bytes);
    Ok(text.into_boxed_slice())
}

/// As [`text`], of which a failure is the op's error.
pub(crate) fn owned(bytes: &[u8]) -> Result<Box<[u8]>, OpError> {
    text(bytes).map_err(|_| OpError::from(format!("out of memory for {} bytes", bytes.len())))
}

/// The parts as one string, with the separator between them.
pub(crate) fn joined<'a>(
    parts: impl Iterator<Item = &'a [u8]> + Clone,
    separator: &[u8],
) -> Result<Box<[u8]>, TryReserveError> {
    let mut text = Vec::new();
    let with_separators = parts.clone().map(|part| part.len().saturating_add(separator.len()));
    let length = with_separators.fold(0, usize::saturating_add).saturating_sub(separator.len());
    text.try_reserve_exact(length)?;
    for (at, part) in parts.enumerate() {
        if at > 0 {
            text.extend_from_slice(separator);
        }
        text.extend_from_slice(part);
    }
    Ok(text.into_boxed_slice())
}

/// The strings of a result: more than there is memory for is the op's error.
pub(crate) fn texts(
    texts: impl ExactSizeIterator<Item = Result<Box<[u8]>, TryReserveError>>,
) -> Result<Vec<Box<[u8]>>, OpError> {
    let count = texts.len();
    let mut all = room(count)?;
    for text in texts {
        match text {
            Ok(text) => all.push(text),
            Err(_) => {
                // The error takes memory itself.
                drop(all);
                return Err(format!("out of memory for {count} strings").into());
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_joined() {
        let join = |parts: &[&[u8]], separator: &[u8]| joined(parts.iter().copied(), separator).unwrap();
        assert_eq!(&*join(&[b"a", b"", b"bc"], b", "), b"a, , bc");
        assert_eq!(&*join(&[b"a"], b", "), b"a");
        assert_eq!(&*join(&[], b", "), b"");
    }
}
