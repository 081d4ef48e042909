// Optimisation takes away private functions that nothing calls, but not those that are run: a program does at every level what it does
// as it is written.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run %s --functions=scaled --test_init_function=first | FileCheck %s --check-prefix=NAMED
// RUN: tfrt-run %s --function=scale --input=i32=7 | FileCheck %s --check-prefix=SINGLE

// CHECK: --- Running 'first':
// CHECK: 'first' returned 1
// CHECK: --- Running 'scaled':
// CHECK-NEXT: 'scaled' returned 14
// CHECK: --- Running 'inside':
// CHECK-NEXT: 'inside' returned 3

// NAMED: --- Running 'first':
// NAMED-NEXT: 'first' returned 1
// NAMED-NEXT: --- Running 'scaled':
// NAMED-NEXT: 'scaled' returned 14
// NAMED-NOT: Running

// SINGLE: 14

func.func private @first() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}

func.func private @scale(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}

func.func private @scaled() -> i32 {
  %x = tfrt.constant.i32 7
  %y = tfrt.call @scale(%x) : (i32) -> i32
  tfrt.return %y : i32
}

module @inner {
  func.func private @inside() -> i32 {
    %x = tfrt.constant.i32 3
    tfrt.return %x : i32
  }
}
