//! Element-wise loops with NumPy broadcasting.
//!
//! A [`Plan`] is made from the operands' shapes once per call: neighbouring dimensions in which every operand behaves alike are merged,
//! so most shapes end up as one or two loops. The innermost loop always runs over contiguous output, with each operand either contiguous
//! or constant; a block function computes it. An operand may *be* the output (its buffer is reused); then it has the output's shape.

#![expect(unsafe_code, reason = "operands of any dtype are untyped memory")]

use std::mem::MaybeUninit;
use std::ops::Range;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpError;
use tfrt_executor::tensor::{Dims, Shape};
use tfrt_ops::shapes::{KnownShape, ShapeView};

use super::apply::{Block, Operand};
use crate::ops::memory::room;

/// Elements of an operand that stays, handed over at once.
const BLOCK: usize = 256;

/// A block of equal elements, of 16 bytes at most.
#[repr(align(64))]
struct Same(MaybeUninit<[u8; BLOCK * 16]>);

/// Up to three operands and the output.
const MAX_OPERANDS: usize = 3;

/// The shape two shapes broadcast to.
pub(crate) fn broadcast_shape(a: &Shape, b: &Shape) -> Result<Shape, OpError> {
    match tfrt_ops::shapes::broadcast_shape(&ShapeView::Full(a), &ShapeView::Full(b))? {
        KnownShape::Full(shape) => Ok(shape),
        _ => Err("a shape is not known".into()),
    }
}

/// Whether a tensor of this shape may be an operand of a loop over `out`.
pub(super) fn broadcasts_to(shape: &Shape, out: &Shape) -> bool {
    if shape == out {
        return true;
    }
    let (dims, out) = (shape.dims(), out.dims());
    dims.len() <= out.len()
        && dims.iter().rev().zip(out.iter().rev()).all(|(&dim, &out)| dim == 1 || dim == out)
}

