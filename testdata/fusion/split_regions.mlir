// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s

// A result that needs one of two arguments is that of a region of its own, which the other region takes.
// CHECK-LABEL: func.func @exit
// CHECK:         %[[A:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg1)
// CHECK-NEXT:    %[[B:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg2, %[[A]])
// CHECK-NEXT:    tfrt.return %[[A]], %[[B]]
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
