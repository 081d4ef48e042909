// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.sign %c1 : tensor<4xi2>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.sign %c3 : tensor<7xi4>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.sign %c5 : tensor<7xi8>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.sign %c7 : tensor<7xi16>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.sign %c9 : tensor<7xi32>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.sign %c11 : tensor<7xi64>
  %c13 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E3M4>
  %r14 = stablehlo.sign %c13 : tensor<8xf8E3M4>
  %c15 = stablehlo.constant dense<[0x70, 0xF0, 0x78, -0.0]> : tensor<4xf8E3M4>
  %r16 = stablehlo.sign %c15 : tensor<4xf8E3M4>
  %c17 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3>
  %r18 = stablehlo.sign %c17 : tensor<8xf8E4M3>
  %c19 = stablehlo.constant dense<[0x78, 0xF8, 0x7C, -0.0]> : tensor<4xf8E4M3>
  %r20 = stablehlo.sign %c19 : tensor<4xf8E4M3>
  %c21 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FN>
  %r22 = stablehlo.sign %c21 : tensor<8xf8E4M3FN>
  %c23 = stablehlo.constant dense<[0x7F, -0.0]> : tensor<2xf8E4M3FN>
  %r24 = stablehlo.sign %c23 : tensor<2xf8E4M3FN>
  %c25 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FNUZ>
  %r26 = stablehlo.sign %c25 : tensor<8xf8E4M3FNUZ>
  %c27 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3FNUZ>
  %r28 = stablehlo.sign %c27 : tensor<1xf8E4M3FNUZ>
  %c29 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3B11FNUZ>
  %r30 = stablehlo.sign %c29 : tensor<8xf8E4M3B11FNUZ>
  %c31 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3B11FNUZ>
  %r32 = stablehlo.sign %c31 : tensor<1xf8E4M3B11FNUZ>
  %c33 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2>
  %r34 = stablehlo.sign %c33 : tensor<8xf8E5M2>
  %c35 = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, -0.0]> : tensor<4xf8E5M2>
  %r36 = stablehlo.sign %c35 : tensor<4xf8E5M2>
  %c37 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2FNUZ>
  %r38 = stablehlo.sign %c37 : tensor<8xf8E5M2FNUZ>
  %c39 = stablehlo.constant dense<[0x80]> : tensor<1xf8E5M2FNUZ>
  %r40 = stablehlo.sign %c39 : tensor<1xf8E5M2FNUZ>
  %c41 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xbf16>
  %r42 = stablehlo.sign %c41 : tensor<10xbf16>
  %c43 = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, -0.0]> : tensor<4xbf16>
  %r44 = stablehlo.sign %c43 : tensor<4xbf16>
  %c45 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf16>
  %r46 = stablehlo.sign %c45 : tensor<10xf16>
  %c47 = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, -0.0]> : tensor<4xf16>
  %r48 = stablehlo.sign %c47 : tensor<4xf16>
  %c49 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf32>
  %r50 = stablehlo.sign %c49 : tensor<10xf32>
  %c51 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %r52 = stablehlo.sign %c51 : tensor<4xf32>
  %c53 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf64>
  %r54 = stablehlo.sign %c53 : tensor<10xf64>
  %c55 = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<4xf64>
  %r56 = stablehlo.sign %c55 : tensor<4xf64>
  %c57 = stablehlo.constant dense<[(1.5, -2.5), (0.0, 1.0), (-3.25, 0.0), (-0.5, -0.75), (2.0, 0.125), (0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %r58 = stablehlo.sign %c57 : tensor<6xcomplex<f32>>
  %c59 = stablehlo.constant dense<[(1.5, -2.5), (0.0, 1.0), (-3.25, 0.0), (-0.5, -0.75), (2.0, 0.125), (0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %r60 = stablehlo.sign %c59 : tensor<6xcomplex<f64>>
  check.expect_eq_const %r2, dense<[-1, -1, 0, 1]> : tensor<4xi2>
  check.expect_eq_const %r4, dense<[-1, -1, -1, 0, 1, 1, 1]> : tensor<7xi4>
  check.expect_eq_const %r6, dense<[-1, -1, -1, 0, 1, 1, 1]> : tensor<7xi8>
  check.expect_eq_const %r8, dense<[-1, -1, -1, 0, 1, 1, 1]> : tensor<7xi16>
  check.expect_eq_const %r10, dense<[-1, -1, -1, 0, 1, 1, 1]> : tensor<7xi32>
  check.expect_eq_const %r12, dense<[-1, -1, -1, 0, 1, 1, 1]> : tensor<7xi64>
  check.expect_eq_const %r14, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E3M4>
  check.expect_eq_const %r16, dense<[1.000000e+00, -1.000000e+00, 0x78, -0.000000e+00]> : tensor<4xf8E3M4>
  check.expect_eq_const %r18, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E4M3>
  check.expect_eq_const %r20, dense<[1.000000e+00, -1.000000e+00, 0x7C, -0.000000e+00]> : tensor<4xf8E4M3>
  check.expect_eq_const %r22, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E4M3FN>
  check.expect_eq_const %r24, dense<[0x7F, -0.000000e+00]> : tensor<2xf8E4M3FN>
  check.expect_eq_const %r26, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %r28, dense<0x80> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %r30, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r32, dense<0x80> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %r34, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E5M2>
  check.expect_eq_const %r36, dense<[1.000000e+00, -1.000000e+00, 0x7E, -0.000000e+00]> : tensor<4xf8E5M2>
  check.expect_eq_const %r38, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %r40, dense<0x80> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %r42, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<10xbf16>
  check.expect_eq_const %r44, dense<[1.000000e+00, -1.000000e+00, 0x7FC0, -0.000000e+00]> : tensor<4xbf16>
  check.expect_eq_const %r46, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<10xf16>
  check.expect_eq_const %r48, dense<[1.000000e+00, -1.000000e+00, 0x7E00, -0.000000e+00]> : tensor<4xf16>
  check.expect_eq_const %r50, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<10xf32>
  check.expect_eq_const %r52, dense<[1.000000e+00, -1.000000e+00, 0x7FC00000, -0.000000e+00]> : tensor<4xf32>
  check.expect_eq_const %r54, dense<[0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<10xf64>
  check.expect_eq_const %r56, dense<[1.000000e+00, -1.000000e+00, 0x7FF8000000000000, -0.000000e+00]> : tensor<4xf64>
  return
}
