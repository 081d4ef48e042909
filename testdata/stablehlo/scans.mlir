// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s

// Windows of all elements up to each one, and from each one on: over several blocks, along the last dimension and another one, by a function of
// numbers and by a region, and with initial values that change what they are combined with.

func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i300 = stablehlo.iota dim = 0 : tensor<300xi32>
  %one300 = stablehlo.constant dense<1> : tensor<300xi32>
  %two300 = stablehlo.constant dense<2> : tensor<300xi32>
  %next300 = stablehlo.add %i300, %one300 : tensor<300xi32>
  %product300 = stablehlo.multiply %i300, %next300 : tensor<300xi32>
  %up300 = stablehlo.divide %product300, %two300 : tensor<300xi32>
  %total300 = stablehlo.constant dense<44850> : tensor<300xi32>
  %rest300 = stablehlo.subtract %total300, %up300 : tensor<300xi32>
  %down300 = stablehlo.add %rest300, %i300 : tensor<300xi32>
  %r1 = "stablehlo.reduce_window"(%i300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[299, 0]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  check.expect_eq %r1, %up300 : tensor<300xi32>
  %r2 = "stablehlo.reduce_window"(%i300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[299, 0]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  %more2 = stablehlo.add %up300, %one300 : tensor<300xi32>
  check.expect_eq %r2, %more2 : tensor<300xi32>
  %r3 = "stablehlo.reduce_window"(%i300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[0, 299]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  check.expect_eq %r3, %down300 : tensor<300xi32>
  %r4 = "stablehlo.reduce_window"(%i300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[0, 299]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  %more4 = stablehlo.add %down300, %one300 : tensor<300xi32>
  check.expect_eq %r4, %more4 : tensor<300xi32>
  %r5 = "stablehlo.reduce_window"(%i300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[299, 0]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  check.expect_eq %r5, %up300 : tensor<300xi32>
  %r6 = "stablehlo.reduce_window"(%i300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[299, 0]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  %more6 = stablehlo.add %up300, %one300 : tensor<300xi32>
  check.expect_eq %r6, %more6 : tensor<300xi32>
  %r7 = "stablehlo.reduce_window"(%i300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[0, 299]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  check.expect_eq %r7, %down300 : tensor<300xi32>
  %r8 = "stablehlo.reduce_window"(%i300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300>, padding = dense<[[0, 299]]> : tensor<1x2xi64>} : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
  %more8 = stablehlo.add %down300, %one300 : tensor<300xi32>
  check.expect_eq %r8, %more8 : tensor<300xi32>
  %i300_2 = stablehlo.iota dim = 0 : tensor<300x2xi32>
  %one300_2 = stablehlo.constant dense<1> : tensor<300x2xi32>
  %two300_2 = stablehlo.constant dense<2> : tensor<300x2xi32>
  %next300_2 = stablehlo.add %i300_2, %one300_2 : tensor<300x2xi32>
  %product300_2 = stablehlo.multiply %i300_2, %next300_2 : tensor<300x2xi32>
  %up300_2 = stablehlo.divide %product300_2, %two300_2 : tensor<300x2xi32>
  %total300_2 = stablehlo.constant dense<44850> : tensor<300x2xi32>
  %rest300_2 = stablehlo.subtract %total300_2, %up300_2 : tensor<300x2xi32>
  %down300_2 = stablehlo.add %rest300_2, %i300_2 : tensor<300x2xi32>
  %r9 = "stablehlo.reduce_window"(%i300_2, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  check.expect_eq %r9, %up300_2 : tensor<300x2xi32>
  %r10 = "stablehlo.reduce_window"(%i300_2, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  %more10 = stablehlo.add %up300_2, %one300_2 : tensor<300x2xi32>
  check.expect_eq %r10, %more10 : tensor<300x2xi32>
  %r11 = "stablehlo.reduce_window"(%i300_2, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[0, 299], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  check.expect_eq %r11, %down300_2 : tensor<300x2xi32>
  %r12 = "stablehlo.reduce_window"(%i300_2, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[0, 299], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  %more12 = stablehlo.add %down300_2, %one300_2 : tensor<300x2xi32>
  check.expect_eq %r12, %more12 : tensor<300x2xi32>
  %r13 = "stablehlo.reduce_window"(%i300_2, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  check.expect_eq %r13, %up300_2 : tensor<300x2xi32>
  %r14 = "stablehlo.reduce_window"(%i300_2, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  %more14 = stablehlo.add %up300_2, %one300_2 : tensor<300x2xi32>
  check.expect_eq %r14, %more14 : tensor<300x2xi32>
  %r15 = "stablehlo.reduce_window"(%i300_2, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[0, 299], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  check.expect_eq %r15, %down300_2 : tensor<300x2xi32>
  %r16 = "stablehlo.reduce_window"(%i300_2, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 300, 1>, padding = dense<[[0, 299], [0, 0]]> : tensor<2x2xi64>} : (tensor<300x2xi32>, tensor<i32>) -> tensor<300x2xi32>
  %more16 = stablehlo.add %down300_2, %one300_2 : tensor<300x2xi32>
  check.expect_eq %r16, %more16 : tensor<300x2xi32>
  %i2_300 = stablehlo.iota dim = 1 : tensor<2x300xi32>
  %one2_300 = stablehlo.constant dense<1> : tensor<2x300xi32>
  %two2_300 = stablehlo.constant dense<2> : tensor<2x300xi32>
  %next2_300 = stablehlo.add %i2_300, %one2_300 : tensor<2x300xi32>
  %product2_300 = stablehlo.multiply %i2_300, %next2_300 : tensor<2x300xi32>
  %up2_300 = stablehlo.divide %product2_300, %two2_300 : tensor<2x300xi32>
  %total2_300 = stablehlo.constant dense<44850> : tensor<2x300xi32>
  %rest2_300 = stablehlo.subtract %total2_300, %up2_300 : tensor<2x300xi32>
  %down2_300 = stablehlo.add %rest2_300, %i2_300 : tensor<2x300xi32>
  %r17 = "stablehlo.reduce_window"(%i2_300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  check.expect_eq %r17, %up2_300 : tensor<2x300xi32>
  %r18 = "stablehlo.reduce_window"(%i2_300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  %more18 = stablehlo.add %up2_300, %one2_300 : tensor<2x300xi32>
  check.expect_eq %r18, %more18 : tensor<2x300xi32>
  %r19 = "stablehlo.reduce_window"(%i2_300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [0, 299]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  check.expect_eq %r19, %down2_300 : tensor<2x300xi32>
  %r20 = "stablehlo.reduce_window"(%i2_300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [0, 299]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  %more20 = stablehlo.add %down2_300, %one2_300 : tensor<2x300xi32>
  check.expect_eq %r20, %more20 : tensor<2x300xi32>
  %r21 = "stablehlo.reduce_window"(%i2_300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  check.expect_eq %r21, %up2_300 : tensor<2x300xi32>
  %r22 = "stablehlo.reduce_window"(%i2_300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  %more22 = stablehlo.add %up2_300, %one2_300 : tensor<2x300xi32>
  check.expect_eq %r22, %more22 : tensor<2x300xi32>
  %r23 = "stablehlo.reduce_window"(%i2_300, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [0, 299]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  check.expect_eq %r23, %down2_300 : tensor<2x300xi32>
  %r24 = "stablehlo.reduce_window"(%i2_300, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [0, 299]]> : tensor<2x2xi64>} : (tensor<2x300xi32>, tensor<i32>) -> tensor<2x300xi32>
  %more24 = stablehlo.add %down2_300, %one2_300 : tensor<2x300xi32>
  check.expect_eq %r24, %more24 : tensor<2x300xi32>
  %i17 = stablehlo.iota dim = 0 : tensor<17xi32>
  %one17 = stablehlo.constant dense<1> : tensor<17xi32>
  %two17 = stablehlo.constant dense<2> : tensor<17xi32>
  %next17 = stablehlo.add %i17, %one17 : tensor<17xi32>
  %product17 = stablehlo.multiply %i17, %next17 : tensor<17xi32>
  %up17 = stablehlo.divide %product17, %two17 : tensor<17xi32>
  %total17 = stablehlo.constant dense<136> : tensor<17xi32>
  %rest17 = stablehlo.subtract %total17, %up17 : tensor<17xi32>
  %down17 = stablehlo.add %rest17, %i17 : tensor<17xi32>
  %r25 = "stablehlo.reduce_window"(%i17, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[16, 0]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  check.expect_eq %r25, %up17 : tensor<17xi32>
  %r26 = "stablehlo.reduce_window"(%i17, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[16, 0]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  %more26 = stablehlo.add %up17, %one17 : tensor<17xi32>
  check.expect_eq %r26, %more26 : tensor<17xi32>
  %r27 = "stablehlo.reduce_window"(%i17, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[0, 16]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  check.expect_eq %r27, %down17 : tensor<17xi32>
  %r28 = "stablehlo.reduce_window"(%i17, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[0, 16]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  %more28 = stablehlo.add %down17, %one17 : tensor<17xi32>
  check.expect_eq %r28, %more28 : tensor<17xi32>
  %r29 = "stablehlo.reduce_window"(%i17, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[16, 0]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  check.expect_eq %r29, %up17 : tensor<17xi32>
  %r30 = "stablehlo.reduce_window"(%i17, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[16, 0]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  %more30 = stablehlo.add %up17, %one17 : tensor<17xi32>
  check.expect_eq %r30, %more30 : tensor<17xi32>
  %r31 = "stablehlo.reduce_window"(%i17, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[0, 16]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  check.expect_eq %r31, %down17 : tensor<17xi32>
  %r32 = "stablehlo.reduce_window"(%i17, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.negate %a : tensor<i32>
    %s = stablehlo.subtract %b, %t : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 17>, padding = dense<[[0, 16]]> : tensor<1x2xi64>} : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
  %more32 = stablehlo.add %down17, %one17 : tensor<17xi32>
  check.expect_eq %r32, %more32 : tensor<17xi32>
  // Sums of halves stay near what they should be.
  %zero_bf16 = stablehlo.constant dense<0.0> : tensor<bf16>
  %ones_bf16 = stablehlo.constant dense<1.0> : tensor<1000xbf16>
  %r33 = "stablehlo.reduce_window"(%ones_bf16, %zero_bf16) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>} : (tensor<1000xbf16>, tensor<bf16>) -> tensor<1000xbf16>
  %last33 = stablehlo.slice %r33 [999:1000] : (tensor<1000xbf16>) -> tensor<1xbf16>
  %expected33 = stablehlo.constant dense<1000.0> : tensor<1xbf16>
  check.expect_eq %last33, %expected33 : tensor<1xbf16>
  %r34 = "stablehlo.reduce_window"(%ones_bf16, %zero_bf16) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 1000>, padding = dense<[[0, 999]]> : tensor<1x2xi64>} : (tensor<1000xbf16>, tensor<bf16>) -> tensor<1000xbf16>
  %last34 = stablehlo.slice %r34 [0:1] : (tensor<1000xbf16>) -> tensor<1xbf16>
  %expected34 = stablehlo.constant dense<1000.0> : tensor<1xbf16>
  check.expect_eq %last34, %expected34 : tensor<1xbf16>
  %zero_f16 = stablehlo.constant dense<0.0> : tensor<f16>
  %ones_f16 = stablehlo.constant dense<1.0> : tensor<4000xf16>
  %r35 = "stablehlo.reduce_window"(%ones_f16, %zero_f16) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 4000>, padding = dense<[[3999, 0]]> : tensor<1x2xi64>} : (tensor<4000xf16>, tensor<f16>) -> tensor<4000xf16>
  %last35 = stablehlo.slice %r35 [3999:4000] : (tensor<4000xf16>) -> tensor<1xf16>
  %expected35 = stablehlo.constant dense<4000.0> : tensor<1xf16>
  check.expect_eq %last35, %expected35 : tensor<1xf16>
  %r36 = "stablehlo.reduce_window"(%ones_f16, %zero_f16) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {window_dimensions = array<i64: 4000>, padding = dense<[[0, 3999]]> : tensor<1x2xi64>} : (tensor<4000xf16>, tensor<f16>) -> tensor<4000xf16>
  %last36 = stablehlo.slice %r36 [0:1] : (tensor<4000xf16>) -> tensor<1xf16>
  %expected36 = stablehlo.constant dense<4000.0> : tensor<1xf16>
  check.expect_eq %last36, %expected36 : tensor<1xf16>
  return
}
