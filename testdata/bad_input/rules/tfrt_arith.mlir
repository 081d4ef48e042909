// What the declarations of `tfrt_arith` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addi.i8' op requires zero regions}}
  %r = "tfrt_arith.addi.i8"(%0, %1) ({}) : (i32, i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.addi.i8' op requires one result}}
  "tfrt_arith.addi.i8"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "tfrt_arith.addi.i8"(%0, %1)[^bb1] : (i32, i32) -> (i8)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addi.i8' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.addi.i8"(%0) : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i8) {
  // expected-error @+1:8 {{'tfrt_arith.addi.i8' op operand #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.addi.i8"(%0, %1) : (i32, i8) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i8, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addi.i8' op operand #1 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.addi.i8"(%0, %1) : (i8, i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i8, %1: i8) {
  // expected-error @+1:8 {{'tfrt_arith.addi.i8' op result #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.addi.i8"(%0, %1) : (i8, i8) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpi_eq.i1' op requires zero regions}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0, %1) ({}) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.cmpi_eq.i1' op requires one result}}
  "tfrt_arith.cmpi_eq.i1"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0, %1)[^bb1] : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpi_eq.i1' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i1) {
  // expected-error @+1:8 {{'tfrt_arith.cmpi_eq.i1' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0, %1) : (i32, i1) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpi_eq.i1' op operand #1 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0, %1) : (i1, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i1) {
  // expected-error @+1:8 {{'tfrt_arith.cmpi_eq.i1' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.cmpi_eq.i1"(%0, %1) : (i1, i1) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addf.f16' op requires zero regions}}
  %r = "tfrt_arith.addf.f16"(%0, %1) ({}) : (i32, i32) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.addf.f16' op requires one result}}
  "tfrt_arith.addf.f16"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "tfrt_arith.addf.f16"(%0, %1)[^bb1] : (i32, i32) -> (f16)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addf.f16' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.addf.f16"(%0) : (i32) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: f16) {
  // expected-error @+1:8 {{'tfrt_arith.addf.f16' op operand #0 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.addf.f16"(%0, %1) : (i32, f16) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: f16, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.addf.f16' op operand #1 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.addf.f16"(%0, %1) : (f16, i32) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: f16, %1: f16) {
  // expected-error @+1:8 {{'tfrt_arith.addf.f16' op result #0 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.addf.f16"(%0, %1) : (f16, f16) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpf_oeq.f16' op requires zero regions}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0, %1) ({}) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.cmpf_oeq.f16' op requires one result}}
  "tfrt_arith.cmpf_oeq.f16"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:41 {{successors in non-terminator}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0, %1)[^bb1] : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpf_oeq.f16' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: f16) {
  // expected-error @+1:8 {{'tfrt_arith.cmpf_oeq.f16' op operand #0 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0, %1) : (i32, f16) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: f16, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.cmpf_oeq.f16' op operand #1 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0, %1) : (f16, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: f16, %1: f16) {
  // expected-error @+1:8 {{'tfrt_arith.cmpf_oeq.f16' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.cmpf_oeq.f16"(%0, %1) : (f16, f16) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.negf.f16' op requires zero regions}}
  %r = "tfrt_arith.negf.f16"(%0) ({}) : (i32) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.negf.f16' op requires one result}}
  "tfrt_arith.negf.f16"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "tfrt_arith.negf.f16"(%0)[^bb1] : (i32) -> (f16)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.negf.f16' op requires a single operand}}
  %r = "tfrt_arith.negf.f16"() : () -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.negf.f16' op operand #0 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.negf.f16"(%0) : (i32) -> (f16)
  tfrt.return
}

// -----

