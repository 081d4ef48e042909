module {
  func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<2xi64>, %arg5: tensor<?x?xf32>, %arg6: tensor<2x2xi64>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %1 = stablehlo.broadcast %arg1, sizes = [1, 2] : (tensor<3xf32>) -> tensor<1x2x3xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %5 = stablehlo.concatenate %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg4, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %7 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg4, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %8 = stablehlo.dynamic_iota %arg4, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
    %9 = stablehlo.dynamic_pad %arg0, %arg2, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %10 = stablehlo.dynamic_reshape %arg0, %arg4 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %11 = stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %12 = stablehlo.dynamic_update_slice %arg0, %arg0, %arg3, %arg3 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %13 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %14 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %15 = stablehlo.pad %arg0, %arg2, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
    %16 = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    %18 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %19 = stablehlo.set_dimension_size %arg0, %arg3, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    %20 = stablehlo.slice %arg0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %21 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %22 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
    %c_0 = stablehlo.constant dense<true> : tensor<3xi1>
    %cst = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f64>>
    %23 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %24 = "stablehlo.gather"(%arg0, %arg6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
    %25 = "stablehlo.dynamic_gather"(%arg0, %arg4, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x?xf32>
    %26 = "stablehlo.torch_index_select"(%arg0, %arg3) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
    return
  }
}
