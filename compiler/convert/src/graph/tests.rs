//! Tests of the builder's output, as text.

use std::sync::Arc;

use tfrt_ir::Module;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{parse_module, print_module};
use tfrt_ir::verify::verify_module;

use super::*;

#[test]
fn a_graph_of_every_kind_of_operation_prints_and_reads_back() {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).unwrap();
    let ctx = Arc::new(Context::with_dialects(registry));
    let loc = ctx.unknown_loc();
    let function = |name: &str, results: &dyn Fn(&mut FunctionBuilder<'_>) -> Vec<Value>| {
        let mut function = FunctionBuilder::new(&ctx);
        let values = results(&mut function);
        function.finish(name, Some("private"), &values, loc)
    };
    let same =
        function("same", &|function| vec![function.chain_argument(loc), function.tensor_argument([], loc)]);
    let main = function("main", &|function| {
        let ctx = &*ctx;
        let tensor = tensor_type_attr(ctx, ctx.f32(), Some(&[-1, 2]));
        let unknown = tensor_type_attr(ctx, ctx.f32(), None);
        let (a, b) = (function.tensor_argument([tensor], loc), function.tensor_argument([unknown], loc));
        let mut graph = function.graph();
        let chain = graph.new_chain(loc);
        let handler = graph.handler("cpu", Some(chain), loc);
        let strings = Constant::Strings { dims: vec![1], values: vec![b"x".to_vec()] };
        let text = graph.constant(strings, &[], loc).tensors[0];
        let mut attrs = OpAttrs::new();
        attrs.add("transpose_b", ctx.bool_attr(false));
        attrs.add("transpose_a", ctx.bool_attr(true));
        let execute = |op, chain, operands, results, attrs| Execute {
            op,
            handler,
            chain,
            operands,
            results,
            attrs,
            discardable: &[],
            loc,
        };
        let (pair, text) = ([a, b], [text]);
        let product = graph.execute(execute("tf.MatMul", None, &pair, 1, attrs.sorted())).tensors[0];
        let print = graph.execute(execute("tf.PrintV2", Some(chain), &text, 0, OpAttrs::new()));
        assert_eq!(graph.merge_chains([chain, chain], loc), Some(chain));
        let both = graph.merge_chains([chain, print.chain.unwrap()], loc);
        let callee = ctx.symbol_ref("same");
        let call = |callee, chain| Call {
            callee,
            chain,
            gives_chain: true,
            operands: std::slice::from_ref(&product),
            results: 1,
            discardable: &[],
            loc,
        };
        let called = graph.call(&call(Callee::Function(callee), both));
        let cond = Callee::Cond { condition: called.tensors[0], then: callee, otherwise: callee };
        let cond = graph.call(&call(cond, called.chain));
        let index = graph.branch_index(cond.tensors[0], loc);
        let case = graph.call(&call(Callee::Case { index, branches: &[callee, callee] }, cond.chain));
        vec![case.chain.unwrap(), case.tensors[0]]
    });
    let mut module = Module::new(ctx.clone(), loc);
    let (ctx, body) = module.split_mut();
    let block = body.root_block().unwrap();
    for function in [same, main] {
        let op = body.create_op(ctx, function);
        body.append_op(block, op);
    }
    let mut diagnostics = Diagnostics::new();
    let valid = verify_module(&module, &mut diagnostics).is_ok();
    let text = print_module(&module, &Default::default());
    assert!(valid, "{}{text}", DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics));
    for line in [
        "func.func private @main(%arg0: !corert.tensorhandle {tf.type = tensor<?x2xf32>}, %arg1: !corert.tensorhandle {tf.type = tensor<*xf32>}) -> (!tfrt.chain, !corert.tensorhandle) {",
        "corert.executeop(%1) \"tf.MatMul\"(%arg0, %arg1) {transpose_a = true, transpose_b = false} : 1",
        "corert.executeop.seq(%1, %0) \"tf.PrintV2\"(%2)",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let again = parse_module(module.ctx(), "f", &text, &mut Diagnostics::new()).unwrap();
    assert_eq!(print_module(&again, &Default::default()), text);
}
