//! Feature crosses: every combination of the values that several tensors have in a row, as one string or one number.
//!
//! The number of a combination is TensorFlow's: fingerprints, joined one after the other.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, Tensor};

use super::Sparse;
use crate::ops::arrays::gather::positions;
use crate::ops::index_arguments::{integer_dtype, integer_vector, integers};
use crate::ops::memory::filled;
use crate::ops::text::parts::fingerprint;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SparseCross", OpEntry::new().dispatch(cross).strings());
    ops.add("tf.SparseCrossV2", OpEntry::new().dispatch(cross_v2).strings());
    ops.add("tf.RaggedCross", OpEntry::new().dispatch(ragged_cross).strings());
}

/// A value of a column.
#[derive(Clone)]
enum Feature {
    Number(i64),
    Text(Box<[u8]>),
}

impl Feature {
    fn hash(&self) -> u64 {
        match self {
            Feature::Number(number) => *number as u64,
            Feature::Text(text) => fingerprint::of(text),
        }
    }

    fn text(&self) -> Vec<u8> {
        match self {
            Feature::Number(number) => number.to_string().into_bytes(),
            Feature::Text(text) => text.to_vec(),
        }
    }
}

/// Two fingerprints as one.
fn joined(a: u64, b: u64) -> u64 {
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let mixed = |value: u64| value ^ (value >> 47);
    let mut result = a ^ FACTOR;
    result ^= mixed(b.wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
    result = result.wrapping_mul(FACTOR);
    mixed(mixed(result).wrapping_mul(FACTOR))
}

fn features(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<Feature>, OpError> {
    match frame.tensor(i)? {
        Tensor::String(strings) => Ok(strings.strings().iter().cloned().map(Feature::Text).collect()),
        tensor if matches!(tensor.dtype(), DType::I32 | DType::I64) => {
            Ok(positions(frame, i)?.into_iter().map(Feature::Number).collect())
        }
        other => {
            Err(format!("features must be strings or 64-bit integers, but are {}", other.dtype().label())
                .into())
        }
    }
}

/// The columns' features, row by row: those of sparse columns first.
fn columns(frame: &DispatchFrame<'_>, arguments: usize) -> Result<Vec<Vec<Vec<Feature>>>, OpError> {
    let count = frame.attrs().get_int("N").ok_or("missing 'N' attribute")?;
    let count =
        usize::try_from(count).ok().filter(|count| count.checked_mul(3).is_some_and(|all| all <= arguments));
    let count = count.ok_or("N must be the number of sparse columns")?;
    let mut all = Vec::new();
    let mut rows: Option<i64> = None;
    let mut check = |what: String, given: i64| match *rows.get_or_insert(given) {
        rows if rows == given => Ok(given as usize),
        rows => Err(OpError::from(format!("Expected batch size {rows}, but {what} has {given} rows"))),
    };
    for column in 0..count {
        let sparse = Sparse::of(frame, column, count + column, 2 * count + column)?;
        if sparse.rank() != 2 {
            return Err(format!(
                "Input indices should be a matrix of two columns, but column {column} has rank {}",
                sparse.rank()
            )
            .into());
        }
        let given = check(format!("sparse column {column}"), sparse.shape[0])?;
        if sparse.shape[0] > i64::from(i32::MAX) {
            return Err(format!("out of memory for {} rows", sparse.shape[0]).into());
        }
        let mut by_row = filled(Vec::new(), given)?;
        for (at, feature) in features(frame, count + column)?.into_iter().enumerate() {
            by_row[sparse.row(at)[0] as usize].push(feature);
        }
        all.push(by_row);
    }
    for i in 3 * count..arguments {
        let shape = frame.tensor(i)?.shape();
        let [given, width] = shape.dims()[..] else {
            return Err(format!(
                "arguments beyond those of the N sparse columns should be matrices, but one has shape {shape}"
            )
            .into());
        };
        let given = check(format!("argument {i}"), given)?;
        let features = features(frame, i)?;
        let row = |at: usize| features[at * width as usize..][..width as usize].to_vec();
        all.push((0..given).map(row).collect());
    }
    Ok(all)
}

/// The combinations of each row, the last column's feature changing fastest.
fn combinations<'a>(columns: &'a [Vec<Vec<Feature>>]) -> Result<Vec<Vec<Vec<&'a Feature>>>, OpError> {
    let rows = columns.first().map_or(0, Vec::len);
    let mut total = 0_usize;
    let mut all = Vec::new();
    for row in 0..rows {
        let mut combined: Vec<Vec<&'a Feature>> = vec![Vec::new()];
        for column in columns {
            let features = &column[row];
            total = combined
                .len()
                .checked_mul(features.len())
                .and_then(|more| total.checked_add(more))
                .unwrap_or(usize::MAX);
            if total > 1 << 28 {
                return Err("the columns have too many combinations".into());
            }
            combined = combined
                .iter()
                .flat_map(|start| {
                    features.iter().map(move |feature| {
                        let mut whole = start.clone();
                        whole.push(feature);
                        whole
                    })
                })
                .collect();
        }
        all.push(combined);
    }
    Ok(all)
}

