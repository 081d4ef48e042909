//! Copies between blocks of row-major tensors, for every op that only moves elements.
//!
//! A block is a base offset and a step per dimension on each side, in elements; steps may be zero (repeat) or negative
//! (reverse). Transposes, slices, tiles, pads, concatenations, splits and broadcasts are all one such copy. Elements are moved
//! as plain integers of their size, so dtypes do not matter. Offsets are checked once per copy, not per element.

use bytemuck::Pod;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpError;
use tfrt_executor::tensor::{DType, Dims, Shape};
use tfrt_numerics::transposition::transpose_words;

/// One dimension of a copy: how many elements, and how far each side moves per element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    /// Number of elements.
    pub count: i64,
    /// Step in the source.
    pub from: i64,
    /// Step in the target.
    pub to: i64,
}

/// A copy of a block.
#[derive(Debug, Clone)]
pub(crate) struct Copy {
    /// Offset of the first element in the source.
    pub from: i64,
    /// Offset of the first element in the target.
    pub to: i64,
    /// The dimensions, outermost first.
    pub axes: SmallVec<[Axis; 8]>,
}

impl Copy {
    /// A copy that fills a row-major target of these dimensions, reading with these steps.
    pub(crate) fn gather(dims: &[i64], from: i64, steps: &[i64]) -> Copy {
        Copy { from, to: 0, axes: axes(dims, steps, &row_major(dims)) }
    }

    /// A copy that reads all of a row-major source of these dimensions, writing with these steps.
    pub(crate) fn scatter(dims: &[i64], to: i64, steps: &[i64]) -> Copy {
        Copy { from: 0, to, axes: axes(dims, &row_major(dims), steps) }
    }

    /// A copy of a block of these dimensions, with steps on both sides.
    pub(crate) fn between(dims: &[i64], from: &[i64], to: i64, steps: &[i64]) -> Copy {
        Copy { from: 0, to, axes: axes(dims, from, steps) }
    }

    /// The copy back.
    pub(super) fn reversed(self) -> Copy {
        let mut axes = self.axes;
        axes.iter_mut().for_each(|axis| (axis.from, axis.to) = (axis.to, axis.from));
        Copy { from: self.to, to: self.from, axes }
    }

    /// Whether the target is the source: all elements of both shapes, in their order.
    pub(super) fn is_all(&self, from: &Shape, to: &Shape) -> bool {
        let count = from.num_elements();
        let in_order = match self.merged()[..] {
            [] => count == 1,
            [axis] => axis == Axis { count: count as i64, from: 1, to: 1 },
            _ => false,
        };
        in_order && (self.from, self.to) == (0, 0) && to.num_elements() == count
    }

    /// Performs the copy on elements of `size` bytes. Fails if a block does not lie inside its side.
    pub(crate) fn run(&self, size: usize, from: &[u8], to: &mut [u8]) -> Result<(), OpError> {
        match size {
            1 => self.typed::<u8>(from, to),
            2 => self.typed::<u16>(from, to),
            4 => self.typed::<u32>(from, to),
            8 => self.typed::<u64>(from, to),
            // Complex numbers of 16 bytes are aligned to 8: as two elements each.
            16 => {
                let mut halves = Copy { from: self.from * 2, to: self.to * 2, axes: self.axes.clone() };
                for axis in &mut halves.axes {
                    (axis.from, axis.to) = (axis.from * 2, axis.to * 2);
                }
                halves.axes.push(Axis { count: 2, from: 1, to: 1 });
                halves.typed::<u64>(from, to)
            }
            _ => Err(format!("elements of {size} bytes cannot be moved").into()),
        }
    }

