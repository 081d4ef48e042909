// The flags by which passes are steered and looked into, and what is said of wrong ones.
// RUN: tfrt-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: tfrt-opt -O1 --mlir-timing %s 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: tfrt-opt -cse -cse --mlir-timing --mlir-timing-display=list %s 2>&1 | FileCheck %s --check-prefix=TIMELIST
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-pass-statistics --mlir-pass-statistics-display=list %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATS
// RUN: tfrt-opt --verify-roundtrip %s | FileCheck %s --check-prefix=SAME
// RUN: tfrt-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize),inline)' --dump-pass-pipeline %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
// DIALECTS: Available Dialects: {{.*}}builtin{{.*}}tfrt
// TIME: Execution time report
// TIME: Wall Time
// TIME: Parser
// TIME: 'func.func' Pipeline
// TIME: SCCP
// TIME: Output
// TIME: Rest
// TIME: Total
// RUN: tfrt-opt -O1 --mlir-timing --mlir-output-format=json %s -o %t.out 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tfrt-opt -cse --mlir-timing --mlir-timing-display=list --mlir-output-format=json %s -o %t.out 2>&1 | FileCheck %s --check-prefix=JSONLIST
// JSON: {{^\[$}}
// JSON-NEXT: {{^\{"wall": \{"duration": +[0-9.]+, "percentage": +[0-9.]+\}, "name": "Parser", "passes": \[$}}
// JSON-NEXT: {{^\{\}\]\},$}}
// JSON-NEXT: "name": "'func.func' Pipeline", "passes": [
// JSON-NEXT: "name": "SCCP", "passes": [
// JSON-NEXT: {}]},
// JSON: "name": "DCE", "passes": [
// JSON-NEXT: {}]},
// JSON-NEXT: {}]},
// JSON-NEXT: "name": "Output", "passes": [
// JSON: "name": "Rest"},
// JSON-NEXT: "percentage": 100.0}, "name": "Total"}
// JSON-NEXT: {{^\]$}}
// JSONLIST-DAG: "name": "CSE"},
// JSONLIST: "name": "Total"}
// TIMELIST: Wall Time
// TIMELIST: CSE
// TIMELIST-NOT: CSE
// STATS: CSE
// STATS-NEXT: (S) 1 num-cse'd
// STATS-NOT: CSE
// SAME: func.func @twice
// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: {{^builtin\.module\($}}
// DUMP-NEXT: {{^ func\.func\($}}
// DUMP-NEXT: {{^ cse,$}}
// DUMP-NEXT: {{^ canonicalize\{keep-errors=false max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true\}$}}
// DUMP-NEXT: {{^ \),$}}
// DUMP-NEXT: {{^ inline\{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 max-ops=1000000\}$}}
// DUMP-NEXT: {{^\)$}}

// RUN: not tfrt-opt --mlir-print-ir-after=cze %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfrt-opt --cse --pass-pipeline='builtin.module(cse)' %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tfrt-opt --verify-each=2 %s 2>&1 | FileCheck %s --check-prefix=BOOLEAN
// RUN: not tfrt-opt --mlir-timing-display=lizt %s 2>&1 | FileCheck %s --check-prefix=DISPLAY
// RUN: not tfrt-opt --pass-pipeline='func.func(cse)' %s 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not tfrt-opt --view-graph=%t.png %s 2>&1 | FileCheck %s --check-prefix=PICTURE
// RUN: not tfrt-opt %s.none 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tfrt-opt %s -o %t.none/x 2>&1 | FileCheck %s --check-prefix=OUTPUT
// NAME: for the --mlir-print-ir-after option: Cannot find option named 'cze'!
// NAME-NEXT: Did you mean 'cse'?
// BOTH: error: '-pass-pipeline' option can't be used with individual pass options
// BOOLEAN: for the --verify-each option: '2' is invalid value for boolean argument! Try 0 or 1
// DISPLAY: for the --mlir-timing-display option: Cannot find option named 'lizt'!
// DISPLAY-NEXT: Did you mean 'list'?
// ANCHOR: error: can't run 'func.func' pass manager on 'builtin.module' op
// PICTURE: --view-graph: the name of '{{.*}}.png' ends in none of '.svg', '.html' and '.dot'
// FILE: cannot open input file 'opt_flags.mlir.none': No such file or directory
// OUTPUT: cannot open output file

func.func @twice(%a: i32) -> i32 {
  %0 = tfrt.add.i32 %a, %a
  %1 = tfrt.add.i32 %a, %a
  %2 = tfrt.mul.i32 %0, %1
  tfrt.return %2 : i32
}
