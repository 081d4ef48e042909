// Grids that cannot be written are refused with their reason.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s

func.func @one(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @uneven(%x: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:10: error: 'interpreter.run_parallel' cannot be converted: its programs are no grid of functions
  %0:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@one, @one], [@one]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  return
}
func.func @unknown(%x: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:8: error: 'interpreter.run_parallel' cannot be converted: @other is no function with a body
  %0 = "interpreter.run_parallel"(%x) {programs = [[@other]]} : (tensor<i64>) -> tensor<i64>
  return
}
func.func @operands(%x: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:8: error: 'interpreter.run_parallel' cannot be converted: its programs take 2 values, and it has 1
  %0 = "interpreter.run_parallel"(%x) {programs = [[@one], [@one]]} : (tensor<i64>) -> tensor<i64>
  return
}
func.func @results(%x: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:8: error: 'interpreter.run_parallel' cannot be converted: its programs give 2 values, and it has 1
  %0 = "interpreter.run_parallel"(%x, %x) {programs = [[@one], [@one]]} : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return
}
func.func private @hungry(%token: !stablehlo.token) -> tensor<i64> {
  // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.infeed' cannot be converted: the feed has no function left
  %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %0#0 : tensor<i64>
}
func.func @feeds(%token: !stablehlo.token) {
  %0 = "interpreter.run_parallel"(%token) {programs = [[@hungry]]} : (!stablehlo.token) -> tensor<i64>
  return
}
func.func private @lonely(%token: !stablehlo.token) -> tensor<i64> {
  // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.recv' cannot be converted: no process has sent over channel 9 before
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>} : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %0#0 : tensor<i64>
}
func.func @channels(%token: !stablehlo.token) {
  %0 = "interpreter.run_parallel"(%token) {programs = [[@lonely]]} : (!stablehlo.token) -> tensor<i64>
  return
}
func.func @outside(%token: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:10: error: 'stablehlo.infeed' cannot be converted: nothing is at the other end: it is no part of 'interpreter.run_parallel', or in a region of it
  %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return
}
