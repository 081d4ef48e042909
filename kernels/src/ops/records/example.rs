//! Records of named features read from their serialised form: `tf.ParseExampleV2`, `tf.ParseExample`, `tf.ParseSingleExample`.
//!
//! A record is TensorFlow's protocol buffer `Example`: features by name, each a list of strings, of floats or of 64-bit integers.
//! Features become dense tensors of a known shape (a missing one is its default), sparse ones, or ragged ones.
//!
//! The wire format is read here and not by `prost`. Measured with `prost` 0.14 in a release build with link-time optimization, from a
//! record to its features by name: 20 features of one value 1.9 us here and 3.3 us there, 9 features of 64 values 6.0 and 8.4 us, 3
//! features of 4096 values 7.5 and 20 us. Names borrow from the record only here, and `prost` refuses names that are not UTF-8, which
//! records may have. The reader is 60 lines, and this crate has no other use for `prost`.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{AttrValue, DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, PartialShape, Shape, StringHostTensor, Tensor};

use crate::ops::arrays::gather::product;
use crate::ops::index_arguments::{integer_vector, integers};
use crate::ops::memory::copied;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().strings();
    ops.add("tf.ParseExampleV2", entry().dispatch(parse_v2));
    ops.add("tf.ParseExample", entry().dispatch(parse_v1));
    ops.add("tf.ParseSingleExample", entry().dispatch(parse_single));
}

/// The values of a feature.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Strings(Vec<Box<[u8]>>),
    Floats(Vec<f32>),
    Integers(Vec<i64>),
}

impl Values {
    pub(crate) fn none(dtype: DType) -> Result<Values, OpError> {
        match dtype {
            DType::String => Ok(Values::Strings(Vec::new())),
            DType::F32 => Ok(Values::Floats(Vec::new())),
            DType::I64 => Ok(Values::Integers(Vec::new())),
            other => {
                Err(format!("features have no values of dtype {}: str, f32 and i64 are known", other.label())
                    .into())
            }
        }
    }

    pub(crate) fn dtype(&self) -> DType {
        match self {
            Values::Strings(_) => DType::String,
            Values::Floats(_) => DType::F32,
            Values::Integers(_) => DType::I64,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Values::Strings(values) => values.len(),
            Values::Floats(values) => values.len(),
            Values::Integers(values) => values.len(),
        }
    }

    /// Adds the values of another list of the same kind.
    pub(crate) fn append(&mut self, other: &Values) {
        match (self, other) {
            (Values::Strings(values), Values::Strings(more)) => values.extend_from_slice(more),
            (Values::Floats(values), Values::Floats(more)) => values.extend_from_slice(more),
            (Values::Integers(values), Values::Integers(more)) => values.extend_from_slice(more),
            _ => {}
        }
    }

    pub(crate) fn into_tensor(self, dims: &[i64]) -> Result<Tensor, OpError> {
        let shape = Shape::new(dims)?;
        Ok(match self {
            Values::Strings(values) => StringHostTensor::new(shape, values)?.into(),
            Values::Floats(values) => DenseHostTensor::from_values(shape, &values)?.into(),
            Values::Integers(values) => DenseHostTensor::from_values(shape, &values)?.into(),
        })
    }

    fn of_argument(frame: &DispatchFrame<'_>, i: usize) -> Result<Values, OpError> {
        Ok(match frame.tensor(i)? {
            Tensor::String(strings) => Values::Strings(strings.strings().to_vec()),
            tensor => match tensor.dtype() {
                DType::F32 => Values::Floats(copied(frame.values::<f32>(i)?)?),
                DType::I64 => Values::Integers(copied(frame.values::<i64>(i)?)?),
                other => return Values::none(other),
            },
        })
    }
}

/// A field of a message: its number, and its bytes or its number.
pub(crate) enum Field<'a> {
    Bytes(u64, &'a [u8]),
    Number(u64, u64),
}

/// The fields of a message; an error where its bytes are none.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl<'a> Fields<'a> {
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next field; `None` behind the last, `Some(None)` for what is no field.
    fn next(&mut self) -> Option<Option<Field<'a>>> {
        if self.0.is_empty() {
            return None;
        }
        Some(self.field())
    }

    fn field(&mut self) -> Option<Field<'a>> {
        let tag = self.varint()?;
        let little = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        Some(match tag & 7 {
            0 => Field::Number(tag >> 3, self.varint()?),
            1 => Field::Number(tag >> 3, little(self.take(8)?)),
            2 => {
                let length = usize::try_from(self.varint()?).ok()?;
                Field::Bytes(tag >> 3, self.take(length)?)
            }
            5 => Field::Number(tag >> 3, little(self.take(4)?)),
            _ => return None,
        })
    }
}

