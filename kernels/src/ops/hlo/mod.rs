//! The ops of StableHLO besides the element-wise ones: `hlo.*`, as the specification of StableHLO says.
//!
//! Ops do not fail at run time where the specification defines a result: starts of slices are clamped, updates outside of a tensor are
//! dropped. Scalar regions are [`region::Region`]s, bodies of element-wise functions that run over blocks of elements. Products,
//! convolutions and transforms are prepared here and computed by the kernels of the `tf.*` ops.

mod calls;
mod checks;
mod convolution;
mod extremes;
mod folding;
mod foreign;
mod gather;
mod lapack;
mod linear;
mod movement;
mod order;
mod precision;
mod print;
pub(super) mod probe;
mod product;
mod random;
mod reduce;
mod region;
mod scan;
mod scatter;
mod select_scatter;
mod sort;
mod sort_keys;
mod steps;
mod transform;
mod window;
mod windows;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims};

use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::room;

/// Adds the ops, which call others that are there.
pub(super) fn register(ops: &mut OpRegistry) {
    movement::register(ops);
    checks::register(ops);
    foreign::register(ops);
    lapack::register(ops);
    precision::register(ops);
    print::register(ops);
    probe::register(ops);
    gather::register(ops);
    random::register(ops);
    linear::register(ops);
    product::register(ops);
    convolution::register(ops);
    transform::register(ops);
    reduce::register(ops);
    window::register(ops);
    scatter::register(ops);
    select_scatter::register(ops);
    sort::register(ops);
}

/// A list of integers among the attributes.
fn ints(attrs: OpAttrsRef<'_>, name: &str) -> Result<Dims, OpError> {
    attrs.get_ints(name).ok_or_else(|| missing(name))
}

/// An integer among the attributes.
fn int(attrs: OpAttrsRef<'_>, name: &str) -> Result<i64, OpError> {
    attrs.get_int(name).ok_or_else(|| missing(name))
}

#[cold]
fn missing(name: &str) -> OpError {
    OpError::incomplete(format!("the op needs the attribute '{name}'"))
}

/// A list of axes among the attributes, each below the rank.
fn axes(attrs: OpAttrsRef<'_>, name: &str, rank: usize) -> Result<Vec<usize>, OpError> {
    Ok(tfrt_ops::shapes::axes(&ints(attrs, name)?, rank, name)?.into_vec())
}

/// The number of inputs of an op with any number of them.
fn count(frame: &DispatchFrame<'_>, per_input: usize) -> Result<usize, OpError> {
    let n = int(frame.attrs(), "N")?;
    usize::try_from(n)
        .ok()
        .filter(|&n| n > 0 && n.checked_mul(per_input).is_some_and(|all| all <= frame.num_args()))
        .ok_or_else(|| format!("N is {n}, but {} operands are too few for it", frame.num_args()).into())
}

/// The elements of an operand of integers of any width; what is beyond 63 bits is the largest integer.
fn integers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<i64>, OpError> {
    let dense = frame.dense(i)?;
    let mut values = room(dense.num_elements())?;
    let dtype = dense.dtype();
    match dtype {
        DType::UI64 => {
            let most = i64::MAX as u64;
            values.extend(frame.values::<u64>(i)?.iter().map(|&value| value.min(most) as i64));
        }
        DType::UI8 => values.extend(frame.values::<u8>(i)?.iter().map(|&value| i64::from(value))),
        DType::UI16 => values.extend(frame.values::<u16>(i)?.iter().map(|&value| i64::from(value))),
        DType::UI32 => values.extend(frame.values::<u32>(i)?.iter().map(|&value| i64::from(value))),
        _ => for_dtype!(
            dtype,
            [signed],
            values.extend(frame.values::<T>(i)?.iter().map(|&value| i64::from(value))),
            else return Err(format!("operand {i} must be of integers, but is of {}", dtype.label()).into())
        ),
    }
    Ok(values)
}

/// The offsets of the elements of a block: an odometer over its dimensions, each with a step.
struct Odometer {
    dims: Dims,
    steps: Dims,
    at: Dims,
    offset: i64,
    left: usize,
}

impl Odometer {
    fn new(dims: &[i64], steps: &[i64], first: i64) -> Odometer {
        let count = dims.iter().fold(1usize, |count, &dim| count.saturating_mul(dim.max(0) as usize));
        Odometer {
            dims: Dims::from_slice(dims),
            steps: Dims::from_slice(steps),
            at: dims.iter().map(|_| 0).collect(),
            offset: first,
            left: count,
        }
    }

    /// The position in the block of the element that comes next.
    fn position(&self) -> &[i64] {
        &self.at
    }
}

/// The offsets of all elements of a block, in row-major order, in runs along its last dimension: the first one of each run, how many there are
/// and how far they are apart.
fn for_runs(dims: &[i64], steps: &[i64], mut run: impl FnMut(i64, i64, i64)) {
    let Some(((&count, outer), &step)) = dims.split_last().zip(steps.last()) else { return run(0, 1, 0) };
    for first in Odometer::new(outer, &steps[..outer.len()], 0) {
        run(first, count, step);
    }
}

impl Iterator for Odometer {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.offset;
        for axis in (0..self.dims.len()).rev() {
            self.at[axis] += 1;
            self.offset += self.steps[axis];
            if self.at[axis] < self.dims[axis] {
                break;
            }
            self.offset -= self.steps[axis] * self.dims[axis];
            self.at[axis] = 0;
        }
        Some(offset)
    }
}
