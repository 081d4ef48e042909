// What a program brings of its constants for a processor: the matrix in panels, and the filter transformed for Winograd's tiles.
// RUN: tfrt-translate -O2 --target-cpu=x86-64-v3 %s -o %t.bef
// RUN: tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-translate -O2 --target-cpu=x86-64-v4 %s -o %t4.bef
// RUN: tfrt-translate --bef-to-mlir %t4.bef | FileCheck %s --check-prefix=V4
// RUN: tfrt-translate -O2 --target-cpu=generic %s -o %t0.bef
// RUN: tfrt-translate --bef-to-mlir %t0.bef | FileCheck %s --check-prefix=GENERIC
// RUN: tfrt-translate -O1 %s -o %t1.bef
// RUN: tfrt-translate --bef-to-mlir %t1.bef | FileCheck %s --check-prefix=GENERIC
// CHECK: packed_forms = [0, 1, 32, 40, 0, 0, 16]
// CHECK: packed_forms = [0, 2, 32, 32, 0, 0, 16]
// V4: packed_forms = [0, 1, 32, 40, 0, 0, 32]
// V4: packed_forms = [0, 2, 32, 32, 0, 0, 32]
// GENERIC-NOT: packed_forms

// All of them give the same, on each processor.
// RUN: tfrt-translate -O2 %s -o %tn.bef
// RUN: tfrt-run %tn.bef --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run %t.bef --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run %t4.bef --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run %t0.bef --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run %t4.bef --function=image --input=1x12x12x32xf32=0.25 --output=@%t4.npy --quiet
// RUN: tfrt-run %t.bef --function=image --input=1x12x12x32xf32=0.25 --output=@%t3.npy --quiet
// RUN: tfrt-run %t0.bef --function=image --input=1x12x12x32xf32=0.25 --output=@%t0.npy --quiet
// RUN: cmp %t4.npy %t0.npy
// RUN: cmp %t3.npy %t0.npy
// OUT: 2x40xf32={{.*}}0.025, 0.025

// Attributes that do not go together are refused.
// RUN: tfrt-translate --bef-to-mlir %t.bef | sed 's/packed_forms = \[0, 1/packed_forms = [7, 1/' > %t.wrong.mlir
// RUN: not tfrt-run %t.wrong.mlir -O0 --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: tfrt-translate --bef-to-mlir %t.bef | sed 's/packed_forms = \[0, 1/packed_forms = [0, 0, 1/' > %t.more.mlir
// RUN: not tfrt-run %t.more.mlir -O0 --input=2x32xf32=0.25 2>&1 | FileCheck %s --check-prefix=MORE
// WRONG: error: {{.*}}`packed_forms` names constant 7 of 1
// MORE: error: {{.*}}`packed_forms` must have 7 numbers for each of `packed`
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<2x32xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<0.5> : tensor<32x40xf32>
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%y) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.Softmax"(%r) {T = f32} : 1
  tfrt.return %s : !corert.tensorhandle
}
func.func @image(%x: !corert.tensorhandle {tf.type = tensor<1x12x12x32xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<0.5> : tensor<3x3x32x32xf32>
  %y = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {T = f32, data_format = "NHWC", padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%y) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.Softmax"(%r) {T = f32} : 1
  tfrt.return %s : !corert.tensorhandle
}
