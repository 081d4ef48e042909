// A branch reads a scalar that was broadcast outside of it: an element-wise function takes the tensor where the scalar is not known.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'branches'
func.func @branches() {
  %index = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %0 = "stablehlo.case"(%index) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.add %x, %ones : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[2.0, 3.0]> : tensor<2xf32>
  return
}
