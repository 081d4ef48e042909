// Operations on views of memory in their own form.
// RUN: tfrt-opt %s | FileCheck %s
// RUN: tfrt-opt %s --mlir-print-op-generic | tfrt-opt | FileCheck %s

// CHECK: func.func @all(%arg0: index, %arg1: memref<?x4xf32>, %arg2: memref<*xf32>) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<f32>
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x4xf32>
// CHECK-NEXT: %alloca = memref.alloca(%arg0)[%arg0] : memref<?xf32, #map>
// CHECK-NEXT: memref.copy %arg1, %alloc_0 : memref<?x4xf32> to memref<?x4xf32>
// CHECK-NEXT: %dim = memref.dim %arg2, %arg0 : memref<*xf32>
// CHECK-NEXT: %0 = memref.rank %arg2 : memref<*xf32>
// CHECK-NEXT: %cast = memref.cast %arg1 : memref<?x4xf32> to memref<*xf32>
// CHECK-NEXT: %1 = memref.load %arg1[%arg0, %dim] : memref<?x4xf32>
// CHECK-NEXT: memref.store %1, %arg1[%arg0, %dim] {nontemporal = true} : memref<?x4xf32>
// CHECK-NEXT: %2 = memref.load %alloc[] : memref<f32>
// CHECK-NEXT: memref.dealloc %alloc_0 : memref<?x4xf32>
func.func @all(%n: index, %m: memref<?x4xf32>, %u: memref<*xf32>) {
  %scalar = memref.alloc() : memref<f32>
  %rows = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  %shifted = memref.alloca(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  memref.copy %m, %rows : memref<?x4xf32> to memref<?x4xf32>
  %d = memref.dim %u, %n : memref<*xf32>
  %r = memref.rank %u : memref<*xf32>
  %e = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  %x = memref.load %m[%n, %d] : memref<?x4xf32>
  memref.store %x, %m[%n, %d] {nontemporal = true} : memref<?x4xf32>
  %y = memref.load %scalar[] : memref<f32>
  memref.dealloc %rows : memref<?x4xf32>
  tfrt.return
}
