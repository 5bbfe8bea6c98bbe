#ifndef MIGRATE_CYAML_SHIM_H
#define MIGRATE_CYAML_SHIM_H

#include <yaml.h>

#endif
