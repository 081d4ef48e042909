// Arrays are mapped, so they cannot come through a pipe.
// RUN: rm -f %t.fifo && mkfifo %t.fifo
// RUN: not tfrt-run %s --input=@%t.fifo 2>&1 | FileCheck %s
// CHECK: is no regular file, and arrays are read by mapping their file
func.func @main(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  tfrt.return %x : !corert.tensorhandle
}
