// Products sum in the order in which the program lists what is summed over, also where the dimensions lie in another one.
// RUN: tfrt-run %s --input=6x3x50xf32=0.1 --input=3x50x4xf32=0.2 > %t.optimised
// RUN: tfrt-run -O0 %s --input=6x3x50xf32=0.1 --input=3x50x4xf32=0.2 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: FileCheck %s < %t.optimised

// CHECK: 6x4xf32=
// CHECK: 6x4xf32=
func.func @main(%x: tensor<6x3x50xf32>, %y: tensor<3x50x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %i = stablehlo.iota dim = 2 : tensor<6x3x50xf32>
  %0 = stablehlo.add %x, %i : tensor<6x3x50xf32>
  %a = stablehlo.sine %0 : tensor<6x3x50xf32>
  %j = stablehlo.iota dim = 1 : tensor<3x50x4xf32>
  %1 = stablehlo.multiply %y, %j : tensor<3x50x4xf32>
  %b = stablehlo.cosine %1 : tensor<3x50x4xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [2, 1] x [1, 0] : (tensor<6x3x50xf32>, tensor<3x50x4xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [1, 2] x [0, 1] : (tensor<6x3x50xf32>, tensor<3x50x4xf32>) -> tensor<6x4xf32>
  return %2, %3 : tensor<6x4xf32>, tensor<6x4xf32>
}
