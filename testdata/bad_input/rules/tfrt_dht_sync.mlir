// What the declarations of `tfrt_dht_sync` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.print_tensor' op requires zero regions}}
  "tfrt_dht_sync.print_tensor"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.print_tensor' op requires zero results}}
  %r = "tfrt_dht_sync.print_tensor"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  "tfrt_dht_sync.print_tensor"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_dht_sync.print_tensor' op requires a single operand}}
  "tfrt_dht_sync.print_tensor"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.print_tensor' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  "tfrt_dht_sync.print_tensor"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_tensor_shape' op requires zero regions}}
  %r = "tfrt_dht_sync.get_tensor_shape"(%0) ({}) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.get_tensor_shape' op requires one result}}
  "tfrt_dht_sync.get_tensor_shape"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:44 {{successors in non-terminator}}
  %r = "tfrt_dht_sync.get_tensor_shape"(%0)[^bb1] : (i32) -> (!ts.shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_tensor_shape' op requires a single operand}}
  %r = "tfrt_dht_sync.get_tensor_shape"() : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_tensor_shape' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht_sync.get_tensor_shape"(%0) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_tensor_shape' op result #0 must be !ts.shape type, but got 'i32'}}
  %r = "tfrt_dht_sync.get_tensor_shape"(%0) : (!tfrt_tensor.tensor) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.allocate_buffer' op requires zero regions}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0, %1) ({}) : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.allocate_buffer' op requires one result}}
  "tfrt_dht_sync.allocate_buffer"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:47 {{successors in non-terminator}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0, %1)[^bb1] : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.allocate_buffer' op expected 2 operands, but found 1}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0) : (i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64) {
  // expected-error @+1:8 {{'tfrt_dht_sync.allocate_buffer' op operand #0 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0, %1) : (i32, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.allocate_buffer' op operand #1 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0, %1) : (i64, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i64) {
  // expected-error @+1:8 {{'tfrt_dht_sync.allocate_buffer' op result #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht_sync.allocate_buffer"(%0, %1) : (i64, i64) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op requires zero regions}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) ({}) : (i32, i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.get_buffer_slice' op requires one result}}
  "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:52 {{successors in non-terminator}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (!ht.host_buffer)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op expected 3 operands, but found 2}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1) : (i32, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op operand #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) : (i32, i64, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i32, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op operand #1 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i32, i64) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i64, %2: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op operand #2 must be 64-bit signless integer, but got 'i32'}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i64, i32) -> (!ht.host_buffer)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i64, %2: i64) {
  // expected-error @+1:8 {{'tfrt_dht_sync.get_buffer_slice' op result #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht_sync.get_buffer_slice"(%0, %1, %2) : (!ht.host_buffer, i64, i64) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op requires zero regions}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() ({}) {shape = []} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op requires one result}}
  "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() {shape = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:59 {{successors in non-terminator}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"()[^bb1] {shape = []} : () -> (!tfrt_tensor.tensor)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op requires zero operands}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"(%0) {shape = []} : (i32) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op requires attribute 'shape'}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() {shape = 1 : i32} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() {shape = [1 : i32]} : () -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_dht_sync.create_uninitialized_tensor.ui8.0' op result #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht_sync.create_uninitialized_tensor.ui8.0"() {shape = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op requires zero regions}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0) ({}) {values = []} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op requires zero results}}
  %r = "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0) {values = []} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:58 {{successors in non-terminator}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0)[^bb1] {values = []} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op requires a single operand}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"() {values = []} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor) {
  // expected-error @+1:3 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op requires attribute 'values'}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0) : (!tfrt_tensor.tensor) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !tfrt_tensor.tensor) {
  // expected-error @+1:3 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op attribute 'values' failed to satisfy constraint: array attribute}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0) {values = 1 : i32} : (!tfrt_tensor.tensor) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.set_tensor_with_constant_values.ui8' op operand #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  "tfrt_dht_sync.set_tensor_with_constant_values.ui8"(%0) {values = []} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.make_tensor.ui8' op requires zero regions}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0, %1) ({}) : (i32, i32) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_dht_sync.make_tensor.ui8' op requires one result}}
  "tfrt_dht_sync.make_tensor.ui8"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:47 {{successors in non-terminator}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt_tensor.tensor)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.make_tensor.ui8' op expected 2 operands, but found 1}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0) : (i32) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !ts.shape) {
  // expected-error @+1:8 {{'tfrt_dht_sync.make_tensor.ui8' op operand #0 must be !ht.host_buffer type, but got 'i32'}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0, %1) : (i32, !ts.shape) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: i32) {
  // expected-error @+1:8 {{'tfrt_dht_sync.make_tensor.ui8' op operand #1 must be !ts.shape type, but got 'i32'}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0, %1) : (!ht.host_buffer, i32) -> (!tfrt_tensor.tensor)
  tfrt.return
}

// -----

func.func @f(%0: !ht.host_buffer, %1: !ts.shape) {
  // expected-error @+1:8 {{'tfrt_dht_sync.make_tensor.ui8' op result #0 must be !tfrt_tensor.tensor type, but got 'i32'}}
  %r = "tfrt_dht_sync.make_tensor.ui8"(%0, %1) : (!ht.host_buffer, !ts.shape) -> (i32)
  tfrt.return
}
