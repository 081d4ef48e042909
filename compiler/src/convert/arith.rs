//! Arithmetic of any type becomes kernels of one type: those of `tfrt` where it has them, else those of `tfrt_arith`.

use tfrt_dialects::{FLOAT_PREDICATES, INTEGER_PREDICATES};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use super::converted_type;

/// The kernel that an operation of `arith` becomes.
pub(super) enum Kernel {
    /// A kernel on the operands, in reverse if `swapped`.
    Call { name: String, swapped: bool },
    /// A kernel of wider floats than there are in the program: operands are extended first, results cut afterwards, each by the
    /// kernel that is named.
    Widened { extend: Option<String>, name: String, truncate: Option<String>, wide: Type },
    /// A constant, by this kernel.
    Constant { name: &'static str, value: Attr },
    /// Its operand.
    Same,
}

/// The kernel for an operation; `None` if there is none for its types.
pub(super) fn kernel(op: OpRef<'_>) -> Option<Kernel> {
    let ctx = op.ctx;
    let result = op.result_types().next()?;
    if let Some(name) = op.name_str().strip_prefix("math.") {
        return math(op, name);
    }
    let name = op.name_str().strip_prefix("arith.")?;
    let call = |name: String, swapped: bool| {
        ctx.dialects().definition_by_name(&name).map(|_| Kernel::Call { name, swapped })
    };
    match name {
        "constant" => constant(ctx, op.attr("value")?),
        "cmpi" | "cmpf" => {
            let number = usize::try_from(ctx.attr_as_i64(op.attr("predicate")?)?).ok()?;
            let predicate = if name == "cmpi" {
                *INTEGER_PREDICATES.get(number)?
            } else {
                *FLOAT_PREDICATES.get(number)?
            };
            let suffix = suffix(ctx, op.operand_types().next()?)?;
            // "Greater" is "less" the other way round.
            let (predicate, swapped) = match predicate {
                "true" | "false" => return constant(ctx, ctx.bool_attr(predicate == "true")),
                "sgt" => ("slt", true),
                "sge" => ("sle", true),
                "ugt" => ("ult", true),
                "uge" => ("ule", true),
                "ogt" => ("olt", true),
                "oge" => ("ole", true),
                _ => (predicate, false),
            };
            match (name, predicate, suffix) {
                ("cmpi", "eq", "i32" | "i64") => call(format!("tfrt.equal.{suffix}"), false),
                ("cmpi", "sle", "i32" | "i64") => call(format!("tfrt.lessequal.{suffix}"), swapped)
                    .or_else(|| call(format!("tfrt_arith.cmpi_sle.{suffix}"), swapped)),
                _ => call(format!("tfrt_arith.{name}_{predicate}.{suffix}"), swapped),
            }
        }
        "select" => match op.operand_types().next() == Some(ctx.i1()) {
            true => call(format!("tfrt_arith.select.{}", suffix(ctx, result)?), false),
            false => None,
        },
        "index_cast" | "index_castui" => {
            let (from, to) = (suffix(ctx, op.operand_types().next()?)?, suffix(ctx, result)?);
            if from == to {
                return Some(Kernel::Same);
            }
            let extend = if name == "index_cast" { "extsi" } else { "extui" };
            call(format!("tfrt_arith.{extend}.{from}.{to}"), false)
                .or_else(|| call(format!("tfrt_arith.trunci.{from}.{to}"), false))
        }
        _ => {
            let from = suffix(ctx, op.operand_types().next()?)?;
            let to = suffix(ctx, result)?;
            let known = match (name, from) {
                ("addi", "i32" | "i64") | ("addf", "f32" | "f64") => Some("add"),
                ("muli", "i32" | "i64") => Some("mul"),
                ("andi", "i1") => Some("and"),
                _ => None,
            };
            match (name, known) {
                (_, Some(known)) => call(format!("tfrt.{known}.{from}"), false),
                ("bitcast", None) if from == to => Some(Kernel::Same),
                _ if is_cast(name) => call(format!("tfrt_arith.{name}.{from}.{to}"), false)
                    .or_else(|| widened_cast(ctx, name, from, to)),
                _ => call(format!("tfrt_arith.{name}.{from}"), false),
            }
        }
    }
}

/// The kernel for an operation of `math`. On floats of 16 bits it computes with 32, which upstream's pass
/// `math-extend-to-supported-types` does as well.
fn math(op: OpRef<'_>, name: &str) -> Option<Kernel> {
    let ctx = op.ctx;
    let is_known = |kernel: &String| ctx.dialects().definition_by_name(kernel).is_some();
    let suffix = suffix(ctx, op.operand_types().next()?)?;
    if is_half(suffix) {
        return Some(Kernel::Widened {
            extend: Some(format!("tfrt_arith.extf.{suffix}.f32")),
            name: Some(format!("tfrt_arith.{name}.f32")).filter(is_known)?,
            truncate: Some(format!("tfrt_arith.truncf.f32.{suffix}")),
            wide: ctx.f32(),
        });
    }
    let name = Some(format!("tfrt_arith.{name}.{suffix}")).filter(is_known)?;
    Some(Kernel::Call { name, swapped: false })
}

/// A cast between integers and floats of 16 bits. None of those whose result would be rounded twice.
fn widened_cast(ctx: &Context, name: &str, from: &str, to: &str) -> Option<Kernel> {
    match name {
        "fptosi" | "fptoui" if is_half(from) => Some(Kernel::Widened {
            extend: Some(format!("tfrt_arith.extf.{from}.f32")),
            name: format!("tfrt_arith.{name}.f32.{to}"),
            truncate: None,
            wide: ctx.f32(),
        }),
        // Numbers that `f64` does not hold exactly are infinite as `f16`.
        "sitofp" | "uitofp" if is_half(to) && (from != "i64" || to == "f16") => Some(Kernel::Widened {
            extend: None,
            name: format!("tfrt_arith.{name}.{from}.f64"),
            truncate: Some(format!("tfrt_arith.truncf.f64.{to}")),
            wide: ctx.f64(),
        }),
        _ => None,
    }
    .filter(|kernel| {
        matches!(kernel, Kernel::Widened { name, .. } if ctx.dialects().definition_by_name(name).is_some())
    })
}

fn is_half(suffix: &str) -> bool {
    matches!(suffix, "f16" | "bf16")
}

fn is_cast(name: &str) -> bool {
    matches!(
        name,
        "extsi"
            | "extui"
            | "extf"
            | "trunci"
            | "truncf"
            | "sitofp"
            | "uitofp"
            | "fptosi"
            | "fptoui"
            | "bitcast"
    )
}

/// The kernel that gives a constant. An `index` is one of 64 bits.
pub(super) fn constant(ctx: &Context, value: Attr) -> Option<Kernel> {
    let value = match ctx.attr_kind(value) {
        AttrKind::Integer { ty, .. } if *ty == ctx.index() => ctx.i64_attr(ctx.attr_as_i64(value)?),
        _ => value,
    };
    let name = match suffix(ctx, ctx.attr_type(value)?)? {
        "i1" => "tfrt.constant.i1",
        "i8" => "tfrt_arith.constant.i8",
        "i16" => "tfrt_arith.constant.i16",
        "i32" => "tfrt.constant.i32",
        "i64" => "tfrt.constant.i64",
        "f16" => "tfrt.constant.f16",
        "bf16" => "tfrt.constant.bf16",
        "f32" => "tfrt.constant.f32",
        _ => "tfrt.constant.f64",
    };
    Some(Kernel::Constant { name, value })
}

/// A zero of a scalar type.
pub(super) fn zero(ctx: &Context, ty: Type) -> Option<Attr> {
    match *ctx.type_kind(ty) {
        TypeKind::Integer { width: 1, .. } => Some(ctx.bool_attr(false)),
        TypeKind::Integer { .. } => Some(ctx.int_attr(ty, 0)),
        TypeKind::Float(kind) => Some(ctx.float_bits_attr(kind, 0)),
        _ => None,
    }
}

/// The end of the names of kernels on a scalar type.
fn suffix(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ctx.type_kind(converted_type(ctx, ty)) {
        TypeKind::Integer { width, sign: Signedness::Signless } => match width {
            1 => Some("i1"),
            8 => Some("i8"),
            16 => Some("i16"),
            32 => Some("i32"),
            64 => Some("i64"),
            _ => None,
        },
        TypeKind::Float(FloatKind::F16) => Some("f16"),
        TypeKind::Float(FloatKind::BF16) => Some("bf16"),
        TypeKind::Float(FloatKind::F32) => Some("f32"),
        TypeKind::Float(FloatKind::F64) => Some("f64"),
        _ => None,
    }
}
