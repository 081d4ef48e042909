// Several mistakes in one file: each is reported where it is.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s
// RUN: not tfrt-opt %s 2>&1 | FileCheck %s
// RUN: not tfrt-translate --mlir-to-bef %s -o %t.bef 2>&1 | FileCheck %s

// CHECK: several_mistakes.mlir:[[@LINE+4]]:3: error: 'tfrt.return' op has 0 operands, but enclosing function returns 1
// CHECK-NEXT: tfrt.return
// CHECK-NEXT: ^
func.func @nothing_returned() -> i32 {
  tfrt.return
}

// CHECK: several_mistakes.mlir:[[@LINE+3]]:8: error: 'tfrt.call' op 'nowhere' does not reference a valid function
func.func @unknown_callee() {
  %x = tfrt.constant.i32 1
  %y = tfrt.call @nowhere(%x) : (i32) -> i32
  tfrt.return
}

// CHECK: several_mistakes.mlir:[[@LINE+3]]:8: error: 'tfrt.add.i32' op operand #0 must be 32-bit signless integer, but got 'i64'
func.func @operand_type() {
  %x = tfrt.constant.i64 1
  %y = "tfrt.add.i32"(%x, %x) : (i64, i64) -> i32
  tfrt.return
}
