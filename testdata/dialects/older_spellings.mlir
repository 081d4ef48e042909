// Spellings of older documents are read, and told what they are now.
// RUN: tfrt-opt %s -verify-diagnostics
// RUN: tfrt-opt %s 2>/dev/null | FileCheck %s

// expected-remark @+1 {{this is now spelled 'func.func'}}
func @example() -> !tfrt.chain {
  // expected-remark @+1 {{this is now spelled 'corert.get_op_handler %chain "name"'; a new chain is taken}}
  %cpu = corert.get_op_handler("cpu")

  // Create TensorHandles
  // expected-remark @+2 {{the number of results is now spelled at the end of the operation: ' : 1'}}
  // expected-remark @+2 {{this op is now spelled "tfrt_test.create_dense_tensor"}}
  %lhs = corert.executeop(%cpu)
    "test.create_dense_tensor"() { shape = [1, 1], values = [-1.0 : f32] }
  // expected-remark @+2 {{the number of results is now spelled at the end of the operation: ' : 1'}}
  // expected-remark @+2 {{this op is now spelled "tfrt_test.create_dense_tensor"}}
  %rhs = corert.executeop(%cpu)
    "test.create_dense_tensor"() { shape = [1, 1], values = [-2.0 : f32] }

  // expected-remark @+2 {{the number of results is now spelled at the end of the operation: ' : 1'}}
  // expected-remark @+1 {{this op is now spelled "tfrt_test.add"}}
  %result = corert.executeop(%cpu) "test.add" (%lhs, %rhs)
  %ch0 = tfrt.new.chain
  // expected-remark @+1 {{this is now spelled '"corert.print_tensorhandle"(%handle, %chain) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain'}}
  %ch1 = corert.print_tensorhandle(%result, %ch0)
  tfrt.return %ch1 : !tfrt.chain
}

// CHECK-LABEL: func.func @example() -> !tfrt.chain {
// CHECK-NEXT:    %0 = tfrt.new.chain
// CHECK-NEXT:    %1 = corert.get_op_handler %0 "cpu"
// CHECK-NEXT:    %2 = corert.executeop(%1) "tfrt_test.create_dense_tensor"() {shape = [1, 1], values = [-1.000000e+00 : f32]} : 1
// CHECK-NEXT:    %3 = corert.executeop(%1) "tfrt_test.create_dense_tensor"() {shape = [1, 1], values = [-2.000000e+00 : f32]} : 1
// CHECK-NEXT:    %4 = corert.executeop(%1) "tfrt_test.add"(%2, %3) : 1
// CHECK-NEXT:    %5 = tfrt.new.chain
// CHECK-NEXT:    %6 = "corert.print_tensorhandle"(%4, %5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
// CHECK-NEXT:    tfrt.return %6 : !tfrt.chain
// CHECK-NEXT:  }

// CHECK-LABEL: func.func @synchronous
func.func @synchronous(%h: !corert.ophandler) {
  // Upstream prints the name of this operation twice; that is read back.
  // CHECK-NEXT: %0 = corert_sync.executeopcorert_sync.executeop(%arg0) "my.op"() {k = 1 : i32} : 1
  %a = corert_sync.executeopcorert_sync.executeop(%h) "my.op"() {k = 1 : i32} : 1
  tfrt.return
}
