// Parallel loops run on the threads of the work queue; results do not depend on how many there are.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run --work_queue_type=mstd:4 %s | FileCheck %s
// RUN: tfrt-run --work_queue_type=mstd:2 --jit=off %s | FileCheck %s

// CHECK: 'sum' returned 49995000
func.func @sum() -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 10000 : index
  %init = arith.constant 0 : i64
  %sum = scf.parallel (%i) = (%zero) to (%end) step (%one) init (%init) -> i64 {
    %x = arith.index_cast %i : index to i64
    scf.reduce(%x : i64) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }
  }
  return %sum : i64
}

// Two dimensions, two reductions, a value from outside, a loop inside.
func.func private @grid(%n: index, %m: index, %k: i32) -> (i32, f64) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %init = arith.constant 1000 : i32
  %low = arith.constant -1.0 : f64
  %r:2 = scf.parallel (%i, %j) = (%one, %two) to (%n, %m) step (%two, %three) init (%init, %low) -> (i32, f64) {
    %p = arith.muli %i, %j : index
    %x = arith.index_cast %p : index to i32
    %y = scf.for %l = %zero to %two step %one iter_args(%s = %x) -> (i32) {
      %t = arith.addi %s, %k : i32
      scf.yield %t : i32
    }
    %f = arith.sitofp %y : i32 to f64
    scf.reduce(%y, %f : i32, f64) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      scf.reduce.return %c : i32
    }, {
    ^bb0(%a: f64, %b: f64):
      %c = arith.maximumf %a, %b : f64
      scf.reduce.return %c : f64
    }
  }
  return %r#0, %r#1 : i32, f64
}
// i is 1, 3, 5 and j is 2, 5, 8: the sum is 1000 + 9 * 15 + 9 * 2 * 10, the largest 5 * 8 + 20.
// CHECK: 'full' returned 1315,6.000000e+01
func.func @full() -> (i32, f64) {
  %n = arith.constant 7 : index
  %m = arith.constant 9 : index
  %k = arith.constant 10 : i32
  %r:2 = call @grid(%n, %m, %k) : (index, index, i32) -> (i32, f64)
  return %r#0, %r#1 : i32, f64
}
// CHECK: 'empty' returned 1000,-1.000000e+00
func.func @empty() -> (i32, f64) {
  %n = arith.constant 7 : index
  %m = arith.constant 2 : index
  %k = arith.constant 10 : i32
  %r:2 = call @grid(%n, %m, %k) : (index, index, i32) -> (i32, f64)
  return %r#0, %r#1 : i32, f64
}

// Iterations are joined in order: the first and the last number of a range are its ends.
// CHECK: 'ordered' returned 3,702
func.func @ordered() -> (i32, i32) {
  %lower = arith.constant 4 : index
  %upper = arith.constant 703 : index
  %one = arith.constant 1 : index
  %first = arith.constant 3 : i32
  %none = arith.constant -1 : i32
  %r:2 = scf.parallel (%i) = (%lower) to (%upper) step (%one) init (%first, %none) -> (i32, i32) {
    %x = arith.index_cast %i : index to i32
    scf.reduce(%x, %x : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %b : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

// A parallel loop in another one.
// CHECK: 'nested' returned 4950
func.func @nested() -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 100 : index
  %init = arith.constant 0 : i64
  %unit = arith.constant 1 : i64
  %sum = scf.parallel (%i) = (%zero) to (%end) step (%one) init (%init) -> i64 {
    %inner = scf.parallel (%j) = (%zero) to (%i) step (%one) init (%init) -> i64 {
      scf.reduce(%unit : i64) {
      ^bb0(%a: i64, %b: i64):
        %c = arith.addi %a, %b : i64
        scf.reduce.return %c : i64
      }
    }
    scf.reduce(%inner : i64) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }
  }
  return %sum : i64
}

// A failed iteration is the error of the loop.
func.func @fails() -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 100 : index
  %init = arith.constant 0 : i64
  %bad = arith.constant 77 : i64
  %sum = scf.parallel (%i) = (%zero) to (%end) step (%one) init (%init) -> i64 {
    %x = arith.index_cast %i : index to i64
    %d = arith.subi %x, %bad : i64
    // expected-error @+1 {{Divide by zero}}
    %q = arith.divsi %bad, %d : i64
    scf.reduce(%q : i64) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }
  }
  return %sum : i64
}

// Without results, iterations are run for what they check.
// CHECK: 'quiet' returned 7
func.func @quiet() -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 1000 : index
  %limit = arith.constant 1000 : index
  %r = arith.constant 7 : i32
  scf.parallel (%i) = (%zero) to (%end) step (%one) {
    %ok = arith.cmpi ult, %i, %limit : index
    cf.assert %ok, "in range"
  }
  return %r : i32
}
// CHECK: 'bad' returned 7
func.func @bad() -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 1000 : index
  %limit = arith.constant 999 : index
  %r = arith.constant 7 : i32
  scf.parallel (%i) = (%zero) to (%end) step (%one) {
    %ok = arith.cmpi ult, %i, %limit : index
    // expected-error @+1 {{in range}}
    cf.assert %ok, "in range"
  }
  return %r : i32
}
