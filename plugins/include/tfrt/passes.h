// Passes: a plugin that changes programs as MLIR text.
//
// The host calls a library's TFRT_InitPasses once, which registers any number of passes. Each has a name, by which
// pipelines refer to it (tfrt-opt --pass-pipeline='builtin.module(my-pass{limit=3})'). Unless it says otherwise it also runs
// when a program is compiled at -O1 and above: after everything else that rewrites the program, in the order of registration.
//
// The host parses and verifies the output of a pass before it replaces the program. If that or the pass fails, a warning names
// plugin and pass, and the program stays unchanged.

#ifndef TFRT_PASSES_H_
#define TFRT_PASSES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow/c/c_api_macros.h"
#include "tensorflow/c/tf_buffer.h"
#include "tensorflow/c/tf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TFRT_PASSES_MAJOR 0
#define TFRT_PASSES_MINOR 1
#define TFRT_PASSES_PATCH 0

// One run of a pass, for the functions below. Valid until `run` returns.
typedef struct TFRT_PassRun TFRT_PassRun;

// An option of a pass, written in braces behind its name. This struct never grows.
typedef struct TFRT_PassOption {
  const char* name;
  const char* summary;
} TFRT_PassOption;

// A pass. All texts are copied when it is registered; `data` and `run` are kept for the life of the process.
typedef struct TFRT_Pass {
  // TFRT_PASS_STRUCT_SIZE; the host does not read fields behind it.
  size_t struct_size;
  void* ext;  // null
  // Lower-case letters, digits and dashes, a letter first; at most 64. Required.
  const char* name;
  // One line for --list-passes; may be null.
  const char* summary;
  // Passed to `run`.
  void* data;
  // Gets a whole program, a builtin.module, as MLIR text with locations, which is UTF-8 and not terminated. Puts another one into
  // `result` (data, length and deallocator), or leaves that empty if there is nothing to change. May be called on any
  // thread, and on several at once. Required.
  void (*run)(void* data, TFRT_PassRun* run, const TF_Buffer* module, TF_Buffer* result, TF_Status* status);
  // Options; any other is an error before the pass runs.
  const TFRT_PassOption* options;
  size_t num_options;
  // Only run where a pipeline names it.
  bool only_by_name;
} TFRT_Pass;

#define TFRT_PASS_STRUCT_SIZE TF_OFFSET_OF_END(TFRT_Pass, only_by_name)

// The host's parameters for a plugin.
typedef struct TFRT_PassRegistrationParams {
  size_t struct_size;
  void* ext;
  int32_t major_version;
  int32_t minor_version;
  int32_t patch_version;
} TFRT_PassRegistrationParams;

#define TFRT_PASS_REGISTRATION_PARAMS_STRUCT_SIZE TF_OFFSET_OF_END(TFRT_PassRegistrationParams, patch_version)

// Registers a pass. Called from TFRT_InitPasses.
TF_CAPI_EXPORT extern void TFRT_RegisterPass(const TFRT_Pass* pass, TF_Status* status);

// The value of an option, terminated; null if it was not given.
TF_CAPI_EXPORT extern const char* TFRT_PassOptionValue(const TFRT_PassRun* run, const char* name);

// Sends a message to the user: a remark, or a warning. It is shown even if the pass fails.
TF_CAPI_EXPORT extern void TFRT_PassRemark(TFRT_PassRun* run, const char* message);
TF_CAPI_EXPORT extern void TFRT_PassWarning(TFRT_PassRun* run, const char* message);

// Defined by the plugin.
TF_CAPI_EXPORT extern void TFRT_InitPasses(TFRT_PassRegistrationParams* params, TF_Status* status);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TFRT_PASSES_H_
