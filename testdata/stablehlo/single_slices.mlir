// Gathers and scatters of one slice are slices and updates; those of several stay what they are.
//
// RUN: tfrt-translate %s -O2 -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s

// CHECK-LABEL: @gathers
// CHECK-NOT: hlo.gather
func.func @gathers(%at: tensor<i32>, %x: tensor<3x4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<1x2xi32>) {
  %row = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %a = "stablehlo.gather"(%x, %row) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %both = stablehlo.concatenate %one, %row, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = "stablehlo.gather"(%x, %both) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xi32>, tensor<2xi32>) -> tensor<i32>
  %c = "stablehlo.gather"(%x, %row) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4xi32>, tensor<1xi32>) -> tensor<1x2xi32>
  return %a, %b, %c : tensor<4xi32>, tensor<i32>, tensor<1x2xi32>
}

// A start outside of the tensor is moved into it.
func.func @gathered() {
  %x = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %many = stablehlo.constant dense<7> : tensor<i32>
  %few = stablehlo.constant dense<-7> : tensor<i32>
  %a:3 = func.call @gathers(%two, %x) : (tensor<i32>, tensor<3x4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<1x2xi32>)
  check.expect_eq_const %a#0, dense<[8, 9, 10, 11]> : tensor<4xi32>
  check.expect_eq_const %a#1, dense<9> : tensor<i32>
  check.expect_eq_const %a#2, dense<[[2, 3]]> : tensor<1x2xi32>
  %b:3 = func.call @gathers(%many, %x) : (tensor<i32>, tensor<3x4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<1x2xi32>)
  check.expect_eq_const %b#0, dense<[8, 9, 10, 11]> : tensor<4xi32>
  check.expect_eq_const %b#1, dense<9> : tensor<i32>
  check.expect_eq_const %b#2, dense<[[2, 3]]> : tensor<1x2xi32>
  %c:3 = func.call @gathers(%few, %x) : (tensor<i32>, tensor<3x4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<1x2xi32>)
  check.expect_eq_const %c#0, dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq_const %c#1, dense<1> : tensor<i32>
  check.expect_eq_const %c#2, dense<[[0, 1]]> : tensor<1x2xi32>
  return
}

// CHECK-LABEL: @scatters
// CHECK-NOT: hlo.scatter
func.func @scatters(%at: tensor<i32>, %x: tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>) {
  %row = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %new = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %a = "stablehlo.scatter"(%x, %row, %new) ({
  ^bb0(%old: tensor<i32>, %update: tensor<i32>):
    stablehlo.return %update : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>} : (tensor<3x2xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %both = stablehlo.concatenate %row, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %more = stablehlo.constant dense<100> : tensor<i32>
  %b = "stablehlo.scatter"(%x, %both, %more) ({
  ^bb0(%old: tensor<i32>, %update: tensor<i32>):
    %sum = stablehlo.add %old, %update : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %twice = stablehlo.multiply %sum, %two : tensor<i32>
    stablehlo.return %twice : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>} : (tensor<3x2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3x2xi32>
  return %a, %b : tensor<3x2xi32>, tensor<3x2xi32>
}

// An update outside of the tensor changes nothing.
func.func @scattered() {
  %x = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  %last = stablehlo.constant dense<2> : tensor<i32>
  %behind = stablehlo.constant dense<3> : tensor<i32>
  %before = stablehlo.constant dense<-1> : tensor<i32>
  %a:2 = func.call @scatters(%last, %x) : (tensor<i32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  check.expect_eq_const %a#0, dense<[[0, 1], [2, 3], [10, 20]]> : tensor<3x2xi32>
  check.expect_eq_const %a#1, dense<[[0, 1], [2, 3], [4, 210]]> : tensor<3x2xi32>
  %b:2 = func.call @scatters(%behind, %x) : (tensor<i32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  check.expect_eq_const %b#0, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  check.expect_eq_const %b#1, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  %c:2 = func.call @scatters(%before, %x) : (tensor<i32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  check.expect_eq_const %c#0, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  check.expect_eq_const %c#1, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  return
}

// CHECK-LABEL: @several
// CHECK: hlo.gather
func.func @several(%at: tensor<2x1xi32>, %x: tensor<3xi32>) -> tensor<2xi32> {
  %a = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %a : tensor<2xi32>
}

// A region that gives a constant whatever its arguments are.
func.func @constant_updates() {
  %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %update = stablehlo.constant dense<9> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %one, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %seven = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %seven : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = false, unique_indices = false} : (tensor<2x3xi32>, tensor<1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[0, 1, 2], [7, 7, 7]]> : tensor<2x3xi32>
  return
}

// Numbers of elements that 64 bits do not hold.
func.func @large(%x: tensor<4294967296x4294967296xf32>, %at: tensor<1xi32>) -> tensor<4294967296x4294967296xf32> {
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, slice_sizes = array<i64: 4294967296, 4294967296>} : (tensor<4294967296x4294967296xf32>, tensor<1xi32>) -> tensor<4294967296x4294967296xf32>
  return %0 : tensor<4294967296x4294967296xf32>
}
