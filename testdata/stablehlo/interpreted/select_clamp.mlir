// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -1, 0]> : tensor<3xi2>
  %c2 = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi2>
  %c3 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r4 = stablehlo.select %c3, %c1, %c2 : tensor<3xi1>, tensor<3xi2>
  %c5 = stablehlo.constant dense<-1> : tensor<i2>
  %c6 = stablehlo.constant dense<0> : tensor<i2>
  %r7 = stablehlo.clamp %c5, %c1, %c6 : (tensor<i2>, tensor<3xi2>, tensor<i2>) -> tensor<3xi2>
  %c8 = stablehlo.constant dense<[-8, -7, -1]> : tensor<3xi4>
  %c9 = stablehlo.constant dense<[-7, -1, 0]> : tensor<3xi4>
  %c10 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r11 = stablehlo.select %c10, %c8, %c9 : tensor<3xi1>, tensor<3xi4>
  %c12 = stablehlo.constant dense<-7> : tensor<i4>
  %c13 = stablehlo.constant dense<-1> : tensor<i4>
  %r14 = stablehlo.clamp %c12, %c8, %c13 : (tensor<i4>, tensor<3xi4>, tensor<i4>) -> tensor<3xi4>
  %c15 = stablehlo.constant dense<[-128, -127, -1]> : tensor<3xi8>
  %c16 = stablehlo.constant dense<[-127, -1, 0]> : tensor<3xi8>
  %c17 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r18 = stablehlo.select %c17, %c15, %c16 : tensor<3xi1>, tensor<3xi8>
  %c19 = stablehlo.constant dense<-127> : tensor<i8>
  %c20 = stablehlo.constant dense<-1> : tensor<i8>
  %r21 = stablehlo.clamp %c19, %c15, %c20 : (tensor<i8>, tensor<3xi8>, tensor<i8>) -> tensor<3xi8>
  %c22 = stablehlo.constant dense<[-32768, -32767, -1]> : tensor<3xi16>
  %c23 = stablehlo.constant dense<[-32767, -1, 0]> : tensor<3xi16>
  %c24 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r25 = stablehlo.select %c24, %c22, %c23 : tensor<3xi1>, tensor<3xi16>
  %c26 = stablehlo.constant dense<-32767> : tensor<i16>
  %c27 = stablehlo.constant dense<-1> : tensor<i16>
  %r28 = stablehlo.clamp %c26, %c22, %c27 : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
  %c29 = stablehlo.constant dense<[-2147483648, -2147483647, -1]> : tensor<3xi32>
  %c30 = stablehlo.constant dense<[-2147483647, -1, 0]> : tensor<3xi32>
  %c31 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r32 = stablehlo.select %c31, %c29, %c30 : tensor<3xi1>, tensor<3xi32>
  %c33 = stablehlo.constant dense<-2147483647> : tensor<i32>
  %c34 = stablehlo.constant dense<-1> : tensor<i32>
  %r35 = stablehlo.clamp %c33, %c29, %c34 : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %c36 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1]> : tensor<3xi64>
  %c37 = stablehlo.constant dense<[-9223372036854775807, -1, 0]> : tensor<3xi64>
  %c38 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r39 = stablehlo.select %c38, %c36, %c37 : tensor<3xi1>, tensor<3xi64>
  %c40 = stablehlo.constant dense<-9223372036854775807> : tensor<i64>
  %c41 = stablehlo.constant dense<-1> : tensor<i64>
  %r42 = stablehlo.clamp %c40, %c36, %c41 : (tensor<i64>, tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  %c43 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xui2>
  %c44 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui2>
  %c45 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r46 = stablehlo.select %c45, %c43, %c44 : tensor<3xi1>, tensor<3xui2>
  %c47 = stablehlo.constant dense<1> : tensor<ui2>
  %c48 = stablehlo.constant dense<2> : tensor<ui2>
  %r49 = stablehlo.clamp %c47, %c43, %c48 : (tensor<ui2>, tensor<3xui2>, tensor<ui2>) -> tensor<3xui2>
  %c50 = stablehlo.constant dense<[0, 1, 5]> : tensor<3xui4>
  %c51 = stablehlo.constant dense<[1, 5, 8]> : tensor<3xui4>
  %c52 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r53 = stablehlo.select %c52, %c50, %c51 : tensor<3xi1>, tensor<3xui4>
  %c54 = stablehlo.constant dense<1> : tensor<ui4>
  %c55 = stablehlo.constant dense<5> : tensor<ui4>
  %r56 = stablehlo.clamp %c54, %c50, %c55 : (tensor<ui4>, tensor<3xui4>, tensor<ui4>) -> tensor<3xui4>
  %c57 = stablehlo.constant dense<[0, 1, 5]> : tensor<3xui8>
  %c58 = stablehlo.constant dense<[1, 5, 128]> : tensor<3xui8>
  %c59 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r60 = stablehlo.select %c59, %c57, %c58 : tensor<3xi1>, tensor<3xui8>
  %c61 = stablehlo.constant dense<1> : tensor<ui8>
  %c62 = stablehlo.constant dense<5> : tensor<ui8>
  %r63 = stablehlo.clamp %c61, %c57, %c62 : (tensor<ui8>, tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  %c64 = stablehlo.constant dense<[0, 1, 5]> : tensor<3xui16>
  %c65 = stablehlo.constant dense<[1, 5, 32768]> : tensor<3xui16>
  %c66 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r67 = stablehlo.select %c66, %c64, %c65 : tensor<3xi1>, tensor<3xui16>
  %c68 = stablehlo.constant dense<1> : tensor<ui16>
  %c69 = stablehlo.constant dense<5> : tensor<ui16>
  %r70 = stablehlo.clamp %c68, %c64, %c69 : (tensor<ui16>, tensor<3xui16>, tensor<ui16>) -> tensor<3xui16>
  %c71 = stablehlo.constant dense<[0, 1, 5]> : tensor<3xui32>
  %c72 = stablehlo.constant dense<[1, 5, 2147483648]> : tensor<3xui32>
  %c73 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r74 = stablehlo.select %c73, %c71, %c72 : tensor<3xi1>, tensor<3xui32>
  %c75 = stablehlo.constant dense<1> : tensor<ui32>
  %c76 = stablehlo.constant dense<5> : tensor<ui32>
  %r77 = stablehlo.clamp %c75, %c71, %c76 : (tensor<ui32>, tensor<3xui32>, tensor<ui32>) -> tensor<3xui32>
  %c78 = stablehlo.constant dense<[0, 1, 5]> : tensor<3xui64>
  %c79 = stablehlo.constant dense<[1, 5, 9223372036854775808]> : tensor<3xui64>
  %c80 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r81 = stablehlo.select %c80, %c78, %c79 : tensor<3xi1>, tensor<3xui64>
  %c82 = stablehlo.constant dense<1> : tensor<ui64>
  %c83 = stablehlo.constant dense<5> : tensor<ui64>
  %r84 = stablehlo.clamp %c82, %c78, %c83 : (tensor<ui64>, tensor<3xui64>, tensor<ui64>) -> tensor<3xui64>
  %c85 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E3M4>
  %c86 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E3M4>
  %c87 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r88 = stablehlo.select %c87, %c85, %c86 : tensor<3xi1>, tensor<3xf8E3M4>
  %c89 = stablehlo.constant dense<1.0> : tensor<f8E3M4>
  %c90 = stablehlo.constant dense<-1.5> : tensor<f8E3M4>
  %r91 = stablehlo.clamp %c89, %c85, %c90 : (tensor<f8E3M4>, tensor<3xf8E3M4>, tensor<f8E3M4>) -> tensor<3xf8E3M4>
  %c92 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E4M3>
  %c93 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E4M3>
  %c94 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r95 = stablehlo.select %c94, %c92, %c93 : tensor<3xi1>, tensor<3xf8E4M3>
  %c96 = stablehlo.constant dense<1.0> : tensor<f8E4M3>
  %c97 = stablehlo.constant dense<-1.5> : tensor<f8E4M3>
  %r98 = stablehlo.clamp %c96, %c92, %c97 : (tensor<f8E4M3>, tensor<3xf8E4M3>, tensor<f8E4M3>) -> tensor<3xf8E4M3>
  %c99 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E4M3FN>
  %c100 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E4M3FN>
  %c101 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r102 = stablehlo.select %c101, %c99, %c100 : tensor<3xi1>, tensor<3xf8E4M3FN>
  %c103 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %c104 = stablehlo.constant dense<-1.5> : tensor<f8E4M3FN>
  %r105 = stablehlo.clamp %c103, %c99, %c104 : (tensor<f8E4M3FN>, tensor<3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %c106 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E4M3FNUZ>
  %c107 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E4M3FNUZ>
  %c108 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r109 = stablehlo.select %c108, %c106, %c107 : tensor<3xi1>, tensor<3xf8E4M3FNUZ>
  %c110 = stablehlo.constant dense<1.0> : tensor<f8E4M3FNUZ>
  %c111 = stablehlo.constant dense<-1.5> : tensor<f8E4M3FNUZ>
  %r112 = stablehlo.clamp %c110, %c106, %c111 : (tensor<f8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<3xf8E4M3FNUZ>
  %c113 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E4M3B11FNUZ>
  %c114 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E4M3B11FNUZ>
  %c115 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r116 = stablehlo.select %c115, %c113, %c114 : tensor<3xi1>, tensor<3xf8E4M3B11FNUZ>
  %c117 = stablehlo.constant dense<1.0> : tensor<f8E4M3B11FNUZ>
  %c118 = stablehlo.constant dense<-1.5> : tensor<f8E4M3B11FNUZ>
  %r119 = stablehlo.clamp %c117, %c113, %c118 : (tensor<f8E4M3B11FNUZ>, tensor<3xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<3xf8E4M3B11FNUZ>
  %c120 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E5M2>
  %c121 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E5M2>
  %c122 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r123 = stablehlo.select %c122, %c120, %c121 : tensor<3xi1>, tensor<3xf8E5M2>
  %c124 = stablehlo.constant dense<1.0> : tensor<f8E5M2>
  %c125 = stablehlo.constant dense<-1.5> : tensor<f8E5M2>
  %r126 = stablehlo.clamp %c124, %c120, %c125 : (tensor<f8E5M2>, tensor<3xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  %c127 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf8E5M2FNUZ>
  %c128 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf8E5M2FNUZ>
  %c129 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r130 = stablehlo.select %c129, %c127, %c128 : tensor<3xi1>, tensor<3xf8E5M2FNUZ>
  %c131 = stablehlo.constant dense<1.0> : tensor<f8E5M2FNUZ>
  %c132 = stablehlo.constant dense<-1.5> : tensor<f8E5M2FNUZ>
  %r133 = stablehlo.clamp %c131, %c127, %c132 : (tensor<f8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<3xf8E5M2FNUZ>
  %c134 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xbf16>
  %c135 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xbf16>
  %c136 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r137 = stablehlo.select %c136, %c134, %c135 : tensor<3xi1>, tensor<3xbf16>
  %c138 = stablehlo.constant dense<1.0> : tensor<bf16>
  %c139 = stablehlo.constant dense<-1.5> : tensor<bf16>
  %r140 = stablehlo.clamp %c138, %c134, %c139 : (tensor<bf16>, tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %c141 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf16>
  %c142 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf16>
  %c143 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r144 = stablehlo.select %c143, %c141, %c142 : tensor<3xi1>, tensor<3xf16>
  %c145 = stablehlo.constant dense<1.0> : tensor<f16>
  %c146 = stablehlo.constant dense<-1.5> : tensor<f16>
  %r147 = stablehlo.clamp %c145, %c141, %c146 : (tensor<f16>, tensor<3xf16>, tensor<f16>) -> tensor<3xf16>
  %c148 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf32>
  %c149 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf32>
  %c150 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r151 = stablehlo.select %c150, %c148, %c149 : tensor<3xi1>, tensor<3xf32>
  %c152 = stablehlo.constant dense<1.0> : tensor<f32>
  %c153 = stablehlo.constant dense<-1.5> : tensor<f32>
  %r154 = stablehlo.clamp %c152, %c148, %c153 : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %c155 = stablehlo.constant dense<[0.0, 1.0, -1.5]> : tensor<3xf64>
  %c156 = stablehlo.constant dense<[1.0, -1.5, 0.25]> : tensor<3xf64>
  %c157 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r158 = stablehlo.select %c157, %c155, %c156 : tensor<3xi1>, tensor<3xf64>
  %c159 = stablehlo.constant dense<1.0> : tensor<f64>
  %c160 = stablehlo.constant dense<-1.5> : tensor<f64>
  %r161 = stablehlo.clamp %c159, %c155, %c160 : (tensor<f64>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  %c162 = stablehlo.constant dense<[0.0, -0.0, 1.0]> : tensor<3xf4E2M1FN>
  %c163 = stablehlo.constant dense<[-0.0, 1.0, -1.5]> : tensor<3xf4E2M1FN>
  %c164 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r165 = stablehlo.select %c164, %c162, %c163 : tensor<3xi1>, tensor<3xf4E2M1FN>
  %c166 = stablehlo.constant dense<-0.0> : tensor<f4E2M1FN>
  %c167 = stablehlo.constant dense<1.0> : tensor<f4E2M1FN>
  %r168 = stablehlo.clamp %c166, %c162, %c167 : (tensor<f4E2M1FN>, tensor<3xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<3xf4E2M1FN>
  %c169 = stablehlo.constant dense<[0.0, -0.0, 1.0]> : tensor<3xf6E2M3FN>
  %c170 = stablehlo.constant dense<[-0.0, 1.0, -1.5]> : tensor<3xf6E2M3FN>
  %c171 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r172 = stablehlo.select %c171, %c169, %c170 : tensor<3xi1>, tensor<3xf6E2M3FN>
  %c173 = stablehlo.constant dense<-0.0> : tensor<f6E2M3FN>
  %c174 = stablehlo.constant dense<1.0> : tensor<f6E2M3FN>
  %r175 = stablehlo.clamp %c173, %c169, %c174 : (tensor<f6E2M3FN>, tensor<3xf6E2M3FN>, tensor<f6E2M3FN>) -> tensor<3xf6E2M3FN>
  %c176 = stablehlo.constant dense<[0.0, -0.0, 1.0]> : tensor<3xf6E3M2FN>
  %c177 = stablehlo.constant dense<[-0.0, 1.0, -1.5]> : tensor<3xf6E3M2FN>
  %c178 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r179 = stablehlo.select %c178, %c176, %c177 : tensor<3xi1>, tensor<3xf6E3M2FN>
  %c180 = stablehlo.constant dense<-0.0> : tensor<f6E3M2FN>
  %c181 = stablehlo.constant dense<1.0> : tensor<f6E3M2FN>
  %r182 = stablehlo.clamp %c180, %c176, %c181 : (tensor<f6E3M2FN>, tensor<3xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<3xf6E3M2FN>
  %c183 = stablehlo.constant dense<[1.0, 0.5, 4.0]> : tensor<3xf8E8M0FNU>
  %c184 = stablehlo.constant dense<[0.5, 4.0, 64.0]> : tensor<3xf8E8M0FNU>
  %c185 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r186 = stablehlo.select %c185, %c183, %c184 : tensor<3xi1>, tensor<3xf8E8M0FNU>
  %c187 = stablehlo.constant dense<0.5> : tensor<f8E8M0FNU>
  %c188 = stablehlo.constant dense<4.0> : tensor<f8E8M0FNU>
  %r189 = stablehlo.clamp %c187, %c183, %c188 : (tensor<f8E8M0FNU>, tensor<3xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<3xf8E8M0FNU>
  check.expect_eq_const %r4, dense<[-2, 0, 0]> : tensor<3xi2>
  check.expect_eq_const %r7, dense<[-1, -1, 0]> : tensor<3xi2>
  check.expect_eq_const %r11, dense<[-8, -1, -1]> : tensor<3xi4>
  check.expect_eq_const %r14, dense<[-7, -7, -1]> : tensor<3xi4>
  check.expect_eq_const %r18, dense<[-128, -1, -1]> : tensor<3xi8>
  check.expect_eq_const %r21, dense<[-127, -127, -1]> : tensor<3xi8>
  check.expect_eq_const %r25, dense<[-32768, -1, -1]> : tensor<3xi16>
  check.expect_eq_const %r28, dense<[-32767, -32767, -1]> : tensor<3xi16>
  check.expect_eq_const %r32, dense<[-2147483648, -1, -1]> : tensor<3xi32>
  check.expect_eq_const %r35, dense<[-2147483647, -2147483647, -1]> : tensor<3xi32>
  check.expect_eq_const %r39, dense<[-9223372036854775808, -1, -1]> : tensor<3xi64>
  check.expect_eq_const %r42, dense<[-9223372036854775807, -9223372036854775807, -1]> : tensor<3xi64>
  check.expect_eq_const %r46, dense<[0, 2, 2]> : tensor<3xui2>
  check.expect_eq_const %r49, dense<[1, 1, 2]> : tensor<3xui2>
  check.expect_eq_const %r53, dense<[0, 5, 5]> : tensor<3xui4>
  check.expect_eq_const %r56, dense<[1, 1, 5]> : tensor<3xui4>
  check.expect_eq_const %r60, dense<[0, 5, 5]> : tensor<3xui8>
  check.expect_eq_const %r63, dense<[1, 1, 5]> : tensor<3xui8>
  check.expect_eq_const %r67, dense<[0, 5, 5]> : tensor<3xui16>
  check.expect_eq_const %r70, dense<[1, 1, 5]> : tensor<3xui16>
  check.expect_eq_const %r74, dense<[0, 5, 5]> : tensor<3xui32>
  check.expect_eq_const %r77, dense<[1, 1, 5]> : tensor<3xui32>
  check.expect_eq_const %r81, dense<[0, 5, 5]> : tensor<3xui64>
  check.expect_eq_const %r84, dense<[1, 1, 5]> : tensor<3xui64>
  check.expect_eq_const %r88, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E3M4>
  check.expect_eq_const %r91, dense<-1.500000e+00> : tensor<3xf8E3M4>
  check.expect_eq_const %r95, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E4M3>
  check.expect_eq_const %r98, dense<-1.500000e+00> : tensor<3xf8E4M3>
  check.expect_eq_const %r102, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E4M3FN>
  check.expect_eq_const %r105, dense<-1.500000e+00> : tensor<3xf8E4M3FN>
  check.expect_eq_const %r109, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E4M3FNUZ>
  check.expect_eq_const %r112, dense<-1.500000e+00> : tensor<3xf8E4M3FNUZ>
  check.expect_eq_const %r116, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E4M3B11FNUZ>
  check.expect_eq_const %r119, dense<-1.500000e+00> : tensor<3xf8E4M3B11FNUZ>
  check.expect_eq_const %r123, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E5M2>
  check.expect_eq_const %r126, dense<-1.500000e+00> : tensor<3xf8E5M2>
  check.expect_eq_const %r130, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf8E5M2FNUZ>
  check.expect_eq_const %r133, dense<-1.500000e+00> : tensor<3xf8E5M2FNUZ>
  check.expect_eq_const %r137, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xbf16>
  check.expect_eq_const %r140, dense<-1.500000e+00> : tensor<3xbf16>
  check.expect_eq_const %r144, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf16>
  check.expect_eq_const %r147, dense<-1.500000e+00> : tensor<3xf16>
  check.expect_eq_const %r151, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf32>
  check.expect_eq_const %r154, dense<-1.500000e+00> : tensor<3xf32>
  check.expect_eq_const %r158, dense<[0.000000e+00, -1.500000e+00, -1.500000e+00]> : tensor<3xf64>
  check.expect_eq_const %r161, dense<-1.500000e+00> : tensor<3xf64>
  check.expect_eq_const %r165, dense<[0.000000e+00, 1.000000e+00, 1.000000e+00]> : tensor<3xf4E2M1FN>
  check.expect_eq_const %r168, dense<[0.000000e+00, -0.000000e+00, 1.000000e+00]> : tensor<3xf4E2M1FN>
  check.expect_eq_const %r172, dense<[0.000000e+00, 1.000000e+00, 1.000000e+00]> : tensor<3xf6E2M3FN>
  check.expect_eq_const %r175, dense<[0.000000e+00, -0.000000e+00, 1.000000e+00]> : tensor<3xf6E2M3FN>
  check.expect_eq_const %r179, dense<[0.000000e+00, 1.000000e+00, 1.000000e+00]> : tensor<3xf6E3M2FN>
  check.expect_eq_const %r182, dense<[0.000000e+00, -0.000000e+00, 1.000000e+00]> : tensor<3xf6E3M2FN>
  check.expect_eq_const %r186, dense<[1.000000e+00, 4.000000e+00, 4.000000e+00]> : tensor<3xf8E8M0FNU>
  check.expect_eq_const %r189, dense<[1.000000e+00, 5.000000e-01, 4.000000e+00]> : tensor<3xf8E8M0FNU>
  return
}
