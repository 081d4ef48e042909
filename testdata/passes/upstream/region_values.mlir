// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE
// RUN: tfrt-opt -remove-dead-values -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=DEAD

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @carried_as_it_came(%arg0: index, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: scf.for %arg2 = %c0 to %arg0 step %c1 {
// CANONICALIZE-NEXT: "demo.use"(%arg2, %arg1) : (index, i32) -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @carried_as_it_came(%arg0: index, %arg1: i32) -> i32 {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: scf.for %arg2 = %c0 to %arg0 step %c1 {
// DEAD-NEXT: "demo.use"(%arg2, %arg1) : (index, i32) -> ()
// DEAD-NEXT: }
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @carried_as_it_came(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    "demo.use"(%i, %a) : (index, i32) -> ()
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @equal_carried(%arg0: index, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// CANONICALIZE-NEXT: %1 = "demo.make"(%arg2, %arg3, %arg3) : (index, i32, i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @equal_carried(%arg0: index, %arg1: i32) -> (i32, i32) {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// DEAD-NEXT: %1 = "demo.make"(%arg2, %arg3, %arg3) : (index, i32, i32) -> i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0, %0 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @equal_carried(%n: index, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %k = "demo.make"(%i, %a, %b) : (index, i32, i32) -> i32
    scf.yield %k, %k : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @through_both_regions(%arg0: index, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: scf.while : () -> () {
// CANONICALIZE-NEXT: %0 = "demo.make"(%arg0) : (index) -> i1
// CANONICALIZE-NEXT: scf.condition(%0)
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: "demo.use"(%arg1) : (i32) -> ()
// CANONICALIZE-NEXT: scf.yield
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @through_both_regions(%arg0: index, %arg1: i32) -> i32 {
// DEAD-NEXT: scf.while : () -> () {
// DEAD-NEXT: %0 = "demo.make"(%arg0) : (index) -> i1
// DEAD-NEXT: scf.condition(%0)
// DEAD-NEXT: } do {
// DEAD-NEXT: "demo.use"(%arg1) : (i32) -> ()
// DEAD-NEXT: scf.yield
// DEAD-NEXT: }
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @through_both_regions(%n: index, %x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> (i32) {
    %k = "demo.make"(%n) : (index) -> i1
    scf.condition(%k) %a : i32
  } do {
  ^bb0(%b: i32):
    "demo.use"(%b) : (i32) -> ()
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @handed_on_twice(%arg0: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1:2 = "demo.make"(%arg1) : (i32) -> (i1, i32)
// CANONICALIZE-NEXT: scf.condition(%1#0) %1#1 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg1: i32):
// CANONICALIZE-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @handed_on_twice(%arg0: i32) -> (i32, i32) {
// DEAD-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// DEAD-NEXT: %1:2 = "demo.make"(%arg1) : (i32) -> (i1, i32)
// DEAD-NEXT: scf.condition(%1#0) %1#1 : i32
// DEAD-NEXT: } do {
// DEAD-NEXT: ^bb0(%arg1: i32):
// DEAD-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0, %0 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @handed_on_twice(%x: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %k, %v = "demo.make"(%a) : (i32) -> (i1, i32)
    scf.condition(%k) %v, %v : i32, i32
  } do {
  ^bb0(%b: i32, %c: i32):
    %d = arith.muli %b, %c : i32
    scf.yield %d : i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @same_of_both(%arg0: i1, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: scf.if %arg0 {
// CANONICALIZE-NEXT: "demo.use"() : () -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @same_of_both(%arg0: i1, %arg1: i32) -> i32 {
// DEAD-NEXT: scf.if %arg0 {
// DEAD-NEXT: "demo.use"() : () -> ()
// DEAD-NEXT: }
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @same_of_both(%p: i1, %x: i32) -> i32 {
  %r = scf.if %p -> (i32) {
    "demo.use"() : () -> ()
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @equal_of_both(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = scf.if %arg0 -> (i32) {
// CANONICALIZE-NEXT: %1 = "demo.make"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: %1 = "demo.make"(%arg1) : (i32) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @equal_of_both(%arg0: i1, %arg1: i32) -> (i32, i32) {
// DEAD-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// DEAD-NEXT: %1 = "demo.make"(%arg1) : (i32) -> i32
// DEAD-NEXT: scf.yield %1, %1 : i32, i32
// DEAD-NEXT: } else {
// DEAD-NEXT: %1 = "demo.make"(%arg1) : (i32) -> i32
// DEAD-NEXT: scf.yield %1, %1 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0#0, %0#0 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @equal_of_both(%p: i1, %x: i32) -> (i32, i32) {
  %r:2 = scf.if %p -> (i32, i32) {
    %y = "demo.make"(%x) : (i32) -> i32
    scf.yield %y, %y : i32, i32
  } else {
    %y = "demo.make"(%x) : (i32) -> i32
    scf.yield %y, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @same_of_all_cases(%arg0: index, %arg1: i32) -> i32 {
// CANONICALIZE-NEXT: scf.index_switch %arg0
// CANONICALIZE-NEXT: case 1 {
// CANONICALIZE-NEXT: "demo.use"(%arg0) : (index) -> ()
// CANONICALIZE-NEXT: scf.yield
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: default {
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @same_of_all_cases(%arg0: index, %arg1: i32) -> i32 {
// DEAD-NEXT: %0 = scf.index_switch %arg0 -> i32
// DEAD-NEXT: case 1 {
// DEAD-NEXT: "demo.use"(%arg0) : (index) -> ()
// DEAD-NEXT: scf.yield %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: default {
// DEAD-NEXT: scf.yield %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @same_of_all_cases(%n: index, %x: i32) -> i32 {
  %r = scf.index_switch %n -> i32
  case 1 {
    "demo.use"(%n) : (index) -> ()
    scf.yield %x : i32
  }
  default {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @equal_of_all_cases(%arg0: index, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0 = scf.index_switch %arg0 -> i32
// CANONICALIZE-NEXT: case 1 {
// CANONICALIZE-NEXT: %1 = "demo.make"(%arg0) : (index) -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: case 4 {
// CANONICALIZE-NEXT: scf.yield %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: default {
// CANONICALIZE-NEXT: %1 = "demo.make"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0, %0 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @equal_of_all_cases(%arg0: index, %arg1: i32) -> (i32, i32) {
// DEAD-NEXT: %0:2 = scf.index_switch %arg0 -> i32, i32
// DEAD-NEXT: case 1 {
// DEAD-NEXT: %1 = "demo.make"(%arg0) : (index) -> i32
// DEAD-NEXT: scf.yield %1, %1 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: case 4 {
// DEAD-NEXT: scf.yield %arg1, %arg1 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: default {
// DEAD-NEXT: %1 = "demo.make"() : () -> i32
// DEAD-NEXT: scf.yield %1, %1 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0#0, %0#0 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @equal_of_all_cases(%n: index, %x: i32) -> (i32, i32) {
  %r:2 = scf.index_switch %n -> i32, i32
  case 1 {
    %y = "demo.make"(%n) : (index) -> i32
    scf.yield %y, %y : i32, i32
  }
  case 4 {
    scf.yield %x, %x : i32, i32
  }
  default {
    %y = "demo.make"() : () -> i32
    scf.yield %y, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @what_follows_is_simplified(%arg0: i32) -> i32 {
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %0 = arith.addi %arg0, %c2_i32 : i32
// CANONICALIZE-NEXT: "demo.use"(%0) : (i32) -> ()
// CANONICALIZE-NEXT: %1 = arith.addi %arg0, %c2_i32 : i32
// CANONICALIZE-NEXT: return %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @what_follows_is_simplified(%arg0: i32) -> i32 {
// DEAD-NEXT: %c1_i32 = arith.constant 1 : i32
// DEAD-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// DEAD-NEXT: %1 = arith.addi %0, %c1_i32 : i32
// DEAD-NEXT: "demo.use"(%1) : (i32) -> ()
// DEAD-NEXT: %c2_i32 = arith.constant 2 : i32
// DEAD-NEXT: %2 = arith.addi %arg0, %c2_i32 : i32
// DEAD-NEXT: return %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @what_follows_is_simplified(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %y = arith.addi %x, %c1 : i32
  %unrelated = arith.addi %y, %c1 : i32
  "demo.use"(%unrelated) : (i32) -> ()
  %r = scf.execute_region -> (i32) {
    scf.yield %y : i32
  }
  %z = arith.addi %r, %c1 : i32
  return %z : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @branches_behind(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CANONICALIZE-NEXT: return %arg1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @branches_behind(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// DEAD-NEXT: return %arg1 : i32
// DEAD-NEXT: ^bb1: // no predecessors
// DEAD-NEXT: return %arg2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @branches_behind(%p: i1, %x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %r = scf.if %p -> (i1) {
    scf.yield %t : i1
  } else {
    scf.yield %t : i1
  }
  cf.cond_br %r, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  return %y : i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @loop_around_a_loop_that_never_runs(%arg0: index, %arg1: index, %arg2: i32) {
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @loop_around_a_loop_that_never_runs(%arg0: index, %arg1: index, %arg2: i32) {
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @loop_around_a_loop_that_never_runs(%a: index, %b: index, %x: i32) {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %a to %b step %c1 iter_args(%c = %x) -> (i32) {
    %s = scf.for %j = %i to %i step %c1 iter_args(%d = %c) -> (i32) {
      "demo.use"(%x) : (i32) -> ()
      scf.yield %d : i32
    }
    scf.yield %s : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @bounds_of_a_shorter_loop(%arg0: i32) {
// CANONICALIZE-NEXT: %c9 = arith.constant 9 : index
// CANONICALIZE-NEXT: %c1 = arith.constant 1 : index
// CANONICALIZE-NEXT: %c0 = arith.constant 0 : index
// CANONICALIZE-NEXT: scf.for %arg1 = %c0 to %c9 step %c1 {
// CANONICALIZE-NEXT: "demo.use"(%arg0) : (i32) -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @bounds_of_a_shorter_loop(%arg0: i32) {
// DEAD-NEXT: %c0 = arith.constant 0 : index
// DEAD-NEXT: %c1 = arith.constant 1 : index
// DEAD-NEXT: %c9 = arith.constant 9 : index
// DEAD-NEXT: %0 = ub.poison : i32
// DEAD-NEXT: %1 = ub.poison : i32
// DEAD-NEXT: scf.for %arg1 = %c0 to %c9 step %c1 {
// DEAD-NEXT: "demo.use"(%arg0) : (i32) -> ()
// DEAD-NEXT: %2 = ub.poison : i32
// DEAD-NEXT: %3 = ub.poison : i32
// DEAD-NEXT: }
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @bounds_of_a_shorter_loop(%x: i32) {
  %c0 = arith.constant 0 : i32
  %lower = arith.index_cast %c0 : i32 to index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r:2 = scf.for %i = %lower to %c9 step %c1 iter_args(%a = %c0, %b = %x) -> (i32, i32) {
    "demo.use"(%x) : (i32) -> ()
    scf.yield %b, %c0 : i32, i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @branch_before_the_end(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %0:2 = scf.while (%arg2 = %arg1) : (i32) -> (i32, i32) {
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %arg2, %arg0 : i32
// CANONICALIZE-NEXT: %2 = arith.muli %arg2, %arg0 : i32
// CANONICALIZE-NEXT: scf.condition(%1) %arg2, %2 : i32, i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CANONICALIZE-NEXT: %1 = arith.addi %arg2, %arg3 : i32
// CANONICALIZE-NEXT: "demo.use"(%1) : (i32) -> ()
// CANONICALIZE-NEXT: %2 = arith.addi %1, %arg3 : i32
// CANONICALIZE-NEXT: scf.yield %2 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return %0#0, %0#1 : i32, i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @branch_before_the_end(%arg0: i32, %arg1: i32) -> (i32, i32) {
// DEAD-NEXT: %0:2 = scf.while (%arg2 = %arg1) : (i32) -> (i32, i32) {
// DEAD-NEXT: %1 = arith.cmpi slt, %arg2, %arg0 : i32
// DEAD-NEXT: %2 = arith.muli %arg2, %arg0 : i32
// DEAD-NEXT: scf.condition(%1) %arg2, %2 : i32, i32
// DEAD-NEXT: } do {
// DEAD-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// DEAD-NEXT: %1 = arith.addi %arg2, %arg3 : i32
// DEAD-NEXT: "demo.use"(%1) : (i32) -> ()
// DEAD-NEXT: %2 = arith.addi %1, %arg3 : i32
// DEAD-NEXT: scf.yield %2 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return %0#0, %0#1 : i32, i32
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @branch_before_the_end(%n: i32, %x: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %more = arith.cmpi slt, %a, %n : i32
    %m = arith.muli %a, %n : i32
    %s = scf.if %more -> (i32) {
      %y = arith.addi %a, %m : i32
      "demo.use"(%y) : (i32) -> ()
      scf.yield %y : i32
    } else {
      scf.yield %a : i32
    }
    scf.condition(%more) %s, %m : i32, i32
  } do {
  ^bb0(%b: i32, %c: i32):
    %d = arith.addi %b, %c : i32
    scf.yield %d : i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @branch_without_results(%arg0: i32, %arg1: i32, %arg2: index) {
// CANONICALIZE-NEXT: %0 = scf.while (%arg3 = %arg1) : (i32) -> i32 {
// CANONICALIZE-NEXT: %1 = arith.cmpi slt, %arg3, %arg0 : i32
// CANONICALIZE-NEXT: %2 = arith.muli %arg3, %arg0 : i32
// CANONICALIZE-NEXT: scf.condition(%1) %2 : i32
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: ^bb0(%arg3: i32):
// CANONICALIZE-NEXT: scf.index_switch %arg2
// CANONICALIZE-NEXT: case 1 {
// CANONICALIZE-NEXT: "demo.use"(%arg3, %arg0) : (i32, i32) -> ()
// CANONICALIZE-NEXT: scf.yield
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: default {
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: %1 = "demo.make"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %1 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @branch_without_results(%arg0: i32, %arg1: i32, %arg2: index) {
// DEAD-NEXT: %0 = scf.while (%arg3 = %arg1) : (i32) -> i32 {
// DEAD-NEXT: %1 = arith.cmpi slt, %arg3, %arg0 : i32
// DEAD-NEXT: %2 = arith.muli %arg3, %arg0 : i32
// DEAD-NEXT: scf.condition(%1) %2 : i32
// DEAD-NEXT: } do {
// DEAD-NEXT: ^bb0(%arg3: i32):
// DEAD-NEXT: scf.index_switch %arg2
// DEAD-NEXT: case 1 {
// DEAD-NEXT: "demo.use"(%arg3, %arg0) : (i32, i32) -> ()
// DEAD-NEXT: scf.yield
// DEAD-NEXT: }
// DEAD-NEXT: default {
// DEAD-NEXT: }
// DEAD-NEXT: %1 = "demo.make"() : () -> i32
// DEAD-NEXT: scf.yield %1 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @branch_without_results(%n: i32, %x: i32, %i: index) {
  scf.while (%a = %x) : (i32) -> () {
    %more = arith.cmpi slt, %a, %n : i32
    %m = arith.muli %a, %n : i32
    scf.if %more {
      scf.index_switch %i
      case 1 {
        "demo.use"(%m, %n) : (i32, i32) -> ()
        scf.yield
      }
      default {
      }
    }
    scf.condition(%more)
  } do {
    %d = "demo.make"() : () -> i32
    scf.yield %d : i32
  }
  return
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @branch_that_does_something_else(%arg0: i32, %arg1: i32) {
// CANONICALIZE-NEXT: scf.while (%arg2 = %arg1) : (i32) -> () {
// CANONICALIZE-NEXT: %0 = arith.cmpi slt, %arg2, %arg0 : i32
// CANONICALIZE-NEXT: scf.if %0 {
// CANONICALIZE-NEXT: "demo.use"(%arg2) : (i32) -> ()
// CANONICALIZE-NEXT: } else {
// CANONICALIZE-NEXT: "demo.use"(%arg0) : (i32) -> ()
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: scf.condition(%0)
// CANONICALIZE-NEXT: } do {
// CANONICALIZE-NEXT: %0 = "demo.make"() : () -> i32
// CANONICALIZE-NEXT: scf.yield %0 : i32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: return
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
// DEAD:      module {
// DEAD-NEXT: func.func @branch_that_does_something_else(%arg0: i32, %arg1: i32) {
// DEAD-NEXT: scf.while (%arg2 = %arg1) : (i32) -> () {
// DEAD-NEXT: %0 = arith.cmpi slt, %arg2, %arg0 : i32
// DEAD-NEXT: scf.if %0 {
// DEAD-NEXT: "demo.use"(%arg2) : (i32) -> ()
// DEAD-NEXT: } else {
// DEAD-NEXT: "demo.use"(%arg0) : (i32) -> ()
// DEAD-NEXT: }
// DEAD-NEXT: scf.condition(%0)
// DEAD-NEXT: } do {
// DEAD-NEXT: %0 = "demo.make"() : () -> i32
// DEAD-NEXT: scf.yield %0 : i32
// DEAD-NEXT: }
// DEAD-NEXT: return
// DEAD-NEXT: }
// DEAD-NEXT: }
func.func @branch_that_does_something_else(%n: i32, %x: i32) {
  scf.while (%a = %x) : (i32) -> () {
    %more = arith.cmpi slt, %a, %n : i32
    scf.if %more {
      "demo.use"(%a) : (i32) -> ()
    } else {
      "demo.use"(%n) : (i32) -> ()
    }
    scf.condition(%more)
  } do {
    %d = "demo.make"() : () -> i32
    scf.yield %d : i32
  }
  return
}
