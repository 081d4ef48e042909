// Functions and casts of floats of 16 bits compute with wider ones.
// RUN: tfrt-run -O0 %s --functions=main 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 %s --functions=main 2>&1 | FileCheck %s
// RUN: tfrt-opt -convert-to-tfrt %s | FileCheck %s --check-prefix=CONVERTED

// CONVERTED-LABEL: func.func @exp
// CONVERTED:         %[[WIDE:.*]] = tfrt_arith.extf.f16.f32 %arg0
// CONVERTED-NEXT:    %[[EXP:.*]] = tfrt_arith.exp.f32 %[[WIDE]]
// CONVERTED-NEXT:    %[[HALF:.*]] = tfrt_arith.truncf.f32.f16 %[[EXP]]
// CONVERTED-NEXT:    tfrt.return %[[HALF]] : f16
func.func @exp(%x: f16) -> f16 {
  %y = math.exp %x : f16
  return %y : f16
}

// CONVERTED-LABEL: func.func @fma
// CONVERTED-COUNT-3: tfrt_arith.extf.bf16.f32
// CONVERTED-NEXT:    tfrt_arith.fma.f32
// CONVERTED-NEXT:    tfrt_arith.truncf.f32.bf16
func.func @fma(%x: bf16) -> bf16 {
  %y = math.fma %x, %x, %x : bf16
  return %y : bf16
}

// CHECK: 'main' returned 1.000000e+03,1000,2048,30
func.func @main() -> (f32, i32, i32, i32) {
  %big = arith.constant 1.0e+03 : f16
  %root = math.sqrt %big : f16
  %squared = arith.mulf %root, %root : f16
  %wide = arith.extf %squared : f16 to f32
  %int = arith.fptosi %big : f16 to i32
  %n = arith.constant 2049 : i32
  %rounded = arith.sitofp %n : i32 to f16
  %even = arith.fptoui %rounded : f16 to i32
  %five = arith.constant 5.0 : bf16
  %thirty = func.call @fma(%five) : (bf16) -> bf16
  %last = arith.fptosi %thirty : bf16 to i32
  return %wide, %int, %even, %last : f32, i32, i32, i32
}
