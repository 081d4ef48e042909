// A real device: whatever OpenCL finds. Its memory is buffers, its streams are command queues, and it has kernels for AddV2, Mul, Relu,
// MatMul, BiasAdd and Softmax on floats. On Debian: apt-get install pocl-opencl-icd ocl-icd-opencl-dev
//
//   cc -shared -fPIC -I plugins/include -o libopencl_device.so plugins/examples/opencl/*.c -lOpenCL
//   tfrt-run --load-plugin=libopencl_device.so --device=OPENCL --soft-placement program.mlir
//
// This file is the device, kernels.c what it computes. A tensor's data pointer is a Buffer: memory of a device has no address that
// the host could use, so the runtime is not asked to divide it.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "opencl_device.h"

enum { kMaxDevices = 8 };

static cl_device_id devices[kMaxDevices];
static cl_context contexts[kMaxDevices];
static int num_devices = 0;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static SP_Stream streams = NULL;
static int64_t used[kMaxDevices], peak[kMaxDevices], allocations[kMaxDevices];

cl_context context_of(int ordinal) { return contexts[ordinal]; }
cl_device_id device_of(int ordinal) { return devices[ordinal]; }

int check(cl_int code, const char* what, TF_Status* status) {
  if (code == CL_SUCCESS) return 1;
  char text[96];
  snprintf(text, sizeof text, "%s: OpenCL error %d", what, (int)code);
  TF_SetStatus(status, code == CL_MEM_OBJECT_ALLOCATION_FAILURE ? TF_RESOURCE_EXHAUSTED : TF_INTERNAL, text);
  return 0;
}

