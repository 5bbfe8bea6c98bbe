#pragma once
#include <stddef.h>

/// The JSON Schema of schema files, Schemas/schema.json.
const unsigned char *_Nonnull editorSchema(void);
/// The number of its bytes.
size_t editorSchemaSize(void);
