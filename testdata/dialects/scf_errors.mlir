// What is wrong with structured branches and loops: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @no_else(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.if' op must have an else block if defining values}}
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  }
  func.return
}
func.func @then_results(%c: i1, %x: i32, %y: i64) {
  // expected-error @+1:8 {{'scf.if' op expects region #0 to yield its results}}
  %r = scf.if %c -> (i32) {
    scf.yield %y : i64
  } else {
    scf.yield %x : i32
  }
  func.return
}
func.func @else_results(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.if' op expects region #1 to yield its results}}
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield
  }
  func.return
}
func.func @bounds(%a: index, %b: i32) {
  // expected-error @+1:3 {{'scf.for' op requires bounds and step of one type}}
  "scf.for"(%a, %b, %a) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, i32, index) -> ()
  func.return
}
func.func @for_results(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op requires the types of its initial values and results to be the same}}
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> i64
  func.return
}
func.func @for_arguments(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op requires a body that takes the number and the values that it carries}}
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> i32
  func.return
}
func.func @for_yield(%a: index, %x: i32, %z: i64) {
  // expected-error @+1:8 {{'scf.for' op expects region #0 to yield its results}}
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) -> (i32) {
    scf.yield %z : i64
  }
  func.return
}
func.func @while_end(%x: i32) {
  // expected-error @+1:8 {{'scf.while' op requires a first region from its operands to its results, ending in scf.condition, and a second one back, ending in scf.yield}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    scf.yield %y : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  func.return
}
func.func @while_arguments(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.while' op requires a first region from its operands to its results, ending in scf.condition, and a second one back, ending in scf.yield}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i64):
    scf.yield %x : i32
  }
  func.return
}
func.func @condition(%c: i32) {
  // expected-error @+1:3 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.if"(%c) ({
    scf.yield
  }, {
  }) : (i32) -> ()
  func.return
}
func.func @later_definition() {
  scf.execute_region {
    // expected-error @+1:10 {{operand #0 does not dominate this use}}
    %y = arith.addi %x, %x : i32
    scf.yield
  }
  // expected-note @+1:8 {{operand defined here (op in a parent region)}}
  %x = arith.constant 1 : i32
  func.return
}
func.func @defined_inside() {
  scf.execute_region {
    %x = arith.constant 1 : i32
    scf.yield
  }
  %y = arith.constant 2 : i32
  func.return
}
func.func @used_before() {
  // expected-error @+1:8 {{operand #0 does not dominate this use}}
  %y = arith.addi %x, %x : i32
  // expected-note @+1:8 {{operand defined here (op in the same block)}}
  %x = arith.constant 1 : i32
  func.return
}
func.func @used_inside_itself() {
  // expected-note @+1:8 {{operand defined here (op in a parent region)}}
  %x = scf.execute_region -> i32 {
    // expected-error @+1:5 {{operand #0 does not dominate this use}}
    scf.yield %x : i32
  }
  func.return
}
func.func @argument_of_a_region() {
  // expected-error @+1:3 {{'scf.execute_region' op region should have no arguments}}
  "scf.execute_region"() ({
  ^bb0(%x: i32):
    scf.yield
  }) : () -> ()
  func.return
}
func.func @no_terminator() {
  "scf.execute_region"() ({
    // expected-error @+1:10 {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
    %x = arith.constant 1 : i32
  }) : () -> ()
  func.return
}
func.func @empty_block() {
  // expected-error @+1:3 {{empty block: expect at least a terminator}}
  "scf.execute_region"() ({
  ^bb0:
  }) : () -> ()
  func.return
}

// -----

func.func @unknown_value() {
  scf.execute_region {
    %x = arith.constant 1 : i32
    scf.yield
  }
  // expected-error @+1:19 {{use of undeclared SSA value name}}
  %y = arith.addi %x, %x : i32
  func.return
}

// -----

func.func @no_step(%a: index) {
  // expected-error @+1:25 {{custom op 'scf.for' expected 'step'}}
  scf.for %i = %a to %a {
  }
  func.return
}

// -----

func.func @no_result_types(%a: index, %x: i32) {
  // expected-error @+1:56 {{expected '->'}}
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) {
    scf.yield %y : i32
  }
  func.return
}

// -----

func.func @number_of_types(%a: index, %x: i32) {
  // expected-error @+1:38 {{custom op 'scf.for' number of operands and types do not match: got 1 operands and 2 types}}
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) -> (i32, i32) {
    scf.yield %y : i32
  }
  func.return
}

// -----

func.func @no_do(%x: i32) {
  %r = scf.while (%y = %x) : (i32) -> i32 {
    // expected-error @+1:19 {{use of undeclared SSA value name}}
    scf.condition(%c) %y : i32
  }
  // expected-error @+1:3 {{custom op 'scf.while' expected 'do'}}
  func.return
}

// -----

func.func @no_condition() {
  // expected-error @+1:9 {{expected SSA operand}}
  scf.if {
  }
  func.return
}

// -----

func.func @same_case(%i: index) {
  // expected-error @+1:3 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %i
  case 1 {
  }
  case 1 {
  }
  default {
  }
  func.return
}

// -----

func.func @more_cases_than_values(%i: index) {
  // expected-error @+1:3 {{'scf.index_switch' op has 1 case regions but 2 case values}}
  "scf.index_switch"(%i) ({
    scf.yield
  }, {
    scf.yield
  }) {cases = array<i64: 1, 2>} : (index) -> ()
  func.return
}

// -----

func.func @other_results(%i: index, %x: i32, %y: i64) {
  // expected-error @+1:8 {{'scf.index_switch' op expects region #1 to yield its results}}
  %r = scf.index_switch %i -> i32
  case 1 {
    scf.yield %y : i64
  }
  default {
    scf.yield %x : i32
  }
  func.return
}
