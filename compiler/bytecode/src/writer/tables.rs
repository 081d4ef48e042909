//! The tables of a file: strings, dialects, names of operations, attributes and types, properties, resources.
//!
//! Each entry gets its number at its first use, so that one walk over the program finds them all. The bytes of the entries are made
//! after the walk, one entry after the other, since an entry may refer to new ones.
//!
//! An attribute or a type may have two entries: one in the encoding of its own dialect, and one in that of a dialect that speaks for it
//! ([`DialectCodec::speaks_for`](crate::DialectCodec::speaks_for)) and whose operations name it.

use rustc_hash::FxHashMap;
use tfrt_ir::Context;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::resources::{ResourceValue, Resources};
use tfrt_ir::syntax::{attr_to_string, type_to_string};
use tfrt_ir::types::TypeKind;

use crate::codec::{Codecs, DialectWriter, Entry};
use crate::emitter::Emitter;
use crate::section::SectionId;
use crate::since;

/// Things that are numbered in the order in which they are found.
#[derive(Debug)]
struct Numbered<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u64>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    fn new() -> Numbered<T> {
        Numbered { all: Vec::new(), numbers: FxHashMap::default() }
    }

    fn number(&mut self, thing: T) -> u64 {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        let number = self.all.len() as u64;
        self.all.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }
}

/// The name of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OpName {
    pub(super) name: Ident,
    /// Whether its properties are encoded by its declaration.
    pub(super) is_native: bool,
}

/// In which encoding an attribute or a type is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// That of its own dialect.
    Own,
    /// That of the dialect with this name, if it speaks for its own.
    Of(Ident),
    /// A dictionary in builtin's encoding, with values in that of the dialect with this name.
    ValuesOf(Ident),
}

/// The bytes of an entry.
struct Encoded {
    dialect: u64,
    bytes: Vec<u8>,
    is_encoded: bool,
}

/// Data and the section that says where what stands.
pub(super) struct DataAndOffsets {
    pub(super) data: Emitter,
    pub(super) offsets: Emitter,
}

/// See the [module documentation](self).
pub(crate) struct Tables<'m> {
    ctx: &'m Context,
    codecs: &'m Codecs,
    version: u64,
    strings: Numbered<Vec<u8>>,
    dialects: Numbered<String>,
    op_names: Numbered<OpName>,
    attrs: Numbered<(Entry, Form)>,
    types: Numbered<(Type, Form)>,
    /// The form in which what is named now is written.
    form: Form,
    /// A type or attribute without an encoding in the dialect that must encode it.
    failed: Option<String>,
    properties: Numbered<Vec<u8>>,
    resources: Numbered<Ident>,
    /// The dialect of each resource that has data.
    resource_dialects: FxHashMap<Ident, String>,
}

impl std::fmt::Debug for Tables<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables")
            .field("strings", &self.strings.all.len())
            .field("attrs", &self.attrs.all.len())
            .field("types", &self.types.all.len())
            .finish_non_exhaustive()
    }
}

/// The dialect that resources belong to whose data the program does not have.
const RESOURCES_WITHOUT_DATA: &str = "builtin";

impl<'m> Tables<'m> {
    pub(super) fn new(ctx: &'m Context, codecs: &'m Codecs, version: u64) -> Self {
        Tables {
            ctx,
            codecs,
            version,
            strings: Numbered::new(),
            dialects: Numbered::new(),
            op_names: Numbered::new(),
            attrs: Numbered::new(),
            types: Numbered::new(),
            form: Form::Own,
            failed: None,
            properties: Numbered::new(),
            resources: Numbered::new(),
            resource_dialects: FxHashMap::default(),
        }
    }

