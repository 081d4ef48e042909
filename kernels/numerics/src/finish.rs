//! The functions after a product or convolution: an epilogue on register tiles, then a function over parts of the result.
//!
//! A part is handed to the function when all its elements are there, by the task that computed them, so it is in that task's caches. Where no
//! task has parts of its own, the function goes over the result afterwards. Each element is in one part, however the work is split.

#![expect(unsafe_code, reason = "parts of a result by address")]

use super::blocks;
use super::split::Split;
use super::tile::{self, Shared};

/// An epilogue of a product before it is stored: it may be scaled, a bias is added to each row, and elements out of bounds become the
/// bound. NaNs stay.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// The scale of each row, if there is one.
    pub scale: Option<Scale<'a>>,
    /// As many elements as the product has columns.
    pub bias: &'a [f32],
    /// The lower bound; minus infinity if there is none.
    pub low: f32,
    /// The upper bound; infinity if there is none.
    pub high: f32,
}

/// `(x + before - mean) * factor`, with as many of each as a product has columns.
#[derive(Debug, Clone, Copy)]
pub struct Scale<'a> {
    /// The first summand, if there is one.
    pub before: Option<&'a [f32]>,
    /// The mean that is then subtracted, if there is one.
    pub mean: Option<&'a [f32]>,
    /// The factor that is then multiplied.
    pub factor: &'a [f32],
}

impl After<'_> {
    /// Whether it is made for so many columns.
    pub(super) fn has(&self, columns: usize) -> bool {
        let given = |Scale { before, mean, factor }: Scale<'_>| {
            [before.unwrap_or(factor), mean.unwrap_or(factor), factor]
                .iter()
                .all(|values| values.len() == columns)
        };
        self.bias.len() == columns && self.scale.is_none_or(given)
    }

    /// The epilogue of `count` columns from `first` on, in the form of tiles.
    pub(super) fn of_columns(&self, first: usize, count: usize) -> tile::After {
        let part = |values: &[f32]| values[first..][..count].as_ptr();
        tile::After {
            scale: self.scale.map(|scale| tile::Scale {
                before: scale.before.map_or(std::ptr::null(), part),
                mean: scale.mean.map_or(std::ptr::null(), part),
                factor: part(scale.factor),
            }),
            bias: part(self.bias),
            low: self.low,
            high: self.high,
        }
    }

    /// Applies it to whole rows.
    pub fn apply(&self, rows: &mut [f32]) {
        match self.scale {
            Some(Scale { before, mean, factor }) => {
                if let Some(before) = before {
                    blocks::add_bias(rows, before);
                }
                match mean {
                    Some(mean) => blocks::normalize(rows, mean, factor, self.bias, self.low, self.high),
                    None => blocks::scale(rows, factor, self.bias, self.low, self.high),
                }
            }
            None => blocks::add_bias_within(rows, self.bias, self.low, self.high),
        }
    }
}

/// Works on a part of a result: the number of its first element, and its elements. Tasks call it, each for parts of its own.
pub type FinishPart<'a> = &'a (dyn Fn(usize, &mut [f32]) + Sync);

/// The operations after a product.
#[derive(Clone, Copy, Default)]
pub struct Then<'a> {
    /// On register tiles.
    pub after: Option<After<'a>>,
    /// On parts of the result, after that.
    pub finish: Option<FinishPart<'a>>,
}

impl Then<'_> {
    /// Does all of it to a whole result of so many columns that was computed without.
    pub fn apply(self, out: &mut [f32], columns: usize, split: Split<'_>) {
        if let Some(after) = self.after {
            after.apply(out);
        }
        if let Some(finish) = self.finish {
            finish_all(finish, out, columns, split);
        }
    }
}

impl std::fmt::Debug for Then<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Then").field("after", &self.after).field("finish", &self.finish.is_some()).finish()
    }
}

impl<'a> From<Option<After<'a>>> for Then<'a> {
    fn from(after: Option<After<'a>>) -> Then<'a> {
        Then { after, finish: None }
    }
}

/// Elements of a part of a result that no task has parts of, but for what makes it whole rows.
const PART: usize = 1 << 14;

/// Has a whole result finished, part by part, on all threads if it is large. Parts are rows of so many elements, whole ones.
pub fn finish_all(finish: FinishPart<'_>, out: &mut [f32], row: usize, split: Split<'_>) {
    let size = PART.next_multiple_of(row.max(1));
    if out.len() <= size {
        return finish(0, out);
    }
    let (len, start) = (out.len(), Shared(out.as_mut_ptr()));
    split.run(len.div_ceil(size), &|begin, end| {
        for first in (begin * size..len.min(end * size)).step_by(size) {
            // SAFETY: parts are within the result and do not overlap, and each is one task's.
            let part = unsafe { std::slice::from_raw_parts_mut(start.at(first), size.min(len - first)) };
            finish(first, part);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::tests::Backwards;

    #[test]
    fn every_element_is_in_one_part() {
        for (len, row) in [(0, 1), (1, 1), (PART, 7), (PART + 1, 1), (3 * PART - 5, 1), (3000 * 11, 3000)] {
            let mut out: Vec<f32> = (0..len).map(|i| i as f32).collect();
            let finish = |first: usize, part: &mut [f32]| {
                assert!(first.is_multiple_of(row), "whole rows");
                for (i, x) in part.iter_mut().enumerate() {
                    assert_eq!(*x, (first + i) as f32, "each once");
                    *x += 0.5;
                }
            };
            finish_all(&finish, &mut out, row, Backwards::default().split());
            assert!(out.iter().enumerate().all(|(i, &x)| x == i as f32 + 0.5));
        }
    }
}
