//! Scans: windows of `hlo.reduce_window` that hold all elements up to each one along a dimension, or all from each one on.
//!
//! The specification leaves the order in which a window is combined to the implementation. Here a dimension is cut into blocks of
//! [`BASE`] elements: the elements of a window that are in its own block are combined one after the other, in their order, and what that gives
//! with the scan of all blocks before, which is found in the same way. So rounding errors grow with the logarithm of the length, and
//! results are those of XLA's CPU, bit for bit where its compiler fuses nothing. Where the initial value, combined with itself, is another one, there is one
//! block, as each window has that value once.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DenseHostTensor, Element, TensorMetadata};
use tfrt_ops::Elementwise;

use super::folding::{Combine, RowsFn, combine};
use super::movement::permuted;
use super::region::{BLOCK, Region, Runner};
use super::window::TASK;
use crate::ops::arrays::strided::element_size;
use crate::ops::memory::room;

/// The elements of a block.
const BASE: usize = 16;

/// A reduction of all elements up to each one along a dimension, or from each one on.
#[derive(Clone, Copy)]
pub(super) struct Scan {
    axis: usize,
    is_reverse: bool,
}

impl Scan {
    /// That which these attributes say, if they say one.
    pub(super) fn of(
        dims: &[i64],
        window: &[i64],
        padding: &[i64],
        [strides, base, dilation]: [&[i64]; 3],
    ) -> Option<Scan> {
        let all = 0..dims.len();
        let is_one = |axis: usize| window[axis] == 1 && padding[2 * axis..][..2] == [0, 0];
        let axis = all.clone().find(|&axis| !is_one(axis))?;
        let is_alone = all.clone().all(|other| other == axis || is_one(other));
        let is_dense = all.clone().all(|axis| [strides[axis], base[axis], dilation[axis]] == [1; 3]);
        let reach = window[axis] - 1;
        if !is_alone || !is_dense || window[axis] < dims[axis] {
            return None;
        }
        match padding[2 * axis..][..2] {
            [before, 0] if before == reach => Some(Scan { axis, is_reverse: false }),
            [0, after] if after == reach => Some(Scan { axis, is_reverse: true }),
            _ => None,
        }
    }
}

/// The blocks of so many elements: where each starts and ends.
fn blocks(length: usize, base: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..length).step_by(base).map(move |start| [start, (start + base).min(length)])
}

/// The elements of a block. `is_neutral` says that the initial value may be in a window more than once.
fn base(length: usize, is_neutral: bool) -> usize {
    if is_neutral { BASE.min(length) } else { length }
}

/// A scan by a function of numbers; `None` for a function without compiled loops.
pub(super) fn by_function(
    frame: &DispatchFrame<'_>,
    scan: Scan,
    function: Elementwise,
    metadata: &TensorMetadata,
) -> Option<Result<DenseHostTensor, OpError>> {
    combine(function, metadata.dtype, Scanning { frame, scan, metadata })
}

struct Scanning<'a, 'f> {
    frame: &'a DispatchFrame<'f>,
    scan: Scan,
    metadata: &'a TensorMetadata,
}

impl Combine for Scanning<'_, '_> {
    type Out = Result<DenseHostTensor, OpError>;

    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        _rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        _all: Option<RowsFn<T>>,
    ) -> Self::Out {
        let (values, init) = (self.frame.values::<T>(0)?, self.frame.values::<T>(1)?[0]);
        let mut out = DenseHostTensor::uninitialized(self.metadata.clone())?;
        let dims = self.metadata.shape.dims();
        let to = out.values_mut::<T>().ok_or("a new tensor is shared")?;
        if to.is_empty() {
            return Ok(out);
        }
        let length = dims[self.scan.axis] as usize;
        let inner: usize = dims[self.scan.axis + 1..].iter().map(|&dim| dim as usize).product();
        let is_neutral = bytemuck::bytes_of(&f(init, init)) == bytemuck::bytes_of(&init);
        let line = Line { init, inner, is_reverse: self.scan.is_reverse, base: base(length, is_neutral) };
        let per_task = (TASK / (length * inner)).max(1);
        let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(per_task * length * inner).map(Mutex::new).collect();
        let failure = Mutex::new(None);
        self.frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let values = values[task * per_task * length * inner..].chunks_exact(length * inner);
                for (to, from) in to.chunks_exact_mut(length * inner).zip(values) {
                    if let Err(error) = line.scan(from, to, f) {
                        *failure.lock() = Some(error);
                    }
                }
            }
        });
        drop(tasks);
        failure.into_inner().map_or(Ok(out), Err)
    }
}

