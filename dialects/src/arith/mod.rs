//! The scalar part of the `arith` dialect, for programs of other producers.
//!
//! These operations do not run: the pass `convert-to-tfrt` converts them to operations of `tfrt` and `tfrt_arith`. Other
//! operations of the dialect, and uses with vectors or tensors, are accepted in their common form and left alone.

mod flags;
mod float_patterns;
mod fold;
mod fold_floats;
pub(crate) mod numbers;
mod patterns;
mod syntax;
mod verify;

use tfrt_ir::attributes::Attr;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, Traits, TypeConstraint};

use crate::constraints::{
    bit_castable, bool_like, fixed_width_integer_like, float_like, index_castable, signless_integer_like,
};

use flags::{FASTMATH, OVERFLOW};
pub(crate) use flags::{parse as parse_flags, print as print_flags};
pub(crate) use patterns::inverted;
pub use syntax::{FLOAT_PREDICATES, INTEGER_PREDICATES};
pub(crate) use syntax::{like, parse_same, print_operands, print_same};

const INTEGER_OPS: [&str; 12] = [
    "ceildivsi",
    "ceildivui",
    "floordivsi",
    "remsi",
    "remui",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
];
/// Operations that may say that they do not overflow.
const OVERFLOW_OPS: [&str; 4] = ["addi", "subi", "muli", "shli"];
/// Operations that may say that nothing is lost.
const EXACT_OPS: [&str; 4] = ["divsi", "divui", "shrsi", "shrui"];
const FLOAT_OPS: [&str; 9] =
    ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"];
/// Operations whose first two operands may change places.
const COMMUTATIVE_OPS: [&str; 18] = [
    "addi",
    "addui_extended",
    "muli",
    "mulsi_extended",
    "mului_extended",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
    "addf",
    "mulf",
    "maximumf",
    "minimumf",
    "maxnumf",
    "minnumf",
];
const CASTS: [&str; 12] = [
    "extsi",
    "extui",
    "extf",
    "trunci",
    "truncf",
    "sitofp",
    "uitofp",
    "fptosi",
    "fptoui",
    "index_cast",
    "index_castui",
    "bitcast",
];

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("arith")
        .summary(
            "MLIR's arithmetic. On integers, `index` and floats it is converted to `tfrt` and `tfrt_arith`, and so runs; `index` \
             is an integer of 64 bits.",
        )
        .attr_hook(flags::parse_attr)
        .materialize_hook(materialize)
        .inlinable()
}

