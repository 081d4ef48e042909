// Pictures of functions without ops: kernels as boxes, streams as colours, costs as labels; constants are said by their users.
// RUN: tfrt-opt --view-graph=%t.svg %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.svg --check-prefix=SVG
// RUN: tfrt-opt --view-graph=%t.dot -cse %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.dot --check-prefix=DOT
// RUN: FileCheck %s --input-file=%t.mlir
// SVG: <svg
// SVG: @two_streams
// SVG-NOT: hsl(
// SVG: tfrt_test.test_cost
// SVG: with 1
// SVG: </svg>
// DOT: digraph
// DOT: @two_streams
// DOT: tfrt_test.test_cost
// CHECK: func.func @two_streams
func.func @two_streams() -> i32 attributes {tfrt.cost_threshold = 10 : i64} {
  %0 = tfrt.constant.i32 1
  %1 = "tfrt_test.test_cost"(%0) {id = 0 : i64, _tfrt_cost = 100 : i64} : (i32) -> i32
  %2 = "tfrt_test.test_cost"(%0) {id = 1 : i64, _tfrt_cost = 200 : i64} : (i32) -> i32
  %3 = tfrt.add.i32 %1, %2
  tfrt.return %3 : i32
}
