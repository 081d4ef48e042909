//! The declarations beyond syntax: values of constant operations, effects, folds, and the number of operations.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::handles::Attr;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Folded;
use tfrt_ir::syntax::{attr_to_string, parse_module};

use crate::common::registry;

/// Parses the body of a function of `%h`, an op handler, and `%ch`, a chain, and calls back with its operations.
fn with_ops(body: &str, check: impl FnOnce(&[OpRef<'_>])) {
    let ctx = Arc::new(Context::with_dialects(registry()));
    let text = format!("func.func @f(%h: !corert.ophandler, %ch: !tfrt.chain) {{\n{body}\ntfrt.return\n}}");
    let mut diagnostics = Diagnostics::new();
    let module: Module =
        parse_module(&ctx, "test", &text, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    let function = module.lookup("f").expect("it is there");
    let ops: Vec<OpRef<'_>> = function.region(0).expect("a body").entry_ops(&ctx).collect();
    check(&ops[..ops.len() - 1]);
}

/// The values of the last operation of a body, computed from the constants before it.
fn evaluated(body: &str) -> Option<Vec<String>> {
    let mut values = None;
    with_ops(body, |ops| {
        let mut known: BTreeMap<_, Attr> = BTreeMap::new();
        for &op in ops {
            let operands: Vec<Option<Attr>> =
                op.operands().map(|operand| known.get(&operand).copied()).collect();
            let results = op.definition().expect("declared").evaluate(op, &operands);
            known.extend(op.results().zip(results.iter().flatten().copied()));
            values =
                results.map(|results| results.iter().map(|&value| attr_to_string(op.ctx, value)).collect());
        }
    });
    values
}

/// The results of an operation on two constants.
fn binary(op: &str, ty: &str, lhs: &str, rhs: &str) -> Option<String> {
    let results = if op == "div" { "%q, %r" } else { "%q" };
    let body = format!(
        "%a = tfrt.constant.{ty} {lhs}\n%b = tfrt.constant.{ty} {rhs}\n{results} = tfrt.{op}.{ty} %a, %b"
    );
    evaluated(&body).map(|values| values.join(", "))
}

#[test]
fn constants_are_computed_as_kernels_do() {
    let gives = |op, ty, lhs, rhs, value: &str| assert_eq!(binary(op, ty, lhs, rhs).as_deref(), Some(value));
    gives("add", "i32", "2147483647", "1", "-2147483648 : i32");
    gives("add", "i64", "-5", "3", "-2 : i64");
    gives("add", "f32", "0.1", "0.2", "3.000000e-01 : f32");
    gives("add", "f64", "0.1", "0.2", "0.30000000000000004 : f64");
    gives("mul", "i32", "65536", "65536", "0 : i32");
    gives("mul_s", "i64", "-3", "7", "-21 : i64");
    gives("equal", "i32", "7", "7", "true");
    gives("equal", "i64", "7", "8", "false");
    gives("and", "i1", "true", "false", "false");
    gives("div", "i32", "-7", "2", "-3 : i32, -1 : i32");
    gives("div", "i64", "7", "-2", "-3 : i64, 1 : i64");
}

#[test]
fn what_may_fail_is_not_computed() {
    assert_eq!(binary("div", "i32", "1", "0"), None);
    assert_eq!(binary("div", "i32", "-2147483648", "-1"), None);
    // Infinity less infinity: which NaN that is, is the machine's business.
    assert_eq!(binary("add", "f32", "0x7F800000", "0xFF800000"), None);
    assert_eq!(evaluated("%a = tfrt.constant.i32 1\n%b = tfrt_test.get_string {value = \"x\"}"), None);
}

/// The effects of the last operation of a body.
fn effects_of(body: &str) -> Effects {
    let mut found = Effects::ANY;
    with_ops(body, |ops| found = effects::of(*ops.last().expect("not empty")));
    found
}

#[test]
fn effects_depend_on_the_operation() {
    let div = |divisor: &str| {
        format!("%a = tfrt.constant.i32 1\n%b = tfrt.constant.i32 {divisor}\n%q, %r = tfrt.div.i32 %a, %b")
    };
    assert_eq!(effects_of("%a = tfrt.constant.i32 1"), Effects::NONE);
    assert_eq!(effects_of(&div("0")), Effects::MAY_FAIL);
    assert_eq!(effects_of(&div("3")), Effects::NONE);
    assert_eq!(effects_of("%a = corert.get_op_handler %ch \"cpu\""), Effects::MAY_FAIL);
    let allocated = "%a = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]";
    assert_eq!(effects_of(allocated), Effects { erasable: true, repeatable: false });
}

#[test]
fn effects_of_executed_ops_come_from_their_definitions() {
    let execute = |call: &str| effects_of(&format!("corert.executeop(%h) {call}"));
    let with_result = |call: &str| effects_of(&format!("%r = corert.executeop(%h) {call} : 1"));
    assert_eq!(with_result("\"tf.Const\"()"), Effects::NONE);
    assert_eq!(with_result("\"tfrt_test.create_dense_tensor\"()"), Effects::NONE);
    assert_eq!(with_result("\"tf.RandomUniform\"()"), Effects::ANY);
    assert_eq!(execute("\"tfrt_test.print\"()"), Effects::ANY);
    assert_eq!(with_result("\"my.op\"()"), Effects { erasable: true, repeatable: false });
    assert_eq!(execute("\"my.op\"()"), Effects::ANY);
    assert_eq!(effects_of("%c = corert.executeop.seq(%h, %ch) \"tf.Const\"()"), Effects::ANY);
}

#[test]
fn constant_ops_fold_to_their_tensor() {
    let fold = |body: &str| {
        let mut folded = None;
        with_ops(body, |ops| {
            let op = *ops.last().expect("not empty");
            let constants = vec![None; op.num_operands()];
            folded = op.definition().expect("declared").fold(op, &constants).map(|results| {
                let text = |result: &Folded| match result {
                    Folded::Constant(value) => attr_to_string(op.ctx, *value),
                    Folded::Value(_) => "a value".to_owned(),
                };
                results.iter().map(text).collect::<Vec<_>>()
            });
        });
        folded
    };
    let tensor = "dense<[1, 2]> : tensor<2xi32>";
    let constant = format!("corert.executeop(%h) \"tf.Const\"() {{dtype = i32, value = {tensor}}} : 1");
    assert_eq!(fold(&format!("%a = {constant}")), Some(vec![tensor.to_owned()]));
    assert_eq!(fold("%a = corert.executeop(%h) \"tf.Const\"() {value = 1 : i32} : 1"), None);
    assert_eq!(fold("%a = corert.executeop(%h) \"tf.Other\"() {value = dense<1> : tensor<i32>} : 1"), None);
    assert_eq!(fold(&format!("%a = corert.const_dense_tensor {tensor}")), Some(vec![tensor.to_owned()]));
}

#[test]
fn each_dialect_has_its_operations() {
    let registry = registry();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for op in registry.ops() {
        *counts.entry(op.dialect()).or_default() += 1;
        assert!(!op.summary_text().is_empty(), "{} has no summary", op.name());
    }
    let expected = [
        ("arith", 51),
        ("builtin", 2),
        ("cf", 4),
        ("check", 6),
        ("chlo", 50),
        ("coo", 25),
        ("corert", 27),
        ("corert_sync", 18),
        ("func", 5),
        ("interpreter", 3),
        ("math", 46),
        ("memref", 32),
        ("scf", 10),
        ("sdy", 18),
        ("stablehlo", 118),
        ("tfrt", 47),
        ("tfrt_arith", 375),
        ("tfrt_dht", 96),
        ("tfrt_dht_sync", 74),
        ("tfrt_test", 8),
        ("ts", 18),
        ("ub", 2),
        ("vhlo", 145),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}