static int64_t total_bytes(int ordinal) {
  cl_ulong bytes = 0;
  clGetDeviceInfo(devices[ordinal], CL_DEVICE_GLOBAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  return (int64_t)bytes;
}

// Memory.

static void allocate(const SP_Device* d, uint64_t size, int64_t memory_space, SP_DeviceMemoryBase* mem) {
  mem->struct_size = SP_DEVICE_MEMORY_BASE_STRUCT_SIZE;
  mem->opaque = NULL;
  mem->size = 0;
  cl_ulong most = 0;
  clGetDeviceInfo(devices[d->ordinal], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
  if (size == 0) size = 1;
  pthread_mutex_lock(&mutex);
  const int fits = size <= most && size <= (uint64_t)(total_bytes(d->ordinal) - used[d->ordinal]);
  cl_int code = CL_SUCCESS;
  cl_mem memory = fits ? clCreateBuffer(contexts[d->ordinal], CL_MEM_READ_WRITE, size, NULL, &code) : NULL;
  if (memory != NULL && code == CL_SUCCESS) {
    Buffer* buffer = malloc(sizeof *buffer);
    buffer->memory = memory;
    mem->opaque = buffer;
    mem->size = size;
    used[d->ordinal] += (int64_t)size;
    if (used[d->ordinal] > peak[d->ordinal]) peak[d->ordinal] = used[d->ordinal];
    ++allocations[d->ordinal];
  }
  pthread_mutex_unlock(&mutex);
}

static void deallocate(const SP_Device* d, SP_DeviceMemoryBase* mem) {
  Buffer* buffer = mem->opaque;
  if (buffer == NULL) return;
  size_t size = 0;
  clGetMemObjectInfo(buffer->memory, CL_MEM_SIZE, sizeof size, &size, NULL);
  // Commands that use the buffer keep it.
  clReleaseMemObject(buffer->memory);
  free(buffer);
  pthread_mutex_lock(&mutex);
  used[d->ordinal] -= (int64_t)size;
  pthread_mutex_unlock(&mutex);
  mem->opaque = NULL;
  mem->size = 0;
}

static void* host_allocate(const SP_Device* d, uint64_t size) { return aligned_alloc(64, (size + 63) / 64 * 64 + 64); }
static void host_deallocate(const SP_Device* d, void* mem) { free(mem); }

static TF_Bool allocator_stats(const SP_Device* d, SP_AllocatorStats* stats) {
  stats->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;
  pthread_mutex_lock(&mutex);
  stats->num_allocs = allocations[d->ordinal];
  stats->bytes_in_use = used[d->ordinal];
  stats->peak_bytes_in_use = peak[d->ordinal];
  pthread_mutex_unlock(&mutex);
  stats->has_bytes_limit = 1;
  stats->bytes_limit = total_bytes(d->ordinal);
  return 1;
}

static TF_Bool memory_usage(const SP_Device* d, int64_t* free_bytes, int64_t* total) {
  *total = total_bytes(d->ordinal);
  pthread_mutex_lock(&mutex);
  *free_bytes = *total - used[d->ordinal];
  pthread_mutex_unlock(&mutex);
  return 1;
}

// Streams.

static void create_stream(const SP_Device* d, SP_Stream* stream, TF_Status* status) {
  cl_int code;
  cl_command_queue queue =
      clCreateCommandQueue(contexts[d->ordinal], devices[d->ordinal], CL_QUEUE_PROFILING_ENABLE, &code);
  *stream = NULL;
  if (!check(code, "clCreateCommandQueue", status)) return;
  SP_Stream made = calloc(1, sizeof *made);
  made->queue = queue;
  made->ordinal = d->ordinal;
  pthread_mutex_lock(&mutex);
  made->next = streams;
  streams = made;
  pthread_mutex_unlock(&mutex);
  *stream = made;
}

static void destroy_stream(const SP_Device* d, SP_Stream stream) {
  pthread_mutex_lock(&mutex);
  SP_Stream* at = &streams;
  while (*at != NULL && *at != stream) at = &(*at)->next;
  if (*at != NULL) *at = stream->next;
  pthread_mutex_unlock(&mutex);
  clFinish(stream->queue);
  clReleaseCommandQueue(stream->queue);
  free(stream);
}

static cl_event mark(SP_Stream stream, TF_Status* status) {
  cl_event event = NULL;
  if (!check(clEnqueueMarkerWithWaitList(stream->queue, 0, NULL, &event), "clEnqueueMarkerWithWaitList", status)) return NULL;
  clFlush(stream->queue);
  return event;
}

static void stream_dependency(const SP_Device* d, SP_Stream dependent, SP_Stream other, TF_Status* status) {
  cl_event event = mark(other, status);
  if (event == NULL) return;
  check(clEnqueueBarrierWithWaitList(dependent->queue, 1, &event, NULL), "clEnqueueBarrierWithWaitList", status);
  clFlush(dependent->queue);
  clReleaseEvent(event);
}

static void stream_status(const SP_Device* d, SP_Stream stream, TF_Status* status) {
  cl_uint references = 0;
  check(clGetCommandQueueInfo(stream->queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL),
        "the command queue is not in order", status);
}

static void block_until_done(const SP_Device* d, SP_Stream stream, TF_Status* status) {
  check(clFinish(stream->queue), "clFinish", status);
}

static void synchronize(const SP_Device* d, TF_Status* status) {
  enum { kMost = 256 };
  cl_command_queue queues[kMost];
  int count = 0;
  pthread_mutex_lock(&mutex);
  for (SP_Stream at = streams; at != NULL && count < kMost; at = at->next) {
    if (at->ordinal != d->ordinal) continue;
    clRetainCommandQueue(at->queue);
    queues[count++] = at->queue;
  }
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < count; ++i) {
    check(clFinish(queues[i]), "clFinish", status);
    clReleaseCommandQueue(queues[i]);
  }
}

// A host callback: the stream comes to a marker, the function runs, and the stream goes on.

typedef struct {
  SE_StatusCallbackFn function;
  void* argument;
  cl_event done;
} Callback;

static void CL_CALLBACK call_back(cl_event event, cl_int code, void* argument) {
  Callback* callback = argument;
  TF_Status* status = TF_NewStatus();
  callback->function(callback->argument, status);
  TF_DeleteStatus(status);
  clSetUserEventStatus(callback->done, CL_COMPLETE);
  clReleaseEvent(callback->done);
  free(callback);
}

static TF_Bool host_callback(const SP_Device* d, SP_Stream stream, SE_StatusCallbackFn function, void* argument) {
  cl_int code;
  cl_event reached, done = clCreateUserEvent(contexts[stream->ordinal], &code);
  if (code != CL_SUCCESS) return 0;
  if (clEnqueueMarkerWithWaitList(stream->queue, 0, NULL, &reached) != CL_SUCCESS) return 0;
  Callback* callback = malloc(sizeof *callback);
  *callback = (Callback){function, argument, done};
  code = clEnqueueBarrierWithWaitList(stream->queue, 1, &done, NULL);
  if (code == CL_SUCCESS) code = clSetEventCallback(reached, CL_COMPLETE, &call_back, callback);
  clReleaseEvent(reached);
  clFlush(stream->queue);
  return code == CL_SUCCESS;
}

// Events.

static void create_event(const SP_Device* d, SP_Event* event, TF_Status* status) {
  *event = calloc(1, sizeof **event);
  pthread_mutex_init(&(*event)->mutex, NULL);
}

static cl_event current(SP_Event event) {
  pthread_mutex_lock(&event->mutex);
  cl_event found = event->event;
  if (found != NULL) clRetainEvent(found);
  pthread_mutex_unlock(&event->mutex);
  return found;
}

static void replace(SP_Event event, cl_event by) {
  pthread_mutex_lock(&event->mutex);
  cl_event old = event->event;
  event->event = by;
  pthread_mutex_unlock(&event->mutex);
  if (old != NULL) clReleaseEvent(old);
}

static void destroy_event(const SP_Device* d, SP_Event event) {
  replace(event, NULL);
  pthread_mutex_destroy(&event->mutex);
  free(event);
}

static SE_EventStatus event_status(const SP_Device* d, SP_Event event) {
  cl_event found = current(event);
  if (found == NULL) return SE_EVENT_PENDING;
  cl_int state = CL_QUEUED;
  const cl_int code = clGetEventInfo(found, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
  clReleaseEvent(found);
  if (code != CL_SUCCESS) return SE_EVENT_UNKNOWN;
  return state < 0 ? SE_EVENT_ERROR : state == CL_COMPLETE ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
}

static void record_event(const SP_Device* d, SP_Stream stream, SP_Event event, TF_Status* status) {
  cl_event marker = mark(stream, status);
  if (marker != NULL) replace(event, marker);
}

static void wait_for_event(const SP_Device* const d, SP_Stream stream, SP_Event event, TF_Status* const status) {
  cl_event found = current(event);
  if (found == NULL) return;
  check(clEnqueueBarrierWithWaitList(stream->queue, 1, &found, NULL), "clEnqueueBarrierWithWaitList", status);
  clFlush(stream->queue);
  clReleaseEvent(found);
}

static void block_for_event(const SP_Device* d, SP_Event event, TF_Status* status) {
  cl_event found = current(event);
  if (found == NULL) return;
  check(clWaitForEvents(1, &found), "clWaitForEvents", status);
  clReleaseEvent(found);
}

// Timers: the time between two markers.

static void create_timer(const SP_Device* d, SP_Timer* timer, TF_Status* s) { *timer = calloc(1, sizeof **timer); }
static void destroy_timer(const SP_Device* d, SP_Timer timer) {
  if (timer->start != NULL) clReleaseEvent(timer->start);
  if (timer->stop != NULL) clReleaseEvent(timer->stop);
  free(timer);
}
static void start_timer(const SP_Device* d, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  timer->start = mark(stream, status);
}
static void stop_timer(const SP_Device* d, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  timer->stop = mark(stream, status);
}
static uint64_t nanoseconds(SP_Timer timer) {
  if (timer->start == NULL || timer->stop == NULL) return 0;
  cl_ulong start = 0, stop = 0;
  clWaitForEvents(1, &timer->stop);
  clGetEventProfilingInfo(timer->start, CL_PROFILING_COMMAND_END, sizeof start, &start, NULL);
  clGetEventProfilingInfo(timer->stop, CL_PROFILING_COMMAND_END, sizeof stop, &stop, NULL);
  return stop - start;
}

// Copies. OpenCL takes no copy of nothing.

static cl_mem memory_of(const SP_DeviceMemoryBase* base) { return ((const Buffer*)base->opaque)->memory; }

static void dtoh(const SP_Device* d, SP_Stream s, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* status) {
  if (size == 0) return;
  check(clEnqueueReadBuffer(s->queue, memory_of(from), CL_FALSE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer", status);
  clFlush(s->queue);
}
static void htod(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status* status) {
  if (size == 0) return;
  check(clEnqueueWriteBuffer(s->queue, memory_of(to), CL_FALSE, 0, size, from, 0, NULL, NULL), "clEnqueueWriteBuffer", status);
  clFlush(s->queue);
}
static void dtod(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size,
                 TF_Status* status) {
  if (size == 0) return;
  check(clEnqueueCopyBuffer(s->queue, memory_of(from), memory_of(to), 0, 0, size, 0, NULL, NULL), "clEnqueueCopyBuffer", status);
  clFlush(s->queue);
}

// The synchronous ones use a queue of their own.
static void at_once(const SP_Device* d, TF_Status* status, void* to_host, const void* from_host, const SP_DeviceMemoryBase* to,
                    const SP_DeviceMemoryBase* from, uint64_t size) {
  SP_Stream stream;
  create_stream(d, &stream, status);
  if (stream == NULL) return;
  if (to_host != NULL) dtoh(d, stream, to_host, from, size, status);
  else if (from_host != NULL) htod(d, stream, (SP_DeviceMemoryBase*)to, from_host, size, status);
  else dtod(d, stream, (SP_DeviceMemoryBase*)to, from, size, status);
  if (TF_GetCode(status) == TF_OK) block_until_done(d, stream, status);
  destroy_stream(d, stream);
}
static void sync_dtoh(const SP_Device* d, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* s) {
  at_once(d, s, to, NULL, NULL, from, size);
}
static void sync_htod(const SP_Device* d, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status* s) {
  at_once(d, s, NULL, from, to, NULL, size);
}
static void sync_dtod(const SP_Device* d, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* s) {
  at_once(d, s, NULL, NULL, to, from, size);
}

static void fill(SP_Stream s, SP_DeviceMemoryBase* at, const void* pattern, size_t unit, uint64_t size, TF_Status* status) {
  if (size == 0) return;
  check(clEnqueueFillBuffer(s->queue, memory_of(at), pattern, unit, 0, size, 0, NULL, NULL), "clEnqueueFillBuffer", status);
  clFlush(s->queue);
}
static void mem_zero(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint64_t size, TF_Status* status) {
  const uint8_t zero = 0;
  fill(s, at, &zero, 1, size, status);
}
static void mem_set(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint8_t pattern, uint64_t size, TF_Status* status) {
  fill(s, at, &pattern, 1, size, status);
}
static void mem_set32(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint32_t pattern, uint64_t size, TF_Status* status) {
  fill(s, at, &pattern, 4, size, status);
}

// The platform.

static void describe(SP_Device* device, TF_Status* status) {
  static char names[kMaxDevices][128], vendors[kMaxDevices][128];
  const int at = device->ordinal;
  if (at < 0 || at >= num_devices) return TF_SetStatus(status, TF_NOT_FOUND, "there is no such OpenCL device");
  clGetDeviceInfo(devices[at], CL_DEVICE_NAME, sizeof names[at], names[at], NULL);
  clGetDeviceInfo(devices[at], CL_DEVICE_VENDOR, sizeof vendors[at], vendors[at], NULL);
  device->hardware_name = names[at];
  device->device_vendor = vendors[at];
}

static TFRT_Platform platform = {
    .name = "OPENCL_PLATFORM",
    .type = "OPENCL",
    .describe = describe,
    .timer_fns = {.nanoseconds = nanoseconds},
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
        .create_timer = create_timer,
        .destroy_timer = destroy_timer,
        .start_timer = start_timer,
        .stop_timer = stop_timer,
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

static void find_devices(void) {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return;
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    cl_device_id found[kMaxDevices];
    cl_uint n = 0;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, kMaxDevices, found, &n) != CL_SUCCESS) continue;
    for (cl_uint j = 0; j < n && num_devices < kMaxDevices; ++j) {
      cl_int code;
      contexts[num_devices] = clCreateContext(NULL, 1, &found[j], NULL, NULL, &code);
      if (code == CL_SUCCESS) devices[num_devices++] = found[j];
    }
  }
}

void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) {
  find_devices();
  if (num_devices == 0) return TF_SetStatus(status, TF_UNAVAILABLE, "OpenCL finds no device");
  platform.device_count = num_devices;
  TFRT_InitPlatform(params, &platform);
}
