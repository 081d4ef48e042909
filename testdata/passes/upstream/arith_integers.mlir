// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f80(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: return %arg0, %arg0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f80(%a: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r = arith.addi %a, %c : i32
  %s = arith.addi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f84(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f84(%a: i32) -> (i32) {
  %r = arith.addi %a, %a : i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f102(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %c1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f102(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.subi %a, %c : i32
  %s = arith.subi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f106(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-2_i32 = arith.constant -2 : i32
// CANONICALIZE-NEXT: %c8_i32 = arith.constant 8 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg0, %c8_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %c-2_i32 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f106(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.subi %a, %c : i32
  %s = arith.subi %r, %d : i32
  %u = arith.subi %d, %a : i32
  %v = arith.subi %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f122(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: return %c0_i32, %c0_i32 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f122(%a: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r = arith.muli %a, %c : i32
  %s = arith.muli %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f126(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f126(%a: i32) -> (i32) {
  %r = arith.muli %a, %a : i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f146(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %0 = arith.divsi %arg0, %c4_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.divsi %c4_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f146(%a: i32) -> (i32, i32) {
  %c = arith.constant 4 : i32
  %r = arith.divsi %a, %c : i32
  %s = arith.divsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f162(%arg0: vector<4xi32>) -> vector<4xi32> {
// CANONICALIZE-NEXT: %0 = arith.divsi %arg0, %arg0 : vector<4xi32>
// CANONICALIZE-NEXT: return %0 : vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f162(%a: vector<4xi32>) -> (vector<4xi32>) {
  %r = arith.divsi %a, %a : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f186(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.ceildivsi %c1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %arg0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f186(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.ceildivsi %a, %c : i32
  %s = arith.ceildivsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f190(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.ceildivsi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.ceildivsi %0, %c5_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.ceildivsi %c5_i32, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.ceildivsi %c3_i32, %2 : i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f190(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.ceildivsi %a, %c : i32
  %s = arith.ceildivsi %r, %d : i32
  %u = arith.ceildivsi %d, %a : i32
  %v = arith.ceildivsi %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f208(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %0 = arith.ceildivui %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.ceildivui %c-1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f208(%a: i32) -> (i32, i32) {
  %c = arith.constant -1 : i32
  %r = arith.ceildivui %a, %c : i32
  %s = arith.ceildivui %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f225(%arg0: vector<4xi32>) -> vector<4xi32> {
// CANONICALIZE-NEXT: %0 = arith.ceildivui %arg0, %arg0 : vector<4xi32>
// CANONICALIZE-NEXT: return %0 : vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f225(%a: vector<4xi32>) -> (vector<4xi32>) {
  %r = arith.ceildivui %a, %a : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f230(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %0 = arith.floordivsi %arg0, %c4_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.floordivsi %c4_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f230(%a: i32) -> (i32, i32) {
  %c = arith.constant 4 : i32
  %r = arith.floordivsi %a, %c : i32
  %s = arith.floordivsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f243(%arg0: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<1> : vector<4xi32>
// CANONICALIZE-NEXT: %0 = arith.floordivsi %cst, %arg0 : vector<4xi32>
// CANONICALIZE-NEXT: return %arg0, %0 : vector<4xi32>, vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f243(%a: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.floordivsi %a, %c : vector<4xi32>
  %s = arith.floordivsi %c, %a : vector<4xi32>
  return %r, %s : vector<4xi32>, vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f250(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %0 = arith.remsi %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.remsi %c-1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f250(%a: i32) -> (i32, i32) {
  %c = arith.constant -1 : i32
  %r = arith.remsi %a, %c : i32
  %s = arith.remsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f270(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.remui %c1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %c0_i32, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f270(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.remui %a, %c : i32
  %s = arith.remui %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f274(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.remui %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.remui %0, %c5_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.remui %c5_i32, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.remui %c3_i32, %2 : i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f274(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.remui %a, %c : i32
  %s = arith.remui %r, %d : i32
  %u = arith.remui %d, %a : i32
  %v = arith.remui %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f290(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: return %c0_i32, %c0_i32 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f290(%a: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r = arith.andi %a, %c : i32
  %s = arith.andi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f294(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f294(%a: i32) -> (i32) {
  %r = arith.andi %a, %a : i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f312(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.ori %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f312(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.ori %a, %c : i32
  %s = arith.ori %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f316(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.ori %0, %c5_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.ori %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.ori %2, %c3_i32 : i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f316(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.ori %a, %c : i32
  %s = arith.ori %r, %d : i32
  %u = arith.ori %d, %a : i32
  %v = arith.ori %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f334(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f334(%a: i32) -> (i32, i32) {
  %c = arith.constant -1 : i32
  %r = arith.xori %a, %c : i32
  %s = arith.xori %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f351(%arg0: vector<4xi32>) -> vector<4xi32> {
// CANONICALIZE-NEXT: %cst = arith.constant dense<0> : vector<4xi32>
// CANONICALIZE-NEXT: return %cst : vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f351(%a: vector<4xi32>) -> (vector<4xi32>) {
  %r = arith.xori %a, %a : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f356(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %0 = arith.maxsi %arg0, %c4_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.maxsi %arg0, %c4_i32 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f356(%a: i32) -> (i32, i32) {
  %c = arith.constant 4 : i32
  %r = arith.maxsi %a, %c : i32
  %s = arith.maxsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f369(%arg0: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<1> : vector<4xi32>
// CANONICALIZE-NEXT: %0 = arith.maxsi %arg0, %cst : vector<4xi32>
// CANONICALIZE-NEXT: %1 = arith.maxsi %arg0, %cst : vector<4xi32>
// CANONICALIZE-NEXT: return %0, %1 : vector<4xi32>, vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f369(%a: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.maxsi %a, %c : vector<4xi32>
  %s = arith.maxsi %c, %a : vector<4xi32>
  return %r, %s : vector<4xi32>, vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f376(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: return %c-1_i32, %c-1_i32 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f376(%a: i32) -> (i32, i32) {
  %c = arith.constant -1 : i32
  %r = arith.maxui %a, %c : i32
  %s = arith.maxui %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f396(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.minsi %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.minsi %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f396(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.minsi %a, %c : i32
  %s = arith.minsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f400(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.minsi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.minsi %0, %c5_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.minsi %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.minsi %2, %c3_i32 : i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f400(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.minsi %a, %c : i32
  %s = arith.minsi %r, %d : i32
  %u = arith.minsi %d, %a : i32
  %v = arith.minsi %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f416(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: return %c0_i32, %c0_i32 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f416(%a: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r = arith.minui %a, %c : i32
  %s = arith.minui %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f420(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f420(%a: i32) -> (i32) {
  %r = arith.minui %a, %a : i32
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f438(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %0 = arith.shli %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.shli %c1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f438(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r = arith.shli %a, %c : i32
  %s = arith.shli %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f442(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %0 = arith.shli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.shli %0, %c5_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.shli %c5_i32, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.shli %c3_i32, %2 : i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f442(%a: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %r = arith.shli %a, %c : i32
  %s = arith.shli %r, %d : i32
  %u = arith.shli %d, %a : i32
  %v = arith.shli %c, %u : i32
  return %s, %v : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f460(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %0 = arith.shrsi %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.shrsi %c-1_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f460(%a: i32) -> (i32, i32) {
  %c = arith.constant -1 : i32
  %r = arith.shrsi %a, %c : i32
  %s = arith.shrsi %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f477(%arg0: vector<4xi32>) -> vector<4xi32> {
// CANONICALIZE-NEXT: %0 = arith.shrsi %arg0, %arg0 : vector<4xi32>
// CANONICALIZE-NEXT: return %0 : vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f477(%a: vector<4xi32>) -> (vector<4xi32>) {
  %r = arith.shrsi %a, %a : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f482(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c4_i32 = arith.constant 4 : i32
// CANONICALIZE-NEXT: %0 = arith.shrui %arg0, %c4_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.shrui %c4_i32, %arg0 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f482(%a: i32) -> (i32, i32) {
  %c = arith.constant 4 : i32
  %r = arith.shrui %a, %c : i32
  %s = arith.shrui %c, %a : i32
  return %r, %s : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f495(%arg0: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<1> : vector<4xi32>
// CANONICALIZE-NEXT: %0 = arith.shrui %arg0, %cst : vector<4xi32>
// CANONICALIZE-NEXT: %1 = arith.shrui %cst, %arg0 : vector<4xi32>
// CANONICALIZE-NEXT: return %0, %1 : vector<4xi32>, vector<4xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f495(%a: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.shrui %a, %c : vector<4xi32>
  %s = arith.shrui %c, %a : vector<4xi32>
  return %r, %s : vector<4xi32>, vector<4xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f502(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c9_i32 = arith.constant 9 : i32
// CANONICALIZE-NEXT: %c-9_i32 = arith.constant -9 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c-9_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %c9_i32, %arg0 : i32
// CANONICALIZE-NEXT: %2 = arith.addi %arg0, %c-9_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.subi %c9_i32, %arg0 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %arg1, %4 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %3, %arg0, %5, %arg1 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f502(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.addi %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.addi %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.addi %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.addi %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.addi %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f506(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.andi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.andi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.andi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f506(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.addi %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.addi %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.addi %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.addi %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.addi %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f510(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.addi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.addi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.xori %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.xori %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.xori %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f510(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.addi %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.addi %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.addi %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.addi %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.addi %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f514(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %c9_i32 = arith.constant 9 : i32
// CANONICALIZE-NEXT: %c-9_i32 = arith.constant -9 : i32
// CANONICALIZE-NEXT: %c15_i32 = arith.constant 15 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg0, %c15_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %c15_i32, %arg0 : i32
// CANONICALIZE-NEXT: %2 = arith.subi %c-9_i32, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.addi %arg0, %c9_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.subi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %4, %arg1 : i32
// CANONICALIZE-NEXT: %6 = arith.subi %arg1, %4 : i32
// CANONICALIZE-NEXT: %7 = arith.subi %c0_i32, %arg1 : i32
// CANONICALIZE-NEXT: return %0, %1, %2, %3, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f514(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.subi %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.subi %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.subi %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.subi %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.subi %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f518(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.subi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.subi %c3_i32, %arg0 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.subi %c3_i32, %arg0 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.subi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.andi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.andi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.andi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f518(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.subi %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.subi %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.subi %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.subi %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.subi %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f522(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.subi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.subi %c3_i32, %arg0 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.subi %c3_i32, %arg0 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.subi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.xori %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.xori %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.xori %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f522(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.subi %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.subi %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.subi %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.subi %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.subi %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f526(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.subi %c12_i32, %2 : i32
// CANONICALIZE-NEXT: %4 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.subi %c12_i32, %6 : i32
// CANONICALIZE-NEXT: %8 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.subi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.subi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.subi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f526(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.muli %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.muli %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.muli %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.muli %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.muli %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f530(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.andi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.andi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.andi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f530(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.muli %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.muli %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.muli %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.muli %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.muli %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f534(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.muli %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.muli %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.xori %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.xori %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.xori %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f534(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.muli %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.muli %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.muli %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.muli %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.muli %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f538(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.subi %c12_i32, %2 : i32
// CANONICALIZE-NEXT: %4 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.subi %c12_i32, %6 : i32
// CANONICALIZE-NEXT: %8 = arith.andi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.subi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.subi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.subi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f538(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.andi %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.andi %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.andi %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.andi %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.andi %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f542(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.andi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %8, %8, %8 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f542(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.andi %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.andi %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.andi %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.andi %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.andi %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f546(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.andi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.andi %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.xori %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.xori %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.xori %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f546(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.andi %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.andi %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.andi %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.andi %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.andi %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f550(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.subi %c12_i32, %2 : i32
// CANONICALIZE-NEXT: %4 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.subi %c12_i32, %6 : i32
// CANONICALIZE-NEXT: %8 = arith.ori %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.subi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.subi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.subi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f550(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.ori %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.ori %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.ori %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.ori %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.ori %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f554(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.ori %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.andi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.andi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.andi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f554(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.ori %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.ori %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.ori %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.ori %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.ori %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f558(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.ori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.ori %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.xori %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.xori %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.xori %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f558(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.ori %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.ori %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.ori %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.ori %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.ori %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f562(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.subi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.subi %c12_i32, %2 : i32
// CANONICALIZE-NEXT: %4 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.subi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.subi %c12_i32, %6 : i32
// CANONICALIZE-NEXT: %8 = arith.xori %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.subi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.subi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.subi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f562(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.xori %a, %c : i32
  %y0 = arith.subi %x0, %d : i32
  %x1 = arith.xori %a, %c : i32
  %y1 = arith.subi %d, %x1 : i32
  %x2 = arith.xori %c, %a : i32
  %y2 = arith.subi %x2, %d : i32
  %x3 = arith.xori %c, %a : i32
  %y3 = arith.subi %d, %x3 : i32
  %z = arith.xori %a, %b : i32
  %w = arith.subi %z, %b : i32
  %w2 = arith.subi %b, %z : i32
  %w3 = arith.subi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f566(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.andi %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.andi %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.andi %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.andi %6, %c12_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.xori %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %9 = arith.andi %8, %arg1 : i32
// CANONICALIZE-NEXT: %10 = arith.andi %arg1, %8 : i32
// CANONICALIZE-NEXT: %11 = arith.andi %8, %arg0 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f566(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.xori %a, %c : i32
  %y0 = arith.andi %x0, %d : i32
  %x1 = arith.xori %a, %c : i32
  %y1 = arith.andi %d, %x1 : i32
  %x2 = arith.xori %c, %a : i32
  %y2 = arith.andi %x2, %d : i32
  %x3 = arith.xori %c, %a : i32
  %y3 = arith.andi %d, %x3 : i32
  %z = arith.xori %a, %b : i32
  %w = arith.andi %z, %b : i32
  %w2 = arith.andi %b, %z : i32
  %w3 = arith.andi %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f570(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.xori %0, %c12_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c12_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.xori %4, %c12_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.xori %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.xori %6, %c12_i32 : i32
// CANONICALIZE-NEXT: return %1, %3, %5, %7, %arg0, %arg0, %arg1 : i32, i32, i32, i32, i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f570(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 12 : i32
  %x0 = arith.xori %a, %c : i32
  %y0 = arith.xori %x0, %d : i32
  %x1 = arith.xori %a, %c : i32
  %y1 = arith.xori %d, %x1 : i32
  %x2 = arith.xori %c, %a : i32
  %y2 = arith.xori %x2, %d : i32
  %x3 = arith.xori %c, %a : i32
  %y3 = arith.xori %d, %x3 : i32
  %z = arith.xori %a, %b : i32
  %w = arith.xori %z, %b : i32
  %w2 = arith.xori %b, %z : i32
  %w3 = arith.xori %z, %a : i32
  return %y0, %y1, %y2, %y3, %w, %w2, %w3 : i32, i32, i32, i32, i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f576(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %c5_i8 = arith.constant 5 : i8
// CANONICALIZE-NEXT: %c-1_i8 = arith.constant -1 : i8
// CANONICALIZE-NEXT: %c1_i8 = arith.constant 1 : i8
// CANONICALIZE-NEXT: %c0_i8 = arith.constant 0 : i8
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.cmpi eq, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %1 = arith.cmpi eq, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %2 = arith.cmpi eq, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %3 = arith.cmpi eq, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %4 = arith.cmpi eq, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %5 = arith.cmpi eq, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %6 = arith.cmpi eq, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: %7 = arith.cmpi eq, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: return %true, %0, %1, %true, %2, %3, %false, %4, %5, %false, %6, %7, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f576(%a: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi eq, %a, %a : i8
  %c0 = arith.constant 0 : i8
  %l0 = arith.cmpi eq, %a, %c0 : i8
  %m0 = arith.cmpi eq, %c0, %a : i8
  %n0 = arith.cmpi eq, %c0, %c0 : i8
  %c1 = arith.constant 1 : i8
  %l1 = arith.cmpi eq, %a, %c1 : i8
  %m1 = arith.cmpi eq, %c1, %a : i8
  %n1 = arith.cmpi eq, %c1, %c0 : i8
  %c2 = arith.constant -1 : i8
  %l2 = arith.cmpi eq, %a, %c2 : i8
  %m2 = arith.cmpi eq, %c2, %a : i8
  %n2 = arith.cmpi eq, %c2, %c0 : i8
  %c3 = arith.constant 5 : i8
  %l3 = arith.cmpi eq, %a, %c3 : i8
  %m3 = arith.cmpi eq, %c3, %a : i8
  %n3 = arith.cmpi eq, %c3, %c0 : i8
  return %s, %l0, %m0, %n0, %l1, %m1, %n1, %l2, %m2, %n2, %l3, %m3, %n3 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f580(%arg0: i1, %arg1: i1) -> (i1, i1, i1) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i1 to i32
// CANONICALIZE-NEXT: %1 = arith.cmpi eq, %arg0, %arg1 : i1
// CANONICALIZE-NEXT: %2 = arith.cmpi eq, %0, %c0_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi eq, %0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %1, %2, %3 : i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f580(%a: i1, %b: i1) -> (i1, i1, i1) {
  %x = arith.extui %a : i1 to i32
  %y = arith.extui %b : i1 to i32
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = arith.cmpi eq, %x, %y : i32
  %s = arith.cmpi eq, %x, %z : i32
  %t = arith.cmpi eq, %x, %o : i32
  return %r, %s, %t : i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f584(%arg0: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.cmpi ne, %arg0, %true : i1
// CANONICALIZE-NEXT: %1 = arith.cmpi ne, %arg0, %true : i1
// CANONICALIZE-NEXT: return %false, %0, %1, %false, %arg0, %arg0, %true : i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f584(%a: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi ne, %a, %a : i1
  %c0 = arith.constant true
  %l0 = arith.cmpi ne, %a, %c0 : i1
  %m0 = arith.cmpi ne, %c0, %a : i1
  %n0 = arith.cmpi ne, %c0, %c0 : i1
  %c1 = arith.constant false
  %l1 = arith.cmpi ne, %a, %c1 : i1
  %m1 = arith.cmpi ne, %c1, %a : i1
  %n1 = arith.cmpi ne, %c1, %c0 : i1
  return %s, %l0, %m0, %n0, %l1, %m1, %n1 : i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f590(%arg0: i8, %arg1: i8) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c1000_i32 = arith.constant 1000 : i32
// CANONICALIZE-NEXT: %c-10_i32 = arith.constant -10 : i32
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.cmpi ne, %arg0, %arg1 : i8
// CANONICALIZE-NEXT: %2 = arith.cmpi ne, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ne, %0, %c-10_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ne, %0, %c1000_i32 : i32
// CANONICALIZE-NEXT: return %1, %2, %3, %4 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f590(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %c = arith.constant 10 : i32
  %n = arith.constant -10 : i32
  %big = arith.constant 1000 : i32
  %r = arith.cmpi ne, %x, %y : i32
  %s = arith.cmpi ne, %x, %c : i32
  %t = arith.cmpi ne, %x, %n : i32
  %u = arith.cmpi ne, %x, %big : i32
  return %r, %s, %t, %u : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f593(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CANONICALIZE-NEXT: return %arg0, %arg1, %arg1 : i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f593(%a: i32, %b: i32) -> (i32, i32, i32) {
  %x = arith.cmpi ne, %a, %b : i32
  %r = arith.select %x, %a, %b : i32
  %s = arith.select %x, %b, %a : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %u = arith.select %n, %a, %b : i32
  return %r, %s, %u : i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f598(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c5_i8 = arith.constant 5 : i8
// CANONICALIZE-NEXT: %c-1_i8 = arith.constant -1 : i8
// CANONICALIZE-NEXT: %c1_i8 = arith.constant 1 : i8
// CANONICALIZE-NEXT: %c0_i8 = arith.constant 0 : i8
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.cmpi slt, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %1 = arith.cmpi sgt, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %2 = arith.cmpi slt, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %3 = arith.cmpi sgt, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %4 = arith.cmpi slt, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %5 = arith.cmpi sgt, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %6 = arith.cmpi slt, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: %7 = arith.cmpi sgt, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: return %false, %0, %1, %false, %2, %3, %false, %4, %5, %true, %6, %7, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f598(%a: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi slt, %a, %a : i8
  %c0 = arith.constant 0 : i8
  %l0 = arith.cmpi slt, %a, %c0 : i8
  %m0 = arith.cmpi slt, %c0, %a : i8
  %n0 = arith.cmpi slt, %c0, %c0 : i8
  %c1 = arith.constant 1 : i8
  %l1 = arith.cmpi slt, %a, %c1 : i8
  %m1 = arith.cmpi slt, %c1, %a : i8
  %n1 = arith.cmpi slt, %c1, %c0 : i8
  %c2 = arith.constant -1 : i8
  %l2 = arith.cmpi slt, %a, %c2 : i8
  %m2 = arith.cmpi slt, %c2, %a : i8
  %n2 = arith.cmpi slt, %c2, %c0 : i8
  %c3 = arith.constant 5 : i8
  %l3 = arith.cmpi slt, %a, %c3 : i8
  %m3 = arith.cmpi slt, %c3, %a : i8
  %n3 = arith.cmpi slt, %c3, %c0 : i8
  return %s, %l0, %m0, %n0, %l1, %m1, %n1, %l2, %m2, %n2, %l3, %m3, %n3 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f602(%arg0: i1, %arg1: i1) -> (i1, i1, i1) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i1 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i1 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi slt, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi slt, %0, %c0_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi slt, %0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4 : i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f602(%a: i1, %b: i1) -> (i1, i1, i1) {
  %x = arith.extui %a : i1 to i32
  %y = arith.extui %b : i1 to i32
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = arith.cmpi slt, %x, %y : i32
  %s = arith.cmpi slt, %x, %z : i32
  %t = arith.cmpi slt, %x, %o : i32
  return %r, %s, %t : i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f606(%arg0: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.cmpi sle, %arg0, %true : i1
// CANONICALIZE-NEXT: %1 = arith.cmpi sge, %arg0, %true : i1
// CANONICALIZE-NEXT: %2 = arith.cmpi sle, %arg0, %false : i1
// CANONICALIZE-NEXT: %3 = arith.cmpi sge, %arg0, %false : i1
// CANONICALIZE-NEXT: return %true, %0, %1, %true, %2, %3, %false : i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f606(%a: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi sle, %a, %a : i1
  %c0 = arith.constant true
  %l0 = arith.cmpi sle, %a, %c0 : i1
  %m0 = arith.cmpi sle, %c0, %a : i1
  %n0 = arith.cmpi sle, %c0, %c0 : i1
  %c1 = arith.constant false
  %l1 = arith.cmpi sle, %a, %c1 : i1
  %m1 = arith.cmpi sle, %c1, %a : i1
  %n1 = arith.cmpi sle, %c1, %c0 : i1
  return %s, %l0, %m0, %n0, %l1, %m1, %n1 : i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f612(%arg0: i8, %arg1: i8) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c1000_i32 = arith.constant 1000 : i32
// CANONICALIZE-NEXT: %c-10_i32 = arith.constant -10 : i32
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi sle, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi sle, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi sle, %0, %c-10_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi sle, %0, %c1000_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4, %5 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f612(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %c = arith.constant 10 : i32
  %n = arith.constant -10 : i32
  %big = arith.constant 1000 : i32
  %r = arith.cmpi sle, %x, %y : i32
  %s = arith.cmpi sle, %x, %c : i32
  %t = arith.cmpi sle, %x, %n : i32
  %u = arith.cmpi sle, %x, %big : i32
  return %r, %s, %t, %u : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f615(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.cmpi sle, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.select %0, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.select %0, %arg1, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi sgt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %4 = arith.select %3, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %2, %4 : i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f615(%a: i32, %b: i32) -> (i32, i32, i32) {
  %x = arith.cmpi sle, %a, %b : i32
  %r = arith.select %x, %a, %b : i32
  %s = arith.select %x, %b, %a : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %u = arith.select %n, %a, %b : i32
  return %r, %s, %u : i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f620(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c5_i8 = arith.constant 5 : i8
// CANONICALIZE-NEXT: %c-1_i8 = arith.constant -1 : i8
// CANONICALIZE-NEXT: %c1_i8 = arith.constant 1 : i8
// CANONICALIZE-NEXT: %c0_i8 = arith.constant 0 : i8
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.cmpi sgt, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %arg0, %c0_i8 : i8
// CANONICALIZE-NEXT: %2 = arith.cmpi sgt, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %3 = arith.cmpi slt, %arg0, %c1_i8 : i8
// CANONICALIZE-NEXT: %4 = arith.cmpi sgt, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %5 = arith.cmpi slt, %arg0, %c-1_i8 : i8
// CANONICALIZE-NEXT: %6 = arith.cmpi sgt, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: %7 = arith.cmpi slt, %arg0, %c5_i8 : i8
// CANONICALIZE-NEXT: return %false, %0, %1, %false, %2, %3, %true, %4, %5, %false, %6, %7, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f620(%a: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi sgt, %a, %a : i8
  %c0 = arith.constant 0 : i8
  %l0 = arith.cmpi sgt, %a, %c0 : i8
  %m0 = arith.cmpi sgt, %c0, %a : i8
  %n0 = arith.cmpi sgt, %c0, %c0 : i8
  %c1 = arith.constant 1 : i8
  %l1 = arith.cmpi sgt, %a, %c1 : i8
  %m1 = arith.cmpi sgt, %c1, %a : i8
  %n1 = arith.cmpi sgt, %c1, %c0 : i8
  %c2 = arith.constant -1 : i8
  %l2 = arith.cmpi sgt, %a, %c2 : i8
  %m2 = arith.cmpi sgt, %c2, %a : i8
  %n2 = arith.cmpi sgt, %c2, %c0 : i8
  %c3 = arith.constant 5 : i8
  %l3 = arith.cmpi sgt, %a, %c3 : i8
  %m3 = arith.cmpi sgt, %c3, %a : i8
  %n3 = arith.cmpi sgt, %c3, %c0 : i8
  return %s, %l0, %m0, %n0, %l1, %m1, %n1, %l2, %m2, %n2, %l3, %m3, %n3 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f624(%arg0: i1, %arg1: i1) -> (i1, i1, i1) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i1 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i1 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi sgt, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi sgt, %0, %c0_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi sgt, %0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4 : i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f624(%a: i1, %b: i1) -> (i1, i1, i1) {
  %x = arith.extui %a : i1 to i32
  %y = arith.extui %b : i1 to i32
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = arith.cmpi sgt, %x, %y : i32
  %s = arith.cmpi sgt, %x, %z : i32
  %t = arith.cmpi sgt, %x, %o : i32
  return %r, %s, %t : i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f628(%arg0: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.cmpi sge, %arg0, %true : i1
// CANONICALIZE-NEXT: %1 = arith.cmpi sle, %arg0, %true : i1
// CANONICALIZE-NEXT: %2 = arith.cmpi sge, %arg0, %false : i1
// CANONICALIZE-NEXT: %3 = arith.cmpi sle, %arg0, %false : i1
// CANONICALIZE-NEXT: return %true, %0, %1, %true, %2, %3, %true : i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f628(%a: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi sge, %a, %a : i1
  %c0 = arith.constant true
  %l0 = arith.cmpi sge, %a, %c0 : i1
  %m0 = arith.cmpi sge, %c0, %a : i1
  %n0 = arith.cmpi sge, %c0, %c0 : i1
  %c1 = arith.constant false
  %l1 = arith.cmpi sge, %a, %c1 : i1
  %m1 = arith.cmpi sge, %c1, %a : i1
  %n1 = arith.cmpi sge, %c1, %c0 : i1
  return %s, %l0, %m0, %n0, %l1, %m1, %n1 : i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f632(%arg0: i8, %arg1: i8) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c1000_i32 = arith.constant 1000 : i32
// CANONICALIZE-NEXT: %c-10_i32 = arith.constant -10 : i32
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi sge, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi sge, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi sge, %0, %c-10_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi sge, %0, %c1000_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4, %5 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f632(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %c = arith.constant 10 : i32
  %n = arith.constant -10 : i32
  %big = arith.constant 1000 : i32
  %r = arith.cmpi sge, %x, %y : i32
  %s = arith.cmpi sge, %x, %c : i32
  %t = arith.cmpi sge, %x, %n : i32
  %u = arith.cmpi sge, %x, %big : i32
  return %r, %s, %t, %u : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f636(%arg0: i32, %arg1: i32) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %0 = arith.cmpi sge, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.cmpi slt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %2, %0, %0 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f636(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  %x = arith.cmpi sge, %a, %b : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %m = arith.xori %t, %x : i1
  %e = arith.cmpi eq, %x, %t : i1
  %f = arith.constant false
  %g = arith.cmpi ne, %x, %f : i1
  return %n, %m, %e, %g : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f638(%arg0: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c-2147483648_i32 = arith.constant -2147483648 : i32
// CANONICALIZE-NEXT: %c2147483647_i32 = arith.constant 2147483647 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.cmpi ult, %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi ugt, %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ult, %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ugt, %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ult, %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi ugt, %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.cmpi ult, %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.cmpi ugt, %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.cmpi ult, %arg0, %c2147483647_i32 : i32
// CANONICALIZE-NEXT: %9 = arith.cmpi ugt, %arg0, %c2147483647_i32 : i32
// CANONICALIZE-NEXT: %10 = arith.cmpi ult, %arg0, %c-2147483648_i32 : i32
// CANONICALIZE-NEXT: %11 = arith.cmpi ugt, %arg0, %c-2147483648_i32 : i32
// CANONICALIZE-NEXT: return %false, %0, %1, %false, %2, %3, %false, %4, %5, %false, %6, %7, %false, %8, %9, %false, %10, %11, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f638(%a: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi ult, %a, %a : i32
  %c0 = arith.constant 0 : i32
  %l0 = arith.cmpi ult, %a, %c0 : i32
  %m0 = arith.cmpi ult, %c0, %a : i32
  %n0 = arith.cmpi ult, %c0, %c0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.cmpi ult, %a, %c1 : i32
  %m1 = arith.cmpi ult, %c1, %a : i32
  %n1 = arith.cmpi ult, %c1, %c0 : i32
  %c2 = arith.constant -1 : i32
  %l2 = arith.cmpi ult, %a, %c2 : i32
  %m2 = arith.cmpi ult, %c2, %a : i32
  %n2 = arith.cmpi ult, %c2, %c0 : i32
  %c3 = arith.constant 5 : i32
  %l3 = arith.cmpi ult, %a, %c3 : i32
  %m3 = arith.cmpi ult, %c3, %a : i32
  %n3 = arith.cmpi ult, %c3, %c0 : i32
  %c4 = arith.constant 2147483647 : i32
  %l4 = arith.cmpi ult, %a, %c4 : i32
  %m4 = arith.cmpi ult, %c4, %a : i32
  %n4 = arith.cmpi ult, %c4, %c0 : i32
  %c5 = arith.constant -2147483648 : i32
  %l5 = arith.cmpi ult, %a, %c5 : i32
  %m5 = arith.cmpi ult, %c5, %a : i32
  %n5 = arith.cmpi ult, %c5, %c0 : i32
  return %s, %l0, %m0, %n0, %l1, %m1, %n1, %l2, %m2, %n2, %l3, %m3, %n3, %l4, %m4, %n4, %l5, %m5, %n5 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f654(%arg0: i8, %arg1: i8) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c1000_i32 = arith.constant 1000 : i32
// CANONICALIZE-NEXT: %c-10_i32 = arith.constant -10 : i32
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ule, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ule, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ule, %0, %c-10_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi ule, %0, %c1000_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4, %5 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f654(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %c = arith.constant 10 : i32
  %n = arith.constant -10 : i32
  %big = arith.constant 1000 : i32
  %r = arith.cmpi ule, %x, %y : i32
  %s = arith.cmpi ule, %x, %c : i32
  %t = arith.cmpi ule, %x, %n : i32
  %u = arith.cmpi ule, %x, %big : i32
  return %r, %s, %t, %u : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f658(%arg0: i32, %arg1: i32) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %0 = arith.cmpi ule, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi ugt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ugt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %2, %0, %0 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f658(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  %x = arith.cmpi ule, %a, %b : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %m = arith.xori %t, %x : i1
  %e = arith.cmpi eq, %x, %t : i1
  %f = arith.constant false
  %g = arith.cmpi ne, %x, %f : i1
  return %n, %m, %e, %g : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f660(%arg0: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c-2147483648_i32 = arith.constant -2147483648 : i32
// CANONICALIZE-NEXT: %c2147483647_i32 = arith.constant 2147483647 : i32
// CANONICALIZE-NEXT: %c5_i32 = arith.constant 5 : i32
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %0 = arith.cmpi ugt, %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi ult, %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ugt, %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ult, %arg0, %c1_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ugt, %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi ult, %arg0, %c-1_i32 : i32
// CANONICALIZE-NEXT: %6 = arith.cmpi ugt, %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %7 = arith.cmpi ult, %arg0, %c5_i32 : i32
// CANONICALIZE-NEXT: %8 = arith.cmpi ugt, %arg0, %c2147483647_i32 : i32
// CANONICALIZE-NEXT: %9 = arith.cmpi ult, %arg0, %c2147483647_i32 : i32
// CANONICALIZE-NEXT: %10 = arith.cmpi ugt, %arg0, %c-2147483648_i32 : i32
// CANONICALIZE-NEXT: %11 = arith.cmpi ult, %arg0, %c-2147483648_i32 : i32
// CANONICALIZE-NEXT: return %false, %0, %1, %false, %2, %3, %true, %4, %5, %true, %6, %7, %true, %8, %9, %true, %10, %11, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f660(%a: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %s = arith.cmpi ugt, %a, %a : i32
  %c0 = arith.constant 0 : i32
  %l0 = arith.cmpi ugt, %a, %c0 : i32
  %m0 = arith.cmpi ugt, %c0, %a : i32
  %n0 = arith.cmpi ugt, %c0, %c0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.cmpi ugt, %a, %c1 : i32
  %m1 = arith.cmpi ugt, %c1, %a : i32
  %n1 = arith.cmpi ugt, %c1, %c0 : i32
  %c2 = arith.constant -1 : i32
  %l2 = arith.cmpi ugt, %a, %c2 : i32
  %m2 = arith.cmpi ugt, %c2, %a : i32
  %n2 = arith.cmpi ugt, %c2, %c0 : i32
  %c3 = arith.constant 5 : i32
  %l3 = arith.cmpi ugt, %a, %c3 : i32
  %m3 = arith.cmpi ugt, %c3, %a : i32
  %n3 = arith.cmpi ugt, %c3, %c0 : i32
  %c4 = arith.constant 2147483647 : i32
  %l4 = arith.cmpi ugt, %a, %c4 : i32
  %m4 = arith.cmpi ugt, %c4, %a : i32
  %n4 = arith.cmpi ugt, %c4, %c0 : i32
  %c5 = arith.constant -2147483648 : i32
  %l5 = arith.cmpi ugt, %a, %c5 : i32
  %m5 = arith.cmpi ugt, %c5, %a : i32
  %n5 = arith.cmpi ugt, %c5, %c0 : i32
  return %s, %l0, %m0, %n0, %l1, %m1, %n1, %l2, %m2, %n2, %l3, %m3, %n3, %l4, %m4, %n4, %l5, %m5, %n5 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f666(%arg0: i1, %arg1: i1) -> (i1, i1, i1) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i1 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i1 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ugt, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ugt, %0, %c0_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi ugt, %0, %c1_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4 : i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f666(%a: i1, %b: i1) -> (i1, i1, i1) {
  %x = arith.extsi %a : i1 to i32
  %y = arith.extsi %b : i1 to i32
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = arith.cmpi ugt, %x, %y : i32
  %s = arith.cmpi ugt, %x, %z : i32
  %t = arith.cmpi ugt, %x, %o : i32
  return %r, %s, %t : i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f670(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.cmpi ugt, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.select %0, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.select %0, %arg1, %arg0 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi ule, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %4 = arith.select %3, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %2, %4 : i32, i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f670(%a: i32, %b: i32) -> (i32, i32, i32) {
  %x = arith.cmpi ugt, %a, %b : i32
  %r = arith.select %x, %a, %b : i32
  %s = arith.select %x, %b, %a : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %u = arith.select %n, %a, %b : i32
  return %r, %s, %u : i32, i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f676(%arg0: i8, %arg1: i8) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %c1000_i32 = arith.constant 1000 : i32
// CANONICALIZE-NEXT: %c-10_i32 = arith.constant -10 : i32
// CANONICALIZE-NEXT: %c10_i32 = arith.constant 10 : i32
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.cmpi uge, %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.cmpi uge, %0, %c10_i32 : i32
// CANONICALIZE-NEXT: %4 = arith.cmpi uge, %0, %c-10_i32 : i32
// CANONICALIZE-NEXT: %5 = arith.cmpi uge, %0, %c1000_i32 : i32
// CANONICALIZE-NEXT: return %2, %3, %4, %5 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f676(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %c = arith.constant 10 : i32
  %n = arith.constant -10 : i32
  %big = arith.constant 1000 : i32
  %r = arith.cmpi uge, %x, %y : i32
  %s = arith.cmpi uge, %x, %c : i32
  %t = arith.cmpi uge, %x, %n : i32
  %u = arith.cmpi uge, %x, %big : i32
  return %r, %s, %t, %u : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f680(%arg0: i32, %arg1: i32) -> (i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %0 = arith.cmpi uge, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi ult, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %2 = arith.cmpi ult, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: return %1, %2, %0, %0 : i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f680(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  %x = arith.cmpi uge, %a, %b : i32
  %t = arith.constant true
  %n = arith.xori %x, %t : i1
  %m = arith.xori %t, %x : i1
  %e = arith.cmpi eq, %x, %t : i1
  %f = arith.constant false
  %g = arith.cmpi ne, %x, %f : i1
  return %n, %m, %e, %g : i1, i1, i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f682(%arg0: i8) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f682(%a: i8) -> (i32) {
  %x = arith.extsi %a : i8 to i16
  %y = arith.extsi %x : i16 to i32
  return %y : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f686(%arg0: i8) -> i32 {
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: return %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f686(%a: i8) -> (i32) {
  %x = arith.extui %a : i8 to i16
  %y = arith.extsi %x : i16 to i32
  return %y : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f690(%arg0: i8) -> i16 {
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i16
// CANONICALIZE-NEXT: return %0 : i16
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f690(%a: i8) -> (i16) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.trunci %x : i32 to i16
  return %y : i16
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f699(%arg0: i8, %arg1: i8) -> (i8, i32) {
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.muli %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3, %2 : i8, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f699(%a: i8, %b: i8) -> (i8, i32) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %z = arith.muli %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t, %z : i8, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f705(%arg0: i8, %arg1: i8) -> (i8, i32) {
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %arg1 : i8
// CANONICALIZE-NEXT: %1 = arith.extsi %0 : i8 to i32
// CANONICALIZE-NEXT: return %0, %1 : i8, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f705(%a: i8, %b: i8) -> (i8, i32) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %z = arith.xori %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t, %z : i8, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f711(%arg0: i8, %arg1: i8) -> (i8, i32) {
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.shrui %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3, %2 : i8, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f711(%a: i8, %b: i8) -> (i8, i32) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %z = arith.shrui %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t, %z : i8, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f717(%arg0: i8, %arg1: i8) -> (i8, i32) {
// CANONICALIZE-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.divsi %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3, %2 : i8, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f717(%a: i8, %b: i8) -> (i8, i32) {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %z = arith.divsi %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t, %z : i8, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f730(%arg0: i1) -> i1 {
// CANONICALIZE-NEXT: return %arg0 : i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f730(%a: i1) -> (i1) {
  %x = arith.extui %a : i1 to i8
  %y = arith.trunci %x : i8 to i1
  return %y : i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f735(%arg0: i8, %arg1: i8) -> i8 {
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.subi %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3 : i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f735(%a: i8, %b: i8) -> (i8) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %z = arith.subi %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t : i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f741(%arg0: i8, %arg1: i8) -> i8 {
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %arg1 : i8
// CANONICALIZE-NEXT: return %0 : i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f741(%a: i8, %b: i8) -> (i8) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %z = arith.ori %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t : i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f747(%arg0: i8, %arg1: i8) -> i8 {
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.shrsi %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3 : i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f747(%a: i8, %b: i8) -> (i8) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %z = arith.shrsi %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t : i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f753(%arg0: i8, %arg1: i8) -> i8 {
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CANONICALIZE-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CANONICALIZE-NEXT: %2 = arith.minui %0, %1 : i32
// CANONICALIZE-NEXT: %3 = arith.trunci %2 : i32 to i8
// CANONICALIZE-NEXT: return %3 : i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f753(%a: i8, %b: i8) -> (i8) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %z = arith.minui %x, %y : i32
  %t = arith.trunci %z : i32 to i8
  return %t : i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f766(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.trunci %arg0 overflow<nsw> : i32 to i16
// CANONICALIZE-NEXT: %1 = arith.extsi %0 : i16 to i32
// CANONICALIZE-NEXT: %2 = arith.trunci %arg0 overflow<nuw> : i32 to i16
// CANONICALIZE-NEXT: %3 = arith.extui %2 : i16 to i32
// CANONICALIZE-NEXT: return %1, %3 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f766(%a: i32) -> (i32, i32) {
  %x = arith.trunci %a overflow<nsw> : i32 to i16
  %y = arith.extsi %x : i16 to i32
  %z = arith.trunci %a overflow<nuw> : i32 to i16
  %w = arith.extui %z : i16 to i32
  return %y, %w : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f770(%arg0: i8, %arg1: i8) -> i64 {
// CANONICALIZE-NEXT: %0 = arith.ori %arg0, %arg1 : i8
// CANONICALIZE-NEXT: %1 = arith.extui %0 : i8 to i64
// CANONICALIZE-NEXT: return %1 : i64
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f770(%a: i8, %b: i8) -> (i64) {
  %x = arith.extui %a : i8 to i64
  %y = arith.extui %b : i8 to i64
  %z = arith.ori %x, %y : i64
  return %z : i64
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f774(%arg0: index) -> index {
// CANONICALIZE-NEXT: return %arg0 : index
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f774(%a: index) -> (index) {
  %x = arith.index_castui %a : index to i32
  %y = arith.index_castui %x : i32 to index
  return %y : index
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f778(%arg0: i8) -> i8 {
// CANONICALIZE-NEXT: return %arg0 : i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f778(%a: i8) -> (i8) {
  %x = arith.index_castui %a : i8 to index
  %y = arith.index_castui %x : index to i8
  return %y : i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f782(%arg0: index) -> index {
// CANONICALIZE-NEXT: return %arg0 : index
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f782(%a: index) -> (index) {
  %x = arith.index_castui %a : index to i64
  %y = arith.index_castui %x : i64 to index
  return %y : index
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f787(%arg0: i1) -> (i1, i1) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %true : i1
// CANONICALIZE-NEXT: return %arg0, %0 : i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f787(%c: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r = arith.select %c, %t, %f : i1
  %s = arith.select %c, %f, %t : i1
  return %r, %s : i1, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f789(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = arith.select %arg0, %arg1, %arg3 : i32
// CANONICALIZE-NEXT: %1 = arith.select %arg0, %arg3, %arg2 : i32
// CANONICALIZE-NEXT: return %0, %1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f789(%c: i1, %a: i32, %b: i32, %e: i32) -> (i32, i32) {
  %x = arith.select %c, %a, %b : i32
  %y = arith.select %c, %x, %e : i32
  %z = arith.select %c, %e, %x : i32
  return %y, %z : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f791(%arg0: i1) -> (i64, i64, i64, i64) {
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c0_i64 = arith.constant 0 : i64
// CANONICALIZE-NEXT: %c-1_i64 = arith.constant -1 : i64
// CANONICALIZE-NEXT: %0 = arith.extui %arg0 : i1 to i64
// CANONICALIZE-NEXT: %1 = arith.xori %arg0, %true : i1
// CANONICALIZE-NEXT: %2 = arith.extui %1 : i1 to i64
// CANONICALIZE-NEXT: %3 = arith.select %arg0, %c-1_i64, %c0_i64 : i64
// CANONICALIZE-NEXT: %4 = arith.select %arg0, %c0_i64, %c-1_i64 : i64
// CANONICALIZE-NEXT: return %0, %2, %3, %4 : i64, i64, i64, i64
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f791(%c: i1) -> (i64, i64, i64, i64) {
  %o = arith.constant 1 : i64
  %z = arith.constant 0 : i64
  %m = arith.constant -1 : i64
  %r = arith.select %c, %o, %z : i64
  %s = arith.select %c, %z, %o : i64
  %u = arith.select %c, %m, %z : i64
  %v = arith.select %c, %z, %m : i64
  return %r, %s, %u, %v : i64, i64, i64, i64
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f796(%arg0: i1) -> (i8, i8) {
// CANONICALIZE-NEXT: %c1_i8 = arith.constant 1 : i8
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = arith.xori %arg0, %true : i1
// CANONICALIZE-NEXT: %1 = arith.extsi %0 : i1 to i8
// CANONICALIZE-NEXT: %2 = arith.extsi %arg0 : i1 to i8
// CANONICALIZE-NEXT: %3 = arith.xori %2, %c1_i8 : i8
// CANONICALIZE-NEXT: return %1, %3 : i8, i8
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f796(%a: i1) -> (i8, i8) {
  %t = arith.constant true
  %x = arith.xori %a, %t : i1
  %y = arith.extsi %x : i1 to i8
  %b = arith.extsi %a : i1 to i8
  %c = arith.constant 1 : i8
  %z = arith.xori %b, %c : i8
  return %y, %z : i8, i8
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f800() -> (i32, i1, i32, i32, i32, i32, i32, i1) {
// CANONICALIZE-NEXT: %c7_i32 = arith.constant 7 : i32
// CANONICALIZE-NEXT: %c6_i32 = arith.constant 6 : i32
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c-7_i32 = arith.constant -7 : i32
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: return %c6_i32, %true, %c-7_i32, %c6_i32, %c-7_i32, %c-1_i32, %c7_i32, %false : i32, i1, i32, i32, i32, i32, i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f800() -> (i32, i1, i32, i32, i32, i32, i32, i1) {
  %a = arith.constant -1 : i32
  %b = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %s, %o = arith.addui_extended %a, %b : i32, i1
  %l, %h = arith.mului_extended %a, %b : i32
  %l2, %h2 = arith.mulsi_extended %a, %b : i32
  %s3,%o3 = arith.addui_extended %b, %z : i32, i1
  return %s, %o, %l, %h, %l2, %h2, %s3, %o3 : i32, i1, i32, i32, i32, i32, i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f804(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %low, %high = arith.mulsi_extended %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: return %high : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f804(%a: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %l, %h = arith.mulsi_extended %a, %c : i32
  return %h : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1089() -> tensor<2xi32> {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1, -2]> : tensor<2xi32>
// CANONICALIZE-NEXT: return %cst : tensor<2xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1089() -> (tensor<2xi32>) {
  %a = arith.constant dense<[1, -2]> : tensor<2xi32>
  %b = arith.constant dense<[4, 3]> : tensor<2xi32>
  %r = arith.remsi %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1107() -> tensor<2xi32> {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[16, -16]> : tensor<2xi32>
// CANONICALIZE-NEXT: return %cst : tensor<2xi32>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1107() -> (tensor<2xi32>) {
  %a = arith.constant dense<[1, -2]> : tensor<2xi32>
  %b = arith.constant dense<[4, 3]> : tensor<2xi32>
  %r = arith.shli %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1200(%arg0: i8, %arg1: i8, %arg2: i1) -> (i8, i1) {
// CANONICALIZE-NEXT: %c8_i8 = arith.constant 8 : i8
// CANONICALIZE-NEXT: %0 = arith.cmpi slt, %arg0, %c8_i8 : i8
// CANONICALIZE-NEXT: return %c8_i8, %0 : i8, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1200(%a: i8, %b: i8, %p: i1) -> (i8, i1) {
  %v0 = arith.extui %a : i8 to i64
  %v1 = arith.trunci %v0 : i64 to i8
  %v2 = arith.cmpi ugt, %v1, %b : i8
  %v3 = arith.constant 0 : i8
  %v4 = arith.constant 8 : i8
  %v5 = arith.cmpi sgt, %v4, %v1 : i8
  %v6 = arith.xori %b, %v4 : i8
  %v7 = arith.constant 8 : i8
  return %v4, %v5 : i8, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1202(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c8_i32 = arith.constant 8 : i32
// CANONICALIZE-NEXT: %0 = arith.cmpi ule, %arg0, %arg1 : i32
// CANONICALIZE-NEXT: %1 = arith.muli %arg0, %c8_i32 : i32
// CANONICALIZE-NEXT: return %1, %0 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1202(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.cmpi sge, %b, %a : i32
  %v1 = arith.shrsi %b, %b : i32
  %v2 = arith.constant 8 : i32
  %v3 = arith.extsi %v2 : i32 to i64
  %v4 = arith.trunci %v3 : i64 to i32
  %v5 = arith.cmpi ule, %a, %b : i32
  %v6 = arith.muli %v2, %a : i32
  %v7 = arith.minui %v6, %b : i32
  return %v6, %v5 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1204(%arg0: i8, %arg1: i8, %arg2: i1) -> (i8, i1) {
// CANONICALIZE-NEXT: %c7_i8 = arith.constant 7 : i8
// CANONICALIZE-NEXT: return %c7_i8, %arg2 : i8, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1204(%a: i8, %b: i8, %p: i1) -> (i8, i1) {
  %v0 = arith.extsi %a : i8 to i64
  %v1 = arith.trunci %v0 : i64 to i8
  %v2 = arith.ceildivui %b, %v1 : i8
  %v3 = arith.constant 7 : i8
  %v4 = arith.minui %v2, %a : i8
  return %v3, %p : i8, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1206(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c7_i32 = arith.constant 7 : i32
// CANONICALIZE-NEXT: return %c7_i32, %arg2 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1206(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.constant 7 : i32
  %v1 = arith.ori %p, %p : i1
  %v2 = arith.floordivsi %v0, %a : i32
  return %v0, %v1 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1208(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c1_i32 = arith.constant 1 : i32
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: return %c1_i32, %true : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1208(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.ceildivui %a, %b : i32
  %v1 = arith.constant 3 : i32
  %v2 = arith.xori %b, %b : i32
  %v3 = arith.constant -1 : i32
  %v4 = arith.select %p, %p, %p : i1
  %v5 = arith.constant 1 : i32
  %v6 = arith.constant 7 : i32
  %v7 = arith.constant 1 : i32
  %v8 = arith.andi %v7, %v6 : i32
  %v9 = arith.cmpi slt, %v2, %v1 : i32
  return %v7, %v9 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1210(%arg0: index, %arg1: index, %arg2: i1) -> (index, i1) {
// CANONICALIZE-NEXT: %c8 = arith.constant 8 : index
// CANONICALIZE-NEXT: return %c8, %arg2 : index, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1210(%a: index, %b: index, %p: i1) -> (index, i1) {
  %v0 = arith.muli %b, %b : index
  %v1 = arith.andi %a, %a : index
  %v2 = arith.select %p, %v0, %v1 : index
  %v3 = arith.shrui %v0, %v0 : index
  %v4 = arith.ceildivsi %v1, %b : index
  %v5 = arith.constant 8 : index
  %v6 = arith.ceildivui %v1, %v4 : index
  %v7 = arith.constant 7 : index
  return %v5, %p : index, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1212(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: return %arg0, %arg2 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1212(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.select %p, %b, %b : i32
  %v1 = arith.shrsi %a, %v0 : i32
  %v2 = arith.constant -1 : i32
  %v3 = arith.shrui %a, %a : i32
  %v4 = arith.shrui %v0, %v1 : i32
  %v5 = arith.extsi %a : i32 to i64
  %v6 = arith.trunci %v5 : i64 to i32
  %v7 = arith.minsi %v6, %v3 : i32
  return %v6, %p : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1214(%arg0: i8, %arg1: i8, %arg2: i1) -> (i8, i1) {
// CANONICALIZE-NEXT: %0 = arith.cmpi slt, %arg1, %arg0 : i8
// CANONICALIZE-NEXT: %1 = arith.remui %arg1, %arg1 : i8
// CANONICALIZE-NEXT: return %1, %0 : i8, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1214(%a: i8, %b: i8, %p: i1) -> (i8, i1) {
  %v0 = arith.cmpi sgt, %a, %a : i8
  %v1 = arith.cmpi slt, %b, %a : i8
  %v2 = arith.remui %b, %b : i8
  return %v2, %v1 : i8, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1216(%arg0: i8, %arg1: i8, %arg2: i1) -> (i8, i1) {
// CANONICALIZE-NEXT: %c2_i8 = arith.constant 2 : i8
// CANONICALIZE-NEXT: %0 = arith.cmpi ule, %arg1, %arg0 : i8
// CANONICALIZE-NEXT: return %c2_i8, %0 : i8, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1216(%a: i8, %b: i8, %p: i1) -> (i8, i1) {
  %v0 = arith.cmpi sgt, %a, %b : i8
  %v1 = arith.floordivsi %b, %a : i8
  %v2 = arith.cmpi ule, %b, %a : i8
  %v3 = arith.ceildivui %v1, %b : i8
  %v4 = arith.constant 3 : i8
  %v5 = arith.maxsi %v4, %a : i8
  %v6 = arith.constant 0 : i8
  %v7 = arith.constant 2 : i8
  %v8 = arith.constant 2 : i8
  return %v8, %v2 : i8, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1218(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %0 = arith.cmpi ule, %arg1, %arg0 : i32
// CANONICALIZE-NEXT: return %arg1, %0 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1218(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.cmpi uge, %b, %b : i32
  %v1 = arith.constant 1 : i32
  %v2 = arith.extui %b : i32 to i64
  %v3 = arith.trunci %v2 : i64 to i32
  %v4 = arith.cmpi ule, %v3, %a : i32
  %v5 = arith.constant 1 : i32
  return %v3, %v4 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1220(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c-1_i32 = arith.constant -1 : i32
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: return %c-1_i32, %false : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1220(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.extsi %b : i32 to i64
  %v1 = arith.trunci %v0 : i64 to i32
  %v2 = arith.andi %p, %p : i1
  %v3 = arith.minui %v1, %b : i32
  %v4 = arith.subi %a, %a : i32
  %v5 = arith.constant 1 : i32
  %v6 = arith.shrsi %v3, %v5 : i32
  %v7 = arith.constant 8 : i32
  %v8 = arith.andi %v1, %v5 : i32
  %v9 = arith.xori %v2, %p : i1
  %v10 = arith.remui %v6, %v3 : i32
  %v11 = arith.constant -1 : i32
  %v12 = arith.remui %v7, %v8 : i32
  return %v11, %v9 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1222(%arg0: index, %arg1: index, %arg2: i1) -> (index, i1) {
// CANONICALIZE-NEXT: %c2 = arith.constant 2 : index
// CANONICALIZE-NEXT: %c6 = arith.constant 6 : index
// CANONICALIZE-NEXT: %0 = arith.andi %arg0, %arg1 : index
// CANONICALIZE-NEXT: %1 = arith.ori %0, %c6 : index
// CANONICALIZE-NEXT: %2 = arith.cmpi sle, %arg0, %c2 : index
// CANONICALIZE-NEXT: return %1, %2 : index, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1222(%a: index, %b: index, %p: i1) -> (index, i1) {
  %v0 = arith.constant 3 : index
  %v1 = arith.constant 2 : index
  %v2 = arith.muli %v1, %v0 : index
  %v3 = arith.select %p, %p, %p : i1
  %v4 = arith.andi %a, %b : index
  %v5 = arith.subi %v1, %v0 : index
  %v6 = arith.constant 8 : index
  %v7 = arith.ori %v2, %v4 : index
  %v8 = arith.cmpi sle, %a, %v1 : index
  %v9 = arith.constant 0 : index
  return %v7, %v8 : index, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1224(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: return %c3_i32, %arg2 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1224(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.remsi %b, %b : i32
  %v1 = arith.ceildivui %v0, %a : i32
  %v2 = arith.shrsi %b, %v1 : i32
  %v3 = arith.select %p, %a, %b : i32
  %v4 = arith.constant 1 : i32
  %v5 = arith.constant 1 : i32
  %v6 = arith.remui %v5, %a : i32
  %v7 = arith.constant 3 : i32
  return %v7, %p : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1226(%arg0: i8, %arg1: i8, %arg2: i1) -> (i8, i1) {
// CANONICALIZE-NEXT: %0 = arith.xori %arg1, %arg0 : i8
// CANONICALIZE-NEXT: %1 = arith.andi %arg1, %arg0 : i8
// CANONICALIZE-NEXT: %2 = arith.cmpi sgt, %0, %arg0 : i8
// CANONICALIZE-NEXT: %3 = arith.xori %arg0, %1 : i8
// CANONICALIZE-NEXT: return %3, %2 : i8, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1226(%a: i8, %b: i8, %p: i1) -> (i8, i1) {
  %v0 = arith.minui %a, %a : i8
  %v1 = arith.xori %b, %a : i8
  %v2 = arith.constant 3 : i8
  %v3 = arith.andi %b, %v0 : i8
  %v4 = arith.cmpi sle, %v0, %v2 : i8
  %v5 = arith.cmpi sgt, %v1, %v0 : i8
  %v6 = arith.xori %v0, %v3 : i8
  %v7 = arith.select %p, %a, %v2 : i8
  return %v6, %v5 : i8, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1228(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i1) {
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %0 = arith.subi %arg1, %c2_i32 : i32
// CANONICALIZE-NEXT: %1 = arith.cmpi eq, %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %2 = arith.maxsi %0, %arg1 : i32
// CANONICALIZE-NEXT: return %2, %1 : i32, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1228(%a: i32, %b: i32, %p: i1) -> (i32, i1) {
  %v0 = arith.maxsi %b, %b : i32
  %v1 = arith.constant 2 : i32
  %v2 = arith.constant 3 : i32
  %v3 = arith.subi %b, %v1 : i32
  %v4 = arith.cmpi eq, %v2, %a : i32
  %v5 = arith.maxsi %v3, %b : i32
  %v6 = arith.shrui %v0, %v0 : i32
  return %v5, %v4 : i32, i1
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @wide(%arg0: i128, %arg1: i64) -> (i128, i128, i128, i128, i128, i1, i1, i128, i128, i64) {
// CANONICALIZE-NEXT: %c-3_i64 = arith.constant -3 : i64
// CANONICALIZE-NEXT: %c18446744073709551614_i128 = arith.constant 18446744073709551614 : i128
// CANONICALIZE-NEXT: %c-2_i128 = arith.constant -2 : i128
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %c21267647932558653966460912964485513216_i128 = arith.constant 21267647932558653966460912964485513216 : i128
// CANONICALIZE-NEXT: %c-170141183460469231731687303715884105728_i128 = arith.constant -170141183460469231731687303715884105728 : i128
// CANONICALIZE-NEXT: %c-1_i128 = arith.constant -1 : i128
// CANONICALIZE-NEXT: %c-170141183460469231731687303715884105726_i128 = arith.constant -170141183460469231731687303715884105726 : i128
// CANONICALIZE-NEXT: %c170141183460469231731687303715884105725_i128 = arith.constant 170141183460469231731687303715884105725 : i128
// CANONICALIZE-NEXT: %c56713727820156410577229101238628035242_i128 = arith.constant 56713727820156410577229101238628035242 : i128
// CANONICALIZE-NEXT: %0 = arith.divsi %c-170141183460469231731687303715884105728_i128, %c-1_i128 : i128
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %c-2_i128 : i128
// CANONICALIZE-NEXT: return %c-170141183460469231731687303715884105726_i128, %c170141183460469231731687303715884105725_i128, %c56713727820156410577229101238628035242_i128, %0, %c21267647932558653966460912964485513216_i128, %true, %false, %1, %c18446744073709551614_i128, %c-3_i64 : i128, i128, i128, i128, i128, i1, i1, i128, i128, i64
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @wide(%x: i128, %s: i64) -> (i128, i128, i128, i128, i128, i1, i1, i128, i128, i64) {
  %most = arith.constant 170141183460469231731687303715884105727 : i128
  %least = arith.constant -170141183460469231731687303715884105728 : i128
  %three = arith.constant 3 : i128
  %minus = arith.constant -1 : i128
  %around = arith.addi %most, %three : i128
  %product = arith.muli %most, %three : i128
  %quotient = arith.divui %least, %three : i128
  %overflow = arith.divsi %least, %minus : i128
  %shifted = arith.shrui %least, %three : i128
  %less = arith.cmpi slt, %least, %most : i128
  %below = arith.cmpi ult, %least, %most : i128
  %first = arith.addi %x, %most : i128
  %both = arith.addi %first, %most : i128
  %five = arith.constant -5 : i64
  %extended = arith.extui %five : i64 to i128
  %sum = arith.addi %extended, %three : i128
  %low = arith.trunci %product : i128 to i64
  return %around, %product, %quotient, %overflow, %shifted, %less, %below, %both, %sum, %low : i128, i128, i128, i128, i128, i1, i1, i128, i128, i64
}
