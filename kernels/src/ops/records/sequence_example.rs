//! Records of features and of lists of features, in their serialised form: `tf.ParseSequenceExampleV2`, and in older forms
//! `tf.ParseSequenceExample` and `tf.ParseSingleSequenceExample`.
//!
//! Such a record has a context, features of the whole record, which are read as those of other records are, and lists of features by
//! name, one feature for each step. A list becomes a dense tensor with a dimension for steps, a sparse or a ragged one.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, PartialShape, Shape, Tensor};

use crate::ops::arrays::gather::product;
use crate::ops::index_arguments::{integer_vector, integers};
use crate::ops::records::example::{
    Field, RaggedFeature, Request, Values, dense_request, each_field, features, keys, names, results, shapes,
    types, values,
};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.ParseSequenceExampleV2", OpEntry::new().dispatch(parse_v2).strings());
    ops.add("tf.ParseSequenceExample", OpEntry::new().dispatch(parse_v1).strings());
    ops.add("tf.ParseSingleSequenceExample", OpEntry::new().dispatch(parse_single).strings());
}

/// A list that is to become a dense tensor.
struct DenseList {
    key: Box<[u8]>,
    dtype: DType,
    shape: PartialShape,
    /// A record without the list has none of its features, rather than being wrong.
    may_be_missing: bool,
}

/// The requested parts of lists.
struct Lists {
    sparse: Vec<(Box<[u8]>, DType)>,
    dense: Vec<DenseList>,
    /// With the dtypes of their row splits.
    ragged: Vec<RaggedFeature>,
    /// Whether the lengths of dense lists are results.
    lengths: bool,
}

fn dense_lists(
    attrs: OpAttrsRef<'_>,
    keys: Vec<Box<[u8]>>,
    may_be_missing: impl Fn(usize, &[u8]) -> bool,
) -> Result<Vec<DenseList>, OpError> {
    let types = types(attrs, "feature_list_dense_types", keys.len())?;
    let shapes = shapes(attrs, "feature_list_dense_shapes", keys.len())?;
    let lists = keys.into_iter().zip(types).zip(shapes).enumerate().map(|(i, ((key, dtype), shape))| {
        let may_be_missing = may_be_missing(i, &key);
        DenseList { key, dtype, shape, may_be_missing }
    });
    Ok(lists.collect())
}

fn ragged(
    attrs: OpAttrsRef<'_>,
    keys: Vec<Box<[u8]>>,
    [values, splits]: [&str; 2],
) -> Result<Vec<RaggedFeature>, OpError> {
    let (values, splits) = (types(attrs, values, keys.len())?, types(attrs, splits, keys.len())?);
    Ok(keys.into_iter().zip(values).zip(splits).map(|((key, ty), splits)| (key, ty, splits)).collect())
}

fn parse_v2(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let dense = keys(frame, 3)?;
    frame.expect_args(9 + dense.len())?;
    let single = frame.strings(0)?.metadata().shape.rank() == 0;
    let (sparse, list_sparse) = (keys(frame, 2)?, keys(frame, 5)?);
    let sparse_types = types(attrs, "context_sparse_types", sparse.len())?;
    let list_types = types(attrs, "feature_list_sparse_types", list_sparse.len())?;
    let missing: Vec<bool> = frame.dense(8)?.bytes().iter().map(|&byte| byte != 0).collect();
    let context = Request {
        sparse: sparse.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense, 9, "context_dense_shapes")?,
        ragged: ragged(attrs, keys(frame, 4)?, ["context_ragged_value_types", "context_ragged_split_types"])?,
        single,
    };
    let lists = Lists {
        sparse: list_sparse.into_iter().zip(list_types).collect(),
        dense: dense_lists(attrs, keys(frame, 6)?, |i, _| missing.get(i).copied().unwrap_or(false))?,
        ragged: ragged(
            attrs,
            keys(frame, 7)?,
            ["feature_list_ragged_value_types", "feature_list_ragged_split_types"],
        )?,
        lengths: true,
    };
    parse(frame, &context, &lists)
}

/// Keys are attributes; all records at once.
fn parse_v1(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let (sparse, dense) = (names(attrs, "context_sparse_keys"), names(attrs, "context_dense_keys"));
    let (list_sparse, list_dense) =
        (names(attrs, "feature_list_sparse_keys"), names(attrs, "feature_list_dense_keys"));
    frame.expect_args(2 + dense.len())?;
    let sparse_types = types(attrs, "context_sparse_types", sparse.len())?;
    let list_types = types(attrs, "feature_list_sparse_types", list_sparse.len())?;
    let missing = names(attrs, "feature_list_dense_missing_assumed_empty");
    let context = Request {
        sparse: sparse.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense, 2, "context_dense_shapes")?,
        ragged: Vec::new(),
        single: false,
    };
    let lists = Lists {
        sparse: list_sparse.into_iter().zip(list_types).collect(),
        dense: dense_lists(attrs, list_dense, |_, key| missing.iter().any(|name| **name == *key))?,
        ragged: Vec::new(),
        lengths: true,
    };
    parse(frame, &context, &lists)
}

