// Unused calls, branches and loops go if their functions do nothing but compute results; what waits for them waits for what they waited for.
//
// RUN: tfrt-opt -dce %s | FileCheck %s
// RUN: tfrt-opt -pass-pipeline='builtin.module(func.func(dce))' %s | FileCheck %s --check-prefix=ALONE

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT:    %[[CHAIN:.*]] = tfrt.new.chain
// CHECK-NEXT:    tfrt.return %[[CHAIN]] : !tfrt.chain
// ALONE-LABEL: func.func @loop(
// ALONE:         corert.while
func.func @loop(%x: !corert.tensorhandle) -> !tfrt.chain {
  %ch = tfrt.new.chain
  %after, %r = corert.while @positive @less(%ch, %x) {tf.lenient} : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return %after : !tfrt.chain
}

// An error in its place would be one of the chain behind it, if the loop were strict.
// CHECK-LABEL: func.func @strict(
// CHECK:         corert.while
func.func @strict(%x: !corert.tensorhandle) -> !tfrt.chain {
  %ch = tfrt.new.chain
  %after, %r = corert.while @positive @less(%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return %after : !tfrt.chain
}

// A loop of loops, and what is computed from its result.
// CHECK-LABEL: func.func @nest(
// CHECK-NEXT:    tfrt.return
func.func @nest(%x: !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %after, %r = corert.while @positive @loops(%ch, %x) {tf.lenient} : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %again, %s = corert.cond %r @less @loops(%after, %r) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %t = tfrt.call @twice(%s) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}

// Used results, effects, and chains that are made inside.
// CHECK-LABEL: func.func @used(
// CHECK:         corert.while @positive @less
// CHECK:         corert.while @positive @prints
// CHECK:         corert.while @positive @new_chain
// CHECK:         tfrt.return
func.func @used(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %a, %r = corert.while @positive @less(%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %b, %s = corert.while @positive @prints(%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c, %t = corert.while @positive @new_chain(%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return %r : !corert.tensorhandle
}

func.func private @positive(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %zero = corert.const_dense_tensor dense<0> : tensor<i32>
  %more = corert.executeop(%cpu) "tf.Greater"(%x, %zero) : 1
  tfrt.return %ch, %more : !tfrt.chain, !corert.tensorhandle
}

func.func private @less(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %y = corert.executeop(%cpu) "tf.Sub"(%x, %one) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}

func.func private @loops(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %after, %r = corert.while @positive @less(%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %y = tfrt.call @twice(%r) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}

func.func private @twice(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.Add"(%x, %x) : 1
  tfrt.return %y : !corert.tensorhandle
}

func.func private @prints(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %done = "corert.print_tensorhandle"(%x, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch, %x : !tfrt.chain, !corert.tensorhandle
}

func.func private @new_chain(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %new = tfrt.new.chain
  tfrt.return %new, %x : !tfrt.chain, !corert.tensorhandle
}
