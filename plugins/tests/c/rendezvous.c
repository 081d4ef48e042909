// Kernels that send and receive by key. With a runtime that does neither they fail as they are told, and nothing hangs.

#include <stdlib.h>
#include <string.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"

static TF_RendezvousParsedKey key = {"cpu;1;cpu;x;0:0", 15};

static void send(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor* x = NULL;
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousArgsStruct args = {0};
  TF_GetInput(ctx, 0, &x, s);
  if (TF_GetCode(s) == TF_OK) {
    TF_RendezvousSend_Params params = {&key, &args, x, false, s};
    meet.send_func(meet.rendezvous, &params);
    // The tensor is still the sender's.
    if (TF_GetCode(s) != TF_UNIMPLEMENTED || TF_TensorElementCount(x) != 2) abort();
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
  if (params->context != context || params->is_dead) abort();
  if (TF_GetCode(params->status) != TF_OK) {
    if (TF_GetCode(params->status) != TF_UNIMPLEMENTED || params->tensor != NULL) abort();
    TF_Status* s = TF_NewStatus();
    TF_SetStatus(s, TF_GetCode(params->status), TF_Message(params->status));
    TF_OpKernelContext_Failure(pending->ctx, s);
    TF_DeleteStatus(s);
  } else {
    TF_Status* s = TF_NewStatus();
    TF_SetOutput(pending->ctx, 0, params->tensor, s);
    TF_DeleteStatus(s);
  }
  TF_RunAsyncOpKernelDoneCallback(pending->done);
  free(pending);
}

static void receive(void* state, TF_OpKernelContext* ctx, TF_AsyncOpKernelDoneCallback* done) {
  Pending* pending = malloc(sizeof *pending);
  *pending = (Pending){ctx, done};
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousArgsStruct args = {0};
  TF_RendezvousAsyncRecv_Params params = {NULL, &key, &args, {pending, &received}};
  meet.async_recv_func(meet.rendezvous, &params);
}

// Who gives up, and passes nothing where something is expected, ends as if nothing had been.
static void give_up(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_RendezvousThunk meet = TF_GetRendezvous(ctx);
  TF_RendezvousSend_Params nothing = {0};
  TF_RendezvousAsyncRecv_Params nobody = {0};
  TF_SetStatus(s, TF_ABORTED, "given up");
  meet.start_abort_func(meet.rendezvous, s);
  meet.send_func(meet.rendezvous, NULL);
  meet.send_func(meet.rendezvous, &nothing);
  meet.async_recv_func(meet.rendezvous, NULL);
  meet.async_recv_func(meet.rendezvous, &nobody);
  TF_DeleteStatus(s);
}

void TF_InitKernel(void) {
  const char* names[] = {"SendByKey", "ReceiveByKey", "GiveUp"};
  TF_Status* s = TF_NewStatus();
  for (int i = 0; i < 3; ++i) {
    TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(names[i]);
    if (i == 0) TF_OpDefinitionBuilderAddInput(op, "x: float");
    if (i == 1) TF_OpDefinitionBuilderAddOutput(op, "x: float");
    TF_OpDefinitionBuilderSetIsStateful(op, true);
    TF_RegisterOpDefinition(op, s);
    if (TF_GetCode(s) != TF_OK) abort();
  }
  TF_RegisterKernelBuilder("SendByKey", TF_NewKernelBuilder("SendByKey", "CPU", NULL, &send, NULL), s);
  TF_RegisterKernelBuilder("ReceiveByKey", TF_NewAsyncKernelBuilder("ReceiveByKey", "CPU", NULL, &receive, NULL), s);
  TF_RegisterKernelBuilder("GiveUp", TF_NewKernelBuilder("GiveUp", "CPU", NULL, &give_up, NULL), s);
  if (TF_GetCode(s) != TF_OK) abort();
  TF_DeleteStatus(s);
}
