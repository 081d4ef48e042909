//! Codecs: a dialect's own encodings of its attributes and types.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::handles::{Attr, Ident, Loc, Type};
use tfrt_ir::{Context, LocKind};

use crate::builtin::Builtin;
use crate::cursor::Cursor;
use crate::emitter::Emitter;
use crate::error::BytecodeError;
use crate::reader::Pool;
use crate::writer::{Form, Tables};

/// An entry of the attribute section: the format counts locations among the attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// An attribute.
    Attr(Attr),
    /// A location.
    Loc(Loc),
}

/// The encoding of a dialect's attributes and types as bytes.
pub trait DialectCodec: Send + Sync {
    /// The dialect's name.
    fn dialect(&self) -> &str;

    /// Writes the version that the dialect has in the file; says whether it has one.
    fn write_version(&self, out: &mut Emitter) -> bool {
        let _ = out;
        false
    }

    /// Reads an attribute.
    ///
    /// # Errors
    /// The bytes encode no attribute of this dialect.
    fn read_attr(&self, reader: &mut DialectReader<'_, '_>) -> Result<Entry, BytecodeError>;

    /// Reads a type.
    ///
    /// # Errors
    /// The bytes encode no type of this dialect.
    fn read_type(&self, reader: &mut DialectReader<'_, '_>) -> Result<Type, BytecodeError>;

    /// Whether attributes and types of another dialect are written in this encoding where an operation of this dialect names them. Attributes
    /// and types of all other dialects keep their own.
    fn speaks_for(&self, dialect: &str) -> bool {
        dialect == self.dialect()
    }

    /// Writes an attribute. If it says no, nothing counts that was written, and the attribute is written as text.
    fn write_attr(&self, entry: Entry, writer: &mut DialectWriter<'_, '_>) -> bool;

    /// Writes a type; see [`write_attr`](Self::write_attr).
    fn write_type(&self, ty: Type, writer: &mut DialectWriter<'_, '_>) -> bool;
}

/// Dialects whose properties upstream knows, and encodes by its declarations, which this project's repeat.
const UPSTREAM: &[&str] = &["arith", "builtin", "cf", "func", "math", "memref", "scf", "ub"];

/// The encodings that are known.
#[derive(Clone)]
pub struct Codecs {
    codecs: FxHashMap<String, Arc<dyn DialectCodec>>,
    native: FxHashSet<String>,
}

impl Default for Codecs {
    fn default() -> Self {
        Codecs::new()
    }
}

impl std::fmt::Debug for Codecs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut names: Vec<&String> = self.codecs.keys().collect();
        names.sort();
        f.debug_struct("Codecs").field("dialects", &names).finish_non_exhaustive()
    }
}

impl Codecs {
    /// The encoding of builtin, and native properties for the dialects of upstream that are declared here.
    #[must_use]
    pub fn new() -> Codecs {
        let native = UPSTREAM.iter().map(|name| (*name).to_owned()).collect();
        let mut codecs = Codecs { codecs: FxHashMap::default(), native };
        codecs.add(Arc::new(Builtin));
        codecs
    }

    /// Adds the encoding of a dialect, in place of one that it had.
    pub fn add(&mut self, codec: Arc<dyn DialectCodec>) {
        self.codecs.insert(codec.dialect().to_owned(), codec);
    }

    /// Writes the properties of this dialect's operations in the order of their declarations. A reader needs the same declarations.
    /// Properties of other dialects are written as a dictionary attribute, which every reader understands.
    pub fn add_native_properties(&mut self, dialect: &str) {
        self.native.insert(dialect.to_owned());
    }

    pub(crate) fn get(&self, dialect: &str) -> Option<&Arc<dyn DialectCodec>> {
        self.codecs.get(dialect)
    }

    pub(crate) fn has_native_properties(&self, dialect: &str) -> bool {
        self.native.contains(dialect)
    }
}

/// Reads the parts of an attribute or a type.
#[derive(Debug)]
pub struct DialectReader<'r, 'a> {
    pool: &'r Pool<'a>,
    cursor: Cursor<'a>,
    /// The number of the dialect whose version counts.
    dialect: usize,
}

