//! `hlo.reduce`: tensors are combined along dimensions by a scalar region.
//!
//! The specification leaves the order to the implementation. A region of one function of numbers runs as a loop over them. Any other region
//! combines neighbours in pairs, then neighbours among what remains, so that the region runs over blocks and never sees two operands
//! change places; where the dimensions that remain are the last ones, whole rows are combined.

use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, OpContext, OpEntry, OpError, OpRegistry, Prepared, StepSpec,
};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Element, Shape};
use tfrt_ops::Elementwise;

use super::axes;
use super::extremes::Extreme;
use super::folding::{Combine, Folding, Layout, RowsFn, combine, outer_of};
use super::movement::permuted;
use super::region::{BLOCK, Combination, Functions, Region};
use super::steps::fill;
use crate::ops::arrays::gather::copy_rows;
use crate::ops::arrays::strided::{self, element_size, row_major};
use crate::ops::memory::{filled, room};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    let of_steps = functions.clone();
    let reduce = move |frame: &mut DispatchFrame<'_>| reduce(frame, &functions);
    let prepare = move |spec: &StepSpec<'_>| prepared(spec, &of_steps);
    ops.add("hlo.reduce", OpEntry::new().dispatch(reduce).prepared(prepare));
}

/// An argument, to be changed: its own buffer if this was the last reference to it, else a copy.
pub(super) fn taken_over(frame: &mut DispatchFrame<'_>, i: usize) -> Result<DenseHostTensor, OpError> {
    let mut tensor = frame.dense(i)?.clone();
    drop(frame.take(i));
    match tensor.bytes_mut() {
        Some(_) => Ok(tensor),
        None => Ok(tensor.deep_copy()?),
    }
}

/// A tensor on its way: its rows are combined, each to one element.
struct Rows {
    bytes: Vec<u8>,
    size: usize,
}

/// The dimensions in the order in which those that are reduced are the first ones, if they are before all others, else the last ones.
fn rows_of(shape: &Shape, reduced: &[usize]) -> Vec<usize> {
    let kept = (0..shape.rank()).filter(|axis| !reduced.contains(axis));
    match is_by_columns(shape, reduced) {
        true => reduced.iter().copied().chain(kept).collect(),
        false => kept.chain(reduced.iter().copied()).collect(),
    }
}

/// Whether the dimensions that are reduced are before all others: then whole rows of results are combined.
fn is_by_columns(shape: &Shape, reduced: &[usize]) -> bool {
    let first = (0..shape.rank()).find(|axis| !reduced.contains(axis));
    first.is_some_and(|first| reduced.iter().all(|&axis| axis < first))
}

/// How a tensor is read that is reduced.
struct Arrangement {
    /// Its dimensions in another order; none if it is read as it lies.
    order: Option<Vec<usize>>,
    layout: Layout,
}

impl Arrangement {
    fn of(shape: &Shape, reduced: &[usize]) -> Arrangement {
        let depth = reduced.iter().map(|&axis| shape.dim(axis) as usize).product::<usize>();
        let kept = (0..shape.rank()).filter(|axis| !reduced.contains(axis));
        let outputs = kept.map(|axis| shape.dim(axis) as usize).product();
        if let Some(outer) = outer_of(shape, reduced) {
            // One block is rows from its beginning to its end, which tasks share.
            let layout = Layout { outer, outputs, depth, is_by_columns: true };
            return Arrangement { order: None, layout };
        }
        let layout = Layout { outer: 1, outputs, depth, is_by_columns: is_by_columns(shape, reduced) };
        let order = rows_of(shape, reduced);
        let is_moved = !order.iter().filter(|&&axis| shape.dim(axis) != 1).is_sorted();
        Arrangement { order: is_moved.then_some(order), layout }
    }
}

/// A region that runs as loops over numbers.
#[derive(Clone, Copy)]
enum Way {
    /// A function of two numbers of a dtype.
    Function(Elementwise, DType),
    /// The largest or smallest number with its index.
    Extreme(Extreme),
}

/// A use of a function that does nothing: says whether there are loops for it.
struct Nothing;

