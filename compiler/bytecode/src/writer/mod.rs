//! The writer: from a program to bytes.

mod ops;
mod tables;

pub(crate) use tables::{Form, Tables};

use tfrt_ir::module::Module;

use crate::codec::Codecs;
use crate::emitter::Emitter;
use crate::error::BytecodeError;
use crate::section::SectionId;
use crate::{MAGIC, NEWEST_VERSION, since};

/// Options of writing.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The version of the format, at most [`NEWEST_VERSION`]. Parts that an older version cannot express (orders of use lists, versions
    /// of dialects) are left out.
    pub version: u64,
    /// The name of the producer.
    pub producer: String,
    /// Whether the data of resources is written, and not their keys alone.
    pub resource_data: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        WriteOptions { version: NEWEST_VERSION, producer: "tfrt".to_owned(), resource_data: true }
    }
}

/// Writes a program.
///
/// # Errors
/// The version is unknown, the producer's name has a null byte, an operation lacks a property that its declaration demands, or has an attribute or
/// a type that its dialect cannot encode.
pub fn write_module(
    module: &Module,
    codecs: &Codecs,
    options: &WriteOptions,
) -> Result<Vec<u8>, BytecodeError> {
    if options.version > NEWEST_VERSION {
        return Err(BytecodeError::new(format!(
            "bytecode version {} cannot be written; the newest is {NEWEST_VERSION}",
            options.version
        )));
    }
    if options.producer.contains('\0') {
        return Err(BytecodeError::new("the name of a bytecode producer has no null byte"));
    }
    let mut tables = Tables::new(module.ctx(), codecs, options.version);
    let ir = ops::write(module, &mut tables)?;
    tables.name_resources(module.resources());
    let entries = tables.write_entries();
    if let Some(failed) = tables.failed() {
        return Err(BytecodeError::new(failed));
    }
    let resources = tables.write_resources(module.resources(), options.resource_data);
    let dialects = tables.write_dialects();

    let mut file = Emitter::new();
    file.bytes(&MAGIC);
    file.varint(options.version);
    file.bytes(options.producer.as_bytes());
    file.byte(0);
    file.section(SectionId::Dialect, &dialects);
    file.section(SectionId::AttrType, &entries.data);
    file.section(SectionId::AttrTypeOffset, &entries.offsets);
    file.section(SectionId::Ir, &ir);
    if let Some(resources) = resources {
        file.section(SectionId::Resource, &resources.data);
        file.section(SectionId::ResourceOffset, &resources.offsets);
    }
    if options.version >= since::PROPERTIES && tables.has_properties() {
        file.section(SectionId::Properties, &tables.write_properties());
    }
    // Everything above may name strings.
    file.section(SectionId::String, &tables.write_strings());
    Ok(file.into_bytes())
}
