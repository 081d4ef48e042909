//! Tensors as serialised `TensorProto` messages: `tf.SerializeTensor`, `tf.ParseTensor`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, StringHostTensor, Tensor, TensorMetadata};

use super::example::{Field, Fields, each_field};
use crate::ops::by_dtype::unsupported;
use crate::ops::collections::list;
use crate::ops::memory::room;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SerializeTensor", OpEntry::new().dispatch(serialize).strings());
    ops.add("tf.ParseTensor", OpEntry::new().dispatch(parse).strings());
}

/// The number of a dtype in TensorFlow's messages.
const NUMBERS: &[(DType, u64)] = &[
    (DType::F32, 1),
    (DType::F64, 2),
    (DType::I32, 3),
    (DType::UI8, 4),
    (DType::I16, 5),
    (DType::I8, 6),
    (DType::String, 7),
    (DType::Complex64, 8),
    (DType::I64, 9),
    (DType::I1, 10),
    (DType::BF16, 14),
    (DType::UI16, 17),
    (DType::Complex128, 18),
    (DType::F16, 19),
    (DType::UI32, 22),
    (DType::UI64, 23),
];

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn message(out: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    varint(out, field << 3 | 2);
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn serialize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let text = serialized(&list::value(frame, 0)?, false)?;
    frame.set(0, StringHostTensor::new(Shape::scalar(), vec![text.into()])?);
    Ok(())
}

/// A tensor as the message that TensorFlow keeps constants in, its elements as one piece; strings one by one, or as one piece as well: the
/// lengths of all, and then all.
pub(crate) fn serialized(tensor: &Tensor, strings_are_one: bool) -> Result<Vec<u8>, OpError> {
    let dtype = tensor.dtype();
    let known = NUMBERS.iter().find(|(known, _)| *known == dtype);
    let &(_, of_dtype) = known.ok_or_else(|| unsupported(dtype))?;
    let mut shape = Vec::new();
    for dim in tensor.shape().dims() {
        let mut size = Vec::new();
        if dim != 0 {
            varint(&mut size, 1 << 3);
            varint(&mut size, dim as u64);
        }
        message(&mut shape, 2, &size);
    }
    // Of each part its number, its length and its bytes.
    const HEAD: usize = 20;
    let content = match tensor {
        Tensor::String(strings) => {
            strings.strings().iter().fold(0, |all: usize, text| all.saturating_add(text.len() + HEAD))
        }
        Tensor::Dense(dense) => dense.bytes().len(),
        _ => 0,
    };
    let mut out = room(content.saturating_add(shape.len() + 3 * HEAD))?;
    varint(&mut out, 1 << 3);
    varint(&mut out, of_dtype);
    message(&mut out, 2, &shape);
    match tensor {
        Tensor::String(strings) if strings_are_one => {
            let strings = strings.strings();
            let mut content = room(content)?;
            strings.iter().for_each(|string| varint(&mut content, string.len() as u64));
            strings.iter().for_each(|string| content.extend_from_slice(string));
            if !content.is_empty() {
                message(&mut out, 4, &content);
            }
        }
        Tensor::String(strings) => strings.strings().iter().for_each(|string| message(&mut out, 8, string)),
        Tensor::Dense(dense) if !dense.bytes().is_empty() => message(&mut out, 4, dense.bytes()),
        _ => {}
    }
    Ok(out)
}

/// The fields of such a message that hold elements one by one: numbers of a fixed width, or of as many bytes as they take.
fn listed(dtype: DType) -> Option<(u64, Option<usize>)> {
    Some(match dtype {
        DType::F32 | DType::Complex64 => (if dtype == DType::F32 { 5 } else { 9 }, Some(4)),
        DType::F64 | DType::Complex128 => (if dtype == DType::F64 { 6 } else { 12 }, Some(8)),
        DType::I64 => (10, None),
        DType::I1 => (11, None),
        DType::F16 | DType::BF16 => (13, None),
        DType::UI32 => (16, None),
        DType::UI64 => (17, None),
        DType::I32 | DType::I16 | DType::I8 | DType::UI16 | DType::UI8 => (7, None),
        _ => return None,
    })
}

fn parse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let wanted = frame.attrs().get_dtype("out_type").ok_or("missing 'out_type' attribute")?;
    let strings = frame.strings(0)?;
    let [text] = strings.strings() else {
        return Err(
            format!("Expected `serialized` to be a scalar, got shape: {}", strings.metadata().shape).into()
        );
    };
    let made = tensor(text, wanted)?;
    frame.set(0, made);
    Ok(())
}

