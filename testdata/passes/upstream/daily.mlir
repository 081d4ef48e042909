// RUN: tfrt-opt -loop-invariant-code-motion -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=HOIST
// RUN: tfrt-opt -control-flow-sink -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SINK
// RUN: tfrt-opt -convert-scf-to-cf -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=BRANCHES
// RUN: tfrt-opt -topological-sort -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SORT

// HOIST:      module {
// HOIST-NEXT: func.func @hoist(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %c7_i32 = arith.constant 7 : i32
// HOIST-NEXT: %0 = arith.muli %arg1, %arg2 : i32
// HOIST-NEXT: %1 = arith.addi %0, %c7_i32 : i32
// HOIST-NEXT: %2 = arith.divsi %arg1, %c7_i32 : i32
// HOIST-NEXT: %3 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// HOIST-NEXT: %4 = arith.divsi %arg1, %arg2 : i32
// HOIST-NEXT: %5 = memref.load %arg3[%c0] : memref<4xi32>
// HOIST-NEXT: %6 = arith.addi %arg5, %1 : i32
// HOIST-NEXT: %7 = arith.addi %6, %4 : i32
// HOIST-NEXT: %8 = arith.addi %7, %5 : i32
// HOIST-NEXT: %9 = arith.addi %8, %2 : i32
// HOIST-NEXT: scf.yield %9 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @hoist(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SINK-NEXT: %c7_i32 = arith.constant 7 : i32
// SINK-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// SINK-NEXT: %2 = arith.addi %1, %c7_i32 : i32
// SINK-NEXT: %3 = arith.divsi %arg1, %arg2 : i32
// SINK-NEXT: %4 = arith.divsi %arg1, %c7_i32 : i32
// SINK-NEXT: %5 = memref.load %arg3[%c0] : memref<4xi32>
// SINK-NEXT: %6 = arith.addi %arg5, %2 : i32
// SINK-NEXT: %7 = arith.addi %6, %3 : i32
// SINK-NEXT: %8 = arith.addi %7, %5 : i32
// SINK-NEXT: %9 = arith.addi %8, %4 : i32
// SINK-NEXT: scf.yield %9 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @hoist(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %c7_i32 = arith.constant 7 : i32
// BRANCHES-NEXT: %3 = arith.muli %arg1, %arg2 : i32
// BRANCHES-NEXT: %4 = arith.addi %3, %c7_i32 : i32
// BRANCHES-NEXT: %5 = arith.divsi %arg1, %arg2 : i32
// BRANCHES-NEXT: %6 = arith.divsi %arg1, %c7_i32 : i32
// BRANCHES-NEXT: %7 = memref.load %arg3[%c0] : memref<4xi32>
// BRANCHES-NEXT: %8 = arith.addi %1, %4 : i32
// BRANCHES-NEXT: %9 = arith.addi %8, %5 : i32
// BRANCHES-NEXT: %10 = arith.addi %9, %7 : i32
// BRANCHES-NEXT: %11 = arith.addi %10, %6 : i32
// BRANCHES-NEXT: %12 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%12, %11 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @hoist(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
// SORT-NEXT: %c0 = arith.constant 0 : index
// SORT-NEXT: %c1 = arith.constant 1 : index
// SORT-NEXT: %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SORT-NEXT: %c7_i32 = arith.constant 7 : i32
// SORT-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// SORT-NEXT: %2 = arith.addi %1, %c7_i32 : i32
// SORT-NEXT: %3 = arith.divsi %arg1, %arg2 : i32
// SORT-NEXT: %4 = arith.divsi %arg1, %c7_i32 : i32
// SORT-NEXT: %5 = memref.load %arg3[%c0] : memref<4xi32>
// SORT-NEXT: %6 = arith.addi %arg5, %2 : i32
// SORT-NEXT: %7 = arith.addi %6, %3 : i32
// SORT-NEXT: %8 = arith.addi %7, %5 : i32
// SORT-NEXT: %9 = arith.addi %8, %4 : i32
// SORT-NEXT: scf.yield %9 : i32
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @hoist(%n: index, %a: i32, %b: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %k = arith.constant 7 : i32
    %y = arith.muli %a, %b : i32
    %z = arith.addi %y, %k : i32
    %d = arith.divsi %a, %b : i32
    %e = arith.divsi %a, %k : i32
    %l = memref.load %m[%c0] : memref<4xi32>
    %w = arith.addi %x, %z : i32
    %u = arith.addi %w, %d : i32
    %v = arith.addi %u, %l : i32
    %t = arith.addi %v, %e : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @hoist_nested(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = scf.if %arg3 -> (i32) {
// HOIST-NEXT: %3 = arith.addi %arg1, %arg1 : i32
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %2 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// HOIST-NEXT: %3 = arith.index_cast %arg4 : index to i32
// HOIST-NEXT: %4 = arith.muli %0, %3 : i32
// HOIST-NEXT: %5 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg5) -> (i32) {
// HOIST-NEXT: %6 = arith.addi %arg7, %4 : i32
// HOIST-NEXT: %7 = arith.addi %6, %1 : i32
// HOIST-NEXT: scf.yield %7 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.yield %5 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @hoist_nested(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SINK-NEXT: %1 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg5) -> (i32) {
// SINK-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: %3 = arith.index_cast %arg4 : index to i32
// SINK-NEXT: %4 = arith.muli %2, %3 : i32
// SINK-NEXT: %5 = scf.if %arg3 -> (i32) {
// SINK-NEXT: %8 = arith.addi %arg1, %arg1 : i32
// SINK-NEXT: scf.yield %8 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg2 : i32
// SINK-NEXT: }
// SINK-NEXT: %6 = arith.addi %arg7, %4 : i32
// SINK-NEXT: %7 = arith.addi %6, %5 : i32
// SINK-NEXT: scf.yield %7 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @hoist_nested(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb9
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb10
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb3(%c0, %1 : index, i32)
// BRANCHES-NEXT: ^bb3(%3: index, %4: i32): // 2 preds: ^bb2, ^bb8
// BRANCHES-NEXT: %5 = arith.cmpi slt, %3, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %5, ^bb4, ^bb9
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: %6 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: %7 = arith.index_cast %0 : index to i32
// BRANCHES-NEXT: %8 = arith.muli %6, %7 : i32
// BRANCHES-NEXT: cf.cond_br %arg3, ^bb5, ^bb6
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: %9 = arith.addi %arg1, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb7(%9 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%arg2 : i32)
// BRANCHES-NEXT: ^bb7(%10: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: %11 = arith.addi %4, %8 : i32
// BRANCHES-NEXT: %12 = arith.addi %11, %10 : i32
// BRANCHES-NEXT: %13 = arith.addi %3, %c1 : index
// BRANCHES-NEXT: cf.br ^bb3(%13, %12 : index, i32)
// BRANCHES-NEXT: ^bb9: // pred: ^bb3
// BRANCHES-NEXT: %14 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%14, %4 : index, i32)
// BRANCHES-NEXT: ^bb10: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @hoist_nested(%arg0: index, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// SORT-NEXT: %c0 = arith.constant 0 : index
// SORT-NEXT: %c1 = arith.constant 1 : index
// SORT-NEXT: %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SORT-NEXT: %1 = scf.for %arg6 = %c0 to %arg0 step %c1 iter_args(%arg7 = %arg5) -> (i32) {
// SORT-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: %3 = arith.index_cast %arg4 : index to i32
// SORT-NEXT: %4 = arith.muli %2, %3 : i32
// SORT-NEXT: %5 = scf.if %arg3 -> (i32) {
// SORT-NEXT: %8 = arith.addi %arg1, %arg1 : i32
// SORT-NEXT: scf.yield %8 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %arg2 : i32
// SORT-NEXT: }
// SORT-NEXT: %6 = arith.addi %arg7, %4 : i32
// SORT-NEXT: %7 = arith.addi %6, %5 : i32
// SORT-NEXT: scf.yield %7 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @hoist_nested(%n: index, %a: i32, %b: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> i32 {
      %p = arith.addi %a, %b : i32
      %q = arith.index_cast %i : index to i32
      %o = arith.muli %p, %q : i32
      %if = scf.if %c -> i32 {
        %t = arith.addi %a, %a : i32
        scf.yield %t : i32
      } else {
        scf.yield %b : i32
      }
      %z = arith.addi %y, %o : i32
      %zz = arith.addi %z, %if : i32
      scf.yield %zz : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @hoist_while(%arg0: i32, %arg1: i32) -> i32 {
// HOIST-NEXT: %0 = arith.muli %arg1, %arg1 : i32
// HOIST-NEXT: %c1_i32 = arith.constant 1 : i32
// HOIST-NEXT: %1 = arith.addi %arg1, %c1_i32 : i32
// HOIST-NEXT: %2 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// HOIST-NEXT: %3 = arith.cmpi slt, %arg2, %0 : i32
// HOIST-NEXT: scf.condition(%3) %arg2 : i32
// HOIST-NEXT: } do {
// HOIST-NEXT: ^bb0(%arg2: i32):
// HOIST-NEXT: %3 = arith.addi %arg2, %1 : i32
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @hoist_while(%arg0: i32, %arg1: i32) -> i32 {
// SINK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SINK-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// SINK-NEXT: %2 = arith.cmpi slt, %arg2, %1 : i32
// SINK-NEXT: scf.condition(%2) %arg2 : i32
// SINK-NEXT: } do {
// SINK-NEXT: ^bb0(%arg2: i32):
// SINK-NEXT: %c1_i32 = arith.constant 1 : i32
// SINK-NEXT: %1 = arith.addi %arg1, %c1_i32 : i32
// SINK-NEXT: %2 = arith.addi %arg2, %1 : i32
// SINK-NEXT: scf.yield %2 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @hoist_while(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %1 : i32
// BRANCHES-NEXT: cf.cond_br %2, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32): // pred: ^bb1
// BRANCHES-NEXT: %c1_i32 = arith.constant 1 : i32
// BRANCHES-NEXT: %4 = arith.addi %arg1, %c1_i32 : i32
// BRANCHES-NEXT: %5 = arith.addi %3, %4 : i32
// BRANCHES-NEXT: cf.br ^bb1(%5 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @hoist_while(%arg0: i32, %arg1: i32) -> i32 {
// SORT-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SORT-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// SORT-NEXT: %2 = arith.cmpi slt, %arg2, %1 : i32
// SORT-NEXT: scf.condition(%2) %arg2 : i32
// SORT-NEXT: } do {
// SORT-NEXT: ^bb0(%arg2: i32):
// SORT-NEXT: %c1_i32 = arith.constant 1 : i32
// SORT-NEXT: %1 = arith.addi %arg1, %c1_i32 : i32
// SORT-NEXT: %2 = arith.addi %arg2, %1 : i32
// SORT-NEXT: scf.yield %2 : i32
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @hoist_while(%a: i32, %n: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %k = arith.muli %n, %n : i32
    %c = arith.cmpi slt, %x, %k : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %o = arith.constant 1 : i32
    %p = arith.addi %n, %o : i32
    %z = arith.addi %y, %p : i32
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @hoist_effects(%arg0: index, %arg1: i32, %arg2: i32) {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// HOIST-NEXT: "test.use"(%0) : (i32) -> ()
// HOIST-NEXT: %1 = "test.val"(%0) : (i32) -> i32
// HOIST-NEXT: %2 = arith.addi %1, %arg1 : i32
// HOIST-NEXT: "test.use"(%2) : (i32) -> ()
// HOIST-NEXT: }
// HOIST-NEXT: return
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @hoist_effects(%arg0: index, %arg1: i32, %arg2: i32) {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// SINK-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: "test.use"(%0) : (i32) -> ()
// SINK-NEXT: %1 = "test.val"(%0) : (i32) -> i32
// SINK-NEXT: %2 = arith.addi %1, %arg1 : i32
// SINK-NEXT: "test.use"(%2) : (i32) -> ()
// SINK-NEXT: }
// SINK-NEXT: return
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @hoist_effects(%arg0: index, %arg1: i32, %arg2: i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0 : index)
// BRANCHES-NEXT: ^bb1(%0: index): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: "test.use"(%2) : (i32) -> ()
// BRANCHES-NEXT: %3 = "test.val"(%2) : (i32) -> i32
// BRANCHES-NEXT: %4 = arith.addi %3, %arg1 : i32
// BRANCHES-NEXT: "test.use"(%4) : (i32) -> ()
// BRANCHES-NEXT: %5 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%5 : index)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @hoist_effects(%arg0: index, %arg1: i32, %arg2: i32) {
// SORT-NEXT: %c0 = arith.constant 0 : index
// SORT-NEXT: %c1 = arith.constant 1 : index
// SORT-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// SORT-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: "test.use"(%0) : (i32) -> ()
// SORT-NEXT: %1 = "test.val"(%0) : (i32) -> i32
// SORT-NEXT: %2 = arith.addi %1, %arg1 : i32
// SORT-NEXT: "test.use"(%2) : (i32) -> ()
// SORT-NEXT: }
// SORT-NEXT: return
// SORT-NEXT: }
// SORT-NEXT: }
func.func @hoist_effects(%n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.addi %a, %b : i32
    "test.use"(%x) : (i32) -> ()
    %y = "test.val"(%x) : (i32) -> i32
    %z = arith.addi %y, %a : i32
    "test.use"(%z) : (i32) -> ()
  }
  return
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @sink(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = arith.muli %0, %arg2 : i32
// HOIST-NEXT: %2 = arith.subi %arg1, %arg2 : i32
// HOIST-NEXT: %3 = scf.if %arg0 -> (i32) {
// HOIST-NEXT: %4 = arith.addi %1, %1 : i32
// HOIST-NEXT: scf.yield %4 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @sink(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SINK-NEXT: %0 = scf.if %arg0 -> (i32) {
// SINK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: %2 = arith.muli %1, %arg2 : i32
// SINK-NEXT: %3 = arith.addi %2, %2 : i32
// SINK-NEXT: scf.yield %3 : i32
// SINK-NEXT: } else {
// SINK-NEXT: %1 = arith.subi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @sink(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: %1 = arith.muli %0, %arg2 : i32
// BRANCHES-NEXT: %2 = arith.subi %arg1, %arg2 : i32
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %3 = arith.addi %1, %1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%3 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%2 : i32)
// BRANCHES-NEXT: ^bb3(%4: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %4 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @sink(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SORT-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: %1 = arith.muli %0, %arg2 : i32
// SORT-NEXT: %2 = arith.subi %arg1, %arg2 : i32
// SORT-NEXT: %3 = scf.if %arg0 -> (i32) {
// SORT-NEXT: %4 = arith.addi %1, %1 : i32
// SORT-NEXT: scf.yield %4 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %2 : i32
// SORT-NEXT: }
// SORT-NEXT: return %3 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @sink(%c: i1, %a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.muli %x, %b : i32
  %z = arith.subi %a, %b : i32
  %r = scf.if %c -> i32 {
    %w = arith.addi %y, %y : i32
    scf.yield %w : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @sink_not(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: index) -> (i32, i32) {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = "test.val"() : () -> i32
// HOIST-NEXT: %2 = arith.muli %0, %arg2 : i32
// HOIST-NEXT: %3 = arith.subi %arg1, %arg2 : i32
// HOIST-NEXT: %4 = scf.if %arg0 -> (i32) {
// HOIST-NEXT: %7 = scf.if %arg0 -> (i32) {
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.yield %7 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %5 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// HOIST-NEXT: %7 = arith.addi %arg5, %2 : i32
// HOIST-NEXT: scf.yield %7 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %6 = arith.addi %0, %4 : i32
// HOIST-NEXT: return %6, %5 : i32, i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @sink_not(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: index) -> (i32, i32) {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: %1 = "test.val"() : () -> i32
// SINK-NEXT: %2 = arith.muli %0, %arg2 : i32
// SINK-NEXT: %3 = scf.if %arg0 -> (i32) {
// SINK-NEXT: %6 = scf.if %arg0 -> (i32) {
// SINK-NEXT: %7 = arith.subi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %7 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.yield %6 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %0 : i32
// SINK-NEXT: }
// SINK-NEXT: %4 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SINK-NEXT: %6 = arith.addi %arg5, %2 : i32
// SINK-NEXT: scf.yield %6 : i32
// SINK-NEXT: }
// SINK-NEXT: %5 = arith.addi %0, %3 : i32
// SINK-NEXT: return %5, %4 : i32, i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @sink_not(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: index) -> (i32, i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: %1 = "test.val"() : () -> i32
// BRANCHES-NEXT: %2 = arith.muli %0, %arg2 : i32
// BRANCHES-NEXT: %3 = arith.subi %arg1, %arg2 : i32
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb6
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%3 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%1 : i32)
// BRANCHES-NEXT: ^bb4(%4: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%4 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb7(%0 : i32)
// BRANCHES-NEXT: ^bb7(%5: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: cf.br ^bb9(%c0, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb9(%6: index, %7: i32): // 2 preds: ^bb8, ^bb10
// BRANCHES-NEXT: %8 = arith.cmpi slt, %6, %arg3 : index
// BRANCHES-NEXT: cf.cond_br %8, ^bb10, ^bb11
// BRANCHES-NEXT: ^bb10: // pred: ^bb9
// BRANCHES-NEXT: %9 = arith.addi %7, %2 : i32
// BRANCHES-NEXT: %10 = arith.addi %6, %c1 : index
// BRANCHES-NEXT: cf.br ^bb9(%10, %9 : index, i32)
// BRANCHES-NEXT: ^bb11: // pred: ^bb9
// BRANCHES-NEXT: %11 = arith.addi %0, %5 : i32
// BRANCHES-NEXT: return %11, %7 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @sink_not(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: index) -> (i32, i32) {
// SORT-NEXT: %c0 = arith.constant 0 : index
// SORT-NEXT: %c1 = arith.constant 1 : index
// SORT-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: %1 = "test.val"() : () -> i32
// SORT-NEXT: %2 = arith.muli %0, %arg2 : i32
// SORT-NEXT: %3 = arith.subi %arg1, %arg2 : i32
// SORT-NEXT: %4 = scf.if %arg0 -> (i32) {
// SORT-NEXT: %7 = scf.if %arg0 -> (i32) {
// SORT-NEXT: scf.yield %3 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.yield %7 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %0 : i32
// SORT-NEXT: }
// SORT-NEXT: %5 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// SORT-NEXT: %7 = arith.addi %arg5, %2 : i32
// SORT-NEXT: scf.yield %7 : i32
// SORT-NEXT: }
// SORT-NEXT: %6 = arith.addi %0, %4 : i32
// SORT-NEXT: return %6, %5 : i32, i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @sink_not(%c: i1, %a: i32, %b: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %a, %b : i32
  %k = "test.val"() : () -> i32
  %y = arith.muli %x, %b : i32
  %z = arith.subi %a, %b : i32
  %r = scf.if %c -> i32 {
    %s = scf.if %c -> i32 {
      scf.yield %z : i32
    } else {
      scf.yield %k : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%l = %a) -> i32 {
    %w = arith.addi %l, %y : i32
    scf.yield %w : i32
  }
  %t = arith.addi %x, %r : i32
  return %t, %q : i32, i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @sink_switch(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// HOIST-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// HOIST-NEXT: %2 = scf.index_switch %arg0 -> i32
// HOIST-NEXT: case 1 {
// HOIST-NEXT: scf.yield %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: default {
// HOIST-NEXT: %3 = arith.addi %1, %1 : i32
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @sink_switch(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// SINK-NEXT: %0 = scf.index_switch %arg0 -> i32
// SINK-NEXT: case 1 {
// SINK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: default {
// SINK-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// SINK-NEXT: %2 = arith.addi %1, %1 : i32
// SINK-NEXT: scf.yield %2 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @sink_switch(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// BRANCHES-NEXT: %2 = arith.index_cast %arg0 : index to i32
// BRANCHES-NEXT: cf.switch %2 : i32, [
// BRANCHES-NEXT: default: ^bb2,
// BRANCHES-NEXT: 1: ^bb1
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %3 = arith.addi %1, %1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%3 : i32)
// BRANCHES-NEXT: ^bb3(%4: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return %4 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @sink_switch(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// SORT-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// SORT-NEXT: %2 = scf.index_switch %arg0 -> i32
// SORT-NEXT: case 1 {
// SORT-NEXT: scf.yield %0 : i32
// SORT-NEXT: }
// SORT-NEXT: default {
// SORT-NEXT: %3 = arith.addi %1, %1 : i32
// SORT-NEXT: scf.yield %3 : i32
// SORT-NEXT: }
// SORT-NEXT: return %2 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @sink_switch(%i: index, %a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.muli %a, %b : i32
  %r = scf.index_switch %i -> i32
  case 1 {
    scf.yield %x : i32
  }
  default {
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @ifs(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// HOIST-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// HOIST-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: scf.yield %2, %arg1 : i32, i32
// HOIST-NEXT: } else {
// HOIST-NEXT: %2 = scf.if %arg0 -> (i32) {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: %3 = arith.muli %arg1, %arg2 : i32
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.yield %2, %arg2 : i32, i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.if %arg0 {
// HOIST-NEXT: "test.op"() : () -> ()
// HOIST-NEXT: }
// HOIST-NEXT: %1 = arith.addi %0#0, %0#1 : i32
// HOIST-NEXT: return %1, %0#0 : i32, i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @ifs(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// SINK-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// SINK-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %2, %arg1 : i32, i32
// SINK-NEXT: } else {
// SINK-NEXT: %2 = scf.if %arg0 -> (i32) {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: } else {
// SINK-NEXT: %3 = arith.muli %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %3 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.yield %2, %arg2 : i32, i32
// SINK-NEXT: }
// SINK-NEXT: scf.if %arg0 {
// SINK-NEXT: "test.op"() : () -> ()
// SINK-NEXT: }
// SINK-NEXT: %1 = arith.addi %0#0, %0#1 : i32
// SINK-NEXT: return %1, %0#0 : i32, i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @ifs(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: cf.br ^bb7(%0, %arg1 : i32, i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb3, ^bb4
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: cf.br ^bb5(%arg1 : i32)
// BRANCHES-NEXT: ^bb4: // pred: ^bb2
// BRANCHES-NEXT: %1 = arith.muli %arg1, %arg2 : i32
// BRANCHES-NEXT: cf.br ^bb5(%1 : i32)
// BRANCHES-NEXT: ^bb5(%2: i32): // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: cf.br ^bb6
// BRANCHES-NEXT: ^bb6: // pred: ^bb5
// BRANCHES-NEXT: cf.br ^bb7(%2, %arg2 : i32, i32)
// BRANCHES-NEXT: ^bb7(%3: i32, %4: i32): // 2 preds: ^bb1, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb9, ^bb10
// BRANCHES-NEXT: ^bb9: // pred: ^bb8
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb10
// BRANCHES-NEXT: ^bb10: // 2 preds: ^bb8, ^bb9
// BRANCHES-NEXT: %5 = arith.addi %3, %4 : i32
// BRANCHES-NEXT: return %5, %3 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @ifs(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// SORT-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// SORT-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: scf.yield %2, %arg1 : i32, i32
// SORT-NEXT: } else {
// SORT-NEXT: %2 = scf.if %arg0 -> (i32) {
// SORT-NEXT: scf.yield %arg1 : i32
// SORT-NEXT: } else {
// SORT-NEXT: %3 = arith.muli %arg1, %arg2 : i32
// SORT-NEXT: scf.yield %3 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.yield %2, %arg2 : i32, i32
// SORT-NEXT: }
// SORT-NEXT: scf.if %arg0 {
// SORT-NEXT: "test.op"() : () -> ()
// SORT-NEXT: }
// SORT-NEXT: %1 = arith.addi %0#0, %0#1 : i32
// SORT-NEXT: return %1, %0#0 : i32, i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @ifs(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = arith.addi %a, %b : i32
    scf.yield %x, %a : i32, i32
  } else {
    %s = scf.if %c -> i32 {
      scf.yield %a : i32
    } else {
      %u = arith.muli %a, %b : i32
      scf.yield %u : i32
    }
    scf.yield %s, %b : i32, i32
  }
  scf.if %c {
    "test.op"() : () -> ()
  }
  %t = arith.addi %r#0, %r#1 : i32
  return %t, %r#0 : i32, i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @loops(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
// HOIST-NEXT: %c0 = arith.constant 0 : index
// HOIST-NEXT: %c1 = arith.constant 1 : index
// HOIST-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// HOIST-NEXT: %1 = scf.for %arg5 = %arg3 to %arg0 step %c1 iter_args(%arg6 = %arg4) -> (i32) {
// HOIST-NEXT: %2 = arith.addi %arg6, %arg1 : i32
// HOIST-NEXT: %3 = scf.if %arg2 -> (i32) {
// HOIST-NEXT: scf.yield %2 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg6 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.yield %3 : i32
// HOIST-NEXT: }
// HOIST-NEXT: "test.mid"(%1) : (i32) -> ()
// HOIST-NEXT: scf.yield %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// HOIST-NEXT: "test.op"(%arg3) : (index) -> ()
// HOIST-NEXT: }
// HOIST-NEXT: return %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @loops(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
// SINK-NEXT: %c0 = arith.constant 0 : index
// SINK-NEXT: %c1 = arith.constant 1 : index
// SINK-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// SINK-NEXT: %1 = scf.for %arg5 = %arg3 to %arg0 step %c1 iter_args(%arg6 = %arg4) -> (i32) {
// SINK-NEXT: %2 = scf.if %arg2 -> (i32) {
// SINK-NEXT: %3 = arith.addi %arg6, %arg1 : i32
// SINK-NEXT: scf.yield %3 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg6 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.yield %2 : i32
// SINK-NEXT: }
// SINK-NEXT: "test.mid"(%1) : (i32) -> ()
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// SINK-NEXT: "test.op"(%arg3) : (index) -> ()
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @loops(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb9
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb10
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb3(%0, %1 : index, i32)
// BRANCHES-NEXT: ^bb3(%3: index, %4: i32): // 2 preds: ^bb2, ^bb8
// BRANCHES-NEXT: %5 = arith.cmpi slt, %3, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %5, ^bb4, ^bb9
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: %6 = arith.addi %4, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %arg2, ^bb5, ^bb6
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%6 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%4 : i32)
// BRANCHES-NEXT: ^bb7(%7: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: %8 = arith.addi %3, %c1 : index
// BRANCHES-NEXT: cf.br ^bb3(%8, %7 : index, i32)
// BRANCHES-NEXT: ^bb9: // pred: ^bb3
// BRANCHES-NEXT: "test.mid"(%4) : (i32) -> ()
// BRANCHES-NEXT: %9 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%9, %4 : index, i32)
// BRANCHES-NEXT: ^bb10: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb11(%c0 : index)
// BRANCHES-NEXT: ^bb11(%10: index): // 2 preds: ^bb10, ^bb12
// BRANCHES-NEXT: %11 = arith.cmpi slt, %10, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %11, ^bb12, ^bb13
// BRANCHES-NEXT: ^bb12: // pred: ^bb11
// BRANCHES-NEXT: "test.op"(%10) : (index) -> ()
// BRANCHES-NEXT: %12 = arith.addi %10, %c1 : index
// BRANCHES-NEXT: cf.br ^bb11(%12 : index)
// BRANCHES-NEXT: ^bb13: // pred: ^bb11
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @loops(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
// SORT-NEXT: %c0 = arith.constant 0 : index
// SORT-NEXT: %c1 = arith.constant 1 : index
// SORT-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// SORT-NEXT: %1 = scf.for %arg5 = %arg3 to %arg0 step %c1 iter_args(%arg6 = %arg4) -> (i32) {
// SORT-NEXT: %2 = arith.addi %arg6, %arg1 : i32
// SORT-NEXT: %3 = scf.if %arg2 -> (i32) {
// SORT-NEXT: scf.yield %2 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %arg6 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.yield %3 : i32
// SORT-NEXT: }
// SORT-NEXT: "test.mid"(%1) : (i32) -> ()
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.for %arg3 = %c0 to %arg0 step %c1 {
// SORT-NEXT: "test.op"(%arg3) : (index) -> ()
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @loops(%n: index, %a: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %s = scf.for %j = %i to %n step %c1 iter_args(%y = %x) -> i32 {
      %z = arith.addi %y, %a : i32
      %q = scf.if %c -> i32 {
        scf.yield %z : i32
      } else {
        scf.yield %y : i32
      }
      scf.yield %q : i32
    }
    "test.mid"(%s) : (i32) -> ()
    scf.yield %s : i32
  }
  scf.for %i = %c0 to %n step %c1 {
    "test.op"(%i) : (index) -> ()
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @loop_i32(%arg0: i32) {
// HOIST-NEXT: %c0_i32 = arith.constant 0 : i32
// HOIST-NEXT: %c1_i32 = arith.constant 1 : i32
// HOIST-NEXT: scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// HOIST-NEXT: "test.op"(%arg1) : (i32) -> ()
// HOIST-NEXT: }
// HOIST-NEXT: scf.for unsigned %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// HOIST-NEXT: "test.op"(%arg1) : (i32) -> ()
// HOIST-NEXT: }
// HOIST-NEXT: return
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @loop_i32(%arg0: i32) {
// SINK-NEXT: %c0_i32 = arith.constant 0 : i32
// SINK-NEXT: %c1_i32 = arith.constant 1 : i32
// SINK-NEXT: scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// SINK-NEXT: "test.op"(%arg1) : (i32) -> ()
// SINK-NEXT: }
// SINK-NEXT: scf.for unsigned %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// SINK-NEXT: "test.op"(%arg1) : (i32) -> ()
// SINK-NEXT: }
// SINK-NEXT: return
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @loop_i32(%arg0: i32) {
// BRANCHES-NEXT: %c0_i32 = arith.constant 0 : i32
// BRANCHES-NEXT: %c1_i32 = arith.constant 1 : i32
// BRANCHES-NEXT: cf.br ^bb1(%c0_i32 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg0 : i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: "test.op"(%0) : (i32) -> ()
// BRANCHES-NEXT: %2 = arith.addi %0, %c1_i32 : i32
// BRANCHES-NEXT: cf.br ^bb1(%2 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%c0_i32 : i32)
// BRANCHES-NEXT: ^bb4(%3: i32): // 2 preds: ^bb3, ^bb5
// BRANCHES-NEXT: %4 = arith.cmpi ult, %3, %arg0 : i32
// BRANCHES-NEXT: cf.cond_br %4, ^bb5, ^bb6
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: "test.op"(%3) : (i32) -> ()
// BRANCHES-NEXT: %5 = arith.addi %3, %c1_i32 : i32
// BRANCHES-NEXT: cf.br ^bb4(%5 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb4
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @loop_i32(%arg0: i32) {
// SORT-NEXT: %c0_i32 = arith.constant 0 : i32
// SORT-NEXT: %c1_i32 = arith.constant 1 : i32
// SORT-NEXT: scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// SORT-NEXT: "test.op"(%arg1) : (i32) -> ()
// SORT-NEXT: }
// SORT-NEXT: scf.for unsigned %arg1 = %c0_i32 to %arg0 step %c1_i32 : i32 {
// SORT-NEXT: "test.op"(%arg1) : (i32) -> ()
// SORT-NEXT: }
// SORT-NEXT: return
// SORT-NEXT: }
// SORT-NEXT: }
func.func @loop_i32(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    "test.op"(%i) : (i32) -> ()
  }
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    "test.op"(%i) : (i32) -> ()
  }
  return
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @whiles(%arg0: i32, %arg1: i32) -> i32 {
// HOIST-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// HOIST-NEXT: %2 = arith.cmpi slt, %arg2, %arg1 : i32
// HOIST-NEXT: scf.condition(%2) %arg2 : i32
// HOIST-NEXT: } do {
// HOIST-NEXT: ^bb0(%arg2: i32):
// HOIST-NEXT: %2 = arith.addi %arg2, %arg2 : i32
// HOIST-NEXT: scf.yield %2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %1 = scf.while (%arg2 = %0) : (i32) -> i32 {
// HOIST-NEXT: %2 = arith.addi %arg2, %arg1 : i32
// HOIST-NEXT: %3 = arith.cmpi slt, %2, %arg1 : i32
// HOIST-NEXT: scf.condition(%3) %2 : i32
// HOIST-NEXT: } do {
// HOIST-NEXT: ^bb0(%arg2: i32):
// HOIST-NEXT: scf.yield %arg2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @whiles(%arg0: i32, %arg1: i32) -> i32 {
// SINK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SINK-NEXT: %2 = arith.cmpi slt, %arg2, %arg1 : i32
// SINK-NEXT: scf.condition(%2) %arg2 : i32
// SINK-NEXT: } do {
// SINK-NEXT: ^bb0(%arg2: i32):
// SINK-NEXT: %2 = arith.addi %arg2, %arg2 : i32
// SINK-NEXT: scf.yield %2 : i32
// SINK-NEXT: }
// SINK-NEXT: %1 = scf.while (%arg2 = %0) : (i32) -> i32 {
// SINK-NEXT: %2 = arith.addi %arg2, %arg1 : i32
// SINK-NEXT: %3 = arith.cmpi slt, %2, %arg1 : i32
// SINK-NEXT: scf.condition(%3) %2 : i32
// SINK-NEXT: } do {
// SINK-NEXT: ^bb0(%arg2: i32):
// SINK-NEXT: scf.yield %arg2 : i32
// SINK-NEXT: }
// SINK-NEXT: return %1 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @whiles(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%2: i32): // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.addi %2, %2 : i32
// BRANCHES-NEXT: cf.br ^bb1(%3 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb4(%4: i32): // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: %5 = arith.addi %4, %arg1 : i32
// BRANCHES-NEXT: %6 = arith.cmpi slt, %5, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %6, ^bb4(%5 : i32), ^bb5
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: return %5 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @whiles(%arg0: i32, %arg1: i32) -> i32 {
// SORT-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SORT-NEXT: %2 = arith.cmpi slt, %arg2, %arg1 : i32
// SORT-NEXT: scf.condition(%2) %arg2 : i32
// SORT-NEXT: } do {
// SORT-NEXT: ^bb0(%arg2: i32):
// SORT-NEXT: %2 = arith.addi %arg2, %arg2 : i32
// SORT-NEXT: scf.yield %2 : i32
// SORT-NEXT: }
// SORT-NEXT: %1 = scf.while (%arg2 = %0) : (i32) -> i32 {
// SORT-NEXT: %2 = arith.addi %arg2, %arg1 : i32
// SORT-NEXT: %3 = arith.cmpi slt, %2, %arg1 : i32
// SORT-NEXT: scf.condition(%3) %2 : i32
// SORT-NEXT: } do {
// SORT-NEXT: ^bb0(%arg2: i32):
// SORT-NEXT: scf.yield %arg2 : i32
// SORT-NEXT: }
// SORT-NEXT: return %1 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @whiles(%a: i32, %n: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  %q = scf.while (%x = %r) : (i32) -> i32 {
    %k = arith.addi %x, %n : i32
    %c = arith.cmpi slt, %k, %n : i32
    scf.condition(%c) %k : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  return %q : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @while_nested(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// HOIST-NEXT: %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// HOIST-NEXT: %1 = scf.if %arg2 -> (i32) {
// HOIST-NEXT: scf.yield %arg3 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// HOIST-NEXT: scf.condition(%2) %1 : i32
// HOIST-NEXT: } do {
// HOIST-NEXT: ^bb0(%arg3: i32):
// HOIST-NEXT: %1 = scf.if %arg2 -> (i32) {
// HOIST-NEXT: scf.yield %arg3 : i32
// HOIST-NEXT: } else {
// HOIST-NEXT: scf.yield %arg0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.yield %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @while_nested(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// SINK-NEXT: %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// SINK-NEXT: %1 = scf.if %arg2 -> (i32) {
// SINK-NEXT: scf.yield %arg3 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// SINK-NEXT: scf.condition(%2) %1 : i32
// SINK-NEXT: } do {
// SINK-NEXT: ^bb0(%arg3: i32):
// SINK-NEXT: %1 = scf.if %arg2 -> (i32) {
// SINK-NEXT: scf.yield %arg3 : i32
// SINK-NEXT: } else {
// SINK-NEXT: scf.yield %arg0 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_nested(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb10
// BRANCHES-NEXT: cf.cond_br %arg2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%arg1 : i32)
// BRANCHES-NEXT: ^bb4(%1: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %2, ^bb6(%1 : i32), ^bb11
// BRANCHES-NEXT: ^bb6(%3: i32): // pred: ^bb5
// BRANCHES-NEXT: cf.cond_br %arg2, ^bb7, ^bb8
// BRANCHES-NEXT: ^bb7: // pred: ^bb6
// BRANCHES-NEXT: cf.br ^bb9(%3 : i32)
// BRANCHES-NEXT: ^bb8: // pred: ^bb6
// BRANCHES-NEXT: cf.br ^bb9(%arg0 : i32)
// BRANCHES-NEXT: ^bb9(%4: i32): // 2 preds: ^bb7, ^bb8
// BRANCHES-NEXT: cf.br ^bb10
// BRANCHES-NEXT: ^bb10: // pred: ^bb9
// BRANCHES-NEXT: cf.br ^bb1(%4 : i32)
// BRANCHES-NEXT: ^bb11: // pred: ^bb5
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @while_nested(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// SORT-NEXT: %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// SORT-NEXT: %1 = scf.if %arg2 -> (i32) {
// SORT-NEXT: scf.yield %arg3 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %arg1 : i32
// SORT-NEXT: }
// SORT-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// SORT-NEXT: scf.condition(%2) %1 : i32
// SORT-NEXT: } do {
// SORT-NEXT: ^bb0(%arg3: i32):
// SORT-NEXT: %1 = scf.if %arg2 -> (i32) {
// SORT-NEXT: scf.yield %arg3 : i32
// SORT-NEXT: } else {
// SORT-NEXT: scf.yield %arg0 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @while_nested(%a: i32, %n: i32, %c: i1) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %s = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      scf.yield %n : i32
    }
    %d = arith.cmpi slt, %s, %n : i32
    scf.condition(%d) %s : i32
  } do {
  ^bb0(%y: i32):
    %z = scf.if %c -> i32 {
      scf.yield %y : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @switches(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// HOIST-NEXT: %0 = scf.index_switch %arg0 -> i32
// HOIST-NEXT: case 1 {
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: case 5 {
// HOIST-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// HOIST-NEXT: scf.yield %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: default {
// HOIST-NEXT: scf.yield %arg2 : i32
// HOIST-NEXT: }
// HOIST-NEXT: scf.index_switch %arg0
// HOIST-NEXT: case 2 {
// HOIST-NEXT: "test.op"() : () -> ()
// HOIST-NEXT: scf.yield
// HOIST-NEXT: }
// HOIST-NEXT: default {
// HOIST-NEXT: }
// HOIST-NEXT: return %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @switches(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// SINK-NEXT: %0 = scf.index_switch %arg0 -> i32
// SINK-NEXT: case 1 {
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: }
// SINK-NEXT: case 5 {
// SINK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: default {
// SINK-NEXT: scf.yield %arg2 : i32
// SINK-NEXT: }
// SINK-NEXT: scf.index_switch %arg0
// SINK-NEXT: case 2 {
// SINK-NEXT: "test.op"() : () -> ()
// SINK-NEXT: scf.yield
// SINK-NEXT: }
// SINK-NEXT: default {
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @switches(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: %0 = arith.index_cast %arg0 : index to i32
// BRANCHES-NEXT: cf.switch %0 : i32, [
// BRANCHES-NEXT: default: ^bb3,
// BRANCHES-NEXT: 1: ^bb1,
// BRANCHES-NEXT: 5: ^bb2
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb4(%arg1 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// BRANCHES-NEXT: cf.br ^bb4(%1 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb4(%arg2 : i32)
// BRANCHES-NEXT: ^bb4(%2: i32): // 3 preds: ^bb1, ^bb2, ^bb3
// BRANCHES-NEXT: %3 = arith.index_cast %arg0 : index to i32
// BRANCHES-NEXT: cf.switch %3 : i32, [
// BRANCHES-NEXT: default: ^bb6,
// BRANCHES-NEXT: 2: ^bb5
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb7
// BRANCHES-NEXT: ^bb6: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7
// BRANCHES-NEXT: ^bb7: // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: return %2 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @switches(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// SORT-NEXT: %0 = scf.index_switch %arg0 -> i32
// SORT-NEXT: case 1 {
// SORT-NEXT: scf.yield %arg1 : i32
// SORT-NEXT: }
// SORT-NEXT: case 5 {
// SORT-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: default {
// SORT-NEXT: scf.yield %arg2 : i32
// SORT-NEXT: }
// SORT-NEXT: scf.index_switch %arg0
// SORT-NEXT: case 2 {
// SORT-NEXT: "test.op"() : () -> ()
// SORT-NEXT: scf.yield
// SORT-NEXT: }
// SORT-NEXT: default {
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @switches(%i: index, %a: i32, %b: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 1 {
    scf.yield %a : i32
  }
  case 5 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  }
  default {
    scf.yield %b : i32
  }
  scf.index_switch %i
  case 2 {
    "test.op"() : () -> ()
    scf.yield
  }
  default {
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @execute(%arg0: i1, %arg1: i32) -> i32 {
// HOIST-NEXT: %0 = scf.execute_region -> i32 {
// HOIST-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// HOIST-NEXT: ^bb1: // pred: ^bb0
// HOIST-NEXT: scf.yield %arg1 : i32
// HOIST-NEXT: ^bb2: // pred: ^bb0
// HOIST-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// HOIST-NEXT: scf.yield %1 : i32
// HOIST-NEXT: }
// HOIST-NEXT: return %0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @execute(%arg0: i1, %arg1: i32) -> i32 {
// SINK-NEXT: %0 = scf.execute_region -> i32 {
// SINK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SINK-NEXT: ^bb1: // pred: ^bb0
// SINK-NEXT: scf.yield %arg1 : i32
// SINK-NEXT: ^bb2: // pred: ^bb0
// SINK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// SINK-NEXT: scf.yield %1 : i32
// SINK-NEXT: }
// SINK-NEXT: return %0 : i32
// SINK-NEXT: }
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute(%arg0: i1, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%arg1 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb4(%1: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @execute(%arg0: i1, %arg1: i32) -> i32 {
// SORT-NEXT: %0 = scf.execute_region -> i32 {
// SORT-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SORT-NEXT: ^bb1: // pred: ^bb0
// SORT-NEXT: scf.yield %arg1 : i32
// SORT-NEXT: ^bb2: // pred: ^bb0
// SORT-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// SORT-NEXT: scf.yield %1 : i32
// SORT-NEXT: }
// SORT-NEXT: return %0 : i32
// SORT-NEXT: }
// SORT-NEXT: }
func.func @execute(%c: i1, %a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// HOIST:      module {
// HOIST-NEXT: "test.graph"() ({
// HOIST-NEXT: %0 = "test.a"(%1) : (i32) -> i32
// HOIST-NEXT: %1 = "test.b"() : () -> i32
// HOIST-NEXT: }) : () -> ()
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: "test.graph"() ({
// SINK-NEXT: %0 = "test.a"(%1) : (i32) -> i32
// SINK-NEXT: %1 = "test.b"() : () -> i32
// SINK-NEXT: }) : () -> ()
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: "test.graph"() ({
// BRANCHES-NEXT: %0 = "test.a"(%1) : (i32) -> i32
// BRANCHES-NEXT: %1 = "test.b"() : () -> i32
// BRANCHES-NEXT: }) : () -> ()
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: "test.graph"() ({
// SORT-NEXT: %0 = "test.a"(%1) : (i32) -> i32
// SORT-NEXT: %1 = "test.b"() : () -> i32
// SORT-NEXT: }) : () -> ()
// SORT-NEXT: }
"test.graph"() ({
  %a = "test.a"(%b) : (i32) -> i32
  %b = "test.b"() : () -> i32
}) : () -> ()

// -----

// HOIST:      module {
// HOIST-NEXT: func.func @f(%arg0: i32) -> i32 {
// HOIST-NEXT: return %arg0 : i32
// HOIST-NEXT: }
// HOIST-NEXT: %0 = "test.a"(%1, %2) : (i32, i32) -> i32
// HOIST-NEXT: %1 = "test.b"(%2) : (i32) -> i32
// HOIST-NEXT: %2 = "test.c"() : () -> i32
// HOIST-NEXT: %3 = "test.d"(%4) : (i32) -> i32
// HOIST-NEXT: %4 = "test.e"(%3) : (i32) -> i32
// HOIST-NEXT: }
// SINK:      module {
// SINK-NEXT: func.func @f(%arg0: i32) -> i32 {
// SINK-NEXT: return %arg0 : i32
// SINK-NEXT: }
// SINK-NEXT: %0 = "test.a"(%1, %2) : (i32, i32) -> i32
// SINK-NEXT: %1 = "test.b"(%2) : (i32) -> i32
// SINK-NEXT: %2 = "test.c"() : () -> i32
// SINK-NEXT: %3 = "test.d"(%4) : (i32) -> i32
// SINK-NEXT: %4 = "test.e"(%3) : (i32) -> i32
// SINK-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @f(%arg0: i32) -> i32 {
// BRANCHES-NEXT: return %arg0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: %0 = "test.a"(%1, %2) : (i32, i32) -> i32
// BRANCHES-NEXT: %1 = "test.b"(%2) : (i32) -> i32
// BRANCHES-NEXT: %2 = "test.c"() : () -> i32
// BRANCHES-NEXT: %3 = "test.d"(%4) : (i32) -> i32
// BRANCHES-NEXT: %4 = "test.e"(%3) : (i32) -> i32
// BRANCHES-NEXT: }
// SORT:      module {
// SORT-NEXT: func.func @f(%arg0: i32) -> i32 {
// SORT-NEXT: return %arg0 : i32
// SORT-NEXT: }
// SORT-NEXT: %0 = "test.c"() : () -> i32
// SORT-NEXT: %1 = "test.b"(%0) : (i32) -> i32
// SORT-NEXT: %2 = "test.a"(%1, %0) : (i32, i32) -> i32
// SORT-NEXT: %3 = "test.d"(%4) : (i32) -> i32
// SORT-NEXT: %4 = "test.e"(%3) : (i32) -> i32
// SORT-NEXT: }
module {
  func.func @f(%x: i32) -> i32 {
    return %x : i32
  }
  %a = "test.a"(%b, %c) : (i32, i32) -> i32
  %b = "test.b"(%c) : (i32) -> i32
  %c = "test.c"() : () -> i32
  %d = "test.d"(%e) : (i32) -> i32
  %e = "test.e"(%d) : (i32) -> i32
}
