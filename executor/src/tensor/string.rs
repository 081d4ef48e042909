//! Tensors of byte strings.

use std::fmt;
use std::io::Write as _;
use std::sync::Arc;

use super::Shape;
use super::TensorMetadata;
use super::{DType, TensorError};

/// A row-major tensor of byte strings, shared on clone.
#[derive(Debug, Clone)]
pub struct StringHostTensor {
    metadata: TensorMetadata,
    strings: Arc<Vec<Box<[u8]>>>,
}

/// The number of strings that are shown, and the number of elements up to which the text does not say that it
/// is cut.
const SHOWN: usize = 16;
const ELLIPSIS_ABOVE: usize = 32;

impl StringHostTensor {
    /// A tensor of these strings, one for each element of `shape`.
    pub fn new(shape: Shape, strings: Vec<Box<[u8]>>) -> Result<Self, TensorError> {
        if shape.num_elements() != strings.len() {
            return Err(TensorError::StringCount { count: strings.len(), shape });
        }
        Ok(StringHostTensor { metadata: TensorMetadata::new(DType::String, shape), strings: strings.into() })
    }

    /// Dtype (always `str`) and shape.
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// The strings in row-major order.
    pub fn strings(&self) -> &[Box<[u8]>] {
        &self.strings
    }

    /// The same strings in another shape with as many elements.
    pub fn reshaped(&self, shape: Shape) -> Result<Self, TensorError> {
        if shape.num_elements() != self.strings.len() {
            return Err(TensorError::StringCount { count: self.strings.len(), shape });
        }
        Ok(StringHostTensor {
            metadata: TensorMetadata::new(DType::String, shape),
            strings: self.strings.clone(),
        })
    }

    /// The printed form. It is bytes: strings appear as they are, in quotes, without escapes.
    pub fn print(&self) -> Vec<u8> {
        let mut out = format!("StringHostTensor shape = {}, values = [", self.metadata.shape).into_bytes();
        for (i, string) in self.strings.iter().take(SHOWN).enumerate() {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            out.push(b'"');
            out.extend_from_slice(string);
            out.push(b'"');
        }
        // Writing to a vector cannot fail.
        let _ = out.write_all(if self.strings.len() > ELLIPSIS_ABOVE { b", ... ]" } else { b"]" });
        out
    }
}

impl fmt::Display for StringHostTensor {
    /// As [`StringHostTensor::print`], with a replacement character for what is not UTF-8.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.print()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(n: usize) -> StringHostTensor {
        let strings = (0..n).map(|i| format!("s{i}").into_bytes().into()).collect();
        StringHostTensor::new(Shape::new(&[n as i64]).unwrap(), strings).unwrap()
    }

    #[test]
    fn string_tensors_print_raw() {
        let quoted = StringHostTensor::new(
            Shape::new(&[2]).unwrap(),
            vec![b"\"q\"".as_slice().into(), b"".as_slice().into()],
        );
        assert_eq!(quoted.unwrap().to_string(), r#"StringHostTensor shape = [2], values = [""q"", ""]"#);
        assert_eq!(strings(0).to_string(), "StringHostTensor shape = [0], values = []");
    }

    #[test]
    fn long_string_tensors_are_cut() {
        assert!(strings(17).to_string().ends_with("\"s15\"]"));
        assert!(strings(32).to_string().ends_with("\"s15\"]"));
        assert!(strings(33).to_string().ends_with("\"s15\", ... ]"));
    }
}
