// A plugin's kernel that goes before the runtime's own runs at every level: constants are not computed without it.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.so own_tanh.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O1 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so %s | FileCheck %s

// CHECK: values = [4.200000e+01, 4.200000e+01]
// CHECK: values = [-4.200000e+01, -4.200000e+01]
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y = corert.executeop(%cpu) "tf.Tanh"(%x) {T = f32} : 1
  %c = "corert.print_tensorhandle"(%y, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %z = corert.executeop(%cpu) "tf.Neg"(%y) {T = f32} : 1
  %d = "corert.print_tensorhandle"(%z, %c) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
