// RUN: tfrt-opt -cse -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE

// CSE:      module {
// CSE-NEXT: func.func @loop_in_a_block_that_nothing_reaches(%arg0: index, %arg1: i32) -> i32 {
// CSE-NEXT: cf.br ^bb2
// CSE-NEXT: ^bb1: // no predecessors
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = arith.addi %2, %arg1 : i32
// CSE-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %0) -> (i32) {
// CSE-NEXT: %4 = arith.addi %arg3, %2 : i32
// CSE-NEXT: scf.yield %4 : i32
// CSE-NEXT: }
// CSE-NEXT: cf.br ^bb2
// CSE-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// CSE-NEXT: %2 = arith.muli %arg1, %arg1 : i32
// CSE-NEXT: %3 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %2) -> (i32) {
// CSE-NEXT: scf.yield %arg3 : i32
// CSE-NEXT: }
// CSE-NEXT: return %3 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func @loop_in_a_block_that_nothing_reaches(%n: index, %x: i32) -> i32 {
  cf.br ^bb2
^bb1:
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = arith.addi %z, %x : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> (i32) {
    %s = arith.addi %a, %z : i32
    scf.yield %s : i32
  }
  cf.br ^bb2
^bb2:
  %z = arith.muli %x, %x : i32
  %q = scf.for %i = %n to %n step %n iter_args(%a = %z) -> (i32) {
    scf.yield %a : i32
  }
  return %q : i32
}
