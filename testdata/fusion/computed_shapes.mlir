// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s

// A shape that follows from the size of the batch does not end a region: what it is made of is known when the region is compiled.
// CHECK-LABEL: func.func @flatten
// CHECK:         %[[R:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg1)
// CHECK-NEXT:    tfrt.return %[[R]]
func.func @flatten(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x2x3xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %zero = corert.const_dense_tensor dense<0> : tensor<1xi32>
  %one = corert.const_dense_tensor dense<1> : tensor<1xi32>
  %six = corert.const_dense_tensor dense<6> : tensor<i32>
  %0 = corert.executeop(%cpu) "tf.Softmax"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Shape"(%0) {T = f32, out_type = i32} : 1
  %2 = corert.executeop(%cpu) "tf.StridedSlice"(%1, %zero, %one, %one) {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : 1
  %3 = corert.executeop(%cpu) "tf.Pack"(%2, %six) {N = 2 : i64, T = i32, axis = 0 : i64} : 1
  %4 = corert.executeop(%cpu) "tf.Reshape"(%0, %3) {T = f32, Tshape = i32} : 1
  %5 = corert.executeop(%cpu) "tf.Softmax"(%4) {T = f32} : 1
  tfrt.return %5 : !corert.tensorhandle
}

// A shape that other arguments say is not that of a batch: the first dimension of the result is not a multiple of its size.
// CHECK-LABEL: func.func @other
// CHECK:         "tf.Reshape"
func.func @other(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x2x3xf32>},
                 %shape: !corert.tensorhandle {tf.type = tensor<2xi32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Softmax"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Reshape"(%0, %shape) {T = f32, Tshape = i32} : 1
  %2 = corert.executeop(%cpu) "tf.Softmax"(%1) {T = f32} : 1
  tfrt.return %2 : !corert.tensorhandle
}
