// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE
// RUN: tfrt-opt -sccp -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SCCP
// RUN: tfrt-opt -cse -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CSE
// RUN: tfrt-opt -loop-invariant-code-motion -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=INVARIANT
// RUN: tfrt-opt -mlir-print-op-generic -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=GENERIC

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @par(%arg0: index, %arg1: index, %arg2: f32, %arg3: i32) -> (f32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0:2 = scf.parallel (%arg4, %arg5) = (%c0, %c1) to (%arg0, %arg1) step (%c1, %c1) init (%arg2, %arg3) -> (f32, i32) {
// CANONICALIZE-NEXT: scf.reduce(%arg2, %arg3 : f32, i32) {
// CANONICALIZE-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CANONICALIZE-NEXT: %1 = arith.addf %arg6, %arg7 : f32
// CANONICALIZE-NEXT: scf.reduce.return %1 : f32
// CANONICALIZE-NEXT: }, {
// CANONICALIZE-NEXT: ^bb0(%arg6: i32, %arg7: i32):
// CANONICALIZE-NEXT: %1 = arith.addi %arg6, %arg7 : i32
// CANONICALIZE-NEXT: scf.reduce.return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: } {tag = 1 : i64}
// CANONICALIZE-NEXT: return %0#0, %0#1 : f32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @par(%arg0: index, %arg1: index, %arg2: f32, %arg3: i32) -> (f32, i32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0:2 = scf.parallel (%arg4, %arg5) = (%c0, %c1) to (%arg0, %arg1) step (%c1, %c1) init (%arg2, %arg3) -> (f32, i32) {
// SCCP-NEXT: scf.reduce(%arg2, %arg3 : f32, i32) {
// SCCP-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// SCCP-NEXT: %1 = arith.addf %arg6, %arg7 : f32
// SCCP-NEXT: scf.reduce.return %1 : f32
// SCCP-NEXT: }, {
// SCCP-NEXT: ^bb0(%arg6: i32, %arg7: i32):
// SCCP-NEXT: %1 = arith.addi %arg6, %arg7 : i32
// SCCP-NEXT: scf.reduce.return %1 : i32
// SCCP-NEXT: }
// SCCP-NEXT: } {tag = 1 : i64}
// SCCP-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: return %0#0, %0#1 : f32, i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @par(%arg0: index, %arg1: index, %arg2: f32, %arg3: i32) -> (f32, i32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0:2 = scf.parallel (%arg4, %arg5) = (%c0, %c1) to (%arg0, %arg1) step (%c1, %c1) init (%arg2, %arg3) -> (f32, i32) {
// CSE-NEXT: scf.reduce(%arg2, %arg3 : f32, i32) {
// CSE-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CSE-NEXT: %1 = arith.addf %arg6, %arg7 : f32
// CSE-NEXT: scf.reduce.return %1 : f32
// CSE-NEXT: }, {
// CSE-NEXT: ^bb0(%arg6: i32, %arg7: i32):
// CSE-NEXT: %1 = arith.addi %arg6, %arg7 : i32
// CSE-NEXT: scf.reduce.return %1 : i32
// CSE-NEXT: }
// CSE-NEXT: } {tag = 1 : i64}
// CSE-NEXT: return %0#0, %0#1 : f32, i32
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @par(%arg0: index, %arg1: index, %arg2: f32, %arg3: i32) -> (f32, i32) {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: %0:2 = scf.parallel (%arg4, %arg5) = (%c0, %c1) to (%arg0, %arg1) step (%c1, %c1) init (%arg2, %arg3) -> (f32, i32) {
// INVARIANT-NEXT: scf.reduce(%arg2, %arg3 : f32, i32) {
// INVARIANT-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// INVARIANT-NEXT: %1 = arith.addf %arg6, %arg7 : f32
// INVARIANT-NEXT: scf.reduce.return %1 : f32
// INVARIANT-NEXT: }, {
// INVARIANT-NEXT: ^bb0(%arg6: i32, %arg7: i32):
// INVARIANT-NEXT: %1 = arith.addi %arg6, %arg7 : i32
// INVARIANT-NEXT: scf.reduce.return %1 : i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: } {tag = 1 : i64}
// INVARIANT-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return %0#0, %0#1 : f32, i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (index, index, f32, i32) -> (f32, i32), sym_name = "par"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: index, %arg2: f32, %arg3: i32):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: %2:2 = "scf.parallel"(%0, %1, %arg0, %arg1, %1, %1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}> ({
// GENERIC-NEXT: ^bb0(%arg6: index, %arg7: index):
// GENERIC-NEXT: "scf.reduce"(%arg2, %arg3) ({
// GENERIC-NEXT: ^bb0(%arg10: f32, %arg11: f32):
// GENERIC-NEXT: %4 = "arith.addf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "scf.reduce.return"(%4) : (f32) -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: ^bb0(%arg8: i32, %arg9: i32):
// GENERIC-NEXT: %3 = "arith.addi"(%arg8, %arg9) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.reduce.return"(%3) : (i32) -> ()
// GENERIC-NEXT: }) : (f32, i32) -> ()
// GENERIC-NEXT: }) {tag = 1 : i64} : (index, index, index, index, index, index, f32, i32) -> (f32, i32)
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg5: index):
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg4: index):
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "func.return"(%2#0, %2#1) : (f32, i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @par(%n: index, %m: index, %f: f32, %i: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s:2 = scf.parallel (%x, %y) = (%c0, %c1) to (%n, %m) step (%c1, %c1) init (%f, %i) -> (f32, i32) {
    scf.reduce(%f, %i : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %z = arith.addf %a, %b : f32
      scf.reduce.return %z : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %z = arith.addi %a, %b : i32
      scf.reduce.return %z : i32
    }
  } {tag = 1 : i64}
  scf.parallel (%x) = (%c0) to (%n) step (%c1) {
  }
  scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    scf.reduce
  }
  return %s#0, %s#1 : f32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @one(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CANONICALIZE-NEXT: memref.store %arg1, %arg2[%arg3, %c0] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: memref.store %arg1, %arg2[%c0, %c0] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CANONICALIZE-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @one(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>) {
// SCCP-NEXT: %c3 = arith.constant 3 : index
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c3) {
// SCCP-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.parallel (%arg3, %arg4) = (%c3, %c0) to (%c3, %c1) step (%c1, %c3) {
// SCCP-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c1, %c1) step (%c1, %c3) {
// SCCP-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @one(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %c3 = arith.constant 3 : index
// CSE-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c3) {
// CSE-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.parallel (%arg3, %arg4) = (%c3, %c0) to (%c3, %c1) step (%c1, %c3) {
// CSE-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c1, %c1) step (%c1, %c3) {
// CSE-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CSE-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// CSE-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @one(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>) {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: %c3 = arith.constant 3 : index
// INVARIANT-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c3) {
// INVARIANT-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.parallel (%arg3, %arg4) = (%c3, %c0) to (%c3, %c1) step (%c1, %c3) {
// INVARIANT-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c1, %c1) step (%c1, %c3) {
// INVARIANT-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (index, f32, memref<?x?xf32>) -> (), sym_name = "one"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: %2 = "arith.constant"() <{value = 3 : index}> : () -> index
// GENERIC-NEXT: "scf.parallel"(%0, %0, %arg0, %1, %1, %2) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg9: index, %arg10: index):
// GENERIC-NEXT: "memref.store"(%arg1, %arg2, %arg9, %arg10) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%2, %0, %2, %1, %1, %2) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg7: index, %arg8: index):
// GENERIC-NEXT: "memref.store"(%arg1, %arg2, %arg7, %arg8) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%0, %0, %1, %1, %1, %2) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg5: index, %arg6: index):
// GENERIC-NEXT: "memref.store"(%arg1, %arg2, %arg5, %arg6) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg3: index):
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg4: index):
// GENERIC-NEXT: "memref.store"(%arg1, %arg2, %arg3, %arg4) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "func.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @one(%n: index, %f: f32, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%x, %y) = (%c0, %c0) to (%n, %c1) step (%c1, %c3) {
    memref.store %f, %m[%x, %y] : memref<?x?xf32>
  }
  scf.parallel (%x, %y) = (%c3, %c0) to (%c3, %c1) step (%c1, %c3) {
    memref.store %f, %m[%x, %y] : memref<?x?xf32>
  }
  scf.parallel (%x, %y) = (%c0, %c0) to (%c1, %c1) step (%c1, %c3) {
    memref.store %f, %m[%x, %y] : memref<?x?xf32>
  }
  scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    scf.parallel (%y) = (%c0) to (%n) step (%c1) {
      memref.store %f, %m[%x, %y] : memref<?x?xf32>
    }
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @red(%arg0: index, %arg1: f32, %arg2: f32, %arg3: memref<?x?xf32>) -> (f32, f32, f32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = memref.load %arg3[%c0, %c0] : memref<?x?xf32>
// CANONICALIZE-NEXT: %1 = arith.addf %arg1, %0 : f32
// CANONICALIZE-NEXT: %2 = scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) init (%arg1) -> f32 {
// CANONICALIZE-NEXT: %3 = memref.load %arg3[%arg4, %c0] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.reduce(%3 : f32) {
// CANONICALIZE-NEXT: ^bb0(%arg5: f32, %arg6: f32):
// CANONICALIZE-NEXT: %4 = arith.addf %arg5, %arg6 : f32
// CANONICALIZE-NEXT: scf.reduce.return %4 : f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %1, %arg1, %2 : f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @red(%arg0: index, %arg1: f32, %arg2: f32, %arg3: memref<?x?xf32>) -> (f32, f32, f32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// SCCP-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce(%4 : f32) {
// SCCP-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// SCCP-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// SCCP-NEXT: scf.reduce.return %5 : f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: %1 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// SCCP-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce(%4 : f32) {
// SCCP-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// SCCP-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// SCCP-NEXT: scf.reduce.return %5 : f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: %2 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// SCCP-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce(%4 : f32) {
// SCCP-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// SCCP-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// SCCP-NEXT: scf.reduce.return %5 : f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: %3 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// SCCP-NEXT: scf.reduce(%arg2 : f32) {
// SCCP-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// SCCP-NEXT: %4 = arith.addf %arg6, %arg7 : f32
// SCCP-NEXT: scf.reduce.return %4 : f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return %0, %1, %2 : f32, f32, f32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @red(%arg0: index, %arg1: f32, %arg2: f32, %arg3: memref<?x?xf32>) -> (f32, f32, f32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// CSE-NEXT: %3 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// CSE-NEXT: scf.reduce(%3 : f32) {
// CSE-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CSE-NEXT: %4 = arith.addf %arg6, %arg7 : f32
// CSE-NEXT: scf.reduce.return %4 : f32
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: %1 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// CSE-NEXT: %3 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// CSE-NEXT: scf.reduce(%3 : f32) {
// CSE-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CSE-NEXT: %4 = arith.addf %arg6, %arg7 : f32
// CSE-NEXT: scf.reduce.return %4 : f32
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: %2 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// CSE-NEXT: %3 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// CSE-NEXT: scf.reduce(%3 : f32) {
// CSE-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CSE-NEXT: %4 = arith.addf %arg6, %arg7 : f32
// CSE-NEXT: scf.reduce.return %4 : f32
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return %0, %1, %2 : f32, f32, f32
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @red(%arg0: index, %arg1: f32, %arg2: f32, %arg3: memref<?x?xf32>) -> (f32, f32, f32) {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: %0 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// INVARIANT-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce(%4 : f32) {
// INVARIANT-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// INVARIANT-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// INVARIANT-NEXT: scf.reduce.return %5 : f32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: %1 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// INVARIANT-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce(%4 : f32) {
// INVARIANT-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// INVARIANT-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// INVARIANT-NEXT: scf.reduce.return %5 : f32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: %2 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// INVARIANT-NEXT: %4 = memref.load %arg3[%arg4, %arg5] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce(%4 : f32) {
// INVARIANT-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// INVARIANT-NEXT: %5 = arith.addf %arg6, %arg7 : f32
// INVARIANT-NEXT: scf.reduce.return %5 : f32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: %3 = scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg0, %c1) step (%c1, %c1) init (%arg1) -> f32 {
// INVARIANT-NEXT: scf.reduce(%arg2 : f32) {
// INVARIANT-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// INVARIANT-NEXT: %4 = arith.addf %arg6, %arg7 : f32
// INVARIANT-NEXT: scf.reduce.return %4 : f32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return %0, %1, %2 : f32, f32, f32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (index, f32, f32, memref<?x?xf32>) -> (f32, f32, f32), sym_name = "red"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: f32, %arg3: memref<?x?xf32>):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: %2 = "scf.parallel"(%0, %0, %1, %1, %1, %1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg16: index, %arg17: index):
// GENERIC-NEXT: %11 = "memref.load"(%arg3, %arg16, %arg17) : (memref<?x?xf32>, index, index) -> f32
// GENERIC-NEXT: "scf.reduce"(%11) ({
// GENERIC-NEXT: ^bb0(%arg18: f32, %arg19: f32):
// GENERIC-NEXT: %12 = "arith.addf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "scf.reduce.return"(%12) : (f32) -> ()
// GENERIC-NEXT: }) : (f32) -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index, f32) -> f32
// GENERIC-NEXT: %3 = "scf.parallel"(%0, %0, %0, %1, %1, %1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg12: index, %arg13: index):
// GENERIC-NEXT: %9 = "memref.load"(%arg3, %arg12, %arg13) : (memref<?x?xf32>, index, index) -> f32
// GENERIC-NEXT: "scf.reduce"(%9) ({
// GENERIC-NEXT: ^bb0(%arg14: f32, %arg15: f32):
// GENERIC-NEXT: %10 = "arith.addf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "scf.reduce.return"(%10) : (f32) -> ()
// GENERIC-NEXT: }) : (f32) -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index, f32) -> f32
// GENERIC-NEXT: %4 = "scf.parallel"(%0, %0, %arg0, %1, %1, %1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg8: index, %arg9: index):
// GENERIC-NEXT: %7 = "memref.load"(%arg3, %arg8, %arg9) : (memref<?x?xf32>, index, index) -> f32
// GENERIC-NEXT: "scf.reduce"(%7) ({
// GENERIC-NEXT: ^bb0(%arg10: f32, %arg11: f32):
// GENERIC-NEXT: %8 = "arith.addf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "scf.reduce.return"(%8) : (f32) -> ()
// GENERIC-NEXT: }) : (f32) -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index, f32) -> f32
// GENERIC-NEXT: %5 = "scf.parallel"(%0, %0, %arg0, %1, %1, %1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg4: index, %arg5: index):
// GENERIC-NEXT: "scf.reduce"(%arg2) ({
// GENERIC-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// GENERIC-NEXT: %6 = "arith.addf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT: "scf.reduce.return"(%6) : (f32) -> ()
// GENERIC-NEXT: }) : (f32) -> ()
// GENERIC-NEXT: }) : (index, index, index, index, index, index, f32) -> f32
// GENERIC-NEXT: "func.return"(%2, %3, %4) : (f32, f32, f32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @red(%n: index, %f: f32, %g: f32, %m: memref<?x?xf32>) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.parallel (%x, %y) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) init (%f) -> f32 {
    %v = memref.load %m[%x, %y] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      scf.reduce.return %z : f32
    }
  }
  %b = scf.parallel (%x, %y) = (%c0, %c0) to (%c0, %c1) step (%c1, %c1) init (%f) -> f32 {
    %v = memref.load %m[%x, %y] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      scf.reduce.return %z : f32
    }
  }
  %d = scf.parallel (%x, %y) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) init (%f) -> f32 {
    %v = memref.load %m[%x, %y] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      scf.reduce.return %z : f32
    }
  }
  %e = scf.parallel (%x, %y) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) init (%f) -> f32 {
    scf.reduce(%g : f32) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      scf.reduce.return %z : f32
    }
  }
  return %a, %b, %d : f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @invariant(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg2) -> i32 {
// CANONICALIZE-NEXT: %1 = arith.muli %arg2, %arg2 : i32
// CANONICALIZE-NEXT: %2 = arith.index_cast %arg3 : index to i32
// CANONICALIZE-NEXT: %3 = arith.addi %1, %2 : i32
// CANONICALIZE-NEXT: scf.reduce(%3 : i32) {
// CANONICALIZE-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// CANONICALIZE-NEXT: %4 = arith.addi %arg4, %arg5 : i32
// CANONICALIZE-NEXT: scf.reduce.return %4 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @invariant(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg2) -> i32 {
// SCCP-NEXT: %1 = arith.muli %arg2, %arg2 : i32
// SCCP-NEXT: %2 = arith.index_cast %arg3 : index to i32
// SCCP-NEXT: %3 = arith.addi %1, %2 : i32
// SCCP-NEXT: scf.reduce(%3 : i32) {
// SCCP-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// SCCP-NEXT: %4 = arith.addi %arg4, %arg5 : i32
// SCCP-NEXT: scf.reduce.return %4 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @invariant(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %0 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg2) -> i32 {
// CSE-NEXT: %1 = arith.muli %arg2, %arg2 : i32
// CSE-NEXT: %2 = arith.index_cast %arg3 : index to i32
// CSE-NEXT: %3 = arith.addi %1, %2 : i32
// CSE-NEXT: scf.reduce(%3 : i32) {
// CSE-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// CSE-NEXT: %4 = arith.addi %arg4, %arg5 : i32
// CSE-NEXT: scf.reduce.return %4 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @invariant(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: %0 = arith.muli %arg2, %arg2 : i32
// INVARIANT-NEXT: %1 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg2) -> i32 {
// INVARIANT-NEXT: %2 = arith.index_cast %arg3 : index to i32
// INVARIANT-NEXT: %3 = arith.addi %0, %2 : i32
// INVARIANT-NEXT: scf.reduce(%3 : i32) {
// INVARIANT-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// INVARIANT-NEXT: %4 = arith.addi %arg4, %arg5 : i32
// INVARIANT-NEXT: scf.reduce.return %4 : i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return %1 : i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (index, index, i32) -> i32, sym_name = "invariant"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: index, %arg2: i32):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: %2 = "scf.parallel"(%0, %arg0, %1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg3: index):
// GENERIC-NEXT: %3 = "arith.muli"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: %4 = "arith.index_cast"(%arg3) : (index) -> i32
// GENERIC-NEXT: %5 = "arith.addi"(%3, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.reduce"(%5) ({
// GENERIC-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// GENERIC-NEXT: %6 = "arith.addi"(%arg4, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.reduce.return"(%6) : (i32) -> ()
// GENERIC-NEXT: }) : (i32) -> ()
// GENERIC-NEXT: }) : (index, index, index, i32) -> i32
// GENERIC-NEXT: "func.return"(%2) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @invariant(%n: index, %m: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%x) = (%c0) to (%n) step (%c1) init (%a) -> i32 {
    %same = arith.muli %a, %a : i32
    %i = arith.index_cast %x : index to i32
    %v = arith.addi %same, %i : i32
    scf.reduce(%v : i32) {
    ^bb0(%p: i32, %q: i32):
      %z = arith.addi %p, %q : i32
      scf.reduce.return %z : i32
    }
  }
  return %s : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @known(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %c8 = arith.constant 8 : index
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %0 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%c2_i32) -> i32 {
// CANONICALIZE-NEXT: scf.reduce(%c4_i32 : i32) {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CANONICALIZE-NEXT: %1 = arith.muli %arg2, %c2_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.addi %1, %arg3 : i32
// CANONICALIZE-NEXT: scf.reduce.return %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @known(%arg0: i32) -> i32 {
// SCCP-NEXT: %c1_i32 = arith.constant 1 : i32
// SCCP-NEXT: %c4_i32 = arith.constant 4 : i32
// SCCP-NEXT: %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT: %c8 = arith.constant 8 : index
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: %0 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%c2_i32) -> i32 {
// SCCP-NEXT: scf.reduce(%c4_i32 : i32) {
// SCCP-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// SCCP-NEXT: %1 = arith.muli %arg2, %c2_i32 : i32
// SCCP-NEXT: %2 = arith.addi %1, %arg3 : i32
// SCCP-NEXT: scf.reduce.return %2 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// SCCP-NEXT: return %0 : i32
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @known(%arg0: i32) -> i32 {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: %c8 = arith.constant 8 : index
// CSE-NEXT: %c2_i32 = arith.constant 2 : i32
// CSE-NEXT: %0 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%c2_i32) -> i32 {
// CSE-NEXT: %1 = arith.addi %c2_i32, %c2_i32 : i32
// CSE-NEXT: scf.reduce(%1 : i32) {
// CSE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CSE-NEXT: %c1_i32 = arith.constant 1 : i32
// CSE-NEXT: %2 = arith.addi %c1_i32, %c1_i32 : i32
// CSE-NEXT: %3 = arith.muli %arg2, %2 : i32
// CSE-NEXT: %4 = arith.addi %3, %arg3 : i32
// CSE-NEXT: scf.reduce.return %4 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// CSE-NEXT: return %0 : i32
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @known(%arg0: i32) -> i32 {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: %c8 = arith.constant 8 : index
// INVARIANT-NEXT: %c2_i32 = arith.constant 2 : i32
// INVARIANT-NEXT: %0 = arith.addi %c2_i32, %c2_i32 : i32
// INVARIANT-NEXT: %1 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%c2_i32) -> i32 {
// INVARIANT-NEXT: scf.reduce(%0 : i32) {
// INVARIANT-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// INVARIANT-NEXT: %c1_i32 = arith.constant 1 : i32
// INVARIANT-NEXT: %2 = arith.addi %c1_i32, %c1_i32 : i32
// INVARIANT-NEXT: %3 = arith.muli %arg2, %2 : i32
// INVARIANT-NEXT: %4 = arith.addi %3, %arg3 : i32
// INVARIANT-NEXT: scf.reduce.return %4 : i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return %1 : i32
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (i32) -> i32, sym_name = "known"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: %2 = "arith.constant"() <{value = 8 : index}> : () -> index
// GENERIC-NEXT: %3 = "arith.constant"() <{value = 2 : i32}> : () -> i32
// GENERIC-NEXT: %4 = "scf.parallel"(%0, %2, %1, %3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
// GENERIC-NEXT: ^bb0(%arg1: index):
// GENERIC-NEXT: %5 = "arith.addi"(%3, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.reduce"(%5) ({
// GENERIC-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// GENERIC-NEXT: %6 = "arith.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT: %7 = "arith.addi"(%6, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: %8 = "arith.muli"(%arg2, %7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: %9 = "arith.addi"(%8, %arg3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT: "scf.reduce.return"(%9) : (i32) -> ()
// GENERIC-NEXT: }) : (i32) -> ()
// GENERIC-NEXT: }) : (index, index, index, i32) -> i32
// GENERIC-NEXT: "func.return"(%4) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @known(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %i2 = arith.constant 2 : i32
  %s = scf.parallel (%x) = (%c0) to (%c8) step (%c1) init (%i2) -> i32 {
    %v = arith.addi %i2, %i2 : i32
    scf.reduce(%v : i32) {
    ^bb0(%p: i32, %q: i32):
      %one = arith.constant 1 : i32
      %two = arith.addi %one, %one : i32
      %y = arith.muli %p, %two : i32
      %z = arith.addi %y, %q : i32
      scf.reduce.return %z : i32
    }
  }
  return %s : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @inner_depends(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CANONICALIZE-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// CANONICALIZE-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CANONICALIZE-NEXT: memref.store %arg2, %arg1[%arg3, %arg3] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// CANONICALIZE-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.reduce
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// SCCP:      module {
// SCCP-NEXT: func.func @inner_depends(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// SCCP-NEXT: %c1 = arith.constant 1 : index
// SCCP-NEXT: %c0 = arith.constant 0 : index
// SCCP-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// SCCP-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: memref.store %arg2, %arg1[%arg3, %arg3] : memref<?x?xf32>
// SCCP-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// SCCP-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: scf.reduce
// SCCP-NEXT: }
// SCCP-NEXT: return
// SCCP-NEXT: }
// SCCP-NEXT: }
// CSE:      module {
// CSE-NEXT: func.func @inner_depends(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// CSE-NEXT: %c0 = arith.constant 0 : index
// CSE-NEXT: %c1 = arith.constant 1 : index
// CSE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CSE-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// CSE-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CSE-NEXT: memref.store %arg2, %arg1[%arg3, %arg3] : memref<?x?xf32>
// CSE-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// CSE-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: scf.reduce
// CSE-NEXT: }
// CSE-NEXT: return
// CSE-NEXT: }
// CSE-NEXT: }
// INVARIANT:      module {
// INVARIANT-NEXT: func.func @inner_depends(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// INVARIANT-NEXT: %c0 = arith.constant 0 : index
// INVARIANT-NEXT: %c1 = arith.constant 1 : index
// INVARIANT-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// INVARIANT-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: memref.store %arg2, %arg1[%arg3, %arg3] : memref<?x?xf32>
// INVARIANT-NEXT: scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) {
// INVARIANT-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: scf.reduce
// INVARIANT-NEXT: }
// INVARIANT-NEXT: return
// INVARIANT-NEXT: }
// INVARIANT-NEXT: }
// GENERIC:      "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (index, memref<?x?xf32>, f32) -> (), sym_name = "inner_depends"}> ({
// GENERIC-NEXT: ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32):
// GENERIC-NEXT: %0 = "arith.constant"() <{value = 0 : index}> : () -> index
// GENERIC-NEXT: %1 = "arith.constant"() <{value = 1 : index}> : () -> index
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg5: index):
// GENERIC-NEXT: "scf.parallel"(%0, %arg5, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg6: index):
// GENERIC-NEXT: "memref.store"(%arg2, %arg1, %arg5, %arg6) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg3: index):
// GENERIC-NEXT: "memref.store"(%arg2, %arg1, %arg3, %arg3) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT: ^bb0(%arg4: index):
// GENERIC-NEXT: "memref.store"(%arg2, %arg1, %arg3, %arg4) : (f32, memref<?x?xf32>, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "scf.reduce"() : () -> ()
// GENERIC-NEXT: }) : (index, index, index) -> ()
// GENERIC-NEXT: "func.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @inner_depends(%n: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    scf.parallel (%y) = (%c0) to (%x) step (%c1) {
      memref.store %f, %m[%x, %y] : memref<?x?xf32>
    }
  }
  scf.parallel (%x) = (%c0) to (%n) step (%c1) {
    memref.store %f, %m[%x, %x] : memref<?x?xf32>
    scf.parallel (%y) = (%c0) to (%n) step (%c1) {
      memref.store %f, %m[%x, %y] : memref<?x?xf32>
    }
  }
  return
}
