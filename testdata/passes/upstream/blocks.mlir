// RUN: tfrt-opt '-canonicalize=region-simplify=disabled' -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=DISABLED

// Blocks that nothing reaches go with any setting.
// DISABLED:      module {
// DISABLED-NEXT: func.func @unreachable(%arg0: i32) -> i32 {
// DISABLED-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// DISABLED-NEXT: return %0 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
func.func @unreachable(%x: i32) -> i32 {
  %a = arith.muli %x, %x : i32
  cf.br ^bb2
^bb1:
  %c5 = arith.constant 5 : i32
  %c10 = arith.addi %c5, %c5 : i32
  "demo.use"(%c5, %c10) : (i32, i32) -> ()
  cf.br ^bb2
^bb2:
  return %a : i32
}

// -----

// DISABLED:      module {
// DISABLED-NEXT: func.func @unused_argument(%arg0: i1, %arg1: i32) -> i32 {
// DISABLED-NEXT: cf.cond_br %arg0, ^bb1(%arg1, %arg1 : i32, i32), ^bb2
// DISABLED-NEXT: ^bb1(%0: i32, %1: i32): // pred: ^bb0
// DISABLED-NEXT: "demo.use"(%0) : (i32) -> ()
// DISABLED-NEXT: cf.br ^bb2
// DISABLED-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// DISABLED-NEXT: return %arg1 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
func.func @unused_argument(%p: i1, %x: i32) -> i32 {
  cf.cond_br %p, ^bb1(%x, %x : i32, i32), ^bb2
^bb1(%a: i32, %b: i32):
  "demo.use"(%a) : (i32) -> ()
  cf.br ^bb2
^bb2:
  return %x : i32
}
