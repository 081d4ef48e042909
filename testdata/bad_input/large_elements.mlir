// A message shows an operation without the data of its weights.
// RUN: not tfrt-translate --mlir-to-bef %s -o %t.bef 2>&1 | FileCheck %s
// CHECK: large_elements.mlir:[[@LINE+5]]:3: error: BEF files cannot encode the 'b' attribute
// CHECK: note: see current operation: "x.y"()
// CHECK-SAME: few = dense<[1, 2, 3]> : tensor<3xi32>
// CHECK-SAME: many = dense_resource<__elided__> : tensor<20xi32>
func.func @main() {
  "x.y"() {b = affine_map<(d0) -> (d0)>, few = dense<[1, 2, 3]> : tensor<3xi32>, many = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]> : tensor<20xi32>} : () -> ()
  tfrt.return
}
