// Work that is queued, work that blocks, and loops over ranges; the same values with one thread and with four.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O0 --work_queue_type=mstd:4,4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'queued'
// CHECK-NEXT: 'queued' returned 1,30,30,30,40
func.func @queued() -> (i1, i32, i32, i32, i64) {
  %t = "tfrt_test.async_constant.i1"() {value = true} : () -> i1
  %a = "tfrt_test.async_constant.i32"() {value = 10 : i32} : () -> i32
  %b = tfrt.constant.i32 20
  %s = "tfrt_test.async_add.i32"(%a, %b) : (i32, i32) -> i32
  %c = "tfrt_test.async_copy.i32"(%s) : (i32) -> i32
  %d = "tfrt_test.async_copy_2.i32"(%c) : (i32) -> i32
  %l = tfrt.constant.i64 40
  %e = "tfrt_test.async_copy.with_delay.i64"(%l) : (i64) -> i64
  tfrt.return %t, %s, %c, %d, %e : i1, i32, i32, i32, i64
}

// CHECK-LABEL: --- Running 'blocked'
// CHECK-NEXT: Slept for 100 microseconds
// CHECK-NEXT: 'blocked' returned !tfrt.chain value
func.func @blocked() -> !tfrt.chain {
  %n = tfrt.constant.i32 100
  %ch = "tfrt_test.blocking.usleep"(%n) : (i32) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}

// CHECK-LABEL: --- Running 'do_async'
// CHECK-NEXT: 'do_async' returned 10,15
func.func @do_async() -> (i32, i32) {
  %a = tfrt.constant.i32 5
  %x, %y = tfrt_test.do.async %a : (i32) -> (i32, i32) {
    %s = tfrt.add.i32 %a, %a
    %t = "tfrt_test.async_add.i32"(%s, %a) : (i32, i32) -> i32
    tfrt.return %s, %t : i32, i32
  }
  tfrt.return %x, %y : i32, i32
}

// The sum of 0 to 99 in blocks of 7.
func.func @add_block(%begin: i32, %end: i32, %total: !test.atomic.i32) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %count = "tfrt.minus.i32"(%end, %begin) : (i32, i32) -> i32
  %i, %ch, %t, %o = tfrt.repeat.i32 %count, %begin, %ch0, %total, %one : i32, !tfrt.chain, !test.atomic.i32, i32 {
    %next = tfrt.add.i32 %begin, %one
    %added = "tfrt_test.atomic.add.i32"(%total, %begin, %ch0) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %next, %added, %total, %one : i32, !tfrt.chain, !test.atomic.i32, i32
  }
  tfrt.return %ch : !tfrt.chain
}

// CHECK-LABEL: --- Running 'parallel'
// CHECK-NEXT: 'parallel' returned 4950
func.func @parallel() -> i32 {
  %total = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %begin = tfrt.constant.i32 0
  %end = tfrt.constant.i32 100
  %block = tfrt.constant.i32 7
  %done = tfrt.parallel_call.i32 %begin to %end fixed %block @add_block(%total) : !test.atomic.i32
  %sum, %ch = "tfrt_test.atomic.get.i32"(%total, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %sum : i32
}

// CHECK-LABEL: --- Running 'no_blocks'
// CHECK-NEXT: 'no_blocks' returned !tfrt.chain value,<<error: block size must be > 0, but got 0>>
func.func @no_blocks() -> (!tfrt.chain, !tfrt.chain) {
  %five = tfrt.constant.i32 5
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %five_too = tfrt.constant.i32 5
  %none = tfrt.constant.i32 0
  %empty = tfrt.parallel_for.i32 %five to %five_too fixed %one {
    tfrt.return
  }
  // expected-error @+1 {{block size must be > 0, but got 0}}
  %bad = tfrt.parallel_for.i32 %zero to %five fixed %none {
    tfrt.return
  }
  tfrt.return %empty, %bad : !tfrt.chain, !tfrt.chain
}
