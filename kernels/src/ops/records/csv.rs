//! Records of text: `tf.DecodeCSV`, `tf.DecodeCompressed`, `tf.Fingerprint`, and ops that write tensors as text or sound, such as
//! `tf.EncodeWav`.

use std::io::Read as _;

use flate2::read::{GzDecoder, ZlibDecoder};
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata};

use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::number;
use crate::ops::memory::{filled, room};
use crate::ops::text::parts::fingerprint;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.DecodeCSV", OpEntry::new().dispatch(decode).strings());
    ops.add("tf.DecodeCompressed", OpEntry::new().dispatch(decompress).strings());
    ops.add("tf.Fingerprint", OpEntry::new().dispatch(fingerprints).strings());
    ops.add("tf.EncodeWav", OpEntry::new().dispatch(encode_wav).strings());
}

/// The rules by which records are cut into fields.
struct Rules {
    delimiter: u8,
    quotes: bool,
}

impl Rules {
    /// The fields of a record; in quotes, two quotes are one.
    fn fields(&self, record: &[u8], number: usize) -> Result<Vec<Vec<u8>>, OpError> {
        let (mut fields, mut at) = (Vec::new(), 0);
        // A field is behind each delimiter, also behind the last.
        loop {
            let mut field = Vec::new();
            if self.quotes && record.get(at) == Some(&b'"') {
                at += 1;
                loop {
                    match (record.get(at), record.get(at + 1)) {
                        (None, _) => {
                            return Err(format!(
                                "Quoted field has to end with quote followed by delim or end: record {number}"
                            )
                            .into());
                        }
                        (Some(b'"'), Some(b'"')) => {
                            field.push(b'"');
                            at += 2;
                        }
                        (Some(b'"'), next) if next.is_none_or(|&next| next == self.delimiter) => {
                            at += 1;
                            break;
                        }
                        (Some(b'"'), _) => {
                            return Err(format!(
                                "Quote inside a string has to be escaped by another quote: record {number}"
                            )
                            .into());
                        }
                        (Some(&byte), _) => {
                            field.push(byte);
                            at += 1;
                        }
                    }
                }
            } else {
                while let Some(&byte) = record.get(at)
                    && byte != self.delimiter
                {
                    if matches!(byte, b'\n' | b'\r') || (self.quotes && byte == b'"') {
                        return Err(format!(
                            "Unquoted fields cannot have quotes/CRLFs inside: record {number}"
                        )
                        .into());
                    }
                    field.push(byte);
                    at += 1;
                }
            }
            fields.push(field);
            if at >= record.len() {
                return Ok(fields);
            }
            at += 1;
        }
    }
}

/// One column of the result.
struct Column {
    dtype: DType,
    /// The element that an empty field becomes, as bytes.
    default: Option<Vec<u8>>,
    bytes: Vec<u8>,
    strings: Vec<Box<[u8]>>,
}

impl Column {
    fn of(frame: &DispatchFrame<'_>, i: usize) -> Result<Column, OpError> {
        let (dtype, default, count) = match frame.tensor(i)? {
            Tensor::String(strings) => {
                let strings = strings.strings();
                (DType::String, strings.first().map(|text| text.to_vec()), strings.len())
            }
            _ => {
                let dense = frame.dense(i)?;
                let dtype = dense.dtype();
                if !matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64) {
                    return Err(unsupported(dtype));
                }
                let first = dense.bytes().get(..dtype.size().unwrap_or(0)).filter(|first| !first.is_empty());
                (dtype, first.map(<[u8]>::to_vec), dense.num_elements())
            }
        };
        if count > 1 {
            return Err(
                format!("There should only be 1 default per field but field {} has {count}", i - 1).into()
            );
        }
        Ok(Column { dtype, default, bytes: Vec::new(), strings: Vec::new() })
    }

    fn push(&mut self, field: Vec<u8>, missing: bool, at: usize, record: usize) -> Result<(), OpError> {
        if missing {
            let default = self
                .default
                .clone()
                .ok_or_else(|| format!("Field {at} is required but missing in record {record}!"))?;
            match self.dtype {
                DType::String => self.strings.push(default.into()),
                _ => self.bytes.extend_from_slice(&default),
            }
            return Ok(());
        }
        if self.dtype == DType::String {
            self.strings.push(field.into());
            return Ok(());
        }
        let text = String::from_utf8_lossy(&field);
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
        let digits = text.strip_prefix('+').filter(|rest| !rest.starts_with(['-', '+'])).unwrap_or(text);
        macro_rules! parsed {
            ($ty:ty) => {
                digits.parse::<$ty>().ok().map(|value| self.bytes.extend_from_slice(&value.to_le_bytes()))
            };
        }
        let done = match self.dtype {
            DType::F32 => parsed!(f32),
            DType::F64 => parsed!(f64),
            DType::I32 => parsed!(i32),
            _ => parsed!(i64),
        };
        let dtype = self.dtype.label();
        done.ok_or_else(|| format!("Field {at} in record {record} is not a valid {dtype}: {text}").into())
    }
}

