// Portable artifacts as text: StableHLO to VHLO, to an older version, and back.

// RUN: tfrt-opt -stablehlo-legalize-to-vhlo %s | FileCheck %s
// RUN: tfrt-opt -stablehlo-legalize-to-vhlo -vhlo-to-version=target=1.0.0 %s | FileCheck %s --check-prefix=OLDER
// RUN: tfrt-opt -stablehlo-legalize-to-vhlo -vhlo-to-version=target=1.0.0 -vhlo-legalize-to-stablehlo %s | FileCheck %s --check-prefix=BACK
// RUN: tfrt-opt -stablehlo-legalize-to-vhlo %s | tfrt-opt -vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=BACK
// RUN: tfrt-opt -stablehlo-legalize-to-vhlo -emit-bytecode %s | tfrt-opt | FileCheck %s
// RUN: tfrt-translate --serialize --target=0.9.0 %s | tfrt-translate --deserialize | FileCheck %s --check-prefix=BACK

// CHECK: vhlo.func_v1 @f(%arg0: !vhlo.tensor_v1<2x3x!vhlo.f32_v1>, %arg1: !vhlo.tensor_v1<!vhlo.i32_v1>) -> (!vhlo.tensor_v1<2x3x!vhlo.f32_v1>) {
// BACK: func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32> {
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: %0 = "vhlo.tanh_v2"(%arg0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}> : (!vhlo.tensor_v1<2x3x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x3x!vhlo.f32_v1>
  // OLDER: %0 = "vhlo.tanh_v1"(%arg0) : (!vhlo.tensor_v1<2x3x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x3x!vhlo.f32_v1>
  // BACK-NEXT: %0 = stablehlo.tanh %arg0 : tensor<2x3xf32>
  %0 = stablehlo.tanh %arg0 : tensor<2x3xf32>
  // CHECK-NEXT: %1 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<1> : tensor<i32>>}> : () -> !vhlo.tensor_v1<!vhlo.i32_v1>
  // BACK-NEXT: %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  // CHECK-NEXT: %2 = "vhlo.compare_v1"(%arg1, %1) <{compare_type = #vhlo<comparison_type_v1 SIGNED>, comparison_direction = #vhlo<comparison_direction_v1 LT>}>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK-NEXT: %3 = "vhlo.if_v1"(%2) ({
  // CHECK-NEXT:   "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<2x3x!vhlo.f32_v1>) -> ()
  %3 = "stablehlo.if"(%2) ({
    stablehlo.return %0 : tensor<2x3xf32>
  }, {
    stablehlo.return %arg0 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  // CHECK: %4 = "vhlo.call_v1"(%3) <{callee = #vhlo.string_v1<"g">}>
  // BACK: call @g(%2)
  %4 = call @g(%3) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// CHECK: } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"a.b"> = #vhlo.integer_v1<1 : i64>}>]>
// CHECK-SAME: sym_visibility = #vhlo.string_v1<"private">}
// BACK: func.func private @g(%arg0: tensor<2x3xf32> {a.b = 1 : i64}) -> tensor<2x3xf32> {
func.func private @g(%arg0: tensor<2x3xf32> {a.b = 1 : i64}) -> tensor<2x3xf32> {
  return %arg0 : tensor<2x3xf32>
}
