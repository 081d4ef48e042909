// Loops over numbers and small tensors are machine code; they give what rounds one after another give.
//
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-run %s --jit=off
// RUN: tfrt-run %s --jit=eager
// RUN: tfrt-run %s --jit=eager,avx2 --work_queue_type=mstd:3
// RUN: tfrt-run %s --jit=eager,stats 2>&1 | FileCheck %s --check-prefix=STATS

// STATS-DAG: loop of 5 members: 5 kernels
// STATS-DAG: loop of 3 members: 3 kernels
// STATS-NOT: has no code among rounds

// Divisions, comparisons and selections of integers: the number of steps until one is reached.
func.func @collatz() {
  %start = stablehlo.constant dense<27> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%x = %start, %n = %zero) : tensor<i32>, tensor<i32>
    cond {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %more = stablehlo.compare NE, %x, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %none = stablehlo.constant dense<0> : tensor<i32>
      %rest = stablehlo.remainder %x, %two : tensor<i32>
      %even = stablehlo.compare EQ, %rest, %none, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %half = stablehlo.divide %x, %two : tensor<i32>
      %product = stablehlo.multiply %x, %three : tensor<i32>
      %odd = stablehlo.add %product, %one : tensor<i32>
      %y = stablehlo.select %even, %half, %odd : tensor<i1>, tensor<i32>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %y, %m : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %r#0, dense<1> : tensor<i32>
  check.expect_eq_const %r#1, dense<111> : tensor<i32>
  return
}

// Numbers of all widths, carried side by side.
func.func @widths() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %a = stablehlo.constant dense<100> : tensor<i8>
  %b = stablehlo.constant dense<200> : tensor<ui8>
  %c = stablehlo.constant dense<-32000> : tensor<i16>
  %d = stablehlo.constant dense<4000000000> : tensor<ui32>
  %e = stablehlo.constant dense<1.0> : tensor<bf16>
  %f = stablehlo.constant dense<1.0> : tensor<f16>
  %g = stablehlo.constant dense<1.0> : tensor<f64>
  %h = stablehlo.constant dense<false> : tensor<i1>
  %r:9 = stablehlo.while(%i = %zero, %p = %a, %q = %b, %s = %c, %t = %d, %u = %e, %v = %f, %w = %g, %x = %h) : tensor<i64>, tensor<i8>, tensor<ui8>, tensor<i16>, tensor<ui32>, tensor<bf16>, tensor<f16>, tensor<f64>, tensor<i1>
    cond {
      %n = stablehlo.constant dense<15> : tensor<i64>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %i1 = stablehlo.add %i, %one : tensor<i64>
      %k = stablehlo.constant dense<5> : tensor<i8>
      %p1 = stablehlo.add %p, %k : tensor<i8>
      %l = stablehlo.constant dense<7> : tensor<ui8>
      %q1 = stablehlo.multiply %q, %l : tensor<ui8>
      %m = stablehlo.constant dense<100> : tensor<i16>
      %s1 = stablehlo.subtract %s, %m : tensor<i16>
      %o = stablehlo.constant dense<50000000> : tensor<ui32>
      %t1 = stablehlo.add %t, %o : tensor<ui32>
      %u0 = stablehlo.constant dense<1.1> : tensor<bf16>
      %u1 = stablehlo.multiply %u, %u0 : tensor<bf16>
      %v0 = stablehlo.constant dense<0.1> : tensor<f16>
      %v1 = stablehlo.add %v, %v0 : tensor<f16>
      %w0 = stablehlo.constant dense<0.5> : tensor<f64>
      %w1 = stablehlo.multiply %w, %w0 : tensor<f64>
      %x1 = stablehlo.not %x : tensor<i1>
      stablehlo.return %i1, %p1, %q1, %s1, %t1, %u1, %v1, %w1, %x1 : tensor<i64>, tensor<i8>, tensor<ui8>, tensor<i16>, tensor<ui32>, tensor<bf16>, tensor<f16>, tensor<f64>, tensor<i1>
    }
  check.expect_eq_const %r#0, dense<15> : tensor<i64>
  check.expect_eq_const %r#1, dense<-81> : tensor<i8>
  check.expect_eq_const %r#2, dense<248> : tensor<ui8>
  check.expect_eq_const %r#3, dense<32036> : tensor<i16>
  check.expect_eq_const %r#4, dense<455032704> : tensor<ui32>
  check.expect_eq_const %r#5, dense<4.25> : tensor<bf16>
  check.expect_eq_const %r#6, dense<2.494140625> : tensor<f16>
  check.expect_eq_const %r#7, dense<3.0517578125e-05> : tensor<f64>
  check.expect_eq_const %r#8, dense<true> : tensor<i1>
  return
}

