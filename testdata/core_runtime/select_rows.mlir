// The older selection takes a vector of conditions as one a row; the newer one broadcasts it along the last dimension.
// RUN: tfrt-run -O0 %s --test_init_function=register_op_handlers_cpu | FileCheck %s
// RUN: tfrt-run -O2 %s --test_init_function=register_op_handlers_cpu | FileCheck %s

func.func @register_op_handlers_cpu() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  corert.register_op_handler %cpu "cpu"
  tfrt.return
}

// CHECK-LABEL: --- Running 'square'
func.func @square() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %c = corert.const_dense_tensor dense<[true, false]> : tensor<2xi1>
  %x = corert.const_dense_tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = corert.const_dense_tensor dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %rows = corert.executeop(%cpu) "tf.Select"(%c, %x, %y) : 1
  %columns = corert.executeop(%cpu) "tf.SelectV2"(%c, %x, %y) : 1
  // CHECK: shape = [2, 2], values = [1, 2, 7, 8]
  %ch1 = "corert.print_tensorhandle"(%rows, %ch0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: shape = [2, 2], values = [1, 6, 3, 8]
  %ch2 = "corert.print_tensorhandle"(%columns, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'oblong'
func.func @oblong() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %c = corert.const_dense_tensor dense<[false, true]> : tensor<2xi1>
  %x = corert.const_dense_tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = corert.const_dense_tensor dense<0> : tensor<2x3xi32>
  %rows = corert.executeop(%cpu) "tf.Select"(%c, %x, %y) : 1
  // CHECK: shape = [2, 3], values = [0, 0, 0, 4, 5, 6]
  %ch1 = "corert.print_tensorhandle"(%rows, %ch0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
