// Pictures of functions with ops: layers with name, op, dtype and shape; constants at their users; name scopes that open.
// RUN: tfrt-opt --view-graph=%t.svg %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.svg --check-prefix=SVG
// RUN: tfrt-opt --view-graph=%t.html %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.html --check-prefix=HTML
// RUN: tfrt-opt --view-graph=%t.dot %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.dot --check-prefix=DOT
// The same from a compiled file, and from a graph; with the steps of a region when it is compiled to run.
// RUN: tfrt-translate %s -o %t.bef
// RUN: tfrt-opt --view-graph=%t.bef.svg %t.bef
// RUN: FileCheck %s --input-file=%t.bef.svg --check-prefix=SVG
// RUN: tfrt-translate %t.bef -o %t.bef2.svg
// RUN: FileCheck %s --input-file=%t.bef2.svg --check-prefix=SVG
// RUN: tfrt-translate %s -o %t.pb
// RUN: tfrt-opt --view-graph=%t.pb.svg %t.pb
// RUN: FileCheck %s --input-file=%t.pb.svg --check-prefix=GRAPH
// RUN: tfrt-translate %s -O2 -o %t.steps.html
// RUN: FileCheck %s --input-file=%t.steps.html --check-prefix=STEPS
// RUN: not tfrt-opt -cse --view-graph=%t.svg %t.bef 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tfrt-opt --view-graph=%t.png %s 2>&1 | FileCheck %s --check-prefix=ENDING

// SVG-NOT: hsl(
// SVG-NOT: corert.executeop
// SVG: @main: 4 ops
// SVG: >image</text>
// SVG: f32 ?x4</text>
// SVG: >product</text>
// SVG: >tf.MatMul</text>
// SVG: >f32 ?x3</text>
// SVG: >with f32 4x3</text>
// SVG: >bias</text>
// SVG: >with f32 3</text>
// SVG: >relu</text>
// SVG: >tf.Softmax</text>
// SVG-NOT: tf.Const

// The two ops of a scope are behind its box; the scope with one op is no level.
// HTML: ▸ 2 ops
// HTML: >second/relu</text>
// HTML: <summary>first/ <small>2 ops</small></summary>
// HTML: >product</text>
// HTML: >bias</text>

// DOT: subgraph cluster_0 {
// DOT: label="first";
// DOT: label="product\ntf.MatMul\nf32 ?x3\nwith f32 4x3"
// DOT: n0_0 -> n0_1;

// GRAPH: tf.MatMul
// GRAPH: f32 ?x3

// STEPS: 1 region of
// STEPS: made of net/first/product
// STEPS: then BiasAdd, Relu</text>
// STEPS: f32 Nx3</text>
// STEPS: net/softmax

// ERROR: error: passes run on text and bytecode; this file is only drawn
// ENDING: ends in none of '.svg', '.html' and '.dot'
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x4xf32>, tfrt.name = "image"}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<0.5> : tensor<4x3xf32> loc("net/first/weights")
  %b = corert.const_dense_tensor dense<[0.125, 0.25, 0.375]> : tensor<3xf32> loc("net/first/values")
  %copy = corert.executeop(%cpu) "tf.Identity"(%w) {T = f32} : 1 loc("net/first/read")
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %copy) {T = f32, transpose_a = false, transpose_b = false} : 1 loc("net/first/product")
  %z = corert.executeop(%cpu) "tf.BiasAdd"(%y, %b) {T = f32, data_format = "NHWC"} : 1 loc("net/first/bias")
  %r = corert.executeop(%cpu) "tf.Relu"(%z) {T = f32} : 1 loc("net/second/relu")
  %s = corert.executeop(%cpu) "tf.Softmax"(%r) {T = f32} : 1 loc("net/softmax")
  tfrt.return %s : !corert.tensorhandle
}
