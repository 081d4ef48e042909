// Kernels of a library in C: at once, later, on the threads that may block, with payloads of their own, and failing.
// RUN: cc -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../executor/include %{testdata}/../executor/examples/c/greeter.c -o %t.so
// RUN: tfrt-run --shared_libs=%t.so %s | FileCheck %s
// RUN: tfrt-run --shared_libs=%t.so --work_queue_type=mstd:2 %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-run --shared_libs=%t.so %t.bef | FileCheck %s
// RUN: not tfrt-run %t.bef 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: unknown kernel name 'greeter.add'

// CHECK-LABEL: --- Running 'at_once'
// CHECK-NEXT: 'at_once' returned 42,8,2,3
func.func @at_once() -> (i32, i32, i32, i64) {
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 2
  %five = tfrt.constant.i32 5
  %sum = "greeter.add"(%a, %b) : (i32, i32) -> i32
  %q, %r = "greeter.div"(%sum, %five) : (i32, i32) -> (i32, i32)
  %n = "greeter.count"(%sum, %q, %r) : (i32, i32, i32) -> i64
  tfrt.return %sum, %q, %r, %n : i32, i32, i32, i64
}

// CHECK-LABEL: --- Running 'error'
// CHECK-NEXT: 'error' returned <<error: greeter: division by zero>>,7
func.func @error() -> (i32, i32) {
  %a = tfrt.constant.i32 7
  %b = tfrt.constant.i32 0
  // expected-error @+1 {{greeter: division by zero}}
  %q, %r = "greeter.div"(%a, %b) : (i32, i32) -> (i32, i32)
  %s = "greeter.add"(%q, %r) : (i32, i32) -> i32
  tfrt.return %s, %a : i32, i32
}

// CHECK-LABEL: --- Running 'payload'
// CHECK-NEXT: string = hello, world (3 times)
func.func @payload() {
  %ch0 = tfrt.new.chain
  %made = "greeter.make"() {text = "hello", times = 3 : i32} : () -> !greeter.greeting
  %line = "greeter.greet"(%made) : (!greeter.greeting) -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%line, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

// CHECK-LABEL: --- Running 'wrong_payload'
// CHECK-NEXT: 'wrong_payload' returned <<error: operand 0 is {{.*}}ByteString, but the kernel takes a greeting>>
func.func @wrong_payload() -> !tfrt.string {
  %text = "tfrt_test.get_string"() {value = "no greeting"} : () -> !tfrt.string
  // expected-error @+1 {{but the kernel takes a greeting}}
  %line = "greeter.greet"(%text) : (!tfrt.string) -> !tfrt.string
  tfrt.return %line : !tfrt.string
}

// CHECK-LABEL: --- Running 'later'
// CHECK-NEXT: 'later' returned 3,<<error: greeter: negative>>
func.func @later() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %b = "greeter.increment"(%a) : (i32) -> i32
  %c = "greeter.increment_blocking"(%b) : (i32) -> i32
  %minus = tfrt.constant.i32 -5
  // expected-error @+1 {{greeter: negative}}
  %d = "greeter.increment"(%minus) : (i32) -> i32
  %e = "greeter.add"(%d, %c) : (i32, i32) -> i32
  tfrt.return %c, %e : i32, i32
}

// CHECK-LABEL: --- Running 'tensor'
// CHECK-NEXT: DenseHostTensor dtype = f32, shape = [3], values = [5.000000e-01, 4.000000e+00, -9.000000e+00]
func.func @tensor() {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [3 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32]
  %u = "greeter.scale"(%t, %ch1) {by = [0.5 : f32, 2.0 : f32, -3.0 : f32]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %u, %ch1
  tfrt.return
}
