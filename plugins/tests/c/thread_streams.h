// Streams that are threads: nothing is done when a function returns. With DEVICE_BUG=name in the environment they, and the device that
// has them, have that one bug. With DEVICE_FAIL=name the callback of that name fails; with DEVICE_SILENT=name it does nothing, and says
// that all is well; with DEVICE_SPURIOUS=name it works, and says that it failed.

#ifndef THREAD_STREAMS_H_
#define THREAD_STREAMS_H_

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tensorflow/c/experimental/stream_executor/stream_executor.h"

static int is_set(const char* variable, const char* name) {
  const char* value = getenv(variable);
  return value != NULL && strcmp(value, name) == 0;
}
static int bug(const char* name) { return is_set("DEVICE_BUG", name); }
// Bugs that end a process, or never end.
static void crash(void) { abort(); }
// Frees something, in a device with a bug twice; the compiler is not to see it.
static void release(void* block, int is_twice) {
  void (*volatile give_back)(void*) = &free;
  for (int i = 0; i <= is_twice; ++i) give_back(block);
}
static void hang(void) {
  for (;;) pause();
}
// Whether a callback is to do nothing.
static int fails(const char* name, TF_Status* status) {
  const int is_loud = is_set("DEVICE_FAIL", name);
  if (status != NULL && (is_loud || is_set("DEVICE_SPURIOUS", name))) TF_SetStatus(status, TF_INTERNAL, "failed on purpose");
  return is_loud || is_set("DEVICE_SILENT", name);
}

// What is in a stream before a point.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int is_done;
  int refs;
} Marker;

static Marker* marker_new(int refs) {
  Marker* m = calloc(1, sizeof *m);
  pthread_mutex_init(&m->mutex, NULL);
  pthread_cond_init(&m->changed, NULL);
  m->refs = refs;
  return m;
}
static void marker_drop(Marker* m) {
  pthread_mutex_lock(&m->mutex);
  const int left = --m->refs;
  pthread_mutex_unlock(&m->mutex);
  if (left == 0) free(m);
}
static void marker_reach(Marker* m) {
  pthread_mutex_lock(&m->mutex);
  m->is_done = 1;
  pthread_cond_broadcast(&m->changed);
  pthread_mutex_unlock(&m->mutex);
}
static void marker_wait(Marker* m) {
  pthread_mutex_lock(&m->mutex);
  while (!m->is_done) pthread_cond_wait(&m->changed, &m->mutex);
  pthread_mutex_unlock(&m->mutex);
}

typedef struct Task {
  void (*run)(struct Task*);
  struct Task* next;
  void* to;
  const void* from;
  const void* from2;
  uint64_t size;
  uint32_t pattern;
  Marker* marker;
  SE_StatusCallbackFn callback;
  SP_Stream stream;
  int kind;
} Task;

struct SP_Stream_st {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  Task* first;
  Task* last;
  int is_ending;
  struct SP_Stream_st* next;
  const SP_Device* device;
  // What a device with a bug keeps that is no longer there.
  SP_Event last_event;
  SP_Timer last_timer;
};
struct SP_Event_st {
  pthread_mutex_t mutex;
  Marker* marker;
};
struct SP_Timer_st {
  struct timespec start, stop;
};

static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER;
static SP_Stream all_streams = NULL;

static void* work(void* argument) {
  SP_Stream s = argument;
  for (;;) {
    pthread_mutex_lock(&s->mutex);
    while (s->first == NULL && !s->is_ending) pthread_cond_wait(&s->changed, &s->mutex);
    if (s->first == NULL) {
      pthread_mutex_unlock(&s->mutex);
      return NULL;
    }
    Task* t = s->first;
    const int swaps = (bug("stream-order") && t->next != NULL && t->next->size > 0 && t->size > 0) ||
                      (bug("stream-order-callbacks") && t->next != NULL && t->next->next != NULL &&
                       t->callback != NULL && t->next->callback != NULL);
    if (swaps) {
      Task* second = t->next;
      t->next = second->next;
      if (s->last == second) s->last = t;
      t = second;
    } else {
      s->first = t->next;
      if (s->first == NULL) s->last = NULL;
    }
    pthread_mutex_unlock(&s->mutex);
    if (getenv("DEVICE_BUG") != NULL && strncmp(getenv("DEVICE_BUG"), "stream-order", 12) == 0) usleep(2000);
    t->run(t);
    free(t);
  }
}

