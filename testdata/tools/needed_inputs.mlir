// A program whose only function takes tensors of stated types does not run without them, and says which it needs.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && not tfrt-run %t.bef 2>&1 | FileCheck %s
// RUN: not tfrt-run --functions=main %s 2>&1 | FileCheck %s

// CHECK: tfrt-run: function 'main' takes 1 argument, but 0 inputs are given
// CHECK-NEXT: x: f32[2]
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<2xf32>, tfrt.name = "x"}) -> !corert.tensorhandle {
  tfrt.return %x : !corert.tensorhandle
}
