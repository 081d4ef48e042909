// An error poisons what depends on it; the other half of the graph completes.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef && tfrt-run %t.bef | FileCheck %s
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run %s --work_queue_type=mstd:4 | FileCheck %s

// CHECK: --- Running 'main':
// CHECK-DAG: int32 = 42
// CHECK: 'main' returned <<error: something bad happened>>,42,!tfrt.chain value
func.func @main() -> (i32, i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %c = tfrt.constant.i32 21

  // The half that fails: the error is reported once, where it happened.
  // expected-error @+1 {{runtime error: something bad happened}}
  %bad = "tfrt_test.fail"() : () -> i32
  %worse = tfrt.add.i32 %bad, %c
  %ch1 = tfrt.print.i32 %worse, %ch0

  // The half that does not.
  %good = tfrt.add.i32 %c, %c
  %ch2 = tfrt.print.i32 %good, %ch0
  tfrt.return %worse, %good, %ch2 : i32, i32, !tfrt.chain
}