impl Combine for Nothing {
    type Out = ();

    fn with<T: Element>(
        self,
        _f: impl Fn(T, T) -> T + Copy + Sync,
        _rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        _all: Option<RowsFn<T>>,
    ) -> Self::Out {
    }
}

impl Way {
    /// That of a region whose arguments have the dtypes of the inputs, of which this is the first one's.
    fn of(region: &Region, dtype: DType) -> Option<Way> {
        match region.simple() {
            Some(simple) => {
                combine(simple.function, dtype, Nothing).map(|()| Way::Function(simple.function, dtype))
            }
            None => Extreme::of(region).map(Way::Extreme),
        }
    }

    /// Combines results, which are the initial values at first, with the elements of the inputs.
    fn run(
        self,
        context: &dyn OpContext,
        layout: Layout,
        (inits, values): (&[&[u8]], &[&[u8]]),
        to: &mut [&mut [u8]],
    ) -> Result<(), OpError> {
        match (self, inits, values, to) {
            (Way::Function(function, dtype), [init], [values], [to]) => {
                let folding = Folding { context, layout, init, values, to };
                combine(function, dtype, folding).unwrap_or_else(|| Err("a function is not known".into()))
            }
            (Way::Extreme(extreme), [_, _], &[values, indices], [best, best_at]) => {
                extreme.of_rows(context, layout, [values, indices], [best, best_at])
            }
            _ => Err("a region has another number of arguments".into()),
        }
    }
}

/// A reduction by a region that runs as loops, as a step.
fn prepared(spec: &StepSpec<'_>, functions: &Functions) -> Option<Prepared> {
    let n = spec.results.len();
    let [inputs, inits] = [spec.operands.get(..n)?, spec.operands.get(n..)?];
    let shape = &inputs.first()?.metadata.shape;
    let dtypes: Vec<DType> = inits.iter().chain(inputs).map(|operand| operand.metadata.dtype).collect();
    let body = spec.attrs.get_fused_body("body")?;
    let reduced = axes(spec.attrs, "dimensions", shape.rank()).ok()?;
    let Arrangement { order, layout } = Arrangement::of(shape, &reduced);
    let fits = inits.len() == n
        && super::int(spec.attrs, "N").ok()? == n as i64
        && inputs.iter().all(|input| input.metadata.shape == *shape)
        && inits.iter().all(|init| init.metadata.shape.num_elements() == 1)
        && dtypes[..n] == dtypes[n..]
        && spec.results.iter().zip(&dtypes).all(|(result, dtype)| result.dtype == *dtype)
        && spec.results.iter().all(|result| result.shape.num_elements() == layout.outputs);
    if !fits {
        return None;
    }
    let region = Region::of(functions, body, &dtypes, Vec::new()).ok()?;
    let way =
        Way::of(&region, dtypes[0]).filter(|_| region.result_dtypes().eq(dtypes[..n].iter().copied()))?;
    let dims = shape.dims();
    let copy = order.map(|order| {
        let own = row_major(&dims);
        let [dims, steps]: [Dims; 2] = [&dims, &own].map(|of| order.iter().map(|&axis| of[axis]).collect());
        strided::Copy::gather(&dims, 0, &steps)
    });
    let sizes: Vec<usize> = dtypes[..n].iter().map(|dtype| dtype.size()).collect::<Option<_>>()?;
    Some(Prepared::step(move |context, operands, results| {
        let (inputs, inits) = operands.split_at(n);
        results.iter_mut().zip(inits).for_each(|(to, init)| fill(to, init));
        let Some(copy) = &copy else {
            return way.run(context, layout, (inits, inputs), results).map_err(|_| Declined);
        };
        let mut moved = Vec::with_capacity(n);
        for (input, &size) in inputs.iter().zip(&sizes) {
            let mut words = filled(0u64, input.len().div_ceil(8)).map_err(|_| Declined)?;
            let to = &mut bytemuck::cast_slice_mut(&mut words)[..input.len()];
            copy.run(size, input, to).map_err(|_| Declined)?;
            moved.push(words);
        }
        let moved: Vec<&[u8]> = moved
            .iter()
            .zip(inputs)
            .map(|(words, input)| &bytemuck::cast_slice::<u64, u8>(words)[..input.len()])
            .collect();
        way.run(context, layout, (inits, &moved), results).map_err(|_| Declined)
    }))
}

