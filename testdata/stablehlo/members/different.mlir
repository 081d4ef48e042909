// Devices that have different tensors where they are to have the same go on with them: each computes with its own. Callers here get those of
// the first device.
// RUN: tfrt-run %s '--input=4xf32=[1,2,3,4]' | FileCheck %s
// The own tensor, and the sum over the own ones and the doubled ones of all devices.
// CHECK: 2xf32=[1, 2]
// CHECK: 2xf32=[12, 18]
// CHECK: 4xf32=[2, 4, 6, 8]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  // Along "x" each device keeps its part.
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%arg1: tensor<2xf32>) {
    sdy.return %arg1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = sdy.manual_computation(%0, %1) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
    %5 = stablehlo.add %arg1, %arg2 : tensor<2xf32>
    %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %6 : tensor<2xf32>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // Parts come together again.
  %3 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x", "y"} (%arg1: tensor<2xf32>) {
    sdy.return %arg1 : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<4xf32>
  return %0, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}