    fn typed<E: Pod>(&self, from: &[u8], to: &mut [u8]) -> Result<(), OpError> {
        let from: &[E] = bytemuck::try_cast_slice(from).map_err(|_| "a tensor is not aligned")?;
        let to: &mut [E] = bytemuck::try_cast_slice_mut(to).map_err(|_| "a tensor is not aligned")?;
        if self.axes.iter().any(|axis| axis.count == 0) {
            return Ok(());
        }
        let inside = |base: i64, step: fn(&Axis) -> i64, len: usize| {
            let (mut low, mut high) = (base, base);
            for axis in &self.axes {
                let reach = step(axis) * (axis.count - 1);
                if reach < 0 { low += reach } else { high += reach }
            }
            low >= 0 && high < len as i64
        };
        if !inside(self.from, |axis| axis.from, from.len()) || !inside(self.to, |axis| axis.to, to.len()) {
            return Err("a block is outside its tensor".into());
        }
        let mut axes = self.merged();
        // A transpose: neighbours on one side are not neighbours on the other. Both sides advance together, in
        // blocks. Where one element is repeated many times there are rows to fill instead.
        let across = match axes.split_last() {
            Some((inner, _)) if inner.from == 0 && inner.count >= SIDE as i64 => None,
            Some((inner, outer)) if inner.to == 1 && inner.from != 1 => {
                outer.iter().position(|axis| axis.from == 1)
            }
            _ => None,
        };
        if let Some(across) = across {
            let across = axes.remove(across);
            return self
                .nested(&axes, |inner, source, target| block(inner, &across, from, source, to, target));
        }
        let Some((inner, outer)) = axes.split_last() else {
            to[self.to as usize] = from[self.from as usize];
            return Ok(());
        };
        if let Some((rows, _)) = outer.split_last()
            && inner.count <= SHORT as i64
        {
            return self
                .nested(outer, |_, source, target| short_rows([rows, inner], from, source, to, target));
        }
        self.nested(&axes, |inner, source, target| row(inner, from, source, to, target))
    }

    /// Calls `body` with the innermost dimension and where it starts on each side, for every position of the others.
    fn nested(&self, axes: &[Axis], mut body: impl FnMut(&Axis, i64, i64)) -> Result<(), OpError> {
        let Some((inner, outer)) = axes.split_last() else { return Ok(()) };
        let mut index: SmallVec<[i64; 8]> = SmallVec::from_elem(0, outer.len());
        let (mut source, mut target) = (self.from, self.to);
        loop {
            body(inner, source, target);
            let mut level = outer.len();
            loop {
                if level == 0 {
                    return Ok(());
                }
                level -= 1;
                let axis = outer[level];
                index[level] += 1;
                source += axis.from;
                target += axis.to;
                if index[level] < axis.count {
                    break;
                }
                source -= axis.from * axis.count;
                target -= axis.to * axis.count;
                index[level] = 0;
            }
        }
    }

    /// The same copy with dimensions of one element left out and neighbours that run on merged.
    pub(super) fn merged(&self) -> SmallVec<[Axis; 8]> {
        let mut axes: SmallVec<[Axis; 8]> = SmallVec::new();
        for &axis in self.axes.iter().filter(|axis| axis.count != 1) {
            match axes.last_mut() {
                Some(outer) if outer.from == axis.from * axis.count && outer.to == axis.to * axis.count => {
                    *outer = Axis { count: outer.count * axis.count, ..axis };
                }
                _ => axes.push(axis),
            }
        }
        axes
    }
}

/// The dimensions of a copy, with the steps on each side.
fn axes(dims: &[i64], from: &[i64], to: &[i64]) -> SmallVec<[Axis; 8]> {
    let axis = |at: usize| Axis { count: dims[at], from: from[at], to: to[at] };
    let count = dims.len().min(from.len()).min(to.len());
    let mut few = [Axis { count: 1, from: 0, to: 0 }; 8];
    let Some(list) = few.get_mut(..count) else { return (0..count).map(axis).collect() };
    for (at, to) in list.iter_mut().enumerate() {
        *to = axis(at);
    }
    SmallVec::from_buf_and_len(few, count)
}

