// A pass that fails leaves the program as it was before all passes, with the pipeline, in a file that runs again.
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(cse),inline)' --mlir-generate-reproducer=%t.repro --mlir-disable-threading %s \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: FileCheck %s --input-file=%t.repro
// RUN: tfrt-opt --run-reproducer %t.repro | FileCheck %s --check-prefix=ONE
// RUN: tfrt-opt %t.repro | FileCheck %s
// RUN: tfrt-opt --run-reproducer %s 2>&1 | FileCheck %s --check-prefix=NONE
// ONE-COUNT-1: tfrt.add.i32
// ONE-NOT: tfrt.add.i32
// ONE-NOT: mlir_reproducer
// CHECK: func.func @twice
// CHECK-COUNT-2: tfrt.add.i32
// CHECK: external_resources: {
// CHECK-NEXT: mlir_reproducer: {
// CHECK-NEXT: pipeline: "builtin.module(func.func(cse),inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 max-ops=1000000})",
// CHECK-NEXT: disable_threading: true,
// CHECK-NEXT: verify_each: true
// NONE: warning: the program has no 'mlir_reproducer' resource; no passes are run for it
func.func @twice(%a: i32) -> i32 {
  %0 = tfrt.add.i32 %a, %a
  %1 = tfrt.add.i32 %a, %a
  %2 = tfrt.mul.i32 %0, %1
  tfrt.return %2 : i32
}
