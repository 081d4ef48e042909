// Sizes that only calls say: regions whose shapes are inferred for the arguments of a call.
// RUN: tfrt-translate --mlir-to-bef -O2 %s | tfrt-translate --bef-to-mlir | FileCheck %s
// RUN: tfrt-run %s --function=attend --input=2x3x4xf32=0.5 --input=2x5x4xf32=0.25 | FileCheck %s --check-prefix=FIRST
// RUN: tfrt-run %s --function=attend --input=1x2x4xf32=0.5 --input=1x1x4xf32=0.25 | FileCheck %s --check-prefix=SECOND
// RUN: not tfrt-run %s --function=attend --input=3x2x4xf32=0.5 --input=2x1x4xf32=0.25 2>&1 | FileCheck %s --check-prefix=WRONG

// Two lengths without names. The region computes the shape that it gives its last result.
// CHECK-LABEL: func.func @attend
// CHECK:         %[[R:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg1, %arg2)
// CHECK-NEXT:    tfrt.return %[[R]]
// FIRST: 6x4xf32=
// SECOND: 2x4xf32=
// WRONG: open_sizes.mlir:18:8: error: {{.*}}Dimensions must be equal, but are 3 and 2 (op tf.BatchMatMulV2)
func.func @attend(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>},
                  %y: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %rows = corert.const_dense_tensor dense<[-1, 4]> : tensor<2xi32>
  %0 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%x, %y) {T = f32, adj_x = false, adj_y = true} : 1
  %1 = corert.executeop(%cpu) "tf.Softmax"(%0) {T = f32} : 1
  %2 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%1, %y) {T = f32, adj_x = false, adj_y = false} : 1
  %3 = corert.executeop(%cpu) "tf.Reshape"(%2, %rows) {T = f32, Tshape = i32} : 1
  tfrt.return %3 : !corert.tensorhandle
}

// Lengths that must be equal, though their names differ: a sum of both would fail with all others.
// CHECK-LABEL: func.func @equal
// CHECK:         %[[R:.*]] = corert.executeop({{.*}}) "tfrt_region.run"(%arg2, %arg1)
// CHECK-NEXT:    tfrt.return %[[R]]
func.func @equal(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>, tfrt.sizes = ["batch", "length", ""]},
                 %y: !corert.tensorhandle {tf.type = tensor<?x?xf32>, tfrt.sizes = ["batch", "others"]}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %last = corert.const_dense_tensor dense<-1> : tensor<i32>
  %0 = corert.executeop(%cpu) "tf.ExpandDims"(%y, %last) {T = f32, Tdim = i32} : 1
  %1 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%x, %x) {T = f32, adj_x = true, adj_y = false} : 1
  %2 = corert.executeop(%cpu) "tf.AddV2"(%x, %0) {T = f32} : 1
  %3 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%2, %1) {T = f32, adj_x = false, adj_y = false} : 1
  tfrt.return %3 : !corert.tensorhandle
}

// As above, where the lengths are sums: of texts before, and of a new one.
// CHECK-LABEL: func.func @sums
// CHECK:         corert.executeop({{.*}}) "tfrt_region.run"(%arg1, %arg3, %arg2)
// CHECK-NEXT:    tfrt.return
func.func @sums(%ch: !tfrt.chain, %k: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>},
                %v: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>},
                %x: !corert.tensorhandle {tf.type = tensor<?x?x4xf32>}) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %0 = corert.executeop(%cpu) "tf.ConcatV2"(%k, %x, %one) {N = 2 : i64, T = f32, Tidx = i32} : 1
  %1 = corert.executeop(%cpu) "tf.ConcatV2"(%v, %x, %one) {N = 2 : i64, T = f32, Tidx = i32} : 1
  %2 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%x, %0) {T = f32, adj_x = false, adj_y = true} : 1
  %3 = corert.executeop(%cpu) "tf.Softmax"(%2) {T = f32} : 1
  %4 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%3, %1) {T = f32, adj_x = false, adj_y = false} : 1
  tfrt.return %0, %1, %4 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// The numbers of found elements follow from no size.
// CHECK-LABEL: func.func @found
// CHECK:         "tf.Where"
// CHECK:         "tf.GatherNd"
func.func @found(%ch: !tfrt.chain, %x: !corert.tensorhandle {tf.type = tensor<?x?xf32>},
                 %y: !corert.tensorhandle {tf.type = tensor<?x?xi1>}) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  %0 = corert.executeop(%cpu) "tf.Where"(%y) {T = i1} : 1
  %1 = corert.executeop(%cpu) "tf.GatherNd"(%x, %0) {Tindices = i64, Tparams = f32} : 1
  %2 = corert.executeop(%cpu) "tf.Softmax"(%1) {T = f32} : 1
  tfrt.return %2 : !corert.tensorhandle
}