fn set_result(
    frame: &mut DispatchFrame<'_>,
    combined: &[Vec<Vec<&Feature>>],
    values: impl Into<Tensor>,
) -> Result<(), OpError> {
    let mut indices = Vec::new();
    for (row, combinations) in combined.iter().enumerate() {
        (0..combinations.len()).for_each(|column| indices.extend([row as i64, column as i64]));
    }
    let widest = combined.iter().map(Vec::len).max().unwrap_or(0) as i64;
    frame.set(0, integers(DType::I64, &[indices.len() as i64 / 2, 2], &indices)?);
    frame.set(1, values);
    frame.set(2, integer_vector(DType::I64, &[combined.len() as i64, widest])?);
    Ok(())
}

fn text(features: &[&Feature], separator: &[u8]) -> Box<[u8]> {
    features.iter().map(|feature| feature.text()).collect::<Vec<_>>().join(separator).into()
}

fn cross(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let columns = columns(frame, frame.num_args())?;
    let combined = combinations(&columns)?;
    let flat = combined.iter().flatten();
    if !attrs.get_bool("hashed_output").unwrap_or(false) {
        let strings: Vec<Box<[u8]>> = flat.map(|features| text(features, b"_X_")).collect();
        let values = StringHostTensor::new(Shape::new(&[strings.len() as i64])?, strings)?;
        return set_result(frame, &combined, values);
    }
    let values = hashed(attrs, flat)?;
    set_result(frame, &combined, values)
}

/// The numbers of combinations.
fn hashed<'a>(
    attrs: OpAttrsRef<'_>,
    combinations: impl Iterator<Item = &'a Vec<&'a Feature>>,
) -> Result<DenseHostTensor, OpError> {
    let buckets = attrs.get_int("num_buckets").unwrap_or(0);
    if buckets < 0 {
        return Err(format!("num_buckets must be non-negative, but is {buckets}").into());
    }
    let buckets = if buckets == 0 { i64::MAX as u64 } else { buckets as u64 };
    let key = attrs.get_int("hash_key").unwrap_or(0) as u64;
    let numbers: Vec<i64> = combinations
        .map(|features| {
            (features.iter().fold(key, |hash, feature| joined(hash, feature.hash())) % buckets) as i64
        })
        .collect();
    Ok(DenseHostTensor::from_values(Shape::new(&[numbers.len() as i64])?, &numbers)?)
}

/// Features by row of values and where each row of them ends.
fn split_rows(
    values: Vec<Feature>,
    splits: &[i64],
    rows: &mut Option<usize>,
) -> Result<Vec<Vec<Feature>>, OpError> {
    let ordered = splits.first() == Some(&0) && splits.windows(2).all(|pair| pair[0] <= pair[1]);
    if !ordered || splits.last() != Some(&(values.len() as i64)) {
        return Err(format!("Invalid row splits {splits:?} for {} values", values.len()).into());
    }
    same_rows(rows, splits.len() - 1)?;
    Ok(splits.windows(2).map(|pair| values[pair[0] as usize..pair[1] as usize].to_vec()).collect())
}