/// One record, each key an argument.
fn parse_single(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let mut next = 2;
    let mut keys = |name: &str| -> Result<Vec<Box<[u8]>>, OpError> {
        let count = attrs.get_int(name).and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        let count = Some(count).filter(|&count| count <= frame.num_args());
        let count = count.ok_or_else(|| format!("{name} says that there are more keys than arguments"))?;
        next += count;
        (next - count..next)
            .map(|i| match frame.strings(i)?.strings() {
                [key] => Ok(key.clone()),
                _ => Err(format!("argument {i} must be one key").into()),
            })
            .collect()
    };
    let sparse = keys("Ncontext_sparse")?;
    let dense = keys("Ncontext_dense")?;
    let list_sparse = keys("Nfeature_list_sparse")?;
    let list_dense = keys("Nfeature_list_dense")?;
    frame.expect_args(next + dense.len() + 1)?;
    let sparse_types = types(attrs, "context_sparse_types", sparse.len())?;
    let list_types = types(attrs, "feature_list_sparse_types", list_sparse.len())?;
    let missing = crate::ops::records::example::keys(frame, 1)?;
    let context = Request {
        sparse: sparse.into_iter().zip(sparse_types).collect(),
        dense: dense_request(frame, dense, next, "context_dense_shapes")?,
        ragged: Vec::new(),
        single: true,
    };
    let lists = Lists {
        sparse: list_sparse.into_iter().zip(list_types).collect(),
        dense: dense_lists(attrs, list_dense, |_, key| missing.iter().any(|name| **name == *key))?,
        ragged: Vec::new(),
        lengths: false,
    };
    parse(frame, &context, &lists)
}

/// The lists of a record by name: a feature for each step, which has no kind where it has no values.
type Steps<'a> = HashMap<&'a [u8], Vec<Option<Values>>>;

fn steps(record: &[u8]) -> Option<Steps<'_>> {
    let mut all = HashMap::new();
    each_field(record, |field| {
        let Field::Bytes(2, lists) = field else { return Some(()) };
        each_field(lists, |field| {
            let Field::Bytes(1, entry) = field else { return Some(()) };
            let (mut name, mut list): (&[u8], &[u8]) = (&[], &[]);
            each_field(entry, |field| {
                match field {
                    Field::Bytes(1, key) => name = key,
                    Field::Bytes(2, value) => list = value,
                    _ => {}
                }
                Some(())
            })?;
            let mut features = Vec::new();
            each_field(list, |field| {
                if let Field::Bytes(1, feature) = field {
                    features.push(values(feature)?);
                }
                Some(())
            })?;
            all.insert(name, features);
            Some(())
        })
    })?;
    Some(all)
}

fn parse(frame: &mut DispatchFrame<'_>, context: &Request, lists: &Lists) -> Result<(), OpError> {
    let serialized = frame.strings(0)?.clone();
    let shape = &serialized.metadata().shape;
    if shape.rank() > 1 || (context.single && serialized.strings().len() != 1) {
        return Err(format!(
            "serialized must be a vector, or a scalar for a single record, but has shape {shape}"
        )
        .into());
    }
    let (mut contexts, mut records) = (Vec::new(), Vec::new());
    for (at, record) in serialized.strings().iter().enumerate() {
        let read = features(record).zip(steps(record));
        let (features, steps) =
            read.ok_or_else(|| OpError::from(format!("Could not parse example input, record {at}")))?;
        contexts.push(features);
        records.push(steps);
    }
    let mut all = results(&contexts, context)?;
    let batch = (!context.single).then_some(records.len() as i64);
    sparse_results(&records, lists, batch, &mut all)?;
    let mut lengths = Vec::new();
    for list in &lists.dense {
        let (tensor, length) = dense_result(&records, list, batch)?;
        all.push(tensor);
        lengths.push(length.into());
    }
    if lists.lengths {
        all.append(&mut lengths);
    }
    ragged_results(&records, lists, batch, &mut all)?;
    for (i, result) in all.into_iter().enumerate() {
        frame.set(i, result);
    }
    Ok(())
}

/// The features of a list, step by step; a feature without values has none.
fn list<'a>(
    record: &'a Steps<'_>,
    at: usize,
    key: &[u8],
    dtype: DType,
) -> Result<Vec<Option<&'a Values>>, OpError> {
    let features = record.get(key).map(Vec::as_slice).unwrap_or_default();
    let feature = |feature: &'a Option<Values>| match feature {
        Some(values) if values.dtype() != dtype => Err(OpError::from(format!(
            "Key: {}, Index: {at}. Data types don't match. Expected type: {}, but the feature has {}",
            String::from_utf8_lossy(key),
            dtype.label(),
            values.dtype().label()
        ))),
        feature => Ok(feature.as_ref()),
    };
    features.iter().map(feature).collect()
}

