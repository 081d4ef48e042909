// Computations of several devices that cannot be written are refused with their reason.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @uneven = <["x"=3]>

func.func @unknown_axis(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:8: error: 'sdy.manual_computation' cannot be converted: the mesh has no axis "z"
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"z"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @uneven_parts(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:8: error: 'sdy.manual_computation' cannot be converted: dimension 0 of size 4 cannot be cut into 3 equal parts
  %0 = sdy.manual_computation(%a) in_shardings=[<@uneven, [{"x"}]>] out_shardings=[<@uneven, [{"x"}]>] manual_axes={"x"} (%b: tensor<1xf32>) {
    sdy.return %b : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @others(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.all_gather' cannot be converted: a group has devices that are not in the computation: [0, 1]
    %1 = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<4xf32>
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @replicas(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.collective_permute' cannot be converted: a pair has replica 1, and the program has one replica, which is 0
    %1 = "stablehlo.collective_permute"(%b) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @left_out(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.all_gather' cannot be converted: a device of the computation is in no group
    %1 = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @own_sum(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.all_reduce' cannot be converted: its region has 'stablehlo.reshape', which is not element-wise
    %1 = "stablehlo.all_reduce"(%b) ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %e = stablehlo.reshape %c : (tensor<f32>) -> tensor<f32>
      %f = stablehlo.add %e, %d : tensor<f32>
      stablehlo.return %f : tensor<f32>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @axes_of_the_outer_one(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    // CHECK: :[[@LINE+1]]:10: error: 'sdy.manual_computation' cannot be converted: its manual axes are those of a computation that it is in
    %1 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%c: tensor<4xf32>) {
      sdy.return %c : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @calls_itself(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %c = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.while(%x = %0) : tensor<4xf32>
  cond {
    stablehlo.return %c : tensor<i1>
  } do {
    // CHECK: :[[@LINE+1]]:10: error: 'func.call' cannot be converted: functions that are written in the place of calls call each other more than 64 deep
    %2 = func.call @calls_itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
func.func @recursion(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @calls_itself(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
