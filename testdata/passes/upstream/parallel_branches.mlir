// RUN: tfrt-opt -convert-scf-to-cf -split-input-file -allow-unregistered-dialect %s | FileCheck %s

// CHECK:      module {
// CHECK-NEXT: func.func @joined(%arg0: index, %arg1: i32, %arg2: f32) -> (i32, f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: cf.br ^bb1(%c0, %arg1, %arg2 : index, i32, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: i32, %2: f32): // 2 preds: ^bb0, ^bb5
// CHECK-NEXT: %3 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT: cf.cond_br %3, ^bb2, ^bb6
// CHECK-NEXT: ^bb2: // pred: ^bb1
// CHECK-NEXT: cf.br ^bb3(%arg0, %1, %2 : index, i32, f32)
// CHECK-NEXT: ^bb3(%4: index, %5: i32, %6: f32): // 2 preds: ^bb2, ^bb4
// CHECK-NEXT: %7 = arith.cmpi slt, %4, %arg0 : index
// CHECK-NEXT: cf.cond_br %7, ^bb4, ^bb5
// CHECK-NEXT: ^bb4: // pred: ^bb3
// CHECK-NEXT: %8 = "t.a"(%0, %4) : (index, index) -> i32
// CHECK-NEXT: %9 = "t.b"(%0, %4) : (index, index) -> f32
// CHECK-NEXT: %10 = arith.subi %5, %8 : i32
// CHECK-NEXT: %11 = arith.subf %6, %9 : f32
// CHECK-NEXT: %12 = arith.addi %4, %arg0 : index
// CHECK-NEXT: cf.br ^bb3(%12, %10, %11 : index, i32, f32)
// CHECK-NEXT: ^bb5: // pred: ^bb3
// CHECK-NEXT: %13 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%13, %5, %6 : index, i32, f32)
// CHECK-NEXT: ^bb6: // pred: ^bb1
// CHECK-NEXT: return %1, %2 : i32, f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @nested(%arg0: index, %arg1: i32, %arg2: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index): // 2 preds: ^bb0, ^bb8
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb9
// CHECK-NEXT: ^bb2: // pred: ^bb1
// CHECK-NEXT: "t.a"(%0) : (index) -> ()
// CHECK-NEXT: cf.br ^bb3(%c0 : index)
// CHECK-NEXT: ^bb3(%2: index): // 2 preds: ^bb2, ^bb7
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %arg0 : index
// CHECK-NEXT: cf.cond_br %3, ^bb4, ^bb8
// CHECK-NEXT: ^bb4: // pred: ^bb3
// CHECK-NEXT: cf.br ^bb5(%c0 : index)
// CHECK-NEXT: ^bb5(%4: index): // 2 preds: ^bb4, ^bb6
// CHECK-NEXT: %5 = arith.cmpi slt, %4, %arg0 : index
// CHECK-NEXT: cf.cond_br %5, ^bb6, ^bb7
// CHECK-NEXT: ^bb6: // pred: ^bb5
// CHECK-NEXT: "t.a"(%2) : (index) -> ()
// CHECK-NEXT: %6 = arith.addi %4, %c1 : index
// CHECK-NEXT: cf.br ^bb5(%6 : index)
// CHECK-NEXT: ^bb7: // pred: ^bb5
// CHECK-NEXT: %7 = arith.addi %2, %c1 : index
// CHECK-NEXT: cf.br ^bb3(%7 : index)
// CHECK-NEXT: ^bb8: // pred: ^bb3
// CHECK-NEXT: %8 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%8 : index)
// CHECK-NEXT: ^bb9: // pred: ^bb1
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @joined(%n: index, %x: i32, %y: f32) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.parallel (%i, %j) = (%c0, %n) to (%n, %n) step (%c1, %n) init (%x, %y) -> (i32, f32) {
    %p = "t.a"(%i, %j) : (index, index) -> i32
    %q = "t.b"(%i, %j) : (index, index) -> f32
    scf.reduce(%p, %q : i32, f32) {
    ^bb0(%a: i32, %b: i32):
      %u = arith.subi %a, %b : i32
      scf.reduce.return %u : i32
    }, {
    ^bb0(%a: f32, %b: f32):
      %u = arith.subf %a, %b : f32
      scf.reduce.return %u : f32
    }
  }
  return %r#0, %r#1 : i32, f32
}
func.func @nested(%n: index, %x: i32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    "t.a"(%i) : (index) -> ()
    scf.parallel (%j, %k) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
      "t.a"(%j) : (index) -> ()
    }
    scf.reduce
  }
  return
}
