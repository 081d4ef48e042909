// What the declarations of `cf` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:3 {{'cf.br' op requires zero regions}}
  "cf.br"()[^bb1] ({}) : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'cf.br' op requires zero results}}
  %r = "cf.br"()[^bb1] : () -> (i32)
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'cf.br' op requires 1 successor but found 0}}
  "cf.br"() : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:3 {{operation with block successors must terminate its parent block}}
  "cf.br"()[^bb1] : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op requires zero regions}}
  "cf.cond_br"(%0)[^bb1, ^bb1] ({}) {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'cf.cond_br' op requires zero results}}
  %r = "cf.cond_br"(%0)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> (i32)
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op requires 2 successors but found 1}}
  "cf.cond_br"(%0)[^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'cf.cond_br' op expected 1 or more operands, but found 0}}
  "cf.cond_br"()[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'cf.cond_br' op requires attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%0)[^bb1, ^bb1] : (i1) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op requires dense i32 array attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%0, %1, %2)[^bb1, ^bb1] {operandSegmentSizes = [1]} : (i1, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op 'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 1}}
  "cf.cond_br"(%0, %1, %2)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1>} : (i1, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op operand count (3) does not match with the total size (6) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%0, %1, %2)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 2, 2, 2>} : (i1, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%0, %1, %2)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i32, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{operation with block successors must terminate its parent block}}
  "cf.cond_br"(%0)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.switch' op requires zero regions}}
  "cf.switch"(%0)[^bb1] ({}) {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'cf.switch' op requires zero results}}
  %r = "cf.switch"(%0)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> (i32)
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.switch' op requires at least 1 successors but found 0}}
  "cf.switch"(%0) {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'cf.switch' op expected 1 or more operands, but found 0}}
  "cf.switch"()[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.switch' op attribute 'case_values' failed to satisfy constraint: constant vector/tensor attribute}}
  "cf.switch"(%0)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>, case_values = 1 : i32} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.switch' op requires attribute 'case_operand_segments'}}
  "cf.switch"(%0)[^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.switch' op requires attribute 'operandSegmentSizes'}}
  "cf.switch"(%0)[^bb1] {case_operand_segments = 1 : i32} : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.switch' op requires dense i32 array attribute 'operandSegmentSizes'}}
  "cf.switch"(%0, %1, %2)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = [1]} : (i32, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.switch' op 'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 1}}
  "cf.switch"(%0, %1, %2)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1>} : (i32, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.switch' op operand count (3) does not match with the total size (6) specified in attribute 'operandSegmentSizes'}}
  "cf.switch"(%0, %1, %2)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 2, 2, 2>} : (i32, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'cf.switch' op operand #0 must be integer, but got '!tfrt.chain'}}
  "cf.switch"(%0, %1, %2)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1>} : (!tfrt.chain, i32, i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{operation with block successors must terminate its parent block}}
  "cf.switch"(%0)[^bb1] {case_operand_segments = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.assert' op requires zero regions}}
  "cf.assert"(%0) ({}) {msg = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'cf.assert' op requires zero results}}
  %r = "cf.assert"(%0) {msg = "x"} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:18 {{successors in non-terminator}}
  "cf.assert"(%0)[^bb1] {msg = "x"} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'cf.assert' op requires a single operand}}
  "cf.assert"() {msg = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'cf.assert' op requires attribute 'msg'}}
  "cf.assert"(%0) : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'cf.assert' op attribute 'msg' failed to satisfy constraint: string attribute}}
  "cf.assert"(%0) {msg = 1 : i32} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.assert"(%0) {msg = "x"} : (i32) -> ()
  tfrt.return
}
