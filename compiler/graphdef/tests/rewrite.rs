//! Optimizers that speak `GraphDef`, on the islands of programs.

use std::sync::Arc;

use tfrt_graphdef::proto::tensorflow::{GraphDef, NodeDef};
use tfrt_graphdef::{IslandGraph, rewrite};
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, Module};

fn parse(text: &str) -> Module {
    let mut dialects = DialectRegistry::new();
    tfrt_dialects::register_all(&mut dialects).expect("the declarations are right");
    let ctx = Arc::new(Context::with_dialects(dialects));
    let mut diagnostics = Diagnostics::new();
    parse_module(&ctx, "test.mlir", text, &mut diagnostics).expect("the program parses")
}

fn print(module: &Module) -> String {
    assert!(verify_module(module, &mut Diagnostics::new()).is_ok(), "the program verifies");
    print_module(module, &PrintOptions::default())
}

fn run(
    module: &mut Module,
    optimize: &mut dyn FnMut(&IslandGraph) -> Result<GraphDef, String>,
) -> Result<usize, String> {
    rewrite(module, "CPU", optimize, &mut Diagnostics::new())
}

const PROGRAM: &str = r#"func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x2xf32>}) -> (!corert.tensorhandle, !tfrt.chain) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %gpu = corert.get_op_handler %ch "gpu"
  %w = corert.const_dense_tensor dense<1.0> : tensor<2x2xf32>
  %b = corert.const_dense_tensor dense<2.0> : tensor<2xf32>
  %m = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : 1
  %c1 = "corert.print_tensorhandle"(%x, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a = corert.executeop(%cpu) "tf.BiasAdd"(%m, %b) : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%a) : 1
  %c2 = "corert.print_tensorhandle"(%r, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %g = corert.executeop(%gpu) "tf.Abs"(%r) : 1
  %n = corert.executeop(%cpu) "tf.Neg"(%g) : 1
  %c3 = corert.executeop.seq(%cpu, %c2) "tfrt_test.print"(%n)
  tfrt.return %n, %c3 : !corert.tensorhandle, !tfrt.chain
}
"#;

#[test]
fn an_optimizer_that_changes_nothing_changes_nothing() {
    let mut module = parse(PROGRAM);
    let before = print(&module);
    let mut seen = Vec::new();
    let changed = run(&mut module, &mut |item| {
        seen.push((item.feeds.clone(), item.fetches.clone(), item.preserve.clone()));
        Ok(item.graph.clone())
    });
    assert_eq!(changed, Ok(0));
    assert_eq!(print(&module), before);
    let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        seen,
        [
            (strings(&["arg"]), strings(&["result"]), strings(&["arg", "result"])),
            (strings(&["arg"]), strings(&["result"]), strings(&["arg", "chain", "print", "done", "result"])),
        ]
    );
}

#[test]
fn nodes_that_are_made_again_stay_where_they_were() {
    let mut module = parse(PROGRAM);
    let before = print(&module);
    // Another order of nodes, another constant's name: everything is built again.
    let changed = run(&mut module, &mut |item| {
        let mut graph = item.graph.clone();
        graph.node.reverse();
        Ok(graph)
    });
    assert_eq!(changed, Ok(2));
    assert_eq!(print(&module), before);
}

/// MatMul, BiasAdd and Relu as one.
fn fuse(item: &IslandGraph) -> Result<GraphDef, String> {
    let mut graph = item.graph.clone();
    let find = |op: &str| graph.node.iter().find(|node| node.op == op).cloned();
    let (Some(matmul), Some(bias), Some(relu)) = (find("MatMul"), find("BiasAdd"), find("Relu")) else {
        return Ok(graph);
    };
    let text = "op: '_FusedMatMul' attr { key: 'num_args' value { i: 1 } } attr { key: 'fused_ops' value { list { s: 'BiasAdd' s: 'Relu' } } }";
    let fused = GraphDef::from_text(&format!("node {{ {text} }}")).map_err(|error| error.to_string())?;
    let mut fused: NodeDef = fused.node.into_iter().next().ok_or("no node")?;
    fused.name = relu.name.clone();
    fused.input = vec![matmul.input[0].clone(), matmul.input[1].clone(), bias.input[1].clone()];
    for key in ["transpose_a", "transpose_b", "T"] {
        fused.attr.extend(matmul.attr.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    graph.node.retain(|node| ![&matmul.name, &bias.name, &relu.name].contains(&&node.name));
    graph.node.push(fused);
    Ok(graph)
}

use tfrt_graphdef::TextFormat as _;

#[test]
fn nodes_are_fused() {
    let mut module = parse(PROGRAM);
    assert_eq!(run(&mut module, &mut fuse), Ok(1));
    let text = print(&module);
    let line = text.lines().find(|line| line.contains("_FusedMatMul")).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(
        line.trim(),
        "%6 = corert.executeop(%1) \"tf._FusedMatMul\"(%arg0, %3, %4) {T = f32, fused_ops = [\"BiasAdd\", \"Relu\"], num_args = 1 : i64, \
         transpose_a = false, transpose_b = false} : 1"
    );
    assert!(!text.contains("tf.BiasAdd") && !text.contains("tf.Relu"));
}

#[test]
fn wrong_graphs_are_refused_by_name() {
    for (change, message) in [
        (
            (|graph: &mut GraphDef| graph.node.retain(|node| node.op != "_Retval")) as fn(&mut GraphDef),
            "node '' of its graph is missing: a result is gone",
        ),
        (|graph| graph.node[0].name.clear(), "node '' of its graph has no name"),
        (
            |graph| graph.node.retain(|node| node.op != "BiasAdd"),
            "node 'Relu' of its graph has the input 'BiasAdd', but there is no node 'BiasAdd'",
        ),
        (
            |graph| {
                let relu = graph.node.iter_mut().find(|node| node.op == "Relu").expect("there");
                relu.input = vec!["Relu".into()];
            },
            "node 'Relu' of its graph waits for itself",
        ),
    ] {
        let mut module = parse(PROGRAM);
        let outcome = run(&mut module, &mut |item| {
            let mut graph = item.graph.clone();
            change(&mut graph);
            Ok(graph)
        });
        assert_eq!(outcome, Err(message.to_owned()));
    }
    let mut module = parse(PROGRAM);
    assert_eq!(run(&mut module, &mut |_| Err("no".into())), Err("no".into()));
}
