// Functions of scalars with calls, loops and failures: compiled as a whole, with the results and errors of the interpreter.
// RUN: tfrt-run -O0 --jit=off %s | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager %s | FileCheck %s
// RUN: tfrt-run -O0 --jit=on --jit-threshold=100 --work_queue_type=mstd:2 %s | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager,stats --functions=sum_of_gcds %s 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tfrt-run -O0 --jit=eager,dump --functions=sum_of_gcds %s 2>&1 | FileCheck %s --check-prefix=DUMP

// STATS: 'sum_of_gcds' returned 618292
// STATS: jit: 1 units compiled
// STATS: sum_of_gcds: 15 kernels

// DUMP: ; jit: sum_of_gcds
// DUMP: sdiv

func.func @step(%a: i32, %b: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  // A constant that nobody uses has a stream of its own.
  %zero = tfrt.constant.i32 0
  %q, %r = "tfrt.div.i32"(%a, %b) : (i32, i32) -> (i32, i32)
  %more = "tfrt.lessequal.i32"(%one, %r) : (i32, i32) -> i1
  tfrt.return %b, %r, %more : i32, i32, i1
}

func.func @gcd(%a: i32, %b: i32) -> i32 {
  %true = tfrt.constant.i1 true
  %r:2 = tfrt.while %true @step(%a, %b) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0 : i32
}

func.func @add_gcd(%n: i32, %sum: i32) -> (i32, i32) {
  %one = tfrt.constant.i32 1
  %m = "tfrt.minus.i32"(%n, %one) : (i32, i32) -> i32
  %k = tfrt.constant.i32 360360
  %g = tfrt.call @gcd(%k, %n) : (i32, i32) -> (i32)
  %s = tfrt.add.i32 %sum, %g
  tfrt.return %m, %s : i32, i32
}

// CHECK: 'sum_of_gcds' returned 618292
func.func @sum_of_gcds() -> i32 {
  %n = tfrt.constant.i32 10000
  %z = tfrt.constant.i32 0
  %r:2 = tfrt.repeat.i32 %n, %n, %z : i32, i32 {
    %x:2 = tfrt.call @add_gcd(%n, %z) : (i32, i32) -> (i32, i32)
    tfrt.return %x#0, %x#1 : i32, i32
  }
  tfrt.return %r#1 : i32
}

// The counter comes to zero, by which nothing can be divided; what does not depend on it is there.
// CHECK: 'one_too_many' returned <<error: Divide by zero>>,7
func.func @one_too_many() -> (i32, i32) {
  %n = tfrt.constant.i32 10
  %z = tfrt.constant.i32 0
  %k = tfrt.constant.i32 11
  %seven = tfrt.constant.i32 7
  %r:2 = tfrt.repeat.i32 %k, %n, %z : i32, i32 {
    %hundred = tfrt.constant.i32 100
    %one = tfrt.constant.i32 1
    // expected-error @+1 {{Divide by zero}}
    %q, %rem = "tfrt.div.i32"(%hundred, %n) : (i32, i32) -> (i32, i32)
    %m = "tfrt.minus.i32"(%n, %one) : (i32, i32) -> i32
    %s = tfrt.add.i32 %z, %q
    tfrt.return %m, %s : i32, i32
  }
  tfrt.return %r#1, %seven : i32, i32
}

// CHECK: 'wrong_count' returned <<error: the trip count -1 is negative>>
func.func @wrong_count() -> i32 {
  %n = tfrt.constant.i32 -1
  // expected-error @+1 {{the trip count -1 is negative}}
  %r = tfrt.repeat.i32 %n, %n : i32 {
    %m = tfrt.add.i32 %n, %n
    tfrt.return %m : i32
  }
  tfrt.return %r : i32
}
