// What upstream prints of its own dialects is read, and printed alike.
// RUN: tfrt-opt -allow-unregistered-dialect %s | FileCheck %s
// RUN: tfrt-opt --mlir-print-op-generic -allow-unregistered-dialect %s | tfrt-opt -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL:  func.func @values(
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : i32
// CHECK-NEXT:     %1 = arith.divsi %arg0, %arg1 exact : i32
// CHECK-NEXT:     %2 = arith.addf %arg2, %arg2 fastmath<fast> : f32
// CHECK-NEXT:     %3 = arith.extui %arg5 : i1 to i32
// CHECK-NEXT:     %4 = arith.cmpf ult, %arg2, %arg2 : f32
// CHECK-NEXT:     %5 = arith.index_cast %arg4 : index to i32
// CHECK-NEXT:     %6 = arith.negf %arg2 : f32
// CHECK-NEXT:     %cst = arith.constant 2.500000e+00 : f32
// CHECK-NEXT:     %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %7 = arith.select %arg5, %arg0, %arg1 : i32
// CHECK-NEXT:     return
func.func @values(%a: i32, %b: i32, %f: f32, %g: f64, %i: index, %c: i1) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.divsi %a, %b exact : i32
  %2 = arith.addf %f, %f fastmath<fast> : f32
  %3 = arith.extui %c : i1 to i32
  %6 = arith.cmpf ult, %f, %f : f32
  %8 = arith.index_cast %i : index to i32
  %9 = arith.negf %f : f32
  %10 = arith.constant 2.5 : f32
  %11 = arith.constant -7 : i32
  %12 = arith.constant true
  %13 = arith.select %c, %a, %b : i32
  return
}

// CHECK-LABEL:  func.func @structured(
// CHECK-NEXT:     scf.if %arg2 {
// CHECK-NEXT:       %4 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = scf.execute_region -> i32 {
// CHECK-NEXT:       scf.yield %arg0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = scf.for %arg3 = %arg1 to %arg1 step %arg1 iter_args(%arg4 = %arg0) -> (i32) {
// CHECK-NEXT:       scf.yield %arg4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:       scf.condition(%arg2) %arg3 : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg3: i32):
// CHECK-NEXT:       scf.yield %arg3 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     cf.cond_br %arg2, ^bb1, ^bb2(%arg0 : i32)
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     cf.switch %arg0 : i32, [
// CHECK-NEXT:       default: ^bb2(%arg0 : i32),
// CHECK-NEXT:       4: ^bb2(%1 : i32)
// CHECK-NEXT:     ]
func.func @structured(%a: i32, %i: index, %c: i1) -> i32 {
  scf.if %c {
    %y = arith.muli %a, %a : i32
  }
  %r = scf.execute_region -> i32 {
    scf.yield %a : i32
  }
  %s = scf.for %k = %i to %i step %i iter_args(%x = %a) -> (i32) {
    scf.yield %x : i32
  }
  %w = scf.while (%q = %a) : (i32) -> i32 {
    scf.condition(%c) %q : i32
  } do {
  ^bb0(%q: i32):
    scf.yield %q : i32
  }
  cf.cond_br %c, ^x, ^y(%a : i32)
^x:
  cf.switch %a : i32, [
    default: ^y(%a : i32),
    4: ^y(%s : i32)
  ]
^y(%l: i32):
  return %l : i32
}

// Below an operation of which nothing is known, names are written in full.
// CHECK-LABEL:  func.func @below_unknown(
// CHECK-NEXT:     "other.region"() ({
// CHECK-NEXT:       func.func @inner() {
// CHECK-NEXT:         return
// CHECK-NEXT:       }
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:     return
func.func @below_unknown() {
  "other.region"() ({
    func.func @inner() {
      return
    }
  }) : () -> ()
  return
}

// A switch without cases ends on the line of its default.
// CHECK-LABEL:  func.func @no_cases(
// CHECK-NEXT:     cf.switch %arg0 : i32, [
// CHECK-NEXT:       default: ^bb1(%arg0 : i32)] {tag = "x"}
func.func @no_cases(%flag: i32) {
  cf.switch %flag : i32, [default: ^bb1(%flag : i32)] {tag = "x"}
^bb1(%x: i32):
  return
}
