// A device for tests whose streams are threads, with the bugs that `thread_streams.h` speaks of.

#include "thread_streams.h"

#include "tfrt/kernel.h"
#include "tfrt/platform.h"

// A process that loads the library twice needs two types.
#ifndef DEVICE_TYPE
#define DEVICE_TYPE "THREAD"
#endif

static int64_t used[2] = {0, 0};
static int64_t allocations[2] = {0, 0};
#ifndef TOTAL_BYTES
#define TOTAL_BYTES (64 << 20)
#endif
static const int64_t kTotal = TOTAL_BYTES;

static int64_t* header(void* opaque) { return (int64_t*)((char*)opaque - 64); }

// Blocks that were given back, in a device that keeps them; one with a bug keeps one twice.
static void* kept[64];
static int kept_count = 0;
static int keeps_blocks(void) {
  return bug("memory-given-twice") || bug("memory-written-late") || bug("memory-unlocked");
}
static void* kept_block(uint64_t size) {
  for (int i = 0; i < kept_count; ++i) {
    void* block = kept[i];
    if (*header(block) != (int64_t)size) continue;
    if (bug("memory-unlocked")) {
      // Another thread that comes now sees the same block.
      pthread_mutex_unlock(&all_mutex);
      usleep(500);
      pthread_mutex_lock(&all_mutex);
      if (i < kept_count && kept[i] == block) kept[i] = kept[--kept_count];
      return block;
    }
    kept[i] = kept[--kept_count];
    return block;
  }
  return NULL;
}
static void keep_block(void* block) {
  for (int copies = bug("memory-given-twice") ? 2 : 1; copies > 0 && kept_count < 64; --copies) kept[kept_count++] = block;
  if (bug("memory-written-late")) later_again(block, NULL, (uint64_t)*header(block));
}

// The number of the device that a block is on, behind its size.
static int64_t owner_of(void* opaque) { return header(opaque)[1]; }

static void allocate(const SP_Device* d, uint64_t size, int64_t memory_space, SP_DeviceMemoryBase* mem) {
  mem->struct_size = SP_DEVICE_MEMORY_BASE_STRUCT_SIZE;
  mem->opaque = NULL;
  mem->size = 0;
  if (fails("allocate", NULL)) return;
  static const char* allowed = NULL;
  allowed = getenv("DEVICE_ALLOCATIONS");
  pthread_mutex_lock(&all_mutex);
  const int fits = size <= (uint64_t)(kTotal - used[d->ordinal]) &&
                   (allowed == NULL || allocations[0] + allocations[1] < atoi(allowed));
  if (fits || (bug("exhaustion") && size > (uint64_t)kTotal)) {
    if (fits) used[d->ordinal] += (int64_t)size;
    ++allocations[d->ordinal];
    void* old = keeps_blocks() ? kept_block(size) : NULL;
    if (old != NULL) {
      mem->opaque = old;
      mem->size = size;
      pthread_mutex_unlock(&all_mutex);
      return;
    }
    static void* same = NULL;
    char* block = aligned_alloc(64, 64 + ((fits ? size : 1) + 127) / 64 * 64);
    if (bug("overlap") && size == 4096) {
      if (same == NULL) same = block;
      else block = same;
    }
    mem->opaque = block + 64 + (bug("alignment") && size > 1 ? 1 : 0);
    mem->size = size;
    if (!bug("alignment")) {
      header(mem->opaque)[0] = fits ? (int64_t)size : 0;
      header(mem->opaque)[1] = d->ordinal;
    }
  }
  pthread_mutex_unlock(&all_mutex);
}
static void deallocate(const SP_Device* d, SP_DeviceMemoryBase* mem) {
  if (mem->opaque == NULL && bug("free-nothing")) crash();
  if (mem->opaque == NULL || bug("leak") || bug("alignment") || bug("overlap")) return;
  pthread_mutex_lock(&all_mutex);
  used[d->ordinal] -= *header(mem->opaque);
  if (keeps_blocks()) keep_block(mem->opaque);
  pthread_mutex_unlock(&all_mutex);
  if (keeps_blocks()) return;
  void* block = (char*)mem->opaque - 64;
  release(block, bug("memory-freed-twice"));
  mem->opaque = NULL;
  mem->size = 0;
}
// Blocks of host memory, of which there are DEVICE_HOST_BLOCKS at a time, and what lay in them; DEVICE_HOST_REPORT prints the counts.
static pthread_mutex_t host_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct { char* at; uint64_t size; } host_blocks[64];
static int host_count = 0, host_given = 0, host_back = 0, host_refused = 0, copies_in = 0, copies_out = 0, outputs_in = 0, outputs_out = 0;

