// RUN: tfrt-translate --mlir-to-bef %s | tfrt-run --print_error_code=false --quiet=true - | FileCheck %s

// Shapes are values: they print, compare and have dimensions whatever the number of their elements is. What needs the number refuses.

func.func @largest() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = ts.build_shape [9223372036854775807 : i64, 9223372036854775807 : i64]
  // CHECK: shape = [9223372036854775807, 9223372036854775807]
  %ch1 = ts.print_shape %a, %ch0
  %b = ts.build_shape [9223372036854775807 : i64, 9223372036854775807 : i64]
  %same = ts.equal_shape %a, %b
  // CHECK: int1 = 1
  %ch2 = tfrt.print.i1 %same, %ch1
  %one = tfrt.constant.i32 1
  %dim = "ts.get_dimension"(%a, %one) : (!ts.shape, i32) -> i64
  // CHECK: int64 = 9223372036854775807
  %ch3 = tfrt.print.i64 %dim, %ch2
  %partial = "ts.to_partial_shape"(%a) : (!ts.shape) -> !ts.partial_shape
  // CHECK: partial_tensor_shape = [9223372036854775807, 9223372036854775807]
  %ch4 = ts.print_partial_shape %partial, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @counted() {
  %a = ts.build_shape [4294967296 : i64, 4294967296 : i64]
  // expected-error @+1 {{shape [4294967296, 4294967296] has too many elements}}
  %n = ts.get_num_elements %a
  tfrt.return
}
