module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xui8>) -> (tensor<2x2xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:4:2, 0:6:3] : (tensor<4x6xui8>) -> tensor<2x2xui8>
    return %0 : tensor<2x2xui8>
  }
}
