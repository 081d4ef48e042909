// A program that comes through standard input is shown where an error is, and its annotations count.
// RUN: tfrt-run - < %s | FileCheck %s
// RUN: (grep -v 'expected-error' %s | tfrt-run - 2>&1; echo "exit $?") | FileCheck %s --check-prefix=PLACE
// The mark of the encoding at the start of a file is no part of the program.
// RUN: (printf '\357\273\277'; cat %s) > %t.mlir && tfrt-run %t.mlir | FileCheck %s

// CHECK: 'divide' returned <<error: Divide by zero>>
// PLACE: <stdin>:{{[0-9]+}}:27: error: unexpected error: runtime error: Divide by zero
// PLACE-NEXT: %quotient, %remainder = tfrt.div.i32 %a, %b
// PLACE-NEXT: ^
// PLACE: exit 1

func.func @divide() -> i32 {
  %a = tfrt.constant.i32 7
  %b = tfrt.constant.i32 0
  // expected-error @+1 {{Divide by zero}}
  %quotient, %remainder = tfrt.div.i32 %a, %b
  tfrt.return %quotient : i32
}
