// RUN: tfrt-run %s -O0
// RUN: tfrt-run %s -O2

// Loops of regions whose attributes are none are refused where they are written.
func.func @no_condition() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1> : tensor<i32>
  // expected-error @+1 {{a loop needs `cond`}}
  %r = corert.executeop(%cpu) "tfrt_region.while"(%x) {body = [["records", [1, 1, 0]]], carries = [0], cond = 3 : i64} : 1
  tfrt.return %r : !corert.tensorhandle
}
func.func @no_truth() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1> : tensor<i32>
  // expected-error @+1 {{the condition of a loop must be one truth value}}
  %r = corert.executeop(%cpu) "tfrt_region.while"(%x) {body = [["attrs", [[]]], ["constants", []], ["locations", [""]], ["ops", ["hlo.negate"]], ["records", [1, 1, 0, 1, 1, 8, 0, 1, 1, 0, 8, 0, 1]]], carries = [7], cond = [["attrs", [[]]], ["constants", []], ["locations", [""]], ["ops", ["hlo.negate"]], ["records", [1, 1, 0, 1, 1, 8, 0, 1, 1, 0, 8, 0, 1]]]} : 1
  tfrt.return %r : !corert.tensorhandle
}
