// Operations on constants are computed as they would be at run time; numbers of processes and large results are not.

// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder))' %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder{optimize-float=false fold-op-element-limit=2}))' %s | FileCheck %s --check-prefix=LESS
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-target-independent-optimization))' %s | FileCheck %s --check-prefix=BOTH

// CHECK-LABEL: func.func @numbers
// CHECK-DAG: %[[SUM:.*]] = stablehlo.constant dense<[4, 6, 8]> : tensor<3xi32>
// CHECK-DAG: %[[ROOT:.*]] = stablehlo.constant dense<1.500000e+00> : tensor<4xf32>
// CHECK-DAG: %[[SMALLER:.*]] = stablehlo.constant dense<true> : tensor<3xi1>
// CHECK-DAG: %[[FLOAT:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xbf16>
// CHECK: return %[[SUM]], %[[ROOT]], %[[SMALLER]], %[[FLOAT]]
// LESS-LABEL: func.func @numbers
// LESS: stablehlo.add
// LESS-NEXT: stablehlo.sqrt
// LESS-NEXT: stablehlo.compare
// LESS-NEXT: stablehlo.convert
func.func @numbers() -> (tensor<3xi32>, tensor<4xf32>, tensor<3xi1>, tensor<3xbf16>) {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi32>
  %c = stablehlo.constant dense<2.25> : tensor<4xf32>
  %0 = stablehlo.add %a, %b : tensor<3xi32>
  %1 = stablehlo.sqrt %c : tensor<4xf32>
  %2 = stablehlo.compare LT, %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %3 = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xbf16>
  return %0, %1, %2, %3 : tensor<3xi32>, tensor<4xf32>, tensor<3xi1>, tensor<3xbf16>
}

// CHECK-LABEL: func.func @moved
// CHECK-DAG: %[[TURNED:.*]] = stablehlo.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
// CHECK-DAG: %[[PART:.*]] = stablehlo.constant dense<{{\[\[}}2, 3]]> : tensor<1x2xi32>
// CHECK-DAG: %[[SUMS:.*]] = stablehlo.constant dense<[6, 15]> : tensor<2xi32>
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: return %[[TURNED]], %[[PART]], %[[SUMS]], %[[SIZE]]
func.func @moved(%x: tensor<?x3xf32>) -> (tensor<3x2xi32>, tensor<1x2xi32>, tensor<2xi32>, tensor<i32>) {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.slice %a [0:1, 1:3] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
  return %0, %1, %2, %3 : tensor<3x2xi32>, tensor<1x2xi32>, tensor<2xi32>, tensor<i32>
}

// CHECK-LABEL: func.func @left
// CHECK: stablehlo.constant dense<2> : tensor<1000000xi32>
// CHECK: stablehlo.replica_id
// CHECK-NEXT: stablehlo.rng
// CHECK-NEXT: stablehlo.concatenate
func.func @left(%x: tensor<2xf32>) -> (tensor<ui32>, tensor<2xf32>, tensor<1000000xi32>, tensor<100001xi32>) {
  %lo = stablehlo.constant dense<0.0> : tensor<f32>
  %hi = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<2> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %many = stablehlo.constant dense<3> : tensor<100000xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.rng %lo, %hi, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %2 = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<i32>) -> tensor<1000000xi32>
  %3 = stablehlo.concatenate %many, %one, dim = 0 : (tensor<100000xi32>, tensor<1xi32>) -> tensor<100001xi32>
  return %0, %1, %2, %3 : tensor<ui32>, tensor<2xf32>, tensor<1000000xi32>, tensor<100001xi32>
}

// A fold makes a simplification possible, and that a fold.
// BOTH-LABEL: func.func @together
// BOTH-NEXT: return %arg0
func.func @together(%x: tensor<2xi32>) -> tensor<2xi32> {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %b = stablehlo.constant dense<-3> : tensor<i32>
  %0 = stablehlo.add %a, %b : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.add %1, %x : tensor<2xi32>
  return %2 : tensor<2xi32>
}
