// A plugin for tests: kernels that read, lock and change variables, and that say what messages tell them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/c_api.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"
#include "tensorflow/c/ops.h"

static void must(TF_Status* status, const char* what) {
  if (TF_GetCode(status) != TF_OK) {
    fprintf(stderr, "%s: %s\n", what, TF_Message(status));
    exit(3);
  }
}

static int copies = 0;

// Both tensors are the callback's own.
static void copy(TF_OpKernelContext* ctx, TF_Tensor* source, TF_Tensor* dest) {
  memcpy(TF_TensorData(dest), TF_TensorData(source), TF_TensorByteSize(source));
  TF_DeleteTensor(source);
  TF_DeleteTensor(dest);
  ++copies;
}

static void end(TF_OpKernelContext* ctx, TF_Status* s) {
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}

static void assign(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AssignVariable(ctx, 0, 1, true, &copy, s);
  end(ctx, s);
}

enum { kAdd, kSub };

static void update(TF_OpKernelContext* ctx, TF_Tensor* tensor, TF_Tensor* value, int op) {
  float* to = TF_TensorData(tensor);
  const float* by = TF_TensorData(value);
  for (int64_t i = 0; i < TF_TensorElementCount(tensor); ++i) to[i] += op == kAdd ? by[i] : -by[i];
  TF_DeleteTensor(tensor);
  TF_DeleteTensor(value);
}

static void assign_add(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AssignUpdateVariable(ctx, 0, 1, kAdd, 0, &copy, &update, s);
  end(ctx, s);
}

// var -= alpha * delta, under the lock.
static void descend(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_VariableInputLockHolder* locks = NULL;
  const int variables[2] = {0, 0};
  TF_MaybeLockVariableInputMutexesInOrder(ctx, true, false, variables, 2, &copy, &locks, s);
  if (TF_GetCode(s) == TF_OK) {
    TF_Tensor *var = NULL, *alpha = NULL, *delta = NULL;
    TF_GetInputTensorFromVariable(ctx, 0, true, false, false, &copy, &var, s);
    if (TF_GetCode(s) == TF_OK) TF_GetInput(ctx, 1, &alpha, s);
    if (TF_GetCode(s) == TF_OK) TF_GetInput(ctx, 2, &delta, s);
    if (TF_GetCode(s) == TF_OK) {
      const float by = *(const float*)TF_TensorData(alpha);
      for (int64_t i = 0; i < TF_TensorElementCount(var); ++i) {
        ((float*)TF_TensorData(var))[i] -= by * ((const float*)TF_TensorData(delta))[i];
      }
    }
    if (var != NULL) TF_DeleteTensor(var);
    if (alpha != NULL) TF_DeleteTensor(alpha);
    if (delta != NULL) TF_DeleteTensor(delta);
    TF_ReleaseVariableInputLockHolder(locks);
  }
  end(ctx, s);
}

// Single rows, without the lock.
static void scatter(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_VariableInputLockHolder* locks = NULL;
  const int variables[1] = {0};
  TF_MaybeLockVariableInputMutexesInOrder(ctx, false, true, variables, 1, &copy, &locks, s);
  must(s, "lock");
  TF_Tensor *var = NULL, *indices = NULL, *updates = NULL;
  TF_GetInputTensorFromVariable(ctx, 0, false, false, true, &copy, &var, s), must(s, "var");
  TF_GetInput(ctx, 1, &indices, s), must(s, "indices");
  TF_GetInput(ctx, 2, &updates, s), must(s, "updates");
  for (int64_t i = 0; i < TF_TensorElementCount(indices); ++i) {
    ((float*)TF_TensorData(var))[((const int32_t*)TF_TensorData(indices))[i]] =
        ((const float*)TF_TensorData(updates))[i];
  }
  TF_DeleteTensor(var), TF_DeleteTensor(indices), TF_DeleteTensor(updates);
  TF_ReleaseVariableInputLockHolder(locks);
  end(ctx, s);
}

static void allocate(TF_OpKernelContext* ctx, TF_Tensor* tensor, TF_DataType dtype, const int64_t* dims, int rank,
                     TF_Status* s) {
  TF_AllocatorAttributes attributes = {.struct_size = TF_ALLOCATOR_ATTRIBUTES_STRUCT_SIZE, .on_host = 1};
  TF_Tensor* fresh = TF_AllocateTemp(ctx, dtype, dims, rank, &attributes, s);
  if (TF_GetCode(s) != TF_OK) return;
  memset(TF_TensorData(fresh), 0, TF_TensorByteSize(fresh));
  TF_TensorBitcastFrom(fresh, dtype, tensor, dims, rank, s);
  TF_DeleteTensor(fresh);
}

static void temporary(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  const int64_t dims[1] = {2};
  TF_StringView name = {"scratch", 7};
  TF_TemporaryVariable(ctx, TF_FLOAT, dims, 1, &name, &allocate, s);
  end(ctx, s);
}

static void destroy_temporary(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_StringView name = {"scratch", 7};
  if (!TF_IsRefInput(ctx, 0, s)) exit(4);
  if (TF_InputDatatype(ctx, 0) != (TF_DataType)(TF_FLOAT + 100)) exit(5);
  TF_DestroyTemporaryVariable(ctx, 0, &name, s);
  end(ctx, s);
}

