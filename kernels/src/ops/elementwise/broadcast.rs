//! Element-wise loops with NumPy broadcasting.
//!
//! A [`Plan`] is made from the operands' shapes once per call: neighbouring dimensions in which every operand behaves alike
//! are merged, so most shapes end up as one or two loops. The innermost loop always runs over contiguous output, with each
//! operand either contiguous or constant, and is written so that the compiler vectorises it. An operand may *be* the output (its
//! buffer was taken over); then it has the output's shape.

use std::ops::Range;

use bytemuck::Pod;
use smallvec::SmallVec;
use tfrt_executor::tensor::{Dims, Shape};

/// Applies a function to elements of two slices, into a third of the same length.
pub(crate) type BinaryKernel<'a, A, B, O> = &'a (dyn Fn(&[A], &[B], &mut [O]) + Sync);

/// Elements that are handed to a kernel at once when they have to be copied first.
const BLOCK: usize = 256;

/// Up to three operands and the output.
const MAX_OPERANDS: usize = 3;

/// The shape two shapes broadcast to.
pub(crate) fn broadcast_shape(a: &Shape, b: &Shape) -> Result<Shape, String> {
    if a == b {
        return Ok(a.clone());
    }
    let (a, b) = (a.dims(), b.dims());
    let dims = broadcast_dims(&a, &b)?;
    Shape::new(&dims).map_err(|error| error.to_string())
}

/// The dimensions two lists of dimensions broadcast to.
pub(crate) fn broadcast_dims(a: &[i64], b: &[i64]) -> Result<Dims, String> {
    let rank = a.len().max(b.len());
    let at = |dims: &[i64], axis: usize| {
        let missing = rank - dims.len();
        if axis < missing { 1 } else { dims[axis - missing] }
    };
    (0..rank)
        .map(|axis| match (at(a, axis), at(b, axis)) {
            (x, y) if x == y => Ok(x),
            (1, y) => Ok(y),
            (x, 1) => Ok(x),
            (x, y) => Err(format!("Dimensions must be equal, but are {x} and {y}")),
        })
        .collect()
}

/// One merged loop: how often, and how far each operand moves per step, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Loop {
    count: usize,
    steps: [usize; MAX_OPERANDS],
}

/// Nested loops over a broadcast, outermost first. The last has steps of 0 or 1 for every operand.
#[derive(Debug)]
pub(crate) struct Plan {
    loops: SmallVec<[Loop; 4]>,
}

impl Plan {
    /// The loops over `out`, to which every operand broadcasts.
    pub(crate) fn new(out: &Shape, operands: &[&Shape]) -> Plan {
        assert!(operands.len() <= MAX_OPERANDS, "at most three operands");
        let same = operands.iter().all(|operand| *operand == out);
        if same {
            let steps = [1; MAX_OPERANDS];
            return Plan { loops: SmallVec::from_elem(Loop { count: out.num_elements(), steps }, 1) };
        }
        let dims = out.dims();
        let operands: SmallVec<[(Dims, Dims); MAX_OPERANDS]> =
            operands.iter().map(|shape| (shape.dims(), shape.strides())).collect();
        let mut loops: SmallVec<[Loop; 4]> = SmallVec::new();
        for (axis, &dim) in dims.iter().enumerate() {
            if dim == 1 {
                continue;
            }
            let mut steps = [0; MAX_OPERANDS];
            for (step, (dims_of, strides)) in steps.iter_mut().zip(&operands) {
                let missing = dims.len() - dims_of.len();
                if axis >= missing && dims_of[axis - missing] != 1 {
                    *step = strides[axis - missing] as usize;
                }
            }
            let count = dim as usize;
            match loops.last_mut() {
                // The outer loop steps over whole runs of this one, for every operand: one loop.
                Some(outer) if (0..MAX_OPERANDS).all(|i| outer.steps[i] == steps[i] * count) => {
                    *outer = Loop { count: outer.count * count, steps };
                }
                _ => loops.push(Loop { count, steps }),
            }
        }
        if loops.is_empty() {
            loops.push(Loop { count: out.num_elements(), steps: [1; MAX_OPERANDS] });
        }
        Plan { loops }
    }

