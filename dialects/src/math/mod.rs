//! The scalar part of the `math` dialect, for programs of other producers.
//!
//! These operations do not run: the pass `convert-to-tfrt` converts them to operations of `tfrt_arith`. Other operations of the
//! dialect, and uses with vectors or tensors, are accepted and left alone.

mod fold;

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, Traits};
use tfrt_ir::syntax::{OpParser, OpPrinter};

use crate::arith::{like, parse_flags, parse_same, print_flags, print_operands, print_same, with_fastmath};
use crate::constraints::{bool_like, float_like, signless_integer_like};

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
        .materialize_hook(crate::arith::materialize)
        .inlinable()
}

/// The number of operands of a function.
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
                op = with_fastmath(op);
            }
            match arity(name) {
                1 => op.parse_hook(|p, state| parse_same(p, state, 1)),
                2 => op.parse_hook(|p, state| parse_same(p, state, 2)),
                _ => op.parse_hook(|p, state| parse_same(p, state, 3)),
            }
        })
        .chain(others())
        .map(|op| op.fold_hook(fold::fold))
        .collect()
}

/// Functions whose results, or operands, are of several types or of several kinds. None of them is converted.
fn others() -> Vec<OpDefinition> {
    let pure = |name: &str| OpDefinition::new(format!("math.{name}")).traits(Traits::PURE);
    let mut ops = vec![
        with_fastmath(pure("fpowi"))
            .summary("A float to the power of an integer.")
            .operand("lhs", float_like())
            .operand("rhs", signless_integer_like())
            .result("result", float_like())
            .parse_hook(parse_power)
            .print_hook(print_power),
        with_fastmath(pure("sincos"))
            .summary("The sine and the cosine of a float.")
            .operand("operand", float_like())
            .result("sin", float_like())
            .result("cos", float_like())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .result_names_hook(|_, name| {
                name(0, "sin");
                name(1, "cos");
            })
            .parse_hook(|p, state| {
                parse_same(p, state, 1)?;
                let ty = state.result_types[0];
                state.result_types.push(ty);
                Ok(())
            })
            .print_hook(|p, op| {
                print_operands(p, op);
                p.text(" : ");
                p.types(op.operand_types());
            }),
        with_fastmath(pure("clampf"))
            .summary("A float, no less than a second and no more than a third.")
            .operand("value", float_like())
            .operand("min", float_like())
            .operand("max", float_like())
            .result("result", float_like())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .parse_hook(parse_clamp)
            .print_hook(print_clamp),
    ];
    ops.extend(["isfinite", "isinf", "isnan", "isnormal"].map(|name| {
        with_fastmath(pure(name))
            .summary("Whether a float is of some kind.")
            .operand("operand", float_like())
            .result("result", bool_like())
            .parse_hook(parse_test)
            .print_hook(print_test)
    }));
    ops
}

/// `%a {…} : T`; upstream's form has no room for flags.
fn parse_test(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let operand = p.operand()?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.resolve(&operand, ty, &mut state.operands)?;
    state.result_types.push(like(p.ctx(), ty));
    Ok(())
}

fn print_test(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types(op.operand_types());
}

/// `%a, %b [flags] {…} : T, I`
fn parse_power(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let base = p.operand()?;
    p.comma()?;
    let exponent = p.operand()?;
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.comma()?;
    let integer = p.ty()?;
    p.resolve(&base, ty, &mut state.operands)?;
    p.resolve(&exponent, integer, &mut state.operands)?;
    state.result_types.push(ty);
    Ok(())
}

fn print_power(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.text(" : ");
    p.types(op.operand_types());
}

/// `%a to [%b, %c] [flags] {…} : T`
fn parse_clamp(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let value = p.operand()?;
    p.keyword("to")?;
    p.l_square()?;
    let min = p.operand()?;
    p.comma()?;
    let max = p.operand()?;
    p.r_square()?;
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    for operand in [&value, &min, &max] {
        p.resolve(operand, ty, &mut state.operands)?;
    }
    state.result_types.push(ty);
    Ok(())
}

fn print_clamp(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    let operands: Vec<_> = op.operands().collect();
    p.operands(operands.iter().take(1).copied());
    p.text(" to [");
    p.operands(operands.into_iter().skip(1));
    p.text("]");
    let written = print_flags(p, op);
    p.attr_dict(op, &written);
    p.text(" : ");
    p.types(op.result_types());
}
