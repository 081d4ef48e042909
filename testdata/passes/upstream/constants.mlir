// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s

// The last region of an operation gets its constants first.
// CHECK:      module {
// CHECK-NEXT: func.func @order(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %c17_i32 = arith.constant 17 : i32
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %c6_i32 = arith.constant 6 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT: scf.yield %c1_i32, %c2_i32 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c3_i32, %c4_i32 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1: // pred: ^bb0
// CHECK-NEXT: return %0#0, %c6_i32 : i32, i32
// CHECK-NEXT: ^bb2: // pred: ^bb0
// CHECK-NEXT: return %c17_i32, %0#1 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @order(%p: i1, %x: i32) -> (i32, i32) {
  %r:2 = scf.if %p -> (i32, i32) {
    %a = arith.constant 1 : i32
    %b = arith.constant 2 : i32
    scf.yield %a, %b : i32, i32
  } else {
    %c = arith.constant 3 : i32
    %d = arith.constant 4 : i32
    scf.yield %c, %d : i32, i32
  }
  %e = arith.constant 5 : i32
  %f = arith.addi %e, %e : i32
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %g = arith.constant 6 : i32
  return %r#0, %g : i32, i32
^bb2:
  %h = arith.constant 7 : i32
  %i = arith.addi %h, %f : i32
  return %i, %r#1 : i32, i32
}

// -----

// CHECK:      module {
// CHECK-NEXT: func.func @poison(%arg0: i1) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %0, %c2_i32, %c1_i32, %0 : i32, i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @poison(%p: i1) -> (i32, i32, i32, i32) {
  %c = arith.constant 1 : i32
  %u = ub.poison : i32
  %a = arith.addi %u, %c : i32
  %b = arith.addi %c, %c : i32
  %d = arith.select %p, %u, %c : i32
  %e = scf.if %p -> i32 {
    scf.yield %u : i32
  } else {
    scf.yield %u : i32
  }
  return %a, %b, %d, %e : i32, i32, i32, i32
}
