// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.convert %c1 : (tensor<4xi2>) -> tensor<4xf8E4M3B11FNUZ>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.convert %c3 : (tensor<7xi4>) -> tensor<7xf8E4M3B11FNUZ>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.convert %c5 : (tensor<7xi8>) -> tensor<7xf8E4M3B11FNUZ>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.convert %c7 : (tensor<7xi16>) -> tensor<7xf8E4M3B11FNUZ>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.convert %c9 : (tensor<7xi32>) -> tensor<7xf8E4M3B11FNUZ>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.convert %c11 : (tensor<7xi64>) -> tensor<7xf8E4M3B11FNUZ>
  %c13 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r14 = stablehlo.convert %c13 : (tensor<4xui2>) -> tensor<4xf8E4M3B11FNUZ>
  %c15 = stablehlo.constant dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui4>
  %r16 = stablehlo.convert %c15 : (tensor<6xui4>) -> tensor<6xf8E4M3B11FNUZ>
  %c17 = stablehlo.constant dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui8>
  %r18 = stablehlo.convert %c17 : (tensor<6xui8>) -> tensor<6xf8E4M3B11FNUZ>
  %c19 = stablehlo.constant dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui16>
  %r20 = stablehlo.convert %c19 : (tensor<6xui16>) -> tensor<6xf8E4M3B11FNUZ>
  %c21 = stablehlo.constant dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  %r22 = stablehlo.convert %c21 : (tensor<6xui32>) -> tensor<6xf8E4M3B11FNUZ>
  %c23 = stablehlo.constant dense<[0, 1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<6xui64>
  %r24 = stablehlo.convert %c23 : (tensor<6xui64>) -> tensor<6xf8E4M3B11FNUZ>
  %c25 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E3M4>
  %r26 = stablehlo.convert %c25 : (tensor<8xf8E3M4>) -> tensor<8xf8E4M3B11FNUZ>
  %c27 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3>
  %r28 = stablehlo.convert %c27 : (tensor<8xf8E4M3>) -> tensor<8xf8E4M3B11FNUZ>
  %c29 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FN>
  %r30 = stablehlo.convert %c29 : (tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3B11FNUZ>
  %c31 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3FNUZ>
  %r32 = stablehlo.convert %c31 : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  %c33 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E4M3B11FNUZ>
  %r34 = stablehlo.convert %c33 : (tensor<8xf8E4M3B11FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  %c35 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2>
  %r36 = stablehlo.convert %c35 : (tensor<8xf8E5M2>) -> tensor<8xf8E4M3B11FNUZ>
  %c37 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5]> : tensor<8xf8E5M2FNUZ>
  %r38 = stablehlo.convert %c37 : (tensor<8xf8E5M2FNUZ>) -> tensor<8xf8E4M3B11FNUZ>
  %c39 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xbf16>
  %r40 = stablehlo.convert %c39 : (tensor<10xbf16>) -> tensor<10xf8E4M3B11FNUZ>
  %c41 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf16>
  %r42 = stablehlo.convert %c41 : (tensor<10xf16>) -> tensor<10xf8E4M3B11FNUZ>
  %c43 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf32>
  %r44 = stablehlo.convert %c43 : (tensor<10xf32>) -> tensor<10xf8E4M3B11FNUZ>
  %c45 = stablehlo.constant dense<[0.0, 1.0, -1.5, 0.25, -0.375, 3.5, 14.0, -7.5, 100.0, -0.015625]> : tensor<10xf64>
  %r46 = stablehlo.convert %c45 : (tensor<10xf64>) -> tensor<10xf8E4M3B11FNUZ>
  %c47 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf4E2M1FN>
  %r48 = stablehlo.convert %c47 : (tensor<8xf4E2M1FN>) -> tensor<8xf8E4M3B11FNUZ>
  %c49 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf6E2M3FN>
  %r50 = stablehlo.convert %c49 : (tensor<8xf6E2M3FN>) -> tensor<8xf8E4M3B11FNUZ>
  %c51 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 3.0, -6.0, 0.5, 2.0]> : tensor<8xf6E3M2FN>
  %r52 = stablehlo.convert %c51 : (tensor<8xf6E3M2FN>) -> tensor<8xf8E4M3B11FNUZ>
  %c53 = stablehlo.constant dense<[1.0, 0.5, 4.0, 64.0, 0.125]> : tensor<5xf8E8M0FNU>
  %r54 = stablehlo.convert %c53 : (tensor<5xf8E8M0FNU>) -> tensor<5xf8E4M3B11FNUZ>
  %c55 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r56 = stablehlo.convert %c55 : (tensor<3xi1>) -> tensor<3xf8E4M3B11FNUZ>
  %c57 = stablehlo.constant dense<[0.0, -0.0, 0.3, -0.7, 1.0e-3, 1.0e-5, -1.0e-7, 5.0, 5.1, 6.5, 7.0, 17.0, -19.0, 240.0, 247.0, 249.0, 447.0, 463.0, 465.0, 3.0e4, 57344.0, 6.1e4, 6.2e4, -1.0e6, 1.0e30, 1.0625, 0x7F800000, 0xFF800000]> : tensor<28xf32>
  %r58 = stablehlo.convert %c57 : (tensor<28xf32>) -> tensor<28xf8E4M3B11FNUZ>
  %c59 = stablehlo.constant dense<[0.0, -0.0, 0.3, -0.7, 1.0e-3, 1.0e-5, -1.0e-7, 5.0, 5.1, 6.5, 7.0, 17.0, -19.0, 240.0, 247.0, 249.0, 447.0, 463.0, 465.0, 3.0e4, 57344.0, 6.1e4, 6.2e4, -1.0e6, 1.0e30, 1.0625, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<28xf64>
  %r60 = stablehlo.convert %c59 : (tensor<28xf64>) -> tensor<28xf8E4M3B11FNUZ>
  check.expect_eq_const %r2, dense<[-2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %r4, dense<[-8.000000e+00, -7.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e+00, 7.000000e+00]> : tensor<7xf8E4M3B11FNUZ>
  check.expect_eq_const %r6, dense<[0x80, 0x80, -1.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80]> : tensor<7xf8E4M3B11FNUZ>
  check.expect_eq_const %r8, dense<[0x80, 0x80, -1.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80]> : tensor<7xf8E4M3B11FNUZ>
  check.expect_eq_const %r10, dense<[0x80, 0x80, -1.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80]> : tensor<7xf8E4M3B11FNUZ>
  check.expect_eq_const %r12, dense<[0x80, 0x80, -1.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80]> : tensor<7xf8E4M3B11FNUZ>
  check.expect_eq_const %r14, dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %r16, dense<[0.000000e+00, 1.000000e+00, 5.000000e+00, 8.000000e+00, 1.400000e+01, 1.500000e+01]> : tensor<6xf8E4M3B11FNUZ>
  check.expect_eq_const %r18, dense<[0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80, 0x80, 0x80]> : tensor<6xf8E4M3B11FNUZ>
  check.expect_eq_const %r20, dense<[0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80, 0x80, 0x80]> : tensor<6xf8E4M3B11FNUZ>
  check.expect_eq_const %r22, dense<[0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80, 0x80, 0x80]> : tensor<6xf8E4M3B11FNUZ>
  check.expect_eq_const %r24, dense<[0.000000e+00, 1.000000e+00, 5.000000e+00, 0x80, 0x80, 0x80]> : tensor<6xf8E4M3B11FNUZ>
  check.expect_eq_const %r26, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r28, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r30, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r32, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r34, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r36, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -8.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r38, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -8.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r40, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00, 0x80, -1.562500e-02]> : tensor<10xf8E4M3B11FNUZ>
  check.expect_eq_const %r42, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00, 0x80, -1.562500e-02]> : tensor<10xf8E4M3B11FNUZ>
  check.expect_eq_const %r44, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00, 0x80, -1.562500e-02]> : tensor<10xf8E4M3B11FNUZ>
  check.expect_eq_const %r46, dense<[0.000000e+00, 1.000000e+00, -1.500000e+00, 2.500000e-01, -3.750000e-01, 3.500000e+00, 1.400000e+01, -7.500000e+00, 0x80, -1.562500e-02]> : tensor<10xf8E4M3B11FNUZ>
  check.expect_eq_const %r48, dense<[0.000000e+00, 0.000000e+00, 1.000000e+00, -1.500000e+00, 3.000000e+00, -6.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r50, dense<[0.000000e+00, 0.000000e+00, 1.000000e+00, -1.500000e+00, 3.000000e+00, -6.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r52, dense<[0.000000e+00, 0.000000e+00, 1.000000e+00, -1.500000e+00, 3.000000e+00, -6.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<8xf8E4M3B11FNUZ>
  check.expect_eq_const %r54, dense<[1.000000e+00, 5.000000e-01, 4.000000e+00, 0x80, 1.250000e-01]> : tensor<5xf8E4M3B11FNUZ>
  check.expect_eq_const %r56, dense<[1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf8E4M3B11FNUZ>
  check.expect_eq_const %r58, dense<[0.000000e+00, 0.000000e+00, 3.125000e-01, -6.875000e-01, 9.765620e-04, 0.000000e+00, 0.000000e+00, 5.000000e+00, 5.000000e+00, 6.500000e+00, 7.000000e+00, 1.600000e+01, -2.000000e+01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1.000000e+00, 0x80, 0x80]> : tensor<28xf8E4M3B11FNUZ>
  check.expect_eq_const %r60, dense<[0.000000e+00, 0.000000e+00, 3.125000e-01, -6.875000e-01, 9.765620e-04, 0.000000e+00, 0.000000e+00, 5.000000e+00, 5.000000e+00, 6.500000e+00, 7.000000e+00, 1.600000e+01, -2.000000e+01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1.000000e+00, 0x80, 0x80]> : tensor<28xf8E4M3B11FNUZ>
  return
}
