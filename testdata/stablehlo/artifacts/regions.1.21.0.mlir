module {
  func.func @regions(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i1>, %arg5: tensor<2x1xi64>, %arg6: tensor<1x4x4x1xf32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
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
    %4:2 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %arg0) : tensor<i32>, tensor<2x3xf32>
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
    %9 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    %10 = "stablehlo.select_and_scatter"(%arg6, %arg6, %arg2) <{window_dimensions = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %12 = stablehlo.compare GE, %arg7, %arg8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }, {
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
    %11 = "stablehlo.scatter"(%arg0, %arg5, %arg0) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg8 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
