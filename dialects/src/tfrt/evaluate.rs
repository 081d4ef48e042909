//! Constant evaluation of scalar operations.
//!
//! Evaluation agrees bit for bit with the kernels and never becomes a failure: a division that would fail, or whose
//! result is not a number of the type, is left to run.

use smallvec::{SmallVec, smallvec};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::effects::Effects;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

type Evaluated = SmallVec<[Attr; 2]>;

pub(crate) fn constant(op: OpRef<'_>, _operands: &[Option<Attr>]) -> Option<Evaluated> {
    op.attr("value").map(|value| smallvec![value])
}

pub(super) fn add(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Evaluated> {
    let (lhs, rhs) = both(operands)?;
    if let Some((lhs, rhs)) = floats(op.ctx, lhs, rhs) {
        return lhs.add(rhs).map(|sum| smallvec![sum.attr(op.ctx)]);
    }
    integer(op.ctx, lhs, rhs, i64::wrapping_add)
}

pub(super) fn mul(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Evaluated> {
    let (lhs, rhs) = both(operands)?;
    integer(op.ctx, lhs, rhs, i64::wrapping_mul)
}

pub(super) fn and(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Evaluated> {
    let as_bool = |attr: &Option<Attr>| attr.and_then(|attr| op.ctx.attr_as_bool(attr));
    match [as_bool(operands.first()?), as_bool(operands.get(1)?)] {
        [Some(lhs), Some(rhs)] => Some(smallvec![op.ctx.bool_attr(lhs && rhs)]),
        _ => None,
    }
}

pub(super) fn equal(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Evaluated> {
    let (lhs, rhs) = both(operands)?;
    let (lhs, rhs) = (op.ctx.attr_as_i64(lhs)?, op.ctx.attr_as_i64(rhs)?);
    Some(smallvec![op.ctx.bool_attr(lhs == rhs)])
}

pub(super) fn div(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Evaluated> {
    let (lhs, rhs) = both(operands)?;
    let ty = op.ctx.attr_type(lhs)?;
    let (lhs, rhs) = (op.ctx.attr_as_i64(lhs)?, op.ctx.attr_as_i64(rhs)?);
    // The quotient of the least integer and -1 does not fit.
    if rhs == 0 || rhs == -1 {
        return None;
    }
    Some(smallvec![op.ctx.int_attr(ty, lhs / rhs), op.ctx.int_attr(ty, lhs % rhs)])
}

/// A division is free of failure when its divisor is a constant other than zero.
pub(super) fn division_effects(op: OpRef<'_>) -> Effects {
    let divisor = op.operands().nth(1).and_then(|value| op.body.defining_op(value)).map(|def| op.at(def));
    let constant = divisor.filter(|def| def.name_str().starts_with("tfrt.constant"));
    let value = constant.and_then(|def| def.attr("value")).and_then(|value| op.ctx.attr_as_i64(value));
    match value {
        Some(value) if value != 0 => Effects::NONE,
        _ => Effects::MAY_FAIL,
    }
}

/// The `tfrt.constant.*` operation of a scalar.
pub(crate) fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    if ctx.attr_type(value) != Some(ty) {
        return None;
    }
    let name = match ctx.type_kind(ty) {
        TypeKind::Integer { width: 1, sign: Signedness::Signless } => "tfrt.constant.i1",
        TypeKind::Integer { width: 32, sign: Signedness::Signless } => "tfrt.constant.i32",
        TypeKind::Integer { width: 64, sign: Signedness::Signless } => "tfrt.constant.i64",
        TypeKind::Integer { width: 32, sign: Signedness::Unsigned } => "tfrt.constant.ui32",
        TypeKind::Integer { width: 64, sign: Signedness::Unsigned } => "tfrt.constant.ui64",
        TypeKind::Float(FloatKind::F16) => "tfrt.constant.f16",
        TypeKind::Float(FloatKind::BF16) => "tfrt.constant.bf16",
        TypeKind::Float(FloatKind::F32) => "tfrt.constant.f32",
        TypeKind::Float(FloatKind::F64) => "tfrt.constant.f64",
        _ => return None,
    };
    Some(OpState::new(ctx.ident(name), loc).attr(ctx.ident("value"), value).results(&[ty]))
}

fn both(operands: &[Option<Attr>]) -> Option<(Attr, Attr)> {
    match operands {
        [Some(lhs), Some(rhs)] => Some((*lhs, *rhs)),
        _ => None,
    }
}

fn integer(ctx: &Context, lhs: Attr, rhs: Attr, compute: fn(i64, i64) -> i64) -> Option<Evaluated> {
    let ty = ctx.attr_type(lhs)?;
    let value = compute(ctx.attr_as_i64(lhs)?, ctx.attr_as_i64(rhs)?);
    // The attribute keeps the low bits, which is what wrapping around at its width means.
    Some(smallvec![ctx.int_attr(ty, value)])
}

#[derive(Clone, Copy)]
enum Float {
    F32(f32),
    F64(f64),
}

impl Float {
    fn read(ctx: &Context, attr: Attr) -> Option<Float> {
        let AttrKind::Float { ty, bits } = *ctx.attr_kind(attr) else { return None };
        match ctx.type_kind(ty) {
            TypeKind::Float(FloatKind::F32) => Some(Float::F32(f32::from_bits(bits.get() as u32))),
            TypeKind::Float(FloatKind::F64) => Some(Float::F64(f64::from_bits(bits.get() as u64))),
            _ => None,
        }
    }

    /// The sum, unless it is not a number: which one is the kernel's business.
    fn add(self, other: Float) -> Option<Float> {
        match (self, other) {
            (Float::F32(a), Float::F32(b)) => Some(a + b).filter(|sum| !sum.is_nan()).map(Float::F32),
            (Float::F64(a), Float::F64(b)) => Some(a + b).filter(|sum| !sum.is_nan()).map(Float::F64),
            _ => None,
        }
    }

    fn attr(self, ctx: &Context) -> Attr {
        match self {
            Float::F32(value) => ctx.f32_attr(value),
            Float::F64(value) => ctx.f64_attr(value),
        }
    }
}

fn floats(ctx: &Context, lhs: Attr, rhs: Attr) -> Option<(Float, Float)> {
    Some((Float::read(ctx, lhs)?, Float::read(ctx, rhs)?))
}
