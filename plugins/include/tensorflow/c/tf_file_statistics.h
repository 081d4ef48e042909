// What is known of a file.

#ifndef TFRT_TENSORFLOW_C_TF_FILE_STATISTICS_H_
#define TFRT_TENSORFLOW_C_TF_FILE_STATISTICS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TF_FileStatistics {
  int64_t length;
  int64_t mtime_nsec;
  bool is_directory;
} TF_FileStatistics;


#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TFRT_TENSORFLOW_C_TF_FILE_STATISTICS_H_
