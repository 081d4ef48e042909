// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E3M4>
  %r2 = stablehlo.ceil %c1 : tensor<8xf8E3M4>
  %c3 = stablehlo.constant dense<[0x70, 0xF0, 0x78, -0.0]> : tensor<4xf8E3M4>
  %r4 = stablehlo.ceil %c3 : tensor<4xf8E3M4>
  %c5 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3>
  %r6 = stablehlo.ceil %c5 : tensor<8xf8E4M3>
  %c7 = stablehlo.constant dense<[0x78, 0xF8, 0x7C, -0.0]> : tensor<4xf8E4M3>
  %r8 = stablehlo.ceil %c7 : tensor<4xf8E4M3>
  %c9 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FN>
  %r10 = stablehlo.ceil %c9 : tensor<8xf8E4M3FN>
  %c11 = stablehlo.constant dense<[0x7F, -0.0]> : tensor<2xf8E4M3FN>
  %r12 = stablehlo.ceil %c11 : tensor<2xf8E4M3FN>
  %c13 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FNUZ>
  %r14 = stablehlo.ceil %c13 : tensor<8xf8E4M3FNUZ>
  %c15 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3FNUZ>
  %r16 = stablehlo.ceil %c15 : tensor<1xf8E4M3FNUZ>
  %c17 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3B11FNUZ>
  %r18 = stablehlo.ceil %c17 : tensor<8xf8E4M3B11FNUZ>
  %c19 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3B11FNUZ>
  %r20 = stablehlo.ceil %c19 : tensor<1xf8E4M3B11FNUZ>
  %c21 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2>
  %r22 = stablehlo.ceil %c21 : tensor<8xf8E5M2>
  %c23 = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, -0.0]> : tensor<4xf8E5M2>
  %r24 = stablehlo.ceil %c23 : tensor<4xf8E5M2>
  %c25 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2FNUZ>
  %r26 = stablehlo.ceil %c25 : tensor<8xf8E5M2FNUZ>
  %c27 = stablehlo.constant dense<[0x80]> : tensor<1xf8E5M2FNUZ>
  %r28 = stablehlo.ceil %c27 : tensor<1xf8E5M2FNUZ>
  %c29 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xbf16>
  %r30 = stablehlo.ceil %c29 : tensor<10xbf16>
  %c31 = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, -0.0]> : tensor<4xbf16>
  %r32 = stablehlo.ceil %c31 : tensor<4xbf16>
  %c33 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf16>
  %r34 = stablehlo.ceil %c33 : tensor<10xf16>
  %c35 = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, -0.0]> : tensor<4xf16>
  %r36 = stablehlo.ceil %c35 : tensor<4xf16>
  %c37 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf32>
  %r38 = stablehlo.ceil %c37 : tensor<10xf32>
  %c39 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %r40 = stablehlo.ceil %c39 : tensor<4xf32>
  %c41 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf64>
  %r42 = stablehlo.ceil %c41 : tensor<10xf64>
  %c43 = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<4xf64>
  %r44 = stablehlo.ceil %c43 : tensor<4xf64>
  check.expect_eq_const %r4, dense<[0x70, 0xF0, 0x78, -0.000000e+00]> : tensor<4xf8E3M4>
  check.expect_eq_const %r6, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00]> : tensor<8xf8E4M3>
  check.expect_eq_const %r8, dense<[0x78, 0xF8, 0x7C, -0.000000e+00]> : tensor<4xf8E4M3>
  check.expect_eq_const %r10, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00]> : tensor<8xf8E4M3FN>
  check.expect_eq_const %r12, dense<[0x7F, -0.000000e+00]> : tensor<2xf8E4M3FN>
  check.expect_eq_const %r14, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00]> : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %r16, dense<0x80> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %r18, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r20, dense<0x80> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %r22, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -8.000000e+00]> : tensor<8xf8E5M2>
  check.expect_eq_const %r24, dense<[0x7C, 0xFC, 0x7E, -0.000000e+00]> : tensor<4xf8E5M2>
  check.expect_eq_const %r26, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 4.000000e+00, 1.400000e+01, -8.000000e+00]> : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %r28, dense<0x80> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %r30, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00, 1.000000e+02, -0.000000e+00]> : tensor<10xbf16>
  check.expect_eq_const %r32, dense<[0x7F80, 0xFF80, 0x7FC0, -0.000000e+00]> : tensor<4xbf16>
  check.expect_eq_const %r34, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00, 1.000000e+02, -0.000000e+00]> : tensor<10xf16>
  check.expect_eq_const %r36, dense<[0x7C00, 0xFC00, 0x7E00, -0.000000e+00]> : tensor<4xf16>
  check.expect_eq_const %r38, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00, 1.000000e+02, -0.000000e+00]> : tensor<10xf32>
  check.expect_eq_const %r40, dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.000000e+00]> : tensor<4xf32>
  check.expect_eq_const %r42, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -0.000000e+00, 4.000000e+00, 1.400000e+01, -7.000000e+00, 1.000000e+02, -0.000000e+00]> : tensor<10xf64>
  check.expect_eq_const %r44, dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.000000e+00]> : tensor<4xf64>
  return
}
