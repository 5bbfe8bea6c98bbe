#ifndef MIGRATE_CCRYPTO_SHIM_H
#define MIGRATE_CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