// Rows of one tensor go into another; indices outside are brought in, and the row before the last round is not the one after.
func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %out = stablehlo.constant dense<0> : tensor<3x2xi32>
  %first = stablehlo.constant dense<-2> : tensor<i32>
  %sum = stablehlo.constant dense<0> : tensor<2xi32>
  %r:4 = stablehlo.while(%from = %x, %i = %first, %s = %sum, %to = %out) : tensor<3x2xi32>, tensor<i32>, tensor<2xi32>, tensor<3x2xi32>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %row = stablehlo.dynamic_slice %from, %i, %zero, sizes = [1, 2] : (tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
      %flat = stablehlo.reshape %row : (tensor<1x2xi32>) -> tensor<2xi32>
      %t = stablehlo.add %s, %flat : tensor<2xi32>
      %put = stablehlo.reshape %t : (tensor<2xi32>) -> tensor<1x2xi32>
      %next = stablehlo.dynamic_update_slice %to, %put, %i, %zero : (tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %from, %j, %t, %next : tensor<3x2xi32>, tensor<i32>, tensor<2xi32>, tensor<3x2xi32>
    }
  check.expect_eq_const %r#0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %r#2, dense<[21, 28]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[[3, 6], [6, 10], [21, 28]]> : tensor<3x2xi32>
  check.expect_eq_const %x, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %out, dense<0> : tensor<3x2xi32>
  return
}

// A number that the code of a sine cannot take makes it leave in the middle of a round, which then runs in another way; the rounds after it
// are machine code again.
func.func @leaves() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %y) : tensor<i32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %large = stablehlo.constant dense<1.0e30> : tensor<f32>
      %is = stablehlo.compare EQ, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %angle = stablehlo.select %is, %large, %a : tensor<i1>, tensor<f32>
      %s = stablehlo.sine %angle : tensor<f32>
      %t = stablehlo.sine %s : tensor<f32>
      %u = stablehlo.cosine %c : tensor<3xf32>
      stablehlo.return %j, %t, %u, %b : tensor<i32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>
    }
  %large = stablehlo.constant dense<1.0e30> : tensor<f32>
  %s0 = stablehlo.sine %large : tensor<f32>
  %s1 = stablehlo.sine %s0 : tensor<f32>
  %s2 = stablehlo.sine %s1 : tensor<f32>
  %s3 = stablehlo.sine %s2 : tensor<f32>
  check.expect_eq %r#1, %s3 : tensor<f32>
  %c0 = stablehlo.cosine %y : tensor<3xf32>
  %c1 = stablehlo.cosine %c0 : tensor<3xf32>
  check.expect_eq %r#2, %c1 : tensor<3xf32>
  check.expect_eq %r#3, %c1 : tensor<3xf32>
  return
}

// What does not change is read once, whatever it is; a loop without a round writes nothing.
func.func @stays() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
  %r:3 = stablehlo.while(%n = %x, %i = %x, %s = %y) : tensor<i32>, tensor<i32>, tensor<3xi32>
    cond {
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.add %s, %s : tensor<3xi32>
      stablehlo.return %n, %j, %t : tensor<i32>, tensor<i32>, tensor<3xi32>
    }
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#1, dense<3> : tensor<i32>
  check.expect_eq_const %r#2, dense<[7, 8, 9]> : tensor<3xi32>
  return
}
