// What the declarations of `stablehlo` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.abs' op requires zero regions}}
  %r = "stablehlo.abs"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.abs' op requires one result}}
  "stablehlo.abs"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "stablehlo.abs"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.abs' op requires a single operand}}
  %r = "stablehlo.abs"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.abs"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.abs' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.abs"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.ceil' op requires zero regions}}
  %r = "stablehlo.ceil"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.ceil' op requires one result}}
  "stablehlo.ceil"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "stablehlo.ceil"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.ceil' op requires a single operand}}
  %r = "stablehlo.ceil"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.ceil' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.ceil"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.ceil' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.ceil"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.convert' op requires zero regions}}
  %r = "stablehlo.convert"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.convert' op requires one result}}
  "stablehlo.convert"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.convert"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.convert' op requires a single operand}}
  %r = "stablehlo.convert"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.convert"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convert' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.convert"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.count_leading_zeros' op requires zero regions}}
  %r = "stablehlo.count_leading_zeros"(%0) ({}) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.count_leading_zeros' op requires one result}}
  "stablehlo.count_leading_zeros"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r = "stablehlo.count_leading_zeros"(%0)[^bb1] : (i32) -> (tensor<2xi32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.count_leading_zeros' op requires a single operand}}
  %r = "stablehlo.count_leading_zeros"() : () -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.count_leading_zeros"(%0) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.count_leading_zeros' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.count_leading_zeros"(%0) : (tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.imag' op requires zero regions}}
  %r = "stablehlo.imag"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.imag' op requires one result}}
  "stablehlo.imag"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "stablehlo.imag"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.imag' op requires a single operand}}
  %r = "stablehlo.imag"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.imag' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.imag"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.imag' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.imag"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.negate' op requires zero regions}}
  %r = "stablehlo.negate"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.negate' op requires one result}}
  "stablehlo.negate"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "stablehlo.negate"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.negate' op requires a single operand}}
  %r = "stablehlo.negate"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.negate"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.negate' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.negate"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.not' op requires zero regions}}
  %r = "stablehlo.not"(%0) ({}) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.not' op requires one result}}
  "stablehlo.not"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "stablehlo.not"(%0)[^bb1] : (i32) -> (tensor<2xi32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.not' op requires a single operand}}
  %r = "stablehlo.not"() : () -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.not"(%0) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.not' op result #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.not"(%0) : (tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.sign' op requires zero regions}}
  %r = "stablehlo.sign"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.sign' op requires one result}}
  "stablehlo.sign"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "stablehlo.sign"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.sign' op requires a single operand}}
  %r = "stablehlo.sign"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.sign' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.sign"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.sign' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.sign"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.uniform_dequantize' op requires zero regions}}
  %r = "stablehlo.uniform_dequantize"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.uniform_dequantize' op requires one result}}
  "stablehlo.uniform_dequantize"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "stablehlo.uniform_dequantize"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.uniform_dequantize' op requires a single operand}}
  %r = "stablehlo.uniform_dequantize"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.uniform_dequantize"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1:8 {{'stablehlo.uniform_dequantize' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.uniform_dequantize"(%0) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.uniform_quantize' op requires zero regions}}
  %r = "stablehlo.uniform_quantize"(%0) ({}) : (i32) -> (tensor<2x!quant.uniform<i8:f32, 1.0>>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.uniform_quantize' op requires one result}}
  "stablehlo.uniform_quantize"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "stablehlo.uniform_quantize"(%0)[^bb1] : (i32) -> (tensor<2x!quant.uniform<i8:f32, 1.0>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.uniform_quantize' op requires a single operand}}
  %r = "stablehlo.uniform_quantize"() : () -> (tensor<2x!quant.uniform<i8:f32, 1.0>>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.uniform_quantize' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.uniform_quantize"(%0) : (i32) -> (tensor<2x!quant.uniform<i8:f32, 1.0>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.uniform_quantize' op result #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.uniform_quantize"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cbrt' op requires zero regions}}
  %r = "stablehlo.cbrt"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.cbrt' op requires one result}}
  "stablehlo.cbrt"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "stablehlo.cbrt"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.cbrt' op requires a single operand}}
  %r = "stablehlo.cbrt"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cbrt' op attribute 'result_accuracy' failed to satisfy constraint: The requested accuracy of unary ops.}}
  %r = "stablehlo.cbrt"(%0) {result_accuracy = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cbrt"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cbrt' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cbrt"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.add' op requires zero regions}}
  %r = "stablehlo.add"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.add' op requires one result}}
  "stablehlo.add"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.add"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.add' op expected 2 operands, but found 1}}
  %r = "stablehlo.add"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.add"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.add' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.add"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.add"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.and' op requires zero regions}}
  %r = "stablehlo.and"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.and' op requires one result}}
  "stablehlo.and"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.and"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.and' op expected 2 operands, but found 1}}
  %r = "stablehlo.and"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.and' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.and"(%0, %1) : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.and' op operand #1 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.and"(%0, %1) : (tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.and' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.and"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.atan2' op requires zero regions}}
  %r = "stablehlo.atan2"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.atan2' op requires one result}}
  "stablehlo.atan2"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.atan2"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.atan2' op expected 2 operands, but found 1}}
  %r = "stablehlo.atan2"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.atan2' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.atan2"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.atan2' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.atan2"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.atan2' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.atan2"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.divide' op requires zero regions}}
  %r = "stablehlo.divide"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.divide' op requires one result}}
  "stablehlo.divide"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "stablehlo.divide"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.divide' op expected 2 operands, but found 1}}
  %r = "stablehlo.divide"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.divide' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.divide"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.divide' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.divide"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.divide' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.divide"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.maximum' op requires zero regions}}
  %r = "stablehlo.maximum"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.maximum' op requires one result}}
  "stablehlo.maximum"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "stablehlo.maximum"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.maximum' op expected 2 operands, but found 1}}
  %r = "stablehlo.maximum"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.maximum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.maximum"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.maximum' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.maximum"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.maximum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.maximum"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.shift_left' op requires zero regions}}
  %r = "stablehlo.shift_left"(%0, %1) ({}) : (i32, i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.shift_left' op requires one result}}
  "stablehlo.shift_left"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "stablehlo.shift_left"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xi32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.shift_left' op expected 2 operands, but found 1}}
  %r = "stablehlo.shift_left"(%0) : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.shift_left"(%0, %1) : (i32, tensor<2xi32>) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.shift_left' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.shift_left"(%0, %1) : (tensor<2xi32>, i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.shift_left' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.shift_left"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.clamp' op requires zero regions}}
  %r = "stablehlo.clamp"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.clamp' op requires one result}}
  "stablehlo.clamp"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "stablehlo.clamp"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.clamp' op expected 3 operands, but found 2}}
  %r = "stablehlo.clamp"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.clamp' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.clamp"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.clamp' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.clamp"(%0, %1, %2) : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.clamp' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.clamp"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.clamp' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.clamp"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.compare' op requires zero regions}}
  %r = "stablehlo.compare"(%0, %1) ({}) {comparison_direction = #stablehlo<comparison_direction EQ>} : (i32, i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.compare' op requires one result}}
  "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "stablehlo.compare"(%0, %1)[^bb1] {comparison_direction = #stablehlo<comparison_direction EQ>} : (i32, i32) -> (tensor<2xi1>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.compare' op expected 2 operands, but found 1}}
  %r = "stablehlo.compare"(%0) {comparison_direction = #stablehlo<comparison_direction EQ>} : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.compare' op requires attribute 'comparison_direction'}}
  %r = "stablehlo.compare"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.compare' op attribute 'comparison_direction' failed to satisfy constraint: Which comparison operation to perform.}}
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.compare' op attribute 'compare_type' failed to satisfy constraint: Which comparison type to use.}}
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.compare' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (i32, tensor<2xf32>) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.compare' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2xf32>, i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.compare' op result #0 must be ranked tensor of bool values, but got 'i32'}}
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.complex' op requires zero regions}}
  %r = "stablehlo.complex"(%0, %1) ({}) : (i32, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.complex' op requires one result}}
  "stablehlo.complex"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "stablehlo.complex"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.complex' op expected 2 operands, but found 1}}
  %r = "stablehlo.complex"(%0) : (i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.complex' op operand #0 must be ranked tensor of 32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.complex"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.complex' op operand #1 must be ranked tensor of 32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.complex"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xcomplex<f32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.complex' op result #0 must be ranked tensor of complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.complex"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.is_finite' op requires zero regions}}
  %r = "stablehlo.is_finite"(%0) ({}) : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.is_finite' op requires one result}}
  "stablehlo.is_finite"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.is_finite"(%0)[^bb1] : (i32) -> (tensor<2xi1>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.is_finite' op requires a single operand}}
  %r = "stablehlo.is_finite"() : () -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.is_finite' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.is_finite"(%0) : (i32) -> (tensor<2xi1>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.is_finite' op result #0 must be ranked tensor of bool values, but got 'i32'}}
  %r = "stablehlo.is_finite"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op requires zero regions}}
  %r = "stablehlo.reduce_precision"(%0) ({}) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.reduce_precision' op requires one result}}
  "stablehlo.reduce_precision"(%0) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "stablehlo.reduce_precision"(%0)[^bb1] {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op requires a single operand}}
  %r = "stablehlo.reduce_precision"() {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op requires attribute 'exponent_bits'}}
  %r = "stablehlo.reduce_precision"(%0) {mantissa_bits = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.reduce_precision"(%0) {mantissa_bits = 1 : i32, exponent_bits = "x"} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op requires attribute 'mantissa_bits'}}
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 1 : i32, mantissa_bits = "x"} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_precision' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.select' op requires zero regions}}
  %r = "stablehlo.select"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.select' op requires one result}}
  "stablehlo.select"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "stablehlo.select"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.select' op expected 3 operands, but found 2}}
  %r = "stablehlo.select"(%0, %1) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select' op operand #0 must be ranked tensor of bool values, but got 'i32'}}
  %r = "stablehlo.select"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select"(%0, %1, %2) : (tensor<2xi1>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.select' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select"(%0, %1, %2) : (tensor<2xi1>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select"(%0, %1, %2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.constant' op requires zero regions}}
  %r = "stablehlo.constant"() ({}) {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.constant' op requires one result}}
  "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "stablehlo.constant"()[^bb1] {value = dense<1> : tensor<2xi32>} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.constant' op requires zero operands}}
  %r = "stablehlo.constant"(%0) {value = dense<1> : tensor<2xi32>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.constant' op requires attribute 'value'}}
  %r = "stablehlo.constant"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  %r = "stablehlo.constant"() {value = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.bitcast_convert' op requires zero regions}}
  %r = "stablehlo.bitcast_convert"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.bitcast_convert' op requires one result}}
  "stablehlo.bitcast_convert"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "stablehlo.bitcast_convert"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.bitcast_convert' op requires a single operand}}
  %r = "stablehlo.bitcast_convert"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.bitcast_convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.bitcast_convert"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.bitcast_convert' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.bitcast_convert"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.broadcast' op requires zero regions}}
  %r = "stablehlo.broadcast"(%0) ({}) {broadcast_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.broadcast' op requires one result}}
  "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.broadcast"(%0)[^bb1] {broadcast_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.broadcast' op requires a single operand}}
  %r = "stablehlo.broadcast"() {broadcast_sizes = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast' op requires attribute 'broadcast_sizes'}}
  %r = "stablehlo.broadcast"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast' op attribute 'broadcast_sizes' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.broadcast"(%0) {broadcast_sizes = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.broadcast' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op requires zero regions}}
  %r = "stablehlo.broadcast_in_dim"(%0) ({}) {broadcast_dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.broadcast_in_dim' op requires one result}}
  "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "stablehlo.broadcast_in_dim"(%0)[^bb1] {broadcast_dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op requires a single operand}}
  %r = "stablehlo.broadcast_in_dim"() {broadcast_dimensions = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %r = "stablehlo.broadcast_in_dim"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.concatenate' op requires zero regions}}
  %r = "stablehlo.concatenate"() ({}) {dimension = 1 : i64} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.concatenate' op requires one result}}
  "stablehlo.concatenate"() {dimension = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.concatenate"()[^bb1] {dimension = 1 : i64} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.concatenate' op requires attribute 'dimension'}}
  %r = "stablehlo.concatenate"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.concatenate"() {dimension = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.concatenate' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.concatenate"(%0) {dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.concatenate' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.concatenate"(%0) {dimension = 1 : i64} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op requires zero regions}}
  %r = "stablehlo.dynamic_slice"(%0) ({}) {slice_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_slice' op requires one result}}
  "stablehlo.dynamic_slice"(%0) {slice_sizes = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_slice"(%0)[^bb1] {slice_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.dynamic_slice"() {slice_sizes = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op requires attribute 'slice_sizes'}}
  %r = "stablehlo.dynamic_slice"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op attribute 'slice_sizes' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_slice"(%0) {slice_sizes = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_slice"(%0, %1) {slice_sizes = array<i64: 1>} : (i32, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_slice"(%0, %1) {slice_sizes = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_slice"(%0, %1) {slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op requires zero regions}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_update_slice' op requires one result}}
  "stablehlo.dynamic_update_slice"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:48 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op expected 2 or more operands, but found 1}}
  %r = "stablehlo.dynamic_update_slice"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2) : (i32, tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2) : (tensor<2xf32>, i32, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op operand #2 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_update_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2) : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.gather' op requires zero regions}}
  %r = "stablehlo.gather"(%0, %1) ({}) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.gather' op requires one result}}
  "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "stablehlo.gather"(%0, %1)[^bb1] {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.gather' op expected 2 operands, but found 1}}
  %r = "stablehlo.gather"(%0) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.gather"(%0, %1) {slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op attribute 'dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for gather}}
  %r = "stablehlo.gather"(%0, %1) {slice_sizes = array<i64: 1>, dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op requires attribute 'slice_sizes'}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op attribute 'slice_sizes' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op attribute 'indices_are_sorted' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>, indices_are_sorted = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.gather' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op requires zero regions}}
  %r = "stablehlo.get_dimension_size"(%0) ({}) {dimension = 1 : i64} : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.get_dimension_size' op requires one result}}
  "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "stablehlo.get_dimension_size"(%0)[^bb1] {dimension = 1 : i64} : (i32) -> (tensor<2xi32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op requires a single operand}}
  %r = "stablehlo.get_dimension_size"() {dimension = 1 : i64} : () -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op requires attribute 'dimension'}}
  %r = "stablehlo.get_dimension_size"(%0) : (tensor<2xf32>) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i32} : (tensor<2xf32>) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (i32) -> (tensor<2xi32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.get_dimension_size' op result #0 must be ranked tensor of 32-bit signless integer values, but got 'i32'}}
  %r = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.iota' op requires zero regions}}
  %r = "stablehlo.iota"() ({}) {iota_dimension = 1 : i64} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.iota' op requires one result}}
  "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "stablehlo.iota"()[^bb1] {iota_dimension = 1 : i64} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.iota' op requires zero operands}}
  %r = "stablehlo.iota"(%0) {iota_dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.iota' op requires attribute 'iota_dimension'}}
  %r = "stablehlo.iota"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.iota"() {iota_dimension = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.pad' op requires zero regions}}
  %r = "stablehlo.pad"(%0, %1) ({}) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.pad' op requires one result}}
  "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.pad"(%0, %1)[^bb1] {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.pad' op expected 2 operands, but found 1}}
  %r = "stablehlo.pad"(%0) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op requires attribute 'edge_padding_low'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op attribute 'edge_padding_low' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>, edge_padding_low = 1 : i32} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op requires attribute 'edge_padding_high'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op attribute 'edge_padding_high' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>, edge_padding_high = 1 : i32} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op requires attribute 'interior_padding'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op attribute 'interior_padding' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = 1 : i32} : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (i32, tensor<i32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>) {
  // expected-error @+1:8 {{'stablehlo.pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reshape' op requires zero regions}}
  %r = "stablehlo.reshape"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.reshape' op requires one result}}
  "stablehlo.reshape"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.reshape"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.reshape' op requires a single operand}}
  %r = "stablehlo.reshape"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.reshape"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.reshape"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reverse' op requires zero regions}}
  %r = "stablehlo.reverse"(%0) ({}) {dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.reverse' op requires one result}}
  "stablehlo.reverse"(%0) {dimensions = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.reverse"(%0)[^bb1] {dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.reverse' op requires a single operand}}
  %r = "stablehlo.reverse"() {dimensions = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reverse' op requires attribute 'dimensions'}}
  %r = "stablehlo.reverse"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reverse' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.reverse"(%0) {dimensions = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reverse' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reverse"(%0) {dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reverse' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reverse"(%0) {dimensions = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.slice' op requires zero regions}}
  %r = "stablehlo.slice"(%0) ({}) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.slice' op requires one result}}
  "stablehlo.slice"(%0) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "stablehlo.slice"(%0)[^bb1] {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.slice' op requires a single operand}}
  %r = "stablehlo.slice"() {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op requires attribute 'start_indices'}}
  %r = "stablehlo.slice"(%0) {limit_indices = array<i64: 1>, strides = array<i64: 1>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op attribute 'start_indices' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.slice"(%0) {limit_indices = array<i64: 1>, strides = array<i64: 1>, start_indices = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op requires attribute 'limit_indices'}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, strides = array<i64: 1>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op attribute 'limit_indices' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, strides = array<i64: 1>, limit_indices = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op requires attribute 'strides'}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op attribute 'strides' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op requires zero regions}}
  %r = "stablehlo.torch_index_select"(%0, %1) ({}) {dim = 1 : i64, batch_dims = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.torch_index_select' op requires one result}}
  "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:46 {{successors in non-terminator}}
  %r = "stablehlo.torch_index_select"(%0, %1)[^bb1] {dim = 1 : i64, batch_dims = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op expected 2 operands, but found 1}}
  %r = "stablehlo.torch_index_select"(%0) {dim = 1 : i64, batch_dims = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op requires attribute 'dim'}}
  %r = "stablehlo.torch_index_select"(%0, %1) {batch_dims = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "stablehlo.torch_index_select"(%0, %1) {batch_dims = 1 : i64, dim = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op requires attribute 'batch_dims'}}
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op attribute 'batch_dims' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 1 : i64} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.torch_index_select' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.transpose' op requires zero regions}}
  %r = "stablehlo.transpose"(%0) ({}) {permutation = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.transpose' op requires one result}}
  "stablehlo.transpose"(%0) {permutation = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.transpose"(%0)[^bb1] {permutation = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.transpose' op requires a single operand}}
  %r = "stablehlo.transpose"() {permutation = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.transpose' op requires attribute 'permutation'}}
  %r = "stablehlo.transpose"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.transpose"(%0) {permutation = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.transpose' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.transpose"(%0) {permutation = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.transpose' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.transpose"(%0) {permutation = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op requires zero regions}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) ({}) {broadcast_dimensions = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_broadcast_in_dim' op requires one result}}
  "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:52 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1)[^bb1] {broadcast_dimensions = array<i64: 1>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op expected 2 operands, but found 1}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op attribute 'broadcast_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op attribute 'known_expanding_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op attribute 'known_nonexpanding_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>} : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op operand #1 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_broadcast_in_dim' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op requires zero regions}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) ({}) {dimension_numbers = #stablehlo.gather<>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_gather' op requires one result}}
  "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:46 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2)[^bb1] {dimension_numbers = #stablehlo.gather<>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op expected 3 operands, but found 2}}
  %r = "stablehlo.dynamic_gather"(%0, %1) {dimension_numbers = #stablehlo.gather<>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op attribute 'dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for gather}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op attribute 'indices_are_sorted' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>, indices_are_sorted = 1 : i32} : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>} : (i32, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>} : (tensor<2xf32>, i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op operand #2 must be statically shaped 1-dimensional integer tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>} : (tensor<2xf32>, tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_gather' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<>} : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op requires zero regions}}
  %r = "stablehlo.dynamic_iota"(%0) ({}) {iota_dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_iota' op requires one result}}
  "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i64} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_iota"(%0)[^bb1] {iota_dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op requires a single operand}}
  %r = "stablehlo.dynamic_iota"() {iota_dimension = 1 : i64} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op requires attribute 'iota_dimension'}}
  %r = "stablehlo.dynamic_iota"(%0) : (tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i32} : (tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op operand #0 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_iota' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i64} : (tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op requires zero regions}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) ({}) : (i32, i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_pad' op requires one result}}
  "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (i32, i32, i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:51 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4)[^bb1] : (i32, i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op expected 5 operands, but found 4}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<i32>, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (i32, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2xf32>, i32, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>, %2: i32, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op operand #2 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2xf32>, tensor<i32>, i32, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>, %2: tensor<2xi32>, %3: i32, %4: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op operand #3 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2xf32>, tensor<i32>, tensor<2xi32>, i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op operand #4 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2xf32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<i32>, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2xf32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_reshape' op requires zero regions}}
  %r = "stablehlo.dynamic_reshape"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_reshape' op requires one result}}
  "stablehlo.dynamic_reshape"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_reshape"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_reshape' op expected 2 operands, but found 1}}
  %r = "stablehlo.dynamic_reshape"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_reshape"(%0, %1) : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_reshape' op operand #1 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_reshape"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_reshape' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_reshape"(%0, %1) : (tensor<2xf32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op requires zero regions}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) ({}) : (i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:3 {{'stablehlo.real_dynamic_slice' op requires one result}}
  "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:54 {{successors in non-terminator}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3)[^bb1] : (i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op expected 4 operands, but found 3}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>, %2: tensor<2xi32>, %3: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (i32, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xi32>, %3: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op operand #1 must be 1D tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (tensor<2xf32>, i32, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: i32, %3: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op operand #2 must be 1D tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (tensor<2xf32>, tensor<2xi32>, i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>, %3: i32) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op operand #3 must be 1D tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>, %3: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.real_dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3) : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op requires zero regions}}
  %r = "stablehlo.set_dimension_size"(%0, %1) ({}) {dimension = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.set_dimension_size' op requires one result}}
  "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:46 {{successors in non-terminator}}
  %r = "stablehlo.set_dimension_size"(%0, %1)[^bb1] {dimension = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op expected 2 operands, but found 1}}
  %r = "stablehlo.set_dimension_size"(%0) {dimension = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op requires attribute 'dimension'}}
  %r = "stablehlo.set_dimension_size"(%0, %1) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i32} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64} : (i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op operand #1 must be ranked tensor of 32-bit signless integer values, but got 'i32'}}
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.set_dimension_size' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.convolution' op requires zero regions}}
  %r = "stablehlo.convolution"(%0, %1) ({}) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.convolution' op requires one result}}
  "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "stablehlo.convolution"(%0, %1)[^bb1] {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.convolution' op expected 2 operands, but found 1}}
  %r = "stablehlo.convolution"(%0) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'window_strides' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'lhs_dilation' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'rhs_dilation' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'window_reversal' failed to satisfy constraint: i1 dense array attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.convolution"(%0, %1) {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'dimension_numbers' failed to satisfy constraint: Structure of dimension information for conv op}}
  %r = "stablehlo.convolution"(%0, %1) {feature_group_count = 1 : i64, batch_group_count = 1 : i64, dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op requires attribute 'feature_group_count'}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op requires attribute 'batch_group_count'}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [1 : i32]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.convolution' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.convolution' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.convolution"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op requires zero regions}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) ({}) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.dynamic_conv' op requires one result}}
  "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:44 {{successors in non-terminator}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2)[^bb1] {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op expected 3 operands, but found 2}}
  %r = "stablehlo.dynamic_conv"(%0, %1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'window_strides' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'lhs_dilation' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'rhs_dilation' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'window_reversal' failed to satisfy constraint: i1 dense array attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'dimension_numbers' failed to satisfy constraint: Structure of dimension information for conv op}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {feature_group_count = 1 : i64, batch_group_count = 1 : i64, dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op requires attribute 'feature_group_count'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op requires attribute 'batch_group_count'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [1 : i32]} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (i32, tensor<2xf32>, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, i32, tensor<2x2xi64>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op operand #2 must be statically shaped 2-dimensional integer tensor of 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2x2xi64>) {
  // expected-error @+1:8 {{'stablehlo.dynamic_conv' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dot' op requires zero regions}}
  %r = "stablehlo.dot"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.dot' op requires one result}}
  "stablehlo.dot"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.dot"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dot' op expected 2 operands, but found 1}}
  %r = "stablehlo.dot"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dot"(%0, %1) {precision_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dot"(%0, %1) {precision_config = [1 : i32]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dot' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op requires zero regions}}
  %r = "stablehlo.dot_general"(%0, %1) ({}) {dot_dimension_numbers = #stablehlo.dot<>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.dot_general' op requires one result}}
  "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "stablehlo.dot_general"(%0, %1)[^bb1] {dot_dimension_numbers = #stablehlo.dot<>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op expected 2 operands, but found 1}}
  %r = "stablehlo.dot_general"(%0) {dot_dimension_numbers = #stablehlo.dot<>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op requires attribute 'dot_dimension_numbers'}}
  %r = "stablehlo.dot_general"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op attribute 'dot_dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for dot.}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>, precision_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>, precision_config = [1 : i32]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op attribute 'algorithm' failed to satisfy constraint: Attribute that models the algorithm constraints to use for computing dot.}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>, algorithm = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.dot_general' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.einsum' op requires zero regions}}
  %r = "stablehlo.einsum"(%0, %1) ({}) {einsum_config = "x"} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.einsum' op requires one result}}
  "stablehlo.einsum"(%0, %1) {einsum_config = "x"} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "stablehlo.einsum"(%0, %1)[^bb1] {einsum_config = "x"} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.einsum' op expected 2 operands, but found 1}}
  %r = "stablehlo.einsum"(%0) {einsum_config = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.einsum' op requires attribute 'einsum_config'}}
  %r = "stablehlo.einsum"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.einsum' op attribute 'einsum_config' failed to satisfy constraint: string attribute}}
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.einsum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = "x"} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.einsum' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = "x"} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.einsum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = "x"} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op requires zero regions}}
  %r = "stablehlo.unary_einsum"(%0) ({}) {einsum_config = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.unary_einsum' op requires one result}}
  "stablehlo.unary_einsum"(%0) {einsum_config = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "stablehlo.unary_einsum"(%0)[^bb1] {einsum_config = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op requires a single operand}}
  %r = "stablehlo.unary_einsum"() {einsum_config = "x"} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op requires attribute 'einsum_config'}}
  %r = "stablehlo.unary_einsum"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op attribute 'einsum_config' failed to satisfy constraint: string attribute}}
  %r = "stablehlo.unary_einsum"(%0) {einsum_config = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.unary_einsum"(%0) {einsum_config = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.unary_einsum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.unary_einsum"(%0) {einsum_config = "x"} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.fft' op requires zero regions}}
  %r = "stablehlo.fft"(%0) ({}) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.fft' op requires one result}}
  "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "stablehlo.fft"(%0)[^bb1] {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.fft' op requires a single operand}}
  %r = "stablehlo.fft"() {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.fft' op requires attribute 'fft_type'}}
  %r = "stablehlo.fft"(%0) {fft_length = array<i64: 1>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.fft' op attribute 'fft_type' failed to satisfy constraint: XLA fast fourier transform type.}}
  %r = "stablehlo.fft"(%0) {fft_length = array<i64: 1>, fft_type = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.fft' op requires attribute 'fft_length'}}
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.fft' op attribute 'fft_length' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.fft' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.fft' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cholesky' op requires zero regions}}
  %r = "stablehlo.cholesky"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.cholesky' op requires one result}}
  "stablehlo.cholesky"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "stablehlo.cholesky"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.cholesky' op requires a single operand}}
  %r = "stablehlo.cholesky"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cholesky' op attribute 'lower' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.cholesky"(%0) {lower = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cholesky' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cholesky"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cholesky' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cholesky"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op requires zero regions}}
  %r = "stablehlo.triangular_solve"(%0, %1) ({}) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'stablehlo.triangular_solve' op requires one result}}
  "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:44 {{successors in non-terminator}}
  %r = "stablehlo.triangular_solve"(%0, %1)[^bb1] {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op expected 2 operands, but found 1}}
  %r = "stablehlo.triangular_solve"(%0) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op requires attribute 'left_side'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op attribute 'left_side' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.triangular_solve"(%0, %1) {lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, left_side = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op requires attribute 'lower'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op attribute 'lower' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, lower = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op requires attribute 'unit_diagonal'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op attribute 'unit_diagonal' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op requires attribute 'transpose_a'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op attribute 'transpose_a' failed to satisfy constraint: Transpose options}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.triangular_solve' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op requires zero regions}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) ({}) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op expected 3 results}}
  %r:2 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:57 {{successors in non-terminator}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4)[^bb1] {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op expected 5 operands, but found 4}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op requires attribute 'epsilon'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {feature_index = 1 : i64, epsilon = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op requires attribute 'feature_index'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, i32, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op operand #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: i32, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op operand #3 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op operand #4 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op result #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, i32, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_grad' op result #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op requires zero regions}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) ({}) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:3 {{'stablehlo.batch_norm_inference' op requires one result}}
  "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) {
  // expected-error @+1:60 {{successors in non-terminator}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4)[^bb1] {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op expected 5 operands, but found 4}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op requires attribute 'epsilon'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {feature_index = 1 : i64, epsilon = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op requires attribute 'feature_index'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, i32, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op operand #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: i32, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op operand #3 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: i32) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op operand #4 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>, %3: tensor<2xf32>, %4: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.batch_norm_inference' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op requires zero regions}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) ({}) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op expected 3 results}}
  %r:2 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:53 {{successors in non-terminator}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2)[^bb1] {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op expected 3 operands, but found 2}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op requires attribute 'epsilon'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {feature_index = 1 : i64, epsilon = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op requires attribute 'feature_index'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op operand #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32, tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op result #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, i32, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.batch_norm_training' op result #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'i32'}}
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op requires zero regions}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) ({}) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.rng_bit_generator' op expected 2 results}}
  %r = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r:2 = "stablehlo.rng_bit_generator"(%0)[^bb1] {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op requires a single operand}}
  %r:2 = "stablehlo.rng_bit_generator"() {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : () -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op requires attribute 'rng_algorithm'}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op attribute 'rng_algorithm' failed to satisfy constraint: XLA PRNG algorithm to be used.}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (i32) -> (tensor<2xf32>, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xf32>) -> (i32, tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:10 {{'stablehlo.rng_bit_generator' op result #1 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xf32>) -> (tensor<2xf32>, i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.tuple' op requires zero regions}}
  %r = "stablehlo.tuple"() ({}) : () -> (tuple<tensor<2xf32>>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.tuple' op requires one result}}
  "stablehlo.tuple"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "stablehlo.tuple"()[^bb1] : () -> (tuple<tensor<2xf32>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.tuple' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.tuple"(%0) : (i32) -> (tuple<tensor<2xf32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.tuple' op result #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %r = "stablehlo.tuple"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op requires zero regions}}
  %r = "stablehlo.get_tuple_element"(%0) ({}) {index = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.get_tuple_element' op requires one result}}
  "stablehlo.get_tuple_element"(%0) {index = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:41 {{successors in non-terminator}}
  %r = "stablehlo.get_tuple_element"(%0)[^bb1] {index = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op requires a single operand}}
  %r = "stablehlo.get_tuple_element"() {index = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tuple<tensor<2xf32>>) {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op requires attribute 'index'}}
  %r = "stablehlo.get_tuple_element"(%0) : (tuple<tensor<2xf32>>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tuple<tensor<2xf32>>) {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.get_tuple_element"(%0) {index = "x"} : (tuple<tensor<2xf32>>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op operand #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %r = "stablehlo.get_tuple_element"(%0) {index = 1 : i32} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tuple<tensor<2xf32>>) {
  // expected-error @+1:8 {{'stablehlo.get_tuple_element' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.get_tuple_element"(%0) {index = 1 : i32} : (tuple<tensor<2xf32>>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.rng' op requires zero regions}}
  %r = "stablehlo.rng"(%0, %1, %2) ({}) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.rng' op requires one result}}
  "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "stablehlo.rng"(%0, %1, %2)[^bb1] {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.rng' op expected 3 operands, but found 2}}
  %r = "stablehlo.rng"(%0, %1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<i32>, %1: tensor<i32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.rng' op requires attribute 'rng_distribution'}}
  %r = "stablehlo.rng"(%0, %1, %2) : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<i32>, %1: tensor<i32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.rng' op attribute 'rng_distribution' failed to satisfy constraint: XLA PRNG distribution to be used.}}
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = 1 : i32} : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<i32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.rng' op operand #0 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (i32, tensor<i32>, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<i32>, %1: i32, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.rng' op operand #1 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i32>, i32, tensor<2xi32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<i32>, %1: tensor<i32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.rng' op operand #2 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'i32'}}
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i32>, tensor<i32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<i32>, %1: tensor<i32>, %2: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.rng' op result #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  "stablehlo.case"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.case' op requires a single operand}}
  "stablehlo.case"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.case' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'i32'}}
  %r = "stablehlo.case"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:8 {{'stablehlo.case' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.case"(%0) : (tensor<2xi32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.case' op region #0 ('branches') failed to verify constraint: region with 1 blocks}}
  "stablehlo.case"(%0) ({
  }) : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.if' op expected 2 regions}}
  "stablehlo.if"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:21 {{successors in non-terminator}}
  "stablehlo.if"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.if' op requires a single operand}}
  "stablehlo.if"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.if' op operand #0 must be ranked tensor of bool values, but got 'i32'}}
  %r = "stablehlo.if"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>) {
  // expected-error @+1:8 {{'stablehlo.if' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.if"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xi1>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>) {
  // expected-error @+1:3 {{'stablehlo.if' op region #0 ('true_branch') failed to verify constraint: region with 1 blocks}}
  "stablehlo.if"(%0) ({
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xi1>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi1>) {
  // expected-error @+1:3 {{'stablehlo.if' op region #1 ('false_branch') failed to verify constraint: region with 1 blocks}}
  "stablehlo.if"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  }) : (tensor<2xi1>) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.while' op expected 2 regions}}
  "stablehlo.while"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:22 {{successors in non-terminator}}
  "stablehlo.while"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.while' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.while"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.while' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.while"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.while' op region #0 ('cond') failed to verify constraint: region with 1 blocks}}
  "stablehlo.while"() ({
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.while' op region #1 ('body') failed to verify constraint: region with 1 blocks}}
  "stablehlo.while"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.map' op requires one region}}
  %r = "stablehlo.map"() {dimensions = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.map' op requires one result}}
  "stablehlo.map"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "stablehlo.map"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.map' op requires attribute 'dimensions'}}
  %r = "stablehlo.map"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.map' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.map"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = 1 : i32} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.map' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.map"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.map' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.map"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.map' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  %r = "stablehlo.map"() ({
  }) {dimensions = array<i64: 1>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce' op requires one region}}
  "stablehlo.reduce"() {dimensions = array<i64: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:23 {{successors in non-terminator}}
  "stablehlo.reduce"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce' op requires attribute 'dimensions'}}
  "stablehlo.reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  "stablehlo.reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "stablehlo.reduce"() ({
  }) {dimensions = array<i64: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op requires one region}}
  "stablehlo.reduce_window"() {window_dimensions = array<i64: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:30 {{successors in non-terminator}}
  "stablehlo.reduce_window"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op requires attribute 'window_dimensions'}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op attribute 'window_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op attribute 'window_strides' failed to satisfy constraint: i64 dense array attribute}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>, window_strides = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op attribute 'base_dilations' failed to satisfy constraint: i64 dense array attribute}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>, base_dilations = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op attribute 'window_dilations' failed to satisfy constraint: i64 dense array attribute}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>, window_dilations = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  "stablehlo.reduce_window"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_window' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_window"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>} : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce_window' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_window"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>} : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_window' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_window"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.reduce_window' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "stablehlo.reduce_window"() ({
  }) {window_dimensions = array<i64: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.scatter' op requires one region}}
  "stablehlo.scatter"(%0) {scatter_dimension_numbers = #stablehlo.scatter<>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  "stablehlo.scatter"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.scatter' op expected 1 or more operands, but found 0}}
  "stablehlo.scatter"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.scatter' op requires attribute 'scatter_dimension_numbers'}}
  "stablehlo.scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.scatter' op attribute 'scatter_dimension_numbers' failed to satisfy constraint: Attribute that models the dimension information for scatter}}
  "stablehlo.scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = 1 : i32} : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.scatter' op attribute 'indices_are_sorted' failed to satisfy constraint: bool attribute}}
  "stablehlo.scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>, indices_are_sorted = 1 : i32} : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.scatter' op attribute 'unique_indices' failed to satisfy constraint: bool attribute}}
  "stablehlo.scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>, unique_indices = 1 : i32} : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xi32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.scatter' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (i32, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.scatter' op operand #1 must be ranked tensor of integer or index values, but got 'i32'}}
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.scatter' op operand #2 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<2xf32>, tensor<2xi32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xi32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.scatter' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xi32>) {
  // expected-error @+1:3 {{'stablehlo.scatter' op region #0 ('update_computation') failed to verify constraint: region with 1 blocks}}
  "stablehlo.scatter"(%0) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<2xi32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op expected 2 regions}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({}) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'stablehlo.select_and_scatter' op requires one result}}
  "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:50 {{successors in non-terminator}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op expected 3 operands, but found 2}}
  %r = "stablehlo.select_and_scatter"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op attribute 'window_dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_dimensions = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op attribute 'window_strides' failed to satisfy constraint: i64 dense array attribute}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) {window_strides = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) {padding = 1 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>, i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>, tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op region #0 ('select') failed to verify constraint: region with 1 blocks}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>, %2: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.select_and_scatter' op region #1 ('scatter') failed to verify constraint: region with 1 blocks}}
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.sort' op requires one region}}
  "stablehlo.sort"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  "stablehlo.sort"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.sort' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute}}
  "stablehlo.sort"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.sort' op attribute 'is_stable' failed to satisfy constraint: bool attribute}}
  "stablehlo.sort"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {is_stable = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.sort' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.sort"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.sort' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.sort"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.sort' op region #0 ('comparator') failed to verify constraint: region with 1 blocks}}
  "stablehlo.sort"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.return' op requires zero regions}}
  "stablehlo.return"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.return' op requires zero results}}
  %r = "stablehlo.return"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.return' op requires 0 successors but found 1}}
  "stablehlo.return"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  "stablehlo.return"(%0) : (i32) -> ()
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.return' op must be the last operation in the parent block}}
  "stablehlo.return"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.after_all' op requires zero regions}}
  %r = "stablehlo.after_all"() ({}) : () -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.after_all' op requires one result}}
  "stablehlo.after_all"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.after_all"()[^bb1] : () -> (!stablehlo.token)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'i32'}}
  %r = "stablehlo.after_all"(%0) : (i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.after_all' op result #0 must be token, but got 'i32'}}
  %r = "stablehlo.after_all"(%0) : (!stablehlo.token) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.create_token' op requires zero regions}}
  %r = "stablehlo.create_token"() ({}) : () -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.create_token' op requires one result}}
  "stablehlo.create_token"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "stablehlo.create_token"()[^bb1] : () -> (!stablehlo.token)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.create_token' op requires zero operands}}
  %r = "stablehlo.create_token"(%0) : (i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.create_token' op result #0 must be token, but got 'i32'}}
  %r = "stablehlo.create_token"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.optimization_barrier' op requires zero regions}}
  "stablehlo.optimization_barrier"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:37 {{successors in non-terminator}}
  "stablehlo.optimization_barrier"()[^bb1] : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.optimization_barrier' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.optimization_barrier"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.optimization_barrier' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.optimization_barrier"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "stablehlo.composite"()[^bb1] {name = "x", decomposition = @f} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op requires attribute 'name'}}
  "stablehlo.composite"() {decomposition = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op attribute 'name' failed to satisfy constraint: string attribute}}
  "stablehlo.composite"() {decomposition = @f, name = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op attribute 'composite_attributes' failed to satisfy constraint: dictionary of named attribute values}}
  "stablehlo.composite"() {name = "x", decomposition = @f, composite_attributes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op requires attribute 'decomposition'}}
  "stablehlo.composite"() {name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op attribute 'decomposition' failed to satisfy constraint: flat symbol reference attribute}}
  "stablehlo.composite"() {name = "x", decomposition = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.composite' op attribute 'version' failed to satisfy constraint: 32-bit signless integer attribute}}
  "stablehlo.composite"() {name = "x", decomposition = @f, version = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.composite' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %r = "stablehlo.composite"(%0) {name = "x", decomposition = @f} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.composite' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %r = "stablehlo.composite"(%0) {name = "x", decomposition = @f} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op requires zero regions}}
  "stablehlo.custom_call"() ({}) {call_target_name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:28 {{successors in non-terminator}}
  "stablehlo.custom_call"()[^bb1] {call_target_name = "x"} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op requires attribute 'call_target_name'}}
  "stablehlo.custom_call"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'call_target_name' failed to satisfy constraint: string attribute}}
  "stablehlo.custom_call"() {call_target_name = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'has_side_effect' failed to satisfy constraint: bool attribute}}
  "stablehlo.custom_call"() {call_target_name = "x", has_side_effect = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'backend_config' failed to satisfy constraint: string attribute or dictionary of named attribute values}}
  "stablehlo.custom_call"() {call_target_name = "x", backend_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version}}
  "stablehlo.custom_call"() {call_target_name = "x", api_version = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute}}
  "stablehlo.custom_call"() {call_target_name = "x", called_computations = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute}}
  "stablehlo.custom_call"() {call_target_name = "x", called_computations = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", operand_layouts = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", operand_layouts = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'result_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", result_layouts = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'result_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", result_layouts = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'result_tilings' failed to satisfy constraint: Array of tiling attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'result_tilings' failed to satisfy constraint: Array of tiling attributes}}
  "stablehlo.custom_call"() {call_target_name = "x", result_tilings = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall}}
  "stablehlo.custom_call"() {call_target_name = "x", output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.custom_call' op attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall}}
  "stablehlo.custom_call"() {call_target_name = "x", output_operand_aliases = [1 : i32]} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op operand #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'i32'}}
  %r = "stablehlo.custom_call"(%0) {call_target_name = "x"} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op result #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'i32'}}
  %r = "stablehlo.custom_call"(%0) {call_target_name = "x"} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.async_start' op requires one region}}
  %r = "stablehlo.async_start"() : () -> (!stablehlo.future<tensor<2xf32>>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.async_start' op requires one result}}
  "stablehlo.async_start"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "stablehlo.async_start"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> (!stablehlo.future<tensor<2xf32>>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.async_start' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.async_start"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> (!stablehlo.future<tensor<2xf32>>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.async_start' op result #0 must be future, but got 'i32'}}
  %r = "stablehlo.async_start"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.async_start' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %r = "stablehlo.async_start"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : () -> (!stablehlo.future<tensor<2xf32>>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.async_done' op requires zero regions}}
  %r = "stablehlo.async_done"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.async_done' op requires one result}}
  "stablehlo.async_done"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "stablehlo.async_done"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.async_done' op requires a single operand}}
  %r = "stablehlo.async_done"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.async_done' op operand #0 must be future, but got 'i32'}}
  %r = "stablehlo.async_done"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.future<tensor<2xf32>>) {
  // expected-error @+1:8 {{'stablehlo.async_done' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op requires zero regions}}
  "stablehlo.all_gather"() ({}) {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  "stablehlo.all_gather"()[^bb1] {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op requires attribute 'all_gather_dim'}}
  "stablehlo.all_gather"() {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_gather"() {replica_groups = dense<1> : tensor<2xi64>, all_gather_dim = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op requires attribute 'replica_groups'}}
  "stablehlo.all_gather"() {all_gather_dim = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  "stablehlo.all_gather"() {all_gather_dim = 1 : i64, replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.all_gather"() {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_gather' op attribute 'use_global_device_ids' failed to satisfy constraint: unit attribute}}
  "stablehlo.all_gather"() {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.all_gather' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.all_gather' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op requires one region}}
  "stablehlo.all_reduce"() {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  "stablehlo.all_reduce"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op requires attribute 'replica_groups'}}
  "stablehlo.all_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  "stablehlo.all_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.all_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op attribute 'use_global_device_ids' failed to satisfy constraint: unit attribute}}
  "stablehlo.all_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.all_reduce' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_reduce"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.all_reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_reduce"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_reduce' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  "stablehlo.all_reduce"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op requires zero regions}}
  "stablehlo.all_to_all"() ({}) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  "stablehlo.all_to_all"()[^bb1] {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op requires attribute 'split_dimension'}}
  "stablehlo.all_to_all"() {concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op attribute 'split_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_to_all"() {concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, split_dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op requires attribute 'concat_dimension'}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op attribute 'concat_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, concat_dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op requires attribute 'split_count'}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, concat_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, concat_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, split_count = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op requires attribute 'replica_groups'}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.all_to_all' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.all_to_all"() {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.all_to_all' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_to_all"(%0) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.all_to_all' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.all_to_all"(%0) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_broadcast' op requires zero regions}}
  "stablehlo.collective_broadcast"() ({}) {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:37 {{successors in non-terminator}}
  "stablehlo.collective_broadcast"()[^bb1] {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_broadcast' op requires attribute 'replica_groups'}}
  "stablehlo.collective_broadcast"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_broadcast' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  "stablehlo.collective_broadcast"() {replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_broadcast' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_broadcast' op attribute 'has_dynamic_root' failed to satisfy constraint: unit attribute}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<1> : tensor<2xi64>, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.collective_broadcast' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_broadcast' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op requires one region}}
  "stablehlo.collective_reduce"() {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:34 {{successors in non-terminator}}
  "stablehlo.collective_reduce"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op requires attribute 'replica_groups'}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op attribute 'use_global_device_ids' failed to satisfy constraint: unit attribute}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op attribute 'has_dynamic_root' failed to satisfy constraint: unit attribute}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.collective_reduce' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_reduce"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_reduce"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.collective_reduce' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  "stablehlo.collective_reduce"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op requires zero regions}}
  %r = "stablehlo.collective_permute"(%0) ({}) {source_target_pairs = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.collective_permute' op requires one result}}
  "stablehlo.collective_permute"(%0) {source_target_pairs = dense<1> : tensor<2xi64>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "stablehlo.collective_permute"(%0)[^bb1] {source_target_pairs = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op requires a single operand}}
  %r = "stablehlo.collective_permute"() {source_target_pairs = dense<1> : tensor<2xi64>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op requires attribute 'source_target_pairs'}}
  %r = "stablehlo.collective_permute"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.collective_permute' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op requires zero regions}}
  %r = "stablehlo.cross-replica-sum"(%0) ({}) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.cross-replica-sum' op requires one result}}
  "stablehlo.cross-replica-sum"(%0) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:41 {{successors in non-terminator}}
  %r = "stablehlo.cross-replica-sum"(%0)[^bb1] {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op requires a single operand}}
  %r = "stablehlo.cross-replica-sum"() {replica_groups = dense<1> : tensor<2xi64>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op requires attribute 'replica_groups'}}
  %r = "stablehlo.cross-replica-sum"(%0) : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.cross-replica-sum"(%0) {replica_groups = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cross-replica-sum"(%0) {replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.cross-replica-sum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.cross-replica-sum"(%0) {replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op requires one region}}
  %r = "stablehlo.reduce_scatter"(%0) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.reduce_scatter' op requires one result}}
  "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "stablehlo.reduce_scatter"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op requires a single operand}}
  %r = "stablehlo.reduce_scatter"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op requires attribute 'scatter_dimension'}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op attribute 'scatter_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {replica_groups = dense<1> : tensor<2xi64>, scatter_dimension = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op requires attribute 'replica_groups'}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, channel_handle = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op attribute 'use_global_device_ids' failed to satisfy constraint: unit attribute}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>, use_global_device_ids = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'stablehlo.reduce_scatter' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<1> : tensor<2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.infeed' op requires zero regions}}
  "stablehlo.infeed"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  "stablehlo.infeed"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.infeed' op requires a single operand}}
  "stablehlo.infeed"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.infeed' op attribute 'infeed_config' failed to satisfy constraint: string attribute}}
  "stablehlo.infeed"(%0) {infeed_config = 1 : i32} : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.infeed' op attribute 'layout' failed to satisfy constraint: array attribute}}
  "stablehlo.infeed"(%0) {layout = 1 : i32} : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.infeed' op operand #0 must be token, but got 'i32'}}
  %r = "stablehlo.infeed"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.infeed' op result #0 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.outfeed' op requires zero regions}}
  %r = "stablehlo.outfeed"(%0) ({}) : (i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.outfeed' op requires one result}}
  "stablehlo.outfeed"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "stablehlo.outfeed"(%0)[^bb1] : (i32) -> (!stablehlo.token)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.outfeed' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.outfeed"() : () -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.outfeed' op attribute 'outfeed_config' failed to satisfy constraint: string attribute}}
  %r = "stablehlo.outfeed"(%0) {outfeed_config = 1 : i32} : (!stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.outfeed' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.outfeed"(%0, %1) : (i32, !stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.outfeed' op operand #1 must be token, but got 'i32'}}
  %r = "stablehlo.outfeed"(%0, %1) : (tensor<2xf32>, i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.outfeed' op result #0 must be token, but got 'i32'}}
  %r = "stablehlo.outfeed"(%0, %1) : (tensor<2xf32>, !stablehlo.token) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.recv' op requires zero regions}}
  "stablehlo.recv"(%0) ({}) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  "stablehlo.recv"(%0)[^bb1] {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.recv' op requires a single operand}}
  "stablehlo.recv"() {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.recv' op requires attribute 'channel_handle'}}
  "stablehlo.recv"(%0) : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.recv' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  "stablehlo.recv"(%0) {channel_handle = 1 : i32} : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.recv' op attribute 'is_host_transfer' failed to satisfy constraint: bool attribute}}
  "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = 1 : i32} : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:3 {{'stablehlo.recv' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = 1 : i32} : (!stablehlo.token) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.recv' op operand #0 must be token, but got 'i32'}}
  %r = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.recv' op result #0 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'i32'}}
  %r = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (!stablehlo.token) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.send' op requires zero regions}}
  %r = "stablehlo.send"(%0) ({}) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'stablehlo.send' op requires one result}}
  "stablehlo.send"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "stablehlo.send"(%0)[^bb1] {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32) -> (!stablehlo.token)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.send' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.send"() {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : () -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op requires attribute 'channel_handle'}}
  %r = "stablehlo.send"(%0) : (!stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op attribute 'channel_handle' failed to satisfy constraint: two 64-bit integers 'handle' and 'type'}}
  %r = "stablehlo.send"(%0) {channel_handle = 1 : i32} : (!stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op attribute 'is_host_transfer' failed to satisfy constraint: bool attribute}}
  %r = "stablehlo.send"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = 1 : i32} : (!stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.send"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = 1 : i32} : (!stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %r = "stablehlo.send"(%0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (i32, !stablehlo.token) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'stablehlo.send' op operand #1 must be token, but got 'i32'}}
  %r = "stablehlo.send"(%0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xf32>, i32) -> (!stablehlo.token)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: !stablehlo.token) {
  // expected-error @+1:8 {{'stablehlo.send' op result #0 must be token, but got 'i32'}}
  %r = "stablehlo.send"(%0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xf32>, !stablehlo.token) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.replica_id' op requires zero regions}}
  %r = "stablehlo.replica_id"() ({}) : () -> (tensor<2xui32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'stablehlo.replica_id' op requires one result}}
  "stablehlo.replica_id"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "stablehlo.replica_id"()[^bb1] : () -> (tensor<2xui32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'stablehlo.replica_id' op requires zero operands}}
  %r = "stablehlo.replica_id"(%0) : (i32) -> (tensor<2xui32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'stablehlo.replica_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'i32'}}
  %r = "stablehlo.replica_id"() : () -> (i32)
  tfrt.return
}
