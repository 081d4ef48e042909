// Tensors that a kernel holds beyond its run stay as they are; defaults of attributes that are tensors, functions and shapes.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/holding.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'holding'
func.func @holding() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1 : i32, 5 : i32]} : 1
  %a = corert.executeop(%cpu) "tf.Hold"(%x) : 1
  %b = corert.executeop(%cpu) "tf.Hold"(%a) : 1
  %c = corert.executeop(%cpu) "tf.Hold"(%b) : 1
  %t = corert.executeop(%cpu) "tf.HoldEnd"(%c) : 1
  // CHECK: values = [7, 11]
  %c0 = "corert.print_tensorhandle"(%c, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: "the last kept 10"
  %c1 = "corert.print_tensorhandle"(%t, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'defaults'
func.func @defaults() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [1 : i32]} : 1
  %t = corert.executeop(%cpu) "tf.Defaults"(%x) : 1
  // CHECK: "t=4,9 ts=2.5,24 f=callee shapes=2"
  %c = "corert.print_tensorhandle"(%t, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
