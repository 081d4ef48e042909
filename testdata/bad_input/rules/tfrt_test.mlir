// What the declarations of `tfrt_test` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op requires zero regions}}
  %r = "tfrt_test.test_cost"() ({}) {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.test_cost' op requires one result}}
  "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "tfrt_test.test_cost"()[^bb1] {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> (i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op requires attribute 'id'}}
  %r = "tfrt_test.test_cost"() {_tfrt_cost = 1 : i64} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op attribute 'id' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "tfrt_test.test_cost"() {_tfrt_cost = 1 : i64, id = 1 : i32} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op requires attribute '_tfrt_cost'}}
  %r = "tfrt_test.test_cost"() {id = 1 : i64} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op attribute '_tfrt_cost' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i32} : () -> (i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %r = "tfrt_test.test_cost"(%0) {id = 1 : i64, _tfrt_cost = 1 : i64} : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op requires zero regions}}
  %r:3 = "tfrt_test.count3.i32"(%0) ({}) : (i32) -> (i32, i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op expected 3 results}}
  %r:2 = "tfrt_test.count3.i32"(%0) : (i32) -> (i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:36 {{successors in non-terminator}}
  %r:3 = "tfrt_test.count3.i32"(%0)[^bb1] : (i32) -> (i32, i32, i32)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op requires a single operand}}
  %r:3 = "tfrt_test.count3.i32"() : () -> (i32, i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i64) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  %r:3 = "tfrt_test.count3.i32"(%0) : (i64) -> (i32, i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %r:3 = "tfrt_test.count3.i32"(%0) : (i32) -> (i64, i32, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op result #1 must be 32-bit signless integer, but got 'i64'}}
  %r:3 = "tfrt_test.count3.i32"(%0) : (i32) -> (i32, i64, i32)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:10 {{'tfrt_test.count3.i32' op result #2 must be 32-bit signless integer, but got 'i64'}}
  %r:3 = "tfrt_test.count3.i32"(%0) : (i32) -> (i32, i32, i64)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.get_string' op requires zero regions}}
  %r = "tfrt_test.get_string"() ({}) {value = "x"} : () -> (!tfrt.string)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.get_string' op requires one result}}
  "tfrt_test.get_string"() {value = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  %r = "tfrt_test.get_string"()[^bb1] {value = "x"} : () -> (!tfrt.string)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_test.get_string' op requires zero operands}}
  %r = "tfrt_test.get_string"(%0) {value = "x"} : (i32) -> (!tfrt.string)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.get_string' op requires attribute 'value'}}
  %r = "tfrt_test.get_string"() : () -> (!tfrt.string)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.get_string' op attribute 'value' failed to satisfy constraint: string attribute}}
  %r = "tfrt_test.get_string"() {value = 1 : i32} : () -> (!tfrt.string)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.get_string' op result #0 must be !tfrt.string type, but got 'i32'}}
  %r = "tfrt_test.get_string"() {value = "x"} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.do.async' op requires one region}}
  "tfrt_test.do.async"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  "tfrt_test.do.async"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.do.async' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "tfrt_test.do.async"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "tfrt_test.do.async"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires one region}}
  %r = "tfrt_test.benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.benchmark' op requires one result}}
  "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  %r = "tfrt_test.benchmark"()[^bb1] ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires attribute 'duration_secs'}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {max_count = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op attribute 'duration_secs' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {max_count = 1 : i32, name = "x", duration_secs = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires attribute 'max_count'}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op attribute 'max_count' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, name = "x", max_count = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op attribute 'num_warmup_runs' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x", num_warmup_runs = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires attribute 'name'}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op attribute 'name' failed to satisfy constraint: string attribute}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = 1 : i32} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f(%0: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op result #0 must be !tfrt.chain type, but got 'i32'}}
  %r = "tfrt_test.benchmark"(%0) ({
  ^b0:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : (i32) -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "tfrt.return"() : () -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  %r = "tfrt_test.benchmark"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "x"} : () -> (!tfrt.chain)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op requires zero regions}}
  "tfrt_test.sync_benchmark"() ({}) {duration_secs = 1 : i32, max_count = 1 : i32, target_fn = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:8 {{'tfrt_test.sync_benchmark' op requires zero results}}
  %r = "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32, target_fn = @f} : () -> (i32)
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  "tfrt_test.sync_benchmark"()[^bb1] {duration_secs = 1 : i32, max_count = 1 : i32, target_fn = @f} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op requires attribute 'duration_secs'}}
  "tfrt_test.sync_benchmark"() {max_count = 1 : i32, target_fn = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op attribute 'duration_secs' failed to satisfy constraint: 32-bit signless integer attribute}}
  "tfrt_test.sync_benchmark"() {max_count = 1 : i32, target_fn = @f, duration_secs = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op requires attribute 'max_count'}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, target_fn = @f} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op attribute 'max_count' failed to satisfy constraint: 32-bit signless integer attribute}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, target_fn = @f, max_count = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op attribute 'num_warmup_runs' failed to satisfy constraint: 32-bit signless integer attribute}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32, target_fn = @f, num_warmup_runs = "x"} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op requires attribute 'target_fn'}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op attribute 'target_fn' failed to satisfy constraint: flat symbol reference attribute}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32, target_fn = 1 : i32} : () -> ()
  tfrt.return
}
