// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SCCP
// RUN: tfrt-opt -cse -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE
// RUN: tfrt-opt -convert-scf-to-cf -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=BRANCHES

// SCCP:      module {
// SCCP-NEXT: func.func @loop_in_a_block_that_nothing_reaches(%arg0: index, %arg1: i32) -> i32 {
// SCCP-NEXT: cf.br ^bb2
// SCCP-NEXT: ^bb1: // no predecessors
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %0 = arith.addi %2, %arg1 : i32
// SCCP-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %0) -> (i32) {
// SCCP-NEXT: %4 = arith.addi %arg3, %2 : i32
// SCCP-NEXT: scf.yield %4 : i32
// SCCP-NEXT: }
// SCCP-NEXT: cf.br ^bb2
// SCCP-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: %2 = arith.muli %arg1, %arg1 : i32
// SCCP-NEXT: %3 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %2) -> (i32) {
// SCCP-NEXT: scf.yield %arg3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @loop_in_a_block_that_nothing_reaches(%arg0: index, %arg1: i32) -> i32 {
// CSE-NEXT: cf.br ^bb2
// CSE-NEXT: ^bb1: // no predecessors
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = arith.addi %2, %arg1 : i32
// CSE-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %0) -> (i32) {
// CSE-NEXT: %4 = arith.addi %arg3, %2 : i32
// CSE-NEXT: scf.yield %4 : i32
// CSE-NEXT: }
// CSE-NEXT: cf.br ^bb2
// CSE-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// CSE-NEXT: %2 = arith.muli %arg1, %arg1 : i32
// CSE-NEXT: %3 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %2) -> (i32) {
// CSE-NEXT: scf.yield %arg3 : i32
// CSE-NEXT: }
// CSE-NEXT: return %3 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @loop_in_a_block_that_nothing_reaches(%arg0: index, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb1: // no predecessors
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: %0 = arith.addi %2, %arg1 : i32
// BRANCHES-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %0) -> (i32) {
// BRANCHES-NEXT: %7 = arith.addi %arg3, %2 : i32
// BRANCHES-NEXT: scf.yield %7 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: %2 = arith.muli %arg1, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%arg0, %2 : index, i32)
// BRANCHES-NEXT: ^bb3(%3: index, %4: i32): // 2 preds: ^bb2, ^bb4
// BRANCHES-NEXT: %5 = arith.cmpi slt, %3, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %5, ^bb4, ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: %6 = arith.addi %3, %arg0 : index
// BRANCHES-NEXT: cf.br ^bb3(%6, %4 : index, i32)
// BRANCHES-NEXT: ^bb5: // pred: ^bb3
// BRANCHES-NEXT: return %4 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @loop_in_a_block_that_nothing_reaches(%n: index, %x: i32) -> i32 {
  cf.br ^bb2
^bb1:
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = arith.addi %z, %x : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> (i32) {
    %s = arith.addi %a, %z : i32
    scf.yield %s : i32
  }
  cf.br ^bb2
