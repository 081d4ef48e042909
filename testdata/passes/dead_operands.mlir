// RUN: tfrt-opt -remove-dead-values -allow-unregistered-dialect %s | FileCheck %s

// Where upstream leaves operations without operands, poison stands for them.

// CHECK-LABEL: func.func @gone
// CHECK:       ^bb1: // no predecessors
// CHECK-NEXT:    %[[P:.*]] = ub.poison : i64
// CHECK-NEXT:    return %[[P]] : i64
func.func @gone(%a: i64) -> i64 {
  return %a : i64
^bb1:
  %z = arith.addi %a, %a : i64
  return %z : i64
}

// CHECK-LABEL: func.func private @never_called()
// CHECK-NEXT:    %[[Q:.*]] = ub.poison : i64
// CHECK-NEXT:    call @outside(%[[Q]]) : (i64) -> ()
// CHECK-NEXT:    return
func.func private @outside(i64)
func.func private @never_called(%a: i64) -> i64 {
  call @outside(%a) : (i64) -> ()
  return %a : i64
}
