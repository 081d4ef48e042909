// RUN: tfrt-opt -inline -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=INLINE
// RUN: tfrt-opt '-inline=inlining-threshold=100 default-pipeline=' -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SMALL
// RUN: tfrt-opt '-inline=op-pipelines=func.func(cse)' -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE

// An operation of a dialect that is not known stays in its function.
// INLINE:      module {
// INLINE-NEXT: func.func private @unknown(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = "t.a"(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @f(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @unknown(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func private @unknown(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = "t.a"(%arg0) : (i32) -> i32
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func @f(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = call @unknown(%arg0) : (i32) -> i32
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @unknown(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = "t.a"(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @f(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @unknown(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func private @unknown(%x: i32) -> i32 {
  %r = "t.a"(%x) : (i32) -> i32
  return %r : i32
}
func.func @f(%x: i32) -> i32 {
  %a = call @unknown(%x) : (i32) -> i32
  return %a : i32
}

// -----

// A function that is never called keeps those alive that it calls.
// INLINE:      module {
// INLINE-NEXT: func.func private @leaf() -> i32 {
// INLINE-NEXT: %c1_i32 = arith.constant 1 : i32
// INLINE-NEXT: return %c1_i32 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @main() -> i32 {
// INLINE-NEXT: %c1_i32 = arith.constant 1 : i32
// INLINE-NEXT: return %c1_i32 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func private @leaf() -> i32 {
// SMALL-NEXT: %c1_i32 = arith.constant 1 : i32
// SMALL-NEXT: return %c1_i32 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func @main() -> i32 {
// SMALL-NEXT: %c1_i32 = arith.constant 1 : i32
// SMALL-NEXT: return %c1_i32 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func private @leaf() -> i32 {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: return %c1_i32 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @main() -> i32 {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: return %c1_i32 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func private @leaf() -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
func.func private @dead() -> i32 {
  %r = call @leaf() : () -> i32
  return %r : i32
}
func.func @main() -> i32 {
  %r = call @leaf() : () -> i32
  return %r : i32
}

// -----

// INLINE:      module {
// INLINE-NEXT: func.func @three(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: %2 = arith.muli %1, %0 : i32
// INLINE-NEXT: %3 = arith.muli %2, %arg0 : i32
// INLINE-NEXT: return %3 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func @five(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// INLINE-NEXT: %2 = arith.muli %1, %0 : i32
// INLINE-NEXT: %3 = arith.muli %2, %arg0 : i32
// INLINE-NEXT: %4 = arith.muli %3, %arg0 : i32
// INLINE-NEXT: %5 = arith.muli %4, %arg0 : i32
// INLINE-NEXT: return %5 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func private @four(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SMALL-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SMALL-NEXT: %2 = arith.muli %1, %0 : i32
// SMALL-NEXT: return %2 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func @three(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = call @four(%arg0) : (i32) -> i32
// SMALL-NEXT: %1 = arith.muli %0, %arg0 : i32
// SMALL-NEXT: return %1 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func @five(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// SMALL-NEXT: %1 = arith.addi %arg0, %arg0 : i32
// SMALL-NEXT: %2 = arith.muli %1, %0 : i32
// SMALL-NEXT: %3 = arith.muli %2, %arg0 : i32
// SMALL-NEXT: %4 = arith.muli %3, %arg0 : i32
// SMALL-NEXT: %5 = arith.muli %4, %arg0 : i32
// SMALL-NEXT: return %5 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @three(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: %1 = arith.muli %0, %0 : i32
// CSE-NEXT: %2 = arith.muli %1, %arg0 : i32
// CSE-NEXT: return %2 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func @five(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CSE-NEXT: %1 = arith.muli %0, %0 : i32
// CSE-NEXT: %2 = arith.muli %1, %arg0 : i32
// CSE-NEXT: %3 = arith.muli %2, %arg0 : i32
// CSE-NEXT: %4 = arith.muli %3, %arg0 : i32
// CSE-NEXT: return %4 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func private @four(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  %s = arith.addi %x, %x : i32
  %t = arith.muli %s, %r : i32
  return %t : i32
}
func.func @three(%x: i32) -> i32 {
  %a = call @four(%x) : (i32) -> i32
  %b = arith.muli %a, %x : i32
  return %b : i32
}
func.func @five(%x: i32) -> i32 {
  %a = call @four(%x) : (i32) -> i32
  %b = arith.muli %a, %x : i32
  %c = arith.muli %b, %x : i32
  %d = arith.muli %c, %x : i32
  return %d : i32
}

// -----

// Poison is a constant as others.
// INLINE:      module {
// INLINE-NEXT: func.func @caller(%arg0: i1) -> (i32, i32) {
// INLINE-NEXT: %0 = ub.poison : i32
// INLINE-NEXT: return %0, %0 : i32, i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func @caller(%arg0: i1) -> (i32, i32) {
// SMALL-NEXT: %c1_i32 = arith.constant 1 : i32
// SMALL-NEXT: %0 = ub.poison : i32
// SMALL-NEXT: %1 = arith.addi %c1_i32, %0 : i32
// SMALL-NEXT: %2 = scf.if %arg0 -> (i32) {
// SMALL-NEXT: scf.yield %1 : i32
// SMALL-NEXT: } else {
// SMALL-NEXT: scf.yield %1 : i32
// SMALL-NEXT: }
// SMALL-NEXT: return %1, %2 : i32, i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @caller(%arg0: i1) -> (i32, i32) {
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %0 = ub.poison : i32
// CSE-NEXT: %1 = arith.addi %c1_i32, %0 : i32
// CSE-NEXT: %2 = scf.if %arg0 -> (i32) {
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: }
// CSE-NEXT: return %1, %2 : i32, i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func private @poison(%p: i32) -> i32 {
  %u = ub.poison : i32
  %a = arith.addi %p, %u : i32
  return %a : i32
}
func.func @caller(%p: i1) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %x = func.call @poison(%c) : (i32) -> i32
  %d = scf.if %p -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %x, %d : i32, i32
}

// -----

// The call goes when the function is simplified, and the function with it.
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: return %arg0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func @main(%arg0: i32) -> i32 {
// SMALL-NEXT: return %arg0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func private @calls_itself_where_nothing_runs(%arg0: i32) -> i32 {
// SMALL-NEXT: %false = arith.constant false
// SMALL-NEXT: %0 = scf.if %false -> (i32) {
// SMALL-NEXT: %1 = func.call @calls_itself_where_nothing_runs(%arg0) : (i32) -> i32
// SMALL-NEXT: scf.yield %1 : i32
// SMALL-NEXT: } else {
// SMALL-NEXT: scf.yield %arg0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: return %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @calls_itself_where_nothing_runs(%arg0: i32) -> i32 {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0 = scf.if %false -> (i32) {
// CSE-NEXT: %1 = func.call @calls_itself_where_nothing_runs(%arg0) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func @main(%x: i32) -> i32 {
  return %x : i32
}
func.func private @calls_itself_where_nothing_runs(%x: i32) -> i32 {
  %f = arith.constant false
  %r = scf.if %f -> (i32) {
    %s = func.call @calls_itself_where_nothing_runs(%x) : (i32) -> i32
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// A function that calls itself stays one, also where the call goes.
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = call @calls_itself(%arg0) : (i32) -> i32
// INLINE-NEXT: return %0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: func.func private @calls_itself(%arg0: i32) -> i32 {
// INLINE-NEXT: return %arg0 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func @main(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = call @calls_itself(%arg0) : (i32) -> i32
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func private @calls_itself(%arg0: i32) -> i32 {
// SMALL-NEXT: %false = arith.constant false
// SMALL-NEXT: %0 = scf.if %false -> (i32) {
// SMALL-NEXT: %1 = func.call @calls_itself(%arg0) : (i32) -> i32
// SMALL-NEXT: scf.yield %1 : i32
// SMALL-NEXT: } else {
// SMALL-NEXT: scf.yield %arg0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: %0 = call @calls_itself(%arg0) : (i32) -> i32
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: func.func private @calls_itself(%arg0: i32) -> i32 {
// CSE-NEXT: %false = arith.constant false
// CSE-NEXT: %0 = scf.if %false -> (i32) {
// CSE-NEXT: %1 = func.call @calls_itself(%arg0) : (i32) -> i32
// CSE-NEXT: scf.yield %1 : i32
// CSE-NEXT: } else {
// CSE-NEXT: scf.yield %arg0 : i32
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func @main(%x: i32) -> i32 {
  %r = func.call @calls_itself(%x) : (i32) -> i32
  return %r : i32
}
func.func private @calls_itself(%x: i32) -> i32 {
  %f = arith.constant false
  %r = scf.if %f -> (i32) {
    %s = func.call @calls_itself(%x) : (i32) -> i32
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// A function that is named is not called. One that calls the caller is not inlined, even where that call comes with the simplification.
// INLINE:      module {
// INLINE-NEXT: func.func @main(%arg0: i32) -> i32 {
// INLINE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// INLINE-NEXT: %1 = call @main(%0) : (i32) -> i32
// INLINE-NEXT: return %1 : i32
// INLINE-NEXT: }
// INLINE-NEXT: }
// SMALL:      module {
// SMALL-NEXT: func.func @main(%arg0: i32) -> i32 {
// SMALL-NEXT: %0 = call @names(%arg0) : (i32) -> i32
// SMALL-NEXT: return %0 : i32
// SMALL-NEXT: }
// SMALL-NEXT: func.func private @names(%arg0: i32) -> i32 {
// SMALL-NEXT: %f = constant @main : (i32) -> i32
// SMALL-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// SMALL-NEXT: %1 = call_indirect %f(%0) : (i32) -> i32
// SMALL-NEXT: return %1 : i32
// SMALL-NEXT: }
// SMALL-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @main(%arg0: i32) -> i32 {
// CSE-NEXT: %f = constant @main : (i32) -> i32
// CSE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// CSE-NEXT: %1 = call_indirect %f(%0) : (i32) -> i32
// CSE-NEXT: return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: }
func.func @main(%x: i32) -> i32 {
  %r = func.call @names(%x) : (i32) -> i32
  return %r : i32
}
func.func private @names(%x: i32) -> i32 {
  %f = func.constant @main : (i32) -> i32
  %s = arith.muli %x, %x : i32
  %t = func.call_indirect %f(%s) : (i32) -> i32
  return %t : i32
}
