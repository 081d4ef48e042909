/* A library of kernels: every part of the interface once. Build it with
 *
 *     cc -shared -fPIC -I executor/include executor/examples/c/greeter.c -o greeter.so
 *
 * and run a program with it: tfrt-run --shared_libs=./greeter.so program.mlir */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tfrt_kernel_api.h"

static const TFRT_KernelApi* api;

/* (i32, i32) -> i32 */
static void add(TFRT_Frame* frame, void* user_data) {
  (void)user_data;
  int32_t a, b;
  if (!api->get_scalar(frame, 0, TFRT_I32, &a) || !api->get_scalar(frame, 1, TFRT_I32, &b)) return;
  int32_t sum = (int32_t)((uint32_t)a + (uint32_t)b);
  api->set_scalar(frame, 0, TFRT_I32, &sum);
}

/* (i32, i32) -> (i32, i32), or an error */
static void divide(TFRT_Frame* frame, void* user_data) {
  (void)user_data;
  int32_t a, b;
  if (!api->get_scalar(frame, 0, TFRT_I32, &a) || !api->get_scalar(frame, 1, TFRT_I32, &b)) return;
  if (b == 0) {
    api->fail(frame, TFRT_INVALID_ARGUMENT, "greeter: division by zero");
    return;
  }
  int32_t quotient = b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b, rest = b == -1 ? 0 : a % b;
  api->set_scalar(frame, 0, TFRT_I32, &quotient);
  api->set_scalar(frame, 1, TFRT_I32, &rest);
}

/* A payload of our own. */
typedef struct Greeting {
  int64_t times;
  size_t size;
  char text[];
} Greeting;

static const TFRT_ObjectType greeting = {sizeof(TFRT_ObjectType), "a greeting", free};

/* () {text : string, times : i64} -> greeting */
static void make(TFRT_Frame* frame, void* user_data) {
  (void)user_data;
  TFRT_Bytes text;
  int64_t times;
  if (!api->attr_string(frame, 0, &text) || !api->attr_scalar(frame, 1, TFRT_I64, &times)) return;
  Greeting* made = malloc(sizeof(Greeting) + text.size);
  if (!made) {
    api->fail(frame, TFRT_RESOURCE_EXHAUSTED, "greeter: no memory");
    return;
  }
  made->times = times;
  made->size = text.size;
  memcpy(made->text, text.data, text.size);
  api->set_object(frame, 0, &greeting, made);
}

