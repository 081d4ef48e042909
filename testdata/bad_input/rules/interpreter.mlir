// What the declarations of `interpreter` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op requires zero regions}}
  "interpreter.run_parallel"() ({}) {programs = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  "interpreter.run_parallel"()[^bb1] {programs = []} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op attribute 'infeed' failed to satisfy constraint: flat symbol ref array attribute}}
  "interpreter.run_parallel"() {programs = [], infeed = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op attribute 'infeed' failed to satisfy constraint: flat symbol ref array attribute}}
  "interpreter.run_parallel"() {programs = [], infeed = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op requires attribute 'programs'}}
  "interpreter.run_parallel"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op attribute 'programs' failed to satisfy constraint: Array of FlatSymbolRefArrayAttr}}
  "interpreter.run_parallel"() {programs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.run_parallel' op attribute 'programs' failed to satisfy constraint: Array of FlatSymbolRefArrayAttr}}
  "interpreter.run_parallel"() {programs = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'interpreter.run_parallel' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'i32'}}
  %r = "interpreter.run_parallel"(%0) {programs = []} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'interpreter.run_parallel' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'i32'}}
  %r = "interpreter.run_parallel"(%0) {programs = []} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'interpreter.print' op requires zero regions}}
  "interpreter.print"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'interpreter.print' op requires zero results}}
  %r = "interpreter.print"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  "interpreter.print"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'interpreter.print' op requires a single operand}}
  "interpreter.print"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'interpreter.print' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  "interpreter.print"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'interpreter.probe' op requires zero regions}}
  %r = "interpreter.probe"(%0) ({}) {probe_id = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'interpreter.probe' op requires one result}}
  "interpreter.probe"(%0) {probe_id = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "interpreter.probe"(%0)[^bb1] {probe_id = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'interpreter.probe' op requires a single operand}}
  %r = "interpreter.probe"() {probe_id = "x"} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'interpreter.probe' op requires attribute 'probe_id'}}
  %r = "interpreter.probe"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'interpreter.probe' op attribute 'probe_id' failed to satisfy constraint: string attribute}}
  %r = "interpreter.probe"(%0) {probe_id = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'interpreter.probe' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "interpreter.probe"(%0) {probe_id = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'interpreter.probe' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "interpreter.probe"(%0) {probe_id = "x"} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'interpreter.probe' op requires the same type for all operands and results}}
  %r = "interpreter.probe"(%0) {probe_id = "x"} : (tensor<2xf32>) -> (tensor<2xi32>)
  tfrt.return
}
