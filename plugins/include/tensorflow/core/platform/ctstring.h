// Where older plugins look for the strings of tensors.

#include "tsl/platform/ctstring.h"
