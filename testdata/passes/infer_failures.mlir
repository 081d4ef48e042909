// RUN: tfrt-opt -infer-tensor-types -verify-diagnostics %s
// RUN: tfrt-opt -infer-tensor-types=remarks=false %s 2>&1 | FileCheck %s

// An op that is sure to fail is left to fail when it runs.
// CHECK-NOT: remark
// CHECK:     "tf.MatMul"({{.*}} : 1{{$}}
func.func @fails(%cpu: !corert.ophandler) -> !corert.tensorhandle {
  %a = corert.const_dense_tensor dense<0.5> : tensor<2x3xf32>
  // expected-remark @+1 {{'tf.MatMul' is sure to fail when it runs: }}
  %0 = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_a = false, transpose_b = false} : 1
  tfrt.return %0 : !corert.tensorhandle
}
