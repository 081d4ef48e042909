// What is wrong with operations that run ops by name.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @pair(%h: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op each op_attr should be a key-value pair, where the key is a string}}
  "corert.executeop"(%h) {op_attrs = [["k", 1 : i32], ["only"]], op_func_attrs = [], op_name = "x"} : (!corert.ophandler) -> ()
  tfrt.return
}
func.func @key(%h: !corert.ophandler, %ch: !tfrt.chain) {
  // expected-error @+1:3 {{'corert.executeop.seq' op each op_attr should be a key-value pair, where the key is a string}}
  "corert.executeop.seq"(%h, %ch) {op_attrs = [[1 : i32, 2 : i32]], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @no_name(%h: !corert.ophandler) {
  // expected-error @+1:3 {{'corert.executeop' op requires attribute 'op_name'}}
  "corert.executeop"(%h) {op_attrs = [], op_func_attrs = []} : (!corert.ophandler) -> ()
  tfrt.return
}
func.func @argument(%h: !corert.ophandler, %x: i32) {
  // expected-error @+1:3 {{'corert.executeop' op operand #1 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  "corert.executeop"(%h, %x) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler, i32) -> ()
  tfrt.return
}
func.func @result(%h: !corert.ophandler) {
  // expected-error @+1:8 {{'corert.executeop' op result #0 must be variadic of !corert.tensorhandle type, but got 'i32'}}
  %a = "corert.executeop"(%h) {op_attrs = [], op_func_attrs = [], op_name = "x"} : (!corert.ophandler) -> i32
  tfrt.return
}

// -----

// expected-note @+1:20 {{prior use here}}
func.func @handler(%h: i32) {
  // expected-error @+1:20 {{use of value '%h' expects different type than prior uses: '!corert.ophandler' vs 'i32'}}
  corert.executeop(%h) "x"()
  tfrt.return
}

// -----

func.func @name(%h: !corert.ophandler) {
  // expected-error @+1:24 {{custom op 'corert.executeop' expected string}}
  corert.executeop(%h) x()
  tfrt.return
}

// -----

func.func @count(%h: !corert.ophandler) {
  // expected-error @+1:32 {{custom op 'corert.executeop' expected the number of results}}
  corert.executeop(%h) "x"() : -1
  tfrt.return
}

// -----

func.func @twice(%h: !corert.ophandler) {
  // expected-error @+1:44 {{duplicate key 'k' in dictionary attribute}}
  corert.executeop(%h) "x"() {k = 1 : i32, k = 2 : i32}
  tfrt.return
}

// -----

func.func @narrow(%ch: !tfrt.chain, %x: i32) -> (!tfrt.chain, i32) {
  tfrt.return %ch, %x : !tfrt.chain, i32
}
func.func @two(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
  tfrt.return %ch, %x, %x : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
}
func.func @fits(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %ch, %x : !tfrt.chain, !corert.tensorhandle
}
func.func @cond_attribute(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.cond' op requires attribute 'a_true_fn'}}
  %c, %r = "corert.cond"(%p, %ch, %p) {b_false_fn = @fits} : (!corert.tensorhandle, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return
}
func.func @cond_missing(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.cond' op 'missing' does not reference a valid function}}
  %c, %r = corert.cond %p @fits @missing (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @cond_operands(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.cond' op 'narrow' has mismatching operand types}}
  %c, %r = corert.cond %p @narrow @fits (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @cond_results(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.cond' op 'two' has mismatching result types}}
  %c, %r = corert.cond %p @fits @two (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @while_missing(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.while' op 'missing' does not reference a valid function}}
  %c, %r = corert.while @missing @fits (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @while_operands(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.while' op 'narrow' has mismatching operand types}}
  %c, %r = corert.while @fits @narrow (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @while_results(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.while' op 'two' has mismatching result types}}
  %c, %r = corert.while @fits @two (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
func.func @handler_name(%ch: !tfrt.chain) {
  // expected-error @+1:8 {{'corert.get_op_handler' op requires attribute 'op_handler_name'}}
  %h = "corert.get_op_handler"(%ch) : (!tfrt.chain) -> !corert.ophandler
  tfrt.return
}
func.func @dense_value() {
  // expected-error @+1:8 {{'corert.const_dense_tensor' op requires attribute 'value'}}
  %t = "corert.const_dense_tensor"() : () -> !corert.tensorhandle
  tfrt.return
}

// -----

func.func @attribute() {
  // expected-error @+1:29 {{unknown corert attribute: nope<1>}}
  "corert.x"() {s = #corert.nope<1>} : () -> ()
  tfrt.return
}

// -----

func.func @shape() {
  // expected-error @+1:29 {{unknown corert shape attribute: shape<ax1>}}
  "corert.x"() {s = #corert.shape<ax1>} : () -> ()
  tfrt.return
}

// -----

func.func @string_shape() {
  // expected-error @+1:35 {{custom op 'corert.const_string_tensor' 'corert.const_string_tensor' op attribute 'shape' failed to satisfy constraint: 64-bit integer array attribute}}
  %a = corert.const_string_tensor {shape = ["x"], value = ["a"]}
  tfrt.return
}

// -----

func.func @string_value() {
  // expected-error @+1:35 {{op attribute 'value' failed to satisfy constraint: string array attribute}}
  %a = corert.const_string_tensor {shape = [1], value = [1 : i32]}
  tfrt.return
}

// -----

func.func @synchronous_pair(%h: !corert.ophandler) {
  // expected-error @+1:3 {{'corert_sync.executeop' op each op_attr should be a key-value pair, where the key is a string}}
  "corert_sync.executeop"(%h) {op_attrs = [1 : i32], op_name = "x"} : (!corert.ophandler) -> ()
  tfrt.return
}

// -----

func.func @no_chain(%h: !corert.ophandler) {
  // expected-error @+1:31 {{expected ','}}
  %c = corert.executeop.seq(%h) "x"()
  tfrt.return
}

// -----

func.func @no_handler() {
  // expected-error @+1:20 {{expected SSA operand}}
  corert.executeop() "x"()
  tfrt.return
}

// -----

func.func @no_parentheses(%h: !corert.ophandler) {
  // expected-error @+1:27 {{expected '(' in operand list}}
  corert.executeop(%h) "x"
  tfrt.return
}

// -----

func.func @types_of_results(%h: !corert.ophandler) {
  // expected-error @+1:37 {{custom op 'corert.executeop' expected integer value}}
  %r = corert.executeop(%h) "x"() : !corert.tensorhandle
  tfrt.return
}

// -----

func.func @number_of_names(%h: !corert.ophandler) {
  // expected-error @+1:3 {{operation defines 1 results but was provided 2 to bind}}
  %a, %b = corert.executeop(%h) "x"() : 1
  tfrt.return
}

// -----

func.func @handler_name_is_a_string(%ch: !tfrt.chain) {
  // expected-error @+1:33 {{expected attribute value: string attribute}}
  %h = corert.get_op_handler %ch cpu
  tfrt.return
}

// -----

func.func @tensor_value() {
  // expected-error @+1:34 {{custom op 'corert.const_dense_tensor' invalid kind of attribute specified: expected constant vector/tensor attribute}}
  %t = corert.const_dense_tensor [1, 2]
  tfrt.return
}

// -----

func.func @tensor_type() {
  // expected-error @+1:34 {{inferred shape of elements literal ([2]) does not match type ([3])}}
  %t = corert.const_dense_tensor dense<[1, 2]> : tensor<3xi32>
  tfrt.return
}

// -----

func.func @shape_missing() {
  // expected-error @+1:8 {{'corert.create_dense_tensor.i32' op requires attribute 'shape'}}
  %t = corert.create_dense_tensor.i32 {value = [1 : i32]}
  tfrt.return
}

// -----

func.func @one_function(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:29 {{expected attribute value: flat symbol reference attribute}}
  %c, %r = corert.cond %p @f (%ch, %p) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}

// -----

func.func @no_types(%ch: !tfrt.chain, %p: !corert.tensorhandle) {
  // expected-error @+1:40 {{expected ':'}}
  %c, %r = corert.while @f @g (%ch, %p)
  tfrt.return
}
