//! Strings: `onnx.StringSplit` and `onnx.StringNormalizer`. How many strings there are depends on the strings.

use std::borrow::Cow;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, StringHostTensor, TensorMetadata};

use crate::ops::memory::{filled, gathered, room};

/// Adds the ops.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.StringSplit", OpEntry::new().strings().dispatch(split));
    ops.add("onnx.StringNormalizer", OpEntry::new().strings().dispatch(normalize));
}

/// The parts of a text between delimiters, at most `most` cuts from its begin; runs of white space cut if there is no delimiter, and are at
/// neither end then.
fn parts<'a>(text: &'a [u8], delimiter: &[u8], most: usize) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let mut rest = text;
    if delimiter.is_empty() {
        rest = rest.trim_ascii_start();
        while parts.len() < most
            && let Some(end) = rest.iter().position(u8::is_ascii_whitespace)
        {
            parts.push(&rest[..end]);
            rest = rest[end..].trim_ascii_start();
        }
        if !rest.is_empty() {
            parts.push(rest);
        }
        return parts;
    }
    while parts.len() < most
        && let Some(end) = rest.windows(delimiter.len()).position(|part| part == delimiter)
    {
        parts.push(&rest[..end]);
        rest = &rest[end + delimiter.len()..];
    }
    parts.push(rest);
    parts
}

/// The parts of each string along a new last dimension, filled up with empty ones, and how many there are.
fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let delimiter = attrs.get_string("delimiter").unwrap_or_default();
    let most = usize::try_from(attrs.get_int("maxsplit").unwrap_or(-1)).unwrap_or(usize::MAX);
    let x = frame.strings(0)?;
    let shape = &x.metadata().shape;
    let mut all: Vec<Vec<&[u8]>> = room(x.strings().len())?;
    all.extend(x.strings().iter().map(|text| parts(text, delimiter, most)));
    let width = all.iter().map(Vec::len).max().unwrap_or(0);
    let mut counts = DenseHostTensor::uninitialized(TensorMetadata::new(DType::I64, shape.clone()))?;
    if let Some(counts) = counts.values_mut::<i64>() {
        counts.iter_mut().zip(&all).for_each(|(count, parts)| *count = parts.len() as i64);
    }
    let mut dims: Dims = shape.dims();
    dims.push(width as i64);
    let shape = Shape::new(&dims)?;
    let mut out: Vec<Box<[u8]>> = filled(Box::default(), shape.num_elements())?;
    for (row, parts) in all.iter().enumerate() {
        for (at, part) in parts.iter().enumerate() {
            out[row * width + at] = (*part).into();
        }
    }
    let out = StringHostTensor::new(shape, out)?;
    frame.set(0, out);
    frame.set(1, counts);
    Ok(())
}

/// In another case; bytes that are no text become the character that stands for such.
fn lower(text: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(text).to_lowercase().into_bytes()
}

/// The strings of a list, or of a row, but for some words, in one case; a single empty one if none remain.
fn normalize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let attrs = frame.attrs();
    let is_case_sensitive = attrs.get_bool("is_case_sensitive").unwrap_or(false);
    let action = attrs.get_str("case_change_action").unwrap_or("NONE");
    let x = frame.strings(0)?;
    let dims = x.metadata().shape.dims();
    if !matches!(dims[..], [_] | [1, _]) {
        let shape = &x.metadata().shape;
        return Err(format!("the strings must be a list, or one row, but have shape {shape}").into());
    }
    let form = |text: &'_ [u8]| -> Vec<u8> { if is_case_sensitive { text.to_vec() } else { lower(text) } };
    let given = frame.strings(1)?.strings();
    let mut words = std::collections::HashSet::<Vec<u8>>::new();
    words
        .try_reserve(given.len())
        .map_err(|_| OpError::from(format!("out of memory for {} words", given.len())))?;
    words.extend(given.iter().map(|word| form(word)));
    let kept = x.strings().iter().filter(|text| words.is_empty() || !words.contains(&form(text)));
    let changed = kept.map(|text| -> Box<[u8]> {
        let changed = match action {
            "LOWER" => Cow::Owned(lower(text)),
            "UPPER" => Cow::Owned(String::from_utf8_lossy(text).to_uppercase().into_bytes()),
            _ => Cow::Borrowed(&**text),
        };
        changed.into()
    });
    let mut out: Vec<Box<[u8]>> = gathered(changed)?;
    if out.is_empty() {
        out.push(Box::default());
    }
    let mut dims = dims;
    if let Some(last) = dims.last_mut() {
        *last = out.len() as i64;
    }
    frame.set(0, StringHostTensor::new(Shape::new(&dims)?, out)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::parts;

    fn check(text: &str, delimiter: &str, most: usize, expected: &[&str]) {
        let got: Vec<String> = parts(text.as_bytes(), delimiter.as_bytes(), most)
            .iter()
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect();
        assert_eq!(got, expected, "{text:?} at {delimiter:?}");
    }

    #[test]
    fn delimiters_and_white_space_cut_as_in_python() {
        check("a,b", ",", 9, &["a", "b"]);
        check(",a,,b,", ",", 9, &["", "a", "", "b", ""]);
        check("a,b,c", ",", 1, &["a", "b,c"]);
        check("", ",", 9, &[""]);
        check("a--b", "--", 9, &["a", "b"]);
        check("  a \t b c ", "", 9, &["a", "b", "c"]);
        check(" a  b  c ", "", 1, &["a", "b  c "]);
        check("   ", "", 9, &[]);
        check("a b", "", 0, &["a b"]);
    }
}
