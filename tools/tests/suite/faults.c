// Lets the n-th call of a function of the C library fail: a library to be loaded before others (LD_PRELOAD).
//
// FAULT_CALL: malloc, mmap, open, read, write, thread, clock. FAULT_NTH: which call fails, counted from 1; 0: none. FAULT_MODE: `once`, or `on`:
// this call and all behind it, `short`: a read or write moves one byte, or `back`: as `on`, for a clock that goes back. FAULT_SIZE: only memory of at least so many bytes counts.
// FAULT_COUNT: a file to which the number of calls goes when the process ends. The dynamic linker's own calls do not come here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { NONE, MALLOC, MMAP, OPEN, READ, WRITE, THREAD, CLOCK };
static enum call chosen;
static unsigned long nth, least;
static int goes_on, is_short, is_back;
static atomic_ulong calls;

__attribute__((constructor)) static void start(void) {
  static const char *const names[] = {"", "malloc", "mmap", "open", "read", "write", "thread", "clock"};
  const char *call = getenv("FAULT_CALL");
  const char *mode = getenv("FAULT_MODE");
  const char *number = getenv("FAULT_NTH");
  const char *size = getenv("FAULT_SIZE");
  nth = number ? strtoul(number, 0, 10) : 0;
  least = size ? strtoul(size, 0, 10) : 0;
  is_back = mode && !strcmp(mode, "back");
  goes_on = is_back || (mode && !strcmp(mode, "on"));
  is_short = mode && !strcmp(mode, "short");
  for (int i = 1; call && i < 8; i++)
    if (!strcmp(call, names[i])) chosen = (enum call)i;
  // What starts from here on, a compiler for instance, is not meant.
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  char text[32];
  if (!path) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  int length = snprintf(text, sizeof text, "%lu", (unsigned long)calls);
  syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}

// Whether this call is the one that fails.
static int fails(enum call call) {
  if (call != chosen) return 0;
  unsigned long number = atomic_fetch_add(&calls, 1) + 1;
  return nth && (goes_on ? number >= nth : number == nth);
}

// The allocator's own entries: glibc has them under these names, so that no look-up allocates.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int no_room(size_t size) {
  if (chosen != MALLOC || size < least || !fails(MALLOC)) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return no_room(size) ? 0 : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return no_room(count * size) ? 0 : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return no_room(size) ? 0 : __libc_realloc(old, size); }
void *aligned_alloc(size_t align, size_t size) { return no_room(size) ? 0 : __libc_memalign(align, size); }
int posix_memalign(void **memory, size_t align, size_t size) {
  if (no_room(size)) return ENOMEM;
  *memory = __libc_memalign(align, size);
  return *memory ? 0 : ENOMEM;
}

static void *map(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  if (length >= least && fails(MMAP)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset);
}
void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  return map(at, length, protection, flags, file, offset);
}
void *mmap64(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  return map(at, length, protection, flags, file, offset);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  if (fails(OPEN)) {
    errno = EMFILE;
    return -1;
  }
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}
static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }
#define OPEN(name)                                 \
  int name(const char *path, int flags, ...) {     \
    va_list list;                                  \
    va_start(list, flags);                         \
    mode_t mode = mode_of(flags, list);            \
    va_end(list);                                  \
    return open_at(AT_FDCWD, path, flags, mode);   \
  }
#define OPENAT(name)                                          \
  int name(int folder, const char *path, int flags, ...) {    \
    va_list list;                                             \
    va_start(list, flags);                                    \
    mode_t mode = mode_of(flags, list);                       \
    va_end(list);                                             \
    return open_at(folder, path, flags, mode);                \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

static size_t moved(size_t count) { return is_short && count > 1 ? 1 : count; }

ssize_t read(int file, void *to, size_t count) {
  if (fails(READ)) {
    if (!is_short) {
      errno = EIO;
      return -1;
    }
    count = moved(count);
  }
  return syscall(SYS_read, file, to, count);
}
ssize_t pread64(int file, void *to, size_t count, off_t at) {
  if (fails(READ)) {
    if (!is_short) {
      errno = EIO;
      return -1;
    }
    count = moved(count);
  }
  return syscall(SYS_pread64, file, to, count, at);
}
ssize_t write(int file, const void *from, size_t count) {
  if (file != STDERR_FILENO && fails(WRITE)) {
    if (!is_short) {
      errno = ENOSPC;
      return -1;
    }
    count = moved(count);
  }
  return syscall(SYS_write, file, from, count);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (file != STDERR_FILENO && fails(WRITE)) {
    if (!is_short) {
      errno = ENOSPC;
      return -1;
    }
    return syscall(SYS_write, file, parts->iov_base, moved(parts->iov_len));
  }
  return syscall(SYS_writev, file, parts, count);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *data) {
  if (fails(THREAD)) return EAGAIN;
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!real) real = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, body, data);
}

// The clock of the day is a year ahead, or behind.
int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME && fails(CLOCK)) now->tv_sec += (is_back ? -1 : 1) * 365 * 24 * 3600;
  return result;
}
