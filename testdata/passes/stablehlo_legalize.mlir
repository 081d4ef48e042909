// Operations that StableHLO keeps for old programs, and signs of integers.

// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-legalize-deprecated-ops{fail-on-unused=false}))' %s | FileCheck %s
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-legalize-deprecated-ops))' %s 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: tfrt-opt --stablehlo-convert-to-signless %s | FileCheck %s --check-prefix=SIGNLESS

// FAILS: stablehlo_legalize.mlir:[[#]]:8: error: failed to legalize operation 'stablehlo.map' that was explicitly marked illegal

// CHECK-LABEL: func.func @moved
// CHECK-NEXT: stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<3xi32>) -> tensor<1x2x3xi32>
// CHECK-NEXT: stablehlo.after_all : !stablehlo.token
func.func @moved(%a: tensor<3xi32>) -> (tensor<1x2x3xi32>, !stablehlo.token) {
  %0 = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 1, 2>}> : (tensor<3xi32>) -> tensor<1x2x3xi32>
  %1 = "stablehlo.create_token"() : () -> !stablehlo.token
  return %0, %1 : tensor<1x2x3xi32>, !stablehlo.token
}

// CHECK-LABEL: func.func @products
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
// CHECK-NEXT: stablehlo.dot_general %arg2, %arg2, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: stablehlo.einsum %cst, %arg0, config = ",ij->ji" : (tensor<f32>, tensor<2x3xf32>) -> tensor<3x2xf32>
func.func @products(%a: tensor<2x3xf32>, %b: tensor<3x?xf32>, %c: tensor<3xf32>) -> (tensor<2x?xf32>, tensor<f32>, tensor<3x2xf32>) {
  %0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
  %1 = stablehlo.dot %c, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %2 = "stablehlo.unary_einsum"(%a) {einsum_config = "ij->ji"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0, %1, %2 : tensor<2x?xf32>, tensor<f32>, tensor<3x2xf32>
}

// CHECK-LABEL: func.func @sum
// CHECK-NEXT: "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT:   stablehlo.add %arg1, %arg2 : tensor<f32>
func.func @sum(%a: tensor<10xf32>) -> tensor<10xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// CHECK-LABEL: func.func @without_replacement
// CHECK-NEXT: "stablehlo.map"
func.func @without_replacement(%a: tensor<10xf32>) -> tensor<10xf32> {
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// SIGNLESS-LABEL: func.func @unsigned(%arg0: tensor<2xi8>, %arg1: tensor<i32>) -> (tensor<2xi8>, tensor<i32>)
// SIGNLESS-NEXT: stablehlo.constant dense<[1, -56]> : tensor<2xi8>
// SIGNLESS-NEXT: stablehlo.add %c, %arg0 : tensor<2xi8>
// SIGNLESS: stablehlo.while(%iterArg = %arg1) : tensor<i32>
// SIGNLESS: stablehlo.compare LT, %iterArg, %iterArg, UNSIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// SIGNLESS: func.call @called(%iterArg) : (tensor<i32>) -> tensor<i32>
// SIGNLESS: func.func private @called(tensor<i32>) -> tensor<i32>
func.func @unsigned(%a: tensor<2xui8>, %n: tensor<ui32>) -> (tensor<2xui8>, tensor<ui32>) {
  %c = stablehlo.constant dense<[1, 200]> : tensor<2xui8>
  %0 = stablehlo.add %c, %a : tensor<2xui8>
  %1 = stablehlo.while(%i = %n) : tensor<ui32>
   cond {
    %p = stablehlo.compare LT, %i, %i, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %2 = func.call @called(%i) : (tensor<ui32>) -> tensor<ui32>
    stablehlo.return %2 : tensor<ui32>
  }
  return %0, %1 : tensor<2xui8>, tensor<ui32>
}
func.func private @called(tensor<ui32>) -> tensor<ui32>
