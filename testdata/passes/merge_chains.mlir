// Merges wait for what is not there from the start, once.
// RUN: tfrt-opt -merge-chains -allow-unregistered-dialect %s | FileCheck %s
// RUN: tfrt-opt -merge-chains -merge-chains -allow-unregistered-dialect %s | FileCheck %s
// RUN: tfrt-opt -merge-chains -mlir-pass-statistics -allow-unregistered-dialect %s 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tfrt-run %s | FileCheck %s --check-prefix=PRINTS
// RUN: tfrt-opt -merge-chains %s -allow-unregistered-dialect | tfrt-run - | FileCheck %s --check-prefix=PRINTS
// STATS: MergeChains
// STATS-NEXT: (S) 6 num-operands
// STATS-NEXT: (S) 4 num-merges

// CHECK-LABEL: func.func @ready
// CHECK-NEXT:    %0 = tfrt.new.chain
// CHECK-NEXT:    %1 = tfrt.constant.i32 1
// CHECK-NEXT:    %2 = tfrt.new.chain
// CHECK-NEXT:    %3 = tfrt.print.i32 %1, %2
// PRINTS: int32 = 1
func.func @ready() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %merged = tfrt.merge.chains %ch, %one, %ch : !tfrt.chain, i32, !tfrt.chain
  %end = tfrt.print.i32 %one, %merged
  tfrt.return %end : !tfrt.chain
}

// CHECK-LABEL: func.func @twice
// CHECK-NEXT:    tfrt.return %arg0 : !tfrt.chain
func.func @twice(%ch: !tfrt.chain) -> !tfrt.chain {
  %merged = tfrt.merge.chains %ch, %ch : !tfrt.chain, !tfrt.chain
  tfrt.return %merged : !tfrt.chain
}

// A merge that is used elsewhere too stays, and so does one of values that are no chains.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT:    %0 = tfrt.merge.chains %arg1, %arg2 : !tfrt.chain, i32
// CHECK-NEXT:    %1 = tfrt.merge.chains %arg0, %arg1, %arg2, %0 : !tfrt.chain, !tfrt.chain, i32, !tfrt.chain
// CHECK-NEXT:    %2 = tfrt.merge.chains %arg2 : i32
// CHECK-NEXT:    tfrt.return %0, %1, %2
func.func @nested(%a: !tfrt.chain, %b: !tfrt.chain, %x: i32) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %inner = tfrt.merge.chains %a, %b, %x : !tfrt.chain, !tfrt.chain, i32
  %shared = tfrt.merge.chains %b, %x : !tfrt.chain, i32
  %outer = tfrt.merge.chains %inner, %shared, %a : !tfrt.chain, !tfrt.chain, !tfrt.chain
  %plain = tfrt.merge.chains %x : i32
  tfrt.return %shared, %outer, %plain : !tfrt.chain, !tfrt.chain, !tfrt.chain
}

// In regions too, but not in what is measured.
// CHECK-LABEL: func.func @regions
// CHECK:         tfrt_test.benchmark
// CHECK:           tfrt.merge.chains
// CHECK:         tfrt.if
// CHECK-NOT:       tfrt.merge.chains
func.func @regions(%ch: !tfrt.chain, %c: i1) -> !tfrt.chain {
  tfrt_test.benchmark "merge"() duration_secs = 1, max_count = 1, num_warmup_runs = 0 {
    %inside = tfrt.new.chain
    %merged = tfrt.merge.chains %inside, %inside : !tfrt.chain, !tfrt.chain
    tfrt.return %merged : !tfrt.chain
  }
  %end = tfrt.if %c, %ch : (!tfrt.chain) -> !tfrt.chain {
    %merged = tfrt.merge.chains %ch, %ch : !tfrt.chain, !tfrt.chain
    tfrt.return %merged : !tfrt.chain
  } else {
    tfrt.return %ch : !tfrt.chain
  }
  tfrt.return %end : !tfrt.chain
}
