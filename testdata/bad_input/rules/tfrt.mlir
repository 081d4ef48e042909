// What the declarations of `tfrt` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'tfrt.new.chain' op requires zero regions}}
  %r = "tfrt.new.chain"() ({}) : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.new.chain' op requires one result}}
  "tfrt.new.chain"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  %r = "tfrt.new.chain"()[^bb1] : () -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.new.chain' op requires zero operands}}
  %r = "tfrt.new.chain"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.new.chain' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.new.chain"() : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.merge.chains' op requires zero regions}}
  %r = "tfrt.merge.chains"() ({}) : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.merge.chains' op requires one result}}
  "tfrt.merge.chains"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "tfrt.merge.chains"()[^bb1] : () -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.merge.chains' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.merge.chains"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.get_device' op requires zero regions}}
  %r = "tfrt.get_device"(%0) ({}) {device_name = "x"} : (i32) -> (!tfrt.device)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.get_device' op requires one result}}
  "tfrt.get_device"(%0) {device_name = "x"} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "tfrt.get_device"(%0)[^bb1] {device_name = "x"} : (i32) -> (!tfrt.device)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.get_device' op requires a single operand}}
  %r = "tfrt.get_device"() {device_name = "x"} : () -> (!tfrt.device)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.get_device' op requires attribute 'device_name'}}
  %r = "tfrt.get_device"(%0) : (!tfrt.chain) -> (!tfrt.device)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.get_device' op attribute 'device_name' failed to satisfy constraint: string attribute}}
  %r = "tfrt.get_device"(%0) {device_name = 1 : i32} : (!tfrt.chain) -> (!tfrt.device)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.get_device' op operand #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.get_device"(%0) {device_name = "x"} : (i32) -> (!tfrt.device)
  tfrt.return
}

// -----

