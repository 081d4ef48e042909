// Variables whose values are lists of tensors: kernels that assign, read and update them, as they are told that these are variants.

#include <string.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"

static void end(TF_OpKernelContext* ctx, TF_Status* s) {
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}

static void fail(TF_OpKernelContext* ctx, const char* what) {
  TF_Status* s = TF_NewStatus();
  TF_SetStatus(s, TF_INTERNAL, what);
  end(ctx, s);
}

// A list is a value: nobody needs to copy its elements.
static void copy(TF_OpKernelContext* ctx, TF_Tensor* source, TF_Tensor* dest) {
  fail(ctx, "a list was to be copied");
  TF_DeleteTensor(source);
  TF_DeleteTensor(dest);
}

static void assign(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AssignVariable(ctx, 0, 1, true, &copy, s);
  end(ctx, s);
}

// The elements of a variant are not the plugin's to change, and it can tell from the type.
static void update(TF_OpKernelContext* ctx, TF_Tensor* tensor, TF_Tensor* value, int op) {
  const int is_variant = TF_TensorType(tensor) == TF_VARIANT && TF_TensorType(value) == TF_VARIANT;
  const int is_scalar = TF_NumDims(tensor) == 0 && TF_NumDims(value) == 0;
  const int is_opaque = TF_TensorData(tensor) == NULL && TF_TensorData(value) == NULL;
  TF_Status* s = TF_NewStatus();
  const int is_right = is_variant && is_scalar && is_opaque && op == 7;
  TF_SetStatus(s, TF_UNIMPLEMENTED, is_right ? "these lists are updated by nobody" : "these are no lists");
  TF_DeleteTensor(tensor);
  TF_DeleteTensor(value);
  end(ctx, s);
}

static void assign_add(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AssignUpdateVariable(ctx, 0, 1, 7, 1, &copy, &update, s);
  end(ctx, s);
}

// Gives the list itself, under the lock, `sparse` or not.
static void read_as(TF_OpKernelContext* ctx, bool sparse) {
  TF_Status* s = TF_NewStatus();
  TF_VariableInputLockHolder* locks = NULL;
  const int variables[1] = {0};
  TF_Tensor* list = NULL;
  TF_MaybeLockVariableInputMutexesInOrder(ctx, true, sparse, variables, 1, &copy, &locks, s);
  if (TF_GetCode(s) == TF_OK) TF_GetInputTensorFromVariable(ctx, 0, true, true, sparse, &copy, &list, s);
  if (TF_GetCode(s) == TF_OK && TF_TensorType(list) != TF_VARIANT) fail(ctx, "it is no list");
  if (TF_GetCode(s) == TF_OK) TF_SetOutput(ctx, 0, list, s);
  if (list != NULL) TF_DeleteTensor(list);
  TF_ReleaseVariableInputLockHolder(locks);
  end(ctx, s);
}

static void read_variable(void* state, TF_OpKernelContext* ctx) {
  read_as(ctx, false);
  read_as(ctx, true);
}

static void kernel(const char* op, void (*compute)(void*, TF_OpKernelContext*)) {
  TF_Status* s = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder(op, "CPU", NULL, compute, NULL);
  TF_KernelBuilder_TypeConstraint(builder, "dtype", TF_VARIANT, s);
  TF_KernelBuilder_Priority(builder, 2);
  TF_RegisterKernelBuilder(op, builder, s);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  kernel("AssignVariableOp", &assign);
  kernel("AssignAddVariableOp", &assign_add);
  kernel("ReadVariableOp", &read_variable);
}
