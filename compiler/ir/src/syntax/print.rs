//! Printer of types, attributes and locations; elements are in `print_elements.rs`, affine maps in `print_affine.rs`.
//!
//! The text reads back as the same thing. Attributes that carry a type print it behind a colon, unless the context
//! implies it: see [`TypeSuffix`].

use super::alias::AliasNames;
use super::strings::{write_keyword_or_string, write_quoted, write_symbol};
use super::types::write_dialect_symbol;
use crate::attributes::AttrKind;
use crate::context::Context;
use crate::float::write_float;
use crate::handles::{Attr, Ident, Loc, Type};
use crate::location::LocKind;
use crate::types::{DYNAMIC, Signedness, TypeKind};
use rustc_hash::FxHashMap;

/// Choices of the printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttrPrintOptions {
    /// Elements of dense attributes with more of them than this are left out: the text does not read back.
    pub elide_elements_larger: Option<u64>,
    /// Dense attributes with more elements than this are printed in hexadecimal.
    pub hex_elements_larger: Option<u64>,
}

impl Default for AttrPrintOptions {
    fn default() -> Self {
        AttrPrintOptions { elide_elements_larger: None, hex_elements_larger: Some(100) }
    }
}

/// When the type of an attribute is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSuffix {
    /// Always, as in a dictionary.
    Always,
    /// Not for `i64` and `f64`, as in an array.
    Sometimes,
    /// Never: the context says it.
    Never,
}

/// Prints into a string.
pub struct AttrPrinter<'c> {
    pub(super) ctx: &'c Context,
    /// The text so far.
    pub out: String,
    pub(super) options: AttrPrintOptions,
    names: Option<&'c AliasNames>,
    pub(super) distinct: DistinctNumbers,
}

impl std::fmt::Debug for AttrPrinter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AttrPrinter").field("out", &self.out).finish_non_exhaustive()
    }
}

/// The numbers of distinct attributes, which count in the order of printing, by what tells them apart.
pub(super) type DistinctNumbers = FxHashMap<u64, usize>;

/// The text of a type.
pub fn type_to_string(ctx: &Context, ty: Type) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.print_type(ty);
    printer.out
}

/// The text of an attribute, with its type.
pub fn attr_to_string(ctx: &Context, attr: Attr) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.print_attr(attr);
    printer.out
}

/// The text of a location, `loc(…)`.
pub fn loc_to_string(ctx: &Context, loc: Loc) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.print_loc(loc);
    printer.out
}

impl<'c> AttrPrinter<'c> {
    /// A printer without aliases.
    pub fn new(ctx: &'c Context) -> Self {
        AttrPrinter {
            ctx,
            out: String::new(),
            options: AttrPrintOptions::default(),
            names: None,
            distinct: DistinctNumbers::default(),
        }
    }

    /// A printer that writes aliases for things that have one.
    pub fn with_aliases(ctx: &'c Context, options: AttrPrintOptions, names: &'c AliasNames) -> Self {
        AttrPrinter {
            ctx,
            out: String::new(),
            options,
            names: Some(names),
            distinct: DistinctNumbers::default(),
        }
    }

    /// The same printer with these choices.
    #[must_use]
    pub fn with_options(mut self, options: AttrPrintOptions) -> Self {
        self.options = options;
        self
    }

