//! `hlo.reduce_window`: windows of dilated and padded tensors are combined by a scalar region.
//!
//! The elements of a window are combined in row-major order: by rows of windows next to each other where the region is one function of numbers,
//! else at each step for a block of windows. Windows that hold all elements up to each one, as cumulative sums have, are scans ([`super::scan`]).

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Dims, Element, TensorMetadata};

use super::folding::{Combine, RowsFn, combine};
use super::region::{BLOCK, Combination, Functions};
use super::scan::{self, Scan};
use super::windows::{Row, Windows};
use super::{Odometer, ints};
use crate::ops::arrays::strided::element_size;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    let reduce = move |frame: &mut DispatchFrame<'_>| reduce_window(frame, &functions);
    ops.add("hlo.reduce_window", OpEntry::new().dispatch(reduce));
}

/// No place in the input: there is padding, or a hole of its dilation.
const NOWHERE: usize = usize::MAX;

/// Elements that one task combines.
pub(super) const TASK: usize = 1 << 14;

/// Elements of results that are combined with rows at once: they stay in the cache while the elements of their windows come.
const BLOCK_OF_LINE: usize = 1 << 12;

/// Elements of a run from which on it is combined where it lies; shorter runs that are apart are gathered first.
const LONG_RUN: usize = 128;

/// Windows whose elements are combined by a function of numbers.
struct Pooling<'a, 'f> {
    frame: &'a DispatchFrame<'f>,
    windows: &'a Windows,
    metadata: &'a TensorMetadata,
}

impl Combine for Pooling<'_, '_> {
    type Out = Result<DenseHostTensor, OpError>;

    fn with<T: Element>(
        self,
        _f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        _all: Option<RowsFn<T>>,
    ) -> Self::Out {
        let init = self.frame.values::<T>(1)?[0];
        self.over_lines(bytemuck::bytes_of(&init), &|to, from| {
            rows(bytemuck::cast_slice_mut(to), bytemuck::cast_slice(from));
        })
    }
}

impl Pooling<'_, '_> {
    /// The tensor whose elements begin as `init`, with `combine` called for rows of it and those of the input to be combined with them, as bytes.
    fn over_lines(
        &self,
        init: &[u8],
        combine: &(dyn Fn(&mut [u8], &[u8]) + Sync),
    ) -> Result<DenseHostTensor, OpError> {
        let mut out = DenseHostTensor::filled(self.metadata.clone(), init)?;
        let size = init.len();
        let values = self.frame.dense(0)?.bytes();
        let to = out.bytes_mut().ok_or("a new tensor is shared")?;
        let (inner, line) = (self.windows.inner(), self.windows.line());
        if to.is_empty() || values.is_empty() {
            return Ok(out);
        }
        // Lines are cut where they are long, and tasks have several of them where they are short.
        let block = (BLOCK_OF_LINE / inner).max(1).min(line);
        let blocks: Vec<Mutex<&mut [u8]>> = to
            .chunks_mut(line * inner * size)
            .flat_map(|line| line.chunks_mut(block * inner * size))
            .map(Mutex::new)
            .collect();
        let per_line = line.div_ceil(block);
        let per_task = TASK / (block * inner).saturating_mul(self.windows.size()).max(1);
        self.frame.context().parallel_for(blocks.len(), per_task.max(1), &|begin, end| {
            let (mut gathered, mut starts) = (Vec::new(), Vec::new());
            for (number, to) in blocks.iter().enumerate().take(end).skip(begin) {
                let mut to = to.lock();
                let first = number % per_line * block;
                let windows = first..first + to.len() / (inner * size);
                self.windows.for_rows(number / per_line, windows, &mut starts, &mut |row| {
                    let Row { to: at, from, count, apart } = row;
                    let to = &mut to[at * size..][..count * inner * size];
                    if apart == inner || count == 1 {
                        combine(to, &values[from * size..][..to.len()]);
                    } else if inner >= LONG_RUN {
                        for (to, at) in to.chunks_exact_mut(inner * size).zip(0..) {
                            combine(to, &values[(from + at * apart) * size..][..to.len()]);
                        }
                    } else {
                        if gathered.len() < to.len() {
                            gathered.resize(to.len(), 0);
                        }
                        let gathered = &mut gathered[..to.len()];
                        gather_runs(&values[from * size..], inner * size, apart * size, gathered);
                        combine(to, gathered);
                    }
                });
            }
        });
        drop(blocks);
        Ok(out)
    }
}

/// Copies runs of so many bytes, so far apart, to where they follow each other.
fn gather_runs(from: &[u8], run: usize, apart: usize, to: &mut [u8]) {
    fn words<const RUN: usize>(from: &[u8], apart: usize, to: &mut [u8]) {
        let (from, to) = (from.as_chunks::<RUN>().0, to.as_chunks_mut::<RUN>().0);
        let apart = apart / RUN;
        // Of pairs the first ones: vector code, as the distance is a constant.
        if apart == 2 {
            let (pairs, rest) = from.as_chunks::<2>();
            let whole = to.len().min(pairs.len());
            to[..whole].iter_mut().zip(pairs).for_each(|(to, pair)| *to = pair[0]);
            to[whole..].iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            return;
        }
        to.iter_mut().zip(from.iter().step_by(apart)).for_each(|(to, from)| *to = *from);
    }
    match run {
        1 => words::<1>(from, apart, to),
        2 => words::<2>(from, apart, to),
        4 => words::<4>(from, apart, to),
        8 => words::<8>(from, apart, to),
        _ => {
            for (to, at) in to.chunks_exact_mut(run).zip(0..) {
                to.copy_from_slice(&from[at * apart..][..run]);
            }
        }
    }
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
    for i in 0..n {
        if dtypes[i] != dtypes[n + i] {
            return Err("inputs must have the dtypes of the initial values".into());
        }
    }
    let strides_and_dilations: [&[i64]; 3] = [&strides, &base, &dilation];
    let simple = if n == 1 { region.simple() } else { None };
    if let Some(scan) = Scan::of(&dims, &window, &padding, strides_and_dilations) {
        if let Some(simple) = simple
            && let Some(out) = scan::by_function(frame, scan, simple.function, &results[0])
        {
            frame.set(0, out?);
            return Ok(());
        }
        let inputs: Vec<DenseHostTensor> =
            (0..n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
        let inits: Vec<DenseHostTensor> =
            (n..2 * n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
        for (i, out) in scan::by_region(&region, &inputs, &inits, scan)?.into_iter().enumerate() {
            frame.set(i, out);
        }
        return Ok(());
    }
    let windows = Windows::new(&dims, &places, &window, &padding, strides_and_dilations);
    let pooling = Pooling { frame, windows: &windows, metadata: &results[0] };
    if let Some(out) = simple.and_then(|simple| combine(simple.function, dtypes[0], pooling)) {
        frame.set(0, out?);
        return Ok(());
    }
    windows.check_visits()?;
    let outputs = results[0].shape.num_elements();
    let inputs: Vec<DenseHostTensor> = (0..n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let inits: Vec<DenseHostTensor> =
        (n..2 * n).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let mut sizes = Vec::with_capacity(n);
    for i in 0..n {
        sizes.push([element_size(results[i].dtype)?, element_size(inputs[i].dtype())?]);
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
                *from = windows.place(at, &element).unwrap_or(NOWHERE);
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
