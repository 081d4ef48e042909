// Recursion 1,200,000 levels deep: no thread's stack grows with it.
// RUN: tfrt-run -O0 --jit=off %s | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:2 | FileCheck %s

// CHECK: --- Running 'main':
// CHECK-NEXT: 'main' returned 1200000
func.func @depth(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> (i1)
  %result = tfrt.if %done, %n, %zero : (i32, i32) -> i32 {
    tfrt.return %zero : i32
  } else {
    %minus_one = tfrt.constant.i32 -1
    %one = tfrt.constant.i32 1
    %next = tfrt.add.i32 %n, %minus_one
    %below = tfrt.call @depth(%next) : (i32) -> (i32)
    %sum = tfrt.add.i32 %below, %one
    tfrt.return %sum : i32
  }
  tfrt.return %result : i32
}

func.func @main() -> i32 {
  %n = tfrt.constant.i32 1200000
  %r = tfrt.call @depth(%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
