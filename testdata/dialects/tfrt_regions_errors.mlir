// What is wrong with a branch, a loop or a return: one program a rule.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @then_arguments(%c: i1, %x: i32) {
  // expected-error @+1:3 {{'tfrt.if' op incorrect number of arguments to 'then' block}}
  "tfrt.if"(%c, %x) ({
    tfrt.return
  }, {
  ^bb0(%y: i32):
    tfrt.return
  }) : (i1, i32) -> ()
  tfrt.return
}
func.func @else_arguments(%c: i1, %x: i32) {
  // expected-error @+1:3 {{'tfrt.if' op incorrect number of arguments to 'else' block}}
  "tfrt.if"(%c, %x) ({
  ^bb0(%y: i32):
    tfrt.return
  }, {
    tfrt.return
  }) : (i1, i32) -> ()
  tfrt.return
}
func.func @argument_type(%c: i1, %x: i32) {
  // expected-error @+1:3 {{'tfrt.if' op operand/argument type mismatch}}
  "tfrt.if"(%c, %x) ({
  ^bb0(%y: i32):
    tfrt.return
  }, {
  ^bb0(%y: i64):
    tfrt.return
  }) : (i1, i32) -> ()
  tfrt.return
}
func.func @then_return(%c: i1) {
  // expected-error @+1:3 {{'tfrt.if' op expected tfrt.return in body}}
  "tfrt.if"(%c) ({
    "tfrt.unknown"() : () -> ()
  }, {
    tfrt.return
  }) : (i1) -> ()
  tfrt.return
}
func.func @else_return(%c: i1) {
  // expected-error @+1:3 {{'tfrt.if' op expected tfrt.return in body}}
  "tfrt.if"(%c) ({
    tfrt.return
  }, {
    "tfrt.unknown"() : () -> ()
  }) : (i1) -> ()
  tfrt.return
}
func.func @then_results(%c: i1, %x: i32) -> i64 {
  %r = tfrt.if %c, %x : (i32) -> (i64) {
    // expected-error @+1:5 {{'tfrt.return' op operand types don't match 'tfrt.if' result}}
    tfrt.return %x : i32
  } else {
    %y = tfrt.constant.i64 2
    tfrt.return %y : i64
  }
  tfrt.return %r : i64
}
func.func @else_results(%c: i1, %x: i32) -> i32 {
  %r = tfrt.if %c, %x : (i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    // expected-error @+1:5 {{'tfrt.return' op operand types don't match 'tfrt.if' result}}
    tfrt.return
  }
  tfrt.return %r : i32
}
func.func @one_region(%c: i1) {
  // expected-error @+1:3 {{'tfrt.if' op expected 2 regions}}
  "tfrt.if"(%c) ({
    tfrt.return
  }) : (i1) -> ()
  tfrt.return
}
func.func @two_blocks(%c: i1) {
  // expected-error @+1:3 {{'tfrt.if' op region #0 ('then_region') failed to verify constraint: region with 1 blocks}}
  "tfrt.if"(%c) ({
    "x.br"()[^bb1] : () -> ()
  ^bb1:
    tfrt.return
  }, {
    tfrt.return
  }) : (i1) -> ()
  tfrt.return
}

// -----

