// Branches of a few numbers are all computed, and their results selected; others stay branches.
//
// RUN: tfrt-translate %s -O2 -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s

// CHECK-LABEL: @small
// CHECK-NOT: cond
func.func @small(%p: tensor<i1>, %x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r:2 = "stablehlo.if"(%p) ({
    %y = stablehlo.add %x, %x : tensor<2xi32>
    stablehlo.return %y, %x : tensor<2xi32>, tensor<2xi32>
  }, {
    %one = stablehlo.constant dense<1> : tensor<2xi32>
    %y = stablehlo.subtract %x, %one : tensor<2xi32>
    stablehlo.return %y, %x : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: @indexed
// CHECK-NOT: case
func.func @indexed(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %y = stablehlo.negate %x : tensor<i32>
    stablehlo.return %y : tensor<i32>
  }, {
    %y = func.call @twice(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %y : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.add %x, %x : tensor<i32>
  return %y : tensor<i32>
}

// CHECK-LABEL: @large
// CHECK: cond
func.func @large(%p: tensor<i1>, %x: tensor<4096xf32>) -> tensor<4096xf32> {
  %r = "stablehlo.if"(%p) ({
    %y = stablehlo.sine %x : tensor<4096xf32>
    stablehlo.return %y : tensor<4096xf32>
  }, {
    stablehlo.return %x : tensor<4096xf32>
  }) : (tensor<i1>) -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}

func.func @results() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %a:2 = func.call @small(%true, %x) : (tensor<i1>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %a#0, dense<[6, 8]> : tensor<2xi32>
  check.expect_eq_const %a#1, dense<[3, 4]> : tensor<2xi32>
  %b:2 = func.call @small(%false, %x) : (tensor<i1>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %b#0, dense<[2, 3]> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %c = func.call @indexed(%zero, %five) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %c, dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %d = func.call @indexed(%one, %five) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %d, dense<-5> : tensor<i32>
  // An index without a branch of its own selects the last one.
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %e = func.call @indexed(%minus, %five) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %e, dense<10> : tensor<i32>
  %f = func.call @indexed(%five, %five) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %f, dense<10> : tensor<i32>
  return
}
