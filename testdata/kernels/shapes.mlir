// Shapes: known, partly known, of a fixed rank.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'known'
// CHECK-NEXT: shape = [1, 57, 92]
// CHECK-NEXT: 'known' returned 5244,92,1,0,!tfrt.chain value
func.func @known() -> (i64, i64, i1, i1, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = ts.build_shape [1 : i64, 57 : i64, 92 : i64]
  %b = ts.build_shape [1 : i64, 57 : i64]
  %n = ts.get_num_elements %a
  %two = tfrt.constant.i32 2
  %d = ts.get_dimension %a, %two
  %same = ts.equal_shape %a, %a
  %other = ts.equal_shape %a, %b
  %ch1 = ts.print_shape %a, %ch0
  tfrt.return %n, %d, %same, %other, %ch1 : i64, i64, i1, i1, !tfrt.chain
}

// CHECK-LABEL: --- Running 'partial'
// CHECK-NEXT: partial_tensor_shape = [-1, 3]
// CHECK-NEXT: partial_tensor_shape = Unknown rank
// CHECK-NEXT: shape = [2, 3]
// CHECK-NEXT: partial_tensor_shape = [2, 3]
// CHECK-NEXT: 'partial' returned <<error: Unknown dimensions at following indices = [0]>>,<<error: Unknown rank>>,!tfrt.chain value
func.func @partial() -> (!ts.shape, !ts.shape, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = ts.build_partial_shape [-1 : i64, 3 : i64]
  %ch1 = ts.print_partial_shape %a, %ch0
  %b = ts.build_unranked_partial_shape
  %ch2 = ts.print_partial_shape %b, %ch1
  %c = ts.build_partial_shape [2 : i64, 3 : i64]
  %d = ts.to_shape %c
  %ch3 = ts.print_shape %d, %ch2
  %e = ts.to_partial_shape %d
  %ch4 = ts.print_partial_shape %e, %ch3
  // expected-error @+1 {{Unknown dimensions at following indices = [0]}}
  %f = ts.to_shape %a
  // expected-error @+1 {{Unknown rank}}
  %g = ts.to_shape %b
  tfrt.return %f, %g, %ch4 : !ts.shape, !ts.shape, !tfrt.chain
}

// CHECK-LABEL: --- Running 'fixed_rank'
// CHECK-NEXT: fixed_rank_shape = [3, 4]
// CHECK-NEXT: 'fixed_rank' returned <<error: shape [3, 4] does not have rank 3>>,!tfrt.chain value
func.func @fixed_rank() -> (!tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = ts.build_shape [3 : i64, 4 : i64]
  %b = ts.as_fixed_rank_shape.2 %a
  %ch1 = ts.print_fixed_rank_shape.2 %b, %ch0
  // expected-error @+1 {{shape [3, 4] does not have rank 3}}
  %c = ts.as_fixed_rank_shape.3 %a
  %ch2 = ts.print_fixed_rank_shape.3 %c, %ch1
  tfrt.return %ch2, %ch1 : !tfrt.chain, !tfrt.chain
}

// CHECK-LABEL: --- Running 'wrong'
// CHECK-NEXT: 'wrong' returned <<error: negative dimension -1 in shape>>,<<error: dimension 1 is out of range of shape [3]>>
func.func @wrong() -> (!ts.shape, i64) {
  // expected-error @+1 {{negative dimension -1 in shape}}
  %a = ts.build_shape [-1 : i64]
  %b = ts.build_shape [3 : i64]
  %one = tfrt.constant.i32 1
  // expected-error @+1 {{dimension 1 is out of range of shape [3]}}
  %d = ts.get_dimension %b, %one
  tfrt.return %a, %d : !ts.shape, i64
}
