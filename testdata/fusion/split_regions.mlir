// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s

// A result that does not need what an op outside computes is that of a region of its own, which the other region takes.
// CHECK-LABEL: func.func @late
// CHECK:         %[[R:.*]] = corert.executeop({{.*}}) "tf.RandomUniform"
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg1)
// CHECK-NEXT:    %[[B:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%[[R]], %[[A]])
// CHECK-NEXT:    tfrt.return %[[A]], %[[B]]
func.func @late(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<2x3xf32>}) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %shape = corert.const_dense_tensor dense<[2, 3]> : tensor<2xi32>
  %y = corert.executeop(%cpu) "tf.RandomUniform"(%shape) {T = i32, dtype = f32, seed = 1 : i64, seed2 = 2 : i64} : 1
  %0 = corert.executeop(%cpu) "tf.Softmax"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Softmax"(%y) {T = f32} : 1
  %2 = corert.executeop(%cpu) "tf.LogSoftmax"(%0) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.AddV2"(%1, %2) {T = f32} : 1
  %4 = corert.executeop(%cpu) "tf.Softmax"(%3) {T = f32} : 1
  tfrt.return %2, %4 : !corert.tensorhandle, !corert.tensorhandle
}

// Arguments of the function are all there when it is called.
// CHECK-LABEL: func.func @exit
// CHECK:         %[[R:.*]]:2 = corert.executeop({{.*}}) "tfrt_region.run"(%arg1, %arg2)
// CHECK-NEXT:    tfrt.return %[[R]]#0, %[[R]]#1
func.func @exit(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x3xf32>},
                %y: !corert.tensorhandle {tf.type = tensor<?x3xf32>}) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Softmax"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.Softmax"(%y) {T = f32} : 1
  %2 = corert.executeop(%cpu) "tf.LogSoftmax"(%0) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.AddV2"(%1, %2) {T = f32} : 1
  %4 = corert.executeop(%cpu) "tf.Softmax"(%3) {T = f32} : 1
  tfrt.return %2, %4 : !corert.tensorhandle, !corert.tensorhandle
}

// A region takes the result of another.
// CHECK-LABEL: func.func @after
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg1)
// CHECK-NEXT:    %[[R:.*]] = corert.executeop({{.*}}) "tf.Reshape"(%[[A]], %arg2)
// CHECK-NEXT:    %[[B:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%[[A]])
// CHECK-NEXT:    tfrt.return %[[R]], %[[B]]
func.func @after(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x3xf32>},
                 %shape: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Softmax"(%x) {T = f32} : 1
  %1 = corert.executeop(%cpu) "tf.LogSoftmax"(%0) {T = f32} : 1
  %2 = corert.executeop(%cpu) "tf.Reshape"(%1, %shape) {T = f32, Tshape = i32} : 1
  %3 = corert.executeop(%cpu) "tf.Softmax"(%1) {T = f32} : 1
  %4 = corert.executeop(%cpu) "tf.LogSoftmax"(%3) {T = f32} : 1
  tfrt.return %2, %4 : !corert.tensorhandle, !corert.tensorhandle
}
