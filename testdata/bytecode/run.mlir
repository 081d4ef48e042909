// Programs run from bytecode as from text.
// RUN: tfrt-opt --emit-bytecode %s | tfrt-run - | FileCheck %s
// RUN: tfrt-opt --emit-bytecode %s > %t.mlirbc
// RUN: tfrt-translate --mlir-to-bef %t.mlirbc -o %t.bef && tfrt-run %t.bef | FileCheck %s
// CHECK: --- Running 'main':
// CHECK-NEXT: int32 = 55
func.func @main() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ten = tfrt.constant.i32 10
  %sum = tfrt.constant.i32 0
  %last = tfrt.constant.i32 0
  %r:2 = tfrt.repeat.i32 %ten, %sum, %last : i32, i32 {
    %one = tfrt.constant.i32 1
    %next = tfrt.add.i32 %last, %one
    %total = tfrt.add.i32 %sum, %next
    tfrt.return %total, %next : i32, i32
  }
  %ch1 = tfrt.print.i32 %r#0, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
