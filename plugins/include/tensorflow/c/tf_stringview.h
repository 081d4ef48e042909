// Characters that somebody else owns.

#ifndef TFRT_TENSORFLOW_C_TF_STRINGVIEW_H_
#define TFRT_TENSORFLOW_C_TF_STRINGVIEW_H_

#include <stddef.h>

// Not terminated; valid as long as what it was asked of.
typedef struct TF_StringView {
  const char* data;
  size_t len;
} TF_StringView;

#endif  // TFRT_TENSORFLOW_C_TF_STRINGVIEW_H_
