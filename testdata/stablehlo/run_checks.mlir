// Programs that test themselves, and calls of targets outside of a program.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'equal'
func.func @equal() {
  %0 = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 0x7FC00000]> : tensor<2xf32>
  check.expect_eq %1, %1 : tensor<2xf32>
  check.expect_almost_eq_const %1, dense<[2.00001, 0x7FC00000]> : tensor<2xf32>
  check.expect_close %1, %1 : tensor<2xf32>, tensor<2xf32>
  return
}

// Zeros of both signs are alike as numbers, and not bit by bit.
// CHECK-LABEL: --- Running 'zeros'
func.func @zeros() {
  %0 = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %1 = stablehlo.negate %0 : tensor<2xbf16>
  check.expect_close %0, %1, max_ulp_difference = 0 : tensor<2xbf16>, tensor<2xbf16>
  // expected-error @+1 {{2 of 2 elements are not equal; the first is [0]: expected -0e0, but got 0e0}}
  check.expect_eq %0, %1 : tensor<2xbf16>
  return
}

// CHECK-LABEL: --- Running 'different'
func.func @different() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  // expected-error @+1 {{1 of 4 elements are not equal; the first is [1, 0]: expected 5e0, but got 3e0}}
  check.expect_eq_const %0, dense<[[1, 2], [5, 4]]> : tensor<2x2xi16>
  %1 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.000001)]> : tensor<2xcomplex<f32>>
  check.expect_close %1, %2 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  // expected-error @+1 {{differ by more than 1 units in the last place}}
  check.expect_close %1, %2, max_ulp_difference = 1 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  // expected-error @+1 {{the elements differ by at most 2 units in the last place, but min_ulp_difference is 3}}
  check.expect_close %1, %2, min_ulp_difference = 3 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: --- Running 'calls'
func.func @calls() {
  %0 = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %1 = stablehlo.custom_call @check.eq(%0, %0) : (tensor<3xi32>, tensor<3xi32>) -> tensor<i1>
  check.expect_eq_const %1, dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %2:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[3, 2]> : tensor<2xi32>
  check.expect_eq_const %2#1, dense<[0, 2]> : tensor<2xi32>
  %3 = stablehlo.constant dense<0.0> : tensor<2xf64>
  %4 = stablehlo.custom_call @mhlo.erf(%3) {mhlo.attributes = {}} : (tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq %4, %3 : tensor<2xf64>
  %5 = stablehlo.custom_call @AllocateBuffer() : () -> tensor<4xf32>
  return
}

// The factor of a matrix that is not positive definite, and the number of the column that says so.
// CHECK-LABEL: --- Running 'info'
func.func @info() {
  %0 = stablehlo.constant dense<[[4.0, 7.0, 9.0], [2.0, 1.0, 8.0], [5.0, 6.0, 3.0]]> : tensor<3x3xf64>
  %1:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%0) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<i32>)
  check.expect_eq_const %1#1, dense<2> : tensor<i32>
  check.expect_eq_const %1#0, dense<[[2.0, 7.0, 9.0], [1.0, 0.0, 8.0], [2.5, 6.0, 3.0]]> : tensor<3x3xf64>
  %2:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%0) {backend_config = {}, api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
  check.expect_eq_const %2#1, dense<[3, 3, 3]> : tensor<3xi32>
  check.expect_eq_const %2#2, dense<0> : tensor<i32>
  return
}

// CHECK-LABEL: --- Running 'assertion'
func.func @assertion() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<-4> : tensor<i64>
  // expected-error @+1 {{size 3 is not -4, {2} and {}}}
  stablehlo.custom_call @shape_assertion(%0, %1, %2) {api_version = 2 : i32, error_message = "size {0} is not {1}, {2} and {}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  return
}
