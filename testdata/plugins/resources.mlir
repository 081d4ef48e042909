// Things that kernels keep by name as long as the host lives, and variables that they hold by infos.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/resources.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'counts'
func.func @counts() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %ch1, %x = corert.executeop.seq(%cpu, %ch0) "tf.Count"() : 1
  %ch2, %y = corert.executeop.seq(%cpu, %ch1) "tf.Count"() : 1
  // CHECK: values = [1.010000e+02]
  // CHECK: values = [1.020000e+02]
  %ch3 = "corert.print_tensorhandle"(%x, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch4 = "corert.print_tensorhandle"(%y, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'counts_on'
func.func @counts_on() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %ch1, %x = corert.executeop.seq(%cpu, %ch0) "tf.Count"() : 1
  // CHECK: values = [1.030000e+02]
  %ch2 = "corert.print_tensorhandle"(%x, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: counter deleted at 7
  // expected-error @+1 {{Resource localhost/counter exists already}}
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.CountAgain"()
  tfrt.return %ch3 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'variable'
func.func @variable() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "v"} : 1
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %a) {dtype = f32}
  %ch2, %r = corert.executeop.seq(%cpu, %ch1) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.Twice"(%v)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.Twice"(%v)
  %ch5, %q = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // What was read stays.
  // CHECK: values = [1.000000e+00, 2.000000e+00]
  // CHECK: values = [4.000000e+00, 8.000000e+00]
  %ch6 = "corert.print_tensorhandle"(%r, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7 = "corert.print_tensorhandle"(%q, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch7 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'no_variable'
func.func @no_variable() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "none"} : 1
  // expected-error @+1 {{none}}
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.Twice"(%v)
  tfrt.return %ch1 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'agrees'
func.func @agrees() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  // expected-error @+1 {{TF_CoordinationServiceInsertKeyValue is not supported}}
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.Agree"()
  tfrt.return %ch1 : !tfrt.chain
}
// CHECK: counter deleted at 103
