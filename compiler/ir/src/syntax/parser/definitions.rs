//! The values that names stand for.
//!
//! Programs number their values: `%v0`, `%v1`, …, `%v999999`. A hash table spreads neighbours, so that in a large program each look-up
//! waits for memory. So a name that ends in a number is stored by that number, in an array per prefix (a *family*), as far as the
//! array stays dense; all other names, and all names of a small program, are in a hash table.
//!
//! A definition takes 16 bytes besides its slot and no copy of the name, since programs have millions.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use crate::entity::Value;

/// The definition of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    /// Offset of the name in the text: where it was defined.
    pub(super) offset: u32,
    /// Length of the name; zero in a place of a family that is free.
    len: u32,
    /// The first of `count` values with consecutive numbers.
    first: u32,
    /// The number of values; zero: poisoned.
    count: u32,
}

impl Definition {
    const FREE: Definition = Definition { offset: 0, len: 0, first: 0, count: 0 };

    /// A name of `len` bytes at `offset` in the text that stands for values.
    pub(super) fn new(offset: usize, len: usize, first: Value, count: u32) -> Self {
        Self { offset: offset as u32, len: len as u32, first: first.as_u32(), count }
    }

    /// The `number`-th value.
    pub(super) fn value(self, number: u32) -> Option<Value> {
        (number < self.count).then(|| Value::from_u32(self.first + number))
    }

    /// Whether the operation that defines the name could not be parsed.
    pub(super) fn is_poisoned(self) -> bool {
        self.count == 0
    }

    /// The length of the name.
    pub(super) fn name_len(self) -> usize {
        self.len as usize
    }

    /// The name.
    pub(super) fn name(self, text: &str) -> &str {
        &text[self.offset as usize..(self.offset + self.len) as usize]
    }

    fn later(self, by: u32) -> Self {
        Self { first: self.first + by, ..self }
    }
}

/// A definition in the hash table.
#[derive(Clone, Copy, Debug)]
struct Hashed {
    /// Of the name, so that the table grows without reading the text.
    hash: u32,
    definition: Definition,
}

/// The names `%word0`, `%word1`, … from some number on.
#[derive(Debug)]
struct Family<'s> {
    word: &'s str,
    /// The number of the first place.
    base: u32,
    places: Vec<Definition>,
    /// The number of occupied slots.
    taken: usize,
}

/// A table from names to definitions.
#[derive(Debug)]
pub(super) struct Definitions<'s> {
    text: &'s str,
    families: Vec<Family<'s>>,
    others: HashTable<Hashed>,
}

/// With fewer names than this there are no families.
const SMALL: usize = 32;
/// Words have families as long as there are fewer than this.
const MAX_FAMILIES: usize = 8;

/// A name that ends in a number, as the word in front of it and the number. Only as numbers are usually written, so that no two
/// names are the same word and number.
fn split(name: &str) -> Option<(&str, u32)> {
    let bytes = name.as_bytes();
    let (mut number, mut weight, mut at) = (0, 1, bytes.len());
    while at > 0 && bytes[at - 1].is_ascii_digit() {
        // Nine digits fit.
        if bytes.len() - at == 9 {
            return None;
        }
        at -= 1;
        number += u32::from(bytes[at] - b'0') * weight;
        weight = weight.wrapping_mul(10);
    }
    let is_usual = at < bytes.len() && (bytes[at] != b'0' || at + 1 == bytes.len());
    is_usual.then(|| (&name[..at], number))
}

fn hash(name: &str) -> u32 {
    let hash = FxBuildHasher.hash_one(name);
    (hash ^ (hash >> 32)) as u32
}

/// A hash as tables want it: both ends of it count.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<'s> Family<'s> {
    fn index(&self, number: u32) -> Option<usize> {
        number.checked_sub(self.base).map(|index| index as usize)
    }

    /// The place of a number, made if it leaves the family dense.
    fn place(&mut self, number: u32) -> Option<&mut Definition> {
        let index = self.index(number)?;
        if index >= self.places.len() {
            if index > 4 * self.taken + 64 {
                return None;
            }
            self.places.resize(index + 1, Definition::FREE);
        }
        self.places.get_mut(index)
    }
}

