// Values of one group are divided alike; what they are stays the same.
// RUN: tfrt-opt %s | tfrt-opt | FileCheck %s --check-prefix=TEXT
// TEXT: sdy.sharding_group %arg0 group_id=7 : tensor<4xf32>
// TEXT: sdy.sharding_group %0 group_id=7 : tensor<4xf32>
// RUN: tfrt-run %s '--input=4xf32=[1,2,3,4]' | FileCheck %s
// CHECK: 4xf32=[2, 4, 6, 8]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  sdy.sharding_group %arg0 group_id=7 : tensor<4xf32>
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  sdy.sharding_group %0 group_id=7 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
