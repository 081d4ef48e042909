// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[1]> : tensor<1xi2>
  %r2 = stablehlo.convert %c1 : (tensor<1xi2>) -> tensor<1xf8E8M0FNU>
  %c3 = stablehlo.constant dense<[1, 5, 7]> : tensor<3xi4>
  %r4 = stablehlo.convert %c3 : (tensor<3xi4>) -> tensor<3xf8E8M0FNU>
  %c5 = stablehlo.constant dense<[1, 5, 127]> : tensor<3xi8>
  %r6 = stablehlo.convert %c5 : (tensor<3xi8>) -> tensor<3xf8E8M0FNU>
  %c7 = stablehlo.constant dense<[1, 5, 32767]> : tensor<3xi16>
  %r8 = stablehlo.convert %c7 : (tensor<3xi16>) -> tensor<3xf8E8M0FNU>
  %c9 = stablehlo.constant dense<[1, 5, 2147483647]> : tensor<3xi32>
  %r10 = stablehlo.convert %c9 : (tensor<3xi32>) -> tensor<3xf8E8M0FNU>
  %c11 = stablehlo.constant dense<[1, 5, 9223372036854775807]> : tensor<3xi64>
  %r12 = stablehlo.convert %c11 : (tensor<3xi64>) -> tensor<3xf8E8M0FNU>
  %c13 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui2>
  %r14 = stablehlo.convert %c13 : (tensor<3xui2>) -> tensor<3xf8E8M0FNU>
  %c15 = stablehlo.constant dense<[1, 5, 8, 14, 15]> : tensor<5xui4>
  %r16 = stablehlo.convert %c15 : (tensor<5xui4>) -> tensor<5xf8E8M0FNU>
  %c17 = stablehlo.constant dense<[1, 5, 128, 254, 255]> : tensor<5xui8>
  %r18 = stablehlo.convert %c17 : (tensor<5xui8>) -> tensor<5xf8E8M0FNU>
  %c19 = stablehlo.constant dense<[1, 5, 32768, 65534, 65535]> : tensor<5xui16>
  %r20 = stablehlo.convert %c19 : (tensor<5xui16>) -> tensor<5xf8E8M0FNU>
  %c21 = stablehlo.constant dense<[1, 5, 2147483648, 4294967294, 4294967295]> : tensor<5xui32>
  %r22 = stablehlo.convert %c21 : (tensor<5xui32>) -> tensor<5xf8E8M0FNU>
  %c23 = stablehlo.constant dense<[1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<5xui64>
  %r24 = stablehlo.convert %c23 : (tensor<5xui64>) -> tensor<5xf8E8M0FNU>
  %c25 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E3M4>
  %r26 = stablehlo.convert %c25 : (tensor<4xf8E3M4>) -> tensor<4xf8E8M0FNU>
  %c27 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E4M3>
  %r28 = stablehlo.convert %c27 : (tensor<4xf8E4M3>) -> tensor<4xf8E8M0FNU>
  %c29 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E4M3FN>
  %r30 = stablehlo.convert %c29 : (tensor<4xf8E4M3FN>) -> tensor<4xf8E8M0FNU>
  %c31 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E4M3FNUZ>
  %r32 = stablehlo.convert %c31 : (tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E8M0FNU>
  %c33 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E4M3B11FNUZ>
  %r34 = stablehlo.convert %c33 : (tensor<4xf8E4M3B11FNUZ>) -> tensor<4xf8E8M0FNU>
  %c35 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E5M2>
  %r36 = stablehlo.convert %c35 : (tensor<4xf8E5M2>) -> tensor<4xf8E8M0FNU>
  %c37 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0]> : tensor<4xf8E5M2FNUZ>
  %r38 = stablehlo.convert %c37 : (tensor<4xf8E5M2FNUZ>) -> tensor<4xf8E8M0FNU>
  %c39 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0, 100.0]> : tensor<5xbf16>
  %r40 = stablehlo.convert %c39 : (tensor<5xbf16>) -> tensor<5xf8E8M0FNU>
  %c41 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0, 100.0]> : tensor<5xf16>
  %r42 = stablehlo.convert %c41 : (tensor<5xf16>) -> tensor<5xf8E8M0FNU>
  %c43 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0, 100.0]> : tensor<5xf32>
  %r44 = stablehlo.convert %c43 : (tensor<5xf32>) -> tensor<5xf8E8M0FNU>
  %c45 = stablehlo.constant dense<[1.0, 0.25, 3.5, 14.0, 100.0]> : tensor<5xf64>
  %r46 = stablehlo.convert %c45 : (tensor<5xf64>) -> tensor<5xf8E8M0FNU>
  %c47 = stablehlo.constant dense<[1.0, 3.0, 0.5, 2.0]> : tensor<4xf4E2M1FN>
  %r48 = stablehlo.convert %c47 : (tensor<4xf4E2M1FN>) -> tensor<4xf8E8M0FNU>
  %c49 = stablehlo.constant dense<[1.0, 3.0, 0.5, 2.0]> : tensor<4xf6E2M3FN>
  %r50 = stablehlo.convert %c49 : (tensor<4xf6E2M3FN>) -> tensor<4xf8E8M0FNU>
  %c51 = stablehlo.constant dense<[1.0, 3.0, 0.5, 2.0]> : tensor<4xf6E3M2FN>
  %r52 = stablehlo.convert %c51 : (tensor<4xf6E3M2FN>) -> tensor<4xf8E8M0FNU>
  %c53 = stablehlo.constant dense<[1.0, 0.5, 4.0, 64.0, 0.125]> : tensor<5xf8E8M0FNU>
  %r54 = stablehlo.convert %c53 : (tensor<5xf8E8M0FNU>) -> tensor<5xf8E8M0FNU>
  check.expect_eq_const %r2, dense<1.000000e+00> : tensor<1xf8E8M0FNU>
  check.expect_eq_const %r4, dense<[1.000000e+00, 4.000000e+00, 8.000000e+00]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r6, dense<[1.000000e+00, 4.000000e+00, 1.280000e+02]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r8, dense<[1.000000e+00, 4.000000e+00, 3.276800e+04]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r10, dense<[1.000000e+00, 4.000000e+00, 2.147480e+09]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r12, dense<[1.000000e+00, 4.000000e+00, 9.223370e+18]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r14, dense<[1.000000e+00, 2.000000e+00, 4.000000e+00]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r16, dense<[1.000000e+00, 4.000000e+00, 8.000000e+00, 1.600000e+01, 1.600000e+01]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r18, dense<[1.000000e+00, 4.000000e+00, 1.280000e+02, 2.560000e+02, 2.560000e+02]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r20, dense<[1.000000e+00, 4.000000e+00, 3.276800e+04, 6.553600e+04, 6.553600e+04]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r22, dense<[1.000000e+00, 4.000000e+00, 2.147480e+09, 4.294970e+09, 4.294970e+09]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r24, dense<[1.000000e+00, 4.000000e+00, 9.223370e+18, 1.844670e+19, 1.844670e+19]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r26, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r28, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r30, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r32, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r34, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r36, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r38, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r40, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01, 1.280000e+02]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r42, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01, 1.280000e+02]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r44, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01, 1.280000e+02]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r46, dense<[1.000000e+00, 2.500000e-01, 4.000000e+00, 1.600000e+01, 1.280000e+02]> : tensor<5xf8E8M0FNU>
  check.expect_eq_const %r48, dense<[1.000000e+00, 4.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r50, dense<[1.000000e+00, 4.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r52, dense<[1.000000e+00, 4.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r54, dense<[1.000000e+00, 5.000000e-01, 4.000000e+00, 6.400000e+01, 1.250000e-01]> : tensor<5xf8E8M0FNU>
  return
}
