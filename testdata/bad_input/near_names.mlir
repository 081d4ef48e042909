// Names that are nearly known: of operations, dialects, passes, options, flags, values of flags.
// RUN: not tfrt-opt -split-input-file %s 2>&1 | FileCheck %s
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalise))' %s 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not tfrt-opt --canonicalize=top-dwn=1 %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tfrt-opt --canonicalise %s 2>&1 | FileCheck %s --check-prefix=FLAG
// PASS: 'canonicalise' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?
// OPTION: pass 'canonicalize' has no option 'top-dwn'; {{.*}}; did you mean 'top-down'?
// FLAG: Did you mean '--canonicalize'?

// CHECK: :[[#@LINE+2]]:8: error: custom op 'tfrt.ad.i32' is unknown{{.*}}; did you mean 'tfrt.add.i32'?
func.func @operation(%a: i32) -> i32 {
  %0 = tfrt.ad.i32 %a, %a
  tfrt.return %0 : i32
}

// -----

// CHECK: error: unregistered operation 'ts.build_shap' found in dialect ('ts') that does not allow unknown operations; did you mean 'ts.build_shape'?
func.func @generic() -> !ts.shape {
  %0 = "ts.build_shap"() {value = [1, 2]} : () -> !ts.shape
  tfrt.return %0 : !ts.shape
}

// -----

// CHECK: error: Dialect `corrt' not found for custom op 'corrt.something'; did you mean the dialect 'corert'?
func.func @dialect(%a: i32) {
  corrt.something %a
  tfrt.return
}

// -----

// What is like nothing has no more to say.
// CHECK: error: Dialect `nothing' not found for custom op 'nothing.like_it'{{$}}
// CHECK-NOT: did you mean
// CHECK: note: Available dialects: arith, builtin, {{.*}}coo, {{.*}}
func.func @far(%a: i32) {
  nothing.like_it %a
}
