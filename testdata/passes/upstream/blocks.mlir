// RUN: tfrt-opt '-canonicalize=region-simplify=disabled' -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=DISABLED
// RUN: tfrt-opt '-canonicalize=region-simplify=aggressive' -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=AGGRESSIVE

// Blocks that nothing reaches go with any setting.
// DISABLED:      module {
// DISABLED-NEXT: func.func @unreachable(%arg0: i32) -> i32 {
// DISABLED-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// DISABLED-NEXT: return %0 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @unreachable(%arg0: i32) -> i32 {
// AGGRESSIVE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// AGGRESSIVE-NEXT: return %0 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
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
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @unused_argument(%arg0: i1, %arg1: i32) -> i32 {
// AGGRESSIVE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// AGGRESSIVE-NEXT: ^bb1: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%arg1) : (i32) -> ()
// AGGRESSIVE-NEXT: cf.br ^bb2
// AGGRESSIVE-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// AGGRESSIVE-NEXT: return %arg1 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @unused_argument(%p: i1, %x: i32) -> i32 {
  cf.cond_br %p, ^bb1(%x, %x : i32, i32), ^bb2
^bb1(%a: i32, %b: i32):
  "demo.use"(%a) : (i32) -> ()
  cf.br ^bb2
^bb2:
  return %x : i32
}

// -----

// DISABLED:      module {
// DISABLED-NEXT: func.func @equal(%arg0: i1, %arg1: i32) -> i32 {
// DISABLED-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// DISABLED-NEXT: ^bb1: // pred: ^bb0
// DISABLED-NEXT: %0 = "demo.make"(%arg1) : (i32) -> i32
// DISABLED-NEXT: cf.br ^bb3(%0 : i32)
// DISABLED-NEXT: ^bb2: // pred: ^bb0
// DISABLED-NEXT: %1 = "demo.make"(%arg1) : (i32) -> i32
// DISABLED-NEXT: cf.br ^bb3(%1 : i32)
// DISABLED-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// DISABLED-NEXT: return %2 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @equal(%arg0: i1, %arg1: i32) -> i32 {
// AGGRESSIVE-NEXT: %0 = "demo.make"(%arg1) : (i32) -> i32
// AGGRESSIVE-NEXT: return %0 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @equal(%p: i1, %x: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = "demo.make"(%x) : (i32) -> i32
  cf.br ^bb3(%a : i32)
^bb2:
  %b = "demo.make"(%x) : (i32) -> i32
  cf.br ^bb3(%b : i32)
^bb3(%r: i32):
  return %r : i32
}

// -----

// Operands that differ become arguments; those that differ alike share one.
// DISABLED:      module {
// DISABLED-NEXT: func.func @differing_operands(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// DISABLED-NEXT: cf.cond_br %arg0, ^bb1(%arg2 : i32), ^bb2(%arg3 : i32)
// DISABLED-NEXT: ^bb1(%0: i32): // pred: ^bb0
// DISABLED-NEXT: %1 = "demo.make"(%0, %arg2, %arg2) : (i32, i32, i32) -> i32
// DISABLED-NEXT: cf.cond_br %arg1, ^bb3(%1 : i32), ^bb4
// DISABLED-NEXT: ^bb2(%2: i32): // pred: ^bb0
// DISABLED-NEXT: %3 = "demo.make"(%2, %arg3, %arg3) : (i32, i32, i32) -> i32
// DISABLED-NEXT: cf.cond_br %arg1, ^bb3(%3 : i32), ^bb4
// DISABLED-NEXT: ^bb3(%4: i32): // 2 preds: ^bb1, ^bb2
// DISABLED-NEXT: "demo.use"(%4) : (i32) -> ()
// DISABLED-NEXT: return %4 : i32
// DISABLED-NEXT: ^bb4: // 2 preds: ^bb1, ^bb2
// DISABLED-NEXT: return %arg2 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @differing_operands(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// AGGRESSIVE-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32
// AGGRESSIVE-NEXT: %1 = arith.select %arg0, %arg2, %arg3 : i32
// AGGRESSIVE-NEXT: %2 = "demo.make"(%0, %1, %1) : (i32, i32, i32) -> i32
// AGGRESSIVE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// AGGRESSIVE-NEXT: ^bb1: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%2) : (i32) -> ()
// AGGRESSIVE-NEXT: return %2 : i32
// AGGRESSIVE-NEXT: ^bb2: // pred: ^bb0
// AGGRESSIVE-NEXT: return %arg2 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @differing_operands(%p: i1, %q: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %p, ^bb1(%x : i32), ^bb2(%y : i32)
^bb1(%m: i32):
  %a = "demo.make"(%m, %x, %x) : (i32, i32, i32) -> i32
  cf.cond_br %q, ^bb3(%a : i32), ^bb4
