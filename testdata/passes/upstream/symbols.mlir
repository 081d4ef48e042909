// RUN: tfrt-opt -symbol-dce -split-input-file -allow-unregistered-dialect %s | FileCheck %s

// Nothing outside of a module without a name can name what is nested in it.
// CHECK:      module {
// CHECK-NEXT: module @named {
// CHECK-NEXT: func.func @stays() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: module @used attributes {sym_visibility = "nested"} {
// CHECK-NEXT: func.func nested @stays() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.func @user() {
// CHECK-NEXT: "t.user"() {callee = @used::@stays} : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func nested @gone() { return }
module @named {
  func.func nested @gone() { return }
  func.func private @gone_too() { return }
  func.func @stays() { return }
}
module @used attributes {sym_visibility = "nested"} {
  func.func nested @stays() { return }
  func.func nested @gone() { return }
}
func.func @user() {
  "t.user"() {callee = @used::@stays} : () -> ()
  return
}
