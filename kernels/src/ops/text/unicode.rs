//! Text as code points: `tf.UnicodeDecode`, `tf.UnicodeDecodeWithOffsets`, `tf.UnicodeEncode` and `tf.UnicodeTranscode`.
//!
//! Bytes that are invalid in their encoding become a replacement character, are left out, or are an error, as the attribute `errors`
//! says; in UTF-8 the longest invalid start of a character counts as one.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor};

use crate::ops::index_arguments::{integer_dtype, integer_vector};
use crate::ops::memory::push;
use crate::ops::ragged::dense::splits;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, offsets) in [("tf.UnicodeDecode", false), ("tf.UnicodeDecodeWithOffsets", true)] {
        let dispatch = move |frame: &mut DispatchFrame<'_>| decode(frame, offsets);
        ops.add(name, OpEntry::new().dispatch(dispatch).strings());
    }
    ops.add("tf.UnicodeEncode", OpEntry::new().dispatch(encode));
    ops.add("tf.UnicodeTranscode", OpEntry::new().dispatch(transcode).strings());
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16,
    Utf32,
    /// Each byte is the code point of its number.
    Latin1,
}

impl Encoding {
    fn of(attrs: OpAttrsRef<'_>, name: &str) -> Result<Encoding, OpError> {
        let text = attrs.get_string(name).unwrap_or(b"UTF-8");
        match text.to_ascii_uppercase().as_slice() {
            b"UTF-8" | b"UTF8" | b"US-ASCII" => Ok(Encoding::Utf8),
            b"UTF-16-BE" | b"UTF-16BE" => Ok(Encoding::Utf16),
            b"UTF-32-BE" | b"UTF-32BE" => Ok(Encoding::Utf32),
            b"ISO-8859-1" | b"ISO8859-1" | b"LATIN1" | b"LATIN-1" => Ok(Encoding::Latin1),
            _ => {
                let text = String::from_utf8_lossy(text);
                Err(format!(
                    "Could not create converter for {name} '{text}': known are UTF-8, UTF-16-BE, UTF-32-BE \
                     and ISO-8859-1"
                )
                .into())
            }
        }
    }

    /// Calls a function for each character with its code point, if it is one, and where it starts.
    fn each(self, text: &[u8], mut take: impl FnMut(Option<u32>, usize)) {
        match self {
            Encoding::Utf8 => {
                let mut at = 0;
                for chunk in text.utf8_chunks() {
                    for (offset, character) in chunk.valid().char_indices() {
                        take(Some(character.into()), at + offset);
                    }
                    at += chunk.valid().len();
                    if !chunk.invalid().is_empty() {
                        take(None, at);
                        at += chunk.invalid().len();
                    }
                }
            }
            Encoding::Utf16 => {
                let units = text.chunks(2).map(|unit| match *unit {
                    [high, low] => u16::from_be_bytes([high, low]),
                    // Half a unit is no character.
                    _ => 0xD800,
                });
                let mut at = 0;
                for decoded in char::decode_utf16(units) {
                    let character = decoded.ok();
                    take(character.map(u32::from), at);
                    at += 2 * character.map_or(1, char::len_utf16);
                }
            }
            Encoding::Utf32 => {
                for (i, unit) in text.chunks(4).enumerate() {
                    let point = unit.try_into().ok().map(u32::from_be_bytes);
                    take(point.filter(|&point| char::from_u32(point).is_some()), 4 * i);
                }
            }
            Encoding::Latin1 => text.iter().enumerate().for_each(|(i, &byte)| take(Some(byte.into()), i)),
        }
    }

    fn push(self, text: &mut Vec<u8>, character: char) {
        match self {
            Encoding::Utf8 => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Encoding::Utf16 => {
                character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.extend(unit.to_be_bytes()));
            }
            Encoding::Utf32 => text.extend(u32::from(character).to_be_bytes()),
            // Only the encoding of an input: results are in one of Unicode's.
            Encoding::Latin1 => text.push(u8::try_from(character).unwrap_or(b'?')),
        }
    }
}

/// The treatment of bytes that are no character.
struct Errors {
    /// `None`: it is left out.
    replacement: Option<u32>,
    strict: bool,
    /// Control characters are treated like it.
    control: bool,
}

