// What is wrong with constants, arithmetic, prints and devices.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @add_type(%x: i64) {
  // expected-error @+1 {{'tfrt.add.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %a = "tfrt.add.i32"(%y, %x) : (i32, i64) -> i32
  %y = tfrt.constant.i32 1
  tfrt.return
}
func.func @add_result(%x: i32) {
  // expected-error @+1 {{'tfrt.add.i32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %a = "tfrt.add.i32"(%x, %x) : (i32, i32) -> i64
  tfrt.return
}
func.func @add_operands(%x: i32) {
  // expected-error @+1 {{'tfrt.add.i32' op expected 2 operands, but found 1}}
  %a = "tfrt.add.i32"(%x) : (i32) -> i32
  tfrt.return
}
func.func @add_results(%x: i32) {
  // expected-error @+1 {{'tfrt.add.i32' op requires one result}}
  "tfrt.add.i32"(%x, %x) : (i32, i32) -> ()
  tfrt.return
}
func.func @div_results(%x: i32) {
  // expected-error @+1 {{'tfrt.div.i32' op expected 2 results, but found 1}}
  %a = "tfrt.div.i32"(%x, %x) : (i32, i32) -> i32
  tfrt.return
}
func.func @print_chain(%x: i32) {
  // expected-error @+1 {{'tfrt.print.i32' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %a = "tfrt.print.i32"(%x, %x) : (i32, i32) -> !tfrt.chain
  tfrt.return
}
func.func @merge_result(%x: i32) {
  // expected-error @+1 {{'tfrt.merge.chains' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %a = "tfrt.merge.chains"(%x, %x) : (i32, i32) -> i32
  tfrt.return
}
func.func @device_name(%ch: !tfrt.chain) {
  // expected-error @+1 {{'tfrt.get_device' op requires attribute 'device_name'}}
  %a = tfrt.get_device %ch
  tfrt.return
}
func.func @constant_value() {
  // expected-error @+1 {{'tfrt.constant.f32' op requires attribute 'value'}}
  %a = "tfrt.constant.f32"() : () -> f32
  tfrt.return
}
func.func @complex_part() {
  // expected-error @+1 {{'tfrt.constant.complex64' op requires attribute 'imaginary'}}
  %a = "tfrt.constant.complex64"() {real = 1.0 : f32} : () -> complex<f32>
  tfrt.return
}

// -----

func.func @constant_width() {
  // expected-error @+1 {{'tfrt.constant.i32' op attribute 'value' failed to satisfy constraint: 32-bit signless integer attribute}}
  %c = "tfrt.constant.i32"() {value = 5 : i64} : () -> i32
  tfrt.return
}

// -----

func.func @constant_bf16() {
  // expected-error @+1 {{'tfrt.constant.bf16' op attribute 'value' failed to satisfy constraint: bfloat16 attribute}}
  %c = "tfrt.constant.bf16"() {value = 5.0 : f32} : () -> bf16
  tfrt.return
}

// -----

func.func @constant_kind() {
  %x = tfrt.constant.i32 1.5
  // expected-error @+1 {{floating point value not valid for specified type}}
  tfrt.return
}
