// RUN: tfrt-opt -symbol-dce %s | FileCheck %s
// RUN: tfrt-opt --pass-pipeline='builtin.module(symbol-privatize{exclude=main},symbol-dce)' %s | FileCheck %s --check-prefix=PRIVATE

// CHECK-NOT: @dead
// CHECK: func.func @main
// CHECK: func.func private @used_by_call
// CHECK: func.func private @used_by_used
// CHECK: func.func private @used_by_case
// CHECK-NOT: @cycle
// CHECK: func.func @public

// PRIVATE: func.func @main
// PRIVATE-NOT: @public
func.func private @dead(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @main(%x: i32) -> i32 {
  %0 = tfrt.call @used_by_call(%x) : (i32) -> i32
  %1 = tfrt.case %x [@used_by_case, @used_by_case](%0) : (i32) -> (i32)
  tfrt.return %1 : i32
}
func.func private @used_by_call(%x: i32) -> i32 {
  %0 = tfrt.call @used_by_used(%x) : (i32) -> i32
  tfrt.return %0 : i32
}
func.func private @used_by_used(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func private @used_by_case(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func private @cycle_a(%x: i32) -> i32 {
  %0 = tfrt.call @cycle_b(%x) : (i32) -> i32
  tfrt.return %0 : i32
}
func.func private @cycle_b(%x: i32) -> i32 {
  %0 = tfrt.call @cycle_a(%x) : (i32) -> i32
  tfrt.return %0 : i32
}
func.func @public() {
  tfrt.return
}
