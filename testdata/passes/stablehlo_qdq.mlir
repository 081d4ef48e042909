// Functions of quantized numbers become functions of real numbers between conversions.
// RUN: tfrt-opt --stablehlo-legalize-quantized-op-to-qdq --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @add(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:1>>) -> tensor<4x!quant.uniform<i8:f32, 3.000000e+00:2>> {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.uniform_dequantize %arg1 : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:1>>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.uniform_quantize %2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 3.000000e+00:2>>
// CHECK-NEXT: return %3 : tensor<4x!quant.uniform<i8:f32, 3.000000e+00:2>>
// CHECK-NEXT: }
func.func @add(%a: tensor<4x!quant.uniform<i8:f32,1.0:0>>, %b: tensor<4x!quant.uniform<i8:f32,2.0:1>>) -> tensor<4x!quant.uniform<i8:f32,3.0:2>> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32,1.0:0>>, tensor<4x!quant.uniform<i8:f32,2.0:1>>) -> tensor<4x!quant.uniform<i8:f32,3.0:2>>
  return %0 : tensor<4x!quant.uniform<i8:f32,3.0:2>>
}

// -----

// CHECK-LABEL: func.func @c(%arg0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {2.000000e+00,3.000000e+00}>> {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3xf32>
// CHECK-NEXT: %1 = stablehlo.uniform_dequantize %arg1 : (tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>) -> tensor<3x2xf32>
// CHECK-NEXT: %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %3 = stablehlo.uniform_quantize %2 : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i32:f32:1, {2.000000e+00,3.000000e+00}>>
// CHECK-NEXT: return %3 : tensor<2x2x!quant.uniform<i32:f32:1, {2.000000e+00,3.000000e+00}>>
// CHECK-NEXT: }
func.func @c(%a: tensor<2x3x!quant.uniform<i8:f32,1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1,{2.0:0,3.0:0}>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32,1.0:0>>, tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1,{2.0:0,3.0:0}>>
  return %0 : tensor<2x2x!quant.uniform<i32:f32:1,{2.0:0,3.0:0}>>
}

// -----

// CHECK-LABEL: func.func @h(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg1 : (tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>) -> tensor<3x2xf32>
// CHECK-NEXT: %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: return %1 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @h(%a: tensor<2x3xf32>, %b: tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @r(%arg0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<6x!quant.uniform<i8:f32, 1.000000e+00>> {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<6x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: %1 = stablehlo.uniform_dequantize %0 : (tensor<6x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<6xf32>
// CHECK-NEXT: %2 = stablehlo.abs %1 : tensor<6xf32>
// CHECK-NEXT: %3 = stablehlo.uniform_quantize %2 : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: return %3 : tensor<6x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: }
func.func @r(%a: tensor<2x3x!quant.uniform<i8:f32,1.0:0>>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>> {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32,1.0:0>>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>>
  %1 = stablehlo.abs %0 : tensor<6x!quant.uniform<i8:f32,1.0:0>>
  %c = stablehlo.constant dense<3> : tensor<6xi8>
  %2 = stablehlo.bitcast_convert %c : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>>
  return %1 : tensor<6x!quant.uniform<i8:f32,1.0:0>>
}

// -----

// CHECK-LABEL: func.func @red(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>> {
// CHECK-NEXT: %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: reducer(%arg2: tensor<!quant.uniform<i8:f32, 1.000000e+00>>, %arg3: tensor<!quant.uniform<i8:f32, 1.000000e+00>>)
// CHECK-NEXT: %1 = stablehlo.uniform_dequantize %arg2 : (tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<f32>
// CHECK-NEXT: %2 = stablehlo.uniform_dequantize %arg3 : (tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<f32>
// CHECK-NEXT: %3 = stablehlo.add %1, %2 : tensor<f32>
// CHECK-NEXT: %4 = stablehlo.uniform_quantize %3 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: stablehlo.return %4 : tensor<!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: }
func.func @red(%a: tensor<4x!quant.uniform<i8:f32,1.0:0>>, %i: tensor<!quant.uniform<i8:f32,1.0:0>>) -> tensor<!quant.uniform<i8:f32,1.0:0>> {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32,1.0:0>>, tensor<!quant.uniform<i8:f32,1.0:0>>) -> tensor<!quant.uniform<i8:f32,1.0:0>>
  return %0 : tensor<!quant.uniform<i8:f32,1.0:0>>
}
