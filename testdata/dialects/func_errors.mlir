// What is wrong with functions, calls of them and modules.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

// expected-error @+1:1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @declared(%x: i32)

func.func @unknown_value() {
  // expected-error @+1:8 {{'func.constant' op reference to undefined function 'nowhere'}}
  %f = func.constant @nowhere : () -> ()
  func.return
}
func.func @value_of_another_type() {
  // expected-error @+1:8 {{'func.constant' op reference to function with mismatched type}}
  %f = func.constant @unknown_value : (i32) -> ()
  func.return
}
func.func @indirect_operands(%f: (i32) -> i32, %x: i64) {
  // expected-error @+1:8 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %r = "func.call_indirect"(%f, %x) : ((i32) -> i32, i64) -> i32
  func.return
}
func.func @indirect_results(%f: (i32) -> i32, %x: i32) {
  // expected-error @+1:8 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %r = "func.call_indirect"(%f, %x) : ((i32) -> i32, i32) -> i64
  func.return
}
// expected-error @+1:1 {{'func.func' op arguments may only have dialect attributes}}
func.func @argument_attribute(%x: i32 {plain}) {
  func.return
}
// expected-error @+1:1 {{'func.func' op results may only have dialect attributes}}
func.func private @result_attribute() -> (i32 {plain = 1 : i32})
// expected-error @+1:1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'}}
module attributes {plain} {
}


// -----

// expected-error @+1:1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"func.func"() ({
}) {sym_name = "f", function_type = () -> (), sym_visibility = "hidden"} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

// expected-error @+1:1 {{type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() ({
^bb0(%x: i64):
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() ({
^bb0(%x: i32):
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}, {}]} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f", function_type = () -> (), res_attrs = [{}]} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f"} : () -> ()

// -----

// expected-note @+1:1 {{see existing symbol definition here}}
func.func @same() {
  tfrt.return
}
// expected-error @+1:1 {{redefinition of symbol named 'same'}}
func.func @same() {
  tfrt.return
}

// -----

func.func @callee(%x: i32) -> i32 {
  func.return %x : i32
}
func.func @missing(%x: i32) -> i32 {
  // expected-error @+1:8 {{'func.call' op 'nowhere' does not reference a valid function}}
  %a = func.call @nowhere(%x) : (i32) -> i32
  func.return %a : i32
}
func.func @operands(%x: i32) -> i32 {
  // expected-error @+1:8 {{'func.call' op incorrect number of operands for callee}}
  %a = func.call @callee() : () -> i32
  func.return %a : i32
}
func.func @operand_type(%x: i64) -> i32 {
  // expected-error @+1:8 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  %a = func.call @callee(%x) : (i64) -> i32
  func.return %a : i32
}
func.func @results(%x: i32) {
  // expected-error @+1:3 {{'func.call' op incorrect number of results for callee}}
  func.call @callee(%x) : (i32) -> ()
  func.return
}
func.func @result_type(%x: i32) {
  // expected-error @+3:8 {{'func.call' op result type mismatch at index 0}}
  // expected-note @+2:8 {{      op result types: 'i64'}}
  // expected-note @+1:8 {{function result types: 'i32'}}
  %a = func.call @callee(%x) : (i32) -> i64
  func.return
}
func.func @return_count() -> i32 {
  // expected-error @+1:3 {{'func.return' op has 0 operands, but enclosing function (@return_count) returns 1}}
  func.return
}
func.func @return_type(%x: i32) -> i64 {
  // expected-error @+1:3 {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @return_type}}
  func.return %x : i32
}

// -----

// expected-error @+1:23 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func @mixed(i32, %x: i32) {
  tfrt.return
}

// -----

// expected-error @+1:27 {{custom op 'func.func' expected SSA identifier}}
func.func @mixed(%x: i32, i32) {
  tfrt.return
}

// -----

// expected-error @+1:20 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @named() attributes {sym_name = "other"} {
  tfrt.return
}

// -----

// expected-error @+1:1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @unnamed_arguments(i32) {
  tfrt.return
}

// -----

// expected-error @+1:25 {{custom op 'func.func' expected non-empty function body}}
func.func @empty_body() {
}

// -----

module {
  // expected-error @+1:3 {{'func.return' op expects parent op 'func.func'}}
  func.return
}

// -----

func.func @open_module() {
  // expected-error @+1:3 {{custom op 'module' is unknown (tried 'func.module' as well)}}
  module {
    tfrt.return
  }
  tfrt.return
}

// -----

module {
  module @inner {
    func.func @hidden() {
      tfrt.return
    }
  }
  func.func @caller() {
    // expected-error @+1:5 {{'tfrt.call' op 'hidden' does not reference a valid function}}
    tfrt.call @hidden() : () -> ()
    tfrt.return
  }
}

// -----

// expected-error @+1:1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
module {
  "tfrt.return"() : () -> ()
  ^second:
  "tfrt.return"() : () -> ()
}

// -----

// expected-error @+1:11 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func no_at() {
  tfrt.return
}

// -----

// expected-error @+1:26 {{expected '('}}
func.func @no_parentheses {
  tfrt.return
}

// -----

// expected-error @+1:31 {{expected ':'}}
func.func @no_argument_type(%x) {
  tfrt.return
}

// -----

// expected-error @+2:35 {{region entry argument '%x' is already in use}}
// expected-note @+1:26 {{previously referenced here}}
func.func @same_argument(%x: i32, %x: i32) {
  tfrt.return
}

// -----

// expected-error @+1:31 {{expected non-function type}}
func.func @no_result_type() -> {
  tfrt.return
}

// -----

func.func @open_body() {
  // expected-error @+1:14 {{expected operation name in quotes}}
  tfrt.return

// -----

// expected-error @+1:48 {{expected attribute value}}
func.func @no_attribute_value() attributes {x = } {
  tfrt.return
}

// -----

// expected-error @+1:55 {{duplicate key 'x' in dictionary attribute}}
func.func @attribute_twice() attributes {x = 1 : i32, x = 2 : i32} {
  tfrt.return
}

// -----

// expected-error @+2:26 {{custom op 'x' is unknown (tried 'func.x' as well)}}
// expected-error @+1:28 {{expected operation name in quotes}}
func.func @no_keyword() {x} {
  tfrt.return
}

// -----

// expected-error @+1:11 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func hidden @visibility() {
  tfrt.return
}

// -----

func.func @no_function_type(%x: i32) {
  // expected-error @+1:42 {{custom op 'func.call' invalid kind of type specified}}
  %y = func.call @no_function_type(%x) : i32
  func.return
}

// -----

func.func @constant_type() {
  // expected-error @+1:8 {{'func.constant' op result #0 must be function type, but got 'i32'}}
  %f = func.constant @constant_type : i32
  func.return
}

// -----

// expected-error @+1:7 {{expected '{' to begin a region}}
module named {
}

// -----

// expected-error @+1:1 {{'builtin.module' op requires one region}}
"builtin.module"() : () -> ()

// -----

// expected-error @+1:1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()
