// Simplification keeps the results of a program, bit for bit.

// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-simplification))' %s | FileCheck %s

// CHECK-LABEL: func.func @integers
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: return %arg0, %arg0, %[[ZERO]], %[[ZERO]], %arg0, %arg0, %[[ZERO]], %[[TRUE]], %[[FALSE]]
func.func @integers(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %ones = stablehlo.constant dense<-1> : tensor<4xi32>
  %0 = stablehlo.add %zero, %x : tensor<4xi32>
  %1 = stablehlo.multiply %one, %x : tensor<4xi32>
  %2 = stablehlo.multiply %x, %zero : tensor<4xi32>
  %3 = stablehlo.subtract %x, %x : tensor<4xi32>
  %4 = stablehlo.and %x, %ones : tensor<4xi32>
  %n = stablehlo.negate %x : tensor<4xi32>
  %5 = stablehlo.negate %n : tensor<4xi32>
  %6 = stablehlo.xor %x, %x : tensor<4xi32>
  %7 = stablehlo.compare GE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %8 = stablehlo.compare NE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>
}

// A sum with zero is no operation only if the zero is negative; products with zero may be NaN; a NaN is not equal to itself.
// CHECK-LABEL: func.func @floats
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %[[ZERO:.*]] : tensor<4xf32>
// CHECK-NEXT: %[[PRODUCT:.*]] = stablehlo.multiply %arg0, %[[ZERO]] : tensor<4xf32>
// CHECK-NEXT: %[[EQUAL:.*]] = stablehlo.compare EQ, %arg0, %arg0
// CHECK-NEXT: %[[DIFFERENCE:.*]] = stablehlo.subtract %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %[[SUM]], %arg0, %[[PRODUCT]], %arg0, %arg0, %[[EQUAL]], %[[DIFFERENCE]]
func.func @floats(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %negative = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  %1 = stablehlo.add %x, %negative : tensor<4xf32>
  %2 = stablehlo.multiply %x, %zero : tensor<4xf32>
  %3 = stablehlo.divide %x, %one : tensor<4xf32>
  %4 = stablehlo.subtract %x, %zero : tensor<4xf32>
  %5 = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = stablehlo.subtract %x, %x : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
}

