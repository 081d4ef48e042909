// A loop that carries two values, and a branch taken each way.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-run %t.bef | FileCheck %s
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run %s --work_queue_type=mstd:4 | FileCheck %s

// CHECK-LABEL: --- Running 'loop':
// CHECK-NEXT: 'loop' returned 3069
func.func @loop() -> i32 {
  %n = tfrt.constant.i32 10
  %x = tfrt.constant.i32 0
  %c = tfrt.constant.i32 3
  %r:2 = tfrt.repeat.i32 %n, %x, %c : i32, i32 {
    %d = tfrt.add.i32 %x, %x
    %y = tfrt.add.i32 %d, %c
    tfrt.return %y, %c : i32, i32
  }
  tfrt.return %r#0 : i32
}

// CHECK-LABEL: --- Running 'branches':
// CHECK-NEXT: int32 = 1
// CHECK-NEXT: int32 = 2
// CHECK-NEXT: 'branches' returned !tfrt.chain value
func.func @branches() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %true = tfrt.constant.i1 true
  %false = tfrt.constant.i1 false
  %ch1 = tfrt.if %true, %ch0 : (!tfrt.chain) -> (!tfrt.chain) {
    %one = tfrt.constant.i32 1
    %ch = tfrt.print.i32 %one, %ch0
    tfrt.return %ch : !tfrt.chain
  } else {
    %two = tfrt.constant.i32 2
    %ch = tfrt.print.i32 %two, %ch0
    tfrt.return %ch : !tfrt.chain
  }
  %ch2 = tfrt.if %false, %ch1 : (!tfrt.chain) -> (!tfrt.chain) {
    %one = tfrt.constant.i32 1
    %ch = tfrt.print.i32 %one, %ch1
    tfrt.return %ch : !tfrt.chain
  } else {
    %two = tfrt.constant.i32 2
    %ch = tfrt.print.i32 %two, %ch1
    tfrt.return %ch : !tfrt.chain
  }
  tfrt.return %ch2 : !tfrt.chain
}
