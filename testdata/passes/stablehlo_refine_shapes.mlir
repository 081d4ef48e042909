// Sizes follow from those of arguments, through calls and loops; sizes that are numbers are folded, and those that a call passes become part of the function.

// RUN: tfrt-opt --pass-pipeline='builtin.module(stablehlo-refine-arguments{types=tensor<3x4xf32>,tensor<5xf32>},stablehlo-refine-shapes)' %s | FileCheck %s

func.func public @main(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.compare GE, %0, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "{0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = call @called(%0, %x) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = stablehlo.while(%c = %y) : tensor<?xf32>
   cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.sine %c : tensor<?xf32>
    stablehlo.return %s : tensor<?xf32>
  }
  %6 = stablehlo.add %0, %one : tensor<i32>
  %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
  %8 = stablehlo.dynamic_iota %7, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %4, %5, %8 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>
}

// CHECK-LABEL: func.func private @called(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
// CHECK-NEXT: %0 = stablehlo.dynamic_broadcast_in_dim %cst, %c, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<3x4xf32>
// CHECK-NEXT: %1 = stablehlo.multiply %arg0, %0 : tensor<3x4xf32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : tensor<3x4xf32>
// CHECK-NEXT: return %2 : tensor<3x4xf32>
func.func private @called(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %two, %1, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<?x4xf32>
  %4 = stablehlo.convert %3 : (tensor<?x4xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}
