// RUN: tfrt-opt -cse -allow-unregistered-dialect %s | FileCheck %s

// Equal pure operations become one; the operands of a commutative operation may change places.
// CHECK-LABEL: func.func @equal
// CHECK-NEXT:    %0 = tfrt.add.i32 %arg0, %arg1
// CHECK-NEXT:    %1 = tfrt.mul.i32 %0, %0
// CHECK-NEXT:    tfrt.return %1, %1 : i32, i32
func.func @equal(%a: i32, %b: i32) -> (i32, i32) {
  %0 = tfrt.add.i32 %a, %b
  %1 = tfrt.add.i32 %b, %a
  %2 = tfrt.mul.i32 %0, %1
  %3 = tfrt.mul.i32 %1, %0
  tfrt.return %2, %3 : i32, i32
}

// Attributes and types count.
// CHECK-LABEL: func.func @different
// CHECK-NEXT:    tfrt.constant.i32 1
// CHECK-NEXT:    tfrt.constant.i32 2
// CHECK-NEXT:    tfrt.constant.i64 1
// CHECK-NEXT:    tfrt.return
func.func @different() -> (i32, i32, i64) {
  %0 = tfrt.constant.i32 1
  %1 = tfrt.constant.i32 2
  %2 = tfrt.constant.i64 1
  tfrt.return %0, %1, %2 : i32, i32, i64
}

// What has effects or is not declared stays.
// CHECK-LABEL: func.func @effects
// CHECK-COUNT-2: tfrt.print.i32
// CHECK-COUNT-2: "x.y"()
func.func @effects(%a: i32, %ch: !tfrt.chain) -> (!tfrt.chain, !tfrt.chain) {
  %0 = tfrt.print.i32 %a, %ch
  %1 = tfrt.print.i32 %a, %ch
  %2 = "x.y"() : () -> i32
  %3 = "x.y"() : () -> i32
  tfrt.return %0, %1 : !tfrt.chain, !tfrt.chain
}

// A division may fail, but two equal ones fail alike.
// CHECK-LABEL: func.func @division
// CHECK-COUNT-1: tfrt.div.i32
// CHECK-NOT:     tfrt.div.i32
// CHECK:         tfrt.return
func.func @division(%a: i32, %b: i32) -> (i32, i32) {
  %q, %r = tfrt.div.i32 %a, %b
  %s, %t = tfrt.div.i32 %a, %b
  tfrt.return %q, %t : i32, i32
}

// What is measured is left as written.
// CHECK-LABEL: func.func @measured
// CHECK-COUNT-2: tfrt.add.i32
func.func @measured() {
  %c = tfrt.constant.i32 1
  tfrt_test.benchmark "b"(%c : i32) duration_secs = 1, max_count = 1 {
    %0 = tfrt.add.i32 %c, %c
    %1 = tfrt.add.i32 %c, %c
    %2 = tfrt.mul.i32 %0, %1
    tfrt.return %2 : i32
  }
  tfrt.return
}

// In a region of several blocks an operation replaces those it dominates, and no others.
// CHECK-LABEL: "x.cfg"() ({
// CHECK-NEXT:    %[[A:.*]] = tfrt.constant.i32 1
// CHECK-NEXT:    "x.use"(%[[A]])
// CHECK-NEXT:    "x.br"()[^[[B:.*]], ^[[C:.*]]] : () -> ()
// CHECK:       ^[[B]]:
// CHECK-NEXT:    %[[D:.*]] = tfrt.constant.i32 2
// CHECK-NEXT:    "x.use"(%[[A]], %[[D]])
// CHECK:       ^[[C]]:
// CHECK-NEXT:    %[[E:.*]] = tfrt.constant.i32 2
// CHECK-NEXT:    "x.use"(%[[A]], %[[E]])
"x.cfg"() ({
  %0 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
  "x.use"(%0) : (i32) -> ()
  "x.br"()[^left, ^right] : () -> ()
^left:
  %1 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
  %2 = "tfrt.constant.i32"() <{value = 2 : i32}> : () -> i32
  "x.use"(%1, %2) : (i32, i32) -> ()
  "x.end"() : () -> ()
^right:
  %3 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
  %4 = "tfrt.constant.i32"() <{value = 2 : i32}> : () -> i32
  "x.use"(%3, %4) : (i32, i32) -> ()
  "x.end"() : () -> ()
}) : () -> ()

// Which operations of `arith` commute is upstream's choice: comparisons do not.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.mulf %arg2, %arg3 : f32
// CHECK-NEXT:    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
// CHECK-NEXT:    %2 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:    %3 = arith.subi %arg1, %arg0 : i32
// CHECK-NEXT:    %4 = arith.cmpi eq, %arg0, %arg1 : i32
// CHECK-NEXT:    %5 = arith.cmpi eq, %arg1, %arg0 : i32
// CHECK-NEXT:    "other.use"(%0, %0, %1, %1, %sum, %sum, %2, %3, %4, %5)
func.func @plain(%a: i32, %b: i32, %x: f32, %y: f32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.mulf %x, %y : f32
  %3 = arith.mulf %y, %x : f32
  %4, %5 = arith.addui_extended %a, %b : i32, i1
  %6, %7 = arith.addui_extended %b, %a : i32, i1
  %8 = arith.subi %a, %b : i32
  %9 = arith.subi %b, %a : i32
  %10 = arith.cmpi eq, %a, %b : i32
  %11 = arith.cmpi eq, %b, %a : i32
  "other.use"(%0, %1, %2, %3, %4, %6, %8, %9, %10, %11) : (i32, i32, f32, f32, i32, i32, i32, i32, i1, i1) -> ()
  tfrt.return
}
