// What is wrong with test operations: one program a rule.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @async_end(%x: i32) {
  // expected-error @+1:3 {{'tfrt_test.do.async' op expected tfrt.return in body}}
  "tfrt_test.do.async"() ({
    "tfrt.unknown"() : () -> ()
  }) : () -> ()
  tfrt.return
}
func.func @async_results(%x: i32) -> i64 {
  %r = tfrt_test.do.async %x : (i32) -> (i64) {
    // expected-error @+1:5 {{'tfrt.return' op operand types don't match 'tfrt_test.do.async' result}}
    tfrt.return %x : i32
  }
  tfrt.return %r : i64
}
func.func @async_arguments(%x: i32) {
  // expected-error @+1:3 {{'tfrt_test.do.async' op operand/argument type mismatch}}
  "tfrt_test.do.async"(%x) ({
    tfrt.return
  }) : (i32) -> ()
  tfrt.return
}
func.func @benchmark_end(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op missing return statement}}
  %r = tfrt_test.benchmark "b"(%x : i32) duration_secs = 1, max_count = 1 {
    "tfrt.unknown"() : () -> ()
  }
  tfrt.return
}
func.func @benchmark_results(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op incorrect number of return values. One return value is expected}}
  %r = tfrt_test.benchmark "b"(%x : i32) duration_secs = 1, max_count = 1 {
    tfrt.return
  }
  tfrt.return
}
func.func @benchmark_settings(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires attribute 'duration_secs'}}
  %r = tfrt_test.benchmark "b"(%x : i32) max_count = 1 {
    tfrt.return %x : i32
  }
  tfrt.return
}
func.func @cost_zero(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op cost value must be larger than 0}}
  %r = tfrt_test.test_cost %x {id = 0 : i64, _tfrt_cost = 0 : i64} : i32
  tfrt.return
}
func.func @cost_missing(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.test_cost' op requires attribute '_tfrt_cost'}}
  %r = tfrt_test.test_cost %x {id = 0 : i64} : i32
  tfrt.return
}
func.func @string_missing() {
  // expected-error @+1:8 {{'tfrt_test.get_string' op requires attribute 'value'}}
  %r = tfrt_test.get_string
  tfrt.return
}

// -----

func.func @benchmark_keyword(%x: i32) {
  // expected-error @+1:42 {{custom op 'tfrt_test.benchmark' expected valid keyword}}
  %r = tfrt_test.benchmark "b"(%x : i32) {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @benchmark_twice(%x: i32) {
  // expected-error @+1:57 {{attribute 'max_count' occurs more than once in the attribute list}}
  %r = tfrt_test.benchmark "b"(%x : i32) max_count = 1, max_count = 2 {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @f(%x: i32) {
  tfrt.return
}
func.func @g(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @sync_missing(%x: i32) {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op 'missing' does not reference a valid function}}
  tfrt_test.sync_benchmark @missing(%x : i32) duration_secs = 1, max_count = 1
  tfrt.return
}
func.func @sync_operands() {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op incorrect number of operands for callee}}
  tfrt_test.sync_benchmark @f() duration_secs = 1, max_count = 1
  tfrt.return
}
func.func @sync_types(%x: i64) {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op operand type mismatch}}
  tfrt_test.sync_benchmark @f(%x : i64) duration_secs = 1, max_count = 1
  tfrt.return
}
func.func @sync_results(%x: i32) {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op Target benchmark function must return zero value.}}
  tfrt_test.sync_benchmark @g(%x : i32) duration_secs = 1, max_count = 1
  tfrt.return
}
func.func @sync_function(%x: i32) {
  // expected-error @+1:3 {{'tfrt_test.sync_benchmark' op requires attribute 'target_fn'}}
  "tfrt_test.sync_benchmark"(%x) {duration_secs = 1 : i32, max_count = 1 : i32} : (i32) -> ()
  tfrt.return
}
func.func @benchmark_arguments(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op operand/argument type mismatch}}
  %r = "tfrt_test.benchmark"(%x) ({
    %y = tfrt.constant.i32 1
    tfrt.return %y : i32
  }) {duration_secs = 1 : i32, max_count = 1 : i32, name = "b"} : (i32) -> !tfrt.chain
  tfrt.return
}

// -----

func.func @benchmark_name(%x: i32) {
  // expected-error @+1:28 {{custom op 'tfrt_test.benchmark' expected string}}
  %r = tfrt_test.benchmark b(%x : i32) duration_secs = 1, max_count = 1 {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @benchmark_argument_type(%x: i32) {
  // expected-error @+1:34 {{expected ':'}}
  %r = tfrt_test.benchmark "b"(%x) duration_secs = 1, max_count = 1 {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @benchmark_no_settings(%x: i32) {
  // expected-error @+1:42 {{custom op 'tfrt_test.benchmark' expected valid keyword}}
  %r = tfrt_test.benchmark "b"(%x : i32) {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @benchmark_setting_type(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op attribute 'duration_secs' failed to satisfy constraint: 32-bit signless integer attribute}}
  %r = tfrt_test.benchmark "b"(%x : i32) duration_secs = "long", max_count = 1 {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @benchmark_unknown_setting(%x: i32) {
  // expected-error @+1:8 {{'tfrt_test.benchmark' op requires attribute 'duration_secs'}}
  %r = tfrt_test.benchmark "b"(%x : i32) duration = 1, max_count = 1 {
    tfrt.return %x : i32
  }
  tfrt.return
}

// -----

func.func @async_types(%x: i32) {
  // expected-error @+1:29 {{expected ':'}}
  %r = tfrt_test.do.async %x {
    tfrt.return %x : i32
  }
  tfrt.return
}
