//! Locations.

use super::Decoder;
use tfrt_bef::records::LocationKind;
use tfrt_bef::{Location, LocationRecord, LocationView, StringIx};
use tfrt_ir::handles::Loc;

impl<'a> Decoder<'a> {
    /// Prepares for most locations to be positions in the file in which the first one is.
    pub(super) fn prepare_positions(&mut self) {
        let Some(records) = self.file.location_records() else { return };
        let in_file = |record: &LocationRecord| record.kind() == Some(LocationKind::FileLineCol);
        let Some(first) = records.iter().find(|record| in_file(record)) else { return };
        // Others count as a position that every file has.
        let positions = records.iter().map(|record| match in_file(record) && record.a() == first.a() {
            true => (record.b, record.c),
            false => (1, 1),
        });
        let file = StringIx(first.a());
        let ident = self.ident(file);
        self.positions = self.ctx.add_positions(ident, positions).map(|positions| (file, positions));
    }

    pub(super) fn location(&mut self, location: LocationView<'a>) -> Loc {
        let ctx = self.ctx;
        let decoded = match location.get() {
            Location::Unknown | Location::Other => return ctx.unknown_loc(),
            // Almost every kernel has one of its own; not worth remembering.
            Location::FileLineCol { line, column, .. } => {
                let file = StringIx(location.record().a());
                if let Some((known, positions)) = &self.positions
                    && *known == file
                    && let Some(loc) = positions.loc(line, column)
                {
                    return loc;
                }
                return ctx.file_loc(self.ident(file), line, column);
            }
            _ if self.locations.contains_key(&location.record()) => {
                return self.locations[&location.record()];
            }
            Location::Name { child, .. } => {
                let child = child.map_or(ctx.unknown_loc(), |child| self.location(child));
                ctx.name_loc(self.ident(StringIx(location.record().a())), child)
            }
            Location::CallSite { callee, caller } => {
                let callee = self.location(callee);
                let caller = self.location(caller);
                ctx.callsite_loc(callee, caller)
            }
            Location::Fused(parts) => {
                let parts: Vec<Loc> = parts.iter().map(|part| self.location(part)).collect();
                ctx.fused_loc(&parts, None)
            }
        };
        self.locations.insert(location.record(), decoded);
        decoded
    }
}
