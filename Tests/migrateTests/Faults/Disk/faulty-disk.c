// A disk that fails on purpose, to be loaded into a program before the system's own library
// (LD_PRELOAD). It stands below SQLite's layer for the operating system and below all else that
// writes files, so one shim makes every read, write, flush, truncation, lock, opening, renaming
// and removal fail that a program asks for, whoever asks.
//
// Only files below FAULTY_DISK_FOLDER are concerned.
//
// FAULTY_DISK_FAULT, "write 12 ENOSPC", lets the twelfth write fail; "write 12+ ENOSPC" that and
// all later ones. With "torn" for the error, half of the bytes are written before it fails. What
// can fail is in the table of kinds below.
//
// FAULTY_DISK_LOG names a file that takes an entry for every operation: its name, numbers, paths,
// a line break, and for a write the bytes. With it, what a power cut would have left can be worked
// out for every instant. A fault that happened is entered as "fault".
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, TRUNCATE, LOCK, RENAME, REMOVE, KINDS };
static const char *const kind_names[KINDS] = {"open",     "read", "write",  "sync",
                                              "truncate", "lock", "rename", "remove"};

// MARK: What is asked for

static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static enum kind fault_kind = KINDS;
static long fault_number;
static int fault_lasts, fault_tears;
static int fault_error;
static long counts[KINDS];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// The descriptors of files that are concerned: the number of the file or folder, else 0.
enum { DESCRIPTORS = 4096 };
static unsigned long files[DESCRIPTORS];

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void read_fault(const char *text) {
  char kind[16], number[24], error[16];
  if (sscanf(text, "%15s %23s %15s", kind, number, error) != 3) return;
  for (int i = 0; i < KINDS; i++)
    if (strcmp(kind, kind_names[i]) == 0) fault_kind = (enum kind)i;
  fault_number = atol(number);
  fault_lasts = number[strlen(number) - 1] == '+';
  fault_tears = strcmp(error, "torn") == 0;
  fault_error = strcmp(error, "ENOSPC") == 0 ? ENOSPC : EIO;
}

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAULTY_DISK_FOLDER");
  const char *path = getenv("FAULTY_DISK_LOG");
  const char *fault = getenv("FAULTY_DISK_FAULT");
  if (!name || !realpath(name, folder)) return;
  if (path) {
    // Far above the numbers that the program is given for its own files.
    int opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    log_file = (int)syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, opened);
  }
  if (fault) read_fault(fault);
  folder_length = strlen(folder);
}

// MARK: Which files are concerned

// Makes a path absolute, without ".", "//" and "..". Links are not followed; there are none.
static int absolute(const char *path, char *result) {
  char joined[2 * PATH_MAX];
  if (path[0] == '/') {
    snprintf(joined, sizeof joined, "%s", path);
  } else {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 0;
    snprintf(joined, sizeof joined, "%s/%s", here, path);
  }
  size_t length = 0;
  char *rest = 0;
  for (char *part = strtok_r(joined, "/", &rest); part; part = strtok_r(0, "/", &rest)) {
    if (strcmp(part, ".") == 0) continue;
    if (strcmp(part, "..") == 0) {
      while (length && result[--length] != '/') {
      }
      continue;
    }
    size_t size = strlen(part);
    if (length + size + 2 > PATH_MAX) return 0;
    result[length++] = '/';
    memcpy(result + length, part, size);
    length += size;
  }
  result[length] = 0;
  return 1;
}

// The path from the folder, "." for the folder itself; nothing for what is elsewhere.
static const char *concerned(const char *path, char *buffer) {
  if (!folder_length || !absolute(path, buffer)) return 0;
  if (strncmp(buffer, folder, folder_length) != 0) return 0;
  if (buffer[folder_length] == 0) return ".";
  return buffer[folder_length] == '/' ? buffer + folder_length + 1 : 0;
}

static unsigned long file_of(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? files[descriptor] : 0;
}

// MARK: The log

static void put(const char *text, const void *bytes, size_t size) {
  if (log_file < 0) return;
  char line[3 * PATH_MAX];
  int length = snprintf(line, sizeof line, "%s\n", text);
  syscall(SYS_write, log_file, line, (size_t)length);
  if (size) syscall(SYS_write, log_file, bytes, size);
}

__attribute__((format(printf, 3, 4))) static void note(const void *bytes, size_t size,
                                                      const char *format, ...) {
  char text[3 * PATH_MAX - 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  int kept = errno;
  put(text, bytes, size);
  errno = kept;
}

// Counts an operation: whether it is to fail.
static int fails(enum kind kind) {
  pthread_mutex_lock(&mutex);
  long number = ++counts[kind];
  pthread_mutex_unlock(&mutex);
  if (kind != fault_kind) return 0;
  if (number != fault_number && !(fault_lasts && number > fault_number)) return 0;
  note(0, 0, "fault %s %ld", kind_names[kind], number);
  errno = fault_error;
  return 1;
}

// MARK: Opening and closing

static int opened(int descriptor, int was_there, int flags, const char *name) {
  struct stat facts;
  if (descriptor < 0 || descriptor >= DESCRIPTORS || fstat(descriptor, &facts) != 0)
    return descriptor;
  files[descriptor] = facts.st_ino;
  const char *how = !was_there ? "create" : flags & O_TRUNC ? "empty" : "open";
  note(0, 0, "%s %lu %s", how, files[descriptor], name);
  return descriptor;
}

static int any_open(const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *name = concerned(path, buffer);
  if (!name) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (fails(OPEN)) return -1;
  struct stat facts;
  int was_there = lstat(path, &facts) == 0;
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  return opened(descriptor, was_there, flags, name);
}

static mode_t mode_of(int flags, va_list arguments) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return any_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return any_open(path, flags | O_LARGEFILE, mode);
}

