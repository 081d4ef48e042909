// Rows, elements and slices of variables: read and changed as TensorFlow does, in place and where another tensor shares the elements.
//
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O2 --work_queue_type=mstd:4 %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-run | FileCheck %s

// CHECK-LABEL: --- Running 'rows'
func.func @rows() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows"} : 1
  %start = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %at = corert.const_dense_tensor dense<[2, 0]> : tensor<2xi32>
  %two = corert.const_dense_tensor dense<[[2.0, 2.0], [4.0, 4.0]]> : tensor<2x2xf32>
  %scalar = corert.const_dense_tensor dense<10.0> : tensor<f32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %start) {dtype = f32}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceScatterAdd"(%v, %at, %two) {dtype = f32}
  %ch3, %r0 = corert.executeop.seq(%cpu, %ch2) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [5.000000e+00, 6.000000e+00, 3.000000e+00, 4.000000e+00, 7.000000e+00, 8.000000e+00]
  %ch4 = "corert.print_tensorhandle"(%r0, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceScatterSub"(%v, %at, %two) {dtype = f32}
  %ch6, %r1 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]
  %ch7 = "corert.print_tensorhandle"(%r1, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8 = corert.executeop.seq(%cpu, %ch7) "tf.ResourceScatterMul"(%v, %at, %two) {dtype = f32}
  %ch9, %r2 = corert.executeop.seq(%cpu, %ch8) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [4.000000e+00, 8.000000e+00, 3.000000e+00, 4.000000e+00, 1.000000e+01, 1.200000e+01]
  %ch10 = "corert.print_tensorhandle"(%r2, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch11 = corert.executeop.seq(%cpu, %ch10) "tf.ResourceScatterDiv"(%v, %at, %two) {dtype = f32}
  %ch12, %r3 = corert.executeop.seq(%cpu, %ch11) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]
  %ch13 = "corert.print_tensorhandle"(%r3, %ch12) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch14 = corert.executeop.seq(%cpu, %ch13) "tf.ResourceScatterMax"(%v, %at, %two) {dtype = f32}
  %ch15, %r4 = corert.executeop.seq(%cpu, %ch14) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [4.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]
  %ch16 = "corert.print_tensorhandle"(%r4, %ch15) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch17 = corert.executeop.seq(%cpu, %ch16) "tf.ResourceScatterMin"(%v, %at, %two) {dtype = f32}
  %ch18, %r5 = corert.executeop.seq(%cpu, %ch17) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [4.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00, 2.000000e+00, 2.000000e+00]
  %ch19 = "corert.print_tensorhandle"(%r5, %ch18) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch20 = corert.executeop.seq(%cpu, %ch19) "tf.ResourceScatterUpdate"(%v, %at, %two) {dtype = f32}
  %ch21, %r6 = corert.executeop.seq(%cpu, %ch20) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [4.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00, 2.000000e+00, 2.000000e+00]
  %ch22 = "corert.print_tensorhandle"(%r6, %ch21) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch23 = corert.executeop.seq(%cpu, %ch22) "tf.ResourceScatterAdd"(%v, %at, %scalar) {dtype = f32}
  %ch24, %g = corert.executeop.seq(%cpu, %ch23) "tf.ResourceGather"(%v, %at) {dtype = f32} : 1
  // CHECK: shape = [2, 2], values = [1.200000e+01, 1.200000e+01, 1.400000e+01, 1.400000e+01]
  %ch25 = "corert.print_tensorhandle"(%g, %ch24) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %element = corert.const_dense_tensor dense<[[2, 1], [1, 0]]> : tensor<2x2xi64>
  %ch26, %e = corert.executeop.seq(%cpu, %ch25) "tf.ResourceGatherNd"(%v, %element) {dtype = f32} : 1
  // CHECK: shape = [2], values = [1.200000e+01, 3.000000e+00]
  %ch27 = "corert.print_tensorhandle"(%e, %ch26) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch27 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'elements'
func.func @elements() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = i64, shape = #corert.shape<2x3>, shared_name = "elements"} : 1
  %start = corert.const_dense_tensor dense<0> : tensor<2x3xi64>
  %at = corert.const_dense_tensor dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>
  %two = corert.const_dense_tensor dense<[7, 9]> : tensor<2xi64>
  %one = corert.const_dense_tensor dense<[[1, 1], [1, 2]]> : tensor<2x2xi32>
  %small = corert.const_dense_tensor dense<[-3, 5]> : tensor<2xi64>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %start) {dtype = i64}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceScatterNdUpdate"(%v, %at, %two)
  %ch3, %r0 = corert.executeop.seq(%cpu, %ch2) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [9, 0, 0, 0, 0, 7]
  %ch4 = "corert.print_tensorhandle"(%r0, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceScatterNdAdd"(%v, %at, %two)
  %ch6, %r1 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [18, 0, 0, 0, 0, 14]
  %ch7 = "corert.print_tensorhandle"(%r1, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8 = corert.executeop.seq(%cpu, %ch7) "tf.ResourceScatterNdSub"(%v, %one, %small)
  %ch9, %r2 = corert.executeop.seq(%cpu, %ch8) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [18, 0, 0, 0, 3, 9]
  %ch10 = "corert.print_tensorhandle"(%r2, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch11 = corert.executeop.seq(%cpu, %ch10) "tf.ResourceScatterNdMax"(%v, %at, %two)
  %ch12, %r3 = corert.executeop.seq(%cpu, %ch11) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [18, 0, 0, 0, 3, 9]
  %ch13 = "corert.print_tensorhandle"(%r3, %ch12) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch14 = corert.executeop.seq(%cpu, %ch13) "tf.ResourceScatterNdMin"(%v, %one, %small)
  %ch15, %r4 = corert.executeop.seq(%cpu, %ch14) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [18, 0, 0, 0, -3, 5]
  %ch16 = "corert.print_tensorhandle"(%r4, %ch15) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch16 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'slices'
func.func @slices() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "slices"} : 1
  %start = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %begin = corert.const_dense_tensor dense<[1, 0]> : tensor<2xi32>
  %end = corert.const_dense_tensor dense<[3, 1]> : tensor<2xi32>
  %steps = corert.const_dense_tensor dense<[1, 1]> : tensor<2xi32>
  %values = corert.const_dense_tensor dense<[[7.0], [8.0]]> : tensor<2x1xf32>
  %scalar = corert.const_dense_tensor dense<9.0> : tensor<f32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %start) {dtype = f32}
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceStridedSliceAssign"(%v, %begin, %end, %steps, %values)
  %ch3, %r0 = corert.executeop.seq(%cpu, %ch2) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 2.000000e+00, 7.000000e+00, 4.000000e+00, 8.000000e+00, 6.000000e+00]
  %ch4 = "corert.print_tensorhandle"(%r0, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // Column 0 alone is a vector; a scalar fills all rows.
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceStridedSliceAssign"(%v, %begin, %end, %steps, %scalar) {begin_mask = 1 : i64, shrink_axis_mask = 2 : i64}
  %ch6, %r1 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v) {dtype = f32} : 1
  // CHECK: values = [9.000000e+00, 2.000000e+00, 9.000000e+00, 4.000000e+00, 9.000000e+00, 6.000000e+00]
  %ch7 = "corert.print_tensorhandle"(%r1, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch7 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'generator'
func.func @generator() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = i64, shape = #corert.shape<3>, shared_name = "generator"} : 1
  %start = corert.const_dense_tensor dense<[-3, 6, 9]> : tensor<3xi64>
  %philox = corert.const_dense_tensor dense<1> : tensor<i32>
  %one = corert.const_dense_tensor dense<1> : tensor<ui64>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %start) {dtype = i64}
  %ch2, %s0 = corert.executeop.seq(%cpu, %ch1) "tf.RngReadAndSkip"(%v, %philox, %one) : 1
  // CHECK: values = [-3, 6, 9]
  %ch3 = "corert.print_tensorhandle"(%s0, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch4, %s1 = corert.executeop.seq(%cpu, %ch3) "tf.RngReadAndSkip"(%v, %philox, %one) : 1
  // CHECK: values = [253, 7, 9]
  %ch5 = "corert.print_tensorhandle"(%s1, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch6, %s2 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [509, 7, 9]
  %ch7 = "corert.print_tensorhandle"(%s2, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch7 : !tfrt.chain
}
