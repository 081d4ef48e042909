// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-legalize-composite-to-call{except=my.kept},stablehlo-check-shape-assertions))' --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-check-shape-assertions{enable-shape-assertions=false}))' --split-input-file %s | FileCheck %s --check-prefix=UNCHECKED

// UNCHECKED-NOT: {{^ *}}stablehlo.custom_call

// CHECK-LABEL: func.func @composites
// CHECK-NEXT: %0 = call @one(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %1:2 = call @two(%0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: stablehlo.composite "my.kept" %1#0
func.func @composites(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.one" %x {composite_attributes = {k = 1 : i64}, decomposition = @one, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %1:2 = stablehlo.composite "my.two" %0, %x {decomposition = @two} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %2 = stablehlo.composite "my.kept" %1#0 {decomposition = @one} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func private @two(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %x, %y : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @holds
// CHECK-NOT: shape_assertion
func.func @holds() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<5> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%true, %n) {api_version = 2 : i32, error_message = "size {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @fails() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %m = stablehlo.constant dense<7> : tensor<i64>
  // expected-error @+1:3 {{sizes 5 and 7}}
  stablehlo.custom_call @shape_assertion(%false, %n, %m) {api_version = 2 : i32, error_message = "sizes {0} and {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  return
}

// -----

func.func @unknown_place() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  // expected-error @+1:3 {{expects error_message to contain format specifiers with error_message_input index less than 0. Found specifier {1}}}
  stablehlo.custom_call @shape_assertion(%true) {api_version = 2 : i32, error_message = "size {1}", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @not_constant(%b: tensor<i1>, %n: tensor<i32>) {
  // expected-error @+1:3 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%b) {api_version = 2 : i32, error_message = "size", has_side_effect = true} : (tensor<i1>) -> ()
  %true = stablehlo.constant dense<true> : tensor<i1>
  // expected-error @+1:3 {{expects static error_message_input (operand #1)}}
  stablehlo.custom_call @shape_assertion(%true, %n) {api_version = 2 : i32, error_message = "size {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @wrong_types(%x: tensor<2xf32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<5> : tensor<i32>
  // expected-error @+1:3 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%n) {api_version = 2 : i32, error_message = "size", has_side_effect = true} : (tensor<i32>) -> ()
  // expected-error @+1:3 {{expects error_message_input (operand #1) to be a constant of type tensor<i32> or tensor<i64>}}
  stablehlo.custom_call @shape_assertion(%true, %x) {api_version = 2 : i32, error_message = "size", has_side_effect = true} : (tensor<i1>, tensor<2xf32>) -> ()
  // expected-error @+1:3 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%true) {api_version = 2 : i32, has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error @+1:3 {{expects 1 <= size(operands) <= 33}}
  stablehlo.custom_call @shape_assertion() {api_version = 2 : i32, error_message = "size", has_side_effect = true} : () -> ()
  // expected-error @+1:8 {{expects size(results) = 0}}
  %0 = stablehlo.custom_call @shape_assertion(%true) {api_version = 2 : i32, error_message = "size", has_side_effect = true} : (tensor<i1>) -> tensor<i1>
  return
}
