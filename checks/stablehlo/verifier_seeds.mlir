func.func @more(%x: tensor<?x3xf32>, %i: tensor<2x4xi8>, %c: tensor<2x4xcomplex<f32>>, %m: tensor<2x3xf32>, %n: tensor<3xi64>, %k: tensor<1xi64>, %f: tensor<4x6xf32>, %g: tensor<4x4xcomplex<f32>>, %a: tensor<2x3x3xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>, %d: tensor<i1>) {
  %0 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<?x3xf32>) -> tensor<3x?xf32>
  %3 = "stablehlo.bitcast_convert"(%i) : (tensor<2x4xi8>) -> tensor<2xi32>
  %4 = "stablehlo.real"(%c) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xf32>
  %5 = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = "stablehlo.abs"(%c) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xf32>
  %7 = "stablehlo.broadcast_in_dim"(%m) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
  %8 = "stablehlo.dynamic_broadcast_in_dim"(%m, %n) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %9 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xi32>
  %10 = "stablehlo.dynamic_iota"(%k) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xi32>
  %11 = "stablehlo.fft"(%f) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4, 6>}> : (tensor<4x6xf32>) -> tensor<4x4xcomplex<f32>>
  %12 = "stablehlo.fft"(%g) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4, 6>}> : (tensor<4x4xcomplex<f32>>) -> tensor<4x6xf32>
  %13 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %14 = "stablehlo.map"(%m) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<f32>):
    "stablehlo.return"(%d) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %15 = "stablehlo.compare"(%b, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xi1, #stablehlo.bounds<4>>
  "func.return"() : () -> ()
}
func.func @more2(%a0: tensor<2x3x4x5xf32>, %i0: tensor<2x6x2xi64>, %u0: tensor<2x6x5xf32>, %ig: tensor<6x2xi32>, %dyn: tensor<?x?xf32>, %dy1: tensor<?xi64>, %s1: tensor<1x1xi64>, %t: !stablehlo.token, %f: tensor<f32>, %img: tensor<4x8x8x6xf32>, %ker: tensor<3x3x2x12xf32>, %img2: tensor<?x8x?x6xf32>, %tu: tuple<tensor<2xf32>, tensor<3xf32>>, %x: tensor<2xf32>, %l3: tensor<11x5xf32>, %r3: tensor<3x5x7xf32>, %gs: tensor<3xi64>, %bl: tensor<3x11x5xf32>, %br: tensor<3x5x7xf32>, %i8: tensor<4x4xi8>, %c2: tensor<2x5xf32>, %c3: tensor<5x11xf32>, %gp: tensor<3xi64>, %u2: tensor<2x1xf32>) {
  %0 = "stablehlo.gather"(%a0, %i0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 5>, indices_are_sorted = false}> : (tensor<2x3x4x5xf32>, tensor<2x6x2xi64>) -> tensor<2x6x5xf32>
  %1 = "stablehlo.gather"(%a0, %ig) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [1], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 3, 5>}> : (tensor<2x3x4x5xf32>, tensor<6x2xi32>) -> tensor<2x6x3x5xf32>
  %2 = "stablehlo.gather"(%dyn, %dy1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  %3 = "stablehlo.scatter"(%a0, %i0, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4x5xf32>, tensor<2x6x2xi64>, tensor<2x6x5xf32>) -> tensor<2x3x4x5xf32>
  %4:2 = "stablehlo.scatter"(%c2, %c2, %s1, %u2, %u2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %p2: tensor<f32>, %q: tensor<f32>, %q2: tensor<f32>):
    "stablehlo.return"(%q, %q2) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<1x1xi64>, tensor<2x1xf32>, tensor<2x1xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
  %5 = "stablehlo.convolution"(%img, %ker) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 2>}> : (tensor<4x8x8x6xf32>, tensor<3x3x2x12xf32>) -> tensor<4x8x5x12xf32>
  %6 = "stablehlo.convolution"(%img2, %ker) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64}> : (tensor<?x8x?x6xf32>, tensor<3x3x2x12xf32>) -> tensor<?x6x?x12xf32>
  %7 = "chlo.ragged_dot"(%l3, %r3, %gs) <{precision_config = [], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  %8 = "chlo.ragged_dot"(%c2, %c2, %gs) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<3xi64>) -> tensor<3x2x2xf32>
  %9 = "chlo.ragged_dot"(%bl, %br, %gs) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<3x11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
  %10 = "stablehlo.all_gather"(%c2) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x5xf32>) -> tensor<4x5xf32>
  %11 = "stablehlo.all_reduce"(%c2) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %12 = "stablehlo.all_reduce"(%c2) <{replica_groups = dense<> : tensor<0x0xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %s = "stablehlo.add"(%p, %q) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%s) : (tensor<f64>) -> ()
  }) : (tensor<2x5xf32>) -> tensor<2x5xf64>
  %13 = "stablehlo.all_to_all"(%dyn) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %14 = "stablehlo.all_to_all"(%i8) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x4xi8>) -> tensor<4x4xi8>
  %15 = "stablehlo.collective_permute"(%i8) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xi8>) -> tensor<4x4xi8>
  %16 = "stablehlo.collective_broadcast"(%i8) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xi8>) -> tensor<4x4xi8>
  %17 = "stablehlo.reduce_scatter"(%i8) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = "stablehlo.add"(%p, %q) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4x4xi8>) -> tensor<2x4xi32>
  %18 = "stablehlo.custom_call"(%tu, %x) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [1]>]}> : (tuple<tensor<2xf32>, tensor<3xf32>>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<3xf32>>
  %181 = "stablehlo.custom_call"(%t, %x) <{call_target_name = "f", operand_layouts = [dense<> : tensor<0xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]}> : (!stablehlo.token, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<3xf32>>
  %19 = "stablehlo.custom_call"(%x) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> tensor<2xf32>
  %20:3 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[0, 1], [0]]}> : (!stablehlo.token) -> (tensor<2x4xf32>, tensor<3xi8>, !stablehlo.token)
  %21:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %22 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %24 = "stablehlo.dot_general"(%c2, %c2) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x2xf32>
  "func.return"() : () -> ()
}
