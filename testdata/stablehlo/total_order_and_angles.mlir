// The largest elements are those of a total order, as XLA's, and the angle of complex numbers is XLA's continuation of it.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'largest'
func.func @largest() {
  // NaN, infinity, NaN with a sign, zeros of both signs, minus infinity.
  %x = stablehlo.constant dense<[0.0, 0x7FC00000, 0xFFC00000, -0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %values, %places = chlo.top_k(%x, k = 6) : tensor<6xf32> -> (tensor<6xf32>, tensor<6xi32>)
  check.expect_eq_const %places, dense<[1, 4, 0, 3, 5, 2]> : tensor<6xi32>
  return
}

// CHECK-LABEL: --- Running 'angles'
func.func @angles() {
  %y = stablehlo.constant dense<[(1.0, 2.0), (0.0, 0.3), (1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %x = stablehlo.constant dense<[(0.5, -1.0), (-1.0, 0.0), (1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.atan2 %y, %x : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(1.9081668, 0.37908688), (3.1415927, -0.30951953), (0.78539816, 0.0)]> : tensor<3xcomplex<f32>>
  return
}
// CHECK-NOT: error
