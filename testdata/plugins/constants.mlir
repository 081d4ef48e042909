// A constant is copied to a device once, however often the program runs; what a program computes is copied each time.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-run -O0 --load-plugin=%t.so --device=MY_DEVICE --function=main --enable_tracing --tracing_level=verbose --tracing_sink=debug %s 2>&1 | FileCheck %s
// CHECK: CopyToDevice: 12 bytes to MY_DEVICE:0
// CHECK: CopyToDevice: 4 bytes to MY_DEVICE:0
// CHECK: CopyToHost: 12 bytes from MY_DEVICE:0
// CHECK-NOT: CopyToDevice: 12 bytes
// CHECK: CopyToDevice: 4 bytes to MY_DEVICE:0
// CHECK-NOT: CopyToDevice: 12 bytes
// CHECK: CopyToHost: 12 bytes from MY_DEVICE:0
// RUN: tfrt-run -O0 --load-plugin=%t.so --device=MY_DEVICE --function=main %s | FileCheck %s --check-prefix=VALUES
// VALUES: values = [2.000000e+00, 3.000000e+00, 4.000000e+00]
// VALUES-NEXT: values = [2.000000e+00, 3.000000e+00, 4.000000e+00]
//
// The same where the program names the device, and nothing says that something is to be copied: once for each place that wants it.
// RUN: tfrt-translate --mlir-to-bef -O0 -o %t.bef %s
// RUN: tfrt-run --load-plugin=%t.so --function=explicit --enable_tracing --tracing_level=verbose --tracing_sink=debug %t.bef 2>&1 | FileCheck %s --check-prefix=EXPLICIT
// EXPLICIT: CopyToDevice: 12 bytes to MY_DEVICE:1
// EXPLICIT: CopyToHost: 12 bytes from MY_DEVICE:1
// EXPLICIT-NOT: CopyToDevice: 12 bytes
// EXPLICIT: CopyToHost: 12 bytes from MY_DEVICE:1
//
// When the device has no memory left, constants give theirs back, and are copied again.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.small.so -DTOTAL_BYTES=2048 %{testdata}/../plugins/tests/c/thread_device.c
// RUN: tfrt-run -O0 --load-plugin=%t.small.so --device=THREAD --function=large --print_statistics %s 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: values = [2.000000e+00, 2.000000e+00, 2.000000e+00
// LARGE: values = [2.000000e+00, 2.000000e+00, 2.000000e+00
// LARGE: values = [2.000000e+00, 2.000000e+00, 2.000000e+00
// LARGE: values = [2.000000e+00, 2.000000e+00, 2.000000e+00
func.func @add(%ch: !tfrt.chain) -> !tfrt.chain {
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %one = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [1.0 : f32]} : 1
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %one) : 1
  %c = "corert.print_tensorhandle"(%y, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %c1 = tfrt.call @add(%ch) : (!tfrt.chain) -> !tfrt.chain
  %c2 = tfrt.call @add(%c1) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %c2 : !tfrt.chain
}
func.func @double(%ch: !tfrt.chain) -> !tfrt.chain {
  %dev = corert.get_op_handler %ch "MY_DEVICE:1"
  %x = corert.const_dense_tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = corert.executeop(%dev) "tf.AddV2"(%x, %x) : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%y) : 1
  %c = "corert.print_tensorhandle"(%h, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @explicit() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %c1 = tfrt.call @double(%ch) : (!tfrt.chain) -> !tfrt.chain
  %c2 = tfrt.call @double(%c1) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %c2 : !tfrt.chain
}
func.func @first(%ch: !tfrt.chain) -> !tfrt.chain {
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<200xf32>
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  %c = "corert.print_tensorhandle"(%y, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @second(%ch: !tfrt.chain) -> !tfrt.chain {
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<2.0> : tensor<200xf32>
  %y = corert.executeop(%cpu) "tf.Relu"(%x) : 1
  %c = "corert.print_tensorhandle"(%y, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @large() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %c1 = tfrt.call @first(%ch) : (!tfrt.chain) -> !tfrt.chain
  %c2 = tfrt.call @second(%c1) : (!tfrt.chain) -> !tfrt.chain
  %c3 = tfrt.call @first(%c2) : (!tfrt.chain) -> !tfrt.chain
  %c4 = tfrt.call @second(%c3) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %c4 : !tfrt.chain
}
