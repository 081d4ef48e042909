// Names that nearly exist: the message says what may have been meant.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @value(%value: i32) {
  // expected-error @+1:29 {{use of undeclared SSA value name; did you mean '%value'?}}
  %x = tfrt.add.i32 %value, %valeu
  tfrt.return
}

// -----

// Of short names, nearly all are near.
func.func @short(%a: i32) {
  // expected-error-re @+1:25 {{use of undeclared SSA value name{{$}}}}
  %x = tfrt.add.i32 %a, %b
  tfrt.return
}

// -----

func.func @operation(%a: i32) {
  // expected-error @+1:8 {{custom op 'tfrt.ad.i32' is unknown; did you mean 'tfrt.add.i32'?}}
  %x = tfrt.ad.i32 %a, %a
  tfrt.return
}

// -----

func.func @case_of_letters() {
  // expected-error @+1:8 {{custom op 'tfrt.constant.I32' is unknown; did you mean 'tfrt.constant.i32'?}}
  %x = tfrt.constant.I32 1
  tfrt.return
}

// -----

func.func @nothing_like_it() {
  // expected-error-re @+1:3 {{custom op 'tfrt.nothing_like_it' is unknown{{$}}}}
  tfrt.nothing_like_it
  tfrt.return
}
