// Convolutions of images and of rows by the kernels of images, beside the same ones over three spatial dimensions, of which one or two have one element:
// these go the general way. The numbers are small and whole, so that every order of addition gives the same.
//
// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:3

func.func @case0() {
  %xi = stablehlo.iota dim = 0 : tensor<12xi32>
  %xm = stablehlo.constant dense<3> : tensor<12xi32>
  %xs = stablehlo.constant dense<7> : tensor<12xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<12xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<12xi32>
  %xt = stablehlo.constant dense<3> : tensor<12xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<12xi32>
  %xc = stablehlo.convert %xr : (tensor<12xi32>) -> tensor<12xf32>
  %x = stablehlo.reshape %xc : (tensor<12xf32>) -> tensor<1x3x4x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x3x4x1xf32>) -> tensor<1x1x3x4x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<8xi32>
  %wm = stablehlo.constant dense<5> : tensor<8xi32>
  %ws = stablehlo.constant dense<7> : tensor<8xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<8xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<8xi32>
  %wt = stablehlo.constant dense<3> : tensor<8xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<8xi32>
  %wc = stablehlo.convert %wr : (tensor<8xi32>) -> tensor<8xf32>
  %w = stablehlo.reshape %wc : (tensor<8xf32>) -> tensor<1x4x1x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x4x1x2xf32>) -> tensor<1x1x4x1x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 3], pad = [[2, -2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x1xf32>, tensor<1x4x1x2xf32>) -> tensor<1x3x1x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, i, o]->[2, b, 0, 1, f], window = {stride = [1, 3, 1], pad = [[2, -2], [2, 2], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 2, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3x4x1xf32>, tensor<1x1x4x1x2xf32>) -> tensor<1x1x3x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x3x1x2xf32>) -> tensor<1x3x1x2xf32>
  check.expect_eq %y, %z : tensor<1x3x1x2xf32>
  return
}

func.func @case1() {
  %xi = stablehlo.iota dim = 0 : tensor<90xi32>
  %xm = stablehlo.constant dense<3> : tensor<90xi32>
  %xs = stablehlo.constant dense<7> : tensor<90xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<90xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<90xi32>
  %xt = stablehlo.constant dense<3> : tensor<90xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<90xi32>
  %xc = stablehlo.convert %xr : (tensor<90xi32>) -> tensor<90xf32>
  %x = stablehlo.reshape %xc : (tensor<90xf32>) -> tensor<1x5x6x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x5x6x3xf32>) -> tensor<1x1x5x6x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<6xi32>
  %wm = stablehlo.constant dense<5> : tensor<6xi32>
  %ws = stablehlo.constant dense<7> : tensor<6xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<6xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<6xi32>
  %wt = stablehlo.constant dense<3> : tensor<6xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<6xi32>
  %wc = stablehlo.convert %wr : (tensor<6xi32>) -> tensor<6xf32>
  %w = stablehlo.reshape %wc : (tensor<6xf32>) -> tensor<2x1x3x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x1x3x1xf32>) -> tensor<1x2x1x3x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [3, 2], pad = [[3, -1], [0, -2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x6x3xf32>, tensor<2x1x3x1xf32>) -> tensor<1x2x2x1xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, i, o]->[2, b, 0, 1, f], window = {stride = [3, 2, 1], pad = [[3, -1], [0, -2], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 2, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x5x6x3xf32>, tensor<1x2x1x3x1xf32>) -> tensor<1x1x2x2x1xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq %y, %z : tensor<1x2x2x1xf32>
  return
}

func.func @case2() {
  %xi = stablehlo.iota dim = 0 : tensor<336xi32>
  %xm = stablehlo.constant dense<3> : tensor<336xi32>
  %xs = stablehlo.constant dense<7> : tensor<336xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<336xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<336xi32>
  %xt = stablehlo.constant dense<3> : tensor<336xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<336xi32>
  %xc = stablehlo.convert %xr : (tensor<336xi32>) -> tensor<336xf32>
  %x = stablehlo.reshape %xc : (tensor<336xf32>) -> tensor<3x7x4x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<3x7x4x4xf32>) -> tensor<1x3x7x4x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<192xi32>
  %wm = stablehlo.constant dense<5> : tensor<192xi32>
  %ws = stablehlo.constant dense<7> : tensor<192xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<192xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<192xi32>
  %wt = stablehlo.constant dense<3> : tensor<192xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<192xi32>
  %wc = stablehlo.convert %wr : (tensor<192xi32>) -> tensor<192xf32>
  %w = stablehlo.reshape %wc : (tensor<192xf32>) -> tensor<4x4x2x6xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x4x2x6xf32>) -> tensor<1x4x4x2x6xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[-1, 3], [-1, -2]], lhs_dilate = [3, 2], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x7x4x4xf32>, tensor<4x4x2x6xf32>) -> tensor<3x9x1x6xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, i, o]->[2, b, 0, 1, f], window = {stride = [2, 2, 1], pad = [[-1, 3], [-1, -2], [0, 0]], lhs_dilate = [3, 2, 1], rhs_dilate = [1, 1, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x3x7x4x4xf32>, tensor<1x4x4x2x6xf32>) -> tensor<1x3x9x1x6xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x3x9x1x6xf32>) -> tensor<3x9x1x6xf32>
  check.expect_eq %y, %z : tensor<3x9x1x6xf32>
  return
}

func.func @case3() {
  %xi = stablehlo.iota dim = 0 : tensor<720xi32>
  %xm = stablehlo.constant dense<3> : tensor<720xi32>
  %xs = stablehlo.constant dense<7> : tensor<720xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<720xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<720xi32>
  %xt = stablehlo.constant dense<3> : tensor<720xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<720xi32>
  %xc = stablehlo.convert %xr : (tensor<720xi32>) -> tensor<720xf32>
  %x = stablehlo.reshape %xc : (tensor<720xf32>) -> tensor<3x8x6x5xf32>
  %x3 = stablehlo.reshape %x : (tensor<3x8x6x5xf32>) -> tensor<1x3x8x6x5xf32>
  %wi = stablehlo.iota dim = 0 : tensor<15xi32>
  %wm = stablehlo.constant dense<5> : tensor<15xi32>
  %ws = stablehlo.constant dense<7> : tensor<15xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<15xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<15xi32>
  %wt = stablehlo.constant dense<3> : tensor<15xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<15xi32>
  %wc = stablehlo.convert %wr : (tensor<15xi32>) -> tensor<15xf32>
  %w = stablehlo.reshape %wc : (tensor<15xf32>) -> tensor<3x1x1x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<3x1x1x5xf32>) -> tensor<1x3x1x1x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 3], pad = [[1, 1], [-2, 3]], lhs_dilate = [3, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<3x8x6x5xf32>, tensor<3x1x1x5xf32>) -> tensor<3x22x3x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, i, o]->[2, b, 0, 1, f], window = {stride = [1, 3, 1], pad = [[1, 1], [-2, 3], [0, 0]], lhs_dilate = [3, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x3x8x6x5xf32>, tensor<1x3x1x1x5xf32>) -> tensor<1x3x22x3x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x3x22x3x5xf32>) -> tensor<3x22x3x5xf32>
  check.expect_eq %y, %z : tensor<3x22x3x5xf32>
  return
}

func.func @case4() {
  %xi = stablehlo.iota dim = 0 : tensor<360xi32>
  %xm = stablehlo.constant dense<3> : tensor<360xi32>
  %xs = stablehlo.constant dense<7> : tensor<360xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<360xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<360xi32>
  %xt = stablehlo.constant dense<3> : tensor<360xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<360xi32>
  %xc = stablehlo.convert %xr : (tensor<360xi32>) -> tensor<360xf32>
  %x = stablehlo.reshape %xc : (tensor<360xf32>) -> tensor<3x8x5x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<3x8x5x3xf32>) -> tensor<1x3x8x5x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<192xi32>
  %wm = stablehlo.constant dense<5> : tensor<192xi32>
  %ws = stablehlo.constant dense<7> : tensor<192xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<192xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<192xi32>
  %wt = stablehlo.constant dense<3> : tensor<192xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<192xi32>
  %wc = stablehlo.convert %wr : (tensor<192xi32>) -> tensor<192xf32>
  %w = stablehlo.reshape %wc : (tensor<192xf32>) -> tensor<3x4x4x4xf32>
  %w3 = stablehlo.reshape %w : (tensor<3x4x4x4xf32>) -> tensor<1x3x4x4x4xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[-2, -2], [3, 3]], lhs_dilate = [2, 3], rhs_dilate = [2, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x8x5x3xf32>, tensor<3x4x4x4xf32>) -> tensor<5x13x3x4xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, f, 0, 1, b]x[2, i, 0, 1, o]->[2, 0, 1, b, f], window = {stride = [1, 1, 1], pad = [[-2, -2], [3, 3], [0, 0]], lhs_dilate = [2, 3, 1], rhs_dilate = [2, 2, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x8x5x3xf32>, tensor<1x3x4x4x4xf32>) -> tensor<1x5x13x3x4xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x5x13x3x4xf32>) -> tensor<5x13x3x4xf32>
  check.expect_eq %y, %z : tensor<5x13x3x4xf32>
  return
}

