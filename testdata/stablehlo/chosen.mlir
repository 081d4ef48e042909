// A choice by a condition that is known takes one of its tensors, and the other one is not computed: neither is a loop that would never end.
//
// RUN: tfrt-run --timeout=60 %s
// RUN: tfrt-translate -O2 %s -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s

// CHECK-LABEL: @chosen
// CHECK-NOT: while
// CHECK-LABEL: @nested
// CHECK-NOT: hlo.select
// CHECK-NOT: hlo.cosine

func.func private @endless(%a: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %b = %a) : tensor<i32>, tensor<3xf32>
    cond {
      %more = stablehlo.compare GE, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.multiply %i, %zero : tensor<i32>
      %x = stablehlo.sine %b : tensor<3xf32>
      stablehlo.return %next, %x : tensor<i32>, tensor<3xf32>
    }
  return %r#1 : tensor<3xf32>
}

func.func @chosen() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %p = stablehlo.constant dense<0.3> : tensor<3xf32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %is_less = stablehlo.compare LT, %p, %half, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %r = func.call @endless(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %s = stablehlo.select %is_less, %a, %r : tensor<3xi1>, tensor<3xf32>
  check.expect_eq_const %s, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return
}

// What is chosen may itself be a choice.
func.func @nested(%a: tensor<2xf32>) -> tensor<2xf32> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<2xi1>
  %b = stablehlo.cosine %a : tensor<2xf32>
  %c = stablehlo.select %no, %b, %a : tensor<2xi1>, tensor<2xf32>
  %d = stablehlo.select %yes, %c, %b : tensor<i1>, tensor<2xf32>
  return %d : tensor<2xf32>
}

func.func @runs_nested() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = func.call @nested(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
