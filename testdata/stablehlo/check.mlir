// The forms of operations for tests: their text comes back as it is.
// RUN: tfrt-opt %s | FileCheck %s

// CHECK-LABEL: func.func @checks
func.func @checks(%x: tensor<2xf32>, %y: tensor<2xf32>) {
  // CHECK: check.expect_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
  check.expect_eq_const %x, dense<1.0> : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
  check.expect_almost_eq_const %x, dense<1.0> : tensor<2xf32>
  // CHECK: check.expect_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_eq %x, %y : tensor<2xf32>
  // CHECK: check.expect_almost_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_almost_eq %x, %y : tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg1, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %x, %y, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>
  // CHECK: interpreter.probe %arg0, probe_id = "a" : tensor<2xf32>
  %0 = interpreter.probe %x, probe_id = "a" : tensor<2xf32>
  // CHECK: interpreter.print %arg0 : tensor<2xf32>
  interpreter.print %x : tensor<2xf32>
  // CHECK: "interpreter.run_parallel"() <{programs = {{\[\[}}@checks]]}> : () -> ()
  "interpreter.run_parallel"() {programs = [[@checks]]} : () -> ()
  return
}
