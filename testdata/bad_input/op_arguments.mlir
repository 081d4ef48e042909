// Arguments and attributes that ops cannot work with: an error of each op that says what is wrong, at its place.
// RUN: tfrt-run -O0 %s 2>&1 | FileCheck %s

// CHECK: 'arguments' returned
func.func @arguments() -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle,
                           !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %f = corert.const_dense_tensor dense<1.0> : tensor<2x3xf32>
  %zero = corert.const_dense_tensor dense<[1, 0, 1]> : tensor<3xi32>
  %seven = corert.const_dense_tensor dense<7> : tensor<i32>
  %two = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %huge = corert.const_dense_tensor dense<[1099511627776, 1099511627776]> : tensor<2xi64>
  %big = corert.const_dense_tensor dense<[1099511627776, 1024]> : tensor<2xi64>
  // expected-error @+1 {{Integer division by zero}}
  %0 = corert.executeop(%cpu) "tf.FloorDiv"(%x, %zero) : 1
  // expected-error @+1 {{indices[0] = 7 is not in [0, 2)}}
  %1 = corert.executeop(%cpu) "tf.Gather"(%x, %seven) : 1
  // expected-error @+1 {{Dimensions must be equal, but are 3 and 2}}
  %2 = corert.executeop(%cpu) "tf.AddV2"(%x, %two) : 1
  // expected-error @+1 {{incompatible dtypes for binary operation}}
  %3 = corert.executeop(%cpu) "tf.Mul"(%x, %f) : 1
  // expected-error @+1 {{Unsupported input dtype: i32}}
  %4 = corert.executeop(%cpu) "tf.Cos"(%x) : 1
  // expected-error @+1 {{too many elements}}
  %5 = corert.executeop(%cpu) "tf.Fill"(%huge, %seven) : 1
  // expected-error @+1 {{out of memory}}
  %6 = corert.executeop(%cpu) "tf.Fill"(%big, %seven) : 1
  // expected-error @+1 {{Expecting exactly one '->' in einsum equation: ij,jk}}
  %7 = corert.executeop(%cpu) "tf.Einsum"(%x, %x) {equation = "ij,jk"} : 1
  // expected-error @+1 {{You must feed a value for the tf.Placeholder with dtype f32}}
  %8 = corert.executeop(%cpu) "tf.Placeholder"() {dtype = f32} : 1
  tfrt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
