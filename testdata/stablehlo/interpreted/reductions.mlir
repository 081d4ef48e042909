// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[[-8, 0, 7, -1], [5, -7, 1, -7], [1, -8, 0, 7]]> : tensor<3x4xi4>
  %c2 = stablehlo.constant dense<0> : tensor<i4>
  %r3 = "stablehlo.reduce"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3xi4>
  %r4 = "stablehlo.reduce_window"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3x2xi4>
  %r5 = "stablehlo.reduce"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.multiply %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3xi4>
  %r6 = "stablehlo.reduce_window"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.multiply %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3x2xi4>
  %r7 = "stablehlo.reduce"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.maximum %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3xi4>
  %r8 = "stablehlo.reduce_window"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.maximum %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3x2xi4>
  %r9 = "stablehlo.reduce"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.minimum %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3xi4>
  %r10 = "stablehlo.reduce_window"(%c1, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.minimum %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi4>, tensor<i4>) -> tensor<3x2xi4>
  %c11 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i11 = stablehlo.reshape %c11 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c12 = stablehlo.constant dense<[[-8, 0, 7, -1], [5, -7, 1, -7], [1, -8, 0, 7], [-1, 5, -1, 5]]> : tensor<4x4xi4>
  %r13 = "stablehlo.scatter"(%c1, %i11, %c12) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi4>, tensor<4x1xi32>, tensor<4x4xi4>) -> tensor<3x4xi4>
  %r14 = "stablehlo.gather"(%c1, %i11) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xi4>, tensor<4x1xi32>) -> tensor<4x3xi4>
  %r15 = stablehlo.dot_general %c1, %c1, contracting_dims = [1] x [1] : (tensor<3x4xi4>, tensor<3x4xi4>) -> tensor<3x3xi4>
  %r16 = "stablehlo.map"(%c1, %c1) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi4>, tensor<3x4xi4>) -> tensor<3x4xi4>
  %r17 = "stablehlo.sort"(%c1) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.compare GT, %a, %b : (tensor<i4>, tensor<i4>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xi4>) -> tensor<3x4xi4>
  %c18 = stablehlo.constant dense<[[-8, 0], [7, -1]]> : tensor<2x2xi4>
  %r19 = "stablehlo.select_and_scatter"(%c1, %c18, %c2) ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i4>, tensor<i4>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xi4>, tensor<2x2xi4>, tensor<i4>) -> tensor<3x4xi4>
  %c20 = stablehlo.constant dense<[[[-8, 0], [7, -1], [5, -7], [1, -7]]]> : tensor<1x4x2xi4>
  %c21 = stablehlo.constant dense<[[[-8, 0, 7], [-1, 5, -7]], [[1, -7, 1], [-8, 0, 7]]]> : tensor<2x2x3xi4>
  %r22 = stablehlo.convolution(%c20, %c21) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi4>, tensor<2x2x3xi4>) -> tensor<1x2x3xi4>
  %c23 = stablehlo.constant dense<[[0, 8, 0, 8], [0, 8, 1, 14], [1, 14, 1, 14]]> : tensor<3x4xui4>
  %c24 = stablehlo.constant dense<0> : tensor<ui4>
  %r25 = "stablehlo.reduce"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3xui4>
  %r26 = "stablehlo.reduce_window"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3x2xui4>
  %r27 = "stablehlo.reduce"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.multiply %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3xui4>
  %r28 = "stablehlo.reduce_window"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.multiply %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3x2xui4>
  %r29 = "stablehlo.reduce"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.maximum %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3xui4>
  %r30 = "stablehlo.reduce_window"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.maximum %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3x2xui4>
  %r31 = "stablehlo.reduce"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.minimum %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3xui4>
  %r32 = "stablehlo.reduce_window"(%c23, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.minimum %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui4>, tensor<ui4>) -> tensor<3x2xui4>
  %c33 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i33 = stablehlo.reshape %c33 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c34 = stablehlo.constant dense<[[0, 8, 0, 8], [0, 8, 1, 14], [1, 14, 1, 14], [5, 15, 5, 15]]> : tensor<4x4xui4>
  %r35 = "stablehlo.scatter"(%c23, %i33, %c34) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xui4>, tensor<4x1xi32>, tensor<4x4xui4>) -> tensor<3x4xui4>
  %r36 = "stablehlo.gather"(%c23, %i33) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xui4>, tensor<4x1xi32>) -> tensor<4x3xui4>
  %r37 = stablehlo.dot_general %c23, %c23, contracting_dims = [1] x [1] : (tensor<3x4xui4>, tensor<3x4xui4>) -> tensor<3x3xui4>
  %r38 = "stablehlo.map"(%c23, %c23) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xui4>, tensor<3x4xui4>) -> tensor<3x4xui4>
  %r39 = "stablehlo.sort"(%c23) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.compare GT, %a, %b : (tensor<ui4>, tensor<ui4>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xui4>) -> tensor<3x4xui4>
  %c40 = stablehlo.constant dense<[[0, 8], [0, 8]]> : tensor<2x2xui4>
  %r41 = "stablehlo.select_and_scatter"(%c23, %c40, %c24) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.compare GE, %a, %b : (tensor<ui4>, tensor<ui4>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xui4>, tensor<2x2xui4>, tensor<ui4>) -> tensor<3x4xui4>
  %c42 = stablehlo.constant dense<[[[0, 8], [0, 8], [0, 8], [1, 14]]]> : tensor<1x4x2xui4>
  %c43 = stablehlo.constant dense<[[[0, 8, 0], [8, 0, 8]], [[1, 14, 1], [14, 1, 14]]]> : tensor<2x2x3xui4>
  %r44 = stablehlo.convolution(%c42, %c43) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xui4>, tensor<2x2x3xui4>) -> tensor<1x2x3xui4>
  %c45 = stablehlo.constant dense<[[-128, 0, 127, -1], [5, -127, 1, -127], [1, -128, 0, 127]]> : tensor<3x4xi8>
  %c46 = stablehlo.constant dense<0> : tensor<i8>
  %r47 = "stablehlo.reduce"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3xi8>
  %r48 = "stablehlo.reduce_window"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3x2xi8>
  %r49 = "stablehlo.reduce"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.multiply %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3xi8>
  %r50 = "stablehlo.reduce_window"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.multiply %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3x2xi8>
  %r51 = "stablehlo.reduce"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.maximum %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3xi8>
  %r52 = "stablehlo.reduce_window"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.maximum %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3x2xi8>
  %r53 = "stablehlo.reduce"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.minimum %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3xi8>
  %r54 = "stablehlo.reduce_window"(%c45, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.minimum %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi8>, tensor<i8>) -> tensor<3x2xi8>
  %c55 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i55 = stablehlo.reshape %c55 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c56 = stablehlo.constant dense<[[-128, 0, 127, -1], [5, -127, 1, -127], [1, -128, 0, 127], [-1, 5, -1, 5]]> : tensor<4x4xi8>
  %r57 = "stablehlo.scatter"(%c45, %i55, %c56) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi8>, tensor<4x1xi32>, tensor<4x4xi8>) -> tensor<3x4xi8>
  %r58 = "stablehlo.gather"(%c45, %i55) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xi8>, tensor<4x1xi32>) -> tensor<4x3xi8>
  %r59 = stablehlo.dot_general %c45, %c45, contracting_dims = [1] x [1] : (tensor<3x4xi8>, tensor<3x4xi8>) -> tensor<3x3xi8>
  %r60 = "stablehlo.map"(%c45, %c45) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi8>, tensor<3x4xi8>) -> tensor<3x4xi8>
  %r61 = "stablehlo.sort"(%c45) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xi8>) -> tensor<3x4xi8>
  %c62 = stablehlo.constant dense<[[-128, 0], [127, -1]]> : tensor<2x2xi8>
  %r63 = "stablehlo.select_and_scatter"(%c45, %c62, %c46) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xi8>, tensor<2x2xi8>, tensor<i8>) -> tensor<3x4xi8>
  %c64 = stablehlo.constant dense<[[[-128, 0], [127, -1], [5, -127], [1, -127]]]> : tensor<1x4x2xi8>
  %c65 = stablehlo.constant dense<[[[-128, 0, 127], [-1, 5, -127]], [[1, -127, 1], [-128, 0, 127]]]> : tensor<2x2x3xi8>
  %r66 = stablehlo.convolution(%c64, %c65) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi8>, tensor<2x2x3xi8>) -> tensor<1x2x3xi8>
  %c67 = stablehlo.constant dense<[[0, 32768, 0, 32768], [0, 32768, 1, 65534], [1, 65534, 1, 65534]]> : tensor<3x4xui16>
  %c68 = stablehlo.constant dense<0> : tensor<ui16>
  %r69 = "stablehlo.reduce"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3xui16>
  %r70 = "stablehlo.reduce_window"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3x2xui16>
  %r71 = "stablehlo.reduce"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.multiply %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3xui16>
  %r72 = "stablehlo.reduce_window"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.multiply %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3x2xui16>
  %r73 = "stablehlo.reduce"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.maximum %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3xui16>
  %r74 = "stablehlo.reduce_window"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.maximum %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3x2xui16>
  %r75 = "stablehlo.reduce"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.minimum %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3xui16>
  %r76 = "stablehlo.reduce_window"(%c67, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.minimum %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xui16>, tensor<ui16>) -> tensor<3x2xui16>
  %c77 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i77 = stablehlo.reshape %c77 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c78 = stablehlo.constant dense<[[0, 32768, 0, 32768], [0, 32768, 1, 65534], [1, 65534, 1, 65534], [5, 65535, 5, 65535]]> : tensor<4x4xui16>
  %r79 = "stablehlo.scatter"(%c67, %i77, %c78) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xui16>, tensor<4x1xi32>, tensor<4x4xui16>) -> tensor<3x4xui16>
  %r80 = "stablehlo.gather"(%c67, %i77) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xui16>, tensor<4x1xi32>) -> tensor<4x3xui16>
  %r81 = stablehlo.dot_general %c67, %c67, contracting_dims = [1] x [1] : (tensor<3x4xui16>, tensor<3x4xui16>) -> tensor<3x3xui16>
  %r82 = "stablehlo.map"(%c67, %c67) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xui16>, tensor<3x4xui16>) -> tensor<3x4xui16>
  %r83 = "stablehlo.sort"(%c67) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.compare GT, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xui16>) -> tensor<3x4xui16>
  %c84 = stablehlo.constant dense<[[0, 32768], [0, 32768]]> : tensor<2x2xui16>
  %r85 = "stablehlo.select_and_scatter"(%c67, %c84, %c68) ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.compare GE, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %s = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %s : tensor<ui16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xui16>, tensor<2x2xui16>, tensor<ui16>) -> tensor<3x4xui16>
  %c86 = stablehlo.constant dense<[[[0, 32768], [0, 32768], [0, 32768], [1, 65534]]]> : tensor<1x4x2xui16>
  %c87 = stablehlo.constant dense<[[[0, 32768, 0], [32768, 0, 32768]], [[1, 65534, 1], [65534, 1, 65534]]]> : tensor<2x2x3xui16>
  %r88 = stablehlo.convolution(%c86, %c87) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xui16>, tensor<2x2x3xui16>) -> tensor<1x2x3xui16>
  %c89 = stablehlo.constant dense<[[-2147483648, 0, 2147483647, -1], [5, -2147483647, 1, -2147483647], [1, -2147483648, 0, 2147483647]]> : tensor<3x4xi32>
  %c90 = stablehlo.constant dense<0> : tensor<i32>
  %r91 = "stablehlo.reduce"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %r92 = "stablehlo.reduce_window"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x2xi32>
  %r93 = "stablehlo.reduce"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %r94 = "stablehlo.reduce_window"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x2xi32>
  %r95 = "stablehlo.reduce"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %r96 = "stablehlo.reduce_window"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x2xi32>
  %r97 = "stablehlo.reduce"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %r98 = "stablehlo.reduce_window"(%c89, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x2xi32>
  %c99 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i99 = stablehlo.reshape %c99 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c100 = stablehlo.constant dense<[[-2147483648, 0, 2147483647, -1], [5, -2147483647, 1, -2147483647], [1, -2147483648, 0, 2147483647], [-1, 5, -1, 5]]> : tensor<4x4xi32>
  %r101 = "stablehlo.scatter"(%c89, %i99, %c100) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi32>, tensor<4x1xi32>, tensor<4x4xi32>) -> tensor<3x4xi32>
  %r102 = "stablehlo.gather"(%c89, %i99) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r103 = stablehlo.dot_general %c89, %c89, contracting_dims = [1] x [1] : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x3xi32>
  %r104 = "stablehlo.map"(%c89, %c89) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  %r105 = "stablehlo.sort"(%c89) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xi32>) -> tensor<3x4xi32>
  %c106 = stablehlo.constant dense<[[-2147483648, 0], [2147483647, -1]]> : tensor<2x2xi32>
  %r107 = "stablehlo.select_and_scatter"(%c89, %c106, %c90) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<3x4xi32>
  %c108 = stablehlo.constant dense<[[[-2147483648, 0], [2147483647, -1], [5, -2147483647], [1, -2147483647]]]> : tensor<1x4x2xi32>
  %c109 = stablehlo.constant dense<[[[-2147483648, 0, 2147483647], [-1, 5, -2147483647]], [[1, -2147483647, 1], [-2147483648, 0, 2147483647]]]> : tensor<2x2x3xi32>
  %r110 = stablehlo.convolution(%c108, %c109) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi32>, tensor<2x2x3xi32>) -> tensor<1x2x3xi32>
  %c111 = stablehlo.constant dense<[[-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, 1, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807]]> : tensor<3x4xi64>
  %c112 = stablehlo.constant dense<0> : tensor<i64>
  %r113 = "stablehlo.reduce"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3xi64>
  %r114 = "stablehlo.reduce_window"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3x2xi64>
  %r115 = "stablehlo.reduce"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.multiply %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3xi64>
  %r116 = "stablehlo.reduce_window"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.multiply %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3x2xi64>
  %r117 = "stablehlo.reduce"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3xi64>
  %r118 = "stablehlo.reduce_window"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3x2xi64>
  %r119 = "stablehlo.reduce"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.minimum %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3xi64>
  %r120 = "stablehlo.reduce_window"(%c111, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.minimum %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xi64>, tensor<i64>) -> tensor<3x2xi64>
  %c121 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i121 = stablehlo.reshape %c121 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c122 = stablehlo.constant dense<[[-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, 1, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807], [-1, 5, -1, 5]]> : tensor<4x4xi64>
  %r123 = "stablehlo.scatter"(%c111, %i121, %c122) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi64>, tensor<4x1xi32>, tensor<4x4xi64>) -> tensor<3x4xi64>
  %r124 = "stablehlo.gather"(%c111, %i121) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xi64>, tensor<4x1xi32>) -> tensor<4x3xi64>
  %r125 = stablehlo.dot_general %c111, %c111, contracting_dims = [1] x [1] : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x3xi64>
  %r126 = "stablehlo.map"(%c111, %c111) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  %r127 = "stablehlo.sort"(%c111) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.compare GT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  %c128 = stablehlo.constant dense<[[-9223372036854775808, 0], [9223372036854775807, -1]]> : tensor<2x2xi64>
  %r129 = "stablehlo.select_and_scatter"(%c111, %c128, %c112) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<3x4xi64>
  %c130 = stablehlo.constant dense<[[[-9223372036854775808, 0], [9223372036854775807, -1], [5, -9223372036854775807], [1, -9223372036854775807]]]> : tensor<1x4x2xi64>
  %c131 = stablehlo.constant dense<[[[-9223372036854775808, 0, 9223372036854775807], [-1, 5, -9223372036854775807]], [[1, -9223372036854775807, 1], [-9223372036854775808, 0, 9223372036854775807]]]> : tensor<2x2x3xi64>
  %r132 = stablehlo.convolution(%c130, %c131) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xi64>, tensor<2x2x3xi64>) -> tensor<1x2x3xi64>
  %c133 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5]]> : tensor<3x4xf8E4M3FN>
  %c134 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %r135 = "stablehlo.reduce"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %r136 = "stablehlo.reduce_window"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %r137 = "stablehlo.reduce"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.multiply %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %r138 = "stablehlo.reduce_window"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.multiply %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %r139 = "stablehlo.reduce"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.maximum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %r140 = "stablehlo.reduce_window"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.maximum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %r141 = "stablehlo.reduce"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.minimum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %r142 = "stablehlo.reduce_window"(%c133, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.minimum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %c143 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i143 = stablehlo.reshape %c143 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c144 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5], [3.5, 0.0, 0.25, 14.0]]> : tensor<4x4xf8E4M3FN>
  %r145 = "stablehlo.scatter"(%c133, %i143, %c144) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf8E4M3FN>, tensor<4x1xi32>, tensor<4x4xf8E4M3FN>) -> tensor<3x4xf8E4M3FN>
  %r146 = "stablehlo.gather"(%c133, %i143) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xf8E4M3FN>, tensor<4x1xi32>) -> tensor<4x3xf8E4M3FN>
  %r147 = stablehlo.dot_general %c133, %c133, contracting_dims = [1] x [1] : (tensor<3x4xf8E4M3FN>, tensor<3x4xf8E4M3FN>) -> tensor<3x3xf8E4M3FN>
  %r148 = "stablehlo.map"(%c133, %c133) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf8E4M3FN>, tensor<3x4xf8E4M3FN>) -> tensor<3x4xf8E4M3FN>
  %r149 = "stablehlo.sort"(%c133) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.compare GT, %a, %b : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf8E4M3FN>) -> tensor<3x4xf8E4M3FN>
  %c150 = stablehlo.constant dense<[[0.0, 0.25], [14.0, 1.0]]> : tensor<2x2xf8E4M3FN>
  %r151 = "stablehlo.select_and_scatter"(%c133, %c150, %c134) ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xf8E4M3FN>, tensor<2x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x4xf8E4M3FN>
  %c152 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, 1.0], [-0.375, -7.5], [-1.5, 3.5]]]> : tensor<1x4x2xf8E4M3FN>
  %c153 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [1.0, -0.375, -7.5]], [[-1.5, 3.5, 1.0], [-0.375, -7.5, -1.5]]]> : tensor<2x2x3xf8E4M3FN>
  %r154 = stablehlo.convolution(%c152, %c153) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf8E4M3FN>, tensor<2x2x3xf8E4M3FN>) -> tensor<1x2x3xf8E4M3FN>
  %c155 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5]]> : tensor<3x4xf8E5M2>
  %c156 = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %r157 = "stablehlo.reduce"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  %r158 = "stablehlo.reduce_window"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3x2xf8E5M2>
  %r159 = "stablehlo.reduce"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.multiply %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  %r160 = "stablehlo.reduce_window"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.multiply %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3x2xf8E5M2>
  %r161 = "stablehlo.reduce"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.maximum %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  %r162 = "stablehlo.reduce_window"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.maximum %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3x2xf8E5M2>
  %r163 = "stablehlo.reduce"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.minimum %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  %r164 = "stablehlo.reduce_window"(%c155, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.minimum %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<3x2xf8E5M2>
  %c165 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i165 = stablehlo.reshape %c165 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c166 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5], [3.5, 0.0, 0.25, 14.0]]> : tensor<4x4xf8E5M2>
  %r167 = "stablehlo.scatter"(%c155, %i165, %c166) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf8E5M2>, tensor<4x1xi32>, tensor<4x4xf8E5M2>) -> tensor<3x4xf8E5M2>
  %r168 = "stablehlo.gather"(%c155, %i165) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xf8E5M2>, tensor<4x1xi32>) -> tensor<4x3xf8E5M2>
  %r169 = stablehlo.dot_general %c155, %c155, contracting_dims = [1] x [1] : (tensor<3x4xf8E5M2>, tensor<3x4xf8E5M2>) -> tensor<3x3xf8E5M2>
  %r170 = "stablehlo.map"(%c155, %c155) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf8E5M2>, tensor<3x4xf8E5M2>) -> tensor<3x4xf8E5M2>
  %r171 = "stablehlo.sort"(%c155) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.compare GT, %a, %b : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf8E5M2>) -> tensor<3x4xf8E5M2>
  %c172 = stablehlo.constant dense<[[0.0, 0.25], [14.0, 1.0]]> : tensor<2x2xf8E5M2>
  %r173 = "stablehlo.select_and_scatter"(%c155, %c172, %c156) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xf8E5M2>, tensor<2x2xf8E5M2>, tensor<f8E5M2>) -> tensor<3x4xf8E5M2>
  %c174 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, 1.0], [-0.375, -7.5], [-1.5, 3.5]]]> : tensor<1x4x2xf8E5M2>
  %c175 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [1.0, -0.375, -7.5]], [[-1.5, 3.5, 1.0], [-0.375, -7.5, -1.5]]]> : tensor<2x2x3xf8E5M2>
  %r176 = stablehlo.convolution(%c174, %c175) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf8E5M2>, tensor<2x2x3xf8E5M2>) -> tensor<1x2x3xf8E5M2>
  %c177 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xbf16>
  %c178 = stablehlo.constant dense<0.0> : tensor<bf16>
  %r179 = "stablehlo.reduce"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %r180 = "stablehlo.reduce_window"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x2xbf16>
  %r181 = "stablehlo.reduce"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.multiply %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %r182 = "stablehlo.reduce_window"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.multiply %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x2xbf16>
  %r183 = "stablehlo.reduce"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %r184 = "stablehlo.reduce_window"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x2xbf16>
  %r185 = "stablehlo.reduce"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.minimum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %r186 = "stablehlo.reduce_window"(%c177, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.minimum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x2xbf16>
  %c187 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i187 = stablehlo.reshape %c187 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c188 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375], [-7.5, 0.0, 0.25, 14.0]]> : tensor<4x4xbf16>
  %r189 = "stablehlo.scatter"(%c177, %i187, %c188) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xbf16>, tensor<4x1xi32>, tensor<4x4xbf16>) -> tensor<3x4xbf16>
  %r190 = "stablehlo.gather"(%c177, %i187) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xbf16>, tensor<4x1xi32>) -> tensor<4x3xbf16>
  %r191 = stablehlo.dot_general %c177, %c177, contracting_dims = [1] x [1] : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> tensor<3x3xbf16>
  %r192 = "stablehlo.map"(%c177, %c177) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> tensor<3x4xbf16>
  %r193 = "stablehlo.sort"(%c177) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.compare GT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xbf16>) -> tensor<3x4xbf16>
  %c194 = stablehlo.constant dense<[[0.0, 0.25], [14.0, -0.015625]]> : tensor<2x2xbf16>
  %r195 = "stablehlo.select_and_scatter"(%c177, %c194, %c178) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.compare GE, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xbf16>, tensor<2x2xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  %c196 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, -0.015625], [-1.5, 3.5], [100.0, 1.0]]]> : tensor<1x4x2xbf16>
  %c197 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [-0.015625, -1.5, 3.5]], [[100.0, 1.0, -0.375], [-7.5, 1.0, -0.375]]]> : tensor<2x2x3xbf16>
  %r198 = stablehlo.convolution(%c196, %c197) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xbf16>, tensor<2x2x3xbf16>) -> tensor<1x2x3xbf16>
  %c199 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf16>
  %c200 = stablehlo.constant dense<0.0> : tensor<f16>
  %r201 = "stablehlo.reduce"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %r202 = "stablehlo.reduce_window"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x2xf16>
  %r203 = "stablehlo.reduce"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.multiply %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %r204 = "stablehlo.reduce_window"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.multiply %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x2xf16>
  %r205 = "stablehlo.reduce"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.maximum %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %r206 = "stablehlo.reduce_window"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.maximum %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x2xf16>
  %r207 = "stablehlo.reduce"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.minimum %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %r208 = "stablehlo.reduce_window"(%c199, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.minimum %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x2xf16>
  %c209 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i209 = stablehlo.reshape %c209 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c210 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375], [-7.5, 0.0, 0.25, 14.0]]> : tensor<4x4xf16>
  %r211 = "stablehlo.scatter"(%c199, %i209, %c210) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf16>, tensor<4x1xi32>, tensor<4x4xf16>) -> tensor<3x4xf16>
  %r212 = "stablehlo.gather"(%c199, %i209) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xf16>, tensor<4x1xi32>) -> tensor<4x3xf16>
  %r213 = stablehlo.dot_general %c199, %c199, contracting_dims = [1] x [1] : (tensor<3x4xf16>, tensor<3x4xf16>) -> tensor<3x3xf16>
  %r214 = "stablehlo.map"(%c199, %c199) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf16>, tensor<3x4xf16>) -> tensor<3x4xf16>
  %r215 = "stablehlo.sort"(%c199) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.compare GT, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf16>) -> tensor<3x4xf16>
  %c216 = stablehlo.constant dense<[[0.0, 0.25], [14.0, -0.015625]]> : tensor<2x2xf16>
  %r217 = "stablehlo.select_and_scatter"(%c199, %c216, %c200) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xf16>, tensor<2x2xf16>, tensor<f16>) -> tensor<3x4xf16>
  %c218 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, -0.015625], [-1.5, 3.5], [100.0, 1.0]]]> : tensor<1x4x2xf16>
  %c219 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [-0.015625, -1.5, 3.5]], [[100.0, 1.0, -0.375], [-7.5, 1.0, -0.375]]]> : tensor<2x2x3xf16>
  %r220 = stablehlo.convolution(%c218, %c219) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf16>, tensor<2x2x3xf16>) -> tensor<1x2x3xf16>
  %c221 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf32>
  %c222 = stablehlo.constant dense<0.0> : tensor<f32>
  %r223 = "stablehlo.reduce"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %r224 = "stablehlo.reduce_window"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x2xf32>
  %r225 = "stablehlo.reduce"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %r226 = "stablehlo.reduce_window"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x2xf32>
  %r227 = "stablehlo.reduce"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %r228 = "stablehlo.reduce_window"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x2xf32>
  %r229 = "stablehlo.reduce"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %r230 = "stablehlo.reduce_window"(%c221, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x2xf32>
  %c231 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i231 = stablehlo.reshape %c231 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c232 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375], [-7.5, 0.0, 0.25, 14.0]]> : tensor<4x4xf32>
  %r233 = "stablehlo.scatter"(%c221, %i231, %c232) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<3x4xf32>
  %r234 = "stablehlo.gather"(%c221, %i231) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  %r235 = stablehlo.dot_general %c221, %c221, contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  %r236 = "stablehlo.map"(%c221, %c221) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %r237 = "stablehlo.sort"(%c221) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %c238 = stablehlo.constant dense<[[0.0, 0.25], [14.0, -0.015625]]> : tensor<2x2xf32>
  %r239 = "stablehlo.select_and_scatter"(%c221, %c238, %c222) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<3x4xf32>
  %c240 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, -0.015625], [-1.5, 3.5], [100.0, 1.0]]]> : tensor<1x4x2xf32>
  %c241 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [-0.015625, -1.5, 3.5]], [[100.0, 1.0, -0.375], [-7.5, 1.0, -0.375]]]> : tensor<2x2x3xf32>
  %r242 = stablehlo.convolution(%c240, %c241) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x2x3xf32>
  %c243 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf64>
  %c244 = stablehlo.constant dense<0.0> : tensor<f64>
  %r245 = "stablehlo.reduce"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %r246 = "stablehlo.reduce_window"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x2xf64>
  %r247 = "stablehlo.reduce"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %r248 = "stablehlo.reduce_window"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x2xf64>
  %r249 = "stablehlo.reduce"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %r250 = "stablehlo.reduce_window"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x2xf64>
  %r251 = "stablehlo.reduce"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %r252 = "stablehlo.reduce_window"(%c243, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x2xf64>
  %c253 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i253 = stablehlo.reshape %c253 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c254 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375], [-7.5, 0.0, 0.25, 14.0]]> : tensor<4x4xf64>
  %r255 = "stablehlo.scatter"(%c243, %i253, %c254) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf64>, tensor<4x1xi32>, tensor<4x4xf64>) -> tensor<3x4xf64>
  %r256 = "stablehlo.gather"(%c243, %i253) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xf64>, tensor<4x1xi32>) -> tensor<4x3xf64>
  %r257 = stablehlo.dot_general %c243, %c243, contracting_dims = [1] x [1] : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x3xf64>
  %r258 = "stablehlo.map"(%c243, %c243) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %r259 = "stablehlo.sort"(%c243) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  %c260 = stablehlo.constant dense<[[0.0, 0.25], [14.0, -0.015625]]> : tensor<2x2xf64>
  %r261 = "stablehlo.select_and_scatter"(%c243, %c260, %c244) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<3x4xf64>
  %c262 = stablehlo.constant dense<[[[0.0, 0.25], [14.0, -0.015625], [-1.5, 3.5], [100.0, 1.0]]]> : tensor<1x4x2xf64>
  %c263 = stablehlo.constant dense<[[[0.0, 0.25, 14.0], [-0.015625, -1.5, 3.5]], [[100.0, 1.0, -0.375], [-7.5, 1.0, -0.375]]]> : tensor<2x2x3xf64>
  %r264 = stablehlo.convolution(%c262, %c263) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf64>, tensor<2x2x3xf64>) -> tensor<1x2x3xf64>
  %c265 = stablehlo.constant dense<[[(1.5, -2.5), (-0.5, -0.75), (1.5, -2.5), (-0.5, -0.75)], [(1.5, -2.5), (-0.5, -0.75), (0.0, 1.0), (2.0, 0.125)], [(0.0, 1.0), (2.0, 0.125), (0.0, 1.0), (2.0, 0.125)]]> : tensor<3x4xcomplex<f32>>
  %c266 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %r267 = "stablehlo.reduce"(%c265, %c266) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %r268 = "stablehlo.reduce_window"(%c265, %c266) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x2xcomplex<f32>>
  %r269 = "stablehlo.reduce"(%c265, %c266) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.multiply %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %r270 = "stablehlo.reduce_window"(%c265, %c266) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.multiply %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x2xcomplex<f32>>
  %c271 = stablehlo.constant dense<[2, 0, 5, 2]> : tensor<4xi32>
  %i271 = stablehlo.reshape %c271 : (tensor<4xi32>) -> tensor<4x1xi32>
  %c272 = stablehlo.constant dense<[[(1.5, -2.5), (-0.5, -0.75), (1.5, -2.5), (-0.5, -0.75)], [(1.5, -2.5), (-0.5, -0.75), (0.0, 1.0), (2.0, 0.125)], [(0.0, 1.0), (2.0, 0.125), (0.0, 1.0), (2.0, 0.125)], [(-3.25, 0.0), (0.0, 0.0), (-3.25, 0.0), (0.0, 0.0)]]> : tensor<4x4xcomplex<f32>>
  %r273 = "stablehlo.scatter"(%c265, %i271, %c272) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xcomplex<f32>>, tensor<4x1xi32>, tensor<4x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %r274 = "stablehlo.gather"(%c265, %i271) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<3x4xcomplex<f32>>, tensor<4x1xi32>) -> tensor<4x3xcomplex<f32>>
  %r275 = stablehlo.dot_general %c265, %c265, contracting_dims = [1] x [1] : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %r276 = "stablehlo.map"(%c265, %c265) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  check.expect_eq_const %r3, dense<[-2, -8, 0]> : tensor<3xi4>
  check.expect_eq_const %r4, dense<[[-8, 6], [6, 0], [7, 1]]> : tensor<3x2xi4>
  check.expect_eq_const %r5, dense<0> : tensor<3xi4>
  check.expect_eq_const %r6, dense<0> : tensor<3x2xi4>
  check.expect_eq_const %r7, dense<[7, 5, 7]> : tensor<3xi4>
  check.expect_eq_const %r8, dense<[[0, 7], [5, 7], [5, 7]]> : tensor<3x2xi4>
  check.expect_eq_const %r9, dense<[-8, -7, -8]> : tensor<3xi4>
  check.expect_eq_const %r10, dense<[[-8, -1], [-8, -7], [-8, -7]]> : tensor<3x2xi4>
  check.expect_eq_const %r13, dense<[[-3, -7, -8, -8], [5, -7, 1, -7], [-8, -3, 6, -5]]> : tensor<3x4xi4>
  check.expect_eq_const %r14, dense<[[1, -8, 0], [-8, 0, 7], [1, -8, 0], [1, -8, 0]]> : tensor<4x3xi4>
  check.expect_eq_const %r15, dense<[[2, 6, 1], [6, -4, -4], [1, -4, 2]]> : tensor<3x3xi4>
  check.expect_eq_const %r16, dense<[[0, 0, -2, -2], [-6, 2, 2, 2], [2, 0, 0, -2]]> : tensor<3x4xi4>
  check.expect_eq_const %r17, dense<[[7, 0, -1, -8], [5, 1, -7, -7], [7, 1, 0, -8]]> : tensor<3x4xi4>
  check.expect_eq_const %r19, dense<[[0, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, -1]]> : tensor<3x4xi4>
  check.expect_eq_const %r22, dense<[[[-8, -8, -8], [6, -8, -4]]]> : tensor<1x2x3xi4>
  check.expect_eq_const %r25, dense<[0, 7, 14]> : tensor<3xui4>
  check.expect_eq_const %r26, dense<[[8, 8], [0, 7], [7, 14]]> : tensor<3x2xui4>
  check.expect_eq_const %r27, dense<0> : tensor<3xui4>
  check.expect_eq_const %r28, dense<0> : tensor<3x2xui4>
  check.expect_eq_const %r29, dense<[8, 14, 14]> : tensor<3xui4>
  check.expect_eq_const %r30, dense<[[8, 8], [8, 14], [14, 14]]> : tensor<3x2xui4>
  check.expect_eq_const %r31, dense<0> : tensor<3xui4>
  check.expect_eq_const %r32, dense<0> : tensor<3x2xui4>
  check.expect_eq_const %r35, dense<[[0, 0, 1, 6], [0, 8, 1, 14], [6, 5, 6, 5]]> : tensor<3x4xui4>
  check.expect_eq_const %r36, dense<[[1, 14, 1], [0, 8, 0], [1, 14, 1], [1, 14, 1]]> : tensor<4x3xui4>
  check.expect_eq_const %r37, dense<[[0, 0, 0], [0, 5, 5], [0, 5, 10]]> : tensor<3x3xui4>
  check.expect_eq_const %r38, dense<[[0, 0, 0, 0], [0, 0, 2, 12], [2, 12, 2, 12]]> : tensor<3x4xui4>
  check.expect_eq_const %r39, dense<[[8, 8, 0, 0], [14, 8, 1, 0], [14, 14, 1, 1]]> : tensor<3x4xui4>
  check.expect_eq_const %r41, dense<0> : tensor<3x4xui4>
  check.expect_eq_const %r44, dense<[[[0, 8, 0], [0, 8, 0]]]> : tensor<1x2x3xui4>
  check.expect_eq_const %r47, dense<[-2, 8, 0]> : tensor<3xi8>
  check.expect_eq_const %r48, dense<[[-128, 126], [6, 0], [7, 1]]> : tensor<3x2xi8>
  check.expect_eq_const %r49, dense<0> : tensor<3xi8>
  check.expect_eq_const %r50, dense<0> : tensor<3x2xi8>
  check.expect_eq_const %r51, dense<[127, 5, 127]> : tensor<3xi8>
  check.expect_eq_const %r52, dense<[[0, 127], [5, 127], [5, 127]]> : tensor<3x2xi8>
  check.expect_eq_const %r53, dense<[-128, -127, -128]> : tensor<3xi8>
  check.expect_eq_const %r54, dense<[[-128, -1], [-128, -127], [-128, -127]]> : tensor<3x2xi8>
  check.expect_eq_const %r57, dense<[[-123, -127, -128, -128], [5, -127, 1, -127], [-128, -123, 126, -125]]> : tensor<3x4xi8>
  check.expect_eq_const %r58, dense<[[1, -128, 0], [-128, 0, 127], [1, -128, 0], [1, -128, 0]]> : tensor<4x3xi8>
  check.expect_eq_const %r59, dense<[[2, 126, 1], [126, 28, -124], [1, -124, 2]]> : tensor<3x3xi8>
  check.expect_eq_const %r60, dense<[[0, 0, -2, -2], [10, 2, 2, 2], [2, 0, 0, -2]]> : tensor<3x4xi8>
  check.expect_eq_const %r61, dense<[[127, 0, -1, -128], [5, 1, -127, -127], [127, 1, 0, -128]]> : tensor<3x4xi8>
  check.expect_eq_const %r63, dense<[[0, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, -1]]> : tensor<3x4xi8>
  check.expect_eq_const %r66, dense<[[[-128, -128, -128], [6, -128, -124]]]> : tensor<1x2x3xi8>
  check.expect_eq_const %r69, dense<[0, 32767, 65534]> : tensor<3xui16>
  check.expect_eq_const %r70, dense<[[32768, 32768], [0, 32767], [32767, 65534]]> : tensor<3x2xui16>
  check.expect_eq_const %r71, dense<0> : tensor<3xui16>
  check.expect_eq_const %r72, dense<0> : tensor<3x2xui16>
  check.expect_eq_const %r73, dense<[32768, 65534, 65534]> : tensor<3xui16>
  check.expect_eq_const %r74, dense<[[32768, 32768], [32768, 65534], [65534, 65534]]> : tensor<3x2xui16>
  check.expect_eq_const %r75, dense<0> : tensor<3xui16>
  check.expect_eq_const %r76, dense<0> : tensor<3x2xui16>
  check.expect_eq_const %r79, dense<[[0, 0, 1, 32766], [0, 32768, 1, 65534], [6, 32765, 6, 32765]]> : tensor<3x4xui16>
  check.expect_eq_const %r80, dense<[[1, 65534, 1], [0, 32768, 0], [1, 65534, 1], [1, 65534, 1]]> : tensor<4x3xui16>
  check.expect_eq_const %r81, dense<[[0, 0, 0], [0, 5, 5], [0, 5, 10]]> : tensor<3x3xui16>
  check.expect_eq_const %r82, dense<[[0, 0, 0, 0], [0, 0, 2, 65532], [2, 65532, 2, 65532]]> : tensor<3x4xui16>
  check.expect_eq_const %r83, dense<[[32768, 32768, 0, 0], [65534, 32768, 1, 0], [65534, 65534, 1, 1]]> : tensor<3x4xui16>
  check.expect_eq_const %r85, dense<0> : tensor<3x4xui16>
  check.expect_eq_const %r88, dense<[[[0, 32768, 0], [0, 32768, 0]]]> : tensor<1x2x3xui16>
  check.expect_eq_const %r91, dense<[-2, 8, 0]> : tensor<3xi32>
  check.expect_eq_const %r92, dense<[[-2147483648, 2147483646], [6, 0], [7, 1]]> : tensor<3x2xi32>
  check.expect_eq_const %r93, dense<0> : tensor<3xi32>
  check.expect_eq_const %r94, dense<0> : tensor<3x2xi32>
  check.expect_eq_const %r95, dense<[2147483647, 5, 2147483647]> : tensor<3xi32>
  check.expect_eq_const %r96, dense<[[0, 2147483647], [5, 2147483647], [5, 2147483647]]> : tensor<3x2xi32>
  check.expect_eq_const %r97, dense<[-2147483648, -2147483647, -2147483648]> : tensor<3xi32>
  check.expect_eq_const %r98, dense<[[-2147483648, -1], [-2147483648, -2147483647], [-2147483648, -2147483647]]> : tensor<3x2xi32>
  check.expect_eq_const %r101, dense<[[-2147483643, -2147483647, -2147483648, -2147483648], [5, -2147483647, 1, -2147483647], [-2147483648, -2147483643, 2147483646, -2147483645]]> : tensor<3x4xi32>
  check.expect_eq_const %r102, dense<[[1, -2147483648, 0], [-2147483648, 0, 2147483647], [1, -2147483648, 0], [1, -2147483648, 0]]> : tensor<4x3xi32>
  check.expect_eq_const %r103, dense<[[2, 2147483646, 1], [2147483646, 28, -2147483644], [1, -2147483644, 2]]> : tensor<3x3xi32>
  check.expect_eq_const %r104, dense<[[0, 0, -2, -2], [10, 2, 2, 2], [2, 0, 0, -2]]> : tensor<3x4xi32>
  check.expect_eq_const %r105, dense<[[2147483647, 0, -1, -2147483648], [5, 1, -2147483647, -2147483647], [2147483647, 1, 0, -2147483648]]> : tensor<3x4xi32>
  check.expect_eq_const %r107, dense<[[0, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, -1]]> : tensor<3x4xi32>
  check.expect_eq_const %r110, dense<[[[-2147483648, -2147483648, -2147483648], [6, -2147483648, -2147483644]]]> : tensor<1x2x3xi32>
  check.expect_eq_const %r113, dense<[-2, 8, 0]> : tensor<3xi64>
  check.expect_eq_const %r114, dense<[[-9223372036854775808, 9223372036854775806], [6, 0], [7, 1]]> : tensor<3x2xi64>
  check.expect_eq_const %r115, dense<0> : tensor<3xi64>
  check.expect_eq_const %r116, dense<0> : tensor<3x2xi64>
  check.expect_eq_const %r117, dense<[9223372036854775807, 5, 9223372036854775807]> : tensor<3xi64>
  check.expect_eq_const %r118, dense<[[0, 9223372036854775807], [5, 9223372036854775807], [5, 9223372036854775807]]> : tensor<3x2xi64>
  check.expect_eq_const %r119, dense<[-9223372036854775808, -9223372036854775807, -9223372036854775808]> : tensor<3xi64>
  check.expect_eq_const %r120, dense<[[-9223372036854775808, -1], [-9223372036854775808, -9223372036854775807], [-9223372036854775808, -9223372036854775807]]> : tensor<3x2xi64>
  check.expect_eq_const %r123, dense<[[-9223372036854775803, -9223372036854775807, -9223372036854775808, -9223372036854775808], [5, -9223372036854775807, 1, -9223372036854775807], [-9223372036854775808, -9223372036854775803, 9223372036854775806, -9223372036854775805]]> : tensor<3x4xi64>
  check.expect_eq_const %r124, dense<[[1, -9223372036854775808, 0], [-9223372036854775808, 0, 9223372036854775807], [1, -9223372036854775808, 0], [1, -9223372036854775808, 0]]> : tensor<4x3xi64>
  check.expect_eq_const %r125, dense<[[2, 9223372036854775806, 1], [9223372036854775806, 28, -9223372036854775804], [1, -9223372036854775804, 2]]> : tensor<3x3xi64>
  check.expect_eq_const %r126, dense<[[0, 0, -2, -2], [10, 2, 2, 2], [2, 0, 0, -2]]> : tensor<3x4xi64>
  check.expect_eq_const %r127, dense<[[9223372036854775807, 0, -1, -9223372036854775808], [5, 1, -9223372036854775807, -9223372036854775807], [9223372036854775807, 1, 0, -9223372036854775808]]> : tensor<3x4xi64>
  check.expect_eq_const %r129, dense<[[0, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, -1]]> : tensor<3x4xi64>
  check.expect_eq_const %r132, dense<[[[-9223372036854775808, -9223372036854775808, -9223372036854775808], [6, -9223372036854775808, -9223372036854775804]]]> : tensor<1x2x3xi64>
  %e91 = stablehlo.constant dense<[[2.500000e-01, 1.500000e+01], [-7.500000e+00, 1.800000e+01], [-7.500000e+00, -7.000000e+00]]> : tensor<3x2xf8E4M3FN>
  check.expect_close %r136, %e91, max_ulp_difference = 1 : tensor<3x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>
  %e92 = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, -0.000000e+00]> : tensor<3xf8E4M3FN>
  check.expect_close %r137, %e92, max_ulp_difference = 1 : tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>
  %e93 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xf8E4M3FN>
  check.expect_close %r138, %e93, max_ulp_difference = 1 : tensor<3x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>
  %e94 = stablehlo.constant dense<[1.400000e+01, 3.500000e+00, 1.000000e+00]> : tensor<3xf8E4M3FN>
  check.expect_close %r139, %e94, max_ulp_difference = 1 : tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>
  %e95 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [2.500000e-01, 1.400000e+01], [1.000000e+00, 3.500000e+00]]> : tensor<3x2xf8E4M3FN>
  check.expect_close %r140, %e95, max_ulp_difference = 1 : tensor<3x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>
  %e96 = stablehlo.constant dense<[0.000000e+00, -7.500000e+00, -7.500000e+00]> : tensor<3xf8E4M3FN>
  check.expect_close %r141, %e96, max_ulp_difference = 1 : tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>
  %e97 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [-7.500000e+00, -1.500000e+00], [-7.500000e+00, -7.500000e+00]]> : tensor<3x2xf8E4M3FN>
  check.expect_close %r142, %e97, max_ulp_difference = 1 : tensor<3x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>
  %e98 = stablehlo.constant dense<[[-3.750000e-01, -7.000000e+00, 1.200000e+01, 4.500000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 3.500000e+00], [4.500000e+00, -1.250000e-01, 7.000000e+00, 1.400000e+01]]> : tensor<3x4xf8E4M3FN>
  check.expect_close %r145, %e98, max_ulp_difference = 1 : tensor<3x4xf8E4M3FN>, tensor<3x4xf8E4M3FN>
  check.expect_eq_const %r146, dense<[[1.000000e+00, -3.750000e-01, -7.500000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [1.000000e+00, -3.750000e-01, -7.500000e+00], [1.000000e+00, -3.750000e-01, -7.500000e+00]]> : tensor<4x3xf8E4M3FN>
  check.expect_eq_const %r148, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, 2.000000e+00], [-7.500000e-01, -1.500000e+01, -3.000000e+00, 7.000000e+00], [2.000000e+00, -7.500000e-01, -1.500000e+01, -3.000000e+00]]> : tensor<3x4xf8E4M3FN>
  check.expect_eq_const %r149, dense<[[1.400000e+01, 1.000000e+00, 2.500000e-01, 0.000000e+00], [3.500000e+00, -3.750000e-01, -1.500000e+00, -7.500000e+00], [1.000000e+00, -3.750000e-01, -1.500000e+00, -7.500000e+00]]> : tensor<3x4xf8E4M3FN>
  %e103 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 2.500000e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00], [1.400000e+01, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xf8E4M3FN>
  check.expect_close %r151, %e103, max_ulp_difference = 1 : tensor<3x4xf8E4M3FN>, tensor<3x4xf8E4M3FN>
  %e106 = stablehlo.constant dense<[[2.500000e-01, 1.600000e+01], [-8.000000e+00, 1.600000e+01], [-7.000000e+00, -8.000000e+00]]> : tensor<3x2xf8E5M2>
  check.expect_close %r158, %e106, max_ulp_difference = 1 : tensor<3x2xf8E5M2>, tensor<3x2xf8E5M2>
  %e107 = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, -0.000000e+00]> : tensor<3xf8E5M2>
  check.expect_close %r159, %e107, max_ulp_difference = 1 : tensor<3xf8E5M2>, tensor<3xf8E5M2>
  %e108 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xf8E5M2>
  check.expect_close %r160, %e108, max_ulp_difference = 1 : tensor<3x2xf8E5M2>, tensor<3x2xf8E5M2>
  %e109 = stablehlo.constant dense<[1.400000e+01, 3.500000e+00, 1.000000e+00]> : tensor<3xf8E5M2>
  check.expect_close %r161, %e109, max_ulp_difference = 1 : tensor<3xf8E5M2>, tensor<3xf8E5M2>
  %e110 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [2.500000e-01, 1.400000e+01], [1.000000e+00, 3.500000e+00]]> : tensor<3x2xf8E5M2>
  check.expect_close %r162, %e110, max_ulp_difference = 1 : tensor<3x2xf8E5M2>, tensor<3x2xf8E5M2>
  %e111 = stablehlo.constant dense<[0.000000e+00, -8.000000e+00, -8.000000e+00]> : tensor<3xf8E5M2>
  check.expect_close %r163, %e111, max_ulp_difference = 1 : tensor<3xf8E5M2>, tensor<3xf8E5M2>
  %e112 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [-8.000000e+00, -1.500000e+00], [-8.000000e+00, -8.000000e+00]]> : tensor<3x2xf8E5M2>
  check.expect_close %r164, %e112, max_ulp_difference = 1 : tensor<3x2xf8E5M2>, tensor<3x2xf8E5M2>
  %e113 = stablehlo.constant dense<[[-3.750000e-01, -8.000000e+00, 1.200000e+01, 4.000000e+00], [-3.750000e-01, -8.000000e+00, -1.500000e+00, 3.500000e+00], [4.000000e+00, -1.250000e-01, 6.000000e+00, 1.400000e+01]]> : tensor<3x4xf8E5M2>
  check.expect_close %r167, %e113, max_ulp_difference = 1 : tensor<3x4xf8E5M2>, tensor<3x4xf8E5M2>
  check.expect_eq_const %r168, dense<[[1.000000e+00, -3.750000e-01, -8.000000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [1.000000e+00, -3.750000e-01, -8.000000e+00], [1.000000e+00, -3.750000e-01, -8.000000e+00]]> : tensor<4x3xf8E5M2>
  check.expect_eq_const %r170, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, 2.000000e+00], [-7.500000e-01, -1.600000e+01, -3.000000e+00, 7.000000e+00], [2.000000e+00, -7.500000e-01, -1.600000e+01, -3.000000e+00]]> : tensor<3x4xf8E5M2>
  check.expect_eq_const %r171, dense<[[1.400000e+01, 1.000000e+00, 2.500000e-01, 0.000000e+00], [3.500000e+00, -3.750000e-01, -1.500000e+00, -8.000000e+00], [1.000000e+00, -3.750000e-01, -1.500000e+00, -8.000000e+00]]> : tensor<3x4xf8E5M2>
  %e118 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 2.500000e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00], [1.400000e+01, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xf8E5M2>
  check.expect_close %r173, %e118, max_ulp_difference = 1 : tensor<3x4xf8E5M2>, tensor<3x4xf8E5M2>
  %e120 = stablehlo.constant dense<[1.425000e+01, 1.030000e+02, -7.250000e+00]> : tensor<3xbf16>
  check.expect_close %r179, %e120, max_ulp_difference = 1 : tensor<3xbf16>, tensor<3xbf16>
  %e121 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [2.250000e+00, 1.150000e+02], [-5.875000e+00, 1.015000e+02]]> : tensor<3x2xbf16>
  check.expect_close %r180, %e121, max_ulp_difference = 1 : tensor<3x2xbf16>, tensor<3x2xbf16>
  %e122 = stablehlo.constant dense<-0.000000e+00> : tensor<3xbf16>
  check.expect_close %r181, %e122, max_ulp_difference = 1 : tensor<3xbf16>, tensor<3xbf16>
  %e123 = stablehlo.constant dense<[[0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xbf16>
  check.expect_close %r182, %e123, max_ulp_difference = 1 : tensor<3x2xbf16>, tensor<3x2xbf16>
  %e124 = stablehlo.constant dense<[1.400000e+01, 1.000000e+02, 1.000000e+00]> : tensor<3xbf16>
  check.expect_close %r183, %e124, max_ulp_difference = 1 : tensor<3xbf16>, tensor<3xbf16>
  %e125 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [3.500000e+00, 1.000000e+02], [3.500000e+00, 1.000000e+02]]> : tensor<3x2xbf16>
  check.expect_close %r184, %e125, max_ulp_difference = 1 : tensor<3x2xbf16>, tensor<3x2xbf16>
  %e126 = stablehlo.constant dense<[-1.562500e-02, -1.500000e+00, -7.500000e+00]> : tensor<3xbf16>
  check.expect_close %r185, %e126, max_ulp_difference = 1 : tensor<3xbf16>, tensor<3xbf16>
  %e127 = stablehlo.constant dense<[[0.000000e+00, -1.562500e-02], [-1.500000e+00, -1.562500e-02], [-7.500000e+00, -3.750000e-01]]> : tensor<3x2xbf16>
  check.expect_close %r186, %e127, max_ulp_difference = 1 : tensor<3x2xbf16>, tensor<3x2xbf16>
  %e128 = stablehlo.constant dense<[[-1.500000e+00, 3.750000e+00, 1.140000e+02, 9.843750e-01], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-7.875000e+00, -7.250000e+00, 1.525000e+01, 1.362500e+01]]> : tensor<3x4xbf16>
  check.expect_close %r189, %e128, max_ulp_difference = 1 : tensor<3x4xbf16>, tensor<3x4xbf16>
  check.expect_eq_const %r190, dense<[[-3.750000e-01, -7.500000e+00, 1.000000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [-3.750000e-01, -7.500000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00]]> : tensor<4x3xbf16>
  %e130 = stablehlo.constant dense<[[1.960000e+02, 1.400000e+03, 1.212500e+01], [1.400000e+03, 9.984000e+03, 7.350000e+01], [1.212500e+01, 7.350000e+01, 5.775000e+01]]> : tensor<3x3xbf16>
  check.expect_close %r191, %e130, max_ulp_difference = 2 : tensor<3x3xbf16>, tensor<3x3xbf16>
  check.expect_eq_const %r192, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, -3.125000e-02], [-3.000000e+00, 7.000000e+00, 2.000000e+02, 2.000000e+00], [-7.500000e-01, -1.500000e+01, 2.000000e+00, -7.500000e-01]]> : tensor<3x4xbf16>
  check.expect_eq_const %r193, dense<[[1.400000e+01, 2.500000e-01, 0.000000e+00, -1.562500e-02], [1.000000e+02, 3.500000e+00, 1.000000e+00, -1.500000e+00], [1.000000e+00, -3.750000e-01, -3.750000e-01, -7.500000e+00]]> : tensor<3x4xbf16>
  %e133 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.400000e+01, 2.343750e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xbf16>
  check.expect_close %r195, %e133, max_ulp_difference = 1 : tensor<3x4xbf16>, tensor<3x4xbf16>
  %e134 = stablehlo.constant dense<[[[-1.875000e+00, 2.500000e-01, -9.375000e-02], [-1.760000e+02, 5.531250e+00, 1.960000e+02]]]> : tensor<1x2x3xbf16>
  check.expect_close %r198, %e134, max_ulp_difference = 2 : tensor<1x2x3xbf16>, tensor<1x2x3xbf16>
  %e135 = stablehlo.constant dense<[1.423440e+01, 1.030000e+02, -7.250000e+00]> : tensor<3xf16>
  check.expect_close %r201, %e135, max_ulp_difference = 1 : tensor<3xf16>, tensor<3xf16>
  %e136 = stablehlo.constant dense<[[2.500000e-01, 1.398440e+01], [2.250000e+00, 1.150000e+02], [-5.875000e+00, 1.016250e+02]]> : tensor<3x2xf16>
  check.expect_close %r202, %e136, max_ulp_difference = 1 : tensor<3x2xf16>, tensor<3x2xf16>
  %e137 = stablehlo.constant dense<-0.000000e+00> : tensor<3xf16>
  check.expect_close %r203, %e137, max_ulp_difference = 1 : tensor<3xf16>, tensor<3xf16>
  %e138 = stablehlo.constant dense<[[0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xf16>
  check.expect_close %r204, %e138, max_ulp_difference = 1 : tensor<3x2xf16>, tensor<3x2xf16>
  %e139 = stablehlo.constant dense<[1.400000e+01, 1.000000e+02, 1.000000e+00]> : tensor<3xf16>
  check.expect_close %r205, %e139, max_ulp_difference = 1 : tensor<3xf16>, tensor<3xf16>
  %e140 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [3.500000e+00, 1.000000e+02], [3.500000e+00, 1.000000e+02]]> : tensor<3x2xf16>
  check.expect_close %r206, %e140, max_ulp_difference = 1 : tensor<3x2xf16>, tensor<3x2xf16>
  %e141 = stablehlo.constant dense<[-1.562500e-02, -1.500000e+00, -7.500000e+00]> : tensor<3xf16>
  check.expect_close %r207, %e141, max_ulp_difference = 1 : tensor<3xf16>, tensor<3xf16>
  %e142 = stablehlo.constant dense<[[0.000000e+00, -1.562500e-02], [-1.500000e+00, -1.562500e-02], [-7.500000e+00, -3.750000e-01]]> : tensor<3x2xf16>
  check.expect_close %r208, %e142, max_ulp_difference = 1 : tensor<3x2xf16>, tensor<3x2xf16>
  %e143 = stablehlo.constant dense<[[-1.500000e+00, 3.750000e+00, 1.140000e+02, 9.843750e-01], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-7.875000e+00, -7.250000e+00, 1.525000e+01, 1.360940e+01]]> : tensor<3x4xf16>
  check.expect_close %r211, %e143, max_ulp_difference = 1 : tensor<3x4xf16>, tensor<3x4xf16>
  check.expect_eq_const %r212, dense<[[-3.750000e-01, -7.500000e+00, 1.000000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [-3.750000e-01, -7.500000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00]]> : tensor<4x3xf16>
  %e145 = stablehlo.constant dense<[[1.960000e+02, 1.401000e+03, 1.213280e+01], [1.401000e+03, 1.001600e+04, 7.393750e+01], [1.213280e+01, 7.393750e+01, 5.750000e+01]]> : tensor<3x3xf16>
  check.expect_close %r213, %e145, max_ulp_difference = 2 : tensor<3x3xf16>, tensor<3x3xf16>
  check.expect_eq_const %r214, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, -3.125000e-02], [-3.000000e+00, 7.000000e+00, 2.000000e+02, 2.000000e+00], [-7.500000e-01, -1.500000e+01, 2.000000e+00, -7.500000e-01]]> : tensor<3x4xf16>
  check.expect_eq_const %r215, dense<[[1.400000e+01, 2.500000e-01, 0.000000e+00, -1.562500e-02], [1.000000e+02, 3.500000e+00, 1.000000e+00, -1.500000e+00], [1.000000e+00, -3.750000e-01, -3.750000e-01, -7.500000e+00]]> : tensor<3x4xf16>
  %e148 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.400000e+01, 2.343750e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xf16>
  check.expect_close %r217, %e148, max_ulp_difference = 1 : tensor<3x4xf16>, tensor<3x4xf16>
  %e149 = stablehlo.constant dense<[[[-1.875000e+00, 2.500000e-01, -9.375000e-02], [-1.762500e+02, 5.523440e+00, 1.952500e+02]]]> : tensor<1x2x3xf16>
  check.expect_close %r220, %e149, max_ulp_difference = 2 : tensor<1x2x3xf16>, tensor<1x2x3xf16>
  %e150 = stablehlo.constant dense<[14.234375, 1.030000e+02, -7.250000e+00]> : tensor<3xf32>
  check.expect_close %r223, %e150, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %e151 = stablehlo.constant dense<[[2.500000e-01, 13.984375], [2.250000e+00, 114.984375], [-5.875000e+00, 1.016250e+02]]> : tensor<3x2xf32>
  check.expect_close %r224, %e151, max_ulp_difference = 1 : tensor<3x2xf32>, tensor<3x2xf32>
  %e152 = stablehlo.constant dense<-0.000000e+00> : tensor<3xf32>
  check.expect_close %r225, %e152, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %e153 = stablehlo.constant dense<[[0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xf32>
  check.expect_close %r226, %e153, max_ulp_difference = 1 : tensor<3x2xf32>, tensor<3x2xf32>
  %e154 = stablehlo.constant dense<[1.400000e+01, 1.000000e+02, 1.000000e+00]> : tensor<3xf32>
  check.expect_close %r227, %e154, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %e155 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [3.500000e+00, 1.000000e+02], [3.500000e+00, 1.000000e+02]]> : tensor<3x2xf32>
  check.expect_close %r228, %e155, max_ulp_difference = 1 : tensor<3x2xf32>, tensor<3x2xf32>
  %e156 = stablehlo.constant dense<[-1.562500e-02, -1.500000e+00, -7.500000e+00]> : tensor<3xf32>
  check.expect_close %r229, %e156, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %e157 = stablehlo.constant dense<[[0.000000e+00, -1.562500e-02], [-1.500000e+00, -1.562500e-02], [-7.500000e+00, -3.750000e-01]]> : tensor<3x2xf32>
  check.expect_close %r230, %e157, max_ulp_difference = 1 : tensor<3x2xf32>, tensor<3x2xf32>
  %e158 = stablehlo.constant dense<[[-1.500000e+00, 3.750000e+00, 1.140000e+02, 9.843750e-01], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-7.875000e+00, -7.250000e+00, 1.525000e+01, 13.609375]]> : tensor<3x4xf32>
  check.expect_close %r233, %e158, max_ulp_difference = 1 : tensor<3x4xf32>, tensor<3x4xf32>
  check.expect_eq_const %r234, dense<[[-3.750000e-01, -7.500000e+00, 1.000000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [-3.750000e-01, -7.500000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00]]> : tensor<4x3xf32>
  %e160 = stablehlo.constant dense<[[196.062744, 1400.85938, 12.1308594], [1400.85938, 1.001550e+04, 7.393750e+01], [12.1308594, 7.393750e+01, 57.53125]]> : tensor<3x3xf32>
  check.expect_close %r235, %e160, max_ulp_difference = 2 : tensor<3x3xf32>, tensor<3x3xf32>
  check.expect_eq_const %r236, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, -3.125000e-02], [-3.000000e+00, 7.000000e+00, 2.000000e+02, 2.000000e+00], [-7.500000e-01, -1.500000e+01, 2.000000e+00, -7.500000e-01]]> : tensor<3x4xf32>
  check.expect_eq_const %r237, dense<[[1.400000e+01, 2.500000e-01, 0.000000e+00, -1.562500e-02], [1.000000e+02, 3.500000e+00, 1.000000e+00, -1.500000e+00], [1.000000e+00, -3.750000e-01, -3.750000e-01, -7.500000e+00]]> : tensor<3x4xf32>
  %e163 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.400000e+01, 2.343750e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xf32>
  check.expect_close %r239, %e163, max_ulp_difference = 1 : tensor<3x4xf32>, tensor<3x4xf32>
  %e164 = stablehlo.constant dense<[[[-1.875000e+00, 2.500000e-01, -9.375000e-02], [-176.249756, 5.5234375, 195.195313]]]> : tensor<1x2x3xf32>
  check.expect_close %r242, %e164, max_ulp_difference = 2 : tensor<1x2x3xf32>, tensor<1x2x3xf32>
  %e165 = stablehlo.constant dense<[14.234375, 1.030000e+02, -7.250000e+00]> : tensor<3xf64>
  check.expect_close %r245, %e165, max_ulp_difference = 1 : tensor<3xf64>, tensor<3xf64>
  %e166 = stablehlo.constant dense<[[2.500000e-01, 13.984375], [2.250000e+00, 114.984375], [-5.875000e+00, 1.016250e+02]]> : tensor<3x2xf64>
  check.expect_close %r246, %e166, max_ulp_difference = 1 : tensor<3x2xf64>, tensor<3x2xf64>
  %e167 = stablehlo.constant dense<-0.000000e+00> : tensor<3xf64>
  check.expect_close %r247, %e167, max_ulp_difference = 1 : tensor<3xf64>, tensor<3xf64>
  %e168 = stablehlo.constant dense<[[0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00]]> : tensor<3x2xf64>
  check.expect_close %r248, %e168, max_ulp_difference = 1 : tensor<3x2xf64>, tensor<3x2xf64>
  %e169 = stablehlo.constant dense<[1.400000e+01, 1.000000e+02, 1.000000e+00]> : tensor<3xf64>
  check.expect_close %r249, %e169, max_ulp_difference = 1 : tensor<3xf64>, tensor<3xf64>
  %e170 = stablehlo.constant dense<[[2.500000e-01, 1.400000e+01], [3.500000e+00, 1.000000e+02], [3.500000e+00, 1.000000e+02]]> : tensor<3x2xf64>
  check.expect_close %r250, %e170, max_ulp_difference = 1 : tensor<3x2xf64>, tensor<3x2xf64>
  %e171 = stablehlo.constant dense<[-1.562500e-02, -1.500000e+00, -7.500000e+00]> : tensor<3xf64>
  check.expect_close %r251, %e171, max_ulp_difference = 1 : tensor<3xf64>, tensor<3xf64>
  %e172 = stablehlo.constant dense<[[0.000000e+00, -1.562500e-02], [-1.500000e+00, -1.562500e-02], [-7.500000e+00, -3.750000e-01]]> : tensor<3x2xf64>
  check.expect_close %r252, %e172, max_ulp_difference = 1 : tensor<3x2xf64>, tensor<3x2xf64>
  %e173 = stablehlo.constant dense<[[-1.500000e+00, 3.750000e+00, 1.140000e+02, 9.843750e-01], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-7.875000e+00, -7.250000e+00, 1.525000e+01, 13.609375]]> : tensor<3x4xf64>
  check.expect_close %r255, %e173, max_ulp_difference = 1 : tensor<3x4xf64>, tensor<3x4xf64>
  check.expect_eq_const %r256, dense<[[-3.750000e-01, -7.500000e+00, 1.000000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01], [-3.750000e-01, -7.500000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00]]> : tensor<4x3xf64>
  %e175 = stablehlo.constant dense<[[196.062744140625, 1400.859375, 12.130859375], [1400.859375, 1.001550e+04, 7.393750e+01], [12.130859375, 7.393750e+01, 57.53125]]> : tensor<3x3xf64>
  check.expect_close %r257, %e175, max_ulp_difference = 2 : tensor<3x3xf64>, tensor<3x3xf64>
  check.expect_eq_const %r258, dense<[[0.000000e+00, 5.000000e-01, 2.800000e+01, -3.125000e-02], [-3.000000e+00, 7.000000e+00, 2.000000e+02, 2.000000e+00], [-7.500000e-01, -1.500000e+01, 2.000000e+00, -7.500000e-01]]> : tensor<3x4xf64>
  check.expect_eq_const %r259, dense<[[1.400000e+01, 2.500000e-01, 0.000000e+00, -1.562500e-02], [1.000000e+02, 3.500000e+00, 1.000000e+00, -1.500000e+00], [1.000000e+00, -3.750000e-01, -3.750000e-01, -7.500000e+00]]> : tensor<3x4xf64>
  %e178 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.400000e+01, 2.343750e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<3x4xf64>
  check.expect_close %r261, %e178, max_ulp_difference = 1 : tensor<3x4xf64>, tensor<3x4xf64>
  %e179 = stablehlo.constant dense<[[[-1.875000e+00, 2.500000e-01, -9.375000e-02], [-176.249755859375, 5.5234375, 195.1953125]]]> : tensor<1x2x3xf64>
  check.expect_close %r264, %e179, max_ulp_difference = 2 : tensor<1x2x3xf64>, tensor<1x2x3xf64>
  return
}
