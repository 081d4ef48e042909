// A function that is not there: named by the program, or on the command line.
// RUN: not tfrt-run %s 2>&1 | FileCheck %s
// RUN: not tfrt-translate --mlir-to-bef %s 2>&1 | FileCheck %s
// RUN: sed -e '/@nowhere/d' %s | tfrt-translate --mlir-to-bef -o %t.bef
// RUN: not tfrt-run %t.bef --functions=main,elsewhere 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not tfrt-run %t.bef --function=elsewhere 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not tfrt-run %t.bef --function=maim 2>&1 | FileCheck %s --check-prefix=NEAR

// ELSEWHERE: couldn't find function elsewhere
// NEAR: couldn't find function maim
// NEAR: did you mean 'main'?

// CHECK: missing_function.mlir:[[@LINE+4]]:8: error: 'tfrt.call' op 'nowhere' does not reference a valid function
// CHECK-NEXT: %y = tfrt.call @nowhere(%x) : (i32) -> i32
func.func @main() {
  %x = tfrt.constant.i32 1
  %y = tfrt.call @nowhere(%x) : (i32) -> i32
  tfrt.return
}
