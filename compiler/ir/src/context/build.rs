//! Constructors of the common types, attributes and locations.

use super::{Context, Ident};
use crate::affine::{AffineMap, IntegerSet};
use crate::apint::ApInt;
use crate::attributes::{Attr, AttrKind, FloatBits, TypedAttr};
use crate::location::{Loc, LocData, LocKind};
use crate::types::{FloatKind, Signedness, Type, TypeKind};

/// Types.
impl Context {
    /// `i1`
    pub fn i1(&self) -> Type {
        self.common.i1
    }
    /// `i8`
    pub fn i8(&self) -> Type {
        self.common.i8
    }
    /// `i16`
    pub fn i16(&self) -> Type {
        self.common.i16
    }
    /// `i32`
    pub fn i32(&self) -> Type {
        self.common.i32
    }
    /// `i64`
    pub fn i64(&self) -> Type {
        self.common.i64
    }
    /// `f32`
    pub fn f32(&self) -> Type {
        self.float(FloatKind::F32)
    }
    /// `f64`
    pub fn f64(&self) -> Type {
        self.float(FloatKind::F64)
    }
    /// `index`
    pub fn index(&self) -> Type {
        self.common.index
    }
    /// `none`
    pub fn none(&self) -> Type {
        self.common.none
    }
    /// A signless integer type.
    pub fn int(&self, width: u32) -> Type {
        self.int_with_sign(width, Signedness::Signless)
    }
    /// An integer type. Widths beyond [`crate::types::MAX_INTEGER_WIDTH`] are cut to it.
    pub fn int_with_sign(&self, width: u32, sign: Signedness) -> Type {
        self.intern_type(TypeKind::Integer { width: width.min(crate::types::MAX_INTEGER_WIDTH), sign })
    }
    /// A float type.
    pub fn float(&self, kind: FloatKind) -> Type {
        self.common.floats[kind as usize]
    }
    /// `complex<elem>`
    pub fn complex(&self, elem: Type) -> Type {
        self.intern_type(TypeKind::Complex(elem))
    }
    /// `(inputs) -> results`
    pub fn function(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.intern_type(TypeKind::Function { inputs: inputs.into(), results: results.into() })
    }
    /// `tensor<dims x elem>`; [`crate::types::DYNAMIC`] is `?`.
    pub fn tensor(&self, dims: &[i64], elem: Type) -> Type {
        self.intern_type(TypeKind::RankedTensor { dims: dims.into(), elem, encoding: None })
    }
    /// `tensor<*xelem>`
    pub fn unranked_tensor(&self, elem: Type) -> Type {
        self.intern_type(TypeKind::UnrankedTensor(elem))
    }
    /// `tuple<elems>`
    pub fn tuple(&self, elems: &[Type]) -> Type {
        self.intern_type(TypeKind::Tuple(elems.into()))
    }
    /// `!dialect.body`, for example `ctx.opaque_type("tfrt", "chain")`.
    pub fn opaque_type(&self, dialect: &str, body: &str) -> Type {
        self.intern_type(TypeKind::Opaque { dialect: self.ident(dialect), body: body.into() })
    }
    /// Whether `ty` is `!dialect.body`.
    pub fn is_opaque_type(&self, ty: Type, dialect: &str, body: &str) -> bool {
        match self.type_kind(ty) {
            TypeKind::Opaque { dialect: d, body: b } => **b == *body && self.str(*d) == dialect,
            _ => false,
        }
    }
    /// Whether a type is an integer, `index` or a float.
    pub fn is_int_index_float(&self, ty: Type) -> bool {
        self.int_or_float_width(ty).is_some()
    }
    /// Bits of an integer (`index`: 64) or float type.
    pub fn int_or_float_width(&self, ty: Type) -> Option<u32> {
        match *self.type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(width),
            TypeKind::Index => Some(64),
            TypeKind::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }
}

