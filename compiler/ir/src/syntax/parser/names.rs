//! Names of values and blocks while a text is parsed.
//!
//! Each isolated operation opens a [`NameScope`] of its own; regions inside it nest. A name that is used before its
//! definition stands for a placeholder until then. The name of an operation that could not be parsed is *poisoned*: its uses
//! fail without a further message.
//!
//! `definitions` describes how definitions are stored.

use rustc_hash::FxHashMap;

use super::definitions::{Definition, Definitions};
use crate::edits_within;
use crate::entity::{Block, Op, Value};

/// A value that was used before its definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward {
    /// The operation that stands in for the definition; its result stands for the value.
    pub(super) placeholder: Op,
    pub(super) value: Value,
    /// The place of its first use.
    pub(super) offset: usize,
}

/// A block that was named.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedBlock {
    pub(super) block: Block,
    pub(super) offset: usize,
    pub(super) defined: bool,
}

#[derive(Debug, Default)]
struct RegionScope<'s> {
    /// Names to forget at its end; not kept for the outermost region, with which everything goes.
    defined: Vec<&'s str>,
    blocks: FxHashMap<&'s str, NamedBlock>,
}

/// The names of a piece of a block that was parsed alone, as far as they matter to the rest of the block.
pub(super) struct OuterNames<'s> {
    /// The definitions of the piece for the rest.
    pub(super) definitions: Definitions<'s>,
    /// The names that it uses without a definition.
    pub(super) forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Names that were defined inside regions and are forgotten again.
    pub(super) nested: Vec<&'s str>,
}

/// The names inside one isolated operation.
#[derive(Debug)]
pub(super) struct NameScope<'s> {
    text: &'s str,
    values: Definitions<'s>,
    forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Arguments that took the name `%a#1` of an operand, with where they were defined.
    numbered: FxHashMap<(&'s str, u32), (Value, usize)>,
    regions: Vec<RegionScope<'s>>,
    /// All names defined in inner regions, if someone wants to know.
    nested: Option<Vec<&'s str>>,
}

impl<'s> NameScope<'s> {
    /// No names, for the values in `text`.
    pub(super) fn new(text: &'s str) -> Self {
        Self {
            text,
            values: Definitions::new(text),
            forwards: FxHashMap::default(),
            numbered: FxHashMap::default(),
            regions: Vec::new(),
            nested: None,
        }
    }

    /// Whether nothing but defined names is known: no uses before definitions, no arguments named as results.
    pub(super) fn is_plain(&self) -> bool {
        self.forwards.is_empty() && self.numbered.is_empty()
    }

    /// From now on, keeps the names that inner regions define.
    pub(super) fn note_nested_names(&mut self) {
        self.nested = Some(Vec::new());
    }

