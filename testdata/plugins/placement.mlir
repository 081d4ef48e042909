// A program that names no device runs on one without being changed.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-run %s | FileCheck %s --check-prefix=RESULT
// RUN: tfrt-run -O0 --load-plugin=%t.so --device=MY_DEVICE --soft-placement %s 2>&1 | FileCheck %s --check-prefixes=RESULT,REMARK
// RUN: env TFRT_DEVICE=MY_DEVICE:1 tfrt-run --load-plugin=%t.so --soft-placement --work_queue_type=mstd:4 %s 2>/dev/null | FileCheck %s --check-prefix=RESULT
//
// The same compiled before anybody knew of the device.
// RUN: tfrt-translate --mlir-to-bef -o %t.bef %s
// RUN: tfrt-run --load-plugin=%t.so --device=MY_DEVICE --soft-placement --enable_tracing --tracing_sink=debug %t.bef 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: RunDispatch: tf.MatMul on MY_DEVICE:0
//
// Where the ops are, and what is copied.
// RUN: tfrt-translate --mlir-to-bef --load-plugin=%t.so --device=GPU:1 --device-alias=GPU=MY_DEVICE --soft-placement -o %t.placed.bef %s 2>/dev/null
// RUN: tfrt-translate --bef-to-mlir %t.placed.bef | FileCheck %s --check-prefix=PLACED
// PLACED: [[CPU:%[0-9]+]] = corert.get_op_handler %{{[0-9]+}} "cpu"
// PLACED: [[DEV:%[0-9]+]] = corert.get_op_handler %{{[0-9]+}} "MY_DEVICE:1"
// PLACED: corert.executeop([[DEV]]) "tfrt.copy_to_device"
// PLACED: corert.executeop([[DEV]]) "tf.MatMul"
// PLACED: corert.executeop([[DEV]]) "tf.Relu"
// PLACED: corert.executeop([[DEV]]) "tfrt.copy_to_host"
// PLACED: corert.executeop([[CPU]]) "tf.Tanh"
// A generic name in a compiled program.
// RUN: sed 's/"cpu"/"GPU:0"/;s/tf.Tanh/tf.Relu/' %s > %t.gpu.mlir
// RUN: tfrt-translate --mlir-to-bef -o %t.gpu.bef %t.gpu.mlir
// RUN: tfrt-run --load-plugin=%t.so --device-alias=GPU=MY_DEVICE --function=main --output=- %t.gpu.bef 2>&1 | FileCheck %s --check-prefix=ALIASED
// ALIASED: Tensor on MY_DEVICE:0
//
// Without soft placement, and devices that are not there.
// RUN: not tfrt-run -O0 --load-plugin=%t.so --device=MY_DEVICE %s 2>&1 | FileCheck %s --check-prefix=HARD
// HARD: [[@LINE+12]]:{{[0-9]+}}: error: 'tf.Tanh' has no kernel on MY_DEVICE:0; with --soft-placement it runs on the host
// RUN: not tfrt-run --load-plugin=%t.so --device=MY_DEVICE:2 %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: there is no device MY_DEVICE:2: there are 2 of type MY_DEVICE
// RUN: not tfrt-run --device=GPU %s 2>&1 | FileCheck %s --check-prefix=GENERIC
// GENERIC: error: there is no device GPU:0: there are 0 of type GPU
func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %z = corert.executeop(%cpu) "tf.Relu"(%y) : 1
  // REMARK: [[@LINE+1]]:{{[0-9]+}}: remark: 'tf.Tanh' has no kernel on MY_DEVICE:0, and runs on the host
  %t = corert.executeop(%cpu) "tf.Tanh"(%z) : 1
  // RESULT: values = [9.999983e-01, 0.000000e+00, 0.000000e+00, 1.000000e+00]
  %c = "corert.print_tensorhandle"(%t) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %t : !corert.tensorhandle
}