impl<'s> Definitions<'s> {
    /// A table of names in `text`.
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, families: Vec::new(), others: HashTable::new() }
    }

    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.others.len() + self.families.iter().map(|family| family.taken).sum::<usize>()
    }

    /// All definitions, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Definition> {
        let others = self.others.iter().map(|hashed| hashed.definition);
        let places = self.families.iter().flat_map(|family| family.places.iter().copied());
        others.chain(places.filter(|place| place.len > 0))
    }

    /// The definition of a name.
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<Definition> {
        if !self.families.is_empty()
            && let Some((word, number)) = split(name)
            && let Some(family) = self.families.iter().find(|family| family.word == word)
            && let Some(place) = family.index(number).and_then(|index| family.places.get(index))
            && place.len > 0
        {
            return Some(*place);
        }
        if self.others.is_empty() {
            return None;
        }
        let hash = hash(name);
        let same = |known: &Hashed| known.hash == hash && known.definition.name(self.text) == name;
        self.others.find(spread(hash), same).map(|known| known.definition)
    }

    /// Adds a name that is not there yet.
    #[inline]
    pub(super) fn insert(&mut self, name: &'s str, definition: Definition) {
        if let Some((word, number)) = split(name)
            && let Some(family) = self.family(word, number)
            && let Some(place) = family.place(number)
        {
            *place = definition;
            family.taken += 1;
            return;
        }
        let hash = hash(name);
        self.others.insert_unique(spread(hash), Hashed { hash, definition }, |known| spread(known.hash));
    }

    /// The family of a word; a new one may begin with this number.
    fn family(&mut self, word: &'s str, number: u32) -> Option<&mut Family<'s>> {
        let found = self.families.iter().position(|family| family.word == word);
        let index = match found {
            Some(index) => index,
            None if self.families.len() < MAX_FAMILIES && self.others.len() >= SMALL => {
                self.families.push(Family { word, base: number, places: Vec::new(), taken: 0 });
                self.families.len() - 1
            }
            None => return None,
        };
        self.families.get_mut(index)
    }

    /// Forgets a name.
    pub(super) fn remove(&mut self, name: &str) {
        if let Some((word, number)) = split(name)
            && let Some(family) = self.families.iter_mut().find(|family| family.word == word)
            && let Some(index) = family.index(number)
            && let Some(place) = family.places.get_mut(index)
            && place.len > 0
        {
            *place = Definition::FREE;
            family.taken -= 1;
            return;
        }
        let hash = hash(name);
        let same = |known: &Hashed| known.hash == hash && known.definition.name(self.text) == name;
        if let Ok(entry) = self.others.find_entry(spread(hash), same) {
            entry.remove();
        }
    }

    /// Adds the names of another table over the same text, whose values have numbers that are higher by `by` here. False, with
    /// nothing changed, if one of them is there already.
    pub(super) fn join(&mut self, other: Definitions<'s>, by: u32) -> bool {
        let mut added = Vec::new();
        let mut add = |table: &mut Self, definition: Definition| {
            let name = definition.name(table.text);
            let is_new = table.get(name).is_none();
            if is_new {
                table.insert(name, definition.later(by));
                added.push(name);
            }
            is_new
        };
        let mut appended = Vec::new();
        let mut joined = other.others.iter().all(|known| add(self, known.definition));
        for family in &other.families {
            let mut names = family.places.iter().filter(|place| place.len > 0);
            match self.append(family, by) {
                Some(before) => appended.push(before),
                None => joined = joined && names.all(|place| add(self, *place)),
            }
        }
        if !joined {
            // Later additions come first.
            for (index, places) in appended.into_iter().rev() {
                let family: &mut Family<'_> = &mut self.families[index];
                let later = family.places.split_off(places);
                family.taken -= later.iter().filter(|place| place.len > 0).count();
            }
            added.into_iter().for_each(|name| self.remove(name));
        }
        joined
    }

    /// Adds the names of a family behind those of the same word, if that is where they belong and none can be anywhere else; gives
    /// which family that is, with its places before.
    fn append(&mut self, more: &Family<'s>, by: u32) -> Option<(usize, usize)> {
        let is_numbered = |known: &Hashed| {
            split(known.definition.name(self.text)).is_some_and(|(word, _)| word == more.word)
        };
        if self.others.len() > 2 * SMALL || self.others.iter().any(is_numbered) {
            return None;
        }
        let index = match self.families.iter().position(|family| family.word == more.word) {
            Some(index) => index,
            None if self.families.len() < MAX_FAMILIES => {
                self.families.push(Family { word: more.word, base: more.base, places: Vec::new(), taken: 0 });
                self.families.len() - 1
            }
            None => return None,
        };
        let family = &mut self.families[index];
        let before = (index, family.places.len());
        if family.index(more.base) != Some(family.places.len()) {
            return None;
        }
        family.places.extend(more.places.iter().map(|place| match place.len {
            0 => *place,
            _ => place.later(by),
        }));
        family.taken += more.taken;
        Some(before)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_split_off_as_they_are_usually_written() {
        assert_eq!(split("%v12"), Some(("%v", 12)));
        assert_eq!(split("%0"), Some(("%", 0)));
        assert_eq!(split("%v999999999"), Some(("%v", 999_999_999)));
        for name in ["%v", "%v012", "%00", "%v1000000000", "%v1_", ""] {
            assert_eq!(split(name), None, "{name}");
        }
    }

    #[test]
    fn a_family_that_is_not_dense_takes_no_more_than_its_names() {
        let mut text = String::new();
        (0..200).for_each(|number: u32| write!(text, "%v{} ", number * 5_000_000).unwrap());
        let mut table = Definitions::new(&text);
        for (at, name) in names(&text) {
            table.insert(name, Definition::new(at, name.len(), Value::from_u32(at as u32), 1));
        }
        assert_eq!(table.len(), 200);
        assert!(table.families.iter().map(|family| family.places.len()).sum::<usize>() < 1000);
    }

    /// Names with their offsets.
    fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
        text.split_terminator(' ').map(|name| (name.as_ptr().addr() - text.as_ptr().addr(), name))
    }

    proptest! {
        /// Two tables that are filled, thinned and joined have the content of maps of names.
        #[test]
        fn tables_are_maps(
            pieces in prop::collection::vec((0..3u8, 0..400u32, 0..60u32, any::<bool>()), 1..12),
            cut in 0..12usize,
        ) {
            let mut text = String::new();
            let mut removed = Vec::new();
            let mut starts = Vec::new();
            for &(word, first, count, is_removed) in &pieces {
                starts.push(text.len());
                let word = ["%v", "%", "%a_"][usize::from(word)];
                for number in first..first + count {
                    if is_removed { removed.push(format!("{word}{number}")); }
                    write!(text, "{word}{number} ").unwrap();
                }
            }
            let cut = starts.get(cut).copied().unwrap_or(text.len());
            let mut tables = [Definitions::new(&text), Definitions::new(&text)];
            let mut maps = [std::collections::BTreeMap::new(), std::collections::BTreeMap::new()];
            for (at, name) in names(&text) {
                let side = usize::from(at >= cut);
                if tables[side].get(name).is_none() {
                    tables[side].insert(name, Definition::new(at, name.len(), Value::from_u32(at as u32), 1));
                    maps[side].insert(name, at as u32);
                }
            }
            for name in &removed {
                tables[0].remove(name);
                maps[0].remove(name.as_str());
            }
            let [mut table, other] = tables;
            let [map, more] = maps;
            let apart = more.keys().all(|name| !map.contains_key(name));
            prop_assert_eq!(table.join(other, 1000), apart);
            let expected = |name: &str| {
                let moved = if apart { more.get(name).map(|at| at + 1000) } else { None };
                map.get(name).copied().or(moved)
            };
            for (_, name) in names(&text) {
                let found = table.get(name).and_then(|definition| definition.value(0));
                prop_assert_eq!(found.map(|value| value.as_u32()), expected(name), "{}", name);
            }
            prop_assert_eq!(table.len(), map.len() + if apart { more.len() } else { 0 });
            prop_assert_eq!(table.iter().count(), table.len());
        }
    }
}
