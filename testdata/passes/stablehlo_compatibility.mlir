// Operations that a version does not have become older ones: `tan` came with 1.4.0, batching dimensions of gathers and scatters with 1.1.0.

// RUN: tfrt-opt --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=1.0.0})' %s | FileCheck %s

// CHECK-LABEL: func.func @tan(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %0 = stablehlo.sine %arg0 : tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.cosine %arg0 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.divide %0, %1 : tensor<4xf32>
// CHECK-NEXT: return %2 : tensor<4xf32>
func.func @tan(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tan %a {foo = 1 : i32} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @complex_tan(%arg0: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
// CHECK-NEXT: %0 = stablehlo.real %arg0 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT: %1 = stablehlo.sine %0 : tensor<?xf32>
// CHECK-NEXT: %2 = stablehlo.cosine %0 : tensor<?xf32>
// CHECK-NEXT: %3 = stablehlo.divide %1, %2 : tensor<?xf32>
// CHECK-NEXT: %4 = stablehlo.imag %arg0 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT: %5 = stablehlo.tanh %4 : tensor<?xf32>
// CHECK-NEXT: %6 = stablehlo.complex %3, %5 : tensor<?xcomplex<f32>>
// CHECK-NEXT: %7 = "chlo.constant_like"(%3) <{value = 1.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %8 = stablehlo.multiply %3, %5 : tensor<?xf32>
// CHECK-NEXT: %9 = stablehlo.negate %8 : tensor<?xf32>
// CHECK-NEXT: %10 = stablehlo.complex %7, %9 : tensor<?xcomplex<f32>>
// CHECK-NEXT: %11 = stablehlo.divide %6, %10 : tensor<?xcomplex<f32>>
// CHECK-NEXT: return %11 : tensor<?xcomplex<f32>>
func.func @complex_tan(%a: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.tan %a : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// CHECK-LABEL: func.func @permuted(%arg0: tensor<3x2x4x9xi32>, %arg1: tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32>
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<4x3x5x1xi32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 0 : tensor<4x3x5x1xi32>
// CHECK-NEXT: %2 = stablehlo.concatenate %0, %1, %arg1, dim = 3 : (tensor<4x3x5x1xi32>, tensor<4x3x5x1xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x4xi32>
// CHECK-NEXT: %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1, 3], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x5x4xi32>) -> tensor<4x3x5x8xi32>
// CHECK-NEXT: return %3 : tensor<4x3x5x8xi32>
func.func @permuted(%operand : tensor<3x2x4x9xi32>, %si : tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1, 3], index_vector_dim = 3>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32>
  func.return %1 : tensor<4x3x5x8xi32>
}

// CHECK-LABEL: func.func @without_index_dimension(%arg0: tensor<3x2x4x9xi32>, %arg1: tensor<4x3x5xi64>) -> tensor<4x3x5x8xi32>
// CHECK-NEXT: %0 = stablehlo.reshape %arg1 : (tensor<4x3x5xi64>) -> tensor<4x3x5x1xi64>
// CHECK-NEXT: %1 = stablehlo.iota dim = 1 : tensor<4x3x5x1xi64>
// CHECK-NEXT: %2 = stablehlo.iota dim = 0 : tensor<4x3x5x1xi64>
// CHECK-NEXT: %3 = stablehlo.concatenate %1, %2, %0, dim = 3 : (tensor<4x3x5x1xi64>, tensor<4x3x5x1xi64>, tensor<4x3x5x1xi64>) -> tensor<4x3x5x3xi64>
// CHECK-NEXT: %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x5x3xi64>) -> tensor<4x3x5x8xi32>
// CHECK-NEXT: return %4 : tensor<4x3x5x8xi32>
func.func @without_index_dimension(%operand : tensor<3x2x4x9xi32>, %si : tensor<4x3x5xi64>) -> tensor<4x3x5x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1], index_vector_dim = 3>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x5xi64>) -> tensor<4x3x5x8xi32>
  func.return %1 : tensor<4x3x5x8xi32>
}

