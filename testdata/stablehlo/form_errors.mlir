// What the parser says about attributes, types and custom forms of `stablehlo` and `quant`.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown stablehlo type: foo}}
func.func private @f(!stablehlo.foo)

// -----

// expected-error @+1 {{unknown StableHLO attribute}}
func.func private @f() attributes {x.a = #stablehlo.foo}

// -----

// expected-error @+1 {{duplicated `offset_dims` entry}}
func.func private @f() attributes {x.a = #stablehlo.gather<offset_dims = [0], offset_dims = [0]>}

// -----

// expected-error @+1 {{expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`}}
func.func private @f() attributes {x.a = #stablehlo.gather<x = 1>}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @f() attributes {x.a = #stablehlo.gather<offset_dims = [a]>}

// -----

// expected-error @+1 {{expected one of: `input_batch_dimension`, `input_feature_dimension`, `input_spatial_dimensions`,}}
func.func private @f() attributes {x.a = #stablehlo.conv<raw x = 1>}

// -----

// expected-error @+1 {{Unexpected dimension b, expecting f}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, f]x[i, o]->[b, b]>}

// -----

// expected-error @+1 {{Duplicate entries for spatial dimension 0}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, 0, 0, f]x[i, o, 0]->[b, f, 0]>}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, ?, 0, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{expected a parameter name in struct}}
func.func private @f() attributes {x.a = #stablehlo.channel_handle<id = 2>}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name}}
func.func private @f() attributes {x.a = #stablehlo.channel_handle<handle = 2, handle = 3>}

// -----

// expected-error @+1 {{expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {x.a = #stablehlo<precision X>}

// -----

// expected-error @+1 {{expected valid keyword or string}}
func.func private @f() attributes {x.a = #stablehlo<precision>}

// -----

// expected-error @+1 {{expected a floating point type}}
func.func private @f() attributes {x.a = #stablehlo.dot_algorithm<lhs_precision_type = 1>}

// -----

// expected-error @+1 {{expected floating point literal}}
func.func private @f() attributes {x.a = #stablehlo.result_accuracy<atol = x, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}

// -----

// expected-error @+1 {{integer value too large}}
func.func private @f() attributes {x.a = #stablehlo.bounds<99999999999999999999>}

// -----

// expected-error @+1 {{unknown quantized type any}}
func.func private @f(!quant.any<i8>)

// -----

// expected-error @+1 {{illegal storage type; expected an integer type of at most 32 bits}}
func.func private @f(!quant.uniform<i64:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type minimum: -129}}
func.func private @f(!quant.uniform<i8<-129:1>:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type maximum: 128}}
func.func private @f(!quant.uniform<i8<-1:128>:f32, 1.0>)

// -----

// expected-error @+1 {{expected a floating point type}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error @+1 {{scale -1 out of expressed type range}}
func.func private @f(!quant.uniform<i8:f32, -1.0>)

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  %0 = stablehlo.compare XX, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
}

// -----

func.func @f(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{expected 'precision'}}
  %0 = stablehlo.dot %x, %x, algorithm = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
}

// -----

func.func @f(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{expected 'precision' or 'algorithm'}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], other = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Expected dimension f not specified}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Expected spatial dimensions 0 not specified}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Unexpected keyword stride, expected one of: pad, lhs_dilate, rhs_dilate, reverse}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Expected array with 2 elements}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1], [1, 1]]} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{expected 'true' or 'false'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [x]} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected exponent mantissa in format e#m#, saw e5}}
  %0 = stablehlo.reduce_precision %x, format = e5 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{unable to parse exponent '99999999999'}}
  %0 = stablehlo.reduce_precision %x, format = e99999999999m2 : tensor<2xf32>
}

// -----

func.func @f() {
  // expected-error @+1 {{expected elements attribute}}
  %0 = stablehlo.constant @x
}

// -----

func.func @f() {
  // expected-error @+1 {{expected no operands and one result}}
  %0 = stablehlo.constant() {value = dense<1> : tensor<i8>} : (i32) -> tensor<i8>
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{expected functional type or list of two types}}
  %0 = stablehlo.select %p, %x, %x : tensor<i1>
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{3 operands present, but expected 2}}
  %0 = stablehlo.select %p, %x, %x : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{expected single output}}
  %0 = stablehlo.select %p, %x, %x : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> ()
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected tensor with complex element type}}
  %0 = stablehlo.complex %x, %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected tuple type}}
  %0 = stablehlo.tuple %x, %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expected the inner-op to be a commutative-op from stablehlo dialect}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.subtract across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
}

// -----

func.func @f(%x: f32, %i: tensor<f32>) {
  // expected-error @+1 {{expected tensors to reduce}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (f32, tensor<f32>) -> tensor<f32>
}

// -----

// expected-error @+1 {{unknown CHLO attribute}}
func.func private @f() attributes {x.a = #chlo.foo}

// -----

// expected-error @+1 {{unknown Shardy attribute}}
func.func private @f() attributes {x.a = #sdy.foo}
