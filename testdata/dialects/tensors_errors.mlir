// What is wrong with shapes, host tensors and buffers, and with the types of their dialects.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @shape_result() {
  // expected-error @+1:8 {{'ts.build_shape' op result #0 must be !ts.shape type, but got 'i32'}}
  %a = "ts.build_shape"() {value = [1]} : () -> i32
  tfrt.return
}
func.func @shape_width() {
  // expected-error @+1:8 {{'ts.build_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %a = ts.build_shape [1 : i32]
  tfrt.return
}
func.func @partial_width() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %a = ts.build_partial_shape ["a"]
  tfrt.return
}
func.func @tensor_result() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.i32.1' op result #0 must be !tfrt_tensor.tensor type, but got '!t.tensor'}}
  %a = "tfrt_dht.create_uninitialized_tensor.i32.1"() {shape = [1]} : () -> !t.tensor
  tfrt.return
}
func.func @print_operand(%s: !ts.shape, %ch: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op operand #0 must be !tfrt_tensor.tensor type, but got '!ts.shape'}}
  %a = "tfrt_dht.print_tensor"(%s, %ch) : (!ts.shape, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @sparse_chain(%t: !tfrt_tensor.tensor) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.2' op expected 2 operands, but found 1}}
  %a:2 = "coo.convert_dht_to_coo.i32.2"(%t) : (!tfrt_tensor.tensor) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}
func.func @unknown_op() {
  // expected-error @+1:3 {{unregistered operation 'ts.no_such_op' found in dialect ('ts') that does not allow unknown operations}}
  "ts.no_such_op"() : () -> ()
  tfrt.return
}

// -----

// expected-error @+1:39 {{unknown shape type: nothing}}
func.func @unknown_shape_type(%a: !ts.nothing) {
  tfrt.return
}

// -----

// expected-error @+1:36 {{unknown shape type: fixed_rank_shape.2}}
func.func @fixed_rank_type(%a: !ts.fixed_rank_shape.2) {
  tfrt.return
}

// -----

// expected-error @+1:49 {{unknown tensor type: nothing}}
func.func @unknown_tensor_type(%a: !tfrt_tensor.nothing) {
  tfrt.return
}

// -----

// expected-error @+1:40 {{unknown type: nothing}}
func.func @unknown_buffer_type(%a: !ht.nothing) {
  tfrt.return
}

// -----

func.func @dimensions() {
  // expected-error @+1:23 {{custom op 'ts.build_shape' invalid kind of attribute specified: expected 64-bit integer array attribute}}
  %a = ts.build_shape 1, 2
  tfrt.return
}

// -----

func.func @no_dimensions() {
  // expected-error @+1:22 {{expected attribute value}}
  %a = ts.build_shape
  tfrt.return
}

// -----

func.func @index(%s: !ts.shape) {
  // expected-error @+1:25 {{custom op 'ts.get_dimension' number of operands and types do not match: got 1 operands and 2 types}}
  %d = ts.get_dimension %s
  tfrt.return
}

// -----

func.func @misspelled(%s: !ts.shape) {
  // expected-error @+1:8 {{custom op 'ts.get_dimensions' is unknown; did you mean 'ts.get_dimension'?}}
  %d = ts.get_dimensions %s
  tfrt.return
}

// -----

func.func @tensor_shape(%ch: !tfrt.chain) {
  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [2, 2]
  %c = tfrt_dht.fill_tensor_with_constant.i32 %t, %ch 1.0 : f32
  tfrt.return
}
