// The example of a device: ops on its two devices, between them, and back; with and without the pool of memory.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-run --load-plugin=%t.so %s | FileCheck %s
// RUN: env HOST_DEVICE_POOL=1 tfrt-run --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s
// RUN: tfrt-run --load-plugin=%t.so --list-devices | FileCheck %s --check-prefix=DEVICES
// DEVICES: CPU:0
// DEVICES-NEXT: MY_DEVICE:0 {{.*}}host memory
// DEVICES-NEXT: MY_DEVICE:1
//
// What is wrong with a platform is an error that names struct and field; programs that do not need it run.
// RUN: cc -DFORGET_NAME -shared -fPIC -I %{testdata}/../plugins/include -o %t.name.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: not tfrt-run --load-plugin=%t.name.so %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: plugin {{.*}}: SE_InitPlugin: SP_Platform: 'name' is "", but must be of the form
// RUN: cc -DFORGET_DEVICE_FNS -shared -fPIC -I %{testdata}/../plugins/include -o %t.fns.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: not tfrt-run --load-plugin=%t.fns.so %s 2>&1 | FileCheck %s --check-prefix=FNS
// FNS: error: plugin {{.*}}: SE_InitPlugin: SP_PlatformFns: the function 'create_device_fns' is missing
// RUN: cc -DWRONG_VERSION -shared -fPIC -I %{testdata}/../plugins/include -o %t.version.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: not tfrt-run --load-plugin=%t.version.so %s 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: SE_PlatformRegistrationParams: 'major_version' is 7, but this program has 0
// RUN: cc -DFAIL -shared -fPIC -I %{testdata}/../plugins/include -o %t.fail.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: not tfrt-run --load-plugin=%t.fail.so %s 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: SE_InitPlugin failed: UNAVAILABLE: the hardware is not there
//
// Two plugins with one type of device: the second is refused, and both are named.
// RUN: cp %t.so %t.second.so
// RUN: not tfrt-run --load-plugin=%t.so --load-plugin=%t.second.so %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: the type 'MY_DEVICE' of {{.*}}.second.so is registered by {{.*}}.so already

// CHECK-LABEL: --- Running 'on_device'
func.func @on_device() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 2], values = [1.0 : f32, -2.0 : f32, 3.0 : f32, 4.0 : f32]} : 1
  %y = corert.executeop(%dev) "tf.Relu"(%x) : 1
  %z = corert.executeop(%dev) "tf.AddV2"(%y, %y) : 1
  %w = corert.executeop(%dev) "tf.MatMul"(%z, %z) {transpose_a = false, transpose_b = false} : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%w) : 1
  // CHECK: values = [4.000000e+00, 0.000000e+00, 6.000000e+01, 6.400000e+01]
  %r = corert.executeop(%cpu) "tf.Relu"(%h) : 1
  %c = "corert.print_tensorhandle"(%r) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %r : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'between_devices'
func.func @between_devices() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %first = corert.get_op_handler %ch "MY_DEVICE:0"
  %second = corert.get_op_handler %ch "MY_DEVICE:1"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.5 : f32, 2.5 : f32]} : 1
  %y = corert.executeop(%first) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%second) "tf.Mul"(%y, %x) : 1
  %h = corert.executeop(%second) "tfrt.copy_to_host"(%z) : 1
  // CHECK: values = [4.500000e+00, 1.250000e+01]
  %c = "corert.print_tensorhandle"(%h) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %h : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'refused'
func.func @refused() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1, 1], values = [1.5 : f32]} : 1
  // expected-error @+1 {{MatMul on MY_DEVICE takes no transposed operands}}
  %y = corert.executeop(%dev) "tf.MatMul"(%x, %x) {transpose_a = true, transpose_b = false} : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%y) : 1
  tfrt.return %h : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'no_kernel'
func.func @no_kernel() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1, 1], values = [1.5 : f32]} : 1
  // expected-error @+1 {{tf.Tanh has no kernel on MY_DEVICE:0.}}
  %y = corert.executeop(%dev) "tf.Tanh"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
