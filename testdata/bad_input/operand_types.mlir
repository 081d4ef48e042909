// Operands of the wrong type, in custom and in generic form.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s
// RUN: not tfrt-translate --mlir-to-bef %s -o %t.bef 2>&1 | FileCheck %s
// RUN: sed -e '/^.. The custom form/,$d' %s | not tfrt-opt - 2>&1 | FileCheck %s --check-prefix=GENERIC

// GENERIC: error: 'tfrt.add.i32' op operand #0 must be 32-bit signless integer, but got 'i64'
func.func @generic() {
  %x = tfrt.constant.i64 1
  %y = "tfrt.add.i32"(%x, %x) : (i64, i64) -> i32
  tfrt.return
}

// The custom form says what the value was used as before.
// CHECK: operand_types.mlir:[[@LINE+5]]:21: error: use of value '%x' expects different type than prior uses: 'i32' vs 'i64'
// CHECK-NEXT: %y = tfrt.add.i32 %x, %x
// CHECK-NEXT: ^
func.func @custom() {
  %x = tfrt.constant.i64 1
  %y = tfrt.add.i32 %x, %x
  tfrt.return
}
