// Special functions as formulas agree with values that were computed with 30 digits.
// RUN: tfrt-opt --chlo-legalize-to-stablehlo %s | tfrt-run - | FileCheck %s

// CHECK-NOT: error
// CHECK-LABEL: --- Running 'special'
func.func @special() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf64>
  %y0 = chlo.erf %x0 : tensor<7xf64> -> tensor<7xf64>
  %w0 = stablehlo.constant dense<[0.0, 0.27632639016823696, -0.6778011938374184, 0.8427007929497149, 0.999593047982555, -0.9999956972205363, 1.0]> : tensor<7xf64>
  check.expect_close %y0, %w0 : tensor<7xf64>, tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf32>
  %y1 = chlo.erf %x1 : tensor<7xf32> -> tensor<7xf32>
  %w1 = stablehlo.constant dense<[0.0, 0.27632638812065125, -0.6778011918067932, 0.8427007794380188, 0.9995930194854736, -0.9999957084655762, 1.0]> : tensor<7xf32>
  check.expect_close %y1, %w1, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf64>
  %y2 = chlo.erfc %x2 : tensor<7xf64> -> tensor<7xf64>
  %w2 = stablehlo.constant dense<[1.0, 0.7236736098317631, 1.6778011938374184, 0.15729920705028513, 0.0004069520174449589, 1.9999956972205364, 2.088487583762545e-45]> : tensor<7xf64>
  check.expect_close %y2, %w2 : tensor<7xf64>, tensor<7xf64>
  %x3 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf32>
  %y3 = chlo.erfc %x3 : tensor<7xf32> -> tensor<7xf32>
  %w3 = stablehlo.constant dense<[1.0, 0.7236735820770264, 1.6778011322021484, 0.15729920566082, 0.00040695202187635005, 1.9999957084655762, 1.401298464324817e-45]> : tensor<7xf32>
  check.expect_close %y3, %w3, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %x4 = stablehlo.constant dense<[0.0, 0.125, -0.5, 0.75, -0.99, 0.9999, 1.0]> : tensor<7xf64>
  %y4 = chlo.erf_inv %x4 : tensor<7xf64> -> tensor<7xf64>
  %w4 = stablehlo.constant dense<[0.0, 0.11123545184094996, -0.4769362762044699, 0.8134198475976185, -1.8213863677184494, 2.75106390571208, 0x7FF0000000000000]> : tensor<7xf64>
  check.expect_close %y4, %w4 : tensor<7xf64>, tensor<7xf64>
  %x5 = stablehlo.constant dense<[0.0, 0.125, -0.5, 0.75, -0.99, 0.9999, 1.0]> : tensor<7xf32>
  %y5 = chlo.erf_inv %x5 : tensor<7xf32> -> tensor<7xf32>
  %w5 = stablehlo.constant dense<[0.0, 0.11123545467853546, -0.4769362807273865, 0.8134198188781738, -1.8213865756988525, 2.751035451889038, 0x7F800000]> : tensor<7xf32>
  check.expect_close %y5, %w5, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %x6 = stablehlo.constant dense<[0.5, 1.0, 2.0, 3.75, -0.75, 12.5, -2.0]> : tensor<7xf64>
  %y6 = chlo.lgamma %x6 : tensor<7xf64> -> tensor<7xf64>
  %w6 = stablehlo.constant dense<[0.5723649429247001, 0.0, 0.0, 1.486815578593417, 1.5757045971498584, 18.734347511936445, 0x7FF0000000000000]> : tensor<7xf64>
  check.expect_close %y6, %w6, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %x7 = stablehlo.constant dense<[0.5, 1.0, 2.0, 3.75, -0.75, 12.5, -2.0]> : tensor<7xf32>
  %y7 = chlo.lgamma %x7 : tensor<7xf32> -> tensor<7xf32>
  %w7 = stablehlo.constant dense<[0.5723649263381958, 0.0, 0.0, 1.4868155717849731, 1.575704574584961, 18.73434829711914, 0x7F800000]> : tensor<7xf32>
  check.expect_close %y7, %w7, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %x8 = stablehlo.constant dense<[0.5, 1.0, 2.0, 3.75, -0.75, 12.5, -2.0]> : tensor<7xf64>
  %y8 = chlo.digamma %x8 : tensor<7xf64> -> tensor<7xf64>
  %w8 = stablehlo.constant dense<[-1.9635100260214235, -0.5772156649015329, 0.42278433509846713, 1.1825373886117962, -2.894120200042932, 2.4851956512749123, 0x7FF8000000000000]> : tensor<7xf64>
  check.expect_close %y8, %w8, max_ulp_difference = 16 : tensor<7xf64>, tensor<7xf64>
  %x9 = stablehlo.constant dense<[0.5, 1.0, 2.0, 3.75, -0.75, 12.5, -2.0]> : tensor<7xf32>
  %y9 = chlo.digamma %x9 : tensor<7xf32> -> tensor<7xf32>
  %w9 = stablehlo.constant dense<[-1.9635100364685059, -0.5772156715393066, 0.42278432846069336, 1.1825374364852905, -2.894120216369629, 2.4851956367492676, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %y9, %w9, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %x10 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf64>
  %y10 = chlo.bessel_i1e %x10 : tensor<7xf64> -> tensor<7xf64>
  %w10 = stablehlo.constant dense<[0.0, 0.09811262869736824, -0.18466998276274732, 0.20791041534970844, 0.20658464953126657, -0.19203105433313603, 0.12126268138445552]> : tensor<7xf64>
  check.expect_close %y10, %w10, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %x11 = stablehlo.constant dense<[0.0, 0.25, -0.7, 1.0, 2.5, -3.25, 10.0]> : tensor<7xf32>
  %y11 = chlo.bessel_i1e %x11 : tensor<7xf32> -> tensor<7xf32>
  %w11 = stablehlo.constant dense<[0.0, 0.09811262786388397, -0.18466998636722565, 0.207910418510437, 0.2065846472978592, -0.19203105568885803, 0.12126268446445465]> : tensor<7xf32>
  check.expect_close %y11, %w11, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  %a = stablehlo.constant dense<[2.0, 1.5, 3.0, 1.0]> : tensor<4xf64>
  %q = stablehlo.constant dense<[1.0, 0.5, 2.25, 3.0]> : tensor<4xf64>
  %z = chlo.zeta %a, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  %zw = stablehlo.constant dense<[1.6449340668482264, 4.776537947554833, 0.15186996876846018, 0x7FF0000000000000]> : tensor<4xf64>
  check.expect_close %z, %zw, max_ulp_difference = 8 : tensor<4xf64>, tensor<4xf64>
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 0.5]> : tensor<4xf64>
  %p = chlo.polygamma %n, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  %pw = stablehlo.constant dense<[-0.5772156649015329, 4.934802200544679, -0.30373993753692036, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_close %p, %pw, max_ulp_difference = 16 : tensor<4xf64>, tensor<4xf64>
  return
}

