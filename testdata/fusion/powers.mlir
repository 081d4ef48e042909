// Squares and cubes are products, with the bits of the op.
// RUN: tfrt-translate --explain=fusion -O2 %s -o %t.bef 2>&1 | FileCheck %s
// RUN: tfrt-run %t.bef --function=cubes --input=12xf32=-inf,-1e30,-2.5,-1e-15,-0.0,0.0,1e-15,0.3,1.1,7.7,1e13,nan > %t.optimised
// RUN: tfrt-run -O0 %s --function=cubes --input=12xf32=-inf,-1e30,-2.5,-1e-15,-0.0,0.0,1e-15,0.3,1.1,7.7,1e13,nan > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: not tfrt-run %t.bef --function=untyped --input=4xf64=1,2,3,4 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-DAG: powers.mlir:[[@LINE+8]]:8: remark: tf.Square: fused into an element-wise op of 3 members
// CHECK-DAG: powers.mlir:[[@LINE+7]]:8: remark: tf.Mul: fused into an element-wise op of 3 members
func.func @cubes(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %three = corert.const_dense_tensor dense<3.0> : tensor<f32>
  %two = corert.const_dense_tensor dense<2.0> : tensor<f32>

  // The place of both products.
  %0 = corert.executeop(%cpu) "tf.Pow"(%x, %three) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.AddV2"(%0, %x) {T = f32} : 1
  tfrt.return %1 : !corert.tensorhandle
}

// What is not known to fit stays, and refuses its arguments.
// ERROR: powers.mlir:[[@LINE+4]]:8: error: {{.*}}tf.Pow
func.func @untyped(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %two = corert.const_dense_tensor dense<2.0> : tensor<f32>
  %0 = corert.executeop(%cpu) "tf.Pow"(%x, %two) {T = f32} : 1
  tfrt.return %0 : !corert.tensorhandle
}
