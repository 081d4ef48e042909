// Functions of libm are called from machine code; equal functions have the same code; what cannot be compiled stays interpreted.
// RUN: tfrt-run -O0 --jit=off %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager %s 2>&1 | FileCheck %s
// RUN: tfrt-run -O0 --jit=eager,stats %s 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: waves: 5 kernels
// STATS: stays interpreted: there is no machine code for 'tfrt_test.test_cost'

// CHECK: 'waves' returned
func.func @waves() -> f32 {
  %x = tfrt.constant.f32 0.5
  %s = "tfrt_arith.sin.f32"(%x) : (f32) -> f32
  %t = "tfrt_arith.tanh.f32"(%s) : (f32) -> f32
  %u = "tfrt_arith.remf.f32"(%t, %x) : (f32, f32) -> f32
  %v = "tfrt_arith.addf.f32"(%u, %x) : (f32, f32) -> f32
  tfrt.return %v : f32
}

// CHECK: 'first' returned 3
func.func @first() -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %a
  tfrt.return %c : i32
}

// CHECK: 'second' returned 3
func.func @second() -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %a
  tfrt.return %c : i32
}

// CHECK: id: 3
// CHECK: 'partly' returned 0
func.func @partly() -> i32 {
  %x = tfrt.constant.i32 4
  %a = tfrt_test.test_cost %x {id = 3 : i64, _tfrt_cost = 1 : i64} : i32
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %a
  %d = tfrt.add.i32 %c, %b
  %e = tfrt.add.i32 %d, %c
  tfrt.return %e : i32
}
