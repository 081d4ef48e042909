//! Bands of images.
//!
//! What one step writes of a large image has left the cache when the next step reads it. Where steps compute some rows of their result from some
//! rows of their operand ([`Banded`]), a stretch of them goes through an image band by band: each step computes the rows that the one after it
//! wants next, and what is between them is nowhere as a whole. Rows that two bands read are computed once, unless different threads have the
//! bands.
//!
//! Invariants: each element is computed by the same code from the same numbers as without bands, so the bits are the same, whatever the bands
//! and the threads.

#![expect(unsafe_code, reason = "threads write rows of their own to one result")]

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{Banded, Banding, Declined, FinishPart, OnParts, OpContext};
use tfrt_executor::tensor::Buffer;

use crate::run::Pool;

/// Steps of a stretch at most: the more there are, the fewer rows has a band.
pub(crate) const MOST: usize = 3;

/// The ratio of the bytes that stay in a cache at all to those that stay near a thread.
const FARTHER: usize = 4;

/// Whether a step can take its operand in bands from one that gives them, and that pays: so many bytes stay near a thread.
pub(crate) fn pays(from: &Banding, to: &Banding, cache: usize) -> bool {
    let image = from.rows[1].saturating_mul(from.row_bytes[1]);
    let fits = from.images == to.images && from.rows[1] == to.rows[0] && from.row_bytes[1] == to.row_bytes[0];
    fits && image > cache.saturating_mul(FARTHER) && from.others <= cache / 2 && to.others <= cache / 2
}

/// The links of a sequence of steps that are taken: those that keep most bytes near a thread, with at most [`MOST`] steps in a row. `bytes` are those
/// of each link.
pub(crate) fn taken(bytes: &[usize]) -> Vec<bool> {
    // The most bytes of the links from each on, and how many of these are taken before the next one is not.
    let mut best: Vec<(usize, usize)> = vec![(0, 0); bytes.len() + 2];
    for at in (0..bytes.len()).rev() {
        let longest = (MOST - 1).min(bytes.len() - at);
        let of = |count: usize| {
            let kept: usize = bytes[at..at + count].iter().fold(0, |sum, &bytes| sum.saturating_add(bytes));
            kept.saturating_add(best[at + count + 1].0)
        };
        best[at] =
            (0..=longest).map(|count| (of(count), count)).max_by_key(|&(kept, _)| kept).unwrap_or_default();
    }
    let mut links = vec![false; bytes.len()];
    let mut at = 0;
    while at < bytes.len() {
        let count = best[at].1;
        links[at..at + count].fill(true);
        at += count + 1;
    }
    links
}

/// The passage of a stretch of steps through its images.
pub(crate) struct Bands {
    /// Rows of a band of the result.
    rows: usize,
    /// Bytes of memory for bands of what each step but the last gives.
    room: SmallVec<[usize; MOST]>,
}

/// The memory that threads take for bands, so many bytes each; stretches use the same, which is near them.
#[derive(Default)]
pub(crate) struct BandMemory {
    pub(crate) bytes: usize,
    pub(crate) kept: Pool<Buffer>,
}

/// A step of a stretch with what it reads in a run.
pub(crate) struct Stage<'r> {
    pub(crate) code: &'r dyn Banded,
    pub(crate) operands: &'r [&'r [u8]],
    /// The places of the parts of its result.
    pub(crate) on_parts: SmallVec<[OnParts<'r>; 2]>,
}

/// The rows that each step of a stretch gives for rows of the last one.
fn needs(steps: &[&dyn Banded], rows: Range<usize>) -> SmallVec<[Range<usize>; MOST]> {
    let mut needs: SmallVec<[Range<usize>; MOST]> = SmallVec::new();
    needs.push(rows);
    for step in steps[1..].iter().rev() {
        let last = needs[needs.len() - 1].clone();
        needs.push(step.reads(last));
    }
    needs.reverse();
    needs
}

