//! The round trip of a program through a graph gives the same program.

use std::sync::Arc;

use prost::Message as _;
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_graphdef::{
    Boundary, ExportOptions, ImportOptions, TextFormat as _, graph_to_module, module_to_graph,
};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, Module};

use crate::context;

fn parse(ctx: &Arc<Context>, text: &str) -> Module {
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, "test.mlir", text, &mut diagnostics);
    let rendered = DiagnosticPrinter::new(ctx, &[]).render_all(&diagnostics);
    let module = module.unwrap_or_else(|| panic!("{rendered}"));
    verify(&module);
    module
}

fn verify(module: &Module) {
    let mut diagnostics = Diagnostics::new();
    if verify_module(module, &mut diagnostics).is_err() {
        panic!("{}{}", print(module), DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics));
    }
}

fn print(module: &Module) -> String {
    print_module(module, &PrintOptions::default())
}

fn to_graph(module: &Module, boundary: Boundary) -> GraphDef {
    let mut diagnostics = Diagnostics::new();
    let options = ExportOptions { boundary, ..Default::default() };
    let graph = module_to_graph(module, &options, &mut diagnostics);
    graph.unwrap_or_else(|_| panic!("{}", DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics)))
}

fn to_module(graph: &GraphDef) -> Module {
    let mut diagnostics = Diagnostics::new();
    let ctx = context();
    let module = graph_to_module(&ctx, graph, &ImportOptions::default(), &mut diagnostics);
    let module =
        module.unwrap_or_else(|_| panic!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics)));
    verify(&module);
    module
}

/// The program there and back, by bytes and by text, with placeholders and with arguments.
fn check(text: &str) {
    let ctx = context();
    let module = parse(&ctx, text);
    let expected = print(&module);
    for boundary in [Boundary::Placeholders, Boundary::Arguments] {
        let graph = to_graph(&module, boundary);
        let bytes = GraphDef::decode(graph.encode_to_vec().as_slice()).expect("bytes come back");
        assert_eq!(bytes, graph);
        let form = graph.to_text().expect("shallow");
        assert_eq!(GraphDef::from_text(&form).expect("text comes back"), graph);
        let again = to_module(&graph);
        assert_eq!(print(&again), expected, "{form}");
        // Names were made for the first graph, and the second keeps them.
        assert_eq!(to_graph(&again, boundary).to_text(), graph.to_text());
    }
}

#[test]
fn straight_graphs() {
    check(
        r#"
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x4xf32>}, %y: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %p = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {transpose_b = false, transpose_a = false} : 1
  %s = corert.executeop(%cpu) "tf.Softmax"(%p) {T = f32} : 1
  %q:2 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%s, %y, %y, %y, %y) {epsilon = 1.000000e-03 : f32, is_training = false} : 2
  %c = corert.executeop(%cpu) "tf.Cast"(%q#1) {SrcT = f32, DstT = ui8} : 1
  tfrt.return %s, %c : !corert.tensorhandle, !corert.tensorhandle
}
"#,
    );
}

#[test]
fn attributes_of_all_kinds() {
    check(
        r#"
func.func @all() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %log = corert.get_op_handler %ch "logging"
  %0 = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1, 2], values = [1 : i32, 2 : i32]} : 1
  %1:3 = corert.executeop(%log) "tfrt_test.odd"(%0) {z = 1.5 : f64, a = -1 : i8, s = "x\00y", t = [f32, i1], sh = #corert.shape<1x?>, l = [], u, n = [[1 : i32], "q"], d = dense<[true, false]> : tensor<2xi1>} {f = "callee"} : 3
  %2 = corert.executeop(%cpu) "plain"(%1#2) : 1
  %3 = corert.const_string_tensor {shape = [2], value = ["a", "b"]}
  %4 = corert.executeop(%cpu) "tf.Const"() {value = dense<1> : tensor<i32>, dtype = i32} : 1
  tfrt.return %2 : !corert.tensorhandle
}
"#,
    );
}

#[test]
fn chains_are_control_inputs() {
    check(
        r#"
func.func @f(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!corert.tensorhandle, !tfrt.chain) {
  %cpu = corert.get_op_handler %ch "cpu"
  %c1 = corert.executeop.seq(%cpu, %ch) "tfrt_test.print"(%x)
  %c2, %r = corert.executeop.seq(%cpu, %ch) "tfrt_test.relu"(%x) : 1
  %c3 = tfrt.merge.chains %c1, %c2 : !tfrt.chain, !tfrt.chain
  %c4 = corert.executeop.seq(%cpu, %c3) "tfrt_test.print"(%r)
  %c5 = corert.executeop.seq(%cpu, %c3) "unknown.effect"(%r)
  %c6 = tfrt.merge.chains %c4, %c5 : !tfrt.chain, !tfrt.chain
  tfrt.return %r, %c6 : !corert.tensorhandle, !tfrt.chain
}
"#,
    );
}

