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
