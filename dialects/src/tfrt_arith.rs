//! The `tfrt_arith` dialect: scalar arithmetic that runs, with the meaning of MLIR's `arith` and `math`, one operation for each type.
//!
//! Each operation of `arith` on all types becomes one operation per type: `arith.xori %a, %b : i32` is `tfrt_arith.xori.i32`.
//! Comparisons have the predicate in the name, casts both types. Operations that the `tfrt` dialect already has with the same
//! meaning are not repeated.

use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};
use tfrt_ir::types::{Signedness, TypeKind};

use crate::constraints::{chain, scalar, scalar_attr};
use crate::math;
use crate::tfrt::evaluate;

const COMMON: Traits = Traits::PURE.union(Traits::ISOLATED);

const INTEGERS: [&str; 4] = ["i8", "i16", "i32", "i64"];
const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];

/// Operations on two integers of one type, whether they commute, and whether they can fail.
const INTEGER_OPS: [(&str, bool, bool); 19] = [
    ("addi", true, false),
    ("subi", false, false),
    ("muli", true, false),
    ("andi", true, false),
    ("ori", true, false),
    ("xori", true, false),
    ("shli", false, false),
    ("shrsi", false, false),
    ("shrui", false, false),
    ("maxsi", true, false),
    ("minsi", true, false),
    ("maxui", true, false),
    ("minui", true, false),
    ("divsi", false, true),
    ("remsi", false, true),
    ("divui", false, true),
    ("remui", false, true),
    ("ceildivui", false, true),
    ("floordivsi", false, true),
];
const INTEGER_PREDICATES: [&str; 6] = ["eq", "ne", "slt", "sle", "ult", "ule"];
const FLOAT_OPS: [(&str, bool); 9] = [
    ("addf", true),
    ("subf", false),
    ("mulf", true),
    ("divf", false),
    ("remf", false),
    ("maximumf", true),
    ("minimumf", true),
    ("maxnumf", true),
    ("minnumf", true),
];
const FLOAT_PREDICATES: [&str; 10] = ["oeq", "olt", "ole", "one", "ord", "ueq", "ult", "ule", "une", "uno"];

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("tfrt_arith")
        .summary(
            "Scalar arithmetic of one type each, with the meaning of MLIR's `arith` and `math` dialects, which are converted to \
             it and to `tfrt`. Integers wrap around and have no sign of their own; division by zero is an error, `Divide by zero`.",
        )
        .materialize_hook(materialize)
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let mut ops = Vec::new();
    for ty in INTEGERS {
        for (name, commutes, fails) in INTEGER_OPS.into_iter().chain([("ceildivsi", false, true)]) {
            let mut op = binary(name, ty, ty, commutes);
            if fails {
                op = op.traits(Traits::MAY_FAIL);
            }
            ops.push(op);
        }
    }
    for ty in ["i1", "i8", "i16", "i32", "i64"] {
        for predicate in INTEGER_PREDICATES {
            let commutes = matches!(predicate, "eq" | "ne");
            ops.push(binary(&format!("cmpi_{predicate}"), ty, "i1", commutes));
        }
    }
    for name in ["addi", "subi", "muli", "andi", "ori", "xori"] {
        ops.push(binary(name, "i1", "i1", true));
    }
    for ty in FLOATS {
        for (name, commutes) in FLOAT_OPS {
            ops.push(binary(name, ty, ty, commutes));
        }
        for predicate in FLOAT_PREDICATES {
            let commutes = !matches!(predicate, "olt" | "ole" | "ult" | "ule");
            ops.push(binary(&format!("cmpf_{predicate}"), ty, "i1", commutes));
        }
        ops.push(
            OpDefinition::new(format!("tfrt_arith.negf.{ty}"))
                .summary("The number with its sign changed.")
                .operand("operand", scalar(ty))
                .result("result", scalar(ty))
                .traits(COMMON)
                .format("operands attr-dict"),
        );
    }
    for ty in ["i1"].into_iter().chain(INTEGERS).chain(FLOATS) {
        ops.push(
            OpDefinition::new(format!("tfrt_arith.select.{ty}"))
                .summary("The second operand if the first is true, else the third.")
                .operand("condition", scalar("i1"))
                .operand("true_value", scalar(ty))
                .operand("false_value", scalar(ty))
                .result("result", scalar(ty))
                .traits(COMMON)
                .format("operands attr-dict"),
        );
    }
    for ty in ["i8", "i16"] {
        ops.push(
            OpDefinition::new(format!("tfrt_arith.constant.{ty}"))
                .summary(format!("A constant of type `{ty}`."))
                .attribute("value", scalar_attr(ty))
                .result("result", scalar(ty))
                .traits(COMMON)
                .evaluate_hook(evaluate::constant)
                .format("$value attr-dict"),
        );
    }
    casts(&mut ops);
    functions(&mut ops);
    ops.push(
        OpDefinition::new("tfrt_arith.assert")
            .summary("An error with a message, which cancels the request, unless a condition holds.")
            .operand("condition", scalar("i1"))
            .attribute("msg", AttrConstraint::string())
            .result("chain", chain())
            .traits(Traits::ISOLATED)
            .format("$condition `,` $msg attr-dict"),
    );
    ops
}

