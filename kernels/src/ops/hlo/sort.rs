//! `hlo.sort` by a comparator region, and `hlo.top_k`.
//!
//! Sorting is stable. A comparator that ends in a comparison of a value of the left elements with a value of the right elements has these
//! values computed for all elements at once, and then compares numbers; any other comparator runs for each pair.

use std::cmp::Ordering;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1};
use tfrt_ops::Elementwise;

use super::int;
use super::movement::permuted;
use super::reduce::pick;
use super::region::{BLOCK, Functions, Region, Runner};
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{result_metadata, room};
use crate::ops::number::Float;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    ops.add(
        "hlo.sort",
        OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| sort(frame, &functions)),
    );
    ops.add("hlo.top_k", OpEntry::new().dispatch(top_k));
}

/// A number in the order that a comparison has: of the left or of the right element of a pair.
type Keys = Vec<Option<i128>>;

/// The values that a comparator compares, as integers of the same order; `None` where every comparison is false.
fn keys(values: &[u8], dtype: DType, is_total: bool) -> Result<Keys, OpError> {
    macro_rules! of {
        ($ty:ty, $f:expr) => {{
            let size = size_of::<$ty>();
            let read = |bytes: &[u8]| bytemuck::pod_read_unaligned::<$ty>(bytes);
            Ok(values.chunks_exact(size).map(|bytes| $f(read(bytes))).collect())
        }};
    }
    /// The order of the bits of a float; zeros are one where they are not told apart.
    fn ordered(bits: i64, width: u32, is_total: bool) -> Option<i128> {
        let shifted = bits << (64 - width);
        let size = shifted & i64::MAX;
        if !is_total && size == 0 {
            return Some(0);
        }
        Some(i128::from(shifted ^ ((shifted >> 63) as u64 >> 1) as i64))
    }
    match dtype {
        DType::I1 => of!(I1, |x: I1| Some(i128::from(x.get()))),
        DType::F32 => of!(f32, |x: f32| match x.is_nan() && !is_total {
            true => None,
            false => ordered(x.to_bits() as i32 as i64, 32, is_total),
        }),
        DType::F64 => of!(f64, |x: f64| match x.is_nan() && !is_total {
            true => None,
            false => ordered(x.to_bits() as i64, 64, is_total),
        }),
        DType::F16 => of!(half::f16, |x: half::f16| match x.is_nan() && !is_total {
            true => None,
            false => ordered(x.to_bits() as i16 as i64, 16, is_total),
        }),
        DType::BF16 => of!(half::bf16, |x: half::bf16| match x.is_nan() && !is_total {
            true => None,
            false => ordered(x.to_bits() as i16 as i64, 16, is_total),
        }),
        _ => for_dtype!(dtype, [ints], of!(T, |x: T| Some(i128::from(x))), else Err(unsupported(dtype))),
    }
}

/// What a comparison at the end of a comparator is: whether the left value must be the smaller one, and whether the order is total.
fn comparison(function: Elementwise) -> Option<(bool, bool)> {
    use Elementwise as Op;
    match function {
        Op::HloLess => Some((true, false)),
        Op::HloGreater => Some((false, false)),
        Op::HloTotalLess => Some((true, true)),
        Op::HloTotalGreater => Some((false, true)),
        _ => None,
    }
}

/// A comparator as it runs on elements of rows.
enum Comparator<'r> {
    /// Compares precomputed keys; the left ones, the right ones, and whether the smaller comes first.
    Keys { left: Keys, right: Keys, ascends: bool },
    /// Runs the region.
    Region { runner: Runner<'r>, sizes: Vec<usize> },
}

fn sort(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    let n = super::count(frame, 1)?;
    let shape = frame.dense(0)?.shape().clone();
    let rank = shape.rank();
    let axis = int(frame.attrs(), "dimension")?;
    let axis = usize::try_from(axis).ok().filter(|&axis| axis < rank);
    let axis = axis.ok_or_else(|| format!("a tensor of shape {shape} has no such dimension"))?;
    let mut dtypes = Vec::with_capacity(2 * n);
    for i in 0..n {
        let tensor = frame.dense(i)?;
        if *tensor.shape() != shape {
            return Err(format!("operand {i}, {}, must have the shape {shape}", tensor.metadata()).into());
        }
        // Each input gives two arguments of the comparator.
        dtypes.extend([tensor.dtype(); 2]);
    }
    let region = Region::new(functions, frame, "body", &dtypes, n..frame.num_args())?;
    if !region.result_dtypes().eq([DType::I1]) {
        return Err("a comparator must give one i1".into());
    }
    let length = shape.dim(axis) as usize;
    let mut order: Vec<usize> = (0..rank).filter(|&other| other != axis).collect();
    order.push(axis);
    let inputs: Vec<DenseHostTensor> =
        (0..n).map(|i| permuted(frame.dense(i)?, &order)).collect::<Result<_, _>>()?;
    let sizes: Vec<usize> =
        inputs.iter().map(|input| element_size(input.dtype())).collect::<Result<_, _>>()?;
    let total = shape.num_elements();
    let mut comparator = match region.separable(|arg| arg % 2 == 0) {
        Some((function, [a, b])) if comparison(function).is_some() && !region.dtype_of(a).is_complex() => {
            let (ascends, is_total) = comparison(function).unwrap_or_default();
            let mut runner = region.runner()?;
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for start in (0..total).step_by(BLOCK) {
                let count = BLOCK.min(total - start);
                for (i, input) in inputs.iter().enumerate() {
                    let bytes = &input.bytes()[start * sizes[i]..][..count * sizes[i]];
                    runner.arg_mut(2 * i, count).copy_from_slice(bytes);
                    runner.arg_mut(2 * i + 1, count).copy_from_slice(bytes);
                }
                runner.run(count);
                left.extend(keys(runner.value(a, count), region.dtype_of(a), is_total)?);
                right.extend(keys(runner.value(b, count), region.dtype_of(b), is_total)?);
            }
            Comparator::Keys { left, right, ascends }
        }
        _ => Comparator::Region { runner: region.runner()?, sizes: sizes.clone() },
    };
    let mut places: Vec<usize> = room(total)?;
    places.extend(0..total);
    if length > 1 {
        for row in places.chunks_exact_mut(length) {
            comparator.sort(row, &inputs);
        }
    }
    let inverse: Vec<usize> =
        (0..rank).map(|at| order.iter().position(|&other| other == at).unwrap_or(at)).collect();
    for (i, input) in inputs.iter().enumerate() {
        let mut out = DenseHostTensor::uninitialized(input.metadata().clone())?;
        let to = out.bytes_mut().ok_or("a new tensor is shared")?;
        pick(to, input.bytes(), sizes[i], |at| places[at]);
        frame.set(i, permuted(&out, &inverse)?);
    }
    Ok(())
}

