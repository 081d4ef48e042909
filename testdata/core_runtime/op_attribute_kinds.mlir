// Attributes of ops that kernels cannot have: tensors of strings and types of tensors. Data that stands behind the program is in
// the file like that of other constants.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef
// RUN: tfrt-translate --check %t.bef | FileCheck %s --check-prefix=VERSION
// RUN: tfrt-translate --bef-to-mlir %t.bef | FileCheck %s --check-prefix=TEXT
// RUN: tfrt-run %t.bef 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 %s 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: tfrt-opt -canonicalize --allow-unregistered-dialect %s | FileCheck %s --check-prefix=FOLDED

// VERSION: BEF 1.1,

// TEXT: "tf.Const"() {value = dense<{{\[\[}}"a", "b\22"]]> : tensor<1x2x!corert.string>, dtype = !corert.string} : 1
// TEXT: "tf.Const"() {value = dense<"same"> : tensor<3x!corert.string>, _note = tensor<2x?xf32>, _list = [tensor<*xi64>, f32]} : 1
// TEXT: "tf.Const"() {value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : 1
// TEXT: "tf.Const"() {value = dense<> : tensor<0x!corert.string>} : 1

// FOLDED-DAG: corert.const_string_tensor {shape = [1, 2], value = ["a", "b\22"]}
// FOLDED-DAG: corert.const_string_tensor {shape = [3], value = ["same"]}
// FOLDED-DAG: corert.const_dense_tensor dense_resource<w> : tensor<2xf32>

func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %log = "corert.create_logging_op_handler"(%cpu) {sync_log_results = true} : (!corert.ophandler) -> !corert.ophandler
  %a = corert.executeop(%cpu) "tf.Const"() {value = dense<[["a", "b\22"]]> : tensor<1x2x!corert.string>, dtype = !corert.string} : 1
  // CHECK-DAG: '_list' type=AGGREGATE value=elt_count=2 [{tensor<*xi64>}, {unknown}]
  // CHECK-DAG: '_note' type=TENSOR_TYPE value=tensor<2x?xf32>
  // CHECK-DAG: 'value' type=DENSE value=dtype=CHAR, rank=1, elt_count=3
  %b = corert.executeop(%log) "tf.Const"() {value = dense<"same"> : tensor<3x!tf_type.string>, _note = tensor<2x?xf32>, _list = [tensor<*xi64>, f32]} : 1
  %c = corert.executeop(%cpu) "tf.Const"() {value = dense_resource<w> : tensor<2xf32>} : 1
  %d = corert.executeop(%cpu) "tf.Const"() {value = dense<> : tensor<0x!corert.string>} : 1
  // VALUES: StringHostTensor shape = [1, 2], values = ["a", "b""]
  %c1 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // VALUES: StringHostTensor shape = [3], values = ["same", "same", "same"]
  %c2 = "corert.print_tensorhandle"(%b, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // VALUES: DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
  %c3 = "corert.print_tensorhandle"(%c, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // VALUES: StringHostTensor shape = [0], values = []
  %c4 = "corert.print_tensorhandle"(%d, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c4 : !tfrt.chain
}

{-#
  dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }
#-}
