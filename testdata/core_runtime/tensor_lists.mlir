// Lists of tensors: made empty, with room or from a tensor; changed as values; read item by item or as a whole.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run --work_queue_type=mstd:2 %s | FileCheck %s

// CHECK-LABEL: --- Running 'room'
func.func @room() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %zero = corert.const_dense_tensor dense<0> : tensor<i32>
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[3.0, 4.0]> : tensor<2xf32>
  %empty = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %three) {element_dtype = f32, shape_type = i32} : 1
  %first = corert.executeop(%cpu) "tf.TensorListSetItem"(%empty, %zero, %a) {element_dtype = f32} : 1
  %both = corert.executeop(%cpu) "tf.TensorListSetItem"(%first, %two, %b) {element_dtype = f32} : 1
  %none = corert.executeop(%cpu) "tf.TensorListGetItem"(%both, %one, %shape) {element_dtype = f32} : 1
  %item = corert.executeop(%cpu) "tf.TensorListGetItem"(%both, %two, %shape) {element_dtype = f32} : 1
  %all = corert.executeop(%cpu) "tf.TensorListStack"(%both, %shape) {element_dtype = f32, num_elements = 3 : i64} : 1
  // A list is a value: what was set later is not in it.
  %old = corert.executeop(%cpu) "tf.TensorListStack"(%first, %shape) {element_dtype = f32} : 1
  %length = corert.executeop(%cpu) "tf.TensorListLength"(%both) : 1
  %element = corert.executeop(%cpu) "tf.TensorListElementShape"(%both) {shape_type = i64} : 1
  // CHECK: shape = [2], values = [0.000000e+00, 0.000000e+00]
  %c0 = "corert.print_tensorhandle"(%none, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [2], values = [3.000000e+00, 4.000000e+00]
  %c1 = "corert.print_tensorhandle"(%item, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [3, 2], values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00]
  %c2 = "corert.print_tensorhandle"(%all, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [3, 2], values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
  %c3 = "corert.print_tensorhandle"(%old, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: dtype = i32, shape = [], values = [3]
  %c4 = "corert.print_tensorhandle"(%length, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: dtype = i64, shape = [1], values = [2]
  %c5 = "corert.print_tensorhandle"(%element, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: TensorList dtype = f32, shape = [2], items = 3
  %c6 = "corert.print_tensorhandle"(%both, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c6 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'pushed'
func.func @pushed() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %any = corert.const_dense_tensor dense<-1> : tensor<i32>
  %unknown = corert.const_dense_tensor dense<[-1, 2]> : tensor<2xi32>
  %a = corert.const_dense_tensor dense<[[1, 2]]> : tensor<1x2xi64>
  %b = corert.const_dense_tensor dense<[[3, 4], [5, 6]]> : tensor<2x2xi64>
  %lengths = corert.const_dense_tensor dense<[2, 0, 1]> : tensor<3xi64>
  %none = corert.const_dense_tensor dense<> : tensor<0xi64>
  %0 = corert.executeop(%cpu) "tf.EmptyTensorList"(%unknown, %any) {element_dtype = i64} : 1
  %1 = corert.executeop(%cpu) "tf.TensorListPushBack"(%0, %a) {element_dtype = i64} : 1
  %2 = corert.executeop(%cpu) "tf.TensorListPushBack"(%1, %b) {element_dtype = i64} : 1
  %rows:2 = corert.executeop(%cpu) "tf.TensorListConcatV2"(%2, %unknown, %none) {element_dtype = i64} : 2
  %3:2 = corert.executeop(%cpu) "tf.TensorListPopBack"(%2, %any) {element_dtype = i64} : 2
  %left = corert.executeop(%cpu) "tf.TensorListLength"(%3#0) : 1
  %parts = corert.executeop(%cpu) "tf.TensorListSplit"(%rows#0, %unknown, %lengths) {element_dtype = i64} : 1
  %joined = corert.executeop(%cpu) "tf.TensorListConcatLists"(%parts, %2) {element_dtype = i64} : 1
  // CHECK: shape = [3, 2], values = [1, 2, 3, 4, 5, 6]
  %c0 = "corert.print_tensorhandle"(%rows#0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [2], values = [1, 2]
  %c1 = "corert.print_tensorhandle"(%rows#1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [2, 2], values = [3, 4, 5, 6]
  %c2 = "corert.print_tensorhandle"(%3#1, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: dtype = i32, shape = [], values = [1]
  %c3 = "corert.print_tensorhandle"(%left, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: TensorList dtype = i64, shape = [-1, 2], items = 5
  %c4 = "corert.print_tensorhandle"(%joined, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c4 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'rows'
func.func @rows() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %any = corert.const_dense_tensor dense<-1> : tensor<i32>
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %five = corert.const_dense_tensor dense<5> : tensor<i32>
  %table = corert.const_dense_tensor dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %places = corert.const_dense_tensor dense<[4, 0, 2]> : tensor<3xi32>
  %0 = corert.executeop(%cpu) "tf.TensorListFromTensor"(%table, %shape) {element_dtype = i32} : 1
  %chosen = corert.const_dense_tensor dense<[2, 0]> : tensor<2xi32>
  %1 = corert.executeop(%cpu) "tf.TensorListGather"(%0, %chosen, %any) {element_dtype = i32} : 1
  %2 = corert.executeop(%cpu) "tf.TensorListScatterV2"(%table, %places, %shape, %any) {element_dtype = i32} : 1
  %3 = corert.executeop(%cpu) "tf.TensorListStack"(%2, %any) {element_dtype = i32} : 1
  %4 = corert.executeop(%cpu) "tf.TensorListResize"(%0, %five) : 1
  %5 = corert.executeop(%cpu) "tf.TensorListStack"(%4, %any) {element_dtype = i32} : 1
  // CHECK: shape = [2, 2], values = [5, 6, 1, 2]
  %c0 = "corert.print_tensorhandle"(%1, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [5, 2], values = [3, 4, 0, 0, 5, 6, 0, 0, 1, 2]
  %c1 = "corert.print_tensorhandle"(%3, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // CHECK-NEXT: shape = [5, 2], values = [1, 2, 3, 4, 5, 6, 0, 0, 0, 0]
  %c2 = "corert.print_tensorhandle"(%5, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c2 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'sums'
func.func @sums() -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %any = corert.const_dense_tensor dense<-1> : tensor<i32>
  %two = corert.const_dense_tensor dense<2> : tensor<i32>
  %one = corert.const_dense_tensor dense<1> : tensor<i32>
  %rows = corert.const_dense_tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %item = corert.const_dense_tensor dense<[10, 20]> : tensor<2xi32>
  %a = corert.executeop(%cpu) "tf.TensorListFromTensor"(%rows, %shape) {element_dtype = i32} : 1
  %empty = corert.executeop(%cpu) "tf.TensorListReserve"(%any, %two) {element_dtype = i32} : 1
  %b = corert.executeop(%cpu) "tf.TensorListSetItem"(%empty, %one, %item) {element_dtype = i32} : 1
  %long = corert.executeop(%cpu) "tf.TensorListPushBack"(%a, %item) {element_dtype = i32} : 1
  %c = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %two) {element_dtype = f32} : 1
  // An item that is missing adds nothing.
  %sum = corert.executeop(%cpu) "tf.AddN"(%a, %b, %a) : 1
  %0 = corert.executeop(%cpu) "tf.TensorListStack"(%sum, %any) {element_dtype = i32} : 1
  // CHECK-NEXT: shape = [2, 2], values = [2, 4, 16, 28]
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // expected-error @+1 {{lists of 2 and 3 items have no sum (op tf.AddN)}}
  %1 = corert.executeop(%cpu) "tf.AddN"(%a, %long) : 1
  // expected-error @+1 {{lists of items of dtypes i32 and f32 have no sum (op tf.AddN)}}
  %2 = corert.executeop(%cpu) "tf.AddN"(%a, %c) : 1
  tfrt.return %c0, %1, %2 : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
}

// CHECK-LABEL: --- Running 'mistakes'
// CHECK-NEXT: 'mistakes' returned
func.func @mistakes() -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %shape = corert.const_dense_tensor dense<[2]> : tensor<1xi32>
  %any = corert.const_dense_tensor dense<-1> : tensor<i32>
  %three = corert.const_dense_tensor dense<3> : tensor<i32>
  %far = corert.const_dense_tensor dense<2000000000000> : tensor<i64>
  %a = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %i = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %s = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %list = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %three) {element_dtype = f32} : 1
  %blank = corert.executeop(%cpu) "tf.TensorListReserve"(%any, %three) {element_dtype = f32} : 1
  // expected-error @+1 {{index 3 is outside a list of 3 items (op tf.TensorListSetItem)}}
  %0 = corert.executeop(%cpu) "tf.TensorListSetItem"(%list, %three, %a) {element_dtype = f32} : 1
  // expected-error @+1 {{the list has items of dtype f32, the item has i32}}
  %1 = corert.executeop(%cpu) "tf.TensorListPushBack"(%list, %i) : 1
  // expected-error @+1 {{the list has items of shape [2], the item has []}}
  %2 = corert.executeop(%cpu) "tf.TensorListPushBack"(%list, %s) {element_dtype = f32} : 1
  // expected-error @+1 {{the list must have 4 items ('num_elements'), but has 3}}
  %3 = corert.executeop(%cpu) "tf.TensorListStack"(%list, %shape) {element_dtype = f32, num_elements = 4 : i64} : 1
  // expected-error @+1 {{argument 0 must be a list of tensors, but is a DenseHost}}
  %4 = corert.executeop(%cpu) "tf.TensorListLength"(%a) : 1
  // expected-error @+1 {{the shape of items must be known where none is set, but is Unknown rank}}
  %5 = corert.executeop(%cpu) "tf.TensorListStack"(%blank, %any) {element_dtype = f32} : 1
  // expected-error @+1 {{num_elements must be between 0 and 2147483647, but is 2000000000000}}
  %6 = corert.executeop(%cpu) "tf.TensorListReserve"(%shape, %far) {element_dtype = f32} : 1
  tfrt.return %0, %1, %2, %3, %4, %5, %6 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
