// Shapes that do not fit: an error of that op with both shapes, and of what depends on it.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef
// RUN: not tfrt-run %t.bef 2>&1 | FileCheck %s
// RUN: not tfrt-run -O0 %s 2>&1 | FileCheck %s

// CHECK: shape_mismatch.mlir:[[@LINE+8]]:8: error: unexpected error: runtime error: matmul arguments have incompatible shapes: In[0]: [2, 3], In[1]: [2, 3]
// CHECK-NEXT: %b = corert.executeop(%cpu) "tf.MatMul"
// CHECK-NOT: error: unexpected error
// CHECK: 'main' returned <<error: matmul arguments have incompatible shapes: In[0]: [2, 3], In[1]: [2, 3]{{.*}}>>
func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<1.0> : tensor<2x3xf32>
  %b = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_a = false, transpose_b = false} : 1
  %c = corert.executeop(%cpu) "tf.Relu"(%b) : 1
  tfrt.return %c : !corert.tensorhandle
}
