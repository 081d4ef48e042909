// A loop in which only devices along one axis meet: those of different places along the other go through it differently often. The program and its results on four
// devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @along attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %2 = stablehlo.add %arg1, %1 : tensor<2x4xf32>
      %3 = stablehlo.while(%iterArg = %2) : tensor<2x4xf32>
      cond {
        %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %4 = stablehlo.reduce(%iterArg init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
        %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %14 = stablehlo.add %arg2, %arg3 : tensor<f32>
          stablehlo.return %14 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_1 = stablehlo.constant dense<2> : tensor<ui32>
        %6 = stablehlo.partition_id : tensor<ui32>
        %7 = stablehlo.divide %6, %c : tensor<ui32>
        %8 = stablehlo.remainder %7, %c_1 : tensor<ui32>
        %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
        %c_2 = stablehlo.constant dense<1> : tensor<i32>
        %10 = stablehlo.add %c_2, %9 : tensor<i32>
        %c_3 = stablehlo.constant dense<2000> : tensor<i32>
        %11 = stablehlo.multiply %c_3, %10 : tensor<i32>
        %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<f32>
        %13 = stablehlo.compare LT, %5, %12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %13 : tensor<i1>
      } do {
        %cst_0 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
        %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %5 = stablehlo.multiply %iterArg, %4 : tensor<2x4xf32>
        %6 = "stablehlo.all_reduce"(%iterArg) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %10 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
          stablehlo.return %10 : tensor<f32>
        }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
        %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %8 = stablehlo.multiply %6, %7 : tensor<2x4xf32>
        %9 = stablehlo.add %5, %8 : tensor<2x4xf32>
        stablehlo.return %9 : tensor<2x4xf32>
      }
      sdy.return %3 : tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %n = stablehlo.iota dim = 0 : tensor<32xf32>
    %a = stablehlo.reshape %n : (tensor<32xf32>) -> tensor<4x8xf32>
    %r = func.call @main(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    check.expect_almost_eq_const %r, dense<[[19.266494750976562, 31.120407104492188, 42.97432327270508, 54.82823181152344, 102.5125503540039, 120.41194152832031, 138.3113250732422, 156.21075439453125], [114.09778594970703, 125.95169830322266, 137.8056182861328, 149.65953063964844, 245.70779418945312, 263.607177734375, 281.5066223144531, 299.4059753417969], [201.51649475097656, 213.37042236328125, 225.2243194580078, 237.0782470703125, 375.8875427246094, 393.7869567871094, 411.6863708496094, 429.5857238769531], [296.3478088378906, 308.2016906738281, 320.05560302734375, 331.9095153808594, 519.0828247070312, 536.982177734375, 554.8816528320312, 572.7809448242188]]> : tensor<4x8xf32>
    return
  }
}
