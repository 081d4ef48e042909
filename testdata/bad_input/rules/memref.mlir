// What the declarations of `memref` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'memref.alloc' op requires zero regions}}
  %r = "memref.alloc"() ({}) {operandSegmentSizes = array<i32: 0, 0>} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloc' op requires one result}}
  "memref.alloc"() {operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:24 {{successors in non-terminator}}
  %r = "memref.alloc"()[^bb1] {operandSegmentSizes = array<i32: 0, 0>} : () -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "memref.alloc"() {operandSegmentSizes = array<i32: 0, 0>, alignment = 1 : i32} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.alloc' op requires attribute 'operandSegmentSizes'}}
  %r = "memref.alloc"() : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index) {
  // expected-error @+1:8 {{'memref.alloc' op requires dense i32 array attribute 'operandSegmentSizes'}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = [1]} : (index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index) {
  // expected-error @+1:8 {{'memref.alloc' op 'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = array<i32: 1>} : (index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index) {
  // expected-error @+1:8 {{'memref.alloc' op operand count (2) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = array<i32: 2, 2>} : (index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.alloc' op operand #0 must be variadic of index, but got 'i32'}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = array<i32: 1, 1>} : (i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: i32) {
  // expected-error @+1:8 {{'memref.alloc' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = array<i32: 1, 1>} : (index, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index) {
  // expected-error @+1:8 {{'memref.alloc' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.alloc"(%0, %1) {operandSegmentSizes = array<i32: 1, 1>} : (index, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.dealloc' op requires zero regions}}
  "memref.dealloc"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.dealloc' op requires zero results}}
  %r = "memref.dealloc"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:23 {{successors in non-terminator}}
  "memref.dealloc"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.dealloc' op requires a single operand}}
  "memref.dealloc"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  "memref.dealloc"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.load' op requires zero regions}}
  %r = "memref.load"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.load' op requires one result}}
  "memref.load"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "memref.load"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.load' op expected 1 or more operands, but found 0}}
  %r = "memref.load"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.load' op attribute 'nontemporal' failed to satisfy constraint: bool attribute}}
  %r = "memref.load"(%0) {nontemporal = 1 : i32} : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "memref.load"(%0) {alignment = 1 : i32} : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.load' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.load"(%0, %1) : (i32, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.load' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.load"(%0, %1) : (memref<2xf32>, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.store' op requires zero regions}}
  "memref.store"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.store' op requires zero results}}
  %r = "memref.store"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  "memref.store"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.store' op expected 2 or more operands, but found 1}}
  "memref.store"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.store' op attribute 'nontemporal' failed to satisfy constraint: bool attribute}}
  "memref.store"(%0, %1) {nontemporal = 1 : i32} : (i32, memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.store' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  "memref.store"(%0, %1) {alignment = 1 : i32} : (i32, memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: index) {
  // expected-error @+1:3 {{'memref.store' op operand #1 must be memref of any type values, but got 'i32'}}
  "memref.store"(%0, %1, %2) : (i32, i32, index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>, %2: i32) {
  // expected-error @+1:3 {{'memref.store' op operand #2 must be variadic of index, but got 'i32'}}
  "memref.store"(%0, %1, %2) : (i32, memref<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.dim' op requires zero regions}}
  %r = "memref.dim"(%0, %1) ({}) : (i32, i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.dim' op requires one result}}
  "memref.dim"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "memref.dim"(%0, %1)[^bb1] : (i32, i32) -> (index)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.dim' op expected 2 operands, but found 1}}
  %r = "memref.dim"(%0) : (i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.dim' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.dim"(%0, %1) : (i32, index) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.dim' op operand #1 must be index, but got 'i32'}}
  %r = "memref.dim"(%0, %1) : (memref<2xf32>, i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index) {
  // expected-error @+1:8 {{'memref.dim' op result #0 must be index, but got 'i32'}}
  %r = "memref.dim"(%0, %1) : (memref<2xf32>, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.rank' op requires zero regions}}
  %r = "memref.rank"(%0) ({}) : (i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.rank' op requires one result}}
  "memref.rank"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "memref.rank"(%0)[^bb1] : (i32) -> (index)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.rank' op requires a single operand}}
  %r = "memref.rank"() : () -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.rank' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.rank"(%0) : (i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.rank' op result #0 must be index, but got 'i32'}}
  %r = "memref.rank"(%0) : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.cast' op requires zero regions}}
  %r = "memref.cast"(%0) ({}) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.cast' op requires one result}}
  "memref.cast"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "memref.cast"(%0)[^bb1] : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.cast' op requires a single operand}}
  %r = "memref.cast"() : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.cast' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.cast"(%0) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.cast' op result #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.cast"(%0) : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.copy' op requires zero regions}}
  "memref.copy"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.copy' op requires zero results}}
  %r = "memref.copy"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  "memref.copy"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.copy' op expected 2 operands, but found 1}}
  "memref.copy"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.copy' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  "memref.copy"(%0, %1) : (i32, memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:3 {{'memref.copy' op operand #1 must be ranked or unranked memref of any type values, but got 'i32'}}
  "memref.copy"(%0, %1) : (memref<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.subview' op requires zero regions}}
  %r = "memref.subview"(%0) ({}) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.subview' op requires one result}}
  "memref.subview"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "memref.subview"(%0)[^bb1] {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.subview' op expected 1 or more operands, but found 0}}
  %r = "memref.subview"() {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.subview' op requires attribute 'static_offsets'}}
  %r = "memref.subview"(%0) {static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.subview' op requires attribute 'static_sizes'}}
  %r = "memref.subview"(%0) {static_offsets = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.subview' op requires attribute 'static_strides'}}
  %r = "memref.subview"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.subview' op requires attribute 'operandSegmentSizes'}}
  %r = "memref.subview"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op requires dense i32 array attribute 'operandSegmentSizes'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = [1]} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op 'operandSegmentSizes' attribute for specifying operand segments must have 4 elements, but got 1}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1>} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op operand count (4) does not match with the total size (8) specified in attribute 'operandSegmentSizes'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 2, 2, 2, 2>} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (i32, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, i32, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: i32, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op operand #2 must be variadic of index, but got 'i32'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'memref.subview' op operand #3 must be variadic of index, but got 'i32'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, index, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.subview' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.subview"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, index, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires zero regions}}
  %r = "memref.reinterpret_cast"(%0) ({}) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.reinterpret_cast' op requires one result}}
  "memref.reinterpret_cast"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "memref.reinterpret_cast"(%0)[^bb1] {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op expected 1 or more operands, but found 0}}
  %r = "memref.reinterpret_cast"() {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires attribute 'static_offsets'}}
  %r = "memref.reinterpret_cast"(%0) {static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires attribute 'static_sizes'}}
  %r = "memref.reinterpret_cast"(%0) {static_offsets = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires attribute 'static_strides'}}
  %r = "memref.reinterpret_cast"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires attribute 'operandSegmentSizes'}}
  %r = "memref.reinterpret_cast"(%0) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op requires dense i32 array attribute 'operandSegmentSizes'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = [1]} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op 'operandSegmentSizes' attribute for specifying operand segments must have 4 elements, but got 1}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1>} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op operand count (4) does not match with the total size (8) specified in attribute 'operandSegmentSizes'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 2, 2, 2, 2>} : (memref<2xf32>, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (i32, index, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, i32, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: i32, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op operand #2 must be variadic of index, but got 'i32'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op operand #3 must be variadic of index, but got 'i32'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, index, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index, %3: index) {
  // expected-error @+1:8 {{'memref.reinterpret_cast' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.reinterpret_cast"(%0, %1, %2, %3) {static_offsets = 1 : i32, static_sizes = 1 : i32, static_strides = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (memref<2xf32>, index, index, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.collapse_shape' op requires zero regions}}
  %r = "memref.collapse_shape"(%0) ({}) {reassociation = []} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.collapse_shape' op requires one result}}
  "memref.collapse_shape"(%0) {reassociation = []} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "memref.collapse_shape"(%0)[^bb1] {reassociation = []} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.collapse_shape' op requires a single operand}}
  %r = "memref.collapse_shape"() {reassociation = []} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.collapse_shape' op requires attribute 'reassociation'}}
  %r = "memref.collapse_shape"(%0) : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.collapse_shape' op attribute 'reassociation' failed to satisfy constraint: any array attribute}}
  %r = "memref.collapse_shape"(%0) {reassociation = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.collapse_shape' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.collapse_shape"(%0) {reassociation = []} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.collapse_shape' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.collapse_shape"(%0) {reassociation = []} : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.expand_shape' op requires zero regions}}
  %r = "memref.expand_shape"(%0) ({}) {reassociation = [], static_output_shape = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.expand_shape' op requires one result}}
  "memref.expand_shape"(%0) {reassociation = [], static_output_shape = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "memref.expand_shape"(%0)[^bb1] {reassociation = [], static_output_shape = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.expand_shape' op expected 1 or more operands, but found 0}}
  %r = "memref.expand_shape"() {reassociation = [], static_output_shape = 1 : i32} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.expand_shape' op requires attribute 'reassociation'}}
  %r = "memref.expand_shape"(%0) {static_output_shape = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.expand_shape' op attribute 'reassociation' failed to satisfy constraint: any array attribute}}
  %r = "memref.expand_shape"(%0) {static_output_shape = 1 : i32, reassociation = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.expand_shape' op requires attribute 'static_output_shape'}}
  %r = "memref.expand_shape"(%0) {reassociation = []} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.expand_shape' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.expand_shape"(%0, %1) {reassociation = [], static_output_shape = 1 : i32} : (i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.expand_shape' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.expand_shape"(%0, %1) {reassociation = [], static_output_shape = 1 : i32} : (memref<2xf32>, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index) {
  // expected-error @+1:8 {{'memref.expand_shape' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.expand_shape"(%0, %1) {reassociation = [], static_output_shape = 1 : i32} : (memref<2xf32>, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.view' op requires zero regions}}
  %r = "memref.view"(%0, %1) ({}) : (i32, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.view' op requires one result}}
  "memref.view"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "memref.view"(%0, %1)[^bb1] : (i32, i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.view' op expected 2 or more operands, but found 1}}
  %r = "memref.view"(%0) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index, %2: index) {
  // expected-error @+1:8 {{'memref.view' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.view"(%0, %1, %2) : (i32, index, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32, %2: index) {
  // expected-error @+1:8 {{'memref.view' op operand #1 must be index, but got 'i32'}}
  %r = "memref.view"(%0, %1, %2) : (memref<2xf32>, i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: i32) {
  // expected-error @+1:8 {{'memref.view' op operand #2 must be variadic of index, but got 'i32'}}
  %r = "memref.view"(%0, %1, %2) : (memref<2xf32>, index, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: index) {
  // expected-error @+1:8 {{'memref.view' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.view"(%0, %1, %2) : (memref<2xf32>, index, index) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.get_global' op requires zero regions}}
  %r = "memref.get_global"() ({}) {name = @f} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.get_global' op requires one result}}
  "memref.get_global"() {name = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "memref.get_global"()[^bb1] {name = @f} : () -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.get_global' op requires zero operands}}
  %r = "memref.get_global"(%0) {name = @f} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.get_global' op requires attribute 'name'}}
  %r = "memref.get_global"() : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.get_global' op attribute 'name' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "memref.get_global"() {name = 1 : i32} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.get_global' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.get_global"() {name = @f} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.extract_aligned_pointer_as_index' op requires zero regions}}
  %r = "memref.extract_aligned_pointer_as_index"(%0) ({}) : (i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.extract_aligned_pointer_as_index' op requires one result}}
  "memref.extract_aligned_pointer_as_index"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:53 {{successors in non-terminator}}
  %r = "memref.extract_aligned_pointer_as_index"(%0)[^bb1] : (i32) -> (index)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.extract_aligned_pointer_as_index' op requires a single operand}}
  %r = "memref.extract_aligned_pointer_as_index"() : () -> (index)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.extract_aligned_pointer_as_index' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.extract_aligned_pointer_as_index"(%0) : (i32) -> (index)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.extract_aligned_pointer_as_index' op result #0 must be index, but got 'i32'}}
  %r = "memref.extract_aligned_pointer_as_index"(%0) : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.extract_strided_metadata' op requires zero regions}}
  "memref.extract_strided_metadata"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  "memref.extract_strided_metadata"(%0)[^bb1] : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.extract_strided_metadata' op requires a single operand}}
  "memref.extract_strided_metadata"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.extract_strided_metadata' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.extract_strided_metadata"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.reshape' op requires zero regions}}
  %r = "memref.reshape"(%0, %1) ({}) : (i32, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.reshape' op requires one result}}
  "memref.reshape"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "memref.reshape"(%0, %1)[^bb1] : (i32, i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.reshape' op expected 2 operands, but found 1}}
  %r = "memref.reshape"(%0) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reshape' op operand #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.reshape"(%0, %1) : (i32, memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.reshape' op operand #1 must be memref of any type values, but got 'i32'}}
  %r = "memref.reshape"(%0, %1) : (memref<2xf32>, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.reshape' op result #0 must be ranked or unranked memref of any type values, but got 'i32'}}
  %r = "memref.reshape"(%0, %1) : (memref<2xf32>, memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.transpose' op requires zero regions}}
  %r = "memref.transpose"(%0) ({}) {permutation = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.transpose' op requires one result}}
  "memref.transpose"(%0) {permutation = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "memref.transpose"(%0)[^bb1] {permutation = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.transpose' op requires a single operand}}
  %r = "memref.transpose"() {permutation = 1 : i32} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.transpose' op requires attribute 'permutation'}}
  %r = "memref.transpose"(%0) : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.transpose' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.transpose"(%0) {permutation = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.transpose' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.transpose"(%0) {permutation = 1 : i32} : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.distinct_objects' op requires zero regions}}
  "memref.distinct_objects"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:30 {{successors in non-terminator}}
  "memref.distinct_objects"()[^bb1] : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.distinct_objects' op operand #0 must be variadic of memref of any type values, but got 'i32'}}
  %r = "memref.distinct_objects"(%0) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.distinct_objects' op result #0 must be variadic of memref of any type values, but got 'i32'}}
  %r = "memref.distinct_objects"(%0) : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.assume_alignment' op requires zero regions}}
  %r = "memref.assume_alignment"(%0) ({}) {alignment = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.assume_alignment' op requires one result}}
  "memref.assume_alignment"(%0) {alignment = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "memref.assume_alignment"(%0)[^bb1] {alignment = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.assume_alignment' op requires a single operand}}
  %r = "memref.assume_alignment"() {alignment = 1 : i32} : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.assume_alignment' op requires attribute 'alignment'}}
  %r = "memref.assume_alignment"(%0) : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r = "memref.assume_alignment"(%0) {alignment = "x"} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.assume_alignment' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.assume_alignment"(%0) {alignment = 1 : i32} : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.assume_alignment' op result #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.assume_alignment"(%0) {alignment = 1 : i32} : (memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

// expected-error @+1:1 {{'memref.global' op requires zero regions}}
"memref.global"() ({}) {sym_name = "x", type = memref<2xf32>} : () -> ()

// -----

// expected-error @+1:6 {{'memref.global' op requires zero results}}
%r = "memref.global"() {sym_name = "x", type = memref<2xf32>} : () -> (i32)

// -----

%0 = "x.y"() : () -> (i32)
// expected-error @+1:1 {{'memref.global' op requires zero operands}}
"memref.global"(%0) {sym_name = "x", type = memref<2xf32>} : (i32) -> ()

// -----

// expected-error @+1:1 {{'memref.global' op requires attribute 'sym_name'}}
"memref.global"() {type = memref<2xf32>} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"memref.global"() {type = memref<2xf32>, sym_name = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
"memref.global"() {sym_name = "x", type = memref<2xf32>, sym_visibility = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op requires attribute 'type'}}
"memref.global"() {sym_name = "x"} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() {sym_name = "x", type = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op attribute 'constant' failed to satisfy constraint: unit attribute}}
"memref.global"() {sym_name = "x", type = memref<2xf32>, constant = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
"memref.global"() {sym_name = "x", type = memref<2xf32>, alignment = 1 : i32} : () -> ()

// -----

// expected-error @+1:1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"memref.global"() {type = memref<2xf32>, sym_name = "a", sym_visibility = "hidden"} : () -> ()

// -----

func.func @f() {
    // expected-error @+1:5 {{'memref.global' op symbol's parent must have the SymbolTable trait}}
    "memref.global"() {type = memref<2xf32>, sym_name = "a"} : () -> ()
    tfrt.return
}

// -----

// expected-note @+1:1 {{see existing symbol definition here}}
"memref.global"() {type = memref<2xf32>, sym_name = "a", sym_visibility = "private"} : () -> ()
// expected-error @+1:1 {{redefinition of symbol named 'a'}}
"memref.global"() {type = memref<2xf32>, sym_name = "a", sym_visibility = "private"} : () -> ()

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloca_scope' op requires one region}}
  "memref.alloca_scope"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "memref.alloca_scope"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.alloca_scope' op requires zero operands}}
  "memref.alloca_scope"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloca_scope' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
  "memref.alloca_scope"() ({
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloca_scope.return' op requires zero regions}}
  "memref.alloca_scope.return"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.alloca_scope.return' op requires zero results}}
  %r = "memref.alloca_scope.return"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloca_scope.return' op requires 0 successors but found 1}}
  "memref.alloca_scope.return"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.alloca_scope.return' op must be the last operation in the parent block}}
  "memref.alloca_scope.return"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.realloc' op requires zero regions}}
  %r = "memref.realloc"(%0) ({}) : (i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.realloc' op requires one result}}
  "memref.realloc"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "memref.realloc"(%0)[^bb1] : (i32) -> (memref<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.realloc' op expected 1 or more operands, but found 0}}
  %r = "memref.realloc"() : () -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.realloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "memref.realloc"(%0) {alignment = 1 : i32} : (memref<2xf32>) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'i32'}}
  %r = "memref.realloc"(%0, %1) : (i32, index) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.realloc' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.realloc"(%0, %1) : (memref<2xf32>, i32) -> (memref<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index) {
  // expected-error @+1:8 {{'memref.realloc' op result #0 must be 1D memref of any type values, but got 'i32'}}
  %r = "memref.realloc"(%0, %1) : (memref<2xf32>, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.prefetch' op requires zero regions}}
  "memref.prefetch"(%0) ({}) {isWrite = true, localityHint = 1 : i32, isDataCache = true} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.prefetch' op requires zero results}}
  %r = "memref.prefetch"(%0) {isWrite = true, localityHint = 1 : i32, isDataCache = true} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  "memref.prefetch"(%0)[^bb1] {isWrite = true, localityHint = 1 : i32, isDataCache = true} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.prefetch' op expected 1 or more operands, but found 0}}
  "memref.prefetch"() {isWrite = true, localityHint = 1 : i32, isDataCache = true} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op requires attribute 'isWrite'}}
  "memref.prefetch"(%0) {localityHint = 1 : i32, isDataCache = true} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op attribute 'isWrite' failed to satisfy constraint: bool attribute}}
  "memref.prefetch"(%0) {localityHint = 1 : i32, isDataCache = true, isWrite = 1 : i32} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op requires attribute 'localityHint'}}
  "memref.prefetch"(%0) {isWrite = true, isDataCache = true} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  "memref.prefetch"(%0) {isWrite = true, isDataCache = true, localityHint = "x"} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op requires attribute 'isDataCache'}}
  "memref.prefetch"(%0) {isWrite = true, localityHint = 1 : i32} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>) {
  // expected-error @+1:3 {{'memref.prefetch' op attribute 'isDataCache' failed to satisfy constraint: bool attribute}}
  "memref.prefetch"(%0) {isWrite = true, localityHint = 1 : i32, isDataCache = 1 : i32} : (memref<2xf32>) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:3 {{'memref.prefetch' op operand #0 must be memref of any type values, but got 'i32'}}
  "memref.prefetch"(%0, %1) {isWrite = true, localityHint = 1 : i32, isDataCache = true} : (i32, index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:3 {{'memref.prefetch' op operand #1 must be variadic of index, but got 'i32'}}
  "memref.prefetch"(%0, %1) {isWrite = true, localityHint = 1 : i32, isDataCache = true} : (memref<2xf32>, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op requires zero regions}}
  %r = "memref.atomic_rmw"(%0, %1) ({}) {kind = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.atomic_rmw' op requires one result}}
  "memref.atomic_rmw"(%0, %1) {kind = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:35 {{successors in non-terminator}}
  %r = "memref.atomic_rmw"(%0, %1)[^bb1] {kind = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op expected 2 or more operands, but found 1}}
  %r = "memref.atomic_rmw"(%0) {kind = 1 : i64} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op requires attribute 'kind'}}
  %r = "memref.atomic_rmw"(%0, %1) : (i32, memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op attribute 'kind' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %r = "memref.atomic_rmw"(%0, %1) {kind = 1 : i32} : (i32, memref<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: index) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op operand #1 must be memref of any type values, but got 'i32'}}
  %r = "memref.atomic_rmw"(%0, %1, %2) {kind = 1 : i64} : (i32, i32, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: memref<2xf32>, %2: i32) {
  // expected-error @+1:8 {{'memref.atomic_rmw' op operand #2 must be variadic of index, but got 'i32'}}
  %r = "memref.atomic_rmw"(%0, %1, %2) {kind = 1 : i64} : (i32, memref<2xf32>, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op requires one region}}
  %r = "memref.generic_atomic_rmw"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.generic_atomic_rmw' op requires one result}}
  "memref.generic_atomic_rmw"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "memref.generic_atomic_rmw"(%0)[^bb1] ({}) : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op expected 1 or more operands, but found 0}}
  %r = "memref.generic_atomic_rmw"() ({}) : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index) {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op operand #0 must be memref of any type values, but got 'i32'}}
  %r = "memref.generic_atomic_rmw"(%0, %1) ({}) : (i32, index) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'memref.generic_atomic_rmw' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "memref.generic_atomic_rmw"(%0, %1) ({}) : (memref<2xf32>, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.atomic_yield' op requires zero regions}}
  "memref.atomic_yield"(%0) ({}) : (i32) -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'memref.atomic_yield' op requires zero results}}
  %r = "memref.atomic_yield"(%0) : (i32) -> (i32)
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.atomic_yield' op requires 0 successors but found 1}}
  "memref.atomic_yield"(%0)[^bb1] : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.atomic_yield' op requires a single operand}}
  "memref.atomic_yield"() : () -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.atomic_yield' op must be the last operation in the parent block}}
  "memref.atomic_yield"(%0) : (i32) -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'memref.dma_start' op requires zero regions}}
  "memref.dma_start"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'memref.dma_start' op requires zero results}}
  %r = "memref.dma_start"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:23 {{successors in non-terminator}}
  "memref.dma_start"()[^bb1] : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'memref.dma_wait' op requires zero regions}}
  "memref.dma_wait"(%0, %1) ({}) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'memref.dma_wait' op requires zero results}}
  %r = "memref.dma_wait"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  "memref.dma_wait"(%0, %1)[^bb1] : (i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'memref.dma_wait' op expected 2 or more operands, but found 1}}
  "memref.dma_wait"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index, %2: index) {
  // expected-error @+1:3 {{'memref.dma_wait' op operand #0 must be memref of any type values, but got 'i32'}}
  "memref.dma_wait"(%0, %1, %2) : (i32, index, index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: i32, %2: index) {
  // expected-error @+1:3 {{'memref.dma_wait' op operand #1 must be variadic of index, but got 'i32'}}
  "memref.dma_wait"(%0, %1, %2) : (memref<2xf32>, i32, index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: memref<2xf32>, %1: index, %2: i32) {
  // expected-error @+1:3 {{'memref.dma_wait' op operand #2 must be index, but got 'i32'}}
  "memref.dma_wait"(%0, %1, %2) : (memref<2xf32>, index, i32) -> ()
  tfrt.return
}
