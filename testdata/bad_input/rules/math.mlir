// What the declarations of `math` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.absf' op requires zero regions}}
  %r = "math.absf"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'math.absf' op requires one result}}
  "math.absf"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  %r = "math.absf"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'math.absf' op requires a single operand}}
  %r = "math.absf"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.absf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.absf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.absf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "math.absf"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.absf' op requires the same type for all operands and results}}
  %r = "math.absf"(%0) : (tensor<2xf32>) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'math.fma' op requires zero regions}}
  %r = "math.fma"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'math.fma' op requires one result}}
  "math.fma"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "math.fma"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.fma' op expected 3 operands, but found 2}}
  %r = "math.fma"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.fma' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.fma"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.fma' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "math.fma"(%0, %1, %2) : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'math.fma' op operand #2 must be floating-point-like, but got 'i32'}}
  %r = "math.fma"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.fma' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "math.fma"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.fma' op requires the same type for all operands and results}}
  %r = "math.fma"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.atan2' op requires zero regions}}
  %r = "math.atan2"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'math.atan2' op requires one result}}
  "math.atan2"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "math.atan2"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.atan2' op expected 2 operands, but found 1}}
  %r = "math.atan2"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.atan2' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.atan2"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'math.atan2' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "math.atan2"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.atan2' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "math.atan2"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.atan2' op requires the same type for all operands and results}}
  %r = "math.atan2"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.absi' op requires zero regions}}
  %r = "math.absi"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'math.absi' op requires one result}}
  "math.absi"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  %r = "math.absi"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'math.absi' op requires a single operand}}
  %r = "math.absi"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'math.absi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.absi"(%0) : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.absi' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.absi"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.absi' op requires the same type for all operands and results}}
  %r = "math.absi"(%0) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.ipowi' op requires zero regions}}
  %r = "math.ipowi"(%0, %1) ({}) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'math.ipowi' op requires one result}}
  "math.ipowi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "math.ipowi"(%0, %1)[^bb1] : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.ipowi' op expected 2 operands, but found 1}}
  %r = "math.ipowi"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:8 {{'math.ipowi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.ipowi"(%0, %1) : (!tfrt.chain, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'math.ipowi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.ipowi"(%0, %1) : (i32, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.ipowi' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.ipowi"(%0, %1) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.ipowi' op requires the same type for all operands and results}}
  %r = "math.ipowi"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}
