// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:19 {{custom op 'ub.poison' invalid kind of attribute specified}}
  %x = ub.poison <3 : i32> : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1:23 {{unknown attribute `foo` in dialect `ub`}}
  %x = ub.poison <#ub.foo> : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ub.unreachable' op must be the last operation in the parent block}}
  ub.unreachable
  return
}
