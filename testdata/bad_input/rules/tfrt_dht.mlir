// What the declarations of `tfrt_dht` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op requires zero regions}}
  %r = "tfrt_dht.print_tensor"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht.print_tensor' op requires one result}}
  "tfrt_dht.print_tensor"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "tfrt_dht.print_tensor"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op expected 2 operands, but found 1}}
  %r = "tfrt_dht.print_tensor"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht.print_tensor"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.print_tensor"(%0, %1) : (!tfrt_tensor.tensor, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.print_tensor' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.print_tensor"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_tensor_shape' op requires zero regions}}
  %r = "tfrt_dht.get_tensor_shape"(%0) ({}) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht.get_tensor_shape' op requires one result}}
  "tfrt_dht.get_tensor_shape"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "tfrt_dht.get_tensor_shape"(%0)[^bb1] : (i32) -> (!ts.shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.get_tensor_shape' op requires a single operand}}
  %r = "tfrt_dht.get_tensor_shape"() : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_tensor_shape' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht.get_tensor_shape"(%0) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor) {
  // expected-error @+1:8 {{'tfrt_dht.get_tensor_shape' op result #0 must be !ts.shape type, but got 'i32'}}
  %r = "tfrt_dht.get_tensor_shape"(%0) : (!tfrt_tensor.tensor) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.allocate_buffer' op requires zero regions}}
  %r = "tfrt_dht.allocate_buffer"(%0, %1) ({}) : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht.allocate_buffer' op requires one result}}
  "tfrt_dht.allocate_buffer"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "tfrt_dht.allocate_buffer"(%0, %1)[^bb1] : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.allocate_buffer' op expected 2 operands, but found 1}}
  %r = "tfrt_dht.allocate_buffer"(%0) : (i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64) {
  // expected-error @+1:8 {{'tfrt_dht.allocate_buffer' op operand #0 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht.allocate_buffer"(%0, %1) : (i32, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.allocate_buffer' op operand #1 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht.allocate_buffer"(%0, %1) : (i64, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i64) {
  // expected-error @+1:8 {{'tfrt_dht.allocate_buffer' op result #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht.allocate_buffer"(%0, %1) : (i64, i64) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op requires zero regions}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2) ({}) : (i32, i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt_dht.get_buffer_slice' op requires one result}}
  "tfrt_dht.get_buffer_slice"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:47 {{successors in non-terminator}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (!ht.host_buffer)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op expected 3 operands, but found 2}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1) : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op operand #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2) : (i32, i64, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i32, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op operand #1 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i32, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i64, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op operand #2 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i64, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i64, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer_slice' op result #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i64, i64) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op requires zero regions}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1) ({}) : (i32, i32) -> (!ht.host_buffer, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.get_buffer' op expected 2 results}}
  %r = "tfrt_dht.get_buffer"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1)[^bb1] : (i32, i32) -> (!ht.host_buffer, !tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op expected 2 operands, but found 1}}
  %r:2 = "tfrt_dht.get_buffer"(%0) : (i32) -> (!ht.host_buffer, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1) : (i32, !tfrt.chain) -> (!ht.host_buffer, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1) : (!tfrt_tensor.tensor, i32) -> (!ht.host_buffer, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op result #0 must be !ht.host_buffer type, but got 'i32'}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.get_buffer' op result #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.get_buffer"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (!ht.host_buffer, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_buffer' op requires zero regions}}
  %r = "tfrt_dht.print_buffer"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht.print_buffer' op requires one result}}
  "tfrt_dht.print_buffer"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "tfrt_dht.print_buffer"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_buffer' op expected 2 operands, but found 1}}
  %r = "tfrt_dht.print_buffer"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.print_buffer' op operand #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht.print_buffer"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.print_buffer' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.print_buffer"(%0, %1) : (!ht.host_buffer, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.print_buffer' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.print_buffer"(%0, %1) : (!ht.host_buffer, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op requires zero regions}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"() ({}) {shape = []} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op requires one result}}
  "tfrt_dht.create_uninitialized_tensor.ui8.0"() {shape = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:54 {{successors in non-terminator}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"()[^bb1] {shape = []} : () -> (!tfrt_tensor.tensor)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op requires zero operands}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"(%0) {shape = []} : (i32) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op requires attribute 'shape'}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"() : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"() {shape = 1 : i32} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"() {shape = [1 : i32]} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht.create_uninitialized_tensor.ui8.0' op result #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht.create_uninitialized_tensor.ui8.0"() {shape = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op requires zero regions}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) ({}) : (i32, i32, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht.make_tensor.ui8' op expected 2 results}}
  %r = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:48 {{successors in non-terminator}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op expected 3 operands, but found 2}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1) : (i32, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !ts.shape, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op operand #0 must be !ht.host_buffer type, but got 'i32'}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (i32, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i32, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op operand #1 must be !ts.shape type, but got 'i32'}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (!ht.host_buffer, i32, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: !ts.shape, %2: i32) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op operand #2 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (!ht.host_buffer, !ts.shape, i32) -> (!tfrt_tensor.tensor, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: !ts.shape, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op result #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: !ts.shape, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.make_tensor.ui8' op result #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.make_tensor.ui8"(%0, %1, %2) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op requires zero regions}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) ({}) {value = 1 : i32} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht.fill_tensor_with_constant.ui8' op requires one result}}
  "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) {value = 1 : i32} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:56 {{successors in non-terminator}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1)[^bb1] {value = 1 : i32} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op expected 2 operands, but found 1}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0) {value = 1 : i32} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op requires attribute 'value'}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) {value = 1 : i32} : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) {value = 1 : i32} : (!tfrt_tensor.tensor, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.fill_tensor_with_constant.ui8' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.fill_tensor_with_constant.ui8"(%0, %1) {value = 1 : i32} : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op requires zero regions}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) ({}) {values = []} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op requires one result}}
  "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) {values = []} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:62 {{successors in non-terminator}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1)[^bb1] {values = []} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op expected 2 operands, but found 1}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0) {values = []} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op requires attribute 'values'}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) : (!tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op attribute 'values' failed to satisfy constraint: array attribute}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) {values = 1 : i32} : (!tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) {values = []} : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) {values = []} : (!tfrt_tensor.tensor, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt_dht.set_tensor_with_constant_values.ui8' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_dht.set_tensor_with_constant_values.ui8"(%0, %1) {values = []} : (!tfrt_tensor.tensor, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op requires zero regions}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) ({}) : (i32, i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht.tensor_equal.ui8' op expected 2 results}}
  %r = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:49 {{successors in non-terminator}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op expected 3 operands, but found 2}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1) : (i32, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (i32, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: i32, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op operand #1 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (!tfrt_tensor.tensor, i32, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: i32) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op operand #2 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, i32) -> (i1, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor, %1: !tfrt_tensor.tensor, %2: !tfrt.chain) {
  // expected-error @+1:10 {{'tfrt_dht.tensor_equal.ui8' op result #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "tfrt_dht.tensor_equal.ui8"(%0, %1, %2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, i32)
  tfrt.return
}
