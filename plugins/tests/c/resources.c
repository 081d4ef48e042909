// Kernels that keep things under names, and that hold variables by their infos.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/experimental/next_pluggable_device/c_api.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"

typedef struct {
  float calls;
} Counter;

static void* new_counter(void* first) {
  Counter* counter = malloc(sizeof *counter);
  counter->calls = *(const float*)first;
  return counter;
}

static void delete_counter(void* counter) {
  printf("counter deleted at %g\n", ((Counter*)counter)->calls);
  fflush(stdout);
  free(counter);
}

static void put(TF_OpKernelContext* ctx, float value, TF_Status* s) {
  TF_Tensor* y = TF_AllocateOutput(ctx, 0, TF_FLOAT, NULL, 0, sizeof value, s);
  if (y == NULL) return;
  *(float*)TF_TensorData(y) = value;
  TF_DeleteTensor(y);
}

static void end(TF_OpKernelContext* ctx, TF_Status* s) {
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}

// Counts its runs, of all requests of the host, from 100 on.
static void count(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  float first = 100;
  void* found = NULL;
  TF_LookupOrCreatePluginResource(ctx, "", "counter", &found, &new_counter, &first, &delete_counter, s);
  if (TF_GetCode(s) == TF_OK) put(ctx, ++((Counter*)found)->calls, s);
  if (TF_GetDevice(ctx) == NULL || TF_GetDevice(ctx) != TF_GetDevice(ctx)) abort();
  if (TF_CoordinationServiceIsInitialized(TF_GetCoordinationServiceAgent(ctx))) abort();
  end(ctx, s);
}

// The name is taken, so what it brings is deleted.
static void again(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  float first = 7;
  TF_CreatePluginResource(ctx, "localhost", "counter", new_counter(&first), &delete_counter, s);
  end(ctx, s);
}

// v = 2 * v, under the lock, in memory of its own; twice the variable is one lock.
static void twice(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_VariableInfo* infos[2] = {NULL, NULL};
  for (int i = 0; i < 2 && TF_GetCode(s) == TF_OK; ++i) infos[i] = TF_CreateVariableInfoFromContext(ctx, 0, s);
  if (TF_GetCode(s) == TF_OK) TF_LockVariableInfos(infos, 2, s);
  TF_Tensor* old = TF_GetCode(s) == TF_OK ? TF_GetTensorFromVariableInfo(infos[0], s) : NULL;
  if (TF_GetCode(s) == TF_OK) TF_AllocateTempForVariableInfo(ctx, infos[0], s);
  TF_Tensor* fresh = TF_GetCode(s) == TF_OK ? TF_GetTensorFromVariableInfo(infos[1], s) : NULL;
  if (fresh != NULL) {
    if (TF_TensorData(fresh) == TF_TensorData(old)) abort();
    for (int64_t i = 0; i < TF_TensorElementCount(old); ++i) {
      ((float*)TF_TensorData(fresh))[i] = 2 * ((const float*)TF_TensorData(old))[i];
    }
    TF_DeleteTensor(fresh);
  }
  if (old != NULL) TF_DeleteTensor(old);
  for (int i = 0; i < 2; ++i) TF_DeleteVariableInfo(infos[i]);
  end(ctx, s);
}

static void agree(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_CoordinationServiceInsertKeyValue("k", 1, "v", 1, TF_GetCoordinationServiceAgent(ctx), s);
  end(ctx, s);
}

void TF_InitKernel(void) {
  TF_Status* s = TF_NewStatus();
  const struct {
    const char *name, *input, *output;
    void (*run)(void*, TF_OpKernelContext*);
  } ops[] = {{"Count", NULL, "y: float", &count},
             {"CountAgain", NULL, NULL, &again},
             {"Twice", "v: resource", NULL, &twice},
             {"Agree", NULL, NULL, &agree}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i) {
    TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(ops[i].name);
    if (ops[i].input != NULL) TF_OpDefinitionBuilderAddInput(op, ops[i].input);
    if (ops[i].output != NULL) TF_OpDefinitionBuilderAddOutput(op, ops[i].output);
    TF_OpDefinitionBuilderSetIsStateful(op, true);
    TF_RegisterOpDefinition(op, s);
    if (TF_GetCode(s) != TF_OK) abort();
    TF_RegisterKernelBuilder(ops[i].name, TF_NewKernelBuilder(ops[i].name, "CPU", NULL, ops[i].run, NULL), s);
    if (TF_GetCode(s) != TF_OK) abort();
  }
  TF_DeleteStatus(s);
}
