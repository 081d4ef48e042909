// A profiler of a plugin, and the profile of a run.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/profiler/fake_device.c
// RUN: tfrt-run --load-plugin=%t.so --list-plugins | FileCheck %s --check-prefix=LIST
// LIST: TF_InitKernel
// LIST-NEXT: TF_InitProfiler version 0.0.1
// LIST: profiler FAKE_DEVICE
//
// The planes of the host and of the plugin are in one file, in the folders in which TensorBoard looks.
// RUN: rm -rf %t.all
// RUN: tfrt-run --load-plugin=%t.so --profile=%t.all %s | FileCheck %s
// RUN: strings -n 3 %t.all/plugins/profile/*/*.xplane.pb | FileCheck %s --check-prefix=ALL
// ALL: /host:CPU
// ALL: /device:CUSTOM:FAKE_DEVICE:0
// ALL: FakeDeviceRun
// RUN: strings -n 3 %t.all/plugins/profile/*/*.xplane.pb | grep -F 'main/FakeDeviceRun.'
// RUN: strings -n 3 %t.all/plugins/profile/*/*.xplane.pb | grep -F 'Function: main'
// RUN: strings -n 3 %t.all/plugins/profile/*/*.xplane.pb | grep -F 'profile.mlir:'
// RUN: strings -n 3 %t.all/plugins/profile/*/*.xplane.pb | grep -F 'MemoryAllocation'
//
// Beside it is what the threads of the runtime did for Perfetto, as JSON.
// RUN: cat %t.all/plugins/profile/*/*.trace.json | FileCheck %s --check-prefix=TRACE
// TRACE: "traceEvents"
// TRACE-DAG: "tf.FakeDeviceRun"
// TRACE-DAG: profile.mlir:
//
// The options select: with level 0, or another device, no profiler of a plugin takes part.
// RUN: rm -rf %t.none
// RUN: tfrt-run --load-plugin=%t.so --profile=%t.none --profile-device-tracer-level=0 %s | FileCheck %s
// RUN: not grep -q FAKE_DEVICE %t.none/plugins/profile/*/*.xplane.pb
// RUN: rm -rf %t.cpu
// RUN: tfrt-run --load-plugin=%t.so --profile=%t.cpu --profile-device=cpu --profile-host-tracer-level=1 %s | FileCheck %s
// RUN: not grep -q FAKE_DEVICE %t.cpu/plugins/profile/*/*.xplane.pb
// RUN: not grep -q MemoryAllocation %t.cpu/plugins/profile/*/*.xplane.pb
// RUN: rm -rf %t.device
// RUN: tfrt-run --load-plugin=%t.so --profile=%t.device --profile-device=pluggable_device --profile-host-tracer-level=0 %s | FileCheck %s
// RUN: not grep -q /host:CPU %t.device/plugins/profile/*/*.xplane.pb
// RUN: not ls %t.device/plugins/profile/*/*.trace.json
// RUN: grep -q FAKE_DEVICE %t.device/plugins/profile/*/*.xplane.pb
//
// Without a device there is nothing of it.
// RUN: rm -rf %t.nodevice
// RUN: env FAKE_DEVICE_COUNT=0 tfrt-run --load-plugin=%t.so --profile=%t.nodevice %s | FileCheck %s
// RUN: not grep -q FAKE_DEVICE %t.nodevice/plugins/profile/*/*.xplane.pb
//
// RUN: not tfrt-run --profile=%t.so %s 2>&1 | FileCheck %s --check-prefix=NOFOLDER
// NOFOLDER: cannot make a folder for the profile in '{{.*}}': Not a directory
// RUN: not tfrt-run --profile=%t.all --trace=%t.json %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --profile cannot be used with --trace

// CHECK: values = [7.000000e+00]
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [7.0 : f32]} : 1
  %y = corert.executeop(%cpu) "tf.FakeDeviceRun"(%x) {microseconds = 50} : 1
  %c = "corert.print_tensorhandle"(%y) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