    pub(crate) fn ctx(&self) -> &'m Context {
        self.ctx
    }

    pub(super) fn codecs(&self) -> &'m Codecs {
        self.codecs
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The number of an attribute or a location.
    pub(crate) fn entry(&mut self, entry: Entry) -> u64 {
        // A location may be an attribute's value; both are the same entry.
        let entry = match entry {
            Entry::Attr(attr) => match self.ctx.attr_kind(attr) {
                AttrKind::Location(loc) => Entry::Loc(*loc),
                _ => entry,
            },
            Entry::Loc(_) => entry,
        };
        let form = self.form_of(self.dialect_of_entry(entry));
        self.attrs.number((entry, form))
    }

    /// Sets the form of what is named next; gives the one before.
    pub(crate) fn set_form(&mut self, form: Form) -> Form {
        std::mem::replace(&mut self.form, form)
    }

    /// The form that the operations of a dialect want.
    pub(super) fn form_for(&self, dialect: &str) -> Form {
        match self.codecs.get(dialect) {
            Some(codec) if codec.speaks_for("builtin") && dialect != "builtin" => {
                Form::Of(self.ctx.ident(dialect))
            }
            _ => Form::Own,
        }
    }

    /// The form of something of this dialect that is named now.
    fn form_of(&self, dialect: &str) -> Form {
        match self.form {
            Form::Of(speaker) if !self.speaks_for(speaker, dialect) => Form::Own,
            form => form,
        }
    }

    fn speaks_for(&self, speaker: Ident, dialect: &str) -> bool {
        self.codecs.get(self.ctx.str(speaker)).is_some_and(|codec| codec.speaks_for(dialect))
    }

    /// The number of the dictionary of attributes that an operation has beside its properties.
    pub(super) fn dictionary(&mut self, attr: Attr) -> u64 {
        let form = match self.form {
            Form::Of(dialect) => Form::ValuesOf(dialect),
            form => form,
        };
        self.attrs.number((Entry::Attr(attr), form))
    }

    /// The type or attribute that could not be encoded.
    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// The number of a type.
    pub(crate) fn ty(&mut self, ty: Type) -> u64 {
        let form = self.form_of(self.dialect_of_type(ty));
        self.types.number((ty, form))
    }

    /// The number of a string.
    pub(crate) fn string(&mut self, bytes: &[u8]) -> u64 {
        self.strings.number(bytes.to_vec())
    }

    /// The number of a resource of a dialect.
    pub(crate) fn resource(&mut self, key: Ident) -> u64 {
        self.resources.number(key)
    }

    fn dialect(&mut self, name: &str) -> u64 {
        self.dialects.number(name.to_owned())
    }

    pub(super) fn op_name(&mut self, name: OpName) -> u64 {
        self.op_names.number(name)
    }

    /// The number of the properties of an operation.
    pub(super) fn property(&mut self, bytes: Vec<u8>) -> u64 {
        self.properties.number(bytes)
    }

    pub(super) fn has_properties(&self) -> bool {
        !self.properties.all.is_empty()
    }

    /// Numbers the resources of dialects in groups, as the file lists them.
    pub(super) fn name_resources(&mut self, resources: &Resources) {
        for group in &resources.dialect {
            for (key, _) in &group.entries {
                let key = self.ctx.ident(key);
                self.resources.number(key);
                self.resource_dialects.insert(key, group.name.clone());
            }
        }
    }

    /// The bytes of all attributes and types, those included that these name.
    pub(super) fn write_entries(&mut self) -> DataAndOffsets {
        let (mut attrs, mut types): (Vec<Encoded>, Vec<Encoded>) = (Vec::new(), Vec::new());
        loop {
            if let Some(&(entry, form)) = self.attrs.all.get(attrs.len()) {
                attrs.push(self.encode_attr(entry, form));
            } else if let Some(&(ty, form)) = self.types.all.get(types.len()) {
                types.push(self.encode_type(ty, form));
            } else {
                break;
            }
        }
        let (mut data, mut offsets) = (Emitter::new(), Emitter::new());
        offsets.size(attrs.len());
        offsets.size(types.len());
        for entries in [&attrs, &types] {
            for group in entries.chunk_by(|a, b| a.dialect == b.dialect) {
                offsets.varint(group.first().map_or(0, |entry| entry.dialect));
                offsets.size(group.len());
                for entry in group {
                    offsets.varint_with_flag(entry.bytes.len() as u64, entry.is_encoded);
                    data.bytes(&entry.bytes);
                }
            }
        }
        DataAndOffsets { data, offsets }
    }

    fn dialect_of_entry(&self, entry: Entry) -> &'m str {
        let ctx = self.ctx;
        match entry {
            Entry::Attr(attr) => match ctx.attr_kind(attr) {
                AttrKind::Opaque { dialect, .. } | AttrKind::Typed { dialect, .. } => ctx.str(*dialect),
                _ => "builtin",
            },
            // Locations have one form.
            Entry::Loc(_) => "",
        }
    }

    fn dialect_of_type(&self, ty: Type) -> &'m str {
        match self.ctx.type_kind(ty) {
            TypeKind::Opaque { dialect, .. } => self.ctx.str(*dialect),
            _ => "builtin",
        }
    }

    fn encode_attr(&mut self, entry: Entry, form: Form) -> Encoded {
        let (ctx, codecs) = (self.ctx, self.codecs);
        let text = || match entry {
            Entry::Attr(attr) => attr_to_string(ctx, attr),
            Entry::Loc(loc) => attr_to_string(ctx, ctx.loc_attr(loc)),
        };
        if let Form::ValuesOf(dialect) = form
            && let Entry::Attr(attr) = entry
        {
            return self.encode_dictionary(attr, dialect);
        }
        let dialect = match (form, entry) {
            (Form::Of(dialect), _) => ctx.str(dialect),
            (_, Entry::Loc(_)) => "builtin",
            _ => self.dialect_of_entry(entry),
        };
        let codec = codecs.get(dialect).cloned();
        self.encode(dialect, form, |writer| codec.is_some_and(|codec| codec.write_attr(entry, writer)), text)
    }

    /// A dictionary of builtin, whose values are another dialect's.
    fn encode_dictionary(&mut self, attr: Attr, speaker: Ident) -> Encoded {
        let entries = self.ctx.dict_entries(attr).unwrap_or_default();
        let encode = |writer: &mut DialectWriter<'_, 'm>| {
            crate::builtin::write_dictionary(writer, entries, Form::Of(speaker));
            true
        };
        self.encode("builtin", Form::Own, encode, String::new)
    }

    fn encode_type(&mut self, ty: Type, form: Form) -> Encoded {
        let (ctx, codecs) = (self.ctx, self.codecs);
        let dialect = match form {
            Form::Of(dialect) => ctx.str(dialect),
            _ => self.dialect_of_type(ty),
        };
        let codec = codecs.get(dialect).cloned();
        let encode =
            |writer: &mut DialectWriter<'_, '_>| codec.is_some_and(|codec| codec.write_type(ty, writer));
        self.encode(dialect, form, encode, || type_to_string(ctx, ty))
    }

    fn encode(
        &mut self,
        dialect: &str,
        form: Form,
        encode: impl FnOnce(&mut DialectWriter<'_, 'm>) -> bool,
        text: impl FnOnce() -> String,
    ) -> Encoded {
        let number = self.dialect(dialect);
        let before = self.set_form(form);
        let mut writer = DialectWriter::new(self);
        let bytes = encode(&mut writer).then(|| writer.into_bytes());
        self.form = before;
        if let Some(bytes) = bytes {
            return Encoded { dialect: number, bytes, is_encoded: true };
        }
        let text = text();
        // Text of its own dialect is no text of the one that speaks for it.
        if form != Form::Own && self.failed.is_none() {
            self.failed = Some(format!("'{text}' has no encoding in dialect '{dialect}'"));
        }
        let mut bytes = text.into_bytes();
        bytes.push(0);
        Encoded { dialect: number, bytes, is_encoded: false }
    }

    /// The resource sections; `None` for a program without resources.
    pub(super) fn write_resources(
        &mut self,
        resources: &Resources,
        with_data: bool,
    ) -> Option<DataAndOffsets> {
        if resources.is_empty() && self.resources.all.is_empty() {
            return None;
        }
        let (mut data, mut offsets) = (Emitter::new(), Emitter::new());
        offsets.size(resources.external.len());
        for group in &resources.external {
            let name = self.string(group.name.as_bytes());
            offsets.varint(name);
            offsets.size(group.entries.len());
            for (key, value) in &group.entries {
                self.write_resource(key, Some(value), &mut data, &mut offsets);
            }
        }
        let with_dialect = |&key: &Ident| {
            let dialect = self.resource_dialects.get(&key).map_or(RESOURCES_WITHOUT_DATA, |name| name);
            (dialect.to_owned(), key)
        };
        let keys: Vec<(String, Ident)> = self.resources.all.iter().map(with_dialect).collect();
        for group in keys.chunk_by(|a, b| a.0 == b.0) {
            let dialect = self.dialect(&group[0].0);
            offsets.varint(dialect);
            offsets.size(group.len());
            for (name, key) in group {
                let key = self.ctx.str(*key);
                let groups = resources.dialect.iter().filter(|group| group.name == *name);
                let value = groups
                    .flat_map(|group| &group.entries)
                    .find_map(|(known, value)| (known == key).then_some(value))
                    .filter(|_| with_data);
                self.write_resource(key, value, &mut data, &mut offsets);
            }
        }
        Some(DataAndOffsets { data, offsets })
    }

    fn write_resource(
        &mut self,
        key: &str,
        value: Option<&ResourceValue>,
        data: &mut Emitter,
        offsets: &mut Emitter,
    ) {
        let key = self.string(key.as_bytes());
        let start = data.len();
        let kind = match value {
            None => 0,
            Some(ResourceValue::Blob { alignment, data: blob }) => {
                let alignment = alignment.next_power_of_two().max(1);
                data.varint(u64::from(alignment));
                data.size(blob.len());
                data.align(alignment as usize);
                data.bytes(blob);
                0
            }
            Some(&ResourceValue::Bool(value)) => {
                data.byte(u8::from(value));
                1
            }
            Some(ResourceValue::String(text)) => {
                let text = self.string(text);
                data.varint(text);
                2
            }
        };
        offsets.varint(key);
        offsets.size(data.len() - start);
        offsets.byte(kind);
    }

    /// The dialects and the names of operations.
    pub(super) fn write_dialects(&mut self) -> Emitter {
        let ctx = self.ctx;
        let op_names = std::mem::replace(&mut self.op_names, Numbered::new()).all;
        let split = |name: &OpName| ctx.str(name.name).split_once('.').unwrap_or(("", ctx.str(name.name)));
        for name in &op_names {
            self.dialect(split(name).0);
        }
        let dialects = std::mem::replace(&mut self.dialects, Numbered::new());
        let mut out = Emitter::new();
        out.size(dialects.all.len());
        for name in &dialects.all {
            let number = self.string(name.as_bytes());
            if self.version < since::DIALECT_VERSIONS {
                out.varint(number);
                continue;
            }
            let mut version = Emitter::new();
            let has_version = self.codecs.get(name).is_some_and(|codec| codec.write_version(&mut version));
            out.varint_with_flag(number, has_version);
            if has_version {
                out.section(SectionId::DialectVersions, &version);
            }
        }
        if self.version >= since::ELIDED_LOCATIONS {
            out.size(op_names.len());
        }
        for group in op_names.chunk_by(|a, b| split(a).0 == split(b).0) {
            let dialect = group.first().map_or("", |name| split(name).0);
            out.varint(dialects.numbers.get(dialect).copied().unwrap_or(0));
            out.size(group.len());
            for name in group {
                let number = self.string(split(name).1.as_bytes());
                match self.version < since::PROPERTIES {
                    true => out.varint(number),
                    false => out.varint_with_flag(number, name.is_native),
                }
            }
        }
        out
    }

    pub(super) fn write_properties(&self) -> Emitter {
        let mut out = Emitter::new();
        out.size(self.properties.all.len());
        for properties in &self.properties.all {
            out.size(properties.len());
            out.bytes(properties);
        }
        out
    }

    pub(super) fn write_strings(&self) -> Emitter {
        let mut out = Emitter::new();
        out.size(self.strings.all.len());
        self.strings.all.iter().rev().for_each(|string| out.size(string.len() + 1));
        for string in &self.strings.all {
            out.bytes(string);
            out.byte(0);
        }
        out
    }
}
