// What the declarations of `corert` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.get_op_handler' op requires zero regions}}
  %r = "corert.get_op_handler"(%0) ({}) {op_handler_name = "x"} : (i32) -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert.get_op_handler' op requires one result}}
  "corert.get_op_handler"(%0) {op_handler_name = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "corert.get_op_handler"(%0)[^bb1] {op_handler_name = "x"} : (i32) -> (!corert.ophandler)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.get_op_handler' op requires a single operand}}
  %r = "corert.get_op_handler"() {op_handler_name = "x"} : () -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.get_op_handler' op requires attribute 'op_handler_name'}}
  %r = "corert.get_op_handler"(%0) : (!tfrt.chain) -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.get_op_handler' op attribute 'op_handler_name' failed to satisfy constraint: string attribute}}
  %r = "corert.get_op_handler"(%0) {op_handler_name = 1 : i32} : (!tfrt.chain) -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.get_op_handler' op operand #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "corert.get_op_handler"(%0) {op_handler_name = "x"} : (i32) -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.get_op_handler' op result #0 must be !corert.ophandler type, but got 'i32'}}
  %r = "corert.get_op_handler"(%0) {op_handler_name = "x"} : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.register_op_handler' op requires zero regions}}
  %r = "corert.register_op_handler"(%0) ({}) {op_handler_name = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert.register_op_handler' op requires one result}}
  "corert.register_op_handler"(%0) {op_handler_name = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "corert.register_op_handler"(%0)[^bb1] {op_handler_name = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.register_op_handler' op requires a single operand}}
  %r = "corert.register_op_handler"() {op_handler_name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:8 {{'corert.register_op_handler' op requires attribute 'op_handler_name'}}
  %r = "corert.register_op_handler"(%0) : (!corert.ophandler) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:8 {{'corert.register_op_handler' op attribute 'op_handler_name' failed to satisfy constraint: string attribute}}
  %r = "corert.register_op_handler"(%0) {op_handler_name = 1 : i32} : (!corert.ophandler) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.register_op_handler' op operand #0 must be !corert.ophandler type, but got 'i32'}}
  %r = "corert.register_op_handler"(%0) {op_handler_name = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:8 {{'corert.register_op_handler' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "corert.register_op_handler"(%0) {op_handler_name = "x"} : (!corert.ophandler) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op requires zero regions}}
  %r = "corert.const_dense_tensor"() ({}) {value = dense<1> : tensor<2xi32>} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert.const_dense_tensor' op requires one result}}
  "corert.const_dense_tensor"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "corert.const_dense_tensor"()[^bb1] {value = dense<1> : tensor<2xi32>} : () -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op requires zero operands}}
  %r = "corert.const_dense_tensor"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op requires attribute 'value'}}
  %r = "corert.const_dense_tensor"() : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  %r = "corert.const_dense_tensor"() {value = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.const_dense_tensor"() {value = dense<1> : tensor<2xi32>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op requires zero regions}}
  %r = "corert.const_string_tensor"() ({}) {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert.const_string_tensor' op requires one result}}
  "corert.const_string_tensor"() {shape = [], value = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "corert.const_string_tensor"()[^bb1] {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.const_string_tensor' op requires zero operands}}
  %r = "corert.const_string_tensor"(%0) {shape = [], value = []} : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op requires attribute 'shape'}}
  %r = "corert.const_string_tensor"() {value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert.const_string_tensor"() {value = [], shape = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert.const_string_tensor"() {value = [], shape = [1 : i32]} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op requires attribute 'value'}}
  %r = "corert.const_string_tensor"() {shape = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op attribute 'value' failed to satisfy constraint: string array attribute}}
  %r = "corert.const_string_tensor"() {shape = [], value = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op attribute 'value' failed to satisfy constraint: string array attribute}}
  %r = "corert.const_string_tensor"() {shape = [], value = [1 : i32]} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.const_string_tensor' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.const_string_tensor"() {shape = [], value = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'corert.get_dst_tensor_type' op requires zero regions}}
  %r = "corert.get_dst_tensor_type"(%0, %1) ({}) : (i32, i32) -> (!tfrt.tensor_type)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'corert.get_dst_tensor_type' op requires one result}}
  "corert.get_dst_tensor_type"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:44 {{successors in non-terminator}}
  %r = "corert.get_dst_tensor_type"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.tensor_type)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.get_dst_tensor_type' op expected 2 operands, but found 1}}
  %r = "corert.get_dst_tensor_type"(%0) : (i32) -> (!tfrt.tensor_type)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.device) {
  // expected-error @+1:8 {{'corert.get_dst_tensor_type' op operand #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.get_dst_tensor_type"(%0, %1) : (i32, !tfrt.device) -> (!tfrt.tensor_type)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: i32) {
  // expected-error @+1:8 {{'corert.get_dst_tensor_type' op operand #1 must be !tfrt.device type, but got 'i32'}}
  %r = "corert.get_dst_tensor_type"(%0, %1) : (!corert.tensorhandle, i32) -> (!tfrt.tensor_type)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.device) {
  // expected-error @+1:8 {{'corert.get_dst_tensor_type' op result #0 must be !tfrt.tensor_type type, but got 'i32'}}
  %r = "corert.get_dst_tensor_type"(%0, %1) : (!corert.tensorhandle, !tfrt.device) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'corert.transfer' op requires zero regions}}
  %r = "corert.transfer"(%0, %1, %2) ({}) : (i32, i32, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'corert.transfer' op requires one result}}
  "corert.transfer"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "corert.transfer"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'corert.transfer' op expected 3 operands, but found 2}}
  %r = "corert.transfer"(%0, %1) : (i32, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.device, %2: !tfrt.tensor_type) {
  // expected-error @+1:8 {{'corert.transfer' op operand #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.transfer"(%0, %1, %2) : (i32, !tfrt.device, !tfrt.tensor_type) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: i32, %2: !tfrt.tensor_type) {
  // expected-error @+1:8 {{'corert.transfer' op operand #1 must be !tfrt.device type, but got 'i32'}}
  %r = "corert.transfer"(%0, %1, %2) : (!corert.tensorhandle, i32, !tfrt.tensor_type) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.device, %2: i32) {
  // expected-error @+1:8 {{'corert.transfer' op operand #2 must be !tfrt.tensor_type type, but got 'i32'}}
  %r = "corert.transfer"(%0, %1, %2) : (!corert.tensorhandle, !tfrt.device, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.device, %2: !tfrt.tensor_type) {
  // expected-error @+1:8 {{'corert.transfer' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.transfer"(%0, %1, %2) : (!corert.tensorhandle, !tfrt.device, !tfrt.tensor_type) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'corert.transfer_inferred_tensortype' op requires zero regions}}
  %r = "corert.transfer_inferred_tensortype"(%0, %1) ({}) : (i32, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'corert.transfer_inferred_tensortype' op requires one result}}
  "corert.transfer_inferred_tensortype"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:53 {{successors in non-terminator}}
  %r = "corert.transfer_inferred_tensortype"(%0, %1)[^bb1] : (i32, i32) -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.transfer_inferred_tensortype' op expected 2 operands, but found 1}}
  %r = "corert.transfer_inferred_tensortype"(%0) : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.device) {
  // expected-error @+1:8 {{'corert.transfer_inferred_tensortype' op operand #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.transfer_inferred_tensortype"(%0, %1) : (i32, !tfrt.device) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: i32) {
  // expected-error @+1:8 {{'corert.transfer_inferred_tensortype' op operand #1 must be !tfrt.device type, but got 'i32'}}
  %r = "corert.transfer_inferred_tensortype"(%0, %1) : (!corert.tensorhandle, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.device) {
  // expected-error @+1:8 {{'corert.transfer_inferred_tensortype' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.transfer_inferred_tensortype"(%0, %1) : (!corert.tensorhandle, !tfrt.device) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.tensorhandle_to_int32' op requires zero regions}}
  %r = "corert.tensorhandle_to_int32"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert.tensorhandle_to_int32' op requires one result}}
  "corert.tensorhandle_to_int32"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "corert.tensorhandle_to_int32"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.tensorhandle_to_int32' op requires a single operand}}
  %r = "corert.tensorhandle_to_int32"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.tensorhandle_to_int32' op operand #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.tensorhandle_to_int32"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert.tensorhandle_to_int32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "corert.tensorhandle_to_int32"(%0) : (!corert.tensorhandle) -> (i64)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op requires zero regions}}
  %r = "corert.create_dense_tensor.ui8"() ({}) {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert.create_dense_tensor.ui8' op requires one result}}
  "corert.create_dense_tensor.ui8"() {shape = [], value = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "corert.create_dense_tensor.ui8"()[^bb1] {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op requires zero operands}}
  %r = "corert.create_dense_tensor.ui8"(%0) {shape = [], value = []} : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op requires attribute 'shape'}}
  %r = "corert.create_dense_tensor.ui8"() {value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert.create_dense_tensor.ui8"() {value = [], shape = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert.create_dense_tensor.ui8"() {value = [], shape = [1 : i32]} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op requires attribute 'value'}}
  %r = "corert.create_dense_tensor.ui8"() {shape = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op attribute 'value' failed to satisfy constraint: array attribute}}
  %r = "corert.create_dense_tensor.ui8"() {shape = [], value = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.ui8' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.create_dense_tensor.ui8"() {shape = [], value = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert.executeop' op requires zero regions}}
  "corert.executeop"(%0) ({}) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  "corert.executeop"(%0)[^bb1] {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert.executeop' op expected 1 or more operands, but found 0}}
  "corert.executeop"() {op_attrs = [], op_func_attrs = [], op_name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op requires attribute 'op_attrs'}}
  "corert.executeop"(%0) {op_func_attrs = [], op_name = "x"} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op attribute 'op_attrs' failed to satisfy constraint: array attribute}}
  "corert.executeop"(%0) {op_func_attrs = [], op_name = "x", op_attrs = 1 : i32} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op requires attribute 'op_func_attrs'}}
  "corert.executeop"(%0) {op_attrs = [], op_name = "x"} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op attribute 'op_func_attrs' failed to satisfy constraint: array attribute}}
  "corert.executeop"(%0) {op_attrs = [], op_name = "x", op_func_attrs = 1 : i32} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op requires attribute 'op_name'}}
  "corert.executeop"(%0) {op_attrs = [], op_func_attrs = []} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op attribute 'op_name' failed to satisfy constraint: string attribute}}
  "corert.executeop"(%0) {op_attrs = [], op_func_attrs = [], op_name = 1 : i32} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert.executeop' op operand #0 must be !corert.ophandler type, but got 'i32'}}
  %r = "corert.executeop"(%0, %1) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32, !corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: i32) {
  // expected-error @+1:8 {{'corert.executeop' op operand #1 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.executeop"(%0, %1) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert.executeop' op result #0 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r = "corert.executeop"(%0, %1) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !corert.tensorhandle) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'corert.executeop.seq' op requires zero regions}}
  %r = "corert.executeop.seq"(%0, %1) ({}) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'corert.executeop.seq' op expected 1 or more results, but found 0}}
  "corert.executeop.seq"(%0, %1) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "corert.executeop.seq"(%0, %1)[^bb1] {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.executeop.seq' op expected 2 or more operands, but found 1}}
  %r = "corert.executeop.seq"(%0) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op requires attribute 'op_attrs'}}
  %r = "corert.executeop.seq"(%0, %1) {op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op attribute 'op_attrs' failed to satisfy constraint: array attribute}}
  %r = "corert.executeop.seq"(%0, %1) {op_func_attrs = [], op_name = "x", op_attrs = 1 : i32} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op requires attribute 'op_func_attrs'}}
  %r = "corert.executeop.seq"(%0, %1) {op_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op attribute 'op_func_attrs' failed to satisfy constraint: array attribute}}
  %r = "corert.executeop.seq"(%0, %1) {op_attrs = [], op_name = "x", op_func_attrs = 1 : i32} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op requires attribute 'op_name'}}
  %r = "corert.executeop.seq"(%0, %1) {op_attrs = [], op_func_attrs = []} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.executeop.seq' op attribute 'op_name' failed to satisfy constraint: string attribute}}
  %r = "corert.executeop.seq"(%0, %1) {op_attrs = [], op_func_attrs = [], op_name = 1 : i32} : (!corert.ophandler, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain, %2: !corert.tensorhandle) {
  // expected-error @+1:10 {{'corert.executeop.seq' op operand #0 must be !corert.ophandler type, but got 'i32'}}
  %r:2 = "corert.executeop.seq"(%0, %1, %2) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (i32, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: i32, %2: !corert.tensorhandle) {
  // expected-error @+1:10 {{'corert.executeop.seq' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.executeop.seq"(%0, %1, %2) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, i32, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain, %2: i32) {
  // expected-error @+1:10 {{'corert.executeop.seq' op operand #2 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r:2 = "corert.executeop.seq"(%0, %1, %2) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain, i32) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain, %2: !corert.tensorhandle) {
  // expected-error @+1:10 {{'corert.executeop.seq' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.executeop.seq"(%0, %1, %2) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain, !corert.tensorhandle) -> (i32, !corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !tfrt.chain, %2: !corert.tensorhandle) {
  // expected-error @+1:10 {{'corert.executeop.seq' op result #1 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r:2 = "corert.executeop.seq"(%0, %1, %2) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'corert.cond' op requires zero regions}}
  %r = "corert.cond"(%0, %1) ({}) {a_true_fn = @f, b_false_fn = @f} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'corert.cond' op expected 1 or more results, but found 0}}
  "corert.cond"(%0, %1) {a_true_fn = @f, b_false_fn = @f} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "corert.cond"(%0, %1)[^bb1] {a_true_fn = @f, b_false_fn = @f} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.cond' op expected 2 or more operands, but found 1}}
  %r = "corert.cond"(%0) {a_true_fn = @f, b_false_fn = @f} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.cond' op requires attribute 'a_true_fn'}}
  %r = "corert.cond"(%0, %1) {b_false_fn = @f} : (!corert.tensorhandle, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.cond' op attribute 'a_true_fn' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "corert.cond"(%0, %1) {b_false_fn = @f, a_true_fn = 1 : i32} : (!corert.tensorhandle, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.cond' op requires attribute 'b_false_fn'}}
  %r = "corert.cond"(%0, %1) {a_true_fn = @f} : (!corert.tensorhandle, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.cond' op attribute 'b_false_fn' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "corert.cond"(%0, %1) {a_true_fn = @f, b_false_fn = 1 : i32} : (!corert.tensorhandle, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain, %2: i32) {
  // expected-error @+1:10 {{'corert.cond' op operand #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r:2 = "corert.cond"(%0, %1, %2) {a_true_fn = @f, b_false_fn = @f} : (i32, !tfrt.chain, i32) -> (!tfrt.chain, i32)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'corert.cond' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.cond"(%0, %1, %2) {a_true_fn = @f, b_false_fn = @f} : (!corert.tensorhandle, i32, i32) -> (!tfrt.chain, i32)
  tfrt.return
}