/// The scan of rows of numbers that lie next to each other.
#[derive(Clone, Copy)]
struct Line<T> {
    init: T,
    /// The numbers of a row.
    inner: usize,
    is_reverse: bool,
    /// The rows of a block.
    base: usize,
}

impl<T: Element> Line<T> {
    fn scan(self, from: &[T], to: &mut [T], f: impl Fn(T, T) -> T + Copy) -> Result<(), OpError> {
        let Line { inner, base, .. } = self;
        let length = from.len() / inner;
        for [start, end] in blocks(length, base) {
            let block = start * inner..end * inner;
            self.scan_block(&from[block.clone()], &mut to[block], f);
        }
        if length <= base {
            return Ok(());
        }
        let count = length.div_ceil(base);
        let (mut totals, mut sums) = (room(count * inner)?, room(count * inner)?);
        for [start, end] in blocks(length, base) {
            let last = if self.is_reverse { start } else { end - 1 };
            totals.extend_from_slice(&to[last * inner..][..inner]);
        }
        sums.extend_from_slice(&totals);
        self.scan(&totals, &mut sums, f)?;
        for (block, [start, end]) in blocks(length, base).enumerate() {
            let before = if self.is_reverse { Some(block + 1) } else { block.checked_sub(1) };
            let Some(before) = before.filter(|&before| before < count) else { continue };
            let before = &sums[before * inner..][..inner];
            if let &[before] = before {
                to[start..end].iter_mut().for_each(|to| *to = f(before, *to));
                continue;
            }
            for to in to[start * inner..end * inner].chunks_exact_mut(inner) {
                to.iter_mut().zip(before).for_each(|(to, &before)| *to = f(before, *to));
            }
        }
        Ok(())
    }

    /// Each window of a block, its elements one after the other.
    fn scan_block(self, from: &[T], to: &mut [T], f: impl Fn(T, T) -> T + Copy) {
        let Line { init, inner, is_reverse, .. } = self;
        let length = from.len() / inner;
        let row = |at: usize| at * inner..(at + 1) * inner;
        match (is_reverse, inner) {
            (false, 1) => {
                if let ([from], []) = from.as_chunks::<BASE>()
                    && let ([to], []) = to.as_chunks_mut::<BASE>()
                {
                    let mut sum = init;
                    for at in 0..BASE {
                        sum = f(sum, from[at]);
                        to[at] = sum;
                    }
                    return;
                }
                let mut sum = init;
                for (to, &value) in to.iter_mut().zip(from) {
                    sum = f(sum, value);
                    *to = sum;
                }
            }
            (false, _) => {
                to[row(0)].iter_mut().zip(from).for_each(|(to, &value)| *to = f(init, value));
                for at in 1..length {
                    let (sums, to) = to.split_at_mut(at * inner);
                    let sums = &sums[row(at - 1)];
                    for ((to, &sum), &value) in to.iter_mut().zip(sums).zip(&from[row(at)]) {
                        *to = f(sum, value);
                    }
                }
            }
            // Too many elements for each window to be made anew.
            (true, _) if length > BASE => {
                let last = row(length - 1);
                to[last.clone()].iter_mut().zip(&from[last]).for_each(|(to, &value)| *to = f(init, value));
                for at in (0..length - 1).rev() {
                    let (to, sums) = to.split_at_mut((at + 1) * inner);
                    for ((to, &sum), &value) in to[row(at)].iter_mut().zip(&*sums).zip(&from[row(at)]) {
                        *to = f(sum, value);
                    }
                }
            }
            // All windows of the block at once.
            (true, 1) => {
                let mut sums = [init; BASE];
                match from.as_chunks::<BASE>() {
                    ([from], []) => add_each(&mut sums, from, f),
                    _ => add_each(&mut sums, from, f),
                }
                to.copy_from_slice(&sums[..length]);
            }
            (true, _) => {
                for at in 0..length {
                    let to = &mut to[row(at)];
                    to.iter_mut().zip(&from[row(at)]).for_each(|(to, &value)| *to = f(init, value));
                    for later in at + 1..length {
                        to.iter_mut().zip(&from[row(later)]).for_each(|(to, &value)| *to = f(*to, value));
                    }
                }
            }
        }
    }
}