    /// Calls `row` for each innermost run, or part of one, of the output elements in `range`: offset from the range's start and
    /// length in the output, offsets of the operands, and whether each operand moves.
    fn rows(
        &self,
        range: Range<usize>,
        mut row: impl FnMut(usize, usize, [usize; MAX_OPERANDS], [bool; MAX_OPERANDS]),
    ) {
        let Some((inner, outer)) = self.loops.split_last() else { return };
        if range.is_empty() || self.loops.iter().any(|l| l.count == 0) {
            return;
        }
        let moves = inner.steps.map(|step| step != 0);
        // Where the first run is.
        let mut index: SmallVec<[usize; 4]> = SmallVec::from_elem(0, outer.len());
        let mut offsets = [0; MAX_OPERANDS];
        let mut number = range.start / inner.count;
        for (index, level) in index.iter_mut().zip(outer).rev() {
            *index = number % level.count;
            number /= level.count;
            for (offset, step) in offsets.iter_mut().zip(level.steps) {
                *offset += step * *index;
            }
        }
        let mut skip = range.start % inner.count;
        let mut at = range.start;
        loop {
            let n = (inner.count - skip).min(range.end - at);
            let mut from = offsets;
            for (offset, step) in from.iter_mut().zip(inner.steps) {
                *offset += step * skip;
            }
            row(at - range.start, n, from, moves);
            skip = 0;
            at += n;
            if at >= range.end {
                return;
            }
            let mut level = outer.len();
            loop {
                if level == 0 {
                    return;
                }
                level -= 1;
                index[level] += 1;
                for (offset, step) in offsets.iter_mut().zip(outer[level].steps) {
                    *offset += step;
                }
                if index[level] < outer[level].count {
                    break;
                }
                for (offset, step) in offsets.iter_mut().zip(outer[level].steps) {
                    *offset -= step * index[level];
                }
                index[level] = 0;
            }
        }
    }

    /// Runs `kernel` over `out[i] = f(a[i], b[i])`, where `out` is the part of the output from element `first` on. An operand that
    /// stays the same along a run is handed over as a block of equal elements, so that there is one loop for each function and
    /// dtype and not one for each way to broadcast.
    pub(crate) fn binary<A: Pod, B: Pod, O>(
        &self,
        first: usize,
        out: &mut [O],
        a: &[A],
        b: &[B],
        kernel: BinaryKernel<'_, A, B, O>,
    ) {
        let mut same_a = [A::zeroed(); BLOCK];
        let mut same_b = [B::zeroed(); BLOCK];
        self.rows(first..first + out.len(), |at, n, offsets, moves| {
            if !moves[0] {
                same_a[..n.min(BLOCK)].fill(a[offsets[0]]);
            }
            if !moves[1] {
                same_b[..n.min(BLOCK)].fill(b[offsets[1]]);
            }
            let step = if moves[0] && moves[1] { n.max(1) } else { BLOCK };
            for (i, out) in out[at..at + n].chunks_mut(step).enumerate() {
                let n = out.len();
                let a = if moves[0] { &a[offsets[0] + i * step..][..n] } else { &same_a[..n] };
                let b = if moves[1] { &b[offsets[1] + i * step..][..n] } else { &same_b[..n] };
                kernel(a, b, out);
            }
        });
    }

    /// As [`Self::binary`], where operand 0 (`left`) or 1 is the output itself.
    pub(crate) fn binary_in_place<T: Pod>(
        &self,
        first: usize,
        out: &mut [T],
        other: &[T],
        left: bool,
        kernel: BinaryKernel<'_, T, T, T>,
    ) {
        let operand = usize::from(left);
        let mut own = [T::zeroed(); BLOCK];
        let mut same = [T::zeroed(); BLOCK];
        self.rows(first..first + out.len(), |at, n, offsets, moves| {
            if !moves[operand] {
                same[..n.min(BLOCK)].fill(other[offsets[operand]]);
            }
            for (i, out) in out[at..at + n].chunks_mut(BLOCK).enumerate() {
                let n = out.len();
                let own = &mut own[..n];
                own.copy_from_slice(out);
                let other =
                    if moves[operand] { &other[offsets[operand] + i * BLOCK..][..n] } else { &same[..n] };
                if left { kernel(own, other, out) } else { kernel(other, own, out) }
            }
        });
    }

