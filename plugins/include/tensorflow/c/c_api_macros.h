// What all headers of the plugin interface use.

#ifndef TFRT_TENSORFLOW_C_C_API_MACROS_H_
#define TFRT_TENSORFLOW_C_C_API_MACROS_H_

#include <stddef.h>

#ifndef TF_CAPI_EXPORT
#define TF_CAPI_EXPORT __attribute__((visibility("default")))
#endif

// A truth value that is one byte in every version of the interface.
#ifndef TF_Bool
#define TF_Bool unsigned char
#endif

// Where a field ends: the size of a struct as somebody knows it whose last field this is.
#ifndef TF_OFFSET_OF_END
#define TF_OFFSET_OF_END(TYPE, MEMBER) (offsetof(TYPE, MEMBER) + sizeof(((TYPE*)0)->MEMBER))
#endif

#endif  // TFRT_TENSORFLOW_C_C_API_MACROS_H_
