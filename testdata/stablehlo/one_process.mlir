// Operations between processes in a program that runs in one, and others that constants decide.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'collectives'
func.func @collectives() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %1, dense<0> : tensor<ui32>
  %2 = stablehlo.partition_id : tensor<ui32>
  check.expect_eq_const %2, dense<0> : tensor<ui32>
  %3 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %3, %0 : tensor<2xf32>
  %4 = "stablehlo.all_gather"(%0) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %4, %0 : tensor<2xf32>
  %5 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %5, %0 : tensor<2xf32>
  %6 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %6, dense<0.0> : tensor<2xf32>
  return
}

// CHECK-LABEL: --- Running 'convolution'
func.func @convolution() {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
  check.expect_eq_const %0, dense<[[[10.0], [21.0], [32.0]]]> : tensor<1x3x1xf32>
  return
}

// CHECK-LABEL: --- Running 'constants'
func.func @constants() {
  %0 = chlo.constant dense<[3, 4]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%0) {value = 7 : i32} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<7> : tensor<2xi32>
  %2 = "chlo.constant_like"(%0) {value = 1.5 : f16} : (tensor<2xi32>) -> tensor<2xf16>
  check.expect_eq_const %2, dense<1.5> : tensor<2xf16>
  return
}
