//! The `func` dialect: functions, which hold all code, and the operations that upstream programs use with them.

mod signature;

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::{AttrOwner, Dialect};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

use crate::callee::{self, NOT_A_FUNCTION, same_types};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("func")
        .summary(
            "Functions. A function without a body is one that the host implements: private, with the attribute `tfrt.native`.",
        )
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    let dictionaries =
        || AttrConstraint::array_of(AttrConstraint::dictionary()).described("Array of dictionary attributes");
    vec![
        OpDefinition::new("func.func")
            .summary("A function: a name, a type and, unless it is only declared, a body.")
            .description(
                "```mlir\nfunc.func @f(%x: i32 {a.b = 1 : i32}) -> i32 attributes {c} {\n  tfrt.return %x : i32\n}\n\
                 func.func private @g(i32) -> i32 attributes {tfrt.native}\n```",
            )
            .attribute("sym_name", AttrConstraint::symbol_name())
            .attribute("function_type", AttrConstraint::function_type())
            .optional_attribute("sym_visibility", AttrConstraint::string())
            .optional_attribute("arg_attrs", dictionaries())
            .optional_attribute("res_attrs", dictionaries())
            .optional_attribute("no_inline", AttrConstraint::unit())
            .region("body", RegionShape::Any)
            .traits(
                Traits::ISOLATED
                    | Traits::SYMBOL
                    | Traits::CALLABLE
                    | Traits::AUTOMATIC_ALLOCATION_SCOPE
                    | Traits::DEFAULT_DIALECT,
            )
            .parse_hook(signature::parse)
            .print_hook(signature::print)
            .verify_hook(verify_function)
            .verify_messages(&[
                "expects argument attribute array to have the same number of elements as the number of function arguments, got \
                 {}, but expected {}",
                "expects result attribute array to have the same number of elements as the number of function results, got {}, \
                 but expected {}",
                "arguments may only have dialect attributes",
                "results may only have dialect attributes",
                "argument #{} has a 'tfrt.name' that is no string, or empty",
                "result #{} has a 'tfrt.name' that is no string, or empty",
                "argument #{} has the name of argument #{}",
                "result #{} has the name of result #{}",
                "argument #{} has a 'tfrt.sizes' that is no list of strings",
                "result #{} has a 'tfrt.sizes' that is no list of strings",
                "argument #{} has {} names in 'tfrt.sizes', {}",
                "result #{} has {} names in 'tfrt.sizes', {}",
                "result #{} has a 'tfrt.default', which only arguments have",
                "argument #{} has a 'tfrt.default' that is neither a tensor nor a number",
                "argument #{} has a 'tfrt.default' that does not fit its 'tf.type'",
                "argument #{} has a 'tfrt.small_type' that 'tf.type' does not stand for",
                "result #{} has a 'tfrt.small_type' that 'tf.type' does not stand for",
                "entry block must have {} arguments to match function signature",
                "type of entry block argument #{}({}) must match the type of the corresponding argument in function \
                 signature({})",
            ]),
        OpDefinition::new("func.call")
            .summary("Calls a function by name.")
            .attribute("callee", AttrConstraint::flat_symbol())
            .variadic_operand("operands", any())
            .variadic_result("results", any())
            .optional_attribute("arg_attrs", dictionaries())
            .optional_attribute("res_attrs", dictionaries())
            .optional_attribute("no_inline", AttrConstraint::unit())
            .traits(Traits::CALL)
            .verify_hook(verify_call)
            .verify_messages(&[
                NOT_A_FUNCTION,
                "incorrect number of operands for callee",
                "incorrect number of results for callee",
                "operand type mismatch: expected operand type {}, but provided {} for operand number {}",
                "result type mismatch at index {}",
            ])
            .format("$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"),
        OpDefinition::new("func.return")
            .summary("Ends a function; its operands are what that gives.")
            .variadic_operand("operands", any())
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::RETURN_LIKE)
            .verify_hook(verify_return)
            .verify_messages(&[
                "expects parent op 'func.func'",
                "has {} operands, but enclosing function (@{}) returns {}",
                "type of return operand {} ({}) doesn't match function result type ({}) in function @{}",
            ])
            .format("attr-dict ($operands^ `:` type($operands))?"),
        OpDefinition::new("func.constant")
            .summary("A function as a value.")
            .attribute("value", AttrConstraint::flat_symbol())
            .result("function", function_type())
            .traits(Traits::PURE | Traits::CONSTANT_LIKE)
            .result_names_hook(|_, name| name(0, "f"))
            .verify_hook(verify_constant)
            .verify_messages(&[
                "reference to undefined function '{}'",
                "reference to function with mismatched type",
            ])
            .format("attr-dict $value `:` type($function)"),
        OpDefinition::new("func.call_indirect")
            .summary("Calls a function that is a value.")
            .operand("callee", function_type())
            .variadic_operand("callee_operands", any())
            .variadic_result("results", any())
            .optional_attribute("arg_attrs", dictionaries())
            .optional_attribute("res_attrs", dictionaries())
            .parse_hook(signature::parse_call_indirect)
            .print_hook(signature::print_call_indirect)
            .patterns(&[call_of_constant])
            .verify_hook(verify_call_indirect)
            .verify_messages(&[
                "failed to verify that callee input types match argument types",
                "failed to verify that callee result types match result types",
            ]),
    ]
}

