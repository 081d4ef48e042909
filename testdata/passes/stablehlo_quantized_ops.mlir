// Functions of real numbers between conversions become functions of quantized numbers.
// RUN: tfrt-opt --stablehlo-legalize-qdq-to-quantized-op --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @a(%arg0: tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>> {
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: return %0 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: }
func.func @a(%a: tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>>
  return %2 : tensor<4x!quant.uniform<u8:f32, 34.0:16>>
}

// -----

// CHECK-LABEL: func.func @b(%arg0: tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>, %arg1: tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>> {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.add %0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: return %2 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: }
func.func @b(%a: tensor<4x!quant.uniform<u8:f32, 34.0:16>>, %f: tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %f : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>>
  return %2 : tensor<4x!quant.uniform<u8:f32, 34.0:16>>
}

// -----

// CHECK-LABEL: func.func @d(%arg0: tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> (tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>, tensor<4x!quant.uniform<u8:f32, 3.000000e+00:16>>) {
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: %1 = stablehlo.abs %arg0 : (tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4x!quant.uniform<u8:f32, 3.000000e+00:16>>
// CHECK-NEXT: return %0, %1 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>, tensor<4x!quant.uniform<u8:f32, 3.000000e+00:16>>
// CHECK-NEXT: }
func.func @d(%a: tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> (tensor<4x!quant.uniform<u8:f32, 34.0:16>>,tensor<4x!quant.uniform<u8:f32, 3.0:16>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>>
  %3 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 3.0:16>>
  return %2, %3 : tensor<4x!quant.uniform<u8:f32, 34.0:16>>,tensor<4x!quant.uniform<u8:f32, 3.0:16>>
}

// -----

// CHECK-LABEL: func.func @e(%arg0: tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>> {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.abs %0 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.negate %1 : tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.uniform_quantize %2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: return %3 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: }
func.func @e(%a: tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %4 = stablehlo.negate %1 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %4 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>>
  return %2 : tensor<4x!quant.uniform<u8:f32, 34.0:16>>
}

// -----

// CHECK-LABEL: func.func @g(%arg0: tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> (tensor<4xf32>, tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) {
// CHECK-NEXT: %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.uniform_quantize %0 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: %2 = stablehlo.abs %0 : tensor<4xf32>
// CHECK-NEXT: return %2, %1 : tensor<4xf32>, tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: }
func.func @g(%a: tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> (tensor<4xf32>, tensor<4x!quant.uniform<u8:f32, 34.0:16>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  %2 = stablehlo.uniform_quantize %0 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 34.0:16>>
  %3 = stablehlo.abs %0 : tensor<4xf32>
  return %3, %2 : tensor<4xf32>, tensor<4x!quant.uniform<u8:f32, 34.0:16>>
}
