// Kernels that fail: the message of each, what depends on it, what does not.
// RUN: tfrt-run -O0 %s | FileCheck %s
// RUN: tfrt-run -O0 --print_error_code %s | FileCheck %s --check-prefix=CODE

// CHECK-LABEL: --- Running 'now'
// CHECK-NEXT: 'now' returned <<error: something bad happened>>,1,<<error: something bad happened>>,<<error: something bad happened>>
// CODE-LABEL: --- Running 'now'
// CODE-NEXT: 'now' returned <<error: something bad happened, code: INTERNAL>>,1,
func.func @now() -> (i32, i32, i32, i32) {
  // expected-error @+1 {{runtime error: something bad happened}}
  %x = "tfrt_test.fail"() : () -> i32
  // expected-error @+1 {{something bad happened}}
  %a, %b = "tfrt_test.partial_fail"() : () -> (i32, i32)
  %sum = tfrt.add.i32 %a, %b
  tfrt.return %x, %a, %b, %sum : i32, i32, i32, i32
}

// CHECK-LABEL: --- Running 'later'
// CHECK-NEXT: 'later' returned <<error: something bad happened asynchronously>>,0,<<error: something bad happened asynchronously>>,0,<<error: something bad happened asynchronously>>
func.func @later() -> (i32, i32, i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  // expected-error @+1 {{something bad happened asynchronously}}
  %a = "tfrt_test.report_error_async"() : () -> i32
  %b = "tfrt_test.report_error_concrete_async"(%zero) : (i32) -> i32
  // expected-error @+1 {{something bad happened asynchronously}}
  %c = "tfrt_test.report_error_concrete_async"(%one) : (i32) -> i32
  %d = "tfrt_test.report_error_indirect_async"(%zero) : (i32) -> i32
  // expected-error @+1 {{something bad happened asynchronously}}
  %e = "tfrt_test.report_error_indirect_async"(%one) : (i32) -> i32
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}

// CHECK-LABEL: --- Running 'chain'
// CHECK-NEXT: 'chain' returned <<error: error chain>>,!tfrt.chain value
func.func @chain() -> (!tfrt.chain, !tfrt.chain) {
  %ch = tfrt.new.chain
  // expected-error @+1 {{error chain}}
  %bad = "tfrt_test.error_chain"(%ch) : (!tfrt.chain) -> !tfrt.chain
  %all = tfrt.merge.chains %bad, %ch : !tfrt.chain, !tfrt.chain
  tfrt.return %all, %ch : !tfrt.chain, !tfrt.chain
}

// After a cancellation no kernel of the request starts; the next request is not touched.
// CHECK-LABEL: --- Running 'cancelled'
// CHECK-NEXT: 'cancelled' returned <<error: Cancelled>>,!tfrt.chain value
// CODE-LABEL: --- Running 'cancelled'
// CODE-NEXT: 'cancelled' returned <<error: Cancelled, code: CANCELLED>>,
func.func @cancelled() -> (i32, !tfrt.chain) attributes {tfrt.cost_threshold = 1000} {
  %ch = tfrt.new.chain
  %x, %after = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y, %after : i32, !tfrt.chain
}

// CHECK-LABEL: --- Running 'next_request'
// CHECK-NEXT: 'next_request' returned 1
func.func @next_request() -> i32 {
  %one = tfrt.constant.i32 1
  tfrt.return %one : i32
}

// CHECK-LABEL: --- Running 'missing'
// CHECK-NEXT: 'missing' returned <<error: failed to read from file no/such/file>>,<<error: cannot find device TPU:7>>
func.func @missing() -> (!tfrt.string, !tfrt.device) {
  %ch = tfrt.new.chain
  %path = tfrt_test.get_string {value = "no/such/file"}
  // expected-error @+1 {{failed to read from file no/such/file}}
  %text = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string
  // expected-error @+1 {{cannot find device TPU:7}}
  %device = tfrt.get_device %ch {device_name = "TPU:7"}
  tfrt.return %text, %device : !tfrt.string, !tfrt.device
}