static void* host_allocate(const SP_Device* d, uint64_t size) {
  if (bug("host-memory") || fails("host_memory_allocate", NULL)) return NULL;
  const char* most = getenv("DEVICE_HOST_BLOCKS");
  pthread_mutex_lock(&host_mutex);
  const int is_there = most == NULL || host_count < atoi(most);
  void* block = is_there ? malloc(bug("host-memory-too-much") && size > (uint64_t)kTotal ? 64 : size) : NULL;
  if (block == NULL) ++host_refused;
  if (block != NULL) ++host_given;
  if (block != NULL && host_count < 64) {
    host_blocks[host_count].at = block;
    host_blocks[host_count++].size = size;
  }
  pthread_mutex_unlock(&host_mutex);
  return block;
}
static void host_deallocate(const SP_Device* d, void* mem) {
  pthread_mutex_lock(&host_mutex);
  ++host_back;
  for (int i = 0; i < host_count; ++i) {
    if (host_blocks[i].at == mem) host_blocks[i] = host_blocks[--host_count];
  }
  pthread_mutex_unlock(&host_mutex);
  free(mem);
}
// Counts what lies in a block, or elsewhere.
static void count_place(const void* at, uint64_t size, int* in, int* out) {
  const char* start = at;
  pthread_mutex_lock(&host_mutex);
  int is_in = 0;
  for (int i = 0; i < host_count; ++i) {
    is_in |= start >= host_blocks[i].at && start + size <= host_blocks[i].at + host_blocks[i].size;
  }
  ++*(is_in ? in : out);
  pthread_mutex_unlock(&host_mutex);
}
static void report_host_memory(void) {
  if (getenv("DEVICE_HOST_REPORT") == NULL) return;
  printf("host memory: %d blocks given, %d back, %d refused; %d copies into them, %d elsewhere; %d outputs in them, %d elsewhere\n",
         host_given, host_back, host_refused, copies_in, copies_out, outputs_in, outputs_out);
}
static void* unified_allocate(const SP_Device* d, uint64_t size) {
  return bug("unified-memory") || fails("unified_memory_allocate", NULL) ? NULL : malloc(size);
}
static void unified_deallocate(const SP_Device* d, void* mem) { free(mem); }
static TF_Bool allocator_stats(const SP_Device* d, SP_AllocatorStats* stats) {
  if (bug("statistics-nothing")) return 1;
  if (fails("get_allocator_stats", NULL)) return 1;
  stats->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;
  stats->num_allocs = allocations[d->ordinal];
  stats->bytes_in_use = bug("statistics") ? -1 : used[d->ordinal];
  stats->peak_bytes_in_use = used[d->ordinal];
  return 1;
}
static TF_Bool memory_usage(const SP_Device* d, int64_t* free_bytes, int64_t* total) {
  if (bug("usage-nothing")) return 1;
  *total = kTotal;
  *free_bytes = bug("usage") ? kTotal + 1 : kTotal - used[d->ordinal];
  return !fails("device_memory_usage", NULL);
}

