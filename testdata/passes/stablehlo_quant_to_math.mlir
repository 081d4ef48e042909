// Programs of quantized numbers become programs of the integers that are stored for them.
// RUN: tfrt-opt --stablehlo-legalize-quant-to-math --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @add(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> tensor<4xi8> {
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.333333343> : tensor<f32>
// CHECK-NEXT: %1 = chlo.broadcast_multiply %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = chlo.broadcast_add %1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.round_nearest_even %2 : tensor<4xf32>
// CHECK-NEXT: %4 = stablehlo.convert %3 : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT: %5 = stablehlo.convert %arg1 : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.666666686> : tensor<f32>
// CHECK-NEXT: %6 = chlo.broadcast_multiply %5, %cst_1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<1.33333337> : tensor<f32>
// CHECK-NEXT: %7 = chlo.broadcast_add %6, %cst_2 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %8 = stablehlo.round_nearest_even %7 : tensor<4xf32>
// CHECK-NEXT: %9 = stablehlo.convert %8 : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<2> : tensor<i32>
// CHECK-NEXT: %10 = chlo.broadcast_add %4, %9 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: %11 = chlo.broadcast_subtract %10, %c : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<-128> : tensor<i32>
// CHECK-NEXT: %c_4 = stablehlo.constant dense<127> : tensor<i32>
// CHECK-NEXT: %12 = stablehlo.clamp %c_3, %11, %c_4 : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %13 = stablehlo.convert %12 : (tensor<4xi32>) -> tensor<4xi8>
// CHECK-NEXT: return %13 : tensor<4xi8>
// CHECK-NEXT: }
func.func @add(%a: tensor<4x!quant.uniform<i8:f32,1.0:0>>, %b: tensor<4x!quant.uniform<i8:f32,2.0:1>>) -> tensor<4x!quant.uniform<i8:f32,3.0:2>> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32,1.0:0>>, tensor<4x!quant.uniform<i8:f32,2.0:1>>) -> tensor<4x!quant.uniform<i8:f32,3.0:2>>
  return %0 : tensor<4x!quant.uniform<i8:f32,3.0:2>>
}

// -----

