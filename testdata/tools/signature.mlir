// Functions keep what they say about their arguments and results: in files, through every level of optimisation, through graphs.
//
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-translate --bef-to-mlir %t.bef -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tfrt-translate --mlir-to-bef %t.mlir -o %t.again.bef && tfrt-translate --bef-to-mlir %t.again.bef | diff %t.mlir -
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef --graph-function=main %s | tfrt-translate --graphdef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef --graph-args %s | tfrt-translate --graphdef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef --disable-optional-sections %s | tfrt-translate --check | FileCheck %s --check-prefix=STRIPPED
// RUN: tfrt-translate --check %t.bef | FileCheck %s --check-prefix=FULL

// STRIPPED: BEF 1.1,
// FULL: BEF 1.3,

// CHECK: func.func @main(%arg0: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "images", tfrt.sizes = ["batch", ""]},
// CHECK-SAME: %arg1: !corert.tensorhandle {tf.type = tensor<f32>, tfrt.default = dense<2.500000e+00> : tensor<f32>, tfrt.name = "scale"})
// CHECK-SAME: -> (!corert.tensorhandle {{.*}}tfrt.name = "scores"})
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "images", tfrt.sizes = ["batch", ""]}, %k: !corert.tensorhandle {tf.type = tensor<f32>, tfrt.default = dense<2.5> : tensor<f32>, tfrt.name = "scale"}) -> (!corert.tensorhandle {tfrt.name = "scores"}) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.Mul"(%x, %k) : 1
  tfrt.return %y : !corert.tensorhandle
}
