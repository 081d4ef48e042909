//! Constant numbers of any shape as bit patterns: the form in which folds read operands, compute, and write
//! attributes.
//!
//! A scalar is one element; so is a dense attribute whose elements are all equal. Integers of more than 128 bits, floats of more than 64 and
//! complex numbers are not read, so operations on them do not fold.

use smallvec::SmallVec;
use tfrt_ir::apint::ApInt;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::dense::{DenseView, element_layout, make_dense, read_bits};
use tfrt_ir::entity::Value;
use tfrt_ir::float;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::types::{FloatKind, Signedness, Type, TypeKind};

/// An integer of at most 128 bits; bits above the width are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Int {
    bits: u128,
    width: u32,
}

impl Int {
    /// The low bits of a number.
    pub(crate) fn new(width: u32, bits: u128) -> Self {
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        Self { bits: bits & mask, width }
    }

    /// The low bits of `value`, with the width of this integer.
    pub(crate) fn wrap(self, value: i128) -> Self {
        Self::new(self.width, value as u128)
    }

    /// Read with a sign, if the width of this integer can hold it.
    pub(crate) fn exactly(self, value: i128) -> Option<Self> {
        let wrapped = self.wrap(value);
        (wrapped.wide() == value).then_some(wrapped)
    }

    pub(crate) fn bits(self) -> u128 {
        self.bits
    }

    pub(crate) fn width(self) -> u32 {
        self.width
    }

    /// Read with a sign.
    pub(crate) fn wide(self) -> i128 {
        let shift = 128 - self.width.clamp(1, 128);
        ((self.bits << shift) as i128) >> shift
    }

    /// The sum; overflow wraps around.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.width, self.bits.wrapping_add(other.bits))
    }

    /// The difference; overflow wraps around.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self::new(self.width, self.bits.wrapping_sub(other.bits))
    }

    /// The product; overflow wraps around.
    pub(crate) fn times(self, other: Self) -> Self {
        Self::new(self.width, self.bits.wrapping_mul(other.bits))
    }

    pub(crate) fn is_zero(self) -> bool {
        self.bits == 0
    }

    pub(crate) fn is_one(self) -> bool {
        self.bits == 1
    }

    pub(crate) fn is_all_ones(self) -> bool {
        self == self.wrap(-1)
    }

    /// The largest number when read with a sign.
    pub(crate) fn is_max(self) -> bool {
        self.wide() == i128::MAX >> (128 - self.width)
    }

    /// The smallest number when read with a sign.
    pub(crate) fn is_min(self) -> bool {
        self.wide() == i128::MIN >> (128 - self.width)
    }
}

/// The elements of a constant.
pub(crate) struct Numbers {
    /// The format, if they are floats.
    pub(crate) float: Option<FloatKind>,
    /// Bits of an element.
    pub(crate) width: u32,
    /// All elements, or one that all are equal to.
    pub(crate) elements: SmallVec<[u128; 4]>,
    /// Whether they are a shaped constant.
    shaped: bool,
    splat: bool,
}

impl Numbers {
    /// The elements of a constant, if they can be computed with.
    pub(crate) fn read(ctx: &Context, attr: Attr) -> Option<Self> {
        match ctx.attr_kind(attr) {
            AttrKind::Integer { value, .. } if value.width() <= 128 && value.width() > 0 => Some(Self {
                float: None,
                width: value.width(),
                elements: SmallVec::from_slice(&[read_bits(&value.to_le_bytes())]),
                shaped: false,
                splat: true,
            }),
            AttrKind::Float { ty, bits } => match *ctx.type_kind(*ty) {
                TypeKind::Float(kind) if kind.width() <= 64 => Some(Self {
                    float: Some(kind),
                    width: kind.width(),
                    elements: SmallVec::from_slice(&[bits.get()]),
                    shaped: false,
                    splat: true,
                }),
                _ => None,
            },
            AttrKind::DenseElements { splat, .. } => {
                let view = DenseView::new(ctx, attr)?;
                let most = if view.layout.float.is_some() { 64 } else { 128 };
                if view.layout.parts != 1 || view.layout.width > most || view.layout.width == 0 {
                    return None;
                }
                Some(Self {
                    float: view.layout.float,
                    width: view.layout.width,
                    elements: view.stored().map(read_bits).collect(),
                    shaped: true,
                    splat: *splat,
                })
            }
            _ => None,
        }
    }

    /// The one element, if all are equal.
    pub(crate) fn single(&self) -> Option<u128> {
        if self.splat { self.elements.first().copied() } else { None }
    }

    fn len(&self) -> Option<usize> {
        (!self.splat).then_some(self.elements.len())
    }

    fn get(&self, index: usize) -> u128 {
        self.elements[if self.splat { 0 } else { index }]
    }
}

/// The constant of a type that has these elements, or the one that all are equal to.
pub(crate) fn write(ctx: &Context, ty: Type, elements: &[u128]) -> Option<Attr> {
    let kind = ctx.type_kind(ty);
    if !kind.is_shaped() {
        let &[bits] = elements else { return None };
        return match *kind {
            TypeKind::Integer { width, .. } if width <= 128 => {
                let value = ApInt::from_words(width, &[bits as u64, (bits >> 64) as u64]);
                Some(ctx.intern_attr(AttrKind::Integer { ty, value }))
            }
            TypeKind::Index => {
                Some(ctx.intern_attr(AttrKind::Integer { ty, value: ApInt::from_u64(64, bits as u64) }))
            }
            TypeKind::Float(kind) => Some(ctx.float_bits_attr(kind, bits)),
            _ => None,
        };
    }
    if !is_static(ctx, ty) {
        return None;
    }
    let size = element_layout(ctx, kind.element_type()?)?.bytes();
    if size > size_of::<u128>() {
        return None;
    }
    let data = elements.iter().flat_map(|bits| bits.to_le_bytes()[..size].to_vec()).collect();
    Some(make_dense(ctx, ty, data))
}

