// Sizes that no memory holds or that overflow: an error of that op, and the program goes on. Where there is nothing to compute, none.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'products'
// CHECK-NEXT: 'products' returned
func.func @products() -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %column_shape = corert.const_dense_tensor dense<[4194304, 1]> : tensor<2xi32>
  %row_shape = corert.const_dense_tensor dense<[1, 4194304]> : tensor<2xi32>
  %one = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %column = corert.executeop(%cpu) "tf.Fill"(%column_shape, %one) : 1
  %row = corert.executeop(%cpu) "tf.Fill"(%row_shape, %one) : 1
  // expected-error @+1 {{out of memory allocating result f32 [4194304, 4194304]: 70368744177664 bytes (op tf.AddV2)}}
  %0 = corert.executeop(%cpu) "tf.AddV2"(%column, %row) : 1
  // expected-error @+1 {{out of memory allocating result i1 [4194304, 4194304]: 17592186044416 bytes (op tf.Less)}}
  %1 = corert.executeop(%cpu) "tf.Less"(%row, %column) : 1
  // expected-error @+1 {{out of memory}}
  %2 = corert.executeop(%cpu) "tf.MatMul"(%column, %row) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{out of memory}}
  %3 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%column, %row) : 1
  // expected-error @+1 {{out of memory}}
  %4 = corert.executeop(%cpu) "tf.Einsum"(%column, %row) {equation = "ab,cd->abcd"} : 1
  %same = corert.executeop(%cpu) "tf.Less"(%row, %row) : 1
  // expected-error @+1 {{out of memory}}
  %5 = corert.executeop(%cpu) "tf.SelectV2"(%same, %column, %row) : 1
  // expected-error @+1 {{out of memory}}
  %6 = corert.executeop(%cpu) "tf.MatrixDiag"(%row) : 1
  tfrt.return %0, %1, %2, %3, %4, %5, %6 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// CHECK-LABEL: --- Running 'shapes'
// CHECK-NEXT: 'shapes' returned
func.func @shapes() -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %i = corert.const_dense_tensor dense<[0, 1]> : tensor<2xi32>
  %pads = corert.const_dense_tensor dense<[[1099511627776, 1099511627776]]> : tensor<1x2xi64>
  %most = corert.const_dense_tensor dense<[[9223372036854775807, 1]]> : tensor<1x2xi64>
  %by = corert.const_dense_tensor dense<[1099511627776]> : tensor<1xi64>
  %overflow = corert.const_dense_tensor dense<[9223372036854775807]> : tensor<1xi64>
  %to = corert.const_dense_tensor dense<[1099511627776, 2]> : tensor<2xi64>
  %zero = corert.const_dense_tensor dense<0> : tensor<i64>
  %far = corert.const_dense_tensor dense<1000000000000000> : tensor<i64>
  %one = corert.const_dense_tensor dense<1> : tensor<i64>
  %wide = corert.const_dense_tensor dense<2147483647> : tensor<i32>
  %on = corert.const_dense_tensor dense<1.0> : tensor<f64>
  %table = corert.const_dense_tensor dense<[[0], [1]]> : tensor<2x1xi64>
  %negative = corert.const_dense_tensor dense<[-3]> : tensor<1xi64>
  // expected-error @+1 {{out of memory}}
  %0 = corert.executeop(%cpu) "tf.Pad"(%x, %pads) : 1
  // expected-error @+1 {{(op tf.Pad, arguments 0: f32 [2], 1: i64 [1, 2])}}
  %1 = corert.executeop(%cpu) "tf.Pad"(%x, %most) : 1
  // expected-error @+1 {{out of memory}}
  %2 = corert.executeop(%cpu) "tf.Tile"(%x, %by) : 1
  // expected-error @+1 {{(op tf.Tile, arguments 0: f32 [2], 1: i64 [1])}}
  %3 = corert.executeop(%cpu) "tf.Tile"(%x, %overflow) : 1
  // expected-error @+1 {{out of memory}}
  %4 = corert.executeop(%cpu) "tf.BroadcastTo"(%x, %to) : 1
  // expected-error @+1 {{out of memory}}
  %5 = corert.executeop(%cpu) "tf.Range"(%zero, %far, %one) : 1
  // expected-error @+1 {{out of memory}}
  %6 = corert.executeop(%cpu) "tf.OneHot"(%table, %wide, %on, %on) : 1
  // expected-error @+1 {{out of memory}}
  %7 = corert.executeop(%cpu) "tf.ScatterNd"(%table, %x, %by) : 1
  // expected-error @+1 {{-3}}
  %8 = corert.executeop(%cpu) "tf.Fill"(%negative, %on) : 1
  // expected-error @+1 {{num_split is 1099511627776, but 1 results are asked for}}
  %9 = corert.executeop(%cpu) "tf.Split"(%zero, %x) {num_split = 1099511627776 : i64} : 1
  tfrt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}

// CHECK-LABEL: --- Running 'nothing'
func.func @nothing() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %zero = corert.const_dense_tensor dense<0.0> : tensor<f32>
  %left = corert.const_dense_tensor dense<[1099511627776, 3, 0]> : tensor<3xi64>
  %right = corert.const_dense_tensor dense<[1099511627776, 0, 2]> : tensor<3xi64>
  %flat = corert.const_dense_tensor dense<[1099511627776, 0, 3]> : tensor<3xi64>
  %0 = corert.executeop(%cpu) "tf.Fill"(%left, %zero) : 1
  %1 = corert.executeop(%cpu) "tf.Fill"(%right, %zero) : 1
  %2 = corert.executeop(%cpu) "tf.Fill"(%flat, %zero) : 1
  %3 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%2, %0) : 1
  %4 = corert.executeop(%cpu) "tf.Shape"(%3) {out_type = i64} : 1
  // CHECK: values = [1099511627776, 0, 0]
  %c0 = "corert.print_tensorhandle"(%4, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // expected-error @+1 {{out of memory}}
  %5 = corert.executeop(%cpu) "tf.BatchMatMulV2"(%0, %1) : 1
  tfrt.return %c0 : !tfrt.chain
}
