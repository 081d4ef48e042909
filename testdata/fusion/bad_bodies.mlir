// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @other_op(%cpu: !corert.ophandler, %x: !corert.tensorhandle) {
  // expected-error @+1 {{tf.MatMul cannot be part of a fused op}}
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x, %x) {body = #corert.fused<%2 = tf.MatMul(%0, %1)>} : 1
  tfrt.return
}

// -----

func.func @later_value(%cpu: !corert.ophandler, %x: !corert.tensorhandle) {
  // expected-error @+1 {{an argument that is no earlier value in the body of a fused op: '%1 = tf.Neg(%1)'}}
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x) {body = #corert.fused<%1 = tf.Neg(%1)>} : 1
  tfrt.return
}

// -----

func.func @no_type(%cpu: !corert.ophandler, %x: !corert.tensorhandle) {
  // expected-error @+1 {{this attribute has no type}}
  %r = corert.executeop(%cpu) "tfrt_fused.elementwise"(%x) {body = #corert.fused<%1 = tf.Neg(%0)> : i32} : 1
  tfrt.return
}
