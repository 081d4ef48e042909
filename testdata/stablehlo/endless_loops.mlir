// A loop without an end is cancelled, whether its rounds are machine code or run one after another.
//
// RUN: not tfrt-run --timeout=0.3 --jit=off %s 2>&1 | FileCheck %s
// RUN: not tfrt-run --timeout=0.3 --jit=on %s 2>&1 | FileCheck %s
// RUN: not tfrt-run --timeout=0.3 --jit=eager %s 2>&1 | FileCheck %s

// CHECK: 'endless' returned <<error: Cancelled>>,<<error: Cancelled>>
// CHECK: cancelled after 0.3 seconds
func.func @endless() -> (tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %least = stablehlo.constant dense<-1> : tensor<i32>
      %more = stablehlo.compare NE, %i, %least, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %next = stablehlo.add %i, %two : tensor<i32>
      %z = stablehlo.cosine %y : tensor<4xf32>
      stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
    }
  return %r#0, %r#1 : tensor<i32>, tensor<4xf32>
}
