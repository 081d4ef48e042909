// The elements of TF_STRING tensors: 24 bytes that hold, or refer to, a byte string.
//
// Four forms, told apart by the two low bits of the first byte: up to 22 bytes in place (small); more, in memory of malloc
// (large); bytes at an offset from the string itself (offset); bytes of somebody else (view). A tensor's strings start
// out as zeros, which is an empty small string. Little-endian machines only.

#ifndef TFRT_TSL_PLATFORM_CTSTRING_H_
#define TFRT_TSL_PLATFORM_CTSTRING_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TF_TString_Type {
  TF_TSTR_SMALL = 0,
  TF_TSTR_LARGE = 1,
  TF_TSTR_OFFSET = 2,
  TF_TSTR_VIEW = 3,
  TF_TSTR_TYPE_MASK = 3
} TF_TString_Type;

enum { TF_TString_SmallCapacity = 22 };

// Who keeps the bytes of a view.
typedef struct TStringOwnerCApi {
  void (*ref)(struct TStringOwnerCApi* self);
  bool (*unref)(struct TStringOwnerCApi* self);
  void* obj;
} TStringOwnerCApi;

typedef struct TF_TString_Large {
  size_t size;
  size_t cap;
  char* ptr;
} TF_TString_Large;

typedef struct TF_TString_Offset {
  uint32_t size;
  uint32_t offset;
  uint32_t count;
} TF_TString_Offset;

typedef struct TF_TString_View {
  size_t size;
  const char* ptr;
  TStringOwnerCApi* owner_ref;
} TF_TString_View;

typedef struct TF_TString_Raw {
  uint8_t raw[24];
} TF_TString_Raw;

typedef struct TF_TString_Small {
  uint8_t size;
  char str[TF_TString_SmallCapacity + 1];
} TF_TString_Small;

typedef struct TF_TString {
  union {
    TF_TString_Small smll;
    TF_TString_Large large;
    TF_TString_Offset offset;
    TF_TString_View view;
    TF_TString_Raw raw;
  } u;
} TF_TString;

static inline TF_TString_Type TF_TString_GetType(const TF_TString* str) {
  return (TF_TString_Type)(str->u.raw.raw[0] & TF_TSTR_TYPE_MASK);
}

static inline void TF_TString_Init(TF_TString* str) { memset(str, 0, sizeof *str); }

static inline size_t TF_TString_GetSize(const TF_TString* str) {
  switch (TF_TString_GetType(str)) {
    case TF_TSTR_SMALL: return (size_t)str->u.smll.size >> 2;
    case TF_TSTR_OFFSET: return (size_t)str->u.offset.size >> 2;
    default: return str->u.large.size >> 2;
  }
}

static inline size_t TF_TString_GetCapacity(const TF_TString* str) {
  switch (TF_TString_GetType(str)) {
    case TF_TSTR_SMALL: return TF_TString_SmallCapacity;
    case TF_TSTR_LARGE: return str->u.large.cap;
    default: return 0;
  }
}

static inline const char* TF_TString_GetDataPointer(const TF_TString* str) {
  switch (TF_TString_GetType(str)) {
    case TF_TSTR_SMALL: return str->u.smll.str;
    case TF_TSTR_LARGE: return str->u.large.ptr;
    case TF_TSTR_OFFSET: return (const char*)str + str->u.offset.offset;
    default: return str->u.view.ptr;
  }
}

// Frees what the string owns, and makes it empty.
static inline void TF_TString_Dealloc(TF_TString* str) {
  if (TF_TString_GetType(str) == TF_TSTR_LARGE) {
    free(str->u.large.ptr);
  } else if (TF_TString_GetType(str) == TF_TSTR_VIEW && str->u.view.owner_ref != NULL) {
    str->u.view.owner_ref->unref(str->u.view.owner_ref);
  }
  TF_TString_Init(str);
}

static inline void TF_TString_SetSize_(TF_TString* str, size_t size) {
  if (TF_TString_GetType(str) == TF_TSTR_SMALL) {
    str->u.smll.size = (uint8_t)(size << 2 | TF_TSTR_SMALL);
    str->u.smll.str[size] = '\0';
  } else {
    str->u.large.size = size << 2 | TF_TSTR_LARGE;
    str->u.large.ptr[size] = '\0';
  }
}

