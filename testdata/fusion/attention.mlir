// Scores, their softmax and the weighted sum of values run strip by strip, and give what the ops give one by one: for one thread and for several,
// with equations and with products of batches, with a scale, with a mask, and with neither.
// RUN: tfrt-translate -O2 %s -o %t.bef
// RUN: tfrt-run %t.bef --function=equations --input=2x37x3x8xf32=0.01 > %t.optimised
// RUN: tfrt-run %t.bef --work_queue_type=mstd:3 --function=equations --input=2x37x3x8xf32=0.01 > %t.threads
// RUN: tfrt-run -O0 %s --function=equations --input=2x37x3x8xf32=0.01 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: cmp %t.threads %t.written
// RUN: FileCheck %s --check-prefix=EQUATIONS < %t.optimised
// RUN: tfrt-run %t.bef --function=masked --input=2x3x300x8xf32=0.01 --input=1x1x300x300xf32=0.5 > %t.optimised
// RUN: tfrt-run %t.bef --work_queue_type=mstd:3 --function=masked --input=2x3x300x8xf32=0.01 --input=1x1x300x300xf32=0.5 > %t.threads
// RUN: tfrt-run -O0 %s --function=masked --input=2x3x300x8xf32=0.01 --input=1x1x300x300xf32=0.5 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: cmp %t.threads %t.written
// RUN: tfrt-run %t.bef --function=plain --input=5x33x40xf32=0.01 > %t.optimised
// RUN: tfrt-run -O0 %s --function=plain --input=5x33x40xf32=0.01 > %t.written
// RUN: cmp %t.optimised %t.written
// RUN: tfrt-run %t.bef --function=several --input=2x2x256x16xf32=0.01 --input=2x2x16x128xf32=0.03 --input=2x256x128x8xf32=0.02 > %t.optimised
// RUN: tfrt-run -O0 %s --function=several --input=2x2x256x16xf32=0.01 --input=2x2x16x128xf32=0.03 --input=2x256x128x8xf32=0.02 > %t.written
// RUN: cmp %t.optimised %t.written

// EQUATIONS: 2x37x3x8xf32=[
func.func @equations(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x37x3x8xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %scale = corert.const_dense_tensor dense<0.35> : tensor<f32>
  // Numbers that differ from place to place.
  %a = corert.executeop(%cpu) "tf.Cumsum"(%x, %one) {T = f32, Tidx = i32} : 1
  %b = corert.executeop(%cpu) "tf.Cumsum"(%a, %two) {T = f32, Tidx = i32} : 1
  %c = corert.executeop(%cpu) "tf.Cumsum"(%b, %three) {T = f32, Tidx = i32} : 1
  %q = corert.executeop(%cpu) "tf.Sin"(%a) {T = f32} : 1
  %k = corert.executeop(%cpu) "tf.Cos"(%b) {T = f32} : 1
  %v = corert.executeop(%cpu) "tf.Sin"(%c) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.Einsum"(%q, %k) {N = 2 : i64, T = f32, equation = "btnh,bsnh->bnts"} : 1
  %t = corert.executeop(%cpu) "tf.Mul"(%s, %scale) {T = f32} : 1
  %w = corert.executeop(%cpu) "tf.Softmax"(%t) {T = f32} : 1
  %y = corert.executeop(%cpu) "tf.Einsum"(%w, %v) {N = 2 : i64, T = f32, equation = "bnts,bsnh->btnh"} : 1
  tfrt.return %y : !corert.tensorhandle
}

func.func @masked(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x3x300x8xf32>},
                  %mask: !corert.tensorhandle {tf.type = tensor<1x1x300x300xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %a = corert.executeop(%cpu) "tf.Cumsum"(%x, %two) {T = f32, Tidx = i32} : 1
  %b = corert.executeop(%cpu) "tf.Cumsum"(%a, %three) {T = f32, Tidx = i32} : 1
  %q = corert.executeop(%cpu) "tf.Sin"(%a) {T = f32} : 1
  %k = corert.executeop(%cpu) "tf.Cos"(%b) {T = f32} : 1
  %m = corert.executeop(%cpu) "tf.Cumsum"(%mask, %three) {T = f32, Tidx = i32} : 1
  %n = corert.executeop(%cpu) "tf.Sin"(%m) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.BatchMatMulV2"(%q, %k) {T = f32, adj_x = false, adj_y = true} : 1
  %t = corert.executeop(%cpu) "tf.AddV2"(%s, %n) {T = f32} : 1
  %w = corert.executeop(%cpu) "tf.Softmax"(%t) {T = f32} : 1
  %y = corert.executeop(%cpu) "tf.BatchMatMulV2"(%w, %q) {T = f32, adj_x = false, adj_y = false} : 1
  tfrt.return %y : !corert.tensorhandle
}

func.func @plain(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x33x40xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %q = corert.executeop(%cpu) "tf.Cumsum"(%x, %one) {T = f32, Tidx = i32} : 1
  %k = corert.executeop(%cpu) "tf.Cos"(%q) {T = f32} : 1
  %s = corert.executeop(%cpu) "tf.BatchMatMulV2"(%q, %k) {T = f32, adj_x = false, adj_y = true} : 1
  %y = corert.executeop(%cpu) "tf.BatchMatMulV2"(%s, %k) {T = f32, adj_x = false, adj_y = false} : 1
  tfrt.return %y : !corert.tensorhandle
}

// The second product sums over two dimensions: a row of scores is a part of what it needs.
func.func @several(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x2x256x16xf32>},
                   %keys: !corert.tensorhandle {tf.type = tensor<?x2x16x128xf32>},
                   %w: !corert.tensorhandle {tf.type = tensor<?x256x128x8xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %a = corert.executeop(%cpu) "tf.Cumsum"(%x, %two) {T = f32, Tidx = i32} : 1
  %b = corert.executeop(%cpu) "tf.Sin"(%a) {T = f32} : 1
  %c = corert.executeop(%cpu) "tf.Cumsum"(%w, %one) {T = f32, Tidx = i32} : 1
  %d = corert.executeop(%cpu) "tf.Cos"(%c) {T = f32} : 1
  %e = corert.executeop(%cpu) "tf.Cumsum"(%keys, %two) {T = f32, Tidx = i32} : 1
  %p = corert.executeop(%cpu) "tf.BatchMatMulV2"(%b, %e) {T = f32, adj_x = false, adj_y = false} : 1
  %y = corert.executeop(%cpu) "tf.Einsum"(%p, %d) {N = 2 : i64, T = f32, equation = "nbrc,nrcd->nbd"} : 1
  tfrt.return %y : !corert.tensorhandle
}
