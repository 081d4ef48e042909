// A device whose memory is the host's: the smallest complete one. Everything is done when a call returns, so its streams,
// events and timers have nothing to keep track of. It brings kernels for AddV2, Mul, Relu and MatMul on floats.
//
//   cc -shared -fPIC -I plugins/include -o libhost_device.so plugins/examples/c/host_device.c
//   tfrt-run --load-plugin=libhost_device.so --list-devices
//
// With HOST_DEVICE_POOL=1 in the environment the runtime takes memory in large blocks and divides it. With HOST_DEVICE_FRESH=1 every
// block comes from the system and goes back to it, for memory checkers.

#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "tensorflow/c/experimental/stream_executor/stream_executor.h"
#include "tfrt/kernel.h"
#include "tfrt/platform.h"

struct SP_Stream_st {
  int unused;
};
struct SP_Event_st {
  int is_recorded;
};
struct SP_Timer_st {
  int unused;
};

static int64_t total_bytes(void) { return (int64_t)1 << 30; }

// Memory that is given back is kept for the next request of about its size, as drivers do: fresh pages cost more than the copy that
// fills them, and the system's aligned allocations more than a small op. Each thread keeps its own. In front of each block is its header.
typedef struct Block {
  struct Block* next;
  int order;  // it holds 2^order bytes
} Block;
enum { kHeader = 64, kOrders = 31 };
typedef struct Cache {
  Block* kept[kOrders];
  uint64_t bytes;
} Cache;
static const uint64_t kMostKept = (uint64_t)256 << 20;

static _Thread_local Cache* cache = NULL;  // of this thread; it goes when the thread ends
static tss_t caches;
static int keep_nothing = 0;

static void drop_cache(void* argument) {
  Cache* dropped = argument;
  for (int order = 0; order < kOrders; ++order) {
    while (dropped->kept[order] != NULL) {
      Block* block = dropped->kept[order];
      dropped->kept[order] = block->next;
      free(block);
    }
  }
  free(dropped);
  cache = NULL;
}
static Cache* own_cache(void) {
  if (cache == NULL && (cache = calloc(1, sizeof *cache)) != NULL) tss_set(caches, cache);
  return cache;
}
static Block* take(int order) {
  Block* block = cache != NULL ? cache->kept[order] : NULL;
  if (block != NULL) {
    cache->kept[order] = block->next;
    cache->bytes -= (uint64_t)1 << order;
    return block;
  }
  block = aligned_alloc(64, kHeader + ((size_t)1 << order));
  if (block != NULL) block->order = order;
  return block;
}
static void put(Block* block) {
  const uint64_t size = (uint64_t)1 << block->order;
  Cache* to = keep_nothing ? NULL : own_cache();
  if (to == NULL || to->bytes + size > kMostKept) {
    free(block);
    return;
  }
  block->next = to->kept[block->order];
  to->kept[block->order] = block;
  to->bytes += size;
}

static void allocate(const SP_Device* device, uint64_t size, int64_t memory_space, SP_DeviceMemoryBase* mem) {
  int order = 6;
  while (order < kOrders && (uint64_t)1 << order < size) ++order;
  Block* block = order < kOrders ? take(order) : NULL;
  mem->struct_size = SP_DEVICE_MEMORY_BASE_STRUCT_SIZE;
  mem->opaque = block != NULL ? (char*)block + kHeader : NULL;
  mem->size = block != NULL ? size : 0;
}
static void deallocate(const SP_Device* device, SP_DeviceMemoryBase* mem) {
  if (mem->opaque != NULL) put((Block*)((char*)mem->opaque - kHeader));
  mem->opaque = NULL;
  mem->size = 0;
}
static void* host_allocate(const SP_Device* device, uint64_t size) { return malloc(size); }
static void host_deallocate(const SP_Device* device, void* mem) { free(mem); }
static TF_Bool allocator_stats(const SP_Device* device, SP_AllocatorStats* stats) { return 0; }
static TF_Bool memory_usage(const SP_Device* device, int64_t* free_bytes, int64_t* total) {
  *free_bytes = *total = total_bytes();
  return 1;
}

static void create_stream(const SP_Device* device, SP_Stream* stream, TF_Status* status) {
  *stream = calloc(1, sizeof **stream);
  if (*stream == NULL) TF_SetStatus(status, TF_RESOURCE_EXHAUSTED, "no memory for a stream");
}
static void destroy_stream(const SP_Device* device, SP_Stream stream) { free(stream); }
static void stream_dependency(const SP_Device* d, SP_Stream dependent, SP_Stream other, TF_Status* s) {}
static void stream_status(const SP_Device* device, SP_Stream stream, TF_Status* status) {}

