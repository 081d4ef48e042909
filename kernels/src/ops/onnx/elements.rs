//! `onnx.GatherElements` and `onnx.ScatterElements`: elements whose place along one axis a tensor of indices says.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Element};

use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::result_metadata;
use crate::ops::number::Number;
use crate::ops::tasks::for_parts;

/// Adds the ops.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! by_index {
        ($($name:literal $run:ident;)*) => {$(
            ops.add(
                $name,
                OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| match frame.dense(1)?.dtype() {
                    DType::I32 => $run::<i32>(frame),
                    DType::I64 => $run::<i64>(frame),
                    other => Err(unsupported(other)),
                }),
            );
        )*};
    }
    by_index! {
        "onnx.GatherElements" gather;
        "onnx.ScatterElements" scatter;
    }
}

/// Where elements along an axis are.
struct Along {
    /// The dimensions of the indices.
    places: Dims,
    /// The steps of the tensor's dimensions.
    own: Dims,
    axis: usize,
    /// The tensor's elements along the axis.
    length: i64,
    /// The indices of a line, along the last dimension.
    line: usize,
}

impl Along {
    fn of(frame: &DispatchFrame<'_>) -> Result<Along, OpError> {
        let (dims, places) = (frame.dense(0)?.shape().dims(), frame.dense(1)?.shape().dims());
        let axis = frame.attrs().get_int("axis").unwrap_or(0);
        let axis = if axis < 0 { axis + dims.len() as i64 } else { axis } as usize;
        let line = places.last().map_or(1, |&dim| dim as usize).max(1);
        Ok(Along { own: row_major(&dims), axis, length: dims[axis], line, places })
    }

    /// Calls `f` with the number of each index of a line, which is there from `at` on, and its place in the tensor; gives the number of the
    /// first index that has none.
    #[inline(always)]
    fn line<I: Copy + Into<i64>>(
        &self,
        at: usize,
        indices: &[I],
        mut f: impl FnMut(usize, usize),
    ) -> Result<(), usize> {
        let Along { places, own, axis, length, line } = self;
        let (mut rest, mut first) = ((at / line) as i64, 0);
        for dim in (0..places.len() - 1).rev() {
            let count = places[dim].max(1);
            first += if dim == *axis { 0 } else { rest % count * own[dim] };
            rest /= count;
        }
        let (step, along) = (own[*axis], i64::from(axis + 1 != places.len()));
        for (i, &index) in indices.iter().enumerate() {
            let index: i64 = index.into();
            let place = if index < 0 { index + length } else { index };
            if !(0..*length).contains(&place) {
                return Err(at + i);
            }
            f(i, (first + i as i64 * along + place * step) as usize);
        }
        Ok(())
    }

    /// The error of an index that has no place.
    fn outside<I: Copy + Into<i64>>(&self, at: usize, indices: &[I]) -> OpError {
        let (index, mut rest): (i64, i64) = (indices[at].into(), at as i64);
        let mut position = Dims::new();
        for &dim in self.places.iter().rev() {
            position.insert(0, rest % dim);
            rest /= dim;
        }
        format!("indices{position:?} = {index} is not in [{}, {})", -self.length, self.length).into()
    }
}

fn gather<I: Element + Into<i64>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (x, indices, along) = (frame.dense(0)?, frame.values::<I>(1)?, Along::of(frame)?);
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let failure: Mutex<Option<usize>> = Mutex::new(None);
    macro_rules! words {
        ($size:literal) => {{
            let (to, from) = (out.bytes_mut().as_chunks_mut::<$size>().0, x.bytes().as_chunks::<$size>().0);
            for_parts(frame.context(), to, along.line, &|start, to| {
                for (number, to) in to.chunks_mut(along.line).enumerate() {
                    let at = start + number * along.line;
                    let own = &indices[at..at + to.len()];
                    if let Err(at) = along.line(at, own, |i, place| to[i] = from[place]) {
                        let mut failure = failure.lock();
                        *failure = Some(failure.map_or(at, |other| other.min(at)));
                        return;
                    }
                }
            });
        }};
    }
    match element_size(x.dtype())? {
        1 => words!(1),
        2 => words!(2),
        4 => words!(4),
        8 => words!(8),
        16 => words!(16),
        other => return Err(format!("elements of {other} bytes cannot be moved").into()),
    }
    if let Some(at) = failure.into_inner() {
        return Err(along.outside(at, indices));
    }
    frame.finish(0, out);
    Ok(())
}

/// Of updates with one place, each is combined with those before it in their order; the last one replaces them.
fn scatter<I: Element + Into<i64>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let reduction = frame.attrs().get_str("reduction").unwrap_or("none").to_owned();
    let (dtype, size) = (frame.dense(0)?.dtype(), element_size(frame.dense(0)?.dtype())?);
    let along = Along::of(frame)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    out.bytes_mut().copy_from_slice(frame.dense(0)?.bytes());
    let (indices, updates) = (frame.values::<I>(1)?, frame.dense(2)?);
    macro_rules! lines {
        ($to:expr, $from:expr, $combine:expr) => {{
            let (to, from) = ($to, $from);
            for (number, own) in indices.chunks(along.line).enumerate() {
                let at = number * along.line;
                let done = along.line(at, own, |i, place| to[place] = $combine(to[place], from[at + i]));
                done.map_err(|at| along.outside(at, indices))?;
            }
        }};
    }
    macro_rules! words {
        ($size:literal) => {
            lines!(
                out.bytes_mut().as_chunks_mut::<$size>().0,
                updates.bytes().as_chunks::<$size>().0,
                |_: [u8; $size], update| update
            )
        };
    }
    match (&reduction[..], size) {
        ("none", 1) => words!(1),
        ("none", 2) => words!(2),
        ("none", 4) => words!(4),
        ("none", 8) => words!(8),
        ("none", 16) => words!(16),
        ("add", _) => for_dtype!(dtype, [ints floats halves complex], {
            lines!(out.values_mut::<T>(), frame.values::<T>(2)?, T::plus);
        }, else return Err(unsupported(dtype))),
        ("mul", _) => for_dtype!(dtype, [ints floats halves complex], {
            lines!(out.values_mut::<T>(), frame.values::<T>(2)?, T::times);
        }, else return Err(unsupported(dtype))),
        (other, _) => return Err(format!("reduction is '{other}' for elements of {size} bytes").into()),
    }
    frame.finish(0, out);
    Ok(())
}
