module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xi16>) -> (tensor<2x2xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:4:2, 0:6:3] : (tensor<4x6xi16>) -> tensor<2x2xi16>
    return %0 : tensor<2x2xi16>
  }
}
