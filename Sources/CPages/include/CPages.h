#pragma once
#include <stddef.h>

/// The pages of Documentation/rules, a NUL byte after each.
const unsigned char *_Nonnull rulePages(void);
/// The number of bytes of all pages of rules.
size_t rulePagesSize(void);

/// The pages of Documentation/problems, in the order of the work, a NUL byte after each.
const unsigned char *_Nonnull problemPages(void);
/// The number of bytes of all pages of problems.
size_t problemPagesSize(void);
