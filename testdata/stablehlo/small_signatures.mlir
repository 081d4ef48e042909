// Public functions say which of their tensors stand for others, of elements of a few bits.
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-translate --bef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s

// CHECK: func.func @main
// CHECK-SAME: {tf.type = tensor<4xf32>, tfrt.name = "x", tfrt.small_type = "f8E5M2"}
// CHECK-SAME: {tf.type = tensor<ui8>, tfrt.name = "n", tfrt.small_type = "ui4"}
// CHECK-SAME: {tf.type = tensor<2xi8>, tfrt.name = "wide"}
// CHECK-SAME: -> (!corert.tensorhandle {tf.type = tensor<4xf32>, tfrt.small_type = "f8E5M2"}, !corert.tensorhandle {tf.type = tensor<i8>, tfrt.small_type = "i2"})
func.func public @main(%x: tensor<4xf8E5M2> loc("x"), %n: tensor<ui4> loc("n"), %wide: tensor<2xi8> loc("wide")) -> (tensor<4xf8E5M2>, tensor<i2>) {
  %y = stablehlo.add %x, %x : tensor<4xf8E5M2>
  %m = stablehlo.convert %n : (tensor<ui4>) -> tensor<i2>
  return %y, %m : tensor<4xf8E5M2>, tensor<i2>
}
