// What kernels, shape functions and definitions are told when they ask for what is not there, or is something else. The program beside
// the tests (testdata/plugins/answers.mlir) has the answers of TensorFlow 2.21, into which this library loads as well.

#include <stdio.h>
#include <stdlib.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tstring.h"

// A string need not end in a NUL.
#define TEXT(string) (int)TF_StringGetSize(string), TF_StringGetDataPointer(string)

static void say(const char* what, TF_Status* s) {
  printf("%s: %d '%s'\n", what, TF_GetCode(s), TF_Message(s));
  TF_SetStatus(s, TF_OK, "");
}

static void* ask_attributes(TF_OpKernelConstruction* c) {
  TF_Status* s = TF_NewStatus();
  int32_t i32 = -9, list = 0, total = 0, i32s[2] = {-9, -9};
  int64_t i64 = -9;
  float f = -9;
  TF_DataType types[2];
  TF_OpKernelConstruction_GetAttrInt32(c, "i", &i32, s), say("large int32", s);
  TF_OpKernelConstruction_GetAttrInt64(c, "i", &i64, s), say("int64", s);
  TF_OpKernelConstruction_GetAttrFloat(c, "i", &f, s), say("int as float", s);
  TF_OpKernelConstruction_GetAttrTypeList(c, "i", types, 2, s), say("int as list", s);
  TF_OpKernelConstruction_GetAttrTypeList(c, "is", types, 2, s), say("list(int) as list(type)", s);
  TF_OpKernelConstruction_GetAttrInt64(c, "is", &i64, s), say("list(int) as int", s);
  TF_OpKernelConstruction_GetAttrInt32List(c, "is", i32s, 1, s), say("list(int)", s);
  printf("values %d %lld %g %d %d\n", i32, (long long)i64, f, i32s[0], i32s[1]);
  TF_OpKernelConstruction_GetAttrInt64(c, "empty", &i64, s), say("empty list as int", s);
  TF_OpKernelConstruction_GetAttrFloat(c, "nothing", &f, s), say("missing", s);
  TF_OpKernelConstruction_GetAttrInt32List(c, "nothing", i32s, 2, s), say("missing list", s);
  TF_OpKernelConstruction_GetAttrSize(c, "nothing", &list, &total, s), say("missing size", s);
  printf("size %d %d\n", list, total);
  char *strings[2], storage[4];
  size_t lengths[2];
  TF_OpKernelConstruction_GetAttrStringList(c, "ss", strings, lengths, 2, storage, sizeof storage, s), say("small storage", s);
  TF_Tensor *text = NULL, *texts[2] = {NULL, NULL};
  TF_OpKernelConstruction_GetAttrTensor(c, "text", &text, s), say("strings by default", s);
  const TF_TString* t = TF_TensorData(text);
  printf("%d strings: %.*s, %.*s\n", (int)TF_TensorElementCount(text), TEXT(&t[0]), TEXT(&t[1]));
  TF_OpKernelConstruction_GetAttrTensorList(c, "texts", texts, 2, s), say("list of tensors", s);
  t = TF_TensorData(texts[0]);
  printf("%.*s, then type %d\n", TEXT(t), TF_TensorType(texts[1]));
  TF_DeleteTensor(text), TF_DeleteTensor(texts[0]), TF_DeleteTensor(texts[1]);
  TF_DeleteStatus(s);
  return NULL;
}

static void ask_context(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  int64_t dims[2] = {2, 3};
  TF_Tensor *x = NULL, *y = NULL;
  TF_GetInput(ctx, 2, &x, s), say("input 2", s);
  TF_GetInput(ctx, -1, &x, s), say("input -1", s);
  TF_GetInput(ctx, 0, &x, s), TF_GetInput(ctx, 0, &y, s), say("input 0 twice", s);
  printf("same data %d, same tensor %d\n", TF_TensorData(x) == TF_TensorData(y), x == y);
  TF_InputRange_Args range = {.struct_size = TF_InputRange_Args_STRUCT_SIZE, .status = s};
  TF_InputRange(ctx, "nothing", &range), say("range", s);
  printf("range %d %d, on the host %d %d\n", range.start, range.stop, TF_IsHostMemoryInput(ctx, 0, s), TF_IsHostMemoryOutput(ctx, 0, s));
  TF_IsHostMemoryInput(ctx, 7, s), say("place of input 7", s);
  TF_GetStream(ctx, s), say("stream", s);
  TF_AllocateOutput(ctx, 1, TF_FLOAT, dims, 2, 24, s), say("output 1", s);
  TF_AllocateOutput(ctx, -1, TF_FLOAT, dims, 2, 24, s), say("output -1", s);
  TF_GetMutableOutput(ctx, 1, s), say("mutable output 1", s);
  TF_SetOutput(ctx, 1, x, s), say("set output 1", s);
  TF_AllocatorAttributes attributes = {0};
  TF_AllocateTemp(ctx, TF_FLOAT, dims, 2, &attributes, s), say("temporary", s);
  attributes.struct_size = TF_ALLOCATOR_ATTRIBUTES_STRUCT_SIZE;
  TF_Tensor* text = TF_AllocateTemp(ctx, TF_STRING, dims, 2, &attributes, s);
  printf("strings: %d bytes, aligned %d\n", (int)TF_TensorByteSize(text), TF_TensorIsAligned(text));
  TF_TensorBitcastFrom(x, TF_STRING, text, dims, 2, s), say("floats as strings", s);
  dims[1] = 4;
  TF_TensorBitcastFrom(x, TF_FLOAT, text, dims, 2, s), say("floats as more", s);
  TF_Tensor* out = TF_AllocateOutput(ctx, 0, TF_FLOAT, dims, 0, 4, s);
  *(float*)TF_TensorData(out) = 8;
  TF_DeleteTensor(x), TF_DeleteTensor(y), TF_DeleteTensor(text), TF_DeleteTensor(out);
  TF_DeleteStatus(s);
}

