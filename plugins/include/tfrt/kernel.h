// The common code of kernels in C: taking inputs, allocating an output, reporting an error, freeing everything, registering. All of it
// is inline and uses only TensorFlow's C interface, so a plugin that uses it loads into TensorFlow as well.
//
//   static void relu(void* state, TF_OpKernelContext* ctx) {
//     TFRT_Call call;
//     if (TFRT_Begin(&call, ctx, 1) && TFRT_OutputLike(&call, 0)) {
//       const float* x = TF_TensorData(call.in[0]);
//       float* y = TF_TensorData(call.out);
//       for (int64_t i = 0; i < TF_TensorElementCount(call.out); ++i) y[i] = x[i] > 0 ? x[i] : 0;
//     }
//     TFRT_End(&call);
//   }
//   void TF_InitKernel(void) { TFRT_AddKernel("Relu", "MY_DEVICE", "T", TF_FLOAT, NULL, relu, NULL); }
//
// In C++, `plugin.hpp` has the same as types.

#ifndef TFRT_KERNEL_H_
#define TFRT_KERNEL_H_

#include <stdio.h>
#include <stdlib.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/tf_tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TFRT_MAX_INPUTS = 8,  // of one call
  TFRT_MAX_RANK = 16    // of an output like an input
};

// One run of a kernel with one output, and the objects that it owns until TFRT_End.
typedef struct TFRT_Call {
  TF_OpKernelContext* ctx;
  TF_Status* status;
  int inputs;
  TF_Tensor* in[TFRT_MAX_INPUTS];
  TF_Tensor* out;
} TFRT_Call;

// Fails the call; always 0, so that a function can return it.
static inline int TFRT_Refuse(TFRT_Call* call, TF_Code code, const char* message) {
  TF_SetStatus(call->status, code, message);
  return 0;
}

// Takes the first inputs. 0: one is missing. TFRT_End must be called in any case.
static inline int TFRT_Begin(TFRT_Call* call, TF_OpKernelContext* ctx, int inputs) {
  call->ctx = ctx;
  call->status = TF_NewStatus();
  call->inputs = 0;
  call->out = NULL;
  if (inputs > TFRT_MAX_INPUTS) return TFRT_Refuse(call, TF_INTERNAL, "the kernel takes too many inputs");
  for (int i = 0; i < inputs; ++i) {
    call->in[i] = NULL;
    TF_GetInput(ctx, i, &call->in[i], call->status);
    if (call->in[i] == NULL) return 0;
    call->inputs = i + 1;
  }
  return 1;
}

// Allocates output 0.
static inline int TFRT_Output(TFRT_Call* call, TF_DataType type, const int64_t* dims, int rank) {
  size_t size = TF_DataTypeSize(type);
  for (int i = 0; i < rank; ++i) size *= (size_t)dims[i];
  call->out = TF_AllocateOutput(call->ctx, 0, type, dims, rank, size, call->status);
  return call->out != NULL;
}

// Allocates output 0 with the type and the shape of an input.
static inline int TFRT_OutputLike(TFRT_Call* call, int input) {
  const TF_Tensor* like = call->in[input];
  const int rank = TF_NumDims(like);
  int64_t dims[TFRT_MAX_RANK];
  if (rank > TFRT_MAX_RANK) return TFRT_Refuse(call, TF_UNIMPLEMENTED, "the rank is above 16");
  for (int i = 0; i < rank; ++i) dims[i] = TF_Dim(like, i);
  return TFRT_Output(call, TF_TensorType(like), dims, rank);
}

// Reports an error, if there is one, and frees the call's objects.
static inline void TFRT_End(TFRT_Call* call) {
  if (TF_GetCode(call->status) != TF_OK) TF_OpKernelContext_Failure(call->ctx, call->status);
  for (int i = 0; i < call->inputs; ++i) TF_DeleteTensor(call->in[i]);
  if (call->out != NULL) TF_DeleteTensor(call->out);
  TF_DeleteStatus(call->status);
}

// Registers a kernel for a type of device, where the type attribute `attr` (NULL: always) is `type`. The kernel's name is the op's.
// Faults are reported on stderr.
static inline void TFRT_AddKernel(const char* op, const char* device, const char* attr, TF_DataType type,
                                  void* (*create)(TF_OpKernelConstruction*),
                                  void (*compute)(void*, TF_OpKernelContext*), void (*destroy)(void*)) {
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder(op, device, create, compute, destroy);
  if (attr != NULL) TF_KernelBuilder_TypeConstraint(builder, attr, type, status);
  if (TF_GetCode(status) == TF_OK) {
    TF_RegisterKernelBuilder(op, builder, status);
  } else {
    TF_DeleteKernelBuilder(builder);
  }
  if (TF_GetCode(status) != TF_OK) fprintf(stderr, "kernel %s on %s: %s\n", op, device, TF_Message(status));
  TF_DeleteStatus(status);
}

#ifdef __cplusplus
}
#endif

#endif  // TFRT_KERNEL_H_