    /// `out[i] = f(a[i], b[i], c[i])`, where `out` is the part of the output from element `first` on.
    pub(crate) fn ternary<A: Copy, B: Copy, C: Copy, O>(
        &self,
        first: usize,
        out: &mut [O],
        (a, b, c): (&[A], &[B], &[C]),
        f: impl Fn(A, B, C) -> O,
    ) {
        self.rows(first..first + out.len(), |at, n, offsets, moves| {
            let out = &mut out[at..at + n];
            if moves == [true; 3] {
                let (a, b, c) = (&a[offsets[0]..][..n], &b[offsets[1]..][..n], &c[offsets[2]..][..n]);
                for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                    *out = f(a, b, c);
                }
                return;
            }
            let step = moves.map(usize::from);
            for (i, out) in out.iter_mut().enumerate() {
                let [x, y, z] = [0, 1, 2].map(|operand| offsets[operand] + i * step[operand]);
                *out = f(a[x], b[y], c[z]);
            }
        });
    }

    /// `out[i] = a[i]`.
    pub(crate) fn copy<T: Copy>(&self, out: &mut [T], a: &[T]) {
        self.rows(0..out.len(), |at, n, offsets, moves| {
            let out = &mut out[at..at + n];
            if moves[0] {
                out.copy_from_slice(&a[offsets[0]..][..n]);
            } else {
                out.fill(a[offsets[0]]);
            }
        });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn shape(dims: &[i64]) -> Shape {
        Shape::new(dims).unwrap()
    }

    /// What broadcasting means, element by element.
    pub(crate) fn at(shape: &Shape, out: &Shape, linear: usize) -> usize {
        let (dims, strides, out_strides) = (shape.dims(), shape.strides(), out.strides());
        let missing = out.rank() - dims.len();
        (0..dims.len())
            .map(|axis| {
                let index = linear as i64 / out_strides[axis + missing] % out.dim(axis + missing);
                if dims[axis] == 1 { 0 } else { index * strides[axis] }
            })
            .sum::<i64>() as usize
    }

    fn minus(a: &[i64], b: &[i64], out: &mut [i64]) {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = a - b;
        }
    }

    #[test]
    fn broadcasts_follow_the_definition() {
        let cases: [(&[i64], &[i64]); 11] = [
            (&[2, 3], &[2, 3]),
            (&[2, 3], &[]),
            (&[], &[4]),
            (&[2, 3], &[3]),
            (&[2, 3], &[2, 1]),
            (&[2, 1, 4], &[3, 1]),
            (&[1, 3, 1, 5], &[2, 1, 4, 1]),
            (&[0, 3], &[1, 3]),
            (&[2, 3, 4], &[2, 1, 1]),
            (&[1], &[1, 1, 1]),
            (&[2, 2, 2, 2, 2, 2, 2, 2], &[2, 1, 2, 1, 2, 1, 2, 1]),
        ];
        for (a, b) in cases.into_iter().chain(cases.map(|(a, b)| (b, a))) {
            let (a, b) = (shape(a), shape(b));
            let out = broadcast_shape(&a, &b).unwrap();
            let values = |n: usize, by: i64| (0..n as i64).map(|i| i * by + 1).collect::<Vec<_>>();
            let (x, y) = (values(a.num_elements(), 1), values(b.num_elements(), 1000));
            let plan = Plan::new(&out, &[&a, &b]);
            let expected: Vec<i64> =
                (0..out.num_elements()).map(|i| x[at(&a, &out, i)] - y[at(&b, &out, i)]).collect();
            let mut got = vec![0; out.num_elements()];
            plan.binary(0, &mut got, &x, &y, &minus);
            assert_eq!(got, expected, "{a} - {b}");
            // In parts of every size.
            for part in 1..=out.num_elements() {
                let mut got = vec![0; out.num_elements()];
                for (i, got) in got.chunks_mut(part).enumerate() {
                    plan.binary(i * part, got, &x, &y, &minus);
                }
                assert_eq!(got, expected, "{a} - {b} in parts of {part}");
            }
            if a == out {
                let mut got = x.clone();
                plan.binary_in_place(0, &mut got, &y, true, &minus);
                assert_eq!(got, expected, "{a} - {b} in place");
            }
            if b == out {
                let mut got = y.clone();
                plan.binary_in_place(0, &mut got, &x, false, &minus);
                assert_eq!(got, expected, "{a} - {b} in place of the second");
            }
            let plan = Plan::new(&out, &[&a, &b, &a]);
            plan.ternary(0, &mut got, (&x, &y, &x), |a, b, c| a - b + c - c);
            assert_eq!(got, expected, "{a} - {b} with three operands");
            Plan::new(&out, &[&b]).copy(&mut got, &y);
            assert_eq!(got, (0..out.num_elements()).map(|i| y[at(&b, &out, i)]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn alike_dimensions_merge() {
        let plan = Plan::new(&shape(&[4, 5, 6]), &[&shape(&[4, 5, 6]), &shape(&[6])]);
        assert_eq!(plan.loops.iter().map(|l| l.count).collect::<Vec<_>>(), [20, 6]);
        let plan = Plan::new(&shape(&[4, 5, 6]), &[&shape(&[4, 5, 6]), &shape(&[])]);
        assert_eq!(plan.loops.len(), 1);
    }

    #[test]
    fn mismatches_are_named() {
        let error = broadcast_shape(&shape(&[2, 3]), &shape(&[2, 4])).unwrap_err();
        assert_eq!(error, "Dimensions must be equal, but are 3 and 4");
    }
}
