// Kernels of the OpenCL device. Each puts one command into the stream of its device and returns.

#include <stdlib.h>
#include <string.h>

#include "opencl_device.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/tf_tensor.h"

enum { kRank = 6, kMaxDevices = 8 };

// For each dimension of a result: its size, and how far apart its elements are in the operands.
typedef struct {
  cl_int rank, dims[kRank], a[kRank], b[kRank];
} Broadcast;

static const char kSource[] =
    "typedef struct { int rank, dims[6], a[6], b[6]; } Broadcast;\n"
    "#define PLACE(i)                                                     \\\n"
    "  int x = 0, y = 0, rest = i;                                        \\\n"
    "  for (int d = s.rank - 1; d >= 0; --d) {                            \\\n"
    "    const int at = rest % s.dims[d];                                 \\\n"
    "    rest /= s.dims[d];                                               \\\n"
    "    x += at * s.a[d];                                                \\\n"
    "    y += at * s.b[d];                                                \\\n"
    "  }\n"
    "kernel void add(global const float* a, global const float* b, global float* c, Broadcast s) {\n"
    "  const int i = get_global_id(0);\n"
    "  PLACE(i)\n"
    "  c[i] = a[x] + b[y];\n"
    "}\n"
    "kernel void mul(global const float* a, global const float* b, global float* c, Broadcast s) {\n"
    "  const int i = get_global_id(0);\n"
    "  PLACE(i)\n"
    "  c[i] = a[x] * b[y];\n"
    "}\n"
    "kernel void relu(global const float* a, global float* c) {\n"
    "  const int i = get_global_id(0);\n"
    "  c[i] = a[i] > 0 ? a[i] : 0;\n"
    "}\n"
    "kernel void bias_add(global const float* a, global const float* b, global float* c, int channels) {\n"
    "  const int i = get_global_id(0);\n"
    "  c[i] = a[i] + b[i % channels];\n"
    "}\n"
    "kernel void softmax(global const float* a, global float* c, int columns) {\n"
    "  const int row = get_global_id(0) * columns;\n"
    "  float largest = a[row];\n"
    "  for (int j = 1; j < columns; ++j) largest = fmax(largest, a[row + j]);\n"
    "  float sum = 0;\n"
    "  for (int j = 0; j < columns; ++j) {\n"
    "    const float e = exp(a[row + j] - largest);\n"
    "    c[row + j] = e;\n"
    "    sum += e;\n"
    "  }\n"
    "  for (int j = 0; j < columns; ++j) c[row + j] /= sum;\n"
    "}\n"
    "kernel void matmul(global const float* a, global const float* b, global float* c, int inner, int columns, int ai, int ak,\n"
    "                   int bk, int bj) {\n"
    "  const int i = get_global_id(0) / columns, j = get_global_id(0) % columns;\n"
    "  float sum = 0;\n"
    "  for (int k = 0; k < inner; ++k) sum += a[i * ai + k * ak] * b[k * bk + j * bj];\n"
    "  c[i * columns + j] = sum;\n"
    "}\n";

