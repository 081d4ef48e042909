// The verifier holds uses of a plugin's op to its definition.
// RUN: cc -std=c11 -D_GNU_SOURCE -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/variables.c
// RUN: tfrt-opt --load-plugin=%t.so -verify-diagnostics -split-input-file %s

func.func @unknown(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert.executeop' op 'tf.Tell' has no attribute 'sentence'}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v) {word = "hello", sentence = 1 : i32, _mine = 1 : i32} : 1
  tfrt.return
}
// -----

func.func @not_allowed(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'word' of 'tf.Tell' has a value that is not allowed}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v) {word = "goodbye"} : 1
  tfrt.return
}
// -----

func.func @wrong_type(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'T' of 'tf.Tell' has a value that is not allowed}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v) {word = "bye", T = complex<f32>} : 1
  tfrt.return
}
// -----

func.func @wrong_kind(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'word' of 'tf.Tell' must be string}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v) {word = 3 : i32} : 1
  tfrt.return
}
// -----

func.func @missing(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'tf.Tell' needs the attribute 'word'}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v) : 1
  tfrt.return
}
// -----

func.func @arguments(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'tf.Tell' takes 1 arguments, but 2 are given}}
  %t = corert.executeop(%cpu) "tf.Tell"(%v, %v) {word = "bye"} : 1
  tfrt.return
}
// -----

func.func @results(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{'tf.Tell' gives 1 results, but 2 are taken}}
  %t, %u = corert.executeop(%cpu) "tf.Tell"(%v) {word = "bye"} : 2
  tfrt.return
}
// -----

func.func @unknown_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{'corert.executeop.seq' op 'tf.Tell' has no attribute 'sentence'}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) {word = "hello", sentence = 1 : i32, _mine = 1 : i32} : 1
  tfrt.return
}
// -----

func.func @not_allowed_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{attribute 'word' of 'tf.Tell' has a value that is not allowed}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) {word = "goodbye"} : 1
  tfrt.return
}
// -----

func.func @wrong_type_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{attribute 'T' of 'tf.Tell' has a value that is not allowed}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) {word = "bye", T = complex<f32>} : 1
  tfrt.return
}
// -----

func.func @wrong_kind_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{attribute 'word' of 'tf.Tell' must be string}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) {word = 3 : i32} : 1
  tfrt.return
}
// -----

func.func @missing_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{'tf.Tell' needs the attribute 'word'}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) : 1
  tfrt.return
}
// -----

func.func @arguments_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{'tf.Tell' takes 1 arguments, but 2 are given}}
  %c, %t = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v, %v) {word = "bye"} : 1
  tfrt.return
}
// -----

func.func @results_in_order(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:16 {{'tf.Tell' gives 1 results, but 2 are taken}}
  %c, %t, %u = corert.executeop.seq(%cpu, %ch) "tf.Tell"(%v) {word = "bye"} : 2
  tfrt.return
}
// -----

func.func @unknown_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'corert_sync.executeop' op 'tf.Tell' has no attribute 'sentence'}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v) {word = "hello", sentence = 1 : i32, _mine = 1 : i32} : 1
  tfrt.return
}
// -----

func.func @not_allowed_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'word' of 'tf.Tell' has a value that is not allowed}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v) {word = "goodbye"} : 1
  tfrt.return
}
// -----

func.func @wrong_type_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'T' of 'tf.Tell' has a value that is not allowed}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v) {word = "bye", T = complex<f32>} : 1
  tfrt.return
}
// -----

func.func @wrong_kind_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{attribute 'word' of 'tf.Tell' must be string}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v) {word = 3 : i32} : 1
  tfrt.return
}
// -----

func.func @missing_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'tf.Tell' needs the attribute 'word'}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v) : 1
  tfrt.return
}
// -----

func.func @arguments_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:8 {{'tf.Tell' takes 1 arguments, but 2 are given}}
  %t = corert_sync.executeop(%cpu) "tf.Tell"(%v, %v) {word = "bye"} : 1
  tfrt.return
}
// -----

func.func @results_at_once(%cpu: !corert.ophandler, %ch: !tfrt.chain, %v: !corert.tensorhandle) {
  // expected-error @+1:12 {{'tf.Tell' gives 1 results, but 2 are taken}}
  %t, %u = corert_sync.executeop(%cpu) "tf.Tell"(%v) {word = "bye"} : 2
  tfrt.return
}
