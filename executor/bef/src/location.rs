//! Locations: their kinds, their form in messages, and the debug information in them.

use crate::{file::BefFile, records::*};
use std::fmt;

/// The location of a kernel or function, or a part of one.
#[derive(Clone, Copy)]
pub struct LocationView<'a> {
    file: &'a BefFile,
    record: LocationRecord,
}

/// A location.
#[derive(Debug, Clone, Copy)]
pub enum Location<'a> {
    /// `loc(unknown)`.
    Unknown,
    /// A position in a file.
    FileLineCol {
        /// Name of the file, as given to the compiler.
        file: &'a str,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
    },
    /// A name for a location.
    Name {
        /// The name.
        name: &'a str,
        /// The location under the name, unless it is unknown.
        child: Option<LocationView<'a>>,
    },
    /// A location inlined at another.
    CallSite {
        /// The inner one.
        callee: LocationView<'a>,
        /// The location of the call.
        caller: LocationView<'a>,
    },
    /// Several locations.
    Fused(FusedView<'a>),
    /// A location that the format has no record for.
    Other,
}

/// The parts of a fused location.
#[derive(Clone, Copy)]
pub struct FusedView<'a> {
    file: &'a BefFile,
    children: &'a [NestedLocationIx],
}

impl<'a> FusedView<'a> {
    /// The parts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LocationView<'a>> + use<'a> {
        let file = self.file;
        self.children.iter().map(move |&ix| LocationView::nested(file, ix))
    }

    /// The parts' indices.
    pub fn indices(&self) -> &'a [NestedLocationIx] {
        self.children
    }
}

impl fmt::Debug for FusedView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> LocationView<'a> {
    pub(crate) fn new(file: &'a BefFile, record: LocationRecord) -> LocationView<'a> {
        match record.kind() {
            Some(LocationKind::Nested) => LocationView::nested(file, NestedLocationIx(record.b)),
            _ => LocationView { file, record },
        }
    }

    fn nested(file: &'a BefFile, ix: NestedLocationIx) -> LocationView<'a> {
        let table: &[LocationRecord] = file.table(Section::NestedLocations);
        LocationView { file, record: table[ix.index()] }
    }

    /// Its record; two locations with the same record are the same.
    pub fn record(&self) -> LocationRecord {
        self.record
    }

    /// The content of the location.
    pub fn get(&self) -> Location<'a> {
        let LocationRecord { b, c, .. } = self.record;
        let string = || self.file.string(StringIx(self.record.a()));
        match self.record.kind().unwrap_or(LocationKind::Other) {
            LocationKind::Unknown => Location::Unknown,
            LocationKind::FileLineCol => Location::FileLineCol { file: string(), line: b, column: c },
            LocationKind::Name => Location::Name {
                name: string(),
                child: (b != NONE).then(|| LocationView::nested(self.file, NestedLocationIx(b))),
            },
            LocationKind::CallSite => Location::CallSite {
                callee: LocationView::nested(self.file, NestedLocationIx(b)),
                caller: LocationView::nested(self.file, NestedLocationIx(c)),
            },
            LocationKind::Fused => {
                let children: &[NestedLocationIx] = self.file.table(Section::LocationChildren);
                Location::Fused(FusedView {
                    file: self.file,
                    children: &children[b as usize..][..c as usize],
                })
            }
            LocationKind::Other | LocationKind::Nested => Location::Other,
        }
    }

    /// The name that kernels print as debug information: the name of a named location, the names of a fused location's
    /// named parts one after the other, the name of a call site's callee.
    pub fn debug_info(&self) -> Option<String> {
        match self.get() {
            Location::Name { name, .. } => Some(name.to_string()),
            Location::Fused(parts) => Some(
                parts
                    .iter()
                    .filter_map(|part| match part.get() {
                        Location::Name { name, .. } => Some(name),
                        _ => None,
                    })
                    .collect(),
            ),
            Location::CallSite { callee, .. } => match callee.get() {
                Location::Name { name, .. } => Some(name.to_string()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The textual form of a location that is not a plain file position: `(unknown)`, `file;line;col`, `child(name)`,
/// `callee<-caller`, parts joined by commas.
impl fmt::Display for LocationView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Location::Unknown => f.write_str("(unknown)"),
            Location::FileLineCol { file, line, column } => write!(f, "{file};{line};{column}"),
            Location::Name { name, child: None } => f.write_str(name),
            Location::Name { name, child: Some(child) } => write!(f, "{child}({name})"),
            Location::CallSite { callee, caller } => write!(f, "{callee}<-{caller}"),
            Location::Fused(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    part.fmt(f)?;
                }
                Ok(())
            }
            Location::Other => Ok(()),
        }
    }
}

impl fmt::Debug for LocationView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loc({self})")
    }
}
