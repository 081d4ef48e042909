// What is wrong with operations of `arith`: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @constant_type() {
  // expected-error @+1:8 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %a = "arith.constant"() {value = 1 : i64} : () -> i32
  func.return
}
func.func @compared_types(%a: i32, %b: i64) {
  // expected-error @+1:8 {{'arith.cmpi' op requires all operands to have the same type}}
  %r = "arith.cmpi"(%a, %b) {predicate = 0 : i64} : (i32, i64) -> i1
  func.return
}
func.func @predicate(%a: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op expects a predicate from 0 to 9}}
  %r = "arith.cmpi"(%a, %a) {predicate = 10 : i64} : (i32, i32) -> i1
  func.return
}
func.func @compared_float_types(%a: f32, %b: f64) {
  // expected-error @+1:8 {{'arith.cmpf' op requires all operands to have the same type}}
  %r = "arith.cmpf"(%a, %b) {predicate = 0 : i64} : (f32, f64) -> i1
  func.return
}
func.func @float_predicate(%a: f32) {
  // expected-error @+1:8 {{'arith.cmpf' op expects a predicate from 0 to 15}}
  %r = "arith.cmpf"(%a, %a) {predicate = -1 : i64} : (f32, f32) -> i1
  func.return
}
func.func @selected_types(%c: i1, %a: i32, %b: i64) {
  // expected-error @+1:8 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %r = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  func.return
}
func.func @condition(%c: i32, %a: i32) {
  // expected-error @+1:8 {{'arith.select' op operand #0 must be bool-like}}
  %r = "arith.select"(%c, %a, %a) : (i32, i32, i32) -> i32
  func.return
}

// -----

func.func @unknown_predicate(%a: i32) {
  // expected-error @+1:19 {{custom op 'arith.cmpi' expected one of the predicates eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, got 'less'}}
  %r = arith.cmpi less, %a, %a : i32
  func.return
}

// -----

func.func @integer_predicate_for_floats(%a: f32) {
  // expected-error @+1:19 {{custom op 'arith.cmpf' expected one of the predicates false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true, got 'slt'}}
  %r = arith.cmpf slt, %a, %a : f32
  func.return
}

// -----

func.func @constant_without_type() {
  // expected-error @+1:23 {{custom op 'arith.constant' expected a typed attribute}}
  %r = arith.constant unit
  func.return
}

// -----

func.func @no_type(%a: i32) {
  // expected-error @+1:25 {{expected ':'}}
  %r = arith.addi %a, %a
  func.return
}

// -----

func.func @one_operand(%a: i32) {
  // expected-error @+1:21 {{expected ','}}
  %r = arith.addi %a : i32
  func.return
}

// -----

func.func @cast_without_to(%a: i32) {
  // expected-error @+1:28 {{custom op 'arith.extsi' expected 'to'}}
  %r = arith.extsi %a : i32, i64
  func.return
}

// -----

// expected-note @+1:23 {{prior use here}}
func.func @other_type(%a: i32) {
  // expected-error @+1:19 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  %r = arith.addi %a, %a : i64
  func.return
}
