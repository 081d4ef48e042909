// A loop that devices go through differently often. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %2 = stablehlo.add %arg1, %1 : tensor<2x4xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3:2 = stablehlo.while(%iterArg = %2, %iterArg_1 = %cst_0) : tensor<2x4xf32>, tensor<f32>
      cond {
        %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %4 = stablehlo.reduce(%iterArg init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
        %cst_3 = stablehlo.constant dense<1.000000e+03> : tensor<f32>
        %5 = stablehlo.compare LT, %4, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %5 : tensor<i1>
      } do {
        %cst_2 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
        %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %5 = stablehlo.multiply %iterArg, %4 : tensor<2x4xf32>
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_3 = stablehlo.constant dense<2> : tensor<ui32>
        %6 = stablehlo.partition_id : tensor<ui32>
        %7 = stablehlo.divide %6, %c : tensor<ui32>
        %8 = stablehlo.remainder %7, %c_3 : tensor<ui32>
        %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
        %10 = stablehlo.convert %9 : (tensor<i32>) -> tensor<f32>
        %11 = stablehlo.add %iterArg_1, %10 : tensor<f32>
        stablehlo.return %5, %11 : tensor<2x4xf32>, tensor<f32>
      }
      sdy.return %3#0 : tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %r = func.call @main(%in0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>)
    check.expect_almost_eq_const %r, dense<[[25.62890625, 51.2578125, 76.88671875, 102.515625, 85.4296875, 102.515625, 119.6015625, 136.6875], [230.66015625, 256.2890625, 281.91796875, 307.546875, 222.1171875, 239.203125, 256.2890625, 273.375], [129.09375, 136.6875, 144.28125, 151.875, 106.3125, 111.375, 116.4375, 121.5], [189.84375, 197.4375, 205.03125, 212.625, 146.8125, 151.875, 156.9375, 162.0]]> : tensor<4x8xf32>
    return
  }
}
