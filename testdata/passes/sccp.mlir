// RUN: tfrt-opt -sccp %s | FileCheck %s
// RUN: tfrt-opt -sccp -dce %s | FileCheck %s --check-prefix=DCE

// CHECK-LABEL: func.func @arithmetic
// CHECK:         %[[R:.*]] = tfrt.constant.i32 35
// CHECK:         tfrt.return %[[R]] : i32
// DCE-LABEL: func.func @arithmetic
// DCE-NEXT:    %0 = tfrt.constant.i32 35
// DCE-NEXT:    tfrt.return %0 : i32
func.func @arithmetic() -> i32 {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 2
  %c = tfrt.add.i32 %a, %b
  %d = tfrt.mul.i32 %c, %a
  tfrt.return %d : i32
}

// Integers wrap around.
// CHECK-LABEL: func.func @wraps
// CHECK:         tfrt.constant.i32 -2147483648
func.func @wraps() -> i32 {
  %a = tfrt.constant.i32 2147483647
  %b = tfrt.constant.i32 1
  %c = tfrt.add.i32 %a, %b
  tfrt.return %c : i32
}

// What fails when it runs is left to fail then.
// CHECK-LABEL: func.func @fails
// CHECK:         tfrt.div.i32
func.func @fails() -> i32 {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %a, %b
  tfrt.return %q : i32
}

// Nothing is computed in what is measured.
// CHECK-LABEL: func.func @measured
// CHECK:         tfrt.add.i32
func.func @measured() {
  %c = tfrt.constant.i32 1
  tfrt_test.benchmark "b"(%c : i32) duration_secs = 1, max_count = 1 {
    %a = tfrt.constant.i32 1
    %b = tfrt.add.i32 %a, %a
    tfrt.return %b : i32
  }
  tfrt.return
}