#[test]
fn functions_make_the_library() {
    check(
        r#"
func.func private @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<2xf32>}) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %r = corert.executeop(%cpu) "tf.AddV2"(%x, %x) {T = f32} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @less(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %l = corert.const_dense_tensor dense<1.000000e+01> : tensor<f32>
  %r = corert.executeop(%cpu) "tf.Less"(%x, %l) {T = f32} : 1
  tfrt.return %ch, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @plain(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  tfrt.return %x : !corert.tensorhandle
}
func.func @main(%x: !corert.tensorhandle, %c: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %0:2 = tfrt.call @twice(%ch, %x) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %1:2 = corert.cond %c @twice @less (%0#0, %0#1) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %2:2 = corert.while @less @twice (%1#0, %1#1) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %i = corert.tensorhandle_to_int32 %c
  %3:2 = tfrt.case %i [@twice, @less] (%2#0, %2#1) : (!tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %4 = tfrt.call @plain(%3#1) : (!corert.tensorhandle) -> !corert.tensorhandle
  tfrt.return %4 : !corert.tensorhandle
}
"#,
    );
}

#[test]
fn nodes_carry_all_attributes_and_full_devices() {
    let ctx = context();
    let module = parse(
        &ctx,
        r#"
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x4xf32>, tfrt.name = "images", tfrt.sizes = ["n", ""], tfrt.default = dense<1.0> : tensor<1x4xf32>}) -> (!corert.tensorhandle {tfrt.name = "scores"}) {
  %ch = tfrt.new.chain
  %gpu = corert.get_op_handler %ch "GPU:1"
  %r = corert.executeop(%gpu) "tf.MatMul"(%x, %x) {transpose_a = true} : 1
  tfrt.return %r : !corert.tensorhandle
}
"#,
    );
    let graph = to_graph(&module, Boundary::Placeholders);
    let text = graph.to_text().expect("shallow");
    for expected in [
        "device: \"/job:localhost/replica:0/task:0/device:GPU:1\"",
        "key: \"T\"\n    value {\n      type: DT_FLOAT",
        "key: \"transpose_b\"\n    value {\n      b: false",
        "input: \"arg\"\n  input: \"arg\"",
        "op: \"Placeholder\"",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn islands_of_a_mixed_function() {
    let ctx = context();
    let module = parse(
        &ctx,
        r#"
func.func @mixed(%x: !corert.tensorhandle) -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Relu"(%x) : 1
  %c1 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2, %b = corert.executeop.seq(%cpu, %c1) "tf.Neg"(%a) : 1
  %d = corert.executeop(%cpu) "tf.Abs"(%x) : 1
  %c3 = "corert.print_tensorhandle"(%d, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c3 : !tfrt.chain
}
"#,
    );
    let mut diagnostics = Diagnostics::new();
    let graph = module_to_graph(&module, &ExportOptions::default(), &mut diagnostics).expect("converts");
    let remarks: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
    assert_eq!(
        remarks,
        ["'mixed' is not made of ops on tensors alone: 2 of its islands of ops become functions"]
    );
    let library = graph.library.expect("islands are functions");
    let ops: Vec<Vec<&str>> =
        library.function.iter().map(|f| f.node_def.iter().map(|node| &*node.op).collect()).collect();
    assert_eq!(ops, [vec!["Relu", "Abs"], vec!["Neg"]]);
    let graph = GraphDef { library: Some(library), ..Default::default() };
    to_module(&graph);
}

#[test]
fn wrong_graphs_are_errors_that_name_the_node() {
    for (text, message) in [
        ("node { op: 'Relu' }", "node '' has no name"),
        ("node { name: 'a' op: 'NoOp' } node { name: 'a' op: 'NoOp' }", "node 'a' has the name of another"),
        ("node { name: 'a' op: 'Relu' input: 'b' }", "node 'a' has the input 'b', but there is no node 'b'"),
        (
            "node { name: 'a' op: 'Relu' input: 'b:c:d' }",
            "node 'a' has an input 'b:c:d', which is no reference to an output",
        ),
        ("node { name: 'a' op: 'Relu' input: 'a' }", "node 'a' waits for itself"),
        (
            "node { name: 'p' op: 'Placeholder' } node { name: 'a' op: 'Relu' input: 'p:1' }",
            "node 'a' uses output 1 of node 'p', which has no such output",
        ),
        (
            "node { name: 'c' op: 'Const' } node { name: 'r' op: 'Relu' input: 'c' }",
            "node 'c' has no tensor as its attribute 'value'",
        ),
        (
            "node { name: 'i' op: 'StatelessIf' attr { key: 'then_branch' value { func { name: 'f' } } } }",
            "node 'i' refers to the function 'f', which the library does not have",
        ),
        (
            "node { name: 'a' op: 'Relu' attr { key: 'k' value { placeholder: 'x' } } }",
            "node 'a' has the attribute 'k', but is the placeholder 'x', which stands for no value",
        ),
        (
            "node { name: 'a' op: 'NoOp' input: '^b' } node { name: 'b' op: 'NoOp' input: '^a' }",
            "node 'a' waits for itself",
        ),
    ] {
        let graph = GraphDef::from_text(text).expect(text);
        let ctx = context();
        let mut diagnostics = Diagnostics::new();
        assert!(
            graph_to_module(&ctx, &graph, &ImportOptions::default(), &mut diagnostics).is_err(),
            "{text}"
        );
        let messages: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
        assert_eq!(messages, [message]);
    }
}

#[test]
fn graphs_of_others_keep_only_what_is_needed() {
    let graph = GraphDef::from_text(
        "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'shape' value { shape { dim { \
         size: -1 } dim { size: 3 } } } } } \
         node { name: 'unused' op: 'Const' attr { key: 'value' value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 3 } } } } \
         node { name: 'out' op: 'Identity' input: 'r' input: '^noop' attr { key: 'T' value { type: DT_FLOAT } } } \
         node { name: 'noop' op: 'NoOp' input: '^r' } \
         node { name: 'r' op: 'Relu' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }",
    )
    .expect("a graph");
    assert_eq!(
        print(&to_module(&graph)),
        r#"module attributes {tf.unplaced} {
  func.func @main(%arg0: !corert.tensorhandle {tf.type = tensor<?x3xf32>, tfrt.name = "x"}) -> (!corert.tensorhandle {tfrt.name = "out"}) {
    %0 = tfrt.new.chain
    %1 = corert.get_op_handler %0 "cpu"
    %2 = corert.executeop(%1) "tf.Relu"(%arg0) {T = f32} : 1
    %3 = corert.executeop(%1) "tf.Identity"(%2) {T = f32} : 1
    tfrt.return %3 : !corert.tensorhandle
  }
}
"#
    );
}