func.func @no_condition() {
  // expected-error @+1:22 {{custom op 'tfrt.if' expected condition}}
  tfrt.if : () -> () {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @no_else(%c: i1, %x: i32) -> i32 {
  %r = tfrt.if %c, %x : (i32) -> (i32) {
    tfrt.return %x : i32
  }
  // expected-error @+1:3 {{custom op 'tfrt.if' expected 'else' in 'tfrt.if' with result values}}
  tfrt.return %r : i32
}

// -----

func.func @operand_count(%c: i1, %x: i32) {
  // expected-error @+1:11 {{custom op 'tfrt.if' number of operands and types do not match: got 0 operands and 1 types}}
  tfrt.if %c : (i32) -> () {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @outer_value(%c: i1, %x: i32) {
  tfrt.if %c : () -> () {
    // expected-error @+1:23 {{use of undeclared SSA value name}}
    %y = tfrt.add.i32 %x, %x
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @repeat_count() {
  // expected-error @+1:19 {{custom op 'tfrt.repeat.i32' expected trip count}}
  tfrt.repeat.i32 {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @repeat_operands(%n: i32, %x: i32) {
  // expected-error @+1:3 {{'tfrt.repeat.i32' op incorrect number of operands}}
  "tfrt.repeat.i32"(%n, %x) ({
  ^bb0(%y: i32):
    tfrt.return %y : i32
  }) : (i32, i32) -> ()
  tfrt.return
}
func.func @repeat_types(%n: i32, %x: i32) {
  // expected-error @+1:8 {{'tfrt.repeat.i32' op operand/result type mismatch}}
  %r = "tfrt.repeat.i32"(%n, %x) ({
  ^bb0(%y: i32):
    tfrt.return %y : i32
  }) : (i32, i32) -> i64
  tfrt.return
}
func.func @repeat_arguments(%n: i32, %x: i32) {
  // expected-error @+1:8 {{'tfrt.repeat.i32' op operand/argument type mismatch}}
  %r = "tfrt.repeat.i32"(%n, %x) ({
    %y = tfrt.constant.i32 1
    tfrt.return %y : i32
  }) : (i32, i32) -> i32
  tfrt.return
}
func.func @repeat_end(%n: i32) {
  // expected-error @+1:3 {{'tfrt.repeat.i32' op expected tfrt.return in body}}
  "tfrt.repeat.i32"(%n) ({
    "tfrt.unknown"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
}
func.func @repeat_results(%n: i32, %x: i32) -> i32 {
  %r = tfrt.repeat.i32 %n, %x : i32 {
    // expected-error @+1:5 {{'tfrt.return' op operand types don't match 'tfrt.repeat.i32' result}}
    tfrt.return
  }
  tfrt.return %r : i32
}

// -----

func.func @parallel_arguments(%s: i32, %e: i32, %b: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op operand/argument type mismatch}}
  %d = "tfrt.parallel_for.i32"(%s, %e, %b) ({
    tfrt.return
  }) : (i32, i32, i32) -> !tfrt.chain
  tfrt.return
}
func.func @parallel_end(%s: i32, %e: i32, %b: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op expected tfrt.return in body}}
  %d = "tfrt.parallel_for.i32"(%s, %e, %b) ({
  ^bb0(%x: i32, %y: i32):
    "tfrt.unknown"() : () -> ()
  }) : (i32, i32, i32) -> !tfrt.chain
  tfrt.return
}
func.func @parallel_results(%s: i32, %e: i32, %b: i32) {
  %d = tfrt.parallel_for.i32 %s to %e fixed %b {
    // expected-error @+1:5 {{'tfrt.return' op operand types don't match 'tfrt.parallel_for.i32' result}}
    tfrt.return %s : i32
  }
  tfrt.return
}

// -----

func.func @parallel_to(%s: i32, %e: i32, %b: i32) {
  // expected-error @+1:32 {{custom op 'tfrt.parallel_for.i32' expected 'to'}}
  %d = tfrt.parallel_for.i32 %s, %e fixed %b {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @return_count() -> i32 {
  // expected-error @+1:3 {{'tfrt.return' op has 0 operands, but enclosing function returns 1}}
  tfrt.return
}
func.func @return_type(%x: i32) -> (i32, i64) {
  // expected-error @+1:3 {{type of return operand 1 ('i32') doesn't match function result type ('i64')}}
  tfrt.return %x, %x : i32, i32
}
func.func @return_first() {
  // expected-error @+1:3 {{'tfrt.return' op must be the last operation in the parent block}}
  tfrt.return
  tfrt.return
}
func.func @no_return() {
  // expected-error @+1:8 {{block with no terminator, has %0 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32}}
  %x = tfrt.constant.i32 1
}

// -----

func.func @no_arrow(%c: i1) {
  // expected-error @+1:18 {{expected '->' in function type}}
  tfrt.if %c : () {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @no_block(%c: i1) {
  // expected-error @+1:24 {{expected '{' to begin a region}}
  tfrt.if %c : () -> ()
  tfrt.return
}

// -----

// expected-note @+1:23 {{prior use here}}
func.func @count_type(%n: i64) {
  // expected-error @+1:19 {{use of value '%n' expects different type than prior uses: 'i32' vs 'i64'}}
  tfrt.repeat.i32 %n {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @no_fixed(%s: i32, %e: i32) {
  // expected-error @+1:39 {{custom op 'tfrt.parallel_for.i32' expected 'fixed'}}
  %d = tfrt.parallel_for.i32 %s to %e {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @number_of_types(%n: i32, %x: i32) {
  // expected-error @+1:24 {{custom op 'tfrt.repeat.i32' number of operands and types do not match: got 1 operands and 2 types}}
  %r = tfrt.repeat.i32 %n, %x : i32, i32 {
    tfrt.return %x : i32
  }
  tfrt.return
}
