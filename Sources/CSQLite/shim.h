#ifndef MIGRATE_CSQLITE_SHIM_H
#define MIGRATE_CSQLITE_SHIM_H

#include <errno.h>
#include <sqlite3.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// SQLITE_TRANSIENT is a macro that casts -1 to a function pointer, which Swift cannot import:
/// bind through these instead. SQLite copies the bytes before they return.
static inline int migrate_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    sqlite3_uint64 byteCount) {
  return sqlite3_bind_text64(statement, index, text, byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int migrate_bind_encoded_text(sqlite3_stmt *statement, int index, const char *text,
                                            sqlite3_uint64 byteCount, unsigned char encoding) {
  return sqlite3_bind_text64(statement, index, text, byteCount, SQLITE_TRANSIENT, encoding);
}

static inline int migrate_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                    sqlite3_uint64 byteCount) {
  return sqlite3_bind_blob64(statement, index, bytes, byteCount, SQLITE_TRANSIENT);
}

static inline void migrate_result_text(sqlite3_context *context, const char *text,
                                       sqlite3_uint64 byteCount) {
  sqlite3_result_text64(context, text, byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void migrate_result_blob(sqlite3_context *context, const void *bytes,
                                       sqlite3_uint64 byteCount) {
  sqlite3_result_blob64(context, bytes, byteCount, SQLITE_TRANSIENT);
}

/// sqlite3_config is variadic, too. It is refused once SQLite has begun its work.
static inline int migrate_set_memory_statistics(int isOn) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, isOn);
}

/// Lets all threads share one heap, where the C library has one for each. Swift does not see malloc.h.
static inline void migrate_share_heap(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}

/// Steps a statement, and tells what the disk refused meanwhile, if it failed; else 0.
///
/// Of a COMMIT that fails SQLite keeps no number: it has rolled back by then, and its files have been
/// read since. Only these numbers are taken from the system, as others are met where nothing is wrong.
static inline int migrate_step(sqlite3_stmt *statement, int *refusal) {
  errno = 0;
  int result = sqlite3_step(statement);
  int number = errno;
  int isOfDisk = number == ENOSPC || number == EDQUOT || number == EFBIG || number == EIO;
  *refusal = result != SQLITE_ROW && result != SQLITE_DONE && isOfDisk ? number : 0;
  return result;
}

/// sqlite3_db_config is variadic. A double-quoted name that is no column would otherwise be read
/// as a string literal (https://www.sqlite.org/quirks.html#dblquote).
static inline int migrate_allow_double_quoted_strings(sqlite3 *connection, int isOn) {
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, isOn, (int *)0);
  if (result != SQLITE_OK) return result;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, isOn, (int *)0);
}

/// The defensive flag keeps shadow tables and the schema table from ordinary writes.
static inline int migrate_set_defensive(sqlite3 *connection, int isOn) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, isOn, (int *)0);
}

/// Whether triggers act; temporary ones always do.
static inline int migrate_set_triggers(sqlite3 *connection, int isOn) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, (int *)0);
}

/// Whether functions and virtual tables that a schema names are trusted.
static inline int migrate_set_trusted_schema(sqlite3 *connection, int isOn) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn, (int *)0);
}

/// Whether the last connection to close leaves the write-ahead log alone.
static inline int migrate_set_no_checkpoint_on_close(sqlite3 *connection, int isOn) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isOn, (int *)0);
}

/// The file format's read version: 2 for a write-ahead log, 1 for a journal, 0 for no file
/// (https://www.sqlite.org/fileformat.html, 1.3). Asked of SQLite's own file: opening the database
/// a second time and closing it would release every lock that this process has on it.
static inline int migrate_read_version(sqlite3 *connection) {
  sqlite3_file *file = 0;
  unsigned char version = 0;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return 0;
  return file->pMethods->xRead(file, &version, 1, 19) == SQLITE_OK ? version : 0;
}

/// Reads the first bytes of the database's file as they stand on the disk, and tells how many there
/// are; -1 where they cannot be read. No lock is taken, and nothing is made of what is read.
static inline int migrate_read_start(sqlite3 *connection, void *bytes, int size) {
  sqlite3_file *file = 0;
  sqlite3_int64 length = 0;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return -1;
  if (file->pMethods->xFileSize(file, &length) != SQLITE_OK) return -1;
  if (length < size) size = (int)length;
  if (size == 0) return 0;
  return file->pMethods->xRead(file, bytes, size, 0) == SQLITE_OK ? size : -1;
}

/// Reads the first bytes of the index of the write-ahead log as users of the log share it, and tells how
/// many there are; -1 where nobody uses the log, so that the file of the index can be read itself. Asked of
/// SQLite, as closing the file would release every lock that this process has on it.
static inline int migrate_read_log_index(sqlite3 *connection, void *bytes, int size) {
  enum { region = 32768 };
  sqlite3_file *file = 0;
  void volatile *index = 0;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return -1;
  if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap || size > region) return -1;
  result = file->pMethods->xShmMap(file, 0, region, 0, &index);
  if (index) {
    for (int i = 0; i < size; i++) ((char *)bytes)[i] = ((char volatile *)index)[i];
  }
  file->pMethods->xShmUnmap(file, 0);
  return index ? size : -1;
}

/// EIO where that is what the system gave for the last failure with the database's own file, its
/// journal or its log; else 0. Of a file that the disk cannot read, SQLite says that it is damaged,
/// which only this tells from one that is. Other numbers are those of locks that were not to be had.
static inline int migrate_last_disk_failure(sqlite3 *connection) {
  static const int files[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
  for (int i = 0; i < 2; i++) {
    sqlite3_file *file = 0;
    int number = 0;
    int result = sqlite3_file_control(connection, "main", files[i], &file);
    // A journal in memory has no such call.
    if (result != SQLITE_OK || !file || !file->pMethods || !file->pMethods->xFileControl) continue;
    result = file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    if (result == SQLITE_OK && number == EIO) return number;
  }
  return 0;
}

#endif
