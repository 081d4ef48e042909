//! The owner of types, attributes, locations and names.
//!
//! A [`Context`] interns: equal things get the same `u32` handle, from any thread, and a handle is read without a
//! lock. It only grows. Handles are valid in the context that made them; using one elsewhere panics or names another
//! thing. Handle numbers depend on the schedule of the threads, so no output may depend on them; sort by
//! [`Context::str`] or number things in walk order instead.

mod build;
mod definitions;
mod interner;

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::attributes::AttrKind;
use crate::dialect::DialectRegistry;
pub use crate::handles::Ident;
use crate::handles::{Attr, Loc, Type};
use crate::location::{LineTable, LocData, LocKind, Positions, Source};
use crate::types::{FloatKind, Signedness, TypeKind};
use definitions::Definitions;
use interner::{Interner, Store, hash_of};

/// Handles from here on are positions in registered sources.
const SOURCE_BASE: u32 = 1 << 31;

pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    hash_of(bytes)
}

/// See the [module documentation](self).
pub struct Context {
    idents: Interner<Box<str>>,
    types: Interner<TypeKind>,
    attrs: Interner<AttrKind>,
    locs: Interner<LocData>,
    sources: Sources,
    common: Common,
    dialects: DialectRegistry,
    definitions: Definitions,
}

/// Texts whose positions are locations. Reading takes no lock: threads that encode a program ask once an operation.
struct Sources {
    /// Ascending by base; only the holder of `by_file` adds to it.
    all: Store<(Source, Arc<LineTable>)>,
    /// The latest source of a file, as an index into `all`.
    by_file: Mutex<FxHashMap<Ident, u32>>,
}

impl Sources {
    fn new() -> Self {
        Sources { all: Store::new(), by_file: Mutex::default() }
    }

    /// The source of a location.
    fn of(&self, loc: Loc) -> Option<&(Source, Arc<LineTable>)> {
        let (mut first, mut end) = (0, self.all.len());
        // No locations refer to a source that is not filled in yet.
        let starts_before = |at| self.all.get(at).is_some_and(|(source, _)| source.base <= loc.as_u32());
        while first < end {
            let middle = first.midpoint(end);
            match starts_before(middle) {
                true => first = middle + 1,
                false => end = middle,
            }
        }
        self.all.get(first.checked_sub(1)?)
    }
}

/// The things that nearly every program uses.
struct Common {
    unknown: Loc,
    index: Type,
    none: Type,
    i1: Type,
    i8: Type,
    i16: Type,
    i32: Type,
    i64: Type,
    floats: [Type; FloatKind::ALL.len()],
    unit: Attr,
    bools: [Attr; 2],
    empty_dict: Attr,
    empty_array: Attr,
}

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("idents", &self.idents.len())
            .field("types", &self.types.len())
            .field("attrs", &self.attrs.len())
            .field("locs", &self.locs.len())
            .finish_non_exhaustive()
    }
}

impl Context {
    /// A context that knows no dialects, and accepts all.
    pub fn new() -> Context {
        let mut registry = DialectRegistry::new();
        registry.allow_unregistered_dialects(true);
        Context::with_dialects(registry)
    }

    /// A context that knows the dialects of a registry.
    pub fn with_dialects(dialects: DialectRegistry) -> Context {
        let types = Interner::new();
        let attrs = Interner::new();
        let locs = Interner::new();
        let ty = |kind| Type::from_u32(types.intern(kind));
        let attr = |kind| Attr::from_u32(attrs.intern(kind));
        let int = |width| ty(TypeKind::Integer { width, sign: Signedness::Signless });
        let i1 = int(1);
        let bool_attr =
            |b: i64| attr(AttrKind::Integer { ty: i1, value: crate::apint::ApInt::from_i64(1, b) });
        let common = Common {
            unknown: Loc::from_u32(locs.intern(LocData::Unknown)),
            index: ty(TypeKind::Index),
            none: ty(TypeKind::None),
            i1,
            i8: int(8),
            i16: int(16),
            i32: int(32),
            i64: int(64),
            floats: FloatKind::ALL.map(|k| ty(TypeKind::Float(k))),
            unit: attr(AttrKind::Unit),
            bools: [bool_attr(0), bool_attr(1)],
            empty_dict: attr(AttrKind::Dict(Box::default())),
            empty_array: attr(AttrKind::Array(Box::default())),
        };
        Context {
            idents: Interner::new(),
            types,
            attrs,
            locs,
            sources: Sources::new(),
            common,
            dialects,
            definitions: Definitions::new(),
        }
    }

