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
    %57:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4xf32>, tensor<4xi32>
    stablehlo.optimization_barrier()
    return
  }
}
