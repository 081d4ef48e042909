// RUN: tfrt-opt --pass-pipeline='builtin.module(stablehlo-refine-arguments{types=tensor<16xf32>})' --split-input-file --verify-diagnostics %s
// RUN: not tfrt-opt --pass-pipeline='builtin.module(stablehlo-refine-arguments{types=16})' --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: '16' is no list of types, which option 'types' takes

// expected-error @+1:1 {{'func.func' op number of refinements must match number of op operands 1 vs 2}}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// expected-error @+1:1 {{'func.func' op invalid refinement for argument 0, refinement must be a tensor in !stablehlo.token -> tensor<16xf32>}}
func.func @main(%x: !stablehlo.token) {
  return
}

// -----

// expected-error @+1:1 {{'func.func' op invalid refinement for argument 0, refinement element types must match in tensor<?xi32> -> tensor<16xf32>}}
func.func @main(%x: tensor<?xi32>) {
  return
}

// -----

// expected-error @+1:1 {{'func.func' op invalid refinement for argument 0, refinement rank must match operand rank in tensor<?x?xf32> -> tensor<16xf32>}}
func.func @main(%x: tensor<?x?xf32>) {
  return
}

// -----

// expected-error @+1:1 {{'func.func' op invalid refinement for argument 0, refinement dimension sizes must match for static dimensions in tensor<3xf32> -> tensor<16xf32>}}
func.func @main(%x: tensor<3xf32>) {
  return
}

// -----

// expected-error @+1:1 {{'func.func' op must have exactly one block}}
func.func private @main(tensor<?xf32>)

// -----

// expected-error @+1:1 {{'builtin.module' op must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @f(%x: tensor<?xf32>) {
    return
  }
  func.func @g(%x: tensor<?xf32>) {
    return
  }
}
