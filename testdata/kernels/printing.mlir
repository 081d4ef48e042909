// One line a print, in the order of the chains.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'prints'
// CHECK-NEXT: int1 = 1
// CHECK-NEXT: int32 = -7
// CHECK-NEXT: int64 = 9223372036854775807
// CHECK-NEXT: f16 = 49408
// CHECK-NEXT: f32 = 0.100000
// CHECK-NEXT: f64 = -123456.789062
// CHECK-NEXT: complex64 = 1.500000+-2.250000i
// CHECK-NEXT: complex128 = inf+0.000000i
// CHECK-NEXT: 'prints' returned !tfrt.chain value
func.func @prints() -> !tfrt.chain {
  %a = tfrt.constant.i1 true
  %b = tfrt.constant.i32 -7
  %c = tfrt.constant.i64 9223372036854775807
  %d = tfrt.constant.f16 -2.5
  %e = tfrt.constant.f32 0.1
  %f = tfrt.constant.f64 -123456.7890625
  %g = tfrt.constant.complex64 1.5, -2.25
  %h = tfrt.constant.complex128 0x7FF0000000000000, 0.0
  %ch0 = tfrt.new.chain
  %ch1 = tfrt.print.i1 %a, %ch0
  %ch2 = tfrt.print.i32 %b, %ch1
  %ch3 = tfrt.print.i64 %c, %ch2
  %ch4 = "tfrt.print.f16"(%d, %ch3) : (f16, !tfrt.chain) -> !tfrt.chain
  %ch5 = tfrt.print.f32 %e, %ch4
  %ch6 = tfrt.print.f64 %f, %ch5
  %ch7 = "tfrt.print.complex64"(%g, %ch6) : (complex<f32>, !tfrt.chain) -> !tfrt.chain
  %ch8 = "tfrt.print.complex128"(%h, %ch7) : (complex<f64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch8 : !tfrt.chain
}

// CHECK-LABEL: --- Running 'words'
// CHECK-NEXT: hello host executor!
// CHECK-NEXT: string = one two
// CHECK-NEXT: string = <-0042>
// CHECK-NEXT: true
// CHECK-NEXT: (3, -4)
// CHECK-NEXT: 'words' returned !tfrt.chain value
func.func @words() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt_test.print_hello"(%ch0) : (!tfrt.chain) -> !tfrt.chain
  %a = tfrt_test.get_string {value = "one "}
  %b = tfrt_test.get_string {value = "two"}
  %c = "tfrt_test.append_string"(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %ch2 = "tfrt_test.print_string"(%c, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %format = tfrt_test.get_string {value = "<%05d>"}
  %n = tfrt.constant.i32 -42
  %d = "tfrt_test.format_string"(%format, %n) : (!tfrt.string, i32) -> !tfrt.string
  %ch3 = "tfrt_test.print_string"(%d, %ch2) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %same = "tfrt_test.string_equal"(%a, %a) : (!tfrt.string, !tfrt.string) -> i1
  %ch4 = "tfrt_test.print_bool"(%ch3, %same) : (!tfrt.chain, i1) -> !tfrt.chain
  %x = tfrt.constant.i32 3
  %y = tfrt.constant.i32 -4
  %p = "tfrt_tutorial.create_coordinate"(%x, %y) : (i32, i32) -> !my.coordinate
  %ch5 = "tfrt_tutorial.print_coordinate"(%p, %ch4) : (!my.coordinate, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch5 : !tfrt.chain
}

// A conversion that needs another argument is an error, not a guess.
// CHECK-LABEL: --- Running 'bad_format'
// CHECK-NEXT: 'bad_format' returned <<error: conversion '%s' in format string does not take an integer>>
func.func @bad_format() -> !tfrt.string {
  %format = tfrt_test.get_string {value = "%s"}
  %n = tfrt.constant.i32 1
  // expected-error @+1 {{does not take an integer}}
  %s = "tfrt_test.format_string"(%format, %n) : (!tfrt.string, i32) -> !tfrt.string
  tfrt.return %s : !tfrt.string
}
