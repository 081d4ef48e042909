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

// -----

// expected-error @+1:1 {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @x : memref<?xf32>

// -----

// expected-error @+1:1 {{'memref.global' op type should be static shaped memref, but got 'memref<?xf32>'}}
"memref.global"() <{sym_name = "x", type = memref<?xf32>}> : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op initial value shape expected to be 'tensor<2xf32>' but was 'tensor<3xf32>'}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<1.0> : tensor<3xf32>}> : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op initial value should be a unit or elements attribute, but got 3 : i32}}
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = 3 : i32}> : () -> ()

// -----

func.func @f(%m: memref<?x?xf32>) {
  // expected-error @+1:8 {{'memref.transpose' op expected a permutation map}}
  %x = memref.transpose %m (i, j) -> (i, i) : memref<?x?xf32> to memref<?x?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?x?xf32>) {
  // expected-error @+1:8 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %x = memref.transpose %m (i) -> (i) : memref<?x?xf32> to memref<?x?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1:3 {{'memref.prefetch' op too few indices}}
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1:3 {{custom op 'memref.prefetch' rw specifier has to be 'read' or 'write'}}
  memref.prefetch %m[%i], foo, locality<3>, data : memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1:3 {{custom op 'memref.prefetch' cache type has to be 'data' or 'instr'}}
  memref.prefetch %m[%i], read, locality<3>, foo : memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
  %x = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<4xf32>) -> f32
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %x = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %x = memref.atomic_rmw addi %v, %m[%i, %i] : (i32, memref<4xi32>) -> i32
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i64) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
  %x = memref.atomic_rmw addi %v, %m[%i] : (i64, memref<4xi32>) -> i64
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1:26 {{custom op 'memref.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'kind' [addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori]}}
  %x = memref.atomic_rmw foo %v, %m[%i] : (i32, memref<4xi32>) -> i32
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index) {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%c: i64):
    %k = arith.constant 1 : i32
    memref.atomic_yield %k : i32
  }
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index) {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%c: i32, %d: i32):
    memref.atomic_yield %c : i32
  }
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index) {
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%c: i32):
    // expected-error @+1:5 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
    memref.store %c, %m[%i] : memref<4xi32>
    memref.atomic_yield %c : i32
  }
  tfrt.return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i64) {
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%c: i32):
    // expected-error @+1:5 {{'memref.atomic_yield' op types mismatch between yield op: 'i64' and its parent: 'i32'}}
    memref.atomic_yield %v : i64
  }
  tfrt.return
}

// -----

func.func @f(%v: i64) {
  // expected-error @+1:3 {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  memref.atomic_yield %v : i64
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %x = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return
  }
  tfrt.return
}

// -----

func.func @f(%v: i64) {
  // expected-error @+1:8 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: successor operand type #0 'i64' should match successor input type #0 'f32'}}
  %x = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %v : i64
  }
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1:8 {{missing dimension operand for result type 'memref<?xf32>'}}
  %x = memref.realloc %m : memref<?xf32> to memref<?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:8 {{unnecessary dimension operand for result type 'memref<4xf32>'}}
  %x = memref.realloc %m(%i) : memref<?xf32> to memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:8 {{different element types specified for source memref type 'memref<?xf32>' and result memref type 'memref<?xi32>'}}
  %x = memref.realloc %m(%i) : memref<?xf32> to memref<?xi32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32, 1>, %i: index) {
  // expected-error @+1:8 {{different memory spaces specified for source memref type 'memref<?xf32, 1>' and result memref type 'memref<?xf32>'}}
  %x = memref.realloc %m(%i) : memref<?xf32, 1> to memref<?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:3 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 2}}
  memref.dma_wait %m[%i, %i], %i : memref<?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:3 {{custom op 'memref.dma_start' expected two stride related operands}}
  memref.dma_start %m[%i], %m[%i], %i, %m[%i], %i : memref<?xf32>, memref<?xf32>, memref<?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:3 {{'memref.dma_start' op incorrect number of operands}}
  memref.dma_start %m[%i], %m[%i], %i, %m[%i, %i] : memref<?xf32>, memref<?xf32>, memref<?xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1:8 {{'memref.distinct_objects' op operand types and result types must match}}
  %x = "memref.distinct_objects"(%m) : (memref<?xf32>) -> memref<4xf32>
  tfrt.return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1:3 {{custom op 'memref.dma_start' fewer/more types expected}}
  memref.dma_start %m[%i], %m[%i], %i, %m[%i] : memref<?xf32>, memref<?xf32>
  tfrt.return
}
