//! Locations: source positions of operations and values.
//!
//! A [`Loc`] is a handle into its [`Context`](crate::context::Context). Most locations are positions in the text being parsed, one
//! or more for each operation. They cost nothing: a source registered with
//! [`Context::add_source`](crate::context::Context::add_source) owns a range of handles, one for each byte, and line and column are
//! computed only on request. All other locations are interned.
//!
//! Equal handles are equal locations. Two handles may stand for the same line and column only when a file was
//! registered twice with different contents; printers compare the [`LocKind`]s.

use crate::attributes::Attr;
use crate::handles::Ident;

pub use crate::handles::Loc;

/// The content of a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocKind<'c> {
    /// `unknown`
    Unknown,
    /// `"file":line:col`; both count from 1, 0 means not known.
    FileLineCol {
        /// File name.
        file: Ident,
        /// Line.
        line: u32,
        /// Column, in bytes.
        col: u32,
    },
    /// `"file":line:col to line:col`
    FileRange {
        /// File name.
        file: Ident,
        /// Line and column where the range starts.
        start: (u32, u32),
        /// Line and column where it ends.
        end: (u32, u32),
    },
    /// `"name"(child)`
    Name {
        /// The name.
        name: Ident,
        /// The location it stands for; unknown is not written.
        child: Loc,
    },
    /// `callsite(callee at caller)`
    CallSite {
        /// The location of the code.
        callee: Loc,
        /// From where it was called.
        caller: Loc,
    },
    /// `fused<metadata>[a, b]`
    Fused {
        /// The producer's data about the fusion.
        metadata: Option<Attr>,
        /// Parts.
        locs: &'c [Loc],
    },
}

/// The interned form of the locations that are not a position in a registered source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LocData {
    Unknown,
    FileLineCol { file: Ident, line: u32, col: u32 },
    FileRange(Ident, Box<[u32; 4]>),
    Name { name: Ident, child: Loc },
    CallSite { callee: Loc, caller: Loc },
    Fused(Box<(Option<Attr>, Box<[Loc]>)>),
}

/// A text whose positions are locations; see [`Context::add_source`](crate::context::Context::add_source).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    pub(crate) base: u32,
    pub(crate) len: u32,
    pub(crate) file: Ident,
}

impl Source {
    /// The location of the byte at `offset`; an offset past the end is the end.
    #[inline]
    pub fn loc(self, offset: usize) -> Loc {
        let offset = offset.min(self.len as usize) as u32;
        Loc::from_u32(self.base + offset)
    }

    /// The offset of a location of this source.
    pub fn offset(self, loc: Loc) -> Option<usize> {
        let offset = loc.as_u32().checked_sub(self.base)?;
        (offset <= self.len).then_some(offset as usize)
    }

    /// The file's name.
    pub fn file(self) -> Ident {
        self.file
    }
}

/// Locations of one file, to be looked up one after the other; see
/// [`Context::add_positions`](crate::context::Context::add_positions).
#[derive(Clone, Debug)]
pub struct Positions {
    pub(crate) source: Source,
    pub(crate) lines: std::sync::Arc<LineTable>,
}

impl Positions {
    /// The location of a line and column, if the file has it.
    pub fn loc(&self, line: u32, col: u32) -> Option<Loc> {
        let offset = self.lines.offset(line, col)?;
        Some(self.source.loc(offset as usize))
    }
}

/// Bytes that share an entry of the line index.
const BLOCK: usize = 128;
/// Texts from this length on are worth another thread.
const LONG: usize = 4 << 20;

/// From offsets to lines and columns, and back.
#[derive(Debug)]
pub(crate) struct LineTable {
    /// Offset where each line starts, ascending; the first is 0.
    starts: Vec<u32>,
    /// For each block of bytes, the line (counted from 0) that its first byte is on.
    blocks: Vec<u32>,
    len: u32,
    hash: u64,
}

impl LineTable {
    /// `text` must be shorter than 2^31 bytes.
    pub(crate) fn new(text: &[u8]) -> LineTable {
        // To ask for the number of threads is to read files: many times the work on a short text.
        let threads = match text.len() < LONG {
            true => 1,
            false => std::thread::available_parallelism().map_or(1, usize::from),
        };
        LineTable::on_threads(text, threads)
    }

