// A plugin for tests: definitions and kernels with mistakes in them, and what definitions say that few do.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/c_api.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"

static void say(const char* what, TF_Status* s) {
  printf("%s: %d '%s'\n", what, TF_GetCode(s), TF_Message(s));
  fflush(stdout);
}

// Defines an op with these attributes and inputs, which end with NULL, and an output of floats.
static void define(const char* name, const char* const* attrs, const char* const* inputs, int deprecated) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(name);
  for (; *attrs != NULL; ++attrs) TF_OpDefinitionBuilderAddAttr(op, *attrs);
  for (; *inputs != NULL; ++inputs) TF_OpDefinitionBuilderAddInput(op, *inputs);
  TF_OpDefinitionBuilderAddOutput(op, "y: float");
  if (deprecated != 0) TF_OpDefinitionBuilderDeprecated(op, deprecated, "Use Mistake");
  TF_OpDefinitionBuilderSetAllowsUninitializedInput(op, deprecated != 0);
  TF_RegisterOpDefinition(op, s);
  if (TF_GetCode(s) != TF_OK) say("definition", s);
  TF_DeleteStatus(s);
}
#define LIST(...) ((const char* const[]){__VA_ARGS__, NULL})
#define NONE ((const char* const[]){NULL})

static void put(TF_OpKernelContext* ctx, float value) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor* y = TF_AllocateOutput(ctx, 0, TF_FLOAT, NULL, 0, 64, s);
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  if (y != NULL) {
    if (TF_TensorByteSize(y) != sizeof(float)) printf("%zu bytes for a float\n", TF_TensorByteSize(y));
    *(float*)TF_TensorData(y) = value;
    TF_DeleteTensor(y);
  }
  TF_DeleteStatus(s);
}

enum { kForgets, kAllocatesInts, kSetsInts, kFailsAfter, kFailsWithoutWords, kSetsNoOutput };

static void compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  switch (*(const int32_t*)state) {
    case kAllocatesInts:
      // The kernel does not look at what it got.
      TF_DeleteTensor(TF_AllocateOutput(ctx, 0, TF_INT32, NULL, 0, 4, s));
      break;
    case kSetsInts: {
      TF_Tensor* ints = TF_AllocateTensor(TF_INT32, NULL, 0, 4);
      TF_SetOutput(ctx, 0, ints, s);
      TF_DeleteTensor(ints);
      break;
    }
    case kFailsAfter:
      put(ctx, 1);
      TF_SetStatus(s, TF_DATA_LOSS, "failed after its output");
      TF_OpKernelContext_Failure(ctx, s);
      break;
    case kFailsWithoutWords:
      TF_SetStatus(s, TF_CANCELLED, "");
      TF_OpKernelContext_Failure(ctx, s);
      break;
    case kSetsNoOutput:
      TF_SetOutput(ctx, 5, NULL, s);
      say("output 5", s);
      put(ctx, 1);
      break;
    default:
      break;
  }
  TF_DeleteStatus(s);
}

static void* create(TF_OpKernelConstruction* c) {
  TF_Status* s = TF_NewStatus();
  int32_t* how = malloc(sizeof *how);
  TF_OpKernelConstruction_GetAttrInt32(c, "how", how, s);
  TF_DeleteStatus(s);
  return how;
}

static void refuse(TF_OpKernelConstruction* c, const char* why) {
  TF_Status* s = TF_NewStatus();
  TF_SetStatus(s, TF_INVALID_ARGUMENT, why);
  TF_OpKernelConstruction_Failure(c, s);
  TF_DeleteStatus(s);
}

static void* refuses(TF_OpKernelConstruction* c) {
  refuse(c, "not made");
  return NULL;
}

static void says_null(void* state) {
  printf("deleted %s\n", state == NULL ? "null" : "what was not made");
  fflush(stdout);
}