/// The operation that is a constant: for every dialect that computes with numbers.
pub(crate) fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    if crate::ub::is_poison(ctx, value) {
        return Some(crate::ub::poison(ctx, ty, loc));
    }
    (ctx.attr_type(value) == Some(ty)).then(|| {
        OpState::new(ctx.ident("arith.constant"), loc).attr(ctx.ident("value"), value).results(&[ty])
    })
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    let pure = |name: &str| OpDefinition::new(format!("arith.{name}")).traits(Traits::PURE);
    let mut ops = vec![
        pure("constant")
            .summary("A constant.")
            .attribute("value", AttrConstraint::any())
            .result("result", any())
            .traits(Traits::CONSTANT_LIKE)
            .parse_hook(syntax::parse_constant)
            .print_hook(syntax::print_constant)
            .result_names_hook(syntax::name_constant)
            .verify_hook(verify::constant)
            .verify_messages(&verify::CONSTANT_MESSAGES),
        pure("cmpi")
            .summary("Compares two integers.")
            .attribute("predicate", predicate(&INTEGER_PREDICATES))
            .operand("lhs", signless_integer_like())
            .operand("rhs", signless_integer_like())
            .result("result", bool_like())
            .parse_hook(|p, state| {
                syntax::parse_compare(p, state, &INTEGER_PREDICATES, &signless_integer_like())
            })
            .print_hook(|p, op| syntax::print_compare(p, op, &INTEGER_PREDICATES))
            .verify_hook(verify::compare)
            .verify_messages(&verify::COMPARE_MESSAGES),
        pure("cmpf")
            .summary("Compares two floats.")
            .attribute("predicate", predicate(&FLOAT_PREDICATES))
            .default_attribute("fastmath", FASTMATH.constraint(), FASTMATH.none())
            .operand("lhs", float_like())
            .operand("rhs", float_like())
            .result("result", bool_like())
            .parse_hook(|p, state| syntax::parse_compare(p, state, &FLOAT_PREDICATES, &float_like()))
            .print_hook(|p, op| syntax::print_compare(p, op, &FLOAT_PREDICATES))
            .verify_hook(verify::compare)
            .verify_messages(&verify::COMPARE_MESSAGES),
        pure("select")
            .summary("One of two values, as a condition says.")
            .operand("condition", bool_like())
            .operand("true_value", any())
            .operand("false_value", any())
            .result("result", any())
            .parse_hook(syntax::parse_select)
            .print_hook(syntax::print_select)
            .verify_hook(verify::select)
            .verify_messages(&verify::SELECT_MESSAGES),
        OpDefinition::new("arith.negf")
            .summary("Computes a value from one of its type.")
            .operand("operand", float_like())
            .result("result", float_like())
            .default_attribute("fastmath", FASTMATH.constraint(), FASTMATH.none())
            .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .parse_hook(|p, state| syntax::parse_same(p, state, 1))
            .print_hook(syntax::print_same),
        pure("addui_extended")
            .summary("The sum of two integers, and whether it is too large.")
            .operand("lhs", signless_integer_like())
            .operand("rhs", signless_integer_like())
            .result("sum", signless_integer_like())
            .result("overflow", bool_like())
            .result_names_hook(|_, name| {
                ["sum", "overflow"].into_iter().enumerate().for_each(|(i, n)| name(i, n))
            })
            .verify_hook(verify::extended_sum)
            .verify_messages(&verify::EXTENDED_SUM_MESSAGES)
            .parse_hook(syntax::parse_extended_sum)
            .print_hook(syntax::print_extended_sum),
    ];
    ops.extend(["mulsi_extended", "mului_extended"].map(|name| {
        pure(name)
            .summary("The product of two integers in two halves, the lower first.")
            .operand("lhs", signless_integer_like())
            .operand("rhs", signless_integer_like())
            .result("low", signless_integer_like())
            .result("high", signless_integer_like())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .result_names_hook(|_, name| {
                ["low", "high"].into_iter().enumerate().for_each(|(i, n)| name(i, n))
            })
            .format("$lhs `,` $rhs attr-dict `:` type($lhs)")
    }));
    ops.extend([("scaling_extf", float_like as fn() -> _), ("scaling_truncf", float_like)].map(
        |(name, of)| {
            pure(name)
                .summary("A float in another format, multiplied with or divided by a power of two.")
                .operand("in", of())
                .operand("scale", of())
                .result("out", of())
                .optional_attribute("fastmath", FASTMATH.constraint())
                .parse_hook(syntax::parse_scaling)
                .print_hook(syntax::print_scaling)
        },
    ));
    ops.extend(INTEGER_OPS.map(|name| binary(name, signless_integer_like, None)));
    ops.extend(OVERFLOW_OPS.map(|name| binary(name, signless_integer_like, Some("overflowFlags"))));
    ops.extend(EXACT_OPS.map(|name| binary(name, signless_integer_like, Some("isExact"))));
    ops.extend(FLOAT_OPS.map(|name| binary(name, float_like, Some("fastmath"))));
    ops.extend(CASTS.map(|name| {
        let (from, to) = match name {
            "extf" | "truncf" => (float_like(), float_like()),
            "sitofp" | "uitofp" => (fixed_width_integer_like(), float_like()),
            "fptosi" | "fptoui" => (float_like(), fixed_width_integer_like()),
            "index_cast" | "index_castui" => (index_castable(), index_castable()),
            "bitcast" => (bit_castable(), bit_castable()),
            _ => (fixed_width_integer_like(), fixed_width_integer_like()),
        };
        let op = pure(name)
            .summary("A value as one of another type.")
            .operand("in", from)
            .result("out", to)
            .parse_hook(syntax::parse_cast)
            .print_hook(syntax::print_cast)
            .verify_hook(verify::cast)
            .verify_messages(verify::cast_messages(name));
        match name {
            "trunci" => op.default_attribute("overflowFlags", OVERFLOW.constraint(), OVERFLOW.none()),
            "extf" => op.optional_attribute("fastmath", FASTMATH.constraint()),
            "truncf" => op
                .optional_attribute(flags::ROUNDING_ATTR, flags::rounding())
                .optional_attribute("fastmath", FASTMATH.constraint()),
            _ => op,
        }
    }));
    let commutes = |op: &OpDefinition| {
        op.name().strip_prefix("arith.").is_some_and(|name| COMMUTATIVE_OPS.contains(&name))
    };
    let all = ops.into_iter();
    all.map(|op| if commutes(&op) { op.traits(Traits::COMMUTATIVE) } else { op })
        .map(|op| op.fold_hook(fold::fold))
        .map(|op| match patterns::of(op.name()) {
            [] => op,
            patterns => op.patterns(patterns),
        })
        .collect()
}

/// Declares what flags an operation may carry.
fn flagged(op: OpDefinition, flags: Option<&'static str>) -> OpDefinition {
    match flags {
        Some("isExact") => op.optional_attribute("isExact", AttrConstraint::unit()),
        Some("fastmath") => with_fastmath(op),
        Some(name) => op.default_attribute(name, OVERFLOW.constraint(), OVERFLOW.none()),
        None => op,
    }
}

/// Declares that an operation on floats may say what it need not care about.
pub(crate) fn with_fastmath(op: OpDefinition) -> OpDefinition {
    op.default_attribute("fastmath", FASTMATH.constraint(), FASTMATH.none())
}

/// The number of a predicate.
fn predicate(predicates: &[&str]) -> AttrConstraint {
    let count = predicates.len() as i64;
    let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    let description = format!("allowed 64-bit signless integer cases: {}", numbers.join(", "));
    let is_one = move |ctx: &Context, attr: Attr| {
        ctx.attr_type(attr) == Some(ctx.i64())
            && ctx.attr_as_i64(attr).is_some_and(|number| (0..count).contains(&number))
    };
    AttrConstraint::new(description, AttrClass::Own, is_one)
}

fn binary(name: &str, of: fn() -> TypeConstraint, flags: Option<&'static str>) -> OpDefinition {
    let op = OpDefinition::new(format!("arith.{name}"))
        .summary("Computes a value from two of its type.")
        .operand("lhs", of())
        .operand("rhs", of())
        .result("result", of())
        .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
        .parse_hook(|p, state| syntax::parse_same(p, state, 2))
        .print_hook(syntax::print_same);
    let op = match name {
        // Upstream lets `floordivsi` run anywhere.
        "ceildivsi" | "ceildivui" | "divsi" | "divui" => op.speculation_hook(fold::divides_safely),
        _ => op,
    };
    flagged(op, flags)
}
