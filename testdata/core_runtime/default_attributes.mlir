// Attributes with defaults may be left out; the text stays as written.
// RUN: tfrt-run -O0 %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 %s 2>&1 | FileCheck %s
// RUN: tfrt-opt %s | FileCheck %s --check-prefix=TEXT

func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  // TEXT: "tf.MatMul"(%{{.*}}, %{{.*}}) : 1
  // CHECK: shape = [2, 2], values = [7.000000e+00, 1.000000e+01, 1.500000e+01, 2.200000e+01]
  %0 = corert.executeop(%cpu) "tf.MatMul"(%a, %a) : 1
  %ch1 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