func.func @case5() {
  %xi = stablehlo.iota dim = 0 : tensor<80xi32>
  %xm = stablehlo.constant dense<3> : tensor<80xi32>
  %xs = stablehlo.constant dense<7> : tensor<80xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<80xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<80xi32>
  %xt = stablehlo.constant dense<3> : tensor<80xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<80xi32>
  %xc = stablehlo.convert %xr : (tensor<80xi32>) -> tensor<80xf32>
  %x = stablehlo.reshape %xc : (tensor<80xf32>) -> tensor<2x5x8x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x5x8x1xf32>) -> tensor<1x2x5x8x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<96xi32>
  %wm = stablehlo.constant dense<5> : tensor<96xi32>
  %ws = stablehlo.constant dense<7> : tensor<96xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<96xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<96xi32>
  %wt = stablehlo.constant dense<3> : tensor<96xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<96xi32>
  %wc = stablehlo.convert %wr : (tensor<96xi32>) -> tensor<96xf32>
  %w = stablehlo.reshape %wc : (tensor<96xf32>) -> tensor<2x4x3x4xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 2], pad = [[1, -2], [-1, 0]], lhs_dilate = [2, 1], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x8x1xf32>, tensor<2x4x3x4xf32>) -> tensor<2x3x1x4xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, f, 0, 1, b]x[2, i, 0, 1, o]->[2, 0, 1, b, f], window = {stride = [1, 2, 1], pad = [[1, -2], [-1, 0], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [2, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x5x8x1xf32>, tensor<1x2x4x3x4xf32>) -> tensor<1x2x3x1x4xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x3x1x4xf32>) -> tensor<2x3x1x4xf32>
  check.expect_eq %y, %z : tensor<2x3x1x4xf32>
  return
}

func.func @case6() {
  %xi = stablehlo.iota dim = 0 : tensor<108xi32>
  %xm = stablehlo.constant dense<3> : tensor<108xi32>
  %xs = stablehlo.constant dense<7> : tensor<108xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<108xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<108xi32>
  %xt = stablehlo.constant dense<3> : tensor<108xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<108xi32>
  %xc = stablehlo.convert %xr : (tensor<108xi32>) -> tensor<108xf32>
  %x = stablehlo.reshape %xc : (tensor<108xf32>) -> tensor<2x9x6x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x9x6x1xf32>) -> tensor<1x2x9x6x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<4xi32>
  %wm = stablehlo.constant dense<5> : tensor<4xi32>
  %ws = stablehlo.constant dense<7> : tensor<4xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<4xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<4xi32>
  %wt = stablehlo.constant dense<3> : tensor<4xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<4xi32>
  %wc = stablehlo.convert %wr : (tensor<4xi32>) -> tensor<4xf32>
  %w = stablehlo.reshape %wc : (tensor<4xf32>) -> tensor<1x1x2x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [2, 2], pad = [[0, 3], [1, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x6x1xf32>, tensor<1x1x2x2xf32>) -> tensor<10x3x1x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, f, 0, 1, b]x[2, i, 0, 1, o]->[2, 0, 1, b, f], window = {stride = [2, 2, 1], pad = [[0, 3], [1, 0], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [1, 2, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x9x6x1xf32>, tensor<1x1x1x2x2xf32>) -> tensor<1x10x3x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x10x3x1x2xf32>) -> tensor<10x3x1x2xf32>
  check.expect_eq %y, %z : tensor<10x3x1x2xf32>
  return
}

func.func @case7() {
  %xi = stablehlo.iota dim = 0 : tensor<160xi32>
  %xm = stablehlo.constant dense<3> : tensor<160xi32>
  %xs = stablehlo.constant dense<7> : tensor<160xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<160xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<160xi32>
  %xt = stablehlo.constant dense<3> : tensor<160xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<160xi32>
  %xc = stablehlo.convert %xr : (tensor<160xi32>) -> tensor<160xf32>
  %x = stablehlo.reshape %xc : (tensor<160xf32>) -> tensor<5x4x4x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<5x4x4x2xf32>) -> tensor<1x5x4x4x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<20xi32>
  %wm = stablehlo.constant dense<5> : tensor<20xi32>
  %ws = stablehlo.constant dense<7> : tensor<20xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<20xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<20xi32>
  %wt = stablehlo.constant dense<3> : tensor<20xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<20xi32>
  %wc = stablehlo.convert %wr : (tensor<20xi32>) -> tensor<20xf32>
  %w = stablehlo.reshape %wc : (tensor<20xf32>) -> tensor<1x2x2x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x2x2x5xf32>) -> tensor<1x1x2x2x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 2], pad = [[-1, 1], [2, 0]], lhs_dilate = [1, 2], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<5x4x4x2xf32>, tensor<1x2x2x5xf32>) -> tensor<3x4x2x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, f, 0, 1, b]x[2, i, 0, 1, o]->[2, 0, 1, b, f], window = {stride = [1, 2, 1], pad = [[-1, 1], [2, 0], [0, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 1, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x5x4x4x2xf32>, tensor<1x1x2x2x5xf32>) -> tensor<1x3x4x2x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x3x4x2x5xf32>) -> tensor<3x4x2x5xf32>
  check.expect_eq %y, %z : tensor<3x4x2x5xf32>
  return
}

func.func @case8() {
  %xi = stablehlo.iota dim = 0 : tensor<240xi32>
  %xm = stablehlo.constant dense<3> : tensor<240xi32>
  %xs = stablehlo.constant dense<7> : tensor<240xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<240xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<240xi32>
  %xt = stablehlo.constant dense<3> : tensor<240xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<240xi32>
  %xc = stablehlo.convert %xr : (tensor<240xi32>) -> tensor<240xf32>
  %x = stablehlo.reshape %xc : (tensor<240xf32>) -> tensor<2x8x5x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x8x5x3xf32>) -> tensor<1x2x8x5x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<81xi32>
  %wm = stablehlo.constant dense<5> : tensor<81xi32>
  %ws = stablehlo.constant dense<7> : tensor<81xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<81xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<81xi32>
  %wt = stablehlo.constant dense<3> : tensor<81xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<81xi32>
  %wc = stablehlo.convert %wr : (tensor<81xi32>) -> tensor<81xf32>
  %w = stablehlo.reshape %wc : (tensor<81xf32>) -> tensor<3x3x3x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [-2, -1]], lhs_dilate = [1, 3], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x5x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x4x8x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, o, i]->[2, b, 0, 1, f], window = {stride = [2, 1, 1], pad = [[1, 0], [-2, -1], [0, 0]], lhs_dilate = [1, 3, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x8x5x3xf32>, tensor<1x3x3x3x3xf32>) -> tensor<1x2x4x8x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x4x8x3xf32>) -> tensor<2x4x8x3xf32>
  check.expect_eq %y, %z : tensor<2x4x8x3xf32>
  return
}

func.func @case9() {
  %xi = stablehlo.iota dim = 0 : tensor<324xi32>
  %xm = stablehlo.constant dense<3> : tensor<324xi32>
  %xs = stablehlo.constant dense<7> : tensor<324xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<324xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<324xi32>
  %xt = stablehlo.constant dense<3> : tensor<324xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<324xi32>
  %xc = stablehlo.convert %xr : (tensor<324xi32>) -> tensor<324xf32>
  %x = stablehlo.reshape %xc : (tensor<324xf32>) -> tensor<2x6x9x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x6x9x3xf32>) -> tensor<1x2x6x9x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<18xi32>
  %wm = stablehlo.constant dense<5> : tensor<18xi32>
  %ws = stablehlo.constant dense<7> : tensor<18xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<18xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<18xi32>
  %wt = stablehlo.constant dense<3> : tensor<18xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<18xi32>
  %wc = stablehlo.convert %wr : (tensor<18xi32>) -> tensor<18xf32>
  %w = stablehlo.reshape %wc : (tensor<18xf32>) -> tensor<2x1x3x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x1x3x3xf32>) -> tensor<1x2x1x3x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 3], pad = [[-2, 2], [0, 3]], lhs_dilate = [2, 1], rhs_dilate = [2, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x9x3xf32>, tensor<2x1x3x3xf32>) -> tensor<2x9x4x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, o, i]->[2, b, 0, 1, f], window = {stride = [1, 3, 1], pad = [[-2, 2], [0, 3], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [2, 2, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x6x9x3xf32>, tensor<1x2x1x3x3xf32>) -> tensor<1x2x9x4x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x9x4x3xf32>) -> tensor<2x9x4x3xf32>
  check.expect_eq %y, %z : tensor<2x9x4x3xf32>
  return
}

