// Matrix products, convolution, pooling and normalization on dense tensors.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'product'
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [2, 2], values = [5.800000e+01, 6.000000e+01, 7.000000e+01, 7.200000e+01]
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [3, 2], values = [1.000000e+00, 4.000000e+00, 2.000000e+00, 5.000000e+00, 3.000000e+00, 6.000000e+00]
// CHECK-NEXT: 'product' returned <<error: MatMul input tensors inner dimension mismatch: [2, 3] vs. [2, 3]>>,!tfrt.chain value
func.func @product() -> (!tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 3 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.f32.2 [3 : i64, 2 : i64]
  %ch2 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %ch1 [1.0 : f32, 0.0 : f32, 0.0 : f32, 1.0 : f32, 1.0 : f32, 1.0 : f32]
  %c = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 2 : i64]
  %ch3 = tfrt_dht.fill_tensor_with_constant.f32 %c, %ch2 100.0 : f32
  %alpha = tfrt.constant.f32 2.0
  %beta = tfrt.constant.f32 0.5
  %ch4 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch3) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch5 = tfrt_dht.print_tensor %c, %ch4
  %ch6 = "tfrt_test.tensor_transpose.f32"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch7 = tfrt_dht.print_tensor %b, %ch6
  // expected-error @+1 {{MatMul input tensors inner dimension mismatch: [2, 3] vs. [2, 3]}}
  %bad = "eigen.matmul.f32"(%alpha, %a, %a, %beta, %c, %ch7) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %bad, %ch7 : !tfrt.chain, !tfrt.chain
}

// An operand may be the output too: every kernel reads what was there before it wrote.
// CHECK-LABEL: --- Running 'in_place'
// CHECK-NEXT: DenseHostTensor dtype = i32, shape = [2, 2], values = [2, 4, 6, 8]
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [2, 2], values = [1.000000e+00, 3.000000e+00, 2.000000e+00, 4.000000e+00]
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [2, 2], values = [7.000000e+00, 1.500000e+01, 1.000000e+01, 2.200000e+01]
// CHECK-NEXT: 'in_place' returned !tfrt.chain value
func.func @in_place() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [1 : i32, 2 : i32, 3 : i32, 4 : i32]
  %ch2 = "tfrt_test.add.i32"(%a, %a, %a, %ch1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch3 = tfrt_dht.print_tensor %a, %ch2
  %b = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 2 : i64]
  %ch4 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %ch3 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %ch5 = "tfrt_test.tensor_transpose.f32"(%b, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %b, %ch5
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %ch7 = "eigen.matmul.f32"(%one, %b, %b, %zero, %b, %ch6) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch8 = tfrt_dht.print_tensor %b, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'images'
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [1, 2, 2, 2], values = [7.000000e+00, 4.000000e+00, 9.000000e+00, 5.500000e+00, 1.300000e+01, 8.500000e+00, 1.500000e+01, 1.000000e+01]
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [5.000000e+00, 6.000000e+00, 8.000000e+00, 9.000000e+00]
// CHECK-NEXT: 'images' returned <<error: MaxPool2D padding 'odd' is not recognized>>,<<error: padding type is not supported>>,!tfrt.chain value
func.func @images() -> (!tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %image = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 3 : i64, 3 : i64, 1 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %image, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 7.0 : f32, 8.0 : f32, 9.0 : f32]
  %filter = tfrt_dht.create_uninitialized_tensor.f32.4 [2 : i64, 2 : i64, 1 : i64, 2 : i64]
  %ch2 = tfrt_dht.set_tensor_with_constant_values.f32 %filter, %ch1 [1.0 : f32, 0.0 : f32, 0.0 : f32, 1.0 : f32, -1.0 : f32, 0.5 : f32, 2.0 : f32, 0.0 : f32]
  %out = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 2 : i64]
  %ch3 = "eigen.conv2d.f32"(%image, %filter, %out, %ch2) {padding = "VALID", strides = [1 : i64, 1 : i64]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %out, %ch3
  %pooled = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %ch5 = "eigen.max_pooling_2d.f32"(%image, %pooled, %ch4) {padding = "valid", pool_size = [2 : i64, 2 : i64], strides = [1 : i64, 1 : i64]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %pooled, %ch5
  // expected-error @+1 {{MaxPool2D padding 'odd' is not recognized}}
  %x = "tfrt_test.max_pooling_2d.f32"(%image, %pooled, %ch6) {padding = "odd", pool_size = [2 : ui32, 2 : ui32], strides = [1 : ui32, 1 : ui32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  // expected-error @+1 {{padding type is not supported}}
  %y = "eigen.max_pooling_2d.f32"(%image, %pooled, %ch6) {padding = "odd", pool_size = [2 : i64, 2 : i64], strides = [1 : i64, 1 : i64]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %x, %y, %ch6 : !tfrt.chain, !tfrt.chain, !tfrt.chain
}