/// Functions of numbers.
fn functions(ops: &mut Vec<OpDefinition>) {
    let floats = math::FLOAT_FUNCTIONS.into_iter().chain(math::TWO_FLOATS);
    let floats = floats.flat_map(|name| ["f32", "f64"].map(|ty| (name, ty)));
    let integers = math::INTEGER_FUNCTIONS.into_iter().chain(["ipowi"]);
    let integers = integers.flat_map(|name| ["i16", "i32", "i64"].map(|ty| (name, ty)));
    for (name, ty) in floats.chain(integers) {
        let mut op = OpDefinition::new(format!("tfrt_arith.{name}.{ty}"))
            .summary(format!("What `math.{name}` gives."))
            .result("result", scalar(ty))
            .traits(COMMON)
            .format("operands attr-dict");
        for operand in &["a", "b", "c"][..math::arity(name)] {
            op = op.operand(*operand, scalar(ty));
        }
        ops.push(if name == "ipowi" { op.traits(Traits::MAY_FAIL) } else { op });
    }
}

fn binary(name: &str, operands: &str, result: &str, commutes: bool) -> OpDefinition {
    let summary = match name.split_once('_') {
        Some((comparison, predicate)) => format!("Whether `arith.{comparison} {predicate}` holds."),
        None => format!("What `arith.{name}` gives."),
    };
    let op = OpDefinition::new(format!("tfrt_arith.{name}.{operands}"))
        .summary(summary)
        .operand("lhs", scalar(operands))
        .operand("rhs", scalar(operands))
        .result("result", scalar(result))
        .traits(COMMON)
        .format("operands attr-dict");
    if commutes { op.traits(Traits::COMMUTATIVE) } else { op }
}

fn casts(ops: &mut Vec<OpDefinition>) {
    let mut add = |name: &str, from: &str, to: &str| {
        ops.push(
            OpDefinition::new(format!("tfrt_arith.{name}.{from}.{to}"))
                .summary(format!("What `arith.{name}` makes of `{from}`."))
                .operand("operand", scalar(from))
                .result("result", scalar(to))
                .traits(COMMON)
                .format("operands attr-dict"),
        );
    };
    let integers = ["i1", "i8", "i16", "i32", "i64"];
    for (at, from) in integers.into_iter().enumerate() {
        for to in &integers[at + 1..] {
            add("extsi", from, to);
            add("extui", from, to);
            add("trunci", to, from);
        }
        for float in ["f32", "f64"] {
            add("sitofp", from, float);
            add("uitofp", from, float);
            if from != "i1" {
                add("fptosi", float, from);
                add("fptoui", float, from);
            }
        }
    }
    for (narrow, wide) in [("f32", "f64"), ("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64")] {
        add("extf", narrow, wide);
        add("truncf", wide, narrow);
    }
    for (integer, float) in [("i32", "f32"), ("i64", "f64"), ("i16", "f16"), ("i16", "bf16")] {
        add("bitcast", integer, float);
        add("bitcast", float, integer);
    }
}

/// The constant operation of a scalar, of this dialect or of `tfrt`.
fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    let name = match ctx.type_kind(ty) {
        TypeKind::Integer { width: 8, sign: Signedness::Signless } => "tfrt_arith.constant.i8",
        TypeKind::Integer { width: 16, sign: Signedness::Signless } => "tfrt_arith.constant.i16",
        _ => return evaluate::materialize(ctx, value, ty, loc),
    };
    (ctx.attr_type(value) == Some(ty))
        .then(|| OpState::new(ctx.ident(name), loc).attr(ctx.ident("value"), value).results(&[ty]))
}
