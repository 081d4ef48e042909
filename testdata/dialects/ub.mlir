// Poison: its forms, and what arithmetic makes of it.
// RUN: tfrt-opt %s | FileCheck %s --check-prefix=FORM
// RUN: tfrt-opt -mlir-print-op-generic %s | tfrt-opt | FileCheck %s --check-prefix=FORM
// RUN: tfrt-opt -canonicalize %s | FileCheck %s --check-prefix=FOLD

// FORM-LABEL: func.func @values
// FORM-NEXT: %0 = ub.poison : i32
// FORM-NEXT: %1 = ub.poison : f32
// FORM-NEXT: %2 = ub.poison {x.y} : vector<2xi32>
// FORM-NEXT: %3 = arith.addi %0, %arg1 : i32
// FORM-NEXT: %4 = arith.select %arg0, %0, %arg1 : i32
// FORM-NEXT: return %3, %4, %1, %2 : i32, i32, f32, vector<2xi32>
// FOLD-LABEL: func.func @values
// FOLD-NOT: arith
// FOLD: return %{{[0-9]}}, %arg1, %{{[0-9]}}, %{{[0-9]}} : i32, i32, f32, vector<2xi32>
func.func @values(%c: i1, %a: i32) -> (i32, i32, f32, vector<2xi32>) {
  %0 = ub.poison : i32
  %1 = ub.poison <#ub.poison> : f32
  %2 = ub.poison {x.y} : vector<2xi32>
  %3 = arith.addi %0, %a : i32
  %4 = arith.select %c, %0, %a : i32
  return %3, %4, %1, %2 : i32, i32, f32, vector<2xi32>
}

// As upstream: shifts, comparisons and a poison condition stay.
// FOLD-LABEL: func.func @kept
// FOLD: arith.shli
// FOLD: arith.cmpf
// FOLD: arith.select
func.func @kept(%a: i32, %b: i32, %f: f32) -> (i32, i1, i32) {
  %0 = ub.poison : i32
  %1 = ub.poison : f32
  %2 = ub.poison : i1
  %3 = arith.shli %0, %a : i32
  %4 = arith.cmpf olt, %f, %1 : f32
  %5 = arith.select %2, %a, %b : i32
  return %3, %4, %5 : i32, i1, i32
}

// FORM-LABEL: func.func @never
// FORM: ub.unreachable
func.func @never(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  ub.unreachable
^b:
  return
}
