//! The ends of blocks: their sums are stored in the result, followed by an epilogue and a function over parts.
#![expect(unsafe_code, reason = "raw pointers, and vector instructions")]

use std::ops::Range;

use super::unit::{LANES, WIDTH};
use crate::cpu::{InstructionSet, instruction_set};
use crate::finish::{Then, finish_all};
use crate::panel_product::Place;
use crate::simd::{Baseline, Simd};
use crate::split::Split;
use crate::tile::{After, Shared, epilogue};

/// A part of a result: rows and columns.
#[derive(Debug, Clone)]
pub(crate) struct At {
    pub rows: Range<usize>,
    pub columns: Range<usize>,
}

/// Where some rows of a result are, whose elements have 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// The place of the first of these rows.
    pub place: Place,
    /// Its number.
    pub first: usize,
}

impl Target {
    pub(super) fn at(self, row: usize, column: usize) -> *mut f32 {
        self.place.start.at((row - self.first) * self.place.pitch + column)
    }
}

/// The treatment of sums, which blocks hold in rows of [`WIDTH`].
pub(crate) trait End: Sync {
    /// Where the result is; `None` if it is nowhere as a whole: each task has its rows in memory of its own until they are finished.
    fn target(&self) -> Option<Target>;

    /// Stores sums. `left`: the sums of the narrow numbers of the left factor's rows, if they were [asked for](Self::wants_left).
    ///
    /// # Safety
    /// `sums` has the rows of the highest block, these rows and columns of the target may be written, and nothing else accesses them.
    unsafe fn store(&self, sums: *const u32, at: &At, left: &[i32], to: Target);

    /// A number for each column, if results are sums that began with these, and no more.
    fn base(&self) -> Option<&[i32]> {
        None
    }

    /// Whether sums of rows of the left factor are needed.
    fn wants_left(&self) -> bool {
        false
    }

    /// Whether a function follows on whole rows.
    fn has_finish(&self) -> bool;

    /// Has whole rows finished, which lie one after the other.
    ///
    /// # Safety
    /// The target has these rows, and nothing else accesses them.
    unsafe fn finish(&self, rows: Range<usize>, to: Target);

    /// Has all rows finished.
    ///
    /// # Safety
    /// The target has all rows, and nothing else accesses them.
    unsafe fn finish_all(&self, rows: usize, to: Target, split: Split<'_>);
}

/// Results of `f32`.
pub(crate) struct Floats<'a> {
    /// The operations that follow. Those on parts need rows that lie one after the other.
    pub then: Then<'a>,
    /// The result.
    pub out: Place,
    /// Its columns.
    pub columns: usize,
}

/// Copies rows of sums, with what follows, to rows that are `pitch` apart.
type StoreFn = unsafe fn(*const f32, [usize; 2], *mut f32, usize, Option<&After>);

/// # Safety
/// The processor has the instructions; `from` has the rows of the highest block, `to` may be written for these rows and columns, and the epilogue
/// has numbers for all columns.
#[inline(always)]
unsafe fn store_by<S: Simd>(
    from: *const f32,
    [rows, columns]: [usize; 2],
    to: *mut f32,
    pitch: usize,
    after: Option<&After>,
) {
    /// Rows that are finished together, with what comes after in registers; blocks have room for a multiple.
    const TOGETHER: usize = 8;
    for first in (0..columns).step_by(S::LANES) {
        let count = (columns - first).min(S::LANES);
        for row in (0..rows).step_by(TOGETHER) {
            // SAFETY: the caller says that `from` has the rows of the highest block, a multiple of those that go together, of two vectors; that these
            // rows and columns of `to` may be written, and that the epilogue has numbers for them.
            unsafe {
                let from = from.add(row * WIDTH + first);
                let mut numbers = [S::splat(0.0); TOGETHER];
                for (i, number) in numbers.iter_mut().enumerate() {
                    *number = S::load(from.add(i * WIDTH));
                }
                if let Some(after) = after {
                    epilogue::<S, TOGETHER>(after, first, count, &mut numbers);
                }
                let to = to.add(row * pitch + first);
                for (i, &number) in numbers.iter().enumerate().take(rows - row) {
                    S::store_first(to.add(i * pitch), number, count);
                }
            }
        }
    }
}

/// The function for this processor.
fn store_floats() -> StoreFn {
    #[cfg(target_arch = "x86_64")]
    {
        /// # Safety
        /// As [`store_by`].
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        unsafe fn avx512(
            from: *const f32,
            size: [usize; 2],
            to: *mut f32,
            pitch: usize,
            after: Option<&After>,
        ) {
            // SAFETY: the caller says that the processor has the instructions and that the pointers are valid.
            unsafe { store_by::<crate::simd::Avx512>(from, size, to, pitch, after) }
        }
        if instruction_set() == InstructionSet::Avx512 {
            return avx512;
        }
    }
    store_by::<Baseline>
}

impl End for Floats<'_> {
    fn target(&self) -> Option<Target> {
        Some(Target { place: self.out, first: 0 })
    }

    unsafe fn store(&self, sums: *const u32, at: &At, _: &[i32], to: Target) {
        let after = self.then.after.map(|after| after.of_columns(at.columns.start, at.columns.len()));
        let size = [at.rows.len(), at.columns.len()];
        let start = to.at(at.rows.start, at.columns.start);
        // SAFETY: the function is this processor's; the caller says that the rows are there and that nothing else accesses this part of the result;
        // what comes after has numbers for all columns.
        unsafe { store_floats()(sums.cast(), size, start, to.place.pitch, after.as_ref()) };
    }

    fn has_finish(&self) -> bool {
        self.then.finish.is_some()
    }

    unsafe fn finish(&self, rows: Range<usize>, to: Target) {
        if let Some(finish) = self.then.finish {
            let (first, count) = (rows.start * self.columns, rows.len() * self.columns);
            // SAFETY: the caller says that the rows are there, and that nothing else accesses them.
            finish(first, unsafe { std::slice::from_raw_parts_mut(to.at(rows.start, 0), count) });
        }
    }

    unsafe fn finish_all(&self, rows: usize, to: Target, split: Split<'_>) {
        if let Some(finish) = self.then.finish {
            // SAFETY: the caller says that the rows are there, and that nothing else accesses them.
            let all = unsafe { std::slice::from_raw_parts_mut(to.at(0, 0), rows * self.columns) };
            finish_all(finish, all, self.columns, split);
        }
    }
}

