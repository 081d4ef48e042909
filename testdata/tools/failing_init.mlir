// A run of one function fails if the function that is to run before it fails; one that is not there is none.
// RUN: not tfrt-run %s --function=main --test_init_function=init 2>&1 | FileCheck %s
// RUN: tfrt-run %s --function=main --test_init_function=nothing | FileCheck %s --check-prefix=WITHOUT

// CHECK: error: runtime error: Divide by zero
// CHECK: 7
// WITHOUT: 7
func.func @init() -> i32 {
  %a = tfrt.constant.i32 7
  %b = tfrt.constant.i32 0
  %c = tfrt_arith.divsi.i32 %a, %b
  tfrt.return %c : i32
}

func.func @main() -> i32 {
  %a = tfrt.constant.i32 7
  tfrt.return %a : i32
}
