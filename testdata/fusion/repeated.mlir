// Values that broadcast to many elements are computed once, and not with each of these.
// RUN: tfrt-translate --explain=fusion -O2 %s -o %t.bef 2>&1 | FileCheck %s
// RUN: tfrt-run %t.bef --function=gated --input=2x16x16x8xf32=2 --input=2x1x1x8xf32=0 > %t.optimised
// RUN: tfrt-run -O0 %s --function=gated --input=2x16x16x8xf32=2 --input=2x1x1x8xf32=0 > %t.written
// RUN: cmp %t.optimised %t.written

// A value for each channel serves 256 pixels.
// CHECK: repeated.mlir:13:8: remark: tf.AddV2: fused into an element-wise op of 2 members
// CHECK: repeated.mlir:14:8: remark: tf.Sigmoid: fused into an element-wise op of 2 members
func.func @gated(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x16x16x8xf32>},
                 %gate: !corert.tensorhandle {tf.type = tensor<?x1x1x8xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.AddV2"(%gate, %gate) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Sigmoid"(%0) {T = f32} : 1
  %2 = corert.executeop(%cpu) "tf.Mul"(%x, %1) {T = f32} : 1
  tfrt.return %2 : !corert.tensorhandle
}

// A group that goes row by row computes what a row has in common once.
// CHECK: repeated.mlir:26:8: remark: tf.Mean: fused into an element-wise op of 4 members
// CHECK: repeated.mlir:27:8: remark: tf.Rsqrt: fused into an element-wise op of 4 members
func.func @normed(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x64x64xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %axis = corert.const_dense_tensor dense<-1> : tensor<i32>
  %0 = corert.executeop(%cpu) "tf.Square"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Mean"(%0, %axis) {T = f32, Tidx = i32, keep_dims = true} : 1
  %2 = corert.executeop(%cpu) "tf.Rsqrt"(%1) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.Mul"(%x, %2) {T = f32} : 1
  tfrt.return %3 : !corert.tensorhandle
}
