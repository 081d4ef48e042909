// What the declarations of `coo` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'coo.print_tensor' op requires zero regions}}
  %r = "coo.print_tensor"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'coo.print_tensor' op requires one result}}
  "coo.print_tensor"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "coo.print_tensor"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'coo.print_tensor' op expected 2 operands, but found 1}}
  %r = "coo.print_tensor"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'coo.print_tensor' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "coo.print_tensor"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:8 {{'coo.print_tensor' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "coo.print_tensor"(%0, %1) : (!tfrt_tensor.tensor, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'coo.print_tensor' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "coo.print_tensor"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op requires zero regions}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1) ({}) : (i32, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'coo.convert_dht_to_coo.i32.0' op expected 2 results}}
  %r = "coo.convert_dht_to_coo.i32.0"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:48 {{successors in non-terminator}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op expected 2 operands, but found 1}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0) : (i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1) : (!tfrt_tensor.tensor, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op result #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.convert_dht_to_coo.i32.0' op result #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "coo.convert_dht_to_coo.i32.0"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt_tensor.tensor, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op requires zero regions}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) ({}) : (i32, i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'coo.tensor_equal.i32.0' op expected 2 results}}
  %r = "coo.tensor_equal.i32.0"(%0, %1, %2) : (i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:46 {{successors in non-terminator}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op expected 3 operands, but found 2}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1) : (i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) : (i32, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op operand #1 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) : (!tfrt_tensor.tensor, i32, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: i32) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op operand #2 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'coo.tensor_equal.i32.0' op result #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "coo.tensor_equal.i32.0"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, i32)
  tfrt.return
}
