// The profiler of a library that has everything: that of the example, whose op runs on the library's device as well.

#define TF_InitKernel init_example_kernels
#include "../../examples/profiler/fake_device.c"
#undef TF_InitKernel

void init_profiled_kernels(void);

void init_profiled_kernels(void) {
  init_example_kernels();
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* kernel = TF_NewKernelBuilder("FakeDeviceRun", "MY_DEVICE", &create, &compute, &free);
  TF_RegisterKernelBuilder("FakeDeviceRun", kernel, status);
  if (TF_GetCode(status) != TF_OK) abort();
  TF_DeleteStatus(status);
}
