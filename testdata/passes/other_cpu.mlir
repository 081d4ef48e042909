// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(sccp,fuse-elementwise))' %s | FileCheck %s
// RUN: tfrt-opt -sccp %s | FileCheck %s

// Here `cpu` is a handler that prints each op, whichever function says so: ops stay as they are.
func.func @register_op_handlers_cpu() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %logging = "corert.create_logging_op_handler"(%cpu) {sync_log_results = 1 : i64} : (!corert.ophandler) -> !corert.ophandler
  corert.register_op_handler %logging "cpu"
  tfrt.return
}

// CHECK-LABEL: func.func @f
// CHECK:         "tf.AddV2"
// CHECK:         "tf.Neg"
func.func @f(%ch: !tfrt.chain) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %a = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  %b = corert.executeop(%cpu) "tf.Neg"(%a) : 1
  tfrt.return %b : !corert.tensorhandle
}
