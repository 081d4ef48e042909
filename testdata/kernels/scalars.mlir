// Arithmetic, comparison and casts on scalars: wrap-around, truncation, C++'s minimum.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'integers'
// CHECK-NEXT: 'integers' returned -2147483648,-3,-2,1,0,1
func.func @integers() -> (i32, i32, i32, i1, i1, i1) {
  %max = tfrt.constant.i32 2147483647
  %one = tfrt.constant.i32 1
  %a = tfrt.constant.i32 -17
  %b = tfrt.constant.i32 5
  %sum = tfrt.add.i32 %max, %one
  %quotient, %remainder = tfrt.div.i32 %a, %b
  %less = "tfrt.lessequal.i32"(%a, %b) : (i32, i32) -> i1
  %equal = tfrt.equal.i32 %a, %b
  %same = tfrt.equal.i32 %b, %b
  tfrt.return %sum, %quotient, %remainder, %less, %equal, %same : i32, i32, i32, i1, i1, i1
}

// The one quotient that does not fit wraps around.
// CHECK-LABEL: --- Running 'smallest'
// CHECK-NEXT: 'smallest' returned -2147483648,0,-9223372036854775808,0
func.func @smallest() -> (i32, i32, i64, i64) {
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i32 -1
  %c = tfrt.constant.i64 -9223372036854775808
  %d = tfrt.constant.i64 -1
  %p, %q = tfrt.div.i32 %a, %b
  %r, %s = tfrt.div.i64 %c, %d
  tfrt.return %p, %q, %r, %s : i32, i32, i64, i64
}

// CHECK-LABEL: --- Running 'floats'
// CHECK-NEXT: 'floats' returned 3.500000e+00,-2.000000e+00,-5.000000e-01,-1.000000e+00,nan,1.000000e+00
func.func @floats() -> (f32, f64, f64, f64, f32, f32) {
  %a = tfrt.constant.f32 1.25
  %b = tfrt.constant.f32 2.25
  %c = tfrt.constant.f64 -1.0
  %d = tfrt.constant.f64 2.0
  %nan = tfrt.constant.f32 0x7FC00000
  %one = tfrt.constant.f32 1.0
  %sum = tfrt.add.f32 %a, %b
  %product = "tfrt.multiply.f64"(%c, %d) : (f64, f64) -> f64
  %quotient = "tfrt.div.f64"(%c, %d) : (f64, f64) -> f64
  %least = "tfrt.minimum.f64"(%c, %d) : (f64, f64) -> f64
  // The first operand stays unless the second is smaller.
  %m = "tfrt.minimum.f32"(%nan, %one) : (f32, f32) -> f32
  %n = "tfrt.minimum.f32"(%one, %nan) : (f32, f32) -> f32
  tfrt.return %sum, %product, %quotient, %least, %m, %n : f32, f64, f64, f64, f32, f32
}

// Casts truncate towards zero and saturate.
// CHECK-LABEL: --- Running 'casts'
// CHECK-NEXT: 'casts' returned -2,9223372036854775807,0,1.677722e+07
func.func @casts() -> (i64, i64, i64, f32) {
  %a = tfrt.constant.f32 -2.99
  %b = tfrt.constant.f64 1.0e30
  %nan = tfrt.constant.f64 0x7FF8000000000000
  %c = tfrt.constant.i64 16777217
  %x = "tfrt.cast.f32_to_i64"(%a) : (f32) -> i64
  %y = "tfrt.cast.f64_to_i64"(%b) : (f64) -> i64
  %z = "tfrt.cast.f64_to_i64"(%nan) : (f64) -> i64
  %w = "tfrt.cast.i64_to_f32"(%c) : (i64) -> f32
  tfrt.return %x, %y, %z, %w : i64, i64, i64, f32
}

// CHECK-LABEL: --- Running 'by_zero'
// CHECK-NEXT: 'by_zero' returned <<error: Divide by zero>>,<<error: Divide by zero>>,1
func.func @by_zero() -> (i32, f32, i32) {
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %f = tfrt.constant.f32 1.0
  %g = tfrt.constant.f32 -0.0
  // expected-error @+1 {{runtime error: Divide by zero}}
  %q, %r = tfrt.div.i32 %one, %zero
  // expected-error @+1 {{Divide by zero}}
  %d = "tfrt.div.f32"(%f, %g) : (f32, f32) -> f32
  tfrt.return %r, %d, %one : i32, f32, i32
}