/// Calls a function for each field; false where the bytes are no message.
pub(crate) fn each_field<'a>(message: &'a [u8], mut take: impl FnMut(Field<'a>) -> Option<()>) -> Option<()> {
    let mut fields = Fields(message);
    while let Some(field) = fields.next() {
        take(field?)?;
    }
    Some(())
}

/// The features of a record by name; a feature without values has no kind.
pub(crate) fn features(record: &[u8]) -> Option<HashMap<&[u8], Option<Values>>> {
    let mut all = HashMap::new();
    each_field(record, |field| {
        let Field::Bytes(1, features) = field else { return Some(()) };
        each_field(features, |field| {
            let Field::Bytes(1, entry) = field else { return Some(()) };
            let (mut name, mut feature): (&[u8], &[u8]) = (&[], &[]);
            each_field(entry, |field| {
                match field {
                    Field::Bytes(1, key) => name = key,
                    Field::Bytes(2, value) => feature = value,
                    _ => {}
                }
                Some(())
            })?;
            all.insert(name, values(feature)?);
            Some(())
        })
    })?;
    Some(all)
}

pub(crate) fn values(feature: &[u8]) -> Option<Option<Values>> {
    let mut found = None;
    each_field(feature, |field| {
        let Field::Bytes(kind, list) = field else { return Some(()) };
        found = match kind {
            1 => {
                let mut strings = Vec::new();
                each_field(list, |field| {
                    if let Field::Bytes(1, text) = field {
                        strings.push(text.into());
                    }
                    Some(())
                })?;
                Some(Values::Strings(strings))
            }
            2 => {
                let mut floats = Vec::new();
                each_field(list, |field| {
                    match field {
                        Field::Bytes(1, packed) => {
                            floats.extend(
                                packed.as_chunks::<4>().0.iter().map(|&bits| f32::from_le_bytes(bits)),
                            );
                        }
                        Field::Number(1, bits) => floats.push(f32::from_bits(bits as u32)),
                        _ => {}
                    }
                    Some(())
                })?;
                Some(Values::Floats(floats))
            }
            3 => {
                let mut numbers = Vec::new();
                each_field(list, |field| {
                    match field {
                        Field::Bytes(1, packed) => {
                            let mut rest = Fields(packed);
                            while !rest.0.is_empty() {
                                numbers.push(rest.varint()? as i64);
                            }
                        }
                        Field::Number(1, number) => numbers.push(number as i64),
                        _ => {}
                    }
                    Some(())
                })?;
                Some(Values::Integers(numbers))
            }
            _ => return Some(()),
        };
        Some(())
    })?;
    Some(found)
}

/// A feature that is to become a dense tensor.
pub(crate) struct Dense {
    pub(crate) key: Box<[u8]>,
    pub(crate) dtype: DType,
    pub(crate) shape: PartialShape,
    pub(crate) default: Values,
}

/// The key of a ragged feature, with the types of its values and of its splits.
pub(crate) type RaggedFeature = (Box<[u8]>, DType, DType);

/// The requested features.
pub(crate) struct Request {
    /// With the kinds of their values.
    pub(crate) sparse: Vec<(Box<[u8]>, DType)>,
    pub(crate) dense: Vec<Dense>,
    /// With the dtypes of their row splits.
    pub(crate) ragged: Vec<RaggedFeature>,
    /// The records are one, without a dimension for it.
    pub(crate) single: bool,
}

pub(crate) fn keys(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<Box<[u8]>>, OpError> {
    Ok(frame.strings(i)?.strings().to_vec())
}

pub(crate) fn types(attrs: OpAttrsRef<'_>, name: &str, count: usize) -> Result<Vec<DType>, OpError> {
    let types = attrs.get_dtypes(name).unwrap_or_default();
    if types.len() != count {
        return Err(
            format!("{name} must have {count} elements, one for each key, but has {}", types.len()).into()
        );
    }
    Ok(types.to_vec())
}

/// The shapes that an attribute lists, one for each of so many keys.
pub(crate) fn shapes(attrs: OpAttrsRef<'_>, name: &str, count: usize) -> Result<Vec<PartialShape>, OpError> {
    let shapes = attrs.get_aggregate(name).unwrap_or_default();
    if shapes.len() != count {
        return Err(format!("{name} must have {count} elements, but has {}", shapes.len()).into());
    }
    let shape = |shape: &AttrValue| match shape {
        AttrValue::Shape(shape) => Ok(shape.clone()),
        AttrValue::Array(DType::I64, bytes) => {
            Ok(PartialShape::Ranked(bytes.as_chunks().0.iter().map(|&dim| i64::from_le_bytes(dim)).collect()))
        }
        _ => Err(OpError::from(format!("{name} must be shapes"))),
    };
    shapes.iter().map(shape).collect()
}

pub(crate) fn dense_request(
    frame: &DispatchFrame<'_>,
    keys: Vec<Box<[u8]>>,
    first_default: usize,
    shape_attr: &str,
) -> Result<Vec<Dense>, OpError> {
    let shapes = shapes(frame.attrs(), shape_attr, keys.len())?;
    let mut dense = Vec::new();
    for (i, (key, shape)) in keys.into_iter().zip(shapes).enumerate() {
        let default = Values::of_argument(frame, first_default + i)?;
        dense.push(Dense { key, dtype: default.dtype(), shape, default });
    }
    Ok(dense)
}

fn parse_v2(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let (sparse, dense, ragged) = (keys(frame, 2)?, keys(frame, 3)?, keys(frame, 4)?);
    frame.expect_args(5 + dense.len())?;
    let sparse_types = types(attrs, "sparse_types", sparse.len())?;
    let ragged_types = types(attrs, "ragged_value_types", ragged.len())?;
    let split_types = types(attrs, "ragged_split_types", ragged.len())?;
    let request = Request {
        sparse: sparse.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense, 5, "dense_shapes")?,
        ragged: ragged
            .into_iter()
            .zip(ragged_types)
            .zip(split_types)
            .map(|((key, ty), splits)| (key, ty, splits))
            .collect(),
        single: frame.strings(0)?.metadata().shape.rank() == 0,
    };
    parse(frame, &request)
}

