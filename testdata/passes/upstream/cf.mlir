// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE
// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SCCP

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @br_merge(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @br_merge(%arg0: i32) -> i32 {
// SCCP-NEXT: cf.br ^bb1(%arg0 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: %1 = arith.addi %0, %0 : i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @br_merge(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %y = arith.addi %x, %x : i32
  return %y : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @br_pass(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @br_pass(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2(%arg2 : i32)
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: cf.br ^bb2(%arg1 : i32)
// SCCP-NEXT: ^bb2(%0: i32): // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @br_pass(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%b : i32)
^bb1:
  cf.br ^bb2(%a : i32)
^bb2(%x: i32):
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_const(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_const(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: cf.cond_br %true, ^bb1(%arg0 : i32), ^bb2(%arg1 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2(%1: i32): // pred: ^bb0
// SCCP-NEXT: %2 = arith.addi %1, %1 : i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_const(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_false(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_false(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: cf.cond_br %false, ^bb1(%arg0 : i32), ^bb2(%arg1 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2(%1: i32): // pred: ^bb0
// SCCP-NEXT: %2 = arith.addi %1, %1 : i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_false(%a: i32, %b: i32) -> i32 {
  %t = arith.constant false
  cf.cond_br %t, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_same(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_same(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_same(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_same_ops(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_same_ops(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_same_ops(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_same_multi(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2(%arg3 : i32)
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb2(%arg2 : i32), ^bb2(%arg3 : i32)
// CANONICALIZE-NEXT: ^bb2(%0: i32): // 3 preds: ^bb0, ^bb1, ^bb1
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_same_multi(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg1, ^bb1, ^bb2(%arg3 : i32)
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: cf.cond_br %arg0, ^bb2(%arg2 : i32), ^bb2(%arg3 : i32)
// SCCP-NEXT: ^bb2(%0: i32): // 3 preds: ^bb0, ^bb1, ^bb1
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_same_multi(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %d, ^bb0, ^bb1(%b : i32)
^bb0:
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_truth(%arg0: i1) -> i1 {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = "test.a"(%true) : (i1) -> i1
// CANONICALIZE-NEXT: return %0 : i1
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = "test.b"(%false) : (i1) -> i1
// CANONICALIZE-NEXT: return %1 : i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_truth(%arg0: i1) -> i1 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %0 = "test.a"(%arg0) : (i1) -> i1
// SCCP-NEXT: return %0 : i1
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %1 = "test.b"(%arg0) : (i1) -> i1
// SCCP-NEXT: return %1 : i1
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_truth(%c: i1) -> (i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = "test.a"(%c) : (i1) -> i1
  return %x : i1
^bb2:
  %y = "test.b"(%c) : (i1) -> i1
  return %y : i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_pass_args(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_pass_args(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1(%arg2 : i32), ^bb2
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: cf.br ^bb3(%0 : i32)
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: cf.br ^bb3(%arg3 : i32)
// SCCP-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_pass_args(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cond_cond(%arg0: i1) {
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: "test.three"() : () -> ()
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: "test.two"() : () -> ()
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cond_cond(%arg0: i1) {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: cf.cond_br %arg0, ^bb3, ^bb2
// SCCP-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: "test.two"() : () -> ()
// SCCP-NEXT: return
// SCCP-NEXT: ^bb3: // pred: ^bb1
// SCCP-NEXT: "test.three"() : () -> ()
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @cond_cond(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.cond_br %c, ^bb3, ^bb2
^bb2:
  "test.two"() : () -> ()
  return
^bb3:
  "test.three"() : () -> ()
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @loop(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: cf.br ^bb1(%c0_i32, %arg0 : i32, i32)
// CANONICALIZE-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// CANONICALIZE-NEXT: %2 = arith.cmpi slt, %0, %arg1 : i32
// CANONICALIZE-NEXT: cf.cond_br %2, ^bb2, ^bb3
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb1
// CANONICALIZE-NEXT: %3 = arith.addi %0, %c1_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.muli %1, %1 : i32
// CANONICALIZE-NEXT: cf.br ^bb1(%3, %4 : i32, i32)
// CANONICALIZE-NEXT: ^bb3: // pred: ^bb1
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @loop(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: cf.br ^bb1(%c0_i32, %arg0 : i32, i32)
// SCCP-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// SCCP-NEXT: %2 = arith.cmpi slt, %0, %arg1 : i32
// SCCP-NEXT: cf.cond_br %2, ^bb2, ^bb3
// SCCP-NEXT: ^bb2: // pred: ^bb1
// SCCP-NEXT: %3 = arith.addi %0, %c1_i32 : i32
// SCCP-NEXT: %4 = arith.muli %1, %1 : i32
// SCCP-NEXT: cf.br ^bb1(%3, %4 : i32, i32)
// SCCP-NEXT: ^bb3: // pred: ^bb1
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @loop(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  cf.br ^bb1(%c0, %a : i32, i32)
^bb1(%i: i32, %x: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %c1 = arith.constant 1 : i32
  %j = arith.addi %i, %c1 : i32
  %y = arith.muli %x, %x : i32
  cf.br ^bb1(%j, %y : i32, i32)
^bb3:
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @dead_arg(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: cf.br ^bb1(%c0_i32 : i32)
// CANONICALIZE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %0, %arg1 : i32
// CANONICALIZE-NEXT: cf.cond_br %1, ^bb2, ^bb3
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb1
// CANONICALIZE-NEXT: %2 = arith.addi %0, %c1_i32 : i32
// CANONICALIZE-NEXT: cf.br ^bb1(%2 : i32)
// CANONICALIZE-NEXT: ^bb3: // pred: ^bb1
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @dead_arg(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: cf.br ^bb1(%c0_i32, %arg0 : i32, i32)
// SCCP-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// SCCP-NEXT: %2 = arith.cmpi slt, %0, %arg1 : i32
// SCCP-NEXT: cf.cond_br %2, ^bb2, ^bb3
// SCCP-NEXT: ^bb2: // pred: ^bb1
// SCCP-NEXT: %3 = arith.addi %0, %c1_i32 : i32
// SCCP-NEXT: %4 = arith.muli %1, %1 : i32
// SCCP-NEXT: cf.br ^bb1(%3, %4 : i32, i32)
// SCCP-NEXT: ^bb3: // pred: ^bb1
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @dead_arg(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  cf.br ^bb1(%c0, %a : i32, i32)
^bb1(%i: i32, %x: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %c1 = arith.constant 1 : i32
  %j = arith.addi %i, %c1 : i32
  %y = arith.muli %x, %x : i32
  cf.br ^bb1(%j, %y : i32, i32)
^bb3:
  return %i : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @unreachable(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @unreachable(%arg0: i32) -> i32 {
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: ^bb1: // no predecessors
// SCCP-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: cf.br ^bb2
// SCCP-NEXT: ^bb2: // pred: ^bb1
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %x = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c42_i32 = arith.constant 42 : i32
// SCCP-NEXT: cf.switch %c42_i32 : i32, [
// SCCP-NEXT: default: ^bb1(%arg0 : i32),
// SCCP-NEXT: 42: ^bb2(%arg1 : i32),
// SCCP-NEXT: 43: ^bb3
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2(%1: i32): // pred: ^bb0
// SCCP-NEXT: %2 = arith.addi %1, %1 : i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: ^bb3: // pred: ^bb0
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_const(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 42 : i32
  cf.switch %c : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2(%b : i32),
    43: ^bb3
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
^bb3:
  return %a : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_const_default(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_const_default(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: cf.switch %c1_i32 : i32, [
// SCCP-NEXT: default: ^bb1(%arg0 : i32),
// SCCP-NEXT: 42: ^bb2(%arg1 : i32)
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2(%1: i32): // pred: ^bb0
// SCCP-NEXT: %2 = arith.addi %1, %1 : i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_const_default(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 1 : i32
  cf.switch %c : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2(%b : i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_only_default(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_only_default(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb1(%arg1 : i32)]
// SCCP-NEXT: ^bb1(%0: i32): // pred: ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_only_default(%c: i32, %a: i32) -> i32 {
  cf.switch %c : i32, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_case_default(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: cf.switch %arg0 : i32, [
// CANONICALIZE-NEXT: default: ^bb1(%arg1 : i32),
// CANONICALIZE-NEXT: 2: ^bb2(%arg2 : i32),
// CANONICALIZE-NEXT: 3: ^bb1(%arg2 : i32)
// CANONICALIZE-NEXT: ]
// CANONICALIZE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: ^bb2(%1: i32): // pred: ^bb0
// CANONICALIZE-NEXT: %2 = arith.addi %1, %1 : i32
// CANONICALIZE-NEXT: return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_case_default(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb1(%arg1 : i32),
// SCCP-NEXT: 1: ^bb1(%arg1 : i32),
// SCCP-NEXT: 2: ^bb2(%arg2 : i32),
// SCCP-NEXT: 3: ^bb1(%arg2 : i32)
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb1(%0: i32): // 3 preds: ^bb0, ^bb0, ^bb0
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2(%1: i32): // pred: ^bb0
// SCCP-NEXT: %2 = arith.addi %1, %1 : i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_case_default(%c: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %c : i32, [
    default: ^bb1(%a : i32),
    1: ^bb1(%a : i32),
    2: ^bb2(%b : i32),
    3: ^bb1(%b : i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_pass(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: cf.switch %arg0 : i32, [
// CANONICALIZE-NEXT: default: ^bb1(%arg1 : i32),
// CANONICALIZE-NEXT: 1: ^bb1(%arg2 : i32)
// CANONICALIZE-NEXT: ]
// CANONICALIZE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb0
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_pass(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb1,
// SCCP-NEXT: 1: ^bb2(%arg2 : i32)
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: cf.br ^bb3(%arg1 : i32)
// SCCP-NEXT: ^bb2(%0: i32): // pred: ^bb0
// SCCP-NEXT: cf.br ^bb3(%0 : i32)
// SCCP-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_pass(%c: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %c : i32, [
    default: ^bb1,
    1: ^bb2(%b : i32)
  ]
^bb1:
  cf.br ^bb3(%a : i32)
^bb2(%y: i32):
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_from_switch(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: cf.switch %arg0 : i32, [
// CANONICALIZE-NEXT: default: ^bb1,
// CANONICALIZE-NEXT: 1: ^bb2
// CANONICALIZE-NEXT: ]
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: cf.switch %arg0 : i32, [
// CANONICALIZE-NEXT: default: ^bb3,
// CANONICALIZE-NEXT: 5: ^bb4
// CANONICALIZE-NEXT: ]
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = "test.four"() : () -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: ^bb3: // pred: ^bb1
// CANONICALIZE-NEXT: %1 = "test.three"() : () -> i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: ^bb4: // pred: ^bb1
// CANONICALIZE-NEXT: %2 = "test.five"() : () -> i32
// CANONICALIZE-NEXT: return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_from_switch(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb1,
// SCCP-NEXT: 1: ^bb2
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb3,
// SCCP-NEXT: 1: ^bb4,
// SCCP-NEXT: 5: ^bb5
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: cf.switch %arg0 : i32, [
// SCCP-NEXT: default: ^bb3,
// SCCP-NEXT: 1: ^bb4
// SCCP-NEXT: ]
// SCCP-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: %0 = "test.three"() : () -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb4: // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: %1 = "test.four"() : () -> i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: ^bb5: // pred: ^bb1
// SCCP-NEXT: %2 = "test.five"() : () -> i32
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @switch_from_switch(%c: i32, %a: i32) -> i32 {
  cf.switch %c : i32, [
    default: ^bb1,
    1: ^bb2
  ]
^bb1:
  cf.switch %c : i32, [
    default: ^bb3,
    1: ^bb4,
    5: ^bb5
  ]
^bb2:
  cf.switch %c : i32, [
    default: ^bb3,
    1: ^bb4
  ]
^bb3:
  %x = "test.three"() : () -> i32
  return %x : i32
^bb4:
  %y = "test.four"() : () -> i32
  return %y : i32
^bb5:
  %z = "test.five"() : () -> i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @assert_true(%arg0: i1) {
// CANONICALIZE-NEXT: cf.assert %arg0, "maybe"
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @assert_true(%arg0: i1) {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: cf.assert %true, "no"
// SCCP-NEXT: cf.assert %arg0, "maybe"
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @assert_true(%a: i1) {
  %t = arith.constant true
  cf.assert %t, "no"
  cf.assert %a, "maybe"
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @assert_false() {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: cf.assert %false, "no"
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @assert_false() {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: cf.assert %false, "no"
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @assert_false() {
  %t = arith.constant false
  cf.assert %t, "no"
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @self_loop(%arg0: i1) {
// CANONICALIZE-NEXT: cf.br ^bb1
// CANONICALIZE-NEXT: ^bb1: // 2 preds: ^bb0, ^bb1
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb1
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @self_loop(%arg0: i1) {
// SCCP-NEXT: cf.br ^bb1
// SCCP-NEXT: ^bb1: // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb2: // pred: ^bb1
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @self_loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @infinite() {
// CANONICALIZE-NEXT: cf.br ^bb1
// CANONICALIZE-NEXT: ^bb1: // 2 preds: ^bb0, ^bb1
// CANONICALIZE-NEXT: cf.br ^bb1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @infinite() {
// SCCP-NEXT: cf.br ^bb1
// SCCP-NEXT: ^bb1: // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: cf.br ^bb1
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @infinite() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @diamond(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%0 : i32)
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%1 : i32)
// CANONICALIZE-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// CANONICALIZE-NEXT: return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @diamond(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// SCCP-NEXT: cf.br ^bb3(%0 : i32)
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SCCP-NEXT: cf.br ^bb3(%1 : i32)
// SCCP-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @diamond(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = arith.addi %a, %b : i32
  cf.br ^bb3(%x : i32)
^bb2:
  %y = arith.addi %a, %b : i32
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @diamond_same_arg(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: "test.x"() : () -> ()
// CANONICALIZE-NEXT: cf.br ^bb3(%arg1 : i32)
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: "test.y"() : () -> ()
// CANONICALIZE-NEXT: cf.br ^bb3(%arg1 : i32)
// CANONICALIZE-NEXT: ^bb3(%0: i32): // 2 preds: ^bb1, ^bb2
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @diamond_same_arg(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: "test.x"() : () -> ()
// SCCP-NEXT: cf.br ^bb3(%arg1 : i32)
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: "test.y"() : () -> ()
// SCCP-NEXT: cf.br ^bb3(%arg1 : i32)
// SCCP-NEXT: ^bb3(%0: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @diamond_same_arg(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.x"() : () -> ()
  cf.br ^bb3(%a : i32)
^bb2:
  "test.y"() : () -> ()
  cf.br ^bb3(%a : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @const_args(%arg0: i1) -> i32 {
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: return %c10_i32 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @const_args(%arg0: i1) -> i32 {
// SCCP-NEXT: %c10_i32 = arith.constant 10 : i32
// SCCP-NEXT: %c5_i32 = arith.constant 5 : i32
// SCCP-NEXT: cf.cond_br %arg0, ^bb1(%c5_i32 : i32), ^bb2
// SCCP-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// SCCP-NEXT: return %c10_i32 : i32
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: cf.br ^bb1(%c5_i32 : i32)
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @const_args(%c: i1) -> i32 {
  %k = arith.constant 5 : i32
  cf.cond_br %c, ^bb1(%k : i32), ^bb2
^bb1(%x: i32):
  %z = arith.addi %x, %x : i32
  return %z : i32
^bb2:
  %l = arith.constant 5 : i32
  cf.br ^bb1(%l : i32)
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @const_loop() -> i32 {
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: cf.br ^bb1(%c0_i32 : i32)
// CANONICALIZE-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb1
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: cf.cond_br %1, ^bb1(%0 : i32), ^bb2
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb1
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @const_loop() -> i32 {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %c10_i32 = arith.constant 10 : i32
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: cf.br ^bb1(%c0_i32 : i32)
// SCCP-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// SCCP-NEXT: cf.cond_br %true, ^bb2, ^bb3
// SCCP-NEXT: ^bb2: // pred: ^bb1
// SCCP-NEXT: cf.br ^bb1(%c0_i32 : i32)
// SCCP-NEXT: ^bb3: // pred: ^bb1
// SCCP-NEXT: return %c0_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @const_loop() -> i32 {
  %c0 = arith.constant 0 : i32
  cf.br ^bb1(%c0 : i32)
^bb1(%i: i32):
  %c1 = arith.constant 10 : i32
  %c = arith.cmpi slt, %i, %c1 : i32
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %j = arith.addi %i, %c0 : i32
  cf.br ^bb1(%j : i32)
^bb3:
  return %i : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @weights(%arg0: i1) {
// CANONICALIZE-NEXT: cf.cond_br %arg0 weights([3, 4]), ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: "test.b"() : () -> ()
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @weights(%arg0: i1) {
// SCCP-NEXT: cf.cond_br %arg0 weights([3, 4]), ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: return
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: "test.b"() : () -> ()
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
func.func @weights(%c: i1) {
  cf.cond_br %c weights([3, 4]), ^bb1, ^bb2
^bb1:
  "test.a"() : () -> ()
  return
^bb2:
  "test.b"() : () -> ()
  return
}