static void create_stream(const SP_Device* d, SP_Stream* stream, TF_Status* status) {
  *stream = NULL;
  if (fails("create_stream", status) || bug("stream-null")) return;
  SP_Stream s = calloc(1, sizeof *s);
  s->device = d;
  pthread_mutex_init(&s->mutex, NULL);
  pthread_cond_init(&s->changed, NULL);
  pthread_create(&s->thread, NULL, &work, s);
  pthread_mutex_lock(&all_mutex);
  s->next = all_streams;
  all_streams = s;
  pthread_mutex_unlock(&all_mutex);
  *stream = s;
}
static void destroy_stream(const SP_Device* d, SP_Stream s) {
  pthread_mutex_lock(&all_mutex);
  for (SP_Stream* at = &all_streams; *at != NULL; at = &(*at)->next) {
    if (*at == s && !bug("stream-kept")) {
      *at = s->next;
      break;
    }
  }
  pthread_mutex_unlock(&all_mutex);
  pthread_mutex_lock(&s->mutex);
  s->is_ending = 1;
  pthread_cond_signal(&s->changed);
  pthread_mutex_unlock(&s->mutex);
  pthread_join(s->thread, NULL);
  release(s, bug("stream-freed-twice"));
}
static void stream_dependency(const SP_Device* d, SP_Stream dependent, SP_Stream other, TF_Status* status) {
  if (fails("create_stream_dependency", status) || bug("dependency")) return;
  if (bug("dependency-waits")) drain(other);
  if (bug("dependency-between-devices") && dependent->device != other->device) return;
  Marker* m = mark(other);
  push(dependent, (Task){.run = &run_wait, .marker = m});
}
static void stream_status(const SP_Device* d, SP_Stream s, TF_Status* status) {
  if (fails("get_stream_status", status)) return;
  if (bug("stream-status-waits")) drain(s);
  if (bug("stream-status")) TF_SetStatus(status, TF_INTERNAL, "a stream that nobody used is broken");
}

static void create_event(const SP_Device* d, SP_Event* event, TF_Status* status) {
  *event = NULL;
  if (fails("create_event", status) || bug("event-nothing")) return;
  *event = calloc(1, sizeof **event);
  pthread_mutex_init(&(*event)->mutex, NULL);
}
static void destroy_event(const SP_Device* d, SP_Event event) {
  if (event->marker != NULL) marker_drop(event->marker);
  release(event, bug("event-freed-twice"));
}
static Marker* current(SP_Event event) {
  pthread_mutex_lock(&event->mutex);
  Marker* m = event->marker;
  if (m != NULL) {
    pthread_mutex_lock(&m->mutex);
    ++m->refs;
    pthread_mutex_unlock(&m->mutex);
  }
  pthread_mutex_unlock(&event->mutex);
  return m;
}
static void run_wait_latest(Task* t) {
  usleep(10000);
  Marker* m = current(t->to);
  marker_wait(m);
  marker_drop(m);
}
static SE_EventStatus event_status(const SP_Device* d, SP_Event event) {
  if (bug("event-early")) return event->marker != NULL ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
  Marker* m = current(event);
  if (m == NULL || bug("event-never")) {
    if (m != NULL) marker_drop(m);
    return SE_EVENT_PENDING;
  }
  if (bug("event-status-waits")) marker_wait(m);
  pthread_mutex_lock(&m->mutex);
  const int is_done = m->is_done;
  pthread_mutex_unlock(&m->mutex);
  marker_drop(m);
  return is_done ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
}
static void record_event(const SP_Device* d, SP_Stream s, SP_Event event, TF_Status* status) {
  if (fails("record_event", status)) return;
  if (bug("event-reuse") && event->marker != NULL) return;
  Marker* m = mark(s);
  s->last_event = event;
  pthread_mutex_lock(&event->mutex);
  Marker* old = event->marker;
  event->marker = m;
  pthread_mutex_unlock(&event->mutex);
  if (old != NULL) marker_drop(old);
}
static void wait_for_event(const SP_Device* const d, SP_Stream s, SP_Event event, TF_Status* const status) {
  if (fails("wait_for_event", status) || bug("event-wait")) return;
  if (bug("event-wait-latest")) {
    push(s, (Task){.run = &run_wait_latest, .to = event});
    return;
  }
  Marker* m = current(event);
  if (m != NULL) push(s, (Task){.run = &run_wait, .marker = m});
}
static void block_for_event(const SP_Device* d, SP_Event event, TF_Status* status) {
  if (fails("block_host_for_event", status) || bug("event-block")) return;
  Marker* m = current(event);
  if (m == NULL) return;
  marker_wait(m);
  marker_drop(m);
}

