//! Rules for attributes.

use super::{Result, fail, limits, slice, string_exists};
use crate::{dtype::DTypeCode, file::BefFile, records::*};

pub(super) fn attributes(file: &BefFile) -> Result {
    // Only aggregates are larger than a leaf; without any, nothing is allocated.
    let mut extents: Vec<limits::Extent> = Vec::new();
    for (i, record) in file.attr_records().iter().enumerate() {
        let mut extent = limits::Extent::LEAF;
        if let Err(what) = attribute(file, record, i, &extents, &mut extent) {
            return fail(Section::Attributes, i, what);
        }
        if extent != limits::Extent::LEAF || !extents.is_empty() {
            extents.resize(i, limits::Extent::LEAF);
            extents.push(extent);
        }
    }
    Ok(())
}

/// Checks one attribute; the error is the rule it breaks.
fn attribute(
    file: &BefFile,
    record: &AttrRecord,
    i: usize,
    extents: &[limits::Extent],
    extent: &mut limits::Extent,
) -> std::result::Result<(), &'static str> {
    const OUTSIDE: &str = "points outside of its section";
    let Some(kind) = AttrKind::from_code(record.kind) else { return Err("has an unknown kind") };
    let dtype = DTypeCode::from_code(record.dtype).ok_or("has an unknown element type");
    let size = dtype.and_then(|dtype| dtype.size().ok_or("has elements without a size"));
    let data = |len: u64, alignment: u64| {
        if !record.payload.is_multiple_of(alignment) {
            return Err("points at data that is not aligned");
        }
        slice(file.section_bytes(Section::AttrData), record.payload, len).ok_or(OUTSIDE)
    };
    let aux = u64::from(record.aux);
    match kind {
        AttrKind::Unit | AttrKind::UnrankedShape => {}
        AttrKind::Type => {
            dtype?;
        }
        AttrKind::Scalar => {
            if !limits::scalar_fits(dtype?, record.payload) {
                return Err("has a value that does not fit its type");
            }
        }
        AttrKind::String | AttrKind::FuncName => {
            data(aux, 1)?;
        }
        AttrKind::Array | AttrKind::DenseArray => {
            let dtype = dtype?;
            let bytes = data(aux * size? as u64, dtype.alignment() as u64)?;
            if dtype == DTypeCode::I1 && bytes.iter().any(|&byte| byte > 1) {
                return Err("has a boolean that is neither 0 nor 1");
            }
        }
        AttrKind::TypeArray => {
            if data(aux, 1)?.iter().any(|&code| DTypeCode::from_code(code).is_none()) {
                return Err("has an unknown element type");
            }
        }
        AttrKind::Shape => {
            let dims: &[i64] = bytemuck::cast_slice(data(aux * 8, 8)?);
            if dims.iter().any(|&dim| dim < -1) {
                return Err("has a negative dimension");
            }
        }
        AttrKind::Dense => {
            let words: &[u64] = bytemuck::cast_slice(data(16 + aux * 8, 8)?);
            let (start, len) = (words[0], words[1]);
            if limits::dense_size(bytemuck::cast_slice(&words[2..]), size?) != Some(len) {
                return Err("has data that does not fit its shape");
            }
            if !start.is_multiple_of(SECTION_ALIGNMENT as u64) {
                return Err("has data that is not aligned");
            }
            slice(file.section_bytes(Section::Constants), start, len).ok_or(OUTSIDE)?;
        }
        AttrKind::Aggregate => {
            let elements: &[u32] = bytemuck::cast_slice(data(aux * 4, 4)?);
            for &element in elements {
                if element as usize >= i {
                    return Err("has an element that does not come before it");
                }
                let part = extents.get(element as usize).copied().unwrap_or(limits::Extent::LEAF);
                *extent = extent.with_part(part);
            }
            if !extent.allows_attribute() {
                return Err("is nested too deeply");
            }
        }
        AttrKind::SymbolRef => {
            let words: &[u32] = bytemuck::cast_slice(data(8 + aux * 4, 4)?);
            if words[0] as usize >= file.unit_records().len() {
                return Err("has a compilation unit that does not exist");
            }
            if words[1..].iter().any(|&name| !string_exists(file, StringIx(name))) {
                return Err("has a name that does not exist");
            }
        }
    }
    Ok(())
}
