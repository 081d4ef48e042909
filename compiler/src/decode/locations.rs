//! Locations.

use super::Decoder;
use tfrt_bef::{Location, LocationView, StringIx};
use tfrt_ir::handles::Loc;

impl<'a> Decoder<'a> {
    pub(super) fn location(&mut self, location: LocationView<'a>) -> Loc {
        let ctx = self.ctx;
        let decoded = match location.get() {
            Location::Unknown | Location::Other => return ctx.unknown_loc(),
            // Almost every kernel has one of its own; not worth remembering.
            Location::FileLineCol { line, column, .. } => {
                let file = self.ident(StringIx(location.record().a()));
                return ctx.file_loc(file, line, column);
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
