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

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op requires zero regions}}
  %r = "sdy.all_gather"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, gathering_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.all_gather' op requires one result}}
  "sdy.all_gather"(%0) {out_sharding = #sdy.sharding<@m, []>, gathering_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "sdy.all_gather"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, gathering_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.all_gather' op requires a single operand}}
  %r = "sdy.all_gather"() {out_sharding = #sdy.sharding<@m, []>, gathering_axes = #sdy<list_of_axis_ref_lists[]>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op requires attribute 'out_sharding'}}
  %r = "sdy.all_gather"(%0) {gathering_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.all_gather"(%0) {gathering_axes = #sdy<list_of_axis_ref_lists[]>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op requires attribute 'gathering_axes'}}
  %r = "sdy.all_gather"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op attribute 'gathering_axes' failed to satisfy constraint: List of axis ref lists}}
  %r = "sdy.all_gather"(%0) {out_sharding = #sdy.sharding<@m, []>, gathering_axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_gather' op requires the same type for all operands and results}}
  %r = "sdy.all_gather"(%0) {out_sharding = #sdy.sharding<@m, []>, gathering_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op requires zero regions}}
  %r = "sdy.all_slice"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, slicing_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.all_slice' op requires one result}}
  "sdy.all_slice"(%0) {out_sharding = #sdy.sharding<@m, []>, slicing_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "sdy.all_slice"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, slicing_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.all_slice' op requires a single operand}}
  %r = "sdy.all_slice"() {out_sharding = #sdy.sharding<@m, []>, slicing_axes = #sdy<list_of_axis_ref_lists[]>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op requires attribute 'out_sharding'}}
  %r = "sdy.all_slice"(%0) {slicing_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.all_slice"(%0) {slicing_axes = #sdy<list_of_axis_ref_lists[]>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op requires attribute 'slicing_axes'}}
  %r = "sdy.all_slice"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op attribute 'slicing_axes' failed to satisfy constraint: List of axis ref lists}}
  %r = "sdy.all_slice"(%0) {out_sharding = #sdy.sharding<@m, []>, slicing_axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_slice' op requires the same type for all operands and results}}
  %r = "sdy.all_slice"(%0) {out_sharding = #sdy.sharding<@m, []>, slicing_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op requires zero regions}}
  %r = "sdy.all_reduce"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, reduction_axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.all_reduce' op requires one result}}
  "sdy.all_reduce"(%0) {out_sharding = #sdy.sharding<@m, []>, reduction_axes = #sdy<axis_ref_list{}>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "sdy.all_reduce"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, reduction_axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.all_reduce' op requires a single operand}}
  %r = "sdy.all_reduce"() {out_sharding = #sdy.sharding<@m, []>, reduction_axes = #sdy<axis_ref_list{}>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op requires attribute 'out_sharding'}}
  %r = "sdy.all_reduce"(%0) {reduction_axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.all_reduce"(%0) {reduction_axes = #sdy<axis_ref_list{}>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op requires attribute 'reduction_axes'}}
  %r = "sdy.all_reduce"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op attribute 'reduction_axes' failed to satisfy constraint: List of axis refs}}
  %r = "sdy.all_reduce"(%0) {out_sharding = #sdy.sharding<@m, []>, reduction_axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_reduce' op requires the same type for all operands and results}}
  %r = "sdy.all_reduce"(%0) {out_sharding = #sdy.sharding<@m, []>, reduction_axes = #sdy<axis_ref_list{}>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op requires zero regions}}
  %r = "sdy.reduce_scatter"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.reduce_scatter' op requires one result}}
  "sdy.reduce_scatter"(%0) {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "sdy.reduce_scatter"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op requires a single operand}}
  %r = "sdy.reduce_scatter"() {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op requires attribute 'out_sharding'}}
  %r = "sdy.reduce_scatter"(%0) {reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.reduce_scatter"(%0) {reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op requires attribute 'reduce_scatter_axes'}}
  %r = "sdy.reduce_scatter"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op attribute 'reduce_scatter_axes' failed to satisfy constraint: List of axis ref lists}}
  %r = "sdy.reduce_scatter"(%0) {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op requires the same type for all operands and results}}
  %r = "sdy.reduce_scatter"(%0) {out_sharding = #sdy.sharding<@m, []>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op requires zero regions}}
  %r = "sdy.all_to_all"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, params = #sdy<all_to_all_param_list[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.all_to_all' op requires one result}}
  "sdy.all_to_all"(%0) {out_sharding = #sdy.sharding<@m, []>, params = #sdy<all_to_all_param_list[]>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "sdy.all_to_all"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, params = #sdy<all_to_all_param_list[]>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.all_to_all' op requires a single operand}}
  %r = "sdy.all_to_all"() {out_sharding = #sdy.sharding<@m, []>, params = #sdy<all_to_all_param_list[]>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op requires attribute 'out_sharding'}}
  %r = "sdy.all_to_all"(%0) {params = #sdy<all_to_all_param_list[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.all_to_all"(%0) {params = #sdy<all_to_all_param_list[]>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op requires attribute 'params'}}
  %r = "sdy.all_to_all"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op attribute 'params' failed to satisfy constraint: List of all-to-all parameters}}
  %r = "sdy.all_to_all"(%0) {out_sharding = #sdy.sharding<@m, []>, params = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.all_to_all' op requires the same type for all operands and results}}
  %r = "sdy.all_to_all"(%0) {out_sharding = #sdy.sharding<@m, []>, params = #sdy<all_to_all_param_list[]>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.collective_permute' op requires zero regions}}
  %r = "sdy.collective_permute"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.collective_permute' op requires one result}}
  "sdy.collective_permute"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "sdy.collective_permute"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.collective_permute' op requires a single operand}}
  %r = "sdy.collective_permute"() {out_sharding = #sdy.sharding<@m, []>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.collective_permute' op requires attribute 'out_sharding'}}
  %r = "sdy.collective_permute"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.collective_permute' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.collective_permute"(%0) {out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.collective_permute' op requires the same type for all operands and results}}
  %r = "sdy.collective_permute"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op requires zero regions}}
  %r = "sdy.replicated_to_unreduced"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.replicated_to_unreduced' op requires one result}}
  "sdy.replicated_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<axis_ref_list{}>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:41 {{successors in non-terminator}}
  %r = "sdy.replicated_to_unreduced"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op requires a single operand}}
  %r = "sdy.replicated_to_unreduced"() {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<axis_ref_list{}>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op requires attribute 'out_sharding'}}
  %r = "sdy.replicated_to_unreduced"(%0) {axes = #sdy<axis_ref_list{}>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.replicated_to_unreduced"(%0) {axes = #sdy<axis_ref_list{}>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op requires attribute 'axes'}}
  %r = "sdy.replicated_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op attribute 'axes' failed to satisfy constraint: List of axis refs}}
  %r = "sdy.replicated_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op requires the same type for all operands and results}}
  %r = "sdy.replicated_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<axis_ref_list{}>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op requires zero regions}}
  %r = "sdy.sharded_to_unreduced"(%0) ({}) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.sharded_to_unreduced' op requires one result}}
  "sdy.sharded_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "sdy.sharded_to_unreduced"(%0)[^bb1] {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op requires a single operand}}
  %r = "sdy.sharded_to_unreduced"() {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<list_of_axis_ref_lists[]>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op requires attribute 'out_sharding'}}
  %r = "sdy.sharded_to_unreduced"(%0) {axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op attribute 'out_sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.sharded_to_unreduced"(%0) {axes = #sdy<list_of_axis_ref_lists[]>, out_sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op requires attribute 'axes'}}
  %r = "sdy.sharded_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op attribute 'axes' failed to satisfy constraint: List of axis ref lists}}
  %r = "sdy.sharded_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op requires the same type for all operands and results}}
  %r = "sdy.sharded_to_unreduced"(%0) {out_sharding = #sdy.sharding<@m, []>, axes = #sdy<list_of_axis_ref_lists[]>} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.constant' op requires zero regions}}
  %r = "sdy.constant"() ({}) {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.constant' op requires one result}}
  "sdy.constant"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:24 {{successors in non-terminator}}
  %r = "sdy.constant"()[^bb1] {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.constant' op requires zero operands}}
  %r = "sdy.constant"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.constant' op requires attribute 'value'}}
  %r = "sdy.constant"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  %r = "sdy.constant"() {value = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.constant' op result #0 must be ranked tensor of any type values, but got 'i32'}}
  %r = "sdy.constant"() {value = dense<1> : tensor<2xi32>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.data_flow_edge' op requires zero regions}}
  %r = "sdy.data_flow_edge"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.data_flow_edge' op requires one result}}
  "sdy.data_flow_edge"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "sdy.data_flow_edge"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.data_flow_edge' op requires a single operand}}
  %r = "sdy.data_flow_edge"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.data_flow_edge' op attribute 'sharding' failed to satisfy constraint: Tensor sharding}}
  %r = "sdy.data_flow_edge"(%0) {sharding = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.data_flow_edge' op requires the same type for all operands and results}}
  %r = "sdy.data_flow_edge"(%0) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op requires zero regions}}
  %r = "sdy.propagation_barrier"(%0) ({}) {allowed_direction = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'sdy.propagation_barrier' op requires one result}}
  "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "sdy.propagation_barrier"(%0)[^bb1] {allowed_direction = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op requires a single operand}}
  %r = "sdy.propagation_barrier"() {allowed_direction = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op requires attribute 'allowed_direction'}}
  %r = "sdy.propagation_barrier"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op attribute 'allowed_direction' failed to satisfy constraint: propagation direction enum}}
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = "x"} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op operand #0 must be ranked tensor of any type values, but got 'i32'}}
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op result #0 must be ranked tensor of any type values, but got 'i32'}}
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op requires the same type for all operands and results}}
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (tensor<2xf32>) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op requires one region}}
  "sdy.named_computation"() {name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:28 {{successors in non-terminator}}
  "sdy.named_computation"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {name = "x"} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op requires attribute 'name'}}
  "sdy.named_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op attribute 'name' failed to satisfy constraint: string attribute}}
  "sdy.named_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {name = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op attribute 'in_shardings' failed to satisfy constraint: Tensor sharding per operand/result of an op}}
  "sdy.named_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {name = "x", in_shardings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op attribute 'out_shardings' failed to satisfy constraint: Tensor sharding per operand/result of an op}}
  "sdy.named_computation"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {name = "x", out_shardings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "sdy.named_computation"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "sdy.named_computation"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) {name = "x"} : () -> ()
  tfrt.return
}
