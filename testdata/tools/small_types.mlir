// Functions keep what they say of tensors that stand for others, of elements of a few bits: in files, through every level of optimisation, through graphs.
//
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef --graph-function=main %s | tfrt-translate --graphdef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef --graph-args %s | tfrt-translate --graphdef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef --disable-optional-sections %s | tfrt-translate --check | FileCheck %s --check-prefix=STRIPPED
// RUN: tfrt-translate --check %t.bef | FileCheck %s --check-prefix=FULL

// STRIPPED: BEF 1.1,
// FULL: BEF 1.4,

// CHECK: func.func @main(%arg0: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "x", tfrt.small_type = "f8E4M3FN"})
// CHECK-SAME: -> (!corert.tensorhandle {{.*}}tfrt.small_type = "f8E4M3FN"})
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "x", tfrt.small_type = "f8E4M3FN"}) -> (!corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "y", tfrt.small_type = "f8E4M3FN"}) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.Identity"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
