// Variables in the hands of plugins: handles, references, locks, messages; and by the runtime's own ops.
// RUN: cc -std=c11 -D_GNU_SOURCE -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/variables.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s --check-prefix=ANY

// CHECK-LABEL: --- Running 'by_handle'
func.func @by_handle() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "v"} : 1
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %rate = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %one = corert.const_dense_tensor dense<[1]> : tensor<1xi32>
  %nine = corert.const_dense_tensor dense<[9.0]> : tensor<1xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %a) {dtype = f32}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignAddVariableOp"(%v, %a) {dtype = f32}
  %ch3, %r0 = corert.executeop.seq(%cpu, %ch2) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyGradientDescent"(%v, %rate, %a)
  %ch5, %r1 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  %ch6 = corert.executeop.seq(%cpu, %ch5) "tf.ResourceScatterUpdate"(%v, %one, %nine) {dtype = f32}
  %ch7 = corert.executeop.seq(%cpu, %ch6) "tf.ResourceScatterUpdate"(%v, %one, %nine) {dtype = f32}
  %ch8, %r2 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // What was read stays as it was read. Three copies: constants are not the variable's, and two of its tensors were read.
  // CHECK: values = [2.000000e+00, 4.000000e+00]
  // CHECK: values = [1.500000e+00, 3.000000e+00]
  // CHECK: values = [1.500000e+00, 9.000000e+00]
  // ANY: values = [2.000000e+00, 4.000000e+00]
  // ANY: values = [1.500000e+00, 3.000000e+00]
  // ANY: values = [1.500000e+00, 9.000000e+00]
  %p0 = "corert.print_tensorhandle"(%r0, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %p1 = "corert.print_tensorhandle"(%r1, %p0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %p2 = "corert.print_tensorhandle"(%r2, %p1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch9, %t = corert.executeop.seq(%cpu, %p2) "tf.Tell"(%v) {word = "hello"} : 1
  // CHECK: "node 1 handle 11 library 0 config 1 copies 3"
  %p3 = "corert.print_tensorhandle"(%t, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %cha, %shape = corert.executeop.seq(%cpu, %p3) "tf.VariableShape"(%v) : 1
  // CHECK: dtype = i32, shape = [1], values = [2]
  %p4 = "corert.print_tensorhandle"(%shape, %cha) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %chb = corert.executeop.seq(%cpu, %p4) "tf.DestroyResourceOp"(%v)
  %chc, %is = corert.executeop.seq(%cpu, %chb) "tf.VarIsInitializedOp"(%v) : 1
  // CHECK: dtype = i1, shape = [], values = [0]
  %p5 = "corert.print_tensorhandle"(%is, %chc) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p5 : !tfrt.chain
}
// The runtime's own kernels, on a type that the plugin leaves alone.
// CHECK-LABEL: --- Running 'own'
func.func @own() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = i32, shape = #corert.shape<2>, shared_name = "own"} : 1
  %a = corert.const_dense_tensor dense<[5, 7]> : tensor<2xi32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %a) {dtype = i32}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignAddVariableOp"(%v, %a) {dtype = i32}
  %ch3, %r = corert.executeop.seq(%cpu, %ch2) "tf.ReadVariableOp"(%v) {dtype = i32} : 1
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.AssignSubVariableOp"(%v, %a) {dtype = i32}
  %ch5, %q = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v) {dtype = i32} : 1
  // CHECK: values = [10, 14]
  // CHECK: values = [5, 7]
  %p0 = "corert.print_tensorhandle"(%r, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %p1 = "corert.print_tensorhandle"(%q, %p0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p1 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'wrong_shape'
func.func @wrong_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "w"} : 1
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[1.0]> : tensor<1xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %a) {dtype = f32}
  // expected-error @+1 {{Cannot update variable with shape [2] using a Tensor with shape [1], shapes must be equal.}}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignAddVariableOp"(%v, %b) {dtype = f32}
  tfrt.return %ch2 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'missing'
func.func @missing() -> !corert.tensorhandle {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "none"} : 1
  // expected-error @+1 {{Could not find variable none}}
  %r = corert.executeop(%cpu) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  tfrt.return %r : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'by_reference'
func.func @by_reference() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %ch1, %v = corert.executeop.seq(%cpu, %ch0) "tf.TemporaryVariable"() {dtype = f32, shape = #corert.shape<2>} : 1
  %ch2, %v2 = corert.executeop.seq(%cpu, %ch1) "tf.Assign"(%v, %a) : 1
  %ch3, %v3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignAdd"(%v2, %a) : 1
  // A variable stands for its value where an op wants a tensor.
  %sum = corert.executeop(%cpu) "tf.AddV2"(%v3, %a) : 1
  %ch4, %last = corert.executeop.seq(%cpu, %ch3) "tf.DestroyTemporaryVariable"(%v3) {var_name = "scratch"} : 1
  // CHECK: values = [3.000000e+00, 6.000000e+00]
  // CHECK: values = [2.000000e+00, 4.000000e+00]
  %p0 = "corert.print_tensorhandle"(%sum, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %p1 = "corert.print_tensorhandle"(%last, %p0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p1 : !tfrt.chain
}