/// Attributes.
impl Context {
    /// `unit`
    pub fn unit(&self) -> Attr {
        self.common.unit
    }
    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attr {
        self.common.bools[usize::from(value)]
    }
    /// An integer of an integer type or `index`: the low bits of `value`. Of any other type: of `i64`.
    pub fn int_attr(&self, ty: Type, value: i64) -> Attr {
        let (ty, width) = match *self.type_kind(ty) {
            TypeKind::Integer { width, .. } => (ty, width),
            TypeKind::Index => (ty, 64),
            _ => (self.i64(), 64),
        };
        self.intern_attr(AttrKind::Integer { ty, value: ApInt::from_i64(width, value) })
    }
    /// `value : i32`
    pub fn i32_attr(&self, value: i32) -> Attr {
        self.int_attr(self.i32(), i64::from(value))
    }
    /// `value : i64`
    pub fn i64_attr(&self, value: i64) -> Attr {
        self.int_attr(self.i64(), value)
    }
    /// The bits of a float format as an attribute.
    pub fn float_bits_attr(&self, kind: FloatKind, bits: u128) -> Attr {
        let bits = if kind.width() == 128 { bits } else { bits & ((1 << kind.width()) - 1) };
        self.intern_attr(AttrKind::Float { ty: self.float(kind), bits: FloatBits::new(bits) })
    }
    /// `value : f32`
    pub fn f32_attr(&self, value: f32) -> Attr {
        self.float_bits_attr(FloatKind::F32, u128::from(value.to_bits()))
    }
    /// `value : f64`
    pub fn f64_attr(&self, value: f64) -> Attr {
        self.float_bits_attr(FloatKind::F64, u128::from(value.to_bits()))
    }
    /// `"text"`
    pub fn string_attr(&self, bytes: impl AsRef<[u8]>) -> Attr {
        self.intern_attr(AttrKind::String { bytes: bytes.as_ref().into(), ty: None })
    }
    /// `[elems]`
    pub fn array_attr(&self, elems: &[Attr]) -> Attr {
        if elems.is_empty() {
            return self.common.empty_array;
        }
        self.intern_attr(AttrKind::Array(elems.into()))
    }
    /// A dictionary, sorted by name here. Of entries with the same name the last stays.
    pub fn dict(&self, mut entries: Vec<(Ident, Attr)>) -> Attr {
        if entries.is_empty() {
            return self.common.empty_dict;
        }
        self.sort_entries(&mut entries);
        self.intern_attr(AttrKind::Dict(entries.into()))
    }
    /// Sorts attributes by name, as dictionaries and operations keep them. Of entries with the same name the last stays.
    pub fn sort_entries(&self, entries: &mut Vec<(Ident, Attr)>) {
        if entries.is_sorted_by(|a, b| self.str(a.0) < self.str(b.0)) {
            return;
        }
        entries.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
        entries.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = later.1;
            }
            same
        });
    }
    /// `{}`
    pub fn empty_dict(&self) -> Attr {
        self.common.empty_dict
    }
    /// The entries of a dictionary.
    pub fn dict_entries(&self, attr: Attr) -> Option<&[(Ident, Attr)]> {
        match self.attr_kind(attr) {
            AttrKind::Dict(entries) => Some(entries),
            _ => None,
        }
    }
    /// The entry of a dictionary.
    pub fn dict_get(&self, attr: Attr, name: Ident) -> Option<Attr> {
        self.dict_entries(attr)?.iter().find(|e| e.0 == name).map(|e| e.1)
    }
    /// The elements of an array.
    pub fn array_elems(&self, attr: Attr) -> Option<&[Attr]> {
        match self.attr_kind(attr) {
            AttrKind::Array(elems) => Some(elems),
            _ => None,
        }
    }
    /// `@name`
    pub fn symbol_ref(&self, name: &str) -> Attr {
        self.symbol_ref_ident(self.ident(name))
    }
    /// `@name`
    pub fn symbol_ref_ident(&self, root: Ident) -> Attr {
        self.nested_symbol_ref(root, &[])
    }
    /// `@root::@nested…`
    pub fn nested_symbol_ref(&self, root: Ident, nested: &[Ident]) -> Attr {
        self.intern_attr(AttrKind::SymbolRef { root, nested: nested.into() })
    }
    /// The symbol of a reference without nesting.
    pub fn flat_symbol(&self, attr: Attr) -> Option<Ident> {
        match self.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
            _ => None,
        }
    }
    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.intern_attr(AttrKind::Type(ty))
    }
    /// The type a type attribute holds.
    pub fn attr_as_type(&self, attr: Attr) -> Option<Type> {
        match *self.attr_kind(attr) {
            AttrKind::Type(ty) => Some(ty),
            _ => None,
        }
    }
    /// The bytes of a string attribute.
    pub fn attr_as_bytes(&self, attr: Attr) -> Option<&[u8]> {
        match self.attr_kind(attr) {
            AttrKind::String { bytes, .. } => Some(bytes),
            _ => None,
        }
    }
    /// The text of a string attribute, if it is UTF-8.
    pub fn attr_as_str(&self, attr: Attr) -> Option<&str> {
        std::str::from_utf8(self.attr_as_bytes(attr)?).ok()
    }
    /// The value of an integer attribute read with a sign (`ui…`: without), if it fits.
    pub fn attr_as_i64(&self, attr: Attr) -> Option<i64> {
        match self.attr_kind(attr) {
            AttrKind::Integer { ty, value } => match self.type_kind(*ty) {
                TypeKind::Integer { sign: Signedness::Unsigned, .. } => {
                    value.as_u64().and_then(|v| v.try_into().ok())
                }
                _ => value.as_i64(),
            },
            _ => None,
        }
    }
    /// `true` or `false`
    pub fn attr_as_bool(&self, attr: Attr) -> Option<bool> {
        match attr {
            a if a == self.common.bools[0] => Some(false),
            a if a == self.common.bools[1] => Some(true),
            _ => None,
        }
    }
    /// The type of a typed attribute; see [`AttrKind::ty`].
    pub fn attr_type(&self, attr: Attr) -> Option<Type> {
        self.attr_kind(attr).ty()
    }
    /// `affine_map<…>`
    pub fn affine_map_attr(&self, map: AffineMap) -> Attr {
        self.intern_attr(AttrKind::AffineMap(Box::new(map)))
    }
    /// `affine_set<…>`
    pub fn integer_set_attr(&self, set: IntegerSet) -> Attr {
        self.intern_attr(AttrKind::IntegerSet(Box::new(set)))
    }
    /// `#dialect.body`
    pub fn opaque_attr(&self, dialect: &str, body: &str) -> Attr {
        self.intern_attr(AttrKind::Opaque { dialect: self.ident(dialect), body: body.into(), ty: None })
    }
    /// `#dialect.body`, of which the dialect keeps this value.
    pub fn typed_attr(&self, dialect: &str, data: TypedAttr) -> Attr {
        self.intern_attr(AttrKind::Typed { dialect: self.ident(dialect), data })
    }
    /// The value of this type that a dialect keeps as an attribute.
    pub fn typed_data<T: std::any::Any>(&self, attr: Attr) -> Option<&T> {
        match self.attr_kind(attr) {
            AttrKind::Typed { data, .. } => data.get(),
            _ => None,
        }
    }
    /// The body of `#dialect.body`.
    pub fn opaque_body(&self, attr: Attr, dialect: &str) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::Opaque { dialect: d, body, .. } if self.str(*d) == dialect => Some(body),
            _ => None,
        }
    }
}

