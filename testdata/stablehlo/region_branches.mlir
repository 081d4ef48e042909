// Branches in scalar regions: both are computed, and one is chosen.

// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s

func.func @reduce_if() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 2.0], [-1.0, 0.5, 3.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = "stablehlo.if"(%p) ({
      stablehlo.return %a : tensor<f32>
    }, {
      %q = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %q : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %i = stablehlo.constant dense<[0, 1, 2, -1, 7]> : tensor<5xi32>
  %c = "stablehlo.map"(%i) ({
  ^bb0(%a: tensor<i32>):
    %m = "stablehlo.case"(%a) ({
      %ten = stablehlo.constant dense<10> : tensor<i32>
      stablehlo.return %ten : tensor<i32>
    }, {
      stablehlo.return %a : tensor<i32>
    }, {
      %n = stablehlo.negate %a : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %c, dense<[10, 1, -2, 1, -7]> : tensor<5xi32>
  check.expect_eq_const %r, dense<6.0> : tensor<f32>
  return
}