// Programs are built when a device first needs one. Setting arguments and enqueueing is one step, under the lock.
static cl_program programs[kMaxDevices];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static cl_program program_of(int ordinal, TF_Status* status) {
  if (programs[ordinal] != NULL) return programs[ordinal];
  cl_int code;
  const char* source = kSource;
  cl_device_id device = device_of(ordinal);
  cl_program program = clCreateProgramWithSource(context_of(ordinal), 1, &source, NULL, &code);
  if (!check(code, "clCreateProgramWithSource", status)) return NULL;
  if (!check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram", status)) return NULL;
  return programs[ordinal] = program;
}

typedef struct {
  const void* value;
  size_t size;
} Argument;
#define VALUE(x) ((Argument){&(x), sizeof(x)})

static cl_mem memory_of(const TF_Tensor* tensor) { return ((const Buffer*)TF_TensorData(tensor))->memory; }

static void enqueue(TF_OpKernelContext* ctx, const char* name, size_t work, const Argument* arguments, int count, TF_Status* status) {
  SP_Stream stream = TF_GetStream(ctx, status);
  if (TF_GetCode(status) != TF_OK || work == 0) return;
  pthread_mutex_lock(&mutex);
  cl_program program = program_of(stream->ordinal, status);
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = program != NULL ? clCreateKernel(program, name, &code) : NULL;
  if (kernel != NULL) {
    for (int i = 0; i < count && code == CL_SUCCESS; ++i) {
      code = clSetKernelArg(kernel, (cl_uint)i, arguments[i].size, arguments[i].value);
    }
    if (code == CL_SUCCESS) code = clEnqueueNDRangeKernel(stream->queue, kernel, 1, NULL, &work, NULL, 0, NULL, NULL);
    clReleaseKernel(kernel);
    clFlush(stream->queue);
  }
  if (program != NULL) check(code, name, status);
  pthread_mutex_unlock(&mutex);
}

// What a kernel holds while it runs.
typedef struct {
  TF_Tensor *a, *b, *c;
  TF_Status* status;
} Call;

static int begin(Call* call, TF_OpKernelContext* ctx, int inputs) {
  *call = (Call){.status = TF_NewStatus()};
  TF_GetInput(ctx, 0, &call->a, call->status);
  if (inputs > 1 && TF_GetCode(call->status) == TF_OK) TF_GetInput(ctx, 1, &call->b, call->status);
  return TF_GetCode(call->status) == TF_OK;
}

static int refuse(Call* call, const char* message) {
  TF_SetStatus(call->status, TF_UNIMPLEMENTED, message);
  return 0;
}

static int output(Call* call, TF_OpKernelContext* ctx, const int64_t* dims, int rank) {
  int64_t n = 1;
  for (int i = 0; i < rank; ++i) n *= dims[i];
  if (n >= INT32_MAX) return refuse(call, "the OpenCL device takes tensors of fewer than 2^31 elements");
  call->c = TF_AllocateOutput(ctx, 0, TF_FLOAT, dims, rank, (size_t)n * sizeof(float), call->status);
  return TF_GetCode(call->status) == TF_OK;
}

static int like_first(Call* call, TF_OpKernelContext* ctx) {
  int64_t dims[kRank];
  const int rank = TF_NumDims(call->a);
  if (rank > kRank) return refuse(call, "the OpenCL device takes tensors of rank 6 and less");
  for (int i = 0; i < rank; ++i) dims[i] = TF_Dim(call->a, i);
  return output(call, ctx, dims, rank);
}

static void end(Call* call, TF_OpKernelContext* ctx) {
  if (TF_GetCode(call->status) != TF_OK) TF_OpKernelContext_Failure(ctx, call->status);
  if (call->a != NULL) TF_DeleteTensor(call->a);
  if (call->b != NULL) TF_DeleteTensor(call->b);
  if (call->c != NULL) TF_DeleteTensor(call->c);
  TF_DeleteStatus(call->status);
}

// The strides of an operand, 0 where its dimension of 1 is repeated.
static void strides(const TF_Tensor* x, int rank, cl_int* out) {
  int64_t stride = 1;
  const int own = TF_NumDims(x);
  for (int i = rank - 1; i >= 0; --i) {
    const int at = i - (rank - own);
    const int64_t dim = at >= 0 ? TF_Dim(x, at) : 1;
    out[i] = dim == 1 ? 0 : (cl_int)stride;
    stride *= dim;
  }
}

static void binary(TF_OpKernelContext* ctx, const char* name) {
  Call call;
  if (begin(&call, ctx, 2)) {
    const int ra = TF_NumDims(call.a), rb = TF_NumDims(call.b), rank = ra > rb ? ra : rb;
    int64_t dims[kRank];
    int fits = rank <= kRank;
    for (int i = 0; fits && i < rank; ++i) {
      const int64_t x = i >= rank - ra ? TF_Dim(call.a, i - (rank - ra)) : 1;
      const int64_t y = i >= rank - rb ? TF_Dim(call.b, i - (rank - rb)) : 1;
      fits = x == y || x == 1 || y == 1;
      dims[i] = x == 1 ? y : x;
    }
    if (!fits) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Incompatible shapes");
    } else if (output(&call, ctx, dims, rank)) {
      Broadcast s = {.rank = rank};
      for (int i = 0; i < rank; ++i) s.dims[i] = (cl_int)dims[i];
      strides(call.a, rank, s.a);
      strides(call.b, rank, s.b);
      cl_mem a = memory_of(call.a), b = memory_of(call.b), c = memory_of(call.c);
      const Argument arguments[] = {VALUE(a), VALUE(b), VALUE(c), VALUE(s)};
      enqueue(ctx, name, (size_t)TF_TensorElementCount(call.c), arguments, 4, call.status);
    }
  }
  end(&call, ctx);
}
static void add_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, "add"); }
static void mul_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, "mul"); }

static void relu_compute(void* state, TF_OpKernelContext* ctx) {
  Call call;
  if (begin(&call, ctx, 1) && like_first(&call, ctx)) {
    cl_mem a = memory_of(call.a), c = memory_of(call.c);
    const Argument arguments[] = {VALUE(a), VALUE(c)};
    enqueue(ctx, "relu", (size_t)TF_TensorElementCount(call.c), arguments, 2, call.status);
  }
  end(&call, ctx);
}

