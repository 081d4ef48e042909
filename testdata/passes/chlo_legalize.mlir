// CHLO in terms of StableHLO.

// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(chlo-legalize-to-stablehlo))' %s | FileCheck %s

// CHECK-LABEL: func.func @acos_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.subtract %cst, %arg0 : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.add %cst, %arg0 : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.multiply %0, %1 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.sqrt %2 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.atan2 %3, %arg0 : tensor<3xf32>
// CHECK-NEXT: return %4 : tensor<3xf32>
func.func @acos_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.acos %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @acosh_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<3.40282347E+38> : tensor<3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.divide %cst, %cst_0 : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.compare GE, %arg0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %2 = stablehlo.log %cst_0 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.log %arg0 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.add %2, %3 : tensor<3xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.subtract %arg0, %cst_1 : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.sqrt %5 : tensor<3xf32>
// CHECK-NEXT: %7 = stablehlo.add %arg0, %cst_1 : tensor<3xf32>
// CHECK-NEXT: %8 = stablehlo.sqrt %7 : tensor<3xf32>
// CHECK-NEXT: %9 = stablehlo.add %8, %6 : tensor<3xf32>
// CHECK-NEXT: %10 = stablehlo.multiply %6, %9 : tensor<3xf32>
// CHECK-NEXT: %11 = stablehlo.log_plus_one %10 : tensor<3xf32>
// CHECK-NEXT: %12 = stablehlo.select %1, %4, %11 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: return %12 : tensor<3xf32>
func.func @acosh_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.acosh %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @asin_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.subtract %cst, %arg0 : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.add %cst, %arg0 : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.multiply %0, %1 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.sqrt %2 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.add %cst, %3 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.atan2 %arg0, %4 : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.add %5, %5 : tensor<3xf32>
// CHECK-NEXT: return %6 : tensor<3xf32>
func.func @asin_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.asin %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @asinh_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.sign %arg0 : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.abs %arg0 : tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<3.40282347E+38> : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.sqrt %cst : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.compare GE, %1, %2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.log %cst_0 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.log %1 : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.add %4, %5 : tensor<3xf32>
// CHECK-NEXT: %7 = stablehlo.multiply %1, %1 : tensor<3xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %8 = stablehlo.add %cst_1, %7 : tensor<3xf32>
// CHECK-NEXT: %9 = stablehlo.sqrt %8 : tensor<3xf32>
// CHECK-NEXT: %10 = stablehlo.add %cst_1, %9 : tensor<3xf32>
// CHECK-NEXT: %11 = stablehlo.divide %7, %10 : tensor<3xf32>
// CHECK-NEXT: %12 = stablehlo.add %1, %11 : tensor<3xf32>
// CHECK-NEXT: %13 = stablehlo.log_plus_one %12 : tensor<3xf32>
// CHECK-NEXT: %14 = stablehlo.select %3, %6, %13 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: %15 = stablehlo.multiply %0, %14 : tensor<3xf32>
// CHECK-NEXT: return %15 : tensor<3xf32>
func.func @asinh_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.asinh %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @atan_f64(%arg0: tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf64>
// CHECK-NEXT: %0 = stablehlo.atan2 %arg0, %cst : tensor<3xf64>
// CHECK-NEXT: return %0 : tensor<3xf64>
func.func @atan_f64(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = chlo.atan %x : tensor<3xf64> -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK-LABEL: func.func @atanh_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.compare GT, %0, %cst : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.log_plus_one %arg0 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.negate %arg0 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.log_plus_one %3 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.subtract %2, %4 : tensor<3xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.multiply %5, %cst_1 : tensor<3xf32>
// CHECK-NEXT: %7 = stablehlo.select %1, %cst_0, %6 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: return %7 : tensor<3xf32>
func.func @atanh_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.atanh %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @conj_complexf32(%arg0: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
// CHECK-NEXT: %0 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.negate %1 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.complex %0, %2 : tensor<3xcomplex<f32>>
// CHECK-NEXT: return %3 : tensor<3xcomplex<f32>>
func.func @conj_complexf32(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = chlo.conj %x : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: func.func @cosh_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.log %cst : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.add %arg0, %0 : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.exponential %1 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.subtract %0, %arg0 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.exponential %3 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.add %2, %4 : tensor<3xf32>
// CHECK-NEXT: return %5 : tensor<3xf32>
func.func @cosh_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.cosh %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @is_inf_f32(%arg0: tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<0x7F800000> : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.compare EQ, %0, %cst : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: return %1 : tensor<3xi1>
func.func @is_inf_f32(%x: tensor<3xf32>) -> tensor<3xi1> {
  %0 = chlo.is_inf %x : tensor<3xf32> -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func.func @sinh_f16(%arg0: tensor<3xf16>) -> tensor<3xf16>
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<3xf16>) -> tensor<3xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.log %cst : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.exponential %2 : tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.subtract %1, %0 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.exponential %4 : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.subtract %3, %5 : tensor<3xf32>
// CHECK-NEXT: %7 = stablehlo.exponential_minus_one %0 : tensor<3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// CHECK-NEXT: %8 = stablehlo.add %7, %cst_0 : tensor<3xf32>
// CHECK-NEXT: %9 = stablehlo.divide %7, %8 : tensor<3xf32>
// CHECK-NEXT: %10 = stablehlo.add %7, %9 : tensor<3xf32>
// CHECK-NEXT: %11 = stablehlo.multiply %cst_1, %10 : tensor<3xf32>
// CHECK-NEXT: %12 = stablehlo.abs %0 : tensor<3xf32>
// CHECK-NEXT: %13 = stablehlo.compare LT, %12, %cst_0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %14 = stablehlo.select %13, %11, %6 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: %15 = stablehlo.convert %14 : (tensor<3xf32>) -> tensor<3xf16>
// CHECK-NEXT: return %15 : tensor<3xf16>
func.func @sinh_f16(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = chlo.sinh %x : tensor<3xf16> -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @square_complexf32(%arg0: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
// CHECK-NEXT: %0 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.is_finite %0 : (tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %2 = stablehlo.abs %0 : tensor<3xf32>
// CHECK-NEXT: %3 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.abs %3 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.compare EQ, %2, %4 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %6 = stablehlo.and %1, %5 : tensor<3xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %7 = stablehlo.subtract %0, %3 : tensor<3xf32>
// CHECK-NEXT: %8 = stablehlo.add %0, %3 : tensor<3xf32>
// CHECK-NEXT: %9 = stablehlo.multiply %7, %8 : tensor<3xf32>
// CHECK-NEXT: %10 = stablehlo.select %6, %cst, %9 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %11 = stablehlo.multiply %0, %3 : tensor<3xf32>
// CHECK-NEXT: %12 = stablehlo.multiply %cst_0, %11 : tensor<3xf32>
// CHECK-NEXT: %13 = stablehlo.complex %10, %12 : tensor<3xcomplex<f32>>
// CHECK-NEXT: return %13 : tensor<3xcomplex<f32>>
func.func @square_complexf32(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = chlo.square %x : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: func.func @tan_f32(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.tan %arg0 : tensor<3xf32>
// CHECK-NEXT: return %0 : tensor<3xf32>
func.func @tan_f32(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.tan %x : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @both(%arg0: tensor<3x1xf32>, %arg1: tensor<1x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<3x4xf32>
// CHECK-NEXT: return %2 : tensor<3x4xf32>
func.func @both(%a: tensor<3x1xf32>, %b: tensor<1x4xf32>) -> tensor<3x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @at_dimension(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %1 = stablehlo.multiply %0, %arg1 : tensor<3x4xf32>
// CHECK-NEXT: return %1 : tensor<3x4xf32>
func.func @at_dimension(%a: tensor<4xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = chlo.broadcast_multiply %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @compare(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>) -> tensor<3x4xi1>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
// CHECK-NEXT: %1 = stablehlo.compare LT, %arg0, %0, TOTALORDER : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
// CHECK-NEXT: return %1 : tensor<3x4xi1>
func.func @compare(%a: tensor<3x4xf32>, %b: tensor<f32>) -> tensor<3x4xi1> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// CHECK-LABEL: func.func @select(%arg0: tensor<i1>, %arg1: tensor<3x4xf32>, %arg2: tensor<4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<3x4xf32>
// CHECK-NEXT: return %1 : tensor<3x4xf32>
func.func @select(%p: tensor<i1>, %a: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<3x4xf32> {
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @constants(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>)
// CHECK-NEXT: %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.complex %arg0, %cst_0 : tensor<3xcomplex<f32>>
// CHECK-NEXT: return %cst, %0 : tensor<3xf32>, tensor<3xcomplex<f32>>
func.func @constants(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>) {
  %0 = "chlo.constant_like"(%a) {value = 2.0 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  %c = chlo.constant dense<3.0> : tensor<3xf32>
  %1 = chlo.broadcast_complex %a, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  return %0, %1 : tensor<3xf32>, tensor<3xcomplex<f32>>
}

// CHECK-LABEL: func.func @top_k(%arg0: tensor<3x16xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<3x16xi32>
// CHECK-NEXT: %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
// CHECK-NEXT: %4 = stablehlo.compare GT, %arg1, %arg2, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %4 : tensor<i1>
// CHECK-NEXT: }) : (tensor<3x16xf32>, tensor<3x16xi32>) -> (tensor<3x16xf32>, tensor<3x16xi32>)
// CHECK-NEXT: %2 = stablehlo.slice %1#0 [0:3, 0:2] : (tensor<3x16xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %3 = stablehlo.slice %1#1 [0:3, 0:2] : (tensor<3x16xi32>) -> tensor<3x2xi32>
// CHECK-NEXT: return %2, %3 : tensor<3x2xf32>, tensor<3x2xi32>
func.func @top_k(%a: tensor<3x16xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<3x16xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}

// CHECK-LABEL: func.func @next_after(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %0 = stablehlo.bitcast_convert %arg0 : (tensor<3xf32>) -> tensor<3xi32>
// CHECK-NEXT: %1 = stablehlo.bitcast_convert %arg1 : (tensor<3xf32>) -> tensor<3xi32>
// CHECK-NEXT: %2 = stablehlo.compare NE, %arg0, %arg0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %3 = stablehlo.compare NE, %arg1, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %4 = stablehlo.or %2, %3 : tensor<3xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.bitcast_convert %cst : (tensor<3xf32>) -> tensor<3xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<-2147483648> : tensor<3xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<2147483647> : tensor<3xi32>
// CHECK-NEXT: %6 = stablehlo.and %0, %c_0 : tensor<3xi32>
// CHECK-NEXT: %7 = stablehlo.and %1, %c_0 : tensor<3xi32>
// CHECK-NEXT: %8 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<0> : tensor<3xi32>
// CHECK-NEXT: %9 = stablehlo.compare EQ, %6, %c_1 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
// CHECK-NEXT: %10 = stablehlo.compare EQ, %7, %c_1 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
// CHECK-NEXT: %11 = stablehlo.and %0, %c : tensor<3xi32>
// CHECK-NEXT: %12 = stablehlo.and %1, %c : tensor<3xi32>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<1> : tensor<3xi32>
// CHECK-NEXT: %13 = stablehlo.or %12, %c_2 : tensor<3xi32>
// CHECK-NEXT: %14 = stablehlo.compare NE, %11, %12 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
// CHECK-NEXT: %15 = stablehlo.compare GT, %6, %7 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
// CHECK-NEXT: %16 = stablehlo.or %15, %14 : tensor<3xi1>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<-1> : tensor<3xi32>
// CHECK-NEXT: %17 = stablehlo.select %16, %c_3, %c_2 : tensor<3xi1>, tensor<3xi32>
// CHECK-NEXT: %18 = stablehlo.add %0, %17 : tensor<3xi32>
// CHECK-NEXT: %19 = stablehlo.select %10, %1, %13 : tensor<3xi1>, tensor<3xi32>
// CHECK-NEXT: %20 = stablehlo.select %9, %19, %18 : tensor<3xi1>, tensor<3xi32>
// CHECK-NEXT: %21 = stablehlo.select %8, %1, %20 : tensor<3xi1>, tensor<3xi32>
// CHECK-NEXT: %22 = stablehlo.select %4, %5, %21 : tensor<3xi1>, tensor<3xi32>
// CHECK-NEXT: %23 = stablehlo.bitcast_convert %22 : (tensor<3xi32>) -> tensor<3xf32>
// CHECK-NEXT: return %23 : tensor<3xf32>
func.func @next_after(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = chlo.next_after %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
