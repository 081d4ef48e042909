module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xi8>, %arg1: tensor<i32>) -> (tensor<4x6xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:2, 0:2] : (tensor<4x6xi8>) -> tensor<2x2xi8>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.add %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %arg1, %c_1 : tensor<i32>
    %4 = stablehlo.select %2, %3, %arg1 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %6 = stablehlo.add %1, %c_3 : tensor<i32>
    %7 = stablehlo.select %5, %6, %1 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_update_slice %arg0, %0, %4, %7 : (tensor<4x6xi8>, tensor<2x2xi8>, tensor<i32>, tensor<i32>) -> tensor<4x6xi8>
    return %8 : tensor<4x6xi8>
  }
}
