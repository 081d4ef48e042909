// Dense host tensors: made, filled, compared, printed, and the buffers below them.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'fill'
// CHECK-NEXT: DenseHostTensor dtype = i32, shape = [2, 2], values = [7, 7, 7, 7]
// CHECK-NEXT: DenseHostTensor dtype = complex64, shape = [2], values = [(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [2], values = [1.500000e+00, -2.500000e+00]
// CHECK-NEXT: [2]
// CHECK-NEXT: shape = [2, 2]
// CHECK-NEXT: 'fill' returned !tfrt.chain value
func.func @fill() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %ch1 = tfrt_dht.fill_tensor_with_constant.i32 %a, %ch0 7 : i32
  %ch2 = tfrt_dht.print_tensor %a, %ch1
  %b = tfrt_dht.create_uninitialized_tensor.complex64.1 [2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.complex64 %b, %ch2 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %ch4 = tfrt_dht.print_tensor %b, %ch3
  %x = tfrt.constant.f32 1.5
  %y = tfrt.constant.f32 -2.5
  %c = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch5 = "tfrt_dht.set_tensor_with_values.f32"(%c, %ch4, %x, %y) : (!tfrt_tensor.tensor, !tfrt.chain, f32, f32) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %c, %ch5
  %ch7 = "tfrt_dht.print_tensor_shape"(%c, %ch6) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %s = tfrt_dht.get_tensor_shape %a
  %ch8 = ts.print_shape %s, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

// A tensor over a slice of another tensor's buffer shares its elements.
// CHECK-LABEL: --- Running 'buffers'
// CHECK-NEXT: HostBuffer<pointer=0x{{[0-9a-f]+}}, size=8>
// CHECK-NEXT: DenseHostTensor dtype = i32, shape = [4], values = [1, 2, 25, 25]
// CHECK-NEXT: 'buffers' returned !tfrt.chain value
func.func @buffers() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [1 : i32, 2 : i32, 3 : i32, 4 : i32]
  %buffer, %ch2 = tfrt_dht.get_buffer %a, %ch1
  %eight = tfrt.constant.i64 8
  %slice = tfrt_dht.get_buffer_slice %buffer, %eight, %eight
  %ch3 = tfrt_dht.print_buffer %slice, %ch2
  %shape = ts.build_shape [2 : i64]
  %b, %ch4 = tfrt_dht.make_tensor.i32 %slice, %shape, %ch3
  %ch5 = tfrt_dht.fill_tensor_with_constant.i32 %b, %ch4 25 : i32
  %ch6 = tfrt_dht.print_tensor %a, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'comparisons'
// CHECK-NEXT: 'comparisons' returned 0,1,0,1,!tfrt.chain value
func.func @comparisons() -> (i1, i1, i1, i1, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [1.0 : f32, 1.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  // Three, then five representable numbers above 1.0.
  %ch2 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %ch1 [1.0 : f32, 0x3F800003 : f32]
  %equal, %ch3 = tfrt_dht.tensor_equal.f32 %a, %b, %ch2
  %close, %ch4 = "tfrt_dht.tensor_allclose.f32"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %ch5 = tfrt_dht.set_tensor_with_constant_values.f32 %b, %ch4 [1.0 : f32, 0x3F800005 : f32]
  %far, %ch6 = "tfrt_dht.tensor_allclose.f32"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %close3, %ch7 = "tfrt_dht.tensor_allclose.3ulp.f32"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %equal, %close, %far, %close3, %ch7 : i1, i1, i1, i1, !tfrt.chain
}

// CHECK-LABEL: --- Running 'wrong'
// CHECK-NEXT: 'wrong' returned <<error: Incorrect number of values for the tensor: 3, but expected 4>>,<<error: dht.make_tensor failed: buffer_size (10) is not equal to the number of elements in shape ([3]) times element size (4)>>,<<error: Shape mismatch>>,<<error: tensor has element type i32, but f32 is expected>>
func.func @wrong() -> (!tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  // expected-error @+1 {{Incorrect number of values for the tensor: 3, but expected 4}}
  %x = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [1 : i32, 2 : i32, 3 : i32]
  %ten = tfrt.constant.i64 10
  %eight = tfrt.constant.i64 8
  %buffer = tfrt_dht.allocate_buffer %ten, %eight
  %three = ts.build_shape [3 : i64]
  // expected-error @+1 {{buffer_size (10) is not equal}}
  %y, %ch1 = tfrt_dht.make_tensor.f32 %buffer, %three, %ch0
  // expected-error @+1 {{Shape mismatch}}
  %z = "tfrt_sht.create_tensor"() {shape = [3 : i64], values = ["a", "b"]} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{tensor has element type i32, but f32 is expected}}
  %w = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch0 0.0 : f32
  tfrt.return %x, %y, %z, %w : !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain
}
