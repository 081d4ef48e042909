// The device of a library that has everything: that of the example, with kernels for a bias and for the product that the library's
// own optimizer makes. The library is this file, everything_optimizer.c and everything_profiler.c.

#define TF_InitKernel init_device_kernels
#include "../../examples/c/host_device.c"
#undef TF_InitKernel

void init_profiled_kernels(void);

// relu(a x b + bias), as the optimizer leaves it.
static void fused_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 3)) {
    const int64_t rows = TF_Dim(call.in[0], 0), inner = TF_Dim(call.in[0], 1), cols = TF_Dim(call.in[1], 1);
    const int64_t dims[2] = {rows, cols};
    if (TFRT_Output(&call, TF_FLOAT, dims, 2)) {
      const float *a = TF_TensorData(call.in[0]), *b = TF_TensorData(call.in[1]), *bias = TF_TensorData(call.in[2]);
      for (int64_t at = 0; at < rows * cols; ++at) {
        float sum = bias[at % cols];
        for (int64_t k = 0; k < inner; ++k) sum += a[at / cols * inner + k] * b[k * cols + at % cols];
        ((float*)TF_TensorData(call.out))[at] = sum > 0 ? sum : 0;
      }
    }
  }
  TFRT_End(&call);
}

static void bias_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2) && TFRT_OutputLike(&call, 0)) {
    const float *x = TF_TensorData(call.in[0]), *bias = TF_TensorData(call.in[1]);
    const int64_t channels = TF_TensorElementCount(call.in[1]);
    for (int64_t i = 0; i < TF_TensorElementCount(call.in[0]); ++i) {
      ((float*)TF_TensorData(call.out))[i] = x[i] + bias[i % channels];
    }
  }
  TFRT_End(&call);
}

void TF_InitKernel(void) {
  init_device_kernels();
  kernel("BiasAdd", NULL, &bias_compute);
  kernel("_FusedMatMul", NULL, &fused_compute);
  init_profiled_kernels();
}