static void create_event(const SP_Device* device, SP_Event* event, TF_Status* status) {
  *event = calloc(1, sizeof **event);
  if (*event == NULL) TF_SetStatus(status, TF_RESOURCE_EXHAUSTED, "no memory for an event");
}
static void destroy_event(const SP_Device* device, SP_Event event) { free(event); }
static SE_EventStatus event_status(const SP_Device* device, SP_Event event) {
  return event->is_recorded ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
}
static void record_event(const SP_Device* device, SP_Stream stream, SP_Event event, TF_Status* status) {
  event->is_recorded = 1;
}
static void wait_for_event(const SP_Device* const d, SP_Stream stream, SP_Event event, TF_Status* const s) {}

static void dtoh(const SP_Device* d, SP_Stream stream, void* to, const SP_DeviceMemoryBase* from, uint64_t size,
                 TF_Status* status) {
  memcpy(to, from->opaque, size);
}
static void htod(const SP_Device* d, SP_Stream stream, SP_DeviceMemoryBase* to, const void* from, uint64_t size,
                 TF_Status* status) {
  memcpy(to->opaque, from, size);
}
static void dtod(const SP_Device* d, SP_Stream stream, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from,
                 uint64_t size, TF_Status* status) {
  memcpy(to->opaque, from->opaque, size);
}
static void sync_dtoh(const SP_Device* d, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* s) {
  memcpy(to, from->opaque, size);
}
static void sync_htod(const SP_Device* d, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status* s) {
  memcpy(to->opaque, from, size);
}
static void sync_dtod(const SP_Device* d, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size,
                      TF_Status* s) {
  memcpy(to->opaque, from->opaque, size);
}
static void block_for_event(const SP_Device* device, SP_Event event, TF_Status* status) {}
static void block_until_done(const SP_Device* device, SP_Stream stream, TF_Status* status) {}
static void synchronize(const SP_Device* device, TF_Status* status) {}
static void mem_zero(const SP_Device* d, SP_Stream stream, SP_DeviceMemoryBase* at, uint64_t size, TF_Status* s) {
  memset(at->opaque, 0, size);
}
static void mem_set(const SP_Device* d, SP_Stream stream, SP_DeviceMemoryBase* at, uint8_t pattern, uint64_t size,
                    TF_Status* s) {
  memset(at->opaque, pattern, size);
}
static void mem_set32(const SP_Device* d, SP_Stream stream, SP_DeviceMemoryBase* at, uint32_t pattern, uint64_t size,
                      TF_Status* s) {
  for (uint64_t i = 0; i < size / 4; ++i) ((uint32_t*)at->opaque)[i] = pattern;
}
static TF_Bool host_callback(const SP_Device* device, SP_Stream stream, SE_StatusCallbackFn callback, void* argument) {
  TF_Status* status = TF_NewStatus();
  callback(argument, status);
  const TF_Bool is_ok = TF_GetCode(status) == TF_OK;
  TF_DeleteStatus(status);
  return is_ok;
}

static const TFRT_Platform kPlatform = {
    .name = "HOST_DEVICE",
    .type = "MY_DEVICE",
    .force_memory_growth = 1,
    .device_count = 2,
    .hardware_name = "host memory",
    .device_vendor = "example",
    .executor = {
        .allocate = allocate,
        .deallocate = deallocate,
        .host_memory_allocate = host_allocate,
        .host_memory_deallocate = host_deallocate,
        .get_allocator_stats = allocator_stats,
        .device_memory_usage = memory_usage,
        .create_stream = create_stream,
        .destroy_stream = destroy_stream,
        .create_stream_dependency = stream_dependency,
        .get_stream_status = stream_status,
        .create_event = create_event,
        .destroy_event = destroy_event,
        .get_event_status = event_status,
        .record_event = record_event,
        .wait_for_event = wait_for_event,
        .memcpy_dtoh = dtoh,
        .memcpy_htod = htod,
        .memcpy_dtod = dtod,
        .sync_memcpy_dtoh = sync_dtoh,
        .sync_memcpy_htod = sync_htod,
        .sync_memcpy_dtod = sync_dtod,
        .block_host_for_event = block_for_event,
        .block_host_until_done = block_until_done,
        .synchronize_all_activity = synchronize,
        .mem_zero = mem_zero,
        .memset = mem_set,
        .memset32 = mem_set32,
        .host_callback = host_callback,
    },
};

