// Operations become composites, those in regions too; names of the new functions avoid those that are there.

// RUN: tfrt-opt --pass-pipeline='builtin.module(stablehlo-wrap-in-composite{op-names=stablehlo.add version=3})' %s | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>)
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.composite "stablehlo.add" %arg0, %arg0 {composite_attributes = {note = 1 : i32}, decomposition = @stablehlo.add.impl_2, version = 3 : i32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %cst) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)
// CHECK-NEXT: %3 = stablehlo.composite "stablehlo.add" %arg2, %arg3 {decomposition = @stablehlo.add.impl_1, version = 3 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = "stablehlo.if"(%arg1) ({
// CHECK-NEXT: %3 = stablehlo.composite "stablehlo.add" %cst, %1 {decomposition = @stablehlo.add.impl_0, version = 3 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.return %cst : tensor<f32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<f32>
// CHECK-NEXT: return %0, %1, %2 : tensor<4xf32>, tensor<f32>, tensor<f32>
func.func @main(%a: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %unused = stablehlo.add %z, %z : tensor<f32>
  %0 = stablehlo.add %a, %a {note = 1 : i32} : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.add %z, %1 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }, {
    stablehlo.return %z : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0, %1, %2 : tensor<4xf32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func private @stablehlo.add.impl(%arg0: tensor<i32>) -> tensor<i32>
// CHECK-NEXT: return %arg0 : tensor<i32>
func.func private @stablehlo.add.impl(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// CHECK-LABEL: func.func private @stablehlo.add.impl_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
// CHECK-NEXT: return %0 : tensor<f32>
// CHECK-LABEL: func.func private @stablehlo.add.impl_1(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
// CHECK-NEXT: return %0 : tensor<f32>
// CHECK-LABEL: func.func private @stablehlo.add.impl_2(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 {note = 1 : i32} : tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
