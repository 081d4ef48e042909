//! Resized `f32` tensors whose elements are those of the input, or lie between two of them along each axis.
//!
//! Positions are found in `f64`. Two neighbouring axes are done at once, each row of the result by itself.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{OpContext, OpError};
use tfrt_ops::resample::{Nearest, Positions, ResizedAxis};

use crate::ops::memory::{filled, room};
use crate::ops::tasks::for_parts;
use tfrt_numerics::blocks;

/// The derivation of elements from positions.
#[derive(Clone, Copy)]
pub(super) struct Between {
    pub(super) positions: Positions,
    /// The rule that chooses the nearest element; without a rule, elements are interpolated between two neighbours.
    pub(super) nearest: Option<Nearest>,
}

/// The positions of a result's elements in an axis of the input.
struct Places {
    /// Elements of the input.
    size: usize,
    /// The elements on both sides, and how far the position is from the first towards the second.
    places: Vec<(usize, usize, f32)>,
}

impl Places {
    fn of(method: Between, axis: &ResizedAxis) -> Result<Places, OpError> {
        let mut places = room(axis.target.max(0) as usize)?;
        let last = (axis.size - 1) as f64;
        for to in 0..axis.target {
            let at = method.positions.place(to, axis);
            if let Some(nearest) = method.nearest {
                let place = nearest.of(at, axis.size) as usize;
                places.push((place, place, 0.0));
                continue;
            }
            // What is beyond an end is as the last element.
            let at = at.clamp(0.0, last);
            let first = at.floor();
            places.push((first as usize, (first + 1.0).min(last) as usize, (at - first) as f32));
        }
        Ok(Places { size: axis.size as usize, places })
    }

    /// An axis of one element.
    fn one() -> Places {
        Places { size: 1, places: Vec::from([(0, 0, 0.0)]) }
    }
}

impl Between {
    /// Resizes some axes, in ascending order, of a tensor with these dimensions. `out` has the elements of the result.
    pub(super) fn compute(
        self,
        context: &dyn OpContext,
        input: &[f32],
        dims: &[usize],
        axes: &[(usize, ResizedAxis)],
        out: &mut [f32],
    ) -> Result<(), OpError> {
        if out.is_empty() {
            return Ok(());
        }
        if axes.is_empty() {
            out.copy_from_slice(input);
            return Ok(());
        }
        // The last two axes of a run are together: then the ones before have made as few elements as possible.
        let mut groups: SmallVec<[&[(usize, ResizedAxis)]; 2]> = SmallVec::new();
        let mut rest = axes;
        while let [before @ .., last] = rest {
            let is_pair = before.last().is_some_and(|(at, _)| at + 1 == last.0);
            let (others, group) = rest.split_at(rest.len() - if is_pair { 2 } else { 1 });
            groups.push(group);
            rest = others;
        }
        let mut dims: SmallVec<[usize; 6]> = SmallVec::from_slice(dims);
        let mut made: Vec<f32> = Vec::new();
        for (left, group) in groups.iter().enumerate().rev() {
            let [rows, columns] = match group {
                [(_, rows), (_, columns)] => [Places::of(self, rows)?, Places::of(self, columns)?],
                group => [Places::of(self, &group[0].1)?, Places::one()],
            };
            let inner = dims[group[0].0 + group.len()..].iter().product();
            for (at, axis) in *group {
                dims[*at] = axis.target as usize;
            }
            let from = if left + 1 == groups.len() { input } else { &made };
            if left == 0 {
                self.pass(context, from, [&rows, &columns], inner, out);
                break;
            }
            let elements = dims.iter().try_fold(1_usize, |all, &dim| all.checked_mul(dim));
            let mut next = filled(0.0, elements.ok_or("the result has too many elements")?)?;
            self.pass(context, from, [&rows, &columns], inner, &mut next);
            made = next;
        }
        Ok(())
    }

    /// Resizes two neighbouring axes, before others that have `inner` elements together.
    fn pass(
        self,
        context: &dyn OpContext,
        from: &[f32],
        [rows, columns]: [&Places; 2],
        inner: usize,
        to: &mut [f32],
    ) {
        let (line, source) = (columns.places.len() * inner, columns.size * inner);
        for_parts(context, to, line, &|first, lines| {
            for i in 0..lines.len() / line.max(1) {
                let at = first / line + i;
                let (image, y) = (at / rows.places.len(), at % rows.places.len());
                let row = |y: usize| &from[(image * rows.size + y) * source..][..source];
                let (before, to) = lines.split_at_mut(i * line);
                let to = &mut to[..line];
                let (upper, lower, down) = rows.places[y];
                match (self.nearest, inner) {
                    (None, 1) => between_single(row(upper), row(lower), &columns.places, down, to),
                    (None, _) => {
                        blocks::between_rows(row(upper), row(lower), &columns.places, down, inner, to);
                    }
                    // The same row once more.
                    (Some(_), _) if i > 0 && y > 0 && rows.places[y - 1].0 == upper => {
                        to.copy_from_slice(&before[(i - 1) * line..]);
                    }
                    (Some(_), 1) => {
                        let from = row(upper);
                        to.iter_mut().zip(&columns.places).for_each(|(to, &(x, ..))| *to = from[x]);
                    }
                    (Some(_), _) => {
                        let from = row(upper);
                        for (to, &(x, ..)) in to.chunks_exact_mut(inner.max(1)).zip(&columns.places) {
                            to.copy_from_slice(&from[x * inner..][..inner]);
                        }
                    }
                }
            }
        });
    }
}

/// As [`blocks::between_rows`] of one channel, the rows first: all of that is vectors.
fn between_single(upper: &[f32], lower: &[f32], columns: &[(usize, usize, f32)], down: f32, to: &mut [f32]) {
    /// Elements of a row that are between rows at a time, besides those that its neighbours need.
    const MOST: usize = 1024;
    let mut middle = [0.0; MOST];
    let mut done = 0;
    while done < columns.len() {
        // Columns whose elements are in the part of a row that starts with the first one's.
        let first = columns[done].0;
        let count = columns[done..].iter().take_while(|(left, right, _)| {
            (first..first + MOST).contains(left) && (first..first + MOST).contains(right)
        });
        let count = count.count().max(1);
        let part = &columns[done..done + count];
        let end = part.iter().map(|&(left, right, _)| left.max(right) + 1).max().unwrap_or(first);
        let middle = &mut middle[..(end - first).min(MOST)];
        let (upper, lower) = (&upper[first..][..middle.len()], &lower[first..][..middle.len()]);
        for i in 0..middle.len() {
            middle[i] = upper[i] + (lower[i] - upper[i]) * down;
        }
        let to = &mut to[done..done + count];
        for i in 0..count {
            let (left, right, across) = part[i];
            let (left, right) = (middle[left - first], middle[right - first]);
            to[i] = left + (right - left) * across;
        }
        done += count;
    }
}