/// Works on a part of a result of integers: the number of its first element, and its elements.
pub type FinishIntegers<'a> = &'a (dyn Fn(usize, &mut [i32]) + Sync);

/// Results of `i32`, whose rows lie one after the other: sums of products of the differences from what stands for zero.
pub(crate) struct Integers<'a> {
    /// The result, if it is anywhere as a whole.
    pub out: Option<Shared>,
    /// Its columns.
    pub columns: usize,
    /// The summand of each column.
    pub base: Vec<i32>,
    /// The zero point of each column of the right factor, where it is not zero itself.
    pub zeros: Option<Vec<i32>>,
    /// The function that follows.
    pub finish: Option<FinishIntegers<'a>>,
}

/// # Safety
/// `from` has these rows, of [`WIDTH`], and `to` may be written for them; there are as many zeros as columns where there are sums of the left factor.
#[inline(always)]
unsafe fn add_base(
    from: *const i32,
    (base, zeros): (&[i32], &[i32]),
    left: &[i32],
    rows: usize,
    (to, pitch): (*mut i32, usize),
) {
    let columns = base.len();
    for row in 0..rows {
        // SAFETY: the caller says that `from` has these rows and that `to` may be written for them; there are zeros for all columns if there are sums of the
        // left factor.
        unsafe {
            let (from, to, base) = (from.add(row * WIDTH), to.add(row * pitch), base.as_ptr());
            match left.get(row) {
                Some(&left) => {
                    let zeros = zeros.as_ptr();
                    for j in 0..columns {
                        let moved = from.add(j).read().wrapping_add(base.add(j).read());
                        to.add(j).write(moved.wrapping_sub(zeros.add(j).read().wrapping_mul(left)));
                    }
                }
                None => {
                    for j in 0..columns {
                        to.add(j).write(from.add(j).read().wrapping_add(base.add(j).read()));
                    }
                }
            }
        }
    }
}

type AddFn = unsafe fn(*const i32, (&[i32], &[i32]), &[i32], usize, (*mut i32, usize));

/// The function for this processor.
fn add_base_fn() -> AddFn {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! compiled {
            ($name:ident, $features:literal) => {
                /// # Safety
                /// As [`add_base`], and the processor has the instructions.
                #[target_feature(enable = $features)]
                unsafe fn $name(
                    from: *const i32,
                    numbers: (&[i32], &[i32]),
                    left: &[i32],
                    rows: usize,
                    to: (*mut i32, usize),
                ) {
                    // SAFETY: the caller says that the pointers are valid.
                    unsafe { add_base(from, numbers, left, rows, to) }
                }
            };
        }
        compiled!(avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma");
        compiled!(avx2, "avx2,fma");
        match instruction_set() {
            InstructionSet::Avx512 => return avx512,
            InstructionSet::Avx2 => return avx2,
            InstructionSet::Baseline => {}
        }
    }
    add_base
}

impl End for Integers<'_> {
    fn target(&self) -> Option<Target> {
        Some(Target { place: Place { start: self.out?, pitch: self.columns }, first: 0 })
    }

    unsafe fn store(&self, sums: *const u32, at: &At, left: &[i32], to: Target) {
        let base = &self.base[at.columns.clone()];
        let left = if self.zeros.is_some() { &left[..at.rows.len()] } else { &[] };
        let zeros = self.zeros.as_ref().map_or(&[][..], |zeros| &zeros[at.columns.clone()]);
        assert!(left.is_empty() || zeros.len() == base.len(), "a zero for each column");
        let start = to.at(at.rows.start, at.columns.start).cast();
        // SAFETY: the function is this processor's; the caller says that the rows are there, and that nothing else accesses this part of the result.
        unsafe { add_base_fn()(sums.cast(), (base, zeros), left, at.rows.len(), (start, to.place.pitch)) };
    }

    fn base(&self) -> Option<&[i32]> {
        self.zeros.is_none().then_some(&self.base)
    }

    fn wants_left(&self) -> bool {
        self.zeros.is_some()
    }

    fn has_finish(&self) -> bool {
        self.finish.is_some()
    }

    unsafe fn finish(&self, rows: Range<usize>, to: Target) {
        if let Some(finish) = self.finish {
            let (first, count) = (rows.start * self.columns, rows.len() * self.columns);
            // SAFETY: the caller says that the rows are there, and that nothing else accesses them.
            finish(first, unsafe { std::slice::from_raw_parts_mut(to.at(rows.start, 0).cast(), count) });
        }
    }

    unsafe fn finish_all(&self, rows: usize, to: Target, split: Split<'_>) {
        /// Elements of a part, but for what makes it whole rows.
        const PART: usize = 1 << 14;
        let at_once = (PART / self.columns.max(1)).max(1);
        split.run(rows.div_ceil(at_once), &|begin, end| {
            // SAFETY: parts are apart; the caller says that the rows are there, and that nothing else accesses them.
            unsafe { self.finish(begin * at_once..rows.min(end * at_once), to) };
        });
    }
}

const _: () = assert!(WIDTH.is_multiple_of(LANES), "panels are whole vectors");
