// RUN: tfrt-opt -remove-dead-values -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=DEAD

// DEAD:      module {
// DEAD-NEXT: func.func private @unused(%arg0: i32) -> i32 {
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: func.func @main(%arg0: i32, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = call @unused(%arg0) : (i32) -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @unused(%a: i32, %b: i32) -> (i32, i32) {
  %c = arith.addi %a, %a : i32
  %d = arith.muli %c, %b : i32
  return %a, %d : i32, i32
}
func.func @main(%x: i32, %y: i32) -> i32 {
  %r:2 = call @unused(%x, %y) : (i32, i32) -> (i32, i32)
  %dead = arith.subi %r#1, %x : i32
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @pub(%arg0: i32, %arg1: i32) -> i32 {
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @pub(%x: i32, %unused: i32) -> i32 {
  %dead = arith.subi %x, %x : i32
  return %x : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @loop(%arg0: index, %arg1: i32) -> i32 {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// DEAD-NEXT: %2 = arith.addi %arg3, %arg1 : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: scf.yield %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @loop(%n: index, %i: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %i, %b = %i) -> (i32, i32) {
    %s = arith.addi %a, %i : i32
    %t = arith.addi %b, %s : i32
    scf.yield %s, %t : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @if(%arg0: i1, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = scf.if %arg0 -> (i32) {
// DEAD-NEXT: %1 = ub.poison : i32
// DEAD-NEXT: scf.yield %arg1 : i32
// DEAD-NEXT: } else {
// DEAD-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// DEAD-NEXT: %2 = ub.poison : i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @if(%c: i1, %i: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %s = arith.addi %i, %i : i32
    scf.yield %i, %s : i32, i32
  } else {
    %s = arith.muli %i, %i : i32
    scf.yield %s, %s : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @while(%arg0: i1, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: %1 = scf.while (%arg2 = %arg1) : (i32) -> i32 {
// DEAD-NEXT: %2 = arith.cmpi slt, %arg2, %arg1 : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: scf.condition(%2) %arg2 : i32
// DEAD-NEXT: } do {
// DEAD-NEXT: ^bb0(%arg2: i32):
// DEAD-NEXT: %2 = arith.addi %arg2, %arg1 : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: scf.yield %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @while(%c: i1, %i: i32) -> i32 {
  %r:2 = scf.while (%a = %i, %b = %i) : (i32, i32) -> (i32, i32) {
    %cc = arith.cmpi slt, %a, %i : i32
    scf.condition(%cc) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %i : i32
    scf.yield %s, %b : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @pr() {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @pr(%i: i32) -> i32 {
  %x = arith.addi %i, %i : i32
  return %x : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @ext(i32) -> i32
// DEAD-NEXT: func.func @m(%arg0: i32) {
// DEAD-NEXT: %0 = call @ext(%arg0) : (i32) -> i32
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @ext(%i: i32) -> i32
func.func @m(%i: i32) {
  %0 = call @ext(%i) : (i32) -> i32
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @rec() -> i32 {
// DEAD-NEXT: %0 = call @rec() : () -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: func.func @m(%arg0: i32) -> i32 {
// DEAD-NEXT: %0 = call @rec() : () -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @rec(%i: i32, %u: i32) -> i32 {
  %0 = call @rec(%i, %u) : (i32, i32) -> i32
  return %0 : i32
}
func.func @m(%i: i32) -> i32 {
  %0 = call @rec(%i, %i) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @noresult(%arg0: i1, %arg1: i32) {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @noresult(%c: i1, %i: i32) {
  scf.if %c {
    %s = arith.addi %i, %i : i32
  }
  %c0 = arith.constant 0 : index
  scf.for %k = %c0 to %c0 step %c0 {
    %t = arith.index_cast %k : index to i32
  }
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @effect(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: scf.if %arg0 {
// DEAD-NEXT: memref.store %arg1, %arg2[%c0] : memref<4xi32>
// DEAD-NEXT: %1 = ub.poison : i32
// DEAD-NEXT: } else {
// DEAD-NEXT: %1 = ub.poison : i32
// DEAD-NEXT: }
// DEAD-NEXT: %0 = memref.load %arg2[%c0] : memref<4xi32>
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @effect(%c: i1, %i: i32, %m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (i32) {
    %s = arith.addi %i, %i : i32
    memref.store %i, %m[%c0] : memref<4xi32>
    scf.yield %s : i32
  } else {
    scf.yield %i : i32
  }
  %l = memref.load %m[%c0] : memref<4xi32>
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @unreg(%arg0: i32) -> i32 {
// DEAD-NEXT: %0 = "foo.bar"(%arg0) : (i32) -> i32
// DEAD-NEXT: %1:2 = "foo.reg"(%arg0) ({
// DEAD-NEXT: %2 = arith.addi %arg0, %arg0 : i32
// DEAD-NEXT: "foo.yield"(%2) : (i32) -> ()
// DEAD-NEXT: }) : (i32) -> (i32, i32)
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @unreg(%n: i32) -> i32 {
  %0 = "foo.bar"(%n) : (i32) -> i32
  %1:2 = "foo.reg"(%n) ({
    %s = arith.addi %n, %n : i32
    "foo.yield"(%s) : (i32) -> ()
  }) : (i32) -> (i32, i32)
  return %n : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @a() {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: func.func @m(%arg0: i32) {
// DEAD-NEXT: call @a() : () -> ()
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @a(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %x : i32
  return %s : i32
}
func.func @m(%x: i32) {
  %s = arith.addi %x, %x : i32
  %f = call @a(%s, %s) : (i32, i32) -> i32
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @exec(%arg0: i32) -> i32 {
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @exec(%x: i32) -> i32 {
  %r:2 = scf.execute_region -> (i32, i32) {
    %s = arith.addi %x, %x : i32
    scf.yield %x, %s : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @switch(%arg0: index, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = scf.index_switch %arg0 -> i32
// DEAD-NEXT: case 1 {
// DEAD-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// DEAD-NEXT: %2 = ub.poison : i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: default {
// DEAD-NEXT: %1 = ub.poison : i32
// DEAD-NEXT: scf.yield %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @switch(%x: index, %i: i32) -> i32 {
  %r:2 = scf.index_switch %x -> i32, i32
  case 1 {
    %s = arith.addi %i, %i : i32
    scf.yield %s, %s : i32, i32
  }
  default {
    %s = arith.muli %i, %i : i32
    scf.yield %i, %s : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @deadwhile(%arg0: i1, %arg1: i32) {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @deadwhile(%c: i1, %i: i32) {
  %r:2 = scf.while (%a = %i, %b = %i) : (i32, i32) -> (i32, i32) {
    %cc = arith.cmpi slt, %a, %i : i32
    scf.condition(%cc) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %i : i32
    scf.yield %s, %b : i32, i32
  }
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @par(%arg0: index, %arg1: memref<4xf32>) {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @par(%n: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    %v = memref.load %m[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: module @inner {
// DEAD-NEXT: func.func private @f() {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
// DEAD-NEXT: func.func @g(%arg0: i32) {
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
module @inner {
  func.func private @f(%a: i32) -> i32 {
    return %a : i32
  }
}
func.func @g(%a: i32) {
  %0 = arith.divsi %a, %a : i32
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @two(%arg0: index, %arg1: i32, %arg2: f32) -> i32 {
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @two(%n: index, %i: i32, %f: f32) -> i32 {
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %k = %c1 to %n step %c1 iter_args(%a = %i, %b = %i, %d = %f, %e = %i) -> (i32, i32, f32, i32) {
    %t = arith.addi %a, %b : i32
    %u = arith.addi %e, %e : i32
    scf.yield %a, %t, %d, %u : i32, i32, f32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @g(%arg0: i32 {x.z}) -> (i32 {x.s}) attributes {foo} {
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: func.func @k(%arg0: i32) -> i32 {
// DEAD-NEXT: %0 = call @g(%arg0) {bar} : (i32) -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @g(%a: i32 {x.y}, %b: i32 {x.z}) -> (i32 {x.r}, i32 {x.s}) attributes {foo} {
  return %b, %b : i32, i32
}
func.func @k(%a: i32) -> i32 {
  %0:2 = call @g(%a, %a) {bar} : (i32, i32) -> (i32, i32)
  return %0#1 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @sw(%arg0: i32, %arg1: i32) -> i32 {
// DEAD-NEXT: cf.switch %arg0 : i32, [
// DEAD-NEXT: default: ^bb1(%arg1 : i32),
// DEAD-NEXT: 1: ^bb2
// DEAD-NEXT: ]
// DEAD-NEXT: ^bb1(%0: i32): // pred: ^bb0
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: ^bb2: // pred: ^bb0
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @sw(%c: i32, %i: i32) -> i32 {
  %x = arith.addi %i, %i : i32
  cf.switch %c : i32, [ default: ^a(%i, %x : i32, i32), 1: ^b(%x: i32) ]
^a(%p: i32, %q: i32):
  return %p : i32
^b(%q2: i32):
  return %i : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @nest(%arg0: index, %arg1: i1, %arg2: i32) -> i32 {
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: %1 = scf.for %arg3 = %c1 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (i32) {
// DEAD-NEXT: %2 = arith.select %arg1, %arg4, %arg2 : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: scf.yield %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @nest(%n: index, %c: i1, %i: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c1 to %n step %c1 iter_args(%a = %i, %b = %i) -> (i32, i32) {
    %q:2 = scf.if %c -> (i32, i32) {
      %t = arith.addi %a, %b : i32
      scf.yield %a, %t : i32, i32
    } else {
      scf.yield %i, %b : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  }
  return %r#0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @store(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) {
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: %1 = scf.for %arg3 = %c1 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (i32) {
// DEAD-NEXT: memref.store %arg4, %arg1[%arg3] : memref<?xi32>
// DEAD-NEXT: %2 = arith.addi %arg4, %arg4 : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: scf.yield %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @store(%n: index, %m: memref<?xi32>, %i: i32) {
  %c1 = arith.constant 1 : index
  %dead = arith.addi %i, %i : i32
  %r:2 = scf.for %k = %c1 to %n step %c1 iter_args(%a = %i, %b = %dead) -> (i32, i32) {
    memref.store %a, %m[%k] : memref<?xi32>
    %u = arith.addi %b, %b : i32
    %v = arith.addi %a, %a : i32
    scf.yield %v, %u : i32, i32
  }
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @w2(%arg0: i32, %arg1: f32) -> f32 {
// DEAD-NEXT: %0:2 = scf.while (%arg2 = %arg0) : (i32) -> (i32, f32) {
// DEAD-NEXT: %1 = arith.cmpi slt, %arg2, %arg0 : i32
// DEAD-NEXT: %2 = arith.sitofp %arg2 : i32 to f32
// DEAD-NEXT: scf.condition(%1) %arg2, %2 : i32, f32
// DEAD-NEXT: } do {
// DEAD-NEXT: ^bb0(%arg2: i32, %arg3: f32):
// DEAD-NEXT: %1 = arith.addi %arg2, %arg0 : i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0#1 : f32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @w2(%i: i32, %f: f32) -> f32 {
  %r:2 = scf.while (%a = %i) : (i32) -> (i32, f32) {
    %cc = arith.cmpi slt, %a, %i : i32
    %g = arith.sitofp %a : i32 to f32
    scf.condition(%cc) %a, %g : i32, f32
  } do {
  ^bb0(%a: i32, %b: f32):
    %s = arith.addi %a, %i : i32
    scf.yield %s : i32
  }
  return %r#1 : f32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func private @p(%arg0: i32) -> i32 {
// DEAD-NEXT: %0 = call @q(%arg0) : (i32) -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: func.func private @q(%arg0: i32) -> i32 {
// DEAD-NEXT: return %arg0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: func.func @m(%arg0: i32, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = call @p(%arg0) : (i32) -> i32
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func private @p(%i: i32, %j: i32) -> i32 {
  %0 = func.call @q(%j, %i) : (i32, i32) -> i32
  return %0 : i32
}
func.func private @q(%i: i32, %j: i32) -> i32 {
  return %i : i32
}
func.func @m(%i: i32, %j: i32) -> i32 {
  %0 = func.call @p(%j, %i) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @ifnores(%arg0: i1, %arg1: memref<4xi32>, %arg2: i32) {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: %0 = arith.cmpi eq, %arg2, %arg2 : i32
// DEAD-NEXT: scf.if %0 {
// DEAD-NEXT: memref.store %arg2, %arg1[%c0] : memref<4xi32>
// DEAD-NEXT: }
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @ifnores(%c: i1, %m: memref<4xi32>, %i: i32) {
  %c0 = arith.constant 0 : index
  %x = arith.cmpi eq, %i, %i : i32
  scf.if %x {
    memref.store %i, %m[%c0] : memref<4xi32>
  }
  return
}

// -----

// DEAD:      module {
// DEAD-NEXT: func.func @br(%arg0: i1, %arg1: i32) -> i32 {
// DEAD-NEXT: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// DEAD-NEXT: ^bb1(%0: i32): // pred: ^bb0
// DEAD-NEXT: return %0 : i32
// DEAD-NEXT: ^bb2: // pred: ^bb0
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @br(%c: i1, %i: i32) -> i32 {
  %x = arith.addi %i, %i : i32
  cf.cond_br %c, ^a(%i, %x : i32, i32), ^b
^a(%p: i32, %q: i32):
  return %p : i32
^b:
  return %i : i32
}
