// What the declarations of `chlo` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo._asin_acos_kernel' op requires zero regions}}
  %r = "chlo._asin_acos_kernel"(%0) ({}) : (i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'chlo._asin_acos_kernel' op requires one result}}
  "chlo._asin_acos_kernel"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "chlo._asin_acos_kernel"(%0)[^bb1] : (i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo._asin_acos_kernel' op requires a single operand}}
  %r = "chlo._asin_acos_kernel"() : () -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo._asin_acos_kernel' op operand #0 must be tensor of complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "chlo._asin_acos_kernel"(%0) : (i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xcomplex<f32>>) {
  // expected-error @+1:8 {{'chlo._asin_acos_kernel' op result #0 must be tensor of complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "chlo._asin_acos_kernel"(%0) : (tensor<2xcomplex<f32>>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.acos' op requires zero regions}}
  %r = "chlo.acos"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'chlo.acos' op requires one result}}
  "chlo.acos"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  %r = "chlo.acos"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.acos' op requires a single operand}}
  %r = "chlo.acos"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.acos' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "chlo.acos"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.acos' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "chlo.acos"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.digamma' op requires zero regions}}
  %r = "chlo.digamma"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'chlo.digamma' op requires one result}}
  "chlo.digamma"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "chlo.digamma"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.digamma' op requires a single operand}}
  %r = "chlo.digamma"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.digamma"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.digamma' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.digamma"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.is_inf' op requires zero regions}}
  %r = "chlo.is_inf"(%0) ({}) : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'chlo.is_inf' op requires one result}}
  "chlo.is_inf"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "chlo.is_inf"(%0)[^bb1] : (i32) -> (tensor<2xi1>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.is_inf' op requires a single operand}}
  %r = "chlo.is_inf"() : () -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.is_inf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.is_inf"(%0) : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.is_inf' op result #0 must be tensor of bool values, but got 'i32'}}
  %r = "chlo.is_inf"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.next_after' op requires zero regions}}
  %r = "chlo.next_after"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.next_after' op requires one result}}
  "chlo.next_after"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "chlo.next_after"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.next_after' op expected 2 operands, but found 1}}
  %r = "chlo.next_after"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.next_after' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.next_after"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.next_after' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.next_after"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.next_after' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.next_after"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.polygamma' op requires zero regions}}
  %r = "chlo.polygamma"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.polygamma' op requires one result}}
  "chlo.polygamma"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "chlo.polygamma"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.polygamma' op expected 2 operands, but found 1}}
  %r = "chlo.polygamma"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.polygamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.polygamma"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.polygamma' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.polygamma"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.polygamma' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.polygamma"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.zeta' op requires zero regions}}
  %r = "chlo.zeta"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.zeta' op requires one result}}
  "chlo.zeta"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "chlo.zeta"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.zeta' op expected 2 operands, but found 1}}
  %r = "chlo.zeta"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.zeta"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.zeta' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.zeta"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.zeta' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.zeta"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.mulhi' op requires zero regions}}
  %r = "chlo.mulhi"(%0, %1) ({}) : (i32, i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.mulhi' op requires one result}}
  "chlo.mulhi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "chlo.mulhi"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xi32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.mulhi' op expected 2 operands, but found 1}}
  %r = "chlo.mulhi"(%0) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.mulhi' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.mulhi"(%0, %1) : (i32, tensor<2xi32>) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.mulhi' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.mulhi"(%0, %1) : (tensor<2xi32>, i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.mulhi' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.mulhi"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op requires zero regions}}
  %r = "chlo.broadcast_add"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_add' op requires one result}}
  "chlo.broadcast_add"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "chlo.broadcast_add"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op expected 2 operands, but found 1}}
  %r = "chlo.broadcast_add"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "chlo.broadcast_add"(%0, %1) {broadcast_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_add"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_add"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_add' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_add"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op requires zero regions}}
  %r = "chlo.broadcast_and"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_and' op requires one result}}
  "chlo.broadcast_and"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "chlo.broadcast_and"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op expected 2 operands, but found 1}}
  %r = "chlo.broadcast_and"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "chlo.broadcast_and"(%0, %1) {broadcast_dimensions = 1 : i32} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.broadcast_and"(%0, %1) : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op operand #1 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.broadcast_and"(%0, %1) : (tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.broadcast_and' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_and"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op requires zero regions}}
  %r = "chlo.broadcast_complex"(%0, %1) ({}) : (i32, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_complex' op requires one result}}
  "chlo.broadcast_complex"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "chlo.broadcast_complex"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op expected 2 operands, but found 1}}
  %r = "chlo.broadcast_complex"(%0) : (i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "chlo.broadcast_complex"(%0, %1) {broadcast_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.broadcast_complex"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.broadcast_complex"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_complex' op result #0 must be tensor of complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "chlo.broadcast_complex"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op requires zero regions}}
  %r = "chlo.broadcast_zeta"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_zeta' op requires one result}}
  "chlo.broadcast_zeta"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "chlo.broadcast_zeta"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op expected 2 operands, but found 1}}
  %r = "chlo.broadcast_zeta"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "chlo.broadcast_zeta"(%0, %1) {broadcast_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.broadcast_zeta"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.broadcast_zeta"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_zeta' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "chlo.broadcast_zeta"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op requires zero regions}}
  %r = "chlo.broadcast_compare"(%0, %1) ({}) {comparison_direction = #chlo<comparison_direction EQ>} : (i32, i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_compare' op requires one result}}
  "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "chlo.broadcast_compare"(%0, %1)[^bb1] {comparison_direction = #chlo<comparison_direction EQ>} : (i32, i32) -> (tensor<2xi1>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op expected 2 operands, but found 1}}
  %r = "chlo.broadcast_compare"(%0) {comparison_direction = #chlo<comparison_direction EQ>} : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>, broadcast_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %r = "chlo.broadcast_compare"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op attribute 'comparison_direction' failed to satisfy constraint: Which comparison operation to perform.}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op attribute 'compare_type' failed to satisfy constraint: Which comparison type to use.}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>, compare_type = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>} : (i32, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2xf32>, i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_compare' op result #0 must be tensor of bool values, but got 'i32'}}
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op requires zero regions}}
  %r = "chlo.broadcast_select"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'chlo.broadcast_select' op requires one result}}
  "chlo.broadcast_select"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r = "chlo.broadcast_select"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op expected 3 operands, but found 2}}
  %r = "chlo.broadcast_select"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op operand #0 must be ranked tensor of bool values, but got 'i32'}}
  %r = "chlo.broadcast_select"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_select"(%0, %1, %2) : (tensor<2xi1>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op operand #2 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_select"(%0, %1, %2) : (tensor<2xi1>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.broadcast_select' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.broadcast_select"(%0, %1, %2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.constant' op requires zero regions}}
  %r = "chlo.constant"() ({}) {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'chlo.constant' op requires one result}}
  "chlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "chlo.constant"()[^bb1] {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.constant' op requires zero operands}}
  %r = "chlo.constant"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.constant' op requires attribute 'value'}}
  %r = "chlo.constant"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  %r = "chlo.constant"() {value = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "chlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.constant_like' op requires zero regions}}
  %r = "chlo.constant_like"(%0) ({}) {value = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'chlo.constant_like' op requires one result}}
  "chlo.constant_like"(%0) {value = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "chlo.constant_like"(%0)[^bb1] {value = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'chlo.constant_like' op requires a single operand}}
  %r = "chlo.constant_like"() {value = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.constant_like' op requires attribute 'value'}}
  %r = "chlo.constant_like"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.constant_like' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.constant_like"(%0) {value = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'chlo.constant_like' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.constant_like"(%0) {value = 1 : i32} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op requires zero regions}}
  %r = "chlo.ragged_dot"(%0, %1, %2) ({}) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'chlo.ragged_dot' op requires one result}}
  "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "chlo.ragged_dot"(%0, %1, %2)[^bb1] {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op expected 3 operands, but found 2}}
  %r = "chlo.ragged_dot"(%0, %1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op requires attribute 'ragged_dot_dimension_numbers'}}
  %r = "chlo.ragged_dot"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op attribute 'ragged_dot_dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for ragged dot.}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>, precision_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>, precision_config = [1 : i32]} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (i32, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (tensor<2xf32>, i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op operand #2 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'chlo.ragged_dot' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<>} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'chlo.top_k' op requires zero regions}}
  %r:2 = "chlo.top_k"(%0) ({}) {k = 1 : i64} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'chlo.top_k' op expected 2 results}}
  %r = "chlo.top_k"(%0) {k = 1 : i64} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r:2 = "chlo.top_k"(%0)[^bb1] {k = 1 : i64} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:10 {{'chlo.top_k' op requires a single operand}}
  %r:2 = "chlo.top_k"() {k = 1 : i64} : () -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'chlo.top_k' op requires attribute 'k'}}
  %r:2 = "chlo.top_k"(%0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'chlo.top_k' op attribute 'k' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r:2 = "chlo.top_k"(%0) {k = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'chlo.top_k' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r:2 = "chlo.top_k"(%0) {k = 1 : i64} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'chlo.top_k' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r:2 = "chlo.top_k"(%0) {k = 1 : i64} : (tensor<2xf32>) -> (i32, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'chlo.top_k' op result #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r:2 = "chlo.top_k"(%0) {k = 1 : i64} : (tensor<2xf32>) -> (tensor<2xf32>, i32)
  tfrt.return
}
