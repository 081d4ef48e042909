module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xi16>) -> (tensor<4x3xi1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i16>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i16>) -> tensor<4x3xi16>
    %1 = stablehlo.compare NE, %arg0, %0, SIGNED : (tensor<4x3xi16>, tensor<4x3xi16>) -> tensor<4x3xi1>
    %2 = stablehlo.convert %1 : tensor<4x3xi1>
    return %2 : tensor<4x3xi1>
  }
}
