module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf16>) -> (tensor<10x14xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<4x6xf16>) -> tensor<1x1xf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1xf16>) -> tensor<f16>
    %2 = stablehlo.pad %arg0, %1, low = [1, -1], high = [2, -1], interior = [1, 2] : (tensor<4x6xf16>, tensor<f16>) -> tensor<10x14xf16>
    return %2 : tensor<10x14xf16>
  }
}
