// An op that no handler has: an error of that op alone.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef
// RUN: not tfrt-run %t.bef 2>&1 | FileCheck %s
// RUN: not tfrt-run -O0 %s 2>&1 | FileCheck %s

// CHECK: unknown_op.mlir:[[@LINE+7]]:8: error: unexpected error: runtime error: tf.NoSuchOp was not supported by NullOpHandler.
// CHECK-NEXT: %a = corert.executeop(%cpu) "tf.NoSuchOp"() : 1
// CHECK-NEXT: ^
// CHECK: 'main' returned <<error: tf.NoSuchOp was not supported by NullOpHandler.>>,7
func.func @main() -> (!corert.tensorhandle, i32) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.NoSuchOp"() : 1
  %seven = tfrt.constant.i32 7
  tfrt.return %a, %seven : !corert.tensorhandle, i32
}
