// Two results are not written over one another, however their file is spelled.
// RUN: not tfrt-run %s --input=f32=2 --output=@%t.npy --output=@%t.npy 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not tfrt-run %s --input=f32=2 --output=@%t.npz:a --output=@%t.npz:a 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfrt-run %s --input=f32=2 --output=@%t.safetensors:a --output=@%t.safetensors:a 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfrt-run %s --input=f32=2 --output=@same.npz:a --output=@./same.npz:b 2>&1 | FileCheck %s --check-prefix=SPELLED
// RUN: tfrt-run %s --input=f32=2 --output=@%t.both.npz:a --output=@%t.both.npz:b
// RUN: not tfrt-run %s --input=f32=2 --benchmark=inf 2>&1 | FileCheck %s --check-prefix=TIME
// ONE: --output=@{{.*}}.npy: the file holds one result, but several are to be written to it
// NAME: two results are to be written under the name 'a'
// SPELLED: 'same.npz' is the same file (
// TIME: expected a number of seconds up to 1000000000
func.func @main(%x: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) {
  tfrt.return %x, %x : !corert.tensorhandle, !corert.tensorhandle
}
