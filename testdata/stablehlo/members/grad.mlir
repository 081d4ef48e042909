// A gradient through a sum over devices. The program and its results on four devices are JAX's.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>, <@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %5 = stablehlo.sine %arg1 : tensor<2x4xf32>
      %6 = stablehlo.cosine %arg1 : tensor<2x4xf32>
      %7 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %10 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<2x4xf32>
      sdy.return %6, %9 : tensor<2x4xf32>, tensor<2x4xf32>
    } : (tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x8xf32>
    %4 = sdy.manual_computation(%3, %0#0, %0#1) in_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{"x", "y"}, {}]>, <@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>, %arg2: tensor<2x4xf32>, %arg3: tensor<2x4xf32>) {
      %5 = stablehlo.multiply %arg1, %arg3 : tensor<2x4xf32>
      %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %8 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %8 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %7 = stablehlo.multiply %6, %arg2 : tensor<2x4xf32>
      sdy.return %7 : tensor<2x4xf32>
    } : (tensor<2x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x8xf32>
    return %4 : tensor<4x8xf32>
  }

  // CHECK-LABEL: --- Running 'check'
  func.func @check() {
    %in0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0], [24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<4x8xf32>
    %r = func.call @main(%in0) : (tensor<4x8xf32>) -> (tensor<4x8xf32>)
    check.expect_almost_eq_const %r, dense<[[-0.5758066177368164, -0.1295931339263916, -0.13176055252552032, -0.5761700868606567, -0.20412345230579376, -0.06936600059270859, -0.5535704493522644, -0.28532764315605164], [-0.024379948154091835, -0.5098078846931458, -0.36673688888549805, -0.0003860471479129046, -0.44836851954460144, -0.4418664276599884, 0.0007044031517580152, -0.37414661049842834], [0.5514266490936279, 0.06599876284599304, 0.20906969904899597, 0.5754205584526062, 0.12743812799453735, 0.13394026458263397, 0.576511025428772, 0.20166008174419403], [0.07107532769441605, 0.5546111464500427, 0.28275203704833984, 0.025482840836048126, 0.5114654898643494, 0.3642544448375702, 0.0007946279365569353, 0.45051100850105286]]> : tensor<4x8xf32>
    return
  }
}
