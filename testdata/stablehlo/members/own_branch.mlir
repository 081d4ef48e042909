// A branch of each device's own. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
      %cst_0 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
      %2 = stablehlo.compare GT, %1, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.convert %2 : (tensor<i1>) -> tensor<i32>
      %4 = "stablehlo.case"(%3) ({
        %5 = stablehlo.negate %arg1 : tensor<2x4xf32>
        stablehlo.return %5 : tensor<2x4xf32>
      }, {
        %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
        %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %6 = stablehlo.multiply %arg1, %5 : tensor<2x4xf32>
        stablehlo.return %6 : tensor<2x4xf32>
      }) : (tensor<i32>) -> tensor<2x4xf32>
      sdy.return %4 : tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %r = func.call @main(%in0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>)
    check.expect_almost_eq_const %r, dense<[[-0.0, -1.0, -2.0, -3.0, 8.0, 10.0, 12.0, 14.0], [-8.0, -9.0, -10.0, -11.0, 24.0, 26.0, 28.0, 30.0], [32.0, 34.0, 36.0, 38.0, 40.0, 42.0, 44.0, 46.0], [48.0, 50.0, 52.0, 54.0, 56.0, 58.0, 60.0, 62.0]]> : tensor<4x8xf32>
    return
  }
}
