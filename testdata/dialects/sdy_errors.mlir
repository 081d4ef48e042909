// What is wrong with operations of `sdy`: a rule, then mistakes in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @counts(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:8 {{'sdy.manual_computation' op operands, their shardings and values of the body differ in number: 1, 0 and 1}}
  %0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @results(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:8 {{'sdy.manual_computation' op results, their shardings and values of the body differ in number: 1, 1 and 0}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @brackets(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:48 {{expected a list}}
  %0 = sdy.manual_computation(%a) in_shardings=<@mesh, [{}]> out_shardings=[] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @axes(%a: tensor<4xf32>) {
  // expected-error @+1:74 {{expected string}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={x} () {
    sdy.return
  } : () -> ()
  return
}
