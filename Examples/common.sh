# What the examples share. Each example sources this file first; it ends in a folder of its own,
# with the schema files at hand, so that every path it shows is short. The folder is gone when the
# example is; KEEP=1 keeps it, to look around in.
#
# The command is `migrate` from the PATH, or the one that MIGRATE names.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
MIGRATE=${MIGRATE:-migrate}
command -v "$MIGRATE" >/dev/null || {
  echo "error: there is no '$MIGRATE'; run 'make build', then MIGRATE=.build/release/migrate $0" >&2
  exit 2
}
case $MIGRATE in
  */*) MIGRATE=$(cd "$(dirname "$MIGRATE")" && pwd)/$(basename "$MIGRATE") ;;
esac

workplace=$(mktemp -d "${TMPDIR:-/tmp}/migrate-example-XXXXXX")
leave() {
  if [ -n "${KEEP:-}" ]; then echo "kept: $workplace" >&2; else rm -rf "$workplace"; fi
}
trap leave EXIT
cp -R "$repository/Schemas" "$workplace/Schemas"
cd "$workplace"

# Without 'command', a MIGRATE that is just 'migrate' would be this function again, for ever.
migrate() { command "$MIGRATE" "$@"; }

# A digest of the standard input; macOS has another name for the command.
sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# Compares two stores by the sqlite3 shell alone: prints, for every table of the first one, its name,
# how many rows it has, and how many of them the second store has not, by the first one's columns.
# Ends with 1 where a row is missing, or there are more or fewer.
compare_stores() {
  local table columns result status=0
  for table in $(sqlite3 "$1" "SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE '\_migrate\_%' ESCAPE '\' ORDER BY name"); do
    columns=$(sqlite3 "$1" "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info('$table')")
    result=$(sqlite3 -bail "$2" "ATTACH '$1' AS before; SELECT '$table', count(*),
      (SELECT count(*) FROM (
        SELECT $columns FROM before.\"$table\" EXCEPT SELECT $columns FROM main.\"$table\")),
      (SELECT count(*) FROM main.\"$table\") FROM before.\"$table\"")
    echo "$result" | awk -F '|' '{ print "  " $1 ": " $2 " rows, " $3 " missing or changed" }
      { exit $3 != 0 || $2 != $4 }' || status=1
  done
  return $status
}

# Says what comes next.
say() { printf '\n# %s\n' "$@"; }

# Shows a command, then runs it, as if it had been typed.
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

# Like run, for a command that must end with the given exit status.
run_expecting() {
  local expected=$1 status=0
  shift
  run "$@" || status=$?
  echo "(exit status $status)"
  [ "$status" -eq "$expected" ] || {
    echo "error: exit status $expected was expected here" >&2
    exit 1
  }
}
