//! Tests that break each rule of the verifier once.

use super::*;
use crate::body::OpState;
use crate::dialect::{Dialect, DialectRegistry};
use crate::opdef::{OpDefinition, RegionShape, TypeConstraint};

/// A context with a dialect `d` of a function-like operation, an addition and a return.
fn context() -> Context {
    let mut registry = DialectRegistry::new();
    let i32 = || TypeConstraint::integer(32);
    registry.add_dialect(Dialect::new("d")).unwrap();
    let table = Traits::SYMBOL_TABLE | Traits::ISOLATED | Traits::NO_TERMINATOR;
    registry.add_op(OpDefinition::new("d.module").region("body", RegionShape::Any).traits(table)).unwrap();
    registry
        .add_op(OpDefinition::new("d.func").region("body", RegionShape::Any).traits(Traits::ISOLATED))
        .unwrap();
    registry
        .add_op(OpDefinition::new("d.add").operand("a", i32()).operand("b", i32()).result("sum", i32()))
        .unwrap();
    registry.add_op(OpDefinition::new("d.return").traits(Traits::TERMINATOR)).unwrap();
    Context::with_dialects(registry)
}

fn messages(op: OpRef<'_>) -> Vec<String> {
    let mut diagnostics = Diagnostics::without_current_op();
    let outcome = verify(op, &mut diagnostics);
    assert_eq!(outcome.is_err(), diagnostics.has_errors());
    diagnostics.iter().flat_map(|d| std::iter::once(d).chain(&d.notes)).map(|d| d.message.clone()).collect()
}

fn check(build: impl FnOnce(&Context, &mut Body, Block), expected: &[&str]) {
    let ctx = context();
    let (mut body, block) = Body::with_entry_block();
    build(&ctx, &mut body, block);
    let (mut outer, outer_block) = Body::with_entry_block();
    let state = OpState::new(ctx.ident("d.func"), ctx.unknown_loc()).nested(Box::new(body));
    let op = outer.create_op(&ctx, state);
    outer.append_op(outer_block, op);
    assert_eq!(messages(OpRef { ctx: &ctx, body: &outer, op }), expected);
}

fn state(ctx: &Context, name: &str) -> OpState {
    OpState::new(ctx.ident(name), ctx.unknown_loc())
}

#[test]
fn a_complete_function_is_fine() {
    check(
        |ctx, body, block| {
            let x = body.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
            let add = body.create_op(ctx, state(ctx, "d.add").operands(&[x, x]).results(&[ctx.i32()]));
            body.append_op(block, add);
            let end = body.create_op(ctx, state(ctx, "d.return"));
            body.append_op(block, end);
        },
        &[],
    );
}

#[test]
fn counts_are_checked() {
    check(
        |ctx, body, block| {
            let x = body.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
            let add = body.create_op(ctx, state(ctx, "d.add").operands(&[x]).results(&[ctx.i32()]));
            body.append_op(block, add);
        },
        &["'d.add' op expected 2 operands, but found 1"],
    );
}

#[test]
fn blocks_end_with_a_terminator() {
    check(|_, _, _| {}, &["empty block: expect at least a terminator"]);
    check(
        |ctx, body, block| {
            for _ in 0..2 {
                let end = body.create_op(ctx, state(ctx, "d.return"));
                body.append_op(block, end);
            }
        },
        &["'d.return' op must be the last operation in the parent block"],
    );
}

#[test]
fn values_are_defined_before_they_are_used() {
    check(
        |ctx, body, block| {
            let x = body.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
            let late = body.create_op(ctx, state(ctx, "d.add").operands(&[x, x]).results(&[ctx.i32()]));
            let value = body.result(late, 0);
            let early = body.create_op(ctx, state(ctx, "d.add").operands(&[x, value]).results(&[ctx.i32()]));
            let end = body.create_op(ctx, state(ctx, "d.return"));
            for op in [early, late, end] {
                body.append_op(block, op);
            }
        },
        &["operand #1 does not dominate this use", "operand defined here (op in the same block)"],
    );
}

#[test]
fn undeclared_operations_need_a_dialect_that_allows_them() {
    check(
        |ctx, body, block| {
            let op = body.create_op(ctx, state(ctx, "d.nothing"));
            body.append_op(block, op);
            let end = body.create_op(ctx, state(ctx, "d.return"));
            body.append_op(block, end);
        },
        &["unregistered operation 'd.nothing' found in dialect ('d') that does not allow unknown operations"],
    );
}

#[test]
fn symbols_are_defined_once_and_every_function_is_verified() {
    let ctx = context();
    let (mut contents, block) = Body::with_entry_block();
    for end in ["d.return", "d.nothing", "d.nothing"] {
        let (mut body, inner) = Body::with_entry_block();
        let op = body.create_op(&ctx, state(&ctx, end));
        body.append_op(inner, op);
        let end = body.create_op(&ctx, state(&ctx, "d.return"));
        if body.name(op) != body.name(end) {
            body.append_op(inner, end);
        }
        let function =
            state(&ctx, "d.func").attr(ctx.ident("sym_name"), ctx.string_attr("f")).nested(Box::new(body));
        let op = contents.create_op(&ctx, function);
        contents.append_op(block, op);
    }
    let (mut top, top_block) = Body::with_entry_block();
    let module = top.create_op(&ctx, state(&ctx, "d.module").nested(Box::new(contents)));
    top.append_op(top_block, module);
    let nothing =
        "unregistered operation 'd.nothing' found in dialect ('d') that does not allow unknown operations";
    assert_eq!(messages(OpRef { ctx: &ctx, body: &top, op: module }), [nothing, nothing]);

    let contents = top.nested_mut(module).unwrap();
    let functions: Vec<_> = contents.ops(block).skip(1).collect();
    for function in functions {
        let (mut body, inner) = Body::with_entry_block();
        let end = body.create_op(&ctx, state(&ctx, "d.return"));
        body.append_op(inner, end);
        contents.put_nested(function, Box::new(body));
    }
    assert_eq!(
        messages(OpRef { ctx: &ctx, body: &top, op: module }),
        ["redefinition of symbol named 'f'", "see existing symbol definition here"]
    );
}

/// A function of many additions, some of which lack an operand or use what comes later.
fn check_large(incomplete: &[usize], early: &[usize], expected: &[&str]) {
    check(
        |ctx, body, block| {
            let x = body.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
            let adds: Vec<Op> = (0..50_000)
                .map(|i| {
                    let operands = if incomplete.contains(&i) { &[x][..] } else { &[x, x] };
                    body.create_op(ctx, state(ctx, "d.add").operands(operands).results(&[ctx.i32()]))
                })
                .collect();
            for &i in early {
                let later = body.result(adds[i + 1], 0);
                body.set_operand(adds[i], 0, later);
            }
            let end = body.create_op(ctx, state(ctx, "d.return"));
            for op in adds.into_iter().chain([end]) {
                body.append_op(block, op);
            }
        },
        expected,
    );
}

#[test]
fn of_a_large_function_the_error_is_shown_that_comes_first() {
    check_large(&[], &[], &[]);
    let incomplete = "'d.add' op expected 2 operands, but found 1";
    check_large(&[49_999, 30_000], &[], &[incomplete]);
    let early = ["operand #0 does not dominate this use", "operand defined here (op in the same block)"];
    check_large(&[], &[40_000, 20], &early);
    check_large(&[49_999], &[20], &[incomplete]);
}
