// What may be removed, merged or computed, and what may not.
// RUN: tfrt-opt -canonicalize %s | FileCheck %s
// RUN: tfrt-opt -cse %s | FileCheck --check-prefix=CSE %s
// RUN: tfrt-opt -sccp %s | FileCheck --check-prefix=SCCP %s

// A division is removed only when it is known not to fail.
// CHECK-LABEL: func.func @unused_divisions
// CHECK-NEXT: %0 = tfrt.constant.i32 0
// CHECK-NEXT: %1:2 = tfrt.div.i32 %arg0, %0
// CHECK-NEXT: %2:2 = tfrt.div.i32 %arg0, %arg0
// CHECK-NEXT: tfrt.return
func.func @unused_divisions(%x: i32) {
  %zero = tfrt.constant.i32 0
  %two = tfrt.constant.i32 2
  %a, %b = tfrt.div.i32 %x, %zero
  %c, %d = tfrt.div.i32 %x, %two
  %e, %f = tfrt.div.i32 %x, %x
  tfrt.return
}

// Ops with state stay; ops without, and unknown ones that give something, go.
// CHECK-LABEL: func.func @unused_ops
// CHECK-NEXT: corert.executeop(%arg0) "tf.RandomUniform"(%arg1)
// CHECK-NEXT: corert.executeop(%arg0) "tfrt_test.print"(%arg1)
// CHECK-NEXT: corert.executeop(%arg0) "my.effect"(%arg1)
// CHECK-NEXT: tfrt.return
func.func @unused_ops(%h: !corert.ophandler, %x: !corert.tensorhandle) {
  %a = corert.executeop(%h) "tf.RandomUniform"(%x) {dtype = f32} : 1
  %b = corert.executeop(%h) "tf.Relu"(%x) : 1
  %c = corert.executeop(%h) "my.value"(%x) : 1
  corert.executeop(%h) "tfrt_test.print"(%x)
  corert.executeop(%h) "my.effect"(%x)
  tfrt.return
}

// CSE-LABEL: func.func @equal_ops
// CSE-NEXT: %0 = corert.executeop(%arg0) "tf.Relu"(%arg1) : 1
// CSE-NEXT: %1 = corert.executeop(%arg0) "tf.RandomUniform"(%arg1) : 1
// CSE-NEXT: %2 = corert.executeop(%arg0) "tf.RandomUniform"(%arg1) : 1
// CSE-NEXT: %3 = corert.executeop(%arg0) "my.value"(%arg1) : 1
// CSE-NEXT: %4 = corert.executeop(%arg0) "my.value"(%arg1) : 1
// CSE-NEXT: corert.executeop(%arg0) "my.use"(%0, %0, %1, %2, %3, %4)
func.func @equal_ops(%h: !corert.ophandler, %x: !corert.tensorhandle) {
  %a = corert.executeop(%h) "tf.Relu"(%x) : 1
  %b = corert.executeop(%h) "tf.Relu"(%x) : 1
  %c = corert.executeop(%h) "tf.RandomUniform"(%x) : 1
  %d = corert.executeop(%h) "tf.RandomUniform"(%x) : 1
  %e = corert.executeop(%h) "my.value"(%x) : 1
  %f = corert.executeop(%h) "my.value"(%x) : 1
  corert.executeop(%h) "my.use"(%a, %b, %c, %d, %e, %f)
  tfrt.return
}

// Tensors are written in place: two are not one, though equal when they are made.
// CSE-LABEL: func.func @equal_allocations
// CSE-NEXT: %0 = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
// CSE-NEXT: %1 = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
func.func @equal_allocations(%ch: !tfrt.chain) -> (!tfrt.chain, !tfrt.chain) {
  %a = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
  %b = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
  %c = tfrt_dht.fill_tensor_with_constant.i32 %a, %ch 1 : i32
  %d = tfrt_dht.fill_tensor_with_constant.i32 %b, %ch 2 : i32
  tfrt.return %c, %d : !tfrt.chain, !tfrt.chain
}

// SCCP-LABEL: func.func @constants
// SCCP: tfrt.constant.i32 7
// SCCP: tfrt.div.i32
// SCCP: tfrt.return
func.func @constants() -> (i32, i32) {
  %three = tfrt.constant.i32 3
  %four = tfrt.constant.i32 4
  %zero = tfrt.constant.i32 0
  %seven = tfrt.add.i32 %three, %four
  %q, %r = tfrt.div.i32 %four, %zero
  tfrt.return %seven, %q : i32, i32
}
