// What compiling a program warned of is not said again when its ops are placed on devices.
// RUN: tfrt-translate %s -o %t.bef 2>&1 | FileCheck %s
// RUN: not tfrt-run %t.bef --device=FOO --input=2xf32=1,2 2>&1 | FileCheck %s --check-prefix=PLACED
// CHECK: warning: op 'tf.Rleu' is not known
// PLACED-NOT: warning
// PLACED: there is no device FOO
func.func @main(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %1 = corert.executeop(%cpu) "tf.Rleu"(%x) {T = f32} : 1
  tfrt.return %1 : !corert.tensorhandle
}
