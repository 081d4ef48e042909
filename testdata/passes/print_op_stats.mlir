// RUN: tfrt-opt -print-op-stats %s 2>&1 | FileCheck %s
// RUN: tfrt-opt -print-op-stats=json=true %s 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tfrt-opt '-composite-fixed-point-pass=pipeline=any(cse,canonicalize)' %s | FileCheck %s --check-prefix=FIXED

// CHECK: Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT: arith.addi , 2
// CHECK-NEXT: builtin.module , 1
// CHECK-NEXT: func.func , 1
// CHECK-NEXT: func.return , 1
// JSON: "arith.addi" : 2,
// JSON-NEXT: "builtin.module" : 1,
// FIXED-LABEL: func.func @sum
// FIXED-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// FIXED-NEXT: return %0 : i32
func.func @sum(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  %z = arith.addi %y, %x : i32
  return %y : i32
}
