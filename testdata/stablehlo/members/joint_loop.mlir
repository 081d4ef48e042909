// A loop in which devices exchange their parts, by a function that it calls, and gather them. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit_body attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %5 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %10 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2x4xf32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %7:4 = stablehlo.while(%iterArg = %4, %iterArg_4 = %c_1, %iterArg_5 = %5, %iterArg_6 = %6) : tensor<i32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x2x4xf32>
      cond {
        %c_7 = stablehlo.constant dense<3> : tensor<i32>
        %10 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %10 : tensor<i1>
      } do {
        %10:2 = func.call @closed_call(%iterArg, %iterArg_5) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x2x4xf32>)
        %11 = stablehlo.broadcast_in_dim %10#1, dims = [1, 2, 3] : (tensor<2x2x4xf32>) -> tensor<1x2x2x4xf32>
        %c_7 = stablehlo.constant dense<0> : tensor<i32>
        %c_8 = stablehlo.constant dense<0> : tensor<i32>
        %c_9 = stablehlo.constant dense<0> : tensor<i32>
        %12 = stablehlo.dynamic_update_slice %iterArg_6, %11, %iterArg_4, %c_7, %c_8, %c_9 : (tensor<3x2x2x4xf32>, tensor<1x2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x2x4xf32>
        %c_10 = stablehlo.constant dense<1> : tensor<i32>
        %13 = stablehlo.add %iterArg_4, %c_10 : tensor<i32>
        stablehlo.return %iterArg, %13, %10#0, %12 : tensor<i32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x2x4xf32>
      }
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%7#3 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<3x2x2x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
      sdy.return %7#2, %9 : tensor<2x4xf32>, tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x2x4xf32>) {
    %0 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x4xf32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    %5 = "stablehlo.all_gather"(%4) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<1x2x4xf32>) -> tensor<2x2x4xf32>
    return %3, %5 : tensor<2x4xf32>, tensor<2x2x4xf32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %r:2 = func.call @main(%in0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    check.expect_almost_eq_const %r#0, dense<[[24.0, 26.0, 28.0, 30.0, 16.0, 18.0, 20.0, 22.0], [40.0, 42.0, 44.0, 46.0, 32.0, 34.0, 36.0, 38.0], [27.0, 29.0, 31.0, 33.0, 19.0, 21.0, 23.0, 25.0], [43.0, 45.0, 47.0, 49.0, 35.0, 37.0, 39.0, 41.0]]> : tensor<4x8xf32>
    check.expect_almost_eq_const %r#1, dense<[[115.0, 127.0, 139.0, 151.0, 131.0, 143.0, 155.0, 167.0], [211.0, 223.0, 235.0, 247.0, 227.0, 239.0, 251.0, 263.0], [115.0, 127.0, 139.0, 151.0, 131.0, 143.0, 155.0, 167.0], [211.0, 223.0, 235.0, 247.0, 227.0, 239.0, 251.0, 263.0]]> : tensor<4x8xf32>
    return
  }
}
