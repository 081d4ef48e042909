//! The sections of a file.

use crate::cursor::Cursor;
use crate::error::BytecodeError;

/// The byte that fills gaps before aligned data.
pub(crate) const PADDING: u8 = 0xCB;

/// The bit of a section's first byte that says that an alignment follows.
pub(crate) const ALIGNED: u8 = 0x80;

/// The kind of a section; the number is that of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum SectionId {
    String = 0,
    Dialect = 1,
    AttrType = 2,
    AttrTypeOffset = 3,
    Ir = 4,
    Resource = 5,
    ResourceOffset = 6,
    DialectVersions = 7,
    Properties = 8,
}

impl SectionId {
    pub(crate) const COUNT: usize = 9;

    const ALL: [SectionId; SectionId::COUNT] = [
        SectionId::String,
        SectionId::Dialect,
        SectionId::AttrType,
        SectionId::AttrTypeOffset,
        SectionId::Ir,
        SectionId::Resource,
        SectionId::ResourceOffset,
        SectionId::DialectVersions,
        SectionId::Properties,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            SectionId::String => "String (0)",
            SectionId::Dialect => "Dialect (1)",
            SectionId::AttrType => "AttrType (2)",
            SectionId::AttrTypeOffset => "AttrTypeOffset (3)",
            SectionId::Ir => "IR (4)",
            SectionId::Resource => "Resource (5)",
            SectionId::ResourceOffset => "ResourceOffset (6)",
            SectionId::DialectVersions => "DialectVersions (7)",
            SectionId::Properties => "Properties (8)",
        }
    }
}

/// Reads a section's head and takes its contents.
pub(crate) fn read<'a>(cursor: &mut Cursor<'a>) -> Result<(SectionId, Cursor<'a>), BytecodeError> {
    let at = cursor.offset();
    let byte = cursor.byte()?;
    let id = SectionId::ALL.get(usize::from(byte & !ALIGNED)).copied();
    let id = id.ok_or_else(|| BytecodeError::at(at, format!("invalid section ID: {}", byte & !ALIGNED)))?;
    let length = cursor.size()?;
    if byte & ALIGNED != 0 {
        let alignment = cursor.varint()?;
        cursor.align(alignment)?;
    }
    Ok((id, cursor.part(length)?))
}

/// Reads a section that must be of this kind.
pub(crate) fn expect<'a>(cursor: &mut Cursor<'a>, expected: SectionId) -> Result<Cursor<'a>, BytecodeError> {
    let at = cursor.offset();
    match read(cursor)? {
        (id, contents) if id == expected => Ok(contents),
        (id, _) => {
            Err(BytecodeError::at(at, format!("expected section {}, but got {}", expected.name(), id.name())))
        }
    }
}
