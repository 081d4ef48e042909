// Inputs and outputs of a single run that cannot be read, do not fit, or cannot be written.
// RUN: tfrt-run %s --input=2x2xf32=1,2,3,4 | FileCheck %s --check-prefix=GOOD
// GOOD: {{^}}2x2xf32={{\[\[}}1, 2], [3, 4{{\]\]$}}
//
// RUN: not tfrt-run %s --input=@no_such_file.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: tfrt-run: --input=@no_such_file.npy: No such file or directory
//
// RUN: not tfrt-run %s --input=@inputs.mlir 2>&1 | FileCheck %s --check-prefix=NOT_NPY
// NOT_NPY: tfrt-run: --input=@inputs.mlir: not a NumPy array
//
// RUN: not tfrt-run %s --input=2x2xf32=1,2,3 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: tfrt-run: --input=2x2xf32=1,2,3: 2x2xf32 has 4 elements, but 3 values are given
//
// RUN: not tfrt-run %s --function=main 2>&1 | FileCheck %s --check-prefix=TOO_FEW
// TOO_FEW: tfrt-run: function 'main' takes 1 argument, but 0 inputs are given
//
// RUN: not tfrt-run %s --input=2x2xf32=1,2,3,4 --output=@/no/such/folder/out.npy 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// UNWRITABLE: tfrt-run: --output=@/no/such/folder/out.npy: No such file or directory
//
// RUN: not tfrt-run %s --function=number --input=f32=1.5 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: tfrt-run: --input=f32=1.5: argument 0 of 'number' is i32, not f32
//
// RUN: tfrt-run %s --function=number --input=i32=5 | FileCheck %s --check-prefix=NUMBER
// NUMBER: 10
//
// RUN: not tfrt-run %s --functoin=number 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: Unknown command line argument '--functoin'
// OPTION-NEXT: Did you mean '--function'?
func.func @main(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.Relu"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
func.func @number(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
