// A CPU kernel for an op of the runtime that goes before the runtime's own: its tf.Tanh gives 42s.

#include <stdlib.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/tf_tensor.h"

static void compute(void* state, TF_OpKernelContext* ctx) {
  (void)state;
  TF_Status* status = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_Tensor* y = NULL;
  TF_GetInput(ctx, 0, &x, status);
  if (TF_GetCode(status) == TF_OK) {
    const int64_t n = TF_TensorElementCount(x);
    y = TF_AllocateOutput(ctx, 0, TF_FLOAT, &n, 1, TF_TensorByteSize(x), status);
    if (TF_GetCode(status) == TF_OK) {
      float* to = TF_TensorData(y);
      for (int64_t i = 0; i < n; ++i) to[i] = 42;
    }
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelContext_Failure(ctx, status);
  if (x != NULL) TF_DeleteTensor(x);
  if (y != NULL) TF_DeleteTensor(y);
  TF_DeleteStatus(status);
}

void TF_InitKernel(void) {
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder("Tanh", "CPU", NULL, &compute, NULL);
  TF_KernelBuilder_TypeConstraint(builder, "T", TF_FLOAT, status);
  TF_KernelBuilder_Priority(builder, 1);
  TF_RegisterKernelBuilder("Tanh", builder, status);
  if (TF_GetCode(status) != TF_OK) abort();
  TF_DeleteStatus(status);
}