// CHECK-LABEL: func.func @choices
// CHECK: %[[SWAPPED:.*]] = stablehlo.select %arg0, %arg2, %arg1 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[NOT:.*]] = stablehlo.not %arg0 : tensor<4xi1>
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare GT, %arg1, %[[ONE:.*]] :
// CHECK-NEXT: return %arg1, %arg2, %[[SWAPPED]], %arg0, %[[NOT]], %[[LESS]]
func.func @choices(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<4xi1>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %n = stablehlo.not %p : tensor<4xi1>
  %0 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %false, %x, %y : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %n, %x, %y : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %p, %true, %false : tensor<4xi1>, tensor<4xi1>
  %4 = stablehlo.select %p, %false, %true : tensor<4xi1>, tensor<4xi1>
  %5 = stablehlo.compare LT, %one, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @parts
// CHECK-NEXT: return %arg0, %arg1, %arg2
func.func @parts(%z: tensor<4xcomplex<f32>>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xf32>) {
  %r = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %i = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %0 = stablehlo.complex %r, %i : tensor<4xcomplex<f32>>
  %c = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %t = stablehlo.tuple %c, %y : tuple<tensor<4xcomplex<f32>>, tensor<4xf32>>
  %e = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xcomplex<f32>>, tensor<4xf32>>) -> tensor<4xcomplex<f32>>
  %1 = stablehlo.real %e : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @shapes
// CHECK-NEXT: %[[WIDE:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[RESHAPED:.*]] = stablehlo.reshape %arg0 : (tensor<3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[TURNED:.*]] = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %[[FLAT:.*]] = stablehlo.reshape %arg1 : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT: %[[MOVED:.*]] = stablehlo.reshape %arg2 : (tensor<1x3xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: return %[[WIDE]], %[[RESHAPED]], %[[TURNED]], %[[FLAT]], %arg1, %[[MOVED]]
func.func @shapes(%v: tensor<3xf32>, %m: tensor<2x3xf32>, %r: tensor<1x3xf32>) -> (tensor<2x3x4xf32>, tensor<1x3xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<2x3xf32>, tensor<3x1xf32>) {
  %w = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  %0 = stablehlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %2 = stablehlo.broadcast_in_dim %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %s = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.reshape %s : (tensor<3x2xf32>) -> tensor<6xf32>
  %4 = stablehlo.transpose %2, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.transpose %r, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x1xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3x4xf32>, tensor<1x3xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<2x3xf32>, tensor<3x1xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK: %[[JOINED:.*]] = stablehlo.concatenate %arg0, %arg1, %arg0, dim = 0
// CHECK-NEXT: %[[PART:.*]] = stablehlo.slice %arg1 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[CLAMPED:.*]] = stablehlo.slice %arg0 [1:2, 1:3] : (tensor<2x3xf32>) -> tensor<1x2xf32>
// CHECK-NEXT: %[[WINDOW:.*]] = stablehlo.slice %arg0 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[ROW:.*]] = stablehlo.reshape %[[WINDOW]] : (tensor<1x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[NARROW:.*]] = stablehlo.slice %arg0 [0:2, 1:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: return %[[JOINED]], %[[PART]], %[[CLAMPED]], %arg1, %[[ROW]], %arg0, %arg0, %[[NARROW]]
func.func @slices(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %e: tensor<0x3xf32>, %i: tensor<i32>, %z: tensor<f32>) -> (tensor<6x3xf32>, tensor<1x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>) {
  %far = stablehlo.constant dense<9> : tensor<i32>
  %first = stablehlo.constant dense<1> : tensor<1xi32>
  %j = stablehlo.concatenate %y, %x, %e, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
  %0 = stablehlo.concatenate %x, %j, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  %1 = stablehlo.slice %0 [3:4, 0:3] : (tensor<6x3xf32>) -> tensor<1x3xf32>
  %2 = stablehlo.dynamic_slice %x, %far, %far, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %3 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %4 = "stablehlo.gather"(%x, %first) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  %5 = stablehlo.pad %x, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = stablehlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %lo = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %hi = stablehlo.constant dense<2> : tensor<2xi64>
  %by = stablehlo.constant dense<1> : tensor<2xi64>
  %7 = stablehlo.real_dynamic_slice %x, %lo, %hi, %by : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<6x3xf32>, tensor<1x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>
}

// CHECK-LABEL: func.func @branches
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[COSINE:.*]] = stablehlo.cosine %arg0 : tensor<4xf32>
// CHECK-NEXT: return %[[SINE]], %[[COSINE]]
func.func @branches(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.if"(%true) ({
    %a = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %1 = "stablehlo.case"(%seven) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %a = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What a loop does not change is not carried, and what a sort does not need is not sorted.
// CHECK-LABEL: func.func @loops
// CHECK: %[[LOOP:.*]] = stablehlo.while(%[[I:.*]] = %{{.*}}) : tensor<i32>
// CHECK: stablehlo.compare LT, %[[I]], %arg1
// CHECK: stablehlo.add %[[I]], %arg1 : tensor<i32>
// CHECK: %[[SORTED:.*]] = "stablehlo.sort"(%arg0)
// CHECK: return %[[LOOP]], %arg1, %[[SORTED]]
func.func @loops(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %m = %n) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.add %i, %m : tensor<i32>
    stablehlo.return %s, %m : tensor<i32>, tensor<i32>
  }
  %1:2 = "stablehlo.sort"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %1#0 : tensor<i32>, tensor<i32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @nothing
// CHECK-DAG: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK-DAG: %[[START:.*]] = stablehlo.reshape %arg1 : (tensor<f32>) -> tensor<1xf32>
// CHECK: return %[[EMPTY]]
func.func @nothing(%e: tensor<0x3xf32>, %z: tensor<f32>) -> (tensor<0x3xf32>, tensor<3xf32>, tensor<1xf32>) {
  %0 = stablehlo.sine %e : tensor<0x3xf32>
  %1 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<1xf32>
  return %0, %1, %2 : tensor<0x3xf32>, tensor<3xf32>, tensor<1xf32>
}
