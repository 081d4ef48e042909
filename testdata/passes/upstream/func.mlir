// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE
// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SCCP
// RUN: tfrt-opt -cse -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE
// RUN: tfrt-opt -inline -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=INLINE

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @add(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @add(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @add(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @add(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @use(%a: i32) -> i32 {
  %r = call @add(%a, %a) : (i32, i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @add(%arg0: i32, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// CANONICALIZE-NEXT: %1 = call @add(%0, %arg0) : (i32, i32) -> i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @add(%arg0: i32, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// SCCP-NEXT: %1 = call @add(%0, %arg0) : (i32, i32) -> i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @add(%arg0: i32, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32
// CSE-NEXT: %1 = call @add(%0, %arg0) : (i32, i32) -> i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @add(%arg0: i32, %arg1: i32) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: %1 = arith.addi %0, %arg0 : i32
// INLINE-NEXT: return %1 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @add(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @use(%a: i32) -> i32 {
  %r = call @add(%a, %a) : (i32, i32) -> i32
  %s = call @add(%r, %a) : (i32, i32) -> i32
  return %s : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @const() -> i32 {
// CANONICALIZE-NEXT: %c7_i32 = arith.constant 7 : i32
// CANONICALIZE-NEXT: return %c7_i32 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use() -> i32 {
// CANONICALIZE-NEXT: %0 = call @const() : () -> i32
// CANONICALIZE-NEXT: %1 = call @const() : () -> i32
// CANONICALIZE-NEXT: %2 = arith.addi %0, %1 : i32
// CANONICALIZE-NEXT: return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @const() -> i32 {
// SCCP-NEXT: %c7_i32 = arith.constant 7 : i32
// SCCP-NEXT: return %c7_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use() -> i32 {
// SCCP-NEXT: %c14_i32 = arith.constant 14 : i32
// SCCP-NEXT: %c7_i32 = arith.constant 7 : i32
// SCCP-NEXT: %0 = call @const() : () -> i32
// SCCP-NEXT: %1 = call @const() : () -> i32
// SCCP-NEXT: return %c14_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @const() -> i32 {
// CSE-NEXT: %c7_i32 = arith.constant 7 : i32
// CSE-NEXT: return %c7_i32 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use() -> i32 {
// CSE-NEXT: %0 = call @const() : () -> i32
// CSE-NEXT: %1 = call @const() : () -> i32
// CSE-NEXT: %2 = arith.addi %0, %1 : i32
// CSE-NEXT: return %2 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @use() -> i32 {
// INLINE-NEXT: %c14_i32 = arith.constant 14 : i32
// INLINE-NEXT: return %c14_i32 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @const() -> i32 {
  %c = arith.constant 7 : i32
  return %c : i32
}
func.func @use() -> i32 {
  %a = call @const() : () -> i32
  %b = call @const() : () -> i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @id(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use() -> i32 {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %0 = call @id(%c3_i32) : (i32) -> i32
// CANONICALIZE-NEXT: %1 = arith.muli %0, %0 : i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @id(%arg0: i32) -> i32 {
// SCCP-NEXT: %c3_i32 = arith.constant 3 : i32
// SCCP-NEXT: return %c3_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use() -> i32 {
// SCCP-NEXT: %c9_i32 = arith.constant 9 : i32
// SCCP-NEXT: %c3_i32 = arith.constant 3 : i32
// SCCP-NEXT: %0 = call @id(%c3_i32) : (i32) -> i32
// SCCP-NEXT: return %c9_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @id(%arg0: i32) -> i32 {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use() -> i32 {
// CSE-NEXT: %c3_i32 = arith.constant 3 : i32
// CSE-NEXT: %0 = call @id(%c3_i32) : (i32) -> i32
// CSE-NEXT: %1 = arith.muli %0, %0 : i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @use() -> i32 {
// INLINE-NEXT: %c9_i32 = arith.constant 9 : i32
// INLINE-NEXT: return %c9_i32 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @id(%a: i32) -> i32 {
  return %a : i32
}
func.func @use() -> i32 {
  %c = arith.constant 3 : i32
  %a = call @id(%c) : (i32) -> i32
  %b = arith.muli %a, %a : i32
  return %b : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @blocks(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = arith.muli %arg1, %arg1 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @blocks(%arg0, %arg1) : (i1, i32) -> i32
// CANONICALIZE-NEXT: %1 = arith.addi %0, %arg1 : i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @blocks(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %0 = arith.muli %arg1, %arg1 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = call @blocks(%arg0, %arg1) : (i1, i32) -> i32
// SCCP-NEXT: %1 = arith.addi %0, %arg1 : i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @blocks(%arg0: i1, %arg1: i32) -> i32 {
// CSE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CSE-NEXT: ^bb1: // pred: ^bb0
// CSE-NEXT: %0 = arith.muli %arg1, %arg1 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: ^bb2: // pred: ^bb0
// CSE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i1, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = call @blocks(%arg0, %arg1) : (i1, i32) -> i32
// CSE-NEXT: %1 = arith.addi %0, %arg1 : i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @use(%arg0: i1, %arg1: i32) -> i32 {
// INLINE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// INLINE-NEXT: ^bb1: // pred: ^bb0
// INLINE-NEXT: %0 = arith.muli %arg1, %arg1 : i32
// INLINE-NEXT: cf.br ^bb3(%0 : i32)
// INLINE-NEXT: ^bb2: // pred: ^bb0
// INLINE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// INLINE-NEXT: cf.br ^bb3(%1 : i32)
// INLINE-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// INLINE-NEXT: %3 = arith.addi %2, %arg1 : i32
// INLINE-NEXT: return %3 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %y = arith.muli %a, %a : i32
  return %y : i32
^bb2:
  %x = arith.addi %a, %a : i32
  return %x : i32
}
func.func @use(%c: i1, %a: i32) -> i32 {
  %r = call @blocks(%c, %a) : (i1, i32) -> i32
  %s = arith.addi %r, %a : i32
  return %s : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @blocks(%arg0: i1) -> i32 {
// CANONICALIZE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %0 = "u.one"() : () -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = "u.two"() : () -> i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @in_region(%arg0: i1) -> i32 {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %1 = func.call @blocks(%true) : (i1) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %c4_i32 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @blocks(%arg0: i1) -> i32 {
// SCCP-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %0 = "u.one"() : () -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %1 = "u.two"() : () -> i32
// SCCP-NEXT: return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @in_region(%arg0: i1) -> i32 {
// SCCP-NEXT: %c4_i32 = arith.constant 4 : i32
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %1 = func.call @blocks(%arg0) : (i1) -> i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %c4_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @blocks(%arg0: i1) -> i32 {
// CSE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CSE-NEXT: ^bb1: // pred: ^bb0
// CSE-NEXT: %0 = "u.one"() : () -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: ^bb2: // pred: ^bb0
// CSE-NEXT: %1 = "u.two"() : () -> i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @in_region(%arg0: i1) -> i32 {
// CSE-NEXT: %c4_i32 = arith.constant 4 : i32
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %1 = func.call @blocks(%arg0) : (i1) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %c4_i32 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func private @blocks(%arg0: i1) -> i32 {
// INLINE-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// INLINE-NEXT: ^bb1: // pred: ^bb0
// INLINE-NEXT: %0 = "u.one"() : () -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: ^bb2: // pred: ^bb0
// INLINE-NEXT: %1 = "u.two"() : () -> i32
// INLINE-NEXT: return %1 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @in_region(%arg0: i1) -> i32 {
// INLINE-NEXT: %c4_i32 = arith.constant 4 : i32
// INLINE-NEXT: %true = arith.constant true
// INLINE-NEXT: %0 = scf.if %arg0 -> (i32) {
// INLINE-NEXT: %1 = func.call @blocks(%true) : (i1) -> i32
// INLINE-NEXT: scf.yield %1 : i32
// INLINE-NEXT: } else {
// INLINE-NEXT: scf.yield %c4_i32 : i32
// INLINE-NEXT: }
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @blocks(%c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = "u.one"() : () -> i32
  return %a : i32
^bb2:
  %x = "u.two"() : () -> i32
  return %x : i32
}
func.func @in_region(%c: i1) -> i32 {
  %k = arith.constant 4 : i32
  %r = scf.if %c -> i32 {
    %s = func.call @blocks(%c) : (i1) -> i32
    scf.yield %s : i32
  } else {
    scf.yield %k : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @one(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @in_region(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %1 = func.call @one(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: "u.use"(%1) : (i32) -> ()
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @one(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @in_region(%arg0: i1, %arg1: i32) -> i32 {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %1 = func.call @one(%arg1) : (i32) -> i32
// SCCP-NEXT: "u.use"(%1) : (i32) -> ()
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @one(%arg0: i32) -> i32 {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @in_region(%arg0: i1, %arg1: i32) -> i32 {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %1 = func.call @one(%arg1) : (i32) -> i32
// CSE-NEXT: "u.use"(%1) : (i32) -> ()
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @in_region(%arg0: i1, %arg1: i32) -> i32 {
// INLINE-NEXT: %c1_i32 = arith.constant 1 : i32
// INLINE-NEXT: %0 = scf.if %arg0 -> (i32) {
// INLINE-NEXT: %1 = arith.addi %arg1, %c1_i32 : i32
// INLINE-NEXT: "u.use"(%1) : (i32) -> ()
// INLINE-NEXT: scf.yield %1 : i32
// INLINE-NEXT: } else {
// INLINE-NEXT: scf.yield %arg1 : i32
// INLINE-NEXT: }
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @one(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.addi %a, %c : i32
  return %r : i32
}
func.func @in_region(%c: i1, %k: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %s = func.call @one(%k) : (i32) -> i32
    "u.use"(%s) : (i32) -> ()
    scf.yield %s : i32
  } else {
    scf.yield %k : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @rec(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @rec(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @rec(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @rec(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @rec(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @rec(%a: i32) -> i32 {
  %r = call @rec(%a) : (i32) -> i32
  return %r : i32
}
func.func @use(%a: i32) -> i32 {
  %r = call @rec(%a) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @even(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @odd(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func private @odd(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @even(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @odd(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @odd(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @even(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @odd(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @odd(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func private @even(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @odd(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func private @odd(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @even(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @even(%a: i32) -> i32 {
  %r = call @odd(%a) : (i32) -> i32
  return %r : i32
}
func.func private @odd(%a: i32) -> i32 {
  %r = call @even(%a) : (i32) -> i32
  return %r : i32
}
func.func @use(%a: i32) -> i32 {
  %r = call @even(%a) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @ext(i32) -> i32
// CANONICALIZE-NEXT: func.func private @dead() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @ext(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @ext(i32) -> i32
// SCCP-NEXT: func.func private @dead() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @ext(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @ext(i32) -> i32
// CSE-NEXT: func.func private @dead() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @ext(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func private @ext(i32) -> i32
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @ext(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @ext(i32) -> i32
func.func private @dead() {
  return
}
func.func @use(%a: i32) -> i32 {
  %r = call @ext(%a) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @noinl(%arg0: i32) -> i32 attributes {no_inline} {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @noinl(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @noinl(%arg0: i32) -> i32 attributes {no_inline} {
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @use(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @noinl(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @noinl(%arg0: i32) -> i32 attributes {no_inline} {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @use(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @noinl(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func private @noinl(%arg0: i32) -> i32 attributes {no_inline} {
// INLINE-NEXT: return %arg0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @use(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @noinl(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @noinl(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}
func.func @use(%a: i32) -> i32 {
  %r = call @noinl(%a) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @a(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @b(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func private @b(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @c(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func private @c(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @a(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @a(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @b(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @b(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @c(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @c(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @a(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @a(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @b(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @b(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @c(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @c(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @a(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @a(%x: i32) -> i32 {
  %r = func.call @b(%x) : (i32) -> i32
  return %r : i32
}
func.func private @b(%x: i32) -> i32 {
  %r = func.call @c(%x) : (i32) -> i32
  return %r : i32
}
func.func private @c(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func @main(%x: i32) -> i32 {
  %r = func.call @a(%x) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @a(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @a(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @a(%arg0: i32) -> i32 {
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32) -> i32 {
// SCCP-NEXT: %f = constant @a : (i32) -> i32
// SCCP-NEXT: %0 = call_indirect %f(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @a(%arg0: i32) -> i32 {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: %f = constant @a : (i32) -> i32
// CSE-NEXT: %0 = call_indirect %f(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: return %arg0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @a(%x: i32) -> i32 {
  return %x : i32
}
func.func @main(%x: i32) -> i32 {
  %f = constant @a : (i32) -> i32
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @main(%arg0: i32, %arg1: (i32) -> i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call_indirect %arg1(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @main(%arg0: i32, %arg1: (i32) -> i32) -> i32 {
// SCCP-NEXT: %0 = call_indirect %arg1(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @main(%arg0: i32, %arg1: (i32) -> i32) -> i32 {
// CSE-NEXT: %0 = call_indirect %arg1(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32, %arg1: (i32) -> i32) -> i32 {
// INLINE-NEXT: %0 = call_indirect %arg1(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @main(%x: i32, %f: (i32) -> i32) -> i32 {
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @f(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %0, %arg0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %0:2 = call @f(%c2_i32, %arg0) : (i32, i32) -> (i32, i32)
// CANONICALIZE-NEXT: %1:2 = call @f(%0#1, %0#0) : (i32, i32) -> (i32, i32)
// CANONICALIZE-NEXT: return %1#0, %1#1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @f(%arg0: i32, %arg1: i32) -> (i32, i32) {
// SCCP-NEXT: %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT: %0 = arith.addi %c2_i32, %arg1 : i32
// SCCP-NEXT: return %0, %c2_i32 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32) -> (i32, i32) {
// SCCP-NEXT: %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT: %0:2 = call @f(%c2_i32, %arg0) : (i32, i32) -> (i32, i32)
// SCCP-NEXT: %1:2 = call @f(%c2_i32, %0#0) : (i32, i32) -> (i32, i32)
// SCCP-NEXT: return %1#0, %c2_i32 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @f(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CSE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: return %0, %arg0 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32) -> (i32, i32) {
// CSE-NEXT: %c2_i32 = arith.constant 2 : i32
// CSE-NEXT: %0:2 = call @f(%c2_i32, %arg0) : (i32, i32) -> (i32, i32)
// CSE-NEXT: %1:2 = call @f(%0#1, %0#0) : (i32, i32) -> (i32, i32)
// CSE-NEXT: return %1#0, %1#1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> (i32, i32) {
// INLINE-NEXT: %c2_i32 = arith.constant 2 : i32
// INLINE-NEXT: %c4_i32 = arith.constant 4 : i32
// INLINE-NEXT: %0 = arith.addi %arg0, %c4_i32 : i32
// INLINE-NEXT: return %0, %c2_i32 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
  %s = arith.addi %a, %b : i32
  return %s, %a : i32, i32
}
func.func @main(%x: i32) -> (i32, i32) {
  %c = arith.constant 2 : i32
  %r:2 = call @f(%c, %x) : (i32, i32) -> (i32, i32)
  %q:2 = call @f(%r#1, %r#0) : (i32, i32) -> (i32, i32)
  return %q#0, %q#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @unused(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32) {
// CANONICALIZE-NEXT: %0 = call @unused(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @unused(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32) {
// SCCP-NEXT: %0 = call @unused(%arg0) : (i32) -> i32
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @unused(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32) {
// CSE-NEXT: %0 = call @unused(%arg0) : (i32) -> i32
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) {
// INLINE-NEXT: return
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @unused(%a: i32) -> i32 {
  %s = arith.addi %a, %a : i32
  return %s : i32
}
func.func @main(%x: i32) {
  %r = call @unused(%x) : (i32) -> i32
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @loop(%arg0: i32, %arg1: index) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// CANONICALIZE-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32, %arg1: index) -> i32 {
// CANONICALIZE-NEXT: %0 = call @loop(%arg0, %arg1) : (i32, index) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @loop(%arg0: i32, %arg1: index) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// SCCP-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: scf.yield %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32, %arg1: index) -> i32 {
// SCCP-NEXT: %0 = call @loop(%arg0, %arg1) : (i32, index) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @loop(%arg0: i32, %arg1: index) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// CSE-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32, %arg1: index) -> i32 {
// CSE-NEXT: %0 = call @loop(%arg0, %arg1) : (i32, index) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32, %arg1: index) -> i32 {
// INLINE-NEXT: %c0 = arith.constant 0 : index
// INLINE-NEXT: %c1 = arith.constant 1 : index
// INLINE-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (i32) {
// INLINE-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// INLINE-NEXT: scf.yield %1 : i32
// INLINE-NEXT: }
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @loop(%a: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @main(%x: i32, %n: index) -> i32 {
  %r = call @loop(%x, %n) : (i32, index) -> i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @sc(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main() -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = call @sc(%c1_i32) : (i32) -> i32
// CANONICALIZE-NEXT: %1 = call @sc(%c1_i32) : (i32) -> i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @sc(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %c6_i32 = arith.constant 6 : i32
// SCCP-NEXT: %c5_i32 = arith.constant 5 : i32
// SCCP-NEXT: return %c6_i32 : i32
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main() -> (i32, i32) {
// SCCP-NEXT: %c6_i32 = arith.constant 6 : i32
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %0 = call @sc(%c1_i32) : (i32) -> i32
// SCCP-NEXT: %1 = call @sc(%c1_i32) : (i32) -> i32
// SCCP-NEXT: return %c6_i32, %c6_i32 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @sc(%arg0: i32) -> i32 {
// CSE-NEXT: %c5_i32 = arith.constant 5 : i32
// CSE-NEXT: %0 = arith.addi %arg0, %c5_i32 : i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main() -> (i32, i32) {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %0 = call @sc(%c1_i32) : (i32) -> i32
// CSE-NEXT: %1 = call @sc(%c1_i32) : (i32) -> i32
// CSE-NEXT: return %0, %1 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @main() -> (i32, i32) {
// INLINE-NEXT: %c6_i32 = arith.constant 6 : i32
// INLINE-NEXT: return %c6_i32, %c6_i32 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func private @sc(%a: i32) -> i32 {
  %c = arith.constant 5 : i32
  %s = arith.addi %a, %c : i32
  return %s : i32
}
func.func @main() -> (i32, i32) {
  %k = arith.constant 1 : i32
  %r = call @sc(%k) : (i32) -> i32
  %q = call @sc(%k) : (i32) -> i32
  return %r, %q : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func private @nested(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: module @inner {
// CANONICALIZE-NEXT: func.func private @gone() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @stays() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = call @nested(%arg0) : (i32) -> i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func private @nested(%arg0: i32) -> i32 {
// SCCP-NEXT: return %arg0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: module @inner {
// SCCP-NEXT: func.func private @gone() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: func.func @stays() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: func.func @main(%arg0: i32) -> i32 {
// SCCP-NEXT: %0 = call @nested(%arg0) : (i32) -> i32
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @nested(%arg0: i32) -> i32 {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: module @inner {
// CSE-NEXT: func.func private @gone() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: func.func @stays() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @nested(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: module @inner {
// INLINE-NEXT: func.func @stays() {
// INLINE-NEXT: return
// INLINE-NEXT: }
// INLINE-NEXT: }
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: return %arg0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
module {
  func.func private @nested(%a: i32) -> i32 {
    return %a : i32
  }
  module @inner {
    func.func private @gone() {
      return
    }
    func.func @stays() {
      return
    }
  }
  func.func @main(%x: i32) -> i32 {
    %r = call @nested(%x) : (i32) -> i32
    return %r : i32
  }
}

// -----

// CANONICALIZE:      module @sym {
// CANONICALIZE-NEXT: func.func private @a() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func private @b() {
// CANONICALIZE-NEXT: call @a() : () -> ()
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: func.func @c() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: module @m attributes {sym_visibility = "private"} {
// CANONICALIZE-NEXT: func.func @inner() {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: "u.ref"() {x = @m::@inner} : () -> ()
// CANONICALIZE-NEXT: }
// SCCP:      module @sym {
// SCCP-NEXT: func.func private @a() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: func.func private @b() {
// SCCP-NEXT: call @a() : () -> ()
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: func.func @c() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: module @m attributes {sym_visibility = "private"} {
// SCCP-NEXT: func.func @inner() {
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: "u.ref"() {x = @m::@inner} : () -> ()
// SCCP-NEXT: }
// CSE:      module @sym {
// CSE-NEXT: func.func private @a() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: func.func private @b() {
// CSE-NEXT: call @a() : () -> ()
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: func.func @c() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: module @m attributes {sym_visibility = "private"} {
// CSE-NEXT: func.func @inner() {
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: "u.ref"() {x = @m::@inner} : () -> ()
// CSE-NEXT: }
// INLINE:      module @sym {
// INLINE-NEXT: func.func private @a() {
// INLINE-NEXT: return
// INLINE-NEXT: }
// INLINE-NEXT: func.func @c() {
// INLINE-NEXT: return
// INLINE-NEXT: }
// INLINE-NEXT: module @m attributes {sym_visibility = "private"} {
// INLINE-NEXT: func.func @inner() {
// INLINE-NEXT: return
// INLINE-NEXT: }
// INLINE-NEXT: }
// INLINE-NEXT: "u.ref"() {x = @m::@inner} : () -> ()
// INLINE-NEXT: }
module @sym {
  func.func private @a() { return }
  func.func private @b() { call @a() : () -> () return }
  func.func @c() { return }
  module @m attributes {sym_visibility = "private"} {
    func.func @inner() { return }
  }
  "u.ref"() {x = @m::@inner} : () -> ()
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cse(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = scf.if %arg2 -> (i32) {
// CANONICALIZE-NEXT: %5 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: scf.yield %5 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: %5 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: scf.yield %5 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: %3 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %2, %3 : i32
// CANONICALIZE-NEXT: return %0, %1, %4 : i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cse(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// SCCP-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: %2 = arith.addi %arg1, %arg0 : i32
// SCCP-NEXT: %3 = scf.if %arg2 -> (i32) {
// SCCP-NEXT: %7 = arith.addi %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %7 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: %7 = arith.muli %arg0, %arg1 : i32
// SCCP-NEXT: scf.yield %7 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %4 = arith.muli %arg0, %arg1 : i32
// SCCP-NEXT: %5 = arith.divsi %arg0, %arg1 : i32
// SCCP-NEXT: %6 = arith.addi %3, %4 : i32
// SCCP-NEXT: return %0, %1, %6 : i32, i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @cse(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// CSE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CSE-NEXT: %1 = scf.if %arg2 -> (i32) {
// CSE-NEXT: scf.yield %0 : i32
// CSE-NEXT: } else {
// CSE-NEXT: %4 = arith.muli %arg0, %arg1 : i32
// CSE-NEXT: scf.yield %4 : i32
// CSE-NEXT: }
// CSE-NEXT: %2 = arith.muli %arg0, %arg1 : i32
// CSE-NEXT: %3 = arith.addi %1, %2 : i32
// CSE-NEXT: return %0, %0, %3 : i32, i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @cse(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// INLINE-NEXT: %1 = arith.addi %arg0, %arg1 : i32
// INLINE-NEXT: %2 = scf.if %arg2 -> (i32) {
// INLINE-NEXT: %5 = arith.addi %arg0, %arg1 : i32
// INLINE-NEXT: scf.yield %5 : i32
// INLINE-NEXT: } else {
// INLINE-NEXT: %5 = arith.muli %arg0, %arg1 : i32
// INLINE-NEXT: scf.yield %5 : i32
// INLINE-NEXT: }
// INLINE-NEXT: %3 = arith.muli %arg0, %arg1 : i32
// INLINE-NEXT: %4 = arith.addi %2, %3 : i32
// INLINE-NEXT: return %0, %1, %4 : i32, i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @cse(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32) {
  %x = arith.addi %a, %b : i32
  %y = arith.addi %a, %b : i32
  %z = arith.addi %b, %a : i32
  %r = scf.if %c -> i32 {
    %w = arith.addi %a, %b : i32
    scf.yield %w : i32
  } else {
    %w = arith.muli %a, %b : i32
    scf.yield %w : i32
  }
  %q = arith.muli %a, %b : i32
  %d = arith.divsi %a, %b : i32
  %s = arith.addi %r, %q : i32
  return %x, %y, %s : i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cse_blocks(%arg0: i32, %arg1: i1) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CANONICALIZE-NEXT: ^bb1: // pred: ^bb0
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%1 : i32)
// CANONICALIZE-NEXT: ^bb2: // pred: ^bb0
// CANONICALIZE-NEXT: %2 = arith.muli %arg0, %arg0 : i32
// CANONICALIZE-NEXT: cf.br ^bb3(%2 : i32)
// CANONICALIZE-NEXT: ^bb3(%3: i32): // 2 preds: ^bb1, ^bb2
// CANONICALIZE-NEXT: %4 = arith.muli %arg0, %arg0 : i32
// CANONICALIZE-NEXT: %5 = arith.addi %3, %4 : i32
// CANONICALIZE-NEXT: %6 = arith.addi %5, %0 : i32
// CANONICALIZE-NEXT: return %6 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cse_blocks(%arg0: i32, %arg1: i1) -> i32 {
// SCCP-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// SCCP-NEXT: ^bb1: // pred: ^bb0
// SCCP-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SCCP-NEXT: %2 = arith.muli %arg0, %arg0 : i32
// SCCP-NEXT: cf.br ^bb3(%1 : i32)
// SCCP-NEXT: ^bb2: // pred: ^bb0
// SCCP-NEXT: %3 = arith.muli %arg0, %arg0 : i32
// SCCP-NEXT: cf.br ^bb3(%3 : i32)
// SCCP-NEXT: ^bb3(%4: i32): // 2 preds: ^bb1, ^bb2
// SCCP-NEXT: %5 = arith.muli %arg0, %arg0 : i32
// SCCP-NEXT: %6 = arith.addi %4, %5 : i32
// SCCP-NEXT: %7 = arith.addi %6, %0 : i32
// SCCP-NEXT: return %7 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @cse_blocks(%arg0: i32, %arg1: i1) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// CSE-NEXT: ^bb1: // pred: ^bb0
// CSE-NEXT: cf.br ^bb3(%0 : i32)
// CSE-NEXT: ^bb2: // pred: ^bb0
// CSE-NEXT: %1 = arith.muli %arg0, %arg0 : i32
// CSE-NEXT: cf.br ^bb3(%1 : i32)
// CSE-NEXT: ^bb3(%2: i32): // 2 preds: ^bb1, ^bb2
// CSE-NEXT: %3 = arith.muli %arg0, %arg0 : i32
// CSE-NEXT: %4 = arith.addi %2, %3 : i32
// CSE-NEXT: %5 = arith.addi %4, %0 : i32
// CSE-NEXT: return %5 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @cse_blocks(%arg0: i32, %arg1: i1) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
// INLINE-NEXT: ^bb1: // pred: ^bb0
// INLINE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: cf.br ^bb3(%1 : i32)
// INLINE-NEXT: ^bb2: // pred: ^bb0
// INLINE-NEXT: %2 = arith.muli %arg0, %arg0 : i32
// INLINE-NEXT: cf.br ^bb3(%2 : i32)
// INLINE-NEXT: ^bb3(%3: i32): // 2 preds: ^bb1, ^bb2
// INLINE-NEXT: %4 = arith.muli %arg0, %arg0 : i32
// INLINE-NEXT: %5 = arith.addi %3, %4 : i32
// INLINE-NEXT: %6 = arith.addi %5, %0 : i32
// INLINE-NEXT: return %6 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @cse_blocks(%a: i32, %c: i1) -> i32 {
  %x = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %y = arith.addi %a, %a : i32
  %m = arith.muli %a, %a : i32
  cf.br ^bb3(%y : i32)
^bb2:
  %n = arith.muli %a, %a : i32
  cf.br ^bb3(%n : i32)
^bb3(%z: i32):
  %o = arith.muli %a, %a : i32
  %p = arith.addi %z, %o : i32
  %q = arith.addi %p, %x : i32
  return %q : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cse_regions(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CANONICALIZE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.addi %arg1, %arg1 : i32
// CANONICALIZE-NEXT: scf.yield %1, %2 : i32, i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: scf.yield %arg1, %arg1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0#0, %0#1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cse_regions(%arg0: i1, %arg1: i32) -> (i32, i32) {
// SCCP-NEXT: %0 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %2 = arith.addi %arg1, %arg1 : i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %1 = scf.if %arg0 -> (i32) {
// SCCP-NEXT: %2 = arith.addi %arg1, %arg1 : i32
// SCCP-NEXT: scf.yield %2 : i32
// SCCP-NEXT: } else {
// SCCP-NEXT: scf.yield %arg1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @cse_regions(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CSE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CSE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0, %0 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @cse_regions(%arg0: i1, %arg1: i32) -> (i32, i32) {
// INLINE-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// INLINE-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// INLINE-NEXT: %2 = arith.addi %arg1, %arg1 : i32
// INLINE-NEXT: scf.yield %1, %2 : i32, i32
// INLINE-NEXT: } else {
// INLINE-NEXT: scf.yield %arg1, %arg1 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: return %0#0, %0#1 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @cse_regions(%c: i1, %a: i32) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    %w = arith.addi %a, %a : i32
    scf.yield %w : i32
  } else {
    scf.yield %a : i32
  }
  %s = scf.if %c -> i32 {
    %w = arith.addi %a, %a : i32
    scf.yield %w : i32
  } else {
    scf.yield %a : i32
  }
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @cse_for(%arg0: index, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// CANONICALIZE-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// CANONICALIZE-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %2, %3 : i32
// CANONICALIZE-NEXT: scf.yield %4 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// CANONICALIZE-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// CANONICALIZE-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %2, %3 : i32
// CANONICALIZE-NEXT: scf.yield %4 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @cse_for(%arg0: index, %arg1: i32) -> (i32, i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// SCCP-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: %4 = arith.addi %2, %3 : i32
// SCCP-NEXT: scf.yield %4 : i32
// SCCP-NEXT: }
// SCCP-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// SCCP-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// SCCP-NEXT: %4 = arith.addi %2, %3 : i32
// SCCP-NEXT: scf.yield %4 : i32
// SCCP-NEXT: }
// SCCP-NEXT: return %0, %1 : i32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @cse_for(%arg0: index, %arg1: i32) -> (i32, i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// CSE-NEXT: %1 = arith.muli %arg3, %arg3 : i32
// CSE-NEXT: %2 = arith.addi %1, %1 : i32
// CSE-NEXT: scf.yield %2 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0, %0 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @cse_for(%arg0: index, %arg1: i32) -> (i32, i32) {
// INLINE-NEXT: %c0 = arith.constant 0 : index
// INLINE-NEXT: %c1 = arith.constant 1 : index
// INLINE-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// INLINE-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// INLINE-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// INLINE-NEXT: %4 = arith.addi %2, %3 : i32
// INLINE-NEXT: scf.yield %4 : i32
// INLINE-NEXT: }
// INLINE-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// INLINE-NEXT: %2 = arith.muli %arg3, %arg3 : i32
// INLINE-NEXT: %3 = arith.muli %arg3, %arg3 : i32
// INLINE-NEXT: %4 = arith.addi %2, %3 : i32
// INLINE-NEXT: scf.yield %4 : i32
// INLINE-NEXT: }
// INLINE-NEXT: return %0, %1 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @cse_for(%n: index, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %y = arith.muli %x, %x : i32
    %y2 = arith.muli %x, %x : i32
    %z = arith.addi %y, %y2 : i32
    scf.yield %z : i32
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %y = arith.muli %x, %x : i32
    %y2 = arith.muli %x, %x : i32
    %z = arith.addi %y, %y2 : i32
    scf.yield %z : i32
  }
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @loads(%arg0: memref<4xf32>, %arg1: index) -> (f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = memref.load %arg0[%arg1] : memref<4xf32>
// CANONICALIZE-NEXT: %1 = memref.load %arg0[%arg1] : memref<4xf32>
// CANONICALIZE-NEXT: memref.store %0, %arg0[%arg1] : memref<4xf32>
// CANONICALIZE-NEXT: %2 = memref.load %arg0[%arg1] : memref<4xf32>
// CANONICALIZE-NEXT: return %0, %1, %2 : f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @loads(%arg0: memref<4xf32>, %arg1: index) -> (f32, f32, f32) {
// SCCP-NEXT: %0 = memref.load %arg0[%arg1] : memref<4xf32>
// SCCP-NEXT: %1 = memref.load %arg0[%arg1] : memref<4xf32>
// SCCP-NEXT: memref.store %0, %arg0[%arg1] : memref<4xf32>
// SCCP-NEXT: %2 = memref.load %arg0[%arg1] : memref<4xf32>
// SCCP-NEXT: %3 = memref.load %arg0[%arg1] : memref<4xf32>
// SCCP-NEXT: return %0, %1, %2 : f32, f32, f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @loads(%arg0: memref<4xf32>, %arg1: index) -> (f32, f32, f32) {
// CSE-NEXT: %0 = memref.load %arg0[%arg1] : memref<4xf32>
// CSE-NEXT: memref.store %0, %arg0[%arg1] : memref<4xf32>
// CSE-NEXT: %1 = memref.load %arg0[%arg1] : memref<4xf32>
// CSE-NEXT: return %0, %0, %1 : f32, f32, f32
// CSE-NEXT: }
// CSE-NEXT: }
// INLINE:      module {
// INLINE-NEXT: func.func @loads(%arg0: memref<4xf32>, %arg1: index) -> (f32, f32, f32) {
// INLINE-NEXT: %0 = memref.load %arg0[%arg1] : memref<4xf32>
// INLINE-NEXT: %1 = memref.load %arg0[%arg1] : memref<4xf32>
// INLINE-NEXT: memref.store %0, %arg0[%arg1] : memref<4xf32>
// INLINE-NEXT: %2 = memref.load %arg0[%arg1] : memref<4xf32>
// INLINE-NEXT: return %0, %1, %2 : f32, f32, f32
// INLINE-NEXT: }
// INLINE-NEXT: }
func.func @loads(%m: memref<4xf32>, %i: index) -> (f32, f32, f32) {
  %a = memref.load %m[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  memref.store %a, %m[%i] : memref<4xf32>
  %c = memref.load %m[%i] : memref<4xf32>
  %d = memref.load %m[%i] : memref<4xf32>
  return %a, %b, %c : f32, f32, f32
}
