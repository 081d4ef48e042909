// What the declarations of `corert_sync` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.const_dense_tensor' op requires zero regions}}
  %r = "corert_sync.const_dense_tensor"() ({}) {value = dense<1> : tensor<2xi32>} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert_sync.const_dense_tensor' op requires one result}}
  "corert_sync.const_dense_tensor"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "corert_sync.const_dense_tensor"()[^bb1] {value = dense<1> : tensor<2xi32>} : () -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert_sync.const_dense_tensor' op requires zero operands}}
  %r = "corert_sync.const_dense_tensor"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.const_dense_tensor' op requires attribute 'value'}}
  %r = "corert_sync.const_dense_tensor"() : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.const_dense_tensor' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  %r = "corert_sync.const_dense_tensor"() {value = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.const_dense_tensor' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert_sync.const_dense_tensor"() {value = dense<1> : tensor<2xi32>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.get_op_handler' op requires zero regions}}
  %r = "corert_sync.get_op_handler"() ({}) {device_name = "x"} : () -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert_sync.get_op_handler' op requires one result}}
  "corert_sync.get_op_handler"() {device_name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "corert_sync.get_op_handler"()[^bb1] {device_name = "x"} : () -> (!corert.ophandler)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert_sync.get_op_handler' op requires zero operands}}
  %r = "corert_sync.get_op_handler"(%0) {device_name = "x"} : (i32) -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.get_op_handler' op requires attribute 'device_name'}}
  %r = "corert_sync.get_op_handler"() : () -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.get_op_handler' op attribute 'device_name' failed to satisfy constraint: string attribute}}
  %r = "corert_sync.get_op_handler"() {device_name = 1 : i32} : () -> (!corert.ophandler)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.get_op_handler' op result #0 must be !corert.ophandler type, but got 'i32'}}
  %r = "corert_sync.get_op_handler"() {device_name = "x"} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'corert_sync.executeop' op requires zero regions}}
  "corert_sync.executeop"(%0) ({}) {op_attrs = [], op_name = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  "corert_sync.executeop"(%0)[^bb1] {op_attrs = [], op_name = "x"} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert_sync.executeop' op expected 1 or more operands, but found 0}}
  "corert_sync.executeop"() {op_attrs = [], op_name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert_sync.executeop' op requires attribute 'op_attrs'}}
  "corert_sync.executeop"(%0) {op_name = "x"} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert_sync.executeop' op attribute 'op_attrs' failed to satisfy constraint: array attribute}}
  "corert_sync.executeop"(%0) {op_name = "x", op_attrs = 1 : i32} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert_sync.executeop' op requires attribute 'op_name'}}
  "corert_sync.executeop"(%0) {op_attrs = []} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler) {
  // expected-error @+1:3 {{'corert_sync.executeop' op attribute 'op_name' failed to satisfy constraint: string attribute}}
  "corert_sync.executeop"(%0) {op_attrs = [], op_name = 1 : i32} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert_sync.executeop' op operand #0 must be !corert.ophandler type, but got 'i32'}}
  %r = "corert_sync.executeop"(%0, %1) {op_attrs = [], op_name = "x"} : (i32, !corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: i32) {
  // expected-error @+1:8 {{'corert_sync.executeop' op operand #1 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r = "corert_sync.executeop"(%0, %1) {op_attrs = [], op_name = "x"} : (!corert.ophandler, i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f(%0: !corert.ophandler, %1: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert_sync.executeop' op result #0 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %r = "corert_sync.executeop"(%0, %1) {op_attrs = [], op_name = "x"} : (!corert.ophandler, !corert.tensorhandle) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op requires zero regions}}
  %r = "corert_sync.create_dense_tensor.ui8"() ({}) {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'corert_sync.create_dense_tensor.ui8' op requires one result}}
  "corert_sync.create_dense_tensor.ui8"() {shape = [], value = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:47 {{successors in non-terminator}}
  %r = "corert_sync.create_dense_tensor.ui8"()[^bb1] {shape = [], value = []} : () -> (!corert.tensorhandle)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op requires zero operands}}
  %r = "corert_sync.create_dense_tensor.ui8"(%0) {shape = [], value = []} : (i32) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op requires attribute 'shape'}}
  %r = "corert_sync.create_dense_tensor.ui8"() {value = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert_sync.create_dense_tensor.ui8"() {value = [], shape = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "corert_sync.create_dense_tensor.ui8"() {value = [], shape = [1 : i32]} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op requires attribute 'value'}}
  %r = "corert_sync.create_dense_tensor.ui8"() {shape = []} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op attribute 'value' failed to satisfy constraint: array attribute}}
  %r = "corert_sync.create_dense_tensor.ui8"() {shape = [], value = 1 : i32} : () -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'corert_sync.create_dense_tensor.ui8' op result #0 must be !corert.tensorhandle type, but got 'i32'}}
  %r = "corert_sync.create_dense_tensor.ui8"() {shape = [], value = []} : () -> (i32)
  tfrt.return
}
