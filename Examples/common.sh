# What the examples share. Each example sources this file first; it ends in a folder of its own
# under .build/examples, with the schema files at hand, so that every path it shows is short.
#
# The command is `migrate` from the PATH, or the one that MIGRATE names.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
MIGRATE=${MIGRATE:-migrate}
case $MIGRATE in
  */*) MIGRATE=$(cd "$(dirname "$MIGRATE")" && pwd)/$(basename "$MIGRATE") ;;
esac
command -v "$MIGRATE" >/dev/null || {
  echo "error: there is no '$MIGRATE'; run 'make build', then MIGRATE=.build/release/migrate $0" >&2
  exit 2
}

workplace=$repository/.build/examples/$(basename "$0" .sh)
rm -rf "$workplace"
mkdir -p "$workplace"
cp -R "$repository/Schemas" "$workplace/Schemas"
cd "$workplace"

migrate() { "$MIGRATE" "$@"; }

# A digest of the standard input; macOS has another name for the command.
sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
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
