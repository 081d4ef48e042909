// RUN: tfrt-opt --fuse-elementwise %s | FileCheck %s
// RUN: tfrt-opt --fuse-elementwise=exclude=tf.Mul %s | FileCheck %s --check-prefix=EXCLUDE

// A chain with a value that two members use becomes one op; each argument is there once.
// CHECK-LABEL: func.func @chain
// CHECK:         %[[CPU:.*]] = corert.get_op_handler
// CHECK-NEXT:    %[[R:.*]] = corert.executeop(%[[CPU]]) "tfrt_fused.elementwise"(%arg1, %arg2) {body = #corert.fused<%2 = tf.Mul(%0, %1); %3 = tf.Square(%2); %4 = tf.AddV2(%2, %3); %5 = tf.Cast(%4) {DstT = f64}>, locations = ["groups.mlir:14:8", "groups.mlir:15:8", "groups.mlir:16:8", "groups.mlir:17:8"]
// CHECK-NEXT:    tfrt.return %[[R]]
// EXCLUDE-LABEL: func.func @chain
// EXCLUDE:         "tf.Mul"
// EXCLUDE-NEXT:    {body = #corert.fused<%1 = tf.Square(%0); %2 = tf.AddV2(%0, %1); %3 = tf.Cast(%2) {DstT = f64}>
func.func @chain(%ch: !tfrt.chain, %x: !corert.tensorhandle, %y: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Mul"(%x, %y) {T = f32} : 1
  %b = corert.executeop(%cpu) "tf.Square"(%a) {T = f32} : 1
  %c = corert.executeop(%cpu) "tf.AddV2"(%a, %b) {T = f32} : 1
  %d = corert.executeop(%cpu) "tf.Cast"(%c) {SrcT = f32, DstT = f64} : 1
  tfrt.return %d : !corert.tensorhandle
}

// What is used after a group is one of its results; the last op's is the last.
// CHECK-LABEL: func.func @used_elsewhere
// CHECK:         %[[R:.*]]:2 = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%arg1) {body = #corert.fused<%1 = tf.Mul(%0, %0); %2 = tf.Exp(%1); %3 = tf.Neg(%2); return %1, %3>
// CHECK-NEXT:    tfrt.return %[[R]]#0, %[[R]]#1
func.func @used_elsewhere(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Mul"(%x, %x) : 1
  %b = corert.executeop(%cpu) "tf.Exp"(%a) : 1
  %c = corert.executeop(%cpu) "tf.Neg"(%b) : 1
  tfrt.return %a, %c : !corert.tensorhandle, !corert.tensorhandle
}

// What is used before a group ends stays a tensor: nobody waits for what comes after it.
// CHECK-LABEL: func.func @used_before
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tf.Mul"
// CHECK-NEXT:    %[[M:.*]] = corert.executeop({{.*}}) "tf.MatMul"(%[[A]], %[[A]])
// CHECK-NEXT:    %[[D:.*]] = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%[[A]], %[[M]]) {body = #corert.fused<%2 = tf.Exp(%0); %3 = tf.AddV2(%2, %1)>
// CHECK-NEXT:    tfrt.return %[[D]]
func.func @used_before(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Mul"(%x, %x) : 1
  %m = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_a = false, transpose_b = false} : 1
  %b = corert.executeop(%cpu) "tf.Exp"(%a) : 1
  %c = corert.executeop(%cpu) "tf.AddV2"(%b, %m) : 1
  tfrt.return %c : !corert.tensorhandle
}

// A value of which two groups make something is a result of the one that ends first.
// CHECK-LABEL: func.func @two_groups
// CHECK:         %[[R:.*]]:2 = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%arg1, %arg2) {body = #corert.fused<%2 = tf.BiasAdd(%0, %1); %3 = tf.Exp(%2); return %2, %3>
// CHECK-NEXT:    %[[M:.*]] = corert.executeop({{.*}}) "tf.MatMul"(%[[R]]#1, %[[R]]#1)
// CHECK-NEXT:    %[[D:.*]] = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%[[R]]#0, %[[M]]) {body = #corert.fused<%2 = tf.Neg(%0); %3 = tf.AddV2(%2, %1)>
// CHECK-NEXT:    tfrt.return %[[D]]
func.func @two_groups(%ch: !tfrt.chain, %x: !corert.tensorhandle, %y: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.BiasAdd"(%x, %y) {T = f32, data_format = "NHWC"} : 1
  %b = corert.executeop(%cpu) "tf.Exp"(%a) : 1
  %m = corert.executeop(%cpu) "tf.MatMul"(%b, %b) {transpose_a = false, transpose_b = false} : 1
  %c = corert.executeop(%cpu) "tf.Neg"(%a) : 1
  %d = corert.executeop(%cpu) "tf.AddV2"(%c, %m) : 1
  tfrt.return %d : !corert.tensorhandle
}

