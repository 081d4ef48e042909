func.func @elementwise(%f: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>, %c: tensor<4xcomplex<f32>>, %d: tensor<?xf32>, %b: tensor<?xf32, #stablehlo.bounds<8>>, %t: tensor<i1>) {
  %0 = "stablehlo.abs"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.abs"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = "stablehlo.add"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.add"(%d, %f) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.add"(%b, %b) {note = "kept"} : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>>
  %5 = "stablehlo.and"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %6 = "stablehlo.atan2"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.cbrt"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "stablehlo.ceil"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %9 = "stablehlo.clamp"(%f, %f, %f) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %10 = "stablehlo.clamp"(%s, %f, %s) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %11 = "stablehlo.count_leading_zeros"(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %12 = "stablehlo.compare"(%f, %f) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %13 = "stablehlo.compare"(%f, %f) <{comparison_direction = #stablehlo<comparison_direction NE>, compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %14 = "stablehlo.complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %15 = "stablehlo.complex"(%d, %d) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xcomplex<f32>>
  %16 = "stablehlo.convert"(%f) : (tensor<4xf32>) -> tensor<4xi32>
  %17 = "stablehlo.convert"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %18 = "stablehlo.cosine"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %19 = "stablehlo.cosine"(%f) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4xf32>) -> tensor<4xf32>
  %20 = "stablehlo.divide"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %21 = "stablehlo.exponential"(%f) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4xf32>) -> tensor<4xf32>
  %22 = "stablehlo.exponential_minus_one"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %23 = "stablehlo.floor"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %24 = "stablehlo.imag"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %25 = "stablehlo.imag"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %26 = "stablehlo.is_finite"(%f) : (tensor<4xf32>) -> tensor<4xi1>
  %27 = "stablehlo.log"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %28 = "stablehlo.log_plus_one"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %29 = "stablehlo.logistic"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %30 = "stablehlo.maximum"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %31 = "stablehlo.minimum"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %32 = "stablehlo.multiply"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %33 = "stablehlo.negate"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %34 = "stablehlo.not"(%p) : (tensor<4xi1>) -> tensor<4xi1>
  %35 = "stablehlo.or"(%p, %p) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %36 = "stablehlo.popcnt"(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %37 = "stablehlo.power"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %38 = "stablehlo.real"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %39 = "stablehlo.reduce_precision"(%f) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  %40 = "stablehlo.remainder"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %41 = "stablehlo.round_nearest_afz"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %42 = "stablehlo.round_nearest_even"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %43 = "stablehlo.rsqrt"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %44 = "stablehlo.select"(%p, %f, %f) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %45 = "stablehlo.select"(%t, %f, %d) : (tensor<i1>, tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %46 = "stablehlo.shift_left"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %47 = "stablehlo.shift_right_arithmetic"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %48 = "stablehlo.shift_right_logical"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %49 = "stablehlo.sign"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %50 = "stablehlo.sine"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %51 = "stablehlo.sqrt"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %52 = "stablehlo.subtract"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %53 = "stablehlo.tan"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %54 = "stablehlo.tanh"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %55 = "stablehlo.xor"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %56 = "stablehlo.optimization_barrier"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %57:2 = "stablehlo.optimization_barrier"(%f, %i) {note} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  "stablehlo.optimization_barrier"() : () -> ()
  "func.return"() : () -> ()
}
func.func @shapes(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %s: tensor<f32>, %k: tensor<i32>, %n: tensor<2xi64>, %d: tensor<?x?xf32>, %m: tensor<2x2xi64>) {
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %1 = "stablehlo.broadcast"(%v) <{broadcast_sizes = array<i64: 1, 2>}> : (tensor<3xf32>) -> tensor<1x2x3xf32>
  %2 = "stablehlo.broadcast_in_dim"(%v) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  %3 = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3xf32>
  %4 = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %5 = "stablehlo.concatenate"(%x) <{dimension = 1 : i64}> {note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = "stablehlo.dynamic_broadcast_in_dim"(%v, %n) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %7 = "stablehlo.dynamic_broadcast_in_dim"(%v, %n) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %8 = "stablehlo.dynamic_iota"(%n) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<?x?xf32>
  %9 = "stablehlo.dynamic_pad"(%x, %s, %n, %n, %n) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %10 = "stablehlo.dynamic_reshape"(%x, %n) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %11 = "stablehlo.dynamic_slice"(%x, %k, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %13 = "stablehlo.dynamic_update_slice"(%x, %x, %k, %k) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %14 = "stablehlo.get_dimension_size"(%x) <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>
  %15 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %16 = "stablehlo.pad"(%x, %s) <{edge_padding_low = array<i64: 0, -1>, edge_padding_high = array<i64: 1, 0>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  %17 = "stablehlo.real_dynamic_slice"(%x, %n, %n, %n) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %18 = "stablehlo.reshape"(%x) : (tensor<2x3xf32>) -> tensor<6xf32>
  %19 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %20 = "stablehlo.set_dimension_size"(%x, %k) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %21 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %22 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %23 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %24 = "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %25 = "stablehlo.constant"() <{value = dense<true> : tensor<3xi1>}> {note} : () -> tensor<3xi1>
  %26 = "stablehlo.constant"() <{value = dense<(1.0, 2.0)> : tensor<complex<f64>>}> : () -> tensor<complex<f64>>
  %27 = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %28 = "stablehlo.gather"(%x, %m) <{dimension_numbers = #stablehlo.gather<offset_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = true}> : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  %29 = "stablehlo.dynamic_gather"(%x, %n, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x?xf32>
  %30 = "stablehlo.torch_index_select"(%x, %k) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  "func.return"() : () -> ()
}
func.func @regions(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>, %s: tensor<f32>, %k: tensor<i32>, %p: tensor<i1>, %n: tensor<2x1xi64>, %w: tensor<1x4x4x1xf32>) {
  %0 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.add"(%b, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %2:2 = "stablehlo.reduce"(%x, %y, %s, %k) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %r = "stablehlo.add"(%a, %c) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %q = "stablehlo.add"(%b, %d) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r, %q) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %20 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3:2 = "stablehlo.while"(%k, %x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<2x3xf32>):
    %c = "stablehlo.compare"(%a, %k) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<2x3xf32>):
    "stablehlo.return"(%a, %b) : (tensor<i32>, tensor<2x3xf32>) -> ()
  }) {note} : (tensor<i32>, tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>)
  "stablehlo.while"() ({
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : () -> ()
  %4 = "stablehlo.if"(%p) ({
    "stablehlo.return"(%k) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%k) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  %5:2 = "stablehlo.case"(%k) ({
    "stablehlo.return"(%k, %s) : (tensor<i32>, tensor<f32>) -> ()
  }, {
    "stablehlo.return"(%k, %s) : (tensor<i32>, tensor<f32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>, tensor<f32>)
  %6 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%r) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %8 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %9 = "stablehlo.select_and_scatter"(%w, %w, %s) <{window_dimensions = array<i64: 1, 1, 1, 1>, window_strides = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%r) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
  %10 = "stablehlo.scatter"(%x, %n, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  "func.return"() : () -> ()
}
func.func @products(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %w: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x4xf32>, %q: tensor<2x2xi64>, %c: tensor<4xcomplex<f32>>, %m: tensor<3x3xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %3 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
  %4 = "stablehlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %5 = "stablehlo.dot"(%a, %b) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %6 = "stablehlo.convolution"(%w, %k) <{window_strides = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x8x4x4xf32>
  %7 = "stablehlo.convolution"(%w, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  %8 = "stablehlo.dynamic_conv"(%w, %k, %q) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  %9 = "stablehlo.einsum"(%a, %b) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %10 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ab->a"}> : (tensor<2x3xf32>) -> tensor<2xf32>
  %11 = "stablehlo.fft"(%c) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 4>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %12 = "stablehlo.cholesky"(%m) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %13 = "stablehlo.cholesky"(%m) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %14 = "stablehlo.triangular_solve"(%m, %m) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  "func.return"() : () -> ()
}
func.func @statistics(%x: tensor<2x4xf32>, %v: tensor<4xf32>, %s: tensor<f32>, %n: tensor<2xi64>, %u: tensor<2xui64>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %3 = "stablehlo.rng"(%s, %s, %n) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %4:2 = "stablehlo.rng_bit_generator"(%u) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  "func.return"() : () -> ()
}
func.func @communication(%x: tensor<2x4xf32>, %y: tensor<2x4xi32>) {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %0 = "stablehlo.after_all"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.after_all"() : () -> !stablehlo.token
  %2:2 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %3 = "stablehlo.outfeed"(%x, %t) <{outfeed_config = ""}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  %4 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  %5:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %6 = "stablehlo.replica_id"() : () -> tensor<ui32>
  %7 = "stablehlo.partition_id"() : () -> tensor<ui32>
  %8 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  %9 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %10 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %11 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %12 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %13 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %14 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %15 = "stablehlo.tuple"(%x, %y) : (tensor<2x4xf32>, tensor<2x4xi32>) -> tuple<tensor<2x4xf32>, tensor<2x4xi32>>
  %16 = "stablehlo.get_tuple_element"(%15) <{index = 1 : i32}> : (tuple<tensor<2x4xf32>, tensor<2x4xi32>>) -> tensor<2x4xi32>
  %17 = "stablehlo.custom_call"(%x) <{call_target_name = "foo"}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %18:2 = "stablehlo.custom_call"(%x, %y) <{call_target_name = "my call", has_side_effect = true, backend_config = "bar", api_version = 2 : i32, called_computations = [@communication], operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> {mhlo.backend_config = {x = 1 : i32}} : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  "stablehlo.custom_call"() <{call_target_name = "none", api_version = 4 : i32, backend_config = {a = true}}> : () -> ()
  %19 = "stablehlo.composite"(%x) <{name = "chlo.erf", decomposition = @callee}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %20 = "stablehlo.composite"(%x) <{name = "my.op", composite_attributes = {k = 1 : i64, s = "x"}, decomposition = @callee, version = 3 : i32}> {note} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  "func.return"() : () -> ()
}
func.func @exchanges(%x: tensor<4xf32>, %root: tensor<1xi32>, %f8: tensor<1x8x1xf8E4M3FN>, %kernel: tensor<3x1x1xf8E5M2>) -> tensor<8xf32> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%part: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%part) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "rows", size = 2>, <name = "columns", size = 4>], device_ids = dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "columns", sub_axis_info = (2)2>]>} : (tensor<4xf32>) -> tensor<8xf32>
    "stablehlo.return"(%1) : (tensor<8xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  %3 = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %4:2 = "stablehlo.collective_broadcast"(%x, %x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %5 = "stablehlo.collective_reduce"(%x, %root) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %6 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%6) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %7 = "stablehlo.custom_call"(%x) {call_target_name = "later"} : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %8 = "stablehlo.custom_call"(%x) {call_target_name = "tiled", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>], result_tilings = [[dense<2> : tensor<1xindex>]]} : (tensor<4xf32>) -> tensor<4xf32>
  %9 = "stablehlo.convolution"(%f8, %kernel) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<1x8x1xf8E4M3FN>, tensor<3x1x1xf8E5M2>) -> tensor<1x6x1xf32>
  "func.return"(%2) : (tensor<8xf32>) -> ()
}
func.func private @callee(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  "func.return"(%x) : (tensor<2x4xf32>) -> ()
}
