//! Tests of optimizers of `GraphDef`s, on the islands of programs.

use tfrt_graphdef::proto::tensorflow::attr_value::Value;
use tfrt_graphdef::proto::tensorflow::{AttrValue, GraphDef, NameAttrList, NodeDef};
use tfrt_graphdef::{IslandGraph, rewrite};
use tfrt_ir::Module;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::context;

fn parse(text: &str) -> Module {
    let ctx = context();
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
    let (ctx, contents) = module.split_mut();
    rewrite(ctx, contents, "CPU", optimize, &mut Diagnostics::new())
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

fn relu(graph: &mut GraphDef) -> &mut NodeDef {
    graph.node.iter_mut().find(|node| node.name == "Relu").expect("there")
}

#[test]
fn wrong_graphs_are_refused_by_name() {
    for (change, message) in [
        (
            (|graph: &mut GraphDef| graph.node.retain(|node| node.op != "_Retval")) as fn(&mut GraphDef),
            "its graph lacks a result: a node '_Retval' is gone",
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
        (
            |graph| relu(graph).op = "Nonsense".into(),
            "node 'Relu' of its graph has the op 'Nonsense', which there is not",
        ),
        (
            |graph| relu(graph).input.clear(),
            "node 'Relu' of its graph has 0 inputs, but its op 'Relu' takes 1",
        ),
        (
            |graph| relu(graph).input.push("BiasAdd".into()),
            "node 'Relu' of its graph has 2 inputs, but its op 'Relu' takes 1",
        ),
        (
            |graph| {
                let int = relu(graph).attr.get_mut("T").expect("a type");
                int.value = Some(Value::Type(3));
            },
            "node 'Relu' of its graph takes int32 as input 0, but is given float32 by 'BiasAdd'",
        ),
        (
            |graph| {
                relu(graph).op = "StatefulPartitionedCall".into();
                let name = "nobody".to_owned();
                let function = Value::Func(NameAttrList { name, ..Default::default() });
                relu(graph).attr.insert("f".into(), AttrValue { value: Some(function) });
            },
            "node 'Relu' of its graph refers to the function 'nobody', which there is not",
        ),
        (
            |graph| {
                let argument = graph.node.iter_mut().find(|node| node.op == "_Arg").expect("there");
                argument.attr.insert("index".into(), AttrValue { value: Some(Value::I(127)) });
            },
            "node 'arg' of its graph is an argument that there is not",
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

const CALLS: &str = r#"func.func private @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %r = corert.executeop(%cpu) "tf.AddV2"(%x, %x) {T = f32} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func private @less(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %l = corert.const_dense_tensor dense<1.000000e+01> : tensor<f32>
  %r = corert.executeop(%cpu) "tf.Less"(%x, %l) {T = f32} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func private @elsewhere(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %gpu = corert.get_op_handler %ch "gpu"
  %r = corert.executeop(%gpu) "tf.Neg"(%x) {T = f32} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func private @calls_elsewhere(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %0:2 = tfrt.call @elsewhere(%ch, %x) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return %0#0, %0#1 : !tfrt.chain, !corert.tensorhandle
}
func.func @main(%x: !corert.tensorhandle) -> (!corert.tensorhandle, !tfrt.chain) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Relu"(%x) {T = f32} : 1
  %0:2 = tfrt.call @twice(%ch, %a) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %1:2 = corert.while @less @twice (%0#0, %0#1) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %b = corert.executeop(%cpu) "tf.Abs"(%1#1) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%b, %1#0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %2:2 = tfrt.call @calls_elsewhere(%c1, %b) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return %2#1, %2#0 : !corert.tensorhandle, !tfrt.chain
}
"#;

#[test]
fn calls_and_loops_are_nodes_with_their_functions_beside_them() {
    let mut module = parse(CALLS);
    let before = print(&module);
    let mut seen = Vec::new();
    let changed = run(&mut module, &mut |item| {
        let ops: Vec<String> = item.graph.node.iter().map(|node| node.op.clone()).collect();
        let functions = item.graph.library.iter().flat_map(|library| &library.function);
        let names =
            functions.filter_map(|def| Some(def.signature.as_ref()?.name.clone())).collect::<Vec<_>>();
        seen.push((item.function.clone(), ops.join(" "), names.join(" ")));
        let mut graph = item.graph.clone();
        graph.node.reverse();
        Ok(graph)
    });
    assert_eq!(changed, Ok(3));
    assert_eq!(print(&module), before);
    let seen: Vec<(&str, &str, &str)> = seen.iter().map(|(f, ops, names)| (&**f, &**ops, &**names)).collect();
    assert_eq!(
        seen,
        [
            ("twice", "_Arg AddV2 _Retval", ""),
            ("less", "_Arg Const Less _Retval", ""),
            ("main", "_Arg NoOp Relu StatefulPartitionedCall While Abs NoOp _Retval", "less twice"),
        ]
    );
}

/// Adds a function that negates, and calls it in place of the op.
fn outline(item: &IslandGraph) -> GraphDef {
    let text = "library { function { signature { name: 'outlined' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT } } \
         node_def { name: 'n' op: 'Neg' input: 'a' attr { key: 'T' value { type: DT_FLOAT } } } ret { key: 'r' value: 'n:y:0' } } }";
    let added = GraphDef::from_text(text).expect("a graph").library.expect("a library");
    let mut graph = item.graph.clone();
    graph.library.get_or_insert_default().function.extend(added.function);
    for node in graph.node.iter_mut().filter(|node| node.op == "Abs") {
        node.op = "outlined".into();
        node.attr.clear();
        node.device.clear();
    }
    graph
}

#[test]
fn functions_that_an_optimizer_adds_are_functions_of_the_program() {
    let mut module = parse(CALLS);
    let changed = run(&mut module, &mut |item| match item.function.as_str() {
        "main" => Ok(outline(item)),
        _ => Ok(item.graph.clone()),
    });
    assert_eq!(changed, Ok(1));
    let text = print(&module);
    assert!(text.contains("func.func private @outlined("), "{text}");
    assert!(text.contains("tfrt.call @outlined(") && !text.contains("tf.Abs"), "{text}");
    // The next optimizer sees it as any other.
    let mut functions = Vec::new();
    run(&mut module, &mut |item| {
        functions.push(item.function.clone());
        Ok(item.graph.clone())
    })
    .expect("nothing changes");
    assert_eq!(functions, ["twice", "less", "main", "outlined"]);
}

#[test]
fn functions_that_are_not_for_an_optimizer_to_change_are_not_changed() {
    let refused = |change: &dyn Fn(&mut GraphDef)| {
        let mut module = parse(CALLS);
        run(&mut module, &mut |item| {
            if item.function != "main" {
                return Ok(item.graph.clone());
            }
            let mut graph = outline(item);
            change(&mut graph);
            Ok(graph)
        })
    };
    let functions = |graph: &mut GraphDef| graph.library.take().expect("there are functions").function;
    let with = |graph: &mut GraphDef, function: Vec<_>| {
        graph.library =
            Some(tfrt_graphdef::proto::tensorflow::FunctionDefLibrary { function, ..Default::default() });
    };
    let rename = |to: &'static str| {
        move |graph: &mut GraphDef| {
            let mut all = functions(graph);
            if let Some(signature) = all.last_mut().and_then(|def| def.signature.as_mut()) {
                signature.name = to.into();
            }
            with(graph, all);
        }
    };
    for (outcome, message) in [
        (
            refused(&rename("elsewhere")),
            "it added a function 'elsewhere', but the program has one of this name",
        ),
        (refused(&rename("")), "it added a function without a name"),
        (
            refused(&|graph| {
                let mut all = functions(graph);
                let last = all.len() - 1;
                all[last].node_def[0].input = vec!["nobody".into()];
                with(graph, all);
            }),
            "node 'n' of its function 'outlined' has the input 'nobody', but there is no node 'nobody'",
        ),
    ] {
        assert_eq!(outcome, Err(message.to_owned()));
    }
}

#[test]
fn functions_that_an_optimizer_changes_are_others_for_its_own_nodes() {
    let mut module = parse(CALLS);
    let changed = run(&mut module, &mut |item| {
        let mut graph = item.graph.clone();
        for def in graph.library.iter_mut().flat_map(|library| &mut library.function) {
            for node in def.node_def.iter_mut().filter(|node| node.op == "AddV2") {
                node.op = "Mul".into();
            }
        }
        // Without another change to the nodes there is nothing that calls it.
        if item.function == "main" {
            graph.node.reverse();
        }
        Ok(graph)
    });
    assert_eq!(changed, Ok(1));
    let text = print(&module);
    assert!(text.contains("tfrt.call @twice.1(") && text.contains("corert.while @less @twice.1"), "{text}");
    assert!(
        text.contains("func.func private @twice(") && text.contains("func.func private @twice.1("),
        "{text}"
    );
    assert_eq!((text.matches("tf.AddV2").count(), text.matches("tf.Mul").count()), (1, 1), "{text}");
}

#[test]
fn a_graph_with_a_nan_is_the_same_as_itself() {
    let mut module = parse(
        &CALLS.replace("dense<1.000000e+01> : tensor<f32>", "dense<0x7FC00000> : tensor<f32>").replace(
            "\"tf.Abs\"(%1#1) {T = f32}",
            "\"tf.LeakyRelu\"(%1#1) {T = f32, alpha = 0x7FC00000 : f32}",
        ),
    );
    assert!(print(&module).contains("0x7FC00000 : f32"));
    assert_eq!(run(&mut module, &mut |item| Ok(item.graph.clone())), Ok(0));
}

#[test]
fn every_node_says_its_device() {
    let mut devices = std::collections::BTreeSet::new();
    run(&mut parse(CALLS), &mut |item| {
        devices
            .extend(item.graph.node.iter().filter(|node| node.op != "NoOp").map(|node| node.device.clone()));
        Ok(item.graph.clone())
    })
    .expect("nothing changes");
    assert_eq!(Vec::from_iter(devices), ["/job:localhost/replica:0/task:0/device:CPU:0"]);
}

/// Branches by index, one index for two of them, and prints that keep functions from being graphs as a whole.
const CASES: &str = r#"func.func private @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %r = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func private @same(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %ch, %x : !tfrt.chain, !corert.tensorhandle
}
func.func @main(%x: !corert.tensorhandle, %n: !corert.tensorhandle) -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %which = corert.executeop(%cpu) "tf.Sub"(%n, %one) : 1
  %i = corert.tensorhandle_to_int32 %which
  %0:2 = tfrt.case %i [@twice, @same] (%ch, %x) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %y = corert.executeop(%cpu) "tf.Neg"(%0#1) : 1
  %c1 = "corert.print_tensorhandle"(%y, %0#0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %1:2 = tfrt.case %i [@same, @twice] (%c1, %y) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %c2 = "corert.print_tensorhandle"(%1#1, %1#0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c2 : !tfrt.chain
}
"#;

#[test]
fn cases_are_nodes_of_islands() {
    let mut module = parse(CASES);
    let before = print(&module);
    let mut seen = Vec::new();
    let changed = run(&mut module, &mut |item| {
        let ops: Vec<&str> = item.graph.node.iter().map(|node| &*node.op).collect();
        let functions = item.graph.library.iter().flat_map(|library| &library.function).count();
        seen.push(format!("{}: {} ({functions} functions)", item.function, ops.join(" ")));
        let mut graph = item.graph.clone();
        graph.node.reverse();
        Ok(graph)
    });
    assert_eq!(changed, Ok(3));
    assert_eq!(
        seen,
        [
            "twice: _Arg AddV2 _Retval (0 functions)",
            "main: _Arg NoOp _Arg Const Sub Case Neg _Retval NoOp _Retval (2 functions)",
            "main: _Arg NoOp _Arg Case NoOp _Retval (2 functions)",
        ]
    );
    // Each island has an index of its own now; one of them goes with the next elimination of common expressions.
    let text = print(&module);
    assert_eq!(text.matches("tfrt.case").count(), before.matches("tfrt.case").count(), "{text}");
    assert!(text.contains("\"tf.Sub\"") && text.contains("\"tf.Neg\""), "{text}");
}

/// The island of `main` has a merge of chains in the middle, a branch whose results only its functions tell, and comes after a kernel.
const MERGED: &str = r#"func.func private @floor(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<f32>}) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %r = corert.executeop(%cpu) "tf.Cast"(%x) {SrcT = f32, DstT = i32, Truncate = false} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func private @zero(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<f32>}) -> (!tfrt.chain, !corert.tensorhandle) {
  %r = corert.const_dense_tensor dense<0> : tensor<i32>
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @main(%c: !corert.tensorhandle {tf.type = tensor<i1>}, %x: !corert.tensorhandle {tf.type = tensor<f32>}) -> (!corert.tensorhandle, !tfrt.chain) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Abs"(%x) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2, %b = corert.cond %c @floor @zero (%c1, %a) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c3, %d = corert.cond %c @zero @floor (%c1, %a) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c4 = tfrt.merge.chains %c2, %c3 : !tfrt.chain, !tfrt.chain
  %c5 = tfrt.merge.chains %c4, %c1 : !tfrt.chain, !tfrt.chain
  %c6, %e = corert.executeop.seq(%cpu, %c4) "tf.AddV2"(%b, %d) {T = i32} : 1
  %c7 = tfrt.merge.chains %c5, %c6 : !tfrt.chain, !tfrt.chain
  tfrt.return %e, %c7 : !corert.tensorhandle, !tfrt.chain
}
"#;

#[test]
fn chains_that_merge_do_not_end_an_island_and_every_border_has_its_type() {
    let mut module = parse(MERGED);
    let before = print(&module);
    let mut seen = Vec::new();
    let changed = run(&mut module, &mut |item| {
        if item.function == "main" {
            let number = |node: &NodeDef, name: &str| match node.attr.get(name)?.value.as_ref()? {
                Value::Type(number) => Some(vec![*number]),
                Value::List(list) => Some(list.r#type.clone()),
                _ => None,
            };
            let nodes = item.graph.node.iter().filter(|node| node.op != "NoOp").map(|node| {
                let types = number(node, "Tout").or_else(|| number(node, "T"));
                format!("{} {:?}", node.op, types.unwrap_or_default())
            });
            seen.push(nodes.collect::<Vec<_>>().join(", "));
        }
        let mut graph = item.graph.clone();
        graph.node.reverse();
        Ok(graph)
    });
    assert_eq!(changed, Ok(3));
    // 1, 3 and 10 are float, int32 and bool.
    assert_eq!(
        seen,
        ["_Arg [1], Abs [1], _Retval [1]", "_Arg [10], _Arg [1], If [3], If [3], AddV2 [3], _Retval [3]",]
    );
    assert_eq!(print(&module), before);
}
