// What is wrong with parallel loops and reductions: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @a(%n: index, %f: f32) {
  // expected-error @+1:8 {{custom op 'scf.parallel' number of operands and types do not match: got 0 operands and 1 types}}
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) -> f32 {
  }
  return
}

// -----

func.func @b(%n: index, %f: f32) {
  // expected-error @+1:8 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
  }
  return
}

// -----

func.func @c(%n: index, %f: f32) {
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    // expected-error @+1:5 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%n : index) {
    ^bb0(%a: index, %b: index):
      scf.reduce.return %a : index
    }
  }
  return
}

// -----

func.func @d(%n: index, %f: f32) {
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    // expected-error @+1:5 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%f : f32) {
    ^bb0(%a: index, %b: index):
      scf.reduce.return %a : index
    }
  }
  return
}

// -----

func.func @e(%n: index, %f: f32) {
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error @+1:7 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %n : index
    }
  }
  return
}

// -----

func.func @g(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    scf.reduce
  }) : () -> ()
  return
}

// -----

func.func @h(%n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  // expected-error @+1:3 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%x) = (%n) to (%n) step (%c0) {
  }
  return
}

// -----

func.func @i(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: i32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @j(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index, %y: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @k(%n: index, %f: f32) {
  // expected-error @+1:23 {{custom op 'scf.parallel' expected 1 operands}}
  scf.parallel (%x) = (%n, %n) to (%n) step (%n) {
  }
  return
}

// -----

func.func @l(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index):
    // expected-note @+1:5 {{terminator here}}
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @m(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.reduce' op expects parent op 'scf.parallel'}}
  scf.reduce
}

// -----

func.func @o(%n: index, %f: f32) {
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error @+1:12 {{block with no terminator, has %1 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32}}
      %z = arith.addf %a, %b : f32
    }
  }
  return
}

// -----

func.func @p(%n: index, %f: f32) {
  %s = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    // expected-error @+1:5 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    scf.reduce(%f : f32) {
    }
  }
  return
}

// -----

func.func @r(%n: index, %f: f32) {
  // expected-error @+1:8 {{'scf.parallel' op expects number of results: 1 to be the same as number of initial values: 0}}
  %s = "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index):
    scf.reduce(%f: f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }) : (index, index, index) -> f32
  return
}

// -----

func.func @s(%n: index, %f: f32) {
  // expected-error @+1:3 {{'scf.reduce.return' op expects parent op 'scf.reduce'}}
  scf.reduce.return %f : f32
}

// -----

func.func @few_regions(%n: index, %f: f32) {
  // expected-error @+1:8 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %s = "scf.parallel"(%n, %n, %n, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    "scf.reduce"(%f) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @empty(%n: index, %f: f32) {
  %s = "scf.parallel"(%n, %n, %n, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @+1:5 {{empty block: expect at least a terminator}}
    "scf.reduce"(%f) ({
    ^bb0(%a: f32, %b: f32):
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @other_end(%n: index, %f: f32) {
  %s = "scf.parallel"(%n, %n, %n, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @+1:5 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
    "scf.reduce"(%f) ({
    ^bb0(%a: f32, %b: f32):
      "tfrt.return"() : () -> ()
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @fewer_operands(%n: index, %f: f32) {
  %s = "scf.parallel"(%n, %n, %n, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @+1:5 {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 0}}
    "scf.reduce"() ({
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }) : () -> ()
  }) : (index, index, index, f32) -> f32
  return
}
