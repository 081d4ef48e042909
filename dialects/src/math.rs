//! The `math` dialect, as far as it computes with scalars: for programs that come from elsewhere.
//!
//! Nothing here runs: the pass `convert-to-tfrt` turns these operations into those of `tfrt_arith`. Other operations of the dialect,
//! and uses with vectors or tensors, are accepted and left alone.

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};

use crate::arith::{parse_same, print_same};
use crate::constraints::{float_like, signless_integer_like};

/// Functions of a float.
pub(crate) const FLOAT_FUNCTIONS: [&str; 31] = [
    "absf",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "log",
    "log10",
    "log1p",
    "log2",
    "round",
    "roundeven",
    "rsqrt",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "fma",
];
/// Functions of two floats.
pub(crate) const TWO_FLOATS: [&str; 3] = ["atan2", "copysign", "powf"];
/// Functions of an integer.
pub(crate) const INTEGER_FUNCTIONS: [&str; 4] = ["absi", "ctlz", "ctpop", "cttz"];

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("math")
        .summary(
            "MLIR's functions of numbers. On integers and floats they are converted to `tfrt_arith`, and so run; floats of 16 bits \
             are computed with 32.",
        )
        .allow_unknown_ops()
}

/// How many operands a function has.
pub(crate) fn arity(name: &str) -> usize {
    match name {
        "fma" => 3,
        "atan2" | "copysign" | "powf" | "ipowi" => 2,
        _ => 1,
    }
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let floats = FLOAT_FUNCTIONS.into_iter().chain(TWO_FLOATS).map(|name| (name, true));
    let integers = INTEGER_FUNCTIONS.into_iter().chain(["ipowi"]).map(|name| (name, false));
    floats
        .chain(integers)
        .map(|(name, is_float)| {
            let of = if is_float { float_like } else { signless_integer_like };
            let mut op = OpDefinition::new(format!("math.{name}"))
                .summary("Computes a number from numbers of its type.")
                .result("result", of())
                .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
                .print_hook(print_same);
            for operand in &["a", "b", "c"][..arity(name)] {
                op = op.operand(*operand, of());
            }
            if is_float {
                op = op.optional_attribute("fastmath", AttrConstraint::any());
            }
            match arity(name) {
                1 => op.parse_hook(|p, state| parse_same(p, state, 1)),
                2 => op.parse_hook(|p, state| parse_same(p, state, 2)),
                _ => op.parse_hook(|p, state| parse_same(p, state, 3)),
            }
        })
        .collect()
}