static void create_timer(const SP_Device* d, SP_Timer* timer, TF_Status* status) {
  *timer = NULL;
  if (!fails("create_timer", status)) *timer = calloc(1, sizeof **timer);
}
static void destroy_timer(const SP_Device* d, SP_Timer timer) {
  release(timer, bug("timer-freed-twice"));
}
static void run_clock(Task* t) { clock_gettime(CLOCK_MONOTONIC, t->to); }
static void start_timer(const SP_Device* d, SP_Stream s, SP_Timer timer, TF_Status* status) {
  if (!fails("start_timer", status)) push(s, (Task){.run = &run_clock, .to = &timer->start});
}
static void stop_timer(const SP_Device* d, SP_Stream s, SP_Timer timer, TF_Status* status) {
  if (fails("stop_timer", status)) return;
  push(s, (Task){.run = &run_clock, .to = &timer->stop});
  drain(s);
  s->last_timer = timer;
}
static uint64_t nanoseconds(SP_Timer t) {
  if (bug("timer")) return 1;
  return (uint64_t)((t->stop.tv_sec - t->start.tv_sec) * 1000000000LL + (t->stop.tv_nsec - t->start.tv_nsec));
}

static void dtoh(const SP_Device* d, SP_Stream s, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* status) {
  count_place(to, size, &copies_in, &copies_out);
  if (fails("memcpy_dtoh", status) || bug("copy-to-host-nothing")) return;
  if (bug("copy-to-host-hangs")) hang();
  if (bug("copy-to-host")) size = size / 4 * 4;
  if (bug("copy-to-host-again")) later_again(to, from->opaque, size);
  if (bug("copy-to-host-waits")) drain(s);
  push_unless(s, "copy-to-host-early", (Task){.run = &run_copy, .to = to, .from = from->opaque, .size = size});
}
static void htod(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status* status) {
  if (fails("memcpy_htod", status) || bug("copy-to-device-nothing")) return;
  if (bug("copy-to-device") && size > 4096) size = 4096;
  if (bug("copy-large") && size > (8 << 20)) size = 8 << 20;
  if (bug("overrun") && size > 0) push(s, (Task){.run = &run_set, .to = (char*)to->opaque + size, .pattern = 0, .size = 1});
  if (bug("copy-to-device-again")) later_again(to->opaque, from, size);
  if (bug("status-late")) push(s, (Task){.run = &run_late_status, .to = status});
  if (bug("struct-kept")) push(s, (Task){.run = &run_copy_to_struct, .from2 = to, .from = from, .size = size});
  else push_unless(s, "copy-to-device-early", (Task){.run = &run_copy, .to = to->opaque, .from = from, .size = size});
}
static void dtod(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size,
                 TF_Status* status) {
  if (fails("memcpy_dtod", status)) return;
  if (bug("copy-on-device")) size = size / 2;
  if (bug("copy-between-devices") && owner_of(to->opaque) != owner_of(from->opaque)) return;
  push_unless(s, "copy-on-device-early", (Task){.run = &run_copy, .to = to->opaque, .from = from->opaque, .size = size});
}
static void sync_dtoh(const SP_Device* d, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* s) {
  if (fails("sync_memcpy_dtoh", s)) return;
  memcpy(to, from->opaque, bug("sync-copy-to-host") && size % 2 == 1 ? size - 1 : size);
}
static void sync_htod(const SP_Device* d, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status* s) {
  if (fails("sync_memcpy_htod", s)) return;
  memcpy(to->opaque, from, bug("sync-copy-to-device") && size > 64 ? 64 : size);
}
static void sync_dtod(const SP_Device* d, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status* s) {
  if (fails("sync_memcpy_dtod", s)) return;
  memcpy(to->opaque, from->opaque, bug("sync-copy-on-device") ? size / 2 : size);
}
static void block_until_done(const SP_Device* d, SP_Stream s, TF_Status* status) {
  if (fails("block_host_until_done", status) || bug("stream-block")) return;
  drain(s);
}
static void synchronize(const SP_Device* d, TF_Status* status) {
  if (fails("synchronize_all_activity", status) || bug("synchronize")) return;
  SP_Stream streams[256];
  int n = 0;
  pthread_mutex_lock(&all_mutex);
  for (SP_Stream s = all_streams; s != NULL && n < 256; s = s->next) streams[n++] = s;
  pthread_mutex_unlock(&all_mutex);
  for (int i = 0; i < n; ++i) {
    if (bug("stream-kept") && streams[i]->last != NULL) streams[i]->last->kind = 0;
    drain(streams[i]);
  }
}
static void mem_zero(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint64_t size, TF_Status* status) {
  if (fails("mem_zero", status)) return;
  push_unless(s, "mem-zero-early", (Task){.run = &run_set, .to = at->opaque, .pattern = bug("mem-zero") ? 1 : 0, .size = size});
}
static void mem_set(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint8_t pattern, uint64_t size, TF_Status* status) {
  if (fails("memset", status)) return;
  push(s, (Task){.run = &run_set, .to = at->opaque, .pattern = bug("mem-set") ? pattern & 0x7f : pattern, .size = size});
}
static void mem_set32(const SP_Device* d, SP_Stream s, SP_DeviceMemoryBase* at, uint32_t pattern, uint64_t size, TF_Status* status) {
  if (fails("memset32", status)) return;
  if (bug("mem-set32-crashes")) crash();
  push_unless(s, "mem-set32-early", (Task){.run = &run_set32, .to = at->opaque, .pattern = bug("mem-set32") ? pattern & 0xffff : pattern, .size = size});
}
static TF_Bool host_callback(const SP_Device* d, SP_Stream s, SE_StatusCallbackFn callback, void* argument) {
  static int count = 0;
  if (fails("host_callback", NULL)) return !is_set("DEVICE_FAIL", "host_callback");
  if (is_set("DEVICE_SPURIOUS", "host_callback")) {
    push(s, (Task){.run = &run_callback, .callback = callback, .to = argument, .stream = s});
    return 0;
  }
  if (bug("callback-lost") && ++count % 20 == 0) return 1;
  push(s, (Task){.run = &run_callback, .callback = callback, .to = argument, .stream = s});
  return bug("callback-result") ? 0 : 1;
}

