//! Sets as the rows of tensors, dense or sparse: `tf.DenseToDenseSetOperation` and its like, `tf.SetSize`; and the edit distance of two
//! sequences, `tf.EditDistance`.

use std::collections::{BTreeMap, BTreeSet};

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape};

use super::{Sparse, set_sparse};
use crate::ops::arrays::gather::product;
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::memory::{collected, copied, filled};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many elements a set has is data, so there are no metadata functions.
    for (name, first, second) in [
        ("tf.DenseToDenseSetOperation", Kind::Dense, Kind::Dense),
        ("tf.DenseToSparseSetOperation", Kind::Dense, Kind::Sparse),
        ("tf.SparseToSparseSetOperation", Kind::Sparse, Kind::Sparse),
    ] {
        ops.add(
            name,
            OpEntry::new()
                .dispatch(move |frame: &mut DispatchFrame<'_>| match frame.tensor(first.values())?.dtype() {
                    DType::String => combine_strings(frame, first, second),
                    dtype => for_dtype!(dtype, [ints], {
                        combine(frame, first, second, |frame, at| copied(frame.values::<T>(at)?), |values: &[T]| {
                            Ok(DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, values)?.into())
                        })
                    }, else Err(unsupported(dtype))),
                })
                .strings(),
        );
    }
    ops.add("tf.SetSize", OpEntry::new().dispatch(encoded(size)).strings());
    ops.add("tf.EditDistance", OpEntry::new().dispatch(encoded(distance)).strings());
}

/// The form in which an argument gives sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As one tensor.
    Dense,
    /// As three: indices, values and shape.
    Sparse,
}

impl Kind {
    /// The argument that has the values.
    fn values(self) -> usize {
        if self == Kind::Dense { 0 } else { 1 }
    }

    fn arguments(self) -> usize {
        if self == Kind::Dense { 1 } else { 3 }
    }
}

/// The sets of a tensor by their place in its dimensions before the last, and these dimensions.
struct Sets<T> {
    outer: Dims,
    sets: BTreeMap<Vec<i64>, BTreeSet<T>>,
}

fn place_of(mut at: usize, dims: &[i64]) -> Vec<i64> {
    let mut place: Vec<i64> = dims
        .iter()
        .rev()
        .map(|&dim| {
            let index = at as i64 % dim.max(1);
            at /= dim.max(1) as usize;
            index
        })
        .collect();
    place.reverse();
    place
}

fn sets<T: Ord + Clone>(
    frame: &DispatchFrame<'_>,
    first: usize,
    kind: Kind,
    values: Vec<T>,
) -> Result<Sets<T>, OpError> {
    let mut sets: BTreeMap<Vec<i64>, BTreeSet<T>> = BTreeMap::new();
    let outer = match kind {
        Kind::Dense => {
            let mut dims = frame.tensor(first)?.shape().dims();
            let length = dims.pop().filter(|_| !dims.is_empty());
            let length = length.ok_or_else(|| OpError::from("Input set must have at least rank 2"))? as usize;
            for (at, set) in values.chunks_exact(length.max(1)).enumerate() {
                sets.insert(place_of(at, &dims), set.iter().cloned().collect());
            }
            dims
        }
        Kind::Sparse => {
            let sparse = Sparse::of(frame, first, first + 1, first + 2)?;
            if sparse.rank() < 2 {
                return Err("Input set must have at least rank 2".into());
            }
            for (at, value) in values.into_iter().enumerate() {
                let row = &sparse.row(at)[..sparse.rank() - 1];
                sets.entry(row.to_vec()).or_default().insert(value);
            }
            Dims::from_slice(&sparse.shape[..sparse.rank() - 1])
        }
    };
    Ok(Sets { outer, sets })
}

fn combine_strings(frame: &mut DispatchFrame<'_>, first: Kind, second: Kind) -> Result<(), OpError> {
    combine(
        frame,
        first,
        second,
        |frame, at| Ok(frame.strings(at)?.strings().to_vec()),
        |values: &[Box<[u8]>]| {
            let shape = Shape::new(&[values.len() as i64])?;
            Ok(tfrt_executor::tensor::StringHostTensor::new(shape, values.to_vec())?.into())
        },
    )
}

