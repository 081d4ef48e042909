module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xi8>) -> (tensor<4x6xi8> {jax.result_info = "result"}) {
    %0 = call @cumprod(%arg0) : (tensor<4x6xi8>) -> tensor<4x6xi8>
    return %0 : tensor<4x6xi8>
  }
  func.func private @cumprod(%arg0: tensor<4x6xi8>) -> tensor<4x6xi8> {
    %c = stablehlo.constant dense<1> : tensor<i8>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 6>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<4x6xi8>
    return %0 : tensor<4x6xi8>
  }
}
