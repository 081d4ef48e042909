// Switches over indices, functions of numbers and assertions of MLIR's own dialects run.
// RUN: tfrt-run -O0 %s --functions=main 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 %s --functions=main 2>&1 | FileCheck %s
// RUN: not tfrt-run -O0 %s --functions=fails 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tfrt-run -O2 %s --functions=fails 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: tfrt-opt %s | tfrt-opt | FileCheck %s --check-prefix=PRINTED
// RUN: tfrt-opt --convert-to-tfrt --sccp --dce %s | FileCheck %s --check-prefix=KNOWN

// PRINTED-LABEL: func.func @weight
// PRINTED:         scf.index_switch %arg0 -> i32
// PRINTED-NEXT:    case 2 {
// PRINTED-NEXT:      arith.constant 20
// PRINTED-NEXT:      scf.yield
// PRINTED-NEXT:    }
// PRINTED-NEXT:    case -5 {
// PRINTED:         default {
func.func @weight(%i: index) -> i32 {
  %w = scf.index_switch %i -> i32
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  case -5 {
    %c1 = arith.constant 1 : index
    %next = arith.addi %i, %c1 : index
    %inner = scf.index_switch %next -> i32
    case -4 {
      %b = arith.constant 50 : i32
      scf.yield %b : i32
    }
    default {
      %c = arith.constant 51 : i32
      scf.yield %c : i32
    }
    scf.yield %inner : i32
  }
  default {
    %d = arith.constant 7 : i32
    scf.yield %d : i32
  }
  return %w : i32
}

// PRINTED-LABEL: func.func @hypot
// PRINTED:         math.fma %arg0, %arg0, %{{.*}} : f64
// PRINTED:         math.sqrt %{{.*}} fastmath<contract> : f64
func.func @hypot(%x: f64, %y: f64) -> f64 {
  %yy = arith.mulf %y, %y : f64
  %sum = math.fma %x, %x, %yy : f64
  %root = math.sqrt %sum fastmath<contract> : f64
  return %root : f64
}

// Kernels on constants are evaluated.
// KNOWN-LABEL: func.func @known
// KNOWN-NEXT:    tfrt.constant.i32 81
// KNOWN-NEXT:    tfrt.return
func.func @known() -> i32 {
  %base = arith.constant 3 : i32
  %exponent = arith.constant 4 : i32
  %power = math.ipowi %base, %exponent : i32
  %bits = arith.constant 65537 : i32
  %zeros = math.cttz %bits : i32
  %sum = arith.ori %power, %zeros : i32
  return %sum : i32
}

func.func @main() {
  %ch = tfrt.new.chain
  %c2 = arith.constant 2 : index
  %cm5 = arith.constant -5 : index
  %c9 = arith.constant 9 : index
  %a = call @weight(%c2) : (index) -> i32
  %b = call @weight(%cm5) : (index) -> i32
  %c = call @weight(%c9) : (index) -> i32
  // CHECK: int32 = 20
  // CHECK-NEXT: int32 = 50
  // CHECK-NEXT: int32 = 7
  %c1 = tfrt.print.i32 %a, %ch
  %c3 = tfrt.print.i32 %b, %c1
  %c4 = tfrt.print.i32 %c, %c3
  %x = arith.constant 3.0 : f64
  %y = arith.constant 4.0 : f64
  %h = call @hypot(%x, %y) : (f64, f64) -> f64
  // CHECK-NEXT: f64 = 5.000000
  %c5 = tfrt.print.f64 %h, %c4
  %k = call @known() : () -> i32
  // CHECK-NEXT: int32 = 81
  %c6 = tfrt.print.i32 %k, %c5
  %less = arith.cmpf olt, %x, %y : f64
  cf.assert %less, "three is less than four"
  return
}

// FAILS: error: unexpected error: runtime error: four is not less than three
func.func @fails() -> i32 {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %less = arith.cmpi slt, %y, %x : i32
  cf.assert %less, "four is not less than three"
  return %x : i32
}
