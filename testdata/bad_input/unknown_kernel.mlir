// A kernel that no library has: found when the file is opened, before anything runs.
// RUN: tfrt-translate --mlir-to-bef %s -o %t.bef
// RUN: not tfrt-run %t.bef 2>&1 | FileCheck %s
// RUN: not tfrt-run %s 2>&1 | FileCheck %s

// CHECK-NOT: Running
// CHECK: unknown_kernel.mlir:[[@LINE+4]]:3: error: unexpected error: runtime error: unknown kernel name 'nowhere.to_be_found'
// CHECK-NEXT: "nowhere.to_be_found"() : () -> ()
// CHECK-NEXT: ^
func.func @main() {
  "nowhere.to_be_found"() : () -> ()
  tfrt.return
}
