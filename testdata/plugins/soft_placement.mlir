// What is known only when the program runs: types that the device has no kernel for, and ops that it has none for in a compiled program.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-translate --mlir-to-bef -o %t.bef %s
// RUN: tfrt-run --load-plugin=%t.so --soft-placement %t.bef 2>&1 | FileCheck %s --check-prefixes=SOFT,REMARK
// RUN: tfrt-run --load-plugin=%t.so --soft-placement --work_queue_type=mstd:4 %t.bef 2>/dev/null | FileCheck %s --check-prefix=SOFT
// RUN: not tfrt-run --load-plugin=%t.so %t.bef 2>&1 | FileCheck %s --check-prefix=HARD
// HARD: [[@LINE+18]]:{{[0-9]+}}: {{.*}}no kernel for op 'tf.AddV2' on MY_DEVICE takes (float64, float64); with soft placement it would run on the host
// HARD: [[@LINE+31]]:{{[0-9]+}}: {{.*}}tf.Tanh has no kernel on MY_DEVICE:1.
//
// Between devices of one type tensors are not copied over the host.
// RUN: tfrt-run -O0 --load-plugin=%t.so --function=between --enable_tracing --tracing_level=verbose --tracing_sink=debug --soft-placement %s 2>&1 | FileCheck %s --check-prefix=DIRECT
// DIRECT: CopyBetweenDevices: 8 bytes from MY_DEVICE:0 to MY_DEVICE:1
// DIRECT-NOT: CopyToHost
// DIRECT: RunDispatch: tf.AddV2 on MY_DEVICE:1

// SOFT-LABEL: --- Running 'types'
func.func @types() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.5 : f64, 2.5 : f64]} : 1
  %y = corert.executeop(%dev) "tfrt.copy_to_device"(%x) : 1
  // Places are those of the program that was compiled.
  // REMARK: soft_placement.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: no kernel for op 'tf.AddV2' on MY_DEVICE takes (float64, float64), and it runs on the host
  %z = corert.executeop(%dev) "tf.AddV2"(%y, %y) : 1
  %w = corert.executeop(%dev) "tf.Mul"(%z, %y) : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%w) : 1
  // SOFT: dtype = f64, shape = [2], values = [4.500000e+00, 1.250000e+01]
  %c = "corert.print_tensorhandle"(%h, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
// SOFT-LABEL: --- Running 'ops'
func.func @ops() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "MY_DEVICE:1"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [0.0 : f32, 0.0 : f32]} : 1
  %y = corert.executeop(%dev) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%dev) "tf.Tanh"(%y) : 1
  %w = corert.executeop(%dev) "tf.AddV2"(%z, %y) : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%w) : 1
  // SOFT: dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
  %c = "corert.print_tensorhandle"(%h, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @between() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %first = corert.get_op_handler %ch "MY_DEVICE:0"
  %second = corert.get_op_handler %ch "MY_DEVICE:1"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.0 : f32, 2.0 : f32]} : 1
  %y = corert.executeop(%first) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%second) "tf.AddV2"(%y, %y) : 1
  %h = corert.executeop(%second) "tfrt.copy_to_host"(%z) : 1
  // SOFT: dtype = f32, shape = [2], values = [4.000000e+00, 8.000000e+00]
  %c = "corert.print_tensorhandle"(%h, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
