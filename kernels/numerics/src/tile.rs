//! Register tiles: products of a few rows with a few vectors of columns, the building block of every matrix product and
//! convolution.
//!
//! A tile computes `c[i][j] (+)= sum over k of a[i][k] * b[k][j]`. The inner dimension is cut into segments: within one, `a`
//! moves by a fixed step and `b` by one row; each segment of `a` starts at an offset of its own. A plain product has one segment, a
//! convolution one for each part of the filter that lies on a contiguous run of the image. The order of additions is that of `k`.
#![expect(unsafe_code, reason = "pointers into matrices, and vector instructions")]

use super::cpu::{InstructionSet, instruction_set};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};

/// One tile's work; strides are in elements.
#[derive(Clone, Copy)]
pub(crate) struct Tile<'a> {
    /// The first row of the left factor.
    pub a: *const f32,
    /// From one row of the left factor to the next.
    pub a_row: usize,
    /// From one column of the left factor to the next, within a segment.
    pub a_step: usize,
    /// The starts of the left factor's segments, from `a`.
    pub segments: &'a [usize],
    /// Columns of the left factor in a segment.
    pub length: usize,
    /// The first row of the right factor.
    pub b: *const f32,
    /// From one row of the right factor to the next.
    pub b_row: usize,
    /// Whether all elements of a row's last vector may be read, also those that do not count: they are numbers, and loads without a
    /// mask cost less.
    pub b_whole: bool,
    /// Memory that is needed soon and may be far: the line at this place is prefetched at the first step.
    pub ahead: *const f32,
    /// The distance in bytes to the place of the next step; zero if there is nothing to prefetch.
    pub ahead_step: usize,
    /// The first row of the result.
    pub c: *mut f32,
    /// From one row of the result to the next.
    pub c_row: usize,
    /// Whether to add to the elements of the result.
    pub accumulate: bool,
    /// The epilogue of the sums before they are stored.
    pub after: Option<After>,
}

/// A scale and a bias of the columns of a tile, and bounds to which the sums are clamped. NaNs stay.
#[derive(Clone, Copy)]
pub(crate) struct After {
    /// The scale of the sums before the bias is added, if there is one.
    pub scale: Option<Scale>,
    /// The bias of the tile's first column.
    pub bias: *const f32,
    /// The lower bound.
    pub low: f32,
    /// The upper bound.
    pub high: f32,
}

/// A summand of a tile's columns, a mean that is subtracted from them, and a factor that they are then multiplied with.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// The summand of the tile's first column; null in a scale without a summand.
    pub before: *const f32,
    /// The mean of the tile's first column; null in a scale without a mean.
    pub mean: *const f32,
    /// The factor of the tile's first column.
    pub factor: *const f32,
}

/// Computes a tile of `ROWS` rows and `VECTORS` vectors, of whose last the first `last` elements count.
///
/// # Safety
/// The pointers are valid for all elements that the strides name, `c` for writing, and the processor has the instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn compute<S: Simd, const ROWS: usize, const VECTORS: usize>(tile: &Tile<'_>, last: usize) {
    // SAFETY: the caller says that the processor has the instructions and that the pointers are valid for all elements
    // that the tile's strides reach, `c` for writing. Vectors are whole except the last, of which `last` elements are
    // accessed.
    unsafe {
        let mut sums = [[S::splat(0.0); VECTORS]; ROWS];
        if tile.accumulate {
            for i in 0..ROWS {
                let c = tile.c.add(i * tile.c_row);
                for v in 0..VECTORS {
                    let c = c.add(v * S::LANES);
                    sums[i][v] = if v + 1 < VECTORS { S::load(c) } else { S::load_first(c, last) };
                }
            }
        }
        let mut sums = if tile.b_whole || last == S::LANES {
            add_products::<S, ROWS, VECTORS, true>(tile, last, sums)
        } else {
            add_products::<S, ROWS, VECTORS, false>(tile, last, sums)
        };
        if let Some(after) = &tile.after {
            for v in 0..VECTORS {
                let n = if v + 1 < VECTORS { S::LANES } else { last };
                let mut column = [S::splat(0.0); ROWS];
                for i in 0..ROWS {
                    column[i] = sums[i][v];
                }
                epilogue::<S, ROWS>(after, v * S::LANES, n, &mut column);
                for i in 0..ROWS {
                    sums[i][v] = column[i];
                }
            }
        }
        for i in 0..ROWS {
            let c = tile.c.add(i * tile.c_row);
            for v in 0..VECTORS {
                let c = c.add(v * S::LANES);
                if v + 1 < VECTORS { S::store(c, sums[i][v]) } else { S::store_first(c, sums[i][v], last) }
            }
        }
    }
}