// -----

func.func @f(%0: !corert.tensorhandle, %1: !tfrt.chain, %2: i32) {
  // expected-error @+1:10 {{'corert.cond' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.cond"(%0, %1, %2) {a_true_fn = @f, b_false_fn = @f} : (!corert.tensorhandle, !tfrt.chain, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert.while' op requires zero regions}}
  %r = "corert.while"(%0) ({}) {a_cond_fn = @f, b_body_fn = @f} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert.while' op expected 1 or more results, but found 0}}
  "corert.while"(%0) {a_cond_fn = @f, b_body_fn = @f} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "corert.while"(%0)[^bb1] {a_cond_fn = @f, b_body_fn = @f} : (i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert.while' op expected 1 or more operands, but found 0}}
  %r = "corert.while"() {a_cond_fn = @f, b_body_fn = @f} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.while' op requires attribute 'a_cond_fn'}}
  %r = "corert.while"(%0) {b_body_fn = @f} : (!tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.while' op attribute 'a_cond_fn' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "corert.while"(%0) {b_body_fn = @f, a_cond_fn = 1 : i32} : (!tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.while' op requires attribute 'b_body_fn'}}
  %r = "corert.while"(%0) {a_cond_fn = @f} : (!tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.while' op attribute 'b_body_fn' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "corert.while"(%0) {a_cond_fn = @f, b_body_fn = 1 : i32} : (!tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'corert.while' op operand #0 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.while"(%0, %1) {a_cond_fn = @f, b_body_fn = @f} : (i32, i32) -> (!tfrt.chain, i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:10 {{'corert.while' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r:2 = "corert.while"(%0, %1) {a_cond_fn = @f, b_body_fn = @f} : (!tfrt.chain, i32) -> (i32, i32)
  tfrt.return
}
