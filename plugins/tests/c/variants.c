// Kernels for tensors of variants, on the host and on the device whose memory is the host's: AddN and ZerosLike of lists.

#include <string.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"

static void add(TF_OpKernelContext* ctx, TF_Tensor* a, TF_Tensor* b, TF_Tensor* out) {
  TF_Status* s = TF_NewStatus();
  const float *x = TF_TensorData(a), *y = TF_TensorData(b);
  if (TF_TensorType(out) != TF_FLOAT || TF_TensorElementCount(out) != TF_TensorElementCount(a)) {
    TF_SetStatus(s, TF_UNIMPLEMENTED, "lists of floats only");
    TF_OpKernelContext_Failure(ctx, s);
  } else {
    float* z = TF_TensorData(out);
    for (int64_t i = 0; i < TF_TensorElementCount(a); ++i) z[i] = x[i] + y[i];
  }
  TF_DeleteTensor(a);
  TF_DeleteTensor(b);
  TF_DeleteTensor(out);
  TF_DeleteStatus(s);
}
static void zeros(TF_OpKernelContext* ctx, TF_Tensor* input, TF_Tensor* out) {
  memset(TF_TensorData(out), 0, TF_TensorByteSize(out));
  TF_DeleteTensor(input);
  TF_DeleteTensor(out);
}

static void end(TF_OpKernelContext* ctx, TF_Status* s) {
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}
static void add_n(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_AddNVariant(ctx, &add, s);
  end(ctx, s);
}
static void zeros_like(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_ZerosLikeVariant(ctx, &zeros, s);
  end(ctx, s);
}

static void kernel(const char* op, const char* device, void (*compute)(void*, TF_OpKernelContext*)) {
  TF_Status* s = TF_NewStatus();
  TF_KernelBuilder* b = TF_NewKernelBuilder(op, device, NULL, compute, NULL);
  TF_KernelBuilder_TypeConstraint(b, "T", TF_VARIANT, s);
  TF_KernelBuilder_Priority(b, 1); /* before the runtime's own, which adds lists as well */
  TF_RegisterKernelBuilder(op, b, s);
  TF_DeleteStatus(s);
}
void TF_InitKernel(void) {
  const char* devices[] = {"CPU", "MY_DEVICE"};
  for (int i = 0; i < 2; ++i) {
    kernel("AddN", devices[i], &add_n);
    kernel("ZerosLike", devices[i], &zeros_like);
  }
}
