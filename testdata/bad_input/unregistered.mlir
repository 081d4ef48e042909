// Operations, types and attributes of dialects that nobody knows, and undeclared ones of dialects that are known.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @operation() {
  // expected-error @+1:17 {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
  "nobody.knows"() : () -> ()
  tfrt.return
}

// -----

func.func @custom_form() {
  // expected-error @+2:3 {{Dialect `nobody' not found for custom op 'nobody.knows'}}
  // expected-note @+1:3 {{Available dialects: arith, builtin}}
  nobody.knows
  tfrt.return
}

// -----

func.func @misspelled_dialect(%x: i32) {
  // expected-error @+2:8 {{Dialect `trft' not found for custom op 'trft.add.i32'; did you mean 'tfrt.add.i32'?}}
  // expected-note @+1:8 {{Available dialects}}
  %y = trft.add.i32 %x, %x
  tfrt.return
}

// -----

func.func @misspelled_operation(%s: !ts.shape) {
  // expected-error @+1:8 {{unregistered operation 'ts.get_num_element' found in dialect ('ts') that does not allow unknown operations; did you mean 'ts.get_num_elements'?}}
  %d = "ts.get_num_element"(%s) : (!ts.shape) -> i64
  tfrt.return
}

// -----

// expected-error @+1:29 {{`!nobody.knows` type created with unregistered dialect. If this is intended, please use -allow-unregistered-dialect}}
func.func @type(%x: !nobody.knows) {
  tfrt.return
}

// -----

// expected-error @+1:48 {{`#nobody.knows` attribute created with unregistered dialect. If this is intended, please use -allow-unregistered-dialect}}
func.func @attribute() attributes {x = #nobody.knows} {
  tfrt.return
}
