module {
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
    %21 = stablehlo.composite "my.op" %arg0 {composite_attributes = {k = 1 : i64, s = "x"}, decomposition = @callee, version = 3 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return
  }
  func.func private @callee(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
    return %arg0 : tensor<2x4xf32>
  }
}