#[test]
fn effects_stay_ordered_through_nodes_without() {
    let graph = GraphDef::from_text(
        "node { name: 's' op: 'Placeholder' attr { key: 'dtype' value { type: DT_STRING } } } \
         node { name: 'p1' op: 'PrintV2' input: 's' } \
         node { name: 'group' op: 'NoOp' input: '^p1' } \
         node { name: 'through' op: 'Identity' input: 's' input: '^group' } \
         node { name: 'p2' op: 'PrintV2' input: 's' input: '^through' } \
         node { name: 'r' op: 'Identity' input: 's' input: '^p2' }",
    )
    .expect("a graph");
    let text = print(&to_module(&graph));
    let expected = [
        "%out_op_chain = corert.executeop.seq(%1, %0) \"tf.PrintV2\"",
        "%out_op_chain_0, %results = corert.executeop.seq(%1, %out_op_chain) \"tf.Identity\"",
        "%out_op_chain_1 = corert.executeop.seq(%1, %out_op_chain_0) \"tf.PrintV2\"",
        "%out_op_chain_2, %results_3 = corert.executeop.seq(%1, %out_op_chain_1) \"tf.Identity\"",
        "tfrt.return %results_3",
    ];
    for line in expected {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn results_come_in_the_order_of_their_names() {
    // TensorFlow writes nodes in any order, and names what a function gives `Identity`, `Identity_1`, …
    let graph = GraphDef::from_text(
        "node { name: 'Identity_10' op: 'Identity' input: 'c' } node { name: 'Identity_2' op: 'Identity' input: 'b' } \
         node { name: 'x' op: 'Placeholder' } node { name: 'a' op: 'Relu' input: 'x' } node { name: 'b' op: 'Neg' input: 'x' } \
         node { name: 'c' op: 'Abs' input: 'x' } node { name: 'Identity' op: 'Identity' input: 'a' }",
    )
    .expect("a graph");
    let text = print(&to_module(&graph));
    let named = |op: &str| {
        let line = text.lines().find(|line| line.contains(op)).unwrap_or_else(|| panic!("{text}"));
        line.trim().split(' ').next().unwrap_or_default().to_owned()
    };
    let given = |op: &str| {
        let value = named(op);
        let user = text.lines().find(|line| line.contains(&format!("\"tf.Identity\"({value})")));
        user.and_then(|line| line.trim().split(' ').next().map(str::to_owned))
            .unwrap_or_else(|| panic!("{text}"))
    };
    let wanted = ["tf.Relu", "tf.Neg", "tf.Abs"].map(given).join(", ");
    assert!(text.contains(&format!("tfrt.return {wanted} :")), "{text}");
}

/// A graph with all that programs have no place for. Its nodes are in the order, and have the names, in which they are written.
const RICH: &str = r#"
node { name: "x" op: "Placeholder" attr { key: "_user_specified_name" value { s: "the x" } } attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 3 } } } } }
node { name: "c" op: "Const" device: "/job:worker/task:1/device:CPU:0" attr { key: "_class" value { list { s: "loc:@s/y" } } } attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 3 } } float_val: nan } } } }
node { name: "s/y" op: "AddV2" input: "x" input: "c" device: "/job:worker/replica:0/task:1/device:GPU:2" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_bytes" value { s: "\\377\\000" } } attr { key: "_function" value { func { name: "f" attr { key: "T" value { type: DT_INT8 } } } } }
  attr { key: "_functions" value { list { func { name: "f" } func { name: "g" } } } }
  attr { key: "_named" value { shape { dim { size: -1 name: "batch" } } } } attr { key: "_nan" value { f: nan } }
  attr { key: "_none" value { } } attr { key: "_placeholder" value { placeholder: "T" } } attr { key: "_seed" value { i: -9223372036854775808 } }
  attr { key: "_strings" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: "a" } } }
  attr { key: "_types" value { list { type: DT_FLOAT type: DT_FLOAT_REF } } }
  experimental_debug_info { original_node_names: "was" original_func_names: "there" } }
