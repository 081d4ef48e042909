// What the declarations of `ub` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'ub.poison' op requires zero regions}}
  %r = "ub.poison"() ({}) : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ub.poison' op requires one result}}
  "ub.poison"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  %r = "ub.poison"()[^bb1] : () -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ub.poison' op requires zero operands}}
  %r = "ub.poison"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ub.poison' op attribute 'value' failed to satisfy constraint: an implementation of PoisonAttrInterface}}
  %r = "ub.poison"() {value = 1 : i32} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ub.unreachable' op requires zero regions}}
  "ub.unreachable"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ub.unreachable' op requires zero results}}
  %r = "ub.unreachable"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ub.unreachable' op requires 0 successors but found 1}}
  "ub.unreachable"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'ub.unreachable' op requires zero operands}}
  "ub.unreachable"(%0) : (i32) -> ()
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ub.unreachable' op must be the last operation in the parent block}}
  "ub.unreachable"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}
