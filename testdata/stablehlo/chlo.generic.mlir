func.func @chlo(%f: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>, %c: tensor<4xcomplex<f32>>, %m: tensor<2x3xf32>, %n: tensor<1x3x5xf32>, %g: tensor<1xi64>, %s: tensor<f32>, %u: tensor<*xf32>) {
  %0 = "chlo.acos"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "chlo.acosh"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "chlo._asin_acos_kernel"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %3 = "chlo.asin"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "chlo.asinh"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "chlo.atan"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "chlo.atanh"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "chlo.bessel_i1e"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "chlo.broadcast_add"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %9 = "chlo.broadcast_add"(%f, %s) <{broadcast_dimensions = array<i64>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %10 = "chlo.broadcast_and"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %11 = "chlo.broadcast_atan2"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %12 = "chlo.broadcast_compare"(%f, %f) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %13 = "chlo.broadcast_compare"(%f, %f) <{broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %14 = "chlo.broadcast_complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %15 = "chlo.broadcast_divide"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %16 = "chlo.broadcast_maximum"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %17 = "chlo.broadcast_minimum"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %18 = "chlo.broadcast_multiply"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %19 = "chlo.broadcast_next_after"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %20 = "chlo.broadcast_or"(%p, %p) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %21 = "chlo.broadcast_polygamma"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %22 = "chlo.broadcast_power"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %23 = "chlo.broadcast_remainder"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %24 = "chlo.broadcast_select"(%p, %f, %f) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %25 = "chlo.broadcast_shift_left"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %26 = "chlo.broadcast_shift_right_arithmetic"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %27 = "chlo.broadcast_shift_right_logical"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %28 = "chlo.broadcast_subtract"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %29 = "chlo.broadcast_xor"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %30 = "chlo.broadcast_zeta"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %31 = "chlo.conj"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %32 = "chlo.constant_like"(%f) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %33 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %34 = "chlo.cosh"(%f) {note} : (tensor<4xf32>) -> tensor<4xf32>
  %35 = "chlo.digamma"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %36 = "chlo.erf_inv"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %37 = "chlo.erf"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %38 = "chlo.erfc"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %39 = "chlo.is_inf"(%f) : (tensor<4xf32>) -> tensor<4xi1>
  %40 = "chlo.is_neg_inf"(%f) : (tensor<4xf32>) -> tensor<4xi1>
  %41 = "chlo.is_pos_inf"(%f) : (tensor<4xf32>) -> tensor<4xi1>
  %42 = "chlo.lgamma"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %43 = "chlo.next_after"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %44 = "chlo.polygamma"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %45 = "chlo.ragged_dot"(%m, %n, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<1x3x5xf32>, tensor<1xi64>) -> tensor<2x5xf32>
  %47 = "chlo.sinh"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %48 = "chlo.square"(%f) : (tensor<4xf32>) -> tensor<4xf32>
  %49 = "chlo.tan"(%u) : (tensor<*xf32>) -> tensor<*xf32>
  %50:2 = "chlo.top_k"(%f) <{k = 2 : i64}> : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %51 = "chlo.zeta"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %52 = "chlo.mulhi"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  "func.return"() : () -> ()
}
