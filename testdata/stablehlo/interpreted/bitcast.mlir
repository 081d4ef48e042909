// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  %r2 = stablehlo.bitcast_convert %c1 : (tensor<3xi4>) -> tensor<3xui4>
  %c3 = stablehlo.constant dense<[0, 8, 0]> : tensor<3xui4>
  %r4 = stablehlo.bitcast_convert %c3 : (tensor<3xui4>) -> tensor<3xi4>
  %c5 = stablehlo.constant dense<[-2, 1, 0, -1]> : tensor<4xi2>
  %r6 = stablehlo.bitcast_convert %c5 : (tensor<4xi2>) -> tensor<4xui2>
  %c7 = stablehlo.constant dense<[[-8, 0], [7, -1], [5, -7]]> : tensor<3x2xi4>
  %r8 = stablehlo.bitcast_convert %c7 : (tensor<3x2xi4>) -> tensor<3xi8>
  %c9 = stablehlo.constant dense<[[-2, 1], [0, -1], [-1, -2]]> : tensor<3x2xi2>
  %r10 = stablehlo.bitcast_convert %c9 : (tensor<3x2xi2>) -> tensor<3xui4>
  %c11 = stablehlo.constant dense<[[-2, 1, 0, -1], [-1, -2, 1, 0]]> : tensor<2x4xi2>
  %r12 = stablehlo.bitcast_convert %c11 : (tensor<2x4xi2>) -> tensor<2xi8>
  %c13 = stablehlo.constant dense<[[-8, 0, 7, -1], [5, -7, 1, -7]]> : tensor<2x4xi4>
  %r14 = stablehlo.bitcast_convert %c13 : (tensor<2x4xi4>) -> tensor<2xi16>
  %c15 = stablehlo.constant dense<[[0, 3, 2, 1, 1, 0, 3, 2, 2, 1, 0, 3, 3, 2, 1, 0], [0, 3, 2, 1, 1, 0, 3, 2, 2, 1, 0, 3, 3, 2, 1, 0], [0, 3, 2, 1, 1, 0, 3, 2, 2, 1, 0, 3, 3, 2, 1, 0]]> : tensor<3x16xui2>
  %r16 = stablehlo.bitcast_convert %c15 : (tensor<3x16xui2>) -> tensor<3xf32>
  %c17 = stablehlo.constant dense<[-128, 0, 127]> : tensor<3xi8>
  %r18 = stablehlo.bitcast_convert %c17 : (tensor<3xi8>) -> tensor<3x2xi4>
  %c19 = stablehlo.constant dense<[0, 32768, 0]> : tensor<3xui16>
  %r20 = stablehlo.bitcast_convert %c19 : (tensor<3xui16>) -> tensor<3x8xi2>
  %c21 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.015625]> : tensor<4xf32>
  %r22 = stablehlo.bitcast_convert %c21 : (tensor<4xf32>) -> tensor<4x8xi4>
  %c23 = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  %r24 = stablehlo.bitcast_convert %c23 : (tensor<3xi4>) -> tensor<3x2xi2>
  %c25 = stablehlo.constant dense<[-2147483648, 0, 2147483647, -1, 5]> : tensor<5xi32>
  %r26 = stablehlo.bitcast_convert %c25 : (tensor<5xi32>) -> tensor<5xf32>
  %c27 = stablehlo.constant dense<[0.0, 0.25, 14.0]> : tensor<3xf64>
  %r28 = stablehlo.bitcast_convert %c27 : (tensor<3xf64>) -> tensor<3x4xui16>
  %c29 = stablehlo.constant dense<[[-128, 0, 127, -1], [5, -127, 1, -127]]> : tensor<2x4xi8>
  %r30 = stablehlo.bitcast_convert %c29 : (tensor<2x4xi8>) -> tensor<2xi32>
  check.expect_eq_const %r2, dense<[8, 0, 7]> : tensor<3xui4>
  check.expect_eq_const %r4, dense<[0, -8, 0]> : tensor<3xi4>
  check.expect_eq_const %r6, dense<[2, 1, 0, 3]> : tensor<4xui2>
  check.expect_eq_const %r8, dense<[8, -9, -107]> : tensor<3xi8>
  check.expect_eq_const %r10, dense<[6, 12, 11]> : tensor<3xui4>
  check.expect_eq_const %r12, dense<[-58, 27]> : tensor<2xi8>
  check.expect_eq_const %r14, dense<[-2296, -28267]> : tensor<2xi16>
  check.expect_eq_const %r16, dense<3.28710085E-22> : tensor<3xf32>
  check.expect_eq_const %r18, dense<[[0, -8], [0, 0], [-1, 7]]> : tensor<3x2xi4>
  check.expect_eq_const %r20, dense<[[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, -2], [0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<3x8xi2>
  check.expect_eq_const %r22, dense<[[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, -8, -2, 3], [0, 0, 0, 0, 0, 6, 1, 4], [0, 0, 0, 0, 0, -8, -4, -5]]> : tensor<4x8xi4>
  check.expect_eq_const %r24, dense<[[0, -2], [0, 0], [-1, 1]]> : tensor<3x2xi2>
  check.expect_eq_const %r26, dense<[-0.000000e+00, 0.000000e+00, 0x7FFFFFFF, 0xFFFFFFFF, 7.006490e-45]> : tensor<5xf32>
  check.expect_eq_const %r28, dense<[[0, 0, 0, 0], [0, 0, 0, 16336], [0, 0, 0, 16428]]> : tensor<3x4xui16>
  check.expect_eq_const %r30, dense<[-8454016, -2130607867]> : tensor<2xi32>
  return
}
