// What the declarations of `vhlo` demand: one program a rule, for one operation of each kind.
// Written from the declarations; change those.
// RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.abs_v1"()[^bb1] : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.abs_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.return_v1' op requires 0 successors but found 1}}
  "vhlo.return_v1"()[^bb1] : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.return_v1' op must be the last operation in the parent block}}
  "vhlo.return_v1"() : () -> ()
  "tfrt.x"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.return_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.cbrt_v2"()[^bb1] {result_accuracy = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.cbrt_v2' op requires attribute 'result_accuracy'}}
  "vhlo.cbrt_v2"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.cbrt_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {result_accuracy = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  "vhlo.all_gather_v1"()[^bb1] {all_gather_dim = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_gather_v1' op requires attribute 'all_gather_dim'}}
  "vhlo.all_gather_v1"() {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_gather_v1' op requires attribute 'replica_groups'}}
  "vhlo.all_gather_v1"() {all_gather_dim = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_gather_v1' op requires attribute 'channel_id'}}
  "vhlo.all_gather_v1"() {all_gather_dim = 1 : i32, replica_groups = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_gather_v1' op requires attribute 'use_global_device_ids'}}
  "vhlo.all_gather_v1"() {all_gather_dim = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.all_gather_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {all_gather_dim = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  "vhlo.all_reduce_v1"()[^bb1] {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_reduce_v1' op requires attribute 'replica_groups'}}
  "vhlo.all_reduce_v1"() {channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_reduce_v1' op requires attribute 'channel_id'}}
  "vhlo.all_reduce_v1"() {replica_groups = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_reduce_v1' op requires attribute 'use_global_device_ids'}}
  "vhlo.all_reduce_v1"() {replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.all_reduce_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:25 {{successors in non-terminator}}
  "vhlo.all_to_all_v1"()[^bb1] {split_dimension = 1 : i32, concat_dimension = 1 : i32, split_count = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_to_all_v1' op requires attribute 'split_dimension'}}
  "vhlo.all_to_all_v1"() {concat_dimension = 1 : i32, split_count = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_to_all_v1' op requires attribute 'concat_dimension'}}
  "vhlo.all_to_all_v1"() {split_dimension = 1 : i32, split_count = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_to_all_v1' op requires attribute 'split_count'}}
  "vhlo.all_to_all_v1"() {split_dimension = 1 : i32, concat_dimension = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_to_all_v1' op requires attribute 'replica_groups'}}
  "vhlo.all_to_all_v1"() {split_dimension = 1 : i32, concat_dimension = 1 : i32, split_count = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.all_to_all_v1' op requires attribute 'channel_id'}}
  "vhlo.all_to_all_v1"() {split_dimension = 1 : i32, concat_dimension = 1 : i32, split_count = 1 : i32, replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.all_to_all_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {split_dimension = 1 : i32, concat_dimension = 1 : i32, split_count = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:30 {{successors in non-terminator}}
  "vhlo.batch_norm_grad_v1"()[^bb1] {epsilon = 1 : i32, feature_index = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.batch_norm_grad_v1' op requires attribute 'epsilon'}}
  "vhlo.batch_norm_grad_v1"() {feature_index = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.batch_norm_grad_v1' op requires attribute 'feature_index'}}
  "vhlo.batch_norm_grad_v1"() {epsilon = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.batch_norm_grad_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {epsilon = 1 : i32, feature_index = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  "vhlo.broadcast_in_dim_v1"()[^bb1] {broadcast_dimensions = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.broadcast_in_dim_v1' op requires attribute 'broadcast_dimensions'}}
  "vhlo.broadcast_in_dim_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.broadcast_in_dim_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {broadcast_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:24 {{successors in non-terminator}}
  "vhlo.broadcast_v1"()[^bb1] {broadcast_sizes = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.broadcast_v1' op requires attribute 'broadcast_sizes'}}
  "vhlo.broadcast_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.broadcast_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {broadcast_sizes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.call_v1"()[^bb1] {callee = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.call_v1' op requires attribute 'callee'}}
  "vhlo.call_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.call_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {callee = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:23 {{successors in non-terminator}}
  "vhlo.cholesky_v1"()[^bb1] {lower = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.cholesky_v1' op requires attribute 'lower'}}
  "vhlo.cholesky_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.cholesky_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {lower = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:35 {{successors in non-terminator}}
  "vhlo.collective_broadcast_v1"()[^bb1] {replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_broadcast_v1' op requires attribute 'replica_groups'}}
  "vhlo.collective_broadcast_v1"() {channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_broadcast_v1' op requires attribute 'channel_id'}}
  "vhlo.collective_broadcast_v1"() {replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.collective_broadcast_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:35 {{successors in non-terminator}}
  "vhlo.collective_broadcast_v2"()[^bb1] {replica_groups = 1 : i32, channel_id = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_broadcast_v2' op requires attribute 'replica_groups'}}
  "vhlo.collective_broadcast_v2"() {channel_id = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_broadcast_v2' op requires attribute 'channel_id'}}
  "vhlo.collective_broadcast_v2"() {replica_groups = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_broadcast_v2' op requires attribute 'has_dynamic_root'}}
  "vhlo.collective_broadcast_v2"() {replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.collective_broadcast_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {replica_groups = 1 : i32, channel_id = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  "vhlo.collective_reduce_v1"()[^bb1] {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_reduce_v1' op requires attribute 'replica_groups'}}
  "vhlo.collective_reduce_v1"() {channel_id = 1 : i32, use_global_device_ids = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_reduce_v1' op requires attribute 'channel_id'}}
  "vhlo.collective_reduce_v1"() {replica_groups = 1 : i32, use_global_device_ids = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_reduce_v1' op requires attribute 'use_global_device_ids'}}
  "vhlo.collective_reduce_v1"() {replica_groups = 1 : i32, channel_id = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_reduce_v1' op requires attribute 'has_dynamic_root'}}
  "vhlo.collective_reduce_v1"() {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.collective_reduce_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32, has_dynamic_root = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:33 {{successors in non-terminator}}
  "vhlo.collective_permute_v1"()[^bb1] {source_target_pairs = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_permute_v1' op requires attribute 'source_target_pairs'}}
  "vhlo.collective_permute_v1"() {channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.collective_permute_v1' op requires attribute 'channel_id'}}
  "vhlo.collective_permute_v1"() {source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.collective_permute_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {source_target_pairs = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:22 {{successors in non-terminator}}
  "vhlo.compare_v1"()[^bb1] {comparison_direction = 1 : i32, compare_type = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.compare_v1' op requires attribute 'comparison_direction'}}
  "vhlo.compare_v1"() {compare_type = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.compare_v1' op requires attribute 'compare_type'}}
  "vhlo.compare_v1"() {comparison_direction = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.compare_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {comparison_direction = 1 : i32, compare_type = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:24 {{successors in non-terminator}}
  "vhlo.composite_v1"()[^bb1] {name = 1 : i32, composite_attributes = 1 : i32, decomposition = 1 : i32, version = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.composite_v1' op requires attribute 'name'}}
  "vhlo.composite_v1"() {composite_attributes = 1 : i32, decomposition = 1 : i32, version = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.composite_v1' op requires attribute 'composite_attributes'}}
  "vhlo.composite_v1"() {name = 1 : i32, decomposition = 1 : i32, version = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.composite_v1' op requires attribute 'decomposition'}}
  "vhlo.composite_v1"() {name = 1 : i32, composite_attributes = 1 : i32, version = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.composite_v1' op requires attribute 'version'}}
  "vhlo.composite_v1"() {name = 1 : i32, composite_attributes = 1 : i32, decomposition = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.composite_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {name = 1 : i32, composite_attributes = 1 : i32, decomposition = 1 : i32, version = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.concatenate_v1"()[^bb1] {dimension = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.concatenate_v1' op requires attribute 'dimension'}}
  "vhlo.concatenate_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.concatenate_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:23 {{successors in non-terminator}}
  "vhlo.constant_v1"()[^bb1] {value = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.constant_v1' op requires attribute 'value'}}
  "vhlo.constant_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.constant_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {value = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.convolution_v1"()[^bb1] {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'window_strides'}}
  "vhlo.convolution_v1"() {padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'padding'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'lhs_dilation'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'rhs_dilation'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'window_reversal'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'input_batch_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'input_feature_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'input_spatial_dimensions'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'kernel_input_feature_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'kernel_output_feature_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'kernel_spatial_dimensions'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'output_batch_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'output_feature_dimension'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'output_spatial_dimensions'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'feature_group_count'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'batch_group_count'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.convolution_v1' op requires attribute 'precision_config'}}
  "vhlo.convolution_v1"() {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.convolution_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {window_strides = 1 : i32, padding = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  "vhlo.dynamic_conv_v2"()[^bb1] {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'window_strides'}}
  "vhlo.dynamic_conv_v2"() {lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'lhs_dilation'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'rhs_dilation'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'window_reversal'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'input_batch_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'input_feature_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'input_spatial_dimensions'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'kernel_input_feature_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'kernel_output_feature_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'kernel_spatial_dimensions'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'output_batch_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'output_feature_dimension'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'output_spatial_dimensions'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'feature_group_count'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'batch_group_count'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_conv_v2' op requires attribute 'precision_config'}}
  "vhlo.dynamic_conv_v2"() {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_conv_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {window_strides = 1 : i32, lhs_dilation = 1 : i32, rhs_dilation = 1 : i32, window_reversal = 1 : i32, input_batch_dimension = 1 : i32, input_feature_dimension = 1 : i32, input_spatial_dimensions = 1 : i32, kernel_input_feature_dimension = 1 : i32, kernel_output_feature_dimension = 1 : i32, kernel_spatial_dimensions = 1 : i32, output_batch_dimension = 1 : i32, output_feature_dimension = 1 : i32, output_spatial_dimensions = 1 : i32, feature_group_count = 1 : i32, batch_group_count = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  "vhlo.cross-replica-sum_v1"()[^bb1] {replica_groups = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.cross-replica-sum_v1' op requires attribute 'replica_groups'}}
  "vhlo.cross-replica-sum_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.cross-replica-sum_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {replica_groups = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.custom_call_v1"()[^bb1] {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'call_target_name'}}
  "vhlo.custom_call_v1"() {has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'has_side_effect'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'backend_config'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'api_version'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'called_computations'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'operand_layouts'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'result_layouts'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v1' op requires attribute 'output_operand_aliases'}}
  "vhlo.custom_call_v1"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.custom_call_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.custom_call_v2"()[^bb1] {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'call_target_name'}}
  "vhlo.custom_call_v2"() {has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'has_side_effect'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'backend_config'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'api_version'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'called_computations'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'operand_layouts'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'result_layouts'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'output_operand_aliases'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.custom_call_v2' op requires attribute 'result_tilings'}}
  "vhlo.custom_call_v2"() {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.custom_call_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {call_target_name = 1 : i32, has_side_effect = 1 : i32, backend_config = 1 : i32, api_version = 1 : i32, called_computations = 1 : i32, operand_layouts = 1 : i32, result_layouts = 1 : i32, output_operand_aliases = 1 : i32, result_tilings = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.dot_v1"()[^bb1] {precision_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_v1' op requires attribute 'precision_config'}}
  "vhlo.dot_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dot_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.dot_general_v1"()[^bb1] {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v1' op requires attribute 'lhs_batching_dimensions'}}
  "vhlo.dot_general_v1"() {rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v1' op requires attribute 'rhs_batching_dimensions'}}
  "vhlo.dot_general_v1"() {lhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v1' op requires attribute 'lhs_contracting_dimensions'}}
  "vhlo.dot_general_v1"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v1' op requires attribute 'rhs_contracting_dimensions'}}
  "vhlo.dot_general_v1"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v1' op requires attribute 'precision_config'}}
  "vhlo.dot_general_v1"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dot_general_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:26 {{successors in non-terminator}}
  "vhlo.dot_general_v2"()[^bb1] {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'lhs_batching_dimensions'}}
  "vhlo.dot_general_v2"() {rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'rhs_batching_dimensions'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'lhs_contracting_dimensions'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'rhs_contracting_dimensions'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'precision_config'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'lhs_precision_type'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'rhs_precision_type'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'accumulation_type'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'lhs_component_count'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'rhs_component_count'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'num_primitive_operations'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dot_general_v2' op requires attribute 'allow_imprecise_accumulation'}}
  "vhlo.dot_general_v2"() {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dot_general_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {lhs_batching_dimensions = 1 : i32, rhs_batching_dimensions = 1 : i32, lhs_contracting_dimensions = 1 : i32, rhs_contracting_dimensions = 1 : i32, precision_config = 1 : i32, lhs_precision_type = 1 : i32, rhs_precision_type = 1 : i32, accumulation_type = 1 : i32, lhs_component_count = 1 : i32, rhs_component_count = 1 : i32, num_primitive_operations = 1 : i32, allow_imprecise_accumulation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:39 {{successors in non-terminator}}
  "vhlo.dynamic_broadcast_in_dim_v1"()[^bb1] {broadcast_dimensions = 1 : i32, known_expanding_dimensions = 1 : i32, known_nonexpanding_dimensions = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_broadcast_in_dim_v1' op requires attribute 'broadcast_dimensions'}}
  "vhlo.dynamic_broadcast_in_dim_v1"() {known_expanding_dimensions = 1 : i32, known_nonexpanding_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_broadcast_in_dim_v1' op requires attribute 'known_expanding_dimensions'}}
  "vhlo.dynamic_broadcast_in_dim_v1"() {broadcast_dimensions = 1 : i32, known_nonexpanding_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_broadcast_in_dim_v1' op requires attribute 'known_nonexpanding_dimensions'}}
  "vhlo.dynamic_broadcast_in_dim_v1"() {broadcast_dimensions = 1 : i32, known_expanding_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_broadcast_in_dim_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {broadcast_dimensions = 1 : i32, known_expanding_dimensions = 1 : i32, known_nonexpanding_dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  "vhlo.dynamic_gather_v1"()[^bb1] {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v1' op requires attribute 'offset_dims'}}
  "vhlo.dynamic_gather_v1"() {collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v1' op requires attribute 'collapsed_slice_dims'}}
  "vhlo.dynamic_gather_v1"() {offset_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v1' op requires attribute 'start_index_map'}}
  "vhlo.dynamic_gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v1' op requires attribute 'index_vector_dim'}}
  "vhlo.dynamic_gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v1' op requires attribute 'indices_are_sorted'}}
  "vhlo.dynamic_gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_gather_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  "vhlo.dynamic_gather_v2"()[^bb1] {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'offset_dims'}}
  "vhlo.dynamic_gather_v2"() {collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'collapsed_slice_dims'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'operand_batching_dims'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'start_indices_batching_dims'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'start_index_map'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'index_vector_dim'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_gather_v2' op requires attribute 'indices_are_sorted'}}
  "vhlo.dynamic_gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_gather_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:27 {{successors in non-terminator}}
  "vhlo.dynamic_iota_v1"()[^bb1] {iota_dimension = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_iota_v1' op requires attribute 'iota_dimension'}}
  "vhlo.dynamic_iota_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_iota_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {iota_dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:28 {{successors in non-terminator}}
  "vhlo.dynamic_slice_v1"()[^bb1] {slice_sizes = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.dynamic_slice_v1' op requires attribute 'slice_sizes'}}
  "vhlo.dynamic_slice_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.dynamic_slice_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {slice_sizes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  "vhlo.einsum_v1"()[^bb1] {einsum_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.einsum_v1' op requires attribute 'einsum_config'}}
  "vhlo.einsum_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.einsum_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {einsum_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.fft_v1"()[^bb1] {fft_type = 1 : i32, fft_length = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.fft_v1' op requires attribute 'fft_type'}}
  "vhlo.fft_v1"() {fft_length = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.fft_v1' op requires attribute 'fft_length'}}
  "vhlo.fft_v1"() {fft_type = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.fft_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {fft_type = 1 : i32, fft_length = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.func_v1"()[^bb1] {sym_name = 1 : i32, function_type = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.func_v1' op requires attribute 'sym_name'}}
  "vhlo.func_v1"() {function_type = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.func_v1' op requires attribute 'function_type'}}
  "vhlo.func_v1"() {sym_name = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.func_v1' op requires attribute 'sym_visibility'}}
  "vhlo.func_v1"() {sym_name = 1 : i32, function_type = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.func_v1' op requires attribute 'arg_attrs'}}
  "vhlo.func_v1"() {sym_name = 1 : i32, function_type = 1 : i32, sym_visibility = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.func_v1' op requires attribute 'res_attrs'}}
  "vhlo.func_v1"() {sym_name = 1 : i32, function_type = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.func_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {sym_name = 1 : i32, function_type = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "vhlo.func_v1"() ({
  ^b0:
    // expected-error @+1:13 {{use of undeclared SSA value name}}
    "x.use"(%outer) : (i32) -> ()
  }) {sym_name = 1 : i32, function_type = 1 : i32, sym_visibility = 1 : i32, arg_attrs = 1 : i32, res_attrs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  "vhlo.gather_v1"()[^bb1] {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'offset_dims'}}
  "vhlo.gather_v1"() {collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'collapsed_slice_dims'}}
  "vhlo.gather_v1"() {offset_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'start_index_map'}}
  "vhlo.gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'index_vector_dim'}}
  "vhlo.gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'slice_sizes'}}
  "vhlo.gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v1' op requires attribute 'indices_are_sorted'}}
  "vhlo.gather_v1"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.gather_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  "vhlo.gather_v2"()[^bb1] {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'offset_dims'}}
  "vhlo.gather_v2"() {collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'collapsed_slice_dims'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'operand_batching_dims'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'start_indices_batching_dims'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'start_index_map'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'index_vector_dim'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'slice_sizes'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.gather_v2' op requires attribute 'indices_are_sorted'}}
  "vhlo.gather_v2"() {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.gather_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {offset_dims = 1 : i32, collapsed_slice_dims = 1 : i32, operand_batching_dims = 1 : i32, start_indices_batching_dims = 1 : i32, start_index_map = 1 : i32, index_vector_dim = 1 : i32, slice_sizes = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  "vhlo.get_tuple_element_v1"()[^bb1] {index = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.get_tuple_element_v1' op requires attribute 'index'}}
  "vhlo.get_tuple_element_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.get_tuple_element_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {index = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:21 {{successors in non-terminator}}
  "vhlo.infeed_v1"()[^bb1] {infeed_config = 1 : i32, layout = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.infeed_v1' op requires attribute 'infeed_config'}}
  "vhlo.infeed_v1"() {layout = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.infeed_v1' op requires attribute 'layout'}}
  "vhlo.infeed_v1"() {infeed_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.infeed_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {infeed_config = 1 : i32, layout = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.map_v1"()[^bb1] {dimensions = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.map_v1' op requires attribute 'dimensions'}}
  "vhlo.map_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.map_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {dimensions = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:22 {{successors in non-terminator}}
  "vhlo.outfeed_v1"()[^bb1] {outfeed_config = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.outfeed_v1' op requires attribute 'outfeed_config'}}
  "vhlo.outfeed_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.outfeed_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {outfeed_config = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.pad_v1"()[^bb1] {edge_padding_low = 1 : i32, edge_padding_high = 1 : i32, interior_padding = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.pad_v1' op requires attribute 'edge_padding_low'}}
  "vhlo.pad_v1"() {edge_padding_high = 1 : i32, interior_padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.pad_v1' op requires attribute 'edge_padding_high'}}
  "vhlo.pad_v1"() {edge_padding_low = 1 : i32, interior_padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.pad_v1' op requires attribute 'interior_padding'}}
  "vhlo.pad_v1"() {edge_padding_low = 1 : i32, edge_padding_high = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.pad_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {edge_padding_low = 1 : i32, edge_padding_high = 1 : i32, interior_padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.recv_v1"()[^bb1] {channel_id = 1 : i32, channel_type = 1 : i32, is_host_transfer = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v1' op requires attribute 'channel_id'}}
  "vhlo.recv_v1"() {channel_type = 1 : i32, is_host_transfer = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v1' op requires attribute 'channel_type'}}
  "vhlo.recv_v1"() {channel_id = 1 : i32, is_host_transfer = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v1' op requires attribute 'is_host_transfer'}}
  "vhlo.recv_v1"() {channel_id = 1 : i32, channel_type = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.recv_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {channel_id = 1 : i32, channel_type = 1 : i32, is_host_transfer = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.recv_v2"()[^bb1] {channel_id = 1 : i32, channel_type = 1 : i32, is_host_transfer = 1 : i32, source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v2' op requires attribute 'channel_id'}}
  "vhlo.recv_v2"() {channel_type = 1 : i32, is_host_transfer = 1 : i32, source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v2' op requires attribute 'channel_type'}}
  "vhlo.recv_v2"() {channel_id = 1 : i32, is_host_transfer = 1 : i32, source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v2' op requires attribute 'is_host_transfer'}}
  "vhlo.recv_v2"() {channel_id = 1 : i32, channel_type = 1 : i32, source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.recv_v2' op requires attribute 'source_target_pairs'}}
  "vhlo.recv_v2"() {channel_id = 1 : i32, channel_type = 1 : i32, is_host_transfer = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.recv_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {channel_id = 1 : i32, channel_type = 1 : i32, is_host_transfer = 1 : i32, source_target_pairs = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  "vhlo.reduce_precision_v1"()[^bb1] {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_precision_v1' op requires attribute 'exponent_bits'}}
  "vhlo.reduce_precision_v1"() {mantissa_bits = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_precision_v1' op requires attribute 'mantissa_bits'}}
  "vhlo.reduce_precision_v1"() {exponent_bits = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.reduce_precision_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:29 {{successors in non-terminator}}
  "vhlo.reduce_scatter_v1"()[^bb1] {scatter_dimension = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_scatter_v1' op requires attribute 'scatter_dimension'}}
  "vhlo.reduce_scatter_v1"() {replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_scatter_v1' op requires attribute 'replica_groups'}}
  "vhlo.reduce_scatter_v1"() {scatter_dimension = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_scatter_v1' op requires attribute 'channel_id'}}
  "vhlo.reduce_scatter_v1"() {scatter_dimension = 1 : i32, replica_groups = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_scatter_v1' op requires attribute 'use_global_device_ids'}}
  "vhlo.reduce_scatter_v1"() {scatter_dimension = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.reduce_scatter_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {scatter_dimension = 1 : i32, replica_groups = 1 : i32, channel_id = 1 : i32, use_global_device_ids = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:28 {{successors in non-terminator}}
  "vhlo.reduce_window_v1"()[^bb1] {window_dimensions = 1 : i32, window_strides = 1 : i32, base_dilations = 1 : i32, window_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_window_v1' op requires attribute 'window_dimensions'}}
  "vhlo.reduce_window_v1"() {window_strides = 1 : i32, base_dilations = 1 : i32, window_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_window_v1' op requires attribute 'window_strides'}}
  "vhlo.reduce_window_v1"() {window_dimensions = 1 : i32, base_dilations = 1 : i32, window_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_window_v1' op requires attribute 'base_dilations'}}
  "vhlo.reduce_window_v1"() {window_dimensions = 1 : i32, window_strides = 1 : i32, window_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_window_v1' op requires attribute 'window_dilations'}}
  "vhlo.reduce_window_v1"() {window_dimensions = 1 : i32, window_strides = 1 : i32, base_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.reduce_window_v1' op requires attribute 'padding'}}
  "vhlo.reduce_window_v1"() {window_dimensions = 1 : i32, window_strides = 1 : i32, base_dilations = 1 : i32, window_dilations = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.reduce_window_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {window_dimensions = 1 : i32, window_strides = 1 : i32, base_dilations = 1 : i32, window_dilations = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:32 {{successors in non-terminator}}
  "vhlo.rng_bit_generator_v1"()[^bb1] {rng_algorithm = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.rng_bit_generator_v1' op requires attribute 'rng_algorithm'}}
  "vhlo.rng_bit_generator_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.rng_bit_generator_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {rng_algorithm = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:18 {{successors in non-terminator}}
  "vhlo.rng_v1"()[^bb1] {rng_distribution = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.rng_v1' op requires attribute 'rng_distribution'}}
  "vhlo.rng_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.rng_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {rng_distribution = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:22 {{successors in non-terminator}}
  "vhlo.scatter_v1"()[^bb1] {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'update_window_dims'}}
  "vhlo.scatter_v1"() {inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'inserted_window_dims'}}
  "vhlo.scatter_v1"() {update_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'scatter_dims_to_operand_dims'}}
  "vhlo.scatter_v1"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'index_vector_dim'}}
  "vhlo.scatter_v1"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'indices_are_sorted'}}
  "vhlo.scatter_v1"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v1' op requires attribute 'unique_indices'}}
  "vhlo.scatter_v1"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.scatter_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:22 {{successors in non-terminator}}
  "vhlo.scatter_v2"()[^bb1] {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'update_window_dims'}}
  "vhlo.scatter_v2"() {inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'inserted_window_dims'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'input_batching_dims'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'scatter_indices_batching_dims'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'scatter_dims_to_operand_dims'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'index_vector_dim'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'indices_are_sorted'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.scatter_v2' op requires attribute 'unique_indices'}}
  "vhlo.scatter_v2"() {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.scatter_v2"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {update_window_dims = 1 : i32, inserted_window_dims = 1 : i32, input_batching_dims = 1 : i32, scatter_indices_batching_dims = 1 : i32, scatter_dims_to_operand_dims = 1 : i32, index_vector_dim = 1 : i32, indices_are_sorted = 1 : i32, unique_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:33 {{successors in non-terminator}}
  "vhlo.select_and_scatter_v1"()[^bb1] {window_dimensions = 1 : i32, window_strides = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.select_and_scatter_v1' op requires attribute 'window_dimensions'}}
  "vhlo.select_and_scatter_v1"() {window_strides = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.select_and_scatter_v1' op requires attribute 'window_strides'}}
  "vhlo.select_and_scatter_v1"() {window_dimensions = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.select_and_scatter_v1' op requires attribute 'padding'}}
  "vhlo.select_and_scatter_v1"() {window_dimensions = 1 : i32, window_strides = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.select_and_scatter_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {window_dimensions = 1 : i32, window_strides = 1 : i32, padding = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:20 {{successors in non-terminator}}
  "vhlo.slice_v1"()[^bb1] {start_indices = 1 : i32, limit_indices = 1 : i32, strides = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.slice_v1' op requires attribute 'start_indices'}}
  "vhlo.slice_v1"() {limit_indices = 1 : i32, strides = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.slice_v1' op requires attribute 'limit_indices'}}
  "vhlo.slice_v1"() {start_indices = 1 : i32, strides = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.slice_v1' op requires attribute 'strides'}}
  "vhlo.slice_v1"() {start_indices = 1 : i32, limit_indices = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.slice_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {start_indices = 1 : i32, limit_indices = 1 : i32, strides = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:19 {{successors in non-terminator}}
  "vhlo.sort_v1"()[^bb1] {dimension = 1 : i32, is_stable = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.sort_v1' op requires attribute 'dimension'}}
  "vhlo.sort_v1"() {is_stable = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.sort_v1' op requires attribute 'is_stable'}}
  "vhlo.sort_v1"() {dimension = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.sort_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {dimension = 1 : i32, is_stable = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:33 {{successors in non-terminator}}
  "vhlo.torch_index_select_v1"()[^bb1] {dim = 1 : i32, batch_dims = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.torch_index_select_v1' op requires attribute 'dim'}}
  "vhlo.torch_index_select_v1"() {batch_dims = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.torch_index_select_v1' op requires attribute 'batch_dims'}}
  "vhlo.torch_index_select_v1"() {dim = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.torch_index_select_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {dim = 1 : i32, batch_dims = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:24 {{successors in non-terminator}}
  "vhlo.transpose_v1"()[^bb1] {permutation = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.transpose_v1' op requires attribute 'permutation'}}
  "vhlo.transpose_v1"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.transpose_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {permutation = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:31 {{successors in non-terminator}}
  "vhlo.triangular_solve_v1"()[^bb1] {left_side = 1 : i32, lower = 1 : i32, unit_diagonal = 1 : i32, transpose_a = 1 : i32} : () -> ()
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.triangular_solve_v1' op requires attribute 'left_side'}}
  "vhlo.triangular_solve_v1"() {lower = 1 : i32, unit_diagonal = 1 : i32, transpose_a = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.triangular_solve_v1' op requires attribute 'lower'}}
  "vhlo.triangular_solve_v1"() {left_side = 1 : i32, unit_diagonal = 1 : i32, transpose_a = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.triangular_solve_v1' op requires attribute 'unit_diagonal'}}
  "vhlo.triangular_solve_v1"() {left_side = 1 : i32, lower = 1 : i32, transpose_a = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{'vhlo.triangular_solve_v1' op requires attribute 'transpose_a'}}
  "vhlo.triangular_solve_v1"() {left_side = 1 : i32, lower = 1 : i32, unit_diagonal = 1 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error @+1:3 {{entry block of region may not have predecessors}}
  "vhlo.triangular_solve_v1"() ({
  ^b0:
    "x.br"()[^b1] : () -> ()
  ^b1:
    "x.br"()[^b0] : () -> ()
  }) {left_side = 1 : i32, lower = 1 : i32, unit_diagonal = 1 : i32, transpose_a = 1 : i32} : () -> ()
  tfrt.return
}
