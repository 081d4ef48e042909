// What is wrong with constants, arithmetic, prints and devices.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @add_type(%x: i64) {
  // expected-error @+1:8 {{'tfrt.add.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %a = "tfrt.add.i32"(%y, %x) : (i32, i64) -> i32
  %y = tfrt.constant.i32 1
  tfrt.return
}
func.func @add_result(%x: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %a = "tfrt.add.i32"(%x, %x) : (i32, i32) -> i64
  tfrt.return
}
func.func @add_operands(%x: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op expected 2 operands, but found 1}}
  %a = "tfrt.add.i32"(%x) : (i32) -> i32
  tfrt.return
}
func.func @add_results(%x: i32) {
  // expected-error @+1:3 {{'tfrt.add.i32' op requires one result}}
  "tfrt.add.i32"(%x, %x) : (i32, i32) -> ()
  tfrt.return
}
func.func @div_results(%x: i32) {
  // expected-error @+1:8 {{'tfrt.div.i32' op expected 2 results}}
  %a = "tfrt.div.i32"(%x, %x) : (i32, i32) -> i32
  tfrt.return
}
func.func @print_chain(%x: i32) {
  // expected-error @+1:8 {{'tfrt.print.i32' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %a = "tfrt.print.i32"(%x, %x) : (i32, i32) -> !tfrt.chain
  tfrt.return
}
func.func @merge_result(%x: i32) {
  // expected-error @+1:8 {{'tfrt.merge.chains' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %a = "tfrt.merge.chains"(%x, %x) : (i32, i32) -> i32
  tfrt.return
}
func.func @device_name(%ch: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.get_device' op requires attribute 'device_name'}}
  %a = tfrt.get_device %ch
  tfrt.return
}
func.func @constant_value() {
  // expected-error @+1:8 {{'tfrt.constant.f32' op requires attribute 'value'}}
  %a = "tfrt.constant.f32"() : () -> f32
  tfrt.return
}
func.func @complex_part() {
  // expected-error @+1:8 {{'tfrt.constant.complex64' op requires attribute 'imaginary'}}
  %a = "tfrt.constant.complex64"() {real = 1.0 : f32} : () -> complex<f32>
  tfrt.return
}

// -----

func.func @constant_width() {
  // expected-error @+1:8 {{'tfrt.constant.i32' op attribute 'value' failed to satisfy constraint: 32-bit signless integer attribute}}
  %c = "tfrt.constant.i32"() {value = 5 : i64} : () -> i32
  tfrt.return
}

// -----

func.func @constant_bf16() {
  // expected-error @+1:8 {{'tfrt.constant.bf16' op attribute 'value' failed to satisfy constraint: bfloat16 attribute}}
  %c = "tfrt.constant.bf16"() {value = 5.0 : f32} : () -> bf16
  tfrt.return
}

// -----

func.func @constant_kind() {
  %x = tfrt.constant.i32 1.5
  // expected-error @+1:3 {{floating point value not valid for specified type}}
  tfrt.return
}

// -----

func.func @no_value() {
  // expected-error @+1:25 {{expected attribute value}}
  %a = tfrt.constant.i32
  tfrt.return
}

// -----

func.func @float_for_integer() {
  %a = tfrt.constant.i32 1.5
  // expected-error @+1:3 {{floating point value not valid for specified type}}
  tfrt.return
}

// -----

func.func @integer_for_float() {
  // expected-error @+1:25 {{expected attribute value}}
  %a = tfrt.constant.f32 x
  tfrt.return
}

// -----

func.func @out_of_range() {
  // expected-error @+1:26 {{integer constant out of range for attribute}}
  %a = tfrt.constant.i32 4294967296
  tfrt.return
}

// -----

func.func @negative_unsigned() {
  // expected-error @+1:28 {{negative integer literal not valid for unsigned integer type}}
  %a = tfrt.constant.ui32 -1
  tfrt.return
}

// -----

func.func @no_second_operand(%a: i32) {
  // expected-error @+1:21 {{custom op 'tfrt.add.i32' number of operands and types do not match: got 1 operands and 2 types}}
  %b = tfrt.add.i32 %a
  tfrt.return
}

// -----

func.func @third_operand(%a: i32) {
  // expected-error @+1:21 {{custom op 'tfrt.add.i32' number of operands and types do not match: got 3 operands and 2 types}}
  %b = tfrt.add.i32 %a, %a, %a
  tfrt.return
}

// -----

// expected-note @+1:25 {{prior use here}}
func.func @another_type(%a: i64) {
  // expected-error @+1:21 {{use of value '%a' expects different type than prior uses: 'i32' vs 'i64'}}
  %b = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @unknown_suffix(%a: i32) {
  // expected-error @+1:8 {{custom op 'tfrt.add.i33' is unknown; did you mean 'tfrt.add.i32'?}}
  %b = tfrt.add.i33 %a, %a
  tfrt.return
}

// -----

func.func @names_for_nothing(%a: i32, %ch: !tfrt.chain) {
  // expected-error @+1:3 {{operation defines 1 results but was provided 2 to bind}}
  %b, %c = tfrt.print.i32 %a, %ch
  tfrt.return
}

// -----

func.func @no_type_to_return(%a: i32) -> i32 {
  // expected-error @+1:17 {{expected ':'}}
  tfrt.return %a
}

// -----

func.func @types_of_chains(%ch: !tfrt.chain) {
  // expected-error @+1:26 {{custom op 'tfrt.merge.chains' number of operands and types do not match: got 2 operands and 1 types}}
  %c = tfrt.merge.chains %ch, %ch : !tfrt.chain
  tfrt.return
}

// -----

func.func @closing_brace(%a: i32) {
  // expected-error @+1:40 {{expected '}' in attribute dictionary}}
  %b = tfrt.add.i32 %a, %a {x = 1 : i32
  tfrt.return
}

// -----

// expected-error @+1:31 {{expected ')'}}
func.func @unknown_type(%a: i3 2) {
  tfrt.return
}

// -----

// expected-error @+1:43 {{undefined symbol alias id 'chain'}}
func.func @type_without_dialect(%a: !chain) {
  tfrt.return
}
