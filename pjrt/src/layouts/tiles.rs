//! The tiles of a layout: blocks of elements that a device would keep together.

use std::fmt;

/// Tiles, the outermost first; each is a list of sizes, of the nearest dimensions of what the tile before it leaves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tiles {
    /// The sizes of all tiles.
    dims: Box<[i64]>,
    /// How many of the sizes each tile has.
    ranks: Box<[usize]>,
}

impl Tiles {
    /// Tiles from these lists of sizes; `None` if one is empty or has a size below one.
    pub(crate) fn new(dims: &[i64], ranks: &[usize]) -> Option<Tiles> {
        let total = ranks.iter().try_fold(0usize, |sum, &rank| sum.checked_add(rank));
        let is_valid = total == Some(dims.len()) && !ranks.contains(&0) && dims.iter().all(|&dim| dim > 0);
        is_valid.then(|| Tiles { dims: dims.into(), ranks: ranks.into() })
    }

    /// Tiles at the start of XLA's text, `T(8,128)(2,1)`, and the text behind them.
    pub(super) fn read(text: &str) -> Option<(Tiles, &str)> {
        let Some(mut rest) = text.strip_prefix('T') else { return Some((Tiles::default(), text)) };
        let (mut dims, mut ranks) = (Vec::new(), Vec::new());
        while let Some(inner) = rest.strip_prefix('(') {
            let (list, after) = inner.split_once(')')?;
            let before = dims.len();
            for size in list.split(',') {
                dims.push(size.trim().parse().ok()?);
            }
            ranks.push(dims.len() - before);
            rest = after;
        }
        Some((Tiles::new(&dims, &ranks)?, rest))
    }

    /// The sizes of all tiles.
    pub(crate) fn dims(&self) -> &[i64] {
        &self.dims
    }

    /// How many of the sizes each tile has.
    pub(crate) fn ranks(&self) -> &[usize] {
        &self.ranks
    }

    /// Whether there are tiles.
    pub(crate) fn is_any(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// The sizes of each tile.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[i64]> {
        let mut rest = &self.dims[..];
        self.ranks.iter().map(move |&rank| {
            let (own, after) = rest.split_at(rank);
            rest = after;
            own
        })
    }

    /// The elements that whole tiles have which cover an array of these dimensions, the farthest first.
    pub(super) fn room(&self, mut dims: Vec<i64>) -> i64 {
        for tile in self.each() {
            let missing = tile.len().saturating_sub(dims.len());
            dims.splice(0..0, std::iter::repeat_n(1, missing));
            let start = dims.len() - tile.len();
            for (dim, &size) in dims[start..].iter_mut().zip(tile) {
                *dim = (*dim / size).saturating_add(i64::from(*dim % size != 0));
            }
            dims.extend_from_slice(tile);
        }
        dims.iter().fold(1, |room: i64, &dim| room.saturating_mul(dim))
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() {
            f.write_str("T")?;
        }
        for tile in self.each() {
            let sizes: Vec<String> = tile.iter().map(i64::to_string).collect();
            write!(f, "({})", sizes.join(","))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_filled() {
        let room = |text: &str, dims: &[i64]| Tiles::read(text).map(|(tiles, _)| tiles.room(dims.to_vec()));
        assert_eq!(room("", &[3, 5]), Some(15));
        assert_eq!(room("T(3,5)", &[8, 8]), Some(9 * 10));
        assert_eq!(room("T(8,128)(2,1)", &[8, 8]), Some(8 * 128));
        assert_eq!(room("T(4,1)", &[6]), Some(4 * 6));
        assert_eq!(room("T(9223372036854775807)", &[6, 2]), Some(i64::MAX));
        assert_eq!(room("T()", &[6]), None);
        assert_eq!(room("T(0)", &[6]), None);
        assert_eq!(room("T(*,2)", &[6]), None);
    }
}