// CHECK-LABEL: func.func @h(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xi8>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = stablehlo.optimization_barrier %arg1 : tensor<3x2xi8>
// CHECK-NEXT: %cst = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<3x2xi8>) -> tensor<3x2xf32>
// CHECK-NEXT: %2 = chlo.broadcast_multiply %1, %cst {broadcast_dimensions = array<i64: 1>} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %3 = stablehlo.dot_general %arg0, %2, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: return %3 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @h(%a: tensor<2x3xf32>, %b: tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1,{2.0:0, 3.0:0}>>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @r(%arg0: tensor<2x3xi8>) -> tensor<6xi8> {
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x3xi8>) -> tensor<6xi8>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<6xi8>) -> tensor<6xi32>
// CHECK-NEXT: %2 = chlo.broadcast_subtract %1, %c : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<6xi32>) -> tensor<6xf32>
// CHECK-NEXT: %4 = chlo.broadcast_multiply %3, %cst : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: %5 = stablehlo.abs %4 : tensor<6xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: %cst_3 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: %6 = chlo.broadcast_divide %5, %cst_0 : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: %7 = chlo.broadcast_add %6, %cst_1 : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: %8 = stablehlo.clamp %cst_2, %7, %cst_3 : (tensor<f32>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: %9 = stablehlo.round_nearest_even %8 : tensor<6xf32>
// CHECK-NEXT: %10 = stablehlo.convert %9 : (tensor<6xf32>) -> tensor<6xi8>
// CHECK-NEXT: %c_4 = stablehlo.constant dense<3> : tensor<6xi8>
// CHECK-NEXT: %11 = stablehlo.bitcast_convert %c_4 : (tensor<6xi8>) -> tensor<6xi8>
// CHECK-NEXT: return %10 : tensor<6xi8>
// CHECK-NEXT: }
func.func @r(%a: tensor<2x3x!quant.uniform<i8:f32,1.0:0>>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>> {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32,1.0:0>>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>>
  %1 = stablehlo.abs %0 : tensor<6x!quant.uniform<i8:f32,1.0:0>>
  %c = stablehlo.constant dense<3> : tensor<6xi8>
  %2 = stablehlo.bitcast_convert %c : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32,1.0:0>>
  return %1 : tensor<6x!quant.uniform<i8:f32,1.0:0>>
}

// -----

// CHECK-LABEL: func.func @l(%arg0: tensor<2x3xi8>, %arg1: tensor<3x4xi8>) -> tensor<2x4xi8> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
// CHECK-NEXT: %1 = stablehlo.convert %arg1 : (tensor<3x4xi8>) -> tensor<3x4xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<15> : tensor<i32>
// CHECK-NEXT: %3 = chlo.broadcast_multiply %2, %c_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<4xi32>) -> tensor<2x4xi32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
// CHECK-NEXT: %5 = stablehlo.convert %0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
// CHECK-NEXT: %6 = chlo.broadcast_multiply %5, %cst : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT: %7 = stablehlo.convert %6 : (tensor<2x4xf32>) -> tensor<2x4xi32>
// CHECK-NEXT: %8 = stablehlo.convert %4 : (tensor<2x4xi32>) -> tensor<2x4xf32>
// CHECK-NEXT: %9 = chlo.broadcast_multiply %8, %cst : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT: %10 = stablehlo.convert %9 : (tensor<2x4xf32>) -> tensor<2x4xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: %11 = chlo.broadcast_subtract %c_1, %10 : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK-NEXT: %12 = chlo.broadcast_add %7, %11 : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK-NEXT: %13 = stablehlo.convert %12 : (tensor<2x4xi32>) -> tensor<2x4xi8>
// CHECK-NEXT: return %13 : tensor<2x4xi8>
// CHECK-NEXT: }
func.func @l(%a: tensor<2x3x!quant.uniform<i8:f32,2.0:15>>, %b: tensor<3x4x!quant.uniform<i8:f32,3.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32,4.0:5>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32,2.0:15>>, tensor<3x4x!quant.uniform<i8:f32,3.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32,4.0:5>>
  return %0 : tensor<2x4x!quant.uniform<i8:f32,4.0:5>>
}

// -----

// CHECK-LABEL: func.func @axis(%arg0: tensor<2x3xi8>, %arg1: tensor<3x2xi8>) -> tensor<2x2xi32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x2xi8>) -> tensor<2x2xi32>
// CHECK-NEXT: %1 = stablehlo.convert %arg1 : (tensor<3x2xi8>) -> tensor<3x2xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<15> : tensor<i32>
// CHECK-NEXT: %3 = chlo.broadcast_multiply %2, %c_0 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %5 = chlo.broadcast_subtract %c_1, %4 : (tensor<i32>, tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: %6 = chlo.broadcast_add %0, %5 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: %7 = stablehlo.convert %6 : tensor<2x2xi32>
// CHECK-NEXT: return %7 : tensor<2x2xi32>
// CHECK-NEXT: }
func.func @axis(%a: tensor<2x3x!quant.uniform<i8:f32,2.0:15>>, %b: tensor<3x2x!quant.uniform<i8:f32:1,{3.0,5.0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1,{6.0,10.0}>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32,2.0:15>>, tensor<3x2x!quant.uniform<i8:f32:1,{3.0,5.0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1,{6.0,10.0}>>
  return %0 : tensor<2x2x!quant.uniform<i32:f32:1,{6.0,10.0}>>
}

// -----

// CHECK-LABEL: func.func @dyn(%arg0: tensor<?x3xi8>, %arg1: tensor<3x4xi8>) -> tensor<?x4xi8> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x3xi8>, tensor<3x4xi8>) -> tensor<?x4xi32>
// CHECK-NEXT: %1 = stablehlo.convert %arg1 : (tensor<3x4xi8>) -> tensor<3x4xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<15> : tensor<i32>
// CHECK-NEXT: %3 = chlo.broadcast_multiply %2, %c_0 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT: %4 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x4xi32>) -> tensor<i32>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: %6 = stablehlo.reshape %5 : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<4> : tensor<1xi64>
// CHECK-NEXT: %7 = stablehlo.concatenate %6, %c_1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: %8 = stablehlo.dynamic_broadcast_in_dim %3, %7, dims = [1] : (tensor<4xi32>, tensor<2xi64>) -> tensor<?x4xi32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
// CHECK-NEXT: %9 = stablehlo.convert %0 : (tensor<?x4xi32>) -> tensor<?x4xf32>
// CHECK-NEXT: %10 = chlo.broadcast_multiply %9, %cst : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
// CHECK-NEXT: %11 = stablehlo.convert %10 : (tensor<?x4xf32>) -> tensor<?x4xi32>
// CHECK-NEXT: %12 = stablehlo.convert %8 : (tensor<?x4xi32>) -> tensor<?x4xf32>
// CHECK-NEXT: %13 = chlo.broadcast_multiply %12, %cst : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
// CHECK-NEXT: %14 = stablehlo.convert %13 : (tensor<?x4xf32>) -> tensor<?x4xi32>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: %15 = chlo.broadcast_subtract %c_2, %14 : (tensor<i32>, tensor<?x4xi32>) -> tensor<?x4xi32>
// CHECK-NEXT: %16 = chlo.broadcast_add %11, %15 : (tensor<?x4xi32>, tensor<?x4xi32>) -> tensor<?x4xi32>
// CHECK-NEXT: %17 = stablehlo.convert %16 : (tensor<?x4xi32>) -> tensor<?x4xi8>
// CHECK-NEXT: return %17 : tensor<?x4xi8>
// CHECK-NEXT: }
func.func @dyn(%a: tensor<?x3x!quant.uniform<i8:f32,2.0:15>>, %b: tensor<3x4x!quant.uniform<i8:f32,3.0:0>>) -> tensor<?x4x!quant.uniform<i8:f32,4.0:5>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x3x!quant.uniform<i8:f32,2.0:15>>, tensor<3x4x!quant.uniform<i8:f32,3.0:0>>) -> tensor<?x4x!quant.uniform<i8:f32,4.0:5>>
  return %0 : tensor<?x4x!quant.uniform<i8:f32,4.0:5>>
}

// -----

// CHECK-LABEL: func.func @conv(%arg0: tensor<1x8x8x2xi8>, %arg1: tensor<3x3x2x5xi8>) -> tensor<1x8x8x5xi32> {
// CHECK-NEXT: %c = stablehlo.constant dense<4> : tensor<i8>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %c, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x8x8x2xi8>, tensor<i8>) -> tensor<1x10x10x2xi8>
// CHECK-NEXT: %1 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad =
// CHECK-NEXT: %2 = stablehlo.convert %arg1 : (tensor<3x3x2x5xi8>) -> tensor<3x3x2x5xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %c_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x3x2x5xi32>, tensor<i32>) -> tensor<5xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<4> : tensor<i32>
// CHECK-NEXT: %4 = chlo.broadcast_multiply %3, %c_1 : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
// CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %4, dims = [3] : (tensor<5xi32>) -> tensor<1x8x8x5xi32>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %6 = chlo.broadcast_subtract %c_2, %5 : (tensor<i32>, tensor<1x8x8x5xi32>) -> tensor<1x8x8x5xi32>
// CHECK-NEXT: %7 = chlo.broadcast_add %1, %6 : (tensor<1x8x8x5xi32>, tensor<1x8x8x5xi32>) -> tensor<1x8x8x5xi32>
// CHECK-NEXT: %8 = stablehlo.convert %7 : tensor<1x8x8x5xi32>
// CHECK-NEXT: return %8 : tensor<1x8x8x5xi32>
// CHECK-NEXT: }
func.func @conv(%a: tensor<1x8x8x2x!quant.uniform<i8:f32,2.0:4>>, %b: tensor<3x3x2x5x!quant.uniform<i8:f32,3.0:0>>) -> tensor<1x8x8x5x!quant.uniform<i32:f32,6.0:0>> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad=[[1,1],[1,1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2x!quant.uniform<i8:f32,2.0:4>>, tensor<3x3x2x5x!quant.uniform<i8:f32,3.0:0>>) -> tensor<1x8x8x5x!quant.uniform<i32:f32,6.0:0>>
  return %0 : tensor<1x8x8x5x!quant.uniform<i32:f32,6.0:0>>
}

// -----

// CHECK-LABEL: func.func @rq(%arg0: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xui8>) {
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %1 = chlo.broadcast_multiply %0, %cst : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<3.500000e+00> : tensor<f32>
// CHECK-NEXT: %2 = chlo.broadcast_add %1, %cst_0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.clamp %cst_1, %2, %cst_2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %4 = stablehlo.round_nearest_even %3 : tensor<2xf32>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<2xf32>) -> tensor<2xi8>
// CHECK-NEXT: %6 = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xf32>
// CHECK-NEXT: %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %7 = chlo.broadcast_multiply %6, %cst_3 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_4 = stablehlo.constant dense<3.500000e+00> : tensor<f32>
// CHECK-NEXT: %8 = chlo.broadcast_add %7, %cst_4 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_6 = stablehlo.constant dense<2.550000e+02> : tensor<f32>
// CHECK-NEXT: %9 = stablehlo.clamp %cst_5, %8, %cst_6 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %10 = stablehlo.round_nearest_even %9 : tensor<2xf32>
// CHECK-NEXT: %11 = stablehlo.convert %10 : (tensor<2xf32>) -> tensor<2xui8>
// CHECK-NEXT: return %5, %11 : tensor<2xi8>, tensor<2xui8>
// CHECK-NEXT: }
func.func @rq(%a: tensor<2x!quant.uniform<i8:f32,2.0:3>>) -> (tensor<2x!quant.uniform<i8:f32,4.0:5>>, tensor<2x!quant.uniform<u8:f32,4.0:5>>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x!quant.uniform<i8:f32,2.0:3>>) -> tensor<2x!quant.uniform<i8:f32,4.0:5>>
  %1 = stablehlo.uniform_quantize %a : (tensor<2x!quant.uniform<i8:f32,2.0:3>>) -> tensor<2x!quant.uniform<u8:f32,4.0:5>>
  return %0, %1 : tensor<2x!quant.uniform<i8:f32,4.0:5>>, tensor<2x!quant.uniform<u8:f32,4.0:5>>
}

