// A pass that fails leaves a file that fails in the same way, and the name of what it failed on.
// RUN: not tfrt-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-num-rewrites=0 test-convergence}))' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.repro %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.repro
// RUN: not tfrt-opt --run-reproducer %t.repro 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: tfrt-opt --cse --mlir-pass-pipeline-crash-reproducer=%t.none %s && test ! -e %t.none
// CHECK: error: canonicalization reached a limit before nothing was left to do
// CHECK: error: Failures have been detected while processing an MLIR pass pipeline
// CHECK: note: Pipeline failed while executing [`Canonicalizer` on 'func.func' operation: @twice]: reproducer generated at
// FILE: func.func @twice
// FILE-COUNT-2: tfrt.merge.chains
// FILE: pipeline: "builtin.module(func.func(cse,canonicalize{keep-errors=false max-iterations=10 max-num-rewrites=0 region-simplify=normal test-convergence=true top-down=true}))"
// AGAIN: error: canonicalization reached a limit before nothing was left to do
func.func @twice(%a: !tfrt.chain) -> (!tfrt.chain, !tfrt.chain) {
  %0 = tfrt.merge.chains %a, %a : !tfrt.chain, !tfrt.chain
  %1 = tfrt.merge.chains %a, %a : !tfrt.chain, !tfrt.chain
  tfrt.return %0, %1 : !tfrt.chain, !tfrt.chain
}
