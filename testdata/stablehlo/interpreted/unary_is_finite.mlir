// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E3M4>
  %r2 = stablehlo.is_finite %c1 : (tensor<8xf8E3M4>) -> tensor<8xi1>
  %c3 = stablehlo.constant dense<[0x70, 0xF0, 0x78, -0.0]> : tensor<4xf8E3M4>
  %r4 = stablehlo.is_finite %c3 : (tensor<4xf8E3M4>) -> tensor<4xi1>
  %c5 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3>
  %r6 = stablehlo.is_finite %c5 : (tensor<8xf8E4M3>) -> tensor<8xi1>
  %c7 = stablehlo.constant dense<[0x78, 0xF8, 0x7C, -0.0]> : tensor<4xf8E4M3>
  %r8 = stablehlo.is_finite %c7 : (tensor<4xf8E4M3>) -> tensor<4xi1>
  %c9 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FN>
  %r10 = stablehlo.is_finite %c9 : (tensor<8xf8E4M3FN>) -> tensor<8xi1>
  %c11 = stablehlo.constant dense<[0x7F, -0.0]> : tensor<2xf8E4M3FN>
  %r12 = stablehlo.is_finite %c11 : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  %c13 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FNUZ>
  %r14 = stablehlo.is_finite %c13 : (tensor<8xf8E4M3FNUZ>) -> tensor<8xi1>
  %c15 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3FNUZ>
  %r16 = stablehlo.is_finite %c15 : (tensor<1xf8E4M3FNUZ>) -> tensor<1xi1>
  %c17 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3B11FNUZ>
  %r18 = stablehlo.is_finite %c17 : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xi1>
  %c19 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3B11FNUZ>
  %r20 = stablehlo.is_finite %c19 : (tensor<1xf8E4M3B11FNUZ>) -> tensor<1xi1>
  %c21 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2>
  %r22 = stablehlo.is_finite %c21 : (tensor<8xf8E5M2>) -> tensor<8xi1>
  %c23 = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, -0.0]> : tensor<4xf8E5M2>
  %r24 = stablehlo.is_finite %c23 : (tensor<4xf8E5M2>) -> tensor<4xi1>
  %c25 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2FNUZ>
  %r26 = stablehlo.is_finite %c25 : (tensor<8xf8E5M2FNUZ>) -> tensor<8xi1>
  %c27 = stablehlo.constant dense<[0x80]> : tensor<1xf8E5M2FNUZ>
  %r28 = stablehlo.is_finite %c27 : (tensor<1xf8E5M2FNUZ>) -> tensor<1xi1>
  %c29 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xbf16>
  %r30 = stablehlo.is_finite %c29 : (tensor<10xbf16>) -> tensor<10xi1>
  %c31 = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, -0.0]> : tensor<4xbf16>
  %r32 = stablehlo.is_finite %c31 : (tensor<4xbf16>) -> tensor<4xi1>
  %c33 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf16>
  %r34 = stablehlo.is_finite %c33 : (tensor<10xf16>) -> tensor<10xi1>
  %c35 = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, -0.0]> : tensor<4xf16>
  %r36 = stablehlo.is_finite %c35 : (tensor<4xf16>) -> tensor<4xi1>
  %c37 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf32>
  %r38 = stablehlo.is_finite %c37 : (tensor<10xf32>) -> tensor<10xi1>
  %c39 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %r40 = stablehlo.is_finite %c39 : (tensor<4xf32>) -> tensor<4xi1>
  %c41 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf64>
  %r42 = stablehlo.is_finite %c41 : (tensor<10xf64>) -> tensor<10xi1>
  %c43 = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<4xf64>
  %r44 = stablehlo.is_finite %c43 : (tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %r2, dense<true> : tensor<8xi1>
  check.expect_eq_const %r4, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r6, dense<true> : tensor<8xi1>
  check.expect_eq_const %r8, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r10, dense<true> : tensor<8xi1>
  check.expect_eq_const %r12, dense<[false, true]> : tensor<2xi1>
  check.expect_eq_const %r14, dense<true> : tensor<8xi1>
  check.expect_eq_const %r16, dense<false> : tensor<1xi1>
  check.expect_eq_const %r18, dense<true> : tensor<8xi1>
  check.expect_eq_const %r20, dense<false> : tensor<1xi1>
  check.expect_eq_const %r22, dense<true> : tensor<8xi1>
  check.expect_eq_const %r24, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r26, dense<true> : tensor<8xi1>
  check.expect_eq_const %r28, dense<false> : tensor<1xi1>
  check.expect_eq_const %r30, dense<true> : tensor<10xi1>
  check.expect_eq_const %r32, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r34, dense<true> : tensor<10xi1>
  check.expect_eq_const %r36, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r38, dense<true> : tensor<10xi1>
  check.expect_eq_const %r40, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %r42, dense<true> : tensor<10xi1>
  check.expect_eq_const %r44, dense<[false, false, false, true]> : tensor<4xi1>
  return
}
