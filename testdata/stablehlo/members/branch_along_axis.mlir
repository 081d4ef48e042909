// Branches that devices along one axis choose together: those of different places along the other choose differently. The program and its results on four
// devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @along attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %6 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %6 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_0 = stablehlo.constant dense<2.300000e+02> : tensor<f32>
      %3 = stablehlo.compare GT, %2, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.convert %3 : (tensor<i1>) -> tensor<i32>
      %5 = "stablehlo.case"(%4) ({
        %6 = stablehlo.negate %arg1 : tensor<2x4xf32>
        stablehlo.return %6 : tensor<2x4xf32>
      }, {
        %6 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %9 = stablehlo.add %arg2, %arg3 : tensor<f32>
          stablehlo.return %9 : tensor<f32>
        }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %8 = stablehlo.multiply %6, %7 : tensor<2x4xf32>
        stablehlo.return %8 : tensor<2x4xf32>
      }) : (tensor<i32>) -> tensor<2x4xf32>
      sdy.return %5 : tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %n = stablehlo.iota dim = 0 : tensor<32xf32>
    %a = stablehlo.reshape %n : (tensor<32xf32>) -> tensor<4x8xf32>
    %r = func.call @main(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    check.expect_almost_eq_const %r, dense<[[-0.0, -1.0, -2.0, -3.0, 24.0, 26.0, 28.0, 30.0], [-8.0, -9.0, -10.0, -11.0, 40.0, 42.0, 44.0, 46.0], [-16.0, -17.0, -18.0, -19.0, 24.0, 26.0, 28.0, 30.0], [-24.0, -25.0, -26.0, -27.0, 40.0, 42.0, 44.0, 46.0]]> : tensor<4x8xf32>
    return
  }
}
