//! The resources of a file.

use tfrt_ir::resources::{ResourceGroup, ResourceValue, Resources};

use super::Sections;
use super::pool::Pool;
use crate::cursor::Cursor;
use crate::error::BytecodeError;
use crate::section::SectionId;

/// Reads the resources, and tells the pool the keys of those of dialects.
pub(super) fn read(pool: &Pool<'_>, sections: &mut Sections<'_>) -> Result<Resources, BytecodeError> {
    let mut resources = Resources::default();
    let (data, offsets) =
        (sections.optional(SectionId::Resource), sections.optional(SectionId::ResourceOffset));
    let Some(mut offsets) = offsets else { return Ok(resources) };
    let mut data = data.ok_or_else(|| offsets.error("expected resource section"))?;
    let mut keys = Vec::new();
    for _ in 0..offsets.count("groups of external resources")? {
        let name = pool.text(&mut offsets)?.to_owned();
        let entries = read_group(pool, &mut offsets, &mut data, &mut |_| {})?;
        resources.external.push(ResourceGroup { name, entries });
    }
    while !offsets.is_empty() {
        let dialect = pool.dialect(&mut offsets)?;
        let entries = read_group(pool, &mut offsets, &mut data, &mut |key| keys.push(pool.ctx().ident(key)))?;
        let name = pool.dialect_name(dialect).to_owned();
        if !entries.is_empty() {
            resources.dialect.push(ResourceGroup { name, entries });
        }
    }
    pool.set_resources(keys);
    Ok(resources)
}

fn read_group<'a>(
    pool: &Pool<'a>,
    offsets: &mut Cursor<'a>,
    data: &mut Cursor<'a>,
    key_found: &mut dyn FnMut(&str),
) -> Result<Vec<(String, ResourceValue)>, BytecodeError> {
    let mut entries = Vec::new();
    for _ in 0..offsets.count("resources")? {
        let key = pool.text(offsets)?;
        key_found(key);
        let size = offsets.size()?;
        let at = offsets.offset();
        let kind = offsets.byte()?;
        let mut value = data.part(size)?;
        // A resource that is named, but has no data in this file.
        if value.is_empty() {
            continue;
        }
        let read = match kind {
            0 => read_blob(&mut value)?,
            1 => ResourceValue::Bool(value.byte()? != 0),
            2 => ResourceValue::String(pool.string(&mut value)?.to_vec()),
            kind => return Err(BytecodeError::at(at, format!("unknown kind of a resource: {kind}"))),
        };
        value.expect_end("a resource")?;
        entries.push((key.to_owned(), read));
    }
    Ok(entries)
}

fn read_blob(value: &mut Cursor<'_>) -> Result<ResourceValue, BytecodeError> {
    let at = value.offset();
    let alignment = value.varint()?;
    let size = value.size()?;
    value.align(alignment)?;
    let alignment = u32::try_from(alignment)
        .map_err(|_| BytecodeError::at(at, format!("the alignment {alignment} is too large")))?;
    Ok(ResourceValue::Blob { alignment, data: value.bytes(size)?.to_vec() })
}