func.func @case10() {
  %xi = stablehlo.iota dim = 0 : tensor<40xi32>
  %xm = stablehlo.constant dense<3> : tensor<40xi32>
  %xs = stablehlo.constant dense<7> : tensor<40xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<40xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<40xi32>
  %xt = stablehlo.constant dense<3> : tensor<40xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<40xi32>
  %xc = stablehlo.convert %xr : (tensor<40xi32>) -> tensor<40xf32>
  %x = stablehlo.reshape %xc : (tensor<40xf32>) -> tensor<1x4x5x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x4x5x2xf32>) -> tensor<1x1x4x5x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<36xi32>
  %wm = stablehlo.constant dense<5> : tensor<36xi32>
  %ws = stablehlo.constant dense<7> : tensor<36xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<36xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<36xi32>
  %wt = stablehlo.constant dense<3> : tensor<36xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<36xi32>
  %wc = stablehlo.convert %wr : (tensor<36xi32>) -> tensor<36xf32>
  %w = stablehlo.reshape %wc : (tensor<36xf32>) -> tensor<2x3x6x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x3x6x1xf32>) -> tensor<1x2x3x6x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [3, 1], pad = [[-1, -1], [2, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x5x2xf32>, tensor<2x3x6x1xf32>) -> tensor<1x1x4x6xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, o, i]->[2, b, 0, 1, f], window = {stride = [3, 1, 1], pad = [[-1, -1], [2, 1], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 2, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x4x5x2xf32>, tensor<1x2x3x6x1xf32>) -> tensor<1x1x1x4x6xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x1x4x6xf32>) -> tensor<1x1x4x6xf32>
  check.expect_eq %y, %z : tensor<1x1x4x6xf32>
  return
}

func.func @case11() {
  %xi = stablehlo.iota dim = 0 : tensor<300xi32>
  %xm = stablehlo.constant dense<3> : tensor<300xi32>
  %xs = stablehlo.constant dense<7> : tensor<300xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<300xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<300xi32>
  %xt = stablehlo.constant dense<3> : tensor<300xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<300xi32>
  %xc = stablehlo.convert %xr : (tensor<300xi32>) -> tensor<300xf32>
  %x = stablehlo.reshape %xc : (tensor<300xf32>) -> tensor<2x6x5x5xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x6x5x5xf32>) -> tensor<1x2x6x5x5xf32>
  %wi = stablehlo.iota dim = 0 : tensor<30xi32>
  %wm = stablehlo.constant dense<5> : tensor<30xi32>
  %ws = stablehlo.constant dense<7> : tensor<30xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<30xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<30xi32>
  %wt = stablehlo.constant dense<3> : tensor<30xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<30xi32>
  %wc = stablehlo.convert %wr : (tensor<30xi32>) -> tensor<30xf32>
  %w = stablehlo.reshape %wc : (tensor<30xf32>) -> tensor<2x3x5x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x3x5x1xf32>) -> tensor<1x2x3x5x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[-2, -1], [1, -1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x6x5x5xf32>, tensor<2x3x5x1xf32>) -> tensor<2x4x3x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, o, i]->[2, b, 0, 1, f], window = {stride = [2, 3, 1], pad = [[-2, -1], [1, -1], [0, 0]], lhs_dilate = [2, 2, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x2x6x5x5xf32>, tensor<1x2x3x5x1xf32>) -> tensor<1x2x4x3x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  check.expect_eq %y, %z : tensor<2x4x3x5xf32>
  return
}

func.func @case12() {
  %xi = stablehlo.iota dim = 0 : tensor<192xi32>
  %xm = stablehlo.constant dense<3> : tensor<192xi32>
  %xs = stablehlo.constant dense<7> : tensor<192xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<192xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<192xi32>
  %xt = stablehlo.constant dense<3> : tensor<192xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<192xi32>
  %xc = stablehlo.convert %xr : (tensor<192xi32>) -> tensor<192xf32>
  %x = stablehlo.reshape %xc : (tensor<192xf32>) -> tensor<2x2x6x8xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x2x6x8xf32>) -> tensor<1x2x2x6x8xf32>
  %wi = stablehlo.iota dim = 0 : tensor<6xi32>
  %wm = stablehlo.constant dense<5> : tensor<6xi32>
  %ws = stablehlo.constant dense<7> : tensor<6xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<6xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<6xi32>
  %wt = stablehlo.constant dense<3> : tensor<6xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<6xi32>
  %wc = stablehlo.convert %wr : (tensor<6xi32>) -> tensor<6xf32>
  %w = stablehlo.reshape %wc : (tensor<6xf32>) -> tensor<1x2x3x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x2x3x1xf32>) -> tensor<1x1x2x3x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [3, 1], pad = [[1, 3], [0, -2]], lhs_dilate = [3, 1], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x6x8xf32>, tensor<1x2x3x1xf32>) -> tensor<2x1x6x6xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, f, 0, 1]x[2, o, i, 0, 1]->[2, b, f, 0, 1], window = {stride = [3, 1, 1], pad = [[1, 3], [0, -2], [0, 0]], lhs_dilate = [3, 1, 1], rhs_dilate = [1, 1, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x6x8xf32>, tensor<1x1x2x3x1xf32>) -> tensor<1x2x1x6x6xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x1x6x6xf32>) -> tensor<2x1x6x6xf32>
  check.expect_eq %y, %z : tensor<2x1x6x6xf32>
  return
}

func.func @case13() {
  %xi = stablehlo.iota dim = 0 : tensor<32xi32>
  %xm = stablehlo.constant dense<3> : tensor<32xi32>
  %xs = stablehlo.constant dense<7> : tensor<32xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<32xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<32xi32>
  %xt = stablehlo.constant dense<3> : tensor<32xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<32xi32>
  %xc = stablehlo.convert %xr : (tensor<32xi32>) -> tensor<32xf32>
  %x = stablehlo.reshape %xc : (tensor<32xf32>) -> tensor<1x1x8x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x1x8x4xf32>) -> tensor<1x1x1x8x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<4xi32>
  %wm = stablehlo.constant dense<5> : tensor<4xi32>
  %ws = stablehlo.constant dense<7> : tensor<4xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<4xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<4xi32>
  %wt = stablehlo.constant dense<3> : tensor<4xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<4xi32>
  %wc = stablehlo.convert %wr : (tensor<4xi32>) -> tensor<4xf32>
  %w = stablehlo.reshape %wc : (tensor<4xf32>) -> tensor<1x1x2x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 3], [0, -1]], lhs_dilate = [3, 1], rhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x8x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x24x1xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, f, 0, 1]x[2, o, i, 0, 1]->[2, b, f, 0, 1], window = {stride = [1, 1, 1], pad = [[1, 3], [0, -1], [0, 0]], lhs_dilate = [3, 1, 1], rhs_dilate = [2, 2, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x8x4xf32>, tensor<1x1x1x2x2xf32>) -> tensor<1x1x1x24x1xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x1x24x1xf32>) -> tensor<1x1x24x1xf32>
  check.expect_eq %y, %z : tensor<1x1x24x1xf32>
  return
}

func.func @case14() {
  %xi = stablehlo.iota dim = 0 : tensor<864xi32>
  %xm = stablehlo.constant dense<3> : tensor<864xi32>
  %xs = stablehlo.constant dense<7> : tensor<864xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<864xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<864xi32>
  %xt = stablehlo.constant dense<3> : tensor<864xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<864xi32>
  %xc = stablehlo.convert %xr : (tensor<864xi32>) -> tensor<864xf32>
  %x = stablehlo.reshape %xc : (tensor<864xf32>) -> tensor<3x4x9x8xf32>
  %x3 = stablehlo.reshape %x : (tensor<3x4x9x8xf32>) -> tensor<1x3x4x9x8xf32>
  %wi = stablehlo.iota dim = 0 : tensor<16xi32>
  %wm = stablehlo.constant dense<5> : tensor<16xi32>
  %ws = stablehlo.constant dense<7> : tensor<16xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<16xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<16xi32>
  %wt = stablehlo.constant dense<3> : tensor<16xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<16xi32>
  %wc = stablehlo.convert %wr : (tensor<16xi32>) -> tensor<16xf32>
  %w = stablehlo.reshape %wc : (tensor<16xf32>) -> tensor<4x2x1x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x2x1x2xf32>) -> tensor<1x4x2x1x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[0, 2], [-1, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x4x9x8xf32>, tensor<4x2x1x2xf32>) -> tensor<3x4x6x8xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, f, 0, 1]x[2, o, i, 0, 1]->[2, b, f, 0, 1], window = {stride = [2, 1, 1], pad = [[0, 2], [-1, 2], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x3x4x9x8xf32>, tensor<1x4x2x1x2xf32>) -> tensor<1x3x4x6x8xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x3x4x6x8xf32>) -> tensor<3x4x6x8xf32>
  check.expect_eq %y, %z : tensor<3x4x6x8xf32>
  return
}

