// A program that JAX exported with variables in its shapes: `main` reads them from its arguments, asserts that they fit, and calls the exported
// function, which has the names of the arguments and of the variables.
// RUN: tfrt-run --list %s | FileCheck %s --check-prefix=LIST
// RUN: tfrt-run %s --input=first=2x3xf32=1,2,3,4,5,6 --input=bias=2xf32=10,20 | FileCheck %s --check-prefix=OUT
// RUN: not tfrt-run %s --input=2x3xf32=1,2,3,4,5,6 --input=3xf32=1,2,3 2>&1 | FileCheck %s --check-prefix=SIZES

// LIST: main(first: f32[n, m], bias: f32[n]) -> (sum: f32[?, ?])
// OUT: sum=2x3xf32={{\[\[}}11, 12, 13], [24, 25, 26{{\]\]}}
// SIZES: input 'bias': size 'n' is 3, but 2 in input 'first'
module @jit_f {
  func.func public @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> (tensor<?x?xf32> {jax.result_info = "sum"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %3 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0) {api_version = 2 : i32, error_message = "n is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4 = stablehlo.compare EQ, %2, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %2, %0) {api_version = 2 : i32, error_message = "{0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %5 = call @exported(%1, %0, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
    return %5 : tensor<?x?xf32>
  }
  func.func private @exported(%arg0: tensor<i32> {jax.global_constant = "m"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xf32> loc("first"), %arg3: tensor<?xf32> loc("bias")) -> tensor<?x?xf32> {
    %0 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg3, %2, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = stablehlo.add %arg2, %3 : tensor<?x?xf32>
    return %4 : tensor<?x?xf32>
  }
}
