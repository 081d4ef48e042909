// The first program of the README.
// RUN: tfrt-run %s | FileCheck %s --match-full-lines
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-run - | FileCheck %s --match-full-lines
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-translate --bef-to-mlir | tfrt-run - | FileCheck %s --match-full-lines
// RUN: tfrt-run --quiet %s | FileCheck %s --check-prefix=QUIET --match-full-lines
// RUN: tfrt-run --function=hello %s | FileCheck %s --check-prefix=ALONE --match-full-lines

// CHECK: Choosing memory leak check allocator.
// CHECK-NEXT: Choosing single-threaded work queue.
// CHECK-NEXT: --- Running 'hello':
// CHECK-NEXT: int32 = 42
// CHECK-NEXT: 'hello' returned !tfrt.chain value,42
//
// QUIET-NOT: {{.}}
// QUIET: int32 = 42
// QUIET-NOT: {{.}}
//
// ALONE: int32 = 42
// ALONE-NEXT: 42
func.func @hello() -> (!tfrt.chain, i32) {
  %ch0 = tfrt.new.chain
  %x = tfrt.constant.i32 40
  %y = tfrt.constant.i32 2
  %z = tfrt.add.i32 %x, %y
  %ch1 = tfrt.print.i32 %z, %ch0
  tfrt.return %ch1, %z : !tfrt.chain, i32
}
