//! Aliases in printed text: which attributes, types and locations get one, and their names.
//!
//! The printer of a module first visits everything it is going to print, in that order; then [`AliasCollector::finish`]
//! assigns the names. Affine maps are `#map`, integer sets `#set`, locations `#loc`, distinct attributes `#distinct`, long
//! tuples `!tuple`; the first has no number, the others count from 1. An alias comes after the aliases that it uses. An alias
//! whose only uses are operations' own locations can be *deferred*: it is defined behind the module.

use rustc_hash::FxHashMap;

use super::print::{AttrPrintOptions, AttrPrinter, DistinctNumbers, TypeSuffix};
use crate::attributes::AttrKind;
use crate::context::Context;
use crate::handles::{Attr, Loc, Type};
use crate::location::LocKind;
use crate::types::TypeKind;

/// A thing that can have an alias. A location has the same one as an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Symbol {
    Attr(Attr),
    Type(Type),
    Loc(Loc),
}

impl Symbol {
    fn of_attr(ctx: &Context, attr: Attr) -> Symbol {
        match ctx.attr_kind(attr) {
            AttrKind::Location(loc) => Symbol::Loc(*loc),
            _ => Symbol::Attr(attr),
        }
    }
}

struct Entry {
    symbol: Symbol,
    name: Option<&'static str>,
    /// 0: neither this nor anything in it has an alias.
    depth: u32,
    deferrable: bool,
    children: Vec<usize>,
}

/// Collects what will be printed; see the [module documentation](self).
pub struct AliasCollector<'c> {
    ctx: &'c Context,
    entries: Vec<Entry>,
    known: FxHashMap<Symbol, usize>,
}

impl std::fmt::Debug for AliasCollector<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AliasCollector").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

/// The aliases of a module.
#[derive(Debug, Default)]
pub struct AliasNames {
    names: FxHashMap<Symbol, Box<str>>,
    /// In order of definition, with whether it is deferred.
    order: Vec<(Symbol, bool)>,
}

impl<'c> AliasCollector<'c> {
    /// Nothing was visited yet.
    pub fn new(ctx: &'c Context) -> Self {
        AliasCollector { ctx, entries: Vec::new(), known: FxHashMap::default() }
    }

    /// Visits an attribute that is printed in full or by its alias.
    pub fn visit_attr(&mut self, attr: Attr) {
        self.visit(Symbol::of_attr(self.ctx, attr), false);
    }

    /// Visits a type.
    pub fn visit_type(&mut self, ty: Type) {
        self.visit(Symbol::Type(ty), false);
    }

    /// Visits a location; `deferrable` if it is an operation's own.
    pub fn visit_loc(&mut self, loc: Loc, deferrable: bool) {
        self.visit(Symbol::Loc(loc), deferrable);
    }

    fn visit(&mut self, symbol: Symbol, deferrable: bool) -> usize {
        if let Some(&index) = self.known.get(&symbol) {
            if !deferrable {
                self.mark_needed_early(index);
            }
            return index;
        }
        let index = self.entries.len();
        let name = self.name_of(symbol);
        let depth = u32::from(name.is_some());
        self.entries.push(Entry { symbol, name, depth, deferrable, children: Vec::new() });
        self.known.insert(symbol, index);
        let mut children = Vec::new();
        self.for_each_child(symbol, &mut |s, child| children.push(s.visit(child, deferrable)));
        let deepest = children.iter().map(|&c| self.entries[c].depth).max().unwrap_or(0);
        if deepest > 0 {
            self.entries[index].depth = deepest + 1;
        }
        self.entries[index].children = children;
        index
    }

