//! `tfrt.constant.*`: scalar constants of the program.

use tfrt_ir::opdef::{OpDefinition, Traits};

use super::evaluate;
use crate::constraints::{scalar, scalar_attr};

pub(super) fn ops() -> Vec<OpDefinition> {
    let plain =
        ["i1", "i32", "i64", "ui32", "ui64", "f16", "bf16", "f32", "f64"].map(|suffix| ("constant", suffix));
    let synchronous = ["i64", "f16", "f32", "f64"].map(|suffix| ("constant_s", suffix));
    let mut ops: Vec<OpDefinition> = plain
        .into_iter()
        .chain(synchronous)
        .map(|(family, suffix)| {
            OpDefinition::new(format!("tfrt.{family}.{suffix}"))
                .summary(format!("A constant of type `{suffix}`."))
                .attribute("value", scalar_attr(suffix))
                .result("result", scalar(suffix))
                .traits(Traits::PURE | Traits::ISOLATED)
                .evaluate_hook(evaluate::constant)
                .format("$value attr-dict")
        })
        .collect();
    ops.extend(["complex64", "complex128"].map(|suffix| {
        OpDefinition::new(format!("tfrt.constant.{suffix}"))
            .summary("A complex constant: its real part, then its imaginary part.")
            .attribute("real", scalar_attr(suffix))
            .attribute("imaginary", scalar_attr(suffix))
            .result("result", scalar(suffix))
            .traits(Traits::PURE | Traits::ISOLATED)
            .format("$real `,` $imaginary attr-dict")
    }));
    ops
}
