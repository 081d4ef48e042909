// RUN: not tfrt-opt -symbol-dce -allow-unregistered-dialect %s 2>&1 | FileCheck %s
// CHECK: [[# @LINE + 7]]:1: error: operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses

func.func private @unused() {
  "t.table"() ({
  }) : () -> ()
  return
}
func.func @f() {
  "t.table"() ({
  }) : () -> ()
  return
}
