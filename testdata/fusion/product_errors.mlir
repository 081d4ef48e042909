// RUN: tfrt-run -O2 %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-opt --fuse-products %s | FileCheck %s

// Errors have the texts and the places of the ops that fail, merged or not.
// CHECK-COUNT-4: tfrt_fused.matmul

func.func @product() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %b = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-error @+1 {{matmul arguments have incompatible shapes: In[0]: [1, 2], In[1]: [1, 2]}}
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  %2 = corert.executeop(%cpu) "tf.Relu"(%1) : 1
  tfrt.return %2 : !corert.tensorhandle
}

func.func @bias() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %b = corert.const_dense_tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = true, transpose_b = false} : 1
  // expected-error @+1 {{bias must has the size of the last dimension of value}}
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  %2 = corert.executeop(%cpu) "tf.Relu"(%1) : 1
  tfrt.return %2 : !corert.tensorhandle
}

func.func @activation() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[(1.0, 2.0)]]> : tensor<1x1xcomplex<f32>>
  %b = corert.const_dense_tensor dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  // expected-error @+1 {{complex64}}
  %2 = corert.executeop(%cpu) "tf.Relu6"(%1) : 1
  tfrt.return %2 : !corert.tensorhandle
}

// Dtypes that have no product with a bias of its own.
func.func @integers() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1, -2]]> : tensor<1x2xi32>
  %b = corert.const_dense_tensor dense<[1]> : tensor<1xi32>
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = true} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  %2 = "corert.print_tensorhandle"(%1, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %2 : !tfrt.chain
}
