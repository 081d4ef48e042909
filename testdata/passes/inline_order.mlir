// RUN: tfrt-opt -inline --mlir-print-debuginfo %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(inline{max-ops=2})' %s | FileCheck %s --check-prefix=SMALL

// A copied operation says where it was written and where it was called.
// CHECK-LABEL: func.func @caller
// CHECK:         tfrt.add.i32 %arg0, %arg0 loc([[PLACE:#.*]])
// CHECK:         [[WRITTEN:#.*]] = loc("{{.*}}inline_order.mlir":[[# @LINE + 8]]:8)
// CHECK:         [[CALLED:#.*]] = loc("{{.*}}inline_order.mlir":[[# @LINE + 3]]:8)
// CHECK:         [[PLACE]] = loc(callsite([[WRITTEN]] at [[CALLED]]))
func.func @caller(%x: i32) -> i32 {
  %0 = tfrt.call @callee(%x) : (i32) -> i32
  tfrt.return %0 : i32
}
func.func private @callee(%x: i32) -> i32 {
  %0 = tfrt.add.i32 %x, %x
  tfrt.return %0 : i32
}

// SMALL: tfrt.call @callee
