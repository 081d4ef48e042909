// Kernels that ask for the rendezvous, which this runtime does not have: functions that can be called and say so.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/rendezvous.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'sends'
func.func @sends() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-error @+1 {{TF_GetRendezvous: cannot send 'cpu;1;cpu;x;0:0': kernels exchange no tensors by key in this runtime}}
  %c = corert.executeop.seq(%cpu, %ch) "tf.SendByKey"(%x)
  tfrt.return %c : !tfrt.chain
}
// CHECK-LABEL: --- Running 'receives'
func.func @receives() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  // expected-error @+1 {{TF_GetRendezvous: cannot receive 'cpu;1;cpu;x;0:0': kernels exchange no tensors by key in this runtime}}
  %c, %x = corert.executeop.seq(%cpu, %ch) "tf.ReceiveByKey"() : 1
  tfrt.return %x : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'gives_up'
func.func @gives_up() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %c = corert.executeop.seq(%cpu, %ch) "tf.GiveUp"()
  // CHECK: 'gives_up' returned !tfrt.chain value
  tfrt.return %c : !tfrt.chain
}
