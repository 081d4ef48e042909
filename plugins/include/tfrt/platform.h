// A platform from one table: the common code of plugins with devices. All of it is inline and uses only TensorFlow's C interface,
// so a plugin that uses it loads into TensorFlow as well.
//
//   static const TFRT_Platform kPlatform = {
//       .name = "MY_PLATFORM",
//       .type = "MY_DEVICE",
//       .device_count = 1,
//       .hardware_name = "the board in slot 3",
//       .executor = {.allocate = allocate, .deallocate = deallocate, …},
//   };
//   void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) { TFRT_InitPlatform(params, &kPlatform); }
//
// A plugin with other wishes changes `params` afterwards.

#ifndef TFRT_PLATFORM_H_
#define TFRT_PLATFORM_H_

#include "tensorflow/c/experimental/stream_executor/stream_executor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sizes of structs need not be set. The table, and the texts that it refers to, stay for the life of the process.
typedef struct TFRT_Platform {
  const char* name;  // capital letters and underscores, as is `type`
  const char* type;
  TF_Bool use_bfc_allocator;
  TF_Bool supports_unified_memory;
  TF_Bool force_memory_growth;
  int device_count;
  // The description of all devices; `describe`, if set, adds details of one, or says that it does not exist.
  const char* hardware_name;
  const char* device_vendor;
  void (*describe)(SP_Device* device, TF_Status* status);
  SP_DeviceFns device_fns;
  SP_TimerFns timer_fns;  // only if there are timers
  SP_StreamExecutor executor;
} TFRT_Platform;

static inline const TFRT_Platform* tfrt_table(const SP_Platform* platform) {
  return (const TFRT_Platform*)platform->ext;
}
static inline void tfrt_device_count(const SP_Platform* platform, int* count, TF_Status* status) {
  (void)status;
  *count = tfrt_table(platform)->device_count;
}
static inline void tfrt_create_device(const SP_Platform* platform, SE_CreateDeviceParams* params, TF_Status* status) {
  const TFRT_Platform* table = tfrt_table(platform);
  if (params->ordinal < 0 || params->ordinal >= table->device_count) {
    TF_SetStatus(status, TF_INVALID_ARGUMENT, "there is no device of this number");
    return;
  }
  params->device->struct_size = SP_DEVICE_STRUCT_SIZE;
  params->device->ordinal = params->ordinal;
  params->device->hardware_name = table->hardware_name;
  params->device->device_vendor = table->device_vendor;
  if (table->describe != NULL) table->describe(params->device, status);
}
static inline void tfrt_destroy_device(const SP_Platform* platform, SP_Device* device) {
  (void)platform, (void)device;
}
static inline void tfrt_create_device_fns(const SP_Platform* platform, SE_CreateDeviceFnsParams* params,
                                          TF_Status* status) {
  (void)status;
  *params->device_fns = tfrt_table(platform)->device_fns;
  params->device_fns->struct_size = SP_DEVICE_FNS_STRUCT_SIZE;
}
static inline void tfrt_destroy_device_fns(const SP_Platform* platform, SP_DeviceFns* fns) { (void)platform, (void)fns; }
static inline void tfrt_create_timer_fns(const SP_Platform* platform, SP_TimerFns* fns, TF_Status* status) {
  (void)status;
  *fns = tfrt_table(platform)->timer_fns;
  fns->struct_size = SP_TIMER_FNS_STRUCT_SIZE;
}
static inline void tfrt_destroy_timer_fns(const SP_Platform* platform, SP_TimerFns* fns) { (void)platform, (void)fns; }
static inline void tfrt_create_executor(const SP_Platform* platform, SE_CreateStreamExecutorParams* params,
                                        TF_Status* status) {
  (void)status;
  *params->stream_executor = tfrt_table(platform)->executor;
  params->stream_executor->struct_size = SP_STREAMEXECUTOR_STRUCT_SIZE;
}
static inline void tfrt_destroy_executor(const SP_Platform* platform, SP_StreamExecutor* executor) {
  (void)platform, (void)executor;
}
static inline void tfrt_destroy_platform(SP_Platform* platform) { (void)platform; }
static inline void tfrt_destroy_platform_fns(SP_PlatformFns* fns) { (void)fns; }

// Fills in the parameters of SE_InitPlugin.
static inline void TFRT_InitPlatform(SE_PlatformRegistrationParams* params, const TFRT_Platform* table) {
  SP_Platform* platform = params->platform;
  platform->struct_size = SP_PLATFORM_STRUCT_SIZE;
  platform->ext = (void*)table;
  platform->name = table->name;
  platform->type = table->type;
  platform->use_bfc_allocator = table->use_bfc_allocator;
  platform->supports_unified_memory = table->supports_unified_memory;
  platform->force_memory_growth = table->force_memory_growth;
  SP_PlatformFns* fns = params->platform_fns;
  fns->struct_size = SP_PLATFORM_FNS_STRUCT_SIZE;
  fns->get_device_count = tfrt_device_count;
  fns->create_device = tfrt_create_device;
  fns->destroy_device = tfrt_destroy_device;
  fns->create_device_fns = tfrt_create_device_fns;
  fns->destroy_device_fns = tfrt_destroy_device_fns;
  fns->create_stream_executor = tfrt_create_executor;
  fns->destroy_stream_executor = tfrt_destroy_executor;
  if (table->timer_fns.nanoseconds != NULL) {
    fns->create_timer_fns = tfrt_create_timer_fns;
    fns->destroy_timer_fns = tfrt_destroy_timer_fns;
  }
  params->destroy_platform = tfrt_destroy_platform;
  params->destroy_platform_fns = tfrt_destroy_platform_fns;
}

#ifdef __cplusplus
}
#endif

#endif  // TFRT_PLATFORM_H_
