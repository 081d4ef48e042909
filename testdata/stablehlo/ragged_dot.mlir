// Products of groups of different sizes, run as they are and expanded by the pass.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-opt --chlo-legalize-to-stablehlo %s | tfrt-run - | FileCheck %s
// RUN: tfrt-opt --chlo-legalize-to-stablehlo %s | FileCheck %s --check-prefix=EXPANDED

// EXPANDED-NOT: chlo.

// Rows: two are behind the last group, and a group is empty. No row sees the other groups' factors.
// CHECK-LABEL: --- Running 'rows'
func.func @rows() {
  %lhs = stablehlo.constant dense<[[2.0, -3.0], [-2.0, -2.0], [-2.0, 2.0], [3.0, 1.0], [-3.0, -3.0], [-1.0, 0.0], [1.0, 0.0]]> : tensor<7x2xf32>
  %rhs = stablehlo.constant dense<[[[-2.0, -2.0, 1.0], [2.0, -3.0, -3.0]], [[0x7F800000, -1.0, 3.0], [0.0, -1.0, 0.0]], [[1.0, 1.0, -2.0], [2.0, 2.0, 3.0]]]> : tensor<3x2x3xf32>
  %sizes = stablehlo.constant dense<[3, 0, 2]> : tensor<3xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {precision_config = [#chlo<precision HIGHEST>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<7x2xf32>, tensor<3x2x3xf32>, tensor<3xi64>) -> tensor<7x3xf32>
  check.expect_eq_const %0, dense<[[-10.0, 5.0, 11.0], [0.0, 10.0, 4.0], [8.0, -2.0, -8.0], [5.0, 5.0, -3.0], [-9.0, -9.0, -3.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<7x3xf32>
  return
}

// Each batch has groups of its own.
// CHECK-LABEL: --- Running 'rows_of_batches'
func.func @rows_of_batches() {
  %lhs = stablehlo.constant dense<[[[1, -1], [-1, 1], [1, 1], [2, -1]], [[2, -2], [-2, 2], [2, -1], [-2, -1]]]> : tensor<2x4x2xi32>
  %rhs = stablehlo.constant dense<[[[[-2, 2, 1], [0, -1, 0]], [[-2, 1, 0], [-2, -1, 1]]], [[[0, -1, -1], [-2, 1, 1]], [[0, 2, 2], [-1, 1, 1]]]]> : tensor<2x2x2x3xi32>
  %sizes = stablehlo.constant dense<[[1, 3], [2, 1]]> : tensor<2x2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x4x2xi32>, tensor<2x2x2x3xi32>, tensor<2x2xi32>) -> tensor<2x4x3xi32>
  check.expect_eq_const %0, dense<[[[-2, 3, 1], [-2, 2, 2], [-2, 0, 0], [2, -3, -3]], [[0, 4, -2], [0, -4, 2], [1, 3, 3], [0, 0, 0]]]> : tensor<2x4x3xi32>
  return
}

// CHECK-LABEL: --- Running 'contracted'
func.func @contracted() {
  %lhs = stablehlo.constant dense<[[-1.0, -1.0, 0.0, 1.0, 0x7FC00000], [1.0, 1.0, -1.0, -1.0, 2.0]]> : tensor<2x5xf64>
  %rhs = stablehlo.constant dense<[[2.0, 1.0, -2.0], [1.0, -1.0, 2.0], [2.0, 0.0, 2.0], [1.0, -1.0, 2.0], [-1.0, -2.0, 0.0]]> : tensor<5x3xf64>
  %sizes = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<2x5xf64>, tensor<5x3xf64>, tensor<2xi64>) -> tensor<2x2x3xf64>
  check.expect_eq_const %0, dense<[[[-3.0, 0.0, 0.0], [3.0, 0.0, 0.0]], [[1.0, -1.0, 2.0], [-3.0, 1.0, -4.0]]]> : tensor<2x2x3xf64>
  return
}

// CHECK-LABEL: --- Running 'contracted_of_batches'
func.func @contracted_of_batches() {
  %lhs = stablehlo.constant dense<[[[2, 1, -1], [2, 0, -1]], [[-2, -1, 1], [1, -1, 1]]]> : tensor<2x2x3xi32>
  %rhs = stablehlo.constant dense<[[[2, -2], [-1, 0], [0, -1]], [[-1, -2], [1, 2], [-2, 1]]]> : tensor<2x3x2xi32>
  %sizes = stablehlo.constant dense<[[1, 2], [0, 2]]> : tensor<2x2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>} : (tensor<2x2x3xi32>, tensor<2x3x2xi32>, tensor<2x2xi64>) -> tensor<2x2x2x2xi32>
  check.expect_eq_const %0, dense<[[[[4, -4], [4, -4]], [[0, 0], [0, 0]]], [[[-1, 1], [0, 1]], [[1, 2], [-2, -4]]]]> : tensor<2x2x2x2xi32>
  return
}

// CHECK-LABEL: --- Running 'batches'
func.func @batches() {
  %lhs = stablehlo.constant dense<[[[2, 1, -1], [2, 0, -1]], [[-2, -1, 1], [1, -1, 1]]]> : tensor<2x2x3xi32>
  %rhs = stablehlo.constant dense<[[[2, -2], [-1, 0], [0, -1]], [[-1, -2], [1, 2], [-2, 1]]]> : tensor<2x3x2xi32>
  %sizes = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<2x2x3xi32>, tensor<2x3x2xi32>, tensor<2xi64>) -> tensor<2x2x2xi32>
  check.expect_eq_const %0, dense<[[[3, -3], [4, -3]], [[-1, 3], [-4, -3]]]> : tensor<2x2x2xi32>
  return
}