// -----

// CHECK-LABEL: func.func @rqa(%arg0: tensor<2xi8>) -> tensor<2xi8> {
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<5.000000e-01> : tensor<2xf32>
// CHECK-NEXT: %1 = chlo.broadcast_multiply %0, %cst {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<[3.500000e+00, 0.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %2 = chlo.broadcast_add %1, %cst_0 {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.clamp %cst_1, %2, %cst_2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %4 = stablehlo.round_nearest_even %3 : tensor<2xf32>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<2xf32>) -> tensor<2xi8>
// CHECK-NEXT: return %5 : tensor<2xi8>
// CHECK-NEXT: }
func.func @rqa(%a: tensor<2x!quant.uniform<i8:f32:0,{2.0:3,1.0:2}>>) -> tensor<2x!quant.uniform<i8:f32:0,{4.0:5,2.0:1}>> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x!quant.uniform<i8:f32:0,{2.0:3,1.0:2}>>) -> tensor<2x!quant.uniform<i8:f32:0,{4.0:5,2.0:1}>>
  return %0 : tensor<2x!quant.uniform<i8:f32:0,{4.0:5,2.0:1}>>
}

// -----

// CHECK-LABEL: func.func @max(%arg0: tensor<2xi8>, %arg1: tensor<2xi8>) -> tensor<2xi8> {
// CHECK-NEXT: %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xi32>
// CHECK-NEXT: %1 = chlo.broadcast_subtract %0, %c : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<2xi32>) -> tensor<2xf32>
// CHECK-NEXT: %3 = chlo.broadcast_multiply %2, %cst : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %4 = stablehlo.convert %arg1 : (tensor<2xi8>) -> tensor<2xi32>
// CHECK-NEXT: %5 = chlo.broadcast_subtract %4, %c_1 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: %6 = stablehlo.convert %5 : (tensor<2xi32>) -> tensor<2xf32>
// CHECK-NEXT: %7 = chlo.broadcast_multiply %6, %cst_0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %8 = stablehlo.maximum %3, %7 : tensor<2xf32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_3 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_4 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: %cst_5 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: %9 = chlo.broadcast_divide %8, %cst_2 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %10 = chlo.broadcast_add %9, %cst_3 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %11 = stablehlo.clamp %cst_4, %10, %cst_5 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %12 = stablehlo.round_nearest_even %11 : tensor<2xf32>
// CHECK-NEXT: %13 = stablehlo.convert %12 : (tensor<2xf32>) -> tensor<2xi8>
// CHECK-NEXT: return %13 : tensor<2xi8>
// CHECK-NEXT: }
func.func @max(%a: tensor<2x!quant.uniform<i8:f32,2.0:3>>, %b: tensor<2x!quant.uniform<i8:f32,1.0:3>>) -> tensor<2x!quant.uniform<i8:f32,4.0:5>> {
  %0 = stablehlo.maximum %a, %b : (tensor<2x!quant.uniform<i8:f32,2.0:3>>, tensor<2x!quant.uniform<i8:f32,1.0:3>>) -> tensor<2x!quant.uniform<i8:f32,4.0:5>>
  return %0 : tensor<2x!quant.uniform<i8:f32,4.0:5>>
}

// -----

// CHECK-LABEL: func.func @k() -> tensor<2xi8> {
// CHECK-NEXT: %c = stablehlo.constant dense<1> : tensor<2xi8>
// CHECK-NEXT: return %c : tensor<2xi8>
// CHECK-NEXT: }
func.func @k() -> tensor<2x!quant.uniform<i8:f32,2.0:3>> {
  %0 = stablehlo.constant() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32,2.0:3>>
  return %0 : tensor<2x!quant.uniform<i8:f32,2.0:3>>
}