impl Comparator<'_> {
    fn sort(&mut self, row: &mut [usize], inputs: &[DenseHostTensor]) {
        match self {
            Comparator::Keys { left, right, ascends } => {
                let is_before = |a: usize, b: usize| match (left[a], right[b]) {
                    (Some(a), Some(b)) => {
                        if *ascends {
                            a < b
                        } else {
                            a > b
                        }
                    }
                    _ => false,
                };
                merge_sort(row, &mut |a, b| is_before(a, b));
            }
            Comparator::Region { runner, sizes } => merge_sort(row, &mut |a, b| {
                for (i, input) in inputs.iter().enumerate() {
                    let size = sizes[i];
                    let of = |at: usize| &input.bytes()[at * size..][..size];
                    runner.arg_mut(2 * i, 1).copy_from_slice(of(a));
                    runner.arg_mut(2 * i + 1, 1).copy_from_slice(of(b));
                }
                runner.run(1);
                runner.result(0, 1)[0] != 0
            }),
        }
    }
}

/// Sorts stably by a relation that need not be an order: then the result is some permutation.
fn merge_sort(row: &mut [usize], is_before: &mut dyn FnMut(usize, usize) -> bool) {
    let mut other = row.to_vec();
    let mut width = 1;
    while width < row.len() {
        for (from, to) in row.chunks(2 * width).zip(other.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut i, mut j) = (0, 0);
            for to in to {
                let takes_right = match (left.get(i), right.get(j)) {
                    (Some(&a), Some(&b)) => is_before(b, a),
                    (None, _) => true,
                    (_, None) => false,
                };
                let taken = if takes_right { &mut j } else { &mut i };
                *to = if takes_right { right[*taken] } else { left[*taken] };
                *taken += 1;
            }
        }
        row.copy_from_slice(&other);
        width *= 2;
    }
}

/// The largest elements of each row and their positions, the largest first, of equal ones the first. NaN is larger than all numbers.
fn top_k(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (values, indices) = (result_metadata(frame, 0)?.clone(), result_metadata(frame, 1)?.clone());
    let x = frame.dense(0)?.clone();
    let (rank, k) = (x.shape().rank(), int(frame.attrs(), "k")? as usize);
    let length = x.shape().dim(rank - 1) as usize;
    let size = element_size(x.dtype())?;
    let mut out = DenseHostTensor::uninitialized(values)?;
    let mut places = DenseHostTensor::uninitialized(indices)?;
    let dtype = x.dtype();
    if k > 0 {
        let to = out.bytes_mut().ok_or("a new tensor is shared")?.chunks_exact_mut(k * size);
        let at = places.values_mut::<i32>().ok_or("a new tensor is shared")?.chunks_exact_mut(k);
        let mut order: Vec<usize> = room(length)?;
        for ((to, at), row) in to.zip(at).zip(x.bytes().chunks_exact(length.max(1) * size)) {
            let keys = keys(row, dtype, true)?;
            // A NaN with a sign is as large as one without.
            let key = |i: usize| if is_nan(row, i, dtype) { i128::MAX } else { keys[i].unwrap_or(i128::MAX) };
            let compare = |&a: &usize, &b: &usize| -> Ordering { key(b).cmp(&key(a)).then(a.cmp(&b)) };
            order.clear();
            order.extend(0..length);
            if k < length {
                order.select_nth_unstable_by(k, compare);
            }
            order[..k].sort_unstable_by(compare);
            for (i, &from) in order[..k].iter().enumerate() {
                at[i] = from as i32;
                to[i * size..][..size].copy_from_slice(&row[from * size..][..size]);
            }
        }
    }
    frame.set(0, out);
    frame.set(1, places);
    Ok(())
}

fn is_nan(row: &[u8], i: usize, dtype: DType) -> bool {
    for_dtype!(dtype, [floats halves], {
        let size = size_of::<T>();
        let value: T = bytemuck::pod_read_unaligned(&row[i * size..][..size]);
        value.work().is_nan()
    }, else false)
}
