// Kernels of types and ranks that no other program uses.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O0 %s --function=bytes --input=i8=-5 --input=ui8=250 | FileCheck %s --check-prefix=BYTES

// The file holds coordinate tensors of f32, i32 and i8, of each a scalar and one of four dimensions.
// CHECK-LABEL: --- Running 'files'
// CHECK-NEXT: CooHostTensor dtype = f32, shape = [], indices = [], values = [1.500000e+00]
// CHECK-EMPTY:
// CHECK-NEXT: CooHostTensor dtype = f32, shape = [2, 3, 1, 2], indices = [0, 2, 0, 1, 1, 0, 0, 0], values = [1.500000e+00, -2.000000e+00]
// CHECK-EMPTY:
// CHECK-NEXT: CooHostTensor dtype = i32, shape = [], indices = [], values = [7]
// CHECK-EMPTY:
// CHECK-NEXT: CooHostTensor dtype = i32, shape = [2, 3, 1, 2], indices = [0, 2, 0, 1, 1, 0, 0, 0], values = [7, -8]
// CHECK-EMPTY:
// CHECK-NEXT: CooHostTensor dtype = i8, shape = [], indices = [], values = [3]
// CHECK-EMPTY:
// CHECK-NEXT: CooHostTensor dtype = i8, shape = [2, 3, 1, 2], indices = [0, 2, 0, 1, 1, 0, 0, 0], values = [3, -4]
// CHECK-EMPTY:
// CHECK-NEXT: 'files' returned !tfrt.chain value
func.func @files() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %path = tfrt_test.get_string {value = "coordinates.btf"}
  %i0 = tfrt.constant.i32 0
  %i1 = tfrt.constant.i32 1
  %i2 = tfrt.constant.i32 2
  %i3 = tfrt.constant.i32 3
  %i4 = tfrt.constant.i32 4
  %i5 = tfrt.constant.i32 5
  %a = "btf.read_coo_tensor.f32.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %a, %ch0
  %b = "btf.read_coo_tensor.f32.4"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %b, %ch1
  %c = "btf.read_coo_tensor.i32.0"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %c, %ch2
  %d = "btf.read_coo_tensor.i32.4"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %d, %ch3
  %e = "btf.read_coo_tensor.i8.0"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %e, %ch4
  %f = "btf.read_coo_tensor.i8.4"(%path, %i5) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %f, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

// A complex constant is its real and its imaginary part.
// CHECK-LABEL: --- Running 'complex'
// CHECK-NEXT: DenseHostTensor dtype = complex64, shape = [2], values = [(1.500000e+00,-2.000000e+00), (1.500000e+00,-2.000000e+00)]
// CHECK-NEXT: DenseHostTensor dtype = complex128, shape = [1], values = [(2.500000e-01,4.000000e+00)]
// CHECK-NEXT: 'complex' returned !tfrt.chain value,<<error:
func.func @complex() -> (!tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.complex64.1 [2 : i64]
  %ch1 = tfrt_dht.fill_tensor_with_constant.complex64 %a, %ch0 [1.5 : f32, -2.0 : f32]
  %ch2 = tfrt_dht.print_tensor %a, %ch1
  %b = tfrt_dht.create_uninitialized_tensor.complex128.1 [1 : i64]
  %ch3 = tfrt_dht.fill_tensor_with_constant.complex128 %b, %ch2 [0.25 : f64, 4.0 : f64]
  %ch4 = tfrt_dht.print_tensor %b, %ch3
  // expected-error @+1 {{runtime error: }}
  %wrong = tfrt_dht.fill_tensor_with_constant.complex64 %a, %ch4 [1.5 : f64, 2.0 : f64]
  tfrt.return %ch4, %wrong : !tfrt.chain, !tfrt.chain
}

// BYTES: DenseHostTensor dtype = i8, shape = [2], values = [-5, -5]
// BYTES-NEXT: DenseHostTensor dtype = u8, shape = [3], values = [250, 250, 250]
func.func @bytes(%i: i8, %u: ui8) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [2 : i64]} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_values.i8"(%a, %ch0, %i, %i) : (!tfrt_tensor.tensor, !tfrt.chain, i8, i8) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %a, %ch1
  %b = tfrt_dht.create_uninitialized_tensor.ui8.1 [3 : i64]
  %ch3 = "tfrt_dht.set_tensor_with_values.ui8"(%b, %ch2, %u, %u, %u) : (!tfrt_tensor.tensor, !tfrt.chain, ui8, ui8, ui8) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %b, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

// What hosts put into a request, and this driver does not: the kernels say what is missing.
// CHECK-LABEL: --- Running 'of_a_request'
// CHECK-NEXT: 'of_a_request' returned <<error: request context has no i32 data>>,<<error: resource context has no resource 'val'>>,<<error: resource context has no resource 'val'>>,<<error: Cannot convert ten to target int>>
func.func @of_a_request() -> (i32, i32, i64, i32) {
  // expected-error @+1 {{request context has no i32 data}}
  %a = "tfrt_test.get_request_context_data.i32"() : () -> i32
  // expected-error @+1 {{resource context has no resource 'val'}}
  %b = "tfrt_test.sum_array_attr.i32"() {text = "10", values = [1 : i32, 2 : i32]} : () -> i32
  // expected-error @+1 {{resource context has no resource 'val'}}
  %c = "tfrt_test.sum_array_attr.i64"() {text = "10", values = [1 : i64, 2 : i64]} : () -> i64
  // expected-error @+1 {{Cannot convert ten to target int}}
  %d = "tfrt_test.sum_array_attr.i32"() {text = "ten", values = [1 : i32]} : () -> i32
  tfrt.return %a, %b, %c, %d : i32, i32, i64, i32
}