/// Two dimensions, of which `inner` is contiguous in the target and `across` in the source: in squares that stay in the cache, and in
/// smaller ones whose rows are vectors.
fn block<E: Pod>(inner: &Axis, across: &Axis, from: &[E], source: i64, to: &mut [E], target: i64) {
    let (rows, columns) = (across.count as usize, inner.count as usize);
    let lines = (inner.from, source as usize);
    let is_done = across.to == inner.count
        && match columns {
            2 => interleave::<E, 2>(from, lines, &mut to[target as usize..], rows),
            3 => interleave::<E, 3>(from, lines, &mut to[target as usize..], rows),
            4 => interleave::<E, 4>(from, lines, &mut to[target as usize..], rows),
            _ => false,
        };
    if is_done || words(inner, across, from, source, to, target) {
        return;
    }
    let start_of = |row: usize, column: usize| (source + row as i64 + column as i64 * inner.from) as usize;
    let end_of = |row: usize, column: usize| target as usize + (row as i64 * across.to) as usize + column;
    for first_row in (0..rows).step_by(SIDE) {
        let last_row = rows.min(first_row + SIDE);
        for first_column in (0..columns).step_by(SIDE) {
            let last_column = columns.min(first_column + SIDE);
            let side = if size_of::<E>() == 1 { BYTES } else { SQUARE };
            let whole = |first: usize, last: usize| first + (last - first) / side * side;
            let (squares_end, whole_columns) = (whole(first_row, last_row), whole(first_column, last_column));
            for row in (first_row..squares_end).step_by(side) {
                for column in (first_column..whole_columns).step_by(side) {
                    let (start, end) = (start_of(row, column), end_of(row, column));
                    if side == BYTES {
                        let (from, to) = (bytemuck::cast_slice(from), bytemuck::cast_slice_mut(to));
                        square_of_bytes(from, start, inner.from, to, end, across.to);
                    } else {
                        square(from, start, inner.from, to, end, across.to);
                    }
                }
            }
            for row in first_row..last_row {
                let first = if row < squares_end { whole_columns } else { first_column };
                let at = end_of(row, first);
                for (i, to) in to[at..at + last_column - first].iter_mut().enumerate() {
                    *to = from[start_of(row, first + i)];
                }
            }
        }
    }
}

/// Such dimensions of elements of 32 bits, if there are enough for vectors; says whether it did.
fn words<E: Pod>(inner: &Axis, across: &Axis, from: &[E], source: i64, to: &mut [E], target: i64) -> bool {
    let [Ok(from_step), Ok(to_step)] = [inner.from, across.to].map(usize::try_from) else { return false };
    if size_of::<E>() != size_of::<u32>() || inner.count < SIDE as i64 || across.count < SQUARE as i64 {
        return false;
    }
    let (Ok(from), Ok(to)) = (
        bytemuck::try_cast_slice(&from[source as usize..]),
        bytemuck::try_cast_slice_mut(&mut to[target as usize..]),
    ) else {
        return false;
    };
    transpose_words(from, from_step, to, to_step, [inner.count as usize, across.count as usize]);
    true
}

/// Lines of `count` elements that are so far apart, from a place on, become the columns of rows that follow each other: an image whose few channels come
/// last. Says whether it did: lines do not go backwards.
fn interleave<E: Pod, const N: usize>(
    from: &[E],
    (step, start): (i64, usize),
    to: &mut [E],
    count: usize,
) -> bool {
    let Ok(step) = usize::try_from(step) else { return false };
    let lines: [&[E]; N] = std::array::from_fn(|line| &from[start + line * step..][..count]);
    let rows = &mut to.as_chunks_mut::<N>().0[..count];
    for row in 0..count {
        let to = &mut rows[row];
        for line in 0..N {
            to[line] = lines[line][row];
        }
    }
    true
}

/// Rows and columns of a square that stays in the cache.
pub(super) const SIDE: usize = 16;

/// Words of a row that are transposed at once.
pub(super) const VECTOR: usize = 8;

/// Rows and columns of a square that is transposed in registers.
const SQUARE: usize = 4;

/// A square of which columns are contiguous in the source, `from_step` apart, and rows in the target, `to_step` apart.
#[inline]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the square stays in registers"
)]
fn square<E: Pod>(from: &[E], source: usize, from_step: i64, to: &mut [E], target: usize, to_step: i64) {
    let mut columns = [[E::zeroed(); SQUARE]; SQUARE];
    for (i, column) in columns.iter_mut().enumerate() {
        let at = (source as i64 + i as i64 * from_step) as usize;
        let from = &from[at..at + SQUARE];
        *column = [from[0], from[1], from[2], from[3]];
    }
    for row in 0..SQUARE {
        let at = (target as i64 + row as i64 * to_step) as usize;
        let to = &mut to[at..at + SQUARE];
        (to[0], to[1], to[2], to[3]) = (columns[0][row], columns[1][row], columns[2][row], columns[3][row]);
    }
}