fn decode(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let delimiter = attrs.get_string("field_delim").unwrap_or(b",");
    let &[delimiter] = delimiter else {
        return Err("field_delim should be only 1 char".into());
    };
    let rules = Rules { delimiter, quotes: attrs.get_bool("use_quote_delim").unwrap_or(true) };
    let missing = attrs.get_string("na_value").unwrap_or_default();
    let chosen: Vec<i64> = attrs.get_ints("select_cols").unwrap_or_default().to_vec();
    if chosen.windows(2).any(|pair| pair[0] >= pair[1]) || chosen.first().is_some_and(|&first| first < 0) {
        return Err(format!("select_cols should be strictly increasing indices, but are {chosen:?}").into());
    }
    let records = frame.strings(0)?.clone();
    let mut columns = (1..frame.num_args()).map(|i| Column::of(frame, i)).collect::<Result<Vec<_>, _>>()?;
    if !chosen.is_empty() && chosen.len() != columns.len() {
        return Err(
            format!("select_cols should match output size: {} and {}", chosen.len(), columns.len()).into()
        );
    }
    for (at, record) in records.strings().iter().enumerate() {
        let mut fields = rules.fields(record, at)?;
        if chosen.is_empty() && fields.len() != columns.len() {
            return Err(
                format!("Expect {} fields but have {} in record {at}", columns.len(), fields.len()).into()
            );
        }
        for (i, column) in columns.iter_mut().enumerate() {
            let from = chosen.get(i).map_or(i, |&from| from as usize);
            let field = fields
                .get_mut(from)
                .map(std::mem::take)
                .ok_or_else(|| format!("Expect {} fields but have {} in record {at}", chosen.len(), i))?;
            let none = field.is_empty() || field == missing;
            column.push(field, none, i, at)?;
        }
    }
    let shape = &records.metadata().shape;
    for (i, column) in columns.into_iter().enumerate() {
        if column.dtype == DType::String {
            frame.set(i, StringHostTensor::new(shape.clone(), column.strings)?);
            continue;
        }
        let mut made = DenseHostTensor::zeroed(TensorMetadata::new(column.dtype, shape.clone()))?;
        if let Some(to) = made.bytes_mut() {
            to.copy_from_slice(&column.bytes);
        }
        frame.set(i, made);
    }
    Ok(())
}

fn decompress(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    /// More bytes than this are refused: a small string may say that it is any number of them.
    const MOST: u64 = 1 << 30;
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let kind = attrs.get_string("compression_type").unwrap_or_default();
    let strings = frame.strings(0)?;
    let mut all = Vec::new();
    for (at, string) in strings.strings().iter().enumerate() {
        let mut out = Vec::new();
        let read = match kind {
            b"" => {
                out.extend_from_slice(string);
                Ok(0)
            }
            b"ZLIB" => ZlibDecoder::new(&string[..]).take(MOST).read_to_end(&mut out),
            b"GZIP" => GzDecoder::new(&string[..]).take(MOST).read_to_end(&mut out),
            other => {
                let other = String::from_utf8_lossy(other);
                return Err(format!(
                    "Only ZLIB, GZIP or NONE are supported compressions, but compression_type is {other}"
                )
                .into());
            }
        };
        read.map_err(|error| format!("element {at} cannot be decompressed: {error}"))?;
        if out.len() as u64 >= MOST {
            return Err(format!("element {at} has more than {MOST} bytes").into());
        }
        all.push(out.into());
    }
    let made = StringHostTensor::new(strings.metadata().shape.clone(), all)?;
    frame.set(0, made);
    Ok(())
}

