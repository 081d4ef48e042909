//! `onnx.Unique`: the different elements of a tensor, or slices along an axis; where they are first, which of them is where, how often.

use std::cmp::Ordering;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, Element, I1, Shape, StringHostTensor, Tensor, TensorMetadata,
};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, room};
use crate::ops::number::nan_last;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.Unique", OpEntry::new().strings().dispatch(unique));
}

/// The slices of a tensor: for each, where its elements are.
struct Slices {
    outer: usize,
    count: usize,
    inner: usize,
}

impl Slices {
    fn elements(&self, slice: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.outer).flat_map(move |outer| {
            let first = (outer * self.count + slice) * self.inner;
            first..first + self.inner
        })
    }
}

/// Which slices differ.
struct Found {
    /// The first slice of each kind.
    first: Vec<usize>,
    /// The kind of each slice.
    kinds: Vec<usize>,
    counts: Vec<i64>,
}

fn find(
    slices: &Slices,
    is_sorted: bool,
    compare: impl Fn(usize, usize) -> Ordering,
) -> Result<Found, OpError> {
    let between = |a: usize, b: usize| {
        let pairs = slices.elements(a).zip(slices.elements(b));
        pairs.map(|(a, b)| compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let mut order: Vec<usize> = room(slices.count)?;
    order.extend(0..slices.count);
    order.sort_by(|&a, &b| between(a, b));
    let mut kinds = filled(0, slices.count)?;
    let mut first: Vec<usize> = Vec::new();
    let mut counts: Vec<i64> = Vec::new();
    for (i, &slice) in order.iter().enumerate() {
        if i == 0 || between(order[i - 1], slice).is_ne() {
            first.push(slice);
            counts.push(0);
        }
        kinds[slice] = first.len() - 1;
        counts[first.len() - 1] += 1;
    }
    if !is_sorted {
        let mut places: Vec<usize> = (0..first.len()).collect();
        places.sort_by_key(|&kind| first[kind]);
        let mut new = filled(0, first.len())?;
        places.iter().enumerate().for_each(|(place, &kind)| new[kind] = place);
        kinds.iter_mut().for_each(|kind| *kind = new[*kind]);
        (first, counts) = places.iter().map(|&kind| (first[kind], counts[kind])).unzip();
    }
    Ok(Found { first, kinds, counts })
}

/// The different slices of a dense tensor.
fn distinct<T: Element>(
    all: &[T],
    slices: &Slices,
    is_sorted: bool,
    sources: &dyn Fn(&Found) -> Result<Vec<usize>, OpError>,
    metadata: &dyn Fn(&Found) -> Result<TensorMetadata, OpError>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Result<(Found, Tensor), OpError> {
    let found = find(slices, is_sorted, |a, b| compare(&all[a], &all[b]))?;
    let mut out = DenseHostTensor::uninitialized(metadata(&found)?)?;
    let places = sources(&found)?;
    if let Some(values) = out.values_mut::<T>() {
        values.iter_mut().zip(&places).for_each(|(to, &from)| *to = all[from]);
    }
    Ok((found, out.into()))
}

fn unique(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let tensor = frame.tensor(0)?;
    let (dtype, dims) = (tensor.dtype(), tensor.shape().dims());
    let is_sorted = attrs.get_bool("sorted").unwrap_or(true);
    let size = |dims: &[i64]| dims.iter().product::<i64>() as usize;
    let (slices, at) = match attrs.get_bool("flatten").unwrap_or(true) {
        true => (Slices { outer: 1, count: size(&dims), inner: 1 }, None),
        false => {
            let axis = attrs.get_int("axis").unwrap_or(0);
            let at = tfrt_ops::shapes::axes(&[axis], dims.len(), "axis")?[0];
            let slices =
                Slices { outer: size(&dims[..at]), count: dims[at] as usize, inner: size(&dims[at + 1..]) };
            (slices, Some(at))
        }
    };
    let target = |count: usize| {
        let mut target = dims.to_vec();
        match at {
            Some(at) => target[at] = count as i64,
            None => target = vec![count as i64],
        }
        Shape::new(&target)
    };
    // The elements of the result, in its order.
    let sources = |found: &Found| -> Result<Vec<usize>, OpError> {
        let mut sources = room(slices.outer * found.first.len() * slices.inner)?;
        for outer in 0..slices.outer {
            for &slice in &found.first {
                let first = (outer * slices.count + slice) * slices.inner;
                sources.extend(first..first + slices.inner);
            }
        }
        Ok(sources)
    };
    let (found, values): (Found, Tensor) = if dtype == DType::String {
        let strings = frame.strings(0)?;
        let all = strings.strings();
        let found = find(&slices, is_sorted, |a, b| all[a].cmp(&all[b]))?;
        let values = sources(&found)?.into_iter().map(|from| all[from].clone()).collect();
        let shape = target(found.first.len())?;
        (found, StringHostTensor::new(shape, values)?.into())
    } else {
        let metadata = |found: &Found| Ok(TensorMetadata::new(dtype, target(found.first.len())?));
        for_dtype!(dtype, [ints floats halves], {
            distinct(frame.values::<T>(0)?, &slices, is_sorted, &sources, &metadata, nan_last)?
        }, else match dtype {
            DType::I1 => distinct(frame.values::<I1>(0)?, &slices, is_sorted, &sources, &metadata, |a, b| a.0.cmp(&b.0))?,
            _ => return Err(unsupported(dtype)),
        })
    };
    let lists = [
        found.first.iter().map(|&slice| slice as i64).collect::<Vec<_>>(),
        found.kinds.iter().map(|&kind| kind as i64).collect(),
        found.counts,
    ];
    let wanted = frame.num_results().saturating_sub(1);
    for (i, list) in lists.iter().enumerate().take(wanted) {
        let metadata = TensorMetadata::new(DType::I64, Shape::new(&[list.len() as i64])?);
        let mut out = DispatchFrame::fresh(&metadata)?;
        out.values_mut::<i64>().copy_from_slice(list);
        frame.finish(i + 1, out);
    }
    frame.set(0, values);
    Ok(())
}
