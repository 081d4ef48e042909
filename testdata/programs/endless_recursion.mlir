// Calls that never stop to nest: an error that says which function it is, not the end of the process. Nothing is left behind.
// RUN: tfrt-run -O0 --jit=off --call-memory=2 %s | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager --call-memory=2 %s | FileCheck %s
// RUN: tfrt-run -O0 --call-memory=2 --work_queue_type=mstd:2 %s | FileCheck %s
// RUN: tfrt-run -O2 --jit-threshold=16 --call-memory=2 %s | FileCheck %s
// RUN: tfrt-run -O0 --call-memory=2 --print_error_code %s | FileCheck %s --check-prefix=CODE

// CODE: 'call_plain' returned <<error: calls nest too deep: 'plain' and the calls that wait for it need more than 2 MiB, code: RESOURCE_EXHAUSTED>>
func.func @plain(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %m = tfrt.add.i32 %n, %one
  // expected-error @+1 {{runtime error: calls nest too deep: 'plain' and the calls that wait for it need more than 2 MiB}}
  %r = tfrt.call @plain(%m) : (i32) -> i32
  %s = tfrt.add.i32 %r, %one
  tfrt.return %s : i32
}
// CHECK-LABEL: --- Running 'call_plain'
// CHECK-NEXT: 'call_plain' returned <<error: calls nest too deep: 'plain' and the calls that wait for it need more than 2 MiB>>
func.func @call_plain() -> i32 {
  %n = tfrt.constant.i32 0
  %r = tfrt.call @plain(%n) : (i32) -> i32
  tfrt.return %r : i32
}

// What the calls hold goes with them, and what has no end has no branches either.
func.func @branching(%text: !tfrt.string, %n: i32) -> (!tfrt.string, i32) {
  %a = "tfrt_test.append_string"(%text, %text) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  // expected-error @+1 {{calls nest too deep: 'branching'}}
  %b, %m = tfrt.call @branching(%text, %n) : (!tfrt.string, i32) -> (!tfrt.string, i32)
  %c, %k = tfrt.call @branching(%a, %m) : (!tfrt.string, i32) -> (!tfrt.string, i32)
  %d = "tfrt_test.append_string"(%b, %c) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %sum = tfrt.add.i32 %m, %k
  tfrt.return %d, %sum : !tfrt.string, i32
}
// CHECK-LABEL: --- Running 'call_branching'
// CHECK-NEXT: 'call_branching' returned <<error: calls nest too deep: 'branching'
func.func @call_branching() -> i32 {
  %n = tfrt.constant.i32 0
  %text = "tfrt_test.get_string"() {value = "x"} : () -> !tfrt.string
  %s, %r = tfrt.call @branching(%text, %n) : (!tfrt.string, i32) -> (!tfrt.string, i32)
  tfrt.return %r : i32
}

// Each call waits for what comes later.
func.func @waiting(%n: i32) -> i32 {
  %m = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  // expected-error @+1 {{calls nest too deep: 'waiting'}}
  %r = tfrt.call @waiting(%m) : (i32) -> i32
  tfrt.return %r : i32
}
// CHECK-LABEL: --- Running 'call_waiting'
// CHECK-NEXT: 'call_waiting' returned <<error: calls nest too deep: 'waiting'
func.func @call_waiting() -> i32 {
  %n = tfrt.constant.i32 0
  %r = tfrt.call @waiting(%n) : (i32) -> i32
  tfrt.return %r : i32
}

// Inside of kernels that call, in tasks and in loops.
func.func @task(%n: i32) -> i32 {
  // expected-error @+1 {{calls nest too deep: a region}}
  %r = tfrt_test.do.async %n : (i32) -> (i32) {
    %s = tfrt.call @task(%n) : (i32) -> i32
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}
// CHECK-LABEL: --- Running 'call_task'
// CHECK-NEXT: 'call_task' returned <<error: calls nest too deep: a region
func.func @call_task() -> i32 {
  %n = tfrt.constant.i32 0
  %r = tfrt.call @task(%n) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @block(%begin: i32, %end: i32) -> !tfrt.chain {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  // expected-error @+1 {{calls nest too deep: 'block'}}
  %done = tfrt.parallel_call.i32 %zero to %one fixed %one @block()
  tfrt.return %done : !tfrt.chain
}
// The loop's chain says that the blocks have run, not how.
// CHECK-LABEL: --- Running 'call_block'
// CHECK-NEXT: 'call_block' returned !tfrt.chain value
func.func @call_block() -> !tfrt.chain {
  %zero = tfrt.constant.i32 0
  %done = tfrt.call @block(%zero, %zero) : (i32, i32) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
