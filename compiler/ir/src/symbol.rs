//! Symbols: operations with a name, the tables that hold them, and the references to them.

use rustc_hash::FxHashMap;

use crate::attributes::AttrKind;
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::handles::{Attr, Ident};
use crate::op_ref::OpRef;

/// The attribute that holds the name of a symbol.
pub const NAME_ATTR: &str = "sym_name";
/// The attribute with the visibility of a symbol.
pub const VISIBILITY_ATTR: &str = "sym_visibility";

/// The visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Anybody, also from outside.
    #[default]
    Public,
    /// Only the symbol table it stands in.
    Private,
    /// Visible to everything below the parent of the symbol table.
    Nested,
}

/// The name an operation defines, if it defines one.
#[must_use]
pub fn name(op: OpRef<'_>) -> Option<Ident> {
    let attr = op.attr(NAME_ATTR)?;
    op.ctx.attr_as_str(attr).map(|name| op.ctx.ident(name))
}

/// The visibility of a symbol. An unknown word counts as public.
#[must_use]
pub fn visibility(op: OpRef<'_>) -> Visibility {
    match op.attr(VISIBILITY_ATTR).and_then(|attr| op.ctx.attr_as_str(attr)) {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// The symbols that the operations directly in one symbol table define.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    symbols: FxHashMap<Ident, Op>,
}

impl SymbolTable {
    /// The symbols of the first root region of a body: of `body.nested(op)` where `op` is a symbol table. Of several with one
    /// name the first counts.
    #[must_use]
    pub fn of(ctx: &Context, body: &Body) -> Self {
        let mut symbols = FxHashMap::default();
        for block in body.root_regions().first().into_iter().flat_map(|&region| body.blocks(region)) {
            for op in body.ops(block) {
                if let Some(name) = name(OpRef { ctx, body, op }) {
                    symbols.entry(name).or_insert(op);
                }
            }
        }
        Self { symbols }
    }

    /// The operation that defines `name`.
    #[must_use]
    pub fn lookup(&self, name: Ident) -> Option<Op> {
        self.symbols.get(&name).copied()
    }

    /// Adds a symbol; says which operation had the name before.
    pub fn insert(&mut self, name: Ident, op: Op) -> Option<Op> {
        self.symbols.insert(name, op)
    }

    /// Forgets a symbol.
    pub fn remove(&mut self, name: Ident) -> Option<Op> {
        self.symbols.remove(&name)
    }

    /// A name like `base` that is not taken: `base` itself or `base_0`, `base_1`, …
    #[must_use]
    pub fn unique_name(&self, ctx: &Context, base: &str) -> Ident {
        let plain = ctx.ident(base);
        if !self.symbols.contains_key(&plain) {
            return plain;
        }
        (0..=self.symbols.len())
            .map(|n| ctx.ident(&format!("{base}_{n}")))
            .find(|name| !self.symbols.contains_key(name))
            .expect("one of more names than there are symbols is free")
    }
}

/// Calls `visit` with every symbol reference in an attribute, however deep: the root name and the nested ones.
pub fn for_each_reference(ctx: &Context, attr: Attr, visit: &mut dyn FnMut(Ident, &[Ident])) {
    match ctx.attr_kind(attr) {
        AttrKind::SymbolRef { root, nested } => visit(*root, nested),
        AttrKind::Array(elems) => elems.iter().for_each(|&elem| for_each_reference(ctx, elem, visit)),
        AttrKind::Dict(entries) => entries.iter().for_each(|&(_, elem)| for_each_reference(ctx, elem, visit)),
        _ => {}
    }
}

/// Calls `visit` with every symbol reference in the attributes of an operation and of everything below it.
pub fn for_each_reference_below<'a>(op: OpRef<'a>, visit: &mut dyn FnMut(OpRef<'a>, Ident, &[Ident])) {
    let mut one = |op: OpRef<'a>| {
        for &(_, attr) in op.attrs() {
            for_each_reference(op.ctx, attr, &mut |root, nested| visit(op, root, nested));
        }
    };
    one(op);
    for region in op.regions() {
        region
            .body
            .walk_region(region.region, &mut |body, inner| one(OpRef { ctx: op.ctx, body, op: inner }));
    }
}
