// Kernels that meet by key: the kernels of one request, in any order, on the host and on devices.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/rendezvous.c
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.device.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-run -O0 --load-plugin=%t.so --load-plugin=%t.device.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --load-plugin=%t.device.so --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'sent_first'
func.func @sent_first() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[3.0, 4.0]> : tensor<2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.SendByKey"(%a)
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.SendByKey"(%b)
  %ch3, %x = corert.executeop.seq(%cpu, %ch2) "tf.ReceiveByKey"() : 1
  %ch4, %y = corert.executeop.seq(%cpu, %ch3) "tf.ReceiveByKey"() : 1
  // CHECK: values = [1.000000e+00, 2.000000e+00]
  // CHECK: values = [3.000000e+00, 4.000000e+00]
  %ch5 = "corert.print_tensorhandle"(%x, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch6 = "corert.print_tensorhandle"(%y, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // Nobody receives this one: it goes with the request.
  %ch7 = corert.executeop.seq(%cpu, %ch6) "tf.SendByKey"(%a)
  tfrt.return %ch7 : !tfrt.chain
}
// What others left is not here. The receivers wait; each key is its own.
// CHECK-LABEL: --- Running 'received_first'
func.func @received_first() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[5.0, 6.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[7.0, 8.0]> : tensor<2xf32>
  %x = corert.executeop(%cpu) "tf.ReceiveByKey"() : 1
  %y = corert.executeop(%cpu) "tf.ReceiveByKey"() {key = "cpu;1;cpu;y;0:0"} : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.SendByKey"(%b) {key = "cpu;1;cpu;y;0:0"}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.SendByKey"(%a)
  // CHECK: values = [5.000000e+00, 6.000000e+00]
  // CHECK: values = [7.000000e+00, 8.000000e+00]
  %ch3 = "corert.print_tensorhandle"(%x, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch4 = "corert.print_tensorhandle"(%y, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
// Tensors come to where they are received.
// CHECK-LABEL: --- Running 'between_devices'
func.func @between_devices() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:0"
  %a = corert.const_dense_tensor dense<[1.0, -2.0]> : tensor<2xf32>
  %r = corert.executeop(%dev) "tf.Relu"(%a) : 1
  %ch1 = corert.executeop.seq(%dev, %ch) "tf.SendByKey"(%r)
  %ch2, %x = corert.executeop.seq(%cpu, %ch1) "tf.ReceiveByKey"() : 1
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.SendByKey"(%x)
  %ch4, %y = corert.executeop.seq(%dev, %ch3) "tf.ReceiveByKey"() : 1
  %ch5 = corert.executeop.seq(%dev, %ch4) "tf.SendByKey"(%y)
  %ch6, %z = corert.executeop.seq(%dev, %ch5) "tf.ReceiveByKey"() : 1
  // CHECK: DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 0.000000e+00]
  // CHECK: DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 0.000000e+00]
  %ch7 = "corert.print_tensorhandle"(%x, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%z) : 1
  %ch8 = "corert.print_tensorhandle"(%h, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'dead'
func.func @dead() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.SendByKey"(%a) {is_dead = true}
  // expected-error @+1 {{what was received is dead}}
  %ch2, %x = corert.executeop.seq(%cpu, %ch1) "tf.ReceiveByKey"() : 1
  tfrt.return %x : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'gives_up'
func.func @gives_up() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  // expected-error @+1 {{given up}}
  %x = corert.executeop(%cpu) "tf.ReceiveByKey"() : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.GiveUp"()
  tfrt.return %x : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'comes_too_late'
func.func @comes_too_late() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.GiveUp"()
  // expected-error @+1 {{given up}}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.SendByKey"(%a)
  tfrt.return %ch2 : !tfrt.chain
}
// CHECK-LABEL: --- Running 'no_key'
func.func @no_key() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-error @+1 {{TF_GetRendezvous: the key is empty}}
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.SendByKey"(%a) {key = ""}
  tfrt.return %ch1 : !tfrt.chain
}
