// A program that runs for ever, and one whose tensors are too large, end with an error where the command line limits them.
// RUN: not tfrt-run %s -O0 --functions=endless --jit=off --timeout=0.1 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not tfrt-run %s -O0 --functions=endless --jit=eager --timeout=0.1 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not tfrt-run %s -O0 --functions=endless --work_queue_type=mstd:2 --timeout=0.1 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not tfrt-run %s -O0 --function=large --output=- --max-memory=3 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: tfrt-run %s -O0 --function=large --max-memory=5 --timeout=100 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not tfrt-run %s --timeout=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: for the --timeout option: '0' value invalid: expected a number of seconds above zero

// TIME: 'endless' returned <<error: Cancelled>>
// TIME: cancelled after 0.1 seconds
func.func @endless() -> i32 {
  %n = tfrt.constant.i32 2147483647
  %sum = tfrt.constant.i32 0
  %m, %r = tfrt.repeat.i32 %n, %n, %sum : i32, i32 {
    %k, %s = tfrt.repeat.i32 %n, %n, %sum : i32, i32 {
      %one = tfrt.constant.i32 1
      %t = tfrt.add.i32 %sum, %one
      tfrt.return %n, %t : i32, i32
    }
    tfrt.return %k, %s : i32, i32
  }
  tfrt.return %r : i32
}

// MEMORY: limits.mlir:[[@LINE+8]]:8: error: unexpected error: runtime error: out of memory allocating result of 4000000 bytes
// FITS: 1000x1000xf32={{\[\[}}1, 1, 1, ..., 1, 1, 1],
func.func @large() -> !corert.tensorhandle {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  corert.register_op_handler %cpu "cpu"
  %dims = corert.const_dense_tensor dense<[1000, 1000]> : tensor<2xi32>
  %one = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %r = corert.executeop(%cpu) "tf.Fill"(%dims, %one) : 1
  tfrt.return %r : !corert.tensorhandle
}