static void device_count(const SP_Platform* platform, int* count, TF_Status* status) {
  static int calls = 0;
  if (fails("get_device_count", status) || bug("device-count-nothing")) return;
  if (bug("device-count-hangs")) hang();
  *count = bug("device-count") ? 2 + calls++ : 2;
}
static void create_device(const SP_Platform* platform, SE_CreateDeviceParams* params, TF_Status* status) {
  if (fails("create_device", status) || bug("create-device-nothing")) return;
  if (bug("create-device-hangs")) hang();
  const int ordinal = params->ordinal;
  if (bug("no-such-device")) params->ordinal = 0;
  tfrt_create_device(platform, params, status);
  if (bug("no-such-device")) params->device->ordinal = ordinal;
  if (bug("ordinal")) params->device->ordinal = 0;
}
static int32_t numa_node(const SP_Device* device) { return bug("numa-node") ? -9 : -1; }
static int64_t bandwidth(const SP_Device* device) { return 1000; }
static double gflops(const SP_Device* device) { return 1; }
static void create_device_fns(const SP_Platform* platform, SE_CreateDeviceFnsParams* params, TF_Status* status) {
  if (!fails("create_device_fns", status)) tfrt_create_device_fns(platform, params, status);
}
static void create_executor(const SP_Platform* platform, SE_CreateStreamExecutorParams* params, TF_Status* status) {
  if (fails("create_stream_executor", status)) return;
  tfrt_create_executor(platform, params, status);
  // What a later version of the header would have: fields behind those that the host knows.
  SP_StreamExecutor* se = params->stream_executor;
  if (getenv("DEVICE_NEWER") != NULL) {
    se->struct_size = sizeof *se + 4 * sizeof(void*);
    for (int i = 0; i < 4; ++i) ((void**)(se + 1))[i] = se;
  }
}

