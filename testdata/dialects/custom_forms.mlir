// Custom forms beyond the plain ones: attributes, empty lists, functions and modules in all variants.
// RUN: tfrt-opt %s | FileCheck %s
// RUN: tfrt-opt %s | tfrt-opt | FileCheck %s
// RUN: tfrt-opt --mlir-print-op-generic %s | tfrt-opt | FileCheck %s

// CHECK-LABEL: module @outer attributes {a.b = 1 : i32} {
module @outer attributes {a.b = 1 : i32} {
  // CHECK-NEXT: func.func nested @f(%arg0: i32 {x.y = 1 : i32, x.z}, %arg1: (i32) -> i32) -> ((i32) -> i32, i32 {r.s = "t"}) attributes {k = [1, 2.500000e+00 : f32], no_inline} {
  func.func nested @f(%x: i32 {x.y = 1 : i32, x.z}, %g: (i32) -> i32) -> ((i32) -> i32, i32 {r.s = "t"}) attributes {no_inline, k = [1, 2.5 : f32]} {
    // CHECK-NEXT: tfrt.return %arg1, %arg0 : (i32) -> i32, i32
    tfrt.return %g, %x : (i32) -> i32, i32
  }
  // CHECK: func.func public @g() -> ((i32) -> i32) {
  func.func public @g() -> ((i32) -> i32) {
    // CHECK-NEXT: %f = constant @h : (i32) -> i32
    // CHECK-NEXT: return %f : (i32) -> i32
    %c = func.constant @h : (i32) -> i32
    func.return %c : (i32) -> i32
  }
  // CHECK: func.func private @h(i32 {x.y}) -> i32
  // CHECK-NEXT: func.func private @"a b"(i32, f32)
  func.func private @h(i32 {x.y}) -> i32
  func.func private @"a b"(i32, f32)
  // CHECK-NEXT: module {
  // CHECK-NEXT: }
  module {
  }
  // CHECK-NEXT: module @inner {
  module @inner {
  }
}

// CHECK-LABEL: func.func @calls(%arg0: i32) -> i32 {
func.func @calls(%x: i32) -> i32 {
  // CHECK-NEXT: %0 = call @calls(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = call @calls(%0) {k} : (i32) -> i32
  // CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %0 : i32 to i64
  // CHECK-NEXT: %3:2 = builtin.unrealized_conversion_cast %0, %2 : i32, i64 to f32, f64 {q}
  // CHECK-NEXT: return {z} %1 : i32
  %a = call @calls(%x) : (i32) -> i32
  %b = func.call @calls(%a) {k} : (i32) -> i32
  %c = builtin.unrealized_conversion_cast %a : i32 to i64
  %d:2 = builtin.unrealized_conversion_cast %a, %c : i32, i64 to f32, f64 {q}
  return {z} %b : i32
}

// CHECK-LABEL: func.func @attributes
func.func @attributes(%c: i1, %n: i32, %x: i32, %ch: !tfrt.chain) {
  // CHECK-NEXT: tfrt.if %arg0, %arg2 attributes {k = 1 : i32} : (i32) -> () {
  // CHECK-NEXT:   tfrt.return
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   tfrt.return
  // CHECK-NEXT: }
  tfrt.if %c, %x attributes {k = 1 : i32} : (i32) -> () {
    tfrt.return
  }
  // CHECK-NEXT: %0 = tfrt.repeat.i32 %arg1, %arg2 attributes {k} : i32 {
  %r = tfrt.repeat.i32 %n, %x attributes {k} : i32 {
    tfrt.return %x : i32
  }
  // CHECK: %1 = tfrt.parallel_for.i32 %arg1 to %arg2 fixed %arg1 attributes {k} {
  %p = tfrt.parallel_for.i32 %n to %x fixed %n attributes {k} {
    tfrt.return
  }
  // CHECK: %2 = tfrt.parallel_call.i32 %arg1 to %arg2 fixed %arg1 @par(%arg2, %arg0) {k} : i32, i1
  // CHECK-NEXT: %3 = tfrt.add.i32 %arg2, %arg2 {k = #corert.shape<1x2>}
  // CHECK-NEXT: %4 = tfrt.cond %arg0 @one @one() : () -> (i32)
  // CHECK-NEXT: tfrt.case %arg1 [@a, @b](%arg2) {k} : (i32) -> ()
  // CHECK-NEXT: %5:2 = tfrt.while %arg0 @body(%arg2, %arg1) {k} parallel_iterations(2) : (i32, i32) -> (i32, i32)
  // CHECK-NEXT: tfrt.once @f() : () -> ()
  // CHECK-NEXT: %6 = tfrt.merge.chains %arg3 {k} : !tfrt.chain
  %q = tfrt.parallel_call.i32 %n to %x fixed %n @par(%x, %c) {k} : i32, i1
  %t = tfrt.add.i32 %x, %x {k = #corert.shape<1x2>}
  %u = tfrt.cond %c @one @one() : () -> (i32)
  tfrt.case %n [@a, @b](%x) {k} : (i32) -> ()
  %w:2 = tfrt.while %c @body(%x, %n) {k} parallel_iterations(2) : (i32, i32) -> (i32, i32)
  tfrt.once @f() : () -> ()
  %m = tfrt.merge.chains %ch {k} : !tfrt.chain
  // CHECK-NEXT: %7 = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 2] {k}
  // CHECK-NEXT: %8 = corert.const_string_tensor {shape = [2], value = ["a\0A", "\22b"]}
  // CHECK-NEXT: %9 = tfrt.constant.f32 0x7FC00000
  // CHECK-NEXT: %10 = tfrt.constant.i64 16
  // CHECK-NEXT: %11 = tfrt.constant.ui32 4294967295 {k}
  // CHECK-NEXT: %12 = tfrt.constant.complex64 1.000000e+00, 2.500000e+00 {k}
  // CHECK-NEXT: tfrt_test.sync_benchmark @sync(%arg2 : i32) duration_secs = 1, max_count = 100, num_warmup_runs = 1
  %v = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 2] {k}
  %s = corert.const_string_tensor {shape = [2], value = ["a\n", "\"b"]}
  %z = tfrt.constant.f32 0x7FC00000
  %y = tfrt.constant.i64 0x10
  %yy = tfrt.constant.ui32 4294967295 {k}
  %cc = tfrt.constant.complex64 1.0, 2.5 {k}
  tfrt_test.sync_benchmark @sync(%x : i32) duration_secs = 1, max_count = 100
  tfrt.return
}
func.func @one() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}
func.func @sync(%x: i32) {
  tfrt.return
}
func.func @par(%s: i32, %e: i32, %x: i32, %c: i1) {
  tfrt.return
}
