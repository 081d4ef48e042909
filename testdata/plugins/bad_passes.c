// Passes that do what passes must not. Each must leave the program as it was.

#include <string.h>

#include "tfrt/passes.h"

static void set(TF_Buffer* result, const char* text, size_t length) {
  result->data = text;
  result->length = length;
}

static void fails(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)data, (void)module;
  TFRT_PassWarning(run, "about to fail");
  set(result, "never looked at", 15);
  TF_SetStatus(status, TF_INTERNAL, "out of ideas");
}

static void gives(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)run, (void)module, (void)status;
  set(result, data, strlen(data));
}

static void gives_nothing(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)data, (void)run, (void)module, (void)status;
  set(result, "", 0);
}

static void gives_too_much(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)data, (void)run, (void)module, (void)status;
  set(result, "x", (size_t)-1);
}

static void add(const char* name, void* data, TF_Status* status) {
  TFRT_Pass pass = {.struct_size = TFRT_PASS_STRUCT_SIZE, .name = name, .data = data, .only_by_name = true};
  pass.run = data == NULL ? fails : gives;
  if (strcmp(name, "gives-empty-text") == 0) pass.run = gives_nothing;
  if (strcmp(name, "gives-too-much") == 0) pass.run = gives_too_much;
  TFRT_RegisterPass(&pass, status);
}

void TFRT_InitPasses(TFRT_PassRegistrationParams* params, TF_Status* status) {
  (void)params;
  add("fails", NULL, status);
  add("gives-garbage", "this is no program", status);
  add("gives-bytes", "\xff\xfe", status);
  add("gives-nothing-valid", "func.func @main() -> i32 {\n  tfrt.return\n}\n", status);
  add("gives-empty-text", NULL, status);
  add("gives-too-much", NULL, status);
  add("gives-other", "func.func @other() {\n  tfrt.return\n}\n", status);
}
