// A plugin for tests: ops that say what they were given.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/env.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tstring.h"

static void must(TF_Status* status, const char* what) {
  if (TF_GetCode(status) != TF_OK) {
    fprintf(stderr, "%s: %s\n", what, TF_Message(status));
    exit(3);
  }
}

static void output_text(TF_OpKernelContext* ctx, int i, const char* text) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor* out = TF_AllocateOutput(ctx, i, TF_STRING, NULL, 0, sizeof(TF_TString), status);
  must(status, "TF_AllocateOutput");
  TF_TString_Copy((TF_TString*)TF_TensorData(out), text, strlen(text));
  TF_DeleteTensor(out);
  TF_DeleteStatus(status);
}

// ProbeAttrs: every getter of the construction context.
static void* attrs_create(TF_OpKernelConstruction* c) {
  char* text = calloc(1, 4096);
  char* at = text;
  TF_Status* s = TF_NewStatus();
#define SAY(...) at += sprintf(at, __VA_ARGS__)
  int32_t list = 0, total = 0, i32 = 0, i32s[4];
  int64_t i64 = 0, i64s[4], dims[4];
  float f = 0, fs[4];
  unsigned char b = 0, bs[4];
  TF_DataType t, ts[4];
  char str[16] = {0};
  TF_Tensor* tensor = NULL;
  TF_OpKernelConstruction_GetAttrInt64(c, "i", &i64, s), must(s, "i");
  TF_OpKernelConstruction_GetAttrInt32(c, "i", &i32, s), must(s, "i32");
  SAY("i=%d,%d", (int)i64, i32);
  TF_OpKernelConstruction_GetAttrFloat(c, "f", &f, s), must(s, "f");
  TF_OpKernelConstruction_GetAttrBool(c, "b", &b, s), must(s, "b");
  SAY(" f=%g b=%d", f, b);
  TF_OpKernelConstruction_GetAttrSize(c, "s", &list, &total, s), must(s, "s size");
  TF_OpKernelConstruction_GetAttrString(c, "s", str, sizeof str, s), must(s, "s");
  SAY(" s=%s(%d,%d)", str, list, total);
  TF_OpKernelConstruction_GetAttrType(c, "T", &t, s), must(s, "T");
  SAY(" T=%d", t);
  TF_OpKernelConstruction_GetAttrSize(c, "shape", &list, &total, s), must(s, "shape size");
  TF_OpKernelConstruction_GetAttrTensorShape(c, "shape", dims, 4, s), must(s, "shape");
  SAY(" shape=%d:%d,%d", total, (int)dims[0], (int)dims[1]);
  TF_OpKernelConstruction_GetAttrTensor(c, "t", &tensor, s), must(s, "t");
  SAY(" t=%d", ((int32_t*)TF_TensorData(tensor))[1]);
  TF_DeleteTensor(tensor);
  TF_OpKernelConstruction_GetAttrSize(c, "is", &list, &total, s), must(s, "is size");
  TF_OpKernelConstruction_GetAttrInt64List(c, "is", i64s, 4, s), must(s, "is");
  TF_OpKernelConstruction_GetAttrInt32List(c, "is", i32s, 4, s), must(s, "is");
  SAY(" is=%d,%d:%d,%d,%d", list, total, (int)i64s[0], (int)i64s[1], i32s[2]);
  TF_OpKernelConstruction_GetAttrFloatList(c, "fs", fs, 4, s), must(s, "fs");
  TF_OpKernelConstruction_GetAttrBoolList(c, "bs", bs, 4, s), must(s, "bs");
  TF_OpKernelConstruction_GetAttrTypeList(c, "ts", ts, 4, s), must(s, "ts");
  SAY(" fs=%g,%g bs=%d,%d ts=%d,%d", fs[0], fs[1], bs[0], bs[1], ts[0], ts[1]);
  TF_Tensor* tensors[4] = {NULL, NULL, NULL, NULL};
  TF_OpKernelConstruction_GetAttrSize(c, "tensors", &list, &total, s), must(s, "tensors size");
  TF_OpKernelConstruction_GetAttrTensorList(c, "tensors", tensors, 4, s), must(s, "tensors");
  SAY(" tensors=%d:%d,%g", list, ((int32_t*)TF_TensorData(tensors[0]))[1], *(float*)TF_TensorData(tensors[1]));
  TF_DeleteTensor(tensors[0]), TF_DeleteTensor(tensors[1]);
  TF_OpKernelConstruction_GetAttrTensor(c, "tensors", &tensor, s);
  SAY(" no=%d", TF_GetCode(s));
  char* strings[4];
  size_t lengths[4];
  char storage[16];
  TF_OpKernelConstruction_GetAttrSize(c, "ss", &list, &total, s), must(s, "ss size");
  TF_OpKernelConstruction_GetAttrStringList(c, "ss", strings, lengths, 4, storage, sizeof storage, s);
  must(s, "ss");
  SAY(" ss=%d,%d:%.*s,%.*s", list, total, (int)lengths[0], strings[0], (int)lengths[1], strings[1]);
  TF_OpKernelConstruction_GetAttrStringList(c, "ss", strings, lengths, 4, storage, 2, s);
  SAY(" small=%d", TF_GetCode(s));
  TF_OpKernelConstruction_GetAttrInt64(c, "f", &i64, s);
  SAY(" wrong=%d", TF_GetCode(s));
  TF_OpKernelConstruction_GetAttrInt64(c, "nothing", &i64, s);
  SAY(" missing=%d", TF_GetCode(s));
  SAY(" has=%d%d", TF_OpKernelConstruction_HasAttr(c, "i", s), TF_OpKernelConstruction_HasAttr(c, "x", s));
  TF_StringView name = TF_OpKernelConstruction_GetName(c);
  SAY(" name=%.*s", (int)name.len, name.data);
  TF_DeleteStatus(s);
  return text;
}

