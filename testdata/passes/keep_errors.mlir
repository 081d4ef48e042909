// An error that a call is given, or that an operand of a merge is, is not lost: what depends on it is that error at every level.
// RUN: tfrt-opt --inline %s | FileCheck %s
// RUN: tfrt-run -O0 %s 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run -O1 %s 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tfrt-run -O2 %s 2>&1 | FileCheck %s --check-prefix=OUT

func.func private @ignores(%x: i32) -> i32 {
  %five = tfrt.constant.i32 5
  tfrt.return %five : i32
}

func.func private @prints(%x: i32, %ch: !tfrt.chain) -> (!tfrt.chain, i32) {
  %five = tfrt.constant.i32 5
  %printed = tfrt.print.i32 %five, %ch
  %y = tfrt.add.i32 %x, %five
  tfrt.return %printed, %y : !tfrt.chain, i32
}

func.func private @uses(%x: i32, %y: i32) -> i32 {
  %z = tfrt.add.i32 %x, %y
  tfrt.return %z : i32
}

// CHECK-LABEL: func.func @unused
// CHECK: tfrt.call @ignores
// OUT-LABEL: --- Running 'unused'
// OUT: 'unused' returned <<error: something bad happened>>
func.func @unused() -> i32 {
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r = tfrt.call @ignores(%x) : (i32) -> i32
  tfrt.return %r : i32
}

// CHECK-LABEL: func.func @effects
// CHECK: tfrt.call @prints
// OUT-LABEL: --- Running 'effects'
// OUT-NOT: int32 = 5
// OUT: 'effects' returned <<error: something bad happened>>,<<error: something bad happened>>
// OUT-NOT: int32 = 5
func.func @effects() -> (!tfrt.chain, i32) {
  %ch = tfrt.new.chain
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r:2 = tfrt.call @prints(%x, %ch) : (i32, !tfrt.chain) -> (!tfrt.chain, i32)
  tfrt.return %r#0, %r#1 : !tfrt.chain, i32
}

// What depends on the error anyway can stand in the caller, and so can what gets no errors.
// CHECK-LABEL: func.func @inlined
// CHECK-NOT: tfrt.call
// OUT-LABEL: --- Running 'inlined'
// OUT: 'inlined' returned <<error: something bad happened>>,5
// OUT: int32 = 5
func.func @inlined() -> (i32, i32) {
  %ch = tfrt.new.chain
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %two = tfrt.constant.i32 2
  %four = tfrt.add.i32 %two, %two
  %r = tfrt.call @uses(%x, %two) : (i32, i32) -> i32
  %s = tfrt.call @ignores(%four) : (i32) -> i32
  %t:2 = tfrt.call @prints(%four, %ch) : (i32, !tfrt.chain) -> (!tfrt.chain, i32)
  tfrt.return %r, %s : i32, i32
}

// OUT-LABEL: --- Running 'merged'
// OUT-NOT: int32 = 5
// OUT: 'merged' returned <<error: something bad happened>>,<<error: something bad happened>>
// OUT-NOT: int32 = 5
func.func @merged() -> (i32, !tfrt.chain) {
  %ch = tfrt.new.chain
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %five = tfrt.constant.i32 5
  %m = "tfrt.merge.chains"(%ch, %x) : (!tfrt.chain, i32) -> !tfrt.chain
  %p = tfrt.print.i32 %five, %m
  tfrt.return %x, %p : i32, !tfrt.chain
}

// An op without its handler does not run, also if its result is known.
// OUT-LABEL: --- Running 'no_handler'
// OUT: 'no_handler' returned <<error: {{.*}}>>,<<error: {{.*}}>>
func.func @no_handler() -> (!corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %none = corert.get_op_handler %ch "missing" // expected-error {{missing}}
  %x = corert.const_dense_tensor dense<1.0> : tensor<2xf32>
  %a = corert.executeop(%none) "tf.Const"() {dtype = f32, value = dense<1.0> : tensor<2xf32>} : 1
  %b = corert.executeop(%none) "tf.Identity"(%x) : 1
  tfrt.return %a, %b : !corert.tensorhandle, !corert.tensorhandle
}