^bb2(%n: i32):
  %b = "demo.make"(%n, %y, %y) : (i32, i32, i32) -> i32
  cf.cond_br %q, ^bb3(%b : i32), ^bb4
^bb3(%r: i32):
  "demo.use"(%r) : (i32) -> ()
  return %r : i32
^bb4:
  return %x : i32
}

// -----

// DISABLED:      module {
// DISABLED-NEXT: func.func @one_value_from_all(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// DISABLED-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// DISABLED-NEXT: ^bb1: // pred: ^bb0
// DISABLED-NEXT: "demo.use"(%arg1) : (i32) -> ()
// DISABLED-NEXT: cf.br ^bb3(%arg1, %arg1 : i32, i32)
// DISABLED-NEXT: ^bb2: // pred: ^bb0
// DISABLED-NEXT: "demo.use2"(%arg2) : (i32) -> ()
// DISABLED-NEXT: cf.br ^bb3(%arg1, %arg2 : i32, i32)
// DISABLED-NEXT: ^bb3(%0: i32, %1: i32): // 2 preds: ^bb1, ^bb2
// DISABLED-NEXT: "demo.use"(%0, %1) : (i32, i32) -> ()
// DISABLED-NEXT: return %0 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @one_value_from_all(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// AGGRESSIVE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// AGGRESSIVE-NEXT: ^bb1: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%arg1) : (i32) -> ()
// AGGRESSIVE-NEXT: cf.br ^bb3(%arg1 : i32)
// AGGRESSIVE-NEXT: ^bb2: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use2"(%arg2) : (i32) -> ()
// AGGRESSIVE-NEXT: cf.br ^bb3(%arg2 : i32)
// AGGRESSIVE-NEXT: ^bb3(%0: i32): // 2 preds: ^bb1, ^bb2
// AGGRESSIVE-NEXT: "demo.use"(%arg1, %0) : (i32, i32) -> ()
// AGGRESSIVE-NEXT: return %arg1 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @one_value_from_all(%p: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  "demo.use"(%x) : (i32) -> ()
  cf.br ^bb3(%x, %x : i32, i32)
^bb2:
  "demo.use2"(%y) : (i32) -> ()
  cf.br ^bb3(%x, %y : i32, i32)
^bb3(%r: i32, %s: i32):
  "demo.use"(%r, %s) : (i32, i32) -> ()
  return %r : i32
}

// -----

// DISABLED:      module {
// DISABLED-NEXT: func.func @cases(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// DISABLED-NEXT: cf.switch %arg0 : i32, [
// DISABLED-NEXT: default: ^bb1,
// DISABLED-NEXT: 1: ^bb2,
// DISABLED-NEXT: 2: ^bb3
// DISABLED-NEXT: ]
// DISABLED-NEXT: ^bb1: // pred: ^bb0
// DISABLED-NEXT: "demo.use"(%arg1) {a = 1 : i32} : (i32) -> ()
// DISABLED-NEXT: return %arg1 : i32
// DISABLED-NEXT: ^bb2: // pred: ^bb0
// DISABLED-NEXT: "demo.use"(%arg2) {a = 2 : i32} : (i32) -> ()
// DISABLED-NEXT: return %arg2 : i32
// DISABLED-NEXT: ^bb3: // pred: ^bb0
// DISABLED-NEXT: "demo.use"(%arg2) {a = 1 : i32} : (i32) -> ()
// DISABLED-NEXT: return %arg1 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @cases(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// AGGRESSIVE-NEXT: cf.switch %arg0 : i32, [
// AGGRESSIVE-NEXT: default: ^bb1(%arg1 : i32),
// AGGRESSIVE-NEXT: 1: ^bb2,
// AGGRESSIVE-NEXT: 2: ^bb1(%arg2 : i32)
// AGGRESSIVE-NEXT: ]
// AGGRESSIVE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%0) {a = 1 : i32} : (i32) -> ()
// AGGRESSIVE-NEXT: return %arg1 : i32
// AGGRESSIVE-NEXT: ^bb2: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%arg2) {a = 2 : i32} : (i32) -> ()
// AGGRESSIVE-NEXT: return %arg2 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @cases(%i: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %i : i32, [default: ^bb1, 1: ^bb2, 2: ^bb3]
^bb1:
  "demo.use"(%x) {a = 1 : i32} : (i32) -> ()
  return %x : i32
