// The element-wise ops of test programs compute halves as they compute floats.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'halves'
// CHECK: DenseHostTensor dtype = f16, shape = [4], values = [fp16(0), fp16(15360), fp16(0), fp16(16896)]
// CHECK: DenseHostTensor dtype = f16, shape = [4], values = [fp16(15360), fp16(0), fp16(15360), fp16(0)]
// CHECK: DenseHostTensor dtype = f32, shape = [4], values = [-2.000000e+00, 2.000000e+00, 0.000000e+00, 6.000000e+00]
// CHECK: DenseHostTensor dtype = f32, shape = [2, 4], values = [-1.000000e+00, 1.000000e+00, 0.000000e+00, 3.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 3.000000e+00]
// CHECK: DenseHostTensor dtype = i32, shape = [2], values = [3, 3]
func.func @halves() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = "corert.get_op_handler"(%ch0) {op_handler_name = "cpu"} : (!tfrt.chain) -> !corert.ophandler
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [4], values = [-1.0 : f32, 1.0 : f32, 0.0 : f32, 3.0 : f32]} : 1
  %half = corert.executeop(%cpu) "tfrt_test.cast"(%x) {type = "f16"} : 1
  %relu = corert.executeop(%cpu) "tfrt_test.relu"(%half) : 1
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tfrt_test.print"(%relu) : 0
  %y = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [4], values = [-1.0 : f32, 2.0 : f32, 0.0 : f32, 4.0 : f32]} : 1
  %other = corert.executeop(%cpu) "tfrt_test.cast"(%y) {type = "f16"} : 1
  %equal = corert.executeop(%cpu) "tfrt_test.equal"(%half, %other) : 1
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tfrt_test.print"(%equal) : 0
  %sum = corert.executeop(%cpu) "tfrt_test.add"(%half, %half) : 1
  %wide = corert.executeop(%cpu) "tfrt_test.cast"(%sum) {type = "f32"} : 1
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tfrt_test.print"(%wide) : 0
  %rows = corert.executeop(%cpu) "tfrt_test.broadcast"(%half) {shape = [2, 4]} : 1
  %wide_rows = corert.executeop(%cpu) "tfrt_test.cast"(%rows) {type = "f32"} : 1
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tfrt_test.print"(%wide_rows) : 0
  %largest = corert.executeop(%cpu) "tfrt_test.argmax"(%rows) {axis = 1 : i32} : 1
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tfrt_test.print"(%largest) : 0
  %mean = corert.executeop(%cpu) "tfrt_test.reduce_mean"(%rows) {axis = 0 : i32} : 1
  %wide_mean = corert.executeop(%cpu) "tfrt_test.cast"(%mean) {type = "f32"} : 1
  // CHECK: DenseHostTensor dtype = f32, shape = [4], values = [-1.000000e+00, 1.000000e+00, 0.000000e+00, 3.000000e+00]
  %ch6 = corert.executeop.seq(%cpu, %ch5) "tfrt_test.print"(%wide_mean) : 0
  tfrt.return %ch6 : !tfrt.chain
}
