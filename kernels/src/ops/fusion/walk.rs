//! Nested loops over a shape to which any number of operands broadcast.
//!
//! As in [`broadcast`](crate::ops::elementwise::broadcast), neighbouring dimensions in which every operand behaves alike are one loop, and
//! the innermost loop takes consecutive elements of the result, with each operand either consecutive too or constant.

use std::ops::Range;

use smallvec::SmallVec;
use tfrt_executor::tensor::{Dims, Shape};

/// For each operand, how far it moves at a step, in elements.
type Steps = SmallVec<[usize; 6]>;

#[derive(Debug, PartialEq, Eq)]
struct Level {
    count: usize,
    steps: Steps,
}

/// The loops, outermost first.
#[derive(Debug)]
pub(super) struct Walk {
    outer: SmallVec<[Level; 3]>,
    inner: Level,
}

impl Walk {
    /// The loops over `out`, to which all operands broadcast.
    pub(super) fn new(out: &Shape, operands: &[&Shape]) -> Walk {
        let dims = out.dims();
        let operands: SmallVec<[(Dims, Dims); 6]> =
            operands.iter().map(|shape| (shape.dims(), shape.strides())).collect();
        let mut levels: SmallVec<[Level; 3]> = SmallVec::new();
        for (axis, &dim) in dims.iter().enumerate() {
            if dim == 1 {
                continue;
            }
            let step = |(dims_of, strides): &(Dims, Dims)| {
                let missing = dims.len() - dims_of.len();
                let moves = axis >= missing && dims_of[axis - missing] != 1;
                if moves { strides[axis - missing] as usize } else { 0 }
            };
            let steps: Steps = operands.iter().map(step).collect();
            let count = dim as usize;
            match levels.last_mut() {
                // The outer loop steps over whole runs of this one, for every operand: one loop.
                Some(outer) if outer.steps.iter().zip(&steps).all(|(outer, step)| *outer == step * count) => {
                    *outer = Level { count: outer.count * count, steps };
                }
                _ => levels.push(Level { count, steps }),
            }
        }
        let inner = levels.pop();
        // One element: every operand is at it.
        let inner =
            inner.unwrap_or_else(|| Level { count: 1, steps: SmallVec::from_elem(1, operands.len()) });
        Walk { outer: levels, inner }
    }

    /// The loops over rows of so many elements, of which the innermost loop has a whole number; runs are of rows.
    pub(super) fn over_rows(&self, length: usize) -> Walk {
        let mut outer: SmallVec<[Level; 3]> = SmallVec::new();
        for Level { count, steps } in &self.outer {
            outer.push(Level { count: *count, steps: steps.clone() });
        }
        let steps: Steps = self.inner.steps.iter().map(|step| step * length).collect();
        let rows = Level { count: self.inner.count / length, steps };
        let inner = if rows.count == 1 { outer.pop().unwrap_or(rows) } else { rows };
        Walk { outer, inner }
    }

    /// The distance in elements that an operand moves at a step of the innermost loop.
    pub(super) fn step(&self, operand: usize) -> usize {
        self.inner.steps[operand]
    }

    /// Elements of the innermost loop; all, if there is no other loop.
    pub(super) fn run_length(&self) -> usize {
        self.inner.count
    }

    /// Whether the innermost loop is the only one.
    pub(super) fn is_flat(&self) -> bool {
        self.outer.is_empty()
    }

    /// Whether an operand moves in the innermost loop.
    pub(super) fn moves(&self, operand: usize) -> bool {
        self.inner.steps[operand] != 0
    }

    /// Whether an operand is at one element for the whole result.
    pub(super) fn is_fixed(&self, operand: usize) -> bool {
        self.outer.iter().chain([&self.inner]).all(|level| level.steps[operand] == 0)
    }

    /// For how many elements of the result, from each multiple of them on, an operand that moves in the innermost loop has the same run; at
    /// least a run.
    pub(super) fn repeated(&self, operand: usize) -> usize {
        if !self.moves(operand) {
            return 0;
        }
        let stays = self.outer.iter().rev().take_while(|level| level.steps[operand] == 0);
        self.inner.count * stays.map(|level| level.count).product::<usize>()
    }

