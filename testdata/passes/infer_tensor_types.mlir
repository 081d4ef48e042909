// RUN: tfrt-opt -infer-tensor-types -split-input-file %s | FileCheck %s
// RUN: tfrt-opt -infer-tensor-types -split-input-file %s | tfrt-opt -split-input-file | FileCheck %s

// Unknown dimensions stay unknown, and pass through what does not depend on them.
// CHECK-LABEL: func.func @mlp
// CHECK-SAME:    -> (!corert.tensorhandle {tf.type = tensor<?x10xf32>})
// CHECK:         "tf.MatMul"({{.*}} : 1 attributes {tf.result_types = [tensor<?x128xf32>]}
// CHECK:         "tf.BiasAdd"({{.*}} attributes {tf.result_types = [tensor<?x128xf32>]}
// CHECK:         "tf.Relu"({{.*}} attributes {tf.result_types = [tensor<?x128xf32>]}
// CHECK:         "tf.MatMul"({{.*}} attributes {tf.result_types = [tensor<?x10xf32>]}
// CHECK:         "tf.ArgMax"({{.*}} attributes {tf.result_types = [tensor<?xi64>]}
func.func @mlp(%cpu: !corert.ophandler, %x: !corert.tensorhandle {tf.type = tensor<?x784xf32>}) -> !corert.tensorhandle {
  %w = corert.const_dense_tensor dense<0.5> : tensor<784x128xf32>
  %b = corert.const_dense_tensor dense<1.0> : tensor<128xf32>
  %v = corert.const_dense_tensor dense<0.5> : tensor<128x10xf32>
  %axis = corert.const_dense_tensor dense<1> : tensor<i32>
  %0 = corert.executeop(%cpu) "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%cpu) "tf.BiasAdd"(%0, %b) : 1
  %2 = corert.executeop(%cpu) "tf.Relu"(%1) : 1
  %3 = corert.executeop(%cpu) "tf.MatMul"(%2, %v) {transpose_a = false, transpose_b = false} : 1
  %4 = corert.executeop(%cpu) "tf.ArgMax"(%3, %axis) : 1
  tfrt.return %3 : !corert.tensorhandle
}

// -----

// Shapes that depend on constants, broadcasts, and dimensions that must be equal.
// CHECK-LABEL: func.func @shapes
// CHECK:         "tf.Reshape"({{.*}} attributes {tf.result_types = [tensor<?x4xf32>]}
// CHECK:         "tf.Reshape"({{.*}} attributes {tf.result_types = [tensor<6x4xf32>]}
// CHECK:         "tf.AddV2"({{.*}} attributes {tf.result_types = [tensor<?x2x3x4xf32>]}
// CHECK:         "tf.MatMul"({{.*}} attributes {tf.result_types = [tensor<?x?xf32>]}
// CHECK:         "tf.Mean"({{.*}} attributes {tf.result_types = [tensor<?x3xf32>]}
// CHECK:         "tf.Cast"({{.*}} attributes {tf.result_types = [tensor<?x2x3x4xi32>]}
// CHECK:         "tf.Reshape"({{.*}} attributes {tf.result_types = [tensor<*xf32>]}
// CHECK:         "tf.AddV2"({{.*}} attributes {tf.result_types = [tensor<64xf32>]}
func.func @shapes(%cpu: !corert.ophandler,
                  %x: !corert.tensorhandle {tf.type = tensor<?x2x3x4xf32>},
                  %y: !corert.tensorhandle {tf.type = tensor<2x3x4xf32>},
                  %m: !corert.tensorhandle {tf.type = tensor<?x?xf32>},
                  %s: !corert.tensorhandle,
                  %v: !corert.tensorhandle {tf.type = tensor<?xf32>},
                  %c: !corert.tensorhandle {tf.type = tensor<64xf32>}) {
  %to = corert.const_dense_tensor dense<[-1, 4]> : tensor<2xi32>
  %axes = corert.const_dense_tensor dense<[1, 3]> : tensor<2xi32>
  %0 = corert.executeop(%cpu) "tf.Reshape"(%x, %to) : 1
  %1 = corert.executeop(%cpu) "tf.Reshape"(%y, %to) : 1
  %2 = corert.executeop(%cpu) "tf.AddV2"(%x, %y) : 1
  %3 = corert.executeop(%cpu) "tf.MatMul"(%m, %m) {transpose_a = false, transpose_b = false} : 1
  %4 = corert.executeop(%cpu) "tf.Mean"(%x, %axes) {keep_dims = false} : 1
  %5 = corert.executeop(%cpu) "tf.Cast"(%x) {DstT = i32} : 1
  %6 = corert.executeop(%cpu) "tf.Reshape"(%x, %s) : 1
  %7 = corert.executeop(%cpu) "tf.AddV2"(%v, %c) : 1
  tfrt.return
}

