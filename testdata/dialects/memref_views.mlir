// RUN: tfrt-opt -split-input-file %s | FileCheck %s
// RUN: tfrt-opt -split-input-file -mlir-print-op-generic %s | tfrt-opt -split-input-file | FileCheck %s

// The forms of views are upstream's, also after a way through the generic form.
// CHECK-LABEL: func.func @views
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 2] [4, %arg1] [1, 2] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 2], offset: ?>>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1, 4], strides: [4, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[4, 1]>>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<8x16xf32> into memref<128xf32>
// CHECK-NEXT: %expand_shape = memref.expand_shape %collapse_shape {{\[\[}}0, 1]] output_shape [4, 32] : memref<128xf32> into memref<4x32xf32>
// CHECK-NEXT: %view = memref.view %arg2[%arg1][%arg1] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg0 : memref<8x16xf32> to memref<8x16xf32, 1>
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<8x16xf32> -> index
// CHECK-NEXT: %reshape = memref.reshape %arg0(%arg3) : (memref<8x16xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<8x16xf32>
func.func @views(%m: memref<8x16xf32>, %i: index, %u: memref<?xi8>, %s: memref<2xindex>) {
  %0 = memref.subview %m[%i, 2] [4, %i] [1, 2] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 2], offset: ?>>
  %1 = memref.reinterpret_cast %m to offset: [0], sizes: [%i, 4], strides: [4, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[4, 1]>>
  %2 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %3 = memref.expand_shape %2 [[0, 1]] output_shape [4, 32] : memref<128xf32> into memref<4x32xf32>
  %4 = memref.view %u[%i][%i] : memref<?xi8> to memref<?xf32>
  %5 = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, 1>
  %6:6 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  %7 = memref.extract_aligned_pointer_as_index %m : memref<8x16xf32> -> index
  %8 = memref.reshape %m(%s) : (memref<8x16xf32>, memref<2xindex>) -> memref<?x?xf32>
  %9 = memref.assume_alignment %m, 16 : memref<8x16xf32>
  return
}
