// Pictures and files of any kind as inputs; results as text in files.
//
// RUN: tfrt-run %s --input-image=image:%{testdata}/tools/pixels.png --input=scale=f32=1 | FileCheck %s
// RUN: tfrt-run %s --input-image=%{testdata}/tools/pixels.png --input=scale=f32=1 | FileCheck %s
// CHECK: {{^}}scaled=1x2x3x3xf32={{\[\[\[\[}}1, 0, 0], [0, 1, 0], [0, 0, 1{{\]\]}}, {{\[\[}}0, 0, 0], [0.20000002, 0.40000004, 0.6], [1, 1, 1{{\]\]\]\]$}}
//
// RUN: tfrt-run %s --function=bytes --input-image=%{testdata}/tools/pixels.png | FileCheck %s --check-prefix=BYTES
// RUN: tfrt-run %s --list | FileCheck %s --check-prefix=LIST
// LIST: main(image: f32[?, 2, 3, 3], scale: f32[]) -> (scaled: f32[?, 2, 3, 3])
// LIST: halves(!corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, i32[])
//
// BYTES: {{^}}3x2x3xui8={{\[\[\[}}255, 0, 0], [0, 51, 255{{\]\]}}, {{\[\[}}0, 255, 0], [0, 102, 255{{\]\]}}, {{\[\[}}0, 0, 255], [0, 153, 255{{\]\]\]$}}
//
// RUN: printf 'raw \033[2J\377' > %t.raw
// RUN: tfrt-run %s --function=text --input=contents=@%t.raw | FileCheck %s --check-prefix=RAW
// RUN: tfrt-run %s --function=text --input-image=contents:%t.raw | FileCheck %s --check-prefix=RAW
// RAW: {{^}}str="raw \1B[2J\FF"{{$}}
//
// RUN: tfrt-run %s --function=halves --input=2x2xbf16=1,0.1,-2,3 --output=@%t.json --output=@%t.csv --output=@%t.txt --output=@%t.txt
// RUN: cat %t.json %t.csv %t.txt | FileCheck %s --check-prefix=FILES
// FILES: {{^}}{{\[\[}}1, 0.100097656], [-2, 3{{\]\]$}}
// FILES-NEXT: {{^}}1,0.100097656{{$}}
// FILES-NEXT: {{^}}-2,3{{$}}
// FILES-NEXT: {{^}}2x2xbf16={{\[\[}}1, 0.100097656], [-2, 3{{\]\]$}}
// FILES-NEXT: {{^}}i32=7{{$}}
//
// RUN: (tfrt-run %s --function=bytes --input-image=%{testdata}/tools/pictures.mlir 2>&1; echo "exit $?") > %t.log
// WRONG: --input-image={{.*}}pictures.mlir: Unknown image file format. One of JPEG, PNG, BMP required.
// WRONG-NEXT: exit 1
// RUN: (tfrt-run %s --input-image=imaeg:%{testdata}/tools/pixels.png 2>&1; echo "exit $?") >> %t.log
// WRONG: tfrt-run: --input-image=imaeg:{{.*}}pixels.png: function 'main' has no input 'imaeg', but 'image', 'scale'; did you mean 'image'?
// RUN: (tfrt-run %s --function=halves --input-image=%{testdata}/tools/pixels.png 2>&1; echo "exit $?") >> %t.log
// WRONG: the program does not say what tensor !corert.tensorhandle is, so a picture cannot be made for it
// RUN: (tfrt-run %s --input-image=image:%{testdata}/../kernels/jpeg/src/sequential.jpg --input=scale=f32=1 2>&1; echo "exit $?") >> %t.log
// WRONG: input 'image': expected f32[?, 2, 3, 3], got f32[1, 20, 22, 3]
// RUN: (tfrt-run %s --input=image=1x2x3x3xf32=1 --input-image=%{testdata}/tools/pixels.png 2>&1; echo "exit $?") >> %t.log
// WRONG: the argument is f32[], which is no picture: expected HWC or NHWC
// RUN: (tfrt-run %s --function=text '--input=str="a"' --output=@%t.none/x.json 2>&1; echo "exit $?") >> %t.log
// WRONG: cannot open output file '{{.*}}x.json': No such file or directory
// RUN: (tfrt-run %s --function=halves --input=2xbf16=1 --output=@%t.2.json --output=@%t.2.json 2>&1; echo "exit $?") >> %t.log
// WRONG: the file holds one result, but several are to be written to it
// RUN: FileCheck %s --check-prefix=WRONG --input-file=%t.log

func.func @main(%image: !corert.tensorhandle {tf.type = tensor<?x2x3x3xf32>, tfrt.name = "image"}, %k: !corert.tensorhandle {tf.type = tensor<f32>, tfrt.name = "scale"}) -> (!corert.tensorhandle {tfrt.name = "scaled"}) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %scaled = corert.executeop(%cpu) "tf.Mul"(%image, %k) : 1
  tfrt.return %scaled : !corert.tensorhandle
}

func.func @bytes(%image: !corert.tensorhandle {tf.type = tensor<3x?x?xui8>}) -> !corert.tensorhandle {
  tfrt.return %image : !corert.tensorhandle
}

func.func @text(%contents: !corert.tensorhandle {tf.type = tensor<!corert.string>, tfrt.name = "contents"}) -> !corert.tensorhandle {
  tfrt.return %contents : !corert.tensorhandle
}

func.func @halves(%x: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %seven = corert.const_dense_tensor dense<7> : tensor<i32>
  tfrt.return %x, %x, %x, %seven : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
