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