    /// The part of a piece's names that the rest of a block needs. Nothing if the piece names blocks, which only the rest
    /// knows.
    pub(super) fn into_outer_names(self) -> Option<OuterNames<'s>> {
        let names_blocks = self.regions.iter().any(|region| !region.blocks.is_empty());
        (!names_blocks && self.numbered.is_empty()).then(|| OuterNames {
            definitions: self.values,
            forwards: self.forwards,
            nested: self.nested.unwrap_or_default(),
        })
    }

    /// Adds the definitions of a piece, whose values have numbers that are higher by `by` here. False, with nothing changed, if
    /// one of its names is known already.
    pub(super) fn join(&mut self, definitions: Definitions<'s>, nested: &[&'s str], by: u32) -> bool {
        if nested.iter().any(|name| self.lookup(name).is_some()) {
            return false;
        }
        let is_outermost = self.regions.len() < 2;
        let names: Vec<&'s str> = match is_outermost {
            true => Vec::new(),
            false => definitions.iter().map(|definition| definition.name(self.text)).collect(),
        };
        if !self.values.join(definitions, by) {
            return false;
        }
        if let [_, .., innermost] = &mut self.regions[..] {
            innermost.defined.extend(&names);
            if let Some(nested) = &mut self.nested {
                nested.extend(names);
            }
        }
        true
    }

    /// The definition of `name`.
    #[inline]
    pub(super) fn lookup(&self, name: &str) -> Option<Definition> {
        self.values.get(name)
    }

    /// Makes `name`, which stands at `offset` in the text, stand for values. It must not be defined yet.
    pub(super) fn define(&mut self, name: &'s str, offset: usize, first: Value, count: u32) {
        self.values.insert(name, Definition::new(offset, name.len(), first, count));
        if let [_, .., innermost] = &mut self.regions[..] {
            innermost.defined.push(name);
            if let Some(nested) = &mut self.nested {
                nested.push(name);
            }
        }
    }

    /// Makes `%name#number` stand for a value, whatever `%name` stands for. Only for the arguments of an entry block of the
    /// outermost region, with which it goes.
    pub(super) fn define_numbered(&mut self, name: &'s str, number: u32, offset: usize, value: Value) {
        self.numbered.insert((name, number), (value, offset));
    }

    /// The definition of `%name#number` as an argument, and its place.
    pub(super) fn lookup_numbered(&self, name: &'s str, number: u32) -> Option<(Value, usize)> {
        if self.numbered.is_empty() { None } else { self.numbered.get(&(name, number)).copied() }
    }

    /// Makes uses of `name` fail without a message.
    pub(super) fn poison(&mut self, name: &'s str, offset: usize) {
        if self.lookup(name).is_none() {
            self.forwards.retain(|(forward, _), _| *forward != name);
            self.define(name, offset, Value::from_u32(0), 0);
        }
    }

    /// The value that stands in for an undefined one.
    pub(super) fn forward(&self, name: &'s str, number: u32) -> Option<Forward> {
        self.forwards.get(&(name, number)).copied()
    }

    /// Remembers a value that stands in for an undefined one.
    pub(super) fn add_forward(&mut self, name: &'s str, number: u32, forward: Forward) {
        self.forwards.insert((name, number), forward);
    }

    /// Takes what stands in for a value that is being defined.
    pub(super) fn take_forward(&mut self, name: &'s str, number: u32) -> Option<Forward> {
        if self.forwards.is_empty() { None } else { self.forwards.remove(&(name, number)) }
    }

    /// Everything that was used and not defined.
    pub(super) fn undefined(&self) -> impl Iterator<Item = (&'s str, &Forward)> {
        self.forwards.iter().map(|((name, _), forward)| (*name, forward))
    }

    /// The defined name that is spelled most like this one, of several the first in the text. Not for short names, of which
    /// everything is a misspelling, nor among very many.
    pub(super) fn similar(&self, name: &str) -> Option<&'s str> {
        const MANY: usize = 10_000;
        let limit = name.trim_start_matches('%').len() / 3;
        if limit == 0 || self.values.len() > MANY {
            return None;
        }
        let near = |definition: &Definition| {
            !definition.is_poisoned() && definition.name_len().abs_diff(name.len()) <= limit
        };
        let scored = self.values.iter().filter(near).filter_map(|definition| {
            let known = definition.name(self.text);
            Some((edits_within(limit, name, known)?, definition.offset, known))
        });
        scored.min().map(|(.., known)| known)
    }

    /// The place of the use or definition of `%name#number`, if there is one.
    pub(super) fn reference_offset(&self, name: &'s str, number: u32) -> Option<usize> {
        if let Some((_, offset)) = self.lookup_numbered(name, number) {
            return Some(offset);
        }
        match self.lookup(name) {
            Some(definition) if definition.value(number).is_some() => Some(definition.offset as usize),
            _ => self.forward(name, number).map(|forward| forward.offset),
        }
    }

    /// Enters a region.
    pub(super) fn push_region(&mut self) {
        self.regions.push(RegionScope::default());
    }

    /// Leaves a region and forgets its definitions; returns the blocks that were named.
    pub(super) fn pop_region(&mut self) -> impl Iterator<Item = NamedBlock> + use<'s> {
        let scope = self.regions.pop().unwrap_or_default();
        scope.defined.into_iter().for_each(|name| self.values.remove(name));
        scope.blocks.into_values()
    }

    /// The block of this name in the innermost region.
    pub(super) fn block(&mut self, name: &str) -> Option<&mut NamedBlock> {
        self.regions.last_mut()?.blocks.get_mut(name)
    }

    /// Names a block of the innermost region.
    pub(super) fn add_block(&mut self, name: &'s str, block: NamedBlock) {
        if let Some(region) = self.regions.last_mut() {
            region.blocks.insert(name, block);
        }
    }
}
