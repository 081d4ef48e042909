// Inlining stops where a function, or the module, would get too large; operations in regions count.
// RUN: tfrt-opt --pass-pipeline='builtin.module(inline{max-ops=9})' %s | FileCheck %s
// RUN: tfrt-opt --inline %s | FileCheck %s --check-prefix=ALL
// ALL-NOT: tfrt.call

func.func @two(%x: i32) -> i32 {
  %0 = tfrt.add.i32 %x, %x
  %1 = tfrt.add.i32 %0, %x
  tfrt.return %1 : i32
}

// CHECK: func.func @four
// CHECK-COUNT-4: tfrt.add.i32
func.func @four(%x: i32) -> i32 {
  %0 = tfrt.call @two(%x) : (i32) -> i32
  %1 = tfrt.call @two(%0) : (i32) -> i32
  tfrt.return %1 : i32
}

// What the module may get is used up.
// CHECK: func.func @eight
// CHECK-COUNT-2: tfrt.call @four
func.func @eight(%x: i32) -> i32 {
  %0 = tfrt.call @four(%x) : (i32) -> i32
  %1 = tfrt.call @four(%0) : (i32) -> i32
  tfrt.return %1 : i32
}

func.func @in_a_region(%c: i1, %x: i32) -> i32 {
  %0 = tfrt.if %c, %x : (i32) -> (i32) {
    %1 = tfrt.add.i32 %x, %x
    %2 = tfrt.add.i32 %1, %x
    tfrt.return %2 : i32
  } else {
    %1 = tfrt.mul.i32 %x, %x
    %2 = tfrt.mul.i32 %1, %x
    tfrt.return %2 : i32
  }
  tfrt.return %0 : i32
}

// CHECK: func.func @around
// CHECK-NEXT: tfrt.call @in_a_region
func.func @around(%c: i1, %x: i32) -> i32 {
  %0 = tfrt.call @in_a_region(%c, %x) : (i1, i32) -> i32
  tfrt.return %0 : i32
}
