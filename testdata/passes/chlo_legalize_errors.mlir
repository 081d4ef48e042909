// What has no formula is an error by name, and the function stays as it was.

// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(chlo-legalize-to-stablehlo))' --split-input-file --verify-diagnostics %s

func.func @ragged(%x: tensor<?x3xf32>, %y: tensor<2x3x5xf32>, %sizes: tensor<2xi64>) -> tensor<?x5xf32> {
  // expected-error @+3:8 {{failed to legalize operation 'chlo.ragged_dot' that was explicitly marked illegal}}
  // expected-note @+2:8 {{an operand's sizes are not known}}
  // expected-note @+1:8 {{there is no formula for it}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x3xf32>, tensor<2x3x5xf32>, tensor<2xi64>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

func.func @unknown(%x: tensor<*xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  // expected-error @+2:8 {{failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal}}
  // expected-note @+1:8 {{the rank of an operand is not known}}
  %0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
