// A plugin for tests: a kernel that holds its tensors beyond its run, here and on a thread of its own, and an op whose attributes
// have defaults of every kind.

#include <stdio.h>
#include <string.h>

#include "tensorflow/c/env.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tstring.h"
#include "tfrt/kernel.h"

static void output_text(TFRT_Call* call, const char* text) {
  if (!TFRT_Output(call, TF_STRING, NULL, 0)) return;
  TF_TString_Copy((TF_TString*)TF_TensorData(call->out), text, strlen(text));
}

static int first(const TF_Tensor* tensor) { return *(const int*)TF_TensorData(tensor); }

// What the last run left: an input and an output, and another share of the input, which a thread reads and deletes.
static TF_Tensor *kept_in = NULL, *kept_out = NULL;
static TF_Thread* reader = NULL;
static int seen = 0;

static void read_and_delete(void* tensor) {
  seen = first(tensor);
  TF_DeleteTensor(tensor);
}

// The sum of the first elements of what was kept, which is let go.
static int let_go(void) {
  if (kept_in == NULL) return 0;
  TF_JoinThread(reader);
  const int sum = seen == first(kept_in) ? first(kept_in) + first(kept_out) : -1000;
  TF_DeleteTensor(kept_in);
  TF_DeleteTensor(kept_out);
  kept_in = kept_out = NULL;
  return sum;
}

static void hold_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1) && TFRT_OutputLike(&call, 0)) {
    TF_Tensor* again = NULL;
    TF_GetInput(ctx, 0, &again, call.status);
    const int sum = let_go();
    for (int64_t i = 0; i < TF_TensorElementCount(call.out); ++i) {
      ((int*)TF_TensorData(call.out))[i] = ((const int*)TF_TensorData(call.in[0]))[i] + sum;
    }
    TF_ThreadOptions options;
    TF_DefaultThreadOptions(&options);
    reader = TF_StartThread(&options, "reader", &read_and_delete, again);
    kept_in = call.in[0];
    kept_out = call.out;
    call.inputs = 0;
    call.out = NULL;
  }
  TFRT_End(&call);
}

static void end_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1)) {
    char text[64];
    sprintf(text, "the last kept %d", let_go());
    output_text(&call, text);
  }
  TFRT_End(&call);
}

static void* defaults_create(TF_OpKernelConstruction* ctx) {
  char* text = calloc(1, 256);
  TF_Status* s = TF_NewStatus();
  TF_Tensor *t = NULL, *list[2] = {NULL, NULL};
  int32_t count = 0, total = 0;
  TF_OpKernelConstruction_GetAttrTensor(ctx, "t", &t, s);
  TF_OpKernelConstruction_GetAttrTensorList(ctx, "ts", list, 2, s);
  TF_Buffer* f = TF_OpKernelConstruction_GetAttrFunction(ctx, "f", s);
  TF_OpKernelConstruction_GetAttrSize(ctx, "shapes", &count, &total, s);
  if (TF_GetCode(s) != TF_OK) {
    TF_OpKernelConstruction_Failure(ctx, s);
  } else {
    // A NameAttrList: field 1 is the name.
    const char* name = f->data;
    sprintf(text, "t=%d,%d ts=%g,%d f=%.*s shapes=%d", first(t), ((int*)TF_TensorData(t))[1],
            *(float*)TF_TensorData(list[0]), (int)TF_TensorByteSize(list[1]), name[1], name + 2, count);
  }
  if (t != NULL) TF_DeleteTensor(t);
  for (int i = 0; i < 2; ++i) {
    if (list[i] != NULL) TF_DeleteTensor(list[i]);
  }
  if (f != NULL) TF_DeleteBuffer(f);
  TF_DeleteStatus(s);
  return text;
}

static void defaults_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1)) output_text(&call, state);
  TFRT_End(&call);
}

static void op(const char* name, const char* output, const char* const* attrs) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* b = TF_NewOpDefinitionBuilder(name);
  TF_OpDefinitionBuilderAddInput(b, "x: int32");
  TF_OpDefinitionBuilderAddOutput(b, output);
  for (; *attrs != NULL; ++attrs) TF_OpDefinitionBuilderAddAttr(b, *attrs);
  TF_RegisterOpDefinition(b, s);
  if (TF_GetCode(s) != TF_OK) fprintf(stderr, "%s: %s\n", name, TF_Message(s));
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  op("Hold", "y: int32", (const char* const[]){NULL});
  op("HoldEnd", "text: string", (const char* const[]){NULL});
  op("Defaults", "text: string",
     (const char* const[]){
         "t: tensor = { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: [4, 9] }",
         "ts: list(tensor) = [{ dtype: DT_FLOAT tensor_shape {} float_val: 2.5 }, "
         "{ dtype: DT_INT64 tensor_shape { dim { size: 3 } } int64_val: 1 }]",
         "f: func = { name: 'callee' }",
         "shapes: list(shape) = [{ dim { size: 2 } dim { size: -1 } }, { unknown_rank: true }]",
         NULL,
     });
  TFRT_AddKernel("Hold", "CPU", NULL, TF_INT32, NULL, &hold_compute, NULL);
  TFRT_AddKernel("HoldEnd", "CPU", NULL, TF_INT32, NULL, &end_compute, NULL);
  TFRT_AddKernel("Defaults", "CPU", NULL, TF_INT32, &defaults_create, &defaults_compute, &free);
}
