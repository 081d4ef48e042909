// What becomes of ops at -O2, and why.
// RUN: tfrt-translate --explain=fusion -O2 %s -o %t.bef 2>&1 | FileCheck %s
// RUN: tfrt-translate --explain=fusion %s -o %t.bef 2>&1 | FileCheck %s --check-prefix=LEVEL

// CHECK-DAG: remark: loc("net/product"): tf.MatMul: fused into tfrt_fused.matmul, of 2 ops
// CHECK-DAG: explain_fusion.mlir:32:8: remark: tf.BiasAdd: fused into tfrt_fused.matmul, of 2 ops
// CHECK-DAG: explain_fusion.mlir:33:8: remark: tf.Sigmoid: fused into an element-wise op of 2 members
// CHECK-DAG: explain_fusion.mlir:34:8: remark: tf.Mul: fused into an element-wise op of 2 members
// CHECK-DAG: explain_fusion.mlir:37:8: remark: tf.Tanh: not fused with its users: no user of its result is element-wise on the same handler
// CHECK-DAG: explain_fusion.mlir:35:8: remark: tf.Relu: in no region: nothing is known of dtype and shape of operand 0
// CHECK-DAG: explain_fusion.mlir:36:8: remark: tf.Relu: in no region: dtype and shape of operand 0 are not known well enough: tensor<*xf32>
// CHECK-DAG: explain_fusion.mlir:38:12: remark: tf.Relu: in no region: a chain sequences it
// CHECK-DAG: explain_fusion.mlir:39:9: remark: tf.RandomUniform: in no region: it has state
// CHECK-DAG: explain_fusion.mlir:32:8: remark: tfrt_fused.matmul: in a region of 2 steps
// CHECK-DAG: explain_fusion.mlir:34:8: remark: tfrt_fused.elementwise: in a region of 2 steps
// CHECK-DAG: explain_fusion.mlir:37:8: remark: tf.Tanh: in no region: no value connects it with an op that could join it
// LEVEL: warning: --explain=fusion: ops are fused at -O2 only
// LEVEL-NOT: remark
func.func @main(
    %x: !corert.tensorhandle {tf.type = tensor<?x4xf32>},
    %u: !corert.tensorhandle,
    %v: !corert.tensorhandle {tf.type = tensor<*xf32>},
    %n: !corert.tensorhandle {tf.type = tensor<7xf32>},
    %c: !tfrt.chain) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<0.5> : tensor<4x3xf32>
  %b = corert.const_dense_tensor dense<[0.125, 0.25, 0.375]> : tensor<3xf32>
  %f = corert.const_dense_tensor dense<2.0> : tensor<f32>
  %shape = corert.const_dense_tensor dense<[2, 2]> : tensor<2xi32>
  %1 = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {T = f32, transpose_a = false, transpose_b = false} : 1 loc("net/product")
  %2 = corert.executeop(%cpu) "tf.BiasAdd"(%1, %b) {T = f32, data_format = "NHWC"} : 1
  %3 = corert.executeop(%cpu) "tf.Sigmoid"(%2) {T = f32} : 1
  %4 = corert.executeop(%cpu) "tf.Mul"(%3, %f) {T = f32} : 1
  %5 = corert.executeop(%cpu) "tf.Relu"(%u) {T = f32} : 1
  %6 = corert.executeop(%cpu) "tf.Relu"(%v) {T = f32} : 1
  %7 = corert.executeop(%cpu) "tf.Tanh"(%n) {T = f32} : 1
  %8, %9 = corert.executeop.seq(%cpu, %c) "tf.Relu"(%n) {T = f32} : 1
  %10 = corert.executeop(%cpu) "tf.RandomUniform"(%shape) {T = i32, dtype = f32, seed = 1 : i64, seed2 = 2 : i64} : 1
  tfrt.return %4, %5, %6, %7, %9, %10 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
