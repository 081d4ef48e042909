module @__compute_module_wrapped_sine attributes {xla.cpu_memory_region_name = "xla_cpu_emitter__tiled_emitter__hlo_opcode__fusion"} {
  llvm.func @wrapped_sine(%arg0: !llvm.ptr) -> !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.constant(1 : index) : i64
    %2 = llvm.mlir.constant(3 : index) : i64
    %3 = llvm.mlir.constant(0 : index) : i64
    %4 = llvm.getelementptr inbounds %arg0[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"XLA_CPU_KernelCallFrame", (ptr, ptr, i64, ptr)>
    %5 = llvm.load %4 invariant : !llvm.ptr -> !llvm.ptr
    %6 = llvm.getelementptr inbounds %5[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"XLA_CPU_KernelArg", (ptr, i64)>
    %7 = llvm.load %6 invariant : !llvm.ptr -> !llvm.ptr
    %8 = llvm.getelementptr inbounds %5[1, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"XLA_CPU_KernelArg", (ptr, i64)>
    %9 = llvm.load %8 invariant : !llvm.ptr -> !llvm.ptr
    %10 = llvm.getelementptr inbounds %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"XLA_CPU_KernelCallFrame", (ptr, ptr, i64, ptr)>
    %11 = llvm.load %10 : !llvm.ptr -> !llvm.ptr
    %12 = llvm.getelementptr inbounds %11[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"kernel_dim3", (i64, i64, i64)>
    %13 = llvm.load %12 invariant : !llvm.ptr -> i64
    %14 = llvm.intr.smax(%13, %3) {xla.range = [0 : index, 9223372036854775807 : index]} : (i64, i64) -> i64
    %15 = llvm.intr.smin(%14, %1) {xla.range = [0 : index, 1 : index]} : (i64, i64) -> i64
    llvm.br ^bb1(%15 : i64)
  ^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
    %17 = llvm.icmp "slt" %16, %1 : i64
    llvm.cond_br %17, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    llvm.call @wrapped_sine_impl(%7, %7, %3, %2, %1, %9, %9, %3, %2, %1, %16) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64) -> ()
    %18 = llvm.add %16, %1 : i64
    llvm.br ^bb1(%18 : i64)
  ^bb3:  // pred: ^bb1
    llvm.return %0 : !llvm.ptr
  }
  llvm.func internal @wrapped_sine_impl(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.ptr, %arg7: i64, %arg8: i64, %arg9: i64, %arg10: i64) attributes {always_inline, num_opaque_args = 0 : i32, xtile.tiling_info = #xtile.tiling_info<tile_count : 1, tiles_per_workgroup : 1>} {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.constant(3 : index) : i64
    %2 = llvm.mlir.constant(1 : index) : i64
    %3 = llvm.mlir.constant(4 : index) : i64
    %4 = llvm.alloca %3 x f32 : (i64) -> !llvm.ptr
    %5 = llvm.mul %arg3, %2 : i64
    %6 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, f32
    %7 = llvm.ptrtoint %6 : !llvm.ptr to i64
    %8 = llvm.mul %5, %7 : i64
    %9 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    "llvm.intr.memcpy"(%4, %9, %8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %10 = llvm.alloca %3 x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
    %11 = llvm.load %4 {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
    %12 = llvm.intr.sin(%11) : (vector<4xf32>) -> vector<4xf32>
    llvm.store %12, %10 {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
    %13 = llvm.mul %1, %2 : i64
    %14 = llvm.mul %13, %7 : i64
    %15 = llvm.getelementptr %arg6[%arg7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    "llvm.intr.memcpy"(%15, %10, %14) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.return
  }
}