// Arguments and results have the names that JAX gives them, or those that are written; types of results are known.
// RUN: tfrt-run --list %s | FileCheck %s
// RUN: tfrt-translate -O2 %s -o %t.bef
// RUN: tfrt-run --list %t.bef | FileCheck %s
// RUN: tfrt-run %t.bef "--input=params['w']=2xf32=3,4" --input=scale=f32=2 --input=x=2xf32=1,2 | FileCheck %s --check-prefix=OUT
// RUN: not tfrt-run %t.bef --input=wide=2xf32=3,4 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: main(params['w']: f32[2], x: f32[2], scale: f32[]) -> (result['y']: f32[2], f32[])
// CHECK: stated(left: f32[?], f32[?]) -> (right: f32[?])
// CHECK: same(f32[2], f32[2], other: f32[2]) -> (f32[2], f32[2])
// OUT: result['y']=2xf32=[10, 20]
// OUT: f32=2
// WRONG: function 'main' has no input 'wide', but 'params['w']', 'x', 'scale'
func.func @main(%arg0: tensor<2xf32> loc("params['w']"), %arg1: tensor<2xf32> loc("x"), %arg2: tensor<f32> loc("scale")) -> (tensor<2xf32> {jax.result_info = "result['y']"}, tensor<f32> {jax.result_info = ""}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<2xf32>
  return %3, %arg2 : tensor<2xf32>, tensor<f32>
}
func.func @stated(%arg0: tensor<?xf32> {tfrt.name = "left"} loc("x"), %arg1: tensor<?xf32>) -> (tensor<?xf32> {tfrt.name = "right"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// A name that two arguments, or two results, would share is given to neither.
func.func @same(%arg0: tensor<2xf32> loc("x"), %arg1: tensor<2xf32> loc("x"), %arg2: tensor<2xf32> loc("other")) -> (tensor<2xf32> {jax.result_info = "r"}, tensor<2xf32> {jax.result_info = "r"}) {
  %0 = stablehlo.add %arg0, %arg2 : tensor<2xf32>
  return %0, %arg1 : tensor<2xf32>, tensor<2xf32>
}
