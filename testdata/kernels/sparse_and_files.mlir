// Coordinate tensors, string tensors, and tensors read from a file.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'square'
// CHECK-NEXT: CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 0], values = [3, 2]
// CHECK-EMPTY:
// CHECK-NEXT: DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 3, 2, 0]
// CHECK-NEXT: 'square' returned 1,!tfrt.chain value
func.func @square() -> (i1, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32, 3 : i32, 2 : i32, 0 : i32]
  %b, %ch2 = coo.convert_dht_to_coo.i32.2 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %b, %ch2
  %c, %ch4 = coo.convert_coo_to_dht.i32.2 %b, %ch3
  %ch5 = tfrt_dht.print_tensor %c, %ch4
  %same, %ch6 = coo.tensor_equal.i32.2 %b, %b, %ch5
  tfrt.return %same, %ch6 : i1, !tfrt.chain
}

// `coo.print_tensor` prints what `tfrt_dht.print_tensor` does, and passes an error on without printing.
// CHECK-LABEL: --- Running 'printed'
// CHECK-NEXT: CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 0], values = [3, 2]
// CHECK-EMPTY:
// CHECK-NEXT: DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 3, 2, 0]
// CHECK-NEXT: 'printed' returned !tfrt.chain value,<<error: shape [2, 2] does not have rank 3>>
func.func @printed() -> (!tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32, 3 : i32, 2 : i32, 0 : i32]
  %b, %ch2 = coo.convert_dht_to_coo.i32.2 %a, %ch1
  %ch3 = coo.print_tensor %b, %ch2
  %ch4 = coo.print_tensor %a, %ch3
  // expected-error @+1 {{shape [2, 2] does not have rank 3}}
  %wrong, %ch5 = coo.convert_dht_to_coo.i32.3 %a, %ch4
  %ch6 = coo.print_tensor %wrong, %ch4
  tfrt.return %ch4, %ch6 : !tfrt.chain, !tfrt.chain
}

// Columns are taken modulo the first dimension: an inherited oddity of shapes that are not square.
// CHECK-LABEL: --- Running 'oblong'
// CHECK-NEXT: CooHostTensor dtype = f32, shape = [3, 2], indices = [0, 1, 1, 2], values = [1.000000e+00, 2.000000e+00]
// CHECK-EMPTY:
// CHECK-NEXT: 'oblong' returned !tfrt.chain value
func.func @oblong() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [3 : i64, 2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [0.0 : f32, 1.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 2.0 : f32]
  %b, %ch2 = coo.convert_dht_to_coo.f32.2 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %b, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'strings'
// CHECK-NEXT: StringHostTensor shape = [2], values = ["a", "b c"]
// CHECK-NEXT: 'strings' returned !tfrt.chain value
func.func @strings() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_sht.create_tensor"() {shape = [2 : i64], values = ["a", "b c"]} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %a, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

// The file holds a dense f32 [2, 3] and an i8 coordinate tensor [4].
// CHECK-LABEL: --- Running 'files'
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [2, 3], values = [0.000000e+00, 5.000000e-01, 1.000000e+00, 1.500000e+00, 2.000000e+00, 2.500000e+00]
// CHECK-NEXT: CooHostTensor dtype = i8, shape = [4], indices = [1, 3], values = [7, -8]
// CHECK-EMPTY:
// CHECK-NEXT: 'files' returned <<error: invalid tensor index 2 to read tensor from path tensors.btf which contains 2 tensors>>,<<error: unexpected tensor layout COO tensor>>,!tfrt.chain value
func.func @files() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %path = tfrt_test.get_string {value = "tensors.btf"}
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %a = "btf.read_dense_tensor.f32.2"(%path, %zero) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %a, %ch0
  %b = "btf.read_coo_tensor.i8.1"(%path, %one) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %b, %ch1
  // expected-error @+1 {{invalid tensor index 2}}
  %c = "btf.read_dense_tensor.f32.2"(%path, %two) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  // expected-error @+1 {{unexpected tensor layout COO tensor}}
  %d = "btf.read_dense_tensor.i8.1"(%path, %one) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %c, %d, %ch2 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain
}
