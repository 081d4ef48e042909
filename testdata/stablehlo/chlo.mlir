module {
  func.func @chlo(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi1>, %arg3: tensor<4xcomplex<f32>>, %arg4: tensor<2x3xf32>, %arg5: tensor<1x3x5xf32>, %arg6: tensor<1xi64>, %arg7: tensor<f32>, %arg8: tensor<*xf32>) {
    %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<4xf32>
    %1 = chlo.acosh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %2 = chlo._asin_acos_kernel %arg3 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    %3 = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf32>
    %4 = chlo.asinh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %5 = chlo.atan %arg0 : tensor<4xf32> -> tensor<4xf32>
    %6 = chlo.atanh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %7 = chlo.bessel_i1e %arg0 : tensor<4xf32> -> tensor<4xf32>
    %8 = chlo.broadcast_add %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %9 = chlo.broadcast_add %arg0, %arg7 {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %10 = chlo.broadcast_and %arg1, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %11 = chlo.broadcast_atan2 %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %12 = chlo.broadcast_compare %arg0, %arg0 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %13 = chlo.broadcast_compare %arg0, %arg0 {broadcast_dimensions = array<i64: 0>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %14 = chlo.broadcast_complex %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
    %15 = chlo.broadcast_divide %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %16 = chlo.broadcast_maximum %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %17 = chlo.broadcast_minimum %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %18 = chlo.broadcast_multiply %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %19 = chlo.broadcast_next_after %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %20 = chlo.broadcast_or %arg2, %arg2 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %21 = chlo.broadcast_polygamma %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %22 = chlo.broadcast_power %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %23 = chlo.broadcast_remainder %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %24 = chlo.broadcast_select %arg2, %arg0, %arg0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %25 = chlo.broadcast_shift_left %arg1, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %26 = chlo.broadcast_shift_right_arithmetic %arg1, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %27 = chlo.broadcast_shift_right_logical %arg1, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %28 = chlo.broadcast_subtract %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %29 = chlo.broadcast_xor %arg1, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %30 = chlo.broadcast_zeta %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %31 = chlo.conj %arg3 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    %32 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
    %33 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
    %34 = chlo.cosh %arg0 {note} : tensor<4xf32> -> tensor<4xf32>
    %35 = chlo.digamma %arg0 : tensor<4xf32> -> tensor<4xf32>
    %36 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
    %37 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
    %38 = chlo.erfc %arg0 : tensor<4xf32> -> tensor<4xf32>
    %39 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
    %40 = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
    %41 = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
    %42 = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<4xf32>
    %43 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    %44 = chlo.polygamma %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    %45 = "chlo.ragged_dot"(%arg4, %arg5, %arg6) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<1x3x5xf32>, tensor<1xi64>) -> tensor<2x5xf32>
    %46 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %47 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32>
    %48 = chlo.tan %arg8 : tensor<*xf32> -> tensor<*xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %49 = chlo.zeta %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    %50 = chlo.mulhi %arg1, %arg1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
    return
  }
}
