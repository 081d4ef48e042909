module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xui16>) -> (tensor<4xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x6xui16>) -> tensor<4x6xui32>
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xui32>, tensor<ui32>) -> tensor<4xui32>
    return %1 : tensor<4xui32>
  }
}
