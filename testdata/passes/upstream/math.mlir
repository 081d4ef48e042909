// RUN: tfrt-opt -canonicalize -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=CANONICALIZE

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1132(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.absf %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.absf %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1132(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.absf %v : vector<2xf32>
  %x = math.absf %a : f32
  %y = math.absf %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1134(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.000000e+00, 0x7FC00000]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.acos %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.acos %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1134(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.acos %v : vector<2xf32>
  %x = math.acos %a : f32
  %y = math.acos %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1136(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.000000e+00, 2.06343699]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.acosh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.acosh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1136(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.acosh %v : vector<2xf32>
  %x = math.acosh %a : f32
  %y = math.acosh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1138(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.57079637, 0x7FC00000]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.asin %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.asin %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1138(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.asin %v : vector<2xf32>
  %x = math.asin %a : f32
  %y = math.asin %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1140(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.881373584, 2.0947125]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.asinh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.asinh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1140(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.asinh %v : vector<2xf32>
  %x = math.asinh %a : f32
  %y = math.asinh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1142(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.785398185, 1.3258177]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.atan %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.atan %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1142(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.atan %v : vector<2xf32>
  %x = math.atan %a : f32
  %y = math.atan %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1144(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0x7F800000, 0xFFC00000]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.atanh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.atanh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1144(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.atanh %v : vector<2xf32>
  %x = math.atanh %a : f32
  %y = math.atanh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1146(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.cbrt %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = math.cbrt %arg0 : f32
// CANONICALIZE-NEXT: %2 = math.cbrt %1 : f32
// CANONICALIZE-NEXT: return %0, %2 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1146(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.cbrt %v : vector<2xf32>
  %x = math.cbrt %a : f32
  %y = math.cbrt %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1148(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.ceil %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.ceil %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1148(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.ceil %v : vector<2xf32>
  %x = math.ceil %a : f32
  %y = math.ceil %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1150(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.540302277, -0.653643608]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.cos %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.cos %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1150(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.cos %v : vector<2xf32>
  %x = math.cos %a : f32
  %y = math.cos %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1152(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.54308057, 27.3082314]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.cosh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.cosh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1152(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.cosh %v : vector<2xf32>
  %x = math.cosh %a : f32
  %y = math.cosh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1158(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[2.71828175, 54.5981483]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.exp %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.exp %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1158(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.exp %v : vector<2xf32>
  %x = math.exp %a : f32
  %y = math.exp %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1160(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[2.000000e+00, 1.600000e+01]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.exp2 %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.exp2 %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1160(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.exp2 %v : vector<2xf32>
  %x = math.exp2 %a : f32
  %y = math.exp2 %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1162(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.71828175, 53.5981522]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.expm1 %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.expm1 %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1162(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.expm1 %v : vector<2xf32>
  %x = math.expm1 %a : f32
  %y = math.expm1 %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1164(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.floor %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.floor %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1164(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.floor %v : vector<2xf32>
  %x = math.floor %a : f32
  %y = math.floor %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1166(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.000000e+00, 1.38629436]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.log %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.log %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1166(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.log %v : vector<2xf32>
  %x = math.log %a : f32
  %y = math.log %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1168(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.000000e+00, 6.020600e-01]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.log10 %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.log10 %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1168(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.log10 %v : vector<2xf32>
  %x = math.log10 %a : f32
  %y = math.log10 %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1170(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.693147182, 1.60943794]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.log1p %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.log1p %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1170(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.log1p %v : vector<2xf32>
  %x = math.log1p %a : f32
  %y = math.log1p %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1172(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.log2 %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.log2 %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1172(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.log2 %v : vector<2xf32>
  %x = math.log2 %a : f32
  %y = math.log2 %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1174(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.round %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.round %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1174(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.round %v : vector<2xf32>
  %x = math.round %a : f32
  %y = math.round %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1176(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.roundeven %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.roundeven %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1176(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.roundeven %v : vector<2xf32>
  %x = math.roundeven %a : f32
  %y = math.roundeven %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1178(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.rsqrt %cst : vector<2xf32>
// CANONICALIZE-NEXT: %1 = math.rsqrt %arg0 : f32
// CANONICALIZE-NEXT: %2 = math.rsqrt %1 : f32
// CANONICALIZE-NEXT: return %0, %2 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1178(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.rsqrt %v : vector<2xf32>
  %x = math.rsqrt %a : f32
  %y = math.rsqrt %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1180(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.841470957, -0.756802499]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.sin %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.sin %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1180(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.sin %v : vector<2xf32>
  %x = math.sin %a : f32
  %y = math.sin %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1182(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.17520118, 27.2899189]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.sinh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.sinh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1182(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.sinh %v : vector<2xf32>
  %x = math.sinh %a : f32
  %y = math.sinh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1184(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.sqrt %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.sqrt %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1184(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.sqrt %v : vector<2xf32>
  %x = math.sqrt %a : f32
  %y = math.sqrt %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1186(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.55740774, 1.1578213]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.tan %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.tan %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1186(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.tan %v : vector<2xf32>
  %x = math.tan %a : f32
  %y = math.tan %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1188(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0.761594176, 0.999329328]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.tanh %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.tanh %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1188(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.tanh %v : vector<2xf32>
  %x = math.tanh %a : f32
  %y = math.tanh %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1190(%arg0: f32) -> (vector<2xf32>, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CANONICALIZE-NEXT: %0 = math.trunc %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.trunc %0 : f32
// CANONICALIZE-NEXT: return %cst, %1 : vector<2xf32>, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1190(%a: f32) -> (vector<2xf32>, f32) {
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf32>
  %r = math.trunc %v : vector<2xf32>
  %x = math.trunc %a : f32
  %y = math.trunc %x : f32
  return %r, %y : vector<2xf32>, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1191(%arg0: f32) -> (f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CANONICALIZE-NEXT: %cst_0 = arith.constant 2.553590e+00 : f32
// CANONICALIZE-NEXT: %0 = math.atan2 %arg0, %cst : f32
// CANONICALIZE-NEXT: return %cst_0, %0 : f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1191(%a: f32) -> (f32, f32) {
  %c = arith.constant 2.0 : f32
  %d = arith.constant -3.0 : f32
  %r = math.atan2 %c, %d : f32
  %s = math.atan2 %a, %c : f32
  return %r, %s : f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1192(%arg0: f32) -> (f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CANONICALIZE-NEXT: %cst_0 = arith.constant -2.000000e+00 : f32
// CANONICALIZE-NEXT: %0 = math.copysign %arg0, %cst : f32
// CANONICALIZE-NEXT: return %cst_0, %0 : f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1192(%a: f32) -> (f32, f32) {
  %c = arith.constant 2.0 : f32
  %d = arith.constant -3.0 : f32
  %r = math.copysign %c, %d : f32
  %s = math.copysign %a, %c : f32
  return %r, %s : f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1193(%arg0: f32) -> (f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CANONICALIZE-NEXT: %cst_0 = arith.constant 1.250000e-01 : f32
// CANONICALIZE-NEXT: %0 = math.powf %arg0, %cst : f32
// CANONICALIZE-NEXT: return %cst_0, %0 : f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1193(%a: f32) -> (f32, f32) {
  %c = arith.constant 2.0 : f32
  %d = arith.constant -3.0 : f32
  %r = math.powf %c, %d : f32
  %s = math.powf %a, %c : f32
  return %r, %s : f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1194() -> (i32, i32, i32, vector<2xi8>) {
// CANONICALIZE-NEXT: %c12_i32 = arith.constant 12 : i32
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<[1, 8]> : vector<2xi8>
// CANONICALIZE-NEXT: return %c12_i32, %c3_i32, %c0_i32, %cst : i32, i32, i32, vector<2xi8>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1194() -> (i32, i32, i32, vector<2xi8>) {
  %c = arith.constant 12 : i32
  %d = arith.constant -3 : i32
  %z = arith.constant 0 : i32
  %r = math.absi %c : i32
  %s = math.absi %d : i32
  %t = math.absi %z : i32
  %v = arith.constant dense<[1,8]> : vector<2xi8>
  %w = math.absi %v : vector<2xi8>
  return %r, %s, %t, %w : i32, i32, i32, vector<2xi8>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1195() -> (i32, i32, i32, vector<2xi8>) {
// CANONICALIZE-NEXT: %c28_i32 = arith.constant 28 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %c32_i32 = arith.constant 32 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<[7, 4]> : vector<2xi8>
// CANONICALIZE-NEXT: return %c28_i32, %c0_i32, %c32_i32, %cst : i32, i32, i32, vector<2xi8>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1195() -> (i32, i32, i32, vector<2xi8>) {
  %c = arith.constant 12 : i32
  %d = arith.constant -3 : i32
  %z = arith.constant 0 : i32
  %r = math.ctlz %c : i32
  %s = math.ctlz %d : i32
  %t = math.ctlz %z : i32
  %v = arith.constant dense<[1,8]> : vector<2xi8>
  %w = math.ctlz %v : vector<2xi8>
  return %r, %s, %t, %w : i32, i32, i32, vector<2xi8>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1196() -> (i32, i32, i32, vector<2xi8>) {
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %c31_i32 = arith.constant 31 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<1> : vector<2xi8>
// CANONICALIZE-NEXT: return %c2_i32, %c31_i32, %c0_i32, %cst : i32, i32, i32, vector<2xi8>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1196() -> (i32, i32, i32, vector<2xi8>) {
  %c = arith.constant 12 : i32
  %d = arith.constant -3 : i32
  %z = arith.constant 0 : i32
  %r = math.ctpop %c : i32
  %s = math.ctpop %d : i32
  %t = math.ctpop %z : i32
  %v = arith.constant dense<[1,8]> : vector<2xi8>
  %w = math.ctpop %v : vector<2xi8>
  return %r, %s, %t, %w : i32, i32, i32, vector<2xi8>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1197() -> (i32, i32, i32, vector<2xi8>) {
// CANONICALIZE-NEXT: %c2_i32 = arith.constant 2 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %c32_i32 = arith.constant 32 : i32
// CANONICALIZE-NEXT: %cst = arith.constant dense<[0, 3]> : vector<2xi8>
// CANONICALIZE-NEXT: return %c2_i32, %c0_i32, %c32_i32, %cst : i32, i32, i32, vector<2xi8>
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1197() -> (i32, i32, i32, vector<2xi8>) {
  %c = arith.constant 12 : i32
  %d = arith.constant -3 : i32
  %z = arith.constant 0 : i32
  %r = math.cttz %c : i32
  %s = math.cttz %d : i32
  %t = math.cttz %z : i32
  %v = arith.constant dense<[1,8]> : vector<2xi8>
  %w = math.cttz %v : vector<2xi8>
  return %r, %s, %t, %w : i32, i32, i32, vector<2xi8>
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1198(%arg0: i32, %arg1: f32) -> (i32, i32, i32, i32, i32, f32, f32, f32) {
// CANONICALIZE-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CANONICALIZE-NEXT: %c3_i32 = arith.constant 3 : i32
// CANONICALIZE-NEXT: %c0_i32 = arith.constant 0 : i32
// CANONICALIZE-NEXT: %c27_i32 = arith.constant 27 : i32
// CANONICALIZE-NEXT: %c-27_i32 = arith.constant -27 : i32
// CANONICALIZE-NEXT: %0 = math.ipowi %arg0, %c0_i32 : i32
// CANONICALIZE-NEXT: %1 = math.ipowi %arg0, %c3_i32 : i32
// CANONICALIZE-NEXT: %2 = math.fpowi %arg1, %c3_i32 : f32, i32
// CANONICALIZE-NEXT: %3 = math.fma %cst, %cst, %arg1 : f32
// CANONICALIZE-NEXT: %4 = math.fma %cst, %cst, %cst : f32
// CANONICALIZE-NEXT: return %c27_i32, %c-27_i32, %c0_i32, %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32, f32, f32, f32
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1198(%a: i32, %f: f32) -> (i32, i32, i32, i32, i32, f32, f32, f32) {
  %c = arith.constant 3 : i32
  %d = arith.constant -3 : i32
  %z = arith.constant 0 : i32
  %r = math.ipowi %c, %c : i32
  %s = math.ipowi %d, %c : i32
  %t = math.ipowi %c, %d : i32
  %u = math.ipowi %a, %z : i32
  %v = math.ipowi %a, %c : i32
  %w = math.fpowi %f, %c : f32, i32
  %k = arith.constant 2.0 : f32
  %x = math.fma %k, %k, %f : f32
  %y = math.fma %k, %k, %k : f32
  return %r, %s, %t, %u, %v, %w, %x, %y : i32, i32, i32, i32, i32, f32, f32, f32
}

// -----

// CANONICALIZE:      module {
// CANONICALIZE-NEXT: func.func @f1199(%arg0: f32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CANONICALIZE-NEXT: %false = arith.constant false
// CANONICALIZE-NEXT: %true = arith.constant true
// CANONICALIZE-NEXT: %0 = math.isnan %arg0 : f32
// CANONICALIZE-NEXT: %1 = math.isinf %arg0 : f32
// CANONICALIZE-NEXT: %2 = math.isfinite %arg0 : f32
// CANONICALIZE-NEXT: %3 = math.isnormal %arg0 : f32
// CANONICALIZE-NEXT: return %false, %true, %0, %false, %false, %1, %true, %false, %2, %true, %false, %3 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CANONICALIZE-NEXT: }
// CANONICALIZE-NEXT: }
func.func @f1199(%f: f32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %k = arith.constant 2.0 : f32
  %n = arith.constant 0x7FC00000 : f32
  %isnank = math.isnan %k : f32
  %isnann = math.isnan %n : f32
  %isnanf = math.isnan %f : f32
  %isinfk = math.isinf %k : f32
  %isinfn = math.isinf %n : f32
  %isinff = math.isinf %f : f32
  %isfinitek = math.isfinite %k : f32
  %isfiniten = math.isfinite %n : f32
  %isfinitef = math.isfinite %f : f32
  %isnormalk = math.isnormal %k : f32
  %isnormaln = math.isnormal %n : f32
  %isnormalf = math.isnormal %f : f32
  return %isnank, %isnann, %isnanf, %isinfk, %isinfn, %isinff, %isfinitek, %isfiniten, %isfinitef, %isnormalk, %isnormaln, %isnormalf : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
