// Effects run in the order of the program, also those of functions that it calls, of loops and of branches.

// RUN: tfrt-run %s --quiet | FileCheck %s

// CHECK: %c = tensor<i32> {0}
// CHECK-NEXT: %0 = tensor<i32> {110}
// CHECK-NEXT: %c_0 = tensor<i32> {1}
// CHECK-NEXT: %0 = tensor<i32> {20}
// CHECK-NEXT: %0 = tensor<i32> {120}
// CHECK-NEXT: %3 = tensor<i1> {true}
// CHECK-NEXT: %3 = tensor<i32> {0}
// CHECK-NEXT: %0 = tensor<i32> {100}
// CHECK-NEXT: %3 = tensor<i1> {true}
// CHECK-NEXT: %3 = tensor<i32> {1}
// CHECK-NEXT: %0 = tensor<i32> {101}
// CHECK-NEXT: %3 = tensor<i1> {false}
// CHECK-NEXT: %3 = tensor<i32> {7}
// CHECK-NEXT: %0 = tensor<i32> {-7}
// CHECK-NEXT: %c_1 = tensor<i32> {2}
func.func @main() {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %after_call = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %twenty = stablehlo.constant dense<20> : tensor<i32>
  interpreter.print %start : tensor<i32>
  func.call @callee(%ten) : (tensor<i32>) -> ()
  interpreter.print %after_call : tensor<i32>
  func.call @nested(%twenty) : (tensor<i32>) -> ()
  %0 = stablehlo.while(%i = %start) : tensor<i32>
    cond {
      %in_condition = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      interpreter.print %in_condition : tensor<i1>
      stablehlo.return %in_condition : tensor<i1>
    } do {
      %in_body = stablehlo.abs %i : tensor<i32>
      interpreter.print %in_body : tensor<i32>
      func.call @callee(%in_body) : (tensor<i32>) -> ()
      %2 = stablehlo.add %i, %after_call : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
  %is_less = stablehlo.compare LT, %start, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "stablehlo.if"(%is_less) ({
    %in_branch = stablehlo.abs %seven : tensor<i32>
    interpreter.print %in_branch : tensor<i32>
    func.call @shared(%in_branch) : (tensor<i32>) -> ()
    stablehlo.return %in_branch : tensor<i32>
  }, {
    stablehlo.return %seven : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  interpreter.print %end : tensor<i32>
  return
}

func.func private @callee(%x: tensor<i32>) {
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %in_callee = stablehlo.add %x, %hundred : tensor<i32>
  interpreter.print %in_callee : tensor<i32>
  return
}

func.func private @nested(%x: tensor<i32>) {
  %in_nested = stablehlo.abs %x : tensor<i32>
  interpreter.print %in_nested : tensor<i32>
  func.call @callee(%x) : (tensor<i32>) -> ()
  return
}

// Callers outside of the program may call it, too.
func.func @shared(%x: tensor<i32>) {
  %in_shared = stablehlo.negate %x : tensor<i32>
  interpreter.print %in_shared : tensor<i32>
  return
}
