//! Rules for locations.

use super::{Result, fail, limits::Extent};
use crate::{file::BefFile, records::*};

pub(super) fn locations(file: &BefFile) -> Result {
    let nested: &[LocationRecord] = file.table(Section::NestedLocations);
    let mut checker = Checker {
        strings: file.string_records().len(),
        children: file.table(Section::LocationChildren),
        extents: Vec::with_capacity(nested.len()),
        next_child: 0,
    };
    for (i, record) in nested.iter().enumerate() {
        match checker.extent(record) {
            Ok(_) if record.kind() == Some(LocationKind::Nested) => {
                return fail(Section::NestedLocations, i, "stands for another one");
            }
            Ok(extent) => checker.extents.push(extent),
            Err(what) => return fail(Section::NestedLocations, i, what),
        }
    }
    if checker.next_child != checker.children.len() {
        return fail(Section::LocationChildren, checker.next_child, "belongs to no location");
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
        match record.kind() {
            // Nearly all of them are like this.
            Some(LocationKind::FileLineCol) if (record.a() as usize) < checker.strings => {}
            Some(LocationKind::Fused) => {
                return fail(Section::Locations, i, "is fused, and not among the nested ones");
            }
            _ => {
                if let Err(what) = checker.extent(record) {
                    return fail(Section::Locations, i, what);
                }
            }
        }
    }
    Ok(())
}

struct Checker<'a> {
    strings: usize,
    children: &'a [u32],
    /// Sizes of the nested locations seen so far.
    extents: Vec<Extent>,
    /// The end of the parts of all fused locations checked so far.
    next_child: usize,
}

impl Checker<'_> {
    /// Checks a location and gives its size; the error is the rule it breaks.
    fn extent(&mut self, record: &LocationRecord) -> std::result::Result<Extent, &'static str> {
        let Some(kind) = record.kind() else { return Err("has an unknown kind") };
        let mut extent = Extent::LEAF;
        let extents = &self.extents;
        let mut part = |ix: u32| match extents.get(ix as usize) {
            Some(&part) => {
                extent = extent.with_part(part);
                Ok(())
            }
            None => Err("has a part that does not come before it"),
        };
        match kind {
            LocationKind::Unknown | LocationKind::Other | LocationKind::FileLineCol => {}
            LocationKind::Name if record.b == NONE => {}
            LocationKind::Name => part(record.b)?,
            LocationKind::Nested => match extents.get(record.b as usize) {
                Some(_) => {}
                None => return Err("stands for a location that does not exist"),
            },
            LocationKind::CallSite => {
                part(record.b)?;
                part(record.c)?;
            }
            LocationKind::Fused => {
                if record.b as usize != self.next_child {
                    return Err("has parts that do not begin where those of the one before end");
                }
                let Some(parts) = self.children[self.next_child..].get(..record.c as usize) else {
                    return Err("has parts outside of their section");
                };
                self.next_child += parts.len();
                for &ix in parts {
                    part(ix)?;
                }
            }
        }
        if matches!(kind, LocationKind::FileLineCol | LocationKind::Name)
            && record.a() as usize >= self.strings
        {
            return Err("has a name that does not exist");
        }
        if extent.allows_location() { Ok(extent) } else { Err("is nested too deeply") }
    }
}
