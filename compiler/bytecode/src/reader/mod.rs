//! The reader: from bytes to a program.

mod ops;
mod pool;
mod resources;

use std::sync::Arc;

use tfrt_ir::Context;
use tfrt_ir::module::Module;

pub(crate) use ops::mask;
pub(crate) use pool::Pool;

use crate::codec::Codecs;
use crate::cursor::Cursor;
use crate::error::BytecodeError;
use crate::section::{self, SectionId};
use crate::{MAGIC, NEWEST_VERSION};

/// A program that was read, and what its file says about itself.
#[derive(Clone, Debug)]
pub struct ReadModule {
    /// The program. Another top-level operation than `builtin.module` is put into one.
    pub module: Module,
    /// The version of the format.
    pub version: u64,
    /// The producer of the file, such as `MLIR22.1.0` or `StableHLO_v1.14.0`.
    pub producer: String,
}

/// The sections of a file.
pub(crate) struct Sections<'a> {
    found: [Option<Cursor<'a>>; SectionId::COUNT],
    end: usize,
}

impl<'a> Sections<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Sections<'a>, BytecodeError> {
        let mut sections = Sections { found: Default::default(), end: 0 };
        while !cursor.is_empty() {
            let at = cursor.offset();
            let (id, contents) = section::read(cursor)?;
            if sections.found[id as usize].replace(contents).is_some() {
                return Err(BytecodeError::at(at, format!("duplicate top-level section: {}", id.name())));
            }
        }
        sections.end = cursor.offset();
        Ok(sections)
    }

    /// A section that may be missing; it is taken.
    pub(crate) fn optional(&mut self, id: SectionId) -> Option<Cursor<'a>> {
        self.found[id as usize].take()
    }

    /// A section that must be there; it is taken.
    pub(crate) fn required(&mut self, id: SectionId) -> Result<Cursor<'a>, BytecodeError> {
        let missing =
            || BytecodeError::at(self.end, format!("missing data for top-level section: {}", id.name()));
        self.found[id as usize].take().ok_or_else(missing)
    }
}

/// Reads a program of any version of the format.
///
/// # Errors
/// The bytes are no bytecode, of a version that is newer than [`NEWEST_VERSION`], damaged, or use the encoding of a dialect that is not
/// among `codecs`.
pub fn read_module(ctx: &Arc<Context>, codecs: &Codecs, bytes: &[u8]) -> Result<ReadModule, BytecodeError> {
    let mut cursor = Cursor::new(bytes, 0);
    if cursor.bytes(MAGIC.len()).ok() != Some(&MAGIC) {
        return Err(BytecodeError::at(
            0,
            "expected bytecode header: the file does not start with 'ML\\xEFR'",
        ));
    }
    let at = cursor.offset();
    let version = cursor.varint()?;
    let producer = String::from_utf8_lossy(cursor.null_terminated()?).into_owned();
    if version > NEWEST_VERSION {
        return Err(BytecodeError::at(
            at,
            format!(
                "bytecode version {version} is newer than the current version {NEWEST_VERSION}; '{producer}' wrote it, and versions \
                 0 to {NEWEST_VERSION} can be read"
            ),
        ));
    }
    let read = |mut cursor| {
        let mut sections = Sections::read(&mut cursor)?;
        let pool = Pool::read(ctx, codecs, version, &mut sections)?;
        let resources = resources::read(&pool, &mut sections)?;
        let body = ops::read(&pool, &mut sections)?;
        Module::from_body(ctx.clone(), body)
            .map(|module| module.with_resources(resources))
            .ok_or_else(|| BytecodeError::new("expected one top-level operation"))
    };
    match read(cursor) {
        Ok(module) => Ok(ReadModule { module, version, producer }),
        Err(error) => Err(error.written_by(&producer, version)),
    }
}
