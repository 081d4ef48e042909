// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s

// CHECK:      module {
// CHECK-NEXT: func.func @differences(%arg0: i32) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT: %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT: %0 = arith.subi %arg0, %c8_i32 overflow<nsw> : i32
// CHECK-NEXT: %1 = arith.subi %c-2_i32, %arg0 overflow<nsw> : i32
// CHECK-NEXT: %2 = arith.addi %arg0, %c2_i32 overflow<nsw> : i32
// CHECK-NEXT: %3 = arith.subi %c8_i32, %arg0 overflow<nsw> : i32
// CHECK-NEXT: %4 = arith.addi %arg0, %c-2_i32 : i32
// CHECK-NEXT: %5 = arith.subi %c2_i32, %arg0 overflow<nsw> : i32
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @sums(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT: %0 = arith.subi %c8_i32, %arg0 overflow<nsw> : i32
// CHECK-NEXT: %1 = arith.addi %arg0, %c2_i32 overflow<nsw> : i32
// CHECK-NEXT: %2 = arith.subi %arg0, %c-2_i32 overflow<nsw> : i32
// CHECK-NEXT: return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @differences(%x: i32) -> (i32, i32, i32, i32,i32,i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.subi %x, %c overflow<nsw> : i32
  %b = arith.subi %a, %d overflow<nsw, nuw> : i32
  %a1 = arith.subi %c, %x overflow<nsw> : i32
  %b1 = arith.subi %a1, %d overflow<nsw> : i32
  %a2 = arith.subi %c, %x overflow<nsw> : i32
  %b2 = arith.subi %d, %a2 overflow<nsw> : i32
  %a3 = arith.subi %x, %c overflow<nsw> : i32
  %b3 = arith.subi %d, %a3 overflow<nsw> : i32
  %a4 = arith.addi %x, %c overflow<nsw> : i32
  %b4 = arith.subi %a4, %d overflow<nsw> : i32
  %a5 = arith.addi %x, %c overflow<nsw> : i32
  %b5 = arith.subi %d, %a5 overflow<nsw> : i32
  return %b, %b1, %b2, %b3,%b4,%b5 : i32, i32, i32, i32,i32,i32
}
func.func @sums(%x: i32) -> (i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a1 = arith.subi %c, %x overflow<nsw> : i32
  %b1 = arith.addi %a1, %d overflow<nsw> : i32
  %a3 = arith.subi %x, %c overflow<nsw> : i32
  %b3 = arith.addi %d, %a3 overflow<nsw> : i32
  %m = arith.constant 2147483647 : i32
  %a = arith.subi %x, %m overflow<nsw> : i32
  %b = arith.subi %a, %m overflow<nsw> : i32
  return %b1, %b3, %b : i32, i32, i32
}

// -----

// CHECK:      module {
// CHECK-NEXT: func.func @constant_of_its_own(%arg0: i8) -> (i8, i8, i8) {
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT: %c7_i8 = arith.constant 7 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %0 = arith.ori %arg0, %c7_i8 : i8
// CHECK-NEXT: %1 = arith.ori %arg0, %c-128_i8 : i8
// CHECK-NEXT: return %c-1_i8, %0, %1 : i8, i8, i8
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @constant_of_its_own(%x: i8) -> (i8, i8, i8) {
  %c0 = arith.constant -1 : i8
  %c1 = arith.constant 7 : i8
  %a = arith.ori %x, %c0 : i8
  %b = arith.ori %x, %c1 : i8
  %c2 = arith.constant -128 : i8
  %c = arith.ori %x, %c2 : i8
  return %a, %b, %c : i8, i8, i8
}

// -----

// CHECK:      module {
// CHECK-NEXT: func.func @sign_of_nan() -> (f32, f64, f32, f32) {
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0xFFC00000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0xFFF8000000000000 : f64
// CHECK-NEXT: %0 = math.log %cst : f32
// CHECK-NEXT: %1 = math.sqrt %cst : f32
// CHECK-NEXT: return %cst_0, %cst_1, %0, %1 : f32, f64, f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @sign_of_nan() -> (f32, f64, f32, f32) {
  %a = arith.constant -2.5 : f32
  %b = arith.constant 2.5 : f64
  %c = arith.constant -0.0 : f32
  %d = math.atanh %a : f32
  %e = math.atanh %b : f64
  %f = math.log %c : f32
  %g = math.sqrt %c : f32
  return %d, %e, %f, %g : f32, f64, f32, f32
}
