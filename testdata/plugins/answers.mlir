// What a plugin is told of questions that make no sense: codes and texts are those of TensorFlow 2.21.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/answers.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s

// CHECK: definition: 0 ''
// CHECK-NEXT: resource: 0 ''
// CHECK-NEXT: constraint: 12 'Unexpected type 99'
// CHECK-NEXT: kernel: 0 ''
// CHECK-NEXT: code 77: 2 'seventy-seven'
// CHECK-NEXT: errno 108: 9 'shut; Cannot send after transport endpoint shutdown'
// CHECK-LABEL: --- Running 'answers'
// CHECK: shape = [], values = [8.000000e+00]
// What the plugin prints comes when the process ends.
// CHECK-DAG: shape of input 4: 3 'input index out of range'
// CHECK-DAG: rank 3: 3 'Shape must be rank 3 but is rank 2'
// CHECK-DAG: rank is known 0
// CHECK-DAG: rank 1 at most: 3 'Shape must be at most rank 1 but is rank 2'
// CHECK-DAG: part 2 to 1: 3 'Subshape must have computed start <= end, but is 2 and 1 (computed from start 2 and end 1 over shape with rank 2)'
// CHECK-DAG: part -5 to 1: 3 'Subshape start out of bounds: -5, for shape with rank 2'
// CHECK-DAG: int as type: 3 'AttrValue had value with type 'int' when 'type' expected'
// CHECK-DAG: shape of output 3: 3 'output index out of range'
// CHECK-DAG: large int32: 3 'Attr i has value 5000000000 out of range for an int32'
// CHECK-DAG: int64: 0 ''
// CHECK-DAG: int as float: 3 'AttrValue had value with type 'int' when 'float' expected'
// CHECK-DAG: int as list: 3 'Attribute 'i' is not a list.'
// CHECK-DAG: list(int) as list(type): 3 'AttrValue had value with type 'list(int)' when 'list(type)' expected'
// CHECK-DAG: list(int) as int: 3 'AttrValue had value with type 'list(int)' when 'int' expected'
// CHECK-DAG: values -9 5000000000 -9 1 -9
// CHECK-DAG: empty list as int: 3 'AttrValue missing value with expected type 'int''
// CHECK-DAG: missing: 5 'No attr named 'nothing' in NodeDef:
// CHECK-DAG: missing list: 3 'Operation 'Answers' has no attr named 'nothing'.'
// CHECK-DAG: missing size: 3 'Operation 'Answers' has no attr named 'nothing'.'
// CHECK-DAG: size -1 -1
// CHECK-DAG: small storage: 3 'Not enough storage to hold the requested list of strings'
// CHECK-DAG: 2 strings: one, two
// CHECK-DAG: six, then type 3
// CHECK-DAG: input 2: 11 'input index out of range'
// CHECK-DAG: input -1: 11 'input index out of range'
// CHECK-DAG: same data 1, same tensor 0
// CHECK-DAG: range: 3 'Unknown input name: nothing'
// CHECK-DAG: range -1 -1, on the host 0 0
// CHECK-DAG: place of input 7: 11 'input index out of range'
// CHECK-DAG: stream: 9 'Accessing device stream is not supported for a CPU device.'
// CHECK-DAG: output 1: 13 'allocate_output with bad index=1 num_outputs=1 kernel=Answers'
// CHECK-DAG: output -1: 13 'allocate_output with bad index=-1 kernel=Answers'
// CHECK-DAG: mutable output 1: 11 'output index out of range'
// CHECK-DAG: set output 1: 11 'output index out of range'
// CHECK-DAG: temporary: 3 'TF_AllocatorAttributes struct size member must be set to TF_ALLOCATOR_ATTRIBUTES_STRUCT_SIZE'
// CHECK-DAG: strings: 144 bytes, aligned 1
// CHECK-DAG: floats as strings: 3 'specified output type is zero-sized'
// CHECK-DAG: floats as more: 3 'input and output shapes/data type sizes are not compatible'
func.func @answers() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<2x3xf32>
  %z = corert.executeop(%cpu) "tf.Answers"(%x, %x) {i = 5000000000 : i64, is = [1 : i64, 2 : i64], ss = ["one", "three"],
    texts = [dense<"six"> : tensor<1x!corert.string>, dense<7> : tensor<2xi32>]} : 1
  %c = "corert.print_tensorhandle"(%z) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
