/* Definitions that are refused; WHICH says which. */
#include "tfrt_kernel_api.h"

static void nothing(TFRT_Frame* frame, void* user_data) { (void)frame, (void)user_data; }

void RegisterKernels(const TFRT_KernelApi* api) {
  const TFRT_Type types[] = {77};
  const TFRT_KernelDef defs[] = {
      {sizeof(TFRT_KernelDef), "refused.no_function"},
      {0, "refused.no_size", nothing},
      {sizeof(TFRT_KernelDef), "refused.type", nothing, .num_results = 1, .results = types},
      {sizeof(TFRT_KernelDef), "refused.list", nothing, .num_operands = 1},
      {sizeof(TFRT_KernelDef), "tfrt.add.i32", nothing},
      {sizeof(TFRT_KernelDef), "refused.flags", nothing, .flags = 1u << 20},
  };
  api->register_kernel(api->registry, &defs[WHICH]);
}