impl Bands {
    /// Bands of as many rows as stay in so many bytes; `None` if an image has no more than two rows, or two do not.
    pub(crate) fn of(steps: &[&dyn Banded], cache: usize) -> Option<Bands> {
        let bandings: SmallVec<[Banding; MOST]> = steps.iter().map(|step| step.banding()).collect();
        let all = bandings.last()?.rows[1];
        // The bytes of bands of so many rows, wherever they lie.
        let room = |rows: usize| {
            let mut room: SmallVec<[usize; MOST]> = SmallVec::from_elem(0, steps.len() - 1);
            for first in 0..all {
                let needs = needs(steps, first..all.min(first + rows));
                for ((room, need), banding) in room.iter_mut().zip(&needs).zip(&bandings) {
                    *room = (*room).max(need.len().saturating_mul(banding.row_bytes[1]));
                }
            }
            room
        };
        let fits = |room: &[usize], cache: usize| {
            room.iter().fold(0usize, |sum, &bytes| sum.saturating_add(bytes)) <= cache
        };
        let mut found = None;
        // Depthwise convolutions compute two rows at once.
        let mut rows = 2;
        while rows < all {
            let room = room(rows);
            // Two rows may be in a farther cache: memory is farther.
            if !fits(&room, if rows == 2 { cache.saturating_mul(FARTHER) } else { cache }) {
                break;
            }
            found = Some((rows, room));
            // Images may have a hundred thousand rows, such as those of sounds: each number of rows is a look at all of them.
            rows *= 2;
        }
        let (rows, room) = found?;
        // Rows that two bands read are moved to the front of their memory where it ends: the more there is of it, the more seldom.
        let room = room.iter().map(|&bytes| 2 * bytes).collect();
        Some(Bands { rows, room })
    }

    /// Bytes of memory that each thread needs.
    pub(crate) fn memory(&self) -> usize {
        self.room.iter().sum()
    }

    /// Computes the result of the last step from the images of the first one.
    pub(crate) fn run(
        &self,
        context: &dyn OpContext,
        stages: &[Stage<'_>],
        images: &[u8],
        result: &mut [u8],
        memory: &BandMemory,
    ) -> Result<(), Declined> {
        let bandings: SmallVec<[Banding; MOST]> = stages.iter().map(|stage| stage.code.banding()).collect();
        let (Some(first), Some(last)) = (bandings.first(), bandings.last()) else { return Err(Declined) };
        let sizes = |banding: &Banding, side: usize| banding.rows[side] * banding.row_bytes[side];
        let (image_in, image_out) = (sizes(first, 0), sizes(last, 1));
        if images.len() != image_in * first.images || result.len() != image_out * last.images {
            return Err(Declined);
        }
        // Each thread has a part of an image, and one more: it may be late.
        let all = last.rows[1];
        let threads = context.parallelism();
        let parts =
            if threads > 1 { (2 * threads).div_ceil(last.images).min(all.div_ceil(self.rows)) } else { 1 };
        let part = all.div_ceil(parts.max(1)).next_multiple_of(2);
        let parts = all.div_ceil(part);
        let is_declined = AtomicBool::new(false);
        let target = Target(result.as_mut_ptr());
        context.parallel_for(last.images * parts, 1, &|begin, end| {
            for task in begin..end {
                let (image, at) = (task / parts, task % parts);
                let rows = at * part..all.min((at + 1) * part);
                let start = image * image_out + rows.start * last.row_bytes[1];
                // SAFETY: tasks have rows of their own, which lie in the result.
                let out = unsafe {
                    std::slice::from_raw_parts_mut(target.at(start), rows.len() * last.row_bytes[1])
                };
                let work = Part { bands: self, stages, bandings: &bandings, image, memory };
                if work.run(context, &images[image * image_in..][..image_in], rows, out).is_err() {
                    is_declined.store(true, Ordering::Relaxed);
                }
            }
        });
        if is_declined.into_inner() { Err(Declined) } else { Ok(()) }
    }
}

/// Where threads write.
struct Target(*mut u8);

// SAFETY: threads write to rows of their own.
unsafe impl Sync for Target {}

impl Target {
    fn at(&self, byte: usize) -> *mut u8 {
        self.0.wrapping_add(byte)
    }
}

/// Rows of an image that one thread computes.
struct Part<'r, 's> {
    bands: &'r Bands,
    stages: &'r [Stage<'s>],
    bandings: &'r [Banding],
    image: usize,
    memory: &'r BandMemory,
}