// CHECK-LABEL: func.func @scatter(%arg0: tensor<5x200x100x300xf32>, %arg1: tensor<5x10x2xi32>, %arg2: tensor<5x10x300xf32>) -> tensor<5x200x100x300xf32>
// CHECK-NEXT: %0 = stablehlo.iota dim = 0 : tensor<5x10x1xi32>
// CHECK-NEXT: %1 = stablehlo.concatenate %0, %arg1, dim = 2 : (tensor<5x10x1xi32>, tensor<5x10x2xi32>) -> tensor<5x10x3xi32>
// CHECK-NEXT: %2 = "stablehlo.scatter"(%arg0, %1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 2>, unique_indices = true}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %3 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }) : (tensor<5x200x100x300xf32>, tensor<5x10x3xi32>, tensor<5x10x300xf32>) -> tensor<5x200x100x300xf32>
// CHECK-NEXT: return %2 : tensor<5x200x100x300xf32>
func.func @scatter(%input: tensor<5x200x100x300xf32>, %si: tensor<5x10x2xi32>, %u: tensor<5x10x300xf32>) -> tensor<5x200x100x300xf32> {
  %0 = "stablehlo.scatter" (%input, %si, %u) ({ ^bb0(%l: tensor<f32>, %r: tensor<f32>): %a = stablehlo.add %l, %r : tensor<f32> "stablehlo.return"(%a) : (tensor<f32>) -> () }) { scatter_dimension_numbers = #stablehlo.scatter< update_window_dims = [2], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2 >, indices_are_sorted = false, unique_indices = true } : (tensor<5x200x100x300xf32>, tensor<5x10x2xi32>, tensor<5x10x300xf32>) -> tensor<5x200x100x300xf32>
  func.return %0 : tensor<5x200x100x300xf32>
}

// CHECK-LABEL: func.func @permuted_sorted(%arg0: tensor<3x2x4x9xi32>, %arg1: tensor<3x4x5x2xi32>) -> tensor<3x4x5x8xi32>
// CHECK-NEXT: %0 = stablehlo.iota dim = 0 : tensor<3x4x5x1xi32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 1 : tensor<3x4x5x1xi32>
// CHECK-NEXT: %2 = stablehlo.concatenate %0, %1, %arg1, dim = 3 : (tensor<3x4x5x1xi32>, tensor<3x4x5x1xi32>, tensor<3x4x5x2xi32>) -> tensor<3x4x5x4xi32>
// CHECK-NEXT: %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1, 3], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<3x4x5x4xi32>) -> tensor<3x4x5x8xi32>
// CHECK-NEXT: return %3 : tensor<3x4x5x8xi32>
func.func @permuted_sorted(%operand : tensor<3x2x4x9xi32>, %si : tensor<3x4x5x2xi32>) -> tensor<3x4x5x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 1], start_index_map = [1, 3], index_vector_dim = 3>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<3x4x5x2xi32>) -> tensor<3x4x5x8xi32>
  func.return %1 : tensor<3x4x5x8xi32>
}

// CHECK-LABEL: func.func @without_index_dimension_sorted(%arg0: tensor<3x2x4x9xi32>, %arg1: tensor<2x3x4x5xi32>) -> tensor<3x4x5x8xi32>
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<1x3x4x5xi32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 2 : tensor<1x3x4x5xi32>
// CHECK-NEXT: %2 = stablehlo.concatenate %0, %1, %arg1, dim = 0 : (tensor<1x3x4x5xi32>, tensor<1x3x4x5xi32>, tensor<2x3x4x5xi32>) -> tensor<4x3x4x5xi32>
// CHECK-NEXT: %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1, 3]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x4x5xi32>) -> tensor<3x4x5x8xi32>
// CHECK-NEXT: return %3 : tensor<3x4x5x8xi32>
func.func @without_index_dimension_sorted(%operand : tensor<3x2x4x9xi32>, %si : tensor<2x3x4x5xi32>) -> tensor<3x4x5x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 2], start_index_map = [1, 3], index_vector_dim = 0>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<2x3x4x5xi32>) -> tensor<3x4x5x8xi32>
  func.return %1 : tensor<3x4x5x8xi32>
}

