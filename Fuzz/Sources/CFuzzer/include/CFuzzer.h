#ifndef MIGRATE_CFUZZER_H
#define MIGRATE_CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library). It
/// comes with the compiler, which has no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
