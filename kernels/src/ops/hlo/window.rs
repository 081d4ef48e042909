//! `hlo.reduce_window`: windows of dilated and padded tensors are combined by a scalar region.
//!
//! The elements of a window are combined in row-major order, at each step for a block of windows.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Dims};

use super::region::{BLOCK, Combination, Functions};
use super::{Odometer, ints};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::memory::room;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    let reduce = move |frame: &mut DispatchFrame<'_>| reduce_window(frame, &functions);
    ops.add("hlo.reduce_window", OpEntry::new().dispatch(reduce));
}

/// No place in the input: there is padding, or a hole of its dilation.
const NOWHERE: usize = usize::MAX;

/// For each dimension, place of a window in it and element of the window: the position in the input, if there is one.
struct Positions {
    /// `positions[axis][place * window + element]`.
    positions: Vec<Vec<Option<i64>>>,
}

fn reduce_window(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    let Combination { n, dtypes, region, results } = Combination::new(frame, functions)?;
    let attrs = frame.attrs();
    let dims = frame.dense(0)?.shape().dims();
    let rank = dims.len();
    let window = ints(attrs, "window_dimensions")?;
    let (strides, padding) = (ints(attrs, "window_strides")?, ints(attrs, "padding")?);
    let (base, dilation) = (ints(attrs, "base_dilations")?, ints(attrs, "window_dilations")?);
    let places = results[0].shape.dims();
    let positions = Positions {
        positions: (0..rank)
            .map(|axis| {
                let mut positions = room(places[axis].saturating_mul(window[axis]).max(0) as usize)?;
                for place in 0..places[axis] {
                    for element in 0..window[axis] {
                        let at = place * strides[axis] + element * dilation[axis] - padding[2 * axis];
                        let inside = at >= 0 && at % base[axis] == 0 && at / base[axis] < dims[axis];
                        positions.push(inside.then(|| at / base[axis]));
                    }
                }
                Ok(positions)
            })
            .collect::<Result<_, OpError>>()?,
    };
    let steps = row_major(&dims);
    let outputs = results[0].shape.num_elements();
    let inputs: Vec<DenseHostTensor> = (0..n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let inits: Vec<DenseHostTensor> =
        (n..2 * n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let mut sizes = Vec::with_capacity(n);
    for i in 0..n {
        sizes.push([element_size(results[i].dtype)?, element_size(inputs[i].dtype())?]);
        if dtypes[i] != dtypes[n + i] {
            return Err("inputs must have the dtypes of the initial values".into());
        }
    }
    let mut runner = region.runner()?;
    let mut outs: Vec<DenseHostTensor> = results
        .into_iter()
        .zip(&inits)
        .map(|(metadata, init)| DenseHostTensor::filled(metadata, init.bytes()))
        .collect::<Result<_, _>>()?;
    let zero: Dims = (0..rank).map(|_| 0).collect();
    let mut output = Odometer::new(&places, &zero, 0);
    let mut at: Vec<Dims> = Vec::with_capacity(BLOCK);
    let mut from = [NOWHERE; BLOCK];
    for start in (0..outputs).step_by(BLOCK) {
        let count = BLOCK.min(outputs - start);
        at.clear();
        for _ in 0..count {
            at.push(Dims::from_slice(output.position()));
            output.next();
        }
        let mut within = Odometer::new(&window, &zero, 0);
        loop {
            let element = Dims::from_slice(within.position());
            if within.next().is_none() {
                break;
            }
            for (from, at) in from.iter_mut().zip(&at) {
                let mut place = 0;
                let mut is_inside = true;
                for axis in 0..rank {
                    match positions.positions[axis][(at[axis] * window[axis] + element[axis]) as usize] {
                        Some(position) => place += position * steps[axis],
                        None => is_inside = false,
                    }
                }
                *from = if is_inside { place as usize } else { NOWHERE };
            }
            if from[..count].iter().all(|&from| from == NOWHERE) {
                continue;
            }
            for i in 0..n {
                let [to, size] = sizes[i];
                let own = &outs[i].bytes()[start * to..][..count * to];
                runner.arg_mut(i, count).copy_from_slice(own);
                let (values, init) = (inputs[i].bytes(), inits[i].bytes());
                for (to, &from) in runner.arg_mut(n + i, count).chunks_exact_mut(size).zip(&from) {
                    to.copy_from_slice(if from == NOWHERE { init } else { &values[from * size..][..size] });
                }
            }
            runner.run(count);
            for (i, out) in outs.iter_mut().enumerate() {
                let size = sizes[i][0];
                let bytes = out.bytes_mut().ok_or("a new tensor is shared")?;
                // Windows without an element here stay as they are, whatever the region makes of the initial value.
                let made = runner.result(i, count).chunks_exact(size);
                for ((to, made), &from) in bytes[start * size..].chunks_exact_mut(size).zip(made).zip(&from) {
                    if from != NOWHERE {
                        to.copy_from_slice(made);
                    }
                }
            }
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.set(i, out);
    }
    Ok(())
}
