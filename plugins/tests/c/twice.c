// A plugin for tests: it deletes, registers and uses handles after their end. Each such call is an error or is ignored.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/c_api.h"
#include "tensorflow/c/env.h"
#include "tensorflow/c/experimental/grappler/grappler.h"
#include "tensorflow/c/experimental/next_pluggable_device/c_api.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"
#include "tensorflow/c/ops.h"

static void say(const char* what, TF_Status* s) {
  printf("%s: %d '%s'\n", what, TF_GetCode(s), TF_Message(s));
  fflush(stdout);
}

static void shapes(TF_ShapeInferenceContext* ctx, TF_Status* s) {
  TF_ShapeHandle* shape = TF_NewShapeHandle();
  TF_DimensionHandle* dim = TF_NewDimensionHandle();
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, s);
  TF_ShapeInferenceContextDim(ctx, shape, 0, dim);
  const int64_t before = TF_DimensionHandleValue(dim);
  TF_DeleteShapeHandle(shape);
  TF_DeleteShapeHandle(shape);
  TF_DeleteDimensionHandle(dim);
  TF_DeleteDimensionHandle(dim);
  TF_ShapeInferenceContextDim(ctx, shape, 0, dim);
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, s);
  say("a shape after its end", s);
  printf("dimension %d, then %d of rank %d\n", (int)before, (int)TF_DimensionHandleValue(dim),
         (int)TF_ShapeInferenceContextRank(ctx, shape));
  fflush(stdout);
  shape = TF_NewShapeHandle();
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, s);
  TF_ShapeInferenceContextSetOutput(ctx, 0, shape, s);
  TF_DeleteShapeHandle(shape);
}

static void copy(TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_GetInput(ctx, 0, &x, s);
  TF_SetOutput(ctx, 0, x, s);
  TF_DeleteTensor(x);
  TF_DeleteTensor(x);
  TF_DeleteStatus(s);
}

static void now(void* state, TF_OpKernelContext* ctx) { copy(ctx); }

static void later(void* state, TF_OpKernelContext* ctx, TF_AsyncOpKernelDoneCallback* done) {
  copy(ctx);
  TF_RunAsyncOpKernelDoneCallback(done);
  TF_RunAsyncOpKernelDoneCallback(done);
}

static void nothing(void* argument) {}

static void others(TF_Status* s) {
  TF_Buffer* buffer = TF_NewBufferFromString("abc", 3);
  TF_DeleteBuffer(buffer);
  TF_DeleteBuffer(buffer);
  printf("%zu bytes after the end\n", TF_GetBuffer(buffer).length);
  TF_Buffer own = {0};
  TF_DeleteBuffer(&own);

  TF_WritableFileHandle* file = NULL;
  char* name = TF_GetTempFileName("twice");
  TF_NewWritableFile(name, &file, s);
  TF_CloseWritableFile(file, s);
  TF_AppendWritableFile(file, "x", 1, s);
  say("append", s);
  TF_CloseWritableFile(file, s);
  say("close", s);
  TF_DeleteFile(name, s);
  free(name);

  TF_StringStream* names = TF_GetLocalTempDirectories();
  const char* first = NULL;
  TF_StringStreamDone(names);
  printf("next: %d\n", TF_StringStreamNext(names, &first));
  TF_StringStreamDone(names);

  TF_Thread* thread = TF_StartThread(NULL, "twice", nothing, NULL);
  TF_JoinThread(thread);
  TF_JoinThread(thread);

  TF_FunctionLibraryDefinition* library = TF_NewFunctionLibraryDefinition(&own, s);
  TF_DeleteFunctionLibraryDefinition(library);
  TF_DeleteFunctionLibraryDefinition(library);
  TF_LookUpOpDef(library, "NoOpOfThisName", &own, s);
  say("look up", s);
  TF_GraphProperties* properties = TF_NewGraphProperties(NULL);
  TF_InferStatically(properties, 0, 0, 0, 0, s);
  say("infer", s);
  TF_DeleteGraphProperties(properties);
  TF_DeleteGraphProperties(properties);
  int count = 0;
  TF_GetInputPropertiesListSize(properties, "x", &count, s);
  say("properties", s);

  // Handles of other types.
  TF_ShapeHandle* shape = TF_NewShapeHandle();
  TF_DeleteVariableInfo((TF_VariableInfo*)shape);
  TF_ReleaseVariableInputLockHolder((TF_VariableInputLockHolder*)shape);
  TF_VariableInfo* infos[] = {(TF_VariableInfo*)shape};
  TF_LockVariableInfos(infos, 1, s);
  say("lock", s);
  TF_DeleteShapeHandle(shape);
  fflush(stdout);
}

static void serve(TF_KernelBuilder* kernel, TF_Status* s) {
  TF_RegisterKernelBuilder("Twice", kernel, s);
  say("the first registration", s);
  TF_RegisterKernelBuilder("Twice", kernel, s);
  say("the second registration", s);
  TF_KernelBuilder_Priority(kernel, 3);
  TF_KernelBuilder_TypeConstraint(kernel, "T", TF_FLOAT, s);
  say("a constraint", s);
  TF_DeleteKernelBuilder(kernel);
  TF_DeleteKernelBuilder(kernel);
}

static void define(const char* name) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(name);
  TF_OpDefinitionBuilderAddInput(op, "x: float");
  TF_OpDefinitionBuilderAddOutput(op, "y: float");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(op, shapes);
  TF_RegisterOpDefinition(op, s);
  TF_OpDefinitionBuilderAddInput(op, "z: float");
  TF_RegisterOpDefinition(op, s);
  say("the second definition", s);
  TF_DeleteOpDefinitionBuilder(op);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  TF_Status* s = TF_NewStatus();
  define("Twice");
  define("TwiceLater");
  serve(TF_NewKernelBuilder("Twice", "CPU", NULL, now, NULL), s);
  serve(TF_NewAsyncKernelBuilder("TwiceLater", "CPU", NULL, later, NULL), s);
  others(s);
  TF_DeleteStatus(s);
}
