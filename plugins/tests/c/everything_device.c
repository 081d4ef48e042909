// The device of a library that has everything: that of the example, with kernels for a bias and for the product that the library's
// own optimizer makes. The library is this file, everything_optimizer.c and everything_profiler.c.

#define TF_InitKernel init_device_kernels
#include "../../examples/c/host_device.c"
#undef TF_InitKernel

void init_profiled_kernels(void);

// relu(a x b + bias), as the optimizer leaves it.
static void fused_compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor *in[3] = {NULL, NULL, NULL}, *out = NULL;
  for (int i = 0; i < 3 && TF_GetCode(status) == TF_OK; ++i) TF_GetInput(ctx, i, &in[i], status);
  if (TF_GetCode(status) == TF_OK) {
    const int64_t rows = TF_Dim(in[0], 0), inner = TF_Dim(in[0], 1), cols = TF_Dim(in[1], 1);
    const int64_t dims[2] = {rows, cols};
    out = TF_AllocateOutput(ctx, 0, TF_FLOAT, dims, 2, 0, status);
    for (int64_t at = 0; TF_GetCode(status) == TF_OK && at < rows * cols; ++at) {
      float sum = ((const float*)TF_TensorData(in[2]))[at % cols];
      for (int64_t k = 0; k < inner; ++k) {
        sum += ((const float*)TF_TensorData(in[0]))[at / cols * inner + k] *
               ((const float*)TF_TensorData(in[1]))[k * cols + at % cols];
      }
      ((float*)TF_TensorData(out))[at] = sum > 0 ? sum : 0;
    }
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelContext_Failure(ctx, status);
  for (int i = 0; i < 3; ++i) {
    if (in[i] != NULL) TF_DeleteTensor(in[i]);
  }
  if (out != NULL) TF_DeleteTensor(out);
  TF_DeleteStatus(status);
}

static void bias_compute(void* state, TF_OpKernelContext* ctx) {
  Call call;
  if (begin(&call, ctx, 2) && same_shape_output(&call, ctx)) {
    const float *x = TF_TensorData(call.in[0]), *bias = TF_TensorData(call.in[1]);
    const int64_t channels = TF_TensorElementCount(call.in[1]);
    for (int64_t i = 0; i < TF_TensorElementCount(call.in[0]); ++i) {
      ((float*)TF_TensorData(call.out))[i] = x[i] + bias[i % channels];
    }
  }
  end(&call, ctx);
}

void TF_InitKernel(void) {
  init_device_kernels();
  kernel("BiasAdd", NULL, &bias_compute);
  kernel("_FusedMatMul", NULL, &fused_compute);
  init_profiled_kernels();
}
