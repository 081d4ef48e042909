//! `hlo.reduce_window`: windows of dilated and padded tensors are combined by a scalar region.
//!
//! The elements of a window are combined in row-major order: by loops where the region is one function of numbers, else at each step for
//! a block of windows. Windows that hold all elements up to each one, as cumulative sums have, are scans ([`super::scan`]).

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Dims, Element, TensorMetadata};

use super::reduce::{Combine, combine};
use super::region::{BLOCK, Combination, Functions};
use super::scan::{self, Scan};
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

/// The windows of a tensor, one for each place.
pub(super) struct Windows {
    /// For each dimension, place of a window in it and element of the window, at `place * window + element`: the position in the
    /// tensor, if there is one.
    positions: Vec<Vec<Option<i64>>>,
    /// The dimensions of the places.
    places: Dims,
    /// The dimensions of a window.
    window: Dims,
    /// The steps of the tensor's dimensions.
    steps: Dims,
    /// The dimensions before those at the end of which each element is a window.
    outer: usize,
    /// The elements of a tensor.
    elements: usize,
}

impl Windows {
    /// From the tensor's dimensions and attributes that were checked: padding, strides and dilations of the tensor and of windows.
    pub(super) fn new(
        dims: &[i64],
        places: &[i64],
        window: &[i64],
        padding: &[i64],
        [strides, base, dilation]: [&[i64]; 3],
    ) -> Result<Windows, OpError> {
        let mut positions = Vec::with_capacity(dims.len());
        for axis in 0..dims.len() {
            let mut of_axis = room(places[axis].saturating_mul(window[axis]).max(0) as usize)?;
            for place in 0..places[axis] {
                for element in 0..window[axis] {
                    let at = place * strides[axis] + element * dilation[axis] - padding[2 * axis];
                    let inside = at >= 0 && at % base[axis] == 0 && at / base[axis] < dims[axis];
                    of_axis.push(inside.then(|| at / base[axis]));
                }
            }
            positions.push(of_axis);
        }
        let is_whole = |axis: usize| {
            window[axis] == 1
                && places[axis] == dims[axis]
                && positions[axis].iter().zip(0..).all(|(position, i)| *position == Some(i))
        };
        let outer = (0..dims.len()).rev().find(|&axis| !is_whole(axis)).map_or(0, |axis| axis + 1);
        Ok(Windows {
            outer,
            positions,
            places: Dims::from_slice(places),
            window: Dims::from_slice(window),
            steps: row_major(dims),
            elements: dims.iter().map(|&dim| dim as usize).product(),
        })
    }

    /// The elements of a window.
    fn size(&self) -> usize {
        self.window.iter().fold(1, |size, &dim| size.saturating_mul(dim.max(0) as usize))
    }

    /// Elements next to each other whose windows are next to each other.
    pub(super) fn inner(&self) -> usize {
        self.places[self.outer..].iter().map(|&dim| dim as usize).product()
    }

    /// Calls `f` with the first element of each run of [`Self::inner`] elements of these windows, in the order of the window.
    pub(super) fn for_each(
        &self,
        windows: std::ops::Range<usize>,
        f: &mut dyn FnMut(usize, &[usize]),
    ) -> Result<(), OpError> {
        let most = self.size().min(self.elements).max(1);
        let (mut all, mut next) = (room(most)?, room(most)?);
        for number in windows {
            let mut rest = number;
            let mut at = [0; 8];
            let mut more = Vec::new();
            let at = match self.outer <= at.len() {
                true => &mut at[..self.outer],
                false => {
                    more.resize(self.outer, 0);
                    &mut more[..]
                }
            };
            for (at, &places) in at.iter_mut().zip(&self.places).rev() {
                *at = rest % places as usize;
                rest /= places as usize;
            }
            all.clear();
            all.push(0);
            for (axis, &at) in at.iter().enumerate().take(self.outer) {
                let window = self.window[axis] as usize;
                let positions = &self.positions[axis][at * window..][..window];
                let step = self.steps[axis];
                // Most dimensions have one position, which moves all places.
                if let [position] = positions {
                    match position {
                        Some(position) => {
                            all.iter_mut().for_each(|place| *place += (position * step) as usize)
                        }
                        None => all.clear(),
                    }
                    continue;
                }
                next.clear();
                for &start in &all {
                    for &position in positions {
                        if let Some(position) = position {
                            next.push(start + (position * step) as usize);
                        }
                    }
                }
                std::mem::swap(&mut all, &mut next);
            }
            f(number, &all);
        }
        Ok(())
    }
}

/// Elements that one task combines.
pub(super) const TASK: usize = 1 << 14;

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
        f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        _all: Option<fn(&[T]) -> T>,
    ) -> Self::Out {
        let (values, init) = (self.frame.values::<T>(0)?, self.frame.values::<T>(1)?[0]);
        let inner = self.windows.inner();
        self.over_windows(
            bytemuck::bytes_of(&init),
            &|to, from| match bytemuck::cast_slice_mut::<u8, T>(to) {
                [to] => *to = from.iter().fold(*to, |to, &from| f(to, values[from])),
                to => from.iter().for_each(|&from| rows(to, &values[from..][..inner])),
            },
        )
    }
}

impl Pooling<'_, '_> {
    /// The tensor whose elements begin as `init`, with `combine` called for the bytes of each run of windows and the first elements to be
    /// combined with them.
    fn over_windows(
        &self,
        init: &[u8],
        combine: &(dyn Fn(&mut [u8], &[usize]) + Sync),
    ) -> Result<DenseHostTensor, OpError> {
        let mut out = DenseHostTensor::filled(self.metadata.clone(), init)?;
        let inner = self.windows.inner();
        let run = inner * init.len();
        let to = out.bytes_mut().ok_or("a new tensor is shared")?;
        if to.is_empty() {
            return Ok(out);
        }
        let size = self.windows.size();
        let per_task = (TASK / size.saturating_mul(inner).max(1)).max(1);
        let tasks: Vec<Mutex<&mut [u8]>> = to.chunks_mut(per_task * run).map(Mutex::new).collect();
        let failure = Mutex::new(None);
        self.frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let first = task * per_task;
                let done = self.windows.for_each(first..first + to.len() / run, &mut |number, from| {
                    combine(&mut to[(number - first) * run..][..run], from);
                });
                if let Err(error) = done {
                    *failure.lock() = Some(error);
                }
            }
        });
        drop(tasks);
        failure.into_inner().map_or(Ok(out), Err)
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
    let windows = Windows::new(&dims, &places, &window, &padding, strides_and_dilations)?;
    let pooling = Pooling { frame, windows: &windows, metadata: &results[0] };
    if let Some(out) = simple.and_then(|simple| combine(simple.function, dtypes[0], pooling)) {
        frame.set(0, out?);
        return Ok(());
    }
    let steps = row_major(&dims);
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
                let mut place = 0;
                let mut is_inside = true;
                for axis in 0..rank {
                    match windows.positions[axis][(at[axis] * window[axis] + element[axis]) as usize] {
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