/// Applies what comes after to sums of the `n` columns from `first` on, one to a vector.
///
/// # Safety
/// The epilogue's numbers may be read for these columns, and the processor has the instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
pub(crate) unsafe fn epilogue<S: Simd, const N: usize>(
    after: &After,
    first: usize,
    n: usize,
    sums: &mut [S::V; N],
) {
    // SAFETY: the caller says that the processor has the instructions, and that the epilogue's numbers may be read for `n` columns
    // from `first` on. A part of a vector is loaded as such.
    unsafe {
        let load = |from: *const f32| {
            let from = from.add(first);
            if n == S::LANES { S::load(from) } else { S::load_first(from, n) }
        };
        if let Some(Scale { before, mean, factor }) = after.scale {
            if !before.is_null() {
                let before = load(before);
                for i in 0..N {
                    sums[i] = S::add(sums[i], before);
                }
            }
            if !mean.is_null() {
                let mean = load(mean);
                for i in 0..N {
                    sums[i] = S::sub(sums[i], mean);
                }
            }
            let factor = load(factor);
            for i in 0..N {
                sums[i] = S::mul(sums[i], factor);
            }
        }
        let (bias, low, high) = (load(after.bias), S::splat(after.low), S::splat(after.high));
        for i in 0..N {
            sums[i] = S::at_most(high, S::at_least(low, S::add(sums[i], bias)));
        }
    }
}

/// The sums of a tile with its products added. A load with a mask takes one of the two places where multiplications happen, so
/// vectors that are `WHOLE` are loaded without.
///
/// # Safety
/// As [`compute`]; vectors of the right factor are whole if `WHOLE`.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "as above")]
unsafe fn add_products<S: Simd, const ROWS: usize, const VECTORS: usize, const WHOLE: bool>(
    tile: &Tile<'_>,
    last: usize,
    mut sums: [[S::V; VECTORS]; ROWS],
) -> [[S::V; VECTORS]; ROWS] {
    // SAFETY: the caller says that the processor has the instructions and that `a` and `b` are valid for all
    // elements that the segments and strides reach; with `WHOLE` the last vector of a row of `b` may be read
    // whole. `prefetch` accepts any address, and the pointers past the end are not read.
    unsafe {
        let mut b = tile.b;
        let mut ahead = tile.ahead.cast::<u8>();
        for &segment in tile.segments {
            let mut a = tile.a.add(segment);
            for _ in 0..tile.length {
                let mut row = [S::splat(0.0); VECTORS];
                for v in 0..VECTORS {
                    let b = b.add(v * S::LANES);
                    row[v] = if WHOLE || v + 1 < VECTORS { S::load(b) } else { S::load_first(b, last) };
                }
                for i in 0..ROWS {
                    let x = S::splat(*a.add(i * tile.a_row));
                    for v in 0..VECTORS {
                        sums[i][v] = S::fma(x, row[v], sums[i][v]);
                    }
                }
                S::prefetch(ahead);
                ahead = ahead.wrapping_add(tile.ahead_step);
                a = a.wrapping_add(tile.a_step);
                b = b.wrapping_add(tile.b_row);
            }
        }
    }
    sums
}

/// Rows of elements in memory: where they start, and how far they are apart.
#[derive(Clone, Copy)]
pub(crate) struct Rows<P> {
    /// The first element.
    pub start: P,
    /// From one row to the next.
    pub step: usize,
}

