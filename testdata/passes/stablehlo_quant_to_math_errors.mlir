// Operations with regions are not converted.
// RUN: tfrt-opt --stablehlo-legalize-quant-to-math --verify-diagnostics %s
func.func @reduce(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %i: tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.reduce' that was explicitly marked illegal}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<!quant.uniform<i8:f32, 1.0>>
}