/// For each entry along the first dimension a number of 64 bits that its bytes give, as bytes.
fn fingerprints(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    match frame.strings(1)?.strings() {
        [method] if &**method == b"farmhash64" => {}
        other => {
            let other = other.first().map(|method| String::from_utf8_lossy(method)).unwrap_or_default();
            return Err(format!("Unsupported method: {other}").into());
        }
    }
    let shape = frame.tensor(0)?.shape().clone();
    let Some(&rows) = shape.dims().first() else {
        return Err("`data` should have at least one dimension".into());
    };
    let each = shape.num_elements() / (rows as usize).max(1);
    let mut out = filled(0_u8, (rows as usize).saturating_mul(8))?;
    out.clear();
    let row = |bytes: &[u8]| fingerprint::of(bytes).to_le_bytes();
    match frame.tensor(0)? {
        Tensor::String(strings) if each == 1 => {
            strings.strings().iter().for_each(|text| out.extend(row(text)));
        }
        Tensor::String(strings) if each > 0 => {
            for texts in strings.strings().chunks(each) {
                let parts: Vec<u8> = texts.iter().flat_map(|text| row(text)).collect();
                out.extend(row(&parts));
            }
        }
        Tensor::String(_) => out.resize(rows as usize * 8, 0),
        _ => {
            let bytes = frame.dense(0)?.bytes();
            let size = bytes.len() / (rows as usize).max(1);
            for at in 0..rows as usize {
                out.extend(row(&bytes[at * size..][..size]));
            }
        }
    }
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[rows, 8])?, &out)?);
    Ok(())
}

/// Sound of 16 bits a sample, with the header that says how it is to be played.
fn encode_wav(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let shape = frame.dense(0)?.shape();
    let [samples, channels] = shape.dims()[..] else {
        return Err(format!("audio must be 2-dimensional, but has shape {shape}").into());
    };
    let rate = number(frame, 1, "sample_rate")?;
    let (Ok(rate), Ok(channels)) = (u32::try_from(rate), u16::try_from(channels)) else {
        return Err(format!("{channels} channels at a sample_rate of {rate} cannot be written").into());
    };
    let bytes = samples.checked_mul(2 * i64::from(channels)).and_then(|bytes| u32::try_from(bytes).ok());
    let bytes = bytes.filter(|bytes| *bytes <= u32::MAX - 36 && rate > 0 && channels > 0);
    let bytes = bytes
        .ok_or_else(|| format!("audio of shape {shape} at {rate} samples a second cannot be written"))?;
    let mut out = room(44 + bytes as usize)?;
    out.extend_from_slice(b"RIFF");
    out.extend((36 + bytes).to_le_bytes());
    out.extend_from_slice(b"WAVEfmt ");
    out.extend(16_u32.to_le_bytes());
    out.extend(1_u16.to_le_bytes());
    out.extend(channels.to_le_bytes());
    out.extend(rate.to_le_bytes());
    out.extend((rate.wrapping_mul(2).wrapping_mul(u32::from(channels))).to_le_bytes());
    out.extend((channels.wrapping_mul(2)).to_le_bytes());
    out.extend(16_u16.to_le_bytes());
    out.extend_from_slice(b"data");
    out.extend(bytes.to_le_bytes());
    for &sample in frame.values::<f32>(0)? {
        let sample = (sample * 32768.0).round().clamp(-32768.0, 32767.0) as i16;
        out.extend(sample.to_le_bytes());
    }
    frame.set(0, StringHostTensor::new(Shape::scalar(), vec![out.into()])?);
    Ok(())
}