static void attrs_compute(void* state, TF_OpKernelContext* ctx) { output_text(ctx, 0, state); }

// ProbeJoin: joins strings.
static void join_compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_InputRange_Args range = {.struct_size = TF_InputRange_Args_STRUCT_SIZE, .status = s};
  TF_InputRange(ctx, "parts", &range);
  must(s, "TF_InputRange");
  TF_Tensor* out = TF_AllocateOutput(ctx, 0, TF_STRING, NULL, 0, sizeof(TF_TString), s);
  must(s, "TF_AllocateOutput");
  TF_TString* joined = TF_TensorData(out);
  for (int i = range.start; i < range.stop; ++i) {
    TF_Tensor* part;
    TF_GetInput(ctx, i, &part, s);
    must(s, "TF_GetInput");
    const TF_TString* strings = TF_TensorData(part);
    for (int64_t j = 0; j < TF_TensorElementCount(part); ++j) TF_TString_Append(joined, &strings[j]);
    TF_DeleteTensor(part);
  }
  TF_DeleteTensor(out);
  TF_DeleteStatus(s);
}

// ProbeForward: y = x + 1, in the memory of x when that is possible; says which input it was.
static void forward_compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor* x;
  TF_GetInput(ctx, 0, &x, s);
  must(s, "TF_GetInput");
  int64_t dims[1] = {TF_Dim(x, 0)};
  const int64_t n = TF_TensorElementCount(x);
  int32_t* copy = malloc(n * sizeof *copy);
  memcpy(copy, TF_TensorData(x), n * sizeof *copy);
  TF_DeleteTensor(x);
  const int candidates[1] = {0};
  int forwarded = -7;
  TF_Tensor* y = TF_ForwardInputOrAllocateOutput(ctx, candidates, 1, 0, dims, 1, &forwarded, s);
  must(s, "TF_ForwardInputOrAllocateOutput");
  for (int64_t i = 0; i < n; ++i) ((int32_t*)TF_TensorData(y))[i] = copy[i] + 1;
  TF_DeleteTensor(y);
  free(copy);
  char text[32];
  sprintf(text, "forwarded %d", forwarded);
  output_text(ctx, 1, text);
  TF_DeleteStatus(s);
}

// ProbeLater: doubles, on a thread of its own, after its function returned.
typedef struct {
  TF_OpKernelContext* ctx;
  TF_AsyncOpKernelDoneCallback* done;
  TF_Thread* thread;
} Later;

static void later_work(void* argument) {
  Later later = *(Later*)argument;
  free(argument);
  TF_Status* s = TF_NewStatus();
  TF_Tensor* x;
  TF_GetInput(later.ctx, 0, &x, s);
  must(s, "TF_GetInput");
  const int32_t value = *(int32_t*)TF_TensorData(x);
  if (value < 0) {
    TF_SetStatus(s, TF_OUT_OF_RANGE, "negative, found later");
    TF_OpKernelContext_Failure(later.ctx, s);
  } else {
    TF_Tensor* y = TF_AllocateOutput(later.ctx, 0, TF_INT32, NULL, 0, 4, s);
    must(s, "TF_AllocateOutput");
    *(int32_t*)TF_TensorData(y) = 2 * value;
    TF_DeleteTensor(y);
  }
  TF_DeleteTensor(x);
  TF_DeleteStatus(s);
  TF_RunAsyncOpKernelDoneCallback(later.done);
}

static void later_compute(void* state, TF_OpKernelContext* ctx, TF_AsyncOpKernelDoneCallback* done) {
  Later* later = calloc(1, sizeof *later);
  later->ctx = ctx;
  later->done = done;
  TF_ThreadOptions options;
  TF_DefaultThreadOptions(&options);
  // The thread is never joined: the process ends before, or it ends itself.
  (void)TF_StartThread(&options, "later", &later_work, later);
}

// ProbeFail: fails.
static void fail_compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_SetStatus(s, TF_INVALID_ARGUMENT, "this op always fails");
  TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}

