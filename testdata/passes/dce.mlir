// RUN: tfrt-opt -dce -allow-unregistered-dialect %s | FileCheck %s

// Whole chains of unused operations go; effects, failures and unknown operations stay.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    %0 = tfrt.constant.i32 0
// CHECK-NEXT:    %1:2 = tfrt.div.i32 %arg0, %0
// CHECK-NEXT:    "x.y"()
// CHECK-NEXT:    tfrt.print.i32
// CHECK-NEXT:    tfrt.return
func.func @unused(%a: i32, %ch: !tfrt.chain) {
  %0 = tfrt.add.i32 %a, %a
  %1 = tfrt.mul.i32 %0, %0
  %2 = tfrt.mul.i32 %1, %0
  %3 = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %a, %3
  %4 = "x.y"() : () -> i32
  %5 = tfrt.print.i32 %a, %ch
  tfrt.return
}

// Regions are cleaned too, and keep what they return.
// CHECK-LABEL: func.func @regions
// CHECK:         tfrt.if
// CHECK-NEXT:      tfrt.constant.i32 1
// CHECK-NEXT:      tfrt.return
func.func @regions(%c: i1) -> i32 {
  %r = tfrt.if %c : () -> (i32) {
    %a = tfrt.constant.i32 1
    %b = tfrt.add.i32 %a, %a
    tfrt.return %a : i32
  } else {
    %a = tfrt.constant.i32 2
    tfrt.return %a : i32
  }
  tfrt.return %r : i32
}

// Blocks that nothing reaches go, also when they use one another.
// CHECK-LABEL: "x.cfg"() ({
// CHECK-NEXT:    "x.end"() : () -> ()
// CHECK-NEXT:  }) : () -> ()
"x.cfg"() ({
  "x.end"() : () -> ()
^a:
  %0 = "x.y"() : () -> i32
  "x.br"()[^b] : () -> ()
^b:
  "x.use"(%0) : (i32) -> ()
  "x.br"()[^a] : () -> ()
}) : () -> ()
