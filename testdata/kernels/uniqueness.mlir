// A caller holds what it passes to a function until the call returns, the last use included: the value is not unique in the callee. After
// the call the caller's reference is gone.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O0 --work_queue_type=mstd:2 %s | FileCheck %s

func.func @is_unique(%v: i32) -> i1 {
  %unique = "tfrt_test.get_uniqueness"(%v) : (i32) -> i1
  tfrt.return %unique : i1
}

func.func @through_a_callee(%v: i32) -> i1 {
  %unique = tfrt.call @is_unique(%v) : (i32) -> i1
  tfrt.return %unique : i1
}

func.func @pass_on(%v: i32) -> i32 {
  tfrt.return %v : i32
}

// CHECK-LABEL: --- Running 'last_use'
// CHECK: 'last_use' returned 0
func.func @last_use() -> i1 {
  %v = tfrt.constant.i32 1
  %unique = tfrt.call @is_unique(%v) : (i32) -> i1
  tfrt.return %unique : i1
}

// CHECK-LABEL: --- Running 'two_calls'
// CHECK: 'two_calls' returned 0,0
func.func @two_calls() -> (i1, i1) {
  %v = tfrt.constant.i32 1
  %first = tfrt.call @is_unique(%v) : (i32) -> i1
  %second = tfrt.call @is_unique(%v) : (i32) -> i1
  tfrt.return %first, %second : i1, i1
}

// CHECK-LABEL: --- Running 'nested'
// CHECK: 'nested' returned 0
func.func @nested() -> i1 {
  %v = tfrt.constant.i32 1
  %unique = tfrt.call @through_a_callee(%v) : (i32) -> i1
  tfrt.return %unique : i1
}

// The call has returned: its result is the only reference.
// CHECK-LABEL: --- Running 'after_the_call'
// CHECK: 'after_the_call' returned 1
func.func @after_the_call() -> i1 {
  %v = tfrt.constant.i32 1
  %w = tfrt.call @pass_on(%v) : (i32) -> i32
  %unique = "tfrt_test.get_uniqueness"(%w) : (i32) -> i1
  tfrt.return %unique : i1
}

// A branch is a call.
// CHECK-LABEL: --- Running 'branch'
// CHECK: 'branch' returned 0
func.func @branch() -> i1 {
  %true = tfrt.constant.i1 true
  %v = tfrt.constant.i32 1
  %unique = tfrt.cond %true @is_unique @through_a_callee (%v) : (i32) -> (i1)
  tfrt.return %unique : i1
}

// The same in dataflow: the flag comes later.
// CHECK-LABEL: --- Running 'later'
// CHECK: 'later' returned 0
func.func @later() -> i1 {
  %true = "tfrt_test.async_constant.i1"() {value = true} : () -> i1
  %v = "tfrt_test.async_constant.i32"() {value = 3 : i32} : () -> i32
  %unique = tfrt.cond %true @is_unique @through_a_callee (%v) : (i32) -> (i1)
  tfrt.return %unique : i1
}

// Passed twice, and not used again.
// CHECK-LABEL: --- Running 'twice'
// CHECK: print vt_value(1)
// CHECK-NEXT: destroyed vt.value(1)
// CHECK-NEXT: print vt_value(2)
func.func @twice() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %v = "vt.constant"() {value = 1 : i32} : () -> !vt.value
  %ch1 = tfrt.call @print_one(%v, %v, %ch0) : (!vt.value, !vt.value, !tfrt.chain) -> !tfrt.chain
  %w = "vt.constant"() {value = 2 : i32} : () -> !vt.value
  %ch2 = "vt.print"(%w, %ch1) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @print_one(%v: !vt.value, %same: !vt.value, %ch0: !tfrt.chain) -> !tfrt.chain {
  %ch1 = "vt.print"(%v, %ch0) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
