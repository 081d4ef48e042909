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

// expected-error @+1 {{illegal storage type size: 64}}
func.func private @f(!quant.uniform<i64:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type minimum: -129}}
func.func private @f(!quant.uniform<i8<-129:1>:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type maximum: 128}}
func.func private @f(!quant.uniform<i8<-1:128>:f32, 1.0>)

// -----

// expected-error @+1 {{invalid kind of type specified}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error @+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
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
  // expected-error @+1 {{expected 'precision'}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], other = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Expected dimensions f not specified}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Expected spatial dimensions 0 not specified}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {
  // expected-error @+1 {{Unexpected keyword stride}}
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
  // expected-error @+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.subtract across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
}

// -----

func.func @f(%x: f32, %i: tensor<f32>) {
  // expected-error @+1 {{expected tensors to reduce}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (f32, tensor<f32>) -> tensor<f32>
}

// -----

// expected-error @+1 {{unknown chlo attribute}}
func.func private @f() attributes {x.a = #chlo.foo}

// -----

// expected-error @+1 {{unknown attribute `foo` in dialect `sdy`}}
func.func private @f() attributes {x.a = #sdy.foo}

// -----

// expected-error @+1 {{Expected dimensions b, f not specified}}
func.func private @f() attributes {x.a = #stablehlo.conv<[0, 1]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

// expected-error @+1 {{Unexpected keyword b}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, f, b]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

// expected-error @+1 {{Unexpected keyword foo}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, 0, 1, foo]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

// expected-error @+1 {{Expected spatial dimensions 0, 3, 4 not specified}}
func.func private @f() attributes {x.a = #stablehlo.conv<[b, 5, 1, 2, f]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

func.func @f(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error @+1 {{Unexpected keyword stride}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error @+1 {{Expected array with 2 elements, got 3 elements instead}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{expected ','}}
  %0 = stablehlo.slice %a [0:2 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.divide across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{2 operands present, but expected 1}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected single output}}
  %0 = stablehlo.abs %a : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  "stablehlo.optimization_barrier"() ({
    // expected-error @+1 {{number of operands and types do not match: got 1 operands and 0 types}}
    stablehlo.return %a
  }) : () -> ()
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{expected 'precision'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], foo = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-error @+1 {{Negative tolerance}}
func.func private @f() attributes {x.a = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// -----

// expected-error @+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
func.func private @f() attributes {x.a = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}

// -----

// expected-error @+1 {{lhs component count must be positive}}
func.func private @f() attributes {x.a = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// -----

// expected-error @+1 {{expected ::mlir::chlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {x.a = #chlo<precision FOO>}

// -----

// expected-error @+1 {{illegal storage type size: 64}}
func.func private @f(tensor<2x!quant.uniform<i64:f32, 1.0:3>>)

// -----

// expected-error @+1 {{illegal storage min and storage max: (10:-10)}}
func.func private @f(tensor<2x!quant.uniform<i8<10:-10>:f32, 1.0:3>>)

// -----

// expected-error @+1 {{scale 1.000000e+09 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(tensor<2x!quant.uniform<i8:f16, 1.0e9:3>>)

// -----

// expected-error @+1 {{Invalid attribute `iota_dimension` in property conversion: "text"}}
%0 = "stablehlo.iota"() <{iota_dimension = "text"}> : () -> tensor<4xi32>
