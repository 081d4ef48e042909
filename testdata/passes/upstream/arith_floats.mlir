// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f720() -> (vector<3xi32>, vector<3xi4>, vector<3xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0> : vector<3xi32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<0> : vector<3xi4>
// CANONICALIZE-NEXT: %cst_1 = arith.constant dense<0.000000e+00> : vector<3xf32>
// CANONICALIZE-NEXT: return %cst, %cst_0, %cst_1 : vector<3xi32>, vector<3xi4>, vector<3xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f720() -> (vector<3xi32>, vector<3xi4>, vector<3xf32>) {
  %c = arith.constant dense<0> : vector<3xi8>
  %x = arith.extsi %c : vector<3xi8> to vector<3xi32>
  %y = arith.trunci %c : vector<3xi8> to vector<3xi4>
  %f = arith.sitofp %c : vector<3xi8> to vector<3xf32>
  return %x, %y, %f : vector<3xi32>, vector<3xi4>, vector<3xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f784(%arg0: i32) -> (i32, f32) {
// CANONICALIZE-NEXT: %0 = arith.bitcast %arg0 : i32 to f32
// CANONICALIZE-NEXT: return %arg0, %0 : i32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f784(%a: i32) -> (i32, f32) {
  %x = arith.bitcast %a : i32 to f32
  %y = arith.bitcast %x : f32 to i32
  %z = arith.bitcast %x : f32 to f32
  return %y, %z : i32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f810(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f810(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %a, %c : f32
  %s = arith.addf %c, %a : f32
  %u = arith.addf %a, %c fastmath<fast> : f32
  %v = arith.addf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f812(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.addf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.addf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f812(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.addf %a, %c : f32
  %s = arith.addf %c, %a : f32
  %u = arith.addf %a, %c fastmath<fast> : f32
  %v = arith.addf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f814(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.addf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.addf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f814(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.addf %a, %c : f32
  %s = arith.addf %c, %a : f32
  %u = arith.addf %a, %c fastmath<fast> : f32
  %v = arith.addf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f816(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.addf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.addf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f816(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.addf %a, %c : f32
  %s = arith.addf %c, %a : f32
  %u = arith.addf %a, %c fastmath<fast> : f32
  %v = arith.addf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f818(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %arg0 fastmath<fast> : f32
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.addf %2, %3 : f32
// CANONICALIZE-NEXT: %5 = arith.addf %2, %arg1 : f32
// CANONICALIZE-NEXT: %6 = arith.addf %arg0, %3 : f32
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f818(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.addf %a, %a : f32
  %s = arith.addf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.addf %n, %m : f32
  %y = arith.addf %n, %b : f32
  %z = arith.addf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f819(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.addf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.addf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f819(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0.0> : vector<2xf32>
  %r = arith.addf %a, %c : vector<2xf32>
  %s = arith.addf %c, %a : vector<2xf32>
  %u = arith.addf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.addf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f828(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %0 = arith.addf %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.addf %arg0, %arg0 fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %4 = arith.addf %2, %3 : vector<2xf32>
// CANONICALIZE-NEXT: %5 = arith.addf %2, %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %6 = arith.addf %arg0, %3 : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f828(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %r = arith.addf %a, %a : vector<2xf32>
  %s = arith.addf %a, %a fastmath<fast> : vector<2xf32>
  %n = arith.negf %a : vector<2xf32>
  %m = arith.negf %b : vector<2xf32>
  %x = arith.addf %n, %m : vector<2xf32>
  %y = arith.addf %n, %b : vector<2xf32>
  %z = arith.addf %a, %m : vector<2xf32>
  return %r, %s, %x, %y, %z : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f834(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.subf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.subf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.subf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f834(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %a, %c : f32
  %s = arith.subf %c, %a : f32
  %u = arith.subf %a, %c fastmath<fast> : f32
  %v = arith.subf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f836(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.subf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.subf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.subf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f836(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.subf %a, %c : f32
  %s = arith.subf %c, %a : f32
  %u = arith.subf %a, %c fastmath<fast> : f32
  %v = arith.subf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f838(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.subf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.subf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.subf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f838(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.subf %a, %c : f32
  %s = arith.subf %c, %a : f32
  %u = arith.subf %a, %c fastmath<fast> : f32
  %v = arith.subf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f840(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.subf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.subf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.subf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f840(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.subf %a, %c : f32
  %s = arith.subf %c, %a : f32
  %u = arith.subf %a, %c fastmath<fast> : f32
  %v = arith.subf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f842(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.subf %arg0, %arg0 fastmath<fast> : f32
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.subf %2, %3 : f32
// CANONICALIZE-NEXT: %5 = arith.subf %2, %arg1 : f32
// CANONICALIZE-NEXT: %6 = arith.subf %arg0, %3 : f32
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f842(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.subf %a, %a : f32
  %s = arith.subf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.subf %n, %m : f32
  %y = arith.subf %n, %b : f32
  %z = arith.subf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f846(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<-1.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.subf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.subf %cst, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.subf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.subf %cst, %arg0 fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f846(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<-1.0> : vector<2xf32>
  %r = arith.subf %a, %c : vector<2xf32>
  %s = arith.subf %c, %a : vector<2xf32>
  %u = arith.subf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.subf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f858(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: return %0, %1, %cst, %cst : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f858(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.mulf %a, %c : f32
  %s = arith.mulf %c, %a : f32
  %u = arith.mulf %a, %c fastmath<fast> : f32
  %v = arith.mulf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f860(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.mulf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.mulf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f860(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.mulf %a, %c : f32
  %s = arith.mulf %c, %a : f32
  %u = arith.mulf %a, %c fastmath<fast> : f32
  %v = arith.mulf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f862(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.mulf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.mulf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f862(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.mulf %a, %c : f32
  %s = arith.mulf %c, %a : f32
  %u = arith.mulf %a, %c fastmath<fast> : f32
  %v = arith.mulf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f864(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.mulf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.mulf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f864(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.mulf %a, %c : f32
  %s = arith.mulf %c, %a : f32
  %u = arith.mulf %a, %c fastmath<fast> : f32
  %v = arith.mulf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f866(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %arg0 fastmath<fast> : f32
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.mulf %arg0, %arg1 : f32
// CANONICALIZE-NEXT: %5 = arith.mulf %2, %arg1 : f32
// CANONICALIZE-NEXT: %6 = arith.mulf %arg0, %3 : f32
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f866(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.mulf %a, %a : f32
  %s = arith.mulf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.mulf %n, %m : f32
  %y = arith.mulf %n, %b : f32
  %z = arith.mulf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f873(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0x7F800000> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.mulf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.mulf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.mulf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.mulf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f873(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0x7F800000> : vector<2xf32>
  %r = arith.mulf %a, %c : vector<2xf32>
  %s = arith.mulf %c, %a : vector<2xf32>
  %u = arith.mulf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.mulf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f882(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.divf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.divf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.divf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f882(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.divf %a, %c : f32
  %s = arith.divf %c, %a : f32
  %u = arith.divf %a, %c fastmath<fast> : f32
  %v = arith.divf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f884(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.divf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.divf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.divf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f884(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.divf %a, %c : f32
  %s = arith.divf %c, %a : f32
  %u = arith.divf %a, %c fastmath<fast> : f32
  %v = arith.divf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f886(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.divf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.divf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.divf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f886(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.divf %a, %c : f32
  %s = arith.divf %c, %a : f32
  %u = arith.divf %a, %c fastmath<fast> : f32
  %v = arith.divf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f888(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.divf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.divf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.divf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f888(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.divf %a, %c : f32
  %s = arith.divf %c, %a : f32
  %u = arith.divf %a, %c fastmath<fast> : f32
  %v = arith.divf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f890(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.divf %arg0, %arg0 fastmath<fast> : f32
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.divf %arg0, %arg1 : f32
// CANONICALIZE-NEXT: %5 = arith.divf %2, %arg1 : f32
// CANONICALIZE-NEXT: %6 = arith.divf %arg0, %3 : f32
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f890(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.divf %a, %a : f32
  %s = arith.divf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.divf %n, %m : f32
  %y = arith.divf %n, %b : f32
  %z = arith.divf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f891(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.divf %cst, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.divf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.divf %cst, %arg0 fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f891(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0.0> : vector<2xf32>
  %r = arith.divf %a, %c : vector<2xf32>
  %s = arith.divf %c, %a : vector<2xf32>
  %u = arith.divf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.divf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f900(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %0 = arith.divf %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.divf %arg0, %arg0 fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %4 = arith.divf %arg0, %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %5 = arith.divf %2, %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %6 = arith.divf %arg0, %3 : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f900(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %r = arith.divf %a, %a : vector<2xf32>
  %s = arith.divf %a, %a fastmath<fast> : vector<2xf32>
  %n = arith.negf %a : vector<2xf32>
  %m = arith.negf %b : vector<2xf32>
  %x = arith.divf %n, %m : vector<2xf32>
  %y = arith.divf %n, %b : vector<2xf32>
  %z = arith.divf %a, %m : vector<2xf32>
  return %r, %s, %x, %y, %z : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f906(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.remf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.remf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.remf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f906(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.remf %a, %c : f32
  %s = arith.remf %c, %a : f32
  %u = arith.remf %a, %c fastmath<fast> : f32
  %v = arith.remf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f908(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.remf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.remf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.remf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f908(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.remf %a, %c : f32
  %s = arith.remf %c, %a : f32
  %u = arith.remf %a, %c fastmath<fast> : f32
  %v = arith.remf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f910(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.remf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.remf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.remf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f910(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.remf %a, %c : f32
  %s = arith.remf %c, %a : f32
  %u = arith.remf %a, %c fastmath<fast> : f32
  %v = arith.remf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f912(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.remf %cst, %arg0 : f32
// CANONICALIZE-NEXT: %2 = arith.remf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.remf %cst, %arg0 fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f912(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.remf %a, %c : f32
  %s = arith.remf %c, %a : f32
  %u = arith.remf %a, %c fastmath<fast> : f32
  %v = arith.remf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f914(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.remf %arg0, %arg0 fastmath<fast> : f32
// CANONICALIZE-NEXT: %2 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %3 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.remf %2, %3 : f32
// CANONICALIZE-NEXT: %5 = arith.remf %2, %arg1 : f32
// CANONICALIZE-NEXT: %6 = arith.remf %arg0, %3 : f32
// CANONICALIZE-NEXT: return %0, %1, %4, %5, %6 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f914(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.remf %a, %a : f32
  %s = arith.remf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.remf %n, %m : f32
  %y = arith.remf %n, %b : f32
  %z = arith.remf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f918(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<-1.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.remf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.remf %cst, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.remf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.remf %cst, %arg0 fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f918(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<-1.0> : vector<2xf32>
  %r = arith.remf %a, %c : vector<2xf32>
  %s = arith.remf %c, %a : vector<2xf32>
  %u = arith.remf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.remf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f930(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maximumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maximumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f930(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.maximumf %a, %c : f32
  %s = arith.maximumf %c, %a : f32
  %u = arith.maximumf %a, %c fastmath<fast> : f32
  %v = arith.maximumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f932(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maximumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maximumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f932(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.maximumf %a, %c : f32
  %s = arith.maximumf %c, %a : f32
  %u = arith.maximumf %a, %c fastmath<fast> : f32
  %v = arith.maximumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f934(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maximumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maximumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f934(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.maximumf %a, %c : f32
  %s = arith.maximumf %c, %a : f32
  %u = arith.maximumf %a, %c fastmath<fast> : f32
  %v = arith.maximumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f936(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maximumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maximumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maximumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f936(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.maximumf %a, %c : f32
  %s = arith.maximumf %c, %a : f32
  %u = arith.maximumf %a, %c fastmath<fast> : f32
  %v = arith.maximumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f938(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %2 = arith.maximumf %0, %1 : f32
// CANONICALIZE-NEXT: %3 = arith.maximumf %0, %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.maximumf %arg0, %1 : f32
// CANONICALIZE-NEXT: return %arg0, %arg0, %2, %3, %4 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f938(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.maximumf %a, %a : f32
  %s = arith.maximumf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.maximumf %n, %m : f32
  %y = arith.maximumf %n, %b : f32
  %z = arith.maximumf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f945(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0x7F800000> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.maximumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.maximumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.maximumf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.maximumf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f945(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0x7F800000> : vector<2xf32>
  %r = arith.maximumf %a, %c : vector<2xf32>
  %s = arith.maximumf %c, %a : vector<2xf32>
  %u = arith.maximumf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.maximumf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f954(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minimumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minimumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f954(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.minimumf %a, %c : f32
  %s = arith.minimumf %c, %a : f32
  %u = arith.minimumf %a, %c fastmath<fast> : f32
  %v = arith.minimumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f956(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minimumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minimumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f956(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.minimumf %a, %c : f32
  %s = arith.minimumf %c, %a : f32
  %u = arith.minimumf %a, %c fastmath<fast> : f32
  %v = arith.minimumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f958(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minimumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minimumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f958(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.minimumf %a, %c : f32
  %s = arith.minimumf %c, %a : f32
  %u = arith.minimumf %a, %c fastmath<fast> : f32
  %v = arith.minimumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f960(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CANONICALIZE-NEXT: %0 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minimumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minimumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minimumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f960(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.minimumf %a, %c : f32
  %s = arith.minimumf %c, %a : f32
  %u = arith.minimumf %a, %c fastmath<fast> : f32
  %v = arith.minimumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f962(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %2 = arith.minimumf %0, %1 : f32
// CANONICALIZE-NEXT: %3 = arith.minimumf %0, %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.minimumf %arg0, %1 : f32
// CANONICALIZE-NEXT: return %arg0, %arg0, %2, %3, %4 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f962(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.minimumf %a, %a : f32
  %s = arith.minimumf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.minimumf %n, %m : f32
  %y = arith.minimumf %n, %b : f32
  %z = arith.minimumf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f963(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.minimumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.minimumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.minimumf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.minimumf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f963(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0.0> : vector<2xf32>
  %r = arith.minimumf %a, %c : vector<2xf32>
  %s = arith.minimumf %c, %a : vector<2xf32>
  %u = arith.minimumf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.minimumf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f972(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %0 = arith.negf %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.negf %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.minimumf %0, %1 : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.minimumf %0, %arg1 : vector<2xf32>
// CANONICALIZE-NEXT: %4 = arith.minimumf %arg0, %1 : vector<2xf32>
// CANONICALIZE-NEXT: return %arg0, %arg0, %2, %3, %4 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f972(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %r = arith.minimumf %a, %a : vector<2xf32>
  %s = arith.minimumf %a, %a fastmath<fast> : vector<2xf32>
  %n = arith.negf %a : vector<2xf32>
  %m = arith.negf %b : vector<2xf32>
  %x = arith.minimumf %n, %m : vector<2xf32>
  %y = arith.minimumf %n, %b : vector<2xf32>
  %z = arith.minimumf %a, %m : vector<2xf32>
  return %r, %s, %x, %y, %z : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f978(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maxnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maxnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f978(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.maxnumf %a, %c : f32
  %s = arith.maxnumf %c, %a : f32
  %u = arith.maxnumf %a, %c fastmath<fast> : f32
  %v = arith.maxnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f980(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maxnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maxnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f980(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.maxnumf %a, %c : f32
  %s = arith.maxnumf %c, %a : f32
  %u = arith.maxnumf %a, %c fastmath<fast> : f32
  %v = arith.maxnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f982(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.maxnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.maxnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.maxnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f982(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.maxnumf %a, %c : f32
  %s = arith.maxnumf %c, %a : f32
  %u = arith.maxnumf %a, %c fastmath<fast> : f32
  %v = arith.maxnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f984(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f984(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %a, %c : f32
  %s = arith.maxnumf %c, %a : f32
  %u = arith.maxnumf %a, %c fastmath<fast> : f32
  %v = arith.maxnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f986(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %2 = arith.maxnumf %0, %1 : f32
// CANONICALIZE-NEXT: %3 = arith.maxnumf %0, %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.maxnumf %arg0, %1 : f32
// CANONICALIZE-NEXT: return %arg0, %arg0, %2, %3, %4 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f986(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.maxnumf %a, %a : f32
  %s = arith.maxnumf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.maxnumf %n, %m : f32
  %y = arith.maxnumf %n, %b : f32
  %z = arith.maxnumf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f990(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<-1.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.maxnumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.maxnumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.maxnumf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.maxnumf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f990(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<-1.0> : vector<2xf32>
  %r = arith.maxnumf %a, %c : vector<2xf32>
  %s = arith.maxnumf %c, %a : vector<2xf32>
  %u = arith.maxnumf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.maxnumf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1002(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1002(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.minnumf %a, %c : f32
  %s = arith.minnumf %c, %a : f32
  %u = arith.minnumf %a, %c fastmath<fast> : f32
  %v = arith.minnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1004(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1004(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant -1.0 : f32
  %r = arith.minnumf %a, %c : f32
  %s = arith.minnumf %c, %a : f32
  %u = arith.minnumf %a, %c fastmath<fast> : f32
  %v = arith.minnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1006(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %1 = arith.minnumf %arg0, %cst : f32
// CANONICALIZE-NEXT: %2 = arith.minnumf %arg0, %cst fastmath<fast> : f32
// CANONICALIZE-NEXT: %3 = arith.minnumf %arg0, %cst fastmath<nnan,nsz> : f32
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1006(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0e30 : f32
  %r = arith.minnumf %a, %c : f32
  %s = arith.minnumf %c, %a : f32
  %u = arith.minnumf %a, %c fastmath<fast> : f32
  %v = arith.minnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1008(%arg0: f32) -> (f32, f32, f32, f32) {
// CANONICALIZE-NEXT: return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1008(%a: f32) -> (f32, f32, f32, f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.minnumf %a, %c : f32
  %s = arith.minnumf %c, %a : f32
  %u = arith.minnumf %a, %c fastmath<fast> : f32
  %v = arith.minnumf %c, %a fastmath<nnan,nsz> : f32
  return %r, %s, %u, %v : f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1010(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CANONICALIZE-NEXT: %0 = arith.negf %arg0 : f32
// CANONICALIZE-NEXT: %1 = arith.negf %arg1 : f32
// CANONICALIZE-NEXT: %2 = arith.minnumf %0, %1 : f32
// CANONICALIZE-NEXT: %3 = arith.minnumf %0, %arg1 : f32
// CANONICALIZE-NEXT: %4 = arith.minnumf %arg0, %1 : f32
// CANONICALIZE-NEXT: return %arg0, %arg0, %2, %3, %4 : f32, f32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1010(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32) {
  %r = arith.minnumf %a, %a : f32
  %s = arith.minnumf %a, %a fastmath<fast> : f32
  %n = arith.negf %a : f32
  %m = arith.negf %b : f32
  %x = arith.minnumf %n, %m : f32
  %y = arith.minnumf %n, %b : f32
  %z = arith.minnumf %a, %m : f32
  return %r, %s, %x, %y, %z : f32, f32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1017(%arg0: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0x7F800000> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.minnumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.minnumf %arg0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.minnumf %arg0, %cst fastmath<fast> : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.minnumf %arg0, %cst fastmath<nnan,nsz> : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1017(%a: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c = arith.constant dense<0x7F800000> : vector<2xf32>
  %r = arith.minnumf %a, %c : vector<2xf32>
  %s = arith.minnumf %c, %a : vector<2xf32>
  %u = arith.minnumf %a, %c fastmath<fast> : vector<2xf32>
  %v = arith.minnumf %c, %a fastmath<nnan,nsz> : vector<2xf32>
  return %r, %s, %u, %v : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1026(%arg0: vector<2xf32>, %arg1: i32, %arg2: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.cmpf oeq, %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.cmpf oeq, %cst_0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.cmpf oeq, %cst, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.cmpi eq, %arg2, %c3_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi eq, %arg1, %c3_i32 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %false, %3, %4 : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1026(%a: vector<2xf32>, %i: i32, %j: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
  %r = arith.cmpf oeq, %a, %a : vector<2xf32>
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %l = arith.constant dense<2.0> : vector<2xf32>
  %s = arith.cmpf oeq, %k, %l : vector<2xf32>
  %t = arith.cmpf oeq, %l, %l : vector<2xf32>
  %f = arith.sitofp %i : i32 to f64
  %g = arith.uitofp %j : i32 to f64
  %h = arith.constant 2.5 : f64
  %m = arith.constant 3.0 : f64
  %u = arith.cmpf oeq, %f, %h : f64
  %v = arith.cmpf oeq, %g, %m : f64
  %w = arith.cmpf oeq, %f, %m : f64
  return %r, %s, %t, %u, %v, %w : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1035(%arg0: vector<2xf32>, %arg1: i32, %arg2: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.cmpf olt, %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.cmpf olt, %cst_0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.cmpf olt, %cst, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.cmpi sle, %arg1, %c2_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ult, %arg2, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi slt, %arg1, %c3_i32 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %3, %4, %5 : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1035(%a: vector<2xf32>, %i: i32, %j: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
  %r = arith.cmpf olt, %a, %a : vector<2xf32>
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %l = arith.constant dense<2.0> : vector<2xf32>
  %s = arith.cmpf olt, %k, %l : vector<2xf32>
  %t = arith.cmpf olt, %l, %l : vector<2xf32>
  %f = arith.sitofp %i : i32 to f64
  %g = arith.uitofp %j : i32 to f64
  %h = arith.constant 2.5 : f64
  %m = arith.constant 3.0 : f64
  %u = arith.cmpf olt, %f, %h : f64
  %v = arith.cmpf olt, %g, %m : f64
  %w = arith.cmpf olt, %f, %m : f64
  return %r, %s, %t, %u, %v, %w : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1044(%arg0: vector<2xf32>, %arg1: i32, %arg2: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.cmpf ord, %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.cmpf ord, %cst_0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.cmpf ord, %cst, %cst : vector<2xf32>
// CANONICALIZE-NEXT: return %0, %1, %2, %true, %true, %true : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1044(%a: vector<2xf32>, %i: i32, %j: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
  %r = arith.cmpf ord, %a, %a : vector<2xf32>
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %l = arith.constant dense<2.0> : vector<2xf32>
  %s = arith.cmpf ord, %k, %l : vector<2xf32>
  %t = arith.cmpf ord, %l, %l : vector<2xf32>
  %f = arith.sitofp %i : i32 to f64
  %g = arith.uitofp %j : i32 to f64
  %h = arith.constant 2.5 : f64
  %m = arith.constant 3.0 : f64
  %u = arith.cmpf ord, %f, %h : f64
  %v = arith.cmpf ord, %g, %m : f64
  %w = arith.cmpf ord, %f, %m : f64
  return %r, %s, %t, %u, %v, %w : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1053(%arg0: vector<2xf32>, %arg1: i32, %arg2: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.cmpf uge, %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.cmpf uge, %cst_0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.cmpf uge, %cst, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.cmpi sgt, %arg1, %c2_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi uge, %arg2, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi sge, %arg1, %c3_i32 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %3, %4, %5 : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1053(%a: vector<2xf32>, %i: i32, %j: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
  %r = arith.cmpf uge, %a, %a : vector<2xf32>
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %l = arith.constant dense<2.0> : vector<2xf32>
  %s = arith.cmpf uge, %k, %l : vector<2xf32>
  %t = arith.cmpf uge, %l, %l : vector<2xf32>
  %f = arith.sitofp %i : i32 to f64
  %g = arith.uitofp %j : i32 to f64
  %h = arith.constant 2.5 : f64
  %m = arith.constant 3.0 : f64
  %u = arith.cmpf uge, %f, %h : f64
  %v = arith.cmpf uge, %g, %m : f64
  %w = arith.cmpf uge, %f, %m : f64
  return %r, %s, %t, %u, %v, %w : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1062(%arg0: vector<2xf32>, %arg1: i32, %arg2: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<2xf32>
// CANONICALIZE-NEXT: %cst_0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = arith.cmpf une, %arg0, %arg0 : vector<2xf32>
// CANONICALIZE-NEXT: %1 = arith.cmpf une, %cst_0, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %2 = arith.cmpf une, %cst, %cst : vector<2xf32>
// CANONICALIZE-NEXT: %3 = arith.cmpi ne, %arg2, %c3_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ne, %arg1, %c3_i32 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %true, %3, %4 : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1062(%a: vector<2xf32>, %i: i32, %j: i32) -> (vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1) {
  %r = arith.cmpf une, %a, %a : vector<2xf32>
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %l = arith.constant dense<2.0> : vector<2xf32>
  %s = arith.cmpf une, %k, %l : vector<2xf32>
  %t = arith.cmpf une, %l, %l : vector<2xf32>
  %f = arith.sitofp %i : i32 to f64
  %g = arith.uitofp %j : i32 to f64
  %h = arith.constant 2.5 : f64
  %m = arith.constant 3.0 : f64
  %u = arith.cmpf une, %f, %h : f64
  %v = arith.cmpf une, %g, %m : f64
  %w = arith.cmpf une, %f, %m : f64
  return %r, %s, %t, %u, %v, %w : vector<2xi1>, vector<2xi1>, vector<2xi1>, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1069(%arg0: f32) -> (f32, f32, f64, f32, f32, i32, i8, i8, i8, bf16) {
// CANONICALIZE-NEXT: %c-3_i8 = arith.constant -3 : i8
// CANONICALIZE-NEXT: %c2_i8 = arith.constant 2 : i8
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %cst = arith.constant -3.700000e+00 : f32
// CANONICALIZE-NEXT: %cst_0 = arith.constant 1.000000e-01 : f64
// CANONICALIZE-NEXT: %cst_1 = arith.constant -2.000000e+00 : f32
// CANONICALIZE-NEXT: %cst_2 = arith.constant 2.000000e+00 : f64
// CANONICALIZE-NEXT: %0 = arith.truncf %cst_0 : f64 to f32
// CANONICALIZE-NEXT: %1 = arith.fptoui %cst : f32 to i8
// CANONICALIZE-NEXT: %2 = arith.truncf %0 : f32 to bf16
// CANONICALIZE-NEXT: return %arg0, %cst_1, %cst_2, %0, %arg0, %c2_i32, %c2_i8, %c-3_i8, %1, %2 : f32, f32, f64, f32, f32, i32, i8, i8, i8, bf16
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1069(%a: f32) -> (f32, f32, f64, f32, f32, i32, i8, i8, i8, bf16) {
  %n = arith.negf %a : f32
  %m = arith.negf %n : f32
  %c = arith.constant 2.0 : f32
  %d = arith.negf %c : f32
  %e = arith.extf %c : f32 to f64
  %g = arith.constant 0.1 : f64
  %h = arith.truncf %g : f64 to f32
  %x = arith.extf %a : f32 to f64
  %y = arith.truncf %x : f64 to f32
  %i = arith.fptosi %c : f32 to i32
  %j = arith.fptoui %c : f32 to i8
  %nn = arith.constant -3.7 : f32
  %k = arith.fptosi %nn : f32 to i8
  %l = arith.fptoui %nn : f32 to i8
  %bf = arith.truncf %h : f32 to bf16
  return %m, %d, %e, %h, %y, %i, %j, %k, %l, %bf : f32, f32, f64, f32, f32, i32, i8, i8, i8, bf16
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1070(%arg0: i16) -> (f32, f16, i32) {
// CANONICALIZE-NEXT: %cst = arith.constant 1.000000e+30 : f32
// CANONICALIZE-NEXT: %0 = arith.sitofp %arg0 : i16 to f32
// CANONICALIZE-NEXT: %1 = arith.sitofp %arg0 : i16 to f16
// CANONICALIZE-NEXT: %2 = arith.fptosi %cst : f32 to i32
// CANONICALIZE-NEXT: return %0, %1, %2 : f32, f16, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1070(%a: i16) -> (f32, f16, i32) {
  %x = arith.sitofp %a : i16 to f32
  %y = arith.extf %x : f32 to f64
  %z = arith.truncf %y : f64 to f32
  %w = arith.truncf %y : f64 to f16
  %big = arith.constant 1.0e30 : f32
  %i = arith.fptosi %big : f32 to i32
  return %z, %w, %i : f32, f16, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1071(%arg0: f16) -> (f64, f32) {
// CANONICALIZE-NEXT: %0 = arith.extf %arg0 : f16 to f32
// CANONICALIZE-NEXT: %1 = arith.extf %0 : f32 to f64
// CANONICALIZE-NEXT: return %1, %0 : f64, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1071(%a: f16) -> (f64, f32) {
  %x = arith.extf %a : f16 to f32
  %y = arith.extf %x : f32 to f64
  %z = arith.truncf %y : f64 to f32
  return %y, %z : f64, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1116() -> vector<2xf32> {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, -2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: return %cst : vector<2xf32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1116() -> (vector<2xf32>) {
  %a = arith.constant dense<[1.0, -2.0]> : vector<2xf32>
  %b = arith.constant dense<[4.0, 3.5]> : vector<2xf32>
  %r = arith.remf %a, %b : vector<2xf32>
  return %r : vector<2xf32>
}