node { name: "z" op: "Relu" input: "s/y" attr { key: "T" value { type: DT_FLOAT } } attr { key: "_class" value { list { s: "loc:@s/y" } } } }
node { name: "w" op: "Neg" input: "z" device: "/job:localhost/replica:0/task:0/device:CPU:0" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "p" op: "PartitionedCall" input: "w" attr { key: "Tin" value { list { type: DT_FLOAT } } } attr { key: "Tout" value { list { type: DT_FLOAT } } }
  attr { key: "_collective" value { list { } } } attr { key: "config" value { s: "" } } attr { key: "config_proto" value { s: "how" } } attr { key: "executor_type" value { s: "" } }
  attr { key: "f" value { func { name: "f" } } } }
library {
  function { signature { name: "f" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "square" type: DT_FLOAT } is_stateful: true }
    node_def { name: "m" op: "Mul" input: "a" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "square" value: "m:z:0" } attr { key: "_implements" value { s: "a.square" } } attr { key: "_noinline" value { b: true } }
    arg_attr { key: 0 value { attr { key: "_user_specified_name" value { s: "a" } } } } resource_arg_unique_id { key: 0 value: 7 } }
  gradient { function_name: "f" gradient_func: "g" }
  registered_gradients { gradient_func: "g" registered_op_type: "F" }
}
versions { producer: 1987 min_consumer: 12 bad_consumers: 5 }
"#;

#[test]
fn nothing_of_a_graph_is_lost() {
    let ctx = context();
    let graph = GraphDef::from_text(RICH).expect("a graph");
    let module = to_module(&graph);
    // Through text, with the locations that hold the names.
    let text = print_module(&module, &PrintOptions { debug_info: true, ..PrintOptions::default() });
    let mut again = to_graph(&parse(&ctx, &text), Boundary::Placeholders);
    let result = again.node.pop().expect("a node for the result");
    assert_eq!((&*result.op, &*result.input), ("Identity", &["p".to_owned()][..]));
    let functions = again.library.iter_mut().flat_map(|library| &mut library.function);
    let nodes = again.node.iter_mut().chain(functions.flat_map(|function| {
        function.attr.retain(|name, _| !name.starts_with("_tfrt_"));
        &mut function.node_def
    }));
    nodes.for_each(|node| node.attr.retain(|name, _| !name.starts_with("_tfrt_")));
    assert_eq!(again.to_text(), graph.to_text(), "{text}");
}