func.func @case15() {
  %xi = stablehlo.iota dim = 0 : tensor<120xi32>
  %xm = stablehlo.constant dense<3> : tensor<120xi32>
  %xs = stablehlo.constant dense<7> : tensor<120xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<120xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<120xi32>
  %xt = stablehlo.constant dense<3> : tensor<120xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<120xi32>
  %xc = stablehlo.convert %xr : (tensor<120xi32>) -> tensor<120xf32>
  %x = stablehlo.reshape %xc : (tensor<120xf32>) -> tensor<1x5x3x8xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x5x3x8xf32>) -> tensor<1x1x5x3x8xf32>
  %wi = stablehlo.iota dim = 0 : tensor<60xi32>
  %wm = stablehlo.constant dense<5> : tensor<60xi32>
  %ws = stablehlo.constant dense<7> : tensor<60xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<60xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<60xi32>
  %wt = stablehlo.constant dense<3> : tensor<60xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<60xi32>
  %wc = stablehlo.convert %wr : (tensor<60xi32>) -> tensor<60xf32>
  %w = stablehlo.reshape %wc : (tensor<60xf32>) -> tensor<5x1x3x4xf32>
  %w3 = stablehlo.reshape %w : (tensor<5x1x3x4xf32>) -> tensor<1x5x1x3x4xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [3, 3], pad = [[2, 2], [-2, 1]], lhs_dilate = [3, 1], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x5x3x8xf32>, tensor<5x1x3x4xf32>) -> tensor<1x5x3x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, f, 0, 1]x[2, o, i, 0, 1]->[2, b, f, 0, 1], window = {stride = [3, 3, 1], pad = [[2, 2], [-2, 1], [0, 0]], lhs_dilate = [3, 1, 1], rhs_dilate = [2, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x1x5x3x8xf32>, tensor<1x5x1x3x4xf32>) -> tensor<1x1x5x3x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x5x3x2xf32>) -> tensor<1x5x3x2xf32>
  check.expect_eq %y, %z : tensor<1x5x3x2xf32>
  return
}

func.func @case16() {
  %xi = stablehlo.iota dim = 0 : tensor<144xi32>
  %xm = stablehlo.constant dense<3> : tensor<144xi32>
  %xs = stablehlo.constant dense<7> : tensor<144xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<144xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<144xi32>
  %xt = stablehlo.constant dense<3> : tensor<144xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<144xi32>
  %xc = stablehlo.convert %xr : (tensor<144xi32>) -> tensor<144xf32>
  %x = stablehlo.reshape %xc : (tensor<144xf32>) -> tensor<4x6x2x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<4x6x2x3xf32>) -> tensor<1x4x6x2x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<3xi32>
  %wm = stablehlo.constant dense<5> : tensor<3xi32>
  %ws = stablehlo.constant dense<7> : tensor<3xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<3xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<3xi32>
  %wt = stablehlo.constant dense<3> : tensor<3xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<3xi32>
  %wc = stablehlo.convert %wr : (tensor<3xi32>) -> tensor<3xf32>
  %w = stablehlo.reshape %wc : (tensor<3xf32>) -> tensor<1x1x1x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x1x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [0, 1, b, f]x[o, 0, 1, i]->[f, b, 0, 1], window = {stride = [2, 3], pad = [[-1, -1], [0, -2]], lhs_dilate = [3, 1], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x2x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x2x4x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, 0, 1, b, f]x[2, o, 0, 1, i]->[2, f, b, 0, 1], window = {stride = [2, 3, 1], pad = [[-1, -1], [0, -2], [0, 0]], lhs_dilate = [3, 1, 1], rhs_dilate = [2, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x6x2x3xf32>, tensor<1x1x1x1x3xf32>) -> tensor<1x1x2x4x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x2x4x2xf32>) -> tensor<1x2x4x2xf32>
  check.expect_eq %y, %z : tensor<1x2x4x2xf32>
  return
}

func.func @case17() {
  %xi = stablehlo.iota dim = 0 : tensor<162xi32>
  %xm = stablehlo.constant dense<3> : tensor<162xi32>
  %xs = stablehlo.constant dense<7> : tensor<162xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<162xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<162xi32>
  %xt = stablehlo.constant dense<3> : tensor<162xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<162xi32>
  %xc = stablehlo.convert %xr : (tensor<162xi32>) -> tensor<162xf32>
  %x = stablehlo.reshape %xc : (tensor<162xf32>) -> tensor<9x3x2x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<9x3x2x3xf32>) -> tensor<1x9x3x2x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<72xi32>
  %wm = stablehlo.constant dense<5> : tensor<72xi32>
  %ws = stablehlo.constant dense<7> : tensor<72xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<72xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<72xi32>
  %wt = stablehlo.constant dense<3> : tensor<72xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<72xi32>
  %wc = stablehlo.convert %wr : (tensor<72xi32>) -> tensor<72xf32>
  %w = stablehlo.reshape %wc : (tensor<72xf32>) -> tensor<2x4x3x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x4x3x3xf32>) -> tensor<1x2x4x3x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [0, 1, b, f]x[o, 0, 1, i]->[f, b, 0, 1], window = {stride = [3, 3], pad = [[2, 1], [2, -1]], lhs_dilate = [1, 2], rhs_dilate = [1, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<9x3x2x3xf32>, tensor<2x4x3x3xf32>) -> tensor<2x2x3x1xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, 0, 1, b, f]x[2, o, 0, 1, i]->[2, f, b, 0, 1], window = {stride = [3, 3, 1], pad = [[2, 1], [2, -1], [0, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x3x2x3xf32>, tensor<1x2x4x3x3xf32>) -> tensor<1x2x2x3x1xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x2x3x1xf32>) -> tensor<2x2x3x1xf32>
  check.expect_eq %y, %z : tensor<2x2x3x1xf32>
  return
}

func.func @case18() {
  %xi = stablehlo.iota dim = 0 : tensor<108xi32>
  %xm = stablehlo.constant dense<3> : tensor<108xi32>
  %xs = stablehlo.constant dense<7> : tensor<108xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<108xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<108xi32>
  %xt = stablehlo.constant dense<3> : tensor<108xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<108xi32>
  %xc = stablehlo.convert %xr : (tensor<108xi32>) -> tensor<108xf32>
  %x = stablehlo.reshape %xc : (tensor<108xf32>) -> tensor<9x6x1x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<9x6x1x2xf32>) -> tensor<1x9x6x1x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<48xi32>
  %wm = stablehlo.constant dense<5> : tensor<48xi32>
  %ws = stablehlo.constant dense<7> : tensor<48xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<48xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<48xi32>
  %wt = stablehlo.constant dense<3> : tensor<48xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<48xi32>
  %wc = stablehlo.convert %wr : (tensor<48xi32>) -> tensor<48xf32>
  %w = stablehlo.reshape %wc : (tensor<48xf32>) -> tensor<6x2x4x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<6x2x4x1xf32>) -> tensor<1x6x2x4x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [0, 1, b, f]x[o, 0, 1, i]->[f, b, 0, 1], window = {stride = [1, 2], pad = [[-1, 1], [-2, -1]], lhs_dilate = [3, 2], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<9x6x1x2xf32>, tensor<6x2x4x1xf32>) -> tensor<6x1x24x1xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, 0, 1, b, f]x[2, o, 0, 1, i]->[2, f, b, 0, 1], window = {stride = [1, 2, 1], pad = [[-1, 1], [-2, -1], [0, 0]], lhs_dilate = [3, 2, 1], rhs_dilate = [1, 2, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x9x6x1x2xf32>, tensor<1x6x2x4x1xf32>) -> tensor<1x6x1x24x1xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x6x1x24x1xf32>) -> tensor<6x1x24x1xf32>
  check.expect_eq %y, %z : tensor<6x1x24x1xf32>
  return
}

func.func @case19() {
  %xi = stablehlo.iota dim = 0 : tensor<200xi32>
  %xm = stablehlo.constant dense<3> : tensor<200xi32>
  %xs = stablehlo.constant dense<7> : tensor<200xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<200xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<200xi32>
  %xt = stablehlo.constant dense<3> : tensor<200xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<200xi32>
  %xc = stablehlo.convert %xr : (tensor<200xi32>) -> tensor<200xf32>
  %x = stablehlo.reshape %xc : (tensor<200xf32>) -> tensor<4x5x2x5xf32>
  %x3 = stablehlo.reshape %x : (tensor<4x5x2x5xf32>) -> tensor<1x4x5x2x5xf32>
  %wi = stablehlo.iota dim = 0 : tensor<40xi32>
  %wm = stablehlo.constant dense<5> : tensor<40xi32>
  %ws = stablehlo.constant dense<7> : tensor<40xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<40xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<40xi32>
  %wt = stablehlo.constant dense<3> : tensor<40xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<40xi32>
  %wc = stablehlo.convert %wr : (tensor<40xi32>) -> tensor<40xf32>
  %w = stablehlo.reshape %wc : (tensor<40xf32>) -> tensor<5x2x4x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<5x2x4x1xf32>) -> tensor<1x5x2x4x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [0, 1, b, f]x[o, 0, 1, i]->[f, b, 0, 1], window = {stride = [1, 3], pad = [[3, -1], [-1, 3]], lhs_dilate = [1, 3], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<4x5x2x5xf32>, tensor<5x2x4x1xf32>) -> tensor<5x2x5x4xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, 0, 1, b, f]x[2, o, 0, 1, i]->[2, f, b, 0, 1], window = {stride = [1, 3, 1], pad = [[3, -1], [-1, 3], [0, 0]], lhs_dilate = [1, 3, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x4x5x2x5xf32>, tensor<1x5x2x4x1xf32>) -> tensor<1x5x2x5x4xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x5x2x5x4xf32>) -> tensor<5x2x5x4xf32>
  check.expect_eq %y, %z : tensor<5x2x5x4xf32>
  return
}