fn sparse_results(
    records: &[Steps<'_>],
    lists: &Lists,
    batch: Option<i64>,
    all: &mut Vec<Tensor>,
) -> Result<(), OpError> {
    let (mut indices, mut values, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
    for (key, dtype) in &lists.sparse {
        let (mut places, mut found, mut most, mut longest) = (Vec::new(), Values::none(*dtype)?, 0, 0);
        for (row, record) in records.iter().enumerate() {
            let steps = list(record, row, key, *dtype)?;
            most = most.max(steps.len() as i64);
            for (step, values) in steps.into_iter().enumerate() {
                let Some(values) = values else { continue };
                longest = longest.max(values.len() as i64);
                for at in 0..values.len() {
                    places.extend(batch.map(|_| row as i64).into_iter().chain([step as i64, at as i64]));
                }
                found.append(values);
            }
        }
        let (count, rank) = (found.len() as i64, 2 + i64::from(batch.is_some()));
        indices.push(Tensor::from(integers(DType::I64, &[count, rank], &places)?));
        values.push(found.into_tensor(&[count])?);
        let dims: Vec<i64> = batch.into_iter().chain([most, longest]).collect();
        shapes.push(Tensor::from(integer_vector(DType::I64, &dims)?));
    }
    all.append(&mut indices);
    all.append(&mut values);
    all.append(&mut shapes);
    Ok(())
}

/// A list as a dense tensor, which zeros or empty strings fill up, and how many steps each record has.
fn dense_result(
    records: &[Steps<'_>],
    wanted: &DenseList,
    batch: Option<i64>,
) -> Result<(Tensor, DenseHostTensor), OpError> {
    let name = String::from_utf8_lossy(&wanted.key);
    let PartialShape::Ranked(shape) = &wanted.shape else {
        return Err(format!("feature_list_dense_shapes: the shape of '{name}' must have a known rank").into());
    };
    if shape.iter().any(|&dim| dim < 0) {
        return Err(format!(
            "feature_list_dense_shapes: the shape {} of '{name}' must be known",
            wanted.shape
        )
        .into());
    }
    let each = product(shape);
    let mut lengths = Vec::new();
    for (row, record) in records.iter().enumerate() {
        if !record.contains_key(&*wanted.key) && !wanted.may_be_missing {
            return Err(format!(
                "Name: <unknown>, Index: {row}, Feature list '{name}' is required but could not be found.  Did you mean to include it in feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
            )
            .into());
        }
        lengths.push(record.get(&*wanted.key).map_or(0, Vec::len) as i64);
    }
    let most = lengths.iter().copied().max().unwrap_or(0);
    let filler = match wanted.dtype {
        DType::String => Values::Strings(vec![Box::default()]),
        DType::F32 => Values::Floats(vec![0.0]),
        DType::I64 => Values::Integers(vec![0]),
        other => Values::none(other)?,
    };
    let mut all = Values::none(wanted.dtype)?;
    for (row, record) in records.iter().enumerate() {
        for (step, values) in list(record, row, &wanted.key, wanted.dtype)?.into_iter().enumerate() {
            let count = values.map_or(0, Values::len);
            if count != each {
                return Err(format!(
                    "Name: <unknown>, Key: {name}, Index: {step}.  Number of values != expected.  values size: {count} but output shape: {}",
                    wanted.shape
                )
                .into());
            }
            values.into_iter().for_each(|values| all.append(values));
        }
        for _ in 0..(most - lengths[row]) as usize * each {
            all.append(&filler);
        }
    }
    let dims: Dims = batch.into_iter().chain([most]).chain(shape.iter().copied()).collect();
    let lengths = match batch {
        Some(_) => integer_vector(DType::I64, &lengths)?,
        None => DenseHostTensor::from_values(Shape::scalar(), &lengths)?,
    };
    Ok((all.into_tensor(&dims)?, lengths))
}

/// Lists as values, where the steps of each record end, and where the values of each step do.
fn ragged_results(
    records: &[Steps<'_>],
    lists: &Lists,
    batch: Option<i64>,
    all: &mut Vec<Tensor>,
) -> Result<(), OpError> {
    let (mut outer_splits, mut inner_splits) = (Vec::new(), Vec::new());
    for (key, dtype, splits) in &lists.ragged {
        let (mut found, mut outer, mut inner) = (Values::none(*dtype)?, vec![0_i64], vec![0_i64]);
        for (row, record) in records.iter().enumerate() {
            for values in list(record, row, key, *dtype)? {
                values.into_iter().for_each(|values| found.append(values));
                inner.push(found.len() as i64);
            }
            outer.push(inner.len() as i64 - 1);
        }
        let count = found.len() as i64;
        all.push(found.into_tensor(&[count])?);
        // A single record has no rows to split.
        outer_splits.push(Tensor::from(integer_vector(*splits, if batch.is_some() { &outer } else { &[] })?));
        inner_splits.push(Tensor::from(integer_vector(*splits, &inner)?));
    }
    all.append(&mut outer_splits);
    all.append(&mut inner_splits);
    Ok(())
}
