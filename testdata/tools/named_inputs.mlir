// Inputs and outputs by name; a call is checked before anything runs; the functions that can be called are listed.
//
// RUN: tfrt-run %s --list | FileCheck %s --check-prefix=TYPES
// RUN: tfrt-translate --mlir-to-bef -O2 %s -o %t.bef && tfrt-run --list %t.bef | FileCheck %s --check-prefix=LIST
// RUN: tfrt-translate %s -o %t.pb --graph-function=main && tfrt-translate --list %t.pb | FileCheck %s --check-prefix=LIST
// LIST: main(x: f32[batch, 2], y: f32[batch, 2], scale: f32[] = default) -> (sum: {{.*}}, scaled: {{.*}})
// TYPES: main(x: f32[batch, 2], y: f32[batch, 2], scale: f32[] = default) -> (sum: f32[?, 2], scaled: f32[?, 2])
//
// RUN: tfrt-run %s --input=y=1x2xf32=10,20 --input=x=1x2xf32=1,2 --output=scaled=- --output=sum=@%t.npy | FileCheck %s --check-prefix=SCALED
// RUN: tfrt-run %t.bef --input=1x2xf32=1,2 --input=1x2xf32=10,20 --output=@%t.2.npy --output=- | FileCheck %s --check-prefix=SCALED
// RUN: cmp %t.npy %t.2.npy
// RUN: tfrt-run %t.bef --input=scale:0=f32=3 --input=1x2xf32=1,2 --input=1x2xf32=4,5 --output=scaled=- | FileCheck %s --check-prefix=THREE
// RUN: tfrt-run %t.bef --input=x=@%t.npy --input=y=@%t.npy --output=sum=- | FileCheck %s --check-prefix=FROM_FILE
// SCALED: scaled=1x2xf32={{\[\[}}22, 44{{\]\]$}}
// THREE: scaled=1x2xf32={{\[\[}}15, 21{{\]\]$}}
// FROM_FILE: sum=1x2xf32={{\[\[}}22, 44{{\]\]$}}
//
// RUN: (tfrt-run %s --output=- 2>&1; echo "exit $?") > %t.log
// CHECK: tfrt-run: function 'main' takes 3 arguments, but 0 inputs are given; --input=VALUE, or --input=NAME=VALUE, is missing for
// CHECK-NEXT: x: f32[batch, 2]
// CHECK-NEXT: y: f32[batch, 2]
// CHECK-NEXT: exit 1
// RUN: (tfrt-run %s --input=x=1x3xf32=1 --input=y=1x2xf32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=x=1x3xf32=1: input 'x': expected f32[batch, 2], got f32[1, 3]
// CHECK-NEXT: exit 1
// RUN: (tfrt-run %s --input=1x2xi32=1 --input=1x2xf32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=1x2xi32=1: input 'x': expected f32[batch, 2], got i32[1, 2]
// RUN: (tfrt-run %s --input=x=1x2xf32=1 --input=y=3x2xf32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=y=3x2xf32=1: input 'y': size 'batch' is 3, but 1 in input 'x'
// RUN: (tfrt-run %s --input=scael=f32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=scael=f32=1: function 'main' has no input 'scael', but 'x', 'y', 'scale'; did you mean 'scale'?
// RUN: (tfrt-run %s --input=x=f32=1 --input=x=f32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=x=f32=1: input 'x' is given twice
// RUN: (tfrt-run %s --input=x=1x2xf32=1 --input=y=1x2xf32=1 --output=total=@%t.none.npy 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --output=total=@{{.*}}: function 'main' has no output 'total', but 'sum', 'scaled'
// RUN: (tfrt-run %s --function=unnamed --input=x=i32=1 2>&1; echo "exit $?") >> %t.log
// CHECK: tfrt-run: --input=x=i32=1: function 'unnamed' has no names for its inputs: give them in order
// RUN: FileCheck %s --input-file=%t.log

func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "x", tfrt.sizes = ["batch", ""]}, %y: !corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "y", tfrt.sizes = ["batch", ""]}, %k: !corert.tensorhandle {tf.type = tensor<f32>, tfrt.default = dense<2.0> : tensor<f32>, tfrt.name = "scale"}) -> (!corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.name = "sum"}, !corert.tensorhandle {tfrt.name = "scaled"}) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %sum = corert.executeop(%cpu) "tf.AddV2"(%x, %y) : 1
  %scaled = corert.executeop(%cpu) "tf.Mul"(%sum, %k) : 1
  tfrt.return %sum, %scaled : !corert.tensorhandle, !corert.tensorhandle
}

func.func @unnamed(%x: i32) -> i32 {
  tfrt.return %x : i32
}

func.func private @helper(%x: i32) -> i32 {
  tfrt.return %x : i32
}
