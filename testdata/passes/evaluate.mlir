// RUN: tfrt-opt -sccp -dce %s | FileCheck %s

// What fails is left to fail.
// CHECK-LABEL: func.func @fails
// CHECK:         tfrt_arith.divsi.i32
func.func @fails() -> i32 {
  %a = tfrt.constant.i32 7
  %b = tfrt.constant.i32 0
  %c = tfrt_arith.divsi.i32 %a, %b
  tfrt.return %c : i32
}

// Ops on constant tensors are run, on the CPU's handler.
// CHECK-LABEL: func.func @ops
// CHECK:         %[[SUM:.*]] = corert.const_dense_tensor dense<[5.000000e+00, 7.000000e+00]> : tensor<2xf32>
// CHECK:         "tf.Mul"
// CHECK:         tfrt.return %[[SUM]]
func.func @ops(%ch: !tfrt.chain, %other: !corert.ophandler) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.executeop(%cpu) "tf.Const"() {value = dense<[4.0, 5.0]> : tensor<2xf32>, dtype = f32} : 1
  %c = corert.executeop(%cpu) "tf.AddV2"(%a, %b) : 1
  %d = corert.executeop(%other) "tf.Mul"(%a, %a) : 1
  tfrt.return %c, %d : !corert.tensorhandle, !corert.tensorhandle
}

// What fails, has state or gives too much is left to run.
// CHECK-LABEL: func.func @left
// CHECK:         "tf.AddV2"
// CHECK:         "tf.RandomUniform"
// CHECK:         "tf.Fill"
func.func @left(%ch: !tfrt.chain) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %c = corert.executeop(%cpu) "tf.AddV2"(%a, %b) : 1
  %n = corert.const_dense_tensor dense<[1000000]> : tensor<1xi32>
  %r = corert.executeop(%cpu) "tf.RandomUniform"(%n) {dtype = f32} : 1
  %v = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %f = corert.executeop(%cpu) "tf.Fill"(%n, %v) : 1
  tfrt.return %c, %r, %f : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
