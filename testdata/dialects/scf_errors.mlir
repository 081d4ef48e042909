// What is wrong with structured branches and loops: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @no_else(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.if' op must have an else block if defining values}}
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  }
  func.return
}
func.func @then_type(%c: i1, %x: i32, %y: i64) {
  // expected-error @+1:8 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i64' should match successor input type #0 'i32'}}
  %r = scf.if %c -> (i32) {
    // expected-note @+1:5 {{region branch point}}
    scf.yield %y : i64
  } else {
    scf.yield %x : i32
  }
  func.return
}
func.func @else_results(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    // expected-note @+1:5 {{region branch point}}
    scf.yield
  }
  func.return
}
func.func @argument_of_a_branch(%c: i1) {
  // expected-error @+1:3 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%c) ({
  ^bb0(%x: i32):
    scf.yield
  }, {
  }) : (i1) -> ()
  func.return
}
func.func @empty_branch(%c: i1) {
  // expected-error @+1:3 {{'scf.if' op expects a non-empty block}}
  "scf.if"(%c) ({
  ^bb0:
  }, {
  }) : (i1) -> ()
  func.return
}
func.func @other_end_of_a_branch(%c: i1) {
  // expected-error @+2:3 {{'scf.if' op expects regions to end with 'scf.yield', found 'func.return'}}
  // expected-note @+1:3 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  scf.if %c {
    func.return
  }
  func.return
}
func.func @no_branch(%c: i1) {
  // expected-error @+1:3 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  func.return
}
func.func @bounds(%a: index, %b: i32) {
  // expected-error @+1:3 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%a, %b, %a) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, i32, index) -> ()
  func.return
}
func.func @float_bounds(%a: f32) {
  // expected-error @+1:3 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: f32):
    scf.yield
  }) : (f32, f32, f32) -> ()
  func.return
}
func.func @empty_body(%a: index) {
  // expected-error @+1:3 {{'scf.for' op expects a non-empty block}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: index):
  }) : (index, index, index) -> ()
  func.return
}
func.func @other_end_of_a_body(%a: index) {
  // expected-error @+2:3 {{'scf.for' op expects regions to end with 'scf.yield', found 'func.return'}}
  // expected-note @+1:3 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  scf.for %i = %a to %a step %a {
    func.return
  }
  func.return
}
func.func @for_results(%a: index, %x: i32) {
  // expected-error @+1:3 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> ()
  func.return
}
func.func @for_result_type(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'i64'}}
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> i64
  func.return
}
func.func @for_arguments(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index):
    scf.yield %x : i32
  }) : (index, index, index, i32) -> i32
  func.return
}
func.func @for_argument_type(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'i64'}}
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: i64):
    scf.yield %x : i32
  }) : (index, index, index, i32) -> i32
  func.return
}
func.func @for_yield(%a: index, %x: i32, %z: i64) {
  // expected-error @+1:8 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'i64'}}
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) -> (i32) {
    scf.yield %z : i64
  }
  func.return
}
func.func @for_yields(%a: index, %z: i64) {
  // expected-error @+1:3 {{'scf.for' op different number of region iter_args and yielded values: 0 != 1}}
  scf.for %i = %a to %a step %a {
    scf.yield %z : i64
  }
  func.return
}
func.func @for_yields_nothing(%a: index, %x: i32) {
  // expected-error @+1:8 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) -> (i32) {
    // expected-note @+1:5 {{region branch point}}
    scf.yield
  }
  func.return
}
func.func @induction_variable(%a: index) {
  // expected-error @+1:3 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: i32):
    scf.yield
  }) : (index, index, index) -> ()
  func.return
}
func.func @while_end(%x: i32) {
  // expected-error @+1:8 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    // expected-note @+1:5 {{terminator here}}
    scf.yield %y : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  func.return
}
func.func @while_other_end(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i32):
    // expected-note @+1:5 {{terminator here}}
    func.return
  }
  func.return
}
func.func @while_nothing(%x: i32) {
  // expected-error @+1:8 {{'scf.while' op expects a non-empty block}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  }
  func.return
}
func.func @while_arguments(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    // expected-note @+1:5 {{region branch point}}
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i64):
    scf.yield %x : i32
  }
  func.return
}
func.func @while_yield(%c: i1, %x: i32) {
  // expected-error @+1:8 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.while (%y = %x) : (i32) -> i32 {
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%z: i32):
    // expected-note @+1:5 {{region branch point}}
    scf.yield
  }
  func.return
}
func.func @yield_of_nothing() {
  // expected-error @+1:3 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}
func.func @condition_of_nothing(%c: i1) {
  scf.if %c {
    scf.if %c {
      scf.yield
    }
    // expected-error @+1:5 {{'scf.condition' op expects parent op 'scf.while'}}
    scf.condition(%c)
  }
  func.return
}
func.func @no_region() {
  // expected-error @+1:3 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({
  }) : () -> ()
  func.return
}
func.func @region_results(%x: i32) {
  // expected-error @+1:3 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 1 operands, but region successor needs 0 inputs}}
  scf.execute_region {
    // expected-note @+1:5 {{region branch point}}
    scf.yield %x : i32
  }
  func.return
}
func.func @region_type(%x: i32) {
  // expected-error @+1:8 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %r = scf.execute_region -> i64 {
    // expected-note @+1:5 {{region branch point}}
    scf.yield %x : i32
  }
  func.return
}
func.func @end_of_a_case(%i: index) {
  // expected-error @+1:3 {{'scf.index_switch' op expected region to end with scf.yield, but got func.return}}
  scf.index_switch %i
  default {
    func.return
  }
  func.return
}
func.func @results_of_a_case(%i: index, %x: i32) {
  // expected-error @+1:8 {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
  %r = scf.index_switch %i -> i32
  case 1 {
    // expected-note @+1:5 {{see yield operation here}}
    scf.yield
  }
  default {
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
  // expected-error @+1:3 {{'scf.execute_region' op region cannot have any arguments}}
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
  // expected-error @+1:8 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
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
  // expected-error @+1:8 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  %r = scf.index_switch %i -> i32
  case 1 {
    // expected-note @+1:5 {{case region #0 returns 'i64' here}}
    scf.yield %y : i64
  }
  default {
    scf.yield %x : i32
  }
  func.return
}

// -----

func.func @number_of_inits(%x: i32) {
  // expected-error @+1:30 {{custom op 'scf.while' expected as many input types as operands (expected 1 got 0)}}
  %r = scf.while (%y = %x) : () -> i32 {
  } do {
  }
  func.return
}

// -----

func.func @no_end_of_inits(%x: i32) {
  // expected-error @+1:26 {{expected ',' or ')'}}
  %r = scf.while (%y = %x : (i32) -> i32 {
  } do {
  }
  func.return
}

// -----

func.func @no_inits(%a: index) {
  // expected-error @+1:43 {{custom op 'scf.for' expected '('}}
  scf.for %i = %a to %a step %a iter_args %y {
  }
  func.return
}

// -----

func.func @no_dialect(%c: i1) {
  scf.if %c {
    // expected-error @+2:5 {{Dialect `' not found for custom op 'return'  (tried '.return' as well)}}
    // expected-note @+1:5 {{Available dialects}}
    return
  }
  func.return
}

// -----

// expected-error @+1:1 {{expected operation name in quotes}}
}
