module {
  func.func @elementwise(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi1>, %arg3: tensor<4xcomplex<f32>>, %arg4: tensor<?xf32>, %arg5: tensor<?xf32, #stablehlo.bounds<8>>, %arg6: tensor<i1>) {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %1 = stablehlo.abs %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %3 = stablehlo.add %arg4, %arg0 : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
    %4 = stablehlo.add %arg5, %arg5 {note = "kept"} : tensor<?xf32, #stablehlo.bounds<8>>
    %5 = stablehlo.and %arg1, %arg1 : tensor<4xi32>
    %6 = stablehlo.atan2 %arg0, %arg0 : tensor<4xf32>
    %7 = stablehlo.cbrt %arg0 : tensor<4xf32>
    %8 = stablehlo.ceil %arg0 : tensor<4xf32>
    %9 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.clamp %cst, %arg0, %cst : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %11 = stablehlo.count_leading_zeros %arg1 : tensor<4xi32>
    %12 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %13 = stablehlo.compare NE, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %14 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %15 = stablehlo.complex %arg4, %arg4 : tensor<?xcomplex<f32>>
    %16 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
    %17 = stablehlo.convert %arg0 : tensor<4xf32>
    %18 = stablehlo.cosine %arg0 : tensor<4xf32>
    %19 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
    %20 = stablehlo.divide %arg0, %arg0 : tensor<4xf32>
    %21 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
    %22 = stablehlo.exponential_minus_one %arg0 : tensor<4xf32>
    %23 = stablehlo.floor %arg0 : tensor<4xf32>
    %24 = stablehlo.imag %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %25 = stablehlo.imag %arg0 : tensor<4xf32>
    %26 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
    %27 = stablehlo.log %arg0 : tensor<4xf32>
    %28 = stablehlo.log_plus_one %arg0 : tensor<4xf32>
    %29 = stablehlo.logistic %arg0 : tensor<4xf32>
    %30 = stablehlo.maximum %arg0, %arg0 : tensor<4xf32>
    %31 = stablehlo.minimum %arg0, %arg0 : tensor<4xf32>
    %32 = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
    %33 = stablehlo.negate %arg0 : tensor<4xf32>
    %34 = stablehlo.not %arg2 : tensor<4xi1>
    %35 = stablehlo.or %arg2, %arg2 : tensor<4xi1>
    %36 = stablehlo.popcnt %arg1 : tensor<4xi32>
    %37 = stablehlo.power %arg0, %arg0 : tensor<4xf32>
    %38 = stablehlo.real %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %39 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
    %40 = stablehlo.remainder %arg0, %arg0 : tensor<4xf32>
    %41 = stablehlo.round_nearest_afz %arg0 : tensor<4xf32>
    %42 = stablehlo.round_nearest_even %arg0 : tensor<4xf32>
    %43 = stablehlo.rsqrt %arg0 : tensor<4xf32>
    %44 = stablehlo.select %arg2, %arg0, %arg0 : tensor<4xi1>, tensor<4xf32>
    %45 = stablehlo.select %arg6, %arg0, %arg4 : (tensor<i1>, tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
    %46 = stablehlo.shift_left %arg1, %arg1 : tensor<4xi32>
    %47 = stablehlo.shift_right_arithmetic %arg1, %arg1 : tensor<4xi32>
    %48 = stablehlo.shift_right_logical %arg1, %arg1 : tensor<4xi32>
    %49 = stablehlo.sign %arg0 : tensor<4xf32>
    %50 = stablehlo.sine %arg0 : tensor<4xf32>
    %51 = stablehlo.sqrt %arg0 : tensor<4xf32>
    %52 = stablehlo.subtract %arg0, %arg0 : tensor<4xf32>
    %53 = stablehlo.tan %arg0 : tensor<4xf32>
    %54 = stablehlo.tanh %arg0 : tensor<4xf32>
    %55 = stablehlo.xor %arg1, %arg1 : tensor<4xi32>
    %56 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
    %57:2 = stablehlo.optimization_barrier {note} %arg0, %arg1 : tensor<4xf32>, tensor<4xi32>
    stablehlo.optimization_barrier()
    return
  }
  func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<2xi64>, %arg5: tensor<?x?xf32>, %arg6: tensor<2x2xi64>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %1 = stablehlo.broadcast %arg1, sizes = [1, 2] : (tensor<3xf32>) -> tensor<1x2x3xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %5 = stablehlo.concatenate %arg0, dim = 1 {note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg4, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %7 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg4, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %8 = stablehlo.dynamic_iota %arg4, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
    %9 = stablehlo.dynamic_pad %arg0, %arg2, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %10 = stablehlo.dynamic_reshape %arg0, %arg4 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %11 = stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %12 = stablehlo.dynamic_update_slice %arg0, %arg0, %arg3, %arg3 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %13 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %14 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %15 = stablehlo.pad %arg0, %arg2, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
    %16 = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    %18 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %19 = stablehlo.set_dimension_size %arg0, %arg3, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    %20 = stablehlo.slice %arg0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %21 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %22 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
    %c_0 = stablehlo.constant {note} dense<true> : tensor<3xi1>
    %cst = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f64>>
    %23 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %24 = "stablehlo.gather"(%arg0, %arg6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
    %25 = "stablehlo.dynamic_gather"(%arg0, %arg4, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x?xf32>
    %26 = "stablehlo.torch_index_select"(%arg0, %arg3) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
    return
  }
  func.func @regions(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i1>, %arg5: tensor<2x1xi64>, %arg6: tensor<1x4x4x1xf32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [0, 1] {note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg7: tensor<f32>, %arg8: tensor<f32>)  {
      %12 = stablehlo.add %arg8, %arg7 : tensor<f32>
      stablehlo.return %12 : tensor<f32>
    }
    %2:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%arg7: tensor<f32>, %arg9: tensor<f32>) (%arg8: tensor<i32>, %arg10: tensor<i32>)  {
      %12 = stablehlo.add %arg7, %arg9 : tensor<f32>
      %13 = stablehlo.add %arg8, %arg10 : tensor<i32>
      stablehlo.return %12, %13 : tensor<f32>, tensor<i32>
    }
    %3 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.maximum across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %4:2 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %arg0) : tensor<i32>, tensor<2x3xf32> attributes {note}
    cond {
      %12 = stablehlo.compare LT, %iterArg, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2x3xf32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg4 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %5 = "stablehlo.if"(%arg4) ({
      stablehlo.return %arg3 : tensor<i32>
    }, {
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %6:2 = "stablehlo.case"(%arg3) ({
      stablehlo.return %arg3, %arg2 : tensor<i32>, tensor<f32>
    }, {
      stablehlo.return %arg3, %arg2 : tensor<i32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<i32>, tensor<f32>)
    %7 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %8:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>, %arg9: tensor<i32>, %arg10: tensor<i32>):
      %12 = stablehlo.compare GT, %arg7, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %9 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    %10 = "stablehlo.select_and_scatter"(%arg6, %arg6, %arg2) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 1, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %12 = stablehlo.compare GE, %arg7, %arg8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }, {
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
    %11 = "stablehlo.scatter"(%arg0, %arg5, %arg0) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg8 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @products(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<1x8x8x2xf32>, %arg3: tensor<3x3x2x4xf32>, %arg4: tensor<2x2xi64>, %arg5: tensor<4xcomplex<f32>>, %arg6: tensor<3x3xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %3 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
    %4 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %6 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x8x4x4xf32>
    %7 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
    %8 = "stablehlo.dynamic_conv"(%arg2, %arg3, %arg4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
    %9 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %10 = stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
    %11 = stablehlo.fft %arg5, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %12 = stablehlo.cholesky %arg6, lower = true : tensor<3x3xf32>
    %13 = stablehlo.cholesky %arg6 : tensor<3x3xf32>
    %14 = "stablehlo.triangular_solve"(%arg6, %arg6) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    return
  }
  func.func @statistics(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>, %arg3: tensor<2xi64>, %arg4: tensor<2xui64>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %1 = stablehlo.rng %arg2, %arg2, %arg3, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    %output_state, %output_0 = stablehlo.rng_bit_generator %arg4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    return
  }
  func.func @communication(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %2 = stablehlo.after_all  : !stablehlo.token
    %3:2 = "stablehlo.infeed"(%0) <{infeed_config = "c", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
    %4 = "stablehlo.outfeed"(%arg0, %0) <{outfeed_config = ""}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
    %5 = "stablehlo.send"(%arg0, %0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
    %6:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
    %7 = stablehlo.replica_id : tensor<ui32>
    %8 = stablehlo.partition_id : tensor<ui32>
    %9 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    %10 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %22 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %22 : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %11 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %22 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %22 : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
    %12 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %13 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %14 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %15 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %16 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x4xf32>, tensor<2x4xi32>>
    %17 = stablehlo.get_tuple_element %16[1] : (tuple<tensor<2x4xf32>, tensor<2x4xi32>>) -> tensor<2x4xi32>
    %18 = stablehlo.custom_call @foo(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %19:2 = stablehlo.custom_call @"my call"(%arg0, %arg1) {api_version = 2 : i32, backend_config = "bar", called_computations = [@communication], has_side_effect = true, mhlo.backend_config = {x = 1 : i32}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    stablehlo.custom_call @none() {api_version = 4 : i32, backend_config = {a = true}} : () -> ()
    %20 = stablehlo.composite "chlo.erf" %arg0 {decomposition = @callee} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %21 = stablehlo.composite "my.op" %arg0 {composite_attributes = {k = 1 : i64, s = "x"}, decomposition = @callee, note, version = 3 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return
  }
  func.func @exchanges(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<1x8x1xf8E4M3FN>, %arg3: tensor<3x1x1xf8E5M2>) -> tensor<8xf32> {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg4: tensor<4xf32>):
      %8 = "stablehlo.all_gather"(%arg4) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "rows", size = 2>, <name = "columns", size = 4>], device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "columns", sub_axis_info = (2)2>]>}> : (tensor<4xf32>) -> tensor<8xf32>
      stablehlo.return %8 : tensor<8xf32>
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
    %2 = "stablehlo.collective_broadcast"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    %3:2 = "stablehlo.collective_broadcast"(%arg0, %arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %4 = "stablehlo.collective_reduce"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %8 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    %5 = stablehlo.custom_call @later(%arg0) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
    %6 = stablehlo.custom_call @tiled(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>], result_tilings = [[dense<2> : tensor<1xindex>]]} : (tensor<4xf32>) -> tensor<4xf32>
    %7 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf8E4M3FN>, tensor<3x1x1xf8E5M2>) -> tensor<1x6x1xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @callee(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
    return %arg0 : tensor<2x4xf32>
  }
}