/// Copies the first `columns` elements of `rows` rows, with zeros after them up to a whole vector.
///
/// # Safety
/// The pointers are valid for these elements, `to` for whole vectors, and the processor has the instructions.
#[inline(always)]
unsafe fn copy<S: Simd>(from: Rows<*const f32>, to: Rows<*mut f32>, rows: usize, columns: usize) {
    // SAFETY: the caller says that the processor has the instructions, that `from` is valid for `columns` elements
    // of each row, and that `to` is valid for whole vectors of each row. Of the last vector of `from`, only the
    // elements up to `columns` are read.
    unsafe {
        if columns == 2 * S::LANES {
            for k in 0..rows {
                let (from, to) = (from.start.add(k * from.step), to.start.add(k * to.step));
                let pair = (S::load(from), S::load(from.add(S::LANES)));
                S::store(to, pair.0);
                S::store(to.add(S::LANES), pair.1);
            }
            return;
        }
        for k in 0..rows {
            let (from, to) = (from.start.add(k * from.step), to.start.add(k * to.step));
            for at in (0..columns).step_by(S::LANES) {
                let n = (columns - at).min(S::LANES);
                S::store(to.add(at), S::load_first(from.add(at), n));
            }
        }
    }
}

/// As [`copy`], for one kind of vectors.
pub(crate) type CopyFn = unsafe fn(Rows<*const f32>, Rows<*mut f32>, usize, usize);

/// A pointer that tasks share; they write apart.
#[derive(Clone, Copy)]
pub(crate) struct Shared(pub *mut f32);

// SAFETY: every task writes its own elements only, and the slice outlives them.
unsafe impl Send for Shared {}
// SAFETY: every task writes its own elements only, and the slice outlives them.
unsafe impl Sync for Shared {}

impl Shared {
    /// The place `offset` elements further on.
    pub(crate) fn at(self, offset: usize) -> *mut f32 {
        self.0.wrapping_add(offset)
    }
}

/// Computes a tile; `last` elements of the last vector count.
pub(crate) type TileFn = unsafe fn(&Tile<'_>, usize);

/// The tiles of one level.
pub(crate) struct Tiles {
    /// Elements of a vector.
    pub lanes: usize,
    /// By vectors less one: the functions by rows less one.
    by_vectors: &'static [&'static [TileFn]],
    /// Copies rows, to whole vectors.
    pub copy: CopyFn,
}

impl Tiles {
    /// The tiles for this processor.
    pub(crate) fn best() -> &'static Tiles {
        match instruction_set() {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => &AVX512,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => &AVX2,
            _ => &BASELINE,
        }
    }

    /// Vectors of the widest tile of several rows.
    pub(crate) fn vectors(&self) -> usize {
        self.by_vectors.len()
    }

    /// Rows of the highest tile of so many vectors.
    #[inline]
    pub(crate) fn rows(&self, vectors: usize) -> usize {
        self.by_vectors[vectors - 1].len()
    }

    /// The function for a tile. Panics if there is none.
    #[inline]
    pub(crate) fn get(&self, rows: usize, vectors: usize) -> TileFn {
        self.by_vectors[vectors - 1][rows - 1]
    }
}