impl<'r, 'a> DialectReader<'r, 'a> {
    pub(crate) fn new(pool: &'r Pool<'a>, cursor: Cursor<'a>, dialect: usize) -> Self {
        DialectReader { pool, cursor, dialect }
    }

    /// The context that interns.
    #[must_use]
    pub fn ctx(&self) -> &'a Context {
        self.pool.ctx()
    }

    /// The version of the format.
    #[must_use]
    pub fn bytecode_version(&self) -> u64 {
        self.pool.version()
    }

    /// The version of the dialect that the file states.
    #[must_use]
    pub fn dialect_version(&self) -> Option<Cursor<'a>> {
        self.pool.dialect_version(self.dialect)
    }

    /// The numbers and bytes that are next.
    pub fn cursor(&mut self) -> &mut Cursor<'a> {
        &mut self.cursor
    }

    /// An error at the next byte.
    pub fn error(&self, message: impl Into<String>) -> BytecodeError {
        self.cursor.error(message)
    }

    /// A number.
    ///
    /// # Errors
    /// Nothing is left.
    pub fn varint(&mut self) -> Result<u64, BytecodeError> {
        self.cursor.varint()
    }

    /// A number with a sign.
    ///
    /// # Errors
    /// Nothing is left.
    pub fn signed_varint(&mut self) -> Result<i64, BytecodeError> {
        self.cursor.signed_varint()
    }

    /// An attribute or a location.
    ///
    /// # Errors
    /// There is no such entry, or it cannot be read.
    pub fn entry(&mut self) -> Result<Entry, BytecodeError> {
        let at = self.cursor.offset();
        let index = self.cursor.varint()?;
        self.pool.entry(index, at)
    }

    /// An attribute.
    ///
    /// # Errors
    /// There is no such attribute, or it cannot be read.
    pub fn attr(&mut self) -> Result<Attr, BytecodeError> {
        Ok(match self.entry()? {
            Entry::Attr(attr) => attr,
            Entry::Loc(loc) => self.ctx().loc_attr(loc),
        })
    }

    /// An attribute that may be missing.
    ///
    /// # Errors
    /// There is no such attribute, or it cannot be read.
    pub fn optional_attr(&mut self) -> Result<Option<Attr>, BytecodeError> {
        let at = self.cursor.offset();
        let (index, is_there) = self.cursor.varint_with_flag()?;
        if !is_there {
            return Ok(None);
        }
        Ok(Some(match self.pool.entry(index, at)? {
            Entry::Attr(attr) => attr,
            Entry::Loc(loc) => self.ctx().loc_attr(loc),
        }))
    }

    /// A location.
    ///
    /// # Errors
    /// The entry is no location, or cannot be read.
    pub fn loc(&mut self) -> Result<Loc, BytecodeError> {
        let entry = self.entry()?;
        as_loc(self.ctx(), entry).ok_or_else(|| self.error("expected a location, but got another attribute"))
    }

    /// The text of a string attribute, as a name.
    ///
    /// # Errors
    /// The entry is no string attribute, no UTF-8, or cannot be read.
    pub fn string_attr(&mut self) -> Result<Ident, BytecodeError> {
        let attr = self.attr()?;
        let ctx = self.ctx();
        let text = ctx.attr_as_str(attr).ok_or_else(|| self.error("expected a string attribute of UTF-8"))?;
        Ok(ctx.ident(text))
    }

    /// A type.
    ///
    /// # Errors
    /// There is no such type, or it cannot be read.
    pub fn ty(&mut self) -> Result<Type, BytecodeError> {
        let at = self.cursor.offset();
        let index = self.cursor.varint()?;
        self.pool.ty(index, at)
    }

    /// The bytes of a string.
    ///
    /// # Errors
    /// There is no such string.
    pub fn string(&mut self) -> Result<&'a [u8], BytecodeError> {
        self.pool.string(&mut self.cursor)
    }

    /// Bytes with their length.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn blob(&mut self) -> Result<&'a [u8], BytecodeError> {
        let length = self.cursor.size()?;
        self.cursor.bytes(length)
    }

    /// The key of a resource of a dialect.
    ///
    /// # Errors
    /// There is no such resource.
    pub fn resource(&mut self) -> Result<Ident, BytecodeError> {
        let at = self.cursor.offset();
        let index = self.cursor.varint()?;
        self.pool.resource(index, at)
    }

    /// A list, of which each item takes a byte at least.
    ///
    /// # Errors
    /// Those of the items, or the list cannot be as long.
    pub fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, BytecodeError>,
    ) -> Result<Vec<T>, BytecodeError> {
        let count = self.cursor.count("items of a list")?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }
}

