// A loop over functions of ops of known shapes is one op. Where an op fails in some round, the error is at the op's place, and the loop gives it in
// the place of all values: the functions are called with it in the next round.
//
// RUN: tfrt-run %s -O2 | FileCheck %s
// RUN: tfrt-run %s -O0 | FileCheck %s
// RUN: tfrt-run %s -O2 --work_queue_type=mstd:3 | FileCheck %s
// RUN: tfrt-translate %s -O2 -o %t.bef && tfrt-translate --bef-to-mlir %t.bef | FileCheck %s --check-prefix=OPS

func.func @less(%ch: !tfrt.chain, %i: !corert.tensorhandle {tf.type = tensor<i32>}, %n: !corert.tensorhandle {tf.type = tensor<i32>}, %x: !corert.tensorhandle {tf.type = tensor<2xi32>}) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %b = corert.executeop(%cpu) "tf.Less"(%i, %n) {T = i32} : 1
  tfrt.return %ch, %b : !tfrt.chain, !corert.tensorhandle
}

func.func @divide(%ch: !tfrt.chain, %i: !corert.tensorhandle {tf.type = tensor<i32>}, %n: !corert.tensorhandle {tf.type = tensor<i32>}, %x: !corert.tensorhandle {tf.type = tensor<2xi32>}) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %j = corert.executeop(%cpu) "tf.AddV2"(%i, %one) {T = i32} : 1
  %d = corert.executeop(%cpu) "tf.Sub"(%three, %i) {T = i32} : 1
  // expected-error @+1 {{Integer division by zero}}
  %y = corert.executeop(%cpu) "tf.FloorDiv"(%x, %d) {T = i32} : 1
  tfrt.return %ch, %j, %n, %y : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// OPS-LABEL: @rounds
// OPS: "tfrt_region.while"
// OPS-SAME: carries = [0, -2, 1]
// CHECK-LABEL: --- Running 'rounds'
func.func @rounds() {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %i = corert.const_dense_tensor dense<0> : tensor<i32>
  %n = corert.const_dense_tensor dense<2> : tensor<i32>
  %x = corert.const_dense_tensor dense<[60, 90]> : tensor<2xi32>
  %ch, %r:3 = corert.while @less @divide(%ch0, %i, %n, %x) : (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle)
  // CHECK: shape = [], values = [2]
  %ch1 = "corert.print_tensorhandle"(%r#0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: shape = [2], values = [10, 15]
  %ch2 = "corert.print_tensorhandle"(%r#2, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

// In the fourth round the divisor is zero.
// CHECK-LABEL: --- Running 'failing'
func.func @failing() {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %i = corert.const_dense_tensor dense<0> : tensor<i32>
  %n = corert.const_dense_tensor dense<6> : tensor<i32>
  %x = corert.const_dense_tensor dense<[60, 90]> : tensor<2xi32>
  %ch, %r:3 = corert.while @less @divide(%ch0, %i, %n, %x) : (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle)
  // CHECK-NOT: shape
  %ch1 = "corert.print_tensorhandle"(%r#0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
