// Where the IR goes that is printed around passes: all of the program, and files in the nesting of its operations.
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-module-scope %s -o %t.out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCOPE
// RUN: tfrt-opt --pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),canonicalize,func.func(cse))' \
// RUN:   --mlir-print-ir-before-all --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.tree %s -o %t.out
// RUN: FileCheck %s --check-prefix=TREE --input-file=%t.tree/builtin_module_top/1_cse.mlir
// RUN: FileCheck %s --check-prefix=NESTED --input-file=%t.tree/builtin_module_top/func_func_first/1_0_cse.mlir
// RUN: FileCheck %s --check-prefix=LAST --input-file=%t.tree/builtin_module_top/func_func_second/3_5_cse.mlir

// What other functions are by then is printed, too.
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @first) //----- //
// SCOPE-NEXT: module @top {
// SCOPE-NEXT:   func.func @first
// SCOPE-COUNT-1:  tfrt.add.i32
// SCOPE:        func.func @second
// SCOPE-COUNT-2:  tfrt.mul.i32
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @second) //----- //
// SCOPE-NEXT: module @top {
// SCOPE-NEXT:   func.func @first
// SCOPE-COUNT-1:  tfrt.add.i32
// SCOPE-NEXT:     tfrt.return
// SCOPE:        func.func @second
// SCOPE-COUNT-1:  tfrt.mul.i32
// SCOPE-NEXT:     tfrt.return

// TREE: // -----// IR Dump After CSE (cse) //----- //
// TREE-NEXT: module @top {
// NESTED: // -----// IR Dump Before CSE (cse) //----- //
// NESTED-NEXT: func.func @first
// NESTED-NOT: func.func
// LAST: // -----// IR Dump After CSE (cse) //----- //
// LAST-NEXT: func.func @second
module @top {
  func.func @first(%a: i32) -> (i32, i32) {
    %0 = tfrt.add.i32 %a, %a
    %1 = tfrt.add.i32 %a, %a
    tfrt.return %0, %1 : i32, i32
  }
  func.func @second(%a: i32) -> (i32, i32) {
    %0 = tfrt.mul.i32 %a, %a
    %1 = tfrt.mul.i32 %a, %a
    tfrt.return %0, %1 : i32, i32
  }
}