// What does not depend on all that a group takes is none of its results: it neither waits for the rest nor fails with it. Constants do
// not count.
// CHECK-LABEL: func.func @independent
// CHECK:         %[[C:.*]] = corert.const_dense_tensor
// CHECK-NEXT:    %[[A:.*]] = corert.executeop({{.*}}) "tf.Exp"(%arg1)
// CHECK-NEXT:    %[[R:.*]]:2 = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%arg2, %[[A]], %[[C]]) {body = #corert.fused<%3 = tf.Mul(%0, %1); %4 = tf.AddV2(%3, %2); return %3, %4>
// CHECK-NEXT:    tfrt.return %[[A]], %[[R]]#0, %[[R]]#1
func.func @independent(%ch: !tfrt.chain, %x: !corert.tensorhandle, %y: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %a = corert.executeop(%cpu) "tf.Exp"(%x) : 1
  %b = corert.executeop(%cpu) "tf.Mul"(%y, %a) : 1
  %c = corert.executeop(%cpu) "tf.AddV2"(%b, %one) : 1
  tfrt.return %a, %b, %c : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// A reduction may be in the middle.
// CHECK-LABEL: func.func @reduction
// CHECK:         %[[R:.*]] = corert.executeop({{.*}}) "tfrt_fused.elementwise"(%{{.*}}, %{{.*}}) {body = #corert.fused<%2 = tf.Square(%0); %3 = tf.Mean(%2, %1) {keep_dims = true}; %4 = tf.Rsqrt(%3); %5 = tf.Mul(%0, %4)>
// CHECK-NEXT:    tfrt.return %[[R]]
func.func @reduction(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %axes = corert.const_dense_tensor dense<[-1]> : tensor<1xi32>
  %a = corert.executeop(%cpu) "tf.Square"(%x) : 1
  %b = corert.executeop(%cpu) "tf.Mean"(%a, %axes) {T = f32, Tidx = i32, keep_dims = true} : 1
  %c = corert.executeop(%cpu) "tf.Rsqrt"(%b) : 1
  %d = corert.executeop(%cpu) "tf.Mul"(%x, %c) : 1
  tfrt.return %d : !corert.tensorhandle
}

// Axes are looked at before anything is computed: they are no member.
// CHECK-LABEL: func.func @axes
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tf.Neg"
// CHECK-NEXT:    corert.executeop({{.*}}) "tfrt_fused.elementwise"(%arg1, %{{[0-9]+}}) {body = #corert.fused<%2 = tf.Exp(%0); %3 = tf.Sum(%2, %1)>
func.func @axes(%ch: !tfrt.chain, %x: !corert.tensorhandle, %i: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.Neg"(%i) : 1
  %b = corert.executeop(%cpu) "tf.Exp"(%x) : 1
  %c = corert.executeop(%cpu) "tf.Sum"(%b, %a) {T = f32} : 1
  tfrt.return %c : !corert.tensorhandle
}

// Ops of many tensors, and what attributes say.
// CHECK-LABEL: func.func @many
// CHECK:         {body = #corert.fused<%3 = tf.AddN(%0, %1, %0, %2); %4 = tf.LeakyRelu(%3) {alpha = 0.5}; %5 = tf.ReluGrad(%4, %0)>
func.func @many(%ch: !tfrt.chain, %x: !corert.tensorhandle, %y: !corert.tensorhandle, %z: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.executeop(%cpu) "tf.AddN"(%x, %y, %x, %z) {N = 4, T = f32} : 1
  %b = corert.executeop(%cpu) "tf.LeakyRelu"(%a) {T = f32, alpha = 0.5 : f32} : 1
  %c = corert.executeop(%cpu) "tf.ReluGrad"(%b, %x) : 1
  tfrt.return %c : !corert.tensorhandle
}

// Other handlers, chains, unknown attributes and ops that are not element-wise stay as they are.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     tfrt_fused
// CHECK:         tfrt.return
func.func @others(%ch: !tfrt.chain, %any: !corert.ophandler, %x: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %gpu = corert.get_op_handler %ch "gpu"
  %a = corert.executeop(%gpu) "tf.Mul"(%x, %x) : 1
  %b = corert.executeop(%cpu) "tf.Exp"(%a) : 1
  %c = corert.executeop(%any) "tf.Neg"(%x) : 1
  %d = corert.executeop(%any) "tf.Neg"(%c) : 1
  %ch1, %e = corert.executeop.seq(%cpu, %ch) "tf.Neg"(%x) : 1
  %f = corert.executeop(%cpu) "tf.Neg"(%e) : 1
  %g = corert.executeop(%cpu) "tf.Equal"(%x, %x) {incompatible_shape_error = false} : 1
  %h = corert.executeop(%cpu) "tf.LogicalNot"(%g) : 1
  tfrt.return %b, %d, %f, %h : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// Regions are lowered like everything else.
// CHECK-LABEL: func.func @regions
// CHECK:         tfrt_test.benchmark
// CHECK-NEXT:      "tfrt_fused.elementwise"
func.func @regions(%ch: !tfrt.chain, %x: !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  tfrt_test.benchmark "b"(%cpu : !corert.ophandler, %x : !corert.tensorhandle) duration_secs = 1, max_count = 1 {
    %a = corert.executeop(%cpu) "tf.Exp"(%x) : 1
    %b = corert.executeop(%cpu) "tf.Neg"(%a) : 1
    tfrt.return %b : !corert.tensorhandle
  }
  tfrt.return
}
