//! Locations of kernels and functions.

use super::Encoder;
use super::parts::Thing;
use tfrt_bef::{BefWriter, LocationRecord, NestedLocationIx, WriteError};
use tfrt_ir::handles::Loc;
use tfrt_ir::location::LocKind;

impl Encoder<'_> {
    /// The record of a location. One that is too deep or too large for a file is shortened or left out rather than refused.
    pub(super) fn location(&mut self, loc: Loc) -> Result<LocationRecord, WriteError> {
        if !self.writer.options().locations {
            return Ok(BefWriter::unknown_location());
        }
        if let LocKind::FileLineCol { file, line, col } = self.ctx.loc_kind(loc) {
            let file = self.name(file)?;
            return Ok(self.writer.file_location(file, line, col));
        }
        if let Some(&record) = self.locations.get(&loc) {
            return Ok(record);
        }
        let record = match (&self.met, self.ctx.loc_kind(loc)) {
            (_, LocKind::Unknown) => BefWriter::unknown_location(),
            (Some(met), _) => {
                let record = self.writer.stand_in_location(met.num_locations())?;
                self.meet(Thing::Location(loc));
                record
            }
            (None, kind) => match self.composite(loc) {
                Ok(record) if self.writer.allows_location(&record) => record,
                Ok(_) | Err(WriteError::TooDeep(_)) => match kind {
                    // Of a long chain of calls the place where it was written, and the calls around it, are worth more than the last calls.
                    LocKind::CallSite { callee, .. } => self.location(callee)?,
                    _ => BefWriter::other_location(),
                },
                Err(error) => return Err(error),
            },
        };
        self.locations.insert(loc, record);
        Ok(record)
    }

    fn composite(&mut self, loc: Loc) -> Result<LocationRecord, WriteError> {
        let ctx = self.ctx;
        match ctx.loc_kind(loc) {
            LocKind::Unknown => Ok(BefWriter::unknown_location()),
            LocKind::FileLineCol { .. } => self.location(loc),
            LocKind::FileRange { file, start: (line, column), .. } => {
                let file = self.name(file)?;
                Ok(self.writer.file_location(file, line, column))
            }
            LocKind::Name { name, child } => {
                let child = match ctx.loc_kind(child) {
                    LocKind::Unknown => None,
                    _ => Some(self.nested(child)?),
                };
                let name = self.name(name)?;
                Ok(self.writer.name_location(name, child))
            }
            LocKind::CallSite { callee, caller } => {
                let callee = self.nested(callee)?;
                let caller = self.nested(caller)?;
                Ok(self.writer.call_site_location(callee, caller))
            }
            LocKind::Fused { locs, .. } => {
                let mut parts = Vec::with_capacity(locs.len());
                for &part in locs {
                    parts.push(self.nested(part)?);
                }
                self.writer.fused_location(&parts)
            }
        }
    }

    fn nested(&mut self, loc: Loc) -> Result<NestedLocationIx, WriteError> {
        let record = self.location(loc)?;
        self.writer.nested_location(record)
    }
}
