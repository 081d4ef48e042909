// A loop over more than one tensor: the condition gives one truth value all the same.
//
// RUN: tfrt-run %s --quiet | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-run --quiet --work_queue_type=mstd:2 | FileCheck %s

func.func private @below(%ch: !tfrt.chain, %i: !corert.tensorhandle, %sum: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %limit = corert.const_dense_tensor dense<5> : tensor<i32>
  %go_on = corert.executeop(%cpu) "tf.Less"(%i, %limit) : 1
  tfrt.return %ch, %go_on : !tfrt.chain, !corert.tensorhandle
}

func.func private @step(%ch: !tfrt.chain, %i: !corert.tensorhandle, %sum: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %next = corert.executeop(%cpu) "tf.AddV2"(%i, %one) : 1
  %more = corert.executeop(%cpu) "tf.AddV2"(%sum, %i) : 1
  tfrt.return %ch, %next, %more : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
}

// CHECK: DenseHostTensor dtype = i32, shape = [], values = [10]
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %zero = corert.const_dense_tensor dense<0> : tensor<i32>
  %done, %i, %sum = corert.while @below @step (%ch, %zero, %zero) : (!corert.tensorhandle, !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle)
  %printed = "corert.print_tensorhandle"(%sum, %done) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %printed : !tfrt.chain
}
