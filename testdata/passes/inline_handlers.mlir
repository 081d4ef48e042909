// RUN: tfrt-opt --inline %s | FileCheck %s

// A function that asks for the CPU's handler and computes from its arguments alone is inlined, also where an argument may be an error: the
// handler is there in any case, and the result depends on every argument.

// CHECK-LABEL: func.func @caller
// CHECK-NOT: tfrt.call
// CHECK: "tf.Mul"
// CHECK: "tf.AddV2"
// CHECK: tfrt.return
func.func @caller(%ch: !tfrt.chain, %a: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %b = corert.executeop(%cpu) "tf.Mul"(%a, %a) {T = f32} : 1
  %c = tfrt.call @sum(%ch, %a, %b) : (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) -> !corert.tensorhandle
  tfrt.return %c : !corert.tensorhandle
}

func.func private @sum(%ch: !tfrt.chain, %a: !corert.tensorhandle, %b: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %c = corert.executeop(%cpu) "tf.AddV2"(%a, %b) {T = f32} : 1
  tfrt.return %c : !corert.tensorhandle
}

// One that does not depend on an argument stays a call.

// CHECK-LABEL: func.func @other
// CHECK: tfrt.call @first
func.func @other(%ch: !tfrt.chain, %a: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %b = corert.executeop(%cpu) "tf.Mul"(%a, %a) {T = f32} : 1
  %c = tfrt.call @first(%ch, %a, %b) : (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) -> !corert.tensorhandle
  tfrt.return %c : !corert.tensorhandle
}

func.func private @first(%ch: !tfrt.chain, %a: !corert.tensorhandle, %b: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %c = corert.executeop(%cpu) "tf.AddV2"(%a, %a) {T = f32} : 1
  tfrt.return %c : !corert.tensorhandle
}
