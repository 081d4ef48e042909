// A tensor as a whole stays what it is when devices exchange its parts.
// RUN: tfrt-run %s --input=4xf32=1,2,3,4 2>&1 | FileCheck %s
// CHECK: 4xf32=[3, 4, 5, 6]

sdy.mesh @grid = <["a"=2, "b"=2]>
func.func public @main(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a", "b"}]>}) -> tensor<4xf32> {
  %1 = sdy.all_gather [{"b"}] %0 out_sharding=<@grid, [{"a"}]> : tensor<4xf32>
  %2 = sdy.constant dense<2.0> : tensor<4xf32>
  %3 = stablehlo.add %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"a"}]>]>} : tensor<4xf32>
  %4 = sdy.all_slice [{"b"}] %3 out_sharding=<@grid, [{"a", "b"}]> : tensor<4xf32>
  return %4 : tensor<4xf32>
}