func.func @case20() {
  %xi = stablehlo.iota dim = 0 : tensor<42xi32>
  %xm = stablehlo.constant dense<3> : tensor<42xi32>
  %xs = stablehlo.constant dense<7> : tensor<42xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<42xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<42xi32>
  %xt = stablehlo.constant dense<3> : tensor<42xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<42xi32>
  %xc = stablehlo.convert %xr : (tensor<42xi32>) -> tensor<42xf32>
  %x = stablehlo.reshape %xc : (tensor<42xf32>) -> tensor<2x7x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x7x3xf32>) -> tensor<1x2x7x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<12xi32>
  %wm = stablehlo.constant dense<5> : tensor<12xi32>
  %ws = stablehlo.constant dense<7> : tensor<12xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<12xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<12xi32>
  %wt = stablehlo.constant dense<3> : tensor<12xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<12xi32>
  %wc = stablehlo.convert %wr : (tensor<12xi32>) -> tensor<12xf32>
  %w = stablehlo.reshape %wc : (tensor<12xf32>) -> tensor<4x3x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x3x1xf32>) -> tensor<1x4x3x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x3xf32>, tensor<4x3x1xf32>) -> tensor<2x3x1xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [1, b, 0, f]x[1, 0, i, o]->[1, b, 0, f], window = {stride = [2, 1], pad = [[0, 2], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x7x3xf32>, tensor<1x4x3x1xf32>) -> tensor<1x2x3x1xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x2x3x1xf32>) -> tensor<2x3x1xf32>
  check.expect_eq %y, %z : tensor<2x3x1xf32>
  return
}

func.func @case21() {
  %xi = stablehlo.iota dim = 0 : tensor<90xi32>
  %xm = stablehlo.constant dense<3> : tensor<90xi32>
  %xs = stablehlo.constant dense<7> : tensor<90xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<90xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<90xi32>
  %xt = stablehlo.constant dense<3> : tensor<90xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<90xi32>
  %xc = stablehlo.convert %xr : (tensor<90xi32>) -> tensor<90xf32>
  %x = stablehlo.reshape %xc : (tensor<90xf32>) -> tensor<3x5x6xf32>
  %x3 = stablehlo.reshape %x : (tensor<3x5x6xf32>) -> tensor<1x3x5x6xf32>
  %wi = stablehlo.iota dim = 0 : tensor<36xi32>
  %wm = stablehlo.constant dense<5> : tensor<36xi32>
  %ws = stablehlo.constant dense<7> : tensor<36xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<36xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<36xi32>
  %wt = stablehlo.constant dense<3> : tensor<36xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<36xi32>
  %wc = stablehlo.convert %wr : (tensor<36xi32>) -> tensor<36xf32>
  %w = stablehlo.reshape %wc : (tensor<36xf32>) -> tensor<2x2x9xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x2x9xf32>) -> tensor<1x2x2x9xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[-1, 2]], lhs_dilate = [2], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<3x5x6xf32>, tensor<2x2x9xf32>) -> tensor<3x5x9xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [1, b, 0, f]x[1, 0, i, o]->[1, b, 0, f], window = {stride = [2, 1], pad = [[-1, 2], [0, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x5x6xf32>, tensor<1x2x2x9xf32>) -> tensor<1x3x5x9xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x3x5x9xf32>) -> tensor<3x5x9xf32>
  check.expect_eq %y, %z : tensor<3x5x9xf32>
  return
}

func.func @case22() {
  %xi = stablehlo.iota dim = 0 : tensor<16xi32>
  %xm = stablehlo.constant dense<3> : tensor<16xi32>
  %xs = stablehlo.constant dense<7> : tensor<16xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<16xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<16xi32>
  %xt = stablehlo.constant dense<3> : tensor<16xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<16xi32>
  %xc = stablehlo.convert %xr : (tensor<16xi32>) -> tensor<16xf32>
  %x = stablehlo.reshape %xc : (tensor<16xf32>) -> tensor<1x2x8xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x2x8xf32>) -> tensor<1x1x2x8xf32>
  %wi = stablehlo.iota dim = 0 : tensor<2xi32>
  %wm = stablehlo.constant dense<5> : tensor<2xi32>
  %ws = stablehlo.constant dense<7> : tensor<2xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<2xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<2xi32>
  %wt = stablehlo.constant dense<3> : tensor<2xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<2xi32>
  %wc = stablehlo.convert %wr : (tensor<2xi32>) -> tensor<2xf32>
  %w = stablehlo.reshape %wc : (tensor<2xf32>) -> tensor<1x2x1xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x2x1xf32>) -> tensor<1x1x2x1xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[-1, -2]], lhs_dilate = [1], rhs_dilate = [2], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x8xf32>, tensor<1x2x1xf32>) -> tensor<1x1x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [1, b, f, 0]x[1, o, i, 0]->[1, b, f, 0], window = {stride = [2, 1], pad = [[-1, -2], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x8xf32>, tensor<1x1x2x1xf32>) -> tensor<1x1x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x1x3xf32>) -> tensor<1x1x3xf32>
  check.expect_eq %y, %z : tensor<1x1x3xf32>
  return
}

func.func @case23() {
  %xi = stablehlo.iota dim = 0 : tensor<15xi32>
  %xm = stablehlo.constant dense<3> : tensor<15xi32>
  %xs = stablehlo.constant dense<7> : tensor<15xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<15xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<15xi32>
  %xt = stablehlo.constant dense<3> : tensor<15xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<15xi32>
  %xc = stablehlo.convert %xr : (tensor<15xi32>) -> tensor<15xf32>
  %x = stablehlo.reshape %xc : (tensor<15xf32>) -> tensor<1x3x5xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x3x5xf32>) -> tensor<1x1x3x5xf32>
  %wi = stablehlo.iota dim = 0 : tensor<36xi32>
  %wm = stablehlo.constant dense<5> : tensor<36xi32>
  %ws = stablehlo.constant dense<7> : tensor<36xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<36xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<36xi32>
  %wt = stablehlo.constant dense<3> : tensor<36xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<36xi32>
  %wc = stablehlo.convert %wr : (tensor<36xi32>) -> tensor<36xf32>
  %w = stablehlo.reshape %wc : (tensor<36xf32>) -> tensor<9x1x4xf32>
  %w3 = stablehlo.reshape %w : (tensor<9x1x4xf32>) -> tensor<1x9x1x4xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[2, 3]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x5xf32>, tensor<9x1x4xf32>) -> tensor<1x9x4xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [1, b, f, 0]x[1, o, i, 0]->[1, b, f, 0], window = {stride = [2, 1], pad = [[2, 3], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x1x3x5xf32>, tensor<1x9x1x4xf32>) -> tensor<1x1x9x4xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x1x9x4xf32>) -> tensor<1x9x4xf32>
  check.expect_eq %y, %z : tensor<1x9x4xf32>
  return
}

