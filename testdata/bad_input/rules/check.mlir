// What the declarations of `check` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_eq_const' op requires zero regions}}
  "check.expect_eq_const"(%0) ({}) {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'check.expect_eq_const' op requires zero results}}
  %r = "check.expect_eq_const"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  "check.expect_eq_const"(%0)[^bb1] {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'check.expect_eq_const' op requires a single operand}}
  "check.expect_eq_const"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_eq_const' op requires attribute 'value'}}
  "check.expect_eq_const"(%0) : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_eq_const' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  "check.expect_eq_const"(%0) {value = 1 : i32} : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_eq_const' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_eq_const"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op requires zero regions}}
  "check.expect_almost_eq_const"(%0) ({}) {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'check.expect_almost_eq_const' op requires zero results}}
  %r = "check.expect_almost_eq_const"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  "check.expect_almost_eq_const"(%0)[^bb1] {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op requires a single operand}}
  "check.expect_almost_eq_const"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op attribute 'tolerance' failed to satisfy constraint: 64-bit float attribute}}
  "check.expect_almost_eq_const"(%0) {value = dense<1> : tensor<2xi32>, tolerance = 1 : i32} : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op requires attribute 'value'}}
  "check.expect_almost_eq_const"(%0) : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  "check.expect_almost_eq_const"(%0) {value = 1 : i32} : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_almost_eq_const' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_almost_eq_const"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'check.expect_eq' op requires zero regions}}
  "check.expect_eq"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'check.expect_eq' op requires zero results}}
  %r = "check.expect_eq"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  "check.expect_eq"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_eq' op expected 2 operands, but found 1}}
  "check.expect_eq"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_eq' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_eq"(%0, %1) : (i32, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:3 {{'check.expect_eq' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_eq"(%0, %1) : (tensor<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:3 {{'check.expect_eq' op requires the same type for all operands and results}}
  "check.expect_eq"(%0, %1) : (tensor<2xf32>, tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op requires zero regions}}
  "check.expect_almost_eq"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'check.expect_almost_eq' op requires zero results}}
  %r = "check.expect_almost_eq"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  "check.expect_almost_eq"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op expected 2 operands, but found 1}}
  "check.expect_almost_eq"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op attribute 'tolerance' failed to satisfy constraint: 64-bit float attribute}}
  "check.expect_almost_eq"(%0, %1) {tolerance = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_almost_eq"(%0, %1) : (i32, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_almost_eq"(%0, %1) : (tensor<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:3 {{'check.expect_almost_eq' op requires the same type for all operands and results}}
  "check.expect_almost_eq"(%0, %1) : (tensor<2xf32>, tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'check.expect_close' op requires zero regions}}
  "check.expect_close"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'check.expect_close' op requires zero results}}
  %r = "check.expect_close"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  "check.expect_close"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_close' op expected 2 operands, but found 1}}
  "check.expect_close"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_close' op attribute 'min_ulp_difference' failed to satisfy constraint: 64-bit signless integer attribute}}
  "check.expect_close"(%0, %1) {min_ulp_difference = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_close' op attribute 'max_ulp_difference' failed to satisfy constraint: 64-bit signless integer attribute}}
  "check.expect_close"(%0, %1) {max_ulp_difference = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_close' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_close"(%0, %1) : (i32, tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:3 {{'check.expect_close' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_close"(%0, %1) : (tensor<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op requires zero regions}}
  "check.expect_serialized_eq"(%0) ({}) {probe_id = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'check.expect_serialized_eq' op requires zero results}}
  %r = "check.expect_serialized_eq"(%0) {probe_id = "x"} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  "check.expect_serialized_eq"(%0)[^bb1] {probe_id = "x"} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op requires a single operand}}
  "check.expect_serialized_eq"() {probe_id = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op requires attribute 'probe_id'}}
  "check.expect_serialized_eq"(%0) : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op attribute 'probe_id' failed to satisfy constraint: string attribute}}
  "check.expect_serialized_eq"(%0) {probe_id = 1 : i32} : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op attribute 'iteration' failed to satisfy constraint: 32-bit signless integer attribute}}
  "check.expect_serialized_eq"(%0) {probe_id = "x", iteration = "x"} : (tensor<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'check.expect_serialized_eq' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  "check.expect_serialized_eq"(%0) {probe_id = "x"} : (i32) -> ()
  tfrt.return
}
