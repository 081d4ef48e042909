// An op of its own, `ScaleShift`: scale * x + shift, with shape inference and kernels for the CPU.
//
//   cc -shared -fPIC -I plugins/include -o libscale_shift.so plugins/examples/c/scale_shift.c
//   tfrt-run --load-plugin=libscale_shift.so program.mlir
//
// In programs:  %y = corert.executeop(%cpu) "tf.ScaleShift"(%x) {scale = 2.0 : f32} : 1

#include <stdlib.h>

#include "tensorflow/c/ops.h"
#include "tfrt/kernel.h"

typedef struct {
  float scale;
  float shift;
} Kernel;

// The result has the shape of x.
static void infer_shape(TF_ShapeInferenceContext* ctx, TF_Status* status) {
  TF_ShapeHandle* shape = TF_NewShapeHandle();
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, status);
  if (TF_GetCode(status) == TF_OK) TF_ShapeInferenceContextSetOutput(ctx, 0, shape, status);
  TF_DeleteShapeHandle(shape);
}

static void* create(TF_OpKernelConstruction* ctx) {
  TF_Status* status = TF_NewStatus();
  Kernel* kernel = calloc(1, sizeof *kernel);
  TF_OpKernelConstruction_GetAttrFloat(ctx, "scale", &kernel->scale, status);
  if (TF_GetCode(status) == TF_OK) {
    TF_OpKernelConstruction_GetAttrFloat(ctx, "shift", &kernel->shift, status);
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelConstruction_Failure(ctx, status);
  TF_DeleteStatus(status);
  return kernel;
}

static void destroy(void* kernel) { free(kernel); }

static void compute(void* state, TF_OpKernelContext* ctx) {
  const Kernel* kernel = state;
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1) && TFRT_OutputLike(&call, 0)) {
    const int64_t n = TF_TensorElementCount(call.in[0]);
    if (TF_TensorType(call.in[0]) == TF_FLOAT) {
      const float* from = TF_TensorData(call.in[0]);
      float* to = TF_TensorData(call.out);
      for (int64_t i = 0; i < n; ++i) to[i] = kernel->scale * from[i] + kernel->shift;
    } else {
      const double* from = TF_TensorData(call.in[0]);
      double* to = TF_TensorData(call.out);
      for (int64_t i = 0; i < n; ++i) to[i] = kernel->scale * from[i] + kernel->shift;
    }
  }
  TFRT_End(&call);
}

void TF_InitKernel(void) {
  TF_Status* status = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder("ScaleShift");
  TF_OpDefinitionBuilderAddAttr(op, "T: {float, double}");
  TF_OpDefinitionBuilderAddAttr(op, "scale: float = 1.0");
  TF_OpDefinitionBuilderAddAttr(op, "shift: float = 0.0");
  TF_OpDefinitionBuilderAddInput(op, "x: T");
  TF_OpDefinitionBuilderAddOutput(op, "y: T");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(op, &infer_shape);
  TF_RegisterOpDefinition(op, status);
  if (TF_GetCode(status) != TF_OK) abort();
  TF_DeleteStatus(status);
  TFRT_AddKernel("ScaleShift", "CPU", "T", TF_FLOAT, &create, &compute, &destroy);
  TFRT_AddKernel("ScaleShift", "CPU", "T", TF_DOUBLE, &create, &compute, &destroy);
}
