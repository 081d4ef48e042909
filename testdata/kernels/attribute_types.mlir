// Integer attributes of another width or sign than the kernel takes are converted where every value fits. The others are refused where they
// are written, before anything runs.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-translate --bef-to-mlir | FileCheck %s --check-prefix=AS-WRITTEN
// RUN: sed 's/value = 1 : i64/value = 2 : i64/' %s > %t.flag.mlir
// RUN: not tfrt-run -O0 %t.flag.mlir 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: sed 's/\[2 : i32, 1 : i32\]/[2 : i32, -1 : i32]/' %s > %t.array.mlir
// RUN: not tfrt-run -O0 %t.array.mlir 2>&1 | FileCheck %s --check-prefix=ARRAY

// CHECK-LABEL: --- Running 'flags'
// CHECK: 'flags' returned 1,0,1
// AS-WRITTEN: {value = 1 : i64}
// AS-WRITTEN: pool_size = [2 : i32, 1 : i32]
// FLAG: .flag.mlir:[[@LINE+3]]:8: error: {{.*}} attribute 0 must be a i1 attribute, but is a i64 attribute: 2 does not fit i1
// FLAG-NOT: Running
func.func @flags() -> (i1, i1, i1) {
  %a = "tfrt_test.async_constant.i1"() {value = 1 : i64} : () -> i1
  %b = "tfrt_test.async_constant.i1"() {value = 0 : ui8} : () -> i1
  %c = "tfrt_test.async_constant.i1"() {value = true} : () -> i1
  tfrt.return %a, %b, %c : i1, i1, i1
}

// CHECK-LABEL: --- Running 'arrays'
// CHECK: shape = [1, 2, 4, 1], values = [4.000000e+00, 5.000000e+00, 6.000000e+00, 5.000000e+00, 8.000000e+00, 9.000000e+00, 1.000000e+01, 5.000000e+00]
// ARRAY: .array.mlir:[[@LINE+15]]:10: error: {{.*}} attribute 1 must be a ui32 array attribute, but is a i32 array attribute: element 1: -1 does not fit ui32
// ARRAY-NOT: Running
func.func @arrays() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %image = "tfrt_dht.create_uninitialized_tensor.f32.4"() {shape = [1 : i64, 3 : i64, 4 : i64, 1 : i64]}
    : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_constant_values.f32"(%image, %ch0) {values = [
    -1.0 : f32, 1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 5.0 : f32,
    8.0 : f32, 9.0 : f32, 10.0 : f32, 1.0 : f32]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %out = "tfrt_dht.create_uninitialized_tensor.f32.4"() {shape = [1 : i64, 2 : i64, 4 : i64, 1 : i64]}
    : () -> !tfrt_tensor.tensor
  // Elements of tensors are converted as well.
  %bytes = "tfrt_dht.create_uninitialized_tensor.ui8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch2 = "tfrt_dht.set_tensor_with_constant_values.ui8"(%bytes, %ch1) {values = [255 : i64, 0 : i64]}
    : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.max_pooling_2d.f32"(%image, %out, %ch2) {padding = "valid", pool_size = [2 : i32, 1 : i32],
    strides = [1 : i64, 1 : i64]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %out, %ch3
  // CHECK: values = [255, 0]
  %ch5 = tfrt_dht.print_tensor %bytes, %ch4
  tfrt.return %ch5 : !tfrt.chain
}
