// Traces of functions and ops: as lines, as times, as a file.
// RUN: tfrt-run -O0 %s --enable_tracing --tracing_sink=debug | FileCheck %s
// RUN: tfrt-run -O0 %s --enable_tracing --tracing_sink=debug --tracing_level=verbose | FileCheck %s --check-prefix=VERBOSE
// RUN: tfrt-run -O0 %s --enable_tracing 2>&1 >/dev/null | FileCheck %s --check-prefix=SIMPLE
// RUN: tfrt-run -O0 %s --trace=%t && FileCheck %s --check-prefix=FILE --input-file=%t
// RUN: not tfrt-run -O0 %s --tracing_level=loud 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tfrt-run -O0 %s --trace=no/such/folder/file 2>&1 | FileCheck %s --check-prefix=NOFILE

// CHECK: Scope:Bef Executor
// CHECK: Scope:Function: ops
// CHECK-NEXT: Scope:tfrt_test.create_dense_tensor#op_handler=cpu#
// CHECK-NEXT: Scope:RunDispatch: tfrt_test.create_dense_tensor
// CHECK-NEXT: End Scope
// CHECK-NEXT: End Scope
// CHECK: End Scope

// VERBOSE: Scope:tfrt_test.create_dense_tensor#op_handler=cpu#
// VERBOSE-NEXT: Scope:RunMetadataFunction
// VERBOSE-NEXT: End Scope
// VERBOSE-NEXT: Scope:RunDispatch: tfrt_test.create_dense_tensor

// SIMPLE: ::: [RunDispatch: tfrt_test.create_dense_tensor]: {{[0-9]+}} us -- {{[0-9]+}} ({{[0-9]+}} ns)
// SIMPLE: ::: [Function: ops]:
// SIMPLE: ::: [Bef Executor]:
// SIMPLE: Total activities collected: 4

// FILE: "traceEvents"
// FILE: "name":"Function: ops"
// FILE: "displayTimeUnit":{{.*}}"ns"

// LEVEL: tfrt-run: for the --tracing_level option: Cannot find option named 'loud'!

// NOFILE: cannot open trace file 'no/such/folder/file'

func.func @ops() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1 : i64], values = [1 : i32]} : 1
  tfrt.return %ch : !tfrt.chain
}
