#pragma once
#include <stddef.h>

/// The pages of Documentation/rules, a NUL byte after each.
const unsigned char *_Nonnull rulePages(void);
/// The number of bytes of all pages.
size_t rulePagesSize(void);
