// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE
// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SCCP
// RUN: tfrt-opt -cse -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE
// RUN: tfrt-opt -convert-scf-to-cf -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=BRANCHES

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_true(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_true(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = scf.if %true -> (i32) {
// SCCP-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_true(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = scf.if %true -> (i32) {
// CSE-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_true(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: cf.cond_br %true, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_true(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> (i32) {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_false(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_false(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: %0 = scf.if %false -> (i32) {
// SCCP-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %1 = arith.muli %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_false(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0 = scf.if %false -> (i32) {
// CSE-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: %1 = arith.muli %arg0, %arg1 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_false(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %false = arith.constant false
// BRANCHES-NEXT: cf.cond_br %false, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %1 = arith.muli %arg0, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%1 : i32)
// BRANCHES-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %2 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_false(%a: i32, %b: i32) -> i32 {
  %t = arith.constant false
  %r = scf.if %t -> (i32) {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  } else {
    %x = arith.muli %a, %b : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_false_no_else(%arg0: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_false_no_else(%arg0: i32) {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: scf.if %false {
// SCCP-NEXT: "test.op"(%arg0) : (i32) -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_false_no_else(%arg0: i32) {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: scf.if %false {
// CSE-NEXT: "test.op"(%arg0) : (i32) -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_false_no_else(%arg0: i32) {
// BRANCHES-NEXT: %false = arith.constant false
// BRANCHES-NEXT: cf.cond_br %false, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.op"(%arg0) : (i32) -> ()
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_false_no_else(%a: i32) {
  %t = arith.constant false
  scf.if %t {
    "test.op"(%a) : (i32) -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg2 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg2 : i32)
// BRANCHES-NEXT: ^bb3(%0: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_select(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_partly_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CANONICALIZE-NEXT: %1 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: %2 = "test.val"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %2 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %arg2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_partly_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// SCCP-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: %1 = "test.val"() : () -> i32
// SCCP-NEXT: scf.yield %arg1, %1 : i32, i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg2, %arg2 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_partly_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CSE-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: %1 = "test.val"() : () -> i32
// CSE-NEXT: scf.yield %arg1, %1 : i32, i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg2, %arg2 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_partly_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: %0 = "test.val"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%arg1, %0 : i32, i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg2, %arg2 : i32, i32)
// BRANCHES-NEXT: ^bb3(%1: i32, %2: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %1, %2 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_partly_select(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    "test.op"() : () -> ()
    %x = "test.val"() : () -> i32
    scf.yield %a, %x : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_unused_result(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %1 = "test.val"() : () -> i32
// CANONICALIZE-NEXT: %2 = "test.val"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %2 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: %1 = "test.val"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %arg2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_unused_result(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// SCCP-NEXT: %1 = "test.val"() : () -> i32
// SCCP-NEXT: %2 = "test.val"() : () -> i32
// SCCP-NEXT: scf.yield %1, %2 : i32, i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %1 = "test.val"() : () -> i32
// SCCP-NEXT: scf.yield %1, %arg2 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_unused_result(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CSE-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CSE-NEXT: %1 = "test.val"() : () -> i32
// CSE-NEXT: %2 = "test.val"() : () -> i32
// CSE-NEXT: scf.yield %1, %2 : i32, i32
// CSE-NEXT: } else {
// CSE-NEXT: %1 = "test.val"() : () -> i32
// CSE-NEXT: scf.yield %1, %arg2 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_unused_result(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = "test.val"() : () -> i32
// BRANCHES-NEXT: %1 = "test.val"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%0, %1 : i32, i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %2 = "test.val"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%2, %arg2 : i32, i32)
// BRANCHES-NEXT: ^bb3(%3: i32, %4: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %4 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_unused_result(%c: i1, %a: i32, %b: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = "test.val"() : () -> i32
    %y = "test.val"() : () -> i32
    scf.yield %x, %y : i32, i32
  } else {
    %x = "test.val"() : () -> i32
    scf.yield %x, %b : i32, i32
  }
  return %r#1 : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_cond_prop(%arg0: i1) -> (i1, i1) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i1) {
// CANONICALIZE-NEXT: %1 = "test.val"(%true) : (i1) -> i1
// CANONICALIZE-NEXT: scf.yield %1 : i1
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: %1 = "test.other"(%false) : (i1) -> i1
// CANONICALIZE-NEXT: scf.yield %1 : i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %arg0 : i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_cond_prop(%arg0: i1) -> (i1, i1) {
// SCCP-NEXT: %0:2 = scf.if %arg0 -> (i1, i1) {
// SCCP-NEXT: %1 = "test.val"(%arg0) : (i1) -> i1
// SCCP-NEXT: scf.yield %1, %arg0 : i1, i1
// SCCP-NEXT: } else {
// SCCP-NEXT: %1 = "test.other"(%arg0) : (i1) -> i1
// SCCP-NEXT: scf.yield %1, %arg0 : i1, i1
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i1, i1
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_cond_prop(%arg0: i1) -> (i1, i1) {
// CSE-NEXT: %0:2 = scf.if %arg0 -> (i1, i1) {
// CSE-NEXT: %1 = "test.val"(%arg0) : (i1) -> i1
// CSE-NEXT: scf.yield %1, %arg0 : i1, i1
// CSE-NEXT: } else {
// CSE-NEXT: %1 = "test.other"(%arg0) : (i1) -> i1
// CSE-NEXT: scf.yield %1, %arg0 : i1, i1
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i1, i1
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_cond_prop(%arg0: i1) -> (i1, i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = "test.val"(%arg0) : (i1) -> i1
// BRANCHES-NEXT: cf.br ^bb3(%0, %arg0 : i1, i1)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %1 = "test.other"(%arg0) : (i1) -> i1
// BRANCHES-NEXT: cf.br ^bb3(%1, %arg0 : i1, i1)
// BRANCHES-NEXT: ^bb3(%2: i1, %3: i1): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %2, %3 : i1, i1
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_cond_prop(%c: i1) -> (i1, i1) {
  %r:2 = scf.if %c -> (i1, i1) {
    %x = "test.val"(%c) : (i1) -> i1
    scf.yield %x, %c : i1, i1
  } else {
    %x = "test.other"(%c) : (i1) -> i1
    scf.yield %x, %c : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_empty_else(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_empty_else(%arg0: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: } else {
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_empty_else(%arg0: i1) {
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: } else {
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_empty_else(%arg0: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "test.op"() : () -> ()
  } else {
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_empty_then(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_empty_then(%arg0: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: } else {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_empty_then(%arg0: i1) {
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: } else {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_empty_then(%arg0: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_empty_then(%c: i1) {
  scf.if %c {
  } else {
    "test.op"() : () -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_both_empty(%arg0: i1) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_both_empty(%arg0: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: } else {
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_both_empty(%arg0: i1) {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_both_empty(%arg0: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_both_empty(%c: i1) {
  scf.if %c {
  } else {
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_nested_combine(%arg0: i1, %arg1: i1) {
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CANONICALIZE-NEXT: scf.if %0 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_nested_combine(%arg0: i1, %arg1: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: scf.if %arg1 {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_nested_combine(%arg0: i1, %arg1: i1) {
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: scf.if %arg1 {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_nested_combine(%arg0: i1, %arg1: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb4
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // 2 preds: ^bb0, ^bb3
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_nested_combine(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "test.op"() : () -> ()
    }
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_nested_combine_vals(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CANONICALIZE-NEXT: %1 = scf.if %0 -> (i32) {
// CANONICALIZE-NEXT: %2 = "test.val"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %2 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %arg3 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_nested_combine_vals(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %1 = scf.if %arg1 -> (i32) {
// SCCP-NEXT: %2 = "test.val"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_nested_combine_vals(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %1 = scf.if %arg1 -> (i32) {
// CSE-NEXT: %2 = "test.val"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg3 : i32
// CSE-NEXT: }
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg3 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_nested_combine_vals(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb6
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %0 = "test.val"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb4(%arg3 : i32)
// BRANCHES-NEXT: ^bb4(%1: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%1 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb7(%arg3 : i32)
// BRANCHES-NEXT: ^bb7(%2: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: return %2 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_nested_combine_vals(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %q = scf.if %d -> i32 {
      %x = "test.val"() : () -> i32
      scf.yield %x : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_merge(%arg0: i1) -> (i32, i32) {
// CANONICALIZE-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CANONICALIZE-NEXT: %1 = "test.a"() : () -> i32
// CANONICALIZE-NEXT: %2 = "test.c"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1, %2 : i32, i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: %1 = "test.b"() : () -> i32
// CANONICALIZE-NEXT: %2 = "test.d"(%1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1, %2 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0#0, %0#1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_merge(%arg0: i1) -> (i32, i32) {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %2 = "test.a"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %2 = "test.b"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %1 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %2 = "test.c"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %2 = "test.d"(%0) : (i32) -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_merge(%arg0: i1) -> (i32, i32) {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %2 = "test.a"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: } else {
// CSE-NEXT: %2 = "test.b"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: %1 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %2 = "test.c"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: } else {
// CSE-NEXT: %2 = "test.d"(%0) : (i32) -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0, %1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_merge(%arg0: i1) -> (i32, i32) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = "test.a"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %1 = "test.b"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%1 : i32)
// BRANCHES-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb5, ^bb6
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: %3 = "test.c"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb7(%3 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb4
// BRANCHES-NEXT: %4 = "test.d"(%2) : (i32) -> i32
// BRANCHES-NEXT: cf.br ^bb7(%4 : i32)
// BRANCHES-NEXT: ^bb7(%5: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: return %2, %5 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_merge(%c: i1) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    %x = "test.a"() : () -> i32
    scf.yield %x : i32
  } else {
    %x = "test.b"() : () -> i32
    scf.yield %x : i32
  }
  %s = scf.if %c -> i32 {
    %x = "test.c"() : () -> i32
    scf.yield %x : i32
  } else {
    %x = "test.d"(%r) : (i32) -> i32
    scf.yield %x : i32
  }
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_merge_no_res(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: "test.b"() : () -> ()
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "test.c"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_merge_no_res(%arg0: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: "test.b"() : () -> ()
// SCCP-NEXT: } else {
// SCCP-NEXT: "test.c"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_merge_no_res(%arg0: i1) {
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: "test.a"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: "test.b"() : () -> ()
// CSE-NEXT: } else {
// CSE-NEXT: "test.c"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_merge_no_res(%arg0: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.a"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb3, ^bb4
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: "test.b"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb2
// BRANCHES-NEXT: "test.c"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_merge_no_res(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %c {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_merge_not(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: "test.c"() : () -> ()
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "test.b"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_merge_not(%arg0: i1) {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = arith.xori %arg0, %true : i1
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: scf.if %0 {
// SCCP-NEXT: "test.b"() : () -> ()
// SCCP-NEXT: } else {
// SCCP-NEXT: "test.c"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_merge_not(%arg0: i1) {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = arith.xori %arg0, %true : i1
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: "test.a"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: scf.if %0 {
// CSE-NEXT: "test.b"() : () -> ()
// CSE-NEXT: } else {
// CSE-NEXT: "test.c"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_merge_not(%arg0: i1) {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: %0 = arith.xori %arg0, %true : i1
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.a"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb3, ^bb4
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: "test.c"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb2
// BRANCHES-NEXT: "test.b"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_merge_not(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %n {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_not(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.b"() : () -> ()
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_not(%arg0: i1) {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = arith.xori %arg0, %true : i1
// SCCP-NEXT: scf.if %0 {
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: } else {
// SCCP-NEXT: "test.b"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_not(%arg0: i1) {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = arith.xori %arg0, %true : i1
// CSE-NEXT: scf.if %0 {
// CSE-NEXT: "test.a"() : () -> ()
// CSE-NEXT: } else {
// CSE-NEXT: "test.b"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_not(%arg0: i1) {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: %0 = arith.xori %arg0, %true : i1
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.b"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: "test.a"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_not(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_not_no_else(%arg0: i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %true : i1
// CANONICALIZE-NEXT: scf.if %0 {
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_not_no_else(%arg0: i1) {
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0 = arith.xori %arg0, %true : i1
// SCCP-NEXT: scf.if %0 {
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_not_no_else(%arg0: i1) {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %0 = arith.xori %arg0, %true : i1
// CSE-NEXT: scf.if %0 {
// CSE-NEXT: "test.a"() : () -> ()
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_not_no_else(%arg0: i1) {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: %0 = arith.xori %arg0, %true : i1
// BRANCHES-NEXT: cf.cond_br %0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.a"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_not_no_else(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    "test.a"() : () -> ()
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_bools(%arg0: i1) -> (i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %true : i1
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.a"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg0, %0 : i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_bools(%arg0: i1) -> (i1, i1) {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: %true = arith.constant true
// SCCP-NEXT: %0:2 = scf.if %arg0 -> (i1, i1) {
// SCCP-NEXT: "test.a"() : () -> ()
// SCCP-NEXT: scf.yield %true, %false : i1, i1
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %false, %true : i1, i1
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i1, i1
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_bools(%arg0: i1) -> (i1, i1) {
// CSE-NEXT: %true = arith.constant true
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0:2 = scf.if %arg0 -> (i1, i1) {
// CSE-NEXT: "test.a"() : () -> ()
// CSE-NEXT: scf.yield %true, %false : i1, i1
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %false, %true : i1, i1
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i1, i1
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_bools(%arg0: i1) -> (i1, i1) {
// BRANCHES-NEXT: %true = arith.constant true
// BRANCHES-NEXT: %false = arith.constant false
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.a"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3(%true, %false : i1, i1)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%false, %true : i1, i1)
// BRANCHES-NEXT: ^bb3(%0: i1, %1: i1): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %0, %1 : i1, i1
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_bools(%c: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) {
    "test.a"() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    scf.yield %f, %t : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_cmp(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_cmp(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i32
// SCCP-NEXT: %1 = scf.if %0 -> (i32) {
// SCCP-NEXT: scf.yield %arg0 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_cmp(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i32
// CSE-NEXT: %1 = scf.if %0 -> (i32) {
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_cmp(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_cmp(%a: i32, %b: i32) -> i32 {
  %e = arith.cmpi eq, %a, %b : i32
  %r = scf.if %e -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_cmp_ne(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.cmpi ne, %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: scf.if %0 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_cmp_ne(%arg0: i32) -> i32 {
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: %0 = arith.cmpi ne, %arg0, %c0_i32 : i32
// SCCP-NEXT: %1 = scf.if %0 -> (i32) {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: scf.yield %arg0 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %c0_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_cmp_ne(%arg0: i32) -> i32 {
// CSE-NEXT: %c0_i32 = arith.constant 0 : i32
// CSE-NEXT: %0 = arith.cmpi ne, %arg0, %c0_i32 : i32
// CSE-NEXT: %1 = scf.if %0 -> (i32) {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %c0_i32 : i32
// CSE-NEXT: }
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_cmp_ne(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %c0_i32 = arith.constant 0 : i32
// BRANCHES-NEXT: %0 = arith.cmpi ne, %arg0, %c0_i32 : i32
// BRANCHES-NEXT: cf.cond_br %0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3(%arg0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%c0_i32 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_cmp_ne(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %e = arith.cmpi ne, %a, %z : i32
  %r = scf.if %e -> i32 {
    "test.op"() : () -> ()
    scf.yield %a : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_yield_same(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "test.op2"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_yield_same(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: "test.op2"() : () -> ()
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_yield_same(%arg0: i1, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: "test.op2"() : () -> ()
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_yield_same(%arg0: i1, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: "test.op2"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb3(%0: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_yield_same(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    "test.op"() : () -> ()
    scf.yield %a : i32
  } else {
    "test.op2"() : () -> ()
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @dead_if(%arg0: i1, %arg1: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @dead_if(%arg0: i1, %arg1: i32) {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @dead_if(%arg0: i1, %arg1: i32) {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @dead_if(%arg0: i1, %arg1: i32) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb3(%0 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @dead_if(%c: i1, %a: i32) {
  %r = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_zero(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_zero(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg1 = %c0 to %c0 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = "test.op"(%arg2) : (i32) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_zero(%arg0: i32) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg1 = %c0 to %c0 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// CSE-NEXT: %1 = "test.op"(%arg2) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_zero(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.op"(%1) : (i32) -> i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_zero(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%x = %a) -> i32 {
    %y = "test.op"(%x) : (i32) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_one(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %0 = "test.op"(%arg0, %c0) : (i32, index) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_one(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg1 = %c0 to %c1 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_one(%arg0: i32) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg1 = %c0 to %c1 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// CSE-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_one(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c1 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.op"(%1, %0) : (i32, index) -> i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_one(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %y = "test.op"(%x, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_one_step(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c2 = arith.constant 2 : index
// CANONICALIZE-NEXT: %0 = "test.op"(%arg0, %c2) : (i32, index) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_one_step(%arg0: i32) -> i32 {
// SCCP-NEXT: %c7 = arith.constant 7 : index
// SCCP-NEXT: %c2 = arith.constant 2 : index
// SCCP-NEXT: %0 = scf.for %arg1 = %c2 to %c7 step %c7 iter_args(%arg2 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_one_step(%arg0: i32) -> i32 {
// CSE-NEXT: %c2 = arith.constant 2 : index
// CSE-NEXT: %c7 = arith.constant 7 : index
// CSE-NEXT: %0 = scf.for %arg1 = %c2 to %c7 step %c7 iter_args(%arg2 = %arg0) -> (i32) {
// CSE-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_one_step(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %c2 = arith.constant 2 : index
// BRANCHES-NEXT: %c7 = arith.constant 7 : index
// BRANCHES-NEXT: cf.br ^bb1(%c2, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c7 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.op"(%1, %0) : (i32, index) -> i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c7 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_one_step(%a: i32) -> i32 {
  %c0 = arith.constant 2 : index
  %c1 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %y = "test.op"(%x, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_negative(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_negative(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c9 = arith.constant 9 : index
// SCCP-NEXT: %0 = scf.for %arg1 = %c9 to %c1 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_negative(%arg0: i32) -> i32 {
// CSE-NEXT: %c9 = arith.constant 9 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg1 = %c9 to %c1 step %c1 iter_args(%arg2 = %arg0) -> (i32) {
// CSE-NEXT: %1 = "test.op"(%arg2, %arg1) : (i32, index) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_negative(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %c9 = arith.constant 9 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c9, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c1 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.op"(%1, %0) : (i32, index) -> i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_negative(%a: i32) -> i32 {
  %c0 = arith.constant 9 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %y = "test.op"(%x, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_same_bounds(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_same_bounds(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
// SCCP-NEXT: %0 = scf.for %arg3 = %arg1 to %arg1 step %arg2 iter_args(%arg4 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = "test.op"(%arg4, %arg3) : (i32, index) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_same_bounds(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
// CSE-NEXT: %0 = scf.for %arg3 = %arg1 to %arg1 step %arg2 iter_args(%arg4 = %arg0) -> (i32) {
// CSE-NEXT: %1 = "test.op"(%arg4, %arg3) : (i32, index) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_same_bounds(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg1, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.op"(%1, %0) : (i32, index) -> i32
// BRANCHES-NEXT: %4 = arith.addi %0, %arg2 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_same_bounds(%a: i32, %n: index, %s: index) -> i32 {
  %r = scf.for %i = %n to %n step %s iter_args(%x = %a) -> i32 {
    %y = "test.op"(%x, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_forward(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CANONICALIZE-NEXT: %1 = "test.op"(%arg4, %arg1) : (i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %arg1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_forward(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.op"(%arg4, %arg5) : (i32, i32) -> i32
// SCCP-NEXT: scf.yield %1, %arg5 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_forward(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CSE-NEXT: %1 = "test.op"(%arg4, %arg5) : (i32, i32) -> i32
// CSE-NEXT: scf.yield %1, %arg5 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_forward(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0, %arg1 : index, i32, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32, %2: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %3 = arith.cmpi slt, %0, %arg2 : index
// BRANCHES-NEXT: cf.cond_br %3, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %4 = "test.op"(%1, %2) : (i32, i32) -> i32
// BRANCHES-NEXT: %5 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%5, %4, %2 : index, i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1, %2 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_forward(%a: i32, %b: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %z = %b) -> (i32, i32) {
    %y = "test.op"(%x, %z) : (i32, i32) -> i32
    scf.yield %y, %z : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_yield_init(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CANONICALIZE-NEXT: %1 = "test.op"(%arg4, %arg1) : (i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %arg1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_yield_init(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.op"(%arg4, %arg5) : (i32, i32) -> i32
// SCCP-NEXT: scf.yield %1, %arg1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_yield_init(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CSE-NEXT: %1 = "test.op"(%arg4, %arg5) : (i32, i32) -> i32
// CSE-NEXT: scf.yield %1, %arg1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_yield_init(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0, %arg1 : index, i32, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32, %2: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %3 = arith.cmpi slt, %0, %arg2 : index
// BRANCHES-NEXT: cf.cond_br %3, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %4 = "test.op"(%1, %2) : (i32, i32) -> i32
// BRANCHES-NEXT: %5 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%5, %4, %arg1 : index, i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1, %2 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_yield_init(%a: i32, %b: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %z = %b) -> (i32, i32) {
    %y = "test.op"(%x, %z) : (i32, i32) -> i32
    scf.yield %y, %b : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_yield_outside(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CANONICALIZE-NEXT: scf.yield %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_yield_outside(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_yield_outside(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_yield_outside(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg2 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%3, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_yield_outside(%a: i32, %b: i32, %n: index) -> (i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_yield_outside_known(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_yield_outside_known(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c10 = arith.constant 10 : index
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg2 = %c0 to %c10 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_yield_outside_known(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %c10 = arith.constant 10 : index
// CSE-NEXT: %0 = scf.for %arg2 = %c0 to %c10 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_yield_outside_known(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: %c10 = arith.constant 10 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c10 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%3, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_yield_outside_known(%a: i32, %b: i32) -> (i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%x = %a) -> (i32) {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_dead_result(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CANONICALIZE-NEXT: %1 = "test.op"(%arg4) : (i32) -> i32
// CANONICALIZE-NEXT: %2 = arith.addi %arg5, %arg5 : i32
// CANONICALIZE-NEXT: scf.yield %1, %2 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0#0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_dead_result(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.op"(%arg4) : (i32) -> i32
// SCCP-NEXT: %2 = arith.addi %arg5, %arg5 : i32
// SCCP-NEXT: scf.yield %1, %2 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_dead_result(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CSE-NEXT: %1 = "test.op"(%arg4) : (i32) -> i32
// CSE-NEXT: %2 = arith.addi %arg5, %arg5 : i32
// CSE-NEXT: scf.yield %1, %2 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_dead_result(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0, %arg1 : index, i32, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32, %2: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %3 = arith.cmpi slt, %0, %arg2 : index
// BRANCHES-NEXT: cf.cond_br %3, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %4 = "test.op"(%1) : (i32) -> i32
// BRANCHES-NEXT: %5 = arith.addi %2, %2 : i32
// BRANCHES-NEXT: %6 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%6, %4, %5 : index, i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_dead_result(%a: i32, %b: i32, %n: index) -> (i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %z = %b) -> (i32, i32) {
    %y = "test.op"(%x) : (i32) -> i32
    %w = arith.addi %z, %z : i32
    scf.yield %y, %w : i32, i32
  }
  return %r#0 : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_empty(%arg0: index) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_empty(%arg0: index) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: scf.for %arg1 = %c0 to %arg0 step %c1 {
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_empty(%arg0: index) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_empty(%arg0: index) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0 : index)
// BRANCHES-NEXT: ^bb1(%0: index): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %2 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%2 : index)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_empty(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_duplicate_iters(%arg0: i32, %arg1: index) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// CANONICALIZE-NEXT: %1 = "test.op"(%arg3, %arg3) : (i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_duplicate_iters(%arg0: i32, %arg1: index) -> (i32, i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0:2 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.op"(%arg3, %arg4) : (i32, i32) -> i32
// SCCP-NEXT: scf.yield %1, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_duplicate_iters(%arg0: i32, %arg1: index) -> (i32, i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0:2 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (i32, i32) {
// CSE-NEXT: %1 = "test.op"(%arg3, %arg4) : (i32, i32) -> i32
// CSE-NEXT: scf.yield %1, %1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_duplicate_iters(%arg0: i32, %arg1: index) -> (i32, i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg0, %arg0 : index, i32, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32, %2: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %3 = arith.cmpi slt, %0, %arg1 : index
// BRANCHES-NEXT: cf.cond_br %3, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %4 = "test.op"(%1, %2) : (i32, i32) -> i32
// BRANCHES-NEXT: %5 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%5, %4, %4 : index, i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1, %2 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_duplicate_iters(%a: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %z = %a) -> (i32, i32) {
    %y = "test.op"(%x, %z) : (i32, i32) -> i32
    scf.yield %y, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @for_i32(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @for_i32(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: %0 = scf.for %arg2 = %c0_i32 to %c1_i32 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32) : i32 {
// SCCP-NEXT: %1 = arith.addi %arg3, %arg2 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @for_i32(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %c0_i32 = arith.constant 0 : i32
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %0 = scf.for %arg2 = %c0_i32 to %c1_i32 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32) : i32 {
// CSE-NEXT: %1 = arith.addi %arg3, %arg2 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @for_i32(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %c0_i32 = arith.constant 0 : i32
// BRANCHES-NEXT: %c1_i32 = arith.constant 1 : i32
// BRANCHES-NEXT: cf.br ^bb1(%c0_i32, %arg0 : i32, i32)
// BRANCHES-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %c1_i32 : i32
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.addi %1, %0 : i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c1_i32 : i32
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @for_i32(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> i32 : i32 {
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_true(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CANONICALIZE-NEXT: scf.condition(%1) %arg1 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_true(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// SCCP-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// SCCP-NEXT: scf.condition(%1) %arg1 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i32):
// SCCP-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_true(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CSE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CSE-NEXT: scf.condition(%1) %arg1 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i32):
// CSE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_true(%arg0: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = "test.cond"(%0) : (i32) -> i1
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%2: i32): // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.next"(%2) : (i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%3 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_true(%a: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = "test.next"(%y) : (i32) -> i32
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_cond_prop(%arg0: i32) {
// CANONICALIZE-NEXT: scf.while : () -> () {
// CANONICALIZE-NEXT: %0 = "test.cond"() : () -> i1
// CANONICALIZE-NEXT: scf.condition(%0)
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: "test.body"() : () -> ()
// CANONICALIZE-NEXT: scf.yield
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_cond_prop(%arg0: i32) {
// SCCP-NEXT: scf.while : () -> () {
// SCCP-NEXT: %0 = "test.cond"() : () -> i1
// SCCP-NEXT: scf.condition(%0)
// SCCP-NEXT: } do {
// SCCP-NEXT: "test.body"() : () -> ()
// SCCP-NEXT: scf.yield
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_cond_prop(%arg0: i32) {
// CSE-NEXT: scf.while : () -> () {
// CSE-NEXT: %0 = "test.cond"() : () -> i1
// CSE-NEXT: scf.condition(%0)
// CSE-NEXT: } do {
// CSE-NEXT: "test.body"() : () -> ()
// CSE-NEXT: scf.yield
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_cond_prop(%arg0: i32) {
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb1: // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %0 = "test.cond"() : () -> i1
// BRANCHES-NEXT: cf.cond_br %0, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: "test.body"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_cond_prop(%a: i32) {
  scf.while : () -> () {
    %c = "test.cond"() : () -> i1
    scf.condition(%c)
  } do {
    "test.body"() : () -> ()
    scf.yield
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_false(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: "test.before"(%arg1) : (i32) -> ()
// CANONICALIZE-NEXT: scf.condition(%false) %arg1 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_false(%arg0: i32) -> i32 {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// SCCP-NEXT: "test.before"(%arg1) : (i32) -> ()
// SCCP-NEXT: scf.condition(%false) %arg1 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i32):
// SCCP-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_false(%arg0: i32) -> i32 {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CSE-NEXT: "test.before"(%arg1) : (i32) -> ()
// CSE-NEXT: scf.condition(%false) %arg1 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i32):
// CSE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_false(%arg0: i32) -> i32 {
// BRANCHES-NEXT: %false = arith.constant false
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: "test.before"(%0) : (i32) -> ()
// BRANCHES-NEXT: cf.cond_br %false, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%1: i32): // pred: ^bb1
// BRANCHES-NEXT: %2 = "test.next"(%1) : (i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%2 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_false(%a: i32) -> i32 {
  %f = arith.constant false
  %r = scf.while (%x = %a) : (i32) -> i32 {
    "test.before"(%x) : (i32) -> ()
    scf.condition(%f) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = "test.next"(%y) : (i32) -> i32
    scf.yield %z : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_cond_arg(%arg0: i32) -> i1 {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i1 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CANONICALIZE-NEXT: scf.condition(%1) %1 : i1
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i1):
// CANONICALIZE-NEXT: %1 = "test.next"(%true) : (i1) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_cond_arg(%arg0: i32) -> i1 {
// SCCP-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i1 {
// SCCP-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// SCCP-NEXT: scf.condition(%1) %1 : i1
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i1):
// SCCP-NEXT: %1 = "test.next"(%arg1) : (i1) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i1
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_cond_arg(%arg0: i32) -> i1 {
// CSE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i1 {
// CSE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CSE-NEXT: scf.condition(%1) %1 : i1
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i1):
// CSE-NEXT: %1 = "test.next"(%arg1) : (i1) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i1
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_cond_arg(%arg0: i32) -> i1 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = "test.cond"(%0) : (i32) -> i1
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%1 : i1), ^bb3
// BRANCHES-NEXT: ^bb2(%2: i1): // pred: ^bb1
// BRANCHES-NEXT: %3 = "test.next"(%2) : (i1) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%3 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i1
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_cond_arg(%a: i32) -> i1 {
  %r = scf.while (%x = %a) : (i32) -> i1 {
    %c = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%y: i1):
    %z = "test.next"(%y) : (i1) -> i32
    scf.yield %z : i32
  }
  return %r : i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_unused_result(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CANONICALIZE-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.condition(%1) %arg1 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_unused_result(%arg0: i32) -> i32 {
// SCCP-NEXT: %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// SCCP-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.condition(%1) %arg1, %2 : i32, i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i32, %arg2: i32):
// SCCP-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_unused_result(%arg0: i32) -> i32 {
// CSE-NEXT: %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// CSE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CSE-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.condition(%1) %arg1, %2 : i32, i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i32, %arg2: i32):
// CSE-NEXT: %1 = "test.next"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_unused_result(%arg0: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = "test.cond"(%0) : (i32) -> i1
// BRANCHES-NEXT: %2 = "test.val"(%0) : (i32) -> i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%0, %2 : i32, i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32, %4: i32): // pred: ^bb1
// BRANCHES-NEXT: %5 = "test.next"(%3) : (i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%5 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_unused_result(%a: i32) -> i32 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.cond"(%x) : (i32) -> i1
    %v = "test.val"(%x) : (i32) -> i32
    scf.condition(%c) %x, %v : i32, i32
  } do {
  ^bb0(%y: i32, %q: i32):
    %z = "test.next"(%y) : (i32) -> i32
    scf.yield %z : i32
  }
  return %r#0 : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg2, %arg1) : (i32, i32) -> i1
// CANONICALIZE-NEXT: scf.condition(%1) %arg2 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg2, %arg1) : (i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %arg1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// SCCP-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.cond"(%arg2, %arg3) : (i32, i32) -> i1
// SCCP-NEXT: scf.condition(%1) %arg2, %arg3 : i32, i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// SCCP-NEXT: %1 = "test.next"(%arg2, %arg3) : (i32, i32) -> i32
// SCCP-NEXT: scf.yield %1, %arg3 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CSE-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CSE-NEXT: %1 = "test.cond"(%arg2, %arg3) : (i32, i32) -> i1
// CSE-NEXT: scf.condition(%1) %arg2, %arg3 : i32, i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CSE-NEXT: %1 = "test.next"(%arg2, %arg3) : (i32, i32) -> i32
// CSE-NEXT: scf.yield %1, %arg3 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// BRANCHES-NEXT: cf.br ^bb1(%arg0, %arg1 : i32, i32)
// BRANCHES-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = "test.cond"(%0, %1) : (i32, i32) -> i1
// BRANCHES-NEXT: cf.cond_br %2, ^bb2(%0, %1 : i32, i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32, %4: i32): // pred: ^bb1
// BRANCHES-NEXT: %5 = "test.next"(%3, %4) : (i32, i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%5, %4 : i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0, %1 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_invariant(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32, i32) {
    %c = "test.cond"(%x, %w) : (i32, i32) -> i1
    scf.condition(%c) %x, %w : i32, i32
  } do {
  ^bb0(%y: i32, %q: i32):
    %z = "test.next"(%y, %q) : (i32, i32) -> i32
    scf.yield %z, %q : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_dup(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CANONICALIZE-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.condition(%1) %2 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg1, %arg1) : (i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_dup(%arg0: i32) -> (i32, i32) {
// SCCP-NEXT: %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// SCCP-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// SCCP-NEXT: scf.condition(%1) %2, %2 : i32, i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg1: i32, %arg2: i32):
// SCCP-NEXT: %1 = "test.next"(%arg1, %arg2) : (i32, i32) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_dup(%arg0: i32) -> (i32, i32) {
// CSE-NEXT: %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// CSE-NEXT: %1 = "test.cond"(%arg1) : (i32) -> i1
// CSE-NEXT: %2 = "test.val"(%arg1) : (i32) -> i32
// CSE-NEXT: scf.condition(%1) %2, %2 : i32, i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg1: i32, %arg2: i32):
// CSE-NEXT: %1 = "test.next"(%arg1, %arg2) : (i32, i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_dup(%arg0: i32) -> (i32, i32) {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = "test.cond"(%0) : (i32) -> i1
// BRANCHES-NEXT: %2 = "test.val"(%0) : (i32) -> i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%2, %2 : i32, i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32, %4: i32): // pred: ^bb1
// BRANCHES-NEXT: %5 = "test.next"(%3, %4) : (i32, i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%5 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %2, %2 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_dup(%a: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.cond"(%x) : (i32) -> i1
    %v = "test.val"(%x) : (i32) -> i32
    scf.condition(%c) %v, %v : i32, i32
  } do {
  ^bb0(%y: i32, %q: i32):
    %z = "test.next"(%y, %q) : (i32, i32) -> i32
    scf.yield %z : i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_cmp(%arg0: i32, %arg1: i32) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// CANONICALIZE-NEXT: scf.condition(%1) %arg2 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg2, %true, %false) : (i32, i1, i1) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_cmp(%arg0: i32, %arg1: i32) {
// SCCP-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SCCP-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// SCCP-NEXT: scf.condition(%1) %arg2 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32):
// SCCP-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// SCCP-NEXT: %2 = arith.cmpi eq, %arg2, %arg1 : i32
// SCCP-NEXT: %3 = "test.next"(%arg2, %1, %2) : (i32, i1, i1) -> i32
// SCCP-NEXT: scf.yield %3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_cmp(%arg0: i32, %arg1: i32) {
// CSE-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CSE-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// CSE-NEXT: scf.condition(%1) %arg2 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg2: i32):
// CSE-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// CSE-NEXT: %2 = arith.cmpi eq, %arg2, %arg1 : i32
// CSE-NEXT: %3 = "test.next"(%arg2, %1, %2) : (i32, i1, i1) -> i32
// CSE-NEXT: scf.yield %3 : i32
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_cmp(%arg0: i32, %arg1: i32) {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi ne, %0, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%2: i32): // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.cmpi ne, %2, %arg1 : i32
// BRANCHES-NEXT: %4 = arith.cmpi eq, %2, %arg1 : i32
// BRANCHES-NEXT: %5 = "test.next"(%2, %3, %4) : (i32, i1, i1) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%5 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_cmp(%a: i32, %n: i32) {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = arith.cmpi ne, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %c = arith.cmpi ne, %y, %n : i32
    %d = arith.cmpi eq, %y, %n : i32
    %z = "test.next"(%y, %c, %d) : (i32, i1, i1) -> i32
    scf.yield %z : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg2) : (i32) -> i1
// CANONICALIZE-NEXT: scf.condition(%1) %arg2 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32):
// CANONICALIZE-NEXT: %1 = "test.next"(%arg2) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> i32 {
// SCCP-NEXT: %1 = "test.cond"(%arg2) : (i32) -> i1
// SCCP-NEXT: scf.condition(%1) %arg2 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32):
// SCCP-NEXT: %1 = "test.next"(%arg2) : (i32) -> i32
// SCCP-NEXT: scf.yield %1, %arg2 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> i32 {
// CSE-NEXT: %1 = "test.cond"(%arg2) : (i32) -> i1
// CSE-NEXT: scf.condition(%1) %arg2 : i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg2: i32):
// CSE-NEXT: %1 = "test.next"(%arg2) : (i32) -> i32
// CSE-NEXT: scf.yield %1, %arg2 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1(%arg0, %arg1 : i32, i32)
// BRANCHES-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = "test.cond"(%0) : (i32) -> i1
// BRANCHES-NEXT: cf.cond_br %2, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32): // pred: ^bb1
// BRANCHES-NEXT: %4 = "test.next"(%3) : (i32) -> i32
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %0 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_unused_arg(%a: i32, %b: i32) -> i32 {
  %r = scf.while (%x = %a, %u = %b) : (i32, i32) -> i32 {
    %c = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = "test.next"(%y) : (i32) -> i32
    scf.yield %z, %y : i32, i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @while_swap(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %1 = "test.cond"(%arg2, %arg3) : (i32, i32) -> i1
// CANONICALIZE-NEXT: scf.condition(%1) %arg2, %arg3 : i32, i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CANONICALIZE-NEXT: "test.body"() : () -> ()
// CANONICALIZE-NEXT: scf.yield %arg3, %arg2 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0#1, %0#0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @while_swap(%arg0: i32, %arg1: i32) -> (i32, i32) {
// SCCP-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// SCCP-NEXT: %1 = "test.cond"(%arg2, %arg3) : (i32, i32) -> i1
// SCCP-NEXT: scf.condition(%1) %arg3, %arg2 : i32, i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// SCCP-NEXT: "test.body"() : () -> ()
// SCCP-NEXT: scf.yield %arg2, %arg3 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @while_swap(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CSE-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CSE-NEXT: %1 = "test.cond"(%arg2, %arg3) : (i32, i32) -> i1
// CSE-NEXT: scf.condition(%1) %arg3, %arg2 : i32, i32
// CSE-NEXT: } do {
// CSE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CSE-NEXT: "test.body"() : () -> ()
// CSE-NEXT: scf.yield %arg2, %arg3 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#0, %0#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @while_swap(%arg0: i32, %arg1: i32) -> (i32, i32) {
// BRANCHES-NEXT: cf.br ^bb1(%arg0, %arg1 : i32, i32)
// BRANCHES-NEXT: ^bb1(%0: i32, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = "test.cond"(%0, %1) : (i32, i32) -> i1
// BRANCHES-NEXT: cf.cond_br %2, ^bb2(%1, %0 : i32, i32), ^bb3
// BRANCHES-NEXT: ^bb2(%3: i32, %4: i32): // pred: ^bb1
// BRANCHES-NEXT: "test.body"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb1(%3, %4 : i32, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return %1, %0 : i32, i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @while_swap(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32, i32) {
    %c = "test.cond"(%x, %w) : (i32, i32) -> i1
    scf.condition(%c) %w, %x : i32, i32
  } do {
  ^bb0(%y: i32, %q: i32):
    "test.body"() : () -> ()
    scf.yield %y, %q : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @execute_one_block(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @execute_one_block(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = scf.execute_region -> i32 {
// SCCP-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @execute_one_block(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = scf.execute_region -> i32 {
// CSE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute_one_block(%arg0: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// BRANCHES-NEXT: cf.br ^bb2(%0 : i32)
// BRANCHES-NEXT: ^bb2(%1: i32): // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @execute_one_block(%a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @execute_blocks(%arg0: i32, %arg1: i1) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%0 : i32)
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = arith.muli %arg0, %arg0 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%1 : i32)
// CANONICALIZE-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// CANONICALIZE-NEXT: "test.use"(%2) : (i32) -> ()
// CANONICALIZE-NEXT: return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @execute_blocks(%arg0: i32, %arg1: i1) -> i32 {
// SCCP-NEXT: %0 = scf.execute_region -> i32 {
// SCCP-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: cf.br ^bb3(%1 : i32)
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %2 = arith.muli %arg0, %arg0 : i32
// SCCP-NEXT: cf.br ^bb3(%2 : i32)
// SCCP-NEXT: ^bb3(%3: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: scf.yield %3 : i32
// SCCP-NEXT: }
// SCCP-NEXT: "test.use"(%0) : (i32) -> ()
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @execute_blocks(%arg0: i32, %arg1: i1) -> i32 {
// CSE-NEXT: %0 = scf.execute_region -> i32 {
// CSE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CSE-NEXT: ^bb1: // pred: ^bb0
// CSE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: cf.br ^bb3(%1 : i32)
// CSE-NEXT: ^bb2: // pred: ^bb0
// CSE-NEXT: %2 = arith.muli %arg0, %arg0 : i32
// CSE-NEXT: cf.br ^bb3(%2 : i32)
// CSE-NEXT: ^bb3(%3: i32): // 2 preds: ^bb1, ^bb2
// CSE-NEXT: scf.yield %3 : i32
// CSE-NEXT: }
// CSE-NEXT: "test.use"(%0) : (i32) -> ()
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute_blocks(%arg0: i32, %arg1: i1) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg1, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: %1 = arith.muli %arg0, %arg0 : i32
// BRANCHES-NEXT: cf.br ^bb4(%1 : i32)
// BRANCHES-NEXT: ^bb4(%2: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: cf.br ^bb5(%2 : i32)
// BRANCHES-NEXT: ^bb5(%3: i32): // pred: ^bb4
// BRANCHES-NEXT: "test.use"(%3) : (i32) -> ()
// BRANCHES-NEXT: return %3 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @execute_blocks(%a: i32, %c: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %x = arith.addi %a, %a : i32
    cf.br ^bb3(%x : i32)
  ^bb2:
    %y = arith.muli %a, %a : i32
    cf.br ^bb3(%y : i32)
  ^bb3(%z: i32):
    scf.yield %z : i32
  }
  "test.use"(%r) : (i32) -> ()
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @execute_no_inline(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.execute_region -> i32 no_inline {
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @execute_no_inline(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = scf.execute_region -> i32 no_inline {
// SCCP-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @execute_no_inline(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = scf.execute_region -> i32 no_inline {
// CSE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute_no_inline(%arg0: i32) -> i32 {
// BRANCHES-NEXT: cf.br ^bb1
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// BRANCHES-NEXT: cf.br ^bb2(%0 : i32)
// BRANCHES-NEXT: ^bb2(%1: i32): // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @execute_no_inline(%a: i32) -> i32 {
  %r = scf.execute_region -> i32 no_inline {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @execute_nested(%arg0: i1) {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @execute_nested(%arg0: i1) {
// SCCP-NEXT: scf.if %arg0 {
// SCCP-NEXT: scf.execute_region {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: scf.yield
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @execute_nested(%arg0: i1) {
// CSE-NEXT: scf.if %arg0 {
// CSE-NEXT: scf.execute_region {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: scf.yield
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute_nested(%arg0: i1) {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb4
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb2
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // 2 preds: ^bb0, ^bb3
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @execute_nested(%c: i1) {
  scf.if %c {
    scf.execute_region {
      "test.op"() : () -> ()
      scf.yield
    }
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @execute_in_for(%arg0: index, %arg1: i1) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: scf.for %arg2 = %c0 to %arg0 step %c1 {
// CANONICALIZE-NEXT: scf.execute_region {
// CANONICALIZE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: cf.br ^bb2
// CANONICALIZE-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// CANONICALIZE-NEXT: scf.yield
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @execute_in_for(%arg0: index, %arg1: i1) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: scf.for %arg2 = %c0 to %arg0 step %c1 {
// SCCP-NEXT: scf.execute_region {
// SCCP-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: cf.br ^bb2
// SCCP-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// SCCP-NEXT: scf.yield
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @execute_in_for(%arg0: index, %arg1: i1) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: scf.for %arg2 = %c0 to %arg0 step %c1 {
// CSE-NEXT: scf.execute_region {
// CSE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CSE-NEXT: ^bb1: // pred: ^bb0
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: cf.br ^bb2
// CSE-NEXT: ^bb2: // 2 preds: ^bb0, ^bb1
// CSE-NEXT: scf.yield
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @execute_in_for(%arg0: index, %arg1: i1) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0 : index)
// BRANCHES-NEXT: ^bb1(%0: index): // 2 preds: ^bb0, ^bb6
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %1, ^bb2, ^bb7
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb3
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: cf.cond_br %arg1, ^bb4, ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: cf.br ^bb6
// BRANCHES-NEXT: ^bb6: // pred: ^bb5
// BRANCHES-NEXT: %2 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%2 : index)
// BRANCHES-NEXT: ^bb7: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @execute_in_for(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.execute_region {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      "test.op"() : () -> ()
      cf.br ^bb2
    ^bb2:
      scf.yield
    }
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c3 = arith.constant 3 : index
// SCCP-NEXT: %0 = scf.index_switch %c3 -> i32
// SCCP-NEXT: case 3 {
// SCCP-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: case 4 {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: default {
// SCCP-NEXT: scf.yield %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %c3 = arith.constant 3 : index
// CSE-NEXT: %0 = scf.index_switch %c3 -> i32
// CSE-NEXT: case 3 {
// CSE-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: case 4 {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: default {
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %c3 = arith.constant 3 : index
// BRANCHES-NEXT: %0 = arith.index_cast %c3 : index to i32
// BRANCHES-NEXT: cf.switch %0 : i32, [
// BRANCHES-NEXT: default: ^bb3,
// BRANCHES-NEXT: 3: ^bb1,
// BRANCHES-NEXT: 4: ^bb2
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// BRANCHES-NEXT: cf.br ^bb4(%1 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb4(%arg1 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb4(%arg0 : i32)
// BRANCHES-NEXT: ^bb4(%2: i32): // 3 preds: ^bb1, ^bb2, ^bb3
// BRANCHES-NEXT: return %2 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @switch_const(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : index
  %r = scf.index_switch %c -> i32
  case 3 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  }
  case 4 {
    scf.yield %b : i32
  }
  default {
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_default(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: "test.op"() : () -> ()
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_default(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %c9 = arith.constant 9 : index
// SCCP-NEXT: %0 = scf.index_switch %c9 -> i32
// SCCP-NEXT: case 3 {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: default {
// SCCP-NEXT: "test.op"() : () -> ()
// SCCP-NEXT: scf.yield %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @switch_default(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %c9 = arith.constant 9 : index
// CSE-NEXT: %0 = scf.index_switch %c9 -> i32
// CSE-NEXT: case 3 {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: default {
// CSE-NEXT: "test.op"() : () -> ()
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @switch_default(%arg0: i32, %arg1: i32) -> i32 {
// BRANCHES-NEXT: %c9 = arith.constant 9 : index
// BRANCHES-NEXT: %0 = arith.index_cast %c9 : index to i32
// BRANCHES-NEXT: cf.switch %0 : i32, [
// BRANCHES-NEXT: default: ^bb2,
// BRANCHES-NEXT: 3: ^bb1
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: "test.op"() : () -> ()
// BRANCHES-NEXT: cf.br ^bb3(%arg0 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @switch_default(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 9 : index
  %r = scf.index_switch %c -> i32
  case 3 {
    scf.yield %b : i32
  }
  default {
    "test.op"() : () -> ()
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_dead(%arg0: index, %arg1: i32, %arg2: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_dead(%arg0: index, %arg1: i32, %arg2: i32) {
// SCCP-NEXT: %0 = scf.index_switch %arg0 -> i32
// SCCP-NEXT: case 3 {
// SCCP-NEXT: scf.yield %arg2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: default {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @switch_dead(%arg0: index, %arg1: i32, %arg2: i32) {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @switch_dead(%arg0: index, %arg1: i32, %arg2: i32) {
// BRANCHES-NEXT: %0 = arith.index_cast %arg0 : index to i32
// BRANCHES-NEXT: cf.switch %0 : i32, [
// BRANCHES-NEXT: default: ^bb2,
// BRANCHES-NEXT: 3: ^bb1
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg2 : i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i32)
// BRANCHES-NEXT: ^bb3(%1: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @switch_dead(%c: index, %a: i32, %b: i32) {
  %r = scf.index_switch %c -> i32
  case 3 {
    scf.yield %b : i32
  }
  default {
    scf.yield %a : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @switch_unused_result(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.index_switch %arg0 -> i32
// CANONICALIZE-NEXT: case 3 {
// CANONICALIZE-NEXT: %1 = "test.a"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: default {
// CANONICALIZE-NEXT: %1 = "test.b"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @switch_unused_result(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// SCCP-NEXT: %0:2 = scf.index_switch %arg0 -> i32, i32
// SCCP-NEXT: case 3 {
// SCCP-NEXT: %1 = "test.a"() : () -> i32
// SCCP-NEXT: scf.yield %arg2, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: default {
// SCCP-NEXT: %1 = "test.b"() : () -> i32
// SCCP-NEXT: scf.yield %arg1, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0#1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @switch_unused_result(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// CSE-NEXT: %0:2 = scf.index_switch %arg0 -> i32, i32
// CSE-NEXT: case 3 {
// CSE-NEXT: %1 = "test.a"() : () -> i32
// CSE-NEXT: scf.yield %arg2, %1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: default {
// CSE-NEXT: %1 = "test.b"() : () -> i32
// CSE-NEXT: scf.yield %arg1, %1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: return %0#1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @switch_unused_result(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// BRANCHES-NEXT: %0 = arith.index_cast %arg0 : index to i32
// BRANCHES-NEXT: cf.switch %0 : i32, [
// BRANCHES-NEXT: default: ^bb2,
// BRANCHES-NEXT: 3: ^bb1
// BRANCHES-NEXT: ]
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: %1 = "test.a"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%arg2, %1 : i32, i32)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: %2 = "test.b"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb3(%arg1, %2 : i32, i32)
// BRANCHES-NEXT: ^bb3(%3: i32, %4: i32): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: return %4 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @switch_unused_result(%c: index, %a: i32, %b: i32) -> i32 {
  %r:2 = scf.index_switch %c -> i32, i32
  case 3 {
    %x = "test.a"() : () -> i32
    scf.yield %b, %x : i32, i32
  }
  default {
    %x = "test.b"() : () -> i32
    scf.yield %a, %x : i32, i32
  }
  return %r#1 : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @consts_in_regions(%arg0: i1, %arg1: index) -> i32 {
// CANONICALIZE-NEXT: %c28_i32 = arith.constant 28 : i32
// CANONICALIZE-NEXT: %c14_i32 = arith.constant 14 : i32
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %c0_i32) -> (i32) {
// CANONICALIZE-NEXT: %1 = arith.addi %arg3, %c14_i32 : i32
// CANONICALIZE-NEXT: %2 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %3 = arith.addi %arg3, %c28_i32 : i32
// CANONICALIZE-NEXT: scf.yield %3 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.yield %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @consts_in_regions(%arg0: i1, %arg1: index) -> i32 {
// SCCP-NEXT: %c14_i32 = arith.constant 14 : i32
// SCCP-NEXT: %c7_i32 = arith.constant 7 : i32
// SCCP-NEXT: %c0_i32 = arith.constant 0 : i32
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %c0_i32) -> (i32) {
// SCCP-NEXT: %1 = arith.addi %arg3, %c14_i32 : i32
// SCCP-NEXT: %2 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %3 = arith.addi %1, %c14_i32 : i32
// SCCP-NEXT: scf.yield %3 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @consts_in_regions(%arg0: i1, %arg1: index) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %c0_i32 = arith.constant 0 : i32
// CSE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %c0_i32) -> (i32) {
// CSE-NEXT: %c7_i32 = arith.constant 7 : i32
// CSE-NEXT: %1 = arith.addi %c7_i32, %c7_i32 : i32
// CSE-NEXT: %2 = arith.addi %arg3, %1 : i32
// CSE-NEXT: %3 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %c14_i32 = arith.constant 14 : i32
// CSE-NEXT: %4 = arith.addi %2, %c14_i32 : i32
// CSE-NEXT: scf.yield %4 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: scf.yield %3 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @consts_in_regions(%arg0: i1, %arg1: index) -> i32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: %c0_i32 = arith.constant 0 : i32
// BRANCHES-NEXT: cf.br ^bb1(%c0, %c0_i32 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb6
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb7
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %c7_i32 = arith.constant 7 : i32
// BRANCHES-NEXT: %c7_i32_0 = arith.constant 7 : i32
// BRANCHES-NEXT: %3 = arith.addi %c7_i32, %c7_i32_0 : i32
// BRANCHES-NEXT: %4 = arith.addi %1, %3 : i32
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb3, ^bb4
// BRANCHES-NEXT: ^bb3: // pred: ^bb2
// BRANCHES-NEXT: %c14_i32 = arith.constant 14 : i32
// BRANCHES-NEXT: %5 = arith.addi %4, %c14_i32 : i32
// BRANCHES-NEXT: cf.br ^bb5(%5 : i32)
// BRANCHES-NEXT: ^bb4: // pred: ^bb2
// BRANCHES-NEXT: cf.br ^bb5(%4 : i32)
// BRANCHES-NEXT: ^bb5(%6: i32): // 2 preds: ^bb3, ^bb4
// BRANCHES-NEXT: cf.br ^bb6
// BRANCHES-NEXT: ^bb6: // pred: ^bb5
// BRANCHES-NEXT: %7 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%7, %6 : index, i32)
// BRANCHES-NEXT: ^bb7: // pred: ^bb1
// BRANCHES-NEXT: return %1 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @consts_in_regions(%c: i1, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %i0) -> i32 {
    %k = arith.constant 7 : i32
    %j = arith.constant 7 : i32
    %s = arith.addi %k, %j : i32
    %y = arith.addi %x, %s : i32
    %w = scf.if %c -> i32 {
      %u = arith.constant 14 : i32
      %v = arith.addi %y, %u : i32
      scf.yield %v : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %w : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @nested_loops(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (f32) {
// CANONICALIZE-NEXT: %1 = scf.for %arg5 = %c0 to %arg1 step %c1 iter_args(%arg6 = %arg4) -> (f32) {
// CANONICALIZE-NEXT: %2 = arith.index_cast %arg5 : index to i64
// CANONICALIZE-NEXT: %3 = arith.sitofp %2 : i64 to f32
// CANONICALIZE-NEXT: %4 = arith.addf %arg6, %3 : f32
// CANONICALIZE-NEXT: scf.yield %4 : f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.yield %1 : f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @nested_loops(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (f32) {
// SCCP-NEXT: %1 = scf.for %arg5 = %c0 to %arg1 step %c1 iter_args(%arg6 = %arg4) -> (f32) {
// SCCP-NEXT: %2 = arith.index_cast %arg5 : index to i64
// SCCP-NEXT: %3 = arith.sitofp %2 : i64 to f32
// SCCP-NEXT: %4 = arith.addf %arg6, %3 : f32
// SCCP-NEXT: scf.yield %4 : f32
// SCCP-NEXT: }
// SCCP-NEXT: scf.yield %1 : f32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @nested_loops(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (f32) {
// CSE-NEXT: %1 = scf.for %arg5 = %c0 to %arg1 step %c1 iter_args(%arg6 = %arg4) -> (f32) {
// CSE-NEXT: %2 = arith.index_cast %arg5 : index to i64
// CSE-NEXT: %3 = arith.sitofp %2 : i64 to f32
// CSE-NEXT: %4 = arith.addf %arg6, %3 : f32
// CSE-NEXT: scf.yield %4 : f32
// CSE-NEXT: }
// CSE-NEXT: scf.yield %1 : f32
// CSE-NEXT: }
// CSE-NEXT: return %0 : f32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @nested_loops(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg2 : index, f32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: f32): // 2 preds: ^bb0, ^bb5
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb6
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: cf.br ^bb3(%c0, %1 : index, f32)
// BRANCHES-NEXT: ^bb3(%3: index, %4: f32): // 2 preds: ^bb2, ^bb4
// BRANCHES-NEXT: %5 = arith.cmpi slt, %3, %arg1 : index
// BRANCHES-NEXT: cf.cond_br %5, ^bb4, ^bb5
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: %6 = arith.index_cast %3 : index to i64
// BRANCHES-NEXT: %7 = arith.sitofp %6 : i64 to f32
// BRANCHES-NEXT: %8 = arith.addf %4, %7 : f32
// BRANCHES-NEXT: %9 = arith.addi %3, %c1 : index
// BRANCHES-NEXT: cf.br ^bb3(%9, %8 : index, f32)
// BRANCHES-NEXT: ^bb5: // pred: ^bb3
// BRANCHES-NEXT: %10 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%10, %4 : index, f32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb1
// BRANCHES-NEXT: return %1 : f32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @nested_loops(%n: index, %m: index, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> f32 {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%y = %x) -> f32 {
      %k = arith.index_cast %j : index to i64
      %f = arith.sitofp %k : i64 to f32
      %z = arith.addf %y, %f : f32
      scf.yield %z : f32
    }
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_else_cond(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %1 = "test.a"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_else_cond(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %1 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %2 = "test.a"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %2 = "test.b"() : () -> i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_else_cond(%arg0: i1, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %1 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %2 = "test.a"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: } else {
// CSE-NEXT: %2 = "test.b"() : () -> i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_else_cond(%arg0: i1, %arg1: i32) -> i32 {
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb6
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %0 = "test.a"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb4(%0 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: %1 = "test.b"() : () -> i32
// BRANCHES-NEXT: cf.br ^bb4(%1 : i32)
// BRANCHES-NEXT: ^bb4(%2: i32): // 2 preds: ^bb2, ^bb3
// BRANCHES-NEXT: cf.br ^bb5
// BRANCHES-NEXT: ^bb5: // pred: ^bb4
// BRANCHES-NEXT: cf.br ^bb7(%2 : i32)
// BRANCHES-NEXT: ^bb6: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb7(%arg1 : i32)
// BRANCHES-NEXT: ^bb7(%3: i32): // 2 preds: ^bb5, ^bb6
// BRANCHES-NEXT: cf.br ^bb8
// BRANCHES-NEXT: ^bb8: // pred: ^bb7
// BRANCHES-NEXT: return %3 : i32
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_else_cond(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %s = scf.if %c -> i32 {
      %x = "test.a"() : () -> i32
      scf.yield %x : i32
    } else {
      %x = "test.b"() : () -> i32
      scf.yield %x : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @dead_for(%arg0: index, %arg1: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @dead_for(%arg0: index, %arg1: i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// SCCP-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @dead_for(%arg0: index, %arg1: i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @dead_for(%arg0: index, %arg1: i32) {
// BRANCHES-NEXT: %c0 = arith.constant 0 : index
// BRANCHES-NEXT: %c1 = arith.constant 1 : index
// BRANCHES-NEXT: cf.br ^bb1(%c0, %arg1 : index, i32)
// BRANCHES-NEXT: ^bb1(%0: index, %1: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %2 = arith.cmpi slt, %0, %arg0 : index
// BRANCHES-NEXT: cf.cond_br %2, ^bb2, ^bb3
// BRANCHES-NEXT: ^bb2: // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.muli %1, %1 : i32
// BRANCHES-NEXT: %4 = arith.addi %0, %c1 : index
// BRANCHES-NEXT: cf.br ^bb1(%4, %3 : index, i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @dead_for(%n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @dead_while(%arg0: i32, %arg1: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @dead_while(%arg0: i32, %arg1: i32) {
// SCCP-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// SCCP-NEXT: %1 = arith.cmpi slt, %arg2, %arg1 : i32
// SCCP-NEXT: scf.condition(%1) %arg2 : i32
// SCCP-NEXT: } do {
// SCCP-NEXT: ^bb0(%arg2: i32):
// SCCP-NEXT: %1 = arith.muli %arg2, %arg2 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @dead_while(%arg0: i32, %arg1: i32) {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @dead_while(%arg0: i32, %arg1: i32) {
// BRANCHES-NEXT: cf.br ^bb1(%arg0 : i32)
// BRANCHES-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb2
// BRANCHES-NEXT: %1 = arith.cmpi slt, %0, %arg1 : i32
// BRANCHES-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// BRANCHES-NEXT: ^bb2(%2: i32): // pred: ^bb1
// BRANCHES-NEXT: %3 = arith.muli %2, %2 : i32
// BRANCHES-NEXT: cf.br ^bb1(%3 : i32)
// BRANCHES-NEXT: ^bb3: // pred: ^bb1
// BRANCHES-NEXT: return
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @dead_while(%a: i32, %n: i32) {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = arith.muli %y, %y : i32
    scf.yield %z : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @if_i1_to_select(%arg0: i1, %arg1: i1) -> i1 {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %false : i1
// CANONICALIZE-NEXT: return %0 : i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @if_i1_to_select(%arg0: i1, %arg1: i1) -> i1 {
// SCCP-NEXT: %false = arith.constant false
// SCCP-NEXT: %0 = scf.if %arg0 -> (i1) {
// SCCP-NEXT: scf.yield %arg1 : i1
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %false : i1
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i1
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @if_i1_to_select(%arg0: i1, %arg1: i1) -> i1 {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0 = scf.if %arg0 -> (i1) {
// CSE-NEXT: scf.yield %arg1 : i1
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %false : i1
// CSE-NEXT: }
// CSE-NEXT: return %0 : i1
// CSE-NEXT: }
// CSE-NEXT: }
// BRANCHES:      module {
// BRANCHES-NEXT: func.func @if_i1_to_select(%arg0: i1, %arg1: i1) -> i1 {
// BRANCHES-NEXT: %false = arith.constant false
// BRANCHES-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// BRANCHES-NEXT: ^bb1: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%arg1 : i1)
// BRANCHES-NEXT: ^bb2: // pred: ^bb0
// BRANCHES-NEXT: cf.br ^bb3(%false : i1)
// BRANCHES-NEXT: ^bb3(%0: i1): // 2 preds: ^bb1, ^bb2
// BRANCHES-NEXT: cf.br ^bb4
// BRANCHES-NEXT: ^bb4: // pred: ^bb3
// BRANCHES-NEXT: return %0 : i1
// BRANCHES-NEXT: }
// BRANCHES-NEXT: }
func.func @if_i1_to_select(%c: i1, %d: i1) -> i1 {
  %f = arith.constant false
  %r = scf.if %c -> i1 {
    scf.yield %d : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}
