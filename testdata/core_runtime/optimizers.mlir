// Steps of optimizers, dense and of rows, twice one after the other; what variables become is TensorFlow's result.
//
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O2 --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'ada_max'
func.func @ada_max() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ada_max_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ada_max_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ada_max_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.875> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdaMax"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdaMax"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [4.628{{[0-9]+}}e-01, -2.360{{[0-9]+}}e+00, 2.055{{[0-9]+}}e-02, 2.734{{[0-9]+}}e+00, -8.088{{[0-9]+}}e-01, -6.158{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 5.312{{[0-9]+}}e-01, 1.501{{[0-9]+}}e+00, 6.601{{[0-9]+}}e-01, 5.742{{[0-9]+}}e-01, 1.207{{[0-9]+}}e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [7.031{{[0-9]+}}e-01, 1.406{{[0-9]+}}e+00, 2.812{{[0-9]+}}e+00, 2.000000e+00, 8.437{{[0-9]+}}e-01, 1.687{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adadelta'
func.func @adadelta() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adadelta_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adadelta_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adadelta_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdadelta"(%v0, %v1, %v2, %a0, %a1, %a2, %a3)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdadelta"(%v0, %v1, %v2, %a0, %a1, %a2, %a3)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [2.253{{[0-9]+}}e-01, -4.785{{[0-9]+}}e-01, 7.207{{[0-9]+}}e-01, 1.047{{[0-9]+}}e+00, -2.500000e-01, -3.909{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [3.906{{[0-9]+}}e-01, 1.000000e+00, 1.131{{[0-9]+}}e+00, 1.890{{[0-9]+}}e+00, 4.218{{[0-9]+}}e-01, 8.710{{[0-9]+}}e-01]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [9.650{{[0-9]+}}e-01, 2.417{{[0-9]+}}e+00, 2.833{{[0-9]+}}e+00, 2.300{{[0-9]+}}e+00, 8.437{{[0-9]+}}e-01, 1.754{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adadelta'
func.func @rows_adadelta() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adadelta_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adadelta_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adadelta_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a4 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdadelta"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyAdadelta"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.203{{[0-9]+}}e+00, -4.364{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.992{{[0-9]+}}e+00, 1.026{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [2.880{{[0-9]+}}e-01, 2.312{{[0-9]+}}e+00, 2.000000e+00, 2.500000e-01, 5.302{{[0-9]+}}e-01, 7.919{{[0-9]+}}e-01]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [7.212{{[0-9]+}}e-01, 3.851{{[0-9]+}}e+00, 5.000000e+00, 1.125000e+00, 1.027{{[0-9]+}}e+00, 1.590{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adagrad'
func.func @adagrad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyAdagrad"(%v0, %v1, %a0, %a1)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdagrad"(%v0, %v1, %a0, %a1)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [4.613{{[0-9]+}}e-01, -1.357{{[0-9]+}}e+00, 5.878{{[0-9]+}}e-01, 2.166{{[0-9]+}}e+00, -2.500000e-01, -1.980{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adagrad_update_slots'
func.func @adagrad_update_slots() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_update_slots_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_update_slots_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyAdagrad"(%v0, %v1, %a0, %a1) {update_slots = false}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdagrad"(%v0, %v1, %a0, %a1) {update_slots = false}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [2.928{{[0-9]+}}e-01, -1.000000e+00, 5.883{{[0-9]+}}e-01, -1.000000e+00, -2.500000e-01, -2.041{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.000000e+00, 2.000000e+00, 2.500000e-01, 7.500000e-01, 1.500000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adagrad'
func.func @rows_adagrad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyAdagrad"(%v0, %v1, %a0, %a1, %a2)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdagrad"(%v0, %v1, %a0, %a1, %a2)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.172{{[0-9]+}}e+00, -2.780{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.229{{[0-9]+}}e+00, 4.373{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adagrad_update_slots'
func.func @rows_adagrad_update_slots() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_update_slots_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_update_slots_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyAdagrad"(%v0, %v1, %a0, %a1, %a2) {update_slots = false}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdagrad"(%v0, %v1, %a0, %a1, %a2) {update_slots = false}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.176{{[0-9]+}}e+00, -4.000000e+00, 5.000000e-01, 3.000000e+00, -1.693{{[0-9]+}}e+00, 6.123{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.000000e+00, 2.000000e+00, 2.500000e-01, 7.500000e-01, 1.500000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adagrad_da'
func.func @adagrad_da() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_da_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_da_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_da_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<3> : tensor<i64>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdagradDA"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdagradDA"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-3.312{{[0-9]+}}e-01, 1.251{{[0-9]+}}e-01, -2.626{{[0-9]+}}e-01, -5.705{{[0-9]+}}e-01, -1.172{{[0-9]+}}e-01, -3.791{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.500000e+00, -1.000000e+00, 1.750000e+00, 4.250000e+00, 7.500000e-01, 2.000000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.750000e+00, 4.500000e+00, 5.031{{[0-9]+}}e+00, 9.125000e+00, 1.500000e+00, 3.125000e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adagrad_da'
func.func @rows_adagrad_da() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_da_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_da_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_da_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<3> : tensor<i64>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdagradDA"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyAdagradDA"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-0.000000e+00, -6.396{{[0-9]+}}e-01, 5.000000e-01, 3.000000e+00, -6.708{{[0-9]+}}e-01, -0.000000e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [2.500000e-01, 5.000000e+00, 2.000000e+00, 2.500000e-01, 3.250000e+00, 0.000000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.281{{[0-9]+}}e+00, 1.050000e+01, 5.000000e+00, 1.125000e+00, 3.125000e+00, 5.125000e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adagrad_v2'
func.func @adagrad_v2() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_v2_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_v2_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [5.255{{[0-9]+}}e-01, -1.405{{[0-9]+}}e+00, 5.807{{[0-9]+}}e-01, 2.209{{[0-9]+}}e+00, -2.500000e-01, -1.802{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adagrad_v2_update_slots'
func.func @adagrad_v2_update_slots() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_v2_update_slots_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adagrad_v2_update_slots_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2) {update_slots = false}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2) {update_slots = false}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [3.991{{[0-9]+}}e-01, -1.111{{[0-9]+}}e+00, 5.812{{[0-9]+}}e-01, -2.000{{[0-9]+}}e-01, -2.500000e-01, -1.852{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.000000e+00, 2.000000e+00, 2.500000e-01, 7.500000e-01, 1.500000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adagrad_v2'
func.func @rows_adagrad_v2() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_v2_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_v2_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a3 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.147{{[0-9]+}}e+00, -2.743{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.139{{[0-9]+}}e+00, 4.074{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_adagrad_v2_update_slots'
func.func @rows_adagrad_v2_update_slots() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_v2_update_slots_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_adagrad_v2_update_slots_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a3 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2, %a3) {update_slots = false}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyAdagradV2"(%v0, %v1, %a0, %a1, %a2, %a3) {update_slots = false}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.150{{[0-9]+}}e+00, -3.777{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.511{{[0-9]+}}e+00, 5.556{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.000000e+00, 2.000000e+00, 2.500000e-01, 7.500000e-01, 1.500000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adam'
func.func @adam() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.875> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a6 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdam"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdam"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.671{{[0-9]+}}e-01, -2.208{{[0-9]+}}e+00, 8.164{{[0-9]+}}e-02, 2.822{{[0-9]+}}e+00, -5.259{{[0-9]+}}e-01, -4.164{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 5.312{{[0-9]+}}e-01, 1.501{{[0-9]+}}e+00, 6.601{{[0-9]+}}e-01, 5.742{{[0-9]+}}e-01, 1.207{{[0-9]+}}e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [8.125000e-01, 1.843{{[0-9]+}}e+00, 2.819{{[0-9]+}}e+00, 2.382{{[0-9]+}}e+00, 8.437{{[0-9]+}}e-01, 1.714{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adam_use_nesterov'
func.func @adam_use_nesterov() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_use_nesterov_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_use_nesterov_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_use_nesterov_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.875> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a6 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAdam"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6) {use_nesterov = true}
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdam"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6) {use_nesterov = true}
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.671{{[0-9]+}}e-01, -2.141{{[0-9]+}}e+00, 1.379{{[0-9]+}}e-01, 2.764{{[0-9]+}}e+00, -4.914{{[0-9]+}}e-01, -3.746{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 5.312{{[0-9]+}}e-01, 1.501{{[0-9]+}}e+00, 6.601{{[0-9]+}}e-01, 5.742{{[0-9]+}}e-01, 1.207{{[0-9]+}}e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [8.125000e-01, 1.843{{[0-9]+}}e+00, 2.819{{[0-9]+}}e+00, 2.382{{[0-9]+}}e+00, 8.437{{[0-9]+}}e-01, 1.714{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'adam_with_amsgrad'
func.func @adam_with_amsgrad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_with_amsgrad_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_with_amsgrad_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_with_amsgrad_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %v3 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "adam_with_amsgrad_3"} : 1
  %s3 = corert.const_dense_tensor dense<[[0.5, 0.25], [2.0, 0.5], [1.0, 1.0]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.AssignVariableOp"(%v3, %s3) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.875> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a6 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyAdamWithAmsgrad"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch6 = corert.executeop.seq(%cpu, %ch5) "tf.ResourceApplyAdamWithAmsgrad"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch7, %r0 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.777{{[0-9]+}}e-01, -2.202{{[0-9]+}}e+00, 1.077{{[0-9]+}}e-01, 2.822{{[0-9]+}}e+00, -5.094{{[0-9]+}}e-01, -3.911{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r0, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch9, %r1 = corert.executeop.seq(%cpu, %ch8) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 5.312{{[0-9]+}}e-01, 1.501{{[0-9]+}}e+00, 6.601{{[0-9]+}}e-01, 5.742{{[0-9]+}}e-01, 1.207{{[0-9]+}}e+00]
  %ch10 = "corert.print_tensorhandle"(%r1, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch11, %r2 = corert.executeop.seq(%cpu, %ch10) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [8.125000e-01, 1.843{{[0-9]+}}e+00, 2.819{{[0-9]+}}e+00, 2.382{{[0-9]+}}e+00, 8.437{{[0-9]+}}e-01, 1.714{{[0-9]+}}e+00]
  %ch12 = "corert.print_tensorhandle"(%r2, %ch11) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch13, %r3 = corert.executeop.seq(%cpu, %ch12) "tf.ReadVariableOp"(%v3) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 2.125000e+00, 3.753{{[0-9]+}}e+00, 2.382{{[0-9]+}}e+00, 1.125000e+00, 2.265{{[0-9]+}}e+00]
  %ch14 = "corert.print_tensorhandle"(%r3, %ch13) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch14 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'add_sign'
func.func @add_sign() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "add_sign_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "add_sign_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<1.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyAddSign"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyAddSign"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, -1.500000e+00, 5.625000e-01, 1.000000e+00, -2.500000e-01, -2.500000e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.250000e-01, 1.070{{[0-9]+}}e+00, 1.015{{[0-9]+}}e+00, 4.218{{[0-9]+}}e-01, 9.531{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'centered_rmsprop'
func.func @centered_rmsprop() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "centered_rmsprop_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "centered_rmsprop_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "centered_rmsprop_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %v3 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "centered_rmsprop_3"} : 1
  %s3 = corert.const_dense_tensor dense<[[0.5, 0.25], [2.0, 0.5], [1.0, 1.0]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.AssignVariableOp"(%v3, %s3) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyCenteredRMSProp"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4)
  %ch6 = corert.executeop.seq(%cpu, %ch5) "tf.ResourceApplyCenteredRMSProp"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4)
  %ch7, %r0 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [2.737{{[0-9]+}}e-01, -1.743{{[0-9]+}}e+00, -9.409{{[0-9]+}}e-01, 1.600{{[0-9]+}}e+00, -1.000000e+00, -9.094{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r0, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch9, %r1 = corert.executeop.seq(%cpu, %ch8) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.250000e-01, 1.070{{[0-9]+}}e+00, 1.015{{[0-9]+}}e+00, 4.218{{[0-9]+}}e-01, 9.531{{[0-9]+}}e-01]
  %ch10 = "corert.print_tensorhandle"(%r1, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch11, %r2 = corert.executeop.seq(%cpu, %ch10) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [8.125000e-01, 1.843{{[0-9]+}}e+00, 2.819{{[0-9]+}}e+00, 2.382{{[0-9]+}}e+00, 8.437{{[0-9]+}}e-01, 1.714{{[0-9]+}}e+00]
  %ch12 = "corert.print_tensorhandle"(%r2, %ch11) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch13, %r3 = corert.executeop.seq(%cpu, %ch12) "tf.ReadVariableOp"(%v3) {dtype = f32} : 1
  // CHECK: values = [3.425{{[0-9]+}}e-01, -2.047{{[0-9]+}}e-01, 4.647{{[0-9]+}}e-01, 7.409{{[0-9]+}}e-01, 2.500000e-01, 3.463{{[0-9]+}}e-01]
  %ch14 = "corert.print_tensorhandle"(%r3, %ch13) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch14 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_centered_rmsprop'
func.func @rows_centered_rmsprop() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_centered_rmsprop_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_centered_rmsprop_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_centered_rmsprop_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %v3 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_centered_rmsprop_3"} : 1
  %s3 = corert.const_dense_tensor dense<[[0.5, 0.25], [2.0, 0.5], [1.0, 1.0]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.AssignVariableOp"(%v3, %s3) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a5 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyCenteredRMSProp"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6 = corert.executeop.seq(%cpu, %ch5) "tf.ResourceSparseApplyCenteredRMSProp"(%v0, %v1, %v2, %v3, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch7, %r0 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.084{{[0-9]+}}e-01, -3.266{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -2.387{{[0-9]+}}e+00, -4.507{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r0, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch9, %r1 = corert.executeop.seq(%cpu, %ch8) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [2.265{{[0-9]+}}e-01, 1.437{{[0-9]+}}e+00, 2.000000e+00, 2.500000e-01, 6.767{{[0-9]+}}e-01, 2.792{{[0-9]+}}e-01]
  %ch10 = "corert.print_tensorhandle"(%r1, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch11, %r2 = corert.executeop.seq(%cpu, %ch10) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [7.099{{[0-9]+}}e-01, 3.156{{[0-9]+}}e+00, 5.000000e+00, 1.125000e+00, 7.675{{[0-9]+}}e-01, 1.266{{[0-9]+}}e+00]
  %ch12 = "corert.print_tensorhandle"(%r2, %ch11) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch13, %r3 = corert.executeop.seq(%cpu, %ch12) "tf.ReadVariableOp"(%v3) {dtype = f32} : 1
  // CHECK: values = [7.365{{[0-9]+}}e-02, 7.246{{[0-9]+}}e-01, 2.000000e+00, 5.000000e-01, 5.070{{[0-9]+}}e-01, 1.126{{[0-9]+}}e-02]
  %ch14 = "corert.print_tensorhandle"(%r3, %ch13) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch14 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'ftrl'
func.func @ftrl() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<-0.5> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-7.856{{[0-9]+}}e-01, -6.586{{[0-9]+}}e-01, -1.383{{[0-9]+}}e+00, 1.003{{[0-9]+}}e+00, -6.160{{[0-9]+}}e-01, -1.123{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [2.089{{[0-9]+}}e+00, 2.735{{[0-9]+}}e+00, 4.760{{[0-9]+}}e+00, -6.390{{[0-9]+}}e+00, 1.500000e+00, 3.551{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'ftrl_multiply_linear_by_lr'
func.func @ftrl_multiply_linear_by_lr() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_multiply_linear_by_lr_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_multiply_linear_by_lr_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_multiply_linear_by_lr_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<-0.5> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4) {multiply_linear_by_lr = true}
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4) {multiply_linear_by_lr = true}
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-1.345{{[0-9]+}}e+00, -1.409{{[0-9]+}}e+00, -2.880{{[0-9]+}}e+00, 7.600{{[0-9]+}}e-01, -1.288{{[0-9]+}}e+00, -2.123{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.744{{[0-9]+}}e+00, 2.856{{[0-9]+}}e+00, 4.888{{[0-9]+}}e+00, -2.435{{[0-9]+}}e+00, 1.500000e+00, 3.300{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_ftrl'
func.func @rows_ftrl() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<-0.5> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-4.413{{[0-9]+}}e-01, -2.181{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.392{{[0-9]+}}e+00, -4.036{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [9.889{{[0-9]+}}e-01, 1.430{{[0-9]+}}e+01, 5.000000e+00, 1.125000e+00, 5.114{{[0-9]+}}e+00, 1.863{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_ftrl_multiply_linear_by_lr'
func.func @rows_ftrl_multiply_linear_by_lr() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_multiply_linear_by_lr_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_multiply_linear_by_lr_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_multiply_linear_by_lr_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<-0.5> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5) {multiply_linear_by_lr = true}
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyFtrl"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5) {multiply_linear_by_lr = true}
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-1.086{{[0-9]+}}e+00, -2.684{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.992{{[0-9]+}}e+00, -1.222{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.126{{[0-9]+}}e+00, 8.788{{[0-9]+}}e+00, 5.000000e+00, 1.125000e+00, 3.631{{[0-9]+}}e+00, 2.696{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'ftrl_v2'
func.func @ftrl_v2() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<-0.75> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-8.448{{[0-9]+}}e-01, -5.259{{[0-9]+}}e-01, -1.088{{[0-9]+}}e+00, 1.417{{[0-9]+}}e+00, -4.517{{[0-9]+}}e-01, -8.820{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [2.237{{[0-9]+}}e+00, 2.785{{[0-9]+}}e+00, 4.372{{[0-9]+}}e+00, -1.463{{[0-9]+}}e+01, 1.079{{[0-9]+}}e+00, 3.104{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'ftrl_v2_multiply_linear_by_lr'
func.func @ftrl_v2_multiply_linear_by_lr() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_multiply_linear_by_lr_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_multiply_linear_by_lr_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "ftrl_v2_multiply_linear_by_lr_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<-0.75> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5) {multiply_linear_by_lr = true}
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5) {multiply_linear_by_lr = true}
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-1.318{{[0-9]+}}e+00, -1.109{{[0-9]+}}e+00, -2.211{{[0-9]+}}e+00, 1.251{{[0-9]+}}e+00, -9.938{{[0-9]+}}e-01, -1.657{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.710{{[0-9]+}}e+00, 2.867{{[0-9]+}}e+00, 4.377{{[0-9]+}}e+00, -6.465{{[0-9]+}}e+00, 1.111{{[0-9]+}}e+00, 2.862{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_ftrl_v2'
func.func @rows_ftrl_v2() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a6 = corert.const_dense_tensor dense<-0.75> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-5.400{{[0-9]+}}e-01, -1.876{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -9.467{{[0-9]+}}e-01, -2.391{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [1.067{{[0-9]+}}e+00, 2.056{{[0-9]+}}e+01, 5.000000e+00, 1.125000e+00, 4.220{{[0-9]+}}e+00, 1.500{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_ftrl_v2_multiply_linear_by_lr'
func.func @rows_ftrl_v2_multiply_linear_by_lr() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_multiply_linear_by_lr_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_multiply_linear_by_lr_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_ftrl_v2_multiply_linear_by_lr_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a1 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a5 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a6 = corert.const_dense_tensor dense<-0.75> : tensor<f32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6) {multiply_linear_by_lr = true}
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyFtrlV2"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5, %a6) {multiply_linear_by_lr = true}
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-1.059{{[0-9]+}}e+00, -2.207{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.334{{[0-9]+}}e+00, -7.359{{[0-9]+}}e-01]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [9.865{{[0-9]+}}e-01, 1.208{{[0-9]+}}e+01, 5.000000e+00, 1.125000e+00, 2.949{{[0-9]+}}e+00, 2.179{{[0-9]+}}e+00]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'gradient_descent'
func.func @gradient_descent() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "gradient_descent_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceApplyGradientDescent"(%v0, %a0, %a1)
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyGradientDescent"(%v0, %a0, %a1)
  %ch4, %r0 = corert.executeop.seq(%cpu, %ch3) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.500000e-01, -1.500000e+00, 5.625000e-01, 2.000000e+00, -2.500000e-01, -1.250000e-01]
  %ch5 = "corert.print_tensorhandle"(%r0, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch5 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'keras_momentum'
func.func @keras_momentum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "keras_momentum_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "keras_momentum_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.062{{[0-9]+}}e+00, -6.250000e-01, 2.078{{[0-9]+}}e+00, 1.937{{[0-9]+}}e+00, 3.125000e-01, 9.687{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [-6.250000e-02, 6.250000e-01, 5.468{{[0-9]+}}e-01, -6.875000e-01, 1.875000e-01, 2.812{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'keras_momentum_use_nesterov'
func.func @keras_momentum_use_nesterov() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "keras_momentum_use_nesterov_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "keras_momentum_use_nesterov_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2) {use_nesterov = true}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2) {use_nesterov = true}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.812{{[0-9]+}}e-01, -8.125000e-01, 1.351{{[0-9]+}}e+00, 1.468{{[0-9]+}}e+00, 3.125000e-02, 3.593{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [-6.250000e-02, 6.250000e-01, 5.468{{[0-9]+}}e-01, -6.875000e-01, 1.875000e-01, 2.812{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_keras_momentum'
func.func @rows_keras_momentum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_keras_momentum_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_keras_momentum_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a3 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.453{{[0-9]+}}e+00, -2.500000e+00, 5.000000e-01, 3.000000e+00, -4.843{{[0-9]+}}e-01, 2.078{{[0-9]+}}e+00]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.718{{[0-9]+}}e-01, -5.000000e-01, 2.000000e+00, 2.500000e-01, -2.656{{[0-9]+}}e-01, 1.718{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_keras_momentum_use_nesterov'
func.func @rows_keras_momentum_use_nesterov() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_keras_momentum_use_nesterov_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_keras_momentum_use_nesterov_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a3 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2, %a3) {use_nesterov = true}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyKerasMomentum"(%v0, %v1, %a0, %a1, %a2, %a3) {use_nesterov = true}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.289{{[0-9]+}}e+00, -3.250000e+00, 5.000000e-01, 3.000000e+00, -9.921{{[0-9]+}}e-01, 1.414{{[0-9]+}}e+00]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.718{{[0-9]+}}e-01, -5.000000e-01, 2.000000e+00, 2.500000e-01, -2.656{{[0-9]+}}e-01, 1.718{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'momentum'
func.func @momentum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "momentum_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "momentum_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyMomentum"(%v0, %v1, %a0, %a1, %a2)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyMomentum"(%v0, %v1, %a0, %a1, %a2)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [5.937{{[0-9]+}}e-01, -1.562{{[0-9]+}}e+00, 2.031{{[0-9]+}}e-01, 1.703{{[0-9]+}}e+00, -3.906{{[0-9]+}}e-01, -4.375000e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [8.750000e-01, -1.250000e+00, 3.125000e-01, 3.062{{[0-9]+}}e+00, 1.875000e-01, 7.500000e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'momentum_use_nesterov'
func.func @momentum_use_nesterov() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "momentum_use_nesterov_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "momentum_use_nesterov_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyMomentum"(%v0, %v1, %a0, %a1, %a2) {use_nesterov = true}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyMomentum"(%v0, %v1, %a0, %a1, %a2) {use_nesterov = true}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [5.468{{[0-9]+}}e-01, -1.281{{[0-9]+}}e+00, 4.140{{[0-9]+}}e-01, 1.351{{[0-9]+}}e+00, -3.203{{[0-9]+}}e-01, -3.437{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [8.750000e-01, -1.250000e+00, 3.125000e-01, 3.062{{[0-9]+}}e+00, 1.875000e-01, 7.500000e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_momentum'
func.func @rows_momentum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_momentum_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_momentum_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a3 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyMomentum"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyMomentum"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [9.843{{[0-9]+}}e-01, -3.437{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.363{{[0-9]+}}e+00, 3.203{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [-6.250000e-02, 3.250000e+00, 2.000000e+00, 2.500000e-01, 1.296{{[0-9]+}}e+00, -2.187{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_momentum_use_nesterov'
func.func @rows_momentum_use_nesterov() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_momentum_use_nesterov_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_momentum_use_nesterov_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a2 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %a3 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyMomentum"(%v0, %v1, %a0, %a1, %a2, %a3) {use_nesterov = true}
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyMomentum"(%v0, %v1, %a0, %a1, %a2, %a3) {use_nesterov = true}
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.054{{[0-9]+}}e+00, -3.718{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -1.431{{[0-9]+}}e+00, 5.351{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [-6.250000e-02, 3.250000e+00, 2.000000e+00, 2.500000e-01, 1.296{{[0-9]+}}e+00, -2.187{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'power_sign'
func.func @power_sign() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "power_sign_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "power_sign_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<1.5> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyPowerSign"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyPowerSign"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [4.707{{[0-9]+}}e-01, -1.763{{[0-9]+}}e+00, 5.295{{[0-9]+}}e-01, 8.829{{[0-9]+}}e-01, -2.500000e-01, -2.646{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.000000e-01, 1.250000e-01, 1.070{{[0-9]+}}e+00, 1.015{{[0-9]+}}e+00, 4.218{{[0-9]+}}e-01, 9.531{{[0-9]+}}e-01]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'proximal_adagrad'
func.func @proximal_adagrad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "proximal_adagrad_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "proximal_adagrad_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyProximalAdagrad"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyProximalAdagrad"(%v0, %v1, %a0, %a1, %a2, %a3)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [2.187{{[0-9]+}}e-01, -1.070{{[0-9]+}}e+00, 4.224{{[0-9]+}}e-01, 1.890{{[0-9]+}}e+00, -7.273{{[0-9]+}}e-02, -8.604{{[0-9]+}}e-02]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [1.000000e+00, 3.000000e+00, 2.031{{[0-9]+}}e+00, 8.250000e+00, 7.500000e-01, 1.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_proximal_adagrad'
func.func @rows_proximal_adagrad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_proximal_adagrad_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_proximal_adagrad_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a4 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyProximalAdagrad"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyProximalAdagrad"(%v0, %v1, %a0, %a1, %a2, %a3, %a4)
  %ch5, %r0 = corert.executeop.seq(%cpu, %ch4) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [7.270{{[0-9]+}}e-01, -2.499{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -7.970{{[0-9]+}}e-01, 2.253{{[0-9]+}}e-01]
  %ch6 = "corert.print_tensorhandle"(%r0, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch7, %r1 = corert.executeop.seq(%cpu, %ch6) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [5.312{{[0-9]+}}e-01, 9.000000e+00, 2.000000e+00, 2.500000e-01, 2.375000e+00, 3.625000e+00]
  %ch8 = "corert.print_tensorhandle"(%r1, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'proximal_gradient_descent'
func.func @proximal_gradient_descent() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "proximal_gradient_descent_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceApplyProximalGradientDescent"(%v0, %a0, %a1, %a2, %a3)
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceApplyProximalGradientDescent"(%v0, %a0, %a1, %a2, %a3)
  %ch4, %r0 = corert.executeop.seq(%cpu, %ch3) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [6.003{{[0-9]+}}e-01, -1.257{{[0-9]+}}e+00, 4.429{{[0-9]+}}e-01, 1.686{{[0-9]+}}e+00, -1.643{{[0-9]+}}e-01, -5.709{{[0-9]+}}e-02]
  %ch5 = "corert.print_tensorhandle"(%r0, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch5 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_proximal_gradient_descent'
func.func @rows_proximal_gradient_descent() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_proximal_gradient_descent_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a4 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.ResourceSparseApplyProximalGradientDescent"(%v0, %a0, %a1, %a2, %a3, %a4)
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.ResourceSparseApplyProximalGradientDescent"(%v0, %a0, %a1, %a2, %a3, %a4)
  %ch4, %r0 = corert.executeop.seq(%cpu, %ch3) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [8.858{{[0-9]+}}e-01, -2.628{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -6.300{{[0-9]+}}e-01, 1.990{{[0-9]+}}e-01]
  %ch5 = "corert.print_tensorhandle"(%r0, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch5 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rmsprop'
func.func @rmsprop() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rmsprop_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rmsprop_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rmsprop_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.0, 0.25]]> : tensor<3x2xf32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceApplyRMSProp"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceApplyRMSProp"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [-3.615{{[0-9]+}}e-01, -3.285{{[0-9]+}}e+00, -3.185{{[0-9]+}}e+00, 1.149{{[0-9]+}}e+00, -1.375000e+00, -2.395{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [3.906{{[0-9]+}}e-01, 1.000000e+00, 1.131{{[0-9]+}}e+00, 1.890{{[0-9]+}}e+00, 4.218{{[0-9]+}}e-01, 8.710{{[0-9]+}}e-01]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [5.699{{[0-9]+}}e-01, 2.714{{[0-9]+}}e-01, 1.209{{[0-9]+}}e+00, 8.516{{[0-9]+}}e-01, 3.750000e-01, 8.404{{[0-9]+}}e-01]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows_rmsprop'
func.func @rows_rmsprop() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v0 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_rmsprop_0"} : 1
  %s0 = corert.const_dense_tensor dense<[[1.0, -2.0], [0.5, 3.0], [-0.25, 0.0]]> : tensor<3x2xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v0, %s0) {dtype = f32}
  %v1 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_rmsprop_1"} : 1
  %s1 = corert.const_dense_tensor dense<[[0.5, 1.0], [2.0, 0.25], [0.75, 1.5]]> : tensor<3x2xf32>
  %ch2 = corert.executeop.seq(%cpu, %ch1) "tf.AssignVariableOp"(%v1, %s1) {dtype = f32}
  %v2 = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<3x2>, shared_name = "rows_rmsprop_2"} : 1
  %s2 = corert.const_dense_tensor dense<[[1.25, 2.5], [5.0, 1.125], [1.5, 3.0]]> : tensor<3x2xf32>
  %ch3 = corert.executeop.seq(%cpu, %ch2) "tf.AssignVariableOp"(%v2, %s2) {dtype = f32}
  %a0 = corert.const_dense_tensor dense<0.25> : tensor<f32>
  %a1 = corert.const_dense_tensor dense<0.75> : tensor<f32>
  %a2 = corert.const_dense_tensor dense<0.5> : tensor<f32>
  %a3 = corert.const_dense_tensor dense<0.125> : tensor<f32>
  %a4 = corert.const_dense_tensor dense<[[0.5, -1.0], [-0.125, 2.0], [0.75, 0.25]]> : tensor<3x2xf32>
  %a5 = corert.const_dense_tensor dense<[2, 0, 2]> : tensor<3xi32>
  %ch4 = corert.executeop.seq(%cpu, %ch3) "tf.ResourceSparseApplyRMSProp"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch5 = corert.executeop.seq(%cpu, %ch4) "tf.ResourceSparseApplyRMSProp"(%v0, %v1, %v2, %a0, %a1, %a2, %a3, %a4, %a5)
  %ch6, %r0 = corert.executeop.seq(%cpu, %ch5) "tf.ReadVariableOp"(%v0) {dtype = f32} : 1
  // CHECK: values = [1.771{{[0-9]+}}e-01, -4.742{{[0-9]+}}e+00, 5.000000e-01, 3.000000e+00, -2.774{{[0-9]+}}e+00, -2.247{{[0-9]+}}e+00]
  %ch7 = "corert.print_tensorhandle"(%r0, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch8, %r1 = corert.executeop.seq(%cpu, %ch7) "tf.ReadVariableOp"(%v1) {dtype = f32} : 1
  // CHECK: values = [2.880{{[0-9]+}}e-01, 2.312{{[0-9]+}}e+00, 2.000000e+00, 2.500000e-01, 5.302{{[0-9]+}}e-01, 7.919{{[0-9]+}}e-01]
  %ch9 = "corert.print_tensorhandle"(%r1, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch10, %r2 = corert.executeop.seq(%cpu, %ch9) "tf.ReadVariableOp"(%v2) {dtype = f32} : 1
  // CHECK: values = [2.418{{[0-9]+}}e-01, 1.127{{[0-9]+}}e+00, 5.000000e+00, 1.125000e+00, 4.759{{[0-9]+}}e-01, 1.256{{[0-9]+}}e-01]
  %ch11 = "corert.print_tensorhandle"(%r2, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch11 : !tfrt.chain
}

