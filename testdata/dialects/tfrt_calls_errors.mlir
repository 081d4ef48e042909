// What is wrong with a call, a branch to functions or a parallel call: one program a rule.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @no_callee(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op requires attribute 'callee'}}
  %a = "tfrt.call"(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @callee_is_no_symbol(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  %a = "tfrt.call"(%x) {callee = "f"} : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @unknown_callee(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op 'missing' does not reference a valid function}}
  %a = tfrt.call @missing(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

module @nested {
}
func.func @callee_is_no_function(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op 'nested' does not reference a valid function}}
  %a = tfrt.call @nested(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @call_operands(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op incorrect number of operands for callee}}
  %a = tfrt.call @f(%x, %x) : (i32, i32) -> i32
  tfrt.return %a : i32
}
func.func @call_results(%x: i32) {
  // expected-error @+1:3 {{'tfrt.call' op incorrect number of results for callee}}
  tfrt.call @f(%x) : (i32) -> ()
  tfrt.return
}
func.func @call_operand_type(%x: i64) -> i32 {
  // expected-error @+1:8 {{'tfrt.call' op operand type mismatch}}
  %a = tfrt.call @f(%x) : (i64) -> i32
  tfrt.return %a : i32
}
func.func @call_result_type(%x: i32) -> i64 {
  // expected-error @+1:8 {{'tfrt.call' op result type mismatch}}
  %a = tfrt.call @f(%x) : (i32) -> i64
  tfrt.return %a : i64
}

// -----