/// The tensor in such a message, which must have this dtype.
pub(crate) fn tensor(text: &[u8], wanted: DType) -> Result<Tensor, OpError> {
    let invalid = || OpError::from("Could not parse `serialized` as a tensor");
    let (mut of_dtype, mut dims, mut content) = (0, Dims::new(), &[][..]);
    let (mut strings, mut listed_bytes) = (Vec::<Box<[u8]>>::new(), Vec::new());
    let lists = listed(wanted);
    // One element of a list, as the bytes that a tensor has for it.
    let size = wanted.size().unwrap_or(0);
    let part = if wanted.is_complex() { size / 2 } else { size };
    each_field(text, |field| {
        match field {
            Field::Number(1, value) => of_dtype = value,
            Field::Bytes(2, shape) => {
                dims.clear();
                each_field(shape, |field| {
                    match field {
                        Field::Bytes(2, dim) => {
                            let mut size = 0;
                            each_field(dim, |field| {
                                if let Field::Number(1, value) = field {
                                    size = value as i64;
                                }
                                Some(())
                            })?;
                            dims.push(size);
                        }
                        // Of a shape of which not even the rank is known there is no tensor.
                        Field::Number(3, 1) => return None,
                        _ => {}
                    }
                    Some(())
                })?;
            }
            Field::Bytes(4, bytes) => content = bytes,
            Field::Bytes(8, string) => strings.push(string.into()),
            Field::Number(number, value) if lists.is_some_and(|(field, _)| field == number) => {
                listed_bytes.extend_from_slice(&value.to_le_bytes()[..part.min(8)]);
            }
            Field::Bytes(number, bytes) => match lists {
                Some((field, Some(_))) if field == number => listed_bytes.extend_from_slice(bytes),
                Some((field, None)) if field == number => {
                    let mut rest = Fields(bytes);
                    while !rest.0.is_empty() {
                        let value = rest.varint()?;
                        listed_bytes.extend_from_slice(&value.to_le_bytes()[..part.min(8)]);
                    }
                }
                _ => {}
            },
            Field::Number(..) => {}
        }
        Some(())
    })
    .ok_or_else(invalid)?;
    let found = NUMBERS.iter().find(|&&(_, number)| number == of_dtype).map(|&(dtype, _)| dtype);
    if found != Some(wanted) {
        let found = found.map_or_else(|| format!("number {of_dtype}"), |dtype| dtype.label().to_owned());
        return Err(format!(
            "Type mismatch between parsed tensor ({found}) and out_type ({})",
            wanted.label()
        )
        .into());
    }
    let shape = Shape::new(&dims).map_err(|_| invalid())?;
    let count = shape.num_elements();
    if wanted == DType::String {
        if !content.is_empty() {
            strings = strings_in(content, count).ok_or_else(invalid)?;
        }
        if strings.len() != count {
            return Err(invalid());
        }
        return Ok(StringHostTensor::new(shape, strings)?.into());
    }
    let mut made = DenseHostTensor::zeroed(TensorMetadata::new(wanted, shape))?;
    let to = made.bytes_mut().unwrap_or_default();
    let from = if content.is_empty() { &listed_bytes[..] } else { content };
    if from.len() > to.len()
        || !from.len().is_multiple_of(size.max(1))
        || (!content.is_empty() && content.len() != to.len())
    {
        return Err(invalid());
    }
    // The last of too few elements stands for the rest.
    let last = from.len().checked_sub(size).map(|at| &from[at..]);
    to[..from.len()].copy_from_slice(from);
    if let Some(last) = last {
        to[from.len()..].chunks_exact_mut(size).for_each(|to| to.copy_from_slice(last));
    }
    Ok(made.into())
}

/// So many strings from one piece: the lengths of all, and then all. `None` if the piece does not have them.
fn strings_in(content: &[u8], count: usize) -> Option<Vec<Box<[u8]>>> {
    let mut rest = Fields(content);
    let mut lengths = Vec::new();
    for _ in 0..count {
        lengths.push(usize::try_from(rest.varint()?).ok()?);
    }
    let mut texts = rest.0;
    let mut strings = Vec::new();
    for length in lengths {
        let (text, others) = texts.split_at_checked(length)?;
        strings.push(text.into());
        texts = others;
    }
    texts.is_empty().then_some(strings)
}