impl Errors {
    fn of(attrs: OpAttrsRef<'_>) -> Result<Errors, OpError> {
        let replacement = attrs.get_int("replacement_char").unwrap_or(0xFFFD);
        let replacement = u32::try_from(replacement).ok().filter(|&point| char::from_u32(point).is_some());
        let replacement = replacement.ok_or("replacement_char out of unicode codepoint range")?;
        let (replacement, strict) = match attrs.get_str("errors").unwrap_or("replace") {
            "replace" => (Some(replacement), false),
            "ignore" => (None, false),
            "strict" => (None, true),
            other => return Err(format!("errors must be strict, replace or ignore, but is {other}").into()),
        };
        Ok(Errors {
            replacement,
            strict,
            control: attrs.get_bool("replace_control_characters").unwrap_or(false),
        })
    }

    /// The code point to go on with, if there is one.
    fn resolve(&self, point: Option<u32>) -> Result<Option<u32>, OpError> {
        match point {
            Some(0..=0x1F) if self.control => Ok(self.replacement),
            None if self.strict => Err("Invalid formatting on input string".into()),
            None => Ok(self.replacement),
            point => Ok(point),
        }
    }
}

fn decode(frame: &mut DispatchFrame<'_>, with_offsets: bool) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let (encoding, errors) = (Encoding::of(attrs, "input_encoding")?, Errors::of(attrs)?);
    let (mut splits, mut points, mut offsets) = (vec![0_i64], Vec::new(), Vec::new());
    for text in frame.strings(0)?.strings() {
        let mut failure = None;
        encoding.each(text, |point, at| {
            let added = errors.resolve(point).and_then(|point| match point {
                Some(point) if failure.is_none() => {
                    push(&mut points, point as i32)?;
                    push(&mut offsets, at as i64)
                }
                _ => Ok(()),
            });
            failure = failure.take().or(added.err());
        });
        if let Some(error) = failure {
            return Err(error);
        }
        push(&mut splits, points.len() as i64)?;
    }
    let dtype = integer_dtype(attrs, "Tsplits", DType::I64)?;
    frame.set(0, integer_vector(dtype, &splits)?);
    frame.set(1, DenseHostTensor::from_values(Shape::new(&[points.len() as i64])?, &points)?);
    if with_offsets {
        frame.set(2, integer_vector(DType::I64, &offsets)?);
    }
    Ok(())
}

fn encode(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let attrs = frame.attrs();
    let (encoding, errors) = (Encoding::of(attrs, "output_encoding")?, Errors::of(attrs)?);
    let points = frame.values::<i32>(0)?;
    let splits = splits(frame, 1, Some(points.len()))?;
    let mut texts: Vec<Box<[u8]>> = Vec::new();
    for pair in splits.windows(2) {
        let mut text = Vec::new();
        for &point in &points[pair[0]..pair[1]] {
            let point = u32::try_from(point).ok().filter(|&point| char::from_u32(point).is_some());
            if point.is_none() && errors.strict {
                return Err("Code point is out of range for Unicode, or a noncharacter.".into());
            }
            if let Some(character) = errors.resolve(point)?.and_then(char::from_u32) {
                encoding.push(&mut text, character);
            }
        }
        push(&mut texts, text.into())?;
    }
    frame.set(0, StringHostTensor::new(Shape::new(&[texts.len() as i64])?, texts)?);
    Ok(())
}

fn transcode(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let (from, to) = (Encoding::of(attrs, "input_encoding")?, Encoding::of(attrs, "output_encoding")?);
    let errors = Errors::of(attrs)?;
    let input = frame.strings(0)?;
    let mut texts: Vec<Box<[u8]>> = Vec::new();
    for text in input.strings() {
        let (mut out, mut failure) = (Vec::new(), None);
        from.each(text, |point, _| match errors.resolve(point) {
            Ok(point) => {
                if let Some(character) = point.and_then(char::from_u32) {
                    to.push(&mut out, character);
                }
            }
            Err(error) => failure = Some(error),
        });
        if let Some(error) = failure {
            return Err(error);
        }
        push(&mut texts, out.into())?;
    }
    let result = StringHostTensor::new(input.metadata().shape.clone(), texts)?;
    frame.set(0, result);
    Ok(())
}
