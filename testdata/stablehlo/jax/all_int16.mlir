module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xi16>) -> (tensor<i1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i16>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i16>) -> tensor<4x6xi16>
    %1 = stablehlo.compare NE, %arg0, %0, SIGNED : (tensor<4x6xi16>, tensor<4x6xi16>) -> tensor<4x6xi1>
    %2 = stablehlo.convert %1 : tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.reduce(%2 init: %c_0) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x6xi1>, tensor<i1>) -> tensor<i1>
    return %3 : tensor<i1>
  }
}
