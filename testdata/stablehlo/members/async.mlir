// Exchanges that are started and waited for, for one process of a group, and with groups by the axes of a mesh.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s
module {
  sdy.mesh @mesh = <["i"=2]>
  func.func private @wait(%f: !stablehlo.future<tensor<4xi64>>) -> tensor<4xi64> {
    %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xi64>>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func private @exchange(%x: tensor<2xi64>, %root: tensor<1xi32>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
    %0 = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %6 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %6 : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %1 = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %6 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %6 : tensor<i64>
    }) {has_dynamic_root, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>, tensor<1xi32>) -> tensor<2xi64>
    %f = "stablehlo.async_start"(%x) ({
    ^bb0(%y: tensor<2xi64>):
      %6 = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "i">]>} : (tensor<2xi64>) -> tensor<4xi64>
      stablehlo.return %6 : tensor<4xi64>
    }) : (tensor<2xi64>) -> !stablehlo.future<tensor<4xi64>>
    %2 = call @wait(%f) : (!stablehlo.future<tensor<4xi64>>) -> tensor<4xi64>
    %3 = "stablehlo.collective_broadcast"(%x, %root) {has_dynamic_root, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>, tensor<1xi32>) -> tensor<2xi64>
    %4:2 = "stablehlo.collective_broadcast"(%x, %0) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    return %0, %1, %2, %3, %4#0, %4#1 : tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
  }
  // CHECK-LABEL: --- Running 'main'
  // CHECK-NOT: error
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
    %root = stablehlo.constant dense<1> : tensor<1xi32>
    %0:12 = "interpreter.run_parallel"(%a, %root, %b, %root) {programs = [[@exchange], [@exchange]]} : (tensor<2xi64>, tensor<1xi32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %0#0, dense<0> : tensor<2xi64>
    check.expect_eq_const %0#1, dense<[11, 22]> : tensor<2xi64>
    check.expect_eq_const %0#2, dense<[1, 2, 10, 20]> : tensor<4xi64>
    check.expect_eq_const %0#3, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %0#4, dense<[10, 20]> : tensor<2xi64>
    check.expect_eq_const %0#5, dense<[11, 22]> : tensor<2xi64>
    check.expect_eq_const %0#6, dense<[11, 22]> : tensor<2xi64>
    check.expect_eq_const %0#7, dense<0> : tensor<2xi64>
    check.expect_eq_const %0#8, dense<[1, 2, 10, 20]> : tensor<4xi64>
    check.expect_eq_const %0#9, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %0#10, dense<[10, 20]> : tensor<2xi64>
    check.expect_eq_const %0#11, dense<[11, 22]> : tensor<2xi64>
    return
  }
}
