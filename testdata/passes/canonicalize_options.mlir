// The options of canonicalization: limits, order, blocks.
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize))' %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize{top-down=false max-iterations=3 test-convergence}))' %s | FileCheck %s --check-prefix=UP
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize{max-num-rewrites=1}))' %s | FileCheck %s --check-prefix=ONE
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=0}))' %s | FileCheck %s --check-prefix=NONE
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=disabled}))' %s | FileCheck %s --check-prefix=BLOCKS
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(canonicalize{max-num-rewrites=0 test-convergence}))' %s 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not tfrt-opt --canonicalize=region-simplify=strong %s 2>&1 | FileCheck %s --check-prefix=STRONG
// RUN: not tfrt-opt --canonicalize=max-iterations=-2 %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tfrt-opt --canonicalize=max-iteration=2 %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfrt-opt --canonicalize=disable-patterns=x %s 2>&1 | FileCheck %s --check-prefix=PATTERNS
// LIMIT: error: canonicalization reached a limit before nothing was left to do
// STRONG: 'strong' is not supported for option 'region-simplify'; try 'normal', 'aggressive' or 'disabled'
// NEGATIVE: '-2' value invalid for option 'max-iterations': -1 means no limit
// NAME: pass 'canonicalize' has no option 'max-iteration'; it has {{.*}}; did you mean 'max-iterations'?
// PATTERNS: pass 'canonicalize' has no option 'disable-patterns'; it has 'top-down'

// CHECK-LABEL: func.func @chains
// CHECK-NEXT:    tfrt.return %arg0
// UP-LABEL: func.func @chains
// UP-NEXT:     tfrt.merge.chains %arg0 : !tfrt.chain
// UP-NEXT:     tfrt.return
// ONE-LABEL: func.func @chains
// ONE-COUNT-2: tfrt.merge.chains
// ONE-NEXT:    tfrt.return
// NONE-LABEL: func.func @chains
// NONE-COUNT-3: tfrt.merge.chains
func.func @chains(%a: !tfrt.chain) -> !tfrt.chain {
  %0 = tfrt.merge.chains %a, %a : !tfrt.chain, !tfrt.chain
  %1 = tfrt.merge.chains %0, %a : !tfrt.chain, !tfrt.chain
  %2 = tfrt.merge.chains %1, %a, %1 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %2 : !tfrt.chain
}

// CHECK-LABEL: func.func @blocks
// CHECK-NEXT:    return
// BLOCKS-LABEL: func.func @blocks
// BLOCKS-NEXT:    return
// NONE-LABEL: func.func @blocks
// NONE:         ^bb1:
func.func @blocks() {
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}
