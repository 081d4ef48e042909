// Dynamic operations with constant shapes become static ones; those whose type does not say the shape stay.

// RUN: tfrt-opt --stablehlo-canonicalize-dynamism %s | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<1> : tensor<2xi64>
func.func @f(%x: tensor<2x3xf32>, %z: tensor<f32>, %l: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>, %i: tensor<2x1xi64>, %d: tensor<2xi64>) -> tensor<?x2xf32> {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %s3 = stablehlo.constant dense<[2, 2, 3]> : tensor<3xi32>
  %lo = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %hi = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %pad = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %sz = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %lim = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  // CHECK-NEXT: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<2x2x3xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %s3, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x2x3xf32>
  // CHECK-NEXT: stablehlo.iota dim = 1 : tensor<3x2xf32>
  %2 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<3x2xf32>
  // CHECK-NEXT: stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 1], interior = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  %3 = stablehlo.dynamic_pad %x, %z, %lo, %hi, %one : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK-NEXT: stablehlo.slice %arg0 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %4 = stablehlo.real_dynamic_slice %x, %lo, %lim, %one : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x3xf32>
  // CHECK-NEXT: "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}>
  %5 = "stablehlo.dynamic_gather"(%x, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 0]]}
  %6 = "stablehlo.dynamic_conv"(%l, %k, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1>} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x4x1xf32>
  // CHECK-NEXT: stablehlo.dynamic_reshape %arg0, %c : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  %7 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  // CHECK-NEXT: stablehlo.dynamic_reshape %arg0, %arg5 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %8 = stablehlo.dynamic_reshape %x, %d : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  // CHECK-NEXT: stablehlo.real_dynamic_slice %arg0, %arg5, %arg5, %c_0
  %9 = stablehlo.real_dynamic_slice %x, %d, %d, %one : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x3xf32>
  return %7 : tensor<?x2xf32>
}
