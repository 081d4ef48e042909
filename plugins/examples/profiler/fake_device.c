// A profiler, with a device to profile: one that does nothing but take its time.
//
//   cc -shared -fPIC -I plugins/include -o libfake_device.so plugins/examples/profiler/fake_device.c
//   tfrt-run --load-plugin=libfake_device.so --profile=logs program.mlir
//
// In programs:  %y = corert.executeop(%cpu) "tf.FakeDeviceRun"(%x) {microseconds = 50} : 1
//
// The op hands its input on after so many microseconds "on the device". While a profile is made each run becomes an event of the
// plane /device:CUSTOM:FAKE_DEVICE:0; TensorBoard shows planes of devices that it does not know under such names. Without a run there is no profile, and without a device (FAKE_DEVICE_COUNT=0) there is nothing to
// start. A profile is one protocol buffer, an XSpace, which is written here by hand; a plugin with a protocol buffer library
// at hand uses xplane.proto. The events of one profile are kept in one array of fixed size, so that neither long profiles
// nor many of them need more memory.

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// TensorFlow's own ops.h is C++ without these.
typedef struct TF_OpDefinitionBuilder TF_OpDefinitionBuilder;
typedef struct TF_ShapeInferenceContext TF_ShapeInferenceContext;
typedef struct TF_ShapeHandle TF_ShapeHandle;
typedef struct TF_DimensionHandle TF_DimensionHandle;

#include "tensorflow/c/experimental/pluggable_profiler/pluggable_profiler.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tensor.h"

// ---- The device ----

enum { MOST_EVENTS = 4096 };

typedef struct {
  uint64_t start_ns;
  uint64_t duration_ns;
} Event;

static struct {
  pthread_mutex_t lock;
  int is_profiling;
  size_t count;
  Event events[MOST_EVENTS];
} device = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int has_device(void) {
  const char* count = getenv("FAKE_DEVICE_COUNT");
  return count == NULL || strcmp(count, "0") != 0;
}

static uint64_t now_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void run_on_device(int64_t microseconds) {
  // Events carry the time of day, as the host's do; how long something takes is measured with a clock that only goes forward.
  const uint64_t start = now_ns(CLOCK_REALTIME);
  const uint64_t begin = now_ns(CLOCK_MONOTONIC);
  uint64_t end = begin;
  while (end - begin < (uint64_t)microseconds * 1000u) end = now_ns(CLOCK_MONOTONIC);
  pthread_mutex_lock(&device.lock);
  if (device.is_profiling && device.count < MOST_EVENTS) {
    device.events[device.count++] = (Event){start, end - begin};
  }
  pthread_mutex_unlock(&device.lock);
}

// ---- Writing protocol buffers ----

// Counts bytes, and writes them where there is room.
typedef struct {
  uint8_t* to;
  size_t room;
  size_t size;
} Writer;

static void put_byte(Writer* writer, uint8_t byte) {
  if (writer->size < writer->room) writer->to[writer->size] = byte;
  ++writer->size;
}

static void put_varint(Writer* writer, uint64_t value) {
  for (; value >= 0x80; value >>= 7) put_byte(writer, (uint8_t)(value | 0x80));
  put_byte(writer, (uint8_t)value);
}

static void put_integer(Writer* writer, uint32_t field, uint64_t value) {
  put_varint(writer, field << 3);
  put_varint(writer, value);
}

static void put_text(Writer* writer, uint32_t field, const char* text) {
  put_varint(writer, field << 3 | 2);
  put_varint(writer, strlen(text));
  for (; *text != '\0'; ++text) put_byte(writer, (uint8_t)*text);
}

// A message in a message: its length comes first, so what writes it runs twice.
static void put_message(Writer* writer, uint32_t field, void (*put)(Writer*, const void*), const void* what) {
  Writer counter = {NULL, 0, 0};
  put(&counter, what);
  put_varint(writer, field << 3 | 2);
  put_varint(writer, counter.size);
  put(writer, what);
}

static void put_event(Writer* writer, const void* what) {
  const Event* event = what;
  put_integer(writer, 1, 1);                                                     // metadata_id
  put_integer(writer, 2, (event->start_ns - device.events[0].start_ns) * 1000);  // offset_ps
  put_integer(writer, 3, event->duration_ns * 1000);                             // duration_ps
}

static void put_line(Writer* writer, const void* what) {
  (void)what;
  put_integer(writer, 1, 1);                          // id
  put_text(writer, 2, "Stream 1");                    // name
  put_integer(writer, 3, device.events[0].start_ns);  // timestamp_ns
  for (size_t i = 0; i < device.count; ++i) put_message(writer, 4, put_event, &device.events[i]);
}

static void put_metadata(Writer* writer, const void* what) {
  put_integer(writer, 1, 1);    // id
  put_text(writer, 2, what);    // name
}

static void put_metadata_entry(Writer* writer, const void* what) {
  put_integer(writer, 1, 1);                        // key
  put_message(writer, 2, put_metadata, what);       // value
}