// -----

// Calls, branches and loops.
// CHECK-LABEL: func.func @caller
// CHECK:         "tf.Identity"({{.*}} attributes {tf.result_types = [tensor<4x5xf32>]}
// CHECK:         "tf.Identity"({{.*}} attributes {tf.result_types = [tensor<?x5xf32>]}
// CHECK:         "tf.Identity"({{.*}} attributes {tf.result_types = [tensor<?xf32>]}
func.func @caller(%cpu: !corert.ophandler, %which: i1, %n: i32) {
  %a = tfrt.call @callee(%cpu) : (!corert.ophandler) -> !corert.tensorhandle
  %0 = corert.executeop(%cpu) "tf.Identity"(%a) : 1
  %b = tfrt.if %which, %cpu, %a : (!corert.ophandler, !corert.tensorhandle) -> (!corert.tensorhandle) {
    tfrt.return %a : !corert.tensorhandle
  } else {
    %c = corert.const_dense_tensor dense<1.0> : tensor<2x5xf32>
    %r = corert.executeop(%cpu) "tf.Relu"(%c) : 1
    tfrt.return %r : !corert.tensorhandle
  }
  %1 = corert.executeop(%cpu) "tf.Identity"(%b) : 1
  %one = corert.const_dense_tensor dense<1.0> : tensor<1xf32>
  %d, %h = tfrt.repeat.i32 %n, %one, %cpu : !corert.tensorhandle, !corert.ophandler {
    %zero = corert.const_dense_tensor dense<0> : tensor<i32>
    %longer = corert.executeop(%cpu) "tf.ConcatV2"(%one, %one, %zero) : 1
    tfrt.return %longer, %cpu : !corert.tensorhandle, !corert.ophandler
  }
  %2 = corert.executeop(%cpu) "tf.Identity"(%d) : 1
  tfrt.return
}

func.func @callee(%cpu: !corert.ophandler) -> !corert.tensorhandle {
  %a = corert.create_dense_tensor.f32 {shape = [4 : i64, 5 : i64], value = [1.0 : f32]}
  tfrt.return %a : !corert.tensorhandle
}

// -----

// What is written counts for ops that nobody knows, and for what is not known of others.
// CHECK-LABEL: func.func @written
// CHECK:         "my.op"({{.*}} : 2 attributes {tf.result_types = [tensor<2xf32>, none]}
// CHECK:         "tf.Relu"({{.*}} attributes {tf.result_types = [tensor<2xf32>]}
// CHECK:         %{{.*}} = corert.executeop.seq({{.*}} "my.op"({{.*}} : 1{{$}}
func.func @written(%cpu: !corert.ophandler, %ch: !tfrt.chain) {
  %a, %b = corert.executeop(%cpu) "my.op"() : 2 attributes {tf.result_types = [tensor<2xf32>, none]}
  %0 = corert.executeop(%cpu) "tf.Relu"(%a) : 1
  %ch1, %c = corert.executeop.seq(%cpu, %ch) "my.op"(%b) : 1
  tfrt.return
}
