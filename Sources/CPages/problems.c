// Clang takes `#embed`, which is of C23, in every mode of C.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CPages.h"

static const unsigned char pages[] = {
#embed "../../Documentation/problems/command-line.md" suffix(, 0,)
#embed "../../Documentation/problems/files.md" suffix(, 0,)
#embed "../../Documentation/problems/schema-file-text.md" suffix(, 0,)
#embed "../../Documentation/problems/models.md" suffix(, 0,)
#embed "../../Documentation/problems/steps.md" suffix(, 0,)
#embed "../../Documentation/problems/stores.md" suffix(, 0,)
#embed "../../Documentation/problems/refused-migrations.md" suffix(, 0,)
#embed "../../Documentation/problems/undone-migrations.md" suffix(, 0,)
#embed "../../Documentation/problems/store-checks.md" suffix(, 0,)
#embed "../../Documentation/problems/backups-and-repairs.md" suffix(, 0,)
#embed "../../Documentation/problems/imported-data.md" suffix(, 0,)
#embed "../../Documentation/problems/imports.md" suffix(, 0,)
#embed "../../Documentation/problems/import-remarks.md" suffix(, 0,)
};

const unsigned char *problemPages(void) { return pages; }
size_t problemPagesSize(void) { return sizeof pages; }