// CHECK-LABEL: func.func @small_indices(%arg0: tensor<300x9xi32>, %arg1: tensor<300x1xui8>) -> tensor<300x8xi32>
// CHECK-NEXT: %0 = stablehlo.convert %arg1 : (tensor<300x1xui8>) -> tensor<300x1xi32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 0 : tensor<300x1xi32>
// CHECK-NEXT: %2 = stablehlo.concatenate %1, %0, dim = 1 : (tensor<300x1xi32>, tensor<300x1xi32>) -> tensor<300x2xi32>
// CHECK-NEXT: %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<300x9xi32>, tensor<300x2xi32>) -> tensor<300x8xi32>
// CHECK-NEXT: return %3 : tensor<300x8xi32>
func.func @small_indices(%operand : tensor<300x9xi32>, %si : tensor<300x1xui8>) -> tensor<300x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<300x9xi32>, tensor<300x1xui8>) -> tensor<300x8xi32>
  func.return %1 : tensor<300x8xi32>
}

// CHECK-LABEL: func.func @unknown_sizes(%arg0: tensor<?x9xi32>, %arg1: tensor<?x1xi32>) -> tensor<?x8xi32>
// CHECK-NEXT: %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x9xi32>, tensor<?x1xi32>) -> tensor<?x8xi32>
// CHECK-NEXT: return %0 : tensor<?x8xi32>
func.func @unknown_sizes(%operand : tensor<?x9xi32>, %si : tensor<?x1xi32>) -> tensor<?x8xi32> {
  %1 = "stablehlo.gather"(%operand, %si) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x9xi32>, tensor<?x1xi32>) -> tensor<?x8xi32>
  func.return %1 : tensor<?x8xi32>
}

// CHECK-LABEL: func.func @scatter_sorted(%arg0: tensor<5x200xf32>, %arg1: tensor<5x10xi32>, %arg2: tensor<5x10xf32>) -> tensor<5x200xf32>
// CHECK-NEXT: %0 = stablehlo.reshape %arg1 : (tensor<5x10xi32>) -> tensor<5x10x1xi32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 0 : tensor<5x10x1xi32>
// CHECK-NEXT: %2 = stablehlo.concatenate %1, %0, dim = 2 : (tensor<5x10x1xi32>, tensor<5x10x1xi32>) -> tensor<5x10x2xi32>
// CHECK-NEXT: %3 = "stablehlo.scatter"(%arg0, %2, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = true}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %4 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %4 : tensor<f32>
// CHECK-NEXT: }) : (tensor<5x200xf32>, tensor<5x10x2xi32>, tensor<5x10xf32>) -> tensor<5x200xf32>
// CHECK-NEXT: return %3 : tensor<5x200xf32>
func.func @scatter_sorted(%input: tensor<5x200xf32>, %si: tensor<5x10xi32>, %u: tensor<5x10xf32>) -> tensor<5x200xf32> {
  %0 = "stablehlo.scatter" (%input, %si, %u) ({ ^bb0(%l: tensor<f32>, %r: tensor<f32>): %a = stablehlo.add %l, %r : tensor<f32> "stablehlo.return"(%a) : (tensor<f32>) -> () }) { scatter_dimension_numbers = #stablehlo.scatter< inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2 >, indices_are_sorted = true, unique_indices = true } : (tensor<5x200xf32>, tensor<5x10xi32>, tensor<5x10xf32>) -> tensor<5x200xf32>
  func.return %0 : tensor<5x200xf32>
}
