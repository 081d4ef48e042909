// What the declarations of `builtin` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

// expected-error @+1:1 {{'builtin.module' op requires one region}}
"builtin.module"() : () -> ()

// -----

// expected-error @+1:6 {{'builtin.module' op requires zero results}}
%r = "builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> (i32)

// -----

%0 = "x.y"() : () -> (i32)
// expected-error @+1:1 {{'builtin.module' op requires zero operands}}
"builtin.module"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()

// -----

// expected-error @+1:1 {{'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {sym_name = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'builtin.module' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
"builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {sym_visibility = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {sym_name = "a", sym_visibility = "hidden"} : () -> ()

// -----

func.func @f() {
    // expected-error @+1:5 {{'builtin.module' op symbol's parent must have the SymbolTable trait}}
    "builtin.module"() ({
      ^b0:
        "tfrt.return"() : () -> ()
      }) {sym_name = "a"} : () -> ()
    tfrt.return
}

// -----

// expected-note @+1:1 {{see existing symbol definition here}}
"builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {sym_name = "a", sym_visibility = "private"} : () -> ()
// expected-error @+1:1 {{redefinition of symbol named 'a'}}
"builtin.module"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {sym_name = "a", sym_visibility = "private"} : () -> ()

// -----

// expected-error @+1:1 {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({
  }) : () -> ()

// -----

// expected-error @+1:1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
  ^b0(%x: i32):
    "tfrt.return"() : () -> ()
  }) : () -> ()

// -----

"builtin.module"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) : () -> ()

// -----

func.func @f() {
  // expected-error @+1:3 {{'builtin.unrealized_conversion_cast' op requires zero regions}}
  "builtin.unrealized_conversion_cast"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:41 {{successors in non-terminator}}
  "builtin.unrealized_conversion_cast"()[^bb1] : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}
