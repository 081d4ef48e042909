// What the device and its kernels share.

#ifndef TFRT_EXAMPLES_OPENCL_DEVICE_H_
#define TFRT_EXAMPLES_OPENCL_DEVICE_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>

#include "tensorflow/c/experimental/stream_executor/stream_executor.h"
#include "tfrt/platform.h"

// What a tensor's data pointer points to.
typedef struct {
  cl_mem memory;
} Buffer;

struct SP_Stream_st {
  cl_command_queue queue;
  int ordinal;
  struct SP_Stream_st* next;
};
struct SP_Event_st {
  pthread_mutex_t mutex;
  cl_event event;
};
struct SP_Timer_st {
  cl_event start, stop;
};

cl_context context_of(int ordinal);
cl_device_id device_of(int ordinal);

// Whether a call succeeded; if not, the status says which one.
int check(cl_int code, const char* what, TF_Status* status);

#endif  // TFRT_EXAMPLES_OPENCL_DEVICE_H_
