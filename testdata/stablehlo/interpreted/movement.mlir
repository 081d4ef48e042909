// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[[true, true, true, false], [false, false, true, true], [true, true, true, true]]> : tensor<3x4xi1>
  %c2 = stablehlo.constant dense<false> : tensor<i1>
  %r3 = stablehlo.transpose %c1, dims = [1, 0] : (tensor<3x4xi1>) -> tensor<4x3xi1>
  %r4 = stablehlo.reshape %c1 : (tensor<3x4xi1>) -> tensor<2x6xi1>
  %r5 = stablehlo.reverse %c1, dims = [1] : tensor<3x4xi1>
  %r6 = stablehlo.slice %c1 [0:3:2, 1:4] : (tensor<3x4xi1>) -> tensor<2x3xi1>
  %r7 = stablehlo.pad %c1, %c2, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi1>, tensor<i1>) -> tensor<6x5xi1>
  %r8 = stablehlo.concatenate %c1, %c1, dim = 0 : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<6x4xi1>
  %r9 = stablehlo.broadcast_in_dim %c1, dims = [2, 0] : (tensor<3x4xi1>) -> tensor<4x2x3xi1>
  %c10 = stablehlo.constant dense<2> : tensor<i32>
  %r11 = stablehlo.dynamic_slice %c1, %c10, %c10, sizes = [2, 2] : (tensor<3x4xi1>, tensor<i32>, tensor<i32>) -> tensor<2x2xi1>
  %c12 = stablehlo.constant dense<[[true], [true]]> : tensor<2x1xi1>
  %r13 = stablehlo.dynamic_update_slice %c1, %c12, %c10, %c10 : (tensor<3x4xi1>, tensor<2x1xi1>, tensor<i32>, tensor<i32>) -> tensor<3x4xi1>
  %c14 = stablehlo.constant dense<[[-8, 0, 7, -1], [5, -7, 1, -7], [1, -8, 0, 7]]> : tensor<3x4xi4>
  %c15 = stablehlo.constant dense<-7> : tensor<i4>
  %r16 = stablehlo.transpose %c14, dims = [1, 0] : (tensor<3x4xi4>) -> tensor<4x3xi4>
  %r17 = stablehlo.reshape %c14 : (tensor<3x4xi4>) -> tensor<2x6xi4>
  %r18 = stablehlo.reverse %c14, dims = [1] : tensor<3x4xi4>
  %r19 = stablehlo.slice %c14 [0:3:2, 1:4] : (tensor<3x4xi4>) -> tensor<2x3xi4>
  %r20 = stablehlo.pad %c14, %c15, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi4>, tensor<i4>) -> tensor<6x5xi4>
  %r21 = stablehlo.concatenate %c14, %c14, dim = 0 : (tensor<3x4xi4>, tensor<3x4xi4>) -> tensor<6x4xi4>
  %r22 = stablehlo.broadcast_in_dim %c14, dims = [2, 0] : (tensor<3x4xi4>) -> tensor<4x2x3xi4>
  %c23 = stablehlo.constant dense<2> : tensor<i32>
  %r24 = stablehlo.dynamic_slice %c14, %c23, %c23, sizes = [2, 2] : (tensor<3x4xi4>, tensor<i32>, tensor<i32>) -> tensor<2x2xi4>
  %c25 = stablehlo.constant dense<[[-8], [0]]> : tensor<2x1xi4>
  %r26 = stablehlo.dynamic_update_slice %c14, %c25, %c23, %c23 : (tensor<3x4xi4>, tensor<2x1xi4>, tensor<i32>, tensor<i32>) -> tensor<3x4xi4>
  %r27 = stablehlo.iota dim = 0 : tensor<3x2xi4>
  %c28 = stablehlo.constant dense<[[0, 8, 0, 8], [0, 8, 1, 14], [1, 14, 1, 14]]> : tensor<3x4xui4>
  %c29 = stablehlo.constant dense<1> : tensor<ui4>
  %r30 = stablehlo.transpose %c28, dims = [1, 0] : (tensor<3x4xui4>) -> tensor<4x3xui4>
  %r31 = stablehlo.reshape %c28 : (tensor<3x4xui4>) -> tensor<2x6xui4>
  %r32 = stablehlo.reverse %c28, dims = [1] : tensor<3x4xui4>
  %r33 = stablehlo.slice %c28 [0:3:2, 1:4] : (tensor<3x4xui4>) -> tensor<2x3xui4>
  %r34 = stablehlo.pad %c28, %c29, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xui4>, tensor<ui4>) -> tensor<6x5xui4>
  %r35 = stablehlo.concatenate %c28, %c28, dim = 0 : (tensor<3x4xui4>, tensor<3x4xui4>) -> tensor<6x4xui4>
  %r36 = stablehlo.broadcast_in_dim %c28, dims = [2, 0] : (tensor<3x4xui4>) -> tensor<4x2x3xui4>
  %c37 = stablehlo.constant dense<2> : tensor<i32>
  %r38 = stablehlo.dynamic_slice %c28, %c37, %c37, sizes = [2, 2] : (tensor<3x4xui4>, tensor<i32>, tensor<i32>) -> tensor<2x2xui4>
  %c39 = stablehlo.constant dense<[[0], [8]]> : tensor<2x1xui4>
  %r40 = stablehlo.dynamic_update_slice %c28, %c39, %c37, %c37 : (tensor<3x4xui4>, tensor<2x1xui4>, tensor<i32>, tensor<i32>) -> tensor<3x4xui4>
  %r41 = stablehlo.iota dim = 0 : tensor<3x2xui4>
  %c42 = stablehlo.constant dense<[[-128, 0, 127, -1], [5, -127, 1, -127], [1, -128, 0, 127]]> : tensor<3x4xi8>
  %c43 = stablehlo.constant dense<-127> : tensor<i8>
  %r44 = stablehlo.transpose %c42, dims = [1, 0] : (tensor<3x4xi8>) -> tensor<4x3xi8>
  %r45 = stablehlo.reshape %c42 : (tensor<3x4xi8>) -> tensor<2x6xi8>
  %r46 = stablehlo.reverse %c42, dims = [1] : tensor<3x4xi8>
  %r47 = stablehlo.slice %c42 [0:3:2, 1:4] : (tensor<3x4xi8>) -> tensor<2x3xi8>
  %r48 = stablehlo.pad %c42, %c43, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi8>, tensor<i8>) -> tensor<6x5xi8>
  %r49 = stablehlo.concatenate %c42, %c42, dim = 0 : (tensor<3x4xi8>, tensor<3x4xi8>) -> tensor<6x4xi8>
  %r50 = stablehlo.broadcast_in_dim %c42, dims = [2, 0] : (tensor<3x4xi8>) -> tensor<4x2x3xi8>
  %c51 = stablehlo.constant dense<2> : tensor<i32>
  %r52 = stablehlo.dynamic_slice %c42, %c51, %c51, sizes = [2, 2] : (tensor<3x4xi8>, tensor<i32>, tensor<i32>) -> tensor<2x2xi8>
  %c53 = stablehlo.constant dense<[[-128], [0]]> : tensor<2x1xi8>
  %r54 = stablehlo.dynamic_update_slice %c42, %c53, %c51, %c51 : (tensor<3x4xi8>, tensor<2x1xi8>, tensor<i32>, tensor<i32>) -> tensor<3x4xi8>
  %r55 = stablehlo.iota dim = 0 : tensor<3x2xi8>
  %c56 = stablehlo.constant dense<[[0, 32768, 0, 32768], [0, 32768, 1, 65534], [1, 65534, 1, 65534]]> : tensor<3x4xui16>
  %c57 = stablehlo.constant dense<1> : tensor<ui16>
  %r58 = stablehlo.transpose %c56, dims = [1, 0] : (tensor<3x4xui16>) -> tensor<4x3xui16>
  %r59 = stablehlo.reshape %c56 : (tensor<3x4xui16>) -> tensor<2x6xui16>
  %r60 = stablehlo.reverse %c56, dims = [1] : tensor<3x4xui16>
  %r61 = stablehlo.slice %c56 [0:3:2, 1:4] : (tensor<3x4xui16>) -> tensor<2x3xui16>
  %r62 = stablehlo.pad %c56, %c57, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xui16>, tensor<ui16>) -> tensor<6x5xui16>
  %r63 = stablehlo.concatenate %c56, %c56, dim = 0 : (tensor<3x4xui16>, tensor<3x4xui16>) -> tensor<6x4xui16>
  %r64 = stablehlo.broadcast_in_dim %c56, dims = [2, 0] : (tensor<3x4xui16>) -> tensor<4x2x3xui16>
  %c65 = stablehlo.constant dense<2> : tensor<i32>
  %r66 = stablehlo.dynamic_slice %c56, %c65, %c65, sizes = [2, 2] : (tensor<3x4xui16>, tensor<i32>, tensor<i32>) -> tensor<2x2xui16>
  %c67 = stablehlo.constant dense<[[0], [32768]]> : tensor<2x1xui16>
  %r68 = stablehlo.dynamic_update_slice %c56, %c67, %c65, %c65 : (tensor<3x4xui16>, tensor<2x1xui16>, tensor<i32>, tensor<i32>) -> tensor<3x4xui16>
  %r69 = stablehlo.iota dim = 0 : tensor<3x2xui16>
  %c70 = stablehlo.constant dense<[[-2147483648, 0, 2147483647, -1], [5, -2147483647, 1, -2147483647], [1, -2147483648, 0, 2147483647]]> : tensor<3x4xi32>
  %c71 = stablehlo.constant dense<-2147483647> : tensor<i32>
  %r72 = stablehlo.transpose %c70, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %r73 = stablehlo.reshape %c70 : (tensor<3x4xi32>) -> tensor<2x6xi32>
  %r74 = stablehlo.reverse %c70, dims = [1] : tensor<3x4xi32>
  %r75 = stablehlo.slice %c70 [0:3:2, 1:4] : (tensor<3x4xi32>) -> tensor<2x3xi32>
  %r76 = stablehlo.pad %c70, %c71, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<6x5xi32>
  %r77 = stablehlo.concatenate %c70, %c70, dim = 0 : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
  %r78 = stablehlo.broadcast_in_dim %c70, dims = [2, 0] : (tensor<3x4xi32>) -> tensor<4x2x3xi32>
  %c79 = stablehlo.constant dense<2> : tensor<i32>
  %r80 = stablehlo.dynamic_slice %c70, %c79, %c79, sizes = [2, 2] : (tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %c81 = stablehlo.constant dense<[[-2147483648], [0]]> : tensor<2x1xi32>
  %r82 = stablehlo.dynamic_update_slice %c70, %c81, %c79, %c79 : (tensor<3x4xi32>, tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<3x4xi32>
  %r83 = stablehlo.iota dim = 0 : tensor<3x2xi32>
  %c84 = stablehlo.constant dense<[[-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, 1, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807]]> : tensor<3x4xi64>
  %c85 = stablehlo.constant dense<-9223372036854775807> : tensor<i64>
  %r86 = stablehlo.transpose %c84, dims = [1, 0] : (tensor<3x4xi64>) -> tensor<4x3xi64>
  %r87 = stablehlo.reshape %c84 : (tensor<3x4xi64>) -> tensor<2x6xi64>
  %r88 = stablehlo.reverse %c84, dims = [1] : tensor<3x4xi64>
  %r89 = stablehlo.slice %c84 [0:3:2, 1:4] : (tensor<3x4xi64>) -> tensor<2x3xi64>
  %r90 = stablehlo.pad %c84, %c85, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi64>, tensor<i64>) -> tensor<6x5xi64>
  %r91 = stablehlo.concatenate %c84, %c84, dim = 0 : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<6x4xi64>
  %r92 = stablehlo.broadcast_in_dim %c84, dims = [2, 0] : (tensor<3x4xi64>) -> tensor<4x2x3xi64>
  %c93 = stablehlo.constant dense<2> : tensor<i32>
  %r94 = stablehlo.dynamic_slice %c84, %c93, %c93, sizes = [2, 2] : (tensor<3x4xi64>, tensor<i32>, tensor<i32>) -> tensor<2x2xi64>
  %c95 = stablehlo.constant dense<[[-9223372036854775808], [0]]> : tensor<2x1xi64>
  %r96 = stablehlo.dynamic_update_slice %c84, %c95, %c93, %c93 : (tensor<3x4xi64>, tensor<2x1xi64>, tensor<i32>, tensor<i32>) -> tensor<3x4xi64>
  %r97 = stablehlo.iota dim = 0 : tensor<3x2xi64>
  %c98 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5]]> : tensor<3x4xf8E4M3FN>
  %c99 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %r100 = stablehlo.transpose %c98, dims = [1, 0] : (tensor<3x4xf8E4M3FN>) -> tensor<4x3xf8E4M3FN>
  %r101 = stablehlo.reshape %c98 : (tensor<3x4xf8E4M3FN>) -> tensor<2x6xf8E4M3FN>
  %r102 = stablehlo.reverse %c98, dims = [1] : tensor<3x4xf8E4M3FN>
  %r103 = stablehlo.slice %c98 [0:3:2, 1:4] : (tensor<3x4xf8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  %r104 = stablehlo.pad %c98, %c99, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<6x5xf8E4M3FN>
  %r105 = stablehlo.concatenate %c98, %c98, dim = 0 : (tensor<3x4xf8E4M3FN>, tensor<3x4xf8E4M3FN>) -> tensor<6x4xf8E4M3FN>
  %r106 = stablehlo.broadcast_in_dim %c98, dims = [2, 0] : (tensor<3x4xf8E4M3FN>) -> tensor<4x2x3xf8E4M3FN>
  %c107 = stablehlo.constant dense<2> : tensor<i32>
  %r108 = stablehlo.dynamic_slice %c98, %c107, %c107, sizes = [2, 2] : (tensor<3x4xf8E4M3FN>, tensor<i32>, tensor<i32>) -> tensor<2x2xf8E4M3FN>
  %c109 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf8E4M3FN>
  %r110 = stablehlo.dynamic_update_slice %c98, %c109, %c107, %c107 : (tensor<3x4xf8E4M3FN>, tensor<2x1xf8E4M3FN>, tensor<i32>, tensor<i32>) -> tensor<3x4xf8E4M3FN>
  %r111 = stablehlo.iota dim = 0 : tensor<3x2xf8E4M3FN>
  %c112 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5]]> : tensor<3x4xf8E5M2>
  %c113 = stablehlo.constant dense<1.0> : tensor<f8E5M2>
  %r114 = stablehlo.transpose %c112, dims = [1, 0] : (tensor<3x4xf8E5M2>) -> tensor<4x3xf8E5M2>
  %r115 = stablehlo.reshape %c112 : (tensor<3x4xf8E5M2>) -> tensor<2x6xf8E5M2>
  %r116 = stablehlo.reverse %c112, dims = [1] : tensor<3x4xf8E5M2>
  %r117 = stablehlo.slice %c112 [0:3:2, 1:4] : (tensor<3x4xf8E5M2>) -> tensor<2x3xf8E5M2>
  %r118 = stablehlo.pad %c112, %c113, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf8E5M2>, tensor<f8E5M2>) -> tensor<6x5xf8E5M2>
  %r119 = stablehlo.concatenate %c112, %c112, dim = 0 : (tensor<3x4xf8E5M2>, tensor<3x4xf8E5M2>) -> tensor<6x4xf8E5M2>
  %r120 = stablehlo.broadcast_in_dim %c112, dims = [2, 0] : (tensor<3x4xf8E5M2>) -> tensor<4x2x3xf8E5M2>
  %c121 = stablehlo.constant dense<2> : tensor<i32>
  %r122 = stablehlo.dynamic_slice %c112, %c121, %c121, sizes = [2, 2] : (tensor<3x4xf8E5M2>, tensor<i32>, tensor<i32>) -> tensor<2x2xf8E5M2>
  %c123 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf8E5M2>
  %r124 = stablehlo.dynamic_update_slice %c112, %c123, %c121, %c121 : (tensor<3x4xf8E5M2>, tensor<2x1xf8E5M2>, tensor<i32>, tensor<i32>) -> tensor<3x4xf8E5M2>
  %r125 = stablehlo.iota dim = 0 : tensor<3x2xf8E5M2>
  %c126 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xbf16>
  %c127 = stablehlo.constant dense<1.0> : tensor<bf16>
  %r128 = stablehlo.transpose %c126, dims = [1, 0] : (tensor<3x4xbf16>) -> tensor<4x3xbf16>
  %r129 = stablehlo.reshape %c126 : (tensor<3x4xbf16>) -> tensor<2x6xbf16>
  %r130 = stablehlo.reverse %c126, dims = [1] : tensor<3x4xbf16>
  %r131 = stablehlo.slice %c126 [0:3:2, 1:4] : (tensor<3x4xbf16>) -> tensor<2x3xbf16>
  %r132 = stablehlo.pad %c126, %c127, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<6x5xbf16>
  %r133 = stablehlo.concatenate %c126, %c126, dim = 0 : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> tensor<6x4xbf16>
  %r134 = stablehlo.broadcast_in_dim %c126, dims = [2, 0] : (tensor<3x4xbf16>) -> tensor<4x2x3xbf16>
  %c135 = stablehlo.constant dense<2> : tensor<i32>
  %r136 = stablehlo.dynamic_slice %c126, %c135, %c135, sizes = [2, 2] : (tensor<3x4xbf16>, tensor<i32>, tensor<i32>) -> tensor<2x2xbf16>
  %c137 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xbf16>
  %r138 = stablehlo.dynamic_update_slice %c126, %c137, %c135, %c135 : (tensor<3x4xbf16>, tensor<2x1xbf16>, tensor<i32>, tensor<i32>) -> tensor<3x4xbf16>
  %r139 = stablehlo.iota dim = 0 : tensor<3x2xbf16>
  %c140 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf16>
  %c141 = stablehlo.constant dense<1.0> : tensor<f16>
  %r142 = stablehlo.transpose %c140, dims = [1, 0] : (tensor<3x4xf16>) -> tensor<4x3xf16>
  %r143 = stablehlo.reshape %c140 : (tensor<3x4xf16>) -> tensor<2x6xf16>
  %r144 = stablehlo.reverse %c140, dims = [1] : tensor<3x4xf16>
  %r145 = stablehlo.slice %c140 [0:3:2, 1:4] : (tensor<3x4xf16>) -> tensor<2x3xf16>
  %r146 = stablehlo.pad %c140, %c141, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf16>, tensor<f16>) -> tensor<6x5xf16>
  %r147 = stablehlo.concatenate %c140, %c140, dim = 0 : (tensor<3x4xf16>, tensor<3x4xf16>) -> tensor<6x4xf16>
  %r148 = stablehlo.broadcast_in_dim %c140, dims = [2, 0] : (tensor<3x4xf16>) -> tensor<4x2x3xf16>
  %c149 = stablehlo.constant dense<2> : tensor<i32>
  %r150 = stablehlo.dynamic_slice %c140, %c149, %c149, sizes = [2, 2] : (tensor<3x4xf16>, tensor<i32>, tensor<i32>) -> tensor<2x2xf16>
  %c151 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf16>
  %r152 = stablehlo.dynamic_update_slice %c140, %c151, %c149, %c149 : (tensor<3x4xf16>, tensor<2x1xf16>, tensor<i32>, tensor<i32>) -> tensor<3x4xf16>
  %r153 = stablehlo.iota dim = 0 : tensor<3x2xf16>
  %c154 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf32>
  %c155 = stablehlo.constant dense<1.0> : tensor<f32>
  %r156 = stablehlo.transpose %c154, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %r157 = stablehlo.reshape %c154 : (tensor<3x4xf32>) -> tensor<2x6xf32>
  %r158 = stablehlo.reverse %c154, dims = [1] : tensor<3x4xf32>
  %r159 = stablehlo.slice %c154 [0:3:2, 1:4] : (tensor<3x4xf32>) -> tensor<2x3xf32>
  %r160 = stablehlo.pad %c154, %c155, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x5xf32>
  %r161 = stablehlo.concatenate %c154, %c154, dim = 0 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  %r162 = stablehlo.broadcast_in_dim %c154, dims = [2, 0] : (tensor<3x4xf32>) -> tensor<4x2x3xf32>
  %c163 = stablehlo.constant dense<2> : tensor<i32>
  %r164 = stablehlo.dynamic_slice %c154, %c163, %c163, sizes = [2, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %c165 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf32>
  %r166 = stablehlo.dynamic_update_slice %c154, %c165, %c163, %c163 : (tensor<3x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %r167 = stablehlo.iota dim = 0 : tensor<3x2xf32>
  %c168 = stablehlo.constant dense<[[0.0, 0.25, 14.0, -0.015625], [-1.5, 3.5, 100.0, 1.0], [-0.375, -7.5, 1.0, -0.375]]> : tensor<3x4xf64>
  %c169 = stablehlo.constant dense<1.0> : tensor<f64>
  %r170 = stablehlo.transpose %c168, dims = [1, 0] : (tensor<3x4xf64>) -> tensor<4x3xf64>
  %r171 = stablehlo.reshape %c168 : (tensor<3x4xf64>) -> tensor<2x6xf64>
  %r172 = stablehlo.reverse %c168, dims = [1] : tensor<3x4xf64>
  %r173 = stablehlo.slice %c168 [0:3:2, 1:4] : (tensor<3x4xf64>) -> tensor<2x3xf64>
  %r174 = stablehlo.pad %c168, %c169, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<6x5xf64>
  %r175 = stablehlo.concatenate %c168, %c168, dim = 0 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<6x4xf64>
  %r176 = stablehlo.broadcast_in_dim %c168, dims = [2, 0] : (tensor<3x4xf64>) -> tensor<4x2x3xf64>
  %c177 = stablehlo.constant dense<2> : tensor<i32>
  %r178 = stablehlo.dynamic_slice %c168, %c177, %c177, sizes = [2, 2] : (tensor<3x4xf64>, tensor<i32>, tensor<i32>) -> tensor<2x2xf64>
  %c179 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf64>
  %r180 = stablehlo.dynamic_update_slice %c168, %c179, %c177, %c177 : (tensor<3x4xf64>, tensor<2x1xf64>, tensor<i32>, tensor<i32>) -> tensor<3x4xf64>
  %r181 = stablehlo.iota dim = 0 : tensor<3x2xf64>
  %c182 = stablehlo.constant dense<[[(1.5, -2.5), (-0.5, -0.75), (1.5, -2.5), (-0.5, -0.75)], [(1.5, -2.5), (-0.5, -0.75), (0.0, 1.0), (2.0, 0.125)], [(0.0, 1.0), (2.0, 0.125), (0.0, 1.0), (2.0, 0.125)]]> : tensor<3x4xcomplex<f32>>
  %c183 = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %r184 = stablehlo.transpose %c182, dims = [1, 0] : (tensor<3x4xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  %r185 = stablehlo.reshape %c182 : (tensor<3x4xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
  %r186 = stablehlo.reverse %c182, dims = [1] : tensor<3x4xcomplex<f32>>
  %r187 = stablehlo.slice %c182 [0:3:2, 1:4] : (tensor<3x4xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %r188 = stablehlo.pad %c182, %c183, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6x5xcomplex<f32>>
  %r189 = stablehlo.concatenate %c182, %c182, dim = 0 : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<6x4xcomplex<f32>>
  %r190 = stablehlo.broadcast_in_dim %c182, dims = [2, 0] : (tensor<3x4xcomplex<f32>>) -> tensor<4x2x3xcomplex<f32>>
  %c191 = stablehlo.constant dense<2> : tensor<i32>
  %r192 = stablehlo.dynamic_slice %c182, %c191, %c191, sizes = [2, 2] : (tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<2x2xcomplex<f32>>
  %c193 = stablehlo.constant dense<[[(1.5, -2.5)], [(-0.5, -0.75)]]> : tensor<2x1xcomplex<f32>>
  %r194 = stablehlo.dynamic_update_slice %c182, %c193, %c191, %c191 : (tensor<3x4xcomplex<f32>>, tensor<2x1xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<3x4xcomplex<f32>>
  %r195 = stablehlo.iota dim = 0 : tensor<3x2xcomplex<f32>>
  %c196 = stablehlo.constant dense<[[-2, 1, 0, -1], [-1, -2, 1, 0], [0, -1, -2, 1]]> : tensor<3x4xi2>
  %c197 = stablehlo.constant dense<-1> : tensor<i2>
  %r198 = stablehlo.transpose %c196, dims = [1, 0] : (tensor<3x4xi2>) -> tensor<4x3xi2>
  %r199 = stablehlo.reshape %c196 : (tensor<3x4xi2>) -> tensor<2x6xi2>
  %r200 = stablehlo.reverse %c196, dims = [1] : tensor<3x4xi2>
  %r201 = stablehlo.slice %c196 [0:3:2, 1:4] : (tensor<3x4xi2>) -> tensor<2x3xi2>
  %r202 = stablehlo.pad %c196, %c197, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xi2>, tensor<i2>) -> tensor<6x5xi2>
  %r203 = stablehlo.concatenate %c196, %c196, dim = 0 : (tensor<3x4xi2>, tensor<3x4xi2>) -> tensor<6x4xi2>
  %r204 = stablehlo.broadcast_in_dim %c196, dims = [2, 0] : (tensor<3x4xi2>) -> tensor<4x2x3xi2>
  %c205 = stablehlo.constant dense<2> : tensor<i32>
  %r206 = stablehlo.dynamic_slice %c196, %c205, %c205, sizes = [2, 2] : (tensor<3x4xi2>, tensor<i32>, tensor<i32>) -> tensor<2x2xi2>
  %c207 = stablehlo.constant dense<[[-2], [1]]> : tensor<2x1xi2>
  %r208 = stablehlo.dynamic_update_slice %c196, %c207, %c205, %c205 : (tensor<3x4xi2>, tensor<2x1xi2>, tensor<i32>, tensor<i32>) -> tensor<3x4xi2>
  %r209 = stablehlo.iota dim = 0 : tensor<3x2xi2>
  %c210 = stablehlo.constant dense<[[0, 3, 2, 1], [1, 0, 3, 2], [2, 1, 0, 3]]> : tensor<3x4xui2>
  %c211 = stablehlo.constant dense<1> : tensor<ui2>
  %r212 = stablehlo.transpose %c210, dims = [1, 0] : (tensor<3x4xui2>) -> tensor<4x3xui2>
  %r213 = stablehlo.reshape %c210 : (tensor<3x4xui2>) -> tensor<2x6xui2>
  %r214 = stablehlo.reverse %c210, dims = [1] : tensor<3x4xui2>
  %r215 = stablehlo.slice %c210 [0:3:2, 1:4] : (tensor<3x4xui2>) -> tensor<2x3xui2>
  %r216 = stablehlo.pad %c210, %c211, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xui2>, tensor<ui2>) -> tensor<6x5xui2>
  %r217 = stablehlo.concatenate %c210, %c210, dim = 0 : (tensor<3x4xui2>, tensor<3x4xui2>) -> tensor<6x4xui2>
  %r218 = stablehlo.broadcast_in_dim %c210, dims = [2, 0] : (tensor<3x4xui2>) -> tensor<4x2x3xui2>
  %c219 = stablehlo.constant dense<2> : tensor<i32>
  %r220 = stablehlo.dynamic_slice %c210, %c219, %c219, sizes = [2, 2] : (tensor<3x4xui2>, tensor<i32>, tensor<i32>) -> tensor<2x2xui2>
  %c221 = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xui2>
  %r222 = stablehlo.dynamic_update_slice %c210, %c221, %c219, %c219 : (tensor<3x4xui2>, tensor<2x1xui2>, tensor<i32>, tensor<i32>) -> tensor<3x4xui2>
  %r223 = stablehlo.iota dim = 0 : tensor<3x2xui2>
  %c224 = stablehlo.constant dense<[[0.0, 0.25, 14.0, 1.0], [-0.375, -7.5, -1.5, 3.5], [1.0, -0.375, -7.5, -1.5]]> : tensor<3x4xf8E3M4>
  %c225 = stablehlo.constant dense<1.0> : tensor<f8E3M4>
  %r226 = stablehlo.transpose %c224, dims = [1, 0] : (tensor<3x4xf8E3M4>) -> tensor<4x3xf8E3M4>
  %r227 = stablehlo.reshape %c224 : (tensor<3x4xf8E3M4>) -> tensor<2x6xf8E3M4>
  %r228 = stablehlo.reverse %c224, dims = [1] : tensor<3x4xf8E3M4>
  %r229 = stablehlo.slice %c224 [0:3:2, 1:4] : (tensor<3x4xf8E3M4>) -> tensor<2x3xf8E3M4>
  %r230 = stablehlo.pad %c224, %c225, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf8E3M4>, tensor<f8E3M4>) -> tensor<6x5xf8E3M4>
  %r231 = stablehlo.concatenate %c224, %c224, dim = 0 : (tensor<3x4xf8E3M4>, tensor<3x4xf8E3M4>) -> tensor<6x4xf8E3M4>
  %r232 = stablehlo.broadcast_in_dim %c224, dims = [2, 0] : (tensor<3x4xf8E3M4>) -> tensor<4x2x3xf8E3M4>
  %c233 = stablehlo.constant dense<2> : tensor<i32>
  %r234 = stablehlo.dynamic_slice %c224, %c233, %c233, sizes = [2, 2] : (tensor<3x4xf8E3M4>, tensor<i32>, tensor<i32>) -> tensor<2x2xf8E3M4>
  %c235 = stablehlo.constant dense<[[0.0], [0.25]]> : tensor<2x1xf8E3M4>
  %r236 = stablehlo.dynamic_update_slice %c224, %c235, %c233, %c233 : (tensor<3x4xf8E3M4>, tensor<2x1xf8E3M4>, tensor<i32>, tensor<i32>) -> tensor<3x4xf8E3M4>
  %r237 = stablehlo.iota dim = 0 : tensor<3x2xf8E3M4>
  %c238 = stablehlo.constant dense<[[0.0, -1.5, 0.5, -0.0], [3.0, 2.0, 1.0, -6.0], [-0.0, 3.0, 2.0, 1.0]]> : tensor<3x4xf4E2M1FN>
  %c239 = stablehlo.constant dense<-0.0> : tensor<f4E2M1FN>
  %r240 = stablehlo.transpose %c238, dims = [1, 0] : (tensor<3x4xf4E2M1FN>) -> tensor<4x3xf4E2M1FN>
  %r241 = stablehlo.reshape %c238 : (tensor<3x4xf4E2M1FN>) -> tensor<2x6xf4E2M1FN>
  %r242 = stablehlo.reverse %c238, dims = [1] : tensor<3x4xf4E2M1FN>
  %r243 = stablehlo.slice %c238 [0:3:2, 1:4] : (tensor<3x4xf4E2M1FN>) -> tensor<2x3xf4E2M1FN>
  %r244 = stablehlo.pad %c238, %c239, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<6x5xf4E2M1FN>
  %r245 = stablehlo.concatenate %c238, %c238, dim = 0 : (tensor<3x4xf4E2M1FN>, tensor<3x4xf4E2M1FN>) -> tensor<6x4xf4E2M1FN>
  %r246 = stablehlo.broadcast_in_dim %c238, dims = [2, 0] : (tensor<3x4xf4E2M1FN>) -> tensor<4x2x3xf4E2M1FN>
  %c247 = stablehlo.constant dense<2> : tensor<i32>
  %r248 = stablehlo.dynamic_slice %c238, %c247, %c247, sizes = [2, 2] : (tensor<3x4xf4E2M1FN>, tensor<i32>, tensor<i32>) -> tensor<2x2xf4E2M1FN>
  %c249 = stablehlo.constant dense<[[0.0], [-1.5]]> : tensor<2x1xf4E2M1FN>
  %r250 = stablehlo.dynamic_update_slice %c238, %c249, %c247, %c247 : (tensor<3x4xf4E2M1FN>, tensor<2x1xf4E2M1FN>, tensor<i32>, tensor<i32>) -> tensor<3x4xf4E2M1FN>
  %r251 = stablehlo.iota dim = 0 : tensor<3x2xf4E2M1FN>
  %c252 = stablehlo.constant dense<[[1.0, 64.0, 0.5, 0.125], [4.0, 0.5, 0.125, 4.0], [1.0, 64.0, 4.0, 1.0]]> : tensor<3x4xf8E8M0FNU>
  %c253 = stablehlo.constant dense<0.5> : tensor<f8E8M0FNU>
  %r254 = stablehlo.transpose %c252, dims = [1, 0] : (tensor<3x4xf8E8M0FNU>) -> tensor<4x3xf8E8M0FNU>
  %r255 = stablehlo.reshape %c252 : (tensor<3x4xf8E8M0FNU>) -> tensor<2x6xf8E8M0FNU>
  %r256 = stablehlo.reverse %c252, dims = [1] : tensor<3x4xf8E8M0FNU>
  %r257 = stablehlo.slice %c252 [0:3:2, 1:4] : (tensor<3x4xf8E8M0FNU>) -> tensor<2x3xf8E8M0FNU>
  %r258 = stablehlo.pad %c252, %c253, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<6x5xf8E8M0FNU>
  %r259 = stablehlo.concatenate %c252, %c252, dim = 0 : (tensor<3x4xf8E8M0FNU>, tensor<3x4xf8E8M0FNU>) -> tensor<6x4xf8E8M0FNU>
  %r260 = stablehlo.broadcast_in_dim %c252, dims = [2, 0] : (tensor<3x4xf8E8M0FNU>) -> tensor<4x2x3xf8E8M0FNU>
  %c261 = stablehlo.constant dense<2> : tensor<i32>
  %r262 = stablehlo.dynamic_slice %c252, %c261, %c261, sizes = [2, 2] : (tensor<3x4xf8E8M0FNU>, tensor<i32>, tensor<i32>) -> tensor<2x2xf8E8M0FNU>
  %c263 = stablehlo.constant dense<[[1.0], [64.0]]> : tensor<2x1xf8E8M0FNU>
  %r264 = stablehlo.dynamic_update_slice %c252, %c263, %c261, %c261 : (tensor<3x4xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>, tensor<i32>, tensor<i32>) -> tensor<3x4xf8E8M0FNU>
  %r265 = stablehlo.reverse %c252, dims = [0] : tensor<3x4xf8E8M0FNU>
  check.expect_eq_const %r3, dense<[[true, false, true], [true, false, true], [true, true, true], [false, true, true]]> : tensor<4x3xi1>
  check.expect_eq_const %r4, dense<[[true, true, true, false, false, false], [true, true, true, true, true, true]]> : tensor<2x6xi1>
  check.expect_eq_const %r5, dense<[[false, true, true, true], [true, true, false, false], [true, true, true, true]]> : tensor<3x4xi1>
  check.expect_eq_const %r6, dense<[[true, true, false], [true, true, true]]> : tensor<2x3xi1>
  check.expect_eq_const %r7, dense<[[false, false, false, false, false], [true, true, false, false, false], [false, false, false, false, false], [false, true, true, false, false], [false, false, false, false, false], [true, true, true, false, false]]> : tensor<6x5xi1>
  check.expect_eq_const %r8, dense<[[true, true, true, false], [false, false, true, true], [true, true, true, true], [true, true, true, false], [false, false, true, true], [true, true, true, true]]> : tensor<6x4xi1>
  check.expect_eq_const %r9, dense<[[[true, false, true], [true, false, true]], [[true, false, true], [true, false, true]], [[true, true, true], [true, true, true]], [[false, true, true], [false, true, true]]]> : tensor<4x2x3xi1>
  check.expect_eq_const %r11, dense<true> : tensor<2x2xi1>
  check.expect_eq_const %r13, dense<[[true, true, true, false], [false, false, true, true], [true, true, true, true]]> : tensor<3x4xi1>
  check.expect_eq_const %r16, dense<[[-8, 5, 1], [0, -7, -8], [7, 1, 0], [-1, -7, 7]]> : tensor<4x3xi4>
  check.expect_eq_const %r17, dense<[[-8, 0, 7, -1, 5, -7], [1, -7, 1, -8, 0, 7]]> : tensor<2x6xi4>
  check.expect_eq_const %r18, dense<[[-1, 7, 0, -8], [-7, 1, -7, 5], [7, 0, -8, 1]]> : tensor<3x4xi4>
  check.expect_eq_const %r19, dense<[[0, 7, -1], [-8, 0, 7]]> : tensor<2x3xi4>
  check.expect_eq_const %r20, dense<[[-7, -7, -7, -7, -7], [0, 7, -1, -7, -7], [-7, -7, -7, -7, -7], [-7, 1, -7, -7, -7], [-7, -7, -7, -7, -7], [-8, 0, 7, -7, -7]]> : tensor<6x5xi4>
  check.expect_eq_const %r21, dense<[[-8, 0, 7, -1], [5, -7, 1, -7], [1, -8, 0, 7], [-8, 0, 7, -1], [5, -7, 1, -7], [1, -8, 0, 7]]> : tensor<6x4xi4>
  check.expect_eq_const %r22, dense<[[[-8, 5, 1], [-8, 5, 1]], [[0, -7, -8], [0, -7, -8]], [[7, 1, 0], [7, 1, 0]], [[-1, -7, 7], [-1, -7, 7]]]> : tensor<4x2x3xi4>
  check.expect_eq_const %r24, dense<[[1, -7], [0, 7]]> : tensor<2x2xi4>
  check.expect_eq_const %r26, dense<[[-8, 0, 7, -1], [5, -7, -8, -7], [1, -8, 0, 7]]> : tensor<3x4xi4>
  check.expect_eq_const %r27, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi4>
  check.expect_eq_const %r30, dense<[[0, 0, 1], [8, 8, 14], [0, 1, 1], [8, 14, 14]]> : tensor<4x3xui4>
  check.expect_eq_const %r31, dense<[[0, 8, 0, 8, 0, 8], [1, 14, 1, 14, 1, 14]]> : tensor<2x6xui4>
  check.expect_eq_const %r32, dense<[[8, 0, 8, 0], [14, 1, 8, 0], [14, 1, 14, 1]]> : tensor<3x4xui4>
  check.expect_eq_const %r33, dense<[[8, 0, 8], [14, 1, 14]]> : tensor<2x3xui4>
  check.expect_eq_const %r34, dense<[[1, 1, 1, 1, 1], [8, 0, 8, 1, 1], [1, 1, 1, 1, 1], [8, 1, 14, 1, 1], [1, 1, 1, 1, 1], [14, 1, 14, 1, 1]]> : tensor<6x5xui4>
  check.expect_eq_const %r35, dense<[[0, 8, 0, 8], [0, 8, 1, 14], [1, 14, 1, 14], [0, 8, 0, 8], [0, 8, 1, 14], [1, 14, 1, 14]]> : tensor<6x4xui4>
  check.expect_eq_const %r36, dense<[[[0, 0, 1], [0, 0, 1]], [[8, 8, 14], [8, 8, 14]], [[0, 1, 1], [0, 1, 1]], [[8, 14, 14], [8, 14, 14]]]> : tensor<4x2x3xui4>
  check.expect_eq_const %r38, dense<[[1, 14], [1, 14]]> : tensor<2x2xui4>
  check.expect_eq_const %r40, dense<[[0, 8, 0, 8], [0, 8, 0, 14], [1, 14, 8, 14]]> : tensor<3x4xui4>
  check.expect_eq_const %r41, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xui4>
  check.expect_eq_const %r44, dense<[[-128, 5, 1], [0, -127, -128], [127, 1, 0], [-1, -127, 127]]> : tensor<4x3xi8>
  check.expect_eq_const %r45, dense<[[-128, 0, 127, -1, 5, -127], [1, -127, 1, -128, 0, 127]]> : tensor<2x6xi8>
  check.expect_eq_const %r46, dense<[[-1, 127, 0, -128], [-127, 1, -127, 5], [127, 0, -128, 1]]> : tensor<3x4xi8>
  check.expect_eq_const %r47, dense<[[0, 127, -1], [-128, 0, 127]]> : tensor<2x3xi8>
  check.expect_eq_const %r48, dense<[[-127, -127, -127, -127, -127], [0, 127, -1, -127, -127], [-127, -127, -127, -127, -127], [-127, 1, -127, -127, -127], [-127, -127, -127, -127, -127], [-128, 0, 127, -127, -127]]> : tensor<6x5xi8>
  check.expect_eq_const %r49, dense<[[-128, 0, 127, -1], [5, -127, 1, -127], [1, -128, 0, 127], [-128, 0, 127, -1], [5, -127, 1, -127], [1, -128, 0, 127]]> : tensor<6x4xi8>
  check.expect_eq_const %r50, dense<[[[-128, 5, 1], [-128, 5, 1]], [[0, -127, -128], [0, -127, -128]], [[127, 1, 0], [127, 1, 0]], [[-1, -127, 127], [-1, -127, 127]]]> : tensor<4x2x3xi8>
  check.expect_eq_const %r52, dense<[[1, -127], [0, 127]]> : tensor<2x2xi8>
  check.expect_eq_const %r54, dense<[[-128, 0, 127, -1], [5, -127, -128, -127], [1, -128, 0, 127]]> : tensor<3x4xi8>
  check.expect_eq_const %r55, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi8>
  check.expect_eq_const %r58, dense<[[0, 0, 1], [32768, 32768, 65534], [0, 1, 1], [32768, 65534, 65534]]> : tensor<4x3xui16>
  check.expect_eq_const %r59, dense<[[0, 32768, 0, 32768, 0, 32768], [1, 65534, 1, 65534, 1, 65534]]> : tensor<2x6xui16>
  check.expect_eq_const %r60, dense<[[32768, 0, 32768, 0], [65534, 1, 32768, 0], [65534, 1, 65534, 1]]> : tensor<3x4xui16>
  check.expect_eq_const %r61, dense<[[32768, 0, 32768], [65534, 1, 65534]]> : tensor<2x3xui16>
  check.expect_eq_const %r62, dense<[[1, 1, 1, 1, 1], [32768, 0, 32768, 1, 1], [1, 1, 1, 1, 1], [32768, 1, 65534, 1, 1], [1, 1, 1, 1, 1], [65534, 1, 65534, 1, 1]]> : tensor<6x5xui16>
  check.expect_eq_const %r63, dense<[[0, 32768, 0, 32768], [0, 32768, 1, 65534], [1, 65534, 1, 65534], [0, 32768, 0, 32768], [0, 32768, 1, 65534], [1, 65534, 1, 65534]]> : tensor<6x4xui16>
  check.expect_eq_const %r64, dense<[[[0, 0, 1], [0, 0, 1]], [[32768, 32768, 65534], [32768, 32768, 65534]], [[0, 1, 1], [0, 1, 1]], [[32768, 65534, 65534], [32768, 65534, 65534]]]> : tensor<4x2x3xui16>
  check.expect_eq_const %r66, dense<[[1, 65534], [1, 65534]]> : tensor<2x2xui16>
  check.expect_eq_const %r68, dense<[[0, 32768, 0, 32768], [0, 32768, 0, 65534], [1, 65534, 32768, 65534]]> : tensor<3x4xui16>
  check.expect_eq_const %r69, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xui16>
  check.expect_eq_const %r72, dense<[[-2147483648, 5, 1], [0, -2147483647, -2147483648], [2147483647, 1, 0], [-1, -2147483647, 2147483647]]> : tensor<4x3xi32>
  check.expect_eq_const %r73, dense<[[-2147483648, 0, 2147483647, -1, 5, -2147483647], [1, -2147483647, 1, -2147483648, 0, 2147483647]]> : tensor<2x6xi32>
  check.expect_eq_const %r74, dense<[[-1, 2147483647, 0, -2147483648], [-2147483647, 1, -2147483647, 5], [2147483647, 0, -2147483648, 1]]> : tensor<3x4xi32>
  check.expect_eq_const %r75, dense<[[0, 2147483647, -1], [-2147483648, 0, 2147483647]]> : tensor<2x3xi32>
  check.expect_eq_const %r76, dense<[[-2147483647, -2147483647, -2147483647, -2147483647, -2147483647], [0, 2147483647, -1, -2147483647, -2147483647], [-2147483647, -2147483647, -2147483647, -2147483647, -2147483647], [-2147483647, 1, -2147483647, -2147483647, -2147483647], [-2147483647, -2147483647, -2147483647, -2147483647, -2147483647], [-2147483648, 0, 2147483647, -2147483647, -2147483647]]> : tensor<6x5xi32>
  check.expect_eq_const %r77, dense<[[-2147483648, 0, 2147483647, -1], [5, -2147483647, 1, -2147483647], [1, -2147483648, 0, 2147483647], [-2147483648, 0, 2147483647, -1], [5, -2147483647, 1, -2147483647], [1, -2147483648, 0, 2147483647]]> : tensor<6x4xi32>
  check.expect_eq_const %r78, dense<[[[-2147483648, 5, 1], [-2147483648, 5, 1]], [[0, -2147483647, -2147483648], [0, -2147483647, -2147483648]], [[2147483647, 1, 0], [2147483647, 1, 0]], [[-1, -2147483647, 2147483647], [-1, -2147483647, 2147483647]]]> : tensor<4x2x3xi32>
  check.expect_eq_const %r80, dense<[[1, -2147483647], [0, 2147483647]]> : tensor<2x2xi32>
  check.expect_eq_const %r82, dense<[[-2147483648, 0, 2147483647, -1], [5, -2147483647, -2147483648, -2147483647], [1, -2147483648, 0, 2147483647]]> : tensor<3x4xi32>
  check.expect_eq_const %r83, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  check.expect_eq_const %r86, dense<[[-9223372036854775808, 5, 1], [0, -9223372036854775807, -9223372036854775808], [9223372036854775807, 1, 0], [-1, -9223372036854775807, 9223372036854775807]]> : tensor<4x3xi64>
  check.expect_eq_const %r87, dense<[[-9223372036854775808, 0, 9223372036854775807, -1, 5, -9223372036854775807], [1, -9223372036854775807, 1, -9223372036854775808, 0, 9223372036854775807]]> : tensor<2x6xi64>
  check.expect_eq_const %r88, dense<[[-1, 9223372036854775807, 0, -9223372036854775808], [-9223372036854775807, 1, -9223372036854775807, 5], [9223372036854775807, 0, -9223372036854775808, 1]]> : tensor<3x4xi64>
  check.expect_eq_const %r89, dense<[[0, 9223372036854775807, -1], [-9223372036854775808, 0, 9223372036854775807]]> : tensor<2x3xi64>
  check.expect_eq_const %r90, dense<[[-9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807], [0, 9223372036854775807, -1, -9223372036854775807, -9223372036854775807], [-9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807], [-9223372036854775807, 1, -9223372036854775807, -9223372036854775807, -9223372036854775807], [-9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807], [-9223372036854775808, 0, 9223372036854775807, -9223372036854775807, -9223372036854775807]]> : tensor<6x5xi64>
  check.expect_eq_const %r91, dense<[[-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, 1, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807], [-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, 1, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807]]> : tensor<6x4xi64>
  check.expect_eq_const %r92, dense<[[[-9223372036854775808, 5, 1], [-9223372036854775808, 5, 1]], [[0, -9223372036854775807, -9223372036854775808], [0, -9223372036854775807, -9223372036854775808]], [[9223372036854775807, 1, 0], [9223372036854775807, 1, 0]], [[-1, -9223372036854775807, 9223372036854775807], [-1, -9223372036854775807, 9223372036854775807]]]> : tensor<4x2x3xi64>
  check.expect_eq_const %r94, dense<[[1, -9223372036854775807], [0, 9223372036854775807]]> : tensor<2x2xi64>
  check.expect_eq_const %r96, dense<[[-9223372036854775808, 0, 9223372036854775807, -1], [5, -9223372036854775807, -9223372036854775808, -9223372036854775807], [1, -9223372036854775808, 0, 9223372036854775807]]> : tensor<3x4xi64>
  check.expect_eq_const %r97, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi64>
  check.expect_eq_const %r100, dense<[[0.000000e+00, -3.750000e-01, 1.000000e+00], [2.500000e-01, -7.500000e+00, -3.750000e-01], [1.400000e+01, -1.500000e+00, -7.500000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]> : tensor<4x3xf8E4M3FN>
  check.expect_eq_const %r101, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00, -3.750000e-01, -7.500000e+00], [-1.500000e+00, 3.500000e+00, 1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<2x6xf8E4M3FN>
  check.expect_eq_const %r102, dense<[[1.000000e+00, 1.400000e+01, 2.500000e-01, 0.000000e+00], [3.500000e+00, -1.500000e+00, -7.500000e+00, -3.750000e-01], [-1.500000e+00, -7.500000e+00, -3.750000e-01, 1.000000e+00]]> : tensor<3x4xf8E4M3FN>
  check.expect_eq_const %r103, dense<[[2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<2x3xf8E4M3FN>
  check.expect_eq_const %r104, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, -1.500000e+00, 3.500000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf8E4M3FN>
  check.expect_eq_const %r105, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<6x4xf8E4M3FN>
  check.expect_eq_const %r106, dense<[[[0.000000e+00, -3.750000e-01, 1.000000e+00], [0.000000e+00, -3.750000e-01, 1.000000e+00]], [[2.500000e-01, -7.500000e+00, -3.750000e-01], [2.500000e-01, -7.500000e+00, -3.750000e-01]], [[1.400000e+01, -1.500000e+00, -7.500000e+00], [1.400000e+01, -1.500000e+00, -7.500000e+00]], [[1.000000e+00, 3.500000e+00, -1.500000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]]> : tensor<4x2x3xf8E4M3FN>
  check.expect_eq_const %r108, dense<[[-1.500000e+00, 3.500000e+00], [-7.500000e+00, -1.500000e+00]]> : tensor<2x2xf8E4M3FN>
  check.expect_eq_const %r110, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 0.000000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, 2.500000e-01, -1.500000e+00]]> : tensor<3x4xf8E4M3FN>
  check.expect_eq_const %r111, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf8E4M3FN>
  check.expect_eq_const %r114, dense<[[0.000000e+00, -3.750000e-01, 1.000000e+00], [2.500000e-01, -8.000000e+00, -3.750000e-01], [1.400000e+01, -1.500000e+00, -8.000000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]> : tensor<4x3xf8E5M2>
  check.expect_eq_const %r115, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00, -3.750000e-01, -8.000000e+00], [-1.500000e+00, 3.500000e+00, 1.000000e+00, -3.750000e-01, -8.000000e+00, -1.500000e+00]]> : tensor<2x6xf8E5M2>
  check.expect_eq_const %r116, dense<[[1.000000e+00, 1.400000e+01, 2.500000e-01, 0.000000e+00], [3.500000e+00, -1.500000e+00, -8.000000e+00, -3.750000e-01], [-1.500000e+00, -8.000000e+00, -3.750000e-01, 1.000000e+00]]> : tensor<3x4xf8E5M2>
  check.expect_eq_const %r117, dense<[[2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -8.000000e+00, -1.500000e+00]]> : tensor<2x3xf8E5M2>
  check.expect_eq_const %r118, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-8.000000e+00, -1.500000e+00, 3.500000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-3.750000e-01, -8.000000e+00, -1.500000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf8E5M2>
  check.expect_eq_const %r119, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -8.000000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -8.000000e+00, -1.500000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -8.000000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -8.000000e+00, -1.500000e+00]]> : tensor<6x4xf8E5M2>
  check.expect_eq_const %r120, dense<[[[0.000000e+00, -3.750000e-01, 1.000000e+00], [0.000000e+00, -3.750000e-01, 1.000000e+00]], [[2.500000e-01, -8.000000e+00, -3.750000e-01], [2.500000e-01, -8.000000e+00, -3.750000e-01]], [[1.400000e+01, -1.500000e+00, -8.000000e+00], [1.400000e+01, -1.500000e+00, -8.000000e+00]], [[1.000000e+00, 3.500000e+00, -1.500000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]]> : tensor<4x2x3xf8E5M2>
  check.expect_eq_const %r122, dense<[[-1.500000e+00, 3.500000e+00], [-8.000000e+00, -1.500000e+00]]> : tensor<2x2xf8E5M2>
  check.expect_eq_const %r124, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -8.000000e+00, 0.000000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, 2.500000e-01, -1.500000e+00]]> : tensor<3x4xf8E5M2>
  check.expect_eq_const %r125, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf8E5M2>
  check.expect_eq_const %r128, dense<[[0.000000e+00, -1.500000e+00, -3.750000e-01], [2.500000e-01, 3.500000e+00, -7.500000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]> : tensor<4x3xbf16>
  check.expect_eq_const %r129, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02, -1.500000e+00, 3.500000e+00], [1.000000e+02, 1.000000e+00, -3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x6xbf16>
  check.expect_eq_const %r130, dense<[[-1.562500e-02, 1.400000e+01, 2.500000e-01, 0.000000e+00], [1.000000e+00, 1.000000e+02, 3.500000e+00, -1.500000e+00], [-3.750000e-01, 1.000000e+00, -7.500000e+00, -3.750000e-01]]> : tensor<3x4xbf16>
  check.expect_eq_const %r131, dense<[[2.500000e-01, 1.400000e+01, -1.562500e-02], [-7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x3xbf16>
  check.expect_eq_const %r132, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, -1.562500e-02, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [3.500000e+00, 1.000000e+02, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, 1.000000e+00, -3.750000e-01, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xbf16>
  check.expect_eq_const %r133, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01], [0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<6x4xbf16>
  check.expect_eq_const %r134, dense<[[[0.000000e+00, -1.500000e+00, -3.750000e-01], [0.000000e+00, -1.500000e+00, -3.750000e-01]], [[2.500000e-01, 3.500000e+00, -7.500000e+00], [2.500000e-01, 3.500000e+00, -7.500000e+00]], [[1.400000e+01, 1.000000e+02, 1.000000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00]], [[-1.562500e-02, 1.000000e+00, -3.750000e-01], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]]> : tensor<4x2x3xbf16>
  check.expect_eq_const %r136, dense<[[1.000000e+02, 1.000000e+00], [1.000000e+00, -3.750000e-01]]> : tensor<2x2xbf16>
  check.expect_eq_const %r138, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 0.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 2.500000e-01, -3.750000e-01]]> : tensor<3x4xbf16>
  check.expect_eq_const %r139, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xbf16>
  check.expect_eq_const %r142, dense<[[0.000000e+00, -1.500000e+00, -3.750000e-01], [2.500000e-01, 3.500000e+00, -7.500000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]> : tensor<4x3xf16>
  check.expect_eq_const %r143, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02, -1.500000e+00, 3.500000e+00], [1.000000e+02, 1.000000e+00, -3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x6xf16>
  check.expect_eq_const %r144, dense<[[-1.562500e-02, 1.400000e+01, 2.500000e-01, 0.000000e+00], [1.000000e+00, 1.000000e+02, 3.500000e+00, -1.500000e+00], [-3.750000e-01, 1.000000e+00, -7.500000e+00, -3.750000e-01]]> : tensor<3x4xf16>
  check.expect_eq_const %r145, dense<[[2.500000e-01, 1.400000e+01, -1.562500e-02], [-7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x3xf16>
  check.expect_eq_const %r146, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, -1.562500e-02, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [3.500000e+00, 1.000000e+02, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, 1.000000e+00, -3.750000e-01, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf16>
  check.expect_eq_const %r147, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01], [0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<6x4xf16>
  check.expect_eq_const %r148, dense<[[[0.000000e+00, -1.500000e+00, -3.750000e-01], [0.000000e+00, -1.500000e+00, -3.750000e-01]], [[2.500000e-01, 3.500000e+00, -7.500000e+00], [2.500000e-01, 3.500000e+00, -7.500000e+00]], [[1.400000e+01, 1.000000e+02, 1.000000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00]], [[-1.562500e-02, 1.000000e+00, -3.750000e-01], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]]> : tensor<4x2x3xf16>
  check.expect_eq_const %r150, dense<[[1.000000e+02, 1.000000e+00], [1.000000e+00, -3.750000e-01]]> : tensor<2x2xf16>
  check.expect_eq_const %r152, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 0.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 2.500000e-01, -3.750000e-01]]> : tensor<3x4xf16>
  check.expect_eq_const %r153, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf16>
  check.expect_eq_const %r156, dense<[[0.000000e+00, -1.500000e+00, -3.750000e-01], [2.500000e-01, 3.500000e+00, -7.500000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]> : tensor<4x3xf32>
  check.expect_eq_const %r157, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02, -1.500000e+00, 3.500000e+00], [1.000000e+02, 1.000000e+00, -3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x6xf32>
  check.expect_eq_const %r158, dense<[[-1.562500e-02, 1.400000e+01, 2.500000e-01, 0.000000e+00], [1.000000e+00, 1.000000e+02, 3.500000e+00, -1.500000e+00], [-3.750000e-01, 1.000000e+00, -7.500000e+00, -3.750000e-01]]> : tensor<3x4xf32>
  check.expect_eq_const %r159, dense<[[2.500000e-01, 1.400000e+01, -1.562500e-02], [-7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x3xf32>
  check.expect_eq_const %r160, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, -1.562500e-02, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [3.500000e+00, 1.000000e+02, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, 1.000000e+00, -3.750000e-01, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf32>
  check.expect_eq_const %r161, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01], [0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<6x4xf32>
  check.expect_eq_const %r162, dense<[[[0.000000e+00, -1.500000e+00, -3.750000e-01], [0.000000e+00, -1.500000e+00, -3.750000e-01]], [[2.500000e-01, 3.500000e+00, -7.500000e+00], [2.500000e-01, 3.500000e+00, -7.500000e+00]], [[1.400000e+01, 1.000000e+02, 1.000000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00]], [[-1.562500e-02, 1.000000e+00, -3.750000e-01], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]]> : tensor<4x2x3xf32>
  check.expect_eq_const %r164, dense<[[1.000000e+02, 1.000000e+00], [1.000000e+00, -3.750000e-01]]> : tensor<2x2xf32>
  check.expect_eq_const %r166, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 0.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 2.500000e-01, -3.750000e-01]]> : tensor<3x4xf32>
  check.expect_eq_const %r167, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf32>
  check.expect_eq_const %r170, dense<[[0.000000e+00, -1.500000e+00, -3.750000e-01], [2.500000e-01, 3.500000e+00, -7.500000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]> : tensor<4x3xf64>
  check.expect_eq_const %r171, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02, -1.500000e+00, 3.500000e+00], [1.000000e+02, 1.000000e+00, -3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x6xf64>
  check.expect_eq_const %r172, dense<[[-1.562500e-02, 1.400000e+01, 2.500000e-01, 0.000000e+00], [1.000000e+00, 1.000000e+02, 3.500000e+00, -1.500000e+00], [-3.750000e-01, 1.000000e+00, -7.500000e+00, -3.750000e-01]]> : tensor<3x4xf64>
  check.expect_eq_const %r173, dense<[[2.500000e-01, 1.400000e+01, -1.562500e-02], [-7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<2x3xf64>
  check.expect_eq_const %r174, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, -1.562500e-02, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [3.500000e+00, 1.000000e+02, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, 1.000000e+00, -3.750000e-01, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf64>
  check.expect_eq_const %r175, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01], [0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 1.000000e+02, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 1.000000e+00, -3.750000e-01]]> : tensor<6x4xf64>
  check.expect_eq_const %r176, dense<[[[0.000000e+00, -1.500000e+00, -3.750000e-01], [0.000000e+00, -1.500000e+00, -3.750000e-01]], [[2.500000e-01, 3.500000e+00, -7.500000e+00], [2.500000e-01, 3.500000e+00, -7.500000e+00]], [[1.400000e+01, 1.000000e+02, 1.000000e+00], [1.400000e+01, 1.000000e+02, 1.000000e+00]], [[-1.562500e-02, 1.000000e+00, -3.750000e-01], [-1.562500e-02, 1.000000e+00, -3.750000e-01]]]> : tensor<4x2x3xf64>
  check.expect_eq_const %r178, dense<[[1.000000e+02, 1.000000e+00], [1.000000e+00, -3.750000e-01]]> : tensor<2x2xf64>
  check.expect_eq_const %r180, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, -1.562500e-02], [-1.500000e+00, 3.500000e+00, 0.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 2.500000e-01, -3.750000e-01]]> : tensor<3x4xf64>
  check.expect_eq_const %r181, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf64>
  check.expect_eq_const %r198, dense<[[-2, -1, 0], [1, -2, -1], [0, 1, -2], [-1, 0, 1]]> : tensor<4x3xi2>
  check.expect_eq_const %r199, dense<[[-2, 1, 0, -1, -1, -2], [1, 0, 0, -1, -2, 1]]> : tensor<2x6xi2>
  check.expect_eq_const %r200, dense<[[-1, 0, 1, -2], [0, 1, -2, -1], [1, -2, -1, 0]]> : tensor<3x4xi2>
  check.expect_eq_const %r201, dense<[[1, 0, -1], [-1, -2, 1]]> : tensor<2x3xi2>
  check.expect_eq_const %r202, dense<[[-1, -1, -1, -1, -1], [1, 0, -1, -1, -1], [-1, -1, -1, -1, -1], [-2, 1, 0, -1, -1], [-1, -1, -1, -1, -1], [-1, -2, 1, -1, -1]]> : tensor<6x5xi2>
  check.expect_eq_const %r203, dense<[[-2, 1, 0, -1], [-1, -2, 1, 0], [0, -1, -2, 1], [-2, 1, 0, -1], [-1, -2, 1, 0], [0, -1, -2, 1]]> : tensor<6x4xi2>
  check.expect_eq_const %r204, dense<[[[-2, -1, 0], [-2, -1, 0]], [[1, -2, -1], [1, -2, -1]], [[0, 1, -2], [0, 1, -2]], [[-1, 0, 1], [-1, 0, 1]]]> : tensor<4x2x3xi2>
  check.expect_eq_const %r206, dense<[[1, 0], [-2, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %r208, dense<[[-2, 1, 0, -1], [-1, -2, -2, 0], [0, -1, 1, 1]]> : tensor<3x4xi2>
  check.expect_eq_const %r209, dense<[[0, 0], [1, 1], [-2, -2]]> : tensor<3x2xi2>
  check.expect_eq_const %r212, dense<[[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]]> : tensor<4x3xui2>
  check.expect_eq_const %r213, dense<[[0, 3, 2, 1, 1, 0], [3, 2, 2, 1, 0, 3]]> : tensor<2x6xui2>
  check.expect_eq_const %r214, dense<[[1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]> : tensor<3x4xui2>
  check.expect_eq_const %r215, dense<[[3, 2, 1], [1, 0, 3]]> : tensor<2x3xui2>
  check.expect_eq_const %r216, dense<[[1, 1, 1, 1, 1], [3, 2, 1, 1, 1], [1, 1, 1, 1, 1], [0, 3, 2, 1, 1], [1, 1, 1, 1, 1], [1, 0, 3, 1, 1]]> : tensor<6x5xui2>
  check.expect_eq_const %r217, dense<[[0, 3, 2, 1], [1, 0, 3, 2], [2, 1, 0, 3], [0, 3, 2, 1], [1, 0, 3, 2], [2, 1, 0, 3]]> : tensor<6x4xui2>
  check.expect_eq_const %r218, dense<[[[0, 1, 2], [0, 1, 2]], [[3, 0, 1], [3, 0, 1]], [[2, 3, 0], [2, 3, 0]], [[1, 2, 3], [1, 2, 3]]]> : tensor<4x2x3xui2>
  check.expect_eq_const %r220, dense<[[3, 2], [0, 3]]> : tensor<2x2xui2>
  check.expect_eq_const %r222, dense<[[0, 3, 2, 1], [1, 0, 0, 2], [2, 1, 3, 3]]> : tensor<3x4xui2>
  check.expect_eq_const %r223, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xui2>
  check.expect_eq_const %r226, dense<[[0.000000e+00, -3.750000e-01, 1.000000e+00], [2.500000e-01, -7.500000e+00, -3.750000e-01], [1.400000e+01, -1.500000e+00, -7.500000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]> : tensor<4x3xf8E3M4>
  check.expect_eq_const %r227, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00, -3.750000e-01, -7.500000e+00], [-1.500000e+00, 3.500000e+00, 1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<2x6xf8E3M4>
  check.expect_eq_const %r228, dense<[[1.000000e+00, 1.400000e+01, 2.500000e-01, 0.000000e+00], [3.500000e+00, -1.500000e+00, -7.500000e+00, -3.750000e-01], [-1.500000e+00, -7.500000e+00, -3.750000e-01, 1.000000e+00]]> : tensor<3x4xf8E3M4>
  check.expect_eq_const %r229, dense<[[2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<2x3xf8E3M4>
  check.expect_eq_const %r230, dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [2.500000e-01, 1.400000e+01, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-7.500000e+00, -1.500000e+00, 3.500000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<6x5xf8E3M4>
  check.expect_eq_const %r231, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00], [0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, -1.500000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, -7.500000e+00, -1.500000e+00]]> : tensor<6x4xf8E3M4>
  check.expect_eq_const %r232, dense<[[[0.000000e+00, -3.750000e-01, 1.000000e+00], [0.000000e+00, -3.750000e-01, 1.000000e+00]], [[2.500000e-01, -7.500000e+00, -3.750000e-01], [2.500000e-01, -7.500000e+00, -3.750000e-01]], [[1.400000e+01, -1.500000e+00, -7.500000e+00], [1.400000e+01, -1.500000e+00, -7.500000e+00]], [[1.000000e+00, 3.500000e+00, -1.500000e+00], [1.000000e+00, 3.500000e+00, -1.500000e+00]]]> : tensor<4x2x3xf8E3M4>
  check.expect_eq_const %r234, dense<[[-1.500000e+00, 3.500000e+00], [-7.500000e+00, -1.500000e+00]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %r236, dense<[[0.000000e+00, 2.500000e-01, 1.400000e+01, 1.000000e+00], [-3.750000e-01, -7.500000e+00, 0.000000e+00, 3.500000e+00], [1.000000e+00, -3.750000e-01, 2.500000e-01, -1.500000e+00]]> : tensor<3x4xf8E3M4>
  check.expect_eq_const %r237, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf8E3M4>
  check.expect_eq_const %r240, dense<[[0.000000e+00, 3.000000e+00, -0.000000e+00], [-1.500000e+00, 2.000000e+00, 3.000000e+00], [5.000000e-01, 1.000000e+00, 2.000000e+00], [-0.000000e+00, -6.000000e+00, 1.000000e+00]]> : tensor<4x3xf4E2M1FN>
  check.expect_eq_const %r241, dense<[[0.000000e+00, -1.500000e+00, 5.000000e-01, -0.000000e+00, 3.000000e+00, 2.000000e+00], [1.000000e+00, -6.000000e+00, -0.000000e+00, 3.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x6xf4E2M1FN>
  check.expect_eq_const %r242, dense<[[-0.000000e+00, 5.000000e-01, -1.500000e+00, 0.000000e+00], [-6.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [1.000000e+00, 2.000000e+00, 3.000000e+00, -0.000000e+00]]> : tensor<3x4xf4E2M1FN>
  check.expect_eq_const %r243, dense<[[-1.500000e+00, 5.000000e-01, -0.000000e+00], [3.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf4E2M1FN>
  check.expect_eq_const %r244, dense<[[-0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00], [-1.500000e+00, 5.000000e-01, -0.000000e+00, -0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00], [2.000000e+00, 1.000000e+00, -6.000000e+00, -0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00, -0.000000e+00], [3.000000e+00, 2.000000e+00, 1.000000e+00, -0.000000e+00, -0.000000e+00]]> : tensor<6x5xf4E2M1FN>
  check.expect_eq_const %r245, dense<[[0.000000e+00, -1.500000e+00, 5.000000e-01, -0.000000e+00], [3.000000e+00, 2.000000e+00, 1.000000e+00, -6.000000e+00], [-0.000000e+00, 3.000000e+00, 2.000000e+00, 1.000000e+00], [0.000000e+00, -1.500000e+00, 5.000000e-01, -0.000000e+00], [3.000000e+00, 2.000000e+00, 1.000000e+00, -6.000000e+00], [-0.000000e+00, 3.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<6x4xf4E2M1FN>
  check.expect_eq_const %r246, dense<[[[0.000000e+00, 3.000000e+00, -0.000000e+00], [0.000000e+00, 3.000000e+00, -0.000000e+00]], [[-1.500000e+00, 2.000000e+00, 3.000000e+00], [-1.500000e+00, 2.000000e+00, 3.000000e+00]], [[5.000000e-01, 1.000000e+00, 2.000000e+00], [5.000000e-01, 1.000000e+00, 2.000000e+00]], [[-0.000000e+00, -6.000000e+00, 1.000000e+00], [-0.000000e+00, -6.000000e+00, 1.000000e+00]]]> : tensor<4x2x3xf4E2M1FN>
  check.expect_eq_const %r248, dense<[[1.000000e+00, -6.000000e+00], [2.000000e+00, 1.000000e+00]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %r250, dense<[[0.000000e+00, -1.500000e+00, 5.000000e-01, -0.000000e+00], [3.000000e+00, 2.000000e+00, 0.000000e+00, -6.000000e+00], [-0.000000e+00, 3.000000e+00, -1.500000e+00, 1.000000e+00]]> : tensor<3x4xf4E2M1FN>
  check.expect_eq_const %r251, dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf4E2M1FN>
  check.expect_eq_const %r254, dense<[[1.000000e+00, 4.000000e+00, 1.000000e+00], [6.400000e+01, 5.000000e-01, 6.400000e+01], [5.000000e-01, 1.250000e-01, 4.000000e+00], [1.250000e-01, 4.000000e+00, 1.000000e+00]]> : tensor<4x3xf8E8M0FNU>
  check.expect_eq_const %r255, dense<[[1.000000e+00, 6.400000e+01, 5.000000e-01, 1.250000e-01, 4.000000e+00, 5.000000e-01], [1.250000e-01, 4.000000e+00, 1.000000e+00, 6.400000e+01, 4.000000e+00, 1.000000e+00]]> : tensor<2x6xf8E8M0FNU>
  check.expect_eq_const %r256, dense<[[1.250000e-01, 5.000000e-01, 6.400000e+01, 1.000000e+00], [4.000000e+00, 1.250000e-01, 5.000000e-01, 4.000000e+00], [1.000000e+00, 4.000000e+00, 6.400000e+01, 1.000000e+00]]> : tensor<3x4xf8E8M0FNU>
  check.expect_eq_const %r257, dense<[[6.400000e+01, 5.000000e-01, 1.250000e-01], [6.400000e+01, 4.000000e+00, 1.000000e+00]]> : tensor<2x3xf8E8M0FNU>
  check.expect_eq_const %r258, dense<[[5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01], [6.400000e+01, 5.000000e-01, 1.250000e-01, 5.000000e-01, 5.000000e-01], [5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01], [5.000000e-01, 1.250000e-01, 4.000000e+00, 5.000000e-01, 5.000000e-01], [5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01], [6.400000e+01, 4.000000e+00, 1.000000e+00, 5.000000e-01, 5.000000e-01]]> : tensor<6x5xf8E8M0FNU>
  check.expect_eq_const %r259, dense<[[1.000000e+00, 6.400000e+01, 5.000000e-01, 1.250000e-01], [4.000000e+00, 5.000000e-01, 1.250000e-01, 4.000000e+00], [1.000000e+00, 6.400000e+01, 4.000000e+00, 1.000000e+00], [1.000000e+00, 6.400000e+01, 5.000000e-01, 1.250000e-01], [4.000000e+00, 5.000000e-01, 1.250000e-01, 4.000000e+00], [1.000000e+00, 6.400000e+01, 4.000000e+00, 1.000000e+00]]> : tensor<6x4xf8E8M0FNU>
  check.expect_eq_const %r260, dense<[[[1.000000e+00, 4.000000e+00, 1.000000e+00], [1.000000e+00, 4.000000e+00, 1.000000e+00]], [[6.400000e+01, 5.000000e-01, 6.400000e+01], [6.400000e+01, 5.000000e-01, 6.400000e+01]], [[5.000000e-01, 1.250000e-01, 4.000000e+00], [5.000000e-01, 1.250000e-01, 4.000000e+00]], [[1.250000e-01, 4.000000e+00, 1.000000e+00], [1.250000e-01, 4.000000e+00, 1.000000e+00]]]> : tensor<4x2x3xf8E8M0FNU>
  check.expect_eq_const %r262, dense<[[1.250000e-01, 4.000000e+00], [4.000000e+00, 1.000000e+00]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %r264, dense<[[1.000000e+00, 6.400000e+01, 5.000000e-01, 1.250000e-01], [4.000000e+00, 5.000000e-01, 1.000000e+00, 4.000000e+00], [1.000000e+00, 6.400000e+01, 6.400000e+01, 1.000000e+00]]> : tensor<3x4xf8E8M0FNU>
  check.expect_eq_const %r265, dense<[[1.000000e+00, 6.400000e+01, 4.000000e+00, 1.000000e+00], [4.000000e+00, 5.000000e-01, 1.250000e-01, 4.000000e+00], [1.000000e+00, 6.400000e+01, 5.000000e-01, 1.250000e-01]]> : tensor<3x4xf8E8M0FNU>
  return
}
