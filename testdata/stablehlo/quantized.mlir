// Quantized numbers: conversions, arithmetic, regions and products, as the specification defines them.

// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
// RUN: tfrt-opt --verify-roundtrip %s | FileCheck %s

func.func @conversions() {
  %x = stablehlo.constant dense<[1.0, 2.3, -100.0, 300.0]> : tensor<4xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %bits = stablehlo.bitcast_convert %q : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  check.expect_eq_const %bits, dense<[5, 8, -128, 127]> : tensor<4xi8>
  %y = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  check.expect_eq_const %y, dense<[1.0, 2.5, -65.5, 62.0]> : tensor<4xf32>
  %r = stablehlo.uniform_quantize %q : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<u8:f32, 2.0:100>>
  %z = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<u8:f32, 2.0:100>>) -> tensor<4xf32>
  check.expect_eq_const %z, dense<[0.0, 2.0, -66.0, 62.0]> : tensor<4xf32>
  return
}

func.func @each_axis() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25:-1}>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25:-1}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:-1}>>
  %bits = stablehlo.bitcast_convert %t : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:-1}>>) -> tensor<2x2xi8>
  check.expect_eq_const %bits, dense<[[2, 6], [7, 15]]> : tensor<2x2xi8>
  %y = stablehlo.uniform_dequantize %t : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:-1}>>) -> tensor<2x2xf32>
  check.expect_eq_const %y, dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf32>
  return
}

// CHECK: %cst = stablehlo.constant() <{value = dense<[1, 2, -3]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
func.func @arithmetic() {
  %a = stablehlo.constant() <{value = dense<[1, 2, -3]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %sum = stablehlo.add %a, %a : tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %sum_bits = stablehlo.bitcast_convert %sum : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xi8>
  check.expect_eq_const %sum_bits, dense<[1, 3, -7]> : tensor<3xi8>
  %product = stablehlo.multiply %a, %a : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3x!quant.uniform<i8:f32, 0.25>>
  %product_bits = stablehlo.bitcast_convert %product : (tensor<3x!quant.uniform<i8:f32, 0.25>>) -> tensor<3xi8>
  check.expect_eq_const %product_bits, dense<[0, 1, 16]> : tensor<3xi8>
  %less = stablehlo.compare LT, %a, %sum : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xi1>
  check.expect_eq_const %less, dense<[false, true, false]> : tensor<3xi1>
  %s2 = stablehlo.constant dense<1> : tensor<i8>
  %zero = stablehlo.bitcast_convert %s2 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %all = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %all_bits = stablehlo.bitcast_convert %all : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<i8>
  check.expect_eq_const %all_bits, dense<-2> : tensor<i8>
  return
}

func.func @products() {
  %s3 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %a = stablehlo.bitcast_convert %s3 : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %s4 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %b = stablehlo.bitcast_convert %s4 : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {1.0, 2.0}>>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.5, 1.0}>>
  %bits = stablehlo.bitcast_convert %c : (tensor<2x2x!quant.uniform<i32:f32:1, {0.5, 1.0}>>) -> tensor<2x2xi32>
  check.expect_eq_const %bits, dense<[[7, 10], [15, 22]]> : tensor<2x2xi32>
  return
}