/// The location that an entry is.
pub(crate) fn as_loc(ctx: &Context, entry: Entry) -> Option<Loc> {
    match entry {
        Entry::Loc(loc) => Some(loc),
        Entry::Attr(attr) => match ctx.attr_kind(attr) {
            AttrKind::Location(loc) => Some(*loc),
            _ => None,
        },
    }
}

/// Writes the parts of an attribute or a type.
#[derive(Debug)]
pub struct DialectWriter<'w, 'm> {
    tables: &'w mut Tables<'m>,
    out: Emitter,
}

impl<'w, 'm> DialectWriter<'w, 'm> {
    pub(crate) fn new(tables: &'w mut Tables<'m>) -> Self {
        DialectWriter { tables, out: Emitter::new() }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out.into_bytes()
    }

    /// The context that interns.
    #[must_use]
    pub fn ctx(&self) -> &'m Context {
        self.tables.ctx()
    }

    /// The version of the format.
    #[must_use]
    pub fn bytecode_version(&self) -> u64 {
        self.tables.version()
    }

    /// The emitter of numbers and bytes.
    pub fn out(&mut self) -> &mut Emitter {
        &mut self.out
    }

    /// Writes a number.
    pub fn varint(&mut self, number: u64) {
        self.out.varint(number);
    }

    /// Writes a number with a sign.
    pub fn signed_varint(&mut self, number: i64) {
        self.out.signed_varint(number);
    }

    /// Writes an attribute or a location.
    pub fn entry(&mut self, entry: Entry) {
        let index = self.tables.entry(entry);
        self.out.varint(index);
    }

    /// Writes an attribute.
    pub fn attr(&mut self, attr: Attr) {
        self.entry(Entry::Attr(attr));
    }

    /// Writes an attribute in the encoding of another dialect than this one.
    pub(crate) fn attr_in_form(&mut self, attr: Attr, form: Form) {
        let before = self.tables.set_form(form);
        self.attr(attr);
        self.tables.set_form(before);
    }

    /// Writes an attribute that may be missing.
    pub fn optional_attr(&mut self, attr: Option<Attr>) {
        match attr {
            Some(attr) => {
                let index = self.tables.entry(Entry::Attr(attr));
                self.out.varint_with_flag(index, true);
            }
            None => self.out.varint(0),
        }
    }

    /// Writes a location.
    pub fn loc(&mut self, loc: Loc) {
        self.entry(Entry::Loc(loc));
    }

    /// Writes a name as a string attribute.
    pub fn string_attr(&mut self, name: Ident) {
        let ctx = self.ctx();
        self.attr(ctx.string_attr(ctx.str(name)));
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        let index = self.tables.ty(ty);
        self.out.varint(index);
    }

    /// Writes a string.
    pub fn string(&mut self, bytes: &[u8]) {
        let index = self.tables.string(bytes);
        self.out.varint(index);
    }

    /// Writes bytes with their length.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.out.size(bytes.len());
        self.out.bytes(bytes);
    }

    /// Writes the key of a resource of a dialect.
    pub fn resource(&mut self, key: Ident) {
        let index = self.tables.resource(key);
        self.out.varint(index);
    }

    /// Writes a list.
    pub fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        self.out.size(items.len());
        for value in items {
            item(self, value);
        }
    }
}

/// Whether a location says nothing.
pub(crate) fn is_unknown(ctx: &Context, loc: Loc) -> bool {
    matches!(ctx.loc_kind(loc), LocKind::Unknown)
}
