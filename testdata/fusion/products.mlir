// RUN: tfrt-opt --fuse-products %s | FileCheck %s
// RUN: tfrt-opt --fuse-products=exclude=tf.Relu %s | FileCheck %s --check-prefix=EXCLUDE

// A product, its bias and an activation become one op at the place of the last.
// CHECK-LABEL: func.func @network
// CHECK:         %[[CPU:.*]] = corert.get_op_handler
// CHECK-NEXT:    %[[A:.*]] = corert.executeop(%[[CPU]]) "tfrt_fused.matmul"(%arg1, %arg2, %arg3) {T = f32, fused_ops = ["BiasAdd", "Relu"], locations = ["products.mlir:17:8", "products.mlir:18:8", "products.mlir:19:8"], transpose_a = false, transpose_b = false}
// CHECK-NEXT:    %[[B:.*]] = corert.executeop(%[[CPU]]) "tfrt_fused.matmul"(%[[A]], %arg2, %arg3) {fused_ops = ["BiasAdd"], locations = ["products.mlir:20:8", "products.mlir:21:8"], transpose_a = false, transpose_b = true}
// CHECK-NEXT:    %[[C:.*]] = corert.executeop(%[[CPU]]) "tf.Tanh"(%[[B]])
// CHECK-NEXT:    tfrt.return %[[C]]
// EXCLUDE-LABEL: func.func @network
// EXCLUDE:         fused_ops = ["BiasAdd"]
// EXCLUDE:         "tf.Relu"
func.func @network(%ch: !tfrt.chain, %x: !corert.tensorhandle, %w: !corert.tensorhandle,
                   %b: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) {T = f32, data_format = "NHWC"} : 1
  %2 = corert.executeop(%cpu) "tf.Relu"(%1) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.MatMul"(%2, %w) {transpose_a = false, transpose_b = true} : 1
  %4 = corert.executeop(%cpu) "tf.BiasAdd"(%3, %b) : 1
  %5 = corert.executeop(%cpu) "tf.Tanh"(%4) : 1
  tfrt.return %5 : !corert.tensorhandle
}

// CHECK-LABEL: func.func @convolution
// CHECK:         corert.executeop({{.*}}) "tfrt_fused.conv2d"(%arg1, %arg2, %arg3) {data_format = "NCHW", fused_ops = ["BiasAdd", "Relu6"], locations = [{{.*}}], padding = "SAME", strides = [1, 1, 1, 1]}
// CHECK-NEXT:    tfrt.return
func.func @convolution(%ch: !tfrt.chain, %x: !corert.tensorhandle, %w: !corert.tensorhandle,
                       %b: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {data_format = "NCHW", padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) {data_format = "NCHW"} : 1
  %2 = corert.executeop(%cpu) "tf.Relu6"(%1) : 1
  tfrt.return %2 : !corert.tensorhandle
}

// What somebody else wants, what is a bias itself, and biases along other dimensions stay as they are.
// CHECK-LABEL: func.func @apart
// CHECK-NOT:     tfrt_fused
// CHECK:         tfrt.return
func.func @apart(%ch: !tfrt.chain, %x: !corert.tensorhandle, %b: !corert.tensorhandle)
    -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  %2 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %3 = corert.executeop(%cpu) "tf.BiasAdd"(%x, %2) : 1
  %4 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %5 = corert.executeop(%cpu) "tf.BiasAdd"(%4, %b) {data_format = "NCHW"} : 1
  tfrt.return %0, %1, %3, %5 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// The CPU's handler may be an argument of a benchmark; other handlers are none of ours.
// CHECK-LABEL: func.func @regions
// CHECK:         tfrt_test.benchmark
// CHECK:           "tfrt_fused.matmul"
// CHECK-LABEL: func.func @other_handler
// CHECK-NOT:     tfrt_fused
func.func @regions(%ch: !tfrt.chain, %x: !corert.tensorhandle, %b: !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  tfrt_test.benchmark "product"(%cpu : !corert.ophandler, %x : !corert.tensorhandle, %b : !corert.tensorhandle)
      duration_secs = 1, max_count = 1, num_warmup_runs = 0 {
    %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
    %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
    tfrt.return %1 : !corert.tensorhandle
  }
  tfrt.return
}

func.func @other_handler(%ch: !tfrt.chain, %x: !corert.tensorhandle, %b: !corert.tensorhandle) -> !corert.tensorhandle {
  %other = corert.get_op_handler %ch "other"
  %0 = corert.executeop(%other) "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%other) "tf.BiasAdd"(%0, %b) : 1
  tfrt.return %1 : !corert.tensorhandle
}

// Activations without a bias, and biases along other dimensions before them.
// CHECK-LABEL: func.func @without_bias
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tfrt_fused.conv2d"(%arg1, %arg2) {fused_ops = ["Relu"], locations = [{{.*}}], padding = "SAME", strides = [1, 1, 1, 1]}
// CHECK-NEXT:    %[[B:.*]] = corert.executeop({{.*}}) "tfrt_fused.matmul"(%[[A]], %arg3) {fused_ops = ["Relu6"],
// CHECK-NEXT:    %[[C:.*]] = corert.executeop({{.*}}) "tf.MatMul"(%[[B]], %arg3)
// CHECK-NEXT:    %[[D:.*]] = corert.executeop({{.*}}) "tf.BiasAdd"(%[[C]], %arg3)
// CHECK-NEXT:    corert.executeop({{.*}}) "tf.Relu"(%[[D]])
func.func @without_bias(%ch: !tfrt.chain, %x: !corert.tensorhandle, %w: !corert.tensorhandle,
                        %y: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %1 = corert.executeop(%cpu) "tf.Relu"(%0) : 1
  %2 = corert.executeop(%cpu) "tf.MatMul"(%1, %y) {transpose_a = false, transpose_b = false} : 1
  %3 = corert.executeop(%cpu) "tf.Relu6"(%2) : 1
  %4 = corert.executeop(%cpu) "tf.MatMul"(%3, %y) {transpose_a = false, transpose_b = false} : 1
  %5 = corert.executeop(%cpu) "tf.BiasAdd"(%4, %y) {data_format = "NCHW"} : 1
  %6 = corert.executeop(%cpu) "tf.Relu"(%5) : 1
  tfrt.return %6 : !corert.tensorhandle
}

