// RUN: tfrt-run %s
// RUN: tfrt-run --work_queue_type=mstd:3 %s
// Functions that are recognised run as loops over numbers, in parts on all threads; the same functions written with an addition of zero,
// as every other function does, run as they are written. Both give the same on tensors that are longer than a part.

func.func @numbers() -> tensor<70x33x31xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<71610xi32>
  %factor = stablehlo.constant dense<1103515245> : tensor<71610xi32>
  %offset = stablehlo.constant dense<12345> : tensor<71610xi32>
  %bits = stablehlo.constant dense<23> : tensor<71610xi32>
  %1 = stablehlo.multiply %0, %factor : tensor<71610xi32>
  %2 = stablehlo.add %1, %offset : tensor<71610xi32>
  %3 = stablehlo.multiply %2, %1 : tensor<71610xi32>
  %4 = stablehlo.shift_right_arithmetic %3, %bits : tensor<71610xi32>
  %5 = stablehlo.reshape %4 : (tensor<71610xi32>) -> tensor<70x33x31xi32>
  return %5 : tensor<70x33x31xi32>
}

func.func @main() {
  %x = call @numbers() : () -> tensor<70x33x31xi32>
  %flat = stablehlo.reshape %x : (tensor<70x33x31xi32>) -> tensor<71610xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  // Sums of the first dimension, forwards and backwards.
  %a = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 70, 1, 1>, padding = dense<[[69, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33x31xi32>
  %b = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) {window_dimensions = array<i64: 70, 1, 1>, padding = dense<[[69, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33x31xi32>
  check.expect_eq %a, %b : tensor<70x33x31xi32>
  %c = "stablehlo.reduce_window"(%x, %least) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 1, 31>, padding = dense<[[0, 0], [0, 0], [0, 30]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33x31xi32>
  %d = "stablehlo.reduce_window"(%x, %least) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.maximum %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) {window_dimensions = array<i64: 1, 1, 31>, padding = dense<[[0, 0], [0, 0], [0, 30]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33x31xi32>
  check.expect_eq %c, %d : tensor<70x33x31xi32>
  // Windows with padding, distances and gaps.
  %e = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 3, 2>, window_strides = array<i64: 1, 2, 1>, window_dilations = array<i64: 3, 1, 2>, padding = dense<[[1, 2], [0, 1], [2, 1]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x16x32xi32>
  %f = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) {window_dimensions = array<i64: 2, 3, 2>, window_strides = array<i64: 1, 2, 1>, window_dilations = array<i64: 3, 1, 2>, padding = dense<[[1, 2], [0, 1], [2, 1]]> : tensor<3x2xi64>} : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x16x32xi32>
  check.expect_eq %e, %f : tensor<70x16x32xi32>
  // Reductions of the first, of the last and of all dimensions.
  %g = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<33x31xi32>
  %h = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<33x31xi32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
    %s = stablehlo.add %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }
  check.expect_eq %g, %h : tensor<33x31xi32>
  %i = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33xi32>
  %j = stablehlo.reduce(%x init: %least) across dimensions = [2] : (tensor<70x33x31xi32>, tensor<i32>) -> tensor<70x33xi32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
    %s = stablehlo.maximum %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }
  check.expect_eq %i, %j : tensor<70x33xi32>
  %k = stablehlo.reduce(%flat init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<71610xi32>, tensor<i32>) -> tensor<i32>
  %l = stablehlo.reduce(%flat init: %zero) across dimensions = [0] : (tensor<71610xi32>, tensor<i32>) -> tensor<i32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
    %s = stablehlo.add %p, %q : tensor<i32>
    %n = stablehlo.add %s, %zero : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }
  check.expect_eq %k, %l : tensor<i32>
  // Sorts that keep the order of equal numbers: their places say so.
  %places = stablehlo.iota dim = 0 : tensor<71610xi32>
  %m:2 = "stablehlo.sort"(%flat, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %pi: tensor<i32>, %qi: tensor<i32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<71610xi32>, tensor<71610xi32>) -> (tensor<71610xi32>, tensor<71610xi32>)
  %n:2 = "stablehlo.sort"(%flat, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %pi: tensor<i32>, %qi: tensor<i32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %s, %s : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<71610xi32>, tensor<71610xi32>) -> (tensor<71610xi32>, tensor<71610xi32>)
  check.expect_eq %m#0, %n#0 : tensor<71610xi32>
  check.expect_eq %m#1, %n#1 : tensor<71610xi32>
  // The largest numbers are the end of what is sorted.
  %values, %at = chlo.top_k(%flat, k = 300) : tensor<71610xi32> -> (tensor<300xi32>, tensor<300xi32>)
  %o = "stablehlo.slice"(%m#0) {start_indices = array<i64: 71310>, limit_indices = array<i64: 71610>, strides = array<i64: 1>} : (tensor<71610xi32>) -> tensor<300xi32>
  %r = stablehlo.reverse %o, dims = [0] : tensor<300xi32>
  check.expect_eq %values, %r : tensor<300xi32>
  return
}
