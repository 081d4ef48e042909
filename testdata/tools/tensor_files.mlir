// Tensors by name, in NumPy archives and safetensors files: written together, read one by one.
// RUN: tfrt-run %s --input=2x3xf32=1,2,3,4,5,6 --output=@%t.npz:x --output=@%t.npz:sum
// RUN: tfrt-run %s --input=@%t.npz:sum --output=- --output=- | FileCheck %s
// RUN: tfrt-run %s --input=2x3xf32=1,2,3,4,5,6 --output=@%t.safetensors:x --output=@%t.safetensors:sum
// RUN: tfrt-run %s --input=@%t.safetensors:sum --output=- --output=- | FileCheck %s
// CHECK: {{^}}2x3xf32={{\[\[}}2, 4, 6], [8, 10, 12{{\]\]$}}
// CHECK: {{^}}2x3xf32={{\[\[}}4, 8, 12], [16, 20, 24{{\]\]$}}
//
// RUN: not tfrt-run %s --input=@%t.npz 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: the file has several tensors, choose one: 'x', 'sum'
//
// RUN: not tfrt-run %s --input=@%t.safetensors:y 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: there is no tensor 'y', only 'sum', 'x'
//
// RUN: not tfrt-run %s --input=bf16=1 --output=@%t.btf --output=@%t.npz:x 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: binary tensor files have no dtype for bf16
//
// NumPy has no bfloat16 of its own; it is two plain bytes there, as the package ml_dtypes writes it.
// RUN: tfrt-run %s --input=2xbf16=1,2 --output=@%t.bf16.npy --output=-
// RUN: tfrt-run %s --input=@%t.bf16.npy --output=- --output=- | FileCheck %s --check-prefix=BF16
// BF16: 2xbf16=[1, 2]
//
// Results that are one value for all elements are written like others.
// RUN: tfrt-run %s --function=zeros --input=2x3xf32=1,2,3,4,5,6 --output=@%t.zeros.npy
// RUN: tfrt-run %s --function=zeros --input=@%t.zeros.npy --output=@%t.zeros.npz:a
// RUN: tfrt-run %s --input=@%t.zeros.npz:a --output=- --output=- | FileCheck %s --check-prefix=ZEROS
// ZEROS: 2x3xf32={{\[\[}}0, 0, 0], [0, 0, 0{{\]\]$}}
func.func @main(%x: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %sum = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %x, %sum : !corert.tensorhandle, !corert.tensorhandle
}

func.func @zeros(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %zeros = corert.executeop(%cpu) "tf.ZerosLike"(%x) : 1
  tfrt.return %zeros : !corert.tensorhandle
}
