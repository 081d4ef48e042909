// Kernels that send and receive by key, on any device.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"

typedef struct {
  char text[32];
  TF_RendezvousParsedKey key;
  unsigned char is_dead, on_host;
} How;

static void* make(TF_OpKernelConstruction* c) {
  TF_Status* s = TF_NewStatus();
  How* how = calloc(1, sizeof *how);
  int32_t list = 0, size = 0;
  TF_OpKernelConstruction_GetAttrSize(c, "key", &list, &size, s);
  TF_OpKernelConstruction_GetAttrString(c, "key", how->text, sizeof how->text, s);
  if (TF_GetCode(s) == TF_OK) TF_OpKernelConstruction_GetAttrBool(c, "is_dead", &how->is_dead, s);
  if (TF_GetCode(s) == TF_OK) TF_OpKernelConstruction_GetAttrBool(c, "on_host", &how->on_host, s);
  how->key = (TF_RendezvousParsedKey){how->text, (uint32_t)size};
  if (TF_GetCode(s) != TF_OK) TF_OpKernelConstruction_Failure(c, s);
  TF_DeleteStatus(s);
  return how;
}

static void send(void* state, TF_OpKernelContext* ctx) {
  const How* how = state;
  TF_Status* s = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousArgsStruct args = {0};
  TF_GetInput(ctx, 0, &x, s);
  if (TF_GetCode(s) == TF_OK) {
    TF_RendezvousSend_Params params = {&how->key, &args, how->is_dead ? NULL : x, how->is_dead, s};
    meet.send_func(meet.rendezvous, &params);
    // The tensor is still the sender's.
    if (TF_TensorElementCount(x) != 2) abort();
    TF_DeleteTensor(x);
  }
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(ctx, s);
  TF_DeleteStatus(s);
}

typedef struct {
  TF_OpKernelContext* ctx;
  TF_AsyncOpKernelDoneCallback* done;
} Pending;

static void received(void* context, TF_RendezvousDoneCallback_Params* params) {
  Pending* pending = context;
  TF_Status* s = TF_NewStatus();
  if (params->context != context) abort();
  if (TF_GetCode(params->status) != TF_OK) {
    if (params->tensor != NULL) abort();
    TF_SetStatus(s, TF_GetCode(params->status), TF_Message(params->status));
  } else if (params->is_dead) {
    if (params->tensor != NULL) abort();
    TF_SetStatus(s, TF_CANCELLED, "what was received is dead");
  } else {
    TF_SetOutput(pending->ctx, 0, params->tensor, s);
  }
  if (TF_GetCode(s) != TF_OK) TF_OpKernelContext_Failure(pending->ctx, s);
  TF_DeleteStatus(s);
  TF_RunAsyncOpKernelDoneCallback(pending->done);
  free(pending);
}

static void receive(void* state, TF_OpKernelContext* ctx, TF_AsyncOpKernelDoneCallback* done) {
  const How* how = state;
  Pending* pending = malloc(sizeof *pending);
  *pending = (Pending){ctx, done};
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousArgsStruct args = {0};
  args.alloc_attrs.value = how->on_host;
  TF_RendezvousAsyncRecv_Params params = {NULL, &how->key, &args, {pending, &received}};
  meet.async_recv_func(meet.rendezvous, &params);
}

// Who passes nothing where something is expected ends as if nothing had been.
static void give_up(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousSend_Params nothing = {0};
  TF_RendezvousAsyncRecv_Params nobody = {0};
  TF_SetStatus(s, TF_ABORTED, "given up");
  meet.send_func(meet.rendezvous, NULL);
  meet.send_func(meet.rendezvous, &nothing);
  meet.async_recv_func(meet.rendezvous, NULL);
  meet.async_recv_func(meet.rendezvous, &nobody);
  meet.start_abort_func(meet.rendezvous, NULL);
  meet.start_abort_func(NULL, s);
  meet.start_abort_func(meet.rendezvous, s);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  const char* names[] = {"SendByKey", "ReceiveByKey", "GiveUp"};
  TF_Status* s = TF_NewStatus();
  for (int i = 0; i < 3; ++i) {
    TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(names[i]);
    TF_OpDefinitionBuilderAddAttr(op, "key: string = 'cpu;1;cpu;x;0:0'");
    TF_OpDefinitionBuilderAddAttr(op, "is_dead: bool = false");
    TF_OpDefinitionBuilderAddAttr(op, "on_host: bool = false");
    if (i == 0) TF_OpDefinitionBuilderAddInput(op, "x: float");
    if (i == 1) TF_OpDefinitionBuilderAddOutput(op, "x: float");
    TF_OpDefinitionBuilderSetIsStateful(op, true);
    TF_RegisterOpDefinition(op, s);
    if (TF_GetCode(s) != TF_OK) abort();
  }
  TF_RegisterKernelBuilder("SendByKey", TF_NewKernelBuilder("SendByKey", "DEFAULT", &make, &send, &free), s);
  TF_KernelBuilder* receives = TF_NewAsyncKernelBuilder("ReceiveByKey", "DEFAULT", &make, &receive, &free);
  TF_RegisterKernelBuilder("ReceiveByKey", receives, s);
  TF_RegisterKernelBuilder("GiveUp", TF_NewKernelBuilder("GiveUp", "DEFAULT", NULL, &give_up, NULL), s);
  if (TF_GetCode(s) != TF_OK) abort();
  TF_DeleteStatus(s);
}
