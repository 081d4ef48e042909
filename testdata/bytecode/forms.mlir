// What is said of bytecode's forms: `forms.vN.mlirbc` is this program as `mlir-opt` 22 writes it in version N of the format. Each is read to
// the program that the text gives, and so is what is written of the text. (Properties of unknown operations begin with version 5.)
// RUN: for v in 1 2 3 4 5 6; do \
// RUN:   tfrt-opt --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-debuginfo %s > %t.text; \
// RUN:   tfrt-opt --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-debuginfo forms.v$v.mlirbc > %t.read; \
// RUN:   diff %t.text %t.read || exit 1; \
// RUN:   tfrt-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=$v %s > %t.mlirbc; \
// RUN:   tfrt-opt --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-debuginfo %t.mlirbc > %t.written; \
// RUN:   diff %t.text %t.written || exit 1; \
// RUN: done
#map = affine_map<(d0, d1) -> (d1 + 4, d0 floordiv 2)>
"d.top"() ({
^bb0(%a: i32 loc("a"), %b: !other.thing<"x">):
  %0:2 = "d.two"(%a, %late) {n = -7 : i64, f = -1.5 : f32, i32 = -7 : i32, i16 = -3 : i16, i48 = -1 : i48, ui32 = 4294967295 : ui32, si8 = -128 : si8, ui8 = 255 : ui8, h = 0x7E01 : f16, big = 123456789012345678901234567890 : i128, on} : (i32, index) -> (f64, index) loc(callsite("x":1:2 at fused<"m">["y":3:4, "z"("w":5:6)]))
  %late = "d.late"() {s = "text\00\FF", t = "typed" : !d.t, list = [1, true, @r::@n, #map, tensor<2x?xf8E4M3FN>], d = {a, b = unit}} : () -> index
  "d.shapes"() {
    a = dense<[true, false, true]> : tensor<3xi1>,
    b = dense<true> : tensor<17xi1>,
    c = dense<[true, false, true, true, false, true, false, true, true]> : vector<9xi1>,
    e = dense<[[1, -2], [3, 4]]> : tensor<2x2xi5>,
    f = dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>,
    g = dense<["a", "b"]> : tensor<2x!d.string>,
    h = array<i16: 1, -2>,
    i = array<i1: true, false>,
    j = sparse<[[0, 1]], 2.0> : tensor<3x4xf32>,
    k = dense_resource<blob> : tensor<2xi32>,
    l = strided<[4, ?], offset: 1>,
    m = memref<2x?xf32, strided<[?, 1]>, 1 : i64>,
    o = (i32, index) -> (none, tuple<si8, ui64>),
    q = vector<[4]x2xbf16>,
    r = tensor<2x3xf32, #d.encoding<1>>,
    u = tensor<*xi1>,
    v = loc("here":1:1 to 2:3),
    w = distinct[0]<42 : i32>,
    x = dense<> : tensor<0xf32>
  } : () -> ()
  "d.region"() ({
    %1 = "d.use"(%a, %a, %0#1) : (i32, i32, index) -> i32
    "d.branch"(%1)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:
    "d.branch"()[^bb2] : () -> ()
  ^bb2:
    "d.end"(%1) : (i32) -> ()
  }, {
  }) : () -> ()
  "d.end"(%0#0, %b) : (f64, !other.thing<"x">) -> ()
}) : () -> ()

func.func private @ext(i32) -> i32
func.func @f(%a: i32 {x.y = 1 : i32}, %b: memref<4x?xf32>, %c: i1) -> (i32 {r.s}) attributes {a.b = "q"} {
  %0 = arith.addi %a, %a overflow<nsw> : i32
  %1 = arith.addi %0, %a : i32
  %2 = call @ext(%1) : (i32) -> i32
  %k = arith.constant dense<[true, false, true]> : vector<3xi1>
  %f = arith.constant 1.5 : f32
  %g = arith.mulf %f, %f fastmath<fast> : f32
  %p = arith.cmpi slt, %a, %1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 10 : index
  %s = scf.for %i = %i0 to %i1 step %i1 iter_args(%x = %a) -> (i32) {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  %z = scf.if %p -> (i32) { scf.yield %s : i32 } else { scf.yield %a : i32 }
  cf.cond_br %c, ^bb1(%z : i32), ^bb2
^bb1(%q: i32):
  cf.br ^bb2
^bb2:
  cf.switch %a : i32, [ default: ^bb3(%a : i32), 42: ^bb3(%z : i32) ]
^bb3(%w: i32):
  %m = math.sqrt %g : f32
  %l = memref.load %b[%i0, %i1] : memref<4x?xf32>
  cf.assert %c, "msg"
  return %w : i32
}
module @nested attributes {q.r = 1} {
}
func.func @g(%a: i32, %b: i64, %f: f32, %d: f64, %v: vector<4xf32>, %i: index, %c: i1) {
  %0 = arith.subi %a, %a overflow<nsw, nuw> : i32
  %1 = arith.muli %a, %a : i32
  %2 = arith.divsi %a, %a : i32
  %3 = arith.divui %a, %a : i32
  %4 = arith.ceildivsi %a, %a : i32
  %5 = arith.floordivsi %a, %a : i32
  %6 = arith.remsi %a, %a : i32
  %7 = arith.shli %a, %a : i32
  %8 = arith.shrsi %a, %a exact : i32
  %9 = arith.shrui %a, %a : i32
  %10 = arith.andi %a, %a : i32
  %11 = arith.extsi %a : i32 to i64
  %12 = arith.extui %a : i32 to i64
  %13 = arith.trunci %b overflow<nsw> : i64 to i32
  %14 = arith.extf %f : f32 to f64
  %15 = arith.truncf %d : f64 to f32
  %16 = arith.truncf %d to_nearest_even : f64 to f32
  %17 = arith.sitofp %a : i32 to f32
  %18 = arith.uitofp %a : i32 to f32
  %19 = arith.fptosi %f : f32 to i32
  %20 = arith.index_cast %a : i32 to index
  %21 = arith.index_castui %a : i32 to index
  %22 = arith.bitcast %a : i32 to f32
  %23 = arith.cmpf olt, %f, %f : f32
  %24 = arith.cmpf ugt, %f, %f fastmath<nnan> : f32
  %25 = arith.select %c, %a, %a : i32
  %26 = arith.negf %f fastmath<fast> : f32
  %27 = arith.maximumf %f, %f : f32
  %28 = arith.minnumf %f, %f : f32
  %29:2 = arith.addui_extended %a, %a : i32, i1
  %30:2 = arith.mulsi_extended %a, %a : i32
  %31 = math.absf %f : f32
  %32 = math.powf %f, %f fastmath<fast> : f32
  %33 = math.fma %f, %f, %f : f32
  %34 = math.ctpop %a : i32
  %35 = math.ipowi %a, %a : i32
  %36 = math.fpowi %f, %a : f32, i32
  %37 = math.isnan %f : f32
  %m = memref.alloc() : memref<4x4xf32>
  %m2 = memref.alloc(%i) {alignment = 16 : i64} : memref<?xf32>
  %m3 = memref.alloca() : memref<4xf32>
  memref.store %f, %m[%i, %i] : memref<4x4xf32>
  %l = memref.load %m[%i, %i] : memref<4x4xf32>
  %cst = memref.cast %m3 : memref<4xf32> to memref<?xf32>
  %dim = memref.dim %cst, %i : memref<?xf32>
  memref.copy %m2, %cst : memref<?xf32> to memref<?xf32>
  memref.dealloc %m : memref<4x4xf32>
  %w = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  %sw = scf.index_switch %i -> i32
  case 2 { scf.yield %a : i32 }
  default { scf.yield %w : i32 }
  %er = scf.execute_region -> i32 {
    scf.yield %a : i32
  }
  scf.for unsigned %q = %i to %i step %i { }
  %fn = func.constant @h : (i32) -> i32
  %cl = func.call_indirect %fn(%a) : (i32) -> i32
  func.return
}
func.func @h(%a: i32) -> i32 attributes {no_inline} { return %a : i32 }
func.func @blk(%a: i32, %c: i1) {
  cf.br ^bb1(%a: i32)
^bb1(%x: i32):
  %c2 = "d.y"(%x, %a) : (i32, i32) -> i1
  cf.cond_br %c2 weights([1, 2]), ^bb1(%a : i32), ^bb2
^bb2:
  cf.assert %c, "oops"
  return
}
{-#
  dialect_resources: { builtin: { blob: "0x040000000100000002000000" } },
  external_resources: { tool: { flag: true, text: "t", data: "0x0800000001" } }
#-}
