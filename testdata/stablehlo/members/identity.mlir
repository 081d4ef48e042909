// A region that gives each device what it gets, and nothing else in the program.
// RUN: tfrt-run %s '--input=4xf32=[1,2,3,4]' | FileCheck %s
// CHECK: 4xf32=[1, 2, 3, 4]
sdy.mesh @mesh = <["i"=4]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"i"}]>] out_shardings=[<@mesh, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<1xf32>) {
    sdy.return %arg1 : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