// AddV2 on floats: adds 100 as well, to be seen.
static void add_compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor *a, *b;
  TF_GetInput(ctx, 0, &a, s), must(s, "a");
  TF_GetInput(ctx, 1, &b, s), must(s, "b");
  int64_t dims[4];
  for (int i = 0; i < TF_NumDims(a); ++i) dims[i] = TF_Dim(a, i);
  TF_Tensor* c = TF_AllocateOutput(ctx, 0, TF_FLOAT, dims, TF_NumDims(a), TF_TensorByteSize(a), s);
  must(s, "TF_AllocateOutput");
  for (int64_t i = 0; i < TF_TensorElementCount(a); ++i) {
    ((float*)TF_TensorData(c))[i] = ((float*)TF_TensorData(a))[i] + ((float*)TF_TensorData(b))[i] + 100;
  }
  TF_DeleteTensor(a), TF_DeleteTensor(b), TF_DeleteTensor(c);
  TF_DeleteStatus(s);
}

static void same_shape(TF_ShapeInferenceContext* ctx, TF_Status* status) {
  TF_ShapeHandle* shape = TF_NewShapeHandle();
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, status);
  if (TF_GetCode(status) == TF_OK) {
    TF_ShapeInferenceContextWithRank(ctx, shape, 1, shape, status);
  }
  if (TF_GetCode(status) == TF_OK) {
    TF_ShapeInferenceContextSetOutput(ctx, 0, shape, status);
    TF_ShapeHandle* scalar = TF_ShapeInferenceContextScalar(ctx);
    TF_ShapeInferenceContextSetOutput(ctx, 1, scalar, status);
    TF_DeleteShapeHandle(scalar);
  }
  TF_DeleteShapeHandle(shape);
}

static void op(const char* name, const char* const* specs, void (*shape)(TF_ShapeInferenceContext*, TF_Status*)) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* b = TF_NewOpDefinitionBuilder(name);
  for (; *specs != NULL; ++specs) {
    if (**specs == '<') TF_OpDefinitionBuilderAddInput(b, *specs + 1);
    else if (**specs == '>') TF_OpDefinitionBuilderAddOutput(b, *specs + 1);
    else TF_OpDefinitionBuilderAddAttr(b, *specs);
  }
  if (shape != NULL) TF_OpDefinitionBuilderSetShapeInferenceFunction(b, shape);
  TF_RegisterOpDefinition(b, s);
  must(s, name);
  TF_DeleteStatus(s);
}
#define OP(name, shape, ...) op(name, (const char* const[]){__VA_ARGS__, NULL}, shape)

static void kernel(const char* name, void* (*create)(TF_OpKernelConstruction*),
                   void (*compute)(void*, TF_OpKernelContext*), void (*destroy)(void*)) {
  TF_Status* s = TF_NewStatus();
  TF_RegisterKernelBuilder(name, TF_NewKernelBuilder(name, "CPU", create, compute, destroy), s);
  must(s, name);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  OP("ProbeAttrs", NULL, "i: int >= 2", "f: float", "b: bool", "s: string = 'default'", "T: type",
     "shape: shape", "t: tensor", "is: list(int) >= 1", "fs: list(float)", "bs: list(bool)", "ts: list(type)",
     "ss: list(string)", "tensors: list(tensor)", "<x: T", ">text: string");
  OP("ProbeJoin", NULL, "N: int >= 1", "<parts: N * string", ">joined: string");
  OP("ProbeForward", &same_shape, "<x: int32", ">y: int32", ">text: string");
  OP("ProbeLater", NULL, "<x: int32", ">y: int32");
  OP("ProbeFail", NULL, "<x: int32", ">y: int32");
  kernel("ProbeAttrs", &attrs_create, &attrs_compute, &free);
  kernel("ProbeJoin", NULL, &join_compute, NULL);
  kernel("ProbeForward", NULL, &forward_compute, NULL);
  kernel("ProbeFail", NULL, &fail_compute, NULL);
  TF_Status* s = TF_NewStatus();
  TF_RegisterKernelBuilder("ProbeLater", TF_NewAsyncKernelBuilder("ProbeLater", "CPU", NULL, &later_compute, NULL), s);
  must(s, "ProbeLater");
  TF_KernelBuilder* add = TF_NewKernelBuilder("AddV2", "CPU", NULL, &add_compute, NULL);
  TF_KernelBuilder_TypeConstraint(add, "T", TF_FLOAT, s);
  must(s, "T");
  TF_KernelBuilder_Priority(add, 3);
  TF_RegisterKernelBuilder("Add", add, s);
  must(s, "AddV2");
  // What is wrong is refused, and the plugin goes on.
  TF_OpDefinitionBuilder* twice = TF_NewOpDefinitionBuilder("ProbeFail");
  TF_RegisterOpDefinition(twice, s);
  if (TF_GetCode(s) != TF_ALREADY_EXISTS) exit(4);
  TF_OpDefinitionBuilder* wrong = TF_NewOpDefinitionBuilder("ProbeWrong");
  TF_OpDefinitionBuilderAddInput(wrong, "x: nonsense");
  TF_RegisterOpDefinition(wrong, s);
  if (TF_GetCode(s) != TF_INVALID_ARGUMENT) exit(5);
  TF_RegisterKernelBuilder("none", TF_NewKernelBuilder("ProbeNone", "CPU", NULL, NULL, NULL), s);
  if (TF_GetCode(s) != TF_INVALID_ARGUMENT) exit(6);
  TF_DeleteStatus(s);
}