static void put_plane(Writer* writer, const void* what) {
  (void)what;
  put_integer(writer, 1, 100);                      // id
  put_text(writer, 2, "/device:CUSTOM:FAKE_DEVICE:0");  // name
  put_message(writer, 3, put_line, NULL);           // lines
  put_message(writer, 4, put_metadata_entry, "FakeDeviceRun");  // event_metadata
}

// ---- The profiler ----

static void profiler_start(const TP_Profiler* profiler, TF_Status* status) {
  (void)profiler;
  pthread_mutex_lock(&device.lock);
  device.count = 0;
  device.is_profiling = has_device();
  pthread_mutex_unlock(&device.lock);
  TF_SetStatus(status, TF_OK, "");
}

static void profiler_stop(const TP_Profiler* profiler, TF_Status* status) {
  (void)profiler;
  pthread_mutex_lock(&device.lock);
  device.is_profiling = 0;
  pthread_mutex_unlock(&device.lock);
  TF_SetStatus(status, TF_OK, "");
}

static void profiler_collect(const TP_Profiler* profiler, uint8_t* buffer, size_t* size, TF_Status* status) {
  (void)profiler;
  pthread_mutex_lock(&device.lock);
  Writer writer = {buffer, buffer == NULL ? 0 : *size, 0};
  if (device.count > 0) put_message(&writer, 1, put_plane, NULL);
  if (buffer != NULL) device.count = 0;
  pthread_mutex_unlock(&device.lock);
  if (buffer != NULL && writer.size > writer.room) {
    TF_SetStatus(status, TF_FAILED_PRECONDITION, "the buffer is too small for the profile");
    return;
  }
  *size = writer.size;
  TF_SetStatus(status, TF_OK, "");
}

// Everything is static: there is nothing to free.
static void destroy_profiler(TP_Profiler* profiler) { (void)profiler; }
static void destroy_profiler_fns(TP_ProfilerFns* functions) { (void)functions; }

void TF_InitProfiler(TF_ProfilerRegistrationParams* params, TF_Status* status) {
  params->struct_size = TF_PROFILER_REGISTRATION_PARAMS_STRUCT_SIZE;
  params->profiler->struct_size = TP_PROFILER_STRUCT_SIZE;
  params->profiler->device_type = "FAKE_DEVICE";
  params->profiler_fns->struct_size = TP_PROFILER_FNS_STRUCT_SIZE;
  params->profiler_fns->start = &profiler_start;
  params->profiler_fns->stop = &profiler_stop;
  params->profiler_fns->collect_data_xspace = &profiler_collect;
  params->destroy_profiler = &destroy_profiler;
  params->destroy_profiler_fns = &destroy_profiler_fns;
  TF_SetStatus(status, TF_OK, "");
}

// ---- The op ----

static void* create(TF_OpKernelConstruction* ctx) {
  TF_Status* status = TF_NewStatus();
  int64_t* microseconds = calloc(1, sizeof *microseconds);
  TF_OpKernelConstruction_GetAttrInt64(ctx, "microseconds", microseconds, status);
  if (TF_GetCode(status) != TF_OK) TF_OpKernelConstruction_Failure(ctx, status);
  TF_DeleteStatus(status);
  return microseconds;
}

static void compute(void* microseconds, TF_OpKernelContext* ctx) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_GetInput(ctx, 0, &x, status);
  if (TF_GetCode(status) == TF_OK) {
    run_on_device(*(const int64_t*)microseconds);
    TF_SetOutput(ctx, 0, x, status);
    TF_DeleteTensor(x);
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelContext_Failure(ctx, status);
  TF_DeleteStatus(status);
}

static void infer_shape(TF_ShapeInferenceContext* ctx, TF_Status* status) {
  TF_ShapeHandle* shape = TF_NewShapeHandle();
  TF_ShapeInferenceContextGetInput(ctx, 0, shape, status);
  if (TF_GetCode(status) == TF_OK) TF_ShapeInferenceContextSetOutput(ctx, 0, shape, status);
  TF_DeleteShapeHandle(shape);
}

void TF_InitKernel(void) {
  TF_Status* status = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder("FakeDeviceRun");
  TF_OpDefinitionBuilderAddAttr(op, "T: {float}");
  TF_OpDefinitionBuilderAddAttr(op, "microseconds: int = 100");
  TF_OpDefinitionBuilderAddInput(op, "x: T");
  TF_OpDefinitionBuilderAddOutput(op, "y: T");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(op, &infer_shape);
  TF_RegisterOpDefinition(op, status);
  if (TF_GetCode(status) != TF_OK) abort();
  TF_KernelBuilder* kernel = TF_NewKernelBuilder("FakeDeviceRun", "CPU", &create, &compute, &free);
  TF_RegisterKernelBuilder("FakeDeviceRun", kernel, status);
  if (TF_GetCode(status) != TF_OK) abort();
  TF_DeleteStatus(status);
}
