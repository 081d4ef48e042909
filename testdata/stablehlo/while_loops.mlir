// Loops of known shapes are one op; they give what the ops give one by one.
//
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-run %s --work_queue_type=mstd:4
// RUN: tfrt-translate -O2 %s -o %t.bef && tfrt-run %t.bef
// RUN: tfrt-translate -O2 %s -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s --check-prefix=OPS

// Carries of several kinds: a counter, a scalar that is computed anew, one that stays as it is, two that change places, and a result that is
// given twice.
// OPS-LABEL: @carries
// OPS: "tfrt_region.while"
// OPS-SAME: carries = [0, 1, -3, -5, -4, 1]
func.func @carries() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %step = stablehlo.constant dense<0.25> : tensor<f32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %r:6 = stablehlo.while(%i = %zero, %y = %x, %s = %step, %p = %a, %q = %b, %last = %x) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>
    cond {
      %n = stablehlo.constant dense<7> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.add %y, %s : tensor<f32>
      stablehlo.return %next, %z, %s, %q, %p, %z : tensor<i32>, tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>
    }
  check.expect_eq_const %r#0, dense<7> : tensor<i32>
  check.expect_eq_const %r#1, dense<3.25> : tensor<f32>
  check.expect_eq_const %r#2, dense<0.25> : tensor<f32>
  check.expect_eq_const %r#3, dense<[3, 4]> : tensor<2xi64>
  check.expect_eq_const %r#4, dense<[1, 2]> : tensor<2xi64>
  check.expect_eq_const %r#5, dense<3.25> : tensor<f32>
  return
}

// What a round gives may be a constant, also one that its ops take, twice, and in a place that another carried value moves from. The values
// of the start are those of the first round alone.
// OPS-LABEL: @constants
// OPS: "tfrt_region.while"
// OPS-SAME: carries = [0, 1, 2, -3, 2, 3]
func.func @constants() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %pair = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r:6 = stablehlo.while(%i = %zero, %sum = %x, %one = %zero, %before = %zero, %again = %zero, %p = %pair) : tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>
    cond {
      %n = stablehlo.constant dense<9> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %other = stablehlo.constant dense<[-1, 3]> : tensor<2xi32>
      %next = stablehlo.add %i, %c : tensor<i32>
      %f = stablehlo.convert %one : (tensor<i32>) -> tensor<f32>
      %s = stablehlo.add %sum, %f : tensor<f32>
      stablehlo.return %next, %s, %c, %one, %c, %other : tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>
    }
  check.expect_eq_const %r#0, dense<9> : tensor<i32>
  check.expect_eq_const %r#1, dense<9.5> : tensor<f32>
  check.expect_eq_const %r#2, dense<1> : tensor<i32>
  check.expect_eq_const %r#3, dense<1> : tensor<i32>
  check.expect_eq_const %r#4, dense<1> : tensor<i32>
  check.expect_eq_const %r#5, dense<[-1, 3]> : tensor<2xi32>
  return
}

// A loop that never runs gives what it was given.
func.func @no_round() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %j = %zero) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %j : tensor<i32>
      stablehlo.return %next, %next : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  return
}

// Rows are read, and written into a tensor that the loop carries, one in each round, by a function.
// OPS-LABEL: @rows
// OPS: "tfrt_region.while"
func.func @rows() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %w = stablehlo.constant dense<[[2.0, 0.0], [1.0, -1.0]]> : tensor<2x2xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %start = stablehlo.constant dense<1.0> : tensor<1x2xf32>
  %r:5 = stablehlo.while(%in = %x, %weights = %w, %i = %zero, %sum = %start, %out = %empty) : tensor<3x2xf32>, tensor<2x2xf32>, tensor<i32>, tensor<1x2xf32>, tensor<3x2xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %first = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %row = stablehlo.dynamic_slice %in, %i, %first, sizes = [1, 2] : (tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %new:2 = func.call @cell(%weights, %sum, %row) : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
      %written = stablehlo.dynamic_update_slice %out, %new#1, %i, %first : (tensor<3x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %in, %weights, %next, %new#0, %written : tensor<3x2xf32>, tensor<2x2xf32>, tensor<i32>, tensor<1x2xf32>, tensor<3x2xf32>
    }
  check.expect_eq_const %r#3, dense<[[32.0, 3.0]]> : tensor<1x2xf32>
  check.expect_eq_const %r#4, dense<[[4.0, 1.0], [12.0, 3.0], [32.0, 3.0]]> : tensor<3x2xf32>
  return
}

func.func private @cell(%w: tensor<2x2xf32>, %sum: tensor<1x2xf32>, %row: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %p = stablehlo.dot_general %sum, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %q = stablehlo.add %p, %row : tensor<1x2xf32>
  return %q, %q : tensor<1x2xf32>, tensor<1x2xf32>
}

// A loop in a loop.
func.func @nested() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %s:2 = stablehlo.while(%j = %zero, %t = %sum) : tensor<i32>, tensor<i32>
        cond {
          %more = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %up = stablehlo.add %j, %one : tensor<i32>
          %u = stablehlo.add %t, %up : tensor<i32>
          stablehlo.return %up, %u : tensor<i32>, tensor<i32>
        }
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %s#1 : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %r#1, dense<20> : tensor<i32>
  return
}