func.func @f(%0: f16) {
  // expected-error @+1:8 {{'tfrt_arith.negf.f16' op result #0 must be 16-bit float, but got 'i32'}}
  %r = "tfrt_arith.negf.f16"(%0) : (f16) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op requires zero regions}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2) ({}) : (i32, i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt_arith.select.i1' op requires one result}}
  "tfrt_arith.select.i1"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:42 {{successors in non-terminator}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op expected 3 operands, but found 2}}
  %r = "tfrt_arith.select.i1"(%0, %1) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i1, %2: i1) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2) : (i32, i1, i1) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32, %2: i1) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op operand #1 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2) : (i1, i32, i1) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i1, %2: i32) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op operand #2 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2) : (i1, i1, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i1, %2: i1) {
  // expected-error @+1:8 {{'tfrt_arith.select.i1' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.select.i1"(%0, %1, %2) : (i1, i1, i1) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.constant.i8' op requires zero regions}}
  %r = "tfrt_arith.constant.i8"() ({}) {value = 1 : i8} : () -> (i8)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_arith.constant.i8' op requires one result}}
  "tfrt_arith.constant.i8"() {value = 1 : i8} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "tfrt_arith.constant.i8"()[^bb1] {value = 1 : i8} : () -> (i8)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.constant.i8' op requires zero operands}}
  %r = "tfrt_arith.constant.i8"(%0) {value = 1 : i8} : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.constant.i8' op requires attribute 'value'}}
  %r = "tfrt_arith.constant.i8"() : () -> (i8)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.constant.i8' op attribute 'value' failed to satisfy constraint: 8-bit signless integer attribute}}
  %r = "tfrt_arith.constant.i8"() {value = 1 : i32} : () -> (i8)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.constant.i8' op result #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.constant.i8"() {value = 1 : i8} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.extsi.i1.i8' op requires zero regions}}
  %r = "tfrt_arith.extsi.i1.i8"(%0) ({}) : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.extsi.i1.i8' op requires one result}}
  "tfrt_arith.extsi.i1.i8"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "tfrt_arith.extsi.i1.i8"(%0)[^bb1] : (i32) -> (i8)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.extsi.i1.i8' op requires a single operand}}
  %r = "tfrt_arith.extsi.i1.i8"() : () -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.extsi.i1.i8' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.extsi.i1.i8"(%0) : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:8 {{'tfrt_arith.extsi.i1.i8' op result #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.extsi.i1.i8"(%0) : (i1) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.trunci.i8.i1' op requires zero regions}}
  %r = "tfrt_arith.trunci.i8.i1"(%0) ({}) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.trunci.i8.i1' op requires one result}}
  "tfrt_arith.trunci.i8.i1"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "tfrt_arith.trunci.i8.i1"(%0)[^bb1] : (i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.trunci.i8.i1' op requires a single operand}}
  %r = "tfrt_arith.trunci.i8.i1"() : () -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.trunci.i8.i1' op operand #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.trunci.i8.i1"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i8) {
  // expected-error @+1:8 {{'tfrt_arith.trunci.i8.i1' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.trunci.i8.i1"(%0) : (i8) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.sitofp.i1.f32' op requires zero regions}}
  %r = "tfrt_arith.sitofp.i1.f32"(%0) ({}) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.sitofp.i1.f32' op requires one result}}
  "tfrt_arith.sitofp.i1.f32"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "tfrt_arith.sitofp.i1.f32"(%0)[^bb1] : (i32) -> (f32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.sitofp.i1.f32' op requires a single operand}}
  %r = "tfrt_arith.sitofp.i1.f32"() : () -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.sitofp.i1.f32' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.sitofp.i1.f32"(%0) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:8 {{'tfrt_arith.sitofp.i1.f32' op result #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.sitofp.i1.f32"(%0) : (i1) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.fptosi.f32.i8' op requires zero regions}}
  %r = "tfrt_arith.fptosi.f32.i8"(%0) ({}) : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.fptosi.f32.i8' op requires one result}}
  "tfrt_arith.fptosi.f32.i8"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "tfrt_arith.fptosi.f32.i8"(%0)[^bb1] : (i32) -> (i8)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.fptosi.f32.i8' op requires a single operand}}
  %r = "tfrt_arith.fptosi.f32.i8"() : () -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.fptosi.f32.i8' op operand #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.fptosi.f32.i8"(%0) : (i32) -> (i8)
  tfrt.return
}

// -----