fn parse_v1(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let count = |name: &str| {
        let count = attrs.get_int(name).and_then(|count| usize::try_from(count).ok());
        count
            .filter(|&count| count <= frame.num_args())
            .ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
    };
    let (sparse, dense) = (count("Nsparse")?, count("Ndense")?);
    frame.expect_args(2 + sparse + 2 * dense)?;
    let key = |i: usize| match frame.strings(i)?.strings() {
        [key] => Ok(key.clone()),
        _ => Err(OpError::from(format!("argument {i} must be one key"))),
    };
    let sparse_keys = (2..2 + sparse).map(key).collect::<Result<Vec<_>, _>>()?;
    let dense_keys = (2 + sparse..2 + sparse + dense).map(key).collect::<Result<Vec<_>, _>>()?;
    let sparse_types = types(attrs, "sparse_types", sparse)?;
    let request = Request {
        sparse: sparse_keys.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense_keys, 2 + sparse + dense, "dense_shapes")?,
        ragged: Vec::new(),
        single: false,
    };
    parse(frame, &request)
}

/// The strings that an attribute lists.
pub(crate) fn names(attrs: OpAttrsRef<'_>, name: &str) -> Vec<Box<[u8]>> {
    let values = attrs.get_aggregate(name).unwrap_or_default().iter();
    values
        .filter_map(|value| match value {
            AttrValue::String(text) => Some(text.to_vec().into()),
            _ => None,
        })
        .collect()
}

fn parse_single(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let (sparse, dense) = (names(attrs, "sparse_keys"), names(attrs, "dense_keys"));
    frame.expect_args(1 + dense.len())?;
    let sparse_types = types(attrs, "sparse_types", sparse.len())?;
    let request = Request {
        sparse: sparse.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense, 1, "dense_shapes")?,
        ragged: Vec::new(),
        single: true,
    };
    parse(frame, &request)
}

/// A feature of each record, of the kind that it must have.
pub(crate) fn column<'a>(
    records: &'a [HashMap<&[u8], Option<Values>>],
    key: &[u8],
    dtype: DType,
) -> Result<Vec<Option<&'a Values>>, OpError> {
    let feature = |(at, record): (usize, &'a HashMap<&[u8], Option<Values>>)| match record.get(key) {
        Some(Some(values)) if values.dtype() != dtype => {
            let (key, got) = (String::from_utf8_lossy(key), values.dtype().label());
            Err(OpError::from(format!(
                "Key: {key}, Index: {at}. Data types don't match. Expected type: {}, but the feature has {got}",
                dtype.label()
            )))
        }
        Some(values) => Ok(values.as_ref()),
        None => Ok(None),
    };
    records.iter().enumerate().map(feature).collect()
}

fn parse(frame: &mut DispatchFrame<'_>, request: &Request) -> Result<(), OpError> {
    let serialized = frame.strings(0)?.clone();
    if serialized.metadata().shape.rank() > 1 || (request.single && serialized.strings().len() != 1) {
        let shape = &serialized.metadata().shape;
        return Err(format!(
            "serialized must be a vector, or a scalar for a single record, but has shape {shape}"
        )
        .into());
    }
    let mut records = Vec::new();
    for (at, record) in serialized.strings().iter().enumerate() {
        let features = features(record)
            .ok_or_else(|| OpError::from(format!("Could not parse example input, record {at}")))?;
        records.push(features);
    }
    for (i, result) in results(&records, request)?.into_iter().enumerate() {
        frame.set(i, result);
    }
    Ok(())
}

