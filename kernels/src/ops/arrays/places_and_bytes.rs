//! More ops over arrays: `tf.NthElement`, `tf.ApproxTopK`, `tf.Empty`, rows changed in place, and tensors as bytes (`tf.SerializeTensor`,
//! `tf.ParseTensor`).

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, StringHostTensor, Tensor, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::collections::list;
use crate::ops::index_arguments::{integers, normalize_axis, number};
use crate::ops::number::{Number, Real};
use crate::ops::records::example::{Field, each_field};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! computed {
        ($($name:literal [$($class:ident)*] $run:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [$($class)*], {
                    let run: fn(&mut DispatchFrame<'_>) -> Result<(), OpError> = $run;
                    run(frame)
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    computed! {
        "tf.NthElement" [ints floats halves] nth::<T>;
        "tf.ApproxTopK" [floats halves] approximate_top::<T>;
        "tf.InplaceAdd" [ints floats halves complex] |frame| in_place::<T>(frame, T::plus);
        "tf.InplaceSub" [ints floats halves complex] |frame| in_place::<T>(frame, T::minus);
        "tf.InplaceUpdate" [ints floats halves complex] |frame| in_place::<T>(frame, |_, new| new);
    }
    ops.add("tf.Empty", OpEntry::new().dispatch(empty));
    ops.add("tf.SerializeTensor", OpEntry::new().dispatch(serialize).strings());
    ops.add("tf.ParseTensor", OpEntry::new().dispatch(parse).strings());
}

/// The element that would be at a place if each row were sorted.
fn nth<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let mut dims = frame.dense(0)?.shape().dims();
    let columns = dims.pop().ok_or("Input must be >= 1-D, got shape []")? as usize;
    let n = number(frame, 1, "n")?;
    let place = usize::try_from(n).ok().filter(|&n| n < columns);
    let place =
        place.ok_or_else(|| format!("Input must have at least n+1 columns, but has {columns}, n is {n}"))?;
    let place = if frame.attrs().get_bool("reverse").unwrap_or(false) { columns - 1 - place } else { place };
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
    let rows = frame.values::<T>(0)?.chunks_exact(columns);
    for (to, row) in out.values_mut::<T>().iter_mut().zip(rows) {
        let mut row = row.to_vec();
        row.sort_by(|a, b| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())));
        *to = row[place];
    }
    frame.finish(0, out);
    Ok(())
}

/// The largest or smallest elements along a dimension: all of them, which any recall allows.
fn approximate_top<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let mut dims = frame.dense(0)?.shape().dims();
    let axis = attrs.get_int("reduction_dimension").unwrap_or(-1);
    let at = normalize_axis(axis, dims.len()).ok_or_else(|| {
        format!(
            "reduction_dimension {axis} is not a dimension of {}",
            frame.dense(0).map_or_else(|_| String::new(), |x| x.shape().to_string())
        )
    })?;
    if !attrs.get_bool("aggregate_to_topk").unwrap_or(true) {
        return Err("aggregate_to_topk must be true here".into());
    }
    let largest = attrs.get_bool("is_max_k").unwrap_or(true);
    let k = attrs.get_int("k").ok_or("missing 'k' attribute")?;
    let count = dims[at];
    let taken = usize::try_from(k).ok().filter(|_| k <= count);
    let taken = taken.ok_or_else(|| format!("k must be between 0 and {count}, but is {k}"))?;
    let (outer, step) = (product(&dims[..at]), product(&dims[at + 1..]));
    dims[at] = k;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
    let mut chosen = vec![0_i64; outer * taken * step];
    let values = frame.values::<T>(0)?;
    let to = out.values_mut::<T>();
    for line in 0..outer * step {
        let (block, first) = (line / step.max(1), line % step.max(1));
        let value = |i: usize| values[(block * count as usize + i) * step + first];
        let mut order: Vec<usize> = (0..count as usize).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = if largest { (value(b), value(a)) } else { (value(a), value(b)) };
            a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
        });
        for (i, &from) in order.iter().take(taken).enumerate() {
            let place = (block * taken + i) * step + first;
            to[place] = value(from);
            chosen[place] = from as i64;
        }
    }
    frame.finish(0, out);
    frame.set(1, integers(DType::I32, &dims, &chosen)?);
    Ok(())
}

/// Changes rows of a tensor; a row that is named twice is changed twice.
fn in_place<T: Number>(frame: &mut DispatchFrame<'_>, change: fn(T, T) -> T) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let metadata = frame.dense(0)?.metadata().clone();
    let dims = metadata.shape.dims();
    let rows = positions(frame, 1)?;
    let mut expected = Dims::from_slice(&[rows.len() as i64]);
    let Some((&count, inner)) = dims.split_first() else {
        return Err("x must be at least a vector, but is a scalar".into());
    };
    expected.extend_from_slice(inner);
    if frame.dense(1)?.shape().rank() != 1 || frame.dense(2)?.shape().dims() != expected {
        return Err(format!(
            "i and v must name rows of x, {metadata}, and have one for each, but have shapes {} and {}",
            frame.dense(1)?.shape(),
            frame.dense(2)?.shape()
        )
        .into());
    }
    if count == 0 && !rows.is_empty() {
        return Err(format!("i names {} rows of x, which has none: {metadata}", rows.len()).into());
    }
    let mut out = DispatchFrame::fresh(&metadata)?;
    let to = out.values_mut::<T>();
    to.copy_from_slice(frame.values::<T>(0)?);
    let length = product(inner);
    let given = frame.values::<T>(2)?;
    for (at, &row) in rows.iter().enumerate() {
        // As TensorFlow does, rows are counted around.
        let row = row.rem_euclid(count) as usize;
        for (to, &new) in to[row * length..][..length].iter_mut().zip(&given[at * length..]) {
            *to = change(*to, new);
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// A tensor of a shape, whose content is unspecified (here zeros).
fn empty(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dims = frame.indices(0)?;
    let dtype = frame.attrs().get_dtype("dtype").ok_or("missing 'dtype' attribute")?;
    if matches!(dtype, DType::Resource | DType::Variant) {
        return Err(format!("dtype must be one of tensors with elements, but is {}", dtype.label()).into());
    }
    let made = list::zeros(dtype, Shape::new(&dims)?)?;
    frame.set(0, made);
    Ok(())
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

/// A tensor as the message that TensorFlow keeps constants in, its elements as one piece.
fn serialize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let tensor = list::value(frame, 0)?;
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
    let mut out = Vec::new();
    varint(&mut out, 1 << 3);
    varint(&mut out, of_dtype);
    message(&mut out, 2, &shape);
    match &tensor {
        Tensor::String(strings) => strings.strings().iter().for_each(|string| message(&mut out, 8, string)),
        Tensor::Dense(dense) if !dense.bytes().is_empty() => message(&mut out, 4, dense.bytes()),
        _ => {}
    }
    let made = StringHostTensor::new(Shape::scalar(), vec![out.into()])?;
    frame.set(0, made);
    Ok(())
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

fn tensor(text: &[u8], wanted: DType) -> Result<Tensor, OpError> {
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
                    let mut rest = crate::ops::records::example::Fields(bytes);
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
