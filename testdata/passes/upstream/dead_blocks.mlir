// RUN: tfrt-opt -remove-dead-values=canonicalize=false -split-input-file -allow-unregistered-dialect %s | FileCheck %s

// What never runs keeps nothing alive: a branch on what else is dead ends there, an operation goes with its operand.
// CHECK:      module {
// CHECK-NEXT: func.func @unreached(%arg0: i64, %arg1: i64, %arg2: i1) -> i64 {
// CHECK-NEXT: return %arg0 : i64
// CHECK-NEXT: ^bb1: // no predecessors
// CHECK-NEXT: "t.op"() : () -> ()
// CHECK-NEXT: return %arg0 : i64
// CHECK-NEXT: ^bb2: // no predecessors
// CHECK-NEXT: ub.unreachable
// CHECK-NEXT: ^bb3: // no predecessors
// CHECK-NEXT: return %arg0 : i64
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @unreached(%a: i64, %b: i64, %p: i1) -> i64 {
  return %a : i64
^bb1:
  "t.op"(%b) : (i64) -> ()
  "t.op"() : () -> ()
  return %a : i64
^bb2:
  cf.cond_br %p, ^bb1, ^bb3
^bb3:
  return %a : i64
}

// -----

// The first region of this choice never runs.
// CHECK:      module {
// CHECK-NEXT: func.func @known_choice(%arg0: i64) -> i64 {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %0 = scf.if %false -> (i64) {
// CHECK-NEXT: %1 = ub.poison : i64
// CHECK-NEXT: scf.yield %1 : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg0 : i64
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i64
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @known_choice(%a: i64) -> i64 {
  %f = arith.constant false
  %m = arith.addi %a, %a : i64
  %r = scf.if %f -> i64 {
    %n = arith.muli %a, %a : i64
    %u = "t.op"(%m, %n) : (i64, i64) -> i64
    scf.yield %u : i64
  } else {
    scf.yield %a : i64
  }
  return %r : i64
}

// -----

// Nothing calls the function.
// CHECK:      module {
// CHECK-NEXT: func.func private @never_called() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func private @never_called(%a: i64, %b: i64) -> (i64, i64) {
  %u = "t.op"(%a) : (i64) -> i64
  %v = arith.addi %a, %b : i64
  return %u, %v : i64, i64
}

// -----

// Live values go to dead arguments as before.
// CHECK:      module {
// CHECK-NEXT: func.func @live_to_dead(%arg0: i64, %arg1: i64, %arg2: i1) -> (i64, i64) {
// CHECK-NEXT: cf.cond_br %arg2, ^bb1(%arg0 : i64), ^bb1(%arg1 : i64)
// CHECK-NEXT: ^bb1(%0: i64): // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: return %arg1, %arg0 : i64, i64
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @live_to_dead(%a: i64, %b: i64, %p: i1) -> (i64, i64) {
  cf.cond_br %p, ^bb1(%a : i64), ^bb1(%b : i64)
^bb1(%z: i64):
  return %b, %a : i64, i64
}

// -----

// CHECK:      module {
// CHECK-NEXT: func.func @loop_of_unreached(%arg0: i64, %arg1: i64) -> i64 {
// CHECK-NEXT: return %arg0 : i64
// CHECK-NEXT: ^bb1: // pred: ^bb1
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @loop_of_unreached(%a: i64, %b: i64) -> i64 {
  return %a : i64
^bb1(%q: i64):
  %r = "t.op"(%q) : (i64) -> i64
  cf.br ^bb1(%r : i64)
}
