// A compiled program with branches and loops moves to a device as it is: its functions keep their parts.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/host_device.c
// RUN: tfrt-translate --mlir-to-bef -o %t.bef %s
// RUN: tfrt-run %t.bef | FileCheck %s
// RUN: tfrt-run --load-plugin=%t.so --device=MY_DEVICE --soft-placement %t.bef | FileCheck %s
// The names of references to functions come back from the file; those of tfrt.cond and tfrt.while if they are asked for.
// RUN: sed 's/tfrt.cond .* @same/tfrt.call @plus_hundred/' %s > %t.call.mlir
// RUN: tfrt-translate --mlir-to-bef -o %t.call.bef %t.call.mlir
// RUN: tfrt-translate --bef-to-mlir %t.call.bef | FileCheck %s --check-prefix=TEXT
// TEXT: corert.cond {{.*}} @product @sum
// TEXT: corert.while @below @twice
// RUN: tfrt-translate --bef-to-mlir --keep-reference-names %t.bef -o %t.text.mlir
// RUN: tfrt-translate --mlir-to-bef -o %t.again.bef %t.text.mlir
// RUN: tfrt-run %t.again.bef | FileCheck %s
func.func @product(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @sum(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @below(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %limit = corert.const_dense_tensor dense<100.0> : tensor<f32>
  %axes = corert.const_dense_tensor dense<[0, 1]> : tensor<2xi32>
  %sum = corert.executeop(%cpu) "tf.Sum"(%x, %axes) : 1
  %y = corert.executeop(%cpu) "tf.Less"(%sum, %limit) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @plus_hundred(%x: i32) -> i32 {
  %c = tfrt.constant.i32 100
  %y = tfrt.add.i32 %x, %c
  tfrt.return %y : i32
}
func.func @same(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @main() -> i32 {
  // What is printed waits for ops on threads of their own.
  // CHECK: 'main' returned 104
  %ch = tfrt.new.chain
  %x = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %yes = corert.const_dense_tensor dense<true> : tensor<i1>
  %c1, %y = corert.cond %yes @product @sum (%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  // CHECK: values = [7.000000e+00, 1.000000e+01, 1.500000e+01, 2.200000e+01]
  %c2 = "corert.print_tensorhandle"(%y, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c3, %z = corert.while @below @twice (%c2, %y) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  // CHECK: values = [1.400000e+01, 2.000000e+01, 3.000000e+01, 4.400000e+01]
  %c4 = "corert.print_tensorhandle"(%z, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %true = tfrt.constant.i1 true
  %k = tfrt.constant.i32 4
  %r = tfrt.cond %true @plus_hundred @same (%k) : (i32) -> (i32)
  tfrt.return %r : i32
}