/// Whether a type is not a tensor, or a tensor with all dimensions known.
pub(crate) fn is_static(ctx: &Context, ty: Type) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::Vector { .. } => true,
        kind if kind.is_shaped() => kind.num_elements().is_some(),
        _ => true,
    }
}

/// The type of the elements of a shaped type; another type itself.
pub(crate) fn scalar_type(ctx: &Context, ty: Type) -> Type {
    let kind = ctx.type_kind(ty);
    if kind.is_shaped() { kind.element_type().unwrap_or(ty) } else { ty }
}

/// The width of an integer type or of `index`.
pub(crate) fn int_width(ctx: &Context, ty: Type) -> Option<u32> {
    match *ctx.type_kind(scalar_type(ctx, ty)) {
        TypeKind::Integer { width, sign: Signedness::Signless } => Some(width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// The format of a float type.
pub(crate) fn float_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match *ctx.type_kind(scalar_type(ctx, ty)) {
        TypeKind::Float(kind) => Some(kind),
        _ => None,
    }
}

/// The constant of type `to` whose elements are all this integer.
pub(crate) fn splat_int(ctx: &Context, to: Type, value: i64) -> Option<Attr> {
    let width = int_width(ctx, to)?;
    write(ctx, to, &[Int::new(width, i128::from(value) as u128).bits()])
}

/// The constant of type `to` whose elements are all this truth value.
pub(crate) fn splat_bool(ctx: &Context, to: Type, value: bool) -> Option<Attr> {
    write(ctx, to, &[u128::from(value)])
}

/// Applies a function to each element.
pub(crate) fn map(
    ctx: &Context,
    a: Attr,
    to: Type,
    f: impl FnMut(&Numbers, u128) -> Option<u128>,
) -> Option<Attr> {
    let a = Numbers::read(ctx, a)?;
    let mut f = f;
    let elements: Option<SmallVec<[u128; 4]>> = a.elements.iter().map(|&bits| f(&a, bits)).collect();
    write(ctx, to, &elements?)
}

/// Applies a function to the elements of two constants of one shape, pair by pair.
pub(crate) fn map2(
    ctx: &Context,
    a: Attr,
    b: Attr,
    to: Type,
    mut f: impl FnMut(u128, u128) -> Option<u128>,
) -> Option<Attr> {
    let (a, b) = (Numbers::read(ctx, a)?, Numbers::read(ctx, b)?);
    if a.shaped != b.shaped {
        return None;
    }
    let len = match (a.len(), b.len()) {
        (Some(a), Some(b)) if a != b => return None,
        (a, b) => a.or(b).unwrap_or(1),
    };
    let elements: Option<SmallVec<[u128; 4]>> = (0..len).map(|i| f(a.get(i), b.get(i))).collect();
    write(ctx, to, &elements?)
}

/// Applies a function to the integers of two constants, pair by pair.
pub(crate) fn map_ints(
    ctx: &Context,
    (a, b): (Attr, Attr),
    to: Type,
    mut f: impl FnMut(Int, Int) -> Option<Int>,
) -> Option<Attr> {
    let width = int_width(ctx, ctx.attr_type(a)?)?;
    map2(ctx, a, b, to, |a, b| f(Int::new(width, a), Int::new(width, b)).map(Int::bits))
}

/// Applies a function to the floats of two constants, pair by pair. The function computes with `f64`, which holds every number of
/// the formats that are folded, and rounds the same as they do.
pub(crate) fn map_floats(
    ctx: &Context,
    (a, b): (Attr, Attr),
    to: Type,
    f: impl Fn(f64, f64) -> f64,
) -> Option<Attr> {
    let kind = float_kind(ctx, to)?;
    if kind.width() > 64 {
        return None;
    }
    map2(ctx, a, b, to, |a, b| {
        let (x, y) = (to_f64(kind, a), to_f64(kind, b));
        // A NaN is handed on as it is.
        if x.is_nan() || y.is_nan() {
            return Some(if x.is_nan() { a } else { b });
        }
        Some(from_f64(kind, f(x, y)))
    })
}

/// The value of a bit pattern.
pub(crate) fn to_f64(kind: FloatKind, bits: u128) -> f64 {
    float::to_f64(kind, bits)
}

/// The bit pattern nearest to a value; of a NaN the positive quiet one.
pub(crate) fn from_f64(kind: FloatKind, value: f64) -> u128 {
    if value.is_nan() {
        return float::from_f64(kind, f64::from_bits(0x7ff8_0000_0000_0000));
    }
    float::from_f64(kind, value)
}

/// The integer a value always is, in all its elements.
pub(crate) fn known_int(op: OpRef<'_>, value: Value) -> Option<Int> {
    int_of(op.ctx, constant_value(op.ctx, op.body, value)?)
}

/// The integer that all elements of a constant are.
pub(crate) fn int_of(ctx: &Context, attr: Attr) -> Option<Int> {
    let numbers = Numbers::read(ctx, attr)?;
    if numbers.float.is_some() {
        return None;
    }
    Some(Int::new(numbers.width, numbers.single()?))
}

/// The float that all elements of a constant are.
pub(crate) fn float_of(ctx: &Context, attr: Attr) -> Option<f64> {
    let numbers = Numbers::read(ctx, attr)?;
    Some(to_f64(numbers.float?, numbers.single()?))
}
