// RUN: tfrt-opt --fuse-elementwise %s | FileCheck %s

// Here `cpu` is a handler that prints each op: ops stay as they are.
// CHECK-NOT: tfrt_fused
func.func @register_op_handlers_cpu() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %logging = "corert.create_logging_op_handler"(%cpu) {sync_log_results = 1 : i64} : (!corert.ophandler) -> !corert.ophandler
  corert.register_op_handler %logging "cpu"
  tfrt.return
}

func.func @f(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Exp"(%x) : 1
  %b = corert.executeop(%cpu) "tf.Neg"(%a) : 1
  tfrt.return %b : !corert.tensorhandle
}