    fn mark_needed_early(&mut self, index: usize) {
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            // A marked entry has marked children.
            if std::mem::take(&mut self.entries[index].deferrable) {
                pending.extend(&self.entries[index].children);
            }
        }
    }

    fn name_of(&self, symbol: Symbol) -> Option<&'static str> {
        match symbol {
            Symbol::Loc(_) => Some("loc"),
            Symbol::Attr(attr) => match self.ctx.attr_kind(attr) {
                AttrKind::AffineMap(_) => Some("map"),
                AttrKind::IntegerSet(_) => Some("set"),
                AttrKind::Distinct { value, .. } if *value != self.ctx.unit() => Some("distinct"),
                _ => None,
            },
            Symbol::Type(ty) => match self.ctx.type_kind(ty) {
                TypeKind::Tuple(types) if types.len() > 16 => Some("tuple"),
                _ => None,
            },
        }
    }

    /// Visits the parts that are printed within a thing.
    fn for_each_child(&mut self, symbol: Symbol, visit: &mut dyn FnMut(&mut Self, Symbol)) {
        let ctx = self.ctx;
        let mut attr = |s: &mut Self, a: Attr| visit(s, Symbol::of_attr(ctx, a));
        match symbol {
            Symbol::Attr(a) => match ctx.attr_kind(a) {
                AttrKind::Array(elems) => elems.iter().for_each(|&e| attr(self, e)),
                AttrKind::Dict(entries) => entries.iter().for_each(|e| attr(self, e.1)),
                AttrKind::Distinct { value, .. } => attr(self, *value),
                AttrKind::Type(ty) | AttrKind::DenseArray { elem: ty, .. } => visit(self, Symbol::Type(*ty)),
                kind => {
                    if let Some(ty) = kind.ty() {
                        visit(self, Symbol::Type(ty));
                    }
                }
            },
            Symbol::Type(ty) => match ctx.type_kind(ty) {
                TypeKind::Tuple(types) => types.iter().for_each(|&t| visit(self, Symbol::Type(t))),
                TypeKind::Function { inputs, results } => {
                    inputs.iter().chain(results).for_each(|&t| visit(self, Symbol::Type(t)));
                }
                kind => {
                    if let Some(elem) = kind.element_type() {
                        visit(self, Symbol::Type(elem));
                    }
                    let parts = match *kind {
                        TypeKind::RankedTensor { encoding, .. } => [encoding, None],
                        TypeKind::MemRef { layout, memory_space, .. } => [layout, memory_space],
                        TypeKind::UnrankedMemRef { memory_space, .. } => [memory_space, None],
                        _ => [None, None],
                    };
                    parts.into_iter().flatten().for_each(|a| visit(self, Symbol::of_attr(ctx, a)));
                }
            },
            Symbol::Loc(loc) => match ctx.loc_kind(loc) {
                LocKind::Name { child, .. } if child != ctx.unknown_loc() => visit(self, Symbol::Loc(child)),
                LocKind::CallSite { callee, caller } => {
                    visit(self, Symbol::Loc(callee));
                    visit(self, Symbol::Loc(caller));
                }
                LocKind::Fused { metadata, locs } => {
                    if let Some(metadata) = metadata {
                        attr(self, metadata);
                    }
                    locs.iter().for_each(|&l| visit(self, Symbol::Loc(l)));
                }
                _ => {}
            },
        }
    }

    /// The names of the visited things.
    pub fn finish(self) -> AliasNames {
        let mut named: Vec<Entry> = self.entries.into_iter().filter(|e| e.name.is_some()).collect();
        // Stable: among equals the first visited comes first. Types come before attributes.
        named.sort_by_key(|e| (e.depth, !matches!(e.symbol, Symbol::Type(_)), e.name));
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut result = AliasNames::default();
        for entry in named {
            let Some(name) = entry.name else { continue };
            let count = counts.entry(name).or_default();
            let mark = if matches!(entry.symbol, Symbol::Type(_)) { '!' } else { '#' };
            let text = if *count == 0 { format!("{mark}{name}") } else { format!("{mark}{name}{count}") };
            *count += 1;
            result.names.insert(entry.symbol, text.into());
            result.order.push((entry.symbol, entry.deferrable));
        }
        result
    }
}

impl AliasNames {
    pub(super) fn of_type(&self, ty: Type) -> Option<&str> {
        self.names.get(&Symbol::Type(ty)).map(|n| &**n)
    }

    pub(super) fn of_attr(&self, ctx: &Context, attr: Attr) -> Option<&str> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(&Symbol::of_attr(ctx, attr)).map(|n| &**n)
    }

    pub(super) fn of_loc(&self, _: &Context, loc: Loc) -> Option<&str> {
        self.names.get(&Symbol::Loc(loc)).map(|n| &**n)
    }

    /// Writes the definitions, one a line: those that go before the module, or the deferred ones. Locations as people would write
    /// them if `pretty`.
    pub fn write_definitions(
        &self,
        ctx: &Context,
        (options, pretty): (AttrPrintOptions, bool),
        deferred: bool,
        distinct: &mut DistinctNumbers,
        out: &mut String,
    ) {
        let mut printer = AttrPrinter::with_aliases(ctx, options, self);
        std::mem::swap(&mut printer.distinct, distinct);
        for &(symbol, _) in self.order.iter().filter(|(_, d)| *d == deferred) {
            printer.out.push_str(self.names.get(&symbol).map_or("", |n| n));
            printer.out.push_str(" = ");
            match symbol {
                Symbol::Attr(attr) => printer.print_attr_itself(attr, TypeSuffix::Always),
                Symbol::Type(ty) => printer.print_type_itself(ty),
                Symbol::Loc(loc) if pretty => printer.print_pretty_loc(loc),
                Symbol::Loc(loc) => printer.print_loc_in_full(loc),
            }
            printer.out.push('\n');
        }
        std::mem::swap(&mut printer.distinct, distinct);
        out.push_str(&printer.out);
    }
}
