// The written form of manual computations.
// RUN: tfrt-opt %s | FileCheck %s
// RUN: tfrt-opt %s | tfrt-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @forms
func.func @forms(%a: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %0:2 = sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, [{"x", ?}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x8xf32>, %arg2: tensor<2x4xf32>) {
  // CHECK-NEXT: %1 = stablehlo.negate %arg1 : tensor<2x8xf32>
  // CHECK: sdy.return %1, %{{.*}} : tensor<2x8xf32>, tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %0:2 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, [{"x", ?}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x", "y"} (%b: tensor<2x8xf32>, %c: tensor<2x4xf32>) {
    %1 = stablehlo.negate %b : tensor<2x8xf32>
    %2 = stablehlo.constant dense<1.0> : tensor<4x8xf32>
    sdy.return %1, %2 : tensor<2x8xf32>, tensor<4x8xf32>
  } : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}
// CHECK-LABEL: func.func @nothing
func.func @nothing() {
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}
