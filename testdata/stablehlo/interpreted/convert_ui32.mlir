// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.convert %c1 : (tensor<4xi2>) -> tensor<4xui32>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.convert %c3 : (tensor<7xi4>) -> tensor<7xui32>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.convert %c5 : (tensor<7xi8>) -> tensor<7xui32>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.convert %c7 : (tensor<7xi16>) -> tensor<7xui32>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.convert %c9 : (tensor<7xi32>) -> tensor<7xui32>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.convert %c11 : (tensor<7xi64>) -> tensor<7xui32>
  %c13 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r14 = stablehlo.convert %c13 : (tensor<4xui2>) -> tensor<4xui32>
  %c15 = stablehlo.constant dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui4>
  %r16 = stablehlo.convert %c15 : (tensor<6xui4>) -> tensor<6xui32>
  %c17 = stablehlo.constant dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui8>
  %r18 = stablehlo.convert %c17 : (tensor<6xui8>) -> tensor<6xui32>
  %c19 = stablehlo.constant dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui16>
  %r20 = stablehlo.convert %c19 : (tensor<6xui16>) -> tensor<6xui32>
  %c21 = stablehlo.constant dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  %r22 = stablehlo.convert %c21 : (tensor<6xui32>) -> tensor<6xui32>
  %c23 = stablehlo.constant dense<[0, 1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<6xui64>
  %r24 = stablehlo.convert %c23 : (tensor<6xui64>) -> tensor<6xui32>
  %c25 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E3M4>
  %r26 = stablehlo.convert %c25 : (tensor<3xf8E3M4>) -> tensor<3xui32>
  %c27 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E4M3>
  %r28 = stablehlo.convert %c27 : (tensor<3xf8E4M3>) -> tensor<3xui32>
  %c29 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E4M3FN>
  %r30 = stablehlo.convert %c29 : (tensor<3xf8E4M3FN>) -> tensor<3xui32>
  %c31 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E4M3FNUZ>
  %r32 = stablehlo.convert %c31 : (tensor<3xf8E4M3FNUZ>) -> tensor<3xui32>
  %c33 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E4M3B11FNUZ>
  %r34 = stablehlo.convert %c33 : (tensor<3xf8E4M3B11FNUZ>) -> tensor<3xui32>
  %c35 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E5M2>
  %r36 = stablehlo.convert %c35 : (tensor<3xf8E5M2>) -> tensor<3xui32>
  %c37 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf8E5M2FNUZ>
  %r38 = stablehlo.convert %c37 : (tensor<3xf8E5M2FNUZ>) -> tensor<3xui32>
  %c39 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xbf16>
  %r40 = stablehlo.convert %c39 : (tensor<3xbf16>) -> tensor<3xui32>
  %c41 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf16>
  %r42 = stablehlo.convert %c41 : (tensor<3xf16>) -> tensor<3xui32>
  %c43 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf32>
  %r44 = stablehlo.convert %c43 : (tensor<3xf32>) -> tensor<3xui32>
  %c45 = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf64>
  %r46 = stablehlo.convert %c45 : (tensor<3xf64>) -> tensor<3xui32>
  %c47 = stablehlo.constant dense<[0.0, 1.0, 0.5]> : tensor<3xf4E2M1FN>
  %r48 = stablehlo.convert %c47 : (tensor<3xf4E2M1FN>) -> tensor<3xui32>
  %c49 = stablehlo.constant dense<[0.0, 1.0, 0.5]> : tensor<3xf6E2M3FN>
  %r50 = stablehlo.convert %c49 : (tensor<3xf6E2M3FN>) -> tensor<3xui32>
  %c51 = stablehlo.constant dense<[0.0, 1.0, 0.5]> : tensor<3xf6E3M2FN>
  %r52 = stablehlo.convert %c51 : (tensor<3xf6E3M2FN>) -> tensor<3xui32>
  %c53 = stablehlo.constant dense<[1.0, 0.5, 0.125]> : tensor<3xf8E8M0FNU>
  %r54 = stablehlo.convert %c53 : (tensor<3xf8E8M0FNU>) -> tensor<3xui32>
  %c55 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r56 = stablehlo.convert %c55 : (tensor<3xi1>) -> tensor<3xui32>
  check.expect_eq_const %r2, dense<[4294967294, 4294967295, 0, 1]> : tensor<4xui32>
  check.expect_eq_const %r4, dense<[4294967288, 4294967289, 4294967295, 0, 1, 5, 7]> : tensor<7xui32>
  check.expect_eq_const %r6, dense<[4294967168, 4294967169, 4294967295, 0, 1, 5, 127]> : tensor<7xui32>
  check.expect_eq_const %r8, dense<[4294934528, 4294934529, 4294967295, 0, 1, 5, 32767]> : tensor<7xui32>
  check.expect_eq_const %r10, dense<[2147483648, 2147483649, 4294967295, 0, 1, 5, 2147483647]> : tensor<7xui32>
  check.expect_eq_const %r12, dense<[0, 1, 4294967295, 0, 1, 5, 4294967295]> : tensor<7xui32>
  check.expect_eq_const %r14, dense<[0, 1, 2, 3]> : tensor<4xui32>
  check.expect_eq_const %r16, dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui32>
  check.expect_eq_const %r18, dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui32>
  check.expect_eq_const %r20, dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui32>
  check.expect_eq_const %r22, dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  check.expect_eq_const %r24, dense<[0, 1, 5, 0, 4294967294, 4294967295]> : tensor<6xui32>
  check.expect_eq_const %r26, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r28, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r30, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r32, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r34, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r36, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r38, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r40, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r42, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r44, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r46, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r48, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r50, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r52, dense<[0, 1, 0]> : tensor<3xui32>
  check.expect_eq_const %r54, dense<[1, 0, 0]> : tensor<3xui32>
  check.expect_eq_const %r56, dense<[1, 0, 1]> : tensor<3xui32>
  return
}
