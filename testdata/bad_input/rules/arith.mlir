// What the declarations of `arith` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'arith.constant' op requires zero regions}}
  %r = "arith.constant"() ({}) {value = 1 : i32} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'arith.constant' op requires one result}}
  "arith.constant"() {value = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "arith.constant"()[^bb1] {value = 1 : i32} : () -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.constant' op requires zero operands}}
  %r = "arith.constant"(%0) {value = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.constant' op requires attribute 'value'}}
  %r = "arith.constant"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op requires zero regions}}
  %r = "arith.cmpi"(%0, %1) ({}) {predicate = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.cmpi' op requires one result}}
  "arith.cmpi"(%0, %1) {predicate = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "arith.cmpi"(%0, %1)[^bb1] {predicate = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op expected 2 operands, but found 1}}
  %r = "arith.cmpi"(%0) {predicate = 1 : i64} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op requires attribute 'predicate'}}
  %r = "arith.cmpi"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i32} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'arith.select' op requires zero regions}}
  %r = "arith.select"(%0, %1, %2) ({}) : (i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'arith.select' op requires one result}}
  "arith.select"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "arith.select"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.select' op expected 3 operands, but found 2}}
  %r = "arith.select"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.negf' op requires zero regions}}
  %r = "arith.negf"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.negf' op requires one result}}
  "arith.negf"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  %r = "arith.negf"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.negf' op requires a single operand}}
  %r = "arith.negf"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.negf' op requires the same type for all operands and results}}
  %r = "arith.negf"(%0) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.ceildivsi' op requires zero regions}}
  %r = "arith.ceildivsi"(%0, %1) ({}) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.ceildivsi' op requires one result}}
  "arith.ceildivsi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "arith.ceildivsi"(%0, %1)[^bb1] : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.ceildivsi' op expected 2 operands, but found 1}}
  %r = "arith.ceildivsi"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.ceildivsi' op requires the same type for all operands and results}}
  %r = "arith.ceildivsi"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op requires zero regions}}
  %r = "arith.divsi"(%0, %1) ({}) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.divsi' op requires one result}}
  "arith.divsi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "arith.divsi"(%0, %1)[^bb1] : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.divsi' op expected 2 operands, but found 1}}
  %r = "arith.divsi"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op attribute 'isExact' failed to satisfy constraint: unit attribute}}
  %r = "arith.divsi"(%0, %1) {isExact = 1 : i32} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op requires the same type for all operands and results}}
  %r = "arith.divsi"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.extsi' op requires zero regions}}
  %r = "arith.extsi"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.extsi' op requires one result}}
  "arith.extsi"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "arith.extsi"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.extsi' op requires a single operand}}
  %r = "arith.extsi"() : () -> (i32)
  tfrt.return
}
