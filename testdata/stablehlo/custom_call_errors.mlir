// Calls that cannot be converted are refused with their target.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s

func.func @errors(%a: tensor<3x3xf32>, %b: tensor<3x3xf16>) {
  // CHECK: :[[@LINE+1]]:8: error: 'stablehlo.custom_call' cannot be converted: no custom call is called 'my_target' here
  %0 = stablehlo.custom_call @my_target(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}
func.func @options(%a: tensor<3x3xf32>) {
  // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.custom_call' cannot be converted: an option of the routine is missing or has an unknown value
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return
}
func.func @types(%b: tensor<3x3xf16>) {
  // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.custom_call' cannot be converted: its matrices have another element type than the routine's
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%b) : (tensor<3x3xf16>) -> (tensor<3x3xf16>, tensor<3xf16>)
  return
}
func.func @numbers(%a: tensor<3x3xf32>) {
  // CHECK: :[[@LINE+1]]:8: error: 'stablehlo.custom_call' cannot be converted: the routine takes 1 and gives 2 tensors, but the call has 1 and 1
  %0 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}
func.func @processes(%a: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:8: error: 'stablehlo.all_gather' cannot be converted: a group has process 1, and the program runs in one process, which is 0
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<6xf32>
  return
}
