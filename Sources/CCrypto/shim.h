#ifndef MIGRATE_CCRYPTO_SHIM_H
#define MIGRATE_CCRYPTO_SHIM_H

// The plain digests are called rather than those of <openssl/evp.h>, which first load and ask
// libcrypto's providers: that takes 2 ms, as long as all else that a start of the command does.
// OpenSSL 3 calls the plain ones deprecated, and this leaves its warnings out.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>

/// A running digest: SHA-256 or SHA-512.
typedef struct {
  int is_long;
  union {
    SHA256_CTX sha256;
    SHA512_CTX sha512;
  } state;
} migrate_sha2;

// None of these can fail: what they return is always 1.

static inline void migrate_sha2_begin(migrate_sha2 *digest, int is_long) {
  digest->is_long = is_long;
  if (is_long) SHA512_Init(&digest->state.sha512);
  else SHA256_Init(&digest->state.sha256);
}

static inline void migrate_sha2_add(migrate_sha2 *digest, const void *bytes, size_t count) {
  if (digest->is_long) SHA512_Update(&digest->state.sha512, bytes, count);
  else SHA256_Update(&digest->state.sha256, bytes, count);
}

/// Writes the 32 or 64 bytes of the digest, and returns how many.
static inline size_t migrate_sha2_end(migrate_sha2 *digest, unsigned char *result) {
  if (digest->is_long) SHA512_Final(result, &digest->state.sha512);
  else SHA256_Final(result, &digest->state.sha256);
  return digest->is_long ? SHA512_DIGEST_LENGTH : SHA256_DIGEST_LENGTH;
}

#endif
