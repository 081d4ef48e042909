// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r2 = stablehlo.popcnt %c1 : tensor<4xi2>
  %c3 = stablehlo.constant dense<[-8, -7, -1, 0, 1, 5, 7]> : tensor<7xi4>
  %r4 = stablehlo.popcnt %c3 : tensor<7xi4>
  %c5 = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 127]> : tensor<7xi8>
  %r6 = stablehlo.popcnt %c5 : tensor<7xi8>
  %c7 = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 32767]> : tensor<7xi16>
  %r8 = stablehlo.popcnt %c7 : tensor<7xi16>
  %c9 = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 2147483647]> : tensor<7xi32>
  %r10 = stablehlo.popcnt %c9 : tensor<7xi32>
  %c11 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 9223372036854775807]> : tensor<7xi64>
  %r12 = stablehlo.popcnt %c11 : tensor<7xi64>
  %c13 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r14 = stablehlo.popcnt %c13 : tensor<4xui2>
  %c15 = stablehlo.constant dense<[0, 1, 5, 8, 14, 15]> : tensor<6xui4>
  %r16 = stablehlo.popcnt %c15 : tensor<6xui4>
  %c17 = stablehlo.constant dense<[0, 1, 5, 128, 254, 255]> : tensor<6xui8>
  %r18 = stablehlo.popcnt %c17 : tensor<6xui8>
  %c19 = stablehlo.constant dense<[0, 1, 5, 32768, 65534, 65535]> : tensor<6xui16>
  %r20 = stablehlo.popcnt %c19 : tensor<6xui16>
  %c21 = stablehlo.constant dense<[0, 1, 5, 2147483648, 4294967294, 4294967295]> : tensor<6xui32>
  %r22 = stablehlo.popcnt %c21 : tensor<6xui32>
  %c23 = stablehlo.constant dense<[0, 1, 5, 9223372036854775808, 18446744073709551614, 18446744073709551615]> : tensor<6xui64>
  %r24 = stablehlo.popcnt %c23 : tensor<6xui64>
  check.expect_eq_const %r2, dense<[1, -2, 0, 1]> : tensor<4xi2>
  check.expect_eq_const %r4, dense<[1, 2, 4, 0, 1, 2, 3]> : tensor<7xi4>
  check.expect_eq_const %r6, dense<[1, 2, 8, 0, 1, 2, 7]> : tensor<7xi8>
  check.expect_eq_const %r8, dense<[1, 2, 16, 0, 1, 2, 15]> : tensor<7xi16>
  check.expect_eq_const %r10, dense<[1, 2, 32, 0, 1, 2, 31]> : tensor<7xi32>
  check.expect_eq_const %r12, dense<[1, 2, 64, 0, 1, 2, 63]> : tensor<7xi64>
  check.expect_eq_const %r14, dense<[0, 1, 1, 2]> : tensor<4xui2>
  check.expect_eq_const %r16, dense<[0, 1, 2, 1, 3, 4]> : tensor<6xui4>
  check.expect_eq_const %r18, dense<[0, 1, 2, 1, 7, 8]> : tensor<6xui8>
  check.expect_eq_const %r20, dense<[0, 1, 2, 1, 15, 16]> : tensor<6xui16>
  check.expect_eq_const %r22, dense<[0, 1, 2, 1, 31, 32]> : tensor<6xui32>
  check.expect_eq_const %r24, dense<[0, 1, 2, 1, 63, 64]> : tensor<6xui64>
  return
}
