// The chain of a parallel loop comes after all kernels of its bodies, also where a body without results leaves some for later.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O0 --work_queue_type=mstd:2 %s | FileCheck %s

func.func @add_later(%begin: i32, %end: i32, %sum: !test.atomic.i32) {
  %both = "tfrt_test.async_add.i32"(%begin, %end) : (i32, i32) -> i32
  %again = "tfrt_test.async_copy.with_delay.i32"(%both) : (i32) -> i32
  %ch = tfrt.new.chain
  %done = "tfrt_test.atomic.add.i32"(%sum, %again, %ch) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

func.func @add_in_call(%begin: i32, %end: i32, %sum: !test.atomic.i32) {
  tfrt.call @add_later(%begin, %end, %sum) : (i32, i32, !test.atomic.i32) -> ()
  tfrt.return
}

// CHECK-LABEL: --- Running 'call'
// CHECK: 'call' returned 100
func.func @call() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 10
  %block = tfrt.constant.i32 1
  %sum = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @add_later(%sum) : !test.atomic.i32
  %value, %ch = "tfrt_test.atomic.get.i32"(%sum, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %value : i32
}

// CHECK-LABEL: --- Running 'call_of_call'
// CHECK: 'call_of_call' returned 100
func.func @call_of_call() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 10
  %block = tfrt.constant.i32 1
  %sum = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @add_in_call(%sum) : !test.atomic.i32
  %value, %ch = "tfrt_test.atomic.get.i32"(%sum, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %value : i32
}
