// Functions are taken out of their module while passes run on them; calls between them stay valid, and what a pass does to a
// call is checked when the functions are back.
//
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize,cse))' %s | FileCheck %s
// RUN: tfrt-opt --O2 %s | FileCheck %s --check-prefix=O2

// CHECK-LABEL: func.func @scale
func.func @scale(%x: i32, %by: i32) -> i32 {
  %y = tfrt.mul.i32 %x, %by
  tfrt.return %y : i32
}

// CHECK-LABEL: func.func @main
// O2-LABEL: func.func @main
func.func @main(%x: i32, %condition: i1) -> i32 {
  // CHECK-NEXT: %[[TWO:.*]] = tfrt.constant.i32 2
  // CHECK-NEXT: %[[DOUBLED:.*]] = tfrt.call @scale(%arg0, %[[TWO]]) : (i32, i32) -> i32
  // CHECK-NEXT: tfrt.cond %arg1 @scale @scale(%[[DOUBLED]], %[[TWO]]) : (i32, i32) -> (i32)
  // O2: tfrt.mul.i32 %arg0
  // O2-NOT: tfrt.call
  %two = tfrt.constant.i32 2
  %doubled = tfrt.call @scale(%x, %two) : (i32, i32) -> i32
  %result = tfrt.cond %condition @scale @scale (%doubled, %two) : (i32, i32) -> (i32)
  tfrt.return %result : i32
}
