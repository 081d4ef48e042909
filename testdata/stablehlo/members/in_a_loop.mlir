// A computation of devices in a loop of the whole program. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>, tensor<4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %0) : tensor<i32>, tensor<4x8xf32>, tensor<4xf32>
    cond {
      %c_2 = stablehlo.constant dense<4> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>)
      %3 = stablehlo.broadcast_in_dim %2#1, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %4 = stablehlo.dynamic_update_slice %iterArg_1, %3, %iterArg : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %5, %2#0, %4 : tensor<i32>, tensor<4x8xf32>, tensor<4xf32>
    }
    return %1#1, %1#2 : tensor<4x8xf32>, tensor<4xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %2 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %12 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %4 = stablehlo.divide %2, %3 : tensor<2x4xf32>
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_1 = stablehlo.constant dense<2> : tensor<ui32>
      %5 = stablehlo.partition_id : tensor<ui32>
      %6 = stablehlo.divide %5, %c : tensor<ui32>
      %7 = stablehlo.remainder %6, %c_1 : tensor<ui32>
      %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i32>
      %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<f32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %11 = stablehlo.add %4, %10 : tensor<2x4xf32>
      sdy.return %11 : tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1 : tensor<4x8xf32>, tensor<f32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %r:2 = func.call @main(%in0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
    check.expect_almost_eq_const %r#0, dense<[[2.0, 3.0, 4.0, 5.0, 2.0, 3.0, 4.0, 5.0], [10.0, 11.0, 12.0, 13.0, 10.0, 11.0, 12.0, 13.0], [22.0, 23.0, 24.0, 25.0, 22.0, 23.0, 24.0, 25.0], [30.0, 31.0, 32.0, 33.0, 30.0, 31.0, 32.0, 33.0]]> : tensor<4x8xf32>
    check.expect_almost_eq_const %r#1, dense<[496.0, 512.0, 528.0, 544.0]> : tensor<4xf32>
    return
  }
}