func.func @t(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @two(%x: i32, %y: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @wide(%x: i64) -> i32 {
  %y = tfrt.constant.i32 1
  tfrt.return %y : i32
}
func.func @none(%x: i32) {
  tfrt.return
}
func.func @gives_wide(%x: i32) -> i64 {
  %y = tfrt.constant.i64 1
  tfrt.return %y : i64
}
func.func @cond_attribute(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op requires attribute 'b_false_fn'}}
  %a = "tfrt.cond"(%c, %x) {a_true_fn = @t} : (i1, i32) -> i32
  tfrt.return %a : i32
}
func.func @cond_true(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op 'missing' does not reference a valid function}}
  %a = tfrt.cond %c @missing @t(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_false(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op 'missing' does not reference a valid function}}
  %a = tfrt.cond %c @t @missing(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_true_operands(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op incorrect number of operands for true function}}
  %a = tfrt.cond %c @two @t(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_false_operands(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op incorrect number of operands for false function}}
  %a = tfrt.cond %c @t @two(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_true_operand_type(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op operand type mismatch for true function}}
  %a = tfrt.cond %c @wide @t(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_false_operand_type(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op operand type mismatch for false function}}
  %a = tfrt.cond %c @t @wide(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_true_results(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op incorrect number of results for true function}}
  %a = tfrt.cond %c @none @t(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_false_results(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op incorrect number of results for false function}}
  %a = tfrt.cond %c @t @none(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_true_result_type(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op result type mismatch for true function}}
  %a = tfrt.cond %c @gives_wide @t(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_false_result_type(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op result type mismatch for false function}}
  %a = tfrt.cond %c @t @gives_wide(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
func.func @cond_condition(%c: i32, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.cond' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  %a = "tfrt.cond"(%c, %x) {a_true_fn = @t, b_false_fn = @t} : (i32, i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @t(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @case_branches(%i: i32, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.case' op requires attribute 'branches'}}
  %a = "tfrt.case"(%i, %x) : (i32, i32) -> i32
  tfrt.return %a : i32
}
func.func @while_iterations(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.while' op requires attribute 'parallel_iterations'}}
  %a = "tfrt.while"(%c, %x) {body_fn = @t} : (i1, i32) -> i32
  tfrt.return %a : i32
}
func.func @once_function(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.once' op requires attribute 'function'}}
  %a = "tfrt.once"(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @while_keyword(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:29 {{custom op 'tfrt.while' expected 'parallel_iterations'}}
  %d = tfrt.while %c @w(%x) : (i32) -> (i32)
  tfrt.return %d : i32
}

// -----

func.func @one(%x: i32) {
  tfrt.return
}
func.func @wide(%s: i64, %e: i64) {
  tfrt.return
}
func.func @block(%s: i32, %e: i32) {
  tfrt.return
}
func.func @extra(%s: i32, %e: i32, %x: i64) {
  tfrt.return
}
func.func @number(%s: i32, %e: i32) -> i32 {
  tfrt.return %s : i32
}
func.func @chains(%s: i32, %e: i32) -> (!tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  tfrt.return %c, %c : !tfrt.chain, !tfrt.chain
}
func.func @parallel_callee(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op requires attribute 'callee'}}
  %d = "tfrt.parallel_call.i32"(%s, %e, %b) : (i32, i32, i32) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_missing(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op 'missing' does not reference a valid function}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @missing()
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_operands(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op incorrect number of callee operands}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @one()
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_indices(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op callee must take stard and end indices first}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @wide()
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_operand_type(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op operand type mismatch}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @extra(%s) : i32
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_results(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op invalid callee result type}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @chains()
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_chain(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:8 {{'tfrt.parallel_call.i32' op async callee must return a chain}}
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @number()
  tfrt.return %d : !tfrt.chain
}
func.func @parallel_is_fine(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  %d = tfrt.parallel_call.i32 %s to %e fixed %b @block()
  tfrt.return %d : !tfrt.chain
}

// -----

func.func @no_symbol(%x: i32) -> i32 {
  // expected-error @+1:17 {{expected attribute value: flat symbol reference attribute}}
  %a = tfrt.call f(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @no_types(%x: i32) -> i32 {
  // expected-error @+1:24 {{expected ':'}}
  %a = tfrt.call @f(%x)
  tfrt.return %a : i32
}

// -----

func.func @one_function(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:23 {{expected attribute value: flat symbol reference attribute}}
  %a = tfrt.cond %c @f(%x) : (i32) -> (i32)
  tfrt.return %a : i32
}

// -----

func.func @bare_result_type(%c: i1, %x: i32) -> i32 {
  // expected-error @+1:41 {{expected '('}}
  %a = tfrt.cond %c @f @f(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @branches_are_symbols(%i: i32, %x: i32) -> i32 {
  // expected-error @+1:22 {{expected attribute value}}
  %a = tfrt.case %i [f, g](%x) : (i32) -> (i32)
  tfrt.return %a : i32
}

// -----

func.func @range(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:33 {{custom op 'tfrt.parallel_call.i32' expected 'to'}}
  %d = tfrt.parallel_call.i32 %s, %e fixed %b @f()
  tfrt.return %d : !tfrt.chain
}

// -----

func.func @block_size(%s: i32, %e: i32, %b: i32) -> !tfrt.chain {
  // expected-error @+1:40 {{custom op 'tfrt.parallel_call.i32' expected 'fixed'}}
  %d = tfrt.parallel_call.i32 %s to %e @f()
  tfrt.return %d : !tfrt.chain
}

// -----

func.func @number_of_types(%x: i32) -> i32 {
  // expected-error @+1:21 {{custom op 'tfrt.call' number of operands and types do not match: got 1 operands and 2 types}}
  %a = tfrt.call @f(%x) : (i32, i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @unknown_task(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.spawn' op 'missing' does not reference a valid function}}
  %a = tfrt.spawn @missing(%x) : (i32) -> i32
  tfrt.return %a : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @spawn_operands(%x: i32) -> i32 {
  // expected-error @+1:8 {{'tfrt.spawn' op incorrect number of operands for callee}}
  %a = tfrt.spawn @f(%x, %x) : (i32, i32) -> i32
  tfrt.return %a : i32
}
func.func @spawn_results(%x: i32) {
  // expected-error @+1:3 {{'tfrt.spawn' op incorrect number of results for callee}}
  tfrt.spawn @f(%x) : (i32) -> ()
  tfrt.return
}
func.func @spawn_operand_type(%x: i64) -> i32 {
  // expected-error @+1:8 {{'tfrt.spawn' op operand type mismatch}}
  %a = tfrt.spawn @f(%x) : (i64) -> i32
  tfrt.return %a : i32
}
func.func @spawn_result_type(%x: i32) -> i64 {
  // expected-error @+1:8 {{'tfrt.spawn' op result type mismatch}}
  %a = tfrt.spawn @f(%x) : (i32) -> i64
  tfrt.return %a : i64
}