/// Locations.
impl Context {
    /// `unknown`
    pub fn unknown_loc(&self) -> Loc {
        self.common.unknown
    }
    /// `"file":line:col`; the same handle as [`Source::loc`](crate::location::Source::loc) where the file is a registered source that has
    /// this position.
    pub fn file_loc(&self, file: Ident, line: u32, col: u32) -> Loc {
        if let Some((source, lines)) = self.latest_source(file)
            && let Some(offset) = lines.offset(line, col)
        {
            return source.loc(offset as usize);
        }
        self.intern_loc(LocData::FileLineCol { file, line, col })
    }
    /// `"file":line:col to line:col`; a range of one position is that position.
    pub fn file_range_loc(&self, file: Ident, start: (u32, u32), end: (u32, u32)) -> Loc {
        if start == end {
            return self.file_loc(file, start.0, start.1);
        }
        self.intern_loc(LocData::FileRange(file, Box::new([start.0, start.1, end.0, end.1])))
    }
    /// `"name"(child)`
    pub fn name_loc(&self, name: Ident, child: Loc) -> Loc {
        self.intern_loc(LocData::Name { name, child })
    }
    /// `callsite(callee at caller)`
    pub fn callsite_loc(&self, callee: Loc, caller: Loc) -> Loc {
        self.intern_loc(LocData::CallSite { callee, caller })
    }
    /// `fused<metadata>[locs]`. Nested fusions with the same metadata are merged, unknown parts and repetitions go. Without
    /// metadata one part is itself and none is unknown.
    pub fn fused_loc(&self, locs: &[Loc], metadata: Option<Attr>) -> Loc {
        let mut parts: Vec<Loc> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for loc in locs {
            let group = match self.loc_kind(*loc) {
                LocKind::Fused { metadata: inner, locs } if inner == metadata => locs,
                _ => std::slice::from_ref(loc),
            };
            parts.extend(group.iter().copied().filter(|&l| l != self.unknown_loc() && seen.insert(l)));
        }
        match (&parts[..], metadata) {
            ([], None) => return self.unknown_loc(),
            ([one], None) => return *one,
            ([], Some(_)) => parts.push(self.unknown_loc()),
            _ => {}
        }
        self.intern_loc(LocData::Fused(Box::new((metadata, parts.into()))))
    }
    /// A location as an attribute.
    pub fn loc_attr(&self, loc: Loc) -> Attr {
        self.intern_attr(AttrKind::Location(loc))
    }
    /// The first file position a location leads to: itself, the name's child, the callee, the first fused part that has one.
    pub fn file_position(&self, loc: Loc) -> Option<(Ident, u32, u32)> {
        let mut pending = vec![loc];
        while let Some(loc) = pending.pop() {
            match self.loc_kind(loc) {
                LocKind::Unknown => {}
                LocKind::FileLineCol { file, line, col } => return Some((file, line, col)),
                LocKind::FileRange { file, start, .. } => return Some((file, start.0, start.1)),
                LocKind::Name { child, .. } => pending.push(child),
                LocKind::CallSite { callee, .. } => pending.push(callee),
                LocKind::Fused { locs, .. } => pending.extend(locs.iter().rev()),
            }
        }
        None
    }

    /// The first name in a location, such as that of a layer which an importer gave it.
    pub fn loc_name(&self, loc: Loc) -> Option<Ident> {
        let mut pending = vec![loc];
        while let Some(loc) = pending.pop() {
            match self.loc_kind(loc) {
                LocKind::Unknown | LocKind::FileLineCol { .. } | LocKind::FileRange { .. } => {}
                LocKind::Name { name, .. } => return Some(name),
                LocKind::CallSite { callee, .. } => pending.push(callee),
                LocKind::Fused { locs, .. } => pending.extend(locs.iter().rev()),
            }
        }
        None
    }
}
