//! Strings, dialects, names of operations, attributes and types of a file.
//!
//! Attributes and types are read at their first use. Each may refer to others, to any depth; beyond [`MAX_DEPTH`] an entry is deferred
//! until the entry that it needs was read, so that no file overflows the stack. An entry that needs itself is an error.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;
use tfrt_ir::Context;
use tfrt_ir::handles::{Attr, Ident, Loc, Type};
use tfrt_ir::syntax::{ParserInput, ParserState, TokenKind};

use super::Sections;
use crate::codec::{Codecs, DialectReader, Entry};
use crate::cursor::Cursor;
use crate::error::BytecodeError;
use crate::section::{self, SectionId};
use crate::since;

/// The limit of the nesting of entries.
const MAX_DEPTH: u32 = 48;

/// The name of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpName {
    pub(crate) name: Ident,
    /// The number of its dialect.
    pub(crate) dialect: usize,
    /// Whether the writer of the file had a declaration of the operation.
    pub(crate) was_registered: bool,
}

#[derive(Debug)]
struct DialectName<'a> {
    name: &'a str,
    version: Option<Cursor<'a>>,
}

/// An attribute or a type that may have been read.
struct Slot<'a, T> {
    dialect: usize,
    data: Cursor<'a>,
    is_encoded: bool,
    value: Cell<Option<T>>,
}

/// An entry by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Attr(usize),
    Type(usize),
}

/// See the [module documentation](self).
pub(crate) struct Pool<'a> {
    ctx: &'a Context,
    codecs: &'a Codecs,
    version: u64,
    strings: Vec<&'a [u8]>,
    dialects: Vec<DialectName<'a>>,
    op_names: Vec<OpName>,
    attrs: Vec<Slot<'a, Entry>>,
    types: Vec<Slot<'a, Type>>,
    /// Keys of the resources of dialects, in their order.
    resources: RefCell<Vec<Ident>>,
    depth: Cell<u32>,
    /// The entry that was too deep.
    put_off: Cell<Option<Key>>,
}

impl std::fmt::Debug for Pool<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool")
            .field("strings", &self.strings.len())
            .field("attrs", &self.attrs.len())
            .field("types", &self.types.len())
            .finish_non_exhaustive()
    }
}

