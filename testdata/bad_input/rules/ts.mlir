// What the declarations of `ts` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'ts.build_shape' op requires zero regions}}
  %r = "ts.build_shape"() ({}) {value = []} : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ts.build_shape' op requires one result}}
  "ts.build_shape"() {value = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "ts.build_shape"()[^bb1] {value = []} : () -> (!ts.shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.build_shape' op requires zero operands}}
  %r = "ts.build_shape"(%0) {value = []} : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_shape' op requires attribute 'value'}}
  %r = "ts.build_shape"() : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "ts.build_shape"() {value = 1 : i32} : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "ts.build_shape"() {value = [1 : i32]} : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_shape' op result #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.build_shape"() {value = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op requires zero regions}}
  %r = "ts.build_partial_shape"() ({}) {value = []} : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ts.build_partial_shape' op requires one result}}
  "ts.build_partial_shape"() {value = []} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "ts.build_partial_shape"()[^bb1] {value = []} : () -> (!ts.partial_shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.build_partial_shape' op requires zero operands}}
  %r = "ts.build_partial_shape"(%0) {value = []} : (i32) -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op requires attribute 'value'}}
  %r = "ts.build_partial_shape"() : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "ts.build_partial_shape"() {value = 1 : i32} : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op attribute 'value' failed to satisfy constraint: 64-bit integer array attribute}}
  %r = "ts.build_partial_shape"() {value = [1 : i32]} : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_partial_shape' op result #0 must be !ts.partial_shape type, but got 'i32'}}
  %r = "ts.build_partial_shape"() {value = []} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_unranked_partial_shape' op requires zero regions}}
  %r = "ts.build_unranked_partial_shape"() ({}) : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'ts.build_unranked_partial_shape' op requires one result}}
  "ts.build_unranked_partial_shape"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r = "ts.build_unranked_partial_shape"()[^bb1] : () -> (!ts.partial_shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.build_unranked_partial_shape' op requires zero operands}}
  %r = "ts.build_unranked_partial_shape"(%0) : (i32) -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.build_unranked_partial_shape' op result #0 must be !ts.partial_shape type, but got 'i32'}}
  %r = "ts.build_unranked_partial_shape"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.equal_shape' op requires zero regions}}
  %r = "ts.equal_shape"(%0, %1) ({}) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'ts.equal_shape' op requires one result}}
  "ts.equal_shape"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "ts.equal_shape"(%0, %1)[^bb1] : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.equal_shape' op expected 2 operands, but found 1}}
  %r = "ts.equal_shape"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !ts.shape) {
  // expected-error @+1:8 {{'ts.equal_shape' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.equal_shape"(%0, %1) : (i32, !ts.shape) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: i32) {
  // expected-error @+1:8 {{'ts.equal_shape' op operand #1 must be !ts.shape type, but got 'i32'}}
  %r = "ts.equal_shape"(%0, %1) : (!ts.shape, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: !ts.shape) {
  // expected-error @+1:8 {{'ts.equal_shape' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "ts.equal_shape"(%0, %1) : (!ts.shape, !ts.shape) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.get_dimension' op requires zero regions}}
  %r = "ts.get_dimension"(%0, %1) ({}) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'ts.get_dimension' op requires one result}}
  "ts.get_dimension"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:34 {{successors in non-terminator}}
  %r = "ts.get_dimension"(%0, %1)[^bb1] : (i32, i32) -> (i64)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.get_dimension' op expected 2 operands, but found 1}}
  %r = "ts.get_dimension"(%0) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.get_dimension' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.get_dimension"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: i64) {
  // expected-error @+1:8 {{'ts.get_dimension' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r = "ts.get_dimension"(%0, %1) : (!ts.shape, i64) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: i32) {
  // expected-error @+1:8 {{'ts.get_dimension' op result #0 must be 64-bit signless integer, but got 'i32'}}
  %r = "ts.get_dimension"(%0, %1) : (!ts.shape, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.get_num_elements' op requires zero regions}}
  %r = "ts.get_num_elements"(%0) ({}) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'ts.get_num_elements' op requires one result}}
  "ts.get_num_elements"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "ts.get_num_elements"(%0)[^bb1] : (i32) -> (i64)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.get_num_elements' op requires a single operand}}
  %r = "ts.get_num_elements"() : () -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.get_num_elements' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.get_num_elements"(%0) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape) {
  // expected-error @+1:8 {{'ts.get_num_elements' op result #0 must be 64-bit signless integer, but got 'i32'}}
  %r = "ts.get_num_elements"(%0) : (!ts.shape) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.to_shape' op requires zero regions}}
  %r = "ts.to_shape"(%0) ({}) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'ts.to_shape' op requires one result}}
  "ts.to_shape"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:25 {{successors in non-terminator}}
  %r = "ts.to_shape"(%0)[^bb1] : (i32) -> (!ts.shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.to_shape' op requires a single operand}}
  %r = "ts.to_shape"() : () -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.to_shape' op operand #0 must be !ts.partial_shape type, but got 'i32'}}
  %r = "ts.to_shape"(%0) : (i32) -> (!ts.shape)
  tfrt.return
}

