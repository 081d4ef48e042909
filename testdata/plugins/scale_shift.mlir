// The example of an op with shape inference and a CPU kernel.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/c/scale_shift.c
// RUN: tfrt-run --load-plugin=%t.so %s | FileCheck %s
//
// The same in C++.
// RUN: c++ -std=c++17 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.cpp.so %{testdata}/../plugins/examples/cpp/scale_shift.cc
// RUN: tfrt-run --load-plugin=%t.cpp.so %s | FileCheck %s
//
// A plugin that is not there is an error, and so is one without entry points or with a function that nobody has.
// RUN: not tfrt-run --load-plugin=%t.none.so %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: cannot load plugin {{.*}}: No such file or directory
// RUN: echo 'int something;' > %t.c
// RUN: cc -shared -fPIC -o %t.empty.so %t.c
// RUN: not tfrt-run --load-plugin=%t.empty.so %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: plugin {{.*}} has none of the entry points {{.*}}TF_InitKernel
// RUN: echo 'extern void TF_NoSuchFunction(void); void TF_InitKernel(void) { TF_NoSuchFunction(); }' > %t.c
// RUN: cc -shared -fPIC -o %t.unbound.so %t.c
// RUN: not tfrt-run --load-plugin=%t.unbound.so %s 2>&1 | FileCheck %s --check-prefix=UNBOUND
// UNBOUND: error: cannot load plugin {{.*}}: undefined symbol: TF_NoSuchFunction
//
// Found in a folder without the command line saying so; what is wrong there is a warning.
// RUN: mkdir -p %t.folder
// RUN: cp %t.so %t.folder/good.so
// RUN: cp %t.empty.so %t.folder/bad.so
// RUN: env TFRT_PLUGIN_PATH=%t.folder tfrt-run %s 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: warning: plugin {{.*}}bad.so' has none of the entry points
// FOLDER: values = [7.000000e+00, 9.000000e+00]

// CHECK: values = [7.000000e+00, 9.000000e+00]
func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.0 : f64, 2.0 : f64]} : 1
  %y = corert.executeop(%cpu) "tf.ScaleShift"(%x) {scale = 2.0 : f32, shift = 5.0 : f32} : 1
  %c = "corert.print_tensorhandle"(%y) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %y : !corert.tensorhandle
}
