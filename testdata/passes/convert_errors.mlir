// RUN: tfrt-opt -convert-to-tfrt -split-input-file -verify-diagnostics %s

func.func @width(%a: i17) -> i17 {
  // expected-error @+1 {{'arith.addi' op on i17 cannot be converted to the tfrt dialect}}
  %b = arith.addi %a, %a : i17
  return %b : i17
}

// -----

func.func @function(%a: f80) -> f80 {
  // expected-error @+1 {{'math.sin' op on f80 cannot be converted to the tfrt dialect}}
  %b = math.sin %a : f80
  return %b : f80
}

// -----

func.func @vectors(%a: vector<4xf32>) -> vector<4xf32> {
  // expected-error @+1 {{'arith.addf' op on vector<4xf32> cannot be converted to the tfrt dialect}}
  %b = arith.addf %a, %a : vector<4xf32>
  return %b : vector<4xf32>
}

// -----

func.func @inside(%a: i1, %b: i32) -> i32 {
  // expected-error @+1 {{'tfrt.if' op on i1, i32 cannot be converted to the tfrt dialect}}
  %r = tfrt.if %a, %b : (i32) -> (i32) {
    %c = arith.addi %b, %b : i32
    tfrt.return %c : i32
  } else {
    tfrt.return %b : i32
  }
  tfrt.return %r : i32
}

// -----

func.func @element(%m: memref<4xf32>, %v: f32) {
  %i = arith.constant 1 : index
  // expected-error @+1 {{'memref.store' op on f32, memref<4xf32>, index cannot be converted to the tfrt dialect}}
  memref.store %v, %m[%i] : memref<4xf32>
  return
}
