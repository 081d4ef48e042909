/* Kernels in a shared library, in C.
 *
 * A library exports one function:
 *
 *     void RegisterKernels(const TFRT_KernelApi* api);
 *
 * `tfrt-run --shared_libs=FILE` (or `load_kernels` in Rust) loads the library, calls it once, and from then on programs find
 * the kernels it has registered. The table stays where it is for the life of the process: keep the pointer.
 *
 * Every structure starts with its size. The host's `TFRT_KernelApi` only grows: a library that needs a function which a
 * later version added checks `api->struct_size` first. A library sets `struct_size` of what it passes to the size that it was
 * compiled with; a host that is older than that refuses by name, one that is newer takes the rest as zero.
 *
 * Kernels
 *   - run on any thread, also several at once, and must not block for long, unwind, or keep their `TFRT_Frame` after they return;
 *   - find all their operands available and without errors, of the types they registered with;
 *   - get attributes by position, in the order of the attributes' names;
 *   - set each result, now or by a promise. A result that is not set becomes an error.
 * A getter that returns false has already made the kernel fail with a message that says why; the kernel then only returns.
 */
#ifndef TFRT_KERNEL_API_H_
#define TFRT_KERNEL_API_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types of values, attributes and tensor elements. The numbers never change. */
enum {
  TFRT_UI8 = 1,
  TFRT_UI16 = 2,
  TFRT_UI32 = 3,
  TFRT_UI64 = 4,
  TFRT_I1 = 5,
  TFRT_I8 = 6,
  TFRT_I16 = 7,
  TFRT_I32 = 8,
  TFRT_I64 = 9,
  TFRT_F32 = 10,
  TFRT_F64 = 11,
  TFRT_COMPLEX64 = 12,
  TFRT_COMPLEX128 = 13, /* elements of tensors only */
  TFRT_F16 = 14,
  TFRT_BF16 = 15,
  TFRT_CHAIN = 64,  /* order, no data: 0 bytes */
  TFRT_OBJECT = 65, /* a string, a tensor, or a payload of the library's own */
  TFRT_ANY = 66     /* operands and results: any of the above */
};
typedef uint32_t TFRT_Type;

/* Kinds of attributes. */
enum {
  TFRT_ATTR_SCALAR = 1, /* a number of `type` */
  TFRT_ATTR_STRING = 2,
  TFRT_ATTR_ARRAY = 3, /* numbers of `type` */
  TFRT_ATTR_DENSE = 4  /* a tensor */
};

typedef struct TFRT_AttrSpec {
  uint32_t kind;
  TFRT_Type type; /* of scalars and arrays; else 0 */
} TFRT_AttrSpec;

/* Canonical status codes. */
enum {
  TFRT_CANCELLED = 1,
  TFRT_UNKNOWN = 2,
  TFRT_INVALID_ARGUMENT = 3,
  TFRT_DEADLINE_EXCEEDED = 4,
  TFRT_NOT_FOUND = 5,
  TFRT_ALREADY_EXISTS = 6,
  TFRT_PERMISSION_DENIED = 7,
  TFRT_RESOURCE_EXHAUSTED = 8,
  TFRT_FAILED_PRECONDITION = 9,
  TFRT_ABORTED = 10,
  TFRT_OUT_OF_RANGE = 11,
  TFRT_UNIMPLEMENTED = 12,
  TFRT_INTERNAL = 13,
  TFRT_UNAVAILABLE = 14,
  TFRT_DATA_LOSS = 15,
  TFRT_UNAUTHENTICATED = 16
};
typedef uint32_t TFRT_Code;

typedef struct TFRT_Registry TFRT_Registry; /* the destination of kernels; valid inside RegisterKernels */
typedef struct TFRT_Frame TFRT_Frame;       /* a running kernel */
typedef struct TFRT_Promise TFRT_Promise;   /* a result that is given later, from any thread, once */

/* Bytes of another owner; not terminated. */
typedef struct TFRT_Bytes {
  const char* data;
  size_t size;
} TFRT_Bytes;

#define TFRT_MAX_RANK 16

/* A view of a dense tensor, row-major. The view of an operand is valid until the kernel returns, that of an attribute as long
 * as the program. */
typedef struct TFRT_TensorView {
  TFRT_Type type;
  uint32_t rank;
  int64_t dims[TFRT_MAX_RANK];
  const void* data;
  size_t size; /* bytes */
} TFRT_TensorView;

/* A type of payloads, identified by its address: a constant of the library. Payloads may be used and destroyed on any
 * thread, and by several kernels at once: a kernel that did not make a payload only reads it. */
typedef struct TFRT_ObjectType {
  size_t struct_size;
  const char* name;               /* for messages */
  void (*destroy)(void* payload); /* may be NULL */
} TFRT_ObjectType;

typedef void (*TFRT_KernelFn)(TFRT_Frame* frame, void* user_data);

