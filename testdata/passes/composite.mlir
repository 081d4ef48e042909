// RUN: tfrt-opt --composite-fixed-point-pass=pipeline=canonicalize,cse %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(composite-fixed-point-pass{name=both pipeline=canonicalize,cse}))' %s | FileCheck %s
// RUN: tfrt-opt --composite-fixed-point-pass='pipeline=func.func(canonicalize,cse)' %s | FileCheck %s
// RUN: not tfrt-opt --composite-fixed-point-pass='pipeline=cse max-iterations=0' %s 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: '0' value invalid for option 'max-iterations'

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:    return %0, %0 : i32, i32
func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.muli %x, %x : i32
  %b = arith.muli %x, %x : i32
  %c = arith.addi %b, %zero : i32
  return %a, %c : i32, i32
}