fn function_type() -> TypeConstraint {
    TypeConstraint::new("function type", |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::Function { .. }))
}

/// A call of a function that is known by name is a call by name.
fn call_of_constant(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(callee) = view.body.defining_op(view.operand(0)).map(|def| view.at(def)) else { return false };
    if callee.name_str() != "func.constant" {
        return false;
    }
    let Some(name) = callee.attr("value") else { return false };
    let operands: Vec<Value> = view.operands().skip(1).collect();
    let results: Vec<Type> = view.result_types().collect();
    let state = OpState::new(view.ctx.ident("func.call"), view.loc())
        .operands(&operands)
        .results(&results)
        .attr(view.ctx.ident("callee"), name);
    rewriter.replace_with(op, state);
    true
}

fn verify_function(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    // The declaration demands a function type.
    let Some((inputs, results)) = callee::signature(op.ctx, op) else { return Ok(()) };
    for (attr, types, what) in [("arg_attrs", inputs, "argument"), ("res_attrs", results, "result")] {
        let Some(count) = op.attr(attr).and_then(|attrs| op.ctx.array_elems(attrs)).map(<[_]>::len) else {
            continue;
        };
        if count != types.len() {
            let message = format!(
                "expects {what} attribute array to have the same number of elements as the number of function {what}s, got \
                 {count}, but expected {}",
                types.len()
            );
            return Err(verifier.op_error(op, message));
        }
    }
    for (attr, what, is_argument) in [("arg_attrs", "arguments", true), ("res_attrs", "results", false)] {
        let dictionaries = op.attr(attr).and_then(|attrs| op.ctx.array_elems(attrs)).unwrap_or_default();
        for (index, &dictionary) in dictionaries.iter().enumerate() {
            for &(name, value) in op.ctx.dict_entries(dictionary).unwrap_or_default() {
                if !op.ctx.str(name).contains('.') {
                    return Err(verifier.op_error(op, format!("{what} may only have dialect attributes")));
                }
                let owner = if is_argument { AttrOwner::Argument(index) } else { AttrOwner::Result(index) };
                verifier.discardable_attr(op, owner, (name, value))?;
            }
        }
    }
    if let Err(message) = crate::signature::check(op) {
        return Err(verifier.op_error(op, message));
    }
    let Some(region) = op.region(0) else { return Ok(()) };
    let Some(block) = region.entry_block() else { return Ok(()) };
    let args = region.body.block_args(block);
    if args.len() != inputs.len() {
        let message = format!("entry block must have {} arguments to match function signature", inputs.len());
        return Err(verifier.op_error(op, message));
    }
    for (index, (&arg, &input)) in args.iter().zip(inputs).enumerate() {
        let ty = region.body.value_type(arg);
        if ty != input {
            let message = format!(
                "type of entry block argument #{index}({}) must match the type of the corresponding argument in function \
                 signature({})",
                verifier.quoted(op.ctx, ty),
                verifier.quoted(op.ctx, input),
            );
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}

fn verify_call(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(callee) = callee::resolve(verifier, op, "callee")? else { return Ok(()) };
    for (types, count, what) in
        [(callee.inputs, op.num_operands(), "operands"), (callee.results, op.num_results(), "results")]
    {
        if types.len() != count {
            return Err(verifier.op_error(op, format!("incorrect number of {what} for callee")));
        }
    }
    for (index, (ty, &expected)) in op.operand_types().zip(callee.inputs).enumerate() {
        if ty != expected {
            let message = format!(
                "operand type mismatch: expected operand type {}, but provided {} for operand number {index}",
                verifier.quoted(op.ctx, expected),
                verifier.quoted(op.ctx, ty),
            );
            return Err(verifier.op_error(op, message));
        }
    }
    if let Some(index) = op.result_types().zip(callee.results).position(|(ty, expected)| ty != *expected) {
        let notes = result_notes(op, callee.results);
        return Err(verifier.op_error_with_notes(
            op,
            format!("result type mismatch at index {index}"),
            notes,
        ));
    }
    Ok(())
}

/// Notes about the types of a call and those of its callee.
fn result_notes(op: OpRef<'_>, wanted: &[Type]) -> [(Loc, String); 2] {
    let list = |types: &[Type]| {
        let types: Vec<String> =
            types.iter().map(|&ty| format!("'{}'", type_to_string(op.ctx, ty))).collect();
        types.join(", ")
    };
    let own: Vec<Type> = op.result_types().collect();
    let notes = [
        format!("      op result types: {}", list(&own)),
        format!("function result types: {}", list(wanted)),
    ];
    notes.map(|note| (op.loc(), note))
}

fn verify_constant(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(symbol) = op.attr("value").and_then(|value| op.ctx.flat_symbol(value)) else { return Ok(()) };
    if !verifier.sees_symbols() {
        return Ok(());
    }
    let function =
        verifier.lookup_symbol(op, symbol).and_then(|function| callee::signature(op.ctx, function));
    let Some((inputs, results)) = function else {
        let message = format!("reference to undefined function '{}'", op.ctx.str(symbol));
        return Err(verifier.op_error(op, message));
    };
    match op.result_types().next().map(|ty| op.ctx.type_kind(ty)) {
        Some(TypeKind::Function { inputs: own, results: gives })
            if **own == *inputs && **gives == *results =>
        {
            Ok(())
        }
        _ => Err(verifier.op_error(op, "reference to function with mismatched type")),
    }
}

fn verify_call_indirect(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let callee = op.operand_types().next().map(|ty| op.ctx.type_kind(ty));
    let Some(TypeKind::Function { inputs, results }) = callee else { return Ok(()) };
    if !same_types(op.operand_types().skip(1), inputs) {
        return Err(verifier.op_error(op, "failed to verify that callee input types match argument types"));
    }
    if !same_types(op.result_types(), results) {
        return Err(verifier.op_error(op, "failed to verify that callee result types match result types"));
    }
    Ok(())
}

fn verify_return(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let signature = verifier.parent(op).and_then(|function| {
        let name = function.attr("sym_name").and_then(|name| op.ctx.attr_as_str(name)).unwrap_or_default();
        Some((name, callee::signature(op.ctx, function)?.1))
    });
    let Some((name, results)) = signature else {
        return Err(verifier.op_error(op, "expects parent op 'func.func'"));
    };
    if results.len() != op.num_operands() {
        let message = format!(
            "has {} operands, but enclosing function (@{name}) returns {}",
            op.num_operands(),
            results.len()
        );
        return Err(verifier.op_error(op, message));
    }
    for (index, (operand, &result)) in op.operand_types().zip(results).enumerate() {
        if operand != result {
            let message = format!(
                "type of return operand {index} ({}) doesn't match function result type ({}) in function @{name}",
                verifier.quoted(op.ctx, operand),
                verifier.quoted(op.ctx, result),
            );
            return Err(verifier.error(op, message));
        }
    }
    Ok(())
}