/* A task is called exactly once: with `dropped` if it will never run, and then it only frees its data. */
typedef void (*TFRT_TaskFn)(void* data, bool dropped);

enum {
  TFRT_KERNEL_PURE = 1,  /* no side effects; results follow from operands and attributes alone */
  TFRT_KERNEL_SYNC = 2,  /* may be used in sync functions: makes no promises */
  TFRT_KERNEL_ASYNC = 4, /* usually returns before its results are available */
  TFRT_KERNEL_VARIADIC = 8 /* takes operands of any type beyond those listed */
};

typedef struct TFRT_KernelDef {
  size_t struct_size;
  const char* name; /* as in programs: "dialect.kernel" */
  TFRT_KernelFn run;
  void* user_data; /* passed to `run` */
  uint32_t flags;
  uint32_t num_operands;
  const TFRT_Type* operands;
  uint32_t num_results;
  uint32_t num_attrs;
  const TFRT_Type* results;
  const TFRT_AttrSpec* attrs;
} TFRT_KernelDef;

typedef struct TFRT_KernelApi {
  size_t struct_size;
  TFRT_Registry* registry;

  /* Adds a kernel; everything in `def` is copied. False if it is refused; loading the library then fails with the reason. */
  bool (*register_kernel)(TFRT_Registry* registry, const TFRT_KernelDef* def);

  /* Operands. Scalars are copied to `out`, which has the size of the type (TFRT_I1: one byte, 0 or 1). */
  size_t (*num_operands)(const TFRT_Frame* frame);
  TFRT_Type (*operand_type)(const TFRT_Frame* frame, size_t index); /* 0 if there is no such operand */
  bool (*get_scalar)(TFRT_Frame* frame, size_t index, TFRT_Type type, void* out);
  bool (*get_string)(TFRT_Frame* frame, size_t index, TFRT_Bytes* out);
  bool (*get_tensor)(TFRT_Frame* frame, size_t index, TFRT_TensorView* out);
  bool (*get_object)(TFRT_Frame* frame, size_t index, const TFRT_ObjectType* type, void** out);

  /* Attributes. */
  size_t (*num_attrs)(const TFRT_Frame* frame);
  bool (*attr_scalar)(TFRT_Frame* frame, size_t index, TFRT_Type type, void* out);
  bool (*attr_string)(TFRT_Frame* frame, size_t index, TFRT_Bytes* out);
  bool (*attr_array)(TFRT_Frame* frame, size_t index, TFRT_Type type, const void** data, size_t* count);
  bool (*attr_dense)(TFRT_Frame* frame, size_t index, TFRT_TensorView* out);

  /* Results. Bytes are copied. An object belongs to the host from the call on, also if the call fails. */
  size_t (*num_results)(const TFRT_Frame* frame);
  bool (*set_scalar)(TFRT_Frame* frame, size_t index, TFRT_Type type, const void* value); /* NULL for chains */
  bool (*set_string)(TFRT_Frame* frame, size_t index, const char* data, size_t size);
  /* A tensor of zeros; its elements may be written until the kernel returns. */
  bool (*set_tensor)(TFRT_Frame* frame, size_t index, TFRT_Type type, uint32_t rank, const int64_t* dims, void** data);
  bool (*set_object)(TFRT_Frame* frame, size_t index, const TFRT_ObjectType* type, void* payload);
  /* Makes every result an error that is not set yet, and reports it at the kernel's place in the source. */
  void (*fail)(TFRT_Frame* frame, TFRT_Code code, const char* message);

  /* Results that come later. NULL if there is no such result. Each promise is kept by exactly one of these calls. */
  TFRT_Promise* (*promise)(TFRT_Frame* frame, size_t index);
  void (*promise_scalar)(TFRT_Promise* promise, TFRT_Type type, const void* value);
  void (*promise_string)(TFRT_Promise* promise, const char* data, size_t size);
  void (*promise_object)(TFRT_Promise* promise, const TFRT_ObjectType* type, void* payload);
  void (*promise_fail)(TFRT_Promise* promise, TFRT_Code code, const char* message);

  /* Runs a task on the host's threads; on the single-threaded queue, when its turn comes. */
  void (*enqueue)(TFRT_Frame* frame, TFRT_TaskFn task, void* data);
  /* The same for a task that may block. False if there is no thread for it; the task has then been called with `dropped`. */
  bool (*enqueue_blocking)(TFRT_Frame* frame, TFRT_TaskFn task, void* data);
  /* Whether the request was cancelled: long kernels check this now and then. */
  bool (*is_cancelled)(const TFRT_Frame* frame);
} TFRT_KernelApi;

#if defined(_WIN32)
#define TFRT_EXPORT __declspec(dllexport)
#else
#define TFRT_EXPORT __attribute__((visibility("default")))
#endif

TFRT_EXPORT void RegisterKernels(const TFRT_KernelApi* api);

#ifdef __cplusplus
}
#endif

#endif /* TFRT_KERNEL_API_H_ */
