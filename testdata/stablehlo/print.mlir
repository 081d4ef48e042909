// Tensors are shown as the reference interpreter shows them, with the names that they have in the program.

// RUN: tfrt-run %s --quiet | FileCheck %s

// CHECK: %0 = tensor<2x2xf32> {
// CHECK-NEXT: [
// CHECK-NEXT: [2.000000e+00, 5.000000e+00],
// CHECK-NEXT: [6.000000e+00, 0x7FC00000]
// CHECK-NEXT: ]
// CHECK-NEXT: }
// CHECK-NEXT: %c = tensor<i32> {3}
// CHECK-NEXT: %c_0 = tensor<2xi1> {
// CHECK-NEXT: [true, false]
// CHECK-NEXT: }
// CHECK-NEXT: %cst_1 = tensor<1xcomplex<f32>> {
// CHECK-NEXT: {{\[\[1.000000e[+]00, 2.000000e[+]00\]\]}}
// CHECK-NEXT: }
// CHECK-NEXT: %cst_2 = tensor<0x2xf32> {
// CHECK-NEXT: []
// CHECK-NEXT: }
// CHECK-NEXT: %c_3 = tensor<2xui8> {
// CHECK-NEXT: [200, 200]
// CHECK-NEXT: }
// CHECK-NEXT: %cst_4 = tensor<2x1x2xbf16> {
// CHECK-NEXT: [
// CHECK-NEXT: [
// CHECK-NEXT: [1.500000e+00, 1.500000e+00]
// CHECK-NEXT: ],
// CHECK-NEXT: [
// CHECK-NEXT: [1.500000e+00, 1.500000e+00]
// CHECK-NEXT: ]
// CHECK-NEXT: ]
// CHECK-NEXT: }
// CHECK-NEXT: %cst_5 = tensor<3xf32> {
// CHECK-NEXT: [0xFF800000, 1.000000e-30, 123456.703]
// CHECK-NEXT: }
// CHECK-NEXT: %cst_6 = tensor<f64> {1.100000e+00}
func.func @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.5], [3.0, 0x7fc00000]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %3 = stablehlo.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %4 = stablehlo.constant dense<> : tensor<0x2xf32>
  %5 = stablehlo.constant dense<200> : tensor<2xui8>
  %6 = stablehlo.constant dense<1.5> : tensor<2x1x2xbf16>
  %7 = stablehlo.constant dense<[0xff800000, 1.0e-30, 123456.7]> : tensor<3xf32>
  %8 = stablehlo.constant dense<1.1> : tensor<f64>
  %9 = stablehlo.add %0, %0 : tensor<2x2xf32>
  interpreter.print %9 : tensor<2x2xf32>
  interpreter.print %1 : tensor<i32>
  interpreter.print %2 : tensor<2xi1>
  interpreter.print %3 : tensor<1xcomplex<f32>>
  interpreter.print %4 : tensor<0x2xf32>
  interpreter.print %5 : tensor<2xui8>
  interpreter.print %6 : tensor<2x1x2xbf16>
  interpreter.print %7 : tensor<3xf32>
  interpreter.print %8 : tensor<f64>
  return
}