impl<'a> Pool<'a> {
    pub(super) fn read(
        ctx: &'a Context,
        codecs: &'a Codecs,
        version: u64,
        sections: &mut Sections<'a>,
    ) -> Result<Pool<'a>, BytecodeError> {
        let mut pool = Pool {
            ctx,
            codecs,
            version,
            strings: read_strings(sections.required(SectionId::String)?)?,
            dialects: Vec::new(),
            op_names: Vec::new(),
            attrs: Vec::new(),
            types: Vec::new(),
            resources: RefCell::default(),
            depth: Cell::new(0),
            put_off: Cell::new(None),
        };
        pool.read_dialects(sections.required(SectionId::Dialect)?)?;
        let (entries, offsets) =
            (sections.required(SectionId::AttrType)?, sections.required(SectionId::AttrTypeOffset)?);
        pool.read_entries(entries, offsets)?;
        Ok(pool)
    }

    fn read_dialects(&mut self, mut cursor: Cursor<'a>) -> Result<(), BytecodeError> {
        for _ in 0..cursor.count("dialects")? {
            let (name, version) = if self.version < since::DIALECT_VERSIONS {
                (self.text(&mut cursor)?, None)
            } else {
                let at = cursor.offset();
                let (index, is_versioned) = cursor.varint_with_flag()?;
                let name = self.as_text(self.string_at(index, at)?, at)?;
                let version = is_versioned.then(|| section::expect(&mut cursor, SectionId::DialectVersions));
                (name, version.transpose()?)
            };
            self.dialects.push(DialectName { name, version });
        }
        if self.version >= since::ELIDED_LOCATIONS {
            // The names that follow; a hint.
            cursor.varint()?;
        }
        while !cursor.is_empty() {
            let (dialect, count) = self.group(&mut cursor)?;
            for _ in 0..count {
                let at = cursor.offset();
                let (index, was_registered) = match self.version < since::PROPERTIES {
                    true => (cursor.varint()?, false),
                    false => cursor.varint_with_flag()?,
                };
                let short = self.as_text(self.string_at(index, at)?, at)?;
                let name = match self.dialects[dialect].name {
                    "" => self.ctx.ident(short),
                    namespace => self.ctx.ident(&format!("{namespace}.{short}")),
                };
                self.op_names.push(OpName { name, dialect, was_registered });
            }
        }
        Ok(())
    }

    fn read_entries(
        &mut self,
        mut entries: Cursor<'a>,
        mut offsets: Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let (attrs, types) = (offsets.count("attributes")?, offsets.count("types")?);
        while self.attrs.len() < attrs {
            let (dialect, count) = self.group(&mut offsets)?;
            let count = count.min(attrs - self.attrs.len());
            for _ in 0..count {
                let (data, is_encoded) = entry_data(&mut entries, &mut offsets)?;
                self.attrs.push(Slot { dialect, data, is_encoded, value: Cell::new(None) });
            }
        }
        while self.types.len() < types {
            let (dialect, count) = self.group(&mut offsets)?;
            let count = count.min(types - self.types.len());
            for _ in 0..count {
                let (data, is_encoded) = entry_data(&mut entries, &mut offsets)?;
                self.types.push(Slot { dialect, data, is_encoded, value: Cell::new(None) });
            }
        }
        offsets.expect_end("the attribute and type offsets")
    }

    /// The head of a group of things of one dialect.
    fn group(&self, cursor: &mut Cursor<'a>) -> Result<(usize, usize), BytecodeError> {
        let dialect = self.dialect(cursor)?;
        let at = cursor.offset();
        match cursor.count("entries of a dialect")? {
            0 => Err(BytecodeError::at(at, "an empty group of a dialect")),
            count => Ok((dialect, count)),
        }
    }

    /// The number of a dialect.
    pub(super) fn dialect(&self, cursor: &mut Cursor<'a>) -> Result<usize, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        usize::try_from(index)
            .ok()
            .filter(|&index| index < self.dialects.len())
            .ok_or_else(|| BytecodeError::at(at, format!("invalid dialect index: {index}")))
    }

    pub(super) fn dialect_name(&self, dialect: usize) -> &'a str {
        self.dialects[dialect].name
    }

    pub(crate) fn ctx(&self) -> &'a Context {
        self.ctx
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn dialect_version(&self, dialect: usize) -> Option<Cursor<'a>> {
        self.dialects[dialect].version.clone()
    }

    fn string_at(&self, index: u64, at: usize) -> Result<&'a [u8], BytecodeError> {
        let string = usize::try_from(index).ok().and_then(|index| self.strings.get(index));
        string.copied().ok_or_else(|| BytecodeError::at(at, format!("invalid string index: {index}")))
    }

    /// A string.
    pub(crate) fn string(&self, cursor: &mut Cursor<'a>) -> Result<&'a [u8], BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        self.string_at(index, at)
    }

    fn as_text(&self, bytes: &'a [u8], at: usize) -> Result<&'a str, BytecodeError> {
        std::str::from_utf8(bytes).map_err(|_| BytecodeError::at(at, "a name that is no UTF-8"))
    }

    /// A string that is a name.
    pub(super) fn text(&self, cursor: &mut Cursor<'a>) -> Result<&'a str, BytecodeError> {
        let at = cursor.offset();
        self.as_text(self.string(cursor)?, at)
    }

    /// The name of an operation.
    pub(super) fn op_name(&self, cursor: &mut Cursor<'a>) -> Result<OpName, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        let name = usize::try_from(index).ok().and_then(|index| self.op_names.get(index));
        name.copied().ok_or_else(|| BytecodeError::at(at, format!("invalid operation name index: {index}")))
    }

    pub(super) fn set_resources(&self, keys: Vec<Ident>) {
        *self.resources.borrow_mut() = keys;
    }

    /// The key of a resource of a dialect.
    pub(crate) fn resource(&self, index: u64, at: usize) -> Result<Ident, BytecodeError> {
        let resources = self.resources.borrow();
        let key = usize::try_from(index).ok().and_then(|index| resources.get(index));
        key.copied().ok_or_else(|| BytecodeError::at(at, format!("invalid dialect resource index: {index}")))
    }

    /// The attribute or location with this number.
    pub(crate) fn entry(&self, index: u64, at: usize) -> Result<Entry, BytecodeError> {
        let slot = usize::try_from(index).ok().filter(|&index| index < self.attrs.len());
        let index = slot.ok_or_else(|| BytecodeError::at(at, format!("invalid Attribute index: {index}")))?;
        self.resolve(Key::Attr(index))?;
        self.attrs[index].value.get().ok_or_else(|| BytecodeError::at(at, "an attribute that was not read"))
    }

    /// The type with this number.
    pub(crate) fn ty(&self, index: u64, at: usize) -> Result<Type, BytecodeError> {
        let slot = usize::try_from(index).ok().filter(|&index| index < self.types.len());
        let index = slot.ok_or_else(|| BytecodeError::at(at, format!("invalid Type index: {index}")))?;
        self.resolve(Key::Type(index))?;
        self.types[index].value.get().ok_or_else(|| BytecodeError::at(at, "a type that was not read"))
    }

    /// An attribute, by its number that is next.
    pub(super) fn next_attr(&self, cursor: &mut Cursor<'a>) -> Result<Attr, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        Ok(match self.entry(index, at)? {
            Entry::Attr(attr) => attr,
            Entry::Loc(loc) => self.ctx.loc_attr(loc),
        })
    }

    /// A location, by its number that is next.
    pub(super) fn next_loc(&self, cursor: &mut Cursor<'a>) -> Result<Loc, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        let entry = self.entry(index, at)?;
        crate::codec::as_loc(self.ctx, entry)
            .ok_or_else(|| BytecodeError::at(at, "expected a location, but got another attribute"))
    }

    /// A type, by its number that is next.
    pub(super) fn next_type(&self, cursor: &mut Cursor<'a>) -> Result<Type, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        self.ty(index, at)
    }

    fn is_read(&self, key: Key) -> bool {
        match key {
            Key::Attr(index) => self.attrs[index].value.get().is_some(),
            Key::Type(index) => self.types[index].value.get().is_some(),
        }
    }

    fn place(&self, key: Key) -> usize {
        match key {
            Key::Attr(index) => self.attrs[index].data.offset(),
            Key::Type(index) => self.types[index].data.offset(),
        }
    }

    /// Reads an entry, if it was not, after all that it needs.
    fn resolve(&self, key: Key) -> Result<(), BytecodeError> {
        if self.is_read(key) {
            return Ok(());
        }
        if self.depth.get() > 0 {
            return self.read_within(key);
        }
        let (mut waiting, mut known) = (vec![key], FxHashSet::default());
        known.insert(key);
        while let Some(&next) = waiting.last() {
            match self.read_within(next) {
                Ok(()) => {
                    waiting.pop();
                }
                Err(error) => {
                    let Some(needed) = self.put_off.take() else { return Err(error) };
                    if !known.insert(needed) {
                        return Err(BytecodeError::at(
                            self.place(needed),
                            "an attribute or type that contains itself",
                        ));
                    }
                    waiting.push(needed);
                }
            }
        }
        Ok(())
    }

    fn read_within(&self, key: Key) -> Result<(), BytecodeError> {
        if self.is_read(key) {
            return Ok(());
        }
        let depth = self.depth.get();
        if depth == MAX_DEPTH {
            self.put_off.set(Some(key));
            return Err(BytecodeError::at(self.place(key), "put off"));
        }
        self.depth.set(depth + 1);
        let result = match key {
            Key::Attr(index) => {
                let slot = &self.attrs[index];
                self.read_slot(
                    slot,
                    |codec, reader| codec.read_attr(reader),
                    |state| Ok(Entry::Attr(state.parse_attribute(None)?)),
                )
            }
            Key::Type(index) => {
                let slot = &self.types[index];
                self.read_slot(slot, |codec, reader| codec.read_type(reader), |state| state.parse_type())
            }
        };
        self.depth.set(depth);
        result
    }

    fn read_slot<T: Copy>(
        &self,
        slot: &Slot<'a, T>,
        decode: impl Fn(&dyn crate::DialectCodec, &mut DialectReader<'_, 'a>) -> Result<T, BytecodeError>,
        parse: impl Fn(&mut ParserState<'_>) -> tfrt_ir::syntax::PResult<T>,
    ) -> Result<(), BytecodeError> {
        let at = slot.data.offset();
        let value = if slot.is_encoded {
            let name = self.dialects[slot.dialect].name;
            let codec = self.codecs.get(name).ok_or_else(|| {
                BytecodeError::at(at, format!("the dialect '{name}' has no bytecode encoding here"))
            })?;
            let mut reader = DialectReader::new(self, slot.data.clone(), slot.dialect);
            let value = decode(codec.as_ref(), &mut reader)?;
            reader.cursor().expect_end("an attribute or type")?;
            value
        } else {
            let mut data = slot.data.clone();
            let text = self.as_text(data.null_terminated()?, at)?;
            data.expect_end("the text of an attribute or type")?;
            self.parse_text(text, at, parse)?
        };
        slot.value.set(Some(value));
        Ok(())
    }

    /// Reads an attribute or type that is text.
    fn parse_text<T>(
        &self,
        text: &str,
        at: usize,
        parse: impl Fn(&mut ParserState<'_>) -> tfrt_ir::syntax::PResult<T>,
    ) -> Result<T, BytecodeError> {
        let source = self.ctx.add_source("<bytecode>", text.as_bytes());
        let source = source.ok_or_else(|| BytecodeError::at(at, "the text of an attribute is too long"))?;
        let mut state = ParserState::new(ParserInput { ctx: self.ctx, text, source });
        let wrong = |message: &str| BytecodeError::at(at, format!("{message} in '{text}'"));
        let value = parse(&mut state).map_err(|error| wrong(&error.message))?;
        match state.at(TokenKind::Eof) {
            true => Ok(value),
            false => Err(wrong("trailing characters found after Attribute or Type assembly format")),
        }
    }

    /// A reader of properties of an operation of this dialect.
    pub(super) fn reader(&self, cursor: Cursor<'a>, dialect: usize) -> DialectReader<'_, 'a> {
        DialectReader::new(self, cursor, dialect)
    }
}

fn entry_data<'a>(
    entries: &mut Cursor<'a>,
    offsets: &mut Cursor<'a>,
) -> Result<(Cursor<'a>, bool), BytecodeError> {
    let at = offsets.offset();
    let (size, is_encoded) = offsets.varint_with_flag()?;
    let size = usize::try_from(size).ok().filter(|&size| size <= entries.len());
    let size = size.ok_or_else(|| {
        BytecodeError::at(at, "Attribute or Type entry offset points past the end of section")
    })?;
    Ok((entries.part(size)?, is_encoded))
}

/// Strings stand one behind the other, each with a null byte at its end; before them their lengths, the last one's first.
fn read_strings(mut cursor: Cursor<'_>) -> Result<Vec<&[u8]>, BytecodeError> {
    let count = cursor.count("strings")?;
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(cursor.size()?);
    }
    let mut strings = Vec::with_capacity(count);
    for &length in lengths.iter().rev() {
        let at = cursor.offset();
        match cursor.bytes(length)? {
            [string @ .., 0] => strings.push(string),
            _ => return Err(BytecodeError::at(at, "a string without a null byte at its end")),
        }
    }
    cursor.expect_end("the strings")?;
    Ok(strings)
}
