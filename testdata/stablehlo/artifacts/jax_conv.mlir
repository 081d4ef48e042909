module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>) -> (tensor<1x1x4x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<4x4xf32>) -> tensor<1x1x4x4xf32>
    %1 = stablehlo.slice %arg0 [0:3, 0:3] : (tensor<4x4xf32>) -> tensor<3x3xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [2, 3] : (tensor<3x3xf32>) -> tensor<1x1x3x3xf32>
    %3 = stablehlo.convolution(%0, %2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x4xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x4x4xf32>
    return %3 : tensor<1x1x4x4xf32>
  }
}
