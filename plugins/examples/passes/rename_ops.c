// Two passes over the text of programs.
//
//   cc -shared -fPIC -I plugins/include -o librename_ops.so plugins/examples/passes/rename_ops.c
//   tfrt-opt --load-plugin=librename_ops.so --pass-pipeline='builtin.module(rename-op{from=tf.Mul to=tf.MyMul})' program.mlir
//
// `count-ops` says how many ops a program executes, and changes nothing; it runs whenever a program is compiled. `rename-op` lets
// every execution of one op be one of another, and is only run where a pipeline names it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tfrt/passes.h"

static int starts_with(const char* at, const char* end, const char* what) {
  const size_t length = strlen(what);
  return (size_t)(end - at) >= length && memcmp(at, what, length) == 0;
}

// ---- count-ops ----

static void count_ops(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)data, (void)result, (void)status;
  const char* end = (const char*)module->data + module->length;
  size_t count = 0;
  for (const char* at = module->data; at < end; ++at) count += (size_t)starts_with(at, end, "corert.executeop");
  char message[64];
  snprintf(message, sizeof message, "%zu ops", count);
  TFRT_PassRemark(run, message);
}

// ---- rename-op ----

static void free_text(void* data, size_t length) {
  (void)length;
  free(data);
}

static void rename_op(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status) {
  (void)data;
  const char* from = TFRT_PassOptionValue(run, "from");
  const char* to = TFRT_PassOptionValue(run, "to");
  if (from == NULL || to == NULL) {
    TF_SetStatus(status, TF_INVALID_ARGUMENT, "rename-op needs the options 'from' and 'to'");
    return;
  }
  // A new name may be longer: the text grows by no more than this for each character.
  char* text = malloc(module->length * (strlen(to) + 1) + 1);
  char* out = text;
  const char* at = module->data;
  const char* end = at + module->length;
  while (at < end) {
    // Names of ops are in quotes, right behind the handler (and the chain).
    if (*at == '"' && starts_with(at + 1, end, from) && starts_with(at + 1 + strlen(from), end, "\"(")) {
      out += sprintf(out, "\"%s\"", to);
      at += strlen(from) + 2;
    } else {
      *out++ = *at++;
    }
  }
  result->data = text;
  result->length = (size_t)(out - text);
  result->data_deallocator = &free_text;
}

// ---- Registration ----

void TFRT_InitPasses(TFRT_PassRegistrationParams* params, TF_Status* status) {
  (void)params;
  TFRT_Pass count = {.struct_size = TFRT_PASS_STRUCT_SIZE};
  count.name = "count-ops";
  count.summary = "Say how many ops are executed";
  count.run = &count_ops;
  TFRT_RegisterPass(&count, status);
  if (TF_GetCode(status) != TF_OK) return;

  static const TFRT_PassOption options[] = {{"from", "The op to rename"}, {"to", "Its new name"}};
  TFRT_Pass rename = {.struct_size = TFRT_PASS_STRUCT_SIZE};
  rename.name = "rename-op";
  rename.summary = "Execute one op in place of another";
  rename.run = &rename_op;
  rename.options = options;
  rename.num_options = 2;
  rename.only_by_name = true;
  TFRT_RegisterPass(&rename, status);
}