int close(int descriptor) {
  if (file_of(descriptor)) files[descriptor] = 0;
  return (int)syscall(SYS_close, descriptor);
}

DIR *opendir(const char *path) {
  char buffer[PATH_MAX];
  if (concerned(path, buffer) && fails(OPEN)) return 0;
  return NEXT(opendir)(path);
}

// MARK: Reading

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (file_of(descriptor) && fails(READ)) return -1;
  return syscall(SYS_read, descriptor, bytes, size);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
  if (file_of(descriptor) && fails(READ)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  return pread64(descriptor, bytes, size, offset);
}

// MARK: Writing

// An offset of -1 stands for where the file is.
static ssize_t any_write(int descriptor, const void *bytes, size_t size, off64_t offset) {
  unsigned long file = file_of(descriptor);
  int is_failing = file && fails(WRITE);
  int error = errno;
  if (is_failing && !fault_tears) return -1;
  if (is_failing) size /= 2;
  long place = offset < 0 ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  ssize_t count = offset < 0 ? syscall(SYS_write, descriptor, bytes, size)
                             : syscall(SYS_pwrite64, descriptor, bytes, size, offset);
  if (file && count > 0) note(bytes, (size_t)count, "write %lu %ld %ld", file, place, (long)count);
  if (!is_failing) return count;
  errno = error;
  return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  return any_write(descriptor, bytes, size, -1);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  return any_write(descriptor, bytes, size, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return any_write(descriptor, bytes, size, offset);
}

int ftruncate64(int descriptor, off64_t size) {
  unsigned long file = file_of(descriptor);
  if (file && fails(TRUNCATE)) return -1;
  int result = (int)syscall(SYS_ftruncate, descriptor, size);
  if (file && result == 0) note(0, 0, "truncate %lu %ld", file, (long)size);
  return result;
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

static int any_sync(int descriptor, long call) {
  unsigned long file = file_of(descriptor);
  if (file && fails(SYNC)) return -1;
  int result = (int)syscall(call, descriptor);
  if (file && result == 0) note(0, 0, "sync %lu", file);
  return result;
}

int fsync(int descriptor) { return any_sync(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return any_sync(descriptor, SYS_fdatasync); }

// MARK: Locking

static int any_fcntl(int descriptor, int command, void *argument) {
  int is_lock = command == F_SETLK || command == F_SETLKW;
  if (is_lock && file_of(descriptor)) {
    note(0, 0, "lock %lu", file_of(descriptor));
    if (fails(LOCK)) return -1;
  }
  int result = (int)syscall(SYS_fcntl, descriptor, command, argument);
  int is_copy = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  if (is_copy && result >= 0 && result < DESCRIPTORS) files[result] = file_of(descriptor);
  return result;
}

int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return any_fcntl(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return any_fcntl(descriptor, command, argument);
}

int flock(int descriptor, int operation) {
  if (file_of(descriptor)) {
    note(0, 0, "lock %lu", file_of(descriptor));
    if (fails(LOCK)) return -1;
  }
  return (int)syscall(SYS_flock, descriptor, operation);
}

// MARK: Names

// The log separates two paths by a tabulator, which no test has in a name.
static int any_rename(const char *how, long call, const char *path, const char *target) {
  char one[PATH_MAX], other[PATH_MAX];
  const char *name = concerned(path, one), *result = concerned(target, other);
  if ((name || result) && fails(RENAME)) return -1;
  int status = (int)syscall(call, path, target);
  if (name && result && status == 0) note(0, 0, "%s %s\t%s", how, name, result);
  return status;
}

int rename(const char *path, const char *target) {
  return any_rename("rename", SYS_rename, path, target);
}

int link(const char *path, const char *target) {
  return any_rename("link", SYS_link, path, target);
}

static int any_remove(const char *how, long call, const char *path) {
  char buffer[PATH_MAX];
  const char *name = concerned(path, buffer);
  struct stat facts;
  // What is not there cannot be removed, whatever the state of the disk.
  if (name && lstat(path, &facts) == 0 && fails(REMOVE)) return -1;
  int status = (int)syscall(call, path);
  if (name && status == 0) note(0, 0, "%s %s", how, name);
  return status;
}

int unlink(const char *path) { return any_remove("remove", SYS_unlink, path); }

int rmdir(const char *path) { return any_remove("remove", SYS_rmdir, path); }

int mkdir(const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *name = concerned(path, buffer);
  if (name && fails(OPEN)) return -1;
  int status = (int)syscall(SYS_mkdir, path, mode);
  struct stat facts;
  if (name && status == 0 && lstat(path, &facts) == 0)
    note(0, 0, "folder %lu %s", (unsigned long)facts.st_ino, name);
  return status;
}
