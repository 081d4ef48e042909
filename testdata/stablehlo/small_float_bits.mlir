// Bits of floats of 4 to 8 bits: least and largest numbers, zeros, infinities, and NaN with its sign.
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %e5m2 = stablehlo.constant dense<[0, 1, 3, 4, 60, 123, 124, 126, 128, 129, 251, 252, 254]> : tensor<13xui8>
  %0 = stablehlo.bitcast_convert %e5m2 : (tensor<13xui8>) -> tensor<13xf8E5M2>
  %1 = stablehlo.convert %0 : (tensor<13xf8E5M2>) -> tensor<13xf32>
  check.expect_eq_const %1, dense<[0.0, 1.52587891E-5, 4.57763672E-5, 6.10351563E-5, 1.0, 57344.0, 0x7F800000, 0x7FC00000, -0.0, -1.52587891E-5, -57344.0, 0xFF800000, 0xFFC00000]> : tensor<13xf32>
  %2 = stablehlo.bitcast_convert %0 : (tensor<13xf8E5M2>) -> tensor<13xui8>
  check.expect_eq %2, %e5m2 : tensor<13xui8>

  %e4m3 = stablehlo.constant dense<[0, 1, 7, 8, 56, 126, 127, 128, 254, 255]> : tensor<10xui8>
  %3 = stablehlo.bitcast_convert %e4m3 : (tensor<10xui8>) -> tensor<10xf8E4M3FN>
  %4 = stablehlo.bitcast_convert %3 : (tensor<10xf8E4M3FN>) -> tensor<10xui8>
  check.expect_eq %4, %e4m3 : tensor<10xui8>

  // One NaN, in the place of negative zero.
  %fnuz = stablehlo.constant dense<[[1, 64, 127, 128], [129, 192, 255, 0]]> : tensor<2x4xui8>
  %5 = stablehlo.bitcast_convert %fnuz : (tensor<2x4xui8>) -> tensor<2x4xf8E4M3B11FNUZ>
  %6 = stablehlo.bitcast_convert %5 : (tensor<2x4xf8E4M3B11FNUZ>) -> tensor<2xui32>
  check.expect_eq_const %6, dense<[2155823105, 16760961]> : tensor<2xui32>

  // Powers of two, the least of which is no normal number of f32.
  %powers = stablehlo.constant dense<[0, 1, 127, 254]> : tensor<4xui8>
  %7 = stablehlo.bitcast_convert %powers : (tensor<4xui8>) -> tensor<4xf8E8M0FNU>
  %8 = stablehlo.bitcast_convert %7 : (tensor<4xf8E8M0FNU>) -> tensor<4xui8>
  check.expect_eq %8, %powers : tensor<4xui8>

  // Two numbers of four bits are a byte, the first of them its lower half.
  %fours = stablehlo.constant dense<[1.0, -6.0, 0.5, 3.0]> : tensor<4xf4E2M1FN>
  %9 = stablehlo.reshape %fours : (tensor<4xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %10 = stablehlo.bitcast_convert %9 : (tensor<2x2xf4E2M1FN>) -> tensor<2xui8>
  check.expect_eq_const %10, dense<[242, 81]> : tensor<2xui8>
  %11 = stablehlo.bitcast_convert %10 : (tensor<2xui8>) -> tensor<2x2xf4E2M1FN>
  check.expect_eq %11, %9 : tensor<2x2xf4E2M1FN>
  return
}
