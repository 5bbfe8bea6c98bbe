#ifndef MIGRATE_CZLIB_SHIM_H
#define MIGRATE_CZLIB_SHIM_H

#include <zlib.h>

// A macro that takes the address of its argument's version, which Swift cannot import.
// Negative window bits: raw DEFLATE, without zlib's header (https://www.zlib.net/manual.html).
static inline int migrate_inflate_init(z_streamp stream) {
  return inflateInit2(stream, -15);
}

#endif
