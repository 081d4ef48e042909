// The graph optimizer of a library that has everything: that of the example, for the library's device.

#define TF_InitGraph init_example_optimizer
#include "../../examples/graph_optimizer/fuse_matmul.c"
#undef TF_InitGraph

void TF_InitGraph(TP_OptimizerRegistrationParams* params, TF_Status* status) {
  init_example_optimizer(params, status);
  params->device_type = "MY_DEVICE";
}
