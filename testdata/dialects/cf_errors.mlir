// What is wrong with branches between blocks: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @operands(%a: i32) {
  // expected-error @+1:3 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^next
^next(%x: i32):
  func.return
}
func.func @operand_types(%a: i32) {
  // expected-error @+1:3 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^next(%a : i32)
^next(%x: i64):
  func.return
}
func.func @condition_sum(%c: i1, %a: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op operand count (2) does not match with the total size (1) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %a) [^next, ^next] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1, i32) -> ()
^next:
  func.return
}
func.func @condition_sizes(%c: i1, %a: i32) {
  // expected-error @+1:3 {{branch has 0 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^next(%a : i32), ^next
^next(%x: i32):
  func.return
}
func.func @condition_types(%c: i1, %a: i32, %b: i64) {
  // expected-error @+1:3 {{type mismatch for bb argument #0 of successor #1}}
  cf.cond_br %c, ^next(%a : i32), ^next(%b : i64)
^next(%x: i32):
  func.return
}
func.func @condition(%c: i32) {
  // expected-error @+1:3 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%c) [^next, ^next] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^next:
  func.return
}
func.func @switch_groups(%f: i32) {
  // expected-error @+1:3 {{'cf.switch' op has operands that its attributes do not divide among its successors}}
  "cf.switch"(%f) [^next, ^next] {case_operand_segments = array<i32: 0, 0>, case_values = dense<7> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^next:
  func.return
}
func.func @switch_values(%f: i32) {
  // expected-error @+1:3 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%f) [^next, ^next] {case_operand_segments = array<i32: 0>, case_values = dense<[7, 8]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^next:
  func.return
}
func.func @switch_without_values(%f: i32) {
  // expected-error @+1:3 {{'cf.switch' op number of case values (0) should match number of case destinations (1)}}
  "cf.switch"(%f) [^next, ^next] {case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^next:
  func.return
}
func.func @switch_value_type(%f: i32) {
  // expected-error @+1:3 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%f) [^next, ^next] {case_operand_segments = array<i32: 0>, case_values = dense<7> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^next:
  func.return
}
func.func @switch_block_arguments(%f: i32, %a: i32) {
  // expected-error @+1:3 {{branch has 2 operands for successor #1, but target block has 0}}
  "cf.switch"(%f, %a) [^next, ^next] {case_operand_segments = array<i32: 2>, case_values = dense<7> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>} : (i32, i32) -> ()
^next:
  func.return
}
func.func @switch_operands(%f: i32) {
  // expected-error @+1:3 {{branch has 0 operands for successor #1, but target block has 1}}
  cf.switch %f : i32, [
    default: ^next,
    7: ^other
  ]
^next:
  func.return
^other(%x: i32):
  func.return
}
func.func @switch_types(%f: i32) {
  // expected-error @+1:3 {{type mismatch for bb argument #0 of successor #0}}
  cf.switch %f : i32, [
    default: ^next(%f : i32)
  ]
^next(%x: i64):
  func.return
}
func.func @message(%c: i1) {
  // expected-error @+1:3 {{'cf.assert' op requires attribute 'msg'}}
  "cf.assert"(%c) : (i1) -> ()
  func.return
}
func.func @first_block(%c: i1) {
  cf.br ^next
^next:
  cf.br ^first
^first:
  func.return
}

// -----

// expected-error @+1:1 {{entry block of region may not have predecessors}}
func.func @entry() {
^first:
  cf.br ^first
}

// -----

func.func @dominated_by_another_block(%c: i1) -> i32 {
  cf.cond_br %c, ^one, ^two
^one:
  // expected-note @+1:8 {{operand defined here (op in the same region)}}
  %x = arith.constant 1 : i32
  cf.br ^two
^two:
  // expected-error @+1:3 {{operand #0 does not dominate this use}}
  func.return %x : i32
}

// -----

func.func @unknown_block() {
  // expected-error @+1:9 {{reference to an undefined block}}
  cf.br ^nowhere
}

// -----

func.func @block_twice() {
  cf.br ^next
^next:
  func.return
// expected-error @+1:1 {{redefinition of block '^next'}}
^next:
  func.return
}

// -----

func.func @no_comma(%c: i1) {
  // expected-error @+1:16 {{expected ','}}
  cf.cond_br %c ^next, ^next
^next:
  func.return
}

// -----

func.func @no_types(%a: i32) {
  // expected-error @+1:17 {{expected ':'}}
  cf.br ^next(%a)
^next(%x: i32):
  func.return
}

// -----

func.func @float_flag(%f: f32) {
    // expected-error @+1:18 {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  cf.switch %f : f32, [
    default: ^next
  ]
^next:
  func.return
}

// -----

func.func @no_default(%f: i32) {
  cf.switch %f : i32, [
    // expected-error @+1:5 {{custom op 'cf.switch' expected 'default'}}
    7: ^next
  ]
^next:
  func.return
}

// -----

func.func @assert_message(%c: i1) {
  // expected-error @+1:16 {{expected attribute value}}
  cf.assert %c, message
  func.return
}

// -----

// expected-note @+1:1 {{operand defined as a block argument (block #1 in the same region)}}
func.func @argument_of_another_block(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^one(%x : i32), ^two
^one(%y: i32):
  cf.br ^two
^two:
  // expected-error @+1:3 {{operand #0 does not dominate this use}}
  func.return %y : i32
}
