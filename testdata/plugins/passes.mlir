// Passes of plugins, over the text of programs.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/examples/passes/rename_ops.c
// RUN: tfrt-opt --load-plugin=%t.so --list-passes | FileCheck %s --check-prefix=LIST
// LIST: count-ops Say how many ops are executed
// LIST: rename-op Execute one op in place of another
// LIST-NEXT: {from} The op to rename
// RUN: tfrt-opt --load-plugin=%t.so --list-plugins | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: TFRT_InitPasses version 0.1.0
// PLUGIN-NEXT: pass count-ops
// PLUGIN-NEXT: pass rename-op
//
// By name, with options, among our own; locations stay what they were.
// RUN: tfrt-opt --load-plugin=%t.so --pass-pipeline='builtin.module(func.func(cse),rename-op{from=tf.Mul to=tf.AddV2})' --mlir-print-debuginfo %s | FileCheck %s --check-prefix=RENAMED
// RENAMED-NOT: tf.Mul
// RENAMED: "tf.AddV2"({{.*}}) {T = f32} : 1 loc(#[[LOC:loc[0-9]*]])
// RENAMED: #[[LOC]] = loc("passes.mlir":{{[0-9]+}}:
//
// Options are checked before it runs, by us and by the pass.
// RUN: not tfrt-opt --load-plugin=%t.so --pass-pipeline='builtin.module(rename-op{form=tf.Mul})' %s 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: pass 'rename-op' has no option 'form'; it has 'from', 'to'
// RUN: tfrt-opt --load-plugin=%t.so --pass-pipeline='builtin.module(rename-op)' %s 2>&1 | FileCheck %s --check-prefix=NEEDS
// NEEDS: warning: plugin pass '{{.*}}.so (rename-op)' failed: INVALID_ARGUMENT: rename-op needs the options 'from' and 'to'; the program stays as it was before it
// NEEDS: tf.Mul
// RUN: not tfrt-opt --load-plugin=%t.so --pass-pipeline='builtin.module(func.func(count-ops))' %s 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: can't add pass 'count-ops' restricted to 'builtin.module'
//
// When a program is compiled, all run that want to; not at -O0, and not if plugins have no say.
// RUN: tfrt-run --load-plugin=%t.so %s 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: remark: plugin pass '{{.*}}.so (count-ops)': 2 ops
// COUNT: values = [9.000000e+00]
// RUN: tfrt-run --load-plugin=%t.so -O0 %s 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: tfrt-run --load-plugin=%t.so --use-plugin-optimizers=off %s 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: remark
// QUIET: values = [9.000000e+00]
//
// The same in Rust.
// RUN: rustc --edition 2024 --crate-type cdylib -o %t.rs.so %{testdata}/../plugins/examples/rust_pass/src/lib.rs
// RUN: tfrt-opt --load-plugin=%t.rs.so --pass-pipeline='builtin.module(square)' %s | FileCheck %s --check-prefix=SQUARE
// SQUARE: "tf.Square"(%{{[^,]*}}) {T = f32} : 1
// SQUARE-NOT: tf.Mul
// RUN: tfrt-run --load-plugin=%t.rs.so %s | FileCheck %s --check-prefix=SAME
// SAME: values = [9.000000e+00]
//
// What goes wrong is a warning that names plugin and pass, and the program stays as it was.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -I %{testdata}/../plugins/include -o %t.bad.so bad_passes.c
// RUN: tfrt-opt --load-plugin=%t.bad.so --pass-pipeline='builtin.module(fails,gives-garbage,gives-bytes,gives-nothing-valid,gives-empty-text,gives-too-much)' %s -o %t.out 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: warning: plugin pass '{{.*}}.bad.so (fails)': about to fail
// BAD: warning: plugin pass '{{.*}}.bad.so (fails)' failed: INTERNAL: out of ideas; the program stays as it was before it
// BAD: warning: plugin pass '{{.*}}.bad.so (gives-garbage)' failed: what it made is no program; the program stays as it was before it
// BAD: note: {{.*}}
// BAD: warning: plugin pass '{{.*}}.bad.so (gives-bytes)' failed: what it made is no text: {{.*}}
// BAD: warning: plugin pass '{{.*}}.bad.so (gives-nothing-valid)' failed: what it made does not verify; the program stays as it was before it
// BAD: note: {{.*}}
// BAD-NOT: gives-empty-text
// BAD: warning: plugin pass '{{.*}}.bad.so (gives-too-much)' failed: the field length of its result is 18446744073709551615; the program stays as it was before it
// RUN: tfrt-opt %s | diff - %t.out
// RUN: tfrt-opt --load-plugin=%t.bad.so --pass-pipeline='builtin.module(gives-other)' %s | FileCheck %s --check-prefix=OTHER
// OTHER: func.func @other()
// OTHER-NOT: @main

func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<3.0> : tensor<1xf32>
  %y = corert.executeop(%cpu) "tfrt_test.identity"(%x) : 1
  %z = corert.executeop(%cpu) "tf.Mul"(%y, %y) {T = f32} : 1
  %c = "corert.print_tensorhandle"(%z) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %z : !corert.tensorhandle
}