func.func @f(%0: f32) {
  // expected-error @+1:8 {{'tfrt_arith.fptosi.f32.i8' op result #0 must be 8-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.fptosi.f32.i8"(%0) : (f32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.extf.f32.f64' op requires zero regions}}
  %r = "tfrt_arith.extf.f32.f64"(%0) ({}) : (i32) -> (f64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.extf.f32.f64' op requires one result}}
  "tfrt_arith.extf.f32.f64"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:37 {{successors in non-terminator}}
  %r = "tfrt_arith.extf.f32.f64"(%0)[^bb1] : (i32) -> (f64)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.extf.f32.f64' op requires a single operand}}
  %r = "tfrt_arith.extf.f32.f64"() : () -> (f64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.extf.f32.f64' op operand #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.extf.f32.f64"(%0) : (i32) -> (f64)
  tfrt.return
}

// -----

func.func @f(%0: f32) {
  // expected-error @+1:8 {{'tfrt_arith.extf.f32.f64' op result #0 must be 64-bit float, but got 'i32'}}
  %r = "tfrt_arith.extf.f32.f64"(%0) : (f32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.truncf.f64.f32' op requires zero regions}}
  %r = "tfrt_arith.truncf.f64.f32"(%0) ({}) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.truncf.f64.f32' op requires one result}}
  "tfrt_arith.truncf.f64.f32"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:39 {{successors in non-terminator}}
  %r = "tfrt_arith.truncf.f64.f32"(%0)[^bb1] : (i32) -> (f32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.truncf.f64.f32' op requires a single operand}}
  %r = "tfrt_arith.truncf.f64.f32"() : () -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.truncf.f64.f32' op operand #0 must be 64-bit float, but got 'i32'}}
  %r = "tfrt_arith.truncf.f64.f32"(%0) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f64) {
  // expected-error @+1:8 {{'tfrt_arith.truncf.f64.f32' op result #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.truncf.f64.f32"(%0) : (f64) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.absf.f32' op requires zero regions}}
  %r = "tfrt_arith.absf.f32"(%0) ({}) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.absf.f32' op requires one result}}
  "tfrt_arith.absf.f32"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "tfrt_arith.absf.f32"(%0)[^bb1] : (i32) -> (f32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.absf.f32' op requires a single operand}}
  %r = "tfrt_arith.absf.f32"() : () -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.absf.f32' op operand #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.absf.f32"(%0) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32) {
  // expected-error @+1:8 {{'tfrt_arith.absf.f32' op result #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.absf.f32"(%0) : (f32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op requires zero regions}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2) ({}) : (i32, i32, i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt_arith.fma.f32' op requires one result}}
  "tfrt_arith.fma.f32"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2)[^bb1] : (i32, i32, i32) -> (f32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op expected 3 operands, but found 2}}
  %r = "tfrt_arith.fma.f32"(%0, %1) : (i32, i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: f32, %2: f32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op operand #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2) : (i32, f32, f32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32, %1: i32, %2: f32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op operand #1 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2) : (f32, i32, f32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32, %1: f32, %2: i32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op operand #2 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2) : (f32, f32, i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32, %1: f32, %2: f32) {
  // expected-error @+1:8 {{'tfrt_arith.fma.f32' op result #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.fma.f32"(%0, %1, %2) : (f32, f32, f32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.atan2.f32' op requires zero regions}}
  %r = "tfrt_arith.atan2.f32"(%0, %1) ({}) : (i32, i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.atan2.f32' op requires one result}}
  "tfrt_arith.atan2.f32"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "tfrt_arith.atan2.f32"(%0, %1)[^bb1] : (i32, i32) -> (f32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.atan2.f32' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.atan2.f32"(%0) : (i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: f32) {
  // expected-error @+1:8 {{'tfrt_arith.atan2.f32' op operand #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.atan2.f32"(%0, %1) : (i32, f32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.atan2.f32' op operand #1 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.atan2.f32"(%0, %1) : (f32, i32) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: f32, %1: f32) {
  // expected-error @+1:8 {{'tfrt_arith.atan2.f32' op result #0 must be 32-bit float, but got 'i32'}}
  %r = "tfrt_arith.atan2.f32"(%0, %1) : (f32, f32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.absi.i16' op requires zero regions}}
  %r = "tfrt_arith.absi.i16"(%0) ({}) : (i32) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.absi.i16' op requires one result}}
  "tfrt_arith.absi.i16"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "tfrt_arith.absi.i16"(%0)[^bb1] : (i32) -> (i16)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.absi.i16' op requires a single operand}}
  %r = "tfrt_arith.absi.i16"() : () -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.absi.i16' op operand #0 must be 16-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.absi.i16"(%0) : (i32) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i16) {
  // expected-error @+1:8 {{'tfrt_arith.absi.i16' op result #0 must be 16-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.absi.i16"(%0) : (i16) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.ipowi.i16' op requires zero regions}}
  %r = "tfrt_arith.ipowi.i16"(%0, %1) ({}) : (i32, i32) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt_arith.ipowi.i16' op requires one result}}
  "tfrt_arith.ipowi.i16"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "tfrt_arith.ipowi.i16"(%0, %1)[^bb1] : (i32, i32) -> (i16)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.ipowi.i16' op expected 2 operands, but found 1}}
  %r = "tfrt_arith.ipowi.i16"(%0) : (i32) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i16) {
  // expected-error @+1:8 {{'tfrt_arith.ipowi.i16' op operand #0 must be 16-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.ipowi.i16"(%0, %1) : (i32, i16) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i16, %1: i32) {
  // expected-error @+1:8 {{'tfrt_arith.ipowi.i16' op operand #1 must be 16-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.ipowi.i16"(%0, %1) : (i16, i32) -> (i16)
  tfrt.return
}

// -----

func.func @f(%0: i16, %1: i16) {
  // expected-error @+1:8 {{'tfrt_arith.ipowi.i16' op result #0 must be 16-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.ipowi.i16"(%0, %1) : (i16, i16) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.assert' op requires zero regions}}
  %r = "tfrt_arith.assert"(%0) ({}) {msg = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt_arith.assert' op requires one result}}
  "tfrt_arith.assert"(%0) {msg = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "tfrt_arith.assert"(%0)[^bb1] {msg = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_arith.assert' op requires a single operand}}
  %r = "tfrt_arith.assert"() {msg = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:8 {{'tfrt_arith.assert' op requires attribute 'msg'}}
  %r = "tfrt_arith.assert"(%0) : (i1) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:8 {{'tfrt_arith.assert' op attribute 'msg' failed to satisfy constraint: string attribute}}
  %r = "tfrt_arith.assert"(%0) {msg = 1 : i32} : (i1) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_arith.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt_arith.assert"(%0) {msg = "x"} : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:8 {{'tfrt_arith.assert' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_arith.assert"(%0) {msg = "x"} : (i1) -> (i32)
  tfrt.return
}
