// What the declarations of `scf` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.if' op expected 2 regions}}
  "scf.if"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:15 {{successors in non-terminator}}
  "scf.if"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {}) : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.if' op requires a single operand}}
  "scf.if"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {}) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "scf.if"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {}) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%0) ({
  }, {}) : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
  "scf.if"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'scf.for' op requires one region}}
  "scf.for"(%0, %1, %2) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  "scf.for"(%0, %1, %2)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'scf.for' op expected 3 or more operands, but found 2}}
  "scf.for"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'scf.for' op attribute 'unsignedCmp' failed to satisfy constraint: unit attribute}}
  "scf.for"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {unsignedCmp = 1 : i32} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'scf.for' op operand #0 must be signless integer or index, but got '!tfrt.chain'}}
  %r = "scf.for"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (!tfrt.chain, i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'scf.for' op operand #1 must be signless integer or index, but got '!tfrt.chain'}}
  %r = "scf.for"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, !tfrt.chain, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: !tfrt.chain, %3: i32) {
  // expected-error @+1:8 {{'scf.for' op operand #2 must be signless integer or index, but got '!tfrt.chain'}}
  %r = "scf.for"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, !tfrt.chain, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.for"(%0, %1, %2) ({
  }) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.while' op expected 2 regions}}
  "scf.while"() ({}) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:16 {{successors in non-terminator}}
  "scf.while"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
  "scf.while"() ({
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks}}
  "scf.while"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.index_switch' op expected 1 or more regions, but found 0}}
  "scf.index_switch"(%0) {cases = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  "scf.index_switch"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {cases = 1 : i32} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.index_switch' op requires a single operand}}
  "scf.index_switch"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {cases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: index) {
  // expected-error @+1:3 {{'scf.index_switch' op requires attribute 'cases'}}
  "scf.index_switch"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'scf.index_switch' op operand #0 must be index, but got 'i32'}}
  %r = "scf.index_switch"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {cases = 1 : i32} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: index) {
  // expected-error @+1:3 {{'scf.index_switch' op region #0 ('defaultRegion') failed to verify constraint: region with 1 blocks}}
  "scf.index_switch"(%0) ({
  }) {cases = 1 : i32} : (index) -> ()
  tfrt.return
}

// -----

func.func @f(%0: index) {
  // expected-error @+1:3 {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  "scf.index_switch"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  }) {cases = 1 : i32} : (index) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.execute_region' op requires one region}}
  "scf.execute_region"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  "scf.execute_region"()[^bb1] ({}) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.execute_region' op requires zero operands}}
  "scf.execute_region"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.execute_region' op attribute 'no_inline' failed to satisfy constraint: unit attribute}}
  "scf.execute_region"() ({}) {no_inline = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.yield' op requires zero regions}}
  "scf.yield"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'scf.yield' op requires zero results}}
  %r = "scf.yield"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.yield' op requires 0 successors but found 1}}
  "scf.yield"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.yield' op must be the last operation in the parent block}}
  "scf.yield"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.condition' op requires zero regions}}
  "scf.condition"(%0) ({}) : (i32) -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'scf.condition' op requires zero results}}
  %r = "scf.condition"(%0) : (i32) -> (i32)
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.condition' op requires 0 successors but found 1}}
  "scf.condition"(%0)[^bb1] : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.condition' op expected 1 or more operands, but found 0}}
  "scf.condition"() : () -> ()
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'scf.condition' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.condition"(%0, %1) : (i32, i32) -> ()
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'scf.condition' op must be the last operation in the parent block}}
  "scf.condition"(%0) : (i1) -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.parallel' op requires one region}}
  "scf.parallel"() {operandSegmentSizes = array<i32: 0, 0, 0, 0>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "scf.parallel"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 0, 0, 0>} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.parallel' op requires attribute 'operandSegmentSizes'}}
  "scf.parallel"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op requires dense i32 array attribute 'operandSegmentSizes'}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = [1]} : (index, index, index, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op 'operandSegmentSizes' attribute for specifying operand segments must have 4 elements, but got 1}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 1>} : (index, index, index, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op operand count (4) does not match with the total size (8) specified in attribute 'operandSegmentSizes'}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 2, 2, 2, 2>} : (index, index, index, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: index, %2: index, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op operand #0 must be variadic of index, but got 'i32'}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (i32, index, index, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: i32, %2: index, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op operand #1 must be variadic of index, but got 'i32'}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (index, i32, index, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: index, %1: index, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'scf.parallel' op operand #2 must be variadic of index, but got 'i32'}}
  %r = "scf.parallel"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (index, index, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.parallel' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.parallel"() ({
  }) {operandSegmentSizes = array<i32: 0, 0, 0, 0>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'scf.reduce' op requires zero results}}
  %r = "scf.reduce"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.reduce' op requires 0 successors but found 1}}
  "scf.reduce"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.reduce' op must be the last operation in the parent block}}
  "scf.reduce"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
  "scf.reduce"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : () -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.reduce.return' op requires zero regions}}
  "scf.reduce.return"(%0) ({}) : (i32) -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'scf.reduce.return' op requires zero results}}
  %r = "scf.reduce.return"(%0) : (i32) -> (i32)
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.reduce.return' op requires 0 successors but found 1}}
  "scf.reduce.return"(%0)[^bb1] : (i32) -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'scf.reduce.return' op requires a single operand}}
  "scf.reduce.return"() : () -> ()
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'scf.reduce.return' op must be the last operation in the parent block}}
  "scf.reduce.return"(%0) : (i32) -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}
