// A module that is marked tfrt.compiled is for a compiler in the executor: it is kept as it is written, at every level, and comes back
// from a compiled file.
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-translate --bef-to-mlir | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s

// CHECK: module {
// CHECK-NEXT: module @kernels attributes {tfrt.compiled} {
// CHECK-NEXT: func.func @main(%arg0: memref<?xf32>, %arg1: index, %arg2: index) -> i32 {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: scf.for %arg3 = %arg1 to %arg2 step %c1 {
// CHECK-NEXT: %1 = memref.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: memref.store %1, %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = arith.addi %c3_i32, %c3_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @other(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.func @use(%arg0: i32) -> (i32, !tfrt.chain) {
// CHECK-NEXT: %0 = "test.compiled"() {fn = @kernels::@main, other = @kernels::@other} : () -> !tfrt.chain
// CHECK-NEXT: %1 = tfrt.add.i32 %arg0, %arg0
// CHECK-NEXT: tfrt.return %1, %0 : i32, !tfrt.chain

module @kernels attributes {tfrt.compiled} {
  func.func @main(%input: memref<?xf32>, %start: index, %end: index) -> i32 {
    %step = arith.constant 1 : index
    %three = arith.constant 3 : i32
    scf.for %i = %start to %end step %step {
      %x = memref.load %input[%i] : memref<?xf32>
      "memref.store"(%x, %input, %i) : (f32, memref<?xf32>, index) -> ()
      scf.yield
    }
    %six = arith.addi %three, %three : i32
    func.return %six : i32
  }
  func.func private @other(%x: i32) -> i32 {
    return %x : i32
  }
}

func.func @use(%x: i32) -> (i32, !tfrt.chain) {
  %done = "test.compiled"() {fn = @kernels::@main, other = @kernels::@other} : () -> !tfrt.chain
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y, %done : i32, !tfrt.chain
}