// CHECK-LABEL: --- Running 'inverse'
func.func @inverse() {
  %x = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.5), (3.0, -4.0), (-0.125, -0.001)]> : tensor<4xcomplex<f64>>
  %acos = chlo.acos %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %acos_w = stablehlo.constant dense<[(1.0691874735193958, -0.2813960562452928), (2.863838397032079, -1.3618009008578458), (0.9368124611557199, 2.305509031243477), (1.6961240939690272, 0.0010079050825811833)]> : tensor<4xcomplex<f64>>
  check.expect_close %acos, %acos_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %acosh = chlo.acosh %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %acosh_w = stablehlo.constant dense<[(0.2813960562452928, 1.0691874735193958), (1.3618009008578458, 2.863838397032079), (2.305509031243477, -0.9368124611557199), (0.0010079050825811833, -1.6961240939690272)]> : tensor<4xcomplex<f64>>
  check.expect_close %acosh, %acosh_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %asin = chlo.asin %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %asin_w = stablehlo.constant dense<[(0.5016088532755008, 0.2813960562452928), (-1.2930420702371828, 1.3618009008578458), (0.6339838656391767, -2.305509031243477), (-0.1253277671741306, -0.0010079050825811833)]> : tensor<4xcomplex<f64>>
  check.expect_close %asin, %asin_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %asinh = chlo.asinh %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %asinh_w = stablehlo.constant dense<[(0.4926756834207706, 0.2243284526346675), (-1.4657153519472905, 0.22101863562288385), (2.2999140408792695, -0.9176168533514787), (-0.12467680798474064, -0.0009922780320335955)]> : tensor<4xcomplex<f64>>
  check.expect_close %asinh, %asinh_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %atan = chlo.atan %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %atan_w = stablehlo.constant dense<[(0.4842544903299662, 0.20058661813123432), (-1.1265564408348223, 0.09641562020299617), (1.4483069952314644, -0.15899719167999918), (-0.12435511573030904, -0.0009846156878848477)]> : tensor<4xcomplex<f64>>
  check.expect_close %atan, %atan_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %atanh = chlo.atanh %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %atanh_w = stablehlo.constant dense<[(0.5003700000525311, 0.3143981432077165), (-0.5003700000525311, 1.421546861001807), (0.1175009073114339, -1.4099210495965755), (-0.1256570851408402, -0.001015872650032711)]> : tensor<4xcomplex<f64>>
  check.expect_close %atanh, %atanh_w, max_ulp_difference = 6 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  return
}