#[test]
fn places_of_nodes_that_lost_their_names_are_dropped() {
    let module = to_module(&GraphDef::from_text(RICH).expect("a graph"));
    let graph = to_graph(&parse(&context(), &print(&module)), Boundary::Placeholders);
    assert!(graph.node.iter().all(|node| !node.attr.contains_key("_class")));
}

#[test]
fn what_is_kept_must_be_what_it_says() {
    for (change, message) in [
        ("module attributes {tf.graph = \"nodes\"} {", "error: the attribute 'tf.graph' is no graph: "),
        (
            "func.func @f() attributes {tf.function = 3 : i32} {",
            "error: the attribute 'tf.function' is no function: it is no text",
        ),
        (
            "%t = corert.executeop(%cpu) \"tf.Abs\"(%x) : 1 attributes {tf.node = \"op\"}",
            "error: the attribute 'tf.node' is no node: ",
        ),
    ] {
        let mut lines = [
            "module {",
            "func.func @f() {",
            "tfrt.return",
            "}",
            "func.func @main(%x: !corert.tensorhandle) -> !corert.tensorhandle {",
            "%ch = tfrt.new.chain",
            "%cpu = corert.get_op_handler %ch \"cpu\"",
            "%t = corert.executeop(%cpu) \"tf.Abs\"(%x) : 1",
            "tfrt.return %t : !corert.tensorhandle",
            "}",
            "}",
        ];
        let start: String = change.chars().take(6).collect();
        *lines.iter_mut().find(|line| line.starts_with(&start)).expect("one of them") = change;
        let (ctx, mut diagnostics) = (context(), Diagnostics::new());
        let module = parse(&ctx, &lines.join("\n"));
        assert!(module_to_graph(&module, &ExportOptions::default(), &mut diagnostics).is_err(), "{change}");
        let rendered = DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics);
        assert!(rendered.contains(message), "{rendered}");
    }
}

#[test]
fn only_functions_with_effects_give_chains() {
    let graph = |op: &str| {
        format!(
            r#"
node {{ name: "x" op: "Placeholder" attr {{ key: "dtype" value {{ type: DT_INT32 }} }} }}
node {{ name: "p" op: "PartitionedCall" input: "x" attr {{ key: "Tin" value {{ list {{ type: DT_INT32 }} }} }}
  attr {{ key: "Tout" value {{ list {{ type: DT_FLOAT }} }} }} attr {{ key: "f" value {{ func {{ name: "outer" }} }} }} }}
library {{
  function {{ signature {{ name: "outer" input_arg {{ name: "a" type: DT_INT32 }} output_arg {{ name: "r" type: DT_FLOAT }} }}
    node_def {{ name: "c" op: "StatefulPartitionedCall" input: "a" attr {{ key: "Tin" value {{ list {{ type: DT_INT32 }} }} }}
      attr {{ key: "Tout" value {{ list {{ type: DT_FLOAT }} }} }} attr {{ key: "f" value {{ func {{ name: "inner" }} }} }} }}
    ret {{ key: "r" value: "c:output:0" }} }}
  function {{ signature {{ name: "inner" input_arg {{ name: "a" type: DT_INT32 }} output_arg {{ name: "r" type: DT_FLOAT }} }}
    node_def {{ name: "d" {op} }} node_def {{ name: "n" op: "NoOp" input: "^d" }}
    ret {{ key: "r" value: "d:{result}:0" }} control_ret {{ key: "n" value: "n" }} }}
}}
"#,
            result = if op.contains("Random") { "output" } else { "y" }
        )
    };
    let cast = r#"op: "Cast" input: "a" attr { key: "SrcT" value { type: DT_INT32 } } attr { key: "DstT" value { type: DT_FLOAT } }"#;
    let random = r#"op: "RandomUniform" input: "a" attr { key: "T" value { type: DT_INT32 } } attr { key: "dtype" value { type: DT_FLOAT } }"#;
    for (op, chain) in [(cast, false), (random, true)] {
        let text = print(&to_module(&GraphDef::from_text(&graph(op)).expect("a graph")));
        for name in ["@outer(", "@inner("] {
            let line = text
                .lines()
                .find(|line| line.contains("func.func") && line.contains(name))
                .expect("the function");
            let results = line.split("->").nth(1).expect("results");
            assert_eq!(results.contains("!tfrt.chain"), chain, "{line}");
        }
    }
}
