// What the declarations of `func` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

// expected-error @+1:1 {{'func.func' op requires one region}}
"func.func"() {sym_name = "x", function_type = () -> ()} : () -> ()

// -----

// expected-error @+1:6 {{'func.func' op requires zero results}}
%r = "func.func"() ({}) {sym_name = "x", function_type = () -> ()} : () -> (i32)

// -----

%0 = "x.y"() : () -> (i32)
// expected-error @+1:1 {{'func.func' op requires zero operands}}
"func.func"(%0) ({}) {sym_name = "x", function_type = () -> ()} : (i32) -> ()

// -----

// expected-error @+1:1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() ({}) {function_type = () -> ()} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"func.func"() ({}) {function_type = () -> (), sym_name = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() ({}) {sym_name = "x"} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() ({}) {sym_name = "x", function_type = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), sym_visibility = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), arg_attrs = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), arg_attrs = [1 : i32]} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), res_attrs = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), res_attrs = [1 : i32]} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op attribute 'no_inline' failed to satisfy constraint: unit attribute}}
"func.func"() ({}) {sym_name = "x", function_type = () -> (), no_inline = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"func.func"() ({}) {function_type = () -> (), sym_name = "a", sym_visibility = "hidden"} : () -> ()

// -----

// expected-error @+1:1 {{'func.func' op symbol declaration cannot have public visibility}}
"func.func"() ({}) {function_type = () -> (), sym_name = "a"} : () -> ()

// -----

func.func @f() {
    // expected-error @+1:5 {{'func.func' op symbol's parent must have the SymbolTable trait}}
    "func.func"() ({}) {function_type = () -> (), sym_name = "a"} : () -> ()
    tfrt.return
}

// -----

// expected-note @+1:1 {{see existing symbol definition here}}
"func.func"() ({}) {function_type = () -> (), sym_name = "a", sym_visibility = "private"} : () -> ()
// expected-error @+1:1 {{redefinition of symbol named 'a'}}
"func.func"() ({}) {function_type = () -> (), sym_name = "a", sym_visibility = "private"} : () -> ()

// -----

"func.func"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) {sym_name = "x", function_type = () -> ()} : () -> ()

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op requires zero regions}}
  "func.call"() ({}) {callee = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:16 {{successors in non-terminator}}
  "func.call"()[^bb1] {callee = @f} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op requires attribute 'callee'}}
  "func.call"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  "func.call"() {callee = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call"() {callee = @f, arg_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call"() {callee = @f, arg_attrs = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call"() {callee = @f, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call"() {callee = @f, res_attrs = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call' op attribute 'no_inline' failed to satisfy constraint: unit attribute}}
  "func.call"() {callee = @f, no_inline = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.return' op requires zero regions}}
  "func.return"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'func.return' op requires zero results}}
  %r = "func.return"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.return' op requires 0 successors but found 1}}
  "func.return"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.return' op must be the last operation in the parent block}}
  "func.return"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'func.constant' op requires zero regions}}
  %r = "func.constant"() ({}) {value = @f} : () -> (() -> ())
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.constant' op requires one result}}
  "func.constant"() {value = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "func.constant"()[^bb1] {value = @f} : () -> (() -> ())
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'func.constant' op requires zero operands}}
  %r = "func.constant"(%0) {value = @f} : (i32) -> (() -> ())
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'func.constant' op requires attribute 'value'}}
  %r = "func.constant"() : () -> (() -> ())
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'func.constant' op attribute 'value' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "func.constant"() {value = 1 : i32} : () -> (() -> ())
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'func.constant' op result #0 must be function type, but got 'i32'}}
  %r = "func.constant"() {value = @f} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'func.call_indirect' op requires zero regions}}
  "func.call_indirect"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  "func.call_indirect"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'func.call_indirect' op expected 1 or more operands, but found 0}}
  "func.call_indirect"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: () -> ()) {
  // expected-error @+1:3 {{'func.call_indirect' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call_indirect"(%0) {arg_attrs = 1 : i32} : (() -> ()) -> ()
  tfrt.return
}

// -----

func.func @f(%0: () -> ()) {
  // expected-error @+1:3 {{'func.call_indirect' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call_indirect"(%0) {arg_attrs = [1 : i32]} : (() -> ()) -> ()
  tfrt.return
}

// -----

func.func @f(%0: () -> ()) {
  // expected-error @+1:3 {{'func.call_indirect' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call_indirect"(%0) {res_attrs = 1 : i32} : (() -> ()) -> ()
  tfrt.return
}

// -----

func.func @f(%0: () -> ()) {
  // expected-error @+1:3 {{'func.call_indirect' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "func.call_indirect"(%0) {res_attrs = [1 : i32]} : (() -> ()) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'func.call_indirect' op operand #0 must be function type, but got 'i32'}}
  %r = "func.call_indirect"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}
