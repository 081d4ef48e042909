// RUN: tfrt-run -O2 %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-opt --fuse-elementwise %s | FileCheck %s

// Errors have the texts and the places of the ops that fail, merged or not.
// CHECK-COUNT-3: tfrt_fused.elementwise

func.func @shapes() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y = corert.const_dense_tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a = corert.executeop(%cpu) "tf.Exp"(%x) : 1
  // expected-error @+1 {{Dimensions must be equal, but are 2 and 3}}
  %b = corert.executeop(%cpu) "tf.AddV2"(%a, %y) : 1
  %c = corert.executeop(%cpu) "tf.Neg"(%b) : 1
  tfrt.return %c : !corert.tensorhandle
}

func.func @dtypes() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{incompatible dtypes for binary operation}}
  %a = corert.executeop(%cpu) "tf.Mul"(%x, %y) : 1
  %b = corert.executeop(%cpu) "tf.Neg"(%a) : 1
  tfrt.return %b : !corert.tensorhandle
}

func.func @division() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %y = corert.const_dense_tensor dense<[1, 0]> : tensor<2xi32>
  %a = corert.executeop(%cpu) "tf.Mul"(%x, %x) : 1
  // expected-error @+1 {{Integer division by zero}}
  %b = corert.executeop(%cpu) "tf.FloorDiv"(%a, %y) : 1
  %c = corert.executeop(%cpu) "tf.Neg"(%b) : 1
  tfrt.return %c : !corert.tensorhandle
}
