#!/usr/bin/env bash
# The main story: the store of a reading app goes from version 1 to version 4 in one command, is
# proved, and comes back from its backup.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

say "Four released versions of one object model, each a file"
run ls Schemas/Epilogue
run cat Schemas/Epilogue/V3.yaml

say "Are the models sound? This looks for mistakes that lose data on a device"
run migrate lint Schemas/Epilogue

say "A store as version 1 of the app left it, with sample data"
run migrate create library.store --schemas Schemas/Epilogue --version 1.0.0 --sample 200 --seed 7
run migrate status library.store --schemas Schemas/Epilogue

say "A store is plain SQLite, and anything that reads SQLite can look at it"
run sqlite3 library.store "SELECT count(*) AS books FROM BookModel"

say "What would become of it? Planning reads the store and writes nothing"
run migrate plan library.store --schemas Schemas/Epilogue

say "Do it: backup, migration, proof, commit"
run migrate apply library.store --schemas Schemas/Epilogue

say "Check the result, every row of it"
run migrate verify library.store --schemas Schemas/Epilogue
run sqlite3 library.store "SELECT count(*) AS books FROM BookModel"
run migrate history library.store

say "A backup is one JSON file, a record a line, for grep, jq and diff"
run migrate backup library.store --output library.backup.json
run head -c 300 library.backup.json

say "Lose the store, and bring it back"
run rm library.store
run migrate restore library.backup.json library.store
run migrate verify library.store --schemas Schemas/Epilogue
run sqlite3 library.store "SELECT count(*) AS books FROM BookModel"