macro_rules! tiles {
    ($(#[$attr:meta])* $name:ident: $simd:ty, $(#[target_feature(enable = $feature:literal)])?
        $($vectors:literal: [$($rows:literal)*];)*) => {
        $(#[$attr])*
        static $name: Tiles = {
            /// # Safety
            /// As `compute`.
            $(#[target_feature(enable = $feature)])?
            unsafe fn tile<const ROWS: usize, const VECTORS: usize>(tile: &Tile<'_>, last: usize) {
                // SAFETY: the caller says that the processor has the instructions of `$simd` and that the tile's
                // pointers are valid for all elements that its strides reach, `c` for writing.
                unsafe { compute::<$simd, ROWS, VECTORS>(tile, last) }
            }
            /// # Safety
            /// As `copy`.
            $(#[target_feature(enable = $feature)])?
            unsafe fn copy_rows(from: Rows<*const f32>, to: Rows<*mut f32>, rows: usize, columns: usize) {
                // SAFETY: the caller says that the processor has the instructions of `$simd`, that `from` is
                // valid for `columns` elements of each row, and that `to` is valid for whole vectors of each
                // row.
                unsafe { copy::<$simd>(from, to, rows, columns) }
            }
            Tiles {
                copy: copy_rows,
                lanes: <$simd as Simd>::LANES,
                by_vectors: &[$(&[$(tile::<$rows, $vectors>),*]),*],
            }
        };
    };
}

// Sums, a row of the right factor and one element of the left must fit the registers: 32 of AVX-512, 16 of the others.
tiles! {
    #[cfg(target_arch = "x86_64")]
    AVX512: Avx512, #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    1: [1 2 3 4 5 6 7 8 9 10 11 12 13 14];
    2: [1 2 3 4 5 6 7 8 9 10 11 12 13 14];
    3: [1 2 3 4 5 6 7 8];
    4: [1 2 3 4 5 6];
}

tiles! {
    #[cfg(target_arch = "x86_64")]
    AVX2: Avx2, #[target_feature(enable = "avx2,fma")]
    1: [1 2 3 4 5 6 7 8 9 10 11 12];
    2: [1 2 3 4 5 6];
}

tiles! {
    BASELINE: Baseline,
    1: [1 2 3 4 5 6 7 8];
    2: [1 2 3 4 5 6];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_of_all_sizes_on_all_levels_are_products() {
        let mut levels = vec![&BASELINE];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend((instruction_set() >= InstructionSet::Avx2).then_some(&AVX2));
            levels.extend((instruction_set() >= InstructionSet::Avx512).then_some(&AVX512));
        }
        for tiles in levels {
            for vectors in 1..=tiles.vectors() {
                for rows in 1..=tiles.rows(vectors) {
                    for last in 1..=tiles.lanes {
                        for (after, scaled) in [(false, false), (true, false), (true, true)] {
                            let columns = (vectors - 1) * tiles.lanes + last;
                            check(tiles.get(rows, vectors), rows, columns, last, after, scaled);
                        }
                    }
                }
            }
        }
    }

    /// Two segments of three columns, of a left factor whose rows and columns are apart.
    fn check(function: TileFn, rows: usize, columns: usize, last: usize, after: bool, scaled: bool) {
        let (a_row, a_step, segments, length) = (20, 2, [0, 9], 3);
        let a: Vec<f32> = (0..rows * a_row).map(|i| (i % 13) as f32 - 6.0).collect();
        let b: Vec<f32> = (0..6 * columns).map(|i| (i % 7) as f32 - 3.0).collect();
        let mut c = vec![1.0; rows * (columns + 1)];
        if after {
            c[0] = f32::NAN;
        }
        let bias: Vec<f32> = (0..columns).map(|i| (i % 5) as f32).collect();
        let (mean, factor) = (&bias, vec![0.5; columns]);
        let before = vec![1.0; columns];
        let scale = Scale { before: before.as_ptr(), mean: mean.as_ptr(), factor: factor.as_ptr() };
        let tile = Tile {
            a: a.as_ptr(),
            a_row,
            a_step,
            segments: &segments,
            length,
            b: b.as_ptr(),
            b_row: columns,
            b_whole: false,
            ahead: b.as_ptr(),
            ahead_step: 8,
            c: c.as_mut_ptr(),
            c_row: columns + 1,
            accumulate: true,
            after: after.then_some(After {
                scale: scaled.then_some(scale),
                bias: bias.as_ptr(),
                low: -5.0,
                high: 20.0,
            }),
        };
        // SAFETY: the vectors hold what the strides name, and the level is one the processor has.
        unsafe { function(&tile, last) };
        for i in 0..rows {
            for j in 0..columns {
                let mut sum = 1.0;
                for (s, segment) in segments.into_iter().enumerate() {
                    for k in 0..length {
                        sum += a[i * a_row + segment + k * a_step] * b[(s * length + k) * columns + j];
                    }
                }
                if after && (i, j) == (0, 0) {
                    assert!(c[0].is_nan(), "not a number");
                    continue;
                }
                if scaled {
                    sum = (sum + 1.0 - mean[j]) * factor[j];
                }
                if after {
                    sum = (sum + bias[j]).clamp(-5.0, 20.0);
                }
                assert_eq!(c[i * (columns + 1) + j], sum, "row {i} of {rows}, column {j} of {columns}");
            }
            assert_eq!(c[i * (columns + 1) + columns], 1.0, "beyond the last column");
        }
    }
}
