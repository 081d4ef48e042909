// Kernels of the OpenCL device. Each puts one command into the stream of its device and returns.

#include <stdlib.h>
#include <string.h>

#include "opencl_device.h"
#include "tfrt/kernel.h"

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

static int output(TFRT_Call* call, const int64_t* dims, int rank) {
  int64_t n = 1;
  for (int i = 0; i < rank; ++i) n *= dims[i];
  if (n >= INT32_MAX) {
    return TFRT_Refuse(call, TF_UNIMPLEMENTED, "the OpenCL device takes tensors of fewer than 2^31 elements");
  }
  return TFRT_Output(call, TF_FLOAT, dims, rank);
}

static int like_first(TFRT_Call* call) {
  int64_t dims[kRank];
  const int rank = TF_NumDims(call->in[0]);
  if (rank > kRank) {
    return TFRT_Refuse(call, TF_UNIMPLEMENTED, "the OpenCL device takes tensors of rank 6 and less");
  }
  for (int i = 0; i < rank; ++i) dims[i] = TF_Dim(call->in[0], i);
  return output(call, dims, rank);
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
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2)) {
    const int ra = TF_NumDims(call.in[0]), rb = TF_NumDims(call.in[1]), rank = ra > rb ? ra : rb;
    int64_t dims[kRank];
    int fits = rank <= kRank;
    for (int i = 0; fits && i < rank; ++i) {
      const int64_t x = i >= rank - ra ? TF_Dim(call.in[0], i - (rank - ra)) : 1;
      const int64_t y = i >= rank - rb ? TF_Dim(call.in[1], i - (rank - rb)) : 1;
      fits = x == y || x == 1 || y == 1;
      dims[i] = x == 1 ? y : x;
    }
    if (!fits) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Incompatible shapes");
    } else if (output(&call, dims, rank)) {
      Broadcast s = {.rank = rank};
      for (int i = 0; i < rank; ++i) s.dims[i] = (cl_int)dims[i];
      strides(call.in[0], rank, s.a);
      strides(call.in[1], rank, s.b);
      cl_mem a = memory_of(call.in[0]), b = memory_of(call.in[1]), c = memory_of(call.out);
      const Argument arguments[] = {VALUE(a), VALUE(b), VALUE(c), VALUE(s)};
      enqueue(ctx, name, (size_t)TF_TensorElementCount(call.out), arguments, 4, call.status);
    }
  }
  TFRT_End(&call);
}
static void add_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, "add"); }
static void mul_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, "mul"); }

static void relu_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1) && like_first(&call)) {
    cl_mem a = memory_of(call.in[0]), c = memory_of(call.out);
    const Argument arguments[] = {VALUE(a), VALUE(c)};
    enqueue(ctx, "relu", (size_t)TF_TensorElementCount(call.out), arguments, 2, call.status);
  }
  TFRT_End(&call);
}

static void bias_add_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2)) {
    const int rank = TF_NumDims(call.in[0]);
    if (rank < 2 || TF_NumDims(call.in[1]) != 1 || TF_Dim(call.in[1], 0) != TF_Dim(call.in[0], rank - 1)) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Must provide as many biases as the last dimension of the input tensor");
    } else if (like_first(&call)) {
      const cl_int channels = (cl_int)TF_Dim(call.in[1], 0);
      cl_mem a = memory_of(call.in[0]), b = memory_of(call.in[1]), c = memory_of(call.out);
      const Argument arguments[] = {VALUE(a), VALUE(b), VALUE(c), VALUE(channels)};
      enqueue(ctx, "bias_add", (size_t)TF_TensorElementCount(call.out), arguments, 4, call.status);
    }
  }
  TFRT_End(&call);
}

static void softmax_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1)) {
    const int rank = TF_NumDims(call.in[0]);
    if (rank < 1) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "logits must have at least one dimension");
    } else if (like_first(&call)) {
      const cl_int columns = (cl_int)TF_Dim(call.in[0], rank - 1);
      const size_t rows = columns > 0 ? (size_t)(TF_TensorElementCount(call.in[0]) / columns) : 0;
      cl_mem a = memory_of(call.in[0]), c = memory_of(call.out);
      const Argument arguments[] = {VALUE(a), VALUE(c), VALUE(columns)};
      enqueue(ctx, "softmax", rows, arguments, 3, call.status);
    }
  }
  TFRT_End(&call);
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
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2)) {
    const int is_matrix = TF_NumDims(call.in[0]) == 2 && TF_NumDims(call.in[1]) == 2;
    if (!is_matrix || TF_Dim(call.in[0], !t->a) != TF_Dim(call.in[1], t->b)) {
      TF_SetStatus(call.status, TF_INVALID_ARGUMENT, "Matrix size-incompatible");
    } else {
      const cl_int rows = (cl_int)TF_Dim(call.in[0], t->a), inner = (cl_int)TF_Dim(call.in[0], !t->a);
      const cl_int columns = (cl_int)TF_Dim(call.in[1], !t->b);
      const int64_t dims[2] = {rows, columns};
      if (output(&call, dims, 2)) {
        const cl_int ai = t->a ? 1 : inner, ak = t->a ? rows : 1, bk = t->b ? 1 : columns, bj = t->b ? inner : 1;
        cl_mem a = memory_of(call.in[0]), b = memory_of(call.in[1]), c = memory_of(call.out);
        const Argument arguments[] = {VALUE(a),       VALUE(b),  VALUE(c),  VALUE(inner), VALUE(columns),
                                      VALUE(ai),      VALUE(ak), VALUE(bk), VALUE(bj)};
        enqueue(ctx, "matmul", (size_t)rows * (size_t)columns, arguments, 9, call.status);
      }
    }
  }
  TFRT_End(&call);
}

static void kernel(const char* op, void* (*create)(TF_OpKernelConstruction*), void (*compute)(void*, TF_OpKernelContext*),
                   void (*destroy)(void*)) {
  TFRT_AddKernel(op, "OPENCL", "T", TF_FLOAT, create, compute, destroy);
}

void TF_InitKernel(void) {
  kernel("AddV2", NULL, &add_compute, NULL);
  kernel("Mul", NULL, &mul_compute, NULL);
  kernel("Relu", NULL, &relu_compute, NULL);
  kernel("BiasAdd", NULL, &bias_add_compute, NULL);
  kernel("Softmax", NULL, &softmax_compute, NULL);
  kernel("MatMul", &matmul_create, &matmul_compute, &free);
}
