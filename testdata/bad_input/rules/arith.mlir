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
  %r = "arith.cmpi"(%0, %1) ({}) {predicate = 1 : i64} : (i32, i32) -> (i1)
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
  %r = "arith.cmpi"(%0, %1)[^bb1] {predicate = 1 : i64} : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op expected 2 operands, but found 1}}
  %r = "arith.cmpi"(%0) {predicate = 1 : i64} : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op requires attribute 'predicate'}}
  %r = "arith.cmpi"(%0, %1) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i32} : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i64} : (!tfrt.chain, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.cmpi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i64} : (i32, !tfrt.chain) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpf' op requires zero regions}}
  %r = "arith.cmpf"(%0, %1) ({}) {predicate = 1 : i64} : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.cmpf' op requires one result}}
  "arith.cmpf"(%0, %1) {predicate = 1 : i64} : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "arith.cmpf"(%0, %1)[^bb1] {predicate = 1 : i64} : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.cmpf' op expected 2 operands, but found 1}}
  %r = "arith.cmpf"(%0) {predicate = 1 : i64} : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.cmpf' op requires attribute 'predicate'}}
  %r = "arith.cmpf"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.cmpf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i64, fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.cmpf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i64} : (i32, tensor<2xf32>) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'arith.cmpf' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i64} : (tensor<2xf32>, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.cmpf' op result #0 must be bool-like, but got 'i32'}}
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (i32)
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

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %r = "arith.select"(%0, %1, %2) : (i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.negf' op requires zero regions}}
  %r = "arith.negf"(%0) ({}) : (i32) -> (tensor<2xf32>)
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
  %r = "arith.negf"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.negf' op requires a single operand}}
  %r = "arith.negf"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.negf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.negf"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.negf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.negf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.negf"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.negf' op requires the same type for all operands and results}}
  %r = "arith.negf"(%0) : (tensor<2xf32>) -> (f32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.addui_extended' op requires zero regions}}
  %r:2 = "arith.addui_extended"(%0, %1) ({}) : (i32, i32) -> (i32, i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.addui_extended' op expected 2 results}}
  %r = "arith.addui_extended"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r:2 = "arith.addui_extended"(%0, %1)[^bb1] : (i32, i32) -> (i32, i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'arith.addui_extended' op expected 2 operands, but found 1}}
  %r:2 = "arith.addui_extended"(%0) : (i32) -> (i32, i1)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:10 {{'arith.addui_extended' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.addui_extended"(%0, %1) : (!tfrt.chain, i32) -> (i32, i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'arith.addui_extended' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.addui_extended"(%0, %1) : (i32, !tfrt.chain) -> (i32, i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.addui_extended' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.addui_extended"(%0, %1) : (i32, i32) -> (!tfrt.chain, i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i32'}}
  %r:2 = "arith.addui_extended"(%0, %1) : (i32, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op requires zero regions}}
  %r:2 = "arith.mulsi_extended"(%0, %1) ({}) : (i32, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.mulsi_extended' op expected 2 results}}
  %r = "arith.mulsi_extended"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r:2 = "arith.mulsi_extended"(%0, %1)[^bb1] : (i32, i32) -> (i32, i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op expected 2 operands, but found 1}}
  %r:2 = "arith.mulsi_extended"(%0) : (i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.mulsi_extended"(%0, %1) : (!tfrt.chain, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.mulsi_extended"(%0, %1) : (i32, !tfrt.chain) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.mulsi_extended"(%0, %1) : (i32, i32) -> (!tfrt.chain, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op result #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r:2 = "arith.mulsi_extended"(%0, %1) : (i32, i32) -> (i32, !tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'arith.mulsi_extended' op requires the same type for all operands and results}}
  %r:2 = "arith.mulsi_extended"(%0, %1) : (i32, i32) -> (i32, i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.scaling_extf' op requires zero regions}}
  %r = "arith.scaling_extf"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.scaling_extf' op requires one result}}
  "arith.scaling_extf"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r = "arith.scaling_extf"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.scaling_extf' op expected 2 operands, but found 1}}
  %r = "arith.scaling_extf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.scaling_extf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.scaling_extf"(%0, %1) {fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.scaling_extf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.scaling_extf"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'arith.scaling_extf' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "arith.scaling_extf"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.scaling_extf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.scaling_extf"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
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

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:8 {{'arith.ceildivsi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.ceildivsi"(%0, %1) : (!tfrt.chain, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.ceildivsi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.ceildivsi"(%0, %1) : (i32, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.ceildivsi' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.ceildivsi"(%0, %1) : (i32, i32) -> (!tfrt.chain)
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
  // expected-error @+1:8 {{'arith.addi' op requires zero regions}}
  %r = "arith.addi"(%0, %1) ({}) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.addi' op requires one result}}
  "arith.addi"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "arith.addi"(%0, %1)[^bb1] : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.addi' op expected 2 operands, but found 1}}
  %r = "arith.addi"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: arith overflow attribute}}
  %r = "arith.addi"(%0, %1) {overflowFlags = 1 : i32} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:8 {{'arith.addi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.addi"(%0, %1) : (!tfrt.chain, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.addi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.addi"(%0, %1) : (i32, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.addi' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.addi"(%0, %1) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.addi' op requires the same type for all operands and results}}
  %r = "arith.addi"(%0, %1) : (i32, i32) -> (i64)
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

func.func @f(%0: !tfrt.chain, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op operand #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.divsi"(%0, %1) : (!tfrt.chain, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.divsi' op operand #1 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.divsi"(%0, %1) : (i32, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op result #0 must be signless-integer-like, but got '!tfrt.chain'}}
  %r = "arith.divsi"(%0, %1) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.divsi' op requires the same type for all operands and results}}
  %r = "arith.divsi"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'arith.addf' op requires zero regions}}
  %r = "arith.addf"(%0, %1) ({}) : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'arith.addf' op requires one result}}
  "arith.addf"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "arith.addf"(%0, %1)[^bb1] : (i32, i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.addf' op expected 2 operands, but found 1}}
  %r = "arith.addf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.addf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.addf"(%0, %1) {fastmath = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.addf"(%0, %1) : (i32, tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: i32) {
  // expected-error @+1:8 {{'arith.addf' op operand #1 must be floating-point-like, but got 'i32'}}
  %r = "arith.addf"(%0, %1) : (tensor<2xf32>, i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.addf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.addf"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.addf' op requires the same type for all operands and results}}
  %r = "arith.addf"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> (f32)
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

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.extsi"(%0) : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.extsi' op result #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.extsi"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.extf' op requires zero regions}}
  %r = "arith.extf"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.extf' op requires one result}}
  "arith.extf"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  %r = "arith.extf"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.extf' op requires a single operand}}
  %r = "arith.extf"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.extf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.extf"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.extf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.extf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.extf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.extf"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.trunci' op requires zero regions}}
  %r = "arith.trunci"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.trunci' op requires one result}}
  "arith.trunci"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "arith.trunci"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.trunci' op requires a single operand}}
  %r = "arith.trunci"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.trunci' op attribute 'overflowFlags' failed to satisfy constraint: arith overflow attribute}}
  %r = "arith.trunci"(%0) {overflowFlags = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.trunci"(%0) : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.trunci' op result #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.trunci"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.truncf' op requires zero regions}}
  %r = "arith.truncf"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.truncf' op requires one result}}
  "arith.truncf"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "arith.truncf"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.truncf' op requires a single operand}}
  %r = "arith.truncf"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.truncf' op attribute 'roundingmode' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2, 3, 4}}
  %r = "arith.truncf"(%0) {roundingmode = "x"} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.truncf' op attribute 'fastmath' failed to satisfy constraint: arith fastmath attribute}}
  %r = "arith.truncf"(%0) {fastmath = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.truncf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.truncf"(%0) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.truncf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.truncf"(%0) : (tensor<2xf32>) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.sitofp' op requires zero regions}}
  %r = "arith.sitofp"(%0) ({}) : (i32) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.sitofp' op requires one result}}
  "arith.sitofp"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "arith.sitofp"(%0)[^bb1] : (i32) -> (tensor<2xf32>)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.sitofp' op requires a single operand}}
  %r = "arith.sitofp"() : () -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.sitofp"(%0) : (!tfrt.chain) -> (tensor<2xf32>)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.sitofp' op result #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.sitofp"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.fptosi' op requires zero regions}}
  %r = "arith.fptosi"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.fptosi' op requires one result}}
  "arith.fptosi"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "arith.fptosi"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.fptosi' op requires a single operand}}
  %r = "arith.fptosi"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.fptosi' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = "arith.fptosi"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: tensor<2xf32>) {
  // expected-error @+1:8 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got '!tfrt.chain'}}
  %r = "arith.fptosi"(%0) : (tensor<2xf32>) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.index_cast' op requires zero regions}}
  %r = "arith.index_cast"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.index_cast' op requires one result}}
  "arith.index_cast"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "arith.index_cast"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.index_cast' op requires a single operand}}
  %r = "arith.index_cast"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got '!tfrt.chain'}}
  %r = "arith.index_cast"(%0) : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.index_cast' op result #0 must be signless-integer-like or memref of signless-integer, but got '!tfrt.chain'}}
  %r = "arith.index_cast"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.bitcast' op requires zero regions}}
  %r = "arith.bitcast"(%0) ({}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'arith.bitcast' op requires one result}}
  "arith.bitcast"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:27 {{successors in non-terminator}}
  %r = "arith.bitcast"(%0)[^bb1] : (i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'arith.bitcast' op requires a single operand}}
  %r = "arith.bitcast"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got '!tfrt.chain'}}
  %r = "arith.bitcast"(%0) : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'arith.bitcast' op result #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got '!tfrt.chain'}}
  %r = "arith.bitcast"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}
