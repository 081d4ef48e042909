//! Locations: places in files, names, calls, and what was fused.

use tfrt_ir::LocKind;
use tfrt_ir::handles::{Ident, Loc};

use super::attr;
use crate::codec::{DialectReader, DialectWriter};
use crate::error::BytecodeError;

fn number(r: &mut DialectReader<'_, '_>) -> Result<u32, BytecodeError> {
    let number = r.varint()?;
    u32::try_from(number).map_err(|_| r.error(format!("{number} is no line or column")))
}

/// The location of this code; `None` if the code is another attribute's.
pub(super) fn read_loc(r: &mut DialectReader<'_, '_>, code: u64) -> Result<Option<Loc>, BytecodeError> {
    let ctx = r.ctx();
    Ok(Some(match code {
        attr::CALL_SITE_LOC => {
            let callee = r.loc()?;
            ctx.callsite_loc(callee, r.loc()?)
        }
        attr::FILE_LINE_COL_LOC => {
            let file = r.string_attr()?;
            let line = number(r)?;
            ctx.file_loc(file, line, number(r)?)
        }
        attr::FUSED_LOC => ctx.fused_loc(&r.list(DialectReader::loc)?, None),
        attr::FUSED_LOC_WITH_METADATA => {
            let locs = r.list(DialectReader::loc)?;
            ctx.fused_loc(&locs, Some(r.attr()?))
        }
        attr::NAME_LOC => {
            let name = r.string_attr()?;
            ctx.name_loc(name, r.loc()?)
        }
        attr::UNKNOWN_LOC => ctx.unknown_loc(),
        attr::FILE_RANGE => {
            let file = r.string_attr()?;
            let form = r.varint()?;
            let (start, end) = match form {
                0 => ((0, 0), (0, 0)),
                1 => {
                    let line = number(r)?;
                    ((line, 0), (line, 0))
                }
                2 => {
                    let place = (number(r)?, number(r)?);
                    (place, place)
                }
                3 => {
                    let (line, start, end) = (number(r)?, number(r)?, number(r)?);
                    ((line, start), (line, end))
                }
                4 => {
                    let start = (number(r)?, number(r)?);
                    (start, (number(r)?, number(r)?))
                }
                form => return Err(r.error(format!("unknown form of a range in a file: {form}"))),
            };
            ctx.file_range_loc(file, start, end)
        }
        _ => return Ok(None),
    }))
}

pub(super) fn write_loc(loc: Loc, w: &mut DialectWriter<'_, '_>) {
    let ctx = w.ctx();
    match ctx.loc_kind(loc) {
        LocKind::Unknown => w.varint(attr::UNKNOWN_LOC),
        LocKind::FileLineCol { file, line, col } => {
            w.varint(attr::FILE_LINE_COL_LOC);
            w.string_attr(file);
            w.varint(u64::from(line));
            w.varint(u64::from(col));
        }
        LocKind::FileRange { file, start, end } => write_range(w, file, start, end),
        LocKind::Name { name, child } => {
            w.varint(attr::NAME_LOC);
            w.string_attr(name);
            w.loc(child);
        }
        LocKind::CallSite { callee, caller } => {
            w.varint(attr::CALL_SITE_LOC);
            w.loc(callee);
            w.loc(caller);
        }
        LocKind::Fused { metadata, locs } => {
            w.varint(if metadata.is_some() { attr::FUSED_LOC_WITH_METADATA } else { attr::FUSED_LOC });
            w.list(locs.iter(), |w, &loc| w.loc(loc));
            if let Some(metadata) = metadata {
                w.attr(metadata);
            }
        }
    }
}

pub(super) fn write_range(w: &mut DialectWriter<'_, '_>, file: Ident, start: (u32, u32), end: (u32, u32)) {
    w.varint(attr::FILE_RANGE);
    w.string_attr(file);
    let (line, column) = start;
    let (form, numbers): (u64, &[u32]) = match end {
        (0, 0) if start == (0, 0) => (0, &[]),
        _ if column == 0 && line == end.0 && end.1 == 0 => (1, &[line]),
        _ if start == end => (2, &[line, column]),
        _ if line == end.0 => (3, &[line, column, end.1]),
        _ => (4, &[line, column, end.0, end.1]),
    };
    w.varint(form);
    numbers.iter().for_each(|&number| w.varint(u64::from(number)));
}
