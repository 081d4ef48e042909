module @__compute_module_wrapped_sine attributes {xla.cpu_memory_region_name = "xla_cpu_emitter__tiled_emitter__hlo_opcode__fusion"} {
  func.func @wrapped_sine(%arg0: !xla_cpu.call_frame) -> !xla_cpu.error {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = xla_cpu.load %arg0, 0 : memref<3xf32>
    %1 = xla_cpu.load %arg0, 1 : memref<3xf32>
    %2 = xla_cpu.extract_workgroup_id %arg0, x
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c1 : index
    %5 = arith.addi %3, %c1 overflow<nsw, nuw> : index
    %6 = arith.minsi %5, %c1 : index
    scf.for %arg1 = %4 to %6 step %c1 {
      func.call @wrapped_sine_impl(%0, %1, %arg1) : (memref<3xf32>, memref<3xf32>, index) -> ()
    }
    %7 = xla_cpu.success : !xla_cpu.error
    return %7 : !xla_cpu.error
  }
  func.func @wrapped_sine_impl(%arg0: memref<3xf32>, %arg1: memref<3xf32>, %arg2: index) attributes {always_inline, llvm.linkage = #llvm.linkage<internal>, num_opaque_args = 0 : i32, xtile.tiling_info = #xtile.tiling_info<tile_count : 1, tiles_per_workgroup : 1>} {
    %0 = ub.poison : f32
    %c0 = arith.constant 0 : index
    %alloca = memref.alloca() : memref<4xf32>
    %subview = memref.subview %alloca[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
    memref.copy %arg0, %subview : memref<3xf32> to memref<3xf32, strided<[1]>>
    %alloca_0 = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
    %1 = vector.transfer_read %alloca[%c0], %0 {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
    %2 = math.sin %1 : vector<4xf32>
    vector.transfer_write %2, %alloca_0[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
    %subview_1 = memref.subview %alloca_0[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
    memref.copy %subview_1, %arg1 : memref<3xf32, strided<[1]>> to memref<3xf32>
    return
  }
}