void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) {
  TFRT_InitPlatform(params, &kPlatform);
  params->platform->use_bfc_allocator = getenv("HOST_DEVICE_POOL") != NULL;
  keep_nothing = getenv("HOST_DEVICE_FRESH") != NULL || tss_create(&caches, drop_cache) != thrd_success;
#ifdef FORGET_NAME
  params->platform->name = NULL;
#endif
#ifdef FORGET_DEVICE_FNS
  params->platform_fns->create_device_fns = NULL;
#endif
#ifdef WRONG_VERSION
  params->major_version = 7;
#endif
#ifdef FAIL
  TF_SetStatus(status, TF_UNAVAILABLE, "the hardware is not there");
#endif
}

// Kernels. The device's memory can be read here, as it is the host's; work for real hardware would go to
// TF_GetStream(ctx).

static void binary(TF_OpKernelContext* ctx, float (*f)(float, float)) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2)) {
    const int64_t n = TF_TensorElementCount(call.in[0]);
    const int64_t m = TF_TensorElementCount(call.in[1]);
    if (m != n && m != 1) {
      TFRT_Refuse(&call, TF_UNIMPLEMENTED, "the second operand must have the shape of the first, or one element");
    } else if (TFRT_OutputLike(&call, 0)) {
      const float* a = TF_TensorData(call.in[0]);
      const float* b = TF_TensorData(call.in[1]);
      float* c = TF_TensorData(call.out);
      for (int64_t i = 0; i < n; ++i) c[i] = f(a[i], b[m == 1 ? 0 : i]);
    }
  }
  TFRT_End(&call);
}

static float add(float a, float b) { return a + b; }
static float mul(float a, float b) { return a * b; }
static void add_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, &add); }
static void mul_compute(void* state, TF_OpKernelContext* ctx) { binary(ctx, &mul); }

static void relu_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1) && TFRT_OutputLike(&call, 0)) {
    const float* x = TF_TensorData(call.in[0]);
    float* y = TF_TensorData(call.out);
    for (int64_t i = 0; i < TF_TensorElementCount(call.in[0]); ++i) y[i] = x[i] > 0 ? x[i] : 0;
  }
  TFRT_End(&call);
}

static void matmul_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 2)) {
    const int64_t rows = TF_Dim(call.in[0], 0), inner = TF_Dim(call.in[0], 1), cols = TF_Dim(call.in[1], 1);
    const int64_t dims[2] = {rows, cols};
    if (TFRT_Output(&call, TF_FLOAT, dims, 2)) {
      const float* a = TF_TensorData(call.in[0]);
      const float* b = TF_TensorData(call.in[1]);
      float* c = TF_TensorData(call.out);
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < cols; ++j) {
          float sum = 0;
          for (int64_t k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * cols + j];
          c[i * cols + j] = sum;
        }
      }
    }
  }
  TFRT_End(&call);
}

// Transposed operands are not supported: such uses fail when the kernel is made.
static void* matmul_create(TF_OpKernelConstruction* ctx) {
  TF_Status* status = TF_NewStatus();
  unsigned char a = 0, b = 0;
  TF_OpKernelConstruction_GetAttrBool(ctx, "transpose_a", &a, status);
  if (TF_GetCode(status) == TF_OK) TF_OpKernelConstruction_GetAttrBool(ctx, "transpose_b", &b, status);
  if (TF_GetCode(status) == TF_OK && (a || b)) {
    TF_SetStatus(status, TF_UNIMPLEMENTED, "MatMul on MY_DEVICE takes no transposed operands");
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelConstruction_Failure(ctx, status);
  TF_DeleteStatus(status);
  return NULL;
}

static void kernel(const char* op, void* (*create)(TF_OpKernelConstruction*), void (*compute)(void*, TF_OpKernelContext*)) {
  TFRT_AddKernel(op, "MY_DEVICE", "T", TF_FLOAT, create, compute, NULL);
}

void TF_InitKernel(void) {
  kernel("AddV2", NULL, &add_compute);
  kernel("Mul", NULL, &mul_compute);
  kernel("Relu", NULL, &relu_compute);
  kernel("MatMul", &matmul_create, &matmul_compute);
}
