// Clang takes `#embed`, which is of C23, in every mode of C.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CEditorSchema.h"

static const unsigned char schema[] = {
#embed "../../Schemas/schema.json"
};

const unsigned char *editorSchema(void) { return schema; }
size_t editorSchemaSize(void) { return sizeof schema; }
