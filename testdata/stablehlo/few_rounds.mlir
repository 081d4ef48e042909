// Loops of a few known rounds are written round by round; all others stay loops. Results are those of the loop.
//
// RUN: tfrt-translate %s -O2 -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-run %s --work_queue_type=mstd:3

// CHECK-LABEL: @counts
// CHECK-NOT: while
func.func @counts() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i, %sum = stablehlo.while(%a = %zero, %b = %zero) : tensor<i32>, tensor<i32>
    cond {
      %limit = stablehlo.constant dense<9> : tensor<i32>
      %less = stablehlo.compare LT, %a, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %next = stablehlo.add %two, %a : tensor<i32>
      %more = stablehlo.add %b, %a : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %i, dense<10> : tensor<i32>
  check.expect_eq_const %sum, dense<20> : tensor<i32>
  return
}

// Carried values change places, and a round calls a function and captures a value.
// CHECK-LABEL: @calls
// CHECK-NOT: while
func.func @calls(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<5> : tensor<ui8>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %p:3 = stablehlo.while(%i = %zero, %a = %x, %b = %one) : tensor<ui8>, tensor<2xf32>, tensor<2xf32>
    cond {
      %end = stablehlo.constant dense<2> : tensor<ui8>
      %less = stablehlo.compare GE, %i, %end, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %minus = stablehlo.constant dense<255> : tensor<ui8>
      %next = stablehlo.add %i, %minus : tensor<ui8>
      %c = func.call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
      %d = stablehlo.add %c, %x : tensor<2xf32>
      stablehlo.return %next, %b, %d : tensor<ui8>, tensor<2xf32>, tensor<2xf32>
    }
  return %p#1 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @never
// CHECK-NOT: while
func.func @never() {
  %three = stablehlo.constant dense<3> : tensor<i64>
  %i = stablehlo.while(%a = %three) : tensor<i64>
    cond {
      %other = stablehlo.constant dense<3> : tensor<i64>
      %less = stablehlo.compare NE, %a, %other, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %next = stablehlo.add %a, %one : tensor<i64>
      stablehlo.return %next : tensor<i64>
    }
  check.expect_eq_const %i, dense<3> : tensor<i64>
  return
}

// Too many rounds.
// CHECK-LABEL: @many
// CHECK: while
func.func @many() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.while(%a = %zero) : tensor<i32>
    cond {
      %limit = stablehlo.constant dense<100> : tensor<i32>
      %less = stablehlo.compare LT, %a, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %a, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  check.expect_eq_const %i, dense<100> : tensor<i32>
  return
}

// The counter leaves the range of its type, which the loop's own arithmetic says.
// CHECK-LABEL: @wraps
// CHECK: while
func.func @wraps() {
  %start = stablehlo.constant dense<100> : tensor<i8>
  %i = stablehlo.while(%a = %start) : tensor<i8>
    cond {
      %limit = stablehlo.constant dense<0> : tensor<i8>
      %more = stablehlo.compare GT, %a, %limit, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %step = stablehlo.constant dense<20> : tensor<i8>
      %next = stablehlo.add %a, %step : tensor<i8>
      stablehlo.return %next : tensor<i8>
    }
  check.expect_eq_const %i, dense<-116> : tensor<i8>
  return
}

func.func @main() {
  call @counts() : () -> ()
  call @never() : () -> ()
  call @many() : () -> ()
  call @wraps() : () -> ()
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = call @calls(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // (1, 1) -> (1, 3x) -> (3x, 2 + x) -> (2 + x, 7x) -> (7x, 2 (2 + x) + x)
  check.expect_eq_const %y, dense<[7.0, -14.0]> : tensor<2xf32>
  return
}
