// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize),inline)' %s | FileCheck %s
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(csee))' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tfrt-opt --pass-pipeline='builtin.module(cse{fast=1})' %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tfrt-opt --pass-pipeline='builtin.module(cse' %s 2>&1 | FileCheck %s --check-prefix=BRACKET
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(inline))' %s 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: tfrt-opt --mlir-print-ir-after-all -cse -dce %s 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: tfrt-opt --mlir-print-ir-before=dce -cse -dce %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: tfrt-opt --mlir-print-ir-after-all --mlir-print-ir-after-change -dce -cse %s 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: tfrt-opt --mlir-pass-statistics -cse -dce %s 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tfrt-opt --mlir-timing -cse %s 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: tfrt-opt --list-passes | FileCheck %s --check-prefix=LIST

// UNKNOWN: error: 'csee' does not refer to a registered pass or pass pipeline; did you mean 'cse'?
// UNKNOWN-NEXT: builtin.module(func.func(csee))
// UNKNOWN-NEXT: ^
// OPTION: pass 'cse' has no option 'fast'
// BRACKET: expected ')' to close the pipeline
// ANCHOR: can't add pass 'inline' restricted to 'builtin.module' on a PassManager intended to run on 'func.func'
// AFTER: IR Dump After CSE (cse)
// AFTER: IR Dump After DCE (dce)
// BEFORE-NOT: IR Dump Before CSE
// BEFORE: IR Dump Before DCE (dce)
// CHANGE-NOT: IR Dump After DCE (dce)
// CHANGE: IR Dump After CSE (cse)
// STATS: (S) 1 num-cse'd
// TIME: Execution time report
// TIME: CSE
// TIME: Total
// LIST-DAG: canonicalize
// LIST-DAG: cse
// LIST-DAG: inline
// LIST-DAG: O2

// CHECK-LABEL: func.func @main
// CHECK-NEXT:    tfrt.add.i32
// CHECK-NEXT:    tfrt.mul.i32
// CHECK-NEXT:    tfrt.return
func.func @main(%a: i32) -> i32 {
  %0 = tfrt.add.i32 %a, %a
  %1 = tfrt.add.i32 %a, %a
  %2 = tfrt.mul.i32 %0, %1
  tfrt.return %2 : i32
}
