// Shardings change nothing on one device, nor do casts between equal types, which artifacts have around them.
// RUN: tfrt-run %s --input=2xui32=[7,3] | FileCheck %s
// CHECK: 2xui32=[8, 4]
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @empty_mesh = <[]>
  func.func public @main(%arg0: tensor<2xui32>) -> tensor<2xui32> {
    %0 = builtin.unrealized_conversion_cast %arg0 : tensor<2xui32> to tensor<2xui32>
    %1 = sdy.sharding_constraint %0 <@empty_mesh, [{}]> : tensor<2xui32>
    %2 = builtin.unrealized_conversion_cast %1 : tensor<2xui32> to tensor<2xui32>
    %c = stablehlo.constant dense<1> : tensor<2xui32>
    %3 = stablehlo.add %2, %c : tensor<2xui32>
    return %3 : tensor<2xui32>
  }
}