// A batch norm with given statistics follows a convolution, of whatever kind, and its bias; other results of it are not wanted.
// CHECK-LABEL: func.func @norms
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tfrt_fused.conv2d"(%arg1, %arg2, %arg3, %arg3, %arg3, %arg3) {epsilon = 1.000000e-03 : f32, fused_ops = ["FusedBatchNormV3", "Relu6"], is_training = false, locations = [{{.*}}, {{.*}}, {{.*}}], padding = "SAME", strides = [1, 1, 1, 1]}
// CHECK-NEXT:    %[[B:.*]] = corert.executeop({{.*}}) "tfrt_fused.depthwise"(%[[A]], %arg2, %arg3, %arg3, %arg3, %arg3) {{.*}}fused_ops = ["FusedBatchNormV3"]
// CHECK-NEXT:    %[[C:.*]] = corert.executeop({{.*}}) "tf.Sigmoid"(%[[B]])
// CHECK-NEXT:    %[[D:.*]] = corert.executeop({{.*}}) "tfrt_fused.conv2d"(%[[C]], %arg2, %arg3, %arg3, %arg3, %arg3, %arg3) {{.*}}fused_ops = ["BiasAdd", "FusedBatchNorm"]
// CHECK-NEXT:    %[[E:.*]] = corert.executeop({{.*}}) "tfrt_fused.batch_norm"(%[[D]], %arg3, %arg3, %arg3, %arg3) {{.*}}fused_ops = ["FusedBatchNormV2", "Relu"]
// CHECK-NEXT:    tfrt.return %[[E]]
func.func @norms(%ch: !tfrt.chain, %x: !corert.tensorhandle, %w: !corert.tensorhandle,
                 %p: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %1:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%0, %p, %p, %p, %p) {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : 6
  %2 = corert.executeop(%cpu) "tf.Relu6"(%1#0) : 1
  %3 = corert.executeop(%cpu) "tf.DepthwiseConv2dNative"(%2, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %4:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%3, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32, is_training = false} : 6
  %5 = corert.executeop(%cpu) "tf.Sigmoid"(%4#0) : 1
  %6 = corert.executeop(%cpu) "tf.Conv2D"(%5, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %7 = corert.executeop(%cpu) "tf.BiasAdd"(%6, %p) : 1
  %8:5 = corert.executeop(%cpu) "tf.FusedBatchNorm"(%7, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32, is_training = false} : 5
  %9:5 = corert.executeop(%cpu) "tf.FusedBatchNormV2"(%8#0, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32, is_training = false} : 5
  %10 = corert.executeop(%cpu) "tf.Relu"(%9#0) : 1
  tfrt.return %10 : !corert.tensorhandle
}

// Norms that compute their statistics, whose statistics somebody wants, or that have the channels elsewhere, and products of matrices.
// CHECK-LABEL: func.func @other_norms
// CHECK-NOT:     "FusedBatchNorm
// CHECK:         tfrt.return
func.func @other_norms(%ch: !tfrt.chain, %x: !corert.tensorhandle, %w: !corert.tensorhandle, %p: !corert.tensorhandle)
    -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %1:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%0, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32} : 6
  %2 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %3:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%2, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32, is_training = false} : 6
  %4 = corert.executeop(%cpu) "tf.Conv2D"(%x, %w) {padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %5:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%4, %p, %p, %p, %p) {data_format = "NCHW", epsilon = 1.000000e-03 : f32, is_training = false} : 6
  %6 = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : 1
  %7:6 = corert.executeop(%cpu) "tf.FusedBatchNormV3"(%6, %p, %p, %p, %p) {epsilon = 1.000000e-03 : f32, is_training = false} : 6
  tfrt.return %1#0, %3#0, %3#1, %5#0, %7#0 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// What hands its arguments on is passed over.
// CHECK-LABEL: func.func @identities
// CHECK:         corert.executeop({{.*}}) "tfrt_fused.matmul"(%arg1, %arg2) {fused_ops = ["Relu"],
// CHECK-NEXT:    tfrt.return
func.func @identities(%ch: !tfrt.chain, %x: !corert.tensorhandle, %y: !corert.tensorhandle) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Identity"(%y) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.MatMul"(%x, %0) {transpose_a = false, transpose_b = false} : 1
  %2:2 = corert.executeop(%cpu) "tf.IdentityN"(%1, %x) {T = [f32, f32]} : 2
  %3 = corert.executeop(%cpu) "tf.Relu"(%2#0) : 1
  %4 = corert.executeop(%cpu) "tf.StopGradient"(%3) : 1
  tfrt.return %4 : !corert.tensorhandle
}
