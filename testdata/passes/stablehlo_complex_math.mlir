// Functions of complex numbers as functions of their parts agree with values that were computed with 30 digits.
// RUN: tfrt-opt --stablehlo-complex-math-expander %s | tfrt-run - | FileCheck %s
// RUN: tfrt-opt --stablehlo-complex-math-expander %s | FileCheck %s --check-prefix=EXPANDED

// CHECK-NOT: error
// CHECK-LABEL: --- Running 'functions'
// EXPANDED-LABEL: func.func @functions
// EXPANDED-NOT: stablehlo.log {{.*}}complex
// EXPANDED-NOT: stablehlo.sqrt {{.*}}complex
func.func @functions() {
  %x = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.5), (3.0, -4.0), (-0.125, -0.001), (1.0e-09, 1.0e-05), (1.0e+200, -1.0e+200)]> : tensor<6xcomplex<f64>>
  %log = stablehlo.log %x : tensor<6xcomplex<f64>>
  %log_w = stablehlo.constant dense<[(-0.5815754049028404, 0.4636476090008061), (0.7234594914681627, 2.896613990462929), (1.6094379124341003, -0.9272952180016122), (-2.079409542703792, -3.1335928242499067), (-11.512925459970228, 1.5706963267952299), (460.8635921890891, -0.7853981633974483)]> : tensor<6xcomplex<f64>>
  check.expect_close %log, %log_w, max_ulp_difference = 4 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %log_plus_one = stablehlo.log_plus_one %x : tensor<6xcomplex<f64>>
  %log_plus_one_w = stablehlo.constant dense<[(0.4191645952022216, 0.16514867741462683), (0.11157177565710488, 2.677945044588987), (1.7328679513998633, -0.7853981633974483), (-0.13353073956372463, -0.001142856645287076), (1.0499999993975001e-09, 9.999999989666668e-06), (460.8635921890891, -0.7853981633974483)]> : tensor<6xcomplex<f64>>
  check.expect_close %log_plus_one, %log_plus_one_w, max_ulp_difference = 4 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %sqrt = stablehlo.sqrt %x : tensor<6xcomplex<f64>>
  %sqrt_w = stablehlo.constant dense<[(0.7276733451126774, 0.17178037486125622), (0.17543205637629383, 1.425053124063947), (2.0, -1.0), (0.001414202248981368, -0.3535562189638319), (0.00223617978369361, 0.0022359561768961395), (1.09868411346781e+100, -4.550898605622274e+99)]> : tensor<6xcomplex<f64>>
  check.expect_close %sqrt, %sqrt_w, max_ulp_difference = 4 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.5), (3.0, -4.0), (700.0, 1.0), (-0.125, -0.001), (709.5, 0.0)]> : tensor<6xcomplex<f64>>
  %exponential = stablehlo.exponential %y : tensor<6xcomplex<f64>>
  %exponential_w = stablehlo.constant dense<[(1.5974665191199127, 0.40790017007835977), (0.11876788457694577, 0.0648831910578654), (-13.128783081462158, 15.200784463067954), (5.4799191785870425e+303, 8.534468459216007e+303), (0.8824964613361809, -0.0008824967555017857), (1.3549863193146328e+308, 0.0)]> : tensor<6xcomplex<f64>>
  check.expect_close %exponential, %exponential_w, max_ulp_difference = 4 : tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>
  return
}