func.func @f(%0: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.get_device' op result #0 must be !tfrt.device type, but got 'i32'}}
  %r = "tfrt.get_device"(%0) {device_name = "x"} : (!tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.print.i1' op requires zero regions}}
  %r = "tfrt.print.i1"(%0, %1) ({}) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt.print.i1' op requires one result}}
  "tfrt.print.i1"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "tfrt.print.i1"(%0, %1)[^bb1] : (i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.print.i1' op expected 2 operands, but found 1}}
  %r = "tfrt.print.i1"(%0) : (i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.print.i1' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.print.i1"(%0, %1) : (i32, !tfrt.chain) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32) {
  // expected-error @+1:8 {{'tfrt.print.i1' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.print.i1"(%0, %1) : (i1, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: !tfrt.chain) {
  // expected-error @+1:8 {{'tfrt.print.i1' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.print.i1"(%0, %1) : (i1, !tfrt.chain) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.constant.i1' op requires zero regions}}
  %r = "tfrt.constant.i1"() ({}) {value = true} : () -> (i1)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.constant.i1' op requires one result}}
  "tfrt.constant.i1"() {value = true} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:28 {{successors in non-terminator}}
  %r = "tfrt.constant.i1"()[^bb1] {value = true} : () -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.constant.i1' op requires zero operands}}
  %r = "tfrt.constant.i1"(%0) {value = true} : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.constant.i1' op requires attribute 'value'}}
  %r = "tfrt.constant.i1"() : () -> (i1)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.constant.i1' op attribute 'value' failed to satisfy constraint: 1-bit boolean attribute}}
  %r = "tfrt.constant.i1"() {value = 1 : i32} : () -> (i1)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.constant.i1' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.constant.i1"() {value = true} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op requires zero regions}}
  %r = "tfrt.add.i32"(%0, %1) ({}) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt.add.i32' op requires one result}}
  "tfrt.add.i32"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:30 {{successors in non-terminator}}
  %r = "tfrt.add.i32"(%0, %1)[^bb1] : (i32, i32) -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op expected 2 operands, but found 1}}
  %r = "tfrt.add.i32"(%0) : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.add.i32"(%0, %1) : (i64, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64) {
  // expected-error @+1:8 {{'tfrt.add.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.add.i32"(%0, %1) : (i32, i64) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.add.i32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.add.i32"(%0, %1) : (i32, i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.and.i1' op requires zero regions}}
  %r = "tfrt.and.i1"(%0, %1) ({}) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt.and.i1' op requires one result}}
  "tfrt.and.i1"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:29 {{successors in non-terminator}}
  %r = "tfrt.and.i1"(%0, %1)[^bb1] : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.and.i1' op expected 2 operands, but found 1}}
  %r = "tfrt.and.i1"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i1) {
  // expected-error @+1:8 {{'tfrt.and.i1' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.and.i1"(%0, %1) : (i32, i1) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i32) {
  // expected-error @+1:8 {{'tfrt.and.i1' op operand #1 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.and.i1"(%0, %1) : (i1, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i1, %1: i1) {
  // expected-error @+1:8 {{'tfrt.and.i1' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.and.i1"(%0, %1) : (i1, i1) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.equal.i32' op requires zero regions}}
  %r = "tfrt.equal.i32"(%0, %1) ({}) : (i32, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:3 {{'tfrt.equal.i32' op requires one result}}
  "tfrt.equal.i32"(%0, %1) : (i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "tfrt.equal.i32"(%0, %1)[^bb1] : (i32, i32) -> (i1)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt.equal.i32' op expected 2 operands, but found 1}}
  %r = "tfrt.equal.i32"(%0) : (i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt.equal.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.equal.i32"(%0, %1) : (i64, i32) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64) {
  // expected-error @+1:8 {{'tfrt.equal.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.equal.i32"(%0, %1) : (i32, i64) -> (i1)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.equal.i32' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.equal.i32"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt.div.i32' op requires zero regions}}
  %r:2 = "tfrt.div.i32"(%0, %1) ({}) : (i32, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.div.i32' op expected 2 results}}
  %r = "tfrt.div.i32"(%0, %1) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r:2 = "tfrt.div.i32"(%0, %1)[^bb1] : (i32, i32) -> (i32, i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt.div.i32' op expected 2 operands, but found 1}}
  %r:2 = "tfrt.div.i32"(%0) : (i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:10 {{'tfrt.div.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r:2 = "tfrt.div.i32"(%0, %1) : (i64, i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64) {
  // expected-error @+1:10 {{'tfrt.div.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r:2 = "tfrt.div.i32"(%0, %1) : (i32, i64) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt.div.i32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %r:2 = "tfrt.div.i32"(%0, %1) : (i32, i32) -> (i64, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:10 {{'tfrt.div.i32' op result #1 must be 32-bit signless integer, but got 'i64'}}
  %r:2 = "tfrt.div.i32"(%0, %1) : (i32, i32) -> (i32, i64)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.call' op requires zero regions}}
  "tfrt.call"() ({}) {callee = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:16 {{successors in non-terminator}}
  "tfrt.call"()[^bb1] {callee = @f} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.call' op requires attribute 'callee'}}
  "tfrt.call"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt.call"() {callee = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.cond' op requires zero regions}}
  "tfrt.cond"(%0) ({}) {a_true_fn = @f, b_false_fn = @f} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:18 {{successors in non-terminator}}
  "tfrt.cond"(%0)[^bb1] {a_true_fn = @f, b_false_fn = @f} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.cond' op expected 1 or more operands, but found 0}}
  "tfrt.cond"() {a_true_fn = @f, b_false_fn = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.cond' op requires attribute 'a_true_fn'}}
  "tfrt.cond"(%0) {b_false_fn = @f} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.cond' op attribute 'a_true_fn' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt.cond"(%0) {b_false_fn = @f, a_true_fn = 1 : i32} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.cond' op requires attribute 'b_false_fn'}}
  "tfrt.cond"(%0) {a_true_fn = @f} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.cond' op attribute 'b_false_fn' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt.cond"(%0) {a_true_fn = @f, b_false_fn = 1 : i32} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.cond' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.cond"(%0, %1) {a_true_fn = @f, b_false_fn = @f} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.case' op requires zero regions}}
  "tfrt.case"(%0) ({}) {branches = []} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:18 {{successors in non-terminator}}
  "tfrt.case"(%0)[^bb1] {branches = []} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.case' op expected 1 or more operands, but found 0}}
  "tfrt.case"() {branches = []} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.case' op requires attribute 'branches'}}
  "tfrt.case"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.case' op attribute 'branches' failed to satisfy constraint: flat symbol reference array attribute}}
  "tfrt.case"(%0) {branches = 1 : i32} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.case' op attribute 'branches' failed to satisfy constraint: flat symbol reference array attribute}}
  "tfrt.case"(%0) {branches = [1 : i32]} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt.case' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.case"(%0, %1) {branches = []} : (i64, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.while' op requires zero regions}}
  "tfrt.while"(%0) ({}) {body_fn = @f, parallel_iterations = 1 : i64} : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:19 {{successors in non-terminator}}
  "tfrt.while"(%0)[^bb1] {body_fn = @f, parallel_iterations = 1 : i64} : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.while' op expected 1 or more operands, but found 0}}
  "tfrt.while"() {body_fn = @f, parallel_iterations = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.while' op requires attribute 'body_fn'}}
  "tfrt.while"(%0) {parallel_iterations = 1 : i64} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.while' op attribute 'body_fn' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt.while"(%0) {parallel_iterations = 1 : i64, body_fn = 1 : i32} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.while' op requires attribute 'parallel_iterations'}}
  "tfrt.while"(%0) {body_fn = @f} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.while' op attribute 'parallel_iterations' failed to satisfy constraint: 64-bit signless integer attribute}}
  "tfrt.while"(%0) {body_fn = @f, parallel_iterations = 1 : i32} : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.while' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.while"(%0, %1) {body_fn = @f, parallel_iterations = 1 : i64} : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op requires zero regions}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2) ({}) {callee = @f} : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt.parallel_call.i32' op requires one result}}
  "tfrt.parallel_call.i32"(%0, %1, %2) {callee = @f} : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:44 {{successors in non-terminator}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2)[^bb1] {callee = @f} : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op expected 3 or more operands, but found 2}}
  %r = "tfrt.parallel_call.i32"(%0, %1) {callee = @f} : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op requires attribute 'callee'}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2) : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2) {callee = 1 : i32} : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2, %3) {callee = @f} : (i64, i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2, %3) {callee = @f} : (i32, i64, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i64, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op operand #2 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2, %3) {callee = @f} : (i32, i32, i64, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.parallel_call.i32"(%0, %1, %2, %3) {callee = @f} : (i32, i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.once' op requires zero regions}}
  "tfrt.once"() ({}) {function = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:16 {{successors in non-terminator}}
  "tfrt.once"()[^bb1] {function = @f} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.once' op requires attribute 'function'}}
  "tfrt.once"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.once' op attribute 'function' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt.once"() {function = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.return' op requires zero regions}}
  "tfrt.return"() ({}) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt.return' op requires zero results}}
  %r = "tfrt.return"() : () -> (i32)
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.return' op requires 0 successors but found 1}}
  "tfrt.return"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.return' op must be the last operation in the parent block}}
  "tfrt.return"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.if' op expected 2 regions}}
  "tfrt.if"(%0) ({}) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:16 {{successors in non-terminator}}
  "tfrt.if"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.if' op expected 1 or more operands, but found 0}}
  "tfrt.if"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "tfrt.if"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.if' op region #0 ('then_region') failed to verify constraint: region with 1 blocks}}
  "tfrt.if"(%0) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i1) -> ()
  tfrt.return
}

