// RUN: tfrt-run %s
// RUN: tfrt-run -O0 %s
func.func @main() {
  %c1 = stablehlo.constant dense<[-2, -2, -1, 0, 1, 1]> : tensor<6xi2>
  %c2 = stablehlo.constant dense<[-2, 1, 0, -1, -2, 1]> : tensor<6xi2>
  %r3 = stablehlo.compare EQ, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %r4 = stablehlo.compare NE, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %r5 = stablehlo.compare LT, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %r6 = stablehlo.compare LE, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %r7 = stablehlo.compare GT, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %r8 = stablehlo.compare GE, %c1, %c2, SIGNED : (tensor<6xi2>, tensor<6xi2>) -> tensor<6xi1>
  %c9 = stablehlo.constant dense<[-8, -8, -8, -7, -7, -1, -1, 0, 0, 0, 1, 1, 5, 5, 7, 7, 7]> : tensor<17xi4>
  %c10 = stablehlo.constant dense<[-8, 0, 7, -1, 5, -7, 1, -8, 0, 7, -1, 5, -7, 1, -8, 0, 7]> : tensor<17xi4>
  %r11 = stablehlo.compare EQ, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %r12 = stablehlo.compare NE, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %r13 = stablehlo.compare LT, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %r14 = stablehlo.compare LE, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %r15 = stablehlo.compare GT, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %r16 = stablehlo.compare GE, %c9, %c10, SIGNED : (tensor<17xi4>, tensor<17xi4>) -> tensor<17xi1>
  %c17 = stablehlo.constant dense<[-128, -128, -128, -127, -127, -1, -1, 0, 0, 0, 1, 1, 5, 5, 127, 127, 127]> : tensor<17xi8>
  %c18 = stablehlo.constant dense<[-128, 0, 127, -1, 5, -127, 1, -128, 0, 127, -1, 5, -127, 1, -128, 0, 127]> : tensor<17xi8>
  %r19 = stablehlo.compare EQ, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %r20 = stablehlo.compare NE, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %r21 = stablehlo.compare LT, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %r22 = stablehlo.compare LE, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %r23 = stablehlo.compare GT, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %r24 = stablehlo.compare GE, %c17, %c18, SIGNED : (tensor<17xi8>, tensor<17xi8>) -> tensor<17xi1>
  %c25 = stablehlo.constant dense<[-32768, -32768, -32768, -32767, -32767, -1, -1, 0, 0, 0, 1, 1, 5, 5, 32767, 32767, 32767]> : tensor<17xi16>
  %c26 = stablehlo.constant dense<[-32768, 0, 32767, -1, 5, -32767, 1, -32768, 0, 32767, -1, 5, -32767, 1, -32768, 0, 32767]> : tensor<17xi16>
  %r27 = stablehlo.compare EQ, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %r28 = stablehlo.compare NE, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %r29 = stablehlo.compare LT, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %r30 = stablehlo.compare LE, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %r31 = stablehlo.compare GT, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %r32 = stablehlo.compare GE, %c25, %c26, SIGNED : (tensor<17xi16>, tensor<17xi16>) -> tensor<17xi1>
  %c33 = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -1, -1, 0, 0, 0, 1, 1, 5, 5, 2147483647, 2147483647, 2147483647]> : tensor<17xi32>
  %c34 = stablehlo.constant dense<[-2147483648, 0, 2147483647, -1, 5, -2147483647, 1, -2147483648, 0, 2147483647, -1, 5, -2147483647, 1, -2147483648, 0, 2147483647]> : tensor<17xi32>
  %r35 = stablehlo.compare EQ, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %r36 = stablehlo.compare NE, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %r37 = stablehlo.compare LT, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %r38 = stablehlo.compare LE, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %r39 = stablehlo.compare GT, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %r40 = stablehlo.compare GE, %c33, %c34, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
  %c41 = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -1, -1, 0, 0, 0, 1, 1, 5, 5, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<17xi64>
  %c42 = stablehlo.constant dense<[-9223372036854775808, 0, 9223372036854775807, -1, 5, -9223372036854775807, 1, -9223372036854775808, 0, 9223372036854775807, -1, 5, -9223372036854775807, 1, -9223372036854775808, 0, 9223372036854775807]> : tensor<17xi64>
  %r43 = stablehlo.compare EQ, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %r44 = stablehlo.compare NE, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %r45 = stablehlo.compare LT, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %r46 = stablehlo.compare LE, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %r47 = stablehlo.compare GT, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %r48 = stablehlo.compare GE, %c41, %c42, SIGNED : (tensor<17xi64>, tensor<17xi64>) -> tensor<17xi1>
  %c49 = stablehlo.constant dense<[0, 0, 1, 2, 3, 3]> : tensor<6xui2>
  %c50 = stablehlo.constant dense<[0, 3, 2, 1, 0, 3]> : tensor<6xui2>
  %r51 = stablehlo.compare EQ, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %r52 = stablehlo.compare NE, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %r53 = stablehlo.compare LT, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %r54 = stablehlo.compare LE, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %r55 = stablehlo.compare GT, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %r56 = stablehlo.compare GE, %c49, %c50, UNSIGNED : (tensor<6xui2>, tensor<6xui2>) -> tensor<6xi1>
  %c57 = stablehlo.constant dense<[0, 0, 1, 1, 5, 5, 8, 8, 14, 14, 15, 15]> : tensor<12xui4>
  %c58 = stablehlo.constant dense<[0, 8, 5, 15, 1, 14, 0, 8, 5, 15, 1, 14]> : tensor<12xui4>
  %r59 = stablehlo.compare EQ, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %r60 = stablehlo.compare NE, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %r61 = stablehlo.compare LT, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %r62 = stablehlo.compare LE, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %r63 = stablehlo.compare GT, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %r64 = stablehlo.compare GE, %c57, %c58, UNSIGNED : (tensor<12xui4>, tensor<12xui4>) -> tensor<12xi1>
  %c65 = stablehlo.constant dense<[0, 0, 1, 1, 5, 5, 128, 128, 254, 254, 255, 255]> : tensor<12xui8>
  %c66 = stablehlo.constant dense<[0, 128, 5, 255, 1, 254, 0, 128, 5, 255, 1, 254]> : tensor<12xui8>
  %r67 = stablehlo.compare EQ, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %r68 = stablehlo.compare NE, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %r69 = stablehlo.compare LT, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %r70 = stablehlo.compare LE, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %r71 = stablehlo.compare GT, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %r72 = stablehlo.compare GE, %c65, %c66, UNSIGNED : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xi1>
  %c73 = stablehlo.constant dense<[0, 0, 1, 1, 5, 5, 32768, 32768, 65534, 65534, 65535, 65535]> : tensor<12xui16>
  %c74 = stablehlo.constant dense<[0, 32768, 5, 65535, 1, 65534, 0, 32768, 5, 65535, 1, 65534]> : tensor<12xui16>
  %r75 = stablehlo.compare EQ, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %r76 = stablehlo.compare NE, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %r77 = stablehlo.compare LT, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %r78 = stablehlo.compare LE, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %r79 = stablehlo.compare GT, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %r80 = stablehlo.compare GE, %c73, %c74, UNSIGNED : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xi1>
  %c81 = stablehlo.constant dense<[0, 0, 1, 1, 5, 5, 2147483648, 2147483648, 4294967294, 4294967294, 4294967295, 4294967295]> : tensor<12xui32>
  %c82 = stablehlo.constant dense<[0, 2147483648, 5, 4294967295, 1, 4294967294, 0, 2147483648, 5, 4294967295, 1, 4294967294]> : tensor<12xui32>
  %r83 = stablehlo.compare EQ, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %r84 = stablehlo.compare NE, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %r85 = stablehlo.compare LT, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %r86 = stablehlo.compare LE, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %r87 = stablehlo.compare GT, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %r88 = stablehlo.compare GE, %c81, %c82, UNSIGNED : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xi1>
  %c89 = stablehlo.constant dense<[0, 0, 1, 1, 5, 5, 9223372036854775808, 9223372036854775808, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615]> : tensor<12xui64>
  %c90 = stablehlo.constant dense<[0, 9223372036854775808, 5, 18446744073709551615, 1, 18446744073709551614, 0, 9223372036854775808, 5, 18446744073709551615, 1, 18446744073709551614]> : tensor<12xui64>
  %r91 = stablehlo.compare EQ, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %r92 = stablehlo.compare NE, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %r93 = stablehlo.compare LT, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %r94 = stablehlo.compare LE, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %r95 = stablehlo.compare GT, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %r96 = stablehlo.compare GE, %c89, %c90, UNSIGNED : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xi1>
  %c97 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 0x70, 0x70, 0x70, 0x70, 0xF0, 0xF0, 0xF0, 0xF0, 0x78, 0x78, 0x78, 0x78, -0.0, -0.0, -0.0, -0.0]> : tensor<48xf8E3M4>
  %c98 = stablehlo.constant dense<[0.0, 0.25, 14.0, 0xF0, -1.5, 3.5, 0x70, -0.0, 1.0, -0.375, -7.5, 0x78, 0.0, 0.25, 14.0, 0xF0, -1.5, 3.5, 0x70, -0.0, 1.0, -0.375, -7.5, 0x78, 0.0, 0.25, 14.0, 0xF0, -1.5, 3.5, 0x70, -0.0, 1.0, -0.375, -7.5, 0x78, 0.0, 0.25, 14.0, 0xF0, -1.5, 3.5, 0x70, -0.0, 1.0, -0.375, -7.5, 0x78]> : tensor<48xf8E3M4>
  %r99 = stablehlo.compare EQ, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %r100 = stablehlo.compare NE, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %r101 = stablehlo.compare LT, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %r102 = stablehlo.compare LE, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %r103 = stablehlo.compare GT, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %r104 = stablehlo.compare GE, %c97, %c98, FLOAT : (tensor<48xf8E3M4>, tensor<48xf8E3M4>) -> tensor<48xi1>
  %c105 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 0x78, 0x78, 0x78, 0x78, 0xF8, 0xF8, 0xF8, 0xF8, 0x7C, 0x7C, 0x7C, 0x7C, -0.0, -0.0, -0.0, -0.0]> : tensor<48xf8E4M3>
  %c106 = stablehlo.constant dense<[0.0, 0.25, 14.0, 0xF8, -1.5, 3.5, 0x78, -0.0, 1.0, -0.375, -7.5, 0x7C, 0.0, 0.25, 14.0, 0xF8, -1.5, 3.5, 0x78, -0.0, 1.0, -0.375, -7.5, 0x7C, 0.0, 0.25, 14.0, 0xF8, -1.5, 3.5, 0x78, -0.0, 1.0, -0.375, -7.5, 0x7C, 0.0, 0.25, 14.0, 0xF8, -1.5, 3.5, 0x78, -0.0, 1.0, -0.375, -7.5, 0x7C]> : tensor<48xf8E4M3>
  %r107 = stablehlo.compare EQ, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %r108 = stablehlo.compare NE, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %r109 = stablehlo.compare LT, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %r110 = stablehlo.compare LE, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %r111 = stablehlo.compare GT, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %r112 = stablehlo.compare GE, %c105, %c106, FLOAT : (tensor<48xf8E4M3>, tensor<48xf8E4M3>) -> tensor<48xi1>
  %c113 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, 0x7F, 0x7F, 0x7F, -0.0, -0.0, -0.0, -0.0]> : tensor<34xf8E4M3FN>
  %c114 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.0, -1.5, 3.5, 0x7F, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -0.0, -1.5, 3.5, 0x7F, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -0.0, -1.5, 3.5, 0x7F, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -0.0]> : tensor<34xf8E4M3FN>
  %r115 = stablehlo.compare EQ, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %r116 = stablehlo.compare NE, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %r117 = stablehlo.compare LT, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %r118 = stablehlo.compare LE, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %r119 = stablehlo.compare GT, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %r120 = stablehlo.compare GE, %c113, %c114, FLOAT : (tensor<34xf8E4M3FN>, tensor<34xf8E4M3FN>) -> tensor<34xi1>
  %c121 = stablehlo.constant dense<[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, 0x80, 0x80, 0x80]> : tensor<27xf8E4M3FNUZ>
  %c122 = stablehlo.constant dense<[0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5]> : tensor<27xf8E4M3FNUZ>
  %r123 = stablehlo.compare EQ, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %r124 = stablehlo.compare NE, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %r125 = stablehlo.compare LT, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %r126 = stablehlo.compare LE, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %r127 = stablehlo.compare GT, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %r128 = stablehlo.compare GE, %c121, %c122, FLOAT : (tensor<27xf8E4M3FNUZ>, tensor<27xf8E4M3FNUZ>) -> tensor<27xi1>
  %c129 = stablehlo.constant dense<[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, 0x80, 0x80, 0x80]> : tensor<27xf8E4M3B11FNUZ>
  %c130 = stablehlo.constant dense<[0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5]> : tensor<27xf8E4M3B11FNUZ>
  %r131 = stablehlo.compare EQ, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %r132 = stablehlo.compare NE, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %r133 = stablehlo.compare LT, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %r134 = stablehlo.compare LE, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %r135 = stablehlo.compare GT, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %r136 = stablehlo.compare GE, %c129, %c130, FLOAT : (tensor<27xf8E4M3B11FNUZ>, tensor<27xf8E4M3B11FNUZ>) -> tensor<27xi1>
  %c137 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 0x7C, 0x7C, 0x7C, 0x7C, 0xFC, 0xFC, 0xFC, 0xFC, 0x7E, 0x7E, 0x7E, 0x7E, -0.0, -0.0, -0.0, -0.0]> : tensor<48xf8E5M2>
  %c138 = stablehlo.constant dense<[0.0, 0.25, 14.0, 0xFC, -1.5, 3.5, 0x7C, -0.0, 1.0, -0.375, -7.5, 0x7E, 0.0, 0.25, 14.0, 0xFC, -1.5, 3.5, 0x7C, -0.0, 1.0, -0.375, -7.5, 0x7E, 0.0, 0.25, 14.0, 0xFC, -1.5, 3.5, 0x7C, -0.0, 1.0, -0.375, -7.5, 0x7E, 0.0, 0.25, 14.0, 0xFC, -1.5, 3.5, 0x7C, -0.0, 1.0, -0.375, -7.5, 0x7E]> : tensor<48xf8E5M2>
  %r139 = stablehlo.compare EQ, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %r140 = stablehlo.compare NE, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %r141 = stablehlo.compare LT, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %r142 = stablehlo.compare LE, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %r143 = stablehlo.compare GT, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %r144 = stablehlo.compare GE, %c137, %c138, FLOAT : (tensor<48xf8E5M2>, tensor<48xf8E5M2>) -> tensor<48xi1>
  %c145 = stablehlo.constant dense<[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, 0x80, 0x80, 0x80]> : tensor<27xf8E5M2FNUZ>
  %c146 = stablehlo.constant dense<[0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5, 0.0, 0.25, 14.0, -1.5, 3.5, 0x80, 1.0, -0.375, -7.5]> : tensor<27xf8E5M2FNUZ>
  %r147 = stablehlo.compare EQ, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %r148 = stablehlo.compare NE, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %r149 = stablehlo.compare LT, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %r150 = stablehlo.compare LE, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %r151 = stablehlo.compare GT, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %r152 = stablehlo.compare GE, %c145, %c146, FLOAT : (tensor<27xf8E5M2FNUZ>, tensor<27xf8E5M2FNUZ>) -> tensor<27xi1>
  %c153 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 100.0, 100.0, 100.0, 100.0, 100.0, -0.015625, -0.015625, -0.015625, -0.015625, -0.015625, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, -0.0, -0.0, -0.0, -0.0]> : tensor<65xbf16>
  %c154 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.015625, 0x7FC0, -1.5, 3.5, 100.0, 0xFF80, 1.0, -0.375, -7.5, 0x7F80, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC0, -1.5, 3.5, 100.0, 0xFF80, 1.0, -0.375, -7.5, 0x7F80, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC0, -1.5, 3.5, 100.0, 0xFF80, 1.0, -0.375, -7.5, 0x7F80, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC0, -1.5, 3.5, 100.0, 0xFF80, 1.0, -0.375, -7.5, 0x7F80, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC0, -1.5, 3.5, 100.0, 0xFF80]> : tensor<65xbf16>
  %r155 = stablehlo.compare EQ, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %r156 = stablehlo.compare NE, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %r157 = stablehlo.compare LT, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %r158 = stablehlo.compare LE, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %r159 = stablehlo.compare GT, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %r160 = stablehlo.compare GE, %c153, %c154, FLOAT : (tensor<65xbf16>, tensor<65xbf16>) -> tensor<65xi1>
  %c161 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 100.0, 100.0, 100.0, 100.0, 100.0, -0.015625, -0.015625, -0.015625, -0.015625, -0.015625, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, -0.0, -0.0, -0.0, -0.0]> : tensor<65xf16>
  %c162 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.015625, 0x7E00, -1.5, 3.5, 100.0, 0xFC00, 1.0, -0.375, -7.5, 0x7C00, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7E00, -1.5, 3.5, 100.0, 0xFC00, 1.0, -0.375, -7.5, 0x7C00, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7E00, -1.5, 3.5, 100.0, 0xFC00, 1.0, -0.375, -7.5, 0x7C00, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7E00, -1.5, 3.5, 100.0, 0xFC00, 1.0, -0.375, -7.5, 0x7C00, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7E00, -1.5, 3.5, 100.0, 0xFC00]> : tensor<65xf16>
  %r163 = stablehlo.compare EQ, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %r164 = stablehlo.compare NE, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %r165 = stablehlo.compare LT, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %r166 = stablehlo.compare LE, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %r167 = stablehlo.compare GT, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %r168 = stablehlo.compare GE, %c161, %c162, FLOAT : (tensor<65xf16>, tensor<65xf16>) -> tensor<65xi1>
  %c169 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 100.0, 100.0, 100.0, 100.0, 100.0, -0.015625, -0.015625, -0.015625, -0.015625, -0.015625, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0, -0.0, -0.0, -0.0]> : tensor<65xf32>
  %c170 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.015625, 0x7FC00000, -1.5, 3.5, 100.0, 0xFF800000, 1.0, -0.375, -7.5, 0x7F800000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC00000, -1.5, 3.5, 100.0, 0xFF800000, 1.0, -0.375, -7.5, 0x7F800000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC00000, -1.5, 3.5, 100.0, 0xFF800000, 1.0, -0.375, -7.5, 0x7F800000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC00000, -1.5, 3.5, 100.0, 0xFF800000, 1.0, -0.375, -7.5, 0x7F800000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FC00000, -1.5, 3.5, 100.0, 0xFF800000]> : tensor<65xf32>
  %r171 = stablehlo.compare EQ, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %r172 = stablehlo.compare NE, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %r173 = stablehlo.compare LT, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %r174 = stablehlo.compare LE, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %r175 = stablehlo.compare GT, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %r176 = stablehlo.compare GE, %c169, %c170, FLOAT : (tensor<65xf32>, tensor<65xf32>) -> tensor<65xi1>
  %c177 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, 0.25, 0.25, 0.25, 0.25, 0.25, -0.375, -0.375, -0.375, -0.375, 3.5, 3.5, 3.5, 3.5, 3.5, 14.0, 14.0, 14.0, 14.0, 14.0, -7.5, -7.5, -7.5, -7.5, 100.0, 100.0, 100.0, 100.0, 100.0, -0.015625, -0.015625, -0.015625, -0.015625, -0.015625, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.0, -0.0, -0.0, -0.0]> : tensor<65xf64>
  %c178 = stablehlo.constant dense<[0.0, 0.25, 14.0, -0.015625, 0x7FF8000000000000, -1.5, 3.5, 100.0, 0xFFF0000000000000, 1.0, -0.375, -7.5, 0x7FF0000000000000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FF8000000000000, -1.5, 3.5, 100.0, 0xFFF0000000000000, 1.0, -0.375, -7.5, 0x7FF0000000000000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FF8000000000000, -1.5, 3.5, 100.0, 0xFFF0000000000000, 1.0, -0.375, -7.5, 0x7FF0000000000000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FF8000000000000, -1.5, 3.5, 100.0, 0xFFF0000000000000, 1.0, -0.375, -7.5, 0x7FF0000000000000, -0.0, 0.0, 0.25, 14.0, -0.015625, 0x7FF8000000000000, -1.5, 3.5, 100.0, 0xFFF0000000000000]> : tensor<65xf64>
  %r179 = stablehlo.compare EQ, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %r180 = stablehlo.compare NE, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %r181 = stablehlo.compare LT, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %r182 = stablehlo.compare LE, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %r183 = stablehlo.compare GT, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %r184 = stablehlo.compare GE, %c177, %c178, FLOAT : (tensor<65xf64>, tensor<65xf64>) -> tensor<65xi1>
  %c185 = stablehlo.constant dense<[0.0, 0.0, 0.0, -0.0, -0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 3.0, 3.0, -6.0, -6.0, -6.0, 0.5, 0.5, 0.5, 2.0, 2.0]> : tensor<21xf4E2M1FN>
  %c186 = stablehlo.constant dense<[0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0]> : tensor<21xf4E2M1FN>
  %r187 = stablehlo.compare EQ, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %r188 = stablehlo.compare NE, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %r189 = stablehlo.compare LT, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %r190 = stablehlo.compare LE, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %r191 = stablehlo.compare GT, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %r192 = stablehlo.compare GE, %c185, %c186, FLOAT : (tensor<21xf4E2M1FN>, tensor<21xf4E2M1FN>) -> tensor<21xi1>
  %c193 = stablehlo.constant dense<[0.0, 0.0, 0.0, -0.0, -0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 3.0, 3.0, -6.0, -6.0, -6.0, 0.5, 0.5, 0.5, 2.0, 2.0]> : tensor<21xf6E2M3FN>
  %c194 = stablehlo.constant dense<[0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0]> : tensor<21xf6E2M3FN>
  %r195 = stablehlo.compare EQ, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %r196 = stablehlo.compare NE, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %r197 = stablehlo.compare LT, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %r198 = stablehlo.compare LE, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %r199 = stablehlo.compare GT, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %r200 = stablehlo.compare GE, %c193, %c194, FLOAT : (tensor<21xf6E2M3FN>, tensor<21xf6E2M3FN>) -> tensor<21xi1>
  %c201 = stablehlo.constant dense<[0.0, 0.0, 0.0, -0.0, -0.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, 3.0, 3.0, -6.0, -6.0, -6.0, 0.5, 0.5, 0.5, 2.0, 2.0]> : tensor<21xf6E3M2FN>
  %c202 = stablehlo.constant dense<[0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0, -0.0, 3.0, 2.0, 0.0, -1.5, 0.5, 1.0, -6.0]> : tensor<21xf6E3M2FN>
  %r203 = stablehlo.compare EQ, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %r204 = stablehlo.compare NE, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %r205 = stablehlo.compare LT, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %r206 = stablehlo.compare LE, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %r207 = stablehlo.compare GT, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %r208 = stablehlo.compare GE, %c201, %c202, FLOAT : (tensor<21xf6E3M2FN>, tensor<21xf6E3M2FN>) -> tensor<21xi1>
  %c209 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %c210 = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %r211 = stablehlo.compare EQ, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %r212 = stablehlo.compare NE, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %r213 = stablehlo.compare LT, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %r214 = stablehlo.compare LE, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %r215 = stablehlo.compare GT, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %r216 = stablehlo.compare GE, %c209, %c210, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq_const %r3, dense<[true, false, false, false, false, true]> : tensor<6xi1>
  check.expect_eq_const %r4, dense<[false, true, true, true, true, false]> : tensor<6xi1>
  check.expect_eq_const %r5, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  check.expect_eq_const %r6, dense<[true, true, true, false, false, true]> : tensor<6xi1>
  check.expect_eq_const %r7, dense<[false, false, false, true, true, false]> : tensor<6xi1>
  check.expect_eq_const %r8, dense<[true, false, false, true, true, true]> : tensor<6xi1>
  check.expect_eq_const %r11, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r12, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r13, dense<[false, true, true, true, true, false, true, false, false, true, false, true, false, false, false, false, false]> : tensor<17xi1>
  check.expect_eq_const %r14, dense<[true, true, true, true, true, false, true, false, true, true, false, true, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r15, dense<[false, false, false, false, false, true, false, true, false, false, true, false, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r16, dense<[true, false, false, false, false, true, false, true, true, false, true, false, true, true, true, true, true]> : tensor<17xi1>
  check.expect_eq_const %r19, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r20, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r21, dense<[false, true, true, true, true, false, true, false, false, true, false, true, false, false, false, false, false]> : tensor<17xi1>
  check.expect_eq_const %r22, dense<[true, true, true, true, true, false, true, false, true, true, false, true, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r23, dense<[false, false, false, false, false, true, false, true, false, false, true, false, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r24, dense<[true, false, false, false, false, true, false, true, true, false, true, false, true, true, true, true, true]> : tensor<17xi1>
  check.expect_eq_const %r27, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r28, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r29, dense<[false, true, true, true, true, false, true, false, false, true, false, true, false, false, false, false, false]> : tensor<17xi1>
  check.expect_eq_const %r30, dense<[true, true, true, true, true, false, true, false, true, true, false, true, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r31, dense<[false, false, false, false, false, true, false, true, false, false, true, false, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r32, dense<[true, false, false, false, false, true, false, true, true, false, true, false, true, true, true, true, true]> : tensor<17xi1>
  check.expect_eq_const %r35, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r36, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r37, dense<[false, true, true, true, true, false, true, false, false, true, false, true, false, false, false, false, false]> : tensor<17xi1>
  check.expect_eq_const %r38, dense<[true, true, true, true, true, false, true, false, true, true, false, true, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r39, dense<[false, false, false, false, false, true, false, true, false, false, true, false, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r40, dense<[true, false, false, false, false, true, false, true, true, false, true, false, true, true, true, true, true]> : tensor<17xi1>
  check.expect_eq_const %r43, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r44, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r45, dense<[false, true, true, true, true, false, true, false, false, true, false, true, false, false, false, false, false]> : tensor<17xi1>
  check.expect_eq_const %r46, dense<[true, true, true, true, true, false, true, false, true, true, false, true, false, false, false, false, true]> : tensor<17xi1>
  check.expect_eq_const %r47, dense<[false, false, false, false, false, true, false, true, false, false, true, false, true, true, true, true, false]> : tensor<17xi1>
  check.expect_eq_const %r48, dense<[true, false, false, false, false, true, false, true, true, false, true, false, true, true, true, true, true]> : tensor<17xi1>
  check.expect_eq_const %r51, dense<[true, false, false, false, false, true]> : tensor<6xi1>
  check.expect_eq_const %r52, dense<[false, true, true, true, true, false]> : tensor<6xi1>
  check.expect_eq_const %r53, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  check.expect_eq_const %r54, dense<[true, true, true, false, false, true]> : tensor<6xi1>
  check.expect_eq_const %r55, dense<[false, false, false, true, true, false]> : tensor<6xi1>
  check.expect_eq_const %r56, dense<[true, false, false, true, true, true]> : tensor<6xi1>
  check.expect_eq_const %r59, dense<[true, false, false, false, false, false, false, true, false, false, false, false]> : tensor<12xi1>
  check.expect_eq_const %r60, dense<[false, true, true, true, true, true, true, false, true, true, true, true]> : tensor<12xi1>
  check.expect_eq_const %r61, dense<[false, true, true, true, false, true, false, false, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r62, dense<[true, true, true, true, false, true, false, true, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r63, dense<[false, false, false, false, true, false, true, false, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r64, dense<[true, false, false, false, true, false, true, true, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r67, dense<[true, false, false, false, false, false, false, true, false, false, false, false]> : tensor<12xi1>
  check.expect_eq_const %r68, dense<[false, true, true, true, true, true, true, false, true, true, true, true]> : tensor<12xi1>
  check.expect_eq_const %r69, dense<[false, true, true, true, false, true, false, false, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r70, dense<[true, true, true, true, false, true, false, true, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r71, dense<[false, false, false, false, true, false, true, false, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r72, dense<[true, false, false, false, true, false, true, true, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r75, dense<[true, false, false, false, false, false, false, true, false, false, false, false]> : tensor<12xi1>
  check.expect_eq_const %r76, dense<[false, true, true, true, true, true, true, false, true, true, true, true]> : tensor<12xi1>
  check.expect_eq_const %r77, dense<[false, true, true, true, false, true, false, false, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r78, dense<[true, true, true, true, false, true, false, true, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r79, dense<[false, false, false, false, true, false, true, false, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r80, dense<[true, false, false, false, true, false, true, true, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r83, dense<[true, false, false, false, false, false, false, true, false, false, false, false]> : tensor<12xi1>
  check.expect_eq_const %r84, dense<[false, true, true, true, true, true, true, false, true, true, true, true]> : tensor<12xi1>
  check.expect_eq_const %r85, dense<[false, true, true, true, false, true, false, false, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r86, dense<[true, true, true, true, false, true, false, true, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r87, dense<[false, false, false, false, true, false, true, false, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r88, dense<[true, false, false, false, true, false, true, true, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r91, dense<[true, false, false, false, false, false, false, true, false, false, false, false]> : tensor<12xi1>
  check.expect_eq_const %r92, dense<[false, true, true, true, true, true, true, false, true, true, true, true]> : tensor<12xi1>
  check.expect_eq_const %r93, dense<[false, true, true, true, false, true, false, false, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r94, dense<[true, true, true, true, false, true, false, true, false, true, false, false]> : tensor<12xi1>
  check.expect_eq_const %r95, dense<[false, false, false, false, true, false, true, false, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r96, dense<[true, false, false, false, true, false, true, true, true, false, true, true]> : tensor<12xi1>
  check.expect_eq_const %r99, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r100, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true]> : tensor<48xi1>
  check.expect_eq_const %r101, dense<[false, true, true, false, false, true, true, false, true, true, false, false, false, false, true, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r102, dense<[true, true, true, false, false, true, true, false, true, true, false, false, false, true, true, false, false, true, true, true, false, false, false, false, false, false, true, false, true, true, true, true, false, false, false, false, true, true, true, true, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r103, dense<[false, false, false, true, true, false, false, true, false, false, true, false, true, false, false, true, true, false, false, false, true, true, true, false, true, true, false, true, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r104, dense<[true, false, false, true, true, false, false, true, false, false, true, false, true, true, false, true, true, false, false, false, true, true, true, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, true, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r107, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r108, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true]> : tensor<48xi1>
  check.expect_eq_const %r109, dense<[false, true, true, false, false, true, true, false, true, true, false, false, false, false, true, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r110, dense<[true, true, true, false, false, true, true, false, true, true, false, false, false, true, true, false, false, true, true, true, false, false, false, false, false, false, true, false, true, true, true, true, false, false, false, false, true, true, true, true, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r111, dense<[false, false, false, true, true, false, false, true, false, false, true, false, true, false, false, true, true, false, false, false, true, true, true, false, true, true, false, true, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r112, dense<[true, false, false, true, true, false, false, true, false, false, true, false, true, true, false, true, true, false, false, false, true, true, true, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, true, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r115, dense<[true, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, true]> : tensor<34xi1>
  check.expect_eq_const %r116, dense<[false, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, false]> : tensor<34xi1>
  check.expect_eq_const %r117, dense<[false, true, true, false, false, true, false, true, true, false, false, false, true, false, false, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, false]> : tensor<34xi1>
  check.expect_eq_const %r118, dense<[true, true, true, true, false, true, false, true, true, false, false, true, true, false, false, true, false, false, false, false, false, false, true, false, true, true, false, false, false, false, true, true, true, true]> : tensor<34xi1>
  check.expect_eq_const %r119, dense<[false, false, false, false, true, false, false, false, false, true, true, false, false, true, true, false, false, true, true, true, true, true, false, true, false, false, false, false, false, false, false, false, false, false]> : tensor<34xi1>
  check.expect_eq_const %r120, dense<[true, false, false, true, true, false, false, false, false, true, true, true, false, true, true, false, false, true, true, true, true, true, true, true, false, false, false, false, false, false, true, false, false, true]> : tensor<34xi1>
  check.expect_eq_const %r123, dense<[true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r124, dense<[false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<27xi1>
  check.expect_eq_const %r125, dense<[false, true, true, false, true, false, true, true, false, false, false, true, false, true, false, false, false, false, false, false, false, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r126, dense<[true, true, true, false, true, false, true, true, false, false, true, true, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r127, dense<[false, false, false, true, false, false, false, false, true, true, false, false, true, false, false, true, true, true, true, true, false, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r128, dense<[true, false, false, true, false, false, false, false, true, true, true, false, true, false, false, true, true, true, true, true, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r131, dense<[true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r132, dense<[false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<27xi1>
  check.expect_eq_const %r133, dense<[false, true, true, false, true, false, true, true, false, false, false, true, false, true, false, false, false, false, false, false, false, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r134, dense<[true, true, true, false, true, false, true, true, false, false, true, true, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r135, dense<[false, false, false, true, false, false, false, false, true, true, false, false, true, false, false, true, true, true, true, true, false, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r136, dense<[true, false, false, true, false, false, false, false, true, true, true, false, true, false, false, true, true, true, true, true, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r139, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r140, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true]> : tensor<48xi1>
  check.expect_eq_const %r141, dense<[false, true, true, false, false, true, true, false, true, true, false, false, false, false, true, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r142, dense<[true, true, true, false, false, true, true, false, true, true, false, false, false, true, true, false, false, true, true, true, false, false, false, false, false, false, true, false, true, true, true, true, false, false, false, false, true, true, true, true, false, false, false, false, true, false, false, false]> : tensor<48xi1>
  check.expect_eq_const %r143, dense<[false, false, false, true, true, false, false, true, false, false, true, false, true, false, false, true, true, false, false, false, true, true, true, false, true, true, false, true, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r144, dense<[true, false, false, true, true, false, false, true, false, false, true, false, true, true, false, true, true, false, false, false, true, true, true, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, true, false, false, false, false, false, true, true, false]> : tensor<48xi1>
  check.expect_eq_const %r147, dense<[true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r148, dense<[false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<27xi1>
  check.expect_eq_const %r149, dense<[false, true, true, false, true, false, true, true, false, false, false, true, false, true, false, false, false, false, false, false, false, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r150, dense<[true, true, true, false, true, false, true, true, false, false, true, true, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r151, dense<[false, false, false, true, false, false, false, false, true, true, false, false, true, false, false, true, true, true, true, true, false, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r152, dense<[true, false, false, true, false, false, false, false, true, true, true, false, true, false, false, true, true, true, true, true, true, false, false, false, false, false, false]> : tensor<27xi1>
  check.expect_eq_const %r155, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<65xi1>
  check.expect_eq_const %r156, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<65xi1>
  check.expect_eq_const %r157, dense<[false, true, true, false, false, false, true, true, false, true, true, false, true, true, false, false, true, false, false, false, true, true, false, false, false, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false, true, false, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r158, dense<[true, true, true, false, false, false, true, true, false, true, true, false, true, true, false, true, true, false, false, false, true, true, false, false, false, false, true, false, false, false, true, false, false, true, true, true, false, false, false, false, true, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r159, dense<[false, false, false, true, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, true, false, false, true, true, true, true, false, true, true, true, false, true, false, false, false, false, true, true, true, true, false, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r160, dense<[true, false, false, true, false, true, false, false, true, false, false, true, false, false, true, true, false, true, false, true, false, false, true, true, true, true, false, true, true, true, true, true, false, false, false, false, true, true, true, true, false, true, false, false, false, true, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r163, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<65xi1>
  check.expect_eq_const %r164, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<65xi1>
  check.expect_eq_const %r165, dense<[false, true, true, false, false, false, true, true, false, true, true, false, true, true, false, false, true, false, false, false, true, true, false, false, false, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false, true, false, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r166, dense<[true, true, true, false, false, false, true, true, false, true, true, false, true, true, false, true, true, false, false, false, true, true, false, false, false, false, true, false, false, false, true, false, false, true, true, true, false, false, false, false, true, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r167, dense<[false, false, false, true, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, true, false, false, true, true, true, true, false, true, true, true, false, true, false, false, false, false, true, true, true, true, false, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r168, dense<[true, false, false, true, false, true, false, false, true, false, false, true, false, false, true, true, false, true, false, true, false, false, true, true, true, true, false, true, true, true, true, true, false, false, false, false, true, true, true, true, false, true, false, false, false, true, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r171, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<65xi1>
  check.expect_eq_const %r172, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<65xi1>
  check.expect_eq_const %r173, dense<[false, true, true, false, false, false, true, true, false, true, true, false, true, true, false, false, true, false, false, false, true, true, false, false, false, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false, true, false, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r174, dense<[true, true, true, false, false, false, true, true, false, true, true, false, true, true, false, true, true, false, false, false, true, true, false, false, false, false, true, false, false, false, true, false, false, true, true, true, false, false, false, false, true, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r175, dense<[false, false, false, true, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, true, false, false, true, true, true, true, false, true, true, true, false, true, false, false, false, false, true, true, true, true, false, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r176, dense<[true, false, false, true, false, true, false, false, true, false, false, true, false, false, true, true, false, true, false, true, false, false, true, true, true, true, false, true, true, true, true, true, false, false, false, false, true, true, true, true, false, true, false, false, false, true, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r179, dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<65xi1>
  check.expect_eq_const %r180, dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<65xi1>
  check.expect_eq_const %r181, dense<[false, true, true, false, false, false, true, true, false, true, true, false, true, true, false, false, true, false, false, false, true, true, false, false, false, false, true, false, false, false, false, false, false, true, true, true, false, false, false, false, true, false, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r182, dense<[true, true, true, false, false, false, true, true, false, true, true, false, true, true, false, true, true, false, false, false, true, true, false, false, false, false, true, false, false, false, true, false, false, true, true, true, false, false, false, false, true, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, false]> : tensor<65xi1>
  check.expect_eq_const %r183, dense<[false, false, false, true, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, true, false, false, true, true, true, true, false, true, true, true, false, true, false, false, false, false, true, true, true, true, false, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r184, dense<[true, false, false, true, false, true, false, false, true, false, false, true, false, false, true, true, false, true, false, true, false, false, true, true, true, true, false, true, true, true, true, true, false, false, false, false, true, true, true, true, false, true, false, false, false, true, false, true, true, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, true]> : tensor<65xi1>
  check.expect_eq_const %r187, dense<[true, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r188, dense<[false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r189, dense<[false, false, true, true, false, false, true, true, true, false, true, false, false, true, true, true, false, false, false, false, false]> : tensor<21xi1>
  check.expect_eq_const %r190, dense<[true, false, true, true, false, false, true, true, true, true, true, false, false, true, true, true, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r191, dense<[false, true, false, false, true, true, false, false, false, false, false, true, true, false, false, false, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r192, dense<[true, true, false, false, true, true, false, false, false, true, false, true, true, false, false, false, true, true, true, true, true]> : tensor<21xi1>
  check.expect_eq_const %r195, dense<[true, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r196, dense<[false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r197, dense<[false, false, true, true, false, false, true, true, true, false, true, false, false, true, true, true, false, false, false, false, false]> : tensor<21xi1>
  check.expect_eq_const %r198, dense<[true, false, true, true, false, false, true, true, true, true, true, false, false, true, true, true, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r199, dense<[false, true, false, false, true, true, false, false, false, false, false, true, true, false, false, false, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r200, dense<[true, true, false, false, true, true, false, false, false, true, false, true, true, false, false, false, true, true, true, true, true]> : tensor<21xi1>
  check.expect_eq_const %r203, dense<[true, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r204, dense<[false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r205, dense<[false, false, true, true, false, false, true, true, true, false, true, false, false, true, true, true, false, false, false, false, false]> : tensor<21xi1>
  check.expect_eq_const %r206, dense<[true, false, true, true, false, false, true, true, true, true, true, false, false, true, true, true, false, false, true, false, false]> : tensor<21xi1>
  check.expect_eq_const %r207, dense<[false, true, false, false, true, true, false, false, false, false, false, true, true, false, false, false, true, true, false, true, true]> : tensor<21xi1>
  check.expect_eq_const %r208, dense<[true, true, false, false, true, true, false, false, false, true, false, true, true, false, false, false, true, true, true, true, true]> : tensor<21xi1>
  check.expect_eq_const %r211, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %r212, dense<[false, true, true]> : tensor<3xi1>
  check.expect_eq_const %r213, dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq_const %r214, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %r215, dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq_const %r216, dense<[true, false, true]> : tensor<3xi1>
  return
}
