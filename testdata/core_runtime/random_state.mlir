// Numbers of a generator whose state is a variable, and candidates of samplers; what is drawn is what TensorFlow draws.
//
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O2 --work_queue_type=mstd:4 %s | FileCheck %s

// CHECK-LABEL: --- Running 'generator'
func.func @generator() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = i64, shape = #corert.shape<3>, shared_name = "state"} : 1
  %state = corert.const_dense_tensor dense<[3, 9, 77]> : tensor<3xi64>
  %philox = corert.const_dense_tensor dense<1> : tensor<i64>
  %ch1 = corert.executeop.seq(%cpu, %ch0) "tf.AssignVariableOp"(%v, %state) {dtype = i64}
  %a0 = corert.const_dense_tensor dense<[3]> : tensor<1xi64>
  %ch2, %r1 = corert.executeop.seq(%cpu, %ch1) "tf.StatefulUniform"(%v, %philox, %a0) {dtype = f32} : 1
  // CHECK: values = [4.899{{[0-9]+}}e-01, 7.865{{[0-9]+}}e-02, 8.630{{[0-9]+}}e-01]
  %ch3 = "corert.print_tensorhandle"(%r1, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a1 = corert.const_dense_tensor dense<[5]> : tensor<1xi32>
  %ch4, %r2 = corert.executeop.seq(%cpu, %ch3) "tf.StatefulStandardNormalV2"(%v, %philox, %a1) {dtype = f64} : 1
  // CHECK: values = [-4.867{{[0-9]+}}e-01, 6.126{{[0-9]+}}e-01, 9.286{{[0-9]+}}e-01, 4.652{{[0-9]+}}e-02, -7.866{{[0-9]+}}e-01]
  %ch5 = "corert.print_tensorhandle"(%r2, %ch4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a2 = corert.const_dense_tensor dense<[4]> : tensor<1xi64>
  %ch6, %r3 = corert.executeop.seq(%cpu, %ch5) "tf.StatefulTruncatedNormal"(%v, %philox, %a2) {dtype = f32} : 1
  // CHECK: values = [-1.225{{[0-9]+}}e-01, 9.089{{[0-9]+}}e-01, 1.041{{[0-9]+}}e-01, 4.271{{[0-9]+}}e-02]
  %ch7 = "corert.print_tensorhandle"(%r3, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a3 = corert.const_dense_tensor dense<[2]> : tensor<1xi64>
  %ch8, %r4 = corert.executeop.seq(%cpu, %ch7) "tf.StatefulUniformFullInt"(%v, %philox, %a3) {dtype = i64} : 1
  // CHECK: values = [1190338571646396114, 8246066294015134826]
  %ch9 = "corert.print_tensorhandle"(%r4, %ch8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a4 = corert.const_dense_tensor dense<[4]> : tensor<1xi64>
  %a5 = corert.const_dense_tensor dense<-3> : tensor<i64>
  %a6 = corert.const_dense_tensor dense<9> : tensor<i64>
  %ch10, %r7 = corert.executeop.seq(%cpu, %ch9) "tf.StatefulUniformInt"(%v, %philox, %a4, %a5, %a6) {dtype = i64} : 1
  // CHECK: values = [6, 3, 3, 2]
  %ch11 = "corert.print_tensorhandle"(%r7, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a7 = corert.const_dense_tensor dense<[3, 2]> : tensor<2xi32>
  %a8 = corert.const_dense_tensor dense<[10.0, 50.0]> : tensor<2xf64>
  %a9 = corert.const_dense_tensor dense<[0.25, 0.5]> : tensor<2xf64>
  %ch12, %r10 = corert.executeop.seq(%cpu, %ch11) "tf.StatefulRandomBinomial"(%v, %philox, %a7, %a8, %a9) {dtype = i64} : 1
  // CHECK: values = [6, 25, 3, 24, 5, 29]
  %ch13 = "corert.print_tensorhandle"(%r10, %ch12) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %a10 = corert.const_dense_tensor dense<5> : tensor<i64>
  %ch14 = corert.executeop.seq(%cpu, %ch13) "tf.RngSkip"(%v, %philox, %a10)
  %a11 = corert.const_dense_tensor dense<[2, 2]> : tensor<2xi64>
  %ch15, %r12 = corert.executeop.seq(%cpu, %ch14) "tf.StatefulUniform"(%v, %philox, %a11) {dtype = f32} : 1
  // CHECK: values = [7.624{{[0-9]+}}e-01, 8.681{{[0-9]+}}e-01, 6.639{{[0-9]+}}e-01, 1.305{{[0-9]+}}e-01]
  %ch16 = "corert.print_tensorhandle"(%r12, %ch15) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch17, %last = corert.executeop.seq(%cpu, %ch16) "tf.ReadVariableOp"(%v) {dtype = i64} : 1
  // CHECK: values = [160515, 9, 77]
  %ch18 = "corert.print_tensorhandle"(%last, %ch17) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch18 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'candidates'
func.func @candidates() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %cpu = corert.get_op_handler %ch0 "cpu"
  %true = corert.const_dense_tensor dense<[[1, 2], [3, 0]]> : tensor<2x2xi64>
  %ch1, %c2, %t2, %s2 = corert.executeop.seq(%cpu, %ch0) "tf.UniformCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = true, seed = 2, seed2 = 4, range_max = 50} : 3
  // CHECK: values = [29, 18, 35, 37, 46]
  %ch2 = "corert.print_tensorhandle"(%c2, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01]
  %ch3 = "corert.print_tensorhandle"(%t2, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01, 1.141{{[0-9]+}}e-01]
  %ch4 = "corert.print_tensorhandle"(%s2, %ch3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch5, %c3, %t3, %s3 = corert.executeop.seq(%cpu, %ch4) "tf.UniformCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = false, seed = 3, seed2 = 4, range_max = 50} : 3
  // CHECK: values = [21, 15, 9, 29, 27]
  %ch6 = "corert.print_tensorhandle"(%c3, %ch5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02]
  %ch7 = "corert.print_tensorhandle"(%t3, %ch6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02, 9.999{{[0-9]+}}e-02]
  %ch8 = "corert.print_tensorhandle"(%s3, %ch7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch9, %c4, %t4, %s4 = corert.executeop.seq(%cpu, %ch8) "tf.LogUniformCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = true, seed = 4, seed2 = 4, range_max = 64} : 3
  // CHECK: values = [28, 4, 36, 0, 2]
  %ch10 = "corert.print_tensorhandle"(%c4, %ch9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [4.856{{[0-9]+}}e-01, 3.445{{[0-9]+}}e-01, 2.672{{[0-9]+}}e-01, 8.302{{[0-9]+}}e-01]
  %ch11 = "corert.print_tensorhandle"(%t4, %ch10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [4.060{{[0-9]+}}e-02, 2.183{{[0-9]+}}e-01, 3.194{{[0-9]+}}e-02, 8.302{{[0-9]+}}e-01, 3.445{{[0-9]+}}e-01]
  %ch12 = "corert.print_tensorhandle"(%s4, %ch11) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch13, %c5, %t5, %s5 = corert.executeop.seq(%cpu, %ch12) "tf.LogUniformCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = false, seed = 5, seed2 = 4, range_max = 64} : 3
  // CHECK: values = [19, 0, 46, 57, 1]
  %ch14 = "corert.print_tensorhandle"(%c5, %ch13) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [4.856{{[0-9]+}}e-01, 3.445{{[0-9]+}}e-01, 2.672{{[0-9]+}}e-01, 8.302{{[0-9]+}}e-01]
  %ch15 = "corert.print_tensorhandle"(%t5, %ch14) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [5.843{{[0-9]+}}e-02, 8.302{{[0-9]+}}e-01, 2.521{{[0-9]+}}e-02, 2.047{{[0-9]+}}e-02, 4.856{{[0-9]+}}e-01]
  %ch16 = "corert.print_tensorhandle"(%s5, %ch15) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch17, %c6, %t6, %s6 = corert.executeop.seq(%cpu, %ch16) "tf.FixedUnigramCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = true, seed = 6, seed2 = 4, range_max = 6, unigrams = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32], distortion = 0.75 : f32} : 3
  // CHECK: values = [4, 1, 3, 2, 5]
  %ch18 = "corert.print_tensorhandle"(%c6, %ch17) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [6.146{{[0-9]+}}e-01, 7.333{{[0-9]+}}e-01, 8.128{{[0-9]+}}e-01, 4.248{{[0-9]+}}e-01]
  %ch19 = "corert.print_tensorhandle"(%t6, %ch18) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [8.676{{[0-9]+}}e-01, 6.146{{[0-9]+}}e-01, 8.128{{[0-9]+}}e-01, 7.333{{[0-9]+}}e-01, 9.062{{[0-9]+}}e-01]
  %ch20 = "corert.print_tensorhandle"(%s6, %ch19) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch21, %c7, %t7, %s7 = corert.executeop.seq(%cpu, %ch20) "tf.FixedUnigramCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = false, seed = 7, seed2 = 4, range_max = 6, unigrams = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32], distortion = 0.75 : f32} : 3
  // CHECK: values = [1, 3, 4, 2, 2]
  %ch22 = "corert.print_tensorhandle"(%c7, %ch21) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [5.618{{[0-9]+}}e-01, 7.615{{[0-9]+}}e-01, 9.448{{[0-9]+}}e-01, 3.340{{[0-9]+}}e-01]
  %ch23 = "corert.print_tensorhandle"(%t7, %ch22) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [5.618{{[0-9]+}}e-01, 9.448{{[0-9]+}}e-01, 1.117{{[0-9]+}}e+00, 7.615{{[0-9]+}}e-01, 7.615{{[0-9]+}}e-01]
  %ch24 = "corert.print_tensorhandle"(%s7, %ch23) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch25, %c8, %t8, %s8 = corert.executeop.seq(%cpu, %ch24) "tf.FixedUnigramCandidateSampler"(%true) {num_true = 2, num_sampled = 3, unique = true, seed = 8, seed2 = 4, range_max = 4, unigrams = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32], num_reserved_ids = 2, num_shards = 2, shard = 1} : 3
  // CHECK: values = [3, 2, 1]
  %ch26 = "corert.print_tensorhandle"(%c8, %ch25) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [5.615{{[0-9]+}}e-01, 9.414{{[0-9]+}}e-01, 9.965{{[0-9]+}}e-01, 0.000000e+00]
  %ch27 = "corert.print_tensorhandle"(%t8, %ch26) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [9.965{{[0-9]+}}e-01, 9.414{{[0-9]+}}e-01, 5.615{{[0-9]+}}e-01]
  %ch28 = "corert.print_tensorhandle"(%s8, %ch27) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch29, %c9, %t9, %s9 = corert.executeop.seq(%cpu, %ch28) "tf.FixedUnigramCandidateSampler"(%true) {num_true = 2, num_sampled = 3, unique = false, seed = 9, seed2 = 4, range_max = 4, unigrams = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32], num_reserved_ids = 2, num_shards = 2, shard = 1} : 3
  // CHECK: values = [3, 2, 2]
  %ch30 = "corert.print_tensorhandle"(%c9, %ch29) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [3.333{{[0-9]+}}e-01, 1.000000e+00, 1.666{{[0-9]+}}e+00, 0.000000e+00]
  %ch31 = "corert.print_tensorhandle"(%t9, %ch30) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.666{{[0-9]+}}e+00, 1.000000e+00, 1.000000e+00]
  %ch32 = "corert.print_tensorhandle"(%s9, %ch31) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch33, %c10, %t10, %s10 = corert.executeop.seq(%cpu, %ch32) "tf.AllCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = true, seed = 10, seed2 = 4} : 3
  // CHECK: values = [0, 1, 2, 3, 4]
  %ch34 = "corert.print_tensorhandle"(%c10, %ch33) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
  %ch35 = "corert.print_tensorhandle"(%t10, %ch34) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
  %ch36 = "corert.print_tensorhandle"(%s10, %ch35) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ch37, %c11, %t11, %s11 = corert.executeop.seq(%cpu, %ch36) "tf.AllCandidateSampler"(%true) {num_true = 2, num_sampled = 5, unique = false, seed = 11, seed2 = 4} : 3
  // CHECK: values = [0, 1, 2, 3, 4]
  %ch38 = "corert.print_tensorhandle"(%c11, %ch37) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
  %ch39 = "corert.print_tensorhandle"(%t11, %ch38) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
  %ch40 = "corert.print_tensorhandle"(%s11, %ch39) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch40 : !tfrt.chain
}