^bb2:
  "demo.use"(%y) {a = 2 : i32} : (i32) -> ()
  return %y : i32
^bb3:
  "demo.use"(%y) {a = 1 : i32} : (i32) -> ()
  return %x : i32
}

// -----

// Values that another block uses, and regions, keep blocks apart.
// DISABLED:      module {
// DISABLED-NEXT: func.func @apart(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// DISABLED-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// DISABLED-NEXT: ^bb1: // pred: ^bb0
// DISABLED-NEXT: %0 = "demo.make"(%arg2) : (i32) -> i32
// DISABLED-NEXT: cf.cond_br %arg1, ^bb3, ^bb4
// DISABLED-NEXT: ^bb2: // pred: ^bb0
// DISABLED-NEXT: %1 = "demo.make"(%arg2) : (i32) -> i32
// DISABLED-NEXT: cf.cond_br %arg1, ^bb5, ^bb4
// DISABLED-NEXT: ^bb3: // pred: ^bb1
// DISABLED-NEXT: "demo.use"(%0) : (i32) -> ()
// DISABLED-NEXT: "demo.use"(%arg2) : (i32) -> ()
// DISABLED-NEXT: return %arg2 : i32
// DISABLED-NEXT: ^bb4: // 2 preds: ^bb1, ^bb2
// DISABLED-NEXT: return %arg3 : i32
// DISABLED-NEXT: ^bb5: // pred: ^bb2
// DISABLED-NEXT: "demo.use"(%1) : (i32) -> ()
// DISABLED-NEXT: "demo.use"(%arg2) : (i32) -> ()
// DISABLED-NEXT: return %arg2 : i32
// DISABLED-NEXT: }
// DISABLED-NEXT: }
// AGGRESSIVE:      module {
// AGGRESSIVE-NEXT: func.func @apart(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// AGGRESSIVE-NEXT: %0 = "demo.make"(%arg2) : (i32) -> i32
// AGGRESSIVE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// AGGRESSIVE-NEXT: ^bb1: // pred: ^bb0
// AGGRESSIVE-NEXT: "demo.use"(%0) : (i32) -> ()
// AGGRESSIVE-NEXT: "demo.use"(%arg2) : (i32) -> ()
// AGGRESSIVE-NEXT: return %arg2 : i32
// AGGRESSIVE-NEXT: ^bb2: // pred: ^bb0
// AGGRESSIVE-NEXT: return %arg3 : i32
// AGGRESSIVE-NEXT: }
// AGGRESSIVE-NEXT: }
func.func @apart(%p: i1, %q: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = "demo.make"(%x) : (i32) -> i32
  cf.cond_br %q, ^bb3, ^bb4
^bb2:
  %b = "demo.make"(%x) : (i32) -> i32
  cf.cond_br %q, ^bb5, ^bb4
^bb3:
  "demo.use"(%a) : (i32) -> ()
  scf.if %q {
    "demo.use"(%x) : (i32) -> ()
  }
  return %x : i32
^bb4:
  return %y : i32
^bb5:
  "demo.use"(%b) : (i32) -> ()
  scf.if %q {
    "demo.use"(%x) : (i32) -> ()
  }
  return %x : i32
}
