// Resources of plugins, and variables in another form than kernels_experimental.h has them in.
//
// The functions of PJRT and of the coordination service exist, and answer UNIMPLEMENTED with their name.

#ifndef TFRT_TENSORFLOW_C_EXPERIMENTAL_NEXT_PLUGGABLE_DEVICE_C_API_H_
#define TFRT_TENSORFLOW_C_EXPERIMENTAL_NEXT_PLUGGABLE_DEVICE_C_API_H_

#include <stdbool.h>
#include <stdint.h>
#include "tensorflow/c/c_api_macros.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/kernels_experimental.h"
#include "tensorflow/c/tf_buffer.h"
#include "tensorflow/c/tf_status.h"
#include "tensorflow/c/tf_tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TF_Device TF_Device;
typedef struct TF_VariableInfo TF_VariableInfo;

// The same pointer for all kernels on one device.
TF_CAPI_EXPORT extern TF_Device* TF_GetDevice(TF_OpKernelContext* ctx);

// Keeps a new thing under a name as long as the host lives; it is deleted at once if the name is taken.
TF_CAPI_EXPORT extern void TF_CreatePluginResource(
    TF_OpKernelContext* ctx, const char* container_name, const char* plugin_resource_name, void* plugin_resource,
    void (*delete_func)(void*), TF_Status* status);
// The thing under a name, made if there is none. It stays the host's.
TF_CAPI_EXPORT extern void TF_LookupOrCreatePluginResource(
    TF_OpKernelContext* ctx, const char* container_name, const char* plugin_resource_name,
    void** result_plugin_resource, void* (*create_func)(void*), void* create_func_args, void (*delete_func)(void*),
    TF_Status* status);

// The variable that an input names.
TF_CAPI_EXPORT extern TF_VariableInfo* TF_CreateVariableInfoFromContext(TF_OpKernelContext* ctx, int index,
                                                                        TF_Status* status);
// Locks variables against all others, until their infos are deleted.
TF_CAPI_EXPORT extern void TF_LockVariableInfos(TF_VariableInfo** vars, int num_vars, TF_Status* status);
// Gives a variable new memory of the type and shape that it has.
TF_CAPI_EXPORT extern void TF_AllocateTempForVariableInfo(TF_OpKernelContext* ctx, TF_VariableInfo* var_info,
                                                          TF_Status* status);
TF_CAPI_EXPORT extern TF_Tensor* TF_GetTensorFromVariableInfo(TF_VariableInfo* var_info, TF_Status* status);
TF_CAPI_EXPORT extern void TF_DeleteVariableInfo(TF_VariableInfo* var_info);

// Null: no processes agree over anything.
TF_CAPI_EXPORT extern TF_CoordinationServiceAgent* TF_GetCoordinationServiceAgent(TF_OpKernelContext* ctx);
TF_CAPI_EXPORT extern bool TF_CoordinationServiceIsInitialized(TF_CoordinationServiceAgent* agent);
TF_CAPI_EXPORT extern void TF_CoordinationServiceInsertKeyValue(const char* key, int64_t key_size, const char* value,
                                                                int64_t value_size, TF_CoordinationServiceAgent* agent,
                                                                TF_Status* status);
TF_CAPI_EXPORT extern TF_Buffer* TF_CoordinationServiceGetKeyValue(const char* key, int64_t key_size,
                                                                   TF_CoordinationServiceAgent* agent,
                                                                   TF_Status* status);
TF_CAPI_EXPORT extern TF_Buffer* TF_CoordinationServiceGetKeyValueWithTimeout(const char* key, int64_t key_size,
                                                                              int64_t timeout_seconds,
                                                                              TF_CoordinationServiceAgent* agent,
                                                                              TF_Status* status);
TF_CAPI_EXPORT extern TF_Buffer* TF_CoordinationServiceTryGetKeyValue(const char* key, int64_t key_size,
                                                                      TF_CoordinationServiceAgent* agent,
                                                                      TF_Status* status);
TF_CAPI_EXPORT extern void TF_CoordinationServiceDeleteKeyValue(const char* key, int64_t key_size,
                                                                TF_CoordinationServiceAgent* agent,
                                                                TF_Status* status);

#ifdef __cplusplus
}
#endif

#endif  // TFRT_TENSORFLOW_C_EXPERIMENTAL_NEXT_PLUGGABLE_DEVICE_C_API_H_