    /// As [`new`](Self::new), on at most so many threads. Their number changes nothing.
    fn on_threads(text: &[u8], threads: usize) -> LineTable {
        let length = text.len().div_ceil(threads).max(1);
        let starts_in = |piece: usize| {
            let base = piece * length;
            let piece = &text[base..(base + length).min(text.len())];
            memchr::memchr_iter(b'\n', piece).map(move |at| (base + at) as u32 + 1)
        };
        let pieces = text.len().div_ceil(length);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..pieces)
                .map(|piece| scope.spawn(move || starts_in(piece).collect::<Vec<u32>>()))
                .collect();
            let hash = || crate::context::hash_bytes(text);
            let hasher = (threads > 1).then(|| scope.spawn(hash));
            let mut starts = vec![0];
            if pieces > 0 {
                starts.extend(starts_in(0));
            }
            for piece in others {
                match piece.join() {
                    Ok(more) => starts.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            let hash = hasher.and_then(|hasher| hasher.join().ok()).unwrap_or_else(hash);
            LineTable::from_starts(starts, text.len(), hash)
        })
    }

    /// A table for positions instead of a text: each line is as long as the largest column asks for. None if that takes more
    /// than `limit` lines or bytes.
    pub(crate) fn of_positions(
        positions: impl Iterator<Item = (u32, u32)>,
        limit: usize,
    ) -> Option<LineTable> {
        let mut widths: Vec<u32> = Vec::new();
        for (line, col) in positions {
            let line = line.max(1) as usize - 1;
            if line >= limit {
                return None;
            }
            if line >= widths.len() {
                widths.resize(line + 1, 1);
            }
            widths[line] = widths[line].max(col);
        }
        let mut starts = Vec::with_capacity(widths.len() + 1);
        let mut len = 0usize;
        for width in widths {
            starts.push(len as u32);
            len += width as usize;
            if len > limit {
                return None;
            }
        }
        if starts.is_empty() {
            starts.push(0);
        }
        Some(LineTable::from_starts(starts, len, 0))
    }

    fn from_starts(starts: Vec<u32>, len: usize, hash: u64) -> LineTable {
        let mut blocks = Vec::with_capacity(len / BLOCK + 1);
        let mut line = 0;
        for block in 0..=len / BLOCK {
            while line + 1 < starts.len() && starts[line + 1] as usize <= block * BLOCK {
                line += 1;
            }
            blocks.push(line as u32);
        }
        LineTable { starts, blocks, len: len as u32, hash }
    }

    /// Whether this is the table of `text`.
    pub(crate) fn is_of(&self, text: &[u8]) -> bool {
        self.len as usize == text.len() && self.hash == crate::context::hash_bytes(text)
    }

    /// Length of the text.
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Line and column of an offset, from 1.
    pub(crate) fn position(&self, offset: u32) -> (u32, u32) {
        let mut line = self.blocks[(offset as usize / BLOCK).min(self.blocks.len() - 1)] as usize;
        // Long runs of short lines within a block are bounded by the size of the block.
        while self.starts.get(line + 1).is_some_and(|&s| s <= offset) {
            line += 1;
        }
        (line as u32 + 1, offset - self.starts[line] + 1)
    }

    /// The offset of a line and column from 1, if the text has such a position.
    pub(crate) fn offset(&self, line: u32, col: u32) -> Option<u32> {
        let line = line.checked_sub(1)? as usize;
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).map_or(self.len, |&next| next - 1);
        let offset = start.checked_add(col.checked_sub(1)?)?;
        (offset <= end).then_some(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_one_thread() {
        for text in ["", "\n", "a", "first\n\nsecond\n", "\n\n\n\n"] {
            let expected = LineTable::on_threads(text.as_bytes(), 1);
            for threads in [2, 3, 50] {
                let table = LineTable::on_threads(text.as_bytes(), threads);
                assert_eq!((&table.starts, &table.blocks), (&expected.starts, &expected.blocks), "{text:?}");
                assert!(table.is_of(text.as_bytes()));
            }
        }
    }

    #[test]
    fn lines_and_columns_go_both_ways() {
        let text = format!("first\n\n{}\nlast", "x".repeat(1000));
        let table = LineTable::new(text.as_bytes());
        let (mut line, mut col) = (1, 1);
        for (offset, byte) in text.bytes().chain([b'$']).enumerate() {
            assert_eq!(table.position(offset as u32), (line, col));
            assert_eq!(table.offset(line, col), Some(offset as u32));
            (line, col) = if byte == b'\n' { (line + 1, 1) } else { (line, col + 1) };
        }
        assert_eq!(table.offset(1, 7), None);
        assert_eq!(table.offset(5, 1), None);
        assert_eq!(table.offset(0, 1), None);
    }

    #[test]
    fn positions_without_a_text_go_both_ways() {
        let positions = [(3, 8), (1, 1), (3, 2), (700, 40), (2, 5), (0, 9)];
        let table = LineTable::of_positions(positions.into_iter(), 10_000).unwrap();
        for (line, col) in positions.into_iter().filter(|&(line, _)| line > 0) {
            assert_eq!(table.position(table.offset(line, col).unwrap()), (line, col));
        }
        assert_eq!(table.offset(0, 9), None);
        assert_eq!(table.offset(3, 0), None);
        assert!(LineTable::of_positions([(u32::MAX, 1)].into_iter(), 10_000).is_none());
        assert!(LineTable::of_positions([(1, u32::MAX)].into_iter(), 10_000).is_none());
        assert!(LineTable::of_positions([].into_iter(), 10).is_some());
    }
}