/// Combines each number with the sums of the windows that start at it or before it.
#[inline]
fn add_each<T: Element>(sums: &mut [T; BASE], values: &[T], f: impl Fn(T, T) -> T) {
    for (at, &value) in values.iter().enumerate() {
        for (start, sum) in sums.iter_mut().enumerate() {
            let next = f(*sum, value);
            *sum = if start <= at { next } else { *sum };
        }
    }
}

/// A scan by a region: at each step for a block of rows.
pub(super) fn by_region(
    region: &Region,
    inputs: &[DenseHostTensor],
    inits: &[DenseHostTensor],
    scan: Scan,
) -> Result<Vec<DenseHostTensor>, OpError> {
    let rank = inputs[0].shape().rank();
    let mut order = vec![scan.axis];
    order.extend((0..rank).filter(|&axis| axis != scan.axis));
    let inverse: Vec<usize> =
        (0..rank).map(|at| order.iter().position(|&other| other == at).unwrap_or(at)).collect();
    let inputs: Vec<DenseHostTensor> =
        inputs.iter().map(|input| permuted(input, &order)).collect::<Result<_, _>>()?;
    let length = inputs[0].shape().dim(0) as usize;
    let rows = inputs[0].num_elements() / length.max(1);
    let mut outs: Vec<DenseHostTensor> = inputs
        .iter()
        .map(|input| DenseHostTensor::uninitialized(input.metadata().clone()))
        .collect::<Result<_, _>>()?;
    let sizes: Vec<usize> =
        inputs.iter().map(|input| element_size(input.dtype())).collect::<Result<_, _>>()?;
    let inits: Vec<&[u8]> = inits.iter().map(DenseHostTensor::bytes).collect();
    let from: Vec<&[u8]> = inputs.iter().map(DenseHostTensor::bytes).collect();
    let mut to: Vec<&mut [u8]> = outs
        .iter_mut()
        .map(|out| out.bytes_mut().ok_or_else(|| "a new tensor is shared".into()))
        .collect::<Result<_, OpError>>()?;
    if rows > 0 && length > 0 {
        let mut lines =
            Lines { runner: region.runner()?, inits, sizes, rows, is_reverse: scan.is_reverse, base: length };
        lines.base = base(length, lines.is_neutral());
        lines.scan(&from, &mut to, length)?;
    }
    outs.iter().map(|out| permuted(out, &inverse)).collect()
}

/// The scan of rows of several tensors, next to each other, by a region.
struct Lines<'a> {
    runner: Runner<'a>,
    inits: Vec<&'a [u8]>,
    sizes: Vec<usize>,
    /// The elements of a row.
    rows: usize,
    is_reverse: bool,
    /// The rows of a block.
    base: usize,
}

/// The left or right operand of a region.
enum Operand {
    Init,
    /// A row of what is scanned.
    From(usize),
    /// A row of the result.
    To(usize),
}