func.func @case24() {
  %xi = stablehlo.iota dim = 0 : tensor<12xi32>
  %xm = stablehlo.constant dense<3> : tensor<12xi32>
  %xs = stablehlo.constant dense<7> : tensor<12xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<12xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<12xi32>
  %xt = stablehlo.constant dense<3> : tensor<12xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<12xi32>
  %xc = stablehlo.convert %xr : (tensor<12xi32>) -> tensor<12xf64>
  %x = stablehlo.reshape %xc : (tensor<12xf64>) -> tensor<1x3x4x1xf64>
  %x3 = stablehlo.reshape %x : (tensor<1x3x4x1xf64>) -> tensor<1x1x3x4x1xf64>
  %wi = stablehlo.iota dim = 0 : tensor<6xi32>
  %wm = stablehlo.constant dense<5> : tensor<6xi32>
  %ws = stablehlo.constant dense<7> : tensor<6xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<6xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<6xi32>
  %wt = stablehlo.constant dense<3> : tensor<6xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<6xi32>
  %wc = stablehlo.convert %wr : (tensor<6xi32>) -> tensor<6xf64>
  %w = stablehlo.reshape %wc : (tensor<6xf64>) -> tensor<2x3x1x1xf64>
  %w3 = stablehlo.reshape %w : (tensor<2x3x1x1xf64>) -> tensor<1x2x3x1x1xf64>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [3, 2], pad = [[3, -1], [0, 0]], lhs_dilate = [1, 2], rhs_dilate = [1, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x1xf64>, tensor<2x3x1x1xf64>) -> tensor<1x2x2x1xf64>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, 0, 1, f]x[2, 0, 1, i, o]->[2, b, 0, 1, f], window = {stride = [3, 2, 1], pad = [[3, -1], [0, 0], [0, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3x4x1xf64>, tensor<1x2x3x1x1xf64>) -> tensor<1x1x2x2x1xf64>
  %z = stablehlo.reshape %y3 : (tensor<1x1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  check.expect_eq %y, %z : tensor<1x2x2x1xf64>
  return
}

func.func @case25() {
  %xi = stablehlo.iota dim = 0 : tensor<224xi32>
  %xm = stablehlo.constant dense<3> : tensor<224xi32>
  %xs = stablehlo.constant dense<7> : tensor<224xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<224xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<224xi32>
  %xt = stablehlo.constant dense<3> : tensor<224xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<224xi32>
  %xc = stablehlo.convert %xr : (tensor<224xi32>) -> tensor<224xf64>
  %x = stablehlo.reshape %xc : (tensor<224xf64>) -> tensor<1x4x8x7xf64>
  %x3 = stablehlo.reshape %x : (tensor<1x4x8x7xf64>) -> tensor<1x1x4x8x7xf64>
  %wi = stablehlo.iota dim = 0 : tensor<64xi32>
  %wm = stablehlo.constant dense<5> : tensor<64xi32>
  %ws = stablehlo.constant dense<7> : tensor<64xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<64xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<64xi32>
  %wt = stablehlo.constant dense<3> : tensor<64xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<64xi32>
  %wc = stablehlo.convert %wr : (tensor<64xi32>) -> tensor<64xf64>
  %w = stablehlo.reshape %wc : (tensor<64xf64>) -> tensor<4x2x2x4xf64>
  %w3 = stablehlo.reshape %w : (tensor<4x2x2x4xf64>) -> tensor<1x4x2x2x4xf64>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[2, 1], [2, 0]], lhs_dilate = [1, 3], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x8x7xf64>, tensor<4x2x2x4xf64>) -> tensor<1x4x9x9xf64>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [2, b, f, 0, 1]x[2, o, i, 0, 1]->[2, b, f, 0, 1], window = {stride = [1, 2, 1], pad = [[2, 1], [2, 0], [0, 0]], lhs_dilate = [1, 3, 1], rhs_dilate = [2, 1, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x4x8x7xf64>, tensor<1x4x2x2x4xf64>) -> tensor<1x1x4x9x9xf64>
  %z = stablehlo.reshape %y3 : (tensor<1x1x4x9x9xf64>) -> tensor<1x4x9x9xf64>
  check.expect_eq %y, %z : tensor<1x4x9x9xf64>
  return
}

func.func @dilated0() {
  %xi = stablehlo.iota dim = 0 : tensor<54xi32>
  %xm = stablehlo.constant dense<3> : tensor<54xi32>
  %xs = stablehlo.constant dense<7> : tensor<54xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<54xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<54xi32>
  %xt = stablehlo.constant dense<3> : tensor<54xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<54xi32>
  %xc = stablehlo.convert %xr : (tensor<54xi32>) -> tensor<54xf32>
  %x = stablehlo.reshape %xc : (tensor<54xf32>) -> tensor<1x6x9x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x6x9x1xf32>) -> tensor<1x6x9x1x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<8xi32>
  %wm = stablehlo.constant dense<5> : tensor<8xi32>
  %ws = stablehlo.constant dense<7> : tensor<8xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<8xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<8xi32>
  %wt = stablehlo.constant dense<3> : tensor<8xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<8xi32>
  %wc = stablehlo.convert %wr : (tensor<8xi32>) -> tensor<8xf32>
  %w = stablehlo.reshape %wc : (tensor<8xf32>) -> tensor<1x4x1x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x4x1x2xf32>) -> tensor<1x4x1x1x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 5], [4, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x9x1xf32>, tensor<1x4x1x2xf32>) -> tensor<1x16x11x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[0, 5], [4, 1], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x9x1x1xf32>, tensor<1x4x1x1x2xf32>) -> tensor<1x16x11x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x16x11x1x2xf32>) -> tensor<1x16x11x2xf32>
  check.expect_eq %y, %z : tensor<1x16x11x2xf32>
  return
}

func.func @dilated1() {
  %xi = stablehlo.iota dim = 0 : tensor<144xi32>
  %xm = stablehlo.constant dense<3> : tensor<144xi32>
  %xs = stablehlo.constant dense<7> : tensor<144xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<144xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<144xi32>
  %xt = stablehlo.constant dense<3> : tensor<144xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<144xi32>
  %xc = stablehlo.convert %xr : (tensor<144xi32>) -> tensor<144xf32>
  %x = stablehlo.reshape %xc : (tensor<144xf32>) -> tensor<2x6x4x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x6x4x3xf32>) -> tensor<2x6x4x1x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<60xi32>
  %wm = stablehlo.constant dense<5> : tensor<60xi32>
  %ws = stablehlo.constant dense<7> : tensor<60xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<60xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<60xi32>
  %wt = stablehlo.constant dense<3> : tensor<60xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<60xi32>
  %wc = stablehlo.convert %wr : (tensor<60xi32>) -> tensor<60xf32>
  %w = stablehlo.reshape %wc : (tensor<60xf32>) -> tensor<2x2x3x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x2x3x5xf32>) -> tensor<2x2x1x3x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 4], [-1, 0]], lhs_dilate = [2, 3], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x4x3xf32>, tensor<2x2x3x5xf32>) -> tensor<2x14x8x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[0, 4], [-1, 0], [0, 0]], lhs_dilate = [2, 3, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x4x1x3xf32>, tensor<2x2x1x3x5xf32>) -> tensor<2x14x8x1x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x14x8x1x5xf32>) -> tensor<2x14x8x5xf32>
  check.expect_eq %y, %z : tensor<2x14x8x5xf32>
  return
}

func.func @dilated2() {
  %xi = stablehlo.iota dim = 0 : tensor<24xi32>
  %xm = stablehlo.constant dense<3> : tensor<24xi32>
  %xs = stablehlo.constant dense<7> : tensor<24xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<24xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<24xi32>
  %xt = stablehlo.constant dense<3> : tensor<24xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<24xi32>
  %xc = stablehlo.convert %xr : (tensor<24xi32>) -> tensor<24xf32>
  %x = stablehlo.reshape %xc : (tensor<24xf32>) -> tensor<2x6x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x6x2xf32>) -> tensor<2x6x1x1x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<8xi32>
  %wm = stablehlo.constant dense<5> : tensor<8xi32>
  %ws = stablehlo.constant dense<7> : tensor<8xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<8xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<8xi32>
  %wt = stablehlo.constant dense<3> : tensor<8xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<8xi32>
  %wc = stablehlo.convert %wr : (tensor<8xi32>) -> tensor<8xf32>
  %w = stablehlo.reshape %wc : (tensor<8xf32>) -> tensor<1x2x4xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x2x4xf32>) -> tensor<1x1x1x2x4xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[4, 2]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x2xf32>, tensor<1x2x4xf32>) -> tensor<2x17x4xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[4, 2], [0, 0], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x1x1x2xf32>, tensor<1x1x1x2x4xf32>) -> tensor<2x17x1x1x4xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x17x1x1x4xf32>) -> tensor<2x17x4xf32>
  check.expect_eq %y, %z : tensor<2x17x4xf32>
  return
}

func.func @dilated3() {
  %xi = stablehlo.iota dim = 0 : tensor<6xi32>
  %xm = stablehlo.constant dense<3> : tensor<6xi32>
  %xs = stablehlo.constant dense<7> : tensor<6xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<6xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<6xi32>
  %xt = stablehlo.constant dense<3> : tensor<6xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<6xi32>
  %xc = stablehlo.convert %xr : (tensor<6xi32>) -> tensor<6xf32>
  %x = stablehlo.reshape %xc : (tensor<6xf32>) -> tensor<1x3x1x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x3x1x2xf32>) -> tensor<1x3x1x1x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<30xi32>
  %wm = stablehlo.constant dense<5> : tensor<30xi32>
  %ws = stablehlo.constant dense<7> : tensor<30xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<30xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<30xi32>
  %wt = stablehlo.constant dense<3> : tensor<30xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<30xi32>
  %wc = stablehlo.convert %wr : (tensor<30xi32>) -> tensor<30xf32>
  %w = stablehlo.reshape %wc : (tensor<30xf32>) -> tensor<3x1x2x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<3x1x2x5xf32>) -> tensor<3x1x1x2x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 4], [0, 4]], lhs_dilate = [2, 3], rhs_dilate = [1, 3], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x2xf32>, tensor<3x1x2x5xf32>) -> tensor<1x11x5x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[4, 4], [0, 4], [0, 0]], lhs_dilate = [2, 3, 1], rhs_dilate = [1, 3, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x1x2xf32>, tensor<3x1x1x2x5xf32>) -> tensor<1x11x5x1x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x11x5x1x5xf32>) -> tensor<1x11x5x5xf32>
  check.expect_eq %y, %z : tensor<1x11x5x5xf32>
  return
}

