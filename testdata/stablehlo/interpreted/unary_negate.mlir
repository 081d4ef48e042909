// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.negate %c1 : tensor<4xi2>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.negate %c3 : tensor<7xi4>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.negate %c5 : tensor<7xi8>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.negate %c7 : tensor<7xi16>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.negate %c9 : tensor<7xi32>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.negate %c11 : tensor<7xi64>
  %c13 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r14 = stablehlo.negate %c13 : tensor<4xui2>
  %c15 = stablehlo.constant dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui4>
  %r16 = stablehlo.negate %c15 : tensor<6xui4>
  %c17 = stablehlo.constant dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui8>
  %r18 = stablehlo.negate %c17 : tensor<6xui8>
  %c19 = stablehlo.constant dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui16>
  %r20 = stablehlo.negate %c19 : tensor<6xui16>
  %c21 = stablehlo.constant dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  %r22 = stablehlo.negate %c21 : tensor<6xui32>
  %c23 = stablehlo.constant dense<[0, 1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<6xui64>
  %r24 = stablehlo.negate %c23 : tensor<6xui64>
  %c25 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E3M4>
  %r26 = stablehlo.negate %c25 : tensor<8xf8E3M4>
  %c27 = stablehlo.constant dense<[0x70, 0xF0, 0x78, -0.0]> : tensor<4xf8E3M4>
  %r28 = stablehlo.negate %c27 : tensor<4xf8E3M4>
  %c29 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3>
  %r30 = stablehlo.negate %c29 : tensor<8xf8E4M3>
  %c31 = stablehlo.constant dense<[0x78, 0xF8, 0x7C, -0.0]> : tensor<4xf8E4M3>
  %r32 = stablehlo.negate %c31 : tensor<4xf8E4M3>
  %c33 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FN>
  %r34 = stablehlo.negate %c33 : tensor<8xf8E4M3FN>
  %c35 = stablehlo.constant dense<[0x7F, -0.0]> : tensor<2xf8E4M3FN>
  %r36 = stablehlo.negate %c35 : tensor<2xf8E4M3FN>
  %c37 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FNUZ>
  %r38 = stablehlo.negate %c37 : tensor<8xf8E4M3FNUZ>
  %c39 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3FNUZ>
  %r40 = stablehlo.negate %c39 : tensor<1xf8E4M3FNUZ>
  %c41 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3B11FNUZ>
  %r42 = stablehlo.negate %c41 : tensor<8xf8E4M3B11FNUZ>
  %c43 = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3B11FNUZ>
  %r44 = stablehlo.negate %c43 : tensor<1xf8E4M3B11FNUZ>
  %c45 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2>
  %r46 = stablehlo.negate %c45 : tensor<8xf8E5M2>
  %c47 = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, -0.0]> : tensor<4xf8E5M2>
  %r48 = stablehlo.negate %c47 : tensor<4xf8E5M2>
  %c49 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2FNUZ>
  %r50 = stablehlo.negate %c49 : tensor<8xf8E5M2FNUZ>
  %c51 = stablehlo.constant dense<[0x80]> : tensor<1xf8E5M2FNUZ>
  %r52 = stablehlo.negate %c51 : tensor<1xf8E5M2FNUZ>
  %c53 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xbf16>
  %r54 = stablehlo.negate %c53 : tensor<10xbf16>
  %c55 = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, -0.0]> : tensor<4xbf16>
  %r56 = stablehlo.negate %c55 : tensor<4xbf16>
  %c57 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf16>
  %r58 = stablehlo.negate %c57 : tensor<10xf16>
  %c59 = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, -0.0]> : tensor<4xf16>
  %r60 = stablehlo.negate %c59 : tensor<4xf16>
  %c61 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf32>
  %r62 = stablehlo.negate %c61 : tensor<10xf32>
  %c63 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %r64 = stablehlo.negate %c63 : tensor<4xf32>
  %c65 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf64>
  %r66 = stablehlo.negate %c65 : tensor<10xf64>
  %c67 = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<4xf64>
  %r68 = stablehlo.negate %c67 : tensor<4xf64>
  %c69 = stablehlo.constant dense<[(1.5, -2.5), (0.0, 1.0), (-3.25, 0.0), (-0.5, -0.75), (2.0, 0.125), (0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %r70 = stablehlo.negate %c69 : tensor<6xcomplex<f32>>
  %c71 = stablehlo.constant dense<[(1.5, -2.5), (0.0, 1.0), (-3.25, 0.0), (-0.5, -0.75), (2.0, 0.125), (0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %r72 = stablehlo.negate %c71 : tensor<6xcomplex<f64>>
  %c73 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf4E2M1FN>
  %r74 = stablehlo.negate %c73 : tensor<8xf4E2M1FN>
  %c75 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf6E2M3FN>
  %r76 = stablehlo.negate %c75 : tensor<8xf6E2M3FN>
  %c77 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf6E3M2FN>
  %r78 = stablehlo.negate %c77 : tensor<8xf6E3M2FN>
  check.expect_eq_const %r2, dense<[-2, 1, 0, -1]> : tensor<4xi2>
  check.expect_eq_const %r4, dense<[-8, 7, 1, 0, -1, -5, -7]> : tensor<7xi4>
  check.expect_eq_const %r6, dense<[-128, 127, 1, 0, -1, -5, -127]> : tensor<7xi8>
  check.expect_eq_const %r8, dense<[-32768, 32767, 1, 0, -1, -5, -32767]> : tensor<7xi16>
  check.expect_eq_const %r10, dense<[-2147483648, 2147483647, 1, 0, -1, -5, -2147483647]> : tensor<7xi32>
  check.expect_eq_const %r12, dense<[-9223372036854775808, 9223372036854775807, 1, 0, -1, -5, -9223372036854775807]> : tensor<7xi64>
  check.expect_eq_const %r14, dense<[0, 3, 2, 1]> : tensor<4xui2>
  check.expect_eq_const %r16, dense<[0, 15, 11, 8, 2, 1]> : tensor<6xui4>
  check.expect_eq_const %r18, dense<[0, 255, 251, 128, 2, 1]> : tensor<6xui8>
  check.expect_eq_const %r20, dense<[0, 65535, 65531, 32768, 2, 1]> : tensor<6xui16>
  check.expect_eq_const %r22, dense<[0, 4294967295, 4294967291, 2147483648, 2, 1]> : tensor<6xui32>
  check.expect_eq_const %r24, dense<[0, 18446744073709551615, 18446744073709551611, 9223372036854775808, 2, 1]> : tensor<6xui64>
  check.expect_eq_const %r26, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00]> : tensor<8xf8E3M4>
  check.expect_eq_const %r28, dense<[0xF0, 0x70, 0xF8, 0.000000e+00]> : tensor<4xf8E3M4>
  check.expect_eq_const %r30, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00]> : tensor<8xf8E4M3>
  check.expect_eq_const %r32, dense<[0xF8, 0x78, 0xFC, 0.000000e+00]> : tensor<4xf8E4M3>
  check.expect_eq_const %r34, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00]> : tensor<8xf8E4M3FN>
  check.expect_eq_const %r36, dense<[0xFF, 0.000000e+00]> : tensor<2xf8E4M3FN>
  check.expect_eq_const %r38, dense<[0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00]> : tensor<8xf8E4M3FNUZ>
  check.expect_eq_const %r40, dense<0x80> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %r42, dense<[0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r44, dense<0x80> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %r46, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 8.000000e+00]> : tensor<8xf8E5M2>
  check.expect_eq_const %r48, dense<[0xFC, 0x7C, 0xFE, 0.000000e+00]> : tensor<4xf8E5M2>
  check.expect_eq_const %r50, dense<[0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 8.000000e+00]> : tensor<8xf8E5M2FNUZ>
  check.expect_eq_const %r52, dense<0x80> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %r54, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00, -1.000000e+02, 1.562500e-02]> : tensor<10xbf16>
  check.expect_eq_const %r56, dense<[0xFF80, 0x7F80, 0xFFC0, 0.000000e+00]> : tensor<4xbf16>
  check.expect_eq_const %r58, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00, -1.000000e+02, 1.562500e-02]> : tensor<10xf16>
  check.expect_eq_const %r60, dense<[0xFC00, 0x7C00, 0xFE00, 0.000000e+00]> : tensor<4xf16>
  check.expect_eq_const %r62, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00, -1.000000e+02, 1.562500e-02]> : tensor<10xf32>
  check.expect_eq_const %r64, dense<[0xFF800000, 0x7F800000, 0xFFC00000, 0.000000e+00]> : tensor<4xf32>
  check.expect_eq_const %r66, dense<[-0.000000e+00, -1.000000e+00, 1.500000e+00, -2.500000e-01, 3.750000e-01, -3.500000e+00, -1.400000e+01, 7.500000e+00, -1.000000e+02, 1.562500e-02]> : tensor<10xf64>
  check.expect_eq_const %r68, dense<[0xFFF0000000000000, 0x7FF0000000000000, 0xFFF8000000000000, 0.000000e+00]> : tensor<4xf64>
  check.expect_eq_const %r74, dense<[-0.000000e+00, 0.000000e+00, -1.000000e+00, 1.500000e+00, -3.000000e+00, 6.000000e+00, -5.000000e-01, -2.000000e+00]> : tensor<8xf4E2M1FN>
  check.expect_eq_const %r76, dense<[-0.000000e+00, 0.000000e+00, -1.000000e+00, 1.500000e+00, -3.000000e+00, 6.000000e+00, -5.000000e-01, -2.000000e+00]> : tensor<8xf6E2M3FN>
  check.expect_eq_const %r78, dense<[-0.000000e+00, 0.000000e+00, -1.000000e+00, 1.500000e+00, -3.000000e+00, 6.000000e+00, -5.000000e-01, -2.000000e+00]> : tensor<8xf6E3M2FN>
  return
}
