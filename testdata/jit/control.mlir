// Control flow within control flow, of many types: the same results and errors compiled as interpreted.
// RUN: tfrt-run -O0 --jit=off %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 --jit=off %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 --jit=eager %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager --work_queue_type=mstd:2 %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 --jit=on --jit-threshold=16 --work_queue_type=mstd:2 %s 2>&1 | FileCheck %s

// Collatz numbers: steps until 1.
func.func @collatz_step(%n: i64, %steps: i32) -> (i64, i32, i1) {
  %one = tfrt.constant.i64 1
  %two = tfrt.constant.i64 2
  %three = tfrt.constant.i64 3
  %q, %r = "tfrt.div.i64"(%n, %two) : (i64, i64) -> (i64, i64)
  %odd = "tfrt.equal.i64"(%r, %one) : (i64, i64) -> i1
  %m = tfrt.if %odd, %n, %q : (i64, i64) -> i64 {
    %k = tfrt.constant.i64 3
    %i = tfrt.constant.i64 1
    %t = tfrt.mul.i64 %n, %k
    %u = tfrt.add.i64 %t, %i
    tfrt.return %u : i64
  } else {
    tfrt.return %q : i64
  }
  %tick = tfrt.constant.i32 1
  %s = tfrt.add.i32 %steps, %tick
  %done = "tfrt.lessequal.i64"(%m, %one) : (i64, i64) -> i1
  %yes = tfrt.constant.i1 true
  %go = "tfrt_arith.xori.i1"(%done, %yes) : (i1, i1) -> i1
  tfrt.return %m, %s, %go : i64, i32, i1
}
func.func @collatz(%n: i64, %best: i32) -> (i64, i32) {
  %zero = tfrt.constant.i32 0
  %go = tfrt.constant.i1 true
  %r:2 = tfrt.while %go @collatz_step(%n, %zero) parallel_iterations(1) : (i64, i32) -> (i64, i32)
  %less = "tfrt.lessequal.i32"(%best, %r#1) : (i32, i32) -> i1
  %one = tfrt.constant.i64 1
  %next = tfrt.add.i64 %n, %one
  %b = tfrt.cond %less @second @first(%best, %r#1) : (i32, i32) -> (i32)
  tfrt.return %next, %b : i64, i32
}
func.func @first(%a: i32, %b: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @second(%a: i32, %b: i32) -> i32 {
  tfrt.return %b : i32
}
// A choice in a loop in a loop. Below 6202, 6171 takes longest.
// CHECK-LABEL: 'longest_collatz' returned 261
func.func @longest_collatz() -> i32 {
  %n = tfrt.constant.i32 6200
  %start = tfrt.constant.i64 2
  %best = tfrt.constant.i32 0
  %r:2 = tfrt.repeat.i32 %n, %start, %best : i64, i32 {
    %s:2 = tfrt.call @collatz(%start, %best) : (i64, i32) -> (i64, i32)
    tfrt.return %s#0, %s#1 : i64, i32
  }
  tfrt.return %r#1 : i32
}

func.func @is_even(%n: i32) -> i1 {
  %zero = tfrt.constant.i32 0
  %end = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %end, %n : (i32) -> i1 {
    %t = tfrt.constant.i1 true
    tfrt.return %t : i1
  } else {
    %less = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %less
    %s = tfrt.call @is_odd(%m) : (i32) -> (i1)
    tfrt.return %s : i1
  }
  tfrt.return %r : i1
}
func.func @is_odd(%n: i32) -> i1 {
  %zero = tfrt.constant.i32 0
  %end = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %end, %n : (i32) -> i1 {
    %f = tfrt.constant.i1 false
    tfrt.return %f : i1
  } else {
    %less = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %less
    %s = tfrt.call @is_even(%m) : (i32) -> (i1)
    tfrt.return %s : i1
  }
  tfrt.return %r : i1
}
// Deeper than any native stack.
// CHECK-LABEL: 'mutual_recursion' returned 0,1
func.func @mutual_recursion() -> (i1, i1) {
  %n = tfrt.constant.i32 300001
  %a = tfrt.call @is_even(%n) : (i32) -> (i1)
  %b = tfrt.call @is_odd(%n) : (i32) -> (i1)
  tfrt.return %a, %b : i1, i1
}

func.func @case0(%x: i32) -> i32 {
  %c = tfrt.constant.i32 100
  %r = tfrt.add.i32 %x, %c
  tfrt.return %r : i32
}
func.func @case1(%x: i32) -> i32 {
  %c = tfrt.constant.i32 3
  %r = tfrt.mul.i32 %x, %c
  tfrt.return %r : i32
}
func.func @case2(%x: i32) -> i32 {
  %c = tfrt.constant.i32 7
  %r = "tfrt.minus.i32"(%x, %c) : (i32, i32) -> i32
  tfrt.return %r : i32
}
func.func @case3(%x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: Divide by zero}}
  %q, %r = "tfrt.div.i32"(%x, %zero) : (i32, i32) -> (i32, i32)
  tfrt.return %q : i32
}
func.func @dispatch(%i: i32, %x: i32) -> (i32, i32) {
  %y = tfrt.case %i [@case0, @case1, @case2, @case1, @case0, @case2, @case1, @case0, @case3](%x) : (i32) -> (i32)
  %one = tfrt.constant.i32 1
  %j = tfrt.add.i32 %i, %one
  tfrt.return %j, %y : i32, i32
}
// CHECK-LABEL: 'interpreter' returned 8,3151
func.func @interpreter() -> (i32, i32) {
  %n = tfrt.constant.i32 8
  %i = tfrt.constant.i32 0
  %x = tfrt.constant.i32 5
  %r:2 = tfrt.repeat.i32 %n, %i, %x : i32, i32 {
    %s:2 = tfrt.call @dispatch(%i, %x) : (i32, i32) -> (i32, i32)
    tfrt.return %s#0, %s#1 : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}
// The ninth case divides by zero, in the middle of a loop: from then on, errors are carried.
// CHECK-LABEL: --- Running 'interpreter_fails'
// CHECK: 'interpreter_fails' returned <<error: Divide by zero>>,<<error: Divide by zero>>
func.func @interpreter_fails() -> (i32, i32) {
  %n = tfrt.constant.i32 20
  %i = tfrt.constant.i32 0
  %x = tfrt.constant.i32 5
  %r:2 = tfrt.repeat.i32 %n, %i, %x : i32, i32 {
    %s:2 = tfrt.call @dispatch(%i, %x) : (i32, i32) -> (i32, i32)
    tfrt.return %s#0, %s#1 : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @twenty(%a: i32, %b: i64, %c: f32, %d: i1) -> (i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1) {
  %e = tfrt.add.i32 %a, %a
  %f = tfrt.add.i64 %b, %b
  %g = tfrt.add.f32 %c, %c
  %h = "tfrt.and.i1"(%d, %d) : (i1, i1) -> i1
  %i = tfrt.mul.i32 %e, %a
  %j = tfrt.mul.i64 %f, %b
  %k = tfrt.add.f32 %g, %c
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %d, %e, %b, %c, %h, %i, %f, %g, %d : i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1
}
// CHECK-LABEL: 'many_results' returned 18,18,7.500000e+00,1
func.func @many_results() -> (i32, i64, f32, i1) {
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.i64 3
  %c = tfrt.constant.f32 2.5
  %d = tfrt.constant.i1 true
  %r:20 = tfrt.call @twenty(%a, %b, %c, %d) : (i32, i64, f32, i1) -> (i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1, i32, i64, f32, i1)
  tfrt.return %r#16, %r#9, %r#10, %r#19 : i32, i64, f32, i1
}

// Narrow numbers wrap and saturate.
// CHECK-LABEL: 'narrow' returned 1,-128,1.500000e+00,2.500000e+00
func.func @narrow() -> (i1, i64, f32, f32) {
  %n = tfrt.constant.i32 255
  %a = "tfrt_arith.constant.i8"() {value = 127 : i8} : () -> i8
  %one = "tfrt_arith.constant.i8"() {value = 1 : i8} : () -> i8
  %h = "tfrt.constant.f16"() {value = 1.5 : f16} : () -> f16
  %b = "tfrt.constant.bf16"() {value = 2.5 : bf16} : () -> bf16
  %r:4 = tfrt.repeat.i32 %n, %a, %one, %h, %b : i8, i8, f16, bf16 {
    %s = "tfrt_arith.addi.i8"(%a, %one) : (i8, i8) -> i8
    %z = "tfrt.constant.f16"() {value = 0.0 : f16} : () -> f16
    %i = "tfrt_arith.addf.f16"(%h, %z) : (f16, f16) -> f16
    %y = "tfrt.constant.bf16"() {value = 0.0 : bf16} : () -> bf16
    %c = "tfrt_arith.addf.bf16"(%b, %y) : (bf16, bf16) -> bf16
    tfrt.return %s, %one, %i, %c : i8, i8, f16, bf16
  }
  %t = "tfrt_arith.addi.i8"(%r#0, %one) : (i8, i8) -> i8
  %u = "tfrt_arith.addi.i8"(%t, %one) : (i8, i8) -> i8
  %wide = "tfrt_arith.extsi.i8.i64"(%u) : (i8) -> i64
  %f = "tfrt_arith.extf.f16.f32"(%r#2) : (f16) -> f32
  %g = "tfrt_arith.extf.bf16.f32"(%r#3) : (bf16) -> f32
  %lowest = tfrt.constant.i64 -128
  %same = "tfrt.equal.i64"(%wide, %lowest) : (i64, i64) -> i1
  tfrt.return %same, %wide, %f, %g : i1, i64, f32, f32
}

func.func @waits(%x: i32) -> (i32, i32) {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.mul.i32 %a, %x
  %c = "tfrt_test.async_add.i32"(%a, %b) : (i32, i32) -> i32
  %d = tfrt.add.i32 %c, %b
  %e = tfrt.mul.i32 %d, %a
  // expected-error @+1 {{runtime error: Divide by zero}}
  %q, %r = "tfrt.div.i32"(%e, %x) : (i32, i32) -> (i32, i32)
  tfrt.return %d, %q : i32, i32
}
// Calls of what waits, within a loop.
// CHECK-LABEL: 'waits_in_loops' returned 10761680,572300
func.func @waits_in_loops() -> (i32, i32) {
  %n = tfrt.constant.i32 3
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.i32 1
  %r:2 = tfrt.repeat.i32 %n, %x, %y : i32, i32 {
    %s:2 = tfrt.call @waits(%x) : (i32) -> (i32, i32)
    tfrt.return %s#0, %s#1 : i32, i32
  }
  %t:2 = tfrt.call @waits(%y) : (i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}
// CHECK-LABEL: --- Running 'waits_and_fails'
// CHECK: 'waits_and_fails' returned 0,<<error: Divide by zero>>
func.func @waits_and_fails() -> (i32, i32) {
  %x = tfrt.constant.i32 0
  %t:2 = tfrt.call @waits(%x) : (i32) -> (i32, i32)
  tfrt.return %t#0, %t#1 : i32, i32
}

func.func @expensive() -> i32 {
  %n = tfrt.constant.i32 1000
  %x = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %r:2 = tfrt.repeat.i32 %n, %x, %one : i32, i32 {
    %s = tfrt.add.i32 %x, %one
    tfrt.return %s, %one : i32, i32
  }
  tfrt.return %r#0 : i32
}
// CHECK-LABEL: 'once_of_a_loop' returned 3000
func.func @once_of_a_loop() -> i32 {
  %a = tfrt.once @expensive() : () -> (i32)
  %b = tfrt.once @expensive() : () -> (i32)
  %c = tfrt.call @expensive() : () -> (i32)
  %d = tfrt.add.i32 %a, %b
  %e = tfrt.add.i32 %d, %c
  tfrt.return %e : i32
}
