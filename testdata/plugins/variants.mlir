// Lists of tensors in the hands of plugins: sums and zeros of them, on the host and on a device.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/variants.c
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.dev.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s
// RUN: sed 's/get_op_handler %ch "cpu" .*/get_op_handler %ch "MY_DEVICE:1"/' %s > %t.device.mlir
// RUN: tfrt-run -O0 --load-plugin=%t.so --load-plugin=%t.dev.so %t.device.mlir | FileCheck %s

// CHECK-LABEL: --- Running 'sums'
func.func @sums() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %there = corert.get_op_handler %ch "cpu" // Where lists are added.
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %zero = corert.const_dense_tensor dense<0> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[10.0, 20.0]> : tensor<2xf32>
  %none = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %three) {element_dtype = f32} : 1
  %first = corert.executeop(%cpu) "tf.TensorListSetItem"(%none, %zero, %a) {element_dtype = f32} : 1
  %both = corert.executeop(%cpu) "tf.TensorListSetItem"(%first, %two, %b) {element_dtype = f32} : 1
  %sum = corert.executeop(%there) "tf.AddN"(%both, %first, %both) : 1
  %alone = corert.executeop(%there) "tf.AddN"(%first) : 1
  %zeros = corert.executeop(%there) "tf.ZerosLike"(%sum) : 1
  // The second item is nobody's. What was added stays as it was.
  // CHECK: values = [3.000000e+00, 6.000000e+00, 0.000000e+00, 0.000000e+00, 2.000000e+01, 4.000000e+01]
  // CHECK: values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+01, 2.000000e+01]
  // CHECK: values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
  // CHECK: values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
  %0 = corert.executeop(%cpu) "tf.TensorListStack"(%sum, %shape) {element_dtype = f32} : 1
  %1 = corert.executeop(%cpu) "tf.TensorListStack"(%both, %shape) {element_dtype = f32} : 1
  %2 = corert.executeop(%cpu) "tf.TensorListStack"(%alone, %shape) {element_dtype = f32} : 1
  %3 = corert.executeop(%cpu) "tf.TensorListStack"(%zeros, %shape) {element_dtype = f32} : 1
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c1 = "corert.print_tensorhandle"(%1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2 = "corert.print_tensorhandle"(%2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c3 = "corert.print_tensorhandle"(%3, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c3 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'refused'
func.func @refused() {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %there = corert.get_op_handler %ch "cpu" // Where lists are added.
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %i = corert.const_dense_tensor dense<[[1, 2]]> : tensor<1x2xi32>
  %long = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %three) {element_dtype = f32} : 1
  %short = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %two) {element_dtype = f32} : 1
  %ints = corert.executeop(%cpu) "tf.TensorListFromTensor"(%i, %shape) {element_dtype = i32} : 1
  // expected-error @+1 {{lists of 3 and of 2 tensors cannot be added}}
  %0 = corert.executeop(%there) "tf.AddN"(%long, %short) : 1
  // expected-error @+1 {{lists of floats only}}
  %1 = corert.executeop(%there) "tf.AddN"(%ints, %ints) : 1
  tfrt.return
}