static void assign_ref(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AssignRefVariable(ctx, 0, 0, 1, true, true, &copy, s);
  end(ctx, s);
}

static void forward_ref(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor *var, *value;
  TF_GetInputTensorFromVariable(ctx, 0, false, false, false, &copy, &var, s), must(s, "var");
  TF_GetInput(ctx, 1, &value, s), must(s, "value");
  update(ctx, var, value, kAdd);
  TF_OpKernelContext_ForwardRefInputToRefOutput(ctx, 0, 0);
  end(ctx, s);
}

static int has(const TF_Buffer* buffer, const char* text) {
  return buffer->data != NULL && memmem(buffer->data, buffer->length, text, strlen(text)) != NULL;
}

static void* tell_create(TF_OpKernelConstruction* c) {
  TF_Status* s = TF_NewStatus();
  TF_Buffer* node = TF_OpKernelConstruction_GetNodeDef(c, s);
  must(s, "node");
  int* known = malloc(sizeof *known);
  *known = has(node, "Tell") && has(node, "resource") && has(node, "/device:CPU:0") && has(node, "hello");
  TF_DeleteBuffer(node);
  TF_DeleteStatus(s);
  return known;
}

static void tell(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Buffer *handle = TF_NewBuffer(), *library = TF_NewBuffer(), *config = TF_NewBuffer();
  TF_GetSerializedResourceHandleProto(ctx, 0, handle, s), must(s, "handle");
  TF_GetSerializedFunctionDefLibrary(ctx, library, s), must(s, "library");
  TF_GetSerializedConfigProto(ctx, config, s), must(s, "config");
  char text[128];
  sprintf(text, "node %d handle %d%d library %d config %d copies %d", *(int*)state, has(handle, "localhost"),
          has(handle, "v"), (int)library->length, config->length > 0, copies);
  TF_DeleteBuffer(handle), TF_DeleteBuffer(library), TF_DeleteBuffer(config);
  // A TensorProto of two floats, 1 and 2, of the shape [2].
  static const unsigned char bytes[] = {8, 1, 18, 4, 18, 2, 8, 2, 42, 8, 0, 0, 128, 63, 0, 0, 0, 64};
  TF_Buffer* proto = TF_NewBufferFromString(bytes, sizeof bytes);
  TF_Tensor* tensor = TF_AllocateTensor(TF_INT8, NULL, 0, 1);
  TF_TensorFromProto(proto, tensor, s), must(s, "proto");
  if (TF_TensorElementCount(tensor) != 2 || ((float*)TF_TensorData(tensor))[1] != 2) exit(6);
  TF_DeleteTensor(tensor);
  TF_DeleteBuffer(proto);
  TF_Tensor* out = TF_AllocateOutput(ctx, 0, TF_STRING, NULL, 0, sizeof(TF_TString), s);
  must(s, "out");
  TF_TString_Copy((TF_TString*)TF_TensorData(out), text, strlen(text));
  TF_DeleteTensor(out);
  TF_DeleteStatus(s);
}

static void kernel(const char* op, const char* attr, void* (*create)(TF_OpKernelConstruction*),
                   void (*compute)(void*, TF_OpKernelContext*), void (*destroy)(void*)) {
  TF_Status* s = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder(op, "CPU", create, compute, destroy);
  if (attr != NULL) TF_KernelBuilder_TypeConstraint(builder, attr, TF_FLOAT, s), must(s, op);
  TF_KernelBuilder_Priority(builder, 2);
  TF_RegisterKernelBuilder(op, builder, s);
  must(s, op);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* b = TF_NewOpDefinitionBuilder("Tell");
  TF_OpDefinitionBuilderAddAttr(b, "word: {'hello', \"bye\"}");
  TF_OpDefinitionBuilderAddAttr(b, "T: {realnumbertype, bool} = DT_FLOAT");
  TF_OpDefinitionBuilderAddInput(b, "resource: resource");
  TF_OpDefinitionBuilderAddOutput(b, "text: string");
  TF_OpDefinitionBuilderSetIsStateful(b, true);
  TF_RegisterOpDefinition(b, s);
  must(s, "Tell");
  kernel("Tell", NULL, &tell_create, &tell, &free);
  kernel("AssignVariableOp", "dtype", NULL, &assign, NULL);
  kernel("AssignAddVariableOp", "dtype", NULL, &assign_add, NULL);
  kernel("ResourceApplyGradientDescent", "T", NULL, &descend, NULL);
  kernel("ResourceScatterUpdate", "dtype", NULL, &scatter, NULL);
  kernel("TemporaryVariable", "dtype", NULL, &temporary, NULL);
  kernel("DestroyTemporaryVariable", "T", NULL, &destroy_temporary, NULL);
  kernel("Assign", "T", NULL, &assign_ref, NULL);
  // The same as a message: op AssignAdd on CPU, T = float, priority 2.
  TF_RegisterKernelBuilderWithKernelDef("\n\tAssignAdd\x12\x03" "CPU\x1a\x0a\n\x01T\x12\x05\n\x03\x32\x01\x01\x30\x02", "AssignAdd",
                                        TF_NewKernelBuilder("", "", NULL, &forward_ref, NULL), s);
  must(s, "AssignAdd");
  TF_DeleteStatus(s);
}