// The default function of the attribute, as a message.
static void* function(TF_OpKernelConstruction* c) {
  TF_Status* s = TF_NewStatus();
  TF_Buffer* bytes = TF_OpKernelConstruction_GetAttrFunction(c, "f", s);
  printf("function:");
  for (size_t i = 0; bytes != NULL && i < bytes->length; ++i) printf(" %02x", ((const unsigned char*)bytes->data)[i]);
  printf("\n");
  if (bytes != NULL) TF_DeleteBuffer(bytes);
  int32_t count = 0, size = 0;
  TF_DataType types[3] = {0};
  TF_OpKernelConstruction_GetAttrSize(c, "small", &count, &size, s);
  TF_OpKernelConstruction_GetAttrTypeList(c, "small", types, 3, s);
  printf("%d types: %d %d %d\n", count, types[0], types[1], types[2]);
  fflush(stdout);
  TF_DeleteStatus(s);
  return NULL;
}

static void one(void* state, TF_OpKernelContext* ctx) { put(ctx, 1); }

static void serve(const char* op, void* (*make)(TF_OpKernelConstruction*), void (*run)(void*, TF_OpKernelContext*),
                  void (*end)(void*), const char* host, const char* attr) {
  TF_Status* s = TF_NewStatus();
  TF_KernelBuilder* kernel = TF_NewKernelBuilder(op, "CPU", make, run, end);
  if (host != NULL) TF_KernelBuilder_HostMemory(kernel, host);
  if (attr != NULL) TF_KernelBuilder_TypeConstraint(kernel, attr, TF_FLOAT, s);
  TF_RegisterKernelBuilder(op, kernel, s);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  const char* wrong[] = {"a: {'x' 'y'}", "a: int >= = 3",  "a: int =",          "a: list(int) = [1,]",
                         "a: int 2",     "a: string = '\\z'", "a: list(type",     "a: func = { attr { key: 'T' } }"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) define("Wrong", LIST(wrong[i]), NONE, 0);
  define("Wrong", LIST("N: int", "L: list(type)"), LIST("x: N*L"), 0);
  define("Wrong>wrong", NONE, NONE, 0);

  define("Mistake", LIST("how: int"), LIST("x: float"), 0);
  serve("Mistake", create, compute, free, NULL, NULL);
  define("Refused", NONE, LIST("x: float"), 0);
  serve("Refused", refuses, one, says_null, NULL, NULL);
  define("Gone", NONE, LIST("x: float"), 8);
  serve("Gone", NULL, one, NULL, NULL, NULL);
  define("Going", NONE, LIST("x: float"), 9000);
  serve("Going", NULL, one, NULL, NULL, NULL);
  define("Misplaced", NONE, LIST("x: float"), 0);
  serve("Misplaced", NULL, one, NULL, "nothing", NULL);
  define("Unconstrained", NONE, LIST("x: float"), 0);
  serve("Unconstrained", NULL, one, NULL, NULL, "nothing");
  define("Function",
         LIST("f: func = { name: 'g' attr { key: 'N' value { i: 3 } } attr { key: 'T' value { list { type: DT_HALF } } } }",
              "small: list({float8_e5m2, int4, uint2,}) >= 2 = [DT_INT4, DT_FLOAT8_E5M2, 32]"),
         LIST("x: float"), 0);
  serve("Function", function, one, NULL, NULL, NULL);

  define("Referring", NONE, LIST("x: Ref (float)"), 0);

  TF_Buffer* all = TF_GetAllOpList();
  const char said[] = "\x42\x0f\x08\x08\x12\x0bUse Mistake";  // field 8: the deprecation
  int found = 0;
  for (size_t i = 0; i + sizeof said - 1 <= all->length; ++i) {
    found += memcmp((const char*)all->data + i, said, sizeof said - 1) == 0;
  }
  printf("deprecations at version 8: %d\n", found);
  TF_DeleteBuffer(all);
  fflush(stdout);
}