static void shape(TF_ShapeInferenceContext* c, TF_Status* status) {
  TF_Status* s = TF_NewStatus();
  TF_ShapeHandle *x = TF_NewShapeHandle(), *r = TF_ShapeInferenceContextVectorFromSize(c, 5);
  TF_ShapeHandle* scalar = TF_ShapeInferenceContextScalar(c);
  TF_DataType type = 0;
  TF_ShapeInferenceContextGetInput(c, 4, x, s), say("shape of input 4", s);
  TF_ShapeInferenceContextGetInput(c, 0, x, s);
  TF_ShapeInferenceContextWithRank(c, x, 3, r, s), say("rank 3", s);
  printf("rank is known %d\n", TF_ShapeInferenceContextRankKnown(c, r));
  TF_ShapeInferenceContextWithRankAtMost(c, x, 1, r, s), say("rank 1 at most", s);
  TF_ShapeInferenceContextSubshape(c, x, 2, 1, r, s), say("part 2 to 1", s);
  TF_ShapeInferenceContextSubshape(c, x, -5, 1, r, s), say("part -5 to 1", s);
  TF_ShapeInferenceContext_GetAttrType(c, "i", &type, s), say("int as type", s);
  TF_ShapeInferenceContextSetOutput(c, 3, x, s), say("shape of output 3", s);
  TF_ShapeInferenceContextSetOutput(c, 0, scalar, status);
  TF_DeleteShapeHandle(x), TF_DeleteShapeHandle(r), TF_DeleteShapeHandle(scalar), TF_DeleteStatus(s);
}

// Whether TensorFlow takes a definition of an attribute; where it does not, it ends the process.
static void define(const char* attribute, const char* input, int is_right) {
  static int number = 0;
  char name[32];
  snprintf(name, sizeof name, "AnswersDefinition%d", number++);
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(name);
  if (attribute != NULL) TF_OpDefinitionBuilderAddAttr(op, attribute);
  if (input != NULL) TF_OpDefinitionBuilderAddInput(op, input);
  TF_RegisterOpDefinition(op, s);
  if ((TF_GetCode(s) == TF_OK) != is_right) {
    printf("'%s' '%s' is %s: %s\n", attribute, input, is_right ? "right" : "wrong", TF_Message(s));
    abort();
  }
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  static const char* right[] = {"b: bool = 1", "b: bool = False", "T: {float, int4, uint4}", "n: int >= -5 = -5", "n : int >=1", "T: {'a','b'}",
      "t: tensor = { dtype: DT_STRING string_val: 'hi' }", "l: list({float, int32}) >= 2 = [DT_FLOAT, DT_FLOAT]", "l: list(bool) = [1, 0]"};
  static const char* wrong[] = {"T: {}", "n: float >= 2", "T: type >= 2", "a: any", "1T: type", "_T: type", "n: list(int) >= -1", "b: bool = yes",
      "T: {float, int32} = DT_INT8", "n: int >= 2 = 1", "l: list(int) >= 2 = [1]", "T: resource"};
  for (unsigned i = 0; i < sizeof right / sizeof *right; ++i) define(right[i], NULL, 1);
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; ++i) define(wrong[i], NULL, 0);
  define(NULL, "x1: float", 1), define("N: int", "x : N*float", 1), define("T: list(type)", "x: T", 1);
  define(NULL, "X: float", 0), define(NULL, "1x: float", 0), define(NULL, "_x: float", 0), define("N: int = 0", "x: N * float", 0);
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder("Answers");
  TF_OpDefinitionBuilderAddAttr(op, "i: int");
  TF_OpDefinitionBuilderAddAttr(op, "is: list(int)");
  TF_OpDefinitionBuilderAddAttr(op, "empty: list(int) = []");
  TF_OpDefinitionBuilderAddAttr(op, "ss: list(string)");
  TF_OpDefinitionBuilderAddAttr(op, "text: tensor = { dtype: DT_STRING tensor_shape { dim { size: 2 } } string_val: 'one' string_val: 'two' }");
  TF_OpDefinitionBuilderAddAttr(op, "texts: list(tensor)");
  TF_OpDefinitionBuilderAddInput(op, "x: float");
  TF_OpDefinitionBuilderAddInput(op, "y: float");
  TF_OpDefinitionBuilderAddOutput(op, "z: float");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(op, &shape);
  TF_RegisterOpDefinition(op, s), say("definition", s);
  // What refers to a resource is stateful.
  op = TF_NewOpDefinitionBuilder("AnswersResource");
  TF_OpDefinitionBuilderAddOutput(op, "z: resource");
  TF_RegisterOpDefinition(op, s), say("resource", s);
  TF_KernelBuilder* kernel = TF_NewKernelBuilder("Answers", "CPU", &ask_attributes, &ask_context, NULL);
  TF_KernelBuilder_TypeConstraint(kernel, "T", (TF_DataType)99, s), say("constraint", s);
  TF_RegisterKernelBuilder("Answers", kernel, s), say("kernel", s);
  TF_SetStatus(s, (TF_Code)77, "seventy-seven"), say("code 77", s);
  TF_SetStatusFromIOError(s, 108, "shut"), say("errno 108", s);
  TF_DeleteStatus(s);
  fflush(stdout);
}
