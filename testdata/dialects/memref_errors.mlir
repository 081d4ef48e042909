// What is wrong with operations on views of memory.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @f(%n: index, %m: memref<?x4xf32>) {
  // expected-error @+1:8 {{'memref.load' op has 1 indices for a memref of rank 2}}
  %x = memref.load %m[%n] : memref<?x4xf32>
  tfrt.return
}

// -----

func.func @f(%n: index, %m: memref<?x4xf32>, %x: f32) {
  // expected-error @+1:3 {{'memref.store' op has 3 indices for a memref of rank 2}}
  memref.store %x, %m[%n, %n, %n] : memref<?x4xf32>
  tfrt.return
}

// -----

func.func @f(%n: index, %m: memref<4xf32>) {
  // expected-error @+1:8 {{'memref.load' op has a value that is not of the memref's element type}}
  %x = "memref.load"(%m, %n) : (memref<4xf32>, index) -> i32
  tfrt.return
}

// -----

func.func @f(%n: index, %m: memref<4xf32>) {
  // expected-error @+1:3 {{'memref.store' op has a value that is not of the memref's element type}}
  "memref.store"(%n, %m, %n) : (index, memref<4xf32>, index) -> ()
  tfrt.return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1:8 {{'memref.alloc' op has 1 sizes for 0 dynamic dimensions}}
  %x = memref.alloc(%n) : memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1:8 {{'memref.alloca' op has 0 sizes for 1 dynamic dimensions}}
  %x = memref.alloca()[%n] : memref<?xf32>
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.alloc' op result #0 must be memref of any type values, but got 'tensor<4xf32>'}}
  %x = memref.alloc() : tensor<4xf32>
  tfrt.return
}

// -----

func.func @f(%n: index, %m: i32) {
  // expected-error @+1:27 {{custom op 'memref.load' expected a memref type}}
  %x = memref.load %m[%n] : i32
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1:8 {{'memref.subview' op expected the number of 'offsets' operands to match the number of dynamic entries}}
  %x = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op expected the number of 'sizes' operands to match the number of dynamic entries}}
  %x = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<4xf32>
  tfrt.return
}