static const TFRT_Platform kPlatform = {
    .name = "THREADS",
    .type = DEVICE_TYPE,
    .supports_unified_memory = 1,
    .device_count = 2,
    .hardware_name = "threads",
    .device_vendor = "test",
    .device_fns = {.get_numa_node = numa_node, .get_memory_bandwidth = bandwidth, .get_gflops = gflops},
    .timer_fns = {.nanoseconds = nanoseconds},
    .executor = {
        .allocate = allocate,
        .deallocate = deallocate,
        .host_memory_allocate = host_allocate,
        .host_memory_deallocate = host_deallocate,
        .unified_memory_allocate = unified_allocate,
        .unified_memory_deallocate = unified_deallocate,
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

__attribute__((destructor)) static void at_exit(void) {
  report_host_memory();
  if (bug("exit-hangs")) hang();
}

void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) {
  if (bug("init-hangs")) hang();
  TFRT_InitPlatform(params, &kPlatform);
  params->platform->use_bfc_allocator = getenv("DEVICE_POOL") != NULL;
  SP_PlatformFns* fns = params->platform_fns;
  fns->get_device_count = device_count;
  fns->create_device = create_device;
  fns->create_device_fns = create_device_fns;
  fns->create_stream_executor = create_executor;
  // What an earlier version of the header would have: no timers.
  if (getenv("DEVICE_OLDER") != NULL) {
    fns->struct_size = TF_OFFSET_OF_END(SP_PlatformFns, destroy_stream_executor);
    fns->create_timer_fns = NULL;
    fns->destroy_timer_fns = NULL;
  }
  if (getenv("DEVICE_NEWER") != NULL) {
    params->platform->struct_size = sizeof *params->platform + sizeof(void*);
    ((void**)(params->platform + 1))[0] = params;
    fns->struct_size = sizeof *fns + sizeof(void*);
    ((void**)(fns + 1))[0] = params;
  }
}

// Kernels: each is a task of the stream.

enum { kAdd, kMul, kRelu };
static void run_kernel(Task* t) {
  const float *a = t->from, *b = t->from2;
  float* c = t->to;
  for (uint64_t i = 0; i < t->size; ++i) {
    const float y = b[i * (t->pattern != 0)];
    c[i] = t->kind == kAdd ? a[i] + y : t->kind == kMul ? a[i] * y : a[i] > 0 ? a[i] : 0;
  }
}

static void compute(TF_OpKernelContext* ctx, int kind, int inputs) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, inputs)) {
    SP_Stream stream = TF_GetStream(ctx, call.status);
    const TF_Tensor *a = call.in[0], *b = call.in[inputs - 1];
    const int64_t n = TF_TensorElementCount(a), m = TF_TensorElementCount(b);
    if (m != n && m != 1) {
      TFRT_Refuse(&call, TF_UNIMPLEMENTED, "the second operand must have the shape of the first, or one element");
    } else if (stream != NULL && TFRT_OutputLike(&call, 0)) {
      push(stream, (Task){.run = &run_kernel, .to = TF_TensorData(call.out), .from = TF_TensorData(a),
                          .from2 = TF_TensorData(b), .size = (uint64_t)n, .pattern = m == n, .kind = kind});
    }
  }
  TFRT_End(&call);
}
static void add_compute(void* state, TF_OpKernelContext* ctx) { compute(ctx, kAdd, 2); }
static void mul_compute(void* state, TF_OpKernelContext* ctx) { compute(ctx, kMul, 2); }
static void relu_compute(void* state, TF_OpKernelContext* ctx) { compute(ctx, kRelu, 1); }

// A kernel whose output is in host memory.
static void shape_compute(void* state, TF_OpKernelContext* ctx) {
  TFRT_Call call;
  if (TFRT_Begin(&call, ctx, 1)) {
    const int rank = TF_NumDims(call.in[0]);
    const int64_t dims[] = {rank};
    if (TFRT_Output(&call, TF_INT32, dims, 1)) {
      int32_t* sizes = TF_TensorData(call.out);
      for (int i = 0; i < rank; ++i) sizes[i] = (int32_t)TF_Dim(call.in[0], i);
      count_place(sizes, (uint64_t)rank * sizeof *sizes, &outputs_in, &outputs_out);
    }
  }
  TFRT_End(&call);
}

static void kernel(const char* op, void (*compute)(void*, TF_OpKernelContext*)) {
  TFRT_AddKernel(op, DEVICE_TYPE, "T", TF_FLOAT, NULL, compute, NULL);
}
void TF_InitKernel(void) {
  kernel("AddV2", &add_compute);
  kernel("Mul", &mul_compute);
  kernel("Relu", &relu_compute);
  if (getenv("DEVICE_HOST_REPORT") == NULL) return;
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder("Shape", DEVICE_TYPE, NULL, &shape_compute, NULL);
  TF_KernelBuilder_HostMemory(builder, "output");
  TF_RegisterKernelBuilder("Shape", builder, status);
  TF_DeleteStatus(status);
}