/// Writes an element of `size` bytes `count` times.
///
/// # Safety
/// Both pointers are aligned for elements of this size; there is room for so many.
pub(crate) unsafe fn fill(to: *mut u8, from: *const u8, size: usize, count: usize) {
    // SAFETY: the caller says that there is an element to read and room for `count` of them, both aligned. Elements of other sizes are copied as
    // bytes.
    unsafe {
        match size {
            1 => to.write_bytes(*from, count),
            2 => std::slice::from_raw_parts_mut(to.cast::<u16>(), count).fill(*from.cast()),
            4 => std::slice::from_raw_parts_mut(to.cast::<u32>(), count).fill(*from.cast()),
            8 => std::slice::from_raw_parts_mut(to.cast::<u64>(), count).fill(*from.cast()),
            _ => {
                for i in 0..count {
                    to.add(i * size).copy_from_nonoverlapping(from, size);
                }
            }
        }
    }
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

    /// Calls the block function for the elements in a range, of which the first goes to `out`, of so many bytes an element. An operand
    /// that stays the same along a run is handed over as a block of equal elements, so that there is one loop for each function and
    /// dtype and not one for each way to broadcast.
    ///
    /// # Safety
    /// The operands have the elements of the shapes that the plan was made for, and the result those of the range. The block function may
    /// be called with such arguments; an operand that is the result has its shape.
    pub(super) unsafe fn blocks(
        &self,
        range: Range<usize>,
        operands: &[Operand],
        out: *mut u8,
        size: usize,
        block: Block<'_>,
    ) {
        let mut same = [const { Same(MaybeUninit::uninit()) }; MAX_OPERANDS];
        let operands = &operands[..operands.len().min(MAX_OPERANDS)];
        self.rows(range, |at, n, offsets, moves| {
            let mut args = [std::ptr::null(); MAX_OPERANDS];
            let mut step = n.max(1);
            for (i, (arg, operand)) in args.iter_mut().zip(operands).enumerate() {
                // SAFETY: offsets are within the operands' shapes, and there is room for a block of the largest elements.
                unsafe {
                    *arg = operand.start.add(offsets[i] * operand.size);
                    if !moves[i] {
                        let place = same[i].0.as_mut_ptr().cast::<u8>();
                        fill(place, *arg, operand.size, n.min(BLOCK));
                        *arg = place.cast_const();
                        step = step.min(BLOCK);
                    }
                }
            }
            for first in (0..n).step_by(step) {
                // SAFETY: a block is a part of the run; arguments move over it as their operands do.
                unsafe {
                    block(args.as_ptr(), out.add((at + first) * size), step.min(n - first));
                    for (i, (arg, operand)) in args.iter_mut().zip(operands).enumerate() {
                        if moves[i] && first + step < n {
                            *arg = arg.add(step * operand.size);
                        }
                    }
                }
            }
        });
    }

    /// Which elements of the first and the second operand are at each element of the output.
    pub(crate) fn pairs(&self, count: usize) -> Result<Vec<[usize; 2]>, OpError> {
        let mut pairs = room(count)?;
        self.rows(0..count, |_, n, [a, b, _], moves| {
            let [x, y] = [0, 1].map(|operand| usize::from(moves[operand]));
            pairs.extend((0..n).map(|i| [a + i * x, b + i * y]));
        });
        Ok(pairs)
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

    /// Broadcasting by its definition, element by element.
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

    /// Runs `a - b` over a part of the output, or `a - b + c - c` with a third operand.
    fn minus(plan: &Plan, range: Range<usize>, operands: &[*const i64], out: *mut i64) {
        let operands: Vec<Operand> =
            operands.iter().map(|operand| Operand { start: operand.cast(), size: 8 }).collect();
        let is_third = operands.len() > 2;
        let block: Block<'_> = &|args, out, count| {
            for i in 0..count {
                // SAFETY: there are as many arguments and elements.
                unsafe {
                    let value = |arg: usize| (*args.add(arg)).cast::<i64>().add(i).read();
                    let more = if is_third { value(2) } else { 0 };
                    out.cast::<i64>().add(i).write(value(0) - value(1) + more - more);
                }
            }
        };
        // SAFETY: the callers' operands have the shapes of the plan.
        unsafe { plan.blocks(range, &operands, out.cast(), 8, block) }
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
            let all = 0..out.num_elements();
            minus(&plan, all.clone(), &[x.as_ptr(), y.as_ptr()], got.as_mut_ptr());
            assert_eq!(got, expected, "{a} - {b}");
            assert!(broadcasts_to(&a, &out) && broadcasts_to(&b, &out));
            let pairs = plan.pairs(out.num_elements()).unwrap();
            assert_eq!(pairs.iter().map(|&[i, j]| x[i] - y[j]).collect::<Vec<_>>(), expected);
            // In parts of every size.
            for part in 1..=out.num_elements() {
                let mut got = vec![0; out.num_elements()];
                for (i, got) in got.chunks_mut(part).enumerate() {
                    let range = i * part..i * part + got.len();
                    minus(&plan, range, &[x.as_ptr(), y.as_ptr()], got.as_mut_ptr());
                }
                assert_eq!(got, expected, "{a} - {b} in parts of {part}");
            }
            if a == out {
                let mut got = x.clone();
                let place = got.as_mut_ptr();
                minus(&plan, all.clone(), &[place, y.as_ptr()], place);
                assert_eq!(got, expected, "{a} - {b} in place");
            }
            if b == out {
                let mut got = y.clone();
                let place = got.as_mut_ptr();
                minus(&plan, all.clone(), &[x.as_ptr(), place], place);
                assert_eq!(got, expected, "{a} - {b} in place of the second");
            }
            let plan = Plan::new(&out, &[&a, &b, &a]);
            minus(&plan, all, &[x.as_ptr(), y.as_ptr(), x.as_ptr()], got.as_mut_ptr());
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
        assert_eq!(error.message(), "Dimensions must be equal, but are 3 and 4");
    }
}
