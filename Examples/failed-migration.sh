#!/usr/bin/env bash
# A migration whose check fails: the store stays as it was, and the backup beside it restores.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

say "A store of version 1, and its content as a fingerprint to compare with later"
run migrate create library.store --schemas Schemas/Epilogue --version 1.0.0 --sample 50 --seed 7
content() { sqlite3 "$1" .dump | sha256; }
before=$(content library.store)
echo "content: $before"

say "Somebody writes a version 2 with a check that no store can pass"
# The faulty version replaces the files of the later ones in this folder only.
rm Schemas/Epilogue/V3.yaml Schemas/Epilogue/V4.yaml
cat >Schemas/Epilogue/V2.yaml <<'YAML'
schema: Epilogue
version: 2.0.0
extends: V1.yaml
entities:
  BookModel:
    attributes:
      currentPage: int = 0
migration:
  kind: custom
  after:
    - {expect: "SELECT count(*) FROM BookModel WHERE currentPage = 0", equals: 0}
YAML
run cat Schemas/Epilogue/V2.yaml

say "The migration runs, the check fails, and everything is undone: exit status 4"
run_expecting 4 migrate apply library.store --schemas Schemas/Epilogue --backup before.backup.json

say "The store holds what it held before"
after=$(content library.store)
echo "content: $after"
[ "$before" = "$after" ]
run migrate status library.store --schemas Schemas/Epilogue

say "And there is the backup, which was read back and compared before anything was written"
run migrate restore before.backup.json restored.store
run migrate verify restored.store