static void bias_add_compute(void* state, TF_OpKernelContext* ctx) {
  Call call;
  if (begin(&call, ctx, 2)) {
    const int rank = TF_NumDims(call.a);
    if (rank < 2 || TF_NumDims(call.b) != 1 || TF_Dim(call.b, 0) != TF_Dim(call.a, rank - 1)) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Must provide as many biases as the last dimension of the input tensor");
    } else if (like_first(&call, ctx)) {
      const cl_int channels = (cl_int)TF_Dim(call.b, 0);
      cl_mem a = memory_of(call.a), b = memory_of(call.b), c = memory_of(call.c);
      const Argument arguments[] = {VALUE(a), VALUE(b), VALUE(c), VALUE(channels)};
      enqueue(ctx, "bias_add", (size_t)TF_TensorElementCount(call.c), arguments, 4, call.status);
    }
  }
  end(&call, ctx);
}

static void softmax_compute(void* state, TF_OpKernelContext* ctx) {
  Call call;
  if (begin(&call, ctx, 1)) {
    const int rank = TF_NumDims(call.a);
    if (rank < 1) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "logits must have at least one dimension");
    } else if (like_first(&call, ctx)) {
      const cl_int columns = (cl_int)TF_Dim(call.a, rank - 1);
      const size_t rows = columns > 0 ? (size_t)(TF_TensorElementCount(call.a) / columns) : 0;
      cl_mem a = memory_of(call.a), c = memory_of(call.c);
      const Argument arguments[] = {VALUE(a), VALUE(c), VALUE(columns)};
      enqueue(ctx, "softmax", rows, arguments, 3, call.status);
    }
  }
  end(&call, ctx);
}

typedef struct {
  unsigned char a, b;
} Transposed;

static void* matmul_create(TF_OpKernelConstruction* ctx) {
  TF_Status* status = TF_NewStatus();
  Transposed* transposed = calloc(1, sizeof *transposed);
  TF_OpKernelConstruction_GetAttrBool(ctx, "transpose_a", &transposed->a, status);
  if (TF_GetCode(status) == TF_OK) TF_OpKernelConstruction_GetAttrBool(ctx, "transpose_b", &transposed->b, status);
  if (TF_GetCode(status) != TF_OK) TF_OpKernelConstruction_Failure(ctx, status);
  TF_DeleteStatus(status);
  return transposed;
}

static void matmul_compute(void* state, TF_OpKernelContext* ctx) {
  const Transposed* t = state;
  Call call;
  if (begin(&call, ctx, 2)) {
    const int is_matrix = TF_NumDims(call.a) == 2 && TF_NumDims(call.b) == 2;
    if (!is_matrix || TF_Dim(call.a, !t->a) != TF_Dim(call.b, t->b)) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Matrix size-incompatible");
    } else {
      const cl_int rows = (cl_int)TF_Dim(call.a, t->a), inner = (cl_int)TF_Dim(call.a, !t->a);
      const cl_int columns = (cl_int)TF_Dim(call.b, !t->b);
      const int64_t dims[2] = {rows, columns};
      if (output(&call, ctx, dims, 2)) {
        const cl_int ai = t->a ? 1 : inner, ak = t->a ? rows : 1, bk = t->b ? 1 : columns, bj = t->b ? inner : 1;
        cl_mem a = memory_of(call.a), b = memory_of(call.b), c = memory_of(call.c);
        const Argument arguments[] = {VALUE(a),       VALUE(b),  VALUE(c),  VALUE(inner), VALUE(columns),
                                      VALUE(ai),      VALUE(ak), VALUE(bk), VALUE(bj)};
        enqueue(ctx, "matmul", (size_t)rows * (size_t)columns, arguments, 9, call.status);
      }
    }
  }
  end(&call, ctx);
}

static void kernel(const char* op, void* (*create)(TF_OpKernelConstruction*), void (*compute)(void*, TF_OpKernelContext*),
                   void (*destroy)(void*)) {
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder(op, "OPENCL", create, compute, destroy);
  TF_KernelBuilder_TypeConstraint(builder, "T", TF_FLOAT, status);
  TF_RegisterKernelBuilder(op, builder, status);
  TF_DeleteStatus(status);
}

void TF_InitKernel(void) {
  kernel("AddV2", NULL, &add_compute, NULL);
  kernel("Mul", NULL, &mul_compute, NULL);
  kernel("Relu", NULL, &relu_compute, NULL);
  kernel("BiasAdd", NULL, &bias_add_compute, NULL);
  kernel("Softmax", NULL, &softmax_compute, NULL);
  kernel("MatMul", &matmul_create, &matmul_compute, &free);
}
