module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xui32>) -> (tensor<4x4xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xui32>) -> tensor<6x4xui32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xui32>, tensor<6x4xui32>) -> tensor<4x4xui32>
    return %1 : tensor<4x4xui32>
  }
}