    /// Calls `run` for each innermost run, or part of one, of the elements in `range`: how far it is from the range's start, its
    /// length, and where each operand is.
    pub(super) fn runs(&self, range: Range<usize>, mut run: impl FnMut(usize, usize, &[usize])) {
        if range.is_empty() {
            return;
        }
        let mut index: SmallVec<[usize; 4]> = SmallVec::from_elem(0, self.outer.len());
        let mut offsets: Steps = SmallVec::from_elem(0, self.inner.steps.len());
        let mut number = range.start / self.inner.count;
        for (index, level) in index.iter_mut().zip(&self.outer).rev() {
            *index = number % level.count;
            number /= level.count;
            for (offset, step) in offsets.iter_mut().zip(&level.steps) {
                *offset += step * *index;
            }
        }
        let mut skip = range.start % self.inner.count;
        let mut at = range.start;
        loop {
            let n = (self.inner.count - skip).min(range.end - at);
            if skip == 0 {
                run(at - range.start, n, &offsets);
            } else {
                let from: Steps = offsets
                    .iter()
                    .zip(&self.inner.steps)
                    .map(|(offset, step)| offset + step * skip)
                    .collect();
                run(at - range.start, n, &from);
                skip = 0;
            }
            at += n;
            if at >= range.end {
                return;
            }
            for (index, level) in index.iter_mut().zip(&self.outer).rev() {
                *index += 1;
                offsets.iter_mut().zip(&level.steps).for_each(|(offset, step)| *offset += step);
                if *index < level.count {
                    break;
                }
                offsets.iter_mut().zip(&level.steps).for_each(|(offset, step)| *offset -= step * level.count);
                *index = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::elementwise::broadcast::tests::{at, shape};

    #[test]
    fn every_operand_is_where_broadcasting_puts_it() {
        let out = shape(&[2, 3, 4, 5]);
        let operands = [
            shape(&[2, 3, 4, 5]),
            shape(&[]),
            shape(&[5]),
            shape(&[4, 1]),
            shape(&[2, 1, 1, 1]),
            shape(&[3, 1, 5]),
            shape(&[1, 3, 4, 1]),
        ];
        let operands: Vec<&Shape> = operands.iter().collect();
        for chosen in 1..1usize << operands.len() {
            let chosen: Vec<&Shape> = (0..operands.len())
                .filter(|i| chosen & 1 << i != 0 || *i == 0)
                .map(|i| operands[i])
                .collect();
            let walk = Walk::new(&out, &chosen);
            for range in [0..120, 7..8, 3..119, 60..60, 59..61] {
                let mut next = range.start;
                walk.runs(range.clone(), |first, n, offsets| {
                    assert_eq!(first + range.start, next);
                    for i in 0..n {
                        for (operand, (shape, offset)) in chosen.iter().zip(offsets).enumerate() {
                            let moved = if walk.moves(operand) { i } else { 0 };
                            assert_eq!(offset + moved, at(shape, &out, next + i));
                        }
                    }
                    next += n;
                });
                assert_eq!(next, range.end);
            }
        }
    }

    #[test]
    fn runs_repeat_while_outer_loops_leave_them() {
        let operands =
            [shape(&[2, 3, 4, 5]), shape(&[5]), shape(&[2, 1, 1, 5]), shape(&[4, 1]), shape(&[3, 1, 5])];
        let operands: Vec<&Shape> = operands.iter().collect();
        let walk = Walk::new(&shape(&[2, 3, 4, 5]), &operands);
        let repeated: Vec<usize> = (0..operands.len()).map(|i| walk.repeated(i)).collect();
        assert_eq!(repeated, [5, 120, 60, 0, 20]);
    }

    #[test]
    fn alike_dimensions_are_one_loop() {
        let walk = Walk::new(&shape(&[4, 5, 6]), &[&shape(&[4, 5, 6]), &shape(&[6]), &shape(&[])]);
        assert_eq!((walk.is_flat(), walk.run_length()), (false, 6));
        let walk = Walk::new(&shape(&[4, 5, 6]), &[&shape(&[4, 5, 6]), &shape(&[])]);
        assert_eq!((walk.is_flat(), walk.run_length()), (true, 120));
    }
}