impl Lines<'_> {
    /// Whether the initial values may be there more than once.
    fn is_neutral(&mut self) -> bool {
        for i in 0..self.inits.len() {
            for arg in [i, self.inits.len() + i] {
                self.runner.arg_mut(arg, 1).copy_from_slice(self.inits[i]);
            }
        }
        self.runner.run(1);
        (0..self.inits.len()).all(|i| self.runner.result(i, 1) == self.inits[i])
    }

    /// Combines two rows, and writes a row of the result.
    fn combine(
        &mut self,
        from: &[&[u8]],
        to: &mut [&mut [u8]],
        left: &Operand,
        right: &Operand,
        result: usize,
    ) {
        let n = self.sizes.len();
        for start in (0..self.rows).step_by(BLOCK) {
            let count = BLOCK.min(self.rows - start);
            let of = |row: usize, size: usize| {
                (row * self.rows + start) * size..(row * self.rows + start + count) * size
            };
            for i in 0..n {
                let size = self.sizes[i];
                for (first, operand) in [(0, left), (n, right)] {
                    let arg = self.runner.arg_mut(first + i, count);
                    match *operand {
                        Operand::Init => {
                            arg.chunks_exact_mut(size).for_each(|to| to.copy_from_slice(self.inits[i]));
                        }
                        Operand::From(row) => arg.copy_from_slice(&from[i][of(row, size)]),
                        Operand::To(row) => arg.copy_from_slice(&to[i][of(row, size)]),
                    }
                }
            }
            self.runner.run(count);
            for (i, to) in to.iter_mut().enumerate() {
                to[of(result, self.sizes[i])].copy_from_slice(self.runner.result(i, count));
            }
        }
    }

    fn scan(&mut self, from: &[&[u8]], to: &mut [&mut [u8]], length: usize) -> Result<(), OpError> {
        use Operand::{From, Init, To};
        let base = self.base;
        for [start, end] in blocks(length, base) {
            match self.is_reverse {
                false => {
                    self.combine(from, to, &Init, &From(start), start);
                    for at in start + 1..end {
                        self.combine(from, to, &To(at - 1), &From(at), at);
                    }
                }
                // Too many elements for each window to be made anew. What comes first stays on the left.
                true if end - start > BASE => {
                    self.combine(from, to, &Init, &From(end - 1), end - 1);
                    for at in (start..end - 1).rev() {
                        self.combine(from, to, &From(at), &To(at + 1), at);
                    }
                }
                true => {
                    for at in start..end {
                        self.combine(from, to, &Init, &From(at), at);
                        for later in at + 1..end {
                            self.combine(from, to, &To(at), &From(later), at);
                        }
                    }
                }
            }
        }
        if length <= base {
            return Ok(());
        }
        let count = length.div_ceil(base);
        let mut totals: Vec<Vec<u8>> = Vec::with_capacity(to.len());
        for (to, &size) in to.iter().zip(&self.sizes) {
            let bytes = self.rows * size;
            let mut own = room(count * bytes)?;
            for [start, end] in blocks(length, base) {
                let last = if self.is_reverse { start } else { end - 1 };
                own.extend_from_slice(&to[last * bytes..][..bytes]);
            }
            totals.push(own);
        }
        let mut sums = Vec::new();
        for own in &totals {
            let mut copy = room(own.len())?;
            copy.extend_from_slice(own);
            sums.push(copy);
        }
        let given: Vec<&[u8]> = totals.iter().map(|own| &own[..]).collect();
        self.scan(&given, &mut sums.iter_mut().map(|own| &mut own[..]).collect::<Vec<_>>(), count)?;
        let sums: Vec<&[u8]> = sums.iter().map(|own| &own[..]).collect();
        for (block, [start, end]) in blocks(length, base).enumerate() {
            let before = if self.is_reverse { Some(block + 1) } else { block.checked_sub(1) };
            let Some(before) = before.filter(|&before| before < count) else { continue };
            for at in start..end {
                // What comes first stays on the left.
                let (left, right) =
                    if self.is_reverse { (To(at), From(before)) } else { (From(before), To(at)) };
                self.combine(&sums, to, &left, &right, at);
            }
        }
        Ok(())
    }
}