static void push(SP_Stream s, Task task) {
  if (bug("event-kept") && s->last_event != NULL && s->last_event->marker != NULL) ++s->last_event->marker->refs;
  Task* t = malloc(sizeof *t);
  *t = task;
  t->next = NULL;
  if (bug("stream-unlocked")) {
    // Threads that come at a time write to the same end of the queue: what all but the first of them wrote is lost.
    static int writing = 0;
    const int others = __atomic_fetch_add(&writing, 1, __ATOMIC_SEQ_CST);
    usleep(200);
    __atomic_fetch_sub(&writing, 1, __ATOMIC_SEQ_CST);
    if (others > 0) {
      free(t);
      return;
    }
  }
  pthread_mutex_lock(&s->mutex);
  if (s->last != NULL) s->last->next = t;
  else s->first = t;
  s->last = t;
  pthread_cond_signal(&s->changed);
  pthread_mutex_unlock(&s->mutex);
}

// What a stream is given, in a device with this bug at once.
static void push_unless(SP_Stream s, const char* early, Task task) {
  if (bug(early)) task.run(&task);
  else push(s, task);
}

static void run_mark(Task* t) {
  marker_reach(t->marker);
  marker_drop(t->marker);
}
static void run_wait(Task* t) {
  marker_wait(t->marker);
  marker_drop(t->marker);
}
static char staging[1 << 21];
static void run_copy(Task* t) {
  if (bug("threads") && t->size <= sizeof staging) {
    memcpy(staging, t->from, t->size);
    usleep(200);
    memcpy(t->to, staging, t->size);
    return;
  }
  memcpy(t->to, t->from, t->size);
}
static void run_set(Task* t) { memset(t->to, (int)t->pattern, t->size); }
static void run_set32(Task* t) {
  for (uint64_t i = 0; i < t->size / 4; ++i) ((uint32_t*)t->to)[i] = t->pattern;
}
static void run_callback(Task* t) {
  TF_Status* status = TF_NewStatus();
  t->callback(t->to, bug("callback-status") ? NULL : status);
  if (bug("callback-twice")) t->callback(t->to, status);
  if (bug("callback-error") && TF_GetCode(status) != TF_OK) crash();
  TF_DeleteStatus(status);
  SP_Stream s = t->stream;
  if (bug("timer-kept") && s->last_timer != NULL) clock_gettime(CLOCK_MONOTONIC, &s->last_timer->stop);
}
static void run_late_status(Task* t) { TF_SetStatus(t->to, TF_INTERNAL, "late"); }
static void run_copy_to_struct(Task* t) { memcpy(((const SP_DeviceMemoryBase*)t->from2)->opaque, t->from, t->size); }

// A device that does something to memory once more, when it is nobody's business any more.
typedef struct {
  void* to;
  const void* from;  // NULL: the memory is filled
  uint64_t size;
} Again;
static void* do_again(void* argument) {
  Again again = *(Again*)argument;
  free(argument);
  usleep(20000);
  if (again.from != NULL) memcpy(again.to, again.from, again.size);
  else memset(again.to, 0xcc, again.size);
  return NULL;
}
static void later_again(void* to, const void* from, uint64_t size) {
  pthread_t thread;
  Again* again = malloc(sizeof *again);
  *again = (Again){to, from, size};
  pthread_create(&thread, NULL, &do_again, again);
  pthread_detach(thread);
}

static Marker* mark(SP_Stream s) {
  Marker* m = marker_new(2);
  push(s, (Task){.run = &run_mark, .marker = m});
  return m;
}
static void drain(SP_Stream s) {
  Marker* m = mark(s);
  marker_wait(m);
  marker_drop(m);
}

#endif  // THREAD_STREAMS_H_
