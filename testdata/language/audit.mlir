// Every form of builtin attributes, types and locations, and of what operations are made of. What becomes of it in each form of
// printing is a snapshot of `tools/tests/snapshots`.
// RUN: tfrt-opt -allow-unregistered-dialect -verify-roundtrip %s | FileCheck %s
// RUN: tfrt-opt -allow-unregistered-dialect -mlir-print-op-generic -mlir-print-debuginfo %s \
// RUN:   | tfrt-opt -allow-unregistered-dialect | FileCheck %s
// RUN: tfrt-opt -allow-unregistered-dialect -mlir-print-local-scope -mlir-print-debuginfo %s \
// RUN:   | tfrt-opt -allow-unregistered-dialect | FileCheck %s
// CHECK: "attr.integers"
// CHECK: "loc.all"

#map = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 floordiv 3, d0 mod 4 - d1 ceildiv 2)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 >= 0, d0 == 3)>
#alias = "an alias"
#nested = [#alias, {inner = #alias}]
!pair = tuple<i32, f32>
!layout = memref<4x?xf32, strided<[?, 1], offset: 2>, 3 : i32>
#file = loc("source.py":10:20)

"attr.integers"() {
  a = 0, b = -1 : i1, c = 1 : i1, d = true, e = false, f = 255 : ui8, g = -128 : si8, h = 18446744073709551615 : ui64,
  i = 170141183460469231731687303715884105727 : i128, j = 0x1F : i32, k = 7 : index, l = -9223372036854775808
} : () -> ()

"attr.floats"() {
  a = 1.0, b = -0.0 : f32, c = 1.5e10 : f64, d = 0x7FC00000 : f32, e = 0x7F800000 : f32, f = 0x3C00 : f16, g = 2.5 : bf16,
  h = 1.0 : f8E4M3FN, i = 0.5 : f8E5M2, j = 1.0 : tf32, k = 1.0 : f80, l = 1.0 : f128, m = 3 : i5, n = 1.0 : f8E4M3B11FNUZ,
  o = 2.0 : f4E2M1FN, p = 1.0 : f6E2M3FN, q = 1.0 : f6E3M2FN, r = 1.0 : f8E3M4, s = 1.0 : f8E4M3, t = 1.0 : f8E4M3FNUZ,
  u = 1.0 : f8E5M2FNUZ, v = 1.0 : f8E8M0FNU
} : () -> ()

"attr.strings"() {
  a = "", b = "plain", c = "quote \" backslash \\ tab \t newline \n hex \00\7F\FF", d = "typed" : !x.y, e = #alias
} : () -> ()

"attr.lists"() {
  a = [], b = [1, "two", [3.0]], c = {}, d = {"quoted key" = 1, unit, nested = {x = 1 : i8}}, e = array<i64: 1, -2>, f = array<i1: true, false>,
  g = array<f32: 1.0, -0.5>, h = array<i8>, i = #nested
} : () -> ()

"attr.elements"() {
  a = dense<1> : tensor<2x3xi32>, b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<> : tensor<0xi32>, d = dense<[true, false]> : tensor<2xi1>,
  e = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, f = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>, g = dense<["a", "b\22"]> : tensor<2x!x.string>,
  h = dense<"0x01020304"> : tensor<4xi8>, i = dense<1.5> : vector<[4]xf32>, j = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>,
  k = sparse<0, 2.0> : tensor<3xf32>, l = dense_resource<blob> : tensor<2xi32>, m = dense<0x7FC00000> : tensor<2xf32>,
  n = dense<[[[1], [2]]]> : tensor<1x2x1xindex>, o = dense<5> : tensor<i64>
} : () -> ()

"attr.symbols"() { a = @flat, b = @outer::@inner::@"odd name" } : () -> ()
"attr.types"() {
  a = i32, b = (i32, f32) -> (), c = () -> (i1, index), d = !pair, e = tensor<*xf32>, f = none, g = (i32) -> ((i32) -> f32)
} : () -> ()
"attr.affine"() { a = #map, b = #set, c = affine_map<() -> ()>, d = affine_map<(d0) -> (-d0)>, e = affine_map<(d0)[s0] -> (d0 * s0)> } : () -> ()
"attr.others"() {
  unit_attr, a = unit, b = #x.opaque<"text" {balanced = [1, (2)]} -> !y.z>, c = #x.plain, d = distinct[0]<"one">, e = distinct[1]<"one">, f = distinct[0]<"one">,
  g = #x<"old style">, h = strided<[1, 2], offset: ?>, i = loc("as an attribute")
} : () -> ()

"type.all"() : () -> (
  i1, si16, ui23, i1024, index, f16, bf16, tf32, f32, f64, f80, f128,
  f8E5M2, f8E4M3FN, f8E4M3, f8E3M4, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN,
  complex<f32>, complex<i8>, tuple<>, tuple<i32, tuple<f32>>, none,
  vector<4xf32>, vector<2x[4]xi8>, vector<f32>, vector<[2]x3xindex>,
  tensor<f32>, tensor<2x?xf32>, tensor<*xi8>, tensor<0x1xi1>, tensor<4xf32, #x.encoding<a>>, tensor<2x!x.element>, tensor<3xvector<2xf32>>,
  memref<f32>, memref<2x?xi8>, memref<*xf32>, memref<*xf32, 1>, memref<4xf32, affine_map<(d0) -> (d0 * 2)>>, memref<4xf32, 1 : i32>, memref<2xf32, "a space">,
  !layout, !pair, () -> (), (i32) -> f32, ((i1) -> (), i2) -> (i3, i4), !x.y, !x.y<1, [2], "three">, !x<"old style">
)

%a:2, %b = "op.values"() : () -> (i1, i2, i3)
"op.uses"(%b, %a#1, %a#0) <{property = 1 : i32, other}> {attribute = 2} : (i3, i2, i1) -> ()
"op.regions"() ({
^bb0(%x: i32, %y: f32 loc("an argument")):
  "op.branch"(%x)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "op.branch"()[^bb2] : () -> ()
^bb2:
  "op.end"(%y) : (f32) -> ()
}, {
}, {
  // A graph: the use comes first.
  "op.early"(%later) : (i8) -> ()
  %later = "op.late"() : () -> i8
}) : () -> ()

module @named attributes {x.attribute = "of a module"} {
  module @inner {
    func.func private @declared(i32 {x.of_an_argument}, f32) -> (i8 {x.of_a_result = 1}) attributes {x.of_the_function}
  }
  func.func @variadic(%0: i32) -> i32 {
    %1 = "x.y"(%0) : (i32) -> i32
    return %1 : i32
  }
}

"loc.file"() : () -> () loc("file.mlir":1:2)
"loc.range"() : () -> () loc("file.mlir":1:2 to 3:4)
"loc.range_of_a_line"() : () -> () loc("file.mlir":1:2 to :4)
"loc.name"() : () -> () loc("name")
"loc.named_child"() : () -> () loc("name"("file.mlir":1:2))
"loc.call_site"() : () -> () loc(callsite("callee" at #file))
"loc.fused"() : () -> () loc(fused["a", "b"("c"), #file])
"loc.fused_with"() : () -> () loc(fused<"metadata">["a", unknown])
"loc.unknown"() : () -> () loc(unknown)
"loc.alias"() : () -> () loc(#file)
"loc.later"() : () -> () loc(#later)
"loc.all"() : () -> () loc(callsite(fused[#file, "x"] at callsite("y" at unknown)))
#later = loc("defined behind its use")

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  },
  external_resources: {
    some_tool: {
      key: "value",
      flag: true
    }
  }
#-}
