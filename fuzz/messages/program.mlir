func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %w = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 0.5]]> : tensor<2x2xf32>
  %p = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %c0, %q = corert.executeop.seq(%cpu, %ch) "tfrt_test.identity"(%p) : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%q) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%r, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1 : !tfrt.chain
}