fn combine<T: Ord + Clone>(
    frame: &mut DispatchFrame<'_>,
    first: Kind,
    second: Kind,
    values: impl Fn(&DispatchFrame<'_>, usize) -> Result<Vec<T>, OpError>,
    tensor: impl Fn(&[T]) -> Result<tfrt_executor::tensor::Tensor, OpError>,
) -> Result<(), OpError> {
    frame.expect_args(first.arguments() + second.arguments())?;
    let at = first.arguments();
    let a = sets(frame, 0, first, values(frame, first.values())?)?;
    let b = sets(frame, at, second, values(frame, at + second.values())?)?;
    if a.outer != b.outer {
        return Err(format!("Mismatched group shapes: {:?} and {:?}", &a.outer[..], &b.outer[..]).into());
    }
    let operation = frame.attrs().get_str("set_operation").unwrap_or_default().to_ascii_lowercase();
    let join: fn(&BTreeSet<T>, &BTreeSet<T>) -> Vec<T> = match &*operation {
        "a-b" => |a, b| a.difference(b).cloned().collect(),
        "b-a" => |a, b| b.difference(a).cloned().collect(),
        "intersection" => |a, b| a.intersection(b).cloned().collect(),
        "union" => |a, b| a.union(b).cloned().collect(),
        other => return Err(format!("Invalid set_operation {other}.").into()),
    };
    let empty = BTreeSet::new();
    let places: BTreeSet<&Vec<i64>> = a.sets.keys().chain(b.sets.keys()).collect();
    let (mut indices, mut all, mut longest) = (Vec::new(), Vec::new(), 0);
    for place in places {
        let joined = join(a.sets.get(place).unwrap_or(&empty), b.sets.get(place).unwrap_or(&empty));
        for (i, value) in joined.iter().enumerate() {
            indices.extend_from_slice(place);
            indices.push(i as i64);
            all.push(value.clone());
        }
        longest = longest.max(joined.len() as i64);
    }
    let mut shape = a.outer;
    shape.push(longest);
    let values = tensor(&all)?;
    let none = DenseHostTensor::from_values(Shape::new(&[all.len() as i64])?, &vec![0_i64; all.len()])?;
    set_sparse(frame, 0, &indices, none, &shape)?;
    frame.set(1, values);
    Ok(())
}

/// The number of different elements of each set.
fn size(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let bytes = frame.dense(1)?;
    let width = element_size(bytes.dtype())?;
    let values = collected(bytes.bytes().chunks_exact(width).map(<[u8]>::to_vec))?;
    let sets = sets(frame, 0, Kind::Sparse, values)?;
    let mut sizes = filled(0_i32, Shape::new(&sets.outer)?.num_elements())?;
    for (place, set) in sets.sets {
        let at =
            place.iter().zip(&sets.outer).fold(0, |at, (&index, &dim)| at * dim as usize + index as usize);
        sizes[at] = set.len() as i32;
    }
    let made = DenseHostTensor::from_values(Shape::new(&sets.outer)?, &sizes)?;
    frame.set(0, made);
    Ok(())
}

/// Levenshtein's distance of the sequences along the last dimension, divided by the length of the second on request.
fn distance(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let (a, b) = (Sparse::of(frame, 0, 1, 2)?, Sparse::of(frame, 3, 4, 5)?);
    if a.rank() != b.rank() || a.rank() < 1 {
        return Err(format!(
            "Expected hypothesis_shape and truth_shape to have one length, but they have {} and {}",
            a.rank(),
            b.rank()
        )
        .into());
    }
    let normalize = frame.attrs().get_bool("normalize").unwrap_or(true);
    let outer: Dims = a.shape.iter().zip(&b.shape).take(a.rank() - 1).map(|(&a, &b)| a.max(b)).collect();
    let shape = Shape::new(&outer)?;
    type Sequences = BTreeMap<Vec<i64>, Vec<Vec<u8>>>;
    let sequences = |sparse: &Sparse, values: usize| -> Result<Sequences, OpError> {
        let dense = frame.dense(values)?;
        let width = element_size(dense.dtype())?;
        let mut all = Sequences::new();
        for (at, value) in dense.bytes().chunks_exact(width).enumerate() {
            let row = &sparse.row(at)[..sparse.rank() - 1];
            all.entry(row.to_vec()).or_default().push(value.to_vec());
        }
        Ok(all)
    };
    let (first, second) = (sequences(&a, 1)?, sequences(&b, 4)?);
    let mut distances = filled(0.0_f32, product(&outer))?;
    for (at, to) in distances.iter_mut().enumerate() {
        let place = place_of(at, &outer);
        let of = |all: &Sequences| all.get(&place).cloned().unwrap_or_default();
        let (x, y) = (of(&first), of(&second));
        let mut row: Vec<usize> = (0..=y.len()).collect();
        for (i, x) in x.iter().enumerate() {
            let mut before = row[0];
            row[0] = i + 1;
            for (j, y) in y.iter().enumerate() {
                let changed = before + usize::from(x != y);
                before = row[j + 1];
                row[j + 1] = changed.min(before + 1).min(row[j] + 1);
            }
        }
        let steps = row[y.len()] as f32;
        *to = match (normalize, y.len()) {
            (false, _) => steps,
            (true, 0) if x.is_empty() => 0.0,
            (true, length) => steps / length as f32,
        };
    }
    let made = DenseHostTensor::from_values(shape, &distances)?;
    frame.set(0, made);
    Ok(())
}