    /// The context that interns.
    pub fn ctx(&self) -> &'c Context {
        self.ctx
    }

    pub(super) fn separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut print: impl FnMut(&mut Self, T),
    ) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            print(self, item);
        }
    }

    pub(super) fn number(&mut self, value: impl std::fmt::Display) {
        use std::fmt::Write as _;
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}");
    }

    /// Prints a type.
    pub fn print_type(&mut self, ty: Type) {
        match self.names.and_then(|n| n.of_type(ty)) {
            Some(name) => self.out.push_str(name),
            None => self.print_type_itself(ty),
        }
    }

    /// Prints types separated by commas.
    pub fn print_types(&mut self, types: &[Type]) {
        self.separated(types, |p, &t| p.print_type(t));
    }

    /// Prints the types behind `->`: in parentheses unless there is exactly one and it is not a function.
    pub fn print_result_types(&mut self, types: &[Type]) {
        if let &[one] = types
            && !matches!(self.ctx.type_kind(one), TypeKind::Function { .. })
        {
            return self.print_type(one);
        }
        self.out.push('(');
        self.print_types(types);
        self.out.push(')');
    }

    /// Prints a type, not its alias.
    pub(super) fn print_type_itself(&mut self, ty: Type) {
        match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => {
                self.out.push_str(match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.number(width);
            }
            TypeKind::Index => self.out.push_str("index"),
            TypeKind::Float(kind) => self.out.push_str(kind.name()),
            TypeKind::None => self.out.push_str("none"),
            TypeKind::Complex(elem) => {
                self.out.push_str("complex<");
                self.print_type(*elem);
                self.out.push('>');
            }
            TypeKind::Tuple(types) => {
                self.out.push_str("tuple<");
                self.print_types(types);
                self.out.push('>');
            }
            TypeKind::Function { inputs, results } => {
                self.out.push('(');
                self.print_types(inputs);
                self.out.push_str(") -> ");
                self.print_result_types(results);
            }
            TypeKind::Vector { dims, scalable, elem } => {
                self.out.push_str("vector<");
                for (i, dim) in dims.iter().enumerate() {
                    if scalable.get(i) == Some(&true) {
                        self.out.push('[');
                        self.number(dim);
                        self.out.push(']');
                    } else {
                        self.number(dim);
                    }
                    self.out.push('x');
                }
                self.print_type(*elem);
                self.out.push('>');
            }
            TypeKind::RankedTensor { dims, elem, encoding } => {
                self.out.push_str("tensor<");
                self.print_dims(dims);
                self.print_type(*elem);
                self.print_with_comma(*encoding, TypeSuffix::Always);
                self.out.push('>');
            }
            TypeKind::UnrankedTensor(elem) => {
                self.out.push_str("tensor<*x");
                self.print_type(*elem);
                self.out.push('>');
            }
            TypeKind::MemRef { dims, elem, layout, memory_space } => {
                self.out.push_str("memref<");
                self.print_dims(dims);
                self.print_type(*elem);
                self.print_with_comma(*layout, TypeSuffix::Sometimes);
                self.print_with_comma(*memory_space, TypeSuffix::Sometimes);
                self.out.push('>');
            }
            TypeKind::UnrankedMemRef { elem, memory_space } => {
                self.out.push_str("memref<*x");
                self.print_type(*elem);
                self.print_with_comma(*memory_space, TypeSuffix::Sometimes);
                self.out.push('>');
            }
            TypeKind::Opaque { dialect, body } => {
                write_dialect_symbol(&mut self.out, '!', self.ctx.str(*dialect), body);
            }
        }
    }

    fn print_with_comma(&mut self, attr: Option<Attr>, suffix: TypeSuffix) {
        if let Some(attr) = attr {
            self.out.push_str(", ");
            self.print_attr_with(attr, suffix);
        }
    }

    fn print_dims(&mut self, dims: &[i64]) {
        for &dim in dims {
            self.print_dim(dim);
            self.out.push('x');
        }
    }

    fn print_dim(&mut self, dim: i64) {
        if dim == DYNAMIC { self.out.push('?') } else { self.number(dim) }
    }

    /// Prints an attribute with its type.
    pub fn print_attr(&mut self, attr: Attr) {
        self.print_attr_with(attr, TypeSuffix::Always);
    }

    /// Prints an attribute, with its type as `suffix` says.
    pub fn print_attr_with(&mut self, attr: Attr, suffix: TypeSuffix) {
        match self.names.and_then(|n| n.of_attr(self.ctx, attr)) {
            Some(name) => self.out.push_str(name),
            None => self.print_attr_itself(attr, suffix),
        }
    }

    /// Prints an attribute, not its alias.
    pub(super) fn print_attr_itself(&mut self, attr: Attr, suffix: TypeSuffix) {
        let ctx = self.ctx;
        let kind = ctx.attr_kind(attr);
        let mut ty = kind.ty();
        match kind {
            AttrKind::Unit => self.out.push_str("unit"),
            AttrKind::Integer { ty: int, value } => {
                if *int == ctx.i1() {
                    self.out.push_str(if value.is_zero() { "false" } else { "true" });
                    ty = None;
                } else {
                    let unsigned =
                        matches!(ctx.type_kind(*int), TypeKind::Integer { sign: Signedness::Unsigned, .. });
                    self.print_integer(value, !unsigned);
                    ty = ty.filter(|&t| suffix == TypeSuffix::Always || t != ctx.i64());
                }
            }
            AttrKind::Float { ty: float, bits } => {
                let start = self.out.len();
                if let TypeKind::Float(kind) = *ctx.type_kind(*float) {
                    write_float(&mut self.out, kind, bits.get());
                }
                // Without its type, hexadecimal would read as an integer.
                let hex = self.out[start..].starts_with("0x");
                ty = ty.filter(|&t| suffix == TypeSuffix::Always || t != ctx.f64() || hex);
            }
            AttrKind::String { bytes, .. } => write_quoted(&mut self.out, bytes),
            AttrKind::Array(elems) => {
                self.out.push('[');
                self.separated(elems, |p, &e| p.print_attr_with(e, TypeSuffix::Sometimes));
                self.out.push(']');
            }
            AttrKind::DenseArray { elem, .. } => self.print_dense_array(attr, *elem),
            AttrKind::Dict(entries) => {
                self.out.push('{');
                self.separated(entries, |p, e| p.print_named_attr(e.0, e.1));
                self.out.push('}');
            }
            AttrKind::DenseElements { ty, splat, .. } => self.print_dense(attr, *ty, *splat),
            AttrKind::DenseStrings { ty, splat, values } => {
                if !*splat && self.elides(*ty) {
                    self.out.push_str("dense_resource<__elided__>");
                } else {
                    self.print_dense_strings(*ty, *splat, values);
                }
            }
            AttrKind::DenseResource { key, .. } => {
                self.out.push_str("dense_resource<");
                write_keyword_or_string(&mut self.out, ctx.str(*key));
                self.out.push('>');
            }
            AttrKind::Sparse { ty: whole, indices, values } => {
                if self.elides(*whole) {
                    self.out.push_str("dense_resource<__elided__>");
                } else {
                    self.print_sparse(*indices, *values);
                }
            }
            AttrKind::SymbolRef { root, nested } => {
                write_symbol(&mut self.out, ctx.str(*root));
                for &name in nested {
                    self.out.push_str("::");
                    write_symbol(&mut self.out, ctx.str(name));
                }
            }
            AttrKind::Type(ty) => self.print_type(*ty),
            AttrKind::AffineMap(map) => {
                self.out.push_str("affine_map<");
                self.print_affine_map(map);
                self.out.push('>');
            }
            AttrKind::IntegerSet(set) => {
                self.out.push_str("affine_set<");
                self.print_integer_set(set);
                self.out.push('>');
            }
            AttrKind::Strided { strides, offset } => {
                self.out.push_str("strided<[");
                self.separated(strides, |p, &s| p.print_dim(s));
                self.out.push(']');
                if *offset != 0 {
                    self.out.push_str(", offset: ");
                    self.print_dim(*offset);
                }
                self.out.push('>');
            }
            AttrKind::Distinct { id, value } => {
                self.out.push_str("distinct[");
                let next = self.distinct.len();
                let number = *self.distinct.entry(*id).or_insert(next);
                self.number(number);
                self.out.push_str("]<");
                if *value != ctx.unit() {
                    self.print_attr(*value);
                }
                self.out.push('>');
            }
            AttrKind::Location(loc) => {
                self.out.push_str("loc(");
                self.print_loc_itself(*loc);
                self.out.push(')');
            }
            AttrKind::Opaque { dialect, body, .. } => {
                write_dialect_symbol(&mut self.out, '#', ctx.str(*dialect), body);
            }
            AttrKind::Typed { dialect, data } => {
                write_dialect_symbol(&mut self.out, '#', ctx.str(*dialect), &data.to_string());
            }
        }
        if let Some(ty) = ty.filter(|_| suffix != TypeSuffix::Never) {
            self.out.push_str(" : ");
            self.print_type(ty);
        }
    }

    /// Prints `name = value`, or the name alone of a unit attribute.
    pub fn print_named_attr(&mut self, name: Ident, value: Attr) {
        write_keyword_or_string(&mut self.out, self.ctx.str(name));
        if value != self.ctx.unit() {
            self.out.push_str(" = ");
            self.print_attr(value);
        }
    }

    /// Prints `{name = value, …}`.
    pub fn print_attr_dict(&mut self, entries: &[(Ident, Attr)]) {
        self.out.push('{');
        self.separated(entries, |p, e| p.print_named_attr(e.0, e.1));
        self.out.push('}');
    }

    pub(super) fn print_integer(&mut self, value: &crate::apint::ApInt, signed: bool) {
        match value.as_i64().filter(|_| signed) {
            Some(small) => self.number(small),
            None => self.out.push_str(&value.to_decimal(signed)),
        }
    }

    /// Prints `loc(…)`, or `loc(#alias)`.
    pub fn print_loc(&mut self, loc: Loc) {
        self.out.push_str("loc(");
        self.print_loc_instance(loc);
        self.out.push(')');
    }

    /// Prints `loc(…)`, not the alias of the whole.
    pub fn print_loc_in_full(&mut self, loc: Loc) {
        self.out.push_str("loc(");
        self.print_loc_itself(loc);
        self.out.push(')');
    }

    fn print_loc_instance(&mut self, loc: Loc) {
        match self.names.and_then(|n| n.of_loc(self.ctx, loc)) {
            Some(name) => self.out.push_str(name),
            None => self.print_loc_itself(loc),
        }
    }

    fn print_loc_itself(&mut self, loc: Loc) {
        let ctx = self.ctx;
        match ctx.loc_kind(loc) {
            LocKind::Unknown => self.out.push_str("unknown"),
            LocKind::FileLineCol { file, line, col } => {
                write_quoted(&mut self.out, ctx.str(file).as_bytes());
                self.number(format_args!(":{line}:{col}"));
            }
            LocKind::FileRange { file, start, end } => {
                write_quoted(&mut self.out, ctx.str(file).as_bytes());
                self.print_range(start, end);
            }
            LocKind::Name { name, child } => {
                write_quoted(&mut self.out, ctx.str(name).as_bytes());
                if ctx.loc_kind(child) != LocKind::Unknown {
                    self.out.push('(');
                    self.print_loc_instance(child);
                    self.out.push(')');
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.out.push_str("callsite(");
                self.print_loc_instance(callee);
                self.out.push_str(" at ");
                self.print_loc_instance(caller);
                self.out.push(')');
            }
            LocKind::Fused { metadata, locs } => {
                self.out.push_str("fused");
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.print_attr(metadata);
                    self.out.push('>');
                }
                self.out.push('[');
                self.separated(locs, |p, &l| p.print_loc_instance(l));
                self.out.push(']');
            }
        }
    }

    /// From which line and column to which, behind the name of the file.
    fn print_range(&mut self, start: (u32, u32), end: (u32, u32)) {
        self.number(format_args!(":{}:{} to ", start.0, start.1));
        if start.0 != end.0 {
            self.number(end.0);
        }
        self.number(format_args!(":{}", end.1));
    }

    /// Prints a location as people would write it, without `loc(…)`; it does not read back.
    pub fn print_pretty_loc(&mut self, loc: Loc) {
        let ctx = self.ctx;
        match ctx.loc_kind(loc) {
            LocKind::Unknown => self.out.push_str("[unknown]"),
            LocKind::FileLineCol { file, line, col } => {
                self.out.push_str(ctx.str(file));
                self.number(format_args!(":{line}:{col}"));
            }
            LocKind::FileRange { file, start, end } => {
                self.out.push_str(ctx.str(file));
                self.print_range(start, end);
            }
            LocKind::Name { name, child } => {
                write_quoted(&mut self.out, ctx.str(name).as_bytes());
                if ctx.loc_kind(child) != LocKind::Unknown {
                    self.out.push('(');
                    self.print_pretty_part(child);
                    self.out.push(')');
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.print_pretty_part(callee);
                let short = matches!(ctx.loc_kind(callee), LocKind::Name { .. })
                    && matches!(ctx.loc_kind(caller), LocKind::FileLineCol { .. });
                self.out.push_str(if short { " at " } else { "\n at " });
                self.print_pretty_part(caller);
            }
            LocKind::Fused { metadata, locs } => {
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.print_attr(metadata);
                    self.out.push('>');
                }
                self.out.push('[');
                self.separated(locs, |p, &l| p.print_pretty_part(l));
                self.out.push(']');
            }
        }
    }

    fn print_pretty_part(&mut self, loc: Loc) {
        match self.names.and_then(|n| n.of_loc(self.ctx, loc)) {
            Some(name) => self.out.push_str(name),
            None => self.print_pretty_loc(loc),
        }
    }
}