// -----

func.func @f() {
  "tfrt.if"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }, {
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i1) {
  // expected-error @+1:3 {{'tfrt.if' op region #1 ('else_region') failed to verify constraint: region with 1 blocks}}
  "tfrt.if"(%0) ({
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

func.func @f() {
  "tfrt.if"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }, {
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.repeat.i32' op requires one region}}
  "tfrt.repeat.i32"(%0) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:24 {{successors in non-terminator}}
  "tfrt.repeat.i32"(%0)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt.repeat.i32' op expected 1 or more operands, but found 0}}
  "tfrt.repeat.i32"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32) {
  // expected-error @+1:8 {{'tfrt.repeat.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.repeat.i32"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i64, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:3 {{'tfrt.repeat.i32' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "tfrt.repeat.i32"(%0) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : (i32) -> ()
  tfrt.return
}

// -----

func.func @f() {
  "tfrt.repeat.i32"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op requires one region}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2) : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:3 {{'tfrt.parallel_for.i32' op requires one result}}
  "tfrt.parallel_for.i32"(%0, %1, %2) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:43 {{successors in non-terminator}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2)[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op expected 3 or more operands, but found 2}}
  %r = "tfrt.parallel_for.i32"(%0, %1) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i64, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i64, i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i64, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op operand #1 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i64, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i64, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op operand #2 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i64, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32, %3: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2, %3) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32, i32) -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32, %1: i32, %2: i32) {
  // expected-error @+1:8 {{'tfrt.parallel_for.i32' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %r = "tfrt.parallel_for.i32"(%0, %1, %2) ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : (i32, i32, i32) -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  %r = "tfrt.parallel_for.i32"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) : () -> (!tfrt.chain)
  tfrt.return
}
