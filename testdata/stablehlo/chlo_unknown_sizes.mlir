// Operations of CHLO on tensors whose sizes are known only when the program runs, as they are and expanded by the pass; and broadcast dimensions that are
// not the last ones.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-opt --chlo-legalize-to-stablehlo %s | tfrt-run - | FileCheck %s
// RUN: tfrt-opt --chlo-legalize-to-stablehlo %s | FileCheck %s --check-prefix=EXPANDED

// EXPANDED-NOT: chlo.

func.func private @sum(%a: tensor<?x1xi32>, %b: tensor<?xi32>) -> tensor<?x?xi32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x1xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

func.func private @chosen(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = chlo.broadcast_select %0, %a, %b : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %2 = "chlo.constant_like"(%1) {value = 7 : i32} : (tensor<?xi32>) -> tensor<?xi32>
  %3 = chlo.broadcast_multiply %1, %2 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %3 : tensor<?xi32>
}

func.func private @functions(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.square %x : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.asinh %0 : tensor<?xf32> -> tensor<?xf32>
  %2 = chlo.erf %1 : tensor<?xf32> -> tensor<?xf32>
  %3 = chlo.next_after %2, %x : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Either operand may be the one of size one.
// CHECK-LABEL: --- Running 'unknown'
func.func @unknown() {
  %column = stablehlo.constant dense<[[10], [20], [30]]> : tensor<3x1xi32>
  %row = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %one = stablehlo.constant dense<[5]> : tensor<1xi32>
  %c = stablehlo.convert %column : (tensor<3x1xi32>) -> tensor<?x1xi32>
  %r = stablehlo.convert %row : (tensor<2xi32>) -> tensor<?xi32>
  %o = stablehlo.convert %one : (tensor<1xi32>) -> tensor<?xi32>
  %0 = call @sum(%c, %r) : (tensor<?x1xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %1 = stablehlo.convert %0 : (tensor<?x?xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[11, 12], [21, 22], [31, 32]]> : tensor<3x2xi32>
  %2 = call @chosen(%o, %r) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %3 = stablehlo.convert %2 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[7, 14]> : tensor<2xi32>
  %4 = call @chosen(%r, %o) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %5 = stablehlo.convert %4 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %5, dense<[7, 14]> : tensor<2xi32>
  %x = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %y = stablehlo.convert %x : (tensor<2xf32>) -> tensor<?xf32>
  %6 = call @functions(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %7 = stablehlo.convert %6 : (tensor<?xf32>) -> tensor<2xf32>
  check.expect_almost_eq_const %7, dense<[0.273639, 0.996947]> : tensor<2xf32>
  return
}

// CHECK-LABEL: --- Running 'dimensions'
func.func @dimensions() {
  %a = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %b = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %0, dense<[[11, 12, 13], [24, 25, 26], [37, 38, 39]]> : tensor<3x3xi32>
  %1 = chlo.broadcast_add %a, %b : (tensor<3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %1, dense<[[11, 22, 33], [14, 25, 36], [17, 28, 39]]> : tensor<3x3xi32>
  return
}