fn reduce(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    // Inputs of a narrower dtype than the initial values' are widened by the caller.
    let Combination { n, dtypes, region, results } = Combination::new(frame, functions)?;
    let shape = frame.dense(0)?.shape().clone();
    let reduced = axes(frame.attrs(), "dimensions", shape.rank())?;
    let Arrangement { order, layout } = Arrangement::of(&shape, &reduced);
    let Layout { outputs, depth, is_by_columns, .. } = layout;
    let way = if dtypes[..n] == dtypes[n..] { Way::of(&region, dtypes[0]) } else { None };
    if let Some(way) = way {
        let inputs: Vec<DenseHostTensor> = match order {
            Some(order) => (0..n).map(|i| permuted(frame.dense(i)?, &order)).collect::<Result<_, _>>()?,
            None => (0..n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?,
        };
        let mut outs = Vec::with_capacity(n);
        for (i, result) in results.into_iter().enumerate() {
            outs.push(DenseHostTensor::filled(result, frame.dense(n + i)?.bytes())?);
        }
        let mut to = Vec::with_capacity(n);
        for out in &mut outs {
            to.push(out.bytes_mut().ok_or("a new tensor is shared")?);
        }
        let inits: Vec<&[u8]> =
            (n..2 * n).map(|i| Ok(frame.dense(i)?.bytes())).collect::<Result<_, OpError>>()?;
        let values: Vec<&[u8]> = inputs.iter().map(DenseHostTensor::bytes).collect();
        way.run(frame.context(), layout, (&inits, &values), &mut to)?;
        for (i, out) in outs.into_iter().enumerate() {
            frame.set(i, out);
        }
        return Ok(());
    }
    let order = rows_of(&shape, &reduced);
    let inputs: Vec<DenseHostTensor> =
        (0..n).map(|i| permuted(frame.dense(i)?, &order)).collect::<Result<_, _>>()?;
    let outs = match is_by_columns {
        true => by_columns(frame, &region, &inputs, outputs, depth)?,
        false => by_rows(frame, &region, &inputs, outputs, depth)?,
    };
    for (i, (bytes, metadata)) in outs.into_iter().zip(results).enumerate() {
        frame.set(i, DenseHostTensor::from_bytes(metadata, &bytes)?);
    }
    Ok(())
}

/// Combines whole rows of outputs.
fn by_columns(
    frame: &DispatchFrame<'_>,
    region: &Region,
    inputs: &[DenseHostTensor],
    outputs: usize,
    depth: usize,
) -> Result<Vec<Vec<u8>>, OpError> {
    let n = inputs.len();
    let mut runner = region.runner()?;
    let sizes: Vec<[usize; 2]> = (0..n)
        .map(|i| Ok([element_size(frame.dense(n + i)?.dtype())?, element_size(inputs[i].dtype())?]))
        .collect::<Result<_, OpError>>()?;
    let mut outs: Vec<Vec<u8>> = Vec::with_capacity(n);
    for (i, size) in sizes.iter().enumerate() {
        let mut out = room(outputs.saturating_mul(size[0]))?;
        let init = frame.dense(n + i)?.bytes();
        (0..outputs).for_each(|_| out.extend_from_slice(init));
        outs.push(out);
    }
    for start in (0..outputs).step_by(BLOCK) {
        let count = BLOCK.min(outputs - start);
        for row in 0..depth {
            for i in 0..n {
                let [to, from] = sizes[i];
                runner.arg_mut(i, count).copy_from_slice(&outs[i][start * to..][..count * to]);
                let bytes = &inputs[i].bytes()[(row * outputs + start) * from..][..count * from];
                runner.arg_mut(n + i, count).copy_from_slice(bytes);
            }
            runner.run(count);
            for (i, out) in outs.iter_mut().enumerate() {
                let size = sizes[i][0];
                out[start * size..][..count * size].copy_from_slice(runner.result(i, count));
            }
        }
    }
    Ok(outs)
}

/// Combines the elements of each row in pairs of neighbours, and the result with the initial values.
fn by_rows(
    frame: &DispatchFrame<'_>,
    region: &Region,
    inputs: &[DenseHostTensor],
    outputs: usize,
    depth: usize,
) -> Result<Vec<Vec<u8>>, OpError> {
    let n = inputs.len();
    let mut runner = region.runner()?;
    let sizes: Vec<usize> =
        (0..n).map(|i| element_size(frame.dense(n + i)?.dtype())).collect::<Result<_, _>>()?;
    if depth > 1 && (0..n).any(|i| inputs[i].dtype() != region.dtype_of(i as u16)) {
        return Err("inputs must have the dtypes of the initial values".into());
    }
    let mut rows: Vec<Rows> = Vec::with_capacity(n);
    for (input, &size) in inputs.iter().zip(&sizes) {
        let mut bytes = room(input.bytes().len())?;
        bytes.extend_from_slice(input.bytes());
        rows.push(Rows { bytes, size });
    }
    let mut length = depth;
    while length > 1 {
        let (half, next) = (length / 2, length.div_ceil(2));
        let pairs = outputs * half;
        let mut combined: Vec<Vec<u8>> = Vec::with_capacity(n);
        for row in &rows {
            let mut bytes = room(outputs * next * row.size)?;
            bytes.resize(outputs * next * row.size, 0);
            // Elements without a neighbour.
            if next > half {
                for output in 0..outputs {
                    let from = &row.bytes[(output * length + length - 1) * row.size..][..row.size];
                    bytes[(output * next + half) * row.size..][..row.size].copy_from_slice(from);
                }
            }
            combined.push(bytes);
        }
        for start in (0..pairs).step_by(BLOCK) {
            let count = BLOCK.min(pairs - start);
            let place = |pair: usize| pair / half * length + pair % half * 2;
            for (i, row) in rows.iter().enumerate() {
                copy_rows((start..).map(place), row.size, &row.bytes, runner.arg_mut(i, count));
                let behind = (start..).map(|at| place(at) + 1);
                copy_rows(behind, row.size, &row.bytes, runner.arg_mut(n + i, count));
            }
            runner.run(count);
            for (i, bytes) in combined.iter_mut().enumerate() {
                let size = sizes[i];
                let from = runner.result(i, count);
                // Runs of pairs of one row are together.
                let mut done = 0;
                while done < count {
                    let pair = start + done;
                    let run = (half - pair % half).min(count - done);
                    let at = (pair / half * next + pair % half) * size;
                    bytes[at..at + run * size].copy_from_slice(&from[done * size..][..run * size]);
                    done += run;
                }
            }
        }
        for (row, bytes) in rows.iter_mut().zip(combined) {
            row.bytes = bytes;
        }
        length = next;
    }
    let mut outs: Vec<Vec<u8>> = Vec::with_capacity(n);
    for (i, &size) in sizes.iter().enumerate() {
        let mut out: Vec<u8> = room(outputs * size)?;
        let init = frame.dense(n + i)?.bytes();
        (0..outputs).for_each(|_| out.extend_from_slice(init));
        outs.push(out);
    }
    if depth == 0 {
        return Ok(outs);
    }
    for start in (0..outputs).step_by(BLOCK) {
        let count = BLOCK.min(outputs - start);
        for i in 0..n {
            let size = sizes[i];
            runner.arg_mut(i, count).copy_from_slice(&outs[i][start * size..][..count * size]);
            let from = &rows[i].bytes[start * rows[i].size..][..count * rows[i].size];
            runner.arg_mut(n + i, count).copy_from_slice(from);
        }
        runner.run(count);
        for (i, out) in outs.iter_mut().enumerate() {
            let size = sizes[i];
            out[start * size..][..count * size].copy_from_slice(runner.result(i, count));
        }
    }
    Ok(outs)
}
