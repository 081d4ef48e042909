// RUN: tfrt-opt -loop-invariant-code-motion -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=HOIST
// RUN: tfrt-opt -control-flow-sink -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SINK

// What need not end, or has a region of its own, stays in the loop; a loop that counts by one, and a choice, leave it.
// HOIST:      module {
// HOIST-NEXT: func.func @hoisted(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %0 = arith.floordivsi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// HOIST-NEXT: %4 = arith.addi %arg5, %arg2 : i32
// HOIST-NEXT: scf.yield %4 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %2 = scf.if %arg3 -> (i32) {
// HOIST-NEXT: %4 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: scf.yield %4 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %3 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// HOIST-NEXT: %4 = arith.divsi %arg1, %arg2 : i32
// HOIST-NEXT: %5 = scf.for %arg6 = %c0 to %arg0 step %arg0 iter_args(%arg7 = %arg1) -> (i32) {
// HOIST-NEXT: %12 = arith.addi %arg7, %arg2 : i32
// HOIST-NEXT: scf.yield %12 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %6 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg1) -> (i32) {
// HOIST-NEXT: %12 = arith.divsi %arg7, %arg2 : i32
// HOIST-NEXT: scf.yield %12 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %7 = scf.execute_region -> i32 {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %8 = scf.index_switch %arg0 -> i32
// HOIST-NEXT: case 1 {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: default {
// HOIST-NEXT: scf.yield %arg2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %9 = scf.while (%arg6 = %arg1) : (i32) -> i32 {
// HOIST-NEXT: scf.condition(%arg3) %arg6 : i32
// HOIST-NEXT: } do {
// HOIST-NEXT: ^bb0(%arg6: i32):
// HOIST-NEXT: scf.yield %arg6 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %10 = scf.parallel (%arg6) = (%c0) to (%arg0) step (%c1) init (%arg1) -> i32 {
// HOIST-NEXT: scf.reduce(%arg2 : i32) {
// HOIST-NEXT: ^bb0(%arg7: i32, %arg8: i32):
// HOIST-NEXT: %12 = arith.addi %arg7, %arg8 : i32
// HOIST-NEXT: scf.reduce.return %12 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// HOIST-NEXT: %11 = "t.use"(%0, %4, %1, %5, %6, %2, %7, %8, %9, %10) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
// HOIST-NEXT: scf.yield %11 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @hoisted(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SINK-NEXT: %1 = arith.floordivsi %arg1, %arg2 : i32
// SINK-NEXT: %2 = arith.divsi %arg1, %arg2 : i32
// SINK-NEXT: %3 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg1) -> (i32) {
// SINK-NEXT: %12 = arith.addi %arg7, %arg2 : i32
// SINK-NEXT: scf.yield %12 : i32
// SINK-NEXT: }
// SINK-NEXT: %4 = scf.for %arg6 = %c0 to %arg0 step %arg0 iter_args(%arg7 = %arg1) -> (i32) {
// SINK-NEXT: %12 = arith.addi %arg7, %arg2 : i32
// SINK-NEXT: scf.yield %12 : i32
// SINK-NEXT: }
// SINK-NEXT: %5 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg1) -> (i32) {
// SINK-NEXT: %12 = arith.divsi %arg7, %arg2 : i32
// SINK-NEXT: scf.yield %12 : i32
// SINK-NEXT: }
// SINK-NEXT: %6 = scf.if %arg3 -> (i32) {
// SINK-NEXT: %12 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %12 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: %7 = scf.execute_region -> i32 {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: %8 = scf.index_switch %arg0 -> i32
// SINK-NEXT: case 1 {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: default {
// SINK-NEXT: scf.yield %arg2 : i32
// SINK-NEXT: }
// SINK-NEXT: %9 = scf.while (%arg6 = %arg1) : (i32) -> i32 {
// SINK-NEXT: scf.condition(%arg3) %arg6 : i32
// SINK-NEXT: } do {
// SINK-NEXT: ^bb0(%arg6: i32):
// SINK-NEXT: scf.yield %arg6 : i32
// SINK-NEXT: }
// SINK-NEXT: %10 = scf.parallel (%arg6) = (%c0) to (%arg0) step (%c1) init (%arg1) -> i32 {
// SINK-NEXT: scf.reduce(%arg2 : i32) {
// SINK-NEXT: ^bb0(%arg7: i32, %arg8: i32):
// SINK-NEXT: %12 = arith.addi %arg7, %arg8 : i32
// SINK-NEXT: scf.reduce.return %12 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// SINK-NEXT: %11 = "t.use"(%1, %2, %3, %4, %5, %6, %7, %8, %9, %10) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
// SINK-NEXT: scf.yield %11 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
func.func @hoisted(%n: index, %x: i32, %y: i32, %p: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    %f = arith.floordivsi %x, %y : i32
    %d = arith.divsi %x, %y : i32
    %one = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x) -> i32 {
      %u = arith.addi %b, %y : i32
      scf.yield %u : i32
    }
    %any = scf.for %j = %c0 to %n step %n iter_args(%b = %x) -> i32 {
      %u = arith.addi %b, %y : i32
      scf.yield %u : i32
    }
    %divides = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x) -> i32 {
      %u = arith.divsi %b, %y : i32
      scf.yield %u : i32
    }
    %if = scf.if %p -> i32 {
      %u = arith.addi %x, %y : i32
      scf.yield %u : i32
    } else {
      scf.yield %x : i32
    }
    %once = scf.execute_region -> i32 {
      scf.yield %x : i32
    }
    %switch = scf.index_switch %n -> i32
    case 1 {
      scf.yield %x : i32
    }
    default {
      scf.yield %y : i32
    }
    %while = scf.while (%b = %x) : (i32) -> i32 {
      scf.condition(%p) %b : i32
    } do {
    ^bb0(%b: i32):
      scf.yield %b : i32
    }
    %parallel = scf.parallel (%k) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
      scf.reduce(%y : i32) {
      ^bb0(%l: i32, %q: i32):
        %u = arith.addi %l, %q : i32
        scf.reduce.return %u : i32
      }
    }
    %c = "t.use"(%f, %d, %one, %any, %divides, %if, %once, %switch, %while, %parallel) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
    scf.yield %c : i32
  }
  return %r : i32
}