func.func @dilated4() {
  %xi = stablehlo.iota dim = 0 : tensor<16xi32>
  %xm = stablehlo.constant dense<3> : tensor<16xi32>
  %xs = stablehlo.constant dense<7> : tensor<16xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<16xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<16xi32>
  %xt = stablehlo.constant dense<3> : tensor<16xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<16xi32>
  %xc = stablehlo.convert %xr : (tensor<16xi32>) -> tensor<16xf32>
  %x = stablehlo.reshape %xc : (tensor<16xf32>) -> tensor<2x2x4x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x2x4x1xf32>) -> tensor<2x2x4x1x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<24xi32>
  %wm = stablehlo.constant dense<5> : tensor<24xi32>
  %ws = stablehlo.constant dense<7> : tensor<24xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<24xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<24xi32>
  %wt = stablehlo.constant dense<3> : tensor<24xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<24xi32>
  %wc = stablehlo.convert %wr : (tensor<24xi32>) -> tensor<24xf32>
  %w = stablehlo.reshape %wc : (tensor<24xf32>) -> tensor<4x3x1x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x3x1x2xf32>) -> tensor<4x3x1x1x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 5], [-2, 3]], lhs_dilate = [4, 2], rhs_dilate = [3, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x4x1xf32>, tensor<4x3x1x2xf32>) -> tensor<2x5x6x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[4, 5], [-2, 3], [0, 0]], lhs_dilate = [4, 2, 1], rhs_dilate = [3, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x4x1x1xf32>, tensor<4x3x1x1x2xf32>) -> tensor<2x5x6x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x5x6x1x2xf32>) -> tensor<2x5x6x2xf32>
  check.expect_eq %y, %z : tensor<2x5x6x2xf32>
  return
}

func.func @dilated5() {
  %xi = stablehlo.iota dim = 0 : tensor<432xi32>
  %xm = stablehlo.constant dense<3> : tensor<432xi32>
  %xs = stablehlo.constant dense<7> : tensor<432xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<432xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<432xi32>
  %xt = stablehlo.constant dense<3> : tensor<432xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<432xi32>
  %xc = stablehlo.convert %xr : (tensor<432xi32>) -> tensor<432xf32>
  %x = stablehlo.reshape %xc : (tensor<432xf32>) -> tensor<2x9x6x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x9x6x4xf32>) -> tensor<2x9x6x1x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<48xi32>
  %wm = stablehlo.constant dense<5> : tensor<48xi32>
  %ws = stablehlo.constant dense<7> : tensor<48xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<48xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<48xi32>
  %wt = stablehlo.constant dense<3> : tensor<48xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<48xi32>
  %wc = stablehlo.convert %wr : (tensor<48xi32>) -> tensor<48xf32>
  %w = stablehlo.reshape %wc : (tensor<48xf32>) -> tensor<2x3x4x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x3x4x2xf32>) -> tensor<2x3x1x4x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 3], [0, 0]], lhs_dilate = [2, 4], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x6x4xf32>, tensor<2x3x4x2xf32>) -> tensor<2x22x19x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[3, 3], [0, 0], [0, 0]], lhs_dilate = [2, 4, 1], rhs_dilate = [1, 1, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x6x1x4xf32>, tensor<2x3x1x4x2xf32>) -> tensor<2x22x19x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x22x19x1x2xf32>) -> tensor<2x22x19x2xf32>
  check.expect_eq %y, %z : tensor<2x22x19x2xf32>
  return
}

func.func @dilated6() {
  %xi = stablehlo.iota dim = 0 : tensor<72xi32>
  %xm = stablehlo.constant dense<3> : tensor<72xi32>
  %xs = stablehlo.constant dense<7> : tensor<72xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<72xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<72xi32>
  %xt = stablehlo.constant dense<3> : tensor<72xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<72xi32>
  %xc = stablehlo.convert %xr : (tensor<72xi32>) -> tensor<72xf32>
  %x = stablehlo.reshape %xc : (tensor<72xf32>) -> tensor<2x3x3x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x3x3x4xf32>) -> tensor<2x3x3x1x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<48xi32>
  %wm = stablehlo.constant dense<5> : tensor<48xi32>
  %ws = stablehlo.constant dense<7> : tensor<48xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<48xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<48xi32>
  %wt = stablehlo.constant dense<3> : tensor<48xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<48xi32>
  %wc = stablehlo.convert %wr : (tensor<48xi32>) -> tensor<48xf32>
  %w = stablehlo.reshape %wc : (tensor<48xf32>) -> tensor<4x1x4x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x1x4x3xf32>) -> tensor<4x1x1x4x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[-2, 4], [0, 0]], lhs_dilate = [2, 3], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x3x4xf32>, tensor<4x1x4x3xf32>) -> tensor<2x4x7x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[-2, 4], [0, 0], [0, 0]], lhs_dilate = [2, 3, 1], rhs_dilate = [1, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x3x1x4xf32>, tensor<4x1x1x4x3xf32>) -> tensor<2x4x7x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x4x7x1x3xf32>) -> tensor<2x4x7x3xf32>
  check.expect_eq %y, %z : tensor<2x4x7x3xf32>
  return
}

func.func @dilated7() {
  %xi = stablehlo.iota dim = 0 : tensor<150xi32>
  %xm = stablehlo.constant dense<3> : tensor<150xi32>
  %xs = stablehlo.constant dense<7> : tensor<150xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<150xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<150xi32>
  %xt = stablehlo.constant dense<3> : tensor<150xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<150xi32>
  %xc = stablehlo.convert %xr : (tensor<150xi32>) -> tensor<150xf32>
  %x = stablehlo.reshape %xc : (tensor<150xf32>) -> tensor<2x5x5x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x5x5x3xf32>) -> tensor<2x5x5x1x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<240xi32>
  %wm = stablehlo.constant dense<5> : tensor<240xi32>
  %ws = stablehlo.constant dense<7> : tensor<240xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<240xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<240xi32>
  %wt = stablehlo.constant dense<3> : tensor<240xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<240xi32>
  %wc = stablehlo.convert %wr : (tensor<240xi32>) -> tensor<240xf32>
  %w = stablehlo.reshape %wc : (tensor<240xf32>) -> tensor<4x4x3x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<4x4x3x5xf32>) -> tensor<4x4x1x3x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[-1, 5], [4, 3]], lhs_dilate = [2, 1], rhs_dilate = [2, 3], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x3xf32>, tensor<4x4x3x5xf32>) -> tensor<2x7x3x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[-1, 5], [4, 3], [0, 0]], lhs_dilate = [2, 1, 1], rhs_dilate = [2, 3, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x1x3xf32>, tensor<4x4x1x3x5xf32>) -> tensor<2x7x3x1x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x7x3x1x5xf32>) -> tensor<2x7x3x5xf32>
  check.expect_eq %y, %z : tensor<2x7x3x5xf32>
  return
}

func.func @dilated8() {
  %xi = stablehlo.iota dim = 0 : tensor<72xi32>
  %xm = stablehlo.constant dense<3> : tensor<72xi32>
  %xs = stablehlo.constant dense<7> : tensor<72xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<72xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<72xi32>
  %xt = stablehlo.constant dense<3> : tensor<72xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<72xi32>
  %xc = stablehlo.convert %xr : (tensor<72xi32>) -> tensor<72xf32>
  %x = stablehlo.reshape %xc : (tensor<72xf32>) -> tensor<2x2x6x3xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x2x6x3xf32>) -> tensor<2x2x6x1x3xf32>
  %wi = stablehlo.iota dim = 0 : tensor<27xi32>
  %wm = stablehlo.constant dense<5> : tensor<27xi32>
  %ws = stablehlo.constant dense<7> : tensor<27xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<27xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<27xi32>
  %wt = stablehlo.constant dense<3> : tensor<27xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<27xi32>
  %wc = stablehlo.convert %wr : (tensor<27xi32>) -> tensor<27xf32>
  %w = stablehlo.reshape %wc : (tensor<27xf32>) -> tensor<1x3x3x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x3x3x3xf32>) -> tensor<1x3x1x3x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 2], [0, 0]], lhs_dilate = [2, 4], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x6x3xf32>, tensor<1x3x3x3xf32>) -> tensor<2x5x17x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[0, 2], [0, 0], [0, 0]], lhs_dilate = [2, 4, 1], rhs_dilate = [1, 2, 1], reverse = [true, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x6x1x3xf32>, tensor<1x3x1x3x3xf32>) -> tensor<2x5x17x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x5x17x1x3xf32>) -> tensor<2x5x17x3xf32>
  check.expect_eq %y, %z : tensor<2x5x17x3xf32>
  return
}