impl Part<'_, '_> {
    fn run(
        &self,
        context: &dyn OpContext,
        image: &[u8],
        rows: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), Declined> {
        let BandMemory { bytes, kept } = self.memory;
        let mut memory = kept.take(|| Buffer::uninitialized(*bytes).ok()).ok_or(Declined)?;
        let bytes = memory.bytes_mut().ok_or(Declined)?;
        let mut parts: SmallVec<[&mut [u8]; MOST]> = SmallVec::new();
        let mut rest = bytes;
        for &size in &self.bands.room {
            let (part, others) = rest.split_at_mut_checked(size).ok_or(Declined)?;
            parts.push(part);
            rest = others;
        }
        let outcome = self.go(context, image, rows, out, &mut parts);
        drop(parts);
        kept.give(memory);
        outcome
    }

    fn go(
        &self,
        context: &dyn OpContext,
        image: &[u8],
        rows: Range<usize>,
        out: &mut [u8],
        room: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let last = self.stages.len() - 1;
        // The rows that are there of what each step but the last gives, and the row that its memory begins with.
        let mut there: SmallVec<[Range<usize>; MOST]> = SmallVec::from_elem(0..0, last);
        let mut begins: SmallVec<[usize; MOST]> = SmallVec::from_elem(0, last);
        for first in rows.clone().step_by(self.bands.rows) {
            if context.cancelled().is_some() {
                return Err(Declined);
            }
            let band = first..rows.end.min(first + self.bands.rows);
            // From the last step to the first: what it has to compute, and what for that must be there of the one before.
            let mut new: SmallVec<[Range<usize>; MOST]> = SmallVec::from_elem(0..0, last + 1);
            new[last] = band;
            for at in (0..last).rev() {
                let next = new[at + 1].clone();
                if next.is_empty() {
                    continue;
                }
                let needed = self.stages[at + 1].code.reads(next);
                let row = self.bandings[at].row_bytes[1];
                let kept = needed.start.max(there[at].start)..there[at].end;
                if kept.is_empty() {
                    there[at] = needed.start..needed.start;
                    begins[at] = needed.start;
                } else if (needed.end - begins[at]) * row > room[at].len() {
                    let from = (kept.start - begins[at]) * row;
                    room[at].copy_within(from..from + kept.len() * row, 0);
                    begins[at] = kept.start;
                }
                new[at] = there[at].end..needed.end.max(there[at].end);
            }
            for at in 0..=last {
                let rows_of = new[at].clone();
                if rows_of.is_empty() {
                    continue;
                }
                let Banding { rows: of_image, row_bytes, .. } = self.bandings[at];
                let read = self.stages[at].code.reads(rows_of.clone());
                let (before, after) = room.split_at_mut(at);
                let input: &[u8] = match before.last() {
                    None => image.get(read.start * row_bytes[0]..read.end * row_bytes[0]),
                    Some(room) => {
                        let start = read.start.checked_sub(begins[at - 1]).ok_or(Declined)?;
                        room.get(start * row_bytes[0]..(start + read.len()) * row_bytes[0])
                    }
                }
                .ok_or(Declined)?;
                let first = if at == last { rows.start } else { begins[at] };
                let start = (rows_of.start - first) * row_bytes[1];
                let to = if at == last { &mut *out } else { &mut *after[0] };
                let to = to.get_mut(start..start + rows_of.len() * row_bytes[1]).ok_or(Declined)?;
                let Stage { code, operands, on_parts } = &self.stages[at];
                let place = (self.image * of_image[1] + rows_of.start) * row_bytes[1];
                let finish = |at: usize, part: &mut [u8]| {
                    on_parts.iter().for_each(|on_part| on_part(place + at, part));
                };
                let finish: Option<FinishPart<'_>> = if on_parts.is_empty() { None } else { Some(&finish) };
                code.run_band(context, operands, input, rows_of.clone(), to, finish)?;
                if at < last {
                    there[at].end = rows_of.end;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_keep_most_are_taken() {
        let links = |bytes: &[usize]| {
            let taken = taken(bytes);
            taken.into_iter().map(|is_taken| if is_taken { '-' } else { '|' }).collect::<String>()
        };
        assert_eq!(links(&[]), "");
        assert_eq!(links(&[5]), "-");
        assert_eq!(links(&[5, 5]), "--");
        assert_eq!(links(&[5, 1, 5]), "-|-");
        assert_eq!(links(&[1, 5, 5]), "|--");
        assert_eq!(links(&[5, 5, 1]), "--|");
        assert_eq!(links(&[3, 4, 1, 9, 9]), "--|--");
        assert_eq!(links(&[1, 1, 1, 1, 1, 1]), "--|--|");
    }
}