// CHECK-LABEL: --- Running 'high_products'
func.func @high_products() {
  %a_i8 = stablehlo.constant dense<[-128, 127, 5, 126]> : tensor<4xi8>
  %b_i8 = stablehlo.constant dense<[127, 127, 125, -128]> : tensor<4xi8>
  %r_i8 = chlo.mulhi %a_i8, %b_i8 : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %r_i8, dense<[-64, 63, 2, -63]> : tensor<4xi8>
  %a_ui8 = stablehlo.constant dense<[0, 255, 5, 254]> : tensor<4xui8>
  %b_ui8 = stablehlo.constant dense<[255, 255, 253, 3]> : tensor<4xui8>
  %r_ui8 = chlo.mulhi %a_ui8, %b_ui8 : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  check.expect_eq_const %r_ui8, dense<[0, 254, 4, 2]> : tensor<4xui8>
  %a_i64 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 5, 9223372036854775806]> : tensor<4xi64>
  %b_i64 = stablehlo.constant dense<[9223372036854775807, 9223372036854775807, 9223372036854775805, -9223372036854775808]> : tensor<4xi64>
  %r_i64 = chlo.mulhi %a_i64, %b_i64 : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  check.expect_eq_const %r_i64, dense<[-4611686018427387904, 4611686018427387903, 2, -4611686018427387903]> : tensor<4xi64>
  %a_ui64 = stablehlo.constant dense<[0, 18446744073709551615, 5, 18446744073709551614]> : tensor<4xui64>
  %b_ui64 = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 18446744073709551613, 3]> : tensor<4xui64>
  %r_ui64 = chlo.mulhi %a_ui64, %b_ui64 : tensor<4xui64>, tensor<4xui64> -> tensor<4xui64>
  check.expect_eq_const %r_ui64, dense<[0, 18446744073709551614, 4, 2]> : tensor<4xui64>
  %a_i4 = stablehlo.constant dense<[-8, 7, 5, 6]> : tensor<4xi4>
  %b_i4 = stablehlo.constant dense<[7, 7, 5, -8]> : tensor<4xi4>
  %r_i4 = chlo.mulhi %a_i4, %b_i4 : tensor<4xi4>, tensor<4xi4> -> tensor<4xi4>
  check.expect_eq_const %r_i4, dense<[-4, 3, 1, -3]> : tensor<4xi4>
  return
}