fn same_rows(rows: &mut Option<usize>, given: usize) -> Result<(), OpError> {
    match *rows.get_or_insert(given) {
        rows if rows == given => Ok(()),
        rows => Err(format!("inputs must all have the same batch dimension size: {rows} and {given}").into()),
    }
}

/// Crosses columns that are ragged, sparse or dense; `input_order` says in which order they come.
fn ragged_cross(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let order = attrs.get_string("input_order").ok_or("missing 'input_order' attribute")?;
    let many = |kind: u8| order.iter().filter(|&&own| own == kind).count();
    let (ragged, sparse, dense) = (many(b'R'), many(b'S'), many(b'D'));
    if ragged + sparse + dense != order.len() {
        return Err(format!("Invalid input_order {}", String::from_utf8_lossy(order)).into());
    }
    let expected = 2 * ragged + 3 * sparse + dense;
    if frame.num_args() != expected {
        return Err(format!("input_order takes {expected} arguments, but got {}", frame.num_args()).into());
    }
    let first_sparse = 2 * ragged;
    let mut rows = None;
    let (mut next_ragged, mut next_sparse, mut next_dense) = (0, first_sparse, first_sparse + 3 * sparse);
    let mut columns = Vec::new();
    for kind in order {
        let column = match kind {
            b'R' => {
                next_ragged += 1;
                let splits = positions(frame, ragged + next_ragged - 1)?;
                split_rows(features(frame, next_ragged - 1)?, &splits, &mut rows)?
            }
            b'S' => {
                next_sparse += 1;
                let at = next_sparse - 1;
                let column = Sparse::of(frame, at, at + sparse, at + 2 * sparse)?;
                if column.rank() != 2 || column.shape[0] > i64::from(i32::MAX) {
                    return Err(format!(
                        "sparse inputs must be matrices, but one has shape {:?}",
                        &column.shape[..]
                    )
                    .into());
                }
                same_rows(&mut rows, column.shape[0] as usize)?;
                let mut by_row = filled(Vec::new(), column.shape[0] as usize)?;
                for (at, feature) in features(frame, at + sparse)?.into_iter().enumerate() {
                    by_row[column.row(at)[0] as usize].push(feature);
                }
                by_row
            }
            _ => {
                next_dense += 1;
                let shape = frame.tensor(next_dense - 1)?.shape();
                let [count, width] = shape.dims()[..] else {
                    return Err(format!("dense inputs must be matrices, but one has shape {shape}").into());
                };
                same_rows(&mut rows, count as usize)?;
                let features = features(frame, next_dense - 1)?;
                (0..count as usize)
                    .map(|at| features[at * width as usize..][..width as usize].to_vec())
                    .collect()
            }
        };
        columns.push(column);
    }
    let combined = combinations(&columns)?;
    let mut splits = vec![0_i64];
    for row in &combined {
        splits.push(splits[splits.len() - 1] + row.len() as i64);
    }
    let flat = combined.iter().flatten();
    let values: Tensor = if attrs.get_bool("hashed_output").unwrap_or(false) {
        hashed(attrs, flat)?.into()
    } else {
        let strings: Vec<Box<[u8]>> = flat.map(|features| text(features, b"_X_")).collect();
        StringHostTensor::new(Shape::new(&[strings.len() as i64])?, strings)?.into()
    };
    let splits_dtype = integer_dtype(attrs, "out_row_splits_type", DType::I64)?;
    frame.set(0, values);
    frame.set(1, integer_vector(splits_dtype, &splits)?);
    Ok(())
}

fn cross_v2(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Some(last) = frame.num_args().checked_sub(1) else {
        return Err("expected at least 1 argument, but got 0".into());
    };
    let [separator] = frame.strings(last)?.strings() else {
        return Err("sep must be a single string".into());
    };
    let columns = columns(frame, last)?;
    let combined = combinations(&columns)?;
    let strings: Vec<Box<[u8]>> =
        combined.iter().flatten().map(|features| text(features, separator)).collect();
    let values = StringHostTensor::new(Shape::new(&[strings.len() as i64])?, strings)?;
    set_result(frame, &combined, values)
}
