// Products whose factors may be rounded give the same numbers as steps, as fused ops and one by one, on any number of threads; what does not say so is
// computed as before; whole numbers that bf16 has come out the same either way.
// RUN: tfrt-opt -set-precision %s | FileCheck %s
// RUN: not tfrt-opt -set-precision='to=f16' %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: tfrt-translate -O2 --precision=bf16 %s -o %t.bef
// RUN: tfrt-run %t.bef --function=image --input=1x9x9x40xf32=0.01 > %t.optimised
// RUN: tfrt-run %t.bef --work_queue_type=mstd:3 --function=image --input=1x9x9x40xf32=0.01 > %t.threads
// RUN: tfrt-run -O0 --precision=bf16 %s --function=image --input=1x9x9x40xf32=0.01 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: cmp %t.threads %t.written
// RUN: tfrt-run %t.bef --function=attention --input=2x37x3x8xf32=0.01 > %t.optimised
// RUN: tfrt-run %t.bef --work_queue_type=mstd:3 --function=attention --input=2x37x3x8xf32=0.01 > %t.threads
// RUN: tfrt-run -O0 --precision=bf16 %s --function=attention --input=2x37x3x8xf32=0.01 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: cmp %t.threads %t.written
// RUN: tfrt-run %t.bef --function=whole --input=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=WHOLE
// RUN: tfrt-run -O2 %s --function=whole --input=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=WHOLE
// RUN: not tfrt-run --precision=f64 %s 2>&1 | FileCheck %s --check-prefix=FLAG

// WRONG: set-precision: 'f16' is no precision: expected f32 or bf16
// FLAG: for the --precision option: Cannot find option named 'f64'!

// CHECK: @image
// CHECK: "tf.Conv2D"({{.*}}) {_precision = "bf16", padding = "SAME"
// CHECK: "tf.Conv2D"({{.*}}) {_precision = "f32", padding = "SAME"
// CHECK: "tf.MatMul"({{.*}}) {_precision = "bf16",
// CHECK: "tf.Relu"({{.*}}) {T = f32}
func.func @image(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<1x9x9x40xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %a = corert.executeop(%cpu) "tf.Cumsum"(%x, %one) {T = f32, Tidx = i32} : 1
  %b = corert.executeop(%cpu) "tf.Cumsum"(%a, %two) {T = f32, Tidx = i32} : 1
  %c = corert.executeop(%cpu) "tf.Cumsum"(%b, %three) {T = f32, Tidx = i32} : 1
  %image = corert.executeop(%cpu) "tf.Sin"(%c) {T = f32} : 1
  %filters = corert.const_dense_tensor dense<0.37> : tensor<3x3x40x36xf32>
  %f = corert.executeop(%cpu) "tf.Cumsum"(%filters, %three) {T = f32, Tidx = i32} : 1
  %filter = corert.executeop(%cpu) "tf.Cos"(%f) {T = f32} : 1
  %bias = corert.const_dense_tensor dense<0.3> : tensor<36xf32>
  %0 = corert.executeop(%cpu) "tf.Conv2D"(%image, %filter) {padding = "SAME", strides = [1, 2, 2, 1]} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %bias) : 1
  %2 = corert.executeop(%cpu) "tf.Relu"(%1) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.Conv2D"(%image, %filter) {_precision = "f32", padding = "SAME", strides = [1, 2, 2, 1]} : 1
  %4 = corert.executeop(%cpu) "tf.AddV2"(%2, %3) {T = f32} : 1
  %shape = corert.const_dense_tensor dense<[25, 36]> : tensor<2xi32>
  %5 = corert.executeop(%cpu) "tf.Reshape"(%4, %shape) : 1
  %ones = corert.const_dense_tensor dense<0.21> : tensor<36x35xf32>
  %w = corert.executeop(%cpu) "tf.Cumsum"(%ones, %one) {T = f32, Tidx = i32} : 1
  %weights = corert.executeop(%cpu) "tf.Sin"(%w) {T = f32} : 1
  %6 = corert.executeop(%cpu) "tf.MatMul"(%5, %weights) {transpose_a = false, transpose_b = false} : 1
  %7 = corert.executeop(%cpu) "tf.Relu"(%6) {T = f32} : 1
  tfrt.return %7 : !corert.tensorhandle
}

// CHECK: @attention
// CHECK: "tf.Einsum"({{.*}}) {_precision = "bf16", N = 2 : i64
func.func @attention(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x37x3x8xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %a = corert.executeop(%cpu) "tf.Cumsum"(%x, %one) {T = f32, Tidx = i32} : 1
  %b = corert.executeop(%cpu) "tf.Cumsum"(%a, %two) {T = f32, Tidx = i32} : 1
  %c = corert.executeop(%cpu) "tf.Cumsum"(%b, %three) {T = f32, Tidx = i32} : 1
  %q = corert.executeop(%cpu) "tf.Sin"(%a) {T = f32} : 1
  %k = corert.executeop(%cpu) "tf.Cos"(%b) {T = f32} : 1
  %v = corert.executeop(%cpu) "tf.Sin"(%c) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.Einsum"(%q, %k) {N = 2 : i64, T = f32, equation = "btnh,bsnh->bnts"} : 1
  %w = corert.executeop(%cpu) "tf.Softmax"(%s) {T = f32} : 1
  %y = corert.executeop(%cpu) "tf.Einsum"(%w, %v) {N = 2 : i64, T = f32, equation = "bnts,bsnh->btnh"} : 1
  tfrt.return %y : !corert.tensorhandle
}

// WHOLE: 3x2xf32={{\[}}[7, 10], [15, 22], [23, 34]]
func.func @whole(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<3x2xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %w = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : 1
  tfrt.return %0 : !corert.tensorhandle
}
