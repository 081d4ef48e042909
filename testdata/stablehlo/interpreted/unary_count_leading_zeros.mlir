// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.count_leading_zeros %c1 : tensor<4xi2>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.count_leading_zeros %c3 : tensor<7xi4>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.count_leading_zeros %c5 : tensor<7xi8>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.count_leading_zeros %c7 : tensor<7xi16>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.count_leading_zeros %c9 : tensor<7xi32>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.count_leading_zeros %c11 : tensor<7xi64>
  %c13 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r14 = stablehlo.count_leading_zeros %c13 : tensor<4xui2>
  %c15 = stablehlo.constant dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui4>
  %r16 = stablehlo.count_leading_zeros %c15 : tensor<6xui4>
  %c17 = stablehlo.constant dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui8>
  %r18 = stablehlo.count_leading_zeros %c17 : tensor<6xui8>
  %c19 = stablehlo.constant dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui16>
  %r20 = stablehlo.count_leading_zeros %c19 : tensor<6xui16>
  %c21 = stablehlo.constant dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  %r22 = stablehlo.count_leading_zeros %c21 : tensor<6xui32>
  %c23 = stablehlo.constant dense<[0, 1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<6xui64>
  %r24 = stablehlo.count_leading_zeros %c23 : tensor<6xui64>
  check.expect_eq_const %r2, dense<[0, 0, -2, 1]> : tensor<4xi2>
  check.expect_eq_const %r4, dense<[0, 0, 0, 4, 3, 1, 1]> : tensor<7xi4>
  check.expect_eq_const %r6, dense<[0, 0, 0, 8, 7, 5, 1]> : tensor<7xi8>
  check.expect_eq_const %r8, dense<[0, 0, 0, 16, 15, 13, 1]> : tensor<7xi16>
  check.expect_eq_const %r10, dense<[0, 0, 0, 32, 31, 29, 1]> : tensor<7xi32>
  check.expect_eq_const %r12, dense<[0, 0, 0, 64, 63, 61, 1]> : tensor<7xi64>
  check.expect_eq_const %r14, dense<[2, 1, 0, 0]> : tensor<4xui2>
  check.expect_eq_const %r16, dense<[4, 3, 1, 0, 0, 0]> : tensor<6xui4>
  check.expect_eq_const %r18, dense<[8, 7, 5, 0, 0, 0]> : tensor<6xui8>
  check.expect_eq_const %r20, dense<[16, 15, 13, 0, 0, 0]> : tensor<6xui16>
  check.expect_eq_const %r22, dense<[32, 31, 29, 0, 0, 0]> : tensor<6xui32>
  check.expect_eq_const %r24, dense<[64, 63, 61, 0, 0, 0]> : tensor<6xui64>
  return
}