/* greeting -> string */
static void greet(TFRT_Frame* frame, void* user_data) {
  const char* who = user_data;
  void* payload;
  if (!api->get_object(frame, 0, &greeting, &payload)) return;
  const Greeting* made = payload;
  char line[200];
  int size = snprintf(line, sizeof line, "%.*s, %s (%lld times)", (int)made->size, made->text, who,
                      (long long)made->times);
  api->set_string(frame, 0, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

/* A result that comes later. */
typedef struct Pending {
  TFRT_Promise* promise;
  int32_t value;
} Pending;

static void deliver(void* data, bool dropped) {
  Pending* pending = data;
  if (dropped) {
    api->promise_fail(pending->promise, TFRT_CANCELLED, "greeter: dropped");
  } else if (pending->value < 0) {
    api->promise_fail(pending->promise, TFRT_OUT_OF_RANGE, "greeter: negative");
  } else {
    int32_t next = pending->value + 1;
    api->promise_scalar(pending->promise, TFRT_I32, &next);
  }
  free(pending);
}

/* i32 -> i32 */
static void increment_later(TFRT_Frame* frame, void* user_data) {
  Pending pending;
  if (!api->get_scalar(frame, 0, TFRT_I32, &pending.value)) return;
  pending.promise = api->promise(frame, 0);
  Pending* kept = malloc(sizeof pending);
  if (!pending.promise || !kept) abort();
  *kept = pending;
  /* Which of the two is what the kernel was registered with. */
  if (user_data) {
    api->enqueue_blocking(frame, deliver, kept);
  } else {
    api->enqueue(frame, deliver, kept);
  }
}

/* (tensor of f32) {by : array of f32} -> tensor of f32, each element times the array's element at the same place */
static void scale(TFRT_Frame* frame, void* user_data) {
  (void)user_data;
  TFRT_TensorView from;
  const void* factors;
  size_t count;
  void* to;
  if (!api->get_tensor(frame, 0, &from) || !api->attr_array(frame, 0, TFRT_F32, &factors, &count)) return;
  if (from.type != TFRT_F32 || from.size != count * sizeof(float)) {
    api->fail(frame, TFRT_INVALID_ARGUMENT, "greeter: as many factors as elements, please");
    return;
  }
  if (!api->set_tensor(frame, 0, TFRT_F32, from.rank, from.dims, &to)) return;
  for (size_t i = 0; i < count; ++i) ((float*)to)[i] = ((const float*)from.data)[i] * ((const float*)factors)[i];
}

/* Any operands -> i64: how many there are */
static void count(TFRT_Frame* frame, void* user_data) {
  (void)user_data;
  int64_t count = (int64_t)api->num_operands(frame);
  api->set_scalar(frame, 0, TFRT_I64, &count);
}

#define DEF(NAME, RUN) .struct_size = sizeof(TFRT_KernelDef), .name = NAME, .run = RUN
#define LIST(FIELD, ...) \
  .num_##FIELD = sizeof((TFRT_Type[]){__VA_ARGS__}) / sizeof(TFRT_Type), .FIELD = (TFRT_Type[]){__VA_ARGS__}

TFRT_EXPORT void RegisterKernels(const TFRT_KernelApi* table) {
  api = table;
  if (api->struct_size < sizeof(TFRT_KernelApi)) abort(); /* an older host: this library needs all of the table */
  const TFRT_AttrSpec text_and_times[] = {{TFRT_ATTR_STRING, 0}, {TFRT_ATTR_SCALAR, TFRT_I64}};
  const TFRT_AttrSpec factors[] = {{TFRT_ATTR_ARRAY, TFRT_F32}};
  const TFRT_KernelDef defs[] = {
      {DEF("greeter.add", add), .flags = TFRT_KERNEL_PURE | TFRT_KERNEL_SYNC, LIST(operands, TFRT_I32, TFRT_I32),
       LIST(results, TFRT_I32)},
      {DEF("greeter.div", divide), .flags = TFRT_KERNEL_PURE, LIST(operands, TFRT_I32, TFRT_I32),
       LIST(results, TFRT_I32, TFRT_I32)},
      {DEF("greeter.make", make), LIST(results, TFRT_OBJECT), .num_attrs = 2, .attrs = text_and_times},
      {DEF("greeter.greet", greet), .user_data = "world", LIST(operands, TFRT_OBJECT), LIST(results, TFRT_OBJECT)},
      {DEF("greeter.increment", increment_later), .flags = TFRT_KERNEL_ASYNC, LIST(operands, TFRT_I32),
       LIST(results, TFRT_I32)},
      {DEF("greeter.increment_blocking", increment_later), .flags = TFRT_KERNEL_ASYNC, .user_data = "blocking",
       LIST(operands, TFRT_I32), LIST(results, TFRT_I32)},
      {DEF("greeter.scale", scale), LIST(operands, TFRT_OBJECT), LIST(results, TFRT_OBJECT), .num_attrs = 1,
       .attrs = factors},
      {DEF("greeter.count", count), .flags = TFRT_KERNEL_VARIADIC, LIST(results, TFRT_I64)},
  };
  for (size_t i = 0; i < sizeof defs / sizeof defs[0]; ++i) {
    /* A kernel that is refused makes the whole library fail to load, with the reason. */
    api->register_kernel(api->registry, &defs[i]);
  }
}