// Makes the string small or large with room for `cap` bytes; its first bytes stay.
static inline void TF_TString_Reserve(TF_TString* str, size_t cap) {
  const TF_TString_Type type = TF_TString_GetType(str);
  const size_t size = TF_TString_GetSize(str);
  const bool owns = type == TF_TSTR_SMALL || type == TF_TSTR_LARGE;
  if (owns && cap <= TF_TString_GetCapacity(str)) return;
  const size_t room = cap < size ? size : cap;
  TF_TString grown;
  TF_TString_Init(&grown);
  if (room > TF_TString_SmallCapacity) {
    const size_t bytes = (room + 1 + 15) / 16 * 16;
    grown.u.large.ptr = (char*)malloc(bytes);
    if (grown.u.large.ptr == NULL) abort();
    grown.u.large.cap = bytes - 1;
    grown.u.large.size = TF_TSTR_LARGE;
    memcpy(grown.u.large.ptr, TF_TString_GetDataPointer(str), size);
  } else {
    memcpy(grown.u.smll.str, TF_TString_GetDataPointer(str), size);
  }
  TF_TString_SetSize_(&grown, size);
  TF_TString_Dealloc(str);
  *str = grown;
}

static inline void TF_TString_ReserveAmortized(TF_TString* str, size_t cap) {
  const size_t have = TF_TString_GetCapacity(str);
  TF_TString_Reserve(str, cap > have && cap < 2 * have ? 2 * have : cap);
}

static inline char* TF_TString_GetMutableDataPointer(TF_TString* str) {
  TF_TString_Reserve(str, TF_TString_GetSize(str));
  return TF_TString_GetType(str) == TF_TSTR_LARGE ? str->u.large.ptr : str->u.smll.str;
}

static inline char* TF_TString_ResizeUninitialized(TF_TString* str, size_t size) {
  TF_TString_Reserve(str, size);
  TF_TString_SetSize_(str, size);
  return TF_TString_GetMutableDataPointer(str);
}

static inline char* TF_TString_Resize(TF_TString* str, size_t size, char c) {
  const size_t old = TF_TString_GetSize(str);
  char* data = TF_TString_ResizeUninitialized(str, size);
  if (size > old) memset(data + old, c, size - old);
  return data;
}

static inline void TF_TString_AssignViewWithOwner(TF_TString* dst, const char* src, size_t size,
                                                  TStringOwnerCApi* owner) {
  TF_TString_Dealloc(dst);
  if (owner != NULL) owner->ref(owner);
  dst->u.view.size = size << 2 | TF_TSTR_VIEW;
  dst->u.view.ptr = src;
  dst->u.view.owner_ref = owner;
}

static inline void TF_TString_AssignView(TF_TString* dst, const char* src, size_t size) {
  TF_TString_AssignViewWithOwner(dst, src, size, NULL);
}

static inline void TF_TString_Copy(TF_TString* dst, const char* src, size_t size) {
  TF_TString copy;
  TF_TString_Init(&copy);
  if (size > 0) memcpy(TF_TString_ResizeUninitialized(&copy, size), src, size);
  TF_TString_Dealloc(dst);
  *dst = copy;
}

static inline void TF_TString_AppendN(TF_TString* dst, const char* src, size_t size) {
  const size_t old = TF_TString_GetSize(dst);
  if (size == 0) return;
  TF_TString_ReserveAmortized(dst, old + size);
  memcpy(TF_TString_ResizeUninitialized(dst, old + size) + old, src, size);
}

static inline void TF_TString_Append(TF_TString* dst, const TF_TString* src) {
  TF_TString_AppendN(dst, TF_TString_GetDataPointer(src), TF_TString_GetSize(src));
}

// Makes `dst` the same string: a view stays a view, others are copied.
static inline void TF_TString_Assign(TF_TString* dst, const TF_TString* src) {
  if (dst == src) return;
  if (TF_TString_GetType(src) == TF_TSTR_VIEW) {
    TF_TString_AssignViewWithOwner(dst, src->u.view.ptr, TF_TString_GetSize(src), src->u.view.owner_ref);
  } else {
    TF_TString_Copy(dst, TF_TString_GetDataPointer(src), TF_TString_GetSize(src));
  }
}

// Moves a string; what is left is empty.
static inline void TF_TString_Move(TF_TString* dst, TF_TString* src) {
  if (dst == src) return;
  if (TF_TString_GetType(src) == TF_TSTR_OFFSET) {
    TF_TString_Copy(dst, TF_TString_GetDataPointer(src), TF_TString_GetSize(src));
  } else {
    TF_TString_Dealloc(dst);
    *dst = *src;
  }
  TF_TString_Init(src);
}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TFRT_TSL_PLATFORM_CTSTRING_H_
