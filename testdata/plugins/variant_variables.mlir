// Variables of lists in the hands of plugins: assigned, read with and without their lock held, and updated by nobody.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/variant_variables.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'assigned_and_read'
func.func @assigned_and_read() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = !corert.variant, shape = #corert.shape<>, shared_name = "lists"} : 1
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %ab = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %c = corert.const_dense_tensor dense<[[5.0, 6.0]]> : tensor<1x2xf32>
  %two = corert.executeop(%cpu) "tf.TensorListFromTensor"(%ab, %shape) {element_dtype = f32} : 1
  %one = corert.executeop(%cpu) "tf.TensorListFromTensor"(%c, %shape) {element_dtype = f32} : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.AssignVariableOp"(%v, %two) {dtype = !corert.variant}
  %ch2, %r0 = corert.executeop.seq(%cpu, %ch1) "tf.ReadVariableOp"(%v) {dtype = !corert.variant} : 1
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v, %one) {dtype = !corert.variant}
  %ch4, %r1 = corert.executeop.seq(%cpu, %ch3) "tf.ReadVariableOp"(%v) {dtype = !corert.variant} : 1
  // What was read stays as it was read.
  // CHECK: shape = [2, 2], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]
  // CHECK: shape = [1, 2], values = [5.000000e+00, 6.000000e+00]
  %0 = corert.executeop(%cpu) "tf.TensorListStack"(%r0, %shape) {element_dtype = f32} : 1
  %1 = corert.executeop(%cpu) "tf.TensorListStack"(%r1, %shape) {element_dtype = f32} : 1
  %p0 = "corert.print_tensorhandle"(%0, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %p1 = "corert.print_tensorhandle"(%1, %p0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p1 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'updated'
func.func @updated() -> (!tfrt.chain, !tfrt.chain) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = !corert.variant, shape = #corert.shape<>, shared_name = "kept"} : 1
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %ab = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %two = corert.executeop(%cpu) "tf.TensorListFromTensor"(%ab, %shape) {element_dtype = f32} : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.AssignVariableOp"(%v, %two) {dtype = !corert.variant}
  // expected-error @+1 {{these lists are updated by nobody}}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignAddVariableOp"(%v, %two) {dtype = !corert.variant}
  tfrt.return %ch1, %ch2 : !tfrt.chain, !tfrt.chain
}
