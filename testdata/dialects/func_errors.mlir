// What is wrong with functions, calls of them and modules.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @declared(%x: i32)

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"func.func"() ({
}) {sym_name = "f", function_type = () -> (), sym_visibility = "hidden"} : () -> ()

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

// expected-error @+1 {{type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() ({
^bb0(%x: i64):
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() ({
^bb0(%x: i32):
  tfrt.return
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}, {}]} : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f", function_type = () -> (), res_attrs = [{}]} : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() ({
  tfrt.return
}) {sym_name = "f"} : () -> ()

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func @same() {
  tfrt.return
}
// expected-error @+1 {{redefinition of symbol named 'same'}}
func.func @same() {
  tfrt.return
}

// -----

func.func @callee(%x: i32) -> i32 {
  func.return %x : i32
}
func.func @missing(%x: i32) -> i32 {
  // expected-error @+1 {{'func.call' op 'nowhere' does not reference a valid function}}
  %a = func.call @nowhere(%x) : (i32) -> i32
  func.return %a : i32
}
func.func @operands(%x: i32) -> i32 {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee}}
  %a = func.call @callee() : () -> i32
  func.return %a : i32
}
func.func @operand_type(%x: i64) -> i32 {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  %a = func.call @callee(%x) : (i64) -> i32
  func.return %a : i32
}
func.func @results(%x: i32) {
  // expected-error @+1 {{'func.call' op incorrect number of results for callee}}
  func.call @callee(%x) : (i32) -> ()
  func.return
}
func.func @result_type(%x: i32) {
  // expected-error @+1 {{'func.call' op result type mismatch}}
  %a = func.call @callee(%x) : (i32) -> i64
  func.return
}
func.func @return_count() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@return_count) returns 1}}
  func.return
}
func.func @return_type(%x: i32) -> i64 {
  // expected-error @+1 {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @return_type}}
  func.return %x : i32
}

// -----

// expected-error @+1 {{expected type instead of SSA identifier}}
func.func @mixed(i32, %x: i32) {
  tfrt.return
}

// -----

// expected-error @+1 {{expected SSA identifier}}
func.func @mixed(%x: i32, i32) {
  tfrt.return
}

// -----

// expected-error @+1 {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @named() attributes {sym_name = "other"} {
  tfrt.return
}