// -----

// What the last operation uses goes first.
// HOIST:      module {
// HOIST-NEXT: func.func @sunk(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// HOIST-NEXT: %2 = arith.subi %arg1, %arg2 : i32
// HOIST-NEXT: %3 = scf.if %arg0 -> (i32) {
// HOIST-NEXT: %4 = arith.addi %0, %1 : i32
// HOIST-NEXT: %5 = arith.addi %4, %2 : i32
// HOIST-NEXT: scf.yield %5 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @sunk(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SINK-NEXT: %0 = scf.if %arg0 -> (i32) {
// SINK-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// SINK-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: %3 = arith.subi %arg1, %arg2 : i32
// SINK-NEXT: %4 = arith.addi %2, %1 : i32
// SINK-NEXT: %5 = arith.addi %4, %3 : i32
// SINK-NEXT: scf.yield %5 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
func.func @sunk(%p: i1, %x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %x, %y : i32
  %c = arith.subi %x, %y : i32
  %r = scf.if %p -> i32 {
    %d = arith.addi %a, %b : i32
    %e = arith.addi %d, %c : i32
    scf.yield %e : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// A region that always runs gets nothing.
// HOIST:      module {
// HOIST-NEXT: func.func @always(%arg0: i32) -> i32 {
// HOIST-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// HOIST-NEXT: %1 = scf.execute_region -> i32 {
// HOIST-NEXT: scf.yield %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @always(%arg0: i32) -> i32 {
// SINK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SINK-NEXT: %1 = scf.execute_region -> i32 {
// SINK-NEXT: scf.yield %0 : i32
// SINK-NEXT: }
// SINK-NEXT: return %1 : i32
// SINK-NEXT: }
// SINK-NEXT: }
func.func @always(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %r = scf.execute_region -> i32 {
    scf.yield %a : i32
  }
  return %r : i32
}
