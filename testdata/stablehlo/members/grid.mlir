// Grids of processes: replicas and partitions, all ways to number the members of groups, feeds and channels.
// RUN: tfrt-run %s | FileCheck %s
// RUN: tfrt-run -O0 %s --work_queue_type=mstd:4 | FileCheck %s

func.func @numbers() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}
// CHECK-LABEL: --- Running 'processes_have_numbers'
func.func @processes_have_numbers() {
  %0:8 = "interpreter.run_parallel"() {programs = [[@numbers, @numbers], [@numbers, @numbers]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %0#0, dense<0> : tensor<ui32>
  check.expect_eq_const %0#1, dense<0> : tensor<ui32>
  check.expect_eq_const %0#2, dense<0> : tensor<ui32>
  check.expect_eq_const %0#3, dense<1> : tensor<ui32>
  check.expect_eq_const %0#4, dense<1> : tensor<ui32>
  check.expect_eq_const %0#5, dense<0> : tensor<ui32>
  check.expect_eq_const %0#6, dense<1> : tensor<ui32>
  check.expect_eq_const %0#7, dense<1> : tensor<ui32>
  return
}

// Replicas, each partition for itself.
func.func @sum_of_replicas(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
// Replicas with all of their partitions.
func.func @sum_of_all(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
// Processes by their own numbers.
func.func @largest_of_processes(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
// CHECK-LABEL: --- Running 'members_of_groups'
func.func @members_of_groups() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %c = stablehlo.constant dense<[100, 200]> : tensor<2xi64>
  %d = stablehlo.constant dense<[1000, -2000]> : tensor<2xi64>
  %0:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@sum_of_replicas, @sum_of_replicas], [@sum_of_replicas, @sum_of_replicas]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %0#0, dense<[101, 202]> : tensor<2xi64>
  check.expect_eq_const %0#1, dense<[1010, -1980]> : tensor<2xi64>
  check.expect_eq %0#2, %0#0 : tensor<2xi64>
  check.expect_eq %0#3, %0#1 : tensor<2xi64>
  %1:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@sum_of_all, @sum_of_all], [@sum_of_all, @sum_of_all]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %1#0, dense<[11, 22]> : tensor<2xi64>
  check.expect_eq %1#1, %1#0 : tensor<2xi64>
  check.expect_eq_const %1#2, dense<[1100, -1800]> : tensor<2xi64>
  %2:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@largest_of_processes, @largest_of_processes], [@largest_of_processes, @largest_of_processes]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %2#0, dense<[1000, 2]> : tensor<2xi64>
  check.expect_eq_const %2#1, dense<[100, 200]> : tensor<2xi64>
  check.expect_eq %2#2, %2#1 : tensor<2xi64>
  check.expect_eq %2#3, %2#0 : tensor<2xi64>
  return
}

func.func @moved(%x: tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<1x4xi64>, tensor<4x2xi64>, tensor<2x1xi64>) {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %2 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<1x4xi64>
  %3 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<4x2xi64>
  %4 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x1xi64>
  return %0, %1, %2, %3, %4 : tensor<2x2xi64>, tensor<2x2xi64>, tensor<1x4xi64>, tensor<4x2xi64>, tensor<2x1xi64>
}
// CHECK-LABEL: --- Running 'values_move'
func.func @values_move() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %0:10 = "interpreter.run_parallel"(%a, %b) {programs = [[@moved], [@moved]]} : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<1x4xi64>, tensor<4x2xi64>, tensor<2x1xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<1x4xi64>, tensor<4x2xi64>, tensor<2x1xi64>)
  check.expect_eq_const %0#0, dense<0> : tensor<2x2xi64>
  check.expect_eq %0#5, %a : tensor<2x2xi64>
  check.expect_eq %0#1, %b : tensor<2x2xi64>
  check.expect_eq %0#6, %b : tensor<2x2xi64>
  check.expect_eq_const %0#2, dense<[[1, 2, 5, 6]]> : tensor<1x4xi64>
  check.expect_eq_const %0#7, dense<[[3, 4, 7, 8]]> : tensor<1x4xi64>
  check.expect_eq_const %0#3, dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi64>
  check.expect_eq_const %0#4, dense<[[6], [10]]> : tensor<2x1xi64>
  check.expect_eq_const %0#9, dense<[[8], [12]]> : tensor<2x1xi64>
  return
}

func.func @first() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @second() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @taker(%token: !stablehlo.token) -> (tensor<2xi64>, tensor<2xi64>, !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%0#1) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  %2 = "stablehlo.outfeed"(%1#0, %1#1) {outfeed_config = ""} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %0#0, %1#0, %2 : tensor<2xi64>, tensor<2xi64>, !stablehlo.token
}
// CHECK-LABEL: --- Running 'feeds_are_taken_in_order'
func.func @feeds_are_taken_in_order() {
  %token = stablehlo.create_token : !stablehlo.token
  %0:3 = "interpreter.run_parallel"(%token) {infeed = [@first, @second], programs = [[@taker]]} : (!stablehlo.token) -> (tensor<2xi64>, tensor<2xi64>, !stablehlo.token)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi64>
  check.expect_eq_const %0#1, dense<[3, 4]> : tensor<2xi64>
  return
}

func.func @receiver(%token: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xi64>, !stablehlo.token
}
func.func @sender(%x: tensor<2xi64>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// CHECK-LABEL: --- Running 'values_are_sent'
func.func @values_are_sent() {
  %token = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
  %0:3 = "interpreter.run_parallel"(%token, %x, %token) {programs = [[@receiver], [@sender]]} : (!stablehlo.token, tensor<2xi64>, !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token, !stablehlo.token)
  check.expect_eq_const %0#0, dense<[7, 8]> : tensor<2xi64>
  return
}
