// Memory, its names, and accesses besides plain ones: the forms are upstream's, also after a way through the generic form.
// RUN: tfrt-opt %s | FileCheck %s
// RUN: tfrt-opt -mlir-print-op-generic %s | tfrt-opt | FileCheck %s

// CHECK:      module {
// CHECK-NEXT: memref.global "private" @x : memref<2xf32> = dense<[0.000000e+00, 2.000000e+00]>
// CHECK-NEXT: memref.global @y : memref<2xf32> = uninitialized
// CHECK-NEXT: memref.global "private" constant @z : memref<2xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// CHECK-NEXT: memref.global @e : memref<3xi32>
// CHECK-NEXT: memref.global "nested" @n : memref<i32> = dense<7>
// CHECK-NEXT: memref.global "private" constant @r : memref<4x2xf32> = dense<0.000000e+00> {a.b}
// CHECK-NEXT: func.func @m(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32, %arg3: memref<4xf32>, %arg4: memref<1xi32>, %arg5: memref<4xi32>, %arg6: i32, %arg7: memref<?xf32>) {
// CHECK-NEXT: %0 = memref.get_global @x : memref<2xf32>
// CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<?x?xf32> to memref<?x?xf32, #map>
// CHECK-NEXT: memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT: memref.prefetch %arg0[%arg1, %arg1], write, locality<0>, instr : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.atomic_rmw addf %arg2, %arg3[%arg1] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %2 = memref.atomic_rmw maxs %arg6, %arg5[%arg1] {x.y} : (i32, memref<4xi32>) -> i32
// CHECK-NEXT: %3 = memref.generic_atomic_rmw %arg3[%arg1] : memref<4xf32> {
// CHECK-NEXT: ^bb0(%arg8: f32):
// CHECK-NEXT: %9 = arith.addf %arg8, %arg2 : f32
// CHECK-NEXT: memref.atomic_yield %9 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.alloca_scope {
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %4:2 = memref.alloca_scope -> (f32, index) {
// CHECK-NEXT: memref.alloca_scope.return %arg2, %arg1 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: %5 = memref.realloc %arg7 : memref<?xf32> to memref<1024xf32>
// CHECK-NEXT: %6 = memref.realloc %arg7(%arg1) : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: %7 = memref.realloc %arg7(%arg1) {alignment = 32 : i64} : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: memref.dma_start %arg0[%arg1, %arg1], %arg3[%arg1], %arg1, %arg4[%arg1] : memref<?x?xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT: memref.dma_start %arg0[%arg1, %arg1], %arg3[%arg1], %arg1, %arg4[%arg1], %arg1, %arg1 : memref<?x?xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT: memref.dma_wait %arg4[%arg1], %arg1 : memref<1xi32>
// CHECK-NEXT: %8:2 = memref.distinct_objects %arg3, %arg0 : memref<4xf32>, memref<?x?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
memref.global "private" @x : memref<2xf32> = dense<[0.0, 2.0]>
memref.global @y : memref<2xf32> = uninitialized
memref.global "private" constant @z : memref<2xf32> = dense<1.0> {alignment = 64 : i64}
memref.global @e : memref<3xi32>
memref.global "nested" @n : memref<i32> = dense<7>
memref.global "private" constant @r : memref<4x2xf32> = dense<0.0> {a.b}
func.func @m(%m: memref<?x?xf32>, %i: index, %v: f32, %f: memref<4xf32>, %t: memref<1xi32>, %mi: memref<4xi32>, %iv: i32, %u: memref<?xf32>) {
  %0 = memref.get_global @x : memref<2xf32>
  %1 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x?xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<?x?xf32>
  %2 = memref.atomic_rmw addf %v, %f[%i] : (f32, memref<4xf32>) -> f32
  %3 = memref.atomic_rmw maxs %iv, %mi[%i] {x.y} : (i32, memref<4xi32>) -> i32
  %4 = memref.generic_atomic_rmw %f[%i] : memref<4xf32> {
  ^bb0(%cur: f32):
    %s = arith.addf %cur, %v : f32
    memref.atomic_yield %s : f32
  }
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return
  }
  %5:2 = memref.alloca_scope -> (f32, index) {
    memref.alloca_scope.return %v, %i : f32, index
  } 
  %6 = memref.realloc %u : memref<?xf32> to memref<1024xf32>
  %7 = memref.realloc %u(%i) : memref<?xf32> to memref<?xf32>
  %8 = memref.realloc %u(%i) {alignment = 32} : memref<?xf32> to memref<?xf32>
  memref.dma_start %m[%i, %i], %f[%i], %i, %t[%i] : memref<?x?xf32>, memref<4xf32>, memref<1xi32>
  memref.dma_start %m[%i, %i], %f[%i], %i, %t[%i], %i, %i : memref<?x?xf32>, memref<4xf32>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  %9, %10 = memref.distinct_objects %f, %m : memref<4xf32>, memref<?x?xf32>
  return
}
