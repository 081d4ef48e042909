module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xbf16>) -> (tensor<10x6xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:2, 0:6] : (tensor<4x6xbf16>) -> tensor<2x6xbf16>
    %1 = stablehlo.concatenate %arg0, %0, %arg0, dim = 0 : (tensor<4x6xbf16>, tensor<2x6xbf16>, tensor<4x6xbf16>) -> tensor<10x6xbf16>
    return %1 : tensor<10x6xbf16>
  }
}