/// Rows and columns of a square of bytes that is transposed in registers.
const BYTES: usize = 8;

/// As [`square`], of bytes: halves of rows change places with those of other rows, then halves of these, then single bytes.
#[inline]
fn square_of_bytes(from: &[u8], source: usize, from_step: i64, to: &mut [u8], target: usize, to_step: i64) {
    let mut lines = [0u64; BYTES];
    for (i, line) in lines.iter_mut().enumerate() {
        let at = (source as i64 + i as i64 * from_step) as usize;
        *line = from[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    }
    for (apart, mask) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
    {
        for i in (0..BYTES).filter(|i| i & apart == 0) {
            let change = ((lines[i] >> (8 * apart)) ^ lines[i + apart]) & mask;
            lines[i + apart] ^= change;
            lines[i] ^= change << (8 * apart);
        }
    }
    for (row, line) in lines.iter().enumerate() {
        let at = (target as i64 + row as i64 * to_step) as usize;
        to[at..at + BYTES].copy_from_slice(&line.to_le_bytes());
    }
}

/// Elements of a row at most for which rows are copied together.
const SHORT: usize = 8;

/// The two innermost dimensions, of which the inner one has a few elements.
fn short_rows<E: Pod>([rows, inner]: [&Axis; 2], from: &[E], source: i64, to: &mut [E], target: i64) {
    let places =
        (0..rows.count).map(|i| ((source + i * rows.from) as usize, (target + i * rows.to) as usize));
    macro_rules! of {
        ($count:literal) => {
            for (source, target) in places {
                if let (Some(from), Some(to)) =
                    (from[source..].first_chunk::<$count>(), to[target..].first_chunk_mut::<$count>())
                {
                    *to = *from;
                }
            }
        };
    }
    match ((inner.from, inner.to), inner.count) {
        ((1, 1), 2) => of!(2),
        ((1, 1), 3) => of!(3),
        ((1, 1), 4) => of!(4),
        ((1, 1), 8) => of!(8),
        _ => {
            for (source, target) in places {
                row(inner, from, source as i64, to, target as i64);
            }
        }
    }
}

/// The innermost dimension.
#[inline]
fn row<E: Pod>(axis: &Axis, from: &[E], source: i64, to: &mut [E], target: i64) {
    let n = axis.count as usize;
    match (axis.from, axis.to) {
        (1, 1) => to[target as usize..][..n].copy_from_slice(&from[source as usize..][..n]),
        (0, 1) => to[target as usize..][..n].fill(from[source as usize]),
        (-1, 1) => {
            let source = &from[source as usize + 1 - n..][..n];
            to[target as usize..][..n].iter_mut().zip(source.iter().rev()).for_each(|(to, from)| *to = *from);
        }
        (1, step) if step > 0 => {
            let target = &mut to[target as usize..];
            for (i, from) in from[source as usize..][..n].iter().enumerate() {
                target[i * step as usize] = *from;
            }
        }
        (step, 1) if step > 0 => {
            let source = &from[source as usize..];
            for (i, to) in to[target as usize..][..n].iter_mut().enumerate() {
                *to = source[i * step as usize];
            }
        }
        (a, b) => {
            for i in 0..axis.count {
                to[(target + i * b) as usize] = from[(source + i * a) as usize];
            }
        }
    }
}

/// Row-major steps of these dimensions.
pub(crate) fn row_major(dims: &[i64]) -> Dims {
    let mut few = [1; 8];
    match few.get_mut(..dims.len()) {
        Some(steps) => {
            write_row_major(dims, steps);
            Dims::from_buf_and_len(few, dims.len())
        }
        None => {
            let mut steps = Dims::from_elem(1, dims.len());
            write_row_major(dims, &mut steps);
            steps
        }
    }
}

/// Writes row-major steps over ones, as many as there are dimensions.
#[inline]
fn write_row_major(dims: &[i64], steps: &mut [i64]) {
    let mut step = 1;
    for axis in (0..dims.len().saturating_sub(1)).rev() {
        step *= dims[axis + 1].max(1);
        steps[axis] = step;
    }
}

/// Bytes of an element, for ops that move elements of any dtype.
pub(crate) fn element_size(dtype: DType) -> Result<usize, OpError> {
    dtype.size().ok_or_else(|| format!("Unsupported input dtype: {}", dtype.label()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(copy: &Copy, from: &[i32], n: usize) -> Vec<i32> {
        let mut to = vec![-1i32; n];
        copy.run(4, bytemuck::cast_slice(from), bytemuck::cast_slice_mut(&mut to)).unwrap();
        to
    }

    #[test]
    fn blocks_are_copied() {
        let from: Vec<i32> = (0..6).collect();
        assert_eq!(run(&Copy::gather(&[3, 2], 0, &[1, 3]), &from, 6), [0, 3, 1, 4, 2, 5]);
        // Larger than a square, with a dimension in between and a reversed side.
        let many: Vec<i32> = (0..20 * 3 * 37).collect();
        let transposed = run(&Copy::gather(&[37, 3, 20], 0, &[1, 37, 111]), &many, many.len());
        for (at, x) in transposed.into_iter().enumerate() {
            let (i, j, k) = (at / 60, at / 20 % 3, at % 20);
            assert_eq!(x as usize, i + j * 37 + k * 111);
        }
        for channels in 2..5 {
            let image = run(&Copy::gather(&[100, channels], 7, &[1, 200]), &many, 100 * channels as usize);
            let pixel = |at: usize| at / channels as usize + at % channels as usize * 200 + 7;
            assert!(image.iter().enumerate().all(|(at, &x)| x as usize == pixel(at)));
            let image = run(&Copy::gather(&[100, channels], 900, &[1, -200]), &many, 100 * channels as usize);
            let pixel = |at: usize| 900 + at / channels as usize - at % channels as usize * 200;
            assert!(image.iter().enumerate().all(|(at, &x)| x as usize == pixel(at)));
        }
        let bytes: Vec<u8> = (0..20 * 3 * 37).map(|i| (i * 7 % 251) as u8).collect();
        let mut turned = vec![0; bytes.len()];
        Copy::gather(&[37, 3, 20], 0, &[1, 37, 111]).run(1, &bytes, &mut turned).unwrap();
        for (at, x) in turned.into_iter().enumerate() {
            assert_eq!(x, bytes[at / 60 + at / 20 % 3 * 37 + at % 20 * 111]);
        }
        let reversed = run(&Copy::gather(&[37, 60], 59 * 37, &[1, -37]), &many, many.len());
        assert!(reversed.iter().enumerate().all(|(at, &x)| x as usize == at / 60 + (59 - at % 60) * 37));
        assert_eq!(run(&Copy::gather(&[6], 5, &[-1]), &from, 6), [5, 4, 3, 2, 1, 0]);
        assert_eq!(run(&Copy::gather(&[2, 2], 1, &[3, 1]), &from, 4), [1, 2, 4, 5]);
        assert_eq!(run(&Copy::gather(&[2, 3], 2, &[0, 1]), &from, 6), [2, 3, 4, 2, 3, 4]);
        assert_eq!(run(&Copy::scatter(&[2], 1, &[2]), &[7, 8], 4), [-1, 7, -1, 8]);
        assert_eq!(run(&Copy::gather(&[], 3, &[]), &from, 1), [3]);
        assert_eq!(run(&Copy::gather(&[0, 2], 9, &[1, 1]), &from, 0), [0i32; 0]);
    }

    #[test]
    fn wide_elements_are_moved_whole() {
        let from: Vec<u64> = (0..4).collect();
        let mut to = vec![0u64; 4];
        let copy = Copy::gather(&[2], 1, &[-1]);
        copy.run(16, bytemuck::cast_slice(&from), bytemuck::cast_slice_mut(&mut to)).unwrap();
        assert_eq!(to, [2, 3, 0, 1]);
    }

    #[test]
    fn blocks_outside_are_refused() {
        let mut to = [0u8; 4];
        assert!(Copy::gather(&[4], 1, &[1]).run(1, &[0; 4], &mut to).is_err());
        assert!(Copy::gather(&[4], 2, &[-1]).run(1, &[0; 4], &mut to).is_err());
        assert!(Copy::scatter(&[2], 3, &[1]).run(1, &[0; 4], &mut to).is_err());
    }
}
