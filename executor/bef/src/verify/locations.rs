//! Rules for locations.

use super::{Result, fail, limits::Extent};
use crate::{file::BefFile, records::*};

pub(super) fn locations(file: &BefFile) -> Result {
    let nested: &[LocationRecord] = file.table(Section::NestedLocations);
    let children: &[u32] = file.table(Section::LocationChildren);
    let strings = file.string_records().len();
    let mut extents = Vec::with_capacity(nested.len());
    for (i, record) in nested.iter().enumerate() {
        match extent(record, strings, children, &extents) {
            Ok(extent) => extents.push(extent),
            Err(what) => return fail(Section::NestedLocations, i, what),
        }
    }
    let Some(locations) = file.location_records() else { return Ok(()) };
    if locations.len() != file.kernel_records().len() + file.function_records().len() {
        return fail(
            Section::Locations,
            locations.len(),
            "is not the last one: kernels and functions are more or fewer",
        );
    }
    for (i, record) in locations.iter().enumerate() {
        // Nearly all of them are like this.
        if record.kind() == Some(LocationKind::FileLineCol) && (record.a() as usize) < strings {
            continue;
        }
        if let Err(what) = extent(record, strings, children, &extents) {
            return fail(Section::Locations, i, what);
        }
    }
    Ok(())
}

/// Checks a location and gives its size; the error is the rule it breaks. Parts are among the nested locations whose
/// extents are known.
fn extent(
    record: &LocationRecord,
    strings: usize,
    children: &[u32],
    extents: &[Extent],
) -> std::result::Result<Extent, &'static str> {
    let Some(kind) = record.kind() else { return Err("has an unknown kind") };
    let mut extent = Extent::LEAF;
    let mut part = |ix: u32| match extents.get(ix as usize) {
        Some(&part) => {
            extent = extent.with_part(part);
            Ok(())
        }
        None => Err("has a part that does not come before it"),
    };
    match kind {
        LocationKind::Unknown | LocationKind::Other => {}
        LocationKind::FileLineCol => {}
        LocationKind::Name if record.b == NONE => {}
        LocationKind::Name => part(record.b)?,
        LocationKind::CallSite => {
            part(record.b)?;
            part(record.c)?;
        }
        LocationKind::Fused => {
            let start = record.b as usize;
            let parts = start.checked_add(record.c as usize).and_then(|end| children.get(start..end));
            for &ix in parts.ok_or("has parts outside of their section")? {
                part(ix)?;
            }
        }
    }
    if matches!(kind, LocationKind::FileLineCol | LocationKind::Name) && record.a() as usize >= strings {
        return Err("has a name that does not exist");
    }
    if extent.allows_location() { Ok(extent) } else { Err("is nested too deeply") }
}
