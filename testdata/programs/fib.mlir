// Recursion: a call tree of 3,193 calls, and one branch a call.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-run %t.bef | FileCheck %s
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s

// CHECK: --- Not running 'fib' because it has arguments.
// CHECK-NEXT: --- Running 'main':
// CHECK-NEXT: 'main' returned 987
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> (i1)
  %result = tfrt.if %small, %n : (i32) -> i32 {
    tfrt.return %n : i32
  } else {
    %minus_one = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %minus_one
    %b = tfrt.add.i32 %a, %minus_one
    %fib_a = tfrt.call @fib(%a) : (i32) -> (i32)
    %fib_b = tfrt.call @fib(%b) : (i32) -> (i32)
    %sum = tfrt.add.i32 %fib_a, %fib_b
    tfrt.return %sum : i32
  }
  tfrt.return %result : i32
}

func.func @main() -> i32 {
  %n = tfrt.constant.i32 16
  %r = tfrt.call @fib(%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
