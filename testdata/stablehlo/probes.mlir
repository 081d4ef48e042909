// Tensors that a program puts aside: in a folder, with a list of the files, or in memory if the program compares them.
// RUN: tfrt-run %s | FileCheck %s
// RUN: rm -rf %t && mkdir %t && tfrt-run --probe-output-dir=%t %s | FileCheck %s && cat %t/index.csv | FileCheck %s --check-prefix=INDEX && ls %t | FileCheck %s --check-prefix=FILES
// RUN: tfrt-opt %s | FileCheck %s --check-prefix=TEXT

// CHECK-LABEL: --- Running 'once'
// INDEX: first,tensor<2xf32>,first_1.npy
// FILES: first_1.npy
func.func @once() {
  %0 = stablehlo.constant dense<[1.0, 0x7FC00001]> : tensor<2xf32>
  %1 = interpreter.probe %0, probe_id = "first" : tensor<2xf32>
  // TEXT: check.expect_serialized_eq %0, probe_id = "first" : tensor<2xf32>
  check.expect_serialized_eq %1, probe_id = "first" : tensor<2xf32>
  return
}

// CHECK-LABEL: --- Running 'in_a_loop'
// INDEX: round,tensor<i32>,round_1.npy
// INDEX: round,tensor<i32>,round_2.npy
// FILES: index.csv
// FILES: round_1.npy
// FILES: round_2.npy
func.func @in_a_loop() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = interpreter.probe %i, probe_id = "round" : tensor<i32>
      %2 = stablehlo.add %1, %one : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
  // TEXT: check.expect_serialized_eq %{{.*}}, probe_id = "round", iteration = 2 : tensor<i32>
  // Behind the loop, whose result they need.
  %3 = stablehlo.subtract %0, %two : tensor<i32>
  check.expect_serialized_eq %3, probe_id = "round", iteration = 1 : tensor<i32>
  %4 = stablehlo.subtract %0, %one : tensor<i32>
  check.expect_serialized_eq %4, probe_id = "round", iteration = 2 : tensor<i32>
  return
}

// CHECK-LABEL: --- Running 'wrong'
func.func @wrong() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.constant dense<4> : tensor<i32>
  %2 = interpreter.probe %0, probe_id = "three" : tensor<i32>
  // expected-error @+1 {{what the probe 'three' has put aside has other elements}}
  check.expect_serialized_eq %1, probe_id = "three" : tensor<i32>
  return
}