    /// The handle of a string.
    pub fn ident(&self, text: &str) -> Ident {
        Ident::from_u32(self.idents.intern_str(text))
    }

    /// The dialects this context knows.
    #[inline]
    pub fn dialects(&self) -> &DialectRegistry {
        &self.dialects
    }

    /// Checks an attribute as the encoding of a tensor type with these dimensions and elements, by its dialect. Readers of types call this.
    ///
    /// # Errors
    /// The message of the dialect.
    pub fn check_encoding(&self, encoding: Attr, dims: &[i64], elem: Type) -> Result<(), String> {
        let AttrKind::Typed { dialect, .. } = self.attr_kind(encoding) else { return Ok(()) };
        let check = self.dialects().dialect(self.str(*dialect)).and_then(|dialect| dialect.check_encoding());
        check.map_or(Ok(()), |check| check(self, encoding, dims, elem))
    }

    /// The string of a handle.
    #[inline]
    pub fn str(&self, ident: Ident) -> &str {
        self.idents.get(ident.as_u32())
    }

    /// The handle of a type. Prefer the constructors, which check the requirements of the kind.
    pub fn intern_type(&self, kind: TypeKind) -> Type {
        Type::from_u32(self.types.intern(kind))
    }

    /// The data of a type.
    #[inline]
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.as_u32())
    }

    /// The handle of an attribute. Prefer the constructors, which ensure the requirements of the kind.
    pub fn intern_attr(&self, kind: AttrKind) -> Attr {
        Attr::from_u32(self.attrs.intern(kind))
    }

    /// The data of an attribute.
    #[inline]
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        self.attrs.get(attr.as_u32())
    }

    /// Whether anything interned is of a kind that is printed by an alias, locations of operations aside.
    pub(crate) fn has_aliased_kinds(&self) -> bool {
        let attrs = (0..self.attrs.len() as u32).any(|index| {
            matches!(
                self.attrs.get(index),
                AttrKind::AffineMap(_)
                    | AttrKind::IntegerSet(_)
                    | AttrKind::Distinct { .. }
                    | AttrKind::Location(_)
            )
        });
        attrs || (0..self.types.len() as u32).any(|index| matches!(self.types.get(index), TypeKind::Tuple(_)))
    }

    fn intern_loc(&self, data: LocData) -> Loc {
        Loc::from_u32(self.locs.intern(data))
    }

    /// The data of a location.
    pub fn loc_kind(&self, loc: Loc) -> LocKind<'_> {
        if loc.as_u32() >= SOURCE_BASE {
            return self.source_position(loc);
        }
        match self.locs.get(loc.as_u32()) {
            LocData::Unknown => LocKind::Unknown,
            &LocData::FileLineCol { file, line, col } => LocKind::FileLineCol { file, line, col },
            LocData::FileRange(file, ends) => {
                let [line, col, end_line, end_col] = **ends;
                LocKind::FileRange { file: *file, start: (line, col), end: (end_line, end_col) }
            }
            &LocData::Name { name, child } => LocKind::Name { name, child },
            &LocData::CallSite { callee, caller } => LocKind::CallSite { callee, caller },
            LocData::Fused(parts) => LocKind::Fused { metadata: parts.0, locs: &parts.1 },
        }
    }

    fn source_position(&self, loc: Loc) -> LocKind<'static> {
        let Some((source, lines)) = self.sources.of(loc) else { return LocKind::Unknown };
        let (line, col) = lines.position(source.offset(loc).unwrap_or(0) as u32);
        LocKind::FileLineCol { file: source.file, line, col }
    }

    /// Makes the positions of a text locations: [`Source::loc`] is arithmetic, lines are computed on request.
    ///
    /// Registering the same file with the same contents again returns the same source. A context has room for
    /// 2 GiB of text; for text beyond that this returns `None`, and [`Context::file_loc`] must be used.
    pub fn add_source(&self, file: &str, text: &[u8]) -> Option<Source> {
        let file = self.ident(file);
        u32::try_from(text.len()).ok().filter(|&l| l < SOURCE_BASE)?;
        if let Some((source, lines)) = self.latest_source(file)
            && lines.is_of(text)
        {
            return Some(source);
        }
        Some(self.register(file, LineTable::new(text))?.source)
    }

    /// Makes positions in a file locations that are found by arithmetic, as [`Context::add_source`] does for a text, when the
    /// text is not at hand. Positions of a file whose text was added are those of the text.
    ///
    /// None if the positions are too many or too far apart; then [`Context::file_loc`] must be used.
    pub fn add_positions(
        &self,
        file: Ident,
        positions: impl ExactSizeIterator<Item = (u32, u32)>,
    ) -> Option<Positions> {
        if let Some((source, lines)) = self.latest_source(file) {
            return Some(Positions { source, lines });
        }
        let limit = positions.len().saturating_mul(256).clamp(1 << 12, 1 << 30);
        self.register(file, LineTable::of_positions(positions, limit)?)
    }

    fn register(&self, file: Ident, lines: LineTable) -> Option<Positions> {
        let len = lines.len();
        let mut by_file = self.sources.by_file.lock();
        let last = self.sources.all.len().checked_sub(1).and_then(|last| self.sources.all.get(last));
        let base = last.map_or(SOURCE_BASE, |(s, _)| s.base + s.len + 1);
        // The last handle of the range stays free so that the next base does not overflow.
        base.checked_add(len)?.checked_add(1)?;
        let source = Source { base, len, file };
        let lines = Arc::new(lines);
        let at = self.sources.all.push((source, lines.clone()));
        by_file.insert(file, at);
        Some(Positions { source, lines })
    }

    fn latest_source(&self, file: Ident) -> Option<(Source, Arc<LineTable>)> {
        let at = *self.sources.by_file.lock().get(&file)?;
        self.sources.all.get(at).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_have_equal_handles() {
        let ctx = Context::new();
        assert_eq!(ctx.int(32), ctx.i32());
        assert_eq!(ctx.float(FloatKind::F32), ctx.f32());
        assert_eq!(ctx.int_attr(ctx.i1(), 1), ctx.bool_attr(true));
        assert_eq!(ctx.dict(vec![]), ctx.empty_dict());
        let (a, b) = (ctx.ident("a"), ctx.ident("b"));
        let (x, y) = (ctx.i32_attr(1), ctx.string_attr("s"));
        let dict = ctx.dict(vec![(b, x), (a, y)]);
        assert_eq!(dict, ctx.dict(vec![(a, y), (b, x)]));
        assert_eq!(ctx.dict_get(dict, b), Some(x));
        assert_eq!(ctx.dict_entries(dict).map(|e| e[0].0), Some(a));
        assert_eq!(ctx.dict(vec![(a, x), (b, x), (a, y)]), ctx.dict(vec![(b, x), (a, y)]));
    }

    #[test]
    fn source_positions_are_locations() {
        let ctx = Context::new();
        let early = ctx.file_loc(ctx.ident("a.mlir"), 9, 9);
        let source = ctx
            .add_source(
                "a.mlir",
                b"one
two
",
            )
            .unwrap();
        let other = ctx.add_source("b.mlir", b"").unwrap();
        assert_eq!(
            ctx.add_source(
                "a.mlir",
                b"one
two
"
            ),
            Some(source)
        );
        let file = ctx.ident("a.mlir");
        assert_eq!(ctx.loc_kind(source.loc(5)), LocKind::FileLineCol { file, line: 2, col: 2 });
        assert_eq!(ctx.file_loc(file, 2, 2), source.loc(5));
        assert_eq!(ctx.loc_kind(early), LocKind::FileLineCol { file, line: 9, col: 9 });
        assert_eq!(ctx.file_loc(file, 9, 9), early);
        let LocKind::FileLineCol { file, line: 1, col: 1 } = ctx.loc_kind(other.loc(7)) else {
            panic!("the end of an empty file is its start")
        };
        assert_eq!(ctx.str(file), "b.mlir");
    }

    #[test]
    fn fused_locations_are_flattened() {
        let ctx = Context::new();
        let (a, b) = (ctx.name_loc(ctx.ident("a"), ctx.unknown_loc()), ctx.file_loc(ctx.ident("f"), 1, 2));
        let ab = ctx.fused_loc(&[a, b, a], None);
        assert_eq!(ctx.loc_kind(ab), LocKind::Fused { metadata: None, locs: &[a, b] });
        assert_eq!(ctx.fused_loc(&[ab, ctx.unknown_loc(), b], None), ab);
        assert_eq!(ctx.fused_loc(&[a], None), a);
        assert_eq!(ctx.fused_loc(&[], None), ctx.unknown_loc());
        assert_eq!(ctx.file_position(ab), Some((ctx.ident("f"), 1, 2)));
        assert!(matches!(ctx.loc_kind(ctx.fused_loc(&[a], Some(ctx.unit()))), LocKind::Fused { .. }));
    }
}
