// Native functions, functions that run in one go, and the benchmark kernel.
// RUN: tfrt-run -O0 %s | FileCheck %s

func.func private @native_add(%a: i32, %b: i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(%a: i32, %b: i32) -> i32 attributes {tfrt.native}
func.func private @native_sink(%a: i32) attributes {tfrt.native}
func.func private @native_async_sink(%a: i32) -> !tfrt.chain attributes {tfrt.native}

// CHECK-LABEL: --- Running 'native'
// CHECK-NEXT: 'native' returned 42,72,!tfrt.chain value
func.func @native() -> (i32, i32, !tfrt.chain) {
  %a = tfrt.constant.i32 30
  %b = "tfrt_test.async_constant.i32"() {value = 12 : i32} : () -> i32
  %x = tfrt.call @native_add(%a, %b) : (i32, i32) -> i32
  %y = tfrt.call @native_async_add(%x, %a) : (i32, i32) -> i32
  tfrt.call @native_sink(%a) : (i32) -> ()
  %ch = tfrt.call @native_async_sink(%a) : (i32) -> !tfrt.chain
  tfrt.return %x, %y, %ch : i32, i32, !tfrt.chain
}

func.func @one(%a: i32, %b: i32) -> i32 attributes {tfrt.sync} {
  %x = "tfrt_test.sync_sum_attributes"() {a = 11 : i32, b = 22 : i32} : () -> i32
  tfrt.return %x : i32
}
func.func @two(%a: i32, %b: i32) -> (i32, i32) attributes {tfrt.sync} {
  %x = "tfrt_test.sync_sum_attributes"() {a = 1 : i32, b = 2 : i32} : () -> i32
  %y = "tfrt_test.sync_sum_attributes"() {a = 3 : i32, b = 4 : i32} : () -> i32
  tfrt.return %x, %y : i32, i32
}

// The runners have their oddities: one truncates the result's bits read as f32, the other asks for one result.
// CHECK-LABEL: --- Running 'sync'
// CHECK-NEXT: 'sync' returned 33,0,3,7,<<error: Invalid signature for function two. Expected 2 arguments and 1 results, but get 2 arguments and 2 results>>
func.func @sync() -> (i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %x = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %b) {fn = @one} : (i32, i32) -> i32
  %y = "tfrt_test.sync_function_runner.i32_i32.i32"(%a, %b) {fn = @one} : (i32, i32) -> i32
  %p, %q = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%a, %b) {fn = @two} : (i32, i32) -> (i32, i32)
  // expected-error @+1 {{Invalid signature for function two}}
  %r, %s = "tfrt_test.sync_function_runner.i32_i32.i32_i32"(%a, %b) {fn = @two} : (i32, i32) -> (i32, i32)
  tfrt.return %x, %y, %p, %q, %r : i32, i32, i32, i32, i32
}

// CHECK-LABEL: --- Running 'benchmark'
// CHECK-NEXT: BM:adder:Duration(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:Count: 5
// CHECK-NEXT: BM:adder:Time Min(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:Time 50%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:Time 95%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:Time 99%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:CPU Min(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:CPU 50%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:CPU 95%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:CPU 99%(ns): {{[0-9]+}}
// CHECK-NEXT: BM:adder:CPU utilization(percent): {{[0-9].[0-9]+e[+-][0-9]+}}
// CHECK-NEXT: 'benchmark' returned !tfrt.chain value
func.func @benchmark() -> !tfrt.chain {
  %x = tfrt.constant.i32 3
  %done = tfrt_test.benchmark "adder"(%x : i32) duration_secs = 1, max_count = 5, num_warmup_runs = 2 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  tfrt.return %done : !tfrt.chain
}
