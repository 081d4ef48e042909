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

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.absf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.absf"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
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

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.fma' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.fma"(%0, %1, %2) {fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
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

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.atan2' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.atan2"(%0, %1) {fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
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

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.fpowi' op requires zero regions}}
  %r = "math.fpowi"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'math.fpowi' op requires one result}}
  "math.fpowi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "math.fpowi"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.fpowi' op expected 2 operands, but found 1}}
  %r = "math.fpowi"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'math.fpowi' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.fpowi"(%0, %1) {fastmath = 1 : i32} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.fpowi' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.fpowi"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'math.fpowi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "math.fpowi"(%0, %1) : (tensor<2xf32>, !tfrt.chain) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'math.fpowi' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "math.fpowi"(%0, %1) : (tensor<2xf32>, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'math.sincos' op requires zero regions}}
  %r:2 = "math.sincos"(%0) ({}) : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.sincos' op expected 2 results}}
  %r = "math.sincos"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r:2 = "math.sincos"(%0)[^bb1] : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:10 {{'math.sincos' op requires a single operand}}
  %r:2 = "math.sincos"() : () -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'math.sincos' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r:2 = "math.sincos"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'math.sincos' op operand #0 must be floating-point-like, but got 'i32'}}
  %r:2 = "math.sincos"(%0) : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'math.sincos' op result #0 must be floating-point-like, but got 'i32'}}
  %r:2 = "math.sincos"(%0) : (tensor<2xf32>) -> (i32, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'math.sincos' op result #1 must be floating-point-like, but got 'i32'}}
  %r:2 = "math.sincos"(%0) : (tensor<2xf32>) -> (tensor<2xf32>, i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'math.sincos' op requires the same type for all operands and results}}
  %r:2 = "math.sincos"(%0) : (tensor<2xf32>) -> (tensor<2xf32>, f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'math.clampf' op requires zero regions}}
  %r = "math.clampf"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'math.clampf' op requires one result}}
  "math.clampf"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "math.clampf"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'math.clampf' op expected 3 operands, but found 2}}
  %r = "math.clampf"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.clampf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.clampf"(%0, %1, %2) {fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.clampf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.clampf"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.clampf' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "math.clampf"(%0, %1, %2) : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'math.clampf' op operand #2 must be floating-point-like, but got 'i32'}}
  %r = "math.clampf"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.clampf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "math.clampf"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.clampf' op requires the same type for all operands and results}}
  %r = "math.clampf"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.isfinite' op requires zero regions}}
  %r = "math.isfinite"(%0) ({}) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'math.isfinite' op requires one result}}
  "math.isfinite"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "math.isfinite"(%0)[^bb1] : (i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'math.isfinite' op requires a single operand}}
  %r = "math.isfinite"() : () -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.isfinite' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "math.isfinite"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'math.isfinite' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "math.isfinite"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'math.isfinite' op result #0 must be bool-like, but got 'i32'}}
  %r = "math.isfinite"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}
