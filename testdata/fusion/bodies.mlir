// RUN: tfrt-opt %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s --check-prefix=PRINT
// RUN: tfrt-run %s | FileCheck %s --check-prefix=PRINT
// RUN: tfrt-run textual_bodies_1_0.bef | FileCheck %s --check-prefix=PRINT
// RUN: tfrt-translate --bef-to-mlir textual_bodies_1_0.bef | FileCheck %s --check-prefix=OLD

// Bodies of fused ops are data, or text that people wrote. `textual_bodies_1_0.bef` has this program as a compiler wrote it before files
// could hold bodies: there all of them are text.

// OLD-COUNT-3: {body = "%
// OLD-NOT:     #corert.fused

// CHECK-LABEL: func.func @typed
// CHECK:         {body = #corert.fused<%3 = tf.Mul(%0, %1); %4 = tf.LeakyRelu(%3) {alpha = 0.25}; %5 = tf.AddN(%4, %0, %4); %6 = tf.Cast(%5) {DstT = i32}; return %4, %6>, locations = ["a.mlir:1:2", "", "", ""]} : 2
// PRINT-LABEL: --- Running 'typed'
// PRINT:       DenseHostTensor dtype = f32, shape = [2, 3], values = [5.000000e-01, -1.000000e+00, 1.200000e+01, 2.000000e+00, -2.500000e+00, 2.400000e+01]
// PRINT:       DenseHostTensor dtype = i32, shape = [2, 3], values = [2, -4, 27, 8, -10, 54]
func.func @typed() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, -2.0, 3.0], [4.0, -5.0, 6.0]]> : tensor<2x3xf32>
  %y = corert.const_dense_tensor dense<[0.5, 2.0, 4.0]> : tensor<3xf32>
  %r:2 = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x, %y, %x) {body = #corert.fused<%3 = tf.Mul(%0, %1); %4 = tf.LeakyRelu(%3) {alpha = 0.25}; %5 = tf.AddN(%4, %0, %4); %6 = tf.Cast(%5) {DstT = i32}; return %4, %6>, locations = ["a.mlir:1:2", "", "", ""]} : 2
  %ch1 = corert.executeop.seq(%cpu, %ch) "tfrt_test.print"(%r#0) : 0
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tfrt_test.print"(%r#1) : 0
  tfrt.return %ch2 : !tfrt.chain
}

// CHECK-LABEL: func.func @text
// CHECK:         {body = "%1 = tf.Neg(%0); %2 = tf.Exp(%1)
// PRINT-LABEL: --- Running 'text'
// PRINT:       DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 3.678795e-01]
func.func @text() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[0.0, 1.0]> : tensor<2xf32>
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x) {body = "%1 = tf.Neg(%0); %2 = tf.Exp(%1)"} : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tfrt_test.print"(%r) : 0
  tfrt.return %ch1 : !tfrt.chain
}

// CHECK-LABEL: func.func @reduction
// CHECK:         #corert.fused<%2 = tf.Square(%0); %3 = tf.Sum(%2, %1) {keep_dims = true}; %4 = tf.Sub(%2, %3)>
// PRINT-LABEL: --- Running 'reduction'
// PRINT:       DenseHostTensor dtype = f32, shape = [2, 3], values = [-1.300000e+01, -1.000000e+01, -5.000000e+00, -1.060000e+02, -9.700000e+01, -4.100000e+01]
func.func @reduction() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]]> : tensor<2x3xf32>
  %axes = corert.const_dense_tensor dense<[-1]> : tensor<1xi32>
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x, %axes) {body = #corert.fused<%2 = tf.Square(%0); %3 = tf.Sum(%2, %1) {keep_dims = true}; %4 = tf.Sub(%2, %3)>} : 1
  %ch1 = corert.executeop.seq(%cpu, %ch) "tfrt_test.print"(%r) : 0
  tfrt.return %ch1 : !tfrt.chain
}
