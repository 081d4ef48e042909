module {
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
}
