// An op of its own, `ScaleShift`: scale * x + shift, with shape inference and kernels for the CPU.
//
//   cc -shared -fPIC -I plugins/include -o libscale_shift.so plugins/examples/c/scale_shift.c
//   tfrt-run --load-plugin=libscale_shift.so program.mlir
//
// In programs:  %y = corert.executeop(%cpu) "tf.ScaleShift"(%x) {scale = 2.0 : f32} : 1

#include <stdlib.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tensor.h"

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
  TF_Status* status = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_Tensor* y = NULL;
  int64_t dims[8];
  int rank = 0;
  TF_GetInput(ctx, 0, &x, status);
  if (TF_GetCode(status) != TF_OK) goto done;
  rank = TF_NumDims(x);
  if (rank > 8) {
    TF_SetStatus(status, TF_UNIMPLEMENTED, "ScaleShift takes tensors of rank 8 and less");
    goto done;
  }
  for (int i = 0; i < rank; ++i) dims[i] = TF_Dim(x, i);
  y = TF_AllocateOutput(ctx, 0, TF_TensorType(x), dims, rank, TF_TensorByteSize(x), status);
  if (TF_GetCode(status) != TF_OK) goto done;
  const int64_t n = TF_TensorElementCount(x);
  if (TF_TensorType(x) == TF_FLOAT) {
    const float* from = TF_TensorData(x);
    float* to = TF_TensorData(y);
    for (int64_t i = 0; i < n; ++i) to[i] = kernel->scale * from[i] + kernel->shift;
  } else {
    const double* from = TF_TensorData(x);
    double* to = TF_TensorData(y);
    for (int64_t i = 0; i < n; ++i) to[i] = kernel->scale * from[i] + kernel->shift;
  }
done:
  if (TF_GetCode(status) != TF_OK) TF_OpKernelContext_Failure(ctx, status);
  if (x != NULL) TF_DeleteTensor(x);
  if (y != NULL) TF_DeleteTensor(y);
  TF_DeleteStatus(status);
}

static void register_kernel(TF_DataType type) {
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder("ScaleShift", "CPU", &create, &compute, &destroy);
  TF_KernelBuilder_TypeConstraint(builder, "T", type, status);
  if (TF_GetCode(status) == TF_OK) {
    TF_RegisterKernelBuilder("ScaleShift", builder, status);
  } else {
    TF_DeleteKernelBuilder(builder);
  }
  if (TF_GetCode(status) != TF_OK) abort();
  TF_DeleteStatus(status);
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
  register_kernel(TF_FLOAT);
  register_kernel(TF_DOUBLE);
}
