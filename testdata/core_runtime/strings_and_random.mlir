// Numbers as text, joined strings, random numbers from seeds (those that TensorFlow draws), assertions and printing.
//
// RUN: not tfrt-run %s --quiet 2>&1 | FileCheck %s
// RUN: not tfrt-run %s --quiet --work_queue_type=mstd:2 --jit=eager 2>&1 | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef -O2 %s | not tfrt-run --quiet 2>&1 | FileCheck %s

func.func @strings() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[3.14159, -0.0, 1.0e20, 0x7F800000]> : tensor<4xf32>
  // CHECK: values = ["3.141590", "-0.000000", "100000002004087734272.000000", "inf"]
  %0 = corert.executeop(%cpu) "tf.AsString"(%x) : 1
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = ["+3.1", "-0", "+1e+20", "+inf"]
  %1 = corert.executeop(%cpu) "tf.AsString"(%x) {precision = 2 : i64, shortest = true, fill = "+"} : 1
  %c1 = "corert.print_tensorhandle"(%1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %n = corert.const_dense_tensor dense<[1, -22, 333, 4]> : tensor<4xi64>
  // CHECK: values = ["0001", "-022", "0333", "0004"]
  %2 = corert.executeop(%cpu) "tf.AsString"(%n) {width = 4 : i64, fill = "0"} : 1
  %c2 = "corert.print_tensorhandle"(%2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %true = corert.const_dense_tensor dense<true> : tensor<i1>
  %3 = corert.executeop(%cpu) "tf.AsString"(%true) {width = 9 : i64} : 1
  // CHECK: shape = [4], values = ["+3.1|true|0001", "-0|true|-022", "+1e+20|true|0333", "+inf|true|0004"]
  %4 = corert.executeop(%cpu) "tf.StringJoin"(%1, %3, %2) {separator = "|", N = 3 : i64} : 1
  %c4 = "corert.print_tensorhandle"(%4, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: dtype = i32, shape = [4], values = [14, 12, 16, 14]
  %5 = corert.executeop(%cpu) "tf.StringLength"(%4) : 1
  %c5 = "corert.print_tensorhandle"(%5, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c5 : !tfrt.chain
}

func.func @random() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %five = corert.const_dense_tensor dense<[5]> : tensor<1xi32>
  %seeds = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %others = corert.const_dense_tensor dense<[-7, 1099511627776]> : tensor<2xi64>
  // CHECK: values = [8.440604e-01, 1.920453e-01, 9.962232e-01, 1.603874e-01, 2.719902e-01]
  %0 = corert.executeop(%cpu) "tf.StatelessRandomUniform"(%five, %seeds) : 1
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [-1.228671e-01, -4.360095e-01, 5.580926e-02, 9.616489e-01, -1.462034e+00]
  %1 = corert.executeop(%cpu) "tf.StatelessRandomNormal"(%five, %others) : 1
  %c1 = "corert.print_tensorhandle"(%1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [7.524838e-01, 9.697858e-01, 1.759223e-01, 8.555557e-01, 5.148119e-01]
  %2 = corert.executeop(%cpu) "tf.StatelessRandomUniform"(%five, %seeds) {dtype = f64} : 1
  %c2 = "corert.print_tensorhandle"(%2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [3.304553e-01, 1.708787e+00, -7.107047e-01, 1.025736e+00, 1.741149e+00]
  %3 = corert.executeop(%cpu) "tf.StatelessRandomNormal"(%five, %others) {dtype = f64} : 1
  %c3 = "corert.print_tensorhandle"(%3, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %as_f32 = corert.executeop(%cpu) "tf.StatelessRandomUniform"(%five, %seeds) {dtype = f16} : 1
  %f16 = corert.executeop(%cpu) "tf.Cast"(%as_f32) {SrcT = f16, DstT = f32} : 1
  // CHECK: values = [5.429688e-01, 2.353516e-01, 6.054688e-02, 8.935547e-01, 1.435547e-01]
  %c4 = "corert.print_tensorhandle"(%f16, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // The second call goes on where the first stopped.
  %six = corert.const_dense_tensor dense<[6]> : tensor<1xi64>
  // CHECK: values = [9.237367e-01, 3.704305e-01, 9.481984e-01, 8.158295e-01, 5.395640e-01, 9.590907e-01]
  %c5, %a = corert.executeop.seq(%cpu, %c4) "tf.RandomUniform"(%six) {seed = 3 : i64, seed2 = 4 : i64, dtype = f32} : 1
  %c6 = "corert.print_tensorhandle"(%a, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK: values = [2.738047e-01, 8.816742e-01, 8.284308e-01, 8.494047e-01, 8.850995e-01, 5.870736e-01]
  %c7, %b = corert.executeop.seq(%cpu, %c6) "tf.RandomUniform"(%six) {seed = 3 : i64, seed2 = 4 : i64, dtype = f32} : 1
  %c8 = "corert.print_tensorhandle"(%b, %c7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %three = corert.const_dense_tensor dense<[3]> : tensor<1xi32>
  // CHECK: values = [-7.030206e-01, -1.178780e+00, -1.138183e+00]
  %c9, %d = corert.executeop.seq(%cpu, %c8) "tf.RandomStandardNormal"(%three) {seed = 3 : i64, seed2 = 4 : i64, dtype = f64} : 1
  %c10 = "corert.print_tensorhandle"(%d, %c9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c10 : !tfrt.chain
}

// CHECK-DAG: strings_and_random.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}assertion failed: [{{\[}}0 1 2...]...] [false]
// CHECK-DAG: strings_and_random.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}scientific and shortest format not supported for datatype i32
// CHECK-DAG: strings_and_random.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}seed must have shape [2], not [3]
func.func @errors() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %false = corert.const_dense_tensor dense<false> : tensor<i1>
  %true = corert.const_dense_tensor dense<true> : tensor<i1>
  %n = corert.const_dense_tensor dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %word = corert.executeop(%cpu) "tf.AsString"(%false) : 1
  %v = corert.const_dense_tensor dense<[1, 2, 3]> : tensor<3xi32>
  %c0 = corert.executeop.seq(%cpu, %ch) "tf.Assert"(%true, %n) : 0
  %c1 = corert.executeop.seq(%cpu, %ch) "tf.Assert"(%false, %n, %word) : 0
  %bad = corert.executeop(%cpu) "tf.AsString"(%v) {scientific = true} : 1
  %c2 = "corert.print_tensorhandle"(%bad, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %bad2 = corert.executeop(%cpu) "tf.StatelessRandomUniform"(%v, %v) : 1
  %c3 = "corert.print_tensorhandle"(%bad2, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}

// CHECK: say: [0 1 2...][1 2 3]
// CHECK: |hello|
func.func @print() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %n = corert.const_dense_tensor dense<[0, 1, 2, 3]> : tensor<4xi32>
  %v = corert.const_dense_tensor dense<[1, 2, 3]> : tensor<3xi32>
  %c0, %0 = corert.executeop.seq(%cpu, %ch) "tf.Print"(%n, %n, %v) {message = "say: "} : 1
  %word = corert.const_string_tensor {shape = [], value = ["|hello"]}
  %c1 = corert.executeop.seq(%cpu, %c0) "tf.PrintV2"(%word) {end = "|\n", output_stream = "stdout"} : 0
  // An output stream that nobody knows is the op's error.
  // CHECK: error: {{.*}}Unknown output stream: nowhere
  %c2 = corert.executeop.seq(%cpu, %c1) "tf.PrintV2"(%word) {output_stream = "nowhere"} : 0
  tfrt.return %c1 : !tfrt.chain
}