// -----

func.func @f(%0: !ts.partial_shape) {
  // expected-error @+1:8 {{'ts.to_shape' op result #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.to_shape"(%0) : (!ts.partial_shape) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.to_partial_shape' op requires zero regions}}
  %r = "ts.to_partial_shape"(%0) ({}) : (i32) -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'ts.to_partial_shape' op requires one result}}
  "ts.to_partial_shape"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:33 {{successors in non-terminator}}
  %r = "ts.to_partial_shape"(%0)[^bb1] : (i32) -> (!ts.partial_shape)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.to_partial_shape' op requires a single operand}}
  %r = "ts.to_partial_shape"() : () -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.to_partial_shape' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.to_partial_shape"(%0) : (i32) -> (!ts.partial_shape)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape) {
  // expected-error @+1:8 {{'ts.to_partial_shape' op result #0 must be !ts.partial_shape type, but got 'i32'}}
  %r = "ts.to_partial_shape"(%0) : (!ts.shape) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.print_shape' op requires zero regions}}
  %r = "ts.print_shape"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'ts.print_shape' op requires one result}}
  "ts.print_shape"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "ts.print_shape"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.print_shape' op expected 2 operands, but found 1}}
  %r = "ts.print_shape"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'ts.print_shape' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.print_shape"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: i32) {
  // expected-error @+1:8 {{'ts.print_shape' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "ts.print_shape"(%0, %1) : (!ts.shape, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'ts.print_shape' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "ts.print_shape"(%0, %1) : (!ts.shape, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.print_partial_shape' op requires zero regions}}
  %r = "ts.print_partial_shape"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'ts.print_partial_shape' op requires one result}}
  "ts.print_partial_shape"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:40 {{successors in non-terminator}}
  %r = "ts.print_partial_shape"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.print_partial_shape' op expected 2 operands, but found 1}}
  %r = "ts.print_partial_shape"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'ts.print_partial_shape' op operand #0 must be !ts.partial_shape type, but got 'i32'}}
  %r = "ts.print_partial_shape"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ts.partial_shape, %1: i32) {
  // expected-error @+1:8 {{'ts.print_partial_shape' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "ts.print_partial_shape"(%0, %1) : (!ts.partial_shape, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ts.partial_shape, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'ts.print_partial_shape' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "ts.print_partial_shape"(%0, %1) : (!ts.partial_shape, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.as_fixed_rank_shape.0' op requires zero regions}}
  %r = "ts.as_fixed_rank_shape.0"(%0) ({}) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'ts.as_fixed_rank_shape.0' op requires one result}}
  "ts.as_fixed_rank_shape.0"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:38 {{successors in non-terminator}}
  %r = "ts.as_fixed_rank_shape.0"(%0)[^bb1] : (i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'ts.as_fixed_rank_shape.0' op requires a single operand}}
  %r = "ts.as_fixed_rank_shape.0"() : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.as_fixed_rank_shape.0' op operand #0 must be !ts.shape type, but got 'i32'}}
  %r = "ts.as_fixed_rank_shape.0"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: !ts.shape) {
  // expected-error @+1:8 {{'ts.as_fixed_rank_shape.0' op result #0 must be !ts.fixed_rank_shape.0 type, but got 'i32'}}
  %r = "ts.as_fixed_rank_shape.0"(%0) : (!ts.shape) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'ts.print_fixed_rank_shape.0' op requires zero regions}}
  %r = "ts.print_fixed_rank_shape.0"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'ts.print_fixed_rank_shape.0' op requires one result}}
  "ts.print_fixed_rank_shape.0"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:45 {{successors in non-terminator}}
  %r = "ts.print_fixed_rank_shape.0"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'ts.print_fixed_rank_shape.0' op expected 2 operands, but found 1}}
  %r = "ts.print_fixed_rank_shape.0"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'ts.print_fixed_rank_shape.0' op operand #0 must be !ts.fixed_rank_shape.0 type, but got 'i32'}}
  %r = "ts.print_fixed_rank_shape.0"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}