/// The requested parts of records: indices, values and shapes of sparse features, dense ones, values and row splits of ragged ones.
pub(crate) fn results(
    records: &[HashMap<&[u8], Option<Values>>],
    request: &Request,
) -> Result<Vec<Tensor>, OpError> {
    let batch: Option<i64> = (!request.single).then_some(records.len() as i64);
    let (mut indices, mut values, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
    for (key, dtype) in &request.sparse {
        let (mut places, mut all, mut longest) = (Vec::new(), Values::none(*dtype)?, 0);
        for (row, found) in column(records, key, *dtype)?.into_iter().enumerate() {
            let Some(found) = found else { continue };
            for at in 0..found.len() as i64 {
                places.extend(batch.map(|_| row as i64).into_iter().chain([at]));
            }
            longest = longest.max(found.len() as i64);
            all.append(found);
        }
        let count = all.len() as i64;
        let rank = 1 + i64::from(batch.is_some());
        indices.push(Tensor::from(integers(DType::I64, &[count, rank], &places)?));
        values.push(all.into_tensor(&[count])?);
        let dims: Vec<i64> = batch.into_iter().chain([longest]).collect();
        shapes.push(Tensor::from(integer_vector(DType::I64, &dims)?));
    }
    let mut results: Vec<Tensor> = indices;
    results.append(&mut values);
    results.append(&mut shapes);
    for dense in &request.dense {
        results.push(dense_result(records, dense, batch)?);
    }
    let mut row_splits = Vec::new();
    for (key, dtype, split_dtype) in &request.ragged {
        let (mut all, mut ends) = (Values::none(*dtype)?, vec![0_i64]);
        for found in column(records, key, *dtype)? {
            found.into_iter().for_each(|found| all.append(found));
            ends.push(all.len() as i64);
        }
        let count = all.len() as i64;
        results.push(all.into_tensor(&[count])?);
        // A single record has no rows to split.
        row_splits
            .push(Tensor::from(integer_vector(*split_dtype, if batch.is_some() { &ends } else { &[] })?));
    }
    results.append(&mut row_splits);
    Ok(results)
}

fn dense_result(
    records: &[HashMap<&[u8], Option<Values>>],
    dense: &Dense,
    batch: Option<i64>,
) -> Result<Tensor, OpError> {
    let name = String::from_utf8_lossy(&dense.key);
    let PartialShape::Ranked(shape) = &dense.shape else {
        return Err(format!("dense_shapes: the shape of '{name}' must have a known rank").into());
    };
    let found = column(records, &dense.key, dense.dtype)?;
    let mut all = Values::none(dense.dtype)?;
    let mut dims: Dims = batch.into_iter().collect();
    // Of a first dimension that is not known, as many as the longest has; shorter ones are filled up with the default.
    let grows = shape.first().is_some_and(|&dim| dim < 0);
    let row = product(if grows { &shape[1..] } else { shape }).max(1);
    let wanted = if grows {
        let longest = found.iter().flatten().map(|values| values.len()).max().unwrap_or(0);
        dims.push(longest.div_ceil(row) as i64);
        dims.extend_from_slice(&shape[1..]);
        longest.div_ceil(row) * row
    } else {
        dims.extend_from_slice(shape);
        product(shape)
    };
    for (at, found) in found.into_iter().enumerate() {
        match found {
            Some(values) if grows => {
                if values.len() % row != 0 {
                    return Err(format!(
                        "Key: {name}, Index: {at}. Number of values {} is no multiple of {row}",
                        values.len()
                    )
                    .into());
                }
                all.append(values);
                if dense.default.len() != 1 && values.len() < wanted {
                    return Err(format!("the default of '{name}' must be one element to fill up with").into());
                }
                (values.len()..wanted).for_each(|_| all.append(&dense.default));
            }
            Some(values) if values.len() == wanted => all.append(values),
            Some(values) => {
                return Err(format!(
                    "Key: {name}, Index: {at}. Number of {} values != expected. values size: {} but output shape: {}",
                    dense.dtype.label(),
                    values.len(),
                    dense.shape
                )
                .into());
            }
            None if grows => {
                if dense.default.len() != 1 && wanted > 0 {
                    return Err(format!("the default of '{name}' must be one element to fill up with").into());
                }
                (0..wanted).for_each(|_| all.append(&dense.default));
            }
            None if dense.default.len() == wanted => all.append(&dense.default),
            None => {
                return Err(format!(
                    "Name: <unknown>, Feature: {name} (data type: {}) is required but could not be found.",
                    dense.dtype.label()
                )
                .into());
            }
        }
    }
    all.into_tensor(&dims)
}
