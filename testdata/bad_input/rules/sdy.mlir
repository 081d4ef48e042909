// What the declarations of `sdy` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

// expected-error @+1:1 {{'sdy.mesh' op requires zero regions}}
"sdy.mesh"() ({}) {sym_name = "x", mesh = #sdy.mesh<[]>} : () -> ()

// -----

// expected-error @+1:6 {{'sdy.mesh' op requires zero results}}
%r = "sdy.mesh"() {sym_name = "x", mesh = #sdy.mesh<[]>} : () -> (i32)

// -----

%0 = "x.y"() : () -> (i32)
// expected-error @+1:1 {{'sdy.mesh' op requires zero operands}}
"sdy.mesh"(%0) {sym_name = "x", mesh = #sdy.mesh<[]>} : (i32) -> ()

// -----

// expected-error @+1:1 {{'sdy.mesh' op requires attribute 'sym_name'}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>} : () -> ()

// -----

// expected-error @+1:1 {{'sdy.mesh' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'sdy.mesh' op requires attribute 'mesh'}}
"sdy.mesh"() {sym_name = "x"} : () -> ()

// -----

// expected-error @+1:1 {{'sdy.mesh' op attribute 'mesh' failed to satisfy constraint: Mesh of axes and a list of devices}}
"sdy.mesh"() {sym_name = "x", mesh = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'sdy.mesh' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = "a", sym_visibility = "hidden"} : () -> ()

// -----

func.func @f() {
    // expected-error @+1:5 {{'sdy.mesh' op symbol's parent must have the SymbolTable trait}}
    "sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = "a"} : () -> ()
    tfrt.return
}

// -----

// expected-note @+1:1 {{see existing symbol definition here}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = "a", sym_visibility = "private"} : () -> ()
// expected-error @+1:1 {{redefinition of symbol named 'a'}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = "a", sym_visibility = "private"} : () -> ()

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op requires zero regions}}
  %r = "sdy.sharding_constraint"(%0) ({}) {sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.sharding_constraint' op requires one result}}
  "sdy.sharding_constraint"(%0) {sharding = #sdy.sharding<@m, []>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "sdy.sharding_constraint"(%0)[^bb1] {sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op requires a single operand}}
  %r = "sdy.sharding_constraint"() {sharding = #sdy.sharding<@m, []>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op requires attribute 'sharding'}}
  %r = "sdy.sharding_constraint"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op attribute 'sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.sharding_constraint"(%0) {sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op requires the same type for all operands and results}}
  %r = "sdy.sharding_constraint"(%0) {sharding = #sdy.sharding<@m, []>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.sharding_group' op requires zero regions}}
  "sdy.sharding_group"(%0) ({}) {group_id = 1 : i64} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_group' op requires zero results}}
  %r = "sdy.sharding_group"(%0) {group_id = 1 : i64} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  "sdy.sharding_group"(%0)[^bb1] {group_id = 1 : i64} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.sharding_group' op requires a single operand}}
  "sdy.sharding_group"() {group_id = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.sharding_group' op requires attribute 'group_id'}}
  "sdy.sharding_group"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.sharding_group' op attribute 'group_id' failed to satisfy constraint: 64-bit signless integer attribute}}
  "sdy.sharding_group"(%0) {group_id = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op requires one region}}
  "sdy.manual_computation"() {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  "sdy.manual_computation"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op requires attribute 'in_shardings'}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op attribute 'in_shardings' failed to satisfy constraint: Tensor sharding per operand/result of an op}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, in_shardings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op requires attribute 'out_shardings'}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op attribute 'out_shardings' failed to satisfy constraint: Tensor sharding per operand/result of an op}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op requires attribute 'manual_axes'}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op attribute 'manual_axes' failed to satisfy constraint: A list of axes that a ManualComputationOp is manual on}}
  "sdy.manual_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.manual_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "sdy.manual_computation"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "sdy.manual_computation"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) {in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.return' op requires zero regions}}
  "sdy.return"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.return' op requires zero results}}
  %r = "sdy.return"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.return' op requires 0 successors but found 1}}
  "sdy.return"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.return' op must be the last operation in the parent block}}
  "sdy.return"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}
