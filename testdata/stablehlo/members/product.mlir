// A product of which devices have parts, summed up. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<4x4xf32>) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<2x4xf32>, %arg3: tensor<4x4xf32>) {
      %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      sdy.return %2 : tensor<2x4xf32>
    } : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %in1 = stablehlo.constant dense<[[0.0, 8.0, 16.0, 24.0], [1.0, 9.0, 17.0, 25.0], [2.0, 10.0, 18.0, 26.0], [3.0, 11.0, 19.0, 27.0], [4.0, 12.0, 20.0, 28.0], [5.0, 13.0, 21.0, 29.0], [6.0, 14.0, 22.0, 30.0], [7.0, 15.0, 23.0, 31.0]]> : tensor<8x4xf32>
    %r = func.call @main(%in0, %in1) : (tensor<4x8xf32>, tensor<8x4xf32>) -> (tensor<4x4xf32>)
    check.expect_almost_eq_const %r, dense<[[140.0, 364.0, 588.0, 812.0], [364.0, 1100.0, 1836.0, 2572.0], [588.0, 1836.0, 3084.0, 4332.0], [812.0, 2572.0, 4332.0, 6092.0]]> : tensor<4x4xf32>
    return
  }
}
