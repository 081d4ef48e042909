// RUN: tfrt-run %s | FileCheck %s

// A body that cannot be read is the op's error.
// CHECK-LABEL: --- Running 'wrong'
// CHECK:       'wrong' returned <<error: no '=' in the body of a fused op: 'tf.Neg(%0)'>>
func.func @wrong() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[0.0, 1.0]> : tensor<2xf32>
  // expected-error @+1 {{no '=' in the body of a fused op: 'tf.Neg(%0)'}}
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x) {body = "tf.Neg(%0)"} : 1
  tfrt.return %r : !corert.tensorhandle
}