func.func @dilated9() {
  %xi = stablehlo.iota dim = 0 : tensor<90xi32>
  %xm = stablehlo.constant dense<3> : tensor<90xi32>
  %xs = stablehlo.constant dense<7> : tensor<90xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<90xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<90xi32>
  %xt = stablehlo.constant dense<3> : tensor<90xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<90xi32>
  %xc = stablehlo.convert %xr : (tensor<90xi32>) -> tensor<90xf32>
  %x = stablehlo.reshape %xc : (tensor<90xf32>) -> tensor<1x5x9x2xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x5x9x2xf32>) -> tensor<1x5x9x1x2xf32>
  %wi = stablehlo.iota dim = 0 : tensor<36xi32>
  %wm = stablehlo.constant dense<5> : tensor<36xi32>
  %ws = stablehlo.constant dense<7> : tensor<36xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<36xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<36xi32>
  %wt = stablehlo.constant dense<3> : tensor<36xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<36xi32>
  %wc = stablehlo.convert %wr : (tensor<36xi32>) -> tensor<36xf32>
  %w = stablehlo.reshape %wc : (tensor<36xf32>) -> tensor<3x3x2x2xf32>
  %w3 = stablehlo.reshape %w : (tensor<3x3x2x2xf32>) -> tensor<3x3x1x2x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 0], [4, 5]], lhs_dilate = [2, 2], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x9x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x9x24x2xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[4, 0], [4, 5], [0, 0]], lhs_dilate = [2, 2, 1], rhs_dilate = [2, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x9x1x2xf32>, tensor<3x3x1x2x2xf32>) -> tensor<1x9x24x1x2xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x9x24x1x2xf32>) -> tensor<1x9x24x2xf32>
  check.expect_eq %y, %z : tensor<1x9x24x2xf32>
  return
}

func.func @dilated10() {
  %xi = stablehlo.iota dim = 0 : tensor<160xi32>
  %xm = stablehlo.constant dense<3> : tensor<160xi32>
  %xs = stablehlo.constant dense<7> : tensor<160xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<160xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<160xi32>
  %xt = stablehlo.constant dense<3> : tensor<160xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<160xi32>
  %xc = stablehlo.convert %xr : (tensor<160xi32>) -> tensor<160xf32>
  %x = stablehlo.reshape %xc : (tensor<160xf32>) -> tensor<1x8x5x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x8x5x4xf32>) -> tensor<1x8x5x1x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<80xi32>
  %wm = stablehlo.constant dense<5> : tensor<80xi32>
  %ws = stablehlo.constant dense<7> : tensor<80xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<80xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<80xi32>
  %wt = stablehlo.constant dense<3> : tensor<80xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<80xi32>
  %wc = stablehlo.convert %wr : (tensor<80xi32>) -> tensor<80xf32>
  %w = stablehlo.reshape %wc : (tensor<80xf32>) -> tensor<1x4x4x5xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x4x4x5xf32>) -> tensor<1x4x1x4x5xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 4], [0, 2]], lhs_dilate = [2, 4], rhs_dilate = [3, 3], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x5x4xf32>, tensor<1x4x4x5xf32>) -> tensor<1x22x10x5xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[3, 4], [0, 2], [0, 0]], lhs_dilate = [2, 4, 1], rhs_dilate = [3, 3, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x5x1x4xf32>, tensor<1x4x1x4x5xf32>) -> tensor<1x22x10x1x5xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x22x10x1x5xf32>) -> tensor<1x22x10x5xf32>
  check.expect_eq %y, %z : tensor<1x22x10x5xf32>
  return
}

func.func @dilated11() {
  %xi = stablehlo.iota dim = 0 : tensor<96xi32>
  %xm = stablehlo.constant dense<3> : tensor<96xi32>
  %xs = stablehlo.constant dense<7> : tensor<96xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<96xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<96xi32>
  %xt = stablehlo.constant dense<3> : tensor<96xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<96xi32>
  %xc = stablehlo.convert %xr : (tensor<96xi32>) -> tensor<96xf32>
  %x = stablehlo.reshape %xc : (tensor<96xf32>) -> tensor<2x4x3x4xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x4x3x4xf32>) -> tensor<2x4x3x1x4xf32>
  %wi = stablehlo.iota dim = 0 : tensor<48xi32>
  %wm = stablehlo.constant dense<5> : tensor<48xi32>
  %ws = stablehlo.constant dense<7> : tensor<48xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<48xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<48xi32>
  %wt = stablehlo.constant dense<3> : tensor<48xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<48xi32>
  %wc = stablehlo.convert %wr : (tensor<48xi32>) -> tensor<48xf32>
  %w = stablehlo.reshape %wc : (tensor<48xf32>) -> tensor<1x4x4x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<1x4x4x3xf32>) -> tensor<1x4x1x4x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[-2, 3], [-1, 5]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x3x4xf32>, tensor<1x4x4x3xf32>) -> tensor<2x8x6x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[-2, 3], [-1, 5], [0, 0]], lhs_dilate = [2, 2, 1], rhs_dilate = [1, 1, 1], reverse = [true, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x3x1x4xf32>, tensor<1x4x1x4x3xf32>) -> tensor<2x8x6x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x8x6x1x3xf32>) -> tensor<2x8x6x3xf32>
  check.expect_eq %y, %z : tensor<2x8x6x3xf32>
  return
}

func.func @dilated12() {
  %xi = stablehlo.iota dim = 0 : tensor<16xi32>
  %xm = stablehlo.constant dense<3> : tensor<16xi32>
  %xs = stablehlo.constant dense<7> : tensor<16xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<16xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<16xi32>
  %xt = stablehlo.constant dense<3> : tensor<16xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<16xi32>
  %xc = stablehlo.convert %xr : (tensor<16xi32>) -> tensor<16xf32>
  %x = stablehlo.reshape %xc : (tensor<16xf32>) -> tensor<2x2x4x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<2x2x4x1xf32>) -> tensor<2x2x4x1x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<18xi32>
  %wm = stablehlo.constant dense<5> : tensor<18xi32>
  %ws = stablehlo.constant dense<7> : tensor<18xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<18xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<18xi32>
  %wt = stablehlo.constant dense<3> : tensor<18xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<18xi32>
  %wc = stablehlo.convert %wr : (tensor<18xi32>) -> tensor<18xf32>
  %w = stablehlo.reshape %wc : (tensor<18xf32>) -> tensor<2x3x1x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x3x1x3xf32>) -> tensor<2x3x1x1x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 4], [4, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x4x1xf32>, tensor<2x3x1x3xf32>) -> tensor<2x8x8x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[4, 4], [4, -1], [0, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [2, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x4x1x1xf32>, tensor<2x3x1x1x3xf32>) -> tensor<2x8x8x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<2x8x8x1x3xf32>) -> tensor<2x8x8x3xf32>
  check.expect_eq %y, %z : tensor<2x8x8x3xf32>
  return
}

func.func @dilated13() {
  %xi = stablehlo.iota dim = 0 : tensor<30xi32>
  %xm = stablehlo.constant dense<3> : tensor<30xi32>
  %xs = stablehlo.constant dense<7> : tensor<30xi32>
  %xp = stablehlo.multiply %xi, %xm : tensor<30xi32>
  %xq = stablehlo.remainder %xp, %xs : tensor<30xi32>
  %xt = stablehlo.constant dense<3> : tensor<30xi32>
  %xr = stablehlo.subtract %xq, %xt : tensor<30xi32>
  %xc = stablehlo.convert %xr : (tensor<30xi32>) -> tensor<30xf32>
  %x = stablehlo.reshape %xc : (tensor<30xf32>) -> tensor<1x5x6x1xf32>
  %x3 = stablehlo.reshape %x : (tensor<1x5x6x1xf32>) -> tensor<1x5x6x1x1xf32>
  %wi = stablehlo.iota dim = 0 : tensor<24xi32>
  %wm = stablehlo.constant dense<5> : tensor<24xi32>
  %ws = stablehlo.constant dense<7> : tensor<24xi32>
  %wp = stablehlo.multiply %wi, %wm : tensor<24xi32>
  %wq = stablehlo.remainder %wp, %ws : tensor<24xi32>
  %wt = stablehlo.constant dense<3> : tensor<24xi32>
  %wr = stablehlo.subtract %wq, %wt : tensor<24xi32>
  %wc = stablehlo.convert %wr : (tensor<24xi32>) -> tensor<24xf32>
  %w = stablehlo.reshape %wc : (tensor<24xf32>) -> tensor<2x4x1x3xf32>
  %w3 = stablehlo.reshape %w : (tensor<2x4x1x3xf32>) -> tensor<2x4x1x1x3xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [-1, 4]], lhs_dilate = [3, 4], rhs_dilate = [3, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x6x1xf32>, tensor<2x4x1x3xf32>) -> tensor<1x11x21x3xf32>
  %y3 = stablehlo.convolution(%x3, %w3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 0], [-1, 4], [0, 0]], lhs_dilate = [3, 4, 1], rhs_dilate = [3, 1, 1], reverse = [false, true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x6x1x1xf32>, tensor<2x4x1x1x3xf32>) -> tensor<1x11x21x1x3xf32>
  %z = stablehlo.reshape %y3 : (tensor<1x11x21x1x3xf32>) -> tensor<1x11x21x3xf32>
  check.expect_eq %y, %z : tensor<1x11x21x3xf32>
  return
}
