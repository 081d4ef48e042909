module @__compute_module_wrapped_sine attributes {xla.cpu_memory_region_name = "xla_cpu_emitter__tiled_emitter__hlo_opcode__fusion"} {
  xtile.entry_func @wrapped_sine(%arg0: memref<3xf32>, %arg1: memref<3xf32>, %arg2: index) attributes {num_opaque_args = 0 : i32, xtile.tiling_info = #xtile.tiling_info<tile_count : 1, tiles_per_workgroup : 1>} {
    %0 = xla.apply_indexing #xla.indexing_map<"(pid_0) -> (0), domain: pid_0 in [0, 0]">(%arg2)
    %1 = xtile.extract %arg0[%0] [4] [1] : memref<3xf32> -> tensor<4xf32>
    %2 = math.sin %1 : tensor<4xf32>
    %3 = xla.apply_indexing #xla.indexing_map<"(pid_0) -> (0), domain: pid_0 in [0, 0]">(%arg2)
    xtile.insert %2 into %arg1[%3] [4] [1] : tensor<4xf32> -> memref<3xf32>
    xtile.return
  }
}