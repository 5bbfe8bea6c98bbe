#ifndef MIGRATE_CZLIB_SHIM_H
#define MIGRATE_CZLIB_SHIM_H

#include <zlib.h>

// Macros that take the address of their argument's version, which Swift cannot import.

// Negative window bits: raw DEFLATE, without zlib's header (https://www.zlib.net/manual.html).
static inline int migrate_inflate_init(z_streamp stream) {
  return inflateInit2(stream, -15);
}

// 16 more than the window bits: gzip's header and trailer.
static inline int migrate_gzip_inflate_init(z_streamp stream) {
  return inflateInit2(stream, 15 + 16);
}

// 8 is zlib's own default for the memory that it takes.
static inline int migrate_gzip_deflate_init(z_streamp stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