^bb2:
  %z = arith.muli %x, %x : i32
  %q = scf.for %i = %n to %n step %n iter_args(%a = %z) -> (i32) {
    scf.yield %a : i32
  }
  return %q : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @behind_a_loop_that_never_ends(%arg0: i32) -> i32 {
// SCCP-NEXT: %c8_i32 = arith.constant 8 : i32
// SCCP-NEXT: %c4_i32 = arith.constant 4 : i32
// SCCP-NEXT: %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// SCCP-NEXT: %6 = "demo.make"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.condition(%true) %6 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i32):
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %1 = arith.addi %0, %c4_i32 : i32
// SCCP-NEXT: cf.br ^bb1(%1, %c8_i32 : i32, i32)
// SCCP-NEXT: ^bb1(%2: i32, %3: i32): // pred: ^bb0
// SCCP-NEXT: %4 = arith.addi %3, %c4_i32 : i32
// SCCP-NEXT: %5 = arith.muli %c4_i32, %c4_i32 : i32
// SCCP-NEXT: "demo.use"(%5) : (i32) -> ()
// SCCP-NEXT: return %4 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @behind_a_loop_that_never_ends(%arg0: i32) -> i32 {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CSE-NEXT: %8 = "demo.make"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.condition(%true) %8 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i32):
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: %c2_i32 = arith.constant 2 : i32
// CSE-NEXT: %1 = arith.addi %c2_i32, %c2_i32 : i32
// CSE-NEXT: %2 = arith.addi %0, %1 : i32
// CSE-NEXT: %3 = scf.if %true -> (i32) {
// CSE-NEXT: %8 = arith.addi %1, %1 : i32
// CSE-NEXT: scf.yield %8 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: cf.br ^bb1(%2, %3 : i32, i32)
// CSE-NEXT: ^bb1(%4: i32, %5: i32): // pred: ^bb0
// CSE-NEXT: %6 = arith.addi %5, %1 : i32
// CSE-NEXT: %7 = arith.muli %1, %1 : i32
// CSE-NEXT: "demo.use"(%7) : (i32) -> ()
// CSE-NEXT: return %6 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @behind_a_loop_that_never_ends(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: %1 = "demo.make"(%0) : (i32) -> i32
// BRANCHES-NEXT: cf.cond_br %true, ^bb1(%1 : i32), ^bb2
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %c2_i32 = arith.constant 2 : i32
// BRANCHES-NEXT: %2 = arith.addi %c2_i32, %c2_i32 : i32
// BRANCHES-NEXT: %3 = arith.addi %1, %2 : i32
// BRANCHES-NEXT: cf.cond_br %true, ^bb3, ^bb4
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: %4 = arith.addi %2, %2 : i32
// BRANCHES-NEXT: cf.br ^bb5(%4 : i32)
// BRANCHES-NEXT: ^bb4: // pred: ^bb2
// BRANCHES-NEXT: cf.br ^bb5(%3 : i32)
// BRANCHES-NEXT: ^bb5(%5: i32): // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: cf.br ^bb6
// BRANCHES-NEXT: ^bb6: // pred: ^bb5
// BRANCHES-NEXT: cf.br ^bb7(%3, %5 : i32, i32)
// BRANCHES-NEXT: ^bb7(%6: i32, %7: i32): // pred: ^bb6
// BRANCHES-NEXT: %8 = arith.addi %7, %2 : i32
// BRANCHES-NEXT: %9 = arith.muli %2, %2 : i32
// BRANCHES-NEXT: "demo.use"(%9) : (i32) -> ()
// BRANCHES-NEXT: return %8 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @behind_a_loop_that_never_ends(%x: i32) -> i32 {
  %t = arith.constant true
  %r = scf.while (%a = %x) : (i32) -> (i32) {
    %b = "demo.make"(%a) : (i32) -> i32
    scf.condition(%t) %b : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  %c2 = arith.constant 2 : i32
  %four = arith.addi %c2, %c2 : i32
  %s = arith.addi %r, %four : i32
  %u = scf.if %t -> (i32) {
    %eight = arith.addi %four, %four : i32
    scf.yield %eight : i32
  } else {
    scf.yield %s : i32
  }
  cf.br ^bb1(%s, %u : i32, i32)
^bb1(%v: i32, %w: i32):
  %nine = arith.addi %w, %four : i32
  %sixteen = arith.muli %four, %four : i32
  "demo.use"(%sixteen) : (i32) -> ()
  return %nine : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @loop_on_what_nothing_gives(%arg0: index, %arg1: i32) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = scf.while (%arg2 = %arg1) : (i32) -> i32 {
// SCCP-NEXT: "demo.use"(%arg2) : (i32) -> ()
// SCCP-NEXT: scf.condition(%true) %arg2 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32):
// SCCP-NEXT: scf.yield %arg2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %1:2 = scf.for %arg2 = %arg0 to %arg0 step %c1 iter_args(%arg3 = %arg1, %arg4 = %0) -> (i32, i32) {
// SCCP-NEXT: %c3_i32 = arith.constant 3 : i32
// SCCP-NEXT: %2 = arith.addi %c3_i32, %c3_i32 : i32
// SCCP-NEXT: scf.yield %2, %arg4 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %1#0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @loop_on_what_nothing_gives(%arg0: index, %arg1: i32) -> i32 {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = scf.while (%arg2 = %arg1) : (i32) -> i32 {
// CSE-NEXT: "demo.use"(%arg2) : (i32) -> ()
// CSE-NEXT: scf.condition(%true) %arg2 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg2: i32):
// CSE-NEXT: scf.yield %arg2 : i32
// CSE-NEXT: }
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %1:2 = scf.for %arg2 = %arg0 to %arg0 step %c1 iter_args(%arg3 = %arg1, %arg4 = %0) -> (i32, i32) {
// CSE-NEXT: %c3_i32 = arith.constant 3 : i32
// CSE-NEXT: %2 = arith.addi %c3_i32, %c3_i32 : i32
// CSE-NEXT: scf.yield %2, %arg4 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %1#0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @loop_on_what_nothing_gives(%arg0: index, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: cf.br ^bb1(%arg1 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: "demo.use"(%0) : (i32) -> ()
// BRANCHES-NEXT: cf.cond_br %true, ^bb1(%0 : i32), ^bb2
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb3(%arg0, %arg1, %0 : index, i32, i32)
// BRANCHES-NEXT: ^bb3(%1: index, %2: i32, %3: i32): // 2 preds: ^bb2, ^bb4
// BRANCHES-NEXT: %4 = arith.cmpi slt, %1, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %4, ^bb4, ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: %c3_i32 = arith.constant 3 : i32
// BRANCHES-NEXT: %5 = arith.addi %c3_i32, %c3_i32 : i32
// BRANCHES-NEXT: %6 = arith.addi %1, %c1 : index
// BRANCHES-NEXT: cf.br ^bb3(%6, %5, %3 : index, i32, i32)
// BRANCHES-NEXT: ^bb5: // pred: ^bb3
// BRANCHES-NEXT: return %2 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @loop_on_what_nothing_gives(%n: index, %x: i32) -> i32 {
  %f = arith.constant true
  %r = scf.while (%a = %x) : (i32) -> (i32) {
    "demo.use"(%a) : (i32) -> ()
    scf.condition(%f) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  %c1 = arith.constant 1 : index
  %s:2 = scf.for %i = %n to %n step %c1 iter_args(%a = %x, %b = %r) -> (i32, i32) {
    %c3 = arith.constant 3 : i32
    %d = arith.addi %c3, %c3 : i32
    scf.yield %d, %b : i32, i32
  }
  return %s#0 : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @two_ways_to_one_block(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c7_i32 = arith.constant 7 : i32
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: cf.cond_br %true, ^bb1(%c7_i32 : i32), ^bb1(%arg0 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// SCCP-NEXT: %1 = arith.addi %0, %c7_i32 : i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @two_ways_to_one_block(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %c7_i32 = arith.constant 7 : i32
// CSE-NEXT: cf.cond_br %true, ^bb1(%c7_i32 : i32), ^bb1(%arg0 : i32)
// CSE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// CSE-NEXT: %1 = arith.addi %0, %c7_i32 : i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @two_ways_to_one_block(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: %c7_i32 = arith.constant 7 : i32
// BRANCHES-NEXT: cf.cond_br %true, ^bb1(%c7_i32 : i32), ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// BRANCHES-NEXT: %1 = arith.addi %0, %c7_i32 : i32
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @two_ways_to_one_block(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %c7 = arith.constant 7 : i32
  cf.cond_br %t, ^bb1(%c7 : i32), ^bb1(%x : i32)
^bb1(%a: i32):
  %b = arith.addi %a, %c7 : i32
  return %b : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @results_of_calls_by_value(%arg0: i32) -> i32 {
// SCCP-NEXT: %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %f = constant @other : (i32) -> i32
// SCCP-NEXT: %0 = call @results_of_calls_by_value(%arg0) : (i32) -> i32
// SCCP-NEXT: %1 = call_indirect %f(%0) : (i32) -> i32
// SCCP-NEXT: "demo.use"(%c2_i32) : (i32) -> ()
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @other(%arg0: i32) -> i32 {
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @results_of_calls_by_value(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @results_of_calls_by_value(%arg0) : (i32) -> i32
// CSE-NEXT: %f = constant @other : (i32) -> i32
// CSE-NEXT: %1 = call_indirect %f(%0) : (i32) -> i32
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %2 = scf.if %true -> (i32) {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %3 = arith.addi %c1_i32, %c1_i32 : i32
// CSE-NEXT: scf.yield %3 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: "demo.use"(%2) : (i32) -> ()
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @other(%arg0: i32) -> i32 {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @results_of_calls_by_value(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %0 = call @results_of_calls_by_value(%arg0) : (i32) -> i32
// BRANCHES-NEXT: %f = constant @other : (i32) -> i32
// BRANCHES-NEXT: %1 = call_indirect %f(%0) : (i32) -> i32
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: cf.cond_br %true, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %c1_i32 = arith.constant 1 : i32
// BRANCHES-NEXT: %2 = arith.addi %c1_i32, %c1_i32 : i32
// BRANCHES-NEXT: cf.br ^bb3(%2 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%1 : i32)
// BRANCHES-NEXT: ^bb3(%3: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: "demo.use"(%3) : (i32) -> ()
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: func.func private @other(%arg0: i32) -> i32 {
// BRANCHES-NEXT: return %arg0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @results_of_calls_by_value(%x: i32) -> i32 {
  %r = func.call @results_of_calls_by_value(%x) : (i32) -> i32
  %f = func.constant @other : (i32) -> i32
  %s = func.call_indirect %f(%r) : (i32) -> i32
  %t = arith.constant true
  %u = scf.if %t -> (i32) {
    %c1 = arith.constant 1 : i32
    %c2 = arith.addi %c1, %c1 : i32
    scf.yield %c2 : i32
  } else {
    scf.yield %s : i32
  }
  "demo.use"(%u) : (i32) -> ()
  return %s : i32
}
func.func private @other(%x: i32) -> i32 {
  return %x : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @parallel_loop_on_what_nothing_gives(%arg0: index, %arg1: i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %0 = call @never_returns() : () -> i32
// SCCP-NEXT: %1 = scf.parallel (%arg2) = (%c1) to (%arg0) step (%c1) init (%0) -> i32 {
// SCCP-NEXT: %2 = arith.subi %arg1, %arg1 : i32
// SCCP-NEXT: scf.reduce(%2 : i32) {
// SCCP-NEXT: ^bb0(%arg3: i32, %arg4: i32):
// SCCP-NEXT: %3 = arith.addi %arg3, %arg4 : i32
// SCCP-NEXT: scf.reduce.return %3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @never_returns() -> i32 {
// SCCP-NEXT: %0 = call @never_returns() : () -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @parallel_loop_on_what_nothing_gives(%arg0: index, %arg1: i32) {
// CSE-NEXT: %0 = call @never_returns() : () -> i32
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: func.func private @never_returns() -> i32 {
// CSE-NEXT: %0 = call @never_returns() : () -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @parallel_loop_on_what_nothing_gives(%arg0: index, %arg1: i32) {
// BRANCHES-NEXT: %0 = call @never_returns() : () -> i32
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c1, %0 : index, i32)
// BRANCHES-NEXT: ^bb1(%1: index, %2: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %3 = arith.cmpi slt, %1, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %3, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %4 = arith.subi %arg1, %arg1 : i32
// BRANCHES-NEXT: %5 = arith.addi %2, %4 : i32
// BRANCHES-NEXT: %6 = arith.addi %1, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%6, %5 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: func.func private @never_returns() -> i32 {
// BRANCHES-NEXT: %0 = call @never_returns() : () -> i32
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @parallel_loop_on_what_nothing_gives(%n: index, %x: i32) {
  %r = func.call @never_returns() : () -> i32
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%i) = (%c1) to (%n) step (%c1) init (%r) -> i32 {
    %d = arith.subi %x, %x : i32
    scf.reduce(%d : i32) {
    ^bb0(%a: i32, %b: i32):
      %e = arith.addi %a, %b : i32
      scf.reduce.return %e : i32
    }
  }
  return
}
func.func private @never_returns() -> i32 {
  %r = func.call @never_returns() : () -> i32
  return %r : i32
}

// -----

// SCCP:      module {
// SCCP-NEXT: func.func @difference_of_poison() -> (i32, i32, i32) {
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: %0 = ub.poison : i32
// SCCP-NEXT: return %c0_i32, %c0_i32, %0 : i32, i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @difference_of_poison() -> (i32, i32, i32) {
// CSE-NEXT: %0 = ub.poison : i32
// CSE-NEXT: %1 = arith.subi %0, %0 : i32
// CSE-NEXT: %2 = arith.xori %0, %0 : i32
// CSE-NEXT: %3 = arith.addi %0, %0 : i32
// CSE-NEXT: return %1, %2, %3 : i32, i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @difference_of_poison() -> (i32, i32, i32) {
// BRANCHES-NEXT: %0 = ub.poison : i32
// BRANCHES-NEXT: %1 = arith.subi %0, %0 : i32
// BRANCHES-NEXT: %2 = arith.xori %0, %0 : i32
// BRANCHES-NEXT: %3 = arith.addi %0, %0 : i32
// BRANCHES-NEXT: return %1, %2, %3 : i32, i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @difference_of_poison() -> (i32, i32, i32) {
  %p = ub.poison : i32
  %a = arith.subi %p, %p : i32
  %b = arith.xori %p, %p : i32
  %c = arith.addi %p, %p : i32
  return %a, %b, %c : i32, i32, i32
}
